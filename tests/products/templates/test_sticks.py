"""Range sticks and rulers: parts that add up to the exact length, words clear of each other, messages."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from helpers.games import open_game
from helpers.template_pages import check_template_problem, make_templates
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.display_list import TextRun
from printshop.drawing.ink import Ink
from printshop.layout.rectangles import Rect
from printshop.lengths import POINTS_PER_UNIT, Length
from printshop.problems import PrintshopError
from printshop.products.templates.kinds import TEMPLATES
from printshop.products.templates.sticks import StickTemplate
from printshop.products.templates.strips import TAB_LENGTH, StickBand
from printshop.products.templates.template import TemplateSheet
from printshop.words import load_words

# --- sticks in pieces

MODEL = open_game("toy")[TEMPLATES]["sling_stick"]


@given(st.integers(1, 400), st.sampled_from([Fraction(36), Fraction(72), Fraction(3600, 127)]),
       st.integers(1, 12), st.floats(250, 800))
def test_pieces_add_up_exactly_and_fit(ticks: int, tick: Fraction, bands: int, longest: float) -> None:
    total = tick * ticks
    assert isinstance(MODEL, StickTemplate)
    result = replace(MODEL, length=Length(total, "total"), ticks=Length(tick, "1 in"), bands=tuple(
        StickBand(to=Length(total * k / bands, f"{k} in"), label="x") for k in range(1, bands + 1)))
    parts = result.divide_into_parts(longest)
    assert sum(part.end - part.start for part in parts) == total
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert all(part.length + (0 if part.is_last else TAB_LENGTH) <= longest for part in parts)
    reach = math.floor((longest - TAB_LENGTH) / float(tick)) * tick
    assert len(parts) == (1 if float(total) <= longest else math.ceil(total / reach))


@pytest.mark.parametrize("key", ["iron_stars", "ironclads", "for_the_masses"])
def test_words_on_sticks_do_not_touch_and_figures_are_behind_their_ticks(key: str) -> None:
    every = [one for one in open_game(key)[TEMPLATES].values() if isinstance(one, StickTemplate)]
    assert every
    for template in every:
        marked = {float(mark.at.points) for mark in template.marks}
        for part, piece in zip(template.divide_into_parts(700), template.draw_pieces(
                TemplateSheet(Rect(0, 0, 100, 700), Ink.COLOUR, load_words(), "A")), strict=True):
            words = [item for item in piece.items if isinstance(item, TextRun)]
            for one, other in combinations(words, 2):
                aside = max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
                above = max(one.y - 0.72 * one.size, other.y - 0.72 * other.size) - min(one.y, other.y)
                assert aside > (1.0 if one.y != other.y else -0.01) or above > 1.0, (
                    template.title, one.string, other.string)  # a line may be several texts
            figures = [item for item in words if item.string.isdigit() and item.y == pytest.approx(9.5)]
            assert bool(figures) != template.has_counted_bands  # hexes that are counted have no distances
            for figure in figures:
                place = float(figure.string) * float(POINTS_PER_UNIT[template.length.unit]) - float(part.start)
                if place not in {at - float(part.start) for at in marked} and place < part.length - 1:
                    assert figure.x == pytest.approx(place + 2)

@pytest.mark.parametrize(("line", "message", "place"), [
    ("kind: ruler, length: 9 in, width: 18 mm, other_edge: 10 mm", "figures at both edges", "18 mm"),
    ("kind: ruler", "lacks 'length'", "{kind"),
    ("kind: ruler, marks: {3: short}", "the length '3' has no unit", "3: short"),
    ("kind: ruler, marks: {3 in: [a]}", "must be a text", "[a]"),
    ("kind: ruler, marks: {12 in: far}, length: 9 in",
     "is at 12 in, but must be at more than 0 and at most 9 in", "{12"),
    ("kind: ruler, length: 9 in, every: 1 in, ticks: 2 in",
     "are 2 in apart, but the figures are only 1 in apart", "2 in}"),
    ("kind: ruler, length: 9 ft, ticks: 1 mm", "more than 2000", "1 mm}"),
])
def test_wrong_values_are_reported_at_their_place(line: str, message: str, place: str) -> None:
    check_template_problem(line, message, place)


@pytest.mark.parametrize("line", [
    "kind: ruler, marks: {6 mm: short, 90 mm: long}",
])
def test_words_too_wide_are_reported(line: str) -> None:
    with pytest.raises(PrintshopError, match="does not fit on the piece"):
        make_templates(f"t: {{{line}}}\n")
