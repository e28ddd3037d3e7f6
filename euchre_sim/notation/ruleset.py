"""The rules of a game file and the house rules, each said in the other's words.

A field that a file leaves out has the notation's default, which is not always this program's:
there the dealer is stuck unless the file says otherwise.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple

from euchre_sim.errors import InvalidNotation, RuleConflict
from euchre_sim.notation.shapes import boolean, integer, json_object, show
from euchre_sim.rule_options import Value
from euchre_sim.rules import HouseRules

__all__ = ["FileRules", "check_ruleset", "read_ruleset", "unwritable_options", "write_ruleset"]

_LEADS = {"LEFT_OF_DEALER": "left_of_dealer", "LEFT_OF_LONER": "left_of_lone"}
_LEADS_BACK = {here: there for there, here in _LEADS.items()}

# Field -> its default and the option that it is called here.
_OPTION_FIELDS: dict[str, tuple[Value, str]] = {
    "std": (True, "stick_the_dealer"),
    "winning_score": (10, "target_score"),
    "canadian": (False, "canadian_loner"),
    "loner_lead": ("LEFT_OF_DEALER", "lone_first_lead"),
    "loner_march_score": (4, "lone_value"),
    "loner_euchred_score": (2, "lone_euchred_points"),
    "defend_alone": (False, "defend_alone"),
    "min_rank": (9, "low_rank"),
    "num_players": (4, "players"),
    "joker": (False, "joker"),
    "allow_no_trump": (False, "allow_no_trump"),
    "partners_best": (False, "call_for_best"),
}
# Fields that are written only where they differ from the notation's default.
_FIELDS_OF_VARIANTS = frozenset(
    {"min_rank", "num_players", "joker", "allow_no_trump", "partners_best"}
)
# Farmers' hands, and whether they are swapped ("go under"): the notation knows no more of them.
_FARMERS = {
    (False, False): "off",
    (True, False): "redeal_all_low",
    (True, True): "swap_three_low",
    (False, True): "swap_three_low",
}
# Fields that can only have the value which stands for the game as it is here.
_FIXED_FIELDS: dict[str, Value] = {
    "fast_break": False,
    "four_trick_tokens": False,
}
_FIELDS = frozenset({*_OPTION_FIELDS, *_FIXED_FIELDS, "farmers", "go_under", "num_deals"})
_HIGHEST_NUMBER = 1_000_000
# Nothing in a record depends on the options of these sections.
_SECTIONS_OUTSIDE = ("First deal", "Deal", "Reneges")
# Nor on these: names that go with the number of players and with the look of a card.
_OPTIONS_OUTSIDE = ("variant", "joker_card")


class FileRules(NamedTuple):
    """The rules of a file.

    Parameters
    ----------
    rules
        The house rules.
    to_target
        Whether the target score ends the game.
    deal_limit
        Number of deals that ends it; 0 for none.
    """

    rules: HouseRules
    to_target: bool
    deal_limit: int


def check_ruleset(value: Any, where: str) -> dict[str, Value]:
    """Return a file's ruleset if it is well formed.

    Raises
    ------
    InvalidNotation
        If a field is unknown or has a value of the wrong kind.
    """
    ruleset = json_object(value, where, _FIELDS)
    for name, given in ruleset.items():
        place = f"{where}, {name}"
        default = _OPTION_FIELDS.get(name, (0 if name == "num_deals" else False, ""))[0]
        if isinstance(default, bool):
            boolean(given, place)
        elif isinstance(default, int):
            ruleset[name] = integer(given, place, 0, _HIGHEST_NUMBER)
        elif not isinstance(given, str) or given not in _LEADS:
            raise InvalidNotation(f"{place}: {show(given)} is none of {', '.join(_LEADS)}")
    return ruleset


def read_ruleset(ruleset: dict[str, Value]) -> FileRules:
    """Turn a file's ruleset into house rules.

    Raises
    ------
    InvalidNotation
        If it asks for a rule that this program does not have.
    RuleConflict
        If a value is out of this program's range.
    """
    return _read_ruleset(frozenset(ruleset.items()))


@lru_cache(maxsize=256)
def _read_ruleset(items: frozenset[tuple[str, Value]]) -> FileRules:
    ruleset = dict(items)
    for name, only in _FIXED_FIELDS.items():
        if ruleset.get(name, only) != only:
            raise InvalidNotation(
                f"the ruleset has {name}={json.dumps(ruleset[name])}, and this program only plays "
                f"with {name}={json.dumps(only)}",
                token=name,
            )
    limit = int(ruleset.get("num_deals", 0))
    target = ruleset.get("winning_score", 0 if limit else _OPTION_FIELDS["winning_score"][0])
    changes: dict[str, Value] = {}
    for name, (default, option) in _OPTION_FIELDS.items():
        given = ruleset.get(name, default)
        changes[option] = _LEADS[given] if isinstance(given, str) else given
    if target == 0:
        del changes["target_score"]
    under = bool(ruleset.get("farmers", False)), bool(ruleset.get("go_under", False))
    changes["farmers_hand"] = _FARMERS[under]
    if changes["call_for_best"]:
        changes["best_order"] = "receive_first"  # the lone player discards one of six
    if changes["defend_alone"]:
        # The first leader follows from the dealer, the lone maker and loner_lead alone.
        changes["defend_alone_lead"] = "as_lone_lead_rule"
    try:
        rules = HouseRules().replace(**changes)
    except RuleConflict as error:
        raise RuleConflict(
            f"the ruleset does not fit this program: {error}", options=error.options
        ) from None
    return FileRules(rules, bool(target), limit)


def write_ruleset(rules: HouseRules, to_target: bool, deal_limit: int) -> dict[str, Value]:
    """Return the ruleset of a file; options that it has no field for are left out.

    Raises
    ------
    InvalidNotation
        If the game ends in a way that a ruleset cannot say.
    """
    if to_target == bool(deal_limit):
        raise InvalidNotation(
            "a game in this notation ends either at a target score or after a number of deals"
        )
    ruleset: dict[str, Value] = {}
    for name, (default, option) in _OPTION_FIELDS.items():
        value = getattr(rules, option)
        if name in _FIELDS_OF_VARIANTS and value == default:
            continue
        ruleset[name] = _LEADS_BACK.get(value, value) if isinstance(value, str) else value
    if rules.farmers_hand != "off":
        ruleset["farmers"] = True
        if rules.farmers_hand != "redeal_all_low":
            ruleset["go_under"] = True
    if not to_target:
        del ruleset["winning_score"]
        ruleset["num_deals"] = deal_limit
    return ruleset


def unwritable_options(rules: HouseRules) -> dict[str, Value]:
    """Return the options of a game's rules that a file cannot say, with their values.

    Options on which nothing in a record depends are not among them.
    """
    said = read_ruleset(write_ruleset(rules, True, 0)).rules
    inside = {
        option.name
        for option in HouseRules.options()
        if option.section not in _SECTIONS_OUTSIDE and option.name not in _OPTIONS_OUTSIDE
    }
    return {name: value for name, value in rules.differences(said).items() if name in inside}
