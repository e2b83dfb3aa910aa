"""Pictures, fonts and icons of a game: their files are found and checked here.

Pictures are in its folder art/, and in those of the games that it extends. Fonts, for characters that no bundled font
has, are named by the game or by a command:

    fonts: [fonts/Japanese.ttf, NotoSansCJK-Regular.ttc#3]

A font file is beside the file that names it or, if only a file name is given, in the font folders of the computer.
Behind a # stands the face of a collection, by number or name.

Icons are drawings of the folder art/ that stand in texts, `<hit>`:

    icons: {hit: burst.svg, evade: {art: evade.svg, colour: own}}
"""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any, Self

from printshop.catalogue import is_file, visible
from printshop.files import LEADS_OUT, within
from printshop.game.formulas import Wording
from printshop.language import keys, patterns
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe, plain_text
from printshop.problems import Problems, Span, failure, suggestion
from printshop.source import MappingNode, Merged, Node, Scalar, scalars

ENDINGS = (".svg", ".png", ".jpg", ".jpeg")
"""Suffixes of picture files."""
ART_BOWS = ("right", "left", "up", "none")
DEEPEST, MOST = 16, 10_000  # nested folders, and files in them, that are searched for pictures
MOST_FONTS = 20
_FONT_ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
_LOOKED_AT = 20_000  # files after which the search for a font ends
_BUNDLED = Path(__file__).parent.parent / "fonts"
_WINDOWS = (("WINDIR", ("Fonts",)), ("LOCALAPPDATA", ("Microsoft", "Windows", "Fonts")))
_NOT_BESIDE = ("a font of 'fonts' lies in the folder of the file that names it, or is one that the computer has",
               "copy it there, or write the name of its file without a path")
_OUTSIDE, _PUT_THERE = "lies outside the folder art/", "put the picture there"


@dataclass(frozen=True, slots=True)
class Pictures:
    """The folders of a game's pictures: its own first, then those of the games that it extends.

    A name is in only one of them (`check` reports others), so that it means the same picture in every game. `asked`
    records the pictures that were asked for, `expected` patterns of names that may be asked for later.
    """

    folders: tuple[Path, ...]
    asked: set[Path] = field(default_factory=set, compare=False, repr=False)
    expected: set[str] = field(default_factory=set, compare=False, repr=False)
    _known: dict[str, Path] = field(default_factory=dict, compare=False, repr=False)  # cache: resolving links is slow

    def path(self, name: str) -> Path:
        """Return the file of a picture; if it is missing, its path in the game's own folder.

        Raises ValueError, with the reason as its text, for a name, or a link, that leads out of the folders.
        """
        if name in self._known:
            return self._known[name]
        out = _leads_out(name)
        if out or not all(within(folder / name, folder.parent) for folder in self.folders):
            raise ValueError(f"'{Path(name).name}' {_OUTSIDE if out else LEADS_OUT}")
        there = next((folder / name for folder in self.folders if (folder / name).is_file()), None)
        self.asked.add(path := there or self.folders[0] / name)
        if there:
            self._known[name] = there
        return path

    def expect(self, wording: Wording) -> None:
        """Record a name with holes, which other units may fill, as a pattern of expected pictures."""
        self.expected.add("".join(glob.escape(piece) if isinstance(piece, str) else "*" for piece in wording.pieces))

    def idle(self) -> list[str]:
        """Return the names of the game's own pictures that are not used."""
        asked, folder = {os.path.realpath(path) for path in self.asked}, self.folders[0]
        expected = [re.compile(fnmatch.translate(pattern)) for pattern in self.expected]  # they do not backtrack
        return sorted(name for name in _names(folder) if os.path.realpath(folder / name) not in asked
                      and not any(pattern.match(name) for pattern in expected))

    def names(self) -> list[str]:
        """Return the names of all pictures, with their path below the folder."""
        return sorted({name for folder in self.folders for name in _names(folder)})

    def trouble(self, name: str, also: Collection[str] = ()) -> tuple[str, str] | None:
        """Return the problem and a hint if a picture cannot be used; None if it can.

        `also` are words that may stand instead of a file name; the hint may suggest them.
        """
        if _leads_out(name):
            return f"'{name}' {_OUTSIDE}", _PUT_THERE
        try:
            if self.path(name).is_file():
                return None
        except (OSError, ValueError) as error:  # no possible file name
            if str(error).endswith(LEADS_OUT):
                return str(error), _PUT_THERE
            return f"'{name}' cannot be the name of a file", "call the picture by a short name"
        names, game = self.names(), self.folders[0].parent.name
        return (f"there is no picture '{name}' in {f'{game}/art' if game else 'art/, beside the file'}",
                suggestion(name, [*names, *also]) if names else _PUT_THERE)

    def check(self, problems: Problems) -> None:
        """Report pictures with the same name in two of the folders."""
        for upper, lower in combinations(self.folders, 2):
            if upper.is_dir() and lower.is_dir() and not upper.samefile(lower):
                for name in sorted(name for name in _names(lower) if (upper / name).is_file()):
                    problems.add(None, f"there are two pictures '{name}': {upper / name} and {lower / name}",
                                 "give yours another name: each name means one picture, whoever uses it")


def read_picture(at: Reader, name: str, whose: str, *, required: bool = False) -> Path | None:
    """Return the picture file that a key names; None without a name, or for a missing picture, which is reported."""
    pictures: Pictures = at.context.pictures
    text = at.text(name, ... if required else "")
    if text and (trouble := pictures.trouble(text)):
        at.fail(name, f"{whose}: {trouble[0]}", trouble[1])
        return None
    return pictures.path(text) if text else None


def picture(says: str = "", whose: str = "'{}' of {}", *, default: Any = None) -> Any:
    """Declare the name of a picture; `whose` is the start of its messages, with the key and its owner in the holes."""
    return keys.special(lambda at, name: read_picture(at, name, whose.format(name, at.what), required=default is ...),
                        {"type": "string"}, says, default=default)


def _leads_out(name: str) -> bool:
    return ".." in Path(name).parts or Path(name).is_absolute() or bool(re.match(r"[A-Za-z]:[\\/]|~", name))


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the pictures in a folder and its subfolders, without hidden files.

    Links to folders are not followed. A link to a picture outside the parent of `folder` is left out.
    """
    left, below = MOST, [(folder, 0)] if within(folder, folder.parent) else []
    while below and left > 0:
        place, deep = below.pop()
        there = visible(place)
        left -= len(there)
        for path in there:
            link = path.is_symlink()
            if path.suffix.lower() in ENDINGS and is_file(path) and (not link or within(path, folder.parent)):
                yield path
            elif not link and deep < DEEPEST and path.is_dir():
                below.append((path, deep + 1))


def _names(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in files_in(folder)]


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file, the face that is meant in a collection ("" for the first), and the place that names it."""

    path: Path
    member: str = ""
    span: Span | None = None


def read_fonts(reader: Reader) -> tuple[FontFile, ...]:
    """Return the fonts that a game or a fleet names; paths are relative to the file with the names."""
    node, problems = reader.node("fonts"), reader.problems
    if isinstance(node, MappingNode):
        reader.fail("fonts", f"'fonts' must be a list of files, found {describe(node)}", "write fonts: [FILE.ttf]")
        return ()
    nodes = node.listed if node else ()
    if len(nodes) > MOST_FONTS:
        reader.fail("fonts", f"there are {len(nodes)} fonts, at most {MOST_FONTS} are allowed")
    read = (read_font(entry, "a file of 'fonts'", problems) for entry in nodes[:MOST_FONTS])
    return tuple(font for font in read if font)


def read_font(entry: Node, what: str, problems: Problems) -> FontFile | None:
    """Return a font that a data file names, relative to that file; None, with a problem, if it cannot be used."""
    text = plain_text(entry, what, problems)
    if text is None:
        return None
    folder = entry.source.path.parent if entry.source.path else Path()
    home = folder.parent if folder.name == "fleets" else folder  # the folder of the fleets' game
    beside = within(asked := folder / _at_home(text), home)
    file = _font_file(text, folder) if beside else FontFile(asked)
    away = not beside or (file.path.is_relative_to(folder) and not within(file.path, home))
    if trouble := _NOT_BESIDE if away else _why_missing(file.path):
        problems.add(entry.span, *trouble)
        return None
    return replace(file, span=entry.span)


def named_font(text: str) -> FontFile:
    """Return a font that a command names, relative to the working folder. Raises PrintshopError if there is none."""
    file = _font_file(text, Path())
    if trouble := _why_missing(file.path):
        raise failure(*trouble)
    return file


def _font_file(text: str, folder: Path) -> FontFile:
    name, _, member = text.rpartition("#") if "#" in text and not is_file(folder / text) else (text, "", "")
    path = folder / _at_home(name)
    if not is_file(path) and len(Path(name).parts) == 1:
        path = next((file for file in _installed() if file.name.casefold() == name.casefold()), path)
    return FontFile(path, member.strip())


def _why_missing(path: Path) -> tuple[str, str] | None:
    """Return the problem and a hint if a font file is missing; None if it exists."""
    if is_file(path):
        return None
    try:
        beside = [file.name for file in visible(path.parent) if file.suffix.lower() in _FONT_ENDINGS]
    except (OSError, ValueError):  # no such folder, or no possible name of one
        beside = []
    hint = suggestion(path.name, beside) if beside else "copy the .ttf or .otf file there"
    return f"there is no font '{path.name}' in {path.parent.name or 'this folder'}", hint


def _at_home(name: str) -> Path:
    """Return a path with ~ expanded; with the name of an unknown user it stays unchanged."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _installed() -> Iterator[Path]:
    """Yield the font files in the font folders of Linux, macOS and Windows, then the bundled fonts."""
    home, left = _at_home("~"), _LOOKED_AT
    folders = [home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts"),
               home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts"),
               *(Path(os.environ[name], *below) for name, below in _WINDOWS if name in os.environ), _BUNDLED]
    for folder in folders:
        for where, _, files in os.walk(folder):
            yield from (Path(where, name) for name in sorted(files) if name.lower().endswith(_FONT_ENDINGS))
            left -= len(files)
            if left < 0:
                return


# --- icons


MOST_ICONS = 100
OWN = "own"
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_MARK = re.compile(r"(?<!\\)<([^\W\d_][\w-]*)>")


def _read_art(at: Reader, name: str) -> Path:
    path = read_picture(at, name, at.what, required=True)
    if path and path.suffix.lower() != ".svg":
        at.fail(name, f"{at.what}: '{at.text(name)}' is no drawing",
                "save it as SVG: icons are set like letters")
        return Path()
    return path or Path()


@block
class Icon(Block):
    """A drawing for texts, called by its `key`; `color` is "own", "#rrggbb" or "" for the colour of the text."""

    art: Path = keys.special(_read_art, {"type": "string"}, "the drawing, an SVG file of the game's folder `art/`",
                             default=...)
    color: str = keys.special(
        lambda at, name: OWN if at.word(name) == OWN and at.node(name) else at.color(name, ""),
        {"anyOf": [{"const": OWN}, {"type": "string", "pattern": patterns.stand_in(patterns.COLOUR)}]},
        "`own` for the colours of the drawing, or one colour for all of it: `\"#c03030\"`; if not given, that of the "
        "text", default="", name="colour")
    key: str = ""
    span: Span | None = None

    def settled(self, at: Reader) -> Self | None:
        if not _NAME.fullmatch(self.key):
            at.problems.add(at.place, f"an icon cannot be called '{self.key[:50]}'",
                            "a name is up to 40 small letters a to z, digits, - and _, and begins with a letter")
        return self if at.sound else None


def _read_icons(at: Reader, name: str) -> tuple[Icon, ...]:
    inner = at.reader(name)
    if inner is None:
        return ()
    if len(inner.keys()) > MOST_ICONS:
        at.fail(name, f"there are {len(inner.keys())} icons, at most {MOST_ICONS} are allowed")
    # A text stands for a block with only the key `art`.
    inner.reword(lambda node: Merged(node, {"art": node}, {}) if isinstance(node, Scalar) else node, ())
    read = [keys.read(Icon, inner) for _, inner in inner.each("icon")[:MOST_ICONS]]
    return tuple(icon for icon in read if icon)


ICONS = keys.key(keys.special(
    _read_icons, lambda writer: {"type": "object", "additionalProperties": {"anyOf": [{"type": "string"},
    writer.block(Icon)]}}, "drawings that stand in texts, by their names there: see [below](#icons)",
    default=()))


def check_marks(node: Node, names: Collection[str], problems: Problems) -> None:
    """Report marks of icons in texts without such an icon; `names` are the icons of the game."""
    for text in scalars(node) if names else ():
        for mark in _MARK.finditer(text.text):
            if mark[1].lower() not in names:
                problems.add(text.span, f"there is no icon '{mark[1]}'", f"{suggestion(mark[1].lower(), names)}; write "
                             f"\\<{mark[1]}> if no icon is meant")
