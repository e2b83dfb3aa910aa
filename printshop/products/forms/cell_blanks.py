"""What a cell shows that somebody has yet to fill in: lines, boxes, pale circles, labels that say for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import patterns
from printshop.drawing.items import Item, Stroke, Text, parse_color
from printshop.drawing.shapes import line, rect
from printshop.drawing.text import line as text_line
from printshop.products.forms import cell_figures, cell_pips
from printshop.products.forms.cell_text import HINT, baseline, lowered, smallest, style_of
from printshop.products.forms.form_plan import PAD, FormError, Slot
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.ink import Ink
    from printshop.drawing.text import Style
    from printshop.game.forms.forms import Cell
    from printshop.game.model import Side
    from printshop.layout.boxes import Box

RULE = Stroke(width=0.4)  # a line to write on
LINE = 4 * MM  # what a hand needs for one
LEAST = 6.0  # points: of what says what is to be written


def room(slot: Slot, said: str) -> Iterator[Item]:
    """Give the lines or the box of a cell, with the text that says what is to be written there."""
    cell, place = slot.cell, slot.place
    if cell.box:
        frame = place.inset(slot.pad, 0.6 * MM, slot.pad + slot.gap, 0.6 * MM)
        yield rect(*frame, stroke=Stroke(width=0.6 * slot.hand.weight))
        if said:
            inside = frame.inset(1.0 * MM, 0.8 * MM)
            style = lowered(_hint(slot), max(LEAST, slot.hand.words), frame.height, said)
            yield from text_line(said, style, inside.x, inside.y + style.size * 0.8, "start", inside.width,
                                 max(LEAST, slot.hand.words))
        return
    inner = place.inset(slot.pad, 0, slot.pad + slot.gap, 0)
    needed = cell.lines * max(LINE, slot.hand.room)
    if place.height < needed - 0.01:
        raise FormError(f"{cell.lines} line{'s' * (cell.lines > 1)} to write on take {needed / MM:.0f} mm, "
                        f"there are {place.height / MM:.1f} mm", "make the row higher, or 'lines' fewer")
    for number, band in enumerate(inner.rows([1] * cell.lines)):
        style = lowered(style_of(cell), smallest(cell), band.height, said)
        start, y = band.x, min(band.bottom - 1.2 * MM, baseline(band, style) + 1.5)
        if not number and said:
            label = text_line(said, style, band.x, y - 1.5, "start", band.width - 8 * MM, smallest(cell))
            yield from label
            start = label[-1].x + label[-1].width + PAD
        yield line(start, y, band.right, y, RULE)


def _hint(slot: Slot) -> Style:
    """Return how the words look that say what is to be written."""
    return HINT._replace(size=max(min(HINT.size, slot.cell.largest or HINT.size), slot.hand.words))


def band(slot: Slot, side: Side | None, ink: Ink) -> tuple[Item, ...]:
    """Return the band of a side, in its colour and pattern; of no side, an empty frame to colour."""
    box = slot.place
    frame = rect(*box, stroke=Stroke(width=0.5))
    if side is None or not side.color:
        return (frame,)
    return (*patterns.fill(side.pattern, (box.x, box.y, box.width, box.height), parse_color(side.color), ink), frame)


def to_fill_in(slot: Slot, ink: Ink, *, bare: bool = False) -> tuple[Item, ...]:
    """Return a cell that somebody has yet to fill in: a small label, pale circles, a line where there are no rules.

    With `bare` there is a line even where no label says what it is for: a value that is lost, a row of a list.
    """
    cell, inner = slot.cell, slot.place.inset(slot.pad, 0, slot.pad + slot.gap, 0)
    if cell.band:
        return band(slot, None, ink)
    if cell.lines or cell.box:
        return tuple(room(slot, _kept(cell)))
    if cell.around:
        return (*cell_figures.outline(cell.around, slot.place, ink, slot.hand),
                *cell_figures.boxes(cell.around, slot.place, {}, {}, (ink, slot.hand)))
    if cell.picture:
        whose = cell.picture.name is None or cell.holes
        return () if whose else cell_figures.picture(cell.picture, slot.place, {}, None, ink)
    if cell.pips and not cell.text and cell.pips.blank:
        return (cell_pips.ghosts(cell, slot, ink),)
    return tuple(_labelled(slot, inner, ink, bare=bare or bool(slot.each)))


def _labelled(slot: Slot, inner: Box, ink: Ink, *, bare: bool) -> Iterator[Item]:
    cell = slot.cell
    kept = _kept(cell)
    style = style_of(cell) if kept else _hint(slot)
    label: tuple[Text, ...] = ()
    style = lowered(style, min(LEAST, style.size), inner.height, kept or cell.blank)
    if said := kept or cell.blank:
        y = inner.y + style.size + 1 if cell.wrap or cell.warnings else baseline(slot.place, style)
        label = text_line(said, style, inner.x, y, "start", inner.width, max(LEAST, slot.hand.words))
        yield from label
    right = inner.right
    if cell.pips and cell.pips.blank:
        left = label[-1].x + label[-1].width + PAD if label else slot.place.x
        ghosts, right = cell_pips.ghosts_at_the_end(cell.pips, slot, ink, left)
        yield ghosts
    if label or bare:
        yield from _to_write_on(slot, inner, label, right)


def _to_write_on(slot: Slot, inner: Box, label: tuple[Text, ...], right: float) -> Iterator[Item]:
    """A line to write on, from behind a label to the edge of its cell; a cell between rules needs none of its own."""
    if label and not slot.pad:
        start, y = label[-1].x + label[-1].width + PAD, label[-1].y + 1.5
        if right - start > 10 * MM:
            yield line(start, y, right, y, RULE)
    elif not label and not slot.pad and not slot.cell.pips:
        y = baseline(slot.place, HINT) + 1.5
        yield line(inner.x, y, right, y, RULE)


def _kept(cell: Cell) -> str:
    """Return what an empty cell keeps of its text: "Torpedoes" before circles, what stands before the first hole."""
    if not cell.text:
        return ""
    if cell.text.fixed or cell.pips or cell.notes or cell.lines or cell.box:
        return "".join(piece for piece in cell.text.pieces if isinstance(piece, str)).strip()
    first = cell.text.pieces[0]
    ahead = first.strip() if isinstance(first, str) and not cell.blank else ""
    return ahead if ahead.count("*") % 2 == 0 and any(one.isalpha() for one in ahead) else ""
