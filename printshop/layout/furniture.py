"""What stands round the pieces of a page: header, footer, notes and, at true scale, the rulers that prove it.

Points, origin at the top left, y down. Everything lies inside `paper.box`, which every printer can print. A
true-scale page has one ruler across, at its foot, and one up its left side. Each counts millimetres on one
edge, up to exactly 100 mm, and inches on the other, up to exactly 4 in, from a common zero. On a slender sheet what
stands beside something elsewhere stands below it: the note below the title, words below the ruler, the rights in lines.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Bookmark, Group, Item, Layer, Link, Page, Path, Stroke
from printshop.layout.boxes import Box
from printshop.problems import Misfit, PrintshopError, failure
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from printshop.drawing.geometry import Point
    from printshop.layout.paper import Paper

# Heights and widths of the strips taken from the page, in points.
HEADER = 19.0
FOOTER = 12.0
RULER = 24.0
RIGHTS = 8.0  # the line below the ruler across
GAP = 4.0  # between a strip and the pieces
SLIM, SLIM_LONG = 13.0, 4 * INCH + 34.0  # the ruler of a page on which every millimetre counts

SLENDER = 176 * MM  # printable width below which lines are divided: the words beside the ruler find no room
LINE = 9.0  # a line of header or footer on a slender sheet
_RIGHTS_LINE = 7.0
_NARROW = 110 * MM  # and below this the rights take three lines
_TITLES = 13.0, 11.0, 9.5, 8.0  # sizes of a title, so that there is room for what stands beside it
_NOTE, _NOTE_LEADING = 6.0, 1.05  # of a note that takes two lines
NOTES, NOTES_ON_CARDS = 6.5, 6.0  # of the print of notes at the foot
_NOTES_LEADING, _ABOVE_NOTES, _NOTES_RULE = 1.15, 2.5, 36.0  # between them and what they are about; a rule so long

PRINT_AT = "Print at 100 % (“actual size”)"
CHECK = "Both rulers must measure 100 mm and 4 in. If not, turn “fit to page” off."

_GREY = WHITE.mix(BLACK, 0.72)
_BAR = Stroke(BLACK, 0.5)
_TICK = Stroke(BLACK, 0.35)
_EDGE = 0.6  # half the distance between the two edges of a ruler
_TALL = 5.0  # the longest ticks


def content_box(paper: Paper, scale: bool = True) -> Box:
    """Return what is left of the paper for the pieces, below the header and clear of rulers and footer.

    There is no room on a sheet that is too small for the rulers as it lies. Raises PrintshopError if it is so both
    upright and turned.
    """
    if scale and not ruled(paper):
        if ruled(paper.turned()):
            return Box(paper.box.x, paper.box.y, 0.0, 0.0)
        raise failure(f"{paper.name} paper is too small for what is at true scale: the rulers need 135 x 155 mm",
                      "choose larger paper with --paper: a5, half letter")
    foot = RULER + beneath(paper) if scale else FOOTER + (_lines(paper) - 1) * _RIGHTS_LINE
    return paper.box.inset(RULER + GAP if scale else 0.0, header(paper) + GAP, 0.0, foot + GAP)


def slender(paper: Paper) -> bool:
    """Say whether header and footer are divided into more lines."""
    return paper.box.width < SLENDER


def header(paper: Paper) -> float:
    """Return the height of the header."""
    return HEADER + (LINE if slender(paper) else 0.0)


def beneath(paper: Paper) -> float:
    """Return the height of what stands below the ruler across."""
    return LINE + rights_height(paper) if slender(paper) else RIGHTS


def rights_height(paper: Paper) -> float:
    """Return the height of the rights line, or lines."""
    return RIGHTS + (_lines(paper) - 1) * _RIGHTS_LINE


def _lines(paper: Paper) -> int:
    width = paper.box.width
    return 1 if width >= SLENDER else 2 if width >= _NARROW else 3


def ruled(paper: Paper) -> bool:
    """Say whether a sheet has room for rulers of 4 in, and for something more, as it lies."""
    ruler = RULER + GAP + 4 * INCH
    return paper.box.width >= ruler and paper.box.height >= header(paper) + ruler + beneath(paper) + GAP


def middle(area: Box, width: float) -> float:
    """Return the left edge of pieces so wide in the middle of the sheet, or as near to it as the ruler allows.

    `area` is the `content_box` of a page with rulers.
    """
    return area.x + max(0.0, (area.width - RULER - GAP - width) / 2)


def page(
    paper: Paper,
    title: str,
    items: Sequence[Item],
    *,
    game_title: str,
    rights: str,
    note: str = "",
    scale: bool = True,
    label: str = "",
    bookmarks: tuple[Bookmark, ...] = (),
    anchor: str = "",
    links: tuple[Link, ...] = (),
    rule: bool = True,
    slim: bool = False,
    sheet: str = "",
    behind: bool = False,
) -> Page:
    """Return a finished page: the items with header and footer and, if `scale`, the rulers.

    Args:
        paper: the sheet, in the orientation wanted.
        title: what the page holds; markup.
        items: the content, inside `content_box(paper, scale)`.
        game_title: the game's name, markup, for the header.
        rights: the rights line, markup, for the footer.
        note: a few words beside the title: what to print on, where to cut; markup.
        scale: whether anything on the page is at true scale.
        label: the page's code, printed at its foot and shown by PDF readers.
        bookmarks: what leads to this page in the document's outline.
        anchor: what links to this page aim at.
        links: rectangles that lead to other pages.
        rule: whether a rule parts the header from the content; not where that begins with one of its own.
        slim: whether the items have rulers of their own (`slim_rulers`) and need all the room there is.
        sheet: which side of which sheet it is, where both are printed on; before the note, or instead of it.
        behind: whether it is a back: the ruler stands up its right side, behind that of the front.

    Raises:
        PrintshopError: a title, note or rights line does not fit even at the smallest size that can be read, or
            has characters that no font has.
    """
    feet = _rights if slim else _scale_foot if scale else _plain_foot
    foot, rulers = feet(paper, rights, label), _rulers(paper, behind) if scale and not slim else ()
    head = (_slender_header if slender(paper) else _header)(paper, title, game_title, note, sheet)
    everything = (*(head if rule else head[:-1]), *rulers, *foot, *items)
    return Page(paper.width, paper.height, everything, label, anchor, bookmarks, links)


def _fit(
    what: str, markup: str, style: text.Style, place: Point, room: tuple[float, float],
    *, anchor: Literal["start", "end"] = "start",
) -> tuple[Item, ...]:
    """Return a line of text within `room` (width, smallest size), or say which text cannot be set."""
    width, smallest = room
    try:
        return text.line(markup, style, *place, anchor=anchor, max_width=width, min_size=smallest)
    except text.TooWide as error:
        raise _too_long(what, markup) from error
    except fonts.NoGlyph as error:
        raise failure(f"the {what} '{text.plain(markup)}': {error}", error.hint) from error


def _too_long(what: str, markup: str) -> Exception:
    return failure(
        f"the {what} '{text.plain(markup)}' is too long for the page",
        "shorten it: it does not fit even in the smallest type that can be read",
    )


@fonts.remembered(64)
def _header(paper: Paper, title: str, game_title: str, note: str, sheet: str) -> tuple[Item, ...]:
    box = paper.box
    base = box.y + HEADER - 6.5
    name = text.Style("serif", 9.5, italic=True, color=_GREY)
    game = _fit("game's title", game_title, name, (box.right, base), (box.width * 0.4, 6.0), anchor="end")
    free = box.width - text.measure(game_title, name) - 12
    heading = _headed(title, note, sheet, (box.x, base), free)
    y = box.y + HEADER - 0.5
    return (*game, *heading, shapes.line(box.x, y, box.right, y, Stroke(BLACK, 0.6)))


def _headed(title: str, note: str, sheet: str, place: Point, free: float) -> tuple[Item, ...]:
    """Return a title and the words beside it: the title is set as large as leaves room for them."""
    *larger, smallest = _TITLES
    for size in larger:
        try:
            return _set(title, note, sheet, place, (free, size))
        except PrintshopError:
            continue
    return _set(title, note, sheet, place, (free, smallest))


def _set(title: str, note: str, sheet: str, place: Point, room: tuple[float, float]) -> tuple[Item, ...]:
    """Return a title and the words beside it within `room`: width, and size of the title, which may be smaller."""
    free, size = room
    heading = _fit("page title", title, text.Style("serif", size, bold=True), place, (free, _TITLES[-1]))
    used = shapes.bounds(heading)[2] - place[0] + 9
    return (*heading, *_beside(note, sheet, (place[0] + used, place[1]), free - used))


@fonts.remembered(64)
def _slender_header(paper: Paper, title: str, game_title: str, note: str, sheet: str) -> tuple[Item, ...]:
    box, y = paper.box, paper.box.y + header(paper) - 0.5
    name, bold = text.Style("serif", 8.5, italic=True, color=_GREY), text.Style("serif", 13, bold=True)
    together = not (note or sheet) and text.measure(title, bold) + text.measure(game_title, name) + 12 <= box.width
    heading = _fit("page title", title, bold, (box.x, y - 4 if together else box.y + 12), (box.width, 7.0))
    share = 0.4 if note or sheet else 1.0
    game = _fit("game's title", game_title, name, (box.right, y - 4), (box.width * share, 5.5), anchor="end")
    free = box.width - (box.right - shapes.bounds(game)[0] if game else 0.0) - 8
    beside = _beside(note, sheet, (box.x, y - 4), free)
    return (*game, *heading, *beside, shapes.line(box.x, y, box.right, y, Stroke(BLACK, 0.6)))


def _beside(note: str, sheet: str, place: Point, free: float) -> tuple[Item, ...]:
    """Return the words beside a heading: which side of a sheet it is, and the note if there is room for both."""
    small = text.Style("sans", 7.5, color=_GREY)
    both = " · ".join(part for part in (sheet, note) if part)
    if sheet and text.measure(both, small._replace(size=6.0)) > free:
        both = sheet
    try:
        return text.line(both, small, *place, max_width=free, min_size=6.0) if both else ()
    except text.TooWide:
        return _in_two(both, small, place, free)
    except fonts.NoGlyph as error:
        raise failure(f"the page note '{text.plain(both)}': {error}", error.hint) from error


def _in_two(note: str, style: text.Style, place: Point, free: float) -> tuple[Item, ...]:
    """Return a note on two lines whose lower one stands a little below `place`. Raises PrintshopError if it cannot."""
    high = 2 * _NOTE * _NOTE_LEADING
    try:
        return text.block(note, style._replace(size=_NOTE), (place[0], place[1] + 2.0 - high, free, high + 0.1),
                          _NOTE_LEADING, valign="bottom", min_size=5.5).items
    except Misfit as error:
        raise _too_long("page note", note) from error


@fonts.remembered(64)
def _plain_foot(paper: Paper, rights: str, label: str) -> tuple[Item, ...]:
    box = paper.box
    top = box.bottom - FOOTER - (_lines(paper) - 1) * _RIGHTS_LINE + 1
    rule = shapes.line(box.x, top, box.right, top, Stroke(BLACK, 0.35))
    return (rule, *_rights(paper, rights, label, 5.0))


def _label(label: str, right: float, base: float, size: float) -> tuple[Item, ...]:
    style = text.Style("sans", size, bold=True)
    return text.line(text.escape(label), style, right, base, anchor="end") if label else ()


def _small(size: float) -> text.Style:
    return text.Style("sans", size, color=_GREY)


@fonts.remembered(64)
def _scale_foot(paper: Paper, rights: str, label: str) -> tuple[Item, ...]:
    """Return the words beside the ruler across: how to print, what to measure; below it all, the rights line."""
    box = paper.box
    if slender(paper):
        words, base = f"**Print at 100 %.** {CHECK}", box.bottom - rights_height(paper) - 2.0
        return (*_fit("check line", words, text.Style("sans", 6.5), (box.x, base), (box.width, 5.0)),
                *_rights(paper, rights, label))
    left = box.x + RULER + GAP + 4 * INCH + 35
    width = box.right - left
    top = box.bottom - RULER - RIGHTS
    return (
        *text.line(PRINT_AT, text.Style("sans", 7.5, bold=True), left, top + 9.5),
        *_fit("check line", CHECK, text.Style("sans", 6.5), (left, top + 18), (width, 5.0)),
        *_rights(paper, rights, label),
    )


def _rights(paper: Paper, rights: str, label: str, smallest: float = 6.0) -> tuple[Item, ...]:
    box, base, count = paper.box, paper.box.bottom - 2.0, _lines(paper)
    code = _label(label, box.right, base, 7.5)
    if count == 1:
        return (*_fit("rights line", rights, _small(6.5), (box.x, base), (box.width - 40, smallest)), *code)
    high, leading = count * _RIGHTS_LINE, _RIGHTS_LINE / 6.5
    try:
        place = (box.x, box.bottom - high, box.width - (40 if label else 0), high + 0.1)
        return (*text.block(rights, _small(6.5), place, leading, min_size=5.0).items, *code)
    except fonts.NoGlyph as error:
        raise failure(f"the rights line '{text.plain(rights)}': {error}", error.hint) from error
    except Misfit as error:
        raise _too_long("rights line", rights) from error


@lru_cache(maxsize=64)
def _rulers(paper: Paper, right: bool) -> tuple[Item, ...]:
    """Return both rulers: the lines on the guide layer, where a verifier finds them, then their figures."""
    box = paper.box
    foot = box.bottom - beneath(paper)
    x, y = box.x + RULER + GAP, foot - RULER - GAP
    off_x, off_y = (box.right if right else box.x + RULER) - RULER / 2, foot - RULER / 2

    def across(along: float, off: float) -> Point:
        return x + along, off_y + off

    def up(along: float, off: float) -> Point:
        return off_x + off, y - along

    return (
        Group((*_bars(across), _ticks(across), *_bars(up), _ticks(up)), layer=Layer.GUIDE),
        Group(_figures(box.right - x), transform=Transform().translate(x, off_y)),
        Group(_figures(y - box.y - header(paper)), transform=Transform().translate(off_x, y).rotate(-90)),
    )


@lru_cache(maxsize=64)
def slim_ruler(x: float, y: float, *, down: bool = False) -> tuple[Item, ...]:
    """Return a ruler that takes little room, on a plate, with its zero at (x, y), to the right or down.

    It is `SLIM` broad, half of it on either side, and `SLIM_LONG` long with the words at its end.
    """
    place = Transform().translate(x, y).rotate(90 if down else 0)

    def along(far: float, off: float) -> Point:
        return place.apply(far, off)

    style = text.Style("sans", 6.0, bold=True)
    words = (*text.line("100 mm", style, 4 * INCH + 3, -0.7), *text.line("4 in", style, 4 * INCH + 3, 5.3))
    plate = shapes.rect(-4.0, -SLIM / 2, SLIM_LONG, SLIM, fill=WHITE)
    return (Group((plate,), place), Group((*_bars(along), _ticks(along, 0.7 * _TALL)), layer=Layer.GUIDE),
            Group(words, place))


def _bars(place: Callable[[float, float], Point]) -> tuple[Path, ...]:
    return tuple(
        shapes.polyline((place(0.0, off), place(length, off)), stroke=_BAR)
        for length, off in ((100 * MM, -_EDGE), (4 * INCH, _EDGE))
    )


def _ticks(place: Callable[[float, float], Point], tall: float = _TALL) -> Path:
    """Return the ticks of a ruler as one path: millimetres on one edge, 1/16 in on the other."""
    share = tall / _TALL
    millimetres = [(k * MM, -_EDGE, -_EDGE - share * _height(k, (10, 5, 1))) for k in range(1, 101)]
    inches = [(k * INCH / 16, _EDGE, _EDGE + share * _height(k, (16, 8, 4, 2, 1))) for k in range(1, 65)]
    zero = [(0.0, -_EDGE - tall, _EDGE + tall)]
    marks = [(*place(along, near), *place(along, far)) for along, near, far in zero + millimetres + inches]
    return shapes.lines(marks, _TICK)


def _height(k: int, steps: tuple[int, ...]) -> float:
    rank = next(place for place, step in enumerate(steps) if k % step == 0)
    return _TALL * (1 - 0.6 * rank / (len(steps) - 1))


def _figures(room: float) -> tuple[Item, ...]:
    """Return the figures of a ruler that lies across with its zero at the origin; its name if there is room."""
    size, bold = text.Style("sans", 5), text.Style("sans", 6.5, bold=True)
    above, below = -_EDGE - _TALL - 0.9, _EDGE + _TALL + 4.4
    named = (*text.line("100 mm", bold, 100 * MM + 8, -1.6), *text.line("4 in", bold, 100 * MM + 8, 6.2))
    figures: list[Item] = [*(named if shapes.bounds(named)[2] <= room else ())]
    for k in range(10, 101, 10):
        figures += text.line(str(k), size, k * MM, above, anchor="middle")
    for k in range(1, 5):
        figures += text.line(str(k), size, k * INCH, below, anchor="middle")
    return tuple(figures)


# --- notes at the foot of a page, or of a card ---------------------------------------------------------------


class Notes(NamedTuple):
    """The notes in their place, and how much of its height they take, the air above them included."""

    items: tuple[Item, ...] = ()
    height: float = 0.0


def notes(lines: Sequence[str], place: Box, size: float = NOTES) -> Notes:
    """Set notes, markup, so that the last of them is as low as there is room.

    Raises PrintshopError for characters that no font has.
    """
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
