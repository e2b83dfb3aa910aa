"""Cards of one set: similar sizes of type, equal titles, columns that end together and stand apart."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from helpers.games import open_game
from helpers.pages import find_outlines, find_words
from helpers.typeset_elements import make_context

from printshop.drawing.display_list import BLACK, WHITE, Page, TextRun
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.elements.card_parts import TextList
from printshop.elements.tables import TableContent
from printshop.game.charts import CHARTS, ChartCard
from printshop.layout.page_frame import find_content_rect
from printshop.layout.rectangles import PAPERS
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.build import use_game_fonts
from printshop.products.charts import build as charts_build


@cache
def list_cards(key: str) -> dict[str, ChartCard]:
    return open_game(key)[CHARTS]


@cache
def make_charts(key: str) -> dict[str, Page]:
    pages = charts_build.build_charts(open_game(key), PrintRequest(), PrintSettings()).pages
    return {page.anchor.removeprefix("card-"): page for page in pages if page.anchor}


def titles(key: str, card: str) -> list[float]:
    """Return the sizes of the titles of a card's blocks."""
    names = {block.title.upper() for block in list_cards(key)[card].blocks}
    return [word.size for word in find_words(make_charts(key)[card].items) if word.text in names]


@pytest.mark.slow
def test_cards_of_a_set_have_one_layout() -> None:
    key = "iron_stars"
    box = find_content_rect(PAPERS["universal"], true_scale=False)
    with use_game_fonts(open_game(key), PrintSettings()):
        alone = [charts_build._find_type_size(card, box, Ink.COLOUR) for card in list_cards(key).values()]
    assert max(alone) > min(alone)  # by themselves they would not be
    bodies = [max(word.size for word in find_words(page.items) if not word.font.endswith("bold") and len(word.text) > 9)
              for card, page in make_charts(key).items()
              if any(isinstance(part, TextList) for block in list_cards(key)[card].blocks for part in block.parts)]
    assert len(bodies) >= 3
    assert max(bodies) <= charts_build.MAX_SIZE_RATIO * min(bodies) + 0.01


def spans(items: object) -> list[tuple[float, float, float]]:
    """Return where each text begins and ends, and its baseline."""
    result = [item for item in items if isinstance(item, TextRun)]  # type: ignore[attr-defined]
    return [(item.x, item.x + item.width, item.y) for item in result]


@pytest.mark.parametrize("width", [330.0, 480.0])
def test_words_of_neighbouring_columns_have_a_gap_of_three_millimetres(width: float) -> None:
    long = "with the wound that is carried on to the next attack of three"
    grid = TableContent(("Step", "Printed", "Rules", "Verdict"),
                      (("Second counter", long, f"two hits {long}", "right"), ("Loss", "4 hits", long[:30], "right")),
                      frozenset())
    items, *_ = grid.typeset(width, make_context(8.0, 0.4))
    heads = sorted({round(left, 2) for left, _, base in spans(items) if base < 12})
    assert len(heads) == 4
    for column, following in pairwise(heads):
        ends = [right for left, right, _ in spans(items) if column - 0.1 <= left < following - 0.1]
        assert following - max(ends) >= 2.9 * MM - 1.5  # a word may stand on the edge of its room


def test_known_cell_among_spaces_to_fill_in_has_their_frame() -> None:
    rows = (("9", None, None), ("10", "2H 1C 1G", None), ("11", None, None))
    items, height, _ = TableContent(("d20", "a", "b"), rows, frozenset({1, 2})).typeset(220, make_context(9, 4))
    boxes = [measure_bounds((path,)) for path in find_outlines(items) if path.fill == WHITE and path.stroke]
    assert len(boxes) == 6
    assert len({round(right - left, 3) for left, _, right, _ in boxes}) == 1
    assert all(bottom - top >= 8 * MM for _, top, _, bottom in boxes)
    assert height > 3 * (8 * MM + 4)  # the air goes to the spaces
    assert BLACK not in {path.fill for path in find_outlines(items)}
