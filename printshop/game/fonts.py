"""Fonts that a game brings along, or a command names: for characters that no bundled font has.

    fonts: [fonts/Japanese.ttf, NotoSansCJK-Regular.ttc#3]

A file lies beside the one that names it or, if only its name is given, in the folders where the computer keeps fonts.
Behind a # stands which face of a collection is meant, by its place or its name.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from printshop.catalogue import is_file, visible
from printshop.files import within
from printshop.language.reader import Reader, describe, plain_text
from printshop.problems import failure, suggestion
from printshop.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.problems import Problems, Span
    from printshop.source import Node

MOST = 20
OUTSIDE = ("a font of 'fonts' lies in the folder of the file that names it, or is one that the computer has",
           "copy it there, or write the name of its file without a path")
KINDS = (".ttf", ".otf", ".ttc", ".otc")
_LOOKED_AT = 20_000  # files, before the search for a font ends


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file, which of its faces is meant ("" for the first), and where it is named."""

    path: Path
    member: str = ""
    span: Span | None = None


def read_fonts(reader: Reader) -> tuple[FontFile, ...]:
    """Return the fonts that a game, or a fleet, names; each relative to the file that names it."""
    node = reader.node("fonts")
    if node is None:
        return ()
    nodes: tuple[Node, ...] = getattr(node, "items", (node,))
    if isinstance(node, Mapping):
        reader.fail("fonts", f"'fonts' must be a list of files, found {describe(node)}", "write fonts: [FILE.ttf]")
        return ()
    if len(nodes) > MOST:
        reader.fail("fonts", f"there are {len(nodes)} fonts, at most {MOST} are allowed")
    return tuple(file for one in nodes[:MOST] if (file := _read(one, reader.problems)))


def _read(node: Node, problems: Problems) -> FontFile | None:
    text = plain_text(node, "a file of 'fonts'", problems)
    if text is None:
        return None
    folder = node.source.path.parent if node.source.path else Path()
    home = folder.parent if folder.name == "fleets" else folder  # of the game that the fleets lie in
    asked = folder / _at_home(text)
    file = font_file(text, folder) if within(asked, home) else FontFile(asked)
    away = not within(asked, home) or (file.path.is_relative_to(folder) and not within(file.path, home))
    trouble = OUTSIDE if away else _missing(file.path)
    if trouble:
        problems.add(node.span, *trouble)
        return None
    return FontFile(file.path, file.member, node.span)


def named_font(text: str) -> FontFile:
    """Return the font that a command names, relative to the working folder. Raises PrintshopError if there is none."""
    file = font_file(text, Path())
    trouble = _missing(file.path)
    if trouble:
        raise failure(*trouble)
    return file


def font_file(text: str, folder: Path) -> FontFile:
    """Return the file and the face that a text names, whether they are there or not."""
    name, _, member = text.rpartition("#") if "#" in text and not is_file(folder / text) else (text, "", "")
    path = folder / _at_home(name)
    if not is_file(path) and len(Path(name).parts) == 1:
        path = next((one for one in _installed() if one.name.casefold() == name.casefold()), path)
    return FontFile(path, member.strip())


def _missing(path: Path) -> tuple[str, str] | None:
    """Return why a font cannot be read, and what to do; None if it is there."""
    if is_file(path):
        return None
    beside = _beside(path)
    hint = suggestion(path.name, beside) if beside else "copy the .ttf or .otf file there"
    return f"there is no font '{path.name}' in {path.parent.name or 'this folder'}", hint


def _at_home(name: str) -> Path:
    """Return a path with ~ as the user's own folder; that of nobody who is known here stays as it is."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _beside(path: Path) -> list[str]:
    """Return the fonts in a font's folder."""
    try:
        return [one.name for one in visible(path.parent) if one.suffix.lower() in KINDS]
    except (OSError, ValueError):  # there is no such folder, or none could have that name
        return []


def _installed() -> Iterator[Path]:
    """Give the font files in the folders where Linux, macOS and Windows keep them."""
    home, left = _at_home("~"), _LOOKED_AT
    folders = [home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts"),
               home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"),
               *(Path(os.environ[name], *below) for name, below in _WINDOWS if name in os.environ), _BUNDLED]
    for folder in folders:
        for where, _, files in os.walk(folder):
            yield from (Path(where, name) for name in sorted(files) if name.lower().endswith(KINDS))
            left -= len(files)
            if left < 0:
                return


_BUNDLED = Path(__file__).parent.parent / "fonts"
_WINDOWS = (("WINDIR", ("Fonts",)), ("LOCALAPPDATA", ("Microsoft", "Windows", "Fonts")))
