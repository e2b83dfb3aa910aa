"""Bands: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

import pytest
from helpers.template_pages import check_limit, repeat

STICK = "kind: stick, width: 1 in, "
BANDS = STICK + "bands: [{to: 2000 mm, label: a}], "


@pytest.mark.parametrize(("line", "inside", "outside"), [
    (BANDS + "reach: @", "1", "0"),
    (BANDS + "reach: @", "60", "61"),
    (STICK + "bands: @", repeat("{to: # cm, label: b}", 60), repeat("{to: # cm, label: b}", 61)),
    (STICK + "labels: [a, b], length: 2 in, every: @", "1 in", "1/31 in"),
    (STICK + "every: 1 in, length: ^@, labels: [a, b]", "2 in", "2.5 in"),
    (STICK + "every: 1 in, length: 2 in, labels: @", "[a, b]", "[a]"),
    (STICK + "every: 1 in, length: 2 in, labels: @", "[a, b]", "[a, b, c]"),
    (STICK + "length: @, bands: [{to: 9 cm, label: a}, {to: unknown, label: b}]", "91 mm", "9 cm"),
    (STICK + "bands: [{to: 9 cm, label: a}, {to: @, label: b}]", "91 mm", "9 cm"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)
