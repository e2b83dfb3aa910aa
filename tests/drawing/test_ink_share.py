"""The share of ink that is estimated from a page's items is that of a picture that PDFium draws of the page."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import images
from helpers.pages import make_pages

from printshop.drawing.display_list import Document
from printshop.drawing.ink_share import measure_ink
from printshop.output import pdf

LUMINANCE = 0.299, 0.587, 0.114


@pytest.mark.parametrize(("game", "product"), [
    ("for_the_masses", "counters"), ("ironclads", "cards"), ("ironclads", "records"),  # colours, dark backs, text
])
def test_pages_have_the_ink_of_their_pictures(game: str, product: str) -> None:
    pages = make_pages(product, game)[:2]
    data = pdf.render_pdf(Document("pages", tuple(pages)))
    for number, page in enumerate(pages):
        picture = images.draw_pdf(data, 60, number)[..., :3] / 255
        assert measure_ink(page) == pytest.approx(1 - float(np.dot(picture, LUMINANCE).mean()), abs=0.05), page.label
