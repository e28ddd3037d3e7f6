"""Which game of which file a command of ``euchre score`` is about."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import Decorated
from euchre_sim.errors import ScoreSheetError

if TYPE_CHECKING:
    from euchre_sim.score_sheet import Game, Sheet

__all__ = ["Place", "find_place", "place_options"]

DEFAULT_GAME = "game"


def place_options(command: Decorated) -> Decorated:
    """Add ``--file`` and ``--game``; the command gets `file` and `game`."""
    command = click.option(
        "--game",
        metavar="NAME",
        help=f"Which game of the file.  [default: {DEFAULT_GAME}]",
    )(command)
    return click.option(
        "--file",
        metavar="FILE",
        type=click.Path(dir_okay=False, path_type=Path),
        help="Where the games are kept.  [default: in your folder for data]",
    )(command)


@dataclass(frozen=True, slots=True)
class Place:
    """A game in a file."""

    file: Path
    is_own_file: bool
    game: str

    def games(self) -> dict[str, Game]:
        """Return all games of the file."""
        from euchre_sim.score_sheet import games_in

        return games_in(self.file)

    def sheet(self, games: dict[str, Game] | None = None) -> Sheet:
        """Return the game's sheet, which has to be there and whole."""
        from euchre_sim.score_sheet import DamagedGame

        there = self.games() if games is None else games
        if self.game in there:
            game = there[self.game]
            if isinstance(game, DamagedGame):
                raise ScoreSheetError(
                    f"game {self.game!r} in {self.file} is damaged, and is left as it is: "
                    f"{game.why}; 'euchre score new --force' replaces it"
                )
            return game
        found = f"; there are {', '.join(there)}" if there else ""
        name = "" if self.game == DEFAULT_GAME else f" --game {self.game!r}"
        raise ScoreSheetError(
            f"there is no game {self.game!r} in {self.file}{found}; "
            f"'euchre score new{name}' starts one"
        )

    def change(self, change: Any) -> Sheet:
        """Change the sheet while nobody else can, and return what it is now.

        Parameters
        ----------
        change
            Gets all games of the file and returns the new sheet.
        """
        from euchre_sim.score_sheet import change_games

        if not self.is_own_file:
            self.file.parent.mkdir(parents=True, exist_ok=True)
        changed: list[Sheet] = []

        def changed_games(games: dict[str, Game]) -> dict[str, Game]:
            changed[:] = [change(games)]
            return {**games, self.game: changed[0]}

        change_games(self.file, changed_games)
        return changed[0]


def find_place(ctx: click.Context, file: Path | None, game: str | None) -> Place:
    """Return what ``--file`` and ``--game`` say, after the subcommand or before it."""
    outer = ctx.obj if isinstance(ctx.obj, dict) else {}
    file, game = (
        outer.get("file") if file is None else file,
        game if game is not None else outer.get("game"),
    )
    game = DEFAULT_GAME if game is None else game
    if file == Path():
        raise click.UsageError("--file needs the name of a file")
    if not game.strip() or not game.isprintable():
        raise click.UsageError(f"{game!r} is no name for a game")
    if file is not None:
        return Place(file, True, game)
    from euchre_sim.score_sheet import default_file

    return Place(default_file(), False, game)
