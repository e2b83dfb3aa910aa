"""Fleets in the workshop: lines changed in the file, points and limits, and their roster."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pdfplumber
import pytest
from helpers.cli import invoke
from helpers.workshop import add_to_fleet, create_entry, list_lines, make_edits, open_document, set_text

from printshop.print_settings import PrintSettings
from printshop.products import packs
from printshop.workshop import export_api, fleets_api, games_api
from printshop.workshop.workspace import Workspace


@pytest.mark.slow
def test_new_fleet_is_valid_and_has_a_roster(workspace: Workspace, fleet_file: str) -> None:
    fleet = open_document(workspace, fleet_file)
    drawing = fleet["drawing"]
    assert [one["unit"] for one in list_lines(fleet)] == ["Nike", "Gauntlet", "Golem"]
    assert (drawing["summary"]["points"], len(drawing["pages"])) == ("176", 1)
    assert fleet["problems"] == []
    assert [one["file"] for one in games_api.list_own_games(workspace)["fleets"]] == ["home_fleet.yaml"]


def test_units_for_a_fleet_have_points_values_pictures_and_tracks(workspace: Workspace, fleet_file: str) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    listed = fleets_api.list_units(workspace, fleet_file)
    units = {unit["name"]: unit for unit in listed["units"]}
    nike, wasp = units["Nike"], units["Wasp"]
    assert (nike["points"], nike["side"], nike["noun"], nike["tracks"]["hull"]) == ("38", "britain", "ship", 10)
    assert dict(zip(listed["columns"], nike["cells"], strict=True))["Hull"] == "10"
    assert listed["art"]["pictures"][listed["art"]["units"]["Nike"]].startswith("data:image/svg+xml;base64,")
    assert (nike["own"], nike["file"], wasp["own"], wasp["file"]) == (False, "", True, "wasp.yaml")
    assert (units["Tycho"]["points"], listed["game"]) == ("", "iron_stars")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    listed = fleets_api.list_units(workspace, fleet_file)
    (wasp,) = (unit for unit in listed["units"] if unit["name"] == "Wasp")
    assert (wasp["own"], wasp["file"], wasp["tracks"]["hull"], listed["game"]) == (True, "", 14, "wasp")
    json.dumps(listed)


def test_exceeded_limits_are_reported_and_wrong_lines_have_their_path(workspace: Workspace, fleet_file: str) -> None:
    fleet = set_text(workspace, fleet_file, "limit", text="100")
    assert fleet["drawing"]["warnings"] == [
        {"message": "176 points, 76 over the limit of 100", "subject": "limit"}]
    wrong = make_edits(workspace, fleet_file, {"do": "set", "path": ["units", 1], "value": {
        "data": {"unit": "Gauntlet", "damage": {"hull": 99}}}})
    (problem,) = wrong["problems"]
    assert "99 marks of hull are asked for" in problem["message"]
    assert (problem["path"], wrong["drawing"]["pages"]) == (["units", 1, "damage", "hull"], [])


def test_pack_of_a_fleet_equals_that_of_the_command_line(workspace: Workspace, fleet_file: str) -> None:
    name, _, data = export_api.make_file(workspace, fleet_file)
    result = invoke("fleet", fleet_file, "-o", "out")
    assert result.exit_code == 0, result.output
    assert (Path("out") / "home_fleet" / name).read_bytes() == data


def test_fleet_is_first_empty_and_can_be_printed_in_part(workspace: Workspace, fleet_file: str) -> None:
    empty = create_entry(workspace, "fleet", "iron_stars", "Empty", side="britain", empty=True)["file"]
    fleet = open_document(workspace, empty)
    assert (list_lines(fleet), len(fleet["problems"])) == ([], 1)
    fleet = make_edits(workspace, empty, {"do": "insert", "path": ["units"], "number": 0, "value": {"yaml": "Nike"}})
    assert (fleet["drawing"]["summary"]["points"], fleet["problems"]) == ("38", [])
    assert export_api.list_fleet_products(workspace, fleet_file)["parts"] == [
        {"product": "rosters", "pages": 1, "entries": []},
        {"product": "records", "pages": 1, "entries": ["record"]},
        {"product": "counters", "pages": 1, "entries": ["tents"]},
    ]

    def pages(without: str) -> int:
        with pdfplumber.open(io.BytesIO(export_api.make_file(workspace, fleet_file, without=without)[2])) as pdf:
            return len(pdf.pages)

    assert [pages(without) for without in ("", "rosters", "records,counters")] == [3, 2, 1]


COMMENTED = """  - unit: Gauntlet   # the old lady
    # built in 1899
    names:
      - Tom    # the first
      - Jerry
    damage:
      hull: 1  # at dawn
    notes: never late
"""


def test_comments_in_a_line_stay_when_its_unit_is_renamed(workspace: Workspace, fleet_file: str) -> None:
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    text = f"game: wasp.yaml\nside: britain\nunits:\n{COMMENTED.replace('Gauntlet', 'Wasp')}"
    Path(fleet_file).write_text(text)
    set_text(workspace, "wasp.yaml", "ships", 0, "name", text="Hornet")
    assert Path(fleet_file).read_text() == text.replace("unit: Wasp", "unit: Hornet")


@pytest.mark.slow
def test_changes_of_fleets_and_battles_do_not_change_line_ends(workspace: Workspace,
                                                               fleet_file: str) -> None:
    text = f"game: iron_stars\nside: britain\nunits:\n{COMMENTED}  - Nike\n  - 3 x Alpha\n".replace("\n", "\r\n")
    Path(fleet_file).write_bytes(text.encode())

    make_edits(workspace, fleet_file, {"do": "set", "path": ["title"], "value": {"text": "Sunday"}},
               {"do": "set", "path": ["units", 1], "value": {"data": {"unit": "Nike", "notes": "late"}}},
               {"do": "insert", "path": ["units"], "number": 3, "value": {"yaml": "Golem"}})
    fleet = open_document(workspace, fleet_file)
    assert (fleet["problems"], len(list_lines(fleet))) == ([], 4)
    data = Path(fleet_file).read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")


def test_own_sheet_of_a_shipped_game_is_printed_with_fleets_and_battles(workspace: Workspace, fleet_file: str) -> None:
    sheet = create_entry(workspace, "form", "iron_stars", "Captain log")
    battle = create_entry(workspace, "scenario", "iron_stars", "Dawn")["file"]
    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    add_to_fleet(workspace, "wasp.yaml", "Wasp", fleet=fleet_file)
    for file, pack in ((fleet_file, fleet_file), (battle, "dawn/dawn")):
        assert sheet["key"] not in fleets_api.list_units(workspace, file)["forms"]
        make_edits(workspace, file, *fleets_api.join_file(workspace, file, sheet["file"])["edits"])
        assert open_document(workspace, file)["problems"] == []
        assert sheet["key"] in fleets_api.list_units(workspace, file)["forms"]
        printed = list_printed_forms(workspace, pack)
        assert sheet["key"] in printed
    set_text(workspace, sheet["file"], "forms", sheet["key"], "default", text="false")
    assert list_printed_forms(workspace, pack) == printed - {sheet["key"]}


def list_printed_forms(workspace: Workspace, pack: str) -> set[str]:
    """Return the keys of the forms in the pack of a fleet or battle."""
    components = packs.build_components(*export_api.load_pack(workspace, pack), PrintSettings())
    return {key for component in components if component.product.name == "records"
            for key in component.request.only_keys}
