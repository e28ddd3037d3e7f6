"""Tables to export: a short run, and a call table of a few rows written by hand."""

import pyarrow as pa

from euchre_sim import HouseRules, simulate
from euchre_sim.storage.calls.provenance import CallProvenance
from euchre_sim.storage.calls.schema import CALLS
from euchre_sim.storage.calls.table import write_call_table

HANDS = 800
# Hand, upcard, seat, action, alone: made and lost of ten deals, points.
CALLED = [
    ("9s | Ah Kh Qd Jd", "9", 1, "pass", False, 2, 5, -6),
    ("9s | Ah Kh Qd Jd", "9", 1, "order", False, 3, 7, -11),
    ("9s | Ah Kh Qd Jd", "9", 1, "order", True, 2, 8, -14),
    ("9s | Ah Kh Qd Jd", "9", 4, "pass", False, 4, 4, 0),
    ("9s | Ah Kh Qd Jd", "9", 4, "order", False, 6, 4, -1),
    ("9s | Ah Kh Qd Jd", "9", 4, "order", True, 3, 7, -10),
    ("Js Jc As | Ah Kh", "9", 1, "pass", False, 2, 6, -4),
    ("Js Jc As | Ah Kh", "9", 1, "order", False, 10, 0, 14),
    ("Js Jc As | Ah Kh", "9", 1, "order", True, 10, 0, 25),
    ("Js Jc As | Ah Kh", "T", 4, "pass", False, 3, 5, -3),
    ("Js Jc As | Ah Kh", "T", 4, "order", False, 10, 0, 16),
    ("Js Jc As | Ah Kh", "T", 4, "order", True, 9, 1, 31),
]
STRATEGY = {"name": '=HYPERLINK("http://example.org")', "version": "1", "parameters": {}}


def write_run(folder):
    simulate(HANDS, "basic", seed=3, by_class=True).write(folder)
    return folder


def call_rows():
    best = {}
    for hand, upcard, seat, *_, points in CALLED:
        best[hand, upcard, seat] = max(points, best.get((hand, upcard, seat), points))
    for hand, upcard, seat, action, alone, made, euchred, points in CALLED:
        is_pass = action == "pass"
        yield dict.fromkeys(CALLS.names, 0) | {
            "hand": hand,
            "upcard": upcard,
            "weight": 8,
            "position": seat,
            "round": 1,
            "action": action,
            "suit": None if is_pass else "s",
            "relation": None if is_pass else "turned",
            "alone": alone,
            "discard": None,
            "n_trump": hand.split("|")[0].count(" "),
            "has_joker": False,
            "has_right": "Js" in hand,
            "has_left": "Jc" in hand,
            "drawn": 16,
            "n": 10,
            "made": made,
            "euchred": euchred,
            "points": points,
            "points_squared": 40,
            "best": points == best[hand, upcard, seat],
            "points_mean": points / 10,
            "points_se": 0.1234,
        }


def write_calls(path):
    rows = sorted(call_rows(), key=lambda row: (row["upcard"], row["position"]))
    provenance = CallProvenance(
        rules=HouseRules(target_score=11),
        strategies=(STRATEGY,) * 4,
        seed=7,
        deals=16,
        until_se=None,
        round=1,
        positions=(1, 4),
        upcards=("9", "T"),
        all_discards=False,
    )
    table = pa.Table.from_pylist(rows, CALLS)
    places = sorted({(row["upcard"], row["position"]) for row in rows})
    groups = [
        table.filter([(row["upcard"], row["position"]) == place for row in rows])
        for place in places
    ]
    write_call_table(path, CALLS, provenance, groups)
    return path
