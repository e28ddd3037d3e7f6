"""Small call tables made of deals that are kept, so that every number can be counted again."""

import random

import pyarrow as pa

from euchre_sim.analysis.class_text import class_text
from euchre_sim.analysis.classes import classes_of
from euchre_sim.rules import HouseRules
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.schema import CALLS
from euchre_sim.storage.calls.table import write_call_table

BASIC = {"name": "basic", "version": "1", "parameters": {"threshold": 0, "alone": 0}}
CALLS_OF = {
    1: [("order", "s", "turned")],
    2: [("call", "c", "next"), ("call", "h", "crossing"), ("call", "d", "crossing")],
}
MATE = {"s": "c", "c": "s", "h": "d", "d": "h"}


def trumps(hand, suit):
    """Number of trumps in a hand's text, and the bowers among them."""
    cards = hand.replace("|", " ").split()
    left = f"J{MATE[suit]}"
    return (
        sum(card[1] == suit or card == left for card in cards),
        f"J{suit}" in cards,
        left in cards,
    )


def deal_points(draw, hand, suit, alone, deals):
    """Points of deals that grow with the trumps held."""
    number, right, left = trumps(hand, suit)
    chance = min(0.95, 0.1 + 0.2 * number + 0.1 * right + 0.05 * left)
    won, all_tricks = (4, 0.3) if alone else (2, 0.2)
    found = []
    for _ in range(deals):
        if draw.random() > chance:
            found.append(-2)
        else:
            found.append(won if draw.random() < all_tricks else 1)
    return found


def decisions(call_round, *, step=2500, deals=30, upcards=("T", "J"), positions=(1, 2, 3, 4)):
    """Every `step`-th class at every position, with the points of each deal of each action."""
    classes = classes_of(HouseRules())
    draw = random.Random(7)
    for upcard in upcards:
        for position in positions:
            for number in range(0, len(classes.weights), step):
                if classes.upcards[classes.suit_sets.upcard[number]] != upcard:
                    continue
                hand = class_text(classes, number)
                drawn, n = deals + 10 * position, deals
                actions = {("pass", None, None, False): draw.choices((-2, -1, 1, 2), k=n)}
                for action, suit, relation in CALLS_OF[call_round]:
                    for alone in (False, True):
                        points = deal_points(draw, hand, suit, alone, n)
                        actions[action, suit, relation, alone] = points
                yield {
                    "hand": hand,
                    "upcard": upcard,
                    "weight": int(classes.weights[number]),
                    "position": position,
                    "round": call_round,
                    "drawn": drawn,
                    "n": n,
                    "actions": actions,
                }


def _rows(facts):
    actions = facts["actions"]
    passing = next(iter(actions.values()))
    best = max(actions, key=lambda action: sum(actions[action]))
    same = {name: value for name, value in facts.items() if name != "actions"}
    for (action, suit, relation, alone), points in actions.items():
        number, right, left = trumps(facts["hand"], "s")
        called = action != "pass"
        yield {
            **same,
            "action": action,
            "suit": suit,
            "relation": relation,
            "alone": alone,
            "discard": None,
            "n_trump": number,
            "has_joker": False,
            "has_right": right,
            "has_left": left,
            "off_aces": 0,
            "voids": 0,
            "made": sum(called and one > 0 for one in points),
            "march": sum(called and not alone and one == 2 for one in points),
            "lone_sweep": sum(alone and one == 4 for one in points),
            "euchred": sum(called and one < 0 for one in points),
            "points": sum(points),
            "points_squared": sum(one * one for one in points),
            "points_by_pass": sum(a * b for a, b in zip(points, passing, strict=True)),
            "points_by_best": sum(a * b for a, b in zip(points, actions[best], strict=True)),
            "best": (action, suit, relation, alone) == best,
            "points_mean": None,
            "points_se": None,
        }


def write_table(path, call_round, **options):
    """Write such a table and return its decisions."""
    found = list(decisions(call_round, **options))
    groups = []
    for place in dict.fromkeys((one["upcard"], one["position"]) for one in found):
        here = [one for one in found if (one["upcard"], one["position"]) == place]
        rows = [row for one in here for row in _rows(one)]
        groups.append(pa.Table.from_pylist(rows, schema=CALLS))
    provenance = CallProvenance(
        rules=HouseRules(),
        strategies=(BASIC,) * 4,
        seed=7,
        deals=options.get("deals", 30),
        until_se=None,
        round=call_round,
        positions=(1, 2, 3, 4),
        upcards=("T", "J"),
        all_discards=False,
    )
    write_call_table(path, CALLS, provenance, groups)
    return found
