"""Keys of units: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import GAME, UNITS, check_game_limit, fill_up, list_game_problems
from helpers.problems import catch_problems

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
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, text: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "tugs.yaml", f"{text}\n", inside, outside)


@pytest.mark.parametrize(("hull", "size"), [("3", "S"), ("4", "S"), ("5", "L"), ("unknown", "")])
def test_unit_belongs_to_the_first_size_class_with_a_sufficient_limit(tmp_path: Path, hull: str, size: str) -> None:
    (tmp_path / "game.yaml").write_text(CLASSES, encoding="utf-8")
    (tmp_path / "tugs.yaml").write_text(f"- {{name: Rat, side: red, hull: {hull}}}\n", encoding="utf-8")
    unit = read_game(tmp_path).units["Rat"]
    assert (unit.size.key if unit.size else "") == size


@pytest.mark.parametrize(("length", "is_accepted"), [(10, True), (11, False)])
def test_chain_of_units_has_at_most_ten(tmp_path: Path, length: int, is_accepted: bool) -> None:
    game = fill_up(GAME, "unit_types: {tug: {fields: {next: {kind: unit, of: tug, optional: true}}}}")
    units = "".join(f"- {{name: U{k}, side: red{f', next: U{k + 1}' if k < length else ''}}}\n"
                    for k in range(1, length + 1))
    assert bool(list_game_problems(tmp_path, "tugs.yaml", units, game=game)) is not is_accepted


@pytest.mark.parametrize(("text", "inside", "outside"), [
    ("- {name: Rat, side: red, hull: 1}\n- ^{name: @, side: red, hull: 1}", "Rats", "Rat"),
    ("- {name: Rat, side: red, hull: 1}\n- ^{name: @, side: red, hull: 1}", "R at", "rAT"),
    ("- {name: Rat, side: red, hull: 1, sisters: [Cat]}\n- ^{name: @, side: red, hull: 1}", "Dog", "Cat"),
    ("- @", "{name: Rat, side: red, hull: 1}", "Rat"),
    ("- ^{name: Rat, side: red, hull: 1@}", "", ", changes: true"),
    ("- ^{name: Rat, side: red, hull: 1@}", "", ", replaces: true"),
])  # fmt: skip
def test_every_unit_has_a_unique_name(tmp_path: Path, text: str, inside: str, outside: str) -> None:
    check_game_limit(tmp_path, "tugs.yaml", f"{text}\n", inside, outside)


@pytest.mark.parametrize(("hull", "is_accepted"), [("8", True), ("9", False), ("unknown", True)])
def test_unit_fits_the_largest_size_class(tmp_path: Path, hull: str, is_accepted: bool) -> None:
    game = CLASSES.replace("L: {base: 2 x 2 in}", "L: {base: 2 x 2 in, up_to: 8}")
    text = "- {name: Rat, side: red, hull: @}\n"
    check_game_limit(tmp_path, "tugs.yaml", text, hull if is_accepted else "8", "10" if is_accepted else hull,
                     game=game)


@pytest.mark.parametrize(("keys", "prefix"), [
    ("", "HMS"), (", prefix: The", "The"), (", prefix: ''", ""), (", numbered: true", ""),
    (", numbered: true, prefix: The", "The")])
def test_unit_has_the_prefix_of_its_side_unless_numbered_or_prefixed(tmp_path: Path, keys: str,
                                                                     prefix: str) -> None:
    game = fill_up(GAME, "sides: {red: {colour: '#d55e00', prefix: HMS}}")
    units = f"- {{name: Rat, side: red, hull: 1{keys}}}\n"
    assert list_game_problems(tmp_path, "tugs.yaml", units, game=game) == ()
    assert read_game(tmp_path).units["Rat"].prefix == prefix


@pytest.mark.parametrize(("keys", "class_name"), [("", ""), (", class: Rodent", "Rodent"), (", sisters: [Cat]", "Rat"),
                                                  (", class: Rodent, sisters: [Cat]", "Rodent")])
def test_sisters_belong_to_the_class_of_the_first(tmp_path: Path, keys: str, class_name: str) -> None:
    assert list_game_problems(tmp_path, "tugs.yaml", f"- {{name: Rat, side: red, hull: 1{keys}}}\n") == ()
    units = read_game(tmp_path).units
    assert {unit.class_name for unit in units.values()} == {class_name}
    assert ("Cat" in units) is ("sisters" in keys)


@pytest.mark.parametrize("override", ["changes", "replaces"])
def test_sister_changed_by_an_extension_leaves_the_others_unchanged(tmp_path: Path, override: str) -> None:
    """One that is changed keeps the other values of the class, one that is replaced has its own alone."""
    units = "- {name: Rat, side: red, hull: 4, copies: 3, sisters: [Cat, Dog]}\n"
    assert list_game_problems(tmp_path / "moat", "tugs.yaml", units) == ()
    own = tmp_path / "own.yaml"
    own.write_text(f"extends: moat\ntugs:\n- {{name: Cat, {override}: true, side: red, hull: 9}}\n", encoding="utf-8")
    game = read_game(own).units
    assert [(name, game[name].values["hull"], game[name].copies, game[name].class_name)
            for name in ("Rat", "Cat", "Dog")] == [
        ("Rat", 4, 3, "Rat"), ("Cat", 9, 3, "Rat") if override == "changes" else ("Cat", 9, 1, ""),
        ("Dog", 4, 3, "Rat")]


@pytest.mark.parametrize(("units", "can_be_replaced"), [
    ("[{name: Rat, side: red, hull: 1}]", True),
    ("[{name: Pup, side: red, hull: 1}, {name: pup, side: red, hull: 1}]", False)])
def test_only_units_of_the_base_can_be_replaced(tmp_path: Path, units: str, can_be_replaced: bool) -> None:
    assert list_game_problems(tmp_path / "moat", "tugs.yaml", UNITS) == ()
    own = tmp_path / "own.yaml"
    own.write_text(f"extends: moat\ntugs: {units}\n", encoding="utf-8")
    [problem] = catch_problems(read_game, own)
    assert ("replaces: true" in problem.hint) is can_be_replaced
    assert "the first unit is at" in problem.hint
