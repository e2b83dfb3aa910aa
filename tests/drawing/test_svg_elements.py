"""Attributes of SVG elements: colours and path data are read or refused."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import svg as reader
from printshop.drawing import svg_elements
from printshop.drawing.items import Color, Group, Item
from printshop.drawing.items import Path as Outline

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
BLUE = Color(0, 114, 178)


def svg(body: str, attributes: str = 'viewBox="0 0 100 100"') -> bytes:
    return f"{HEAD}{attributes}>\n{body}\n</svg>".encode()


def read(body: str, attributes: str = 'viewBox="0 0 100 100"') -> reader.Art:
    return reader.read(svg(body, attributes))


def paths(items: tuple[Item, ...]) -> list[Outline]:
    found = []
    for item in items:
        if isinstance(item, Outline):
            found.append(item)
        elif isinstance(item, Group):
            found += paths(item.items)
    return found


def only(body: str) -> Outline:
    (path,) = paths(read(body).items)
    return path


@pytest.mark.parametrize(("text", "color"), [
    ("#0072B2", BLUE), ("rgb(0, 114, 178)", BLUE), ("rgb(0 50% 100%)", Color(0, 128, 255)),
    ("rebeccapurple", Color(102, 51, 153)), ("#f00", Color(255, 0, 0)), ("hsl(120, 100%, 50%)", Color(0, 255, 0)),
])  # fmt: skip
def test_colours(text: str, color: Color) -> None:
    assert only(f'<rect width="5" height="5" fill="{text}"/>').fill == color


@given(st.text(alphabet="mMzlLhHvVcCsSqQtTaA0123456789.,-+eE ", max_size=60))
def test_path_data_is_read_or_refused(data: str) -> None:
    with suppress(ValueError):
        assert not data.strip() or svg_elements.path_data(data)
