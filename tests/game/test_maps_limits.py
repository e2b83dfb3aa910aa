"""Keys of maps: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import check_game_limit
from helpers.template_pages import name_entries

if TYPE_CHECKING:
    from pathlib import Path

POND = "orientation: flat-top, across: 20 mm, columns: 4, rows: 5, "
LEAF = "orientation: flat-top, across: 20 mm, shape: hexagon, "
SQUARES = "grid: square, across: 20 mm, "
ZONE = POND + "zones: {bay: ^{@}}"
REEDS = POND + "terrain: {reeds: {hexes: ['0101'], "
LABEL = POND + "labels: [{text: a, at: '0101', size: @}]"


@pytest.mark.parametrize(("keys", "inside", "outside"), [
    ("orientation: flat-top, across: @, columns: 4, rows: 5", "5 mm", "4.9 mm"),
    ("orientation: flat-top, across: @, columns: 4, rows: 5", "300 mm", "300.1 mm"),
    ("orientation: flat-top, across: 20 mm, columns: @, rows: 5", "1", "0"),
    ("orientation: flat-top, across: 20 mm, columns: @, rows: 5", "250", "251"),
    ("orientation: flat-top, across: 20 mm, columns: 5, rows: @", "250", "251"),
    ("orientation: flat-top, across: 20 mm, columns: 250, rows: @", "100", "101"),
    ("orientation: flat-top, across: 20 mm, columns: @, rows: 5, numbering: {first: A1}", "52", "53"),
    ("orientation: pointy-top, across: 20 mm, columns: @, rows: 5, numbering: {first: A1, doubled: true}", "26", "27"),
    (LEAF + "radius: @", "1", "0"),
    (LEAF + "across_hexes: @", "3", "1"),
    (LEAF + "across_hexes: @", "5", "4"),
    (LEAF + "numbering: {order: @}, radius: 25", "rows first", "row first"),
    (LEAF + "numbering: ^{first: A1}, radius: @", "25", "26"),
    (LEAF + "numbering: ^{first: A1}, across_hexes: @", "51", "53"),
    (LEAF + "radius: 2, edges: @", "[a, b, c, d, e, f]", "[a, b, c, d, e]"),
    (LEAF + "radius: 2, edges: @", "[a, b, c, d, e, f]", "[a, b, c, d, e, f, g]"),
    (POND + "compass: @", "[a, b, c, d, e, ff]", "[a, b, c, d, e, fff]"),
    (POND + "compass: @", "[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, 5]"),
    (POND + "compass: @", "[1, 2, 3, 4, 5, 6]", "[1, 2, 3, 4, 5, 6, 6]"),
    (REEDS + "letter: @}}", "abc", "abcd"),
    (POND + "terrain: {reeds: ^{hexes: ['0101']@}}", ", letter: a", ", colour: '#009e73'"),
    (POND + "terrain: {reeds: ^{hexes: ['0101']@}}", ", pattern: dots", ""),
    (REEDS + "letter: a@}}", "", ", size: ^1"),
    (POND + "terrain: {reeds: ^{@}}", "hexes: rest", "hexes: ['0101']"),
    (POND + "terrain: ^{open: {hexes: rest}, reeds: {@}}", "hexes: ['0101'], letter: a", "hexes: rest"),
    (POND + "terrain: {open: {hexes: rest@}}, ground: ^'#eeeeee'", "", ", colour: '#dddddd'"),
    (SQUARES + "columns: 4, rows: 5, @", "dots: true", "orientation: ^flat-top"),
    (SQUARES + "columns: 4, rows: 5, @", "dots: true", "shifted: ^odd"),
    (SQUARES + "columns: 4, rows: 5, @", "dots: true", "megahexes: ^7"),
    (SQUARES + "columns: 4, rows: 5, @", "numbering: {first: A1}", "numbering: ^{doubled: true}"),
    (SQUARES + "columns: 4, rows: 5, compass: @", "[n, e, s, w]", "[a, b, c, d, e, f]"),
    (SQUARES + "@", "columns: 4, rows: 5", "shape: ^hexagon, radius: 3"),
    (LABEL, "5 pt", "4.9 pt"),
    (LABEL, "2 in", "2.1 in"),
    (LEAF + "radius: @", "60", "61"),
    (LEAF + "across_hexes: @", "121", "123"),
    (POND + "terrain: @", name_entries("t#: {letter: a, hexes: ['0101']}", 100),
     name_entries("t#: {letter: a, hexes: ['0101']}", 101)),
    (POND + "zones: @", name_entries("z#: {edge: top}", 100), name_entries("z#: {edge: top}", 101)),
    (POND + "labels: [{text: a, at: @}]", "'0405'", "'0505'"),
    (POND + "labels: [{text: a, at: @}]", "'0405'", "'0406'"),
    (ZONE, "edge: top", ""),
    (ZONE, "hexes: ['0101']", "edge: top, hexes: ['0101']"),
    (POND + "zones: {bay: {edge: top, depth: @}}", "1", "0"),
    (POND + "zones: {bay: {edge: top, depth: @}}", "250", "251"),
    (POND + "zones: {bay: {hexes: ['0101'], @}}", "shade: true", "depth: ^1"),
    (POND + "zones: {bay: {edge: top, facing: [@]}}", "359", "360"),
    (POND + "zones: {bay: {edge: top, facing: [@]}}", "0", "-1"),
    (POND + "corners: ^{@}", "", "top left: {text: a}"),
    (LEAF + "radius: 2, corners: ^{@: {text: a}}", "top left", "top middle"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "maps.yaml", f"pond: {{{keys}}}\n", inside, outside)


@pytest.mark.parametrize("key", ["columns: ^4", "rows: ^4", "shifted: ^odd", "partial: ^true",
                                 "numbering: ^{doubled: true}"])
def test_hexagon_has_no_keys_of_rectangles(tmp_path: Path, key: str) -> None:
    check_game_limit(tmp_path, "maps.yaml", f"pond: {{{LEAF}radius: 2, @}}\n", "dots: true", key)


@pytest.mark.parametrize("key", ["radius: ^2", "across_hexes: ^5"])
def test_rectangle_has_no_keys_of_hexagons(tmp_path: Path, key: str) -> None:
    check_game_limit(tmp_path, "maps.yaml", f"pond: {{{POND}@}}\n", "dots: true", key)
