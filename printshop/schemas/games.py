"""All schemas of a game: of its units, its battles, its other files, and of a file that adds to it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.game.counters import COUNTERS
from printshop.game.layers import EXTENDS
from printshop.game.maps import MAPS
from printshop.game.model import UNIT_NAMES
from printshop.game.units import stem_of
from printshop.language import patterns, sections
from printshop.language.patterns import Schema, choice, several
from printshop.language.schema import Writer as BlockWriter
from printshop.schemas.sections import FLEETS, TOP, Writer, marks
from printshop.schemas.units import units

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.game.model import Game, Unit

DRAFT = "http://json-schema.org/draft-07/schema#"
SCENARIO, FLEET, EXTENSION, MAIN = "scenario", "fleet", "extension", "game"
UNIT = "unit_in_a_list"
PIECES = ("forms", "counters", "markers", "templates", "charts", "maps")


def documents(game: Game) -> dict[str, Schema]:
    """Return the schemas of a game's files by what they are for: the plural of a unit type, scenario, forms ..."""
    writer = Writer(_names(game), _blocks(game), bool(game.base))
    found = {stem_of(one): units(game, one) for one in game.unit_types.values()}
    found[SCENARIO] = _naming(game, writer.document(f"{TOP}.scenarios.*", f"a battle of {game.title}"))
    found[FLEET] = _fleet(game)
    for name in sections.names():
        fresh = replace(writer, used=set())
        found[name] = fresh.document(f"{TOP}.{name}", f"{name} of {game.title}")
    found[MAIN] = whole(game)
    found[EXTENSION] = whole(replace(game, base=game.key))
    return {key: {"$schema": DRAFT, **schema} for key, schema in found.items()}


def whole(game: Game) -> Schema:
    """Return the schema of a game's main file, in which all of it may stand."""
    writer = Writer(_names(game), _blocks(game), bool(game.base))
    found = writer.place(TOP)
    keys = {**found["properties"], **{stem_of(one): units(game, one) for one in game.unit_types.values()}}
    if game.base:
        keys[EXTENDS] = {**several({"type": "string"}), "examples": [game.base], "description":
                         "The game that this one adds to: its name, or its path from this file."}
    scenario = writer.place(f"{TOP}.scenarios.*")
    if game.base:
        scenario = {**scenario, "properties": {**scenario["properties"], **marks()}}
    keys["scenarios"] = {"type": "object", "additionalProperties": scenario,
                         "description": "Battles, each under a name of one word."}
    needed = [EXTENDS] if game.base else found.get("required", [])
    return _naming(game, writer.complete({"title": game.title, **found, "type": "object", "properties": keys,
                                          "required": needed}))


def _naming(game: Game, schema: Schema) -> Schema:
    """Return a schema that knows the names of the units, to which places where they stand refer."""
    return {**schema, "definitions": {**schema.get("definitions", {}), UNIT: roster_line(game.units.values())}}


def _fleet(game: Game) -> Schema:
    line = roster_line(game.units.values())
    names = {f"{FLEETS}.side": choice(game.sides), f"{FLEETS}.units.[].unit": line,
             f"{FLEETS}.allies": _several(game.sides), f"{FLEETS}.units.[].side": choice(game.sides)}
    block = Writer(names).place(f"{FLEETS}.units.[]")
    names[f"{FLEETS}.units"] = {"type": "array", "items": {**block, **line, "type": ["object", *line["type"]]}}
    return Writer(names).document(FLEETS, f"a fleet of {game.title}")


def _blocks(game: Game) -> BlockWriter:
    """Return what writes the schemas of declared blocks."""
    entries = {section.key: tuple(game[section]) for section in sections.sections()}
    others = {"unit_types": tuple(game.unit_types), "sides": tuple(game.sides), "tables": tuple(game.tables)}
    return BlockWriter({**entries, **others}, bool(game.base))


def _several(options: Iterable[str]) -> Schema:
    """Return the schema of a list of some words, where a single one counts as a list of one."""
    return {"type": ["array", "string"], "items": choice(options)}


def _names(game: Game) -> dict[str, Schema]:
    """Return the schemas of all that names something of the game, by place."""
    side = choice(game.sides)
    unit_type, map_ = choice(game.unit_types), choice(game[MAPS])
    value = {"enum": sorted({name for one in game.unit_types.values() for name in (*one.fields, *one.derived)}
                            | set(UNIT_NAMES))}
    scenario = f"{TOP}.scenarios.*"
    found: dict[str, Schema] = {
        f"{scenario}.map": map_,
        f"{scenario}.forces.*.units": {"type": "array", "items": {"$ref": f"#/definitions/{UNIT}"}},
        f"{scenario}.forces.*.allies": _several(game.sides),
        f"{scenario}.show": {"type": "object", "additionalProperties": value},
        f"{scenario}.zones.*.side": side,
        f"{scenario}.deployment.zones.[].side": side,
        f"{TOP}.forms.*.unit": unit_type, f"{TOP}.counters.*.units": unit_type,
        f"{TOP}.markers.*.with": choice(game[COUNTERS]),
        **{f"{scenario}.victory.score.[].{key}": value for key in ("worth", "each", "below")},
    }
    for kind in PIECES:
        found[f"{scenario}.pieces.{kind}"] = _several(game.entries(kind))
    force = Writer(found, _blocks(game), bool(game.base)).place(f"{scenario}.forces.*")
    sides = {key: {"title": one.name, "type": "object", **force} for key, one in game.sides.items()}
    found[f"{scenario}.forces"] = {"type": "object", "properties": sides, "additionalProperties": False}
    return found


def roster_line(all_units: Iterable[Unit]) -> Schema:
    """Return the schema of a unit in a list of them: Kestrel, 3 x Kestrel, Kestrel-3."""
    known = list(all_units)
    names = [patterns.any_case(unit.name) for unit in known if not unit.numbered]
    copies = [patterns.any_case(unit.name) + "(?:-[1-9][0-9]{0,2})?" for unit in known if unit.numbered]
    name = patterns.one_of(sorted((*names, *copies), key=len, reverse=True)) if known else "(?!)"
    return {"type": ["string", "number"], "pattern": f"^ *(?:[0-9]{{1,6}} *[x×] +)?{name}(?: *\\* *[0-9]{{1,6}})? *$",
            "examples": [unit.name for unit in known],
            "patternErrorMessage": "there is no unit of this name; known of one are written 3 x NAME"}
