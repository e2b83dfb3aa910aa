"""Cutouts of a sheet: pieces, batches that are cut together, and the arrangement of pieces of one size.

Pieces lie in rows and columns or, if made of hexes, nested like a honeycomb. All lengths are points; the origin of a
piece is its top left corner, y down. Single hexes share cuts, and so do pieces of several whole hexes; pieces cut
inside the edges of their hexes have `CLEAR` between their cuts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from math import floor, inf, sqrt
from operator import mul
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import Group, Item, Path
from printshop.hexes import Grid, Hex, Orientation, add, directions
from printshop.layout.backs import Backs
from printshop.problems import Span
from printshop.units import MM

BLEED = 1.5 * MM  # extension of colour beyond the outer edges of a block: a crooked cut leaves no white sliver
TICK_OFF, TICK = 1.8 * MM, 1.8 * MM  # distance from a block to its ticks, and their length
NEAR_OFF, NEAR_TICK = 0.7 * MM, 1.2 * MM  # the same for cards, which fill their sheets
TICK_CLEAR = TICK_OFF - BLEED  # how far ticks stay clear of the bleed
TICK_ROOM, COMB_ROOM = 0.9 * MM, 0.8 * MM  # margin beyond ticks; beyond the bleed of hexes, which have none
ROOM = TICK_OFF + TICK + TICK_ROOM  # usual margin of a block
GUTTER = 2 * BLEED  # between straight pieces whose colours differ along the cut: room for both bleeds
ROUND_GAP = 3.2 * MM  # between round pieces, which share no cuts: room for both bleeds
CLEAR = 2 * MM  # between two separate cuts: a narrower strip curls up under the knife, or tears
_SPECK = 1e-9
SQUARE_COMB = sqrt(3) / 2  # distance between lines of hexes that are 1 across flats

_Segment = tuple[Point, Point]
_Turned = tuple[int, int]  # a hex as (line, twice its position along the line)
_Way = tuple[int, int, int]  # how copies nest: step along a line, distance and shift to the next; in half hexes


@dataclass(frozen=True)
class HexForm:
    """The outline of a piece: `cells` of hexes `across` points across flats, cut `inset` points inside them."""

    orientation: Orientation
    across: float
    inset: float
    cells: tuple[Hex, ...]
    folded: bool = False  # the second hex is its back: above the first (flat-top), or right of it (pointy-top)

    @cached_property
    def grid(self) -> Grid:
        """The grid of the hexes, with the top left corner of the cut outline's bounds at (0, 0)."""
        [loop] = Grid(self.orientation, self.across).outline(self.cells, self.inset)
        return Grid(self.orientation, self.across, -min(x for x, _ in loop), -min(y for _, y in loop))

    @cached_property
    def cut(self) -> tuple[Point, ...]:
        """The corners of the cut outline, clockwise."""
        [loop] = self.grid.outline(self.cells, self.inset)
        return loop

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the cut outline."""
        xs, ys = zip(*self.cut, strict=True)
        return max(xs), max(ys)

    def folding(self) -> HexForm:
        """Return this one-hex piece with a second hex, its back to fold over; both have the size of the cut outline."""
        cell, way = self.cells[0], directions(self.orientation)[0 if self.orientation is Orientation.FLAT else 1]
        return HexForm(self.orientation, self.across - 2 * self.inset, 0.0, (cell, add(cell, way)), folded=True)

    @property
    def crease(self) -> _Segment | None:
        """The fold line of a folded piece, else None."""
        return self.grid.side(self.cells[0], 0 if self.orientation is Orientation.FLAT else 1) if self.folded else None

    def edges(self) -> Iterator[_Segment]:
        """Yield the sides of the cut outline, clockwise."""
        return zip(self.cut, (*self.cut[1:], self.cut[0]), strict=True)


class Cut(NamedTuple):
    """Settings for cutting out pieces; lengths in points."""

    gap: float | None = None  # distance between pieces; None for the default of their kind
    bleed: float = BLEED  # extension of colours beyond the cut
    corners: float = 0.0  # radius of rounded corners, 0 for none
    backs: Backs = Backs.BESIDE  # how a back is joined to its piece, if there is one

    @property
    def near(self) -> float:
        """The distance from a block to its ticks where space is short; beyond the bleed if backs have any."""
        return NEAR_OFF if self.backs is Backs.NONE else max(NEAR_OFF, self.bleed + TICK_CLEAR)


USUAL = Cut()


class Fold(NamedTuple):
    """A fold `at` points below a piece's top or, if `upright`, right of its left edge; a ridge is drawn dash-dot.

    A ridge stays a sharp edge when the piece stands.
    """

    at: float
    ridge: bool = False
    upright: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece to cut out. Its items have its top left corner as origin and may extend beyond its edges."""

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    folds: tuple[Fold, ...] = ()
    round: bool = False
    span: Span | None = None
    group: str = ""  # a new group begins a new row if there is room
    form: HexForm | None = None  # the outline of a piece made of hexes
    back: tuple[Item, ...] = ()  # printed behind it, drawn upright with the same origin
    outline: Path | None = None  # the cut line, unless it is a rectangle, a circle or made of hexes

    @property
    def line(self) -> Path | None:
        """The outline to cut it along by itself; None for pieces with straight cuts or made of hexes."""
        half = self.width / 2
        return self.outline or (shapes.circle(half, self.height / 2, half) if self.round else None)

    def turned(self) -> Piece:
        """Return the rectangular piece turned clockwise by a quarter, with its back turned to match."""
        folds = tuple(fold._replace(at=fold.at if fold.upright else self.height - fold.at, upright=not fold.upright)
                      for fold in self.folds)
        return replace(self, width=self.height, height=self.width, folds=folds,
                       items=(Group(self.items, Transform(0, 1, -1, 0, self.height, 0)),),
                       back=(Group(self.back, Transform(0, -1, 1, 0, 0, self.width)),) if self.back else ())


def beside(front: tuple[Item, ...], back: tuple[Item, ...], size: tuple[float, float], *, upright: bool = False
           ) -> tuple[tuple[Item, ...], Fold, tuple[float, float]]:
    """Return a front joined to its back by a fold, each width x height points: the items, the fold and the full size.

    The back lies above the front, rotated by 180 degrees; if `upright`, to the right of it. Neither extends across the
    fold.
    """
    width, height = size
    far = width + height  # farther than any bleed
    if upright:
        left = shapes.rect(-far, -far, far + width, 2 * far + height)
        right = shapes.rect(0, -far, far + width, 2 * far + height)
        return ((Group(front, clip=left), Group(back, Transform(e=width), clip=right)), Fold(width, upright=True),
                (2 * width, height))
    below = shapes.rect(-far, 0, 2 * far + width, far + height)
    items = (Group(back, Transform(-1, 0, 0, -1, width, height), clip=below),
             Group(front, Transform(f=height), clip=below))
    return items, Fold(height), (width, 2 * height)


@dataclass(frozen=True)
class Batch:
    """Pieces of one size and shape, in order, else ValueError is raised; None is a cell left blank."""

    title: str
    note: str
    pieces: tuple[Piece | None, ...]
    counted: str = ""  # noun for the number of pieces in the note, for instance "counter"
    apart: bool = False  # a gutter between neighbours, because colours differ at their cuts
    headed: bool = False  # each group is a block with its name as title, unless that takes more sheets
    cut: Cut = USUAL
    motley: bool = False  # a gutter between neighbours if there are several groups
    whose: str = ""  # the name of their side, "" if none
    ends: str = ""  # an instruction for the last step of assembly
    near: bool = False  # short ticks close to the block

    def __post_init__(self) -> None:
        forms = {(piece.width, piece.height, piece.round, piece.folds, piece.form, piece.outline is None)
                 for piece in self.pieces if piece}
        if len(forms) > 1:
            raise ValueError(f"the pieces of '{self.title}' are not of one size and shape")

    def groups(self) -> tuple[Batch, ...]:
        """Return a batch for each group if groups have headings of their own (`headed`), else only this batch."""
        if not self.headed:
            return (self,)
        groups: dict[str, list[Piece | None]] = {}
        for piece in self.pieces:
            groups.setdefault(piece.group if piece else "", []).append(piece)
        return tuple(replace(self, title=name or self.title, pieces=tuple(pieces)) for name, pieces in groups.items())

    @cached_property
    def model(self) -> Piece:
        """The first piece, which stands for all of them. Raises ValueError if there is none."""
        if model := next(filter(None, self.pieces), None):
            return model
        raise ValueError("a batch needs at least one piece")

    @cached_property
    def alike(self) -> int:
        """The number of pieces in each group, 1 if groups differ in number."""
        sizes = set(Counter(piece.group for piece in self.pieces if piece).values())
        return sizes.pop() if len(sizes) == 1 else 1

    @cached_property
    def backs(self) -> Backs:
        """How the backs of these pieces are printed; `NONE` if no piece has a back to print behind it."""
        return self.cut.backs if any(piece and piece.back for piece in self.pieces) else Backs.NONE

    @cached_property
    def gap(self) -> float:
        """The distance between neighbouring pieces."""
        if self.cut.gap is not None:
            return self.cut.gap
        apart = self.apart or (self.motley and len({piece.group for piece in self.pieces if piece}) > 1)
        usual = ROUND_GAP if self.model.line else GUTTER if apart else 0.0
        return max(usual, 2 * self.cut.bleed) if usual else 0.0

    @property
    def tick_off(self) -> float:
        """The distance from a block to its ticks."""
        return self.cut.near if self.near else self.cut.bleed + TICK_CLEAR

    @cached_property
    def rooms(self) -> dict[tuple[float, float], Comb | None]:
        """A cache for `printshop.layout.pack`: the fullest arrangement, or None, by (width, height)."""
        return {}

    @property
    def tick(self) -> float:
        """The length of its ticks."""
        return NEAR_TICK if self.near else TICK

    @cached_property
    def room(self) -> float:
        """The margin that a block of them keeps free on all sides."""
        return self.cut.bleed + COMB_ROOM if self.model.form else self.tick_off + TICK + TICK_ROOM


# --- arrangements of pieces of one size ----------------------------------------------------------------------


class Comb(NamedTuple):
    """The arrangement of a block's pieces: `per_line` pieces on each of `lines` lines, every second line shifted."""

    size: tuple[float, float]
    along: float  # pitch of pieces on a line
    apart: float  # pitch of lines
    per_line: int
    lines: int
    down: bool = False  # lines are columns of the page, not rows
    shift: float = 0.0
    short: bool = False  # shifted lines have one piece fewer
    loose: bool = False  # pieces of hexes lie in rows and columns and share no cuts
    dealt: bool = False  # pieces are dealt to the lines in turn; else each line is filled first

    @property
    def capacity(self) -> int:
        """The number of pieces that fit."""
        return self.per_line * self.lines - (self.lines // 2 if self.short else 0)

    def place(self, index: int) -> Point:
        """Return the top left corner of the bounds of a piece, by its index from 0."""
        pair, place = divmod(index, 2 * self.per_line - self.short)
        odd, number = divmod(place, self.per_line)
        if self.dealt:
            number, line = divmod(index, self.lines)
            pair, odd = divmod(line, 2)
        first, second = number * self.along + odd * self.shift, (2 * pair + odd) * self.apart
        return (second, first) if self.down else (first, second)

    def extent(self, count: int) -> tuple[float, float]:
        """Return the width and height of a block of `count` pieces."""
        xs, ys = zip(*map(self.place, range(count)), strict=True)
        return max(xs) + self.size[0], max(ys) + self.size[1]

    def holding(self, count: int) -> Comb:
        """Return the arrangement for `count` pieces: as few lines as possible, all about equally long."""
        comb = self._replace(lines=self.lines_for(count))
        while comb.per_line > 1:
            fewer = comb._replace(per_line=comb.per_line - 1, short=False)
            if fewer.lines_for(count) > comb.lines:
                break
            comb = fewer
        return comb

    def lines_for(self, count: int) -> int:
        """Return the number of lines that `count` pieces need."""
        pairs, left = divmod(count, 2 * self.per_line - self.short)
        return 2 * pairs + -(-left // self.per_line)


def grid(size: tuple[float, float], room: tuple[float, float], gap: float, *, down: bool = False) -> Comb | None:
    """Return the rows and columns with the most pieces, `gap` apart, in (width, height); None if no piece fits."""
    across, deep = size[0] + gap, size[1] + gap
    columns, rows = _fitting(room[0] - size[0], across), _fitting(room[1] - size[1], deep)
    if columns < 1 or rows < 1:
        return None
    return Comb(size, deep, across, rows, columns, down) if down else Comb(size, across, deep, columns, rows)


def apart(form: HexForm, room: tuple[float, float], gap: float, count: int) -> Comb | None:
    """Return rows and columns for `count` pieces of several hexes, `gap` apart, or None if they do not fit."""
    if len(form.cells) == 1 or form.folded:
        return None
    rows = grid(form.size, room, gap, down=form.orientation is Orientation.FLAT)
    return rows._replace(loose=True).holding(count) if rows and rows.capacity >= count else None


def comb(form: HexForm, room: tuple[float, float], gap: float, count: int = 0, by: int = 1) -> Comb | None:
    """Return the nested arrangement with the most pieces, or the smallest one for `count`; None if no piece fits.

    Pieces are `gap` apart; pieces of several hexes that are cut inside their hexes at least `CLEAR`. The number of
    lines of folded pairs is a multiple of `by` where possible.
    """
    clearance = max(gap, CLEAR) if len(form.cells) > 1 and form.inset else gap
    widening = max(0.0, clearance - 2 * form.inset)
    down = form.orientation is Orientation.FLAT
    long, deep = room[::-1] if down else room
    width, height = form.size[::-1] if down else form.size
    if width > long + _SPECK or height > deep + _SPECK:
        return None
    if form.folded:
        return _interlocked(form, (long, deep), (width, height), gap, count, by)
    combs = []
    for (along, apart, shift), reach in _ways(form.cells, down):
        pitch = form.across - 2 * form.inset + gap if len(form.cells) == 1 else form.across + widening / reach
        step, side, offset = along * pitch / 2, apart * pitch * sqrt(3) / 2, shift * pitch / 2
        per_line, lines = _fitting(long - width, step), _fitting(deep - height, side)
        short = width + (per_line - 1) * step + offset > long + 1e-6
        if not short or per_line > 1:
            combs.append(Comb(form.size, step, side, per_line, lines, down, offset, short))
    if enough := [comb.holding(count) for comb in combs if comb.capacity >= count > 0]:
        return min(enough, key=lambda comb: mul(*(side + form.across for side in comb.extent(count))))
    return max(combs, key=lambda comb: (comb.capacity, -comb.lines), default=None)


def _interlocked(form: HexForm, room: tuple[float, float], size: tuple[float, float], gap: float, count: int, by: int
                 ) -> Comb | None:
    """Return the arrangement of folded pairs of hexes; odd lines shift by a quarter step, so that corners interlock."""
    step = size[0] + gap
    side = form.across * SQUARE_COMB + gap * 1.3  # the slanted sides are then a gap apart, see `shift`
    shift = step / 4
    per_line, lines = _fitting(room[0] - size[0], step), _fitting(room[1] - size[1], side)
    if lines > 1 and size[0] + (per_line - 1) * step + shift > room[0] + 1e-6:
        per_line -= 1
    if not per_line:
        return Comb(form.size, step, side, 1, 1, form.orientation is Orientation.FLAT, dealt=True)
    capacity = per_line * lines
    if 0 < count <= capacity:
        rows = -(-count // lines)
        lines = -(-count // rows)
        whole = [n for n in range(1, lines + 1) if n % by == 0 and n * per_line >= count]
        lines = min(whole, default=lines) if by > 1 else lines
        per_line = -(-count // lines)
    return Comb(form.size, step, side, per_line, lines, form.orientation is Orientation.FLAT, shift, dealt=True)


def _fitting(room: float, step: float) -> int:
    return floor(room / step + 1e-6) + 1


# Tries every step along a line, distance to the next line and its shift, up to the size of the piece; cached by shape
# and direction, as many sheets have the same pieces.
@lru_cache(maxsize=256)
def _ways(cells: tuple[Hex, ...], down: bool) -> tuple[tuple[_Way, float], ...]:
    """Return each way that copies of a piece can nest and be drawn apart, with its `_reach`."""
    piece: list[_Turned] = [(q, 2 * r + q) if down else (r, 2 * q + r) for q, r in cells]
    (first, left), (last, right) = (tuple(map(end, zip(*piece, strict=True))) for end in (min, max))
    long, deep = right - left + 2, last - first + 1
    nested = []
    for along, apart in product(range(2, 2 * long + 1, 2), range(1, 2 * deep + 1)):
        ways = ((along, apart, shift) for shift in range(apart % 2, along, 2))
        nested += [(way, reach) for way in ways if (reach := _reach(piece, way, long, deep)) > _SPECK][:1]
    return tuple(nested)


def _reach(piece: list[_Turned], way: _Way, long: int, deep: int) -> float:
    """Return how far the nearest cuts of nested copies part if the pitch grows by one; 0 if they overlap or lock."""
    occupied, reach, (along, apart, shift) = set(piece), inf, way
    for line in range(deep // apart + 1):  # copies that can touch a piece; those on earlier lines mirror these
        for start in {0} if line % 2 == 0 else {shift, -shift}:
            for step in range(-((long + start) // along), (long - start) // along + 1):
                right, low = start + step * along, line * apart
                if not line and not right:  # the piece itself
                    continue
                moved = [(down + low, at + right) for down, at in piece]
                if not occupied.isdisjoint(moved):
                    return 0.0
                beside = [(right * across + 3 * low * down) / 4 for at_line, at in moved for down, across in _STEPS
                          if (at_line - down, at - across) in occupied]
                reach = min([reach, *beside])
    return reach


_STEPS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))  # to neighbours, as `_Turned`
