"""Units: values in any order, warnings, units of any side, numbers in series."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.problems import catch_problems, list_messages
from helpers.rats_game import GAME, TUGS, catch_unit_messages, write_rats

from printshop.formulas import NOT_KNOWN, FormulaNames
from printshop.game.formula_keys import read_derived_formulas
from printshop.game.model import Game
from printshop.load_game import read_game
from printshop.problems import PrintshopError, Problems
from printshop.schema.reader import Reader
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return read_game(write_rats(tmp_path))


# --- what is derived

def read_derived_keys(text: str) -> tuple[list[str], list[str]]:
    """Return the keys in the order of evaluation, and the messages."""
    problems = Problems()
    reader = Reader(parse_yaml(text, "game.yaml", problems), problems, "tug")
    result = read_derived_formulas(reader, FormulaNames({"hull"}, {"table": 1}))
    return [one.key for one in result], [f"{one.span.line if one.span else 0}: {one.message}" for one in problems]


@pytest.mark.parametrize(("lines", "message"), [
    (["a: b + 1", "b: c", "c: a * hull"],
     "2: these values need one another in a circle: 'a' needs 'b', 'b' needs 'c', 'c' needs 'a'"),
    (["x: hull", "a: a + x"], "3: 'a' needs itself"),
    (["z: y", "y: z", "a: hull"], "2: these values need one another in a circle: 'z' needs 'y', 'y' needs 'z'"),
    (["table: table + 1"], "2: 'table' needs itself"),
])  # fmt: skip
def test_circular_formulas_are_reported_with_their_path(lines: list[str], message: str) -> None:
    assert read_derived_keys("derived:\n" + "".join(f"  {line}\n" for line in lines)) == ([], [message])


@pytest.mark.parametrize(("formula", "message"), [
    ("hull / (hull - hull)", "worth of Rat, Mouse, Cat and 1 more: division by zero: hull - hull is 0"),
    ("9 ** 9 ** 9", "worth of Rat, Mouse, Cat and 2 more: the exponent 387420489 must be a whole number from 0 to 10"),
    ("hull + hulk", "the formula of 'worth': unknown name 'hulk' | did you mean 'hull'?"),
    ("serial + 1", "the formula of 'worth' cannot use 'serial'"),
    ("count(warnings)", "the formula of 'worth' cannot use 'warnings'"),
    ("x" * 1_000_000, "this text has 1,000,000 characters"),
])  # fmt: skip
def test_formulas_that_cannot_be_evaluated_are_reported(formula: str, message: str, tmp_path: Path) -> None:
    problems = catch_unit_messages(tmp_path, "half + hull", formula)
    assert any(one.startswith(message) for one in problems)
    assert len(problems) == 1  # one report, not one for every unit


@pytest.mark.parametrize("row", ["[2-5, 1]", "[4, 3]"])
def test_lookup_needs_exactly_one_row(row: str, tmp_path: Path) -> None:
    table = f"tables: {{price: {{columns: [a, b], rows: [['1-3', 1], [4, 1], {row}, [8, 1]]}}}}\nunit_types:"
    text = GAME.replace("unit_types:", table).replace("half: hull / 2", "half: 'lookup(price, hull)'")
    with pytest.raises(PrintshopError) as error:
        read_game(write_rats(tmp_path, text))
    hull = 2 if "-" in row else 4
    assert f"the table 'price' has more than one row for '{hull}'" in str(error.value)


def test_mistake_in_a_sub_field_is_reported_once_for_all_rows(tmp_path: Path) -> None:
    fields = "      guns: {kind: list, of: {gun: {kind: txt}}}\n    derived:"
    text = TUGS.replace("}", ", guns: [mortar, swivel]}")
    problems = catch_problems(read_game, write_rats(tmp_path, GAME.replace("    derived:", fields), text))
    assert [one.message.split(":")[0] for one in problems] == ["'kind' of sub-field 'gun'"]


# --- warnings and what is unknown

def test_unit_with_a_warning_is_loaded_and_check_reports_it(tmp_path: Path) -> None:
    folder = write_rats(tmp_path)
    rat = read_game(folder).units["Rat"]
    assert rat.warnings == rat.values["warnings"] == ("only 2 planks, *poor* Rat",)
    result = invoke("check", folder)
    assert result.exit_code == 0
    assert result.output.splitlines()[1:] == [f"  warning: {folder}/tugs.yaml:1:3: Rat: only 2 planks, poor Rat"]


def test_misspelt_word_of_an_open_choice_is_a_warning_in_all_places(tmp_path: Path) -> None:
    fields = """flag: {kind: choice, open: true, options: [striped, plain]}
      guns: {kind: list, of: {part: {kind: choice, open: true, options: [turret A, stern], label: part}}}
"""
    folder = write_rats(tmp_path, GAME.replace("      art_no:", f"      {fields}      art_no:"), """\
- {name: Rat, side: any, kind: fast, hull: 3, flag: stripped, guns: [{part: turret C}, '"turet A"'], sisters: [Mouse]}
- {name: Dog, side: any, kind: fast, hull: 3, flag: striped, guns: [turret A]}
- {name: Cat, side: any, kind: fast, hull: 3, flag: zebra, guns: [unknown, bow]}
- {name: Ghost, side: docks, kind: slow, hull: 3, flag: unknown, guns: []}
""")
    odd = [f"  warning: {folder}/tugs.yaml:1:3: Rat: flag is 'stripped': did you mean 'striped'?",
           f"  warning: {folder}/tugs.yaml:1:3: Rat: row 2 of guns: part is 'turet A': did you mean 'turret A'?"]
    result = invoke("check", folder)
    assert (result.exit_code, result.output.splitlines()[1:]) == (0, odd)


def test_value_derived_from_an_unknown_value_is_unknown_and_not_checked(game: Game) -> None:
    dog = game.units["Dog"]
    assert dog.unknown_values == {"hull", "half", "worth", "serial", "size", "size_name"}
    assert game.units["Cat"].values["size_name"] == "Large"
    assert dog.warnings == ()
    assert game.units["Pup"].values["worth"] is NOT_KNOWN
    assert dog.values["art_no"] is None


# --- dice

def test_dice_are_rolled_by_their_number(tmp_path: Path) -> None:
    assert read_game(write_rats(tmp_path, f"{GAME}dice: [d6, 2d6, 1d20, d6]\n")).dice == ("1d6", "2d6", "1d20")


@pytest.mark.parametrize("wrong", ["6", "d", "0d6", "d0", "2d6+1", "100d6"])
def test_invalid_roll_of_dice_is_reported(wrong: str, tmp_path: Path) -> None:
    problems = catch_problems(read_game, write_rats(tmp_path, f'{GAME}dice: "{wrong}"\n'))
    assert list_messages(problems) == [f"'{wrong}' in 'dice' must be a roll of dice"]
