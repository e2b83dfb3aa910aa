"""Find games: those that come with printshop, folders with a game.yaml, and games in one file."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from printshop.files import LEADS_OUT, PUT_THERE, contents, opened, within
from printshop.problems import PrintshopError, failure, reason, suggestion

MAIN = "game.yaml"
FLEETS = "fleets"  # the folder of a game's fleets
HERE = Path()
LOOK = 65_536  # bytes of a file that are searched for a sign of its kind
_GAME = re.compile(rb"^(?:\xef\xbb\xbf)?(?:extends|unit_types) *:", re.MULTILINE)  # keys of a game only
_MISNAMED = ("game.yml", "game.yaml", "game.yaml.txt", "game.yml.txt", "game.txt")
_CONFLICT = re.compile(r"[.]sync-conflict-[0-9]|conflicted copy", re.IGNORECASE)  # Syncthing; Dropbox, Nextcloud


class Changes(NamedTuple):
    """Changes of a game: values of settings, as text, by key; colours of sides, "#rrggbb", in order; a theme."""

    settings: Mapping[str, str] = MappingProxyType({})
    palette: tuple[str, ...] = ()
    theme: str = ""


AS_IT_IS = Changes()


class HiddenGameWarning(UserWarning):
    """A game that comes with printshop was used, and hides one of the user's with the same name."""


def data_folder() -> Path:
    """Return the folder of the games that come with printshop: inside the package in a wheel, else beside it."""
    package = Path(__file__).resolve().parent
    return package / "data" if (package / "data").is_dir() else package.parent / "data"


def games() -> dict[str, Path]:
    """Return the folders of the games that come with printshop, by key."""
    return {path.parent.name: path.parent for path in sorted(data_folder().glob(f"*/{MAIN}"))}


def example() -> tuple[str, str]:
    """Return keys of a game and a scenario that exist, on a table if possible: a map can be dozens of sheets."""
    scenarios = [(key, path) for key, folder in games().items() for path in sorted(folder.glob("scenarios/*.yaml"))]
    on_table = (pair for pair in scenarios if "\ntable:" in pair[1].read_text(encoding="utf-8", errors="replace"))
    key, path = next(on_table, scenarios[0] if scenarios else ("GAME", Path("SCENARIO")))
    return key, path.stem


def visible(folder: Path, pattern: str = "*") -> list[Path]:
    """Return the sorted paths in a folder without hidden files and `~$...`, the mark of an open workbook."""
    return sorted(path for path in folder.glob(pattern)
                  if not any(part.startswith((".", "~$")) for part in path.relative_to(folder).parts))


def is_conflict(path: Path) -> bool:
    """Return whether a file is a second version that a synchronising program kept after a conflict."""
    return bool(_CONFLICT.search(path.name))


def data_files(folder: Path) -> list[Path]:
    """Return the YAML files of a folder without conflict versions; none if the folder is a link that leads out."""
    paths = visible(folder, "*.yaml") if within(folder, folder.parent) else []
    return [path for path in paths if not is_conflict(path)]


def own_games(folder: Path = HERE) -> dict[str, Path]:
    """Return the user's games in a folder by name, without printshop's own; `./` precedes a name of those."""
    shipped = games()
    shipped_folders = {path.resolve() for path in shipped.values()}
    folders = {path.parent.name: path.parent for path in visible(folder, f"*/{MAIN}")
               if path.parent.resolve() not in shipped_folders}
    files = {path.stem: path for path in visible(folder, "*.yaml") if path.name != MAIN and is_game(path)}
    named = [(f"{name}/{MAIN}" if name in files else name, path) for name, path in folders.items()]
    named += [(path.name if name in folders else name, path) for name, path in files.items()]
    return {f"./{name}" if name in shipped else name: path for name, path in sorted(named)}


def is_file(path: Path) -> bool:
    """Return whether a path is a file; False for a name that no file could have."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for a name that is too long


def is_game(path: Path) -> bool:
    """Return whether a file looks like a game in one file."""
    try:
        return bool(_GAME.search(contents(path, LOOK)))
    except (OSError, ValueError):
        return False


def main_of(game: Path) -> Path:
    """Return the main file of a game: game.yaml of its folder, or the file itself."""
    return game / MAIN if game.is_dir() else game


def home_of(path: Path) -> Path | None:
    """Return the folder of the game that contains a file, at most two folders up, or None."""
    return next((folder for folder in path.parents[:3] if (folder / MAIN).is_file()), None)


def part_of(name: str) -> Path | None:
    """Return the game that a file is a part of; None if there is none, or if the file is a game itself."""
    path = Path(name)
    return home_of(path) if is_file(path) and path.name != MAIN and not is_game(path) else None


def game_at(name: str) -> Path | None:
    """Return the folder or file of a game, as `find_game` does, or None if the name is not that of a game."""
    try:
        path = find_game(name)
    except PrintshopError:
        return None
    return path if path.is_dir() or is_game(path) else None


def find_game(name: str, start: Path = HERE, asks: Path | None = None) -> Path:
    """Return the folder or file of a game: a name of printshop's own, or a path from `start`. Raises PrintshopError.

    A game of printshop's hides one of the user's with the same name. That is a warning, unless the hidden game is
    `asks`, the one that names the other.
    """
    shipped = games()
    if name in shipped:
        folder, file = start / name, start / f"{name}.yaml"
        is_game_there = (folder / MAIN).is_file() and not folder.samefile(shipped[name])
        hidden = folder if is_game_there else file if is_game(file) else None
        if hidden and not (asks and asks.samefile(hidden)):
            warnings.warn(HiddenGameWarning(f"{name} is the game that comes with printshop, not {hidden}: write "
                                            f"./{hidden.relative_to(start)} for that"), stacklevel=2)
        return shipped[name]
    try:
        path = _find(start / name) if name else None
    except (OSError, ValueError):  # not a possible name of a file
        path = None
    if path is None:
        raise failure(f"there is no game called '{name}'", suggestion(name, [*shipped, *own_games(start)]))
    return path


def find_beside(name: str, start: Path, root: Path, asks: Path | None = None) -> Path:
    """Return the game that a file in the folder `start` names, as `find_game` does. Raises PrintshopError.

    It lies in the folder `root`, or comes with printshop: files of strangers name no others, nothing else is opened.
    """
    path, shipped = start / name, name in games()
    inside, below = within(path, root), shipped or within(path, start)
    if shipped or (name and inside):
        try:
            game = find_game(name, start, asks)
            if shipped or (within(main_of(game), root) and (below or game.is_dir() or is_game(game))):
                return game
        except PrintshopError:
            if below:
                raise
    raise failure(f"there is no game called '{name}'", suggestion(name, [*games(), *own_games(start)]) if inside else
                  "a game that a file names lies in its folder, or beside that")


def _find(path: Path) -> Path | None:
    """Return the folder or file of a game, None if nothing is there. Raises PrintshopError if it is not a game."""
    file = path.with_name(f"{path.name}.yaml") if path.name and path.suffix != ".yaml" else path
    if os.path.lexists(path / MAIN):
        main = path / MAIN
        if not within(main, path):
            raise failure(f"{main} {LEADS_OUT}", PUT_THERE)
        try:
            opened(main).close()
        except OSError as error:
            raise failure(f"cannot read {main}: {reason(error)}") from error
        if file.is_file():
            raise failure(f"there is a game {path}, a folder, and a game {file}",
                          f"write {file} or {path / MAIN}, or give one of the two another name")
        return path
    if file.is_file():
        return file.parent if file.name == MAIN else file
    if path.is_dir():
        inside = sorted(str(main.parent) for main in visible(path, f"*/{MAIN}"))
        short = [entry.name for entry in visible(path) if entry.name.casefold() in _MISNAMED]
        raise failure(f"the folder {path} is not a game: it has no file {MAIN}",
                      f"there is one in {inside[0]}" if inside else f"rename {short[0]} to {MAIN}" if short else "")
    ways = (path, *(path.with_name(f"{path.name}{end}") for end in (".yml", ".yaml.txt") if path.name))
    misnamed = next((way for way in ways if way.is_file()), None)
    if misnamed is None:
        return None
    stem = misnamed.name
    while stem.casefold().endswith((".yaml", ".yml", ".txt")):
        stem = stem.rpartition(".")[0]
    hint = f"a game in one file ends in .yaml: rename it to {stem}.yaml"
    if misnamed == path and path.suffix.lower() in (".csv", ".tsv", ".xlsx") and not is_game(path):
        hint = f"a table holds a fleet of a game: printshop fleet {path} --game NAME"
    elif misnamed == path and path.suffix.lower() != ".yml" and not is_game(path):
        hint = "a game is a folder with a game.yaml in it, or a file NAME.yaml"
    raise failure(f"{misnamed} is not a game", hint)


def split_scenario(text: str) -> tuple[str, str]:
    """Return game and scenario of "game/scenario"; the game may be a path."""
    game, _, scenario = text.rstrip("/").removesuffix(".yaml").rpartition("/")
    return game.removesuffix("/scenarios"), scenario
