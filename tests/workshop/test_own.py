"""The user's own units: they come into fleets and battles of their game, and names are followed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from printshop.problems import PrintshopError
from printshop.workshop import battles, desk, keeping, mustering


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    return str(desk.begun("fleet", "iron_stars", "Home Fleet", side="britain")["file"])


def line(unit: str, **more: object) -> str:
    return json.dumps({"unit": unit, **more})


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
