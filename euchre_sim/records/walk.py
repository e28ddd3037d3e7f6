"""One deal step by step: every call, discard, declaration and card against the engine's steps.

Positions are the engine's seats: 0 is left of the dealer, the dealer is the last. What is legal,
who is asked and who leads is the engine's answer in every case; this module only brings the
record's questions to it and keeps account of which cards a seat can still hold.
"""

from __future__ import annotations

from euchre_sim.cards import Card
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD, NO, PASS, YES, call_bit
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records import faults
from euchre_sim.records.deal import DealRecord, HiddenCard
from euchre_sim.records.lowered import CALL_TEXTS, Lowered, TrumpTable, call_texts
from euchre_sim.records.result import DealReplay, Decision, TrickReplay
from euchre_sim.records.tricks import OPEN, PlayedTrick, lay_out, single_bits
from euchre_sim.scoring import Outcome, ends_early, score

__all__ = ["walk_deal"]

NOBODY = -1
_ANSWERS = {NO: "no", YES: "yes"}


def walk_deal(
    record: DealRecord,
    low: Lowered,
    number: int,
    totals: tuple[int, ...] | None = None,
    decisions: bool = True,
) -> DealReplay:
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
    decisions
        Whether the decisions are wanted, not only the result.

    Raises
    ------
    IllegalAction
        If something in it cannot have happened. The message names the deal, the trick and the card.
    InvalidNotation
        If the record contradicts itself in form.
    """
    walk = _Walk(record, low, number, decisions)
    walk.read_calls()
    if walk.maker != NOBODY:
        walk.read_windows()
        walk.read_tricks()
        walk.find_hands()
    walk.tell_calls()
    if walk.maker != NOBODY:
        walk.discard()
        walk.decisions += walk.declared
        walk.play()
    return walk.result(totals)


class _Walk:
    """A deal under way; each step is a method, called in order by `walk_deal`."""

    def __init__(self, record: DealRecord, low: Lowered, number: int, decisions: bool) -> None:
        n = low.players
        self.record, self.low = record, low
        self.deal = f"deal {number}"
        self.wanted = decisions
        for seat in (record.dealer, record.alone, record.lone_defender):
            if seat is not None and not 0 <= seat < n:
                raise InvalidNotation(f"{self.deal}: there is no seat {seat}, seats are 0 to {n - 1}")
        self.dealer = n - 1
        self.seats = [(record.dealer + 1 + position) % n for position in range(n)]
        self.decisions: list[Decision] = []
        self.declared: list[Decision] = []  # alone and defend, until the discard has been told
        self.dealt, self.complete = faults.check_hands(record, low, self.deal)
        # Calls as said: position, round, action bit, text; and what came of them.
        self.calls: list[tuple[int, int, int, str]] = []
        self.maker = self.trump = self.lone = self.lone_defender = NOBODY
        self.call_round = 0
        self.called_alone = False
        self.taken = False
        # What is known of the cards, by position and in contract space.
        self.table: TrumpTable = low.trumps[0]
        self.up = 0
        self.buried = 0
        self.tricks: list[PlayedTrick] = []
        self.played = [0] * n
        self.hands: list[list[int] | None] = [None] * n  # every hand a seat can have had in play
        self.six = 0
        self.buried_text: str | None = None
        self.discard_legal: tuple[str, ...] | None = None

    @property
    def began(self) -> bool:
        """Whether a card has been played."""
        return any(self.record.tricks)

    # --- the calls ---

    def read_calls(self) -> None:
        """Find the maker, and check every call as far as that does not depend on a hand."""
        record, n = self.record, self.low.players
        up_suit = faults.upcard_suit(record, self.low, self.deal)
        for i, said in enumerate(record.calls):
            where = f"{self.deal}, call {i + 1}"
            if self.maker != NOBODY:
                raise IllegalAction(f"{where}: {said} was said after trump had been made")
            if i == 2 * n:
                raise IllegalAction(f"{where}: {said} was said after everybody had passed twice")
            call_round, position = 1 + i // n, i % n
            seat = self.seats[position]
            legal = self._menu(position, call_round, up_suit)
            bit = self._call_bit(said, call_round, up_suit, where)
            if bit != PASS and record.alone == seat and legal & bit << 1:
                bit <<= 1  # the alone form of the same call
                self.called_alone = True
            text = CALL_TEXTS[call_round][bit]
            if not legal & bit:
                may = ", ".join(call_texts(legal, call_round))
                raise IllegalAction(f"{where}: {text} is not legal for seat {seat}, only {may}")
            self.calls.append((position, call_round, bit, text))
            if bit != PASS:
                self.maker, self.call_round = position, call_round
                self.trump = up_suit if said == "Order" else "cdsh".index(said)
        if self.maker == NOBODY:
            faults.check_nothing_follows(record, 2 * n, self.deal)

    def _menu(self, position: int, call_round: int, up_suit: int) -> int:
        """Return what can be said with some hand; where the upcard is hidden, with some upcard."""
        suits = range(4) if up_suit == OPEN else (up_suit,)
        legal = 0
        for suit in suits:
            legal |= self.low.menu(position, call_round, suit)[0]
        return legal

    def _call_bit(self, said: str, call_round: int, up_suit: int, where: str) -> int:
        """Read one call."""
        if said == "Pass":
            return PASS
        if said == "Order" and call_round == 1:
            if up_suit == OPEN:
                raise InvalidNotation(f"{where}: Order makes a hidden card's suit trump")
            return call_bit(up_suit)
        if said in ("c", "d", "s", "h") and call_round == 2:
            return call_bit("cdsh".index(said))
        allowed = "Pass or Order" if call_round == 1 else "Pass, c, d, s or h"
        raise IllegalAction(f"{where}: {said} is no call of round {call_round}, only {allowed}")

    def tell_calls(self) -> None:
        """Report the calls, with what was legal as far as the hands are known."""
        up_suit = faults.upcard_suit(self.record, self.low, self.deal)
        for i, (position, call_round, bit, text) in enumerate(self.calls):
            legal: tuple[str, ...] | None = None
            if up_suit != OPEN:
                legal = self.low.menu(position, call_round, up_suit)[1]
                if self.low.hand_matters:
                    least = self._calls_of_known_hand(position, call_round, up_suit)
                    if self.complete[position] and not least & bit:
                        raise IllegalAction(
                            f"{self.deal}, call {i + 1}: {text} is not legal for seat "
                            f"{self.seats[position]}, which holds no trump"
                        )
                    least_texts = call_texts(least, call_round)
                    if not self.complete[position] and least_texts != legal:
                        legal = None
                    else:
                        legal = least_texts
            if self.wanted:
                self.decisions.append(Decision("call", self.seats[position], legal, text))

    def _calls_of_known_hand(self, position: int, call_round: int, up_suit: int) -> int:
        """Return what a seat may say with the cards it is known to have been dealt."""
        return self.low.calls_open(position, call_round, up_suit, self.dealt[position])

    # --- playing alone ---

    def read_windows(self) -> None:
        """Ask who plays alone before the first lead, and who defends alone."""
        record, vector = self.record, self.low.vector
        self.taken = bool(
            steps.takes_upcard(vector, self.maker, self.call_round, self.called_alone)
        )
        defending = record.lone_defender is not None
        self.lone = self.maker if self.called_alone else NOBODY
        asked = NOBODY
        while self.lone == NOBODY:
            asked = steps.next_alone_asked(vector, self.maker, asked)
            if asked == NOBODY:
                break
            alone = self.seats[asked] == record.alone
            self._declare("alone", asked, alone, record.alone is not None or defending)
            if alone:
                self.lone = asked
        if record.alone is not None and self.lone == NOBODY:
            raise IllegalAction(
                f"{self.deal}: seat {record.alone} may not play alone when seat "
                f"{self.seats[self.maker]} has made trump"
            )
        if steps.may_defend_alone(vector, self.lone):
            asked = steps.next_defender_asked(vector, self.maker, NOBODY)
            while asked != NOBODY and self.lone_defender == NOBODY:
                alone = self.seats[asked] == record.lone_defender
                self._declare("defend", asked, alone, defending)
                if alone:
                    self.lone_defender = asked
                asked = steps.next_defender_asked(vector, self.maker, asked)
        if defending and self.lone_defender == NOBODY:
            against = "a lone maker" if self.lone != NOBODY else "two makers"
            raise IllegalAction(
                f"{self.deal}: seat {record.lone_defender} may not defend alone against {against} "
                f"when seat {self.seats[self.maker]} has made trump"
            )

    def _declare(self, phase: str, position: int, alone: bool, known: bool) -> None:
        """Note an answer, unless the record may have ended before the question."""
        if self.wanted and (self.began or known):
            answer = _ANSWERS[YES if alone else NO]
            self.declared.append(
                Decision(phase, self.seats[position], tuple(_ANSWERS.values()), answer)
            )

    # --- who held what ---

    def read_tricks(self) -> None:
        """Go over to contract space and find out who played which card."""
        record, low = self.record, self.low
        table = self.table = low.trumps[self.trump]
        if isinstance(record.upcard, Card):
            self.up = table.bit_of[record.upcard.index]
        if self.taken and isinstance(record.discard, Card):
            self.buried = table.bit_of[record.discard.index]
            if not self.buried:
                raise IllegalAction(f"{self.deal}: the discard {record.discard.egn} is not in the deck")
        if any(self.dealt):
            self.dealt = [table.mask(hand) for hand in self.dealt]
        if not self.began:
            return
        self.tricks = lay_out(
            record.tricks,
            table,
            low.seating(self.lone, self.lone_defender),
            low.hand_size,
            self.deal,
            self._options,
        )
        for trick in self.tricks:
            for position, bit in zip(trick.positions, trick.bits, strict=False):
                self.played[position] |= bit

    def _options(self, position: int, card: HiddenCard) -> int:
        """Return what a hidden card can be: what fits and is not known to be elsewhere."""
        record, table = self.record, self.table
        seen = self.up | self.buried
        for trick in record.tricks:
            for other in trick:
                if isinstance(other, Card):
                    seen |= table.bit_of[other.index]
        own = 0
        if position != OPEN:
            own = self.dealt[position]
            if position == self.dealer and self.taken:
                own |= self.up
            own &= ~self._played_openly() & ~self.buried
        for hand in self.dealt:
            seen |= hand
        fitting = table.mask(card.mask & self.low.deck)
        complete = position != OPEN and self.complete[position]
        return fitting & own if complete else fitting & (~seen | own)

    def _played_openly(self) -> int:
        """Return every card that the record shows in a trick."""
        shown = 0
        for trick in self.record.tricks:
            for card in trick:
                if isinstance(card, Card):
                    shown |= self.table.bit_of[card.index]
        return shown

    def find_hands(self) -> None:
        """Work out every hand that each seat can have had when play began."""
        faults.check_owners(self)
        size = self.low.hand_size
        for position, played in enumerate(self.played):
            known = self.dealt[position] | played
            if position == self.dealer and self.taken:
                self._find_dealers_hand(known | self.up | self.buried)
                continue
            if known.bit_count() == size:
                self.hands[position] = [known]
                self.dealt[position] = known
                self.complete[position] = True

    def _find_dealers_hand(self, known: int) -> None:
        """Work out the dealer's discard as far as possible; `known` are cards of the six."""
        size, played = self.low.hand_size, self.played[self.dealer]
        six = known if known.bit_count() == size + 1 else 0
        possible: dict[int, int] = {}  # discard -> hand after it
        # Of fewer than six known cards the engine's answer still tells of each whether it may go.
        legal = steps.discards_open(self.low.vector, self.maker, known, self.up)
        for action in single_bits(legal):
            gone = self.up if action == LEAVE_UPCARD else action
            after = known & ~gone
            if played & ~after == 0 and self.buried in (0, gone):
                possible[action] = after
        if self.up in possible and LEAVE_UPCARD in possible:
            del possible[self.up]  # a card that may be refused is not taken to be put down
        if self.buried and not possible:
            raise IllegalAction(
                f"{self.deal}: the dealer, seat {self.record.dealer}, may not put down "
                f"{self.table.text_of[self.buried]}"
            )
        if six:
            if not possible:
                raise IllegalAction(
                    f"{self.deal}: the dealer, seat {self.record.dealer}, took "
                    f"{self.table.text_of[self.up]} and never played it, and may not put it down"
                )
            self.six = six
            self.hands[self.dealer] = list(dict.fromkeys(possible.values()))
            self.discard_legal = self._discard_texts(legal)
            if len(possible) == 1:
                self.buried_text = self._discard_texts(next(iter(possible)))[0]
            if not self.complete[self.dealer] and self.up:
                self.dealt[self.dealer] = six & ~self.up
                self.complete[self.dealer] = True
        elif played.bit_count() == size:
            self.hands[self.dealer] = [played]
        if self.buried and self.buried_text is None:
            self.buried_text = self._discard_texts(next(iter(possible)))[0]
        elif self.record.discard is not None and self.buried_text is None:
            self.buried_text = self.record.discard.egn

    def _discard_texts(self, legal: int) -> tuple[str, ...]:
        left = ("leave",) if legal & LEAVE_UPCARD else ()
        return self.table.texts(legal) + left

    # --- discard and play ---

    def discard(self) -> None:
        """Report the dealer's discard, if the deal has come so far."""
        reached = self.began or self.declared or self.record.discard is not None
        if self.wanted and self.taken and reached:
            self.decisions.append(
                Decision("discard", self.record.dealer, self.discard_legal, self.buried_text)
            )

    def play(self) -> None:
        """Check every card against what its player can have held."""
        for number, trick in enumerate(self.tricks, 1):
            for i, (bit, text) in enumerate(zip(trick.bits, trick.texts, strict=True)):
                if not trick.positions:
                    if self.wanted:
                        self.decisions.append(Decision("play", None, None, text))
                    continue
                position = trick.positions[i]
                legal = self._play_card(position, bit, trick, i, number)
                if self.wanted:
                    texts = self.table.texts(legal) if legal else None
                    self.decisions.append(Decision("play", self.seats[position], texts, text))

    def _play_card(
        self, position: int, bit: int, trick: PlayedTrick, place: int, number: int
    ) -> int:
        """Play one card and return what was legal, 0 where that is not determined."""
        led = trick.led if place else 0
        hands = self.hands[position]
        follows = not place or led != 0
        if hands is None:
            # The cards it still played or was dealt are in its hand: they alone can show a renege.
            rest = self.played[position]
            if not (position == self.dealer and self.taken):
                rest |= self.dealt[position]
            if bit and follows and not steps.plays_open(rest, led) & bit:
                raise faults.renege(self, position, bit, trick, number, rest)
            self.played[position] &= ~bit
            self.dealt[position] &= ~bit
            return 0
        if len(hands) == 1 and bit and follows:
            hand = hands[0]
            legal = int(steps.plays_open(hand, led))
            if not legal & bit:
                raise faults.renege(self, position, bit, trick, number, hand)
            hands[0] = hand ^ bit
            return legal
        return self._play_from_several(hands, position, trick, place, number)

    def _play_from_several(
        self, hands: list[int], position: int, trick: PlayedTrick, place: int, number: int
    ) -> int:
        """Play a card from whichever hands can have played it."""
        follows = not place or trick.led != 0
        led = trick.led if place else 0
        menus = [int(steps.plays_open(hand, led)) if follows else hand for hand in hands]
        after = {
            hand ^ bit
            for hand, menu in zip(hands, menus, strict=True)
            for bit in single_bits(menu & trick.options[place])
        }
        if not after:
            raise faults.renege(self, position, trick.bits[place], trick, number, hands[0])
        self.hands[position] = sorted(after)
        return menus[0] if follows and len(set(menus)) == 1 else 0

    # --- the end ---

    def result(self, totals: tuple[int, ...] | None) -> DealReplay:
        """Put together what happened and what it is worth."""
        record, low, seats = self.record, self.low, self.seats
        maker = None if self.maker == NOBODY else seats[self.maker]
        tricks, won, stopped_after = [], 0, None
        outcome: Outcome | None = None
        for number, trick in enumerate(self.tricks, 1):
            placed = tuple([seats[position] for position in trick.positions])
            winner = None if trick.winner == OPEN else seats[trick.winner]
            leader = placed[0] if placed else None
            tricks.append(TrickReplay(leader, trick.texts, winner, placed))
            if winner is None or maker is None or stopped_after is not None:
                continue
            won += low.teams[maker] >> winner & 1
            if totals is not None or number == low.hand_size:
                outcome = self._outcome(won, number - won)
                if totals is not None and ends_early(outcome, totals, low.rules):
                    stopped_after = number
        unfinished = self._unfinished(stopped_after)
        if unfinished:
            outcome = None
        elif maker is None:
            outcome = Outcome(dealer=record.dealer, special="thrown_in")
        known = all(trick.winner != OPEN for trick in self.tricks[:-1]) and (
            not self.tricks
            or self.tricks[-1].winner != OPEN
            or len(self.tricks[-1].bits) < len(low.seating(self.lone, self.lone_defender).rounds[low.seating(self.lone, self.lone_defender).leader])
        )
        return DealReplay(
            record=record,
            maker=maker,
            contract=None if maker is None else self.trump,
            call_round=None if maker is None else self.call_round,
            alone=None if self.lone == NOBODY else seats[self.lone],
            lone_defender=None if self.lone_defender == NOBODY else seats[self.lone_defender],
            tricks=tuple(tricks),
            maker_tricks=won if known else None,
            decisions=tuple(self.decisions),
            outcome=outcome,
            points=None if outcome is None else score(outcome, low.rules),
            unfinished=unfinished,
            stopped_after=stopped_after,
        )
