"""One deal step by step: every call, discard, declaration and card against the engine's steps.

Positions are the engine's seats: 0 is left of the dealer, the dealer is the last. What is legal,
who is asked and who leads is the engine's answer in every case; this module brings the record's
questions to it, and `holdings` keeps account of the cards.
"""

from __future__ import annotations

from euchre_sim.engine import steps
from euchre_sim.engine.layout import PASS, call_bit
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records.deal import DealRecord
from euchre_sim.records.holdings import Holdings, read_hands
from euchre_sim.records.lowered import CALL_TEXTS, SUIT_LETTERS, Lowered, call_texts
from euchre_sim.records.result import DealReplay, Decision, TrickReplay
from euchre_sim.records.tricks import OPEN, PlayedTrick, lay_out
from euchre_sim.scoring import Outcome, ends_early

__all__ = ["DealWalk", "walk_deal"]

NOBODY = -1
NO_OR_YES = ("no", "yes")


def walk_deal(
    record: DealRecord,
    low: Lowered,
    number: int,
    totals: tuple[int, ...] | None = None,
    with_decisions: bool = True,
) -> DealWalk:
    """Go through one deal and check every step of it.

    Parameters
    ----------
    record
        The deal.
    low
        The rules.
    number
        The deal's number, for error messages.
    totals
        Each side's score before the deal, where the game may end in the middle of it.
    with_decisions
        Whether the decisions are wanted, not only the result.

    Raises
    ------
    IllegalAction
        If something in it cannot have happened. The message names the deal, the trick and the card.
    InvalidNotation
        If the record contradicts itself in form.
    """
    walk = DealWalk(record, low, number)
    walk.read_calls()
    if walk.maker == NOBODY:
        walk.require_nothing_more()
    else:
        walk.read_declarations()
        walk.read_tricks()
    walk.tell_calls(with_decisions)
    walk.play(with_decisions)
    walk.conclude(totals)
    return walk


class DealWalk:
    """A deal under way; `walk_deal` calls the steps in order."""

    def __init__(self, record: DealRecord, low: Lowered, number: int) -> None:
        n = low.players
        self.record, self.low, self.deal = record, low, f"deal {number}"
        for seat in (record.dealer, record.alone, record.lone_defender):
            if seat is not None and not 0 <= seat < n:
                raise InvalidNotation(
                    f"{self.deal}: there is no seat {seat}, the seats are 0 to {n - 1}"
                )
        self.seats = [(record.dealer + 1 + position) % n for position in range(n)]
        self.known, self.complete = read_hands(record, low, self.seats, self.deal)
        suit = record.upcard.suit
        self.up_suit = OPEN if suit is None else int(suit)
        self.calls: list[tuple[int, int, int]] = []  # position, round, action bit
        self.maker = self.trump = self.lone = self.lone_defender = NOBODY
        self.call_round = 0
        self.called_alone = self.taken = False
        self.declared: list[Decision] = []
        self.decisions: list[Decision] = []
        self.holdings: Holdings | None = None
        self.tricks: list[PlayedTrick] = []
        self.open_trick = 0  # the first complete trick whose winner is not known
        self.won = 0
        self.outcome: Outcome | None = None
        self.unfinished = ""
        self.stopped_after: int | None = None

    # --- before the first card ---

    def read_calls(self) -> None:
        """Find the maker, and check every call as far as it does not depend on a hand."""
        n = self.low.players
        for i, said in enumerate(self.record.calls):
            if self.maker != NOBODY:
                why = "was said after trump had been made"
                raise IllegalAction(f"{self.deal}, call {i + 1}: {said} {why}")
            if i == 2 * n:
                why = "was said after all had passed twice"
                raise IllegalAction(f"{self.deal}, call {i + 1}: {said} {why}")
            call_round, position = 1 + i // n, i % n
            bit = PASS if said == "Pass" else self._read_call(said, i)
            legal = self._legal_with_some_hand(position, call_round)
            if bit != PASS and self.record.alone == self.seats[position] and legal & bit << 1:
                bit <<= 1  # the same call, alone
                self.called_alone = True
            if not legal & bit:
                raise self._illegal_call(i, bit, legal)
            self.calls.append((position, call_round, bit))
            if bit != PASS:
                self.maker, self.call_round = position, call_round
                self.trump = self.up_suit if said == "Order" else SUIT_LETTERS.index(said)

    def _read_call(self, said: str, index: int) -> int:
        """Return the action bit of a call that is no pass, without a partner left out."""
        where, call_round = f"{self.deal}, call {index + 1}", 1 + index // self.low.players
        if said == "Order" and call_round == 1:
            if self.up_suit == OPEN:
                raise InvalidNotation(f"{where}: Order makes the suit of a hidden card trump")
            return call_bit(self.up_suit)
        if said in SUIT_LETTERS and call_round == 2:
            return call_bit(SUIT_LETTERS.index(said))
        allowed = "Pass or Order" if call_round == 1 else "Pass or a suit's letter"
        raise IllegalAction(f"{where}: {said} is no call of round {call_round}, say {allowed}")

    def _legal_with_some_hand(self, position: int, call_round: int) -> int:
        """Return what can be said with the right hand, and with some upcard if it is hidden."""
        if self.up_suit != OPEN:
            return self.low.menu(position, call_round, self.up_suit)[0]
        legal = 0
        for suit in range(4):
            legal |= self.low.menu(position, call_round, suit)[0]
        return legal

    def _illegal_call(self, index: int, bit: int, legal: int) -> IllegalAction:
        call_round, position = divmod(index, self.low.players)
        call_round += 1
        return IllegalAction(
            f"{self.deal}, call {index + 1}: {CALL_TEXTS[call_round][bit]} is not legal for seat "
            f"{self.seats[position]}, only {', '.join(call_texts(legal, call_round))}"
        )

    def require_nothing_more(self) -> None:
        """Refuse what can only follow a call where there was none."""
        why = "nobody has made trump"
        for number, trick in enumerate(self.record.tricks, 1):
            if trick:
                raise IllegalAction(
                    f"{self.deal}, trick {number}: {trick[0].egn} was played, but {why}"
                )
        for seat, what in ((self.record.alone, "play"), (self.record.lone_defender, "defend")):
            if seat is not None:
                raise IllegalAction(f"{self.deal}: seat {seat} cannot {what} alone, {why}")

    def read_declarations(self) -> None:
        """Ask who plays alone before the first lead, and who defends alone."""
        record, vector = self.record, self.low.vector
        self.taken = steps.takes_upcard(vector, self.maker, self.call_round, self.called_alone)
        self.lone = self.maker if self.called_alone else NOBODY
        asked = NOBODY
        while self.lone == NOBODY:
            asked = steps.next_alone_asked(vector, self.maker, asked)
            if asked == NOBODY:
                break
            if self._declares("alone", asked, record.alone):
                self.lone = asked
        if record.alone is not None and self.lone == NOBODY:
            raise IllegalAction(
                f"{self.deal}: seat {record.alone} may not play alone under these rules, "
                f"seat {self.seats[self.maker]} made trump"
            )
        if steps.may_defend_alone(vector, self.lone):
            asked = steps.next_defender_asked(vector, self.maker, NOBODY)
            while asked != NOBODY and self.lone_defender == NOBODY:
                if self._declares("defend", asked, record.lone_defender):
                    self.lone_defender = asked
                asked = steps.next_defender_asked(vector, self.maker, asked)
        if record.lone_defender is not None and self.lone_defender == NOBODY:
            how = "" if self.lone == NOBODY else " alone"
            raise IllegalAction(
                f"{self.deal}: seat {record.lone_defender} may not defend alone under these rules, "
                f"seat {self.seats[self.maker]} made trump{how}"
            )

    def _declares(self, phase: str, position: int, declarer: int | None) -> bool:
        """Note a seat's answer, unless the record may have ended before the question."""
        record, seat = self.record, self.seats[position]
        known = record.lone_defender is not None
        if phase == "alone":
            known = known or record.alone is not None
        if known or any(record.tricks):
            answer = NO_OR_YES[seat == declarer]
            self.declared.append(Decision(phase, seat, NO_OR_YES, answer))
        return seat == declarer

    # --- the cards ---

    def read_tricks(self) -> None:
        """Find out who played each card, and what every seat can have held."""
        record, low = self.record, self.low
        table = low.trumps[self.trump]
        self.holdings = Holdings(
            record, low, table, self.maker, self.taken,
            self.known, self.complete, self.seats, self.deal,
        )  # fmt: skip
        seating = low.seating(self.lone, self.lone_defender)
        self.tricks = lay_out(
            record.tricks, table, seating, low.hand_size, self.deal, self.holdings.options_of
        )
        n_active = len(seating.rounds[seating.leader])
        for number, trick in enumerate(self.tricks, 1):
            if trick.winner == OPEN and len(trick.bits) == n_active:
                self.open_trick = number
                break
        self.holdings.find_hands(self.tricks)

    def tell_calls(self, with_decisions: bool) -> None:
        """Check the calls against the hands where they matter, and note what was decided so far."""
        hand_matters = self.low.hand_matters and self.up_suit != OPEN
        if not with_decisions and not hand_matters:
            return
        for i, (position, call_round, bit) in enumerate(self.calls):
            legal: tuple[str, ...] | None = None
            if hand_matters:
                legal = self._legal_with_the_hand(i, position, call_round, bit)
            elif self.up_suit != OPEN:
                legal = self.low.menu(position, call_round, self.up_suit)[1]
            if with_decisions:
                text = CALL_TEXTS[call_round][bit]
                self.decisions.append(Decision("call", self.seats[position], legal, text))
        if not with_decisions:
            return
        holdings = self.holdings
        reached = any(self.record.tricks) or self.declared or self.record.discard is not None
        if holdings is not None and self.taken and reached:
            legal, chosen = holdings.discard_legal, holdings.discarded
            self.decisions.append(Decision("discard", self.record.dealer, legal, chosen))
        self.decisions += self.declared

    def _legal_with_the_hand(
        self, index: int, position: int, call_round: int, bit: int
    ) -> tuple[str, ...] | None:
        """Return what a seat could say, None where that depends on cards that are not known."""
        low, holdings = self.low, self.holdings
        hand = self.known[position] if holdings is None else holdings.printed(position)
        legal = low.calls_open(position, call_round, self.up_suit, hand)
        if self.complete[position] and not bit & legal:
            raise self._illegal_call(index, bit, legal)
        if self.complete[position] or legal == low.menu(position, call_round, self.up_suit)[0]:
            return call_texts(legal, call_round)
        return None

    def play(self, with_decisions: bool) -> None:
        """Check every card, and note it where decisions are wanted."""
        holdings, seats = self.holdings, self.seats
        if holdings is None:
            return
        texts_of = holdings.table.texts
        for number, trick in enumerate(self.tricks, 1):
            legals = holdings.play(trick, number)
            if not with_decisions:
                continue
            if not trick.positions:
                self.decisions += [Decision("play", None, None, text) for text in trick.texts]
                continue
            self.decisions += [
                Decision("play", seats[position], texts_of(legal) if legal else None, text)
                for position, legal, text in zip(trick.positions, legals, trick.texts, strict=True)
            ]

    # --- the end ---

    def conclude(self, totals: tuple[int, ...] | None) -> None:
        """Count the tricks and find the outcome, if the deal or the whole game has ended."""
        low, seats = self.low, self.seats
        self.unfinished = self._unfinished()
        if self.maker == NOBODY:
            if not self.unfinished:
                self.outcome = Outcome(dealer=self.record.dealer, special="thrown_in")
            return
        makers = low.teams[seats[self.maker]]
        for number, trick in enumerate(self.tricks, 1):
            if trick.winner == OPEN:
                return
            self.won += makers >> seats[trick.winner] & 1
            if totals is not None:
                so_far = self._outcome(number)
                if ends_early(so_far, totals, low.rules):
                    self.outcome, self.stopped_after, self.unfinished = so_far, number, ""
                    return
        if not self.unfinished:
            self.outcome = self._outcome(low.hand_size)

    def report(self, points: tuple[int, ...] | None) -> DealReplay:
        """Put together what happened; `points` is what it was worth."""
        seats = self.seats
        called = self.maker != NOBODY
        tricks = []
        for trick in self.tricks:
            placed = tuple([seats[position] for position in trick.positions])
            winner = None if trick.winner == OPEN else seats[trick.winner]
            tricks.append(TrickReplay(placed[0] if placed else None, trick.texts, winner, placed))
        return DealReplay(
            record=self.record,
            maker=seats[self.maker] if called else None,
            contract=self.trump if called else None,
            call_round=self.call_round if called else None,
            alone=self._seat(self.lone),
            lone_defender=self._seat(self.lone_defender),
            tricks=tuple(tricks),
            maker_tricks=self.won if self.stopped_after or not self.open_trick else None,
            decisions=tuple(self.decisions),
            outcome=self.outcome,
            points=points,
            unfinished=self.unfinished,
            stopped_after=self.stopped_after,
        )

    def _seat(self, position: int) -> int | None:
        return None if position == NOBODY else self.seats[position]

    def _outcome(self, n_tricks: int) -> Outcome:
        """Return the outcome after so many tricks."""
        return Outcome(
            dealer=self.record.dealer,
            maker=self.seats[self.maker],
            contract=self.trump,
            call_round=self.call_round,
            lone_player=self._seat(self.lone),
            lone_defender=self._seat(self.lone_defender),
            maker_tricks=self.won,
            defender_tricks=n_tricks - self.won,
        )

    def _unfinished(self) -> str:
        """Say why the deal is not finished; nothing if it is."""
        n_calls, n_tricks = len(self.calls), len(self.tricks)
        if self.maker == NOBODY:
            if n_calls == 2 * self.low.players:
                return ""
            return f"the record ends after call {n_calls}" if n_calls else "no call is recorded"
        if not n_tricks:
            return "no card is recorded"
        if self.open_trick:
            return f"a hidden card leaves open who won trick {self.open_trick}"
        if self.tricks[-1].winner == OPEN:
            return f"the record ends in trick {n_tricks}"
        if n_tricks < self.low.hand_size:
            return f"the record ends after trick {n_tricks}"
        return ""
