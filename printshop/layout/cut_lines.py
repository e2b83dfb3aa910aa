"""Drawing of the blocks of a sheet: pieces, and lines to cut and fold along.

Lengths are in points, with the origin at the top left and y down.

An edge that two pieces share is drawn once, and edges in line become one line, so that a laser burns
nothing twice. Ticks outside the block show where cuts continue after the first cut. Guides run to the edge
of the sheet, so that enough of each line remains for a ruler after a strip is cut off. No straight cut is
printed across colour, because a knife that misses the line would leave part of the line on a piece. A cut
across colour is on the cut layer but is not printed. Ticks, and small crosses where cuts meet, show its
position. Folds across dark areas are white, and so are the outlines of dark pieces. Backs have no lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot, inf

from printshop.drawing import shapes
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Group,
    Item,
    MoveTo,
    PageLayer,
    Path,
    Stroke,
    SymbolUse,
)
from printshop.drawing.geometry import IDENTITY, Bounds, Point, Transform, intersect_bounds
from printshop.drawing.ink import measure_luminance
from printshop.drawing.shapes import measure_outline
from printshop.drawing.text import Style, measure_text, set_line
from printshop.layout.cutouts import Cutout, PieceFold
from printshop.layout.duplex import MirrorLine
from printshop.layout.packing import (
    LABEL_HEIGHT,
    MIN_LABEL_SCALE,
    NOTE_STYLE,
    TITLE_STYLE,
    CutoutBlock,
    CutoutSheet,
    format_note,
)
from printshop.layout.rectangles import Rect
from printshop.lengths import MM

LineSegment = tuple[float, float, float, float]  # (x1, y1, x2, y2), directed rightwards or downwards
CutParts = tuple[LineSegment, list[LineSegment]]  # a straight cut, and its parts without colour at the edge

CUT_STROKE = Stroke(BLACK, 0.4)
CORNER_STROKE = Stroke(BLACK, 0.25)
OUTLINE_STROKE = Stroke(BLACK, 0.25)
RIDGE_STROKE = Stroke(BLACK, 0.35, dash=(5.0, 1.4, 0.7, 1.4))
FOLD_STROKE = Stroke(BLACK, 0.35, dash=(2.0, 1.6))
RIDGE_TICK_STROKE = Stroke(BLACK, 0.35, dash=(2.4, 1.1, 0.7, 1.1))
TICK_STROKE = Stroke(BLACK, 0.35)
GUIDE_STROKE = Stroke(WHITE.mix(BLACK, 0.45), 0.3)
CROSS_ARM = 0.6 * MM  # half the width of a cross where two cuts meet in colour

_FOLD_STYLE = Style("sans", 7)
MAX_LABEL_ZOOM = 1.2  # greatest factor for labels of two lines in large print: beyond it, their lines touch
_TOLERANCE = 1e-6


def draw_sheet(sheet: CutoutSheet, area: Rect | None = None, *, outlines: bool = False,
               die_lines: bool = False, zoom: float = 1.0) -> tuple[Item, ...]:
    """Return the drawing of a sheet: labels, enlarged by `zoom` where they have room, pieces, folds, cuts and ticks.

    Folds are on the score layer, cuts on the cut layer, and ticks on the guide layer. If `area` is given,
    guides run from the ticks to the edges of the area. If `outlines` is true, each piece has its whole outline
    on the cut layer, and there are no ticks. If `die_lines` is true, cuts and folds are not printed: they are
    never white, there are no ticks, and pieces with a gap between them have outlines.
    """
    by_hand = not (die_lines or outlines)
    areas = _PieceAreas()
    folds = [crease for block in sheet for crease in _draw_folds(block, areas, per_piece=outlines, by_hand=by_hand)]
    cuts, marks = list[Path](), list[Path]()
    for block in sheet:
        if by_hand:
            cut_parts = [] if block.batch.sample.cut_line or block.arrangement else [*_find_cut_parts(block, areas)]
            cuts += _draw_hand_cuts(block, cut_parts, areas)
            marks += (*_draw_visible_parts(block, cut_parts, areas),
                      *_draw_ticks(block, sheet, area, [cut for cut, _ in cut_parts]))
        else:
            cuts += _draw_cuts(block, CUT_STROKE, outlines=outlines or (block.batch.gap > 0 and not block.arrangement))
    layers = (PageLayer.SCORE, folds), (PageLayer.CUT, cuts), (PageLayer.GUIDE, marks)
    return (
        *(words for block in sheet for words in _draw_label(block, sheet, zoom)),
        Group(tuple(Group(piece.items, Transform(e=cell.x, f=cell.y), clip=clip) for block in sheet
                    for (piece, cell), clip in zip(block.placed, _make_clips(block), strict=True))),
        *(Group(tuple(items), layer=layer) for layer, items in layers if items),
    )


def draw_backs(sheet: CutoutSheet, mirror: MirrorLine) -> tuple[Item, ...]:
    """Return the backs of a sheet's pieces, with bleed and without lines, each back behind its front."""
    return (Group(tuple(
        Group(piece.back, mirror.place_back(cell), clip=shapes.transform_path(clip, Transform(a=-1, e=piece.width)))
        for block in sheet for (piece, cell), clip in zip(block.placed, _make_clips(block), strict=True)
                        if piece.back)),)


def draw_fold(area: Rect, mirror: MirrorLine, label: str) -> Iterator[Item]:
    """Yield the fold line of a sheet and its `label`.

    The line is as long as the `area` for fronts.
    """
    if mirror.horizontal:
        fold = shapes.line(area.x, mirror.position, area.right, mirror.position, RIDGE_STROKE)
        yield Group(set_line(label, _FOLD_STYLE, area.center[0], mirror.position - 3.0, "middle"))
    else:
        fold = shapes.line(mirror.position, area.y, mirror.position, area.bottom, RIDGE_STROKE)
        yield Group(set_line(label, _FOLD_STYLE, 0, -3.0, "middle"),
                    Transform(e=mirror.position, f=area.center[1]).rotate(-90))
    yield Group((fold,), layer=PageLayer.SCORE)


def _draw_label(block: CutoutBlock, sheet: Sequence[CutoutBlock], zoom: float) -> Iterator[Item]:
    """Yield the title and the note of a block.

    If the pieces of the block have groups and there is space, a list of the groups replaces the title.
    """
    groups: dict[str, list[str]] = {}
    for piece in (piece for piece, _ in block.placed if piece.group):
        groups.setdefault(piece.group, []).append(piece.name.removeprefix(piece.group).strip())
    group_list = ", ".join(f"{group} {_format_numbers(names)}".strip() for group, names in groups.items())
    group_list = group_list.replace(f", {group_list.partition(': ')[0]}: ", ", ")  # "Red: points, flag"
    fits = group_list and measure_text(group_list, TITLE_STYLE) * MIN_LABEL_SCALE <= block.label_width
    note = format_note(block.batch, len(block.placed))
    # titles of blocks side by side share a base line
    top = min(other.y - other.batch.margin for other in sheet if abs(other.y - block.y) < 1) - LABEL_HEIGHT
    for words, style, baseline in ((group_list if fits else block.batch.title, TITLE_STYLE, 8.0),
                                   (note, NOTE_STYLE, 16.2)):
        if words:
            yield from set_line(words, style._replace(size=style.size * min(zoom, MAX_LABEL_ZOOM)), block.x,
                                top + baseline, "start", block.label_width, style.size * MIN_LABEL_SCALE)


def _format_numbers(names: Iterable[str]) -> str:
    """Return the numbers of a group as a text: "0–7" or "1, 5".

    If any name is not a number, or if there is only one name, return "".

    >>> _format_numbers(["1", "1", "2", "3"]), _format_numbers(["1", "5"]), _format_numbers(["left", "right"])
    ('1–3', '1, 5', '')
    """
    names = list(dict.fromkeys(names))
    if len(names) == 1 or not all(name.isdecimal() for name in names):
        return ""
    numbers = [int(name) for name in names]
    is_consecutive = numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{names[0]}–{names[-1]}" if is_consecutive else ", ".join(names)


def _make_clips(block: CutoutBlock) -> Iterator[Path]:
    """Yield the clip of each piece, relative to the top left corner of the piece.

    The full bleed shows only on sides without a neighbour.
    """
    if block.arrangement:
        yield from (shapes.polygon(corners) for corners in find_hex_clips(block))
        return
    bleed = block.batch.cut.bleed
    shared_bleed = min(bleed, block.batch.gap / 2)
    occupied = {divmod(index, block.columns) for index, piece in enumerate(block.pieces) if piece}
    for index, piece in enumerate(block.pieces):
        if piece is None:
            continue
        if piece.is_round:
            yield shapes.circle(piece.width / 2, piece.height / 2, piece.width / 2 + shared_bleed)
            continue
        row, column = divmod(index, block.columns)
        left, right, up, down = (
            shared_bleed if neighbour in occupied else bleed
            for neighbour in ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column))
        )
        yield shapes.rect(-left, -up, piece.width + left + right, piece.height + up + down)


# --- cuts ---------------------------------------------------------------------------------------------------


def _draw_cuts(block: CutoutBlock, stroke: Stroke, *, outlines: bool = False) -> Iterator[Path]:
    """Yield the cut lines of a block, with shared lines drawn once.

    If `outlines` is true, each piece has its whole outline, with rounded corners.
    """
    form, corners = block.batch.sample.hex_outline, block.batch.cut.corner_radius
    if block.batch.sample.cut_line:  # each piece has an outline of its own
        yield from (replace(shapes.transform_path(piece.cut_line, Transform(e=cell.x, f=cell.y)), stroke=stroke)
                    for piece, cell in block.placed if piece.cut_line)
    elif form and outlines:
        yield from (shapes.polygon([(cell.x + x, cell.y + y) for x, y in form.cut_corners], stroke=stroke)
                    for _, cell in block.placed)
    elif form:
        for chain in find_hex_cut_lines(block):
            closed = len(chain) > 3 and chain[0] == chain[-1]
            yield shapes.polygon(chain[:-1], stroke=stroke) if closed else shapes.polyline(chain, stroke=stroke)
    elif outlines:
        yield from (shapes.rounded_rect(*cell, corners, stroke=stroke) for _, cell in block.placed)
    else:
        yield from (shapes.line(*cut, stroke) for cut in find_straight_cuts(block))


def _join_lines(lines: Iterable[LineSegment], gap: float) -> Iterator[LineSegment]:
    """Yield horizontal lines from the top, then vertical lines from the left.

    Lines that are in line and at most `gap` points apart become one line.
    """
    lanes: dict[tuple[bool, float], list[tuple[float, float, float]]] = {}
    for x1, y1, x2, y2 in lines:
        is_vertical, position = x1 == x2, x1 if x1 == x2 else y1
        lanes.setdefault((is_vertical, round(position, 6)),
                         []).append((y1, y2, position) if is_vertical else (x1, x2, position))
    for (is_vertical, _), spans in sorted(lanes.items()):
        runs: list[tuple[float, float]] = []
        position = spans[0][2]
        for start, end, _ in sorted(spans):
            if runs and start <= runs[-1][1] + gap + _TOLERANCE:
                runs[-1] = runs[-1][0], max(runs[-1][1], end)
            else:
                runs.append((start, end))
        yield from ((position, near, position, far) if is_vertical else (near, position, far, position) for near,
                    far in runs)


def find_straight_cuts(block: CutoutBlock) -> Iterator[LineSegment]:
    """Yield each straight cut of a block as one unbroken line, across gutters."""
    sides = (side for _, (x, y, width, height) in block.placed for side in (
        (x, y, x + width, y), (x, y + height, x + width, y + height),
        (x, y, x, y + height), (x + width, y, x + width, y + height)))
    return _join_lines(sides, block.batch.gap)


def _list_pieces(block: CutoutBlock) -> Iterable[Cutout]:
    """Return the pieces of a block without repetitions."""
    return {id(piece): piece for piece, _ in block.placed}.values()


def _has_dark_edges(block: CutoutBlock, areas: _PieceAreas) -> bool:
    """Return whether each piece of a block has a dark area that reaches all edges of the piece."""
    def is_framed(piece: Cutout) -> bool:
        return any(left < _EDGE_TOLERANCE and top < _EDGE_TOLERANCE and right > piece.width - _EDGE_TOLERANCE
                   and bottom > piece.height - _EDGE_TOLERANCE
                   for (left, top, right, bottom), luminance in areas.list_areas(piece) if luminance < DARK_LUMINANCE)

    return all(map(is_framed, _list_pieces(block)))


def _draw_hand_cuts(block: CutoutBlock, cut_parts: Sequence[CutParts], areas: _PieceAreas) -> Iterator[Path]:
    """Yield the cuts of a block for cutting by hand.

    Straight cuts through colour have no stroke, so that they are not printed.
    """
    if block.batch.sample.cut_line or block.arrangement:
        stroke = OUTLINE_STROKE if block.batch.sample.cut_line else CUT_STROKE
        yield from _draw_cuts(block, replace(stroke, color=WHITE) if _has_dark_edges(block, areas) else stroke)
    else:
        yield from (shapes.line(*cut, None if parts != [cut] else CUT_STROKE) for cut, parts in cut_parts)


def _draw_visible_parts(block: CutoutBlock, cut_parts: Sequence[CutParts], areas: _PieceAreas) -> Iterator[Path]:
    """Yield the printed parts of cuts through colour.

    These are the parts outside the colour. Where two such cuts meet, a cross is printed too.
    """
    hidden_cuts = [(cut, parts) for cut, parts in cut_parts if parts != [cut]]
    yield from (shapes.line(*part, CUT_STROKE) for _, parts in hidden_cuts for part in parts)
    horizontal, vertical = ([cut for cut, _ in hidden_cuts if (cut[0] == cut[2]) is is_vertical]
                            for is_vertical in (False, True))
    arms = [arm for x, top, _, bottom in vertical for left, y, right, _ in horizontal
            if left + _TOLERANCE < x < right - _TOLERANCE and top + _TOLERANCE < y < bottom - _TOLERANCE
            for arm in ((x - CROSS_ARM, y, x + CROSS_ARM, y), (x, y - CROSS_ARM, x, y + CROSS_ARM))]
    if arms:
        yield shapes.lines(arms, replace(CORNER_STROKE, color=WHITE, width=0.5) if _has_dark_edges(block, areas)
                           else CORNER_STROKE)


def _find_cut_parts(block: CutoutBlock, areas: _PieceAreas) -> Iterator[CutParts]:
    """Yield each straight cut with its parts that no colour of a neighbouring piece reaches, bleed included."""
    bleed = block.batch.cut.bleed
    colored_spans = {id(piece): _find_colored_edges(piece, areas) for piece in _list_pieces(block)}
    covered: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for piece, cell in block.placed:
        for (is_vertical, is_far_edge), spans in colored_spans[id(piece)].items():
            position, start = (cell.x, cell.y) if is_vertical else (cell.y, cell.x)
            position += (cell.width if is_vertical else cell.height) * is_far_edge
            length = cell.height if is_vertical else cell.width
            covered.setdefault((is_vertical, round(position, 3)), []).extend(
                (start + a - bleed * (a < _TOLERANCE), start + b + bleed * (b > length - _TOLERANCE)) for a, b in spans)
    for cut in find_straight_cuts(block):
        x1, y1, x2, y2 = cut
        is_vertical = x1 == x2
        position, start, end = (x1, y1, y2) if is_vertical else (y1, x1, x2)
        parts: list[tuple[float, float]] = []
        for a, b in sorted(covered.get((is_vertical, round(position, 3)), ())):
            parts.append((start, min(a, end)))
            start = max(start, b)
        spans = [(a, b) for a, b in (*parts, (start, end)) if b - a > _MIN_PART_LENGTH]
        yield cut, [(position, a, position, b) if is_vertical else (a, position, b, position) for a, b in spans]


def _find_colored_edges(piece: Cutout, areas: _PieceAreas) -> dict[tuple[bool, bool], list[tuple[float, float]]]:
    """Return the stretches of a piece's edges that colour reaches.

    The key of an edge is (is vertical, is right or bottom).
    """
    spans: dict[tuple[bool, bool], list[tuple[float, float]]] = {}
    width, height = piece.width, piece.height

    for (left, top, right, bottom), luminance in areas.list_areas(piece):
        if luminance >= PALE_LUMINANCE or right - left < _MIN_AREA_WIDTH or bottom - top < _MIN_AREA_WIDTH:
            continue  # paper, or too narrow for an area: a rule or a stroke
        for is_vertical, is_far_edge, is_reached in ((True, False, left < _EDGE_TOLERANCE < right),
                                                     (True, True, left < width - _EDGE_TOLERANCE < right),
                                                     (False, False, top < _EDGE_TOLERANCE < bottom),
                                                     (False, True, top < height - _EDGE_TOLERANCE < bottom)):
            if is_reached:
                spans.setdefault((is_vertical, is_far_edge), []).append(
                    (max(top, 0.0), min(bottom, height)) if is_vertical else (max(left, 0.0), min(right, width)))
    return spans


def _draw_folds(block: CutoutBlock, areas: _PieceAreas, *, per_piece: bool, by_hand: bool) -> Iterator[Path]:
    """Yield the fold lines of a block.

    For cutting by hand, fold lines across dark areas are white.
    """
    def is_on_dark(crease: LineSegment) -> bool:  # looks at the piece that the crease runs through
        x, y = (crease[0] + crease[2]) / 2, (crease[1] + crease[3]) / 2
        places = [(piece, left, top) for piece, (left, top, width, height) in block.placed
                  if left < x < left + width and top < y < top + height]
        return any(areas.is_dark(piece, Rect(x - left - 1, y - top - 1, 2, 2)) for piece, left, top in places)

    tones = [(fold, crease, by_hand and is_on_dark(crease)) for fold, crease in find_creases(block, per_piece=True)]
    if not per_piece and len({tone for _, _, tone in tones}) == 1:  # all of one tone: one line through all pieces
        tones = [(fold, crease, tones[0][2]) for fold, crease in find_creases(block)]
    for fold, crease, dark in tones:
        yield shapes.line(*crease, replace(RIDGE_STROKE if fold.ridge else FOLD_STROKE, color=WHITE if dark else BLACK))


def find_creases(block: CutoutBlock, *, per_piece: bool = False) -> Iterator[tuple[PieceFold, LineSegment]]:
    """Yield each fold with each of its lines.

    Each row or column of pieces has one line through all its pieces. If `per_piece` is true, each piece has its
    own line instead.
    """
    cells, form = [cell for _, cell in block.placed], block.batch.sample.hex_outline
    if form and form.crease:
        (x1, y1), (x2, y2) = form.crease
        yield from ((PieceFold(0.0), (cell.x + x1, cell.y + y1, cell.x + x2, cell.y + y2)) for cell in cells)
    creases: list[tuple[PieceFold, LineSegment]] = []
    for fold in block.batch.sample.folds:
        lines = [(cell.x + fold.position, cell.y, cell.x + fold.position, cell.bottom) if fold.vertical else
                 (cell.x, cell.y + fold.position, cell.right, cell.y + fold.position) for cell in cells]
        creases += ((fold, line) for line in (lines if per_piece else _join_lines(lines, block.batch.gap)))
    yield from sorted(creases, key=lambda crease: (crease[0].vertical, crease[1][0 if crease[0].vertical else 1]))


# --- ticks and guides ---------------------------------------------------------------------------------------


def _draw_ticks(block: CutoutBlock, sheet: CutoutSheet, area: Rect | None,
                cuts: Sequence[LineSegment]) -> Iterator[Path]:
    """Yield the ticks of folds and straight `cuts`, and the arcs of rounded corners.

    If `area` is given, also yield guides to the edges of the area.
    """
    if block.arrangement:
        return
    offset, length, radius = block.batch.tick_distance, block.batch.tick_length, block.batch.cut.corner_radius
    for fold, crease in find_creases(block):
        for end in _find_ends(crease):
            yield shapes.line(*_extend(end, offset, offset + length), RIDGE_TICK_STROKE if fold.ridge else FOLD_STROKE)
    if block.batch.sample.cut_line:
        return
    yield shapes.lines([_extend(end, offset, offset + length) for cut in cuts for end in _find_ends(cut)],
                       TICK_STROKE)
    if area:
        yield shapes.lines(tuple(find_guides(cuts, offset + length, area,
                                             find_guide_obstacles(sheet))), GUIDE_STROKE)
    for _, (left, top, width, height) in block.placed if radius else ():
        for x, y, start in ((radius, radius, 270), (width - radius, radius, 0),
                            (width - radius, height - radius, 90), (radius, height - radius, 180)):
            yield shapes.arc(left + x, top + y, radius, start, 90, stroke=CORNER_STROKE)


def find_guide_obstacles(sheet: CutoutSheet) -> tuple[Rect, ...]:
    """Return the rectangles that guides must not cross: labels, and rows of adjoining pieces."""
    labels = [Rect(block.x, block.y - block.batch.margin - LABEL_HEIGHT, block.label_width, LABEL_HEIGHT)
              for block in sheet if block.label_width]
    rows = [Rect(x, y, right - x, block.batch.sample.height) for block in sheet if not block.arrangement for x, y,
            right, _ in
            _join_lines(((cell.x, cell.y, cell.right, cell.y) for _, cell in block.placed), block.batch.gap)]
    return (*labels, *rows, *(block.rect for block in sheet if block.arrangement))


def _find_ends(cut: LineSegment) -> tuple[LineSegment, LineSegment]:
    """Return both ends of a cut as (x, y, dx, dy), where (dx, dy) is the direction away from the cut."""
    x1, y1, x2, y2 = cut
    dx, dy = (1, 0) if y1 == y2 else (0, 1)
    return (x1, y1, -dx, -dy), (x2, y2, dx, dy)


def _extend(end: LineSegment, start: float, end_distance: float) -> LineSegment:
    """Return a line beyond an end of a cut, from `start` to `end_distance` points away from this end.

    The line is directed to the right or down.
    """
    x, y, dx, dy = end
    (x1, y1), (x2, y2) = sorted((x + dx * distance, y + dy * distance) for distance in (start, end_distance))
    return x1, y1, x2, y2


def find_guides(cuts: Iterable[LineSegment], clearance: float, area: Rect,
                obstacles: Sequence[Rect]) -> Iterator[LineSegment]:
    """Yield the guides of cuts: lines that begin `clearance` points beyond the ends of cuts.

    A guide ends at the edge of the area. If an obstacle is in the way, the guide ends `clearance` points before
    the obstacle.
    """
    horizontal = (area, *obstacles)
    vertical = [Rect(box.y, box.x, box.height, box.width) for box in horizontal]
    for end in (end for cut in cuts for end in _find_ends(cut)):
        x, y, dx, dy = end
        position, cross_position = (x, y) if dx else (y, x)
        limit, *other_rects = horizontal if dx else vertical
        is_forward = dx + dy > 0
        free_length = limit.right - position if is_forward else position - limit.x
        for rect in other_rects:
            distance = rect.x - position if is_forward else position - rect.right
            if rect.y - _TOLERANCE <= cross_position <= rect.bottom + _TOLERANCE and distance > -_TOLERANCE:
                free_length = min(free_length, distance - clearance)
        if free_length > clearance:
            yield _extend(end, clearance, free_length)


# --- pieces of hexes ----------------------------------------------------------------------------------------


def find_hex_cut_lines(block: CutoutBlock) -> Iterator[tuple[Point, ...]]:
    """Yield the cut lines of hex pieces.

    Every edge is drawn once, and edges that meet are joined into one line.
    """
    ends: dict[Point, list[Point]] = {}
    for edge in dict.fromkeys(edge for _, cell in block.placed for edge in _find_hex_edges(block, cell)):
        start, end = sorted(edge)
        ends.setdefault(start, []).append(end)
        ends.setdefault(end, []).append(start)
    while ends:
        # An open line starts where an odd number of edges meet.
        chain = [min(ends, key=lambda reader: (len(ends[reader]) % 2 == 0, reader[1], reader[0]))]
        while chain[-1] in ends:
            last = chain[-1]
            neighbour = ends[last].pop()
            ends[neighbour].remove(last)
            chain.append(neighbour)
            for point in (last, neighbour):
                if not ends[point]:
                    del ends[point]
        yield tuple(chain)


def find_hex_clips(block: CutoutBlock) -> Iterator[tuple[Point, ...]]:
    """Yield the clip of each hex piece, relative to the top left corner of the piece.

    The clip includes the bleed at edges that no other piece shares.
    """
    form = block.batch.sample.hex_outline
    assert form
    nested = len(form.cells) > 1 and not form.has_folded_back and not (block.arrangement and block.arrangement.separate)
    bleed, gap = block.batch.cut.bleed, block.batch.gap
    bleed = min(bleed, form.inset or bleed) if nested else min(bleed, gap / 2) if gap else bleed
    edges = [_find_hex_edges(block, cell) for _, cell in block.placed]
    edge_counts = Counter(edge for outline in edges for edge in outline)
    for outline in edges:
        yield offset_sides(form.cut_corners, [0.0 if edge_counts[edge] > 1 else bleed for edge in outline])


def _find_hex_edges(block: CutoutBlock, cell: Rect) -> list[frozenset[Point]]:
    """Return the edges of a hex piece that lies in `cell`."""
    form = block.batch.sample.hex_outline
    assert form
    return [frozenset((round(x + cell.x, 3), round(y + cell.y, 3)) for x, y in edge) for edge in form.list_edges()]


def offset_sides(corners: Sequence[Point], offsets: Sequence[float]) -> tuple[Point, ...]:
    """Return a clockwise outline with its sides moved outwards.

    Side k, which begins at corner k, is moved by offset k.
    """
    directions = []
    for (x, y), (after_x, after_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        length = hypot(after_x - x, after_y - y)
        directions.append(((after_x - x) / length, (after_y - y) / length))
    moved = []
    for number, (x, y) in enumerate(corners):
        (ux, uy), (vx, vy), first, second = (
            directions[number - 1],
            directions[number],
            offsets[number - 1],
            offsets[number],
        )
        cross = ux * vy - uy * vx
        # The corner moves by p, with p · n = offset for both outward normals n = (uy, -ux).
        moved.append((x + (second * ux - first * vx) / cross, y + (second * uy - first * vy) / cross))
    return tuple(moved)


# --- dark and pale areas ------------------------------------------------------------------------------------

DARK_LUMINANCE = 0.1  # luminance (0 to 1) below which black lines are hardly visible: a contrast of 3 to 1
PALE_LUMINANCE = 0.97  # luminance below which an area counts as coloured, not as paper
_EDGE_TOLERANCE = 0.3  # points: half the width of a cut line, and a little more
# points: narrower shapes are no areas; shorter remains of a cut are not drawn
_MIN_AREA_WIDTH, _MIN_PART_LENGTH = 2.0, 0.5


Area = tuple[Bounds, float]  # the visible bounds of a filled area, and its luminance


class _PieceAreas:
    """The filled areas of the pieces of a sheet that reach an edge or a fold of their piece.

    Each piece is searched once. An area counts even if other items cover it.
    """

    def __init__(self) -> None:
        self._areas: dict[int, tuple[Cutout, tuple[Area, ...]]] = {}  # by the id of the piece, which the entry keeps

    def list_areas(self, piece: Cutout) -> tuple[Area, ...]:
        """Return the areas of a piece."""
        if id(piece) not in self._areas:
            width, height, folds, is_hex = piece.width, piece.height, piece.folds, piece.hex_outline is not None

            def is_relevant(bounds: Bounds) -> bool:
                left, top, right, bottom = bounds
                is_inside = (left > _EDGE_TOLERANCE and top > _EDGE_TOLERANCE
                             and right < width - _EDGE_TOLERANCE and bottom < height - _EDGE_TOLERANCE)
                folded = [fold for fold in folds if (left - 1 < fold.position < right + 1 if fold.vertical else
                                                     top - 1 < fold.position < bottom + 1)]
                return left < right and top < bottom and (is_hex or not is_inside or bool(folded))

            self._areas[id(piece)] = piece, tuple(_find_areas(piece.items, is_relevant))
        return self._areas[id(piece)][1]

    def is_dark(self, piece: Cutout, rect: Rect) -> bool:
        """Return whether the bounds of a dark area of a piece overlap a rectangle at a fold."""
        x, y, width, height = rect
        overlapping = [area for area, luminance in self.list_areas(piece) if luminance < DARK_LUMINANCE
                       and x < area[2] > area[0] < x + width and y < area[3] > area[1] < y + height]
        return bool(overlapping)


def has_dark_area(items: Iterable[Item], rect: Rect) -> bool:
    """Return whether the bounds of a dark area overlap a rectangle.

    Patterns do not count. An area counts even if other items cover it.
    """
    def overlaps(area: Bounds) -> bool:
        left, top, right, bottom = intersect_bounds(area, (rect.x, rect.y, rect.right, rect.bottom))
        return left < right and top < bottom

    return any(overlaps(bounds) for bounds, luminance in _find_areas(items, overlaps) if luminance < DARK_LUMINANCE)


def _find_areas(items: Iterable[Item], is_relevant: Callable[[Bounds], bool], transform: Transform = IDENTITY,
                clip: Bounds = (-inf, -inf, inf, inf)) -> Iterator[Area]:
    """Yield each filled area within a clip. Patterns do not count.

    Symbols are searched only if `is_relevant` returns true for their visible bounds.
    """
    for item in items:
        if isinstance(item, Path):
            if item.fill and [*map(type, item.segments)].count(MoveTo) == 1:
                bounds = transform.map_bounds(measure_outline(item.segments))
                yield intersect_bounds(bounds, clip), measure_luminance(item.fill)
        elif isinstance(item, SymbolUse):  # most symbols do not reach the edge
            inner = transform.compose(item.transform)
            if is_relevant(intersect_bounds(inner.map_bounds(item.symbol.bounds), clip)):
                yield from _find_areas(item.items, is_relevant, inner, clip)
        elif isinstance(item, Group):
            inner = transform if item.transform == IDENTITY else transform.compose(item.transform)
            inner_clip = intersect_bounds(inner.map_bounds(measure_outline(item.clip.segments)),
                                          clip) if item.clip else clip
            yield from _find_areas(item.items, is_relevant, inner, inner_clip)
