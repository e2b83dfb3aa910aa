"""JSON Schemas of a game's files: an editor for YAML uses them to complete and check the text.

They are made from the declarations, with the names of the game, in draft 7, which editors support best. A value with
several notations has a list of types, with keywords for each, instead of `anyOf`: that keeps messages short.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from os.path import relpath
from pathlib import Path
from typing import Any

from printshop.files import Delivery, check_inside, contents
from printshop.game.differences import NONE, Difference
from printshop.game.fields import Around
from printshop.game.fleets import FleetFile, Rules
from printshop.game.layers import CHANGES, EXTENDS, MARKS
from printshop.game.load import Head, Sizes
from printshop.game.model import Game, Side, SizeClass, Words
from printshop.game.scenarios import SCENARIOS, Scenario
from printshop.game.settings import Setting
from printshop.game.unit_types import ANY, UNIT_NAMES, UnitType
from printshop.game.units import General
from printshop.game.values import Table
from printshop.language import patterns, sections
from printshop.language.keys import Writer
from printshop.language.patterns import Schema, several
from printshop.language.sections import Section
from printshop.problems import PrintshopError

SCENARIO, FLEET, EXTENSION, MAIN = "scenario", "fleet", "extension", "game"
FOLDER = ".printshop"
_SUFFIX = ".schema.json"
_MOST = 8_000_000  # bytes; a larger file is none of these schemas
_MARKS = {"replaces": "true: this takes the place of the entry of the same name in the game that this one extends.",
          "changes": "true: that entry stays, but with the keys that are given here put into it."}


def documents(game: Game, *names: str) -> dict[str, Schema]:
    """Return the schemas of a game's files, all or those of some `names`, by the kind of the file.

    A kind is the plural of a unit type, scenario, forms ...
    """
    ways = {**{kind.stem: partial(_units, game, kind) for kind in game.unit_types.values()},
            SCENARIO: partial(_battle, game), FLEET: partial(_fleet, game),
            **{section.key: partial(_section, game, section) for section in sections.sections() if section.files == 0},
            MAIN: partial(_whole, game), EXTENSION: partial(_whole, replace(game, base=game.key))}
    return {name: {"$schema": "http://json-schema.org/draft-07/schema#", **ways[name]()} for name in names or ways
            if name in ways}


def _battle(game: Game) -> Schema:
    writer = _writer(game)
    return _complete(game, writer, f"a battle of {game.title}", writer.block(Scenario, _marks(game)))


def _fleet(game: Game) -> Schema:
    fleet, line = _writer(game).block(FleetFile), _roster_line(game)
    items = fleet["properties"]["units"]["items"]
    items["properties"]["unit"] |= line
    items |= {**line, "type": ["object", *line["type"]]}
    return {"title": f"a fleet of {game.title}", **fleet}


def _section(game: Game, section: Section[Any]) -> Schema:
    writer = _writer(game)
    entries = {"type": "object", "additionalProperties": writer.block(section.blocks, _marks(game))}
    named = {"definitions": writer.definitions} if writer.definitions else {}
    return {"title": f"{section.key} of {game.title}", **entries, **named}


def _writer(game: Game) -> Writer:
    entries = {section.key: tuple(game[section]) for section in sections.sections()}
    values = {name for kind in game.unit_types.values() for name in (*kind.fields, *kind.derived)} | set(UNIT_NAMES)
    others = {"unit_types": tuple(game.unit_types), "sides": {key: side.name for key, side in game.sides.items()},
              "unit sides": (*game.sides, ANY), "tables": tuple(game.tables), "values": sorted(values),
              "pictures": game.pictures.names()}
    return Writer({**entries, **others}, bool(game.base))


def _marks(game: Game) -> Schema:
    return {mark: {"type": "boolean", "description": _MARKS[mark]} for mark in MARKS} if game.base else {}


def _complete(game: Game, writer: Writer, title: str, schema: Schema) -> Schema:
    return {**schema, "title": title, "definitions": {**writer.definitions, "unit_in_a_list": _roster_line(game)}}


def _whole(game: Game) -> Schema:
    writer, marks = _writer(game), _marks(game)
    head = writer.block(Head)
    keys = head["properties"]
    every = {"settings": Setting, "sides": Side, "tables": Table, "unit_types": UnitType,
             **{section.key: section.blocks for section in sections.sections()}}
    for key, block in every.items():
        keys[key] = {"type": "object", **keys.get(key, {}), "additionalProperties": writer.block(block, marks)}
    classes = {"type": "object", "additionalProperties": writer.block(SizeClass, marks)}
    keys["size_classes"] |= writer.block(Sizes, {**marks, "classes": classes})
    keys["words"] |= writer.block(Words, marks)
    keys["fleet"] = {"description": "Checks of fleets.", **writer.block(Rules, marks)}
    keys |= {kind.stem: _units(game, kind) for kind in game.unit_types.values()}
    if game.base:
        keys[EXTENDS] = {**several({"type": "string"}), "examples": [game.base], "description":
                         "The game that this one adds to: its name, or its path from this file."}
    keys[SCENARIOS.key]["description"] = "Battles, each under a name of one word."
    needed = [EXTENDS] if game.base else [*head["required"], "unit_types"]
    return _complete(game, writer, game.title, {**head, "required": needed})


def _units(game: Game, unit_type: UnitType) -> Schema:
    """Return the schema of a list of units; one that changes a unit of the extended game may leave keys out."""
    names = {kind: [unit.name for unit in game.units.values() if unit.kind == kind] for kind in game.unit_types}
    around = Around(game.settings, unit_type.looked_up(), bool(game.base), names)
    fields = {key: field.described(around) for key, field in unit_type.fields.items()}
    needed = ["name", *(["side"] if game.sides and not unit_type.side else []),
              *(key for key, field in unit_type.fields.items() if not field.optional)]
    general = _writer(game).block(General)["properties"]
    none = {"type": ["object", "string"], "pattern": f"^{NONE}$"}
    note = {**Writer().block(Difference), **none}
    valued = (*unit_type.fields, *unit_type.derived)
    for key, inside in (("printed", dict.fromkeys(unit_type.derived, several(patterns.text()))),
                        ("differs", dict.fromkeys(valued, note))):
        general[key] |= {"type": "object", "properties": inside, "additionalProperties": False}
    general["differs"] |= none
    item: Schema = {"title": unit_type.name, "type": "object", "properties": {**general, **fields, **_marks(game)},
                    "additionalProperties": False, "required": [] if game.base else needed}
    if game.base:
        item |= {"if": {"properties": {CHANGES: {"const": True}}, "required": [CHANGES]},
                 "then": {"required": ["name"]}, "else": {"required": needed}}  # the changed unit has the other keys
    return {"title": unit_type.plural, "description": f"The {unit_type.plural} of {game.title}, one behind each dash.",
            "type": "array", "items": item}


def _roster_line(game: Game) -> Schema:
    """Return the schema of a unit in a list of units: Kestrel, 3 x Kestrel, Kestrel-3."""
    names = [patterns.any_case(unit.name) + ("(?:-[1-9][0-9]{0,2})?" if unit.numbered else "")
             for unit in sorted(game.units.values(), key=lambda unit: unit.numbered)]
    name = patterns.one_of(sorted(names, key=len, reverse=True)) if names else "(?!)"
    return {"type": ["string", "number"], "pattern": f"^ *(?:[0-9]{{1,6}} *[x×] +)?{name}(?: *\\* *[0-9]{{1,6}})? *$",
            "examples": [unit.name for unit in game.units.values()],
            "patternErrorMessage": "there is no unit of this name; known of one are written 3 x NAME"}


def folder_of(game: Game) -> Path:
    """Return the folder of a game's schemas: in the folder of the game, or beside its only file."""
    return (game.root.parent if in_one_file(game) else game.root) / FOLDER


def in_one_file(game: Game) -> bool:
    """Return whether all data of a game is in one file."""
    return not game.root.is_dir()  # not is_file(): the file may not be written yet


def name_for(game: Game, file: Path) -> str:
    """Return the name that `documents` uses for the schema of a file; it has none for a file of no game."""
    if in_one_file(game) or file.resolve() == (game.root / f"{MAIN}.yaml").resolve():
        return EXTENSION if game.base else MAIN
    part = file.stem if file.resolve().parent == game.root.resolve() else file.parent.name
    return SCENARIO if part == SCENARIOS.key else part


def file_of(game: Game, name: str, folder: Path) -> Path:
    """Return the file of one of a game's schemas; for a game in one file its name is that of the game alone."""
    stem = re.sub(r"\W+", "_", game.key)
    return folder / f"{stem}{'' if name == MAIN and in_one_file(game) else f'-{name}'}{_SUFFIX}"


def first_line(schema: Path, file: Path) -> str:
    """Return the comment that tells editors the schema of a YAML file, its first line."""
    return f"# yaml-language-server: $schema={Path(relpath(schema, file.parent)).as_posix()}\n"


def place(game: Game, names: Iterable[str], folder: Path, delivery: Delivery, *, anew: bool = False) -> None:
    """Write some of a game's schemas as part of a delivery; unless `anew`, those that have not changed are kept."""
    if folder.name == FOLDER:
        check_inside(folder, folder.parent)
    for name in names:
        file, schema = file_of(game, name, folder), documents(game, name)[name]
        text = json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
        with suppress(OSError, ValueError):
            if not anew and contents(file, _MOST).decode("utf-8") == text:
                continue
        delivery.place(file).write_text(text, encoding="utf-8", newline="\n")


def write(game: Game, folder: Path) -> tuple[Path, ...]:
    """Write all schemas of a game and return their files. Raises PrintshopError."""
    with Delivery() as delivery:
        place(game, (MAIN, FLEET, EXTENSION) if in_one_file(game) else documents(game), folder, delivery, anew=True)
    return delivery.targets()


def renew(game: Game) -> None:
    """Update the schemas that exist for a game, if they can be written."""
    folder = folder_of(game)
    there = {file.name for file in folder.glob(f"*{_SUFFIX}")} if folder.is_dir() else set()
    if there:
        names = [name for name in documents(game) if file_of(game, name, folder).name in there]
        with suppress(PrintshopError), Delivery() as delivery:
            place(game, names, folder, delivery)


def example(game: Game, folder: Path) -> tuple[str, str]:
    """Return a file that a game may have, and the first line of that file, which names its schema."""
    if in_one_file(game):
        return str(game.root), first_line(file_of(game, MAIN, folder), game.root)
    stem = next(iter(game.unit_types.values())).stem
    home = game.root if folder.resolve().is_relative_to(game.root.resolve()) else folder.parent
    return f"{stem}.yaml", first_line(file_of(game, stem, folder), home / f"{stem}.yaml")
