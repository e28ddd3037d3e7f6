"""The first lead, following suit, winning a trick (RULES.md A2, A12, A13)."""

from .alone import sitting_out
from .cards import power, suit_of
from .options import Rules
from .table import clockwise_from, left


def legal_cards(hand: set[str], led_card: str | None, contract: str) -> set[str]:
    """The cards a hand may play to a trick begun with ``led_card`` (RULES.md A13)."""
    if led_card is None:
        return set(hand)
    led = suit_of(led_card, contract)
    following = {card for card in hand if suit_of(card, contract) == led}
    return following or set(hand)


def trick_winner(cards: list[tuple[int, str]], contract: str) -> int:
    """The seat whose card has the greatest power (RULES.md A2)."""
    led = suit_of(cards[0][1], contract)
    seat, _ = max(cards, key=lambda played: power(played[1], contract, led))
    return seat


def next_active(seat: int, out: set[int], players: int) -> int:
    """The first active seat at or after ``seat``, clockwise (RULES.md A12)."""
    return next(s for s in clockwise_from(seat, players) if s not in out)


def first_leader(dealer: int, lone: int | None, lone_defender: int | None, rules: Rules) -> int:
    """Who leads to the first trick (RULES.md A12, row by row)."""
    players = rules["players"]
    out = sitting_out(lone, lone_defender, players)
    eldest = left(dealer, players)

    if lone_defender is not None and lone is None:
        against_pair = rules["lone_defender_vs_pair_lead"]
        if against_pair == "lone_defender":
            return lone_defender
        if against_pair == "left_of_lone_defender":
            return next_active(left(lone_defender, players), out, players)
        return next_active(eldest, out, players)

    if lone_defender is not None and rules["defend_alone_lead"] == "lone_defender":
        return lone_defender

    if lone is not None and rules["lone_first_lead"] == "left_of_lone":
        return next_active(left(lone, players), out, players)

    return next_active(eldest, out, players)
