"""True scale: a length of 300 mm measures 300 mm within 0.05 mm, by tools that did not write the file."""

from __future__ import annotations

import math
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pdfplumber
import pytest
from helpers import images
from PIL import Image

from printshop.drawing import shapes as sh
from printshop.drawing.display_list import BLACK, Document, Group, Page, Stroke, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.files import AtomicWrite
from printshop.lengths import MM
from printshop.output import FORMATS, pdf, png, svg

if TYPE_CHECKING:

    from numpy.typing import NDArray

TOLERANCE = 0.05  # mm
DPI = 200
WIDTH, HEIGHT = 340, 330  # mm, larger than any paper, so that 300 mm fits
RADIUS = 140.0
CARD = (20.0, 20.0, 85.60, 53.98)

_bar = Symbol("bar", (sh.rect(0, 0, 300 * MM, 2 * MM, fill=BLACK),), (0, 0, 300 * MM, 2 * MM))
_fine = Stroke(width=0.4)
PAGE = Page(WIDTH * MM, HEIGHT * MM, (
    SymbolUse(_bar, Transform().translate(20 * MM, 10 * MM)),
    Group((SymbolUse(_bar, Transform().scale(0.5)),), Transform().translate(12 * MM, 20 * MM).scale(2).rotate(90)),
    sh.rect(*(side * MM for side in CARD), fill=BLACK),
    sh.circle(175 * MM, 175 * MM, RADIUS * MM, stroke=_fine),
    sh.line(20 * MM, 320 * MM, 320 * MM, 320 * MM, _fine),
))  # fmt: skip
DOCUMENT = Document("scale", (PAGE,))


def extent(cover: NDArray[np.floating], dpi: float) -> tuple[float, float]:
    """The start and end of a dark bar along an axis, in mm, measured by the cover of its end pixels."""
    dark = np.flatnonzero(cover > 0.02)
    first, last = dark[0], dark[-1]
    return (first + 1 - cover[first]) / dpi * 25.4, (last + cover[last]) / dpi * 25.4


def measure_lengths(cover: NDArray[np.floating], dpi: float) -> dict[str, float]:
    """The lengths on a picture of the page."""

    def row(y: float) -> NDArray[np.floating]:
        return cover[round(y / 25.4 * dpi)]

    def column(x: float, top: float, bottom: float) -> NDArray[np.floating]:
        part = cover[:, round(x / 25.4 * dpi)].copy()
        part[: round(top / 25.4 * dpi)] = part[round(bottom / 25.4 * dpi) :] = 0
        return part

    left, right = extent(row(11), dpi)
    top, bottom = extent(column(11, 15, 330), dpi)
    wide = row(30).copy()
    wide[: round(15 / 25.4 * dpi)] = wide[round(120 / 25.4 * dpi) :] = 0
    card_left, card_right = extent(wide, dpi)
    card_top, card_bottom = extent(column(60, 15, 80), dpi)
    return {
        "across from": left, "across to": right, "up from": top, "up to": bottom,
        "card from": card_left, "card width": card_right - card_left, "card height": card_bottom - card_top,
    }  # fmt: skip


TRUE = {"across from": 20.0, "across to": 320.0, "up from": 20.0, "up to": 320.0,
        "card from": 20.0, "card width": 85.60, "card height": 53.98}  # fmt: skip


def radii(cover: NDArray[np.floating], dpi: float) -> list[float]:
    """The radius of the circle in 24 directions, in mm."""
    results = []
    for degrees in range(3, 363, 15):
        dx, dy = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        steps = np.arange(RADIUS - 2, RADIUS + 2, 0.01)
        xs = np.floor((175 + steps * dx) / 25.4 * dpi).astype(int)
        ys = np.floor((175 + steps * dy) / 25.4 * dpi).astype(int)
        weight = cover[ys, xs]
        results.append(float((steps * weight).sum() / weight.sum()))
    return results


@pytest.fixture(scope="module", params=["svg", "png"])
def cover(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> NDArray[np.floating]:
    """The page as pixels: an SVG by resvg, a PNG as it was written, and that is a PDF by PDFium."""
    if request.param == "svg":
        return images.measure_darkness(images.draw_svg(svg.render_svg(PAGE, "scale"), DPI))
    with AtomicWrite() as delivery:
        target = tmp_path_factory.mktemp("png") / "scale"
        (file,) = FORMATS["png"].write_document(DOCUMENT, target, delivery, png.OutputOptions(dpi=DPI))
    with Image.open(file) as image:
        assert image.size == (round(WIDTH / 25.4 * DPI), round(HEIGHT / 25.4 * DPI))
        return images.measure_darkness(np.asarray(image.convert("RGB")))


@pytest.mark.slow
def test_bars_and_rectangles_measure_true(cover: NDArray[np.floating]) -> None:
    assert measure_lengths(cover, DPI) == pytest.approx(TRUE, abs=TOLERANCE)


def test_circle_is_round(cover: NDArray[np.floating]) -> None:
    assert radii(cover, DPI) == pytest.approx([RADIUS] * 24, abs=TOLERANCE)


def test_numbers_in_a_pdf_are_exact() -> None:
    with pdfplumber.open(BytesIO(pdf.render_pdf(DOCUMENT))) as pdf_file:
        page = pdf_file.pages[0]
        boxes = [[one[key] / MM for key in ("x0", "top", "x1", "bottom")] for one in page.rects]
        line = page.lines[0]
    assert boxes[0] == pytest.approx([20, 10, 320, 12], abs=1e-4)
    assert boxes[1] == pytest.approx([10, 20, 12, 320], abs=1e-4)
    assert boxes[2] == pytest.approx([20, 20, 105.60, 73.98], abs=1e-4)
    assert (line["x0"] / MM, line["x1"] / MM) == pytest.approx((20, 320), abs=1e-4)


def test_numbers_in_an_svg_are_exact() -> None:
    root = ET.fromstring(svg.render_svg(PAGE, "scale"))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "339.9896mm", "329.9354mm", "0 0 339.9896 329.9354")  # whole CSS pixels, lengths on it as they were
    paths = [path.get("d") for path in root.findall("{http://www.w3.org/2000/svg}path")]
    assert paths[0] == "M20 20L105.6 20L105.6 73.98L20 73.98Z"
    assert paths[2] == "M20 320L320 320"
