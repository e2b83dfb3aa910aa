"""The strip at the foot of a sheet of pieces: what each line means and, in small pictures, what to do.

Points, origin at the top left of the page, y down. The pictures are drawn here and not to scale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, WHITE, Color, Item, Stroke
from printshop.hexes import Grid, Orientation
from printshop.layout.backs import Backs
from printshop.layout.boxes import Box
from printshop.layout.cuts import CUT, FOLD, RIDGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.layout.pieces import Batch

TENT, FOLDED, TURNED, HALVES, LOOSE = "tent", "folded", "turned", "halves", "loose"
PALE, MIDDLE = Color(238, 238, 238), Color(196, 196, 196)
EDGE = Stroke(BLACK, 0.5, join="round")
DASHED = Stroke(BLACK, 0.4, dash=(1.6, 1.2))
WORDS = text.Style("sans", 7.2)
HEAD = text.Style("serif", 9, bold=True)
SHARE = 88.0  # of a row's width goes to the words of each step, with the width of its picture
LEGEND_WIDTH = 96.0
HEIGHTS = {TENT: 78.0, FOLDED: 52.0, TURNED: 52.0, HALVES: 52.0, LOOSE: 34.0}


class Step(NamedTuple):
    """A picture `width` points wide, drawn into a box by `draw`, with the words beside it."""

    words: str
    width: float
    draw: Callable[[Box], Iterator[Item]]


def height(batches: Sequence[Batch]) -> float:
    """Return the height of the strip for pieces such as these, in points."""
    return sum(HEIGHTS[way] for way in _ways(batches))


def strip(box: Box, batches: Sequence[Batch], *, upright: bool = False, by_hand: bool = True) -> tuple[Item, ...]:
    """Return the strip for pieces such as these: a legend of the lines at the left, and row by row what to do.

    Steps are numbered through, so that there is one list of them. `upright` is the fold of a sheet that is folded down
    its middle. What is not cut `by_hand` has neither legend nor steps that only scissors need.
    """
    ways = tuple(way for way in _ways(batches) if by_hand or way != LOOSE)
    if not ways:
        return ()
    rule = shapes.line(box.x, box.y + 3, box.right, box.y + 3, Stroke(BLACK, 0.35))
    legend = LEGEND_WIDTH if by_hand else 0.0
    items: list[Item] = [rule, *(_legend(Box(box.x, box.y + 3, legend, box.height - 3), ways) if by_hand else ())]
    y, done = box.y + 3, 0
    for way in ways:
        row = Box(box.x + legend, y, box.width - legend, HEIGHTS[way] - 3)
        steps = _steps(way, batches, upright=upright)
        if not by_hand:
            steps = steps[MACHINED[way]]
        places = row.columns([step.width + SHARE for step in steps], gap=10)
        for number, (step, place) in enumerate(zip(steps, places, strict=True), done + 1):
            items += _step(number, step, place.inset(0, 5, 0, 3), numbered=len(steps) > 1 or len(ways) > 1)
        y, done = y + HEIGHTS[way], done + len(steps)
    return tuple(items)


def _ways(batches: Iterable[Batch]) -> tuple[str, ...]:
    """Return how pieces are put together, each way once, that with most to do first.

    A sheet that is folded is folded with all that is on it.
    """
    found = {_way(batch) for batch in batches}
    return (HALVES,) if HALVES in found else tuple(way for way in HEIGHTS if way in found)


def _way(batch: Batch) -> str:
    if batch.backs is not Backs.NONE and batch.backs is not Backs.BESIDE:
        return HALVES if batch.backs is Backs.FOLD else TURNED
    piece = batch.model
    if not piece.folds:
        return FOLDED if piece.form and piece.form.folded else LOOSE
    return TENT if any(fold.ridge for fold in piece.folds) else FOLDED


def _steps(way: str, batches: Sequence[Batch], *, upright: bool) -> tuple[Step, ...]:
    """Return what to do with the pieces that are put together in one way."""
    if way == LOOSE:
        return _loose(batches)
    if way == TURNED:
        return _turned([batch for batch in batches if _way(batch) == TURNED], len(batches))
    first, *rest = STEPS[way]
    told = {batch.ends for batch in batches if _way(batch) == TENT}
    if way == TENT and len(told) == 1:
        rest[-1] = rest[-1]._replace(words=f"{rest[-1].words} {told.pop()}".strip())
    if way == HALVES and upright:
        first = first._replace(draw=_upright_halves_picture)
    if way == HALVES:
        rest.append(Step(f"When it is dry, {_cutting(batches, len(batches))}", 0, _nothing))
    if way == FOLDED and all(batch.model.form for batch in batches if _way(batch) == FOLDED):
        first = first._replace(draw=_hex_pair_picture)
    if way == FOLDED and not any(_way(batch) == LOOSE for batch in batches):
        first = first._replace(words="Cut the pairs of faces off and score the fold between the two.")
    return first, *rest


def _turned(batches: Sequence[Batch], blocks: int) -> tuple[Step, ...]:
    """Return what to do with pieces on a sheet that is printed on both sides, and has so many blocks in all."""
    edge, cutting = batches[0].backs, _cutting(batches, blocks, " of this side")
    return (
        Step(f"Print this page and the next on one sheet: both sides, “flip on {edge.value} edge”.", 30,
             _turning_picture),
        Step("Hold the sheet against the light: the crosses in its corners meet those of the back.", 0, _nothing),
        Step(cutting[0].upper() + cutting[1:], 0, _nothing),
    )


def _cutting(batches: Sequence[Batch], blocks: int, where: str = "") -> str:
    """Return how pieces are cut out that have their backs behind them: a comb of hexes has no straight cuts."""
    hexes = [batch for batch in batches if batch.model.form]
    straight = [batch for batch in batches if not batch.model.form and not batch.model.line]
    shared = "; neighbours share their lines" if hexes and not any(map(_clear, hexes)) else ""
    if not straight:
        if not hexes:
            what = "piece along its line" if any(batch.model.outline for batch in batches) else "circle"
            return f"cut round each {what}{where}."
        each = "piece" if any(_clustered(batch) for batch in hexes) else "hex"
        return f"cut round each {each} along the lines{where}{shared}."
    round_ones = "; hexes and circles one by one" if len(straight) < len(batches) else ""
    return f"cut along the lines{where}: {_in_turn(blocks)}{round_ones}."


def _in_turn(blocks: int) -> str:
    """Return which straight cuts come first: one along the rows of a block may run through the block beside it."""
    first = "block from block first, then whole rows" if blocks > 1 else "whole rows first"
    return f"{first}, then piece from piece"


def _clustered(batch: Batch) -> bool:
    """Say whether pieces cover several hexes each."""
    return batch.model.form is not None and len(batch.model.form.cells) > 1


def _clear(batch: Batch) -> bool:
    """Say whether pieces of hexes lie clear of each other."""
    return batch.gap > 0 or _clustered(batch)


def _loose(batches: Sequence[Batch]) -> tuple[Step, ...]:
    """Return what to do with pieces that have no fold."""
    loose = [batch.model for batch in batches if _way(batch) == LOOSE]
    turn = Step(f"Cut from tick to tick: {_in_turn(len(batches))}.", 0, _nothing)
    straight = (turn,) if any(not piece.line and not piece.form for piece in loose) else ()
    own: tuple[Step, ...] = (CUT_ROUND,) if any(piece.round for piece in loose) else ()
    own += (CUT_DRAWN,) if any(piece.outline for piece in loose) else ()
    single = [batch for batch in batches if _way(batch) == LOOSE and batch.model.form and not _clustered(batch)]
    clusters = any(_clustered(batch) for batch in batches if _way(batch) == LOOSE)
    hexes: tuple[Step, ...] = (CUT_CLEAR if all(map(_clear, single)) else CUT_HEXES,) if single else ()
    hexes += (CUT_CLUSTERS,) if clusters else ()
    return (GLUE if len(loose) == len(batches) else GLUE_SINGLE, *straight, *own, *hexes)


def _legend(box: Box, ways: tuple[str, ...]) -> Iterator[Item]:
    samples = [("cut", CUT)]
    samples += [("ridge fold", RIDGE)] if TENT in ways else []
    samples += [("fold", FOLD)] if TENT in ways or FOLDED in ways else []
    samples += [("fold of the sheet", RIDGE)] if HALVES in ways else []
    yield from text.line("Lines", HEAD, box.x, box.y + 14)
    for number, (word, stroke) in enumerate(samples):
        y = box.y + 25 + number * 11
        yield shapes.line(box.x, y, box.x + 34, y, stroke)
        yield from text.line(word, WORDS, box.x + 40, y + 2.4)


def _step(number: int, step: Step, box: Box, *, numbered: bool) -> Iterator[Item]:
    if step.width:
        yield from step.draw(Box(box.x, box.y, step.width, box.height))
    x = box.x + (step.width + 7 if step.width else 0)
    lead = f"**{number}**  " if numbered else ""
    yield from text.block(
        lead + step.words, WORDS, (x, box.y, box.right - x, box.height), valign="middle", min_size=6
    ).items


# --- pictures ---


def _strip_picture(box: Box) -> Iterator[Item]:
    """Draw the strip of a tent, laid flat."""
    panel = min(box.height / 4, box.width / 1.5)
    wide = panel * 1.5
    x, y = box.center[0] - wide / 2, box.y + (box.height - 4 * panel) / 2
    yield shapes.rect(x, y, wide, 4 * panel, fill=WHITE)
    for row, turned in ((1, True), (2, False)):
        top = y + row * panel
        yield shapes.rect(x, top + (0 if turned else 0.75 * panel), wide, 0.25 * panel, fill=MIDDLE)
    middle = y + 2 * panel
    yield shapes.polygon([(x + wide - 1, middle), (x + wide - 8, middle - 4), (x + wide - 8, middle + 4)], fill=BLACK)
    for row in (1, 3):
        yield shapes.line(x, y + row * panel, x + wide, y + row * panel, DASHED)
    yield shapes.line(x, middle, x + wide, middle, Stroke(BLACK, 0.4, dash=(4.0, 1.2, 0.6, 1.2)))
    yield shapes.rect(x, y, wide, 4 * panel, stroke=EDGE)


class _View:
    """Looks at a tent from starboard, ahead and above: x to the bow, y away, z up, its base 1 wide."""

    def __init__(self, box: Box, scale: float, low: float) -> None:
        self.scale = scale
        self.x, self.y = box.x + 2, box.bottom - low

    def __call__(self, x: float, y: float, z: float) -> Point:
        return self.x + self.scale * (0.9 * x + 0.55 * y), self.y + self.scale * (0.2 * x - 0.22 * y - z)

    def panel(self, front: tuple[float, float], back: tuple[float, float], length: float) -> list[Point]:
        """Return the corners of a panel between two edges (y, z) that run from stern to bow."""
        return [self(0, *front), self(length, *front), self(length, *back), self(0, *back)]


RISE = 0.866
LENGTH = 1.5


def _half_folded(box: Box) -> Iterator[Item]:
    """Draw the ridge folded and the flaps on their way in."""
    view = _View(box, min(box.height * 0.46, box.width / 2.2), box.height * 0.55)
    ridge, near, far = (0.5, 0.75), (-0.08, 0.0), (1.08, 0.0)
    near_flap, far_flap = (0.62, -0.6), (0.42, -0.38)
    yield shapes.polygon(view.panel(far, far_flap, LENGTH), fill=MIDDLE, stroke=EDGE)
    yield shapes.polygon(view.panel(near, near_flap, LENGTH), fill=MIDDLE, stroke=EDGE)
    yield shapes.polygon(view.panel(ridge, far, LENGTH), fill=PALE, stroke=EDGE)
    yield shapes.polygon(view.panel(near, ridge, LENGTH), fill=WHITE, stroke=EDGE)
    yield from _livery(view, near, ridge)


def _tent_picture(box: Box) -> Iterator[Item]:
    """Draw the finished tent."""
    view = _View(box, min(box.height * 0.58, box.width / 2), box.height * 0.3)
    near, far, ridge = (0.0, 0.0), (1.0, 0.0), (0.5, RISE)
    end = [view(LENGTH, *near), view(LENGTH, *far), view(LENGTH, *ridge)]
    yield shapes.polygon(end, fill=MIDDLE, stroke=EDGE)
    yield shapes.polygon(view.panel(near, ridge, LENGTH), fill=WHITE, stroke=EDGE)
    yield from _livery(view, near, ridge)


def _livery(view: _View, near: tuple[float, float], ridge: tuple[float, float]) -> Iterator[Item]:
    """Draw the band and the bow arrow on the near side."""

    def up(share: float) -> tuple[float, float]:
        return near[0] + (ridge[0] - near[0]) * share, near[1] + (ridge[1] - near[1]) * share

    yield shapes.polygon(view.panel(near, up(0.25), LENGTH), fill=MIDDLE, stroke=EDGE)
    tip, back = LENGTH - 0.05, LENGTH - 0.4
    yield shapes.polygon([view(tip, *ridge), view(back, *ridge), view(back, *up(0.78))], fill=BLACK)


def _pair_picture(box: Box) -> Iterator[Item]:
    """Draw the two faces of a folded counter, laid flat."""
    side = box.height / 2 - 1
    x = box.center[0] - side / 2
    yield shapes.rect(x, box.y + 1, side, side, fill=MIDDLE)
    yield shapes.line(x, box.y + 1 + side, x + side, box.y + 1 + side, DASHED)
    yield shapes.rect(x, box.y + 1, side, 2 * side, stroke=EDGE)


def _hex_pair_picture(box: Box) -> Iterator[Item]:
    """Draw the two faces of a folded hex, laid flat."""
    grid = Grid(Orientation.FLAT, box.height / 2 - 1, box.center[0], box.y + 1 + (box.height / 2 - 1) * 1.5)
    yield shapes.polygon(grid.corners((0, -1)), fill=MIDDLE)
    yield shapes.line(*grid.side((0, 0), 0)[0], *grid.side((0, 0), 0)[1], DASHED)
    [outline] = grid.outline([(0, 0), (0, -1)])
    yield shapes.polygon(outline, stroke=EDGE)


def _glued_picture(box: Box) -> Iterator[Item]:
    """Draw the two faces of a counter, nearly closed."""
    low, side = box.bottom - 4, box.height * 0.62
    x = box.x + 3
    yield shapes.polygon(
        [(x, low), (x + side, low), (x + side + 5, low - side), (x + 5, low - side)], fill=MIDDLE, stroke=EDGE
    )
    yield shapes.polygon(
        [(x, low), (x + side, low), (x + side + 9, low - side + 4), (x + 9, low - side + 4)],
        fill=WHITE,
        stroke=EDGE,
    )


def _turning_picture(box: Box) -> Iterator[Item]:
    """Draw a sheet with a corner that shows what is behind it."""
    wide, high = min(box.width, box.height * 0.74), min(box.height, box.width / 0.74) - 2
    x, y, ear = box.x, box.center[1] - high / 2, 0.42 * wide
    right, bottom = x + wide, y + high
    yield shapes.polygon([(x, y), (right, y), (right, bottom - ear), (right - ear, bottom), (x, bottom)],
                         fill=WHITE, stroke=EDGE)
    yield shapes.polygon([(right, bottom - ear), (right - ear, bottom), (right - ear, bottom - ear)],
                         fill=MIDDLE, stroke=EDGE)


def _halves_picture(box: Box) -> Iterator[Item]:
    """Draw a sheet with its backs on the upper half, and the line between the halves."""
    sheet = Box(box.x, box.y, min(box.width, box.height * 0.74), box.height)
    yield from _sheet_picture(sheet, Box(*sheet[:3], sheet.height / 2), (sheet.x, sheet.center[1], sheet.right,
                                                                        sheet.center[1]))


def _upright_halves_picture(box: Box) -> Iterator[Item]:
    """Draw a sheet with its backs on the right half."""
    sheet = Box(box.x, box.y, min(box.width, box.height * 0.74), box.height)
    middle = sheet.center[0]
    yield from _sheet_picture(sheet, sheet.inset(sheet.width / 2, 0, 0, 0), (middle, sheet.y, middle, sheet.bottom))


def _sheet_picture(sheet: Box, half: Box, fold: tuple[float, float, float, float]) -> Iterator[Item]:
    yield shapes.rect(*sheet, fill=WHITE)
    yield shapes.rect(*half.inset(3), fill=MIDDLE)
    yield shapes.line(*fold, Stroke(BLACK, 0.4, dash=(4.0, 1.2, 0.6, 1.2)))
    yield shapes.rect(*sheet, stroke=EDGE)


def _nothing(_box: Box) -> Iterator[Item]:
    yield from ()


STEPS: dict[str, tuple[Step, ...]] = {
    TENT: (
        Step(
            "Score the fold lines with a dry ballpoint, then cut the strips out along the solid lines.",
            26,
            _strip_picture,
        ),
        Step(
            "Fold the ridge with the print outside, then both flaps inwards, one over the other.",
            62,
            _half_folded,
        ),
        Step(
            "Glue the outer flap down.",
            62,
            _tent_picture,
        ),
    ),
    FOLDED: (
        Step("Pieces with two faces first: cut them off and score the fold between the faces.", 20, _pair_picture),
        Step(
            "Fold the faces back to back, print outside, over a piece of card; glue, and trim.",
            36,
            _glued_picture,
        ),
    ),
    HALVES: (
        Step("Score the fold between fronts and backs with a dry ballpoint; cut nothing yet.", 30, _halves_picture),
        Step("Fold the halves back to back, print outside; glue them together, with card between if you like.", 36,
             _glued_picture),
    ),
}
MACHINED = {TENT: slice(1, None), FOLDED: slice(1, None), TURNED: slice(2), HALVES: slice(2)}
"""What is left to do by hand of what a machine cuts and scores."""

GLUE = Step("Glue the sheet to card, unless it is card.", 0, _nothing)
GLUE_SINGLE = Step("Pieces with one face: glue them to card, unless this is card.", 0, _nothing)
CUT_ROUND = Step("Cut round each circle, or use a punch of its size.", 0, _nothing)
CUT_DRAWN = Step("Drawn shapes: cut round each along its line.", 0, _nothing)
CUT_HEXES = Step("Single hexes: cut along the lines; neighbours share theirs.", 0, _nothing)
CUT_CLEAR = Step("Single hexes: cut round each along the lines.", 0, _nothing)
CUT_CLUSTERS = Step("Pieces of several hexes: cut round each; do not cut along the dots.", 0, _nothing)
