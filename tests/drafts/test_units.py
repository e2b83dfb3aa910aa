"""New units: what is written of them is legal, in its place, and every note in it true."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import plain
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from shell import run
from toys import TOY, opened

from printshop.catalogue import games
from printshop.drafts import entries as drafted
from printshop.drafts import writing
from printshop.drafts.entries import NEW, draft, type_of
from printshop.game.fields import quoted
from printshop.game.units import read_alone
from printshop.loading import load
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from printshop.game.model import Game, Unit

LOADED = opened("toy")
TYPES = [(key, kind) for key in (*games(), "toy") for kind in opened(key).unit_types]
LATER = {"numbered", "class", "sisters", "short", "prefix", "copies", "art", "art_bow"}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(key: str, title: str, **asked: str) -> Path:
    """Write a unit for a game that comes with printshop; return its file."""
    return NEW["unit"](opened(key), key, title, **asked)[0][0]


@pytest.fixture(scope="module")
def starter_games(tmp_path_factory: pytest.TempPathFactory) -> list[Game]:
    folder = tmp_path_factory.mktemp("starters")
    for starter in writing.starters():
        writing.write_game(folder / starter, starter)
    return [load(folder / starter) for starter in writing.starters()]


def drafted_alone(game: Game, unit: Unit) -> list[str]:
    """Return what is wrong with a draft that begins as a unit."""
    unit_type = game.unit_types[unit.kind]
    text, _ = draft(game, unit_type, "Somebody New", unit.name)
    return [problem.message for problem in read_alone(game, unit_type, text)[1]]


@pytest.mark.parametrize("key", [*games(), "toy", "starters"])
def test_a_draft_like_any_unit_is_right_whatever_it_leaves_empty(key: str, starter_games: list[Game]) -> None:
    for game in starter_games if key == "starters" else [opened(key)]:
        units = [*game.units.values()]
        for unit in units[:: len(units) // 20 + 1]:
            assert drafted_alone(game, unit) == []
        for kind, unit_type in game.unit_types.items():
            unit = next(unit for unit in units if unit.kind == kind)
            for name, field in unit_type.fields.items():
                if field.optional:
                    bare = replace(unit, values={**unit.values, name: getattr(field, "empty", None)})
                    assert drafted_alone(replace(game, units={**game.units, unit.name: bare}), bare) == [], name


@pytest.mark.parametrize("without", ["", ", without: {skill: 1}"])
def test_a_draft_like_a_unit_that_names_nobody(without: str, here: Path) -> None:
    (here / "pilots.yaml").write_text(f"""\
format: 1
title: Pilots
unit_types:
  aircraft:
    plural: aircraft
    fields: {{hits: {{kind: whole}}, pilot: {{kind: unit, of: pilot, optional: true{without}}}}}
  pilot: {{fields: {{skill: {{kind: whole}}}}}}
aircraft:
  - {{name: Heron, hits: 4}}
pilots:
  - {{name: Tilda, skill: 4}}
""", encoding="utf-8")
    assert run("new", "unit", "pilots.yaml", "Kite", "--type", "aircraft")[0] == 0
    kite = load(here / "pilots.yaml").find("Kite")
    assert kite.values["hits"] == 4


LISTED = """\
extends: iron_stars
ships:
- name: A
  side: britain
  type: Cruiser
  points: 9
  hull: 3
  armour: 0
  thrust: 4
# behind the list
needs: [tea]
"""


@pytest.mark.parametrize("before", [
    LISTED, "extends: iron_stars\nneeds: [tea]", "extends: iron_stars\r\n# a note\nneeds: [tea]\r\nrights: me"])
def test_it_goes_below_what_stands_in_a_file_and_the_lines_keep_their_ends(before: str) -> None:
    end = "\r\n" if "\r" in before else "\n"
    before = before.replace("\r", "").replace("\n", end)
    path = Path("mine.yaml")
    path.write_bytes(before.encode())
    NEW["unit"](load(path), "mine", "Wasp")
    assert {"Wasp"} < load(path).units.keys()
    after = path.read_bytes().decode()
    assert after.count("\n") == after.count(end)
    assert after.startswith(before.partition("# behind")[0] if before == LISTED else before + end)
    assert [line for line in before.split() if line not in after.split()] == []


def test_a_list_in_brackets_is_left_alone() -> None:
    path = Path("mine.yaml")
    path.write_text("extends: iron_stars\nships: []\n", encoding="utf-8")
    with pytest.raises(PrintshopError, match="line by line"):
        NEW["unit"](load(path), "mine", "Wasp")
    assert path.read_text(encoding="utf-8") == "extends: iron_stars\nships: []\n"


@pytest.mark.parametrize("name", ["Mary Celeste", 'The "Rat"', "Żółw: ä #2", "1904", "no", "unknown", "[a]",
                                  "O'Hara & Sons", "日本丸", "C:\\x", "{x}", "null", "Nº 1 – x"])
def test_names_that_need_quotes(name: str) -> None:
    text = draft(LOADED, LOADED.unit_types["tower"], name, "")[0]
    assert [unit.name for unit in read_alone(LOADED, LOADED.unit_types["tower"], text)[0]] == [name]
    assert yaml.safe_load(text)[0]["name"] == name  # and for those who read YAML 1.1


def test_a_unit_called_like_a_game_does_not_hide_it(here: Path) -> None:
    (here / "toy").mkdir()
    assert written("iron_stars", "Iron Stars") == Path("my_iron_stars.yaml")
    assert written("iron_stars", "Toy") == Path("my_toy.yaml")


@pytest.mark.parametrize(("key", "kind"), TYPES)
def test_what_is_left_out_is_right_when_it_is_put_in(key: str, kind: str) -> None:
    game = opened(key)
    unit_type = game.unit_types[kind]
    text = draft(game, unit_type, "Sea Cat", "")[0]
    every = set(unit_type.fields)
    assert every == {match[1] for match in re.finditer(r"^  #?(\w+):", text, re.MULTILINE)} & every
    for match in list(re.finditer(r"^  #(\w+):.*\n(?:  #  - .*\n)*", text, re.MULTILINE)):
        if match[1] in ("art", "prefix"):
            continue  # a picture of the player's own
        put_in = text.replace(match[0], re.sub("^  #", "  ", match[0], flags=re.MULTILINE))
        _, problems = read_alone(game, unit_type, put_in)
        own = f"{unit_type.fields[match[1]].label} of" if match[1] in every else ""  # other fields may not go with it
        assert not [problem for problem in problems if own in problem.message or "unknown key" in problem.message]


@pytest.mark.parametrize(("key", "kind"), TYPES)
def test_a_note_is_never_taken_for_a_key_that_is_switched_off(key: str, kind: str, here: Path) -> None:
    if key == "toy":
        shutil.copytree(TOY, here / "toy")
    text = NEW["unit"](load(here / "toy") if key == "toy" else opened(key), key, "Sea Cat", kind=kind)[0][0].read_text(
        encoding="utf-8")
    notes = [line for line in text.splitlines()[1:] if re.match(" *#(?!#)", line)]
    assert [line for line in notes if not re.match(r" *#(\w+:|  - )", line)] == []
    off = set(re.findall(r"^ *#(\w+):", text, re.MULTILINE))
    assert off <= {*opened(key).unit_types[kind].fields, *LATER}


def test_what_a_unit_of_ones_own_is_and_what_its_game_says_of_it() -> None:
    assert "origin: house design " in written("stellar_wars", "X").read_text(encoding="utf-8")
    text = written("for_the_masses", "Cooks", like="Men at Arms").read_text(encoding="utf-8")
    assert "Cooks, a unit for" in text
    assert "needed here: a unit needs its morale" in " ".join(text.replace("##", "").split())
    text = written("for_the_masses", "Boss", like="Orc Chief").read_text(encoding="utf-8")
    assert "left out here: a Personality tests no morale" in " ".join(text.replace("##", "").split())
    assert '--like "Orc Warriors"' in run("new", "unit", "for_the_masses", "Z", "--type", "Infantry")[1]
    assert 'pack "Mud & Blood/first_light"' in run("new", "game", "Mud & Blood")[1]


def test_a_game_without_units_gets_legal_ones(here: Path) -> None:
    units = shutil.ignore_patterns("heroes", "towers.yaml", "kites.yaml", "tumblers.yaml", "scenarios")
    shutil.copytree(TOY, here / "toy", ignore=units)
    bare = load(here / "toy")
    for kind in bare.unit_types.values():
        (unit,), problems = read_alone(bare, kind, draft(bare, kind, "A", "")[0])
        assert not problems
        assert not unit.warnings
        assert not drafted.lost(unit)


CHECKED = """
format: 1
title: Sums
unit_types:
  sum:
    fields:
      a: {kind: whole, min: 0, max: 40}
      b: {kind: whole, min: 0, max: 40}
      c: {kind: choice, options: [x, y, z]}
      d: {kind: whole, min: 0, max: 9, optional: true}
    checks:
      - {that: THAT, message: no}
"""


@pytest.mark.parametrize(("that", "known"), [
    ("a + b == 30", True), ('c == "z" and a > b', True), ("(1 if d else 0) == 1", True),
    ("a == 17 and b == 23", False), ("a > 50", False)])
def test_checks_are_met_or_the_figures_left_open(that: str, known: bool) -> None:
    path = Path("sums.yaml")
    path.write_text(CHECKED.replace("THAT", quoted(that)), encoding="utf-8")
    NEW["unit"](load(path), "sums", "One")
    assert bool(load(path).units["One"].unknown) != known


def test_the_own_choice_is_one_of_its_options() -> None:
    path = Path("sums.yaml")
    path.write_text(CHECKED.replace("[x, y, z]", "[x, y, z], own: v").replace("THAT", "a >= 0"), encoding="utf-8")
    with pytest.raises(PrintshopError, match="which is none of its options"):
        load(path)


@given(st.text(min_size=1, max_size=30))
@settings(max_examples=100)
def test_every_name_is_written_or_refused(name: str) -> None:
    kind = type_of(LOADED, "tower", "")
    try:
        writing.check_title(name, "a tower", typed=True)
    except PrintshopError:
        return
    if name.casefold() in {unit.casefold() for unit in LOADED.units}:
        return
    units, problems = read_alone(LOADED, kind, draft(LOADED, kind, name, "")[0])
    assert not problems
    assert [unit.name for unit in units] == [name]
    assert re.fullmatch(r"[\w]{1,61}", writing.stem(name, "tower"))


@given(st.text(max_size=20))
def test_quoted_texts_are_read_as_they_are(text: str) -> None:
    for wrapped in (f"[{quoted(text)}]", f"- {quoted(text)}"):
        assert plain.of_text(wrapped) == [text]
