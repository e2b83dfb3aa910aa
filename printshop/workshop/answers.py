"""What a page asks is answered, by whichever way it asks: through the server, or from Python within the page itself."""

from __future__ import annotations

import io
import json
import os
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
from printshop.files import AtomicWrite, is_inside, read_up_to, read_whole_file
from printshop.problems import PrintshopError, Problem, make_error
from printshop.scaffold.yaml_writer import check_not_main_file
from printshop.workshop import battles, desk, keeping, mustering, playing, printing, sheets
from printshop.workshop.desk import Plain

ACTIONS: Mapping[str, Callable[..., Plain]] = {
    "new_battle": partial(desk.begun, "scenario"), "new_fleet": partial(desk.begun, "fleet"),
    "new_form": partial(desk.begun, "form"), "game": desk.describe_game, "schema": desk.find_file_schema,
    "write": desk.write_whole_file, **{action.__name__: action for action in (
        desk.games, desk.around, desk.new_game, desk.new_blank_game, desk.new_unit, desk.draw_unit, desk.open_file,
        desk.change, desk.restore, desk.stamp, desk.take, desk.picture, desk.pictures, mustering.open_fleet,
        mustering.mine, mustering.enlist, mustering.change_line, mustering.change_fleet, playing.play, playing.mark,
        playing.note, battles.open_battle, battles.change_battle, battles.change_force, battles.change_side,
        battles.take_fleet, sheets.open_form, sheets.change_form, sheets.rearrange, printing.parts, printing.tabletop,
        keeping.copy, keeping.rename, keeping.delete, keeping.look, keeping.fleet_table, keeping.take_table,
        keeping.take_marks)}}
"""What a page may call by name; each raises PrintshopError for what stands in its way."""
ODD = "the page has asked for something odd: load it again"
HALF = "this text has half of a character in it, which no file can hold: delete it, and type it again"
FAULT = "this is a fault of printshop itself"
MOST, LARGEST = 2_000, 50_000_000  # files in an archive, and bytes of them all
_LONGEST = 2_000  # characters of the message about a fault
_PACKAGE = str(Path(__file__).parents[1])
_PIECE = 65_536  # bytes
_BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, RuntimeError, EOFError, OSError, ValueError, LookupError)
KEPT = (".yaml", ".svg", ".png", ".jpg", ".webp", ".gif", ".csv", ".ttf", ".otf")
FLAGS = ("mine",)
"""What is true or false of what actions take: all else is text."""
READING = frozenset(("games", "around", "game", "schema", "draw_unit", "open_file", "open_fleet", "open_battle",
                     "open_form", "play", "stamp", "mine", "parts", "fleet_table", "pictures", "look"))
"""Actions that change no file."""
STREAMS: Mapping[str, Callable[..., Iterator[Plain]]] = {"preview": printing.preview, "reading": desk.reading}


def answer(action: str, given: object) -> tuple[int, Plain]:
    """Return a status, as of HTTP, and what an action gives: plain values, or the problems that stand in its way."""
    asked = ACTIONS.get(action)
    if asked is None:
        return 404, _problem("there is no such action")
    return next(_answers(asked, given, lambda told: [told]))


def stream(action: str, given: object) -> Generator[tuple[int, Plain], None, None]:
    """Give what an action of `STREAMS` does, bit by bit, each with a status; it ends with the first problem."""
    asked = STREAMS.get(action)
    yield from _answers(asked, given, iter) if asked else [(404, _problem("there is no such action"))]


def _answers(asked: Callable[..., Any], given: object, each: Callable[[Any], Iterable[Plain]]
             ) -> Iterator[tuple[int, Plain]]:
    """Give a status with each value that `each` takes from what an action returns; the arguments are checked first."""
    if not isinstance(given, dict) or not all(isinstance(value, bool if key in FLAGS else str)
                                              for key, value in given.items()):
        yield 400, _problem(ODD)
        return
    if any("\ud800" <= sign <= "\udfff" for value in given.values() if isinstance(value, str) for sign in value):
        yield 400, _problem(HALF)
        return
    try:
        signature(asked).bind(**given)
    except TypeError:
        yield 400, _problem(ODD)
        return
    try:
        for told in each(asked(**given)):
            yield 200, told
    except Exception as error:
        yield describe_error(error, str(given.get("file", "")))


def describe_error(error: Exception, file: str = "") -> tuple[int, Plain]:
    """Return the status and the problems of an action that has ended with an error; `file` is what it was about.

    Of an error that may be a fault of printshop itself, one line is printed on standard error.
    """
    match error:
        case PrintshopError():
            return 422, {"problems": [_told(one, file) for one in error.problems]}
        case OSError():
            return 422, _problem(f"the file cannot be used: {error.strerror or error}")
    said = f"{type(error).__name__}: {error}"[:_LONGEST]
    places = [one for one in traceback.extract_tb(error.__traceback__) if one.filename.startswith(_PACKAGE)]
    with suppress(OSError):
        terminal.tell(f"{said} ({places[-1].filename}:{places[-1].lineno})" if places else said, err=True)
    if isinstance(error, TypeError | ValueError | RecursionError):  # such as JSON within an argument that is none
        return 400, _problem(ODD)
    return 422, _problem(f"printshop cannot do this: {FAULT}, {said}")


def _told(problem: Problem, file: str) -> Plain:
    """Return a problem that nothing is shown beside, and that therefore says its place itself."""
    place, message, hint = problem.span, problem.message, problem.hint
    if place and place.line:
        message = f"{place.file or file}:{place.line}:{place.column}: {message}"
    data = f"{game_paths.find_data_folder()}{os.sep}"  # nobody needs to know where on this machine that is
    return {"message": message.replace(data, ""), "hint": hint.replace(data, ""), "line": place.line if place else 0,
            "column": place.column if place else 0, "unit": "", "key": "",
            "file": ((place.file or file) if place else "").replace(data, "")}


def _problem(message: str) -> Plain:
    return {"problems": [_told(Problem(None, message), "")]}


def encode_json(told: object) -> str:
    """Return plain values as JSON, in ASCII: half a character of a file's name cannot stand in UTF-8."""
    return json.dumps(told, separators=(",", ":"))


# --- Python within the page


def call(action: str, given: str) -> str:
    """Return what `answer` does, as JSON; `given` is JSON, too."""
    try:
        asked = json.loads(given)
    except (ValueError, RecursionError):
        asked = None
    return encode_json(answer(action, asked))


def changes(action: str) -> bool:
    """Return whether an action may change files."""
    return action not in READING


def bits(action: str, given: str) -> Iterator[str]:
    """Give what `stream` does, as JSON; `given` is JSON, too."""
    try:
        asked = json.loads(given)
    except (ValueError, RecursionError):
        asked = None
    yield from map(encode_json, stream(action, asked))


def file(given: str) -> tuple[str, str, bytes]:
    """Return the name, type and bytes of a file that is made. Raises PrintshopError."""
    return printing.make_file(**json.loads(given))


def cover(game: str) -> str:
    """Return the picture of a game's covers as SVG, "" without one. Raises PrintshopError."""
    return printing.draw_game_cover(game)


def files() -> list[tuple[str, bytes]]:
    """Return all files of the folder: their paths below it, and their bytes.

    A link out of the folder is left out. A file above the limit of archives is a PrintshopError: none is cut.
    """
    return [(path.as_posix(), read_whole_file(path, LARGEST))
            for path in game_paths.list_visible(game_paths.CURRENT_FOLDER, "**/*")
            if path.is_file() and is_inside(path, game_paths.CURRENT_FOLDER)]


def archive() -> bytes:
    """Return all files of the folder as a zip."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in files():
            packed.writestr(name, data)
    return buffer.getvalue()


def put(given: Iterable[tuple[str, bytes]]) -> str:
    """Put files, those of a zip in its place, into the folder; give a line on what was done.

    What is there already, the same, stays. Raises PrintshopError where another, there or among them, has a name of
    theirs, and puts nothing.
    """
    put = [one for name, content in given for one in _unpacked(name, bytes(content))]
    if len(put) > MOST or sum(len(data) for _, data in put) > LARGEST:
        raise make_error("that is too much", "leave out what no game needs")
    paths, alike = dict[Path, bytes](), dict[str, Path]()
    for name, data in put:
        path = _path(name)
        first = alike.setdefault(path.as_posix().casefold(), path)  # one file where large and small are the same
        if paths.setdefault(first, data) != data:
            raise make_error(f"two of these files would be {first} here; none was taken in",
                             "give one of the two another name")
    there = [path for path, data in paths.items() if path.exists()
             and not (path.is_file() and read_up_to(path, LARGEST) == data)]
    if there:
        raise make_error(f"there is another file {there[0]} already; it stays as it is",
                         "give one of the two another name")
    with AtomicWrite() as delivery:
        for path, data in paths.items():
            delivery.add_file(path).write_bytes(data)
    return f"{len(paths)} file{'s' * (len(paths) > 1)} taken in"


def _path(name: str) -> Path:
    """Return the path below the folder at which a file is put, cleaned of what a system does not take in names."""
    path = desk.resolve_path("/".join(part if part[:1] in ("", ".") else file_names.clean_file_name(part)
                                      for part in name.split("/")))
    return path if len(path.parts) > 1 else check_not_main_file(path)


def _unpacked(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Give a file, or what a zip holds of what games are made of. Raises PrintshopError."""
    if name.casefold().endswith(".zip"):
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as packed:
                found = [one for one in packed.infolist() if not one.is_dir()]
                if len(found) > MOST or sum(one.file_size for one in found) > LARGEST:
                    raise make_error(f"{name[:200]} holds too much", "leave out what no game needs")
                inner = [(one.filename, _inflated(packed, one)) for one in found
                         if one.filename.casefold().endswith(KEPT)]
        except _BROKEN as error:
            raise make_error(f"{name[:200]} is no zip that can be read", "make it again") from error
    else:
        inner = [(name, data)] if name.casefold().endswith(KEPT) and len(data) <= LARGEST else []
    if not inner:
        raise make_error(f"{name[:200]} is nothing that a game is made of",
                         f"files that end in {', '.join(KEPT)}, or a zip")
    yield from inner


def _inflated(packed: zipfile.ZipFile, one: zipfile.ZipInfo) -> bytes:
    """Return what a file in a zip holds, which may be more than the zip says. Raises BadZipFile for that, and others.

    Other ways to compress than the usual one tell no limit beforehand.
    """
    if one.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise zipfile.BadZipFile(one.filename)
    with packed.open(one) as stream:
        # in pieces: zipfile stops at the size that the zip states, and compares the checksum at the end
        return b"".join(iter(lambda: stream.read(_PIECE), b""))
