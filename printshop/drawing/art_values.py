"""The small languages inside SVG attributes: lengths, transforms, colours, styles, path data."""

from __future__ import annotations

import math
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import CLOSE, Color, Curve, Line, Move, Segment

if TYPE_CHECKING:
    from collections.abc import Iterator

# Repeats that meet are possessive, `*+`: no text is looked at twice, however it ends.
NUMBER = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?"
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z]*+|%)\s*+")
_FUNCTION = re.compile(r"\s*+,?\s*+(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)")
_PART = rf"({NUMBER}%?)"
_RGB = re.compile(rf"rgba?\(\s*+{_PART}[\s,]++{_PART}[\s,]++{_PART}(?:[\s,/]++{_PART})?\s*+\)")
_SELECTOR = re.compile(r"\*|(?:[a-zA-Z][\w-]*+)?(?:[.#][\w-]++)?")

MAX_NUMERAL = 100  # characters of a length
MAX_TRANSFORM = 10_000  # characters
INHERITED = frozenset(
    """fill stroke color fill-rule clip-rule fill-opacity stroke-opacity stroke-width stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset visibility""".split()  # noqa: SIM905
)
PROPERTIES = INHERITED | frozenset(
    """transform opacity display clip-path stop-color filter mask marker-start marker-mid
    marker-end""".split()  # noqa: SIM905
)
"""What is understood of a style; nothing else of it is kept."""

# CSS pixels, the user unit of SVG.
PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "mm": 96 / 25.4, "cm": 96 / 2.54,
          "q": 96 / 101.6, "em": 16.0, "rem": 16.0, "ex": 8.0}  # fmt: skip


def numbers(text: str) -> list[float]:
    """Return the numbers of a list, separated by spaces or commas or nothing. Raises ValueError."""
    found = re.findall(NUMBER, text)
    if re.sub(NUMBER, "", text).strip(" \t\r\n,"):
        raise ValueError(f"'{text[:40]}' is not a list of numbers")
    return [float(number) for number in found]


def length(text: str, whole: float) -> float:
    """Return a length in user units; a percentage is taken of `whole`. Raises ValueError."""
    match = _LENGTH.fullmatch(text) if len(text) <= MAX_NUMERAL else None
    unit = match[2].lower() if match else ""
    if not match or (unit != "%" and unit not in PIXELS):
        raise ValueError(f"'{text[:40]}' is not a length")
    value = float(match[1]) * (whole / 100 if unit == "%" else PIXELS[unit])
    if not math.isfinite(value):
        raise ValueError(f"'{text[:40]}' is too large")
    return value


@lru_cache(maxsize=4096)
def transform(text: str) -> Transform:
    """Return the map that a transform attribute stands for. Raises ValueError."""
    if len(text) > MAX_TRANSFORM:
        raise ValueError(f"a transform has more than {MAX_TRANSFORM:,} characters")
    result, place = Transform(), 0
    while match := _FUNCTION.match(text, place):
        result = result.then(_step(match[1], numbers(match[2])))
        place = match.end()
    if text[place:].strip(" \t\r\n,") not in {"", "none"}:
        raise ValueError(f"'{text[place:].strip()[:40]}' is not a transform")
    return result


def _step(name: str, values: list[float]) -> Transform:
    result: Transform | None = None
    match name, values:
        case "matrix", [a, b, c, d, e, f]:
            result = Transform(a, b, c, d, e, f)
        case "translate", [x, *rest] if len(rest) < 2:
            result = Transform(e=x, f=rest[0] if rest else 0.0)
        case "scale", [x, *rest] if len(rest) < 2:
            result = Transform(a=x, d=rest[0] if rest else x)
        case "rotate", [angle, *center] if len(center) in {0, 2}:
            result = Transform().rotate(angle, *center)
        case "skewX", [angle]:
            result = Transform(c=math.tan(math.radians(angle)))
        case "skewY", [angle]:
            result = Transform(b=math.tan(math.radians(angle)))
    if result is None:
        raise ValueError(f"{name}() does not take {len(values)} numbers")
    return result


@lru_cache(maxsize=4096)
def color(text: str) -> tuple[Color, float]:
    """Return a colour and its opacity, 0 to 1. Raises ValueError for what is not a colour."""
    from PIL import ImageColor

    words = text.strip()
    plain, profile, _ = words.partition(" icc-color(")
    words = plain.rstrip() if profile and words.endswith(")") else words
    if words == "transparent":
        return Color(0, 0, 0), 0.0
    if match := _RGB.fullmatch(words):
        red, green, blue = (_channel(part, 255) for part in match.groups()[:3])
        return Color(round(red), round(green), round(blue)), _channel(match[4] or "1", 1)
    red, green, blue, *alpha = ImageColor.getrgb(words)
    return Color(red, green, blue), alpha[0] / 255 if alpha else 1.0


def _channel(text: str, whole: float) -> float:
    value = float(text[:-1]) * whole / 100 if text.endswith("%") else float(text)
    return min(max(value, 0.0), whole)


def declarations(text: str) -> dict[str, str]:
    """Return the properties of a style attribute or of a rule's body, those that are understood."""
    pairs = (part.partition(":") for part in _uncommented(text).split(";"))
    stripped = ((name.strip().lower(), value.strip()) for name, _, value in pairs)
    return {name: value.removesuffix("!important").rstrip() for name, value in stripped if name in PROPERTIES and value}


def _uncommented(css: str) -> str:
    """Return a text without its comments; one that is not closed goes on to the end."""
    first, *others = css.split("/*")
    return first + "".join(part.partition("*/")[2] for part in others)


Sheet = dict[str, dict[str, str]]


def style_sheet(css: str) -> tuple[Sheet, bool]:
    """Return a style sheet's simple rules, selector -> properties, and whether any other rule was skipped.

    Simple are: an element's name, .class, #id, name.class, name#id and *.
    """
    bare = _uncommented(css).replace("<!--", "").replace("-->", "")
    sheet: Sheet = {}
    skipped = "@" in bare
    for rule in bare.split("}")[:-1]:
        selectors, opened, body = rule.rpartition("{")
        if not opened:
            continue
        own = declarations(body)
        for selector in (part.strip() for part in selectors.rpartition("{")[2].split(",")):
            if selector and _SELECTOR.fullmatch(selector):
                sheet.setdefault(selector, {}).update(own)
            else:
                skipped = True
    return sheet, skipped


def styled(sheet: Sheet, tag: str, attributes: dict[str, str]) -> dict[str, str]:
    """Return what attributes, style sheet and style attribute say of an element, the stronger last."""
    properties = dict(attributes)
    if sheet:
        classes = [f".{name}" for name in dict.fromkeys(attributes.get("class", "").split())]
        own = [f"#{attributes['id']}"] if "id" in attributes else []
        marks = [*classes, *(tag + mark for mark in classes), *own, *(tag + mark for mark in own)]
        for selector in ("*", tag, *marks):
            properties |= sheet.get(selector, {})
    return properties | declarations(attributes.get("style", ""))


class _Pen:
    """Takes down what fontTools draws, as segments of the display list."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._at: Point = (0.0, 0.0)

    def moveTo(self, point: Point) -> None:  # noqa: N802
        self.segments.append(Move(*point))
        self._at = point

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self.segments.append(Line(*point))
        self._at = point

    def curveTo(self, one: Point, two: Point, point: Point) -> None:  # noqa: N802
        self.segments.append(Curve(*one, *two, *point))
        self._at = point

    def qCurveTo(self, control: Point, point: Point) -> None:  # noqa: N802
        (x0, y0), (cx, cy), (x, y) = self._at, control, point
        one = x0 + (cx - x0) * 2 / 3, y0 + (cy - y0) * 2 / 3
        two = x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3
        self.curveTo(one, two, point)

    def closePath(self) -> None:  # noqa: N802
        self.segments.append(CLOSE)

    def endPath(self) -> None:  # noqa: N802
        """An outline that is left open ends without a mark."""


def path_data(text: str) -> tuple[Segment, ...]:
    """Return the outline that path data describes. Raises ValueError for data that is not well formed."""
    from fontTools.svgLib.path import parse_path

    if not text.strip():
        return ()
    if text.lstrip()[0] not in "mM":
        raise ValueError("path data must begin with M or m")
    if wrong := re.search(r"[^\d\s,.+\-eEmMzZlLhHvVcCsSqQtTaA]", text):
        raise ValueError(f"path data cannot contain '{wrong.group()}'")
    pen = _Pen()
    try:
        parse_path(text, pen)
    except (ValueError, IndexError, TypeError, AttributeError, AssertionError, ZeroDivisionError) as error:
        raise ValueError("path data ends early or has a number too many or too few") from error
    return tuple(pen.segments)


def points(text: str) -> Iterator[Point]:
    """Yield the points of a polygon's or polyline's list; an odd last number is dropped, as SVG says."""
    values = numbers(text)
    return zip(values[::2], values[1::2], strict=False)
