"""JSON Schemas of a game's files, with which an editor for YAML completes and checks the text.

The schemas are made from the declarations, with the names of the game, in draft 7, which editors support
best. A value with several notations has a list of types, and keywords for each type. `anyOf` is not used, so
that the messages of editors stay short.
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

from printshop.files import AtomicWrite, check_no_link_out, read_up_to
from printshop.game.errata import ALL_OURS, NO_NOTE, OURS_KEY, Difference
from printshop.game.extends import CHANGES, EXTENDS, OVERRIDE_KEYS
from printshop.game.field_values import LookupTable
from printshop.game.fields import SchemaContext
from printshop.game.fleets import FleetFile, FleetRules
from printshop.game.load import GameHeader, SizeClasses
from printshop.game.model import Game, Side, SizeClass
from printshop.game.scenarios import SCENARIOS, Scenario
from printshop.game.settings import Setting
from printshop.game.unit_fields import RULE_PATTERN
from printshop.game.unit_lists import UnitLine
from printshop.game.unit_types import ANY_SIDE, UNIT_NAMES, UnitType
from printshop.game.units import CommonUnitKeys
from printshop.problems import PrintshopError
from printshop.schema import json_patterns, sections
from printshop.schema.json_patterns import JsonSchema, make_list_schema
from printshop.schema.keys import ADDING_KEYWORD, JsonSchemaWriter, make_kind
from printshop.schema.sections import Section

SCENARIO_SCHEMA, FLEET_SCHEMA, EXTENSION_SCHEMA, MAIN_SCHEMA = "scenario", "fleet", "extension", "game"
SCHEMA_FOLDER = ".printshop"
_SCHEMA_SUFFIX = ".schema.json"
_MAX_BYTES = 8_000_000  # bytes; a larger file is none of these schemas
_MARK_DESCRIPTIONS = {"replaces": "true: this entry replaces the entry with the same name in the game that this game "
                                  "extends.",
                      "changes": "true: the keys given here change the entry with the same name; the other keys of the "
                                 "entry stay as they are."}


def make_game_schemas(game: Game, *names: str) -> dict[str, JsonSchema]:
    """Return schemas of a game's files, by kind of file.

    If `names` are given, return only these kinds. The kind is the plural of a unit type, `scenario`, `fleet`, `game`,
    `extension`, or the key of a section such as `forms`.
    """
    builders = {**{kind.file_stem: partial(_make_units_schema, game, kind) for kind in game.unit_types.values()},
                SCENARIO_SCHEMA: partial(_make_scenario_schema, game), FLEET_SCHEMA: partial(_make_fleet_schema, game),
                **{section.key: partial(_make_section_schema, game, section)
                   for section in sections.list_sections(sections.list_file_section_keys())},
                MAIN_SCHEMA: partial(_make_game_schema, game),
                EXTENSION_SCHEMA: partial(_make_game_schema, replace(game, base_name=game.key))}
    return {name: {"$schema": "http://json-schema.org/draft-07/schema#", **builders[name]()} for name in names
            or builders
            if name in builders}


def _make_scenario_schema(game: Game) -> JsonSchema:
    writer = _make_writer(game)
    return _complete_schema(game, writer, f"a battle of {game.title}",
                            writer.make_block_schema(Scenario, _make_mark_schemas(game)))


def _make_fleet_schema(game: Game) -> JsonSchema:
    fleet, line = _make_writer(game).make_block_schema(FleetFile), _make_roster_line_schema(game)
    fleet["properties"]["units"]["type"] = ["array", "string", "object"]
    items = fleet["properties"]["units"]["items"]
    items["properties"]["unit"] |= {**line, "type": ["string", "number"]}
    items |= line
    return {"title": f"a fleet of {game.title}", **fleet}


def _make_section_schema(game: Game, section: Section[Any]) -> JsonSchema:
    writer = _make_writer(game)
    entries = {"type": "object", "additionalProperties": writer.make_block_schema(section.entry_block,
                                                                                  _make_mark_schemas(game))}
    return {"title": f"{section.key} of {game.title}", **entries, **_make_section_words(section),
            **writer.make_shared_parts()}


def _make_section_words(section: Section[Any]) -> JsonSchema:
    return {ADDING_KEYWORD: section.adding} if section.adding else {}


def _make_writer(game: Game) -> JsonSchemaWriter:
    entries = {section.key: tuple(game[section]) for section in sections.list_sections()}
    values = {name for kind in game.unit_types.values()
              for name in (*kind.fields, *kind.derived_names)} | set(UNIT_NAMES)
    name_lists = {"unit_types": tuple(game.unit_types), "sides": {key: side.name for key, side in game.sides.items()},
                  "unit sides": (*game.sides, ANY_SIDE), "tables": tuple(game.tables), "values": sorted(values),
                  "pictures": game.pictures.list_names()}
    return JsonSchemaWriter({**entries, **name_lists}, bool(game.base_name))


def _make_mark_schemas(game: Game) -> JsonSchema:
    return {mark: {"type": "boolean", "description": _MARK_DESCRIPTIONS[mark]}
            for mark in OVERRIDE_KEYS} if game.base_name else {}


def _complete_schema(game: Game, writer: JsonSchemaWriter, title: str, schema: JsonSchema) -> JsonSchema:
    writer.definitions["unit_in_a_list"] = {**writer.make_block_schema(UnitLine), **_make_roster_line_schema(game)}
    return {**schema, "title": title, **writer.make_shared_parts()}


def _make_game_schema(game: Game) -> JsonSchema:
    writer, marks = _make_writer(game), _make_mark_schemas(game)
    head_schema = writer.make_block_schema(GameHeader)
    keys = head_schema["properties"]
    blocks = {"settings": Setting, "sides": Side, "tables": LookupTable, "unit_types": UnitType,
              **{section.key: section.entry_block for section in sections.list_sections()}}
    for key, block in blocks.items():
        keys[key] = {"type": "object", **keys.get(key, {}),
                     "additionalProperties": writer.make_block_schema(block, marks)}
    for section in sections.list_sections():
        keys[section.key] |= _make_section_words(section) | ({"title": section.label} if section.label else {})
    classes = {"type": "object", "additionalProperties": writer.make_block_schema(SizeClass, marks)}
    keys["size_classes"] |= writer.make_block_schema(SizeClasses, {**marks, "classes": classes})
    keys["words"] |= {"properties": marks}
    keys["fleet"] = {"title": "Checks of fleets", "description": "Checks of fleets.",
                     **writer.make_block_schema(FleetRules, marks)}
    keys |= {kind.file_stem: _make_units_schema(game, kind) for kind in game.unit_types.values()}
    if game.base_name:
        keys[EXTENDS] = {**make_list_schema({"type": "string"}), "examples": [game.base_name], "description":
                         "The game that this game extends: its name, or its path relative to this file."}
    keys[SCENARIOS.key]["description"] = "Battles, each under a name of one word."
    required = [EXTENDS] if game.base_name else [*head_schema["required"], "unit_types"]
    return _complete_schema(game, writer, game.title, {**head_schema, "required": required})


def _make_units_schema(game: Game, unit_type: UnitType) -> JsonSchema:
    """Return the schema of a list of units.

    A unit that changes a unit of the extended game may lack keys.
    """
    names = {kind: [unit.name for unit in game.units.values() if unit.kind == kind] for kind in game.unit_types}
    context = SchemaContext(game.settings, unit_type.find_lookup_tables(), bool(game.base_name), names)
    fields = {key: field.make_editor_schema(context) for key, field in unit_type.fields.items()}
    required = [*(["name"] if not unit_type.names else []), *(["side"] if game.sides and not unit_type.side else []),
                *(key for key, field in unit_type.fields.items() if not field.optional)]
    general = _make_writer(game).make_block_schema(CommonUnitKeys)["properties"]
    none_schema = {"type": ["object", "string"], "pattern": f"^{NO_NOTE}$"}
    difference_schema = {**JsonSchemaWriter().make_block_schema(Difference), **none_schema}
    value_keys = (*unit_type.fields, *unit_type.derived_names)
    for key, inside in (("printed", dict.fromkeys(unit_type.derived_names,
                                                  make_list_schema(json_patterns.make_text_schema()))),
                        ("differs", dict.fromkeys(value_keys, difference_schema))):
        general[key] |= {"type": "object", "properties": inside, "additionalProperties": False}
    general["differs"] |= none_schema
    general[OURS_KEY] |= make_list_schema({"type": "string", "enum": [ALL_OURS, *value_keys]})
    item: JsonSchema = {"title": unit_type.name, "type": "object",
                        "properties": {**general, **fields, **_make_mark_schemas(game)},
                        "additionalProperties": False, "required": [] if game.base_name else required}
    if game.base_name:
        item |= {"if": {"properties": {CHANGES: {"const": True}}, "required": [CHANGES]},
                 "then": {"required": ["name"]}, "else": {"required": required}}  # the changed unit has the other keys
    return {"title": unit_type.plural, "description": f"The {unit_type.plural} of {game.title}: a list with a dash "
                                                      "before each unit.",
            "type": "array", "items": item, **make_kind("unit list")}


def _make_roster_line_schema(game: Game) -> JsonSchema:
    """Return the schema of a line in a list of units: Kestrel, 3 x Kestrel, Kestrel-3, Kestrel "Red Tail"."""
    names = [json_patterns.make_any_case_pattern(unit.name) + ("(?:-[1-9][0-9]{0,2})?" if unit.numbered else "")
             for unit in sorted(game.units.values(), key=lambda unit: unit.numbered)]
    name = json_patterns.join_alternatives(sorted(names, key=len, reverse=True)) if names else "(?!)"
    line = json_patterns.join_alternatives((RULE_PATTERN, name))
    return {"type": ["object", "string", "number"],
            "pattern": f"^ *(?:[0-9]{{1,6}} *[x×] +)?{line}(?: *\\* *[0-9]{{1,6}}| +\"[^\"]+\")? *$",
            "examples": [unit.name for unit in game.units.values()],
            "patternErrorMessage": "there is no unit with this name; write several copies of a unit as 3 x NAME"}


def find_schema_folder(game: Game) -> Path:
    """Return the folder of a game's schemas. It is in the game's folder, or beside the file of a single-file game."""
    return (game.root.parent if is_single_file_game(game) else game.root) / SCHEMA_FOLDER


def is_single_file_game(game: Game) -> bool:
    """Return whether all data of a game is in one file."""
    return not game.root.is_dir()  # not is_file(): the file may not be written yet


def find_schema_name(game: Game, file: Path) -> str:
    """Return the name under which `make_game_schemas` makes the schema of a file.

    If the file is not part of a game, there is no schema of the returned name.
    """
    if is_single_file_game(game) or file.resolve() == (game.root / f"{MAIN_SCHEMA}.yaml").resolve():
        return EXTENSION_SCHEMA if game.base_name else MAIN_SCHEMA
    part = file.stem if file.resolve().parent == game.root.resolve() else file.parent.name
    return SCENARIO_SCHEMA if part == SCENARIOS.key else part


def find_schema_file(game: Game, name: str, folder: Path) -> Path:
    """Return the path of the schema with a given name.

    The schema of a game in one file is named after the game alone.
    """
    stem = re.sub(r"\W+", "_", game.key)
    return folder / f"{stem}{'' if name == MAIN_SCHEMA and is_single_file_game(game) else f'-{name}'}{_SCHEMA_SUFFIX}"


def make_schema_comment(schema: Path, file: Path) -> str:
    """Return the first line of a YAML file: a comment that names the schema of the file for editors."""
    return f"# yaml-language-server: $schema={Path(relpath(schema, file.parent)).as_posix()}\n"


def add_schemas(game: Game, names: Iterable[str], folder: Path, delivery: AtomicWrite, *,
                rewrite_all: bool = False) -> None:
    """Add some of a game's schemas to a delivery.

    Unless `rewrite_all` is true, skip unchanged schemas.
    """
    if folder.name == SCHEMA_FOLDER:
        check_no_link_out(folder, folder.parent)
    for name in names:
        file, schema = find_schema_file(game, name, folder), make_game_schemas(game, name)[name]
        text = json.dumps(schema, ensure_ascii=False) + "\n"  # in one line: with indents it takes five times as long
        with suppress(OSError, ValueError):
            if not rewrite_all and read_up_to(file, _MAX_BYTES).decode("utf-8") == text:
                continue
        delivery.add_file(file).write_text(text, encoding="utf-8", newline="\n")


def write_schemas(game: Game, folder: Path) -> tuple[Path, ...]:
    """Write all schemas of a game and return their files. Raises PrintshopError."""
    with AtomicWrite() as delivery:
        add_schemas(game, (MAIN_SCHEMA, FLEET_SCHEMA, EXTENSION_SCHEMA) if is_single_file_game(game)
                    else make_game_schemas(game), folder, delivery, rewrite_all=True)
    return delivery.list_targets()


def update_schemas(game: Game) -> None:
    """Rewrite the existing schemas of a game. If they cannot be written, nothing happens."""
    folder = find_schema_folder(game)
    existing = {file.name for file in folder.glob(f"*{_SCHEMA_SUFFIX}")} if folder.is_dir() else set()
    if existing:
        names = [name for name in make_game_schemas(game) if find_schema_file(game, name, folder).name in existing]
        with suppress(PrintshopError), AtomicWrite() as delivery:
            add_schemas(game, names, folder, delivery)


def find_schema_example(game: Game, folder: Path) -> tuple[str, str]:
    """Return the name of a typical file of a game, and the first line of this file, which names its schema."""
    if is_single_file_game(game):
        return str(game.root), make_schema_comment(find_schema_file(game, MAIN_SCHEMA, folder), game.root)
    stem = next(iter(game.unit_types.values())).file_stem
    home = game.root if folder.resolve().is_relative_to(game.root.resolve()) else folder.parent
    return f"{stem}.yaml", make_schema_comment(find_schema_file(game, stem, folder), home / f"{stem}.yaml")
