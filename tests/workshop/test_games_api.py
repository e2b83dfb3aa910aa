"""The workshop lists games, describes them, and writes new ones."""

from __future__ import annotations

import io
import json
import os
import re
import traceback
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from helpers.paths import PACKAGE
from helpers.workshop import create_entry, open_document, open_wasp, set_text

from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import list_starters
from printshop.source.json_shapes import has_shape
from printshop.workshop import (
    editor_api,
    export_api,
    files_api,
    fleets_api,
    folder_games,
    game_cache,
    games_api,
    new_games_api,
    replies,
)
from printshop.workshop.workspace import LARGEST, Workspace


@pytest.mark.slow
def test_games_and_own_files_are_listed(workspace: Workspace, working_folder: Path) -> None:
    open_wasp(workspace)
    (working_folder / "bad.yaml").write_text("extends: nothing\n")
    (working_folder / "notes.yaml").write_text("just: a file\n")
    listed = {one["name"]: one for one in games_api.list_own_games(workspace)["games"]}
    assert {"wasp", "bad"} <= listed.keys()
    assert "notes" not in listed
    assert (listed["wasp"]["own"], listed["wasp"]["units"], listed["wasp"]["file"]) == (True, 1, True)
    listed |= {one["name"]: one for one in games_api.list_shipped(workspace)["games"]}
    [battle] = listed["iron_stars"]["battles"]
    assert battle.pop("summary").startswith("No instrument yet built")
    assert battle.pop("unit_names") == ["Alpha", "Ekaterinburg", "Gauntlet", "Golem", "Kaliningrad", "Petrograd",
                                        "Sycorax", "Tsargrad", "Volga"]
    assert battle == {
        "what": "iron_stars/meeting_engagement", "key": "meeting_engagement", "title": "Meeting Engagement", "file": "",
        "table": "6 ft x 4 ft", "forces": [{"side": "Britain", "color": "#1f3f77", "points": "188"},
                                           {"side": "Russia", "color": "#8a2433", "points": "192"}]}
    assert "there is no game named 'nothing'" in listed["bad"]["broken"]
    json.dumps(games_api.list_own_games(workspace))


def test_folder_with_the_name_of_a_file_hides_no_other_game(workspace: Workspace, working_folder: Path) -> None:
    open_wasp(workspace)
    new_games_api.new_game(workspace, "harbour", "harbour")
    (working_folder / "harbour").rename(working_folder / "x.yaml")
    listed = {one["name"]: one for one in games_api.list_own_games(workspace)["games"]}
    assert listed.keys() == {"wasp", "x.yaml"}
    assert "it is a folder, not a file" in listed["x.yaml"]["broken"]
    (working_folder / "home.yaml").write_text("game: iron_stars\nside: britain\nunits: [Wasp]\n")
    assert "Wasp" in [unit["name"] for unit in fleets_api.list_units(workspace, "home.yaml")["units"]]


SMALL_GAME = """\
format: 1
title: Small
sides: {red: {name: Red}}
unit_types: {boat: {name: boat, plural: units, fields: {hull: {kind: whole}}}}
units: [{name: Bee, side: red, hull: 3}]
"""
SVG = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='5' height='5'/></svg>"
# An action that lists files, and a file that it lists.
LISTS: dict[str, tuple[Callable[[Workspace], object], str]] = {
    "file with a fault": (games_api.list_own_games, "fault.yaml"),
    "game": (games_api.list_own_games, "small"),
    "picture": (lambda workspace: files_api.list_pictures(workspace, "wasp.yaml"), "art/a.svg"),
    "bin": (files_api.list_deleted, f"{files_api.BIN}/1"),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", LISTS)
def test_files_are_listed_while_another_program_removes_one(workspace: Workspace, tmp_path: Path, name: str,
                                                            monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is removed before the first call of the system for it from each place in printshop, and each listing."""
    list_files, file = LISTS[name]
    files = {"wasp.yaml": "extends: small\nunits: [{name: Wasp, side: red, hull: 3, art: a.svg}]\n",
             "small/game.yaml": SMALL_GAME, "art/a.svg": SVG, f"{files_api.BIN}/1/old.yaml": "title: Old\n",
             **({"home.yaml": "game: small\nside: red\nunits: [Bee]\n"} if file == "small" else
                {"fault.yaml": "extends: small\nunits: [{name: Fly, side: red, hull: many}]\n"})}
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    away = tmp_path.parent / "away"
    is_away, scandir = True, os.scandir
    places = set[tuple[tuple[str, int], ...]]()  # a line of printshop, and the line that calls its function

    def watch(call: Callable[..., Any]) -> Callable[..., Any]:
        def watched(*arguments: Any, **options: Any) -> Any:
            nonlocal is_away
            path = str(arguments[0])
            if not is_away and (path.startswith(str(tmp_path / file)) or (
                    call is scandir and path == str((tmp_path / file).parent))):
                frames = (frame for frame, _ in traceback.walk_stack(None))
                place = tuple(islice(((frame.f_code.co_filename, frame.f_lineno) for frame in frames
                                      if str(PACKAGE) in frame.f_code.co_filename), 2))
                if place not in places:
                    places.add(place)
                    is_away = True
                    (tmp_path / file).rename(away)
            return call(*arguments, **options)

        return watched

    list_files(workspace)
    for module, function in ((os, "stat"), (os, "lstat"), (os, "scandir"), (os, "open"), (io, "open")):
        monkeypatch.setattr(module, function, watch(getattr(module, function)))
    while is_away:
        is_away = False
        list_files(workspace)
        if is_away:
            away.rename(tmp_path / file)
    assert len(places) > 3


def test_battle_without_stated_points_has_those_of_its_units(workspace: Workspace, working_folder: Path) -> None:
    (working_folder / "raid.yaml").write_text("extends: iron_stars\nscenarios: {raid: {title: Raid, summary: Fog, "
                                              "table: 6 ft x 4 ft, setup: [Any], victory: {text: All}, forces: {"
                                              "britain: {units: [2 x Nike]}, russia: {units: [Butakoff]}}}}\n")
    [raid] = [one for one in games_api.list_own_games(workspace)["games"] if one["name"] == "raid"]
    [battle] = [one for one in raid["battles"] if one["key"] == "raid"]
    assert [force["points"] for force in battle["forces"]] == ["76", ""]  # of Butakoff, none are known


@pytest.mark.parametrize("name", ["iron_stars", "stellar_wars", "ironclads", "for_the_masses", "iron_guest"])
def test_every_game_lists_its_units_and_its_cover(workspace: Workspace, working_folder: Path, name: str) -> None:
    reply = games_api.describe_game(workspace, name)
    json.dumps(reply)
    assert reply["units"]
    assert {len(unit["cells"]) for unit in reply["units"]} == {len(reply["columns"])}
    assert 0 < sum(one["first"] for one in reply["columns"]) <= 14
    assert max(len(one["head"]) for one in reply["columns"] if one["first"]) < 25
    assert export_api.draw_game_cover(workspace, name).startswith("<svg")


@pytest.mark.parametrize("like", list_starters())
def test_every_starter_is_described_in_the_declared_shape(workspace: Workspace, like: str) -> None:
    name = new_games_api.new_game(workspace, "Mine", like)["name"]
    assert has_shape(games_api.describe_game(workspace, name), replies.GameContents)
    assert has_shape(games_api.list_own_games(workspace), replies.OwnGames)


def test_table_of_units_has_roster_figures_first_in_their_typed_form(
        workspace: Workspace,
    working_folder: Path,
) -> None:
    reply = games_api.describe_game(workspace, "iron_stars")
    heads = [one["head"] for one in reply["columns"]]
    assert heads[:4] == ["Points", "Type", "Hull", "Armour"]
    shown_first = [column["first"] for column in reply["columns"]]
    assert shown_first == sorted(shown_first, reverse=True)
    assert reply["prefixes"] == {"britain": "HMES"}
    cells = {unit["name"]: dict(zip(heads, unit["cells"], strict=True)) for unit in reply["units"]}
    assert cells["Golem"]["Primary guns"] == "4/d8 x2 lightning"
    assert (cells["Alpha"]["Primary guns"], cells["Alpha"]["Armour"], cells["Alpha"]["Light guns"]) == ("", "0", "2/d4")
    assert sum({*unit["cells"]} <= {"", "?"} for unit in reply["units"]) == 18  # of these only the names are known
    long = next(one for one in games_api.describe_game(workspace, "ironclads")["columns"]
                if one["description"].startswith("Size: "))
    assert (long["head"], long["first"]) == ("Size", False)  # what it says in full is a tip


def test_new_game_has_sample_units(workspace: Workspace, working_folder: Path) -> None:
    assert new_games_api.new_game(workspace, "My Port", "harbour") == {"name": "my_port"}
    reply = games_api.describe_game(workspace, "my_port")
    assert {unit["file"] for unit in reply["units"]} == {"my_port/tugs.yaml"}
    assert {unit["file"] for unit in games_api.describe_game(workspace, "iron_stars")["units"]} == {""}
    state = open_document(workspace, "my_port/tugs.yaml", 0)
    assert state["problems"] == []
    assert len(state["drawing"]["pages"]) == 1
    changed = set_text(workspace, "my_port/tugs.yaml", 0, "planks", text="20")
    assert changed["drawing"]["pages"] != state["drawing"]["pages"]
    assert new_games_api.new_game(workspace, "My Port", "harbour") == {"name": "my_port_2"}
    with pytest.raises(PrintshopError):
        new_games_api.new_game(workspace, "other", "no such starter")
    assert new_games_api.new_game(workspace, "../astray", "space") == {"name": "astray"}
    assert not (working_folder.parent / "astray").exists()


@pytest.mark.slow
def test_new_game_has_the_requested_name(workspace: Workspace, working_folder: Path) -> None:
    name = new_games_api.new_game(workspace, "Gas: GIANTS", "harbour")["name"]
    assert games_api.describe_game(workspace, name)["title"] == "Gas: GIANTS"
    assert games_api.describe_game(workspace, name)["sides"]["docks"]


def test_new_unit_needs_no_original(workspace: Workspace, working_folder: Path) -> None:
    new_entry = create_entry(workspace, "unit", "stellar_wars", "Newcomer", kind="ship", empty=True)
    text = (working_folder / new_entry["file"]).read_text()
    assert "with values that the game allows" in text
    reply = editor_api.open_document(workspace, new_entry["file"], {"path": ["ships", 0]})
    assert (reply["problems"], bool(reply["drawing"]["pages"])) == ([], True)


def test_units_excluded_by_a_problem_are_named_with_their_place(workspace: Workspace) -> None:
    new_games_api.new_game(workspace, "Mine", "harbour")
    path = workspace.folder / "mine" / "tugs.yaml"
    path.write_text(path.read_text().replace("steam: 3", "steam: many"))
    (game,) = [one for one in games_api.list_own_games(workspace)["games"] if one["name"] == "mine"]
    (problem,) = game["problems"]
    assert {"unit": "Vigilant", "file": "mine/tugs.yaml", "line": 3}.items() <= problem.items()
    assert problem["message"].startswith("steam of Vigilant must be a whole number")


def test_broken_links_do_not_hide_the_other_files(workspace: Workspace) -> None:
    (workspace.folder / "good.yaml").write_text("extends: iron_stars\nships: []\n")
    (workspace.folder / "gone.yaml").symlink_to("nowhere.yaml")
    (workspace.folder / "loop.yaml").symlink_to("loop.yaml")
    assert "good.yaml" in games_api.list_own_games(workspace)["changed"]


@pytest.mark.parametrize("head", ["extends: iron_stars", "game: iron_stars\nunits: [Nike]", "notes: mine"])
def test_file_too_large_is_listed_with_its_reason_and_hides_no_other(workspace: Workspace, head: str,
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    small = {"battle.yaml": "extends: iron_stars\n", "fleet.yaml": "game: iron_stars\nunits: [Nike]\n"}
    for name, text in {**small, "large.yaml": f"{head}\n#{'x' * LARGEST}\n"}.items():
        (workspace.folder / name).write_text(text)
    loaded = list[str]()

    def load(original: Callable[..., Any], *arguments: Any) -> Any:
        loaded.append(arguments[-1].name)
        return original(*arguments)

    for module, name in ((folder_games, "load_readable_game"), (game_cache, "load_cached_fleet")):
        monkeypatch.setattr(module, name, partial(load, getattr(module, name)))
    listed = games_api.list_own_games(workspace)
    entries = {**{one["name"]: one for one in listed["games"]}, **{one["file"]: one for one in listed["fleets"]}}
    assert listed["changed"].keys() == {*small, "large.yaml"}
    assert (entries["battle"]["broken"], entries["fleet.yaml"]["broken"]) == ("", "")
    (large,) = entries.keys() - {"battle", "fleet.yaml"}
    assert re.search("more than 1,000,000 bytes|is neither a game nor a fleet", entries[large]["broken"])
    assert sorted(loaded) == [*small]  # to load a large file takes seconds


@pytest.mark.parametrize("cover", ["../x.svg", "/x.svg", "~x.svg", "a/../b.svg"])
def test_cover_outside_of_art_is_a_problem_of_its_file_alone(workspace: Workspace, cover: str) -> None:
    (workspace.folder / "bad.yaml").write_text(f"extends: iron_stars\ncover: {cover}\nships: []\n")
    assert games_api.list_own_games(workspace)["games"]
    assert editor_api.open_document(workspace, "bad.yaml")["problems"]


def test_damaged_cover_is_a_problem_of_its_file(workspace: Workspace) -> None:
    new_games_api.new_game(workspace, "Mine", "harbour")
    (workspace.folder / "mine" / "art").mkdir(exist_ok=True)
    (workspace.folder / "mine" / "art" / "c.png").write_text("junk")
    path = workspace.folder / "mine" / "game.yaml"
    path.write_text(f"cover: c.png\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    with pytest.raises(PrintshopError, match=r"c\.png"):
        export_api.draw_game_cover(workspace, "mine")
