"""Hexes of pieces: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import check_game_limit

if TYPE_CHECKING:
    from pathlib import Path

FLAT, POINTY = "orientation: flat-top, across: 20 mm, ", "orientation: pointy-top, across: 20 mm, "
RING = "[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]"


@pytest.mark.parametrize(("keys", "inside", "outside"), [
    ("across: @", "6 mm", "5.9 mm"),
    ("across: @", "500 mm", "500.1 mm"),
    (FLAT + "inset: @", "5 mm", "5.1 mm"),
    (FLAT + "inset: @", "0 mm", "6 mm"),
    (FLAT + "cells: ^[[0, 0], @]", "[0, 1]", "[0, 2]"),
    (FLAT + "cells: ^[[0, 0], @]", "[1, 0]", "[0, 0]"),
    (FLAT + "cells: ^[[0, 0], @]", "[1, -1]", "[1, 1]"),
    (FLAT + "cells: @", f"[[0, 0], {RING}]", f"[{RING}]"),
    (FLAT + "cells: [[0, 0], @]", "[0, 1]", "[0, 1, 2]"),
    (FLAT + "zones: @", "{a: 1, b: 4, c: 1}", "{a: 2, b: 2, c: 2}"),
    (FLAT + "zones: @", "{a: 3, b: 2, c: 1}", "{a: 3, b: 2, c: 2}"),
    (FLAT + "zones: @", "{a: 3, b: 3}", "{a: 3, b: 1, c: 2}"),
    (POINTY + "zones: @", "{a: 2, b: 2, c: 2}", "{a: 1, b: 4, c: 1}"),
    (POINTY + "zones: @", "{a: 4, b: 2}", "{a: 4, b: 1}"),
    (POINTY + "zones: @", "{a: 6}", "{a: 5}"),
    (POINTY + "zones: {a: @}", "6", "7"),
    (POINTY + "zones: {a: 6@}", "", ", b: ^0"),
])  # fmt: skip
def test_a_value_just_outside_is_reported_at_its_place(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "markers.yaml", f"fog: {{shape: hex, front: [{{text: x}}], {keys}}}\n", inside, outside)
