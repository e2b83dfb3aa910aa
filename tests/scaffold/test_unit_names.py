"""Names of units and titles in the texts of files, also in texts that cannot be read to their end."""

from __future__ import annotations

import pytest

from printshop.scaffold import unit_names

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


@pytest.mark.parametrize("end", ["  summary: [a", "  summary: 'a", "\tsummary: a", "summary: {a: b: c}"])
def test_lines_before_an_error_are_read(end: str) -> None:
    text = "scenarios:\n  raid:\n    title: The raid\n"
    readable = unit_names.cut_at_error(f"{text}  {end}\n")
    assert (readable, unit_names.find_title_path(readable)) == (text, ("scenarios", "raid", "title"))
    assert unit_names.cut_at_error(text) == text
    assert not unit_names.cut_at_error("[a\n")
