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
from printshop.workshop import export_api, forms_api, games_api, play_api, units_api
from printshop.workshop.workspace import Workspace

FILE, KEY = "my_sheet.yaml", "my_sheet"
FORM = """\
extends: iron_stars

forms:
  my_sheet:
    title: My sheet  # printed at the top of every page
    unit: ship       # the unit type of these records
    per_page: 2      # each record is 112 mm high
    #default: false  # with false, the form is printed only if --only names it
    columns: 2       # the number of equal columns; with [3, 1], the first column is three times as wide as the second
    rows:
      ## Rows of cells. text: words, with values of the unit in braces; pips: the number of circles;
      ## blank: the content on a blank form; across: the number of columns that the cell covers.
      - {height: 2 mm, cells: [{across: 2, band: true}]}
      - height: 9 mm
        cells:
          - {text: "{label}", style: title, blank: Ship}
          - {text: "{points} points", align: right, blank: Points}
      - {height: 18 mm, cells: [{across: 2, picture: unit}]}
      - {height: 7 mm, rules: true, cells: [{across: 2, text: "Type **{type}**", blank: Type}]}
      - height: 11 mm
        rules: true
        columns: [8, 9, 3]
        cells:
          - {text: Hull}
          - {pips: hull, marks: q_positions, letter: Q, align: left, blank: 35}
          - {text: "{item(track, 1)}", align: center}
      - height: 7 mm
        rules: true
        columns: [8, 9, 3]
        cells:
          - {text: Armour}
          - {pips: armour, align: left, blank: 5}
          - {text: "{item(track, 2)}", align: center}
      - height: 7 mm
        rules: true
        columns: [8, 9, 3]
        cells:
          - {text: Thrust}
          - {pips: thrust, align: left, blank: 10}
          - {text: "{item(track, 3)}", align: center}
      - height: 7 mm
        rules: true
        columns: [8, 9, 3]
        cells:
          - {text: "Primary **{primary}**", blank: Primary}
          - {pips: count(primary), align: left, blank: 15}
          - {text: "{item(track, 4)}", align: center}
      - height: 7 mm
        rules: true
        columns: [8, 9, 3]
        cells:
          - {text: "Secondary **{secondary}**", blank: Secondary}
          - {pips: count(secondary), align: left, blank: 15}
          - {text: "{item(track, 5)}", align: center}
      - height: 7 mm
        rules: true
        columns: [8, 9, 3]
        cells:
          - {text: "Light guns **{light_guns}**", blank: Light guns}
          - {pips: count(light_guns), align: left, blank: 15}
          - {text: "{item(track, 6)}", align: center}
      - height: 7 mm
        rules: true
        columns: [8, 9, 3]
        cells:
          - {text: "Torpedoes **{torpedoes}**", blank: Torpedoes}
          - {across: 2, pips: count(torpedoes), align: left, blank: 6}
      - height: 11 mm
        rules: true
        cells:
          - {across: 2, wrap: true, text: "Equipment **{equipment}**", blank: Equipment}
      - {height: 12 mm, rules: true, cells: [{across: 2, text: Notes, lines: 2}]}
"""


@pytest.fixture
def sheet(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.chdir(tmp_path)
    assert games_api.create_entry("form", workspace, "iron_stars", "My sheet") == {"file": FILE, "key": KEY}
    Path(FILE).write_text(FORM, encoding="utf-8")
    return forms_api.open_form(workspace, FILE, KEY)


@pytest.fixture
def new_sheet(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Return the form as it is begun: but for its head, its rows are cells, and figures a table."""
    monkeypatch.chdir(tmp_path)
    games_api.create_entry("form", workspace, "iron_stars", "My sheet")
    return forms_api.open_form(workspace, FILE, KEY)


def row_at(told: dict[str, Any], key: str) -> str:
    """Return the path to the row that has the key of its only cell."""
    rows = yaml.safe_load(told["text"])["forms"][KEY]["rows"]
    (number,) = (number for number, one in enumerate(rows) if key in one and "cells" not in one)
    return json.dumps(["forms", KEY, "rows", number])


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
def test_cells_are_where_they_are_drawn(workspace: Workspace, sheet: dict[str, Any]) -> None:
    assert (sheet["problems"], sheet["unit"], len(sheet["cells"])) == ([], "Nike", 27)
    width, height = map(float, re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', sheet["svg"])[0])
    places = {one["at"]: one["place"] for one in sheet["cells"]}
    with pdfplumber.open(io.BytesIO(export_api.make_file(workspace, FILE, unit="Nike", form=KEY)[2])) as pdf:
        (word,) = (word for word in pdf.pages[0].extract_words() if word["text"] == "Armour")
        (other,) = (word for word in pdf.pages[0].extract_words() if word["text"] == "Thrust")
    (_, top, wide, high), (_, below, *_) = places[cell(sheet, "Armour")], places[cell(sheet, "Thrust")]
    assert (below - top) / 100 * height * 72 / 25.4 == pytest.approx(other["top"] - word["top"], abs=0.5)
    assert wide / 100 * width == pytest.approx(8 / 20 * (width - 2 * play_api.MARGIN * 25.4 / 72), rel=0.02)
    assert high > 0


@pytest.mark.slow
def test_what_a_cell_shows_is_changed_in_the_text_alone(workspace: Workspace, sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = forms_api.open_form(workspace, FILE, KEY, at=at)
    assert [(one["key"], one["value"]) for one in told["inputs"]][:2] == [("text", "Armour"), ("style", "")]
    assert told["source"] == "{text: Armour}"
    style = next(one for one in told["inputs"] if one["key"] == "style")
    assert style["options"] == ["title", "label", "value", "body", "small"]
    for name, value, said in (("text", "Plate: {armour}", 'text: "Plate: {armour}"'),
                              ("style", "label", "style: label"), ("ground", "#eeeeee", 'ground: "#eeeeee"'),
                              ("across", "1", "across: 1")):
        told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, name, value, cell=at)
        assert said in told["source"]
        assert told["problems"] == []
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "ground", "", cell=at)
    assert told["source"] == '{text: "Plate: {armour}", style: label, across: 1}'
    row = json.dumps(json.loads(at)[:-2])
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, row, "height", "9 mm", cell=at)
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, "", "title", "Mine", cell=at)
    assert next(one for one in told["rows"] if one["key"] == "height")["value"] == "9 mm"
    old, new = sheet["text"].split("\n"), told["text"].split("\n")
    assert sum(before != after for before, after in zip(old, new, strict=True)) == 3  # title, height, cell
    units_api.restore(workspace, FILE, told["stamp"], sheet["text"])
    assert Path(FILE).read_text() == sheet["text"]


@pytest.mark.slow
def test_cells_and_rows_come_and_go_and_columns_with_them(workspace: Workspace, sheet: dict[str, Any]) -> None:
    def rows(told: dict[str, Any]) -> list[Any]:
        return list(yaml.safe_load(told["text"])["forms"][KEY]["rows"])

    at = cell(sheet, "Armour")
    number = json.loads(at)[3]
    told = forms_api.rearrange(workspace, FILE, sheet["stamp"], KEY, at, "cell")
    assert (told["problems"], rows(told)[number]["columns"]) == ([], [8, 8, 9, 3])  # those of the row were three
    assert told["at"] == json.dumps([*json.loads(at)[:-1], 1])
    assert told["source"] == "{text: New}"
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, told["at"], "no cell")
    assert (told["problems"], rows(told)[number]["columns"]) == ([], [8, 9, 3])
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, at, "row")
    assert (told["problems"], rows(told)[number + 1]["cells"]) == ([], [{"text": "New"}])
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, told["at"], "no row")
    assert [row["cells"] for row in rows(told)] == [row["cells"] for row in rows(sheet)]
    wide = cell(sheet, "hull")
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, wide, "no cell")
    assert told["problems"] == []
    points = cell(sheet, "{points} points")
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, points, "cell")
    assert (told["problems"], rows(told)[1]["columns"]) == ([], 3)  # those of the form were two


def test_every_row_of_a_form_that_is_begun_is_chosen_and_a_table_is_one_cell(workspace: Workspace,
                                                                             new_sheet: dict[str, Any]) -> None:
    head = [json.dumps(["forms", KEY, "rows", 0, "cells", number]) for number in (0, 1, 2)]
    places = {one["at"]: one["place"] for one in new_sheet["cells"]}
    assert (new_sheet["problems"], [*places]) == ([], [*head, *(
        row_at(new_sheet, key) for key in ("band", "stats", "text"))])  # Nike has no equipment to list
    table, notes = (places[row_at(new_sheet, key)] for key in ("stats", "text"))
    picture = places[head[2]]
    assert table[2] == pytest.approx(sum(places[one][2] for one in head), abs=0.01)
    assert picture[1] + picture[3] < table[1] < table[1] + table[3] < notes[1]
    assert table[3] > 20
    assert [one["label"] for one in new_sheet["cells"]][-2:] == [
        f"cell 1 of row {number} of form '{KEY}'" for number in (3, 5)]
    with_list = forms_api.open_form(workspace, FILE, KEY, unit="Petrograd")
    assert row_at(new_sheet, "list") in [one["at"] for one in with_list["cells"]]


def test_a_row_that_has_the_keys_of_its_cell_is_changed_as_both(workspace: Workspace,
                                                                new_sheet: dict[str, Any]) -> None:
    at = row_at(new_sheet, "stats")
    told = forms_api.open_form(workspace, FILE, KEY, at=at)
    assert (told["at"], told["row"]) == (at, at)
    inputs = {one["key"]: one["value"] for one in told["inputs"]}
    assert (inputs["stats"][:12], inputs["marks"]) == ("[type, hull,", "[hull, armour, thrust]")
    assert [one["key"] for one in told["rows"]] == ["height", "rules", "each", "only_if"]
    assert not {*inputs} & {"height", "rules", "each", "only_if"}
    said = {one["key"]: one["said"] for one in told["inputs"]}
    assert said["marks"] == "those of the numbers that have a mark for each point"
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "stats", "{hull: Hits, armour: ~}", cell=at)
    assert "stats: {hull: Hits, armour: ~}, marks" in told["source"]
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "stats", "[hull, armor, thrust]", cell=at)
    assert [(one["unit"], one["key"]) for one in told["problems"]] == [(at, "stats")]
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "stats", "[hull, armour, thrust]", cell=at)
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "only_if", "hull > 3", cell=at)
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "text", "Hull {hull}", cell=at,
                                 instead="stats")
    assert (told["problems"], told["source"]) == ([], '{ground: side, only_if: hull > 3, text: "Hull {hull}"}')
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "pips", "5", cell=at, instead="text")
    assert (told["problems"], told["source"]) == ([], "{ground: side, only_if: hull > 3, pips: 5, track: marks}")


def test_a_row_that_has_the_keys_of_its_cell_gets_cells_beside_it(workspace: Workspace,
                                                                  new_sheet: dict[str, Any]) -> None:
    at = row_at(new_sheet, "band")
    told = forms_api.change_form(workspace, FILE, new_sheet["stamp"], KEY, at, "height", "20 mm", cell=at)
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, at, "cell")
    assert "- {gap: 0 mm, height: 20 mm, columns: 2, cells: [{band: true}, {text: New}]}\n" in told["text"]
    assert (told["problems"], told["at"]) == ([], json.dumps([*json.loads(at), "cells", 1]))
    notes = row_at(told, "lines")
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, notes, "row")
    assert told["text"].endswith("- {text: Notes, lines: 2}\n      - {columns: 1, cells: [{text: New}]}\n")
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, notes, "no row")
    assert (told["problems"], "Notes" in told["text"], "{text: New}]}\n" in told["text"]) == ([], False, True)
    with pytest.raises(PrintshopError, match="the last one stays"):
        forms_api.rearrange(workspace, FILE, told["stamp"], KEY, row_at(told, "stats"), "no cell")


def test_what_is_wrong_is_told_and_what_is_gone_cannot_be_changed(workspace: Workspace, sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = forms_api.change_form(workspace, FILE, sheet["stamp"], KEY, at, "pips", "sails", cell=at)
    assert "sails" in told["problems"][0]["message"]
    assert (told["svg"], told["source"]) == ("", "{text: Armour, pips: sails}")
    for path in ('["extends"]', "[", '["forms", "my_sheet", "rows", 99, "cells", 0]', '["forms", "other"]'):
        with pytest.raises((PrintshopError, ValueError)):
            forms_api.change_form(workspace, FILE, told["stamp"], KEY, path, "text", "x")
        with pytest.raises(PrintshopError):
            forms_api.rearrange(workspace, FILE, told["stamp"], KEY, path, "row")
    with pytest.raises(PrintshopError, match="to be changed here"):
        forms_api.change_form(workspace, FILE, told["stamp"], KEY, at, "rows", "[]")
    with pytest.raises(PrintshopError):
        forms_api.open_form(workspace, FILE, "nothing")
    with pytest.raises(PrintshopError, match="there is no form"):
        export_api.make_file(workspace, FILE, form="nothing")


def test_the_forms_of_a_game_of_ones_own_are_its_files(workspace: Workspace, tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    games_api.new_game(workspace, "Port", "harbour")
    (form,) = (one for one in games_api.describe_game(workspace, "port")["forms"] if one["file"])
    assert form == {"key": "record", "title": "Tug records", "file": "port/forms.yaml"}
    told = forms_api.open_form(workspace, form["file"], form["key"])
    assert (told["problems"], len(told["cells"])) == ([], 4)
    told = forms_api.change_form(workspace, form["file"], told["stamp"], "record", told["cells"][2]["at"], "text",
                                 "Worth {points}")
    assert (told["problems"], 'text: "Worth {points}"' in Path("port/forms.yaml").read_text()) == ([], True)
    table = told["cells"][3]["at"]
    told = forms_api.change_form(workspace, form["file"], told["stamp"], "record", table, "stats", "[planks, steam]",
                                 cell=table)
    assert (told["problems"], told["source"]) == ([], "{stats: [planks, steam], marks: [planks, steam], shape: box}")


@pytest.mark.slow
def test_circles_of_a_plain_number_are_called_as_the_words_beside_them(workspace: Workspace,
                                                                       sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = forms_api.rearrange(workspace, FILE, sheet["stamp"], KEY, at, "row")
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, told["at"], "text", "Heat", cell=told["at"])
    told = forms_api.rearrange(workspace, FILE, told["stamp"], KEY, told["at"], "cell")
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, told["at"], "pips", "10", cell=told["at"],
                                 instead="text")
    assert (told["problems"], told["source"]) == ([], "{pips: 10, track: heat}")
    assert {"key": "hull", "label": "hull", "value": "10", "own": True} in told["names"]
    assert [one["own"] for one in told["names"]] == sorted((one["own"] for one in told["names"]), reverse=True)
    told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, told["at"], "track", "", cell=told["at"])
    assert [(one["unit"], one["key"]) for one in told["problems"]] == [(told["at"], "track")]
    assert "this cell" in told["problems"][0]["message"]
    assert next(one for one in told["rows"] if one["key"] == "height")["said"]


@pytest.mark.slow
def test_what_a_cell_shows_goes_with_all_that_only_that_has(workspace: Workspace, sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = forms_api.rearrange(workspace, FILE, sheet["stamp"], KEY, at, "row")
    new = told["at"]
    for name, value, instead, source in (
            ("pips", "5", "text", "{pips: 5, track: marks}"),
            ("shape", "box", "", "{pips: 5, track: marks, shape: box}"),
            ("align", "right", "", "{pips: 5, track: marks, shape: box, align: right}"),
            ("count", "5", "pips", "{track: marks, align: right, count: 5}"),
            ("text", "Boilers", "count", "{align: right, text: Boilers}"),
            ("lines", "1", "text", "{align: right, lines: 1}"), ("text", "New", "lines", "{align: right, text: New}")):
        told = forms_api.change_form(workspace, FILE, told["stamp"], KEY, new, name, value, cell=new, instead=instead)
        assert (told["problems"], told["source"]) == ([], source)


@pytest.mark.slow
def test_words_and_circles_come_as_a_row_and_widths_are_typed_as_numbers(workspace: Workspace,
                                                                         sheet: dict[str, Any]) -> None:
    at = cell(sheet, "Armour")
    told = forms_api.rearrange(workspace, FILE, sheet["stamp"], KEY, at, "circles")
    assert "columns: 2, cells: [{text: New}, {pips: 5, track: marks}]" in told["text"]
    assert told["problems"] == []
    row = json.dumps(json.loads(told["at"])[:-2])
    wide = forms_api.change_form(workspace, FILE, told["stamp"], KEY, row, "columns", "3 1", cell=told["at"])
    assert (wide["problems"], "columns: [3, 1]" in wide["text"]) == ([], True)
    assert next(one["value"] for one in wide["rows"] if one["key"] == "columns") == "3, 1"
    again = forms_api.rearrange(workspace, FILE, wide["stamp"], KEY, told["at"], "circles")
    assert "track: marks_2" in again["text"]


@pytest.mark.slow
def test_a_sheet_is_for_a_unit_for_all_for_a_fleet_and_for_ones_own(workspace: Workspace, sheet: dict[str, Any],
                                                                    tmp_path: Path) -> None:
    games_api.new_unit(workspace, "iron_stars", "Wren", like="Golem")
    (tmp_path / "few.yaml").write_text("game: iron_stars\nside: britain\nunits: [Golem, 2 x Alpha]\n")
    assert forms_api.open_form(workspace, FILE, KEY, unit="Wren")["unit"] == "Wren"

    def pages(**of: str) -> list[str]:
        with pdfplumber.open(io.BytesIO(export_api.make_file(workspace, FILE, form=KEY, **of)[2])) as pdf:
            return [page.extract_text() for page in pdf.pages]

    assert "Wren" in "".join(pages(unit="Wren"))
    of_fleet = "".join(pages(fleet="few.yaml"))
    assert ("Golem" in of_fleet, "Alpha" in of_fleet, "Nike" in of_fleet) == (True, True, False)
    assert len(pages()) > len(pages(fleet="few.yaml"))
    with pytest.raises(PrintshopError):
        export_api.make_file(workspace, FILE, form=KEY, fleet="nothing.yaml")
