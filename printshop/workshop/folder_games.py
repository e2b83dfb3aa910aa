"""The games of the folder, and the files and games that build on one another.

A file builds on the games that it names in `game` or `extends`. A collection is a file with nothing but
`extends: [wasp.yaml, hornet.yaml]`: a game with all units of these files.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from printshop import fleet_files, game_paths
from printshop.files import is_inside
from printshop.game.extends import EXTENDS
from printshop.game.model import Game
from printshop.problems import PrintshopError, Problem, Problems
from printshop.source import parse_yaml_file
from printshop.workshop import game_cache
from printshop.workshop.game_cache import read_file_head
from printshop.workshop.workspace import Workspace

_DEEPEST, MOST_BELOW = 8, 100  # games that extend one another; games below one file


def is_collection(path: Path) -> bool:
    """Return whether a file has nothing but a list of files that it extends, as `ensure_collection` writes it."""
    head = read_file_head(path)
    return head.keys == {EXTENDS} and head.several


def find_base_game(workspace: Workspace, path: Path) -> Path:
    """Return the lowest game below a file: the one that extends no other game. It may be the file itself."""
    for _ in range(_DEEPEST):
        names = read_file_head(path).extends
        if not names:
            break
        try:
            path = game_paths.find_referenced_game(names[0], path.parent, workspace.folder)
        except PrintshopError:
            break
    return Path(os.path.realpath(path))  # unlike resolve(), realpath raises no error for a link to itself


def name_base_game(workspace: Workspace, path: Path) -> str:
    """Return the workshop's name for the lowest game below a file.

    It is `./NAME` if a shipped game has the same name.
    """
    home = find_base_game(workspace, path)
    return home.name if game_paths.find_shipped_games().get(home.name, home).resolve() == home else f"./{home.name}"


def name_game(workspace: Workspace, path: Path) -> str:
    """Return the one name of a game for the browser, which also begins the addresses of its battles."""
    names = {game: name for name, game in find_folder_games(workspace).items()}
    return names.get(path) or name_base_game(workspace, path)


def find_game_of_file(workspace: Workspace, path: Path) -> Path:
    """Return the game of a fleet, or of any other file. Raises PrintshopError."""
    if fleet_files.is_fleet_file(path):
        return fleet_files.find_fleet_game(path, parse_yaml_file(path, Problems(), str(path)), "", Problems())
    return workspace.find_game_of_part(path)


def load_readable_game(workspace: Workspace, path: Path, theme: str = "") -> tuple[Game, tuple[Problem, ...]]:
    """Return a game, with the problems of a file that cannot be read.

    If a single file of the user's on top of another game cannot be read, return the game below all such files, and the
    problems. Raises PrintshopError if this game cannot be read, too.
    """
    try:
        return game_cache.load_cached_game(path, theme), ()
    except PrintshopError as error:
        base = find_base_game(workspace, path)
        if path.suffix != ".yaml" or base == Path(os.path.realpath(path)):
            raise
        return game_cache.load_cached_game(base, theme), tuple(error.problems)


def find_folder_games(workspace: Workspace) -> dict[str, Path]:
    """Return the games of the folder by name, without folders with the name of a file, and links out of the folder."""
    games = game_paths.find_user_games(workspace.folder)
    return {name: path for name, path in games.items() if workspace.has(game_paths.find_main_file(path))
            and (path.suffix != ".yaml" or path.is_file())}


def list_own_files(workspace: Workspace) -> list[Path]:
    """Return all files of the folder, and of the games in it."""
    folders = [game for game in find_folder_games(workspace).values() if game.is_dir()]
    inside = [file for folder in folders
              for file in (*game_paths.list_data_files(folder), *game_paths.list_visible(folder, "*/*.yaml"))]
    return [path for path in (*game_paths.list_visible(workspace.folder, "*.yaml"), *inside) if workspace.has(path)]


def resolve_main_file(game: Path) -> str:
    """Return the real path of the main file of a game, or of any other file, with all links resolved."""
    return os.path.realpath(game_paths.find_main_file(game))


def find_named_games(workspace: Workspace, path: Path) -> list[Path]:
    """Return the games of the folder that a file, or the main file of a game's folder, names in `game` or `extends`."""
    file, games = game_paths.find_main_file(path), []
    head = read_file_head(file)
    for name in dict.fromkeys(name for name in (head.game, *head.extends) if name
                              and name not in game_paths.find_shipped_games()):
        with suppress(PrintshopError):  # the editor reports the problem when the file is opened
            games.append(game_paths.find_referenced_game(name, file.parent, workspace.folder))
    return games


def walk_games(workspace: Workspace, path: Path) -> Iterator[Path]:
    """Yield a file or game, and all games of the folder that it builds on, each once."""
    reached, left = set[str](), [path]
    while left:
        game = left.pop()
        if (main := resolve_main_file(game)) not in reached:
            reached.add(main)
            yield game
            left += find_named_games(workspace, game)


def is_built_on(workspace: Workspace, path: Path, game: Path) -> bool:
    """Return whether a file or game builds on a game, or is that game."""
    reached = islice(walk_games(workspace, path), MOST_BELOW)
    return resolve_main_file(game) in map(resolve_main_file, reached)


def find_dependents(workspace: Workspace, path: Path) -> Iterator[Path]:
    """Yield the other files of the folder, and of its games, that name a file or the folder of a game.

    Files within that folder are left out.
    """
    for other in list_own_files(workspace):
        is_other = other != path and not (path.is_dir() and is_inside(other, path))
        if is_other and any(_leads_to(game, path) for game in find_named_games(workspace, other)):
            yield other


def _leads_to(game: Path, path: Path) -> bool:
    """Return whether a game and a path have the same main file; a link is the same only as itself."""
    file = game_paths.find_main_file(path)
    normalize = os.path.normpath if file.is_symlink() else os.path.realpath
    return normalize(game_paths.find_main_file(game)) == normalize(file)
