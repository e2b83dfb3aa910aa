"""The user's own unit files: find them, list their units, make them available to fleets.

A file such as `wasp.yaml` extends a game. A fleet with units from several such files needs a collection: a game with
the units of all of them. This module writes one collection for each game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from printshop.game.model import Game, Unit
from printshop.game.unit_lists import split_count
from printshop.problems import PrintshopError, Problem, Span
from printshop.scaffold.unit_names import NAME_LINE, list_names_of_units
from printshop.scaffold.yaml_writer import make_file_stem
from printshop.workshop import game_cache, replies
from printshop.workshop.folder_games import (
    MOST_BELOW,
    find_base_game,
    find_folder_games,
    is_built_on,
    is_collection,
    load_readable_game,
    walk_games,
)
from printshop.workshop.game_cache import read_file_head
from printshop.workshop.workspace import Workspace, read_file_text, stands_in


def find_folder_unit_files(workspace: Workspace, game: Path) -> list[Path]:
    """Return the files of the folder that extend the lowest game below a game or file, without collections."""
    bottom = find_base_game(workspace, game)
    return [path for path in find_folder_games(workspace).values() if path.suffix == ".yaml"
            and find_base_game(workspace, path) == bottom != path.resolve() and not is_collection(path)]


def iterate_user_units(workspace: Workspace, game: Path) -> Iterator[tuple[str, Game, Unit]]:
    """Yield the units of the user's readable files for a game, each with the name and the game of its file."""
    for path in find_folder_unit_files(workspace, game):
        try:
            loaded = game_cache.load_cached_game(path)
        except PrintshopError:
            continue
        for unit in loaded.units.values():
            if stands_in(path, unit):
                yield workspace.name_of(path), loaded, unit


def list_units_of_game(workspace: Workspace, path: Path, game: Game) -> list[tuple[str, Game, Unit]]:
    """Return the units of a game, and the units of the user's other files that extend it.

    Each unit has the name of its file, "" if it is in the given game, and its game. `path` is the path of `game`.
    """
    listed_units = [("", game, unit) for unit in game.units.values()]
    return listed_units + [entry for entry in iterate_user_units(workspace, path) if entry[2].name not in game.units]


def find_any_unit(workspace: Workspace, game: Path, loaded: Game, name: str) -> Unit:
    """Return a unit of a game, or of another file of the user that extends this game. Raises PrintshopError."""
    user_entries = () if name in loaded.units else iterate_user_units(workspace, game)
    return next((unit for _, _, unit in user_entries if unit.name == name), None) or loaded.find_unit(name)


def list_broken_units(workspace: Workspace, home: Path, known_names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the file and the name of each unit of the user's that has a problem.

    The names in `known_names` are left out.
    """
    files = [path for path in (*islice(walk_games(workspace, home), MOST_BELOW),
                               *find_folder_unit_files(workspace, home)) if path.suffix == ".yaml"]
    seen_names = set(known_names)
    for path in dict.fromkeys(files):
        with suppress(PrintshopError):
            game, problems = load_readable_game(workspace, path)
            has_problems = problems or game.broken.problems  # without any, a large file is not parsed again
            for name in list_names_of_units(read_file_text(path)) if has_problems else ():
                if name not in seen_names:
                    seen_names.add(name)
                    yield workspace.name_of(path), name


def find_problem_place(workspace: Workspace, problem: Problem) -> replies.ProblemPlace:
    """Return the own file, the line, the unit and the message of a problem. Without such a place, the file is ""."""
    span = problem.span or Span("")
    file = workspace.find_own_file(span) if span.line else ""
    text = read_file_text(workspace.resolve_yaml_file(file)) if file else ""
    names = NAME_LINE.findall("\n".join(text.split("\n")[:span.line]))
    return {"unit": "".join(names[-1:]), "file": file, "line": span.line,
            "message": workspace.shorten(problem.message)}


def list_games_to_extend(workspace: Workspace, game: Path, file: Path) -> list[str]:
    """Return the names of the games that a collection must extend to have all units of a game and of a file.

    Return [] if the game has the units of the file already. A file in the folder of a game is a part of that game.
    """
    needed_game = workspace.find_game_of_part(file)
    if is_built_on(workspace, game, needed_game):
        return []
    extends = [] if game.is_dir() else [*read_file_head(game).extends] if is_collection(game) else [game.name]
    return [*extends, workspace.name_of(needed_game)]


def ensure_collection(workspace: Workspace, game: Path, file: Path) -> Path:
    """Return a game that has all units of a game and of a file.

    If there is none, write it.
    """
    names = list_games_to_extend(workspace, game, file)
    if len(names) < 2:
        return workspace.folder / names[0] if names else game
    path = workspace.folder / f"my_{make_file_stem(find_base_game(workspace, game).name, 'game')}.yaml"
    while path.exists() and not is_collection(path):
        path = path.with_name(f"{path.stem}_too.yaml")
    extends = read_file_head(path).extends if is_collection(path) else ()
    names = list(dict.fromkeys([*(name for name in extends if (path.parent / name).exists()), *names]))
    workspace.write_files({path: "# Your own units in one game: the workshop keeps this list for fleets.\n"
                                 f"extends: [{', '.join(names)}]\n".encode()})
    return path


def find_unit_name_problem(workspace: Workspace, file: str, free_names: Collection[str], name: str) -> str:
    """Return the reason why a unit cannot have a name, "" if it can. The unit may have each of the `free_names`."""
    if not name:
        return "type a name"
    count, unit_name = split_count(name)
    if unit_name != name:
        return f"'{name}' in a fleet would be a number of units, {count} of '{unit_name}': choose another name"
    path = workspace.resolve_yaml_file(file)
    try:
        loaded = game_cache.load_cached_game(workspace.find_game_of_part(path))
    except PrintshopError:
        return ""
    names = [*(other for other in loaded.units if other not in free_names),
             *(unit.name for unit_file, _, unit in iterate_user_units(workspace, path) if unit_file != file)]
    other_name = next((other for other in names if other.casefold() == name.casefold()), "")
    return other_name and f"{loaded.title} has a unit called '{other_name}' already: choose another name"
