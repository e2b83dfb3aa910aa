"""Fields in notations: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import GAME, check_game_limit, check_type_limit, fill_up

if TYPE_CHECKING:
    from pathlib import Path

GUNS = "kind: battery, dice: [d6, d8], damage: 1-3, counts: 2-4, traits: {fast: {note: x}}"
SHORT = "kind: battery, dice: [d6], damage: 2, short: @"


@pytest.mark.parametrize(("field", "inside", "outside"), [
    ("kind: decimal, min: 1.5, max: @", "1.5", "1.4"),
    ("kind: battery, damage: @", "3-3", "4-3"),
    ("kind: battery, counts: @", "999", "1000"),
    ("kind: battery, dice: @", "d999", "d1000"),
    (SHORT, "true", "maybe"),
    ("kind: battery, dice: [d6], damage: 2@", "", ", short: ^perhaps"),
    ("kind: battery, dice: [d6], damage: 1-2, short: @", "false", "true"),
    ("kind: battery, dice: [d6, d8], damage: 2, short: @", "false", "true"),
])  # fmt: skip
def test_declaration_just_outside_is_reported_at_its_place(tmp_path: Path, field: str, inside: str,
                                                           outside: str) -> None:
    check_type_limit(tmp_path, f"fields: {{part: {{{field}}}}}", inside, outside)


@pytest.mark.parametrize(("field", "inside", "outside"), [
    ("kind: decimal, min: 1.5", "1.5", "1.49"),
    ("kind: decimal, max: 1.5", "1.5", "1.51"),
    ("kind: decimal", "-0.5", "'0,5'"),
    ("kind: percent", "1", "0.99"),
    ("kind: percent", "-1", "-0.5"),
    ("kind: percent", "0", "0.5"),
    ("kind: percent", "0.5 %", "0.5"),
    ("kind: percent, max: 100", "100%", "101%"),
    ("kind: angle, min: 0", "0°", "-1°"),
    ("kind: dice", "999d999+999", "1000d6"),
    ("kind: dice", "2d6 - 1", "2d6-"),
    ("kind: length", "3 in", "3"),
    (GUNS, "2/d6 x1", "1/d6 x1"),
    (GUNS, "4/d8 x1", "5/d8 x1"),
    (GUNS, "2/d6 x3", "2/d6 x4"),
    (GUNS, "2/d6 x1", "2/d6 x0"),
    (GUNS, "2/d8 x2 fast", "2/d8 x2 slow"),
    (GUNS, "2/d8 x2", "2/d7 x2"),
    (GUNS, "2/d6 x1", "2/d6"),
    ("kind: battery, damage: 2", "2/d6", "2/d6 x3"),
    ("kind: battery, damage: 2, dice: [d6], short: true", "3", "0"),
    ("kind: battery, damage: 2, dice: [d6], short: true", "2/d6 x2", "two"),
    ("kind: battery, damage: 2, dice: [d6]", "2/d6", "2"),
    ("kind: battery, damage: 2, dice: [d6], optional: true", "none", "no"),
    ("kind: battery, damage: 2, dice: [d6]", "99/d6", "100/d6"),
    ("kind: battery, damage: 2, dice: [d6]", "1/d6", "none"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, field: str, inside: str, outside: str) -> None:
    game = fill_up(GAME, f"unit_types: {{tug: {{fields: {{part: {{{field}}}}}}}}}")
    check_game_limit(tmp_path, "tugs.yaml", "- {name: Rat, side: red, part: @}\n", inside, outside, game=game)
