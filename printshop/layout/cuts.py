"""What is drawn of a block of pieces: the pieces, and the lines to cut and fold along.

Points, origin at the top left, y down. Every edge that two pieces share is drawn once, and edges in line are
one line: a laser burns nothing twice. Ticks outside the block show where the cuts run on after the first is
made; or guides to the edge of the sheet do: whatever strip the first cut takes off, what is left of them on the other
side is long enough to lay a ruler along. Where black lines would be lost on dark pieces they lie on white. Backs have
no lines at all.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from math import hypot, inf
from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.geometry import IDENTITY, Transform, common
from printshop.drawing.ink import luminance
from printshop.drawing.items import BLACK, WHITE, Group, Item, Layer, Move, Path, Stroke, Use, walk
from printshop.drawing.shapes import outline_bounds
from printshop.drawing.text import Style, line, measure
from printshop.layout.boxes import Box
from printshop.layout.pack import LABEL, NOTE, SHRINK, TITLE, noted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Bounds, Point
    from printshop.layout.backs import Mirror
    from printshop.layout.combs import HexForm
    from printshop.layout.pack import Block, Sheet
    from printshop.layout.pieces import Fold, Piece

    Segment = tuple[Point, Point]
    Line = tuple[float, float, float, float]  # (x1, y1, x2, y2), rightwards or downwards
    Ends = tuple[tuple[float, float, int], ...]

CUT = Stroke(BLACK, 0.4)
CUT_BED = Stroke(WHITE, 1.2)
CORNER = Stroke(BLACK, 0.25)
ROUND_CUT = Stroke(BLACK, 0.25)
RIDGE = Stroke(BLACK, 0.35, dash=(5.0, 1.4, 0.7, 1.4))
FOLD = Stroke(BLACK, 0.35, dash=(2.0, 1.6))
BED = Stroke(WHITE, 0.9)
RIDGE_TICK = Stroke(BLACK, 0.35, dash=(2.4, 1.1, 0.7, 1.1))
MARK = Stroke(BLACK, 0.35)
GUIDE = Stroke(WHITE.mix(BLACK, 0.45), 0.3)

WORDS = Style("sans", 6.5)
SAID = "score and fold here"


def draw(sheet: Sheet, area: Box | None = None, *, outlines: bool = False,
         die: bool = False) -> tuple[Item, ...]:
    """Return the blocks of a sheet, ready for its page.

    Labels and pieces are on no layer of their own; all folds of the sheet are on one score layer, all cuts on one
    cut layer, all ticks on one guide layer. With an `area`, guides run on from the ticks to its edges. With
    `outlines`, the cut layer has the whole outline of each piece instead of lines to cut along, and there are no ticks.
    With a `die`, cuts and folds are not printed: nothing sets them off, there are no ticks either, and pieces that
    share no cuts have outlines.
    """
    cuts = _outlines if outlines else _die_cuts if die else _cuts
    layers = (
        (Layer.SCORE, tuple(one for block in sheet for one in _folds(block, apart=outlines))),
        (Layer.CUT, tuple(one for block in sheet for one in cuts(block))),
        (Layer.GUIDE, tuple(one for block in sheet for one in (*_fold_ticks(block), *_marks(block, sheet, area))
                            if not (die or outlines))),
    )
    return (
        *(one for block in sheet for one in _label(block)),
        Group(tuple(one for block in sheet for one in _pieces(block))),
        *(one for block in sheet for one in _beds(block) if not (die or outlines)),
        *(Group(items, layer=layer) for layer, items in layers if items),
    )


def draw_backs(sheet: Sheet, mirror: Mirror) -> tuple[Item, ...]:
    """Return the backs of the pieces of a sheet, each where it comes to lie behind its front; no lines."""
    found = (_back(piece, block.cell(row, column), clip, mirror) for block in sheet
             for (piece, row, column), clip in zip(block.placed(), _clips(block), strict=True) if piece.back)
    return (Group(tuple(found)),)


def _back(piece: Piece, cell: Box, clip: Path, mirror: Mirror) -> Group:
    """Draw a back; its bleed shows where that of the front does."""
    seen = shapes.transform_path(clip, Transform(a=-1, e=piece.width))
    return Group(piece.back, mirror.place(cell), clip=seen)


def _label(block: Block) -> Iterator[Item]:
    top = block.y - block.batch.room - LABEL
    note = noted(block.batch, sum(1 for _ in block.placed()))
    for words, style, base in ((_title(block), TITLE, 8.0), (note, NOTE, 16.2)):
        if words:
            yield from line(words, style, block.x, top + base, "start", block.label, style.size * SHRINK)


def _title(block: Block) -> str:
    """Return what the block holds, group by group where its pieces are grouped: "Momentum 0–7, Nets"."""
    groups: dict[str, list[str]] = {}
    for piece, _, _ in block.placed():
        if piece.group:
            groups.setdefault(piece.group, []).append(piece.name.removeprefix(piece.group).strip())
    named = ", ".join(f"{group} {_range(own)}".strip() for group, own in groups.items())
    fits = named and measure(named, TITLE) * SHRINK <= block.label
    return named if fits else block.batch.title


def _range(names: list[str]) -> str:
    """Return the numbers of a group's pieces: "0–7", "1, 5"; nothing for other names, and where there is but one.

    >>> _range(["1", "1", "2", "3"]), _range(["1", "5"]), _range(["left", "right"])
    ('1–3', '1, 5', '')
    """
    own = list(dict.fromkeys(names))
    if len(own) == 1 or not all(name.isdecimal() for name in own):
        return ""
    numbers = [int(name) for name in own]
    running = numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{own[0]}–{own[-1]}" if running else ", ".join(own)


def _pieces(block: Block) -> Iterator[Group]:
    for (piece, row, column), clip in zip(block.placed(), _clips(block), strict=True):
        cell = block.cell(row, column)
        yield Group(piece.items, Transform(e=cell.x, f=cell.y), clip=clip)


def _clips(block: Block) -> Iterator[Path]:
    """Give what is seen of each piece, from its top left corner; its bleed shows only where no neighbour lies."""
    if block.comb:
        yield from (shapes.polygon(corners) for corners in comb_clips(block))
        return
    bleed, gap = block.batch.cut.bleed, block.batch.gap
    between = min(bleed, gap / 2)
    for piece, row, column in block.placed():
        if piece.round:
            yield shapes.circle(piece.width / 2, piece.height / 2, piece.width / 2 + between)
            continue
        left, right, up, down = (
            between if block.at(row + dy, column + dx) else bleed for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))
        )
        yield shapes.rect(-left, -up, piece.width + left + right, piece.height + up + down)


def _cuts(block: Block) -> Iterator[Path]:
    if block.batch.model.line:
        yield from _own_lines(block, ROUND_CUT)
        return
    if block.comb:
        yield from (_chain(corners, CUT) for corners in comb_chains(block))
        return
    for cut in _straight(block):
        yield shapes.line(*cut, CUT)


def _die_cuts(block: Block) -> Iterator[Path]:
    shared = not block.batch.gap or block.comb
    return _cuts(block) if shared else _outlines(block)


def _outlines(block: Block) -> Iterator[Path]:
    """Draw every piece as it is to be, its corners rounded."""
    model = block.batch.model
    if model.line:
        yield from _own_lines(block, CUT)
        return
    for _, row, column in block.placed():
        cell = block.cell(row, column)
        if model.form:
            yield shapes.polygon([(cell.x + x, cell.y + y) for x, y in model.form.cut], stroke=CUT)
        else:
            yield shapes.rounded_rect(*cell, block.batch.cut.corners, stroke=CUT)


def _own_lines(block: Block, stroke: Stroke) -> Iterator[Path]:
    """Draw the line of each piece that is cut out by itself."""
    for piece, row, column in block.placed():
        if piece.line:
            cell = block.cell(row, column)
            yield replace(shapes.transform_path(piece.line, Transform(e=cell.x, f=cell.y)), stroke=stroke)


def _chain(corners: Sequence[Point], stroke: Stroke) -> Path:
    closed = len(corners) > 3 and corners[0] == corners[-1]
    return shapes.polygon(corners[:-1], stroke=stroke) if closed else shapes.polyline(corners, stroke=stroke)


def _straight(block: Block) -> Iterator[tuple[float, float, float, float]]:
    """Give every unbroken line to cut along, (x1, y1, x2, y2), rightwards or downwards; it crosses gutters."""
    gap = block.batch.gap
    for row, other, far in _edges(block.rows, gap):
        y = block.cell(row, 0).bottom if far else block.cell(row, 0).y
        for first, last in _runs(block.at(row, c) or block.at(other, c) for c in range(block.columns)):
            yield block.cell(row, first).x, y, block.cell(row, last).right, y
    for column, other, far in _edges(block.columns, gap):
        x = block.cell(0, column).right if far else block.cell(0, column).x
        for first, last in _runs(block.at(r, column) or block.at(r, other) for r in range(block.rows)):
            yield x, block.cell(first, column).y, x, block.cell(last, column).bottom


def _edges(count: int, gap: float) -> Iterator[tuple[int, int, bool]]:
    """Give the edges of rows or columns: of which, which other shares it, and whether it is the far one."""
    for index in range(count):
        yield index, index if gap else index - 1, False
        if gap or index == count - 1:
            yield index, index, True


def _runs(flags: Iterable[object]) -> Iterator[tuple[int, int]]:
    """Give first and last index of every unbroken run.

    >>> list(_runs([True, True, False, True]))
    [(0, 1), (3, 3)]
    """
    start = None
    index = -1
    for index, flag in enumerate(flags):
        if flag and start is None:
            start = index
        elif not flag and start is not None:
            yield start, index - 1
            start = None
    if start is not None:
        yield start, index


def _folds(block: Block, *, apart: bool = False) -> Iterator[Path]:
    """Draw the folds of each row, or column, in one go, or each by itself."""
    if block.comb:
        yield from (shapes.line(*start, *end, FOLD) for start, end in comb_creases(block))
    for fold, at, runs in _creases(block, apart=apart):
        for start, end in runs:
            yield _along(fold, at, start, end, RIDGE if fold.ridge else FOLD)


def _along(fold: Fold, at: float, start: float, end: float, stroke: Stroke) -> Path:
    """Draw a line that lies where a fold does, from where to where it runs."""
    return shapes.line(at, start, at, end, stroke) if fold.upright else shapes.line(start, at, end, at, stroke)


def _creases(block: Block, *, apart: bool = False) -> Iterator[tuple[Fold, float, list[tuple[float, float]]]]:
    """Give every fold with its place on the page, and from where to where it runs through pieces, or through each."""
    level = [(row, fold) for row in range(block.rows) for fold in block.batch.model.folds if not fold.upright]
    upright = [(column, fold) for column in range(block.columns) for fold in block.batch.model.folds if fold.upright]
    for number, fold in (*level, *upright):
        cells = ([(row, number) for row in range(block.rows)] if fold.upright else
                 [(number, column) for column in range(block.columns)])
        flags = [block.at(*cell) is not None for cell in cells]
        runs = ((k, k) for k, flag in enumerate(flags) if flag) if apart else _runs(flags)
        ends = [(block.cell(*cells[start]), block.cell(*cells[end])) for start, end in runs]
        if fold.upright:
            yield fold, block.cell(*cells[0]).x + fold.at, [(first.y, last.bottom) for first, last in ends]
        else:
            yield fold, block.cell(*cells[0]).y + fold.at, [(first.x, last.right) for first, last in ends]


def _beds(block: Block) -> Iterator[Path]:
    """Draw a white line below each fold that lies in a band, and below the cuts of dark pieces.

    Black on black would be lost.
    """
    pieces = {id(piece): piece for piece, _, _ in block.placed()}.values()  # copies of a marker are one piece
    if any(dark_at_edge(piece.items, piece.width, piece.height) for piece in pieces):
        yield from _cut_beds(block)
    if block.comb:
        yield from (shapes.line(*start, *end, BED) for start, end in comb_creases(block))
    for fold, at, runs in _creases(block):
        yield from (_along(fold, at, start, end, BED) for start, end in runs if not fold.ridge)


def _cut_beds(block: Block) -> Iterator[Path]:
    if block.comb:
        yield from (_chain(corners, CUT_BED) for corners in comb_chains(block))
    elif block.batch.model.line:
        yield from _own_lines(block, CUT_BED)
    else:
        yield shapes.lines(_straight(block), CUT_BED)


def _fold_ticks(block: Block) -> Iterator[Path]:
    """Draw a dashed tick at both ends of each fold."""
    off, box = block.batch.tick_off, block.box
    for fold, at, _ in _creases(block):
        style = RIDGE_TICK if fold.ridge else FOLD
        for end, way in ((box.y, -1), (box.bottom, 1)) if fold.upright else ((box.x, -1), (box.right, 1)):
            yield _along(fold, at, end + way * off, end + way * (off + block.batch.tick), style)


def _marks(block: Block, sheet: Sheet, area: Box | None) -> Iterator[Path]:
    """Draw what shows where straight cuts run on, and how corners are rounded; other pieces have neither."""
    if block.batch.model.line or block.comb:
        return
    off = block.batch.tick_off
    yield shapes.lines(tuple(ticks(_straight(block), off, block.batch.tick)), MARK)
    if area:
        yield shapes.lines(tuple(guides(_straight(block), off + block.batch.tick, area, _taken(sheet))), GUIDE)
    if block.batch.cut.corners:
        yield from _corners(block, block.batch.cut.corners)


def _taken(sheet: Sheet) -> tuple[Box, ...]:
    """Return what guides stop at: labels, and the pieces of a row that lie together."""
    labels = [Box(block.x, block.y - block.batch.room - LABEL, block.label, LABEL) for block in sheet
              if block.label]
    rows = [Box(block.cell(row, first).x, block.cell(row, first).y,
                block.cell(row, last).right - block.cell(row, first).x, block.batch.model.height)
            for block in sheet if not block.comb for row in range(block.rows)
            for first, last in _runs(block.at(row, column) for column in range(block.columns))]
    return (*labels, *rows, *(block.box for block in sheet if block.comb))


def _corners(block: Block, radius: float) -> Iterator[Path]:
    """Draw the corners of each piece as they are rounded."""
    for _, row, column in block.placed():
        left, top, width, height = block.cell(row, column)
        for x, y, start in ((radius, radius, 270), (width - radius, radius, 0),
                            (width - radius, height - radius, 90), (radius, height - radius, 180)):
            yield shapes.arc(left + x, top + y, radius, start, 90, stroke=CORNER)


def draw_fold(area: Box, mirror: Mirror) -> Iterator[Item]:
    """Draw the fold of a sheet, over all the length of the half that fronts have."""
    if mirror.across:
        fold = shapes.line(area.x, mirror.at, area.right, mirror.at, RIDGE)
        words = line(SAID, WORDS, area.center[0], mirror.at - 3.0, "middle")
        yield Group(words)
    else:
        fold = shapes.line(mirror.at, area.y, mirror.at, area.bottom, RIDGE)
        words = line(SAID, WORDS, 0, -3.0, "middle")
        yield Group(words, Transform(e=mirror.at, f=area.center[1]).rotate(-90))
    yield Group((fold,), layer=Layer.SCORE)


def comb_chains(block: Block) -> Iterator[tuple[Point, ...]]:
    """Give the lines to cut along: every edge of the block's pieces once, those that meet as one line."""
    ends: dict[Point, list[Point]] = {}
    for edge in {edge: None for _, row, column in block.placed() for edge in _edges_of(block, row, column)}:
        start, end = sorted(edge)
        ends.setdefault(start, []).append(end)
        ends.setdefault(end, []).append(start)
    while ends:
        # A line that ends somewhere begins where an odd number of edges meet.
        yield _line_from(ends, min(ends, key=lambda at: (len(ends[at]) % 2 == 0, at[1], at[0])))


def _line_from(ends: dict[Point, list[Point]], start: Point) -> tuple[Point, ...]:
    """Take edges out of `ends`, one after the other, as long as one begins where the last ended."""
    line = [start]
    while line[-1] in ends:
        here = line[-1]
        there = ends[here].pop()
        ends[there].remove(here)
        line.append(there)
        for at in (here, there):
            if not ends[at]:
                del ends[at]
    return tuple(line)


def comb_creases(block: Block) -> Iterator[Segment]:
    """Give the folds of the pieces."""
    crease = _form(block).crease
    if crease:
        (x1, y1), (x2, y2) = crease
        for _, row, column in block.placed():
            cell = block.cell(row, column)
            yield (cell.x + x1, cell.y + y1), (cell.x + x2, cell.y + y2)


def comb_clips(block: Block) -> Iterator[tuple[Point, ...]]:
    """Give how far the colours of each piece show, from its own top left corner: over edges that no other shares."""
    form = _form(block)
    nested = len(form.cells) > 1 and not form.folded and not (block.comb and block.comb.loose)
    bleed, gap = block.batch.cut.bleed, block.batch.gap
    bleed = min(bleed, form.inset or bleed) if nested else min(bleed, gap / 2) if gap else bleed
    edges = [_edges_of(block, row, column) for _, row, column in block.placed()]
    times = Counter(edge for own in edges for edge in own)
    for own in edges:
        yield widened(form.cut, [0.0 if times[edge] > 1 else bleed for edge in own])


def _edges_of(block: Block, row: int, column: int) -> list[frozenset[Point]]:
    """Return the edges of a piece where they lie on the page."""
    cell = block.cell(row, column)
    return [frozenset((_key(start, cell.x, cell.y), _key(end, cell.x, cell.y))) for start, end in _form(block).edges()]


def widened(corners: Sequence[Point], offsets: Sequence[float]) -> tuple[Point, ...]:
    """Return a clockwise outline with every side moved outwards by its own distance; side k begins at corner k."""
    found = []
    for number, here in enumerate(corners):
        before, after = corners[number - 1], corners[(number + 1) % len(corners)]
        found.append(_meeting(before, here, after, offsets[number - 1], offsets[number]))
    return tuple(found)


def _meeting(before: Point, here: Point, after: Point, first: float, second: float) -> Point:
    """Return where two sides meet that are moved outwards, to the left of the way round."""
    (ux, uy), (vx, vy) = _direction(before, here), _direction(here, after)
    cross = ux * vy - uy * vx
    # The corner moves by p, with p · n = offset for both normals: n = (uy, -ux) points outwards.
    return here[0] + (second * ux - first * vx) / cross, here[1] + (second * uy - first * vy) / cross


def _direction(start: Point, end: Point) -> Point:
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy)
    return dx / long, dy / long


def _key(point: Point, x: float = 0.0, y: float = 0.0) -> Point:
    return round(point[0] + x, 3), round(point[1] + y, 3)


def _form(block: Block) -> HexForm:
    form = block.batch.model.form
    assert form is not None
    return form


_SPECK = 1e-6


def ticks(cuts: Iterable[Line], off: float, long: float) -> Iterator[Line]:
    """Give a mark beyond both ends of every cut, `off` points from it and so `long`, rightwards or downwards."""
    for cut in cuts:
        for x, y, way in _ends(cut):
            yield _mark(cut, x, y, way, off, off + long)


def guides(cuts: Iterable[Line], off: float, area: Box, taken: Sequence[Box]) -> Iterator[Line]:
    """Give such marks that run on to the edge of the area, or up to `off` points from what is `taken`."""
    for cut in cuts:
        for x, y, way in _ends(cut):
            free = _free(cut, (x, y, way), area, taken, off)
            if free > off:
                yield _mark(cut, x, y, way, off, free)


def _ends(cut: Line) -> Ends:
    return (cut[0], cut[1], -1), (cut[2], cut[3], 1)


def _level(cut: Line) -> bool:
    return cut[1] == cut[3]


def _mark(cut: Line, x: float, y: float, way: int, near: float, far: float) -> Line:
    near, far = sorted((way * near, way * far))
    return (x + near, y, x + far, y) if _level(cut) else (x, y + near, x, y + far)


def _free(cut: Line, end: tuple[float, float, int], area: Box, taken: Sequence[Box], off: float) -> float:
    """Return how far from its end a cut can be drawn on."""
    x, y, way = end
    at, side = (x, y) if _level(cut) else (y, x)
    low, high = (area.x, area.right) if _level(cut) else (area.y, area.bottom)
    found = high - at if way > 0 else at - low
    for box in taken:
        first, last, near, far = ((box.y, box.bottom, box.x, box.right) if _level(cut)
                                  else (box.x, box.right, box.y, box.bottom))
        away = near - at if way > 0 else at - far
        if first - _SPECK <= side <= last + _SPECK and away > -_SPECK:
            found = min(found, away - off)
    return found


DARK = 0.1
"""The luminance (0 to 1) of what black is hardly told from: a contrast of 3 to 1."""

_NEAR = 0.3  # half the width of a cut's line, and a little


def dark_at_edge(items: Iterable[Item], width: float, height: float) -> bool:
    """Say whether anything dark reaches the edge of the rectangle round a piece."""
    def touches(box: Bounds) -> bool:
        left, top, right, bottom = box
        inside = left > _NEAR and top > _NEAR and right < width - _NEAR and bottom < height - _NEAR
        return left < right and top < bottom and not inside

    return any(map(touches, _dark(items, touches)))


def dark_in(items: Iterable[Item], box: Box) -> bool:
    """Say whether the rectangle round a dark area reaches into a box; patterns are none.

    What lies over it is not looked at.
    """
    within = (box.x, box.y, box.right, box.bottom)

    def touches(found: Bounds) -> bool:
        left, top, right, bottom = common(found, within)
        return left < right and top < bottom

    return any(map(touches, _dark(items, touches, patterns=False)))


def _dark(items: Iterable[Item], touches: Callable[[Bounds], bool], *, patterns: bool = True) -> Iterator[Bounds]:
    """Give what is seen of the rectangle round each dark area; `patterns`, of many dots or squares, as well."""
    def within(item: Use | Group, outer: tuple[Transform, Bounds]) -> tuple[Transform, Bounds] | None:
        way, seen = outer[0].then(item.transform), outer[1]
        if isinstance(item, Use):  # most drawings stay inside
            return (way, seen) if touches(common(way.around(item.symbol.bounds), seen)) else None
        return way, common(way.around(outline_bounds(item.clip.segments)), seen) if item.clip else seen

    for item, (way, seen) in walk(items, (IDENTITY, (-inf, -inf, inf, inf)), within):
        if isinstance(item, Path) and item.fill and luminance(item.fill) < DARK and (patterns or _single(item)):
            yield common(way.around(outline_bounds(item.segments)), seen)


def _single(path: Path) -> bool:
    """Say whether a path is one outline."""
    return sum(isinstance(segment, Move) for segment in path.segments) == 1
