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

from printshop.drawing import artwork
from printshop.drawing import svg_reader as reader
from printshop.drawing.display_list import Color, Document, Page
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
def test_drawings_look_as_resvg_shows_them(name: str) -> None:
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


def test_nothing_is_drawn_of_what_is_hidden() -> None:
    body = ('<rect width="9" height="9"/><g display="none"><rect width="5" height="5"/></g>'
            '<rect width="5" height="5" visibility="hidden"/><rect width="5" height="5" opacity="0"/>'
            '<rect width="5" height="5" fill="none"/><rect width="0" height="5"/>')
    assert len(list_paths(read_svg(body).items)) == 1


@pytest.mark.parametrize(("body", "warning"), [
    ('<text x="1" y="1">hi</text>', "line 3: text is left out: turn it into paths (Inkscape: Path > Object to Path)"),
    ('<image href="https://example.org/x.png"/>',
     ("line 3: a picture inside the drawing is left out: trace it, or use the picture by itself")),
    ("<script>alert(1)</script>", "line 3: a script is left out"),
    ("<sparkle/>", "line 3: <sparkle> is left out"),
    ('<use href="other.svg#x"/>', "line 3: a <use> is left out because 'other.svg#x' is not in this file"),
    ('<rect width="5" height="5" opacity=".5"/>', "line 3: transparency is replaced by a paler colour"),
    ('<rect width="5" height="5" filter="url(#f)"/>', "line 3: a filter effect is left out"),
    ('<rect width="5" height="5" clip-path="url(#none)"/>',
     ("line 3: an unsupported clip path is left out: the whole shape is drawn")),
    ("<style>g > rect {fill:red}</style>", "the style sheet has rules that are not simple: they are left out"),
])  # fmt: skip
def test_what_is_left_out_is_said(body: str, warning: str) -> None:
    assert read_svg(f'<rect width="9" height="9"/>\n{body}').warnings == (warning,)


def test_a_line_with_a_gradient_has_its_first_colour() -> None:
    drawing = read_svg('<linearGradient id="a"><stop stop-color="#0072b2"/><stop stop-color="#fff"/></linearGradient>'
                   '<linearGradient id="g" href="#a"/><path d="M1 1h5" stroke="url(#g)"/>')
    stroke = list_paths(drawing.items)[0].stroke
    assert stroke
    assert stroke.color == BLUE
    assert drawing.warnings == ("line 2: a gradient is replaced by its first colour",)


# --- refused, with the place, the reason and what to do

PLAIN = "save the drawing again as plain SVG (Inkscape: File > Save as > Plain SVG)"
SIMPLER = "simplify the drawing: join its shapes into a few paths"
LAUGHS = ('<?xml version="1.0"?>\n<!DOCTYPE svg [\n<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">\n]>\n'
          f"{HEAD}><title>&b;</title></svg>").encode()
XXE = ('<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n'
       f"{HEAD}><title>&x;</title></svg>").encode()
USES = "".join(f'<g id="g{k + 1}">{f"""<use href="#g{k}"/>""" * 10}</g>' for k in range(7))

HOSTILE = {
    "paths": (make_svg('<path d="M0 0h1v1z"/>' * 90_000),
              (2, 104980, "the drawing has too many elements: more than 5,000", SIMPLER)),
    "bytes": (make_svg("<path/>" * 300_000),
              (0, 0, "this SVG file is too large: more than 2,000,000 bytes", SIMPLER)),
    "laughs": (LAUGHS, (2, 15, "the file must not define XML entities or its own document type", PLAIN)),
    "external entity": (XXE, (2, 15, "the file must not define XML entities or its own document type", PLAIN)),
    "nested groups": (make_svg("<g>" * 20_000 + "</g>" * 20_000),
                      (2, 190, "groups are nested too deeply: more than 64 levels", "ungroup the drawing")),
    "endless use": (make_svg('<g id="a"><use href="#b"/></g>\n<g id="b"><use href="#a"/></g>'),
                    (2, 11, "this <use> draws itself without end", "make the <use> refer to another shape")),
    "use bomb": (make_svg(f'<g id="g0"><rect width="1" height="1"/></g>{USES}'),
                 (2, 12, "<use> repeats shapes too often: more than 20,000 times", "simplify the drawing")),
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
    "path data": (make_svg('<path d="M0 0L5"/>'),
                  (2, 1, "<path>: path data ends too early, or has too many or too few numbers",
                   "draw the shape again, or save the drawing again")),
    "path letters": (make_svg('<path d="M0 0X5 5"/>'),
                     (2, 1, "<path>: path data cannot contain 'X'", "draw the shape again, or save the drawing again")),
    "number": (make_svg('<rect width="five" height="5"/>'),
               (2, 1, "width: 'five' is not a length", "write a number such as 12.5")),
    "colour": (make_svg('<rect width="5" height="5" fill="#12345"/>'),
               (2, 1, "'#12345' is not a colour", 'write the colour as "#rrggbb"')),
    "transform": (make_svg('<rect width="5" height="5" transform="spin(5)"/>'),
                  (2, 1, "'spin(5)' is not a transform", "write a transform such as translate(10 20)")),
    "transform numbers": (make_svg('<rect width="5" height="5" transform="rotate(5 5)"/>'),
                          (2, 1, "rotate() has the wrong number of values: 2",
                           "write a transform such as translate(10 20)")),
    "view box": (f'{HEAD}viewBox="0 0 10"><rect width="5" height="5"/></svg>'.encode(),
                 (1, 1, "the viewBox does not have four numbers",
                  'write left, top, width and height: viewBox="0 0 100 50"')),
    "flat view box": (f'{HEAD}viewBox="0 0 10 0"><rect width="5" height="5"/></svg>'.encode(),
                      (1, 1, "the viewBox must not be empty or reach beyond 1,000,000",
                       "give the drawing a page of a usual size")),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_bad_drawings_are_refused(name: str, tmp_path: Path) -> None:
    data, expected = HOSTILE[name]
    file = tmp_path / "bad.svg"
    file.write_bytes(data)
    with pytest.raises(artwork.PictureError) as caught:
        artwork.read_svg(file)
    error = caught.value
    assert (error.line, error.column, error.message, error.hint) == expected


def test_a_plain_document_type_is_harmless() -> None:
    doctype = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert reader.read_drawing(doctype + make_svg('<rect width="5" height="5"/>')).items


@settings(max_examples=60)
@given(st.text(alphabet="<>/svgrect path d=\"M0L1z'&;#%{}", max_size=80))
def test_rubbish_never_crashes(rubbish: str) -> None:
    for data in (rubbish.encode(), make_svg(rubbish), make_svg(f"<path d=\"{rubbish.replace(chr(34), '')}\"/>")):
        with suppress(artwork.PictureError):
            reader.read_drawing(data)
