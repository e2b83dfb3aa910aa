"""`printshop new unit`: a unit written into the player's own game, or on top of one that comes with printshop."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop import products
from printshop.drafts import places, trials, units
from printshop.drafts.writing import Written, add, below, write
from printshop.expressions.functions import article
from printshop.game.units import stem_of
from printshop.schemas.games import MAIN

if TYPE_CHECKING:
    from printshop.drafts.places import Place
    from printshop.game.model import Game, UnitType


def new_unit(game: Game, call: str, name: str, kind: str, like: str) -> Written:
    """Write a new unit of a game, which is called so on the command line. Raises PrintshopError."""
    unit_type = units.type_of(game, kind, like)
    places.check_name(name, article(unit_type.name))
    places.check_free(game, name)
    made = units.draft(game, unit_type, name, like)
    place = places.unit_place(game, call, unit_type, name)
    section = stem_of(unit_type)
    then = next_command(game, place, unit_type, name)
    if place.below:
        return Written(add(place.file, section, made.text), then)
    new = trials.tried(game, unit_type, made.text)[0]
    grown = replace(game, units={**game.units, **{unit.name: unit for unit in new}})
    head = _head(game, place, unit_type, made, name, then)
    if place.extends:
        return Written(write(grown, place, head, below(section, made.text), MAIN), then)
    return Written(write(grown, place, head, made.text, section), then)


def next_command(game: Game, place: Place, unit_type: UnitType, name: str) -> str:
    """Return the command that prints a unit: its record, or its card; or what finds its mistakes."""
    call, word = places.as_word(place.call), places.as_word(name)
    for product in ("records", "cards"):
        forms = products.find(product).things(game).values()
        if any(getattr(form, "unit", "") == unit_type.key and getattr(form, "default", False) for form in forms):
            return f"printshop make {product} {call} {word}"
    return f"printshop check {call}"


def _head(game: Game, place: Place, unit_type: UnitType, made: units.Draft, name: str, then: str) -> tuple[str, ...]:
    of = f"as it stands a copy of {made.like.name}" if made.like else "with figures that the game allows"
    rest = [f"{one.key} ({one.label})" if one.label != one.key.replace("_", " ") else one.key
            for one in game.rules[unit_type.key].derived]
    lines = [f"{name}, {article(unit_type.name)} for {game.title}: {of}. Change it, save it, then type"]
    check = f"printshop check {places.as_word(place.call)}"
    width = max(map(len, (check, then))) + 3
    lines.append(f"  {check:{width}}says what is wrong with it, and where")
    if then != check:
        lines.append(f"  {then:{width}}prints it")
    return (*lines, *([f"The game works out the rest, which forms call: {', '.join(rest)}."] if rest else []))
