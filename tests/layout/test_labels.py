"""Labels choose the place that covers least, each in view of those before it."""

from __future__ import annotations

from printshop.drawing import text
from printshop.layout.labels import LabelRequest, LinePoint, center_rect, measure_overlap, place_labels
from printshop.layout.rectangles import Rect

EDGE = Rect(0, 0, 200, 200)
STYLE = text.Style("sans", 8)


def make_wish(*middles: tuple[float, float]) -> LabelRequest:
    """Return a label that may stand at some places, best first."""
    return LabelRequest("Rat", STYLE, tuple(center_rect(middle, (20, 10)) for middle in middles), ())


def place_in_turn(
    *wishes: LabelRequest, obstacles: tuple[Rect, ...] = (), lines: tuple[LinePoint, ...] = ()
) -> list[Rect]:
    return [plot for plot, _ in place_labels(wishes, obstacles, lines, EDGE)]


def test_first_place_is_chosen_if_all_are_free() -> None:
    assert place_in_turn(make_wish((50, 50), (100, 100))) == [Rect(40, 45, 20, 10)]


def test_another_place_is_chosen_beside_an_obstacle_a_line_and_the_edge() -> None:
    other = [Rect(90, 95, 20, 10)]
    assert place_in_turn(make_wish((50, 50), (100, 100)), obstacles=(Rect(45, 45, 10, 10),)) == other
    assert (
        place_in_turn(make_wish((50, 50), (100, 100)), lines=tuple(LinePoint(x, 50, 100.0) for x in range(40, 60)))
        == other
    )
    assert place_in_turn(make_wish((195, 50), (100, 100))) == other


def test_labels_do_not_cover_each_other() -> None:
    first, second = place_in_turn(make_wish((50, 50), (100, 100)), make_wish((52, 52), (150, 150)))
    assert measure_overlap(first, second) == 0
