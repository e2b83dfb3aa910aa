"""The display list: what a finished page is. Everything is placed; nothing is left to decide.

All lengths are points (1/72 in). The origin of a page is its top left corner, x to the right, y down. Items
are immutable; every style value is explicit, because the renderers' own defaults differ. A renderer is one
`match` over `Item`, closed with `assert_never`, so that a new kind breaks the type check of every renderer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from printshop.drawing.geometry import IDENTITY, Transform


class Color(NamedTuple):
    """A colour of the page in sRGB, each channel 0 to 255."""

    red: int
    green: int
    blue: int

    def mix(self, other: Color, share: float) -> Color:
        """Return this colour with `share` (0 to 1) of it replaced by `other`."""
        (red, green, blue), (to_red, to_green, to_blue) = self, other
        return Color(round(red + (to_red - red) * share), round(green + (to_green - green) * share),
                     round(blue + (to_blue - blue) * share))

    def hex(self) -> str:
        """Return the colour as `#rrggbb`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BLACK = Color(0, 0, 0)
WHITE = Color(255, 255, 255)


@lru_cache(maxsize=1024)
def parse_color(text: str) -> Color:
    """Read `#rrggbb` or `#rgb`. Raises ValueError with what to write instead.

    >>> parse_color("#0072B2")
    Color(red=0, green=114, blue=178)
    """
    digits = text.removeprefix("#")
    if not re.fullmatch("(?:[0-9a-fA-F]{3}){1,2}", digits):
        raise ValueError(f"'{text}' is not a colour: write it as \"#rrggbb\", in quotes, for instance \"#0072B2\"")
    if digits == text:
        raise ValueError(f"the colour '{text}' lacks its #: write \"#{text}\", in quotes")
    return Color(*bytes.fromhex(digits if len(digits) == 6 else "".join(2 * digit for digit in digits)))


class Layer(Enum):
    """What a line is for: the value is the layer's name in SVG files and the dump."""

    PRINT = "print"
    CUT = "cut"
    SCORE = "score"
    ENGRAVE = "engrave"
    GUIDE = "guide"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line style; `dash` is on, off, on, off ... in points, starting `phase` points into the pattern."""

    color: Color = BLACK
    width: float = 0.5
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter_limit: float = 4.0


class Move(NamedTuple):
    """Start a new outline at (x, y)."""

    x: float
    y: float


class Line(NamedTuple):
    """A straight line to (x, y)."""

    x: float
    y: float


class Curve(NamedTuple):
    """A cubic Bezier curve to (x, y) with control points (x1, y1) and (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float


class Close(NamedTuple):
    """Close the outline with a straight line to its start."""


CLOSE = Close()
Segment = Move | Line | Curve | Close
LETTERS: dict[type[Segment], str] = {Move: "M", Line: "L", Curve: "C", Close: "Z"}
"""What the parts of an outline are called where it is written as text."""


@dataclass(frozen=True, slots=True)
class Path:
    """An outline, filled and then stroked; `rule` is the fill rule."""

    segments: tuple[Segment, ...]
    fill: Color | None = None
    stroke: Stroke | None = None
    rule: Literal["nonzero", "evenodd"] = "nonzero"


@dataclass(frozen=True, slots=True)
class Text:
    """One run of text in one font. (x, y) is the left end of the baseline.

    `font` names a face of `printshop.drawing.fonts`; every character is in that face. `width` is the advance
    that layout used. `tracking` is added after every character, in points.
    """

    x: float
    y: float
    string: str
    font: str
    size: float
    width: float
    color: Color = BLACK
    tracking: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """The pixels of a picture, shared by the items that show it: a whole PNG or JPEG file. `name` is for people."""

    data: bytes
    format: Literal["png", "jpeg"]
    pixel_width: int
    pixel_height: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """A raster picture in the rectangle with top left corner (x, y)."""

    x: float
    y: float
    width: float
    height: float
    picture: Picture


Rect = tuple[float, float, float, float]  # x, y, width, height


class Marks(NamedTuple):
    """Where what is to be marked stands: circles, boxes or steps with names, in order; the first `filled` are."""

    places: tuple[Rect, ...]
    filled: int = 0
    kind: Literal["circle", "box", "step"] = "circle"


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """A drawing that is used many times; `bounds` is (left, top, right, bottom) of all its ink.

    Compared by identity: a renderer writes each once. `name` and `notes` are for people, `name` for the dump, too.
    `marks` are what can be marked in it.
    """

    name: str
    items: tuple[Item, ...]
    bounds: tuple[float, float, float, float]
    notes: tuple[str, ...] = ()
    marks: Marks | None = None


@dataclass(frozen=True, slots=True)
class Use:
    """A symbol drawn through a transform; `track` is the name by which damage knows its marks."""

    symbol: Symbol
    transform: Transform = IDENTITY
    track: str = ""

    @property
    def items(self) -> tuple[Item, ...]:
        """What the symbol consists of."""
        return self.symbol.items


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn through a transform, within a clip (in the group's own coordinates), on a layer.

    That of a record says whose `record` it is, and where somebody writes on it: `blanks`, in its own coordinates.
    """

    items: tuple[Item, ...]
    transform: Transform = IDENTITY
    clip: Path | None = None
    layer: Layer | None = None
    record: str = ""
    blanks: tuple[Rect, ...] = ()


_State = TypeVar("_State")
Leaf = Path | Text | Image
Item = Leaf | Use | Group
_HOLDERS = (Use, Group)


def walk(items: Iterable[Item], state: _State, within: Callable[[Use | Group, _State], _State | None],
         ) -> Iterator[tuple[Leaf, _State]]:
    """Give all that is drawn, in order, what stands in groups and symbols too, each with the state it stands in.

    `within` makes, of a group or a symbol's use and the state around it, the state inside; None leaves it out.
    """
    open_items = [(iter(items), state)]  # of the whole, then of each group that is gone through, the innermost last
    while open_items:
        rest, outer = open_items[-1]
        for item in rest:
            if not isinstance(item, _HOLDERS):
                yield item, outer
            elif (inner := within(item, outer)) is not None:
                open_items.append((iter(item.items), inner))
                break
        else:
            open_items.pop()


def placed(items: Iterable[Item], place: Transform = IDENTITY) -> Iterator[tuple[Leaf, Transform]]:
    """Give all that is drawn, in order, each with the transform from its own coordinates to those of the whole."""
    return walk(items, place, lambda inner, outer: outer.then(inner.transform))


def remade(items: Iterable[Item], make: Callable[[Leaf | Use], Iterable[Item]]) -> tuple[Item, ...]:
    """Return the items with something made of each of them and of all that stands in groups, which stay."""
    return tuple(other for item in items for other in (
        (replace(item, items=remade(item.items, make)),) if isinstance(item, Group) else make(item)))


class Link(NamedTuple):
    """A rectangle of the page that leads to the page whose anchor is `target`."""

    x: float
    y: float
    width: float
    height: float
    target: str


class Bookmark(NamedTuple):
    """An entry of the document's outline that leads to its page; level 0 is the outermost."""

    title: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A finished page of `width` x `height` points.

    `label` is what a reader shows instead of the page number ("C-1"). `anchor` is what links aim at. `bleed` is how
    much of it is cut off on every side; above and below it may be another amount, `bleed_along`.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    label: str = ""
    anchor: str = ""
    bookmarks: tuple[Bookmark, ...] = ()
    links: tuple[Link, ...] = ()
    bleed: float = 0.0
    bleed_along: float | None = None

    @property
    def trim(self) -> tuple[float, float]:
        """How wide and how high it is when it is cut."""
        along = self.bleed if self.bleed_along is None else self.bleed_along
        return self.width - 2 * self.bleed, self.height - 2 * along


@dataclass(frozen=True, slots=True)
class Stream:
    """Pages that are made anew each time they are walked."""

    make: Callable[[], Iterator[Page]]

    def __iter__(self) -> Iterator[Page]:
        return self.make()


@dataclass(frozen=True, slots=True)
class Document:
    """Pages with what a reader shows of them. `pages` can be walked more than once.

    `pages` may make its pages as they are asked for (thousands of record sheets do not fit in memory). With `duplex`,
    the pages are fronts and backs in turn, and a sheet is turned over its long or its short edge. `backed` says that
    something has its back on the other side, or half, of its sheet; `folded` that the pages are those of a booklet, two
    beside one another on each side of a sheet.
    """

    title: str
    pages: Iterable[Page]
    author: str = "printshop"
    subject: str = ""
    keywords: tuple[str, ...] = field(default=())
    language: str = "en-GB"
    duplex: Literal["", "long", "short"] = ""
    backed: bool = False
    folded: bool = False
