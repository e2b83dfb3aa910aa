"""The reference is complete: every key and function, its table, and an example of each."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml
from helpers import documentation_files as examples
from helpers import reference_tables
from helpers.paths import ROOT

import printshop.elements.charts  # noqa: F401 - the texts and lines of blocks
from printshop.equipment import papers, printers, services
from printshop.formulas import FUNCTIONS
from printshop.game import charts
from printshop.game.counters import FACE_ELEMENTS
from printshop.game.deployment import Deployment
from printshop.game.elements import ELEMENTS, Element
from printshop.game.errata import Difference
from printshop.game.events import Objective, RandomEvents, Reinforcement
from printshop.game.field_values import LookupTable
from printshop.game.fields import FIELD_KINDS
from printshop.game.fleets import FleetEntry, FleetFile, FleetRule
from printshop.game.forms.cells import CELLS, FormRow
from printshop.game.hex_bases import HexBase
from printshop.game.load import GameHeader, SizeClasses
from printshop.game.map_paths import MapPath, PathKind
from printshop.game.model import Side, SizeClass
from printshop.game.pictures import GameIcon
from printshop.game.scenarios import Force
from printshop.game.seats import Seat
from printshop.game.settings import Setting
from printshop.game.themes import ThemeEntry
from printshop.game.unit_lists import UnitLine
from printshop.game.unit_types import UNIT_NAMES, Check, Roster, UnitDrawing, UnitType
from printshop.game.units import CommonUnitKeys
from printshop.game.walkthroughs import STEP_PARTS, WalkthroughPage
from printshop.products.templates.kinds import TEMPLATE_KINDS
from printshop.schema import reader, sections
from printshop.schema.keys import BlockKindsByKey, DataBlock, get_yaml_name
from printshop.schema.keys import list_block_keys as declared_keys

if TYPE_CHECKING:
    from collections.abc import Iterator

README = (ROOT / "README.md").read_text(encoding="utf-8")
DATA = examples.read_documentation()
BLOCKS = examples.list_blocks()


ELEMENT_KINDS = BlockKindsByKey(Element, "", "")
ELEMENT_KINDS.blocks = ELEMENTS.kinds  # type: ignore[assignment]
OTHERS = {"elements": ELEMENT_KINDS,
          "parts": FACE_ELEMENTS, "hexes": HexBase, "forces": Force, "deployment": Deployment, "fleets": FleetFile,
          "reinforcements": Reinforcement, "players": Seat, "objectives": Objective, "events": RandomEvents,
          "fleet_lines": FleetEntry, "unit_lines": UnitLine,
          "fleet_rules": FleetRule, "chart_blocks": charts.ChartBlock,
          "chart_parts": {name: key for name, key in charts.list_block_notations().items()
                          if name == "steps" or name not in ELEMENTS.kinds},
          "walkthrough_pages": WalkthroughPage, "walkthrough_steps": STEP_PARTS,
          "game": GameHeader, "sides": Side, "theme": ThemeEntry,
          "size_classes": SizeClasses, "classes": SizeClass, "tables": LookupTable, "settings": Setting,
          "unit_types": UnitType, "drawn": UnitDrawing, "checks": Check, "fields": FIELD_KINDS, "units": CommonUnitKeys,
          "differs": Difference,
          "rows": FormRow, "cells": CELLS, "rosters": Roster, "papers": papers.PaperEntry,
          "palettes": papers.PaletteEntry,
          "printers": printers.PrinterEntry, "services": services.ServiceEntry, "formats": services.FormatEntry,
          "cutters": services.CutterEntry, "marks": services.MarksEntry, "icons": GameIcon, "paths": MapPath,
          "path_kinds": PathKind}
READS = {name for name in vars(reader.Reader) if not name.startswith("_")} - {"finish", "add_problem", "find_span",
                                                                              "open_entries", "list_keys"}


def keys_of(module: Path) -> set[str]:
    """Return the keys that a module reads: the first argument of every call of a Reader's methods."""
    calls = [node for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    return {str(call.args[0].value) for call in calls
            if isinstance(call.func, ast.Attribute) and call.func.attr in READS
            and ast.unparse(call.func.value) != "keys"
            and call.args and isinstance(call.args[0], ast.Constant)}


def list_declared_keys(base: type = DataBlock) -> Iterator[str]:
    """Give the keys of all declared blocks."""
    for one in (block for block in base.__subclasses__() if block.__module__.startswith("printshop.")):
        yield from (get_yaml_name(attribute, key) for attribute, key in declared_keys(one).items())
        yield from list_declared_keys(one)


READING = sorted(module for part in ("game", "elements") for module in (ROOT / "printshop" / part).rglob("*.py"))


def list_keys(tree: object) -> Iterator[str]:
    """Give the keys of a tree of YAML, however deep."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield str(key)
            yield from list_keys(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from list_keys(value)


def test_every_key_is_documented() -> None:
    keys = {key for module in READING for key in keys_of(module)} | {*list_declared_keys()}
    assert len(keys) > 190
    assert not {key for key in keys if f"`{key}`" not in DATA and f"`{key}:" not in DATA}


def test_every_function_name_and_kind_is_documented() -> None:
    names = [*FUNCTIONS, *UNIT_NAMES, *FIELD_KINDS.blocks]
    assert [name for name in names if not re.search(rf"`{name}\b", DATA)] == [], "describe these in data/reference"


EXAMPLES = "\n".join(block.text for block in BLOCKS if block.how and block.file.endswith(".yaml"))
EQUIPMENT = [path.read_text(encoding="utf-8") for path in (ROOT / "data" / "common").glob("*.yaml")]
USED = {key for text in (*(block.text for block in BLOCKS if block.file.endswith(".yaml")), *EQUIPMENT)
        for key in list_keys(yaml.load(text, Loader=yaml.CBaseLoader))}


def test_every_key_kind_part_and_function_has_an_example() -> None:
    assert {module.stem: keys_of(module) - USED for module in READING if keys_of(module) - USED} == {}
    assert {*list_declared_keys()} - USED == set()
    words = [*(f"kind: {kind}" for kind in (*FIELD_KINDS.blocks, *TEMPLATE_KINDS.blocks)), *FACE_ELEMENTS.blocks,
             *(f"{name}(" for name in FUNCTIONS)]
    assert [word for word in words if word not in EXAMPLES] == [], "show these in an example of the documentation"


def headings(page: Path) -> set[str]:
    """Return what links to the headings of a page end in."""
    lines = [line for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    return {re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in lines}


@pytest.mark.parametrize("page", examples.PAGES, ids=lambda page: page.name)
def test_tables_of_the_reference_are_those_of_the_declared_blocks(page: Path, request: pytest.FixtureRequest
                                                                  ) -> None:
    declared = {section.key: section.entry_block for section in sections.list_sections()
                if section.entry_block} | OTHERS
    text = page.read_text(encoding="utf-8")
    renewed = reference_tables.renew_tables(text, declared)
    if request.config.getoption("--renew-golden"):
        page.write_text(renewed, encoding="utf-8", newline="\n")
    assert page.read_text(encoding="utf-8") == renewed, f"python -m pytest {__file__} --renew-golden renews the tables"


def test_every_declared_block_has_its_table() -> None:
    declared = {section.key: section.entry_block for section in sections.list_sections()
                if section.entry_block} | OTHERS
    for name, blocks in declared.items():
        result = re.findall(rf"<!-- keys: {name}((?: \w+)*) -->", DATA)
        own = [kind for kind, block in getattr(blocks, "blocks", {}).items()
               if name == "elements" or not issubclass(block, ELEMENTS.kinds.get(kind, ()))]
        assert "" in result or name == "elements"
        assert sorted(" ".join(result).split()) == sorted(own), (
            f"add the missing names to a line '<!-- keys: {name} ... -->' of a page in data/reference")


def test_exceptions_of_elements_are_documented() -> None:
    page = (ROOT / "data" / "reference" / "elements.md").read_text(encoding="utf-8")
    for name, container, reason in ELEMENTS.list_exceptions():
        assert f"| `{name}` | {container} | {reason} |" in page


def test_links_within_the_documentation_have_targets() -> None:
    for page in (ROOT / "README.md", *examples.PAGES):
        for target in re.findall(r"\]\((?!http)([^)]+)\)", page.read_text(encoding="utf-8")):
            file, _, heading = target.partition("#")
            assert (page.parent / file).exists(), target
            assert not heading or heading in headings(page.parent / file if file else page), target


def test_every_page_of_the_reference_is_linked_from_the_entry() -> None:
    assert set((ROOT / "data" / "reference").iterdir()) == set(examples.PAGES) - {examples.ENTRY}
