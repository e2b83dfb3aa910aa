"""Types of units: wrong ones with their problems, tags, numbering, and pictures that types give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems, list_messages
from helpers.rats_game import GAME, TUGS, catch_unit_messages, write_rats

from printshop.game.model import Game
from printshop.load_game import read_game
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return read_game(write_rats(tmp_path))


@pytest.mark.parametrize(("old", "new", "message"), [
    ("serial: kind", "serial: kin",
     "'serial' of unit type 'tug' refers to an unknown field 'kin' | did you mean 'kind'?"),
    ("points: worth", "points: wroth",
     "'points' of unit type 'tug' refers to an unknown field or derived value 'wroth' | did you mean 'worth'?"),
    ("art_no:", "copies:",
     ("a field of unit type 'tug' cannot be named 'copies' | write another name of letters, digits and _ that is not a "
      "name of every unit or of a function")),
    ("worth: half", "wor-th: half", "a derived value must not have the name 'wor-th' | write one word"),
    ("docks:", "any:",
     ("a side cannot have the key 'any' | choose another key, because 'side: any' in a unit means that the unit can "
      "fight for every side")),
    ("worth: half", "hull: half", "unit type 'tug' must not derive a value with the name 'hull'"),
    ("worth: half", "short: half", "unit type 'tug' must not derive a value with the name 'short'"),
    ("half: hull", "half: 1 if side == 'Docks' else hull", "the formula of 'half' cannot use 'side'"),
    ("that: worth < 99", "that: name != 'Rat'", "'that' of check 2 of unit type 'tug' cannot use 'name'"),
    ("unit_types:", "settings: {price: {value: 3}}\ntables: {price: {columns: [a, b], rows: [[x, 1]]}}\nunit_types:",
     "a setting and a table must not have the same key 'price'"),
    ("unit_types:", "tables: {price: {columns: [], rows: []}}\nunit_types:",
     "'columns' of table 'price' is an empty list"),
])  # fmt: skip
def test_mistakes_in_types_and_sides_are_reported(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert any(one.startswith(message) for one in catch_unit_messages(tmp_path, old, new))


@pytest.mark.parametrize("wrong", [
    "{name}", "{number}", "plain", "{name} {name} {number}", "{name} {count}", "{name {number}"])
def test_numbering_has_a_name_and_a_number(tmp_path: Path, wrong: str) -> None:
    (messages,) = catch_unit_messages(tmp_path, "tug:\n", f'tug:\n    numbering: "{wrong}"\n')
    assert messages == ("'numbering' of unit type 'tug' must have {name} once and {number} once, and no other holes | "
                        "write, for example, numbering: \"{name} {number}\"")


# --- tags

def make_tagged(tag: str) -> str:
    return GAME.replace("tug:\n", f"tug:\n    tag: '{tag}'\n")


@pytest.mark.parametrize(("tag", "message"), [
    ("{kid} {serial}", "'tag' of unit type 'tug': unknown name 'kid' | did you mean 'kind'?"),
    ("{tag}", "'tag' of unit type 'tug': unknown name 'tag'"),
    ("{9 / art_no}", "the tag of Rat, Mouse, Cat and 2 more: '/' needs numbers, but art_no is nothing"),
])
def test_tags_that_cannot_be_evaluated_are_reported(tag: str, message: str, tmp_path: Path) -> None:
    problems = catch_problems(read_game, write_rats(tmp_path, make_tagged(tag)))
    assert f"{problems[0].message} | {problems[0].hint}".startswith(message)
    assert problems[0].span


def test_wrong_tag_hides_no_other_problem(tmp_path: Path) -> None:
    for tag in ("{9 / art_no}", "{9 / (3 - serial)}"):
        problems = catch_problems(
            read_game, write_rats(tmp_path, make_tagged(tag), TUGS.replace("hull: 4, copies: 0", "hull: 400"))
        )
        messages = list_messages(problems)
        assert any(one.startswith("the tag of") for one in messages)
        assert "Ghost: worth too much" in messages


def test_tag_possible_for_some_copies_only_is_reported(tmp_path: Path) -> None:
    loaded = read_game(write_rats(tmp_path, make_tagged("{9 / (5 - serial)}")))
    assert [unit.display_title for unit in loaded.expand_roster([("Rat", 2)], loaded.sides["docks"])] == ["2.25", "3"]
    with pytest.raises(PrintshopError, match="the tag of DS Rat-5: division by zero"):
        loaded.expand_roster([("Rat", 5)], loaded.sides["docks"])


def test_unit_without_a_picture_has_that_of_its_type(tmp_path: Path) -> None:
    usual = '    points: worth\n    art: "{kind}.svg"\n    art_bow: none\n'
    folder = write_rats(tmp_path, GAME.replace("    points: worth\n", usual),
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
