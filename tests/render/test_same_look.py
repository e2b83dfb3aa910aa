"""The same page looks the same in every format, whoever draws it."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import ink
import numpy as np
import pytest
import star
from PIL import Image

from printshop.files import Delivery
from printshop.render import FORMATS, Options, pdf, svg

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def paper() -> ink.Picture:
    return ink.pdf_picture(pdf.to_bytes(star.document()))


def assert_same(one: ink.Picture, other: ink.Picture) -> None:
    assert ink.stray(one, other) == 0
    assert ink.stray(other, one) == 0
    assert ink.off_color(one, other) == 0


def test_svg_as_pdf(paper: ink.Picture) -> None:
    drawn = ink.svg_picture(svg.to_text(star.page(), "star"))
    assert drawn.shape == pytest.approx(paper.shape, abs=1)
    assert_same(paper, drawn)


def test_flat_svg_as_pdf_but_for_pictures() -> None:
    page = star.page()
    shown = tuple(item for item in page.items if item not in star.pictures())
    bare = star.Page(page.width, page.height, shown)
    flat = svg.to_text(bare, "star", Options(text="flat"))
    assert_same(ink.pdf_picture(pdf.to_bytes(star.Document("bare", (bare,)))), ink.svg_picture(flat))


def test_png_as_pdf(paper: ink.Picture, tmp_path: Path) -> None:
    with Delivery() as delivery:
        (file,) = FORMATS["png"].write(star.document(), tmp_path / "star", delivery, Options(dpi=144))
    with Image.open(BytesIO(file.read_bytes())) as image:
        assert image.size == (round(210 / 25.4 * 144), 1584)
        assert image.info["dpi"] == pytest.approx((144, 144), abs=0.01)
        assert_same(paper, np.asarray(image.convert("RGB")))


@pytest.mark.skipif(not ink.CHROMIUM, reason="Chromium is not installed")
@pytest.mark.parametrize("text", ["outline", "live"])
def test_svg_in_chromium_as_pdf(paper: ink.Picture, tmp_path: Path, text: str) -> None:
    options = Options(text="live" if text == "live" else "outline")
    assert_same(paper, ink.chromium_picture(svg.to_text(star.page(), "star", options), tmp_path))


def test_the_comparison_can_fail(paper: ink.Picture) -> None:
    page = star.page()
    red = star.sh.rect(60, 186, 40, 6, fill=star.RED)
    moved = star.Page(page.width, page.height, (star.Group((*page.items, red), star.Transform(e=1.5)),))
    other = ink.svg_picture(svg.to_text(moved, "star"))
    assert ink.stray(paper, other) > 100
    assert ink.stray(other, paper) > 100
    assert ink.off_color(paper, other) > 100
