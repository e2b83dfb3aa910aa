"""The user's own units come into the fleets and battles of their game."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from helpers.workshop import add_to_fleet, add_to_force, create_entry, list_lines, make_edits, open_document

from printshop.problems import PrintshopError
from printshop.workshop import (
    editor_api,
    export_api,
    files_api,
    fleets_api,
    games_api,
    new_games_api,
)
from printshop.workshop.workspace import Workspace


@pytest.mark.slow
def test_user_units_are_available_in_fleets_battles_and_the_table_of_their_game(workspace: Workspace,
                                                                                fleet_file: str) -> None:
    for name in ("Wasp", "Hornet"):
        create_entry(workspace, "unit", "iron_stars", name, like="Golem")
    assert [(one["name"], one["file"]) for one in games_api.describe_game(workspace, "iron_stars")["units"]
            if one["file"]] == [
        ("Hornet", "hornet.yaml"), ("Wasp", "wasp.yaml")]
    units = fleets_api.list_units(workspace, fleet_file)["units"]
    assert [one["name"] for one in units if one["file"]] == ["Hornet", "Wasp"]
    for name, game in (("Wasp", "wasp.yaml"), ("Hornet", "my_iron_stars.yaml"), ("Hornet", "my_iron_stars.yaml")):
        add_to_fleet(workspace, f"{name.lower()}.yaml", name, fleet=fleet_file)
        reply = open_document(workspace, fleet_file)
        assert (reply["problems"], yaml.safe_load(reply["text"])["game"]) == ([], game)
    assert "my_iron_stars" not in [one["name"] for one in games_api.list_own_games(workspace)["games"]]
    new_entry = create_entry(workspace, "fleet", "wasp.yaml", "Fleet of the Wasp", unit="Wasp")
    assert new_entry["file"] == "fleet_of_the_wasp.yaml"
    reply = open_document(workspace, "fleet_of_the_wasp.yaml")
    assert ([one["unit"] for one in list_lines(reply)], reply["problems"]) == (["Wasp"], [])
    assert add_to_fleet(workspace, "hornet.yaml", "Hornet", fleet="fleet_of_the_wasp.yaml")
    reply = open_document(workspace, "fleet_of_the_wasp.yaml")
    assert (reply["problems"], list_lines(reply)[-1]["unit"]) == ([], "Hornet")
    create_entry(workspace, "unit", "iron_stars", "Chort", like="Volga")
    new_entry = create_entry(workspace, "fleet", "chort.yaml", "Reds", unit="Chort")
    reply = open_document(workspace, new_entry["file"])
    assert ([one["unit"] for one in list_lines(reply)], reply["problems"]) == (["Chort"], [])
    assert yaml.safe_load(reply["text"])["side"] == "russia"
    new_entry = create_entry(workspace, "scenario", "iron_stars", "Ambush")
    for name in ("Wasp", "Hornet"):
        force = ["scenarios", new_entry["key"], "forces", "britain"]
        add_to_force(workspace, new_entry["file"], force, name, f"{name.lower()}.yaml")
    reply = open_document(workspace, new_entry["file"])
    assert reply["problems"] == []
    assert yaml.safe_load(reply["text"])["extends"] == ["wasp.yaml", "hornet.yaml"]


def test_unit_is_available_in_fleets_of_its_own_game_only(workspace: Workspace, fleet_file: str) -> None:
    new_games_api.new_game(workspace, "Knights", "harbour")
    unit = create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")["file"]
    tugs = create_entry(workspace, "fleet", "knights", "Tugs")["file"]
    folder = Path.cwd()
    before = {path: path.read_text() for path in folder.rglob("*.yaml")}
    for of, name, fleet in (("knights/tugs.yaml", "Mary Gloster", fleet_file), (unit, "Wasp", tugs)):
        with pytest.raises(PrintshopError, match=r"is a fleet of .*, and .* belongs to "):
            add_to_fleet(workspace, of, name, fleet=fleet)
    assert {path: path.read_text() for path in folder.rglob("*.yaml")} == before


@pytest.mark.slow
def test_undo_of_an_addition_to_a_fleet_deletes_the_files_written_for_it(workspace: Workspace,
                                                                         fleet_file: str) -> None:
    for name in ("Wasp", "Hornet"):
        create_entry(workspace, "unit", "iron_stars", name, like="Golem")
    was = Path(fleet_file).read_text()
    before = add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    reply = add_to_fleet(workspace, "hornet.yaml", "Hornet", fleet=fleet_file)
    with pytest.raises(PrintshopError, match="without it, "):
        files_api.delete_file(workspace, "hornet.yaml")
    editor_api.write_document_text(workspace, fleet_file, reply["stamp"], before["text"])
    assert [one["unit"] for one in list_lines(open_document(workspace, fleet_file))][3:] == ["Wasp"]
    editor_api.write_document_text(workspace, fleet_file, before["stamp"], was)
    for name in ("hornet.yaml", "wasp.yaml"):  # nothing needs them any more
        files_api.delete_file(workspace, name)
    create_entry(workspace, "unit", "iron_stars", "Bee", like="Golem")
    create_entry(workspace, "unit", "iron_stars", "Ant", like="Golem")
    for name in ("Bee", "Ant"):
        add_to_fleet(workspace, f"{name.lower()}.yaml", name, fleet=fleet_file)
    assert open_document(workspace, fleet_file)["problems"] == []


def test_fleet_leaves_out_any_sheet_that_its_game_brings(workspace: Workspace, fleet_file: str) -> None:
    sheet = create_entry(workspace, "form", "iron_stars", "Sheet")
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    for file in (sheet["file"], "wasp.yaml"):
        edits = fleets_api.join_file(workspace, fleet_file, file)["edits"]
        make_edits(workspace, fleet_file, *edits)
    assert yaml.safe_load(Path(fleet_file).read_text())["game"] == "my_iron_stars.yaml"

    def list_printed() -> set[str]:
        parts = export_api.list_fleet_products(workspace, fleet_file)["parts"]
        return forms & {key for part in parts for key in part["entries"]}

    forms = {*fleets_api.list_units(workspace, fleet_file)["forms"]}
    printed = list_printed()
    assert sheet["key"] in printed
    for form in sorted(printed):
        make_edits(workspace, fleet_file, {"do": "set", "path": ["without_forms"], "value": {"data": [form]}})
        assert list_printed() == printed - {form}
    make_edits(workspace, fleet_file, {"do": "set", "path": ["without_forms"], "value": None})
    assert list_printed() == printed


def test_unit_in_a_fleet_cannot_be_removed(workspace: Workspace, fleet_file: str) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    before = Path("wasp.yaml").read_text()
    reply = make_edits(workspace, "wasp.yaml", {"do": "remove", "path": ["ships", 0]})
    assert reply["refusal"] == f"Wasp is in {fleet_file}: remove it there first"
    assert Path("wasp.yaml").read_text() == before
    lines = list_lines(open_document(workspace, fleet_file))
    make_edits(workspace, fleet_file, {"do": "remove", "path": ["units", len(lines) - 1]})
    reply = make_edits(workspace, "wasp.yaml", {"do": "remove", "path": ["ships", 0]})
    assert reply["refusal"] == ""


def test_collection_has_its_units_beside_a_file_with_its_name(workspace: Workspace, fleet_file: str) -> None:
    Path("my_iron_stars.yaml").write_text("extends: iron_stars\ntitle: Mine\n")
    for name in ("Wasp", "Hornet", "Gnat"):
        create_entry(workspace, "unit", "iron_stars", name, like="Golem")
    second = create_entry(workspace, "fleet", "iron_stars", "Second", side="britain")["file"]
    for name, fleet in (("Wasp", fleet_file), ("Hornet", fleet_file), ("Wasp", second), ("Gnat", second)):
        add_to_fleet(workspace, f"{name.lower()}.yaml", name, fleet=fleet)
    for fleet in (fleet_file, second):
        assert open_document(workspace, fleet)["problems"] == []
    assert yaml.safe_load(Path("my_iron_stars_too.yaml").read_text())["extends"] == [
        "wasp.yaml", "hornet.yaml", "gnat.yaml"]


def test_copy_of_a_unit_has_a_unique_name(workspace: Workspace, fleet_file: str) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    before = sorted(Path().iterdir())
    for name, message in (("Nike", "has a unit called 'Nike' already"), ("2 x Nike", "would be a number of units")):
        with pytest.raises(PrintshopError, match=message):
            files_api.copy_file(workspace, "wasp.yaml", name)
        with pytest.raises(PrintshopError, match=message):
            files_api.rename_file(workspace, "wasp.yaml", "wasp", name)
    assert sorted(Path().iterdir()) == before
    assert files_api.copy_file(workspace, "wasp.yaml", "Bee") == {"file": "bee.yaml"}
    assert fleet_file
