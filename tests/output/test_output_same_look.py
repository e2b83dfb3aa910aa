"""The same page looks the same in every format and in every renderer."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import images, sample_page
from PIL import Image

from printshop.files import AtomicWrite
from printshop.output import FORMATS, OutputOptions, pdf, svg

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def paper() -> images.Picture:
    return images.draw_pdf(pdf.render_pdf(sample_page.document()))


def assert_same(one: images.Picture, other: images.Picture) -> None:
    assert images.count_stray(one, other) == 0
    assert images.count_stray(other, one) == 0
    assert images.count_off_color(one, other) == 0


@pytest.mark.slow
def test_svg_looks_like_pdf(paper: images.Picture) -> None:
    svg_text = images.draw_svg(svg.render_svg(sample_page.page(), "star"))
    assert svg_text.shape == pytest.approx(paper.shape, abs=1)
    assert_same(paper, svg_text)


@pytest.mark.slow
def test_flat_svg_looks_like_pdf_except_pictures() -> None:
    page = sample_page.page()
    result = tuple(item for item in page.items if item not in sample_page.pictures())
    bare = sample_page.Page(page.width, page.height, result)
    flat = svg.render_svg(bare, "star", OutputOptions(text="flat"))
    assert_same(images.draw_pdf(pdf.render_pdf(sample_page.Document("bare", (bare,)))), images.draw_svg(flat))


@pytest.mark.slow
def test_png_looks_like_pdf(paper: images.Picture, tmp_path: Path) -> None:
    with AtomicWrite() as delivery:
        (file,) = FORMATS["png"].write_document(sample_page.document(), tmp_path / "star", delivery,
                                                OutputOptions(dpi=144))
    with Image.open(BytesIO(file.read_bytes())) as image:
        assert image.size == (round(210 / 25.4 * 144), 1584)
        assert image.info["dpi"] == pytest.approx((144, 144), abs=0.01)
        assert_same(paper, np.asarray(image.convert("RGB")))


@pytest.mark.slow
@pytest.mark.skipif(not images.CHROMIUM, reason="Chromium is not installed")
def test_live_text_in_chromium_looks_like_pdf(paper: images.Picture, tmp_path: Path) -> None:
    """With the embedded subset of each font, which only browsers use."""
    live = svg.render_svg(sample_page.page(), "star", OutputOptions(text="live"))
    assert_same(paper, images.draw_with_chromium(live, tmp_path))


@pytest.mark.slow
def test_comparison_can_fail(paper: images.Picture) -> None:
    page = sample_page.page()
    red = sample_page.sh.rect(60, 186, 40, 6, fill=sample_page.RED)
    shifted = sample_page.Group((*page.items, red), sample_page.Transform(e=1.5))
    moved = sample_page.Page(page.width, page.height, (shifted,))
    other = images.draw_svg(svg.render_svg(moved, "star"))
    assert images.count_stray(paper, other) > 100
    assert images.count_stray(other, paper) > 100
    assert images.count_off_color(paper, other) > 100
