"""Text layout: one line, or a block wrapped into a box.

Lengths are in points, with the origin at the top left and y down.

Texts are markup: `*italic*`, `**bold**` (`printshop.text_markup`). Nothing is cut off: text that does not
fit is set in a smaller size, down to a size that the caller allows. If the text still does not fit,
`TooWideError` or `TooTallError` is raised.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import Literal, NamedTuple

from printshop import text_markup
from printshop.drawing import fonts
from printshop.drawing.display_list import BLACK, Color, Segment, TextRun
from printshop.drawing.geometry import Transform
from printshop.lengths import format_shortage
from printshop.problems import DoesNotFitError
from printshop.text_markup import StyledRun, escape_markup, join_runs, parse_markup, strip_markup

__all__ = [
    "Anchor",
    "FaceRun",
    "Style",
    "TextBlock",
    "TextLine",
    "TooTallError",
    "TooWideError",
    "Valign",
    "escape_markup",
    "hyphenate",
    "iter_glyph_outlines",
    "justify_line",
    "measure_text",
    "set_block",
    "set_line",
    "strip_markup",
    "wrap_text",
]

Anchor = Literal["start", "middle", "end"]
Valign = Literal["top", "middle", "bottom"]

_NO_BREAK_HYPHEN = "\u2011"
_TOLERANCE = 1e-6  # points: rounding errors in sums of floats
_SIZE_STEP = 0.05  # points: the grid of reduced sizes, so that similar cells get the same size


class Style(NamedTuple):
    """The style of a text.

    `size` and `tracking` are in points. Tracking is added after every character. `family` is a role in the theme:
    "sans" for numbers and labels, "serif" for text, "display" for titles.
    """

    family: Literal["sans", "serif", "display", "symbols"] = "sans"
    size: float = 9.0
    bold: bool = False
    italic: bool = False
    color: Color = BLACK
    tracking: float = 0.0

    @property
    def face(self) -> fonts.Face:
        """The face of text without markup in this style."""
        return fonts.load_face(fonts.find_face_name(self.family, self.bold, self.italic))


class _TooLargeError(DoesNotFitError):
    """The error for a text that does not fit. `extent` and `available` are in points.

    If `described` is true, `text` is a description of the text. Otherwise `text` is the text itself.
    """

    dimension = ""

    def __init__(self, text: str, extent: float, available: float, *, described: bool = False) -> None:
        text = fonts.restore_icon_names(text)
        self.text, self.extent, self.available, self.described = text, extent, available, described
        brief = text if len(text) <= 60 else f"{text[:57]}..."
        words = text if described else f"'{brief}'"
        extent_text, free = format_shortage(extent, available)
        super().__init__(f"{words} needs {extent_text} mm of {self.dimension}, but only {free} mm are available")


class TooWideError(_TooLargeError):
    """The error for words that are too wide even at the smallest size allowed.

    The words are a line, or one word of a block.
    """

    dimension = "width"


class TooTallError(_TooLargeError):
    """The error for a block that is taller than its box even at the smallest size allowed."""

    dimension = "height"


class FaceRun(NamedTuple):
    """Characters in one face. `ems` is their advance width at size 1, without tracking."""

    font: str
    string: str
    ems: float


class TextLine(NamedTuple):
    """Face runs side by side, with the sum of their widths (in ems) and the number of their characters."""

    face_runs: tuple[FaceRun, ...] = ()
    ems: float = 0.0
    character_count: int = 0

    @classmethod
    def from_runs(cls, face_runs: Iterable[FaceRun]) -> TextLine:
        """Return a line of face runs."""
        line = tuple(face_runs)
        return cls(line, sum([face_run.ems for face_run in line]), sum([len(piece.string) for piece in line]))

    @property
    def string(self) -> str:
        """The characters of the line."""
        return "".join(face_run.string for face_run in self.face_runs)

    def measure_width(self, style: Style) -> float:
        """Return the width in a style, in points, without the tracking after the last character."""
        return self.ems * style.size + style.tracking * max(self.character_count - 1, 0)


class TextBlock(NamedTuple):
    """A wrapped text at its final position.

    `height` is the height of its lines, in points.
    """

    items: tuple[TextRun, ...]
    height: float


# --- one line -----------------------------------------------------------------------------------------------


def measure_text(markup: str, style: Style) -> float:
    """Return the width of one line in points.

    Raises MissingGlyphError for characters that no font has.
    """
    return _shape_line(markup, style.family, style.bold, style.italic).measure_width(style)


def set_line(markup: str, style: Style, x: float, y: float, anchor: Anchor = "start", max_width: float | None = None,
             min_size: float | None = None) -> tuple[TextRun, ...]:
    """Return the text runs of one line with its baseline at `y`.

    `anchor` is the point of the line that lies at `x`. A line wider than `max_width` is set smaller as a whole,
    down to `min_size`. Line breaks count as spaces. Raises TooWideError if the line is too wide at `min_size`,
    and MissingGlyphError for characters that no font has.
    """
    text_line = _shape_line(markup, style.family, style.bold, style.italic)
    width = text_line.measure_width(style)
    if max_width is not None and width > max_width + _TOLERANCE:
        steps = math.floor(style.size * max(max_width, 0.0) / width / _SIZE_STEP)
        size = max(steps * _SIZE_STEP, style.size if min_size is None else min(min_size, style.size))
        extent = width * size / style.size
        if extent > max_width + _TOLERANCE:
            raise TooWideError(text_line.string, extent, max_width)
        style = style._replace(size=size, tracking=style.tracking * (size / style.size))
        width = text_line.measure_width(style)
    if anchor != "start":
        x -= width / 2 if anchor == "middle" else width
    return _place_runs(text_line.face_runs, x, y, style)


def _place_runs(face_runs: Iterable[FaceRun], x: float, y: float, style: Style) -> tuple[TextRun, ...]:
    items: list[TextRun] = []
    for font, string, ems in face_runs:
        width = ems * style.size + style.tracking * len(string)
        item = TextRun(x, y, string, font, style.size, width, style.color, style.tracking)
        items += _split_icons(item) if font.startswith(fonts.ICON_FACE_PREFIX) else (item,)
        x += width
    return tuple(items)


def _split_icons(text: TextRun) -> Iterator[TextRun]:
    """Yield the icons of a run one after another.

    The characters of one icon, one for each colour, lie on top of one another.
    """
    face, x = fonts.load_icon_face(text.font), text.x
    for char in text.string:
        width = face[char] * text.size + text.tracking
        for layer_char, color in face.list_layers(char):
            yield replace(text, x=x, string=layer_char, width=width, color=color or text.color)
        x += width


def iter_glyph_outlines(text: TextRun) -> Iterator[tuple[tuple[Segment, ...], Transform]]:
    """Yield the outline of each character of a text, in ems, and the transform that places it."""
    x = text.x
    for char in text.string:
        yield fonts.read_glyph_outline(text.font, char), Transform(text.size, 0.0, 0.0, text.size, x, text.y)
        x += fonts.load_face(text.font).measure_advance(char) * text.size + text.tracking


@fonts.cache_layout(4096)
def _shape_line(markup: str, family: str, bold: bool, italic: bool) -> TextLine:
    family, one_line = choose_family(markup, family), markup.strip("\n").replace("\n", " ")
    return TextLine.from_runs(face_run for run in parse_markup(fonts.insert_icons(one_line))
                              for face_run in _shape_run(run, family, bold, italic))


def _shape_run(run: StyledRun, family: str, bold: bool, italic: bool) -> Iterator[FaceRun]:
    font, string = fonts.find_face_name(family, bold or run.bold, italic != run.italic), run.string
    if not string.isascii():
        string = text_markup.remove_invisible(string).replace(_NO_BREAK_HYPHEN, "-")
    for face, part in fonts.split_by_face(string, font):
        yield FaceRun(face, part, fonts.measure_string(part, face, 1.0))


def choose_family(markup: str, family: str) -> str:
    """Return the type family for a text, to keep the letters of the text in one face.

    If only the symbols have all letters of the text, the result is "symbols". Otherwise the result is `family`.

    >>> choose_family("Averof", "serif"), choose_family("RHNS *Αβέρωφ*", "serif")
    ('serif', 'symbols')
    """
    return family if markup.isascii() else _choose_letters_family(markup, family)


@fonts.cache_layout(4096)
def _choose_letters_family(markup: str, family: str) -> str:
    text_letters = {char for char in text_markup.normalize_text(markup) if char.isalpha()}
    face_characters, symbol_characters = (
        fonts.load_face(fonts.find_face_name(family)).advances,
        fonts.load_face("symbols").advances,
    )
    return (
        "symbols" if text_letters - face_characters.keys() and not text_letters - symbol_characters.keys() else family
    )


# --- wrapped text -------------------------------------------------------------------------------------------


class _Atom(NamedTuple):
    """Text without a line break, with the `space` before it and the `hyphen` for the end of a line.

    `space` and `hyphen` may be None. The hyphen is printed only if a line ends after the text.
    """

    text_line: TextLine
    space: FaceRun | None
    hyphen: FaceRun | None = None


def wrap_text(markup: str, style: Style, width: float) -> tuple[TextLine, ...]:
    """Break a text into lines of at most `width` points, each as full as possible.

    Lines break at spaces, at line breaks of the text, after a hyphen, slash or dash between two letters, at a
    soft hyphen and between ideographs (see `text_markup.split_at_breaks`). Lines never break at a no-break
    space, at a no-break hyphen or elsewhere in a word. Raises TooWideError for a word that is too long, and
    MissingGlyphError for characters that no font has.
    """
    return tuple(line for atoms in _split_paragraphs(markup.strip("\n"), style.family, style.bold, style.italic)
                 for line in _fill_lines(atoms, style, width))


def set_block(markup: str, style: Style, box: tuple[float, float, float, float | None], leading: float = 1.2,
              align: Anchor = "start", valign: Valign = "top", min_size: float | None = None) -> TextBlock:
    """Wrap a text into a box (x, y, width, height).

    If the height is None, the height of the box is not limited. `leading` is the distance of baselines as a
    multiple of the size. A text that does not fit is set smaller, down to `min_size`. Raises TooWideError or
    TooTallError if the text does not fit at `min_size`, and MissingGlyphError for characters that no font has.
    Raises ValueError if the height is None and `valign` is not "top".
    """
    x, y, width, height = box
    if height is None and valign != "top":
        raise ValueError("a text in a box without a height must be aligned to the top")
    smallest = style.size if min_size is None else min(min_size, style.size)
    current_style = style
    # Linear search, 0.2 pt smaller each time: line breaks change with the size, so that the size has no formula.
    while True:
        try:
            lines = wrap_text(markup, current_style, width)
        except TooWideError:
            if current_style.size <= smallest:
                raise
        else:
            text_height = len(lines) * leading * current_style.size
            if height is None or text_height <= height + _TOLERANCE:
                break
            if current_style.size <= smallest:
                raise TooTallError(strip_markup(markup), text_height, height)
        size = max(smallest, current_style.size - 4 * _SIZE_STEP)
        current_style = style._replace(size=size, tracking=style.tracking * size / style.size)
    if height is not None and valign != "top":
        y += (height - text_height) / (2 if valign == "middle" else 1)
    y += current_style.size * ((leading - 1) / 2 + current_style.face.ascent)
    anchor_share = {"start": 0.0, "middle": 0.5, "end": 1.0}[align]
    placed = (_place_runs(line.face_runs, x + anchor_share * (width - line.measure_width(current_style)),
                          y + row_number * leading * current_style.size, current_style)
              for row_number, line in enumerate(lines))
    return TextBlock(tuple(item for items in placed for item in items), text_height)


def justify_line(texts: Iterable[TextRun], spare: float) -> list[TextRun]:
    """Return a line stretched by `spare` points.

    The space is added between words. If the line is a single word, the space is added between the letters.
    """
    words = [(text, part) for text in texts for part in re.findall("[^ ]* |[^ ]+", text.string)]
    gap_count = sum(part.endswith(" ") for _, part in words)
    shift, x, result = spare / max(gap_count, 1), 0.0, list[TextRun]()
    for text, part in words:
        width = fonts.measure_string(part, text.font, text.size, text.tracking)
        x = text.x if not result else x
        extra_width = shift if part.endswith(" ") else 0.0
        tracking = text.tracking + (0.0 if gap_count else spare / len(text.string))
        result.append(replace(text, x=x, string=part, width=width + extra_width, tracking=tracking))
        x += width + extra_width
    return result


# frequent words of a language, its long words, and the file with its patterns for hyphens
_LANGUAGES = (
    (re.compile(r"\b(?:the|and|of|is|are|its)\b"),
     re.compile(r"<[^<>]*>|(?<![\w\\:/'’-])[a-z]{6,}(?![\w:/'’-])(?=.*\s)", re.DOTALL), "hyph_en_GB.dic"),
    (re.compile(r"\b(?:der|das|und|ist|eine?[nmrs]?|nicht|jede[nmrs]?|auf)\b"),
     re.compile(r"<[^<>]*>|(?<![\w\\:/'’-])[A-ZÄÖÜa-zäöüß][a-zäöüß]{6,}(?![\w:/'’-])(?=.*\s)", re.DOTALL),
     "hyph_de_DE.dic"),
)
_NO_DIGITS = dict.fromkeys(range(ord("0"), ord("9") + 1))


@fonts.cache_layout(4096)
def hyphenate(markup: str) -> str:
    """Return an English or German text with soft hyphens in its long words, except in the last word.

    English names have no hyphens.
    """
    for frequent_words, long_word, patterns in _LANGUAGES:
        if frequent_words.search(markup):
            return long_word.sub(lambda word, file=patterns: _load_hyphenator(file)(word[0])  # type: ignore[misc]
                                 if word[0][0] != "<" else word[0], markup)
    return markup


@cache
def _load_hyphenator(file: str) -> Callable[[str], str]:
    spec = find_spec("pyphen")
    folders = spec.submodule_search_locations if spec else None
    if not folders:  # without pyphen words are not hyphenated
        return str
    content = (Path(folders[0]) / "dictionaries" / file).read_bytes()
    pattern_lines = content.decode(content.split(maxsplit=1)[0].decode()).split()  # the first line is the encoding
    # Liang's patterns: ".ac5t2iva" has the value 5 before the t of "activa" at the beginning of a word. A pattern is
    # parsed when a word contains it: of fourteen thousand a booklet needs a few hundred.
    patterns = {pattern.translate(_NO_DIGITS): pattern for pattern in pattern_lines}
    longest = max(map(len, patterns))

    def hyphenate_word(word: str) -> str:
        delimited_word, levels = f".{word.lower()}.", [0] * (len(word) + 3)
        for start in range(len(delimited_word)):
            for end in range(start + 1, min(start + longest, len(delimited_word)) + 1):
                position = start
                for pattern_char in patterns.get(delimited_word[start:end], ""):
                    if pattern_char.isdigit():
                        levels[position] = max(levels[position], int(pattern_char))
                    else:
                        position += 1
        last = len(word) - 3
        return "".join([f"{text_markup.SOFT_HYPHEN}{char}" if 3 <= place <= last and levels[place + 1] % 2 else char
                        for place, char in enumerate(word)])

    return hyphenate_word


@fonts.cache_layout(4096)
def _split_paragraphs(markup: str, family: str, bold: bool, italic: bool) -> tuple[tuple[_Atom, ...], ...]:
    family = choose_family(markup, family)
    chars = [StyledRun(char, run.bold, run.italic) for run in parse_markup(fonts.insert_icons(markup))
             for char in run.string]
    paragraphs: list[tuple[_Atom, ...]] = []

    def shape_like(position: int, string: str) -> FaceRun:  # a piece in the style of the character at a position
        return next(_shape_run(chars[position]._replace(string=string), family, bold, italic))

    end = -1
    for paragraph in "".join(char.string for char in chars).split("\n") if chars else ():
        paragraph_start, atoms = end + 1, []
        for word in re.finditer(r"[^ \t]+", paragraph):
            end = paragraph_start + word.start()
            space = shape_like(end - 1, " ") if word.start() else None
            for part in text_markup.split_at_breaks(word[0]):
                start, end = end, end + len(part)
                line = TextLine.from_runs(face_run for run in join_runs(chars[start:end])
                                          for face_run in _shape_run(run, family, bold, italic))
                is_soft_hyphen = part.endswith(text_markup.SOFT_HYPHEN) and end < paragraph_start + word.end()
                atoms.append(_Atom(line, space, shape_like(end - 1, "-") if is_soft_hyphen else None))
                space = None
        end = paragraph_start + len(paragraph)
        paragraphs.append(tuple(atoms))
    return tuple(paragraphs)


def _fill_lines(atoms: tuple[_Atom, ...], style: Style, width: float) -> Iterator[TextLine]:
    """Yield the lines of a paragraph, each as full as possible. Raises TooWideError for a word that is too long."""
    size, tracking, max_width = style.size, style.tracking, width + _TOLERANCE
    start = 0
    while start < len(atoms):
        ems, length, end = 0.0, 0, start  # `end` is the index after the last atom that can end the line
        for index in range(start, len(atoms)):
            part, space, hyphen = atoms[index]
            if space and index > start:
                ems, length = ems + space.ems, length + 1
            ems, length = ems + part.ems, length + part.character_count
            if ems * size + tracking * max(length - 1, 0) > max_width:
                break
            if not hyphen or ems * size + hyphen.ems * size + tracking * length <= max_width:
                end = index + 1
        if end == start:
            part, _, hyphen = atoms[start]
            raise TooWideError(part.string, TextLine.from_runs((*part.face_runs,
                                                           *((hyphen,) if hyphen else ()))).measure_width(style), width)
        face_runs: list[FaceRun] = []
        for part, space, _ in atoms[start:end]:
            face_runs += (space, *part.face_runs) if space and face_runs else part.face_runs
        if hyphen := atoms[end - 1].hyphen:
            face_runs.append(hyphen)
        # Neighbours in the same face are joined, so that a line of plain text becomes one item.
        runs_by_face = [(font, [*run]) for font, run in groupby(face_runs, key=attrgetter("font"))]
        yield TextLine.from_runs([FaceRun(font, "".join([piece.string for piece in run]),
                                          sum([piece.ems for piece in run])) for font, run in runs_by_face])
        start = end
    if not atoms:
        yield TextLine()
