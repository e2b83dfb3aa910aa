"""The JSON Schemas of every game accept its files, and nothing that the program refuses."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from helpers import yaml_values
from helpers.games import TOY, open_game
from jsonschema import Draft7Validator

from printshop.game import fleets
from printshop.game_paths import find_shipped_games
from printshop.json_schemas import make_game_schemas
from printshop.load_game import read_game
from printshop.problems import Problems
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GAMES = {**find_shipped_games(), "toy": TOY}


@cache
def schemas(key: str) -> dict[str, dict[str, Any]]:
    return make_game_schemas(open_game(key))


@cache
def validator(key: str, name: str) -> Draft7Validator:
    return Draft7Validator(schemas(key)[name])


def test_only_lists_of_units_have_their_kind() -> None:
    iron_stars = schemas("iron_stars")
    kinds = {name: schema.get("x-kind") for name, schema in iron_stars.items()}
    assert [name for name, kind in kinds.items() if kind == "unit list"] == ["ships"]
    for name in ("game", "extension"):
        keys = iron_stars[name]["properties"]
        assert [key for key, schema in keys.items() if schema.get("x-kind") == "unit list"] == ["ships"]


def find_schema_name(path: Path, folder: Path) -> str:
    """Return which schema a file of a game goes by."""
    first = path.relative_to(folder).parts[0].removesuffix(".yaml")
    return {"scenarios": "scenario", "fleets": "fleet"}.get(first, first)


def list_schema_errors(schema: dict[str, Any], data: object) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in Draft7Validator(schema).iter_errors(data)]


@pytest.mark.parametrize("key", GAMES)
def test_every_file_of_every_game_is_valid(key: str) -> None:
    for path in sorted(GAMES[key].rglob("*.yaml")):
        assert not list_schema_errors(schemas(key)[find_schema_name(path, GAMES[key])], yaml_values.read_file(path)), (
            path
        )


def parts(schema: object) -> Iterator[dict[str, Any]]:
    """Give all schemas within a schema; what only looks like one (a key called "enum") may be among them."""
    if isinstance(schema, dict):
        yield schema
        for one in schema.values():
            yield from parts(one)
    elif isinstance(schema, list):
        for one in schema:
            yield from parts(one)


@pytest.mark.parametrize("key", GAMES)
def test_schemas_are_valid_schemas(key: str) -> None:
    """The schema of a game in one file has all that the others have, except that of a fleet."""
    for name in ("game", "fleet"):
        schema = schemas(key)[name]
        if key in ("toy", "iron_stars"):  # it takes long, and they have all that there is
            Draft7Validator.check_schema(schema)
        assert json.loads(json.dumps(schema)) == schema
        for part in parts(schema):
            if isinstance(part.get("enum"), list):  # editors take none without words, or with one twice
                assert part["enum"], name
                assert len({repr(one) for one in part["enum"]}) == len(part["enum"]), name
            if key == "toy" and isinstance(part.get("default"), str | float | int):
                assert Draft7Validator({**part, "definitions": schema.get("definitions", {})}).is_valid(part["default"])
            if isinstance(part.get("$ref"), str):
                assert part["$ref"].removeprefix("#/definitions/") in schema["definitions"], name


SHIP = """
- name: Wasp
  side: britain
  type: Destroyer
  points: 5
  hull: 3
  armour: 0
  thrust: 9
"""
GOOD = ["primary: 4/d8 x2", "primary: 4/d8 x2 lightning", "light_guns: 2", "light_guns: 2/d4 x1", "primary: unknown",
        "equipment: {mine_factors: 2}", "equipment: unknown", "art: anything.svg", "sisters: Hornet",
        "sisters: [Hornet, Bee]", "copies: 0", "printed: {hull_vp: 1}", "class: 1904", 'short: "no"', 'prefix: ""',
        "numbered: true"]
BAD = ["primry: 4/d8 x2", "primary: 4/d8 x9", "primary: 4/d7 x2", "primary: 4/d8 x2 thunder", "primary: 4",
       "primary: []", "light_guns: 0", "light_guns: 2/d6 x1", "equipment: {mine_factor: 2}",
       "equipment: {mine_factors: 0}", "equipment: [mine_factors]",
       "copies: 1000", "copies: many", "printed: {hull_pv: 1}", "numbered: yes",
       "sisters: {a: b}", "class: true", "replaces: true", "art_bow: down"]


def test_schema_accepts_valid_units_and_rejects_invalid_units() -> None:
    ships = validator("iron_stars", "ships")
    assert [line for line in GOOD if not ships.is_valid(yaml_values.read_text(f"{SHIP}  {line}\n"))] == []
    assert [line for line in BAD if ships.is_valid(yaml_values.read_text(f"{SHIP}  {line}\n"))] == []


@pytest.mark.parametrize(("name", "old", "new"), [
    ("scenario", "britain:", "brittain:"), ("scenario", "summary:", "sumary:"),
    ("scenario", "Golem, Syc", "Golum, Syc"), ("scenario", "5 x Alpha", "5 x Alhpa"),
    ("scenario", "table: ", "tabel: "),
    ("scenario", "turns: 6", "turns: six"),
    ("forms", "per_page: ", "perpage: "), ("forms", "pips: ", "pip: "), ("forms", "unit: ship", "unit: shop"),
    ("counters", "kind: tent", "kind: tents"), ("counters", "edge: bottom", "edge: botom"),
    ("templates", "kind: stick", "kind: stock"), ("templates", "width: ", "widht: "),
    ("templates", "length: 14 in", "length: 14"),
    ("charts", "blocks:", "block:"), ("game", "colour: ", "color: "), ("game", "up_to: 3", "up_to: three"),
    ("game", "kind: whole", "kind: number"), ("game", "optional: true", "optonal: true"),
    ("game", "format: 1", "format: one")])
def test_mistakes_in_other_files_are_rejected(name: str, old: str, new: str) -> None:
    folder = GAMES["iron_stars"]
    path = folder / "scenarios" / "meeting_engagement.yaml" if name == "scenario" else folder / f"{name}.yaml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    assert not list_schema_errors(schemas("iron_stars")[name], yaml_values.read_text(text))
    assert list_schema_errors(schemas("iron_stars")[name], yaml_values.read_text(text.replace(old, new, 1)))


FLEET = """
{game: iron_stars, side: britain, units: [Golem "Big Tom", 3 x Alpha, Alpha-3,
 {unit: Nike, damage: {hull: 3}, name: Pike}]}
"""


def test_schema_accepts_fleets() -> None:
    schema = schemas("iron_stars")["fleet"]
    assert not list_schema_errors(schema, yaml_values.read_text(FLEET))
    in_any_case = FLEET.replace("Golem", "golem").replace("Alpha-3", "ALPHA-3").replace("Nike", "nIKE")
    assert not list_schema_errors(schema, yaml_values.read_text(in_any_case))
    game, problems = read_game(GAMES["iron_stars"]), Problems()
    node = parse_yaml(in_any_case, "fleet.yaml", problems)
    assert node
    assert fleets.read_fleet(node, "fleet", game, problems, fleets.FleetOptions())
    assert not problems
    for old, new in (("Golem", "Golum"), ("britain", "brittain"), ("3 x Alpha", "Alpha x 3"),
                     ("unit: Nike", "ship: Nike"), ("Nike", "Mike"), ("Alpha-3", "Golem-3"), ("units:", "ships:")):
        assert list_schema_errors(schema, yaml_values.read_text(FLEET.replace(old, new))), new


ADDED = """
extends: iron_stars
ships:
  - {name: Wasp, side: britain, type: Destroyer, points: 5, hull: 3, armour: 0, thrust: 9}
  - {name: Golem, changes: true, hull: 15}
sides: {britain: {changes: true, colour: "#ff0000"}}
forms: {record: {replaces: true, rows: []}}
scenarios: {raid: {title: A Raid, summary: Boo., table: 3 ft x 3 ft, forces: {britain: {units: [Golem]}},
                   setup: [Go.], victory: {text: Won.}}}
"""


def test_schema_accepts_an_extension() -> None:
    schema = schemas("iron_stars")["extension"]
    assert not list_schema_errors(schema, yaml_values.read_text(ADDED))
    assert not list_schema_errors(schema, yaml_values.read_text(ADDED.replace("iron_stars", "[wasp, hornet]", 1)))
    for old, new in (("extends:", "extend:"), ("ships:", "ship:"), ("hull: 15", "hul: 15"), ("hull: 15", "hull: 36"),
                     (", hull: 3", ""), ("changes: true, c", "change: true, c"), ("replaces: true", "replaces: yes"),
                     ("A Raid, ", "A Raid, sumary: no, "), ("units: [Golem]", "units: [Golum]"),
                     ("rows: []", "row: []")):
        assert old in ADDED
        assert list_schema_errors(schema, yaml_values.read_text(ADDED.replace(old, new))), new
