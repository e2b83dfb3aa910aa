"""Wedges, rings and cones: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit, repeat

WEDGE = "kind: wedge, length: 80 mm, "


@pytest.mark.parametrize(("line", "inside", "outside"), [
    (WEDGE + "half_angle: @", "179", "180"),
    (WEDGE + "bearings: @", "[0, 180, 359]", "[0, 180, 0]"),
    (WEDGE + "bearings: @", "[0, 1]", "[0]"),
    (WEDGE + "bearings: @", repeat("#", 13), repeat("#", 14)),
    (WEDGE + "bearings: [0, 9, 40], labels: @", "[a, b]", "[a]"),
    (WEDGE + "half_angle: 40, post: @", "79 mm", "80 mm"),
    (WEDGE + "from: 10, to: @", "9", "10"),
    ("kind: wedge, half_angle: 40, bands: ^[{to: 2 in, label: a}, {to: @, label: b}]", "2.1 in", "2 in"),
    ("kind: ring, outer: 60 mm, inner: @", "48 mm", "48.1 mm"),
    ("kind: cone, width: 50 mm, length: @", "50.1 mm", "50 mm"),
    ("kind: cone, length: ^50 mm, width: 50 mm, end: @", "straight", "round"),
    ("kind: cone, length: 90 mm, width: 50 mm, tip: @", "50 mm", "50.1 mm"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
