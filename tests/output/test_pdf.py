"""Contents of a PDF file other than ink, read by pikepdf and pdfplumber."""

from __future__ import annotations

from io import BytesIO

import pdfplumber
import pikepdf
import pytest
from helpers import sample_page
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import fonts
from printshop.drawing import shapes as sh
from printshop.drawing.display_list import Bookmark, Document, Group, Link, Page, PageLayer, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.output import pdf


def open_pdf(document: Document) -> pikepdf.Pdf:
    pdf_file = pikepdf.open(BytesIO(pdf.render_pdf(document)))
    assert pdf_file.check_pdf_syntax() == []
    return pdf_file


def blank(**more: object) -> Page:
    return Page(200.0, 300.0, (), **more)  # type: ignore[arg-type]


def test_file_asks_to_be_printed_at_its_size() -> None:
    pdf_file = open_pdf(sample_page.document())
    preferences = pdf_file.Root.ViewerPreferences
    assert preferences.PrintScaling == pikepdf.Name("/None")
    assert list(preferences.Enforce) == [pikepdf.Name("/PrintScaling")]
    assert "/Duplex" not in preferences


def test_file_has_its_metadata() -> None:
    pdf_file = open_pdf(sample_page.document())
    info = {key: str(value) for key, value in pdf_file.docinfo.items()}
    assert info["/Title"] == "Star & “stripes”"
    assert (info["/Author"], info["/Creator"]) == ("printshop", "printshop")
    assert (info["/Subject"], info["/Keywords"]) == ("Every item", "star, größe")
    assert str(pdf_file.Root.Lang) == "en-GB"
    assert pdf_file.pdf_version == "1.7"


def test_text_is_at_its_layout_position() -> None:
    run = sample_page.text(50, 100, "W(i)\\de", "old-standard", 20, tracking=3)
    with pdfplumber.open(BytesIO(pdf.render_pdf(Document("one", (Page(300, 200, (run,)),))))) as pdf_file:
        chars = pdf_file.pages[0].chars
    assert [char["text"] for char in chars] == list("W(i)\\de")
    places = [50 + fonts.measure_string("W(i)\\de"[:k], "old-standard", 20, 3) for k in range(7)]
    assert [char["x0"] for char in chars] == pytest.approx(places, abs=0.02)
    assert all(char["matrix"][5] == pytest.approx(100) for char in chars)


LABELS = st.one_of(
    st.text(st.characters(min_codepoint=32, max_codepoint=0x2FF, exclude_categories=["Cc", "Cf"]), max_size=6),
    st.sampled_from(["C-1", "C-2", "C-3", "1", "2", "Cover", "A09", "A10", "x0", "0", "9", "10", "C-99999999999"]),
)


@settings(max_examples=25)
@given(st.lists(LABELS, min_size=1, max_size=8))
def test_labels_can_be_read_again(labels: list[str]) -> None:
    pdf_file = open_pdf(Document("labels", tuple(blank(label=label) for label in labels)))
    expected = [label or str(number) for number, label in enumerate(labels, 1)]
    assert [page.label for page in pdf_file.pages] == expected


def test_bookmarks_become_an_outline() -> None:
    pages = (
        blank(bookmarks=(Bookmark("One"), Bookmark("One deeper", 1))),
        blank(bookmarks=(Bookmark("Two, too deep", 5), Bookmark("Größe", 0))),
    )
    pdf_file = open_pdf(Document("outline", pages))
    with pdf_file.open_outline() as outline:
        one, size = outline.root
        assert [one.title, size.title] == ["One", "Größe"]
        assert [child.title for child in one.children] == ["One deeper"]
        assert [child.title for child in one.children[0].children] == ["Two, too deep"]
        assert size.destination[0] == pdf_file.pages[1].obj
    assert pdf_file.Root.PageMode == pikepdf.Name("/UseOutlines")


def test_links_lead_to_existing_pages() -> None:
    pages = (
        blank(links=(Link(20, 30, 40, 10, "later"), Link(0, 0, 5, 5, "nowhere")), anchor="first"),
        blank(anchor="later", links=(Link(1, 2, 3, 4, "first"),)),
        blank(anchor="later"),
    )
    pdf_file = open_pdf(Document("links", pages))
    (there,) = pdf_file.pages[0].Annots
    (back,) = pdf_file.pages[1].Annots
    assert [float(value) for value in there.Rect] == [20, 260, 60, 270]
    assert there.Dest[0] == pdf_file.pages[1].obj
    assert back.Dest[0] == pdf_file.pages[0].obj
    assert "/Annots" not in pdf_file.pages[2]


def test_layers_are_optional_content_by_their_names() -> None:
    line = sh.line(0, 0, 50, 50, sample_page.Stroke())
    cut = Symbol("cut", (Group((line,), layer=PageLayer.CUT),), (0, 0, 50, 50))
    page = Page(100, 100, (Group((line,), layer=PageLayer.SCORE), SymbolUse(cut),
                           Group((line,), layer=PageLayer.SCORE)))
    pdf_file = open_pdf(Document("layers", (page,)))
    assert [str(group.Name) for group in pdf_file.Root.OCProperties.OCGs] == ["score", "cut"]
    assert [str(group.Name) for group in pdf_file.Root.OCProperties.D.Order] == ["score", "cut"]
    assert b"/OC /score BDC" in pdf_file.pages[0].Contents.read_bytes()


def test_ink_outside_the_bounds_of_a_symbol_is_visible() -> None:
    wide = Symbol("wide", (sh.line(-60, 0, 60, 0, sample_page.Stroke()),), (-1, -1, 1, 1))
    page = Page(200, 200, (SymbolUse(wide, Transform(e=100, f=100)),))
    with pdfplumber.open(BytesIO(pdf.render_pdf(Document("wide", (page,))))) as pdf_file:
        box = pdf_file.pages[0].lines[0]
    assert (box["x0"], box["x1"]) == (40, 160)


def test_document_needs_a_page() -> None:
    with pytest.raises(ValueError, match="at least one page"):
        pdf.render_pdf(Document("empty", ()))
