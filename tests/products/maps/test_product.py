"""The product of maps: files of their own for many sheets, and advice on papers that have room for a whole map."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.map_games import load_map_game

from printshop.drawing.display_list import Bookmark, Page
from printshop.layout.rectangles import PAPERS, Paper
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.maps import MAX_SHEETS_IN_PACK, MapsProduct
from printshop.products.maps.build import find_single_sheet

if TYPE_CHECKING:
    from pathlib import Path

PRODUCT = MapsProduct()
A4 = PAPERS["a4"]
LARGER = {name: Paper(name, width * MM, height * MM)
          for name, width, height in (("a1", 594, 841), ("a3", 297, 420), ("a2", 420, 594))}


def make_map(title: str, count: int, paper: Paper = A4) -> tuple[Page, ...]:
    """Return blank pages, the first of which has a bookmark."""
    return tuple(Page(paper.width, paper.height, (), bookmarks=(Bookmark(title),) if not number else ())
                 for number in range(count))


def test_a_map_of_many_sheets_has_a_file_of_its_own() -> None:
    small, large, other = (make_map("Small", MAX_SHEETS_IN_PACK), make_map("Large", MAX_SHEETS_IN_PACK + 1),
                           make_map("Other", 1))
    assert [*PRODUCT.split_into_files((*small, *large, *other))] == [("", (*small, *other)), ("Large", large)]
    assert [*PRODUCT.split_into_files((*large, *large))] == [("Large", large), ("Large", large)]
    assert [*PRODUCT.split_into_files((*small, *other))] == [("", (*small, *other))]
    assert [*PRODUCT.split_into_files(large)] == [("", large)]  # which has no file to be apart from


def test_many_sheets_and_other_papers_stay_out_of_a_packs_one_file() -> None:
    settings = PrintSettings(A4)
    for count, paper, is_apart in ((MAX_SHEETS_IN_PACK, A4, False), (MAX_SHEETS_IN_PACK + 1, A4, True),
                                   (1, A4.rotate(), False), (1, LARGER["a3"], True), (1, PAPERS["letter"], True),
                                   (1, Paper("", A4.width + 0.9 * MM, A4.height), False),
                                   (1, Paper("", A4.width, A4.height + 1.1 * MM), True)):
        assert PRODUCT.needs_own_file(make_map("Map", count, paper), settings) == is_apart


def test_options_that_change_nothing_are_told() -> None:
    def list_unused(printed: tuple[str, ...], **options: str) -> list[str]:
        return [*PRODUCT.list_unused_options(options, printed)]

    assert list_unused(("maps", "counters"), map_paper="a0") == list_unused(("counters",), paper="a4") == []
    assert len(list_unused(("counters",), map_paper="a0")) == 1
    assert list_unused(("maps",), paper="fit") == []
    (both,), (none,) = list_unused(("maps", "counters"), paper="fit"), list_unused(("counters",), paper="fit")
    assert none.startswith(both)
    assert "no maps" in none.removeprefix(both)


@pytest.mark.parametrize(("columns", "paper", "is_for_copy_shop"), [
    (5, "", False), (11, "a3", True), (18, "a2", True), (26, "a1", True), (120, "", False)])
def test_the_smallest_paper_that_has_room_is_advised(tmp_path: Path, columns: int, paper: str,
                                                     is_for_copy_shop: bool) -> None:
    game = load_map_game(tmp_path, f"{{orientation: flat-top, across: 25 mm, columns: {columns}, rows: 9}}")
    papers = {**LARGER, "a4": A4}
    found = [*PRODUCT.list_advice(game, PrintRequest(), PrintSettings(A4), lambda: papers)]
    assert [f"--paper {paper}" in advice for advice in found] == [True] * bool(paper)
    assert [("--paper fit" in advice) for advice in found] == [is_for_copy_shop] * bool(paper)
    for other, sheet in papers.items():
        fits = find_single_sheet(game, PrintRequest(), PrintSettings(A4), [sheet]) is not None
        assert fits == (columns == 5 or (bool(paper) and other <= paper))
    assert not [*PRODUCT.list_advice(game, PrintRequest(), PrintSettings(A4, map_paper=LARGER["a2"]), lambda: papers)]
