"""``euchre rules``: the presets, and every option of one with its values, meaning and source.

What the rules say about cards is `explain_command`.
"""

from __future__ import annotations

import shutil
import textwrap
from itertools import groupby
from typing import Any

import click

from euchre_cli.common_options import (
    build_rules,
    complete_preset,
    examples,
    json_option,
    settings_option,
)
from euchre_cli.explain_command import explain_command
from euchre_cli.output import print_json
from euchre_sim.first_dealer import chances_by_card, chances_by_seat
from euchre_sim.presets import load_preset
from euchre_sim.rule_options import Option, value_text
from euchre_sim.rules import HouseRules

__all__ = ["rules_command"]


@click.group(
    invoke_without_command=True,
    epilog=examples(
        "euchre rules",
        "euchre rules --json",
        "euchre rules show seed_sl",
        'euchre rules explain "JD AS KC" --trump H --led 9H',
    ),
)
@json_option
@click.pass_context
def rules_command(ctx: click.Context, as_json: bool) -> None:
    """List the rule presets, show every option of one, or explain the cards.

    A preset's name goes after --rules in the other commands, and --set OPTION=VALUE changes one
    option of it.
    """
    if ctx.invoked_subcommand is not None:
        return
    presets = [load_preset(name) for name in HouseRules.preset_names()]
    if as_json:
        print_json({"presets": [_preset_facts(preset.name) for preset in presets]})
        return
    width = max(len(preset.name) for preset in presets)
    for preset in presets:
        click.echo(f"{preset.name:{width}}  {preset.summary}")


@rules_command.command(
    "show",
    short_help="Show every option of one preset.",
    epilog=examples(
        "euchre rules show seed_nl",
        "euchre rules show standard --set stick_the_dealer=true --set target_score=11",
        "euchre rules show standard --json",
    ),
)
@click.argument("name", default="standard", shell_complete=complete_preset)
@settings_option
@json_option
def show_command(name: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Show every option of the preset NAME: value, range, meaning and who plays it so.

    A star marks a value that differs from the standard game.
    """
    rules = build_rules(name, settings)
    if as_json:
        facts = _preset_facts(name)
        facts |= {"settings": list(settings), "digest": rules.digest()}
        facts["options"] = [_option_facts(option, rules) for option in HouseRules.options()]
        facts["first_dealer"] = [float(chance) for chance in chances_by_seat(rules)]
        print_json(facts)
        return
    preset = load_preset(name)
    click.echo(f"{preset.name}: {preset.summary}")
    click.echo(f"Source: {preset.source}")
    if settings:
        click.echo(f"Changed here: {', '.join(settings)}")
    click.echo(f"Digest: {rules.digest()}")
    changed = rules.differences()
    differ = "1 option differs" if len(changed) == 1 else f"{len(changed)} options differ"
    click.echo(f"{differ} from the standard game (marked *).")
    for section, options in groupby(HouseRules.options(), key=lambda option: option.section):
        click.echo(f"\n{section}")
        for option in options:
            click.echo(_paragraph(option, rules))
        if section == "First deal":
            click.echo(_first_dealer(rules))


rules_command.add_command(explain_command)


def _first_dealer(rules: HouseRules) -> str:
    """Tell the chances to deal first."""
    by_card = chances_by_card(rules)
    if by_card is not None:
        chances = ", ".join(f"{float(chance):.1%}" for chance in by_card)
        return (
            f"  Chances of the seats that get the 1st, 2nd, ... card: {chances}; "
            "that seat is drawn, so all are alike."
        )
    chances = ", ".join(f"{float(chance):.1%}" for chance in chances_by_seat(rules))
    return f"  Chances to deal first by seat: {chances}"


def _paragraph(option: Option, rules: HouseRules) -> str:
    """Write one option for people."""
    value = getattr(rules, option.name)
    star = " " if value == option.default else "*"
    lines = [f"{star} {option.name} = {value_text(value)}"]
    width = max(40, min(100, shutil.get_terminal_size((100, 24)).columns))
    for text in (
        option.doc,
        f"Values: {option.range_text} (standard: {value_text(option.default)})",
        f"Source: {option.source}",
    ):
        lines += textwrap.wrap(
            text, width, initial_indent=" " * 6, subsequent_indent=" " * 8, break_on_hyphens=False
        )
    return "\n".join(lines)


def _preset_facts(name: str) -> dict[str, Any]:
    """Tell about a preset in JSON."""
    preset = load_preset(name)
    return {
        "preset": preset.name,
        "summary": preset.summary,
        "source": preset.source,
        "digest": HouseRules.preset(name).digest(),
        "options": preset.options,
    }


def _option_facts(option: Option, rules: HouseRules) -> dict[str, Any]:
    """Tell about an option in JSON; its range is a list of values or the two ends."""
    value = getattr(rules, option.name)
    allowed: dict[str, dict[str, Any]] = {
        "bool": {"values": [True, False]},
        "choice": {"values": list(option.values)},
        "int": {"range": [option.low, option.high]},
    }
    return {
        "name": option.name,
        "value": value,
        "default": option.default,
        "is_default": value == option.default,
        "type": option.kind,
        **allowed[option.kind],
        "section": option.section,
        "meaning": option.doc,
        "source": option.source,
    }
