"""Ornaments in the style of the theme: rules, frames and page codes. Points, origin at the top left, y down.

All ornaments consist of a few simple paths: they are printed on every page and cut around on every counter.
"""

from __future__ import annotations

from collections.abc import Iterator

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, CLOSE, WHITE, Color, Curve, Item, Line, Move, Path, Stroke
from printshop.drawing.themes import worn

Box = tuple[float, float, float, float]
"""x, y, width and height."""


def swelled_rule(x: float, y: float, reach: float, swell: float, color: Color = BLACK) -> Path:
    """Return a rule about (x, y), `2 * swell` thick in the middle, that tapers to points `reach` to either side."""
    left, right, up, down = x - reach, x + reach, y - swell, y + swell
    half, near = reach / 2, reach / 4
    return Path((Move(left, y), Curve(left + half, y, x - near, up, x, up),
                 Curve(x + near, up, right - half, y, right, y), Curve(right - half, y, x + near, down, x, down),
                 Curve(x - near, down, left + half, y, left, y), CLOSE), fill=color)


def rule(x: float, y: float, width: float, color: Color = BLACK) -> Iterator[Item]:
    """Yield the theme's horizontal rule, from x over the width, within 3 points above and below y."""
    right, kind = x + width, worn().rules
    match kind:
        case "double":
            yield shapes.line(x, y - 1.0, right, y - 1.0, Stroke(color, 1.2))
            yield shapes.line(x, y + 1.2, right, y + 1.2, Stroke(color, 0.4))
        case "swelled":
            yield swelled_rule(x + width / 2, y, min(width, 84.0) / 2, 0.9, color)
        case "thick":
            yield shapes.line(x, y, right, y, Stroke(color, 2.0))
        case "rivets":
            yield shapes.line(x, y - 1.6, right, y - 1.6, Stroke(color, 0.5))
            yield shapes.line(x, y + 1.6, right, y + 1.6, Stroke(color, 0.5))
            # One path for a row of small discs: dashes of length 0 with round caps.
            yield shapes.line(x + 3, y, right - 3, y, Stroke(color, 1.3, dash=(0.0, 6.0), cap="round"))
        case "brackets":
            yield shapes.line(x, y, right, y, Stroke(color, 0.5))
            yield shapes.line(x, y, x + min(24.0, width / 4), y, Stroke(color, 2.4))
            yield shapes.line(right - min(8.0, width / 8), y, right, y, Stroke(color, 2.4))
        case "chain":
            middle = x + width / 2
            yield shapes.line(x, y, middle - 6, y, Stroke(color, 0.7))
            yield shapes.line(middle + 6, y, right, y, Stroke(color, 0.7))
            yield shapes.polygon([(middle - 4, y), (middle, y - 2.6), (middle + 4, y), (middle, y + 2.6)], fill=color)
        case _:
            yield shapes.line(x, y, right, y, Stroke(color, 0.7))


def frame(box: Box, color: Color, weight: float = 0.6, kind: str = "") -> Iterator[Path]:
    """Yield the paths of the theme's frame, or the frame of a `kind`, just inside a box; `weight` is the line width."""
    x, y, width, height = box
    least, stroke = min(width, height), Stroke(color, weight)
    inset, corner = 0.03 * least + weight, 0.13 * least
    left, top, right, bottom = x + inset, y + inset, x + width - inset, y + height - inset
    match kind or worn().frame:
        case "none":
            return
        case "double":
            yield shapes.rect(left, top, right - left, bottom - top, stroke=Stroke(color, 2 * weight))
            more = inset + 2.6 * weight
            yield shapes.rect(x + more, y + more, width - 2 * more, height - 2 * more, stroke=Stroke(color, weight / 2))
        case "notched":
            cuts = ((left + corner, top), (right - corner, top), (right, top + corner), (right, bottom - corner),
                    (right - corner, bottom), (left + corner, bottom), (left, bottom - corner), (left, top + corner),
                    (left + corner, top))
            yield shapes.polyline(cuts, stroke=stroke)
        case "rivets":
            yield shapes.rect(left, top, right - left, bottom - top, stroke=stroke)
            off, size = inset + 0.055 * least, 0.018 * least + 0.2
            for across in (x + off, x + width - off):
                for down in (y + off, y + height - off):
                    yield shapes.circle(across, down, size, fill=color)
        case "brackets":
            reach = 0.22 * least
            yield Path(tuple(step for corner_x, corner_y, sign_x, sign_y in (
                (left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1))
                for step in (Move(corner_x, corner_y + sign_y * reach), Line(corner_x, corner_y),
                             Line(corner_x + sign_x * reach, corner_y))), None, Stroke(color, 1.6 * weight))
        case "scroll":
            yield Path(tuple(_scrolled(left, top, right, bottom, corner)), None, stroke)
        case _:
            yield shapes.rect(left, top, right - left, bottom - top, stroke=stroke)


def _scrolled(left: float, top: float, right: float, bottom: float, bay: float) -> Iterator[Move | Line | Curve]:
    """Yield the outline of a box with a quarter circle cut out of each corner."""
    pull = bay * 0.448  # 1 minus 0.552, the handle of a quarter circle as one Bezier curve
    yield Move(left + bay, top)
    yield Line(right - bay, top)
    yield Curve(right - bay, top + bay - pull, right - pull, top + bay, right, top + bay)
    yield Line(right, bottom - bay)
    yield Curve(right - pull, bottom - bay, right - bay, bottom - pull, right - bay, bottom)
    yield Line(left + bay, bottom)
    yield Curve(left + bay, bottom - pull, left + pull, bottom - bay, left, bottom - bay)
    yield Line(left, top + bay)
    yield Curve(left + pull, top + bay, left + bay, top + pull, left + bay, top)


def folio(label: str, right: float, base: float, color: Color) -> tuple[Item, ...]:
    """Return the code of a page in type of 7.5 points; it ends at `right`, its baseline is at `base`."""
    style, kind = text.Style("sans", 7.5, bold=True, color=color), worn().folio
    if not label:
        return ()
    if kind == "plain":
        return text.line(text.escape(label), style, right, base, "end")
    width = text.measure(text.escape(label), style) + 8
    plate = (right - width, base - 7.4, width, 9.4)
    words = style._replace(color=WHITE if kind == "bar" else color)
    ground = (shapes.rect(*plate, fill=color) if kind == "bar"
              else shapes.rounded_rect(*plate, 4.7, stroke=Stroke(color, 0.7)))
    return ground, *text.line(text.escape(label), words, right - width / 2, base, "middle")
