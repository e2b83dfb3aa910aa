"""Drawing of a sheet's blocks: the pieces and the lines to cut and fold along. Points, origin top left, y down.

An edge that two pieces share is drawn once, and edges in line become one line, so that a laser burns nothing twice.
Ticks outside the block show where the cuts continue after the first one; with guides to the edge of the sheet, enough
remains beside any strip that is cut off to lay a ruler along. No straight cut is printed across colour, where a knife
that misses it would leave the line on a piece: ticks, and small crosses where cuts meet, show it instead, and the cut
stays unprinted on the cut layer. Folds across dark areas, and outlines of dark pieces, are white. Backs have no lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot, inf

from printshop.drawing import shapes
from printshop.drawing.geometry import IDENTITY, Bounds, Point, Transform, common
from printshop.drawing.ink import luminance
from printshop.drawing.items import BLACK, WHITE, Group, Item, Layer, Move, Path, Stroke, Use, walk
from printshop.drawing.shapes import outline_bounds
from printshop.drawing.text import Style, line, measure
from printshop.layout.backs import Mirror
from printshop.layout.boxes import Box
from printshop.layout.pack import LABEL, NOTE, SHRINK, TITLE, Block, Sheet, noted
from printshop.layout.pieces import Fold, Piece
from printshop.units import MM

Line = tuple[float, float, float, float]  # (x1, y1, x2, y2), directed rightwards or downwards
Bare = tuple[Line, list[Line]]  # a straight cut, and the parts of it that no colour reaches

CUT = Stroke(BLACK, 0.4)
CORNER = Stroke(BLACK, 0.25)
ROUND_CUT = Stroke(BLACK, 0.25)
RIDGE = Stroke(BLACK, 0.35, dash=(5.0, 1.4, 0.7, 1.4))
FOLD = Stroke(BLACK, 0.35, dash=(2.0, 1.6))
RIDGE_TICK = Stroke(BLACK, 0.35, dash=(2.4, 1.1, 0.7, 1.1))
MARK = Stroke(BLACK, 0.35)
GUIDE = Stroke(WHITE.mix(BLACK, 0.45), 0.3)
CROSS = 0.6 * MM  # half the width of a cross where two cuts meet in colour

_WORDS = Style("sans", 7)
_SAID = "score and fold here"
_SPECK = 1e-6


def draw(sheet: Sheet, area: Box | None = None, *, outlines: bool = False, die: bool = False) -> tuple[Item, ...]:
    """Return the drawing of a sheet: labels, pieces, then folds, cuts and ticks on the score, cut and guide layers.

    With an `area`, guides run from the ticks to its edges. With `outlines`, each piece has its whole outline on the cut
    layer, and there are no ticks. With a `die`, cuts and folds are not printed: they are not drawn white on dark areas,
    there are no ticks, and pieces with a gap between them have outlines.
    """
    by_hand = not (die or outlines)
    folds = [crease for block in sheet for crease in _creased(block, apart=outlines, by_hand=by_hand)]
    cuts, marks = list[Path](), list[Path]()
    for block in sheet:
        if by_hand:
            bare = [] if block.batch.model.line or block.comb else [*_bare(block)]
            cuts += _cuts_by_hand(block, bare)
            marks += (*_in_sight(block, bare), *_marks(block, sheet, area))
        else:
            cuts += _cuts(block, CUT, whole=outlines or (block.batch.gap > 0 and not block.comb))
    layers = (Layer.SCORE, folds), (Layer.CUT, cuts), (Layer.GUIDE, marks)
    return (
        *(words for block in sheet for words in _label(block, sheet)),
        Group(tuple(Group(piece.items, Transform(e=cell.x, f=cell.y), clip=clip) for block in sheet
                    for (piece, cell), clip in zip(block.placed(), _clips(block), strict=True))),
        *(Group(tuple(items), layer=layer) for layer, items in layers if items),
    )


def draw_backs(sheet: Sheet, mirror: Mirror) -> tuple[Item, ...]:
    """Return the backs of a sheet's pieces, with bleed, each behind its front; without lines."""
    return (Group(tuple(
        Group(piece.back, mirror.place(cell), clip=shapes.transform_path(clip, Transform(a=-1, e=piece.width)))
        for block in sheet for (piece, cell), clip in zip(block.placed(), _clips(block), strict=True) if piece.back)),)


def draw_fold(area: Box, mirror: Mirror) -> Iterator[Item]:
    """Yield the fold line of a sheet, along the whole length of the half for fronts, and its label."""
    if mirror.across:
        fold = shapes.line(area.x, mirror.at, area.right, mirror.at, RIDGE)
        yield Group(line(_SAID, _WORDS, area.center[0], mirror.at - 3.0, "middle"))
    else:
        fold = shapes.line(mirror.at, area.y, mirror.at, area.bottom, RIDGE)
        words = line(_SAID, _WORDS, 0, -3.0, "middle")
        yield Group(words, Transform(e=mirror.at, f=area.center[1]).rotate(-90))
    yield Group((fold,), layer=Layer.SCORE)


def _label(block: Block, sheet: Sequence[Block]) -> Iterator[Item]:
    """Yield the title and the note of a block; the title lists the groups if it has several and there is room."""
    groups: dict[str, list[str]] = {}
    for piece in (piece for piece, _ in block.placed() if piece.group):
        groups.setdefault(piece.group, []).append(piece.name.removeprefix(piece.group).strip())
    named = ", ".join(f"{group} {_range(names)}".strip() for group, names in groups.items())
    named = named.replace(f", {named.partition(': ')[0]}: ", ", ")  # "Red: points, flag"
    fits = named and measure(named, TITLE) * SHRINK <= block.label
    note = noted(block.batch, sum(1 for _ in block.placed()))
    # titles of blocks side by side share a base line
    top = min(other.y - other.batch.room for other in sheet if abs(other.y - block.y) < 1) - LABEL
    for words, style, base in ((named if fits else block.batch.title, TITLE, 8.0), (note, NOTE, 16.2)):
        if words:
            yield from line(words, style, block.x, top + base, "start", block.label, style.size * SHRINK)


def _range(names: Iterable[str]) -> str:
    """Return the range of a group's numbers: "0–7", "1, 5"; "" for other names, or for a single one.

    >>> _range(["1", "1", "2", "3"]), _range(["1", "5"]), _range(["left", "right"])
    ('1–3', '1, 5', '')
    """
    names = list(dict.fromkeys(names))
    if len(names) == 1 or not all(name.isdecimal() for name in names):
        return ""
    numbers = [int(name) for name in names]
    running = numbers == list(range(numbers[0], numbers[-1] + 1))
    return f"{names[0]}–{names[-1]}" if running else ", ".join(names)


def _clips(block: Block) -> Iterator[Path]:
    """Yield the clip of each piece, from its top left corner; bleed shows only where there is no neighbour."""
    if block.comb:
        yield from (shapes.polygon(corners) for corners in comb_clips(block))
        return
    bleed = block.batch.cut.bleed
    between = min(bleed, block.batch.gap / 2)
    for index, piece in enumerate(block.pieces):
        if piece is None:
            continue
        if piece.round:
            yield shapes.circle(piece.width / 2, piece.height / 2, piece.width / 2 + between)
            continue
        row, column = divmod(index, block.columns)
        left, right, up, down = (
            between if block.at(row + dy, column + dx) else bleed for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))
        )
        yield shapes.rect(-left, -up, piece.width + left + right, piece.height + up + down)


# --- cuts ---------------------------------------------------------------------------------------------------


def _cuts(block: Block, stroke: Stroke, *, whole: bool = False) -> Iterator[Path]:
    """Yield the cut lines of a block, shared ones once; or the `whole` outline of each piece, with rounded corners."""
    form, corners = block.batch.model.form, block.batch.cut.corners
    if block.batch.model.line:  # each piece has an outline of its own
        yield from (replace(shapes.transform_path(piece.line, Transform(e=cell.x, f=cell.y)), stroke=stroke)
                    for piece, cell in block.placed() if piece.line)
    elif form and whole:
        yield from (shapes.polygon([(cell.x + x, cell.y + y) for x, y in form.cut], stroke=stroke)
                    for _, cell in block.placed())
    elif form:
        for chain in comb_chains(block):
            closed = len(chain) > 3 and chain[0] == chain[-1]
            yield shapes.polygon(chain[:-1], stroke=stroke) if closed else shapes.polyline(chain, stroke=stroke)
    elif whole:
        yield from (shapes.rounded_rect(*cell, corners, stroke=stroke) for _, cell in block.placed())
    else:
        yield from (shapes.line(*cut, stroke) for cut in straight_cuts(block))


def _joined(lines: Iterable[Line], gap: float) -> Iterator[Line]:
    """Yield lines, joined if in line and at most `gap` apart: horizontal from the top, then vertical from the left."""
    lanes: dict[tuple[bool, float], list[tuple[float, float, float]]] = {}
    for x1, y1, x2, y2 in lines:
        upright, at = x1 == x2, x1 if x1 == x2 else y1
        lanes.setdefault((upright, round(at, 6)), []).append((y1, y2, at) if upright else (x1, x2, at))
    for (upright, _), spans in sorted(lanes.items()):
        runs: list[tuple[float, float]] = []
        at = spans[0][2]
        for near, far, _ in sorted(spans):
            if runs and near <= runs[-1][1] + gap + _SPECK:
                runs[-1] = runs[-1][0], max(runs[-1][1], far)
            else:
                runs.append((near, far))
        yield from ((at, near, at, far) if upright else (near, at, far, at) for near, far in runs)


def straight_cuts(block: Block) -> Iterator[Line]:
    """Yield each straight cut of a block as one unbroken line, across gutters."""
    sides = (side for _, (x, y, width, height) in block.placed() for side in (
        (x, y, x + width, y), (x, y + height, x + width, y + height),
        (x, y, x, y + height), (x + width, y, x + width, y + height)))
    return _joined(sides, block.batch.gap)


def _pieces(block: Block) -> Iterable[Piece]:
    """Return the different pieces of a block, each once."""
    return {id(piece): piece for piece, _ in block.placed()}.values()


def _dark_edged(block: Block) -> bool:
    """Return whether each piece of a block has a dark area that reaches all its edges."""
    def framed(piece: Piece) -> bool:
        return any(left < _NEAR and top < _NEAR and right > piece.width - _NEAR and bottom > piece.height - _NEAR
                   for left, top, right, bottom in _areas(piece.items, lambda _: True, DARK))

    return all(map(framed, _pieces(block)))


def _cuts_by_hand(block: Block, bare: Sequence[Bare]) -> Iterator[Path]:
    """Yield the cuts of a block for cutting by hand: those through colour are there but not printed."""
    if block.batch.model.line or block.comb:
        stroke = ROUND_CUT if block.batch.model.line else CUT
        yield from _cuts(block, replace(stroke, color=WHITE) if _dark_edged(block) else stroke)
    else:
        yield from (shapes.line(*cut, None if parts != [cut] else CUT) for cut, parts in bare)


def _in_sight(block: Block, bare: Sequence[Bare]) -> Iterator[Path]:
    """Yield the printed parts of cuts through colour: the parts outside it, and a cross where two such cuts meet."""
    broken = [(cut, parts) for cut, parts in bare if parts != [cut]]
    yield from (shapes.line(*part, CUT) for _, parts in broken for part in parts)
    level, upright = ([cut for cut, _ in broken if (cut[0] == cut[2]) is way] for way in (False, True))
    arms = [arm for x, top, _, bottom in upright for left, y, right, _ in level
            if left + _SPECK < x < right - _SPECK and top + _SPECK < y < bottom - _SPECK
            for arm in ((x - CROSS, y, x + CROSS, y), (x, y - CROSS, x, y + CROSS))]
    if arms:
        yield shapes.lines(arms, replace(CORNER, color=WHITE, width=0.5) if _dark_edged(block) else CORNER)


def _bare(block: Block) -> Iterator[Bare]:
    """Yield each straight cut with its parts that no colour of a neighbouring piece reaches."""
    reaching = {id(piece): _reaching(piece) for piece in _pieces(block)}
    covered: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    for piece, cell in block.placed():
        for (upright, far), spans in reaching[id(piece)].items():
            at, start = (cell.x, cell.y) if upright else (cell.y, cell.x)
            at += (cell.width if upright else cell.height) * far
            covered.setdefault((upright, round(at, 3)), []).extend((start + a, start + b) for a, b in spans)
    for cut in straight_cuts(block):
        x1, y1, x2, y2 = cut
        upright = x1 == x2
        at, start, end = (x1, y1, y2) if upright else (y1, x1, x2)
        parts: list[tuple[float, float]] = []
        for a, b in sorted(covered.get((upright, round(at, 3)), ())):
            parts.append((start, min(a, end)))
            start = max(start, b)
        spans = [(a, b) for a, b in (*parts, (start, end)) if b - a > _CRUMB]
        yield cut, [(at, a, at, b) if upright else (a, at, b, at) for a, b in spans]


def _reaching(piece: Piece) -> dict[tuple[bool, bool], list[tuple[float, float]]]:
    """Return the stretches of a piece's edges that colour reaches, by (is vertical, is right or bottom)."""
    spans: dict[tuple[bool, bool], list[tuple[float, float]]] = {}
    width, height = piece.width, piece.height

    def touches(box: Bounds) -> bool:
        left, top, right, bottom = box
        inside = left > _NEAR and top > _NEAR and right < width - _NEAR and bottom < height - _NEAR
        return left < right and top < bottom and not inside

    for left, top, right, bottom in _areas(piece.items, touches, PALE):
        if right - left < _BROAD or bottom - top < _BROAD:
            continue  # too narrow for an area: a rule or a stroke
        for upright, far, there in ((True, False, left < _NEAR < right), (True, True, left < width - _NEAR < right),
                                    (False, False, top < _NEAR < bottom), (False, True, top < height - _NEAR < bottom)):
            if there:
                spans.setdefault((upright, far), []).append(
                    (max(top, 0.0), min(bottom, height)) if upright else (max(left, 0.0), min(right, width)))
    return spans


def _creased(block: Block, *, apart: bool, by_hand: bool) -> Iterator[Path]:
    """Yield the fold lines of a block; for cutting by hand, those across dark areas are white."""
    def on_dark(crease: Line) -> bool:  # looks at the piece that the crease runs through
        x, y = (crease[0] + crease[2]) / 2, (crease[1] + crease[3]) / 2
        return any(dark_in(piece.items, Box(x - cell.x - 1, y - cell.y - 1, 2, 2)) for piece, cell in block.placed()
                   if cell.x < x < cell.right and cell.y < y < cell.bottom)

    tones = [(fold, crease, by_hand and on_dark(crease)) for fold, crease in creases(block, apart=True)]
    if not apart and len({tone for _, _, tone in tones}) == 1:  # all of one tone: one line through all pieces
        tones = [(fold, crease, tones[0][2]) for fold, crease in creases(block)]
    for fold, crease, dark in tones:
        yield shapes.line(*crease, replace(RIDGE if fold.ridge else FOLD, color=WHITE if dark else BLACK))


def creases(block: Block, *, apart: bool = False) -> Iterator[tuple[Fold, Line]]:
    """Yield each fold with its lines: one through all pieces of a row or column, or one per piece if `apart`."""
    cells, form = [cell for _, cell in block.placed()], block.batch.model.form
    if form and form.crease:
        (x1, y1), (x2, y2) = form.crease
        yield from ((Fold(0.0), (cell.x + x1, cell.y + y1, cell.x + x2, cell.y + y2)) for cell in cells)
    folded: list[tuple[Fold, Line]] = []
    for fold in block.batch.model.folds:
        lines = [(cell.x + fold.at, cell.y, cell.x + fold.at, cell.bottom) if fold.upright else
                 (cell.x, cell.y + fold.at, cell.right, cell.y + fold.at) for cell in cells]
        folded += ((fold, line) for line in (lines if apart else _joined(lines, block.batch.gap)))
    yield from sorted(folded, key=lambda crease: (crease[0].upright, crease[1][0 if crease[0].upright else 1]))


# --- ticks and guides ---------------------------------------------------------------------------------------


def _marks(block: Block, sheet: Sheet, area: Box | None) -> Iterator[Path]:
    """Yield the ticks of folds and cuts, guides to the edges of the `area`, and the arcs of rounded corners."""
    if block.comb:
        return
    off, long, radius, box = block.batch.tick_off, block.batch.tick, block.batch.cut.corners, block.box
    for fold, at in dict.fromkeys((fold, crease[0 if fold.upright else 1]) for fold, crease in creases(block)):
        style = RIDGE_TICK if fold.ridge else FOLD
        for end, way in ((box.y, -1), (box.bottom, 1)) if fold.upright else ((box.x, -1), (box.right, 1)):
            near, far = end + way * off, end + way * (off + long)
            yield shapes.line(*((at, near, at, far) if fold.upright else (near, at, far, at)), style)
    if block.batch.model.line:
        return
    yield shapes.lines([_beyond(end, off, off + long) for cut in straight_cuts(block) for end in _ends(cut)], MARK)
    if area:
        yield shapes.lines(tuple(guides(straight_cuts(block), off + long, area, obstacles(sheet))), GUIDE)
    for _, (left, top, width, height) in block.placed() if radius else ():
        for x, y, start in ((radius, radius, 270), (width - radius, radius, 0),
                            (width - radius, height - radius, 90), (radius, height - radius, 180)):
            yield shapes.arc(left + x, top + y, radius, start, 90, stroke=CORNER)


def obstacles(sheet: Sheet) -> tuple[Box, ...]:
    """Return the rectangles that guides must not cross: labels, and runs of pieces in a row."""
    labels = [Box(block.x, block.y - block.batch.room - LABEL, block.label, LABEL) for block in sheet if block.label]
    rows = [Box(x, y, right - x, block.batch.model.height) for block in sheet if not block.comb for x, y, right, _ in
            _joined(((cell.x, cell.y, cell.right, cell.y) for _, cell in block.placed()), block.batch.gap)]
    return (*labels, *rows, *(block.box for block in sheet if block.comb))


def _ends(cut: Line) -> tuple[Line, Line]:
    """Return both ends of a cut as (x, y, dx, dy), with the direction away from it."""
    x1, y1, x2, y2 = cut
    right, down = (1, 0) if y1 == y2 else (0, 1)
    return (x1, y1, -right, -down), (x2, y2, right, down)


def _beyond(end: Line, near: float, far: float) -> Line:
    """Return a line beyond an end of a cut, from `near` to `far` points away, directed rightwards or downwards."""
    x, y, right, down = end
    (x1, y1), (x2, y2) = sorted((x + right * off, y + down * off) for off in (near, far))
    return x1, y1, x2, y2


def guides(cuts: Iterable[Line], off: float, area: Box, pieces: Sequence[Box]) -> Iterator[Line]:
    """Yield lines from `off` points beyond cuts to the edge of the area, or to `off` points before other pieces."""
    level = (area, *pieces)
    upright = [Box(box.y, box.x, box.height, box.width) for box in level]
    for end in (end for cut in cuts for end in _ends(cut)):
        x, y, right, down = end
        at, side = (x, y) if right else (y, x)
        limit, *others = level if right else upright
        onward = right + down > 0
        free = limit.right - at if onward else at - limit.x
        for box in others:
            away = box.x - at if onward else at - box.right
            if box.y - _SPECK <= side <= box.bottom + _SPECK and away > -_SPECK:
                free = min(free, away - off)
        if free > off:
            yield _beyond(end, off, free)


# --- pieces of hexes ----------------------------------------------------------------------------------------


def comb_chains(block: Block) -> Iterator[tuple[Point, ...]]:
    """Yield the cut lines of hex pieces: every edge once, edges that meet joined into one line."""
    ends: dict[Point, list[Point]] = {}
    for edge in dict.fromkeys(edge for _, cell in block.placed() for edge in _edges(block, cell)):
        start, end = sorted(edge)
        ends.setdefault(start, []).append(end)
        ends.setdefault(end, []).append(start)
    while ends:
        # An open line starts where an odd number of edges meet.
        chain = [min(ends, key=lambda at: (len(ends[at]) % 2 == 0, at[1], at[0]))]
        while chain[-1] in ends:
            last = chain[-1]
            neighbour = ends[last].pop()
            ends[neighbour].remove(last)
            chain.append(neighbour)
            for at in (last, neighbour):
                if not ends[at]:
                    del ends[at]
        yield tuple(chain)


def comb_clips(block: Block) -> Iterator[tuple[Point, ...]]:
    """Yield the clip of each hex piece, from its top left corner: with bleed over edges that no other piece shares."""
    form = block.batch.model.form
    assert form
    nested = len(form.cells) > 1 and not form.folded and not (block.comb and block.comb.loose)
    bleed, gap = block.batch.cut.bleed, block.batch.gap
    bleed = min(bleed, form.inset or bleed) if nested else min(bleed, gap / 2) if gap else bleed
    edges = [_edges(block, cell) for _, cell in block.placed()]
    times = Counter(edge for outline in edges for edge in outline)
    for outline in edges:
        yield widened(form.cut, [0.0 if times[edge] > 1 else bleed for edge in outline])


def _edges(block: Block, cell: Box) -> list[frozenset[Point]]:
    """Return the edges of a hex piece at its place on the page."""
    form = block.batch.model.form
    assert form
    return [frozenset((round(x + cell.x, 3), round(y + cell.y, 3)) for x, y in edge) for edge in form.edges()]


def widened(corners: Sequence[Point], offsets: Sequence[float]) -> tuple[Point, ...]:
    """Return a clockwise outline with side k, which begins at corner k, moved outwards by offset k."""
    ways = []
    for (x, y), (after_x, after_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        long = hypot(after_x - x, after_y - y)
        ways.append(((after_x - x) / long, (after_y - y) / long))
    moved = []
    for number, (x, y) in enumerate(corners):
        (ux, uy), (vx, vy), first, second = ways[number - 1], ways[number], offsets[number - 1], offsets[number]
        cross = ux * vy - uy * vx
        # The corner moves by p, with p · n = offset for both outward normals n = (uy, -ux).
        moved.append((x + (second * ux - first * vx) / cross, y + (second * uy - first * vy) / cross))
    return tuple(moved)


# --- dark and pale areas ------------------------------------------------------------------------------------

DARK = 0.1  # luminance (0 to 1) below which black lines are hardly visible: a contrast of 3 to 1
PALE = 0.97  # luminance below which an area counts as coloured, not as paper
_NEAR = 0.3  # points: half the width of a cut line, and a little more
_BROAD, _CRUMB = 2.0, 0.5  # points: narrower shapes are no areas; shorter remains of a cut are not drawn


def dark_in(items: Iterable[Item], box: Box) -> bool:
    """Return whether the bounds of a dark area overlap a rectangle, even if covered; patterns do not count."""
    def touches(area: Bounds) -> bool:
        left, top, right, bottom = common(area, (box.x, box.y, box.right, box.bottom))
        return left < right and top < bottom

    return any(map(touches, _areas(items, touches, DARK)))


def _areas(items: Iterable[Item], touches: Callable[[Bounds], bool], light: float) -> Iterator[Bounds]:
    """Yield the visible bounds of each filled area darker than `light`; patterns, with many outlines, do not count."""
    def within(item: Use | Group, outer: tuple[Transform, Bounds]) -> tuple[Transform, Bounds] | None:
        way, clip = outer[0].then(item.transform), outer[1]
        if isinstance(item, Use):  # most symbols do not reach the edge: skip them
            return (way, clip) if touches(common(way.around(item.symbol.bounds), clip)) else None
        return way, common(way.around(outline_bounds(item.clip.segments)), clip) if item.clip else clip

    for item, (way, clip) in walk(items, (IDENTITY, (-inf, -inf, inf, inf)), within):
        if isinstance(item, Path) and item.fill and luminance(item.fill) < light and [*map(
                type, item.segments)].count(Move) == 1:
            yield common(way.around(outline_bounds(item.segments)), clip)
