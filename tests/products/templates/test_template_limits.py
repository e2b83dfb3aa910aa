"""Keys of all templates: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit, name_entries, repeat


@pytest.mark.parametrize(("line", "inside", "outside"), [
    ("kind: disc, diameters: {a: 40 mm}, copies: @", "1", "0"),
    ("kind: disc, diameters: {a: 40 mm}, copies: @", "100", "101"),
    ("kind: disc, diameters: {a: 40 mm}, holes: [{diameter: @}]", "100 mm", "100.1 mm"),
    ("kind: disc, diameters: {a: 40 mm}, holes: @", repeat("{diameter: 3 mm}", 20), repeat("{diameter: 3 mm}", 21)),
    ("kind: disc, diameters: @", name_entries("a#: 40 mm", 1), "{}"),
    ("kind: disc, diameters: @", name_entries("a#: 40 mm", 60), name_entries("a#: 40 mm", 61)),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
