"""``euchre plot``: single charts of a report as pictures."""

from __future__ import annotations

from pathlib import PurePath

import click

from euchre_cli.common_options import examples, quiet_option
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import Column, note, print_line, print_table
from euchre_sim.rule_options import nearest

__all__ = ["plot_command"]


@click.command(
    short_help="Draw one chart of a run or a call table as PNG or SVG.",
    epilog=examples(
        "euchre plot run --list",
        "euchre plot run --chart strength --to strength.svg",
        "euchre plot run --chart calls --to calls.png",
    ),
)
@click.argument("source", metavar="RUN_OR_TABLE", type=click.Path())
@click.option("--chart", metavar="NAME", help="Which chart; --list tells their names.")
@click.option(
    "--to",
    "target",
    metavar="FILE.png|FILE.svg",
    type=click.Path(),
    help="File to write; what follows its last dot is the format.",
)
@click.option("--list", "as_list", is_flag=True, help="List the charts of RUN_OR_TABLE.")
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
@quiet_option
def plot_command(
    source: str, chart: str | None, target: str | None, as_list: bool, force: bool, quiet: bool
) -> int:
    """Draw one chart of a run or a call table as PNG or SVG: those of 'euchre report'.

    RUN_OR_TABLE is a folder that 'euchre simulate --out' wrote, or a call table ('euchre table
    build'). What can be read off the chart is printed too.
    """
    from euchre_sim.report.figure import CHARTS

    if as_list:
        if chart is not None or target is not None:
            raise click.UsageError("--list draws nothing: leave out --chart and --to")
        return _list(source)
    if chart is None or target is None:
        raise click.UsageError("say which chart and where to: --chart NAME --to FILE, or --list")
    if chart not in CHARTS:
        raise click.UsageError(
            f"there is no chart {chart!r}{nearest(chart, CHARTS)}; there are {', '.join(CHARTS)}"
        )
    suffix = PurePath(target).suffix.lower()
    if suffix not in (".png", ".svg"):
        raise click.UsageError(f"--to {target}: a chart is drawn as NAME.png or NAME.svg")
    from euchre_sim.report.report import find_figure, open_report
    from euchre_sim.storage.whole_files import claim_file, written_whole

    place = claim_file(target, force)
    figure = find_figure(open_report(source), chart)
    from euchre_sim.report.draw import png, svg

    with written_whole(place, replace=force) as (path,):
        path.write_bytes(png(figure) if suffix == ".png" else svg(figure).encode())
    print_line(f"{figure.title}. {figure.says}")
    note(f"wrote {target}", quiet=quiet)
    return ExitStatus.OK


def _list(source: str) -> int:
    from euchre_sim.report.report import open_report

    rows = [(one.name, one.missing or one.title) for one in open_report(source).figures]
    print_table([Column("Chart"), Column("What it shows")], rows)
    return ExitStatus.OK
