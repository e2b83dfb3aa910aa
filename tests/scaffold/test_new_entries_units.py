"""New units: legal, in their place in the file, and described by true comments."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.cli import run
from helpers.games import TOY, open_game

from printshop.game.units import read_unit_list
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.scaffold import new_entries as drafted
from printshop.scaffold import yaml_writer
from printshop.scaffold.new_entries import DRAFT_COMMANDS, draft_unit
from printshop.source import quote_yaml

if TYPE_CHECKING:
    from printshop.game.model import Game, Unit

pytestmark = pytest.mark.usefixtures("working_folder")
TYPES = [(key, kind) for key in (*find_shipped_games(), "toy") for kind in open_game(key).unit_types]


def write_unit(key: str, title: str, **arguments: str) -> Path:
    """Write a unit for a game that comes with printshop; return its file."""
    return DRAFT_COMMANDS["unit"](open_game(key), key, title, **arguments).paths[0]


@pytest.fixture(scope="module")
def starter_games(tmp_path_factory: pytest.TempPathFactory) -> list[Game]:
    folder = tmp_path_factory.mktemp("starters")
    for starter in yaml_writer.list_starters():
        yaml_writer.write_starter_game(folder / starter, starter)
    return [read_game(folder / starter) for starter in yaml_writer.list_starters()]


def catch_draft_problems(game: Game, unit: Unit) -> list[str]:
    """Return what is wrong with a draft that begins as a unit."""
    unit_type = game.unit_types[unit.kind]
    text, _ = draft_unit(game, unit_type, "Somebody New", unit.name)
    return [problem.message for problem in read_unit_list(game, unit_type, text)[1]]


@pytest.mark.parametrize("key", [*find_shipped_games(), "toy", "starters"])
def test_draft_of_any_unit_is_valid_for_any_omitted_fields(key: str, starter_games: list[Game]) -> None:
    for game in starter_games if key == "starters" else [open_game(key)]:
        units = [*game.units.values()]
        for unit in units[:: len(units) // 20 + 1]:
            assert catch_draft_problems(game, unit) == []
        for kind, unit_type in game.unit_types.items():
            unit = next(unit for unit in units if unit.kind == kind)
            for name, field in unit_type.fields.items():
                if field.optional:
                    bare = replace(unit, values={**unit.values, name: getattr(field, "empty", None)})
                    assert catch_draft_problems(replace(game, units={**game.units, unit.name: bare}), bare) == [], name


@pytest.mark.parametrize("without", ["", ", without: {skill: 1}"])
def test_draft_of_a_unit_without_a_name_is_valid(without: str, working_folder: Path) -> None:
    (working_folder / "pilots.yaml").write_text(f"""\
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
    kite = read_game(working_folder / "pilots.yaml").find_unit("Kite")
    assert kite.values["hits"] == 4


def test_unit_named_like_a_game_does_not_hide_it(working_folder: Path) -> None:
    (working_folder / "toy").mkdir()
    assert write_unit("iron_stars", "Iron Stars") == Path("my_iron_stars.yaml")
    assert write_unit("iron_stars", "Toy") == Path("my_toy.yaml")


@pytest.mark.parametrize(("key", "kind"), TYPES)
def test_commented_fields_are_valid_when_activated(key: str, kind: str) -> None:
    game = open_game(key)
    unit_type = game.unit_types[kind]
    text = draft_unit(game, unit_type, "Sea Cat", "")[0]
    every = set(unit_type.fields)
    assert every == {match[1] for match in re.finditer(r"^  #?(\w+):", text, re.MULTILINE)} & every
    for match in list(re.finditer(r"^  #(\w+):.*\n(?:  #  - .*\n)*", text, re.MULTILINE)):
        if match[1] in ("art", "prefix"):
            continue  # a picture of the player's own
        put_in = text.replace(match[0], re.sub("^  #", "  ", match[0], flags=re.MULTILINE))
        _, problems = read_unit_list(game, unit_type, put_in)
        own = f"{unit_type.fields[match[1]].label} of" if match[1] in every else ""  # other fields may not go with it
        assert not [problem for problem in problems if own in problem.message or "unknown key" in problem.message]


def test_user_unit_has_comments_of_its_game_and_no_house_mark() -> None:
    text = write_unit("stellar_wars", "X", like="FR-House").read_text(encoding="utf-8")
    assert "ours:" not in text  # a unit of a player is not of this edition
    text = write_unit("for_the_masses", "Cooks", like="Men at Arms").read_text(encoding="utf-8")
    assert "Cooks, a unit for" in text
    assert "needed here: a unit needs its morale" in " ".join(text.replace("##", "").split())
    text = write_unit("for_the_masses", "Boss", like="Orc Chief").read_text(encoding="utf-8")
    assert "left out here: a Personality tests no morale" in " ".join(text.replace("##", "").split())
    assert '--like "Orc Warriors"' in run("new", "unit", "for_the_masses", "Z", "--type", "Infantry")[1]
    assert 'pack "Mud & Blood/first_light"' in run("new", "game", "Mud & Blood")[1]


def test_game_without_units_gets_valid_units(working_folder: Path) -> None:
    units = shutil.ignore_patterns("heroes", "towers.yaml", "kites.yaml", "tumblers.yaml", "scenarios")
    shutil.copytree(TOY, working_folder / "toy", ignore=units)
    bare = read_game(working_folder / "toy")
    for kind in bare.unit_types.values():
        (unit,), problems = read_unit_list(bare, kind, draft_unit(bare, kind, "A", "")[0])
        assert not problems
        assert not unit.warnings
        assert not drafted.find_unknown_values(unit)


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
def test_checks_are_met_or_the_values_are_unknown(that: str, known: bool) -> None:
    path = Path("sums.yaml")
    path.write_text(CHECKED.replace("THAT", quote_yaml(that)), encoding="utf-8")
    DRAFT_COMMANDS["unit"](read_game(path), "sums", "One")
    assert bool(read_game(path).units["One"].unknown_values) != known
