"""Cutouts of a sheet: pieces, batches that are cut together, and the arrangement of pieces of one size.

Pieces lie in rows and columns. Pieces made of hexes may be nested like a honeycomb instead. All lengths are
points; the origin of a piece is its top left corner, y down. Single hexes share cuts, and so do pieces of
several whole hexes. Pieces of several hexes that are cut inside the edges of their hexes have at least
`CUT_CLEARANCE` between their cuts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import product
from math import floor, inf, sqrt
from operator import mul
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Item, Path, Stroke
from printshop.drawing.geometry import Point, Transform
from printshop.hexes import Hex, HexGrid, Orientation, hex_directions, step_hex
from printshop.layout.duplex import BackMode
from printshop.lengths import MM
from printshop.problems import Span
from printshop.words import Words, load_words

BLEED = 1.5 * MM  # extension of colour beyond the outer edges of a block: a crooked cut leaves no white sliver
TICK_DISTANCE, TICK_LENGTH = 1.8 * MM, 1.8 * MM  # distance from a block to its ticks, and their length
SHORT_TICK_DISTANCE, SHORT_TICK_LENGTH = 0.7 * MM, 1.2 * MM  # the same for cards, which fill their sheets
TICK_CLEARANCE = TICK_DISTANCE - BLEED  # how far ticks stay clear of the bleed
TICK_MARGIN, HEX_MARGIN = 0.9 * MM, 0.8 * MM  # margin beyond ticks; beyond the bleed of hexes, which have none
BLOCK_MARGIN = TICK_DISTANCE + TICK_LENGTH + TICK_MARGIN  # usual margin of a block
GUTTER = 2 * BLEED  # between straight pieces whose colours differ along the cut: room for both bleeds
ROUND_GAP = 3.2 * MM  # between round pieces, which share no cuts: room for both bleeds
CUT_CLEARANCE = 2 * MM  # between two separate cuts: a narrower strip curls up under the knife, or tears
_TOLERANCE = 1e-9
HEX_LINE_PITCH = sqrt(3) / 2  # distance between lines of hexes that are 1 across flats

_Segment = tuple[Point, Point]
_LineHex = tuple[int, int]  # a hex as (line, twice its position along the line)
_Nesting = tuple[int, int, int]  # how copies nest: step along a line, distance and shift to the next; in half hexes


@dataclass(frozen=True)
class HexOutline:
    """The outline of a piece made of hexes.

    The hexes are `cells`, each `across` points wide across flats. The cut runs `inset` points inside the edges
    of the hexes.
    """

    orientation: Orientation
    across: float
    inset: float
    cells: tuple[Hex, ...]
    has_folded_back: bool = False  # the second hex is its back: above the first (flat-top), or right of it (pointy-top)

    @cached_property
    def grid(self) -> HexGrid:
        """The grid of the hexes.

        The bounds of the cut outline have their top left corner at (0, 0).
        """
        [loop] = HexGrid(self.orientation, self.across).trace_outlines(self.cells, self.inset)
        return HexGrid(self.orientation, self.across, -min(x for x, _ in loop), -min(y for _, y in loop))

    @cached_property
    def cut_corners(self) -> tuple[Point, ...]:
        """The corners of the cut outline, clockwise."""
        [loop] = self.grid.trace_outlines(self.cells, self.inset)
        return loop

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the cut outline."""
        xs, ys = zip(*self.cut_corners, strict=True)
        return max(xs), max(ys)

    def add_folded_back(self) -> HexOutline:
        """Return this one-hex piece with a second hex, which is the back that is folded over.

        Both hexes have the size of the cut outline.
        """
        cell, direction = self.cells[0], hex_directions(self.orientation)[0 if self.orientation is Orientation.FLAT
                                                                          else 1]
        return HexOutline(self.orientation, self.across - 2 * self.inset, 0.0, (cell, step_hex(cell, direction)),
                          has_folded_back=True)

    @property
    def crease(self) -> _Segment | None:
        """The fold line of a folded piece.

        If the piece is not folded, the line is None.
        """
        return self.grid.find_side(self.cells[0],
                                   0 if self.orientation is Orientation.FLAT else 1) if self.has_folded_back else None

    def list_edges(self) -> Iterator[_Segment]:
        """Yield the sides of the cut outline, clockwise."""
        return zip(self.cut_corners, (*self.cut_corners[1:], self.cut_corners[0]), strict=True)


class CutSettings(NamedTuple):
    """Settings for cutting out pieces. Lengths are in points."""

    gap: float | None = None  # distance between pieces; None for the default of their kind
    bleed: float = BLEED  # extension of colours beyond the cut
    corner_radius: float = 0.0  # radius of rounded corners, 0 for none
    back_mode: BackMode = BackMode.BESIDE  # how a back is joined to its piece, if there is one

    @property
    def short_tick_distance(self) -> float:
        """The distance from a block to its ticks if space is short.

        The distance is greater than the bleed, unless `back_mode` is `NONE`.
        """
        return SHORT_TICK_DISTANCE if self.back_mode is BackMode.NONE else max(SHORT_TICK_DISTANCE,
                                                                               self.bleed + TICK_CLEARANCE)


DEFAULT_CUT = CutSettings()


class PieceFold(NamedTuple):
    """A fold of a piece.

    `position` is the distance from the top of the piece, in points. If `vertical` is true, `position` is the distance
    from the left edge instead. If `ridge` is true, the fold stays a sharp edge when the piece stands, and its line is
    drawn dash-dotted.
    """

    position: float
    ridge: bool = False
    vertical: bool = False


@dataclass(frozen=True, slots=True)
class Cutout:
    """A piece to cut out.

    The top left corner of the piece is the origin of its items. Items may extend beyond the edges of the piece.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    folds: tuple[PieceFold, ...] = ()
    is_round: bool = False
    span: Span | None = None
    group: str = ""  # a new group begins a new row if there is room
    hex_outline: HexOutline | None = None  # the outline of a piece made of hexes
    back: tuple[Item, ...] = ()  # printed behind it, drawn upright with the same origin
    outline: Path | None = None  # the cut line, unless it is a rectangle, a circle or made of hexes

    @property
    def cut_line(self) -> Path | None:
        """The outline along which the piece is cut separately.

        The outline is None for pieces with straight cuts, and for pieces made of hexes.
        """
        radius = self.width / 2
        return self.outline or (shapes.circle(radius, self.height / 2, radius) if self.is_round else None)

    def draw_small(self, scale: float, center: Point, edge: Stroke | None = None) -> tuple[Item, ...]:
        """Return the face at a scale, with its middle at `center`, and with a line round it."""
        place = Transform().translate(*center).scale(scale).translate(-self.width / 2, -self.height / 2)
        outline = self.cut_line or shapes.rect(0, 0, self.width, self.height)
        line = edge and replace(outline, fill=None, stroke=replace(edge, width=edge.width / scale))
        return Group(self.items, place, outline), *([Group((line,), place)] if line else ())

    def rotate(self) -> Cutout:
        """Return the rectangular piece turned clockwise by 90 degrees.

        The back of the piece is turned to match.
        """
        folds = tuple(fold._replace(position=fold.position if fold.vertical else self.height - fold.position,
                                    vertical=not fold.vertical)
                      for fold in self.folds)
        return replace(self, width=self.height, height=self.width, folds=folds,
                       items=(Group(self.items, Transform(0, 1, -1, 0, self.height, 0)),),
                       back=(Group(self.back, Transform(0, -1, 1, 0, 0, self.width)),) if self.back else ())


def join_back(front: tuple[Item, ...], back: tuple[Item, ...], size: tuple[float, float], *, vertical: bool = False
              ) -> tuple[tuple[Item, ...], PieceFold, tuple[float, float]]:
    """Return a front joined to its back by a fold: the items, the fold and the full size.

    `size` is the width and height of one face, in points. The back lies above the front, rotated by 180
    degrees. If `vertical` is true, the back lies to the right of the front and is not rotated. Neither face
    extends across the fold.
    """
    width, height = size
    reach = width + height  # farther than any bleed
    if vertical:
        left = shapes.rect(-reach, -reach, reach + width, 2 * reach + height)
        right = shapes.rect(0, -reach, reach + width, 2 * reach + height)
        return ((Group(front, clip=left), Group(back, Transform(e=width), clip=right)), PieceFold(width, vertical=True),
                (2 * width, height))
    below = shapes.rect(-reach, 0, 2 * reach + width, reach + height)
    items = (Group(back, Transform(-1, 0, 0, -1, width, height), clip=below),
             Group(front, Transform(f=height), clip=below))
    return items, PieceFold(height), (width, 2 * height)


@dataclass(frozen=True)
class CutoutBatch:
    """Pieces of one size and shape, in order. None stands for a blank cell.

    Raises ValueError if the pieces differ in size or shape.
    """

    title: str
    note: str
    pieces: tuple[Cutout | None, ...]
    noun: str = ""  # "counter" or "marker", for the number of pieces in the note, or ""
    has_gutter: bool = False  # a gutter between neighbours, because colours differ at their cuts
    titled_groups: bool = False  # each group is a block with its name as title, unless that takes more sheets
    cut: CutSettings = DEFAULT_CUT
    gutter_if_grouped: bool = False  # a gutter between neighbours if there are several groups
    side_name: str = ""  # the name of their side, "" if none
    final_step: str = ""  # an instruction for the last step of assembly
    short_ticks: bool = False  # short ticks close to the block
    words: Words = field(default_factory=load_words)  # in the note

    def __post_init__(self) -> None:
        forms = {(piece.width, piece.height, piece.is_round, piece.folds, piece.hex_outline, piece.outline is None)
                 for piece in self.pieces if piece}
        if len(forms) > 1:
            raise ValueError(f"all pieces of '{self.title}' must have one size and one shape")

    def split_groups(self) -> tuple[CutoutBatch, ...]:
        """Return one batch for each group.

        If groups have no headings (`titled_groups`), return only this batch.
        """
        if not self.titled_groups:
            return (self,)
        groups: dict[str, list[Cutout | None]] = {}
        for piece in self.pieces:
            groups.setdefault(piece.group if piece else "", []).append(piece)
        return tuple(replace(self, title=name or self.title, pieces=tuple(pieces)) for name, pieces in groups.items())

    @cached_property
    def sample(self) -> Cutout:
        """The first piece, as a sample of all pieces.

        Raises ValueError if the batch has no piece.
        """
        if sample := next(filter(None, self.pieces), None):
            return sample
        raise ValueError("a batch needs at least one piece")

    @cached_property
    def group_size(self) -> int:
        """The number of pieces in each group.

        If groups have different numbers of pieces, the value is 1.
        """
        sizes = set(Counter(piece.group for piece in self.pieces if piece).values())
        return sizes.pop() if len(sizes) == 1 else 1

    @cached_property
    def back_mode(self) -> BackMode:
        """The way in which fronts and backs of the pieces are joined.

        If no piece has a back, the mode is `NONE`.
        """
        return self.cut.back_mode if any(piece and piece.back for piece in self.pieces) else BackMode.NONE

    @cached_property
    def gap(self) -> float:
        """The distance between neighbouring pieces."""
        if self.cut.gap is not None:
            return self.cut.gap
        has_gutter = self.has_gutter or (self.gutter_if_grouped
                                         and len({piece.group for piece in self.pieces if piece}) > 1)
        default = ROUND_GAP if self.sample.cut_line else GUTTER if has_gutter else 0.0
        return max(default, 2 * self.cut.bleed) if default else 0.0

    @property
    def tick_distance(self) -> float:
        """The distance from a block to its ticks."""
        return self.cut.short_tick_distance if self.short_ticks else self.cut.bleed + TICK_CLEARANCE

    @cached_property
    def arrangement_cache(self) -> dict[tuple[float, float], Arrangement | None]:
        """A cache for `printshop.layout.packing`, with sizes of areas (width, height) as keys.

        Each value is the arrangement with the most pieces. If no piece fits the area with its label, the value is
        None.
        """
        return {}

    @property
    def tick_length(self) -> float:
        """The length of the ticks of a block."""
        return SHORT_TICK_LENGTH if self.short_ticks else TICK_LENGTH

    @cached_property
    def margin(self) -> float:
        """The margin on all sides of a block."""
        return (
            self.cut.bleed + HEX_MARGIN if self.sample.hex_outline else self.tick_distance + TICK_LENGTH + TICK_MARGIN
        )


# --- arrangements of pieces of one size ----------------------------------------------------------------------


class Arrangement(NamedTuple):
    """The arrangement of a block's pieces: `per_line` pieces on each of `lines` lines.

    Every second line is moved by `shift` points.
    """

    piece_size: tuple[float, float]
    piece_pitch: float  # pitch of pieces on a line
    line_pitch: float  # pitch of lines
    per_line: int
    lines: int
    vertical: bool = False  # lines are columns of the page, not rows
    shift: float = 0.0
    short_odd_lines: bool = False  # shifted lines have one piece fewer
    separate: bool = False  # pieces of hexes lie in rows and columns and share no cuts
    by_turns: bool = False  # pieces are dealt to the lines in turn; else each line is filled first

    @property
    def capacity(self) -> int:
        """The number of pieces that the arrangement holds."""
        return self.per_line * self.lines - (self.lines // 2 if self.short_odd_lines else 0)

    def place_piece(self, index: int) -> Point:
        """Return the top left corner of the bounds of a piece, given its index (from 0)."""
        pair, index_in_pair = divmod(index, 2 * self.per_line - self.short_odd_lines)
        odd, number = divmod(index_in_pair, self.per_line)
        if self.by_turns:
            number, line = divmod(index, self.lines)
            pair, odd = divmod(line, 2)
        first, second = number * self.piece_pitch + odd * self.shift, (2 * pair + odd) * self.line_pitch
        return (second, first) if self.vertical else (first, second)

    def measure_block(self, count: int) -> tuple[float, float]:
        """Return the width and height of a block of `count` pieces."""
        xs, ys = zip(*map(self.place_piece, range(count)), strict=True)
        return max(xs) + self.piece_size[0], max(ys) + self.piece_size[1]

    def reduce_to(self, count: int) -> Arrangement:
        """Return the arrangement reduced to `count` pieces, on as few lines as possible.

        The lines have about equal lengths.
        """
        arrangement = self._replace(lines=self.count_lines(count))
        while arrangement.per_line > 1:
            fewer = arrangement._replace(per_line=arrangement.per_line - 1, short_odd_lines=False)
            if fewer.count_lines(count) > arrangement.lines:
                break
            arrangement = fewer
        return arrangement

    def count_lines(self, count: int) -> int:
        """Return the number of lines that `count` pieces need."""
        pairs, remaining = divmod(count, 2 * self.per_line - self.short_odd_lines)
        return 2 * pairs + -(-remaining // self.per_line)


def arrange_grid(size: tuple[float, float], area: tuple[float, float], gap: float, *,
                 vertical: bool = False) -> Arrangement | None:
    """Return the rows and columns with the most pieces in an area.

    If no piece fits, return None. `size` and `area` are (width, height). Pieces are `gap` points apart.
    """
    column_pitch, row_pitch = size[0] + gap, size[1] + gap
    columns, rows = _count_fitting(area[0] - size[0], column_pitch), _count_fitting(area[1] - size[1], row_pitch)
    if columns < 1 or rows < 1:
        return None
    return Arrangement(size, row_pitch, column_pitch, rows, columns,
                       vertical) if vertical else Arrangement(size, column_pitch, row_pitch, columns, rows)


def arrange_apart(outline: HexOutline, area: tuple[float, float], gap: float, count: int) -> Arrangement | None:
    """Return rows and columns for `count` pieces of several hexes, `gap` points apart.

    If the pieces do not fit, or if they are single hexes or folded pairs, return None.
    """
    if len(outline.cells) == 1 or outline.has_folded_back:
        return None
    rows = arrange_grid(outline.size, area, gap, vertical=outline.orientation is Orientation.FLAT)
    return rows._replace(separate=True).reduce_to(count) if rows and rows.capacity >= count else None


def arrange_nested(outline: HexOutline, area: tuple[float, float], gap: float, count: int = 0,
                   line_multiple: int = 1) -> Arrangement | None:
    """Return the nested arrangement with the most pieces.

    If `count` is given and there are arrangements for `count` pieces, return the smallest of these
    arrangements. If no piece fits, return None. Pieces are `gap` points apart. Pieces of several hexes that are
    cut inside their hexes are at least `CUT_CLEARANCE` apart. The number of lines of folded pairs is a multiple
    of `line_multiple` if possible.
    """
    clearance = max(gap, CUT_CLEARANCE) if len(outline.cells) > 1 and outline.inset else gap
    widening = max(0.0, clearance - 2 * outline.inset)
    vertical = outline.orientation is Orientation.FLAT
    line_length, depth = area[::-1] if vertical else area
    width, height = outline.size[::-1] if vertical else outline.size
    if width > line_length + _TOLERANCE or height > depth + _TOLERANCE:
        return None
    if outline.has_folded_back:
        return _arrange_pairs(outline, (line_length, depth), (width, height), gap, count, line_multiple)
    arrangements = []
    for (along, line_distance, shift), spread in _find_nestings(outline.cells, vertical):
        pitch = (
            outline.across - 2 * outline.inset + gap if len(outline.cells) == 1 else outline.across + widening / spread
        )
        step, line_pitch, offset = along * pitch / 2, line_distance * pitch * sqrt(3) / 2, shift * pitch / 2
        per_line, lines = _count_fitting(line_length - width, step), _count_fitting(depth - height, line_pitch)
        short = width + (per_line - 1) * step + offset > line_length + 1e-6
        if not short or per_line > 1:
            arrangements.append(Arrangement(outline.size, step, line_pitch, per_line, lines, vertical, offset, short))
    if sufficient := [arrangement.reduce_to(count) for arrangement in arrangements
                      if arrangement.capacity >= count > 0]:
        return min(sufficient, key=lambda comb: mul(*(side + outline.across for side in comb.measure_block(count))))
    return max(arrangements, key=lambda comb: (comb.capacity, -comb.lines), default=None)


def _arrange_pairs(outline: HexOutline, area: tuple[float, float], size: tuple[float, float], gap: float, count: int,
                   line_multiple: int
                   ) -> Arrangement | None:
    """Return the arrangement of folded pairs of hexes.

    Every second line is shifted by a quarter of the pitch, so that corners interlock.
    """
    step = size[0] + gap
    line_pitch = outline.across * HEX_LINE_PITCH + gap * 1.3  # the slanted sides are then a gap apart, see `shift`
    shift = step / 4
    per_line, lines = _count_fitting(area[0] - size[0], step), _count_fitting(area[1] - size[1], line_pitch)
    if lines > 1 and size[0] + (per_line - 1) * step + shift > area[0] + 1e-6:
        per_line -= 1
    if not per_line:
        return Arrangement(outline.size, step, line_pitch, 1, 1, outline.orientation is Orientation.FLAT, by_turns=True)
    capacity = per_line * lines
    if 0 < count <= capacity:
        rows = -(-count // lines)
        lines = -(-count // rows)
        multiples = [n for n in range(1, lines + 1) if n % line_multiple == 0 and n * per_line >= count]
        lines = min(multiples, default=lines) if line_multiple > 1 else lines
        per_line = -(-count // lines)
    return Arrangement(outline.size, step, line_pitch, per_line, lines, outline.orientation is Orientation.FLAT, shift,
                       by_turns=True)


def _count_fitting(space: float, step: float) -> int:
    return floor(space / step + 1e-6) + 1


# Tries every step along a line, distance to the next line and its shift, up to the size of the piece; cached by shape
# and direction, as many sheets have the same pieces.
@lru_cache(maxsize=256)
def _find_nestings(cells: tuple[Hex, ...], vertical: bool) -> tuple[tuple[_Nesting, float], ...]:
    """Return each way to nest copies of a piece, with the `_measure_spread` of this way.

    The copies can always be moved apart.
    """
    piece: list[_LineHex] = [(q, 2 * r + q) if vertical else (r, 2 * q + r) for q, r in cells]
    (first, left), (last, right) = (tuple(map(end, zip(*piece, strict=True))) for end in (min, max))
    length, depth = right - left + 2, last - first + 1
    found_nestings = []
    for along, line_distance in product(range(2, 2 * length + 1, 2), range(1, 2 * depth + 1)):
        nestings = ((along, line_distance, shift) for shift in range(line_distance % 2, along, 2))
        found_nestings += [(nesting, spread) for nesting in nestings
                           if (spread := _measure_spread(piece, nesting, length, depth)) > _TOLERANCE][:1]
    return tuple(found_nestings)


def _measure_spread(piece: list[_LineHex], nesting: _Nesting, length: int, depth: int) -> float:
    """Return the increase in distance between the nearest cuts of nested copies if the pitch grows by one.

    Return 0 if the copies overlap or lock.
    """
    occupied, spread, (along, line_distance, shift) = set(piece), inf, nesting
    for line in range(depth // line_distance + 1):  # copies that can touch a piece; those on earlier lines mirror these
        for start in {0} if line % 2 == 0 else {shift, -shift}:
            for step in range(-((length + start) // along), (length - start) // along + 1):
                right, line_offset = start + step * along, line * line_distance
                if not line and not right:  # the piece itself
                    continue
                moved = [(down + line_offset, position + right) for down, position in piece]
                if not occupied.isdisjoint(moved):
                    return 0.0
                distances = [(right * across + 3 * line_offset * down) / 4 for moved_line, moved_position in moved
                             for down, across in _NEIGHBOUR_OFFSETS
                             if (moved_line - down, moved_position - across) in occupied]
                spread = min([spread, *distances])
    return spread


_NEIGHBOUR_OFFSETS = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))  # to neighbours, as `_LineHex`
