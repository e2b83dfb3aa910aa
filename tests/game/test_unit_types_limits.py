"""Keys of unit types: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import check_type_limit
from helpers.template_pages import repeat

from printshop import silhouettes
from printshop.formulas import NOT_KNOWN, FormulaNames, compile_formula
from printshop.game.unit_types import MAX_ROSTER_COLUMNS, UnitDrawing

if TYPE_CHECKING:
    from pathlib import Path

HULL = "fields: {hull: {kind: whole}}, "


@pytest.mark.parametrize(("keys", "inside", "outside"), [
    (HULL + "points: @", "hull", "hul"),
    (HULL + "derived: {half: hull / 2}, points: @", "half", "name"),
    (HULL + "derived: {half: hull / 2}, serial: @", "hull", "half"),
    (HULL + "side: @", "any", "green"),
    (HULL + "side: @", "red", "reds"),
    (HULL + "numbering: @", "'{name} {number}'", "'{name}'"),
    (HULL + "roster: [@]", "hull", "hul"),
    (HULL + "roster: @", "[hull, hull, hull]", "hull"),
    (HULL + "roster: {columns: {Planks: @}}", "hull", "hul"),
    (HULL + "roster: {columns: @}", repeat("name", MAX_ROSTER_COLUMNS), repeat("name", MAX_ROSTER_COLUMNS + 1)),
    (HULL + "roster: {by: @}", "none", "nought"),
    (HULL + "roster: {by: @}", "hull", "hul"),
    ("fields: {hull: {kind: whole}, flag: {kind: text}}, roster: {totals: @}", "[hull]", "[flag]"),
    (HULL + "checks: [{message: x, that: @}]", "hull > 2", "name == 'Rat'"),
    (HULL + "derived: {x: @}", "hull + 1", "serial + 1"),
    (HULL + "derived: {@}", "half_hull: hull / 2", "^half hull: hull / 2"),
    ("fields: {hull: {kind: whole}, ^@: {kind: whole}}", "copy_no", "copies"),
    ("fields: {hull: {kind: whole}, ^@: {kind: whole}}", "maxi", "max"),
    ("fields: {hull: {kind: whole}, ^@: {kind: whole}}", "two_", "2_"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_type_limit(tmp_path, keys, inside, outside)


@pytest.mark.parametrize(("plural", "is_accepted"), [
    ("tugs", True), ("x" * 60, True), ("x" * 61, False), ("old tugs-2", True), ("t/u", False), ("counters", False)])
def test_plural_is_a_file_name(tmp_path: Path, plural: str, is_accepted: bool) -> None:
    check_type_limit(tmp_path, HULL + "plural: @", plural if is_accepted else "boats", "a/b" if is_accepted else plural)


def make_drawing(**formulas: str) -> UnitDrawing:
    return UnitDrawing(**{name: compile_formula(text, FormulaNames({"hull"})) for name, text in formulas.items()})


@pytest.mark.parametrize(("hull", "slender", "count", "figures"), [
    (-1, silhouettes.MIN_SLENDERNESS, 0, 1), (0, silhouettes.MIN_SLENDERNESS, 0, 1), (3, 3, 3, 3), (5.1, 5, 5, 5),
    (99, silhouettes.MAX_SLENDERNESS, silhouettes.MAX_FEATURES, silhouettes.MAX_FEATURES), (NOT_KNOWN, 4, 0, 1),
    ("many", 4, 0, 1),
])  # fmt: skip
def test_numbers_of_a_drawing_are_clamped_to_their_limits(hull: object, slender: float, count: int,
                                                          figures: int) -> None:
    drawing = make_drawing(slender="hull", turrets="hull", masts="hull", engines="hull", figures="hull")
    spec = drawing.make_hull({"hull": hull})
    assert (spec.slenderness, spec.turrets, spec.masts, spec.engines, spec.figures) == (
        slender, count, count, count, figures)
