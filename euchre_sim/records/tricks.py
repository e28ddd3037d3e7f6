"""From the cards of a record to who played them: seats, leaders and winners of the tricks.

A record lists cards, not seats. Trump and the first leader give the seats of the first trick, its
winner leads the next, and so on, until a hidden card leaves open who won.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from euchre_sim.cards import Card
from euchre_sim.engine import steps
from euchre_sim.errors import IllegalAction
from euchre_sim.records.deal import HiddenCard, RecordedCard
from euchre_sim.records.lowered import Seating, TrumpTable

__all__ = ["PlayedTrick", "lay_out", "single_bits"]

OPEN = -1
"""A position that the record does not determine."""


class PlayedTrick(NamedTuple):
    """The cards of a trick, in contract space, and who played them.

    Parameters
    ----------
    bits
        The cards; 0 for a hidden one that may be several.
    options
        For every card what it can be.
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
    played_in: dict[int, int] = {}
    leader = seating.leader
    n_active = len(seating.rounds[leader])
    for number, trick in enumerate(tricks, 1):
        if not trick:
            continue
        if number > hand_size:
            raise IllegalAction(
                f"{deal}, trick {number}: {trick[0].egn} is one too many, "
                f"a hand has {hand_size} tricks"
            )
        if len(laid) < number - 1 or (laid and len(laid[-1].bits) < n_active):
            before = len(laid[-1].bits) if len(laid) == number - 1 else 0
            raise IllegalAction(
                f"{deal}, trick {number}: {trick[0].egn} was played before trick {number - 1} "
                f"was complete, which has {before} of {n_active} cards"
            )
        if len(trick) > n_active:
            raise IllegalAction(
                f"{deal}, trick {number}: {trick[n_active].egn} is one too many, "
                f"{n_active} players take part"
            )
        positions = seating.rounds[leader][: len(trick)] if leader != OPEN else ()
        bits: list[int] = []
        options: list[int] = []
        texts: list[str] = []
        for i, card in enumerate(trick):
            if isinstance(card, Card):
                bit = choice = table.bit_of[card.index]
                if not bit:
                    raise IllegalAction(
                        f"{deal}, trick {number}: {card.egn} is not in the deck"
                    )
            else:
                choice = options_of(positions[i] if positions else OPEN, card)
                if not choice:
                    raise IllegalAction(
                        f"{deal}, trick {number}: {card.egn} can be no card that is left"
                    )
                bit = choice if choice & (choice - 1) == 0 else 0
            if bit:
                if bit in played_in:
                    raise IllegalAction(
                        f"{deal}, trick {number}: {table.text_of[bit]} was already played "
                        f"in trick {played_in[bit]}"
                    )
                played_in[bit] = number
            bits.append(bit)
            options.append(choice)
            texts.append(table.text_of[bit] if choice == bit else card.egn)
        led, place = 0, OPEN
        if positions:
            led = _led_suit(options[0], table)
            if len(trick) == n_active:
                place = _winner(bits, led) if led and all(bits) else _sure_winner(options, table)
        leader = positions[place] if place != OPEN else OPEN
        laid.append(PlayedTrick(bits, options, tuple(texts), positions, led, leader))
    return laid


def single_bits(mask: int) -> Iterator[int]:
    """Yield the members of a set, each as its bit."""
    while mask:
        lowest = mask & -mask
        yield lowest
        mask ^= lowest


def _led_suit(options: int, table: TrumpTable) -> int:
    """Return the suit of a card led, or 0 if it can be of several."""
    suits = {table.suit_of[bit] for bit in single_bits(options)}
    return suits.pop() if len(suits) == 1 else 0


def _winner(bits: list[int], led: int) -> int:
    """Return the place of the winning card."""
    strengths = [steps.power(bit, led) for bit in bits]
    return strengths.index(max(strengths))


def _sure_winner(options: list[int], table: TrumpTable) -> int:
    """Return the place of the card that wins whatever the hidden ones are, or `OPEN`."""
    winners = set()
    for led_card in single_bits(options[0]):
        led = table.suit_of[led_card]
        ranges = []
        for choice in (led_card, *options[1:]):
            strengths = [steps.power(bit, led) for bit in single_bits(choice)]
            ranges.append((min(strengths), max(strengths)))
        lows = [low for low, _ in ranges]
        place = lows.index(max(lows))
        if any(high >= lows[place] for i, (_, high) in enumerate(ranges) if i != place):
            return OPEN
        winners.add(place)
    return winners.pop() if len(winners) == 1 else OPEN
