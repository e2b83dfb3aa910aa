"""`printshop verify` finds what would make a page print at another size, in files that other programs have changed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pikepdf
import pytest
from helpers import sample_page

from printshop.drawing.display_list import Document, Group, Page, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.inspection.verify import PdfReport, verify_pdf
from printshop.layout import page_frame
from printshop.layout.rectangles import PAPERS
from printshop.output import pdf
from printshop.output.press import Press
from printshop.problems import PrintshopError
from printshop.words import load_words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PAPER = PAPERS["universal"]
# The picture of the page that has one of everything is a few pixels only.
COARSE = "a picture has only 54 dots per inch: the dots will be visible"


def true_page() -> Page:
    return page_frame.make_framed_page(PAPER, "Templates", (), game_title="Toy", words=load_words(), rights="Free.",
                                       label="T-1")


@pytest.fixture
def report(tmp_path: Path) -> Callable[..., PdfReport]:
    """Write pages, let a function spoil the file, and verify it."""

    def made(*pages: Page, spoil: Callable[[pikepdf.Pdf], None] | None = None) -> PdfReport:
        file = tmp_path / "file.pdf"
        file.write_bytes(pdf.render_pdf(Document("verify", pages or (true_page(), sample_page.page()))))
        if spoil:
            with pikepdf.open(file, allow_overwriting_input=True) as pdf_file:
                spoil(pdf_file)
                pdf_file.save(file)
        return verify_pdf(file)

    return made


@pytest.mark.parametrize("press", [None, Press("press")], ids=["screen", "press"])
def test_shared_rulers_are_written_once_and_measured_on_each_page(tmp_path: Path, press: Press | None) -> None:
    file = tmp_path / "file.pdf"
    file.write_bytes(pdf.render_pdf(Document("verify", (true_page(),) * 4), press))
    with pikepdf.open(file) as pdf_file:
        strokes = [sum(str(step.operator) == "l" for step in pikepdf.parse_content_stream(page))
                   for page in pdf_file.pages]
    assert strokes[0] > 300
    assert max(strokes[1:]) < 20
    if not press:  # a press has no layers, by which rulers are known
        assert [(ruler.page, round(ruler.metric, 3)) for ruler in verify_pdf(file).rulers] == [
            (page, 100.0) for page in (1, 2, 3, 4) for _ in range(2)]


@pytest.mark.parametrize(("across", "up"), [(0.97, 0.97), (1.0, 1.0003), (0.9142, 1.06)])
def test_scaled_page_is_reported(report: Callable[..., PdfReport], across: float, up: float) -> None:
    page = true_page()
    whole = Symbol("page", page.items, (0, 0, page.width, page.height))
    scaled = Transform().scale(across, up)
    result = report(Page(page.width, page.height, (Group((SymbolUse(whole, scaled),), Transform().translate(5, 9)),)))
    assert [ruler.metric for ruler in result.rulers] == pytest.approx([100 * across, 100 * up], abs=0.001)
    expected = [
        f"page 1 is not at true scale {axis}: 100 mm measures {100 * factor:.3f} mm, "
        f"4 in measures {101.6 * factor:.3f} mm"
        for axis, factor in (("across", across), ("up", up))
        if factor != 1
    ]
    assert list(result.findings) == expected


def test_page_wrapped_by_another_program_is_measured(report: Callable[..., PdfReport]) -> None:
    def shrink(pdf_file: pikepdf.Pdf) -> None:
        page = pdf_file.pages[0]
        content = page.Contents.read_bytes()
        form = page.as_form_xobject()
        form.write(content)
        name = page.add_resource(form, pikepdf.Name.XObject)
        page.Contents = pdf_file.make_stream(f"q 0.94 0 0 0.94 18 24 cm {name} Do Q".encode())

    result = report(true_page(), spoil=shrink)
    assert [ruler.metric for ruler in result.rulers] == pytest.approx([94, 94], abs=0.001)
    assert len(result.findings) == 2


@pytest.mark.parametrize(("size", "paper"), [((595, 842), "a4"), ((842, 595), "a4"), ((596, 792), "universal")])
def test_rounded_page_is_reported(report: Callable[..., PdfReport], size: tuple[int, int], paper: str) -> None:
    (finding,) = report(Page(*size, ())).findings
    assert finding.startswith(f"page 1 is {size[0] / 72 * 25.4:.2f} x {size[1] / 72 * 25.4:.2f} mm, nearly ")
    assert f" nearly but not exactly {paper} (" in finding
    assert finding.endswith(": the page will be scaled to fit")


def forget_key(key: str) -> Callable[[pikepdf.Pdf], None]:
    def spoil(pdf_file: pikepdf.Pdf) -> None:
        del pdf_file.Root.ViewerPreferences[key]

    return spoil


def _unit(pdf_file: pikepdf.Pdf) -> None:
    pdf_file.pages[1].UserUnit = 2


def _crop(pdf_file: pikepdf.Pdf) -> None:
    pdf_file.pages[1].CropBox = [10, 10, 500, 700]


def _font(pdf_file: pikepdf.Pdf) -> None:
    pdf_file.pages[0].Resources.Font.Extra = pdf_file.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    )


def make_duplex(pdf_file: pikepdf.Pdf) -> None:
    pdf_file.Root.ViewerPreferences.Duplex = pikepdf.Name.DuplexFlipShortEdge
    del pdf_file.pages[0]


@pytest.mark.parametrize(("spoil", "finding"), [
    (forget_key("/PrintScaling"),
     "the file does not ask to be printed at 100 % (ViewerPreferences lacks PrintScaling None)"),
    (forget_key("/Enforce"),
     "the file asks to be printed at 100 %, but does not enforce this scale (ViewerPreferences lacks Enforce)"),
    (_unit, "page 2 has a UserUnit: programs disagree on the size of such pages"),
    (_crop, "page 2 is cropped: some programs enlarge the visible part when they print the page"),
    (make_duplex, "the file asks to be printed on both sides, but its last sheet lacks a back"),
    (_font, "the font Helvetica is not embedded in the file: the text may look different"),
])  # fmt: skip
def test_each_fault_is_named(
    report: Callable[..., PdfReport], spoil: Callable[[pikepdf.Pdf], None], finding: str
) -> None:
    assert [one for one in report(spoil=spoil).findings if one != COARSE] == [finding]


def test_damaged_stream_is_reported(report: Callable[..., PdfReport]) -> None:
    def spoil(pdf_file: pikepdf.Pdf) -> None:
        broken = pdf_file.make_stream(b"not compressed at all")
        broken.write(b"not compressed at all", filter=pikepdf.Name.FlateDecode)
        pdf_file.Root.Extra = pdf_file.make_indirect(broken)

    assert any(finding.startswith("the PDF file is faulty: ") for finding in report(spoil=spoil).findings)


def test_file_of_another_kind_is_a_problem(tmp_path: Path) -> None:
    text, missing, locked = tmp_path / "page.pdf", tmp_path / "none.pdf", tmp_path / "locked.pdf"
    text.write_text("I am no PDF", encoding="utf-8")
    with pikepdf.new() as empty:
        empty.save(locked, encryption=pikepdf.Encryption(owner="a", user="b"))
    for file, reason in (
        (text, "the file is damaged or is not a PDF file"),
        (missing, "no such file or directory"),
        (locked, "the file needs a password"),
    ):
        with pytest.raises(PrintshopError) as error:
            verify_pdf(file)
        assert str(error.value) == f"error: cannot verify {file}: {reason}"


@pytest.mark.parametrize("content", [b"Do", b"/x Do", b"1 m", b"1 cm", b"Q Q EMC", b"/OC BDC", b"/OC 5 BDC"])
def test_malformed_operators_give_no_traceback(tmp_path: Path, content: bytes) -> None:
    pdf_file = pikepdf.new()
    page = pdf_file.add_blank_page(page_size=(100, 100))
    layers = pikepdf.Dictionary(g=pikepdf.Dictionary(Name=pikepdf.String("guide")))
    page.obj.Resources = pikepdf.Dictionary(Properties=layers)
    page.obj.Contents = pdf_file.make_stream(b"/OC /g BDC " + content)
    pdf_file.save(tmp_path / "odd.pdf")
    with suppress(PrintshopError):
        verify_pdf(tmp_path / "odd.pdf")


def test_line_of_the_report_has_a_readable_length(tmp_path: Path) -> None:
    file = tmp_path / "fonts.pdf"
    with pikepdf.new() as opened:
        opened.add_blank_page()
        opened.Root.Mine = opened.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1,
                                                                   BaseFont=pikepdf.Name(f"/{'long' * 1_000}")))
        opened.save(file)
    assert " ... " in str(verify_pdf(file))
    assert max(map(len, str(verify_pdf(file)).split("\n"))) < 700
