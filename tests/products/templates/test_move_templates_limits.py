"""Straights, bends and gauges: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit, name_entries, repeat

STRAIGHT = "kind: straight, width: 20 mm, length: 80 mm, "
BEND = "kind: bend, width: 20 mm, "
CURVES = "kind: curves, rows: {a: {radius: unknown}}, "


@pytest.mark.parametrize(("line", "inside", "outside"), [
    (STRAIGHT + "slot: @ x 2 mm", "16 mm", "16.1 mm"),
    ("kind: straight, length: 80 mm, width: @", "6 mm", "5.9 mm"),
    ("kind: straight, length: 80 mm, width: @", "300 mm", "301 mm"),
    ("kind: straight, width: 20 mm, lengths: @", name_entries("#: # mm", 24), name_entries("#: # mm", 25)),
    (BEND + "angle: 90, radius: @", "12 mm", "11.9 mm"),
    (BEND + "angle: 90, radii: ^{a: 90 mm, b: @}", "12 mm", "11.9 mm"),
    (BEND + "radius: 30 mm, angle: @", "180", "181"),
    (BEND + "radius: 30 mm, angle: @", "-1", "0"),
    (BEND + "radius: 30 mm, angles: @", "[45, -45]", "[45, 0]"),
    (BEND + "radius: 30 mm, angles: @", repeat("#", 12), repeat("#", 13)),
    (BEND + "radius: 30 mm, side: port, angle: @", "45", "-45"),
    (BEND + "radius: 30 mm, angle: 90, slot: ^4 mm x @", "20.4 mm", "20.6 mm"),  # 32 and 20.5 mm are 38 mm aslant
    (CURVES + "grid: {from: 1 in, to: @}", "24 in", "25 in"),
    (CURVES + "grid: {from: 3 in, to: @}", "3 in", "2.9 in"),
    (CURVES + "sweep: @", "10", "9"),
    (CURVES + "sweep: @", "180", "181"),
    ("kind: curves, rows: {a: {radius: 10 in, sweep: 180}}, every: @", "0.03142 in", "0.03141 in"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
