"""All schemas of a game: of its units, its battles, its other files, and of a file that adds to it.

They are written from what is declared, with the names of the game put in, and lie in a hidden folder beside the files
that name them in their first line.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from os.path import relpath
from pathlib import Path

from printshop.files import Delivery, check_inside, contents
from printshop.game.differences import NONE, Difference
from printshop.game.fields import Around
from printshop.game.fleets.fleets import FleetFile, Rules
from printshop.game.layers import CHANGES, EXTENDS, MARKS
from printshop.game.load import Head, Sizes
from printshop.game.model import ANY, Game, Side, SizeClass, Unit, Words
from printshop.game.scenarios import SCENARIOS, Scenario
from printshop.game.settings import Setting
from printshop.game.unit_types import UNIT_NAMES, UnitType
from printshop.game.units import General
from printshop.game.values import Table
from printshop.language import patterns, sections
from printshop.language.keys import Writer
from printshop.language.patterns import Schema, several
from printshop.problems import PrintshopError

DRAFT = "http://json-schema.org/draft-07/schema#"
SCENARIO, FLEET, EXTENSION, MAIN = "scenario", "fleet", "extension", "game"
UNIT = "unit_in_a_list"
_MARKS = {"replaces": "true: this takes the place of the entry of the same name in the game that this one extends.",
          "changes": "true: that entry stays, but with the keys that are given here put into it."}


def documents(game: Game) -> dict[str, Schema]:
    """Return the schemas of a game's files by what they are for: the plural of a unit type, scenario, forms ..."""
    found = {one.stem: units(game, one) for one in game.unit_types.values()}
    writer = _writer(game)
    found[SCENARIO] = _complete(game, writer, f"a battle of {game.title}", writer.block(Scenario, _marks(game)))
    found[FLEET] = _fleet(game)
    for section in sections.sections():
        if section.files == 0:
            writer = _writer(game)
            entries = {"type": "object", "additionalProperties": writer.block(section.blocks, _marks(game))}
            named = {"definitions": writer.definitions} if writer.definitions else {}
            found[section.key] = {"title": f"{section.key} of {game.title}", **entries, **named}
    found[MAIN] = whole(game)
    found[EXTENSION] = whole(replace(game, base=game.key))
    return {key: {"$schema": DRAFT, **schema} for key, schema in found.items()}


def _writer(game: Game) -> Writer:
    """Return what writes the schemas of declared blocks, with the names of a game."""
    entries = {section.key: tuple(game[section]) for section in sections.sections()}
    values = {name for one in game.unit_types.values() for name in (*one.fields, *one.derived)} | set(UNIT_NAMES)
    others = {"unit_types": tuple(game.unit_types), "sides": {key: side.name for key, side in game.sides.items()},
              "unit sides": (*game.sides, ANY), "tables": tuple(game.tables), "values": sorted(values),
              "pictures": game.pictures.names() if game.pictures else ()}
    return Writer({**entries, **others}, bool(game.base))


def _marks(game: Game) -> Schema:
    """Return what an entry may have besides its keys in a game that extends another."""
    return {mark: {"type": "boolean", "description": _MARKS[mark]} for mark in MARKS} if game.base else {}


def _complete(game: Game, writer: Writer, title: str, schema: Schema) -> Schema:
    """Return a schema with the definitions that it refers to, of the units' names too."""
    return {**schema, "title": title,
            "definitions": {**writer.definitions, UNIT: roster_line(game.units.values())}}


def whole(game: Game) -> Schema:
    """Return the schema of a game's main file, in which all of it may stand."""
    writer, own = _writer(game), _marks(game)
    found = writer.block(Head)
    keys = found["properties"]
    every = {"settings": Setting, "sides": Side, "tables": Table, "unit_types": UnitType,
             **{section.key: section.blocks for section in sections.sections()}}
    for key, block in every.items():
        keys[key] = {"type": "object", **keys.get(key, {}), "additionalProperties": writer.block(block, own)}
    classes = {"type": "object", "additionalProperties": writer.block(SizeClass, own)}
    for key, block, also in (("size_classes", Sizes, {"classes": classes}), ("words", Words, {})):
        keys[key] = {**keys[key], **writer.block(block, {**own, **also})}
    keys["fleet"] = {"description": "Checks of fleets.", **writer.block(Rules, own)}
    keys |= {one.stem: units(game, one) for one in game.unit_types.values()}
    if game.base:
        keys[EXTENDS] = {**several({"type": "string"}), "examples": [game.base], "description":
                         "The game that this one adds to: its name, or its path from this file."}
    keys[SCENARIOS.key]["description"] = "Battles, each under a name of one word."
    needed = [EXTENDS] if game.base else [*found["required"], "unit_types"]
    return _complete(game, writer, game.title, {**found, "required": needed})


def _fleet(game: Game) -> Schema:
    line, found = roster_line(game.units.values()), _writer(game).block(FleetFile)
    lines = found["properties"]["units"]
    lines["items"]["properties"]["unit"] |= line
    lines["items"] = {**lines["items"], **line, "type": ["object", *line["type"]]}
    return {"title": f"a fleet of {game.title}", **found}


def units(game: Game, unit_type: UnitType) -> Schema:
    """Return the schema of a list of units; one that changes a unit of the game below may leave things out."""
    around = Around(game.settings, unit_type.looked_up(), bool(game.base))
    fields = {key: one.described(around) for key, one in unit_type.fields.items()}
    needed = ["name", *(["side"] if game.sides else []),
              *(key for key, one in unit_type.fields.items() if not one.optional)]
    general = _writer(game).block(General)["properties"]
    note = {**Writer().block(Difference), "type": ["object", "string"], "pattern": f"^{NONE}$"}
    valued = (*unit_type.fields, *unit_type.derived)
    for key, inside in (("printed", dict.fromkeys(unit_type.derived, several(patterns.text()))),
                        ("differs", dict.fromkeys(valued, note))):
        general[key] = {**general[key], "type": "object", "properties": inside, "additionalProperties": False}
    general["differs"] |= {"type": ["object", "string"], "pattern": f"^{NONE}$"}
    found: Schema = {"title": unit_type.name, "type": "object", "properties": {**general, **fields},
                     "additionalProperties": False, "required": needed}
    if game.base:
        changes = {"properties": {CHANGES: {"const": True}}, "required": [CHANGES]}  # what it changes has all the rest
        found = {**found, "properties": {**found["properties"], **_marks(game)}, "required": [], "if": changes,
                 "then": {"required": ["name"]}, "else": {"required": needed}}
    return {"title": unit_type.plural, "description": f"The {unit_type.plural} of {game.title}, one behind each dash.",
            "type": "array", "items": found}


def roster_line(all_units: Iterable[Unit]) -> Schema:
    """Return the schema of a unit in a list of them: Kestrel, 3 x Kestrel, Kestrel-3."""
    known = list(all_units)
    names = [patterns.any_case(unit.name) for unit in known if not unit.numbered]
    copies = [patterns.any_case(unit.name) + "(?:-[1-9][0-9]{0,2})?" for unit in known if unit.numbered]
    name = patterns.one_of(sorted((*names, *copies), key=len, reverse=True)) if known else "(?!)"
    return {"type": ["string", "number"], "pattern": f"^ *(?:[0-9]{{1,6}} *[x×] +)?{name}(?: *\\* *[0-9]{{1,6}})? *$",
            "examples": [unit.name for unit in known],
            "patternErrorMessage": "there is no unit of this name; known of one are written 3 x NAME"}


FOLDER = ".printshop"
SUFFIX = ".schema.json"
_MOST = 8_000_000  # bytes: a file that has more is no schema of ours


def folder_of(game: Game) -> Path:
    """Return where the schemas of a game lie: in its own folder, or beside its only file."""
    return (game.root.parent if in_one_file(game) else game.root) / FOLDER


def in_one_file(game: Game) -> bool:
    """Return whether all of a game's own data stands in one file."""
    return not game.root.is_dir()  # the file may still have to be written


def file_of(game: Game, name: str, folder: Path) -> Path:
    """Return the file of one of a game's schemas; that of a game in one file is called after it alone."""
    stem = re.sub(r"\W+", "_", game.key)
    alone = name == MAIN and in_one_file(game)
    return folder / (f"{stem}{SUFFIX}" if alone else f"{stem}-{name}{SUFFIX}")


def first_line(schema: Path, file: Path) -> str:
    """Return the line by which a YAML file tells editors its schema."""
    return f"# yaml-language-server: $schema={Path(relpath(schema, file.parent)).as_posix()}\n"


def place(game: Game, names: Iterable[str], folder: Path, delivery: Delivery) -> None:
    """Write some of a game's schemas as part of a delivery; those that are there and the same are left alone."""
    check_inside(folder, folder.parent)
    found = documents(game)
    for name in names:
        file, text = file_of(game, name, folder), _text(found[name])
        if _standing(file) != text:
            delivery.place(file).write_text(text, encoding="utf-8", newline="\n")


def write(game: Game, folder: Path) -> tuple[Path, ...]:
    """Write all schemas of a game and return their files. Raises PrintshopError."""
    if folder.name == FOLDER:
        check_inside(folder, folder.parent)
    found = documents(game)
    if in_one_file(game):
        found = {name: found[name] for name in (MAIN, FLEET, EXTENSION)}
    with Delivery() as delivery:
        for name, schema in found.items():
            file = delivery.place(file_of(game, name, folder))
            file.write_text(_text(schema), encoding="utf-8", newline="\n")
    return delivery.targets()


def example(game: Game, folder: Path) -> tuple[str, str]:
    """Return a file that a game may have, and the first line of it that names its schema."""
    if in_one_file(game):
        return str(game.root), first_line(file_of(game, MAIN, folder), game.root)
    stem = next(iter(game.unit_types.values())).stem
    home = game.root if folder.resolve().is_relative_to(game.root.resolve()) else folder.parent
    return f"{stem}.yaml", first_line(file_of(game, stem, folder), home / f"{stem}.yaml")


def renew(game: Game) -> None:
    """Bring those schemas up to date that lie with a game, if they can be written."""
    folder = folder_of(game)
    there = {file.name for file in folder.glob(f"*{SUFFIX}")} if folder.is_dir() else set()
    if not there:
        return
    names = [name for name in documents(game) if file_of(game, name, folder).name in there]
    with contextlib.suppress(PrintshopError), Delivery() as delivery:
        place(game, names, folder, delivery)


def _text(schema: Schema) -> str:
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _standing(file: Path) -> str | None:
    try:
        return contents(file, _MOST).decode("utf-8")
    except (OSError, ValueError):
        return None
