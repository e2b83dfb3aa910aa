"""Views of games to read: any unit, drawings of parts, figures of unit types; own versions of games; deleted files."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from itertools import chain
from pathlib import Path

from printshop import game_paths, products
from printshop.game.themes import DEFAULT, load_themes
from printshop.problems import PrintshopError, Problems, describe_os_error, make_error
from printshop.products import theme_sampler
from printshop.products.build import make_theme
from printshop.products.product import find_entries
from printshop.products.rosters.build import count_marks
from printshop.scaffold.yaml_writer import check_new_game_folder, make_file_stem
from printshop.source import parse_yaml_file, quote_yaml
from printshop.source.value_edits import (
    EditPath,
    edit_yaml,
    find_node,
    get_text,
    list_data,
    read_value_at,
)
from printshop.workshop import drawings, game_cache, games_api, replies, user_units
from printshop.workshop.workspace import Workspace, read_file_text

BIN = Path(".printshop/bin")
MAX_DELETED = 20  # the oldest of more deleted files are removed for good


def draw_unit(workspace: Workspace, game: str, unit: str, product: str = "") -> replies.DrawnUnit:
    """Return a unit of a game for reading: its values with explanations, and pages of one product.

    `products` lists what can be drawn; without a `product` the first of them is drawn. Raises PrintshopError.
    """
    path = workspace.resolve_game(game)
    loaded = game_cache.load_cached_game(path)
    found = user_units.find_any_unit(workspace, path, loaded, unit)
    file = workspace.find_own_file(found.span)
    drawing = drawings.draw_unit_block(loaded, found, product)
    return {**drawing, "facts": [fact for fact in drawing["facts"] if fact["value"]], "title": loaded.title,
            "side": "" if found.has_no_side else found.side.name, "color": found.side.color,
            "kind": loaded.unit_types[found.kind].name, "file": file,
            "path": user_units.find_unit_path(read_file_text(workspace.resolve_path(file)), found.name) if file else []}


def draw_part(workspace: Workspace, game: str, section: str, key: str) -> replies.SmallDrawing:
    """Return a small drawing of an entry of a game: a form, a map, a counter ...; no page if it has none.

    Raises PrintshopError.
    """
    loaded = game_cache.load_cached_game(workspace.resolve_game(game))
    return {"pages": drawings.draw_small(loaded, section, key)}


def adopt_part(workspace: Workspace, game: str, section: str, key: str) -> replies.FileName:
    """Copy a part that a game of the user's has from the game that it extends, and return the file of the copy.

    Raises PrintshopError, also for a part that the game has itself.
    """
    loaded = game_cache.load_cached_game(path := workspace.resolve_own_game(game))
    found = (find_entries(product, loaded).get(key) for product in products.list_products()
             if product.section == section)
    span = next((entry.span for entry in found if entry), None)
    if span is None or workspace.find_own_file(span):
        raise make_error(f"'{game[:60]}' has no '{key[:60]}' of another game", "open the game again")
    source = parse_yaml_file(Path(span.file), Problems())
    block = find_node(source, (section, key)) or find_node(source, (key,))
    target, place, text = games_api.find_section(path, section)
    edit = {"do": "set", "path": [*place, key], "value": {"data": {**list_data(block), "replaces": True}}}
    workspace.write_files({target: edit_yaml(text, edit).encode()})
    return {"file": workspace.name_of(target)}


def list_figures(workspace: Workspace, game: str) -> replies.GameFigures:
    """Return the figures of each unit type of a game, and the game's files if it is the user's. Raises PrintshopError.

    A figure is `lost` if a record has circles for it, and `own` if it stands in the user's main file.
    """
    loaded = game_cache.load_cached_game(path := workspace.resolve_game(game))
    tracks = {*chain.from_iterable(count_marks(loaded, loaded.units.values()).values())}
    main = path / game_paths.MAIN_FILE
    own = parse_yaml_file(main, Problems()) if workspace.find_game_folder(main) else None
    types = own.entries.get("unit_types") if own else None
    files = user_units.list_own_files(workspace) if own else []
    return {"files": [workspace.name_of(file) for file in files if file.is_relative_to(path)],
            "types": [{"key": key, "name": kind.name, "prints": drawings.list_type_products(loaded, key), "figures": [
                {"key": field.key, "label": field.label, "kind": field.kind, "allowed": field.allowed_text,
                 "lost": field.key in tracks, "own": bool(find_node(types, (key, "fields", field.key)))}
                for field in kind.fields.values()]} for key, kind in loaded.unit_types.items()]}


def new_version(workspace: Workspace, game: str, title: str) -> replies.GameName:
    """Write a game of the user's that extends another game, and return its name. Raises PrintshopError."""
    folder = workspace.resolve_path(make_file_stem(title, "game"))
    check_new_game_folder(folder)
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
    if not workspace.has(bin_folder):
        raise make_error(f"{BIN.parent} is a link out of this folder", "remove the link")
    bin_folder.mkdir(parents=True, exist_ok=True)
    folders = _list_bin(workspace)
    numbers = sorted(folders)
    for number in numbers[:max(0, len(numbers) - MAX_DELETED + 1)]:
        shutil.rmtree(folders[number])
    name = str(numbers[-1] + 1 if numbers else 1)
    target = bin_folder / name / workspace.name_of(path)
    target.parent.mkdir(parents=True)
    path.rename(target)
    return name


def list_deleted(workspace: Workspace) -> replies.DeletedFiles:
    """Return the files and games in the bin, the last one first, each with its title and the path to the title."""
    deleted = list[replies.DeletedFile]()
    for number, folder in sorted(_list_bin(workspace).items(), reverse=True):
        if item := _find_deleted(folder):
            title = ""
            place: EditPath = ()
            with suppress(PrintshopError, OSError):  # a file with a fault can be restored, too
                text = read_file_text(game_paths.find_main_file(folder / item))
                place = user_units.find_title_path(text)
                title = get_text(read_value_at(text, *place))
            deleted.append({"number": str(number), "what": item.as_posix(), "title": title, "path": [*place],
                            "time": (folder / item).parent.stat().st_mtime})
    return {"deleted": deleted}


def _list_bin(workspace: Workspace) -> dict[int, Path]:
    """Return the folders of the bin by number. A link, in place of one of them or of the bin, is not followed."""
    return {int(one.name): one for one in (workspace.folder / BIN).glob("*")
            if one.name.isdecimal() and not one.is_symlink() and workspace.has(one)}


def _find_deleted(folder: Path) -> Path | None:
    """Return the path of the only file in a folder of the bin, or of the only game, as it was before."""
    found = [one.relative_to(folder) for one in sorted(folder.rglob("*")) if one.is_file() or one.is_symlink()]
    games = [one.parent for one in found if one.name == game_paths.MAIN_FILE and len(one.parts) == 2 and len(found) > 1]
    return next(iter(games or found), None)


def restore_deleted(workspace: Workspace, number: str) -> replies.FileName:
    """Move a file, or a game, from the bin to its old place, and return its path. Raises PrintshopError."""
    folder = _list_bin(workspace).get(int(number)) if number.isdecimal() else None
    item = _find_deleted(folder) if folder else None
    if folder is None or item is None:
        raise make_error("this file is not in the bin any more", "the bin has the last files that you deleted")
    target = workspace.resolve_path(item.as_posix())
    if os.path.lexists(target):
        raise make_error(f"there is another {item} now; it stays as it is", "rename or delete it first")
    target.parent.mkdir(parents=True, exist_ok=True)
    (folder / item).rename(target)
    shutil.rmtree(folder)
    return {"file": item.as_posix()}


def empty_bin(workspace: Workspace) -> replies.FileCount:
    """Delete all files and games in the bin for ever, and return their number. Raises PrintshopError."""
    folders = _list_bin(workspace)
    for folder in folders.values():
        try:
            shutil.rmtree(folder)
        except OSError as error:
            raise make_error(f"cannot delete {workspace.name_of(folder)}: {describe_os_error(error)}") from error
    return {"count": len(folders)}


def list_themes(_workspace: Workspace) -> replies.ThemeSamples:
    """Return all themes, each with a small drawing of its look."""
    samples = list[replies.ThemeSample]()
    for key, entry in load_themes().items():
        tile = theme_sampler.make_theme_tile(key.replace("_", " ").capitalize(), make_theme(entry, Problems()))
        samples.append({"key": key, "title": entry.title, "page": drawings.draw_svg(tile)})
    return {"themes": samples, "usual": DEFAULT}
