"""Seats by position and by name: 1 is left of the dealer, the last seat is the dealer.

>>> from euchre_sim.rules import HouseRules
>>> find_seat("partner", HouseRules()), seat_name(4, HouseRules())
(2, 'the dealer')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from euchre_sim.errors import IllegalAction

if TYPE_CHECKING:
    from euchre_sim.rules import HouseRules

__all__ = ["SEAT_WORDS", "find_seat", "seat_name", "seat_word"]

# Words for a seat; partner is the dealer's partner.
SEAT_WORDS = ("first", "eldest", "second", "partner", "third", "dealer")
_FROM_THE_FIRST = {"first": 1, "eldest": 1, "second": 2, "third": 3}


def find_seat(seat: int | str, rules: HouseRules) -> int:
    """Return the position, from 1, of a seat given as a number or a word.

    Raises
    ------
    IllegalAction
        If there is no such seat under these rules.
    """
    n = rules.players
    word = str(seat).strip().lower()
    position = 0
    if isinstance(seat, int) and not isinstance(seat, bool):
        position = seat
    elif word.isdecimal():
        position = int(word)
    elif word == "dealer":
        position = n
    elif word == "partner" and n == 4:
        position = 2
    elif word in _FROM_THE_FIRST:
        position = _FROM_THE_FIRST[word]
    if not 1 <= position <= n:
        raise IllegalAction(
            f"seat {seat!r} does not exist: seats are 1 (left of the dealer) to {n} (dealer)"
        )
    return position


def seat_name(position: int, rules: HouseRules) -> str:
    """Return what a position is called, such as ``the dealer's partner``."""
    n = rules.players
    if position == n:
        return "the dealer"
    if rules.teams[position - 1] == rules.teams[n - 1]:
        return "the dealer's partner" if n == 4 else "of the dealer's side"
    if position == 1:
        return "left of the dealer"
    return "right of the dealer" if position == n - 1 else "across the table"


def seat_word(position: int, rules: HouseRules) -> str:
    """Return one word for a position, as the head of a column; nothing where there is none."""
    if position == rules.players:
        return "dealer"
    if rules.teams[position - 1] == rules.teams[rules.players - 1]:
        return "partner"
    return {1: "first", 2: "second", 3: "third"}.get(position, "")
