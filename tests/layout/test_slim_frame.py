"""The frame of sheets that are full of cards: the area for cards, and the words in the strips."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.pages import find_words, read_text

from printshop.drawing.display_list import BLACK
from printshop.drawing.shapes import rect
from printshop.layout.rectangles import PAPERS, Rect
from printshop.layout.slim_frame import EDGE, Strips, find_slim_area, make_slim_page
from printshop.lengths import MM

NINE = Rect(0, 0, 190.5 * MM, 266.7 * MM)


@pytest.mark.parametrize(("paper", "strips"), [("a4", "ends"), ("letter", "sides")])
def test_strips_leave_space_for_nine_poker_cards_in_the_middle(paper: str, strips: Strips) -> None:
    sheet = PAPERS[paper]
    area = find_slim_area(sheet, strips)
    assert area
    assert area.width >= NINE.width
    assert area.height >= NINE.height
    assert area.center == pytest.approx((sheet.width / 2, sheet.height / 2))


def test_papers_with_a_fixed_margin_have_no_slim_frame() -> None:
    assert find_slim_area(PAPERS["universal"], "ends") is None
    assert find_slim_area(replace(PAPERS["a4"], margin=12 * MM), "ends") is None
    assert find_slim_area(replace(PAPERS["a4"], width=150 * MM), "ends") is None


@pytest.mark.parametrize("strips", ["ends", "sides"])
def test_words_are_beside_the_cards_and_long_notes_are_omitted(strips: Strips) -> None:
    sheet = PAPERS["a4" if strips == "ends" else "letter"]
    marked = Rect((sheet.width - NINE.width) / 2, (sheet.height - NINE.height) / 2, *NINE[2:]).inset(-2 * MM)
    texts = {}
    for note in ("print on card", "print on card " * 20):
        page = make_slim_page(sheet, "Cards †", (rect(*marked, fill=BLACK),), marked=marked, strips=strips,
                              game_title="Toy", rights="Rights", ours="† ours", note=note, sheet_side="front",
                              label="K-1", edition=("1.0", "1.0"), words=None, true_scale=True)
        for word in find_words(page.items):
            assert not marked.inset(0.1).intersect(Rect(word.x - 0.1, word.y - 0.1, 0.2, 0.2)), word
            assert EDGE <= word.x <= sheet.width - EDGE
            assert EDGE <= word.y <= sheet.height - EDGE
        texts[note] = read_text(page.items)
    for text in texts.values():
        assert all(word in text for word in ("Cards †", "Toy", "Rights", "† ours", "front", "100 mm"))
    assert ["print on card" in text for text in texts.values()] == [True, False]
