"""Hexes of pieces: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import check_game_limit, list_game_problems

from printshop.game.counters import MARKERS
from printshop.load_game import read_game

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
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "markers.yaml", f"fog: {{shape: hex, front: [{{text: x}}], {keys}}}\n", inside, outside)


def test_neighbour_of_two_hexes_in_two_zones_is_mixed(tmp_path: Path) -> None:
    """The hexes beside a column of two touch the first one behind its middle and the second one before it."""
    zones = "cells: [[0, 0], [0, 1]], zones: {bow: 3, side: 2, aft: 1}"
    text = f"fog: {{{FLAT}shape: hex, front: [{{text: x}}], {zones}}}\n"
    assert list_game_problems(tmp_path, "markers.yaml", text) == ()
    base = read_game(tmp_path)[MARKERS]["fog"].hex_base
    assert base
    result = [base.find_zone((0, 0), side) for side in (0, 1, 2, 4, 5)]
    assert [zone.name if zone else "" for zone in result] == ["bow", "bow", "mixed", "mixed", "bow"]
