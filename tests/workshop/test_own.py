"""The user's own units: they come into fleets and battles of their game, and names are followed."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from helpers.workshop import write_line

from printshop.problems import PrintshopError
from printshop.workshop import battles, desk, keeping, mustering


@pytest.mark.slow
def test_ones_own_units_come_into_fleets_battles_and_the_table_of_their_game(fleet_file: str) -> None:
    for name in ("Wasp", "Hornet"):
        desk.new_unit("iron_stars", name, like="Golem")
    assert [(one["name"], one["file"]) for one in desk.describe_game("iron_stars")["units"] if one["file"]] == [
        ("Hornet", "hornet.yaml"), ("Wasp", "wasp.yaml")]
    assert [(one["name"], one["side"], one["file"]) for one in mustering.mine(fleet_file)["units"]] == [
        ("Hornet", "britain", "hornet.yaml"), ("Wasp", "britain", "wasp.yaml")]
    told = mustering.open_fleet(fleet_file)
    told = mustering.change_line(fleet_file, told["stamp"], "3", write_line("Wasp"), of="wasp.yaml")
    assert (told["problems"], yaml.safe_load(told["text"])["game"]) == ([], "wasp.yaml")
    told = mustering.change_line(fleet_file, told["stamp"], "4", write_line("Hornet"), of="hornet.yaml")
    assert (told["problems"], yaml.safe_load(told["text"])["game"]) == ([], "my_iron_stars.yaml")
    told = mustering.change_line(fleet_file, told["stamp"], "5", write_line("Hornet"), of="hornet.yaml")
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


def test_a_unit_comes_into_fleets_of_its_own_game_only(fleet_file: str) -> None:
    desk.new_game("Knights", "harbour")
    unit = desk.new_unit("iron_stars", "Wasp", like="Golem")["file"]
    tugs = desk.begun("fleet", "knights", "Tugs")["file"]
    folder = Path.cwd()
    before = {path: path.read_text() for path in folder.rglob("*.yaml")}
    for of, name, fleet in (("knights/tugs.yaml", "Mary Gloster", fleet_file), (unit, "Wasp", tugs)):
        stamp = mustering.open_fleet(fleet)["stamp"]
        for act in (lambda of=of, name=name, fleet=fleet: mustering.enlist(of, name, fleet=fleet),
                    lambda of=of, name=name, fleet=fleet, stamp=stamp: mustering.change_line(
                        fleet, stamp, "9", write_line(name), of)):
            with pytest.raises(PrintshopError, match=r"is a fleet of .*, and .* belongs to "):
                act()
    assert {path: path.read_text() for path in folder.rglob("*.yaml")} == before


def test_a_unit_in_the_folder_of_an_own_game_comes_into_its_fleets_and_is_followed(fleet_file: str) -> None:
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


def test_battles_in_the_game_yaml_of_an_own_game_follow_a_new_name(fleet_file: str) -> None:
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


@pytest.mark.slow
def test_putting_a_unit_into_a_fleet_is_undone_with_what_was_written_for_it(fleet_file: str) -> None:
    for name in ("Wasp", "Hornet"):
        desk.new_unit("iron_stars", name, like="Golem")
    was = Path(fleet_file).read_text()
    mustering.enlist("wasp.yaml", "Wasp", fleet=fleet_file)
    done = mustering.enlist("hornet.yaml", "Hornet", fleet=fleet_file)
    assert done["stamp"] == mustering.open_fleet(fleet_file)["stamp"]
    with pytest.raises(PrintshopError, match="needs it"):
        keeping.delete("hornet.yaml")
    desk.restore(fleet_file, done["stamp"], done["before"]["text"])
    assert [one["unit"] for one in mustering.open_fleet(fleet_file)["lines"]][3:] == ["Wasp"]
    desk.restore(fleet_file, done["before"]["stamp"], was)
    for name in ("hornet.yaml", "wasp.yaml"):  # nothing needs them any more
        keeping.delete(name)
    desk.new_unit("iron_stars", "Bee", like="Golem")
    desk.new_unit("iron_stars", "Ant", like="Golem")
    for name in ("Bee", "Ant"):
        mustering.enlist(f"{name.lower()}.yaml", name, fleet=fleet_file)
    assert mustering.open_fleet(fleet_file)["problems"] == []
