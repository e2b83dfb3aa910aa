"""The board, the overlays and the sheets of The Iron Guest, measured and read in the written PDF.

A board of nine hexes from corner to corner, 22 mm across flats (ours: the page gives no size); nine shoals, three ships
of three masts for each captain, six edges; what a broadside sweeps in which direction.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import gauge
import printed
import pytest
from toys import opened

from printshop.job import Request, Settings
from printshop.products import find

if TYPE_CHECKING:
    from printshop.drawing.items import Document

ACROSS = 22.0
SIDE = ACROSS / math.sqrt(3)
SIX = ("Vermilion", "Cobalt", "Jade", "Saffron", "Slate", "Plum")


@cache
def document(product: str, *only: str) -> Document:
    return find(product).build(opened("iron_guest"), Request(only=only), Settings())


@cache
def drawing(product: str, *only: str) -> Any:
    return gauge.page(document(product, *only))


@cache
def sheet(product: str, *only: str) -> list[printed.Run]:
    (page,) = printed.sheets(document(product, *only))
    return page


def sides(found: Any, pens: tuple[float, ...], length: float) -> list[tuple[gauge.Point, gauge.Point]]:
    """The lines from corner to corner of what is drawn with some pens that are so long, in mm."""
    return [pair for pen in pens for shape in gauge.strokes(found, pen) for pair in pairwise(shape)
            if abs(math.dist(*pair) - length) < gauge.TOLERANCE]


# --- the board

def test_the_board_has_sixty_one_hexes_of_22_mm() -> None:
    found = sides(drawing("maps"), (0.6, 1.0), SIDE)
    middles = {(round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1)) for a, b in found}
    assert len(middles) == (6 * 61 + 6 * 9) / 2  # all sides but the 54 at the rim are those of two hexes
    assert gauge.off_grid([end for pair in found for end in pair], ACROSS, pointy=False) < gauge.TOLERANCE
    (edge,) = (shape for shape in gauge.strokes(drawing("maps"), 1.0) if len(shape) > 50)
    assert gauge.size(edge) == pytest.approx((ACROSS * (8 * math.sqrt(3) / 2 + 2 / math.sqrt(3)), 9 * ACROSS),
                                             abs=gauge.TOLERANCE)


def test_the_dashes_part_a_rim_that_is_one_hex_thick() -> None:
    (line,) = (shape for shape in gauge.strokes(drawing("maps"), 1.5) if len(shape) > 40)
    seven = (ACROSS * (6 * math.sqrt(3) / 2 + 2 / math.sqrt(3)), 7 * ACROSS)
    assert gauge.size(line) == pytest.approx(seven, abs=1.0)  # it is drawn just inside


def test_the_board_says_how_large_it_is_and_where_ships_begin() -> None:
    said = [run.text for run in sheet("maps")]
    assert "hexes 22 mm across flats" in said
    assert said[(start := said.index("The rim")) + 1:start + 3] == ["Ships begin outside the dashes, along",
                                                                   "the edges A to F."]
    assert said.count("Wind") == 1


# --- overlays

@pytest.mark.parametrize("key", ["line", "turn_clockwise", "turn_counterclockwise", "advancing"])
def test_overlays_are_drawn_at_the_scale_of_the_board(key: str) -> None:
    cut = [shape for shape in gauge.strokes(drawing("templates", key), 0.9, 7)
           if all(abs(math.dist(*pair) - SIDE) < gauge.TOLERANCE for pair in pairwise(shape))]
    assert cut
    assert min(gauge.off_grid([end for shape in cut for end in shape], ACROSS, pointy=lying)
               for lying in (True, False)) < gauge.TOLERANCE


@cache
def overlays() -> list[list[printed.Run]]:
    return printed.sheets(document("templates"))


LABELS = {"turn_clockwise": ("Turn to starboard", {"port,": ("ahead", -1, -1), "starboard,": ("astern", 1, 1)}),
          "turn_counterclockwise": ("Turn to port", {"port,": ("astern", -1, 1), "starboard,": ("ahead", 1, -1)}),
          "advancing": ("Advancing", {"port": ("", -1, 0), "starboard": ("", 1, 0)})}


@pytest.mark.parametrize("key", LABELS)
def test_the_areas_of_an_overlay_are_called_what_they_are(key: str) -> None:
    """Turning to starboard the port side looks ahead: left of the ship and above her, who heads up."""
    title, labels = LABELS[key]
    runs = overlays()[key != "turn_clockwise"]
    said = [run.text for run in runs]
    assert title in " ".join(said)
    starts = sorted((run for run in runs if run.text == "start"), key=lambda run: run.y)
    assert len(starts) == (2 if key == "turn_clockwise" else 4)
    starts = starts[2:] if key == "advancing" else starts[:2]
    x, y = (sum(run.x for run in starts) / 2, sum(run.y for run in starts) / 2)
    for label, (after, right, down) in labels.items():
        place = len(said) - 1 - said[::-1].index(label)  # the last, behind the name of another overlay
        assert not after or said[place + 1] == after
        assert (runs[place].x - x) * right > 20
        assert not down or (runs[place].y - y) * down > 20
    if key != "advancing":
        assert "the lines go on to range 8" in " ".join(said)


def test_the_strip_says_what_it_is_for() -> None:
    said = Counter(word for run in sheet("templates", "line") for word in run.text.split())
    wanted = ["The line", "ship at rest:", "even ranges only", "turn it over for the other side"]
    assert Counter(word for words in wanted for word in words.split()) <= said
    figures = [run for run in sheet("templates", "line") if run.text in set("2468") and 80 < run.left < 500
               and run.y < 735]
    assert {run.text for run in figures} == set("2468")
    places = [(run.x, run.y) for run in sorted(figures, key=lambda run: run.text)]
    assert [math.dist(*pair) / gauge.MM for pair in pairwise(places)] == pytest.approx([math.sqrt(3) * ACROSS] * 3,
                                                                                       abs=0.5)


# --- counters, markers, the sheet of masts

def test_counters_and_markers_are_as_many_and_as_large_as_they_say() -> None:
    pages = printed.sheets(document("counters"))
    said = [run.text for page in pages for run in page]
    assert "two for a ship: one has 3 masts and, behind, 2; the other 1 and, behind, none" in said
    assert "36 counters, 20.5 mm across" in said or said.count("6 counters, 20.5 mm across") == 6
    marked = [run.text for run in sheet("markers")]
    assert "9 markers, 20.5 mm across" in marked
    assert "1 marker, 13.5 mm across" in marked
    assert marked.count("Wind") == 1  # the heading


@pytest.mark.parametrize(("product", "key"), [("counters", "ships"), ("markers", "shoals")])
def test_hexes_are_cut_three_quarters_of_a_millimetre_inside(product: str, key: str) -> None:
    found = sides(drawing(product, key), (0.4,), (ACROSS - 1.5) / math.sqrt(3))
    assert len(found) >= 9 * 3


def test_the_sheet_of_masts_has_a_line_for_every_captain() -> None:
    lines = [line for line in printed.lines(sheet("records"), 1.5) if line]
    start = lines.index(["Captain", "Ship A", "Ship B", "Ship C"])
    wanted = [line for side in SIX for line in (
        ["A", "B", "C"], [side], ["sunk", "hulk"] * 3, ["lost grappling"] * 3)]
    assert lines[start + 1:start + 1 + len(wanted)] == wanted
    assert lines[start + 1 + len(wanted)] == ["Shoals, wind"]
    assert "cross out a box for every mast that is lost" in [run.text for run in sheet("records")]
