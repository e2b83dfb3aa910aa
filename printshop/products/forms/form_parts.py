"""A form that is higher than its page, cut into parts between its rows: nothing is lost, nothing made smaller.

A table that is cut has its headings again on the next page. Points.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.products.forms.form_plan import FormError, height_of
from printshop.products.forms.form_variants import heading
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.game.forms.form_model import Form, Row

FULL = 0.6  # how much of a page is used at least, for the sake of a break between tables
FEW = 3  # rows of a table that stay together
MOST = 20  # pages of one form

Shapes = list[dict[str, int]]


def parts(form: Form, shapes: Sequence[Mapping[str, int]], height: float) -> tuple[Form, ...]:
    """Return a form as parts that are no higher than a page for records of any of some shapes.

    Raises FormError for a row that is higher than that.
    """
    found = tuple(_parts(list(_flat(form.rows)), [dict(shape) for shape in shapes], height))
    if len(found) > MOST:
        raise FormError(f"the form '{form.key}' would take {len(found)} pages, at most {MOST} are possible",
                        "make several forms of it")
    return tuple(replace(form, rows=rows) for rows in found)


def _flat(rows: Sequence[Row]) -> Iterator[Row]:
    """Give rows, and instead of one that is nothing but a block of rows these."""
    for row in rows:
        plain = not (row.rules or row.each or row.only_if or row.numbered or row.shade) and row.repeat == 1
        if plain and row.blank < 0 and len(row.cells) == 1 and row.cells[0].rows and row.cells[0].repeat == 1:
            yield from _flat(row.cells[0].rows)
        else:
            yield row


def _high(row: Row, shapes: Shapes) -> float:
    return max(height_of((row,), shape, least=True) for shape in shapes)


def _parts(rows: list[Row], shapes: Shapes, height: float) -> Iterator[tuple[Row, ...]]:
    while rows:
        taken, free = 0, height
        while taken < len(rows) and _high(rows[taken], shapes) <= free + 0.01:
            free -= _high(rows[taken], shapes)
            taken += 1
        if taken == len(rows):
            yield tuple(rows)
            return
        if (cut := _cut(rows[taken], free, shapes)) is not None:
            rows[taken:taken + 1] = cut
            taken += 1
        elif all(heading(row) for row in rows[:taken]):
            raise FormError(f"{_name(rows[taken])} is {_high(rows[taken], shapes) / MM:.1f} mm high, the page has "
                            f"{height / MM:.1f} mm", "make several rows of it")
        else:
            taken = _break(rows, taken, height, shapes)
        yield tuple(rows[:taken])
        rows = [*_headings(rows, taken), *rows[taken:]]


def _name(row: Row) -> str:
    return row.cells[0].what if row.cells else "a row"


def _cut(row: Row, free: float, shapes: Shapes) -> tuple[Row, Row] | None:
    """Return a row that stands many times as two that stand a few times; None where that is not worth it."""
    if row.each or row.repeat < 2 * FEW or row.blank >= 0:
        return None
    each = _high(replace(row, repeat=1), shapes)
    fits = min(int((free + 0.01) / each) if each else 0, row.repeat - FEW)
    if fits < FEW:
        return None
    return replace(row, repeat=fits), replace(row, repeat=row.repeat - fits, first=row.first + fits)


def _break(rows: Sequence[Row], taken: int, height: float, shapes: Shapes) -> int:
    """Return before which row the page ends: between two tables if that leaves it not too empty."""
    used = sum(_high(row, shapes) for row in rows[:taken])
    last = taken
    while last > 1 and heading(rows[last - 1]):
        last -= 1
    place = last
    while place > 1 and used >= FULL * height:
        if not rows[place].rules or (heading(rows[place]) and not heading(rows[place - 1])):
            return place
        place -= 1
        used -= _high(rows[place], shapes)
    return last


def _headings(rows: Sequence[Row], taken: int) -> tuple[Row, ...]:
    """Return the headings of a table that goes on behind a break."""
    if not rows[taken].rules or heading(rows[taken]):
        return ()
    place = taken - 1
    while place >= 0 and rows[place].rules:
        if heading(rows[place]):
            return (rows[place],)
        place -= 1
    return ()


