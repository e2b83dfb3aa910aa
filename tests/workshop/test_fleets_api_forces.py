"""Scenarios in the workshop: own units and fleets come into a force, with the files that they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml
from helpers.pages import read_text
from helpers.workshop import add_to_force, create_entry

from printshop import load
from printshop.game.fleets import FleetEntry
from printshop.game.scenarios import SCENARIOS, muster_forces
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError
from printshop.products.packs import make_pack
from printshop.products.rosters.build import count_marks
from printshop.schema.keys import list_key_attributes
from printshop.workshop import editor_api, fleets_api, new_games_api

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.workshop.workspace import Workspace


def open_battle(workspace: Workspace, file: str) -> dict[str, Any]:
    return editor_api.open_document(workspace, file, {"path": ["scenarios", "fog_bank"]})


@pytest.fixture
def battle(workspace: Workspace) -> dict[str, str]:
    reply = create_entry(workspace, "scenario", "iron_stars", "Fog Bank")
    return {"file": reply["file"], "key": reply["key"]}


def read_units(document: dict[str, Any], side: str) -> list[Any]:
    data = yaml.safe_load(document["text"])
    scenario = data["scenarios"]["fog_bank"] if "scenarios" in data else data
    units: list[Any] = scenario["forces"][side]["units"]
    return units


def test_fleet_replaces_the_units_of_a_force(workspace: Workspace, battle: dict[str, str]) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    fleet = create_entry(workspace, "fleet", "wasp.yaml", "Home Fleet", unit="Wasp")["file"]
    path = workspace.folder / fleet
    above = path.read_text().partition("units:")[0]
    path.write_text(f"{above}units:\n  - 2 x Alpha\n  - Alpha\n  - {{unit: Wasp, damage: {{hull: 2}}}}\n")
    stamp = open_battle(workspace, battle["file"])["stamp"]
    fleets_api.take_fleet(workspace, **battle, stamp=stamp, side="britain", fleet=fleet)
    document = open_battle(workspace, battle["file"])
    assert document["problems"] == []
    assert "extends: wasp.yaml\n" in document["text"]
    assert any("Wasp" in str(line) for line in read_units(document, "britain"))
    assert document["drawing"]["pages"]


FLEETS: list[tuple[list[str], list[object]]] = [
    (["2 x Alpha", "Alpha"], ["3 x Alpha"]),
    (["{unit: Alpha, names: [Tom, Jerry], count: 3}"], [{"unit": "Alpha", "names": ["Tom", "Jerry"]}, "Alpha"]),
    (["{unit: Golem, damage: {hull: 2}}"], [{"unit": "Golem", "damage": {"hull": 2}}]),
    (["2 x Alpha", "{unit: Alpha, damage: {hull: 1}}"],
     [{"unit": "Alpha", "names": ["Alpha-1", "Alpha-2"]},
      {"unit": "Alpha", "names": ["Alpha-3"], "damage": {"hull": 1}}]),
    (["{unit: Alpha, names: ['A \"B\" C'], damage: {hull: 1}}", "{unit: Alpha, name: D, damage: {hull: 1}}"],
     [{"unit": "Alpha", "names": ["A “B” C", "D"], "damage": {"hull": 1}}]),
    (["{unit: Golem, notes: leaks}"], [{"unit": "Golem", "notes": "leaks"}]),
    (["Alpha", "{unit: Alpha, notes: slow}"],
     [{"unit": "Alpha", "names": ["Alpha-1"]}, {"unit": "Alpha", "names": ["Alpha-2"], "notes": "slow"}]),
    (["{unit: Alpha, notes: Destroyed}", "Alpha"], [{"unit": "Alpha", "names": ["Alpha-2"]}]),
]


def test_names_damage_and_notes_of_a_fleet_are_copied(workspace: Workspace, battle: dict[str, str]) -> None:
    document = open_battle(workspace, battle["file"])
    points = {"do": "set", "path": ["scenarios", battle["key"], "forces", "britain", "points"], "value": {"yaml": "1"}}
    for lines, taken in FLEETS:
        (workspace.folder / "home.yaml").write_text("game: iron_stars\nside: britain\nunits:\n"
                                                    + "".join(f"  - {line}\n" for line in lines))
        stamp = editor_api.edit_document(workspace, battle["file"], document["stamp"], [points],
                                         {"drawn": False})["stamp"]
        reply = fleets_api.take_fleet(workspace, **battle, stamp=stamp, side="britain", fleet="home.yaml")
        document = open_battle(workspace, battle["file"])
        assert (document["problems"], read_units(document, "britain")) == ([], taken)
        force = yaml.safe_load(document["text"])["scenarios"][battle["key"]]["forces"]["britain"]
        assert str(force["points"]) == reply["points"]
        assert reply["destroyed"] == (["Alpha-1"] if "Destroyed" in lines[0] else [])


def test_every_key_of_a_fleet_line_is_copied_into_a_force(workspace: Workspace, battle: dict[str, str]) -> None:
    lines = {"unit": ("{unit: Golem}", "Golem"), "count": ("{unit: Alpha, count: 2}", "2 x Alpha"),
             "where": ("{unit: all, where: hull == 14}", "Golem"),
             "name": ("{unit: Golem, name: Tom}", {"unit": "Golem", "names": ["Tom"]}),
             "names": ("{unit: Golem, names: [Tom]}", {"unit": "Golem", "names": ["Tom"]}),
             "side": ("{unit: Golem, side: britain}", "Golem"),  # the side of the force
             "damage": ("{unit: Golem, damage: {hull: 2}}", {"unit": "Golem", "damage": {"hull": 2}}),
             "with": ("{unit: Golem, with: {hull: 12, primary: 4/d8 x2}}",
                      {"unit": "Golem", "with": {"hull": 12, "primary": "4/d8 x2"}}),
             "notes": ("{unit: Golem, notes: slow}", {"unit": "Golem", "notes": "slow"}),
             "writing": ("{unit: Golem, writing: {1: slow}}", "Golem")}  # of a game that is over
    assert lines.keys() == set(list_key_attributes(FleetEntry))
    for line, taken in lines.values():
        (workspace.folder / "home.yaml").write_text(f"game: iron_stars\nside: britain\nunits: [{line}]\n")
        stamp = open_battle(workspace, battle["file"])["stamp"]
        fleets_api.take_fleet(workspace, **battle, stamp=stamp, side="britain", fleet="home.yaml")
        document = open_battle(workspace, battle["file"])
        assert (document["problems"], read_units(document, "britain")) == ([], [taken])


def test_units_of_a_force_have_the_values_of_their_line(tmp_path: Path) -> None:
    (tmp_path / "raid.yaml").write_text(
        "extends: iron_stars\nscenarios:\n  raid:\n    title: Raid\n    summary: A raid.\n    table: 6 ft x 4 ft\n"
        "    forces:\n      britain: {units: [{unit: Alpha, names: [Tom], with: {hull: 3, points: 9}}, 2 x Alpha]}\n"
        "      russia: {units: [Tsargrad]}\n    setup: [As usual.]\n    victory: {text: Most points.}\n")
    game = load(tmp_path / "raid.yaml")
    battle = game[SCENARIOS]["raid"]
    crew, _ = muster_forces(game, battle)
    assert [(unit.name, unit.values["hull"]) for unit in crew] == [("Tom", 3), ("Alpha-2", 1), ("Alpha-3", 1)]
    assert (battle.forces[0].total, count_marks(game, crew)["Tom (Britain)"]["hull"]) == (19, 3)
    pages = " ".join(read_text(page.items) for page in make_pack(game, battle, PrintSettings()).document.pages)
    assert "(9 pts.)" in pages
    for wrong, message in (("{hull: many}", "hull of Tom"), ("{hulk: 3}", "unknown key 'hulk'")):
        (tmp_path / "bad.yaml").write_text((tmp_path / "raid.yaml").read_text().replace("{hull: 3, points: 9}", wrong))
        with pytest.raises(PrintshopError, match=message):
            load(tmp_path / "bad.yaml")


def test_own_unit_is_added_to_a_force_with_its_file(workspace: Workspace, battle: dict[str, str]) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_force(workspace, battle["file"], ["scenarios", battle["key"], "forces", "britain"], "Wasp", "wasp.yaml")
    document = open_battle(workspace, battle["file"])
    assert (document["problems"], read_units(document, "britain")[-1]) == ([], "Wasp")
    assert yaml.safe_load(document["text"])["extends"] == "wasp.yaml"


def test_fleets_and_units_of_another_game_are_refused(workspace: Workspace, working_folder: Path,
                                                      battle: dict[str, str]) -> None:
    new_games_api.new_game(workspace, "Knights", "harbour")
    fleet = create_entry(workspace, "fleet", "knights", "Tugs")["file"]
    tug = create_entry(workspace, "unit", "knights", "Mine", like="Mary Gloster")["file"]
    stamp = open_battle(workspace, battle["file"])["stamp"]
    before = {path: path.read_bytes() for path in working_folder.rglob("*.yaml")}
    with pytest.raises(PrintshopError, match=r"is a fleet of Knights, and fog_bank\.yaml belongs to Iron Stars"):
        fleets_api.take_fleet(workspace, **battle, stamp=stamp, side="britain", fleet=fleet)
    with pytest.raises(PrintshopError, match="belongs to Knights"):
        fleets_api.join_file(workspace, battle["file"], tug)
    (working_folder / "sunk.yaml").write_text("game: iron_stars\nunits: [{unit: Alpha, notes: Destroyed; burnt}]\n")
    before = {path: path.read_bytes() for path in working_folder.rglob("*.yaml")}
    with pytest.raises(PrintshopError, match="all units of this fleet are destroyed"):
        fleets_api.take_fleet(workspace, **battle, stamp=stamp, side="britain", fleet="sunk.yaml")
    with pytest.raises(PrintshopError, match="changed by another program"):
        fleets_api.take_fleet(workspace, **battle, stamp="old", side="britain", fleet=fleet)
    assert {path: path.read_bytes() for path in working_folder.rglob("*.yaml")} == before
