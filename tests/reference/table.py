"""Seats and sides (RULES.md, notation).  Seats are 0..n-1 clockwise."""


def left(seat: int, players: int = 4) -> int:
    """The next seat clockwise (RULES.md, notation)."""
    return (seat + 1) % players


def clockwise_from(seat: int, players: int = 4) -> list[int]:
    """All seats, clockwise, beginning with the given one (RULES.md, notation)."""
    return [(seat + step) % players for step in range(players)]


def team_of(seat: int) -> int:
    """0 for seats 0, 2 (and 4), 1 for the others (RULES.md, notation; B4 for six players)."""
    return seat % 2


def mates(seat: int, players: int = 4) -> set[int]:
    """The other seats of the same side (RULES.md, notation)."""
    if players % 2:
        raise NotImplementedError("sides of an odd number of players depend on the maker")
    return {s for s in range(players) if s != seat and team_of(s) == team_of(seat)}


def opponents(seat: int, players: int = 4) -> set[int]:
    """The seats of the other side (RULES.md, notation)."""
    return set(range(players)) - mates(seat, players) - {seat}
