"""Battles in the workshop: texts and forces are changed in the file, and the booklet is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from helpers.problems import catch_problems

from printshop import products
from printshop.game.scenarios import SCENARIOS
from printshop.problems import PrintshopError
from printshop.products.product import find_scenario_keys
from printshop.workshop import export_api, fleets_api, game_cache, games_api, scenarios_api, yaml_edits
from printshop.workshop import workspace as workspaces
from printshop.workshop.workspace import Workspace

OWN = """extends: iron_stars
scenarios:
  one:
    title: One
    summary: x
    background: |
      First words: here.

      Second.
    table: 6 ft x 4 ft
    forces:
      britain: {units: [Nike, 2 x Alpha]}  # who came
      russia: {points: 53, units: [Tsargrad]}
    setup: [x]
    victory: {text: y}
"""


@pytest.mark.slow
def test_a_new_battle_prints_and_its_forces_are_changed(workspace: Workspace, working_folder: Path) -> None:
    made = games_api.create_entry("scenario", workspace, "iron_stars", "Fog Bank")
    assert made == {"file": "fog_bank.yaml", "key": "fog_bank"}
    told = scenarios_api.open_battle(workspace, **made)
    assert (told["problems"], len(told["pages"]), told["what"]) == ([], 1, "fog_bank.yaml/fog_bank")
    assert [force["points"] for force in told["forces"]] == ["176", "109"]
    notes = [line for line in told["text"].split("\n") if "##" in line]
    told = scenarios_api.change_force(workspace, "fog_bank.yaml", told["stamp"], "fog_bank", "britain", "3", "Alpha",
                                      "5")
    assert told["forces"][0]["rows"][-1] == {"unit": "Alpha", "count": 5, "said": ""}
    assert (told["forces"][0]["stated"], told["problems"]) == ("201", [])  # what they cost is written anew
    told = scenarios_api.change_force(workspace, "fog_bank.yaml", told["stamp"], "fog_bank", "britain", "0", "", "1")
    assert [row["unit"] for row in told["forces"][0]["rows"]] == ["Gauntlet", "Golem", "Alpha"]
    assert [line for line in told["text"].split("\n") if "##" in line] == notes
    assert export_api.make_file(workspace, told["what"])[2].startswith(b"%PDF")
    listed = {game["name"]: game["battles"] for game in games_api.games(workspace)["games"]}
    assert {"what": "fog_bank/fog_bank", "key": "fog_bank", "title": "Fog Bank", "file": "fog_bank.yaml"} in listed[
        "fog_bank"]


@pytest.mark.slow
def test_a_battle_in_the_file_of_a_ship_takes_a_fleet_with_her(workspace: Workspace, working_folder: Path) -> None:
    file = games_api.new_unit(workspace, "iron_stars", "Wasp", like="Golem")["file"]
    fleet = fleets_api.enlist(workspace, file, "Wasp", title="Home Fleet")["file"]
    made = games_api.create_entry("scenario", workspace, file, "Fog Bank")
    assert made["file"] == file
    told = scenarios_api.take_fleet(workspace, **made, stamp=scenarios_api.open_battle(workspace, **made)["stamp"],
                                    side="britain", fleet=fleet)
    assert told["problems"] == []
    assert "Wasp" in [row["unit"] for row in told["forces"][0]["rows"]]
    bee = games_api.new_unit(workspace, "iron_stars", "Bee", like="Golem")["file"]
    (working_folder / bee).write_text(
        (working_folder / bee).read_text().replace("extends: iron_stars", "extends: wasp.yaml")
    )
    fleet = fleets_api.enlist(workspace, bee, "Bee", title="Hive")["file"]
    before = (working_folder / file).read_text()
    with pytest.raises(PrintshopError, match=r"bee\.yaml builds on wasp\.yaml, in which this battle stands"):
        scenarios_api.take_fleet(workspace, **made, stamp=told["stamp"], side="britain", fleet=fleet)
    assert (working_folder / file).read_text() == before


@pytest.mark.slow
def test_a_fleet_goes_into_a_battle_with_ships_of_the_players_own(workspace: Workspace, working_folder: Path) -> None:
    made = games_api.create_entry("scenario", workspace, "iron_stars", "Fog Bank")
    games_api.new_unit(workspace, "iron_stars", "Wasp", like="Golem")
    fleet = fleets_api.enlist(workspace, "wasp.yaml", "Wasp", title="Home Fleet")["file"]
    above = Path(fleet).read_text().partition("units:")[0]
    Path(fleet).write_text(f"{above}units:\n  - 2 x Alpha\n  - {{unit: Alpha, name: Ant}}\n"
                           "  - {unit: Wasp, damage: {hull: 2}}\n")
    stamp = scenarios_api.open_battle(workspace, **made)["stamp"]
    told = scenarios_api.take_fleet(workspace, **made, stamp=stamp, side="britain", fleet=fleet)
    rows = [(row["unit"], row["count"]) for row in told["forces"][0]["rows"]]
    assert (rows, told["problems"]) == ([("Alpha", 3), ("Wasp", 1)], [])
    assert (told["forces"][0]["stated"], len(told["pages"])) == ("58", 1)  # what they cost
    assert "extends: wasp.yaml\n" in told["text"]
    assert told["done"] == "Taken: Home Fleet (58 points)."
    assert told["missing"].startswith("Not taken: the names and the damage of its units. A battle lists how many")
    assert [row["unit"] for row in told["forces"][1]["rows"]] == ["Tsargrad", "Petrograd", "Kaliningrad"]


@pytest.mark.slow
def test_what_a_battle_cannot_take_of_a_fleet_is_told(workspace: Workspace, working_folder: Path) -> None:
    made = games_api.create_entry("scenario", workspace, "iron_stars", "Fog Bank")
    for line, missing in (("{unit: Alpha, count: 2}", ""), ("{unit: Alpha, name: Alpha-7}", "the names of"),
                          ("{unit: Alpha, notes: on fire}", "the notes of"),
                          ("{unit: Alpha, damage: {hull: 1}}", "the damage")):
        Path("home.yaml").write_text(f"game: iron_stars\nside: britain\nunits:\n  - {line}\n")
        stamp = scenarios_api.open_battle(workspace, **made)["stamp"]
        told = scenarios_api.take_fleet(workspace, **made, stamp=stamp, side="britain", fleet="home.yaml")
        assert (told["missing"].startswith(f"Not taken: {missing}") if missing else told["missing"] == ""), line
        assert told["problems"] == []


def test_fleets_and_ships_of_another_game_do_not_come_into_a_battle(workspace: Workspace, working_folder: Path) -> None:
    games_api.new_game(workspace, "Knights", "harbour")
    made = games_api.create_entry("scenario", workspace, "iron_stars", "Fog Bank")
    fleet = games_api.create_entry("fleet", workspace, "knights", "Tugs")["file"]
    tug = games_api.new_unit(workspace, "knights", "Mine", like="Mary Gloster")["file"]
    stamp, before = scenarios_api.open_battle(workspace, **made)["stamp"], read_files(working_folder)
    for act, message, hint in (
            (lambda: scenarios_api.take_fleet(workspace, **made, stamp=stamp, side="britain", fleet=fleet),
             f"{fleet} is a fleet of Knights, and fog_bank.yaml belongs to Iron Stars",
             "choose a fleet of Iron Stars, or begin a new one"),
            (lambda: scenarios_api.change_force(workspace, **made, stamp=stamp, side="britain", number="9",
                                                unit="Mine", count="1",
                                          of=tug),
             f"fog_bank.yaml is a battle of Iron Stars, and {tug} belongs to Knights", "choose units of Iron Stars")):
        raised = catch_problems(act)
        assert [(one.message, one.hint) for one in raised] == [(message, hint)]
        assert read_files(working_folder) == before


def test_a_battle_of_an_own_game_takes_a_fleet_of_it(workspace: Workspace, working_folder: Path) -> None:
    games_api.new_game(workspace, "Knights", "harbour")
    made = games_api.create_entry("scenario", workspace, "knights", "Fog Bank")
    fleet = games_api.create_entry("fleet", workspace, "knights", "Tugs")["file"]
    assert games_api.around(workspace, made["file"])["game"] == "knights"
    assert games_api.around(workspace, fleet)["fleets"][0]["game"] == "knights"
    told = scenarios_api.open_battle(workspace, **made)
    told = scenarios_api.take_fleet(workspace, **made, stamp=told["stamp"], side=told["forces"][0]["side"], fleet=fleet)
    assert told["problems"] == []
    assert told["done"].startswith("Taken: Tugs")


def read_files(folder: Path) -> dict[str, str]:
    return {path.as_posix(): path.read_text() for path in folder.rglob("*.yaml")}


@pytest.mark.slow
def test_sides_are_chosen_and_changed(workspace: Workspace, working_folder: Path) -> None:
    made = games_api.create_entry("scenario", workspace, "iron_stars", "Far East", sides="japan,china")
    told = scenarios_api.open_battle(workspace, **made)
    assert ([force["side"] for force in told["forces"]], told["problems"]) == (["japan", "china"], [])
    game = game_cache.load_cached_game(Path(made["file"]))
    markers = find_scenario_keys(products.find_product("markers"), game, game[SCENARIOS][made["key"]])
    initiative = [key for key in markers if key.startswith("initiative")]
    assert initiative == ["initiative_china", "initiative_japan"]
    told = scenarios_api.change_side(workspace, **made, stamp=told["stamp"], side="japan", to="russia")
    assert (told["forces"][0]["side"], told["forces"][0]["points"]) == ("russia", "109")
    assert (told["problems"], "Hodaka" in told["text"]) == ([], False)  # nor in its notes
    (working_folder / "own.yaml").write_text(OWN)
    told = scenarios_api.change_side(workspace, "own.yaml", workspaces.make_stamp(OWN), "one", "britain", "china")
    assert (told["problems"], [force["side"] for force in told["forces"]]) == ([], ["china", "russia"])
    assert "      russia: {points: 53, units: [Tsargrad]}\n    setup" in told["text"]
    for side, to in (("china", "russia"), ("mars", "japan"), ("china", "mars")):
        with pytest.raises(PrintshopError, match="cannot fight here"):
            scenarios_api.change_side(workspace, "own.yaml", told["stamp"], "one", side, to)
    with pytest.raises(PrintshopError, match="has no side 'mars'"):
        games_api.create_entry("scenario", workspace, "iron_stars", "Mars", sides="mars,china")
    flow = "forces: {a: {units: [x]}, b: {}}\n"
    assert yaml_edits.instead(flow, "a", "c:\n  points: 3\n", "forces") == "forces: {c: {points: 3}, b: {}}\n"


@pytest.mark.slow
def test_texts_are_changed_and_what_is_wrong_is_told_at_its_input(workspace: Workspace, working_folder: Path) -> None:
    Path("own.yaml").write_text(OWN)
    told = scenarios_api.open_battle(workspace, "own.yaml", "one")
    assert told["inputs"]["background"] == "First words: here.\n\nSecond."
    told = scenarios_api.change_battle(workspace, "own.yaml", told["stamp"], "one", "background",
                                       "Now: this.\n\nAnd that.")
    told = scenarios_api.change_battle(workspace, "own.yaml", told["stamp"], "one", "subtitle", "after # dark")
    told = scenarios_api.change_battle(workspace, "own.yaml", told["stamp"], "one", "turns", "8")
    found = yaml.safe_load(told["text"])["scenarios"]["one"]
    assert (found["background"], found["subtitle"], found["turns"]) == ("Now: this.\n\nAnd that.", "after # dark", 8)
    assert told["problems"] == []
    assert "# who came" in told["text"]
    told = scenarios_api.change_battle(workspace, "own.yaml", told["stamp"], "one", "turns", "many")
    assert [(one["key"], one["line"] > 0) for one in told["problems"]] == [("turns", True)]
    told = scenarios_api.change_battle(workspace, "own.yaml", told["stamp"], "one", "turns", "")
    assert (told["problems"], "turns" in told["text"]) == ([], False)
    for name, value in (("forces", "{}"), ("extends", "x")):
        with pytest.raises(PrintshopError, match="to be changed here"):
            scenarios_api.change_battle(workspace, "own.yaml", told["stamp"], "one", name, value)


def test_a_battle_in_a_file_of_its_own_is_changed_there(workspace: Workspace, working_folder: Path) -> None:
    games_api.new_game(workspace, "Port", "harbour")
    file = "port/scenarios/first_light.yaml"
    told = scenarios_api.open_battle(workspace, file, "first_light")
    assert told["forces"][0]["rows"] == [{"unit": "Mary Gloster", "count": 1, "said": ""},
                                         {"unit": "Rat", "count": 3, "said": ""}]
    told = scenarios_api.change_force(workspace, file, told["stamp"], "first_light", "docks", "1", "Rat", "4")
    assert told["problems"] == []
    assert "docks: {points: 37, units: [Mary Gloster, 4 x Rat]}" in told["text"]
    assert told["what"] == "port/first_light"


@pytest.mark.parametrize("units", ["all", "{where: points > 3}"])
def test_a_rule_for_the_units_of_a_force_is_not_lost(workspace: Workspace, working_folder: Path, units: str) -> None:
    text = OWN.replace("[Nike, 2 x Alpha]", units)
    Path("own.yaml").write_text(text)
    with pytest.raises(PrintshopError, match="stands here in place of a list"):
        scenarios_api.change_force(workspace, "own.yaml", workspaces.make_stamp(text), "one", "britain", "0", "Golem",
                                   "1")
    assert Path("own.yaml").read_text() == text


@pytest.mark.parametrize("given", [{"count": "0"}, {"count": "x"}, {"number": "-1"}, {"side": "mars"}])
def test_what_cannot_be_changed_is_told(workspace: Workspace, working_folder: Path, given: dict[str, str]) -> None:
    Path("own.yaml").write_text(OWN)
    asked = {"side": "britain", "number": "0", "unit": "Golem", "count": "1"} | given
    with pytest.raises(PrintshopError):
        scenarios_api.change_force(workspace, "own.yaml", workspaces.make_stamp(OWN), "one", **asked)
    assert Path("own.yaml").read_text() == OWN
    with pytest.raises(PrintshopError):
        scenarios_api.open_battle(workspace, "own.yaml", "nothing")
