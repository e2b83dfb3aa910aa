"""A new file, written whole with its schema beside it, or a new entry below those of a game in one file."""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from printshop.drafts.lines import comment
from printshop.files import Delivery, alone, check_inside, contents
from printshop.problems import Problems, failure, visible
from printshop.schemas import files
from printshop.source import Mapping, Sequence, parse_text
from printshop.source.reading import MAX_BYTES

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drafts.places import Place
    from printshop.game.model import Game

NOTES = ("A line that begins with ## is a note, and so is what follows a # behind a value. One that begins with a",
         "single # is a key that is switched off: take the # away to use it.")


class Written(NamedTuple):
    """The files that were written, and the command to type next."""

    files: tuple[Path, ...]
    then: str


def write(game: Game, place: Place, head: tuple[str, ...], body: str, schema: str) -> tuple[Path, ...]:
    """Write a new file and its schema; `head` is what it says of itself. Return the files. Raises PrintshopError."""
    if place.extends:
        body = f"extends: {place.extends}\n\n{body}"
        game = replace(game, key=place.file.stem, base=game.key, root=place.file)
    own = files.folder_of(game)
    if game.root.is_dir() and place.file.is_relative_to(game.root):
        check_inside(place.file.parent, game.root)
    inside = place.file.resolve().is_relative_to(own.parent.resolve())
    folder = own if inside else place.file.parent / files.FOLDER
    line = files.first_line(files.file_of(game, schema, folder), place.file)
    with Delivery() as delivery:
        text = line + "".join(f"{one}\n" for one in comment(map(visible, (*head, *NOTES)))) + f"\n{body}"
        delivery.place(place.file).write_text(text, encoding="utf-8", newline="\n")
        files.place(game, (schema,), folder, delivery)
    return delivery.targets()


def below(key: str, text: str) -> str:
    r"""Return a block with a text below its key.

    >>> below("tugs", "- name: Rat\n")
    'tugs:\n  - name: Rat\n'
    """
    return f"{key}:\n{textwrap.indent(text, '  ')}"


def add(file: Path, section: str, item: str) -> tuple[Path, ...]:
    """Put an entry below the others of a section of a file, "" for the whole file; nothing else of it changes.

    New lines end as most of the others do.

    Raises PrintshopError.
    """
    with alone(file):
        return _added(file, section, item)


def _added(file: Path, section: str, item: str) -> tuple[Path, ...]:
    text = contents(file, MAX_BYTES).decode("utf-8")
    known = _entries(text, section)
    lines, end = text.splitlines(keepends=True), "\r\n" if text.count("\r\n") * 2 > text.count("\n") else "\n"
    if lines and lines[-1] == lines[-1].rstrip("\r\n"):
        lines[-1] += end
    at, indent = _behind(lines, known[-1]) if known else (len(lines), 2 if section else 0)
    new = textwrap.indent(item, " " * indent, lambda line: bool(line.strip())).splitlines()
    lines[at:at] = [f"{line}{end}" for line in ("", *([f"{section}:"] if section and not known else []), *new)]
    changed = "".join(lines)
    if len(_entries(changed, section)) != len(known) + 1:
        raise failure(f"cannot see where in {file} a new entry {f'of {section} ' if section else ''}goes",
                      "write what is there line by line, not between brackets")
    with Delivery() as delivery:
        delivery.place(file).write_text(changed, encoding="utf-8", newline="")
    return delivery.targets()


class _Entry(NamedTuple):
    """Where an entry begins, from 1: its key, or what stands behind its dash."""

    line: int
    column: int
    dash: bool


def _entries(text: str, section: str) -> list[_Entry]:
    """Return where the entries of a section of a file stand; none if it has no such list or block, or is broken."""
    problems = Problems()
    root = parse_text(text, "", problems)
    if problems:
        return []
    found = root.entries.get(section) if section and isinstance(root, Mapping) else root
    if isinstance(found, Sequence):
        return [_Entry(node.line, node.column, dash=True) for node in found.items]
    return [_Entry(*found.place(key), dash=False) for key in found.entries] if isinstance(found, Mapping) else []


def _behind(lines: list[str], entry: _Entry) -> tuple[int, int]:
    """Return behind how many lines an entry ends, and by how much it is indented."""
    before = lines[entry.line - 1][: entry.column - 1]
    indent = max(before.rfind("-"), 0) if entry.dash else len(before)
    last = entry.line
    for number, line in enumerate(lines[entry.line :], entry.line + 1):
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        last = number if line.strip() else last
    return last, indent
