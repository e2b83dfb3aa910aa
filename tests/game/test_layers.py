"""Games on top of others: what is added, replaced and changed, and what is said where that cannot be."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from textwrap import dedent, indent
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from printshop.catalogue import HiddenGameWarning, find_game, games, own_games
from printshop.cli import main
from printshop.drafts.writing import STARTER, write_game
from printshop.game import layers
from printshop.game.forms.reading import FORMS
from printshop.game.model import Words
from printshop.game.scenarios import SCENARIOS
from printshop.loading import load
from printshop.problems import PrintshopError, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.game.model import Game

PIG = "{name: Black Pig, side: docks, planks: 8, steam: 4, points: 11}"


def entries(game: Game, name: str) -> Mapping[str, object]:
    return game.sections[name] if name in game.sections else getattr(game, name)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with the game `harbour` in it."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(STARTER, tmp_path / "harbour")
    return tmp_path


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text), encoding="utf-8")
    return path


def mine(text: str) -> Game:
    """Return a game in one file, on top of the harbour."""
    return load(write("mine.yaml", f"extends: harbour\n{dedent(text)}"))


def problems(path: str | Path) -> list[Problem]:
    with pytest.raises(PrintshopError) as caught:
        load(Path(path))
    return list(caught.value.problems)


def problem(text: str, *, extends: bool = True) -> Problem:
    """Return the only problem of a game in one file, on top of the harbour."""
    [found] = problems(write("mine.yaml", ("extends: harbour\n" if extends else "") + dedent(text)))
    return found


# --- what is added


def test_a_file_of_units_is_a_game_with_all_of_the_base() -> None:
    base, game = load(Path("harbour")), mine(f"tugs:\n- {PIG}\n")
    assert [*game.units] == [*base.units, "Black Pig"]
    assert (game.key, game.title, game.base, game.rights) == ("mine", "Harbour", "harbour", base.rights)
    assert game.own["units"] == {"Black Pig"}
    assert [*game[FORMS]] == [*base[FORMS]]
    assert game[SCENARIOS].keys() == base[SCENARIOS].keys()
    assert game.units["Black Pig"].span.file == "mine.yaml"  # type: ignore[union-attr]
    assert game.units["Rat"].span.file == "harbour/tugs.yaml"  # type: ignore[union-attr]
    assert (base.base, dict(base.own)) == ("", {})


def test_words_are_added_to_those_of_the_base() -> None:
    write("air.yaml", "extends: harbour\nwords: {bow: nose, port: left}\n")
    game = load(write("night.yaml", "extends: air\nwords: {port: larboard, keel: middle}\n"))
    assert game.words == Words(bow="nose", port="larboard", keel="middle")
    bare = load(write("bare.yaml", "extends: air\nwords: {replaces: true, stern: tail}\n"))
    assert bare.words == Words(stern="tail")


def test_all_files_that_were_read_are_known() -> None:
    read = [str(path) for path in mine(f"tugs:\n- {PIG}\n").files]
    assert sorted(read) == sorted(["mine.yaml", *(str(path) for path in Path("harbour").rglob("*.yaml"))])


EVERYTHING = """\
title: Pirates
subtitle: of the Upper Basin
rights: Pirates by Ann.
needs: [an eye patch]
settings:
  dues: {value: 2}
sides:
  pirates: {name: Pirates, colour: "#333333", pattern: dots}
size_classes:
  classes:
    M: {name: Middle, up_to: 8, base: 3/4 x 1 1/4 in}
tables:
  loot: {columns: [cask, shillings], rows: [[rum, 12]]}
unit_types:
  kraken:
    plural: krakens
    fields: {arms: {kind: whole}, planks: {kind: whole}, points: {kind: whole}}
    derived: {worth: 'lookup(loot, "rum") * dues'}
tugs:
- {name: Black Pig, side: pirates, planks: 7, steam: 4, points: 11}
krakens:
- {name: Olga, side: any, arms: 9, planks: 3, points: 30}
maps:
  basin: {columns: 4, rows: 4, across: 30 mm, orientation: flat-top}
forms:
  beast: {unit: kraken, per_page: 4, rows: [{height: 8 mm, cells: [{text: "{label}"}]}]}
counters:
  krakens: {kind: flat, units: kraken, size: 1 x 1 in, front: [{text: "{short}"}]}
markers:
  ink: {size: 1 x 1 in, front: [{text: Ink}]}
templates:
  arm: {kind: stick, width: 1/2 in, length: 4 in, every: 2 in, labels: [a, b]}
charts:
  beasts: {title: Beasts, blocks: [{title: Arms, text: They hold.}]}
scenarios:
  raid:
    title: Raid
    summary: Out they come.
    table: 3 ft x 3 ft
    turns: 5
    forces:
      docks: {units: [Mary Gloster, Olga]}
      pirates: {units: [Black Pig]}
    setup: [Anywhere.]
    victory: {text: Who floats has won.}
"""


def test_every_section_can_stand_in_the_one_file() -> None:
    base, game = load(Path("harbour")), mine(EVERYTHING)
    assert (game.title, game.subtitle) == ("Pirates", "of the Upper Basin")
    assert game.rights == f"{base.rights} Pirates by Ann."
    assert game.needs == (*base.needs, "an eye patch")
    assert [*game.sides] == ["docks", "customs", "pirates"]
    assert [size.key for size in game.sizes] == ["S", "M", "L"]
    assert game.units["Black Pig"].size == game.sizes[1]
    assert game.units["Olga"].values["worth"] == 24
    for name in ("maps", "forms", "counters", "markers", "templates", "charts", "scenarios"):
        added = set(entries(game, name)) - set(entries(base, name))
        assert added == game.own[name], name
        assert len(added) == 1, name
    assert game.own["unit_types"] == {"kraken"}


def test_a_whole_game_can_stand_in_one_file() -> None:
    text = EVERYTHING.replace("size_classes:\n", "size_classes:\n  by: planks\n").replace("units: [Mary Gloster, Olga]",
                                                                                          "units: [Olga]")
    tug = "\n  tug: {fields: {planks: {kind: whole}, steam: {kind: whole}, points: {kind: whole}}}\n"
    docks = "\n  docks: {name: The Docks, colour: '#0072b2'}\n"
    text = text.replace("unit_types:\n", f"unit_types:{tug}").replace("sides:\n", f"sides:{docks}")
    game = load(write("alone.yaml", f"format: 1\n{text}"))
    assert game.key == "alone"
    assert [*game.units] == ["Black Pig", "Olga"]
    assert (game.base, dict(game.own)) == ("", {})


def test_a_folder_extends_with_files_called_after_the_words_of_the_base() -> None:
    write("docks2/game.yaml", f"extends: ../harbour\ntugs:\n- {PIG}\n")
    write("docks2/tugs.yaml", "- {name: Gnat, side: docks, planks: 2, steam: 6, points: 5}\n")
    write("docks2/tugs/more.yaml", "- {name: Flea, side: docks, planks: 2, steam: 6, points: 5}\n")
    write("docks2/scenarios/again.yaml", (STARTER / "scenarios" / "first_light.yaml").read_text(encoding="utf-8"))
    game = load(Path("docks2"))
    assert game.own["units"] == {"Black Pig", "Gnat", "Flea"}
    assert game.own["scenarios"] == {"again"}
    assert [*game.units][-3:] == ["Black Pig", "Gnat", "Flea"]
    assert game.base == "harbour"


def test_files_that_no_game_has_are_told_of_every_folder() -> None:
    write("docks2/game.yaml", "extends: ../harbour\n")
    write("docks2/tug.yaml", "- {}\n")
    write("docks2/bots/more.yaml", "- {}\n")
    found = [str(one.span) for one in problems("docks2")]
    assert "docks2/tug.yaml" in found
    assert "docks2/bots" in found
    assert len(found) == 2


def test_games_on_top_of_games() -> None:
    write("one.yaml", f"extends: harbour\nrights: One.\ntugs:\n- {PIG}\n")
    write("two/game.yaml", "extends: ../one\nrights: Two.\nsides: {crows: {name: Crows, colour: '#222222'}}\n")
    jack = "{name: Jack, side: crows, planks: 3, steam: 1, points: 1}"
    game = load(write("three.yaml", f"extends: two\ntugs: [{jack}]\n"))
    assert game.rights == "Free to copy. One. Two."
    assert game.own["units"] == {"Jack"}
    assert {"Black Pig", "Jack", "Rat"} <= game.units.keys()
    assert game.base == "two"


def test_several_games_on_the_same_one_are_put_together() -> None:
    write("one.yaml", f"extends: harbour\ntugs:\n- {PIG}\n")
    write("two.yaml", "extends: [one]\ntugs: [{name: Black Pig, changes: true, steam: 1}]\n")
    write("three.yaml", "extends: harbour\nsides: {crows: {name: Crows, colour: '#222222'}}\n")
    game = load(write("all.yaml", f"extends: [two, three, harbour]\ntugs:\n- {PIG.replace('Black', 'Red')}\n"))
    assert [*game.units][-2:] == ["Black Pig", "Red Pig"]
    assert game.units["Black Pig"].values["steam"] == 1
    assert (game.base, game.own["units"], game.own["sides"]) == ("harbour", {"Black Pig", "Red Pig"}, {"crows"})


def test_games_put_together_must_differ_in_their_names() -> None:
    for name in ("one", "two"):
        write(f"{name}.yaml", f"extends: harbour\ntugs:\n- {PIG}\n")
    [found] = problems(write("all.yaml", "extends: [one, two]\n"))
    assert (str(found.span), found.hint) == ("two.yaml:3:3", "the first is at one.yaml:3:3")


def test_all_missing_games_of_a_list_are_told() -> None:
    found = problems(write("all.yaml", "extends: [harbor, harbour, irn_stars]\n"))
    assert [str(one.span) for one in found] == ["all.yaml:1:11", "all.yaml:1:28"]


def test_settings_of_the_base_count_in_what_is_added_and_the_other_way_round() -> None:
    write("harbour/game.yaml", (STARTER / "game.yaml").read_text(encoding="utf-8")
          + "settings: {coal: {value: 4, max: 9}, rum: {value: 1}}\n")
    tugs = Path("harbour/tugs.yaml")
    tugs.write_text(tugs.read_text(encoding="utf-8").replace("planks: 4", "planks: $rum"), encoding="utf-8")
    text = """\
        extends: harbour
        settings: {rum: {changes: true, value: 3}, own: {value: 7}}
        tugs:
        - {name: Black Pig, side: docks, planks: $own, steam: $coal, points: 1}
        """
    game = load(write("mine.yaml", text), {"coal": "5"})
    assert game.units["Rat"].values["planks"] == 3
    assert game.units["Black Pig"].values["planks"] == 7
    assert game.units["Black Pig"].values["steam"] == 5


@pytest.mark.parametrize(("base", "own", "both"), [("a kettle", "a spoon", ("a kettle", "a spoon")),
                                                   ("[a kettle, a cup]", "a spoon", ("a kettle", "a cup", "a spoon")),
                                                   ("a kettle", "[]", ("a kettle",))])
def test_what_both_need_is_needed(base: str, own: str, both: tuple[str, ...]) -> None:
    path = Path("harbour/game.yaml")
    path.write_text(path.read_text(encoding="utf-8") + f"needs: {base}\n", encoding="utf-8")
    assert mine(f"needs: {own}\n").needs == both


# --- the same name twice

CLASHES = {
    "sides": ("side 'docks'", "docks", "sides:\n  docks: {name: Docks, colour: '#000000'}"),
    "unit_types": ("unit type 'tug'", "tug", "unit_types:\n  tug: {fields: {}}"),
    "classes": ("size class 'S'", "S", "size_classes:\n  classes:\n    S: {up_to: 6, base: 1 x 1 in}"),
    "forms": ("form 'record'", "record", "forms:\n  record: {rows: [{height: 8 mm, cells: [{text: hello}]}]}"),
    "counters": ("counter 'tugs'", "tugs",
                 "counters:\n  tugs: {kind: flat, units: tug, size: 1 x 1 in, front: [{text: hello}]}"),
    "templates": ("template 'cannon_stick'", "cannon_stick",
                  "templates:\n  cannon_stick: {kind: stick, width: 1 in, length: 4 in, every: 2 in, labels: [a, b]}"),
    "scenarios": ("scenario 'first_light'", "first_light",
                  "scenarios:\n  first_light:\n" + indent((STARTER / "scenarios" / "first_light.yaml").read_text(
                      encoding="utf-8"), "    ")),
    "settings": ("setting 'hex'", "hex", "settings:\n  hex: {value: 1}"),
    "tables": ("table 'price'", "price", "tables:\n  price: {columns: [a], rows: [[b]]}"),
    "maps": ("map 'pool'", "pool", "maps:\n  pool: {columns: 4, rows: 4, across: 30 mm, orientation: flat-top}"),
    "markers": ("marker 'wave'", "wave", "markers:\n  wave: {size: 1 x 1 in, front: [{text: Wave}]}"),
    "charts": ("chart 'card'", "card", "charts:\n  card: {title: Card, blocks: [{title: A, text: b}]}"),
}


def give_the_base_all_sections() -> None:
    more = "".join(f"{CLASHES[name][2]}\n" for name in ("settings", "tables", "maps", "markers", "charts"))
    path = Path("harbour/game.yaml")
    path.write_text(path.read_text(encoding="utf-8") + more, encoding="utf-8")


@pytest.mark.parametrize("section", CLASHES)
def test_a_name_that_the_base_has_is_a_problem_that_names_both_places(section: str) -> None:
    give_the_base_all_sections()
    what, key, text = CLASHES[section]
    found = [one for one in problems(write("mine.yaml", f"extends: harbour\n{text}\n")) if what in one.message]
    assert len(found) == 1
    assert found[0].message.startswith(f"there is a {what} already: harbour/")
    span = found[0].span
    assert span is not None
    assert (span.file, span.text.strip().partition(":")[0]) == ("mine.yaml", key)
    assert "replaces: true" in found[0].hint


def test_a_type_that_is_there_is_told_once_and_not_of_every_unit() -> None:
    found = problem("unit_types: {tug: {fields: {crew: {kind: whole, optional: true}}}}\n")
    assert found.message == "there is a unit type 'tug' already: harbour/game.yaml:13:3"


@pytest.mark.parametrize("name", ["replaces", "changes"])
def test_fields_cannot_be_called_like_marks(name: str) -> None:
    found = problem(f"unit_types: {{tug: {{changes: true, fields: {{{name}: {{kind: whole, optional: true}}}}}}}}\n")
    assert f"a field of unit type 'tug' cannot be called '{name}'" in found.message


@pytest.mark.parametrize("section", [name for name in CLASHES if name != "unit_types"])
def test_what_replaces_takes_the_place_of_the_base(section: str) -> None:
    give_the_base_all_sections()
    _, key, text = CLASHES[section]
    head, _, rest = text.partition(f"{key}:")
    entry = f"{{replaces: true, {rest.strip()[1:]}" if rest.strip().startswith("{") else f"\n    replaces: true{rest}"
    game = load(write("mine.yaml", f"extends: harbour\n{head}{key}: {entry}\n"))
    things = {one.key: one for one in game.sizes} if section == "classes" else entries(game, section)
    base = load(Path("harbour"))
    before = [one.key for one in base.sizes] if section == "classes" else [*entries(base, section)]
    assert [*things] == before
    span = getattr(things[key], "span", None)
    assert span is None or span.file == "mine.yaml"


@pytest.mark.parametrize("section", CLASHES)
@pytest.mark.parametrize("mark", ["replaces", "changes"])
def test_there_must_be_something_to_replace(section: str, mark: str) -> None:
    give_the_base_all_sections()
    what, key, text = CLASHES[section]
    head, _, rest = text.partition(f"{key}:")
    entry = (f"{{{mark}: true, {rest.strip()[1:]}" if rest.strip().startswith("{") else f"\n    {mark}: true{rest}")
    found = problems(write("mine.yaml", f"extends: harbour\n{head}{key}x: {entry}\n"))
    noun = what.partition(" '")[0]
    assert found[0].message == f"there is no {noun} '{key}x' that this one {mark}"
    assert found[0].hint == f"did you mean '{key}'?" or len(key) == 1


def test_without_a_base_there_is_nothing_to_replace() -> None:
    path = Path("harbour/forms.yaml")
    path.write_text(path.read_text(encoding="utf-8") + "  replaces: true\n", encoding="utf-8")
    tugs = Path("harbour/tugs.yaml")
    tugs.write_text(tugs.read_text(encoding="utf-8").replace("planks: 9", "planks: 9, changes: true"), encoding="utf-8")
    form, tug = problems("harbour")
    assert form.message == "there is no form 'record' that this one replaces"
    assert tug.message == "there is no tug 'Mary Gloster' that this one changes"
    assert form.hint == "leave out 'replaces': this game extends no other"
    assert str(tug.span) == "harbour/tugs.yaml:1:3"


@pytest.mark.parametrize("value", ["yes", "[]", "1", "{a: b}"])
def test_replaces_is_true_or_false(value: str) -> None:
    text = f"extends: harbour\nsides: {{docks: {{replaces: {value}, colour: '#000000'}}}}\n"
    found = problems(write("mine.yaml", text))
    assert found[-1].message.startswith("'replaces' of side 'docks' must be true or false")


def test_an_entry_cannot_replace_and_change() -> None:
    text = "sides: {docks: {replaces: true, changes: true, colour: '#000000'}}"
    assert "'replaces' and 'changes'" in problem(text).message


# --- changes


def test_one_colour_of_a_side() -> None:
    game = mine("sides: {docks: {changes: true, colour: '#112233'}}\n")
    assert game.sides["docks"].color == "#112233"
    assert game.sides["docks"].name == "The Docks"
    assert game.units["Rat"].side.color == "#112233"


def test_one_field_more_of_a_type() -> None:
    game = mine("""\
        unit_types: {tug: {changes: true, fields: {crew: {kind: whole, optional: true}}}}
        tugs:
        - {name: Black Pig, side: docks, planks: 8, steam: 4, points: 11, crew: 3}
        """)
    assert game.units["Black Pig"].values["crew"] == 3
    assert game.units["Rat"].values["crew"] is None


def test_a_problem_of_what_was_changed_is_told_where_it_stands() -> None:
    found = problem("unit_types: {tug: {changes: true, fields: {planks: {max: 8}}}}\n")
    assert found.message.startswith("planks of Mary Gloster is 9")
    assert str(found.span) == "harbour/tugs.yaml:1:45"
    found = problem("unit_types: {tug: {changes: true, fields: {planks: {max: few}}}}\n")
    assert str(found.span) == "mine.yaml:2:58"


# --- units


def test_a_unit_of_the_same_name_is_a_problem_that_names_both_places() -> None:
    found = problem("tugs: [{name: Rat, side: docks, planks: 1, steam: 1, points: 1}]\n")
    assert (found.message, found.span and str(found.span)) == ("there are two tugs called 'Rat'", "mine.yaml:2:8")
    assert found.hint == "the first is at harbour/tugs.yaml:2:3; 'replaces: true' puts this one in its place"


def test_a_unit_replaces_one_of_the_base_in_its_place() -> None:
    game = mine("tugs: [{name: Rat, replaces: true, side: docks, planks: 1, steam: 1, points: 4}]\n")
    assert [*game.units] == ["Mary Gloster", "Rat", "Vigilant", "Diligent"]
    assert game.units["Rat"].values["planks"] == 1
    assert not game.units["Rat"].numbered
    assert game.own["units"] == {"Rat"}


def test_what_is_replaced_need_not_fit_any_more() -> None:
    game = mine("""\
        unit_types: {tug: {changes: true, fields: {crew: {kind: whole}}}}
        tugs:
        - {name: Mary Gloster, replaces: true, side: docks, planks: 1, steam: 1, points: 21, crew: 1}
        - {name: Rat, replaces: true, numbered: true, side: docks, planks: 1, steam: 1, points: 4, crew: 1}
        - {name: Vigilant, changes: true, crew: 4}
        """)
    assert {unit.values["crew"] for unit in game.units.values()} == {1, 4}


def test_a_unit_changed_keeps_what_is_not_named() -> None:
    game = mine("tugs: [{name: Vigilant, changes: true, steam: 5}]\n")
    ship = game.units["Diligent"]
    assert (ship.values["steam"], ship.values["planks"], ship.class_name) == (5, 6, "Vigilant")


def test_what_replaces_a_class_says_what_becomes_of_the_sisters() -> None:
    text = "tugs: [{{name: Vigilant, replaces: true{}, side: customs, planks: 1, steam: 1, points: 14}}]\n"
    found = problems(write("mine.yaml", f"extends: harbour\n{text.format('')}"))[-1]
    assert found.message == "Vigilant replaces a tug with sisters: Diligent"
    assert mine(text.format(", sisters: [Diligent]")).units["Diligent"].values["planks"] == 1
    write("harbour/scenarios/first_light.yaml", Path("harbour/scenarios/first_light.yaml").read_text(
        encoding="utf-8").replace("points: 28, units: [Vigilant, Diligent]", "points: 14, units: [Vigilant]"))
    assert "Diligent" not in mine(text.format(", sisters: []")).units


@pytest.mark.parametrize("mark", ["replaces", "changes"])
def test_a_sister_goes_ways_of_her_own(mark: str) -> None:
    rest = ", side: customs, planks: 2, steam: 1, points: 14" if mark == "replaces" else ", planks: 2"
    game = mine(f"tugs: [{{name: Diligent, {mark}: true{rest}}}]\n")
    assert game.units["Diligent"].values["planks"] == 2
    assert game.units["Vigilant"].values["planks"] == 6
    assert game.units["Vigilant"].sisters == ()
    assert game.units["Diligent"].class_name == ("" if mark == "replaces" else "Vigilant")
    assert game.own["units"] == {"Diligent"}


def test_a_unit_that_is_not_there_cannot_be_replaced() -> None:
    found = problem("tugs: [{name: Rut, replaces: true, side: docks, planks: 1, steam: 1, points: 1}]\n")
    assert (found.message, found.hint) == ("there is no tug 'Rut' that this one replaces", "did you mean 'Rat'?")


def test_nothing_is_replaced_twice() -> None:
    one = "{name: Rat, replaces: true, side: docks, planks: 1, steam: 1, points: 4}"
    assert problem(f"tugs: [{one}, {one}]\n").message == "there are two tugs called 'Rat'"


def test_units_replaced_in_the_middle_of_a_chain() -> None:
    write("one.yaml", "extends: harbour\ntugs: [{name: Rat, changes: true, steam: 5}]\n")
    game = load(write("two.yaml", "extends: one\ntugs: [{name: Rat, changes: true, planks: 2}]\n"))
    assert (game.units["Rat"].values["steam"], game.units["Rat"].values["planks"]) == (5, 2)
    assert game.units["Rat"].numbered


def test_what_a_book_prints_is_not_asked_of_figures_that_were_changed() -> None:
    path = Path("harbour/game.yaml")
    path.write_text(path.read_text(encoding="utf-8") + "    derived: {twice: planks * 2}\n", encoding="utf-8")
    tugs = Path("harbour/tugs.yaml")
    tugs.write_text(tugs.read_text(encoding="utf-8").replace("planks: 9", "planks: 9, printed: {twice: 18}"), "utf-8")
    assert mine("tugs: [{name: Mary Gloster, changes: true, planks: 8}]\n").units["Mary Gloster"].values["twice"] == 16


def test_a_list_of_units_must_be_a_list() -> None:
    found = problem("tugs: {name: Rat}\n")
    assert found.message == "tugs must be a list, found a block of keys"


@pytest.mark.parametrize("plural", ["forms", "sides", "art", "scenarios", "extends"])
def test_units_cannot_be_called_like_a_part_of_every_game(plural: str) -> None:
    found = problem(f"unit_types: {{x: {{plural: {plural}, fields: {{}}}}}}\n")
    assert found.message == f"units of unit type 'x' cannot be called '{plural}': that is a part of every game"


# --- size classes


def test_classes_lie_in_the_order_of_their_numbers() -> None:
    game = mine("size_classes: {classes: {XS: {up_to: 2, base: 1 x 1 in}, M: {up_to: 7, base: 1 x 1 in}}}\n")
    assert [(one.key, one.up_to) for one in game.sizes] == [("XS", 2), ("S", 6), ("M", 7), ("L", None)]


def test_two_classes_without_end_are_one_too_many() -> None:
    found = problem("size_classes: {classes: {XL: {base: 3 x 3 in}}}\n")
    assert found.message == "nothing is ever of size class 'XL': Large, before it, has no 'up_to'"


def test_classes_go_by_one_field() -> None:
    found = problem("size_classes: {by: steam}\n")
    assert found.message == "'by' of size_classes is 'planks' already: harbour/game.yaml:8:7"
    game = mine("size_classes: {replaces: true, by: steam, classes: {A: {base: 1 x 1 in}}}\n")
    assert (game.size_by, len(game.sizes)) == ("steam", 1)
    assert mine("size_classes: {by: planks}\n").size_by == "planks"


# --- pictures

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def test_pictures_are_ones_own_or_the_base_s() -> None:
    write("harbour/art/base.svg", SVG)
    write("docks2/art/own.svg", SVG)
    write("docks2/game.yaml", f"extends: ../harbour\ntugs:\n- {PIG[:-1]}, art: own.svg}}\n"
          f"- {PIG[:-1].replace('Black Pig', 'Jack')}, art: base.svg}}\n")
    game = load(Path("docks2"))
    assert game.units["Black Pig"].art == Path("docks2/art/own.svg")
    assert game.units["Jack"].art
    assert game.units["Jack"].art.samefile("harbour/art/base.svg")
    [found] = problems(write("docks2/game.yaml", f"extends: ../harbour\ntugs:\n- {PIG[:-1]}, art: bace.svg}}\n")
                       .parent)
    assert (found.message, found.hint) == ("art of Black Pig: there is no picture 'bace.svg' in docks2/art",
                                           "did you mean 'base.svg'?")


def test_two_pictures_of_one_name_are_a_problem() -> None:
    write("harbour/art/a/same.svg", SVG)
    write("docks2/art/a/same.svg", SVG)
    write("docks2/game.yaml", "extends: ../harbour\n")
    [found] = problems("docks2")
    assert found.message.startswith(f"there are two pictures '{Path('a/same.svg')}': docks2/art/a/same.svg and ")
    assert found.span is None


def test_a_file_inside_the_folder_of_its_base_shares_its_pictures() -> None:
    write("harbour/art/same.svg", SVG)
    write("harbour/more.yaml", f"extends: ../harbour\ntugs:\n- {PIG[:-1]}, art: same.svg}}\n")
    [found] = problems("harbour/more.yaml")
    assert str(found.span) == "harbour/more.yaml"  # told of the base: it has no such file
    assert found.message == "no part of a game is called so"
    assert found.hint == "it is a game of its own: it belongs beside this folder, not into it"


@pytest.mark.parametrize("name", ["../harbour/secret.svg", "/etc/passwd", "a/../../x.svg"])
def test_pictures_stay_within_their_folder(name: str) -> None:
    write("harbour/secret.svg", SVG)
    assert "lies outside the folder art/" in problem(f"tugs:\n- {PIG[:-1]}, art: {name}}}\n").message


# --- what cannot be extended


@pytest.mark.parametrize(("base", "message", "hint"), [
    ("harbor", "there is no game called 'harbor'", "did you mean 'harbour'?"),
    ("iron_star", "there is no game called 'iron_star'", "did you mean 'iron_stars'?"),
    ("mine", "mine extends itself", "one of them must be a game that stands on its own"),
    ("./mine.yaml", "mine extends itself", "one of them must be a game that stands on its own"),
    ("harbour/../mine.yaml", "mine extends itself", "one of them must be a game that stands on its own"),
    ("empty", "the folder empty is not a game: it has no file game.yaml", ""),
    (".", "the folder . is not a game: it has no file game.yaml", "there is one in harbour"),
    ("../nowhere/game", "there is no game called '../nowhere/game'", None),
    ("/dev/zero", "there is no game called '/dev/zero'", None),
    ("notes.txt", "notes.txt is not a game", "a game is a folder with a game.yaml in it, or a file NAME.yaml"),
    ("", "'extends' must be a text, found nothing", ""),
    ("[[harbour]]", "'extends' must be a text, found a list", None),
    ("[]", "'extends' is an empty list", "name a game, or leave it out"),
    ("[harbour, iron_stars]", "harbour and iron_stars are games that stand on their own",
     "only games that extend the same one can be put together"),
    ("{game: harbour}", "'extends' must be a text, found a block of keys", None),
    ("true", "'extends' must be a text, found true", None),
    ('"a\\0b"', "there is no game called 'a\0b'", None),
    ("x" * 5000, f"there is no game called '{'x' * 5000}'", None),
])
def test_what_cannot_be_extended_is_told_at_its_place(base: str, message: str, hint: str | None) -> None:
    Path("empty").mkdir()
    write("notes.txt", "Dear diary")
    [found] = problems(write("mine.yaml", f"tugs: [{PIG}]\nextends: {base}\n"))
    assert (found.message, found.span and found.span.file) == (message, "mine.yaml")
    assert found.span
    assert found.span.line == 2 or not base
    assert hint is None or found.hint == hint


def test_games_that_extend_each_other() -> None:
    write("one.yaml", "extends: two\n")
    write("two.yaml", "extends: three\n")
    write("three.yaml", "extends: one\n")
    [found] = problems("one.yaml")
    assert (found.message, str(found.span)) == ("one and two and three extend each other", "three.yaml:1:10")


def test_a_tower_of_games_has_an_end() -> None:
    write("game0.yaml", "extends: harbour\n")
    for number in range(1, 20):
        write(f"game{number}.yaml", f"extends: game{number - 1}\n")
    assert load(Path(f"game{layers.MOST - 2}.yaml")).units
    [found] = problems("game19.yaml")
    assert "too many" in found.message


def test_a_base_that_cannot_be_read_is_told_once_and_nothing_that_follows_from_it() -> None:
    write("harbour/game.yaml", "format: 1\ntitle: 'Harbour\n")
    [found] = problems(write("mine.yaml", f"extends: harbour\ntugs:\n- {PIG}\n"))
    assert str(found.span) == "harbour/game.yaml:2:8"


def test_mistakes_of_both_are_told_together_each_in_its_file() -> None:
    path = Path("harbour/tugs.yaml")
    path.write_text(path.read_text(encoding="utf-8").replace("planks: 9", "planks: many"), encoding="utf-8")
    found = problems(write("mine.yaml", f"extends: harbour\nformat: 2\ntugs:\n- {PIG.replace('8', 'few')}\nfrms: 1\n"))
    assert [str(one.span) for one in found] == ["harbour/tugs.yaml:1:45", "mine.yaml:2:9", "mine.yaml:4:42",
                                              "mine.yaml:5:1"]
    assert found[-1].hint == "did you mean 'forms'?"


@pytest.mark.parametrize(("text", "message", "hint"), [
    ("- name: Rat\n", "a game must be a block of keys, found a list", "write its keys as key: value"),
    ("just words\n", "a game must be a block of keys, found the text 'just words'", "write its keys as key: value"),
    ("extend: harbour\n", "this file is no game: it has neither 'extends' nor 'unit_types'", "did you mean 'extends'?"),
    ("tugs: []\n", "this file is no game: it has neither 'extends' nor 'unit_types'",
     "extends: NAME adds to a game that is there"),
    ("", "the file is empty", ""),
])
def test_a_file_that_is_no_game(text: str, message: str, hint: str) -> None:
    [found] = problems(write("mine.yaml", text))
    assert (found.message, found.hint) == (message, hint)


def test_a_part_of_a_game_is_no_game() -> None:
    [found] = problems("harbour/tugs.yaml")
    assert found.hint == "this is a part of the game harbour: name that"


@pytest.mark.parametrize("section", ["forms", "sides", "scenarios", "size_classes"])
def test_a_section_of_another_kind_than_the_base_s(section: str) -> None:
    found = problem(f"{section}: [a]\n")
    assert found.message == f"{section} must be a block of keys, found a list"


def test_a_section_in_two_places() -> None:
    write("docks2/game.yaml", "extends: ../harbour\nforms: {}\nscenarios: {first: {}}\n")
    write("docks2/forms.yaml", "x: {rows: [{height: 8 mm, cells: [{text: hello}]}]}\n")
    write("docks2/scenarios/first.yaml", (STARTER / "scenarios" / "first_light.yaml").read_text(encoding="utf-8"))
    found = [one.message for one in problems("docks2")]
    assert "'forms' stands in game.yaml and in forms.yaml" in found
    assert "the scenario 'first' stands in game.yaml and in scenarios/first.yaml" in found


# --- finding games


def test_a_game_in_one_file_is_found_by_its_name() -> None:
    write("mine.yaml", "extends: harbour\n")
    write("notes.yaml", "tugs: []\n")
    write("fleet.yaml", "game: harbour\n")
    assert find_game("mine") == Path("mine.yaml") == find_game("mine.yaml")
    assert find_game("harbour/game.yaml") == Path("harbour")
    assert own_games() == {"harbour": Path("harbour"), "mine": Path("mine.yaml")}


def test_a_misspelt_name_is_compared_with_games_in_files_too() -> None:
    write("mine.yaml", "extends: harbour\n")
    with pytest.raises(PrintshopError, match="did you mean 'mine'"):
        find_game("mune")


def test_a_folder_and_a_file_of_one_name_are_told_apart() -> None:
    write("harbour.yaml", "extends: harbour/game.yaml\n")
    with pytest.raises(PrintshopError, match=r"write harbour.yaml or harbour/game.yaml"):
        find_game("harbour")
    assert own_games() == {"harbour.yaml": Path("harbour.yaml"), "harbour/game.yaml": Path("harbour")}
    for name, path in own_games().items():
        assert find_game(name) == path
    assert load(Path("harbour.yaml")).base == "harbour"


def test_a_game_that_is_called_like_one_of_those_that_come_with_printshop() -> None:
    write("iron_stars.yaml", "extends: iron_stars\n")
    assert own_games() == {"harbour": Path("harbour"), "./iron_stars": Path("iron_stars.yaml")}
    assert load(find_game("./iron_stars")).base == "iron_stars"


@pytest.mark.parametrize("own", ["iron_stars.yaml", "iron_stars/game.yaml"])
def test_a_game_of_ones_own_that_is_hidden_is_told(own: str) -> None:
    write(own, "extends: iron_stars\n")
    there = "iron_stars.yaml" if own == "iron_stars.yaml" else "iron_stars"
    told = f"iron_stars is the game that comes with printshop, not {there}: write ./{there} for that"
    with pytest.warns(HiddenGameWarning, match=f"^{told}$"):
        assert find_game("iron_stars") == games()["iron_stars"]
    write("fleet.yaml", "game: iron_stars\ntitle: Home\nunits: [Golem]\n")
    write("wasp.yaml", "extends: iron_stars\n")
    for arguments in (["list", "iron_stars"], ["check", "wasp"], ["check", "fleet.yaml"],
                      ["make", "templates", "iron_stars"], ["export", "csv", "iron_stars"], ["schema", "iron_stars"]):
        assert CliRunner().invoke(main, arguments).stderr == f"warning: {told}\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_a_pipe_is_no_game() -> None:
    os.mkfifo("mine.yaml")
    with pytest.raises(PrintshopError, match="there is no game"):
        find_game("mine.yaml")
    assert "mine" not in own_games()


def test_what_systems_leave_in_folders_of_pictures_is_nobodys(tmp_path: Path) -> None:
    base, own = tmp_path / "base", tmp_path / "own"
    write_game(base)
    own.mkdir()
    (own / "game.yaml").write_text("extends: ../base\n", encoding="utf-8")
    for folder in (base, own):
        (folder / "art").mkdir(exist_ok=True)
        for name in (".DS_Store", "Thumbs.db", "README.txt", ".hidden.svg"):
            (folder / "art" / name).write_text("", encoding="utf-8")
    assert load(own).units


@pytest.mark.parametrize("font", ["~nobody-of-this-name/a.ttf", f"{'x' * 300}/a.ttf", "a/b.ttf"])
def test_a_font_that_nobody_can_have_is_a_problem(tmp_path: Path, font: str) -> None:
    write_game(tmp_path / "game")
    file = tmp_path / "game" / "game.yaml"
    file.write_text(f'fonts: ["{font}"]\n' + file.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(PrintshopError, match="there is no font"):
        load(tmp_path / "game")
