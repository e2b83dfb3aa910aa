"""Attributes of SVG elements: colours and path data are read or refused."""

from __future__ import annotations

import math
from contextlib import suppress

import pytest
from helpers.drawings import HEAD, list_paths, make_svg, read_svg
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes, svg_elements
from printshop.drawing.display_list import CLOSE, Color, LineTo, MoveTo
from printshop.drawing.display_list import Path as Outline

BLUE = Color(0, 114, 178)


def read_only_path(body: str) -> Outline:
    (path,) = list_paths(read_svg(body).items)
    return path


@pytest.mark.parametrize(("text", "color"), [
    ("#0072B2", BLUE), ("rgb(0, 114, 178)", BLUE), ("rgb(0 50% 100%)", Color(0, 128, 255)),
    ("rebeccapurple", Color(102, 51, 153)), ("#f00", Color(255, 0, 0)), ("hsl(120, 100%, 50%)", Color(0, 255, 0)),
])  # fmt: skip
def test_css_colours_are_read(text: str, color: Color) -> None:
    assert read_only_path(f'<rect width="5" height="5" fill="{text}"/>').fill == color


@given(st.text(alphabet="mMzlLhHvVcCsSqQtTaA0123456789.,-+eE ", max_size=60))
def test_path_data_are_read_or_refused(data: str) -> None:
    with suppress(ValueError):
        assert not data.strip() or svg_elements.parse_path_data(data)


RED = Color(255, 0, 0)


def test_colour_has_an_opacity() -> None:
    for text, color, opacity in [
    ("#f00", RED, 1), ("#f008", RED, 136 / 255), ("#ff000080", RED, 128 / 255), (" RED ", RED, 1),
    ("rgba(255 0 0 / 0.25)", RED, 0.25), ("rgba(255, 0, 0, 40%)", RED, 0.4), ("rgb(300, -5, 0)", RED, 1),
    ("rgba(255,0,0,7)", RED, 1), ("rgb(40%,60%,0%)", Color(102, 153, 0), 1), ("transparent", Color(0, 0, 0), 0),
    ("hsl(0, 100%, 50%)", RED, 1), ("hsl(240, 50%, 25%)", Color(32, 32, 96), 1), ("hsb(0, 100%, 100%)", RED, 1),
    ("hsv(120, 50%, 50%)", Color(64, 128, 64), 1), ("hsl(0, 0%, 100%)", Color(255, 255, 255), 1),
    ("grey", Color(128, 128, 128), 1), ("gray", Color(128, 128, 128), 1),
    ("#ff0000 icc-color(profile, 0.1)", RED, 1),
    ("hwb(0 0% 0% / 50%)", RED, 0.5), ("oklch(0.628 0.2577 29.23)", RED, 1),
    ("light-dark(red, blue)", RED, 1), ("oklab(0 0 0)", Color(0, 0, 0), 1),
    ("HSLA(120deg 100% 50% / 1)", Color(0, 255, 0), 1),
]:
        assert svg_elements.parse_css_color(text) == (color, pytest.approx(opacity)), text


@pytest.mark.parametrize("text", ["", "#12345", "#1234567", "rgb(1,2)", "reddish",
                                  "hsl(1,2)", "color(", "color()", "rgb(" * 90, "lab(1 2 3)", "#ff0000 icc-color(p"])
def test_invalid_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="unknown colour"):
        svg_elements.parse_css_color(text)


@pytest.mark.parametrize(("text", "pixels"), [
    ("12", 12), ("1e2px", 100), ("72pt", 96), ("6pc", 96), ("1in", 96), ("25.4mm", 96), ("2.54cm", 96), ("101.6Q", 96),
    ("2em", 32), ("2rem", 32), ("2ex", 16), (" -.5 ", -0.5), ("25%", 50), ("1IN", 96)])
def test_lengths_are_in_pixels_of_96_to_the_inch(text: str, pixels: float) -> None:
    assert svg_elements.parse_svg_length(text, 200) == pytest.approx(pixels)


def test_invalid_length_is_refused() -> None:
    for text in ("", "five", "5 furlongs", "5 5", "1" * 101):
        with pytest.raises(ValueError, match="is not a length"):
            svg_elements.parse_svg_length(text, 1)
    assert svg_elements.parse_svg_length("0" * 99 + "7", 1) == 7
    with pytest.raises(ValueError, match="is too large"):
        svg_elements.parse_svg_length("1e999", 1)


def test_numbers_can_be_separated_by_signs_and_points() -> None:
    assert svg_elements.parse_number_list("1,2 -3.5.25e1\n+4") == [1, 2, -3.5, 2.5, 4]
    with pytest.raises(ValueError, match="'1 x' is not a list of numbers"):
        svg_elements.parse_number_list("1 x")


def test_transforms_are_applied_from_the_right() -> None:
    for text, point in [
    ("", (2, 3)), ("none", (2, 3)), ("translate(10)", (12, 3)), ("translate(10, 20)", (12, 23)), ("scale(2)", (4, 6)),
    ("scale(2 5)", (4, 15)), ("rotate(90)", (-3, 2)), ("rotate(90 2 0)", (-1, 0)), ("skewX(45)", (5, 3)),
    ("skewY(45)", (2, 5)), ("matrix(1 2 3 4 5 6)", (16, 22)), ("translate(10) scale(2)", (14, 6)),
    ("scale(2),translate(10)", (24, 6)), ("translate(1px,2px) rotate(.25turn)", (-2, 4)), ("rotate(100grad)", (-3, 2)),
    ("translateX(5px) translateY(1)", (7, 4)), ("scaleX(2) scaleY(3)", (4, 9)), ("skew(45deg)", (5, 3)),
    ("skew(0deg, 45deg)", (2, 5)), ("rotate(3.14159265359rad)", (-2, -3))]:
        assert svg_elements.parse_transform(text).apply(2, 3) == pytest.approx(point), text


@pytest.mark.parametrize("text", ["scale(1 2 3)", "translate(1 2 3)", "translate()", "rotate(1 2)", "rotate(1 2 3 4)",
                                  "matrix(1 2 3)", "skewX(1 2)", "skewY()", "translate(1) spin(2)"])
def test_transforms_with_other_numbers_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"wrong number of values|is not a transform"):
        svg_elements.parse_transform(text)


def test_length_of_a_transform_has_a_limit() -> None:
    assert svg_elements.parse_transform("scale(2)" + " " * 9_992).a == 2
    with pytest.raises(ValueError, match="more than 10,000 characters"):
        svg_elements.parse_transform("scale(2)" + " " * 9_993)


# --- shapes

def outline(body: str) -> Outline:
    """The outline of one shape in a viewport of 200 x 100."""
    (element,) = svg_elements.parse_svg(make_svg(body)).children
    return Outline(svg_elements.read_shape_outline(element, (200.0, 100.0)))


@pytest.mark.parametrize(("body", "bounds"), [
    ('<rect x="10" y="20" width="30" height="40"/>', (10, 20, 40, 60)),
    ('<rect x="10%" y="10%" width="25%" height="25%"/>', (20, 10, 70, 35)),
    ('<circle cx="50%" cy="50%" r="10"/>', (90, 40, 110, 60)),
    ('<ellipse cx="50" cy="60" rx="20" ry="5"/>', (30, 55, 70, 65)),
    ('<ellipse cx="50" cy="60" rx="20"/>', (30, 40, 70, 80)), ('<ellipse cx="50" cy="60" ry="5"/>', (45, 55, 55, 65)),
    ('<line x1="10%" y1="10%" x2="50%" y2="50%"/>', (20, 10, 100, 50)),
    ('<polygon points="1,2 3 4 5,0 9"/>', (1, 0, 5, 4)), ('<polyline points="1 2 3 4"/>', (1, 2, 3, 4)),
    ('<path d="m1 2h3v4z"/>', (1, 2, 4, 6)),
])
def test_shapes_have_their_places(body: str, bounds: tuple[float, ...]) -> None:
    assert shapes.measure_outline(outline(body).segments) == pytest.approx(bounds)


def test_percentages_of_a_radius_are_of_the_diagonal() -> None:
    assert svg_elements.measure_diagonal((200, 100)) == pytest.approx(math.sqrt(25_000))
    left, _, right, _ = shapes.measure_outline(outline('<circle r="10%"/>').segments)
    assert right - left == pytest.approx(0.2 * math.sqrt(25_000))


def test_polygons_are_closed_and_polylines_open() -> None:
    assert outline('<polygon points="0 0 1 0 1 1"/>').segments[-1] == CLOSE
    assert outline('<polyline points="0 0 1 0 1 1"/>').segments == (MoveTo(0, 0), LineTo(1, 0), LineTo(1, 1))
    assert outline('<polygon points="0 0 1 0"/>').segments == (MoveTo(0, 0), LineTo(1, 0))
    for empty in ('<polygon points="0 0"/>', '<polyline/>', '<path d=" "/>', "<path/>", '<rect width="5"/>',
                  '<rect height="5"/>', '<circle r="0"/>', '<ellipse rx="5" ry="0"/>', '<ellipse rx="0" ry="5"/>'):
        assert outline(empty).segments == ()


@pytest.mark.parametrize(("radii", "rx", "ry"), [
    ('rx="5" ry="3"', 5, 3), ('rx="5"', 5, 5), ('ry="3"', 3, 3), ('rx="auto" ry="3"', 3, 3), ('rx="99" ry="3"', 20, 3),
    ('rx="5" ry="99"', 5, 10), ('rx="99"', 20, 10), ('rx="0" ry="3"', 0, 0), ('rx="5" ry="0"', 0, 0)])
def test_corners_of_a_rectangle_are_round_by_at_most_half_a_side(radii: str, rx: float, ry: float) -> None:
    box = outline(f'<rect x="10" y="20" width="40" height="20" {radii}/>')
    assert shapes.measure_outline(box.segments) == pytest.approx((10, 20, 50, 40))
    ends = {(round(one[-2], 6), round(one[-1], 6)) for one in box.segments if one != CLOSE}
    assert {(10 + rx, 20.0), (50 - rx, 20.0), (50.0, 20 + ry), (10.0, 40 - ry)} <= ends


@pytest.mark.parametrize(("data", "segments"), [
    ("5 5", ()), ("L5 5", ()), ("MZ", ()), ("M0 0L", (MoveTo(0, 0),)),
    ("M1 2 3 4C1 2 3 4", (MoveTo(1, 2), LineTo(3, 4))),
    ("M0 0A1 1", ()), ("M0 0L1 1X5", (MoveTo(0, 0), LineTo(1, 1)))])
def test_malformed_path_data_are_read_up_to_the_fault(data: str, segments: tuple[object, ...]) -> None:
    with pytest.raises(svg_elements.PathDataError, match="path data") as error:
        svg_elements.parse_path_data(data)
    assert error.value.segments == segments


# --- sizes, limits

def read_root(attributes: str) -> svg_elements.SvgElement:
    return svg_elements.parse_svg(f"{HEAD}{attributes}></svg>".encode())


@pytest.mark.parametrize(("attributes", "size"), [
    ('width="1in" height="48"', (96, 48)), ('width="100%" height="48"', None), ('width="48"', None), ("", None),
    ('width="0" height="48"', None), ('width="48" height="0"', None), ('width="1e6" height="1"', (1e6, 1))])
def test_drawing_has_the_size_of_its_attributes(attributes: str, size: tuple[float, float] | None) -> None:
    assert svg_elements.read_requested_size(read_root(attributes)) == size


def test_size_of_a_drawing_has_a_limit() -> None:
    with pytest.raises(svg_elements.PictureError, match="width or height is too large: more than 1,000,000"):
        svg_elements.read_requested_size(read_root('width="1000001" height="1"'))
    assert svg_elements.read_view_box(read_root("")) is None
    for box in ("-1e6 1e6 1e6 1e6", "1e6 -1e6 1 1"):
        assert svg_elements.read_view_box(read_root(f'viewBox="{box}"')) == tuple(map(float, box.split()))
    for box in ("0 0 0 1", "0 0 1 0", "0 0 1000001 1", "0 0 1 1000001", "1000001 0 1 1", "0 -1000001 1 1", "0 0 -1 1"):
        with pytest.raises(svg_elements.PictureError, match="must not be empty, and must not reach beyond 1,000,000"):
            svg_elements.read_view_box(read_root(f'viewBox="{box}"'))


def test_number_and_depth_of_elements_have_limits() -> None:
    """The element of the drawing itself counts."""
    most, deepest = svg_elements.MAX_ELEMENTS - 1, svg_elements.MAX_DEPTH - 1
    assert len(svg_elements.parse_svg(make_svg("<g/>" * most)).children) == most
    with pytest.raises(svg_elements.PictureError, match="too many elements: more than 5,000"):
        svg_elements.parse_svg(make_svg("<g/>" * (most + 1)))
    assert svg_elements.parse_svg(make_svg("<g>" * deepest + "</g>" * deepest))
    with pytest.raises(svg_elements.PictureError, match="nested too deeply: more than 64 levels"):
        svg_elements.parse_svg(make_svg("<g>" * (deepest + 1) + "</g>" * (deepest + 1)))
    space = svg_elements.MAX_BYTES - len(make_svg(""))
    assert svg_elements.parse_svg(make_svg(" " * space))
    with pytest.raises(svg_elements.PictureError, match="more than 2,000,000 bytes"):
        svg_elements.parse_svg(make_svg(" " * (space + 1)))


def doctype(*declarations: str) -> bytes:
    return f'<!DOCTYPE svg [{"".join(declarations)}]>{HEAD}><g style="&a;"/></svg>'.encode()


def test_entities_are_replaced_by_their_texts() -> None:
    root = svg_elements.parse_svg(doctype('<!ENTITY b "red">', '<!ENTITY a "fill:&b;">',
                                          '<!ATTLIST g id CDATA #FIXED "i">'))
    assert root.children[0].attributes == {"style": "fill:red", "id": "i"}


@pytest.mark.parametrize("declarations", [
    ['<!ENTITY a SYSTEM "file:///etc/passwd">'], ['<!ENTITY % a "x">'], [f'<!ENTITY a "{"x" * 10_001}">'],
    ['<!ENTITY a "x">', *(f'<!ENTITY a{n} "x">' for n in range(100))],
    [f'<!ENTITY {name} "{inner * 99}">' for name, inner in zip("abcd", ("x", "&a;", "&b;", "&c;"), strict=True)],
    ['<!ENTITY e "">', *(f'<!ENTITY {name} "&{inner};">' for name, inner in zip("abcd", "bcde", strict=True))],
    ['<!ENTITY a "&b;">', '<!ENTITY b "&a;">']])
def test_expensive_entities_are_refused(declarations: list[str]) -> None:
    with pytest.raises(svg_elements.PictureError, match=r"entities|recursive"):
        svg_elements.parse_svg(doctype(*declarations))


def test_references_to_entities_and_default_attributes_have_a_limit() -> None:
    entity = f'<!DOCTYPE svg [<!ENTITY a "{"x" * 10_000}">]>{HEAD}>'
    assert svg_elements.parse_svg(f"{entity}<g d='{'&a;' * 200}'/></svg>".encode())
    with pytest.raises(svg_elements.PictureError, match="entities of the file are too many or too large"):
        svg_elements.parse_svg(f"{entity}<g d='{'&a;' * 201}'/></svg>".encode())
    defaults = f'<!DOCTYPE svg [<!ATTLIST g d CDATA "{"x" * 100_000}">]>{HEAD}>{"<g/>" * 41}</svg>'
    with pytest.raises(svg_elements.PictureError, match="attributes are too large: more than 4,000,000"):
        svg_elements.parse_svg(defaults.encode())


def test_view_box_fits_its_viewport() -> None:
    for aspect, left, visible in (("", 45, (-45, 0, 100, 10)), ("xMaxYMax", 90, (-90, 0, 100, 10)),
                                  ("xMinYMid meet", 0, (0, 0, 100, 10)), ("junk", 45, (-45, 0, 100, 10)),
                                  ("xMidYMin slice", 0, (0, 0, 10, 1))):
        fitted, window = svg_elements.fit_view_box((0, 0, 10, 10), (100, 10), aspect)
        assert (fitted.e, window) == (left, visible)
    assert svg_elements.fit_view_box((5, 5, 10, 10), (0, 10), "none")[0].a == 0


@pytest.mark.parametrize(("text", "point"), [
    ("5 6", (5, 6)), ("50% 10px", (50, 10)), ("left", (0, 25)), ("top", (50, 0)), ("bottom right", (100, 50)),
    ("right 5px", (100, 5)), ("center", (50, 25)), ("1px 2px 3px", (1, 2))])
def test_origins_of_transforms(text: str, point: tuple[float, float]) -> None:
    assert svg_elements.read_origin(text, (0, 0, 100, 50)) == point


def test_elements_have_their_lines_and_values() -> None:
    root = svg_elements.parse_svg(make_svg('<g>\n  <path d="M0 0" id="p" xlink:href="#q"/></g><x xmlns="urn:y"/>'
                                           f'<{"e" * 99}/><style>.a{{}}</style><desc>words</desc>'))
    _, group, path, *others = root.walk()
    assert (group.tag, group.line, group.column) == ("g", 2, 1)
    assert (path.tag, path.line, path.column) == ("path", 3, 3)
    assert path.attributes == {"d": "M0 0", "id": "p", "href": "#q"}
    assert [(other.tag, other.text) for other in others] == [("", ""), ("e" * 60, ""), ("style", ".a{}"), ("desc", "")]
    error = path.make_error("bad", "do better")
    assert (error.message, error.hint, error.line, error.column) == ("bad", "do better", 3, 3)


def test_long_attributes_are_cut_except_those_of_shapes() -> None:
    long = " " * 5_000
    (path,) = svg_elements.parse_svg(make_svg(f'<path d="{long}" points="{long}" style="{long}" class="{long}" '
                                              f'fill="{long}"/>')).children
    assert {name: len(value) for name, value in path.attributes.items()} == {
        "d": 5_000, "points": 5_000, "style": 5_000, "class": 5_000, "fill": 2_001}  # one more than is allowed
