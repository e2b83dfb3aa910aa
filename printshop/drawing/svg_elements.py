"""SVG files as trees of elements, and their values: lengths, transforms, colours, styles, outlines of shapes.

Files are read by expat, without features that drawings do not need. A document type declaration with
contents is refused, because its entities can expand a few bytes to gigabytes, or read other files. The
size, the depth and the number of elements are limited during reading, so that a hostile file costs no more
time or memory than a harmless file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from colorsys import hls_to_rgb, hsv_to_rgb
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from typing import Any
from xml.parsers import expat

from printshop.drawing import shapes
from printshop.drawing.display_list import Color, Path, Segment
from printshop.drawing.geometry import Transform
from printshop.imports import hide_module
from printshop.problems import DoesNotFitError

Viewport = tuple[float, float]

MAX_BYTES = 2_000_000
MAX_ELEMENTS = 5_000
MAX_DEPTH = 64
MAX_VALUE = 2_000  # characters of an attribute, except those of `_LONG_ATTRIBUTES`
MAX_NUMERAL = 100  # characters of a length
MAX_TRANSFORM = 10_000  # characters of a transform
_MAX_VIEW_SIZE = 1e6

# Attributes without a limit of their own: each is parsed once, however often its shape is drawn.
_LONG_ATTRIBUTES = frozenset({"d", "points", "style", "class"})
_MAX_NAME = 60
_SVG = "http://www.w3.org/2000/svg"
_XLINK = "http://www.w3.org/1999/xlink "
_PLAIN_SVG_ADVICE = "save the drawing again as plain SVG (Inkscape: File > Save as > Plain SVG)"
_SIMPLIFY_ADVICE = "simplify the drawing: join its shapes into a few paths"
_PAGE_SIZE_ADVICE = "give the drawing a page of a usual size"

CODEC_ERRORS = (LookupError, ValueError, TypeError, RuntimeError, Warning)
"""The errors of Python's codecs that expat passes on if the encoding of a file is unknown or not for text."""


class PictureError(DoesNotFitError):
    """An error for a picture that cannot be used, with the reason and a hint.

    `line` and `column` count from 1, and 0 means unknown. If the picture belongs to a unit, `unit_file` is the
    name of the picture's file.
    """

    unit_file = ""

    def __init__(self, message: str, hint: str = "", line: int = 0, column: int = 0) -> None:
        super().__init__(message, hint)
        self.message, self.line, self.column = message, line, column


@dataclass(slots=True)
class SvgElement:
    """An element of an SVG file. `tag` is the name without a namespace, or "" for elements of other namespaces."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[SvgElement] = field(default_factory=list)
    text: str = ""

    def walk(self) -> Iterator[SvgElement]:
        """Yield this element and all its descendants, in the file's order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def make_error(self, message: str, hint: str = "") -> PictureError:
        """Return an error located at this element."""
        return PictureError(message, hint, self.line, self.column)

    @contextmanager
    def locate_errors(self, label: str, hint: str) -> Iterator[None]:
        """Turn a ValueError within the context into an error located at this element. `label` precedes its message."""
        try:
            yield
        except ValueError as error:
            raise self.make_error(f"{label}{error}", hint) from error


def parse_svg(data: bytes) -> SvgElement:
    """Return the root element of an SVG file.

    Raises PictureError, with the line, if the file cannot be read as SVG.
    """
    if data.startswith(b"\x1f\x8b"):
        raise PictureError("this SVG file cannot be read because it is compressed (svgz)", _PLAIN_SVG_ADVICE)
    if len(data) > MAX_BYTES:
        raise PictureError(f"this SVG file is too large: more than {MAX_BYTES:,} bytes", _SIMPLIFY_ADVICE)
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    document = SvgElement("", {}, 1, 1)
    open_elements, element_counter = [document], count(1)

    def start_element(name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        plain_attributes = {key.removeprefix(_XLINK): value if key in _LONG_ATTRIBUTES else value[:MAX_VALUE + 1]
                            for key, value in attributes.items()}
        element = SvgElement(tag[:_MAX_NAME] if space in {_SVG, ""} else "", plain_attributes,
                             parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)
        if next(element_counter) > MAX_ELEMENTS:
            raise element.make_error(f"the drawing has too many elements: more than {MAX_ELEMENTS:,}", _SIMPLIFY_ADVICE)
        if len(open_elements) > MAX_DEPTH:
            raise element.make_error("groups are nested too deeply: more "
                                     f"than {MAX_DEPTH} levels", "ungroup the drawing")
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def add_text(text: str) -> None:
        if open_elements[-1].tag == "style":
            open_elements[-1].text += text

    def refuse_declaration(*details: object) -> None:
        if details[-1] or len(details) > 4:  # a document type with an internal subset, or an entity
            raise PictureError("the file must not define XML entities or a document type", _PLAIN_SVG_ADVICE,
                               parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    parser.StartElementHandler, parser.EndElementHandler = start_element, lambda _: open_elements.pop()
    parser.CharacterDataHandler = add_text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = refuse_declaration
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise PictureError(f"not valid XML: {reason}", _PLAIN_SVG_ADVICE, error.lineno, error.offset + 1) from error
    except PictureError:
        raise
    except CODEC_ERRORS as error:
        raise PictureError("not valid XML: the encoding of the file cannot be read", _PLAIN_SVG_ADVICE, 1,
                           1) from error
    root = document.children[0]
    if root.tag != "svg":
        raise PictureError("this is not an SVG drawing: its first element is not <svg>", _PLAIN_SVG_ADVICE, 1, 1)
    return root


# --- values of attributes ------------------------------------------------------------------------------------------

# Adjacent repeats are possessive (`*+`): without backtracking, matching takes linear time for any text.
NUMBER = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?"
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z]*+|%)\s*+")
_FUNCTION = re.compile(r"\s*+,?\s*+(matrix|translate|scale|rotate|skewX|skewY)\s*+\(([^()]*+)\)")
_CHANNEL = rf"({NUMBER}%?)"
_RGB = re.compile(rf"rgba?\(\s*+{_CHANNEL}[\s,]++{_CHANNEL}[\s,]++{_CHANNEL}(?:[\s,/]++{_CHANNEL})?\s*+\)")
_HEX = re.compile("#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_HUE = re.compile(r"hs([lbv])\(\s*+(\d++\.?+\d*+)\s*+,\s*+(\d++\.?+\d*+)%\s*+,\s*+(\d++\.?+\d*+)%\s*+\)")
_SELECTOR = re.compile(r"\*|(?:[a-zA-Z][\w-]*+)?(?:[.#][\w-]++)?")

_COLOR_NAMES = """\
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
steelblue 4682b4 white ffffff whitesmoke f5f5f5 yellow ffff00 yellowgreen 9acd32 transparent 00000000
"""  # the colour names of CSS with their values; "gray" is replaced by "grey" before the lookup
_COLORS = dict(zip(_COLOR_NAMES.split()[::2], _COLOR_NAMES.split()[1::2], strict=True))

INHERITED = frozenset(
    """fill stroke color fill-rule clip-rule fill-opacity stroke-opacity stroke-width stroke-linecap
    stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset visibility""".split()  # noqa: SIM905
)
PROPERTIES = INHERITED | frozenset(
    """transform opacity display clip-path stop-color stop-opacity filter mask marker-start marker-mid
    marker-end""".split()  # noqa: SIM905
)
"""The supported style properties. All other properties are dropped."""

# Units of length in CSS pixels, the user unit of SVG.
_PIXELS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "pc": 16.0, "in": 96.0, "mm": 96 / 25.4, "cm": 96 / 2.54,
           "q": 96 / 101.6, "em": 16.0, "rem": 16.0, "ex": 8.0}


def parse_number_list(text: str) -> list[float]:
    """Return the numbers in a text.

    Spaces and commas between numbers are optional. Raises ValueError for any other text.
    """
    if re.sub(NUMBER, "", text).strip(" \t\r\n,"):
        raise ValueError(f"'{text[:40]}' is not a list of numbers")
    return [float(number) for number in re.findall(NUMBER, text)]


def parse_svg_length(text: str, reference: float) -> float:
    """Return a length in user units.

    Percentages are of `reference`. Raises ValueError if the text is not a length.
    """
    match = _LENGTH.fullmatch(text) if len(text) <= MAX_NUMERAL else None
    if not match or match[2].lower() not in {*_PIXELS, "%"}:
        raise ValueError(f"'{text[:40]}' is not a length")
    value = float(match[1]) * (_PIXELS.get(match[2].lower()) or reference / 100)
    if not math.isfinite(value):
        raise ValueError(f"'{text[:40]}' is too large")
    return value


# By text: the same transforms and colours recur on many elements of a drawing.
@lru_cache(maxsize=4096)
def parse_transform(text: str) -> Transform:
    """Return the transform that a transform attribute describes. Raises ValueError if the text is not a transform."""
    if len(text) > MAX_TRANSFORM:
        raise ValueError(f"a transform is too long: more than {MAX_TRANSFORM:,} characters")
    result, position = Transform(), 0
    while match := _FUNCTION.match(text, position):
        position = match.end()
        match match[1], parse_number_list(match[2]):
            case "matrix", [a, b, c, d, e, f]:
                result = result.compose(Transform(a, b, c, d, e, f))
            case "translate", [x, *others] if len(others) < 2:
                result = result.translate(x, others[0] if others else 0.0)
            case "scale", [x, *others] if len(others) < 2:
                result = result.scale(x, *others)
            case "rotate", [angle, *center] if len(center) in {0, 2}:
                result = result.rotate(angle, *center)
            case "skewX", [angle]:
                result = result.compose(Transform(c=math.tan(math.radians(angle))))
            case "skewY", [angle]:
                result = result.compose(Transform(b=math.tan(math.radians(angle))))
            case name, values:
                raise ValueError(f"{name}() has the wrong number of values: {len(values)}")
    if text[position:].strip(" \t\r\n,") not in {"", "none"}:
        raise ValueError(f"'{text[position:].strip()[:40]}' is not a transform")
    return result


@lru_cache(maxsize=4096)
def parse_css_color(text: str) -> tuple[Color, float]:
    """Return a colour and its opacity, 0 to 1. Raises ValueError if the text is not a colour."""
    plain, profile, _ = text.strip().partition(" icc-color(")
    normalized = (plain.rstrip() if profile and text.rstrip().endswith(")") else text.strip()).lower()
    if match := _RGB.fullmatch(normalized):
        *channels, alpha = (
            min(max(float(part[:-1]) * maximum / 100 if part.endswith("%") else float(part), 0.0), maximum)
            for part, maximum in zip((*match.groups()[:3], match[4] or "1"), (255, 255, 255, 1), strict=True))
        return Color(*map(round, channels)), alpha
    if match := _HUE.fullmatch(normalized):
        hue, second, third = float(match[2]) / 360, float(match[3]) / 100, float(match[4]) / 100
        channels_from_hue = hls_to_rgb(hue, third, second) if match[1] == "l" else hsv_to_rgb(hue, second, third)
        return Color(*(int(min(max(channel, 0.0), 1.0) * 255 + 0.5) for channel in channels_from_hue)), 1.0
    digits = normalized[1:] if _HEX.fullmatch(normalized) else _COLORS.get(normalized.replace("gray", "grey"), "")
    if not digits:
        raise ValueError(f"unknown colour: {normalized!r}")
    red, green, blue, *alpha_byte = bytes.fromhex(digits if len(digits) > 4 else "".join(2 * digit for digit in digits))
    return Color(red, green, blue), alpha_byte[0] / 255 if alpha_byte else 1.0


def parse_declarations(text: str) -> dict[str, str]:
    """Return the supported properties of a style attribute, or of the body of a style rule."""
    pairs = (part.partition(":") for part in _strip_comments(text).split(";"))
    stripped = ((name.strip().lower(), value.strip()) for name, _, value in pairs)
    return {name: value.removesuffix("!important").rstrip() for name, value in stripped if name in PROPERTIES and value}


def _strip_comments(css: str) -> str:
    """Return CSS without its comments. An unclosed comment extends to the end of the CSS."""
    first, *parts = css.split("/*")
    return first + "".join(part.partition("*/")[2] for part in parts)


StyleSheet = dict[str, dict[str, str]]


def parse_style_sheet(css: str) -> tuple[StyleSheet, bool]:
    """Return the properties of each simple selector of a style sheet, and whether any other rule was skipped.

    Simple selectors are an element's name, .class, #id, name.class, name#id and *.
    """
    bare, sheet = _strip_comments(css).replace("<!--", "").replace("-->", ""), StyleSheet()
    skipped = "@" in bare
    for rule in bare.split("}")[:-1]:
        selectors, opened, body = rule.rpartition("{")
        properties = parse_declarations(body)
        for selector in (part.strip() for part in selectors.rpartition("{")[2].split(",") if opened):
            if selector and _SELECTOR.fullmatch(selector):
                sheet.setdefault(selector, {}).update(properties)
            else:
                skipped = True
    return sheet, skipped


def compute_style(sheet: StyleSheet, tag: str, attributes: dict[str, str]) -> dict[str, str]:
    """Return the properties of an element.

    The properties come from the element's attributes, the style sheet and the element's style attribute. A
    later source overrides an earlier source.
    """
    properties = dict(attributes)
    if sheet:
        classes = [f".{name}" for name in dict.fromkeys(attributes.get("class", "").split())]
        names = [f"#{attributes['id']}"] if "id" in attributes else []
        for selector in ("*", tag, *(before + mark for marks in (classes, names) for before in ("", tag)
                                     for mark in marks)):
            properties |= sheet.get(selector, {})
    return properties | parse_declarations(attributes.get("style", ""))


@cache
def _load_path_parser() -> Callable[[str, Any], None]:
    with hide_module("lxml"):  # fontTools would import it to read whole files
        from fontTools.svgLib.path import parse_path

    parser: Callable[[str, Any], None] = parse_path
    return parser


def parse_path_data(text: str) -> tuple[Segment, ...]:
    """Return the segments that path data describes. Raises ValueError if the data are malformed."""
    from fontTools.pens.recordingPen import RecordingPen

    if not text.strip():
        return ()
    if text.lstrip()[0] not in "mM":
        raise ValueError("path data must begin with M or m")
    if invalid := re.search(r"[^\d\s,.+\-eEmMzZlLhHvVcCsSqQtTaA]", text):
        raise ValueError(f"path data cannot contain '{invalid.group()}'")
    pen = RecordingPen()
    try:
        _load_path_parser()(text, pen)
    except (ValueError, IndexError, TypeError, AttributeError, AssertionError, ZeroDivisionError) as error:
        raise ValueError("path data ends too early, or has the wrong number of numbers") from error
    return tuple(shapes.read_pen_segments(pen.value))


def read_length_attribute(element: SvgElement, name: str, reference: float = 0.0, default: float = 0.0) -> float:
    """Return the length in an attribute. Percentages are of `reference`.

    If the attribute is missing or `auto`, return `default`. Raises PictureError if the value is not a length.
    """
    text = element.attributes.get(name, "").strip()
    if not text or text == "auto":
        return default
    with element.locate_errors(f"{name}: ", "write a number such as 12.5"):
        return parse_svg_length(text, reference)


def read_requested_size(element: SvgElement) -> Viewport | None:
    """Return the size in pixels that the root element requests. If it requests no absolute size, return None.

    Raises PictureError if the size is invalid or too large.
    """
    if any("%" in element.attributes.get(name, "%") for name in ("width", "height")):
        return None
    size = read_length_attribute(element, "width"), read_length_attribute(element, "height")
    if max(size) > _MAX_VIEW_SIZE:
        raise element.make_error(f"width or height is too large: more than {_MAX_VIEW_SIZE:,.0f}", _PAGE_SIZE_ADVICE)
    return size if min(size) > 0 else None


def read_view_box(element: SvgElement) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height of the view box. If the element has no view box, return None.

    Raises PictureError if the view box is invalid.
    """
    if "viewBox" not in element.attributes:
        return None
    try:
        x, y, width, height = parse_number_list(element.attributes["viewBox"])
    except ValueError as error:
        hint = 'write left, top, width and height: viewBox="0 0 100 50"'
        raise element.make_error("the viewBox does not have four numbers", hint) from error
    if not (0 < width <= _MAX_VIEW_SIZE and 0 < height <= _MAX_VIEW_SIZE and abs(x) <= _MAX_VIEW_SIZE
            and abs(y) <= _MAX_VIEW_SIZE):
        raise element.make_error("the viewBox must not be empty, and must not "
                                 f"reach beyond {_MAX_VIEW_SIZE:,.0f}", _PAGE_SIZE_ADVICE)
    return x, y, width, height


def measure_diagonal(viewport: Viewport) -> float:
    """Return the reference length in SVG for percentages that belong to neither axis."""
    return math.hypot(*viewport) / math.sqrt(2)


SHAPE_TAGS = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
"""The elements that `read_shape_outline` draws."""


def read_shape_outline(element: SvgElement, viewport: Viewport) -> tuple[Segment, ...]:
    """Return a shape's outline before any transform. Raises PictureError if the shape is malformed."""
    viewport_width, viewport_height = viewport

    def read_radii(limit: float = math.inf) -> tuple[float, float]:
        rx = min(read_length_attribute(element, "rx", viewport_width,
                                       read_length_attribute(element, "ry", viewport_height)), limit)
        return rx, read_length_attribute(element, "ry", viewport_height, rx)

    def read_lengths(*names: str) -> Iterator[float]:  # lengths along x and y alternately
        return (read_length_attribute(element, name, viewport[place % 2]) for place, name in enumerate(names))

    path = Path(())
    match element.tag:
        case "line":
            x1, y1, x2, y2 = read_lengths("x1", "y1", "x2", "y2")
            path = shapes.line(x1, y1, x2, y2)
        case "circle" | "ellipse":
            cx, cy = read_lengths("cx", "cy")
            rx, ry = (
                (read_length_attribute(element, "r", measure_diagonal(viewport)),) * 2
                if element.tag == "circle"
                else read_radii()
            )
            if rx > 0 and ry > 0:
                path = shapes.ellipse(cx, cy, rx, ry)
        case "rect":
            x, y, width, height = read_lengths("x", "y", "width", "height")
            if width > 0 and height > 0:
                rx, ry = read_radii(width / 2)
                ry = min(ry, height / 2)
                path = shapes.rect(x, y, width, height)
                if rx > 0 and ry > 0:
                    unit = shapes.rounded_rect(x / rx, y / ry, width / rx, height / ry, 1.0)
                    path = shapes.transform_path(unit, Transform(a=rx, d=ry))
        case tag:
            with element.locate_errors(f"<{tag}>: ", "draw the shape again, or save the drawing again"):
                if tag == "path":
                    return parse_path_data(element.attributes.get("d", ""))
                values = parse_number_list(element.attributes.get("points", ""))
            corners = list(zip(values[::2], values[1::2], strict=False))  # without an odd last number, as SVG demands
            if len(corners) > 1:
                path = (shapes.polygon if tag == "polygon" and len(corners) > 2 else shapes.polyline)(corners)
    return path.segments
