"""The editor: files as values, edits of them, refusals, and the files that follow a new name."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import DATA, PACKAGE
from helpers.workshop import create_entry, open_wasp, set_text

from printshop.problems import PrintshopError
from printshop.source import value_edits
from printshop.workshop import editor_api, fleets_api, games_api, new_games_api, replies
from printshop.workshop.workspace import FileChangedError, Workspace

STARTERS = PACKAGE / "starters"
GAMES = (DATA / "iron_guest", *(STARTERS / name for name in ("air", "hexes", "space", "squads")))


def open_file(file: str, *path: str | int) -> dict[str, Any]:
    return editor_api.open_document(Workspace(Path()), file, {"path": [*path]})


def edit_file(document: dict[str, Any], *edits: dict[str, Any], path: list[str | int] | None = None) -> dict[str, Any]:
    return editor_api.edit_document(Workspace(Path()), document["file"], document["stamp"], [*edits],
                                    {"path": path or []})


def make_data(tree: dict[str, Any]) -> Any:
    if "items" in tree:
        return [*map(make_data, tree["items"])]
    if "entries" in tree:
        return {key: make_data(value) for key, value in tree["entries"]}
    return tree["text"]


def make_texts(data: Any) -> Any:
    if isinstance(data, value_edits.Scalar):
        return "" if data.is_typed and data.text in ("~", "null") else data.text
    return {key: make_texts(value) for key, value in data.items()} if isinstance(data, dict) else [
        *map(make_texts, data)]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_kind_of_file_opens_as_its_values_and_is_drawn(working_folder: Path, game: Path) -> None:
    shutil.copytree(game, "mine")
    _, *more_scenarios = sorted(Path("mine/scenarios").iterdir())  # like the first one
    for file in sorted({*Path("mine").rglob("*.yaml")} - {*more_scenarios}):
        document = open_file(file.as_posix())
        data = value_edits.list_data(value_edits.parse_for_edits(document["text"]).node)
        assert make_data(document["tree"]) == make_texts(data), file
        assert (document["game"], document["problems"], document["refusal"]) == ("mine", [], "")
        assert document["kind"], file
        # the head of a game has no drawing, and some units have no product of their own
        assert document["drawing"]["pages"] or document["kind"] in ("game", "pilots", "gear", "fighters"), file
        json.dumps(document)


def test_edit_is_written_and_drawn(working_folder: Path) -> None:
    new_games_api.new_game(Workspace(Path()), "Mine", "harbour")
    before = open_file("mine/tugs.yaml", 0)
    after = edit_file(before, {"do": "set", "path": [0, "name"], "value": {"text": "Wasp"}}, path=[0])
    assert (after["refusal"], after["problems"], after["drawing"]["unit"]) == ("", [], "Wasp")
    assert Path("mine/tugs.yaml").read_text(encoding="utf-8") == after["text"] != before["text"]
    assert editor_api.find_document_stamp(Workspace(Path()), "mine/tugs.yaml") == {"stamp": after["stamp"]}
    with pytest.raises(PrintshopError, match="was changed by another program"):
        edit_file(before, {"do": "remove", "path": [0]})
    restored = editor_api.write_document_text(Workspace(Path()), "mine/tugs.yaml", after["stamp"], before["text"])
    assert restored["stamp"] == before["stamp"]


UNIT = [{"do": "insert", "path": [], "number": 1, "value": {"data": {"name": "Pilot"}}},
        {"do": "remove", "path": [1]}, {"do": "remove", "path": [0, "cannon"]},
        {"do": "move", "path": [0], "to": 1}, {"do": "copy", "path": [0]},
        {"do": "add", "path": [0], "key": "notes", "value": {"text": "new"}},
        {"do": "rename", "path": [0, "name"], "to": "title"},
        {"do": "set", "path": [0, "name"], "value": {"text": "Wasp"}},
        {"do": "set", "path": [0, "steam"], "value": {"data": 1}}]


@pytest.mark.parametrize("edits", [*([edit] for edit in UNIT[2:]), UNIT[:2], [UNIT[7], UNIT[4]], [UNIT[4], UNIT[4]]],
                         ids=lambda edits: " ".join(edit["do"] for edit in edits))
def test_request_that_is_sent_again_is_made_once(working_folder: Path, edits: list[Any]) -> None:
    new_games_api.new_game(Workspace(Path()), "Mine", "harbour")
    before = open_file("mine/tugs.yaml")
    first = edit_file(before, *edits)
    files = {path: path.read_bytes() for path in Path("mine").rglob("*.yaml")}
    again = (Workspace(Path()), before["file"], before["stamp"], edits, {"path": []}, before["text"])
    assert editor_api.edit_document(*again) == first
    assert first["refusal"] == ""
    assert {path: path.read_bytes() for path in files} == files
    Path("mine/tugs.yaml").write_text(first["text"] + "# another program\n")
    with pytest.raises(FileChangedError):
        editor_api.edit_document(*again)
    Path("mine/tugs.yaml").write_text(before["text"])  # the first request has not reached the workshop
    assert editor_api.edit_document(*again)["text"] == first["text"]


def test_refused_request_is_refused_again_and_another_text_is_no_repetition(working_folder: Path) -> None:
    new_games_api.new_game(Workspace(Path()), "Mine", "harbour")
    before = open_file("mine/tugs.yaml")
    edits = [{"do": "set", "path": [0, "name"], "value": {"text": make_data(before["tree"])[1]["name"]}}]
    file, stamp, text = before["file"], before["stamp"], before["text"]
    assert "already" in editor_api.edit_document(Workspace(Path()), file, stamp, edits, {}, text)["refusal"]
    Path(file).write_text(text + "# another program\n")
    for other in (text, "", "[]"):
        with pytest.raises(FileChangedError):
            editor_api.edit_document(Workspace(Path()), file, stamp, edits, {}, other)


def test_text_that_is_sent_again_is_written_once(working_folder: Path) -> None:
    new_games_api.new_game(Workspace(Path()), "Mine", "harbour")
    before = open_file("mine/tugs.yaml")
    text = before["text"].replace("tugs", "boats") + "# mine\n"
    replies = [editor_api.write_document_text(Workspace(Path()), before["file"], before["stamp"], text)
               for _ in range(2)]
    assert replies[0] == replies[1]
    assert replies[0]["text"] == text


def test_impossible_edits_leave_the_file_unchanged(working_folder: Path) -> None:
    new_games_api.new_game(Workspace(Path()), "Mine", "harbour")
    before = open_file("mine/tugs.yaml")
    names = [make_data(unit)["name"] for unit in before["tree"]["items"]]
    for path, value, reason in (([0, "name"], names[1], f"has a unit called '{names[1]}' already"),
                                ([0, "name"], "", "type a name"), ([0, "name"], "3 x Tug", "a number of units"),
                                ([0, "name", "x"], "y", "another kind of value")):
        reply = edit_file(before, {"do": "set", "path": [1, "name"], "value": {"text": "Fine"}},
                          {"do": "set", "path": path, "value": {"text": value}})
        if value != names[1]:  # the first edit has set this name free
            assert reason in reply["refusal"]
            assert (reply["text"], reply["stamp"]) == (before["text"], before["stamp"])
    refused = edit_file(open_file("mine/tugs.yaml"), {"do": "set", "path": [0, "name"], "value": {"text": names[2]}})
    assert f"has a unit called '{names[2]}' already" in refused["refusal"]
    with pytest.raises(PrintshopError, match="at most 1000"):
        edit_file(refused, *[{"do": "remove", "path": [0]}] * 2001)


def test_copied_unit_has_an_unused_name(working_folder: Path) -> None:
    new_games_api.new_game(Workspace(Path()), "Mine", "harbour")
    document = open_file("mine/tugs.yaml")
    name = make_data(document["tree"])[0]["name"]
    for number in (2, 3):
        document = edit_file(document, {"do": "copy", "path": [0]})
        assert make_data(document["tree"])[1]["name"] == f"{name} {number}"
        assert document["problems"] == []


def test_fleets_use_the_new_name_of_a_unit(fleet_file: str) -> None:
    create_entry(Workspace(Path()), "unit", "iron_stars", "Wasp", like="Nike")
    fleet = open_file(fleet_file)
    fleet = edit_file(fleet, {"do": "insert", "path": ["units"], "number": 0, "value": {"text": "Wasp"}},
                      {"do": "set", "path": ["game"], "value": {"text": "wasp.yaml"}})
    assert fleet["problems"] == []
    edit_file(open_file("wasp.yaml"), {"do": "set", "path": ["ships", 0, "name"], "value": {"text": "Bee"}})
    assert make_data(open_file(fleet_file)["tree"])["units"][0] == "Bee"


@pytest.mark.parametrize(("key", "value"), [("primary", "99/d10 x2"), ("type", "Very long " * 20)])
def test_value_for_which_a_record_has_no_room_has_the_problem(workspace: Workspace, working_folder: Path, key: str,
                                                              value: str) -> None:
    open_wasp(workspace)
    (problem,) = set_text(workspace, "wasp.yaml", "ships", 0, key, text=value)["problems"]
    assert (problem["path"], problem["file"]) == (["ships", 0, key], "")
    assert "record of HMES Wasp" in problem["message"]
    # the sheet that has too little room has the problem at its own place
    sheet = create_entry(workspace, "form", "wasp.yaml", "Sheet", like="record")
    view: replies.View = {"path": ["forms", sheet["key"]], "unit": "Wasp"}
    problems = editor_api.open_document(workspace, sheet["file"], view)["problems"]
    assert problems
    assert all(one["path"][:2] == ["forms", "sheet"] and key not in one["path"] for one in problems)


def test_problems_have_the_path_of_their_value(working_folder: Path) -> None:
    new_games_api.new_game(Workspace(Path()), "Mine", "harbour")
    document = open_file("mine/tugs.yaml")
    document = edit_file(document, {"do": "set", "path": [1, "speed"], "value": {"text": "fast"}},
                         {"do": "remove", "path": [0, "side"]})
    paths = {tuple(problem["path"]): problem for problem in document["problems"]}
    assert (0, "side") in paths
    assert all(problem["file"] == "" and problem["line"] for problem in document["problems"])
    other = open_file("mine/game.yaml")["problems"][0]
    assert (other["file"], other["unit"], other["line"] > 0) == ("mine/tugs.yaml", "Mary Gloster", True)
    broken = editor_api.write_document_text(Workspace(Path()), "mine/tugs.yaml", document["stamp"], "- [x\n")
    assert broken["tree"] is None
    assert broken["problems"][0]["line"] == 1


def test_battle_stays_in_its_game_while_a_unit_has_a_fault(workspace: Workspace, working_folder: Path) -> None:
    unit = create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")["file"]
    battle = create_entry(workspace, "scenario", "iron_stars", "Raid")["file"]
    start = (working_folder / battle).read_text(encoding="utf-8")
    (working_folder / battle).write_text(start.replace("extends: iron_stars", f"extends: {unit}"), encoding="utf-8")
    before = editor_api.find_document_schema(workspace, battle)["schema"]
    text = (working_folder / unit).read_text(encoding="utf-8")
    line = text[:text.index("    hull: ")].count("\n") + 1
    (working_folder / unit).write_text(text.replace("    hull: ", "    hull ", 1), encoding="utf-8")
    document = open_file(battle)
    assert (document["kind"], document["game"]) == ("extension", "iron_stars")
    assert [(problem["file"], problem["unit"], problem["line"]) for problem in document["problems"]] == [
        (unit, "Wasp", line)]
    now = editor_api.find_document_schema(workspace, battle)["schema"]
    assert now["properties"].keys() == before["properties"].keys()
    units = fleets_api.list_units(workspace, battle)["units"]
    assert [(one["name"], one["broken"]) for one in units if one["broken"]] == [("Wasp", unit)]
    games = games_api.list_own_games(workspace)["games"]
    place = {"unit": "Wasp", "file": unit, "line": line, "message": "this line has no key"}
    assert {game["name"]: (game.get("of"), game.get("problems")) for game in games} == dict.fromkeys(
        ("raid", "wasp"), ("iron_stars", [place]))


def test_excerpt_of_a_large_file_surrounds_the_block(working_folder: Path) -> None:
    unit = f"  - name: Ship NUMBER\n    side: britain\n    notes: {'long ' * 30}\n"
    units = "".join(unit.replace("NUMBER", str(number)) for number in range(1000))
    Path("many.yaml").write_text(f"extends: iron_stars\nships:\n{units}", encoding="utf-8")
    document = open_file("many.yaml", "ships", 7)
    ships = dict(document["tree"]["entries"])["ships"]["items"]
    assert [len(ship["entries"]) for ship in ships[6:9]] == [1, 3, 1]
    document = edit_file(document, {"do": "set", "path": ["ships", 7, "side"], "value": {"text": "china"}},
                         path=["ships", 7])
    ships = dict(document["tree"]["entries"])["ships"]["items"]
    assert make_data(ships[7])["side"] == "china"
    whole = dict(open_file("many.yaml")["tree"]["entries"])["ships"]["items"]
    assert [make_data(ship) for ship in whole[:2]] == [{"name": "Ship 0"}, {"name": "Ship 1"}]


@pytest.mark.parametrize(("name", "key"), [("fleet", "title"), ("fleet", "units"), ("unit", "extends"),
                                           ("unit", "hull")])
def test_text_that_cannot_be_read_has_one_problem(workspace: Workspace, fleet_file: str, name: str, key: str) -> None:
    unit = create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    file = fleet_file if name == "fleet" else unit["file"]
    text = re.sub(rf"(?m)^( *){key}:", rf"\1{key}", Path(file).read_text(encoding="utf-8"), count=1)
    document = editor_api.write_document_text(workspace, file, open_file(file)["stamp"], text)
    assert [problem["message"] for problem in document["problems"]] == ["this line has no key"]


def test_schema_of_a_file_is_that_of_its_section(workspace: Workspace, working_folder: Path) -> None:
    def find_schema(file: str) -> dict[str, Any]:
        return editor_api.find_document_schema(workspace, file)["schema"]

    create_entry(workspace, "unit", "iron_stars", "Wasp", like="Golem")
    own = find_schema("wasp.yaml")
    assert {"ships", "scenarios", "sides"} <= own["properties"].keys()
    assert own["properties"]["ships"]["items"]["properties"]["hull"]["maximum"] == 35
    new_games_api.new_game(workspace, "Harbour", "harbour")
    named = {"harbour/game.yaml": "unit_types", "harbour/scenarios/first_light.yaml": "forces"}
    for file, key in named.items():
        assert key in find_schema(file)["properties"]
    tugs = find_schema("harbour/tugs.yaml")
    assert (tugs["type"], tugs["items"]["properties"]["planks"]["minimum"]) == ("array", 1)
    assert "kind" in find_schema("harbour/templates.yaml")["additionalProperties"]["properties"]
    (working_folder / "fleet.yaml").write_text("game: harbour\nunits: []\n")
    assert "Mary Gloster" in find_schema("fleet.yaml")["properties"]["units"]["items"]["examples"]
    json.dumps(tugs)
    (working_folder / "wasp.yaml").write_text("extends: iron_stars\nsides: {\n")  # half typed
    assert find_schema("wasp.yaml").keys() == own.keys()
    (working_folder / "notes.yaml").write_text("just: a file\n")
    assert find_schema("notes.yaml") == {}
