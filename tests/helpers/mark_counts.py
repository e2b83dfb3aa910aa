"""Marks of forms: the number that the data demands, and the drawn ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers.measure import measure_size, read_pdf
from helpers.paths import TOY

from printshop.drawing.display_list import BLACK, Document, Group, Item, Page, SymbolUse
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.shapes import measure_bounds, measure_outline, transform_path
from printshop.elements.rings import Rings
from printshop.formulas import NOT_KNOWN
from printshop.game.field_values import FieldEntries, ListRows, NamedNumbers
from printshop.game.forms.cells import MARKS, NUMBER
from printshop.game.forms.model import FORMS
from printshop.game_paths import find_shipped_games
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from helpers.measure import Stroke

    from printshop.formulas import Formula
    from printshop.game.forms.cells import Cell, FormRow
    from printshop.game.forms.model import Form
    from printshop.game.model import Game, Unit

FOLDERS = {**find_shipped_games(), "toy": TOY}
PIP_LINE = 0.7
WEIGHTS = (1.0, 1.4, 1.5)  # of lines: usual, in large print on the written page, in `erase`


def walk_cells(
    rows: tuple[FormRow, ...], unit: Unit, known: Mapping[str, object], variants: frozenset[str] = frozenset()
) -> Iterator[tuple[Cell, dict[str, object]]]:
    """Yield every copy of every cell, with the values that its formulas may use."""
    for row in rows:
        for own in list_entries(row, unit) if row.stands_in(variants) else ():
            for cell in row.cells:
                if not is_condition_true(cell.only_if, {**known, **own}, unknown=True):
                    continue
                for number in range(1, cell.repeat + 1):
                    names = {**known, **own, **({"n": number} if cell.repeat > 1 else {})}
                    yield cell, names
                    yield from walk_cells(cell.inner_rows, unit, names, variants)


def is_condition_true(only_if: Formula | None, known: Mapping[str, object], *, unknown: bool) -> bool:
    """Return whether the condition of a row or cell is true; if the result is unknown, return `unknown`."""
    if only_if is None:
        return True
    result = only_if.evaluate(known)
    return unknown if result is NOT_KNOWN else bool(result)


def list_entries(row: FormRow, unit: Unit) -> list[dict[str, object]]:
    """Return the values that the cells of a row may use, for each copy of the row that shows something."""
    if not is_condition_true(row.only_if, unit.values, unknown=row.blank != 0):
        return []
    if row.each == "together":  # a unit alone is one of one
        return [{**unit.values, "n": 1}]
    if not row.each:
        return [{"n": number} for number in range(1, row.repeat + 1)] if row.repeat > 1 else [{}] * row.repeat
    result = unit.values.get(row.each)
    rows = result.rows if isinstance(result, ListRows) else ()
    return [{**one, "n": number} for number, one in enumerate(rows, 1)]


def count_expected(form: Form, unit: Unit, variants: frozenset[str] = frozenset()) -> int:
    """Return the number of boxes that a unit's record must have by the data."""
    total = 0
    for cell, names in walk_cells(form.rows, unit, unit.values, variants):
        if cell.kind in (MARKS, NUMBER):
            amount = cell.count.evaluate(names)  # type: ignore[attr-defined]
            total += amount if isinstance(amount, int) else 0
        for name in cell.notes:
            value = unit.values.get(name)
            total += sum(one.amount for one in value.items) if isinstance(value, FieldEntries) else 0
        for name in cell.fields if isinstance(cell, Rings) else ():
            value = unit.values[name]
            if isinstance(value, NamedNumbers):
                total += sum(number for number in value.numbers if isinstance(number, int))
    return total


def find_marks(items: tuple[Item, ...], there: Transform = IDENTITY, *, pip: bool = False) -> Iterator[Outline]:
    """Yield the outlines of all pips except pale ones, in the coordinates of the page."""
    for item in items:
        match item:
            case Outline():
                if pip and item.stroke and item.stroke.color == BLACK and is_line(item.stroke.width):
                    yield transform_path(item, there)
            case Group():
                yield from find_marks(item.items, there.compose(item.transform), pip=pip)
            case SymbolUse():
                yield from find_marks(item.symbol.items, there.compose(item.transform),
                                 pip=pip or item.symbol.name.startswith("pips"))


def is_line(width: float) -> bool:
    """Return whether pips have lines of a width."""
    return any(abs(width - weight * PIP_LINE) < 0.004 for weight in WEIGHTS)  # the lines of crosses are near


def list_forms(game: Game) -> list[Form]:
    return [form for form in game[FORMS].values() if form.unit]


def list_units(game: Game, form: Form) -> tuple[Unit, ...]:
    return tuple(unit for unit in game.units.values() if unit.kind == form.unit
                 and (unit.numbered or not form.together))  # only ships with numbers share records


def list_fullest(game: Game, form: Form) -> tuple[Unit, ...]:
    """Return the units with the most boxes, as they stand; all of a small game."""
    few = sorted(list_units(game, form), key=lambda unit: -count_expected(form, unit))[:4]
    return tuple(unit for unit in list_units(game, form) if game.key == "toy" or unit in few)


def make_record(game: Game, form: Form, *units: Unit, variants: frozenset[str] = frozenset()) -> Document:
    product = "cards" if form.size else "records"
    return find_product(product).build(game, PrintRequest(units=units, only_keys=(form.key,)),
                                       PrintSettings(variants=variants))


def are_apart(pips: list[Outline]) -> Iterator[bool]:
    """Yield for pairs of neighbouring pips whether their middles are more than half a pip apart."""
    boxes = sorted(measure_outline(pip.segments) for pip in pips)
    for index, one in enumerate(boxes):
        for other in boxes[index + 1:]:
            if other[0] - one[0] > one[2] - one[0]:
                break
            yield abs(other[0] - one[0]) + abs(other[1] - one[1]) > (one[2] - one[0]) / 2


def is_inside(page: Page, outline: Outline) -> bool:
    left, top, right, bottom = measure_outline(outline.segments)
    return 0 < left < right < page.width and 0 < top < bottom < page.height


def find_pictures(items: tuple[Item, ...], there: Transform = IDENTITY) -> Iterator[tuple[float, float, float, float]]:
    """Yield the bounds of drawings, which may have shapes that look like boxes, such as hatches or wheels."""
    for item in items:
        match item:
            case Group():
                yield from find_pictures(item.items, there.compose(item.transform))
            case SymbolUse() if item.symbol.name.startswith(("frame-", "blank-", "rules-")):
                yield from find_pictures(item.symbol.items, there.compose(item.transform))
            case SymbolUse() if not item.symbol.name.startswith("pips"):
                yield measure_bounds((Group((item,), there),))


def count_shapes(pdf: bytes, pages: Sequence[Page]) -> list[int]:
    """Return for each page the number of outlines with the line of pips, as wide as high, outside of drawings."""
    return [sum(1 for one in strokes if is_mark(one) and not any(is_within(one, box) for box in boxes))
            for strokes, boxes in zip(read_pdf(pdf), ([*find_pictures(page.items)] for page in pages), strict=True)]


def is_within(stroke: Stroke, box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = (side / MM for side in box)
    return all(left < x < right and top < y < bottom for x, y in stroke.points)


def is_mark(stroke: Stroke) -> bool:
    width, height = (side * MM for side in measure_size(stroke.points))
    return is_line(stroke.width) and abs(width - height) < 0.02 and 4 < width < 80
