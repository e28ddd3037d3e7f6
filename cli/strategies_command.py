"""``euchre strategies``: who can play."""

from __future__ import annotations

from dataclasses import asdict

import click

from euchre_cli.common_options import examples, find_strategy, json_option
from euchre_cli.output import print_json

__all__ = ["strategies_command"]


@click.command(
    short_help="List the strategies there are, or show one.",
    epilog=examples(
        "euchre strategies",
        "euchre strategies basic",
        "euchre strategies --json",
    ),
)
@click.argument("name", required=False)
@json_option
def strategies_command(name: str | None, as_json: bool) -> None:
    """List the strategies, built in and installed; with NAME show its parameters and source.

    NAME may be a file's strategy too, path.py:NAME; it is checked as it would be before playing.
    """
    from euchre_sim.strategies import registry

    if name is not None:
        from euchre_sim.engine.layout import PHASE_NAMES

        one = find_strategy(name, {})
        facts = {
            **one.as_dict(),
            "summary": one.summary,
            "source": one.source,
            "own_hooks": [phase for phase in PHASE_NAMES if one.hook(phase) is not None],
        }
        if as_json:
            print_json(facts)
            return
        click.echo(f"{one.label} (version {one.version}): {one.summary}")
        if one.source:
            click.echo(f"Source: {one.source}")
        own = ", ".join(facts["own_hooks"]) or "nothing"
        whole = len(facts["own_hooks"]) == len(PHASE_NAMES)
        click.echo(f"Plays itself: {own}{'' if whole else '; the rest as the default does'}.")
        for key, value in facts["parameters"].items():
            click.echo(f"  {key}={value}")
        return
    listings = registry.listings()
    if as_json:
        print_json({"strategies": [asdict(one) for one in listings]})
        return
    width = max(len(one.name) for one in listings)
    for entry in listings:
        click.echo(f"{entry.name:{width}}  {entry.summary}  ({entry.origin})")
