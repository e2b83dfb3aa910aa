"""Dispatch of page requests to actions, for the worker process of `printshop serve` and for Pyodide."""

from __future__ import annotations

import io
import json
import struct
import traceback
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

from printshop import file_names, game_paths, terminal
from printshop.files import read_up_to, read_whole_file
from printshop.problems import PrintshopError, Problem, make_error
from printshop.scaffold.yaml_writer import check_not_main_file
from printshop.workshop import (
    editor_api,
    export_api,
    files_api,
    fleets_api,
    forms_api,
    games_api,
    library,
    play_api,
    scenarios_api,
    units_api,
    yaml_places,
)
from printshop.workshop.answers import encode_json, make_problem
from printshop.workshop.workspace import Plain, Workspace

ACTIONS: Mapping[str, Callable[..., Plain]] = {
    "new_battle": partial(games_api.create_entry, "scenario"), "new_fleet": partial(games_api.create_entry, "fleet"),
    "new_form": partial(games_api.create_entry, "form"), "game": games_api.describe_game,
    "schema": units_api.find_file_schema, "write": units_api.write_whole_file,
    "restore_document": units_api.restore, "document_stamp": units_api.stamp,
    **{action.__name__: action for action in (
        editor_api.open_document, editor_api.edit_document, editor_api.write_document, editor_api.document_schema,
        yaml_places.find_place, games_api.games, games_api.around, games_api.new_game, games_api.new_unit,
        units_api.open_file, units_api.change, units_api.restore, units_api.stamp, units_api.take, units_api.picture,
        units_api.pictures, fleets_api.open_fleet, fleets_api.mine, fleets_api.enlist, fleets_api.change_line,
        fleets_api.change_fleet, play_api.play, play_api.mark, play_api.note, scenarios_api.open_battle,
        scenarios_api.change_battle, scenarios_api.change_force, scenarios_api.change_side, scenarios_api.take_fleet,
        forms_api.open_form, forms_api.change_form, forms_api.rearrange, export_api.parts, export_api.tabletop,
        files_api.copy, files_api.rename, files_api.delete, files_api.look, files_api.fleet_table,
        files_api.take_table, files_api.take_marks, library.draw_unit, library.list_blocks,
        library.new_version, library.list_deleted, library.restore_deleted)}}
"""The actions that a page may call by name; each gets the workspace first, and raises PrintshopError."""
ODD = "the page has asked for something odd: load it again"
HALF = "this text has half of a character in it, which no file can hold: delete it, and type it again"
FAULT = "this is a fault of printshop itself"
MOST, LARGEST = 2_000, 50_000_000  # files in an archive, and bytes of them all
_LONGEST = 2_000  # characters of the message about a fault
_PACKAGE = str(Path(__file__).parents[1])
_PIECE = 65_536  # bytes
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, OSError, ValueError, LookupError)
GAME_SUFFIXES = (".yaml", ".svg", ".png", ".jpg", ".webp", ".gif", ".csv", ".ttf", ".otf")
FLAGS = ("mine",)
"""Arguments of actions that are true or false. All others are text."""
READING = frozenset(("open_document", "document_schema", "document_stamp", "find_place",
                     "games", "around", "game", "schema", "open_file", "open_fleet", "open_battle", "open_form", "play",
                     "stamp", "mine", "parts", "fleet_table", "pictures", "look", "draw_unit", "list_blocks",
                     "list_deleted"))
"""Actions that change no file."""
STREAMS: Mapping[str, Callable[..., Iterator[Plain]]] = {"preview": export_api.preview, "reading": games_api.reading}


def answer(workspace: Workspace, action: str, given: object) -> tuple[int, Plain]:
    """Return an HTTP status with the answer of an action, or with the problems that prevent the action."""
    function = ACTIONS.get(action)
    if function is None:
        return 404, make_problem("there is no such action")
    return next(_call(workspace, function, given, lambda answer: [answer]))


def stream(workspace: Workspace, action: str, given: object) -> Generator[tuple[int, Plain], None, None]:
    """Yield the parts of the answer of an action of `STREAMS`, each with a status. The first problem ends it."""
    function = STREAMS.get(action)
    yield from _call(workspace, function, given, iter) if function else [(404, make_problem("there is no such action"))]


def _call(workspace: Workspace, function: Callable[..., Any], given: object,
          split: Callable[[Any], Iterable[Plain]]) -> Iterator[tuple[int, Plain]]:
    """Check the arguments of an action, call the action, and yield a status with each part of its answer."""
    if not isinstance(given, dict) or not all(isinstance(value, bool if key in FLAGS else str)
                                              for key, value in given.items()):
        yield 400, make_problem(ODD)
        return
    if any("\ud800" <= sign <= "\udfff" for value in given.values() if isinstance(value, str) for sign in value):
        yield 400, make_problem(HALF)
        return
    try:
        signature(function).bind(workspace, **given)
    except TypeError:
        yield 400, make_problem(ODD)
        return
    try:
        for part in split(function(workspace, **given)):
            yield 200, part
    except MemoryError:  # the worker process is started again
        raise
    except Exception as error:
        yield describe_error(workspace, error, str(given.get("file", "")))


def describe_error(workspace: Workspace, error: Exception, file: str = "") -> tuple[int, Plain]:
    """Return the status and the problems of an action that ended with an error. `file` is the file of the action.

    If the error may be a fault of printshop, one line is printed on standard error.
    """
    match error:
        case PrintshopError():
            return 422, {"problems": [_describe_problem(workspace, problem, file) for problem in error.problems]}
        case OSError():
            return 422, make_problem(f"the file cannot be used: {error.strerror or error}")
    message = f"{type(error).__name__}: {error}"[:_LONGEST]
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(_PACKAGE)]
    with suppress(OSError):
        terminal.tell(f"{message} ({places[-1].filename}:{places[-1].lineno})" if places else message, err=True)
    if isinstance(error, TypeError | ValueError | RecursionError):  # such as bad JSON in an argument
        return 400, make_problem(ODD)
    return 422, make_problem(f"printshop cannot do this: {FAULT}, {message}")


def _describe_problem(workspace: Workspace, problem: Problem, file: str) -> Plain:
    """Return a problem for a place of the page without an input: the message names the line."""
    span = problem.span
    name = workspace.shorten(span.file or file) if span else ""
    line, column = (span.line, span.column) if span else (0, 0)
    return {"message": f"{name}:{line}:{column}: " * bool(line) + workspace.shorten(problem.message),
            "hint": workspace.shorten(problem.hint), "line": line, "column": column, "unit": "", "key": "",
            "file": name}


# --- Functions for Pyodide


def parse_arguments(text: str | bytes) -> object:
    """Return the value of JSON, or None for bad JSON, which `answer` refuses."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def call(workspace: Workspace, action: str, given: str) -> str:
    """Return the result of `answer` as JSON. `given` is JSON, too."""
    return encode_json(answer(workspace, action, parse_arguments(given)))


def changes(action: str) -> bool:
    """Return whether an action may change files."""
    return action not in READING


def stream_json(workspace: Workspace, action: str, given: str) -> Iterator[str]:
    """Yield the results of `stream` as JSON. `given` is JSON, too."""
    yield from map(encode_json, stream(workspace, action, parse_arguments(given)))


def file(workspace: Workspace, given: str) -> tuple[str, str, bytes]:
    """Return the name, media type and bytes of an exported file. Raises PrintshopError."""
    return export_api.make_file(workspace, **json.loads(given))


def cover(workspace: Workspace, game: str) -> str:
    """Return the picture of a game's covers as SVG, "" without one. Raises PrintshopError."""
    return export_api.draw_game_cover(workspace, game)


def files(workspace: Workspace) -> list[tuple[str, bytes]]:
    """Return the name and the bytes of every file of the folder.

    A link out of the folder is left out. Raises PrintshopError for a file above the limit of archives.
    """
    return [(workspace.name_of(path), read_whole_file(path, LARGEST))
            for path in game_paths.list_visible(workspace.folder, "**/*") if path.is_file() and workspace.has(path)]


def archive(workspace: Workspace) -> bytes:
    """Return all files of the folder as a zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files(workspace):
            packed.writestr(name, data)
    return buffer.getvalue()


def put(workspace: Workspace, given: Iterable[tuple[str, bytes]]) -> str:
    """Write files, and the files of zips, into the folder, and return a message.

    A file that is there already with the same contents stays. If another file has the same name, nothing is written.
    Raises PrintshopError.
    """
    incoming = [pair for name, content in given for pair in _unpack(name, bytes(content))]
    if len(incoming) > MOST or sum(len(data) for _, data in incoming) > LARGEST:
        raise make_error("that is too much", "leave out what no game needs")
    contents, paths = dict[Path, bytes](), dict[str, Path]()
    for name, data in incoming:
        path = _choose_path(workspace, name)
        first = paths.setdefault(path.as_posix().casefold(), path)  # on some systems, A.yaml and a.yaml are one file
        if contents.setdefault(first, data) != data:
            raise make_error(f"two of these files would be {workspace.name_of(first)} here; none was added",
                             "give one of the two another name")
    taken = [path for path, data in contents.items() if path.exists()
             and not (path.is_file() and read_up_to(path, LARGEST) == data)]
    if taken:
        raise make_error(f"there is another file {workspace.name_of(taken[0])} already; it stays as it is",
                         "give one of the two another name")
    workspace.write_files(contents)
    return f"{len(contents)} file{'s' * (len(contents) > 1)} added"


def _choose_path(workspace: Workspace, name: str) -> Path:
    """Return the path for a file that is put into the folder, without signs that some systems refuse in names."""
    path = workspace.resolve_path("/".join(part if part[:1] in ("", ".") else file_names.clean_file_name(part)
                                           for part in name.split("/")))
    return path if path.parent != workspace.folder else check_not_main_file(path)


def _unpack(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield a file, or the files of a zip with the endings of game files. Raises PrintshopError."""
    if name.casefold().endswith(".zip"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                entries = [entry for entry in packed.infolist() if not entry.is_dir()]
                if len(entries) > MOST or sum(entry.file_size for entry in entries) > LARGEST:
                    raise make_error(f"{name[:200]} holds too much", "leave out what no game needs")
                inner = [(entry.filename, _inflate(packed, entry)) for entry in entries
                         if entry.filename.casefold().endswith(GAME_SUFFIXES)]
        except _BROKEN as error:
            raise make_error(f"{name[:200]} is no zip that can be read", "make it again") from error
    else:
        inner = [(name, data)] if name.casefold().endswith(GAME_SUFFIXES) and len(data) <= LARGEST else []
    if not inner:
        raise make_error(f"{name[:200]} is nothing that a game is made of",
                         f"files that end in {', '.join(GAME_SUFFIXES)}, or a zip")
    yield from inner


def _inflate(packed: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return the contents of a file in a zip, which may be larger than the zip states. Raises BadZipFile, too.

    Only the two usual ways to compress are read: the others have no limit beforehand.
    """
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(entry.filename)
    with packed.open(entry) as stream:
        # in pieces: zipfile stops at the size that the zip states, and compares the checksum at the end
        return b"".join(iter(lambda: stream.read(_PIECE), b""))
