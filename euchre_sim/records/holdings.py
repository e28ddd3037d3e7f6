"""Who can have held which card: what a record's hands, discard and tricks say together.

Everything is by position and, once trump is known, in contract space. A seat's hand is known if
the record shows all of it, dealt or played; a dealer who took the upcard may be left with several
possible hands. Nothing is guessed: what the record does not determine stays open.
"""

from __future__ import annotations

from collections.abc import Sequence

from euchre_sim.cards import JOKER, Card
from euchre_sim.engine import steps
from euchre_sim.engine.layout import LEAVE_UPCARD
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records.deal import DealRecord, HiddenCard
from euchre_sim.records.lowered import Lowered, TrumpTable
from euchre_sim.records.tricks import OPEN, PlayedTrick, single_bits

__all__ = ["Holdings", "read_hands"]


def read_hands(
    record: DealRecord, low: Lowered, seats: Sequence[int], deal: str
) -> tuple[list[int], list[bool]]:
    """Return the known cards dealt to each position, printed, and whether they are all of them."""
    known, complete = [0] * low.players, [False] * low.players
    if isinstance(record.upcard, Card) and not record.upcard.bit & low.deck:
        raise IllegalAction(f"{deal}: the upcard {record.upcard.egn} is not in the deck")
    if not record.hands:
        return known, complete
    if len(record.hands) > low.players:
        raise InvalidNotation(
            f"{deal}: there are hands for {len(record.hands)} seats instead of {low.players}"
        )
    place_of = {}
    if isinstance(record.upcard, Card):
        place_of[record.upcard] = "turned up"
    for position, seat in enumerate(seats):
        hand = record.hands[seat] if seat < len(record.hands) else ()
        if len(hand) > low.hand_size:
            raise IllegalAction(
                f"{deal}: seat {seat} was dealt {len(hand)} cards instead of {low.hand_size}, "
                f"{hand[low.hand_size].egn} is one too many"
            )
        for card in hand:
            if not isinstance(card, Card):
                continue
            if not card.bit & low.deck:
                raise IllegalAction(f"{deal}: {card.egn}, dealt to seat {seat}, is not in the deck")
            if card in place_of:
                raise IllegalAction(
                    f"{deal}: {card.egn} was dealt to seat {seat} and also {place_of[card]}"
                )
            place_of[card] = f"dealt to seat {seat}"
            known[position] |= card.bit
        complete[position] = known[position].bit_count() == low.hand_size
    return known, complete


class Holdings:
    """The cards of one deal once trump is known.

    Parameters
    ----------
    record
        The deal.
    low
        The rules.
    table
        The cards under the trump that was made.
    maker
        Position of the maker.
    taken
        Whether the upcard went to the dealer.
    known, complete
        What `read_hands` returned, after a farmer's swap.
    dead
        Printed cards that a farmer swapped.
    seats
        The seat at each position.
    deal
        The deal's name for error messages.

    Attributes
    ----------
    discard_legal, discarded
        What the dealer could put down and what went, as text; None where that is open.
    """

    def __init__(
        self,
        record: DealRecord,
        low: Lowered,
        table: TrumpTable,
        maker: int,
        taken: bool,
        known: list[int],
        complete: list[bool],
        dead: int,
        seats: Sequence[int],
        deal: str,
    ) -> None:
        self.record, self.low, self.table = record, low, table
        self.maker, self.taken = maker, taken
        self.seats, self.deal = seats, deal
        self.dealer = low.players - 1
        self.up = self.buried = 0
        if isinstance(record.upcard, Card):
            self.up = table.bit_of[record.upcard.index]
        if taken and isinstance(record.discard, Card):
            self.buried = table.bit_of[record.discard.index]
            if not self.buried:
                raise IllegalAction(f"{deal}: the discard {record.discard.egn} is not in the deck")
        self.dead = table.mask(dead)
        if self.buried & self.dead:
            raise IllegalAction(f"{deal}: the discard {record.discard} had been swapped before")
        self.dealt = [table.mask(hand) if hand else 0 for hand in known]
        self.complete = complete
        self.played = [0] * low.players  # known cards not yet played in `play`
        self.hands: list[list[int] | None] = [None] * low.players
        self.tricks: list[PlayedTrick] = []
        self.discard_legal: tuple[str, ...] | None = None
        self.discarded: str | None = None

    # --- before the first card ---

    def options_of(self, position: int, card: HiddenCard) -> int:
        """Return what a hidden card played by a position can be: whatever is not elsewhere."""
        fitting = self.table.mask(card.mask & self.low.deck) & ~self.dead
        shown = self.buried
        for trick in self.record.tricks:
            for other in trick:
                if isinstance(other, Card):
                    shown |= self.table.bit_of[other.index]
        elsewhere = self.up
        for hand in self.dealt:
            elsewhere |= hand
        own = elsewhere if position == OPEN else self.dealt[position]
        complete = position != OPEN and self.complete[position]
        if position in (OPEN, self.dealer):
            own = own | self.up if self.taken else own & ~self.up
            complete = complete and (self.up != 0 or not self.taken)
        if complete:
            return fitting & own & ~shown
        return fitting & ~shown & ~(elsewhere & ~own)

    def find_hands(self, tricks: list[PlayedTrick]) -> None:
        """Work out the hands that each position can have had when play began.

        Raises
        ------
        IllegalAction
            If a seat played or put down a card that it cannot have had.
        """
        self.tricks, shown = tricks, self.played
        for trick in tricks:
            if trick.positions:
                for position, bit in zip(trick.positions, trick.bits, strict=True):
                    shown[position] |= bit
        self._check_owners()
        for position, played in enumerate(self.played):
            if position == self.dealer and self.taken:
                self._find_dealers_hand()
                continue
            known = self.dealt[position] | played
            if known.bit_count() == self.low.hand_size:
                self.dealt[position] = known
                self.hands[position] = [known]
                self.complete[position] = True

    def _check_owners(self) -> None:
        """Refuse the first card that somebody else had, or that was out of play."""
        everyone = 0
        for position, hand in enumerate(self.dealt):
            everyone |= hand
            if hand & self.buried and position != self.dealer:
                raise IllegalAction(
                    f"{self.deal}: {self._text(self.buried)}, which the dealer put down, "
                    f"was dealt to seat {self.seats[position]}"
                )
        dealers = self.dealt[self.dealer] | self.up | self.buried
        if self.taken and dealers.bit_count() > self.low.hand_size + 1:
            raise IllegalAction(
                f"{self.deal}: the dealer, seat {self.record.dealer}, put down "
                f"{self._text(self.buried)}, which was not in the hand"
            )
        out = (self.buried if self.taken else self.up) | self.dead
        for position, played in enumerate(self.played):
            own, limit = self.dealt[position], self.low.hand_size
            foreign = out | (everyone & ~own)
            if position == self.dealer and self.taken:
                own, limit = dealers, limit + 1
            else:
                foreign |= self.up
            if played & foreign or (own | played).bit_count() > limit:
                raise self._foreign_card(position, foreign, own, limit)
        for number, trick in enumerate(self.tricks, 1):
            if trick.positions:
                continue
            for bit in trick.bits:
                if bit & out:
                    raise self._not_there(bit, number, OPEN)

    def _foreign_card(self, position: int, foreign: int, own: int, limit: int) -> IllegalAction:
        """Make the error about the first card a position cannot have had."""
        for number, trick in enumerate(self.tricks, 1):
            if position not in trick.positions:
                continue
            bit = trick.bits[trick.positions.index(position)]
            if bit & foreign:
                return self._not_there(bit, number, position)
            own |= bit
            if own.bit_count() > limit:
                break
        had = self.table.texts(own & ~bit)
        return IllegalAction(
            f"{self.deal}, trick {number}: {self._text(bit)} was not in the hand of seat "
            f"{self.seats[position]}, which had {', '.join(had)}"
        )

    def _not_there(self, bit: int, number: int, position: int) -> IllegalAction:
        """Make the error about a card that lies or was dealt elsewhere."""
        if bit & self.dead:
            why = "it had been swapped for a hidden card"
        elif bit == self.buried:
            why = f"the dealer, seat {self.record.dealer}, had put it down"
        elif bit == self.up and self.taken:
            why = f"the upcard went to the dealer, seat {self.record.dealer}"
        elif bit == self.up:
            why = "it is the upcard, which nobody took"
        else:
            owner = next(i for i, hand in enumerate(self.dealt) if bit & hand)
            why = f"it was dealt to seat {self.seats[owner]}"
            leader = self.tricks[number - 1].positions[:1]
            if leader:
                why += f"; by these rules seat {self.seats[leader[0]]} leads trick {number}"
        by = "" if position == OPEN else f" by seat {self.seats[position]}"
        return IllegalAction(
            f"{self.deal}, trick {number}: {self._text(bit)} cannot have been played{by}, {why}"
        )

    def _find_dealers_hand(self) -> None:
        """Work out what the dealer may have put down, and the hands that leaves."""
        record, dealer, played = self.record, self.dealer, self.played[self.dealer]
        if record.discard is not None:
            self.discarded = record.discard.egn
        if played.bit_count() == self.low.hand_size:
            self.hands[dealer] = [played]
        if not self.up:
            return
        six = self.dealt[dealer] | played | self.up | self.buried
        legal = steps.discards_open(self.low.vector, self.maker, six, self.up)
        after: dict[int, int] = {}  # every discard that fits the record -> the hand it leaves
        for action in single_bits(legal):
            gone = self.up if action == LEAVE_UPCARD else action
            if not played & gone and self.buried in (0, gone):
                after[action] = six & ~gone
        if self.buried and not after:
            raise IllegalAction(
                f"{self.deal}: the dealer, seat {record.dealer}, may not put down "
                f"{self._text(self.buried)}"
            )
        if LEAVE_UPCARD in after:
            after.pop(self.up, None)  # a card that can be refused is not taken to be put down
        if self.buried:
            self.discarded = self._discard_texts(next(iter(after)))[0]
        if six.bit_count() <= self.low.hand_size:
            return
        if not after:
            raise IllegalAction(
                f"{self.deal}: the dealer, seat {record.dealer}, took {self._text(self.up)} and "
                "never played it, but may not put it down"
            )
        self.hands[dealer] = list(after.values())
        self.discard_legal = self._discard_texts(legal)
        if len(after) == 1:
            self.discarded = self._discard_texts(next(iter(after)))[0]
        self.dealt[dealer] = six & ~self.up
        self.complete[dealer] = True

    def _discard_texts(self, actions: int) -> tuple[str, ...]:
        leave = ("leave",) if actions & LEAVE_UPCARD else ()
        return self.table.texts(actions & ~LEAVE_UPCARD) + leave

    def _text(self, bit: int) -> str:
        return self.table.text_of[bit]

    def printed(self, position: int) -> int:
        """Return the printed cards that a position is known to have been dealt."""
        known = self.dealt[position] | self.played[position]
        printed: int = steps.from_contract(known, self.table.trump)
        return printed

    # --- play ---

    def play(self, trick: PlayedTrick, number: int) -> list[int]:
        """Play a trick and return what was legal for each card; 0 where that is not determined.

        Raises
        ------
        IllegalAction
            If no hand that a seat can have had allows its card.
        """
        plays_open = steps.plays_open
        legals: list[int] = []
        led = 0
        if not trick.positions:
            return legals
        for place, (position, bit) in enumerate(zip(trick.positions, trick.bits, strict=True)):
            hands = self.hands[position]
            if hands is not None and len(hands) == 1 and bit and (led or not place):
                hand = hands[0]
                legal = plays_open(hand, led)
                if not legal & bit:
                    raise self._renege(trick, place, number, hand)
                hands[0] = hand ^ bit
                legals.append(legal)
            elif place and not led:
                self._play_unchecked(trick, place, number)
                legals.append(0)
            elif hands is None:
                self._play_from_known_cards(trick, place, number, led)
                legals.append(0)
            else:
                legals.append(self._play_from_several(hands, trick, place, number, led))
            led = trick.led
        return legals

    def _play_unchecked(self, trick: PlayedTrick, place: int, number: int) -> None:
        """Play a card to a trick whose suit is not known: anything may follow."""
        position, options = trick.positions[place], trick.options[place]
        self._let_go(position, options)
        hands = self.hands[position]
        if hands is not None:
            after = {hand ^ card for hand in hands for card in single_bits(hand & options)}
            if not after:
                raise self._not_held(trick, place, number)
            self.hands[position] = sorted(after)

    def _let_go(self, position: int, options: int) -> None:
        """Take the card just played, or all that a hidden one can be, from the known cards."""
        self.played[position] &= ~options
        self.dealt[position] &= ~options

    def _play_from_known_cards(self, trick: PlayedTrick, place: int, number: int, led: int) -> None:
        """Play a card of a hand of which only some cards are known; they can show a renege."""
        position, bit = trick.positions[place], trick.bits[place]
        held = self.played[position] | bit
        if position != self.dealer or not self.taken:
            held |= self.dealt[position]
        if bit and not steps.plays_open(held, led) & bit:
            raise self._renege(trick, place, number, held)
        self._let_go(position, trick.options[place])

    def _play_from_several(
        self, hands: list[int], trick: PlayedTrick, place: int, number: int, led: int
    ) -> int:
        """Play a card from whichever hands can have played it; return what was legal if clear."""
        options = trick.options[place]
        menus = [steps.plays_open(hand, led) for hand in hands]
        after = {
            hand ^ card
            for hand, menu in zip(hands, menus, strict=True)
            for card in single_bits(menu & options)
        }
        if not after:
            if any(hand & options for hand in hands):
                raise self._renege(trick, place, number, hands[0])
            raise self._not_held(trick, place, number)
        self.hands[trick.positions[place]] = sorted(after)
        return menus[0] if len(set(menus)) == 1 else 0

    def _not_held(self, trick: PlayedTrick, place: int, number: int) -> IllegalAction:
        """Make the error about a hidden card that fits no card of the hand."""
        return IllegalAction(
            f"{self.deal}, trick {number}: {trick.texts[place]} fits no card that seat "
            f"{self.seats[trick.positions[place]]} can have had"
        )

    def _renege(self, trick: PlayedTrick, place: int, number: int, held: int) -> IllegalAction:
        """Make the error about a card that did not follow suit."""
        suit = self.table.suit_names[trick.led]
        proofs = []
        for card in single_bits(held & trick.led):
            later = (
                n
                for n, other in enumerate(self.tricks, 1)
                if card in other.bits and trick.positions[place] in other.positions
            )
            shown = next((f"played in trick {n}" for n in later), "in the hand as dealt")
            text = self._text(card)
            bower = "" if text[1] == suit[0] or card == JOKER.bit else "the left bower, "
            proofs.append(f"{text}, {bower}{shown}")
        return IllegalAction(
            f"{self.deal}, trick {number}: {trick.texts[place]} is not legal for seat "
            f"{self.seats[trick.positions[place]]}: it held {suit} ({'; '.join(proofs)}) "
            "and had to follow"
        )
