"""Sticks and rulers: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit, name_entries, repeat

STICK = "kind: stick, width: 1 in, "
BANDS = STICK + "bands: [{to: 2000 mm, label: a}], "


@pytest.mark.parametrize(("line", "inside", "outside"), [
    (BANDS + "ticks: @", "1 mm", "0.99 mm"),
    (BANDS + "marks: ^[{at: @, label: b}]", "2000 mm", "2001 mm"),
    (BANDS + "marks: @", repeat("{at: # mm, label: b}", 20), repeat("{at: # mm, label: b}", 21)),
    ("kind: ruler, length: 200 cm, ticks: @", "1 mm", "0.99 mm"),
    ("kind: ruler, length: 200 cm, other_edge: @", "1 mm", "0.99 mm"),
    ("kind: ruler, length: 9 in, ticks: @", "1 in", "1.1 in"),
    ("kind: ruler, length: 9 in, width: @", "16 mm", "15.9 mm"),
    ("kind: ruler, length: 9 in, other_edge: 10 mm, width: @", "19 mm", "18.9 mm"),
    ("kind: ruler, length: 9 in, marks: ^{@: a}", "9 in", "9.1 in"),
    ("kind: ruler, length: 9 in, marks: @", name_entries("# mm: a", 40), name_entries("# mm: a", 41)),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
