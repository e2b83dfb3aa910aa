"""The workshop has plain words for every kind of field, path and section."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import printshop.workshop
from printshop.game.fields import FIELD_KINDS
from printshop.game.map_paths import PATH_STYLES
from printshop.game.scenarios import SCENARIOS
from printshop.schema import sections

FILE = Path(printshop.workshop.__file__).parent / "web" / "model" / "key_words.ts"
SECTIONS = {section.key for section in sections.list_sections()}  # imports all elements and fields, too
NAMES = {
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
