"""`printshop check`: every problem in the data."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue
from printshop.commands.common import Taught, changing, set_aside
from printshop.commands.options import fitting
from printshop.problems import PrintshopError, Problems, some
from printshop.saying import tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.game.changes import Changes
    from printshop.game.model import Game
    from printshop.products.product import Settings
    from printshop.workshop.fleet_files import Opened


@click.command("check", cls=Taught)
@click.argument("paths", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="The game that fleets are of, if their files do not say so.")
@changing
@fitting
def command(paths: tuple[str, ...], game: str, changes: Changes, how: Settings) -> None:
    """Report every problem in the data of games and fleets, all of them at once.

    Without PATHS it checks the games that come with printshop. Nothing is written; only the schemas of a game of
    yours, if it has any, are brought up to date. What does not fit the paper is a problem, or a warning if it is
    printed only when it is asked for.

    \b
    printshop check
    printshop check my_games/boats home_fleet.yaml
    printshop check my_games/boats --paper a3
    """
    from printshop.drawing.notes import Notes
    from printshop.workshop.fleet_files import BOOKS, TABLES, is_fleet
    from printshop.workshop.watching import part_of

    problems = Problems()
    for path in paths or tuple(catalogue.games()):
        way = replace(how, notes=Notes())
        try:
            if is_fleet(Path(path)) or (Path(path).suffix in (*TABLES, *BOOKS) and not catalogue.is_game(Path(path))):
                said, opened = _fleet(Path(path), game, changes, way)
                set_aside(opened.game)
                _tell([said])
            else:
                part = part_of(path)
                home, key = (str(part), "") if part else _home(path)
                _check_game(home, key, changes, way, problems)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()


def _home(path: str) -> tuple[str, str]:
    """Return game and name of GAME/NAME, a scenario or a fleet, which is checked with it; "" for no name."""
    where, key = catalogue.split_scenario(path)
    part = where and not catalogue.game_at(path) and catalogue.game_at(where)
    return (where, key) if part else (path, "")


def _tell(every: Iterable[tuple[str, tuple[str, ...]]], verdict: str = ", no problems") -> None:
    """Tell of games and fleets, what there is of each, and its warnings; without a verdict only of those with some."""
    for what, warnings in every:
        if verdict or warnings:
            tell(f"{what}{verdict}")
        for warning in warnings:
            tell(f"  warning: {warning}")


def _check_game(path: str, key: str, changes: Changes, how: Settings, problems: Problems) -> None:
    """Check a game, then the fleets in its folder: all of it is well, or none; `key` is one that there must be."""
    from printshop.checking import examine, idle_pictures, warnings
    from printshop.drawing.notes import Notes
    from printshop.products.contents import find_scenario
    from printshop.schemas import files
    from printshop.workshop.fleet_files import fleets_of

    found = Problems()
    game = examine(catalogue.find_game(path), changes, how, found)
    if key and not found and key not in {file.stem for file in fleets_of(game)}:
        find_scenario(game, key)
    idle = () if found else idle_pictures(game)  # what is wrong may be what names them
    every = [(f"{path}: {_what_is_there(game)}", (*dict.fromkeys((*warnings(game), *idle, *(how.notes or ()))),))]
    if path not in catalogue.games() and not found:
        files.renew(game)
    for file in fleets_of(game):
        try:
            every.append(_fleet(file, "", changes, replace(how, notes=Notes()))[0])
        except PrintshopError as error:
            found.extend(error.problems)
    _tell(every, "" if found else ", no problems")
    problems.extend(found)


def _fleet(path: Path, game: str, changes: Changes, how: Settings) -> tuple[tuple[str, tuple[str, ...]], Opened]:
    from printshop.checking import check_fleet
    from printshop.drawing.text import plain
    from printshop.workshop.fleet_files import find_fleet

    opened = check_fleet(find_fleet(str(path)), game, changes, how)
    fleet = opened.fleet
    warnings = *map(plain, fleet.warnings), *(how.notes or ())
    return (f"{path}: a fleet of {some(len(fleet.ships), 'unit')}", warnings), opened


def _what_is_there(game: Game) -> str:
    from printshop.products.additions import summary

    every = f"{some(len(game.units), 'unit')}, {some(len(game.scenarios), 'scenario')}"
    return summary(game) if game.base else every
