"""SVG drawings written and read by tests."""

from __future__ import annotations

from printshop.drawing import svg_reader as reader
from printshop.drawing.display_list import Group, Item
from printshop.drawing.display_list import Path as Outline

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '


def make_svg(body: str, attributes: str = 'viewBox="0 0 100 100"') -> bytes:
    """Return an SVG file with a body."""
    return f"{HEAD}{attributes}>\n{body}\n</svg>".encode()


def read_svg(body: str, attributes: str = 'viewBox="0 0 100 100"') -> reader.Drawing:
    """Return the drawing of an SVG file with a body."""
    return reader.read_drawing(make_svg(body, attributes))


def list_paths(items: tuple[Item, ...]) -> list[Outline]:
    """Return the outlines in groups and outside, in their own coordinates."""
    results = []
    for item in items:
        if isinstance(item, Outline):
            results.append(item)
        elif isinstance(item, Group):
            results += list_paths(item.items)
    return results
