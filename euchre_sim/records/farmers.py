"""A farmer's hand in a record: who could claim one, who did, and which cards were swapped.

A hand that was dealt again is not part of a record; what is recorded is the deal that was played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from euchre_sim.cards import JOKER, Card, CardSet
from euchre_sim.engine import steps
from euchre_sim.errors import IllegalAction, InvalidNotation
from euchre_sim.records.deal import DealRecord, Exchange, RecordedCard
from euchre_sim.records.lowered import Lowered
from euchre_sim.records.result import Decision
from euchre_sim.rule_options import value_text

__all__ = ["Claims", "read_claims"]

SWAPPED = 3


class Claims(NamedTuple):
    """What became of the farmers' hands of a deal.

    Parameters
    ----------
    decisions
        Who was asked and what was answered, as far as the hands are known.
    dead
        Printed cards that were swapped, and are out of play.
    """

    decisions: tuple[Decision, ...]
    dead: int


def read_claims(
    record: DealRecord,
    low: Lowered,
    seats: Sequence[int],
    known: list[int],
    complete: list[bool],
    deal: str,
) -> Claims:
    """Check the claims of a deal, and swap the cards in what is known of the hands.

    Parameters
    ----------
    record
        The deal.
    low
        The rules.
    seats
        The seat at each position.
    known, complete
        What `holdings.read_hands` returned; the farmer's hand is changed in it.
    deal
        The deal's name for error messages.

    Raises
    ------
    IllegalAction
        If a swap cannot have happened.
    InvalidNotation
        If it is not written as one.
    """
    swaps = [one for one in record.exchanges if one.kind == "farmer"]
    rule = low.rules.farmers_hand
    if swaps and not rule.startswith("swap"):
        raise IllegalAction(
            f"{deal}: seat {swaps[0].seat} may not swap cards for hidden ones under "
            f"farmers_hand={value_text(rule)}, set it to the form that was played"
        )
    if len(swaps) > 1:
        raise InvalidNotation(f"{deal}: two farmer's hands are swapped, only one can be")
    if rule == "off":
        return Claims((), 0)
    swap = swaps[0] if swaps else None
    decisions = list(_answers(record, low, seats, known, complete, swap))
    if swap is None:
        return Claims(tuple(decisions), 0)
    position = seats.index(swap.seat)
    hand = known[position]
    whole_hand = hand if complete[position] else 0
    up = record.upcard.bit if isinstance(record.upcard, Card) else 0
    others = sum((cards for other, cards in enumerate(known) if other != position), up)
    gone = _cards_gone(low, swap, whole_hand, others, deal)
    came = _cards_that_came(low, swap, others | hand | gone, deal)
    decisions += _picks(low, swap, whole_hand)
    all_gone = gone.bit_count() == SWAPPED
    known[position] = (hand & ~gone if all_gone else 0) | came
    complete[position] = known[position].bit_count() == low.hand_size
    return Claims(tuple(decisions), gone)


def _cards_gone(low: Lowered, swap: Exchange, hand: int, others: int, deal: str) -> int:
    """Return the printed cards that went, as far as they are known; `hand` is 0 where it is not."""
    _check_number(swap.put_down, "put down", deal)
    open_cards = _open_cards(low, hand, swap)
    if not open_cards:
        raise IllegalAction(f"{deal}: seat {swap.seat} has no farmer's hand to swap cards of")
    gone = 0
    for card in swap.put_down:
        if not isinstance(card, Card):
            continue
        if not card.bit & open_cards & ~(gone | others):
            raise IllegalAction(
                f"{deal}: {card.egn} is no card that seat {swap.seat} could swap out of "
                "a farmer's hand"
            )
        gone |= card.bit
    return gone


def _cards_that_came(low: Lowered, swap: Exchange, elsewhere: int, deal: str) -> int:
    """Return the printed hidden cards that came, as far as they are known."""
    _check_number(swap.taken, "taken", deal)
    came = 0
    for card in swap.taken:
        if not isinstance(card, Card):
            continue
        if not card.bit & low.deck:
            raise IllegalAction(f"{deal}: {card.egn}, taken in a swap, is not in the deck")
        if card.bit & (elsewhere | came):
            raise IllegalAction(
                f"{deal}: {card.egn} cannot have been taken in a swap, it was no hidden card"
            )
        came |= card.bit
    return came


def _check_number(cards: Sequence[RecordedCard], what: str, deal: str) -> None:
    if len(cards) not in (0, SWAPPED):
        raise IllegalAction(
            f"{deal}: a farmer's hand swaps {SWAPPED} cards, and {len(cards)} were {what}"
        )


def _answers(
    record: DealRecord,
    low: Lowered,
    seats: Sequence[int],
    known: Sequence[int],
    complete: Sequence[bool],
    swap: Exchange | None,
) -> Iterator[Decision]:
    """Yield who declined, and who claimed in so many words; a first card swapped is a claim too."""
    if swap is None and not record.calls:
        return
    first_ends = low.rules.farmers_order == "eldest_first"
    plain = _is_plain(low)
    for position, seat in enumerate(seats):
        claimed = swap is not None and seat == swap.seat
        cards = int(steps.farmer_cards(low.vector, known[position])) if complete[position] else 0
        if claimed and plain:
            yield Decision("farmer", seat, ("no", "yes"), "yes")
        elif cards and not claimed:
            legal = ("no", "yes") if plain else (*_texts(cards), "no")
            yield Decision("farmer", seat, legal, "no")
        if claimed and first_ends:
            return


def _picks(low: Lowered, swap: Exchange, hand: int) -> Iterator[Decision]:
    """Yield the farmer's cards one by one; `hand` is 0 where it is not known in full."""
    cards: int | None = int(steps.farmer_cards(low.vector, hand)) if hand else None
    for number in range(SWAPPED):
        legal = None
        if cards is not None:
            legal = _texts(cards) + (("no",) if number == 0 and not _is_plain(low) else ())
        card: RecordedCard | None = swap.put_down[number] if swap.put_down else None
        yield Decision("farmer", swap.seat, legal, card.egn if isinstance(card, Card) else None)
        if cards is not None:
            cards = cards & ~card.bit if isinstance(card, Card) else None


def _is_plain(low: Lowered) -> bool:
    """Whether a claim is a yes or no and not the first card to go."""
    rules = low.rules
    return rules.farmers_hand == "redeal_all_low" or rules.farmers_order == "conflict_is_misdeal"


def _open_cards(low: Lowered, hand: int, swap: Exchange) -> int:
    """Return what may go out of a hand; out of some hand where it is not known."""

    def swappable(cards: int) -> int:
        return int(steps.farmer_cards(low.vector, cards))

    if hand:
        return swappable(hand)
    gone = [card for card in swap.put_down if isinstance(card, Card)]
    together = swappable(sum(card.bit for card in set(gone)))
    if together:
        return together
    some = swappable(low.deck)
    if len(gone) < SWAPPED:  # three of a rank, of whichever rank
        ranked = list(CardSet.from_mask(low.deck & ~JOKER.bit))
        for rank in {card.rank for card in ranked}:
            some |= swappable(sum(card.bit for card in ranked if card.rank == rank))
    return some


def _texts(cards: int) -> tuple[str, ...]:
    return tuple([card.egn for card in CardSet.from_mask(cards)])
