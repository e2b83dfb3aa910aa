"""Cards on a sheet: as many of one size as go on it, upright or turned, in the middle.

Points, origin at the top left, y down. Neighbours share their cuts, unless there is to be a gap between them; marks
outside the block show where the cuts run on. Every sheet of one size is cut alike: where cards are missing, those that
are there keep their places. A card may have its back beside it, to be folded behind it; or its back lies on the other
side, or half, of the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Group, Layer, Stroke
from printshop.layout import backs, furniture
from printshop.layout.backs import Backs, Mirror
from printshop.layout.boxes import Box
from printshop.layout.cuts import CORNER, CUT_BED, FOLD, GUIDE, dark_at_edge, draw_fold, guides
from printshop.layout.pieces import TICK_CLEAR, USUAL, Cut
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item, Path
    from printshop.layout.cuts import Line
    from printshop.layout.paper import Paper

OFF, MARK = 0.7 * MM, 1.2 * MM
"""How far from the block its cut marks begin, and how long they are."""

CUT, TICK = Stroke(BLACK, 0.4), Stroke(BLACK, 0.35)
SINGLE = Cut(backs=Backs.NONE)
RULER = furniture.RULER - 1.0  # what the ruler up the side really takes


@dataclass(frozen=True, slots=True)
class Sheet:
    """How cards lie on a sheet: a block of `columns` x `rows` in a box; `turned` cards lie on their left side.

    They are cut as `cut` says. `fold` is the line, in the coordinates of a card, that it is folded along with its back;
    `mirror` the one that the sheet is folded along. There is so much `area` for cards and marks.
    """

    box: Box
    columns: int
    rows: int
    turned: bool
    cut: Cut = USUAL
    fold: Mirror | None = None
    mirror: Mirror | None = None
    area: Box | None = None

    @property
    def count(self) -> int:
        """How many cards a sheet has."""
        return self.columns * self.rows

    @property
    def gap(self) -> float:
        """The room between cards."""
        return self.cut.gap or 0.0

    @property
    def off(self) -> float:
        """How far from the block its marks begin: beyond the colour of backs."""
        return _off(self.cut)

    def place(self, index: int) -> Box:
        """Return the place of a card, row by row."""
        row, column = divmod(index, self.columns)
        width = (self.box.width - (self.columns - 1) * self.gap) / self.columns
        height = (self.box.height - (self.rows - 1) * self.gap) / self.rows
        return Box(self.box.x + column * (width + self.gap), self.box.y + row * (height + self.gap), width, height)

    def there(self, index: int) -> Transform:
        """Return what takes an upright card, its top left corner at the origin, to its place."""
        place = self.place(index)
        if self.turned:
            return Transform(0, 1, -1, 0, place.right, place.y)
        return Transform(e=place.x, f=place.y)

    @property
    def card(self) -> tuple[float, float]:
        """Width and height of a card, with a back that is beside it."""
        place = self.place(0)
        return (place.height, place.width) if self.turned else (place.width, place.height)


def _off(cut: Cut) -> float:
    return OFF if cut.backs is Backs.NONE else max(OFF, cut.bleed + TICK_CLEAR)


def area(paper: Paper, cut: Cut = SINGLE) -> Box:
    """Return the room for cards on a sheet: clear of header, rulers and the marks round the block."""
    inner = furniture.content_box(paper)
    left = paper.box.x + RULER
    return Box(left, inner.y, inner.right - left, inner.height).inset(_off(cut) + MARK)


def sheet(width: float, height: float, paper: Paper, cut: Cut = SINGLE) -> Sheet | None:
    """Return how cards of a size lie on a sheet of paper, None if not even one does.

    `cut.backs` is NONE for cards that have no back. Where backs have to be folded, it is the way that most cards go
    on a sheet.
    """
    room = area(paper, cut)
    if cut.backs is Backs.FOLD:
        halves = [backs.half(room, across=across) for across in (True, False)]
        found = [_laid(width, height, half, cut, mirror=mirror) for half, mirror in halves]
    elif cut.backs is Backs.BESIDE:
        pairs = ((2 * width, height, Mirror(width)), (width, 2 * height, Mirror(height, across=True)))
        found = [_laid(wide, high, room, cut, fold=fold) for wide, high, fold in pairs]
    else:
        found = [_laid(width, height, room, cut)]
    return max((one for one in found if one), key=lambda one: one.count, default=None)


def _laid(width: float, height: float, room: Box, cut: Cut, *, fold: Mirror | None = None,
          mirror: Mirror | None = None) -> Sheet | None:
    gap = cut.gap or 0.0
    upright, turned = _grid(width, height, room, gap), _grid(height, width, room, gap)
    if not any(upright) and not any(turned):
        return None
    lying = turned[0] * turned[1] > upright[0] * upright[1]
    (columns, rows), (across, down) = (turned, (height, width)) if lying else (upright, (width, height))
    wide, high = columns * (across + gap) - gap, rows * (down + gap) - gap
    x = room.x + (room.width - wide) / 2
    y = room.y + (room.height - high) / 2
    return Sheet(Box(x, y, wide, high), columns, rows, lying, cut, fold, mirror, room.inset(-MARK))


def _grid(width: float, height: float, room: Box, gap: float) -> tuple[int, int]:
    columns, rows = (floor((free + gap) / (size + gap) + 1e-9)
                     for free, size in ((room.width, width), (room.height, height)))
    return (columns, rows) if columns and rows else (0, 0)


def draw(made: Sheet, cards: Sequence[tuple[Item, ...]], behind: Sequence[tuple[Item, ...]] = (), *,
         guided: bool = False, outlines: bool = False, die: bool = False) -> tuple[Item, ...]:
    """Return the cards of a sheet in their places, the lines to cut along, and the marks round them.

    With the backs `behind` them, where these are on the same side of the sheet; `guided`, marks run on to its edges.
    With `outlines`, there is the whole outline of each card instead of lines to cut along, and there are no marks. With
    a `die`, cuts are not printed: nothing sets them off, there are no marks either, and cards that share no cuts have
    outlines.
    """
    lines = tuple(_cuts(made, len(cards)))
    cuts, marks = tuple(shapes.line(*one, CUT) for one in lines), tuple(_marks(made, len(cards)))
    if outlines or (die and made.gap):
        cuts = tuple(shapes.rounded_rect(*made.place(k), made.cut.corners, stroke=CUT) for k in range(len(cards)))
    guide = [shapes.lines(marks, TICK)]
    if guided and made.area:
        guide.append(shapes.lines(tuple(guides(lines, made.off + MARK, made.area, ())), GUIDE))
    guide += _corners(made, len(cards))
    score = tuple(_folds(made, len(cards)))
    dark = made.fold is not None and any(dark_at_edge(items, *made.card) for items in behind)
    return (
        *(Group(items, made.there(index).then(_front(made))) for index, items in enumerate(cards)),
        *_backs_here(made, behind),
        *((shapes.lines(lines, CUT_BED),) if dark and not die else ()),  # black would be lost on black
        *((Group(score, layer=Layer.SCORE),) if score else ()),
        *(draw_fold(made.area, made.mirror) if made.area and made.mirror else ()),
        Group(cuts, layer=Layer.CUT),
        *((Group(tuple(guide), layer=Layer.GUIDE),) if not (die or outlines) else ()),
    )


def draw_backs(made: Sheet, behind: Sequence[tuple[Item, ...]], mirror: Mirror) -> tuple[Item, ...]:
    """Return the backs of the cards of a sheet, each where it comes to lie behind its front; no lines."""
    width, _ = made.card
    return tuple(Group(items, mirror.behind(made.there(index), width),
                       clip=_clip(made, index, len(behind), mirrored=True))
                 for index, items in enumerate(behind))


def crosses(made: Sheet, mirror: Mirror | None = None) -> Item:
    """Return the crosses round the block of a sheet, or those behind them."""
    return backs.crosses(made.box.inset(-made.off - MARK / 2), mirror, MARK / 2)


def _backs_here(made: Sheet, behind: Sequence[tuple[Item, ...]]) -> Iterator[Item]:
    """Give backs on the same side as the cards: beside each, or on the other half of the sheet."""
    if made.mirror:
        yield from draw_backs(made, behind, made.mirror)
    elif made.fold:
        fold, (width, _) = made.fold, made.card
        own = width if fold.across else fold.at
        # the front is at the left of its pair, or at the foot, below a back that stands on its head
        for index, items in enumerate(behind):
            there = made.there(index)
            clip = _clip(made, index, len(behind))
            place = fold.behind(Transform(f=fold.at) if fold.across else Transform(), own)
            yield Group((Group(items, place),), there, clip=clip)


def _front(made: Sheet) -> Transform:
    """Return where the front lies on a card that has its back beside it."""
    return Transform(f=made.fold.at) if made.fold and made.fold.across else Transform()


def _clip(made: Sheet, index: int, count: int, *, mirrored: bool = False) -> Path:
    """Return what is seen of a card or its back, in its own coordinates: colour runs out where no neighbour is."""
    width, height = made.card
    row, column = divmod(index, made.columns)
    near, between = made.cut.bleed, min(made.cut.bleed, made.gap / 2)

    def reach(down: int, across: int) -> float:
        there = 0 <= column + across < made.columns and 0 <= (row + down) * made.columns + column + across < count
        return between if there else near

    left, right, up, low = reach(0, -1), reach(0, 1), reach(-1, 0), reach(1, 0)
    if made.turned:  # the top of the card is at the right
        left, right, up, low = up, low, right, left
    if mirrored:
        left, right = right, left
    return shapes.rect(-left, -up, width + left + right, height + up + low)


def _folds(made: Sheet, count: int) -> Iterator[Item]:
    if made.fold:
        (width, height), at = made.card, made.fold.at
        line = shapes.line(0, at, width, at, FOLD) if made.fold.across else shapes.line(at, 0, at, height, FOLD)
        yield from (Group((line,), made.there(index)) for index in range(count))


def _filled(made: Sheet, count: int) -> tuple[int, int]:
    """Return how many columns have a card, and how many rows."""
    return min(count, made.columns), -(-count // made.columns)


def _cuts(made: Sheet, count: int) -> Iterator[Line]:
    """Give every line to cut along once; lines end where there are no cards on either side."""
    columns, rows = _filled(made, count)
    last = count - (rows - 1) * made.columns  # cards in the last row
    for row, other, y in _edges([made.place(row * made.columns) for row in range(rows)], made.gap, down=True):
        across = last if row == other == rows - 1 else columns
        yield made.box.x, y, made.place(across - 1).right, y
    for column, other, x in _edges([made.place(column) for column in range(columns)], made.gap, down=False):
        foot = rows if min(column, other) < last else rows - 1
        yield x, made.box.y, x, made.place((foot - 1) * made.columns).bottom


def _edges(places: Sequence[Box], gap: float, *, down: bool) -> Iterator[tuple[int, int, float]]:
    """Give the edges of rows, or of columns: those on either side of it, and where it is."""
    for index, place in enumerate(places):
        yield index, index if gap else max(index - 1, 0), place.y if down else place.x
        if gap or index == len(places) - 1:
            yield index, index, place.bottom if down else place.right


def _corners(made: Sheet, count: int) -> Iterator[Path]:
    """Give the corners of cards as they are rounded."""
    radius = made.cut.corners
    for index in range(count if radius else 0):
        left, top, width, height = made.place(index)
        for x, y, start in ((radius, radius, 270), (width - radius, radius, 0),
                            (width - radius, height - radius, 90), (radius, height - radius, 180)):
            yield shapes.arc(left + x, top + y, radius, start, 90, stroke=CORNER)


def _marks(made: Sheet, count: int) -> Iterator[Line]:
    """Give the marks round the block, each at the end of a cut, or where that would be on a sheet that is full."""
    columns, rows = _filled(made, count)
    right = made.place(columns - 1).right
    foot = made.place((rows - 1) * made.columns).bottom
    for _, _, y in _edges([made.place(row * made.columns) for row in range(rows)], made.gap, down=True):
        yield made.box.x - made.off - MARK, y, made.box.x - made.off, y
        yield right + made.off, y, right + made.off + MARK, y
    for _, _, x in _edges([made.place(column) for column in range(columns)], made.gap, down=False):
        yield x, made.box.y - made.off - MARK, x, made.box.y - made.off
        yield x, foot + made.off, x, foot + made.off + MARK
