"""Ornaments in the style of the theme: rules, frames and page codes.

Lengths are in points, with the origin at the top left and y down.

Ornaments consist of a few simple paths, because they are printed on every page and on every counter.
"""

from __future__ import annotations

from collections.abc import Iterator

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, CLOSE, WHITE, Color, CurveTo, Item, LineTo, MoveTo, Path, Stroke
from printshop.drawing.themes import current_theme

RectTuple = tuple[float, float, float, float]
"""x, y, width and height."""


def draw_swelled_rule(x: float, y: float, half_length: float, half_thickness: float, color: Color = BLACK) -> Path:
    """Return a rule about (x, y) that tapers to a point at each end.

    The rule is twice `half_thickness` thick in its middle.
    """
    left, right, top, bottom = x - half_length, x + half_length, y - half_thickness, y + half_thickness
    half_reach, quarter_reach = half_length / 2, half_length / 4
    return Path((MoveTo(left, y), CurveTo(left + half_reach, y, x - quarter_reach, top, x, top),
                 CurveTo(x + quarter_reach, top, right - half_reach, y, right, y),
                 CurveTo(right - half_reach, y, x + quarter_reach, bottom, x, bottom),
                 CurveTo(x - quarter_reach, bottom, left + half_reach, y, left, y), CLOSE), fill=color)


def draw_rule(x: float, y: float, width: float, color: Color = BLACK) -> Iterator[Item]:
    """Yield the theme's horizontal rule within the `width` to the right of x.

    The rule reaches at most 3 points above and below y.
    """
    right, kind = x + width, current_theme().rules
    match kind:
        case "double":
            yield shapes.line(x, y - 1.0, right, y - 1.0, Stroke(color, 1.2))
            yield shapes.line(x, y + 1.2, right, y + 1.2, Stroke(color, 0.4))
        case "swelled":
            yield draw_swelled_rule(x + width / 2, y, min(width, 84.0) / 2, 0.9, color)
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


def draw_frame(box: RectTuple, color: Color, weight: float = 0.6, kind: str = "") -> Iterator[Path]:
    """Yield the paths of a frame just inside a box. `weight` is the line width.

    If `kind` is given, the frame is of this kind. Otherwise the frame is that of the theme.
    """
    x, y, width, height = box
    shorter_side, stroke = min(width, height), Stroke(color, weight)
    inset, corner = 0.03 * shorter_side + weight, 0.13 * shorter_side
    left, top, right, bottom = x + inset, y + inset, x + width - inset, y + height - inset
    match kind or current_theme().frame:
        case "none":
            return
        case "double":
            yield shapes.rect(left, top, right - left, bottom - top, stroke=Stroke(color, 2 * weight))
            inner_inset = inset + 2.6 * weight
            yield shapes.rect(x + inner_inset, y + inner_inset, width - 2 * inner_inset, height - 2 * inner_inset,
                              stroke=Stroke(color, weight / 2))
        case "notched":
            corners = ((left + corner, top), (right - corner, top), (right, top + corner), (right, bottom - corner),
                       (right - corner, bottom), (left + corner, bottom), (left, bottom - corner), (left, top + corner),
                       (left + corner, top))
            yield shapes.polyline(corners, stroke=stroke)
        case "rivets":
            yield shapes.rect(left, top, right - left, bottom - top, stroke=stroke)
            rivet_offset, size = inset + 0.055 * shorter_side, 0.018 * shorter_side + 0.2
            for rivet_x in (x + rivet_offset, x + width - rivet_offset):
                for rivet_y in (y + rivet_offset, y + height - rivet_offset):
                    yield shapes.circle(rivet_x, rivet_y, size, fill=color)
        case "brackets":
            arm_length = 0.22 * shorter_side
            yield Path(tuple(segment for corner_x, corner_y, sign_x, sign_y in (
                (left, top, 1, 1), (right, top, -1, 1), (right, bottom, -1, -1), (left, bottom, 1, -1))
                for segment in (MoveTo(corner_x, corner_y + sign_y * arm_length), LineTo(corner_x, corner_y),
                                LineTo(corner_x + sign_x * arm_length, corner_y))), None, Stroke(color, 1.6 * weight))
        case "scroll":
            yield Path(tuple(_outline_scroll_frame(left, top, right, bottom, corner)), None, stroke)
        case _:
            yield shapes.rect(left, top, right - left, bottom - top, stroke=stroke)


def _outline_scroll_frame(left: float, top: float, right: float, bottom: float,
                          corner_radius: float) -> Iterator[MoveTo | LineTo | CurveTo]:
    """Yield the outline of a box with a quarter circle cut out of each corner."""
    handle = corner_radius * 0.448  # 1 minus 0.552, the handle of a quarter circle as one Bezier curve
    yield MoveTo(left + corner_radius, top)
    yield LineTo(right - corner_radius, top)
    yield CurveTo(right - corner_radius, top + corner_radius - handle, right - handle, top + corner_radius, right,
                  top + corner_radius)
    yield LineTo(right, bottom - corner_radius)
    yield CurveTo(right - handle, bottom - corner_radius, right - corner_radius, bottom - handle, right - corner_radius,
                  bottom)
    yield LineTo(left + corner_radius, bottom)
    yield CurveTo(left + corner_radius, bottom - handle, left + handle, bottom - corner_radius, left,
                  bottom - corner_radius)
    yield LineTo(left, top + corner_radius)
    yield CurveTo(left + handle, top + corner_radius, left + corner_radius, top + handle, left + corner_radius, top)


def draw_folio(label: str, right: float, baseline: float, color: Color) -> tuple[Item, ...]:
    """Return the code of a page in 7.5 point type.

    The right end of the code is at `right`, its baseline at `baseline`.
    """
    style, kind = text.Style("sans", 7.5, bold=True, color=color), current_theme().folio
    if not label:
        return ()
    if kind == "plain":
        return text.set_line(text.escape_markup(label), style, right, baseline, "end")
    width = text.measure_text(text.escape_markup(label), style) + 8
    plate = (right - width, baseline - 7.4, width, 9.4)
    text_style = style._replace(color=WHITE if kind == "bar" else color)
    background = (shapes.rect(*plate, fill=color) if kind == "bar"
                  else shapes.rounded_rect(*plate, 4.7, stroke=Stroke(color, 0.7)))
    return background, *text.set_line(text.escape_markup(label), text_style, right - width / 2, baseline, "middle")
