"""Tables of the pages that are worked out anew."""

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
    """Points a hand under each preset: the dealer's side, the others, and deals thrown in."""
    lines = [
        "| preset | dealer's side | other side | net for the dealer's side | thrown in |",
        "|---|---:|---:|---:|---:|",
    ]
    for name in preset_names():
        if name == SAME_AS_STANDARD:
            continue
        summary = simulate(HANDS_A_PRESET, "basic", seed=SEED, rules=name).summary
        dealer, *others = summary.by_side()
        scored = ", ".join(f"{side.scored.mean:.3f}" for side in others)
        net = f"{dealer.net.mean:+.3f} ± {(dealer.net.hi - dealer.net.lo) / 2:.3f}"
        thrown = f"{100 * summary.passed_out / summary.hands:.1f} %"
        lines.append(f"| {name} | {dealer.scored.mean:.3f} | {scored} | {net} | {thrown} |")
    return "\n".join(lines)


def _row(name, numbers, form=".1f"):
    cells = ("–" if number is None else format(number, form) for number in numbers)
    return f"| {name} | {' | '.join(cells)} |"
