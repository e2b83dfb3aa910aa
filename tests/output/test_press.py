"""Screen colours as inks, and PDF files for a press, read by pikepdf."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pikepdf
import pytest
from helpers import sample_page
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.display_list import (
    BLACK,
    WHITE,
    Bookmark,
    Color,
    Document,
    Group,
    Link,
    Page,
    PageLayer,
    Path,
    Stroke,
    Symbol,
    SymbolUse,
)
from printshop.drawing.geometry import Transform
from printshop.inspection.pdf_operators import WorkCounter
from printshop.inspection.preflight import survey_pages
from printshop.output import pdf
from printshop.output.press import Press, PrintCondition, convert_to_inks

CHANNEL = st.integers(0, 255)
COLOR = st.builds(Color, CHANNEL, CHANNEL, CHANNEL)
LIMIT = st.floats(1.0, 4.0)
SPOTS = {PageLayer.CUT: "CutContour", PageLayer.SCORE: "Crease"}
PRESS = Press("test", ink_limit=2.4, spot_inks=SPOTS, standard="PDF/X-1a:2003",
              condition=PrintCondition("CGATS TR 001"))


@given(COLOR, LIMIT)
def test_no_colour_exceeds_the_ink_limit(color: Color, limit: float) -> None:
    mix = convert_to_inks(color, limit)
    assert sum(mix) <= limit + 1e-9
    assert min(mix) >= 0
    assert max(mix) <= 1


@pytest.mark.parametrize(("thinnest", "expected"), [(0.0, 0.01), (0.25, 0.25), (1.0, 1.0)])
def test_no_line_is_thinner_than_the_limit_of_the_press(thinnest: float, expected: float) -> None:
    """Each is drawn at several sizes, in forms within forms, in its own ink and as a die line."""
    fine = Symbol("fine", (shapes.line(0, 0, 50, 0, Stroke(width=0.1)),), (0, 0, 50, 1))
    outer = Symbol("outer", (SymbolUse(fine, Transform().scale(0.5)), SymbolUse(fine, Transform().scale(20))),
                   (0, 0, 999, 1))
    items = (SymbolUse(outer), SymbolUse(outer, Transform().scale(0.2)), SymbolUse(fine, Transform().scale(20)),
             Group((SymbolUse(outer, Transform().scale(0.2)),), layer=PageLayer.CUT),
             Group((shapes.line(0, 0, 9, 0, Stroke(width=0.1)),), Transform().scale(0.1)))
    data = pdf.render_pdf(Document("d", (Page(300, 300, items),)), replace(PRESS, min_line_width=thinnest))
    with pikepdf.open(BytesIO(data)) as pdf_file:
        assert survey_pages(pdf_file, WorkCounter()).thinnest == pytest.approx(expected * 25.4 / 72, rel=1e-3)
        widths = {float(one.operands[0]) for thing in pdf_file.objects
                  if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"
                  for one in pikepdf.parse_content_stream(thing) if str(one.operator) == "w"}
    assert 0.1 in widths  # where it is drawn large enough it stays as it is


@given(COLOR)
def test_colour_converts_back_from_its_inks_within_the_limit(color: Color) -> None:
    *inks, black = convert_to_inks(color, 4.0)
    assert min(inks) == 0  # the third coloured ink is black
    result = [255 * (1 - ink) * (1 - black) for ink in inks]
    assert result == pytest.approx(color, abs=0.06)


@given(COLOR, LIMIT)
def test_coloured_inks_are_reduced_in_equal_shares(color: Color, limit: float) -> None:
    free, held = convert_to_inks(color, 4.0), convert_to_inks(color, limit)
    assert held.black == free.black
    shares = [held[k] / free[k] for k in range(3) if free[k] > 0.05]
    assert all(one == pytest.approx(other, abs=0.01) for one, other in pairwise(shares))


def open_press_pdf(*pages: Page, press: Press = PRESS) -> pikepdf.Pdf:
    pdf_file = pikepdf.open(BytesIO(pdf.render_pdf(Document("Press", pages), press)))
    assert pdf_file.check_pdf_syntax() == []
    return pdf_file


def page(*items: object, **more: object) -> Page:
    return Page(200, 300, items, **more)  # type: ignore[arg-type]


def operators(pdf_file: pikepdf.Pdf) -> list[str]:
    streams = [pdf_file.pages[0].obj, *(thing for thing in pdf_file.objects if isinstance(thing, pikepdf.Stream)
                                        and thing.get("/Subtype") == "/Form")]
    return [f"{' '.join(map(str, one.operands))} {one.operator}".strip()
            for stream in streams for one in pikepdf.parse_content_stream(stream)]


def test_every_item_is_drawn_without_rgb_layers_or_transparency() -> None:
    pdf_file = pikepdf.open(BytesIO(pdf.render_pdf(sample_page.document(), PRESS)))
    occurrences = survey_pages(pdf_file, WorkCounter())
    assert occurrences.colors <= {"CMYK", "grey"}
    assert not occurrences.has_transparency
    assert occurrences.ink <= 2.4 + 1e-6
    assert "/OCProperties" not in pdf_file.Root
    assert not [one for one in operators(pdf_file) if one.split()[-1] in {"rg", "RG", "g", "G", "BDC"}]


def test_lines_of_a_die_have_separate_inks_and_overprint() -> None:
    line = shapes.line(0, 0, 50, 50, Stroke(BLACK, 0.4))
    shared = Symbol("shared", (line,), (0, 0, 50, 50))
    pdf_file = open_press_pdf(
        page(Group((line, SymbolUse(shared)), layer=PageLayer.CUT), Group((line,), layer=PageLayer.SCORE), line)
    )
    resources = pdf_file.pages[0].Resources
    assert {str(space[1]) for space in resources.ColorSpace.values()} == {"/CutContour", "/Crease"}
    (state,) = resources.ExtGState.values()
    assert (state.OP, state.op, state.OPM) == (True, True, 1)
    items = operators(pdf_file)
    assert (items.count("/SpotCut CS"), items.count("/SpotScore CS")) == (2, 1)  # cuts on the page and in the form
    assert items.count("/Overprint gs") == 2
    assert "0 0 0 1 K" in items  # the line that is printed


def test_form_is_black_in_print_and_has_the_die_ink_in_cuts() -> None:
    shared = Symbol("shared", (shapes.line(0, 0, 50, 50, Stroke()),), (0, 0, 50, 50))
    pdf_file = open_press_pdf(page(SymbolUse(shared), Group((SymbolUse(shared),), Transform(e=50), layer=PageLayer.CUT),
                        SymbolUse(shared)))
    lines = [one for one in operators(pdf_file) if one.endswith((" K", "SCN"))]
    assert sorted(lines) == ["0 0 0 1 K", "1 SCN"]


def test_white_outlines_of_die_lines_are_omitted() -> None:
    ring = Path(shapes.rect(0, 0, 9, 9).segments, fill=WHITE, stroke=Stroke(BLACK))
    bed = shapes.line(0, 0, 50, 50, Stroke(WHITE, 2.0))
    drawing = operators(open_press_pdf(page(Group((bed, ring), layer=PageLayer.CUT))))
    assert [one for one in drawing if one in {"S", "B", "f"}] == ["S"]


def test_boxes_are_four_numbers_and_show_the_bleed() -> None:
    pdf_file = open_press_pdf(page(), page(bleed=9))
    assert [[float(value) for value in one.trimbox] for one in pdf_file.pages] == [[0, 0, 200, 300], [9, 9, 191, 291]]
    assert [[float(value) for value in one.BleedBox] for one in pdf_file.pages] == [[0, 0, 200, 300]] * 2


def test_file_states_its_standard() -> None:
    pdf_file = open_press_pdf(page())
    assert pdf_file.pdf_version == "1.4"
    assert (str(pdf_file.docinfo["/GTS_PDFXVersion"]), str(pdf_file.docinfo["/Trapped"])) == ("PDF/X-1a:2003", "/False")
    (intent,) = pdf_file.Root.OutputIntents
    assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "CGATS TR 001")
    assert "/DestOutputProfile" not in intent
    assert len(pdf_file.trailer.ID) == 2
    with pdf_file.open_metadata() as metadata:
        assert metadata["dc:title"] == "Press"
        assert metadata["pdfx:GTS_PDFXVersion"] == "PDF/X-1a:2003"


@pytest.mark.parametrize("links", [True, False])
def test_links_and_bookmarks_are_written_on_request(links: bool) -> None:
    marked = page(bookmarks=(Bookmark("Here"),), links=(Link(0, 0, 9, 9, "a"),), anchor="a")
    pdf_file = open_press_pdf(marked, press=Press("p", links=links))
    assert ("/Annots" in pdf_file.pages[0].obj, "/Outlines" in pdf_file.Root) == (links, links)
