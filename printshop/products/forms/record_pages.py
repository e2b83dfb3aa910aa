"""Single records of pages: each as a page of its own, and the places of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import NamedTuple

from printshop.drawing import shapes
from printshop.drawing.display_list import Group, Item, Page, SymbolUse
from printshop.drawing.geometry import IDENTITY, Bounds, Transform
from printshop.drawing.ink import Ink
from printshop.game.forms.model import Form
from printshop.game.model import Game, Unit
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problem, Span
from printshop.products.build import use_game_fonts
from printshop.products.forms.column_widths import with_column_widths
from printshop.products.forms.compiled import CompiledForm
from printshop.products.forms.painters import DrawOptions
from printshop.products.forms.record_layout import apply_variants
from printshop.products.product import Product

MARGIN = 6.0  # points round a record


class CellPlace(NamedTuple):
    """A cell of a record.

    It has its place in the data, and its bounds on the page of the record, in points.
    """

    span: Span
    bounds: Bounds


def list_records(page: Page) -> Iterator[Page]:
    """Yield each record of a page as a page of its own.

    If there are no records on the page, yield the whole page.
    """
    groups = [*_find_outermost(page.items, IDENTITY)]
    for group in groups:
        if record := _crop_to_items(page, [group], MARGIN):
            yield replace(record, label=group.record)
    if not groups:
        yield page


def find_form_record(game: Game, product: Product, form: Form, unit: Unit | None
                     ) -> tuple[Page | None, Sequence[Problem]]:
    """Return the record of a form for a unit, or the first record of all units if the form needs several for one.

    The problems are the problems of fit, each at its cell, on this record or on the records of two units with long
    names. Without a unit for a form of units, there is no record.
    """
    if form.unit and unit is None:
        return None, ()
    other_units = [other for other in game.units.values() if other.kind == form.unit and other is not unit]
    longest = {other.name: other for other in (*sorted(other_units, key=lambda other: len(other.title))[-1:],
                                               *sorted(other_units, key=lambda other: len(other.name))[-1:])}
    units, record = tuple(other for other in (unit, *longest.values()) if other), None
    try:
        # the problems come after the last page
        for page in product.build(game, PrintRequest(units=units, only_keys=(form.key,)), PrintSettings()).pages:
            record = record or next(list_records(page), None)
        if record is None:
            pages = product.build(game, PrintRequest(only_keys=(form.key,)), PrintSettings()).pages
            record = next(chain.from_iterable(map(list_records, pages)), None)
    except PrintshopError as error:
        return record, [problem.move_to_cause() for problem in error.problems]
    return record, ()


def crop_to_records(page: Page, margin: float = 2 * MARGIN) -> Page:
    """Return the records of a page with a margin in points, or the whole page if it has none."""
    records = [item for item in page.items if isinstance(item, Group) and item.record]
    return _crop_to_items(page, records, margin) or page


def _crop_to_items(page: Page, items: Sequence[Item], margin: float) -> Page | None:
    """Return some items of a page with a margin, or None if they draw nothing: a record that does not fit its place."""
    try:
        left, top, right, bottom = shapes.measure_bounds(items)
    except ValueError:
        return None
    placed = Group(tuple(items), Transform(e=margin - left, f=margin - top))
    return Page(right - left + 2 * margin, bottom - top + 2 * margin, (placed,), page.label)


def _find_outermost(items: tuple[Item, ...], place: Transform) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            inner = place.compose(item.transform)
            if item.record:
                yield replace(item, transform=inner)
            else:
                yield from _find_outermost(item.items, inner)


def compile_usual_form(game: Game, form: Form, ink: Ink, width: float, height: float) -> CompiledForm:
    """Return a form without variants for records of a size in points."""
    return CompiledForm(apply_variants(with_column_widths(form, game.units.values()), ()),
                        DrawOptions(ink, tuple(game.sides.values())), width, height)


def list_cell_places(game: Game, form: Form, unit: Unit | None, record: Page) -> Iterator[CellPlace]:
    """Yield the place of each cell of a record of a form.

    `record` has been drawn for the unit without variants. Yield nothing if the record is that of another form, or
    without the unit of a form for units.
    """
    placed_frame = _find_frame(record.items, form.key)
    if placed_frame is None or (unit is None and form.unit):
        return
    (left, top), frame = placed_frame
    _, _, width, height = frame.symbol.bounds
    with use_game_fonts(game, PrintSettings()):
        compiled = compile_usual_form(game, form, PrintSettings().ink, width, height)
        slots = compiled.lay_out(compiled.find_row_counts(unit)).slots
    for slot in slots:
        if slot.cell.span:
            rect = slot.rectangle
            yield CellPlace(slot.cell.span, (left + rect.x, top + rect.y, left + rect.right, top + rect.bottom))


def _find_frame(items: Sequence[Item], key: str) -> tuple[tuple[float, float], SymbolUse] | None:
    """Return the position of the frame of a form's record, and the frame itself."""
    for item in items:
        if isinstance(item, SymbolUse) and item.symbol.name in (f"frame-{key}", f"blank-{key}"):
            return item.transform.apply(0.0, 0.0), item
        if isinstance(item, Group) and (inner_frame := _find_frame(item.items, key)):
            return item.transform.apply(*inner_frame[0]), inner_frame[1]
    return None
