"""Strips and bands: the words of a band, bands over joints, and spaces for unknown values."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest
from helpers.pages import find_outlines, find_words

from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, Group, Item, Layer, Page, Text
from printshop.drawing.shapes import outline_bounds
from printshop.game.model import Game, Words
from printshop.game.pictures import Pictures
from printshop.job import Request, Settings
from printshop.layout.boxes import PAPERS
from printshop.problems import PrintshopError, Problems
from printshop.products.templates import templates
from printshop.source import parse_text
from printshop.templates import template as reading
from printshop.units import INCH

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


# --- sticks


def test_the_words_of_a_band_stand_in_the_middle_of_its_longest_free_place() -> None:
    plain = ("stick: {kind: stick, title: Plain, width: 1 in, length: 6 in, every: 2 in, labels: [a, b, c], "
             "start: bow, marks: [{at: 2.2 in, label: oar}]}")
    ((items, _),) = pieces(plain)
    middles = {word.text: word.x for word in find_words(items)}
    [oar] = [item for item in items if isinstance(item, Text) and item.string == "oar"]
    start, beside = 9, oar.x + oar.width + 4  # what words across the stick take of its length, and a mark and its name
    assert middles["a"] == middles["0–2 in"] == pytest.approx((start + 2 * INCH) / 2)
    assert middles["b"] == middles["2–4 in"] == pytest.approx((beside + 4 * INCH) / 2)
    assert middles["c"] == middles["4–6 in"] == pytest.approx(5 * INCH)


def test_a_band_over_a_joint_is_coloured_on_both_pieces_and_named_once_where_one_has_no_room() -> None:
    made = pieces(HOUSE.replace("5 in, label: middle", "9 1/2 in, label: a band").replace("to: 9 in", "to: 18 in"))
    long = [sum(right - left for left, _, right, _ in (outline_bounds(path.segments) for path in find_outlines(items)
                if path.fill and path.fill != BLACK)) for items, _ in made]
    assert sum(long) == pytest.approx(15.5 * INCH)


def test_questions_that_have_no_room_are_a_problem() -> None:
    with pytest.raises(PrintshopError) as caught:
        pages(STICK.replace("24 in", "3 in").replace("at: 12 in", "at: 1 in").replace("at: 4 in", "at: 2 in"))
    (problem,) = caught.value.problems
    assert problem.message == "template 'Heavy': 'short / medium / long' does not fit on the piece"


def start(items: tuple[Item, ...]) -> tuple[float, float]:
    """Where the dot at the start is."""
    (dot,) = [outline_bounds(path.segments) for path in find_outlines(items)
              if path.fill == BLACK and not path.stroke and len(path.segments) > 5]
    return (dot[0] + dot[2]) / 2, (dot[1] + dot[3]) / 2
