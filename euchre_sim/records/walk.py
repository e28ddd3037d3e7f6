"""One deal step by step: every call, discard, declaration and card against the engine's steps.

Positions are the engine's seats: 0 is left of the dealer, the dealer is the last. What is legal,
who is asked and who leads is the engine's answer in every case; this module brings the record's
questions to it, and `holdings` keeps account of the cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from euchre_sim.engine import steps
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records.calls import NOBODY, Auction
from euchre_sim.records.deal import DealRecord, Exchange
from euchre_sim.records.exchanges import ExchangedHoldings, later_pickup
from euchre_sim.records.farmers import read_claims
from euchre_sim.records.holdings import Holdings, read_hands
from euchre_sim.records.lowered import Lowered
from euchre_sim.records.result import DealReplay, Decision, TrickReplay
from euchre_sim.records.tricks import OPEN, PlayedTrick, lay_out
from euchre_sim.scoring import MISERE, Outcome, ends_early

__all__ = ["DealWalk", "walk_deal"]

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
        named = [record.dealer, record.alone, record.lone_defender]
        for exchange in record.exchanges:
            named += [exchange.seat, exchange.giver]
        for seat in named:
            if seat is not None and not 0 <= seat < n:
                raise InvalidNotation(
                    f"{self.deal}: there is no seat {seat}, the seats are 0 to {n - 1}"
                )
        self.seats = [(record.dealer + 1 + position) % n for position in range(n)]
        self.known, self.complete = read_hands(record, low, self.seats, self.deal)
        self.claims = read_claims(record, low, self.seats, self.known, self.complete, self.deal)
        self.auction = Auction(record, low, self.seats, self.deal)
        self.maker, self.contract = self.auction.maker, self.auction.contract
        self.call_round = self.auction.call_round
        self.lone = self.lone_defender = NOBODY
        self.taken = False
        self.declared: list[Decision] = []
        self.decisions: list[Decision] = []
        self.holdings: Holdings | None = None
        self.tricks: list[PlayedTrick] = []
        self.open_trick = 0  # the first complete trick whose winner is not known
        self.won = self.played_out = 0  # played_out: the tricks of a hand that is over
        self.outcome: Outcome | None = None
        self.unfinished = ""
        self.stopped_after: int | None = None

    # --- before the first card ---

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
        self._check_exchanges(set(), why)

    def _check_exchanges(self, expected: set[tuple[str, int]], why: str = "") -> None:
        """Refuse exchanges that there was no reason for."""
        rules = self.low.rules
        reasons = {
            "best": "only a lone player does, and one card"
            if rules.call_for_best
            else "these rules have call_for_best=false",
            "extra": "each player does so once"
            if rules.extra_cards
            else f"these rules have two_hand_style={rules.two_hand_style}",
        }
        found = [(one.kind, one.seat) for one in self._exchanges_after_call()]
        for kind, seat in found:
            if (kind, seat) not in expected or found.count((kind, seat)) > 1:
                what = {"best": "a partner's card", "extra": "extra cards"}[kind]
                raise IllegalAction(
                    f"{self.deal}: seat {seat} cannot take {what}, {why or reasons[kind]}"
                )

    def read_declarations(self) -> None:
        """Ask who plays alone before the first lead, and who defends alone."""
        record, vector = self.record, self.low.vector
        called_alone = self.auction.called_alone
        self.taken = steps.takes_upcard(vector, self.maker, self.call_round, called_alone)
        self.lone = self.maker if called_alone else NOBODY
        self._read_choice_of_upcard()
        for asked in self._asked_alone():
            if self._declares("alone", asked, record.alone):
                self.lone = asked
                break
        if record.alone is not None and self._seat(self.lone) != record.alone:
            raise IllegalAction(
                f"{self.deal}: seat {record.alone} may not play alone under these rules, "
                f"seat {self.seats[self.maker]} made trump"
            )
        if self.contract != MISERE and steps.may_defend_alone(vector, self.lone):
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

    def _read_choice_of_upcard(self) -> None:
        """Ask a dealer with extra cards to come whether he takes the upcard, where he need not."""
        rules, dealer = self.low.rules, self.low.players - 1
        if not self.taken or self.maker == dealer or not later_pickup(self.low, self.maker):
            return
        if rules.dealer_pickup == "optional":
            leaves = self.record.discard is not None and self.record.discard == self.record.upcard
            self.taken = not leaves
            if any(self.record.tricks) or self._exchanges_after_call() or leaves:
                answer = "leave" if leaves else "take"
                self.declared.append(
                    Decision("discard", self.record.dealer, ("take", "leave"), answer)
                )

    def _asked_alone(self) -> Iterator[int]:
        """Yield who is asked about playing alone, as long as nobody does."""
        low = self.low
        if self.lone != NOBODY:
            return
        asked = steps.next_alone_asked(low.vector, self.maker, NOBODY)
        if asked == NOBODY and self.auction.names_trump:
            # A dealer who named trump blind has not been asked with the call.
            blind = low.rules.joker_upcard_rule == "dealer_names_blind"
            if blind and low.rules.alone_allowed:
                yield self.maker
            return
        while asked != NOBODY:
            yield asked
            asked = steps.next_alone_asked(low.vector, self.maker, asked)

    def _declares(self, phase: str, position: int, declarer: int | None) -> bool:
        """Note a seat's answer, unless the record may have ended before the question."""
        record, seat = self.record, self.seats[position]
        known = record.lone_defender is not None or bool(self._exchanges_after_call())
        if phase == "alone":
            known = known or record.alone is not None
        if known or any(record.tricks):
            answer = NO_OR_YES[seat == declarer]
            self.declared.append(Decision(phase, seat, NO_OR_YES, answer))
        return seat == declarer

    def _exchanges_after_call(self) -> list[Exchange]:
        return [one for one in self.record.exchanges if one.kind != "farmer"]

    # --- the cards ---

    def read_tricks(self) -> None:
        """Find out who played each card, and what every seat can have held."""
        record, low = self.record, self.low
        self.holdings = self._make_holdings()
        seating = low.seating(self.lone, self.lone_defender)
        self.tricks = lay_out(
            record.tricks,
            self.holdings.table,
            seating,
            low.hand_size,
            self.deal,
            self.holdings.options_of,
        )
        n_active = len(seating.rounds[seating.leader])
        for number, trick in enumerate(self.tricks, 1):
            if trick.winner == OPEN and len(trick.bits) == n_active:
                self.open_trick = number
                break
        self._find_end()
        self.holdings.find_hands(self.tricks)

    def _make_holdings(self) -> Holdings:
        """Keep account of the cards, in the way that the rules of this deal ask for."""
        low = self.low
        best = [one for one in (self.lone, self.lone_defender) if one != NOBODY]
        expected = {("best", self.seats[one]) for one in best if low.rules.call_for_best}
        if low.rules.extra_cards:
            expected = {("extra", seat) for seat in self.seats}
        self._check_exchanges(expected)
        of_deal = (
            self.record, low, low.trump(self.contract), self.maker, self.taken,
            self.known, self.complete, self.claims.dead, self.seats, self.deal,
        )  # fmt: skip
        if expected:
            return ExchangedHoldings(*of_deal, self.lone, self.lone_defender)
        return Holdings(*of_deal)

    def _find_end(self) -> None:
        """Find the trick with which a misere is over, and refuse what follows it."""
        if self.contract != MISERE or not self.low.rules.misere_ends_early:
            return
        for number, trick in enumerate(self.tricks, 1):
            if self.played_out:
                raise IllegalAction(
                    f"{self.deal}, trick {number}: {trick.texts[0]} was played, but the misere "
                    f"was over with trick {self.played_out}, which its player won"
                )
            if trick.winner == self.maker:
                self.played_out = number

    def tell_calls(self, with_decisions: bool) -> None:
        """Check the calls against the hands where they matter, and note what was decided so far."""
        auction, holdings = self.auction, self.holdings
        self.decisions += self.claims.decisions if with_decisions else ()
        if not with_decisions and not auction.hand_matters:
            return
        for i, (position, call_round, bit) in enumerate(auction.calls):
            hand = 0
            if auction.hand_matters:
                hand = self.known[position] if holdings is None else holdings.printed(position)
            legal = auction.legal_texts(i, hand, self.complete[position])
            if with_decisions:
                text = auction.text(call_round, bit)
                self.decisions.append(Decision("call", self.seats[position], legal, text))
        if not with_decisions:
            return
        exchanged = isinstance(holdings, ExchangedHoldings)
        reached = bool(
            any(self.record.tricks) or self.declared or self.record.discard is not None
            or self._exchanges_after_call()
        )  # fmt: skip
        later = exchanged and later_pickup(self.low, self.maker)
        if holdings is not None and self.taken and reached and not later:
            legal, chosen = holdings.discard_legal, holdings.discarded
            self.decisions.append(Decision("discard", self.record.dealer, legal, chosen))
        self.decisions += self.declared
        if isinstance(holdings, ExchangedHoldings) and reached:
            self.decisions += holdings.steps

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
            self.outcome = self._outcome(self.played_out or low.hand_size)

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
            contract=self.contract if called else None,
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
            contract=self.contract,
            call_round=self.call_round,
            lone_player=self._seat(self.lone),
            lone_defender=self._seat(self.lone_defender),
            maker_tricks=self.won,
            defender_tricks=n_tricks - self.won,
        )

    def _unfinished(self) -> str:
        """Say why the deal is not finished; nothing if it is."""
        n_calls, n_tricks = len(self.auction.calls), len(self.tricks)
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
        if n_tricks < self.low.hand_size and not self.played_out:
            return f"the record ends after trick {n_tricks}"
        return ""
