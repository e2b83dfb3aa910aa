"""Paths of games: games in folders and in one file, games of equal names, files that are no game."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers.cli import run
from helpers.games import write_file
from helpers.problems import catch_load_problems

from printshop.game_paths import HiddenGameWarning, find_game, find_shipped_games, find_user_games, split_scenario
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER

pytestmark = pytest.mark.usefixtures("harbour_folder")

STARTER = STARTERS_FOLDER / DEFAULT_STARTER
NEVER = "write each key as 'key: value'"


@pytest.mark.parametrize(("file", "text", "message", "hint"), [
    ("mine.yaml", "- name: Rat\n", "a game must be a block of keys, found a list", NEVER),
    ("mine.yaml", "just words\n", "a game must be a block of keys, found the text 'just words'", NEVER),
    ("mine.yaml", "extend: harbour\n", "this file is not a game: it has neither 'extends' nor 'unit_types'",
     "did you mean 'extends'?"),
    ("mine.yaml", "tugs: []\n", "this file is not a game: it has neither 'extends' nor 'unit_types'",
     "write 'extends: NAME' to extend an existing game"),
    ("mine.yaml", "", "the file is empty", ""),
    ("harbour/tugs.yaml", "- {}\n", "a game must be a block of keys, found a list",
     "the file is a part of a game: use the folder of the game instead: harbour"),
])
def test_file_of_another_kind_is_no_game(file: str, text: str, message: str, hint: str) -> None:
    [problem] = catch_load_problems(write_file(file, text))
    assert (problem.message, problem.hint) == (message, hint)


# --- finding games


def test_folder_and_file_of_one_name_differ() -> None:
    write_file("harbour.yaml", "extends: harbour/game.yaml\n")
    with pytest.raises(PrintshopError, match=r"write harbour.yaml or harbour/game.yaml"):
        find_game("harbour")
    assert find_user_games() == {"harbour.yaml": Path("harbour.yaml"), "harbour/game.yaml": Path("harbour")}
    for name, path in find_user_games().items():
        assert find_game(name) == path
    assert read_game(Path("harbour.yaml")).base_name == "harbour"


def test_user_game_can_have_the_name_of_a_shipped_game() -> None:
    write_file("iron_stars.yaml", "extends: iron_stars\n")
    assert find_user_games() == {"harbour": Path("harbour"), "./iron_stars": Path("iron_stars.yaml")}
    assert read_game(find_game("./iron_stars")).base_name == "iron_stars"


@pytest.mark.parametrize("own", ["iron_stars.yaml", "iron_stars/game.yaml"])
def test_hidden_user_game_is_reported(own: str) -> None:
    write_file(own, "extends: iron_stars\n")
    there = own.removesuffix("/game.yaml")
    message = f"iron_stars means the game that comes with printshop, not {there}: write ./{there} to use your own"
    with pytest.warns(HiddenGameWarning, match=f"^{message}$"):
        assert find_game("iron_stars") == find_shipped_games()["iron_stars"]


@pytest.mark.slow
def test_every_command_reports_a_hidden_game() -> None:
    write_file("iron_guest.yaml", "extends: iron_guest\n")
    write_file("fleet.yaml", "game: iron_guest\nunits: [Ship]\nside: jade\n")
    write_file("wasp.yaml", "extends: iron_guest\n")
    message = ("warning: iron_guest means the game that comes with printshop, not iron_guest.yaml: "
               "write ./iron_guest.yaml")
    for words in ("list iron_guest", "check wasp", "check fleet.yaml", "make charts iron_guest --format dump",
                  "export csv iron_guest", "schema iron_guest"):
        assert message in run(*words.split())[1], words


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files here")
def test_pipe_is_no_game() -> None:
    os.mkfifo("mine.yaml")
    with pytest.raises(PrintshopError, match="there is no game"):
        find_game("mine.yaml")
    assert "mine" not in find_user_games()


@pytest.mark.parametrize(("function", "arguments", "expected"), [
    (split_scenario, ("my/games/boats/first_battle",), ("my/games/boats", "first_battle")),
])
def test_examples(function: Callable[..., Any], arguments: tuple[Any, ...], expected: object) -> None:
    assert function(*arguments) == expected
