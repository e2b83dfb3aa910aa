"""Reportlab's Platypus made to speak the display list: a canvas that records, and flowables of our own.

Platypus breaks paragraphs, tables and pages; its canvas keeps the state (fonts, colours, transforms) as ever,
but what is drawn ends as items of `printshop.drawing.items`, in points from the top left, y down. Only what
Platypus uses for paragraphs and tables is recorded; anything else raises NotImplementedError instead of
vanishing. A test holds the result against the PDF that reportlab itself writes of the same story.

reportlab is imported inside functions, so the classes that extend its own are made there, once.
"""

# ruff: noqa: SLF001 - the state of reportlab's canvas has no public names

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Color, Group, Item, Link, Stroke, Text
from printshop.letters import SOFT_HYPHEN

if TYPE_CHECKING:
    from collections.abc import Iterator

_PREFIX = "printshop "
_TOUCHES = 1e-6  # of a point: sums of floats
_UNRECORDED = (
    "addLiteral", "arc", "bezier", "circle", "clipPath", "doForm", "drawImage", "drawInlineImage", "drawPath",
    "ellipse", "grid", "linearGradient", "linkAbsolute", "linkRect", "linkURL", "radialGradient", "roundRect",
    "setDash", "wedge",
)
_WORD = re.compile(r"([^ \u00a0]*)([ \u00a0]*)")


class Found(NamedTuple):
    """A heading on its page: plain title with its number, level (1 is the highest), its block's anchor."""

    title: str
    level: int
    anchor: str


@dataclass(slots=True)
class Sheet:
    """What is recorded of one page."""

    items: list[Item] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


class Placed(NamedTuple):
    """A finished drawing that flows with the text: `items` from (0, 0) at its top left; `space` above, below.

    It may stand for a heading that is `found`, or lead to the page with the anchor `leads_to`.
    """

    items: tuple[Item, ...]
    width: float
    height: float
    space: tuple[float, float] = (0.0, 0.0)
    found: Found | None = None
    leads_to: str = ""


# --- fonts --------------------------------------------------------------------------------------------------


@cache
def font(face: str) -> str:
    """Return the name under which reportlab knows a face of `printshop.drawing.fonts`."""
    from reportlab.lib.fonts import addMapping
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    name = _PREFIX + face
    own: Any = _OwnFont(name, face) if face.startswith(fonts.OWN) else None
    file = str(fonts.face(face).path)
    pdfmetrics.registerFont(own or TTFont(name, file, asciiReadable=False, shapable=False))
    for bold in (0, 1):
        for italic in (0, 1):
            addMapping(name, bold, italic, name)
    return name


class _OwnFont:
    """A player's font as reportlab sees it: widths, no more. A space has none: it is a place where a line may break.

    reportlab also asks for the width of a hyphen, which need not be there.
    """

    _multiByte = _dynamicFont = 1  # noqa: N815 - the names of reportlab's fonts
    shapable = False
    ascent, descent = 800, -200

    def __init__(self, name: str, face: str) -> None:
        self.fontName, self.name, self.face = name, name, self
        self._own = face

    def stringWidth(self, text: str, size: float, encoding: str = "utf8") -> float:  # noqa: ARG002, N802
        advances = fonts.face(self._own).advances
        return sum(advances.get(char, 0.5) for char in text if char != " ") * size


# --- the canvas ---------------------------------------------------------------------------------------------


class Pen:
    """Where the next text goes, in the coordinates of the canvas: reportlab leaves that to the PDF reader."""

    __slots__ = ("left", "x", "y")

    def __init__(self) -> None:
        self.left = self.x = self.y = 0.0

    def move_to(self, x: float, y: float) -> None:
        """Start a line at (x, y)."""
        self.left = self.x = x
        self.y = y


@cache
def _text_class() -> Any:
    from reportlab.pdfgen import textobject

    base: Any = textobject.PDFTextObject  # the published types lack what is private

    class RecordingText(base):  # type: ignore[misc]
        """A text object whose words go to the sheet of its canvas."""

        def __init__(self, canvas: Any, x: float = 0, y: float = 0, direction: Any = None) -> None:
            self.pen = Pen()
            super().__init__(canvas, x, y, direction)

        def setTextOrigin(self, x: float, y: float) -> None:  # noqa: N802
            super().setTextOrigin(x, y)
            self.pen.move_to(x, y)

        def moveCursor(self, dx: float, dy: float) -> None:  # noqa: N802
            super().moveCursor(dx, dy)
            self.pen.move_to(self.pen.left + dx, self.pen.y - dy)

        def _textOut(self, string: str, TStar: int = 0) -> None:  # noqa: N802, N803
            super()._textOut(string, TStar)
            if TStar:
                self._new_line()

        def textLine(self, string: str = "") -> None:  # noqa: N802
            super().textLine(string)
            self._new_line()

        def _new_line(self) -> None:
            self.pen.move_to(self.pen.left, self.pen.y - self._leading)

        def _formatText(self, string: str) -> str:  # noqa: N802 - every way to show text leads here
            _record_text(self, string)
            return ""

    return RecordingText


def _record_text(writer: Any, string: str) -> None:
    canvas, pen = writer._canvas, writer.pen
    face, size = writer._fontname.removeprefix(_PREFIX), writer._fontsize
    color = _color(getattr(writer, "_fillColorObj", canvas._fillColorObj))
    stretch = getattr(writer, "_wordSpace", 0.0)
    if face.startswith(fonts.OWN):
        string = string.replace(" ", "")
    for part in _parts(string, stretch):
        width = fonts.width(part, face, size)
        x, y, scale = canvas.from_top(pen.x, pen.y + writer._rise)
        _append(canvas.sheet.items, Text(x, y, part, face, size * scale, width * scale, color))
        pen.x += width + stretch * (part.count(" ") + part.count("\u00a0"))


def _append(items: list[Item], item: Text) -> None:
    """Add a run, joined to the one before it if nothing but reportlab's parser parts them."""
    last = items[-1] if items else None
    looks = (item.y, item.font, item.size, item.color)
    if (
        isinstance(last, Text)
        and (last.y, last.font, last.size, last.color) == looks
        and abs(last.x + last.width - item.x) < _TOUCHES
    ):
        items[-1] = replace(last, string=last.string + item.string, width=last.width + item.width)
    elif not item.string.isspace():
        items.append(item)


def _parts(string: str, stretch: float) -> Iterator[str]:
    """Yield the runs to draw: the words, each with the spaces after it, where spaces are stretched."""
    if stretch:
        yield from (match[0] for match in _WORD.finditer(string) if match[0])
    elif string:
        yield string


@cache
def canvas_class() -> Any:
    """Return the class of canvas that records: `sheets` has the finished pages, `sheet` the one at hand."""
    from reportlab.pdfgen import canvas

    base: Any = canvas.Canvas
    writer = _text_class()

    class RecordingCanvas(base):  # type: ignore[misc]
        def __init__(self, *args: Any, **named: Any) -> None:
            self.sheets: list[Sheet] = []
            self.sheet = Sheet()
            super().__init__(*args, **(named | {"initialFontName": font("serif"), "invariant": 1}))

        def from_top(self, x: float, y: float) -> tuple[float, float, float]:
            """Return a point in points from the top left of the page, and the scale there."""
            a, b, c, d, _, _ = self._currentMatrix
            if b or c or a != d or a <= 0:
                raise NotImplementedError("a turned or distorted flowable")
            right, up = self.absolutePosition(x, y)
            return right, self._pagesize[1] - up, a

        def beginText(self, x: float = 0, y: float = 0, direction: Any = None) -> Any:  # noqa: N802
            return writer(self, x, y, direction)

        def line(self, x1: float, y1: float, x2: float, y2: float) -> None:
            ends = (self.from_top(x1, y1)[:2], self.from_top(x2, y2)[:2])
            self.sheet.items.append(shapes.polyline(ends, stroke=_stroke(self)))

        def lines(self, linelist: Any) -> None:
            for ends in linelist:
                self.line(*ends)

        def rect(self, x: float, y: float, width: float, height: float, stroke: int = 1, fill: int = 0) -> None:
            x0, y0, _ = self.from_top(min(x, x + width), max(y, y + height))
            x1, y1, _ = self.from_top(max(x, x + width), min(y, y + height))
            area = _color(self._fillColorObj) if fill else None
            edge = _stroke(self) if stroke else None
            self.sheet.items.append(shapes.rect(x0, y0, x1 - x0, y1 - y0, fill=area, stroke=edge))

        def place(self, placed: Placed) -> None:
            """Draw a finished drawing whose bottom left corner is the origin, and note what it stands for."""
            _place(self, placed)

        def showPage(self) -> None:  # noqa: N802
            self.sheets.append(self.sheet)
            self.sheet = Sheet()
            self._startPage()

        def save(self) -> None:
            """Nothing is written."""

    for name in _UNRECORDED:
        setattr(RecordingCanvas, name, _refuse)
    return RecordingCanvas


def _place(canvas: Any, placed: Placed) -> None:
    x, y, scale = canvas.from_top(0, placed.height)
    sheet: Sheet = canvas.sheet
    if placed.items:
        sheet.items.append(Group(placed.items, IDENTITY.translate(x, y).scale(scale)))
    if placed.found:
        sheet.found.append(placed.found)
    if placed.leads_to:
        sheet.links.append(Link(x, y, placed.width * scale, placed.height * scale, placed.leads_to))


def _refuse(*_args: Any, **_named: Any) -> None:
    raise NotImplementedError("a drawing that is not recorded")


def _stroke(canvas: Any) -> Stroke:
    cap = ("butt", "round", "square")[canvas._lineCap]
    join = ("miter", "round", "bevel")[canvas._lineJoin]
    width = canvas._lineWidth * canvas.from_top(0, 0)[2]
    return Stroke(_color(canvas._strokeColorObj), width, cap=cap, join=join)  # type: ignore[arg-type]


def _color(value: Any) -> Color:
    """Read a reportlab colour, or the three shares that its canvas starts with."""
    shares = value if isinstance(value, tuple) else value.rgb()
    return Color(*(round(share * 255) for share in shares))


# --- flowables ----------------------------------------------------------------------------------------------


@cache
def placed_class() -> Any:
    """Return the flowable that shows a `Placed`; its canvas must have `place`."""
    from reportlab.platypus import flowables

    base: Any = flowables.Flowable

    class PlacedFlowable(base):  # type: ignore[misc]
        def __init__(self, placed: Placed) -> None:
            super().__init__()
            self.placed = placed
            self.spaceBefore, self.spaceAfter = placed.space

        def wrap(self, available: float, _height: float) -> tuple[float, float]:
            if self.placed.width > available + 1e-6:
                raise text.TooWide("a drawing", self.placed.width, available, described=True)
            self.width, self.height = self.placed.width, self.placed.height
            return self.width, self.height

        def draw(self) -> None:
            self.canv.place(self.placed)

        def __deepcopy__(self, _memo: object) -> Any:
            return copy(self)  # symbols and pictures are themselves only once

    return PlacedFlowable


@cache
def paragraph_class() -> Any:
    """Return reportlab's paragraph, except that a word too long for its line raises TooWide."""
    from reportlab.platypus import paragraph

    base: Any = paragraph.Paragraph

    class CheckedParagraph(base):  # type: ignore[misc]
        def wrap(self, available: float, height: float) -> tuple[float, float]:
            room = available - self.style.leftIndent - self.style.rightIndent
            if (needed := self.minWidth()) > room + 1e-6:
                longest = max(self.getPlainText(identify=1).split(), key=len)
                raise text.TooWide(longest, needed, room)
            size: tuple[float, float] = super().wrap(available, height)
            return size

        def minWidth(self) -> float:  # noqa: N802
            narrow = copy(self)  # reportlab breaks words at soft hyphens and forgets it here
            if any(SOFT_HYPHEN in getattr(frag, "text", "") for frag in self.frags):
                narrow.frags = [frag.clone(text=frag.text.replace(SOFT_HYPHEN, "- ")) for frag in self.frags]
            least: float = base.minWidth(narrow)
            return least

    return CheckedParagraph
