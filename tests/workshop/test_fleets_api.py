"""Fleets in the workshop: lines changed in the file, points and limits, and their roster."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pdfplumber
import pytest
import yaml
from helpers.cli import invoke
from helpers.workshop import write_line

from printshop.problems import PrintshopError
from printshop.workshop import export_api, files_api, fleets_api, games_api, play_api, scenarios_api, units_api
from printshop.workshop import workspace as workspaces
from printshop.workshop.workspace import Workspace


@pytest.mark.slow
def test_a_new_fleet_is_legal_and_has_a_roster(workspace: Workspace, fleet_file: str) -> None:
    told = fleets_api.open_fleet(workspace, fleet_file)
    assert [one["unit"] for one in told["lines"]] == ["Nike", "Gauntlet", "Golem"]
    assert (told["points"], told["limit"], told["problems"], len(told["pages"])) == ("176", "", [], 1)
    assert {"name": "Alpha", "side": "Britain", "points": "5"} in told["units"]
    assert all(unit["side"] in ("Britain", "any") or "Britain" in unit["side"] for unit in told["units"])
    assert [one["file"] for one in games_api.games(workspace)["fleets"]] == ["home_fleet.yaml"]
    json.dumps(told)


def test_lines_are_added_changed_and_left_out_and_notes_stay(workspace: Workspace, fleet_file: str) -> None:
    told = fleets_api.open_fleet(workspace, fleet_file)
    notes = [text for text in told["text"].split("\n") if "#" in text]
    told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "3", write_line("Alpha", count="5"))
    assert told["points"] == "201"
    flagship = write_line("Gauntlet", names=["Old: One"], damage="hull=3, thrust=1", notes="the flagship")
    told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "1", flagship)
    assert told["problems"] == []
    assert told["lines"][1] == {"unit": "Gauntlet", "count": "", "names": ["Old: One"], "notes": "the flagship",
                                "damage": "hull 3, thrust 1", "rest": {}}
    told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "0", "")
    assert yaml.safe_load(told["text"])["units"] == [
        {"unit": "Gauntlet", "names": ["Old: One"], "damage": {"hull": 3, "thrust": 1}, "notes": "the flagship"},
        "Golem", "5 x Alpha"]
    assert [text for text in told["text"].split("\n") if "#" in text] == notes
    for _ in range(3):
        told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "0", "")
    assert yaml.safe_load(told["text"])["units"] == []
    assert told["problems"]
    told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "0", write_line("Nike"))
    assert (told["points"], told["problems"]) == ("38", [])


def test_limits_are_told_and_wrong_lines_stay_to_be_mended(workspace: Workspace, fleet_file: str) -> None:
    told = fleets_api.open_fleet(workspace, fleet_file)
    told = fleets_api.change_fleet(workspace, fleet_file, told["stamp"], "limit", "100")
    assert told["limit"] == "100"
    assert told["warnings"] == ["176 points, 76 over the limit of 100"]
    told = fleets_api.change_fleet(workspace, fleet_file, told["stamp"], "title", "Saturday: the first")
    assert told["head"]["title"] == "Saturday: the first"
    wrong = fleets_api.change_line(workspace, fleet_file, told["stamp"], "0", write_line("Nike", damage="hull=99"))
    assert "99 marks of hull are asked for" in wrong["problems"][0]["message"]
    assert (wrong["lines"][0]["damage"], wrong["pages"]) == ("hull 99", [])
    told = fleets_api.change_fleet(workspace, fleet_file, wrong["stamp"], "limit", "")
    assert told["limit"] == ""
    for key, message in (("units", "has no 'units'"), ("game", "has no 'game'")):
        with pytest.raises(PrintshopError, match=message):
            fleets_api.change_fleet(workspace, fleet_file, told["stamp"], key, "x")
    with pytest.raises(PrintshopError, match="changed by another program"):
        fleets_api.change_line(workspace, fleet_file, wrong["stamp"], "0", "")


def test_a_file_that_is_no_fleet_any_more_is_told(workspace: Workspace, fleet_file: str) -> None:
    for text in ("- a list", "game: [", "{game: iron_stars}", "game: iron_stars\nunits: 3\n",
                 "game: no_such\nunits: [x]\n"):
        Path(fleet_file).write_text(text)
        assert fleets_api.open_fleet(workspace, fleet_file)["problems"], text


def test_the_pack_of_a_fleet_is_that_of_the_command_line(workspace: Workspace, fleet_file: str) -> None:
    name, _, data = export_api.make_file(workspace, fleet_file)
    made = invoke("fleet", fleet_file, "-o", "out")
    assert made.exit_code == 0, made.output
    assert (Path("out") / "home_fleet" / name).read_bytes() == data


def test_damage_is_typed_as_it_is_said_and_one_of_several_is_parted_off(workspace: Workspace, fleet_file: str) -> None:
    told = fleets_api.open_fleet(workspace, fleet_file)
    golems = {"unit": "Golem", "count": "3", "names": ["Ajax", "Hector"], "damage": "hull 5; thrust: 1"}
    told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "2", json.dumps(golems))
    assert (told["problems"], told["lines"][2]["damage"]) == ([], "hull 5, thrust 1")
    parted = [{**golems, "count": "2"}, {"unit": "Golem", "damage": "hull=1"}]
    told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "2", json.dumps(parted))
    assert yaml.safe_load(told["text"])["units"][2:] == [
        {"unit": "Golem", "count": 2, "names": ["Ajax", "Hector"], "damage": {"hull": 5, "thrust": 1}},
        {"unit": "Golem", "damage": {"hull": 1}}]


def test_a_fleet_begins_empty_and_is_printed_without_some_of_it(workspace: Workspace, fleet_file: str) -> None:
    empty = games_api.create_entry("fleet", workspace, "iron_stars", "Empty", side="britain", empty="yes")["file"]
    told = fleets_api.open_fleet(workspace, empty)
    assert (told["lines"], len(told["problems"])) == ([], 1)
    told = fleets_api.change_line(workspace, empty, told["stamp"], "0", write_line("Nike"))
    assert (told["points"], told["problems"]) == ("38", [])
    assert export_api.parts(workspace, fleet_file)["parts"] == [
        {"product": "rosters", "pages": 1},
        {"product": "records", "pages": 1},
        {"product": "counters", "pages": 1},
    ]

    def pages(without: str) -> int:
        with pdfplumber.open(io.BytesIO(export_api.make_file(workspace, fleet_file, without=without)[2])) as pdf:
            return len(pdf.pages)

    assert [pages(without) for without in ("", "rosters", "records,counters")] == [3, 2, 1]


def test_what_is_wrong_in_a_line_stands_at_its_input(workspace: Workspace, fleet_file: str) -> None:
    told = fleets_api.open_fleet(workspace, fleet_file)
    told = fleets_api.change_line(workspace, fleet_file, told["stamp"], "1", write_line("Gauntlet", damage="banana"))
    (problem,) = told["problems"]
    assert (problem["unit"], problem["key"]) == ("1", "damage")
    assert "unit" not in problem["message"]


COMMENTED = """  - unit: Gauntlet   # the old lady
    # built in 1899
    names:
      - Tom    # the first
      - Jerry
    damage:
      hull: 1  # at dawn
    notes: never late
"""


@pytest.mark.parametrize("changes", [
    {"notes": "late"}, {"notes": ""}, {"damage": "hull 2, thrust 1"}, {"damage": ""}, {"names": ["Tom", "Spike"]},
    {"names": ["Tom"]}, {"names": []}, {"unit": "Golem"}, {"count": "4"},
    {"names": [], "damage": "", "notes": ""}])
def test_comments_in_a_line_stay_when_it_is_changed(workspace: Workspace, fleet_file: str,
                                                    changes: dict[str, object]) -> None:
    Path(fleet_file).write_text(f"game: iron_stars\nside: britain\nunits:\n{COMMENTED}  - Nike\n")
    told = fleets_api.open_fleet(workspace, fleet_file)
    wanted = {**told["lines"][0], **changes}
    now = fleets_api.change_line(workspace, fleet_file, told["stamp"], "0", json.dumps(wanted))
    assert now["lines"] == [wanted, told["lines"][1]]
    for comment in ("# the old lady", "# built in 1899", "# the first", "# at dawn"):
        assert comment in now["text"]


def test_comments_in_a_line_stay_when_its_unit_gets_another_name(workspace: Workspace, fleet_file: str) -> None:
    games_api.new_unit(workspace, "iron_stars", "Wasp", like="Golem")
    text = f"game: wasp.yaml\nside: britain\nunits:\n{COMMENTED.replace('Gauntlet', 'Wasp')}"
    Path(fleet_file).write_text(text)
    stamp = workspaces.make_stamp(Path("wasp.yaml").read_text())
    units_api.change(workspace, "wasp.yaml", stamp, unit="0", key="name", value="Hornet", kind="text")
    assert Path(fleet_file).read_text() == text.replace("unit: Wasp", "unit: Hornet")


@pytest.mark.slow
def test_all_that_is_changed_in_a_fleet_or_a_battle_keeps_the_line_ends_of_its_file(workspace: Workspace,
                                                                                    fleet_file: str) -> None:
    text = f"game: iron_stars\nside: britain\nunits:\n{COMMENTED}  - Nike\n  - 3 x Alpha\n".replace("\n", "\r\n")
    Path(fleet_file).write_bytes(text.encode())

    def stamp() -> str:
        return workspaces.make_stamp(workspaces.read_file_text(Path(fleet_file)))

    fleets_api.change_fleet(workspace, fleet_file, stamp(), "title", "Sunday")
    fleets_api.change_line(workspace, fleet_file, stamp(), "1", write_line("Nike", notes="late"))
    fleets_api.change_line(workspace, fleet_file, stamp(), "9", write_line("Golem"))
    play_api.mark(workspace, fleet_file, stamp(), "Nike (Britain)", "hull", "1")
    play_api.mark(workspace, fleet_file, stamp(), "Alpha-2 (Britain)", "hull", "1")
    play_api.note(workspace, fleet_file, stamp(), "Tom (Britain)", "early")
    files_api.take_table(workspace, fleet_file, stamp(),
                         files_api.fleet_table(workspace, fleet_file)["text"] + "Golem,2,,,\r\n")
    told = fleets_api.open_fleet(workspace, fleet_file)
    assert (told["problems"], len(told["lines"])) == ([], 8)
    data = Path(fleet_file).read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")
    made = games_api.create_entry("scenario", workspace, "iron_stars", "Fog")
    battle = Path(made["file"])
    battle.write_bytes(battle.read_bytes().replace(b"\n", b"\r\n"))
    for name, value in (("setup", "Roll for edges\nPlace: in turns"), ("victory", "Hold the bridge")):
        scenarios_api.change_battle(workspace, **made, stamp=workspaces.make_stamp(workspaces.read_file_text(battle)),
                                    name=name, value=value)
    data = battle.read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")
