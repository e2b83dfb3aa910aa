"""The share of ink that is estimated from a page's items is that of a picture that PDFium draws of the page."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import images
from helpers.games import open_game

from printshop.drawing.display_list import Document, Page
from printshop.drawing.ink_share import measure_ink
from printshop.game.scenarios import SCENARIOS
from printshop.output import pdf
from printshop.print_settings import PrintSettings
from printshop.products.packs import assemble_pack, build_pack_components

LUMINANCE = 0.299, 0.587, 0.114


@pytest.mark.parametrize("key", ["for_the_masses", "stellar_wars"])  # most colours; dark fills
def test_pages_of_packs_have_the_ink_of_their_pictures(key: str) -> None:
    """Of each kind of page, the first three are compared: a pack has many alike."""
    game, settings = open_game(key), PrintSettings()
    scenario = next(iter(game[SCENARIOS].values()))
    pack = assemble_pack(game, scenario, tuple(build_pack_components(game, scenario, settings)), settings)
    pages, kinds = list[Page](), list[str]()
    for page in pack.document.pages:
        if page.label and kinds.count(kind := page.label.partition("-")[0]) < 3:
            kinds.append(kind)
            pages.append(page)
    data = pdf.render_pdf(Document("pages", tuple(pages)))
    assert len(pages) > 9
    for number, page in enumerate(pages):
        picture = images.draw_pdf(data, 60, number)[..., :3] / 255
        assert measure_ink(page) == pytest.approx(1 - float(np.dot(picture, LUMINANCE).mean()), abs=0.05), page.label
