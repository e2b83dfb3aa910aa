"""Games that extend others: added, replaced and changed entries, and the problems of wrong ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.games import write_file, write_own_game
from helpers.problems import catch_load_problems

from printshop.game import extends
from printshop.game.forms.model import FORMS
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.model import Game

pytestmark = pytest.mark.usefixtures("harbour_folder")

STARTER = STARTERS_FOLDER / DEFAULT_STARTER
BATTLE = (STARTER / "scenarios" / "first_light.yaml").read_text(encoding="utf-8")
PIG = "{name: Black Pig, side: docks, planks: 8, steam: 4, points: 11}"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture(scope="module")
def base() -> Game:
    return read_game(STARTER)


def entries(game: Game, name: str) -> Mapping[str, object]:
    if name == "classes":
        return {size.key: size for size in game.sizes}
    return game.sections[name] if name in game.sections else getattr(game, name)


def change(name: str, old: str, new: str) -> None:
    """Change a file of the harbour; with nothing `old`, add to its end."""
    path = Path("harbour") / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")


# --- what is added


def test_file_of_units_is_a_game_with_everything_of_the_base(base: Game) -> None:
    game = write_own_game(f"tugs:\n- {PIG}\n")
    assert [*game.units] == [*base.units, "Black Pig"]
    assert (game.key, game.title, game.base_name, game.rights) == ("mine", "Harbour", "harbour", base.rights)
    assert game.own_entries["units"] == {"Black Pig"}
    assert [*game[FORMS]] == [*base[FORMS]]
    assert game[SCENARIOS].keys() == base[SCENARIOS].keys()
    assert game.units["Black Pig"].span.file == "mine.yaml"  # type: ignore[union-attr]
    assert game.units["Rat"].span.file == "harbour/tugs.yaml"  # type: ignore[union-attr]
    assert (base.base_name, dict(base.own_entries)) == ("", {})
    assert sorted(map(str, game.files)) == sorted(["mine.yaml", *map(str, Path("harbour").rglob("*.yaml"))])


def test_folder_extends_a_base_with_the_file_names_of_the_base() -> None:
    write_file("docks2/game.yaml", f"extends: ../harbour\ntugs:\n- {PIG}\n")
    write_file("docks2/tugs.yaml", "- {name: Gnat, side: docks, planks: 2, steam: 6, points: 5}\n")
    write_file("docks2/tugs/more.yaml", "- {name: Flea, side: docks, planks: 2, steam: 6, points: 5}\n")
    write_file("docks2/scenarios/again.yaml", BATTLE)
    game = read_game(Path("docks2"))
    assert game.own_entries["units"] == {"Black Pig", "Gnat", "Flea"}
    assert game.own_entries["scenarios"] == {"again"}
    assert [*game.units][-3:] == ["Black Pig", "Gnat", "Flea"]
    assert game.base_name == "harbour"


# --- the same name twice

CLASHES = {
    "sides": ("side 'docks'", "docks", "{name: Docks, colour: '#000000'}"),
    "unit_types": ("unit type 'tug'", "tug", "{fields: {}}"),
    "classes": ("size class 'S'", "S", "{up_to: 6, base: 1 x 1 in}"),
    "forms": ("form 'record'", "record", "{rows: [{height: 8 mm, cells: [{text: hello}]}]}"),
    "counters": ("counter 'tugs'", "tugs", "{kind: flat, units: tug, size: 1 x 1 in, front: [{text: hello}]}"),
    "templates": ("template 'cannon_stick'", "cannon_stick",
                  "{kind: stick, width: 1 in, length: 4 in, every: 2 in, labels: [a, b]}"),
    "scenarios": ("scenario 'first_light'", "first_light",
                  "{title: A, summary: B., table: 3 x 3 ft, forces: {docks: {}}, setup: [C.], victory: {text: D.}}"),
    "settings": ("setting 'hex'", "hex", "{value: 1}"),
    "tables": ("table 'price'", "price", "{columns: [a], rows: [[b]]}"),
    "maps": ("map 'pool'", "pool", "{columns: 4, rows: 4, across: 30 mm, orientation: flat-top}"),
    "markers": ("marker 'wave'", "wave", "{size: 1 x 1 in, front: [{text: Wave}]}"),
    "charts": ("chart 'card'", "card", "{title: Card, blocks: [{title: A, text: b}]}"),
}


def clash(section: str, *, more: str = "", mark: str = "") -> str:
    """Return an entry as the base has it, called with something `more`, and marked."""
    _, key, entry = CLASHES[section]
    entry = f"{{{mark}: true, {entry[1:]}" if mark else entry
    return f"size_classes: {{classes: {{{key}{more}: {entry}}}}}\n" if section == "classes" else (
        f"{section}:\n  {key}{more}: {entry}\n")


def add_all_sections() -> None:
    change("game.yaml", "", "".join(clash(name) for name in ("settings", "tables", "maps", "markers", "charts")))


@pytest.mark.parametrize("section", CLASHES)
def test_existing_name_is_replaced_or_reported_with_both_places(section: str, base: Game) -> None:
    add_all_sections()
    what, key, _ = CLASHES[section]
    result = [
        one
        for one in catch_load_problems(write_file("mine.yaml", f"extends: harbour\n{clash(section)}"))
        if what in one.message
    ]
    assert len(result) == 1
    assert result[0].message.startswith(f"there is already a {what} at harbour/")
    span = result[0].span
    assert span
    assert (span.file, span.text[span.column - 1:].partition(":")[0]) == ("mine.yaml", key)
    assert "replaces: true" in result[0].hint
    if section != "unit_types":
        things = entries(read_game(write_file("mine.yaml", f"extends: harbour\n{clash(section, mark='replaces')}")),
                         section)
        assert [*things] == [*(entries(base, section) or [key])]
        assert section == "tables" or getattr(things[key], "span", span).file == "mine.yaml"


@pytest.mark.parametrize("mark", ["replaces", "changes"])
def test_replacement_needs_an_original(mark: str) -> None:
    add_all_sections()
    write_file("mine.yaml", "extends: harbour\n" + "".join(clash(name, more="x", mark=mark) for name in CLASHES))
    messages = {problem.message: problem.hint for problem in catch_load_problems("mine.yaml")}
    for what, key, _ in CLASHES.values():
        noun = what.partition(" '")[0]
        hint = messages[f"this entry {mark} the {noun} '{key}x', which no game below has"]
        assert hint == f"did you mean '{key}'?" or len(key) == 1


def test_replacement_without_a_base_is_reported() -> None:
    change("forms.yaml", "", "  replaces: true\n")
    change("tugs.yaml", "planks: 9", "planks: 9, changes: true")
    form, tug = catch_load_problems("harbour")
    assert form.message == "this entry replaces the form 'record', which no game below has"
    assert tug.message == "this entry changes the tug 'Mary Gloster', which no game below has"
    assert form.hint == "leave out 'replaces', because this game extends no other game"
    assert str(tug.span) == "harbour/tugs.yaml:1:3"


# --- what is changed


def test_unit_replaces_a_unit_of_the_base_in_its_position() -> None:
    game = write_own_game("tugs: [{name: Rat, replaces: true, side: docks, planks: 1, steam: 1, points: 4}]\n")
    assert [*game.units] == ["Mary Gloster", "Rat", "Vigilant", "Diligent"]
    assert game.units["Rat"].values["planks"] == 1
    assert not game.units["Rat"].numbered
    assert game.own_entries["units"] == {"Rat"}


def test_replaced_units_need_not_be_valid() -> None:
    game = write_own_game("""\
        unit_types: {tug: {changes: true, fields: {crew: {kind: whole}}}}
        tugs:
        - {name: Mary Gloster, replaces: true, side: docks, planks: 1, steam: 1, points: 21, crew: 1}
        - {name: Rat, replaces: true, numbered: true, side: docks, planks: 1, steam: 1, points: 4, crew: 1}
        - {name: Vigilant, changes: true, crew: 4}
        """)
    assert {unit.values["crew"] for unit in game.units.values()} == {1, 4}


def test_replacement_of_a_class_must_state_its_sisters() -> None:
    text = "tugs: [{{name: Vigilant, replaces: true{}, side: customs, planks: 1, steam: 1, points: 14}}]\n"
    problems = catch_load_problems(write_file("mine.yaml", f"extends: harbour\n{text.format('')}"))[-1]
    assert problems.message == "Vigilant replaces a tug with the sisters Diligent, but has no 'sisters' of its own"
    assert write_own_game(text.format(", sisters: [Diligent]")).units["Diligent"].values["planks"] == 1
    change("scenarios/first_light.yaml", "points: 28, units: [Vigilant, Diligent]", "points: 14, units: [Vigilant]")
    assert "Diligent" not in write_own_game(text.format(", sisters: []")).units


@pytest.mark.parametrize(("mark", "rest", "of"), [
    ("replaces", ", side: customs, planks: 2, steam: 1, points: 14", ""), ("changes", ", planks: 2", "Vigilant")])
def test_sister_can_differ_from_her_class(mark: str, rest: str, of: str) -> None:
    game = write_own_game(f"tugs: [{{name: Diligent, {mark}: true{rest}}}]\n")
    assert game.units["Diligent"].values["planks"] == 2
    assert game.units["Vigilant"].values["planks"] == 6
    assert game.units["Vigilant"].sisters == ()
    assert game.units["Diligent"].class_name == of
    assert game.own_entries["units"] == {"Diligent"}


def test_size_classes_are_sorted_by_their_limits_and_use_one_field() -> None:
    game = write_own_game(
        "size_classes: {by: planks, classes: {XS: {up_to: 2, base: 1 x 1 in}, M: {up_to: 7, base: 1 x 1 in}}}"
    )
    assert [(size.key, size.up_to) for size in game.sizes] == [("XS", 2), ("S", 6), ("M", 7), ("L", None)]
    game = write_own_game("size_classes: {replaces: true, by: steam, classes: {A: {base: 1 x 1 in}}}\n")
    assert (game.size_field, len(game.sizes)) == ("steam", 1)


RAT = "{name: Rat, replaces: true, side: docks, planks: 1, steam: 1, points: 4}"


@pytest.mark.parametrize(("text", "place", "message", "hint"), [
    ("unit_types: {tug: {fields: {crew: {kind: whole, optional: true}}}}", "2:14",  # once, and not of every unit
     "there is already a unit type 'tug' at harbour/game.yaml:13:3", None),
    *((f"unit_types: {{tug: {{changes: true, fields: {{{name}: {{kind: whole, optional: true}}}}}}}}", "",
       f"a field of unit type 'tug' cannot be named '{name}'", None) for name in ("replaces", "changes")),
    *((f"sides: {{docks: {{changes: true, replaces: {value}, colour: '#000000'}}}}", "",
       "'replaces' of side 'docks' must be true or false", None) for value in ("yes", "[]", "1", "{a: b}")),
    ("sides: {docks: {replaces: true, changes: true, colour: '#000000'}}", "", "'replaces' and 'changes'", None),
    ("unit_types: {tug: {changes: true, fields: {planks: {max: 8}}}}", "harbour/tugs.yaml:1:45",
     "planks of Mary Gloster is 9", None),
    ("unit_types: {tug: {changes: true, fields: {planks: {max: few}}}}", "2:58", "'max' of", None),
    ("tugs: [{name: Rat, side: docks, planks: 1, steam: 1, points: 1}]", "2:8", "two tugs are called 'Rat'",
     "the first unit is at harbour/tugs.yaml:2:3; to replace the first unit, write 'replaces: true'"),
    (f"tugs: [{RAT.replace('Rat', 'Rut')}]", "", "this entry replaces the tug 'Rut', which no game below has",
     "did you mean 'Rat'?"),
    (f"tugs: [{RAT}, {RAT}]", "", "two tugs are called 'Rat'", None),
    ("tugs: {name: Rat}", "", "tugs must be a list, found a block of keys", None),
    *((f"unit_types: {{x: {{plural: {plural}, fields: {{}}}}}}", "",
       f"units of unit type 'x' cannot be named '{plural}', because every game has a part with this name", None)
      for plural in ("forms", "sides", "art", "scenarios", "extends")),
    ("size_classes: {classes: {XL: {base: 3 x 3 in}}}", "",
     "size class 'XL' can never be used, because the size class Large before it has no 'up_to'", None),
    ("size_classes: {by: steam}", "", "'by' of size_classes is already 'planks' at harbour/game.yaml:8:7", None),
    *((f"{section}: [a]", "", f"{section} must be a block of keys, found a list", None)
      for section in ("forms", "sides", "scenarios", "size_classes")),
    *((f"tugs:\n- {PIG[:-1]}, art: {name}}}", "", "must be in the folder art/", None)
      for name in ("../harbour/secret.svg", "/etc/passwd", "a/../../x.svg")),
    *((f'fonts: ["{font}"]', "", "there is no font", None)
      for font in ("~nobody-of-this-name/a.ttf", f"{'x' * 300}/a.ttf", "a/b.ttf")),
])
def test_mistake_in_an_extension_is_reported_once(text: str, place: str, message: str, hint: str | None) -> None:
    write_file("harbour/secret.svg", SVG)
    [problem] = catch_load_problems(write_file("mine.yaml", f"extends: harbour\n{text}\n"))
    assert message in problem.message
    assert str(problem.span).endswith(place)
    assert hint is None or problem.hint == hint


# --- pictures


def test_pictures_come_from_the_extension_or_the_base() -> None:
    write_file("harbour/art/base.svg", SVG)
    write_file("docks2/art/own.svg", SVG)
    write_file("docks2/game.yaml", f"extends: ../harbour\ntugs:\n- {PIG[:-1]}, art: own.svg}}\n"
          f"- {PIG[:-1].replace('Black Pig', 'Jack')}, art: base.svg}}\n")
    for folder in ("harbour", "docks2"):  # what systems leave in folders of pictures is nobody's
        for name in (".DS_Store", "Thumbs.db", "README.txt", ".hidden.svg"):
            write_file(f"{folder}/art/{name}", "")
    game = read_game(Path("docks2"))
    assert game.units["Black Pig"].art == Path("docks2/art/own.svg")
    assert game.units["Jack"].art
    assert game.units["Jack"].art.samefile("harbour/art/base.svg")
    write_file("docks2/game.yaml", f"extends: ../harbour\ntugs:\n- {PIG[:-1]}, art: bace.svg}}\n")
    [problem] = catch_load_problems("docks2")
    assert (problem.message, problem.hint) == ("art of Black Pig: there is no picture 'bace.svg' in docks2/art",
                                               "did you mean 'base.svg'?")


def test_two_pictures_of_one_name_are_a_problem() -> None:
    write_file("harbour/art/a/same.svg", SVG)
    write_file("docks2/art/a/same.svg", SVG)
    write_file("docks2/game.yaml", "extends: ../harbour\n")
    [problem] = catch_load_problems("docks2")
    assert problem.message.startswith(f"two pictures have the same name '{Path('a/same.svg')}': docks2/art/a/same.svg "
                                      "and ")
    assert problem.span is None


def test_file_inside_the_folder_of_its_base_shares_its_pictures() -> None:
    write_file("harbour/art/same.svg", SVG)
    write_file("harbour/more.yaml", f"extends: ../harbour\ntugs:\n- {PIG[:-1]}, art: same.svg}}\n")
    [problem] = catch_load_problems("harbour/more.yaml")
    assert str(problem.span) == "harbour/more.yaml"  # a problem of the base: it has no such file
    assert problem.message == "no part of a game has this file name"
    assert problem.hint == "the file is a separate game: move the file to a place beside this folder"


# --- what cannot be extended


@pytest.mark.parametrize(("below", "message", "hint"), [
    ("harbor", "there is no game named 'harbor'", "did you mean 'harbour'?"),
    ("iron_star", "there is no game named 'iron_star'", "did you mean 'iron_stars'?"),
    ("mine", "mine extends itself", "leave out 'extends' in one of the games"),
    ("./mine.yaml", "mine extends itself", "leave out 'extends' in one of the games"),
    ("harbour/../mine.yaml", "mine extends itself", "leave out 'extends' in one of the games"),
    ("empty", "the folder empty is not a game: the file game.yaml is missing", ""),
    (".", "the folder . is not a game: the file game.yaml is missing", "use harbour, which is a game"),
    ("../nowhere/game", "there is no game named '../nowhere/game'", None),
    ("/dev/zero", "there is no game named '/dev/zero'", None),
    ("notes.txt", "notes.txt is not a game", "a game is a folder that contains a game.yaml, or a file NAME.yaml"),
    ("", "'extends' must be a text, found nothing", ""),
    ("[[harbour]]", "'extends' must be a text, found a list", None),
    ("[]", "'extends' must not be an empty list", "write the name of a game, or leave out the key"),
    ("[harbour, iron_stars]",
     "the games harbour and iron_stars cannot be joined, because these games do not extend the same game",
     "list only games that extend the same game"),
    ("{game: harbour}", "'extends' must be a text, found a block of keys", None),
    ("true", "'extends' must be a text, found true", None),
    ('"a\\0b"', "there is no game named 'a\0b'", None),
    ("x" * 5000, f"there is no game named '{'x' * 5000}'", None),
])
def test_invalid_base_is_reported_at_its_place(below: str, message: str, hint: str | None) -> None:
    Path("empty").mkdir()
    write_file("notes.txt", "Dear diary")
    [problem] = catch_load_problems(write_file("mine.yaml", f"tugs: [{PIG}]\nextends: {below}\n"))
    assert (problem.message, problem.span and problem.span.file) == (message, "mine.yaml")
    assert problem.span
    assert problem.span.line == 2 or not below
    assert hint is None or problem.hint == hint


def test_games_cannot_extend_each_other() -> None:
    for name, below in (("one", "two"), ("two", "three"), ("three", "one")):
        write_file(f"{name}.yaml", f"extends: {below}\n")
    [problem] = catch_load_problems("one.yaml")
    assert (problem.message, str(problem.span)) == ("one and two and three extend each other", "three.yaml:1:10")


def test_chain_of_extensions_has_a_limit() -> None:
    write_file("game0.yaml", "extends: harbour\n")
    for number in range(1, extends.MAX_STACKED_GAMES):
        write_file(f"game{number}.yaml", f"extends: game{number - 1}\n")
    assert read_game(Path(f"game{extends.MAX_STACKED_GAMES - 2}.yaml")).units
    [problem] = catch_load_problems(f"game{extends.MAX_STACKED_GAMES - 1}.yaml")
    assert "too many" in problem.message


def test_mistakes_of_both_games_are_reported_together_in_their_files() -> None:
    change("tugs.yaml", "planks: 9", "planks: many")
    problems = catch_load_problems(
        write_file("mine.yaml", f"extends: harbour\nformat: 2\ntugs:\n- {PIG.replace('8', 'few')}\nfrms: 1\n")
    )
    assert [str(one.span) for one in problems] == ["harbour/tugs.yaml:1:45", "mine.yaml:2:9", "mine.yaml:4:42",
                                              "mine.yaml:5:1"]
    assert problems[-1].hint == "did you mean 'forms'?"


def test_unknown_files_and_duplicate_sections_are_reported_for_every_folder() -> None:
    write_file("docks2/game.yaml", "extends: ../harbour\nforms: {}\nscenarios: {first: {}}\n")
    write_file("docks2/tug.yaml", "- {}\n")
    write_file("docks2/bots/more.yaml", "- {}\n")
    write_file("docks2/forms.yaml", "x: {rows: [{height: 8 mm, cells: [{text: hello}]}]}\n")
    write_file("docks2/scenarios/first.yaml", BATTLE)
    problems = catch_load_problems("docks2")
    assert {"docks2/tug.yaml", "docks2/bots"} < {str(problem.span) for problem in problems}
    assert {"'forms' is both in game.yaml and in forms.yaml",
            "the scenario 'first' is both in game.yaml and in scenarios/first.yaml"} < {one.message for one in problems}
