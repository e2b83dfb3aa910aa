"""A fleet at the table: marks on its records are kept in its file and printed."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
import yaml
from helpers.workshop import open_document, set_text
from pypdfium2.raw import FPDF_PAGEOBJ_PATH

from printshop.problems import PrintshopError
from printshop.workshop import export_api, games_api, play_api
from printshop.workshop import workspace as workspaces
from printshop.workshop.workspace import Workspace

FILE = "fleet.yaml"


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text("game: iron_stars\nside: britain\n# the old squadron\nunits:\n"
                          "  - Nike  # the flagship\n  - 3 x Gauntlet\n"
                          "  - {unit: Golem, count: 2, names: [Old One, Young One], notes: slow}\n")
    return FILE


def lines() -> object:
    return yaml.safe_load(Path(FILE).read_text())["units"]


def test_every_ship_has_a_sheet_with_all_that_is_marked_on_it(workspace: Workspace, fleet: str) -> None:
    told = play_api.play(workspace, fleet)
    keys = [ship["key"] for ship in told["ships"]]
    assert keys == ["Nike (Britain)", *(f"Gauntlet-{number} (Britain)" for number in (1, 2, 3)),
                    "Old One (Britain)", "Young One (Britain)"]
    assert [sheet["ships"] for sheet in told["sheets"]] == [[key] for key in keys]
    hull = [mark for mark in told["sheets"][0]["marks"] if mark["track"] == "hull"]
    assert [(mark["number"], mark["of"], mark["kind"]) for mark in hull] == [(n, 10, "circle") for n in range(1, 11)]
    places = [mark["at"] for mark in hull]
    assert all(0 <= left < left + wide <= 100 and 0 <= top < top + high <= 100 for left, top, wide, high in places)
    assert len({tuple(place) for place in places}) == 10
    assert told["sheets"][0]["svg"].startswith("<?xml")
    blanks = told["sheets"][0]["blanks"]  # her momentum, and her notes
    assert [blank["key"] for blank in blanks] == [f"Nike (Britain)/note/{number}" for number in range(1, 9)]
    assert all(0 <= blank["at"][0] < sum(blank["at"][::2]) <= 100 for blank in blanks)


def test_both_sides_of_a_battle_have_sheets_and_units_of_a_shared_record_have_marks(workspace: Workspace) -> None:
    told = play_api.play(workspace, "iron_stars/meeting_engagement")
    assert (told["title"], told["stamp"]) == ("Meeting Engagement", "")
    assert {ship["side"] for ship in told["ships"]} == {"Britain", "Russia"}
    keys = {ship["key"] for ship in told["ships"]}
    assert {mark["ship"] for sheet in told["sheets"] for mark in sheet["marks"]} == keys
    (shared,) = [sheet["ships"] for sheet in told["sheets"] if "Alpha-1 (Britain)" in sheet["ships"]]
    assert shared == [f"Alpha-{number} (Britain)" for number in range(1, 6)]
    assert "†" in told["legend"]
    with pytest.raises(PrintshopError, match="no scenario"):
        play_api.play(workspace, "iron_stars/nowhere")


def test_units_of_a_battle_begin_with_the_names_and_damage_of_their_force(workspace: Workspace) -> None:
    (workspace.folder / "raid.yaml").write_text(
        "extends: iron_stars\nscenarios:\n  raid:\n    title: Raid\n    summary: A raid.\n    table: 6 ft x 4 ft\n"
        "    forces:\n      britain: {units: [{unit: Nike, damage: {hull: 2}}, {unit: Alpha, names: [Adder]}]}\n"
        "      russia: {units: [Tsargrad]}\n    setup: [As usual.]\n    victory: {text: Most points.}\n")
    played = play_api.play(workspace, "raid.yaml/raid")
    assert {ship["key"]: ship["damage"] for ship in played["ships"]} == {
        "Nike (Britain)": {"hull": 2}, "Adder (Britain)": {}, "Tsargrad (Russia)": {}}
    hull = [mark for sheet in played["sheets"] for mark in sheet["marks"]
            if (mark["ship"], mark["track"]) == ("Nike (Britain)", "hull")]
    assert len(hull) == hull[0]["of"] == 10  # the sheet shows no damage: the page marks it


def test_marks_are_kept_in_the_fleet_and_a_line_of_several_is_parted(workspace: Workspace, fleet: str) -> None:
    stamp = play_api.play(workspace, fleet)["stamp"]
    told = play_api.mark(workspace, fleet, stamp, "Gauntlet-2 (Britain)", "hull", "4")
    told = play_api.mark(workspace, fleet, told["stamp"], "Young One (Britain)", "thrust", "1")
    told = play_api.mark(workspace, fleet, told["stamp"], "Nike (Britain)", "hull", "2")
    told = play_api.mark(workspace, fleet, told["stamp"], "Nike (Britain)", "armour", "1")
    told = play_api.note(workspace, fleet, told["stamp"], "Nike (Britain)", "Captain: dead, \"gone\"")
    assert lines() == [
        {"unit": "Nike", "damage": {"hull": 2, "armour": 1}, "notes": 'Captain: dead, "gone"'}, "Gauntlet",
        {"unit": "Gauntlet", "damage": {"hull": 4}}, "Gauntlet",
        {"unit": "Golem", "names": ["Old One"], "notes": "slow"},
        {"unit": "Golem", "names": ["Young One"], "damage": {"thrust": 1}, "notes": "slow"}]
    text = Path(FILE).read_text()
    assert "# the old squadron" in text
    assert "# the flagship" in text
    again = play_api.play(workspace, fleet)
    assert again["ships"] == told["ships"]
    assert again["stamp"] == told["stamp"]
    told = play_api.mark(workspace, fleet, told["stamp"], "Gauntlet-2 (Britain)", "hull", "0")
    assert told["ships"][2] == {"key": "Gauntlet-2 (Britain)", "side": "Britain", "damage": {}, "notes": "",
                                "line": 2}
    assert open_document(workspace, fleet)["problems"] == []


def test_what_is_marked_is_printed(workspace: Workspace, fleet: str) -> None:
    def ink(data: bytes) -> int:
        with pypdfium2.PdfDocument(data) as pdf:
            return sum(one.type == FPDF_PAGEOBJ_PATH for page in pdf for one in page.get_objects())

    before = ink(export_api.make_file(workspace, fleet)[2])
    play_api.mark(workspace, fleet, workspaces.make_stamp(Path(FILE).read_text()), "Nike (Britain)", "hull", "3")
    assert ink(export_api.make_file(workspace, fleet)[2]) != before


@pytest.mark.parametrize(("ship", "track", "amount", "told"), [
    ("Nike (Britain)", "hull", "11", "11 marks of hull are asked for, but the record has only 10"),
    ("Nike (Britain)", "sails", "1", "the record has no 'sails'"), ("Nike (Britain)", "hull", "-1", "no number"),
    ("Nike (Britain)", "hull", "9" * 40, "no number"), ("Ghost", "hull", "1", "'Ghost' is not in this fleet")])
def test_what_cannot_be_marked_is_told_and_the_file_stays(workspace: Workspace, fleet: str, ship: str, track: str,
                                                          amount: str,
                                                         told: str) -> None:
    before = Path(FILE).read_text()
    with pytest.raises(PrintshopError, match=told):
        play_api.mark(workspace, fleet, workspaces.make_stamp(before), ship, track, amount)
    assert Path(FILE).read_text() == before


def test_what_another_program_has_written_stays(workspace: Workspace, fleet: str) -> None:
    stamp = play_api.play(workspace, fleet)["stamp"]
    Path(FILE).write_text(Path(FILE).read_text() + "  - Alpha\n")
    with pytest.raises(PrintshopError, match="changed by another program"):
        play_api.mark(workspace, fleet, stamp, "Nike (Britain)", "hull", "1")


@pytest.mark.parametrize("game", ["iron_stars", "stellar_wars", "for_the_masses", "ironclads", "iron_guest"])
def test_the_fleets_of_all_games_can_be_played(workspace: Workspace, game: str, tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = games_api.create_entry("fleet", workspace, game, "Fleet")["file"]
    told = play_api.play(workspace, file)
    marks = [mark for sheet in told["sheets"] for mark in sheet["marks"]]
    assert bool(marks) == (game != "iron_guest")  # whose squadron log is for all ships of a side
    for mark in {(mark["ship"], mark["track"]): mark for mark in marks}.values():
        assert {ship["key"] for ship in told["ships"]} >= {mark["ship"]}
    if marks:
        told = play_api.mark(workspace, file, told["stamp"], marks[-1]["ship"], marks[-1]["track"],
                             str(marks[-1]["of"]))
        assert marks[-1]["of"] in [amount for ship in told["ships"] for amount in ship["damage"].values()]


BLOCK = """game: iron_stars
side: britain
units:
  - unit: Gauntlet  # the old ones
    # built in 1899
    count: 3
    damage:
      thrust: 1     # at dawn
    notes: slow
  - Nike
"""


@pytest.mark.parametrize("number", [1, 2, 3])
def test_marks_and_notes_keep_the_comments_of_a_line(workspace: Workspace, fleet: str, number: int) -> None:
    Path(FILE).write_text(BLOCK)
    ship = f"Gauntlet-{number} (Britain)"
    told = play_api.mark(workspace, fleet, play_api.play(workspace, fleet)["stamp"], ship, "hull", "2")
    told = play_api.note(workspace, fleet, told["stamp"], ship, "lost")
    text = Path(FILE).read_text()
    for comment in ("# the old ones", "# built in 1899", "# at dawn"):
        assert text.count(comment) == 1
    again = play_api.play(workspace, fleet)
    assert again["ships"] == told["ships"]
    assert again["ships"][number - 1]["damage"] == {"thrust": 1, "hull": 2}


@pytest.mark.parametrize("line", [
    "{unit: Alpha, count: 3, names: [Flora]}", "{unit: Gauntlet, count: 3, names: [Flora]}",
    "{unit: Gauntlet, count: 3, name: Flora}", "{unit: 3 x Gauntlet, names: [Flora, Fauna], notes: x}",
    "{unit: Gauntlet, names: ['A, B', ' C ', 'D;E']}", "{unit: Gauntlet, name: [Tom, Jerry, Spike]}",
    "{unit: Gauntlet, count: 3, damage: {thrust: 1}}", "3 x Alpha"])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_what_is_written_of_one_ship_leaves_all_names_as_they_are(workspace: Workspace, fleet: str, line: str,
                                                                  number: int) -> None:
    Path(FILE).write_text(f"game: iron_stars\nside: britain\nunits:\n  - {line}\n  - Gauntlet\n")
    first = play_api.play(workspace, fleet)
    keys = [ship["key"] for ship in first["ships"]]
    told = play_api.mark(workspace, fleet, first["stamp"], keys[number], "hull", "1")
    assert [ship["key"] for ship in play_api.play(workspace, fleet)["ships"]] == keys
    play_api.note(workspace, fleet, told["stamp"], keys[(number + 1) % 3], "late")
    again = play_api.play(workspace, fleet)
    assert [ship["key"] for ship in again["ships"]] == keys
    expected = [{**ship, **({"damage": {**ship["damage"], "hull": 1}} if place == number else {}),
                 **({"notes": "late"} if place == (number + 1) % 3 else {})}
                for place, ship in enumerate(first["ships"])]
    assert [{**ship, "line": 0} for ship in again["ships"]] == [{**ship, "line": 0} for ship in expected]


def test_notes_of_a_line_leave_the_names_of_its_ships_as_they_are(workspace: Workspace, fleet: str) -> None:
    Path(FILE).write_text("game: iron_stars\nside: britain\nunits:\n  - {unit: Gauntlet, count: 2, name: Flora}\n")
    set_text(workspace, fleet, "units", 0, "notes", text="late")
    assert [ship["key"] for ship in play_api.play(workspace, fleet)["ships"]] == ["Flora-1 (Britain)",
                                                                                  "Flora-2 (Britain)"]
