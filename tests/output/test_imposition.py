"""Imposed booklets: every page once, in order when the sheets are folded, in its place, never scaled."""

from __future__ import annotations

import io

import pdfplumber
import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import shapes, text
from printshop.drawing.display_list import Bookmark, Document, Link, Page, Stroke
from printshop.equipment.printers import add_scale_keyword
from printshop.lengths import INCH, MM
from printshop.output import pdf
from printshop.output.imposition import FoldedSheet, impose_pages, list_sheet_sides
from printshop.problems import PrintshopError

A4 = FoldedSheet(297 * MM, 210 * MM)
LETTER = FoldedSheet(11 * INCH, 8.5 * INCH)
A5 = 148 * MM, 210 * MM
HALF = 5.5 * INCH, 8.5 * INCH
TOLERANCE = 0.02 * MM


def booklet(count: int, size: tuple[float, float] = A5) -> Document:
    """Return pages with their number and a frame 10 mm from the edges, and what only a reader on a screen needs."""
    width, height = size
    return Document("Made up", tuple(
        Page(width, height, (
            shapes.rect(10 * MM, 10 * MM, width - 20 * MM, height - 20 * MM, stroke=Stroke(width=0.5)),
            *text.set_line(f"page {number}", text.Style("sans", 12), width / 2, height / 2, "middle")),
             label=f"B-{number}", anchor=f"at {number}", bookmarks=(Bookmark(f"Page {number}"),),
             links=(Link(20, 20, 50, 10, "at 1"),))
        for number in range(1, count + 1)))


def make_imposed(count: int, fold: FoldedSheet = A4, size: tuple[float, float] = A5) -> bytes:
    return impose_pages(pdf.render_pdf(booklet(count, size)), fold)


def fold_sheets(results: list[tuple[int | None, int | None]]) -> list[int | None]:
    """Fold sheets as paper is folded, stapled and leafed through: what a reader sees, page after page.

    Each sheet lies inside the one before. Its front's left half and its back's right half are two sides of one leaf.
    """
    sheets = list(zip(results[::2], results[1::2], strict=True))
    first = [page for front, back in sheets for page in (front[1], back[0])]
    second = [page for front, back in reversed(sheets) for page in (back[1], front[0])]
    return [*first, *second]


@given(count=st.integers(1, 64))
def test_folded_booklet_has_every_page_once_in_order(count: int) -> None:
    result = list(list_sheet_sides(count))
    order = fold_sheets(result)
    assert len(order) % 4 == 0
    assert order == [*range(count), *[None] * (len(order) - count)]
    assert len(order) - count < 4


@pytest.mark.parametrize(("fold", "size"), [
    (A4, A5), (LETTER, HALF), (FoldedSheet(279.4 * MM, 210 * MM), (139.7 * MM, 210 * MM))])
@pytest.mark.parametrize("creep", [0.0, 0.1 * MM])
def test_pages_are_centred_in_their_halves_at_full_size(fold: FoldedSheet, size: tuple[float, float],
                                                        creep: float
                                                        ) -> None:
    fold = fold._replace(creep=creep)
    half = fold.width / 2
    with pdfplumber.open(io.BytesIO(make_imposed(16, fold, size))) as pdf_file:
        for place, page in enumerate(pdf_file.pages):
            assert (float(page.width), float(page.height)) == pytest.approx((fold.width, fold.height), abs=0.001)
            frames = sorted(page.rects, key=lambda one: one["x0"])
            assert len(frames) == 2
            for frame, edge, inwards in zip(frames, (0.0, half), (1, -1), strict=True):
                left = edge + (half - size[0]) / 2 + 10 * MM + inwards * (place // 2) * creep
                assert frame["x0"] == pytest.approx(left, abs=TOLERANCE)
                assert frame["top"] == pytest.approx(10 * MM, abs=TOLERANCE)
                assert frame["width"] == pytest.approx(size[0] - 20 * MM, abs=TOLERANCE)
                assert frame["height"] == pytest.approx(size[1] - 20 * MM, abs=TOLERANCE)


def test_file_asks_for_true_scale_and_the_short_edge() -> None:
    with pikepdf.open(io.BytesIO(make_imposed(6))) as pdf_file:
        wishes = pdf_file.Root.ViewerPreferences
        assert str(wishes.PrintScaling) == "/None"
        assert str(wishes.Duplex) == "/DuplexFlipShortEdge"
        assert not pdf_file.check_pdf_syntax()
        assert not {"/Outlines", "/PageLabels", "/Dests", "/Names"} & set(pdf_file.Root.keys())
        assert not any("/Annots" in page for page in pdf_file.pages)
        assert str(pdf_file.docinfo["/Title"]) == "Made up"


def test_no_page_is_moved_into_the_fold() -> None:
    assert impose_pages(pdf.render_pdf(booklet(64)), A4._replace(creep=0.4 * MM))
    with pytest.raises(PrintshopError, match=r"move the innermost pages 7\.5 mm into the fold"):
        impose_pages(pdf.render_pdf(booklet(64)), A4._replace(creep=0.5 * MM))


@settings(max_examples=5)
@given(across=st.floats(0.97, 1.03), along=st.floats(0.97, 1.03))
def test_error_of_a_printer_is_corrected_about_the_middle_of_the_sheet(across: float, along: float) -> None:
    data = pdf.render_pdf(add_scale_keyword(booklet(4), (across, along)))
    with pdfplumber.open(io.BytesIO(impose_pages(data, A4, (across, along)))) as pdf_file:
        frames = sorted(pdf_file.pages[0].rects, key=lambda one: one["x0"])
    assert frames[0]["width"] == pytest.approx((A5[0] - 20 * MM) * across, abs=TOLERANCE)
    assert frames[0]["height"] == pytest.approx((A5[1] - 20 * MM) * along, abs=TOLERANCE)
    assert (frames[0]["x0"] + frames[1]["x1"]) / 2 == pytest.approx(A4.width / 2, abs=TOLERANCE)


def test_backs_alone_move_by_the_offset_of_a_printer() -> None:
    moved = pdf.render_pdf(booklet(8))
    with pdfplumber.open(io.BytesIO(impose_pages(moved, A4))) as usual, \
            pdfplumber.open(io.BytesIO(impose_pages(moved, A4._replace(offset=(0.5 * MM, -1.25 * MM))))) as pdf_file:
        for number, (page, was) in enumerate(zip(pdf_file.pages, usual.pages, strict=True)):
            right, down = (0.5, -1.25) if number % 2 else (0.0, 0.0)
            for frame, before in zip(page.rects, was.rects, strict=True):
                assert (frame["x0"] - before["x0"]) / MM == pytest.approx(right, abs=0.005)
                assert (frame["top"] - before["top"]) / MM == pytest.approx(down, abs=0.005)
