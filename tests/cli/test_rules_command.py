"""``euchre rules``: lists, single options, and its mistakes."""

import json
import re
import shlex

import click
import pytest

from euchre_cli.main import COMMANDS
from euchre_cli.rules_command import rules_command
from euchre_sim.rules import HouseRules
from tests.cli.run import run


def test_lists_every_preset_with_its_summary(capsys):
    result = run(capsys, "rules")
    lines = result.out.splitlines()
    assert result.status == 0
    assert [line.split()[0] for line in lines] == list(HouseRules.preset_names())
    assert all(len(line.split()) > 4 for line in lines)


def test_lists_presets_in_json(capsys):
    listed = json.loads(run(capsys, "rules", "--json").out)["presets"]
    assert [preset["preset"] for preset in listed] == list(HouseRules.preset_names())
    assert listed[0]["options"] == {}
    for preset in listed:
        assert HouseRules.preset(preset["preset"]).digest() == preset["digest"]


def test_shows_every_option_with_value_range_meaning_and_source(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    text = run(capsys, "rules", "show", "seed_sl").out
    blocks = re.split(r"\n(?=[ *] \w+ = )", text)
    shown = {block.split()[-0 if block[0] == " " else 1]: block for block in blocks[1:]}
    assert set(shown) == set(HouseRules().as_dict())
    for option in HouseRules.options():
        block = " ".join(shown[option.name].split())
        assert option.doc in block
        assert option.source in block
        assert f"Values: {option.range_text}" in block
        assert option.section in text.splitlines()


def test_star_marks_what_differs_from_the_standard_game(capsys):
    text = run(capsys, "rules", "show", "standard", "--set", "target_score=11").out
    assert re.findall(r"^\* (.*)$", text, re.MULTILINE) == ["target_score = 11"]
    assert "\n  lone_value = 4\n" in text
    assert "5..21 (standard: 10)" in text
    assert "* " not in run(capsys, "rules", "show").out


def test_json_has_the_same_facts(capsys):
    settings = ["--set", "stick_the_dealer=yes", "--set", "lone_value=3"]
    facts = json.loads(run(capsys, "rules", "show", "seed_da", *settings, "--json").out)
    values = {option["name"]: option["value"] for option in facts["options"]}
    rules = HouseRules(early_stop=True, cap_at_lone_value=True, stick_the_dealer=True, lone_value=3)
    assert HouseRules(**values) == rules
    assert facts["digest"] == rules.digest()
    changed = [option["name"] for option in facts["options"] if not option["is_default"]]
    assert set(changed) == set(rules.differences())
    by_name = {option["name"]: option for option in facts["options"]}
    assert by_name["target_score"]["range"] == [5, 21]
    assert by_name["stick_the_dealer"]["values"] == [True, False]
    assert "left_of_lone" in by_name["lone_first_lead"]["values"]


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["show", "sead_sl"], 3, "did you mean seed_sl"),
        (["show", "standard", "--set", "target=11"], 3, "did you mean target_score"),
        (["show", "standard", "--set", "target_score=4"], 3, "5..21"),
        (
            ["show", "standard", "--set", "canadian_loner=1", "--set", "alone_allowed=0"],
            3,
            "canadian_loner=true needs alone_allowed=true",
        ),
        (["shown"], 2, "shown"),
        (["show", "standard", "extra"], 2, "extra"),
        (["--jason"], 2, "--jason"),
    ],
)
def test_mistakes_are_one_sentence_on_stderr(capsys, arguments, status, words):
    result = run(capsys, "rules", *arguments)
    assert result.status == status
    assert result.out == ""
    assert words in result.err.splitlines()[-1]
    assert "Traceback" not in result.err
    if status == 3:
        assert len(result.err.splitlines()) == 1


def all_commands(command, *names):
    yield names, command
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                yield from all_commands(command.get_command(context, name), *names, name)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_lists_the_command_with_the_line_of_the_table(capsys, name):
    assert re.search(rf"^  {name} +{re.escape(COMMANDS[name][1])}$", run(capsys, "-h").out, re.M)


EXAMPLES = [
    line.strip()
    for _, command in all_commands(rules_command, "rules")
    for line in command.epilog.splitlines()
    if line.strip().startswith("euchre ")
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_of_the_help_pages_run(capsys, line):
    result = run(capsys, *shlex.split(line)[1:])
    assert (result.status, result.err) == (0, "")
    assert result.out
