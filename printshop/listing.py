"""What there is, in words: the games, and what one of them holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.expressions import NOT_KNOWN
from printshop.game.forces import figure, points_of
from printshop.game.load import load
from printshop.products import contents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game, Unit


def games() -> Iterator[str]:
    """Give a line for each game that comes with printshop, and the way on."""
    for key, folder in catalogue.games().items():
        game = load(folder)
        units = f"{len(game.units)} unit{'' if len(game.units) == 1 else 's'}"
        yield f"{key:15} {game.title}: {units}" + ("" if game.scenarios else ", no scenarios")
        yield from (f"{'':15}   {key}/{one}" for one in game.scenarios)
    yield ""
    yield "printshop list GAME shows what is in one; a folder with a game.yaml of your own is a GAME too."





def inside(game: Game, name: str) -> Iterator[str]:
    """Give what a game holds: settings, units by side, scenarios, pieces. `name` is how the user called it."""
    yield f"{game.title}" + (f" - {game.subtitle}" if game.subtitle else "")
    yield f"read from {game.root}"
    if game.settings:
        yield from ("", "Settings, changed with --set NAME=VALUE")
        yield from (f"  {setting!s:24} {setting.label}" for setting in game.settings.values())
    for side in game.sides.values():
        units = [unit for unit in game.units.values() if unit.side.key == side.key]
        yield from ("", side.name if units else f"{side.name}: no units of its own")
        yield from (_unit(unit, game) for unit in units)
    anyones = [unit for unit in game.units.values() if unit.anyones]
    if anyones:
        yield from ("", "For any side" if game.sides else "Units")
        yield from (_unit(unit, game) for unit in anyones)
    if game.scenarios:
        yield from ("", "Scenarios")
        path = name.rstrip("/")
        yield from (f"  {path + '/' + key:36} {one.title}" for key, one in game.scenarios.items())
    yield from ("", "What --only can name; behind a | what is printed only then")
    for product in contents.products(game):
        if product != "booklet":
            yield f"  {product + ':':11} {_keys(contents.pieces(game, product))}"


def _keys(pieces: dict[str, contents.Piece]) -> str:
    usual = ", ".join(key for key, piece in pieces.items() if piece.default)
    asked = ", ".join(key for key, piece in pieces.items() if not piece.default)
    return f"{usual} | {asked}".strip() if asked else usual


def _unit(unit: Unit, game: Game) -> str:
    """Return a unit's line: what it was chosen to be, its points, its size, how its copies are called."""
    kind = game.unit_types[unit.kind]
    details = [kind.name] if len(game.unit_types) > 1 else []
    details += [str(value) for key, field in kind.fields.items()
                if field.kind == "choice" and (value := unit.values.get(key)) not in (None, NOT_KNOWN)]
    points = points_of(unit, game.unit_types)
    details += [f"{figure(points)} points"] if points else []
    details += [unit.size.name] if unit.size else []
    number = f" (numbered: {unit.name}-1, {unit.name}-2 ...)" if unit.numbered else ""
    return f"  {unit.name:16} {', '.join(details)}{number}".rstrip()
