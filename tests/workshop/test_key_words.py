"""The page has plain words for every kind of element, field, path and section, and no words for keys that are gone."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.games import open_game

import printshop.workshop
from printshop.game.charts import CHART_PARTS
from printshop.game.counters import FACE_ELEMENTS
from printshop.game.fields import FIELD_KINDS
from printshop.game.forms.cells import CELLS
from printshop.game.map_paths import PATH_STYLES
from printshop.game.scenarios import SCENARIOS
from printshop.json_schemas import make_game_schemas
from printshop.schema import sections

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE = Path(printshop.workshop.__file__).parent / "web" / "model" / "key_words.ts"
SECTIONS = {section.key for section in sections.list_sections()}  # imports all elements and fields, too
NAMES = {
    "LAYERS": {*FACE_ELEMENTS.blocks, *CELLS.blocks, *CHART_PARTS.blocks},  # elements
    "FIGURE_KINDS": {*FIELD_KINDS.blocks},
    "ADDED": {"sides", "settings", "unit_types", *SECTIONS} - {SCENARIOS.key},  # a new scenario has a dialog of its own
}


def list_table_keys(name: str) -> list[str]:
    """Return the keys of a table of key_words.ts."""
    table = re.search(rf"^(?:export )?const {name}\b[^=]*= \{{\n(.*?)^\}};", FILE.read_text(encoding="utf-8"),
                      re.DOTALL | re.MULTILINE)
    assert table, f"{FILE.name} has no table {name}"
    return re.findall(r'^  "?([\w.*]+)"?:', table[1], re.MULTILINE)


@pytest.mark.parametrize("table", NAMES)
def test_every_kind_has_plain_words(table: str) -> None:
    missing = NAMES[table] - {*list_table_keys(table)}
    assert not missing, f"add plain words for {', '.join(sorted(missing))} to {table} in {FILE}"


def test_the_kinds_of_lines_of_maps_are_listed() -> None:
    listed = re.search(r"PATH_KINDS = \[(.*?)\]", FILE.read_text(encoding="utf-8"))
    assert listed
    assert {*re.findall(r'"(\w+)"', listed[1])} == {*PATH_STYLES}, f"list the kinds of paths in PATH_KINDS in {FILE}"


def list_properties(schema: Any) -> Iterator[str]:
    """Yield all keys that blocks of a schema can have."""
    if isinstance(schema, dict):
        yield from schema["properties"] if isinstance(schema.get("properties"), dict) else ()
        for inner in schema.values():
            yield from list_properties(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from list_properties(inner)


@pytest.mark.parametrize("table", ["LABELS", "HINTS"])
def test_no_label_is_for_a_key_that_is_gone(table: str) -> None:
    schemas = make_game_schemas(open_game("toy"), "game", "fleet", "scenario")
    game = schemas["game"]["properties"]
    keys = {**{section: {*list_properties(block)} for section, block in game.items()}, "game": {*game},
            "fleet": {*list_properties([schemas["fleet"], game["fleet"]])},
            "scenario": {*list_properties(schemas["scenario"])}}
    shared = {*list_properties([schema["definitions"] for schema in schemas.values() if "definitions" in schema])}
    gone = [label for label in list_table_keys(table) if "." in label
            and label.rpartition(".")[2] not in keys[label.partition(".")[0]] | shared]
    assert not gone, f"remove {', '.join(gone)} from {table} in {FILE}"
