"""Sheets of pieces to cut out: what goes where. `printshop.layout.cutlines` draws them.

All lengths are points, origin at the top left, y down. Pieces of one size are cut together: they lie edge to
edge in a `Block`. Nothing is ever scaled: what is too large for the page is a `Problem`.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing.fonts import NoGlyph
from printshop.drawing.text import plain
from printshop.layout.pieces import BLEED, GUTTER, ROOM, TICK, TICK_OFF, Batch, Fold, Piece
from printshop.layout.plans import (
    LABEL,
    NOTE,
    SHRINK,
    TITLE,
    Block,
    Page,
    Plan,
    Rows,
    Sheet,
    fitting,
    label_width,
    noted,
)
from printshop.problems import Problems
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from printshop.layout.boxes import Box

TRIED, FEW = 5, 8
"""How many of the first blocks are tried with the room beside them as high as the page; for how many sheets."""

FEW_BATCHES = 4  # of so many, every order is tried


def _by_title(batches: Sequence[Batch]) -> list[Batch]:
    """Return groups of one title together, in the order in which the titles come; other things after them."""
    titles = list(dict.fromkeys(batch.title for batch in batches if batch.headed))
    return sorted(batches, key=lambda batch: titles.index(batch.title) if batch.headed else len(titles))


def pack(batches: Iterable[Batch], box: Box, more: Box | None = None) -> tuple[Sheet, ...]:
    """Place all pieces of the batches within the box, on as few sheets as can be found.

    With `more`, all sheets but one have as much room as that. Tall pieces are placed first; a batch is kept together
    unless that takes more sheets. Labels and ticks lie within the box as well; the sheet with the first batch comes
    first. Several plans are tried, in a fixed order.

    Raises:
        PrintshopError: pieces are larger than the box, or labels cannot be set; all of them are named.
    """
    given = [batch for batch in batches if any(batch.pieces)]
    ordered = sorted(given, key=lambda batch: -batch.model.height)
    _check(ordered, box)
    sheets = [tuple(blocks) for blocks in _best(ordered, Page(box, more or box)).sheets if blocks]
    places: dict[int, int] = {}
    for piece in (piece for batch in given for piece in batch.pieces):
        places.setdefault(id(piece), len(places))
    return _dealt(sorted(sheets, key=lambda blocks: min(places[id(block.batch.model)] for block in blocks)))


def _dealt(sheets: Sequence[Sheet]) -> tuple[Sheet, ...]:
    """Return sheets on which the pieces of a batch that is torn apart come in their order, as one reads."""
    read = sorted(((number, block.y, block.x, index), block) for number, blocks in enumerate(sheets)
                  for index, block in enumerate(blocks))
    torn: dict[int, list[Block]] = {}
    for _, block in read:
        torn.setdefault(id(block.batch), []).append(block)
    dealt: dict[int, Block] = {}
    for blocks in torn.values():
        whole = blocks[0].batch.pieces
        if sum(len(block.pieces) for block in blocks) == len(whole):  # no blanks between groups
            pieces = iter(whole)
            dealt |= {id(block): replace(block, pieces=tuple(itertools.islice(pieces, len(block.pieces))))
                      for block in blocks}
    return tuple(tuple(dealt.get(id(block), block) for block in blocks) for blocks in sheets)


def _best(batches: Sequence[Batch], box: Page) -> Plan:
    """Return the best plan; where that tears a few batches apart, another order may keep them whole."""
    best = _in_order(batches, box)
    if best.cost()[1] > len(batches) <= FEW_BATCHES and not any(batch.headed for batch in batches):
        others = (_in_order(order, box) for order in itertools.permutations(batches))
        best = min((best, *others), key=lambda plan: plan.cost()[:2])
    return best


def _in_order(batches: Sequence[Batch], box: Page) -> Plan:
    """Return the best plan for batches in their order.

    If that takes no more sheets, every group has rows of its own, or else a block, or else begins a row of a block.
    """
    best = _best_filled(batches, box)
    split = [part for batch in batches for part in batch.groups()]
    if len(split) > len(batches):
        rows, blocks = _filled(Rows(box, ()), _by_title(split)), _best_filled(split, box)
        if len(rows.sheets) <= min(len(best.sheets), len(blocks.sheets)):
            return rows
        best, batches = (blocks, split) if len(blocks.sheets) <= len(best.sheets) else (best, batches)
    tall, part = best.settings
    airy = _filled(Plan(box, tall, part=part, airy=True), batches)
    if len(airy.sheets) > len(best.sheets) and any(batch.model.form for batch in batches):
        airy = _best_filled(batches, box, airy=True)
    return airy if airy.cost()[:2] <= best.cost()[:2] else best


def _best_filled(batches: Sequence[Batch], box: Page, *, airy: bool = False) -> Plan:
    """Return the plan that fills its sheets best; for many the first will do, as there is little left to gain."""
    best = _filled(Plan(box, (), part=False, airy=airy), batches)
    if len(best.sheets) > FEW:
        return best
    for part in (False, True):
        for tall in itertools.product((False, True), repeat=min(len(batches), TRIED)):
            if best.cost() <= (1, len(batches), 0):
                return best
            plan = _filled(Plan(box, tall, part=part, airy=airy), batches)
            best = min(best, plan, key=Plan.cost)
    return best


def _filled(plan: Plan, batches: Iterable[Batch]) -> Plan:
    for batch in batches:
        plan.add(batch)
    return plan


def largest(box: Box, room: float = ROOM) -> tuple[float, float]:
    """Return width and height of the largest piece that goes on a sheet of this box, with `room` round it."""
    return box.width - 2 * room, box.height - 2 * room - LABEL


def _check(batches: Sequence[Batch], box: Box) -> None:
    """Refuse pieces that are too large for any sheet, and labels that cannot be set."""
    problems = Problems()
    for piece, room in ((piece, batch.room) for batch in batches for piece in batch.pieces if piece):
        wide, high = largest(box, room)
        if not fitting(wide, piece.width, 0) or not fitting(high, piece.height, 0):
            problems.add(
                piece.span,
                f"{piece.name} is {piece.width / MM:.1f} x {piece.height / MM:.1f} mm laid flat and does not "
                f"fit the page: there is room for {wide / MM:.1f} x {high / MM:.1f} mm",
                "choose a larger paper or a smaller size; pieces are never shrunk",
            )
    for batch in batches:
        label = f"the label '{plain(batch.title)}, {plain(batch.note)}'"
        try:
            if label_width(batch) * SHRINK > largest(box)[0]:
                problems.add(batch.model.span, f"{label} is too long for the page", "shorten the titles it is made of")
        except NoGlyph as error:
            problems.add(batch.model.span, f"{label}: {error}", error.hint)
    problems.raise_if_any()


__all__ = ["BLEED", "GUTTER", "LABEL", "NOTE", "ROOM", "SHRINK", "TICK", "TICK_OFF", "TITLE", "Batch", "Block", "Fold",
           "Piece", "Sheet", "largest", "noted", "pack"]
