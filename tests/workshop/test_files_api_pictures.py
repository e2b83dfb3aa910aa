"""The units and files of a workspace: read, changed and drawn by plain values."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
import yaml
from helpers.workshop import create_entry, make_edits, open_document, open_wasp, set_text, write_text

from printshop.problems import PrintshopError
from printshop.workshop import (
    api,
    editor_api,
    export_api,
    files_api,
    games_api,
    sharing,
    user_units,
)
from printshop.workshop.workspace import MalformedRequestError, Workspace


def test_changes_of_another_program_are_not_overwritten(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    other_text = state["text"].replace("hull: 14", "hull: 9")
    (working_folder / "wasp.yaml").write_text(other_text)
    edits = [{"do": "set", "path": ["ships", 0, "hull"], "value": {"yaml": "20"}}]
    for action in (lambda: editor_api.edit_document(workspace, "wasp.yaml", state["stamp"], edits),
                   lambda: editor_api.write_document_text(workspace, "wasp.yaml", state["stamp"], "x")):
        with pytest.raises(PrintshopError, match="was changed by another program"):
            action()
    assert (working_folder / "wasp.yaml").read_text() == other_text


@pytest.mark.parametrize("name", ["../x.yaml", "/etc/passwd", "/etc/x.yaml", ".hidden.yaml", "a/.b/c.yaml", "x.txt",
                                  "link.yaml", "x\0.yaml", "", "a" * 5000 + ".yaml"])
def test_files_outside_the_folder_are_not_touched(
        workspace: Workspace,
    working_folder: Path, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "x.yaml"
    elsewhere.write_text("extends: iron_stars\n")
    (working_folder / "link.yaml").symlink_to(elsewhere)
    for action in (lambda: editor_api.open_document(workspace, name),
                   lambda: editor_api.write_document_text(workspace, name, "", "x"),
                   lambda: sharing.share_files(workspace, name),
                   lambda: export_api.make_file(workspace, name or "x.yaml")):
        with pytest.raises(PrintshopError):
            action()
    assert elsewhere.read_text() == "extends: iron_stars\n"
    with pytest.raises(PrintshopError, match=r"outside this folder|there is no game"):
        games_api.describe_game(workspace, str(elsewhere.parent.parent))


NAME, ART = ("ships", 0, "name"), ("ships", 0, "art")
BOX = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect width="20" height="10"/></svg>'


def test_picture_is_saved_in_art_and_drawn(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    data = base64.b64encode(BOX).decode()
    assert files_api.add_picture(workspace, "wasp.yaml", "My Box.SVG", data) == {"art": "my_box.svg"}
    assert (working_folder / "art" / "my_box.svg").read_bytes() == BOX
    assert files_api.add_picture(workspace, "wasp.yaml", "my_box.svg", data) == {"art": "my_box.svg"}
    reply = set_text(workspace, "wasp.yaml", *ART, text="my_box.svg")
    assert reply["problems"] == []
    assert reply["drawing"]["pages"] != state["drawing"]["pages"]
    (listed,) = files_api.list_pictures(workspace, "wasp.yaml", "my_box.svg")["pictures"]
    assert (listed["url"].endswith(f";base64,{data}"), listed["is_own"]) == (True, True)
    assert not files_api.list_pictures(workspace, "wasp.yaml", "cover.svg")["pictures"][0]["is_own"]
    assert files_api.list_pictures(workspace, "wasp.yaml", "../wasp.yaml") == {"pictures": []}
    hostile = base64.b64encode(b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>").decode()
    files_api.add_picture(workspace, "wasp.yaml", "bad.svg", hostile)
    reply = set_text(workspace, "wasp.yaml", *ART, text="bad.svg")
    assert reply["problems"]
    large = base64.b64encode(bytes(1_400_001)).decode()
    for name, given in (("my_box.svg", hostile), ("x.exe", data), ("x.png", large)):
        with pytest.raises(PrintshopError):
            files_api.add_picture(workspace, "wasp.yaml", name, given)
    assert files_api.add_picture(workspace, "wasp.yaml", "../../up.svg", data) == {"art": "up.svg"}
    assert not (working_folder.parent / "up.svg").exists()
    with pytest.raises(MalformedRequestError):
        files_api.add_picture(workspace, "wasp.yaml", "x.svg", "no base64!")
    (working_folder.parent / "private.svg").write_bytes(BOX)
    (working_folder / "art" / "link.svg").symlink_to(working_folder.parent / "private.svg")
    assert "link.svg" not in [one["name"] for one in files_api.list_pictures(workspace, "wasp.yaml")["pictures"]]


@pytest.mark.slow
def test_failed_stream_ends_with_a_problem(workspace: Workspace) -> None:
    what = {"what": "iron_guest/two_captains"}
    assert [status for status, _ in api.stream(workspace, "preview_pack", what)][-1] == 200
    ((status, reply),) = api.stream(workspace, "preview_pack", {"what": "iron_stars/nothing"})
    assert (status, "nothing" in reply["problems"][0]["message"]) == (422, True)
    assert next(api.stream(workspace, "preview_pack", {"what": 3}))[0] == 400
    assert next(api.stream(workspace, "games", {}))[0] == 404


@pytest.mark.slow
def test_fleets_and_battles_use_the_new_name_of_a_unit(workspace: Workspace, working_folder: Path) -> None:
    state = open_wasp(workspace)
    fleet, other = working_folder / "home.yaml", working_folder / "other.yaml"
    fleet.write_text("game: wasp.yaml\nunits:\n  - 2 x Wasp  # the pair\n  - {unit: Wasp, name: Ant}\n  - Nike\n")
    other.write_text("game: iron_stars\nunits: [Wasp]\n")  # of another's Wasp
    text = state["text"] + "scenarios:\n  one:\n    forces:\n      britain: {units: [Wasp, 3 x Nike]}\n"
    state = write_text(workspace, "wasp.yaml", text)
    reply = set_text(workspace, "wasp.yaml", *NAME, text="Bee: 2")
    assert yaml.safe_load(fleet.read_text())["units"] == ["2 x Bee: 2", {"unit": "Bee: 2", "name": "Ant"}, "Nike"]
    assert "  # the pair\n" in fleet.read_text()
    assert other.read_text() == "game: iron_stars\nunits: [Wasp]\n"
    assert yaml.safe_load(reply["text"])["scenarios"]["one"]["forces"]["britain"]["units"] == ["Bee: 2", "3 x Nike"]
    assert editor_api.write_document_text(workspace, "wasp.yaml", reply["stamp"],
                             text)["stamp"] == state["stamp"]  # so does what is undone
    assert yaml.safe_load(fleet.read_text())["units"] == ["2 x Wasp", {"unit": "Wasp", "name": "Ant"}, "Nike"]


@pytest.mark.slow
def test_file_is_replaced_as_a_whole_or_not_at_all(workspace: Workspace, working_folder: Path) -> None:
    stamp, text = open_wasp(workspace)["stamp"], "game: wasp.yaml\nside: britain\nunits:\n  - Wasp\n"
    long, longer = working_folder / "long.yaml", working_folder / "longer.yaml"
    for path, lines in ((long, 100_000), (longer, 200_000)):
        path.write_text(text + "# padding\n" * lines + "title: the end\n")
    for act in (lambda: set_text(workspace, "wasp.yaml", *NAME, text="Bee"),
                lambda: open_document(workspace, "long.yaml"),
                lambda: files_api.copy_file(workspace, "long.yaml", "copy")):
        with pytest.raises(PrintshopError, match=r"more than [12],000,000 bytes"):
            act()
    assert editor_api.find_document_stamp(workspace, "wasp.yaml") == {"stamp": stamp}
    assert "  - Wasp\n" in long.read_text()
    longer.unlink()
    set_text(workspace, "wasp.yaml", *NAME, text="Bee")
    assert long.read_text() == text.replace("- Wasp", "- Bee") + "# padding\n" * 100_000 + "title: the end\n"


@pytest.mark.slow
def test_name_is_changed_at_its_place_and_a_duplicate_is_refused(workspace: Workspace,
                                                                 working_folder: Path) -> None:
    state = open_wasp(workspace)
    reply = set_text(workspace, "wasp.yaml", *NAME, text="Thunder Child ")
    assert (reply["drawing"]["unit"], len(reply["drawing"]["pages"])) == ("Thunder Child", 1)
    create_entry(workspace, "unit", "iron_stars", "Hornet", like="Nike")  # in a separate file
    for name, why in (("nike", "Iron Stars has a unit called 'Nike' already"),
                      ("hornet", "a unit called 'Hornet' already")):
        refused = set_text(workspace, "wasp.yaml", *NAME, text=name)
        assert why in refused["refusal"]
        assert refused["text"] == reply["text"]
        assert [problem["path"] for problem in refused["problems"]] == [[*NAME]]
    for value in ("5/d10 x3 ", "5/d10 x2"):
        reply = set_text(workspace, "wasp.yaml", "ships", 0, "primary", text=value)
    assert reply["text"] == state["text"].replace("name: Wasp ", "name: Thunder Child ").replace(
        "primary: 4/d8 x2 lightning", "primary: 5/d10 x2")


def test_unit_name_like_a_number_of_units_is_refused(workspace: Workspace, working_folder: Path) -> None:
    state, fleet = open_wasp(workspace), working_folder / "home.yaml"
    fleet.write_text("game: wasp.yaml\nside: britain\nunits:\n  - Wasp\n")
    for name, kind in (("3 x Rat", "text"), ("12× Rat", "yaml"), ("Rat*3", "yaml"), ("Rat * 1", "text")):
        reply = make_edits(workspace, "wasp.yaml", {"do": "set", "path": [*NAME], "value": {kind: name}})
        assert f"'{name}' in a fleet would be" in reply["refusal"]
        assert reply["text"] == state["text"]
        with pytest.raises(PrintshopError, match="has a special meaning on the command line"):
            create_entry(workspace, "unit", "iron_stars", name, like="Golem")
    reply = write_text(workspace, "wasp.yaml", state["text"].replace("name: Wasp ", f'name: "{name}" '))
    reply = write_text(workspace, "wasp.yaml", state["text"])  # in the text it may stand for a while
    assert open_document(workspace, "home.yaml")["problems"] == []
    for fine in ("Rat 3", "U x 5 Boat", "3xRat"):
        reply = set_text(workspace, "wasp.yaml", *NAME, text=fine)
        assert open_document(workspace, "home.yaml")["problems"] == [] == reply["problems"]


def test_missing_value_is_reported_at_its_input_without_paths_of_the_machine(workspace: Workspace,
                                                                             working_folder: Path) -> None:
    state = open_wasp(workspace)
    thrust = next(line for line in state["text"].split("\n") if line.strip().startswith("thrust:"))
    reply = write_text(workspace, "wasp.yaml", state["text"].replace(thrust, "    # no thrust"))
    assert [one["path"] for one in reply["problems"]] == [["ships", 0, "thrust"]]
    reply = write_text(workspace, "wasp.yaml", state["text"].replace("name: Wasp", "name: Golem"))
    assert str(Path(user_units.__file__).parents[2]) not in json.dumps(reply["problems"])
    assert "the first unit is at iron_stars/ships" in reply["problems"][0]["hint"]
    back = editor_api.write_document_text(workspace, "wasp.yaml", reply["stamp"], state["text"])
    assert editor_api.find_document_stamp(workspace, "wasp.yaml") == {"stamp": back["stamp"]}
    assert back["stamp"] == state["stamp"]
