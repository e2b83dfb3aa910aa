"""Events of a battle: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import check_battle_limit

if TYPE_CHECKING:
    from pathlib import Path

LATER = "forces: {red: {units: [3 x Rat], reinforcements: "


@pytest.mark.parametrize(("lines", "inside", "outside"), [
    (LATER + "[{units: Rat, turn: @}]}}", "1", "0"),
    (LATER + "[{units: Rat, turn: @}]}}", "99", "100"),
    ("turns: 6\n" + LATER + "[^{units: Rat, turn: @}]}}", "6", "7"),
    (LATER + "[^{units: @, turn: 2}]}}", "3 x Rat", "4 x Rat"),
    (LATER + "[^{units: @, turn: 2}]}}", "1 x rat", "0 x Rat"),
    (LATER + "[{units: Rat, turn: 2}, ^{units: @, turn: 3}]}}", "2 x Rat", "3 x Rat"),
    (LATER + "[^{units: @, turn: 2}]}}", "[Rat, 2 x rat]", "[Rat, 3 x rat]"),
    (LATER + "[^{units: @, turn: 2}]}}", "Rat", "Cat"),
    ("objectives: [{title: isle, side: @}]", "red", "green"),
    ("events: {results: {1-6: x}, dice: @}", "d6", "d0"),
    ("events: {results: ^{1-2: x, @: y}, dice: d6}", "3-6", "3-5"),
    ("events: {results: ^{1-2: x, @: y}, dice: d6}", "3-6", "2-6"),
    ("events: {results: ^{2-6: x, @: y}, dice: 2d6}", "7-12", "8-12"),
    ("events: {results: {@: x}, dice: d66}", "11-66", "10-66"),
    ("events: {results: {@: x}, dice: d66}", "11-66", "11-67"),
    ("events: {results: {1: x, 2: y, 3-6: z, @: z}, dice: d7}", "7", "8"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, lines: str, inside: str, outside: str) -> None:
    check_battle_limit(tmp_path, lines, inside, outside)
