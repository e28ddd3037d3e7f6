"""What a seat knows of the cards it does not see: where each of them may be.

Every other seat, the dealer's discard and the cards left over are *places* that need so many
cards and allow some of the unseen ones: a seat that has shown a void holds none of that suit, and
an upcard that the dealer took is in his hand or buried.  Worlds are drawn uniformly over all
layouts that fit (`inference.worlds`); calls and discards thin them out afterwards (`script`).
"""

from __future__ import annotations

from dataclasses import dataclass

from euchre_sim.cards import CardSet
from euchre_sim.engine import steps
from euchre_sim.engine.layout import R_MAY_BURY_UPCARD
from euchre_sim.records.lowered import Lowered
from euchre_sim.records.position import NOBODY, Look, Position

__all__ = ["Knowledge", "knowledge"]


@dataclass(frozen=True)
class Knowledge:
    """Where the unseen cards may be; masks of printed cards.

    Attributes
    ----------
    pool
        The unseen cards.
    needs, allowed
        How many of them each place has, and which: a place a seat (nothing for the seat itself),
        the dealer's discard, the rest.
    shown
        What each seat is known to have been dealt or to have taken up: the seat's own hand, the
        others' cards played.
    """

    pool: int
    needs: tuple[int, ...]
    allowed: tuple[int, ...]
    shown: tuple[int, ...]


def knowledge(position: Position, found: Look, low: Lowered) -> Knowledge:
    """Work out what a seat knows at the decision that is due."""
    n, dealer, size = low.players, low.players - 1, low.hand_size
    upcard, own = position.upcard.bit, CardSet(position.hand).mask
    printed = [0] * n
    lanes = [0] * n
    if found.maker != NOBODY:
        printed = [int(steps.from_contract(cards, found.contract)) for cards in found.played]
        lanes = [_printed_void(void, found, low) for void in found.voids]
    seen = own | upcard
    for cards in printed:
        seen |= cards
    pool = low.deck & ~seen
    hidden_discard = found.taken and position.seat != dealer
    held_up = hidden_discard and not printed[dealer] & upcard
    if held_up:
        pool |= upcard
    needs, allowed, shown = [], [], []
    for seat in range(n):
        if seat == position.seat:
            needs.append(0)
            allowed.append(0)
            shown.append(own)
            continue
        needs.append(size - printed[seat].bit_count())
        takes_it = held_up and seat == dealer
        allowed.append(pool & ~lanes[seat] & ~(0 if takes_it else upcard))
        shown.append(printed[seat])
    needs.append(int(hidden_discard))
    may_bury = held_up and low.vector[R_MAY_BURY_UPCARD]
    allowed.append(pool & ~(0 if may_bury else upcard))
    needs.append(pool.bit_count() - sum(needs))
    allowed.append(pool & ~upcard)
    return Knowledge(pool, tuple(needs), tuple(allowed), tuple(shown))


def _printed_void(void: int, found: Look, low: Lowered) -> int:
    """Return the deck's cards of the suits in a mask of contract space."""
    table = low.trump(found.contract)
    cards = sum(bit for bit in table.text_of if bit & void)
    return int(steps.from_contract(cards, found.contract))
