"""Mistakes of people new to YAML: one message for each, and no problem that only follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import run
from helpers.games import change_file
from helpers.problems import list_load_problems

from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

TUGS, BATTLE = "tugs.yaml", "scenarios/first_light.yaml"
COMMENT = ('ends before the #, because # begins a comment in YAML | write "{}" in quotes, '
           "or put a space after the # of a comment")
CURLY = ("is in curly quotes, which YAML reads as part of the text | write straight quotes: \"Mary Gloster\"; to print "
         "curly quotes, put the curly quotes between straight quotes")
NOT_READ = 'everything after " #" is a comment: put a text that contains " #" in quotes, for example'
PLANKS = "planks of Mary Gloster must be a whole number"
BLUE = 'write "#rrggbb" in straight quotes, for example "#0072b2"'
COMMA = "between { } a comma begins another key: put a text that contains a comma in quotes"


@pytest.mark.parametrize(("file", "old", "new", "message"), [
    ("game.yaml", "title: Harbour", "title: Harbour #9",
     f"2:8: 'title' of the game {COMMENT.format('Harbour #9')}"),
    (BATTLE, "title: First Light", "title: Fight #3 at sea",
     f"1:8: 'title' of the scenario 'first_light' {COMMENT.format('Fight #3 at sea')}"),
    (TUGS, "{name: Rat,", "{name: Rat #9,",
     f"2:3: this '{{' is not closed | {NOT_READ} \"Rat #9\""),
    (TUGS, "Mary Gloster", "“Mary Gloster”", f"1:10: 'name' of “Mary Gloster” {CURLY}"),
    (TUGS, "Mary Gloster", "„Mary Gloster“", f"1:10: 'name' of „Mary Gloster“ {CURLY}"),
    (BATTLE, "[Mary Gloster,", "[‘Mary Gloster’,", f"6:31: a unit of The Docks {CURLY}"),
    (TUGS, "planks: 9", "planks: “9”",
     f"1:45: {PLANKS}, found the text '“9”' | leave out the quotes: write 9"),
    ("forms.yaml", '"{label}"', "“{label}”",
     "8:38: ',' or '}' is missing here | the quotes in this line are curly: write straight quotes, \""),
    ("game.yaml", '"#0072b2"', "“#0072b2”", f"5:36: 'colour' of side 'docks': '“#0072b2”' is not a colour | {BLUE}"),
    (BATTLE, "turns the", "turns, the",
     f"10:36: unknown key 'the side with more points has won.' of 'victory' of the scenario 'first_light' | {COMMA}"),
    (TUGS, "sisters: [Diligent]", "sisters: [Diligent, rat]",
     "3:3: two tugs are called 'rat' (one of the names is written 'Rat') | the first unit is at harbour/tugs.yaml:2:3"),
    (TUGS, "planks: 9", "planks: 9, art: 'C:\\rat.png'",
     "1:53: art of Mary Gloster: 'C:\\rat.png' must be in the folder art/ | put the picture into the folder art/"),
    ("game.yaml", "    plural: tugs", "    side: dock\n    plural: tugs",
     "14:11: 'side' of unit type 'tug' refers to an unknown side 'dock' | did you mean 'docks'?"),
    (TUGS, "name: Mary Gloster, side: docks", "name: Mary Gloster",
     "1:3: Mary Gloster lacks 'side' | add the key 'side'"),
    (BATTLE, "3 x Rat", "3 rat", "6:45: there is no unit named '3 rat' | write 3 x Rat"),
    (BATTLE, "3 x Rat", "3* Rat", "6:45: there is no unit named '3* Rat' | write 3 x Rat"),
])
def test_common_mistake_is_the_only_problem(harbour: Path, file: str, old: str, new: str, message: str) -> None:
    change_file(harbour / file, (old, new))
    assert list_load_problems(harbour) == [f"harbour/{file}:{message}"]


@pytest.mark.parametrize(("old", "new"), [
    ("title: Harbour", "title: Harbour # 9"), ("title: Harbour", 'title: "Harbour #9"'),
    ("title: Harbour", "title: Harbour#9"), ("title: Harbour", "title: ’Tis the Harbour’"),
    ("title: Harbour", 'title: "“Harbour”"'), ("max: 20}", "max: 20}  #planks"),
])
def test_correct_text_similar_to_a_mistake_is_accepted(harbour: Path, old: str, new: str) -> None:
    change_file(harbour / "game.yaml", (old, new))
    assert list_load_problems(harbour) == []


@pytest.mark.parametrize("side", ["docks", "any"])
def test_units_without_a_side_have_the_side_of_their_type(harbour: Path, side: str) -> None:
    change_file(harbour / "game.yaml", ("    plural: tugs", f"    side: {side}\n    plural: tugs"))
    change_file(harbour / TUGS, ("name: Mary Gloster, side: docks", "name: Mary Gloster"))
    units = read_game(harbour).units
    assert (units["Mary Gloster"].side.key, units["Rat"].side.key) == (side, "docks")


@pytest.mark.parametrize("name", ["Rat", "rat"])
def test_units_of_two_types_do_not_share_a_name(harbour: Path, name: str) -> None:
    with (harbour / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("  rope: {side: any, fields: {}}\n")
    (harbour / "ropes.yaml").write_text(f"- name: {name}\n", encoding="utf-8")
    file_text = "" if name == "Rat" else " (one of the names is written 'Rat')"
    hint = f"the first unit is at harbour/tugs.yaml:2:3; write for example: {name} (rope)"
    assert list_load_problems(harbour) == [
        f"harbour/ropes.yaml:1:3: a rope and a tug are called '{name}'{file_text} | {hint}"
    ]


@pytest.mark.parametrize("unit", ["tugg", "Tug", "boat"])
def test_other_mistakes_of_a_form_with_an_unknown_unit_type_are_reported(harbour: Path, unit: str) -> None:
    change_file(harbour / "forms.yaml", ("unit: tug", f"unit: {unit}"), ("height: 9 mm", "height: 9"),
           ("stats: [planks, steam", "stats: [planks, steem"))
    hint = "" if unit == "boat" else "did you mean 'tug'?"
    assert [one.partition(": ")[2] for one in list_load_problems(harbour)] == [
        f"'unit' of form 'record': '{unit}' is not one of tug | {hint}",
        "'height' of row 1 of form 'record': the length '9' has no unit | write 9 mm or 9 in",
        ("'steem' in 'stats' of cell 1 of row 2 of form 'record' is not a field or a derived value of a tug | "
         "did you mean 'steam'?")]


def test_part_of_a_game_is_checked_with_the_whole_game(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fleet = harbour / "fleets" / "home.yaml"
    fleet.parent.mkdir()
    fleet.write_text("title: Home\nunits: [rat-3]\n", encoding="utf-8")
    for name in ("tugs.yaml", "scenarios/first_light.yaml"):
        assert run("check", f"harbour/{name}")[1].startswith("harbour: 4 units, 1 scenario, no problems\n")
    monkeypatch.chdir(fleet.parent)
    assert run("check", "home.yaml")[1] == "home.yaml: a fleet of 1 unit, no problems\n"


@pytest.mark.parametrize("name", ["tugs.yaml", "tugs/more.yaml", "forms.yaml"])
def test_part_of_a_game_given_as_a_game_is_reported(harbour: Path, name: str) -> None:
    (harbour / "tugs").mkdir()
    (harbour / "tugs" / "more.yaml").write_text("- {name: Otter, side: docks, planks: 4, steam: 4, points: 4}\n",
                                                encoding="utf-8")
    assert list_load_problems(harbour / name)[0].endswith("| the file is a part of a game: use the folder of the game "
                                                          "instead: harbour")
