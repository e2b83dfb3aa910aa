"""Lines of text: their natural height, their base line, and the words of messages."""

from __future__ import annotations

import pytest

from printshop.drawing.display_list import BLACK, WHITE, Color
from printshop.drawing.text import Style
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import find_baseline, get_line_color, measure_line, shorten_text


def test_line_between_rules_has_more_space() -> None:
    loose, ruled = measure_line(10.0, 0.0), measure_line(10.0, 4.0)
    assert 10 < loose.lowest < loose.natural < ruled.natural


@pytest.mark.parametrize("size", [6.0, 12.0])
def test_capitals_are_in_the_middle_of_a_rectangle(size: float) -> None:
    style = Style(size=size)
    base = find_baseline(Rect(0, 100, 50, 30), style)
    assert base - style.face.cap_height * size / 2 == pytest.approx(115)


def test_lines_beside_pale_words_have_the_colour_of_the_words() -> None:
    assert get_line_color(WHITE) == WHITE
    assert get_line_color(Color(200, 0, 0)) == BLACK


def test_messages_show_the_beginning_of_a_long_text() -> None:
    assert shorten_text("*short*") == "short"
    assert len(shorten_text("long " * 40)) == 60
