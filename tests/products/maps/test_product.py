"""The product of maps: many sheets have separate files, and unused options are reported."""

from __future__ import annotations

from printshop.drawing.display_list import Bookmark, Page
from printshop.layout.rectangles import PAPERS, Paper
from printshop.lengths import MM
from printshop.print_settings import PrintSettings
from printshop.products import find_product
from printshop.products.maps import MAX_SHEETS_IN_PACK

PRODUCT = find_product("maps")
A4 = PAPERS["a4"]


def make_map(title: str, count: int, paper: Paper = A4) -> tuple[Page, ...]:
    """Return blank pages; the first has a bookmark."""
    return tuple(Page(paper.width, paper.height, (), bookmarks=(Bookmark(title),) if not number else ())
                 for number in range(count))


def test_map_of_many_sheets_has_a_separate_file() -> None:
    small, large, other = (make_map("Small", MAX_SHEETS_IN_PACK), make_map("Large", MAX_SHEETS_IN_PACK + 1),
                           make_map("Other", 1))
    assert [*PRODUCT.split_into_files((*small, *large, *other))] == [("", (*small, *other)), ("Large", large)]
    assert [*PRODUCT.split_into_files((*large, *large))] == [("Large", large), ("Large", large)]
    assert [*PRODUCT.split_into_files((*small, *other))] == [("", (*small, *other))]
    assert [*PRODUCT.split_into_files(large)] == [("", large)]  # which has no file to be apart from


def test_maps_of_many_sheets_and_other_papers_are_not_in_the_single_file_of_a_pack() -> None:
    settings = PrintSettings(A4)
    for count, paper, is_apart in ((MAX_SHEETS_IN_PACK, A4, False), (MAX_SHEETS_IN_PACK + 1, A4, True),
                                   (1, A4.rotate(), False), (1, Paper("a3", 297 * MM, 420 * MM), True),
                                   (1, PAPERS["letter"], True),
                                   (1, Paper("", A4.width + 0.9 * MM, A4.height), False),
                                   (1, Paper("", A4.width, A4.height + 1.1 * MM), True)):
        assert PRODUCT.needs_own_file(make_map("Map", count, paper), settings) == is_apart


def test_unused_options_are_reported() -> None:
    def list_unused(printed: tuple[str, ...], **options: str) -> list[str]:
        return [*PRODUCT.list_unused_options(options, printed)]

    assert list_unused(("maps", "counters"), map_paper="a0") == list_unused(("counters",), paper="a4") == []
    assert len(list_unused(("counters",), map_paper="a0")) == 1
    assert list_unused(("maps",), paper="fit") == []
    (both,), (none,) = list_unused(("maps", "counters"), paper="fit"), list_unused(("counters",), paper="fit")
    assert none.startswith(both)
    assert "no maps" in none.removeprefix(both)
