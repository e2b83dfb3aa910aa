"""Preflight reads colours, spots, lines, pictures and boxes from PDF and SVG files."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from reportlab.lib.colors import CMYKColor, CMYKColorSep
from reportlab.pdfgen.canvas import Canvas

from printshop.drawing.display_list import Document, Page
from printshop.equipment.printers import compensate_document
from printshop.files import AtomicWrite
from printshop.inspection import verify
from printshop.layout import page_frame
from printshop.layout.rectangles import PAPERS
from printshop.output import FORMATS, OutputOptions
from printshop.problems import PrintshopError
from printshop.words import load_words

if TYPE_CHECKING:
    from pathlib import Path


def open_canvas(path: Path) -> Canvas:
    return Canvas(str(path), pagesize=(200, 300))


def test_colours_and_spots_are_named(tmp_path: Path) -> None:
    canvas = open_canvas(tmp_path / "a.pdf")
    canvas.setFillColor(CMYKColor(0, 1, 0, 0))
    canvas.rect(10, 10, 50, 50, fill=1)
    canvas.setStrokeColor(CMYKColorSep(0, 1, 0, 0, spotName="CutContour"))
    canvas.line(0, 0, 50, 50)
    canvas.setFillGray(0.5)
    canvas.rect(10, 10, 5, 5, fill=1)
    canvas.save()
    result = verify.verify_pdf(tmp_path / "a.pdf").survey
    assert {"CMYK", "grey"} <= result.colors
    assert result.spots == {"CutContour"}
    assert not result.has_transparency


def test_transparency_and_boxes_are_found(tmp_path: Path) -> None:
    canvas = open_canvas(tmp_path / "a.pdf")
    canvas.setFillAlpha(0.5)
    canvas.rect(10, 10, 50, 50, fill=1)
    canvas.setTrimBox((9, 9, 190, 290))
    canvas.save()
    result = verify.verify_pdf(tmp_path / "a.pdf").survey
    assert result.has_transparency
    assert result.boxes == {"trim"}
    assert "has transparency" in "\n".join(result.format_lines())


def test_line_without_width_is_a_finding(tmp_path: Path) -> None:
    canvas = open_canvas(tmp_path / "a.pdf")
    canvas.setLineWidth(0)
    canvas.line(0, 0, 9, 9)
    canvas.save()
    assert any("no width" in finding for finding in verify.verify_pdf(tmp_path / "a.pdf").findings)


@pytest.mark.parametrize(("side", "coarse"), [(72.0, False), (144.0, True)])
def test_coarse_picture_is_a_finding(tmp_path: Path, side: float, coarse: bool) -> None:
    from PIL import Image
    from reportlab.lib.utils import ImageReader

    canvas = open_canvas(tmp_path / "a.pdf")
    canvas.drawImage(ImageReader(Image.new("RGB", (150, 150), "red")), 10, 10, side, side)
    canvas.save()
    report = verify.verify_pdf(tmp_path / "a.pdf")
    assert report.survey.coarsest == pytest.approx(150 * 72 / side)
    assert any("the dots will be visible" in finding for finding in report.findings) == coarse


def svg_file(tmp_path: Path, scale: tuple[float, float] = (1.0, 1.0), text: tuple[float, float] = (1.0, 1.0)) -> Path:
    page: Page = page_frame.make_framed_page(PAPERS["a4"], "Templates", (), game_title="Toy", words=load_words(),
                                             rights="Free.")
    with AtomicWrite() as delivery:
        document = compensate_document(Document("d", (page,)), scale)
        FORMATS["svg"].write_document(document, tmp_path / "page", delivery, OutputOptions(scale=text))
    return tmp_path / "page-01.svg"


@pytest.mark.parametrize(("old", "new", "finding"), [
    (r'height="([\d.]+)mm"', r'height="\1"', "programs will guess the size of the drawing"),
    (r'viewBox="0 0 ', 'viewBox="0 0 9', "the drawing may be scaled"),
])
def test_svg_of_another_size_is_a_finding(tmp_path: Path, old: str, new: str, finding: str) -> None:
    path = svg_file(tmp_path)
    text, count = re.subn(old, new, path.read_text(encoding="utf-8"), count=1)
    assert count
    path.write_text(text, encoding="utf-8")
    assert any(finding in one for one in verify.verify_svg(path).findings)


def test_scaled_svg_is_a_finding(tmp_path: Path) -> None:
    result = verify.verify_svg(svg_file(tmp_path, (0.97, 1.0)))
    assert list(result.findings) == ["the file is not at true scale across: 100 mm measures 97.000 mm"]


def test_svg_scaled_for_a_printer_states_its_scale(tmp_path: Path) -> None:
    scale = 100 / 99.6, 100 / 100.3
    result = verify.verify_svg(svg_file(tmp_path, scale, scale))
    assert result.findings == ()
    assert result.scale == pytest.approx(scale, abs=1e-6)
    assert "scaled to correct the errors of one printer: 100.40% across, 99.70% along" in str(result)
    assert [one.metric for one in result.rulers] == pytest.approx([100 * one for one in scale], abs=1e-3)
    off = verify.verify_svg(svg_file(tmp_path, (1.0, 1.0), scale))
    assert len(off.findings) == 2  # its rulers are not as long as it says


@pytest.mark.parametrize(("layer", "count"), [("guide", 2), ("print", 0)])
def test_only_lines_on_the_guides_are_rulers(tmp_path: Path, layer: str, count: int) -> None:
    path = svg_file(tmp_path)
    text, match = re.subn(r'inkscape:label="guide"', f'inkscape:label="{layer}"', path.read_text(encoding="utf-8"))
    assert match
    path.write_text(text, encoding="utf-8")
    report = verify.verify_svg(path)
    assert len(report.rulers) == count
    assert layer in report.layers


@pytest.mark.parametrize("text", [
    "", "hello", "<html/>", "<svg", '<svg><path d="M0 0"/></svg', "\0", '<!DOCTYPE s [<!ENTITY a "b">]><svg>&a;</svg>',
    '<svg width="1mm" height="1mm" viewBox="a"/>', '<svg><g transform="spin(4)"/></svg>',
])
def test_file_of_another_kind_is_a_problem(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.svg").write_text(text, encoding="utf-8")
    with pytest.raises(PrintshopError, match="the file is damaged or is not an SVG file"):
        verify.verify_svg(tmp_path / "a.svg")
