"""A game from nothing is sound and prints with any sides and fields; bad input has a clear message."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from helpers.cli import run
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold.blank_game import (
    MAX_FIELDS,
    MAX_NAME_LENGTH,
    MAX_NUMBER,
    MAX_SHORT_NAME_LENGTH,
    NEW_FIELD_KINDS,
    NewField,
    NewSide,
    NewUnit,
    NewUnitType,
    list_example_units,
    make_blank_game,
    read_new_side,
    read_new_unit_type,
    write_blank_game,
)
from printshop.silhouettes import SILHOUETTE_KINDS

KNIGHT_FIELDS = (NewField("Strength", high=9), NewField("Speed", high=9),
                  NewField("Hit points", high=12, is_marked=True))
KNIGHT = NewUnitType("knight", "knights", KNIGHT_FIELDS)
ODD_NAMES = ("Größe", 'The "Old" One', "Move: far", "# 1", "- x", "2nd save", "class", "Size", "None", "yes", "if", "n",
             "points", "Cost", "max", "10", "!", "any", "unknown", "O'Brien, the Elder", "Ж", "&c", "W" * 15,
             "a field with a name that is as long as a name can ever be, ok")


def make_sides(names: list[str]) -> list[NewSide]:
    return [NewSide(name) for name in names]


def clean_name(text: str) -> str:
    return " ".join(text.split())[:MAX_NAME_LENGTH].strip()


MAX_WORD = 15


def divide_words(text: str) -> str:
    return clean_name(" ".join(word[:MAX_WORD] for word in text.split()))


names = st.one_of(st.sampled_from(ODD_NAMES), st.text("abcW  ÄÖüé'\"-:#,&%!?()/.1234567890|@~", min_size=1, max_size=60)
                  ).map(divide_words).filter(bool)
short_names = names.map(lambda name: name[:MAX_SHORT_NAME_LENGTH].strip())


@st.composite
def new_fields(draw: st.DrawFn) -> NewField:
    kind = draw(st.sampled_from(NEW_FIELD_KINDS))
    label = draw(names.filter(lambda name: name.casefold() not in {"name", "side"}))
    if kind == "die":
        return NewField(label, kind, draw(st.integers(1, 6)), draw(st.integers(6, 20)))
    if kind == "choice":
        words = st.lists(names, min_size=1, max_size=12, unique_by=str.casefold)
        return NewField(label, kind, options=tuple(draw(words)))
    is_marked = kind == "number" and draw(st.booleans())
    low, high = sorted(draw(st.tuples(*[st.one_of(st.integers(-20, 60), st.integers(-MAX_NUMBER, MAX_NUMBER))] * 2)))
    return NewField(label, kind, max(low, 0), max(high, 1), (), is_marked=True) if is_marked else NewField(
        label, kind, low, high)


units = st.builds(NewUnitType, short_names,
                  short_names.map(lambda name: f"many {name}"[:MAX_SHORT_NAME_LENGTH].strip()),
                  st.lists(new_fields(), max_size=MAX_FIELDS, unique_by=lambda one: one.label.casefold()).map(tuple),
                  st.sampled_from(SILHOUETTE_KINDS))


@pytest.mark.slow
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(title=names, sides=st.lists(short_names, min_size=1, max_size=6, unique_by=str.casefold), unit=units)
@example("All", ["any"], NewUnitType("figure", "figures", tuple(NewField(name) for name in ODD_NAMES[:MAX_FIELDS])))
@example("Marks", list("abcdef"), NewUnitType("ship", "ships", tuple(
    NewField(f"{number} {'long name ' * 5}end", high=40, is_marked=True) for number in range(MAX_FIELDS)), "ship"))
@example("Words", list("abc"), NewUnitType("ship", "ships", tuple(
    NewField(f"{number} {'WWWWWWW ' * 7}W", "words") for number in range(MAX_FIELDS)), "ship"))
def test_any_blank_game_has_no_problems(title: str, sides: list[str], unit: NewUnitType) -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder) / "new_game"
        write_blank_game(root, title, make_sides(sides), unit)
        code, output = run("check", root)
        assert (code, len(output.splitlines())) == (0, 1), output  # and no line with a warning
        game = read_game(root)
        assert (game.title, [side.name for side in game.sides.values()]) == (title, sides)


def test_small_game_has_the_form_of_a_handwritten_game() -> None:
    files = make_blank_game("My Knights", make_sides(["Red", "The Wood"]), KNIGHT)
    assert [*files] == ["game.yaml", "knights.yaml", "forms.yaml", "counters.yaml", "scenarios/first_battle.yaml"]
    assert files["game.yaml"].splitlines() == [
        "format: 1          # the version of this file format",
        "title: My Knights",
        "dice: [d6]         # the dice of the game",
        "sides:                        # each side has a colour, and a pattern for prints in black",
        '  red: {name: Red, colour: "#b3302b", pattern: solid}',
        '  wood: {name: The Wood, colour: "#b8560f", pattern: hatch}',
        "unit_types:",
        "  knight:",
        "    plural: knights     # the name of the file of the units, too",
        "    drawn: {as: squad}  # the drawing of a unit without a picture",
        "    art_bow: none       # the drawing never turns",
        "    fields:",
        "      strength: {kind: whole, min: 1, max: 9}",
        "      speed: {kind: whole, min: 1, max: 9}",
        "      hit_points: {kind: whole, min: 1, max: 12}"]
    assert "stats: [strength, speed]" in files["forms.yaml"]
    assert '{text: "**Hit points** {hit_points}", pips: hit_points, align: left, blank: 12}' in files["forms.yaml"]


def change_fields(*fields: NewField) -> NewUnitType:
    return replace(KNIGHT, fields=fields)


@pytest.mark.parametrize(("title", "sides", "unit", "message"), [
    ("", ["Red"], KNIGHT, "'' cannot be the name of a game"),
    ("{name}", ["Red"], KNIGHT, "because { has a special meaning in texts"),
    ("Knights \N{SNOWMAN}\N{PILE OF POO}", ["Red"], KNIGHT, "no available font has"),
    ("\N{HEBREW LETTER ALEF}", ["Red"], KNIGHT, "right-to-left text cannot be printed"),
    ("K", [], KNIGHT, "there are 0 sides, but 1 to 6 are possible"),
    ("K", list("abcdefg"), KNIGHT, "there are 7 sides, but 1 to 6 are possible"),
    ("K", ["Red", "red"], KNIGHT, "two sides have the name 'red'"),
    ("K", ["R" * 31], KNIGHT, "has 31 characters, but the name of a side has at most 30"),
    ("K", ["W" * 30], KNIGHT, "too long a word"),
    ("K", ["Red"], replace(KNIGHT, plural="counters"), "the units cannot be named 'counters'"),
    ("K", ["Red"], replace(KNIGHT, drawing="cake"), "'cake' is not a drawing of a unit"),
    ("K", ["Red"], replace(KNIGHT, name=" "), "' ' cannot be the name of a unit"),
    ("K", ["Red"], change_fields(*[NewField(f"F{number}") for number in range(21)]), "21 values"),
    ("K", ["Red"], change_fields(NewField("Hits"), NewField("hits")), "two values have the name 'hits'"),
    ("K", ["Red"], change_fields(NewField("Name")), "a value cannot be named 'Name'"),
    ("K", ["Red"], change_fields(NewField("Hits", "cake")), "not a kind of value, but Hits of a knight"),
    ("K", ["Red"], change_fields(NewField("Hits", low=9, high=3)), "the lowest value of Hits, 9"),
    ("K", ["Red"], change_fields(NewField("Hits", high=10_000)), "the values of Hits are not between"),
    ("K", ["Red"], change_fields(NewField("Hits", low=-1, is_marked=True)), "marked off from -1 to 12"),
    ("K", ["Red"], change_fields(NewField("Hits", "words", is_marked=True)), "Hits cannot be marked off"),
    ("K", ["Red"], change_fields(NewField("Luck", "die", 7, 7)), "no die for Luck has 7 to 7 sides"),
    ("K", ["Red"], change_fields(NewField("Mood", "choice")), "there are 0 words for Mood, but 1 to 40"),
    ("K", ["Red"], change_fields(NewField("Mood", "choice", options=("a", "A"))), "two words for Mood"),
    ("K", ["Red"], change_fields(NewField("Mood", "choice", options=("*",))), "the name of a value of Mood"),
])
def test_bad_input_is_refused(title: str, sides: list[str], unit: NewUnitType, message: str, tmp_path: Path) -> None:
    with pytest.raises(PrintshopError, match=re.escape(message)) as error:
        write_blank_game(tmp_path / "new", title, make_sides(sides), unit)
    assert error.value.problems[0].hint
    assert not (tmp_path / "new").exists()


def test_folder_with_files_is_not_changed(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(PrintshopError, match="already exists and was not changed"):
        write_blank_game(tmp_path, "My Knights", make_sides(["Red"]), KNIGHT)
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_unit_type_is_read_from_plain_values() -> None:
    values = {"name": "knight ", "plural": "knights", "fields": [
        {"label": "Strength", "high": "9"}, {"label": " Speed", "high": "9", "options": []},
        {"label": "Hit points", "kind": "number", "low": "1", "high": " 12", "is_marked": True}]}
    assert read_new_unit_type(values) == KNIGHT
    die = read_new_unit_type({**values, "fields": [{"label": "Luck", "kind": "die", "low": "d4", "high": "d8"}]})
    assert die.fields == (NewField("Luck", "die", 4, 8),)
    with pytest.raises(PrintshopError, match="the lowest and the highest value of Luck must be whole numbers"):
        read_new_unit_type({**values, "fields": [{"label": "Luck", "low": "few"}]})


def test_first_units_have_the_given_names_and_values(tmp_path: Path) -> None:
    sides = [read_new_side({"name": "Red ", "color": "#123456", "units": [
        {"name": "2 Trolls", "values": {"Speed": " 7"}}, {"name": "Falcon"}, {}]}), NewSide("Blue")]
    write_blank_game(tmp_path / "new", "K", sides, KNIGHT)
    code, output = run("check", tmp_path / "new")
    assert (code, len(output.splitlines())) == (0, 1), output
    game = read_game(tmp_path / "new")
    assert [*game.units] == ["2 Trolls", "Falcon", "Lantern", "Magpie", "Copper"]
    assert (game.sides["red"].color, game.units["2 Trolls"].values["speed"]) == ("#123456", 7)
    assert list_example_units(sides, KNIGHT)[0][0].values == {"Strength": "6", "Speed": "7", "Hit points": "9"}


def test_name_of_a_unit_changes_no_other_name() -> None:
    def list_names(*typed: str) -> list[str]:
        sides = [read_new_side({"name": "Red", "units": [{"name": name} for name in typed]}), NewSide("Blue")]
        return [unit.name for side in list_example_units(sides, KNIGHT) for unit in side]

    names = list_names("", "", "")
    assert len({*names}) == 5
    for place in range(3):
        typed = ["", "", ""]
        typed[place] = "Rook"
        assert list_names(*typed) == [*names[:place], "Rook", *names[place + 1:]]
    assert list_names(names[2], "", "")[1::2] == names[1::2]  # only the place with the same name gets another one
    assert len({*list_names(names[2], "", "")}) == 5


@pytest.mark.parametrize(("side", "message"), [
    (NewSide("Red", "red"), "'red' is not a colour for Red"),
    (NewSide("Red", units=()), "there are 0 knights of Red, but 1 to 12"),
    (NewSide("Red", units=(NewUnit("A"), NewUnit("a"))), "two units have the name 'a'"),
    (NewSide("Red", units=(NewUnit("A", {"Speed": "10"}),)), "'10' cannot be the Speed of a unit"),
    (NewSide("Red", units=(NewUnit("A", {"Speed": "few"}),)), "'few' cannot be the Speed of a unit"),
])
def test_bad_sides_and_units_are_refused(side: NewSide, message: str) -> None:
    with pytest.raises(PrintshopError, match=re.escape(message)):
        make_blank_game("K", [side], KNIGHT)


@pytest.mark.parametrize(("high", "note"), [
    (12, "Attack · Defence · Courage · Wounds"), (9_999, "Attack · Defence · Courage")])
def test_counter_has_four_fields_if_they_are_legible(high: int, note: str) -> None:
    fields = (NewField("Attack", high=high), NewField("Wounds", is_marked=True), NewField("Defence", high=high),
               NewField("Courage", "die", 4, 12))
    files = make_blank_game("Knights", make_sides(["Red"]), change_fields(*fields))
    assert f'note: "{note}"' in files["counters.yaml"]


@pytest.mark.parametrize(("count", "tables"), [
    (3, ["[strength, speed, gun]"]), (4, ["[strength, speed, gun, armour]"]),
    (5, ["[strength, speed, gun]", "[armour, morale]"]),
    (8, ["[strength, speed, gun, armour]", "[morale, reach, nerve, skill]"])])
def test_up_to_eight_fields_stand_beside_the_drawing_in_equal_rows(count: int, tables: list[str]) -> None:
    labels = ["Strength", "Speed", "Gun", "Armour", "Morale", "Reach", "Nerve", "Skill"][:count]
    form = make_blank_game("Tanks", make_sides(["Red", "Blue"]), change_fields(*map(NewField, labels)))["forms.yaml"]
    assert re.findall(r"stats: (.*?), ground", form) == tables
    assert all(row.startswith(10 * " ") for row in form.splitlines() if "stats:" in row)
