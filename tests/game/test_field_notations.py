"""Fields with a notation of their own: numbers with decimals and signs, several words, lines of text."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems, join_hints, list_messages
from hypothesis import given
from hypothesis import strategies as st

from printshop.exports.unit_tables import format_units_csv
from printshop.formulas import compile_formula
from printshop.game.field_notations import AngleField, DecimalField, DiceField, PercentField
from printshop.game.fields import ChoicesField, NumbersField
from printshop.game.formula_keys import compile_wording
from printshop.load_game import read_game
from printshop.problems import Problems
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.field_values import FieldValue
    from printshop.game.fields import Field

GAME = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      draught: {kind: decimal, min: 0.5, max: 9.5}
      odds: {kind: percent, min: 0, max: 100}
      heel: {kind: angle, min: -60, optional: true}
      manners: {kind: choices, options: [polite, loud, sleeps late], least: 1, most: 2, optional: true}
      story: {kind: text, optional: true}
tugs:
"""
RAT = "{name: Rat, draught: 2.5, odds: 75%, heel: -17°, manners: [loud, sleeps late], story: "


def read_values(folder: Path, unit: str) -> dict[str, FieldValue]:
    (folder / "harbour.yaml").write_text(f"{GAME}  - {unit}\n", encoding="utf-8")
    return dict(read_game(folder / "harbour.yaml").units["Rat"].values)


def write_wording(text: str, of: dict[str, FieldValue]) -> str:
    return compile_wording(text, of.keys()).fill_plain(of)


def test_values_have_a_printed_form_and_a_value_in_formulas(tmp_path: Path) -> None:
    rat = read_values(tmp_path, f'{RAT}"A line.\\nAnother."}}')
    assert write_wording("{draught} · {odds} · {heel} · {manners}", rat) == "2.5 · 75% · −17° · loud, sleeps late"
    assert write_wording("{story}", rat) == "A line.\nAnother."
    for formula, result in (("odds + 1", 76), ("odds >= 75", True), ("heel * 2", -34), ("draught * 2", 5),
                            ('"loud" in manners', True), ("count(manners)", 2), ("odds / 100", Fraction(3, 4))):
        assert compile_formula(formula, rat.keys()).evaluate(rat) == result


@pytest.mark.parametrize(("old", "new", "message"), [
    ("2.5", "deep", "draught of Rat: 'deep' is not a number | write a value such as 2.75"),
    ("2.5", "'2,5'", "draught of Rat: '2,5' is not a number | write 2.5"),
    ("2.5", "0.25", "draught of Rat: 0.25 is less than the smallest allowed number | write 0.5 or more"),
    ("2.5", "[2.5]", "draught of Rat cannot be a list | write a value such as 2.75"),
    ("75%", "75 °", "odds of Rat: '75 °' is not a percentage | write a value such as 25%"),
    ("75%", "0.75", "odds of Rat: '0.75' can mean 0.75% or 75% | write the number with the % sign"),
    ("75%", "175%", "odds of Rat: 175% is more than the largest allowed number | write 100% or less"),
    ("-17°", "steep", "heel of Rat: 'steep' is not an angle in degrees | write a value such as 30°"),
    ("[loud, sleeps late]", "lout",
     "manners of Rat: 'lout' is not one of polite, loud, sleeps late | did you mean 'loud'?"),
    ("[loud, sleeps late]", "[loud, loud]", "manners of Rat has the word 'loud' twice | "),
    ("[loud, sleeps late]", "[]", "manners of Rat has 0 words (allowed: 1 to 2) | "),
    ("[loud, sleeps late]", "{loud: 1}", "manners of Rat: a block of keys is not one of polite, loud, sleeps late | "),
])
def test_invalid_values_of_a_kind_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert join_hints(catch_problems(read_values, tmp_path, f"{RAT}x}}".replace(old, new))) == [message]


@pytest.mark.parametrize(("old", "new", "message"), [
    ("min: 0.5, max: 9.5", "min: 9.5, max: 1", "'max' of field 'draught' is 1, which is less than 'min' (9.5)"),
    ("least: 1", "least: 3", "'least' of field 'manners' is 3, but a value can have at most 2 words"),
    ("  tug:", "  tug:\n    roster: {totals: [manners]}",
     "Manners in 'totals' of 'roster' of unit type 'tug' cannot be added up, because 'manners' is a choices"),
])
def test_invalid_declarations_of_a_kind_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "harbour.yaml").write_text(f"{GAME}  - {RAT}x}}\n".replace(old, new), encoding="utf-8")
    assert list_messages(catch_problems(read_game, tmp_path / "harbour.yaml")) == [message]


@given(st.sampled_from((DecimalField, PercentField, AngleField)), st.integers(-10**8, 10**8), st.integers(0, 6))
def test_numbers_are_written_in_their_notation(kind: type[DecimalField], digits: int, decimals: int) -> None:
    assert_reads_back(kind(key="x", label="x"), kind.number_type(digits, 10**decimals))


@given(st.lists(st.sampled_from(("polite", "no", "sleeps late", "2")), unique=True))
def test_words_are_written_in_their_notation(words: list[str]) -> None:
    assert_reads_back(ChoicesField(key="x", label="x", options=("polite", "no", "sleeps late", "2")), tuple(words))


def test_field_has_no_memory_of_parsed_values() -> None:
    fresh, used = DecimalField(key="x", label="x"), DecimalField(key="x", label="x")
    assert_reads_back(used, 3)
    assert (used, hash(used)) == (fresh, hash(fresh))


def test_roll_is_explained_in_words() -> None:
    dice = DiceField(label="magic")
    assert [dice.explain_value(dice.parse(text)) for text in ("2d6+1", "1d8", "3d4-2")] == [
        "2 dice of 6 sides, plus 1", "1 die of 8 sides", "3 dice of 4 sides, minus 2"]


def test_numbers_are_explained_with_their_names() -> None:
    field = NumbersField(label="shield", options=("bow", "stern"))
    node = parse_yaml("{stern: 4, bow: 6}", "", problems := Problems())
    assert node
    value = field.read(node, "it", problems)
    assert (field.explain_value(value), field.explain_value(field.blank_value)) == ("bow 6, stern 4", "bow ?, stern ?")


def assert_reads_back(field: Field, value: FieldValue) -> None:
    """Check that a value is read again from what is written of it, in a list as anywhere else."""
    node = parse_yaml(f"[{field.write_value(value)}]", "", problems := Problems())
    assert node
    again = field.read(node.items[0], "it", problems)
    assert (again, [*problems]) == (value, [])
    assert getattr(again, "sign", "") == getattr(value, "sign", "")


@pytest.mark.parametrize("semicolons", [False, True])
def test_exported_values_can_be_read_again(tmp_path: Path, semicolons: bool) -> None:
    units = (f'{RAT}"A line.\\nAnother."}}', "{name: Cat, draught: 1.25, odds: 0, manners: polite}",
             "{name: Owl, draught: 1, odds: 0.5%}")
    (tmp_path / "harbour").mkdir()
    game, tugs = GAME.removesuffix("tugs:\n"), "\n".join(f"- {unit}" for unit in units)
    (tmp_path / "harbour" / "game.yaml").write_text(game, encoding="utf-8")
    (tmp_path / "harbour" / "tugs.yaml").write_text(tugs, encoding="utf-8")
    before = read_game(tmp_path / "harbour")
    table = format_units_csv(before, tuple(before.units.values()), semicolons=semicolons)
    (tmp_path / "harbour" / "tugs.yaml").unlink()
    (tmp_path / "harbour" / "tugs.csv").write_text(table, encoding="utf-8", newline="")
    again = read_game(tmp_path / "harbour")
    assert [unit.values for unit in again.units.values()] == [unit.values for unit in before.units.values()]
