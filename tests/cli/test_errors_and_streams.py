"""What reaches the user: exit statuses, one sentence, and never a traceback."""

import io
import os
import re
import subprocess
import sys

import click
import pytest

import euchre_sim
from euchre_cli import common_options
from euchre_cli.main import COMMANDS
from euchre_cli.output import Column, can_show, card_text, cards_text, print_table, suit_text
from euchre_sim import errors
from euchre_sim.cards import Suit, parse_card, parse_cards
from tests.cli.run import run, run_python

RAISED: list[BaseException] = []


@click.command()
def failing() -> None:
    """Raise what a test wants raised."""
    raise RAISED.pop()


@pytest.fixture
def fail_with(capsys, monkeypatch):
    monkeypatch.setitem(COMMANDS, "failing", (f"{__name__}:failing", "Fail."))

    def fail(error):
        RAISED.append(error)
        return run(capsys, "failing")

    return fail


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (errors.EuchreError("went wrong"), 1),
        (OSError(28, "No space left on device", "out.parquet"), 1),
        (MemoryError(), 1),
        (ZeroDivisionError("went wrong"), 1),
        (RecursionError("went wrong"), 1),
        (click.UsageError("went wrong"), 2),
        (errors.InvalidNotation("went wrong"), 3),
        (errors.IllegalAction("went wrong"), 3),
        (errors.RuleConflict("went wrong"), 3),
        (errors.Contradiction("went wrong"), 3),
        (errors.StrategyFault("went wrong"), 4),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
    ],
    ids=lambda value: type(value).__name__,
)
def test_exit_status(fail_with, error, status):
    result = fail_with(error)
    assert result.status == status
    assert result.out == ""
    assert result.err.count("Traceback") == 0
    assert len(result.err.strip().splitlines()) == (1 if status != 2 else 4)


def test_end_of_input_is_told(fail_with):
    result = fail_with(EOFError())
    assert (result.status, result.err.strip()) == (1, "euchre: the input ended before the answer")


def test_unknown_command_suggests_one(capsys):
    result = run(capsys, "rulez")
    assert result.status == 2
    assert "did you mean rules" in result.err


def test_version(capsys):
    assert run(capsys, "--version").out == f"euchre, version {euchre_sim.__version__}\n"


def test_reader_that_goes_away_is_no_error():
    code = "import sys; from euchre_cli.main import main; sys.exit(main(['rules', 'show']))"
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=write, stderr=subprocess.PIPE, check=False
    )
    os.close(write)
    assert done.stderr == b""
    assert done.returncode == 1


def narrow(encoding):
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp850"])
def test_case24_narrow_terminal_gets_letters(encoding):
    stream = narrow(encoding)
    text = f"{cards_text(parse_cards('J♥ 10♠'), stream)} {suit_text(Suit.CLUBS, stream)}"
    assert text == "JH TS C"
    stream.write(text)
    stream.flush()


def test_case24_wide_terminal_gets_symbols():
    assert card_text(parse_card("Th"), narrow("utf-8")) == "T♥"
    assert can_show("♠", narrow("utf-8"))
    assert not can_show("♠", narrow("ascii"))


@pytest.mark.parametrize(("encoding", "shown"), [("ascii", "JH"), ("utf-8", "J♥")])
def test_case24_table_on_such_a_terminal(encoding, shown):
    code = (
        "from euchre_cli.output import *; from euchre_sim import parse_card; "
        "print_table([Column('card'), Column('[bold]x', right=True)], "
        "[[card_text(parse_card('JH')), '[red]1']])"
    )
    result = run_python(code, PYTHONIOENCODING=encoding)
    assert (result.status, result.err) == (0, "")
    assert shown in result.out
    assert "[red]1" in result.out  # a bracket is no markup


def test_no_name_ends_a_run_on_a_narrow_terminal():
    code = (
        "import sys, click; from euchre_cli import main\n"
        "main.cli.callback = None\n"
        "@click.command()\n"
        "def say(): click.echo('Gr\\u00fc\\u00dfe \\u2660')\n"
        "sys.modules['say'] = type(sys)('say'); sys.modules['say'].say = say\n"
        "main.COMMANDS['say'] = ('say:say', 'Say.')\n"
        "sys.exit(main.main(['say']))"
    )
    result = run_python(code, PYTHONIOENCODING="ascii")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("Gr")


def test_long_rows_are_not_cut_in_a_pipe(capsys):
    print_table([Column("text")], [["x" * 300]])
    assert "x" * 300 in capsys.readouterr().out


def test_colour_only_where_it_is_wanted(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    print_table([Column("text")], [["cell"]])
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("250000", 250_000),
        ("250k", 250_000),
        ("10M", 10_000_000),
        ("1e6", 10**6),
        ("1_000", 1000),
        ("2.3M", 2_300_000),
        ("2.3e6", 2_300_000),
    ],
)
def test_counts(text, number):
    assert common_options.COUNT.convert(text, None, None) == number


@pytest.mark.parametrize(
    "text",
    ["0", "-1", "1.5", "ten", "", "k", "1e300", "nan", "inf", "10MM", "1e99", "0.5", "1/2", "٣"],
)
def test_no_counts(text):
    with pytest.raises(click.BadParameter):
        common_options.COUNT.convert(text, None, None)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        *(("1", 1), ("4", 4), ("6", 6)),
        *((word, word) for word in ("first", "second", "partner", "dealer")),
        ("Third", "third"),
    ],
)
def test_positions_are_read_before_the_number_of_players_is_known(text, position):
    assert common_options.POSITION.convert(text, None, None) == position


@pytest.mark.parametrize("text", ["0", "7", "left", "-1", "2.0", ""])
def test_no_positions(text):
    with pytest.raises(click.BadParameter, match="no seat"):
        common_options.POSITION.convert(text, None, None)
