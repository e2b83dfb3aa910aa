"""Fields that name other units: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import GAME, check_game_limit, fill_up

from printshop.game.unit_fields import MAX_REFERENCES

if TYPE_CHECKING:
    from pathlib import Path

TUG = "tug: {fields: {slots: {kind: whole, optional: true}, load: {"
BARGE = "}}}, barge: {fields: {draught: {kind: whole}, name2: {kind: text, optional: true}}}"
BARGES = "- {name: Punt, side: any, draught: 1}\n- {name: Lug, side: any, draught: 2}\n"


@pytest.mark.parametrize(("field", "unit", "inside", "outside"), [
    ("kind: unit, of: barge", "load: @", "Punt", "Pint"),
    ("kind: unit, of: barge", "load: @", "punt", "Rat"),
    ("kind: unit, of: barge", "load: @", "Punt", "[Punt]"),
    ("kind: units, of: barge", "load: ^[Punt, @]", "Punt", f"{MAX_REFERENCES} x Punt"),
    ("kind: units, of: barge", "load: @", f"{MAX_REFERENCES} x Punt", f"{MAX_REFERENCES + 1} x Punt"),
    ("kind: units, of: barge, most: 2", "load: @", "[Punt, Lug]", "[Punt, 2 x Lug]"),
    ("kind: units, of: barge, least: 2", "load: @", "2 x Punt", "[Lug]"),
    ("kind: units, of: barge, most: slots", "slots: 1, load: @", "[Punt]", "[Punt, Lug]"),
    ("kind: units, of: barge, least: slots", "slots: 1, load: @", "[Punt]", "[]"),
    ("kind: units, of: barge, most: slots", "slots: unknown, load: @", "9 x Punt", f"{MAX_REFERENCES + 1} x Punt"),
    ("kind: units, of: barge, once: true", "load: ^[Punt, @]", "Lug", "Punt"),
    ("kind: units, of: barge, once: true", "load: ^[@]", "Lug", "2 x Lug"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, field: str, unit: str, inside: str,
                                                     outside: str) -> None:
    game = fill_up(GAME, f"unit_types: {{{TUG}{field}{BARGE}}}")
    check_game_limit(tmp_path, "tugs.yaml", f"- {{name: Rat, side: red, {unit}}}\n", inside, outside, game=game,
                     barges=BARGES)


@pytest.mark.parametrize(("field", "inside", "outside"), [
    ("kind: unit, of: @", "barge", "berge"),
    ("kind: unit, of: @", "[barge, tug]", "[barge, tog]"),
    ("kind: unit, of: barge, without: {@}", "draught: 1", "^drought: 1"),
    ("kind: unit, of: barge, without: {draught: @}", "1", "1.5"),
    ("kind: unit, of: barge, without: {draught: @}", "a", "[1]"),
    ("kind: units, of: barge, most: @", "slots + 1", "slits + 1"),
])  # fmt: skip
def test_declaration_just_outside_is_reported_at_its_place(tmp_path: Path, field: str, inside: str,
                                                           outside: str) -> None:
    game = fill_up(GAME, f"unit_types: {{{TUG}{field}{BARGE}}}")

    check_game_limit(tmp_path, "game.yaml", game, inside, outside, tugs="")
