"""SVG files as trees of elements, and their values: lengths, transforms, colours, styles, outlines of shapes.

Files are read by expat, without features that drawings do not need. Entities can expand a few bytes to
gigabytes, or read other files: only entities with a text are expanded, within limits. The size, the depth and
the number of elements are limited during reading, so that a hostile file costs no more time or memory than a
harmless file.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from colorsys import hsv_to_rgb
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
MAX_ENTITIES, MAX_ENTITY, MAX_ENTITY_DEPTH = 100, 10_000, 4  # entities, characters of one, levels of nested entities
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


@dataclass(slots=True, eq=False)
class SvgElement:
    """An element of an SVG file.

    `tag` is the name without a namespace, or "" for elements of other namespaces.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[SvgElement] = field(default_factory=list)
    text: str = ""

    @property
    def attrib(self) -> dict[str, str]:
        """The attributes, under the name that cssselect2 uses."""
        return self.attributes

    def get(self, name: str, default: str | None = None) -> str | None:
        """Return an attribute, for cssselect2."""
        return self.attributes.get(name, default)

    def __iter__(self) -> Iterator[SvgElement]:
        return iter(self.children)

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
        """Turn a ValueError within the context into an error located at this element.

        `label` precedes its message.
        """
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
    open_elements, element_counter, text_size = [document], count(1), 0

    def start_element(name: str, attributes: dict[str, str]) -> None:
        nonlocal text_size
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
        text_size += sum(map(len, attributes.values()))  # defaults in the document type may add any number
        if text_size > 2 * MAX_BYTES:
            raise element.make_error(f"the attributes are too large: more than {2 * MAX_BYTES:,} characters",
                                     _SIMPLIFY_ADVICE)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def add_text(text: str) -> None:
        if open_elements[-1].tag == "style":
            open_elements[-1].text += text

    parser.StartElementHandler, parser.EndElementHandler = start_element, lambda _: open_elements.pop()
    parser.CharacterDataHandler = add_text
    _limit_entities(parser, data)
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


def _limit_entities(parser: expat.XMLParserType, data: bytes) -> None:
    """Have a parser raise PictureError for entities in other files, and for too many or too large entities."""
    entities: dict[str, str] = {}

    def make_document_error(message: str) -> PictureError:
        return PictureError(message, _PLAIN_SVG_ADVICE, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def read_entity(name: str, is_parameter: bool, value: str | None, *_: object) -> None:
        if is_parameter or value is None:
            raise make_document_error("the file must not define parameter entities, or entities in other files")
        entities[name] = value

    def check_entities() -> None:
        sizes = {name: _measure_entity(name, entities) for name in list(entities)[:MAX_ENTITIES]}
        total = sum(size * data.count(f"&{name};".encode()) for name, size in sizes.items())
        # Encodings in which "<!ENTITY" is not found would hide references, too.
        if (len(entities) > MAX_ENTITIES or max(sizes.values(), default=0) > MAX_ENTITY or total > MAX_BYTES
                or data.count(b"<!ENTITY") < len(entities)):
            raise make_document_error("the XML entities of the file are too many or too large")

    parser.EntityDeclHandler, parser.EndDoctypeDeclHandler = read_entity, check_entities


def _measure_entity(name: str, entities: dict[str, str], depth: int = 1) -> int:
    """Return the number of characters of an expanded entity. Entities nested too deeply are infinitely long."""
    if depth > MAX_ENTITY_DEPTH or name not in entities:
        return (MAX_ENTITY + 1) * (name in entities)
    inner = re.findall("&([^;&]+);", entities[name][:MAX_ENTITY + 1])
    return len(entities[name]) + sum(_measure_entity(other, entities, depth + 1) * times
                                     for other, times in Counter(inner).items())


# --- values of attributes ------------------------------------------------------------------------------------------

# Adjacent repeats are possessive (`*+`): without backtracking, matching takes linear time for any text.
NUMBER = r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?"
_LENGTH = re.compile(rf"\s*+({NUMBER})\s*+([a-zA-Z]*+|%)\s*+")
_FUNCTION = re.compile(r"\s*+,?\s*+(matrix|translate[XY]?|scale[XY]?|rotate|skew[XY]?)\s*+\(([^()]*+)\)")
_CHANNEL = rf"({NUMBER}%?)"
_RGB = re.compile(rf"rgba?\(\s*+{_CHANNEL}[\s,]++{_CHANNEL}[\s,]++{_CHANNEL}(?:[\s,/]++{_CHANNEL})?\s*+\)")
_HEX = re.compile("#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_HSV = re.compile(r"hs[bv]\(\s*+(\d++\.?+\d*+)\s*+,\s*+(\d++\.?+\d*+)%\s*+,\s*+(\d++\.?+\d*+)%\s*+\)")
_VARIABLE = re.compile(r"var\(\s*+(--[\w-]++)\s*+(?:,([^()]*+(?:\([^()]*+\)[^()]*+)*+))?\)")
_UNIT = re.compile(rf"(?<![\d.])({NUMBER})(px|deg|grad|rad|turn)")  # not within a number: a search takes linear time
_UNIT_FACTORS = {"px": 1.0, "deg": 1.0, "grad": 0.9, "rad": math.degrees(1.0), "turn": 360.0}

INHERITED = frozenset(
    """clip-rule color fill fill-opacity fill-rule marker-end marker-mid marker-start paint-order stroke
    stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
    visibility""".split()  # noqa: SIM905
)
GEOMETRY = frozenset({"x", "y", "cx", "cy", "r", "rx", "ry", "width", "height"})
PROPERTIES = INHERITED | frozenset(
    """clip-path display filter mask mix-blend-mode opacity overflow rotate scale stop-color stop-opacity transform
    transform-box transform-origin translate vector-effect""".split()  # noqa: SIM905
)
"""The supported style properties. All other properties are dropped."""

PAINTS = frozenset({"fill", "stroke", "color", "stop-color"})
_ALIGNMENTS = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}  # shares of the free space before the view box
_ORIGIN_WORDS = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
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
    """Return the transform that a transform attribute describes.

    Raises ValueError if the text is not a transform.
    """
    if len(text) > MAX_TRANSFORM:
        raise ValueError(f"a transform is too long: more than {MAX_TRANSFORM:,} characters")
    result, position = Transform(), 0
    while match := _FUNCTION.match(text, position):
        position = match.end()
        plain_values = _UNIT.sub(lambda value: f"{float(value[1]) * _UNIT_FACTORS[value[2]]:.12g} ", match[2])
        match match[1], parse_number_list(plain_values):
            case "matrix", [a, b, c, d, e, f]:
                result = result.compose(Transform(a, b, c, d, e, f))
            case "translate", [x, *more_values] if len(more_values) < 2:
                result = result.translate(x, more_values[0] if more_values else 0.0)
            case "scale", [x, *more_values] if len(more_values) < 2:
                result = result.scale(x, *more_values)
            case ("translateX" | "translateY") as name, [shift]:
                result = result.translate(shift, 0.0) if name.endswith("X") else result.translate(0.0, shift)
            case ("scaleX" | "scaleY") as name, [scale]:
                result = result.scale(scale, 1.0) if name.endswith("X") else result.scale(1.0, scale)
            case "rotate", [angle, *center] if len(center) in {0, 2}:
                result = result.rotate(angle, *center)
            case ("skew" | "skewX" | "skewY") as name, [angle, *more_values] if len(more_values) <= (name == "skew"):
                x_angle, y_angle = (0.0, angle) if name == "skewY" else (angle, *more_values, 0.0)[:2]
                result = result.compose(Transform(b=math.tan(math.radians(y_angle)),
                                                  c=math.tan(math.radians(x_angle))))
            case name, values:
                raise ValueError(f"{name}() has the wrong number of values: {len(values)}")
    if text[position:].strip(" \t\r\n,") not in {"", "none"}:
        raise ValueError(f"'{text[position:].strip()[:40]}' is not a transform")
    return result


@lru_cache(maxsize=4096)
def parse_css_color(text: str) -> tuple[Color, float]:
    """Return a colour and its opacity, 0 to 1.

    Raises ValueError if the text is not a colour.
    """
    color_text, profile, _ = text.strip().partition(" icc-color(")
    normalized = (color_text.rstrip() if profile and text.rstrip().endswith(")") else text.strip()).lower()
    if match := _RGB.fullmatch(normalized):
        *channels, alpha = (
            min(max(float(part[:-1]) * maximum / 100 if part.endswith("%") else float(part), 0.0), maximum)
            for part, maximum in zip((*match.groups()[:3], match[4] or "1"), (255, 255, 255, 1), strict=True))
        return Color(*map(round, channels)), alpha
    if match := _HSV.fullmatch(normalized):  # as Inkscape writes them
        hue, *saturation_and_value = (float(part) / whole
                                      for part, whole in zip(match.groups(), (360, 100, 100), strict=True))
        return _make_color(hsv_to_rgb(hue, *saturation_and_value)), 1.0
    if not _HEX.fullmatch(normalized):
        return _parse_other_color(normalized)
    digits = normalized[1:]
    red, green, blue, *alpha_byte = bytes.fromhex(digits if len(digits) > 4 else "".join(2 * digit for digit in digits))
    return Color(red, green, blue), alpha_byte[0] / 255 if alpha_byte else 1.0


def _make_color(channels: Iterable[float]) -> Color:
    return Color(*(int(min(max(channel, 0.0), 1.0) * 255 + 0.5) for channel in channels))


def _parse_other_color(text: str) -> tuple[Color, float]:
    """Return the colour and the opacity of a colour name or of a colour function. Raises ValueError for other texts."""
    from tinycss2 import color5

    try:
        color: Any = color5.parse_color(text) if len(text) <= MAX_NUMERAL else None
        if color.space in {"oklab", "oklch"}:
            x, y, z = color.to("xyz-d65").coordinates
            linear = (3.2404542 * x - 1.5371385 * y - 0.4985314 * z, -0.9692660 * x + 1.8760108 * y + 0.0415560 * z,
                      0.0556434 * x - 0.2040259 * y + 1.0572252 * z)
            channels = [12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055 for part in linear]
        else:
            channels = list(color.to("srgb").coordinates)
        return _make_color(channels), min(max(float(color.alpha), 0.0), 1.0)
    except (AttributeError, IndexError, NotImplementedError, OverflowError, RecursionError, TypeError,
            ValueError) as error:  # tinycss2 raises some of them for functions with too few values
        raise ValueError(f"unknown colour: {text!r}") from error


PAINT_WORDS = frozenset("none currentcolor inherit initial unset revert context-fill context-stroke".split())  # noqa: SIM905


def is_paint(text: str) -> bool:
    """Return whether a text is a colour, a reference to a gradient or pattern, or a word in place of a colour."""
    try:
        return text.lower() in PAINT_WORDS or text.startswith("url(") or bool(parse_css_color(text))
    except ValueError:
        return False


def replace_variables(text: str, variables: Mapping[str, str]) -> str:
    """Return a value in which each var() is replaced by the value of the variable, or else by the fallback."""
    if "var(" not in text:
        return text
    return _VARIABLE.sub(lambda match: variables.get(match[1], match[2] or ""), text).strip()


@cache
def _load_path_parser() -> Callable[[str, Any], None]:
    with hide_module("lxml"):  # fontTools would import it to read whole files
        from fontTools.svgLib.path import parse_path

    parser: Callable[[str, Any], None] = parse_path
    return parser


class PathDataError(ValueError):
    """An error for malformed path data. `segments` are those before the problem."""

    def __init__(self, message: str, segments: tuple[Segment, ...]) -> None:
        super().__init__(message)
        self.segments = segments


def parse_path_data(text: str) -> tuple[Segment, ...]:
    """Return the segments that path data describes. Raises PathDataError if the data are malformed."""
    from fontTools.pens.recordingPen import RecordingPen

    if not text.strip():
        return ()
    if text.lstrip()[0] not in "mM":
        raise PathDataError("path data must begin with M or m", ())
    pen, invalid = RecordingPen(), re.search(r"[^\d\s,.+\-eEmMzZlLhHvVcCsSqQtTaA]", text)
    try:
        _load_path_parser()(text[:invalid.start()] if invalid else text, pen)
        problem = f"path data cannot contain '{invalid.group()}'" if invalid else ""
    except (ValueError, IndexError, TypeError, AttributeError, AssertionError, ZeroDivisionError):
        problem = "path data ends too early, or has the wrong number of numbers"
    segments = tuple(shapes.read_pen_segments(pen.value))
    if problem:
        raise PathDataError(problem, segments)
    return segments


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
    """Return the size in pixels that the root element requests.

    If it requests no absolute size, return None. Raises PictureError if the size is invalid or too large.
    """
    if any("%" in element.attributes.get(name, "%") for name in ("width", "height")):
        return None
    size = read_length_attribute(element, "width"), read_length_attribute(element, "height")
    if max(size) > _MAX_VIEW_SIZE:
        raise element.make_error(f"width or height is too large: more than {_MAX_VIEW_SIZE:,.0f}", _PAGE_SIZE_ADVICE)
    return size if min(size) > 0 else None


def read_view_box(element: SvgElement) -> tuple[float, float, float, float] | None:
    """Return left, top, width and height of the view box.

    If the element has no view box, return None. Raises PictureError if the view box is invalid.
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


def fit_view_box(view_rectangle: tuple[float, float, float, float], size: Viewport,
                 aspect: str) -> tuple[Transform, tuple[float, float, float, float]]:
    """Return the map of a view box into a viewport at (0, 0), and the visible part of the view box's plane.

    `aspect` is the attribute preserveAspectRatio. The visible part is left, top, width and height.
    """
    x, y, view_width, view_height = view_rectangle
    x_scale, y_scale = size[0] / view_width, size[1] / view_height
    alignment = re.match(r"\s*(?:defer\s+)?(?:(none)|x(Min|Mid|Max)Y(Min|Mid|Max))(\s+slice)?", aspect)
    shares = [_ALIGNMENTS[alignment[place]] if alignment and alignment[2] else 0.5 for place in (2, 3)]
    if not alignment or not alignment[1]:
        x_scale = y_scale = (max if alignment and alignment[4] else min)(x_scale, y_scale)
    left, top = (share * (length - scale * view_length) for share, length, scale, view_length
                 in zip(shares, size, (x_scale, y_scale), (view_width, view_height), strict=True))
    if not (x_scale and y_scale):
        return Transform(0.0, 0.0, 0.0, 0.0), view_rectangle
    return (Transform(x_scale, 0.0, 0.0, y_scale, left - x * x_scale, top - y * y_scale),
            (x - left / x_scale, y - top / y_scale, size[0] / x_scale, size[1] / y_scale))


def read_origin(text: str, box: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return the point that transform-origin names in a box (left, top, width, height).

    Raises ValueError if the text is not an origin.
    """
    words = [*text.lower().split(), "center"][:2]
    if words[0] in {"top", "bottom"} or words[1] in {"left", "right"}:
        words.reverse()
    words = [_ORIGIN_WORDS.get(word, word) for word in words]
    x, y = (parse_svg_length(word, reference) for word, reference in zip(words, box[2:], strict=True))
    return box[0] + x, box[1] + y


def measure_diagonal(viewport: Viewport) -> float:
    """Return the reference length in SVG for percentages that belong to neither axis."""
    return math.hypot(*viewport) / math.sqrt(2)


SHAPE_TAGS = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
"""The elements that `read_shape_outline` draws."""


def read_shape_outline(element: SvgElement, viewport: Viewport) -> tuple[Segment, ...]:
    """Return a shape's outline before any transform.

    Raises PictureError if the shape is malformed, and PathDataError if its path data are malformed.
    """
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
            if tag == "path":
                return parse_path_data(element.attributes.get("d", ""))
            with element.locate_errors(f"<{tag}>: ", "draw the shape again, or save the drawing again"):
                values = parse_number_list(element.attributes.get("points", ""))
            corners = list(zip(values[::2], values[1::2], strict=False))  # without an odd last number, as SVG demands
            if len(corners) > 1:
                path = (shapes.polygon if tag == "polygon" and len(corners) > 2 else shapes.polyline)(corners)
    return path.segments
