"""`printshop list`, `check` and `verify`: what there is, what is wrong with it, and files measured."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from printshop import catalogue
from printshop.catalogue import Changes
from printshop.commands.shared import Taught, changing, fitting, load_sound_game, set_aside
from printshop.problems import PrintshopError, Problems, some
from printshop.saying import tell, tell_block

if TYPE_CHECKING:  # help is quick by what it leaves out
    from printshop.game.model import Game, Unit
    from printshop.job import Settings

LARGE = 1_000_000  # bytes of a game that is not looked into until it is asked for


@click.command("list", cls=Taught)
@click.argument("game", required=False)
@changing
def list_(game: str | None, changes: Changes) -> None:
    """List the games, or what is in one: units, scenarios, pieces.

    \b
    printshop list
    printshop list {game}
    """
    for line in _inside(load_sound_game(game, changes), game) if game else games():
        tell(line)


def games() -> Iterator[str]:
    """Give a line for each game that comes with printshop and for those of the working folder, and the way on."""
    for key, path in catalogue.games().items():
        yield from _game(key, path)
    mine = catalogue.own_games()
    if mine:
        yield from ("", "In this folder")
    for key, path in mine.items():
        try:
            large = catalogue.main_of(path).stat().st_size > LARGE
            yield from [f"{key:15} large: printshop list {key} shows what is in it"] if large else _game(key, path)
        except PrintshopError:
            yield f"{key:15} cannot be used as it is: printshop check {key}"
    yield ""
    yield "printshop list GAME shows what is in one; a folder with a game.yaml of your own is a GAME too."


def _game(key: str, path: Path) -> Iterator[str]:
    from printshop.game.scenarios import SCENARIOS
    from printshop.loading import load

    game = load(path)
    every = some(len(game.units), "unit") + ("" if game[SCENARIOS] else ", no scenarios")
    yield f"{key:15} {game.title}: {_how_much_more(game) if game.base else every}"
    yield from (f"{'':15}   {key}/{name}" for name in game[SCENARIOS] if not game.base or name in game.own["scenarios"])


def _how_much_more(game: Game) -> str:
    """Return how much a game adds to the one that it extends: "2 units, 1 form more than harbour"."""
    added = [some(len(names), section.removesuffix("s").replace("_", " "))
             for section, names in sorted(game.own.items(), key=lambda item: item[0] != "units") if names]
    return f"{', '.join(added) or 'nothing'} more than {game.base}"


def _inside(game: Game, name: str) -> Iterator[str]:
    """Give what a game holds: settings, units by side, scenarios, pieces. `name` is how the user called it."""
    from printshop import products
    from printshop.game.scenarios import SCENARIOS

    yield f"{game.title}" + (f" - {game.subtitle}" if game.subtitle else "")
    yield f"read from {game.root}" + (f", which adds to {game.base}" if game.base else "")
    if game.settings:
        yield from ("", "Settings, changed with --set NAME=VALUE")
        yield from (f"  {setting!s:24} {setting.label}" for setting in game.settings.values())
    anyones = [unit for unit in game.units.values() if unit.anyones]
    groups = [(side.name, [unit for unit in game.units.values() if unit.side.key == side.key])
              for side in game.sides.values()]
    for title, units in [*groups, *([("For any side" if game.sides else "Units", anyones)] if anyones else [])]:
        yield from ("", title if units else f"{title}: no units of its own", *_units(units, game))
    if game[SCENARIOS]:
        yield from ("", "Scenarios")
        for key, scenario in game[SCENARIOS].items():
            below = game.base and key not in game.own.get("scenarios", ())
            yield f"  {name.rstrip('/') + '/' + key:36} {scenario.title}" + (f" (from {game.base})" if below else "")
    yield from ("", "What --only can name; behind a | what is printed only then")
    for product in products.there_for(game):
        own = game.own.get(product.section, ()) if game.base else product.pieces(game)
        parts = []
        for whose, of in ((True, ""), (False, f"from {game.base}: ")):
            pieces = {key: piece.default for key, piece in product.pieces(game).items() if (key in own) is whose}
            usual, asked = (", ".join(key for key, default in pieces.items() if default is is_usual)
                            for is_usual in (True, False))
            parts += [of + (f"{usual} | {asked}".strip() if asked else usual)] if pieces else []
        if parts and not product.refuses_only:
            yield f"  {product.name + ':':11} {'; '.join(parts)}"


def _units(units: list[Unit], game: Game) -> Iterator[str]:
    """Give a line for each unit; those of a game that this one extends are only named."""
    from printshop.expressions import NOT_KNOWN
    from printshop.game.scenarios import figure, points_of

    mine = [unit for unit in units if not game.base or unit.name in game.own["units"]]
    wide = max([15, *(len(unit.name) for unit in mine)]) + 2
    for unit in mine:
        kind, points = game.unit_types[unit.kind], points_of(unit, game.unit_types)
        details = [kind.name] if len(game.unit_types) > 1 else []
        details += [str(value) for key, field in kind.fields.items()
                    if field.kind == "choice" and (value := unit.values.get(key)) not in (None, NOT_KNOWN)]
        details += [f"{figure(points)} points"] if points else []
        details += [unit.size.name] if unit.size else []
        number = f" (numbered: {unit.numbered_as(1).shown}, {unit.numbered_as(2).shown} ...)" if unit.numbered else ""
        yield f"  {unit.name:{wide}}{', '.join(details)}{number}".rstrip()
    theirs = [unit.name for unit in units if unit not in mine]
    if theirs:
        yield from textwrap.wrap(f"from {game.base}: {', '.join(theirs)}", 110, initial_indent="  ",
                                 subsequent_indent="    ")


@click.command("check", cls=Taught)
@click.argument("paths", nargs=-1)
@click.option("--game", default="", metavar="GAME", help="The game that fleets are of, if their files do not say so.")
@changing
@fitting
def check(paths: tuple[str, ...], game: str, changes: Changes, how: Settings) -> None:
    """Report every problem in the data of games and fleets, all of them at once.

    Without PATHS it checks the games that come with printshop. Nothing is written; only the schemas of a game of
    yours, if it has any, are brought up to date. What does not fit the paper is a problem, or a warning if it is
    printed only when it is asked for.

    \b
    printshop check
    printshop check my_games/boats home_fleet.yaml
    printshop check my_games/boats --paper a3
    """
    from printshop import checking
    from printshop.workshop.fleets import BOOKS, TABLES, is_fleet

    problems = Problems()
    for path in paths or tuple(catalogue.games()):
        file = Path(path)
        try:
            if is_fleet(file) or (file.suffix in (*TABLES, *BOOKS) and not catalogue.is_game(file)):
                fleet_game, what, warnings = checking.check_fleet(file, game, changes, how)
                set_aside(fleet_game)
                _tell(what, warnings)
            else:
                part = catalogue.part_of(path)
                where, key = catalogue.split_scenario(path)  # a scenario or a fleet is checked with its game
                if part or not where or catalogue.game_at(path) or not catalogue.game_at(where):
                    where, key = str(part or path), ""
                _check_game(where, key, changes, how, problems)
        except PrintshopError as error:
            problems.extend(error.problems)
    problems.raise_if_any()


def _tell(what: str, warnings: Iterable[str], verdict: str = ", no problems") -> None:
    """Tell what there is of a game or a fleet, and its warnings; without a verdict only of one with some."""
    lines = [f"  warning: {warning}" for warning in warnings]
    for line in [f"{what}{verdict}", *lines] if verdict or lines else ():
        tell(line)


def _check_game(path: str, key: str, changes: Changes, how: Settings, problems: Problems) -> None:
    """Check a game, then the fleets in its folder: all of it is well, or none; `key` is one that there must be."""
    from printshop import checking, schemas
    from printshop.game.scenarios import SCENARIOS
    from printshop.products.selection import find_scenario
    from printshop.workshop.fleets import fleets_of

    found = Problems()
    game, notes = checking.examine(catalogue.find_game(path), changes, how, found)
    fleets = fleets_of(game)
    if key and not found and key not in {file.stem for file in fleets}:
        find_scenario(game, key)
    idle = () if found else checking.idle_pictures(game)  # what is wrong may be what names them
    holds = f"{some(len(game.units), 'unit')}, {some(len(game[SCENARIOS]), 'scenario')}"
    every: list[tuple[str, Iterable[str]]] = [(f"{path}: {_how_much_more(game) if game.base else holds}",
                                               dict.fromkeys((*checking.warnings(game), *idle, *notes)))]
    if path not in catalogue.games() and not found:
        schemas.renew(game)
    for file in fleets:
        try:
            every.append(checking.check_fleet(file, "", changes, how)[1:])
        except PrintshopError as error:
            found.extend(error.problems)
    for what, odd in every:
        _tell(what, odd, "" if found else ", no problems")
    problems.extend(found)


@click.command("verify", cls=Taught)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--profile", default=None, metavar="NAME", help="Hold PDF files against what a print shop asks for.")
def verify(files: tuple[Path, ...], profile: str | None) -> None:
    """Measure PDF and SVG files, and tell what would spoil them on paper.

    Page sizes, rulers, fonts, colours, the thinnest line and the coarsest picture, and whether a PDF asks not to be
    scaled.

    \b
    printshop verify output/{scenario}/{scenario}.pdf
    printshop verify --profile print_shop output/{scenario}/{scenario}.pdf
    """
    from printshop.equipment import services
    from printshop.inspection.verify import verify, verify_svg

    press, problems = services.find(profile) if profile else None, Problems()
    for file in files:
        found = verify_svg(file) if file.suffix.lower() == ".svg" else verify(file, press)
        tell_block(str(found))
        for finding in found.findings:
            problems.add(None, f"{file}: {finding}")
    problems.raise_if_any()
