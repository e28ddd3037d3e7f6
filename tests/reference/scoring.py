"""Points of one hand (RULES.md A14, and A16 for reneges).

An outcome is the dictionary of A15.  Its ``special`` is ``none``, ``thrown_in``, ``misdeal``,
``redeal`` (a farmer's hand, or a joker turned up) or ``renege``; a renege carries ``offender`` (a
seat), ``offended_had_lone`` and, where the innocent side chooses the form, ``renege_choice``
(``add``, ``subtract`` or ``stand``).

Points are one number a column: two sides, or three players each for himself (B3).
"""

from collections.abc import Mapping
from typing import Any

from .options import Rules, complete
from .table import columns, team_of

Outcome = dict[str, Any]
Points = tuple[int, ...]

NOT_PLAYED = ("thrown_in", "misdeal", "redeal")


def to_columns(scoring: set[int], points: int, players: int) -> Points:
    """The points for each of these columns, a true zero for the others (RULES.md A15)."""
    return tuple(points if column in scoring else 0 for column in range(columns(players)))


def sides(maker: int, players: int) -> tuple[set[int], set[int]]:
    """The column of the maker, and those of the defenders: each of two in B3 (RULES.md A14)."""
    makers = {team_of(maker, players)}
    return makers, set(range(columns(players))) - makers


def score(outcome: Outcome, rules: Mapping[str, Any]) -> Points:
    """Points of (seats 0, 2 and 4, seats 1, 3 and 5), or of each of three players (RULES.md A14).

    A hand that was stopped before its last trick is worth what was then certain (A15).
    """
    full = complete(rules)
    if outcome["special"] in NOT_PLAYED:
        return to_columns(set(), 0, full["players"])
    if outcome["special"] == "renege":
        return renege_score(outcome, full)
    return guaranteed(outcome, full)


def guaranteed(outcome: Outcome, rules: Mapping[str, Any]) -> Points:
    """The least score over every final number of tricks still possible (RULES.md A15).

    Each possible end pays one side and gives the other 0, so the least of each column is 0 for all
    as soon as the ends disagree about the side.  With all tricks played there is one end left.
    """
    full = complete(rules)
    hand_size = full["hand_size"]
    least = outcome["maker_tricks"]
    most = hand_size - outcome["defender_tricks"]
    ends = [played_score(outcome, m, full) for m in range(least, most + 1)]
    return tuple(min(column) for column in zip(*ends, strict=True))


def played_score(outcome: Outcome, maker_tricks: int, rules: Rules) -> Points:
    """Points of a hand played out with that many tricks for the makers (RULES.md A14)."""
    makers_score, points = makers_or_defenders(outcome, maker_tricks, rules)
    if rules["cap_at_lone_value"]:
        points = min(points, rules["lone_value"])
    makers, defenders = sides(outcome["maker"], rules["players"])
    return to_columns(makers if makers_score else defenders, points, rules["players"])


def makers_or_defenders(outcome: Outcome, maker_tricks: int, rules: Rules) -> tuple[bool, int]:
    """Whether the makers are the side that scores, and how much (RULES.md A14)."""
    m = maker_tricks
    lone = outcome["lone_player"] is not None
    contract = outcome["contract"]
    if contract == "MIS":
        return (True, rules["misere_points"]) if m == 0 else (False, rules["misere_fail_points"])

    doubled = contract in ("NT", "NTL") and rules["no_trump_points"] == "double"
    factor = 2 if doubled else 1
    if m == rules["hand_size"]:
        return True, factor * (rules["lone_value"] if lone else rules["march_points"])
    if m >= rules["tricks_needed"]:
        return True, factor * int(rules["make_points"])
    return False, euchre_amount(outcome, m, rules)


def euchre_amount(outcome: Outcome, maker_tricks: int, rules: Rules) -> int:
    """What the defenders get for a euchre: the best of all amounts, then the penalty (A14, A8)."""
    lone = outcome["lone_player"] is not None
    amounts = [rules["lone_euchred_points"] if lone else rules["euchre_points"]]
    if rules["super_euchre"] and maker_tricks == 0:
        amounts.append(rules["super_euchre_points"])
    if outcome["lone_defender"] is not None and rules["defend_alone"]:
        all_tricks = maker_tricks == 0
        amounts.append(rules["lone_defense_all_points" if all_tricks else "lone_defense_points"])
    penalty = rules["screw_dealer_penalty"] if screw_applies(outcome, rules) else 0
    return int(max(amounts) + penalty)


def screw_applies(outcome: Outcome, rules: Rules) -> bool:
    """Whether the euchred maker is a dealer whom the penalty strikes (RULES.md A8)."""
    if outcome["maker"] != outcome["dealer"]:
        return False
    return bool(rules["screw_dealer_scope"] == "any_dealer_call" or outcome["call_round"] == 2)


def renege_points(outcome: Outcome, rules: Mapping[str, Any]) -> int:
    """Size of the penalty: more if the offended side was playing alone (RULES.md A16)."""
    full = complete(rules)
    return int(full["renege_penalty_lone" if outcome["offended_had_lone"] else "renege_penalty"])


def renege_score(outcome: Outcome, rules: Rules) -> Points:
    """Points of a hand with a renege, penalty and perhaps play (RULES.md A16).

    A subtraction is a negative number here; the running total stops at 0.  With three players the
    other side of a defender is the maker alone, and a subtraction strikes the offender alone.
    """
    form = rules["renege_form"]
    if form == "innocent_chooses":
        choice = outcome.get("renege_choice") or "add"
    else:
        choice = "subtract" if form == "subtract" else "add"

    players = rules["players"]
    amount = renege_points(outcome, rules)
    offender = {team_of(outcome["offender"], players)}
    makers, defenders = sides(outcome["maker"], players)
    penalty = {
        "add": to_columns(defenders if offender == makers else makers, amount, players),
        "subtract": to_columns(offender, -amount, players),
        "stand": to_columns(set(), 0, players),
    }[choice]

    play_counts = not rules["renege_ends_hand"] or choice == "stand"
    play = guaranteed(outcome, rules) if play_counts else to_columns(set(), 0, players)
    return tuple(a + b for a, b in zip(play, penalty, strict=True))


def renege_outcome(
    outcome: Outcome, offender: int, choice: str | None = None, players: int = 4
) -> Outcome:
    """The outcome of a hand in which ``offender`` failed to follow suit (RULES.md A16, A15)."""
    by_makers = team_of(offender, players) == team_of(outcome["maker"], players)
    offended_lone = outcome["lone_defender"] if by_makers else outcome["lone_player"]
    return {
        **outcome,
        "special": "renege",
        "offender": offender,
        "offended_had_lone": offended_lone is not None,
        "renege_choice": choice,
    }
