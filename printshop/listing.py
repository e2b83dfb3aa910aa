"""What there is, in words: the games, and what one of them holds."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.expressions import NOT_KNOWN
from printshop.game.forces import figure, points_of
from printshop.loading import load
from printshop.problems import PrintshopError, some
from printshop.products import additions, contents

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.model import Game, Unit


LARGE = 1_000_000  # bytes of a game that is not looked into until it is asked for


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
    """Give the lines of a game: its title, how much of what it has, and its scenarios."""
    game = load(path)
    every = some(len(game.units), "unit") + ("" if game.scenarios else ", no scenarios")
    yield f"{key:15} {game.title}: {additions.summary(game) if game.base else every}"
    yield from (f"{'':15}   {key}/{one}" for one in game.scenarios if not game.base or one in game.own["scenarios"])


def inside(game: Game, name: str) -> Iterator[str]:
    """Give what a game holds: settings, units by side, scenarios, pieces. `name` is how the user called it."""
    yield f"{game.title}" + (f" - {game.subtitle}" if game.subtitle else "")
    yield f"read from {game.root}" + (f", which adds to {game.base}" if game.base else "")
    if game.settings:
        yield from ("", "Settings, changed with --set NAME=VALUE")
        yield from (f"  {setting!s:24} {setting.label}" for setting in game.settings.values())
    for side in game.sides.values():
        units = [unit for unit in game.units.values() if unit.side.key == side.key]
        yield from ("", side.name if units else f"{side.name}: no units of its own")
        yield from _units(units, game)
    anyones = [unit for unit in game.units.values() if unit.anyones]
    if anyones:
        yield from ("", "For any side" if game.sides else "Units")
        yield from _units(anyones, game)
    if game.scenarios:
        yield from ("", "Scenarios")
        path = name.rstrip("/")
        for key, one in game.scenarios.items():
            theirs = game.base and key not in game.own.get("scenarios", ())
            yield f"  {path + '/' + key:36} {one.title}" + (f" (from {game.base})" if theirs else "")
    yield from ("", "What --only can name; behind a | what is printed only then")
    for product in contents.products(game):
        if product != "booklet" and (pieces := _pieces(game, product)):
            yield f"  {product + ':':11} {pieces}"


def _units(units: list[Unit], game: Game) -> Iterator[str]:
    """Give a line for each unit; those of a game that this one extends are only named."""
    mine = [unit for unit in units if not game.base or unit.name in game.own["units"]]
    wide = max((len(unit.name) for unit in mine), default=0)
    yield from (_unit(unit, game, max(wide, 15) + 2) for unit in mine)
    theirs = [unit.name for unit in units if unit not in mine]
    if theirs:
        yield from textwrap.wrap(f"from {game.base}: {', '.join(theirs)}", 110, initial_indent="  ",
                                 subsequent_indent="    ")


def _pieces(game: Game, product: str) -> str:
    """Return the keys of a product's pieces, those of a game that this one extends behind its own."""
    every = contents.pieces(game, product)
    if not game.base:
        return _keys(every)
    own = game.own.get(contents.section(product), ())
    mine, theirs = _keys({key: one for key, one in every.items() if key in own}), \
        _keys({key: one for key, one in every.items() if key not in own})
    return "; ".join(part for part in (mine, f"from {game.base}: {theirs}" if theirs else "") if part)


def _keys(pieces: dict[str, contents.Piece]) -> str:
    usual = ", ".join(key for key, piece in pieces.items() if piece.default)
    asked = ", ".join(key for key, piece in pieces.items() if not piece.default)
    return f"{usual} | {asked}".strip() if asked else usual


def _unit(unit: Unit, game: Game, wide: int) -> str:
    """Return a unit's line: its name in a column, its choices, its points, its size, how its copies are called."""
    kind = game.unit_types[unit.kind]
    details = [kind.name] if len(game.unit_types) > 1 else []
    details += [str(value) for key, field in kind.fields.items()
                if field.kind == "choice" and (value := unit.values.get(key)) not in (None, NOT_KNOWN)]
    points = points_of(unit, game.unit_types)
    details += [f"{figure(points)} points"] if points else []
    details += [unit.size.name] if unit.size else []
    number = f" (numbered: {unit.numbered_as(1).shown}, {unit.numbered_as(2).shown} ...)" if unit.numbered else ""
    return f"  {unit.name:{wide}}{', '.join(details)}{number}".rstrip()
