"""Cache of loaded games, valid until a file changes.

The key of a game is the stamps of all files that it is read from.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import NamedTuple

from printshop import fleet_files, game_paths
from printshop.files import FileStamp, make_file_stamp, read_whole_file
from printshop.game.extends import EXTENDS, MAX_STACKED_GAMES, require_main_file
from printshop.game.fleets import Fleet, FleetOptions
from printshop.game.model import Game
from printshop.game.themes import find_theme
from printshop.game_paths import FLEETS_FOLDER, MAIN_FILE
from printshop.load_game import read_game
from printshop.problems import PrintshopError, Problems
from printshop.source import MappingNode, Node, SequenceNode, parse_yaml
from printshop.source.cache import LoadCache
from printshop.source.value_edits import get_text
from printshop.source.yaml_reader import MAX_BYTES

_EXTENDS_BLOCK = re.compile(rf"^{EXTENDS}:.*(?:\n[ -].*)*", re.MULTILINE)
_LARGEST_CACHED = 1_000_000  # bytes: the heads of larger files are not cached
MOST_FILES = 2_000  # of a cached game
MOST_GAMES = 160  # about 2 MB each: those of printshop and the user's files, which the first page reads in turn


@dataclass(slots=True)
class _CacheEntry:
    """A game, the stamps of its files, and the parsed files that the next reading can use again."""

    stamps: Mapping[str, FileStamp] = field(default_factory=dict)
    game: Game | None = None
    memory: LoadCache = field(default_factory=LoadCache)


def load_cached_game(path: Path, theme: str = "") -> Game:
    """Return a game without its broken entries, from the cache if no file has changed.

    Raises PrintshopError.
    """
    try:
        mains = dict.fromkeys(_list_main_files(path, Path(os.path.realpath(require_main_file(path))).parent.parent))
        every = (stamp for main in mains for stamp in _list_stamps(main))
        stamps = {stamp.path: stamp for stamp in islice(every, MOST_FILES + 1)}
    except (OSError, ValueError, PrintshopError):  # read_game below reports the problem
        stamps = {}
    if not stamps or len(stamps) > MOST_FILES:
        return read_game(path, theme=theme, skip_broken=True)
    entry = _find_entry(path)
    if entry.game is None or entry.stamps != stamps or entry.game.fonts:  # the stamps do not cover the files of fonts
        changed = {file for file, stamp in stamps.items() if entry.stamps.get(file) != stamp}
        if entry.stamps.keys() != stamps.keys() or not changed <= entry.memory.trees.keys():
            entry.memory = LoadCache()
        entry.memory.changed_files, entry.stamps, entry.game = changed, stamps, None
        entry.game = read_game(path, skip_broken=True, cache=entry.memory)
    return replace(entry.game, theme=find_theme(theme) or entry.game.theme) if theme else entry.game


def load_cached_fleet(path: Path, theme: str = "") -> tuple[Game, Fleet]:
    """Return the fleet of a file, with its game from the cache. Raises PrintshopError."""
    changes = game_paths.GameOverrides(theme=theme)
    return fleet_files.load_fleet(path, FleetOptions(), changes=changes, load_cached=load_cached_game)


def find_cached_tree(path: Path, file: Path) -> Node | None:
    """Return the values of a game's file from the last reading by `load_cached_game`, or None."""
    return _find_entry(path).memory.trees.get(str(file))


@lru_cache(MOST_GAMES)
def _find_entry(path: Path) -> _CacheEntry:  # noqa: ARG001 - the key
    return _CacheEntry()


def _list_main_files(path: Path, root: Path, deep: int = 0) -> Iterator[Path]:
    """Yield the main files of a game and of all games that it extends.

    Raises PrintshopError, OSError or ValueError if a file is not found, or if there are too many games.
    """
    main = require_main_file(path)
    yield main
    for name in read_file_head(main).extends:
        if deep > MAX_STACKED_GAMES:
            raise ValueError(main)
        yield from _list_main_files(game_paths.find_referenced_game(name, main.parent, root, path), root, deep + 1)


class FileHead(NamedTuple):
    """The head of a file, by which other files are related to it.

    It has the keys of the file, its `game` ("" for none), and `extends`.
    """

    keys: frozenset[str] = frozenset()
    game: str = ""
    extends: tuple[str, ...] = ()
    several: bool = False  # `extends` is a list


def read_file_head(path: Path) -> FileHead:
    """Return the head of a file; an empty head, if the file cannot be read."""
    try:
        data = read_whole_file(path, MAX_BYTES) if path.is_file() else b""
        return (_parse_head if len(data) < _LARGEST_CACHED else _parse_head.__wrapped__)(data) if data else FileHead()
    except (OSError, ValueError, PrintshopError):
        return FileHead()


@lru_cache(2 * MOST_GAMES)  # the key is the whole file: some kB of most files
def _parse_head(data: bytes) -> FileHead:
    text = data.decode("utf-8-sig")
    tree = parse_yaml(text, "", Problems())
    if tree is None and (block := _EXTENDS_BLOCK.search(text)):  # a file with a bad line stays with its game
        tree = parse_yaml(block[0], "", Problems())
    if not isinstance(tree, MappingNode):
        return FileHead()
    extends = tree.entries.get(EXTENDS)
    names = [word for name_node in (extends.items_or_self if extends else ()) if (word := get_text(name_node))]
    return FileHead(frozenset(tree.entries), get_text(tree.entries.get("game")), tuple(names),
                    isinstance(extends, SequenceNode))


def _list_stamps(main: Path) -> Iterator[FileStamp]:
    """Yield the stamp of each file of a game, without the files of its fleets."""
    if main.name == MAIN_FILE:
        yield from _list_stamps_below(str(main.parent), but=FLEETS_FOLDER)
    else:
        yield make_file_stamp(str(main))
        yield from _list_stamps_below(str(main.parent / "art"))


def _list_stamps_below(folder: str, but: str = "") -> Iterator[FileStamp]:
    if not os.path.isdir(folder):  # noqa: PTH112
        return
    yield FileStamp(folder, ())
    with os.scandir(folder) as entries:
        for entry in sorted(entries, key=attrgetter("name")):
            if entry.is_dir(follow_symlinks=False):  # a link leads to another file of the game, or out of it
                yield from _list_stamps_below(entry.path) if entry.name != but else ()
            else:
                yield make_file_stamp(entry.path)
