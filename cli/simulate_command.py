"""``euchre simulate``: many hands played out, or one shown card by card."""

from __future__ import annotations

from pathlib import Path
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
from euchre_cli.output import note, print_json
from euchre_cli.progress import announce_compiling, counting

if TYPE_CHECKING:
    from euchre_sim.analysis.simulate import SimulationResult
    from euchre_sim.rules import HouseRules
    from euchre_sim.strategies.api import Strategy

__all__ = ["simulate_command"]

DEFAULT_HANDS = 1_000_000


def _hand_number(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Read the number of a hand: a count, or 0."""
    if value is None or value.strip() == "0":
        return None if value is None else 0
    return COUNT.convert(value, param, ctx)


@click.command(
    short_help="Play many hands and count who calls what and what comes of it.",
    epilog=examples(
        "euchre simulate --hands 1M --strategy basic --rules standard --seed 1",
        "euchre simulate --hands 1M --out run1",
        "euchre simulate --hands 250k --strategy basic,universe,basic,universe --json",
        "euchre simulate --seed 1 --hand 17 --trace",
    ),
)
@click.option("--hands", type=COUNT, metavar="N", help="Hands to play.  [default: 1000000]")
@strategy_options
@rules_options
@seed_option
@click.option(
    "--first-hand",
    metavar="K",
    callback=_hand_number,
    help="Number of the first hand, to go on where another run of the seed ended; the tables of "
    "such runs add up (euchre_sim.merge_runs).  [default: 0]",
)
@threads_option
@click.option(
    "--out",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write summary.parquet and hands.parquet (a row a canonical hand, upcard, position, "
    "round and action) to this folder.",
)
@click.option("--force", is_flag=True, help="Replace results that are already in the folder.")
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with the run in the folder where it was stopped, or start it; a finished one goes "
    "on to more --hands.",
)
@click.option(
    "--log-hands",
    is_flag=True,
    help="Also write log/part-NNNNNN.parquet: a row a hand with its cards, calls, tricks and "
    "points.",
)
@click.option(
    "--hand",
    "one_hand",
    metavar="I",
    callback=_hand_number,
    help="Show this one hand of the seed, call by call and card by card.",
)
@click.option("--trace", is_flag=True, help="With --hand: show it as text (or as --json).")
@click.option(
    "--to",
    "to_format",
    type=click.Choice(["egn"]),
    help="With --hand: show it as Euchre Game Notation.",
)
@json_option
@quiet_option
def simulate_command(
    strategy: str | None,
    strategy_files: tuple[str, ...],
    rules_name: str | None,
    settings: tuple[str, ...],
    **options: Any,
) -> int:
    """Play many hands and tell, by position and round, who calls and what comes of it.

    The same seed gives the same result on any machine and any number of threads. Ctrl-C ends a
    run; what was done by then is printed (and written), marked as partial.
    """
    _check(options)
    rules = build_rules(rules_name, settings)
    options["rules_label"] = rules_label(rules_name, settings)
    announce_compiling(options["quiet"], "engine.batch", "strategies.*")
    strategies = build_strategies(strategy, strategy_files, rules.players)
    if options["one_hand"] is not None:
        return _show_hand(rules, strategies, options)
    return _play(rules, strategies, options)


def rules_label(rules_name: str | None, settings: tuple[str, ...]) -> str:
    """Name the rules as they were asked for."""
    name = rules_name or "standard"
    return f"{name} with {', '.join(settings)}" if settings else name


def _check(options: dict[str, Any]) -> None:
    """Refuse options that say nothing together."""
    of_one = options["trace"] or options["to_format"] is not None
    if options["one_hand"] is None:
        if of_one:
            raise click.UsageError("--trace and --to show one hand: say which with --hand")
        for name in ("force", "resume", "log_hands"):
            if options[name] and options["out"] is None:
                flag = "--" + name.replace("_", "-")
                raise click.UsageError(f"{flag} is for results in a folder: --out")
        if options["force"] and options["resume"]:
            raise click.UsageError("--force starts anew and --resume goes on: choose one")
        return
    for name in ("hands", "out", "first_hand", "resume", "log_hands"):
        if options[name] is not None and options[name] is not False:
            flag = "--" + name.replace("_", "-")
            raise click.UsageError(f"--hand shows one hand and {flag} plays many: choose one")
    if options["to_format"] is not None and (options["trace"] or options["as_json"]):
        raise click.UsageError("--to egn, --trace and --json are three ways to show a hand")


def _play(rules: HouseRules, strategies: list[Strategy], options: dict[str, Any]) -> int:
    """Play many hands, print the summary, write the tables."""
    from euchre_sim.analysis.simulate import check_run, prepare_run

    folder = options["out"]
    if folder == "":
        raise click.UsageError("--out names no folder: its text is empty")
    hands = options["hands"] or (options["resume"] and _begun_hands(folder)) or DEFAULT_HANDS
    arguments = {name: options[name] for name in ("seed", "threads")}
    arguments["first_hand"] = options["first_hand"] or 0
    try:
        check_run(hands, **arguments)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    arguments |= {name: options[name] for name in ("out", "force", "resume", "log_hands")}
    quiet = options["quiet"]
    with prepare_run(hands, strategies, rules=rules, **arguments) as run:
        if run.is_finished:
            note(f"nothing is left to do: {folder} holds all {hands:,} hands", quiet=quiet)
        with counting(hands, "hands", quiet) as progress:
            result = run.play(progress)
        # Neither a full disk takes the summary along, nor a reader that has gone the tables.
        try:
            _print(result, strategies, options)
        finally:
            if folder is not None and not run.is_finished:
                run.write()
                note(f"wrote summary.parquet and hands.parquet to {folder}", quiet=quiet)
    if result.is_partial:
        go_on = "; --resume goes on" if folder is not None else ""
        note(
            f"interrupted after {result.hands:,} of {hands:,} hands; the results are partial"
            f"{go_on}",
            quiet=quiet,
        )
        return ExitStatus.INTERRUPTED
    return ExitStatus.OK


def _begun_hands(folder: str) -> int | None:
    """How many hands were asked for when the run in a folder was begun, if there is one."""
    from euchre_sim.storage.manifest import read_manifest

    found = read_manifest(Path(folder))
    return found.provenance.requested if found is not None else None


def _print(result: SimulationResult, strategies: list[Strategy], options: dict[str, Any]) -> None:
    if options["as_json"]:
        print_json({"rules_name": options["rules_label"], **result.as_dict()})
        return
    from euchre_cli.simulate_text import print_result

    print_result(result, options["rules_label"], strategies)


def _show_hand(rules: HouseRules, strategies: list[Strategy], options: dict[str, Any]) -> int:
    """Show one hand; a strategy's fault is told behind what was played before it."""
    from euchre_sim.analysis.players import seat_players
    from euchre_sim.analysis.trace import trace_hand

    players = seat_players(strategies, rules)
    trace = trace_hand(players, rules, options["seed"], options["one_hand"])
    if options["to_format"] == "egn":
        from euchre_cli.replay_command import note_extensions
        from euchre_sim.notation import to_egn
        from euchre_sim.records import GameRecord

        game = GameRecord(deals=(trace.record,), rules=rules)
        click.echo(to_egn(game))
        note_extensions(game, options["quiet"])
    elif options["as_json"]:
        print_json({"rules_name": options["rules_label"], **trace.as_dict()})
    else:
        from euchre_cli.trace_text import trace_lines

        click.echo(
            f"Hand {trace.hand} of seed {trace.seed}, rules {options['rules_label']} "
            f"(digest {rules.digest()})"
        )
        for line in trace_lines(trace):
            click.echo(line)
    if trace.fault is not None:
        raise trace.fault
    return ExitStatus.OK
