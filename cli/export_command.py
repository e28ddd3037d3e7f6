"""``euchre export``: tables of runs and call tables for spreadsheets and other programs."""

from __future__ import annotations

import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import COUNT, POSITION, examples, quiet_option
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note
from euchre_cli.progress import counting
from euchre_sim.cards import RANKS
from euchre_sim.rule_options import nearest
from euchre_sim.storage.exports.formats import BINARY_FORMATS, FORMATS

if TYPE_CHECKING:
    from euchre_sim.storage.exports.rows import Query

__all__ = ["export_command"]

STDOUT = "-"
ACTIONS = ("pass", "order", "call", "alone")


def _upcards(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[str, ...]:
    """Read ranks: ``T``, ``10``, ``T,J``, ``Jk``."""
    found = []
    for text in ",".join(values).split(",") if values else ():
        rank = text.strip().upper().replace("10", "T")
        if rank != "JK" and (len(rank) != 1 or rank not in RANKS):
            raise click.BadParameter(
                f"{text.strip()!r} is no rank; the ranks are {' '.join(RANKS)}, and Jk the joker"
            )
        found.append("Jk" if rank == "JK" else rank)
    return tuple(found)


def _names(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Read names with commas."""
    given = (name.strip() for text in values for name in text.split(","))
    return tuple(dict.fromkeys(name for name in given if name))


@click.command(
    short_help="Write a run or table as a workbook, CSV, JSON or HTML.",
    epilog=examples(
        'euchre export run --to strong.xlsx --where "n_trump >= 3"',
        "euchre export run --to - --format csv --upcard J --position dealer --limit 5",
        "euchre export run --to - --format csv --decimal , --sort -n --limit 5",
        "euchre export run --to - --format csv --pivot --upcard T --limit 5",
        "euchre export run --what summary --to - --format json",
    ),
)
@click.argument("place", metavar="RUN_OR_TABLE", type=click.Path())
@click.option(
    "--to",
    "target",
    metavar="FILE",
    required=True,
    help="File to write; what follows its last dot is the format. - writes text to stdout.",
)
@click.option(
    "--format", "form", type=click.Choice(FORMATS), help="The format, whatever the file is called."
)
@click.option(
    "--what",
    type=click.Choice(["hands", "summary"]),
    default="hands",
    show_default=True,
    help="Which table of a run's folder; a workbook of the hands has both.",
)
@click.option(
    "--where",
    metavar="FILTER",
    help="Only rows that fit, such as 'n_trump >= 3 and has_right' (see docs/exports.md).",
)
@click.option(
    "--upcard",
    metavar="RANK[,RANK...]",
    multiple=True,
    callback=_upcards,
    help="Only these upcards.",
)
@click.option(
    "--position", metavar="SEAT", type=POSITION, multiple=True, help="Only this seat; repeatable."
)
@click.option(
    "--round", "rounds", type=click.IntRange(1, 2), multiple=True, help="Only this round."
)
@click.option(
    "--action",
    type=click.Choice(ACTIONS),
    multiple=True,
    help="Only this action; order and call with a partner and alone. Repeatable.",
)
@click.option("--min-n", type=COUNT, metavar="N", help="Only rows of so many deals at least.")
@click.option(
    "--columns",
    metavar="NAME[,NAME...]",
    multiple=True,
    callback=_names,
    help="Only these columns, in this order.  [default: all]",
)
@click.option(
    "--sort",
    metavar="[-]NAME[,...]",
    multiple=True,
    callback=_names,
    help="Sort by these columns, with - before a name from the largest down.",
)
@click.option("--limit", type=COUNT, metavar="N", help="The first N rows alone.")
@click.option("--pivot", is_flag=True, help="A row a hand and upcard, a column a seat and action.")
@click.option(
    "--value",
    metavar="NAME",
    help="What the pivot shows: a column of numbers; of a call table also best, the points of the "
    "best action, and best_action, its name.  [default: points_mean]",
)
@click.option(
    "--sep",
    metavar="SIGN",
    help="Between cells of CSV, such as ; or tab.  [default: a comma, beside a decimal comma ;]",
)
@click.option(
    "--decimal", type=click.Choice([".", ","]), help="Decimal mark in CSV and TSV.  [default: .]"
)
@click.option("--bom", is_flag=True, help="Begin CSV and TSV with a byte order mark.")
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
@quiet_option
def export_command(place: str, target: str, **options: Any) -> int:
    """Write a run or a table as a workbook, CSV, TSV, JSON, HTML or Parquet.

    RUN_OR_TABLE is a folder that 'euchre simulate --out' wrote, a call table ('euchre table build')
    or chances at scores ('euchre equity --out'). What the numbers rest on goes along: in the file,
    or for CSV, TSV and JSON Lines in a second file beside it (NAME-metadata.json).
    """
    form = _form(target, options["form"])
    _check(form, target, options)
    _leave_pandas_out()
    from euchre_sim.storage.exports.export import export
    from euchre_sim.storage.exports.text import CsvForm

    value = options["value"] or ("points_mean" if options["pivot"] else None)
    sep = "\t" if (options["sep"] or "").lower() in ("tab", "\\t") else options["sep"]
    with counting(1, "rows", options["quiet"] or target == STDOUT) as progress:
        done = export(
            place,
            sys.stdout if target == STDOUT else Path(target),
            form,
            what=options["what"],
            query=_query(place, options),
            value=value,
            csv=CsvForm(sep, options["decimal"] or ".", options["bom"]),
            force=options["force"],
            progress=progress,
        )
    if done.files:
        files = " and ".join(map(str, done.files))
        note(f"wrote {done.rows:,} rows to {files}", quiet=options["quiet"])
    return ExitStatus.OK


def _form(target: str, form: str | None) -> str:
    """Find the format by the option or the file's name."""
    if form is not None:
        return form
    if target == STDOUT:
        raise click.UsageError("--to - needs the format: --format csv, tsv, json, jsonl or html")
    suffix = Path(target).suffix.removeprefix(".").lower()
    if suffix == "htm":
        return "html"
    if suffix not in FORMATS:
        of = f".{suffix} is no format" if suffix else "the name has no format at its end"
        raise click.UsageError(
            f"--to {target}: {of}{nearest(suffix, FORMATS)}; formats are {', '.join(FORMATS)} "
            "(or say --format)"
        )
    return suffix


def _check(form: str, target: str, options: dict[str, Any]) -> None:
    """Refuse options that say nothing together."""
    if target == STDOUT and form in BINARY_FORMATS:
        raise click.UsageError(f"{form} is no text: write it to a file")
    if options["value"] is not None and not options["pivot"]:
        raise click.UsageError("--value is what a pivot shows: add --pivot")
    if form not in ("csv", "tsv") and (options["decimal"] or options["bom"]):
        raise click.UsageError("--decimal and --bom are for csv and tsv")
    sep, decimal = options["sep"], options["decimal"] or "."
    if sep is None:
        return
    if form != "csv":
        raise click.UsageError("--sep is for csv")
    is_tab = sep.lower() in ("tab", "\\t", "\t")
    if not is_tab and (len(sep) != 1 or sep.isalnum() or sep in "\"'\r\n .-+" or ord(sep) > 127):
        raise click.UsageError(f"--sep {sep!r} cannot part cells; take , ; | or tab")
    if sep == decimal:
        raise click.UsageError(f"--sep and --decimal are both {sep!r}: take ; between cells")


def _query(place: str, options: dict[str, Any]) -> Query:
    from euchre_sim.seats import find_seat
    from euchre_sim.storage.exports.rows import Query
    from euchre_sim.storage.exports.source import open_source

    seats = options["position"]
    rules = open_source(place, options["what"]).rules if seats else None
    return Query(
        where=options["where"],
        upcard=options["upcard"],
        position=tuple(find_seat(seat, rules) for seat in seats if rules is not None),
        round=options["rounds"],
        action=options["action"],
        min_n=options["min_n"],
        columns=options["columns"],
        sort=options["sort"],
        limit=options["limit"],
    )


def _leave_pandas_out() -> None:
    """Keep pyarrow from loading pandas, half a second's work, when it makes its first scalar.

    It asks for pandas once; where pandas is really needed later, pyarrow asks again.
    """
    if "pandas" not in sys.modules:
        sys.meta_path.insert(0, _NoPandas())
        try:
            import pyarrow as pa

            pa.scalar(0)
        finally:
            del sys.meta_path[0]


class _NoPandas(MetaPathFinder):
    """Says that there is no pandas."""

    def find_spec(self, fullname: str, path: object, target: object = None) -> None:
        """Answer an import."""
        if fullname == "pandas":
            raise ModuleNotFoundError("not now", name=fullname)
