"""Write drafts as commented YAML.

Drafts are new files with a JSON Schema beside them, new entries in files, and new games.
"""

from __future__ import annotations

import re
import shlex
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from printshop import game_paths, json_schemas
from printshop.file_names import is_device_name
from printshop.files import AtomicWrite, check_no_link_out, lock_file, read_whole_file
from printshop.game.model import Game
from printshop.problems import escape_controls, make_error, suggest_name
from printshop.source import quote_yaml
from printshop.source.value_edits import add_entry_lines, require_block
from printshop.source.yaml_reader import MAX_BYTES

MAX_LINE_LENGTH = 114  # characters of a line without its indentation
_MAX_NOTE_COLUMN = 50  # characters before the column of notes; a longer key does not widen it
MAX_TITLE_LENGTH = 100  # characters of a name
STARTERS_FOLDER = Path(__file__).resolve().parent.parent / "starters"
DEFAULT_STARTER = "harbour"
MAIN_FILE_MESSAGE = (f"a file named {game_paths.MAIN_FILE} turns its folder into a game, and all other files in the "
                     "folder into parts of the game")
_NOTES_EXPLANATION = (("A line that begins with ## is a note. Text after a # behind a value is a note, too. A line "
                       "that begins with a"),
                      "single # is a key that is switched off: remove the # to use the key.")


class KeyLine(NamedTuple):
    """A key with a note.

    The value of the key is YAML on one line, or a list of rows.
    """

    key: str
    value: str | tuple[str, ...]
    note: str = ""
    is_off: bool = False  # written as a comment, which becomes a key if the # is removed
    remarks: tuple[str, ...] = ()  # further notes; then all notes are above the key

    @property
    def key_text(self) -> str:
        """The line with the key. If the value is on one line, it is included."""
        return f"{'#' * self.is_off}{self.key}:" + (f" {self.value}" if isinstance(self.value, str) else "")


def find_note_column(lines: Iterable[KeyLine]) -> int:
    """Return the number of characters that stand before the note on each line."""
    key_texts = [len(line.key_text) for line in lines if isinstance(line.value, str)
                 and len(line.key_text) <= _MAX_NOTE_COLUMN]
    return max(key_texts, default=0) + 2


def format_lines(lines: Sequence[KeyLine], column: int = 0) -> str:
    """Return lines as YAML, with all notes in one column."""
    column, text = column or find_note_column(lines), list[str]()
    for line in lines:
        text_with_note = f"{line.key_text:{column - 2}}  # {line.note}" if line.note else line.key_text
        rows = () if isinstance(line.value, str) else line.value
        if not line.remarks and not rows and len(text_with_note) <= MAX_LINE_LENGTH:
            text.append(text_with_note)
        else:
            text += [*([""] if line.remarks else []), *format_comment(f"{line.key}: {line.note}", *line.remarks),
                     line.key_text]
        text += [f"{'#' * line.is_off}  - {row}" for row in rows]
    return "".join(f"{row.rstrip()}\n" for row in text)


def format_comment(*texts: str) -> list[str]:
    """Return texts as wrapped comment lines that begin with ##.

    A single # marks a key that is switched off.
    """
    lines = []
    for text in texts:
        stripped = text.lstrip(" ")
        prefix = "## " + " " * (len(text) - len(stripped))
        lines += textwrap.wrap(stripped, MAX_LINE_LENGTH, initial_indent=prefix, subsequent_indent=f"{prefix}  ",
                               break_long_words=False, break_on_hyphens=False) or ["##"]
    return lines


class NewEntryPlace(NamedTuple):
    """The place of a new entry: a new file, or the end of an existing one."""

    file: Path
    game_name: str  # the name, in commands, of the game that has the entry then
    section: str = ""  # the key above the entry, "" in a file of that section alone
    extends: str = ""  # the game that a new game in one file extends
    file_exists: bool = False  # the file exists


def choose_place(game: Game, game_name: str, section: str, name: str, folder: Path, *,
                 own_file: bool = True) -> NewEntryPlace:
    """Return the place of a new entry.

    It is a file of its own with `own_file`, or else the file of the section. An entry for one of printshop's games goes
    into a new file in `folder`. Raises PrintshopError if the name of a new file is not possible.
    """
    # not into its files: into a file that extends it
    if game_name in game_paths.find_shipped_games():
        name = f"my_{name}" if name in game_paths.find_shipped_games() or (folder / name).is_dir() else name
        file = find_unused_path(folder / f"{name}.yaml")
        return NewEntryPlace(file, file.stem, section, extends=game_name)
    if json_schemas.is_single_file_game(game):
        return NewEntryPlace(game.root, game_name, section, file_exists=True)
    if own_file:
        return NewEntryPlace(find_unused_path(game.root / section / f"{name}.yaml"), game_name)
    file, path, text = find_section_file(game, section)
    return NewEntryPlace(file, game_name, "".join(path), file_exists=bool(text))


def find_section_file(game: Game, section: str) -> tuple[Path, list[str], str]:
    """Return the file for entries of a section in the folder of a game, the path in it, and its text, or "".

    This is the main file if the section is there, else the file of the section. Raises PrintshopError.
    """
    text = _read_text(main := game.root / game_paths.MAIN_FILE)
    if section in require_block(text).entries:
        return main, [section], text
    file = game.root / f"{section}.yaml"
    return file, [], _read_text(file) if file.exists() else ""


def _read_text(file: Path) -> str:
    return read_whole_file(file, MAX_BYTES).decode("utf-8-sig")


def check_not_main_file(path: Path) -> Path:
    """Return the path of a new file, after a check that it is not game.yaml.

    Raises PrintshopError for game.yaml, because that file would make its folder a game.
    """
    if path.name.casefold() == game_paths.MAIN_FILE:
        raise make_error(MAIN_FILE_MESSAGE, "choose another name")
    return path


def find_unused_path(path: Path) -> Path:
    """Return the path of a new file: the given path or, if this is taken, the path with the first free number.

    Raises PrintshopError if the path cannot be the path of a new file.
    """
    check_not_main_file(path)
    try:
        paths = chain([path], (path.with_stem(f"{path.stem}_{number}") for number in count(2)))
        return next(free for free in paths if not (free.exists() or free.is_symlink()))
    except (OSError, ValueError) as error:
        raise make_error(f"'{path}' cannot be the name of a new file", "choose another name") from error


def make_file_stem(name: str, fallback: str) -> str:
    """Return a file name for a title, made of lower-case letters, digits and _.

    If nothing is left of the title, return `fallback`.
    """
    normalized = unicodedata.normalize("NFC", name.casefold())
    words = re.sub(r"\W+|_+", "_", normalized).strip("_")[:60].rstrip("_") or fallback
    return f"{words}_" if is_device_name(words) else words


def make_battle_summary(side_names: Sequence[str]) -> KeyLine:
    """Return the summary of a new battle, a sentence that is true before the user changes it."""
    *first, last = side_names
    sentence = f"A battle between {', '.join(first)} and {last}." if first else f"A battle of {last}."
    return KeyLine("summary", quote_yaml(sentence), "two or three sentences: who meets whom, and why")


def check_title(title: str, label: str, *, on_command_line: bool = False) -> None:
    """Raise PrintshopError if a title has several lines, unprintable characters or spaces at an end, or is too long.

    If `on_command_line` is true, also raise it if the title has a special meaning on the command line.
    """
    if not title.strip() or title != title.strip() or not title.isprintable():
        raise make_error(f"'{title}' cannot be the name of {label}",
                         "write a name on one line, without spaces before or after it")
    if len(title) > MAX_TITLE_LENGTH:
        raise make_error(f"this name has {len(title)} characters, but at most {MAX_TITLE_LENGTH} are allowed",
                         "choose a shorter name")
    if on_command_line and (re.fullmatch(r"\d+ *[x×] +\S.*", title) or "*" in title or title.startswith("-")):
        raise make_error(f"'{title}' has a special meaning on the command line",
                         "choose a name that contains no * and does not begin with - or 3 x")


def quote_argument(text: str) -> str:
    """Return a text as one word of a command line, with quotes if they are needed."""
    needs_no_quotes = re.fullmatch(r"[\w./:\\-]+", text)
    return text if needs_no_quotes else shlex.quote(text) if set('"$`\\!') & set(text) else f'"{text}"'


def write_entry(game: Game, entry_place: NewEntryPlace, entry: str, heading: Iterable[str], schema: str,
                file_text: str = "") -> tuple[Path, ...]:
    """Write an entry at the end of a file or section, or into a new file with a comment. Return the written files.

    The comment is made from `heading`. The text of a new file is `file_text`. If this is not given, it is the
    entry.
    """
    if entry_place.file_exists:
        return _insert_entry(entry_place.file, entry_place.section, entry)
    if entry_place.extends:
        file_text, schema = (
            f"extends: {entry_place.extends}\n\n{nest_yaml(entry_place.section, entry)}",
            json_schemas.MAIN_SCHEMA,
        )
        game = replace(game, key=entry_place.file.stem, base_name=game.key, root=entry_place.file)
    schema_folder = json_schemas.find_schema_folder(game)
    if game.root.is_dir() and entry_place.file.is_relative_to(game.root):
        check_no_link_out(entry_place.file.parent, game.root)
    is_in_game_folder = entry_place.file.resolve().is_relative_to(schema_folder.parent.resolve())
    folder = schema_folder if is_in_game_folder else entry_place.file.parent / json_schemas.SCHEMA_FOLDER
    text = json_schemas.make_schema_comment(json_schemas.find_schema_file(game, schema, folder),
                                            entry_place.file) + "\n".join(
        (*format_comment(*map(escape_controls, (*heading, *_NOTES_EXPLANATION))), "", file_text or entry))
    with AtomicWrite() as delivery:
        delivery.add_file(entry_place.file).write_text(text, encoding="utf-8", newline="\n")
        json_schemas.add_schemas(game, (schema,), folder, delivery)
    return delivery.list_targets()


def nest_yaml(key: str, text: str) -> str:
    """Return the YAML of a key with an indented text below it."""
    return f"{key}:\n{textwrap.indent(text, '  ')}"


def _insert_entry(file: Path, section: str, item: str) -> tuple[Path, ...]:
    """Insert an entry after the other entries of a section. Raises PrintshopError.

    The section "" is the whole file.
    """
    with lock_file(file):
        text = read_whole_file(file, MAX_BYTES).decode("utf-8")
        changed = add_entry_lines(text, (section,) if section else (), item)
        with AtomicWrite() as delivery:
            delivery.add_file(file).write_text(changed, encoding="utf-8", newline="")
        return delivery.list_targets()


def list_starters() -> tuple[str, ...]:
    """Return the names of the starter games that `write_starter_game` can copy."""
    return tuple(sorted(folder.name for folder in STARTERS_FOLDER.iterdir() if folder.is_dir()))


def check_new_game_folder(folder: Path) -> None:
    """Raise PrintshopError if a folder cannot be the folder of a new game, or is not empty."""
    try:
        is_taken = folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))
        is_valid_name = bool(folder.name) and folder.name.isprintable() and not is_device_name(folder.name)
    except (OSError, ValueError):  # not a possible name of a folder
        is_taken = is_valid_name = False
    if folder.name in game_paths.find_shipped_games():
        raise make_error(f"a game named {folder.name} comes with printshop", "choose another name for the new game")
    if not is_valid_name:
        raise make_error(f"'{folder}' cannot be the name of "
                         "a new folder", terminal_hint="for example, write: printshop new game harbour")
    if is_taken:
        raise make_error(f"the {('folder' if folder.is_dir() else 'file')} {folder} already exists and was not changed",
                         "choose another name for the new game")


def write_starter_game(folder: Path, starter: str = DEFAULT_STARTER, title: str = "") -> tuple[Path, ...]:
    """Write a copy of the starter game `starter`, and return the written files.

    Without a `title`, the game is named after the folder.

    Raises PrintshopError, and changes nothing, if the game cannot be written.
    """
    if starter not in list_starters():
        raise make_error(f"there is no starter game named '{starter}'",
                         suggest_name(starter, list_starters()))
    check_new_game_folder(folder)
    yaml_title = quote_yaml(title or make_folder_title(folder.name))
    with AtomicWrite() as delivery:
        for source in sorted(path for path in (STARTERS_FOLDER / starter).rglob("*")
                             if path.suffix in (".yaml", ".svg")):
            text = source.read_text(encoding="utf-8")
            if source.name == "game.yaml":
                text = re.sub(r"(?m)^title: .*$", lambda _: f"title: {yaml_title}", text, count=1)
            delivery.add_file(folder / source.relative_to(STARTERS_FOLDER / starter)).write_text(text, encoding="utf-8")
    return delivery.list_targets()


def make_folder_title(name: str) -> str:
    """Return the name of a folder as a title."""
    words = " ".join(name.replace("_", " ").replace("-", " ").split()) or name
    return words[:1].upper() + words[1:]
