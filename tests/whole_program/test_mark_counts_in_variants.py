"""Every unit of every game has all its marks in every variant of every form, large enough and without overlaps.

The expected numbers are those of `helpers.mark_counts`, from the forms and the units alone.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from helpers import pages as placed
from helpers.games import open_game
from helpers.mark_counts import (
    FOLDERS,
    are_apart,
    count_expected,
    find_marks,
    is_inside,
    is_mark,
    list_forms,
    list_units,
    make_record,
    walk_cells,
)

from printshop.drawing.display_list import Group, Item, Page, SymbolUse
from printshop.drawing.shapes import measure_outline
from printshop.files import AtomicWrite
from printshop.game.field_values import FieldEntries, NamedNumbers
from printshop.game.forms.cells import CountCell
from printshop.game.forms.model import FORMS
from printshop.game.forms.rings import RingCell
from printshop.layout.page_frame import find_content_rect
from printshop.layout.rectangles import PAPERS
from printshop.lengths import MM
from printshop.output import FORMATS, OutputOptions
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.forms.model import Form
    from printshop.game.model import Game, Unit

LARGE, ERASE, NUMBERS = frozenset({"large"}), frozenset({"erase"}), frozenset({"numbers"})
BOX = 6 * MM


def pages_of(game: Game, form: Form, variants: frozenset[str], **request: object) -> list[Page]:
    product = "cards" if form.size else "records"
    wanted = PrintRequest(only_keys=(form.key,), **request)  # type: ignore[arg-type]
    return list(find_product(product).build(game, wanted, PrintSettings(variants=variants)).pages)


def assert_marks(form: Form, units: tuple[Unit, ...], pages: list[Page]) -> None:
    """Check that units have their boxes, that they are large, and lie on their pages beside one another."""
    boxes = [(page, [*find_marks(page.items)]) for page in pages]
    assert sum(len(pips) for _, pips in boxes) == sum(count_expected(form, unit) for unit in units), form.key
    assert all(is_inside(page, pip) for page, pips in boxes for pip in pips), form.key
    assert all(all(are_apart(pips)) for _, pips in boxes), form.key
    bounds = [measure_outline(pip.segments) for _, pips in boxes for pip in pips if is_square(pip)]
    assert min((right - left for left, _, right, _ in bounds), default=BOX) > BOX - 0.05, form.key


@pytest.mark.slow
@pytest.mark.parametrize("key", FOLDERS)
def test_every_unit_has_its_boxes_and_all_is_large(key: str) -> None:
    game = open_game(key)
    for form in game[FORMS].values():
        units = list_units(game, form)[::2] if form.unit else ()
        pages = pages_of(game, form, LARGE, units=units)
        if form.unit:
            assert_marks(form, units, pages)
        letters = {"Q", "L", "X"}
        small = {
            word.text
            for page in pages
            for word in find_record_words(page)
            if word.size < 11.99 and word.text not in letters
        }
        assert not small, form.key
        assert any(find_record_words(page) for page in pages), form.key


@pytest.mark.slow
@pytest.mark.parametrize("key", FOLDERS)
def test_boxes_to_be_erased_are_large_too(key: str) -> None:
    game = open_game(key)
    for form in list_forms(game):
        units = list_units(game, form)[::3]
        assert_marks(form, units, pages_of(game, form, ERASE, units=units))


def is_square(outline: object) -> bool:
    left, top, right, bottom = measure_outline(outline.segments)  # type: ignore[attr-defined]
    return abs((right - left) - (bottom - top)) < 0.01


def find_record_words(page: Page) -> list[placed.Word]:
    """The words of the records of a page, without its header, footer and rulers."""
    box = find_content_rect(PAPERS["universal"] if page.width < page.height else PAPERS["universal"].rotate(),
                            true_scale=False)
    return [word for word in placed.find_words(find_record_items(page.items)) if word.text and word.y > box.y]


def find_record_items(items: tuple[Item, ...]) -> Iterator[Item]:
    """Give what is in the records and cards of a page: what stands in groups and symbols of forms."""
    for item in items:
        match item:
            case SymbolUse() if item.symbol.name.startswith(("frame-", "blank-")):
                yield item
            case Group() if any(isinstance(one, SymbolUse) and one.symbol.name.startswith("frame-")
                                for one in item.items):
                yield item
            case Group():
                yield from (Group((one,), item.transform) for one in find_record_items(item.items))


@pytest.mark.slow
@pytest.mark.parametrize(("key", "variants"), [("stellar_wars", LARGE), ("toy", LARGE), ("toy", ERASE)],
                         ids=lambda one: one if isinstance(one, str) else min(one))
def test_blank_forms_hold_too(key: str, variants: frozenset[str]) -> None:
    game = open_game(key)
    for form in list_forms(game):
        assert any(find_record_words(page) for page in pages_of(game, form, variants, blank_forms=1)), form.key


OF = re.compile(r"of (\d+)\b")


def amounts(form: Form, unit: Unit) -> Iterator[int]:
    """How many circles there are in each place of a unit's record."""
    for cell, names in walk_cells(form.rows, unit, unit.values):
        if isinstance(cell, CountCell) and cell.count:
            count = cell.count.evaluate(names)
            yield count if isinstance(count, int) else 0
        for name in cell.notes:
            value = unit.values.get(name)
            yield from (one.amount for one in value.items) if isinstance(value, FieldEntries) else ()
        for name in cell.fields if isinstance(cell, RingCell) else ():
            value = unit.values[name]
            yield from (one for one in value.numbers if isinstance(one, int)) if isinstance(value, NamedNumbers) else ()


@pytest.mark.parametrize("key", FOLDERS)
def test_figures_stand_for_all_circles_but_single_ones(key: str) -> None:
    game = open_game(key)
    for form in list_forms(game):
        units = list_units(game, form)[::2]
        pages = pages_of(game, form, NUMBERS, units=units)
        told = Counter(
            int(found[1]) for page in pages for word in find_record_words(page) if (found := OF.match(word.text))
        )
        wanted = Counter(count for unit in units for count in amounts(form, unit))
        assert {count: told[count] for count in wanted if count > 1} == {
            count: number for count, number in wanted.items() if count > 1}, form.key
        assert sum(1 for page in pages for _ in find_marks(page.items)) == wanted[1], form.key


@pytest.mark.parametrize("variants", [LARGE, ERASE], ids=min)
def test_boxes_are_as_large_on_the_written_page(variants: frozenset[str], tmp_path: Path) -> None:
    game = open_game("toy")
    form = game[FORMS]["kite"]
    document = make_record(game, form, game.units["Buffeter"], variants=variants)
    with AtomicWrite() as delivery:
        FORMATS["pdf"].write_document(document, tmp_path / "kite", delivery, OutputOptions())
    with pdfplumber.open(io.BytesIO((tmp_path / "kite.pdf").read_bytes())) as found:
        shapes = [one for page in found.pages for one in (*page.curves, *page.rects, *page.lines)]
    sizes = [one["width"] for one in shapes if is_mark(one)]
    assert len(sizes) >= count_expected(form, game.units["Buffeter"])
    assert min(sizes) == pytest.approx(BOX, abs=0.05 * MM)
