"""Overlays: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit, name_entries

AREA = "kind: overlay, across: 20 mm, areas: {a: {hexes: [[0, -1], [0, -2]]}}, "


@pytest.mark.parametrize(("line", "inside", "outside"), [
    ("kind: overlay, radius: 2, across: @", "5 mm", "4.9 mm"),
    ("kind: overlay, radius: 2, across: @", "300 mm", "301 mm"),
    ("kind: overlay, across: 20 mm, radius: @", "30", "31"),
    ("kind: overlay, across: 20 mm, radius: @", "1", "0"),
    ("kind: overlay, across: 20 mm, radius: 2, heading: @", "-330", "-331"),
    ("kind: overlay, across: 20 mm, radius: 2, heading: @", "30", "31"),
    ("kind: overlay, across: 20 mm, radius: 2, rings: [@]", "2", "3"),
    ("kind: overlay, across: 20 mm, radius: 2, rings: [@]", "1", "0"),
    ("kind: overlay, across: 20 mm, radius: 2, rings: {@: gun}", "2", "3"),
    ("kind: overlay, across: 20 mm, radius: 2, rings: {@: gun}", "1", "0"),
    ("kind: overlay, across: 20 mm, radius: ^2, dots: [@]", "[0, -2]", "[0, -3]"),
    ("kind: overlay, across: 20 mm, radius: 2, then: ^{at: @}", "[0, -2]", "[0, -3]"),
    ("kind: overlay, across: 20 mm, radius: 2, lines: ^[{bearing: 0, from: @}]", "[0, -2]", "[0, -3]"),
    (AREA + "grey: ^[@]", "[0, -3]", "[0, -2]"),
    ("^" + AREA + "grey: [@]", "[0, -3]", "[0, -4]"),  # it would fall apart
    ("kind: overlay, across: 20 mm, radius: 2, areas: @", name_entries("a#: {from: 0, to: 9}", 12),
     name_entries("a#: {from: 0, to: 9}", 13)),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
