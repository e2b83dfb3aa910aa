"""Box gauges larger than the paper are made in parts."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from helpers.pages import find_outlines, find_words

from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, Group, Item, Layer, Page
from printshop.drawing.shapes import outline_bounds
from printshop.game.model import Game, Words
from printshop.game.pictures import Pictures
from printshop.job import Request, Settings
from printshop.layout.boxes import PAPERS
from printshop.problems import Problems
from printshop.products.templates import templates
from printshop.source import parse_text
from printshop.templates import strips
from printshop.templates import template as reading
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from printshop.drawing.items import Document
    from printshop.game.model import Context
BOXES = """gauge:
  kind: boxes
  title: Gauge
  shape: L
  width: 20 mm
  arms:
    drift: {label: Sideways, order: [5, 3, 1, 2, 4, 6], box: 1/2 in}
    climb: {label: Along, order: [5, 3, 1, 2, 4, 6], box: unknown, example: 1 in}
"""


def document(text: str, ink: Ink = Ink.COLOUR, paper: str = "universal") -> Document:
    problems = Problems()
    node = parse_text(text, "templates.yaml", problems)
    assert node
    found = reading.read(node, cast("Context", SimpleNamespace(problems=problems, words=Words(), sizes=())))
    problems.raise_if_any()
    game = Game(key="toy", title="Toy", subtitle="", rights="", root=Path(), pictures=Pictures(()), sides={}, sizes=(),
                size_by="", unit_types={}, tables={}, units={}, sections={"templates": found})
    return templates.build(game, Request(), Settings(PAPERS[paper], ink))


def pages(text: str, ink: Ink = Ink.COLOUR) -> list[Page]:
    return list(document(text, ink).pages)


def pieces(text: str) -> list[tuple[tuple[Item, ...], tuple[float, float]]]:
    """What is drawn on each piece, in the piece's own points, and how large the piece is on the page."""
    found = []
    for page in pages(text):
        last = next(k for k, item in enumerate(page.items) if isinstance(item, Group) and item.layer is Layer.CUT)
        edges = page.items[last]
        assert isinstance(edges, Group)
        for edge, drawn in zip(find_outlines((edges,)), page.items[last - len(edges.items) : last], strict=True):
            assert isinstance(drawn, Group)
            left, top, right, bottom = outline_bounds(edge.segments)
            found.append((drawn.items, (right - left, bottom - top)))
    return found


def said(items: tuple[Item, ...]) -> list[str]:
    return [word.text for word in find_words(items)]


# --- box gauges


def test_a_gauge_larger_than_the_paper_is_made_in_pieces() -> None:
    made = pieces(BOXES.replace("example: 1 in", "example: 2 in"))
    assert len(made) == 3
    bar, first, last = (items for items, _ in made)
    assert "start of the bar" in said(first)
    assert [word for word in said(bar) if word.isdigit()] == ["5", "3", "1", "2", "4", "6"]
    assert [word for word in (*said(first), *said(last)) if word.isdigit()] == ["5", "3", "1", "2", "4", "6"]
    lengths = [max(size) for _, size in made]
    assert sum(lengths) == pytest.approx(3 * INCH + 12 * INCH + 20 * MM + strips.TAB)
    assert {"G2 Along", "G3"} <= set(said(first))  # its own code, and the next piece's on the tab
    assert "G3 Along" in said(last)


def start(items: tuple[Item, ...]) -> tuple[float, float]:
    """Where the dot at the start is."""
    (dot,) = [outline_bounds(path.segments) for path in find_outlines(items)
              if path.fill == BLACK and not path.stroke and len(path.segments) > 5]
    return (dot[0] + dot[2]) / 2, (dot[1] + dot[3]) / 2
