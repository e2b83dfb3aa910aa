"""Large print: the smaller paper of the layout, and the enlarged pages."""

from __future__ import annotations

import pytest
from helpers.pages import find_words

from printshop.drawing.display_list import Document, Link, Page, PageStream
from printshop.drawing.text import Style, set_line
from printshop.layout.rectangles import PAPERS
from printshop.layout.zoom import ZOOM, enlarge_document, enlarge_page, shrink_paper

PAGE = Page(100.0, 200.0, set_line("Hull", Style(size=8.0), 10.0, 20.0), "S-1", "hull",
            links=(Link(10.0, 12.0, 30.0, 9.0, "crew"),), bleed=3.0)


def test_enlarged_page_has_the_size_of_the_paper() -> None:
    paper = PAPERS["a4"]
    small = shrink_paper(paper)
    assert (small.width, small.margin) == pytest.approx((paper.width / ZOOM, paper.margin / ZOOM))
    large = enlarge_page(Page(small.width, small.height, ()))
    assert (large.width, large.height) == pytest.approx((paper.width, paper.height))


def test_words_links_and_bleed_are_enlarged_and_the_code_is_not() -> None:
    large = enlarge_page(PAGE)
    (word,), (usual,) = find_words(large.items), find_words(PAGE.items)
    assert (word.x, word.y, word.size) == pytest.approx((ZOOM * usual.x, ZOOM * usual.y, ZOOM * 8.0))
    (*box, target), = large.links
    assert (box, target) == (pytest.approx([14.0, 16.8, 42.0, 12.6]), "crew")
    assert (large.bleed, large.label, large.anchor) == (pytest.approx(3.0 * ZOOM), "S-1", "hull")


def test_pages_of_a_document_are_enlarged_and_a_stream_is_still_a_stream() -> None:
    results = list[str]()

    def make_pages() -> list[Page]:
        results.append("made")
        return [PAGE]

    (page,) = enlarge_document(Document("Records", (PAGE,))).pages
    stream = enlarge_document(Document("Records", PageStream(lambda: iter(make_pages()))))
    assert not results
    assert [*stream.pages] == [*stream.pages] == [page] == [enlarge_page(PAGE)]
    assert results == ["made", "made"]
