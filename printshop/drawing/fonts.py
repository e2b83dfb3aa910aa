"""The fonts: which characters they have, how wide these are, and their outlines.

The bundled ones are in `FACES`; behind them stand those that a player brings (`printshop.drawing.own_fonts`), for what
is laid out within `besides`.

Lengths of a face are in ems (1 = the font size); `width` answers in points for a size in points. No kerning
and no ligatures, anywhere: the PDF, the SVG and the layout agree on the sum of the advances.

fontTools is imported when the first face is read (20 ms); a face then costs 1 to 2 ms, the symbols 8 ms.
"""

from __future__ import annotations

import re
import unicodedata
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, TypeVar

from printshop import letters
from printshop.drawing.items import CLOSE, Curve, Line, Move, Segment
from printshop.drawing.misfit import Misfit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from printshop.drawing.geometry import Point

_FOLDER = Path(__file__).parent.parent / "fonts"

# Old Standard has no bold italic: its bold keeps the weight, which is what catches the eye.
FACES: dict[str, str] = {
    "sans": "IBMPlexSansCondensed-Regular.ttf",
    "sans-bold": "IBMPlexSansCondensed-Bold.ttf",
    "sans-italic": "IBMPlexSansCondensed-Italic.ttf",
    "sans-bold-italic": "IBMPlexSansCondensed-BoldItalic.ttf",
    "serif": "OldStandardTT-Regular.ttf",
    "serif-bold": "OldStandardTT-Bold.ttf",
    "serif-italic": "OldStandardTT-Italic.ttf",
    "serif-bold-italic": "OldStandardTT-Bold.ttf",
    "symbols": "DejaVuSans.ttf",
    "symbols-bold": "DejaVuSans-Bold.ttf",
}


OWN = "own:"
"""What the names of the faces of players' own fonts begin with."""

NAMED = 6  # characters that a message names


class OwnFace(NamedTuple):
    """A face of a player's own font, for `besides`; `warning` is what is odd about it."""

    name: str
    bold: bool = False
    italic: bool = False
    warning: str = ""


_BESIDES: ContextVar[tuple[OwnFace, ...]] = ContextVar("own faces", default=())


@contextmanager
def besides(faces: tuple[OwnFace, ...]) -> Iterator[None]:
    """Let what is laid out within have these faces, too, for characters that no bundled font has."""
    token = _BESIDES.set(faces)
    try:
        yield
    finally:
        _BESIDES.reset(token)


P = ParamSpec("P")
T = TypeVar("T")


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Keep what a function gave for its latest `most` calls, as `lru_cache` does: for all that sets text.

    What was set with other faces besides is not given again.
    """

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        def made(_own: tuple[OwnFace, ...], *args: P.args, **named: P.kwargs) -> T:
            return function(*args, **named)

        known: Any = lru_cache(maxsize=most)(made)

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> T:
            found: T = known(_BESIDES.get(), *args, **named)
            return found

        return call

    return keeping


class NoGlyph(Misfit):
    """These `characters` cannot be set: no font here has them, or they are not set letter by letter."""

    def __init__(self, characters: Iterable[str]) -> None:
        self.characters = "".join(dict.fromkeys("".join(characters)))
        refused = [char for char in self.characters if letters.refusal(char)]
        shown = refused or self.characters
        few = ", ".join(_described(char) for char in shown[:NAMED])
        few += f" and {len(shown) - NAMED} others" if len(shown) > NAMED else ""
        super().__init__(f"{letters.refusal(refused[0])}: {few}" if refused else f"no font here has {few}")
        self.hint = self._help(refused)

    def _help(self, refused: list[str]) -> str:
        if refused:
            return "write it in Latin letters, or others that stand side by side, or show it as a picture"
        if any(map(letters.pictorial, self.characters)):
            return ("an emoji is a coloured picture: show it as a picture of art/, or add a font that has it in black "
                    "and white, such as Noto Emoji, as 'fonts:' or with --font FILE")
        if all(char.isprintable() for char in self.characters):
            return "add a font that has it: fonts: [FILE.ttf] in the game's file, or --font FILE"
        return "delete what cannot be seen there"


def _described(char: str) -> str:
    code = f"U+{ord(char):04X} {unicodedata.name(char, '')}".partition(" CJK ")[0].strip()
    return f"'{char}' ({code})" if char.isprintable() else code


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """One font file. All lengths are in ems, `descent` too is positive; `advances` has all its characters."""

    name: str
    path: Path
    units_per_em: int
    ascent: float
    descent: float
    cap_height: float
    x_height: float
    advances: Mapping[str, float]

    def has(self, char: str) -> bool:
        """Say whether the face can show the character."""
        return char in self.advances

    def advance(self, char: str) -> float:
        """Return the advance of a character in ems. Raises NoGlyph."""
        try:
            return self.advances[char]
        except KeyError:
            raise NoGlyph(char) from None


@cache
def face(name: str) -> Face:
    """Return a face of `FACES`, or a player's own, read on first use. Raises ValueError for any other name."""
    if name.startswith(OWN):
        from printshop.drawing import own_fonts

        return own_fonts.face(name)
    if name not in FACES:
        raise ValueError(f"'{name}' is not a font: use one of {', '.join(FACES)}")
    font = _file(FACES[name])
    em, metrics, horizontal = font["head"].unitsPerEm, font["OS/2"], font["hmtx"].metrics
    advances = {
        chr(code): horizontal[glyph][0] / em
        for code, glyph in font.getBestCmap().items()
        if unicodedata.category(chr(code)) != "Cc"  # a font's "tab" or "newline" is an accident
    }
    return Face(
        name=name,
        path=_FOLDER / FACES[name],
        units_per_em=em,
        ascent=metrics.sTypoAscender / em,
        descent=-metrics.sTypoDescender / em,
        cap_height=_top(font, "H") / em,
        x_height=_top(font, "x") / em,
        advances=advances,
    )


@cache
def _file(name: str) -> Any:
    from fontTools.ttLib import TTFont

    # From memory, so that no file stays open; lazily, so that only the tables in use are read.
    return TTFont(BytesIO((_FOLDER / name).read_bytes()), lazy=True)


def _top(font: Any, char: str) -> int:
    top: int = font["glyf"][font.getBestCmap()[ord(char)]].yMax
    return top


@lru_cache(maxsize=65536)
def _ems(string: str, font: str) -> float:
    advances = face(font).advances
    try:
        return sum([advances[char] for char in string])
    except KeyError:
        raise NoGlyph(char for char in string if char not in advances) from None


def width(string: str, font: str, size: float, tracking: float = 0.0) -> float:
    """Return the advance width in points; `tracking` points follow every character, as in `items.Text`.

    Raises NoGlyph for characters that the face lacks: cut the text with `split` first.
    """
    return _ems(string, font) * size + tracking * len(string)


def fallbacks(font: str) -> tuple[str, ...]:
    """Return the faces that are asked for a character, in order; of a player's own those that suit the font first.

    >>> fallbacks("serif-bold-italic")
    ('serif-bold-italic', 'symbols-bold', 'symbols')
    """
    bold, italic = "bold" in font, "italic" in font
    chain = (font, "symbols-bold", "symbols") if bold else (font, "symbols", "symbols-bold")
    own = sorted(_BESIDES.get(), key=lambda one: 2 * (one.bold != bold) + (one.italic != italic))
    return tuple(dict.fromkeys((*chain, *(one.name for one in own))))


@remembered(65536)
def split(string: str, font: str) -> tuple[tuple[str, str], ...]:
    """Cut a string into runs (face name, substring), each of one face that has all its characters.

    A letter and the accents behind it are of one face if there is one that has them all. Raises NoGlyph with every
    character that no face has.

    >>> split("Move → ☐", "sans")
    (('sans', 'Move → '), ('symbols', '☐'))
    """
    advances = face(font).advances
    if all(char in advances for char in string):
        return ((font, string),) if string else ()
    chain = [(name, face(name).advances) for name in fallbacks(font)]
    owned = list(_owned(string, chain))
    if missing := [part for owner, part in owned if not owner]:
        raise NoGlyph(missing)
    runs = groupby(owned, key=lambda pair: pair[0])
    return tuple((owner, "".join(part for _, part in run)) for owner, run in runs)


def _owned(string: str, chain: list[tuple[str, Mapping[str, float]]]) -> Iterator[tuple[str, str]]:
    """Give the parts of a string, each with the face that shows it."""
    for part in _CLUSTER.findall(string):
        owner = _owner(part, chain)
        if owner or len(part) == 1:
            yield owner, part
        else:
            yield from ((_owner(char, chain), char) for char in part)


_CLUSTER = re.compile(".[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u3099\u309a]*", re.DOTALL)
"""A character with the accents behind it."""


def _owner(part: str, chain: list[tuple[str, Mapping[str, float]]]) -> str:
    """Return the first face that has all characters of a part, "" if there is none or they cannot be set."""
    if any(letters.refusal(char) for char in part):
        return ""
    return next((name for name, advances in chain if all(char in advances for char in part)), "")


@cache
def outline(font: str, char: str) -> tuple[Segment, ...]:
    """Return the outline of a character: ems, baseline at y = 0, y down, to be filled by the nonzero rule.

    Empty for a space. Raises NoGlyph.
    """
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    if not face(font).has(char):
        raise NoGlyph(char)
    if font.startswith(OWN):
        from printshop.drawing import own_fonts

        return tuple(_segments(own_fonts.commands(font, char), 1 / face(font).units_per_em))
    glyphs = _glyphs(FACES[font])
    pen = DecomposingRecordingPen(glyphs)
    glyphs[_file(FACES[font]).getBestCmap()[ord(char)]].draw(pen)
    return tuple(_segments(pen.value, 1 / face(font).units_per_em))


@cache
def _glyphs(name: str) -> Any:
    return _file(name).getGlyphSet()


def _segments(commands: Iterable[tuple[str, tuple[Any, ...]]], scale: float) -> Iterator[Segment]:
    here = (0.0, 0.0)
    for command, raw in commands:
        if command in {"closePath", "endPath"}:
            yield CLOSE
            continue
        if raw[-1] is None:  # a contour of curve points only: it starts midway between the last and the first
            raw = (*raw[:-1], _midway(raw[-2], raw[0]))  # noqa: PLW2901
            here = _scaled(raw[-1], scale)
            yield Move(*here)
        points = [_scaled(point, scale) for point in raw]
        if command == "qCurveTo":
            yield from _cubics(here, points)
        elif command == "curveTo":
            (x1, y1), (x2, y2), (x, y) = points
            yield Curve(x1, y1, x2, y2, x, y)
        else:
            yield Move(*points[0]) if command == "moveTo" else Line(*points[0])
        here = points[-1]


def _scaled(point: Point, scale: float) -> Point:
    return point[0] * scale, 0.0 - point[1] * scale


def _midway(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _cubics(start: Point, points: list[Point]) -> Iterator[Curve]:
    """Turn one TrueType curve (control points, then its end) into cubics; implied points lie midway."""
    *controls, end = points
    for index, (cx, cy) in enumerate(controls):
        x, y = end if index == len(controls) - 1 else _midway((cx, cy), controls[index + 1])
        yield Curve(
            (start[0] + 2 * cx) / 3, (start[1] + 2 * cy) / 3, (x + 2 * cx) / 3, (y + 2 * cy) / 3, x, y
        )
        start = (x, y)
