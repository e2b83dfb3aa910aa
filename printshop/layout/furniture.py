"""Page frame: header, footer, notes and rulers round the content; and the calibration page for printers.

Points, origin at the top left, y down. Everything lies inside `paper.box`, which every printer can print. A true-scale
page has two rulers in an L: one along the foot, one up the left side. Each has millimetres on one edge, to exactly 100
mm, and inches on the other, to exactly 4 in, from a common zero. On a slender sheet, content that is side by side on
others is stacked: the note below the title, words below the ruler, the rights in several lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from printshop.drawing import fonts, ornaments, shapes, text
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import BLACK, WHITE, Bookmark, Document, Group, Item, Layer, Link, Page, Path, Stroke
from printshop.drawing.themes import worn
from printshop.layout import backs
from printshop.layout.boxes import Box, Paper
from printshop.problems import Misfit, PrintshopError, failure
from printshop.units import INCH, MM

# Heights of header and footer, and the breadth of a ruler, in points.
HEADER, FOOTER, RULER = 19.0, 12.0, 13.0
BELOW = 3.0  # between the horizontal ruler and the rule of the footer
GAP = 4.0  # between header, ruler or footer and pieces, which have margins of their own
HEAD_GAP = 4 * MM  # between the rule of the header and content without margins: text, tables, forms
RULER_LONG = 4 * INCH + 34.0

SLENDER = 176 * MM  # printable width below which text does not fit beside the ruler, and lines are stacked
_LINE = 9.0  # height of a line of header or footer on a slender sheet
_RIGHTS_LINE = 7.4
_NARROW = 110 * MM  # printable width below which the rights take three lines
_TITLES = 13.0, 11.0, 9.5, 8.0  # sizes of a title; the first that leaves space for the note is used
_NOTE, _NOTE_LEADING = 7.0, 1.05  # size and leading of a note on two lines
NOTES, NOTES_ON_CARDS = 7.0, 7.0  # sizes of notes at the foot
_NOTES_LEADING, _ABOVE_NOTES, _NOTES_RULE = 1.15, 2.5, 36.0  # space above notes; length of their rule

PRINT_AT = "**Print at 100 %** (“actual size”)"
CHECK = "both rulers measure 100 mm and 4 in"

_GREY = WHITE.mix(BLACK, 0.72)
_SMALL = text.Style("sans", 7.0)
_BAR, _TICK, _RULE = Stroke(BLACK, 0.5), Stroke(BLACK, 0.35), Stroke(BLACK, 0.6)
_EDGE = 0.6  # half the distance between the mm and the inch edge of a ruler
_TALL = 5.0  # length of the longest ticks


def content_box(paper: Paper, scale: bool = True) -> Box:
    """Return the rectangle for content. Raises PrintshopError if the sheet is too small for rulers either way round."""
    if scale and not ruled(paper):
        if ruled(paper.turned()):
            return Box(paper.box.x, paper.box.y, 0.0, 0.0)
        raise failure(f"{paper.name} paper is too small for pages at true scale: the rulers need 135 x 155 mm",
                      "choose larger paper with --paper: a5, half letter")
    foot = GAP / 2 + RULER + _beneath(paper) if scale else GAP + footer(paper)
    return paper.box.inset(RULER + GAP if scale else 0.0, header(paper) + (GAP if scale else HEAD_GAP), 0.0, foot)


def slender(paper: Paper) -> bool:
    """Return whether header and footer are stacked in more lines, on a narrow sheet."""
    return paper.box.width < SLENDER


def header(paper: Paper) -> float:
    """Return the height of the header."""
    return HEADER + (_LINE if slender(paper) else 0.0)


def _beneath(paper: Paper) -> float:
    """Return the height of everything below the horizontal ruler."""
    return footer(paper) + BELOW + (_LINE if slender(paper) else 0.0)


def footer(paper: Paper) -> float:
    """Return the height of the footer: its rule and the rights below it."""
    return FOOTER + (_lines(paper) - 1) * _RIGHTS_LINE


def _lines(paper: Paper) -> int:
    return 1 if not slender(paper) else 2 if paper.box.width >= _NARROW else 3


def ruled(paper: Paper) -> bool:
    """Return whether a sheet, as it lies, has space for rulers of 4 in and some content."""
    ruler = RULER + GAP + 4 * INCH
    return paper.box.width >= ruler and paper.box.height >= header(paper) + ruler + _beneath(paper)


def middle(area: Box, width: float) -> float:
    """Return the left edge of content centred on the sheet, as far as the ruler beside `area` allows."""
    return area.x + max(0.0, (area.width - RULER - GAP - width) / 2)


def page(paper: Paper, title: str, items: Sequence[Item], *, game_title: str, rights: str, note: str = "",
         scale: bool = True, label: str = "", bookmarks: tuple[Bookmark, ...] = (), anchor: str = "",
         links: tuple[Link, ...] = (), rule: bool = True, slim: bool = False, sheet: str = "", behind: bool = False
         ) -> Page:
    """Return a finished page: the items with header, footer and, if `scale`, rulers.

    `paper` has the orientation of the page; `items` lie inside its `content_box`. `title` names the content (a cover
    has none), `game_title` and `rights` stand in header and footer; `note`, beside the title, says what to print on or
    where to cut; `sheet`, before the note or instead of it, gives sheet and side: all five are markup. `label` is the
    code of the page, `bookmarks` and `anchor` lead to it, `links` to other pages. A `rule` separates the header from
    content that does not begin with a rule. Pages that are `slim` have their own rulers (`ruler`); on a back
    (`behind`), the vertical ruler is at the right. Raises PrintshopError for text that does not fit at the smallest
    size, or has characters of no font.
    """
    beside = RULER + GAP if scale and not slim else 0.0  # header and footer stay clear of the vertical ruler
    room = paper.box.inset(0.0 if behind else beside, 0, beside if behind else 0.0, 0)
    head = _header(paper, room, title, game_title, note, sheet) if title else ()
    rulers = _rulers(paper, behind) if scale and not slim else ()
    foot = _foot(paper, room, rights, label, "slim" if slim else "scale" if scale else "plain")
    drawn = (*(head if rule else head[:-1]), *rulers, *foot, *items)
    return Page(paper.width, paper.height, drawn, label, anchor, bookmarks, links)


def _fit(role: str, markup: str, style: text.Style, place: Point, room: tuple[float, float],
         anchor: text.Anchor = "start") -> tuple[Item, ...]:
    """Return a line of text within `room` (width, smallest size); the error names the `role` of the text."""
    try:
        return text.line(markup, style, *place, anchor, *room)
    except Misfit as error:
        raise _unset(role, markup, error) from error


def _unset(role: str, markup: str, error: Misfit) -> PrintshopError:
    """Return the error for a text that is too long, or has characters of no font."""
    if isinstance(error, fonts.NoGlyph):
        return failure(f"the {role} '{text.plain(markup)}': {error}", error.hint)
    return failure(f"the {role} '{text.plain(markup)}' is too long for the page",
                   "shorten it: it does not fit even in the smallest type that can be read")


@fonts.remembered(128)  # by all arguments: pages of a document often share them
def _header(paper: Paper, box: Box, title: str, game_title: str, note: str, sheet: str) -> tuple[Item, ...]:
    """Return the game's title at the right, the page title and notes at the left, and the rule as last item."""
    y = box.y + header(paper) - 0.5
    rule = shapes.line(box.x, y, box.right, y, Stroke(worn().ink, _RULE.width))
    name = text.Style("serif", 9.5, italic=True, color=_GREY)
    bold = text.Style("display", _TITLES[0], bold=True, color=worn().ink)
    if slender(paper):
        name = name._replace(size=8.5)
        together = not (note or sheet) and text.measure(title, bold) + text.measure(game_title, name) + 12 <= box.width
        heading = _fit("page title", title, bold, (box.x, y - 4 if together else box.y + 12), (box.width, 7.0))
        share = 0.4 if note or sheet else 1.0
        game = _fit("game's title", game_title, name, (box.right, y - 4), (box.width * share, 5.5), "end")
        free = box.width - (box.right - shapes.bounds(game)[0] if game else 0.0) - 8
        return (*game, *heading, *_beside(note, sheet, (box.x, y - 4), free), rule)
    base = y - 6
    game = _fit("game's title", game_title, name, (box.right, base), (box.width * 0.4, 6.0), "end")
    free = box.width - text.measure(game_title, name) - 12
    for size in _TITLES:  # the largest that leaves space for the note
        try:
            heading = _fit("page title", title, bold._replace(size=size), (box.x, base), (free, _TITLES[-1]))
            heading_right = shapes.bounds(heading)[2] - box.x + 9
            return (*game, *heading, *_beside(note, sheet, (box.x + heading_right, base), free - heading_right), rule)
        except PrintshopError:
            if size == _TITLES[-1]:
                raise
    raise AssertionError("a title has sizes")


def _beside(note: str, sheet: str, place: Point, free: float) -> tuple[Item, ...]:
    """Return the sheet's side and, if it fits, the note beside a title, on at most two lines."""
    style, (x, y) = text.Style("sans", 7.5, color=_GREY), place
    small = style._replace(size=_NOTE)
    words = " · ".join(part for part in (sheet, note) if part)
    if sheet and text.measure(words, small) > free:
        words = sheet
    try:
        try:
            return text.line(words, style, x, y, max_width=free, min_size=_NOTE) if words else ()
        except text.TooWide:
            high = 2 * _NOTE * _NOTE_LEADING
            return text.block(words, small, (x, y + 2.0 - high, free, high + 0.1), _NOTE_LEADING, valign="bottom",
                              min_size=5.5).items
    except Misfit as error:
        raise _unset("page note", words, error) from error


@fonts.remembered(128)
def _foot(paper: Paper, box: Box, rights: str, label: str, kind: Literal["slim", "scale", "plain"]
          ) -> tuple[Item, ...]:
    """Return the rule, rights and code and, on true-scale pages, how to print and what to measure."""
    count, style = _lines(paper), _SMALL._replace(color=_GREY)
    base, high = box.bottom - 2.0, count * _RIGHTS_LINE
    top = box.bottom - footer(paper) + 1
    above: list[Item] = [shapes.line(box.x, top, box.right, top, _TICK)]
    if kind == "scale" and slender(paper):
        above += _fit("check line", f"{PRINT_AT}: {CHECK}", _SMALL, (paper.box.x, top - 3.0), (paper.box.width, 5.0))
    elif kind == "scale":
        left, y = paper.box.x + RULER + GAP + 4 * INCH + 35, box.bottom - _beneath(paper) - RULER / 2 + 2.5
        above += _fit("check line", f"{PRINT_AT}: {CHECK}", text.Style("sans", 7.5), (left, y), (box.right - left, 5.0))
    code = ornaments.folio(label, box.right, base, worn().ink)
    if count == 1:
        smallest = 5.0 if kind == "plain" else 6.0
        return (*above, *_fit("rights line", rights, style, (box.x, base), (box.width - 40, smallest)), *code)
    place_of_lines = (box.x, box.bottom - high, box.width - (40 if label else 0), high + 0.1)
    try:
        leading = _RIGHTS_LINE / style.size
        return (*above, *text.block(rights, style, place_of_lines, leading, min_size=5.0).items, *code)
    except Misfit as error:
        raise _unset("rights line", rights, error) from error


@fonts.remembered(64)
def _rulers(paper: Paper, right: bool) -> tuple[Item, ...]:
    """Return the two rulers of a page: one along the foot, one up a side."""
    box = paper.box
    foot = box.bottom - _beneath(paper)
    x, y = box.x + RULER + GAP, foot - RULER - GAP
    return (*ruler(x, foot - RULER / 2), *ruler((box.right if right else box.x + RULER) - RULER / 2, y, turn=-90))


@fonts.remembered(64)
def ruler(x: float, y: float, *, turn: int = 0) -> tuple[Item, ...]:
    """Return a ruler with its zero at (x, y), on a white plate of `RULER_LONG` x `RULER`, half on either side.

    It runs to the right, or is turned clockwise by `turn` degrees. Its lines are on the guide layer, where
    `printshop.inspection` finds them.
    """
    place = Transform(e=x, f=y).rotate(turn)
    style = text.Style("sans", 7.0, bold=True)
    words = (*text.line("100 mm", style, 4 * INCH + 3, -0.9), *text.line("4 in", style, 4 * INCH + 3, 5.6))
    plate = shapes.rect(-4.0, -RULER / 2, RULER_LONG, RULER, fill=WHITE)
    return Group((plate,), place), Group(tuple(_ruler(place, 0.7)), layer=Layer.GUIDE), Group(words, place)


def _ruler(place: Transform, share: float = 1.0) -> Iterator[Path]:
    """Yield the edges (mm, 1/16 in) and ticks of a ruler; `place` moves it to the page, `share` scales its ticks."""
    for length, off in ((100 * MM, -_EDGE), (4 * INCH, _EDGE)):
        yield shapes.polyline((place.apply(0.0, off), place.apply(length, off)), stroke=_BAR)

    def tall(number: int, steps: tuple[int, ...]) -> float:
        rank = next(rank for rank, step in enumerate(steps) if number % step == 0)
        return share * _TALL * (1 - 0.6 * rank / (len(steps) - 1))

    marks = [(0.0, -_EDGE - share * _TALL, _EDGE + share * _TALL),
             *((k * MM, -_EDGE, -_EDGE - tall(k, (10, 5, 1))) for k in range(1, 101)),
             *((k * INCH / 16, _EDGE, _EDGE + tall(k, (16, 8, 4, 2, 1))) for k in range(1, 65))]
    yield shapes.lines([(*place.apply(along, near), *place.apply(along, far)) for along, near, far in marks], _TICK)


# --- notes at the foot of a page, or of a card ---------------------------------------------------------------


class Notes(NamedTuple):
    """Notes set in their place, and the height that they take, including the space above."""

    items: tuple[Item, ...] = ()
    height: float = 0.0


def notes(lines: Sequence[str], place: Box, size: float = NOTES) -> Notes:
    """Set notes at the bottom of a rectangle. Raises PrintshopError for characters of no font."""
    if not lines:
        return Notes()
    style, whole = text.Style("sans", size), "\n".join(lines)
    try:
        high = text.block(whole, style, (place.x, 0.0, place.width, None), _NOTES_LEADING).height
        top = place.bottom - high
        words = text.block(whole, style, (place.x, top, place.width, None), _NOTES_LEADING)
    except (fonts.NoGlyph, text.TooWide) as error:
        raise failure(f"the note '{text.plain(whole)}': {error}", error.hint) from error
    y = top - _ABOVE_NOTES / 2
    rule = shapes.line(place.x, y, place.x + min(_NOTES_RULE, place.width), y, Stroke(width=0.3))
    return Notes((rule, *words.items), high + _ABOVE_NOTES)


# --- the calibration page: the printed length of 100 mm, and the offset of a back from its front ----------------------
# The front has a line of 100 mm across and one along the page, the outline of a bank card and, if the page is as large
# as the paper, rulers that count from the edges. A cross on it lies exactly in front of the middle of a grid on the
# back: a needle through the cross shows how far the back must move.

CARD = (85.60 * MM, 53.98 * MM, 3.18 * MM)  # a bank card, ID-1 of ISO/IEC 7810: width, height, corner radius
_HAIR = Stroke(BLACK, 0.15)
_CAPTION, _BODY = text.Style("sans", 7.5), text.Style("sans", 9.5)
_LENGTH = 100 * MM
_GRID = 10  # mm of the grid on each side of its middle
_COUNTED, _ENDS = 15, 12  # mm counted from the sides, and from head and foot, where the frame's rules are near
_STEPS = (
    "**1.** Print both pages on one sheet: 100 % (“actual size”), both sides, flipped on the long edge.",
    ("**2.** Measure both long lines from tick to tick, in millimetres and tenths, with a steel rule: "
     "x = ____________   y = ____________"),
    ("**3.** Pierce the middle of the small cross with a needle. Turn the sheet over like the page of a book and read "
     "on the grid there, in millimetres, how far right and down of its middle the hole is: right = __________ mm   "
     "down = __________ mm (left and up are less than zero)"),
    "**4.** Type, with a name for the printer and your figures for these:",
    ("**5.** From then on, --printer NAME behind any command prints for it. To see whether it does, print this page "
     "again with printshop calibrate --printer NAME: both lines measure 100.0 mm, and the hole is in the middle."),
)
_EDGES = ("The scales in the middle of the four edges count millimetres from the edge of the paper: the first line "
          "that is printed is the margin of your printer on that side.")
_GRID_WORDS = "A grid of millimetres, every fifth line heavy. The hole would be in its middle if the back lay true."
_COMMAND = "printshop calibrate --printer NAME --x 99.6 --y 100.3 --back 0.4,-0.6"


def calibration(paper: Paper, edges: bool, offset: tuple[float, float] = (0.0, 0.0), printer: str = "") -> Document:
    """Return the calibration sheet: its front, and its back moved by `offset` points.

    With `edges`, the page is as large as the paper, and rulers at its edges measure the printer's margins.
    """
    title = f"Calibration of {printer}" if printer else "Calibration"
    cross = paper.width / 2 + 10 * MM, paper.box.bottom - 36 * MM  # low enough for the content above it
    behind = backs.Mirror(paper.width / 2).box(Box(*cross, 0, 0))
    front, back = (page(paper, text.escape(title), tuple(items), game_title=f"paper: {paper.name}",
                                  rights="", note=side, scale=False, label=side)
                   for side, items in (("front", _front(paper, edges, cross)), ("back", _scales(behind.x, behind.y))))
    return Document(title, (front, backs.turned(back, "long", offset)), duplex="long")


def _front(paper: Paper, edges: bool, cross: tuple[float, float]) -> Iterator[Item]:
    """Yield the instructions, the lines of 100 mm, a card's outline, the cross and the rulers at the edges."""
    area = content_box(paper, scale=False)
    y = area.y + 4
    for step in (*_STEPS, *((_EDGES,) if edges else ())):
        block = text.block(step, _BODY, (area.x, y, area.width, None), leading=1.35)
        yield from block.items
        y += block.height + 4
        if step is _STEPS[3]:
            yield from text.line(text.escape(_COMMAND), _BODY._replace(bold=True), area.x + 12, y + 8)
            y += 17
    left, top = area.x + (area.width - _LENGTH) / 2 + 10 * MM, y + 14 * MM
    yield from _bar("x", Transform(e=left, f=top))
    yield from _bar("y", Transform(e=left - 14 * MM, f=top + 8 * MM + _LENGTH).rotate(-90))
    card = Box(left + (_LENGTH - CARD[0]) / 2, top + 16 * MM, CARD[0], CARD[1])
    yield Group((shapes.rounded_rect(*card, CARD[2], stroke=_RULE),), layer=Layer.GUIDE)
    yield from text.block("A bank card laid on this outline covers it exactly.", _CAPTION, card.inset(8, 0),
                          align="middle", valign="middle").items
    x, y = cross
    yield shapes.lines([(x - 5 * MM, y, x + 5 * MM, y), (x, y - 5 * MM, x, y + 5 * MM)], _TICK)
    yield from text.line("pierce here", _CAPTION, x + 8 * MM, y + 2.5)
    if edges:  # a ruler inwards from the middle of each edge: the first printed line shows the margin
        for x, y, right, down in ((paper.width / 2, 0.0, 0, 1), (paper.width / 2, paper.height, 0, -1),
                                  (0.0, paper.height / 2, 1, 0), (paper.width, paper.height / 2, -1, 0)):
            ticks = []
            for far in range(1, (_ENDS if down else _COUNTED) + 1):
                tall = (4.0 if far % 5 == 0 else 2.0) * MM
                at_x, at_y = x + right * far * MM, y + down * far * MM
                ticks.append((at_x - tall * abs(down), at_y - tall * abs(right), at_x + tall * abs(down),
                              at_y + tall * abs(right)))
                if far % 5 == 0:
                    yield from text.line(f"{far}", _CAPTION._replace(size=7), at_x + (4.6 * MM if down else 0.0),
                                         at_y + (2 if down else 6.2 * MM), anchor="start" if down else "middle")
            yield shapes.lines(ticks, _TICK)


def _bar(axis: str, place: Transform) -> Iterator[Item]:
    """Yield a line of 100 mm between two ticks, to the right from the origin of `place`, with its label."""
    ends = [(*place.apply(at, -4 * MM), *place.apply(at, 4 * MM)) for at in (0.0, _LENGTH)]
    yield shapes.line(*place.apply(0, 0), *place.apply(_LENGTH, 0), _RULE)
    yield shapes.lines(ends, _RULE)
    yield Group(text.line(f"{axis}: 100 mm from tick to tick", _CAPTION, _LENGTH / 2, -2.5, anchor="middle"), place)


def _scales(x: float, y: float) -> Iterator[Item]:
    """Yield a grid of millimetres centred on (x, y), with figures above and at the left, and its captions."""
    reach = _GRID * MM
    for far in range(-_GRID, _GRID + 1):
        at, stroke = far * MM, _RULE if far % 5 == 0 else _HAIR
        yield shapes.lines([(x + at, y - reach, x + at, y + reach), (x - reach, y + at, x + reach, y + at)], stroke)
        if far % 5 == 0:
            sign = f"{far:+d}".replace("-", "−") if far else "0"
            yield from text.line(sign, _CAPTION, x + at, y - reach - 6, anchor="middle")
            yield from text.line(sign, _CAPTION, x - reach - 3, y + at + 2.6, anchor="end")
    yield shapes.circle(x, y, 0.6 * MM, stroke=_RULE)
    yield from text.line("right", _CAPTION, x + reach + 5, y + 2.6)
    yield from text.line("down", _CAPTION, x, y + reach + 9, anchor="middle")
    yield from text.line(_GRID_WORDS, _CAPTION, x, y - reach - 20, anchor="middle")
