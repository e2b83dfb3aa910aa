"""What is drawn of a block of pieces: the pieces, and the lines to cut and fold along.

Points, origin at the top left, y down. Every edge that two pieces share is drawn once, and edges in line are
one line: a laser burns nothing twice. Ticks outside the block show where the cuts run on after the first is
made.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, WHITE, Group, Item, Layer, Path, Stroke
from printshop.drawing.text import line, measure
from printshop.layout import comblines
from printshop.layout.sheets import BLEED, LABEL, NOTE, SHRINK, TICK, TICK_OFF, TITLE, noted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.layout.sheets import Block, Fold, Piece, Sheet

CUT = Stroke(BLACK, 0.4)
ROUND_CUT = Stroke(BLACK, 0.25)
RIDGE = Stroke(BLACK, 0.35, dash=(5.0, 1.4, 0.7, 1.4))
FOLD = Stroke(BLACK, 0.35, dash=(2.0, 1.6))
BED = Stroke(WHITE, 0.9)
RIDGE_TICK = Stroke(BLACK, 0.35, dash=(2.4, 1.1, 0.7, 1.1))
MARK = Stroke(BLACK, 0.35)


def draw(sheet: Sheet) -> tuple[Item, ...]:
    """Return the blocks of a sheet, ready for its page.

    Labels and pieces are on no layer of their own; all folds of the sheet are on one score layer, all cuts on one
    cut layer, all ticks on one guide layer.
    """
    layers = (
        (Layer.SCORE, tuple(one for block in sheet for one in _folds(block))),
        (Layer.CUT, tuple(one for block in sheet for one in _cuts(block))),
        (Layer.GUIDE, tuple(one for block in sheet for one in (*_fold_ticks(block), *_ticks(block)))),
    )
    return (
        *(one for block in sheet for one in _label(block)),
        Group(tuple(one for block in sheet for one in _pieces(block))),
        *(one for block in sheet for one in _beds(block)),
        *(Group(items, layer=layer) for layer, items in layers if items),
    )


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
    if not block.comb:
        yield from (_piece(block, *place) for place in block.placed())
        return
    for (piece, row, column), corners in zip(block.placed(), comblines.clips(block), strict=True):
        cell = block.cell(row, column)
        yield Group(piece.items, Transform(e=cell.x, f=cell.y), clip=shapes.polygon(corners))


def _piece(block: Block, piece: Piece, row: int, column: int) -> Group:
    """Draw a piece in its cell; its bleed shows only where no neighbour lies."""
    cell = block.cell(row, column)
    clip = shapes.circle(piece.width / 2, piece.height / 2, piece.width / 2 + BLEED) if piece.round else None
    if clip is None:
        left, right, up, down = (
            0.0 if block.at(row + dy, column + dx) and not block.batch.gap else BLEED
            for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1))
        )
        clip = shapes.rect(-left, -up, piece.width + left + right, piece.height + up + down)
    return Group(piece.items, Transform(e=cell.x, f=cell.y), clip=clip)


def _cuts(block: Block) -> Iterator[Path]:
    if block.batch.model.round:
        for _, row, column in block.placed():
            yield shapes.circle(*block.cell(row, column).center, block.batch.model.width / 2, stroke=ROUND_CUT)
        return
    if block.comb:
        for corners in comblines.chains(block):
            closed = len(corners) > 3 and corners[0] == corners[-1]
            yield shapes.polygon(corners[:-1], stroke=CUT) if closed else shapes.polyline(corners, stroke=CUT)
        return
    for cut in _straight(block):
        yield shapes.line(*cut, CUT)


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


def _folds(block: Block) -> Iterator[Path]:
    """Draw the folds of each row in one go."""
    if block.comb:
        yield from (shapes.line(*start, *end, FOLD) for start, end in comblines.creases(block))
    for y, row, fold in _creases(block):
        style = RIDGE if fold.ridge else FOLD
        for first, last in _runs(block.at(row, column) is not None for column in range(block.columns)):
            yield shapes.line(block.cell(row, first).x, y, block.cell(row, last).right, y, style)


def _beds(block: Block) -> Iterator[Path]:
    """Draw a white line below each fold that lies in a band: black dashes would be lost on black."""
    if block.comb:
        yield from (shapes.line(*start, *end, BED) for start, end in comblines.creases(block))
    for y, row, fold in _creases(block):
        if not fold.ridge:
            for first, last in _runs(block.at(row, column) is not None for column in range(block.columns)):
                yield shapes.line(block.cell(row, first).x, y, block.cell(row, last).right, y, BED)


def _fold_ticks(block: Block) -> Iterator[Path]:
    """Draw a dashed tick at both ends of each fold."""
    for y, _, fold in _creases(block):
        style = RIDGE_TICK if fold.ridge else FOLD
        for x, way in ((block.box.x, -1), (block.box.right, 1)):
            yield shapes.line(x + way * TICK_OFF, y, x + way * (TICK_OFF + TICK), y, style)


def _creases(block: Block) -> Iterator[tuple[float, int, Fold]]:
    """Give every fold with its height on the page and its row."""
    for row in range(block.rows):
        for fold in block.batch.model.folds:
            yield block.cell(row, 0).y + fold.at, row, fold


def _ticks(block: Block) -> Iterator[Path]:
    """Draw a tick beyond both ends of every straight cut; round pieces and those of hexes have none."""
    if block.batch.model.round or block.comb:
        return
    marks: list[tuple[float, float, float, float]] = []
    for x1, y1, x2, y2 in _straight(block):
        dx, dy = (1, 0) if y1 == y2 else (0, 1)
        for x, y, way in ((x1, y1, -1), (x2, y2, 1)):
            near, far = sorted((way * TICK_OFF, way * (TICK_OFF + TICK)))
            marks.append((x + near * dx, y + near * dy, x + far * dx, y + far * dy))
    yield shapes.lines(marks, MARK)
