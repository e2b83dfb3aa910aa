"""Views of games to read: any unit, the blocks of a game's files; own versions of games; deleted files."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from printshop import game_paths
from printshop.game.fields import quote_yaml
from printshop.problems import Problems, make_error
from printshop.scaffold.yaml_writer import make_file_stem
from printshop.schema.reader import make_title
from printshop.source import MappingNode, Node, SequenceNode, parse_yaml_file
from printshop.workshop import drawings, game_cache, games_api, replies, user_units
from printshop.workshop.value_edits import find_unit_path, get_text
from printshop.workshop.workspace import Workspace, read_file_text

BIN = Path(".printshop/bin")
_LONGEST_VALUE = 160  # characters
MAX_DELETED = 20  # the oldest of more deleted files are removed for good


def draw_unit(workspace: Workspace, game: str, unit: str, product: str = "") -> replies.DrawnUnit:
    """Return a unit of a game for reading: its values with explanations, and pages of one product.

    `products` lists what can be drawn; without a `product` the first of them is drawn. Raises PrintshopError.
    """
    path = workspace.resolve_game(game)
    loaded = game_cache.load_cached_game(path)
    found = user_units.find_any_unit(workspace, path, loaded, unit)
    kind, drawing = loaded.unit_types[found.kind], drawings.draw_unit_block(loaded, found, product)
    facts: list[replies.ExplainedFact] = [
        {"label": label, "value": cell, "derived": key not in kind.fields, "means": drawing["means"].get(key, "")}
        for key, label in kind.value_labels.items() if (cell := games_api.format_unit_cell(found, key))]
    return {"pages": drawing["pages"], "products": drawing["products"], "product": drawing["product"],
            "warnings": drawing["warnings"], "title": loaded.title, "unit": found.name,
            "side": "" if found.has_no_side else found.side.name, "color": found.side.color, "kind": kind.name,
            "file": (file := workspace.find_own_file(found.span)), "facts": facts,
            "path": find_unit_path(read_file_text(workspace.resolve_path(file)), found.name) if file else []}


def list_blocks(workspace: Workspace, game: str) -> replies.GameBlocks:
    """Return the files of a game with the blocks in each, and whether the game is the user's. Raises PrintshopError.

    A block has a label, its path in the file, and the labels and paths of its entries.
    """
    path = workspace.resolve_game(game)
    files = [path] if path.is_file() else [*game_paths.list_data_files(path),
                                           *game_paths.list_visible(path, "*/*.yaml")]
    files.sort(key=lambda file: (file.name != game_paths.MAIN_FILE, len(file.parts), file))
    is_own = game not in game_paths.find_shipped_games()
    described = list[replies.FileBlocks]()
    for file in files:
        tree = parse_yaml_file(file, Problems())
        name = workspace.name_of(file) if is_own else file.relative_to(path).as_posix()
        described.append({"file": name, "blocks": [*_describe_blocks(tree)] if tree else []})
    return {"own": is_own, "files": described}


def _describe_blocks(tree: Node) -> Iterator[replies.FileBlock]:
    for key, node in _list_entries(tree):
        entries: list[replies.BlockEntry] = [] if isinstance(tree, SequenceNode) else [
            {"label": _label(name, one), "path": [key, name]} for name, one in _list_entries(node)
            if isinstance(one, MappingNode)]
        yield {"label": _label(key, node) if isinstance(tree, SequenceNode) else make_title(str(key)), "path": [key],
               "value": _summarize(node), "entries": entries}


def _summarize(node: Node) -> str:
    """Return the start of a text, or of a list of texts; "" for anything else."""
    words = [get_text(one) for one in node.items_or_self]
    return ", ".join(words)[:_LONGEST_VALUE] if all(words) else ""


def _list_entries(node: Node) -> Iterator[tuple[str | int, Node]]:
    yield from enumerate(node.items) if isinstance(node, SequenceNode) else node.entries.items()


def _label(key: str | int, node: Node) -> str:
    names = (get_text(node.entries.get(name)) for name in ("name", "title", "label"))
    return next(filter(None, names), make_title(key) if isinstance(key, str) else f"Entry {key + 1}")


def new_version(workspace: Workspace, game: str, title: str) -> replies.GameName:
    """Write a game of the user's that extends another game, and return its name. Raises PrintshopError."""
    folder = workspace.resolve_path(make_file_stem(title, "game"))
    if folder.exists() or folder.name in game_paths.find_shipped_games():
        raise make_error(f"there is a game or file named {folder.name} already", "choose another title")
    base = game_cache.load_cached_game(path := workspace.resolve_game(game))
    name = game if game in game_paths.find_shipped_games() else f"../{workspace.name_of(path)}"
    text = (f"# Your version of {base.title}. It has all units, battles and record sheets of that game. A value that "
            "stands\n# here, or in a file beside this one, replaces the value of that game.\nformat: 1\n"
            f"extends: {quote_yaml(name)}\ntitle: {quote_yaml(title)}\n")
    workspace.write_files({folder / game_paths.MAIN_FILE: text.encode()})
    return {"name": folder.name}


# --- deleted files


def move_to_bin(workspace: Workspace, path: Path) -> str:
    """Move a file, or the folder of a game, to the bin, and return its number there. Raises PrintshopError."""
    bin_folder = workspace.folder / BIN
    bin_folder.mkdir(parents=True, exist_ok=True)
    if not workspace.has(bin_folder):
        raise make_error(f"{BIN.parent} is a link out of this folder", "remove the link")
    numbers = sorted(int(one.name) for one in bin_folder.iterdir() if one.name.isdecimal())
    for number in numbers[:max(0, len(numbers) - MAX_DELETED + 1)]:
        shutil.rmtree(bin_folder / str(number))
    name = str(numbers[-1] + 1 if numbers else 1)
    target = bin_folder / name / workspace.name_of(path)
    target.parent.mkdir(parents=True)
    path.rename(target)
    return name


def list_deleted(workspace: Workspace) -> replies.DeletedFiles:
    """Return the files and games in the bin, the last one first."""
    found = [(int(one.name), item) for one in (workspace.folder / BIN).glob("*")
             if one.name.isdecimal() and (item := _find_deleted(one))]
    return {"deleted": [{"number": str(number), "what": item.as_posix()}
                        for number, item in sorted(found, reverse=True)]}


def _find_deleted(folder: Path) -> Path | None:
    """Return the path of the only file in a folder of the bin, or of the only game, as it was before."""
    found = [one.relative_to(folder) for one in sorted(folder.rglob("*")) if one.is_file() or one.is_symlink()]
    games = [one.parent for one in found if one.name == game_paths.MAIN_FILE and len(one.parts) == 2]
    return next(iter(games or found), None)


def restore_deleted(workspace: Workspace, number: str) -> replies.FileName:
    """Move a file, or a game, from the bin to its old place, and return its path. Raises PrintshopError."""
    folder = workspace.folder / BIN / number
    item = _find_deleted(folder) if number.isdecimal() else None
    if item is None:
        raise make_error("this file is not in the bin any more", "the bin has the last files that you deleted")
    target = workspace.resolve_path(item.as_posix())
    if os.path.lexists(target):
        raise make_error(f"there is another {item} now; it stays as it is", "rename or delete it first")
    target.parent.mkdir(parents=True, exist_ok=True)
    (folder / item).rename(target)
    shutil.rmtree(folder)
    return {"file": item.as_posix()}
