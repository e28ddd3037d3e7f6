"""``euchre report``: what a run or a call table tells, as a page that people look at."""

from __future__ import annotations

from pathlib import PurePath

import click

from euchre_cli.common_options import examples, quiet_option
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_line

__all__ = ["report_command"]


@click.command(
    short_help="Write a page of findings and charts of a run or call table.",
    epilog=examples(
        'euchre report run --to run.html --title "Our club, last winter"',
    ),
)
@click.argument("source", metavar="RUN_OR_TABLE", type=click.Path())
@click.option(
    "--to",
    "target",
    metavar="FILE.html",
    type=click.Path(),
    required=True,
    help="File to write: one page of HTML that needs no network.",
)
@click.option("--title", metavar="TEXT", help="Head line.  [default: what it is about]")
@click.option("--force", is_flag=True, help="Replace a file that is already there.")
@quiet_option
def report_command(source: str, target: str, title: str | None, force: bool, quiet: bool) -> int:
    """Write a page with the findings and charts of a run or a call table.

    RUN_OR_TABLE is a folder that 'euchre simulate --out' wrote, or a call table ('euchre table
    build'). The findings are printed too, a line each. 'euchre plot' draws single charts.
    """
    if PurePath(target).suffix.lower() not in (".html", ".htm"):
        raise click.UsageError(f"--to {target}: a report is a page of HTML, so name it NAME.html")
    from euchre_sim.report.report import open_report
    from euchre_sim.storage.whole_files import claim_file, written_whole

    place = claim_file(target, force)
    report = open_report(source, title)
    from euchre_sim.report.page import page

    with written_whole(place, replace=force) as (path,):
        path.write_bytes(page(report).encode())
    for sentence in report.answer:
        print_line(sentence.replace("\N{NO-BREAK SPACE}", " "))
    note(f"wrote {target}", quiet=quiet)
    return ExitStatus.OK
