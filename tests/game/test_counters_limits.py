"""Keys of counters and markers: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import check_game_limit
from helpers.template_pages import repeat

if TYPE_CHECKING:
    from pathlib import Path

FOG = "size: 20 x 30 mm, front: [{text: x}], "
HEX = "shape: hex, across: 20 mm, cells: [[0, 0], [0, 1]], "


@pytest.mark.parametrize(("keys", "inside", "outside"), [
    (FOG + "copies: @", "0", "-1"),
    (FOG + "copies: @", "500", "501"),
    (FOG + "each: @", repeat("v#", 500), repeat("v#", 501)),
    (FOG + "each: @", "3-3", "4-3"),
    (FOG + "each: @", "1-500", "1-501"),
    (FOG + "each: [a, b], copies: @", "[1, 2]", "[1, 2, 3]"),
    (FOG + "each: [a, b], copies: @", "3", "[3]"),
    (FOG + "gap: @", "50 mm", "50.1 mm"),
    (FOG + "bleed: @", "10 mm", "10.1 mm"),
    (FOG + "corners: @", "10 mm", "10.1 mm"),
    ("size: 30 x 20 mm, front: [{text: x}], corners: @", "10 mm", "10.1 mm"),
    (FOG + "backs: ^long@", ", back: [{text: x}]", ""),
    (FOG + "side: @", "red", "green"),
    (FOG + "sheet: Terrain@", "", ", with: ^slabs"),
    ("front: [{text: x}], size: @", "1 mm", "0 mm"),
    ("front: [{text: x}], size: @", "1 x 2 mm", "1 x 0 mm"),
    ("front: [{text: x}], shape: round, size: @", "20 x 20 mm", "20 x 21 mm"),
    ("size: 1 in, front: [{text: x, edge: top, take: @}]", "100 %", "100.1 %"),
    ("size: 1 in, front: [{text: x, take: 5 %, edge: top}, {text: x, margin: @}]", "100%", "101%"),
    ("size: 1 in, front: [{text: x, edge: ^top@}]", ", take: 1 mm", ""),
    ("size: 1 in, front: [{text: x, take: ^1 mm@}]", ", edge: bow", ""),
    (HEX + "front: ^[{text: x, cell: @}]", "2", "3"),
    (HEX + "front: [{text: x, cell: @}]", "1", "0"),
    ("size: 1 in, front: ^[{text: x@}]", "", ", cell: 1"),
    (HEX + "front: [{text: x}], @", "copies: 2", "size: ^1 in"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "markers.yaml", f"fog: {{{keys}}}\n", inside, outside)


@pytest.mark.parametrize(("keys", "inside", "outside"), [
    ("size: 1 in, front: [{text: x}], @", "bow: up", "bow: ^upwards"),
    ("size: 1 in, profile: [{text: x}], flap: [{text: x}], @", "note: x", "bow: ^up"),
    ("size: 1 in, profile: [{text: x}], flap: [{text: x}], shape: @", "rectangle", "round"),
    ("size: 1 in, front: [{text: x}], shape: @", "round", "square"),
    ("shape: hex, across: 20 mm, front: [{text: x}], @", "note: x", "bow: ^up"),
    ("size: @, shape: round, front: [{text: x}]", "1 x 1 in", "1 x 1.1 in"),
    ("size: @, front: [{text: x}]", "1 in", "by size class"),
    ("units: @, size: 1 in, front: [{text: x}]", "tug", "tag"),
    ("size: 1 in, front: [{text: '{@}'}]", "copy", "copies"),
    ("size: 1 in, front: [{text: x}], shape: @", "rectangle", "drawn"),
])  # fmt: skip
def test_counter_has_the_keys_of_its_kind(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "counters.yaml", f"slab: {{{keys}}}\n", inside, outside)
