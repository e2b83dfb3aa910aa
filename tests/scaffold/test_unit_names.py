"""Names of units and titles in the texts of files, also in texts that cannot be read to their end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from printshop.game.fleets import FleetFile
from printshop.game.unit_lists import ANY_UNITS_SCHEMA, UNITS_SCHEMA
from printshop.load_game import read_game
from printshop.scaffold import unit_names
from printshop.schema.keys import BlockKinds, DataBlock, Key, list_block_keys
from printshop.schema.sections import list_sections

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

UNITS = """\
title: x
units:
  - name: Wasp  # a name
    guns: [{kind: light, count: 2}]
  - name: Gnat
flow: {a: 1}
"""


def test_units_of_a_file_have_names_and_paths() -> None:
    assert unit_names.list_unit_places(UNITS) == [("Wasp", ("units", 0)), ("Gnat", ("units", 1))]
    assert unit_names.list_unit_places("- name: A\n- name: B\n- C\n") == [("A", (0,)), ("B", (1,))]
    assert unit_names.list_unit_places("'") == []
    assert unit_names.find_unit_path(UNITS, "Gnat") == ["units", 1]
    assert unit_names.find_unit_path(UNITS, "Bee") == []
    assert unit_names.find_renamed_block(UNITS, UNITS.replace("Gnat", "Bee")) == {"Gnat": "Bee"}
    assert unit_names.find_renamed_block(UNITS, UNITS.replace("Gnat", "Bee").replace("Wasp", "Fly")) == {}


def test_new_name_of_a_unit_is_in_every_list_of_units() -> None:
    text = ("title: Nike\nforces:\n  red:\n    units: [2 x Nike, {unit: Nike, names: [Nike]}]\n"
            "    reinforcements: [{units: [Nike], turn: 2}]\n")
    renamed = text.replace("2 x Nike, {unit: Nike", "2 x Hood, {unit: Hood").replace("units: [Nike]", "units: [Hood]")
    assert unit_names.rename_units(text, {"Nike": "Hood"}) == renamed
    assert unit_names.rename_units("game: x\nunits:\n  - Nike  # a ship\n", {"Nike": "Hood", "ship": "boat"}) == (
        "game: x\nunits:\n  - Hood  # a ship\n")
    assert unit_names.rename_units("units: [", {"Nike": "Hood"}) == "units: ["


BATTLE = """\
title: Wasp
units_note: Wasp
forces:
  red:
    units: [Wasp, 2 x Gnat, {unit: Wasp-2, damage: {hull: 1}}, "wasp*3", Wasp "Sting"]
    reinforcements: {units: Wasp, turn: 2}
players: [{side: red, name: Wasp, units: [2 x Wasp]}]
deployment:
  zones: [{side: red, edge: near, depth: 3 in, units: [Wasp, Wasp-2]}]
  ranges: [{from: Wasp-1, to: Gnat, at_least: 1 in, at_most: 9 in}]
  shots: [{from: Gnat, to: Wasp, label: Wasp}]
  escorts: [{units: Gnat, of: [Wasp (Red)], within: 1 in}]
  lines: [{units: all, within: 1 in}]
  arcs: [Wasp]
  positions:
    Wasp: {at: 3 in x 4 in, heading: 90, label: Wasp}  # the first
    "Wasp-2 (Red)": {at: 3 in x 4 in, heading: 90}
    Sting: {at: 3 in x 4 in, heading: 90}
walkthrough:
  - title: Wasp
    steps:
      - title: Wasp
        scene: {table: 9 in x 9 in, positions: {Wasp: {at: 1 in x 1 in, heading: 9}}, arcs: Wasp}
        marks: {Wasp-2: {hull: 1}}
"""


def test_new_name_of_a_unit_is_in_every_place_of_a_battle_that_names_the_unit() -> None:
    titles = ("title: Wasp", "units_note: Wasp", "name: Wasp", "label: Wasp")
    expected = BATTLE.replace("wasp*3", "Bee*3").replace("Wasp", "Bee")
    for kept in titles:
        expected = expected.replace(kept.replace("Wasp", "Bee"), kept)
    assert unit_names.rename_units(BATTLE, {"Wasp": "Bee"}) == expected
    assert unit_names.rename_units(expected, {"Bee": "Wasp"}) == BATTLE.replace("wasp*3", "Wasp*3")


def test_names_of_others_stay_when_a_unit_gets_a_new_name() -> None:
    text = ("forces:\n  red:\n    units: [{unit: Nike, names: [Nike, Hebe]}, Nike-2]\n"
            "    reinforcements: [{units: [Nike]}]\ndeployment: {positions: {Nike: {}, Nike-2: {}}}\n")
    assert unit_names.rename_units(text, {"Nike": "Hood"}) == text.replace("unit: Nike", "unit: Hood").replace(
        "Nike-2", "Hood-2")


def test_type_of_units_keeps_its_name_when_a_unit_of_the_same_name_gets_another() -> None:
    text = "counters: {tents: {units: ship}}\n"
    assert unit_names.rename_units(text, {"Ship": "Boat"}) == text


def list_keys(block: Any) -> Iterator[Key]:
    yield from {**block.list_extra_keys(), **list_block_keys(block)}.values()


def find_blocks(block: Any, found: set[Any]) -> None:
    for kind in {*(block.blocks.values() if isinstance(block, BlockKinds) else (block,))} - found:
        found.add(kind)
        for key in list_keys(kind):
            if key.block:
                find_blocks(key.block, found)


def list_subclasses(block: type[DataBlock]) -> Iterator[type[DataBlock]]:
    for subclass in block.__subclasses__():
        yield subclass
        yield from list_subclasses(subclass)


def test_every_key_that_names_units_says_so_and_stands_in_a_block_that_is_declared_from_the_file_down() -> None:
    found = set[Any]()
    for block in (FleetFile, *(section.entry_block for section in list_sections())):
        find_blocks(block, found)
    naming = {block for block in list_subclasses(DataBlock) if "attributes" in vars(block)
              and any(key.unit_role for key in list_keys(block))}
    assert naming <= {base for block in found for base in block.__mro__}  # a container adds its keys in a subclass
    assert [key.description for block in found for key in list_keys(block)
            if key.value_schema in (UNITS_SCHEMA, ANY_UNITS_SCHEMA) and not key.unit_role] == []


PILOTS = """\
format: 1
title: Harbour
sides: {red: {name: Red, colour: "#aa0000"}}
unit_types:
  plane: {fields: {pilot: {kind: unit, of: pilot}, crew: {kind: units, of: pilot}, note: {kind: text}}}
  pilot: {fields: {note: {kind: text}}}
pilots: [{name: Ace, side: red, note: Ace}, {name: Ace-2, side: red, note: x}]
planes:
  - {name: P, side: red, pilot: Ace, crew: [2 x Ace, Ace-2], note: Ace}
"""


def test_fields_that_refer_to_a_unit_have_its_new_name(tmp_path: Path) -> None:
    (file := tmp_path / "game.yaml").write_text(PILOTS)
    renamed = PILOTS.replace("pilot: Ace", "pilot: Hawk").replace("2 x Ace", "2 x Hawk")
    assert unit_names.rename_units(PILOTS, {"Ace": "Hawk"}, lambda: read_game(file)) == renamed
    line = "units: [{unit: P, with: {pilot: Ace, note: Ace}}, Ace-2, Ace-3]\n"
    assert unit_names.rename_units(line, {"Ace": "Hawk"}, lambda: read_game(file)) == line.replace(
        "pilot: Ace", "pilot: Hawk").replace("Ace-3", "Hawk-3")
    file.write_text("[")
    assert unit_names.rename_units(PILOTS, {"Ace": "Hawk"}, lambda: read_game(file)) == PILOTS
    assert unit_names.rename_units("- {name: Ace, changes: true}\n- name: Ace\n", {"Ace": "Hawk"}) == (
        "- {name: Hawk, changes: true}\n- name: Ace\n")


@pytest.mark.parametrize("end", ["  summary: [a", "  summary: 'a", "\tsummary: a", "summary: {a: b: c}"])
def test_lines_before_an_error_are_read(end: str) -> None:
    text = "scenarios:\n  raid:\n    title: The raid\n"
    readable = unit_names.cut_at_error(f"{text}  {end}\n")
    assert (readable, unit_names.find_title_path(readable)) == (text, ("scenarios", "raid", "title"))
    assert unit_names.cut_at_error(text) == text
    assert not unit_names.cut_at_error("[a\n")
