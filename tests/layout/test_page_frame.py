"""The frame of a page: rulers, titles, footers and instructions, exact and within the margins."""

from __future__ import annotations

import io

import pdfplumber
import pytest
from helpers import pages
from helpers.problems import catch_problems

from printshop.drawing import shapes
from printshop.drawing.display_list import Document, Group, Item, Page, TextRun
from printshop.layout import page_frame
from printshop.layout.rectangles import PAPERS, Paper
from printshop.lengths import MM
from printshop.output import pdf
from printshop.problems import PrintshopError
from printshop.words import load_words

SHEETS = [sheet for paper in PAPERS.values() for sheet in (paper, paper.rotate())]
NAMES = [f"{sheet.name}-{'tall' if sheet.height > sheet.width else 'wide'}" for sheet in SHEETS]
def make(paper: Paper, **more: object) -> Page:
    options: dict[str, object] = {
        "game_title": "Wobbling *Towers*", "rights": "Invented for the tests.", "note": "card", "label": "X-1",
    } | more  # fmt: skip
    return page_frame.make_framed_page(paper, str(options.pop("title", "Sheets")), (), words=load_words(), **options)  # type: ignore[arg-type]


def read_words(items: tuple[Item, ...]) -> str:
    results = []
    for item in items:
        if isinstance(item, Group):
            results.append(read_words(item.items))
        elif isinstance(item, TextRun):
            results.append(item.string)
    return " ".join(results)


@pytest.mark.parametrize("paper", SHEETS, ids=NAMES)
def test_rulers_measure_exactly_in_the_printed_file(paper: Paper) -> None:
    document = Document("t", (make(paper),))
    with pdfplumber.open(io.BytesIO(pdf.render_pdf(document))) as pdf_file:
        lines = pdf_file.pages[0].lines
    for axis, other in (("width", "height"), ("height", "width")):
        result = sorted(line[axis] / MM for line in lines if line[other] < 0.001 and 99 < line[axis] / MM < 103)
        assert result == pytest.approx([100.0, 101.6], abs=0.001)


@pytest.mark.parametrize("scale", [True, False])
@pytest.mark.parametrize("paper", SHEETS, ids=NAMES)
def test_page_frame_stays_within_the_margins_of_content_and_paper(paper: Paper, scale: bool) -> None:
    box, content = paper.printable, page_frame.find_content_rect(paper, scale)
    for item in make(paper, true_scale=scale).items:
        left, top, right, bottom = shapes.measure_bounds([item], with_strokes=False)
        loose = 2.0  # text is bounded generously
        assert left >= box.x - loose
        assert top >= box.y - loose
        assert right <= box.right + loose
        assert bottom <= box.bottom + loose
        across = right < content.x + loose or left > content.right - loose
        down = bottom < content.y + loose or top > content.bottom - loose
        assert across or down or isinstance(item, Group)
    for item in make(paper, true_scale=scale).items:
        if isinstance(item, Group):  # each ruler lies along one edge
            for path in item.items:
                left, top, right, bottom = shapes.measure_bounds([Group((path,), item.transform)], with_strokes=False)
                assert right < content.x + 1 or top > content.bottom - 1


def test_true_scale_page_has_print_instructions() -> None:
    words = read_words(make(PAPERS["a4"]).items)
    for part in ("Sheets", "Wobbling", "Towers", "Invented", "X-1", "card", "100 %", "actual size", "100 mm", "4 in"):
        assert part in words
    assert "100 %" not in read_words(make(PAPERS["a4"], true_scale=False).items)
    assert "Invented" in read_words(make(PAPERS["a4"], true_scale=False).items)


@pytest.mark.parametrize("paper", [PAPERS["universal"], Paper("slender", 298, 420)], ids=lambda paper: paper.name)
def test_rights_line_is_readable_or_refused(paper: Paper) -> None:
    smallest = []
    for count in range(20, 400, 5):
        try:
            items = make(paper, rights=("unofficial " * 40)[:count], note="", game_title="").items
        except PrintshopError:
            break
        smallest.append(
            min(word.size for word in pages.find_words(items) if "unoff" in word.text or "icial" in word.text)
        )
    assert smallest == sorted(smallest, reverse=True)
    assert 5 <= smallest[-1] < 7 == smallest[0]


@pytest.mark.parametrize("paper", [*PAPERS.values(), Paper("half letter", 396, 612)], ids=lambda paper: paper.name)
@pytest.mark.parametrize("note", ["cut along the frames; for hits, what counts is the line of the hull", "on card"])
def test_long_title_leaves_space_for_the_words_beside_it(paper: Paper, note: str) -> None:
    page = make(paper, title="Boats: The Upper Squadron, The Delta Flotilla", note=note,
                game_title="Beer and Pretzels Ironclads")
    assert note in read_words(page.items)
    assert "The Delta Flotilla" in read_words(page.items)


@pytest.mark.parametrize(("more", "what"), [
    ({"title": "A title " * 20}, "page title"),
    ({"game_title": "A game " * 20}, "game's title"),
    ({"note": "a note " * 80}, "page note"),
    ({"rights": "all rights " * 60}, "rights line"),
    ({"rights": "all rights " * 60, "true_scale": False}, "rights line"),
])  # fmt: skip
def test_words_too_wide_are_a_problem(more: dict[str, object], what: str) -> None:
    (problem,) = catch_problems(make, PAPERS["universal"], **more)
    assert problem.message.startswith(f"the {what} '")
    assert problem.message.endswith("' is too long for the page")
    assert problem.hint == "shorten the text: the text does not fit even in the smallest legible type"


@pytest.mark.parametrize("what", ["title", "game_title", "note", "rights"])
@pytest.mark.parametrize("scale", [True, False])
def test_missing_character_is_a_problem(what: str, scale: bool) -> None:
    with pytest.raises(PrintshopError, match="'\u6e2f': no available font has '\u6e2f'"):
        make(PAPERS["a4"], true_scale=scale, **{what: "\u6e2f"})


def test_code_of_a_page_is_beside_the_last_line_of_the_rights() -> None:
    sheet = Paper("half letter", 396, 612)
    baselines = []
    for count in (1, 12):
        words = list(pages.find_words(make(sheet, rights="Unofficial. " * count, true_scale=False).items))
        rights = [word.y for word in words if "Unofficial" in word.text]
        (code,) = [word.y for word in words if word.text == "X-1"]
        assert max(rights) == pytest.approx(code, abs=2.5)
        baselines.append(code)
    assert baselines[0] < baselines[1]


def test_page_cropped_to_its_blocks_keeps_its_head_and_ends_below_the_lowest() -> None:
    blocks = [Group((shapes.rect(20 * MM, top * MM, 9 * MM, 10 * MM),)) for top in (40, 60, 30)]
    page = page_frame.make_framed_page(PAPERS["a4"], "Title", blocks, game_title="Game", rights="Rights",
                                       words=load_words(), true_scale=False)
    cropped = page_frame.crop_to_blocks(page)
    assert (cropped.width, cropped.height) == pytest.approx((page.width, 76 * MM))
    assert cropped.items == page.items
    full = Group((shapes.rect(20 * MM, 20 * MM, 9 * MM, page.height - 22 * MM),))
    assert page_frame.crop_to_blocks(Page(page.width, page.height, (full,))).height == page.height
    empty = Page(page.width, page.height, page.items[:-3])
    assert page_frame.crop_to_blocks(empty) == empty
