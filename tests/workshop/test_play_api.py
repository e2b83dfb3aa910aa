"""A fleet at the table: marks on its records are kept in its file and printed."""

from __future__ import annotations

import ctypes
import io
import json
import math
import re
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from helpers.workshop import create_entry, list_lines, make_edits, open_document, set_text
from pypdfium2.raw import FPDF_PAGEOBJ_PATH, FPDFPath_GetDrawMode

from printshop.exports.sheet_marks import ALREADY_MARKED
from printshop.problems import PrintshopError
from printshop.workshop import export_api, fleets_api, games_api, play_api
from printshop.workshop.workspace import Workspace

FILE = "fleet.yaml"
RAID = """\
extends: iron_stars
scenarios:
  raid:
    title: Raid
    summary: A raid.
    table: 6 ft x 4 ft
    forces:
      britain: {units: [{unit: Nike, damage: {hull: 2}}, {unit: Alpha, names: [Adder]}]}
      russia: {units: [Tsargrad]}
    setup: [As usual.]
    victory: {text: Most points.}
"""


@pytest.fixture
def fleet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path(FILE).write_text("game: iron_stars\nside: britain\n# the old squadron\nunits:\n"
                          "  - Nike  # the flagship\n  - 3 x Gauntlet\n"
                          "  - {unit: Golem, count: 2, names: [Old One, Young One], notes: slow}\n")
    return FILE


def test_every_ship_has_a_sheet_with_all_its_marks(workspace: Workspace, fleet: str) -> None:
    reply = play_api.describe_play(workspace, fleet)
    keys = [ship["key"] for ship in reply["units"]]
    assert keys == ["Nike (Britain)", *(f"Gauntlet-{number} (Britain)" for number in (1, 2, 3)),
                    "Old One (Britain)", "Young One (Britain)"]
    assert [sheet["units"] for sheet in reply["sheets"]] == [[key] for key in keys]
    hull = [mark for mark in reply["sheets"][0]["marks"] if mark["track"] == "hull"]
    assert [(mark["number"], mark["of"], mark["kind"]) for mark in hull] == [(n, 10, "circle") for n in range(1, 11)]
    places = [mark["at"] for mark in hull]
    assert all(0 <= left < left + wide <= 100 and 0 <= top < top + high <= 100 for left, top, wide, high in places)
    assert len({tuple(place) for place in places}) == 10
    assert reply["sheets"][0]["svg"].startswith("<?xml")
    assert [ship["line"] for ship in reply["units"]] == [0, 1, 1, 1, 2, 2]
    assert reply["lines"][1] == {"text": "3 x Gauntlet", "plain": True}
    assert dict(reply["lines"][2]["entries"])["notes"] == {"text": "slow", "plain": True}
    spaces = reply["sheets"][0]["spaces"]  # for her momentum, and her notes
    labels = ["Momentum: start", *(f"Momentum: T{turn}" for turn in range(1, 7)), "Notes"]
    assert [(space["key"], space["unit"], space["label"]) for space in spaces] == [
        (f"Nike (Britain)/note/{number}", "Nike (Britain)", label) for number, label in enumerate(labels, 1)]
    assert all(0 <= space["at"][0] < sum(space["at"][::2]) <= 100 for space in spaces)


def test_text_stands_on_one_of_the_sheets_of_a_unit_and_marks_on_all(workspace: Workspace, fleet: str) -> None:
    form = create_entry(workspace, "form", "iron_stars", "Captain")["file"]
    Path(fleet).write_text(f"game: {form}\nside: britain\nunits:\n  - Nike\n")
    first, second = play_api.describe_play(workspace, fleet)["sheets"]
    keys = [space["key"] for space in first["spaces"] + second["spaces"]]
    assert len({*keys}) == len(keys) > len(first["spaces"]) > 0
    assert {space["unit"] for space in second["spaces"]} == {"Nike (Britain)"}
    assert ("Nike (Britain)", "hull") in {(mark["unit"], mark["track"]) for mark in first["marks"]} & {
        (mark["unit"], mark["track"]) for mark in second["marks"]}


def test_both_sides_of_a_battle_have_sheets_and_units_of_a_shared_record_have_marks(workspace: Workspace) -> None:
    reply = play_api.describe_play(workspace, "iron_stars/meeting_engagement")
    assert (reply["title"], reply["stamp"]) == ("Meeting Engagement", "")
    assert {ship["side"] for ship in reply["units"]} == {"Britain", "Russia"}
    keys = {ship["key"] for ship in reply["units"]}
    assert {mark["unit"] for sheet in reply["sheets"] for mark in sheet["marks"]} == keys
    (shared,) = [sheet["units"] for sheet in reply["sheets"] if "Alpha-1 (Britain)" in sheet["units"]]
    assert shared == [f"Alpha-{number} (Britain)" for number in range(1, 6)]
    assert "†" in reply["legend"]
    with pytest.raises(PrintshopError, match="no scenario"):
        play_api.describe_play(workspace, "iron_stars/nowhere")


def test_units_of_a_battle_have_the_names_and_damage_of_their_force(workspace: Workspace) -> None:
    (workspace.folder / "raid.yaml").write_text(RAID)
    played = play_api.describe_play(workspace, "raid/raid")
    assert {ship["key"]: ship["damage"] for ship in played["units"]} == {
        "Nike (Britain)": {"hull": 2}, "Adder (Britain)": {}, "Tsargrad (Russia)": {}}
    hull = [mark for sheet in played["sheets"] for mark in sheet["marks"]
            if (mark["unit"], mark["track"]) == ("Nike (Britain)", "hull")]
    assert len(hull) == hull[0]["of"] == 10  # the sheet shows no damage: the page marks it


@pytest.mark.filterwarnings("ignore::printshop.game_paths.HiddenGameWarning")
@pytest.mark.parametrize("stem", ["raid", "iron_stars", "harbour"])  # the last two are names of other games
def test_battle_has_one_name_at_the_table_and_in_lists(workspace: Workspace, harbour: Path, stem: str) -> None:
    file = workspace.folder / f"{stem}.yaml"
    file.write_text(RAID)
    battles = [battle for game in games_api.list_own_games(workspace)["games"] for battle in game["battles"]]
    (listed,) = [battle for battle in battles if battle["file"] == file.name]
    game = fleets_api.list_units(workspace, file.name)["game"]
    for name in (listed["what"], f"{game}/raid", f"{file.name}/raid", f"./{file.name}/raid"):
        assert play_api.describe_play(workspace, name)["file"] == listed["what"]


def test_saved_marks_are_printed(workspace: Workspace, fleet: str) -> None:
    def is_filled_mark(path: pypdfium2.PdfObject) -> bool:
        """Return whether a path has a fill and a line, and is as wide as it is high."""
        fill, line = ctypes.c_int(), ctypes.c_int()
        assert FPDFPath_GetDrawMode(path, fill, line)
        left, bottom, right, top = path.get_bounds()
        return bool(fill.value and line.value) and math.isclose(right - left, top - bottom, abs_tol=0.01)

    def count_filled_marks() -> int:
        with pypdfium2.PdfDocument(export_api.make_file(workspace, fleet)[2]) as pdf:
            return sum(item.type == FPDF_PAGEOBJ_PATH and is_filled_mark(item)
                       for page in pdf for item in page.get_objects())

    assert count_filled_marks() == 0
    make_edits(workspace, fleet, {"do": "set", "path": ["units", 0], "value": {
        "data": {"unit": "Nike", "damage": {"hull": 3}}}})
    assert count_filled_marks() == 3


def test_texts_and_turn_of_a_fleet_are_read_and_stand_in_the_fields_of_a_file(workspace: Workspace, fleet: str) -> None:
    make_edits(workspace, fleet, {"do": "set", "path": ["units", 0], "value": {
        "data": {"unit": "Nike", "writing": {"1": "12"}}}}, {"do": "set", "path": ["turn"], "value": {"data": 3}})
    played = play_api.describe_play(workspace, fleet)
    assert (played["turn"], played["units"][0]["writing"], played["units"][1]["writing"]) == (3, {"1": "12"}, {})
    key, drawn = played["sheets"][0]["spaces"][0]["key"], re.compile("Momentum.*?12", re.DOTALL)
    page = export_api.make_file(workspace, fleet, "html")[2].decode()
    assert f"data-marks=\"{{&quot;{key}&quot;: &quot;12&quot;}}\"" in page
    with pikepdf.open(io.BytesIO(export_api.make_file(workspace, fleet, fillable=True)[2])) as file:
        fields = [field for field in file.Root.AcroForm.Fields if field.FT == "/Tx" and "/V" in field]
        texts = {str(field.T): str(field.V) for field in fields}
        assert (texts, bool(file.Root.AcroForm.NeedAppearances)) == ({key: "12"}, True)
    with pypdfium2.PdfDocument(export_api.make_file(workspace, fleet)[2]) as pdf:
        assert any(drawn.search(page.get_textpage().get_text_bounded()) for page in pdf)


def test_battle_is_printed_with_the_marks_of_the_table(workspace: Workspace, harbour: Path) -> None:
    def print_records(marks: dict[str, int | str]) -> bytes:
        return export_api.make_file(workspace, f"{harbour}/first_light", marks=marks, kind="svg")[2]

    unmarked = print_records({})
    assert unmarked == print_records({"Vigilant (Her Customs)/planks": 0})
    assert unmarked != print_records({"Vigilant (Her Customs)/planks": 3})
    (workspace.folder / "raid.yaml").write_text(RAID)
    marks: dict[str, int | str] = {"Nike (Britain)/note/8": "ram them", "turn": "3"}
    with pypdfium2.PdfDocument(export_api.make_file(workspace, "raid/raid", pages="S-1", marks=marks)[2]) as pdf:
        assert pdf[0].get_textpage().get_text_bounded().count("ram them") == 1


@pytest.mark.parametrize("game", ["iron_stars", "stellar_wars", "iron_guest"])
def test_fleets_of_all_games_can_be_played(workspace: Workspace, game: str, tmp_path: Path,
                                           monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = create_entry(workspace, "fleet", game, "Fleet")["file"]
    reply = play_api.describe_play(workspace, file)
    marks = [mark for sheet in reply["sheets"] for mark in sheet["marks"]]
    assert bool(marks) == (game != "iron_guest")  # whose squadron log is for all ships of a side
    for mark in {(mark["unit"], mark["track"]): mark for mark in marks}.values():
        assert {ship["key"] for ship in reply["units"]} >= {mark["unit"]}
    if marks:
        last = marks[-1]
        (ship,) = [ship for ship in reply["units"] if ship["key"] == last["unit"]]
        unit = list_lines(open_document(workspace, file))[ship["line"]]["unit"]
        line = {"unit": unit, "damage": {last["track"]: last["of"]}}
        document = make_edits(workspace, file, {"do": "set", "path": ["units", ship["line"]], "value": {"data": line}})
        assert document["problems"] == []
        reply = play_api.describe_play(workspace, file)
        assert {last["track"]: last["of"]} in [ship["damage"] for ship in reply["units"]]


def test_notes_of_a_line_do_not_change_the_names_of_its_ships(workspace: Workspace, fleet: str) -> None:
    Path(FILE).write_text("game: iron_stars\nside: britain\nunits:\n  - {unit: Gauntlet, count: 2, name: Flora}\n")
    set_text(workspace, fleet, "units", 0, "notes", text="late")
    assert [ship["key"] for ship in play_api.describe_play(workspace, fleet)["units"]] == ["Flora-1 (Britain)",
                                                                                  "Flora-2 (Britain)"]


def test_marks_of_a_saved_sheet_of_a_battle_are_read_for_its_units(workspace: Workspace) -> None:
    (workspace.folder / "raid.yaml").write_text(
        "extends: iron_stars\nscenarios:\n  raid:\n    title: Raid\n    summary: A raid.\n    table: 6 ft x 4 ft\n"
        "    forces:\n      britain: {units: [{unit: Nike, names: [Rat], damage: {hull: 2}}]}\n"
        "      china: {units: [Tai Zhou]}\n    setup: [As usual.]\n    victory: {text: Most points.}\n")
    page = export_api.make_file(workspace, "raid.yaml/raid", "html")[2].decode()
    hull = [key for key in re.findall(r'data-key="([^"]*)"', page) if "Tai Zhou" in key and "hull" in key]
    marks = json.dumps({"marks": dict.fromkeys(hull[:3], True)})
    result = play_api.read_marks(workspace, "raid.yaml/raid", marks, {})
    assert [ship["damage"] for ship in result["units"]] == [{"hull": 2}, {"hull": 3}]
    assert result["done"] == f"Taken: {result['units'][1]['key']}: hull 0 to 3."


@pytest.mark.slow
def test_marks_of_a_saved_sheet_are_read_for_their_ships(workspace: Workspace, fleet: str) -> None:
    page = export_api.make_file(workspace, fleet, "html")[2].decode()
    hull = [key for key in re.findall(r'data-key="([^"]*)"', page) if "Nike" in key and "hull" in key]

    def read_marks(**marks: bool | str) -> tuple[str, dict[str, int]]:
        result = play_api.read_marks(workspace, fleet, json.dumps({"title": "x", "marks": marks}), {})
        assert [ship["damage"] for ship in result["units"][1:]] == [{}] * 5
        return result["done"], result["units"][0]["damage"]

    left_out = "1 more left out: neither damage nor notes of these ships."
    assert read_marks(**dict.fromkeys(hull[:3], True), odd=True) == (
        f"Taken: Nike (Britain): hull 0 to 3. {left_out}", {"hull": 3})
    blanks = [key for key in re.findall(r'data-key="([^"]*)"', page) if "Nike" in key and "/note/" in key]
    texts = json.dumps({"marks": {blanks[0]: "4", blanks[-1]: "on  fire"}})  # a narrow blank is no place for notes
    result = play_api.read_marks(workspace, fleet, texts, {})
    assert (result["done"], result["units"][0]["notes"], result["units"][0]["writing"]) == (
        "Taken: Nike (Britain): notes; Nike (Britain): text in writing spaces.", "on fire", {"1": "4"})
    set_text(workspace, fleet, "units", 0, text="{unit: Nike, notes: on fire}")
    assert play_api.read_marks(workspace, fleet, texts, {blanks[0]: "4"})["done"] == f"{ALREADY_MARKED}."
    set_text(workspace, fleet, "units", 0, text="{unit: Nike, notes: on fire, writing: {1: 4, 8: ram}}")
    texts = json.dumps({"marks": {blanks[0]: "4", blanks[-1]: "ram them"}})  # a text of Play stays what it is
    result = play_api.read_marks(workspace, fleet, texts, {})["units"][0]
    assert (result["notes"], result["writing"]) == ("on fire", {"1": "4", "8": "ram them"})
    make_edits(workspace, fleet, {"do": "set", "path": ["units", 0], "value": {
        "data": {"unit": "Nike", "damage": {"hull": 3}}}})
    assert read_marks(**dict.fromkeys(hull[:4], True)) == ("Taken: Nike (Britain): hull 3 to 4.", {"hull": 4})
    # a circle that was marked when the sheet was made is free on it
    assert read_marks(**{hull[2]: False, hull[1]: False}) == ("Taken: Nike (Britain): hull 3 to 1.", {"hull": 1})
    for wrong in ("{}", "[", '{"marks": {"odd": true}}'):
        with pytest.raises(PrintshopError, match="nothing in this file"):
            play_api.read_marks(workspace, fleet, wrong, {})
