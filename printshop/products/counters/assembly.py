"""Instructions at the foot of a counter sheet: numbered steps to cut, fold and glue, each with a small picture.

Points, origin at the top left of the page, y down. Pictures have the colour of the pieces and are not to scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point
from printshop.drawing.ink import Ink, luminance, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Item, Leaf, Move, Path, Stroke, Use, remade, walk
from printshop.hexes import Grid, Orientation
from printshop.layout.backs import Backs
from printshop.layout.boxes import Box
from printshop.layout.pieces import Batch

TENT, FOLDED, TURNED, HALVES, LOOSE = WAYS = "tent", "folded", "turned", "halves", "loose"
_BESIDE, _BELOW = 50.0, 70.0  # points: height of a row with words beside pictures, and below them
_FEW, _MOST = 4, 5  # most steps in a single row with words beside pictures; in any row
_WIDE, _HIGH = 42.0, 34.0  # points: greatest size of a picture
_GAP = 12.0  # points: between columns
_PALE, _MIDDLE = Color(238, 238, 238), Color(196, 196, 196)
_EDGE = Stroke(BLACK, 0.5, join="round")
_WORDS = text.Style("sans", 7.5)
_RISE, _LENGTH = 0.866, 1.5  # height and length of a drawn tent, in widths of its base
_COLOURED = 0.97  # areas of less luminance are not paper

Draw = Callable[[Box, Color], Iterator[Item]]


class _Step(NamedTuple):
    """A step's words and its picture, drawn into a box in the colour of the pieces."""

    words: str
    draw: Draw


def height(batches: Sequence[Batch]) -> float:
    """Return the height of the instructions for some batches, in points."""
    return _high(len(_all_steps(batches))) + 4 if batches else 0.0


def _high(steps: int) -> float:
    return _BESIDE if steps <= _FEW else _BELOW * -(-steps // _MOST)


def strip(box: Box, batches: Sequence[Batch], *, upright: bool = False, by_hand: bool = True,
          ink: Ink = Ink.COLOUR) -> tuple[Item, ...]:
    """Draw the instructions for some batches, step by step, in columns of one width.

    `upright` tells that the sheet is folded down its middle. Without `by_hand`, steps for scissors only are left out.
    """
    steps = _all_steps(batches, upright=upright, by_hand=by_hand)
    if not steps:
        return ()
    tone, y = WHITE if ink is Ink.BLACK else _tone(batches), box.y + 4
    items: list[Item] = [shapes.line(box.x, y, box.right, y, Stroke(BLACK, 0.35))]
    beside = len(steps) <= _FEW
    rows = -(-len(steps) // _MOST)
    per_row = -(-len(steps) // rows)
    for row in range(rows):
        there = Box(box.x, y + row * _BELOW, box.width, _BESIDE if beside else _BELOW).inset(0, 6, 0, 2)
        columns = there.columns([1] * per_row, gap=_GAP)
        for number, (step, place) in enumerate(zip(steps[row * per_row:], columns, strict=False), row * per_row + 1):
            picture = Box(place.x, place.y, _WIDE, min(_HIGH, place.height))
            words = place.inset(_WIDE + 6, 0, 0, 0) if beside else place.inset(0, _HIGH - 2, 0, 0)
            if beside:
                picture = picture._replace(y=place.center[1] - picture.height / 2)
            else:
                picture = picture._replace(height=_HIGH - 6)
            drawn = step.draw(picture, tone)
            items += remade(drawn, _lines_only) if ink is Ink.BLACK else drawn
            lead = f"**{number}**  " if len(steps) > 1 else ""
            items += text.block(lead + step.words, _WORDS, (words.x, words.y, words.width, words.height),
                                valign="middle" if beside else "top", min_size=6).items
    return tuple(items)


def _lines_only(item: Leaf | Use) -> tuple[Item, ...]:
    """Return part of a picture with its tones white, for black ink."""
    if isinstance(item, Path) and item.fill not in (None, BLACK):
        return (replace(item, fill=WHITE),)
    return (item,)


def _all_steps(batches: Sequence[Batch], *, upright: bool = False, by_hand: bool = True) -> tuple[_Step, ...]:
    """Return all steps for a sheet."""
    steps: list[_Step] = []
    for way in _ways(batches):
        done = _steps(way, batches, upright=upright)
        if by_hand:
            steps += done
        elif way != LOOSE:  # steps that a machine does not do
            steps += done[:2] if way in (TURNED, HALVES) else done[-2:]
    return tuple(steps)


def _tone(batches: Sequence[Batch]) -> Color:
    """Return the colour of the pieces: of the first area on them that is not paper."""
    for item, _ in walk(batches[0].model.items, 0, lambda _, outer: outer):
        if (isinstance(item, Path) and item.fill and luminance(item.fill) < _COLOURED
                and sum(isinstance(segment, Move) for segment in item.segments) == 1):
            return item.fill
    return WHITE


def _ways(batches: Iterable[Batch]) -> tuple[str, ...]:
    """Return the methods of putting pieces together, in the order of `WAYS`; a folded sheet has only one.

    Pieces with straight edges and one face are cut like duplex pieces on the same sheet.
    """
    batches = (*batches,)
    ways = {*map(_way, batches)}
    if TURNED in ways and all(not (batch.model.line or batch.model.form) for batch in batches if _way(batch) == LOOSE):
        ways.discard(LOOSE)
    return (HALVES,) if HALVES in ways else tuple(way for way in WAYS if way in ways)


def _way(batch: Batch) -> str:
    if batch.backs is not Backs.NONE and batch.backs is not Backs.BESIDE:
        return HALVES if batch.backs is Backs.FOLD else TURNED
    piece = batch.model
    if not piece.folds:
        return FOLDED if piece.form and piece.form.folded else LOOSE
    return TENT if any(fold.ridge for fold in piece.folds) else FOLDED


def _steps(way: str, batches: Sequence[Batch], *, upright: bool) -> tuple[_Step, ...]:
    """Return the steps for the pieces of a sheet that are put together by one method."""
    alike = [batch for batch in batches if _way(batch) == way]
    match way:
        case "loose":
            return tuple(_loose(alike, batches))
        case "turned":
            cutting = _cutting(alike, len(batches), " of this side")
            return (_Step("Print this page and the next on one sheet: both sides, “flip on "
                          f"{alike[0].backs.value} edge”.", _turned_corner_picture),
                    _Step("Hold the sheet against the light: the crosses in its corners meet those of the back.",
                          _crosses_picture),
                    _Step(cutting[0].upper() + cutting[1:], _picture_of(alike)))
        case "tent":
            ends = {batch.ends for batch in alike}
            return (_Step("Score the dashed folds with a dry ballpoint, then cut the strips out.", _flat_tent_picture),
                    _Step("Fold the ridge with the print outside, then both flaps inwards, one over the other.",
                          partial(_tent_picture, standing=False)),
                    _Step(f"Glue the outer flap down. {ends.pop() if len(ends) == 1 else ''}".strip(),
                          partial(_tent_picture, standing=True)))
        case "halves":
            return (_Step("Score the fold between fronts and backs with a dry ballpoint; cut nothing yet.",
                          partial(_halves_picture, upright=upright)),
                    _Step("Fold the halves back to back, print outside; glue them together, with card between if you "
                          "like.", _closing_faces_picture),
                    _Step(f"When it is dry, {_cutting(batches, len(batches))}", _picture_of(batches)))
    if any(_way(batch) == TENT for batch in batches):  # the first step of tents covers these, too
        return (_Step("Fold what has two faces back to back, print outside; glue, and trim.", _closing_faces_picture),)
    cut = ("Pieces with two faces first: cut them off and score the fold between the faces."
           if any(_way(batch) == LOOSE for batch in batches) else
           "Cut the pairs of faces off and score the fold between the two.")
    hexes = all(batch.model.form for batch in alike)
    return (_Step(cut, _flat_hexes_picture if hexes else _flat_faces_picture),
            _Step("Fold the faces back to back, print outside, over card if this is paper; glue, and trim.",
                  _closing_hexes_picture if hexes else _closing_faces_picture))


def _cutting(batches: Sequence[Batch], blocks: int, where: str = "") -> str:
    """Return how to cut out pieces that have their backs behind them: hexes in a grid have no straight cuts."""
    hexes = [batch for batch in batches if batch.model.form]
    straight = [batch for batch in batches if not batch.model.form and not batch.model.line]
    if straight:
        round_ones = "; hexes and circles one by one" if len(straight) < len(batches) else ""
        return f"cut along the lines{where}: {_in_turn(blocks)}{round_ones}."
    if hexes:
        shared = "" if any(map(_clear, hexes)) else "; neighbours share their lines"
        return f"cut round each {'piece' if any(map(_clustered, hexes)) else 'hex'} along the lines{where}{shared}."
    piece = "piece along its line" if any(batch.model.outline for batch in batches) else "circle"
    return f"cut round each {piece}{where}."


def _in_turn(blocks: int) -> str:
    """Return the order of straight cuts: a cut along the rows of one block may run through the block beside it."""
    return f"{'blocks first, then whole rows' if blocks > 1 else 'whole rows first'}, then pieces"


def _clustered(batch: Batch) -> bool:
    return batch.model.form is not None and len(batch.model.form.cells) > 1


def _clear(batch: Batch) -> bool:
    return batch.gap > 0 or _clustered(batch)


def _loose(loose: Sequence[Batch], batches: Sequence[Batch]) -> Iterator[_Step]:
    """Yield the steps for pieces without a fold; `batches` are all batches on their sheet."""
    models = [batch.model for batch in loose]
    single = [batch for batch in loose if batch.model.form and not _clustered(batch)]
    ways = {*map(_way, batches)}
    if len(loose) == len(batches):
        yield _Step("Glue the sheet to card, unless it is card.", _on_card_picture)
    elif not ways & {TURNED, TENT}:  # tents are printed on card anyway
        yield _Step("Pieces with one face: glue them to card if this is paper.", _on_card_picture)
    cuts = {
        f"Cut from tick to tick: {_in_turn(len(batches))}.": any(not piece.line and not piece.form for piece in models),
        "Cut round each circle, or use a punch of its size.": any(piece.round for piece in models),
        "Drawn shapes: cut round each along its line.": any(piece.outline for piece in models),
        "Single hexes: cut round each along the lines.": single and all(map(_clear, single)),
        "Single hexes: cut along the lines; neighbours share theirs.": not all(map(_clear, single)),
        "Pieces of several hexes: cut round each; do not cut along the dashes.": any(map(_clustered, loose)),
    }
    pictures: Sequence[Draw] = (
        _ticks_picture, _circle_picture, _shape_picture, partial(_comb_picture, cells=_ALONE),
        partial(_comb_picture, cells=_COMB), partial(_comb_picture, cells=_COMB, dotted=True))
    steps = [_Step(words, draw) for (words, applies), draw in zip(cuts.items(), pictures, strict=True) if applies]
    if len(steps) > 1 and len(ways) > 1:  # the other steps need room, so these become one
        straight = steps[0].draw is _ticks_picture
        steps = [_Step(f"{steps[0].words[:-1]}; all else along its lines." if straight else
                       "Cut round each piece along its lines.", steps[0].draw)]
    yield from steps
    for ends in dict.fromkeys(batch.ends for batch in loose if batch.ends):
        yield _Step(ends, _circle_picture)


def _picture_of(batches: Sequence[Batch]) -> Draw:
    """Return the picture that shows how pieces are cut."""
    piece = batches[0].model
    if piece.form:
        return partial(_comb_picture, cells=_ALONE if _clear(batches[0]) else _COMB)
    return _shape_picture if piece.outline else _circle_picture if piece.round else _ticks_picture


# --- the pictures ---

_ALONE, _COMB = ((0, 0),), ((0, 0), (1, 0), (0, 1))


def _dashed(tone: Color, *, ridge: bool = False) -> Stroke:
    dash = (4.0, 1.2, 0.6, 1.2) if ridge else (1.6, 1.2)
    return Stroke(text_on(tone), 0.5, dash=dash)


def _blade(x: float, y: float) -> Item:
    """Draw the blade of a knife, its point at (x, y)."""
    return shapes.polygon([(x, y), (x + 3.4, y - 8), (x + 8.4, y - 8), (x + 5.2, y - 3)], fill=_MIDDLE, stroke=_EDGE)


def _flat_tent_picture(box: Box, tone: Color) -> Iterator[Item]:
    panel = min(box.height / 4, box.width / 1.5)
    wide = panel * 1.5
    x, y = box.center[0] - wide / 2, box.y + (box.height - 4 * panel) / 2
    middle = y + 2 * panel
    yield shapes.rect(x, y, wide, 4 * panel, fill=WHITE)
    yield shapes.rect(x, y + panel, wide, 2 * panel, fill=tone)
    yield shapes.polygon([(x + wide - 0.6, middle), (x + wide - 4, middle - 2), (x + wide - 4, middle + 2)],
                         fill=text_on(tone))
    for fold, ridge in ((y + panel, False), (y + 3 * panel, False), (middle, True)):
        yield shapes.line(x, fold, x + wide - 4 * ridge, fold, _dashed(tone, ridge=ridge))
    yield shapes.rect(x, y, wide, 4 * panel, stroke=_EDGE)
    yield _blade(x + wide, y + panel * 0.9)


def _tent_picture(box: Box, tone: Color, *, standing: bool) -> Iterator[Item]:
    """Draw a tent standing, or with its flaps half folded: x runs to the bow, y away, z up; an edge is (y, z)."""
    scale = min(box.height * 0.66, box.width / 2.1) if standing else min(box.height * 0.5, box.width / 2.3)
    left, foot = box.x + 1, box.bottom - box.height * (0.24 if standing else 0.48)
    ridge, near, far = ((0.5, _RISE), (0.0, 0.0), (1.0, 0.0)) if standing else ((0.5, 0.75), (-0.08, 0.0), (1.08, 0.0))

    def oblique(x: float, edge: Point) -> Point:
        y, z = edge
        return left + scale * (0.9 * x + 0.55 * y), foot + scale * (0.2 * x - 0.22 * y - z)

    def panel(front: Point, back: Point, fill: Color) -> Item:
        corners = [oblique(0, front), oblique(_LENGTH, front), oblique(_LENGTH, back), oblique(0, back)]
        return shapes.polygon(corners, fill=fill, stroke=_EDGE)

    def up(share: float) -> Point:
        return near[0] + (ridge[0] - near[0]) * share, near[1] + (ridge[1] - near[1]) * share

    if standing:
        yield shapes.polygon([oblique(_LENGTH, edge) for edge in (near, far, ridge)], fill=_MIDDLE, stroke=_EDGE)
    else:
        yield panel(far, (0.42, -0.38), _PALE)
        yield panel(near, (0.62, -0.6), _PALE)
        yield panel(ridge, far, _MIDDLE)
    yield panel(near, ridge, tone)  # near side, then the arrow to the bow
    back = _LENGTH - 0.4
    yield shapes.polygon([oblique(_LENGTH - 0.05, ridge), oblique(back, ridge), oblique(back, up(0.78))],
                         fill=text_on(tone))


def _flat_faces_picture(box: Box, tone: Color) -> Iterator[Item]:
    side = box.height / 2 - 1
    x = box.center[0] - side / 2
    yield shapes.rect(x, box.y + 1, side, 2 * side, fill=tone)
    yield shapes.line(x, box.y + 1 + side, x + side, box.y + 1 + side, _dashed(tone))
    yield shapes.rect(x, box.y + 1, side, 2 * side, stroke=_EDGE)
    yield _blade(x + side, box.y + 1 + 0.6 * side)


def _flat_hexes_picture(box: Box, tone: Color) -> Iterator[Item]:
    grid = Grid(Orientation.FLAT, box.height / 2 - 1, box.center[0], box.y + 1 + (box.height / 2 - 1) * 1.5)
    [outline] = grid.outline([(0, 0), (0, -1)])
    yield shapes.polygon(outline, fill=tone, stroke=_EDGE)
    yield shapes.line(*grid.side((0, 0), 0)[0], *grid.side((0, 0), 0)[1], _dashed(tone))
    yield _blade(box.center[0] + box.height * 0.29, box.y + box.height * 0.24)


def _closing_faces_picture(box: Box, tone: Color) -> Iterator[Item]:
    """Draw two faces that close over a piece of card."""
    x, low, side = box.x + 3, box.bottom - 3, box.height * 0.7
    for lean, rise, fill in ((-2, 0.9, _PALE), (4, 1.0, _MIDDLE), (11, 0.88, tone)):
        top = low - side * rise
        yield shapes.polygon([(x, low), (x + side, low), (x + side + lean, top), (x + lean, top)], fill=fill,
                             stroke=_EDGE)


def _closing_hexes_picture(box: Box, tone: Color) -> Iterator[Item]:
    """Draw two hexes that close over a piece of card, hinged at their lower edges."""
    x, low, side = box.x + 3, box.bottom - 2, box.height * 0.42
    for lean, rise, fill in ((-3, 0.94, _PALE), (3, 1.0, _MIDDLE), (10, 0.9, tone)):
        corners = [(0.5, 0.0), (1.5, 0.0), (2.0, 0.866), (1.5, 1.732), (0.5, 1.732), (0.0, 0.866)]
        yield shapes.polygon([(x + side * u + lean * v / 1.732, low - side * v * rise) for u, v in corners], fill=fill,
                             stroke=_EDGE)


def _on_card_picture(box: Box, tone: Color) -> Iterator[Item]:
    """Draw a sheet above a piece of card."""
    wide, y = box.width * 0.62, box.bottom
    x, lean = box.x + 1, box.width * 0.24
    for top, thick, fill in ((y - 12, 2.6, _MIDDLE), (y - 22, 0.0, WHITE)):
        corners = [(x, top + 8), (x + wide, top + 8), (x + wide + lean, top), (x + lean, top)]
        if thick:
            yield shapes.polygon([*corners[:3], (x + wide + lean, top + thick), (x + wide, top + 8 + thick),
                                  (x, top + 8 + thick)], fill=_MIDDLE.mix(BLACK, 0.25), stroke=_EDGE)
        yield shapes.polygon(corners, fill=fill, stroke=_EDGE)
    for column in range(3):
        u, v, lie = x + wide * (0.2 + 0.24 * column) + lean * 0.25, y - 16, lean / 2
        yield shapes.polygon([(u, v), (u + wide * 0.2, v), (u + wide * 0.2 + lie, v - 4), (u + lie, v - 4)],
                             fill=tone, stroke=Stroke(BLACK, 0.3))


def _crosses_picture(box: Box, tone: Color) -> Iterator[Item]:
    """Draw a sheet held against the light, with crosses in its corners."""
    sheet = Box(box.center[0] - box.height * 0.37, box.y, box.height * 0.74, box.height)
    yield shapes.rect(*sheet, fill=WHITE, stroke=_EDGE)
    yield shapes.rect(*sheet.inset(7), fill=tone)
    inner = sheet.inset(3.5)
    yield shapes.lines([line for x in (inner.x, inner.right) for y in (inner.y, inner.bottom)
                        for line in ((x - 2, y, x + 2, y), (x, y - 2, x, y + 2))], Stroke(BLACK, 0.4))


def _ticks_picture(box: Box, tone: Color) -> Iterator[Item]:
    """Draw a block of six pieces with tick marks round it, and a knife that cuts along a row."""
    block = Box(box.x + 6, box.y + 7, box.width - 16, box.height - 13)
    yield shapes.rect(*block, fill=tone)
    across = [block.x + block.width * k / 3 for k in range(4)]
    down = [block.y + block.height * k / 2 for k in range(3)]
    yield shapes.lines([(x, y, x, end) for x in across for y, end in ((block.y - 5, block.y - 1.5),
                                                                      (block.bottom + 1.5, block.bottom + 5))], _EDGE)
    yield shapes.lines([(x, y, end, y) for y in down for x, end in ((block.x - 5, block.x - 1.5),
                                                                    (block.right + 1.5, block.right + 5))], _EDGE)
    yield shapes.line(block.x - 1.5, down[1], block.right - 6, down[1], Stroke(text_on(tone), 0.6))
    yield _blade(block.right - 6, down[1])


def _circle_picture(box: Box, tone: Color) -> Iterator[Item]:
    radius = box.height / 2 - 3
    yield shapes.circle(*box.center, radius + 2.5, fill=tone.mix(WHITE, 0.6))
    yield shapes.circle(*box.center, radius, fill=tone, stroke=_EDGE)
    yield _blade(box.center[0] + radius * 0.707, box.center[1] - radius * 0.707)


def _shape_picture(box: Box, tone: Color) -> Iterator[Item]:
    x, y = box.center
    corners = [(x + u * box.height * 0.48, y + v * box.height * 0.42) for u, v in (
        (-1.1, 0.1), (-0.7, -0.7), (0.1, -0.9), (0.8, -0.6), (1.1, 0.1), (0.7, 0.8), (-0.2, 0.95), (-0.8, 0.7))]
    yield shapes.polygon(corners, fill=tone, stroke=_EDGE)
    yield _blade(*corners[3])


def _comb_picture(box: Box, tone: Color, *, cells: tuple[tuple[int, int], ...], dotted: bool = False) -> Iterator[Item]:
    """Draw one hex or several; with `dotted`, the sides between them are not to be cut."""
    across = box.height * (0.86 if len(cells) == 1 else 0.5)
    middle = (box.x + box.width * 0.46, box.center[1]) if len(cells) == 1 else (
        box.x + box.width * 0.34, box.y + box.height * 0.27)
    grid = Grid(Orientation.FLAT, across, *middle)
    [outline] = grid.outline(cells)
    yield shapes.polygon(outline, fill=tone)
    inner = Stroke(text_on(tone), 0.5, dash=(0.7, 1.6)) if dotted else Stroke(text_on(tone), 0.5)
    for cell in cells if len(cells) > 1 else ():
        yield shapes.polygon(grid.corners(cell), stroke=inner)
    yield shapes.polygon(outline, stroke=_EDGE)
    yield _blade(*max(outline, key=lambda point: point[0] - point[1]))


def _turned_corner_picture(box: Box, tone: Color) -> Iterator[Item]:
    wide, high = min(box.width, box.height * 0.74), min(box.height, box.width / 0.74) - 2
    x, y, ear = box.x, box.center[1] - high / 2, 0.42 * wide
    right, bottom = x + wide, y + high
    fold = [(right, bottom - ear), (right - ear, bottom)]
    yield shapes.polygon([(x, y), (right, y), *fold, (x, bottom)], fill=WHITE, stroke=_EDGE)
    yield shapes.polygon([*fold, (right - ear, bottom - ear)], fill=tone, stroke=_EDGE)


def _halves_picture(box: Box, tone: Color, *, upright: bool) -> Iterator[Item]:
    """Draw a sheet with its backs on the upper half, or on the right half, and the line between the halves."""
    sheet = box._replace(width=min(box.width, box.height * 0.74))
    x, y = sheet.center
    yield shapes.rect(*sheet, fill=WHITE)
    yield shapes.rect(*sheet.inset(sheet.width / 2 * upright, 0, 0, sheet.height / 2 * (not upright)).inset(3),
                      fill=tone)
    yield shapes.line(*((x, sheet.y, x, sheet.bottom) if upright else (sheet.x, y, sheet.right, y)),
                      _dashed(WHITE, ridge=True))
    yield shapes.rect(*sheet, stroke=_EDGE)
