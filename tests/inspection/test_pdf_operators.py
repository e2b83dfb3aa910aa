"""Operators of PDF pages: widths of lines, wrong content, and forms that draw each other."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pikepdf
import pytest
from reportlab.pdfgen.canvas import Canvas

from printshop.inspection import preflight, verify
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path


def open_canvas(path: Path) -> Canvas:
    return Canvas(str(path), pagesize=(200, 300))


@pytest.mark.parametrize(("scale", "width"), [(1.0, 0.5), (0.5, 0.25), (3.0, 1.5)])
def test_thinnest_line_is_measured_as_drawn(tmp_path: Path, scale: float, width: float) -> None:
    canvas = open_canvas(tmp_path / "a.pdf")
    canvas.saveState()
    canvas.setLineWidth(7)
    canvas.line(0, 0, 9, 9)
    canvas.scale(scale, scale)
    canvas.beginForm("form")
    canvas.setLineWidth(0.5)
    canvas.line(0, 0, 50, 50)
    canvas.endForm()
    canvas.doForm("form")
    canvas.restoreState()
    canvas.save()
    assert verify.verify_pdf(tmp_path / "a.pdf").survey.thinnest == pytest.approx(width * 25.4 / 72)


@pytest.mark.parametrize("content", [
    b"w", b"/x cs", b"/x gs", b"S", b"(a) w S", b"1 0 0 cm", b"/I Do", b"BI /W 1 /H 1 /CS /G /BPC 8 ID \x00 EI",
])
def test_malformed_content_gives_no_traceback(tmp_path: Path, content: bytes) -> None:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(100, 100))
    page.obj.Contents = pdf.make_stream(content)
    pdf.save(tmp_path / "a.pdf")
    with suppress(PrintshopError):
        assert verify.verify_pdf(tmp_path / "a.pdf").sizes


@pytest.mark.slow
def test_forms_nested_in_themselves_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preflight, "MAX_FORMS", 2_000)
    pdf = pikepdf.new()
    guides = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="guide"))
    form = pdf.make_stream(b"0 0 m 1 1 l S", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form, BBox=[0, 0, 1, 1])
    for _ in range(18):
        inside = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form), Properties=pikepdf.Dictionary(G=guides))
        form = pdf.make_stream(b"/OC /G BDC /X Do /X Do EMC", Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Form,
                               BBox=[0, 0, 1, 1], Resources=inside)
    page = pdf.add_blank_page(page_size=(300, 300))
    page.obj.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(X=form))
    page.obj.Contents = pdf.make_stream(b"/X Do")
    pdf.save(tmp_path / "bomb.pdf")
    with pytest.raises(PrintshopError, match="the pages contain too many drawings within drawings to be measured"):
        verify.verify_pdf(tmp_path / "bomb.pdf")
