"""SVG files as trees of elements, and what stands in these: lengths, transforms, colours, styles, outlines of shapes.

Files are read by expat with nothing switched on that a drawing does not need. Document type declarations with contents
are refused: entities are how a few bytes become gigabytes, and how a drawing reads other files. Size, depth and number
of elements are limited while reading, so that a hostile file costs no more than an honest one.
"""

from __future__ import annotations

import math
import re
from colorsys import hls_to_rgb, hsv_to_rgb
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING
from xml.parsers import expat

from printshop.drawing import shapes
from printshop.drawing.geometry import Point, Transform
from printshop.drawing.items import CLOSE, Color, Curve, Line, Move, Segment
from printshop.problems import Misfit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from printshop.drawing.items import Segment
    Outline = tuple[Segment, ...]
    Viewport = tuple[float, float]

MAX_BYTES = 2_000_000
MAX_ELEMENTS = 5_000
MAX_DEPTH = 64
MAX_VALUE = 2_000  # characters of what an attribute says, but for those that hold outlines and whole styles

_LONG = frozenset({"d", "points", "style", "class"})  # each is looked at once, however often its shape is drawn
_LONGEST_NAME = 60

_SVG = "http://www.w3.org/2000/svg "
_XLINK = "http://www.w3.org/1999/xlink "
_PLAIN = "save it again as plain SVG (Inkscape: File > Save as > Plain SVG)"
_SIMPLER = "simplify the drawing: join its shapes into a few paths"


CODEC_ERRORS = (LookupError, ValueError, TypeError, RuntimeError, Warning)
"""What expat passes on of Python's codecs, when a file names one of them that is unknown or reads no text."""


class ArtError(Misfit):
    """A picture file that cannot be used: what is wrong, what to do, and where (from 1; 0 = unknown)."""

    def __init__(self, message: str, hint: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.message, self.hint, self.line, self.column = message, hint, line, column


@dataclass(slots=True)
class Element:
    """An element of an SVG file. `tag` has no namespace; elements of other namespaces have the tag ""."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def walk(self) -> Iterator[Element]:
        """Yield this element and all below it, in the file's order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def error(self, message: str, hint: str = "") -> ArtError:
        """Return an error that points at this element."""
        return ArtError(message, hint, self.line, self.column)


def parse(data: bytes) -> Element:
    """Return the root of an SVG file. Raises ArtError, with the line, for anything else."""
    if data.startswith(b"\x1f\x8b"):
        raise ArtError("this SVG file is compressed (svgz)", _PLAIN)
    if len(data) > MAX_BYTES:
        raise ArtError(f"this SVG file has more than {MAX_BYTES:,} bytes", _SIMPLER)
    builder = _Builder()
    try:
        builder.parser.Parse(data, True)
    except expat.ExpatError as error:
        words = expat.ErrorString(error.code)
        raise ArtError(f"not valid XML: {words}", _PLAIN, error.lineno, error.offset + 1) from error
    except CODEC_ERRORS as error:
        if isinstance(error, ArtError):
            raise
        raise ArtError("not valid XML: it is in an encoding that cannot be read", _PLAIN, 1, 1) from error
    return builder.finish()


class _Builder:
    """Grows the tree from expat's events."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._entity
        self.parser.buffer_text = True
        self._open: list[Element] = []
        self._root: Element | None = None
        self._count = 0

    def finish(self) -> Element:
        root = self._root
        if root is None or root.tag != "svg":
            raise ArtError("this is not an SVG drawing: its first element is not <svg>", _PLAIN, 1, 1)
        return root

    def _fail(self, message: str, hint: str) -> ArtError:
        return ArtError(message, hint, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > MAX_ELEMENTS:
            raise self._fail(f"the drawing has more than {MAX_ELEMENTS:,} elements", _SIMPLER)
        if len(self._open) >= MAX_DEPTH:
            raise self._fail(f"groups are nested more than {MAX_DEPTH} deep", "ungroup the drawing")
        space, _, local = name.rpartition(" ")
        tag = local[:_LONGEST_NAME] if f"{space} " == _SVG or not space else ""
        plain = {key.removeprefix(_XLINK): value if key in _LONG else value[:MAX_VALUE + 1]
                 for key, value in attributes.items()}
        line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1
        element = Element(tag, plain, line, column)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _name: str) -> None:
        self._open.pop()

    def _characters(self, text: str) -> None:
        if self._open[-1].tag == "style":
            self._open[-1].text += text

    def _doctype(self, _name: str, _system: str | None, _public: str | None, has_subset: int) -> None:
        if has_subset:
            raise self._fail("the file defines XML entities or a document type of its own", _PLAIN)

    def _entity(self, *_arguments: object) -> None:
        raise self._fail("the file defines XML entities", _PLAIN)


# --- values of attributes ------------------------------------------------------------------------------------------

# Repeats that meet are possessive, `*+`: no text is looked at twice, however it ends.
NUMBER = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?"
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z]*+|%)\s*+")
_FUNCTION = re.compile(r"\s*+,?\s*+(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)")
_PART = rf"({NUMBER}%?)"
_RGB = re.compile(rf"rgba?\(\s*+{_PART}[\s,]++{_PART}[\s,]++{_PART}(?:[\s,/]++{_PART})?\s*+\)")
_HEX = re.compile("#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_HUE = re.compile(r"hs([lbv])\(\s*+(\d++\.?+\d*+)\s*+,\s*+(\d++\.?+\d*+)%\s*+,\s*+(\d++\.?+\d*+)%\s*+\)")
_SELECTOR = re.compile(r"\*|(?:[a-zA-Z][\w-]*+)?(?:[.#][\w-]++)?")

_NAMES = """\
aliceblue f0f8ff antiquewhite faebd7 aqua 00ffff aquamarine 7fffd4 azure f0ffff beige f5f5dc bisque ffe4c4
black 000000 blanchedalmond ffebcd blue 0000ff blueviolet 8a2be2 brown a52a2a burlywood deb887 cadetblue 5f9ea0
chartreuse 7fff00 chocolate d2691e coral ff7f50 cornflowerblue 6495ed cornsilk fff8dc crimson dc143c cyan 00ffff
darkblue 00008b darkcyan 008b8b darkgoldenrod b8860b darkgreen 006400 darkgrey a9a9a9 darkkhaki bdb76b
darkmagenta 8b008b darkolivegreen 556b2f darkorange ff8c00 darkorchid 9932cc darkred 8b0000 darksalmon e9967a
darkseagreen 8fbc8f darkslateblue 483d8b darkslategrey 2f4f4f darkturquoise 00ced1 darkviolet 9400d3 deeppink ff1493
deepskyblue 00bfff dimgrey 696969 dodgerblue 1e90ff firebrick b22222 floralwhite fffaf0 forestgreen 228b22
fuchsia ff00ff gainsboro dcdcdc ghostwhite f8f8ff gold ffd700 goldenrod daa520 green 008000 greenyellow adff2f
grey 808080 honeydew f0fff0 hotpink ff69b4 indianred cd5c5c indigo 4b0082 ivory fffff0 khaki f0e68c lavender e6e6fa
lavenderblush fff0f5 lawngreen 7cfc00 lemonchiffon fffacd lightblue add8e6 lightcoral f08080 lightcyan e0ffff
lightgoldenrodyellow fafad2 lightgreen 90ee90 lightgrey d3d3d3 lightpink ffb6c1 lightsalmon ffa07a
lightseagreen 20b2aa lightskyblue 87cefa lightslategrey 778899 lightsteelblue b0c4de lightyellow ffffe0 lime 00ff00
limegreen 32cd32 linen faf0e6 magenta ff00ff maroon 800000 mediumaquamarine 66cdaa mediumblue 0000cd
mediumorchid ba55d3 mediumpurple 9370db mediumseagreen 3cb371 mediumslateblue 7b68ee mediumspringgreen 00fa9a
mediumturquoise 48d1cc mediumvioletred c71585 midnightblue 191970 mintcream f5fffa mistyrose ffe4e1 moccasin ffe4b5
navajowhite ffdead navy 000080 oldlace fdf5e6 olive 808000 olivedrab 6b8e23 orange ffa500 orangered ff4500
orchid da70d6 palegoldenrod eee8aa palegreen 98fb98 paleturquoise afeeee palevioletred db7093 papayawhip ffefd5
peachpuff ffdab9 peru cd853f pink ffc0cb plum dda0dd powderblue b0e0e6 purple 800080 rebeccapurple 663399 red ff0000
rosybrown bc8f8f royalblue 4169e1 saddlebrown 8b4513 salmon fa8072 sandybrown f4a460 seagreen 2e8b57 seashell fff5ee
sienna a0522d silver c0c0c0 skyblue 87ceeb slateblue 6a5acd slategrey 708090 snow fffafa springgreen 00ff7f
steelblue 4682b4 tan d2b48c teal 008080 thistle d8bfd8 tomato ff6347 turquoise 40e0d0 violet ee82ee wheat f5deb3
white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32
"""  # of CSS, each with its value; "gray" is "grey"

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
    plain, profile, _ = text.strip().partition(" icc-color(")
    words = (plain.rstrip() if profile and text.rstrip().endswith(")") else text.strip()).lower()
    if words == "transparent":
        return Color(0, 0, 0), 0.0
    if match := _RGB.fullmatch(words):
        red, green, blue = (_channel(part, 255) for part in match.groups()[:3])
        return Color(round(red), round(green), round(blue)), _channel(match[4] or "1", 1)
    if match := _HUE.fullmatch(words):
        hue, second, third = float(match[2]) / 360, float(match[3]) / 100, float(match[4]) / 100
        turned = hls_to_rgb(hue, third, second) if match[1] == "l" else hsv_to_rgb(hue, second, third)
        return Color(*(int(min(max(channel, 0.0), 1.0) * 255 + 0.5) for channel in turned)), 1.0
    digits = words.removeprefix("#") if _HEX.fullmatch(words) else _color_names().get(words.replace("gray", "grey"), "")
    if not digits:
        raise ValueError(f"unknown colour: {words!r}")
    red, green, blue, *alpha = bytes.fromhex(digits if len(digits) > 4 else "".join(2 * digit for digit in digits))
    return Color(red, green, blue), alpha[0] / 255 if alpha else 1.0


@cache
def _color_names() -> dict[str, str]:
    words = _NAMES.split()
    return dict(zip(words[::2], words[1::2], strict=True))


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


MAX_VIEW = 1e6


def number(element: Element, name: str, whole: float = 0.0, default: float = 0.0) -> float:
    """Return a length that an attribute gives; percentages are of `whole`. Raises ArtError."""
    text = element.attributes.get(name, "").strip()
    if not text or text == "auto":
        return default
    try:
        return length(text, whole)
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
        x, y, width, height = numbers(element.attributes["viewBox"])
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
    corners = list(points(element.attributes.get("points", "")))
    if len(corners) < 2:
        return ()
    closed = element.tag == "polygon" and len(corners) > 2
    return (shapes.polygon(corners) if closed else shapes.polyline(corners)).segments


def _path(element: Element, _: Viewport) -> Outline:
    return path_data(element.attributes.get("d", ""))


SHAPES: dict[str, Callable[[Element, Viewport], Outline]] = {
    "path": _path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": _line,
    "polyline": _points,
    "polygon": _points,
}
