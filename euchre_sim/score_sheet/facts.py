"""A score sheet as plain data, and back; every part is checked on the way in.

Seats are numbered from 1 in it, as people at a table count.
"""

from __future__ import annotations

from typing import Any

from euchre_sim.kept_files import Refused
from euchre_sim.rules import HouseRules
from euchre_sim.score_sheet.deal import CONTRACTS, Entry
from euchre_sim.score_sheet.sheet import RulesFrom, Sheet
from euchre_sim.scoring import Outcome, side_of

__all__ = ["is_int", "sheet_facts", "sheet_from"]

_SPECIALS = ("none", "thrown_in", "misdeal", "renege")
_CHOICES = (None, "add", "subtract", "stand")
_CONTRACT_NAMES = {number: name for name, number in CONTRACTS.items()}


# --- out -----------------------------------------------------------------------------------------


def sheet_facts(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as plain data."""
    return {
        "sides": list(sheet.sides),
        "players": list(sheet.players),
        "first_dealer": sheet.first_dealer + 1,
        "rules": [
            {"from_deal": one.deal, "options": one.rules.as_dict()} for one in sheet.rules_from
        ],
        "deals": [_entry_facts(entry) for entry in sheet.entries],
    }


def _entry_facts(entry: Entry) -> dict[str, Any]:
    """Return a deal as plain data, without what is as usual."""
    outcome = entry.outcome
    contract = None if outcome.contract is None else _CONTRACT_NAMES[outcome.contract]
    facts = {
        "dealer": outcome.dealer + 1,
        "special": outcome.special,
        "maker": _from_one(outcome.maker),
        "side_only": entry.side_only,
        "contract": contract,
        "round": outcome.call_round,
        "lone_player": _from_one(outcome.lone_player),
        "lone_defender": _from_one(outcome.lone_defender),
        "maker_tricks": outcome.maker_tricks,
        "defender_tricks": outcome.defender_tricks,
        "offender": _from_one(outcome.offender),
        "choice": outcome.innocent_choice,
    }
    return {name: value for name, value in facts.items() if value != _USUAL.get(name, ...)}


_USUAL: dict[str, Any] = {
    "special": "none",
    "maker": None,
    "side_only": False,
    "contract": None,
    "round": None,
    "lone_player": None,
    "lone_defender": None,
    "maker_tricks": 0,
    "defender_tricks": 0,
    "offender": None,
    "choice": None,
}


def _from_one(seat: int | None) -> int | None:
    return None if seat is None else seat + 1


# --- in ------------------------------------------------------------------------------------------


def sheet_from(facts: Any) -> Sheet:
    """Read back what `sheet_facts` returned.

    Raises
    ------
    EuchreError, ValueError, TypeError, KeyError
        If it is something else.
    """
    _expect_names(facts, {"sides", "players", "first_dealer", "rules", "deals"})
    if not all(isinstance(facts[name], list) for name in ("sides", "players", "rules", "deals")):
        raise Refused("a list is damaged")
    rules_from = tuple(_rules_from(one) for one in facts["rules"])
    starts = [one.deal for one in rules_from]
    n_deals = len(facts["deals"])
    if (
        starts[:1] != [1]
        or starts != sorted(set(starts))
        or starts[-1] > n_deals + 1
        or len({one.rules.players for one in rules_from}) > 1
    ):
        raise Refused("its rules are damaged")
    if not all(isinstance(name, str) for name in (*facts["sides"], *facts["players"])):
        raise Refused("a name is damaged")
    rules = rules_from[-1].rules
    sheet = Sheet(
        tuple(facts["sides"]),
        tuple(facts["players"]),
        _seat(facts["first_dealer"], rules),
        rules_from,
        tuple(_entry_from(deal, one, rules) for deal, one in enumerate(facts["deals"], 1)),
    )
    sheet.totals()  # what cannot be counted is damaged too
    return sheet


def _rules_from(facts: Any) -> RulesFrom:
    _expect_names(facts, {"from_deal", "options"})
    if not is_int(facts["from_deal"]):
        raise Refused("its rules are damaged")
    return RulesFrom(facts["from_deal"], HouseRules().replace(**facts["options"]))


def _entry_from(deal: int, facts: Any, rules: HouseRules) -> Entry:
    if not isinstance(facts, dict) or not {"dealer"} <= set(facts) <= {"dealer", *_USUAL}:
        raise Refused(f"deal {deal} is damaged")
    found = {**_USUAL, **facts}
    try:
        outcome = Outcome(
            dealer=_seat(found["dealer"], rules),
            maker=_seat_or_none(found["maker"], rules),
            contract=None if found["contract"] is None else CONTRACTS[found["contract"]],
            call_round=_one_of(found["round"], (None, 1, 2)),
            lone_player=_seat_or_none(found["lone_player"], rules),
            lone_defender=_seat_or_none(found["lone_defender"], rules),
            maker_tricks=_one_of(found["maker_tricks"], range(rules.hand_size + 1)),
            defender_tricks=_one_of(found["defender_tricks"], range(rules.hand_size + 1)),
            special=_one_of(found["special"], _SPECIALS),
            offender=_seat_or_none(found["offender"], rules),
            innocent_choice=_one_of(found["choice"], _CHOICES),
        )
    except (ValueError, TypeError, KeyError):
        raise Refused(f"deal {deal} is damaged") from None
    side_only = _one_of(found["side_only"], (False, True))
    if not _fits_together(outcome, rules):
        raise Refused(f"deal {deal} contradicts itself")
    return Entry(outcome, side_only)


def _fits_together(outcome: Outcome, rules: HouseRules) -> bool:
    """Whether the parts of an outcome can be true at once."""
    played = outcome.special in ("none", "renege")
    told = Outcome(dealer=outcome.dealer, special=outcome.special)
    if not played:
        return outcome == told
    if (outcome.special == "renege") != (outcome.offender is not None):
        return False
    if outcome.maker_tricks + outcome.defender_tricks > rules.hand_size:
        return False
    if outcome.maker is None:
        return outcome.special == "renege"
    makers = side_of(outcome.maker, rules)
    return (outcome.lone_player is None or side_of(outcome.lone_player, rules) == makers) and (
        outcome.lone_defender is None or side_of(outcome.lone_defender, rules) != makers
    )


def _expect_names(facts: Any, names: set[str]) -> None:
    if not isinstance(facts, dict) or set(facts) != names:
        raise Refused("a part is missing or unknown")


def is_int(value: Any) -> bool:
    """Whether a value is a whole number and no truth value."""
    return isinstance(value, int) and not isinstance(value, bool)


def _one_of(value: Any, allowed: Any) -> Any:
    """Return a value that is one of those allowed, and no other type that is equal to it."""
    if not any(value == one and type(value) is type(one) for one in allowed):
        raise Refused("a value is damaged")
    return value


def _seat(value: Any, rules: HouseRules) -> int:
    number: int = _one_of(value, range(1, rules.players + 1))
    return number - 1


def _seat_or_none(value: Any, rules: HouseRules) -> int | None:
    return None if value is None else _seat(value, rules)
