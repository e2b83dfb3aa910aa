"""The units and files of a workspace: read, changed and drawn by plain values."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
import yaml
from helpers.workshop import open_wasp

from printshop.cli import main
from printshop.problems import PrintshopError
from printshop.workshop import api, export_api, files_api, fleets_api, games_api, sharing, units_api
from printshop.workshop.workspace import Workspace


def test_inputs_come_from_the_declared_fields(workspace: Workspace, working_folder: Path) -> None:
    (unit,) = open_wasp(workspace)["units"]
    inputs = {one["key"]: one for one in unit["inputs"]}
    assert list(inputs)[:3] == ["name", "side", "type"]
    assert inputs["hull"] == {"key": "hull", "label": "hull", "kind": "whole", "said": "1 to 35", "optional": False,
                              "options": [], "low": 1, "high": 35, "value": "14", "means": ""}
    assert inputs["points"]["said"] == "1 to 999; set by you, not worked out"
    assert inputs["type"]["kind"] == "text"  # any other word may be typed, too
    assert inputs["type"]["options"][:2] == ["Destroyer", "Armoured Frigate"]
    assert inputs["primary"]["value"] == "4/d8 x2 lightning"
    assert inputs["primary"]["means"] == (
        "number of guns: 4, each with a d8 and damage 2; lightning: Lightning projectors")
    assert inputs["light_guns"]["means"] == "number of guns: 4, each with a d4 and damage 1"
    assert inputs["type"]["said"].startswith("such as Destroyer, Armoured Frigate")
    assert inputs["equipment"]["said"] == "the number of each thing"  # its choices are seen
    assert inputs["equipment"]["value"] == "{gyroscopic_stabilizer: 1}"
    assert unit["derived"]["Q circles"] == "7"


def test_an_edit_changes_the_file_and_draws_the_record(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    (before,) = state["pages"]
    after = units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "hull", "20", drawn="0", product="records")
    assert after["problems"] == []
    assert after["pages"] != [before]
    assert after["text"] == state["text"].replace("hull: 14", "hull: 20") == (working_folder / "wasp.yaml").read_text()
    named = units_api.change(workspace, "wasp.yaml", after["stamp"], "0", "name", "Wasp: II", kind="text", drawn="0",
                        product="counters")
    assert [unit["name"] for unit in named["units"]] == ["Wasp: II"]
    assert named["pages"]
    assert 'name: "Wasp: II"' in named["text"] or "name: 'Wasp: II'" in named["text"]


def test_what_is_wrong_stands_at_its_input_and_is_kept(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    wrong = units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "thrust", "99", drawn="0", product="records")
    assert [(one["unit"], one["key"], one["message"]) for one in wrong["problems"]] == [
        ("0", "thrust", "thrust of Wasp is 99, but must be at most 10")]
    assert wrong["pages"] == []
    assert {one["key"]: one["value"] for one in wrong["units"][0]["inputs"]}["thrust"] == "99"
    broken = units_api.write_whole_file(workspace, "wasp.yaml", wrong["stamp"], "extends: iron_stars\nships: [{name: ")
    assert broken["units"] == []
    assert broken["problems"][0]["line"] in (2, 3)


def test_what_another_program_wrote_is_not_overwritten(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    theirs = state["text"].replace("hull: 14", "hull: 9")
    (working_folder / "wasp.yaml").write_text(theirs)
    for action in (lambda: units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "hull", "20"),
                   lambda: units_api.write_whole_file(workspace, "wasp.yaml", state["stamp"], "x"),
                   lambda: units_api.restore(workspace, "wasp.yaml", state["stamp"], "x")):
        with pytest.raises(PrintshopError, match="was changed by another program"):
            action()
    assert (working_folder / "wasp.yaml").read_text() == theirs


@pytest.mark.parametrize("name", ["../x.yaml", "/etc/passwd", "/etc/x.yaml", ".hidden.yaml", "a/.b/c.yaml", "x.txt",
                                  "link.yaml", "x\0.yaml", "", "a" * 5000 + ".yaml"])
def test_files_outside_the_folder_are_not_touched(
        workspace: Workspace,
    working_folder: Path, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "x.yaml"
    elsewhere.write_text("extends: iron_stars\n")
    (working_folder / "link.yaml").symlink_to(elsewhere)
    for action in (lambda: units_api.open_file(workspace, name),
                   lambda: units_api.write_whole_file(workspace, name, "", "x"),
                   lambda: sharing.share(workspace, name),
                   lambda: export_api.make_file(workspace, name or "x.yaml")):
        with pytest.raises(PrintshopError):
            action()
    assert elsewhere.read_text() == "extends: iron_stars\n"
    with pytest.raises(PrintshopError, match=r"outside this folder|there is no game"):
        games_api.describe_game(workspace, str(elsewhere.parent.parent))


@pytest.mark.slow
def test_lists_things_and_figures_have_parts(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    inputs = {one["key"]: one for one in state["units"][0]["inputs"]}
    assert inputs["equipment"]["shown"] == {"amounts": {"gyroscopic_stabilizer": "1"}}
    assert "congreve_rockets" in inputs["equipment"]["options"]
    amounts = '{"congreve_rockets": "3", "mine_factors": ""}'
    changed = units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "equipment", amounts, kind="entries")
    assert "equipment: {congreve_rockets: 3}\n" in changed["text"]
    gone = units_api.change(workspace, "wasp.yaml", changed["stamp"], "0", "equipment", "{}", kind="entries")
    assert "equipment: {" not in gone["text"].replace("#equipment", "")
    assert gone["problems"] == []
    games_api.new_unit(workspace, "ironclads", "Mud Hen", like="Sugar Cane")
    state = units_api.open_file(workspace, "mud_hen.yaml")
    inputs = {one["key"]: one for one in state["units"][0]["inputs"]}
    assert inputs["guns"]["shown"]["rows"][0] == "bow medium 1"
    assert inputs["hull"]["shown"]["rows"] == ["11", "11", "10"]
    changed = units_api.change(workspace, "mud_hen.yaml", state["stamp"], "0", "guns",
                               '["bow heavy 2", "stern: huge 1", ""]',
                          kind="list")
    (guns,) = (one for one in changed["units"][0]["inputs"] if one["key"] == "guns")
    assert guns["shown"] == {"rows": ["bow heavy 2", "stern: huge 1"]}
    assert [one["key"] for one in changed["problems"]] == ["guns"]
    fixed = units_api.change(workspace, "mud_hen.yaml", changed["stamp"], "0", "guns", '["bow heavy 2"]', kind="list")
    assert fixed["problems"] == []
    for wrong in ("3", "[", '"x"'):
        with pytest.raises((TypeError, ValueError)):
            units_api.change(workspace, "mud_hen.yaml", fixed["stamp"], "0", "guns", wrong, kind="list")


BOX = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>'


def test_a_picture_is_put_into_art_and_shown(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    before = state["pages"] or units_api.open_file(workspace, "wasp.yaml", "0", "records")["pages"]
    data = base64.b64encode(BOX).decode()
    assert units_api.picture(workspace, "wasp.yaml", "My Box.SVG", data) == {"art": "my_box.svg"}
    assert (working_folder / "art" / "my_box.svg").read_bytes() == BOX
    assert units_api.picture(workspace, "wasp.yaml", "my_box.svg", data) == {"art": "my_box.svg"}
    told = units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "art", "my_box.svg", kind="picture", drawn="0",
                       product="records")
    assert told["problems"] == []
    assert told["pages"] != before
    hostile = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>").decode()
    units_api.picture(workspace, "wasp.yaml", "bad.svg", hostile)
    told = units_api.change(workspace, "wasp.yaml", told["stamp"], "0", "art", "bad.svg", kind="picture", drawn="0",
                       product="records")
    assert told["problems"]
    large = base64.b64encode(bytes(1_400_001)).decode()
    for name, given in (("my_box.svg", hostile), ("x.exe", data), ("x.png", large)):
        with pytest.raises(PrintshopError):
            units_api.picture(workspace, "wasp.yaml", name, given)
    assert units_api.picture(workspace, "wasp.yaml", "../../up.svg", data) == {"art": "up.svg"}
    assert not (working_folder.parent / "up.svg").exists()
    with pytest.raises(ValueError, match=r"base64|padding"):
        units_api.picture(workspace, "wasp.yaml", "x.svg", "no base64!")


@pytest.mark.slow
def test_what_comes_bit_by_bit_ends_with_a_problem(workspace: Workspace) -> None:
    assert [status for status, _ in api.stream(workspace, "preview", {"what": "iron_guest/two_captains"})][-1] == 200
    ((status, told),) = api.stream(workspace, "preview", {"what": "iron_stars/nothing"})
    assert (status, "nothing" in told["problems"][0]["message"]) == (422, True)
    assert next(api.stream(workspace, "preview", {"what": 3}))[0] == 400
    assert next(api.stream(workspace, "games", {}))[0] == 404


def test_the_schema_of_a_file_is_that_of_its_part(workspace: Workspace, working_folder: Path) -> None:
    open_wasp(workspace)
    own = units_api.find_file_schema(workspace, "wasp.yaml")["schema"]
    assert {"ships", "scenarios", "sides"} <= own["properties"].keys()
    assert own["properties"]["ships"]["items"]["properties"]["hull"]["maximum"] == 35
    assert main(["new", "game", "harbour"], standalone_mode=False) is None
    named = {"harbour/game.yaml": "unit_types", "harbour/scenarios/first_light.yaml": "forces"}
    for file, key in named.items():
        assert key in units_api.find_file_schema(workspace, file)["schema"]["properties"]
    tugs = units_api.find_file_schema(workspace, "harbour/tugs.yaml")["schema"]
    assert (tugs["type"], tugs["items"]["properties"]["planks"]["minimum"]) == ("array", 1)
    assert "kind" in units_api.find_file_schema(workspace,
                                                "harbour/templates.yaml")["schema"]["additionalProperties"]["properties"]
    (working_folder / "fleet.yaml").write_text("game: harbour\nunits: []\n")
    assert "Mary Gloster" in units_api.find_file_schema(workspace,
                                                        "fleet.yaml")["schema"]["properties"]["units"]["items"]["examples"]
    json.dumps(tugs)
    (working_folder / "wasp.yaml").write_text("extends: iron_stars\nsides: {\n")  # half typed
    assert units_api.find_file_schema(workspace, "wasp.yaml")["schema"].keys() == own.keys()
    (working_folder / "notes.yaml").write_text("just: a file\n")
    assert units_api.find_file_schema(workspace, "notes.yaml") == {"schema": {}}


@pytest.mark.slow
def test_fleets_and_battles_follow_a_new_name(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    fleet, other = working_folder / "home.yaml", working_folder / "other.yaml"
    fleet.write_text("game: wasp.yaml\nunits:\n  - 2 x Wasp  # the pair\n  - {unit: Wasp, name: Ant}\n  - Nike\n")
    other.write_text("game: iron_stars\nunits: [Wasp]\n")  # of another's Wasp
    text = state["text"] + "scenarios:\n  one:\n    forces:\n      britain: {units: [Wasp, 3 x Nike]}\n"
    state = units_api.write_whole_file(workspace, "wasp.yaml", state["stamp"], text)
    told = units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "name", "Bee: 2", kind="text")
    assert yaml.safe_load(fleet.read_text())["units"] == ["2 x Bee: 2", {"unit": "Bee: 2", "name": "Ant"}, "Nike"]
    assert "  # the pair\n" in fleet.read_text()
    assert other.read_text() == "game: iron_stars\nunits: [Wasp]\n"
    assert yaml.safe_load(told["text"])["scenarios"]["one"]["forces"]["britain"]["units"] == ["Bee: 2", "3 x Nike"]
    assert units_api.restore(workspace, "wasp.yaml", told["stamp"],
                             text)["stamp"] == state["stamp"]  # so does what is undone
    assert yaml.safe_load(fleet.read_text())["units"] == ["2 x Wasp", {"unit": "Wasp", "name": "Ant"}, "Nike"]


@pytest.mark.slow
def test_a_file_is_written_back_as_a_whole_or_not_at_all(workspace: Workspace, working_folder: Path) -> None:
    stamp, text = open_wasp(workspace)["stamp"], "game: wasp.yaml\nside: britain\nunits:\n  - Wasp\n"
    long, longer = working_folder / "long.yaml", working_folder / "longer.yaml"
    for path, lines in ((long, 100_000), (longer, 200_000)):
        path.write_text(text + "# padding\n" * lines + "title: the end\n")
    for act in (lambda: units_api.change(workspace, "wasp.yaml", stamp, "0", "name", "Bee", kind="text"),
                lambda: fleets_api.open_fleet(workspace, "long.yaml"),
                lambda: files_api.copy(workspace, "long.yaml", "copy")):
        with pytest.raises(PrintshopError, match=r"more than [12],000,000 bytes"):
            act()
    assert units_api.stamp(workspace, "wasp.yaml") == {"stamp": stamp}
    assert "  - Wasp\n" in long.read_text()
    longer.unlink()
    units_api.change(workspace, "wasp.yaml", stamp, "0", "name", "Bee", kind="text")
    assert long.read_text() == text.replace("- Wasp", "- Bee") + "# padding\n" * 100_000 + "title: the end\n"


@pytest.mark.slow
def test_a_name_is_changed_by_place_and_one_that_is_there_is_refused(workspace: Workspace,
                                                                     working_folder: Path) -> None:
    state = open_wasp(workspace)
    told = units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "name", "Thunder Child ", kind="text",
                            drawn="0",
                       product="records")
    assert ([unit["name"] for unit in told["units"]], len(told["pages"])) == (["Thunder Child"], 1)
    games_api.new_unit(workspace, "iron_stars", "Hornet", like="Nike")  # in a file of her own
    for name, why in (("nike", "Iron Stars has a unit called 'Nike' already"), (" ", "has a name"),
                      ("hornet", "a unit called 'Hornet' already")):
        refused = units_api.change(workspace, "wasp.yaml", told["stamp"], "0", "name", name, kind="text")
        assert why in refused["refused"]
        assert (refused["text"], refused["problems"]) == (told["text"], [])
    for value in ("5/d10 x3 ", "5/d10 x2"):
        told = units_api.change(workspace, "wasp.yaml", told["stamp"], "0", "primary", value)
    assert told["text"] == state["text"].replace("name: Wasp ", "name: Thunder Child ").replace(
        "primary: 4/d8 x2 lightning", "primary: 5/d10 x2")


@pytest.mark.parametrize("name", ["3 x Rat", "1 x Rat", "12× Rat", "2x Rat", "Rat*3", "Rat * 1"])
def test_no_unit_gets_a_name_that_a_fleet_reads_as_a_number_of_units(workspace: Workspace, working_folder: Path,
                                                                     name: str) -> None:
    state, fleet = open_wasp(workspace), working_folder / "home.yaml"
    fleet.write_text("game: wasp.yaml\nside: britain\nunits:\n  - Wasp\n")
    for said, kind in ((name, "text"), (f'"{name}"', "")):
        told = units_api.change(workspace, "wasp.yaml", state["stamp"], "0", "name", said, kind=kind)
        assert f"'{name}' in a fleet would be" in told["refused"]
        assert told["text"] == state["text"]
    with pytest.raises(PrintshopError, match="has a special meaning on the command line"):
        games_api.new_unit(workspace, "iron_stars", name, like="Golem")
    told = units_api.write_whole_file(workspace, "wasp.yaml", state["stamp"],
                                      state["text"].replace("name: Wasp ", f'name: "{name}" '))
    told = units_api.write_whole_file(workspace, "wasp.yaml", told["stamp"],
                                      state["text"])  # in the text it may stand for a while
    assert fleets_api.open_fleet(workspace, "home.yaml")["problems"] == []
    for fine in ("Rat 3", "U x 5 Boat", "3xRat"):
        told = units_api.change(workspace, "wasp.yaml", told["stamp"], "0", "name", fine, kind="text")
        assert fleets_api.open_fleet(workspace, "home.yaml")["problems"] == [] == told["problems"]


def test_what_is_lacking_stands_at_its_input_without_places_of_the_machine(workspace: Workspace,
                                                                           working_folder: Path) -> None:
    state = open_wasp(workspace)
    thrust = next(line for line in state["text"].split("\n") if line.strip().startswith("thrust:"))
    told = units_api.write_whole_file(workspace, "wasp.yaml", state["stamp"],
                                      state["text"].replace(thrust, "    # no thrust"))
    assert [(one["unit"], one["key"]) for one in told["problems"]] == [("0", "thrust")]
    told = units_api.write_whole_file(workspace, "wasp.yaml", told["stamp"],
                                      state["text"].replace("name: Wasp", "name: Golem"))
    assert str(Path(units_api.__file__).parents[2]) not in json.dumps(told["problems"])
    assert "the first unit is at iron_stars/ships" in told["problems"][0]["hint"]
    back = units_api.restore(workspace, "wasp.yaml", told["stamp"], state["text"])
    assert back == units_api.stamp(workspace, "wasp.yaml") == {"stamp": state["stamp"]}
