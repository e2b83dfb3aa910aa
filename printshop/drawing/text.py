"""Words on the page: one line, or a block wrapped into a box. Points, origin top left, y down.

Texts are markup: `*italic*`, `**bold**` (`printshop.letters`). Nothing is ever cut off: what does not
fit is made smaller, down to the size that the caller allows, or raises `TooWide` or `TooTall`.
"""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop import letters
from printshop.drawing import fonts
from printshop.drawing.items import BLACK, Color, Text
from printshop.letters import Run, escape, joined, plain, runs
from printshop.problems import Misfit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "Anchor", "Block", "Line", "Piece", "Style", "TooTall", "TooWide", "Valign",
    "block", "escape", "line", "measure", "plain", "wrap",
]

Anchor = Literal["start", "middle", "end"]
Valign = Literal["top", "middle", "bottom"]

NO_BREAK_HYPHEN = "\u2011"
_TOLERANCE = 1e-6  # of a point: sums of floats
_STEP = 0.05  # sizes found by shrinking are multiples of this, so that equal cells look equal


class Style(NamedTuple):
    """How a text looks: `size` and `tracking` in points, tracking being added after every character."""

    family: Literal["sans", "serif", "symbols"] = "sans"
    size: float = 9.0
    bold: bool = False
    italic: bool = False
    color: Color = BLACK
    tracking: float = 0.0

    @property
    def face(self) -> fonts.Face:
        """The face of unmarked text in this style."""
        return fonts.face(_font(self.family, self.bold, self.italic))


class _TooLarge(Misfit):
    """`text` is what does not fit: its words or, if `described`, what it is; the others are points."""

    way = ""

    def __init__(self, text: str, needed: float, available: float, *, described: bool = False) -> None:
        self.text, self.needed, self.available, self.described = text, needed, available, described
        what = text if described else f"'{_brief(text)}'"
        super().__init__(f"{what} needs {needed:.1f} pt of {self.way} and has {available:.1f} pt")


class TooWide(_TooLarge):
    """A line, or one word of a block, is wider than its place even at the smallest size allowed."""

    way = "width"


class TooTall(_TooLarge):
    """A block is taller than its box even at the smallest size allowed."""

    way = "height"


def _brief(string: str) -> str:
    return string if len(string) <= 60 else f"{string[:57]}..."


class Piece(NamedTuple):
    """Characters in one face; `ems` is their advance at size 1, without tracking."""

    font: str
    string: str
    ems: float


class Line(NamedTuple):
    """One line of a wrapped text; `width` is in points, without the tracking after its last character."""

    pieces: tuple[Piece, ...]
    width: float

    @property
    def string(self) -> str:
        """The characters of the line."""
        return "".join(piece.string for piece in self.pieces)


class Block(NamedTuple):
    """A wrapped text, placed; `height` is that of its lines, in points."""

    items: tuple[Text, ...]
    height: float


# --- one line -----------------------------------------------------------------------------------------------


class _Strip(NamedTuple):
    pieces: tuple[Piece, ...]
    ems: float
    length: int

    def width(self, size: float, tracking: float) -> float:
        return self.ems * size + tracking * max(self.length - 1, 0)


def measure(markup: str, style: Style) -> float:
    """Return the width of one line in points. Raises NoGlyph."""
    return _strip(markup, style.family, style.bold, style.italic).width(style.size, style.tracking)


def line(
    markup: str,
    style: Style,
    x: float,
    y: float,
    anchor: Anchor = "start",
    max_width: float | None = None,
    min_size: float | None = None,
) -> tuple[Text, ...]:
    """Set one line with its baseline at `y`; `anchor` says which of its points stands at `x`.

    A line wider than `max_width` becomes smaller as a whole, down to `min_size`. Line breaks count as spaces.
    Raises TooWide and NoGlyph.
    """
    strip = _strip(markup, style.family, style.bold, style.italic)
    size, tracking = style.size, style.tracking
    width = strip.width(size, tracking)
    if max_width is not None and width > max_width + _TOLERANCE:
        size = _shrunk(strip, style, max_width, min_size)
        tracking *= size / style.size
        width = strip.width(size, tracking)
    if anchor != "start":
        x -= width / 2 if anchor == "middle" else width
    return _texts(strip.pieces, x, y, size, style.color, tracking)


def _shrunk(strip: _Strip, style: Style, available: float, min_size: float | None) -> float:
    width = strip.width(style.size, style.tracking)
    smallest = style.size if min_size is None else min(min_size, style.size)
    steps = math.floor(style.size * max(available, 0.0) / width / _STEP)
    size = max(steps * _STEP, smallest)
    needed = width * size / style.size
    if needed > available + _TOLERANCE:
        raise TooWide("".join(piece.string for piece in strip.pieces), needed, available)
    return size


def _texts(
    pieces: Iterable[Piece], x: float, y: float, size: float, color: Color, tracking: float
) -> tuple[Text, ...]:
    items = []
    for font, string, ems in pieces:
        width = ems * size + tracking * len(string)
        items.append(Text(x, y, string, font, size, width, color, tracking))
        x += width
    return tuple(items)


@fonts.remembered(65536)
def _strip(markup: str, family: str, bold: bool, italic: bool) -> _Strip:
    found, family = runs(markup.strip("\n").replace("\n", " ")), of_one_face(markup, family)
    return _strip_of(piece for run in found for piece in _pieces(run, family, bold, italic))


def _pieces(run: Run, family: str, bold: bool, italic: bool) -> Iterator[Piece]:
    font = _font(family, bold or run.bold, italic != run.italic)
    for face, part in fonts.split(letters.drawn(run.string).replace(NO_BREAK_HYPHEN, "-"), font):
        yield Piece(face, part, fonts.width(part, face, 1.0))


@fonts.remembered(4096)
def of_one_face(markup: str, family: str) -> str:
    """Return the family that a text is set in: titles in one that has all of their letters, not in two by turns.

    >>> of_one_face("Averof", "serif"), of_one_face("RHNS *Αβέρωφ*", "serif")
    ('serif', 'symbols')
    """
    if family != "serif" or markup.isascii():
        return family
    own = {char for char in letters.clean(markup) if char.isalpha()}
    serif, symbols = fonts.face("serif").advances, fonts.face("symbols").advances
    return "symbols" if own - serif.keys() and not own - symbols.keys() else family


@cache
def _font(family: str, bold: bool, italic: bool) -> str:
    slanted = italic and family != "symbols"
    return family + "-bold" * bold + "-italic" * slanted


# --- wrapped text -------------------------------------------------------------------------------------------


class _Atom(NamedTuple):
    """What no line break may part, and the space before it (None where it hangs on the atom before).

    `hyphen` is what stands behind it where a line ends with it, and nowhere else.
    """

    strip: _Strip
    space: Piece | None
    hyphen: Piece | None = None

    def width(self, style: Style) -> float:
        """Return how wide the atom is by itself, at the end of a line."""
        last = self.hyphen.ems if self.hyphen else 0.0
        length = self.strip.length + bool(self.hyphen)
        return _Strip((), self.strip.ems + last, length).width(style.size, style.tracking)


def wrap(markup: str, style: Style, width: float) -> tuple[Line, ...]:
    """Break a text into lines of at most `width` points, filling each line as far as it goes.

    Lines break at spaces, at line breaks of the text, after a hyphen, slash or dash between two letters, at a soft
    hyphen and between ideographs (see `letters.parts`); never at a no-break space or hyphen, never within a word.
    Raises TooWide for a word that is too long, and NoGlyph.
    """
    lines: list[Line] = []
    for atoms in _paragraphs(markup.strip("\n"), style.family, style.bold, style.italic):
        lines.extend(_fill(atoms, style, width))
    return tuple(lines)


def block(
    markup: str,
    style: Style,
    box: tuple[float, float, float, float | None],
    leading: float = 1.2,
    align: Anchor = "start",
    valign: Valign = "top",
    min_size: float | None = None,
) -> Block:
    """Wrap a text into a box (x, y, width, height); a height of None is as tall as it takes.

    `leading` is the distance of baselines in sizes. What does not fit becomes smaller, down to `min_size`.
    Raises TooWide, TooTall and NoGlyph; ValueError for a vertical alignment without a height.
    """
    x, y, width, height = box
    if height is None and valign != "top":
        raise ValueError("a text without a height is aligned to the top")
    size, lines = _fitted(markup, style, width, math.inf if height is None else height, leading, min_size)
    used = len(lines) * leading * size
    if height is not None and valign != "top":
        y += (height - used) / (2 if valign == "middle" else 1)
    y += size * ((leading - 1) / 2 + style.face.ascent)
    tracking = style.tracking * size / style.size
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
    items: list[Text] = []
    for row, part in enumerate(lines):
        left = x + share * (width - part.width)
        items.extend(_texts(part.pieces, left, y + row * leading * size, size, style.color, tracking))
    return Block(tuple(items), used)


def _fitted(
    markup: str, style: Style, width: float, height: float, leading: float, min_size: float | None
) -> tuple[float, tuple[Line, ...]]:
    """Find the largest size that fits, in steps: the size and its lines."""
    smallest = style.size if min_size is None else min(min_size, style.size)
    size = style.size
    while True:
        sized = style._replace(size=size, tracking=style.tracking * size / style.size)
        try:
            lines = wrap(markup, sized, width)
        except TooWide:
            if size <= smallest:
                raise
        else:
            needed = len(lines) * leading * size
            if needed <= height + _TOLERANCE:
                return size, lines
            if size <= smallest:
                raise TooTall(plain(markup), needed, height)
        size = max(smallest, size - 4 * _STEP)


@fonts.remembered(4096)
def _paragraphs(markup: str, family: str, bold: bool, italic: bool) -> tuple[tuple[_Atom, ...], ...]:
    found: list[tuple[_Atom, ...]] = []
    paragraph: list[Run] = []
    family = of_one_face(markup, family)
    for run in runs(markup):
        first, *others = run.string.split("\n")
        paragraph.append(run._replace(string=first))
        for other in others:
            found.append(tuple(_atoms(paragraph, family, bold, italic)))
            paragraph = [run._replace(string=other)]
    if paragraph:
        found.append(tuple(_atoms(paragraph, family, bold, italic)))
    return tuple(found)


def _atoms(paragraph: list[Run], family: str, bold: bool, italic: bool) -> Iterator[_Atom]:
    text = "".join(run.string for run in paragraph)
    chars = [run._replace(string=char) for run in paragraph for char in run.string]
    for word in re.finditer(r"[^ \t]+", text):
        start = word.start()
        space = chars[start - 1]._replace(string=" ") if start else None
        for part in letters.parts(word[0]):
            own = joined(chars[start : start + len(part)])
            strip = _strip_of(piece for run in own for piece in _pieces(run, family, bold, italic))
            gap = next(_pieces(space, family, bold, italic)) if space else None
            start, space = start + len(part), None
            soft = chars[start - 1].string == letters.SOFT_HYPHEN and start < word.end()
            yield _Atom(strip, gap, _hyphen(chars[start - 1], family, bold, italic) if soft else None)


def _hyphen(like: Run, family: str, bold: bool, italic: bool) -> Piece:
    return next(_pieces(like._replace(string="-"), family, bold, italic))


def _strip_of(pieces: Iterable[Piece]) -> _Strip:
    made = tuple(pieces)
    return _Strip(made, sum(piece.ems for piece in made), sum(len(piece.string) for piece in made))


def _fill(atoms: tuple[_Atom, ...], style: Style, width: float) -> Iterator[Line]:
    """Yield the lines of a paragraph, each as full as it can be. Raises TooWide."""
    start = 0
    while start < len(atoms):
        end = _fitting(atoms, start, style, width)
        yield _line(_joined(atoms[start:end]), style)
        start = end
    if not atoms:
        yield _line([], style)


def _fitting(atoms: tuple[_Atom, ...], start: int, style: Style, width: float) -> int:
    """Return behind which atom the line that begins with `start` ends. Raises TooWide if not even that one fits."""
    size, tracking, room = style.size, style.tracking, width + _TOLERANCE
    ems, length, end = 0.0, 0, start
    for place in range(start, len(atoms)):
        strip, space, hyphen = atoms[place]
        if space and place > start:
            ems, length = ems + space.ems, length + 1
        ems, length = ems + strip.ems, length + strip.length
        if ems * size + tracking * max(length - 1, 0) > room:
            break
        if not hyphen or ems * size + hyphen.ems * size + tracking * length <= room:
            end = place + 1
    if end == start:
        raise TooWide("".join(piece.string for piece in atoms[start].strip.pieces), atoms[start].width(style), width)
    return end


def _joined(atoms: tuple[_Atom, ...]) -> list[Piece]:
    """Return what a line shows: its atoms, the spaces between them, and the hyphen at its end."""
    pieces: list[Piece] = []
    for strip, space, _ in atoms:
        pieces += (space, *strip.pieces) if space and pieces else strip.pieces
    return [*pieces, atoms[-1].hyphen] if atoms[-1].hyphen else pieces


def _line(pieces: list[Piece], style: Style) -> Line:
    """Join neighbours in the same face: a line of plain text is one run."""
    merged = []
    for font, group in groupby(pieces, key=lambda piece: piece.font):
        same = list(group)
        merged.append(Piece(font, "".join(p.string for p in same), sum(p.ems for p in same)))
    length = sum(len(piece.string) for piece in merged)
    width = _Strip((), sum(piece.ems for piece in merged), length).width(style.size, style.tracking)
    return Line(tuple(merged), width)
