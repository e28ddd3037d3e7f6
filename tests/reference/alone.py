"""Who is asked whether he plays or defends alone, and who then sits out (RULES.md A9, A10)."""

from .dummies import style
from .options import Rules
from .table import clockwise_from, left, mates, opponents

YES = "YES"
NO = "NO"


def alone_askers(
    maker: int, contract: str, lone: int | None, named_blind: bool, rules: Rules
) -> list[int]:
    """Makers' side seats asked after the discard, in order (RULES.md A9 and A10).

    A dealer who named trump blind is asked whatever the timing (B1), and so is a maker who may
    leave his three extra cards (B2).  A misere has been alone from the call on (A11).
    """
    if not rules["alone_allowed"] or contract == "MIS":
        return []
    if lone is not None:  # said with the call, perhaps under the Canadian rule
        return []
    if rules["alone_timing"] != "before_first_lead":
        return [maker] if named_blind or style(rules) == "dummy3" else []
    if not rules["maker_partner_may_go_alone"]:
        return [maker]
    players = rules["players"]
    partners = [s for s in clockwise_from(maker, players) if s in mates(maker, players)]
    return [maker, *partners]


def defend_askers(
    maker: int, dealer: int, contract: str, lone: int | None, rules: Rules
) -> list[int]:
    """The defenders polled whether one defends alone, in order (RULES.md A10; A11 for MIS)."""
    if not rules["defend_alone"] or contract == "MIS":
        return []
    if rules["defend_alone_needs_lone_maker"] and lone is None:
        return []
    players = rules["players"]
    start = maker if rules["defend_alone_poll"] == "from_makers_left" else dealer
    defenders = opponents(maker, players)
    return [s for s in clockwise_from(left(start, players), players) if s in defenders]


def sitting_out(lone: int | None, lone_defender: int | None, players: int) -> set[int]:
    """The partners of those who play alone; with two or three players nobody (RULES.md A9, A10)."""
    out: set[int] = set()
    for player in (lone, lone_defender):
        if player is not None:
            out |= mates(player, players)
    return out
