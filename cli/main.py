"""The ``euchre`` command: its table of subcommands and the one place where errors end.

A subcommand's module is imported when the subcommand runs, so that asking for help or for the
rules never loads a numeric library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from euchre_cli.common_options import examples
from euchre_cli.exit_status import ExitStatus, status_of
from euchre_sim import __version__
from euchre_sim.errors import EuchreError
from euchre_sim.rule_options import nearest

__all__ = ["COMMANDS", "LazyGroup", "cli", "main"]

# Name -> (where its click command is, the line that help shows for it), in the order of help.
COMMANDS: dict[str, tuple[str, str]] = {
    "advise": (
        "euchre_cli.advise_command:advise_command",
        "Say what to call, bury or play, and how sure that is.",
    ),
    "lookup": (
        "euchre_cli.lookup_command:lookup_command",
        "Look up in a table what to call, without playing a deal.",
    ),
    "solve": (
        "euchre_cli.solve_command:solve_command",
        "Solve the play of a deal with all cards face up.",
    ),
    "simulate": (
        "euchre_cli.simulate_command:simulate_command",
        "Play many hands and count who calls what and what comes of it.",
    ),
    "compare": (
        "euchre_cli.compare_command:compare_command",
        "Play strategies against each other.",
    ),
    "equity": (
        "euchre_cli.equity_command:equity_command",
        "Tell the chance to win the game at every score.",
    ),
    "review": (
        "euchre_cli.review_command:review_command",
        "Grade every decision of recorded games.",
    ),
    "table": (
        "euchre_cli.table_command:table_command",
        "Build the table of what every call is worth with every hand.",
    ),
    "export": (
        "euchre_cli.export_command:export_command",
        "Write a run or call table as a workbook, CSV, JSON or HTML.",
    ),
    "report": (
        "euchre_cli.report_command:report_command",
        "Write a page of findings and charts of a run or call table.",
    ),
    "plot": (
        "euchre_cli.plot_command:plot_command",
        "Draw one chart of a run or a call table as PNG or SVG.",
    ),
    "strategies": (
        "euchre_cli.strategies_command:strategies_command",
        "List the strategies there are, or show one.",
    ),
    "rules": (
        "euchre_cli.rules_command:rules_command",
        "List rule presets, show every option of one, explain the cards.",
    ),
    "replay": (
        "euchre_cli.replay_command:replay_command",
        "Replay recorded games and check every call and card.",
    ),
    "quiz": (
        "euchre_cli.quiz_command:quiz_command",
        "Practise: what would you do, and what is it worth?",
    ),
    "score": (
        "euchre_cli.score_command:score_command",
        "Keep the score of a game at the table.",
    ),
}


class LazyGroup(click.Group):
    """A group that knows its commands from a table and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            if ctx.resilient_parsing:  # completion asks too
                return None
            ctx.fail(f"there is no command {cmd_name!r}{nearest(cmd_name, COMMANDS)}")
        module, _, attribute = COMMANDS[cmd_name][0].partition(":")
        command = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{COMMANDS[cmd_name][0]} is no click command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table alone."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples('euchre advise "JH 9H AH KS 9S" --up TH --seat 2', "euchre rules"),
)
@click.version_option(__version__, prog_name="euchre")
def cli() -> None:
    """Tell what a Euchre hand is worth: what to call, what to play, and how sure that is.

    Completion of commands and options in bash (or zsh, fish with their names):

    \b
      eval "$(_EUCHRE_COMPLETE=bash_source euchre)"
    """  # noqa: D301 - click wants the character, not the two letters


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; no error goes further up than here."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started the program
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        # A name in a record may hold letters that the terminal lacks; that must not end a run.
        reconfigure(errors="backslashreplace")
    try:
        status = _run(arguments)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has had enough. What Python still wants to flush goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitStatus.FAILED
    return status


def _run(arguments: Sequence[str] | None) -> int:
    """Run click and turn whatever it raises into an exit status."""
    try:
        result = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="euchre",
            standalone_mode=False,
        )
    except click.exceptions.Abort as stop:
        if isinstance(stop.__cause__, EOFError):
            return _fail("the input ended before the answer", ExitStatus.FAILED)
        return _fail("interrupted", ExitStatus.INTERRUPTED)
    except KeyboardInterrupt:
        return _fail("interrupted", ExitStatus.INTERRUPTED)
    except click.UsageError as error:
        _show_usage(error)
        return ExitStatus.USAGE
    except click.ClickException as error:
        return _fail(error.format_message(), ExitStatus.FAILED)
    except EuchreError as error:
        return _fail(str(error), status_of(error))
    except SystemExit as leaving:  # completion and a broken pipe within click
        return leaving.code if isinstance(leaving.code, int) else ExitStatus.OK
    except BrokenPipeError:
        raise
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _fail(f"{place}{error.strerror or error}", ExitStatus.FAILED)
    except MemoryError:
        return _fail("there is not enough memory for this", ExitStatus.FAILED)
    except Exception as error:
        return _unexpected(error)
    return result if isinstance(result, int) else ExitStatus.OK


def _show_usage(error: click.UsageError) -> None:
    if "unexpected extra argument" in error.message:
        hint = "; what has spaces in it, such as a hand or a filter, goes in quotes"
        error = click.UsageError(error.message + hint, error.ctx)
    error.show()


def _fail(message: str, status: ExitStatus) -> ExitStatus:
    click.echo(f"euchre: {message}", err=True)
    return status


def _unexpected(error: Exception) -> ExitStatus:
    """Report a fault of the program itself."""
    if os.environ.get("EUCHRE_DEBUG"):
        raise error
    if isinstance(error, UnicodeEncodeError):
        what = "a name holds what cannot be written here: use other letters"
        return _fail(what, ExitStatus.FAILED)
    return _fail(
        f"internal error, {type(error).__name__}: {error} (EUCHRE_DEBUG=1 shows where)",
        ExitStatus.FAILED,
    )
