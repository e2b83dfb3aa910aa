"""Dispatch of page requests to actions, for the worker process of `printshop serve` and for Pyodide."""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from printshop import game_paths, terminal
from printshop.drawing import prepared_pictures
from printshop.drawing.artwork import MAX_RASTER_BYTES, read_file_stamp
from printshop.drawing.prepared_pictures import PreparedPicture
from printshop.exports import browser_pictures
from printshop.exports.images import Rasterize, rasterize_with_pdfium
from printshop.files import lock_file, make_zip, read_up_to, read_whole_file
from printshop.game.pictures import PICTURE_SUFFIXES, find_pictures
from printshop.problems import PrintshopError, describe_os_error
from printshop.source.json_reader import read_json
from printshop.source.json_shapes import declare_arguments, has_shape
from printshop.workshop import (
    drawings,
    editor_api,
    export_api,
    files_api,
    fleets_api,
    games_api,
    new_games_api,
    play_api,
    replies,
    sharing,
)
from printshop.workshop.answers import SHARED_ACTIONS, STOPPED, encode_json, make_problem
from printshop.workshop.workspace import MALFORMED_REQUEST, FileChangedError, MalformedRequestError, Workspace

_READING_ACTIONS: tuple[Callable[..., Mapping[str, object]], ...] = (
    editor_api.open_document, editor_api.find_document_stamp, editor_api.find_document_schema, games_api.list_own_games,
    games_api.list_shipped,
    games_api.describe_context, games_api.describe_game, new_games_api.draw_blank_game,
    files_api.list_pictures, fleets_api.list_units, fleets_api.list_unit_pictures,
    play_api.describe_play, play_api.read_marks, editor_api.list_cell_keys,
    export_api.list_fleet_products, files_api.make_fleet_table, files_api.read_fleet_table, sharing.share_files,
    sharing.describe_shared, drawings.draw_unit, drawings.draw_part, new_games_api.list_type_fields,
    drawings.list_themes, files_api.list_deleted)
_CHANGING_ACTIONS: tuple[Callable[..., Mapping[str, object]], ...] = (
    editor_api.edit_document, editor_api.write_document_text, new_games_api.new_game, new_games_api.create_entry,
    new_games_api.new_blank_game,
    new_games_api.add_field, files_api.add_picture, fleets_api.join_file, fleets_api.take_fleet,
    files_api.copy_file, files_api.rename_file, files_api.delete_file, sharing.save_shared, sharing.add_files,
    new_games_api.adopt_part, files_api.restore_deleted, files_api.empty_bin)
ACTIONS = {action.__name__: action for action in (*_READING_ACTIONS, *_CHANGING_ACTIONS)}
"""The actions that a page may call by name; each gets the workspace first, and raises PrintshopError."""
UNPAIRED_SURROGATE = "this text has half of a character in it, which no file can hold: delete it, and type it again"
FAULT = "this is a fault of printshop itself"
_LONGEST = 2_000  # characters of the message about a fault
_LOCK_SECONDS = 5.0  # to wait for another server that changes files of the folder
_PACKAGE = str(Path(__file__).parents[1])
_RASTER_SUFFIXES = tuple(suffix for suffix in PICTURE_SUFFIXES if suffix != ".svg")
STREAMS: Mapping[str, Callable[..., Iterator[object]]] = {
    action.__name__: action for action in (export_api.preview_pack, games_api.read_games)}


def answer(workspace: Workspace, action: str, arguments: object) -> tuple[int, object]:
    """Return an HTTP status with the answer of an action, or with the problems that prevent the action."""
    return next(_call(workspace, ACTIONS.get(action), arguments, lambda reply: [reply]))


def stream(workspace: Workspace, action: str, arguments: object) -> Generator[tuple[int, object], None, None]:
    """Yield the parts of the answer of an action of `STREAMS`, each with a status.

    The first problem ends it.
    """
    yield from _call(workspace, STREAMS.get(action), arguments, iter)


def _call(workspace: Workspace, function: Callable[..., Any] | None, arguments: object,
          split: Callable[[Any], Iterable[object]]) -> Iterator[tuple[int, object]]:
    """Check the arguments of an action, call the action, and yield a status with each part of its answer."""
    if function is None:
        yield 404, make_problem("there is no such action")
        return
    # several servers may serve one folder: only one at a time compares the stamp of a file and changes the file
    is_change = function in _CHANGING_ACTIONS
    checked = dict[str, Any]()
    try:
        checked = _check_arguments(function, arguments)
        with lock_file(workspace.folder / "workshop", _LOCK_SECONDS) if is_change else nullcontext():
            for part in split(function(workspace, **checked)):
                yield 200, part
    except MemoryError:  # the worker process is started again
        raise
    except Exception as error:
        yield describe_error(workspace, error, checked.get("file", ""))


def _check_arguments(function: Callable[..., Any], arguments: Any) -> dict[str, Any]:
    """Return the arguments of a request. Raises MalformedRequestError if the function cannot have them."""
    fault = "" if has_shape(arguments, declare_arguments(function)) else MALFORMED_REQUEST
    try:
        json.dumps(arguments, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        fault = UNPAIRED_SURROGATE
    if fault:
        raise MalformedRequestError(fault)
    return dict(arguments)


def describe_error(workspace: Workspace, error: Exception, file: str = "") -> tuple[int, replies.Refusal]:
    """Return the status and the problems of an action that ended with an error.

    `file` is the file of the action. If the error may be a fault of printshop, one line is printed on standard error.
    """
    match error:
        case PrintshopError():
            statuses = {FileChangedError: 409, MalformedRequestError: 400}
            return statuses.get(type(error), 422), {"problems": [
                {"message": workspace.state_problem(problem, file), "hint": workspace.shorten(problem.hint),
                 "code": problem.code}
                for problem in error.problems]}
        case OSError():
            message = f"{error.filename or 'the file'} cannot be used: {describe_os_error(error)}"
            return 422, make_problem(workspace.shorten(message), "free some space, or allow changes of the folder")
    message = f"{type(error).__name__}: {error}"[:_LONGEST]
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(_PACKAGE)]
    with suppress(OSError):
        terminal.print_line(f"{message} ({places[-1].filename}:{places[-1].lineno})" if places else message, err=True)
    return STOPPED, make_problem(f"printshop cannot do this: {FAULT}, {message}")


# --- Functions for Pyodide


def parse_arguments(text: str | bytes) -> object:
    """Return the value of JSON, or None for bad JSON, which `answer` refuses."""
    try:
        return read_json(text if isinstance(text, str) else text.decode())
    except ValueError:
        return None


def call_action(workspace: Workspace, action: str, arguments: str) -> str:
    """Return the result of `answer` as JSON. `arguments` is JSON, too."""
    return encode_json(answer(workspace, action, parse_arguments(arguments)))


def may_change(action: str) -> bool:
    """Return whether an action may change files."""
    return ACTIONS.get(action) in _CHANGING_ACTIONS


def stream_json(workspace: Workspace, action: str, arguments: str) -> Iterator[str]:
    """Yield the results of `stream` as JSON. `arguments` is JSON, too."""
    yield from map(encode_json, stream(workspace, action, parse_arguments(arguments)))


def make_requested_file(workspace: Workspace, request: str, rasterize: Rasterize = rasterize_with_pdfium
                        ) -> export_api.File:
    """Return a file for the arguments of `make_file` as JSON. Raises PrintshopError."""
    arguments = _check_arguments(export_api.make_file, parse_arguments(request))
    return export_api.make_file(workspace, **arguments, rasterize=rasterize)


def list_drawings(workspace: Workspace, request: str) -> list[browser_pictures.BrowserDrawing]:
    """Return the drawings that the page must turn into pictures before a file is made.

    Raises PrintshopError.
    """
    collected = list[browser_pictures.BrowserDrawing]()
    make_requested_file(workspace, request, browser_pictures.collect_drawings(collected))
    return collected


def export_file(workspace: Workspace, request: str, pictures: Iterable[bytes] = ()) -> export_api.File:
    """Return the name, media type and bytes of an exported file, with the pictures of `list_drawings`.

    Raises PrintshopError.
    """
    return make_requested_file(workspace, request, browser_pictures.use_pictures(map(bytes, pictures)))


def list_unprepared(workspace: Workspace, action: str = "", arguments_text: str = "") -> list[tuple[str, bytes]]:
    """Return the pictures that Python cannot read: the path of each record, and the bytes of each file.

    They are the pictures in the arguments of an action or, without an action, the pictures of the folder.
    """
    pictures = list[bytes]()
    if action:
        match parse_arguments(arguments_text) if action in SHARED_ACTIONS else None:
            case {"name": str(name), "data": str(zip_data)}:
                with suppress(PrintshopError):  # the action itself reports the fault
                    files = sharing.read_shared(workspace, name, zip_data).files
                    pictures += (data for path, data in files.items() if path.casefold().endswith(_RASTER_SUFFIXES))
    else:
        for path in find_pictures(workspace.folder):
            if path.suffix.lower() in _RASTER_SUFFIXES and not _find_record(path, *read_file_stamp(path)).exists():
                pictures.append(read_up_to(path, MAX_RASTER_BYTES))
    return [(str(record), data) for data in pictures if not (record := prepared_pictures.find_record(data)).exists()]


@lru_cache(1_000)
def _find_record(path: Path, _modified_ns: int, _size: int) -> Path:
    return prepared_pictures.find_record(read_up_to(path, MAX_RASTER_BYTES))


def keep_prepared(record: str, pictures: Iterable[tuple[Literal["png", "jpeg"], int, int, bytes]]) -> None:
    """Write the record of a picture that the page has decoded: in colour, in light ink and in black ink.

    `pictures` is empty if the file is damaged.
    """
    prepared_pictures.write_record(Path(record), [
        PreparedPicture(kind, width, height, bytes(data)) for kind, width, height, data in pictures])


def read_folder(workspace: Workspace) -> list[tuple[str, bytes]]:
    """Return the name and the bytes of every file of the folder.

    A link out of the folder is left out. Raises PrintshopError for a file above the limit of archives.
    """
    return [(workspace.name_of(path), read_whole_file(path, sharing.MAX_BYTES))
            for path in game_paths.list_visible(workspace.folder, "**/*") if path.is_file() and workspace.has(path)]


def zip_folder(workspace: Workspace) -> bytes:
    """Return all files of the folder as a zip."""
    return make_zip(read_folder(workspace))
