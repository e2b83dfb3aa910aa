"""Fleets and battles follow the new name of a unit."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from helpers.workshop import add_to_fleet, create_entry, list_lines, make_edits, open_document, set_text, write_text

from printshop.game.scenarios import SCENARIOS
from printshop.scaffold import unit_names, yaml_writer
from printshop.source.value_edits import list_items
from printshop.workshop import (
    editor_api,
    game_cache,
    games_api,
    new_games_api,
)
from printshop.workshop.workspace import Workspace


def test_unit_in_the_folder_of_an_own_game_can_be_renamed_in_its_fleets(workspace: Workspace,
                                                                        fleet_file: str) -> None:
    new_games_api.new_game(workspace, "Knights", "harbour")
    tugs = create_entry(workspace, "fleet", "knights", "Tugs")["file"]
    add_to_fleet(workspace, "knights/tugs.yaml", "Mary Gloster", fleet=tugs)
    reply = open_document(workspace, tugs)
    assert (reply["problems"], list_lines(reply)[-1]["unit"], "game" in yaml.safe_load(reply["text"])) == (
        [], "Mary Gloster", False)
    assert {"file": tugs, "title": "Tugs", "game": "knights"}.items() <= games_api.describe_context(workspace,
                                                                                          "knights/tugs.yaml")[
        "fleets"][-1].items()
    battle = create_entry(workspace, "scenario", "knights", "Fog Bank")["file"]
    assert "- Mary Gloster" in Path(battle).read_text()
    new = create_entry(workspace, "fleet", "knights/tugs.yaml", "Alone", unit="Mary Gloster")["file"]
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


@pytest.mark.parametrize("starter", yaml_writer.list_starters())
def test_battles_of_a_new_game_have_no_problem_when_all_units_are_renamed(workspace: Workspace, working_folder: Path,
                                                                          starter: str) -> None:
    new_games_api.new_game(workspace, "Knights", starter)
    units = game_cache.load_cached_game(Path("knights")).units
    for file in sorted(Path("knights").rglob("*.yaml")):
        for name, path in unit_names.list_unit_places(file.read_text()):
            if name in units:
                set_text(workspace, str(file), *path, "name", text=f"New {name}")
            for number, sister in enumerate(list_items(file.read_text(), *path, "sisters")):
                set_text(workspace, str(file), *path, "sisters", number, text=f"New {sister.text}")
    game = game_cache.load_cached_game(Path("knights"))
    assert {*game.units} == {f"New {name}" for name in units}
    assert any(scenario.forces for scenario in game[SCENARIOS].values())
    assert not game.broken.problems


def test_new_name_of_a_ship_in_a_fleet_renames_no_unit(workspace: Workspace, fleet_file: str) -> None:
    other = create_entry(workspace, "fleet", "iron_stars", "Other", side="britain")["file"]
    before = Path(other).read_text()
    text = Path(fleet_file).read_text()
    named = text.replace("- Nike", "- {unit: Nike, name: Nike}")
    assert named != text
    Path(fleet_file).write_text(named)
    write_text(workspace, fleet_file, named.replace("name: Nike", "name: Hood"))
    assert Path(other).read_text() == before


def test_unit_renamed_twice_at_once_is_renamed_in_its_fleets(workspace: Workspace, fleet_file: str) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    make_edits(workspace, "wasp.yaml", *({"do": "set", "path": ["ships", 0, "name"], "value": {"text": name}}
                                         for name in ("Bee", "Ant")))
    assert list_lines(open_document(workspace, fleet_file))[-1]["unit"] == "Ant"


def test_rename_that_was_stopped_in_the_middle_can_be_made_again(workspace: Workspace, fleet_file: str,
                                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    wasp = open_document(workspace, "wasp.yaml", "ships", 0)

    def write_first(_workspace: Workspace, contents: dict[Path, bytes]) -> None:
        for path, data in [*contents.items()][:-1]:
            path.write_bytes(data)
        raise SystemExit  # the last file is not written

    rename = ("wasp.yaml", wasp["stamp"], [{"do": "set", "path": ["ships", 0, "name"], "value": {"text": "Bee"}}])
    with monkeypatch.context() as patched:
        patched.setattr(Workspace, "write_files", write_first)
        with pytest.raises(SystemExit):
            editor_api.edit_document(workspace, *rename)
    assert editor_api.edit_document(workspace, *rename)["refusal"] == ""
    assert list_lines(open_document(workspace, fleet_file))[-1]["unit"] == "Bee"
