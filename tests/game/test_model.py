"""The model of a game: copies of a unit with their numbers, units of any side, and games without sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.rats_game import GAME, write_rats

from printshop.formulas import NOT_KNOWN
from printshop.game.model import NEUTRAL_SIDE, Game
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest
from printshop.products.product import find_requested_units

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def game(tmp_path: Path) -> Game:
    return read_game(write_rats(tmp_path))


# --- sides, copies, series

def names(game: Game, request: PrintRequest, pieces: bool = False) -> list[tuple[str, str, object]]:
    return [(unit.side.key, unit.title, unit.values["serial"]) for unit in find_requested_units(game, request, pieces)]


def test_units_without_a_side_have_the_side_of_their_force(game: Game) -> None:
    docks = game.expand_roster([("Rat", 1), ("Cat", 2)], game.sides["docks"])
    customs = game.expand_roster([("Rat", 1)], game.sides["customs"])
    assert [(one.title, one.values["side"], one.values["serial"]) for one in docks] == [
        ("DS Rat", "Docks", 1), ("The Cat-1", "Docks", 2), ("The Cat-2", "Docks", 3)]
    assert [(one.title, one.values["adjective"], one.values["serial"]) for one in customs] == [("Rat", "Customs", 1)]
    assert game.expand_roster([("Mouse", 1)], game.sides["customs"])[0].side.key == "docks"
    assert game.expand_roster([("Rat", 1)])[0].side is NEUTRAL_SIDE


def test_records_list_each_unit_once_and_counters_have_copies_for_every_side(game: Game) -> None:
    once = [("docks", "DS Mouse"), ("docks", "DS Ghost"), ("customs", "Dog"), ("customs", "Pup"), ("any", "Rat"),
            ("any", "The Cat")]
    assert names(game, PrintRequest()) == [(*one, NOT_KNOWN) for one in once]
    assert names(game, PrintRequest(), pieces=True) == [
        ("docks", "DS Mouse", 1), ("docks", "DS Rat-1", 1), ("docks", "DS Rat-2", 2), ("docks", "The Cat", 3),
        ("customs", "Dog", 4), ("customs", "Pup", 5), ("customs", "Rat-1", 6), ("customs", "Rat-2", 7),
        ("customs", "The Cat", 8)]


def test_game_can_have_no_sides(tmp_path: Path) -> None:
    sides = GAME[GAME.index("sides:"):GAME.index("unit_types:")]
    folder = write_rats(tmp_path, GAME.replace(sides, ""), "- {name: Rat, kind: fast, hull: 5}\n")
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
    return read_game(write_rats(folder, GAME.replace("tug:\n", f"tug:\n{key}")))


@pytest.mark.parametrize(("numbering", "printed"), [
    ("", "Cat-3"), ("{name} {number}", "Cat 3"), ("no. {number}: {name}", "no. 3: Cat")])
def test_copies_are_numbered_as_the_type_says(tmp_path: Path, numbering: str, printed: str) -> None:
    loaded = numbered(tmp_path, numbering)
    (*_, cat) = loaded.expand_roster([("Cat", 3)], loaded.sides["docks"])
    assert (cat.name, cat.title, cat.proper_name, cat.label) == ("Cat-3", f"The {printed}", printed, f"The {printed}")
    result = {key: cat.values[key] for key in ("name", "title", "label", "short", "number", "stem")}
    assert result == {"name": printed, "title": f"The {printed}", "label": f"The {printed}", "short": printed,
                      "number": "3", "stem": "Cat"}
    assert loaded.find_unit(printed).name == loaded.find_unit("Cat-3").name == "Cat-3"
    assert loaded.find_unit("Cat").title == "The Cat"
    rat = loaded.expand_roster([("Rat", 2)], loaded.sides["docks"])[1]  # several of what is not numbered
    assert rat.title == f"DS {printed.replace('Cat', 'Rat').replace('3', '2')}"
