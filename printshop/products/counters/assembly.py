"""The strip at the foot of a sheet of pieces: what each line means and, in small pictures, what to do.

Points, origin at the top left of the page, y down. The pictures are drawn here and not to scale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
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
_HEIGHTS = {TENT: 78.0, FOLDED: 52.0, TURNED: 52.0, HALVES: 52.0, LOOSE: 34.0}
_PALE, _MIDDLE = Color(238, 238, 238), Color(196, 196, 196)
_EDGE = Stroke(BLACK, 0.5, join="round")
_DASHED, _RIDGED = (Stroke(BLACK, 0.4, dash=dash) for dash in ((1.6, 1.2), (4.0, 1.2, 0.6, 1.2)))
_WORDS, _HEAD = text.Style("sans", 7.2), text.Style("serif", 9, bold=True)
_SHARE = 88.0  # of a row's width goes to the words of each step, with the width of its picture
_LEGEND = 96.0  # wide
_RISE, _LENGTH = 0.866, 1.5  # of a tent whose base is 1 wide


class _Step(NamedTuple):
    """A picture `width` points wide, drawn into a box by `draw`, with the words beside it."""

    words: str
    width: float = 0.0
    draw: Callable[[Box], Iterator[Item]] = lambda _: iter(())


def height(batches: Sequence[Batch]) -> float:
    """Return the height of the strip for pieces such as these, in points."""
    return sum(_HEIGHTS[way] for way in _ways(batches))


def strip(box: Box, batches: Sequence[Batch], *, upright: bool = False, by_hand: bool = True) -> tuple[Item, ...]:
    """Return the strip for pieces such as these: a legend of the lines at the left, and row by row what to do.

    Steps are numbered through, so that there is one list of them. `upright` is the fold of a sheet that is folded down
    its middle. What is not cut `by_hand` has neither legend nor steps that only scissors need.
    """
    ways = [way for way in _ways(batches) if by_hand or way != LOOSE]
    if not ways:
        return ()
    y, legend, numbered = box.y + 3, _LEGEND if by_hand else 0.0, 0
    items: list[Item] = [shapes.line(box.x, y, box.right, y, Stroke(BLACK, 0.35))]
    if by_hand:
        samples = {"cut": CUT, "ridge fold": RIDGE if TENT in ways else None,
                   "fold": FOLD if {TENT, FOLDED} & {*ways} else None,
                   "fold of the sheet": RIDGE if HALVES in ways else None}
        items += text.line("Lines", _HEAD, box.x, y + 14)
        for row, (word, stroke) in enumerate((word, stroke) for word, stroke in samples.items() if stroke):
            items.append(shapes.line(box.x, y + 25 + row * 11, box.x + 34, y + 25 + row * 11, stroke))
            items += text.line(word, _WORDS, box.x + 40, y + 27.4 + row * 11)
    for way in ways:
        steps = _steps(way, batches, upright=upright)
        if not by_hand:  # what a machine has not done
            steps = steps[:2] if way in (TURNED, HALVES) else steps[1:]
        places = Box(box.x + legend, y, box.width - legend, _HEIGHTS[way] - 3).columns(
            [step.width + _SHARE for step in steps], gap=10)
        for number, (step, place) in enumerate(zip(steps, places, strict=True), numbered + 1):
            inner = place.inset(0, 5, 0, 3)
            items += step.draw(inner._replace(width=step.width))
            x = inner.x + (step.width + 7 if step.width else 0)
            lead = f"**{number}**  " if len(steps) > 1 or len(ways) > 1 else ""
            items += text.block(lead + step.words, _WORDS, (x, inner.y, inner.right - x, inner.height),
                                valign="middle", min_size=6).items
        y, numbered = y + _HEIGHTS[way], numbered + len(steps)
    return tuple(items)


def _ways(batches: Iterable[Batch]) -> tuple[str, ...]:
    """Return how pieces are put together, that with most to do first; a folded sheet is folded with all on it.

    Pieces with straight edges and one face are cut as those with a back on the same sheet.
    """
    batches = (*batches,)
    ways = {*map(_way, batches)}
    if TURNED in ways and all(not (batch.model.line or batch.model.form) for batch in batches if _way(batch) == LOOSE):
        ways.discard(LOOSE)
    return (HALVES,) if HALVES in ways else tuple(way for way in _HEIGHTS if way in ways)


def _way(batch: Batch) -> str:
    if batch.backs is not Backs.NONE and batch.backs is not Backs.BESIDE:
        return HALVES if batch.backs is Backs.FOLD else TURNED
    piece = batch.model
    if not piece.folds:
        return FOLDED if piece.form and piece.form.folded else LOOSE
    return TENT if any(fold.ridge for fold in piece.folds) else FOLDED


def _steps(way: str, batches: Sequence[Batch], *, upright: bool) -> tuple[_Step, ...]:
    """Return what to do with the pieces of a sheet that are put together in one way."""
    alike = [batch for batch in batches if _way(batch) == way]
    glued = partial(_Step, width=36, draw=_closing_faces_picture)
    match way:
        case "loose":
            return tuple(map(_Step, _loose(alike, batches)))
        case "turned":
            cutting = _cutting(alike, len(batches), " of this side")
            return (_Step("Print this page and the next on one sheet: both sides, “flip on "
                          f"{alike[0].backs.value} edge”.", 30, _turned_corner_picture),
                    _Step("Hold the sheet against the light: the crosses in its corners meet those of the back."),
                    _Step(cutting[0].upper() + cutting[1:]))
        case "tent":
            ends = {batch.ends for batch in alike}
            return (_Step("Score the fold lines with a dry ballpoint, then cut the strips out along the solid lines.",
                          26, _flat_tent_picture),
                    _Step("Fold the ridge with the print outside, then both flaps inwards, one over the other.", 62,
                          partial(_tent_picture, standing=False)),
                    _Step(f"Glue the outer flap down. {ends.pop() if len(ends) == 1 else ''}".strip(), 62,
                          partial(_tent_picture, standing=True)))
        case "halves":
            return (_Step("Score the fold between fronts and backs with a dry ballpoint; cut nothing yet.", 30,
                          partial(_halves_picture, upright=upright)),
                    glued("Fold the halves back to back, print outside; glue them together, with card between if you "
                          "like."),
                    _Step(f"When it is dry, {_cutting(batches, len(batches))}"))
    cut = ("Pieces with two faces first: cut them off and score the fold between the faces."
           if any(_way(batch) == LOOSE for batch in batches) else
           "Cut the pairs of faces off and score the fold between the two.")
    return (_Step(cut, 20, _flat_hexes_picture if all(batch.model.form for batch in alike) else _flat_faces_picture),
            glued("Fold the faces back to back, print outside, over a piece of card; glue, and trim."))


def _cutting(batches: Sequence[Batch], blocks: int, where: str = "") -> str:
    """Return how pieces are cut out that have their backs behind them: a comb of hexes has no straight cuts."""
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
    """Return which straight cuts come first: one along the rows of a block may run through the block beside it."""
    return f"{'blocks first, then whole rows' if blocks > 1 else 'whole rows first'}, then pieces"


def _clustered(batch: Batch) -> bool:
    return batch.model.form is not None and len(batch.model.form.cells) > 1


def _clear(batch: Batch) -> bool:
    return batch.gap > 0 or _clustered(batch)


def _loose(loose: Sequence[Batch], batches: Sequence[Batch]) -> list[str]:
    """Return what to do with pieces that have no fold; `batches` are all on their sheet."""
    models = [batch.model for batch in loose]
    single = [batch for batch in loose if batch.model.form and not _clustered(batch)]
    steps = {
        "Glue the sheet to card, unless it is card.": len(loose) == len(batches),
        "Pieces with one face: glue them to card, unless this is card.":
            len(loose) < len(batches) and TURNED not in map(_way, batches),
        f"Cut from tick to tick: {_in_turn(len(batches))}.": any(not piece.line and not piece.form for piece in models),
        "Cut round each circle, or use a punch of its size.": any(piece.round for piece in models),
        "Drawn shapes: cut round each along its line.": any(piece.outline for piece in models),
        "Single hexes: cut round each along the lines.": single and all(map(_clear, single)),
        "Single hexes: cut along the lines; neighbours share theirs.": not all(map(_clear, single)),
        "Pieces of several hexes: cut round each; do not cut along the dots.": any(map(_clustered, loose)),
    }
    ends = dict.fromkeys(batch.ends for batch in loose if batch.ends)
    return [*(words for words, applies in steps.items() if applies), *ends]


def _flat_tent_picture(box: Box) -> Iterator[Item]:
    panel = min(box.height / 4, box.width / 1.5)
    wide = panel * 1.5
    x, y = box.center[0] - wide / 2, box.y + (box.height - 4 * panel) / 2
    middle = y + 2 * panel
    yield shapes.rect(x, y, wide, 4 * panel, fill=WHITE)
    for top in (y + panel, middle + 0.75 * panel):
        yield shapes.rect(x, top, wide, 0.25 * panel, fill=_MIDDLE)
    yield shapes.polygon([(x + wide - 1, middle), (x + wide - 8, middle - 4), (x + wide - 8, middle + 4)], fill=BLACK)
    for fold, stroke in ((y + panel, _DASHED), (y + 3 * panel, _DASHED), (middle, _RIDGED)):
        yield shapes.line(x, fold, x + wide, fold, stroke)
    yield shapes.rect(x, y, wide, 4 * panel, stroke=_EDGE)


def _tent_picture(box: Box, *, standing: bool) -> Iterator[Item]:
    """Draw a tent, its flaps on their way in, or standing: x runs to the bow, y away, z up; an edge is (y, z)."""
    scale = min(box.height * 0.58, box.width / 2) if standing else min(box.height * 0.46, box.width / 2.2)
    left, foot = box.x + 2, box.bottom - box.height * (0.3 if standing else 0.55)
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
        yield panel(far, (0.42, -0.38), _MIDDLE)
        yield panel(near, (0.62, -0.6), _MIDDLE)
        yield panel(ridge, far, _PALE)
    yield panel(near, ridge, WHITE)  # the near side, with its band and the arrow to the bow
    yield panel(near, up(0.25), _MIDDLE)
    back = _LENGTH - 0.4
    yield shapes.polygon([oblique(_LENGTH - 0.05, ridge), oblique(back, ridge), oblique(back, up(0.78))], fill=BLACK)


def _flat_faces_picture(box: Box) -> Iterator[Item]:
    side = box.height / 2 - 1
    x = box.center[0] - side / 2
    yield shapes.rect(x, box.y + 1, side, side, fill=_MIDDLE)
    yield shapes.line(x, box.y + 1 + side, x + side, box.y + 1 + side, _DASHED)
    yield shapes.rect(x, box.y + 1, side, 2 * side, stroke=_EDGE)


def _flat_hexes_picture(box: Box) -> Iterator[Item]:
    grid = Grid(Orientation.FLAT, box.height / 2 - 1, box.center[0], box.y + 1 + (box.height / 2 - 1) * 1.5)
    yield shapes.polygon(grid.corners((0, -1)), fill=_MIDDLE)
    yield shapes.line(*grid.side((0, 0), 0)[0], *grid.side((0, 0), 0)[1], _DASHED)
    [outline] = grid.outline([(0, 0), (0, -1)])
    yield shapes.polygon(outline, stroke=_EDGE)


def _closing_faces_picture(box: Box) -> Iterator[Item]:
    x, low, side = box.x + 3, box.bottom - 4, box.height * 0.62
    for lean, top, fill in ((5, low - side, _MIDDLE), (9, low - side + 4, WHITE)):
        yield shapes.polygon([(x, low), (x + side, low), (x + side + lean, top), (x + lean, top)], fill=fill,
                             stroke=_EDGE)


def _turned_corner_picture(box: Box) -> Iterator[Item]:
    wide, high = min(box.width, box.height * 0.74), min(box.height, box.width / 0.74) - 2
    x, y, ear = box.x, box.center[1] - high / 2, 0.42 * wide
    right, bottom = x + wide, y + high
    fold = [(right, bottom - ear), (right - ear, bottom)]
    yield shapes.polygon([(x, y), (right, y), *fold, (x, bottom)], fill=WHITE, stroke=_EDGE)
    yield shapes.polygon([*fold, (right - ear, bottom - ear)], fill=_MIDDLE, stroke=_EDGE)


def _halves_picture(box: Box, *, upright: bool) -> Iterator[Item]:
    """Draw a sheet with its backs on the upper half, or on the right one, and the line between the halves."""
    sheet = box._replace(width=min(box.width, box.height * 0.74))
    x, y = sheet.center
    yield shapes.rect(*sheet, fill=WHITE)
    yield shapes.rect(*sheet.inset(sheet.width / 2 * upright, 0, 0, sheet.height / 2 * (not upright)).inset(3),
                      fill=_MIDDLE)
    yield shapes.line(*((x, sheet.y, x, sheet.bottom) if upright else (sheet.x, y, sheet.right, y)), _RIDGED)
    yield shapes.rect(*sheet, stroke=_EDGE)
