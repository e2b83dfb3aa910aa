"""A game from nothing is drawn without being written; a new field reaches the unit type, its units and its sheet."""

from __future__ import annotations

import re

import pytest
from helpers.workshop import create_entry

from printshop.problems import PrintshopError
from printshop.source.edit_shapes import Edit
from printshop.workshop import editor_api, export_api, files_api, fleets_api, games_api, new_games_api
from printshop.workshop.game_cache import read_file_head
from printshop.workshop.workspace import Workspace, make_stamp, read_file_text

UNIT = {"name": "knight", "plural": "knights", "fields": [
    {"label": "Strength"}, {"label": "Hit points", "high": "8", "is_marked": True}]}
SIDES = [{"name": "York", "color": "#b3302b", "units": [{"name": "Bors"}, {}]}]


def test_blank_game_is_drawn_before_it_is_written(workspace: Workspace) -> None:
    drawing = new_games_api.draw_blank_game(workspace, "My Knights", SIDES, UNIT)
    assert [page["product"] for page in drawing["pages"]] == ["records", "counters"]
    assert [unit["name"] for unit in drawing["units"][0]] == ["Bors", "Thistle"]
    assert not [*workspace.folder.iterdir()]
    reply = new_games_api.new_blank_game(workspace, "My Knights", SIDES, UNIT)
    assert reply == {"name": "my_knights", "battle": "my_knights/first_battle"}
    before = {path: path.read_bytes() for path in workspace.folder.rglob("*.yaml")}
    again = new_games_api.new_blank_game(workspace, "My Knights", SIDES, UNIT)
    assert again == {"name": "my_knights_2", "battle": "my_knights_2/first_battle"}
    assert {path: path.read_bytes() for path in before} == before


def test_each_game_may_have_a_unit_of_the_same_name_once(workspace: Workspace) -> None:
    units = [create_entry(workspace, "unit", game, "Wasp") for game in ("iron_stars", "stellar_wars")]
    assert [unit["file"] for unit in units] == ["wasp.yaml", "wasp_2.yaml"]
    assert read_file_head(workspace.folder / "wasp_2.yaml").extends == ("stellar_wars",)
    before = sorted(workspace.folder.iterdir())
    for game, title in (("iron_stars", "Iron Stars"), ("stellar_wars", "Stellar Wars")):
        with pytest.raises(PrintshopError, match=f"{title} has a unit called 'wasp' already"):
            create_entry(workspace, "unit", game, "wasp")
    assert sorted(workspace.folder.iterdir()) == before
    fleet = create_entry(workspace, "fleet", "stellar_wars", "Wasp", empty=True)
    assert fleet["file"] == "wasp_3.yaml"
    copy = files_api.copy_file(workspace, fleet["file"], "Wasp")
    assert copy == {"file": "wasp_4.yaml"}


def test_new_field_is_added_to_all_units_and_to_the_record_sheet(workspace: Workspace) -> None:
    name = new_games_api.new_blank_game(workspace, "My Knights", SIDES, UNIT)["name"]
    field = {"label": "Armour", "low": "0", "high": "5", "is_marked": True}
    answer = new_games_api.add_field(workspace, name, "knight", field, "2")
    assert [one["file"] for one in answer["changed"]] == [f"{name}/{part}.yaml" for part in
                                                          ("game", "knights", "forms")]
    for one in answer["changed"]:
        assert make_stamp(read_file_text(workspace.folder / one["file"])) == one["stamp"]
        assert "armour" not in one["text"]
    game = games_api.describe_game(workspace, name)
    column = [one["head"] for one in game["columns"]].index("Armour")
    assert [unit["cells"][column] for unit in game["units"]] == ["2", "2"]
    assert "pips: armour" in read_file_text(workspace.folder / name / "forms.yaml")
    for label, low in (("Luck", "0"), ("Skill", "1"), ("Very long name of it", "1"), ("Nerve", "1"), ("Reach", "1")):
        new_games_api.add_field(workspace, name, "knight", {"label": label, "low": low, "high": "6"})
    form = read_file_text(workspace.folder / name / "forms.yaml")
    assert re.findall(r"stats: (.*?), ground", form) == ["[strength, luck, skill, nerve]", "[reach]"]
    assert "{very_long_name_of_it}" in form
    with pytest.raises(PrintshopError, match="has a value named 'Armour' already"):
        new_games_api.add_field(workspace, name, "knight", field)
    with pytest.raises(PrintshopError, match="'9' cannot be the Zeal of a unit"):
        new_games_api.add_field(workspace, name, "knight", {"label": "Zeal", "high": "6"}, "9")
    with pytest.raises(PrintshopError, match="'iron_stars' is not a game of yours"):
        new_games_api.add_field(workspace, "iron_stars", "ship", field)


def test_battle_in_a_file_of_its_own_takes_a_map_of_this_file(workspace: Workspace) -> None:
    battle = create_entry(workspace, "scenario", "iron_stars", "Night Raid")
    file, base = battle["file"], ["scenarios", battle["key"]]
    made = create_entry(workspace, "map", file, "Harbour Mouth")
    assert (made["file"], made["key"]) == (file, "harbour_mouth")
    assert fleets_api.list_units(workspace, file)["maps"] == {"harbour_mouth": "Harbour Mouth"}
    edits: list[Edit] = [{"do": "remove", "path": [*base, "table"]},
                         {"do": "set", "path": [*base, "map"], "value": {"yaml": "harbour_mouth"}}]
    stamp = make_stamp(read_file_text(workspace.folder / file))
    assert editor_api.edit_document(workspace, file, stamp, edits, {"path": base})["problems"] == []
    parts = [part["title"] for part in export_api.preview_pack(workspace, f"night_raid/{battle['key']}")]
    assert "maps" in parts
