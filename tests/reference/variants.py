"""Options and presets beyond the four-handed game with 24 cards (RULES.md A11, A17, B1 to B5, B10).

Left out are the families of Bid Euchre and Nap, Call-ace, the two-handed ``layout12``, the
three-handed ``dummy_hand`` and the seven-card hand.
"""

from typing import Any

from .cards import full_deck

BOOL = (False, True)

# Option -> (default, allowed values); RULES.md C3, section of each group in the comment.
VARIANT_OPTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    # B: the name of the preset the rules came from; nothing follows from it.
    "variant": (
        "standard",
        ("standard", "british", "two_hand", "three_hand", "six_hand", "railroad"),
    ),
    # A1, A15: appearance only
    "joker_card": ("joker", ("joker", "two_of_spades")),
    "score_display": ("running_total", ("running_total", "card_markers")),
    # A11, B1
    "joker_upcard_rule": (
        "dealer_names_blind",
        ("dealer_names_blind", "dealer_names_after_look", "fixed_suit", "redeal"),
    ),
    "joker_upcard_suit": ("H", ("C", "D", "H", "S")),
    # A11; the points are among the options of the score
    "allow_no_trump": (False, BOOL),
    "no_trump_only_when_stuck": (False, BOOL),
    "allow_no_trump_low": (False, BOOL),
    "allow_misere": (False, BOOL),
    "misere_ends_early": (True, BOOL),
    "joker_in_no_trump": ("solitary_trump", ("solitary_trump", "removed")),
    # A17
    "farmers_hand": (
        "off",
        ("off", "swap_three_low", "swap_three_same", "swap_all_low", "redeal_all_low"),
    ),
    "farmers_order": ("eldest_first", ("eldest_first", "conflict_is_misdeal")),
    "farmers_show": (True, BOOL),
    # B2, B3
    "two_hand_style": ("plain", ("plain", "dummy2", "dummy3")),
    "three_hand_style": ("cutthroat", ("cutthroat",)),
    # B5
    "call_for_best": (False, BOOL),
    "best_order": ("discard_first", ("discard_first", "receive_first")),
    "laps": (False, BOOL),
    "slam_double": (False, BOOL),
}

# RULES.md C4
VARIANT_PRESETS: dict[str, dict[str, Any]] = {
    "seed_sk": {
        "variant": "two_hand",
        "players": 2,
        "first_dealer_method": "random",
        "dealer_pickup": "optional",
        "alone_allowed": False,
    },
    "two_hand": {"variant": "two_hand", "players": 2, "alone_allowed": False},
    "three_hand": {
        "variant": "three_hand",
        "players": 3,
        "alone_allowed": False,
        "march_points": 3,
    },
    "six_hand": {
        "variant": "six_hand",
        "players": 6,
        "low_rank": 7,
        "march_points": 3,
        "euchre_points": 3,
        "lone_value": 6,
        "lone_euchred_points": 3,
    },
    "british": {
        "variant": "british",
        "joker": True,
        "target_score": 11,
        "defend_alone": True,
        "lone_first_lead": "left_of_lone",
    },
    "railroad": {
        "variant": "railroad",
        "joker": True,
        "joker_upcard_rule": "fixed_suit",
        "joker_upcard_suit": "H",
        "defend_alone": True,
        "call_for_best": True,
        "laps": True,
        "slam_double": True,
    },
    "hoyle_32": {"low_rank": 7},
}


def variant_conflicts(rules: dict[str, Any]) -> list[str]:
    """The refused combinations that depend on the variant (RULES.md A4, A14, A15, A17, B2, B5)."""
    complaints = []
    players = rules["players"]
    three_each = players == 2 and rules["two_hand_style"] == "dummy3"
    if players in (2, 3) and rules["alone_allowed"] and not three_each:
        complaints.append(f"alone_allowed must be false with players = {players}")
    if players not in (4, 6):
        for_partners = ("defend_alone", "canadian_loner", "maker_partner_may_go_alone")
        complaints += [f"{name} needs players = 4 or 6" for name in for_partners if rules[name]]
    if rules["call_for_best"] and players != 4:
        complaints.append("call_for_best needs players = 4")
    if rules["laps"] and rules["early_stop"]:
        complaints.append("early_stop is refused with laps")
    if rules["deal_packets"].startswith("alt_") and players not in (4, 6):
        complaints.append("deal_packets = alt_* needs an even number of players, four or more")
    if rules["first_dealer_seat"] >= players:
        complaints.append(f"first_dealer_seat is not a seat with players = {players}")
    hidden = hidden_cards(rules)
    if hidden < 0:
        complaints.append(f"low_rank = {rules['low_rank']}: too few cards for {players} players")
    elif rules["farmers_hand"].startswith("swap_") and hidden < 3:
        complaints.append("farmers_hand = swap_* needs three hidden cards")
    return complaints


def hidden_cards(rules: dict[str, Any]) -> int:
    """How many cards lie hidden under the upcard; negative if there are too few (RULES.md A1)."""
    extra = {"plain": 0, "dummy2": 2, "dummy3": 6}[rules["two_hand_style"]]
    dealt: int = rules["players"] * rules["hand_size"] + (extra if rules["players"] == 2 else 0)
    return len(full_deck(rules["low_rank"], rules["joker"])) - dealt - 1
