"""Forms in the workshop: the places of their cells, and their changes in the file."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
import yaml

from printshop.problems import PrintshopError
from printshop.workshop import desk, printing, sheets

FILE, KEY = "my_sheet.yaml", "my_sheet"


@pytest.fixture
def sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    assert desk.begun("form", "iron_stars", "My sheet") == {"file": FILE, "key": KEY}
    return sheets.open_form(FILE, KEY)


def cell(told: dict[str, Any], text: str) -> str:
    """Return the path to the cell of a text."""
    for one in told["cells"]:
        found: Any = yaml.safe_load(told["text"])
        for step in json.loads(one["at"]):
            found = found[step]
        if found.get("text") == text or found.get("pips") == text:
            return str(one["at"])
    raise AssertionError(text)


@pytest.mark.slow
def test_cells_are_where_they_are_drawn(sheet: dict[str, Any]) -> None:
    assert (sheet["problems"], sheet["unit"], len(sheet["cells"])) == ([], "Nike", 27)
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', sheet["svg"])[0])
    places = {one["at"]: one["place"] for one in sheet["cells"]}
    with pdfplumber.open(io.BytesIO(printing.make_file(FILE, unit="Nike", form=KEY)[2])) as pdf:
        (word,) = (word for word in pdf.pages[0].extract_words() if word["text"] == "Armour")
        (other,) = (word for word in pdf.pages[0].extract_words() if word["text"] == "Thrust")
    (_, top, wide, high), (_, below, *_) = places[cell(sheet, "Armour")], places[cell(sheet, "Thrust")]
    assert (below - top) / 100 * height * 72 / 25.4 == pytest.approx(other["top"] - word["top"], abs=0.5)
    assert wide / 100 * width == pytest.approx(8 / 20 * (width - 2 * sheets.playing.MARGIN * 25.4 / 72), rel=0.02)
    assert high > 0


@pytest.mark.slow
def test_what_a_cell_shows_is_changed_in_the_text_alone(sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = sheets.open_form(FILE, KEY, at=at)
    assert [(one["key"], one["value"]) for one in told["inputs"]][:2] == [("text", "Armour"), ("style", "")]
    assert told["source"] == "{text: Armour}"
    style = next(one for one in told["inputs"] if one["key"] == "style")
    assert style["options"] == ["title", "label", "value", "body", "small"]
    for name, value, said in (("text", "Plate: {armour}", 'text: "Plate: {armour}"'),
                              ("style", "label", "style: label"), ("ground", "#eeeeee", 'ground: "#eeeeee"'),
                              ("across", "1", "across: 1")):
        told = sheets.change_form(FILE, told["stamp"], KEY, at, name, value, cell=at)
        assert said in told["source"]
        assert told["problems"] == []
    told = sheets.change_form(FILE, told["stamp"], KEY, at, "ground", "", cell=at)
    assert told["source"] == '{text: "Plate: {armour}", style: label, across: 1}'
    row = json.dumps(json.loads(at)[:-2])
    told = sheets.change_form(FILE, told["stamp"], KEY, row, "height", "9 mm", cell=at)
    told = sheets.change_form(FILE, told["stamp"], KEY, "", "title", "Mine", cell=at)
    assert next(one for one in told["rows"] if one["key"] == "height")["value"] == "9 mm"
    old, new = sheet["text"].split("\n"), told["text"].split("\n")
    assert sum(before != after for before, after in zip(old, new, strict=True)) == 3  # title, height, cell
    desk.restore(FILE, told["stamp"], sheet["text"])
    assert Path(FILE).read_text() == sheet["text"]


@pytest.mark.slow
def test_cells_and_rows_come_and_go_and_columns_with_them(sheet: dict[str, Any]) -> None:
    def rows(told: dict[str, Any]) -> list[Any]:
        return list(yaml.safe_load(told["text"])["forms"][KEY]["rows"])

    at = cell(sheet, "Armour")
    number = json.loads(at)[3]
    told = sheets.rearrange(FILE, sheet["stamp"], KEY, at, "cell")
    assert (told["problems"], rows(told)[number]["columns"]) == ([], [8, 8, 9, 3])  # those of the row were three
    assert told["at"] == json.dumps([*json.loads(at)[:-1], 1])
    assert told["source"] == "{text: New}"
    told = sheets.rearrange(FILE, told["stamp"], KEY, told["at"], "no cell")
    assert (told["problems"], rows(told)[number]["columns"]) == ([], [8, 9, 3])
    told = sheets.rearrange(FILE, told["stamp"], KEY, at, "row")
    assert (told["problems"], rows(told)[number + 1]["cells"]) == ([], [{"text": "New"}])
    told = sheets.rearrange(FILE, told["stamp"], KEY, told["at"], "no row")
    assert [row["cells"] for row in rows(told)] == [row["cells"] for row in rows(sheet)]
    wide = cell(sheet, "hull")
    told = sheets.rearrange(FILE, told["stamp"], KEY, wide, "no cell")
    assert told["problems"] == []
    points = cell(sheet, "{points} points")
    told = sheets.rearrange(FILE, told["stamp"], KEY, points, "cell")
    assert (told["problems"], rows(told)[1]["columns"]) == ([], 3)  # those of the form were two


def test_what_is_wrong_is_told_and_what_is_gone_cannot_be_changed(sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = sheets.change_form(FILE, sheet["stamp"], KEY, at, "pips", "sails", cell=at)
    assert "sails" in told["problems"][0]["message"]
    assert (told["svg"], told["source"]) == ("", "{text: Armour, pips: sails}")
    for path in ('["extends"]', "[", '["forms", "my_sheet", "rows", 99, "cells", 0]', '["forms", "other"]'):
        with pytest.raises((PrintshopError, ValueError)):
            sheets.change_form(FILE, told["stamp"], KEY, path, "text", "x")
        with pytest.raises(PrintshopError):
            sheets.rearrange(FILE, told["stamp"], KEY, path, "row")
    with pytest.raises(PrintshopError, match="to be changed here"):
        sheets.change_form(FILE, told["stamp"], KEY, at, "rows", "[]")
    with pytest.raises(PrintshopError):
        sheets.open_form(FILE, "nothing")
    with pytest.raises(PrintshopError, match="there is no form"):
        printing.make_file(FILE, form="nothing")


def test_the_forms_of_a_game_of_ones_own_are_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    desk.new_game("Port", "harbour")
    (form,) = (one for one in desk.describe_game("port")["forms"] if one["file"])
    assert form == {"key": "record", "title": "Tug records", "file": "port/forms.yaml"}
    told = sheets.open_form(form["file"], form["key"])
    assert (told["problems"], len(told["cells"])) == ([], 6)
    told = sheets.change_form(form["file"], told["stamp"], "record", told["cells"][2]["at"], "text", "Boards")
    assert (told["problems"], "text: Boards" in Path("port/forms.yaml").read_text()) == ([], True)


@pytest.mark.slow
def test_circles_of_a_plain_number_are_called_as_the_words_beside_them(sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = sheets.rearrange(FILE, sheet["stamp"], KEY, at, "row")
    told = sheets.change_form(FILE, told["stamp"], KEY, told["at"], "text", "Heat", cell=told["at"])
    told = sheets.rearrange(FILE, told["stamp"], KEY, told["at"], "cell")
    told = sheets.change_form(FILE, told["stamp"], KEY, told["at"], "pips", "10", cell=told["at"], instead="text")
    assert (told["problems"], told["source"]) == ([], "{pips: 10, track: heat}")
    assert {"key": "hull", "label": "hull", "value": "10", "own": True} in told["names"]
    assert [one["own"] for one in told["names"]] == sorted((one["own"] for one in told["names"]), reverse=True)
    told = sheets.change_form(FILE, told["stamp"], KEY, told["at"], "track", "", cell=told["at"])
    assert [(one["unit"], one["key"]) for one in told["problems"]] == [(told["at"], "track")]
    assert "this cell" in told["problems"][0]["message"]
    assert next(one for one in told["rows"] if one["key"] == "height")["said"]


@pytest.mark.slow
def test_what_a_cell_shows_goes_with_all_that_only_that_has(sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = sheets.rearrange(FILE, sheet["stamp"], KEY, at, "row")
    new = told["at"]
    for name, value, instead, source in (
            ("pips", "5", "text", "{pips: 5, track: marks}"),
            ("shape", "box", "", "{pips: 5, track: marks, shape: box}"),
            ("align", "right", "", "{pips: 5, track: marks, shape: box, align: right}"),
            ("count", "5", "pips", "{track: marks, align: right, count: 5}"),
            ("text", "Boilers", "count", "{align: right, text: Boilers}"),
            ("lines", "1", "text", "{align: right, lines: 1}"), ("text", "New", "lines", "{align: right, text: New}")):
        told = sheets.change_form(FILE, told["stamp"], KEY, new, name, value, cell=new, instead=instead)
        assert (told["problems"], told["source"]) == ([], source)


@pytest.mark.slow
def test_words_and_circles_come_as_a_row_and_widths_are_typed_as_numbers(sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = sheets.rearrange(FILE, sheet["stamp"], KEY, at, "circles")
    assert "columns: 2, cells: [{text: New}, {pips: 5, track: marks}]" in told["text"]
    assert told["problems"] == []
    row = json.dumps(json.loads(told["at"])[:-2])
    wide = sheets.change_form(FILE, told["stamp"], KEY, row, "columns", "3 1", cell=told["at"])
    assert (wide["problems"], "columns: [3, 1]" in wide["text"]) == ([], True)
    assert next(one["value"] for one in wide["rows"] if one["key"] == "columns") == "3, 1"
    again = sheets.rearrange(FILE, wide["stamp"], KEY, told["at"], "circles")
    assert "track: marks_2" in again["text"]


@pytest.mark.slow
def test_a_sheet_is_for_a_unit_for_all_for_a_fleet_and_for_ones_own(sheet: dict[str, Any], tmp_path: Path) -> None:
    desk.new_unit("iron_stars", "Wren", like="Golem")
    (tmp_path / "few.yaml").write_text("game: iron_stars\nside: britain\nunits: [Golem, 2 x Alpha]\n")
    assert sheets.open_form(FILE, KEY, unit="Wren")["unit"] == "Wren"

    def pages(**of: str) -> list[str]:
        with pdfplumber.open(io.BytesIO(printing.make_file(FILE, form=KEY, **of)[2])) as pdf:
            return [page.extract_text() for page in pdf.pages]

    assert "Wren" in "".join(pages(unit="Wren"))
    of_fleet = "".join(pages(fleet="few.yaml"))
    assert ("Golem" in of_fleet, "Alpha" in of_fleet, "Nike" in of_fleet) == (True, True, False)
    assert len(pages()) > len(pages(fleet="few.yaml"))
    with pytest.raises(PrintshopError):
        printing.make_file(FILE, form=KEY, fleet="nothing.yaml")
