"""SVG drawings of players: they look as resvg draws them; bad and hostile ones are refused."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers.drawings import HEAD, list_paths, make_svg, read_svg
from helpers.images import count_stray, draw_pdf, draw_svg
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import artwork, shapes
from printshop.drawing import svg_reader as reader
from printshop.drawing.display_list import BLACK, WHITE, Color, Document, Group, Page, Stroke
from printshop.drawing.display_list import Path as Outline
from printshop.output import pdf

if TYPE_CHECKING:
    from pathlib import Path
BLUE = Color(0, 114, 178)


# --- drawn as others draw it: each against resvg, which had no part in it

DRAWINGS = {
    "paths": '<path d="M10 10h30v20l-15 10zm50 0c10 0 20 20 0 30s10 20 20 10t10-20q5 5 5 10z"/>'
             '<path d="M10 70a20 10 30 1 1 40 5A5 5 0 0 0 60 80l5 5z"/>',
    "transforms": '<g transform="translate(50,10) rotate(30) scale(.8 1.2)"><rect width="30" height="20" rx="6"/>'
                  '<g transform="skewX(20) matrix(1 .1 0 1 0 30)"><circle cx="10" cy="10" r="8"/></g></g>',
    "styles": '<style>.a{fill:#c00} #b, polygon{stroke:#00c;stroke-width:3} rect.a{fill:#0a0}</style>'
              '<rect class="a" x="5" y="5" width="30" height="20"/><circle class="a" cx="70" cy="20" r="15"/>'
              '<ellipse id="b" cx="30" cy="60" rx="20" ry="10" style="fill:none"/>'
              '<polygon points="60,50 90,60 70,90" fill="none"/>',
    "inheritance": '<g fill="#08f" color="#0a0" stroke="#333" stroke-width="2"><rect x="5" y="5" width="20" '
                   'height="20"/><g fill="currentColor" stroke="none"><rect x="35" y="5" width="20" height="20"/>'
                   '<rect x="65" y="5" width="20" height="20" fill="inherit" style="stroke:red"/></g></g>',
    "even-odd": '<path fill-rule="evenodd" d="M10 10h80v80h-80zm20 20h40v40h-40z"/>',
    "uses": '<defs><rect id="r" width="20" height="10"/><symbol id="s" viewBox="0 0 10 20"><path d="M0 0h10v20z"/>'
            '</symbol></defs><use href="#r" x="10" y="10"/><use xlink:href="#r" transform="rotate(45 60 20)" x="50" '
            'y="10" fill="#a0a"/><use href="#s" x="20" y="40" width="50" height="50"/>',
    "clips": '<clipPath id="c"><circle cx="50" cy="50" r="30"/></clipPath><g clip-path="url(#c)">'
             '<rect x="10" y="40" width="80" height="60"/></g>',
    "strokes": '<line x1="10" y1="10" x2="90" y2="30" stroke="#000" stroke-width="6" stroke-linecap="round"/>'
               '<polyline points="10 50 50 90 90 50" fill="none" stroke="#000" stroke-width="5" '
               'stroke-linejoin="round" stroke-dasharray="12 6"/>',
    "scaled strokes": '<g transform="scale(2)" fill="none" stroke="#000" stroke-width="7"><path d="M5 10h40" '
                      'stroke-dasharray="4 2" stroke-dashoffset="1"/><path d="M8 40 15 22 22 40" '
                      'stroke-linejoin="round"/><path d="M30 42 38 24 46 42"/></g>',
    "nested": '<svg x="10" y="20" width="60" height="60" viewBox="0 0 10 20"><rect width="10" height="20"/></svg>',
    "percent": '<rect x="10%" y="20%" width="50%" height="25%"/>',
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_look_like_those_of_resvg(name: str) -> None:
    size = 'width="100pt" height="100pt" viewBox="0 0 100 100"'
    drawing = read_svg(DRAWINGS[name], size)
    assert drawing.warnings == ()
    assert drawing.size_in_points == pytest.approx((100, 100))
    mine = draw_pdf(pdf.render_pdf(Document("t", (Page(100, 100, drawing.items),))))
    theirs = draw_svg(make_svg(DRAWINGS[name], size).decode())
    assert count_stray(mine, theirs) + count_stray(theirs, mine) == 0
    assert np.count_nonzero(mine.min(axis=2) < 160) > 400
    other = draw_svg(make_svg('<circle cx="50" cy="50" r="10"/>', size).decode())
    assert count_stray(mine, other) + count_stray(other, mine) > 200  # the comparison can fail


def test_hidden_elements_are_not_drawn() -> None:
    body = ('<rect width="9" height="9"/><g display="none"><rect width="5" height="5"/></g>'
            '<rect width="5" height="5" visibility="hidden"/><rect width="5" height="5" opacity="0"/>'
            '<rect width="5" height="5" fill="none"/><rect width="0" height="5"/>')
    assert len(list_paths(read_svg(body).items)) == 1


@pytest.mark.parametrize(("body", "warning"), [
    ('<text x="1" y="1">hi</text>', "line 3: text is left out: turn it into paths (Inkscape: Path > Object to Path)"),
    ('<image href="https://example.org/x.png"/>',
     ("line 3: a picture inside the drawing is left out: trace the picture, or use the picture without a drawing")),
    ("<script>alert(1)</script>", "line 3: a script is left out"),
    ("<sparkle/>", "line 3: <sparkle> is left out"),
    ('<use href="other.svg#x"/>', "line 3: a <use> is left out because 'other.svg#x' is not in this file"),
    ('<rect width="5" height="5" opacity=".5"/>', "line 3: transparency is replaced by a paler colour"),
    ('<rect width="5" height="5" filter="url(#f)"/>', "line 3: a filter effect is left out"),
    ('<rect width="5" height="5" clip-path="url(#none)"/>',
     ("line 3: an unsupported clip path is left out: the whole shape is drawn")),
    ("<style>rect ~ rect {fill:red}</style>",
     "rules of the style sheet that are not supported are left out: 'rect ~ rect'"),
    ('<rect width="5" height="5" style="mix-blend-mode:multiply"/>',
     "line 3: a blend mode is left out: the shape covers what is below it"),
    ('<rect width="5" height="5" style="translate:3px"/>',
     "line 3: a style that moves a shape is left out: write it as a transform"),
    ('<rect width="5" height="5" fill="#12345"/>', "line 3: fill: '#12345' is not a colour: it is left out"),
    ('<rect width="5" height="5" style="width:calc(1px)"/>',
     "line 3: width: 'calc(1px)' is not a length: it is left out"),
    ('<path d="M0 0h5v5X"/>', "line 3: <path>: path data cannot contain 'X': the rest is left out"),
    ('<path d="MZ"/>',
     "line 3: <path>: path data ends too early, or has the wrong number of numbers: the rest is left out"),
    ('<g transform="scale(2)" style="transform-box:fill-box;transform-origin:5px 5px"/>',
     "line 3: transform-box is left out: the transform turns about a point of the drawing"),
    ('<marker id="m"><path d="M0 0h1"/></marker><path d="M0 0a5 5 0 0 0 9 9" marker-mid="url(#m)"/>',
     "line 3: markers on arcs are left out"),
    (('<linearGradient id="g"><stop/><stop offset="1" stop-opacity="0"/></linearGradient><path d="M0 0h9v9" '
     'fill="url(#g)"/>'), "line 3: transparency is replaced by a paler colour"),
    (('<clipPath id="c"><path d="M0 0h5v5z" clip-rule="evenodd"/><path d="M0 0h5v5z"/></clipPath><path d="M0 0h9v9" '
     'clip-path="url(#c)"/>'),
     "line 3: a clip path of several shapes with the rule 'evenodd' may show too little or too much"),
])  # fmt: skip
def test_omitted_elements_are_reported(body: str, warning: str) -> None:
    assert read_svg(f'<rect width="9" height="9"/>\n{body}').warnings == (warning,)


def test_line_with_a_gradient_has_its_first_colour() -> None:
    drawing = read_svg('<linearGradient id="a"><stop stop-color="#0072b2"/><stop stop-color="#fff"/></linearGradient>'
                   '<linearGradient id="g" href="#a"/><path d="M1 1h5" stroke="url(#g)"/>')
    stroke = list_paths(drawing.items)[0].stroke
    assert stroke
    assert stroke.color == BLUE
    assert drawing.warnings == ("line 2: a gradient is replaced by its first colour",)


# --- refused, with the place, the reason and what to do

PLAIN = "save the drawing again as plain SVG (Inkscape: File > Save as > Plain SVG)"
SIMPLER = "simplify the drawing: join its shapes into a few paths"
LAUGHS = (f'<?xml version="1.0"?>\n<!DOCTYPE svg [\n<!ENTITY a "{"ha" * 999}"><!ENTITY b "{"&a;" * 10}">\n]>\n'
          f"{HEAD}><title>&b;</title></svg>").encode()
XXE = ('<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n'
       f"{HEAD}><title>&x;</title></svg>").encode()
USES = "".join(f'<g id="g{k + 1}">{f"""<use href="#g{k}"/>""" * 10}</g>' for k in range(7))

HOSTILE = {
    "paths": (make_svg('<path d="M0 0h1v1z"/>' * 90_000),
              (2, 104980, "the drawing has too many elements: more than 5,000", SIMPLER)),
    "bytes": (make_svg("<path/>" * 300_000),
              (0, 0, "this SVG file is too large: more than 2,000,000 bytes", SIMPLER)),
    "laughs": (LAUGHS, (4, 2, "the XML entities of the file are too many or too large", PLAIN)),
    "external entity": (XXE,
                        (2, 54, "the file must not define parameter entities, or entities in other files", PLAIN)),
    "nested groups": (make_svg("<g>" * 20_000 + "</g>" * 20_000),
                      (2, 190, "groups are nested too deeply: more than 64 levels", "ungroup the drawing")),
    "endless use": (make_svg('<g id="a"><use href="#b"/></g>\n<g id="b"><use href="#a"/></g>'),
                    (2, 11,
                     "this <use> refers to a shape that contains the <use>", "make the <use> refer to another shape")),
    "use bomb": (make_svg(f'<g id="g0"><rect width="1" height="1"/></g>{USES}'),
                 (2, 12, "<use> or a marker repeats shapes too often: more than 20,000 times", "simplify the drawing")),
    "many curves": (make_svg(f'<path id="p" d="M0 0{"l1 1" * 20_000}"/>{"""<use href="#p"/>""" * 12}'),
                    (2, 1, "the drawing has too many lines and curves: more than 200,000",
                     "simplify the drawing (Inkscape: Path > Simplify)")),
    "far away": (make_svg('<g transform="scale(1e9)">\n<rect width="1" height="1"/></g>'),
                 (3, 1, "a coordinate is too large: more than 1,000,000",
                  "move or delete the shape: it lies far outside the drawing")),
    "infinite": (make_svg('<path d="M0 0L1e999 0"/>'),
                 (2, 1, "a coordinate is too large: more than 1,000,000",
                  "move or delete the shape: it lies far outside the drawing")),
    "not xml": (b"Dear Sir", (1, 1, "not valid XML: syntax error", PLAIN)),
    "cut short": (make_svg("<g>")[:-7], (2, 4, "not valid XML: no element found", PLAIN)),
    "empty": (b"", (0, 0, "'bad.svg' is empty", "save the file again, or copy it again from its source")),
    "a feed": (b"<rss><svg/></rss>", (1, 1, "this is not an SVG drawing: its first element is not <svg>", PLAIN)),
    "svgz": (b"\x1f\x8b\x08", (0, 0, "this SVG file cannot be read because it is compressed (svgz)", PLAIN)),
    "no shapes": (make_svg('<text y="9">Golem</text>'),
                  (1, 1, "the drawing has no shapes",
                   "if the drawing has text, turn it into paths before you save the file")),
    "number": (make_svg('<rect width="five" height="5"/>'),
               (2, 1, "width: 'five' is not a length", "write a number such as 12.5")),
    "hidden": (make_svg('<rect width="5" height="5" fill="none"/>'),
               (1, 1, "the drawing has no shapes",
                "nothing of the drawing would be visible: look at it in a browser, and save it again")),
    "pictures": (make_svg('<image href="a.jpg"/><text/>'),
                 (1, 1, "the drawing has no shapes",
                  "the drawing has only pictures of pixels: use such a picture without the drawing, or trace it")),
    "transform": (make_svg('<rect width="5" height="5" transform="spin(5)"/>'),
                  (2, 1, "'spin(5)' is not a transform", "write a transform such as translate(10 20)")),
    "transform numbers": (make_svg('<rect width="5" height="5" transform="rotate(5 5)"/>'),
                          (2, 1, "rotate() has the wrong number of values: 2",
                           "write a transform such as translate(10 20)")),
    "view box": (f'{HEAD}viewBox="0 0 10"><rect width="5" height="5"/></svg>'.encode(),
                 (1, 1, "the viewBox does not have four numbers",
                  'write left, top, width and height: viewBox="0 0 100 50"')),
    "flat view box": (f'{HEAD}viewBox="0 0 10 0"><rect width="5" height="5"/></svg>'.encode(),
                      (1, 1, "the viewBox must not be empty, and must not reach beyond 1,000,000",
                       "give the drawing a page of a usual size")),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_bad_drawings_are_refused(name: str, tmp_path: Path) -> None:
    data, expected = HOSTILE[name]
    file = tmp_path / "bad.svg"
    file.write_bytes(data)
    with pytest.raises(artwork.PictureError) as exception:
        artwork.read_svg(file)
    error = exception.value
    assert (error.line, error.column, error.message, error.hint) == expected


def test_plain_document_type_is_harmless() -> None:
    doctype = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert reader.read_drawing(doctype + make_svg('<rect width="5" height="5"/>')).items


@settings(max_examples=30)
@given(st.text(alphabet="<>/svgrect path d=\"M0L1z'&;#%{}", max_size=80))
def test_rubbish_never_crashes(rubbish: str) -> None:
    for data in (rubbish.encode(), make_svg(rubbish), make_svg(f"<path d=\"{rubbish.replace(chr(34), '')}\"/>")):
        with suppress(artwork.PictureError):
            reader.read_drawing(data)


# --- the page of a drawing

SQUARE = '<rect x="10" y="20" width="30" height="40"/>'


def test_drawing_has_the_size_of_its_view_box_or_its_page_or_its_shapes() -> None:
    boxed = read_svg(SQUARE, 'viewBox="5 10 100 80" width="1in" height="96"')
    assert (boxed.width, boxed.height, boxed.size_in_points) == (100, 80, (72, 72))
    assert boxed.aspect_ratio == 1.25
    assert shapes.measure_bounds(boxed.items) == (5, 10, 35, 50)  # the view box starts at (0, 0)
    paged = read_svg(SQUARE, 'width="60" height="90"')
    assert (paged.width, paged.height, paged.size_in_points) == (60, 90, (45, 67.5))
    assert shapes.measure_bounds(paged.items) == (10, 20, 40, 60)
    bare = read_svg(SQUARE.replace("/>", ' data-at="here"/>'), "")
    assert (bare.width, bare.height, bare.size_in_points) == (30, 40, None)
    assert shapes.measure_bounds(bare.items) == (0, 0, 30, 40)
    assert bare.named_points == (("here", 15, 20),)


@pytest.mark.parametrize(("corner", "is_cut"), [((0, 0), False), ((60, 50), False), ((-1, 0), True), ((0, -1), True),
                                                ((61, 0), True), ((0, 51), True)])
def test_shapes_outside_the_page_are_clipped(corner: tuple[float, float], is_cut: bool) -> None:
    x, y = corner
    drawing = read_svg(f'<rect x="{x}" y="{y}" width="40" height="50"/>')
    (item,) = drawing.items
    assert isinstance(item, Group) is is_cut
    assert min(shapes.measure_bounds(drawing.items)) >= 0
    assert max(shapes.measure_bounds(drawing.items)) <= 100


def test_named_points_are_the_middles_of_shapes() -> None:
    drawing = read_svg('<g transform="scale(2)"><rect data-at=" turret " x="5" y="5" width="10" height="20" '
                       'fill="none"/></g><circle data-at="mast" cx="60" cy="70" r="9" stroke="#000" stroke-width="9"/>')
    assert drawing.named_points == (("turret", 20, 30), ("mast", pytest.approx(60), pytest.approx(70)))
    assert len(drawing.items) == 1  # the first is not seen


def test_detail_level_is_the_finest_for_the_length() -> None:
    fine, normal = read_svg(SQUARE), read_svg(SQUARE)
    coarse = reader.Drawing("c", 20, 10, (), finer_drawings=((60, fine), (30, normal)))
    assert [coarse.choose_detail(scale) for scale in (3, 2.9, 1.5, 1.4)] == [fine, normal, normal, coarse]


@pytest.mark.parametrize(("values", "scales", "corner"), [
    ("", (2, 2), (20, 40)), ('preserveAspectRatio="none"', (2, 3), (20, 30))])
def test_nested_drawing_is_fitted_into_its_size(values: str, scales: tuple[float, float],
                                                corner: tuple[float, float]) -> None:
    """The box of 20 x 30 has room for the view box of 10 x 10 twice, and a fourth of its height is left."""
    nested = read_svg(f'<svg x="20" y="30" width="20" height="30" viewBox="1 2 10 10" {values}>'
                      '<rect x="1" y="2" width="10" height="10"/></svg>')
    x, y = corner
    assert shapes.measure_bounds(nested.items) == pytest.approx(
        (x, y - 5 * (not values), x + 10 * scales[0], y - 5 * (not values) + 10 * scales[1]))


def test_nested_drawing_without_a_size_fills_its_surroundings() -> None:
    nested = read_svg('<svg viewBox="0 0 10 10"><rect width="10" height="10"/></svg>', 'viewBox="0 0 100 100"')
    assert shapes.measure_bounds(nested.items) == (0, 0, 100, 100)
    moved = read_svg('<svg x="20" y="10%"><rect width="10" height="10"/></svg>')
    assert shapes.measure_bounds(moved.items) == (20, 10, 30, 20)


def test_first_shape_of_a_switch_is_drawn() -> None:
    drawing = read_svg('<switch><title>t</title><rect width="1" height="1"/><rect width="2" height="2"/></switch>')
    assert shapes.measure_bounds(drawing.items) == (0, 0, 1, 1)
    assert len(read_svg('<a><rect width="1" height="1"/><rect width="2" height="2"/></a>').items) == 2


def test_first_of_several_elements_with_a_name_is_used() -> None:
    drawing = read_svg('<defs><rect id="r" width="1" height="1"/><rect id="r" width="9" height="9"/></defs>'
                       '<use href="#r" x="5" y="10%"/>')
    assert shapes.measure_bounds(drawing.items) == (5, 10, 6, 11)
    nothing = read_svg('<rect width="1" height="1"/><use href="#"/><use href="r"/>')
    assert (len(nothing.items), len(nothing.warnings)) == (1, 2)


# --- colours and lines

@pytest.mark.parametrize(("attributes", "fill"), [
    ("", BLACK), ('fill="none"', None), ('fill="#0072b2"', BLUE), ('fill="currentColor" color="#0072b2"', BLUE),
    ('fill="currentColor"', BLACK), ('fill="#000" fill-opacity="0.2"', Color(204, 204, 204)),
    ('fill="#000" opacity="0.5" fill-opacity="0.4"', Color(204, 204, 204)), ('fill="#00000033"', Color(204, 204, 204)),
    ('fill="#00000080" opacity="0.4"', Color(204, 204, 204)), ('fill="#000" fill-opacity="7"', BLACK),
    ('fill="#000" fill-opacity="-1"', None), ('fill="url(#none) #0072b2"', BLUE), ('fill="url(#none)"', None)])
def test_transparent_colours_are_paler(attributes: str, fill: Color | None) -> None:
    (path,) = list_paths(read_svg(f'<rect width="9" height="9" stroke="#f00" {attributes}/>').items)
    assert path.fill == fill


def test_opacity_of_groups_is_multiplied() -> None:
    drawing = read_svg('<g opacity=".5"><g opacity="40%"><rect width="9" height="9"/></g></g>')
    assert list_paths(drawing.items)[0].fill == Color(204, 204, 204)
    assert set(drawing.warnings) == {"line 2: transparency is replaced by a paler colour"}
    assert read_svg('<rect width="9" height="9" opacity="1" fill-opacity="1"/>').warnings == ()


@pytest.mark.parametrize(("attributes", "stroke"), [
    ("", Stroke(BLUE, 1)),
    ('stroke-width="4" stroke-linecap="round" stroke-linejoin="bevel"', Stroke(BLUE, 4, cap="round", join="bevel")),
    ('stroke-linecap="square" stroke-linejoin="round"', Stroke(BLUE, 1, cap="square", join="round")),
    ('stroke-dasharray="3, 2" stroke-dashoffset="5"', Stroke(BLUE, 1, (3, 2), 5)),
    ('stroke-dasharray="3"', Stroke(BLUE, 1, (3, 3))), ('stroke-dasharray="1 2 3"', Stroke(BLUE, 1, (1, 2, 3) * 2)),
    ('stroke-dasharray="0 0"', Stroke(BLUE, 1)), ('stroke-dasharray="3 -2"', Stroke(BLUE, 1)),
    ('stroke-dasharray="none"', Stroke(BLUE, 1)), ('stroke-dasharray="0 4"', Stroke(BLUE, 1, (0, 4))),
    ('stroke-miterlimit="7"', Stroke(BLUE, 1, miter_limit=7)),
    ('stroke-miterlimit="0.5"', Stroke(BLUE, 1, miter_limit=1)),
    ('stroke-width="10%"', Stroke(BLUE, 10)), ('stroke-width="0"', None), ('stroke-width="-1"', None),
    ('stroke-opacity="0"', None), ('transform="scale(3)" stroke-dasharray="2" stroke-dashoffset="1"',
                                   Stroke(BLUE, 3, (6, 6), 3)),
])
def test_lines_have_their_style(attributes: str, stroke: Stroke | None) -> None:
    (path,) = list_paths(read_svg(f'<path d="M1 1h5v5z" stroke="#0072b2" {attributes}/>').items)
    assert path.stroke == stroke


def test_dashes_of_a_line_have_a_limit() -> None:
    dashes = '<path d="M1 1h5" stroke="#000" stroke-dasharray="{}"/>'
    (path,) = list_paths(read_svg(dashes.format("1 " * reader.MAX_DASHES)).items)
    assert path.stroke
    assert len(path.stroke.dash) == reader.MAX_DASHES
    with pytest.raises(artwork.PictureError, match="too many dashes and gaps: more than 60"):
        read_svg(dashes.format("1 " * (reader.MAX_DASHES + 1)))


def test_line_has_no_area() -> None:
    line, shape = list_paths(read_svg('<line x2="5" stroke="#000"/><path d="M0 0h5" stroke="#000"/>').items)
    assert (line.fill, shape.fill) == (None, BLACK)
    assert [path.rule for path in list_paths(read_svg(
        '<path d="M0 0h5v5z"/><path d="M0 0h5v5z" fill-rule="evenodd"/>').items)] == ["nonzero", "evenodd"]
    assert list_paths(read_svg('<rect width="9" height="9"/><rect visibility="collapse" width="5" height="5"/>').items
                      )[1:] == []


def test_inherited_values_end_at_an_override() -> None:
    inner, outer = list_paths(read_svg('<g fill="#0072b2" stroke="#f00"><rect width="1" height="1" fill="#fff"/>'
                                       '<rect width="2" height="2" fill="inherit"/></g>').items)
    assert (inner.fill, outer.fill) == (WHITE, BLUE)
    (same,) = list_paths(read_svg('<g color="#0072b2"><rect width="1" height="1" color="currentColor" '
                                  'fill="currentColor"/></g>').items)
    assert same.fill == BLUE


# --- clips

CLIPPED = '<rect width="90" height="90" clip-path="url(#c)"/>'


def test_clip_is_the_union_of_its_shapes_in_the_coordinates_of_its_target() -> None:
    drawing = read_svg('<clipPath id="c"><rect x="5" y="5" width="10" height="10"/><rect x="20" y="5" width="10" '
                       f'height="20"/><text>x</text><title>t</title></clipPath><g transform="scale(2)">{CLIPPED}</g>',
                       'viewBox="0 0 200 200"')
    (item,) = drawing.items
    assert isinstance(item, Group)
    assert shapes.measure_bounds(drawing.items) == (10, 10, 60, 50)
    assert drawing.warnings == ("line 2: <text> inside a clip path is left out",)


@pytest.mark.parametrize(("attributes", "rule"), [("", "nonzero"), ('clip-rule="evenodd"', "evenodd"),
                                                  ('fill-rule="evenodd"', "nonzero")])
def test_clip_has_its_own_rule(attributes: str, rule: str) -> None:
    (item,) = read_svg(f'<clipPath id="c"><rect width="5" height="5" {attributes}/></clipPath>{CLIPPED}').items
    assert isinstance(item, Group)
    assert item.clip
    assert item.clip.rule == rule


@pytest.mark.parametrize(("clip", "warned"), [
    ('<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>', False),
    ('<clipPath id="c" clipPathUnits="userSpaceOnUse"><rect width="1" height="1"/></clipPath>', False),
    ('<g id="c"><rect width="1" height="1" fill="none"/></g>', True)])
def test_clips_that_are_relative_or_none_are_ignored(clip: str, warned: bool) -> None:
    drawing = read_svg(clip + CLIPPED)
    assert bool(drawing.warnings) is warned
    assert isinstance(drawing.items[0], Group) is not warned


def test_clip_without_shapes_hides_everything() -> None:
    drawing = read_svg(f'<clipPath id="c"></clipPath>{CLIPPED}<rect width="3" height="3"/>')
    assert shapes.measure_bounds(drawing.items) == (0, 0, 3, 3)


# --- limits

def test_coordinates_have_a_limit() -> None:
    far = 'viewBox="-1e6 -1e6 1e6 1e6"'
    assert read_svg('<path d="M0 0L-1000000 0 0 -1e6z"/>', "").items
    assert read_svg('<path d="M-1e6 -1e6h1v1z"/>', far).items
    with pytest.raises(artwork.PictureError, match="a coordinate is too large"):
        read_svg('<path d="M0 0L1000001 0 0 5z"/>', "")


def test_number_of_shapes_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each use counts, and what it draws."""
    monkeypatch.setattr(reader, "_MAX_DRAWN", 7)
    body = '<g id="s"><rect width="1" height="1"/></g><use href="#s"/>'
    assert len(list_paths(read_svg(body + '<rect width="1" height="1"/>' * 2).items)) == 4
    with pytest.raises(artwork.PictureError, match="more than 7 times"):
        read_svg(body + '<rect width="1" height="1"/>' * 3)


def test_long_value_of_style_is_refused() -> None:
    box = '<rect width="1" height="1" style="fill:{}"/>'
    assert read_svg(box.format("#000" + " " * 9_000)).items
    with pytest.raises(artwork.PictureError, match="'fill' is too long: more than 2,000 characters"):
        read_svg(box.format("x" * 2_001))
    (warning,) = read_svg(box.format("x" * 2_000)).warnings
    assert warning.endswith("is not a colour: it is left out")


@pytest.mark.parametrize(("scale", "is_split"), [("1 1.02", False), ("1 1.06", True), ("3", False)])
def test_stroke_of_nearly_one_width_stays_with_its_area(scale: str, is_split: bool) -> None:
    drawing = read_svg(f'<path transform="scale({scale})" d="M9 9h9v9z" stroke="#000"/>')
    assert [type(item) for item in drawing.items] == ([Outline, Group] if is_split else [Outline])


# --- hostile drawings that once took for ever, or ended with a traceback

def test_invisible_dashes_become_a_solid_line() -> None:
    for dashes in ('stroke-dasharray="1e-9"', 'stroke-dasharray="5" pathLength="1e9"'):
        drawing = read_svg(f'<path d="M0 0h99" stroke="#000" {dashes}/>')
        (path,) = list_paths(drawing.items)
        assert path.stroke
        assert path.stroke.dash == ()
        assert drawing.warnings == ("line 2: dashes too fine to be seen are drawn as a whole line",)


def test_mitres_have_a_limit() -> None:
    (path,) = list_paths(read_svg('<path d="M0 0h9v9" stroke="#000" stroke-miterlimit="1e300"/>').items)
    assert path.stroke
    assert path.stroke.miter_limit == 1_000


@pytest.fixture
def low_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth of the allowed lines and curves, which is reached sooner."""
    monkeypatch.setattr(reader, "_MAX_SEGMENTS", 20_000)


@pytest.mark.usefixtures("low_limit")
def test_gradients_that_fail_and_nested_boxes_cost_as_much_as_shapes() -> None:
    fine = ('<linearGradient id="g" spreadMethod="repeat" x2=".001"><stop/><stop offset="1" stop-color="#fff"/>'
            '</linearGradient>')
    boxes = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="1" height="1"/></clipPath>'
    for body in (fine + '<circle r="9" fill="url(#g)"/>' * 700,
                 boxes + '<g clip-path="url(#c)">' * 50 + "<path d='M0 0h9v9'/>" * 1_500 + "</g>" * 50):
        with pytest.raises(artwork.PictureError, match="too many lines and curves"):
            read_svg(body)


def test_clip_paths_that_refer_to_themselves_are_ignored() -> None:
    drawing = read_svg('<clipPath id="c" clip-path="url(#d)"><path d="M0 0h9v9z"/></clipPath><clipPath id="d" '
                       'clip-path="url(#c)"><path d="M0 0h9v9z"/></clipPath><path d="M0 0h20v20" '
                       'clip-path="url(#c)"/>')
    assert drawing.warnings == ("line 2: an unsupported clip path is left out: the whole shape is drawn",)


@pytest.mark.usefixtures("low_limit")
def test_nested_markers_have_a_limit() -> None:
    markers = "".join(f'<marker id="m{k}"><path d="M0 0{"h1v1" * 40}" style="marker:url(#m{k + 1})"/></marker>'
                      for k in range(9))
    with pytest.raises(artwork.PictureError, match=r"repeats shapes too often|too many lines and curves"):
        read_svg(f'{markers}<path d="M0 0h9v9" style="marker:url(#m0)"/>')
