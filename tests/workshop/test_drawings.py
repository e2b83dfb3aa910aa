"""Drawings of blocks: which product shows a block, the places of cells, points of fleets and scenarios."""

from __future__ import annotations

import shutil
import textwrap
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import ROOT
from helpers.workshop import create_entry, open_document

from printshop.formulas import NOT_KNOWN
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import list_starters
from printshop.workshop import api, drawings, editor_api, game_cache, games_api, new_games_api
from printshop.workshop.export_api import make_file
from printshop.workshop.workspace import Workspace, make_stamp


def draw(file: str, *path: str | int, **view: str) -> dict[str, Any]:
    view_values = {"path": [*path], **view}
    drawing: dict[str, Any] = editor_api.open_document(Workspace(Path()), file, view_values)["drawing"]
    return drawing


@pytest.fixture
def mine(working_folder: Path) -> str:
    """A copy of a game in the folder in which the test runs."""
    shutil.copytree(ROOT / "data" / "iron_stars", "mine")
    return "mine"


def test_unit_has_its_products_figures_and_meanings(mine: str) -> None:
    record = draw(f"{mine}/ships/britain.yaml", 1, "hull")
    assert (record["unit"], record["products"], record["product"]) == ("Gauntlet", ["records", "counters"], "records")
    assert {fact["label"] for fact in record["facts"] if fact["derived"]} == {
        "hull victory points", "damage location track", "hull circles with a Q, for special equipment"}
    assert record["meanings"]["primary"].startswith("4 guns, each with a d")
    counters = draw(f"{mine}/ships/britain.yaml", 1, product="counters")
    assert counters["product"] == "counters"
    assert counters["pages"] != record["pages"]
    kind = draw(f"{mine}/game.yaml", "unit_types", "ship", unit="Gauntlet")
    assert kind["pages"] == record["pages"]
    assert "Nike" in kind["units"]
    side = draw(f"{mine}/game.yaml", "sides", "britain", unit="Gauntlet")
    assert side["pages"] == counters["pages"]  # they have the colour and the emblem of the side
    assert "Volga" in draw(f"{mine}/game.yaml", "sides", "russia")["units"]


def test_warnings_have_the_value_that_they_are_about(working_folder: Path) -> None:
    shutil.copytree(ROOT / "data" / "stellar_wars", "mine")
    main = Path("mine", "game.yaml")
    check = "      - {that: cost <= limit,"
    more = ("- {that: hull == 0, warning: true, message: the size is wrong}\n"  # the message shows no value
            "- {that: hull == 0, warning: true, message: '*{reactor}* and {hull}'}\n")
    main.write_text(main.read_text(encoding="utf-8").replace(
        check, f"{textwrap.indent(more, ' ' * 6)}{check}"), encoding="utf-8")
    document = draw("mine/ships.yaml", 0)
    subjects = {warning["message"]: warning["subject"] for warning in document["warnings"]}
    values = {fact["key"]: fact["value"] for fact in document["facts"]}
    assert subjects["the size is wrong"] == ""
    assert subjects[f"{values['reactor']} and {values['hull']}"] == "hull"  # the reactor is no part of the condition


def test_cells_of_a_form_have_places(mine: str) -> None:
    form = draw(f"{mine}/forms.yaml", "record", unit="Golem")
    assert (form["unit"], len(form["pages"])) == ("Golem", 1)
    paths = [cell["path"] for cell in form["cells"]]
    assert ["record", "rows", 0, "cells", 1] in paths
    assert all(0 <= value <= 100 for cell in form["cells"] for value in cell["place"])


def test_cells_of_an_extended_game_differ_from_those_of_a_file_with_the_same_name(workspace: Workspace,
                                                                                  working_folder: Path) -> None:
    game = new_games_api.new_game(workspace, "Mine", extends="iron_stars")["name"]
    form = create_entry(workspace, "form", game, "Own")
    path = working_folder / form["file"]
    assert path.name == "forms.yaml"
    path.write_text("record:\n  changes: true\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    assert draw(form["file"], "record")["pages"]
    assert draw(form["file"], "record")["cells"] == []
    assert draw(form["file"], form["key"])["cells"]


def test_form_is_drawn_for_a_unit_of_another_file_with_the_names_of_its_values(workspace: Workspace,
                                                                               working_folder: Path) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    reply = create_entry(workspace, "form", "iron_stars", "Crew Sheet")
    first, wasp, gone = (draw(reply["file"], "forms", reply["key"], unit=name) for name in ("", "Wasp", "Nobody"))
    assert ([one["unit"] for one in (first, wasp, gone)], len(wasp["pages"])) == (["Nike", "Wasp", "Nike"], 1)
    names = {one["key"]: one for one in wasp["names"]}
    assert (names["name"]["value"], names["hull"]["value"], names["hull"]["label"]) == ("Wasp", "14", "hull")
    assert [key for key, one in names.items() if one["is_list"]] == ["equipment"]
    assert not names["stem"]["is_declared"]


def test_entries_of_sections_are_drawn_separately(mine: str) -> None:
    for file, key, product in (("markers", "initiative_britain", "markers"), ("charts", "reference", "charts"),
                               ("counters", "tokens", "counters")):
        drawing = draw(f"{mine}/{file}.yaml", key)
        assert (drawing["product"], len(drawing["pages"])) == (product, 1)
    whole = draw(f"{mine}/game.yaml")  # a unit shows the theme
    assert (len(whole["pages"]), whole["unit"]) == (1, whole["units"][0])
    assert len(draw(f"{mine}/game.yaml", theme="space")["pages"]) == 1


def test_points_of_a_fleet_are_added_and_its_mistakes_are_at_their_lines(fleet_file: str) -> None:
    drawing = draw(fleet_file)
    assert len(drawing["pages"]) == 1
    assert drawing["summary"]["lines"] == ["38", "95", "43"]
    assert drawing["summary"]["points"] == "176"
    text = Path(fleet_file).read_text(encoding="utf-8")
    document = editor_api.write_document_text(Workspace(Path()), fleet_file, make_stamp(text),
                                         text.replace("- Golem", "- Golom\n  - 2 x Nike"))
    assert document["drawing"]["summary"] == {"points": "", "forces": [], "lines": []}
    assert document["problems"][0]["path"] == ["units", 2]


@pytest.mark.parametrize("starter", list_starters())
def test_row_without_space_is_a_problem(workspace: Workspace, starter: str) -> None:
    name = new_games_api.new_game(workspace, "Mine", starter)["name"]
    row = {"height": "90 mm", "text": "X", "pips": 5, "track": "crew"}
    for part in games_api.describe_game(workspace, name)["parts"]["forms"]:
        document = open_document(workspace, part["file"], part["key"])
        edit = {"do": "insert", "path": [part["key"], "rows"], "number": 1, "value": {"data": row}}
        view = {"path": [part["key"]]}
        changed = editor_api.edit_document(workspace, part["file"], document["stamp"], [edit], view)
        assert any("high" in problem["message"] for problem in changed["problems"])
        editor_api.write_document_text(workspace, part["file"], changed["stamp"], document["text"])


@pytest.mark.parametrize("words", [
    "{name} has a captain and many officers and men of whom there are ___",
    "{name} has a captain, many officers and men: ___"])
def test_words_too_long_for_a_cell_are_a_problem_at_the_cell(workspace: Workspace, words: str) -> None:
    """They are also if only the record of another unit has no room, which comes with printshop."""
    name = new_games_api.new_game(workspace, "Mine", extends="iron_stars")["name"]
    file = new_games_api.adopt_part(workspace, name, "forms", "record")["file"]
    document = open_document(workspace, file, "record")
    cells = [{"text": words}, {"text": "x", "across": 6}]
    edit = {"do": "insert", "path": ["record", "rows"], "number": 12,
            "value": {"data": {"height": "8.4 mm", "cells": cells}}}
    changed = editor_api.edit_document(workspace, file, document["stamp"], [edit],
                                       {"path": ["record"], "unit": "Alpha"})
    assert len(changed["drawing"]["pages"]) == 1
    assert changed["problems"]
    for problem in changed["problems"]:
        assert "is too long for its place" in problem["message"]
        assert (problem["path"][:5], problem["file"]) == (["record", "rows", 12, "cells", 0], "")
        assert "the cell is at" not in problem["hint"]
    with pytest.raises(PrintshopError) as error:
        make_file(workspace, f"{name}/meeting_engagement")
    _, refusal = api.describe_error(workspace, error.value)
    assert refusal["problems"][0]["message"].startswith(f"{file}:")


def test_each_drawing_of_each_unit_has_a_page(workspace: Workspace) -> None:
    for game in games_api.list_shipped(workspace)["games"]:
        loaded = game_cache.load_cached_game(workspace.resolve_game(game["name"]))
        # one unit for all units of a type with the same unknown values
        units = {(unit.kind, *(key for key, value in unit.values.items() if value is NOT_KNOWN)): name
                 for name, unit in loaded.units.items()}
        for unit in units.values():
            products = drawings.draw_unit(workspace, game["name"], unit)["products"]
            assert products
            for product in products:
                drawing = drawings.draw_unit(workspace, game["name"], unit, product)
                assert (unit, drawing["product"], bool(drawing["pages"])) == (unit, product, True)


def test_battle_reports_damage_that_a_record_does_not_have(workspace: Workspace, working_folder: Path) -> None:
    units = "[{unit: Golem, damage: {hull: 99}}]"
    (working_folder / "raid.yaml").write_text(
        "extends: iron_stars\nscenarios:\n  raid:\n    title: Raid\n    summary: Britain meets China.\n"
        "    table: 6 ft x 4 ft\n    forces:\n"
        f"      britain: {{units: {units}}}\n      china: {{units: [Tai Zhou]}}\n"
        "    setup: [At opposite edges.]\n    victory: {text: Most points.}\n", encoding="utf-8")
    [problem] = open_document(workspace, "raid.yaml", "scenarios", "raid")["problems"]
    assert problem["message"].startswith("damage of HMES Golem: 99 marks of hull are asked for")
    assert problem["path"][:3] == ["scenarios", "raid", "forces"]
