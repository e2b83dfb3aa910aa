"""Fleet files: find them, read them and load their game. They are YAML with a key `game`, or tables."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from printshop import catalogue
from printshop.catalogue import AS_IT_IS, FLEETS, LOOK, MAIN, Changes
from printshop.files import LEADS_OUT, PUT_THERE, contents, within
from printshop.game import fleets
from printshop.game.fleets import Asked, Fleet, fleet_node
from printshop.game.layers import shown
from printshop.game.model import Game
from printshop.game.settings import fill_in
from printshop.job import Settings
from printshop.language.reader import plain_text
from printshop.loading import load
from printshop.problems import PrintshopError, Problems, failure
from printshop.products.safely import setting
from printshop.source import MappingNode, Node, parse, workbooks
from printshop.source.workbooks import read_rows

TREES, TABLES = (".yaml", ".yml"), (*workbooks.TABLES, ".txt")
BOOKS = (".xls", ".xlsm", ".ods", ".numbers")
_LONGEST = 250  # characters of a path or a name: longer ones are not searched for
_GAME = re.compile(rb"^(?:\xef\xbb\xbf)?(extends|unit_types|game) *:", re.MULTILINE)
_FLOW = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t\r]*(?:[#%-][^\n]*)?\n)*[ \t]*\{")  # the file is one flow mapping


def is_fleet(path: Path) -> bool:
    """Return whether a file looks like a fleet: a table, YAML with the key `game`, any YAML in a folder `fleets`."""
    suffix = path.suffix.lower()
    if suffix not in (*TREES, *TABLES) or not catalogue.is_file(path):
        return False
    if suffix in TABLES:
        return not (suffix == ".txt" and catalogue.is_game(path))
    if _home(path):
        return True
    try:
        head = contents(path, LOOK)
    except OSError:
        return False
    if not _FLOW.match(head):
        return {match[1] for match in _GAME.finditer(head)} == {b"game"}
    tree = parse(path, Problems(), shown(path))
    return isinstance(tree, MappingNode) and tree.entries.keys() & {"extends", "unit_types", "game"} == {"game"}


def _home(path: Path) -> Path | None:
    """Return the game whose folder `fleets` contains a file, or None.

    The game's path is taken from that of the file if it leads there, else links are resolved.
    """
    real, near = path.resolve(), path.parent.parent
    if real.parent.name != FLEETS or not (real.parents[1] / MAIN).is_file():
        return None
    return near if near.resolve() == real.parents[1] else real.parents[1]


def find_fleet(name: str) -> Path:
    """Return the file of a fleet: a path, with or without its suffix, or GAME/NAME. Raises PrintshopError."""
    path = Path(name)
    for candidate in (path, *(path.with_name(f"{path.name}{suffix}") for suffix in (*TREES, *TABLES) if path.name)):
        ours = candidate.suffix.lower() in (*TREES, *TABLES)  # if this is no file, opening it reports what it is
        if catalogue.is_file(candidate) or (ours and os.path.lexists(candidate)):
            return candidate
    game, key = catalogue.split_scenario(name)
    files: list[Path] = []
    if 0 < len(game) <= _LONGEST:
        named = re.sub(f"/({FLEETS}|{MAIN})$", "", game)
        files = fleets_in(catalogue.games().get(game, Path(named)) / FLEETS)
    if file := next((file for file in files if file.stem == Path(key).stem), None):
        return file
    near = len(name) <= _LONGEST and path.parent.is_dir()
    beside = [str(file) for file in catalogue.visible(path.parent) if is_fleet(file)] if near else []
    names = {Path(file).stem.casefold(): file if path.suffix else file.rpartition(".")[0] for file in beside}
    names |= {file.stem.casefold(): f"{game}/{file.stem}" for file in files}
    alike = difflib.get_close_matches(path.stem.casefold()[:_LONGEST], names, n=1, cutoff=0.6)
    raise failure(f"there is no fleet '{name[:_LONGEST]}'", f"did you mean '{names[alike[0]]}'?" if alike else
                  "a fleet is a file of yours: NAME.yaml, or a table NAME.csv")


def fleets_in(folder: Path) -> list[Path]:
    """Return the fleet files in a folder `fleets`."""
    paths = catalogue.visible(folder) if within(folder, folder.parent) else []
    return [path for path in paths if path.suffix in (*TREES, *TABLES)]


def open_fleet(path: Path, asked: Asked, game: str = "", changes: Changes = AS_IT_IS, *,
               kept: Callable[[Path, str], Game] | None = None) -> tuple[Game, Fleet]:
    """Return the game of a fleet file, with its fonts, and the fleet. Raises PrintshopError.

    `game` and `asked` override the file. `kept` is called with the path of a game and a theme, instead of `load`.
    """
    from printshop.products.rosters import rosters  # late: not needed for games without fleets

    if path.parent.name == FLEETS and catalogue.is_file(path.parent.parent / MAIN) \
            and not within(path, path.parent.parent):
        raise failure(f"{path} {LEADS_OUT}", PUT_THERE)
    problems, table = Problems(), path.suffix.lower() in TABLES
    if not table and path.suffix.lower() not in TREES:
        book = path.suffix.lower() in BOOKS
        raise failure(f"{path} is no fleet", 'save it as .xlsx, or as "CSV UTF-8"' if book else
                      "a fleet is a file NAME.yaml, or a table NAME.csv")
    node = None if table else parse(path, problems, shown(path))
    rows = read_rows(path, problems, shown(path)) if table else None
    problems.raise_if_any()
    home = game_of(path, node, game, problems)
    plain = changes == Changes(theme=changes.theme)
    loaded = kept(home, changes.theme) if kept and plain else load(home, *changes, sound=True)
    if rows:
        node = fleet_node(rows, loaded, problems)
    elif node:
        fill_in(node, loaded.settings, problems)
    fleet = fleets.read(node, path.stem, loaded, problems, asked) if node else None
    if fleet is None:
        raise PrintshopError(problems)
    loaded = replace(loaded, fonts=(*fleet.fonts, *loaded.fonts))
    with setting(loaded, Settings()):
        tracks = rosters.tracks_of(loaded, [ship.unit for ship in fleet.ships])
        fleet = rosters.forgiven(fleet, tracks)
        rosters.check(fleet, tracks, problems)
    problems.raise_if_any()
    return loaded, fleet


def game_of(path: Path, node: Node | None, game: str, problems: Problems) -> Path:
    """Return the game of a fleet: `game`, the name in its file (a table has none), or the game around it."""
    if game:
        return catalogue.find_game(game)
    named = node.entries.get("game") if isinstance(node, MappingNode) else None
    if named is None:
        if home := _home(path):
            return home
        raise failure(f"{shown(path)} does not say of which game it is",
                      f"write {'' if node is None else 'game: NAME in it, or '}--game NAME on the command line")
    name = plain_text(named, "'game'", problems)
    problems.raise_if_any()
    try:
        return catalogue.find_beside(str(name), path.parent, Path(os.path.realpath(path)).parent.parent)
    except PrintshopError as error:
        raise PrintshopError(replace(problem, span=named.span) for problem in error.problems) from error
