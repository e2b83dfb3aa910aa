"""Requests to the workshop, like those of its page."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any

from printshop.game.unit_lists import split_count
from printshop.source import value_edits
from printshop.workshop import editor_api, fleets_api, new_games_api, sharing
from printshop.workshop.workspace import make_stamp, read_file_text

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace


def create_entry(workspace: Workspace, section: str, game: str, title: str, **options: Any) -> dict[str, Any]:
    """Write a new entry with the options of its plan, and return its file, key and path."""
    return new_games_api.create_entry(workspace, game, {"section": section, "title": title, **options})


def open_wasp(workspace: Workspace) -> dict[str, Any]:
    """Write a new ship in a file of its own, and return the document with its drawing."""
    reply = create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    assert (reply["file"], reply["path"]) == ("wasp.yaml", ["ships", 0])
    return open_document(workspace, "wasp.yaml", "ships", 0)


def open_document(workspace: Workspace, file: str, *path: str | int) -> dict[str, Any]:
    """Return a file with the drawing of one of its blocks."""
    return editor_api.open_document(workspace, file, {"path": [*path]})


def make_edits(workspace: Workspace, file: str, *edits: dict[str, Any]) -> dict[str, Any]:
    """Make edits of a file, and return it with the drawing of the unit or block that the first one changes."""
    stamp = make_stamp(read_file_text(workspace.resolve_yaml_file(file)))
    return editor_api.edit_document(workspace, file, stamp, [*edits], {"path": edits[0]["path"][:-1]})


def set_text(workspace: Workspace, file: str, *path: str | int, text: str) -> dict[str, Any]:
    """Set a value of a file to a typed text, and return the file."""
    return make_edits(workspace, file, {"do": "set", "path": [*path], "value": {"yaml": text} if text else None})


def write_text(workspace: Workspace, file: str, text: str) -> dict[str, Any]:
    """Write the whole text of a file, and return the file."""
    stamp = make_stamp(read_file_text(workspace.resolve_yaml_file(file)))
    return editor_api.write_document_text(workspace, file, stamp, text)


def add_files(workspace: Workspace, *files: tuple[str, bytes]) -> int:
    """Add files to the folder, and return their number."""
    contents = [(name, base64.b64encode(data).decode()) for name, data in files]
    return int(sharing.add_files(workspace, contents)["count"])


def list_lines(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the lines of a fleet, each with unit, names and notes."""
    lines = list[dict[str, Any]]()
    for line in value_edits.list_items(document["text"], "units"):
        get, names = line.entries.get, line.entries.get("names") or line.entries.get("name")
        lines.append({"unit": split_count(value_edits.get_text(get("unit") or line))[1],
                      "names": [value_edits.get_text(one) for one in names.items_or_self] if names else [],
                      "notes": value_edits.get_text(get("notes"))})
    return lines


def add_to_fleet(workspace: Workspace, of: str, unit: str, fleet: str) -> dict[str, Any]:
    """Add a unit of a file or game to a fleet, and return the fleet."""
    edits = fleets_api.join_file(workspace, fleet, of)["edits"]
    count = len(list_lines(open_document(workspace, fleet)))
    return make_edits(workspace, fleet, *edits, {"do": "insert", "path": ["units"], "number": count,
                                                 "value": {"text": unit}})


def add_to_force(workspace: Workspace, file: str, force: list[str], unit: str, of: str) -> dict[str, Any]:
    """Add a unit of another file to a force of a scenario, and return the file of the scenario."""
    edits = fleets_api.join_file(workspace, file, of)["edits"]
    return make_edits(workspace, file, *edits, {"do": "insert", "path": [*force, "units"], "value": {"yaml": unit}})
