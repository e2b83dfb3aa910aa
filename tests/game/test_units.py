"""Units: values in any order, warnings, units of any side, numbers in series."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke

from printshop.formulas import NOT_KNOWN, FormulaNames
from printshop.game.formula_keys import read_derived_formulas
from printshop.game.model import NEUTRAL_SIDE, Game
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest
from printshop.problems import PrintshopError, Problems
from printshop.products.product import find_requested_units
from printshop.schema.reader import Reader
from printshop.source import parse_yaml

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
format: 1
title: Rats
rights: free
sides:
  docks: {colour: "#0072b2", prefix: DS}
  customs: {colour: "#d55e00"}
size_classes: {by: hull, classes: {S: {base: 15 x 15 mm, up_to: 4}, L: {name: Large, base: 20 x 20 mm}}}
unit_types:
  tug:
    serial: kind
    points: worth
    fields:
      kind: {kind: choice, options: [fast, slow]}
      hull: {kind: whole, min: 0}
      art_no: {kind: whole, optional: true}
    derived: {worth: half + hull, half: hull / 2}
    checks:
      - {that: hull > 2, message: "only {hull} planks, *poor* {name}", warning: true}
      - {that: worth < 99, message: worth too much}
"""
TUGS = """\
- {name: Rat, side: any, kind: fast, hull: 2, copies: 2}
- {name: Mouse, side: docks, kind: slow, hull: 4}
- {name: Cat, side: any, kind: fast, hull: 8, numbered: true, prefix: The}
- {name: Dog, side: customs, kind: fast, hull: unknown, sisters: [Pup]}
- {name: Ghost, side: docks, kind: slow, hull: 4, copies: 0}
"""
BATTLE = """\
title: Battle
summary: They meet.
table: 4 ft x 3 ft
turns: 3
forces:
  docks: {units: [Rat, Mouse, 2 x Cat]}
  customs: {units: [2 x Rat, Cat]}
setup: [Anywhere.]
victory: {text: Be last.}
"""


def write(folder: Path, game: str = GAME, tugs: str = TUGS) -> Path:
    for name, text in (("game.yaml", game), ("tugs.yaml", tugs), ("scenarios/battle.yaml", BATTLE)):
        path = folder / "rats" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "rats"


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return read_game(write(tmp_path))


def catch_unit_messages(folder: Path, old: str, new: str) -> list[str]:
    with pytest.raises(PrintshopError) as caught:
        read_game(write(folder, GAME.replace(old, new)))
    return [f"{one.message} | {one.hint}".rstrip(" |") for one in caught.value.problems]


# --- what is derived

def derived_of(text: str) -> tuple[list[str], list[str]]:
    """Return the keys in the order of working out, and what is said."""
    problems = Problems()
    reader = Reader(parse_yaml(text, "game.yaml", problems), problems, "tug")
    found = read_derived_formulas(reader, FormulaNames({"hull"}, {"table": 1}))
    return [one.key for one in found], [f"{one.span.line if one.span else 0}: {one.message}" for one in problems]


@pytest.mark.parametrize(("lines", "message"), [
    (["a: b + 1", "b: c", "c: a * hull"],
     "2: these values need one another in a circle: 'a' needs 'b', 'b' needs 'c', 'c' needs 'a'"),
    (["x: hull", "a: a + x"], "3: 'a' needs itself"),
    (["z: y", "y: z", "a: hull"], "2: these values need one another in a circle: 'z' needs 'y', 'y' needs 'z'"),
    (["table: table + 1"], "2: 'table' needs itself"),
])  # fmt: skip
def test_a_circle_is_told_with_its_way_round(lines: list[str], message: str) -> None:
    assert derived_of("derived:\n" + "".join(f"  {line}\n" for line in lines)) == ([], [message])


@pytest.mark.parametrize(("formula", "message"), [
    ("hull / (hull - hull)", "worth of Mouse: division by zero: hull - hull is 0"),
    ("9 ** 9 ** 9", "worth of Mouse: the power 387420489 is not a whole number from 0 to 10"),
    ("hull + hulk", "the formula of 'worth': unknown name 'hulk' | did you mean 'hull'?"),
    ("serial + 1", "the formula of 'worth' cannot go by 'serial'"),
    ("count(warnings)", "the formula of 'worth' cannot go by 'warnings'"),
    ("x" * 1_000_000, "this text has 1,000,000 characters"),
])  # fmt: skip
def test_formulas_that_cannot_be_worked_out(formula: str, message: str, tmp_path: Path) -> None:
    found = catch_unit_messages(tmp_path, "half + hull", formula)
    assert any(one.startswith(message) for one in found)
    assert len(found) == 1 or message.startswith("worth of")  # what cannot be read is told once, not for every unit


@pytest.mark.parametrize(("old", "new", "message"), [
    ("serial: kind", "serial: kin", "'serial' of unit type 'tug': there is no field 'kin' | did you mean 'kind'?"),
    ("points: worth", "points: wroth",
     "'points' of unit type 'tug': there is no field or derived value 'wroth' | did you mean 'worth'?"),
    ("art_no:", "copies:", "a field of unit type 'tug' cannot be called 'copies' | every unit has that name already"),
    ("worth: half", "wor-th: half", "a derived value cannot be called 'wor-th' | a name is one word"),
    ("docks:", "any:", "a side cannot have the key 'any' | units of side any fight for all of them"),
    ("worth: half", "hull: half", "a value that unit type 'tug' derives cannot be called 'hull'"),
    ("worth: half", "short: half", "a value that unit type 'tug' derives cannot be called 'short'"),
    ("half: hull", "half: 1 if side == 'Docks' else hull", "the formula of 'half' cannot go by 'side'"),
    ("that: worth < 99", "that: name != 'Rat'", "'that' of check 2 of unit type 'tug' cannot go by 'name'"),
    ("unit_types:", "settings: {price: {value: 3}}\ntables: {price: {columns: [a, b], rows: [[x, 1]]}}\nunit_types:",
     "a setting and a table are both called 'price'"),
    ("unit_types:", "tables: {price: {columns: [], rows: []}}\nunit_types:",
     "'columns' of table 'price' is an empty list"),
])  # fmt: skip
def test_types_and_sides_that_are_wrong(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert any(one.startswith(message) for one in catch_unit_messages(tmp_path, old, new))


@pytest.mark.parametrize("row", ["[2-5, 1]", "[4, 3]"])
def test_a_row_of_a_table_must_be_the_only_one(row: str, tmp_path: Path) -> None:
    table = f"tables: {{price: {{columns: [a, b], rows: [['1-3', 1], [4, 1], {row}, [8, 1]]}}}}\nunit_types:"
    text = GAME.replace("unit_types:", table).replace("half: hull / 2", "half: 'lookup(price, hull)'")
    with pytest.raises(PrintshopError) as caught:
        read_game(write(tmp_path, text))
    hull = 2 if "-" in row else 4
    assert f"the table 'price' has more than one row for '{hull}'" in str(caught.value)


def test_what_is_wrong_with_a_sub_field_is_not_told_again_for_every_row(tmp_path: Path) -> None:
    fields = "      guns: {kind: list, of: {gun: {kind: txt}}}\n    derived:"
    text = TUGS.replace("}", ", guns: [mortar, swivel]}")
    with pytest.raises(PrintshopError) as caught:
        read_game(write(tmp_path, GAME.replace("    derived:", fields), text))
    assert [one.message.split(":")[0] for one in caught.value.problems] == ["'kind' of sub-field 'gun'"]


# --- warnings and what is unknown

def test_a_warning_lets_the_unit_be_and_is_told_by_check(tmp_path: Path) -> None:
    folder = write(tmp_path)
    rat = read_game(folder).units["Rat"]
    assert rat.warnings == rat.values["warnings"] == ("only 2 planks, *poor* Rat",)
    result = invoke("check", folder)
    assert result.exit_code == 0
    assert result.output.splitlines()[1:] == [f"  warning: {folder}/tugs.yaml:1:3: Rat: only 2 planks, poor Rat"]


def test_a_misspelt_word_of_an_open_choice_is_a_warning_wherever_it_stands(tmp_path: Path) -> None:
    fields = """flag: {kind: choice, open: true, options: [striped, plain], own: plaid}
      guns: {kind: list, of: {part: {kind: choice, open: true, options: [turret A, stern], label: part}}}
"""
    folder = write(tmp_path, GAME.replace("      art_no:", f"      {fields}      art_no:"), """\
- {name: Rat, side: any, kind: fast, hull: 3, flag: stripped, guns: [{part: turret C}, '"turet A"'], sisters: [Mouse]}
- {name: Dog, side: any, kind: fast, hull: 3, flag: striped, guns: [turret A]}
- {name: Cat, side: any, kind: fast, hull: 3, flag: plaid, guns: [unknown, bow]}
- {name: Ghost, side: docks, kind: slow, hull: 3, flag: unknown, guns: []}
""")
    odd = [f"  warning: {folder}/tugs.yaml:1:3: Rat: flag is 'stripped': did you mean 'striped'?",
           f"  warning: {folder}/tugs.yaml:1:3: Rat: row 2 of guns: part is 'turet A': did you mean 'turret A'?"]
    result = invoke("check", folder)
    assert (result.exit_code, result.output.splitlines()[1:]) == (0, odd)


def test_what_follows_from_an_unknown_figure_is_unknown_and_unchecked(game: Game) -> None:
    dog = game.units["Dog"]
    assert dog.unknown_values == {"hull", "half", "worth", "serial", "size", "size_name"}
    assert game.units["Cat"].values["size_name"] == "Large"
    assert dog.warnings == ()
    assert game.units["Pup"].values["worth"] is NOT_KNOWN
    assert dog.values["art_no"] is None


# --- sides, copies, series

def names(game: Game, request: PrintRequest, pieces: bool = False) -> list[tuple[str, str, object]]:
    return [(unit.side.key, unit.title, unit.values["serial"]) for unit in find_requested_units(game, request, pieces)]


def test_units_of_any_side_take_the_side_of_their_force(game: Game) -> None:
    docks = game.expand_roster([("Rat", 1), ("Cat", 2)], game.sides["docks"])
    customs = game.expand_roster([("Rat", 1)], game.sides["customs"])
    assert [(one.title, one.values["side"], one.values["serial"]) for one in docks] == [
        ("DS Rat", "Docks", 1), ("The Cat-1", "Docks", 2), ("The Cat-2", "Docks", 3)]
    assert [(one.title, one.values["adjective"], one.values["serial"]) for one in customs] == [("Rat", "Customs", 1)]
    assert game.expand_roster([("Mouse", 1)], game.sides["customs"])[0].side.key == "docks"
    assert game.expand_roster([("Rat", 1)])[0].side is NEUTRAL_SIDE


def test_records_have_each_unit_once_and_counters_have_copies_for_every_side(game: Game) -> None:
    once = [("docks", "DS Mouse"), ("docks", "DS Ghost"), ("customs", "Dog"), ("customs", "Pup"), ("any", "Rat"),
            ("any", "The Cat")]
    assert names(game, PrintRequest()) == [(*one, NOT_KNOWN) for one in once]
    assert names(game, PrintRequest(), pieces=True) == [
        ("docks", "DS Mouse", 1), ("docks", "DS Rat-1", 1), ("docks", "DS Rat-2", 2), ("docks", "The Cat", 3),
        ("customs", "Dog", 4), ("customs", "Pup", 5), ("customs", "Rat-1", 6), ("customs", "Rat-2", 7),
        ("customs", "The Cat", 8)]


def test_a_game_can_do_without_sides(tmp_path: Path) -> None:
    sides = GAME[GAME.index("sides:"):GAME.index("unit_types:")]
    folder = write(tmp_path, GAME.replace(sides, ""), "- {name: Rat, kind: fast, hull: 5}\n")
    (folder / "scenarios" / "battle.yaml").unlink()
    counters = "c: {kind: flat, size: 20 x 20 mm, front: [{ground: side}, {text: '{name}{side}'}]}"
    (folder / "counters.yaml").write_text(counters, encoding="utf-8")
    game = read_game(folder)
    assert game.units["Rat"].side is NEUTRAL_SIDE
    assert [unit.name for unit in find_requested_units(game, PrintRequest(), for_pieces=True)] == ["Rat"]
    assert invoke("check", folder).exit_code == 0


# --- numbers of copies

def numbered(folder: Path, numbering: str) -> Game:
    key = f'    numbering: "{numbering}"\n' if numbering else ""
    return read_game(write(folder, GAME.replace("tug:\n", f"tug:\n{key}")))


@pytest.mark.parametrize(("numbering", "printed"), [
    ("", "Cat-3"), ("{name} {number}", "Cat 3"), ("no. {number}: {name}", "no. 3: Cat")])
def test_copies_are_printed_with_their_numbers_as_the_type_says(tmp_path: Path, numbering: str, printed: str) -> None:
    loaded = numbered(tmp_path, numbering)
    (*_, cat) = loaded.expand_roster([("Cat", 3)], loaded.sides["docks"])
    assert (cat.name, cat.title, cat.proper_name, cat.label) == ("Cat-3", f"The {printed}", printed, f"The {printed}")
    shown = {key: cat.values[key] for key in ("name", "title", "label", "short", "number", "stem")}
    assert shown == {"name": printed, "title": f"The {printed}", "label": f"The {printed}", "short": printed,
                     "number": "3", "stem": "Cat"}
    assert loaded.find_unit(printed).name == loaded.find_unit("Cat-3").name == "Cat-3"
    assert loaded.find_unit("Cat").title == "The Cat"
    rat = loaded.expand_roster([("Rat", 2)], loaded.sides["docks"])[1]  # several of what is not numbered
    assert rat.title == f"DS {printed.replace('Cat', 'Rat').replace('3', '2')}"


@pytest.mark.parametrize("wrong", [
    "{name}", "{number}", "plain", "{name} {name} {number}", "{name} {count}", "{name {number}"])
def test_a_numbering_has_a_name_and_a_number(tmp_path: Path, wrong: str) -> None:
    (told,) = catch_unit_messages(tmp_path, "tug:\n", f'tug:\n    numbering: "{wrong}"\n')
    assert told == ("'numbering' of unit type 'tug' must have {name} once and {number} once, and no more | "
                    'write for instance numbering: "{name} {number}"')


# --- tags

def tagged(tag: str) -> str:
    return GAME.replace("tug:\n", f"tug:\n    tag: '{tag}'\n")


@pytest.mark.parametrize(("tag", "message"), [
    ("{kid} {serial}", "'tag' of unit type 'tug': unknown name 'kid' | did you mean 'kind'?"),
    ("{tag}", "'tag' of unit type 'tug': unknown name 'tag'"),
    ("{9 / art_no}", "the tag of Rat: '/' needs numbers: art_no is nothing"),
])
def test_tags_that_cannot_be_worked_out(tag: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(PrintshopError) as caught:
        read_game(write(tmp_path, tagged(tag)))
    assert f"{caught.value.problems[0].message} | {caught.value.problems[0].hint}".startswith(message)
    assert caught.value.problems[0].span


def test_a_tag_is_not_all_that_is_told(tmp_path: Path) -> None:
    for tag in ("{9 / art_no}", "{9 / (3 - serial)}"):
        with pytest.raises(PrintshopError) as caught:
            read_game(write(tmp_path, tagged(tag), TUGS.replace("hull: 4, copies: 0", "hull: 400")))
        told = [problem.message for problem in caught.value.problems]
        assert any(one.startswith("the tag of") for one in told)
        assert "Ghost: worth too much" in told


def test_a_tag_that_only_some_copies_can_have(tmp_path: Path) -> None:
    loaded = read_game(write(tmp_path, tagged("{9 / (5 - serial)}")))
    assert [unit.display_title for unit in loaded.expand_roster([("Rat", 2)], loaded.sides["docks"])] == ["2.25", "3"]
    with pytest.raises(PrintshopError, match="the tag of DS Rat-5: division by zero"):
        loaded.expand_roster([("Rat", 5)], loaded.sides["docks"])


# --- dice

def test_dice_are_rolled_by_their_number(tmp_path: Path) -> None:
    assert read_game(write(tmp_path, f"{GAME}dice: [d6, 2d6, 1d20, d6]\n")).dice == ("1d6", "2d6", "1d20")


@pytest.mark.parametrize("wrong", ["6", "d", "0d6", "d0", "2d6+1", "100d6"])
def test_what_is_no_roll_of_dice(wrong: str, tmp_path: Path) -> None:
    with pytest.raises(PrintshopError) as caught:
        read_game(write(tmp_path, f'{GAME}dice: "{wrong}"\n'))
    assert [problem.message for problem in caught.value.problems] == [f"'{wrong}' in 'dice' is no roll of dice"]


def test_a_unit_without_a_picture_of_its_own_has_the_one_that_its_type_says(tmp_path: Path) -> None:
    usual = '    points: worth\n    art: "{kind}.svg"\n    art_bow: none\n'
    folder = write(tmp_path, GAME.replace("    points: worth\n", usual),
                   TUGS.replace("hull: 2, copies: 2", "hull: 2, art: rat.svg, art_bow: up"))
    (folder / "art").mkdir()
    for name in ("rat", "slow"):
        drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>'
        (folder / "art" / f"{name}.svg").write_text(drawing)
    game = read_game(folder)
    pictures = {name: (unit.art and unit.art.name, unit.art_bow) for name, unit in game.units.items()}
    assert pictures["Rat"] == ("rat.svg", "up")
    assert pictures["Mouse"] == ("slow.svg", "none")
    assert pictures["Cat"] == (None, "none"), "there is no fast.svg"
    assert not game.pictures.find_unused()
