"""Keys of units: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import GAME, check_game_limit, fill_up, list_game_problems

from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

CLASSES = fill_up(GAME, "size_classes: {by: hull, classes: {S: {base: 1 x 1 in, up_to: 4}, L: {base: 2 x 2 in}}}")


@pytest.mark.parametrize(("text", "inside", "outside"), [
    ("- {name: Rat, hull: 1, side: red, copies: @}", "0", "-1"),
    ("- {name: Rat, hull: 1, side: red, copies: @}", "200", "201"),
    ("- {name: Rat, hull: 1, side: @}", "any", "green"),
    ("- ^{name: Rat, hull: 1@}", ", side: red", ""),
    ("- ^{name: Rat, side: red@}", ", hull: 1", ""),
    ("- {name: Rat, side: red, hull: 1, ^@: 2}", "copies", "copys"),
    ("- {name: Rat, side: red, hull: 1, art_bow: @}", "up", "down"),
])  # fmt: skip
def test_a_value_just_outside_is_reported_at_its_place(tmp_path: Path, text: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "tugs.yaml", f"{text}\n", inside, outside)


@pytest.mark.parametrize(("hull", "size"), [("3", "S"), ("4", "S"), ("5", "L"), ("unknown", "")])
def test_a_unit_is_of_the_first_class_that_reaches_so_far(tmp_path: Path, hull: str, size: str) -> None:
    (tmp_path / "game.yaml").write_text(CLASSES, encoding="utf-8")
    (tmp_path / "tugs.yaml").write_text(f"- {{name: Rat, side: red, hull: {hull}}}\n", encoding="utf-8")
    unit = read_game(tmp_path).units["Rat"]
    assert (unit.size.key if unit.size else "") == size


@pytest.mark.parametrize(("length", "is_accepted"), [(10, True), (11, False)])
def test_a_chain_of_units_has_at_most_ten(tmp_path: Path, length: int, is_accepted: bool) -> None:
    game = fill_up(GAME, "unit_types: {tug: {fields: {next: {kind: unit, of: tug, optional: true}}}}")
    units = "".join(f"- {{name: U{k}, side: red{f', next: U{k + 1}' if k < length else ''}}}\n"
                    for k in range(1, length + 1))
    assert bool(list_game_problems(tmp_path, "tugs.yaml", units, game=game)) is not is_accepted
