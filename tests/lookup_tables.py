"""Call tables whose every number follows from a rule that fits on a page, for tests of reading."""

import numpy as np
import pyarrow as pa

from euchre_sim.analysis.class_table import ACTIONS, action_index
from euchre_sim.analysis.classes import classes_of
from euchre_sim.rules import HouseRules
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.schema import CALLS, calls_batch
from euchre_sim.storage.calls.table import CallTable, write_call_table
from euchre_sim.strategies import registry

N = 1_000


def acts(call_round):
    """Places in `ACTIONS` of what a table of one round has."""
    known = [a for a in ACTIONS if a.round == call_round and a.relation != "named"]
    if call_round == 2:
        known = [a for a in known if a.relation in (None, "next", "crossing")]
        known = [a for a in known if a.action == "pass" or a.suit is not None]
    return [action_index()[a] for a in known]


def points_of(action, trumps, aces, right, position):
    """Points in `N` deals; more trumps, aces and a right bower are better, alone yet more so."""
    if action.action == "pass":
        return 100 * aces - 10 * position
    lone = 2 if action.alone else 1
    side = {"h": 60, "d": 20, "c": 40}.get(action.suit, 0)
    return lone * (300 * trumps + 150 * right + 60 * aces - 700) + 100 * (lone == 1) + side


def accepted(position, trumps):
    """Deals of 2,000 looked at that fit."""
    return N - 50 * position + 100 * trumps


def sums_of(features, position, call_round):
    """Sums of every class (rows) and action of the round (columns)."""
    trumps, aces = features.n_trump.astype(int), features.off_aces.astype(int)
    right = features.has_right.astype(int)
    own = [ACTIONS[act] for act in acts(call_round)]
    n = np.stack([accepted(position, trumps)] * len(own), axis=1)
    points = np.stack([points_of(one, trumps, aces, right, position) for one in own], axis=1)
    # Each deal's points are the mean's whole part and noise of variance 2 that is an action's own.
    squares = points**2 // n + 2 * n
    best = np.argmax(points, axis=1)
    top = points[np.arange(len(best)), best][:, None]
    by_best = points * top // n
    is_best = np.arange(len(own)) == best[:, None]
    return {
        "n": n,
        "drawn": np.full_like(n, 2 * N),
        "made": n // 2 + points // 10,
        "march": n // 5,
        "lone_sweep": n // 10 * np.array([one.alone for one in own]),
        "euchred": n // 2 - n // 4,
        "points": points,
        "points_squared": squares,
        "points_by_pass": np.where(np.arange(len(own)) == 0, squares, points * points[:, :1] // n),
        "points_by_best": np.where(is_best, squares, by_best),
        "best": is_best,
    }


def write_table(
    path, *, rules=None, call_round=1, positions=(2, 3), upcards=("T",), every=1, **changes
):
    """Write a table by the rule, of each so-manieth class; returns it opened."""
    rules = HouseRules() if rules is None else rules
    classes = classes_of(rules)
    provenance = CallProvenance(
        **{
            "rules": rules,
            "strategies": (registry.default().as_dict(),) * rules.players,
            "seed": 7,
            "deals": N,
            "until_se": None,
            "round": call_round,
            "positions": tuple(positions),
            "upcards": tuple(upcards),
            "all_discards": False,
            **changes,
        }
    )
    own = acts(call_round)

    def groups():
        for upcard in upcards:
            within = classes.with_upcard(classes.upcards.index(upcard))
            numbers = np.arange(within.start, within.stop, every)
            features = type(classes.features)(*(one[numbers] for one in classes.features))
            for position in positions:
                sums = {k: v.ravel() for k, v in sums_of(features, position, call_round).items()}
                rows = len(numbers) * len(own)
                columns = {
                    **sums,
                    "class": np.repeat(numbers, len(own)),
                    "position": np.full(rows, position),
                    "act": np.tile(own, len(numbers)),
                }
                batch = calls_batch(columns, classes, (np.full(rows, -1), []))
                yield pa.Table.from_batches([batch])

    write_call_table(path, CALLS, provenance, groups())
    return CallTable.open(path)
