"""Find games: the games that come with printshop, folders with a game.yaml, and games in one file."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from printshop.files import LEADS_OUT_HINT, LEADS_OUT_MESSAGE, is_inside, open_regular_file, read_up_to
from printshop.problems import PrintshopError, describe_os_error, make_error, suggest_name

MAIN_FILE = "game.yaml"
FLEETS_FOLDER = "fleets"  # the folder of a game's fleets
CURRENT_FOLDER = Path()
_MAX_LISTINGS = 5  # of a folder that another program changes meanwhile
MAX_SEARCHED_BYTES = 65_536  # bytes of a file that are searched for a sign of its kind
_GAME_PATTERN = re.compile(rb"^(?:\xef\xbb\xbf)?(?:extends|unit_types) *:", re.MULTILINE)  # keys of a game only
_MISNAMED_MAIN_FILES = ("game.yml", "game.yaml", "game.yaml.txt", "game.yml.txt", "game.txt")
# Syncthing; Dropbox, Nextcloud
_CONFLICT_PATTERN = re.compile(r"[.]sync-conflict-[0-9]|conflicted copy", re.IGNORECASE)


class GameOverrides(NamedTuple):
    """Changes of a game.

    They are texts of settings by key, colours of sides in order ("#rrggbb"), a theme, and a date for feet.
    """

    settings: Mapping[str, str] = MappingProxyType({})
    palette: tuple[str, ...] = ()
    theme: str = ""
    date: str = ""


NO_OVERRIDES = GameOverrides()


class HiddenGameWarning(UserWarning):
    """A warning that a game of printshop was used instead of a user's game with the same name."""


@lru_cache(1)
def find_data_folder() -> Path:
    """Return the folder of the games that come with printshop.

    In a wheel it is inside the package; otherwise it is beside the package.
    """
    package = Path(__file__).resolve().parent
    return package / "data" if (package / "data").is_dir() else package.parent / "data"


def find_shipped_games() -> dict[str, Path]:
    """Return the folders of the games that come with printshop, by key."""
    folder = find_data_folder()
    # Not Path.glob, which takes longer: the workshop asks for these folders several times with each key.
    with os.scandir(folder) if folder.is_dir() else nullcontext(()) as entries:
        names = sorted(entry.name for entry in entries if os.path.lexists(f"{entry.path}{os.sep}{MAIN_FILE}"))
    return {name: folder / name for name in names}


def choose_example_scenario() -> tuple[str, str]:
    """Return the keys of a game and a scenario that exist, preferably a scenario on a table.

    The map of a scenario can have dozens of sheets. If there is no scenario, return "GAME" and "SCENARIO".
    """
    scenarios = [(key, path) for key, folder in find_shipped_games().items()
                 for path in sorted(folder.glob("scenarios/*.yaml"))]
    on_table = (pair for pair in scenarios if "\ntable:" in pair[1].read_text(encoding="utf-8", errors="replace"))
    key, path = next(on_table, scenarios[0] if scenarios else ("GAME", Path("SCENARIO")))
    return key, path.stem


def list_paths(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the sorted paths in a folder.

    If another program removes a folder meanwhile, the paths are listed again.
    """
    for _ in range(_MAX_LISTINGS):
        with suppress(FileNotFoundError, NotADirectoryError):  # of Path.glob before Python 3.13
            return sorted(folder.glob(pattern))
    return []


def list_visible(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the sorted paths in a folder, without hidden files and lock files of open workbooks (`~$...`)."""
    return [path for path in list_paths(folder, pattern)
            if not any(name.startswith((".", "~$")) for name in path.relative_to(folder).parts)]


def is_sync_conflict(path: Path) -> bool:
    """Return whether a file is the second version that a synchronising program keeps after a conflict."""
    return bool(_CONFLICT_PATTERN.search(path.name))


def list_data_files(folder: Path) -> list[Path]:
    """Return the YAML files of a folder, without conflict versions.

    If the folder is a link to a place outside its parent folder, return none.
    """
    paths = list_visible(folder, "*.yaml") if is_inside(folder, folder.parent) else []
    return [path for path in paths if not is_sync_conflict(path)]


def find_user_games(folder: Path = CURRENT_FOLDER) -> dict[str, Path]:
    """Return the user's games in a folder by name, without the games that come with printshop.

    If a user's game has the name of one of printshop's games, `./` precedes the name.
    """
    shipped = find_shipped_games()
    shipped_folders = {path.resolve() for path in shipped.values()}
    folders = {path.parent.name: path.parent for path in list_visible(folder, f"*/{MAIN_FILE}")
               if path.parent.resolve() not in shipped_folders}
    files = {path.stem: path for path in list_visible(folder, "*.yaml") if path.name != MAIN_FILE
             and is_game_file(path)}
    named_games = [(f"{key}/{MAIN_FILE}" if key in files else key, path) for key, path in folders.items()]
    named_games += [(path.name if name in folders else name, path) for name, path in files.items()]
    return {f"./{name}" if name in shipped else name: path for name, path in sorted(named_games)}


def is_file(path: Path) -> bool:
    """Return whether a path is a file.

    If no file can have such a name, return False.
    """
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for a name that is too long


def is_game_file(path: Path) -> bool:
    """Return whether a file looks like a game in one file."""
    try:
        return bool(_GAME_PATTERN.search(read_up_to(path, MAX_SEARCHED_BYTES)))
    except (OSError, ValueError):
        return False


def find_main_file(game: Path) -> Path:
    """Return the main file of a game: game.yaml in the folder, or the single file itself."""
    return game / MAIN_FILE if game.is_dir() else game


def find_game_folder(path: Path) -> Path | None:
    """Return the nearest folder with a game.yaml: the folder of a file, or one of the two folders above it.

    If there is no such folder, return None.
    """
    return next((folder for folder in path.parents[:3] if (folder / MAIN_FILE).is_file()), None)


def find_enclosing_game(path_name: str) -> Path | None:
    """Return the game that a file is a part of.

    Return None if there is no such game, or if the file is a game itself.
    """
    path = Path(path_name)
    return find_game_folder(path) if is_file(path) and path.name != MAIN_FILE and not is_game_file(path) else None


def find_game_or_none(name: str) -> Path | None:
    """Return the folder or file of a game, as `find_game` does.

    Return None if no game has the name.
    """
    try:
        path = find_game(name)
    except PrintshopError:
        return None
    return path if path.is_dir() or is_game_file(path) else None


def find_game(name: str, start: Path = CURRENT_FOLDER, referrer: Path | None = None) -> Path:
    """Return the folder or file of a game. Raises PrintshopError if there is none.

    `name` is the name of one of printshop's games, or a path relative to `start`. If a user's game has the same
    name as a game of printshop, the game of printshop is returned, with a warning. There is no warning if the
    user's game is `referrer`, the game that refers to `name`.
    """
    shipped = find_shipped_games()
    if name in shipped:
        folder, file = start / name, start / f"{name}.yaml"
        is_game_there = (folder / MAIN_FILE).is_file() and not folder.samefile(shipped[name])
        hidden = folder if is_game_there else file if is_game_file(file) else None
        if hidden and not (referrer and referrer.samefile(hidden)):
            warnings.warn(HiddenGameWarning(f"{name} means the game that comes with printshop, not {hidden}: write "
                                            f"./{hidden.relative_to(start)} to use your own"), stacklevel=2)
        return shipped[name]
    try:
        path = _find_game_path(start / name) if name else None
    except (OSError, ValueError):  # not a possible name of a file
        path = None
    if path is None:
        raise make_error(f"there is no game named '{name}'", suggest_name(name, [*shipped, *find_user_games(start)]),
                         code="unknown game")
    return path


def find_referenced_game(name: str, start: Path, root: Path, asks: Path | None = None) -> Path:
    """Return the game to which a file in the folder `start` refers by name.

    Raises PrintshopError. The game lies in the folder `root`, or comes with printshop. Files from strangers cannot
    refer to other games, and no other file is opened.
    """
    path, shipped = start / name, name in find_shipped_games()
    is_in_root, is_below_start = is_inside(path, root), shipped or is_inside(path, start)
    if shipped or (name and is_in_root):
        try:
            game = find_game(name, start, asks)
            if shipped or (is_inside(find_main_file(game), root)
                           and (is_below_start or game.is_dir() or is_game_file(game))):
                return game
        except PrintshopError:
            if is_below_start:
                raise
    raise make_error(f"there is no game named '{name}'",
                     suggest_name(name, [*find_shipped_games(), *find_user_games(start)]) if is_in_root else
                     "a file can refer only to games in the file's own folder, or beside this folder",
                     code="unknown game")


def _find_game_path(path: Path) -> Path | None:
    """Return the folder or file of a game. Return None if there is no such path.

    Raises PrintshopError if the path is not a game.
    """
    file = path.with_name(f"{path.name}.yaml") if path.name and path.suffix != ".yaml" else path
    if os.path.lexists(path / MAIN_FILE):
        main = path / MAIN_FILE
        if not is_inside(main, path):
            raise make_error(f"{main} {LEADS_OUT_MESSAGE}", LEADS_OUT_HINT)
        try:
            open_regular_file(main).close()
        except OSError as error:
            raise make_error(f"cannot read {main}: {describe_os_error(error)}") from error
        if file.is_file():
            raise make_error(f"both the folder {path} and the file {file} are games",
                             f"write {file} or {path / MAIN_FILE}, or rename the file or the folder")
        return path
    if file.is_file():
        return file.parent if file.name == MAIN_FILE else file
    if path.is_dir():
        nested_games = sorted(str(main.parent) for main in list_visible(path, f"*/{MAIN_FILE}"))
        misnamed_files = [entry.name for entry in list_visible(path) if entry.name.casefold() in _MISNAMED_MAIN_FILES]
        raise make_error(f"the folder {path} is not a game: the file {MAIN_FILE} is missing",
                         f"use {nested_games[0]}, which is a game" if nested_games
                         else f"rename {misnamed_files[0]} to {MAIN_FILE}" if misnamed_files else "")
    candidates = (path, *(path.with_name(f"{path.name}{end}") for end in (".yml", ".yaml.txt") if path.name))
    misnamed = next((candidate for candidate in candidates if candidate.is_file()), None)
    if misnamed is None:
        return None
    stem = misnamed.name
    while stem.casefold().endswith((".yaml", ".yml", ".txt")):
        stem = stem.rpartition(".")[0]
    hint = f"the file of a game needs the ending .yaml: rename the file to {stem}.yaml"
    if misnamed == path and path.suffix.lower() in (".csv", ".tsv", ".xlsx") and not is_game_file(path):
        hint = f"a table contains a fleet, not a game: write printshop fleet {path} --game NAME"
    elif misnamed == path and path.suffix.lower() != ".yml" and not is_game_file(path):
        hint = "a game is a folder that contains a game.yaml, or a file NAME.yaml"
    raise make_error(f"{misnamed} is not a game", hint)


def split_scenario(text: str) -> tuple[str, str]:
    """Return the game and the scenario of the text "game/scenario".

    The game may be a path.
    """
    game, _, scenario = text.rstrip("/").removesuffix(".yaml").rpartition("/")
    return game.removesuffix("/scenarios"), scenario
