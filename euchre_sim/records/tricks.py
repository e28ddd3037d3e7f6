"""From the cards of a record to who played them: seats, leaders and winners of the tricks.

A record lists cards, not seats. Trump and the first leader give the seats of the first trick, its
winner leads the next, and so on, until a hidden card leaves open who won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from euchre_sim.cards import Card
from euchre_sim.errors import IllegalAction
from euchre_sim.records.deal import HiddenCard, RecordedCard
from euchre_sim.records.lowered import Seating, TrumpTable

__all__ = ["OPEN", "PlayedTrick", "lay_out", "single_bits"]

OPEN = -1
"""A position that the record does not determine."""


class PlayedTrick(NamedTuple):
    """The cards of a trick, in contract space, and who played them.

    Parameters
    ----------
    bits
        The cards; 0 for a hidden one that may be several.
    options
        What each card can be.
    texts
        The cards as they were recorded.
    positions
        Who played each; empty where that is open.
    led
        All cards that follow suit; 0 where the suit led is open.
    winner
        Position of the winner; `OPEN` where that is open or the trick is not complete.
    """

    bits: list[int]
    options: list[int]
    texts: tuple[str, ...]
    positions: tuple[int, ...]
    led: int
    winner: int


def lay_out(
    tricks: Sequence[Sequence[RecordedCard]],
    table: TrumpTable,
    seating: Seating,
    hand_size: int,
    deal: str,
    options_of: Callable[[int, HiddenCard], int],
) -> list[PlayedTrick]:
    """Find out who played each card.

    Parameters
    ----------
    tricks
        The recorded cards.
    table
        The cards under the trump that was made.
    seating
        Who plays and who leads.
    hand_size
        Number of tricks in a hand.
    deal
        The deal's name for error messages.
    options_of
        What a hidden card can be that a position (`OPEN` if unknown) played.

    Raises
    ------
    IllegalAction
        If there are too many tricks or cards, a card is not in the deck or was played twice.
    """
    laid: list[PlayedTrick] = []
    leader, shown, ready = seating.leader, 0, True
    n_active = len(seating.rounds[leader])
    for number, trick in enumerate(tricks, 1):
        if not trick:
            continue
        size = len(trick)
        if number > hand_size or size > n_active or not ready or len(laid) < number - 1:
            raise _out_of_place(trick, number, laid, n_active, hand_size, deal)
        ready = size == n_active
        positions = seating.rounds[leader][:size] if leader != OPEN else ()
        try:
            bits = options = [table.bit_of[card.index] for card in trick]  # type: ignore[union-attr]
            texts = tuple([table.text_of[bit] for bit in bits])
        except (AttributeError, KeyError):  # a hidden card, or one that is not in the deck
            options = _options(trick, number, table, positions, deal, options_of)
            bits = [0 if choice & (choice - 1) else choice for choice in options]
            texts = tuple([card.egn for card in trick])
        for bit in bits:
            if bit & shown:
                raise _played_twice(bit, number, [*(done.bits for done in laid), bits], table, deal)
            shown |= bit
        led, place = 0, OPEN
        if positions:
            led = table.suit_of[bits[0]] if bits[0] else _common_suit(options[0], table)
            if ready:
                if led and 0 not in bits:
                    ranks = table.strength_of[led]
                    strengths = [ranks[bit] for bit in bits]
                    place = strengths.index(max(strengths))
                else:
                    place = _sure_winner(options, table)
        leader = positions[place] if place != OPEN else OPEN
        laid.append(PlayedTrick(bits, options, texts, positions, led, leader))
    return laid


def single_bits(mask: int) -> Iterator[int]:
    """Yield the members of a set, each as its bit."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def _out_of_place(
    trick: Sequence[RecordedCard],
    number: int,
    laid: Sequence[PlayedTrick],
    n_active: int,
    hand_size: int,
    deal: str,
) -> IllegalAction:
    """Make the error about a trick too many, one too early, or one with too many cards."""
    where = f"{deal}, trick {number}"
    if number > hand_size:
        return IllegalAction(f"{where}: {trick[0].egn} is too much, a hand has {hand_size} tricks")
    before = len(laid[-1].bits) if laid and len(laid) == number - 1 else 0
    if number > 1 and before < n_active:
        return IllegalAction(
            f"{where}: {trick[0].egn} was played, but trick {number - 1} has only {before} of "
            f"{n_active} cards"
        )
    return IllegalAction(f"{where}: {trick[n_active].egn} is too much, only {n_active} seats play")


def _options(
    trick: Sequence[RecordedCard],
    number: int,
    table: TrumpTable,
    positions: Sequence[int],
    deal: str,
    options_of: Callable[[int, HiddenCard], int],
) -> list[int]:
    """Return what each card of a trick can be."""
    found = []
    for place, card in enumerate(trick):
        if isinstance(card, Card):
            options, why = table.bit_of[card.index], "is not in the deck"
        else:
            options = options_of(positions[place] if positions else OPEN, card)
            why = "fits no card that can have been played"
        if not options:
            raise IllegalAction(f"{deal}, trick {number}: {card.egn} {why}")
        found.append(options)
    return found


def _played_twice(
    bit: int, number: int, bits_by_trick: Sequence[Sequence[int]], table: TrumpTable, deal: str
) -> IllegalAction:
    """Make the error about a card that was played before."""
    before = next(n for n, bits in enumerate(bits_by_trick, 1) if bit in bits)
    when = "in the same trick" if before == number else f"in trick {before}"
    return IllegalAction(
        f"{deal}, trick {number}: {table.text_of[bit]} had already been played {when}"
    )


def _common_suit(options: int, table: TrumpTable) -> int:
    """Return the suit of a hidden card, or 0 if it can be of several."""
    suits = {table.suit_of[bit] for bit in single_bits(options)}
    return suits.pop() if len(suits) == 1 else 0


def _sure_winner(options: Sequence[int], table: TrumpTable) -> int:
    """Return the place of the card that wins whatever the hidden ones are, or `OPEN`."""
    winners = set()
    for led_card in single_bits(options[0]):
        ranks = table.strength_of[table.suit_of[led_card]]
        lows, highs = [], []
        for choice in (led_card, *options[1:]):
            strengths = [ranks[bit] for bit in single_bits(choice)]
            lows.append(min(strengths))
            highs.append(max(strengths))
        place = lows.index(max(lows))
        if any(high >= lows[place] for i, high in enumerate(highs) if i != place):
            return OPEN
        winners.add(place)
    return winners.pop() if len(winners) == 1 else OPEN
