"""Arcs and roses: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest
from helpers.template_pages import check_limit, list_places, repeat

from printshop.lengths import MM, Length


@pytest.mark.parametrize(("line", "inside", "outside"), [
    ("kind: rose, across: @, points: 6", "25 mm", "24.9 mm"),
    ("kind: rose, across: 60 mm, points: @", "3", "2"),
    ("kind: rose, across: 60 mm, points: @", "36", "37"),
    ("kind: rose, across: 60 mm, points: 12, labels: @", repeat("w#", 12), repeat("w#", 11)),
    ("kind: rose, across: 60 mm, points: 12, labels: @", repeat("w#", 12), repeat("w#", 13)),
    ("kind: rose, across: 60 mm, points: 13, shape: @", "round", "sides"),
    ("kind: rose, across: 60 mm, shape: ^sides, points: @", "12", "13"),
    ("kind: rose, across: 60 mm, points: 6, first: @", "-360", "-361"),
    ("kind: rose, across: 60 mm, points: 6, first: @", "360", "361"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(line: str, inside: str, outside: str) -> None:
    check_limit(line, inside, outside)


@pytest.mark.parametrize(("diameter", "is_accepted"), [("50.1 mm", True), ("50 mm", False)])
def test_arcs_reach_beyond_the_corners_of_every_base(diameter: str, is_accepted: bool) -> None:
    bases = [SimpleNamespace(key=f"s{k}", name="Large", differs=(), width=Length(Fraction(30 * MM * k), ""),
                             length=Length(Fraction(40 * MM * k), "")) for k in (Fraction(1, 2), 1)]
    line = ("kind: arcs, of: size classes, arcs: {forward: {}, starboard: {}, aft: {}, port: {}}, diameter: "
            f"{diameter}")
    assert list_places(line, bases) == ([] if is_accepted else [line.index(diameter)])
