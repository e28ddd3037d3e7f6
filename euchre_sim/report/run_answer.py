"""What a run tells, in sentences."""

from __future__ import annotations

from collections.abc import Callable

from euchre_sim.analysis.estimate import estimate_mean, estimate_share
from euchre_sim.report.figure import PER_CENT, Table, interval, percent, points, points_interval
from euchre_sim.report.run_numbers import RunNumbers, Sums, Turn
from euchre_sim.report.words import Strength, fewest_trumps, listed, seat_phrase
from euchre_sim.rules import HouseRules

__all__ = ["run_answer", "run_glance"]

ENOUGH = 100  # calls, below which no sentence is made of them


def run_answer(numbers: RunNumbers) -> tuple[str, ...]:
    """Return what a run shows, the most important first."""
    turns = numbers.turns()
    told = [_who_calls(turns, numbers.rules), _who_is_euchred(turns, numbers.rules)]
    told += [_how_loners_do(turns), _when_trump_is_named(turns, numbers), _who_wins(numbers)]
    return tuple(sentence for sentence in told if sentence)


def _who_calls(turns: dict[tuple[int, int], Turn], rules: HouseRules) -> str:
    first = {position: turn for (call_round, position), turn in turns.items() if call_round == 1}
    most = max(first, key=lambda position: first[position].call_share.mean or 0)
    turn = first[most]
    others = listed(
        f"{seat_phrase(position, rules)} in {percent(first[position].call_share.mean)}"
        for position in first
        if position != most
    )
    made = estimate_share(turn.called.made, turn.called.n)
    return (
        f"In round 1 {seat_phrase(most, rules)} calls most often: in "
        f"{percent(turn.call_share.mean)} of the turns ({interval(turn.call_share)}), and makes "
        f"{percent(made.mean)} of these calls ({interval(made)}); {others}."
    )


def _who_is_euchred(turns: dict[tuple[int, int], Turn], rules: HouseRules) -> str:
    def rate(key: tuple[int, int]) -> float:
        return turns[key].called.euchres.mean or 0

    known = [key for key, turn in turns.items() if turn.called.n >= ENOUGH]
    if len(known) < 2:
        return ""
    worst, best = max(known, key=rate), min(known, key=rate)

    def told(key: tuple[int, int]) -> str:
        share = turns[key].called.euchres
        return (
            f"{seat_phrase(key[1], rules)} in round {key[0]} ({percent(share.mean)} of the "
            f"calls; {interval(share)})"
        )

    return f"Euchred most often is {told(worst)}, least often {told(best)}."


def _sum_of(turns: dict[tuple[int, int], Turn], part: Callable[[Turn], Sums]) -> Sums:
    return sum((part(turn) for turn in turns.values()), Sums())


def _how_loners_do(turns: dict[tuple[int, int], Turn]) -> str:
    alone = _sum_of(turns, lambda turn: turn.alone)
    together = _sum_of(turns, lambda turn: turn.together)
    if min(alone.n, together.n) < ENOUGH:
        return ""
    share = estimate_share(alone.n, alone.n + together.n)
    sweep = estimate_share(alone.lone_sweep, alone.n)
    return (
        f"{percent(share.mean)} of the calls are alone. They take all tricks in "
        f"{percent(sweep.mean)} of the deals ({interval(sweep)}), are euchred in "
        f"{percent(alone.euchres.mean)} ({interval(alone.euchres)}) and bring "
        f"{points(alone.mean.mean)} points a deal ({points_interval(alone.mean)}); calls with the "
        f"partner bring {points(together.mean.mean)} ({points_interval(together.mean)})."
    )


def _when_trump_is_named(turns: dict[tuple[int, int], Turn], numbers: RunNumbers) -> str:
    deals = numbers.whole("dealer")["n"]
    called = [
        sum(turn.called.n for (call_round, _), turn in turns.items() if call_round == one)
        for one in (1, 2)
    ]
    shares = [estimate_share(n, deals) for n in called]
    thrown_in = estimate_share(deals - sum(called), deals)
    return (
        f"Trump is named in round 1 in {percent(shares[0].mean)} of the deals "
        f"({interval(shares[0])}) and in round 2 in {percent(shares[1].mean)}; "
        f"{percent(thrown_in.mean)} are thrown in."
    )


def _who_wins(numbers: RunNumbers) -> str:
    row = numbers.whole("dealer")
    net = estimate_mean(row["n"], row["points"], row["points_squared"])
    if net.mean is None:
        return ""
    return (
        f"The dealer's side scores {points(net.mean, 3)} points a deal more than the other "
        f"({points_interval(net)})."
        if net.mean >= 0
        else f"The dealer's side scores {points(-net.mean, 3).lstrip('+')} points a deal less than "
        f"the other ({points_interval(net)})."
    )


def run_glance(numbers: RunNumbers) -> Table:
    """Return the weakest holdings with which each seat calls more often than not."""
    found = numbers.strengths()

    def calls(strength: Strength, position: int) -> str:
        turn = found.get((strength, position))
        if turn is None or not turn.turns or (share := turn.call_share.mean or 0) <= 0.5:
            return ""
        return f"{100 * share:.0f}{PER_CENT}"

    strengths = {strength for strength, _ in found}
    return fewest_trumps(strengths, range(1, numbers.rules.players + 1), numbers.rules, calls)
