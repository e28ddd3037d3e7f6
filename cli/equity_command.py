"""``euchre equity``: the chance to win the game, and the match, at every score."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    COUNT,
    SCORE,
    build_rules,
    build_strategies,
    examples,
    json_option,
    parquet_name,
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
    from euchre_sim.strategies.api import Strategy

__all__ = ["equity_command"]


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
    "--score", type=SCORE, metavar="US-THEM", help="Answer for this score alone, ours first."
)
@click.option(
    "--dealer",
    type=click.Choice(["us", "them"]),
    help="Which side deals next.  [default: both are answered]",
)
@click.option(
    "--games",
    metavar="US-THEM",
    type=SCORE,
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
    help="Hands to play for the shares, shared among the scores.  [default: 800000]",
)
@click.option(
    "--out",
    metavar="FILE.parquet",
    callback=parquet_name,
    help="Write every score to this file too; 'euchre export' makes a workbook or CSV out of it.",
)
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
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
    out: str | None,
    force: bool,
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

    Hands of the strategies, played at every score, show how often a deal there brings which side
    what. From these shares the chances follow exactly: their error is that of the shares alone.
    """
    if score is None and (dealer is not None or games is not None):
        raise click.UsageError("--dealer and --games belong to one score: --score 9-6")
    if shares is not None and (hands is not None or strategy is not None or strategy_files):
        raise click.UsageError("--shares stand in place of a simulation: no --hands, no --strategy")
    if force and out is None:
        raise click.UsageError("--force is for a file to write: --out FILE.parquet")
    rules = build_rules(rules_name, settings)
    from euchre_sim.analysis.deal_shares import Shares
    from euchre_sim.analysis.equity import DEALERS, Equity, State, check_state

    dealers = DEALERS if dealer is None else (dealer,)
    states = None if score is None else [State(*score, one, *games or (0, 0)) for one in dealers]
    for state in states or [State(0, 0, DEALERS[0])]:
        check_state(rules, state)
    if out is not None:
        from euchre_sim.storage.whole_files import claim_file

        claim_file(out, force)
    names: list[str] = []
    partial = False
    if shares is not None:
        found = Shares.given(shares, rules)
        played: dict[str, Any] = {"shares": shares}
    else:
        strategies = build_strategies(strategy, strategy_files, rules.players)
        names = [f"{one.label} v{one.version}" for one in strategies]
        found, asked = _play(rules, strategies, hands, seed, threads, quiet)
        partial = found.hands != asked
        if partial:
            note(f"interrupted after {found.hands:,} of {asked:,} hands", quiet=quiet)
        seated = strategies * (rules.players // len(strategies))
        played = {
            "strategies": [one.as_dict() for one in seated],
            "seed": seed,
            "hands": found.hands,
            "partial": partial,
        }
    equity = Equity(rules, found)
    if out is not None:
        from euchre_sim.storage.equity import write_equity

        rows = write_equity(Path(out), equity, played, replace=force)
        note(f"wrote {rows:,} rows to {out}", quiet=quiet)
    if as_json:
        facts = {
            "rules_name": rules_text(rules),
            "rules": rules.as_dict(),
            "rules_digest": rules.digest(),
        }
        print_json({**facts, **played, "strategies": names, **equity.as_dict(states)})
    else:
        from euchre_cli.equity_text import print_scores, print_tables

        if states is None:
            print_tables(equity, names, seed)
        else:
            print_scores(equity, states, names, seed)
    return ExitStatus.INTERRUPTED if partial else ExitStatus.OK


def _play(
    rules: HouseRules,
    strategies: list[Strategy],
    hands: int | None,
    seed: int,
    threads: int | None,
    quiet: bool,
) -> tuple[Shares, int]:
    """Play hands for the shares, unless they are kept; also return how many there shall be.

    With nothing chosen the players are those between whom other commands play a game to its end.
    """
    announce_compiling(quiet, "engine.batch", "strategies.*")
    from euchre_sim.analysis.deal_shares import hands_by_score, shares_of
    from euchre_sim.analysis.equal_players import HANDS, SEED, equal_chances
    from euchre_sim.strategies import registry

    equal = strategies == [registry.default()] and (hands, seed) in ((None, SEED), (HANDS, SEED))
    hands = hands or HANDS
    with counting(hands, "hands", quiet) as progress:
        if equal:
            shares = equal_chances(rules, threads=threads, progress=progress).shares
        else:
            shares = shares_of(
                strategies, rules, hands=hands, seed=seed, threads=threads, progress=progress
            )
    return shares, int(hands_by_score(hands, rules.target_score).sum())
