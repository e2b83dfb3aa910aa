"""A new fleet: a few units of a side, with all that can be said of them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.drafts import writing
from printshop.drafts.scenarios import few, priced
from printshop.drafts.writing import Line, Written, comment, laid_out, write
from printshop.game.fleets import fleets
from printshop.game.notation import options, quoted
from printshop.game.scenarios import figure, points_of
from printshop.problems import Problems, failure, suggestion
from printshop.schemas.games import FLEET, in_one_file
from printshop.source import parse_text

if TYPE_CHECKING:
    from printshop.drafts.writing import Place
    from printshop.game.model import Game, Unit


def new_fleet(game: Game, call: str, title: str, side: str) -> Written:
    """Write a new fleet of a game: of a side, or of the first that has units. Raises PrintshopError."""
    writing.check_title(title, "a fleet")
    if side and side not in game.sides:
        raise failure(f"{game.title} has no side '{side}'", suggestion(side, game.sides))
    own = side or next((unit.side.key for unit in game.units.values() if not unit.anyones), next(iter(game.sides), ""))
    units = [unit for unit in game.units.values() if unit.anyones or unit.side.key == own]
    if not units:
        raise failure("there are no units yet for a fleet", f"write one first: printshop new unit {call} NAME")
    place = _place(game, call, writing.stem(title, "fleet"))
    then = f"printshop fleet {writing.as_word(place.call)}"
    head = (f"{title}, a fleet of {game.title}. Change it, save it, then type", f"  {then}")
    return Written(write(game, place, head, _text(game, call if place.file.parent == Path() else "", title, own, units),
                         FLEET), then)


def _place(game: Game, call: str, stem: str) -> Place:
    """Return where a fleet goes: into the folder fleets of the own game, or beside the player."""
    if call in catalogue.games() or in_one_file(game):
        file = writing.free(Path(f"{stem}.yaml"))
        return writing.Place(file, file.name, "")
    return writing.Place(writing.free(game.root / "fleets" / f"{stem}.yaml"), f"{call.rstrip('/')}/{stem}", "")


def _text(game: Game, call: str, title: str, side: str, units: list[Unit]) -> str:
    """Return a fleet as YAML: of so many units, the first few, as the rules of the game allow."""
    chosen = few(units, game)
    while len(chosen) > 1 and not _legal(game, _of(game, call, title, side, chosen, units)):
        chosen = chosen[:-1]
    return _of(game, call, title, side, chosen, units)


def _legal(game: Game, text: str) -> bool:
    problems = Problems()
    node = parse_text(text, "", problems)
    fleet = fleets.read(node, "fleet", game, problems, fleets.Asked()) if node else None
    return bool(fleet) and not problems


def _of(game: Game, call: str, title: str, side: str, chosen: list[Unit], units: list[Unit]) -> str:
    cost = sum((points_of(unit, game.unit_types) or Fraction(0) for unit in chosen), Fraction(0))
    lines = [Line("game", quoted(call), "its name, or its path from this file")] if call else []
    lines.append(Line("title", quoted(title)))
    if game.sides:
        lines.append(Line("side", quoted(side), f"whose it is: {options(game.sides)}"))
    if fleets.priced(game):
        lines.append(Line("limit", figure(cost) if cost else "100", "the points that it may cost", off=True))
    lines.append(Line("notes", "The flagship goes first.", "a text for the end of the roster", off=True))
    first, *others = [quoted(unit.name) for unit in chosen]
    notes = (f"there are {priced(game, units)}.",
             "A name, or 3 x NAME; or a block, in which all but 'unit' may be left out:",
             f"  {{unit: {first}, count: 2, names: [Old Faithful, Young Hopeful], notes: never late}}")
    known = "".join(f"{line}\n" for line in comment(notes))
    return f"{laid_out(lines)}\n{known}units:\n" + "".join(f"  - {row}\n" for row in (first, *others))
