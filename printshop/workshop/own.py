"""Units of a player's own: which files of the folder add to a game, what is in them, and how fleets come to have them.

A file such as `wasp.yaml` extends a game. A fleet of it and of others needs a game that has them all: a file that says
nothing but `extends: [wasp.yaml, hornet.yaml]`, one for each game, which is written here.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from printshop import game_paths
from printshop.files import AtomicWrite, is_inside, read_whole_file
from printshop.game.extends import EXTENDS
from printshop.game.model import Game, Unit
from printshop.game.scenarios import SCENARIOS
from printshop.game.unit_lists import split_count
from printshop.problems import PrintshopError, Problem, Problems
from printshop.scaffold.yaml_writer import make_file_stem
from printshop.source import MappingNode, Node, SequenceNode, parse_yaml
from printshop.source.yaml_reader import MAX_BYTES
from printshop.workshop import edits, kept

_DEEPEST, _MOST_BELOW = 8, 100  # files on top of one another; those that one file builds on
_KEPT = 1_000_000  # bytes: the heads of larger files are not cached


class FileHead(NamedTuple):
    """What a file says that others need to know: its keys, its `game` ("" for none), and which files it extends."""

    keys: frozenset[str] = frozenset()
    game: str = ""
    extends: tuple[str, ...] = ()
    several: bool = False  # those that it extends stand in a list


def read_file_head(path: Path) -> FileHead:
    """Return what a file says that others need to know; nothing of one that cannot be read."""
    try:
        data = read_whole_file(path, MAX_BYTES) if path.is_file() else b""
        return (_head if len(data) < _KEPT else _head.__wrapped__)(data) if data else FileHead()
    except (OSError, ValueError, PrintshopError):
        return FileHead()


@lru_cache(64)  # the key is the whole file: some kB each of most players, at the very most 64 MB
def _head(data: bytes) -> FileHead:
    tree = parse_yaml(data.decode("utf-8-sig"), "", Problems())
    if not isinstance(tree, MappingNode):
        return FileHead()
    extends = tree.entries.get(EXTENDS)
    names = [word for one in (extends.items_or_self if extends else ()) if (word := edits.word(one))]
    return FileHead(frozenset(tree.entries), edits.word(tree.entries.get("game")), tuple(names),
                    isinstance(extends, SequenceNode))


def extended(path: Path) -> tuple[str, ...]:
    """Return what a file says that it extends; nothing, if it says so nowhere, or is a folder."""
    return read_file_head(path).extends


def stands_in(path: Path, one: Unit | Problem) -> bool:
    """Return whether a unit or a problem stands in a file, which it names as the game does."""
    return one.span is not None and Path(one.span.file).name == path.name


def gathers(path: Path) -> bool:
    """Return whether a file says nothing but which files it extends: it is one of those that are written here."""
    found = read_file_head(path)
    return found.keys == {EXTENDS} and found.several


def base(path: Path) -> Path:
    """Return the game that a file adds to, below all others of the player's; a game that adds to none is itself it."""
    for _ in range(_DEEPEST):
        names = extended(path)
        if not names:
            break
        try:
            path = game_paths.find_referenced_game(names[0], path.parent, Path.cwd())
        except PrintshopError:
            break
    return path.resolve()


def game_name(path: Path) -> str:
    """Return what a page calls the game that a file adds to: `./NAME` if a shipped one has that name, too."""
    home = base(path)
    return home.name if game_paths.find_shipped_games().get(home.name, home).resolve() == home else f"./{home.name}"


def in_folder(paths: Iterable[Path]) -> list[Path]:
    """Return those of some paths below the folder that no link leads out of it: of any other nothing is read."""
    return [path for path in paths if is_inside(path, game_paths.CURRENT_FOLDER)]


def find_folder_games() -> dict[str, Path]:
    """Return the games of the folder by name, without those whose links lead out of it."""
    there = game_paths.find_user_games()
    return {name: there[name] for name in there if is_inside(game_paths.find_main_file(there[name]),
                                                             game_paths.CURRENT_FOLDER)}


def find_folder_unit_files(game: Path) -> list[Path]:
    """Return the files of the folder that add to the same game as a game or file, but for those that only gather."""
    bottom = base(game)
    return [path for path in find_folder_games().values()
            if path.suffix == ".yaml" and base(path) == bottom != path.resolve() and not gathers(path)]


def units(game: Path) -> Iterator[tuple[str, Game, Unit]]:
    """Give the units in those files that can be read, each with its file, and the game with all that is there."""
    for path in find_folder_unit_files(game):
        try:
            loaded = kept.load_cached_game(path)
        except PrintshopError:
            continue
        for unit in loaded.units.values():
            if stands_in(path, unit):
                yield path.as_posix(), loaded, unit


def found(game: Path, loaded: Game, name: str) -> Unit:
    """Return a unit of a game, or one of the player's own in another file that adds to it. Raises PrintshopError."""
    others = () if name in loaded.units else units(game)
    return next((unit for _, _, unit in others if unit.name == name), None) or loaded.find_unit(name)


def with_file(game: Path, file: str) -> list[str]:
    """Return what a game must extend that has all that `game` has, and a file; [] if it has that already.

    A file in the folder of a game is a part of it: who has the game has the file.
    """
    if home := game_paths.find_game_folder(Path(file)):
        file = home.as_posix()
        if game == home:
            return []
    there = [] if game.is_dir() else extended(game) if gathers(game) else [game.name]
    reached, left = set[str](), [*there]
    while left and len(reached) < 100:
        name = left.pop()
        if name not in reached:
            reached |= {name, Path(name).as_posix()}  # ./knights is knights
            left += extended(game.parent / name) if name.endswith(".yaml") else ()
    return [] if file in reached else [*there, file]


def ensure_collection(game: Path, file: str) -> str:
    """Return the name of a game that has all that `game` has, and a file; it is written, if there is none."""
    names = with_file(game, file)
    if not names:
        return game.as_posix()
    if len(names) == 1:
        return names[0]
    path = Path(f"my_{make_file_stem(base(game).name, 'game')}.yaml")
    kept_names = [name for name in extended(path) if (path.parent / name).exists()] if gathers(path) else []
    names = list(dict.fromkeys([*kept_names, *names]))
    while path.exists() and not gathers(path):
        path = path.with_name(f"{path.stem}_too.yaml")
    with AtomicWrite() as delivery:
        delivery.add_file(path).write_text("# Units of one's own in one game: the workshop keeps this list for "
                                           "fleets.\n"
                                           f"extends: [{', '.join(names)}]\n", encoding="utf-8")
    return path.as_posix()


def is_unused(path: Path) -> bool:
    """Return whether a file only gathers others, and no file of the folder names it any more."""
    return gathers(path) and not any(naming(path))


def real(game: Path) -> str:
    """Return where the file of a game is that it begins with, or any other file: one path, whatever leads there."""
    return os.path.realpath(game_paths.find_main_file(game))


def find_named_games(path: Path) -> list[Path]:
    """Return the games of the folder that a file, or the folder of a game, names as what it builds on."""
    file, found = game_paths.find_main_file(path), []
    head = read_file_head(file)
    for name in dict.fromkeys(name for name in (head.game, *head.extends) if name
                              and name not in game_paths.find_shipped_games()):
        with suppress(PrintshopError):  # it says so itself where it is opened
            found.append(game_paths.find_referenced_game(name, file.parent, Path.cwd()))
    return found


def all_below(path: Path) -> set[str]:
    """Return where all games of the folder are that a file, or the folder of a game, builds on, as `real` does."""
    reached, left = set[str](), [path]
    while left and len(reached) < _MOST_BELOW:
        more = [game for game in find_named_games(left.pop()) if real(game) not in reached]
        reached |= {*map(real, more)}
        left += more
    return reached


def naming(path: Path) -> Iterator[Path]:
    """Give the other files of the folder, and of the games in it, that name a file, or the folder of a game.

    None of those that lie in that folder themselves.
    """
    for other in list_own_files():
        apart = other != path and not (path.is_dir() and is_inside(other, path))
        if apart and any(_leads_to(game, path) for game in find_named_games(other)):
            yield other


def list_own_files() -> list[Path]:
    """Return all files of the folder, and of the games in it."""
    folders = [game for game in find_folder_games().values() if game.is_dir()]
    inside = [file for folder in folders
              for file in (*game_paths.list_data_files(folder), *game_paths.list_visible(folder, "*/*.yaml"))]
    return in_folder([*game_paths.list_visible(game_paths.CURRENT_FOLDER, "*.yaml"), *inside])


def _builds_on(path: Path, game: Path) -> bool:
    """Return whether a file builds on a game, or lies in the folder of one that does."""
    starts = filter(None, (path, game_paths.find_game_folder(path)))
    return any(real(game) in {real(start), *all_below(start)} for start in starts)


def _leads_to(game: Path, path: Path) -> bool:
    """Return whether a game is what a path names: that very link, if it is one, or what it is."""
    game, path = game_paths.find_main_file(game), game_paths.find_main_file(path)
    return os.path.normpath(game) == os.path.normpath(path) if path.is_symlink() else real(game) == real(path)


def following(file: str, names: Mapping[str, str]) -> dict[Path, str]:
    """Return the new texts of the fleets and battles of the folder that build on a file, for new names of its units.

    Raises PrintshopError for one that is too large to be changed.
    """
    texts, game = {}, game_paths.find_game_folder(Path(file)) or Path(file)
    done = {real(Path(file))}  # that of a link is changed once
    for path in list_own_files() if names else ():
        if real(path) in done or not read_file_head(path).keys or not _builds_on(path, game):
            continue
        done.add(real(path))
        text = read_whole_file(path, edits.LONGEST).decode("utf-8-sig")
        try:
            now = rename_units(text, names)
        except PrintshopError:  # it says so itself where it is opened
            continue
        if now != text:
            texts[path] = now
    return texts


def rename_units(text: str, names: Mapping[str, str]) -> str:
    """Return a text with new names of units in the lines of its fleet and of its battles' forces."""
    for where in [*_musters(parse_yaml(text, "", Problems()))] if names else ():
        changes = {}
        for number, line in enumerate(edits.list_items(text, *where)):
            has_keys = isinstance(line, MappingNode)
            count, unit = split_count(words := edits.word(line.entries.get("unit") if has_keys else line).strip())
            if unit in names:
                called = f"{count} x {names[unit]}" if unit != words else names[unit]
                new = edits.on_one_line({**line.entries, "unit": called} if has_keys else called)
                # a value that was read keeps the comments of its line
                changes[number] = [edits.parse_value(new) or new]
        text = edits.replaced(text, where, changes) if changes else text
    return text


def _musters(found: Node | None) -> Iterator[tuple[str, ...]]:
    """Give the paths to the lists of units of a fleet and of the battles in a file."""
    entries = found.entries if found else {}
    if "game" in entries or "units" in entries:  # a fleet in the folder of its game need not say which that is
        yield ("units",)
    battles = entries.get(SCENARIOS.key)
    inner = battles.entries if battles else {}
    places = [((), found), *(((SCENARIOS.key, key), battle) for key, battle in inner.items())]
    for above, battle in places:
        forces = battle.entries.get("forces") if battle else None
        yield from ((*above, "forces", side, "units") for side in (forces.entries if forces else ()))
