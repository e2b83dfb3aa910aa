"""Costs of workshop actions: a changed value with its record redrawn, a kept mark, the first pages."""

from __future__ import annotations

from itertools import count, cycle
from typing import TYPE_CHECKING

import chromium
import fleets
from measure import Row, time_calls

from printshop.game.unit_lists import split_count
from printshop.game_paths import find_game
from printshop.load_game import read_game
from printshop.scaffold import unit_names
from printshop.source import value_edits
from printshop.workshop import editor_api, export_api, new_games_api, play_api
from printshop.workshop import workspace as workspaces
from printshop.workshop.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SHIPS = {"iron_stars": ("Golem", "hull"),
         "for_the_masses": ("Men at Arms", "defense"), "stellar_wars": ("DN-A", "missiles")}
SHEET = {"for_the_masses": "cards"}  # the product that is drawn for a unit, if not the records


def workshop(rounds: int, folder: Path) -> list[Row]:
    """Times of a changed value with its record, a marked circle, first pages of a pack; and times in Chromium."""
    rows, workspace = [], Workspace(folder)
    for game, (like, key) in SHIPS.items():
        load_game = lambda game=game: read_game(find_game(game), skip_broken=True)  # noqa: E731 - of this game
        changed, bare = time_calls(rounds, _make_change(workspace, game, like, key), load_game)
        rows.append(Row(f"a figure of {game} changed, drawn again", changed, "loading it", bare, most_seconds=0.1))
        marked, bare = time_calls(rounds, _make_mark(workspace, game), load_game)
        rows.append(Row(f"a circle of {game} marked", marked, "loading it", bare, most_seconds=0.1))
    for pack in ("iron_stars/meeting_engagement", "stellar_wars/beginning"):
        first, bare = time_calls(rounds, lambda pack=pack: next(export_api.preview_pack(workspace, pack)),
                                 lambda pack=pack: read_game(find_game(pack.split("/")[0]), skip_broken=True))
        rows.append(Row(f"first pages of {pack}", first, "loading it", bare, most_seconds=1.0))
    return [*rows, *_measure_many_units(workspace, folder), *chromium.measure_waits(folder)]


def _measure_many_units(workspace: Workspace, folder: Path) -> list[Row]:
    """Times of a changed figure of one of 2,000 units, with its record: in one file, in one of 50, in a file on top."""
    fleets.write_extension(2_000, folder / "one")
    fleets.write_split_game(2_000, folder / "split")
    (folder / "own.yaml").write_text("extends: split\nships:\n- name: My own\n  side: britain\n  type: Cruiser\n"
                                     "  points: 9\n  hull: 9\n  armour: 1\n  thrust: 3\n", encoding="utf-8")
    rows = []
    for what, file, number in (("in one file", "one/ships.yaml", "900"), ("in a file on top", "own.yaml", "0"),
                               ("in one of 50 files", "split/ships/part7.yaml", "9")):
        values = count(1)

        def change(file: str = file, number: str = number, values: Iterator[int] = values) -> object:
            return _set_value(workspace, file, int(number), "hull", str(1 + next(values) % 30))

        changed, bare = time_calls(1, change, lambda: read_game(folder / "split", skip_broken=True))
        rows.append(Row(f"one of 2,000, {what}", changed, "loading all", bare, most_seconds=0.1))
    return rows


def _set_value(workspace: Workspace, file: str, number: int, key: str, value: str, product: str = "records") -> object:
    """Set a value of a unit by its number in the file, and draw the unit."""
    text = workspaces.read_file_text(workspace.resolve_yaml_file(file))
    path = [*unit_names.list_unit_places(text)[number][1]]
    edit = {"do": "set", "path": [*path, key], "value": {"yaml": value}}
    view = {"path": path, "product": product}
    document = editor_api.edit_document(workspace, file, workspaces.make_stamp(text), [edit], view)
    assert document["drawing"]["pages"], document["problems"]
    return document


def _make_change(workspace: Workspace, game: str, like: str, key: str) -> Callable[[], object]:
    name = f"Own {game}"
    file = str(new_games_api.create_entry(workspace, game, {"section": "unit", "title": name, "like": like})["file"])
    values = cycle(("2", "3"))

    def change() -> object:
        return _set_value(workspace, file, 0, key, next(values), SHEET.get(game, "records"))

    return change


def _make_mark(workspace: Workspace, game: str) -> Callable[[], object]:
    file = str(new_games_api.create_entry(workspace, game, {"section": "fleet", "title": f"Fleet {game}"})["file"])
    played = play_api.describe_play(workspace, file)
    mark = next(mark for sheet in played["sheets"] for mark in sheet["marks"])
    number = next(ship["line"] for ship in played["units"] if ship["key"] == mark["unit"])
    line = value_edits.list_items(workspace.resolve_yaml_file(file).read_text(), "units")[number]
    unit = split_count(line.text)[1]
    lines = cycle(({"unit": unit, "damage": {mark["track"]: 1}}, {"unit": unit}))

    def touch() -> object:
        stamp = workspaces.make_stamp(workspaces.read_file_text(workspace.resolve_yaml_file(file)))
        edit = {"do": "set", "path": ["units", number], "value": {"data": next(lines)}}
        return editor_api.edit_document(workspace, file, stamp, [edit], {"drawn": False})

    return touch
