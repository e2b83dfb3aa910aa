"""Text layout: one line, or a block wrapped into a box. Points, origin top left, y down.

Texts are markup: `*italic*`, `**bold**` (`printshop.letters`). Nothing is cut off: text that does not fit is set in a
smaller size, down to a size that the caller allows; then `TooWide` or `TooTall` is raised.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple

from printshop import letters
from printshop.drawing import fonts
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Color, Segment, Text
from printshop.letters import Run, escape, joined, plain, runs
from printshop.problems import Misfit

__all__ = [
    "Anchor", "Block", "Line", "Piece", "Style", "TooTall", "TooWide", "Valign",
    "block", "escape", "glyphs", "hyphenated", "line", "measure", "plain", "spread", "wrap",
]

Anchor = Literal["start", "middle", "end"]
Valign = Literal["top", "middle", "bottom"]

_NO_BREAK_HYPHEN = "\u2011"
_TOLERANCE = 1e-6  # points: rounding errors in sums of floats
_STEP = 0.05  # points: the grid of reduced sizes, so that similar cells get the same size


class Style(NamedTuple):
    """The style of a text: `size` and `tracking` in points; tracking is added after every character.

    The family is a role for which the theme has a family: "sans" for figures and labels, "serif" for text, "display"
    for titles.
    """

    family: Literal["sans", "serif", "display", "symbols"] = "sans"
    size: float = 9.0
    bold: bool = False
    italic: bool = False
    color: Color = BLACK
    tracking: float = 0.0

    @property
    def face(self) -> fonts.Face:
        """The face of unmarked text in this style."""
        return fonts.face(fonts.styled(self.family, self.bold, self.italic))


class _TooLarge(Misfit):
    """Raised for a text that does not fit; `needed` and `available` are in points.

    `text` has its words or, if `described`, a description of it.
    """

    way = ""

    def __init__(self, text: str, extent: float, available: float, *, described: bool = False) -> None:
        text = fonts.as_written(text)
        self.text, self.needed, self.available, self.described = text, extent, available, described
        brief = text if len(text) <= 60 else f"{text[:57]}..."
        words = text if described else f"'{brief}'"
        super().__init__(f"{words} needs {extent:.1f} pt of {self.way} and has {available:.1f} pt")


class TooWide(_TooLarge):
    """Raised if a line, or one word of a block, is too wide even at the smallest size allowed."""

    way = "width"


class TooTall(_TooLarge):
    """Raised if a block is taller than its box even at the smallest size allowed."""

    way = "height"


class Piece(NamedTuple):
    """Characters in one face; `ems` is their advance width at size 1, without tracking."""

    font: str
    string: str
    ems: float


class Line(NamedTuple):
    """Pieces side by side, with the sum of their widths in ems and the number of their characters."""

    pieces: tuple[Piece, ...] = ()
    ems: float = 0.0
    length: int = 0

    @classmethod
    def of(cls, pieces: Iterable[Piece]) -> Line:
        """Return a line of pieces."""
        line = tuple(pieces)
        return cls(line, sum([piece.ems for piece in line]), sum([len(piece.string) for piece in line]))

    @property
    def string(self) -> str:
        """The characters of the line."""
        return "".join(piece.string for piece in self.pieces)

    def width(self, style: Style) -> float:
        """Return the width in a style, in points, without the tracking after the last character."""
        return self.ems * style.size + style.tracking * max(self.length - 1, 0)


class Block(NamedTuple):
    """A wrapped text in its place; `height` is the height of its lines, in points."""

    items: tuple[Text, ...]
    height: float


# --- one line -----------------------------------------------------------------------------------------------


def measure(markup: str, style: Style) -> float:
    """Return the width of one line in points. Raises NoGlyph."""
    return _line(markup, style.family, style.bold, style.italic).width(style)


def line(markup: str, style: Style, x: float, y: float, anchor: Anchor = "start", max_width: float | None = None,
         min_size: float | None = None) -> tuple[Text, ...]:
    """Set one line with its baseline at `y`; `anchor` selects the point of the line that stands at `x`.

    A line wider than `max_width` is set smaller as a whole, down to `min_size`. Line breaks count as spaces. Raises
    TooWide and NoGlyph.
    """
    line = _line(markup, style.family, style.bold, style.italic)
    width = line.width(style)
    if max_width is not None and width > max_width + _TOLERANCE:
        steps = math.floor(style.size * max(max_width, 0.0) / width / _STEP)
        size = max(steps * _STEP, style.size if min_size is None else min(min_size, style.size))
        extent = width * size / style.size
        if extent > max_width + _TOLERANCE:
            raise TooWide(line.string, extent, max_width)
        style = style._replace(size=size, tracking=style.tracking * (size / style.size))
        width = line.width(style)
    if anchor != "start":
        x -= width / 2 if anchor == "middle" else width
    return _texts(line.pieces, x, y, style)


def _texts(pieces: Iterable[Piece], x: float, y: float, style: Style) -> tuple[Text, ...]:
    items: list[Text] = []
    for font, string, ems in pieces:
        width = ems * style.size + style.tracking * len(string)
        item = Text(x, y, string, font, style.size, width, style.color, style.tracking)
        items += _icons(item) if font.startswith(fonts.ICONS) else (item,)
        x += width
    return tuple(items)


def _icons(text: Text) -> Iterator[Text]:
    """Yield the icons in a run one by one, the colours of each icon on top of one another."""
    face, x = fonts.icons(text.font), text.x
    for char in text.string:
        width = face[char] * text.size + text.tracking
        for drawn, color in face.layers(char):
            yield replace(text, x=x, string=drawn, width=width, color=color or text.color)
        x += width


def glyphs(text: Text) -> Iterator[tuple[tuple[Segment, ...], Transform]]:
    """Yield the outline of each character of a text, in ems, and the transform that places it."""
    x = text.x
    for char in text.string:
        yield fonts.outline(text.font, char), Transform(text.size, 0.0, 0.0, text.size, x, text.y)
        x += fonts.face(text.font).advance(char) * text.size + text.tracking


@fonts.remembered(65536)
def _line(markup: str, family: str, bold: bool, italic: bool) -> Line:
    family, words = of_one_face(markup, family), markup.strip("\n").replace("\n", " ")
    return Line.of(piece for run in runs(fonts.with_icons(words)) for piece in _pieces(run, family, bold, italic))


def _pieces(run: Run, family: str, bold: bool, italic: bool) -> Iterator[Piece]:
    font = fonts.styled(family, bold or run.bold, italic != run.italic)
    for face, part in fonts.split(letters.drawn(run.string).replace(_NO_BREAK_HYPHEN, "-"), font):
        yield Piece(face, part, fonts.width(part, face, 1.0))


@fonts.remembered(4096)
def of_one_face(markup: str, family: str) -> str:
    """Return the family for a text: `family`, or "symbols" if only that has all of its letters.

    That keeps the letters of one text in one face.

    >>> of_one_face("Averof", "serif"), of_one_face("RHNS *Αβέρωφ*", "serif")
    ('serif', 'symbols')
    """
    if markup.isascii():
        return family
    signs = {char for char in letters.clean(markup) if char.isalpha()}
    usual, symbols = fonts.face(fonts.styled(family)).advances, fonts.face("symbols").advances
    return "symbols" if signs - usual.keys() and not signs - symbols.keys() else family


# --- wrapped text -------------------------------------------------------------------------------------------


class _Atom(NamedTuple):
    """Text without a line break, the space before it (None: none), and the `hyphen` that ends a line after it."""

    line: Line
    space: Piece | None
    hyphen: Piece | None = None


def wrap(markup: str, style: Style, width: float) -> tuple[Line, ...]:
    """Break a text into lines of at most `width` points, each as full as possible.

    Lines break at spaces, at line breaks of the text, after a hyphen, slash or dash between two letters, at a soft
    hyphen and between ideographs (see `letters.parts`); never at a no-break space or hyphen, and nowhere else in a
    word. Raises TooWide for a word that is too long, and NoGlyph.
    """
    return tuple(line for atoms in _paragraphs(markup.strip("\n"), style.family, style.bold, style.italic)
                 for line in _filled(atoms, style, width))


def block(markup: str, style: Style, box: tuple[float, float, float, float | None], leading: float = 1.2,
          align: Anchor = "start", valign: Valign = "top", min_size: float | None = None) -> Block:
    """Wrap a text into a box (x, y, width, height); a height of None has no limit.

    `leading` is the distance of baselines as a multiple of the size. A text that does not fit is set smaller, down to
    `min_size`. Raises TooWide, TooTall and NoGlyph; ValueError for a vertical alignment without a height.
    """
    x, y, width, height = box
    if height is None and valign != "top":
        raise ValueError("a text without a height is aligned to the top")
    smallest = style.size if min_size is None else min(min_size, style.size)
    sized = style
    # Linear search, 0.2 pt smaller each time: line breaks change with the size, so that the size has no formula.
    while True:
        try:
            lines = wrap(markup, sized, width)
        except TooWide:
            if sized.size <= smallest:
                raise
        else:
            high = len(lines) * leading * sized.size
            if height is None or high <= height + _TOLERANCE:
                break
            if sized.size <= smallest:
                raise TooTall(plain(markup), high, height)
        size = max(smallest, sized.size - 4 * _STEP)
        sized = style._replace(size=size, tracking=style.tracking * size / style.size)
    if height is not None and valign != "top":
        y += (height - high) / (2 if valign == "middle" else 1)
    y += sized.size * ((leading - 1) / 2 + sized.face.ascent)
    share = {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
    placed = (_texts(line.pieces, x + share * (width - line.width(sized)), y + row * leading * sized.size, sized)
              for row, line in enumerate(lines))
    return Block(tuple(item for items in placed for item in items), high)


def spread(texts: Iterable[Text], spare: float) -> list[Text]:
    """Return a line stretched by the `spare` width: between its words, or between the letters of a single word."""
    cut = [(text, part) for text in texts for part in re.findall("[^ ]* |[^ ]+", text.string)]
    gaps = sum(part.endswith(" ") for _, part in cut)
    shift, x, placed = spare / max(gaps, 1), 0.0, list[Text]()
    for text, part in cut:
        width = fonts.width(part, text.font, text.size, text.tracking)
        x = text.x if not placed else x
        more = shift if part.endswith(" ") else 0.0
        tracking = text.tracking + (0.0 if gaps else spare / len(text.string))
        placed.append(replace(text, x=x, string=part, width=width + more, tracking=tracking))
        x += width + more
    return placed


_ENGLISH = re.compile(r"\b(?:the|and|of|is|are|its)\b")
_NO_DIGITS = dict.fromkeys(range(ord("0"), ord("9") + 1))
_LONG_WORD = re.compile(r"<[^<>]*>|(?<![\w\\:/'’-])[a-z]{6,}(?![\w:/'’-])(?=.*\s)", re.DOTALL)


@fonts.remembered(4096)
def hyphenated(markup: str) -> str:
    """Return an English text with soft hyphens in its long words, except names and the last word."""
    if not _ENGLISH.search(markup):
        return markup
    return _LONG_WORD.sub(lambda word: _hyphens()(word[0]) if word[0][0] != "<" else word[0], markup)


@cache
def _hyphens() -> Callable[[str], str]:
    found = find_spec("pyphen")
    folders = found.submodule_search_locations if found else None
    if not folders:  # without pyphen words are not hyphenated
        return str
    written = (Path(folders[0]) / "dictionaries" / "hyph_en_GB.dic").read_text("utf-8").split()
    # Liang's patterns: ".ac5t2iva" has the value 5 before the t of "activa" at the beginning of a word. A pattern is
    # parsed when a word contains it: of fourteen thousand a booklet needs a few hundred.
    patterns = {pattern.translate(_NO_DIGITS): pattern for pattern in written}
    longest = max(map(len, patterns))

    def parted(word: str) -> str:
        within, marks = f".{word}.", [0] * (len(word) + 3)
        for start in range(len(within)):
            for end in range(start + 1, min(start + longest, len(within)) + 1):
                place = start
                for sign in patterns.get(within[start:end], ""):
                    if sign.isdigit():
                        marks[place] = max(marks[place], int(sign))
                    else:
                        place += 1
        last = len(word) - 3
        return "".join([f"{letters.SOFT_HYPHEN}{char}" if 3 <= place <= last and marks[place + 1] % 2 else char
                        for place, char in enumerate(word)])

    return parted


@fonts.remembered(4096)
def _paragraphs(markup: str, family: str, bold: bool, italic: bool) -> tuple[tuple[_Atom, ...], ...]:
    family = of_one_face(markup, family)
    chars = [Run(char, run.bold, run.italic) for run in runs(fonts.with_icons(markup)) for char in run.string]
    paragraphs: list[tuple[_Atom, ...]] = []

    def sign(place: int, string: str) -> Piece:  # a piece in the style of the character at a position
        return next(_pieces(chars[place]._replace(string=string), family, bold, italic))

    end = -1
    for paragraph in "".join(char.string for char in chars).split("\n") if chars else ():
        first, atoms = end + 1, []
        for word in re.finditer(r"[^ \t]+", paragraph):
            end = first + word.start()
            space = sign(end - 1, " ") if word.start() else None
            for part in letters.parts(word[0]):
                start, end = end, end + len(part)
                line = Line.of(piece for run in joined(chars[start:end])
                               for piece in _pieces(run, family, bold, italic))
                soft = part.endswith(letters.SOFT_HYPHEN) and end < first + word.end()
                atoms.append(_Atom(line, space, sign(end - 1, "-") if soft else None))
                space = None
        end = first + len(paragraph)
        paragraphs.append(tuple(atoms))
    return tuple(paragraphs)


def _filled(atoms: tuple[_Atom, ...], style: Style, width: float) -> Iterator[Line]:
    """Yield the lines of a paragraph, each as full as possible. Raises TooWide."""
    size, tracking, room = style.size, style.tracking, width + _TOLERANCE
    start = 0
    while start < len(atoms):
        ems, length, end = 0.0, 0, start  # `end` is the index after the last atom that can end the line
        for place in range(start, len(atoms)):
            part, space, hyphen = atoms[place]
            if space and place > start:
                ems, length = ems + space.ems, length + 1
            ems, length = ems + part.ems, length + part.length
            if ems * size + tracking * max(length - 1, 0) > room:
                break
            if not hyphen or ems * size + hyphen.ems * size + tracking * length <= room:
                end = place + 1
        if end == start:
            part, _, hyphen = atoms[start]
            raise TooWide(part.string, Line.of((*part.pieces, *((hyphen,) if hyphen else ()))).width(style), width)
        pieces: list[Piece] = []
        for part, space, _ in atoms[start:end]:
            pieces += (space, *part.pieces) if space and pieces else part.pieces
        if hyphen := atoms[end - 1].hyphen:
            pieces.append(hyphen)
        # Neighbours in the same face are joined, so that a line of plain text becomes one item.
        same = [(font, list(run)) for font, run in groupby(pieces, key=lambda piece: piece.font)]
        yield Line.of(Piece(font, "".join(piece.string for piece in run), sum(piece.ems for piece in run))
                      for font, run in same)
        start = end
    if not atoms:
        yield Line()
