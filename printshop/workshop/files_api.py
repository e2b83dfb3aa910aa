"""Actions on files: copy, rename, delete, restore; fleets as tables; pictures."""

from __future__ import annotations

import os
import re
import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from printshop import fleet_files, game_paths
from printshop.exports.browser_pictures import LARGEST_SHOWN, make_picture_address
from printshop.files import find_change_time, is_inside
from printshop.game.fleets import FIRST_ROW, HEADINGS, build_fleet_tree
from printshop.game.pictures import PICTURE_SUFFIXES
from printshop.problems import PrintshopError, Problems, join_with_and, make_error
from printshop.scaffold import unit_names
from printshop.scaffold.yaml_writer import check_not_main_file, find_unused_path, make_file_stem
from printshop.source.value_edits import get_text, read_value_at, require_block
from printshop.source.xlsx_tables import read_spreadsheet
from printshop.workshop import folder_games, game_cache, replies, unit_renames, user_units
from printshop.workshop.value_trees import make_value_tree
from printshop.workshop.workspace import Workspace, decode_base64, read_file_text

BIN = Path(".printshop/bin")
_NUMBER = re.compile("[1-9][0-9]{0,99}")  # more digits would be no name of a folder
_ODD_NUMBER = 10**9  # another program has made a folder with such a number: it is not the last number
MAX_DELETED = 20  # the oldest of more deleted files are removed for good
LARGEST_PICTURE = 1_400_000  # bytes
MOST_PICTURES = 80  # pictures to choose from


def copy_file(workspace: Workspace, file: str, name: str) -> replies.FileName:
    """Write a copy of a file with another name and title, and return its path.

    Raises PrintshopError.
    """
    source = workspace.resolve_yaml_file(file)
    target = find_unused_path(source.with_stem(make_file_stem(name, "file")))
    text = read_file_text(source)
    _check_unit_name(workspace, file, text, "", name)
    workspace.write_files({target: unit_names.set_title(text, name).encode()})
    shutil.copymode(source, target)
    return {"file": workspace.name_of(target)}


def _check_unit_name(workspace: Workspace, file: str, text: str, before: str, title: str) -> None:
    """Raise PrintshopError if the title of a file is the name of its only unit, and the unit cannot have a new name."""
    if unit_names.find_title_path(text)[-1:] == ("name",) and (
            problem := user_units.find_unit_name_problem(workspace, file, {before}, title)):
        raise make_error(problem)


def _find_free_file(workspace: Workspace, file: str, name: str) -> Path:
    """Return a file beside another, by a name that is typed. Raises PrintshopError if there is one already."""
    target = check_not_main_file(workspace.resolve_yaml_file(file).with_name(f"{make_file_stem(name, 'file')}.yaml"))
    if os.path.lexists(target):
        raise make_error(f"there is a file {target.name} already; it stays as it is", "choose another name")
    return target


def rename_file(workspace: Workspace, file: str, name: str, title: str = "") -> replies.FileName:
    """Give a file another name, or another title, or both, and return its path.

    A game gets only another title. Raises PrintshopError, also if another file refers to the old name.
    """
    path = workspace.resolve_path(file)
    if path.stem != name:
        _check_unneeded(workspace, path)
    if path.is_dir():
        rename_file(workspace, f"{file}/{game_paths.MAIN_FILE}", Path(game_paths.MAIN_FILE).stem, title)
        return {"file": file}
    path = workspace.resolve_yaml_file(file)
    target = path if path.stem == name else _find_free_file(workspace, file, name)
    text, new_file = read_file_text(path) if title else "", workspace.name_of(target)
    if title:
        _check_unit_name(workspace, file, text, unit_names.find_title(text), title)
    path.rename(target)
    try:
        if title:
            unit_renames.write_and_rename(workspace, new_file, text, unit_names.set_title(text, title))
    except BaseException:
        target.rename(path)
        raise
    return {"file": new_file}


def delete_file(workspace: Workspace, what: str) -> replies.BinNumber:
    """Move a file, or the folder of a user's game, to the bin, and return its number there.

    Raises PrintshopError if another file needs it.
    """
    path = workspace.resolve_path(what)
    _check_unneeded(workspace, path)
    is_game = path.is_dir() and path.parent == workspace.folder and (path / game_paths.MAIN_FILE).is_file()
    deleted = path if is_game and not path.is_symlink() else workspace.resolve_yaml_file(what)
    if path.is_dir() and not is_game:
        raise make_error(f"{what[:200]} is a folder", "only a game is deleted with its folder")
    return {"number": move_to_bin(workspace, deleted)}


def _check_unneeded(workspace: Workspace, path: Path) -> None:
    """Raise PrintshopError if another file of the folder builds on a file or game."""
    needing = list[str]()
    for other in folder_games.find_dependents(workspace, path):
        is_unused = folder_games.is_collection(other) and not any(folder_games.find_dependents(workspace, other))
        # if two files need each other, you can delete either of them
        if not (folder_games.is_built_on(workspace, path, other) or is_unused):
            needing.append(workspace.name_of(other))
    if needing:
        raise make_error(f"without it, {join_with_and(needing)} would not work", "change that first")


def make_fleet_table(workspace: Workspace, file: str) -> replies.FleetTable:
    """Return the lines of a fleet as a table, CSV. Raises PrintshopError."""
    fleet = require_block(read_file_text(workspace.resolve_yaml_file(file)))
    return {"name": f"{Path(file).stem}.csv", "text": fleet_files.format_fleet_table(fleet)}


def read_fleet_table(workspace: Workspace, file: str, name: str, table: str) -> replies.TableLines:
    """Return the lines of a table for a fleet, and the keys for which it has columns.

    The table is a CSV or Excel file of a `name`, as base64. Raises PrintshopError.
    """
    game = game_cache.load_cached_game(folder_games.find_game_of_file(workspace, workspace.resolve_yaml_file(file)))
    problems = Problems()
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"table{Path(name).suffix.lower()}"
        path.write_bytes(decode_base64(table))
        rows = read_spreadsheet(path, problems, name)
    node = build_fleet_tree(rows, game, problems) if rows else None
    problems.raise_if_any()
    if not (rows and node):
        raise make_error("there is no line in this table", f"its first row is {FIRST_ROW}")
    columns = [key for cell in rows[0].cells for key, words in HEADINGS.items() if cell.text.casefold() in words]
    return {"lines": [make_value_tree("", line) for line in node.entries["units"].items], "columns": columns,
            "note": rows[0].cells[0].source.note}


# --- pictures


def add_picture(workspace: Workspace, file: str, name: str, data: str) -> replies.PictureName:
    """Put a picture, as base64, into the folder art/ of a file's game, and return its name in the data.

    Raises PrintshopError if the data are no picture, or if there is another picture with this name.
    """
    path, picture_path = workspace.resolve_yaml_file(file), Path(name)
    suffix, content = picture_path.suffix.lower(), decode_base64(data)
    if suffix not in PICTURE_SUFFIXES or len(content) > LARGEST_PICTURE:
        raise make_error(f"'{name[:60]}' is no picture of up to {LARGEST_PICTURE:,} bytes",
                         f"give {', '.join(PICTURE_SUFFIXES)}")
    clean_name = f"{make_file_stem(picture_path.stem, 'picture')}{suffix}"
    folder = workspace.find_game_folder(path) or path.parent
    target = workspace.resolve_path(workspace.name_of(folder / "art" / clean_name))
    if workspace.is_taken(target, content):
        raise make_error(f"there is another picture {clean_name} already; it stays as it is",
                         "give the new one another name")
    workspace.write_files({target: content})
    return {"art": clean_name}


def list_pictures(workspace: Workspace, file: str, name: str = "") -> replies.PictureList:
    """Return the pictures for units of a file, or only the picture with a name, as data: addresses."""
    path = workspace.resolve_yaml_file(file)
    home = workspace.find_game_folder(path) or path.parent
    base = folder_games.find_base_game(workspace, path)
    pictures = {picture.name: picture for folder in (base / "art", home / "art")
                for picture in game_paths.list_visible(folder)
                if picture.suffix in PICTURE_SUFFIXES and is_inside(picture, folder.parent)
                and name in ("", picture.name)}
    answer = list[replies.NamedPicture]()
    for key, picture in reversed(pictures.items()):
        with suppress(OSError):  # another program may have removed it
            if len(answer) < MOST_PICTURES and picture.stat().st_size <= LARGEST_SHOWN:
                answer.insert(0, {"name": key, "url": make_picture_address(picture),
                                  "is_own": base not in picture.parents})
    return {"pictures": answer}


# --- deleted files


def move_to_bin(workspace: Workspace, path: Path) -> str:
    """Move a file, or the folder of a game, to the bin, and return its number there. Raises PrintshopError."""
    bin_folder = workspace.folder / BIN
    if not workspace.has(bin_folder):
        raise make_error(f"{BIN.parent} is a link out of this folder", "remove the link")
    bin_folder.mkdir(parents=True, exist_ok=True)
    folders = _list_bin(workspace)
    last = max((number for folder in folders if (number := int(folder.name)) < _ODD_NUMBER), default=0)
    name = next(str(number) for number in count(last + 1) if not os.path.lexists(bin_folder / str(number)))
    target = bin_folder / name / workspace.name_of(path)
    try:
        target.parent.mkdir(parents=True)
        path.rename(target)
    except OSError:
        shutil.rmtree(bin_folder / name, ignore_errors=True)  # a full disk may have room for only one of the folders
        raise
    for folder in folders[:1 - MAX_DELETED]:  # last: nothing is lost if the file cannot move
        shutil.rmtree(folder, ignore_errors=True)
    return name


def list_deleted(workspace: Workspace) -> replies.DeletedFiles:
    """Return the files and games in the bin, the last one first.

    Each has its title and the path of the title.
    """
    deleted = list[replies.DeletedFile]()
    for folder in reversed(_list_bin(workspace)):
        if item := _find_deleted(folder):
            text = ""
            with suppress(PrintshopError, OSError):  # a file with a problem can be restored, too
                if workspace.has(main_file := game_paths.find_main_file(folder / item)):  # no link out of the folder
                    text = read_file_text(main_file)
            place = unit_names.find_title_path(text)
            deleted.append({"number": folder.name, "what": item.as_posix(), "text": text, "path": [*place],
                            "title": get_text(read_value_at(text, *place)),
                            "time": find_change_time((folder / item).parent)})
    return {"deleted": deleted}


def _list_bin(workspace: Workspace) -> list[Path]:
    """Return the folders of the bin in the order of their numbers. A folder, or a bin, that is a link is left out."""
    return sorted((entry for entry in game_paths.list_paths(workspace.folder / BIN)
                   if _NUMBER.fullmatch(entry.name) and not entry.is_symlink() and workspace.has(entry)),
                  key=lambda entry: int(entry.name))


def _find_deleted(folder: Path) -> Path | None:
    """Return the path of the only file in a folder of the bin, or of the only game, as it was before."""
    paths = [path.relative_to(folder) for path in game_paths.list_paths(folder, "**/*")
             if path.is_file() or path.is_symlink()]
    games = [path.parent for path in paths if path.name == game_paths.MAIN_FILE and len(path.parts) == 2
             and len(paths) > 1]
    return next(iter(games or paths), None)


def restore_deleted(workspace: Workspace, number: str) -> replies.FileName:
    """Move a file, or a game, from the bin to its old place, and return its path. Raises PrintshopError."""
    folder = next((entry for entry in _list_bin(workspace) if entry.name == number), None)
    item = _find_deleted(folder) if folder else None
    if folder is None or item is None:
        raise make_error("this file is not in the bin any more", "the bin has the last files that you deleted")
    target = workspace.resolve_path(item.as_posix())
    if os.path.lexists(target):
        raise make_error(f"there is another {item} now; it stays as it is", "rename or delete it first")
    target.parent.mkdir(parents=True, exist_ok=True)
    (folder / item).rename(target)
    if not _find_deleted(folder):
        shutil.rmtree(folder, ignore_errors=True)  # the file is restored in any case
    return {"file": item.as_posix()}


def empty_bin(workspace: Workspace) -> replies.FileCount:
    """Delete all files and games in the bin for ever, and return their number.

    Raises OSError.
    """
    folders = _list_bin(workspace)
    for folder in folders:
        shutil.rmtree(folder)
    return {"count": len(folders)}
