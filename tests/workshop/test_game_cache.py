"""The cache of loaded games: valid until a file changes, and not longer."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from helpers.workshop import set_text

from printshop import files
from printshop.workshop import game_cache
from printshop.workshop.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
format: 1
title: Harbour
unit_types: {boat: {name: boat, plural: boats, fields: {hull: {kind: whole}}}}
boats: [{name: Heron, hull: 3}]
"""


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "harbour"
    path.mkdir()
    (path / "game.yaml").write_text(GAME)
    return path


def test_cached_game_is_valid_until_any_change_of_its_files(game: Path) -> None:
    first = game_cache.load_cached_game(game)
    assert game_cache.load_cached_game(game) is first
    (game / "game.yaml").write_text(GAME.replace("hull: 3", "hull: 4"))  # as long, and within a tick of the clock
    assert game_cache.load_cached_game(game).units["Heron"].values["hull"] == 4
    (game / "art").mkdir()
    (game / "art" / "heron.svg").write_text("<svg/>")
    assert game_cache.load_cached_game(game) is not first


def test_base_games_count_as_files_of_a_game_and_fleets_do_not(game: Path, tmp_path: Path) -> None:
    (top := tmp_path / "top.yaml").write_text("extends: harbour\nboats: [{name: Egret, hull: 2}]\n")
    first = game_cache.load_cached_game(top)
    (game / "fleets").mkdir()
    first = game_cache.load_cached_game(top)
    (game / "fleets" / "mine.yaml").write_text("game: harbour\nunits: [{unit: Heron}]\n")
    assert game_cache.load_cached_game(top) is first
    (game / "game.yaml").write_text(GAME.replace("Heron", "Stork"))
    assert {*game_cache.load_cached_game(top).units} == {"Stork", "Egret"}


@pytest.mark.slow
def test_hour_of_edits_uses_no_additional_memory(workspace: Workspace, game: Path, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("extends: harbour\nboats:\n- name: Egret\n  hull: 2\n")
    file, held = "own.yaml", list[int]()
    for number in range(45):
        key, value = ("hull", "{") if number % 20 == 7 else ("hull", str(number)) if number % 3 else (
            "copies", "2" * (number % 2))
        reply = set_text(workspace, file, "boats", 0, key, text=value)
        wrong = any("whole number" in problem["message"] for problem in reply["problems"])
        assert wrong == (value == "{") or key != "hull"
        if number % 15 == 14:
            gc.collect()
            held.append(len(gc.get_objects()))
    assert game_cache.load_cached_game(tmp_path / "own.yaml").units["Egret"].values["hull"] == 44
    assert held[2] - held[1] < 250
    assert game.is_dir()


def test_change_of_an_old_file_is_found_by_its_status(game: Path) -> None:
    main = game / "game.yaml"
    os.utime(main, (1_000_000_000, 1_000_000_000))
    first = game_cache.load_cached_game(game)
    main.write_text(GAME.replace("hull: 3", "hull: 5"))
    os.utime(main, (1_000_000_000, 1_000_000_000))
    assert game_cache.load_cached_game(game).units["Heron"].values["hull"] == 5
    assert first.units["Heron"].values["hull"] == 3


def test_future_and_large_files_are_not_read_and_links_to_folders_not_followed(game: Path, tmp_path: Path
                                                                               ) -> None:
    (far := tmp_path / "far").mkdir()
    (far / "away.yaml").write_text("x: 1")
    (game / "art").mkdir()
    (game / "art" / "elsewhere").symlink_to(far)
    (game / "art" / "again").symlink_to(game)
    with (game / "art" / "large.svg").open("wb") as large:
        large.truncate(16_000_000)
    (later := game / "art" / "later.svg").write_text("<svg/>")
    os.utime(later, (later.stat().st_atime, later.stat().st_mtime + 9_000))
    stamps = {stamp.path: stamp for stamp in game_cache._list_stamps(game / "game.yaml")}
    assert not [path for path in stamps if "away" in path or path.count("harbour") > 1]
    assert max(len(stamp.digest) for stamp in stamps.values()) == 32
    old = os.stat_result((0o100644, 1, 1, 1, 0, 0, 8, 0, 0, 0), {"st_mtime_ns": later.stat().st_mtime_ns,
                                                                 "st_ctime_ns": 0})
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(files.os, "stat", lambda _: old)
        assert files.make_file_stamp(str(later)).digest == b""
