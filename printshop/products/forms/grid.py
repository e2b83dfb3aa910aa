"""The grid of a form: its rows repeated, its cells placed, its rules and grounds drawn.

Lengths are in points, with the origin at the top left of the record and y down. A row that is printed once for each
entry of a list stands a different number of times for each unit, and a row without a `height` has a different height:
records with equal `RowCounts` share a grid.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from printshop.drawing.display_list import Item, Stroke
from printshop.drawing.shapes import line
from printshop.drawing.themes import current_theme
from printshop.formulas import NOT_KNOWN, Formula
from printshop.game.elements import NO_VARIANT, Variant
from printshop.game.forms.cells import BOX, MARKS, SIDES, Cell, ColumnWidth, FormRow, walk_cells
from printshop.game.forms.model import Form
from printshop.game.forms.names import TOGETHER_KEY
from printshop.layout.rectangles import Rect
from printshop.layout.table import cap_widths
from printshop.layout.text_lines import PAD, RowHeights
from printshop.lengths import MM, format_shortage
from printshop.problems import CrowdedError, DoesNotFitError

if TYPE_CHECKING:
    from printshop.layout.mark_areas import MarkArea

GAP = 3 * MM
LEAST_REST, LEAST_BOX = 4 * MM, 12 * MM  # least heights of rows that take the rest; a box has a label and a line
LEAST_GAP = 0.01
LEAST_GAP_SHARE = 0.3  # the least part of the gap above a row, if the rows have too little room
MAX_CELLS = 4_000
THIN, STRONG = Stroke(width=0.4), Stroke(width=1.0, cap="square")

# The shape of a record: numbers by names. The name of a list has the number of its entries; the name of a condition
# (`FormRow.condition_name`) has 1 if it holds, else 0; both have BLANK if this is unknown. If any condition is unknown,
# there is a name for each formula with an unknown result: UNKNOWN and its text. A blank form has the name EMPTY. The
# natural heights of rows (`FormRow.height_names`) are in whole points.
RowCounts = tuple[tuple[str, int], ...]
BLANK, EMPTY, UNKNOWN = -1, "", "?"


class FormError(DoesNotFitError):
    """Raised if a value of a unit, or a part of a form, does not fit its place."""


class PlacedCell(NamedTuple):
    """A cell with its rectangle, and the properties that depend on its place."""

    cell: Cell
    rectangle: Rect
    pad: float = 0.0  # the space within its sides
    gap: float = 0.0  # the space between a line to write on and the next cell
    number: int = 0  # {n}, from 1, in a repeated row
    each: str = ""  # the list, in a row for each of its entries
    entry: int = 0
    is_on_bar: bool = False  # it belongs to a row of headings on the bar of the theme
    is_unused_entry: bool = False  # the list has no such entry: the row is to be filled in by hand
    path: tuple[int, ...] = ()  # the numbers of all repeated rows and cells around it, from the outermost
    variant: Variant = NO_VARIANT  # the demands of the form's variant
    is_writable: bool = False  # there is room to write in it
    is_on_paper: bool = False  # white paper lies behind it, on the dark front of a card
    height_names: tuple[str, ...] = ()  # of the natural height of its row
    takes_rest: bool = False  # its row takes the rest of the height
    area: MarkArea | None = None  # its marks fill this area of a picture
    peers: tuple[tuple[Any, Rect], ...] = ()  # all cells of marks, or tracks, of one size, with their places


def is_writable(cell: Cell, row: FormRow) -> bool:
    """Return whether a player can write in a cell: in a space for it, or in an empty cell of a table.

    An empty cell beside headings or figures is only a gap.
    """
    if cell.write or cell.holds_writing:
        return True
    figures = not row.each and any(hole.formula.names - {"n"} for other in row.cells for hole in other.holes)
    return row.rules and cell.is_empty and not row.is_heading and not figures


@dataclass(slots=True)
class FormGrid:
    """A form laid out: its height in points, its cells, the grounds behind them and the rules between them."""

    height: float
    slots: list[PlacedCell] = field(default_factory=list)
    grounds: list[tuple[Rect, float]] = field(default_factory=list)
    rules: list[Item] = field(default_factory=list)
    lines: int = 0


def measure_heights(rows: tuple[FormRow, ...], shape: Mapping[str, int], *, is_firm: bool = False) -> RowHeights:
    """Return the total heights of rows on a record of a shape.

    `is_firm` is as for `_measure_row`.
    """
    stack = [(row.gap, times, _measure_row(row, shape, is_firm=is_firm))
             for row, times in zip(rows, count_repeats(rows, shape), strict=True) if times]
    return RowHeights(sum(gap + times * high.natural for gap, times, high in stack),
                      sum(LEAST_GAP_SHARE * gap + times * high.lowest for gap, times, high in stack))


def evaluate_condition(condition: Formula | None, values: Mapping[str, object]) -> int:
    """Return whether a condition of a row or a cell holds.

    The result is 1 or 0, or BLANK if it is not known. Raises FormulaError.
    """
    holds = condition.evaluate(values) if condition else True
    return BLANK if holds is NOT_KNOWN else int(bool(holds))


def count_repeats(rows: tuple[FormRow, ...], shape: Mapping[str, int]) -> list[int]:
    """Return the number of copies of each row of a block on a record of a shape.

    A row with an unknown condition has as many copies as on a blank form. If this leaves the row out, the rows beside
    it that are for blank forms only take its place. If no row shows a certain figure then, the first omitted row with
    this figure stands after all, so that no figure is missing.
    """
    times = [_count_copies(row, shape) for row in rows]
    if BLANK not in times:
        return times
    # neighbouring rows that are only for records exclude rows that are only for blank forms
    alternatives = [row.is_blank_only or (bool(row.only_if) and row.blank == 0) for row in rows]
    for excluding, run in groupby(range(len(rows)), alternatives.__getitem__):
        places = [*run]
        if excluding and any(times[place] == BLANK for place in places) and any(
                rows[place].is_blank_only for place in places):
            for place in places:
                if rows[place].is_blank_only:
                    times[place] = rows[place].blank
                elif times[place] == BLANK:
                    times[place] = 0
    placed_figures = {figure for row, count in zip(rows, times, strict=True) if count > 0
                      for figure in _list_figures(row, shape)}
    for place, row in enumerate(rows):
        if times[place] == BLANK:
            figures = _list_figures(row, shape)
            times[place] = row.repeat if any(figure not in placed_figures and not (names and names <= placed_figures)
                                             for figure, names in figures.items()) else 0
            placed_figures |= figures.keys()
    return times


def find_shown_formulas(cell: Cell) -> tuple[Formula, ...]:
    """Return the formulas of the values that a cell shows, without those that only decide how it looks."""
    return tuple(formula for formula in (*(hole.formula for hole in cell.holes), *cell.formulas)
                 if formula.names - {"n"})


def _list_figures(row: FormRow, shape: Mapping[str, int]) -> dict[str, frozenset[str]]:
    """Return the figures that the cells of a row show, each with the figures that together can replace it.

    A formula with a known result is itself a figure. A formula with an unknown result shows a space to write in, which
    stands for each of its values.
    """
    figures = dict.fromkeys([row.each] if row.each else [], frozenset[str]())
    for cell, _ in walk_cells((row,)):
        figures |= dict.fromkeys(cell.shown_names, frozenset())
        for formula in find_shown_formulas(cell):
            names = formula.names - {"n"}
            if UNKNOWN + formula.text in shape:
                figures |= {UNKNOWN + name: frozenset((name,)) for name in names}
            else:
                figures[formula.text.strip()] = names
    return figures


def _count_copies(row: FormRow, shape: Mapping[str, int]) -> int:
    """Return the number of copies of a row; BLANK if its condition is unknown, and blank forms do not have the row."""
    if EMPTY in shape and row.blank >= 0 and row.each != SIDES:
        return row.blank
    if row.only_if:
        holds = shape.get(row.condition_name, 1)
        if holds == BLANK and row.blank >= 0:
            return row.blank or BLANK
        return row.repeat if holds else 0
    if not row.each or row.next_entry_only:
        return row.repeat
    entries = shape.get(row.each, 0)
    return row.blank if entries == BLANK else max(entries, row.at_least)


def _measure_row(row: FormRow, shape: Mapping[str, int], *, is_firm: bool = False) -> RowHeights:
    """Return the heights of a row. With `is_firm`, tracks that take the rest are as low as possible."""
    inner = [measure_heights(cell.rows, shape, is_firm=is_firm) for cell in row.cells if cell.rows]
    inner_high, lowest = (max((block[index] for block in inner), default=0.0) for index in (0, 1))
    if row.takes_rest:
        least = row.least or (LEAST_BOX if any(cell.kind == BOX for cell in row.cells) else LEAST_REST)
        high, low = (float(shape.get(name, 0)) if row.is_measured else 0.0 for name in row.height_names)
        return RowHeights(max(inner_high, least, low if is_firm else high), max(lowest, least, low))
    if row.is_natural:
        high, low = (float(shape.get(name, 0)) for name in row.height_names)
        if row.keeps_height:
            return RowHeights(max(high, inner_high), max(high, row.least, inner_high))
        return RowHeights(max(high, inner_high), max(row.least or low, lowest))
    high, low = row.height or inner_high, row.least or row.height or lowest
    return RowHeights(max(high, inner_high), max(low, lowest)) if row.grows_with_cells else RowHeights(high, low)


def lay_out_form(form: Form, width: float, height: float | None, shape: RowCounts) -> FormGrid:
    """Return the form laid out in a width and at most a height, or without a limit (None).

    Raises FormError if the rows are higher.
    """
    counts = dict(shape)
    high, lowest = measure_heights(form.rows, counts)
    if height is not None:
        _check_height(lowest, height, "its rows")
        high = height if form.fills_height else min(height, high)
    grid, box = FormGrid(high), Rect(0, 0, width, high)
    lay_rows(form.rows, box, counts, grid, PlacedCell(Cell(), box, variant=form.variant))
    _join_tracks(grid.slots)
    return grid


def _join_tracks(slots: list[PlacedCell]) -> None:
    """Give each track in a row without a height the places of all such tracks, for boxes of one height."""
    tracks = [number for number, slot in enumerate(slots) if slot.height_names and not slot.number
              and getattr(slot.cell, "has_equal_boxes", False)]
    peers = tuple((slot.cell, slot.rectangle.inset(slot.pad, 0.5 * MM, slot.pad + slot.gap, 0.5 * MM))
                  for slot in map(slots.__getitem__, tracks))
    for number in tracks if len(tracks) > 1 else ():
        slots[number] = slots[number]._replace(peers=peers)


def _check_height(height: float, room: float, subject: str) -> None:
    if height > room + 0.01:
        (height_text, free), (less, _) = format_shortage(height, room), format_shortage(height - room, 0.0)
        raise CrowdedError(f"{subject} are {height_text} mm high, but there is room for only {free} mm",
                           f"make the rows {less} mm lower, or their place higher")


def _check_number(count: int, noun: str) -> None:
    if count > MAX_CELLS:
        raise FormError(f"the form has more than {MAX_CELLS} {noun} on one record", "divide it into several forms")


def lay_rows(rows: tuple[FormRow, ...], box: Rect, shape: Mapping[str, int], grid: FormGrid,
             outer: PlacedCell) -> None:
    """Place rows in a box, from the top.

    `outer` is the cell around them, with its numbers of repeated rows. Raises FormError if the rows within a cell are
    too high, or if there are too many rows or cells.
    """
    grid.lines += sum(count_repeats(rows, shape))
    _check_number(grid.lines, "rows")
    thin, strong = (stroke if outer.variant.line_weight == 1
                    else replace(stroke, width=stroke.width * outer.variant.line_weight)
                    for stroke in (THIN, STRONG))
    lines = _place_copies(rows, box, shape)
    # whether each row and the row above it belong to one table: a gap divides tables
    joined = [False, *(upper.rules and lower.rules and below.y - above.bottom < LEAST_GAP
                       for (upper, above, _), (lower, below, _) in pairwise(lines)), False]
    level: list[Item] = []
    upright: list[Item] = []
    for (row, strip, number), above, below in zip(lines, joined, joined[1:], strict=False):
        if row.rules and not above:  # a strong line above and below each block of ruled rows
            level.append(line(box.x, strip.y, box.right, strip.y, strong))
        if row.rules:
            level.append(line(box.x, strip.bottom, box.right, strip.bottom, thin if below else strong))
        if row.shade and not (row.is_heading and current_theme().heads == "bar"):
            grid.grounds.append((strip, row.shade))
        # in a cell between rules, or on a shade, words must not touch the edges
        pad = PAD if row.rules or row.shade else outer.pad
        inner = outer._replace(pad=pad, is_on_bar=row.is_heading and current_theme().heads == "bar")
        if row.is_numbered:
            inner = inner._replace(number=number,
                                   path=(*inner.path, number) if row.each != TOGETHER_KEY else inner.path)
        if row.each:
            inner = inner._replace(each=row.each, entry=number - 1,
                                   is_unused_entry=number > shape.get(row.each, 0))
        inner = inner._replace(height_names=row.height_names if row.is_measured else (),
                               takes_rest=row.takes_rest)
        shares = fit_columns(row.column_widths, strip.width) if row.column_widths else row.columns
        columns, first = strip.split_columns(shares, row.space), 0
        if row.has_equal_marks:
            inner = inner._replace(peers=tuple((cell, place) for cell, place in zip(row.cells, columns, strict=True)
                                               if cell.kind == MARKS))
        for cell, turn in ((row_cell, turn) for row_cell in row.cells for turn in range(1, row_cell.repeat + 1)):
            left, first = columns[first].x, first + cell.across
            place = Rect(left, strip.y, columns[first - 1].right - left, strip.height)
            if row.rules:
                upright.append(line(left, place.y, left, place.bottom, strong if left == box.x else thin))
                if abs(place.right - box.right) < 0.01:
                    upright.append(line(place.right, place.y, place.right, place.bottom, strong))
            slot = inner._replace(number=turn, path=(*inner.path, turn)) if cell.is_numbered else inner
            # the last cell of rows within a cell has the gap of that cell, unless the row has a space between cells
            gap = 0.0 if pad else outer.gap if place.right > box.right - 0.01 else GAP
            if cell.rows:
                _check_height(measure_heights(cell.rows, shape).lowest, place.height, f"the rows of {cell.label}")
                lay_rows(cell.rows, place, shape, grid, slot._replace(gap=0.0 if row.space else gap))
            else:
                grid.slots.append(slot._replace(cell=cell, rectangle=place, gap=gap,
                                                is_writable=is_writable(cell, row)))
                _check_number(len(grid.slots), "cells")
    grid.rules += (*level, *upright)


def fit_columns(columns: Sequence[ColumnWidth], room: float) -> tuple[float, ...]:
    """Return the widths of columns that fill a width.

    If all columns have their natural width, they share the rest in proportion. Otherwise the widest columns become
    narrower, down to their least widths; a narrow column keeps its natural width.

    >>> fit_columns([ColumnWidth(10, 10), ColumnWidth(20, 300)], 100)
    (10.0, 90.0)
    """
    least, natural = zip(*columns, strict=True)
    widths = cap_widths(least, natural, room)
    factor = room / sum(widths) if sum(widths) else 1.0
    return tuple(round(width * factor, 6) for width in widths)


def _place_copies(rows: tuple[FormRow, ...], box: Rect, shape: Mapping[str, int]) -> list[tuple[FormRow, Rect, int]]:
    """Return each copy of each row with its rectangle and its number."""
    counts = count_repeats(rows, shape)
    heights = [_measure_row(row, shape, is_firm=row.takes_rest) for row in rows]  # rows that take the rest shrink first
    natural = sum([row.gap + times * high
                   for row, times, (high, _) in zip(rows, counts, heights, strict=True) if times])
    lowest = sum([LEAST_GAP_SHARE * row.gap + times * low
                  for row, times, (_, low) in zip(rows, counts, heights, strict=True) if times])
    rest_count = sum([times for row, times in zip(rows, counts, strict=True) if row.takes_rest])
    spare = max(box.height - natural, 0.0) / max(rest_count, 1)
    growth = 1.0 if natural <= box.height or natural <= lowest else (box.height - lowest) / (natural - lowest)
    lines, y = [], box.y
    growth = max(growth, 0.0)
    for row, times, (high, low) in zip(rows, counts, heights, strict=True):
        height = low + growth * (high - low) + (spare if row.takes_rest else 0.0)
        y += (LEAST_GAP_SHARE + growth * (1 - LEAST_GAP_SHARE)) * row.gap if times else 0.0
        for number in range(1, times + 1):
            lines.append((row, Rect(box.x, y, box.width, height), row.first + number))
            y += height
    return lines
