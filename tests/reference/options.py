"""The options of the four-handed game, their values, defaults and presets (RULES.md C3 and C4).

Rules are a plain dictionary from option to value.  ``complete`` turns whatever differences a test
writes down into a full set, applies what one option implies about another and refuses the
combinations that RULES.md refuses.

``VALUES`` and ``PRESETS`` are those of the plain game; ``ALL_VALUES`` and ``ALL_PRESETS`` have the
options and presets of ``variants`` too.  Every complete set of rules has all of them.
"""

from collections.abc import Mapping
from typing import Any

from .variants import VARIANT_OPTIONS, VARIANT_PRESETS, variant_conflicts

Rules = dict[str, Any]

BOOL = (False, True)

# Option -> (default, allowed values); RULES.md C3, section of each group in the comment.
OPTIONS: dict[str, tuple[Any, tuple[Any, ...]]] = {
    # A1, A14: sizes
    "players": (4, (2, 3, 4, 6)),
    "low_rank": (9, (7, 8, 9)),
    "joker": (False, BOOL),
    "hand_size": (5, (5, 6, 7)),
    "tricks_needed": (3, (3, 4)),
    # A3, A4
    "first_dealer_method": (
        "first_black_jack",
        ("first_black_jack", "first_jack", "low_cut", "high_cut", "random", "seat"),
    ),
    "first_dealer_seat": (0, (0, 1, 2, 3, 4, 5)),
    "cut_ace_low": (True, BOOL),
    "deal_packets": (
        "2-3",
        ("2-3", "3-2", "alt_3232", "alt_2323", "dealer_choice", "singles"),
    ),
    # A6, A7, A8
    "need_trump_to_call": ("no", ("no", "any_trump", "natural_trump")),
    "dealer_pickup": ("mandatory", ("mandatory", "optional")),
    "dealer_may_discard_upcard": (True, BOOL),
    "turned_down_suit": ("barred", ("barred", "barred_except_stuck", "open")),
    "stick_the_dealer": (False, BOOL),
    "screw_dealer_penalty": (0, (0, 1, 2, 3, 4)),
    "screw_dealer_scope": ("stuck_only", ("stuck_only", "any_dealer_call")),
    "redeal_after_pass_out": ("next_dealer", ("next_dealer", "same_dealer")),
    # A9
    "alone_allowed": (True, BOOL),
    "alone_timing": ("with_call", ("with_call", "before_first_lead")),
    "maker_partner_may_go_alone": (False, BOOL),
    "canadian_loner": (False, BOOL),
    "lone_partner_is_dealer": ("no_pickup", ("no_pickup", "pickup_then_sit_out")),
    # A10, A12
    "defend_alone": (False, BOOL),
    "defend_alone_needs_lone_maker": (True, BOOL),
    "defend_alone_poll": ("from_dealers_left", ("from_dealers_left", "from_makers_left")),
    "defend_alone_lead": ("lone_defender", ("lone_defender", "as_lone_lead_rule")),
    "lone_first_lead": ("left_of_dealer", ("left_of_dealer", "left_of_lone")),
    "lone_defender_vs_pair_lead": (
        "lone_defender",
        ("lone_defender", "left_of_lone_defender", "normal"),
    ),
    # A14
    "make_points": (1, (1,)),
    "march_points": (2, (2, 3)),
    "euchre_points": (2, (2, 3)),
    "lone_value": (4, (2, 3, 4, 5, 6)),
    "lone_euchred_points": (2, (2, 3, 4)),
    "super_euchre": (False, BOOL),
    "super_euchre_points": (4, (4,)),
    "lone_defense_points": (4, (2, 3, 4, 5, 6)),
    "lone_defense_all_points": (4, (2, 3, 4, 5, 6)),
    "cap_at_lone_value": (False, BOOL),
    # A11: what scoring needs
    "no_trump_points": ("as_trump", ("as_trump", "double")),
    "misere_points": (2, (1, 2, 3, 4, 5, 6)),
    "misere_fail_points": (2, (1, 2, 3, 4)),
    # A15, A16
    "target_score": (10, tuple(range(5, 22))),
    "match_format": ("single", ("single", "best_of_3", "best_of_5")),
    "early_stop": (False, BOOL),
    "misdeal_redeal": ("same_dealer", ("same_dealer", "next_dealer")),
    "renege_ends_hand": (True, BOOL),
    "renege_penalty": (2, (1, 2, 3, 4, 5)),
    "renege_penalty_lone": (4, (1, 2, 3, 4, 5)),
    "renege_form": ("add_to_opponents", ("add_to_opponents", "subtract", "innocent_chooses")),
}

ALL_OPTIONS = {**OPTIONS, **VARIANT_OPTIONS}
DEFAULTS: Rules = {name: default for name, (default, _) in ALL_OPTIONS.items()}
VALUES: dict[str, tuple[Any, ...]] = {name: values for name, (_, values) in OPTIONS.items()}
ALL_VALUES: dict[str, tuple[Any, ...]] = {name: values for name, (_, values) in ALL_OPTIONS.items()}

# RULES.md C4, the presets of the four-handed game with 24 cards.
PRESETS: dict[str, Rules] = {
    "standard": {},
    "seed_de": {},
    "seed_da": {"early_stop": True, "cap_at_lone_value": True},
    "seed_sl": {
        "stick_the_dealer": True,
        "lone_first_lead": "left_of_lone",
        "lone_partner_is_dealer": "pickup_then_sit_out",
    },
    "seed_nl": {
        "first_dealer_method": "random",
        "deal_packets": "alt_3232",
        "dealer_pickup": "optional",
        "alone_timing": "before_first_lead",
        "maker_partner_may_go_alone": True,
        "lone_partner_is_dealer": "pickup_then_sit_out",
        "defend_alone": True,
        "defend_alone_needs_lone_maker": False,
        "lone_defender_vs_pair_lead": "left_of_lone_defender",
        "lone_first_lead": "left_of_lone",
        "lone_defense_points": 2,
    },
}
ALL_PRESETS: dict[str, Rules] = {**PRESETS, **VARIANT_PRESETS}


def complete(changes: Mapping[str, Any] | None = None) -> Rules:
    """All options: the defaults, the changes, and what these imply (RULES.md C3).

    ValueError on an unknown option, a value out of range or a refused combination.
    """
    changes = changes or {}
    for name, value in changes.items():
        if name not in ALL_OPTIONS:
            raise ValueError(f"unknown option {name}")
        allowed = ALL_VALUES[name]
        # True equals 1 in Python, but a switch is no number of points.
        if not any(
            value == choice and isinstance(value, bool) == isinstance(choice, bool)
            for choice in allowed
        ):
            raise ValueError(f"{name} = {value!r} is not one of {allowed}")
    rules = _with_implied({**DEFAULTS, **changes})
    for complaint in conflicts(rules):
        raise ValueError(complaint)
    return rules


def preset(name: str, **changes: Any) -> Rules:
    """A preset, with changes on top of it, as a complete set of rules (RULES.md C4)."""
    return complete({**ALL_PRESETS[name], **changes})


def _with_implied(rules: Rules) -> Rules:
    """What an option implies about another (RULES.md A8, A9 and B2)."""
    dummy2 = rules["players"] == 2 and rules["two_hand_style"] == "dummy2"
    if rules["screw_dealer_penalty"] > 0 or dummy2:
        rules["stick_the_dealer"] = True
    if rules["alone_timing"] == "before_first_lead":
        rules["lone_partner_is_dealer"] = "pickup_then_sit_out"
    return rules


def conflicts(rules: Rules) -> list[str]:
    """The refused combinations among complete rules (RULES.md A4, A9, A14, A16)."""
    complaints = variant_conflicts(rules)
    if rules["maker_partner_may_go_alone"] and rules["alone_timing"] != "before_first_lead":
        complaints.append("maker_partner_may_go_alone needs alone_timing = before_first_lead")
    if rules["canadian_loner"] and not rules["alone_allowed"]:
        complaints.append("canadian_loner is refused with alone_allowed = false")
    for smaller, greater in (
        ("march_points", "lone_value"),
        ("euchre_points", "lone_euchred_points"),
        ("lone_defense_points", "lone_defense_all_points"),
    ):
        if rules[greater] < rules[smaller]:
            complaints.append(f"{greater} may not be less than {smaller}")
    if rules["renege_form"] == "subtract" and rules["early_stop"]:
        complaints.append("renege_form = subtract is refused with early_stop")
    return complaints
