"""A new battle, and a new fleet: some units of the game, with every key that may stand beside them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from printshop import catalogue
from printshop.drafts import writing
from printshop.drafts.units import lost
from printshop.drafts.writing import Line, Place, Written, below, comment, laid_out, put, write
from printshop.game.fleets import fleets
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.notation import options, quoted
from printshop.game.scenarios import SCENARIOS, figure, points_of
from printshop.problems import Problems, failure, suggestion
from printshop.schemas import FLEET, SCENARIO, in_one_file
from printshop.source import parse_text

FEW = 3  # units of a side that begin in a battle
TABLE = "6 ft x 4 ft"


def new_scenario(game: Game, call: str, title: str) -> Written:
    """Write a new battle of a game, which is called so on the command line. Raises PrintshopError."""
    writing.check_title(title, "a battle")
    key = writing.stem(title, "battle")
    if key in game[SCENARIOS]:
        raise failure(f"{game.title} has a battle '{key}' already", "choose another title")
    if not game.sides:
        raise failure(f"{game.title} has no sides, and a battle is one of sides", "give the game some: sides:")
    place = writing.file_place(game, call, "scenarios", key)
    then = f"printshop pack {writing.as_word(f'{place.call}/{key}')}"
    body = _battle(game, title)
    head = (f"{title}, a battle of {game.title}. It prints as it stands. Change it, save it, then type", f"  {then}")
    return put(game, place, SCENARIOS.key, below(key, body), head, then, SCENARIO, alone=body)


def _battle(game: Game, title: str) -> str:
    """Return a battle as YAML."""
    like = next(iter(game[SCENARIOS].values()), None)
    where = Line("table", TABLE, "how large it is: across, then deep; unknown leaves a space")
    if like and like.map:
        where = Line("map", quoted(like.map), f"one of {', '.join(map(quoted, game[MAPS]))}")
    lines = [
        Line("title", quoted(title)),
        Line("summary", "Who meets whom, and why nobody turns back.", "two or three sentences"),
        where,
        Line("turns", "6", "left out where there is no set number"),
    ]
    first = laid_out(lines) + "forces:\n" + "".join(_force(game, side) for side in _sides(game))
    rest = [
        Line("setup", ("The first side stands along one edge, the second along the other.",),
             "step by step, one behind each dash"),
        Line("victory", "{text: Whoever has lost less when the last turn ends.}"),
    ]
    return f"{first}{laid_out(rest)}\n## a battle may also have:\n{laid_out(_more(game))}"


def _more(game: Game) -> list[Line]:
    value = next((key for one in game.unit_types.values() for key, field in one.fields.items()
                  if field.kind == "whole"), "name")
    return [Line(*one, off=True) for one in (
        ("subtitle", "after dark", "a line below the title"),
        ("facts", "{Players: two, Length: two hours}", "short facts for the title page"),
        ("background", "It began with a letter.", "the story before it"),
        ("track", "[Moves first (side)]", "what is written down every turn"),
        ("show", f"{{{value.replace('_', ' ').capitalize()}: {value}}}", "more columns for the lists of units"),
        ("balance", "10 %", "how much the points of the sides may differ"),
        ("special_rules", "[Nobody shoots before the second turn.]", "what is different from the rules"),
        ("notes", "Thanks for playing.", "more to say at the end"),
    )]


def _sides(game: Game) -> list[Side]:
    """Return two sides, those that have units of their own first; before them those of the player's own units."""
    own = {unit.side.key for unit in game.units.values()}
    mine = {unit.side.key for unit in game.units.values() if is_own(game, unit)}
    return sorted(game.sides.values(), key=lambda side: (side.key not in mine, side.key not in own))[:2]


def is_own(game: Game, unit: Unit) -> bool:
    """Return whether a unit is the player's own, added to a game that this one extends."""
    return bool(game.base) and unit.name in game.own["units"]


def _force(game: Game, side: Side) -> str:
    every = [unit for unit in game.units.values() if unit.side.key == side.key or unit.anyones]
    chosen = few(every, game)
    costs = [points_of(unit, game.unit_types) for unit in chosen]
    total = sum((cost for cost in costs if cost), Fraction(0))
    known = chosen and None not in costs and total
    lines = [Line("points", figure(total) if known else "100", "what they cost together: it is checked" if known
                  else "what may be spent", off=bool(chosen) and not known)]
    if chosen:
        lines.append(Line("units", tuple(quoted(unit.name) for unit in chosen), "a name, or 3 x NAME"))
    names = f"{side.name} may have {priced(game, every)}" if every else f"{side.name} has no units yet"
    inner = "".join(f"{line}\n" for line in comment((f"{names}.",))) + laid_out(lines)
    return "".join(f"  {line}\n" for line in below(quoted(side.key), inner).splitlines())


def few(units: Sequence[Unit], game: Game) -> list[Unit]:
    """Return the first few of some units, the player's own first.

    Of others, those of whom something is not known only if there are no better ones.
    """
    known = [unit for unit in units if is_own(game, unit) or not lost(unit)]
    return sorted(known or units, key=lambda unit: (not is_own(game, unit), unit.anyones))[:FEW]


def priced(game: Game, units: Sequence[Unit]) -> str:
    """Return the names of units, each with its points."""
    costs = ((unit, points_of(unit, game.unit_types)) for unit in units)
    return ", ".join(f"{quoted(unit.name)} {figure(cost)}" if cost else quoted(unit.name) for unit, cost in costs)


def new_fleet(game: Game, call: str, title: str, side: str) -> Written:
    """Write a new fleet of a game: of a side, or of the first that has units. Raises PrintshopError."""
    writing.check_title(title, "a fleet")
    if side and side not in game.sides:
        raise failure(f"{game.title} has no side '{side}'", suggestion(side, game.sides))
    own = side or next((unit.side.key for unit in game.units.values() if not unit.anyones), next(iter(game.sides), ""))
    units = [unit for unit in game.units.values() if unit.anyones or unit.side.key == own]
    if not units:
        raise failure("there are no units yet for a fleet", f"write one first: printshop new unit {call} NAME")
    name = writing.stem(title, "fleet")
    if call in catalogue.games() or in_one_file(game):  # beside the player
        file = writing.free(Path(f"{name}.yaml"))
        place, of = Place(file, file.name, ""), call
    else:
        file = writing.free(game.root / "fleets" / f"{name}.yaml")
        place, of = Place(file, f"{call.rstrip('/')}/{name}", ""), call if file.parent == Path() else ""
    chosen = few(units, game)
    while len(chosen) > 1 and not _legal(game, _fleet(game, of, title, own, chosen, units)):
        chosen = chosen[:-1]
    then = f"printshop fleet {writing.as_word(place.call)}"
    head = (f"{title}, a fleet of {game.title}. Change it, save it, then type", f"  {then}")
    return Written(write(game, place, head, _fleet(game, of, title, own, chosen, units), FLEET), then)


def _legal(game: Game, text: str) -> bool:
    problems = Problems()
    node = parse_text(text, "", problems)
    return bool(node and fleets.read(node, "fleet", game, problems, fleets.Asked())) and not problems


def _fleet(game: Game, call: str, title: str, side: str, chosen: list[Unit], units: list[Unit]) -> str:
    """Return a fleet of so many of a side's units as YAML."""
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
