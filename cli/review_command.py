"""``euchre review``: recorded games gone through, every decision graded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from euchre_cli.common_options import (
    build_strategies,
    examples,
    json_option,
    quiet_option,
    record_rules_options,
    seed_option,
    strategy_options,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_json
from euchre_cli.progress import announce_compiling, counting
from euchre_cli.replay_text import printable
from euchre_sim.errors import EuchreError, InvalidNotation, StrategyFault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from euchre_sim.records import GameRecord, GameReplay

__all__ = ["review_command"]

EGN = "egn"
PLAYERS = 4  # at most, whatever the rules of a file: strategies are one for all, or one a position


class _Labels(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Three losses of the chance to win, in percent, from the smallest label to the largest."""

    name = "labels"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, float]:
        if isinstance(value, dict):
            return value
        try:
            losses = [float(part) for part in str(value).split(",")]
        except ValueError:
            losses = []
        if len(losses) != 3 or not 0 < losses[0] < losses[1] < losses[2] <= 100:
            raise click.BadParameter(
                f"{value!r} are no labels: write three rising losses, in percent of the chance to "
                "win, from which on a mistake is [?!], [?] and [??], such as 1,2.5,5",
                ctx,
                param,
            )
        return {label: loss / 100 for label, loss in zip(("?!", "?", "??"), losses, strict=True)}


@click.command(
    "review",
    short_help="Grade every decision of recorded games.",
    epilog=examples(
        "euchre review game.egn",
        "euchre review game.egn --deal 1 --all",
        "euchre review game.egn --to review.html",
        "euchre review game.egn --to annotated.egn",
        "euchre review league/ --json > league.json",
    ),
)
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@click.option(
    "--deal", type=click.IntRange(min=1), metavar="N", help="Only this deal of a single game."
)
@click.option("--all", "tells_all", is_flag=True, help="List every decision, the good ones too.")
@click.option(
    "--to",
    "target",
    metavar="FILE",
    help="Write a page (FILE.html) or the annotated game (FILE.egn; egn alone prints it).",
)
@click.option(
    "--labels",
    type=_Labels(),
    metavar="A,B,C",
    help="From which loss of the chance to win, in percent, a mistake is [?!], [?] and [??].  "
    "[default: 1,2.5,5]",
)
@record_rules_options
@strategy_options
@click.option("--afresh", is_flag=True, help="Grade deals anew that were graded before.")
@click.option("--force", is_flag=True, help="Replace the file of --to if it is there.")
@seed_option
@threads_option
@json_option
@quiet_option
def review_command(games: tuple[str, ...], as_json: bool, **options: Any) -> int:
    """Grade every decision in recorded games: calls, discards, loners and cards.

    GAME is a file in Euchre Game Notation, a folder of such files, or - for stdin. Each decision is
    seen from what its seat knew then. The strategies play on after every action; what looks like a
    mistake is weighed again with every player searching, and only a loss larger than its noise is
    called a mistake. Deals that are done are kept, so that an interrupted review goes on.
    """
    _check_target(options["target"], options["deal"], as_json)
    read, status = _read(games, options)
    for what, is_asked in (
        ("--deal", options["deal"] is not None),
        ("an annotated game", _is_annotated(options["target"])),
    ):
        if is_asked and len(read) != 1:
            raise click.UsageError(f"{what} is about a single game, and there are {len(read)}")
    place = _place(options["target"], options["force"])
    try:
        review, left_out = _review(read, options)
    except KeyboardInterrupt:
        note("interrupted; the deals that are done are kept: the same command goes on from there")
        return ExitStatus.INTERRUPTED
    if options["target"] is not None:
        from euchre_cli.review_files import annotated, write_bytes
        from euchre_sim.report.review_page import review_page

        if _is_annotated(options["target"]):
            data = annotated(review, read[0].source, read[0].record)
        else:
            data = review_page(review).encode()
        write_bytes(data, place, options["force"], options["quiet"])
        if place is not None:
            from euchre_cli.review_text import print_players

            print_players(review)
    elif as_json:
        print_json(review)
    else:
        from euchre_cli.review_text import print_review

        print_review(review, tells_all=options["tells_all"])
    return max(status, left_out)


class _Read(NamedTuple):
    """A game that was read: where from, as it was written, and what it is."""

    file: str
    source: bytes
    record: GameRecord
    replayed: GameReplay


def _is_annotated(target: str | None) -> bool:
    """Whether the game itself is to be written."""
    return target is not None and (target == EGN or target.lower().endswith(f".{EGN}"))


def _place(target: str | None, force: bool) -> Path | None:
    """Return the file to write; None for stdout.  One that is there is refused without force."""
    if target in (None, EGN):
        return None
    from euchre_sim.storage.whole_files import claim_file

    return claim_file(target, force)


def _check_target(target: str | None, deal: int | None, as_json: bool) -> None:
    """Refuse what does not go together."""
    if target is None:
        return
    if as_json:
        raise click.UsageError("--to writes a file and does not go with --json")
    if not _is_annotated(target) and PurePath(target).suffix.lower() not in (".html", ".htm"):
        raise click.UsageError(
            f"--to {target}: name it NAME.html for a page or NAME.egn for the annotated game"
        )
    if deal is not None and _is_annotated(target):
        raise click.UsageError("--to an annotated game is about all its deals: leave out --deal")


def _read(games: tuple[str, ...], options: Mapping[str, Any]) -> tuple[list[_Read], ExitStatus]:
    """Read the games; of several, those that cannot be read are named and left out."""
    from euchre_cli.replay_command import Reader, content_of

    reader = Reader(options["rules_name"], options["settings"], options["quiet"])
    files = list(dict.fromkeys(_files(games)))
    read, status = [], ExitStatus.OK
    for file in files:
        try:
            source = content_of(file)
            read.append(_Read(file, source, *reader.replay(source, with_decisions=True)))
        except (EuchreError, OSError) as error:
            if len(files) == 1:
                raise
            why = error.strerror if isinstance(error, OSError) else str(error)
            note(f"{file} is left out: {why}")
            status = ExitStatus.BAD_INPUT
    if not read:
        raise InvalidNotation("none of the games can be read")
    return read, status


def _files(games: tuple[str, ...]) -> Iterator[str]:
    """Yield the files that are meant: folders stand for the games in them."""
    for game in games:
        if game == "-" or not Path(game).is_dir():
            yield game
            continue
        inside = sorted(str(path) for path in Path(game).rglob(f"*.{EGN}"))
        if not inside:
            raise click.UsageError(f"the folder {game} holds no games (*.{EGN})")
        yield from inside


def _review(read: Sequence[_Read], options: Mapping[str, Any]) -> tuple[dict[str, Any], ExitStatus]:
    """Go through the games and add up their players; of several, some may be left out."""
    strategies = build_strategies(options["strategy"], options["strategy_files"], PLAYERS)
    announce_compiling(
        options["quiet"], "analysis.weigh", "analysis.weigh_later", "engine.batch", "strategies.*"
    )
    from euchre_sim.analysis.grade import LABELS
    from euchre_sim.analysis.review import Reviewer, review_facts

    reviewer = Reviewer(
        strategies,
        seed=options["seed"],
        labels=options["labels"] or LABELS,
        threads=options["threads"],
        is_kept=not options["afresh"],
    )
    only = options["deal"]
    deals = (
        deal
        for one in read
        for number, deal in enumerate(one.replayed.deals, 1)
        if only in (None, number)
    )
    total = sum(len(deal.decisions) for deal in deals)
    with counting(total, "decisions", options["quiet"]) as show:
        done = 0

        def progress(more: int) -> None:
            nonlocal done
            done += more
            if show is not None:
                show(done)

        games, status = [], ExitStatus.OK
        for one in read:
            try:
                game = reviewer.game(one.record, only=only, progress=progress)
            except EuchreError as error:
                if len(read) == 1 or isinstance(error, StrategyFault):
                    raise
                note(f"{one.file} is left out: {error}")
                status = ExitStatus.BAD_INPUT
                continue
            title = printable(str(one.record.remarks.get("title") or ""))
            games.append({"file": one.file, "title": title, **game})
    if not games:
        raise InvalidNotation("none of the games can be reviewed")
    return review_facts(reviewer, games), status
