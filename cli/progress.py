"""Progress of long work on stderr: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from euchre_cli.output import note

__all__ = ["announce_compiling", "counting"]


def announce_compiling(quiet: bool, *modules: str) -> None:
    """Say that the first run compiles; modules are such as ``"engine.batch"``."""
    if quiet:
        return
    from euchre_sim.engine import jit

    if not all(jit.is_compiled(module) for module in modules):
        note("compiling for this machine: up to a minute, and only this once")


@contextmanager
def counting(total: int, unit: str, quiet: bool) -> Iterator[Callable[..., None] | None]:
    """Show how many of `total` are done, the rate and the time left.

    Yields what to call with the number done so far and, if only the work itself has found out, with
    the total; None where nobody watches.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, rate="")

        def show(done: int, total: int | None = None) -> None:
            speed = bar.tasks[0].speed
            rate = f"{speed:,.0f} {unit}/s" if speed else unit
            bar.update(task, completed=done, total=total, rate=rate)

        yield show
