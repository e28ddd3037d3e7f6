"""``euchre replay``: go through recorded games, check every step and add up the score."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    build_rules,
    examples,
    json_option,
    record_rules_options,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_json, print_json_line
from euchre_cli.progress import announce_compiling

if TYPE_CHECKING:
    from euchre_sim.records import DealReplay, GameRecord, GameReplay
    from euchre_sim.rules import HouseRules

__all__ = ["Reader", "content_of", "game_facts", "note_extensions", "replay_command"]


@click.command(
    "replay",
    short_help="Replay recorded games and check every call and card.",
    epilog=examples(
        "euchre replay game.egn",
        "euchre replay game.egn --json --legal",
        "euchre replay - --rules seed_sl --set target_score=11 < game.egn",
        "euchre replay games.jsonl --jsonl > results.jsonl",
    ),
)
@click.argument("game", metavar="GAME")
@json_option
@click.option("--legal", is_flag=True, help="Show what was legal at every decision.")
@record_rules_options
@click.option(
    "--jsonl",
    "as_jsonl",
    is_flag=True,
    help="Read one game a line and print one result a line; a bad line does not stop it.",
)
@click.option(
    "--to",
    "target",
    type=click.Choice(["egn"]),
    help="Write the checked game in this notation instead of telling about it.",
)
def replay_command(
    game: str,
    as_json: bool,
    legal: bool,
    rules_name: str | None,
    settings: tuple[str, ...],
    as_jsonl: bool,
    target: str | None,
) -> int:
    """Replay a game from the file GAME (- for stdin), in Euchre Game Notation (EGN).

    Every call, discard and card is checked; what cannot have happened is an error that names the
    deal, the trick and the card. Seats are numbered from 0 as in the file; two sides are the even
    seats against the odd ones, and three players are a side each. The file's own rules hold unless
    --rules or --set say otherwise.
    """
    if target and (as_json or legal):
        raise click.UsageError("--to writes a game and does not go with --json or --legal")
    reader = Reader(rules_name, settings)
    if as_jsonl:
        return _replay_lines(_lines(game), reader, legal, target)
    record, replayed = reader.replay(content_of(game), legal or not as_json)
    if target:
        _write_egn(record, indent=1)
        note_extensions(record)
    elif as_json:
        print_json(game_facts(replayed, legal))
    else:
        from euchre_cli.replay_text import print_game

        print_game(replayed, legal)
    _note_other_score(record, replayed)
    return ExitStatus.OK


# --- in ---


class Reader:
    """Reads and replays games by the rules that were asked for."""

    def __init__(
        self, rules_name: str | None, settings: tuple[str, ...], quiet: bool = False
    ) -> None:
        from euchre_sim.errors import RuleConflict
        from euchre_sim.notation import read_egn
        from euchre_sim.records import replay
        from euchre_sim.rules import HouseRules

        self._read, self._replay = read_egn, replay
        self.quiet, self._announced = quiet, False
        self.preset = None if rules_name is None else build_rules(rules_name, settings)
        self.settings = settings
        names = {setting.partition("=")[0].strip().replace("-", "_") for setting in settings}
        self.sets_target = "target_score" in names
        for setting in settings:
            try:
                HouseRules().with_settings([setting])
            except RuleConflict as error:
                if len(error.options) < 2:  # wrong by itself, whatever the other options are
                    raise

    def replay(self, source: bytes, with_decisions: bool) -> tuple[GameRecord, GameReplay]:
        """Return a game with the rules it was replayed by, and its replay."""
        record = self._read(source, self.preset, self.settings)
        if self.sets_target and self.preset is None:
            record = dataclasses.replace(record, to_target=True, deal_limit=0)
        if not self._announced:
            announce_compiling(self.quiet, "engine.steps")
            self._announced = True
        return record, self._replay(record, with_decisions=with_decisions)


def content_of(path: str) -> bytes:
    """Return what a file holds; - is stdin."""
    return sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()


def _lines(path: str) -> Iterable[bytes]:
    if path == "-":
        yield from sys.stdin.buffer
        return
    with Path(path).open("rb") as file:
        yield from file


# --- out ---


def _replay_lines(
    lines: Iterable[bytes], reader: Reader, legal: bool, target: str | None
) -> ExitStatus:
    """Answer every line; a line that cannot be replayed gets an error and the rest goes on."""
    from euchre_sim.errors import EuchreError

    status = ExitStatus.OK
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record, replayed = reader.replay(line, legal)
            if target:
                _write_egn(record, indent=None)
            else:
                print_json_line(game_facts(replayed, legal))
        except EuchreError as error:
            print_json_line({"line": number, "error": str(error)})
            status = ExitStatus.BAD_INPUT
    return status


def _write_egn(record: GameRecord, indent: int | None) -> None:
    from euchre_sim.notation import to_egn

    click.echo(to_egn(record, indent=indent))


def note_extensions(record: GameRecord, quiet: bool = False) -> None:
    """Say which parts of a file just written are this program's own."""
    from euchre_sim.notation import extensions

    named = extensions(record)
    if named:
        note(
            f"note: the notation has no field for {', '.join(named)}; the file has it as an "
            "extension that only Euchre-sim reads",
            quiet=quiet,
        )


def _note_other_score(record: GameRecord, replayed: GameReplay) -> None:
    """Say so if the file itself tells of another final score."""
    told = record.remarks.get("finalScore")
    found = replayed.scores[-1] if replayed.scores else record.initial
    if told is not None and tuple(told) != found:
        says, ends = (":".join(map(str, score)) for score in (told, found))
        note(f"note: the file says {says} at the end, the replay {ends}")


def game_facts(replayed: GameReplay, legal: bool) -> dict[str, Any]:
    """Tell about a replayed game in JSON.

    Parameters
    ----------
    replayed
        The game.
    legal
        Whether to list every decision with what was legal.
    """
    game = replayed.game
    rules = dict(_rules_facts(replayed.rules))
    if not game.to_target:
        rules["target_score"] = None
    if game.deal_limit:
        rules["num_deals"] = game.deal_limit
    return {
        "rules": rules,
        "deals": [
            _deal_facts(deal, score, legal)
            for deal, score in zip(replayed.deals, replayed.scores, strict=True)
        ],
        "winner": replayed.winner,
    }


@lru_cache(maxsize=64)
def _rules_facts(rules: HouseRules) -> dict[str, Any]:
    return rules.as_dict()


def _deal_facts(deal: DealReplay, score: tuple[int, ...], legal: bool) -> dict[str, Any]:
    facts = {**deal.as_dict(), "score": score}
    if legal:
        facts["decisions"] = [decision._asdict() for decision in deal.decisions]
    return facts
