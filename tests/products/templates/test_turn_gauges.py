"""Turn gauges: figures that do not touch, and wide arcs that fit the paper."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from helpers.pages import find_outlines, find_words
from helpers.template_pages import STICK, find_pieces, find_start, make_template_pages

from printshop.drawing.display_list import Item, LineTo, MoveTo
from printshop.lengths import INCH
from printshop.problems import PrintshopError

CURVES = """gauge:
  kind: curves
  title: Rudder
  rows:
    slow: {radius: 2 in}
    middling: {radius: 4 in}
    fast: {radius: 6 in}
"""


def marks(items: tuple[Item, ...]) -> list[tuple[MoveTo, LineTo]]:
    """The separate lines of paths that have many: ticks."""
    results = []
    for path in find_outlines(items):
        pairs = list(zip(path.segments[::2], path.segments[1::2], strict=False))
        if path.stroke and len(pairs) > 1:
            alike = [(one, two) for one, two in pairs if isinstance(one, MoveTo) and isinstance(two, LineTo)]
            results += alike if len(alike) == len(pairs) else []
    return results


# --- turning gauges

def ticks(items: tuple[Item, ...], radius: float) -> list[float]:
    """The bearings of the middles of an arc's ticks, as what a model has turned by, smallest first."""
    x, y = find_start(items)
    results = []
    for one, two in marks(items):
        u, v = (one.x + two.x) / 2 - x, y - (one.y + two.y) / 2
        near, far = sorted(math.hypot(x + radius - end.x, y - end.y) for end in (one, two))
        straight = abs(far - near - math.hypot(one.x - two.x, one.y - two.y)) < 1e-6
        if near < radius < far and straight and v > 0 and abs(one.y - two.y) > 1e-9:
            results.append(math.degrees(math.atan2(v, radius - u)))
    return sorted(results)


def test_figures_on_a_gauge_do_not_touch() -> None:
    for text in (CURVES, CURVES.replace("4 in", "unknown"), CURVES + "  every: 1/2 in\n"):
        for items, _ in find_pieces(text):
            figures = [(word.x, word.y) for word in find_words(items) if word.text.isdigit()]
            ahead = find_start(items)[0]
            beside = [place for place in figures if place[0] > ahead]
            assert len(beside) > 8
            closest = min(math.dist(one, two) for k, one in enumerate(beside) for two in beside[:k])
            assert closest >= 9.9


def test_narrow_sweep_fits_a_wide_arc_on_the_paper() -> None:
    ((items, size),) = find_pieces(CURVES.replace("6 in", "14 in, sweep: 30"))
    turns = ticks(items, 14 * INCH)
    assert turns[-1] == pytest.approx(30)
    assert [two - one for one, two in pairwise(turns[:-1])] == pytest.approx([57.29578 / 14] * 6, abs=1e-4)
    assert max(size) < 9.39 * INCH


def test_words_of_neighbouring_marks_do_not_touch() -> None:
    near = STICK.replace("{at: 12 in, label: gauge}", "{at: 5 in, label: cannon}, {at: 6 in, label: gauge}")
    result = [
        word
        for items, _ in find_pieces(near)
        for word in find_words(items)
        if word.text in ("muskets", "cannon", "gauge")
    ]
    assert len(result) == 3
    with pytest.raises(PrintshopError, match="'muskets of the line' does not fit"):
        make_template_pages(near.replace("muskets", "muskets of the line").replace("at: 5 in", "at: 4.4 in"))
