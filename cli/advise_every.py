"""``euchre advise --exhaustive``: every layout instead of a sample; its options and its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.advise_later import wants_position
from euchre_cli.common_options import build_rules
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_json
from euchre_cli.progress import announce_compiling, counting
from euchre_sim.errors import InvalidNotation

if TYPE_CHECKING:
    from euchre_sim.analysis.exhaustive import ExactAdvice

__all__ = ["answer_exhaustively", "every_layout_options", "wants_every_layout"]


def every_layout_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add ``--exhaustive`` and ``--checkpoint``."""
    command = click.option(
        "--checkpoint",
        type=click.Path(dir_okay=False),
        metavar="FILE",
        help="Where --exhaustive notes how far it has got; the same question goes on from there.  "
        "[default: a file in your cache folder]",
    )(command)
    return click.option(
        "--exhaustive",
        is_flag=True,
        help="Play every layout of the unseen cards instead of a sample: a first call, the upcard "
        "given, players who draw no lots. Takes minutes for an action with four players.",
    )(command)


def wants_every_layout(options: Mapping[str, Any], as_jsonl: bool) -> bool:
    """Whether ``--exhaustive`` was given; options that do not go with it are refused."""
    if not options["exhaustive"]:
        if options["checkpoint"] is not None:
            raise click.UsageError("--checkpoint is for --exhaustive; a sample is played anew")
        return False
    for name in ("deals", "until_se", "score"):
        if options[name] is not None:
            raise click.UsageError(
                f"--exhaustive plays every layout: leave out --{name.replace('_', '-')}"
            )
    if as_jsonl:
        raise click.UsageError("--exhaustive answers one question: leave out --jsonl")
    if wants_position(options):
        raise click.UsageError(
            "--exhaustive answers a first call with the strategies playing on: leave out --model "
            "and what was called and played"
        )
    return True


def answer_exhaustively(
    hand: str, as_json: bool, options: Mapping[str, Any], strategies: Callable[..., Any]
) -> int:
    """Answer and print; `strategies` makes them from ``--strategy`` and ``--strategy-file``."""
    answer = _answer(hand, options, strategies)
    if as_json:
        print_json(answer.as_dict())
    else:
        from euchre_cli.advise_every_text import print_exact_advice

        print_exact_advice(answer)
    return ExitStatus.OK


def _answer(hand: str, options: Mapping[str, Any], strategies: Callable[..., Any]) -> ExactAdvice:
    rules = build_rules(options["rules_name"], options["settings"])
    if options["seat"] is None:
        raise click.UsageError(f"the seat is missing: --seat 1 to {rules.players}")
    if options["up"] is None:
        raise InvalidNotation("the upcard is missing: --exhaustive needs it (--up)")
    announce_compiling(
        options["quiet"], "analysis.weigh", "analysis.exhaustive_kernels", "strategies.*"
    )
    from euchre_sim.analysis.exhaustive import advise_exhaustively

    how_far = ""

    def note_how_far(done: int, total: int) -> None:
        nonlocal how_far
        how_far = f"stopped after {done:,} of {total:,} layouts, which are no fair sample; "
        if show is not None:
            show(done, total)

    try:
        with counting(0, "layouts", options["quiet"]) as show:
            return advise_exhaustively(
                hand,
                options["up"],
                options["seat"],
                call_round=1 if options["call_round"] is None else options["call_round"],
                rules=rules,
                strategies=strategies(
                    options["strategy"], options["strategy_files"], rules.players
                ),
                checkpoint=options["checkpoint"],
                threads=options["threads"],
                progress=note_how_far,
            )
    except KeyboardInterrupt:
        note(f"{how_far}the same command goes on from here", quiet=options["quiet"])
        raise
