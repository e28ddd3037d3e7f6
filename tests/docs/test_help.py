"""Every help page ends with examples, and they run as they stand."""

import json

import click
import pytest

from euchre_cli.main import cli
from tests.docs.readme import make_environment, run_shell

# Files that the examples are about.
RECORD = "game.egn"
LEAGUE = "league"
RECORDS = "games.jsonl"
RUN = "run"


def pages(command, *names):
    yield " ".join(names), command
    if isinstance(command, click.Group):
        with click.Context(command) as context:
            for name in command.list_commands(context):
                yield from pages(command.get_command(context, name), *names, name)


PAGES = dict(pages(cli, "euchre"))


def examples(command):
    """The lines at the end of a help page; one that ends in a backslash goes on in the next."""
    _, _, closing = (command.epilog or "").partition("Examples:\n")
    return [line.strip() for line in closing.replace("\\\n", "").splitlines() if line.strip()]


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("help")
    environment = make_environment(folder)
    shown = run_shell("euchre simulate --seed 1 --hand 18 --to egn", folder, environment)
    assert shown.returncode == 0, shown.stderr
    (folder / RECORD).write_text(shown.stdout)
    (folder / LEAGUE).mkdir()
    (folder / LEAGUE / RECORD).write_text(shown.stdout)
    (folder / RECORDS).write_text(2 * (json.dumps(json.loads(shown.stdout)) + "\n"))
    score = ("new --set target_score=21", *["add misdeal"] * 4)
    for line in (*(f"score {words}" for words in score), f"simulate --hands 5k --out {RUN} -q"):
        kept = run_shell(f"euchre {line}", folder, environment)
        assert kept.returncode == 0, kept.stderr
    return folder, environment


@pytest.mark.parametrize("name", PAGES)
def test_help_page_ends_with_examples_of_its_own(name):
    lines = examples(PAGES[name])
    assert lines
    assert any(name in line for line in lines)


@pytest.mark.parametrize(
    ("name", "line"), [(name, line) for name, page in PAGES.items() for line in examples(page)]
)
def test_example_runs(place, name, line):
    done = run_shell(line, *place)
    assert done.returncode == 0, done.stderr
    assert done.stdout or ">" in line
    assert "Traceback" not in done.stderr
