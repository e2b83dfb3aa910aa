"""The basic shapes of SVG and the numbers that describe them, as outlines in the drawing's user units."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from printshop.drawing import art_values as values
from printshop.drawing import shapes
from printshop.drawing.art_tree import ArtError
from printshop.drawing.geometry import Transform

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.drawing.art_tree import Element
    from printshop.drawing.items import Segment

    Outline = tuple[Segment, ...]
    Viewport = tuple[float, float]

MAX_VIEW = 1e6


def number(element: Element, name: str, whole: float = 0.0, default: float = 0.0) -> float:
    """Return a length that an attribute gives; percentages are of `whole`. Raises ArtError."""
    text = element.attributes.get(name, "").strip()
    if not text or text == "auto":
        return default
    try:
        return values.length(text, whole)
    except ValueError as error:
        raise element.error(f"{name}: {error}", "write a number, for instance 12.5") from error


def size_asked(element: Element) -> Viewport | None:
    """Return the size in pixels that the root asks for; None if it asks for none. Raises ArtError."""
    texts = [element.attributes.get(name, "%") for name in ("width", "height")]
    if any("%" in text or text.strip() in {"", "auto"} for text in texts):
        return None
    size = number(element, "width"), number(element, "height")
    if max(size) > MAX_VIEW:
        raise element.error(f"width or height is beyond {MAX_VIEW:,.0f}", "give the drawing a page of a sensible size")
    return size if min(size) > 0 else None


def view_box(element: Element) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height of a view box, None without one. Raises ArtError."""
    if "viewBox" not in element.attributes:
        return None
    try:
        x, y, width, height = values.numbers(element.attributes["viewBox"])
    except ValueError as error:
        hint = 'write left, top, width and height: viewBox="0 0 100 50"'
        raise element.error("the viewBox does not have four numbers", hint) from error
    sizes_fit = 0 < width <= MAX_VIEW and 0 < height <= MAX_VIEW
    if not (sizes_fit and abs(x) <= MAX_VIEW and abs(y) <= MAX_VIEW):
        message = f"the viewBox is empty or reaches beyond {MAX_VIEW:,.0f}"
        raise element.error(message, "give the drawing a page of a sensible size")
    return x, y, width, height


def outline(element: Element, viewport: Viewport) -> Outline:
    """Return a shape's outline before any transform. Raises ArtError."""
    try:
        return SHAPES[element.tag](element, viewport)
    except ArtError:
        raise
    except ValueError as error:
        raise element.error(f"<{element.tag}>: {error}", "draw or save the shape again") from error


def _diagonal(viewport: Viewport) -> float:
    """Return what SVG takes percentages of where neither axis is meant."""
    return math.hypot(*viewport) / math.sqrt(2)


def _rect(element: Element, viewport: Viewport) -> Outline:
    across, down = viewport
    x, y = number(element, "x", across), number(element, "y", down)
    width, height = number(element, "width", across), number(element, "height", down)
    if width <= 0 or height <= 0:
        return ()
    rx = number(element, "rx", across, number(element, "ry", down))
    rx, ry = min(rx, width / 2), min(number(element, "ry", down, rx), height / 2)
    if rx <= 0 or ry <= 0:
        return shapes.rect(x, y, width, height).segments
    unit = shapes.rounded_rect(x / rx, y / ry, width / rx, height / ry, 1.0)
    return shapes.transform_segments(unit.segments, Transform(a=rx, d=ry))


def _ellipse(element: Element, viewport: Viewport) -> Outline:
    across, down = viewport
    cx, cy = number(element, "cx", across), number(element, "cy", down)
    if element.tag == "circle":
        rx = ry = number(element, "r", _diagonal(viewport))
    else:
        rx = number(element, "rx", across, number(element, "ry", down))
        ry = number(element, "ry", down, rx)
    return shapes.ellipse(cx, cy, rx, ry).segments if rx > 0 and ry > 0 else ()


def _line(element: Element, viewport: Viewport) -> Outline:
    across, down = viewport
    start = number(element, "x1", across), number(element, "y1", down)
    return shapes.line(*start, number(element, "x2", across), number(element, "y2", down)).segments


def _points(element: Element, _: Viewport) -> Outline:
    points = list(values.points(element.attributes.get("points", "")))
    if len(points) < 2:
        return ()
    closed = element.tag == "polygon" and len(points) > 2
    return (shapes.polygon(points) if closed else shapes.polyline(points)).segments


def _path(element: Element, _: Viewport) -> Outline:
    return values.path_data(element.attributes.get("d", ""))


SHAPES: dict[str, Callable[[Element, Viewport], Outline]] = {
    "path": _path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
}
