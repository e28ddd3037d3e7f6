"""Tables of the pages that are worked out anew."""

from math import hypot

from euchre_sim import simulate
from euchre_sim.presets import preset_names

HANDS = 2_000_000
HANDS_A_PRESET = 200_000
SEED = 1
SAME_AS_STANDARD = "seed_de"
# Called and euchred in per cent of all deals and of the calls, positions 1 to 4 in round 1, then
# in round 2, then the share passed out; None where the source says nothing.
HUMAN_CALLED = (5, 17, 5, 30, 18, 11, None, None, None)
BOTS_CALLED = (6.5, 13.8, 6.1, 37.7, 11.7, 8.2, 5.8, 4.4, 5.9)
BOTS_EUCHRED = (18.8, 8.2, 19.2, 13.3, 12.5, 12.7, 12.6, 11.1, None)


def called_and_euchred():
    """Who calls and who is euchred: `basic` beside two published tables."""
    summary = simulate(HANDS, "basic", seed=SEED).summary
    rows = summary.seat_rounds()
    called = [100 * row.calls / summary.hands for row in rows]
    called.append(100 * summary.passed_out / summary.hands)
    euchred = [100 * row.euchred / row.calls for row in rows]
    heads = [f"round {number}, seat {position}" for number in (1, 2) for position in (1, 2, 3, 4)]
    return "\n".join(
        [
            f"| per cent | {' | '.join(heads)} | passed out |",
            "|---|" + "---:|" * (len(heads) + 1),
            _row("called, `basic`", called),
            _row("called, players online", HUMAN_CALLED, "g"),
            _row("called, other programs", BOTS_CALLED),
            _row("euchred, `basic`", [*euchred, None]),
            _row("euchred, other programs", BOTS_EUCHRED),
        ]
    )


def points_by_preset():
    """How often each position calls under each preset, and what such a deal brings its side."""
    seats = 6
    lines = [
        f"| preset | {' | '.join(f'position {k}' for k in range(1, seats + 1))} | thrown in |",
        "|---|" + "---:|" * (seats + 1),
    ]
    for name in preset_names():
        if name == SAME_AS_STANDARD:
            continue
        summary = simulate(HANDS_A_PRESET, "basic", seed=SEED, rules=name).summary
        rows = summary.seat_rounds()
        positions = sorted({row.position for row in rows})
        cells = [
            _called([row for row in rows if row.position == position], summary.hands)
            for position in positions
        ]
        cells += ["–"] * (seats - len(positions))
        cells.append(f"{100 * summary.passed_out / summary.hands:.1f} %")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _called(rows, hands):
    """One position's calls in both rounds: their share of all deals, points and standard error."""
    called = [row for row in rows if row.calls]
    calls = sum(row.calls for row in called)
    if not calls:
        return "–"
    mean = sum(row.calls * row.points_called.mean for row in called) / calls
    # The rounds are different deals, so that their errors are independent.
    error = hypot(*(row.calls * row.points_called.se for row in called)) / calls
    return f"{100 * calls / hands:.1f} %: {mean:+.3f} ± {error:.3f}"


def _row(name, numbers, form=".1f"):
    cells = ("–" if number is None else format(number, form) for number in numbers)
    return f"| {name} | {' | '.join(cells)} |"
