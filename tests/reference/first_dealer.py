"""Who deals first, and how probable that is (RULES.md A3)."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from .cards import JOKER, RANKS, full_deck
from .options import Rules, complete

BLACK_JACKS = {"JC", "JS"}
JACKS = {"JC", "JD", "JH", "JS"}
WANTED = {"first_black_jack": BLACK_JACKS, "first_jack": JACKS}


def dealer_by_jack(order: list[str], first_seat: int, rules: Rules) -> int:
    """The receiver of the first jack (or black jack), dealt one by one (RULES.md A3)."""
    wanted = WANTED[rules["first_dealer_method"]]
    without_joker = [card for card in order if card != JOKER]
    place = next(i for i, card in enumerate(without_joker) if card in wanted)
    return (first_seat + place) % int(rules["players"])


def chances_by_place(rules: Mapping[str, Any]) -> list[Fraction]:
    """Chances of the seats receiving the 1st, 2nd, ... card of a search for a jack (RULES.md A3).

    The first wanted jack is card ``k`` if the jacks lie on ``k`` and on later places.
    """
    full = complete(rules)
    players, cards = full["players"], len(full_deck(full["low_rank"]))
    jacks = len(WANTED[full["first_dealer_method"]])
    chances = [Fraction(0)] * players
    none_so_far = Fraction(1)
    for place in range(cards - jacks + 1):
        hit = Fraction(jacks, cards - place)
        chances[place % players] += none_so_far * hit
        none_so_far *= 1 - hit
    return chances


def cut_rank(card: str, rules: Rules) -> int:
    """Height of a card in a cut; the ace may be the lowest (RULES.md A3)."""
    return -1 if card[0] == "A" and rules["cut_ace_low"] else RANKS.index(card[0])


def cut_winners(cuts: Mapping[int, str], rules: Rules) -> set[int]:
    """The seats whose cut is lowest (or highest); several of them cut again (RULES.md A3)."""
    ranks = {seat: cut_rank(card, rules) for seat, card in cuts.items()}
    pick = min if rules["first_dealer_method"] == "low_cut" else max
    best = pick(ranks.values())
    return {seat for seat, rank in ranks.items() if rank == best}


def first_dealer_chances(rules: Mapping[str, Any]) -> list[Fraction]:
    """Chance of each seat to deal first (RULES.md A3).

    The cut treats all seats alike, and so do the jacks, since the seat of the first card is drawn
    uniformly: it is ``i`` places before seat ``s`` with chance 1 in n for every ``i``.
    """
    full = complete(rules)
    players, method = full["players"], full["first_dealer_method"]
    if method == "seat":
        return [Fraction(int(seat == full["first_dealer_seat"])) for seat in range(players)]
    if method in WANTED:
        by_place = chances_by_place(full)
        return [
            sum((by_place[(seat - first) % players] for first in range(players)), Fraction(0))
            / players
            for seat in range(players)
        ]
    return [Fraction(1, players)] * players
