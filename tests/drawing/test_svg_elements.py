"""Attributes of SVG elements: colours and path data are read or refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from helpers.drawings import list_paths, read_svg
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import svg_elements
from printshop.drawing.display_list import Color
from printshop.drawing.display_list import Path as Outline

BLUE = Color(0, 114, 178)


def read_only_path(body: str) -> Outline:
    (path,) = list_paths(read_svg(body).items)
    return path


@pytest.mark.parametrize(("text", "color"), [
    ("#0072B2", BLUE), ("rgb(0, 114, 178)", BLUE), ("rgb(0 50% 100%)", Color(0, 128, 255)),
    ("rebeccapurple", Color(102, 51, 153)), ("#f00", Color(255, 0, 0)), ("hsl(120, 100%, 50%)", Color(0, 255, 0)),
])  # fmt: skip
def test_colours(text: str, color: Color) -> None:
    assert read_only_path(f'<rect width="5" height="5" fill="{text}"/>').fill == color


@given(st.text(alphabet="mMzlLhHvVcCsSqQtTaA0123456789.,-+eE ", max_size=60))
def test_path_data_is_read_or_refused(data: str) -> None:
    with suppress(ValueError):
        assert not data.strip() or svg_elements.parse_path_data(data)
