"""Sheets of pieces: which pieces share a sheet, and which get a sheet of their own."""

from __future__ import annotations

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, read_text

from printshop.drawing import shapes
from printshop.drawing.display_list import Color, Page
from printshop.layout.cutouts import Cutout, CutoutBatch
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError
from printshop.products.counters.sheets import SheetStack, make_sheets

RED, BLUE = Color(200, 20, 20), Color(20, 20, 200)
SIDE = 100  # points: a sheet has room for about twenty such squares


def make_batch(title: str, count: int, color: Color = RED, side_name: str = "", side: float = SIDE) -> CutoutBatch:
    """Return a batch of squares in a colour."""
    piece = Cutout(title, side, side, (shapes.rect(0, 0, side, side, fill=color),))
    return CutoutBatch(title, "", (piece,) * count, side_name=side_name)


def make_stack(*batches: CutoutBatch, extra: tuple[CutoutBatch, ...] = (), title: str = "Pieces") -> SheetStack:
    """Return a stack with the side of its first batch."""
    return SheetStack(title, batches, side_name=batches[0].side_name, extra_batches=extra)


def list_pages(*stacks: SheetStack, dry_run: bool = False) -> list[Page]:
    """Return the pages of some stacks."""
    return list(make_sheets("pieces", "P", stacks, open_game("toy"), PrintSettings(dry_run=dry_run)).pages)


def count_squares(page: Page, color: Color) -> int:
    """Return the number of squares of a colour on a page, without the small ones in the instructions."""
    return sum(1 for path in find_outlines(page.items) if path.fill == color
               and max(segment[0] for segment in path.segments if segment)
               - min(segment[0] for segment in path.segments if segment) >= SIDE - 1)


FULL = next(count for count in range(1, 60) if len(list_pages(make_stack(make_batch("Red", count + 1)))) > 1)


@pytest.mark.parametrize("count", [1, FULL, FULL + 1, 2 * FULL, 3 * FULL + 1])
def test_every_piece_is_printed_once(count: int) -> None:
    pages = list_pages(make_stack(make_batch("Red", count)))
    assert sum(count_squares(page, RED) for page in pages) == count
    assert all(count_squares(page, RED) for page in pages)


@pytest.mark.parametrize(("red", "blue", "shared"), [(2, 2, True), (FULL, 2, False), (2, FULL, False)])
def test_two_sides_share_a_sheet_if_that_saves_one(red: int, blue: int, shared: bool) -> None:
    pages = list_pages(make_stack(make_batch("Tugs", red, RED, "Red side")),
                       make_stack(make_batch("Tugs", blue, BLUE, "Blue side"), title="Pieces"))
    assert [bool(count_squares(page, RED) and count_squares(page, BLUE)) for page in pages] == (
        [True] if shared else [False, False])
    assert ("Pieces: Red side, Blue side" in read_text(pages[0].items)) == shared
    assert ("Blue side: Tugs" in read_text(pages[-1].items)) == shared


def test_sheet_with_two_kinds_of_two_sides_names_each_side_once() -> None:
    [page] = list_pages(*(make_stack(make_batch(kind, 1, RED, side)) for kind in ("Tugs", "Flags")
                          for side in ("Red side", "Blue side")))
    assert "Pieces: Red side, Blue side" in read_text(page.items)
    assert "Blue side, Red side" not in read_text(page.items)


def test_stacks_of_different_titles_have_separate_sheets() -> None:
    assert len(list_pages(make_stack(make_batch("Tugs", 1, RED, "Red side")),
                          make_stack(make_batch("Tugs", 1, BLUE, "Blue side"), title="Others"))) == 2


@pytest.mark.parametrize(("room", "pages"), [(6, 1), (0, 2)])
def test_extra_pieces_fill_free_space_of_a_sheet(room: int, pages: int) -> None:
    extra = make_batch("Flags", 2, BLUE, "Red side")
    result = list_pages(make_stack(make_batch("Tugs", FULL - room, RED, "Red side"), extra=(extra,)))
    assert len(result) == pages
    assert count_squares(result[-1], BLUE) == 2
    assert sum(count_squares(page, RED) for page in result) == FULL - room


def test_trial_run_draws_one_piece_of_each_batch() -> None:
    [page] = list_pages(make_stack(make_batch("Tugs", 3), make_batch("Flags", 99, BLUE)), dry_run=True)
    assert (count_squares(page, RED), count_squares(page, BLUE)) == (1, 1)


def test_all_pieces_too_large_are_reported() -> None:
    with pytest.raises(PrintshopError) as error:
        list_pages(make_stack(make_batch("Barges", 1, side=5000)), make_stack(make_batch("Tugs", 1)),
                   make_stack(make_batch("Rafts", 1, side=5000)))
    assert len(error.value.problems) == 2
