"""Marks of the forms of a game: the number that its data demands, and those that are drawn."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pdfplumber
from helpers.paths import TOY

from printshop.catalogue import games
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import BLACK, Document, Group, Item, Page, Use
from printshop.drawing.items import Path as Outline
from printshop.drawing.shapes import bounds, outline_bounds, transform_path
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.cells import Count
from printshop.game.forms.reading import FORMS
from printshop.game.forms.rings import Around
from printshop.game.values import Entries, Numbers, Rows
from printshop.job import Request, Settings
from printshop.products import find

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.expressions import Formula
    from printshop.game.forms.cells import Cell, Row
    from printshop.game.forms.reading import Form
    from printshop.game.model import Game, Unit

FOLDERS = {**games(), "toy": TOY}
PIP_LINE = 0.7
WEIGHTS = (1.0, 1.3, 1.5)  # of lines, in the variants of forms


def rows_of(rows: tuple[Row, ...], unit: Unit, known: Mapping[str, object]) -> Iterator[tuple[Cell, dict[str, object]]]:
    """Give every cell as often as it stands, with what its formulas may name."""
    for row in rows:
        for own in entries_of(row, unit):
            for cell in row.cells:
                if not holds(cell.only_if, {**known, **own}, unknown=True):
                    continue
                for number in range(1, cell.repeat + 1):
                    names = {**known, **own, **({"n": number} if cell.repeat > 1 else {})}
                    yield cell, names
                    yield from rows_of(cell.inner, unit, names)


def holds(only_if: Formula | None, known: Mapping[str, object], *, unknown: bool) -> bool:
    """Whether a row or a cell is there, by its `only_if`: where that is unknown, if it is on blank forms."""
    if only_if is None:
        return True
    found = only_if.evaluate(known)
    return unknown if found is NOT_KNOWN else bool(found)


def entries_of(row: Row, unit: Unit) -> list[dict[str, object]]:
    """What the cells of a row may name, once for each time that the row shows something."""
    if not holds(row.only_if, unit.values, unknown=row.blank != 0):
        return []
    if row.each == "together":  # a unit alone is one of one
        return [{**unit.values, "n": 1}]
    if not row.each:
        return [{"n": number} for number in range(1, row.repeat + 1)] if row.repeat > 1 else [{}] * row.repeat
    found = unit.values.get(row.each)
    rows = found.rows if isinstance(found, Rows) else ()
    return [{**one, "n": number} for number, one in enumerate(rows, 1)]


def expected(form: Form, unit: Unit) -> int:
    """How many boxes the data says that a unit's record has."""
    total = 0
    for cell, names in rows_of(form.rows, unit, unit.values):
        if isinstance(cell, Count) and cell.count:
            amount = cell.count.evaluate(names)
            total += amount if isinstance(amount, int) else 0
        for name in cell.notes:
            value = unit.values.get(name)
            total += sum(one.amount for one in value.items) if isinstance(value, Entries) else 0
        for name in cell.fields if isinstance(cell, Around) else ():
            value = unit.values[name]
            if isinstance(value, Numbers):
                total += sum(number for number in value.numbers if isinstance(number, int))
    return total


def solid(items: tuple[Item, ...], there: Transform = IDENTITY, *, pip: bool = False) -> Iterator[Outline]:
    """Give the outlines of all pips, pale ones left out, where they stand on the page."""
    for item in items:
        match item:
            case Outline():
                if pip and item.stroke and item.stroke.color == BLACK and is_line(item.stroke.width):
                    yield transform_path(item, there)
            case Group():
                yield from solid(item.items, there.then(item.transform), pip=pip)
            case Use():
                yield from solid(item.symbol.items, there.then(item.transform),
                                 pip=pip or item.symbol.name.startswith("pips"))


def is_line(width: float) -> bool:
    """Whether a line is one that pips are drawn with."""
    return any(abs(width - weight * PIP_LINE) < 0.004 for weight in WEIGHTS)  # the lines of crosses are near


def forms_of(game: Game) -> list[Form]:
    return [form for form in game[FORMS].values() if form.unit]


def units_for(game: Game, form: Form) -> tuple[Unit, ...]:
    return tuple(unit for unit in game.units.values() if unit.kind == form.unit
                 and (unit.numbered or not form.together))  # only ships with numbers share records


def fullest(game: Game, form: Form) -> tuple[Unit, ...]:
    """Return the units with the most boxes, as they stand; all of a small game."""
    few = sorted(units_for(game, form), key=lambda unit: -expected(form, unit))[:4]
    return tuple(unit for unit in units_for(game, form) if game.key == "toy" or unit in few)


def made(game: Game, form: Form, *units: Unit, variants: frozenset[str] = frozenset()) -> Document:
    product = "cards" if form.size else "records"
    return find(product).build(game, Request(units=units, only=(form.key,)), Settings(variants=variants))


def apart(pips: list[Outline]) -> Iterator[bool]:
    """Give whether every two pips have middles further from one another than half a pip: none hides another."""
    boxes = sorted(outline_bounds(pip.segments) for pip in pips)
    for index, one in enumerate(boxes):
        for other in boxes[index + 1:]:
            if other[0] - one[0] > one[2] - one[0]:
                break
            yield abs(other[0] - one[0]) + abs(other[1] - one[1]) > (one[2] - one[0]) / 2


def inside(page: Page, outline: Outline) -> bool:
    left, top, right, bottom = outline_bounds(outline.segments)
    return 0 < left < right < page.width and 0 < top < bottom < page.height


def pictures(items: tuple[Item, ...], there: Transform = IDENTITY) -> Iterator[tuple[float, float, float, float]]:
    """Give the places of drawings: what looks like a box within them is a hatch or a wheel."""
    for item in items:
        match item:
            case Group():
                yield from pictures(item.items, there.then(item.transform))
            case Use() if item.symbol.name.startswith(("frame-", "blank-", "rules-")):
                yield from pictures(item.symbol.items, there.then(item.transform))
            case Use() if not item.symbol.name.startswith("pips"):
                yield bounds((Group((item,), there),))


def shapes_of(pdf: bytes, pages: Sequence[Page]) -> list[int]:
    """How many shapes every page has with the pips' line, closed, as wide as high, and not part of a drawing."""
    with pdfplumber.open(io.BytesIO(pdf)) as found:
        return [sum(1 for one in (*page.curves, *page.rects, *page.lines)
                    if is_pip(one) and not any(within(one, box) for box in pictures(drawn.items)))
                for page, drawn in zip(found.pages, pages, strict=True)]


def within(shape: dict[str, Any], box: tuple[float, float, float, float]) -> bool:
    left, top, right, bottom = box
    return bool(left < shape["x0"] and shape["x1"] < right and top < shape["top"] and shape["bottom"] < bottom)


def is_pip(shape: dict[str, Any]) -> bool:
    square = abs(shape["width"] - shape["height"]) < 0.02 and 4 < shape["width"] < 80
    return bool(shape["stroke"]) and is_line(shape["linewidth"]) and square
