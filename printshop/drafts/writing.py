"""Write drafts as commented YAML: new files with a schema beside them, new entries in files, and new games."""

from __future__ import annotations

import re
import shlex
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from printshop import catalogue, schemas
from printshop.files import Delivery, alone, check_inside, whole
from printshop.game.fields import quoted
from printshop.game.model import Game
from printshop.naming import is_device
from printshop.problems import Problems, failure, suggestion, visible
from printshop.source import MappingNode, SequenceNode, parse_text
from printshop.source.reading import MAX_BYTES

WIDEST = 114  # characters of a line without its indentation
_FARTHEST = 50  # characters before the column of notes; a longer key does not widen it
LONGEST = 100  # characters of a name
STARTERS = Path(__file__).resolve().parent.parent / "starters"
USUAL = "harbour"
MAKES_A_GAME = (f"a file called {catalogue.MAIN} makes a game of the folder that it is in, and parts of that game of "
                "all other files there")
_NOTES = ("A line that begins with ## is a note, and so is what follows a # behind a value. One that begins with a",
          "single # is a key that is switched off: take the # away to use it.")


class Line(NamedTuple):
    """A key and its value, which is YAML on one line or a list of rows; with a note."""

    key: str
    value: str | tuple[str, ...]
    note: str = ""
    off: bool = False  # written as a comment: without its # it is in force
    more: tuple[str, ...] = ()  # further notes; then all notes are above the key

    @property
    def head(self) -> str:
        """The line of the key, with the part of the value that is on it."""
        return f"{'#' * self.off}{self.key}:" + (f" {self.value}" if isinstance(self.value, str) else "")


def column_of(lines: Iterable[Line]) -> int:
    """Return the number of characters before the notes of some lines."""
    heads = [len(line.head) for line in lines if isinstance(line.value, str) and len(line.head) <= _FARTHEST]
    return max(heads, default=0) + 2


def laid_out(lines: Sequence[Line], column: int = 0) -> str:
    """Return lines as YAML, with their notes in one column."""
    column, text = column or column_of(lines), list[str]()
    for line in lines:
        beside = f"{line.head:{column - 2}}  # {line.note}" if line.note else line.head
        rows = () if isinstance(line.value, str) else line.value
        if not line.more and not rows and len(beside) <= WIDEST:
            text.append(beside)
        else:
            text += [*([""] if line.more else []), *comment(f"{line.key}: {line.note}", *line.more), line.head]
        text += [f"{'#' * line.off}  - {row}" for row in rows]
    return "".join(f"{row.rstrip()}\n" for row in text)


def comment(*texts: str) -> list[str]:
    """Return texts as wrapped comment lines behind two #; a single # marks a key that is switched off."""
    lines = []
    for text in texts:
        inner = text.lstrip(" ")
        pad = "## " + " " * (len(text) - len(inner))
        lines += textwrap.wrap(inner, WIDEST, initial_indent=pad, subsequent_indent=f"{pad}  ",
                               break_long_words=False, break_on_hyphens=False) or ["##"]
    return lines


class Place(NamedTuple):
    """The place of a new entry: a new file, or the end of an existing one."""

    file: Path
    call: str  # the name, in commands, of the game that has the entry then
    section: str = ""  # the key above the entry, "" in a file of that section alone
    extends: str = ""  # the game that a new game in one file extends
    within: bool = False  # the file exists


def place_of(game: Game, call: str, section: str, name: str, *, apart: bool = True) -> Place:
    """Return the place of a new entry: with `apart` a file of its own, else the section's. Raises PrintshopError."""
    if call in catalogue.games():  # not into its files: into a file in the current folder that extends it
        name = f"my_{name}" if name in catalogue.games() or Path(name).is_dir() else name
        return Place(free(Path(f"{name}.yaml")), name, section, extends=call)
    if schemas.in_one_file(game):
        return Place(game.root, call, section, within=True)
    if apart:
        return Place(free(game.root / section / f"{name}.yaml"), call)
    file = game.root / f"{section}.yaml"
    return Place(file, call, within=file.exists())


def check_file(path: Path) -> Path:
    """Return the path of a new file. Raises PrintshopError for game.yaml, which would make its folder a game."""
    if path.name.casefold() == catalogue.MAIN:
        raise failure(MAKES_A_GAME, "choose another name")
    return path


def free(path: Path) -> Path:
    """Return an unused path for a new file. Raises PrintshopError if there is something."""
    check_file(path)
    try:
        taken = path.exists() or path.is_symlink()
    except (OSError, ValueError) as error:
        raise failure(f"'{path}' is no name for a new file", "choose another name") from error
    if taken:
        raise failure(f"there is a file {path} already; it stays as it is", "choose another name, or change that file")
    return path


def stem(name: str, otherwise: str) -> str:
    """Return a file name for a title: small letters, digits and _; `otherwise` if none are left."""
    plain = unicodedata.normalize("NFC", name.casefold())
    words = re.sub(r"\W+|_+", "_", plain).strip("_")[:60].rstrip("_") or otherwise
    return f"{words}_" if is_device(words) else words


def check_title(title: str, what: str, *, typed: bool = False) -> None:
    """Raise PrintshopError for a title that is not one line or is too long.

    With `typed`, also for one that the command line would read as something else.
    """
    if not title.strip() or title != title.strip() or not title.isprintable():
        raise failure(f"'{title}' is no name for {what}", "a name is one line, without spaces before or after it")
    if len(title) > LONGEST:
        raise failure(f"this name is {len(title)} characters long, at most {LONGEST} are allowed",
                      "choose a shorter one")
    if typed and (re.fullmatch(r"\d+ *[x×] +\S.*", title) or "*" in title or title.startswith("-")):
        raise failure(f"'{title}' would be taken for something else on the command line",
                      "choose a name without * that begins with neither - nor 3 x")


def as_word(text: str) -> str:
    """Return a text as one word of a command line, in quotes if it needs them."""
    bare = re.fullmatch(r"[\w./:\\-]+", text)
    return text if bare else shlex.quote(text) if set('"$`\\!') & set(text) else f'"{text}"'


def put(game: Game, place: Place, entry: str, head: Iterable[str], schema: str, whole: str = "") -> tuple[Path, ...]:
    """Write an entry behind the others of a file, or into a new file below the comment `head`; return the files.

    A new file has the text `whole`, by default the entry.
    """
    if place.within:
        return _add(place.file, place.section, entry)
    if place.extends:
        whole, schema = f"extends: {place.extends}\n\n{below(place.section, entry)}", schemas.MAIN
        game = replace(game, key=place.file.stem, base=game.key, root=place.file)
    schema_folder = schemas.folder_of(game)
    if game.root.is_dir() and place.file.is_relative_to(game.root):
        check_inside(place.file.parent, game.root)
    inside = place.file.resolve().is_relative_to(schema_folder.parent.resolve())
    folder = schema_folder if inside else place.file.parent / schemas.FOLDER
    text = schemas.first_line(schemas.file_of(game, schema, folder), place.file) + "\n".join(
        (*comment(*map(visible, (*head, *_NOTES))), "", whole or entry))
    with Delivery() as delivery:
        delivery.place(place.file).write_text(text, encoding="utf-8", newline="\n")
        schemas.place(game, (schema,), folder, delivery)
    return delivery.targets()


def below(key: str, text: str) -> str:
    """Return YAML of a key with an indented text below it."""
    return f"{key}:\n{textwrap.indent(text, '  ')}"


def _add(file: Path, section: str, item: str) -> tuple[Path, ...]:
    """Insert an entry behind the others of a section, "" for the whole file. Raises PrintshopError."""
    with alone(file):
        text = whole(file, MAX_BYTES).decode("utf-8")
        entries, dashes = _entries(text, section)
        lines, end = text.splitlines(keepends=True), "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
        if lines and lines[-1] == lines[-1].rstrip("\r\n"):
            lines[-1] += end
        at, indent = len(lines), 2 if section else 0
        if entries:  # behind the last one, with the same indentation
            at, column = entries[-1]
            before = lines[at - 1][: column - 1]
            indent = max(before.rfind("-"), 0) if dashes else len(before)
            for number, line in enumerate(lines[at:], at + 1):
                if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
                    break
                at = number if line.strip() else at
        new = textwrap.indent(item, " " * indent, lambda line: bool(line.strip())).splitlines()
        lines[at:at] = [f"{line}{end}" for line in ("", *([f"{section}:"] if section and not entries else []), *new)]
        changed = "".join(lines)
        if len(_entries(changed, section)[0]) != len(entries) + 1:
            raise failure(f"cannot see where in {file} a new entry {f'of {section} ' if section else ''}goes",
                          "write what is there line by line, not between brackets")
        with Delivery() as delivery:
            delivery.place(file).write_text(changed, encoding="utf-8", newline="")
        return delivery.targets()


def _entries(text: str, section: str) -> tuple[list[tuple[int, int]], bool]:
    """Return lines and columns, from 1, of a section's entries, none if it is broken, and whether they have dashes."""
    problems = Problems()
    root = parse_text(text, "", problems)
    block = root.entries.get(section) if section and isinstance(root, MappingNode) else root
    if isinstance(block, SequenceNode) and not problems:
        return [(node.line, node.column) for node in block.items], True
    if isinstance(block, MappingNode) and not problems:
        return [block.place(key) for key in block.entries], False
    return [], False


def starters() -> tuple[str, ...]:
    """Return the names of the starter games, of which `write_game` makes copies."""
    return tuple(sorted(folder.name for folder in STARTERS.iterdir() if folder.is_dir()))


def write_game(folder: Path, like: str = USUAL) -> tuple[Path, ...]:
    """Write a copy of the starter game `like`, named after the folder, and return its files.

    Raises PrintshopError, and changes nothing, if it cannot be written.
    """
    if like not in starters():
        raise failure(f"--like {like}: there is no starter game of that name", suggestion(like, starters()))
    try:
        taken = folder.exists() and not (folder.is_dir() and not any(folder.iterdir()))
        good = bool(folder.name) and folder.name.isprintable() and not is_device(folder.name)
    except (OSError, ValueError):  # not a possible name of a folder
        taken = good = False
    if folder.name in catalogue.games():
        raise failure(f"a game called {folder.name} comes with printshop", "choose another name for the new game")
    if not good:
        raise failure(f"'{folder}' is no name for a new folder", "write for instance: printshop new game harbour")
    if taken:
        raise failure(f"there is a {'folder' if folder.is_dir() else 'file'} {folder} already; it stays as it is",
                      "choose another name for the new game")
    with Delivery() as delivery:
        for source in sorted(path for path in (STARTERS / like).rglob("*") if path.suffix in (".yaml", ".svg")):
            text = source.read_text(encoding="utf-8")
            if source.name == "game.yaml":
                text = re.sub(r"(?m)^title: .*$", lambda _: f"title: {_title(folder.name)}", text, count=1)
            delivery.place(folder / source.relative_to(STARTERS / like)).write_text(text, encoding="utf-8")
    return delivery.targets()


def _title(name: str) -> str:
    """Return a folder's name as a title, in quotes where YAML needs them."""
    words = " ".join(name.replace("_", " ").replace("-", " ").split()) or name
    return quoted(words[:1].upper() + words[1:])
