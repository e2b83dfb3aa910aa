"""All schemas of a game: of its units, its battles, its other files, and of a file that adds to it.

They lie in a hidden folder beside the files that name them in their first line. What is not a unit, nor declared as
blocks, has the shapes of shapes.json, with the names of a game put in. That file says which keys may stand
where, with what kind of value, and what the documentation says of them. It is written by a test that listens to the
readers of the data, and compared by it with what they ask for today. A shape has

    is       how a value is read: text, whole, number, flag, choice, length, size, color, texts, rows, list, block
    unknown  whether `unknown` may stand there, too;  low, high, options: what is allowed;  says: what it is for
    keys     what a mapping has, of which it `needs` some; it is closed to other keys, unless it is `open`
    any      what stands below every key of a mapping whose keys are names of the game's own
    each     what every item of a list is
    kinds    what a mapping has, by its key `kind`
    like     the place that has the same shape

and where it says nothing, anything goes.
"""

from __future__ import annotations

import contextlib
import json
import re
from dataclasses import dataclass, field, replace
from functools import cache
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from printshop.files import Delivery, check_inside, contents
from printshop.game.differences import NONE, Difference
from printshop.game.fields import Around
from printshop.game.fleets.fleets import FleetFile
from printshop.game.layers import BLOCKS, CHANGES, EXTENDS, MARKS, holders
from printshop.game.load import Head, Sizes
from printshop.game.model import ANY, Side, SizeClass, Words
from printshop.game.scenarios import Scenario
from printshop.game.settings import Setting
from printshop.game.unit_types import UNIT_NAMES, UnitType
from printshop.game.units import General
from printshop.game.values import Table
from printshop.language import patterns, sections
from printshop.language.keys import Writer as BlockWriter
from printshop.language.patterns import TEXT, Schema, choice, several
from printshop.problems import PrintshopError
from printshop.source import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from printshop.game.model import Game, Unit


FILE = Path(__file__).with_name("shapes.json")
TOP = "game"
STAND_IN = r"\$[A-Za-z_][0-9A-Za-z_]*"
Shape = dict[str, Any]


@cache
def shapes() -> Mapping[str, Shape]:
    """Return all shapes by their places, in which `*` is any name, `[]` any item of a list."""
    found: dict[str, Shape] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@dataclass(frozen=True, slots=True)
class Writer:
    """Writes schemas of places.

    `names` are schemas of what depends on the game, by place; they take the place of what the readers say. Where a game
    `extends` another, entries may be marked, and may leave out what they do not change.
    """

    names: Mapping[str, Schema] = field(default_factory=dict)
    blocks: BlockWriter = field(default_factory=BlockWriter)
    extends: bool = False
    used: set[str] = field(default_factory=set)  # places that are referred to

    def document(self, path: str, title: str) -> Schema:
        """Return the schema of a file that holds what stands at a place."""
        found = {"title": title, **self.schema(path, self._at(path)), "type": "object"}
        return self.complete(found)

    def complete(self, found: Schema) -> Schema:
        """Return a schema with the definitions that it refers to."""
        definitions: Schema = {**self.blocks.definitions}
        while self.used - {*definitions}:
            for path in sorted(self.used - {*definitions}):
                definitions[path] = self.schema(path, shapes()[path])
        named = {path if path in self.blocks.definitions else _key(path): one
                 for path, one in sorted(definitions.items())}
        return {**found, "definitions": named} if named else found

    def _at(self, path: str) -> Shape:
        first, *parts = path.split(".")
        shape = shapes()[first]
        for part in parts:
            shape = shape["any"] if part == "*" else shape["each"] if part == "[]" else shape["keys"][part]
        return shape

    def place(self, path: str) -> Schema:
        """Return the schema of what stands at a place."""
        return self.schema(path, self._at(path))

    def schema(self, path: str, shape: Shape) -> Schema:
        """Return the schema of a shape that stands at a place."""
        section = next((one for one in sections.sections() if path == f"{TOP}.{one.key}" and one.blocks), None)
        if section:
            also = marks() if self.extends else {}
            return {"type": "object", "additionalProperties": self.blocks.block(section.blocks, also)}
        said = {"description": _sentence(shape["says"])} if "says" in shape else {}
        if path in self.names:
            return {**said, **self.names[path]}
        if "like" in shape:
            self.used.add(shape["like"])
            return {"$ref": f"#/definitions/{_key(shape['like'])}"}
        found = {**said, **_value(shape)}
        if "each" in shape:
            found["items"] = self.schema(f"{path}.[]", shape["each"])
        if "kinds" in shape:
            found |= self._kinds(path, shape["kinds"])
        if "any" in shape:
            found["additionalProperties"] = self.schema(f"{path}.*", shape["any"])
            if self.extends and path.removeprefix(f"{TOP}.") in BLOCKS:
                found["properties"] = marks()
        return found | self._keys(path, shape) if "keys" in shape else found

    def _keys(self, path: str, shape: Shape) -> Schema:
        keys = {key: self.schema(f"{path}.{key}", one) for key, one in shape["keys"].items()}
        if self.extends and _entry(path):
            keys |= marks()
        closed = {} if shape.get("open") else {"additionalProperties": False}
        needed = {"required": shape["needs"]} if "needs" in shape and not self.extends else {}
        return {"properties": keys, **needed, **closed}

    def _kinds(self, path: str, kinds: Mapping[str, Shape]) -> Schema:
        """Return which keys go with which `kind`: an editor offers those of the one that is written."""
        cases = [{"if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
                  "then": self._keys(path, shape)} for kind, shape in kinds.items()]
        asked = (shape["keys"]["kind"] for shape in kinds.values())
        options = next(one["options"] for one in asked if "options" in one)
        needed = {} if self.extends else {"required": ["kind"]}
        return {"properties": {"kind": {"enum": options}}, **needed, "allOf": cases}


def _entry(path: str) -> bool:
    """Return whether a place is that of an entry under a name of its own, or of a whole block."""
    parts = path.split(".")
    named = len(parts) == 3 and parts[1] in holders() and parts[2] == "*"
    return named or (len(parts) >= 2 and parts[1] in BLOCKS and (len(parts) == 2 or parts[-1] == "*"))


def _key(path: str) -> str:
    """Return what a place is called among the definitions.

    >>> _key("game.counters.*.front.[]")
    'counters_front'
    """
    return "_".join(part for part in path.split(".")[1:] if part not in ("*", "[]"))


def _sentence(text: str) -> str:
    """Return a note of the documentation as a sentence."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def _value(shape: Shape) -> Schema:
    """Return the schema of a single value, or of a list of such."""
    limits = {word: shape[key] for key, word in (("low", "minimum"), ("high", "maximum")) if key in shape}
    known = {"length": patterns.LENGTH, "size": patterns.SIZE, "color": patterns.COLOUR}
    lost = [UNKNOWN] if shape.get("unknown") else []
    way, text = shape.get("is"), {"type": TEXT}
    stand_in = patterns.whole(patterns.one_of((*lost, STAND_IN)))
    if way in known:
        return {"type": "string", "pattern": patterns.whole(patterns.one_of((*lost, known[way], STAND_IN)))}
    found: dict[object, Schema] = {
        "text": text, "whole": {"type": ["integer", "string"], **limits, "pattern": stand_in},
        "number": {"type": ["number", "string"], **limits, "pattern": stand_in},
        "flag": {"type": ["boolean", "string"], "pattern": stand_in},
        "choice": choice((*shape.get("options", ()), *lost)),
        "texts": {"type": ["array", *TEXT], "items": text}, "rows": {"type": "array"},
        "list": {"type": ["array", "string"], "pattern": stand_in} if lost else {"type": "array"},
        "block": {"type": ["object", "string"], "pattern": stand_in} if lost else {"type": "object"}}
    return found.get(way, {})


DRAFT = "http://json-schema.org/draft-07/schema#"
SCENARIO, FLEET, EXTENSION, MAIN = "scenario", "fleet", "extension", "game"
UNIT = "unit_in_a_list"


def documents(game: Game) -> dict[str, Schema]:
    """Return the schemas of a game's files by what they are for: the plural of a unit type, scenario, forms ..."""
    writer = Writer(blocks=_blocks(game), extends=bool(game.base))
    found = {one.stem: units(game, one) for one in game.unit_types.values()}
    battle = writer.blocks.block(Scenario, marks() if game.base else {})
    found[SCENARIO] = _naming(game, {"title": f"a battle of {game.title}", **battle})
    found[FLEET] = _fleet(game)
    for name in sections.in_files():
        fresh = replace(writer, used=set(), blocks=_blocks(game))
        found[name] = fresh.document(f"{TOP}.{name}", f"{name} of {game.title}")
    found[MAIN] = whole(game)
    found[EXTENSION] = whole(replace(game, base=game.key))
    return {key: {"$schema": DRAFT, **schema} for key, schema in found.items()}


def whole(game: Game) -> Schema:
    """Return the schema of a game's main file, in which all of it may stand."""
    blocks, own = _blocks(game), marks() if game.base else {}
    writer = Writer(blocks=blocks, extends=bool(game.base))
    found = blocks.block(Head)
    keys = found["properties"]
    for key, block in (("settings", Setting), ("sides", Side), ("tables", Table), ("unit_types", UnitType)):
        keys[key] = {**keys[key], "additionalProperties": blocks.block(block, own)}
    classes = {"type": "object", "additionalProperties": blocks.block(SizeClass, own)}
    keys["size_classes"] = {**keys["size_classes"], **blocks.block(Sizes, {**own, "classes": classes})}
    keys["words"] = {**keys["words"], **blocks.block(Words, own)}
    for key in (*sections.names(), "fleet"):
        keys[key] = writer.place(f"{TOP}.{key}")
    keys |= {one.stem: units(game, one) for one in game.unit_types.values()}
    if game.base:
        keys[EXTENDS] = {**several({"type": "string"}), "examples": [game.base], "description":
                         "The game that this one adds to: its name, or its path from this file."}
    keys["scenarios"] = {**keys["scenarios"], "description": "Battles, each under a name of one word."}
    needed = [EXTENDS] if game.base else [*found["required"], "unit_types"]
    return _naming(game, writer.complete({**found, "title": game.title, "required": needed}))


MARK_WORDS = {"replaces": "true: this takes the place of the entry of the same name in the game that this one extends.",
              "changes": "true: that entry stays, but with the keys that are given here put into it."}


def marks() -> Schema:
    """Return what an entry may have besides its keys in a game that extends another."""
    return {mark: {"type": "boolean", "description": MARK_WORDS[mark]} for mark in MARKS}


def units(game: Game, unit_type: UnitType) -> Schema:
    """Return the schema of a list of units; one that changes a unit of the game below may leave things out."""
    around = Around(game.settings, unit_type.looked_up(), bool(game.base))
    fields = {key: one.described(around) for key, one in unit_type.fields.items()}
    needed = ["name", *(["side"] if game.sides else []),
              *(key for key, one in unit_type.fields.items() if not one.optional)]
    names = {"unit sides": (*game.sides, ANY), "pictures": game.pictures.names() if game.pictures else ()}
    general = BlockWriter(names).block(General)["properties"]
    note = {**BlockWriter().block(Difference), "type": ["object", "string"], "pattern": f"^{NONE}$"}
    valued = (*unit_type.fields, *unit_type.derived)
    for key, inside in (("printed", dict.fromkeys(unit_type.derived, several(patterns.text()))),
                        ("differs", dict.fromkeys(valued, note))):
        general[key] = {**general[key], "type": "object", "properties": inside, "additionalProperties": False}
    general["differs"] |= {"type": ["object", "string"], "pattern": f"^{NONE}$"}
    found: Schema = {"title": unit_type.name, "type": "object", "properties": {**general, **fields},
                     "additionalProperties": False, "required": needed}
    if game.base:
        changes = {"properties": {CHANGES: {"const": True}}, "required": [CHANGES]}  # what it changes has all the rest
        found = {**found, "properties": {**found["properties"], **marks()}, "required": [], "if": changes,
                 "then": {"required": ["name"]}, "else": {"required": needed}}
    return {"title": unit_type.plural, "description": f"The {unit_type.plural} of {game.title}, one behind each dash.",
            "type": "array", "items": found}


def _naming(game: Game, schema: Schema) -> Schema:
    """Return a schema that knows the names of the units, to which places where they stand refer."""
    return {**schema, "definitions": {**schema.get("definitions", {}), UNIT: roster_line(game.units.values())}}


def _fleet(game: Game) -> Schema:
    line, found = roster_line(game.units.values()), _blocks(game).block(FleetFile)
    lines = found["properties"]["units"]
    lines["items"]["properties"]["unit"] |= line
    lines["items"] = {**lines["items"], **line, "type": ["object", *line["type"]]}
    return {"title": f"a fleet of {game.title}", **found}


def _blocks(game: Game) -> BlockWriter:
    """Return what writes the schemas of declared blocks."""
    entries = {section.key: tuple(game[section]) for section in sections.sections()}
    values = {name for one in game.unit_types.values() for name in (*one.fields, *one.derived)} | set(UNIT_NAMES)
    others = {"unit_types": tuple(game.unit_types), "sides": {key: side.name for key, side in game.sides.items()},
              "tables": tuple(game.tables), "values": sorted(values)}
    return BlockWriter({**entries, **others}, bool(game.base))




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
