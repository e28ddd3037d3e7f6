"""``euchre strategies``: the list, one of them, and its mistakes."""

import json
import shlex

import pytest

from euchre_cli.strategies_command import strategies_command
from euchre_sim.strategies import registry
from tests.cli.run import run, run_python

KEYS = ["name", "version", "parameters", "summary", "source", "own_hooks"]


def test_lists_every_strategy_with_a_line_about_it(capsys):
    result = run(capsys, "strategies")
    assert (result.status, result.err) == (0, "")
    lines = result.out.splitlines()
    assert [line.split()[0] for line in lines] == list(registry.names())
    for line, listing in zip(lines, registry.listings(), strict=True):
        assert listing.summary in line
        assert line.endswith(f"({listing.origin})")
    assert registry.DEFAULT in registry.names()


def test_list_in_json(capsys):
    listed = json.loads(run(capsys, "strategies", "--json").out)["strategies"]
    assert [one["name"] for one in listed] == list(registry.names())
    assert all(set(one) == {"name", "summary", "origin"} for one in listed)


def test_listing_loads_no_compiler():
    code = (
        "import sys; from euchre_cli.main import main; main(['strategies']); "
        "print(*(name for name in ('numba', 'pandas', 'pyarrow') if name in sys.modules))"
    )
    result = run_python(code)
    assert result.status == 0
    assert result.out.splitlines()[-1] == ""


@pytest.mark.parametrize("name", registry.names())
def test_shows_one(capsys, name):
    facts = json.loads(run(capsys, "strategies", name, "--json").out)
    assert list(facts) == KEYS
    strategy = registry.get(name)
    assert facts["name"] == name
    assert facts["parameters"] == dict(strategy.parameters)
    text = run(capsys, "strategies", name).out
    assert text.startswith(f"{name} (version {strategy.version}): {strategy.summary}\n")
    assert "Plays itself: call, discard" in text
    for key, value in strategy.parameters.items():
        assert f"  {key}={value}\n" in text


def test_rules_of_thumb_name_their_source():
    """At least three bidders after published rules of thumb."""
    assert sum(registry.get(name).source.startswith("http") for name in registry.names()) >= 3


def test_shows_the_parameters_as_set(capsys):
    text = run(capsys, "strategies", "universe:order=25").out
    assert text.startswith("universe:order=25 ")
    assert "  order=25\n" in text


def test_shows_a_files_strategy(capsys, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(
        "from euchre_sim.engine.jit import hook\n"
        "from euchre_sim.engine.layout import V_LEGAL\n"
        "from euchre_sim.strategies.api import Strategy\n"
        "import numpy as np\n"
        "@hook\n"
        "def play(view, draw):\n"
        "    return view[V_LEGAL] & (~view[V_LEGAL] + np.uint64(1))\n"
        "MINE = Strategy(name='mine', summary='the lowest card', play=play)\n"
        "NONE = Strategy(name='none')\n"
    )
    text = run(capsys, "strategies", f"{file}:MINE").out
    assert text.startswith("mine (version 1): the lowest card\n")
    assert "Plays itself: play; the rest as the default does." in text
    assert "Plays itself: nothing; the rest" in run(capsys, "strategies", f"{file}:NONE").out


@pytest.mark.parametrize(
    ("status", "words", "arguments"),
    [
        (2, "did you mean 'basic'", ("basik",)),
        (2, "no strategy is called ''", ("",)),
        (2, "has no parameter 'x'", ("universe:x=1",)),
        (2, "cannot be read", ("no_such.py",)),
        (2, "unexpected extra argument", ("ohio", "universe")),
        (4, "failed while loading: ZeroDivisionError", ("FILE",)),
    ],
)
def test_mistakes_are_one_sentence_with_the_right_status(
    capsys, tmp_path, status, words, arguments
):
    (tmp_path / "broken.py").write_text("1 / 0\n")
    arguments = [text.replace("FILE", f"{tmp_path}/broken.py:X") for text in arguments]
    result = run(capsys, "strategies", *arguments)
    assert (result.status, result.out) == (status, "")
    lines = result.err.strip().splitlines()
    assert len(lines) == (1 if status != 2 else 4)
    assert words in lines[-1]


EXAMPLES = [
    line.strip()
    for line in strategies_command.epilog.partition("Examples:\n")[2].splitlines()
    if line.strip()
]


@pytest.mark.parametrize("line", EXAMPLES)
def test_examples_of_the_help_page_run(capsys, line):
    result = run(capsys, *shlex.split(line)[1:])
    assert (result.status, result.err) == (0, "")
    assert result.out
