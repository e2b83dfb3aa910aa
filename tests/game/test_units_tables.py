"""Units from spreadsheets: an export reads back the same; every problem has its row and column."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.games import TOY, open_game
from helpers.problems import catch_problems, join_places
from helpers.xlsx import make_workbook_data
from openpyxl import Workbook

from printshop.exports.unit_tables import format_units_csv
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.products.product import list_unit_warnings

if TYPE_CHECKING:

    from printshop.game.model import Unit

FOLDERS = {**find_shipped_games(), "toy": TOY}
GAME = """\
format: 1
title: Harbour
sides: {docks: {name: Docks, colour: "#0072b2"}}
unit_types:
  tug:
    fields:
      planks: {kind: whole, min: 1, max: 20}
      own_song: {kind: text, label: song, optional: true}
      shield: {kind: numbers, of: [bow, stern], optional: true}
      kit: {kind: entries, of: {flare: {}, rope: {}}, optional: true}
      cargo: {kind: list, optional: true, of: {cask: {kind: text}, casks: {kind: whole}}}
    derived: {half: planks / 2}
"""


@pytest.mark.parametrize(("key", "suffix"), [
    ("toy", "csv"), ("toy", "xlsx"), ("stellar_wars", "csv"), ("for_the_masses", "csv")])
def test_exported_units_can_be_read_again(key: str, suffix: str, tmp_path: Path) -> None:
    game = open_game(key)
    shutil.copytree(FOLDERS[key], tmp_path / key)
    for kind in game.unit_types.values():
        (tmp_path / key / f"{kind.file_stem}.yaml").unlink(missing_ok=True)
        shutil.rmtree(tmp_path / key / kind.file_stem, ignore_errors=True)
        if units := [unit for unit in game.units.values() if unit.kind == kind.key]:
            table = format_units_csv(game, units)
            data = make_workbook_data(table) if suffix == "xlsx" else table.encode("utf-8-sig")
            (tmp_path / key / f"{kind.file_stem}.{suffix}").write_bytes(data)
    again = read_game(tmp_path / key)
    assert again.units.keys() == game.units.keys()
    for name, unit in game.units.items():
        assert again.units[name].values == unit.values
        assert (again.units[name].copies, again.units[name].art_bow) == (unit.copies, unit.art_bow)


def load_table_values(folder: Path, table: str, suffix: str = "csv") -> dict[str, object]:
    """Return the values of the only unit of a table beside the game."""
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / f"tugs.{suffix}").write_bytes(make_workbook_data(table) if suffix == "xlsx" else table.encode())
    (unit,) = read_game(folder).units.values()
    return dict(unit.values)


@pytest.mark.parametrize(("suffix", "table"), [
    ("csv", "name,side,planks,song,cargo\nRat,docks,9,No *more*,rum 3; '\"brown coal\" 2'\n"),
    ("csv", "Name;Side;Planks;Song;[price];cargo\nRat;docks;9;No *more*;12,50;\"rum 3; '\"\"brown coal\"\" 2'\"\n"),
    ("xlsx", "name,side,planks,song,[price],cargo\nRat,docks,9,No *more*,=1,rum 3; '\"brown coal\" 2'\n"),
    ("tsv", "planks\tname\tside\tsong\tcargo\n9\tRat\tdocks\tNo *more*\trum 3; {cask: brown coal, casks: 2}\n"),
])
def test_tables_of_all_kinds(tmp_path: Path, suffix: str, table: str) -> None:
    values = load_table_values(tmp_path, table, suffix)
    assert (values["name"], values["planks"], values["own_song"]) == ("Rat", 9, "No *more*")
    assert str(values["cargo"]) == "rum 3, brown coal 2"


def test_figures_by_name_and_field_entries_have_columns(tmp_path: Path) -> None:
    values = load_table_values(
        tmp_path, "name,side,planks,shield.bow,shield.stern,kit.flare,kit.rope\nRat,docks,9,2,0,3,\n"
    )
    assert (str(values["shield"]), str(values["kit"])) == ("bow 2, stern 0", "3 flares")


@pytest.mark.parametrize(("table", "place", "message", "hint"), [
    ("name,side,planks\nRat,docks,nine\n", (2, 11), "planks of Rat must be a whole number, found the text 'nine'", ""),
    ("name,side,planks\nRat,dox,9\n", (2, 5),
     "'side' of Rat refers to an unknown side 'dox'", "known here: any, docks"),
    ("name,side,planks\nRat,docks,\n", (2, 1), "Rat lacks 'planks'",
     "add the key, or write 'optional: true' for the field if a tug can lack it"),
    ("name,side,planx\nRat,docks,9\n", (1, 11), "units have no field or key 'planx'",
     "did you mean 'planks'? A heading in brackets, [planx], makes printshop ignore the column"),
    ("name,planks,side,Planks\nRat,9,docks,9\n", (1, 18), "the columns 'planks' and 'Planks' both contain the planks",
     "put the heading of one column into brackets to exclude that column"),
    ("ship,side,planks\nRat,docks,9\n".replace("ship", "[ship]"), (1, 1), "no column has the heading 'name'",
     "the first row must contain the headings of the columns: name, ..."),
    ("name,side,planks\nRat,docks,9,7\n", (2, 13), "this row has 4 cells, but the number of headings is 3",
     "put quotes round each text that contains the character between cells"),
    ("name,side,planks,cargo\nRat,docks,9,rum 3; coal\n", (2, 20), "row 2 of cargo of Rat lacks its casks",
     "write the cask and casks of each row, for example '\"a text\" 1'"),
    ("name,side,planks,kit.flair\nRat,docks,9,1\n", (1, 18), "kit has no 'flair'", "did you mean 'flare'?"),
    ("name,side,planks,shield.bow,shield.stren\nRat,docks,9,1,2\n", (1, 29), "shield has no 'stren'",
     "did you mean 'stern'?"),
    ("name,side,planks.bow\nRat,docks,9\n", (1, 11), "units have no field or key 'planks.bow'",
     "did you mean 'planks'? A heading in brackets, [planks.bow], makes printshop ignore the column"),
    ("name,side,planks,cargo.casks\nRat,docks,9,3\n", (1, 18),
     "the column 'cargo' is missing, but the column 'cargo.casks' is derived from it",
     "add the column 'cargo' and write its values like '\"a text\" 1'"),
    ("name,side,planks\nRat,docks,9\nRat,docks,9\n", (3, 1), "two tugs are called 'Rat'",
     "the first unit is at tugs.csv:2:1"),
])
def test_mistakes_are_reported_at_their_row_and_column(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str,
                                                       place: tuple[int, int], message: str, hint: str) -> None:
    monkeypatch.chdir(tmp_path)
    (problem,) = catch_problems(load_table_values, Path(), table)
    assert problem.span
    assert (problem.span.file, problem.span.line, problem.span.column) == ("tugs.csv", *place)
    assert (problem.message, problem.hint) == (message, hint)


def test_wrong_headings_hide_no_mistakes_below_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    problems = catch_problems(
        load_table_values, Path(), "name,side,planx,crow's nest,kit.flare\nRat,docks,9,3,few\nEel,dox,9,3,1\n"
    )
    assert join_places(problems) == [
        ("tugs.csv:1:11: units have no field or key 'planx' | did you mean 'planks'? A heading in brackets, [planx], "
         "makes printshop ignore the column"),
        ("tugs.csv:1:17: units have no field or key 'crow's nest' | known here: art, art_bow, cargo, class, copies, "
         "differs, kit, name, numbered, ours, own_song, planks, prefix, printed, shield, short, side, sisters; a "
         "heading in brackets, [crow's nest], makes printshop ignore the column"),
        "tugs.csv:2:15: 'flare' in kit of Rat must be a whole number, found the text 'few' | ",
        "tugs.csv:3:5: 'side' of Eel refers to an unknown side 'dox' | known here: any, docks"]


def test_mistakes_in_a_workbook_are_reported_at_their_row_and_column(tmp_path: Path,
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    problems = catch_problems(
        load_table_values,
        Path(),
        "name,side,planks,cargo\nRat,docks,9.5,rum 3; coal\nCat,dox,=1,,\nEel,docks,3,,5\n",
        "xlsx",
    )
    assert [(str(problem.span), problem.message) for problem in problems] == [
        ("tugs.xlsx:2:3", "planks of Rat must be a whole number, found the number 9.5"),
        ("tugs.xlsx:2:4", "row 2 of cargo of Rat lacks its casks"),
        ("tugs.xlsx:3:2", "'side' of Cat refers to an unknown side 'dox'"),
        ("tugs.xlsx:3:3", "cell C3 has a formula whose value is not saved"),
        ("tugs.xlsx:4:5", "this row has 5 cells, but the number of headings is 4")]


@pytest.mark.parametrize(("name", "hint"), [
    ("tugs.CSV", "save the table beside game.yaml as tugs.xlsx, or in UTF-8 as tugs.csv"),
    ("tugs.ods", "save the table beside game.yaml as tugs.xlsx, or in UTF-8 as tugs.csv"),
    ("tugs/light.csv", "save the table beside game.yaml as tugs.xlsx, or in UTF-8 as tugs.csv"),
    ("tugs.json", "rename the file to tugs.yaml, because each JSON file is also a YAML file"),
])
def test_unread_table_of_the_only_units_is_reported(tmp_path: Path, name: str,
                                                    hint: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "tugs").mkdir()
    (tmp_path / name).write_text("[]", encoding="utf-8")
    (problem,) = catch_problems(read_game, tmp_path)
    assert (problem.message, problem.hint) == ("tugs cannot be read from this file", hint)
    (tmp_path / "tugs.yaml").write_text("[{name: Rat, side: docks, planks: 9}]", encoding="utf-8")
    assert [*read_game(tmp_path).units] == ["Rat"]


def test_table_without_units_is_reported(tmp_path: Path) -> None:
    with pytest.raises(PrintshopError, match="there are no rows below the headings"):
        load_table_values(tmp_path, "Name,SIDE,planks\n")


NAMELESS = GAME.replace("  tug:\n", "  tug:\n    names: \"{class} {crew} {number}\"\n").replace(
    "    fields:\n", "    fields:\n      crew: {kind: text, label: Art}\n").replace(
    "title: Harbour\n", "title: Harbour\nlanguage: de\n").replace(
    "      shield:", "      paint: {kind: choice, options: [Red, Grün], optional: true}\n"
    "      habits: {kind: choices, options: [Slow, Loud], optional: true}\n      shield:")


def read_named(folder: Path, game: str, table: str) -> tuple[Unit, ...]:
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "tugs.csv").write_text(table, encoding="utf-8")
    return tuple(read_game(folder).units.values())


@pytest.mark.parametrize(("heading", "row"), [
    ("Name;Seite;Anzahl;planks;Art", "Rat;DOCKS;2;9;x"), ("title;Nation;qty;planks;Art", "Rat;docks;2;9;x"),
    ("Tug;side;copies;planks;crew", "Rat;Docks;2;9;x"), ("name;title;side;copies;planks;Art", "Rat;;docks;2;9;x"),
])
def test_headings_can_be_words_of_the_language_or_synonyms(tmp_path: Path, heading: str, row: str) -> None:
    if "name;title" in heading:
        with pytest.raises(PrintshopError, match="units have no field or key 'title'"):
            read_named(tmp_path, NAMELESS, f"{heading}\n{row}\n")
        return
    (unit,) = read_named(tmp_path, NAMELESS, f"{heading}\n{row}\n")
    assert (unit.name, unit.side.key, unit.copies, unit.values["crew"]) == ("Rat", "docks", 2, "x")


def test_game_can_define_words_for_headings(tmp_path: Path) -> None:
    game = NAMELESS.replace("language: de\n", "words: {name: Nom, side: Camp}\n")
    (unit,) = read_named(tmp_path, game, "NOM,camp,planks,crew\nRat,docks,9,x\n")
    assert (unit.name, unit.side.key) == ("Rat", "docks")


def test_sides_and_choices_are_found_in_any_case(tmp_path: Path) -> None:
    (unit,) = read_named(tmp_path, NAMELESS, "name,side,planks,crew,paint,habits\nRat,dOcKs,9,x,grün,LOUD; slow\n")
    assert (unit.side.key, unit.values["paint"], unit.values["habits"]) == ("docks", "Grün", ("Loud", "Slow"))


def test_units_without_names_get_names_by_a_rule(tmp_path: Path) -> None:
    table = "name,class,side,planks,crew\n,A,docks,9,x\n,A,docks,9,y\nA x 2,A,docks,9,x\n,A,docks,9,x\n"
    units = read_named(tmp_path, NAMELESS, table)
    assert [unit.name for unit in units] == ["A x 1", "A y 1", "A x 2", "A x 3"]
    (tmp_path / "tugs.csv").unlink()
    (tmp_path / "tugs.yaml").write_text("[{class: B, side: docks, planks: 3, crew: 7}]", encoding="utf-8")
    assert [*read_game(tmp_path).units] == ["B 7 1"]
    (problem,) = catch_problems(read_named, tmp_path, NAMELESS, "side,planks,crew\ndocks,9,x\n")
    assert problem.message == "a tug lacks 'name'"
    game = NAMELESS.replace("{class} {crew} {number}", "{class}")
    (problem,) = catch_problems(read_named, tmp_path, game, "side,class,planks,crew\ndocks,A,9,x\ndocks,A,9,x\n")
    assert problem.message == "two tugs are called 'A'"


@pytest.mark.parametrize(("rule", "message", "hint"), [
    ("Tug", "'names' of unit type 'tug' must have a hole: otherwise all names are equal",
     "write, for example, names: \"{crew} {number}\""),
    ("{crow} {number}", "'names' of unit type 'tug' has the hole {crow}, but units have no field 'crow'",
     "did you mean 'crew'?"),
])
def test_rule_for_names_has_fields(tmp_path: Path, rule: str, message: str, hint: str) -> None:
    game = NAMELESS.replace("{class} {crew} {number}", rule)
    (problem,) = catch_problems(read_named, tmp_path, game, "name,side,planks,crew\nRat,docks,9,x\n")
    assert (problem.message, problem.hint) == (message, hint)


def test_numbers_of_a_workbook_have_their_displayed_text_and_hidden_cells_are_ignored(tmp_path: Path) -> None:
    book = Workbook()
    sheet = book.active
    for row in (["name", "side", "planks", "crew", "price", "copies"], [7, "docks", 9, 12, 4, 3],
                ["Cat", "docks", 9, "x", 4, 1]):
        sheet.append(row)
    for place, number_format in {"A2": "000", "C2": "00", "D2": "0.00", "F2": "00"}.items():
        sheet[place].number_format = number_format
    sheet.row_dimensions[3].hidden = sheet.column_dimensions["E"].hidden = True
    (tmp_path / "game.yaml").write_text(NAMELESS, encoding="utf-8")
    book.save(tmp_path / "tugs.xlsx")
    game = read_game(tmp_path)
    (unit,) = game.units.values()
    assert (unit.name, unit.values["planks"], unit.values["crew"], unit.copies) == ("007", 9, "12.00", 3)
    (note,) = game.notes
    assert note.endswith("tugs.xlsx: 1 hidden row and 1 hidden column of the sheet are left out; to print "
                         "hidden rows and columns, show them in the sheet and save the file")
    assert [*list_unit_warnings(game, ())] == [note]


@pytest.mark.parametrize("name", ["tug.csv", "Tugs 1.csv", "tuggs.xlsx"])
def test_table_with_a_similar_name_is_reported(tmp_path: Path, name: str) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / name).write_text("name,side,planks\nRat,docks,9\n", encoding="utf-8")
    (problem,) = catch_problems(read_game, tmp_path)
    assert problem.message == "tugs cannot be read from this file"
    (tmp_path / "tugs.yaml").write_text("[{name: Rat, side: docks, planks: 9}]", encoding="utf-8")
    assert [*read_game(tmp_path).units] == ["Rat"]


@pytest.mark.parametrize(("cell", "hint"), [
    ("10 237,65", "10237.65"), ("10\u00a0237,65", "10237.65"), ("1.000,92", "1000.92"), ("1,234.5", "1234.5"),
    ("1'234.5", "1234.5"), ("1.234.567,8", "1234567.8"),
])
def test_numbers_with_digit_groups_are_reported_with_the_right_form(tmp_path: Path, cell: str, hint: str) -> None:
    game = GAME.replace("planks: {kind: whole, min: 1, max: 20}", "planks: {kind: decimal}")
    (problem,) = catch_problems(read_named, tmp_path, game, f"name;side;planks\nRat;docks;{cell}\n")
    assert f"write {hint}" in f"{problem.message} {problem.hint}"
