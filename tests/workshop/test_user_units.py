"""The user's own units: they come into fleets and battles of their game, and names are followed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from helpers.workshop import add_to_fleet, add_to_force, list_lines, make_edits, open_document, set_text, write_text

from printshop.problems import PrintshopError
from printshop.workshop import (
    editor_api,
    files_api,
    fleets_api,
    games_api,
    new_games_api,
    user_units,
)
from printshop.workshop.workspace import Workspace


@pytest.mark.slow
def test_user_units_are_available_in_fleets_battles_and_the_table_of_their_game(workspace: Workspace,
                                                                                fleet_file: str) -> None:
    for name in ("Wasp", "Hornet"):
        new_games_api.create_entry(workspace, "unit", "iron_stars", name, like="Golem")
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
    new_entry = new_games_api.create_entry(workspace, "fleet", "wasp.yaml", "Fleet of the Wasp", unit="Wasp")
    assert new_entry["file"] == "fleet_of_the_wasp.yaml"
    reply = open_document(workspace, "fleet_of_the_wasp.yaml")
    assert ([one["unit"] for one in list_lines(reply)], reply["problems"]) == (["Wasp"], [])
    assert add_to_fleet(workspace, "hornet.yaml", "Hornet", fleet="fleet_of_the_wasp.yaml")
    reply = open_document(workspace, "fleet_of_the_wasp.yaml")
    assert (reply["problems"], list_lines(reply)[-1]["unit"]) == ([], "Hornet")
    new_games_api.create_entry(workspace, "unit", "iron_stars", "Chort", like="Volga")
    new_entry = new_games_api.create_entry(workspace, "fleet", "chort.yaml", "Reds", unit="Chort")
    reply = open_document(workspace, new_entry["file"])
    assert ([one["unit"] for one in list_lines(reply)], reply["problems"]) == (["Chort"], [])
    assert yaml.safe_load(reply["text"])["side"] == "russia"
    new_entry = new_games_api.create_entry(workspace, "scenario", "iron_stars", "Ambush")
    for name in ("Wasp", "Hornet"):
        force = ["scenarios", new_entry["key"], "forces", "britain"]
        add_to_force(workspace, new_entry["file"], force, name, f"{name.lower()}.yaml")
    reply = open_document(workspace, new_entry["file"])
    assert reply["problems"] == []
    assert yaml.safe_load(reply["text"])["extends"] == ["wasp.yaml", "hornet.yaml"]


def test_unit_is_available_in_fleets_of_its_own_game_only(workspace: Workspace, fleet_file: str) -> None:
    new_games_api.new_game(workspace, "Knights", "harbour")
    unit = new_games_api.create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")["file"]
    tugs = new_games_api.create_entry(workspace, "fleet", "knights", "Tugs")["file"]
    folder = Path.cwd()
    before = {path: path.read_text() for path in folder.rglob("*.yaml")}
    for of, name, fleet in (("knights/tugs.yaml", "Mary Gloster", fleet_file), (unit, "Wasp", tugs)):
        with pytest.raises(PrintshopError, match=r"is a fleet of .*, and .* belongs to "):
            add_to_fleet(workspace, of, name, fleet=fleet)
    assert {path: path.read_text() for path in folder.rglob("*.yaml")} == before


def test_unit_in_the_folder_of_an_own_game_can_be_renamed_in_its_fleets(workspace: Workspace,
                                                                        fleet_file: str) -> None:
    new_games_api.new_game(workspace, "Knights", "harbour")
    tugs = new_games_api.create_entry(workspace, "fleet", "knights", "Tugs")["file"]
    add_to_fleet(workspace, "knights/tugs.yaml", "Mary Gloster", fleet=tugs)
    reply = open_document(workspace, tugs)
    assert (reply["problems"], list_lines(reply)[-1]["unit"], "game" in yaml.safe_load(reply["text"])) == (
        [], "Mary Gloster", False)
    assert {"file": tugs, "title": "Tugs", "game": "knights"}.items() <= games_api.describe_context(workspace,
                                                                                          "knights/tugs.yaml")[
        "fleets"][-1].items()
    battle = new_games_api.create_entry(workspace, "scenario", "knights", "Fog Bank")["file"]
    assert "- Mary Gloster" in Path(battle).read_text()
    new = new_games_api.create_entry(workspace, "fleet", "knights/tugs.yaml", "Alone", unit="Mary Gloster")["file"]
    assert open_document(workspace, new)["problems"] == []
    set_text(workspace, "knights/tugs.yaml", 0, "name", text="Vespa")
    assert [one["unit"] for one in list_lines(open_document(workspace, new))] == ["Vespa"]
    assert "- Vespa" in Path(battle).read_text()


def test_battles_in_the_game_yaml_of_an_own_game_use_a_new_name(workspace: Workspace, fleet_file: str) -> None:
    new_games_api.new_game(workspace, "Knights", "harbour")
    main = Path("knights/game.yaml")
    main.write_text(f"{main.read_text()}\nscenarios:\n  fog:\n    title: Fog\n    summary: S\n    turns: 6\n"
                    "    setup: [x]\n    table: 6 ft x 4 ft\n    victory: {text: v}\n"
                    "    forces: {docks: {units: [2 x Mary Gloster]}}\n")
    reply = set_text(workspace, "knights/tugs.yaml", 0, "name", text="Vespa")
    assert reply["problems"] == []
    assert "units: [2 x Vespa]" in main.read_text()


@pytest.mark.slow
def test_undo_of_an_addition_to_a_fleet_deletes_the_files_written_for_it(workspace: Workspace,
                                                                         fleet_file: str) -> None:
    for name in ("Wasp", "Hornet"):
        new_games_api.create_entry(workspace, "unit", "iron_stars", name, like="Golem")
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
    new_games_api.create_entry(workspace, "unit", "iron_stars", "Bee", like="Golem")
    new_games_api.create_entry(workspace, "unit", "iron_stars", "Ant", like="Golem")
    for name in ("Bee", "Ant"):
        add_to_fleet(workspace, f"{name.lower()}.yaml", name, fleet=fleet_file)
    assert open_document(workspace, fleet_file)["problems"] == []


def test_unit_in_a_fleet_cannot_be_removed(workspace: Workspace, fleet_file: str) -> None:
    new_games_api.create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    before = Path("wasp.yaml").read_text()
    reply = make_edits(workspace, "wasp.yaml", {"do": "remove", "path": ["ships", 0]})
    assert reply["refusal"] == f"Wasp is in {fleet_file}: remove it there first"
    assert Path("wasp.yaml").read_text() == before
    lines = list_lines(open_document(workspace, fleet_file))
    make_edits(workspace, fleet_file, {"do": "remove", "path": ["units", len(lines) - 1]})
    reply = make_edits(workspace, "wasp.yaml", {"do": "remove", "path": ["ships", 0]})
    assert reply["refusal"] == ""


def test_link_to_itself_breaks_no_list(workspace: Workspace, fleet_file: str) -> None:
    Path("x.yaml").symlink_to("x.yaml")
    assert all(not one["file"] for one in fleets_api.list_units(workspace, fleet_file)["units"])
    assert games_api.describe_context(workspace, fleet_file)["game"]


def test_battle_with_a_problem_is_listed_as_a_battle(workspace: Workspace) -> None:
    reply = new_games_api.create_entry(workspace, "scenario", "iron_stars", "Ambush")
    path = workspace.folder / reply["file"]
    path.write_text(path.read_text().replace("#points:", "points: 1 #"))
    listed = next(one for one in games_api.list_own_games(workspace)["games"] if one["name"] == path.stem)
    assert listed["path"] == ["scenarios", reply["key"]]
    assert listed["faults"]


def test_new_name_of_a_ship_in_a_fleet_renames_no_unit(workspace: Workspace, fleet_file: str) -> None:
    other = new_games_api.create_entry(workspace, "fleet", "iron_stars", "Other", side="britain")["file"]
    before = Path(other).read_text()
    text = Path(fleet_file).read_text()
    named = text.replace("- Nike", "- {unit: Nike, name: Nike}")
    assert named != text
    Path(fleet_file).write_text(named)
    write_text(workspace, fleet_file, named.replace("name: Nike", "name: Hood"))
    assert Path(other).read_text() == before


def test_unit_renamed_twice_at_once_is_renamed_in_its_fleets(workspace: Workspace, fleet_file: str) -> None:
    new_games_api.create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    make_edits(workspace, "wasp.yaml", *({"do": "set", "path": ["ships", 0, "name"], "value": {"text": name}}
                                         for name in ("Bee", "Ant")))
    assert list_lines(open_document(workspace, fleet_file))[-1]["unit"] == "Ant"


def test_collection_has_its_units_beside_a_file_with_its_name(workspace: Workspace, fleet_file: str) -> None:
    Path("my_iron_stars.yaml").write_text("extends: iron_stars\ntitle: Mine\n")
    for name in ("Wasp", "Hornet", "Gnat"):
        new_games_api.create_entry(workspace, "unit", "iron_stars", name, like="Golem")
    second = new_games_api.create_entry(workspace, "fleet", "iron_stars", "Second", side="britain")["file"]
    for name, fleet in (("Wasp", fleet_file), ("Hornet", fleet_file), ("Wasp", second), ("Gnat", second)):
        add_to_fleet(workspace, f"{name.lower()}.yaml", name, fleet=fleet)
    for fleet in (fleet_file, second):
        assert open_document(workspace, fleet)["problems"] == []
    assert yaml.safe_load(Path("my_iron_stars_too.yaml").read_text())["extends"] == [
        "wasp.yaml", "hornet.yaml", "gnat.yaml"]


def test_copy_of_a_unit_has_a_unique_name(workspace: Workspace, fleet_file: str) -> None:
    new_games_api.create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    before = sorted(Path().iterdir())
    for name, message in (("Nike", "has a unit called 'Nike' already"), ("2 x Nike", "would be a number of units")):
        with pytest.raises(PrintshopError, match=message):
            files_api.copy_file(workspace, "wasp.yaml", name)
        with pytest.raises(PrintshopError, match=message):
            files_api.rename_file(workspace, "wasp.yaml", "wasp", name)
    assert sorted(Path().iterdir()) == before
    assert files_api.copy_file(workspace, "wasp.yaml", "Bee") == {"file": "bee.yaml"}
    assert fleet_file


UNITS = """\
title: x
units:
  - name: Wasp  # a name
    guns: [{kind: light, count: 2}]
  - name: Gnat
flow: {a: 1}
"""


def test_units_of_a_file_have_names_and_paths() -> None:
    assert user_units.list_unit_places(UNITS) == [("Wasp", ("units", 0)), ("Gnat", ("units", 1))]
    assert user_units.list_unit_places("- name: A\n- name: B\n- C\n") == [("A", (0,)), ("B", (1,))]
    assert user_units.list_unit_places("'") == []
    assert user_units.find_unit_path(UNITS, "Gnat") == ["units", 1]
    assert user_units.find_unit_path(UNITS, "Bee") == []
    assert user_units.find_renamed_block(UNITS, UNITS.replace("Gnat", "Bee")) == {"Gnat": "Bee"}
    assert user_units.find_renamed_block(UNITS, UNITS.replace("Gnat", "Bee").replace("Wasp", "Fly")) == {}


def test_new_name_of_a_unit_is_in_every_list_of_units() -> None:
    text = ("title: Nike\nforces:\n  red:\n    units: [2 x Nike, {unit: Nike, names: [Nike]}]\n"
            "    reinforcements: [{units: [Nike], turn: 2}]\n")
    renamed = text.replace("2 x Nike, {unit: Nike", "2 x Hood, {unit: Hood").replace("units: [Nike]", "units: [Hood]")
    assert user_units.rename_units(text, {"Nike": "Hood"}) == renamed
    assert user_units.rename_units("game: x\nunits:\n  - Nike  # a ship\n", {"Nike": "Hood", "ship": "boat"}) == (
        "game: x\nunits:\n  - Hood  # a ship\n")
    assert user_units.rename_units("units: [", {"Nike": "Hood"}) == "units: ["


@pytest.mark.parametrize("end", ["  summary: [a", "  summary: 'a", "\tsummary: a", "summary: {a: b: c}"])
def test_lines_before_an_error_are_read(end: str) -> None:
    text = "scenarios:\n  raid:\n    title: The raid\n"
    readable = user_units.cut_at_error(f"{text}  {end}\n")
    assert (readable, user_units.find_title_path(readable)) == (text, ("scenarios", "raid", "title"))
    assert user_units.cut_at_error(text) == text
    assert not user_units.cut_at_error("[a\n")
