"""``euchre equity``: the chance to win the game, and the match, at every score."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    COUNT,
    build_rules,
    build_strategies,
    examples,
    json_option,
    quiet_option,
    rules_options,
    seed_option,
    strategy_options,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_json, rules_text
from euchre_cli.progress import announce_compiling, counting

if TYPE_CHECKING:
    from euchre_sim.analysis.deal_shares import Shares
    from euchre_sim.rules import HouseRules

__all__ = ["equity_command"]

DEFAULT_HANDS = 1_000_000


def _pair(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """Read two numbers of points or games, ours first."""
    if value is None:
        return None
    found = re.fullmatch(r"\s*(\d{1,3})\s*[-:]\s*(\d{1,3})\s*", value, re.ASCII)
    if found is None:
        raise click.BadParameter(
            f"{value!r} is no score; write ours first, such as 9-6", ctx, param
        )
    return int(found[1]), int(found[2])


def _shares(ctx: click.Context, param: click.Parameter, value: str | None) -> list[float] | None:
    """Read shares in percent."""
    if value is None:
        return None
    try:
        return [float(part) for part in value.split(",")]
    except ValueError:
        raise click.BadParameter(
            f"{value!r} are no shares; write six percentages with commas, such as 45,16,5,17,12,5",
            ctx,
            param,
        ) from None


@click.command(
    short_help="Tell the chance to win the game at every score.",
    epilog=examples(
        "euchre equity",
        "euchre equity --score 9-6 --dealer them",
        "euchre equity --shares 45,16,5,17,12,5 --score 8-8",
        "euchre equity --rules seed_da --set match_format=best_of_3 --games 1-0 --score 0-0",
    ),
)
@click.option(
    "--score", metavar="US-THEM", callback=_pair, help="Answer for this score alone, ours first."
)
@click.option(
    "--dealer",
    type=click.Choice(["us", "them"]),
    help="Which side deals next.  [default: both are answered]",
)
@click.option(
    "--games",
    metavar="US-THEM",
    callback=_pair,
    help="Games won so far in the match, with --score.",
)
@click.option(
    "--shares",
    metavar="P,P,P,P,P,P",
    callback=_shares,
    help="Shares of deals in percent instead of a simulation: the dealer's side making it, "
    "marching, sweeping alone, then the other side; what is missing to 100 is thrown in.",
)
@click.option(
    "--hands",
    type=COUNT,
    metavar="N",
    help="Hands to play for the shares, shared among the scores.  [default: 1000000]",
)
@strategy_options
@rules_options
@seed_option
@threads_option
@json_option
@quiet_option
def equity_command(
    score: tuple[int, int] | None,
    dealer: str | None,
    games: tuple[int, int] | None,
    shares: list[float] | None,
    hands: int | None,
    strategy: str | None,
    strategy_files: tuple[str, ...],
    rules_name: str | None,
    settings: tuple[str, ...],
    seed: int,
    threads: int | None,
    as_json: bool,
    quiet: bool,
) -> int:
    """Tell the chance to win the game (and the match) at every score, whoever deals.

    Hands of the strategies, as many at every score, show how often a deal there brings which side
    what. From these shares the chances follow exactly: their error is that of the shares alone.
    """
    if score is None and (dealer is not None or games is not None):
        raise click.UsageError("--dealer and --games belong to one score: --score 9-6")
    if shares is not None and (hands is not None or strategy is not None or strategy_files):
        raise click.UsageError("--shares stand in place of a simulation: no --hands, no --strategy")
    rules = build_rules(rules_name, settings)
    from euchre_sim.analysis.deal_shares import Shares, require_two_sides
    from euchre_sim.analysis.equity import DEALERS, Equity, State

    require_two_sides(rules)
    players: dict[str, Any] = {}
    partial = False
    if shares is not None:
        found = Shares.given(shares, rules)
    else:
        wanted = hands or DEFAULT_HANDS
        found, players = _play(rules, strategy, strategy_files, wanted, seed, threads, quiet)
        asked = wanted // found.scores
        partial = found.deals != asked
        if partial:
            note(f"interrupted after {found.deals:,} of {asked:,} hands at each score", quiet=quiet)
    equity = Equity(rules, found)
    states = (
        [
            State(*score, one, *(games or (0, 0)))
            for one in (DEALERS if dealer is None else (dealer,))
        ]
        if score is not None
        else None
    )
    if as_json:
        answer = equity.as_dict()
        if states is not None:
            answer["scores"] = [equity.facts(state) for state in states]
        print_json(
            {
                "rules_name": rules_text(rules),
                "rules": rules.as_dict(),
                "rules_digest": rules.digest(),
                **players,
                "partial": partial,
                **answer,
            }
        )
    else:
        from euchre_cli.equity_text import print_scores, print_tables

        if states is None:
            print_tables(equity, players)
        else:
            print_scores(equity, states, players)
    return ExitStatus.INTERRUPTED if partial else ExitStatus.OK


def _play(
    rules: HouseRules,
    strategy: str | None,
    strategy_files: tuple[str, ...],
    hands: int,
    seed: int,
    threads: int | None,
    quiet: bool,
) -> tuple[Shares, dict[str, Any]]:
    """Play hands for the shares; also return what is to be said of the players."""
    announce_compiling(quiet, "engine.batch", "strategies.*")
    strategies = build_strategies(strategy, strategy_files, rules.players)
    from euchre_sim.analysis.deal_shares import shares_of

    with counting(hands, "hands", quiet) as progress:
        shares = shares_of(
            strategies, rules, hands=hands, seed=seed, threads=threads, progress=progress
        )
    names = [f"{one.label} v{one.version}" for one in strategies]
    return shares, {"strategies": names, "seed": seed}
