"""Who deals first: the exact chances of every way to find out.

>>> from euchre_sim.rules import HouseRules
>>> [str(chance) for chance in chances_by_card(HouseRules())]
['13/46', '6/23', '11/46', '5/23']
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from euchre_sim.rules import HouseRules

__all__ = ["chances_by_card", "chances_by_seat"]

# Jacks that end the search for a dealer.
_WANTED = {"first_black_jack": 2, "first_jack": 4}


def chances_by_card(rules: HouseRules) -> tuple[Fraction, ...] | None:
    """Return the chances of those who get the 1st, 2nd, ... card in the search for a jack.

    The first of ``j`` jacks among ``c`` cards (a joker is left out) is card ``k`` in
    C(c - k, j - 1) of C(c, j) cases.  None where no jack is searched for.
    """
    wanted = _WANTED.get(rules.first_dealer_method)
    if wanted is None:
        return None
    cards = rules.deck.bit_count() - rules.joker
    chances = [Fraction(0)] * rules.players
    for k in range(1, cards - wanted + 2):
        chances[(k - 1) % rules.players] += Fraction(
            comb(cards - k, wanted - 1), comb(cards, wanted)
        )
    return tuple(chances)


def chances_by_seat(rules: HouseRules) -> tuple[Fraction, ...]:
    """Return each seat's chance to deal first.

    A cut treats all alike, and so does a search for a jack, because the seat that gets its first
    card is drawn; only ``first_dealer_method=seat`` does not.
    """
    n = rules.players
    if rules.first_dealer_method == "seat":
        return tuple(Fraction(seat == rules.first_dealer_seat) for seat in range(n))
    return (Fraction(1, n),) * n
