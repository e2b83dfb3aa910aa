"""Reading sticks, box gauges and turning gauges: what is unknown, and every mistake placed and explained."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from printshop.problems import Problems
from printshop.source import parse_text
from printshop.templates import template as templates
from printshop.templates.boxes import BoxesTemplate
from printshop.templates.curves import CurvesTemplate
from printshop.templates.sticks import StickTemplate

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.templates import Template

STICK = """stick:
  kind: stick
  width: 1 in
  length: 24 in
  bands: [{to: 4 in, label: near}, {to: unknown, label: middle}, {to: unknown, label: far}]
  marks: [{at: 12 in, label: gauge}]
"""
BOXES = """gauge:
  kind: boxes
  shape: L
  arms:
    drift: {order: [5, 3, 1, 2, 4, 6], box: 1/2 in}
    climb: {order: [5, 3, 1, 2, 4, 6], box: unknown, example: 1 in}
"""
CURVES = """gauge:
  kind: curves
  rows:
    slow: {radius: 3 in}
    top_speed: {radius: unknown}
"""


def read(text: str) -> tuple[Template | None, list[str]]:
    """Return the one template of a text, and what is wrong with it, as messages show it."""
    problems = Problems()
    node = parse_text(text, "templates.yaml", problems)
    assert node
    # no other section is read: of the context, gauges need nothing but where problems go
    found = templates.read(node, cast("Context", SimpleNamespace(problems=problems)))
    lines = [(f"{one.span.line}:{one.span.column} {one.message}", one.hint) for one in problems if one.span]
    return next(iter(found.values()), None), [words for pair in lines for words in pair if words]


def test_a_stick_may_have_bands_whose_ends_are_unknown() -> None:
    stick, wrong = read(STICK)
    assert not wrong
    assert isinstance(stick, StickTemplate)
    assert [(band.to.text if band.to else None, band.label) for band in stick.bands] == [
        ("4 in", "near"), (None, "middle"), (None, "far")]
    assert stick.length.points == 24 * 72
    assert [(mark.at.text, mark.label) for mark in stick.marks] == [("12 in", "gauge")]


def test_the_last_band_ends_the_stick_even_if_others_are_unknown() -> None:
    stick, wrong = read(STICK.replace("  length: 24 in\n", "").replace("unknown, label: far", "20 in, label: far"))
    assert not wrong
    assert isinstance(stick, StickTemplate)
    assert stick.length.text == "20 in"


def test_a_box_that_is_unknown_may_have_a_house_size_or_none() -> None:
    gauge, wrong = read(BOXES)
    assert not wrong
    assert isinstance(gauge, BoxesTemplate)
    drift, climb = gauge.arms
    assert drift.order == climb.order == ("5", "3", "1", "2", "4", "6")
    assert [drift.length.pt, climb.length.pt] == [3 * 72, 6 * 72]
    assert (climb.box, climb.example and climb.example.text) == (None, "1 in")
    gauge, _ = read(BOXES.replace(", example: 1 in", ""))
    assert isinstance(gauge, BoxesTemplate)
    assert (gauge.arms[1].drawn, gauge.arms[1].length.text) == (None, "6 in")


def test_a_radius_that_is_unknown_brings_a_grid() -> None:
    gauge, wrong = read(CURVES)
    assert not wrong
    assert isinstance(gauge, CurvesTemplate)
    assert [(row.label, row.radius and row.radius.text) for row in gauge.rows] == [
        ("slow", "3 in"), ("top speed", None)]
    assert [(arc.radius and arc.radius.text, arc.label) for arc in gauge.arcs] == [
        ("6 in", ""), ("5 in", ""), ("4 in", ""), ("3 in", "slow"), ("3 in", ""), ("2 in", "")]
    known, _ = read(CURVES.replace("unknown", "5 in"))
    assert isinstance(known, CurvesTemplate)
    assert known.grid == ()


@pytest.mark.parametrize(("yaml", "wrong"), [
    (STICK.replace("  length: 24 in\n", ""), ["2:3 template 'stick' lacks 'length'"]),
    (STICK.replace("24 in", "4 in").replace("12 in", "4 in"),
     ["4:11 'length' of template 'stick' is 4 in, its band 'near' ends at 4 in",
      "make the stick longer than its bands that are known"]),
    (STICK.replace("12 in", "25 in"),
     ["6:10 the mark 'gauge' of template 'stick' is at 25 in, the stick ends at 24 in",
      "move the mark, or make the stick longer"]),
    (STICK.replace("unknown, label: far", "3 in, label: far"),
     ["4:11 template 'stick' has both 'bands' and 'length'", "keep one of the two",
      "5:71 band 3 of template 'stick' ends at 3 in, the band before it at 4 in",
      "list the bands from the nearest to the farthest",
      "6:10 the mark 'gauge' of template 'stick' is at 12 in, the stick ends at 3 in",
      "move the mark, or make the stick longer"]),
    (STICK.replace("label: near", "label: near, colour: '#fff'"),
     ["5:43 band 1 of template 'stick' has a 'colour' and no 'pattern'",
      "name a pattern too, for instance pattern: solid"]),
    (STICK.replace("label: near", "label: near, pattern: dotts"),
     [("5:44 'pattern' of band 1 of template 'stick': 'dotts' is not one of plain, solid, hatch, backhatch, "
       "crosshatch, bars, stripes, dots, checks, chevrons"), "did you mean 'dots'?"]),
    (STICK.replace("at: 12 in", "at: 12"),
     ["6:16 'at' of mark 1 of template 'stick': the length '12' has no unit", "write 12 mm or 12 in"]),
    (STICK.replace("to: unknown, label: far", "to: unkown, label: far"),
     ["4:11 template 'stick' has both 'bands' and 'length'", "keep one of the two",
      "5:71 'to' of band 3 of template 'stick': 'unkown' is not a length",
      "write for instance 19 mm, 3/4 in or 1 1/2 in"]),
    (BOXES.replace("climb:", "more: {order: [1], box: 1 in}\n    climb:"),
     ["3:10 template 'gauge' is an L and has 3 arms",
      "an L and a T have two arms; for any other number use shape: strips"]),
    (BOXES.replace("shape: L", "shape: X"), ["3:10 'shape' of template 'gauge': 'X' is not one of strips, L, T"]),
    (BOXES.replace("shape: L", "shape: T").replace("1/2 in", "1/16 in"),
     ["3:10 the bar of template 'gauge' is 0.375 in long and 3/4 in wide",
      "a T needs a bar that is longer than wide; put the longer arm first"]),
    (BOXES.replace("shape: L", "width: 1 mm"),
     ["3:10 'width' of template 'gauge' is 1 mm, the smallest allowed is 12 mm",
      "its words would be too small to read"]),
    (BOXES.replace("box: 1/2 in", "box: 1/2 in, example: 2 in"),
     ["5:62 arm 'drift' has both 'box' and 'example'", "an example is for a box that is unknown"]),
    (BOXES.replace("example: 1 in", "example: 1 in, length: 2 in"),
     ["6:77 arm 'climb' has both 'example' and 'length'",
      "keep one of the two: the boxes make the arm as long as it is"]),
    (BOXES.replace("example: 1 in", "length: 4 ft"),
     ["6:62 'length' of arm 'climb' is 4 ft, the largest allowed is 3 ft"]),
    (BOXES.replace("[5, 3, 1, 2, 4, 6], box: 1/2 in", "[], box: 1/2 in"),
     ["5:20 'order' of arm 'drift' must have 1 to 40 entries"]),
    (BOXES.replace("box: 1/2 in", "box: 0 in"), ["5:45 'box' of arm 'drift' must be more than 0"]),
    ("gauge: {kind: boxes, arms: {}}\n", ["1:28 'arms' of template 'gauge' must have 1 to 12 entries"]),
    (CURVES.replace("3 in", "3 in, sweep: 200"), ["4:33 'sweep' of row 'slow' is 200, the largest allowed is 180"]),
    (CURVES.replace("unknown", "4 in") + "  grid: {}\n",
     ["6:9 template 'gauge' has a 'grid', and every radius is known", "the grid is for a radius that is unknown"]),
    (CURVES + "  grid: {from: 4 in, to: 2 in}\n",
     ["6:26 'grid' of template 'gauge' has 0 arcs, from 4 in to 2 in every 1 in", "1 to 24 are possible"]),
    (CURVES + "  every: 0.1 mm\n",
     ["6:10 the arcs of template 'gauge' have more than 1000 ticks, 0.1 mm apart",
      "make them farther apart, or the radii shorter"]),
    (CURVES + "  hands: three\n", ["6:10 'hands' of template 'gauge': 'three' is not one of turn over, both"]),
    ("gauge: {kind: curves, rows: {}}\n", ["1:29 'rows' of template 'gauge' must have 1 to 24 entries"]),
    (CURVES.replace("radius: 3 in", "radii: 3 in"),
     ["4:12 unknown key 'radii' of row 'slow'", "did you mean 'radius'?"]),
])  # fmt: skip
def test_mistakes_are_explained(yaml: str, wrong: list[str]) -> None:
    template, found = read(yaml)
    assert found == wrong
    assert template is None

