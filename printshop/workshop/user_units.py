"""The user's own unit files: find them, list their units, make them available to fleets.

A file such as `wasp.yaml` extends a game. A fleet with units from several such files needs a game with all of these
units: a collection, which is a file with nothing but `extends: [wasp.yaml, hornet.yaml]`. This module writes one
collection for each game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from printshop import fleet_files, game_paths
from printshop.files import is_inside, read_whole_file
from printshop.game.extends import EXTENDS
from printshop.game.forms.model import FORMS
from printshop.game.model import Game, Unit
from printshop.game.scenarios import SCENARIOS
from printshop.game.unit_lists import split_count
from printshop.problems import PrintshopError, Problem, Problems
from printshop.scaffold.yaml_writer import make_file_stem
from printshop.source import (
    MappingNode,
    SequenceNode,
    list_scalars,
    parse_yaml,
    parse_yaml_file,
)
from printshop.source.value_edits import (
    MAX_EDITED,
    EditPath,
    edit_yaml,
    find_path,
    get_text,
    parse_for_edits,
    read_value_at,
    set_scalars,
)
from printshop.workshop import game_cache
from printshop.workshop.game_cache import read_file_head
from printshop.workshop.workspace import Workspace, read_file_text, stands_in

_MOST_CUTS = 12  # lines with a mistake that are cut off
_DEEPEST, _MOST_BELOW = 8, 100  # games that extend one another; games below one file
_NAME_LINE = re.compile(r"^ *- +(?:\{ *)?name: *+[\"']?([^\"'#,{}\n]*[^\"'#,{}\s])", re.MULTILINE)  # of a unit


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
    """Return the page's name for the lowest game below a file.

    It is `./NAME` if a shipped game has the same name.
    """
    home = find_base_game(workspace, path)
    return home.name if game_paths.find_shipped_games().get(home.name, home).resolve() == home else f"./{home.name}"


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


def list_unit_places(text: str) -> list[tuple[str, EditPath]]:
    """Return the name and path of each block in a list of a file.

    The blocks are the units of the file, or the lines of a fleet.
    """
    node = parse_for_edits(text).node
    lists = [((), node)] if isinstance(node, SequenceNode) else [
        ((key,), value) for key, value in (node.entries if node else {}).items()]
    return [(get_text(item.entries.get("name")), (*path, number)) for path, value in lists
            for number, item in enumerate(value.items) if isinstance(item, MappingNode)]


def find_renamed_block(before: str, after: str) -> dict[str, str]:
    """Return the old and new name of the one block whose name differs in another text.

    Return {} unless exactly one block has another name.
    """
    old, new = list_unit_places(before), list_unit_places(after)
    pairs = {name: other for (name, _), (other, _) in zip(old, new, strict=False) if name != other}
    return pairs if len(old) == len(new) and len(pairs) == 1 and all((*pairs, *pairs.values())) else {}


def find_unit_path(text: str, name: str) -> list[str | int]:
    """Return the path to the unit with a name.

    Return [] if it is not in the file.
    """
    return next(([*path] for unit, path in list_unit_places(text) if unit == name), [])


def list_names_of_units(text: str) -> list[str]:
    """Return the names of the units in the text of a file, also if the text has lines that cannot be read."""
    return [name for name, _ in list_unit_places(text) if name] or _NAME_LINE.findall(text)


def list_broken_units(workspace: Workspace, home: Path, known_names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the file and the name of each unit of the user's that has a problem.

    The names in `known_names` are left out.
    """
    files = [path for path in (*islice(walk_games(workspace, home), _MOST_BELOW),
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


def describe_fault(workspace: Workspace, problem: Problem) -> str:
    """Return a sentence with the unit, or the file, and the line of a problem.

    Return "" for a problem without a place.
    """
    span = problem.span
    if span is None or not span.line or not (file := workspace.find_own_file(span)):
        return ""
    lines = read_file_text(workspace.resolve_yaml_file(file)).split("\n")[:span.line]
    names = _NAME_LINE.findall("\n".join(lines))
    file_words = f" of {file}" if names else ""
    return f"{f'the unit {names[-1]}' if names else file} has a problem in line {span.line}{file_words}"


def find_folder_games(workspace: Workspace) -> dict[str, Path]:
    """Return the games of the folder by name, without those whose links lead out of it."""
    games = game_paths.find_user_games(workspace.folder)
    return {name: path for name, path in games.items() if workspace.has(game_paths.find_main_file(path))}


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
    before = [name for name in extends if (path.parent / name).exists()]
    names = list(dict.fromkeys([*before, *names]))
    workspace.write_files({path: "# Your own units in one game: the workshop keeps this list for fleets.\n"
                                 f"extends: [{', '.join(names)}]\n".encode()})
    return path


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
    reached = islice(walk_games(workspace, path), _MOST_BELOW)
    return resolve_main_file(game) in map(resolve_main_file, reached)


def find_dependents(workspace: Workspace, path: Path) -> Iterator[Path]:
    """Yield the other files of the folder, and of its games, that name a file or the folder of a game.

    Files within that folder are left out.
    """
    for other in list_own_files(workspace):
        is_other = other != path and not (path.is_dir() and is_inside(other, path))
        if is_other and any(_leads_to(game, path) for game in find_named_games(workspace, other)):
            yield other


def list_own_files(workspace: Workspace) -> list[Path]:
    """Return all files of the folder, and of the games in it."""
    folders = [game for game in find_folder_games(workspace).values() if game.is_dir()]
    inside = [file for folder in folders
              for file in (*game_paths.list_data_files(folder), *game_paths.list_visible(folder, "*/*.yaml"))]
    return [path for path in (*game_paths.list_visible(workspace.folder, "*.yaml"), *inside) if workspace.has(path)]


def _leads_to(game: Path, path: Path) -> bool:
    """Return whether a game and a path have the same main file; a link is the same only as itself."""
    game, path = game_paths.find_main_file(game), game_paths.find_main_file(path)
    if path.is_symlink():
        return os.path.normpath(game) == os.path.normpath(path)
    return resolve_main_file(game) == resolve_main_file(path)


# --- names of units and titles of files


def rename_in_dependents(workspace: Workspace, file: Path, names: Mapping[str, str]) -> dict[Path, str]:
    """Return the new texts of the fleets and battles that build on a file, after its units are renamed.

    `names` are the new names by the old ones. Raises PrintshopError if a text is too large to be changed.
    """
    texts, game = {}, workspace.find_game_of_part(file)
    changed_files = {resolve_main_file(file)}  # the file of a link is changed once
    for path in list_own_files(workspace) if names else ():
        starts = {path, workspace.find_game_of_part(path)}
        if resolve_main_file(path) in changed_files or not read_file_head(path).keys or not any(
                is_built_on(workspace, start, game) for start in starts):
            continue
        changed_files.add(resolve_main_file(path))
        text = read_whole_file(path, MAX_EDITED).decode("utf-8-sig")
        try:
            new_text = rename_units(text, names)
        except PrintshopError:  # the editor reports the problem when the file is opened
            continue
        if new_text != text:
            texts[path] = new_text
    return texts


def rename_units(text: str, names: Mapping[str, str]) -> str:
    """Return a text with new names of units in all lists `units`.

    These are lists of a fleet, of forces, and of reinforcements.
    """
    new_texts = dict[EditPath, str]()
    tree = parse_yaml(text, "", Problems()) if names else None
    for scalar in list_scalars(tree) if tree else ():
        count, unit = split_count(words := scalar.text.strip())
        if unit in names:
            path = find_path(tree, scalar.line, scalar.column)
            line = path[:-1] if path[-1:] == ("unit",) else path
            if line[-2:-1] == ("units",):
                new_texts[path] = f"{count} x {names[unit]}" if unit != words else names[unit]
    return set_scalars(text, new_texts)


def write_and_rename(workspace: Workspace, file: str, before: str, text: str,
                     renamed: Mapping[str, str] | None = None) -> str:
    """Write the text of a file, rename its units in the fleets and battles of other files, and return the text.

    All of these files are written, or none. Raises PrintshopError if one of them cannot be changed.
    """
    renamed = _find_renamed_unit(workspace, file, before, text) if renamed is None else renamed
    names = {old: new for old, new in renamed.items() if split_count(new)[1] == new}
    path = workspace.resolve_yaml_file(file)
    texts = {path: text, **rename_in_dependents(workspace, path, names)}
    workspace.write_files({path: text.encode() for path, text in texts.items()})
    return text


def _find_renamed_unit(workspace: Workspace, file: str, before: str, text: str) -> dict[str, str]:
    """Return the old and new name of the one unit whose name differs in another text; {} unless it is one unit."""
    renamed, path = find_renamed_block(before, text), workspace.resolve_yaml_file(file)
    if not renamed or fleet_files.is_fleet_file(path):
        return {}
    try:
        units = game_cache.load_cached_game(workspace.find_game_of_part(path)).units.values()
    except PrintshopError:
        return {}
    return renamed if any(unit.name in renamed and stands_in(path, unit) for unit in units) else {}


def find_unit_name_fault(workspace: Workspace, file: str, before: str, name: str) -> str:
    """Return the reason why a unit cannot have a name, "" if it can."""
    if not name:
        return "everything here has a name"
    count, unit_name = split_count(name)
    if unit_name != name:
        return f"'{name}' in a fleet would be a number of units, {count} of '{unit_name}': choose another name"
    path = workspace.resolve_yaml_file(file)
    try:
        loaded = game_cache.load_cached_game(workspace.find_game_of_part(path))
    except PrintshopError:
        return ""
    elsewhere = (unit.name for unit_file, _, unit in iterate_user_units(workspace, path) if unit_file != file)
    other_names = {other.casefold(): other for other in (*elsewhere,
                                                         *(other for other in loaded.units if other != before))}
    other_name = other_names.get(name.casefold())
    return f"{loaded.title} has a unit called '{other_name}' already: choose another name" if other_name else ""


def find_title_path(text: str) -> tuple[str | int, ...]:
    """Return the path of a file's title: its own, or that of its only battle, form or unit. Return () for none."""
    tree = read_value_at(text)
    if isinstance(tree, MappingNode) and tree.entries.keys() & {"title", "game", "forces"}:
        return ("title",)
    places: list[EditPath] = [(section, key, "title") for section in (SCENARIOS.key, FORMS.key)
                              if tree and section in tree.entries for key in tree.entries[section].entries]
    places += [(*path, "name") for _, path in list_unit_places(text)]
    return places[0] if len(places) == 1 else ()


def cut_at_error(text: str) -> str:
    """Return the lines of a text before the first one that cannot be read, or all of them."""
    for _ in range(_MOST_CUTS):
        parsed, lines = parse_for_edits(text), text.splitlines(keepends=True)
        if parsed.node or not parsed.problems:
            return text
        span = parsed.problems[0].span
        # an open quote or bracket is reported at the end of the text, after the line that has it
        text = "".join(lines[:min(span.line, len(lines)) - 1]) if span else ""
    return ""


def read_title(path: Path) -> str:
    """Return the title of a file, "" for none.

    Raises PrintshopError if the file is too large or not UTF-8.
    """
    text = cut_at_error(read_file_text(path))
    return get_text(read_value_at(text, *find_title_path(text)))


def set_title(text: str, title: str) -> str:
    """Return the text of a file with another title, without control characters.

    If the file has no title of its own, the text stays as it is.
    """
    path, title = find_title_path(text), "".join(sign if sign.isprintable() else " " for sign in title).strip()
    return edit_yaml(text, {"do": "set", "path": [*path], "value": {"text": title}}) if path else text
