"""Fleets in the page: lines changed in the file, points and limits told, a roster drawn."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pdfplumber
import pytest
import yaml
from click.testing import CliRunner

from printshop.cli import main
from printshop.problems import PrintshopError
from printshop.workshop import battles, desk, keeping, mustering, playing, printing


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(desk.begun("fleet", "iron_stars", "Home Fleet", side="britain")["file"])


def line(unit: str, **more: object) -> str:
    return json.dumps({"unit": unit, **more})


def test_a_new_fleet_is_legal_and_has_a_roster(file: str) -> None:
    told = mustering.open_fleet(file)
    assert [one["unit"] for one in told["lines"]] == ["Nike", "Gauntlet", "Golem"]
    assert (told["points"], told["limit"], told["problems"], len(told["pages"])) == ("176", "", [], 1)
    assert {"name": "Alpha", "side": "Britain", "points": "5"} in told["units"]
    assert all(unit["side"] in ("Britain", "any") or "Britain" in unit["side"] for unit in told["units"])
    assert [one["file"] for one in desk.games()["fleets"]] == ["home_fleet.yaml"]
    json.dumps(told)


def test_lines_are_added_changed_and_left_out_and_notes_stay(file: str) -> None:
    told = mustering.open_fleet(file)
    notes = [text for text in told["text"].split("\n") if "#" in text]
    told = mustering.change_line(file, told["stamp"], "3", line("Alpha", count="5"))
    assert told["points"] == "201"
    flagship = line("Gauntlet", names=["Old: One"], damage="hull=3, thrust=1", notes="the flagship")
    told = mustering.change_line(file, told["stamp"], "1", flagship)
    assert told["problems"] == []
    assert told["lines"][1] == {"unit": "Gauntlet", "count": "", "names": ["Old: One"], "notes": "the flagship",
                                "damage": "hull 3, thrust 1", "rest": {}}
    told = mustering.change_line(file, told["stamp"], "0", "")
    assert yaml.safe_load(told["text"])["units"] == [
        {"unit": "Gauntlet", "names": ["Old: One"], "damage": {"hull": 3, "thrust": 1}, "notes": "the flagship"},
        "Golem", "5 x Alpha"]
    assert [text for text in told["text"].split("\n") if "#" in text] == notes
    for _ in range(3):
        told = mustering.change_line(file, told["stamp"], "0", "")
    assert yaml.safe_load(told["text"])["units"] == []
    assert told["problems"]
    told = mustering.change_line(file, told["stamp"], "0", line("Nike"))
    assert (told["points"], told["problems"]) == ("38", [])


def test_limits_are_told_and_wrong_lines_stay_to_be_mended(file: str) -> None:
    told = mustering.open_fleet(file)
    told = mustering.change_fleet(file, told["stamp"], "limit", "100")
    assert told["limit"] == "100"
    assert told["warnings"] == ["176 points, 76 over the limit of 100"]
    told = mustering.change_fleet(file, told["stamp"], "title", "Saturday: the first")
    assert told["head"]["title"] == "Saturday: the first"
    wrong = mustering.change_line(file, told["stamp"], "0", line("Nike", damage="hull=99"))
    assert "99 of hull are marked" in wrong["problems"][0]["message"]
    assert (wrong["lines"][0]["damage"], wrong["pages"]) == ("hull 99", [])
    told = mustering.change_fleet(file, wrong["stamp"], "limit", "")
    assert told["limit"] == ""
    for key, message in (("units", "has no 'units'"), ("game", "has no 'game'")):
        with pytest.raises(PrintshopError, match=message):
            mustering.change_fleet(file, told["stamp"], key, "x")
    with pytest.raises(PrintshopError, match="changed by another program"):
        mustering.change_line(file, wrong["stamp"], "0", "")


def test_a_file_that_is_no_fleet_any_more_is_told(file: str) -> None:
    for text in ("- a list", "game: [", "{game: iron_stars}", "game: iron_stars\nunits: 3\n",
                 "game: no_such\nunits: [x]\n"):
        Path(file).write_text(text)
        assert mustering.open_fleet(file)["problems"], text


def test_the_pack_of_a_fleet_is_that_of_the_command_line(file: str) -> None:
    name, _, data = printing.made(file)
    made = CliRunner().invoke(main, ["fleet", file, "-o", "out"])
    assert made.exit_code == 0, made.output
    assert (Path("out") / "home_fleet" / name).read_bytes() == data


def test_ones_own_units_come_into_fleets_battles_and_the_table_of_their_game(file: str) -> None:
    for name in ("Wasp", "Hornet"):
        desk.new_unit("iron_stars", name, like="Golem")
    assert [(one["name"], one["file"]) for one in desk.game("iron_stars")["units"] if one["file"]] == [
        ("Hornet", "hornet.yaml"), ("Wasp", "wasp.yaml")]
    assert [(one["name"], one["side"], one["file"]) for one in mustering.mine(file)["units"]] == [
        ("Hornet", "britain", "hornet.yaml"), ("Wasp", "britain", "wasp.yaml")]
    told = mustering.open_fleet(file)
    told = mustering.change_line(file, told["stamp"], "3", line("Wasp"), of="wasp.yaml")
    assert (told["problems"], yaml.safe_load(told["text"])["game"]) == ([], "wasp.yaml")
    told = mustering.change_line(file, told["stamp"], "4", line("Hornet"), of="hornet.yaml")
    assert (told["problems"], yaml.safe_load(told["text"])["game"]) == ([], "my_iron_stars.yaml")
    told = mustering.change_line(file, told["stamp"], "5", line("Hornet"), of="hornet.yaml")
    assert told["problems"] == []
    assert "my_iron_stars" not in [one["name"] for one in desk.games()["games"]]
    assert mustering.enlist("wasp.yaml", "Wasp", title="Fleet of the Wasp") == {"file": "fleet_of_the_wasp.yaml"}
    told = mustering.open_fleet("fleet_of_the_wasp.yaml")
    assert ([one["unit"] for one in told["lines"]], told["problems"]) == (["Wasp"], [])
    assert mustering.enlist("hornet.yaml", "Hornet", fleet="fleet_of_the_wasp.yaml")
    told = mustering.open_fleet("fleet_of_the_wasp.yaml")
    assert (told["problems"], told["lines"][-1]["unit"]) == ([], "Hornet")
    desk.new_unit("iron_stars", "Chort", like="Volga")
    told = mustering.open_fleet(mustering.enlist("chort.yaml", "Chort", title="Reds")["file"])
    assert ([one["unit"] for one in told["lines"]], told["head"]["side"], told["problems"]) == (["Chort"], "russia", [])
    made = desk.begun("scenario", "iron_stars", "Ambush")
    told = battles.open_battle(**made)
    for number, name in enumerate(("Wasp", "Hornet")):
        told = battles.change_force(**made, stamp=told["stamp"], side="britain", number=str(9 + number), unit=name,
                                    count="1", of=f"{name.lower()}.yaml")
    assert told["problems"] == []
    assert yaml.safe_load(told["text"])["extends"] == ["wasp.yaml", "hornet.yaml"]


def test_a_unit_comes_into_fleets_of_its_own_game_only(file: str) -> None:
    desk.new_game("Knights", "harbour")
    unit = desk.new_unit("iron_stars", "Wasp", like="Golem")["file"]
    tugs = desk.begun("fleet", "knights", "Tugs")["file"]
    folder = Path.cwd()
    before = {path: path.read_text() for path in folder.rglob("*.yaml")}
    for of, name, fleet in (("knights/tugs.yaml", "Mary Gloster", file), (unit, "Wasp", tugs)):
        stamp = mustering.open_fleet(fleet)["stamp"]
        for act in (lambda of=of, name=name, fleet=fleet: mustering.enlist(of, name, fleet=fleet),
                    lambda of=of, name=name, fleet=fleet, stamp=stamp: mustering.change_line(
                        fleet, stamp, "9", line(name), of)):
            with pytest.raises(PrintshopError, match=r"is a fleet of .*, and .* belongs to "):
                act()
    assert {path: path.read_text() for path in folder.rglob("*.yaml")} == before


def test_a_unit_in_the_folder_of_an_own_game_comes_into_its_fleets_and_is_followed(file: str) -> None:
    desk.new_game("Knights", "harbour")
    tugs = desk.begun("fleet", "knights", "Tugs")["file"]
    mustering.enlist("knights/tugs.yaml", "Mary Gloster", fleet=tugs)
    told = mustering.open_fleet(tugs)
    assert (told["problems"], told["lines"][-1]["unit"], "game" in yaml.safe_load(told["text"])) == (
        [], "Mary Gloster", False)
    assert {"file": tugs, "title": "Tugs", "game": "knights"}.items() <= desk.around("knights/tugs.yaml")[
        "fleets"][-1].items()
    battle = desk.begun("scenario", "knights", "Fog Bank")["file"]
    assert "- Mary Gloster" in Path(battle).read_text()
    new = mustering.enlist("knights/tugs.yaml", "Mary Gloster", title="Alone")["file"]
    assert mustering.open_fleet(new)["problems"] == []
    ships = desk.open_file("knights/tugs.yaml")
    number = next(one["number"] for one in ships["units"] if one["name"] == "Mary Gloster")
    desk.change("knights/tugs.yaml", ships["stamp"], number, "name", "Vespa", kind="text")
    assert [one["unit"] for one in mustering.open_fleet(new)["lines"]] == ["Vespa"]
    assert "- Vespa" in Path(battle).read_text()


def test_battles_in_the_game_yaml_of_an_own_game_follow_a_new_name(file: str) -> None:
    desk.new_game("Knights", "harbour")
    main = Path("knights/game.yaml")
    main.write_text(f"{main.read_text()}\nscenarios:\n  fog:\n    title: Fog\n    summary: S\n    turns: 6\n"
                    "    setup: [x]\n    table: 6 ft x 4 ft\n    victory: {text: v}\n"
                    "    forces: {docks: {units: [2 x Mary Gloster]}}\n")
    ships = desk.open_file("knights/tugs.yaml")
    number = next(one["number"] for one in ships["units"] if one["name"] == "Mary Gloster")
    told = desk.change("knights/tugs.yaml", ships["stamp"], number, "name", "Vespa", kind="text")
    assert told["problems"] == []
    assert 'units: ["2 x Vespa"]' in main.read_text()


def test_putting_a_unit_into_a_fleet_is_undone_with_what_was_written_for_it(file: str) -> None:
    for name in ("Wasp", "Hornet"):
        desk.new_unit("iron_stars", name, like="Golem")
    was = Path(file).read_text()
    mustering.enlist("wasp.yaml", "Wasp", fleet=file)
    done = mustering.enlist("hornet.yaml", "Hornet", fleet=file)
    assert done["stamp"] == mustering.open_fleet(file)["stamp"]
    with pytest.raises(PrintshopError, match="needs it"):
        keeping.delete("hornet.yaml")
    desk.restore(file, done["stamp"], done["before"]["text"])
    assert [one["unit"] for one in mustering.open_fleet(file)["lines"]][3:] == ["Wasp"]
    desk.restore(file, done["before"]["stamp"], was)
    for name in ("hornet.yaml", "wasp.yaml"):  # nothing needs them any more
        keeping.delete(name)
    desk.new_unit("iron_stars", "Bee", like="Golem")
    desk.new_unit("iron_stars", "Ant", like="Golem")
    for name in ("Bee", "Ant"):
        mustering.enlist(f"{name.lower()}.yaml", name, fleet=file)
    assert mustering.open_fleet(file)["problems"] == []


def test_damage_is_typed_as_it_is_said_and_one_of_several_is_parted_off(file: str) -> None:
    told = mustering.open_fleet(file)
    golems = {"unit": "Golem", "count": "3", "names": ["Ajax", "Hector"], "damage": "hull 5; thrust: 1"}
    told = mustering.change_line(file, told["stamp"], "2", json.dumps(golems))
    assert (told["problems"], told["lines"][2]["damage"]) == ([], "hull 5, thrust 1")
    parted = [{**golems, "count": "2"}, {"unit": "Golem", "damage": "hull=1"}]
    told = mustering.change_line(file, told["stamp"], "2", json.dumps(parted))
    assert yaml.safe_load(told["text"])["units"][2:] == [
        {"unit": "Golem", "count": 2, "names": ["Ajax", "Hector"], "damage": {"hull": 5, "thrust": 1}},
        {"unit": "Golem", "damage": {"hull": 1}}]


def test_a_fleet_begins_empty_and_is_printed_without_some_of_it(file: str) -> None:
    empty = desk.begun("fleet", "iron_stars", "Empty", side="britain", empty="yes")["file"]
    told = mustering.open_fleet(empty)
    assert (told["lines"], len(told["problems"])) == ([], 1)
    told = mustering.change_line(empty, told["stamp"], "0", line("Nike"))
    assert (told["points"], told["problems"]) == ("38", [])
    assert printing.parts(file)["parts"] == [{"product": "rosters", "pages": 1}, {"product": "records", "pages": 1},
                                             {"product": "counters", "pages": 1}]

    def pages(without: str) -> int:
        with pdfplumber.open(io.BytesIO(printing.made(file, without=without)[2])) as pdf:
            return len(pdf.pages)

    assert [pages(without) for without in ("", "rosters", "records,counters")] == [3, 2, 1]


def test_what_is_wrong_in_a_line_stands_at_its_input(file: str) -> None:
    told = mustering.open_fleet(file)
    told = mustering.change_line(file, told["stamp"], "1", line("Gauntlet", damage="banana"))
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
def test_comments_in_a_line_stay_when_it_is_changed(file: str, changes: dict[str, object]) -> None:
    Path(file).write_text(f"game: iron_stars\nside: britain\nunits:\n{COMMENTED}  - Nike\n")
    told = mustering.open_fleet(file)
    wanted = {**told["lines"][0], **changes}
    now = mustering.change_line(file, told["stamp"], "0", json.dumps(wanted))
    assert now["lines"] == [wanted, told["lines"][1]]
    for comment in ("# the old lady", "# built in 1899", "# the first", "# at dawn"):
        assert comment in now["text"]


def test_comments_in_a_line_stay_when_its_unit_gets_another_name(file: str) -> None:
    desk.new_unit("iron_stars", "Wasp", like="Golem")
    text = f"game: wasp.yaml\nside: britain\nunits:\n{COMMENTED.replace('Gauntlet', 'Wasp')}"
    Path(file).write_text(text)
    stamp = desk.stamp_of(Path("wasp.yaml").read_text())
    desk.change("wasp.yaml", stamp, unit="0", key="name", value="Hornet", kind="text")
    assert Path(file).read_text() == text.replace("unit: Wasp", "unit: Hornet")


def test_all_that_is_changed_in_a_fleet_or_a_battle_keeps_the_line_ends_of_its_file(file: str) -> None:
    text = f"game: iron_stars\nside: britain\nunits:\n{COMMENTED}  - Nike\n  - 3 x Alpha\n".replace("\n", "\r\n")
    Path(file).write_bytes(text.encode())

    def stamp() -> str:
        return desk.stamp_of(desk.text_of(Path(file)))

    mustering.change_fleet(file, stamp(), "title", "Sunday")
    mustering.change_line(file, stamp(), "1", line("Nike", notes="late"))
    mustering.change_line(file, stamp(), "9", line("Golem"))
    playing.mark(file, stamp(), "Nike (Britain)", "hull", "1")
    playing.mark(file, stamp(), "Alpha-2 (Britain)", "hull", "1")
    playing.note(file, stamp(), "Tom (Britain)", "early")
    keeping.take_table(file, stamp(), keeping.fleet_table(file)["text"] + "Golem,2,,,\r\n")
    told = mustering.open_fleet(file)
    assert (told["problems"], len(told["lines"])) == ([], 8)
    data = Path(file).read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")
    made = desk.begun("scenario", "iron_stars", "Fog")
    battle = Path(made["file"])
    battle.write_bytes(battle.read_bytes().replace(b"\n", b"\r\n"))
    for name, value in (("setup", "Roll for edges\nPlace: in turns"), ("victory", "Hold the bridge")):
        battles.change_battle(**made, stamp=desk.stamp_of(desk.text_of(battle)), name=name, value=value)
    data = battle.read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n") == data.count(b"\r")
