"""The workspace: the folder that the workshop edits, its files, and problems as the browser gets them.

The browser names files by their paths below the folder, with slashes. Nothing outside the folder is written, and
nothing outside is read, except the games that come with printshop and games beside the folder that a file names.
"""

from __future__ import annotations

import base64
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from printshop import game_paths
from printshop.files import AtomicWrite, is_inside, read_up_to, read_whole_file
from printshop.game.model import Unit
from printshop.problems import PrintshopError, Problem, Problems, Span, describe_os_error, make_error
from printshop.source.yaml_reader import read_utf8_text

LARGEST = 1_000_000  # bytes of a file that is edited
LONGEST = 250  # characters of a path
MALFORMED_REQUEST = "the page has asked for something odd: load it again"
_LONGEST_MESSAGE = 1_000  # characters


class FileChangedError(PrintshopError):
    """Raised if a file was changed since the browser has read it; nothing is overwritten."""


class MalformedRequestError(PrintshopError):
    """Raised if the arguments of an action are no request of the page."""

    def __init__(self, message: str = MALFORMED_REQUEST) -> None:
        super().__init__(make_error(message).problems)


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder that the workshop edits, as an absolute path without links."""

    folder: Path

    def __post_init__(self) -> None:
        object.__setattr__(self, "folder", self.folder.resolve())

    def resolve_game(self, name: str) -> Path:
        """Return the path of a game of the folder, or of a game that comes with printshop. Raises PrintshopError."""
        if not (name in game_paths.find_shipped_games() or self.has(self.folder / name)):
            raise make_error(f"'{name[:200]}' lies outside this folder",
                             "open it where it lies: printshop serve, typed there")
        return game_paths.find_game(name, self.folder)

    def resolve_own_game(self, name: str) -> Path:
        """Return the folder of a game of the user. Raises PrintshopError for any other game."""
        path = self.resolve_game(name)
        if not (path.is_dir() and self.find_game_folder(path / game_paths.MAIN_FILE)):
            raise make_error(f"'{name[:60]}' is not a game of yours", "make your own version of the game first")
        return path

    def resolve_path(self, name: str) -> Path:
        """Return the path of a file.

        Raises PrintshopError for a path that is hidden or outside the folder.
        """
        path = Path(name)
        odd = len(name) > LONGEST or not path.name or path.is_absolute() or any(part.startswith(".")
                                                                                for part in path.parts)
        if odd or not name or not self.has(self.folder / path):
            raise make_error(f"'{name[:200]}' is no file of this folder",
                             "files are those below it, but for hidden ones")
        return self.folder / path

    def resolve_yaml_file(self, name: str) -> Path:
        """Return the path of a YAML file. Raises PrintshopError for any other file."""
        path = self.resolve_path(name)
        if path.suffix != ".yaml":
            raise make_error(f"'{name[:200]}' is no YAML file", "files are those that end in .yaml")
        return path

    def has(self, path: Path) -> bool:
        """Return whether a path lies in the folder after all links are resolved."""
        return is_inside(path, self.folder)

    def is_taken(self, path: Path, data: bytes) -> bool:
        """Return whether a path of the folder is taken by anything but a file with this content."""
        return os.path.lexists(path) and not (
            self.has(path) and path.is_file() and read_up_to(path, len(data)) == data)

    def name_of(self, path: Path | str) -> str:
        """Return the name of a file or folder for the browser: its path below the folder, with slashes."""
        normal = Path(os.path.normpath(path))
        return (normal.relative_to(self.folder) if normal.is_relative_to(self.folder) else normal).as_posix()

    def find_own_file(self, span: Span | None) -> str:
        """Return the name of the user's file that a place is in.

        Return "" for a game that comes with printshop.
        """
        path = Path(span.file) if span else self.folder
        is_own = path.suffix == ".yaml" and path.is_relative_to(self.folder) and not path.is_relative_to(
            game_paths.find_data_folder())
        return self.name_of(path) if is_own and path.is_file() and self.has(path) else ""

    def find_game_folder(self, path: Path) -> Path | None:
        """Return the game in the folder that a file is a part of, or None."""
        game_folder = game_paths.find_game_folder(path)
        return game_folder if game_folder and game_folder.is_relative_to(self.folder) else None

    def find_game_of_part(self, path: Path) -> Path:
        """Return the game that a file is a part of, or the file itself."""
        return self.find_game_folder(path) or path

    def read_unchanged(self, file: str, stamp: str) -> str:
        """Return the text of a file that still has a stamp.

        Raises PrintshopError if the file was changed.
        """
        text = read_file_text(self.resolve_yaml_file(file))
        if make_stamp(text) != stamp:
            raise FileChangedError(make_error(f"{file} was changed by another program, or in another window",
                                              "try again: what is there now is not overwritten").problems)
        return text

    def write_files(self, contents: Mapping[Path, bytes]) -> None:
        """Write all of some files, or none. Raises PrintshopError."""
        with AtomicWrite(self.folder) as delivery:
            for path, data in contents.items():
                delivery.add_file(path).write_bytes(data)

    def state_problem(self, problem: Problem, file: str = "") -> str:
        """Return the message of a problem behind its place.

        `file` is the file of a problem that names none. A problem of the record of a unit that comes with printshop is
        in the user's record sheet.
        """
        problem = problem if self.find_own_file(problem.span) else problem.move_to_cause()
        span = problem.span
        place = f"{span.file or file}:{span.line}:{span.column}: " if span and span.line else ""
        return self.shorten(place + problem.message)[:_LONGEST_MESSAGE]

    def shorten(self, message: str) -> str:
        """Return a message without the folders of this machine: paths begin below the folder, or below data."""
        data = f"{game_paths.find_data_folder()}{os.sep}"
        return message.replace(data, "").replace(f"{self.folder}{os.sep}", "")


def stands_in(path: Path, entry: Unit | Problem) -> bool:
    """Return whether a unit or a problem stands in a file.

    The name of a file without its folder is enough.
    """
    file = Path(entry.span.file) if entry.span else None
    return file is not None and (os.path.realpath(file) == os.path.realpath(path) if file.is_absolute()
                                 else file.name == path.name)


def read_file_text(path: Path) -> str:
    """Return the text of a file.

    Raises PrintshopError for a file that is too large or not UTF-8.
    """
    try:
        return read_whole_file(path, LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        read_utf8_text(path, problems := Problems(), path.name)
        raise PrintshopError(problems) from error
    except (OSError, ValueError) as error:
        raise make_error(f"cannot read {path}: "
                         f"{describe_os_error(error) if isinstance(error, OSError) else error}",
                         code="missing file" if isinstance(error, FileNotFoundError) else "") from error


def decode_base64(text: str) -> bytes:
    """Return the bytes of a file that the page has sent. Raises MalformedRequestError."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError as error:
        raise MalformedRequestError from error


def make_stamp(text: str) -> str:
    """Return a short digest of a text, by which the browser and the server see changes of a file."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]
