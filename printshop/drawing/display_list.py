"""The display list: the items of a finished page, each with its final position and style.

Lengths are points (1/72 in). The origin of a page is its top left corner, x to the right, y down. Items are
immutable. Every style value is explicit because the defaults of PDF and SVG differ. A renderer is one
`match` over `Item`, closed with `assert_never`, so that a new kind of item breaks the type check of every
renderer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from itertools import chain
from typing import Literal, NamedTuple, Self, TypeVar

from printshop.drawing.geometry import IDENTITY, Transform


class Color(NamedTuple):
    """A colour of the page in sRGB, each channel 0 to 255."""

    red: int
    green: int
    blue: int

    def mix(self, other: Color, share: float) -> Color:
        """Return this colour mixed with `other`.

        `share` (0 to 1) is the share of `other` in the mixture.
        """
        (red, green, blue), (to_red, to_green, to_blue) = self, other
        return Color(round(red + (to_red - red) * share), round(green + (to_green - green) * share),
                     round(blue + (to_blue - blue) * share))

    def to_hex(self) -> str:
        """Return the colour as `#rrggbb`."""
        return f"#{self.red:02x}{self.green:02x}{self.blue:02x}"


BLACK = Color(0, 0, 0)
WHITE = Color(255, 255, 255)


@lru_cache(maxsize=1024)
def parse_color(text: str) -> Color:
    """Return the colour for `#rrggbb` or `#rgb`.

    For any other text, raise ValueError with the correct spelling.

    >>> parse_color("#0072B2")
    Color(red=0, green=114, blue=178)
    """
    digits = text.removeprefix("#")
    if not re.fullmatch("(?:[0-9a-fA-F]{3}){1,2}", digits):
        raise ValueError(f"'{text}' is not a colour: write a colour as \"#rrggbb\", in quotes, such as \"#0072B2\"")
    if digits == text:
        raise ValueError(f"the colour '{text}' must begin with #: write \"#{text}\", in quotes")
    return Color(*bytes.fromhex(digits if len(digits) == 6 else "".join(2 * digit for digit in digits)))


class PageLayer(Enum):
    """The purpose of a line.

    The value is the name of the layer in SVG files and in the dump.
    """

    PRINT = "print"
    CUT = "cut"
    SCORE = "score"
    ENGRAVE = "engrave"
    GUIDE = "guide"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line style.

    `dash` lists the lengths of dashes and gaps in turn, in points. A line starts `phase` points after the start
    of this pattern.
    """

    color: Color = BLACK
    width: float = 0.5
    dash: tuple[float, ...] = ()
    phase: float = 0.0
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    miter_limit: float = 4.0


class MoveTo(NamedTuple):
    """The start of a new outline at (x, y)."""

    x: float
    y: float


class LineTo(NamedTuple):
    """A straight line to (x, y)."""

    x: float
    y: float


class CurveTo(NamedTuple):
    """A cubic Bezier curve to (x, y) with control points (x1, y1) and (x2, y2)."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float


class ClosePath(NamedTuple):
    """A straight line to the start of the outline. It closes the outline."""


CLOSE = ClosePath()
Segment = MoveTo | LineTo | CurveTo | ClosePath
SEGMENT_LETTERS: dict[type[Segment], str] = {MoveTo: "M", LineTo: "L", CurveTo: "C", ClosePath: "Z"}
"""The letter of each segment in path data."""


@dataclass(frozen=True, slots=True)
class Path:
    """An outline that is filled first and then stroked. `rule` is the fill rule."""

    segments: tuple[Segment, ...]
    fill: Color | None = None
    stroke: Stroke | None = None
    rule: Literal["nonzero", "evenodd"] = "nonzero"


@dataclass(frozen=True, slots=True)
class TextRun:
    """A run of text in one font.

    (x, y) is the left end of the baseline. `font` is the name of a face in `printshop.drawing.fonts` that has every
    character of the string. `width` is the advance width that the layout used. `tracking` is the space that is added
    after every character, in points.
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
class ImageData:
    """The PNG or JPEG file of an image, shared by all items that show this file.

    Messages use `name`. `note` is a warning about the file, or "".
    """

    data: bytes
    format: Literal["png", "jpeg"]
    pixel_width: int
    pixel_height: int
    name: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """A raster image in the rectangle with its top left corner at (x, y)."""

    x: float
    y: float
    width: float
    height: float
    picture: ImageData


RectTuple = tuple[float, float, float, float]  # x, y, width, height


class FillableMarks(NamedTuple):
    """Marks that a player fills in: the rectangles of circles, boxes or named steps, in order.

    The first `filled_count` marks are filled in already.
    """

    rectangles: tuple[RectTuple, ...]
    filled_count: int = 0
    kind: Literal["circle", "box", "step"] = "circle"


@dataclass(frozen=True, slots=True, eq=False)
class Symbol:
    """A drawing that is used several times.

    `bounds` is (left, top, right, bottom) of all its ink. Symbols compare by identity, and a renderer writes each
    symbol once. `name` appears in messages and in the dump. `notes` appear only in messages. `marks` are the marks in
    the drawing that a player fills in.
    """

    name: str
    items: tuple[Item, ...]
    bounds: tuple[float, float, float, float]
    notes: tuple[str, ...] = ()
    marks: FillableMarks | None = None


@dataclass(frozen=True, slots=True)
class SymbolUse:
    """A symbol drawn through a transform.

    `track` is the name by which damage refers to the symbol's marks.
    """

    symbol: Symbol
    transform: Transform = IDENTITY
    track: str = ""

    @property
    def items(self) -> tuple[Item, ...]:
        """The items of the symbol."""
        return self.symbol.items


class WritingArea(NamedTuple):
    """A rectangle in which players write, in points, and the words of the record that are its label, or ""."""

    x: float
    y: float
    width: float
    height: float
    label: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Items drawn through a transform, within a clip, on a layer.

    If the group is the record of a unit, `record` is the name of the unit. `writing_areas` are the rectangles
    in which players write. The clip and the writing areas are in the group's own coordinates.
    """

    items: tuple[Item, ...]
    transform: Transform = IDENTITY
    clip: Path | None = None
    layer: PageLayer | None = None
    record: str = ""
    writing_areas: tuple[WritingArea, ...] = ()


_State = TypeVar("_State")
LeafItem = Path | TextRun | Image
Item = LeafItem | SymbolUse | Group
_CONTAINERS = (SymbolUse, Group)


class JoinedItems(tuple[Item, ...]):  # noqa: SLOT001 - a tuple cannot have the slot `runs`
    """The items of several `runs` behind one another.

    Pages share runs, so that a renderer can write each run once.
    """

    runs: tuple[tuple[Item, ...], ...]

    def __new__(cls, runs: Iterable[tuple[Item, ...]]) -> Self:
        """Join the runs."""
        runs = tuple(runs)
        joined = super().__new__(cls, chain.from_iterable(runs))
        joined.runs = runs
        return joined


def walk_items(items: Iterable[Item], state: _State, enter: Callable[[SymbolUse | Group, _State], _State | None],
               ) -> Iterator[tuple[LeafItem, _State]]:
    """Yield every leaf item in drawing order, including items in groups and symbols, with the state around the item.

    `enter` computes the state inside a group or a symbol use from the state around it. If `enter` returns None,
    the group or the symbol use is skipped.
    """
    # A stack instead of recursive generators, which would pass each item through every level above it.
    open_items = [(iter(items), state)]  # the rest of the items of each open group, the innermost group last
    while open_items:
        remaining, outer_state = open_items[-1]
        for item in remaining:
            if not isinstance(item, _CONTAINERS):
                yield item, outer_state
            elif (inner_state := enter(item, outer_state)) is not None:
                open_items.append((iter(item.items), inner_state))
                break
        else:
            open_items.pop()


def walk_with_transforms(items: Iterable[Item], transform: Transform = IDENTITY) -> Iterator[tuple[LeafItem,
                                                                                                   Transform]]:
    """Yield every leaf item in drawing order, with the transform from its own coordinates to the list's coordinates."""
    return walk_items(items, transform, lambda inner, outer: outer.compose(inner.transform))


def map_items(items: Iterable[Item], convert: Callable[[LeafItem | SymbolUse], Iterable[Item]]) -> tuple[Item, ...]:
    """Return the items with `convert` applied to each leaf item and each symbol use.

    Groups stay, with new contents.
    """
    return tuple(converted for item in items for converted in (
        (replace(item, items=map_items(item.items, convert)),) if isinstance(item, Group) else convert(item)))


class Link(NamedTuple):
    """A rectangle of a page that links to the page with the anchor `target`."""

    x: float
    y: float
    width: float
    height: float
    target: str


class Bookmark(NamedTuple):
    """An entry of the document's outline that leads to its page.

    Level 0 is the outermost level.
    """

    title: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class Page:
    """A finished page of `width` x `height` points.

    `label` is the page number that a PDF viewer shows ("C-1"). Links refer to the page by its `anchor`. `bleed`
    is the width of the strip that is cut off on every side. If `vertical_bleed` is given, it replaces `bleed`
    at the top and at the bottom. `cutouts` is the number of pieces to cut out of the page. `material` is the material
    to print the page on, if it differs from that of other pages of its product. `seats` are the numbers, from 1, of
    the players whose kits contain the page. If there are none, all players share the page.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    label: str = ""
    anchor: str = ""
    bookmarks: tuple[Bookmark, ...] = ()
    links: tuple[Link, ...] = ()
    bleed: float = 0.0
    vertical_bleed: float | None = None
    cutouts: int = 0
    material: str = ""
    seats: tuple[int, ...] = ()

    @property
    def trim_size(self) -> tuple[float, float]:
        """The width and height of the page after trimming."""
        vertical = self.bleed if self.vertical_bleed is None else self.vertical_bleed
        return self.width - 2 * self.bleed, self.height - 2 * vertical


@dataclass(frozen=True, slots=True)
class PageStream:
    """Pages that are made again each time that the stream is iterated."""

    make_pages: Callable[[], Iterator[Page]]

    def __iter__(self) -> Iterator[Page]:
        return self.make_pages()


@dataclass(frozen=True, slots=True)
class Document:
    """Pages with the metadata of their file. `pages` can be iterated more than once.

    `pages` may make each page on demand, because thousands of record sheets do not fit in memory. If `duplex`
    is given, fronts and backs alternate, and each sheet is turned over its long or its short edge. `has_backs`
    is set if any item has its back on the other side, or on the other half, of its sheet. `is_booklet` is set
    if the pages form a booklet, with two pages side by side on each side of a sheet.
    """

    title: str
    pages: Iterable[Page]
    author: str = "printshop"
    subject: str = ""
    keywords: tuple[str, ...] = field(default=())
    language: str = "en-GB"
    duplex: Literal["", "long", "short"] = ""
    has_backs: bool = False
    is_booklet: bool = False
