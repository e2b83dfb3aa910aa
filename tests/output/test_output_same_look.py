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


@pytest.mark.slow
def test_svg_looks_like_pdf(paper: images.Picture) -> None:
    svg_text = images.draw_svg(svg.render_svg(sample_page.page(), "star"))
    assert svg_text.shape == pytest.approx(paper.shape, abs=1)
    images.assert_same_look(paper, svg_text)


def test_flat_svg_looks_like_the_usual_svg_except_pictures() -> None:
    page = sample_page.page()
    bare = sample_page.Page(page.width, page.height, tuple(item for item in page.items
                                                           if item not in sample_page.pictures()))
    usual, flat = (images.draw_svg(svg.render_svg(bare, "star", OutputOptions(text=text)), 72).astype(int)
                   for text in ("symbols", "flat"))
    assert np.count_nonzero(usual < 100) > 1000
    assert np.abs(usual - flat).max() < 60


def test_png_has_the_size_of_the_page(tmp_path: Path) -> None:
    with AtomicWrite() as delivery:
        (file,) = FORMATS["png"].write_document(sample_page.document(), tmp_path / "star", delivery,
                                                OutputOptions(dpi=36))
    with Image.open(BytesIO(file.read_bytes())) as image:
        assert image.size == (round(210 / 25.4 * 36), 396)
        assert image.info["dpi"] == pytest.approx((36, 36), abs=0.01)


def test_comparison_can_fail() -> None:
    page = sample_page.Page(90, 90, (sample_page.sh.rect(10, 10, 60, 60, fill=sample_page.RED),
                                     sample_page.sh.rect(20, 20, 40, 40, fill=sample_page.SKY)))
    shifted = sample_page.Group(page.items, sample_page.Transform(e=3))
    moved = sample_page.Page(90, 90, (shifted, sample_page.sh.rect(30, 30, 9, 9, fill=sample_page.RED)))
    paper = images.draw_pdf(pdf.render_pdf(sample_page.Document("small", (page,))))
    other = images.draw_svg(svg.render_svg(moved, "star"))
    assert images.count_stray(paper, other) > 100
    assert images.count_stray(other, paper) > 100
    assert images.count_off_color(paper, other) > 100
