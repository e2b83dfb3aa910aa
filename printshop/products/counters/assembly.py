"""The strip at the foot of a sheet of pieces: what each line means and, in small pictures, what to do.

Points, origin at the top left of the page, y down. The pictures are drawn here and not to scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point
from printshop.drawing.items import BLACK, WHITE, Color, Item, Stroke
from printshop.hexes import Grid, Orientation
from printshop.layout.backs import Backs
from printshop.layout.boxes import Box
from printshop.layout.cuts import CUT, FOLD, RIDGE
from printshop.layout.pieces import Batch

TENT, FOLDED, TURNED, HALVES, LOOSE = "tent", "folded", "turned", "halves", "loose"
PALE, MIDDLE = Color(238, 238, 238), Color(196, 196, 196)
EDGE = Stroke(BLACK, 0.5, join="round")
DASHED = Stroke(BLACK, 0.4, dash=(1.6, 1.2))
RIDGED = Stroke(BLACK, 0.4, dash=(4.0, 1.2, 0.6, 1.2))
WORDS = text.Style("sans", 7.2)
HEAD = text.Style("serif", 9, bold=True)
SHARE = 88.0  # of a row's width goes to the words of each step, with the width of its picture
LEGEND_WIDTH = 96.0
HEIGHTS = {TENT: 78.0, FOLDED: 52.0, TURNED: 52.0, HALVES: 52.0, LOOSE: 34.0}


class Step(NamedTuple):
    """A picture `width` points wide, drawn into a box by `draw`, with the words beside it."""

    words: str
    width: float = 0.0
    draw: Callable[[Box], Iterator[Item]] = lambda _: iter(())


def height(batches: Sequence[Batch]) -> float:
    """Return the height of the strip for pieces such as these, in points."""
    return sum(HEIGHTS[way] for way in _ways(batches))


def strip(box: Box, batches: Sequence[Batch], *, upright: bool = False, by_hand: bool = True) -> tuple[Item, ...]:
    """Return the strip for pieces such as these: a legend of the lines at the left, and row by row what to do.

    Steps are numbered through, so that there is one list of them. `upright` is the fold of a sheet that is folded down
    its middle. What is not cut `by_hand` has neither legend nor steps that only scissors need.
    """
    ways = [way for way in _ways(batches) if by_hand or way != LOOSE]
    if not ways:
        return ()
    y, legend, done = box.y + 3, LEGEND_WIDTH if by_hand else 0.0, 0
    items: list[Item] = [shapes.line(box.x, y, box.right, y, Stroke(BLACK, 0.35))]
    if by_hand:
        items += _legend(box.x, y, ways)
    for way in ways:
        row = Box(box.x + legend, y, box.width - legend, HEIGHTS[way] - 3)
        steps = _steps(way, batches, upright=upright)
        steps = steps if by_hand else steps[MACHINED[way]]
        places = row.columns([step.width + SHARE for step in steps], gap=10)
        for number, (step, place) in enumerate(zip(steps, places, strict=True), done + 1):
            inner = place.inset(0, 5, 0, 3)
            if step.width:
                items += step.draw(inner._replace(width=step.width))
            x = inner.x + (step.width + 7 if step.width else 0)
            lead = f"**{number}**  " if len(steps) > 1 or len(ways) > 1 else ""
            items += text.block(lead + step.words, WORDS, (x, inner.y, inner.right - x, inner.height), valign="middle",
                                min_size=6).items
        y, done = y + HEIGHTS[way], done + len(steps)
    return tuple(items)


def _legend(x: float, top: float, ways: Sequence[str]) -> Iterator[Item]:
    samples = {"cut": CUT} | ({"ridge fold": RIDGE} if TENT in ways else {})
    samples |= {"fold": FOLD} if {TENT, FOLDED} & {*ways} else {}
    samples |= {"fold of the sheet": RIDGE} if HALVES in ways else {}
    yield from text.line("Lines", HEAD, x, top + 14)
    for number, (word, stroke) in enumerate(samples.items()):
        y = top + 25 + number * 11
        yield shapes.line(x, y, x + 34, y, stroke)
        yield from text.line(word, WORDS, x + 40, y + 2.4)


def _ways(batches: Iterable[Batch]) -> tuple[str, ...]:
    """Return how pieces are put together, each way once, that with most to do first.

    A sheet that is folded is folded with all that is on it.
    """
    ways = {_way(batch) for batch in batches}
    return (HALVES,) if HALVES in ways else tuple(way for way in HEIGHTS if way in ways)


def _way(batch: Batch) -> str:
    if batch.backs is not Backs.NONE and batch.backs is not Backs.BESIDE:
        return HALVES if batch.backs is Backs.FOLD else TURNED
    piece = batch.model
    if not piece.folds:
        return FOLDED if piece.form and piece.form.folded else LOOSE
    return TENT if any(fold.ridge for fold in piece.folds) else FOLDED


def _steps(way: str, batches: Sequence[Batch], *, upright: bool) -> tuple[Step, ...]:
    """Return what to do with the pieces that are put together in one way."""
    alike = [batch for batch in batches if _way(batch) == way]
    match way:
        case "loose":
            return _loose(alike, len(batches))
        case "turned":
            cutting = _cutting(alike, len(batches), " of this side")
            return (Step("Print this page and the next on one sheet: both sides, “flip on "
                         f"{alike[0].backs.value} edge”.", 30, _turning_picture),
                    Step("Hold the sheet against the light: the crosses in its corners meet those of the back."),
                    Step(cutting[0].upper() + cutting[1:]))
        case "tent":
            ends = {batch.ends for batch in alike}
            *steps, last = STEPS[TENT]
            words = f"{last.words} {ends.pop()}".strip() if len(ends) == 1 else last.words
            return *steps, last._replace(words=words)
        case "halves":
            first, second = STEPS[HALVES]
            return (first._replace(draw=_upright_halves_picture) if upright else first, second,
                    Step(f"When it is dry, {_cutting(batches, len(batches))}"))
    first, second = STEPS[FOLDED]
    if all(batch.model.form for batch in alike):
        first = first._replace(draw=_hex_pair_picture)
    if not any(_way(batch) == LOOSE for batch in batches):
        first = first._replace(words="Cut the pairs of faces off and score the fold between the two.")
    return first, second


def _cutting(batches: Sequence[Batch], blocks: int, where: str = "") -> str:
    """Return how pieces are cut out that have their backs behind them: a comb of hexes has no straight cuts."""
    hexes = [batch for batch in batches if batch.model.form]
    straight = [batch for batch in batches if not batch.model.form and not batch.model.line]
    if straight:
        round_ones = "; hexes and circles one by one" if len(straight) < len(batches) else ""
        return f"cut along the lines{where}: {_in_turn(blocks)}{round_ones}."
    if hexes:
        shared = "" if any(map(_clear, hexes)) else "; neighbours share their lines"
        each = "piece" if any(map(_clustered, hexes)) else "hex"
        return f"cut round each {each} along the lines{where}{shared}."
    what = "piece along its line" if any(batch.model.outline for batch in batches) else "circle"
    return f"cut round each {what}{where}."


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


def _loose(loose: Sequence[Batch], blocks: int) -> tuple[Step, ...]:
    """Return what to do with pieces that have no fold, on a sheet with so many blocks in all."""
    models = [batch.model for batch in loose]
    single = [batch for batch in loose if batch.model.form and not _clustered(batch)]
    steps = {
        "Glue the sheet to card, unless it is card.": len(loose) == blocks,
        "Pieces with one face: glue them to card, unless this is card.": len(loose) < blocks,
        f"Cut from tick to tick: {_in_turn(blocks)}.": any(not piece.line and not piece.form for piece in models),
        "Cut round each circle, or use a punch of its size.": any(piece.round for piece in models),
        "Drawn shapes: cut round each along its line.": any(piece.outline for piece in models),
        "Single hexes: cut round each along the lines.": single and all(map(_clear, single)),
        "Single hexes: cut along the lines; neighbours share theirs.": not all(map(_clear, single)),
        "Pieces of several hexes: cut round each; do not cut along the dots.": any(map(_clustered, loose)),
    }
    return tuple(Step(words) for words, wanted in steps.items() if wanted)


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
    yield shapes.line(x, middle, x + wide, middle, RIDGED)
    yield shapes.rect(x, y, wide, 4 * panel, stroke=EDGE)


class _View:
    """Looks at a tent from starboard, ahead and above: x to the bow, y away, z up, its base 1 wide."""

    def __init__(self, box: Box, scale: float, low: float) -> None:
        self.scale, self.x, self.y = scale, box.x + 2, box.bottom - low

    def __call__(self, x: float, y: float, z: float) -> Point:
        return self.x + self.scale * (0.9 * x + 0.55 * y), self.y + self.scale * (0.2 * x - 0.22 * y - z)

    def panel(self, front: tuple[float, float], back: tuple[float, float], fill: Color) -> Item:
        """Return a panel between two edges (y, z) that run from stern to bow."""
        corners = [self(0, *front), self(LENGTH, *front), self(LENGTH, *back), self(0, *back)]
        return shapes.polygon(corners, fill=fill, stroke=EDGE)

    def near(self, low: tuple[float, float], ridge: tuple[float, float]) -> Iterator[Item]:
        """Give the near side, with its band and the arrow to the bow."""
        def up(share: float) -> tuple[float, float]:
            return low[0] + (ridge[0] - low[0]) * share, low[1] + (ridge[1] - low[1]) * share

        yield self.panel(low, ridge, WHITE)
        yield self.panel(low, up(0.25), MIDDLE)
        tip, back = LENGTH - 0.05, LENGTH - 0.4
        yield shapes.polygon([self(tip, *ridge), self(back, *ridge), self(back, *up(0.78))], fill=BLACK)


RISE = 0.866
LENGTH = 1.5


def _half_folded(box: Box) -> Iterator[Item]:
    """Draw the ridge folded and the flaps on their way in."""
    view = _View(box, min(box.height * 0.46, box.width / 2.2), box.height * 0.55)
    ridge, near, far = (0.5, 0.75), (-0.08, 0.0), (1.08, 0.0)
    yield view.panel(far, (0.42, -0.38), MIDDLE)
    yield view.panel(near, (0.62, -0.6), MIDDLE)
    yield view.panel(ridge, far, PALE)
    yield from view.near(near, ridge)


def _tent_picture(box: Box) -> Iterator[Item]:
    """Draw the finished tent."""
    view = _View(box, min(box.height * 0.58, box.width / 2), box.height * 0.3)
    near, far, ridge = (0.0, 0.0), (1.0, 0.0), (0.5, RISE)
    yield shapes.polygon([view(LENGTH, *near), view(LENGTH, *far), view(LENGTH, *ridge)], fill=MIDDLE, stroke=EDGE)
    yield from view.near(near, ridge)


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
    y = sheet.center[1]
    yield from _sheet_picture(sheet, Box(*sheet[:3], sheet.height / 2), (sheet.x, y, sheet.right, y))


def _upright_halves_picture(box: Box) -> Iterator[Item]:
    """Draw a sheet with its backs on the right half."""
    sheet = Box(box.x, box.y, min(box.width, box.height * 0.74), box.height)
    x = sheet.center[0]
    yield from _sheet_picture(sheet, sheet.inset(sheet.width / 2, 0, 0, 0), (x, sheet.y, x, sheet.bottom))


def _sheet_picture(sheet: Box, half: Box, fold: tuple[float, float, float, float]) -> Iterator[Item]:
    yield shapes.rect(*sheet, fill=WHITE)
    yield shapes.rect(*half.inset(3), fill=MIDDLE)
    yield shapes.line(*fold, RIDGED)
    yield shapes.rect(*sheet, stroke=EDGE)


STEPS: dict[str, tuple[Step, ...]] = {
    TENT: (
        Step("Score the fold lines with a dry ballpoint, then cut the strips out along the solid lines.", 26,
             _strip_picture),
        Step("Fold the ridge with the print outside, then both flaps inwards, one over the other.", 62, _half_folded),
        Step("Glue the outer flap down.", 62, _tent_picture),
    ),
    FOLDED: (
        Step("Pieces with two faces first: cut them off and score the fold between the faces.", 20, _pair_picture),
        Step("Fold the faces back to back, print outside, over a piece of card; glue, and trim.", 36, _glued_picture),
    ),
    HALVES: (
        Step("Score the fold between fronts and backs with a dry ballpoint; cut nothing yet.", 30, _halves_picture),
        Step("Fold the halves back to back, print outside; glue them together, with card between if you like.", 36,
             _glued_picture),
    ),
}
MACHINED = {TENT: slice(1, None), FOLDED: slice(1, None), TURNED: slice(2), HALVES: slice(2)}
"""What is left to do by hand of what a machine cuts and scores."""
