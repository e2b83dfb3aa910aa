"""The board, the overlays and the sheets of The Iron Guest, measured and read in the written PDF.

A board of nine hexes from corner to corner, 21.5 mm across flats (ours: the page gives no size); nine shoals, three
ships of three masts for each captain, six edges; the hexes that a broadside sweeps in each direction.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from helpers import measure, pdf_text
from helpers.games import open_game

from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from printshop.drawing.display_list import Document

ACROSS = 21.5
SIDE = ACROSS / math.sqrt(3)
SIX = ("Vermilion", "Cobalt", "Jade", "Saffron", "Slate", "Plum")


@cache
def make_guest(product: str, *only: str) -> Document:
    return find_product(product).build(open_game("iron_guest"), PrintRequest(only_keys=only), PrintSettings())


@cache
def drawing(product: str, *only: str) -> Any:
    return measure.measure_page(make_guest(product, *only))


@cache
def read_sheet(product: str, *only: str) -> list[pdf_text.Run]:
    (page,) = pdf_text.read_runs(make_guest(product, *only))
    return page


def sides(items: Any, pens: tuple[float, ...], length: float) -> list[tuple[measure.Point, measure.Point]]:
    """The lines from corner to corner of what is drawn with some pens that are so long, in mm."""
    return [pair for pen in pens for shape in measure.find_strokes(items, pen) for pair in pairwise(shape)
            if abs(math.dist(*pair) - length) < measure.TOLERANCE]


# --- the board

def test_board_has_sixty_one_hexes_of_22_mm() -> None:
    result = sides(drawing("maps"), (0.6, 1.0), SIDE)
    middles = {(round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1)) for a, b in result}
    assert len(middles) == (6 * 61 + 6 * 9) / 2  # all sides but the 54 at the rim are those of two hexes
    assert measure.measure_off_grid([end for pair in result for end in pair], ACROSS, pointy=False) < measure.TOLERANCE
    (edge,) = (shape for shape in measure.find_strokes(drawing("maps"), 1.0) if len(shape) > 50)
    assert measure.measure_size(edge) == pytest.approx((ACROSS * (8 * math.sqrt(3) / 2 + 2 / math.sqrt(3)), 9 * ACROSS),
                                             abs=measure.TOLERANCE)


def test_dashes_separate_a_rim_of_one_hex() -> None:
    (line,) = (shape for shape in measure.find_strokes(drawing("maps"), 1.5) if len(shape) > 40)
    seven = (ACROSS * (6 * math.sqrt(3) / 2 + 2 / math.sqrt(3)), 7 * ACROSS)
    assert measure.measure_size(line) == pytest.approx(seven, abs=1.0)  # it is drawn just inside


def test_board_shows_its_size_and_the_starting_positions() -> None:
    texts = [run.text for run in read_sheet("maps")]
    assert any(words.startswith("hexes 21.5 mm across flats · print at 100 %") for words in texts)
    assert texts[(start := texts.index("A Small Sea")) + 1:start + 3] == ["Ships begin on the rim, outside the",
                                                                       "dashes, each player’s along one edge."]
    assert texts.count("Wind") == 1


# --- overlays

def test_one_page_of_film_has_both_overlays() -> None:
    (runs,) = pdf_text.read_runs(make_guest("templates"))
    texts = " ".join(run.text for run in runs)
    for words in ("Advancing, or at rest", "at rest: the full line only", "turn it over for port", "Turn to starboard",
                  "turn it over for a turn to port"):
        assert Counter(words.split()) <= Counter(texts.split())


def test_turn_to_starboard_is_the_mirror_of_a_turn_to_port() -> None:
    """The port side looks ahead: left of the ship and above her, who heads up; the other one astern."""
    runs = read_sheet("templates", "turn")
    starts = [run for run in runs if run.text == "start"]
    x, y = (sum(run.x for run in starts) / 2, sum(run.y for run in starts) / 2)
    for label, way in {"ahead": -1, "astern": 1}.items():
        (words,) = (run for run in runs if run.text == label)
        assert (words.x - x) * way > 20
        assert (words.y - y) * way > 20


def test_strip_has_the_ranges_of_the_board() -> None:
    figures = [
        run
        for run in read_sheet("templates", "advancing")
        if run.text in set("12345678") and 80 < run.left < 545 and run.y < 735
    ]
    assert Counter(run.text for run in figures) == {name: 2 - int(name) % 2 for name in "12345678"}


# --- counters, markers, the sheet of masts

def test_counters_and_markers_have_their_stated_number_and_size() -> None:
    pages = pdf_text.read_runs(make_guest("counters"))
    words = [run.text for page in pages for run in page]
    assert ("each ship has two, one with three masts and two on its back, one with one mast and a hulk on its back"
            in words)
    assert "36 counters, 20 mm across" in words or words.count("6 counters, 20 mm across") == 6
    marked = [run.text for run in read_sheet("markers")]
    assert "12 markers, 20 mm across" in marked  # three are spare
    assert "1 marker, 17 mm across" in marked
    assert marked.count("Wind") == 1  # the heading


@pytest.mark.parametrize(("product", "key"), [("counters", "ships"), ("markers", "shoals")])
def test_hexes_are_cut_three_quarters_of_a_millimetre_inside(product: str, key: str) -> None:
    result = sides(drawing(product, key), (0.4,), (ACROSS - 1.5) / math.sqrt(3))
    assert len(result) >= 9 * 3


def test_sheet_of_masts_has_a_line_for_every_captain() -> None:
    lines = [line for line in pdf_text.read_lines(read_sheet("records"), 1.5) if line]
    assert all(sum(line == [fate] * 3 for line in lines) == len(SIX) for fate in ("sunk", "hulk"))
    assert sum(line == ["A", "B", "C"] for line in lines) == len(SIX)
    assert [word for line in lines for word in line if word in SIX] == [*SIX]
    words = [run.text for run in read_sheet("records")]
    assert "cross out a box for every mast that is lost" in words
    assert {"Shoal hexes", "Wind†", "Rounds", "House to-hit"} <= {*words}
