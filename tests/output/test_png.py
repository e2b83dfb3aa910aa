"""Pictures of pages: their size in whole pixels, their paper, and a limit for the pixels."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from pypdfium2 import PdfDocument

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, Document, Page, Stroke, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.output import OutputOptions, pdf, png
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from PIL.Image import Image as Pixels


def draw(size: tuple[float, float], dpi: int, *, transparent: bool = False) -> Pixels:
    """Return the picture of a page with a black square of 20 points, 10 points from its left and 30 from its top."""
    page = Page(*size, (shapes.rect(10, 30, 20, 20, fill=BLACK),))
    with PdfDocument(pdf.render_pdf(Document("t", (page,)))) as pages:
        return png.draw_pixels(pages[0], dpi, transparent=transparent)


@pytest.mark.parametrize(("size", "dpi", "pixels"), [
    ((72, 144), 100, (100, 200)), ((50.3, 60.2), 72, (50, 60)), ((50.7, 60.8), 72, (51, 61)), ((0.1, 72), 72, (1, 72)),
])
def test_sides_are_rounded_to_whole_pixels(size: tuple[float, float], dpi: int, pixels: tuple[int, int]) -> None:
    assert draw(size, dpi).size == pixels


@pytest.mark.parametrize("dpi", [72, 144, 300])
def test_drawing_has_the_size_given_by_the_resolution(dpi: int) -> None:
    picture = draw((60, 80), dpi).convert("L")
    box = picture.point(lambda shade: 255 if shade < 128 else 0).getbbox()
    assert box == pytest.approx([dpi * side / 72 for side in (10, 30, 30, 50)], abs=1)


def test_paper_is_white_or_clear() -> None:
    assert draw((60, 80), 72).getpixel((1, 1)) == (255, 255, 255)
    clear = draw((60, 80), 72, transparent=True)
    assert clear.getpixel((1, 1))[3] == 0  # type: ignore[index]
    assert clear.getpixel((20, 40)) == (0, 0, 0, 255)


@pytest.mark.parametrize("dpi", [72, 300])
@pytest.mark.parametrize(("width", "turn", "dash", "share"), [
    (0.04, 0, (), 0.08), (0.1, 90, (), 0.2), (0.1, 30, (), 0.2), (0.1, 0, (1, 1), 0.1), (0.2, 90, (0, 0.5), 0.126),
])
def test_lines_thinner_than_a_pixel_have_their_tone(dpi: int, width: float, turn: float, dash: tuple[float, ...],
                                                    share: float) -> None:
    stroke = Stroke(BLACK, width * 2, tuple(2 * length for length in dash), cap="round" if 0 in dash else "butt")
    hatch = shapes.lines([(0, y, 40, y) for y in range(-10, 40)], stroke)  # drawn at half its size, in a symbol
    use = SymbolUse(Symbol("hatch", (replace(hatch, fill=BLACK),), (0, -10, 40, 40)),
                    Transform().rotate(turn, 7.5, 7.5).scale(0.5))
    document = Document("t", (Page(15, 15, (use,)),))
    with PdfDocument(png.render_for_pixels(document, dpi)) as pages:
        middle = png.draw_pixels(pages[0], dpi).convert("L").resize((1, 1), Image.Resampling.BOX, _middle(dpi))
    assert middle.getpixel((0, 0)) == pytest.approx(255 * (1 - share), abs=6)


def _middle(dpi: int) -> tuple[float, float, float, float]:
    return (4.5 * dpi / 72, 4.5 * dpi / 72, 10.5 * dpi / 72, 10.5 * dpi / 72)


def test_number_of_pixels_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "MAX_PIXELS", 72 * 144)
    assert draw((72, 144), 72)
    with pytest.raises(PrintshopError, match="73 x 144 pixels is too large") as error:
        draw((73, 144), 72)
    assert "--dpi 71" in error.value.problems[0].hint
    monkeypatch.setattr(png, "MAX_PIXELS", 36 * 72)
    with pytest.raises(PrintshopError) as error:
        draw((72, 144), 144)
    assert "--dpi 36" in error.value.problems[0].hint
    monkeypatch.setattr(png, "MAX_PIXELS", 36 * 71)
    with pytest.raises(PrintshopError) as error:
        draw((72, 144), 144)
    assert error.value.problems[0].hint == "write the document as PDF"


def test_file_states_its_resolution() -> None:
    pages = (Page(72, 72, ()), Page(144, 72, ()))
    files = [Image.open(io.BytesIO(data)) for data in png.make_png_files(Document("t", pages), OutputOptions(dpi=150))]
    assert [one.size for one in files] == [(150, 150), (300, 150)]
    assert all(one.info["dpi"] == pytest.approx((150, 150), abs=0.1) for one in files)
