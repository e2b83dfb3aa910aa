"""The strip at the foot of a sheet of pieces: what each line means and, in small pictures, what to do.

Points, origin at the top left of the page, y down. The pictures are drawn here and not to scale.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, WHITE, Color, Item, Stroke
from printshop.hexes import Grid, Orientation
from printshop.layout.boxes import Box
from printshop.layout.cutlines import CUT, FOLD, RIDGE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.layout.sheets import Piece

TENT, FOLDED, LOOSE = "tent", "folded", "loose"
PALE, MIDDLE = Color(238, 238, 238), Color(196, 196, 196)
EDGE = Stroke(BLACK, 0.5, join="round")
DASHED = Stroke(BLACK, 0.4, dash=(1.6, 1.2))
WORDS = text.Style("sans", 7.2)
HEAD = text.Style("serif", 9, bold=True)
SHARE = 88.0  # of a row's width goes to the words of each step, with the width of its picture
LEGEND_WIDTH = 96.0
HEIGHTS = {TENT: 78.0, FOLDED: 52.0, LOOSE: 34.0}


class Step(NamedTuple):
    """A picture `width` points wide, drawn into a box by `draw`, with the words beside it."""

    words: str
    width: float
    draw: Callable[[Box], Iterator[Item]]


def height(models: Iterable[Piece]) -> float:
    """Return the height of the strip for pieces such as these, in points."""
    return sum(HEIGHTS[way] for way in _ways(models))


def strip(box: Box, models: Sequence[Piece]) -> tuple[Item, ...]:
    """Return the strip for pieces such as these: a legend of the lines at the left, and row by row what to do."""
    ways = _ways(models)
    rule = shapes.line(box.x, box.y + 3, box.right, box.y + 3, Stroke(BLACK, 0.35))
    items: list[Item] = [rule, *_legend(Box(box.x, box.y + 3, LEGEND_WIDTH, box.height - 3), ways)]
    y = box.y + 3
    for way in ways:
        row = Box(box.x + LEGEND_WIDTH, y, box.width - LEGEND_WIDTH, HEIGHTS[way] - 3)
        steps = _steps(way, models)
        places = row.columns([step.width + SHARE for step in steps], gap=10)
        for number, (step, place) in enumerate(zip(steps, places, strict=True), 1):
            items += _step(number, step, place.inset(0, 5, 0, 3), numbered=len(steps) > 1)
        y += HEIGHTS[way]
    return tuple(items)


def _ways(models: Iterable[Piece]) -> tuple[str, ...]:
    """Return how pieces are put together, each way once, that with most to do first."""
    found = {_way(piece) for piece in models}
    return tuple(way for way in HEIGHTS if way in found)


def _way(piece: Piece) -> str:
    if not piece.folds:
        return FOLDED if piece.form and piece.form.folded else LOOSE
    return TENT if any(fold.ridge for fold in piece.folds) else FOLDED


def _steps(way: str, models: Sequence[Piece]) -> tuple[Step, ...]:
    """Return what to do with the pieces that are put together in one way."""
    if way == LOOSE:
        return _loose(models)
    first, *rest = STEPS[way]
    if way == FOLDED and all(piece.form for piece in models if _way(piece) == FOLDED):
        first = first._replace(draw=_hex_pair_picture)
    if way == FOLDED and not any(_way(piece) == LOOSE for piece in models):
        first = first._replace(words="Cut the pairs of faces off and score the fold between the two.")
    return first, *rest


def _loose(models: Sequence[Piece]) -> tuple[Step, ...]:
    """Return what to do with pieces that have no fold."""
    loose = [piece for piece in models if _way(piece) == LOOSE]
    straight = (CUT_STRAIGHT,) if any(not piece.round and not piece.form for piece in loose) else ()
    circles = (CUT_ROUND,) if any(piece.round for piece in loose) else ()
    sizes = {len(piece.form.cells) > 1 for piece in loose if piece.form}
    hexes = ((CUT_HEXES,) if False in sizes else ()) + ((CUT_CLUSTERS,) if True in sizes else ())
    return (GLUE if loose == list(models) else GLUE_SINGLE, *straight, *circles, *hexes)


def _legend(box: Box, ways: tuple[str, ...]) -> Iterator[Item]:
    samples = [("cut", CUT)]
    samples += [("ridge fold", RIDGE)] if TENT in ways else []
    samples += [("fold", FOLD)] if TENT in ways or FOLDED in ways else []
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
            "Glue the outer flap down. The name is underneath; both arrows point to the bow.",
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
}
GLUE = Step("Glue the sheet to card, unless it is card.", 0, _nothing)
GLUE_SINGLE = Step("Pieces with one face: glue them to card, unless this is card.", 0, _nothing)
CUT_STRAIGHT = Step("Cut from tick to tick: whole rows first, then piece from piece.", 0, _nothing)
CUT_ROUND = Step("Cut round each circle, or use a punch of its size.", 0, _nothing)
CUT_HEXES = Step("Single hexes: cut along the lines; neighbours share theirs.", 0, _nothing)
CUT_CLUSTERS = Step("Pieces of several hexes: cut round each; do not cut along the dots.", 0, _nothing)
