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
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from printshop import letters
from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Color, Group, Item, Link, Stroke, Text
from printshop.letters import runs

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
            if any(letters.SOFT_HYPHEN in getattr(frag, "text", "") for frag in self.frags):
                narrow.frags = [frag.clone(text=frag.text.replace(letters.SOFT_HYPHEN, "- ")) for frag in self.frags]
            least: float = base.minWidth(narrow)
            return least

    return CheckedParagraph


# --- paragraphs ---------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """How a paragraph is set. All in points: `leading`, the space `before` and `after`, the indent `left`.

    A label stands `hang` to the left of the indent. `keep` holds the paragraph together with what follows.
    """

    style: text.Style
    leading: float
    align: Literal["start", "middle", "end"] = "start"
    before: float = 0.0
    after: float = 0.0
    left: float = 0.0
    hang: float = 0.0
    keep: bool = False


def paragraph(markup: str, look: Look, label: str = "") -> Any:
    """Return a flowable; `label` stands before its first line. Raises NoGlyph."""
    xml = _xml(markup, look.style)
    # reportlab loses hyphens when it joins a word again that has several runs about it; and a hyphen that must
    # not break is drawn as any other
    parts = "<" not in xml and text.NO_BREAK_HYPHEN not in markup
    made = paragraph_class()(xml, _style(look, parts), bulletText=label or None)
    made.keepWithNext = int(look.keep)
    return made


def reportlab_color(color: Color) -> Any:
    """Return a colour as reportlab wants it."""
    from reportlab.lib.colors import Color as ReportlabColor

    return ReportlabColor(*(channel / 255 for channel in color))


@cache
def _style(look: Look, hyphens: bool) -> Any:
    from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle

    sides: dict[str, Literal[0, 1, 2]] = {"start": TA_LEFT, "middle": TA_CENTER, "end": TA_RIGHT}
    size, name, color = look.style.size, font(look.style.face.name), reportlab_color(look.style.color)
    return ParagraphStyle(
        "look",
        fontName=name,
        fontSize=size,
        leading=look.leading,
        textColor=color,
        alignment=sides[look.align],
        spaceBefore=look.before,
        spaceAfter=look.after,
        leftIndent=look.left,
        bulletIndent=look.left - look.hang,
        bulletFontName=name,
        bulletFontSize=size,
        bulletColor=color,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=0,
        embeddedHyphenation=int(hyphens),  # lines break after the hyphen of a compound word
        shaping=0,
    )


def _xml(markup: str, style: text.Style) -> str:
    """Write our markup in reportlab's: each run in a face that has its characters, line breaks kept."""
    parts = []
    shown = runs(markup.strip("\n").replace(letters.ZERO_SPACE, ""))
    breaks = frozenset(letters.breaks("".join(run.string for run in shown)))
    base = style._replace(family="symbols") if text.of_one_face(markup, style.family) == "symbols" else style
    place = 0
    for run in shown:
        face = base._replace(bold=style.bold or run.bold, italic=style.italic != run.italic).face.name
        for number, line in enumerate(run.string.split("\n")):
            parts.append("<br/>" if number else "")
            place += bool(number)
            for own, string in fonts.split(line.replace(text.NO_BREAK_HYPHEN, "-"), face):
                parts.append(_run(_parted(string, place, breaks) if own.startswith(fonts.OWN) else string, own, style))
                place += len(string)
    return "".join(parts)


def _parted(string: str, place: int, breaks: frozenset[int]) -> str:
    """Put spaces where a line may break between ideographs: for reportlab those of players' fonts have no width."""
    spaced = "".join(f" {char}" if place + index in breaks else char for index, char in enumerate(string))
    return f"{spaced} " if place + len(string) in breaks else spaced


def _run(string: str, face: str, style: text.Style) -> str:
    shown = escape(string)
    return shown if face == style.face.name else f"<font name={quoteattr(font(face))}>{shown}</font>"


# --- columns of equal length ---------------------------------------------------------------------------------


class Column(NamedTuple):
    """What stands in a column - flowables with the distance of their lower edges from its top - and how deep."""

    flowables: tuple[tuple[Any, float], ...]
    depth: float


def fill(
    queue: list[Any], width: float, height: float, canvas: Any, *, keeps: bool = True
) -> tuple[Column, list[Any]]:
    """Put into a column what fits, from the start of the queue; return it and the rest.

    What must keep with the next stays with it, if `keeps`.
    """
    placed: list[tuple[Any, float]] = []
    depth = after = 0.0
    rest = list(queue)
    while rest:
        gap = max(after, rest[0].getSpaceBefore()) if placed else 0.0
        part, more = _part(rest[0], width, height - depth - gap, canvas)
        if part is None:
            break
        depth += gap + part.wrapOn(canvas, width, height)[1]
        placed.append((part, depth))
        after = part.getSpaceAfter()
        rest[:1] = more
        if more:
            break
    while keeps and rest and placed and placed[-1][0].getKeepWithNext():
        rest.insert(0, placed.pop()[0])
    return Column(tuple(placed), placed[-1][1] if placed else 0.0), rest


def _part(flowable: Any, width: float, height: float, canvas: Any) -> tuple[Any, list[Any]]:
    """Return as much of a flowable as fits into the height, or None, and the rest of it."""
    from reportlab.platypus.flowables import Flowable

    if flowable.wrapOn(canvas, width, height)[1] <= height + _TOUCHES:
        return flowable, []
    if type(flowable).split is Flowable.split or height <= 0:
        return None, []
    parts = deepcopy(flowable).splitOn(canvas, width, height)  # splitting wears a flowable out
    return (parts[0], parts[1:]) if len(parts) > 1 else (None, [])


class Plan(NamedTuple):
    """What is set in a `number` of columns, below `heads` across all of them; a page is `page` points tall."""

    queue: list[Any]
    number: int
    width: float
    gap: float
    page: float
    heads: tuple[Any, ...] = ()


def _filled(plan: Plan, height: float, canvas: Any, *, keeps: bool = True) -> tuple[tuple[Column, ...], list[Any]]:
    columns, rest = [], plan.queue
    for _ in range(plan.number):
        column, rest = fill(rest, plan.width, height, canvas, keeps=keeps)
        columns.append(column)
    if keeps and not columns[0].flowables and height > plan.page - 1:
        return _filled(plan, height, canvas, keeps=False)  # not even a whole page keeps this together
    return tuple(columns), rest


def _balanced(plan: Plan, columns: tuple[Column, ...], canvas: Any) -> tuple[Column, ...]:
    """Return the lowest columns that still hold everything, as these do."""
    low, high = 0.0, max(column.depth for column in columns)
    while high - low > 0.5:
        middle = (low + high) / 2
        tried, rest = _filled(plan, middle, canvas)
        if rest:
            low = middle
        else:
            columns, high = tried, max(column.depth for column in tried)
    return columns


@cache
def columns_class() -> Any:
    """Return the flowable that sets a `Plan`; what it has already filled stays as it is."""
    from reportlab.platypus import flowables

    base: Any = flowables.Flowable

    class ColumnsFlowable(base):  # type: ignore[misc]
        def __init__(self, plan: Plan, columns: tuple[Column, ...] = ()) -> None:
            super().__init__()
            self.plan, self.columns, self.done = plan, columns, bool(columns)
            self.spaceBefore = plan.heads[0].getSpaceBefore() if plan.heads else 2.0
            self.spaceAfter = 9.0

        def _head(self, height: float) -> tuple[Column, float]:
            """Set the heads; return them and where the columns start below them."""
            whole = self.plan.width * self.plan.number + self.plan.gap * (self.plan.number - 1)
            column, _ = fill(list(self.plan.heads), whole, height, self.canv, keeps=False)
            return column, column.depth + (self.plan.heads[-1].getSpaceAfter() if column.flowables else 0.0)

        def wrap(self, available: float, height: float) -> tuple[float, float]:
            """Find the least height that holds everything; answer more than there is if nothing does."""
            self.head, top = self._head(height)
            if not self.done:
                columns, rest = _filled(self.plan, height - top, self.canv)
                if rest:
                    return available, height + 1
                self.columns = _balanced(self.plan, columns, self.canv)
            self.top, self.width = top, available
            self.height = top + max(column.depth for column in self.columns)
            return self.width, self.height

        def split(self, _available: float, height: float) -> list[Any]:
            columns, rest = _filled(self.plan, height - self._head(height)[1], self.canv)
            if not columns[0].flowables:
                return []
            tail = type(self)(self.plan._replace(queue=rest, heads=()))
            return [type(self)(self.plan, columns), tail] if rest else [self]

        def draw(self) -> None:
            for flowable, depth in self.head.flowables:
                flowable.drawOn(self.canv, 0, self.height - depth)
            for index, column in enumerate(self.columns):
                x = index * (self.plan.width + self.plan.gap)
                for flowable, depth in column.flowables:
                    flowable.drawOn(self.canv, x, self.height - self.top - depth)

    return ColumnsFlowable
