"""`printshop check`: every problem in the data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue
from printshop.commands.common import Taught, changing, number
from printshop.problems import PrintshopError, Problems

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.model import Game


@click.command("check", cls=Taught)
@click.argument("paths", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="The game that fleets are of, if their files do not say so.")
@changing
def command(paths: tuple[str, ...], game: str, changes: dict[str, str]) -> None:
    """Report every problem in the data of games and fleets, all of them at once.

    Without PATHS it checks the games that come with printshop. Nothing is written; only the schemas of a game of
    yours, if it has any, are brought up to date.

    \b
    printshop check
    printshop check my_games/boats home_fleet.yaml
    """
    from printshop.workshop.fleet_files import TABLES, is_fleet

    problems = Problems()
    for path in paths or tuple(catalogue.games()):
        try:
            if is_fleet(Path(path)) or (Path(path).suffix in TABLES and not catalogue.is_game(Path(path))):
                _check_fleet(Path(path), game, changes)
            else:
                _check_game(path, changes, problems)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()


def _check_game(path: str, changes: Mapping[str, str], problems: Problems) -> None:
    """Check a game, then the fleets in its folder; what is wrong with those is noted."""
    from printshop.checking import check_game, warnings
    from printshop.drawing.notes import Notes
    from printshop.schemas import files
    from printshop.workshop.fleet_files import fleets_of

    notes = Notes()
    game = check_game(catalogue.find_game(path), changes, notes)
    click.echo(f"{path}: {_what_is_there(game)}, no problems")
    for warning in dict.fromkeys((*warnings(game), *notes)):
        click.echo(f"  warning: {warning}")
    if path not in catalogue.games():
        files.renew(game)
    for file in fleets_of(game):
        try:
            _check_fleet(file, "", changes)
        except PrintshopError as error:
            problems.extend(error.problems)


def _check_fleet(path: Path, game: str, changes: Mapping[str, str]) -> None:
    from printshop.checking import check_fleet
    from printshop.drawing.text import plain
    from printshop.workshop.fleet_files import find_fleet

    fleet = check_fleet(find_fleet(str(path)), game, changes).fleet
    click.echo(f"{path}: a fleet of {number(len(fleet.ships), 'unit')}, no problems")
    for warning in fleet.warnings:
        click.echo(f"  warning: {plain(warning)}")


def _what_is_there(game: Game) -> str:
    from printshop.products.additions import summary

    every = f"{number(len(game.units), 'unit')}, {number(len(game.scenarios), 'scenario')}"
    return summary(game) if game.base else every
