"""Cards of one set: type of nearly one size, titles of one, columns that end together, columns that stand apart."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from placed import outlines, words
from toys import opened

from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Page, Text
from printshop.drawing.shapes import bounds
from printshop.job import Request, Settings
from printshop.layout.furniture import content_box
from printshop.layout.paper import PAPERS
from printshop.parts.charts import CHARTS, Card, Items, Look
from printshop.parts.tables import Grid
from printshop.products.charts import charts
from printshop.units import MM

SETS = ["ironclads", "for_the_masses", "stellar_wars"]


@cache
def cards(key: str) -> dict[str, Card]:
    return opened(key)[CHARTS]


@cache
def pages(key: str) -> dict[str, Page]:
    return dict(zip(cards(key), charts.build(opened(key), Request(), Settings()).pages, strict=True))


def titles(key: str, card: str) -> list[float]:
    """Return the sizes of the titles of a card's blocks."""
    names = {block.title.upper() for block in cards(key)[card].blocks}
    return [word.size for word in words(pages(key)[card].items) if word.text in names]


@pytest.mark.parametrize("key", SETS)
def test_titles_of_a_card_are_of_one_size(key: str) -> None:
    for card in pages(key):
        found = titles(key, card)
        assert len(found) == len(cards(key)[card].blocks)
        assert max(found) - min(found) < 0.01, card


@pytest.mark.parametrize("key", SETS)
def test_cards_of_a_set_are_set_alike(key: str) -> None:
    box = content_box(PAPERS["universal"], scale=False)
    alone = [charts._size(card, box, Ink.COLOUR) for card in cards(key).values()]
    assert max(alone) > charts.EVEN * min(alone)  # by themselves they would not be
    bodies = [max(word.size for word in words(page.items) if word.font == "sans" and len(word.text) > 9)
              for card, page in pages(key).items()
              if any(isinstance(part, Items) for block in cards(key)[card].blocks for part in block.parts)]
    assert len(bodies) >= 3
    assert max(bodies) <= charts.EVEN * min(bodies) + 0.01


@pytest.mark.parametrize(("key", "card"), [
    ("ironclads", "chart_card"), ("ironclads", "house_tables"), ("for_the_masses", "command"),
    ("stellar_wars", "combat"), ("stellar_wars", "conduct"), ("stellar_wars", "building")])
def test_the_columns_of_a_card_end_on_one_line(key: str, card: str) -> None:
    frames = [bounds((path,)) for path in outlines(pages(key)[card].items)
              if path.fill == WHITE and path.stroke and len(path.segments) == 5]
    blocks = [frame for frame in frames if frame[2] - frame[0] > 100 and frame[3] - frame[1] > 30]
    lefts = {round(left) for left, *_ in blocks}
    lowest = [max(bottom for left, _, _, bottom in blocks if round(left) == column) for column in lefts]
    assert max(lowest) - min(lowest) < 1.0


def spans(items: object) -> list[tuple[float, float, float]]:
    """Return where each text begins and ends, and its baseline."""
    found = [item for item in items if isinstance(item, Text)]  # type: ignore[attr-defined]
    return [(item.x, item.x + item.width, item.y) for item in found]


@pytest.mark.parametrize("width", [330.0, 480.0])
def test_words_of_neighbouring_columns_stand_three_millimetres_apart(width: float) -> None:
    long = "with the wound that is carried on to the next attack of three"
    grid = Grid(("Step", "Printed", "Rules", "Verdict"),
                (("Second counter", long, f"two hits {long}", "right"), ("Loss", "4 hits", long[:30], "right")),
                frozenset())
    items, _ = grid.drawn(width, Look(8.0, 0.4, Ink.COLOUR), 1)
    heads = sorted({round(left, 2) for left, _, base in spans(items) if base < 12})
    assert len(heads) == 4
    for column, following in pairwise(heads):
        ends = [right for left, right, _ in spans(items) if column - 0.1 <= left < following - 0.1]
        assert following - max(ends) >= 2.9 * MM - 1.5  # a word may stand on the edge of its room


def test_figures_of_several_words_stand_three_millimetres_apart() -> None:
    rows = (("1", "3H 2C 1G F", "4H 3C 1G F", "6H 3C 1G F"),)
    items, _ = Grid(("d20", "a", "b", "c"), rows, frozenset({1, 2, 3})).drawn(262, Look(9, 1, Ink.COLOUR), 1)
    found = sorted(span for span in spans(items) if span[2] > 15)
    assert all(following[0] - one[1] >= 3 * MM - 0.1 for one, following in pairwise(found[1:]))


def test_a_known_cell_among_spaces_to_fill_in_has_their_frame() -> None:
    rows = (("9", None, None), ("10", "2H 1C 1G", None), ("11", None, None))
    items, height = Grid(("d20", "a", "b"), rows, frozenset({1, 2})).drawn(220, Look(9, 4, Ink.COLOUR), 1)
    boxes = [bounds((path,)) for path in outlines(items) if path.fill == WHITE and path.stroke]
    assert len(boxes) == 6
    assert len({round(right - left, 3) for left, _, right, _ in boxes}) == 1
    assert all(bottom - top >= 8 * MM for _, top, _, bottom in boxes)
    assert height > 3 * (8 * MM + 4)  # the air goes to the spaces
    assert BLACK not in {path.fill for path in outlines(items)}
