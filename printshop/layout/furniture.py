"""What stands round the pieces of a page: header, footer and, at true scale, the rulers that prove it.

Points, origin at the top left, y down. Everything lies inside `paper.box`, which every printer can print. A
true-scale page has one ruler across, at its foot, and one up its left side. Each counts millimetres on one
edge, up to exactly 100 mm, and inches on the other, up to exactly 4 in, from a common zero.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from printshop.drawing import fonts, shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Bookmark, Group, Item, Layer, Link, Page, Path, Stroke
from printshop.problems import failure
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from printshop.drawing.geometry import Point
    from printshop.layout.boxes import Box
    from printshop.layout.paper import Paper

# Heights and widths of the strips taken from the page, in points.
HEADER = 19.0
FOOTER = 12.0
RULER = 24.0
RIGHTS = 8.0  # the line below the ruler across
GAP = 4.0  # between a strip and the pieces
SLIM, SLIM_LONG = 13.0, 4 * INCH + 34.0  # the ruler of a page on which every millimetre counts

PRINT_AT = "Print at 100 % (“actual size”)"
CHECK = "Both rulers must measure 100 mm and 4 in. If not, turn “fit to page” off."

_GREY = WHITE.mix(BLACK, 0.72)
_BAR = Stroke(BLACK, 0.5)
_TICK = Stroke(BLACK, 0.35)
_EDGE = 0.6  # half the distance between the two edges of a ruler
_TALL = 5.0  # the longest ticks


def content_box(paper: Paper, scale: bool = True) -> Box:
    """Return what is left of the paper for the pieces, below the header and clear of rulers and footer."""
    foot = RULER + RIGHTS if scale else FOOTER
    return paper.box.inset(RULER + GAP if scale else 0.0, HEADER + GAP, 0.0, foot + GAP)


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

    Raises:
        PrintshopError: a title, note or rights line does not fit even at the smallest size that can be read, or
            has characters that no font has.
    """
    feet = _rights if slim else _scale_foot if scale else _plain_foot
    foot, rulers = feet(paper, rights, label), _rulers(paper) if scale and not slim else ()
    header = _header(paper, title, game_title, note)
    everything = (*(header if rule else header[:-1]), *rulers, *foot, *items)
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
        raise failure(f"the {what} '{text.plain(markup)}': {error}") from error


def _too_long(what: str, markup: str) -> Exception:
    return failure(
        f"the {what} '{text.plain(markup)}' is too long for the page",
        "shorten it: it does not fit even in the smallest type that can be read",
    )


@lru_cache(maxsize=64)
def _header(paper: Paper, title: str, game_title: str, note: str) -> tuple[Item, ...]:
    """Return title, note and the game's name on one line, with a fine rule below."""
    box = paper.box
    base = box.y + HEADER - 6.5
    name = text.Style("serif", 9.5, italic=True, color=_GREY)
    game = _fit("game's title", game_title, name, (box.right, base), (box.width * 0.4, 6.0), anchor="end")
    free = box.width - text.measure(game_title, name) - 12
    big = text.Style("serif", 13, bold=True)
    heading = _fit("page title", title, big, (box.x, base), (free, 8.0))
    used = shapes.bounds(heading)[2] - box.x
    beside: tuple[Item, ...] = ()
    if note:
        small = text.Style("sans", 7.5, color=_GREY)
        beside = _fit("page note", note, small, (box.x + used + 9, base), (free - used - 9, 5.5))
    y = box.y + HEADER - 0.5
    return (*game, *heading, *beside, shapes.line(box.x, y, box.right, y, Stroke(BLACK, 0.6)))


@lru_cache(maxsize=64)
def _plain_foot(paper: Paper, rights: str, label: str) -> tuple[Item, ...]:
    """Return the footer of a page without true-scale pieces: the rights line and the page's code."""
    box = paper.box
    base = box.bottom - 2.0
    code, free = _label(label, box.right, base, 7.5), box.width - 40
    top = box.bottom - FOOTER + 1
    rule = shapes.line(box.x, top, box.right, top, Stroke(BLACK, 0.35))
    return (rule, *_fit("rights line", rights, _small(6.5), (box.x, base), (free, 5.0)), *code)


def _label(label: str, right: float, base: float, size: float) -> tuple[Item, ...]:
    style = text.Style("sans", size, bold=True)
    return text.line(text.escape(label), style, right, base, anchor="end") if label else ()


def _small(size: float) -> text.Style:
    return text.Style("sans", size, color=_GREY)


@lru_cache(maxsize=64)
def _scale_foot(paper: Paper, rights: str, label: str) -> tuple[Item, ...]:
    """Return the words beside the ruler across: how to print, what to measure; below it all, the rights line."""
    box = paper.box
    left = box.x + RULER + GAP + 4 * INCH + 35
    width = box.right - left
    top = box.bottom - RULER - RIGHTS
    return (
        *text.line(PRINT_AT, text.Style("sans", 7.5, bold=True), left, top + 9.5),
        *_fit("check line", CHECK, text.Style("sans", 6.5), (left, top + 18), (width, 5.0)),
        *_rights(paper, rights, label),
    )


def _rights(paper: Paper, rights: str, label: str) -> tuple[Item, ...]:
    """Return the rights line and the page's code, below all else."""
    box, base = paper.box, paper.box.bottom - 2.0
    return (*_fit("rights line", rights, _small(6.5), (box.x, base), (box.width - 40, 6.0)),
            *_label(label, box.right, base, 7.5))


@lru_cache(maxsize=64)
def _rulers(paper: Paper) -> tuple[Item, ...]:
    """Return both rulers: the lines on the guide layer, where a verifier finds them, then their figures."""
    box = paper.box
    x, y = box.x + RULER + GAP, box.bottom - RIGHTS - RULER - GAP
    off_x, off_y = box.x + RULER / 2, box.bottom - RIGHTS - RULER / 2

    def across(along: float, off: float) -> Point:
        return x + along, off_y + off

    def up(along: float, off: float) -> Point:
        return off_x + off, y - along

    return (
        Group((*_bars(across), _ticks(across), *_bars(up), _ticks(up)), layer=Layer.GUIDE),
        Group(_figures(), transform=Transform().translate(x, off_y)),
        Group(_figures(), transform=Transform().translate(off_x, y).rotate(-90)),
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
    """Return the two edges of a ruler: lines of exactly 100 mm and exactly 4 in, a hair apart."""
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
    """Return how long the k-th tick is: the coarser the division it stands for, the longer."""
    rank = next(place for place, step in enumerate(steps) if k % step == 0)
    return _TALL * (1 - 0.6 * rank / (len(steps) - 1))


def _figures() -> tuple[Item, ...]:
    """Return the figures of a ruler that lies across with its zero at the origin."""
    size, bold = text.Style("sans", 5), text.Style("sans", 6.5, bold=True)
    above, below = -_EDGE - _TALL - 0.9, _EDGE + _TALL + 4.4
    figures: list[Item] = [
        *text.line("100 mm", bold, 100 * MM + 8, -1.6),
        *text.line("4 in", bold, 100 * MM + 8, 6.2),
    ]
    for k in range(10, 101, 10):
        figures += text.line(str(k), size, k * MM, above, anchor="middle")
    for k in range(1, 5):
        figures += text.line(str(k), size, k * INCH, below, anchor="middle")
    return tuple(figures)
