"""Tables of units as JSON and CSV hold the values of the game."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from helpers.cli import invoke
from helpers.games import open_game
from helpers.paths import TOY

from printshop.exports import unit_tables
from printshop.game_paths import find_shipped_games
from printshop.text_markup import MarkupText, strip_markup

if TYPE_CHECKING:
    from printshop.game.model import Game

def table(game: Game, **how: bool) -> dict[str, dict[str, str]]:
    """Return the rows of a game's CSV by the names of the units."""
    text = unit_tables.format_units_csv(game, tuple(game.units.values()), **how)
    rows = list(csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if how.get("semicolons") else ","))
    return {row["unit" if how.get("fleet") else "name"]: row for row in rows}


def data(game: Game) -> dict[str, dict[str, Any]]:
    result = json.loads(unit_tables.format_units_json(game, tuple(game.units.values())))
    return {unit["name"]: unit for unit in result["units"]}


@pytest.mark.parametrize("key", [*find_shipped_games(), "toy"])
def test_every_unit_has_every_value(key: str) -> None:
    game = open_game(key)
    rows, units = table(game), data(game)
    assert list(rows) == list(units) == list(game.units)
    for name, unit in game.units.items():
        kind = game.unit_types[unit.kind]
        assert {*kind.fields, *kind.derived_names, "points", "warnings", "class", "side", "size"} <= rows[name].keys()
        assert units[name]["fields"].keys() == kind.fields.keys()
        assert units[name]["derived"].keys() == set(kind.derived_names)
        for field in kind.fields:
            value = unit.values[field]
            if isinstance(value, int | str) or value is None:
                value = strip_markup(value) if isinstance(value, MarkupText) else value
                expected = str(value).lower() if isinstance(value, bool) else "" if value is None else str(value)
                assert strip_markup(rows[name][field]) == expected
                assert units[name]["fields"][field] == value


def test_unknown_and_missing_values_differ() -> None:
    game = open_game("toy")
    gone, lost = table(game)["Gone"], table(game)["Lost"]
    assert (gone["girth"], gone["thud"], gone["padding.front"], gone["padding.total"]) == ("unknown",) * 4
    assert (lost["tails"], gone["bruises"]) == ("unknown", "")
    unit = data(game)["Gone"]
    assert unit["fields"]["girth"] is None
    assert unit["fields"]["padding"] == {"left": 1, "front": None, "right": 1, "back": 1}
    assert {"girth", "thud", "bounce"} <= set(unit["unknown"])
    assert unit["points"] is None


@pytest.mark.slow
def test_value_that_differs_from_the_book_has_a_note() -> None:
    game = open_game("iron_stars")
    (row,) = csv.DictReader(io.StringIO(unit_tables.format_units_csv(game, (game.units["Petrograd"],)).removeprefix(
        unit_tables.BOM)))
    assert row["differs"].startswith("secondary: Book: secondary 6/d4 (×1), light guns 4/d6 (×2). Here: exchanged")
    (unit,) = json.loads(unit_tables.format_units_json(game, (game.units["Petrograd"],)))["units"]
    assert set(unit["differs"]) == {"secondary", "light_guns"}
    assert "differs" not in unit_tables.format_units_csv(game, (game.units["Tsargrad"],)).partition("\n")[0]


def test_fleet_table_can_be_read_again(toy_folder: Path) -> None:
    assert invoke("export", "csv", "toy", "--fleet", "-o", "fleet.csv").exit_code == 0
    result = invoke("check", "fleet.csv", "--game", "toy")
    assert "Biff can fight for any side, so the unit needs a side in this fleet" in result.output
    text = (
        (toy_folder / "fleet.csv")
        .read_text(encoding="utf-8")
        .replace("Biff,1,,", "Biff,1,mauve,")
        .replace("Plop,1,,", "Plop,1,teal,")
    )
    (toy_folder / "fleet.csv").write_text(text, encoding="utf-8")
    result = invoke("check", "fleet.csv", "--game", "toy")
    assert result.exit_code == 0, result.output
    assert f"a fleet of {len(open_game('toy').units)} units" in result.output


def test_names_that_look_like_formulas_can_be_read_again(toy_folder: Path) -> None:
    names = "-Wasp", "=1+1", "'Tis Time", "'=2", "+x", "x; =1", "x;'=1", "y, @z"
    text = "extends: toy\ntowers:\n" + "".join(f'- {{name: "{name}", side: mauve, girth: 3}}\n' for name in names)
    (toy_folder / "more.yaml").write_text(text, encoding="utf-8")
    assert invoke("export", "csv", "more", "--fleet", "-o", "fleet.csv").exit_code == 0
    text = (toy_folder / "fleet.csv").read_text(encoding="utf-8")
    assert "\n'=1+1," in text
    for by in ";,\t":  # for any separator of cells
        assert not re.search(rf"(?:^|{by})\"?\s*[=@]", text, re.MULTILINE), by
    result = invoke("check", "fleet.csv", "--game", "more")
    assert f"a fleet of {len(names)} units" in result.output, result.output


def test_path_that_ends_in_a_slash_is_a_folder(toy_folder: Path) -> None:
    Path("old").write_text("mine", encoding="utf-8")
    result = invoke("export", "csv", TOY, "-o", "old/")
    assert "cannot write old/toy-units.csv: " in result.output
    assert Path("old").read_text(encoding="utf-8") == "mine"
    Path("there").mkdir()
    for folder in ("there", "new/"):
        assert invoke("export", "csv", TOY, "-o", folder).output.strip() == f"{folder.rstrip('/')}/toy-units.csv"


def test_extension_of_a_game_is_exported(toy_folder: Path) -> None:
    text = "extends: toy\ntowers: [{name: Falling Tower, side: mauve, girth: 3}]\n"
    (toy_folder / "more.yaml").write_text(text, encoding="utf-8")
    names = [row["name"] for row in csv.DictReader(io.StringIO(invoke("export", "csv", "more", "-o", "-").output))]
    assert names == ["Falling Tower"]
    everything = invoke("export", "csv", "more", "--all", "-o", "-").output
    assert len(list(csv.DictReader(io.StringIO(everything)))) == len(open_game("toy").units) + 1
    (toy_folder / "more.yaml").write_text("extends: toy\ntitle: x\n", encoding="utf-8")
    result = invoke("export", "csv", "more")
    assert result.exit_code == 1
    assert "--all" in result.output


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (unit_tables._to_json_value, (Fraction(5, 2),), 2.5), (unit_tables._to_json_value, (Fraction(4),), 4),
    (unit_tables._to_json_value, (Fraction(1, 3),), "1/3"),
    (unit_tables._format_cell, (Fraction(5, 2), True), "2,5"), (unit_tables._format_cell, (-2, True), "-2"),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected


def test_units_of_one_type_can_be_chosen(tmp_path: Path) -> None:
    game = open_game("toy")
    kind = next(iter(game.unit_types.values()))
    expected = [name for name, unit in game.units.items() if unit.kind == kind.key]
    for word in (kind.key, kind.name.upper(), kind.plural):
        result = invoke("export", "csv", str(TOY), "--type", word, "-o", str(tmp_path / "a.csv"))
        assert result.exit_code == 0
        rows = csv.DictReader(io.StringIO((tmp_path / "a.csv").read_text(encoding="utf-8-sig"), newline=""))
        assert [row["name"] for row in rows] == expected
    assert "has no unit type 'x'" in invoke("export", "json", str(TOY), "--type", "x").stderr
    assert "--type does not work with png" in invoke("export", "png", str(TOY), "--type", kind.key).stderr


def test_lines_of_a_fleet_are_written_as_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("home.yaml").write_text("game: iron_stars\nside: britain\nunits:\n  - 2 x Nike\n"
                                 "  - {unit: Golem, name: Ajax, damage: {hull: 3}}\n")
    assert invoke("export", "csv", "home.yaml", "--semicolons", "-o", "-").output.splitlines() == [
        "unit;count;name;damage;notes", "Nike;2;;;", "Golem;1;Ajax;hull 3;"]
    assert invoke("export", "csv", "home.yaml", "-o", "table.csv").exit_code == 0
    assert invoke("fleet", "table.csv", "--game", "iron_stars", "--format", "dump", "-o", "output").exit_code == 0
    assert "leave out the names of units" in invoke("export", "csv", "home.yaml", "Nike").output
