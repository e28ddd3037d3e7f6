"""A deal under way as one seat sees it: what was dealt to it, said and played, and what comes next.

A `Position` is what a player could write down at the table.  `look` goes through it with the
engine's single steps, refuses what cannot have happened, and finds the decision that is due: the
seat's own, or else an error that says whose it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from euchre_sim.cards import Card, CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD, NO, PASS, YES
from euchre_sim.errors import IllegalAction, RuleConflict
from euchre_sim.records.call_words import call_word, call_words
from euchre_sim.records.lowered import Lowered, TrumpTable
from euchre_sim.rules import HouseRules
from euchre_sim.scoring import MISERE

__all__ = ["NOBODY", "UNTOLD", "Look", "Position", "look"]

NOBODY = -1


@dataclass(frozen=True, kw_only=True)
class Position:
    """What one seat knows of a deal; seats are positions from 0 (left of the dealer).

    Parameters
    ----------
    rules
        The house rules.
    seat
        Whose knowledge it is.
    hand
        The cards dealt to it.
    upcard
        The card turned up.
    calls
        What was said, one action bit each (`engine.layout.call_bit`), from the dealer's left on.
    discard
        What the dealer put down, where the seat knows it: its own, or the upcard if that was
        refused.
    alone, lone_defender
        Who declared before the first lead; `NOBODY` where everybody asked has declined, None where
        the question is not settled.  (Who went alone with the call is in the calls.)
    tricks
        The cards of each trick in the order they were played.
    """

    rules: HouseRules
    seat: int
    hand: tuple[Card, ...]
    upcard: Card
    calls: tuple[int, ...] = ()
    discard: Card | None = None
    alone: int | None = None
    lone_defender: int | None = None
    tricks: tuple[tuple[Card, ...], ...] = ()

    @property
    def is_first_call(self) -> bool:
        """Whether nothing but passes were heard and the seat is to call."""
        n, said = self.rules.players, len(self.calls)
        told = (self.discard, self.alone, self.lone_defender)
        return (
            all(call == PASS for call in self.calls)
            and said < 2 * n
            and said % n == self.seat
            and not self.tricks
            and all(one is None for one in told)
        )


@dataclass
class Look:
    """What a position comes to; cards are masks in contract space once trump is made.

    Attributes
    ----------
    phase
        The decision that is due: ``call``, ``discard``, ``alone``, ``defend`` or ``play``.
    step
        Round of calls or number of the trick, from 0.
    legal
        The legal actions, one bit each.
    maker, contract, call_round
        `NOBODY`, `NOBODY` and 0 before a call.
    taken
        Whether the dealer has the upcard, or buried it.
    lone, lone_defender
        Who plays alone on either side, or `NOBODY`.
    played
        Every seat's cards played.
    voids
        Every seat's suits in which it has shown that it has none.
    plays
        Seat, trick and card of every card played, in order.
    table
        Cards on the table in the order played.
    led_mask
        All cards of the suit that was led; 0 for the leader.
    """

    phase: str = ""
    step: int = 0
    legal: int = 0
    maker: int = NOBODY
    contract: int = NOBODY
    call_round: int = 0
    taken: bool = False
    lone: int = NOBODY
    lone_defender: int = NOBODY
    declined: list[tuple[str, int]] = field(default_factory=list)
    played: list[int] = field(default_factory=list)
    voids: list[int] = field(default_factory=list)
    plays: list[tuple[int, int, int]] = field(default_factory=list)
    table: list[int] = field(default_factory=list)
    led_mask: int = 0


def look(position: Position, low: Lowered) -> Look:
    """Go through a position up to the decision that is due.

    Raises
    ------
    IllegalAction
        If something cannot have happened, or the decision is another seat's.
    RuleConflict
        If these rules move cards in ways that a position has no place for.
    """
    return _Walk(position, low).go()


UNTOLD = {"farmers_hand": "off", "call_for_best": False, "two_hand_style": "plain"}


class _Walk:
    """Goes through a position; the methods in the order of play, each up to the next question."""

    def __init__(self, position: Position, low: Lowered) -> None:
        for name, usual in UNTOLD.items():
            if getattr(position.rules, name) != usual:
                raise RuleConflict(
                    f"with {name} only the first call of a deal can be asked about", options=(name,)
                )
        self.position, self.low, self.n = position, low, low.players
        self.found = Look(played=[0] * self.n, voids=[0] * self.n)
        self.hand = CardSet(position.hand).mask
        self.table: TrumpTable
        if len(position.hand) != low.hand_size or self.hand.bit_count() != low.hand_size:
            raise IllegalAction(f"a hand has {low.hand_size} different cards")
        if self.hand & position.upcard.bit:
            raise IllegalAction(f"{position.upcard} is in the hand and turned up")

    def go(self) -> Look:
        """Find the decision that is due."""
        if self.calls() or self.pickup() or self.windows():
            return self.found
        return self.play()

    def due(self, phase: str, seat: int, step: int, legal: int) -> bool:
        """Note the decision that is due; whether it is the seat's own."""
        if seat != self.position.seat:
            whose = f"position {seat + 1}" if seat != self.n - 1 else "the dealer"
            raise IllegalAction(
                f"it is {whose}'s turn ({_ASKED[phase]}), not that of position "
                f"{self.position.seat + 1}: say what happened up to its turn"
            )
        for name, what in _TOLD_AFTER[phase].items():
            if getattr(self.position, name) is not None:
                raise IllegalAction(f"{_ASKED[phase]} is due, so {what} is not known yet")
        self.found.phase, self.found.step, self.found.legal = phase, step, legal
        return True

    # --- before the first card ---

    def calls(self) -> bool:
        """Go through the calls; whether one is due."""
        position, low, found = self.position, self.low, self.found
        upcard = position.upcard.bit
        if steps.dealer_names(low.vector, upcard):
            raise RuleConflict(
                "a dealer who names trump for the joker can only be asked about before that",
                options=("joker_upcard_rule",),
            )
        up_suit = int(steps.suit_of_upcard(low.vector, upcard))
        for i, bit in enumerate(position.calls):
            call_round, seat = divmod(i, self.n)
            if call_round == 2 or found.maker != NOBODY:
                why = "trump had been made" if found.maker != NOBODY else "all had passed twice"
                raise IllegalAction(f"call {i + 1} was said after {why}")
            legal = low.menu(seat, call_round + 1, up_suit)[0]
            if seat == position.seat:
                legal = low.calls_open(seat, call_round + 1, up_suit, self.hand)
            if not bit & legal:
                raise IllegalAction(
                    f"call {i + 1}: {call_word(bit, call_round + 1)} is not legal for position "
                    f"{seat + 1}, only {call_words(legal, call_round + 1)}"
                )
            if bit != PASS:
                index = bit.bit_length() - 2
                found.maker, found.call_round = seat, call_round + 1
                found.contract, alone = divmod(index, 2)
                found.lone = seat if alone else NOBODY
        if found.maker == NOBODY:
            call_round, seat = divmod(len(position.calls), self.n)
            if call_round == 2:
                raise IllegalAction("all have passed twice: there is nothing left to decide")
            if any(position.tricks):
                raise IllegalAction("a card was played, but nobody has made trump")
            return self.due(
                "call", seat, call_round, low.calls_open(seat, call_round + 1, up_suit, self.hand)
            )
        self.table = low.trump(found.contract)
        return False

    def pickup(self) -> bool:
        """See who has the upcard; whether the discard is due."""
        position, low, found = self.position, self.low, self.found
        dealer = self.n - 1
        found.taken = steps.takes_upcard(
            low.vector, found.maker, found.call_round, found.lone != NOBODY
        )
        up = self.table.bit_of[position.upcard.index]
        if not found.taken:
            if position.discard is not None:
                raise IllegalAction(f"the dealer put down {position.discard}, but took no card up")
            return False
        cards = self.table.mask(self.hand) | up
        legal = int(steps.discards_open(low.vector, found.maker, cards, up))
        if position.discard is None:
            if position.seat == dealer and any(position.tricks):
                raise IllegalAction("a card was played: say what you, the dealer, put down")
            return position.seat == dealer and self.due("discard", dealer, 0, legal)
        bit = self.table.bit_of[position.discard.index]
        if bit == up and legal & LEAVE_UPCARD:
            found.taken = False
        elif position.seat != dealer:
            raise IllegalAction(
                f"position {position.seat + 1} cannot know that the dealer put down "
                f"{position.discard}"
            )
        elif not bit & legal:
            raise IllegalAction(
                f"the dealer cannot put down {position.discard}, only "
                f"{', '.join(self.table.texts(legal & ~LEAVE_UPCARD)).upper()}"
            )
        return False

    def windows(self) -> bool:
        """See who plays or defends alone; whether a declaration is due."""
        position, low, found = self.position, self.low, self.found
        if found.contract == MISERE:
            return False
        first = NOBODY
        if found.lone == NOBODY:
            first = steps.next_alone_asked(low.vector, found.maker, NOBODY)
        lone = self.poll("alone", first, position.alone, steps.next_alone_asked)
        if lone is None:
            return True
        if lone != NOBODY:
            found.lone = lone
        if position.alone not in (None, NOBODY, found.lone):
            raise IllegalAction(f"position {position.alone + 1} may not play alone here")
        first = NOBODY
        if steps.may_defend_alone(low.vector, found.lone):
            first = steps.next_defender_asked(low.vector, found.maker, NOBODY)
        defender = self.poll("defend", first, position.lone_defender, steps.next_defender_asked)
        if defender is None:
            return True
        found.lone_defender = defender
        if position.lone_defender not in (None, NOBODY, defender):
            raise IllegalAction(f"position {position.lone_defender + 1} may not defend alone here")
        return False

    def poll(
        self, phase: str, asked: int, told: int | None, following: Callable[..., int]
    ) -> int | None:
        """Go through those asked: who declares, or None where the seat's own answer is due."""
        while asked != NOBODY:
            if self.asks(phase, asked, told):
                return None
            if told == asked:
                return asked
            asked = following(self.low.vector, self.found.maker, asked)
        return NOBODY

    def asks(self, phase: str, asked: int, told: int | None) -> bool:
        """Whether the seat's own declaration is due; notes what another one declined."""
        own = asked == self.position.seat
        if told is None and own and not any(self.position.tricks):
            return self.due(phase, asked, 0, YES | NO)
        if told != asked:
            self.found.declined.append((phase, asked))
        return False

    # --- the cards ---

    def play(self) -> Look:
        """Go through the cards; the card that is due."""
        position, low, found = self.position, self.low, self.found
        seating = low.seating(found.lone, found.lone_defender)
        leader = seating.leader
        self.own = self.table.mask(self.hand)
        up = self.table.bit_of[position.upcard.index]
        self.gone = 0 if found.taken else up
        if position.seat == self.n - 1 and found.taken:
            assert position.discard is not None
            self.own = (self.own | up) & ~self.table.bit_of[position.discard.index]
            self.gone |= self.table.bit_of[position.discard.index]
        tricks = [*position.tricks]
        order = seating.rounds[leader]
        if position.seat not in order:
            raise IllegalAction(
                f"position {position.seat + 1} sits out, its partner playing alone: it has nothing "
                "to decide"
            )
        if not tricks or len(tricks[-1]) == len(order):
            tricks.append(())
        for number, trick in enumerate(tricks):
            order = seating.rounds[leader]
            if number and self._misere_is_lost(leader):
                raise IllegalAction(
                    f"the misere was over with trick {number}: there is nothing left to decide"
                )
            if number == low.hand_size:
                raise IllegalAction("all cards have been played: there is nothing left to decide")
            if len(trick) > len(order):
                raise IllegalAction(
                    f"trick {number + 1} has {len(trick)} cards, {len(order)} players play"
                )
            if len(trick) < len(order) and number < len(tricks) - 1:
                raise IllegalAction(
                    f"trick {number + 1} has only {len(trick)} of {len(order)} cards, "
                    "but another one follows"
                )
            leader = self._trick(number, trick, order)
        seat = order[len(found.table)]
        hand = self.own & ~found.played[position.seat]
        legal = int(steps.plays_open(hand, found.led_mask)) if seat == position.seat else 0
        self.due("play", seat, len(tricks) - 1, legal)
        return found

    def _misere_is_lost(self, winner: int) -> bool:
        """Whether a trick's winner ends a misere."""
        rules, found = self.position.rules, self.found
        is_misere = found.contract == MISERE and rules.misere_ends_early
        return is_misere and bool(rules.teams[found.maker] >> winner & 1)

    def _trick(self, number: int, trick: tuple[Card, ...], order: tuple[int, ...]) -> int:
        """Put the cards of a trick on the table; who wins it so far."""
        found, table = self.found, self.table
        found.table, found.led_mask = [], 0
        best, winner = 0, order[0]
        for seat, card in zip(order, trick, strict=False):
            bit = table.bit_of[card.index]
            where = f"trick {number + 1}: {card}"
            self._check_card(where, card, bit, seat)
            if not found.led_mask:
                found.led_mask = table.suit_of[bit]
            elif not bit & found.led_mask:
                found.voids[seat] |= found.led_mask
            found.played[seat] |= bit
            found.plays.append((seat, number, bit))
            found.table.append(bit)
            strength = table.strength_of[found.led_mask][bit]
            if strength > best:
                best, winner = strength, seat
        return winner

    def _check_card(self, where: str, card: Card, bit: int, seat: int) -> None:
        """Refuse a card that cannot have been played."""
        position, found = self.position, self.found
        whose = f"position {seat + 1}"
        if not bit:
            raise IllegalAction(f"{where} is not in the deck")
        if any(bit & cards for cards in found.played):
            raise IllegalAction(f"{where} was played before")
        if bit & self.gone:
            raise IllegalAction(f"{where} is out of play")
        mine = seat == position.seat
        if mine != bool(bit & self.own):
            hers = f"is not among position {seat + 1}'s cards" if mine else "is in your own hand"
            raise IllegalAction(f"{where}, played by {whose}, {hers}")
        up = self.table.bit_of[position.upcard.index]
        if found.taken and bit == up and seat != self.n - 1:
            raise IllegalAction(f"{where}, played by {whose}, is the upcard, which the dealer took")
        if bit & found.voids[seat]:
            raise IllegalAction(f"{where}: {whose} has shown that it has none of that suit")
        hand = self.own & ~found.played[seat]
        if mine and not bit & int(steps.plays_open(hand, found.led_mask)):
            raise IllegalAction(f"{where} reneges: a card of the suit led is held")


_ASKED = {
    "call": "a call",
    "discard": "the discard",
    "alone": "alone or not",
    "defend": "to defend alone or not",
    "play": "a card",
}

# What comes after a decision, so that nobody can know it when that is due.
_DISCARD = {"discard": "what the dealer put down"}
_ALONE = {"alone": "who plays alone"}
_DEFENDER = {"lone_defender": "who defends alone"}
_TOLD_AFTER: dict[str, dict[str, str]] = {
    "call": _DISCARD | _ALONE | _DEFENDER,
    "discard": _ALONE | _DEFENDER,
    "alone": _ALONE | _DEFENDER,
    "defend": _DEFENDER,
    "play": {},
}
