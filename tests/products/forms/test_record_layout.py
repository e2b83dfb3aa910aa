"""The layout of records on pages in large print and on small paper, and forms in their variants."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game, read_forms
from helpers.mark_counts import find_marks
from helpers.pages import find_outlines, find_words, make_pages, read_texts

from printshop.drawing.display_list import Group, Item, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.shapes import measure_outline
from printshop.equipment.papers import read_papers
from printshop.game.forms.model import FORMS
from printshop.layout.rectangles import PAPERS
from printshop.layout.zoom import ZOOM
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.forms.record_layout import apply_variants
from printshop.products.rosters.build import count_marks

if TYPE_CHECKING:

    from printshop.drawing.display_list import Page

USUAL, LARGE = PrintSettings(), PrintSettings(variants=frozenset({"large"}))


def make_sheet(rows: str, settings: PrintSettings, head: str = "unit: kite", **request: object
               ) -> list[Page]:
    game = read_forms(f"sheet:\n  {head}\n  rows:\n{rows}")
    expected = PrintRequest(units=game.expand_roster([("Buffeter", 1)]), only_keys=("sheet",), **request)  # type: ignore[arg-type]
    return list(find_product("records").build(game, expected, settings).pages)


LONG = """\
    - {height: 9 mm, cells: [{text: "{label}", style: title}]}
    - {height: 6 mm, rules: true, shade: 0.1, cells: [{text: Hour, style: label}]}
    - {height: 8 mm, rules: true, repeat: 18, cells: [{text: "hour {n}"}]}
    - {height: 9 mm, cells: [{pips: string, shape: box}]}
"""


def test_page_has_fewer_records_in_large_print() -> None:
    rows = "    - {height: 40 mm, cells: [{text: '{label}'}]}\n"
    units = ("Buffeter", "Droop", "Lost")
    game = read_forms(f"sheet:\n  unit: kite\n  per_page: 6\n  per_row: 2\n  rows:\n{rows}")
    request = PrintRequest(units=game.expand_roster([(name, 2) for name in units]), only_keys=("sheet",))
    usual, large = (list(find_product("records").build(game, request, settings).pages) for settings in (USUAL, LARGE))
    assert len(usual) == 1 < len(large)
    plain, enlarged = ({word.text: word.size for page in pages for word in find_words(page.items)}
                       for pages in (usual, large))
    names = [name for name in plain if name.startswith(units)]
    assert len(names) == 6
    assert all(enlarged[name] == pytest.approx(ZOOM * plain[name]) for name in names)


@pytest.mark.parametrize(("variant", "least"), [("erase", 6 * MM), ("numbers", 5 * MM)])
def test_page_has_fewer_records_if_a_variant_has_higher_rows(variant: str, least: float) -> None:
    rows = "    - {cells: [{pips: string, shape: box}]}\n    - {height: 30 mm, cells: [{text: '{label}'}]}\n"
    game = read_forms(f"sheet:\n  unit: kite\n  per_page: 6\n  rows:\n{rows}")
    request = PrintRequest(units=game.expand_roster([("Buffeter", 6)]), only_keys=("sheet",))
    pages = list(find_product("records").build(game, request, PrintSettings(variants=frozenset({variant}))).pages)
    boxes = [measure_outline(path.segments) for page in pages for path in find_outlines(page.items)
             if len(path.segments) == 5 and path.stroke]
    assert min(bottom - top for _, top, _, bottom in boxes) > least - 0.1
    assert len(pages) > 1 or variant == "numbers"


def test_page_is_landscape_if_columns_need_it() -> None:
    row = "    - {height: 6 mm, rules: true, columns: 14, cells: [{repeat: 14, text: Bottle}]}\n"
    (usual,) = make_sheet(row, USUAL)
    (large,) = make_sheet(row, LARGE)
    assert usual.width < usual.height
    assert (large.width, large.height) == pytest.approx((usual.height, usual.width))
    with pytest.raises(PrintshopError, match="is too long for its place"):
        make_sheet(row.replace("14", "40"), LARGE)


def test_record_continues_on_the_next_page_with_its_heading() -> None:
    (usual,) = make_sheet(LONG, USUAL)
    first, second = make_sheet(LONG, LARGE)
    hours = [[word for word in read_texts(page.items) if word.startswith("hour ")] for page in (first, second)]
    assert hours[0] + hours[1] == [f"hour {number}" for number in range(1, 19)]
    assert hours[1]
    assert [read_texts(page.items).count("Hour") for page in (usual, first, second)] == [1, 1, 1]
    for number, page in enumerate((first, second), 1):
        assert any(f"{number} of 2" in word for word in read_texts(page.items))


def test_damage_is_marked_on_the_page_of_its_circles() -> None:
    pages = make_sheet(LONG, LARGE, damage={"Buffeter": {"string": 2}})
    filled = [[mark for mark in find_marks(page.items) if mark.fill] for page in pages]
    assert [len(marks) for marks in filled] == [0, 2]


def test_row_higher_than_a_page_is_reported_with_larger_paper() -> None:
    row = "    - {height: 178 mm, cells: [{text: Chart}]}\n"
    message = r"(?s)forms\.yaml:2:3: .*\(--variant large\): row 1 of form 'sheet' is 178\.0 mm high.*"
    with pytest.raises(PrintshopError, match=f"{message}divide it into several rows"):
        make_sheet(row, LARGE)
    a3 = PrintSettings(read_papers()["a3"], variants=LARGE.variants)
    with pytest.raises(PrintshopError, match=f"{message}use larger paper: --paper a3"):
        make_sheet(row, PrintSettings(variants=LARGE.variants, larger_settings=(a3,)))


def test_large_print_on_large_paper_has_the_usual_pages() -> None:
    game, request = open_game("toy"), PrintRequest(only_keys=("kite",))
    usual, large = (list(find_product("records").build(game, request, settings).pages) for settings in (
        PrintSettings(PAPERS["a4"]), PrintSettings(read_papers()["a3"], variants=LARGE.variants)))
    assert [read_texts(page.items) for page in large] == [read_texts(page.items) for page in usual]


def test_erase_variant_removes_shades_under_writing() -> None:
    form = read_forms("""\
sheet:
  columns: 2
  rows:
    - {height: 9 mm, rules: true, shade: 0.1, cells: [{text: Speed, style: label}, {text: Turn, style: label}]}
    - {height: 9 mm, rules: true, shade: 0.2, cells: [{text: "1"}, {}]}
    - {height: 9 mm, shade: 0.3, cells: [{pips: 4}, {text: x}]}
""")[FORMS]["sheet"]
    assert [row.shade for row in apply_variants(form, {"erase"}).rows] == [0.1, 0, 0]
    assert apply_variants(form, {"large"}) == form


@pytest.mark.parametrize(("height", "expected"), [("9 mm", 6.0), ("5 mm", 5.5)])
def test_erase_variant_enlarges_circles_and_their_rows(height: str, expected: float) -> None:
    row = f"    - {{height: {height}, cells: [{{pips: 8, track: steam}}]}}\n"
    usual, erased = (make_sheet(row, PrintSettings(variants=frozenset(variants)))[0]
                     for variants in ((), ("erase",)))
    boxes = [[measure_outline(mark.segments) for mark in find_marks(page.items)] for page in (usual, erased)]
    widths = [[right - left for left, _, right, _ in result] for result in boxes]
    assert [len(result) for result in widths] == [8, 8]
    assert max(widths[0]) < 4 * MM
    assert widths[1] == pytest.approx([expected * MM] * 8, abs=0.1 * MM)


@cache
def find_fullest(key: str, product: str) -> list[str]:
    """Return the name of the unit with the most marks of each type."""
    units = [unit for unit in open_game(key).units.values() if open_game(key).has_known_values(unit)]
    counts = count_marks(open_game(key), units, (product,)).values()
    return [*{unit.kind: unit.name for _, unit in sorted(zip(counts, units, strict=True),
                                                         key=lambda pair: sum(pair[0].values()))}.values()]


def measure_marks(key: str, product: str, variant: str = "") -> dict[str, float]:
    """Return the smallest mark of each run of marks, in mm, by unit and track, for the units with the most marks."""
    smallest = dict[str, float]()

    def measure(items: tuple[Item, ...], there: Transform, record: str) -> None:
        for item in items:
            if isinstance(item, Group):
                measure(item.items, there.compose(item.transform), item.record or record)
            elif isinstance(item, SymbolUse) and item.track:
                for mark in find_marks((item,), there):
                    left, _, right, _ = measure_outline(mark.segments)
                    name = f"{record}: {item.track}"
                    smallest[name] = min(smallest.get(name, 100.0), (right - left) / MM)

    for page in make_pages(product, key, PrintSettings(variants=frozenset({variant} - {""})),
                           roster=find_fullest(key, product)):
        measure(page.items, Transform(), "")
    return smallest


@pytest.mark.parametrize(("key", "product"), [("iron_stars", "records"), ("ironclads", "records"),
                                              ("stellar_wars", "records"), ("for_the_masses", "cards")])
def test_marks_of_shipped_games_can_be_erased_and_are_enlarged_in_large_print(key: str, product: str) -> None:
    """A wet-erase pen needs marks of 4.5 mm. Sheets of other paper are a little wider, so not all marks are 1.4 times
    as large."""
    usual, erased, large = (measure_marks(key, product, variant) for variant in ("", "erase", "large"))
    assert usual
    assert {name: size for name, size in erased.items() if size < 4.39} == {}
    assert {name: size for name, size in large.items() if size < 1.15 * usual.get(name, 0.0)} == {}


def test_row_is_printed_only_in_its_variant() -> None:
    rows = "    - {text: Always}\n    - {text: Wiped, variant: erase}\n    - {text: Kept, variant: not erase}\n"
    texts = [[word for page in make_sheet(rows, PrintSettings(variants=frozenset(variants)))
              for word in read_texts(page.items) if word in {"Always", "Wiped", "Kept"}]
             for variants in ((), ("erase",), ("erase", "large"))]
    assert texts == [["Always", "Kept"], ["Always", "Wiped"], ["Always", "Wiped"]]


def test_form_needs_a_row_in_every_variant() -> None:
    with pytest.raises(PrintshopError, match="form 'sheet' has no row in the variant 'erase'"):
        make_sheet("    - {text: Kept, variant: not erase}\n", USUAL)
