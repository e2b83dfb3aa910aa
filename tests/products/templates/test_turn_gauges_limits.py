"""Turning templates and paths: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit

STEPS = "kind: path, across: 20 mm, strips: {a: {sequence: "


@pytest.mark.parametrize(("line", "inside", "outside"), [
    ("kind: turning, radius: 60 mm, moments: [a], rows: {b: [@], c: [9]}", "180", "181"),
    ("kind: turning, radius: 60 mm, moments: [a], rows: ^{b: [0], c: [@]}", "1", "0"),
    ("kind: turning, radius: 60 mm, moments: [a, b], rows: {b: @, c: [9, 0]}", "[1, 0]", "[1]"),
    (STEPS + "@}}", "[move 30]", "[move 16, move 15]"),
    (STEPS + "[@]}}", "move 1", "move 31"),
    (STEPS + "[move 1, @]}}", "turn 5", "turn 6"),
    (STEPS + "[move 1, @]}}", "turn -5", "turn -6"),
    (STEPS + "@}}", f"[move 1, {', '.join(['turn 1'] * 39)}]", f"[move 1, {', '.join(['turn 1'] * 40)}]"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
