"""Strips and bands: the words of a band, bands over joints, and spaces for unknown values."""

from __future__ import annotations

import pytest
from helpers.pages import find_outlines, find_words
from helpers.problems import catch_problems
from helpers.template_pages import STICK, find_pieces, make_template_pages

from printshop.drawing.display_list import BLACK, TextRun
from printshop.drawing.shapes import measure_outline
from printshop.lengths import INCH

HOUSE = """stick:
  kind: stick
  title: House
  width: 3/4 in
  bands:
    - {to: 2 1/2 in, label: near}
    - {to: 5 in, label: middle, pattern: dots, colour: "#56b4e9"}
    - {to: 9 in, label: far, note: hits hard, pattern: hatch}
"""


# --- sticks


def test_words_of_a_band_are_in_the_middle_of_its_longest_free_part() -> None:
    plain = ("stick: {kind: stick, title: Plain, width: 1 in, length: 6 in, every: 2 in, labels: [a, b, c], "
             "start: bow, marks: [{at: 2.2 in, label: oar}]}")
    ((items, _),) = find_pieces(plain)
    middles = {word.text: word.x for word in find_words(items)}
    [oar] = [item for item in items if isinstance(item, TextRun) and item.string == "oar"]
    start, beside = 9, oar.x + oar.width + 4  # what words across the stick take of its length, and a mark and its name
    assert middles["a"] == middles["0–2 in"] == pytest.approx((start + 2 * INCH) / 2)
    assert middles["b"] == middles["2–4 in"] == pytest.approx((beside + 4 * INCH) / 2)
    assert middles["c"] == middles["4–6 in"] == pytest.approx(5 * INCH)


def test_band_over_a_joint_is_coloured_on_both_pieces_and_named_on_the_piece_with_space() -> None:
    made = find_pieces(HOUSE.replace("5 in, label: middle", "9 1/2 in, label: a band").replace("to: 9 in", "to: 18 in"))
    long = [sum(right - left for left, _, right, _ in (measure_outline(path.segments) for path in find_outlines(items)
                if path.fill and path.fill != BLACK)) for items, _ in made]
    assert sum(long) == pytest.approx(15.5 * INCH)


def test_questions_without_space_are_a_problem() -> None:
    short = STICK.replace("24 in", "3 in").replace("at: 12 in", "at: 1 in").replace("at: 4 in", "at: 2 in")
    (problem,) = catch_problems(make_template_pages, short)
    assert problem.message == "template 'Heavy': 'short / medium / long' does not fit on the piece"
