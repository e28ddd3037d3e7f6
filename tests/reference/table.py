"""Seats and sides (RULES.md, notation).  Seats are 0..n-1 clockwise."""


def left(seat: int, players: int = 4) -> int:
    """The next seat clockwise (RULES.md, notation)."""
    return (seat + 1) % players


def clockwise_from(seat: int, players: int = 4) -> list[int]:
    """All seats, clockwise, beginning with the given one (RULES.md, notation)."""
    return [(seat + step) % players for step in range(players)]


def columns(players: int = 4) -> int:
    """How many totals are kept: two sides, or three players each for himself (RULES.md B3)."""
    return 3 if players == 3 else 2


def team_of(seat: int, players: int = 4) -> int:
    """The column a seat scores in: 0 for seats 0, 2 (and 4), 1 for the others (RULES.md B4).

    With three players it is the seat itself (RULES.md B3).
    """
    return seat % columns(players)


def mates(seat: int, players: int = 4) -> set[int]:
    """The other seats of the same side; with three players there are none (RULES.md B3).

    There a maker plays alone against both others, who are a side for this hand only.
    """
    own = team_of(seat, players)
    return {s for s in range(players) if s != seat and team_of(s, players) == own}


def opponents(seat: int, players: int = 4) -> set[int]:
    """The seats of the other side (RULES.md, notation)."""
    return set(range(players)) - mates(seat, players) - {seat}
