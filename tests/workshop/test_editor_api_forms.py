"""Record sheets in the workshop: new ones, their cells on the drawing, and the keys of cells."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from helpers.workshop import create_entry

from printshop.game.forms.cells import CELLS
from printshop.workshop import editor_api

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace


def test_every_cell_of_a_new_form_has_its_place_on_the_drawing(workspace: Workspace) -> None:
    reply = create_entry(workspace, "form", "iron_stars", "Crew Sheet")
    first = editor_api.open_document(workspace, reply["file"])
    path = ["forms", reply["key"]] if dict(first["tree"]["entries"]).get("forms") else [reply["key"]]
    drawing = editor_api.open_document(workspace, reply["file"], {"path": path})["drawing"]
    assert len(drawing["pages"]) == 1
    assert len(drawing["cells"]) > 4
    for cell in drawing["cells"]:
        left, top, width, height = cell["place"]
        assert 0 <= left < left + width <= 100.01
        assert 0 <= top < top + height <= 100.01
        assert cell["path"][:len(path)] == path


def test_drawing_has_the_names_of_all_marks_of_a_form(workspace: Workspace) -> None:
    (workspace.folder / "mine.yaml").write_text("""\
extends: iron_stars
forms:
  sheet:
    title: Sheet
    unit: ship
    columns: 2
    rows:
    - cells: [Hull, {pips: hull}]
    - cells: [Crew, {pips: 5, "track": "crew"}]
""", encoding="utf-8")
    path = ["forms", "sheet"]
    document = editor_api.open_document(workspace, "mine.yaml", {"path": path})
    assert document["drawing"]["tracks"] == ["hull", "crew"]
    for track, problems in (("hull", 1), ("hull_2", 0)):  # a track in the list is refused, others are not
        row = {"cells": ["Hull", {"pips": 5, "track": track}]}
        edit = {"do": "insert", "path": [*path, "rows"], "number": 2, "value": {"data": row}}
        document = editor_api.edit_document(workspace, "mine.yaml", document["stamp"], [edit], {"path": path})
        assert len(document["problems"]) == problems
        undo = {"do": "remove", "path": [*path, "rows", 2]}
        document = editor_api.edit_document(workspace, "mine.yaml", document["stamp"], [undo], {"path": path})


def test_keys_of_cells_equal_those_of_the_data(workspace: Workspace) -> None:
    answer = json.dumps(editor_api.list_cell_keys(workspace))
    assert all(f'"{key}"' in answer for key in CELLS.blocks)
