"""Sticks with unknown bands, box gauges, turning gauges: what goes over several pieces, what does not fit."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from placed import outlines, words

from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, Group, Item, Layer, Line, Move, Page, Text
from printshop.drawing.shapes import outline_bounds
from printshop.game.model import Game, Words
from printshop.game.pictures import Pictures
from printshop.job import Request, Settings
from printshop.layout.boxes import PAPERS
from printshop.problems import PrintshopError, Problems
from printshop.products.templates import templates
from printshop.source import parse_text
from printshop.templates import strips
from printshop.templates import template as reading
from printshop.units import INCH, MM

if TYPE_CHECKING:
    from printshop.drawing.items import Document
    from printshop.game.model import Context

STICK = """stick:
  kind: stick
  title: Heavy
  material: card
  width: 1 in
  length: 24 in
  bands: [{to: unknown, label: short}, {to: unknown, label: medium}, {to: unknown, label: long}]
  marks: [{at: 4 in, label: muskets}, {at: 12 in, label: gauge}]
  start: gun
"""
HOUSE = """stick:
  kind: stick
  title: House
  width: 3/4 in
  bands:
    - {to: 2 1/2 in, label: near}
    - {to: 5 in, label: middle, pattern: dots, colour: "#56b4e9"}
    - {to: 9 in, label: far, note: hits hard, pattern: hatch}
"""
BOXES = """gauge:
  kind: boxes
  title: Gauge
  shape: L
  width: 20 mm
  arms:
    drift: {label: Sideways, order: [5, 3, 1, 2, 4, 6], box: 1/2 in}
    climb: {label: Along, order: [5, 3, 1, 2, 4, 6], box: unknown, example: 1 in}
"""
CURVES = """gauge:
  kind: curves
  title: Rudder
  rows:
    slow: {radius: 2 in}
    middling: {radius: 4 in}
    fast: {radius: 6 in}
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
        for edge, drawn in zip(outlines((edges,)), page.items[last - len(edges.items) : last], strict=True):
            assert isinstance(drawn, Group)
            left, top, right, bottom = outline_bounds(edge.segments)
            found.append((drawn.items, (right - left, bottom - top)))
    return found


def marks(items: tuple[Item, ...]) -> list[tuple[Move, Line]]:
    """The separate lines of paths that have many: ticks."""
    found = []
    for path in outlines(items):
        pairs = list(zip(path.segments[::2], path.segments[1::2], strict=False))
        if path.stroke and len(pairs) > 1:
            alike = [(one, two) for one, two in pairs if isinstance(one, Move) and isinstance(two, Line)]
            found += alike if len(alike) == len(pairs) else []
    return found


def said(items: tuple[Item, ...]) -> list[str]:
    return [word.text for word in words(items)]


# --- sticks


def test_the_words_of_a_band_stand_in_the_middle_of_its_longest_free_place() -> None:
    plain = ("stick: {kind: stick, title: Plain, width: 1 in, length: 6 in, every: 2 in, labels: [a, b, c], "
             "start: bow, marks: [{at: 2.2 in, label: oar}]}")
    ((items, _),) = pieces(plain)
    middles = {word.text: word.x for word in words(items)}
    [oar] = [item for item in items if isinstance(item, Text) and item.string == "oar"]
    start, beside = 9, oar.x + oar.width + 4  # what words across the stick take of its length, and a mark and its name
    assert middles["a"] == middles["0–2 in"] == pytest.approx((start + 2 * INCH) / 2)
    assert middles["b"] == middles["2–4 in"] == pytest.approx((beside + 4 * INCH) / 2)
    assert middles["c"] == middles["4–6 in"] == pytest.approx(5 * INCH)


def test_a_band_over_a_joint_is_coloured_on_both_pieces_and_named_once_where_one_has_no_room() -> None:
    made = pieces(HOUSE.replace("5 in, label: middle", "9 1/2 in, label: a band").replace("to: 9 in", "to: 18 in"))
    long = [sum(right - left for left, _, right, _ in (outline_bounds(path.segments) for path in outlines(items)
                if path.fill and path.fill != BLACK)) for items, _ in made]
    assert sum(long) == pytest.approx(15.5 * INCH)


def test_questions_that_have_no_room_are_a_problem() -> None:
    with pytest.raises(PrintshopError) as caught:
        pages(STICK.replace("24 in", "3 in").replace("at: 12 in", "at: 1 in").replace("at: 4 in", "at: 2 in"))
    (problem,) = caught.value.problems
    assert problem.message == "template 'Heavy': 'short / medium / long' does not fit on the piece"


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


# --- turning gauges

def ticks(items: tuple[Item, ...], radius: float) -> list[float]:
    """The bearings of the middles of an arc's ticks, as what a model has turned by, smallest first."""
    x, y = start(items)
    found = []
    for one, two in marks(items):
        u, v = (one.x + two.x) / 2 - x, y - (one.y + two.y) / 2
        near, far = sorted(math.hypot(x + radius - end.x, y - end.y) for end in (one, two))
        straight = abs(far - near - math.hypot(one.x - two.x, one.y - two.y)) < 1e-6
        if near < radius < far and straight and v > 0 and abs(one.y - two.y) > 1e-9:
            found.append(math.degrees(math.atan2(v, radius - u)))
    return sorted(found)


def start(items: tuple[Item, ...]) -> tuple[float, float]:
    """Where the dot at the start is."""
    (dot,) = [outline_bounds(path.segments) for path in outlines(items)
              if path.fill == BLACK and not path.stroke and len(path.segments) > 5]
    return (dot[0] + dot[2]) / 2, (dot[1] + dot[3]) / 2


def test_figures_on_a_gauge_do_not_touch() -> None:
    for text in (CURVES, CURVES.replace("4 in", "unknown"), CURVES + "  every: 1/2 in\n"):
        for items, _ in pieces(text):
            figures = [(word.x, word.y) for word in words(items) if word.text.isdigit()]
            ahead = start(items)[0]
            beside = [place for place in figures if place[0] > ahead]
            assert len(beside) > 8
            closest = min(math.dist(one, two) for k, one in enumerate(beside) for two in beside[:k])
            assert closest >= 9.9


def test_a_narrow_sweep_brings_a_wide_arc_onto_the_paper() -> None:
    ((items, size),) = pieces(CURVES.replace("6 in", "14 in, sweep: 30"))
    turns = ticks(items, 14 * INCH)
    assert turns[-1] == pytest.approx(30)
    assert [two - one for one, two in pairwise(turns[:-1])] == pytest.approx([57.29578 / 14] * 6, abs=1e-4)
    assert max(size) < 9.39 * INCH


def test_words_of_marks_that_are_near_each_other_do_not_meet() -> None:
    near = STICK.replace("{at: 12 in, label: gauge}", "{at: 5 in, label: cannon}, {at: 6 in, label: gauge}")
    found = [word for items, _ in pieces(near) for word in words(items) if word.text in ("muskets", "cannon", "gauge")]
    assert len(found) == 3
    with pytest.raises(PrintshopError, match="'muskets of the line' does not fit"):
        pages(near.replace("muskets", "muskets of the line").replace("at: 5 in", "at: 4.4 in"))
