"""Box gauges: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit, name_entries, repeat

ARM = "kind: boxes, arms: {a: {order: "


@pytest.mark.parametrize(("line", "inside", "outside"), [
    (ARM + "@, box: 1 in}}", "[1]", "[]"),
    (ARM + "@, box: 1 in}}", repeat("#", 40), repeat("#", 41)),
    (ARM + "[1], box: unknown, length: @}}", "36 in", "36.1 in"),
    ("kind: boxes, arms: @", name_entries("a#: {order: [1], box: 1 in}", 12),
     name_entries("a#: {order: [1], box: 1 in}", 13)),
    ("kind: boxes, shape: ^T, width: 20 mm, arms: {a: {order: [1, 2], box: @}, b: {order: [1], box: 1 in}}",
     "10 mm", "9.9 mm"),
    ("kind: boxes, shape: ^T, arms: {a: {order: [1, 2], box: 2 in}, b: {order: [1], box: 1 in}@}", "",
     ", c: {order: [1], box: 1 in}"),
    ("kind: boxes, shape: ^L, arms: {a: {order: [1, 2], box: 2 in}@}", ", c: {order: [1], box: 1 in}", ""),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
