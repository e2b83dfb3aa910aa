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
from printshop.workshop import answers, desk, keeping, mustering, printing


@pytest.mark.slow
def test_games_and_own_files_are_listed(working_folder: Path) -> None:
    open_wasp()
    (working_folder / "bad.yaml").write_text("extends: nothing\n")
    (working_folder / "notes.yaml").write_text("just: a file\n")
    listed = {one["name"]: one for one in desk.games()["games"]}
    assert {"iron_stars", "wasp", "bad"} <= listed.keys()
    assert "notes" not in listed
    assert (listed["wasp"]["own"], listed["wasp"]["units"], listed["wasp"]["file"]) == (True, 1, True)
    assert listed["iron_stars"]["battles"] == [
        {"what": "iron_stars/meeting_engagement", "key": "meeting_engagement", "title": "Meeting Engagement",
         "file": ""}]
    assert "there is no game named 'nothing'" in listed["bad"]["broken"]
    json.dumps(desk.games())


@pytest.mark.parametrize("name", ["iron_stars", "stellar_wars", "ironclads", "for_the_masses", "iron_guest"])
def test_every_game_tells_its_units_and_its_cover(working_folder: Path, name: str) -> None:
    told = desk.describe_game(name)
    json.dumps(told)
    assert told["units"]
    assert {len(unit["cells"]) for unit in told["units"]} == {len(told["columns"])}
    assert 0 < sum(one["first"] for one in told["columns"]) <= 14
    assert max(len(one["head"]) for one in told["columns"] if one["first"]) < 25
    assert printing.draw_game_cover(name).startswith("<svg")


def test_a_table_of_units_has_the_figures_of_rosters_first_and_says_them_as_they_are_typed(
    working_folder: Path,
) -> None:
    told = desk.describe_game("iron_stars")
    heads = [one["head"] for one in told["columns"]]
    assert heads[:4] == ["Points", "Type", "Hull", "Armour"]
    assert [one["first"] for one in told["columns"]] == sorted((one["first"] for one in told["columns"]), reverse=True)
    cells = {unit["name"]: dict(zip(heads, unit["cells"], strict=True)) for unit in told["units"]}
    assert cells["Golem"]["Primary guns"] == "4/d8 x2 lightning"
    assert (cells["Alpha"]["Primary guns"], cells["Alpha"]["Armour"], cells["Alpha"]["Light guns"]) == ("", "0", "2/d4")
    assert sum({*unit["cells"]} <= {"", "?"} for unit in told["units"]) == 18  # of these only the names are known
    long = next(one for one in desk.describe_game("ironclads")["columns"] if one["said"].startswith("Size: "))
    assert (long["head"], long["first"]) == ("Size", False)  # what it says in full is a tip


def test_inputs_come_from_the_declared_fields(working_folder: Path) -> None:
    (unit,) = open_wasp()["units"]
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


def test_an_edit_changes_the_file_and_draws_the_record(working_folder: Path) -> None:
    state = open_wasp()
    (before,) = state["pages"]
    after = desk.change("wasp.yaml", state["stamp"], "0", "hull", "20", drawn="0", product="records")
    assert after["problems"] == []
    assert after["pages"] != [before]
    assert after["text"] == state["text"].replace("hull: 14", "hull: 20") == (working_folder / "wasp.yaml").read_text()
    named = desk.change("wasp.yaml", after["stamp"], "0", "name", "Wasp: II", kind="text", drawn="0",
                        product="counters")
    assert [unit["name"] for unit in named["units"]] == ["Wasp: II"]
    assert named["pages"]
    assert 'name: "Wasp: II"' in named["text"] or "name: 'Wasp: II'" in named["text"]


def test_what_is_wrong_stands_at_its_input_and_is_kept(working_folder: Path) -> None:
    state = open_wasp()
    wrong = desk.change("wasp.yaml", state["stamp"], "0", "thrust", "99", drawn="0", product="records")
    assert [(one["unit"], one["key"], one["message"]) for one in wrong["problems"]] == [
        ("0", "thrust", "thrust of Wasp is 99, but must be at most 10")]
    assert wrong["pages"] == []
    assert {one["key"]: one["value"] for one in wrong["units"][0]["inputs"]}["thrust"] == "99"
    broken = desk.write_whole_file("wasp.yaml", wrong["stamp"], "extends: iron_stars\nships: [{name: ")
    assert broken["units"] == []
    assert broken["problems"][0]["line"] in (2, 3)


def test_what_another_program_wrote_is_not_overwritten(working_folder: Path) -> None:
    state = open_wasp()
    theirs = state["text"].replace("hull: 14", "hull: 9")
    (working_folder / "wasp.yaml").write_text(theirs)
    for action in (lambda: desk.change("wasp.yaml", state["stamp"], "0", "hull", "20"),
                   lambda: desk.write_whole_file("wasp.yaml", state["stamp"], "x"),
                   lambda: desk.restore("wasp.yaml", state["stamp"], "x")):
        with pytest.raises(PrintshopError, match="was changed by another program"):
            action()
    assert (working_folder / "wasp.yaml").read_text() == theirs


@pytest.mark.parametrize("name", ["../x.yaml", "/etc/passwd", "/etc/x.yaml", ".hidden.yaml", "a/.b/c.yaml", "x.txt",
                                  "link.yaml", "x\0.yaml", "", "a" * 5000 + ".yaml"])
def test_files_outside_the_folder_are_not_touched(
    working_folder: Path, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "x.yaml"
    elsewhere.write_text("extends: iron_stars\n")
    (working_folder / "link.yaml").symlink_to(elsewhere)
    for action in (lambda: desk.open_file(name), lambda: desk.write_whole_file(name, "", "x"),
                   lambda: desk.take(name, "x"),
                   lambda: printing.make_file(name or "x.yaml")):
        with pytest.raises(PrintshopError):
            action()
    assert elsewhere.read_text() == "extends: iron_stars\n"
    with pytest.raises(PrintshopError, match=r"outside this folder|there is no game"):
        desk.describe_game(str(elsewhere.parent.parent))


@pytest.mark.slow
def test_lists_things_and_figures_have_parts(working_folder: Path) -> None:
    state = open_wasp()
    inputs = {one["key"]: one for one in state["units"][0]["inputs"]}
    assert inputs["equipment"]["shown"] == {"amounts": {"gyroscopic_stabilizer": "1"}}
    assert "congreve_rockets" in inputs["equipment"]["options"]
    amounts = '{"congreve_rockets": "3", "mine_factors": ""}'
    changed = desk.change("wasp.yaml", state["stamp"], "0", "equipment", amounts, kind="entries")
    assert "equipment: {congreve_rockets: 3}\n" in changed["text"]
    gone = desk.change("wasp.yaml", changed["stamp"], "0", "equipment", "{}", kind="entries")
    assert "equipment: {" not in gone["text"].replace("#equipment", "")
    assert gone["problems"] == []
    desk.new_unit("ironclads", "Mud Hen", like="Sugar Cane")
    state = desk.open_file("mud_hen.yaml")
    inputs = {one["key"]: one for one in state["units"][0]["inputs"]}
    assert inputs["guns"]["shown"]["rows"][0] == "bow medium 1"
    assert inputs["hull"]["shown"]["rows"] == ["11", "11", "10"]
    changed = desk.change("mud_hen.yaml", state["stamp"], "0", "guns", '["bow heavy 2", "stern: huge 1", ""]',
                          kind="list")
    (guns,) = (one for one in changed["units"][0]["inputs"] if one["key"] == "guns")
    assert guns["shown"] == {"rows": ["bow heavy 2", "stern: huge 1"]}
    assert [one["key"] for one in changed["problems"]] == ["guns"]
    fixed = desk.change("mud_hen.yaml", changed["stamp"], "0", "guns", '["bow heavy 2"]', kind="list")
    assert fixed["problems"] == []
    for wrong in ("3", "[", '"x"'):
        with pytest.raises((TypeError, ValueError)):
            desk.change("mud_hen.yaml", fixed["stamp"], "0", "guns", wrong, kind="list")


def test_a_new_game_has_units_of_its_own_to_be_changed(working_folder: Path) -> None:
    assert desk.new_game("My Port", "harbour") == {"name": "my_port"}
    told = desk.describe_game("my_port")
    assert {unit["file"] for unit in told["units"]} == {"my_port/tugs.yaml"}
    assert {unit["file"] for unit in desk.describe_game("iron_stars")["units"]} == {""}
    state = desk.open_file("my_port/tugs.yaml", "0", "records")
    assert state["problems"] == []
    assert len(state["pages"]) == 1
    changed = desk.change("my_port/tugs.yaml", state["stamp"], "0", "planks", "20", drawn="0", product="records")
    assert changed["pages"] != state["pages"]
    with pytest.raises(PrintshopError):
        desk.new_game("My Port", "harbour")
    with pytest.raises(PrintshopError):
        desk.new_game("other", "no such starter")
    assert desk.new_game("../astray", "space") == {"name": "astray"}
    assert not (working_folder.parent / "astray").exists()


@pytest.mark.slow
def test_a_new_game_is_called_as_it_was_said(working_folder: Path) -> None:
    name = desk.new_game("Gas: GIANTS", "harbour")["name"]
    assert desk.describe_game(name)["title"] == "Gas: GIANTS"
    assert next(one for one in desk.games()["games"] if one["name"] == name)["sides"]["docks"]


BOX = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>'


def test_a_picture_is_put_into_art_and_shown(working_folder: Path) -> None:
    state = open_wasp()
    before = state["pages"] or desk.open_file("wasp.yaml", "0", "records")["pages"]
    data = base64.b64encode(BOX).decode()
    assert desk.picture("wasp.yaml", "My Box.SVG", data) == {"art": "my_box.svg"}
    assert (working_folder / "art" / "my_box.svg").read_bytes() == BOX
    assert desk.picture("wasp.yaml", "my_box.svg", data) == {"art": "my_box.svg"}
    told = desk.change("wasp.yaml", state["stamp"], "0", "art", "my_box.svg", kind="picture", drawn="0",
                       product="records")
    assert told["problems"] == []
    assert told["pages"] != before
    hostile = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>").decode()
    desk.picture("wasp.yaml", "bad.svg", hostile)
    told = desk.change("wasp.yaml", told["stamp"], "0", "art", "bad.svg", kind="picture", drawn="0",
                       product="records")
    assert told["problems"]
    large = base64.b64encode(bytes(1_400_001)).decode()
    for name, given in (("my_box.svg", hostile), ("x.exe", data), ("x.png", large)):
        with pytest.raises(PrintshopError):
            desk.picture("wasp.yaml", name, given)
    assert desk.picture("wasp.yaml", "../../up.svg", data) == {"art": "up.svg"}
    assert not (working_folder.parent / "up.svg").exists()
    with pytest.raises(ValueError, match=r"base64|padding"):
        desk.picture("wasp.yaml", "x.svg", "no base64!")


@pytest.mark.slow
def test_what_comes_bit_by_bit_ends_with_a_problem() -> None:
    assert [status for status, _ in answers.stream("preview", {"what": "iron_guest/two_captains"})][-1] == 200
    ((status, told),) = answers.stream("preview", {"what": "iron_stars/nothing"})
    assert (status, "nothing" in told["problems"][0]["message"]) == (422, True)
    assert next(answers.stream("preview", {"what": 3}))[0] == 400
    assert next(answers.stream("games", {}))[0] == 404



def test_the_schema_of_a_file_is_that_of_its_part(working_folder: Path) -> None:
    open_wasp()
    own = desk.find_file_schema("wasp.yaml")["schema"]
    assert {"ships", "scenarios", "sides"} <= own["properties"].keys()
    assert own["properties"]["ships"]["items"]["properties"]["hull"]["maximum"] == 35
    assert main(["new", "game", "harbour"], standalone_mode=False) is None
    named = {"harbour/game.yaml": "unit_types", "harbour/scenarios/first_light.yaml": "forces"}
    for file, key in named.items():
        assert key in desk.find_file_schema(file)["schema"]["properties"]
    tugs = desk.find_file_schema("harbour/tugs.yaml")["schema"]
    assert (tugs["type"], tugs["items"]["properties"]["planks"]["minimum"]) == ("array", 1)
    assert "kind" in desk.find_file_schema("harbour/templates.yaml")["schema"]["additionalProperties"]["properties"]
    (working_folder / "fleet.yaml").write_text("game: harbour\nunits: []\n")
    assert "Mary Gloster" in desk.find_file_schema("fleet.yaml")["schema"]["properties"]["units"]["items"]["examples"]
    json.dumps(tugs)
    (working_folder / "wasp.yaml").write_text("extends: iron_stars\nsides: {\n")  # half typed
    assert desk.find_file_schema("wasp.yaml")["schema"].keys() == own.keys()
    (working_folder / "notes.yaml").write_text("just: a file\n")
    assert desk.find_file_schema("notes.yaml") == {"schema": {}}


@pytest.mark.slow
def test_fleets_and_battles_follow_a_new_name(working_folder: Path) -> None:
    state = open_wasp()
    fleet, other = working_folder / "home.yaml", working_folder / "other.yaml"
    fleet.write_text("game: wasp.yaml\nunits:\n  - 2 x Wasp  # the pair\n  - {unit: Wasp, name: Ant}\n  - Nike\n")
    other.write_text("game: iron_stars\nunits: [Wasp]\n")  # of another's Wasp
    text = state["text"] + "scenarios:\n  one:\n    forces:\n      britain: {units: [Wasp, 3 x Nike]}\n"
    state = desk.write_whole_file("wasp.yaml", state["stamp"], text)
    told = desk.change("wasp.yaml", state["stamp"], "0", "name", "Bee: 2", kind="text")
    assert yaml.safe_load(fleet.read_text())["units"] == ["2 x Bee: 2", {"unit": "Bee: 2", "name": "Ant"}, "Nike"]
    assert "  # the pair\n" in fleet.read_text()
    assert other.read_text() == "game: iron_stars\nunits: [Wasp]\n"
    assert yaml.safe_load(told["text"])["scenarios"]["one"]["forces"]["britain"]["units"] == ["Bee: 2", "3 x Nike"]
    assert desk.restore("wasp.yaml", told["stamp"], text)["stamp"] == state["stamp"]  # so does what is undone
    assert yaml.safe_load(fleet.read_text())["units"] == ["2 x Wasp", {"unit": "Wasp", "name": "Ant"}, "Nike"]


@pytest.mark.slow
def test_a_file_is_written_back_as_a_whole_or_not_at_all(working_folder: Path) -> None:
    stamp, text = open_wasp()["stamp"], "game: wasp.yaml\nside: britain\nunits:\n  - Wasp\n"
    long, longer = working_folder / "long.yaml", working_folder / "longer.yaml"
    for path, lines in ((long, 100_000), (longer, 200_000)):
        path.write_text(text + "# padding\n" * lines + "title: the end\n")
    for act in (lambda: desk.change("wasp.yaml", stamp, "0", "name", "Bee", kind="text"),
                lambda: mustering.open_fleet("long.yaml"), lambda: keeping.copy("long.yaml", "copy")):
        with pytest.raises(PrintshopError, match=r"more than [12],000,000 bytes"):
            act()
    assert desk.stamp("wasp.yaml") == {"stamp": stamp}
    assert "  - Wasp\n" in long.read_text()
    longer.unlink()
    desk.change("wasp.yaml", stamp, "0", "name", "Bee", kind="text")
    assert long.read_text() == text.replace("- Wasp", "- Bee") + "# padding\n" * 100_000 + "title: the end\n"


@pytest.mark.slow
def test_a_name_is_changed_by_place_and_one_that_is_there_is_refused(working_folder: Path) -> None:
    state = open_wasp()
    told = desk.change("wasp.yaml", state["stamp"], "0", "name", "Thunder Child ", kind="text", drawn="0",
                       product="records")
    assert ([unit["name"] for unit in told["units"]], len(told["pages"])) == (["Thunder Child"], 1)
    desk.new_unit("iron_stars", "Hornet", like="Nike")  # in a file of her own
    for name, why in (("nike", "Iron Stars has a unit called 'Nike' already"), (" ", "has a name"),
                      ("hornet", "a unit called 'Hornet' already")):
        refused = desk.change("wasp.yaml", told["stamp"], "0", "name", name, kind="text")
        assert why in refused["refused"]
        assert (refused["text"], refused["problems"]) == (told["text"], [])
    for value in ("5/d10 x3 ", "5/d10 x2"):
        told = desk.change("wasp.yaml", told["stamp"], "0", "primary", value)
    assert told["text"] == state["text"].replace("name: Wasp ", "name: Thunder Child ").replace(
        "primary: 4/d8 x2 lightning", "primary: 5/d10 x2")


@pytest.mark.parametrize("name", ["3 x Rat", "1 x Rat", "12× Rat", "2x Rat", "Rat*3", "Rat * 1"])
def test_no_unit_gets_a_name_that_a_fleet_reads_as_a_number_of_units(working_folder: Path, name: str) -> None:
    state, fleet = open_wasp(), working_folder / "home.yaml"
    fleet.write_text("game: wasp.yaml\nside: britain\nunits:\n  - Wasp\n")
    for said, kind in ((name, "text"), (f'"{name}"', "")):
        told = desk.change("wasp.yaml", state["stamp"], "0", "name", said, kind=kind)
        assert f"'{name}' in a fleet would be" in told["refused"]
        assert told["text"] == state["text"]
    with pytest.raises(PrintshopError, match="has a special meaning on the command line"):
        desk.new_unit("iron_stars", name, like="Golem")
    told = desk.write_whole_file("wasp.yaml", state["stamp"], state["text"].replace("name: Wasp ", f'name: "{name}" '))
    told = desk.write_whole_file("wasp.yaml", told["stamp"], state["text"])  # in the text it may stand for a while
    assert mustering.open_fleet("home.yaml")["problems"] == []
    for fine in ("Rat 3", "U x 5 Boat", "3xRat"):
        told = desk.change("wasp.yaml", told["stamp"], "0", "name", fine, kind="text")
        assert mustering.open_fleet("home.yaml")["problems"] == [] == told["problems"]


def test_what_is_lacking_stands_at_its_input_without_places_of_the_machine(working_folder: Path) -> None:
    state = open_wasp()
    thrust = next(line for line in state["text"].split("\n") if line.strip().startswith("thrust:"))
    told = desk.write_whole_file("wasp.yaml", state["stamp"], state["text"].replace(thrust, "    # no thrust"))
    assert [(one["unit"], one["key"]) for one in told["problems"]] == [("0", "thrust")]
    told = desk.write_whole_file("wasp.yaml", told["stamp"], state["text"].replace("name: Wasp", "name: Golem"))
    assert str(Path(desk.__file__).parents[2]) not in json.dumps(told["problems"])
    assert "the first unit is at iron_stars/ships" in told["problems"][0]["hint"]
    back = desk.restore("wasp.yaml", told["stamp"], state["text"])
    assert back == desk.stamp("wasp.yaml") == {"stamp": state["stamp"]}


def test_a_game_from_nothing_is_written(working_folder: Path) -> None:
    unit = {"name": "knight", "plural": "knights", "figures": [{"label": "Strength", "low": "1", "high": "9"}]}
    given = {"name": "My Knights", "sides": json.dumps(["Red ", "Blue"]), "unit": json.dumps(unit)}
    assert answers.answer("new_blank_game", given) == (200, {"name": "my_knights"})
    told = desk.describe_game("my_knights")
    assert (told["title"], [one["name"] for one in told["units"]]) == ("My Knights", ["Falcon", "Thistle", "Lantern",
                                                                                     "Magpie"])
    assert told["battles"] == [{"key": "first_battle", "title": "First Battle"}]
    status, refused = answers.answer("new_blank_game", given)
    assert (status, "already exists" in refused["problems"][0]["message"]) == (422, True)
    for wrong in ({"sides": "3"}, {"sides": "["}, {"unit": "[]"}, {"unit": '{"figures": [{"low": {}}]}'}):
        assert answers.answer("new_blank_game", {**given, "name": "Other", **wrong})[0] == 400
    assert not (working_folder / "other").exists()


@pytest.mark.parametrize("name", ["iron_stars", "stellar_wars", "ironclads", "for_the_masses", "iron_guest"])
def test_a_unit_of_any_game_is_drawn_with_explained_values(working_folder: Path, name: str) -> None:
    told = desk.draw_unit(name, desk.describe_game(name)["units"][0]["name"])
    json.dumps(told)
    assert told["shown"][0] == "records"
    assert "<svg" in told["pages"][0]
    assert told["values"]
    last = told["shown"][-1]
    assert desk.draw_unit(name, told["name"], last, "space")["pages"] != told["pages"]


def test_values_of_a_unit_are_explained_and_what_shows_it_is_listed(working_folder: Path) -> None:
    golem = desk.draw_unit("iron_stars", "golem")
    values = {one["key"]: (one["label"], one["value"]) for one in golem["values"]}
    assert (golem["name"], values["hull"]) == ("Golem", ("hull", "14"))
    primary = next(one for one in golem["values"] if one["key"] == "primary")
    assert (primary["value"], "number of guns: 4" in primary["means"]) == ("4/d8 x2 lightning", True)
    open_wasp()
    assert desk.draw_unit("iron_stars", "Wasp")["pages"]  # in a file of its own
    with pytest.raises(PrintshopError, match="are all sheets"):
        desk.draw_unit("iron_stars", "Golem", "cards")
    with pytest.raises(PrintshopError, match="cakes"):
        desk.draw_unit("iron_stars", "Golem", "cakes")
    with pytest.raises(PrintshopError, match="Golom"):
        desk.draw_unit("iron_stars", "Golom")


def test_a_unit_is_begun_without_a_copy(working_folder: Path) -> None:
    made = desk.new_unit("stellar_wars", "Newcomer", kind="ship", empty="true")
    text = Path(made["file"]).read_text()
    assert "with values that the game allows" in text
    told = desk.open_file(made["file"], "0", "records")
    assert (told["problems"], bool(told["pages"])) == ([], True)
