"""Sharing of files.

A zip has a file and all files of the user that this file needs, pictures included. The contents of a zip from another
user can be looked at before its files are written. No file of the folder is overwritten: a file with the name of
another one gets a new name, also in the files of the zip that refer to it.
"""

from __future__ import annotations

import base64
import os
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from fnmatch import fnmatch
from itertools import count
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from printshop import file_names, fleet_files, game_paths, products
from printshop.files import TooLargeZipError, make_zip, read_whole_file, unpack_zip
from printshop.game.model import Unit
from printshop.game.pictures import PICTURE_SUFFIXES
from printshop.game.scenarios import SCENARIOS
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems, make_error
from printshop.products.forms.record_pages import crop_to_records
from printshop.scaffold import unit_names
from printshop.scaffold.yaml_writer import check_not_main_file, make_file_stem
from printshop.source import list_scalars, parse_yaml
from printshop.source.value_edits import find_path, set_scalars
from printshop.workshop import drawings, editor_api, folder_games, game_cache, replies, user_units
from printshop.workshop.workspace import LARGEST, Workspace, decode_base64, read_file_text, stands_in

MAX_FILES, MAX_BYTES = 2_000, 50_000_000
"""The largest number of files in a zip, and of their bytes."""

MAX_SHARED_BYTES = 10_000_000
"""The largest size of a zip to share."""

FILE_SUFFIXES = (".yaml", *PICTURE_SUFFIXES, ".csv", ".ttf", ".otf")
"""The suffixes of the files of a game."""

_ZIP_ERRORS = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, OSError, ValueError, LookupError)
_ART = "art"  # the folder of pictures, beside a file


class SharedFiles(NamedTuple):
    """The files of a zip from another user, by path.

    `main` is the path of the file that was shared.
    """

    main: str
    files: dict[str, bytes]


# --- files to send


def share_files(workspace: Workspace, file: str) -> replies.SharedZip:
    """Return a zip with a file, or a game of the folder, and all it needs.

    The values are the name of the zip, the paths in it, and the zip. The zip is base64 text. Raises PrintshopError if
    it is too large.
    """
    path = workspace.resolve_path(file)
    main = game_paths.find_main_file(path)
    needed_files = list(dict.fromkeys([main, *list_needed_files(workspace, path)]))
    data = make_zip((workspace.name_of(needed_file), read_whole_file(needed_file, MAX_BYTES))
                    for needed_file in needed_files)
    if len(data) > MAX_SHARED_BYTES:
        raise make_error(f"the files to share have {len(data):,} bytes; at most {MAX_SHARED_BYTES:,} are allowed",
                         "use smaller pictures, or send the folder itself")
    return {"name": f"{path.stem}.zip", "files": [*map(workspace.name_of, needed_files)],
            "data": base64.b64encode(data).decode()}


def list_needed_files(workspace: Workspace, path: Path) -> Iterator[Path]:
    """Yield the files of the folder that a file, or a game of the folder, needs. Some files may occur twice."""
    for game in folder_games.walk_games(workspace, workspace.find_game_of_part(path)):
        paths = game_paths.list_visible(game, "**/*") if game.is_dir() else (game, *_list_references(game))
        yield from (candidate for candidate in paths if candidate.suffix.lower() in FILE_SUFFIXES
                    and workspace.has(candidate)
                    and candidate.is_file())


def _list_references(path: Path) -> Iterator[Path]:
    """Yield the pictures, tables and fonts that a file names. A name with holes stands for all files that fit it."""
    tree = parse_yaml(read_file_text(path), "", Problems())
    patterns = {re.sub(r"\{[^{}]{0,200}\}", "*", node.text) for node in (list_scalars(tree) if tree else ())
                if node.text.lower().endswith(FILE_SUFFIXES[1:])}
    for folder in (path.parent / _ART, path.parent) if patterns else ():
        for candidate in game_paths.list_visible(folder, "**/*" if folder.name == _ART else "*"):
            if any(fnmatch(candidate.relative_to(folder).as_posix(), pattern) for pattern in patterns):
                yield candidate


# --- received files


def describe_shared(workspace: Workspace, name: str, data: str) -> replies.SharedContents:
    """Return the contents of shared files without writing them: game, contents, points, drawn pages, and paths.

    `data` is a zip as base64 text, with - and _ for + and / in a link. `name` is the name of the zip. If the folder has
    all of these files already, `kept` is the main one. `taken` are the names that the folder and the shared files give
    to different units. Files that cannot be read have no drawn pages. Raises PrintshopError if the data are damaged.
    """
    shared = read_shared(workspace, name, data)
    kept = {path for path, content in shared.files.items()
            if (file := workspace.folder / path).is_file() and not workspace.is_taken(file, content)}
    answer: replies.SharedContents = {"game": "", "units": "", "points": "", "pages": [], "files": [*shared.files],
                     "kept": shared.main if len(kept) == len(shared.files) else "", "taken": [],
                     "text": shared.files[shared.main].decode(errors="replace")}
    with TemporaryDirectory() as folder, suppress(PrintshopError):
        sent = Workspace(Path(folder))
        sent.write_files({sent.folder / path: content for path, content in shared.files.items()})
        answer = _describe(sent, shared.main, answer)
        home = folder_games.find_base_game(sent, folder_games.find_game_of_file(sent, sent.folder / shared.main))
        names = {unit.name for _, _, unit in user_units.iterate_user_units(sent, home)}
        answer["taken"] = [unit.name for file, _, unit in user_units.iterate_user_units(workspace, home)
                           if unit.name in names and file not in kept]
    return answer


def _describe(sent: Workspace, main: str, empty: replies.SharedContents) -> replies.SharedContents:
    """Return the contents of a file: game, units or battles, points, and pages. Raises PrintshopError."""
    path, units, points = sent.folder / main, tuple[Unit, ...](), ""
    if fleet_files.is_fleet_file(path):
        game, fleet = game_cache.load_cached_fleet(path)
        names, points = [ship.unit.name for ship in fleet.units], str(fleet.points)
    else:
        game = game_cache.load_cached_game(sent.find_game_of_part(path))
        units = tuple(unit for unit in game.units.values()
                      if path.name == game_paths.MAIN_FILE or stands_in(path, unit))
        names = [*(unit.name for unit in units), *(battle.title for battle in game[SCENARIOS].values()
                                                   if sent.find_own_file(battle.span) == main)]
    records = products.find_product("records").build(game, PrintRequest(units=units), PrintSettings()).pages
    pages = drawings.draw_pages(map(crop_to_records, records if units else ()))
    block = [*unit_names.find_title_path(read_file_text(path))[:-1]]
    if not pages and (drawing := editor_api.open_document(sent, main, {"path": block})["drawing"]):
        pages = drawing["pages"]
    return {**empty, "game": game.title, "units": ", ".join(names), "points": points, "pages": pages}


def save_shared(workspace: Workspace, name: str, data: str, keep_as: str) -> replies.SavedShared:
    """Write shared files into the folder, and return the path of the main file, and the renamed files.

    `keep_as` is the name of the main file, or of its game; if another file has it, a number is added. Files that are
    in the folder already stay as they are. Raises PrintshopError if the data are damaged.
    """
    shared = read_shared(workspace, name, data)
    names, contents = _place_files(workspace, shared, make_file_stem(keep_as, "file"))
    workspace.write_files({path: data for path, data in contents.items() if not path.is_file()})
    root = _find_root(shared.main, shared.files)
    return {"file": names[root] + shared.main.removeprefix(root),
            "renamed": [f"{old} is {new} here" for old, new in names.items() if old != new]}


def add_files(workspace: Workspace, files: list[tuple[str, str]]) -> replies.FileCount:
    """Write files, and the files of zips, into the folder, and return their number.

    `files` are pairs of the name of a file and its content as base64. A file that exists already with the same
    content stays. If another file has the same name, nothing is written. Raises PrintshopError.
    """
    incoming = [pair for name, content in files for pair in _unpack(name, decode_base64(content))]
    if len(incoming) > MAX_FILES or sum(len(data) for _, data in incoming) > MAX_BYTES:
        raise make_error("that is too much", "leave out files that no game needs")
    contents, paths = dict[Path, bytes](), dict[str, Path]()
    for name, data in incoming:
        path = workspace.folder / check_path(workspace, name)
        first = paths.setdefault(path.as_posix().casefold(), path)  # on some systems, A.yaml and a.yaml are one file
        if contents.setdefault(first, data) != data:
            raise make_error(f"two of these files would be {workspace.name_of(first)} here; none was added",
                             "give one of the two another name")
    for path, data in contents.items():
        if workspace.is_taken(path, data):
            raise make_error(f"there is another file {workspace.name_of(path)} already; it stays as it is",
                             "give one of the two another name")
    workspace.write_files(contents)
    return {"count": len(contents)}


def _unpack(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the path and content of a file, or of each file in a zip that can belong to a game.

    Raises PrintshopError.
    """
    if name.casefold().endswith(".zip"):
        yield from _unpack_zip(name, data)
    elif name.casefold().endswith(FILE_SUFFIXES) and len(data) <= MAX_BYTES:
        yield name, data
    else:
        raise make_error(f"{name[:200]} is no file of a game",
                         f"open files that end in {', '.join(FILE_SUFFIXES)}, or a zip")


def _unpack_zip(name: str, data: bytes) -> list[tuple[str, bytes]]:
    """Return the path and content of each file in a zip that can belong to a game. `name` is the name of the zip.

    Raises PrintshopError if the zip is damaged or too large, or has no such file.
    """
    try:
        files = [*unpack_zip(data, MAX_FILES, MAX_BYTES, FILE_SUFFIXES)]
    except TooLargeZipError as error:
        raise make_error(f"{name[:200]} holds too much", "leave out what no game needs") from error
    except _ZIP_ERRORS as error:
        raise make_error(f"{name[:200]} is no zip that can be read", "make it again, or ask the sender") from error
    if not files:
        raise make_error(f"{name[:200]} has no file of a game", f"the files end in {', '.join(FILE_SUFFIXES)}")
    return files


def read_shared(workspace: Workspace, name: str, data: str) -> SharedFiles:
    """Return the files of a zip as base64.

    Raises PrintshopError if the data are damaged or too large.
    """
    try:
        content = base64.b64decode(data.translate(str.maketrans("-_", "+/")) + "=" * (-len(data) % 4), validate=True)
    except ValueError as error:
        raise make_error("this link or file is damaged", "ask the sender for it again") from error
    files = {check_path(workspace, path): inner for path, inner in _unpack_zip(f"{name}.zip", content)}
    main = next((path for path in files if path.endswith(".yaml")), "")
    if not main:
        raise make_error("this link or file holds nothing of a game", "ask the sender for it again")
    return SharedFiles(main, files)


def check_path(workspace: Workspace, path: str) -> str:
    """Return a path below the folder, without characters that some systems do not allow."""
    parts = path.split("/")
    cleaned = workspace.resolve_path("/".join(part if part[:1] in ("", ".") else file_names.clean_file_name(part)
                                              for part in parts))
    return workspace.name_of(cleaned if cleaned.parent != workspace.folder else check_not_main_file(cleaned))


def _find_root(path: str, files: Mapping[str, bytes]) -> str:
    """Return the folder of the game that a file belongs to, or the path itself."""
    top = PurePosixPath(path).parts[0]
    return top if f"{top}/{game_paths.MAIN_FILE}" in files else path


def _place_files(workspace: Workspace, shared: SharedFiles, keep_as: str) -> tuple[dict[str, str], dict[Path, bytes]]:
    """Return the new name of each file, or folder of a game, by its old name; and the contents by their new paths.

    No other file of the folder has one of these paths: a name that is taken gets a number. Raises PrintshopError for a
    path that is not possible.
    """
    names, contents = dict[str, str](), dict[Path, bytes]()
    main_root = _find_root(shared.main, shared.files)
    paths = dict[str, list[str]]()
    # From the end: a zip has each file before those that it needs. Their names decide its content.
    for path in reversed(shared.files):
        paths.setdefault(_find_root(path, shared.files), []).append(path)
    for root in paths:
        inner = {path.removeprefix(root): _rename_references(path, shared.files[path], names) for path in paths[root]}
        old = PurePosixPath(root)
        suffix = old.suffix if "" in inner else ""
        stem = keep_as if root == main_root else old.name.removesuffix(suffix)
        for number in count(1):
            new = old.with_name(f"{stem}{f'_{number}' * (number > 1)}{suffix}").as_posix()
            targets = {workspace.folder / check_path(workspace, new + path): data for path, data in inner.items()}
            if not os.path.lexists(workspace.folder / new) or all(
                    path.exists() and not workspace.is_taken(path, data) for path, data in targets.items()):
                break
        names[root] = new
        contents |= targets
    return names, contents


def _rename_references(path: str, content: bytes, names: Mapping[str, str]) -> bytes:
    """Return the content of a file in which the new names of files stand."""
    changed = {old: new for old, new in names.items() if old != new}
    if not path.endswith(".yaml") or not changed or len(content) > LARGEST:
        return content
    try:
        text = content.decode("utf-8-sig")
        tree = parse_yaml(text, "", Problems())
    except (PrintshopError, ValueError):  # the editor reports the problem when the file is opened
        tree = None
    if tree is None:
        return content
    games = {id(scalar) for key in ("game", "extends") if key in tree.entries
             for scalar in list_scalars(tree.entries[key])}
    renamed = ((scalar, _rename_reference(scalar.text, changed, is_game=id(scalar) in games))
               for scalar in list_scalars(tree))
    return set_scalars(text, {find_path(tree, scalar.line, scalar.column): new for scalar, new in renamed
                              if new != scalar.text}).encode()


def _rename_reference(reference: str, names: Mapping[str, str], *, is_game: bool) -> str:
    clean_path = PurePosixPath(reference).as_posix()  # ./knights is knights
    for old, new in names.items():
        if is_game and (clean_path == old or clean_path.startswith(f"{old}/")):
            return new + clean_path.removeprefix(old)
        if not is_game and clean_path == old.removeprefix(f"{_ART}/") and not old.endswith(".yaml"):
            return new.removeprefix(f"{_ART}/")
    return reference
