"""Where games are: those that come with printshop, and any folder with a game.yaml in it, or a game in one file.

A player may want some things of a game otherwise for one run: its `Changes`.
"""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from printshop.files import LEADS_OUT, PUT_THERE, contents, opened, within
from printshop.problems import PrintshopError, failure, reason, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

MAIN = "game.yaml"
FLEETS = "fleets"  # the folder of those of a game
HERE = Path()
_GAME = re.compile(rb"^(?:\xef\xbb\xbf)?(?:extends|unit_types) *:", re.MULTILINE)  # what only a game in one file says
_MISNAMED = ("game.yml", "game.yaml", "game.yaml.txt", "game.yml.txt", "game.txt")
_TABLES = (".csv", ".tsv")
_CONFLICT = re.compile(r"[.]sync-conflict-[0-9]|conflicted copy", re.IGNORECASE)  # Syncthing; Dropbox, Nextcloud
_LOOK = 65_536  # bytes of a file that are searched for it


class Changes(NamedTuple):
    """Other values, as text, for settings of a game, by key; and other colours, "#rrggbb", for its sides in turn."""

    settings: Mapping[str, str] = MappingProxyType({})
    palette: tuple[str, ...] = ()


AS_IT_IS = Changes()


class HiddenGameWarning(UserWarning):
    """A game that comes with printshop has been taken, and there is one of the player's own that has its name."""


def data_folder() -> Path:
    """Return the folder of the games that come with printshop: inside the package in a wheel, else beside it."""
    package = Path(__file__).resolve().parent
    inside = package / "data"
    return inside if inside.is_dir() else package.parent / "data"


def games() -> dict[str, Path]:
    """Return the folders of the games that come with printshop, by key."""
    folder = data_folder()
    found = sorted(path.parent for path in folder.glob("*/game.yaml")) if folder.is_dir() else []
    return {path.name: path for path in found}


def example() -> tuple[str, str]:
    """Return a game and a scenario of it that are there, for examples that work; without any, GAME and SCENARIO.

    One that is played on a table goes first: a map can be dozens of sheets, too many for a first try.
    """
    found = [(key, path) for key, folder in games().items() for path in sorted(folder.glob("scenarios/*.yaml"))]
    on_table = (one for one in found if "\ntable:" in one[1].read_text(encoding="utf-8", errors="replace"))
    key, path = next(on_table, found[0] if found else ("GAME", Path("SCENARIO")))
    return key, path.stem


def game_at(name: str) -> Path | None:
    """Return the folder or file of a game, as `find_game` does, or None if what is called so is none."""
    try:
        found = find_game(name)
    except PrintshopError:
        return None
    return found if found.is_dir() or is_game(found) else None


def visible(folder: Path, pattern: str = "*") -> list[Path]:
    """Return what lies in a folder, in the order of its names; in a folder that is not there, nothing.

    What begins with a dot is nobody's: systems, editors and version control leave it. `**` in a pattern looks into no
    folder of that kind either.
    """
    found = folder.glob(pattern)
    return sorted(path for path in found if not any(part.startswith(".") for part in path.relative_to(folder).parts))


def is_conflict(path: Path) -> bool:
    """Return whether a program that keeps folders alike has put a file there, where two versions of another met."""
    return bool(_CONFLICT.search(path.name))


def data_files(folder: Path) -> list[Path]:
    """Return the files of a folder of units or scenarios, without versions of them that are in conflict.

    A folder that is a link which leads out of that in which it lies has none.
    """
    there = visible(folder, "*.yaml") if within(folder, folder.parent) else []
    return [path for path in there if not is_conflict(path)]


def own_games(folder: Path = HERE) -> dict[str, Path]:
    """Return the games that lie in a folder, by name: folders with a game.yaml, and games in one file.

    What comes with printshop is not among them; a game that has the name of one of those has a `./` before it.
    """
    shipped = games()
    there = {path.resolve() for path in shipped.values()}
    found = [path.parent for path in visible(folder, f"*/{MAIN}") if path.parent.resolve() not in there]
    files = [path for path in visible(folder, "*.yaml") if path.name != MAIN and is_game(path)]
    both = {path.name for path in found} & {path.stem for path in files}
    named = [(f"{path.name}/{MAIN}" if path.name in both else path.name, path) for path in found]
    named += [(path.name if path.stem in both else path.stem, path) for path in files]
    return {f"./{name}" if name in shipped else name: path for name, path in sorted(named)}


def is_file(path: Path) -> bool:
    """Return whether there is a file; of a name that no file could have, there is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Return whether there is anything of a name: a file, or what stands in the place of one."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False


def is_game(path: Path) -> bool:
    """Return whether a file looks like a game in one file."""
    try:
        return bool(_GAME.search(contents(path, _LOOK)))
    except (OSError, ValueError):
        return False


def find_game(name: str, start: Path = HERE, asks: Path | None = None) -> Path:
    """Return the folder of a game, or the file of a game in one file: one that comes with printshop, or any path.

    A path begins at `start`; ".yaml" can be left out. `asks` is the game that this is asked for. Raises PrintshopError,
    with a suggestion, if there is none; warns of a game of the player's own that one with printshop hides.
    """
    known = games()
    if name in known:
        folder, file = start / name, start / f"{name}.yaml"
        mine = (folder / MAIN).is_file() and not folder.samefile(known[name])
        hidden = folder if mine else file if is_game(file) else None
        if hidden and not (asks and asks.samefile(hidden)):
            warnings.warn(HiddenGameWarning(f"{name} is the game that comes with printshop, not {hidden}: write "
                                            f"./{hidden.relative_to(start)} for that"), stacklevel=2)
        return known[name]
    try:
        found = _find(start / name) if name else None
    except (OSError, ValueError):  # no name that a file could have
        found = None
    if found is None:
        raise failure(f"there is no game called '{name}'", suggestion(name, [*known, *own_games(start)]))
    return found


def find_beside(name: str, start: Path, root: Path, asks: Path | None = None) -> Path:
    """Return the game that a file in the folder `start` names, as `find_game` does.

    It lies in the folder `root`, or comes with printshop: nothing else is looked at, and what is no game is as good as
    not there unless it lies below `start`. Files of strangers name no others.
    """
    path, known = start / name, name in games()
    if known or (name and within(path, root)):
        below = known or within(path, start)
        try:
            found = find_game(name, start, asks)
            if known or (within(main_of(found), root) and (below or found.is_dir() or is_game(found))):
                return found
        except PrintshopError:
            if below:
                raise
    hint = "a game that a file names lies in its folder, or beside that" if not within(path, root) else ""
    raise failure(f"there is no game called '{name}'", hint or suggestion(name, [*games(), *own_games(start)]))


def home_of(path: Path) -> Path | None:
    """Return the folder of the game that a file lies in, at most two folders up; None if there is none."""
    return next((folder for folder in path.parents[:3] if (folder / MAIN).is_file()), None)


def part_of(name: str) -> Path | None:
    """Return the game of which a file is a part, None for one that is none, or a game itself."""
    path = Path(name)
    return home_of(path) if is_file(path) and path.name != MAIN and not is_game(path) else None


def main_of(game: Path) -> Path:
    """Return the file that a game begins with: that of its folder, or the file itself."""
    return game / MAIN if game.is_dir() else game


def _find(path: Path) -> Path | None:
    """Return a game's folder or file, or None where there is none. Raises PrintshopError for one that is no game's."""
    file = path.with_name(f"{path.name}.yaml") if path.name and path.suffix != ".yaml" else path
    if is_there(path / MAIN):
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
    if path.is_file():
        meant = path.suffix.lower() == ".yml" or is_game(path)
        table = path.suffix.lower() in _TABLES
        raise failure(f"{path} is not a game", _renamed(path) if meant else
                      f"a table is a fleet of one: printshop fleet {path} --game NAME" if table else
                      "a game is a folder with a game.yaml in it, or a file NAME.yaml")
    if path.is_dir():
        inside = sorted(str(one.parent) for one in visible(path, f"*/{MAIN}"))
        there = sorted(one.name for one in visible(path) if one.name.casefold() in _MISNAMED)
        short = f"rename {there[0]} to {MAIN}" if there else ""
        raise failure(f"the folder {path} is not a game: it has no file {MAIN}",
                      f"there is one in {inside[0]}" if inside else short)
    for misnamed in (path.with_name(f"{path.name}{end}") for end in (".yml", ".yaml.txt") if path.name):
        if misnamed.is_file():
            raise failure(f"{misnamed} is not a game", _renamed(misnamed))
    return None


def _renamed(path: Path) -> str:
    stem = path.name
    while stem.casefold().endswith((".yaml", ".yml", ".txt")):
        stem = stem.rpartition(".")[0]
    return f"a game in one file ends in .yaml: rename it to {stem}.yaml"


def split_scenario(text: str) -> tuple[str, str]:
    """Return game and scenario of "game/scenario"; the game may be a path.

    >>> split_scenario("my/games/boats/first_battle")
    ('my/games/boats', 'first_battle')
    """
    game, _, scenario = text.rstrip("/").removesuffix(".yaml").rpartition("/")
    return game.removesuffix("/scenarios"), scenario
