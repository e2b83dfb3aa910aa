"""Variants of forms: for weak eyes, for lamination and a wipeable pen, with figures instead of circles.

A variant first changes what every cell asks for (`restyled`): larger type that may take several lines, larger circles,
room for a pen, no tint where something is written. What comes of that for columns, rows and pages is the matter of
`printshop.products.forms.fitting`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from printshop.game.forms.cells import Box, Cell, Lines, Row
from printshop.game.forms.reading import USUAL, Form, Hand
from printshop.products.forms.text import style_of
from printshop.units import MM, parse_length

LARGE, ERASE, NUMBERS = "large", "erase", "numbers"
NAMES = (LARGE, ERASE, NUMBERS)
_HANDS = {
    LARGE: Hand(circle=6 * MM, room=8 * MM, words=12.0, weight=1.3),
    # a wet-erase pen draws lines of 1 to 2 mm: a cross in 6 mm is clean, a figure takes 10 mm
    ERASE: Hand(circle=6 * MM, room=10 * MM, weight=1.5, plain=True),
    NUMBERS: Hand(numbers=True),
}
CORNERS = parse_length("3 mm")
SHRUNK = 0.8  # how small words beside circles may become, where these have a size of their own
GROWN = 1.2  # how much larger the words of a large form are, none of them below its least


def hand_of(variants: Collection[str]) -> Hand:
    """Return what several variants ask for at once."""
    hands = [_HANDS[name] for name in variants]
    return Hand(*(max(values) for values in zip(USUAL, *hands, strict=True)))


def restyled(form: Form, variants: Collection[str]) -> Form:
    """Return a form whose cells ask for what its variants need."""
    wanted = {*variants, NUMBERS} if form.numbers else set(variants)
    hand = hand_of(wanted)
    if hand == USUAL:
        return form
    rounded = hand.plain and form.size and form.corners is None  # sharp corners of laminate cut hands
    return replace(form, hand=hand, rows=_rows(form.rows, hand), corners=CORNERS if rounded else form.corners,
                   note=form.numbers_note if hand.numbers else form.note)


def _rows(rows: tuple[Row, ...], hand: Hand) -> tuple[Row, ...]:
    return tuple(replace(row, cells=tuple(_cell(cell, hand) for cell in row.cells),
                         shade=0.0 if hand.plain and written(row) else row.shade) for row in rows)


def _cell(cell: Cell, hand: Hand) -> Cell:
    if cell.rows:
        return replace(cell, rows=_rows(cell.rows, hand))
    if not hand.words:
        aside = cell.circled and not cell.alone  # beside large circles words go on a second line, not small
        return replace(cell, smallest=max(cell.smallest, SHRUNK * style_of(cell).size)) if aside else cell
    size = max(hand.words, GROWN * style_of(cell).size)
    return replace(cell, largest=cell.largest if cell.alone else size, smallest=hand.words, wrap=True,
                   valign=cell.valign if cell.wrap else "middle")


def magnified(form: Form, times: float) -> Form:
    """Return a form so many times as large: its rows, and the words and circles for which it has room then."""
    return replace(form, rows=_magnified(form.rows, times))


def _magnified(rows: tuple[Row, ...], times: float) -> tuple[Row, ...]:
    return tuple(replace(row, height=row.height * times, least=row.least * times,
                         cells=tuple(_larger(cell, times) for cell in row.cells)) for row in rows)


def _larger(cell: Cell, times: float) -> Cell:
    if cell.rows:
        return replace(cell, rows=_magnified(cell.rows, times))
    size = cell.largest if cell.alone else style_of(cell).size
    return replace(cell, largest=size * times)


def shorter(form: Form) -> Iterator[Form]:
    """Give a form without the rows that its records can best do without, then without more of them."""
    spares = {row.spare for rows in _every(form.rows) for row in rows if row.spare}
    yield from (replace(form, rows=_needed(form.rows, most)) for most in sorted(spares))


def _every(rows: tuple[Row, ...]) -> Iterator[tuple[Row, ...]]:
    yield rows
    for row in rows:
        for cell in row.cells:
            yield from _every(cell.rows)


def _needed(rows: tuple[Row, ...], most: int) -> tuple[Row, ...]:
    """Return the rows that are not spare, and those that are so only above a number."""
    return tuple(replace(row, cells=tuple(replace(cell, rows=_needed(cell.rows, most)) for cell in row.cells))
                 for row in rows if not 0 < row.spare <= most)


def written(row: Row) -> bool:
    """Return whether something is written or marked in a row: not in one of headings."""
    return any(writes(cell, row) or cell.circled or isinstance(cell, Lines) for cell in row.cells)


def writes(cell: Cell, row: Row) -> bool:
    """Return whether there is room to write in a cell: an empty one between rules, no gap in headings or figures."""
    if cell.write or isinstance(cell, Box):
        return True
    figures = not row.each and any(hole.formula.names - {"n"} for one in row.cells for hole in one.holes)
    return row.rules and cell.bare and not row.heading and not figures
