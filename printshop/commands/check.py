"""`printshop check`: every problem in the data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue
from printshop.commands.common import Taught, changing
from printshop.problems import PrintshopError, Problems, some
from printshop.saying import tell

if TYPE_CHECKING:
    from printshop.game.changes import Changes
    from printshop.game.model import Game


@click.command("check", cls=Taught)
@click.argument("paths", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="The game that fleets are of, if their files do not say so.")
@changing
def command(paths: tuple[str, ...], game: str, changes: Changes) -> None:
    """Report every problem in the data of games and fleets, all of them at once.

    Without PATHS it checks the games that come with printshop. Nothing is written; only the schemas of a game of
    yours, if it has any, are brought up to date.

    \b
    printshop check
    printshop check my_games/boats home_fleet.yaml
    """
    from printshop.workshop.fleet_files import BOOKS, TABLES, is_fleet
    from printshop.workshop.watching import part_of

    problems = Problems()
    for path in paths or tuple(catalogue.games()):
        try:
            if is_fleet(Path(path)) or (Path(path).suffix in (*TABLES, *BOOKS) and not catalogue.is_game(Path(path))):
                _check_fleet(Path(path), game, changes)
            else:
                _check_game(str(part_of(path) or path), changes, problems)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()


def _check_game(path: str, changes: Changes, problems: Problems) -> None:
    """Check a game, then the fleets in its folder; what is wrong with those is noted."""
    from printshop.checking import check_game, idle_pictures, warnings
    from printshop.drawing.notes import Notes
    from printshop.schemas import files
    from printshop.workshop.fleet_files import fleets_of

    notes = Notes()
    game = check_game(catalogue.find_game(path), changes, notes)
    tell(f"{path}: {_what_is_there(game)}, no problems")
    for warning in dict.fromkeys((*warnings(game), *idle_pictures(game), *notes)):
        tell(f"  warning: {warning}")
    if path not in catalogue.games():
        files.renew(game)
    for file in fleets_of(game):
        try:
            _check_fleet(file, "", changes)
        except PrintshopError as error:
            problems.extend(error.problems)


def _check_fleet(path: Path, game: str, changes: Changes) -> None:
    from printshop.checking import check_fleet
    from printshop.drawing.notes import Notes
    from printshop.drawing.text import plain
    from printshop.workshop.fleet_files import find_fleet

    notes = Notes()
    fleet = check_fleet(find_fleet(str(path)), game, changes, notes).fleet
    tell(f"{path}: a fleet of {some(len(fleet.ships), 'unit')}, no problems")
    for warning in (*map(plain, fleet.warnings), *notes):
        tell(f"  warning: {warning}")


def _what_is_there(game: Game) -> str:
    from printshop.products.additions import summary

    every = f"{some(len(game.units), 'unit')}, {some(len(game.scenarios), 'scenario')}"
    return summary(game) if game.base else every
