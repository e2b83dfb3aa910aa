from __future__ import annotations

import io
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ink import pdf_picture, stray, svg_picture
from PIL import Image as Pillow

from printshop.drawing import art, shapes, svg_elements
from printshop.drawing import svg as reader
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Color, Document, Group, Image, Item, Page, Use
from printshop.drawing.items import Path as Outline
from printshop.render import pdf

if TYPE_CHECKING:
    from pathlib import Path

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
BLUE = Color(0, 114, 178)


def svg(body: str, attributes: str = 'viewBox="0 0 100 100"') -> bytes:
    return f"{HEAD}{attributes}>\n{body}\n</svg>".encode()


def read(body: str, attributes: str = 'viewBox="0 0 100 100"') -> reader.Art:
    return reader.read(svg(body, attributes))


def paths(items: tuple[Item, ...]) -> list[Outline]:
    found = []
    for item in items:
        if isinstance(item, Outline):
            found.append(item)
        elif isinstance(item, Group):
            found += paths(item.items)
    return found


def only(body: str) -> Outline:
    (path,) = paths(read(body).items)
    return path


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
    drawing = read(DRAWINGS[name], size)
    assert drawing.warnings == ()
    assert drawing.points == pytest.approx((100, 100))
    mine = pdf_picture(pdf.to_bytes(Document("t", (Page(100, 100, drawing.items),))))
    theirs = svg_picture(svg(DRAWINGS[name], size).decode())
    assert stray(mine, theirs) + stray(theirs, mine) == 0
    assert np.count_nonzero(mine.min(axis=2) < 160) > 400
    other = svg_picture(svg('<circle cx="50" cy="50" r="10"/>', size).decode())
    assert stray(mine, other) + stray(other, mine) > 200  # the comparison can fail


def test_nothing_is_drawn_of_what_is_hidden() -> None:
    body = ('<rect width="9" height="9"/><g display="none"><rect width="5" height="5"/></g>'
            '<rect width="5" height="5" visibility="hidden"/><rect width="5" height="5" opacity="0"/>'
            '<rect width="5" height="5" fill="none"/><rect width="0" height="5"/>')
    assert len(paths(read(body).items)) == 1


@pytest.mark.parametrize(("body", "warning"), [
    ('<text x="1" y="1">hi</text>', "line 3: text is left out: turn it into paths (Inkscape: Path > Object to Path)"),
    ('<image href="https://example.org/x.png"/>',
     ("line 3: a picture inside the drawing is left out: trace it, or use the picture by itself")),
    ("<script>alert(1)</script>", "line 3: a script is left out"),
    ("<sparkle/>", "line 3: <sparkle> is left out"),
    ('<use href="other.svg#x"/>', "line 3: <use> of 'other.svg#x', which is not in this file, is left out"),
    ('<rect width="5" height="5" opacity=".5"/>', "line 3: transparency is replaced by a paler colour"),
    ('<rect width="5" height="5" filter="url(#f)"/>', "line 3: a filter effect is left out"),
    ('<rect width="5" height="5" clip-path="url(#none)"/>',
     ("line 3: a clip path of this kind is left out: the whole shape is drawn")),
    ("<style>g > rect {fill:red}</style>", "the style sheet has rules that are not simple: they are left out"),
])  # fmt: skip
def test_what_is_left_out_is_said(body: str, warning: str) -> None:
    assert read(f'<rect width="9" height="9"/>\n{body}').warnings == (warning,)


def test_a_line_with_a_gradient_has_its_first_colour() -> None:
    drawing = read('<linearGradient id="a"><stop stop-color="#0072b2"/><stop stop-color="#fff"/></linearGradient>'
                   '<linearGradient id="g" href="#a"/><path d="M1 1h5" stroke="url(#g)"/>')
    stroke = paths(drawing.items)[0].stroke
    assert stroke
    assert stroke.color == BLUE
    assert drawing.warnings == ("line 2: a gradient is replaced by its first colour",)


@pytest.mark.parametrize(("text", "color"), [
    ("#0072B2", BLUE), ("rgb(0, 114, 178)", BLUE), ("rgb(0 50% 100%)", Color(0, 128, 255)),
    ("rebeccapurple", Color(102, 51, 153)), ("#f00", Color(255, 0, 0)), ("hsl(120, 100%, 50%)", Color(0, 255, 0)),
])  # fmt: skip
def test_colours(text: str, color: Color) -> None:
    assert only(f'<rect width="5" height="5" fill="{text}"/>').fill == color


# --- refused, with the place, the reason and what to do

PLAIN = "save it again as plain SVG (Inkscape: File > Save as > Plain SVG)"
SIMPLER = "simplify the drawing: join its shapes into a few paths"
LAUGHS = ('<?xml version="1.0"?>\n<!DOCTYPE svg [\n<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">\n]>\n'
          f"{HEAD}><title>&b;</title></svg>").encode()
XXE = ('<?xml version="1.0"?>\n<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n'
       f"{HEAD}><title>&x;</title></svg>").encode()
USES = "".join(f'<g id="g{k + 1}">{f"""<use href="#g{k}"/>""" * 10}</g>' for k in range(7))

HOSTILE = {
    "paths": (svg('<path d="M0 0h1v1z"/>' * 90_000),
              (2, 104980, "the drawing has more than 5,000 elements", SIMPLER)),
    "bytes": (svg("<path/>" * 300_000),
              (0, 0, "this SVG file has more than 2,000,000 bytes", SIMPLER)),
    "laughs": (LAUGHS, (2, 15, "the file defines XML entities or a document type of its own", PLAIN)),
    "external entity": (XXE, (2, 15, "the file defines XML entities or a document type of its own", PLAIN)),
    "nested groups": (svg("<g>" * 20_000 + "</g>" * 20_000),
                      (2, 190, "groups are nested more than 64 deep", "ungroup the drawing")),
    "endless use": (svg('<g id="a"><use href="#b"/></g>\n<g id="b"><use href="#a"/></g>'),
                    (2, 11, "this <use> draws itself, over and over", "let it refer to another shape")),
    "use bomb": (svg(f'<g id="g0"><rect width="1" height="1"/></g>{USES}'),
                 (2, 12, "<use> repeats shapes more than 20,000 times", "simplify the drawing")),
    "many curves": (svg(f'<path id="p" d="M0 0{"l1 1" * 20_000}"/>{"""<use href="#p"/>""" * 12}'),
                    (2, 1, "the drawing has more than 200,000 lines and curves",
                     "simplify it (Inkscape: Path > Simplify)")),
    "far away": (svg('<g transform="scale(1e9)">\n<rect width="1" height="1"/></g>'),
                 (3, 1, "a coordinate is beyond 1,000,000",
                  "the shape lies far outside the drawing: move or delete it")),
    "infinite": (svg('<path d="M0 0L1e999 0"/>'),
                 (2, 1, "a coordinate is beyond 1,000,000",
                  "the shape lies far outside the drawing: move or delete it")),
    "not xml": (b"Dear Sir", (1, 1, "not valid XML: syntax error", PLAIN)),
    "cut short": (svg("<g>")[:-7], (2, 4, "not valid XML: no element found", PLAIN)),
    "empty": (b"", (0, 0, "'bad.svg' is empty", "save it again, or copy it again from where it came")),
    "a feed": (b"<rss><svg/></rss>", (1, 1, "this is not an SVG drawing: its first element is not <svg>", PLAIN)),
    "svgz": (b"\x1f\x8b\x08", (0, 0, "this SVG file is compressed (svgz)", PLAIN)),
    "no shapes": (svg('<text y="9">Golem</text>'),
                  (1, 1, "the drawing has no shapes", "turn text into paths before you save it")),
    "path data": (svg('<path d="M0 0L5"/>'),
                  (2, 1, "<path>: path data ends early or has a number too many or too few",
                   "draw or save the shape again")),
    "path letters": (svg('<path d="M0 0X5 5"/>'),
                     (2, 1, "<path>: path data cannot contain 'X'", "draw or save the shape again")),
    "number": (svg('<rect width="five" height="5"/>'),
               (2, 1, "width: 'five' is not a length", "write a number, for instance 12.5")),
    "colour": (svg('<rect width="5" height="5" fill="#12345"/>'),
               (2, 1, "'#12345' is not a colour", 'write it as "#rrggbb"')),
    "transform": (svg('<rect width="5" height="5" transform="spin(5)"/>'),
                  (2, 1, "'spin(5)' is not a transform", "write for instance translate(10 20)")),
    "transform numbers": (svg('<rect width="5" height="5" transform="rotate(5 5)"/>'),
                          (2, 1, "rotate() does not take 2 numbers", "write for instance translate(10 20)")),
    "view box": (f'{HEAD}viewBox="0 0 10"><rect width="5" height="5"/></svg>'.encode(),
                 (1, 1, "the viewBox does not have four numbers",
                  'write left, top, width and height: viewBox="0 0 100 50"')),
    "flat view box": (f'{HEAD}viewBox="0 0 10 0"><rect width="5" height="5"/></svg>'.encode(),
                      (1, 1, "the viewBox is empty or reaches beyond 1,000,000",
                       "give the drawing a page of a sensible size")),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_bad_drawings_are_refused(name: str, tmp_path: Path) -> None:
    data, expected = HOSTILE[name]
    file = tmp_path / "bad.svg"
    file.write_bytes(data)
    with pytest.raises(art.ArtError) as caught:
        art.read_svg(file)
    error = caught.value
    assert (error.line, error.column, error.message, error.hint) == expected


def test_a_plain_document_type_is_harmless() -> None:
    doctype = b'<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">'
    assert reader.read(doctype + svg('<rect width="5" height="5"/>')).items


@settings(max_examples=60)
@given(st.text(alphabet="<>/svgrect path d=\"M0L1z'&;#%{}", max_size=80))
def test_rubbish_never_crashes(rubbish: str) -> None:
    for data in (rubbish.encode(), svg(rubbish), svg(f"<path d=\"{rubbish.replace(chr(34), '')}\"/>")):
        with suppress(art.ArtError):
            reader.read(data)


@given(st.text(alphabet="mMzlLhHvVcCsSqQtTaA0123456789.,-+eE ", max_size=60))
def test_path_data_is_read_or_refused(data: str) -> None:
    with suppress(ValueError):
        assert not data.strip() or svg_elements.path_data(data)


# --- files

def test_an_art_file_is_read_once_and_again_when_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "a.svg"
    file.write_bytes(svg('<rect width="5" height="5"/>'))
    first = art.read_svg(file)
    assert art.read_svg(file) is first
    assert first.name == "a"
    file.write_bytes(svg('<rect width="50" height="5"/>'))
    assert art.read_svg(file) is not first


@pytest.mark.parametrize(("name", "message", "hint"), [
    ("none.svg", "there is no picture 'none.svg'", "looked for "),
    ("none.png", "there is no picture 'none.png'", "looked for "),
    ("folder.svg", "'folder.svg' is a folder, not a picture", ""),
    ("tune.mp3", "'tune.mp3' is not a kind of picture that can be used", "use an SVG, PNG or JPEG file"),
    ("fake.png", "'fake.png' is a GIF picture, whatever its name says", "open it in a program for pictures and save"),
    ("photo.svg", "'photo.svg' is a PNG picture, whatever its name says", "rename it to photo.png"),
    ("crane.png", "'crane.png' is an SVG drawing, whatever its name says", "rename it to crane.svg"),
    ("page.svg", "'page.svg' is a page of the web, whatever its name says", "download the picture itself"),
    ("nothing.svg", "'nothing.svg' is empty", "save it again, or copy it again from where it came"),
    ("fake.jpg", "'fake.jpg' is not a PNG or JPEG picture", "open it and save it as PNG"),
    ("short.png", "'short.png' is damaged or cut short", "copy it again from where it came"),
    ("bomb.png", "'bomb.png' has more than 50,000,000 pixels", "save a smaller picture"),
    ("big.png", "'big.png' has more than 50,000,000 pixels", "save a smaller picture"),
])  # fmt: skip
def test_files_that_are_no_pictures(name: str, message: str, hint: str, tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "fake.png").write_bytes(b"GIF89a" + b"\0" * 50)
    (tmp_path / "fake.jpg").write_text("not at all")
    (tmp_path / "photo.svg").write_bytes(png(Pillow.new("L", (4, 4))))
    (tmp_path / "crane.png").write_bytes(b'<?xml version="1.0"?>\n<!-- drawn by hand -->\n' + svg("<path/>"))
    (tmp_path / "page.svg").write_text("<!DOCTYPE html><html></html>")
    (tmp_path / "nothing.svg").write_text("\n")
    (tmp_path / "short.png").write_bytes(png(Pillow.effect_noise((60, 60), 50))[:900])
    for file, pixels in (("bomb.png", (60_000, 60_000)), ("big.png", (8_000, 8_000))):
        (tmp_path / file).write_bytes(claiming(*pixels))
    with pytest.raises(art.ArtError) as caught:
        art.read(tmp_path / name)
    assert caught.value.message == message
    assert caught.value.hint.startswith(hint)


def png(picture: Pillow.Image, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, "PNG", **options)
    return buffer.getvalue()


def claiming(width: int, height: int) -> bytes:
    """A small PNG file whose header claims to have many pixels."""
    data = png(Pillow.new("L", (4, 4)))
    header = b"IHDR" + width.to_bytes(4) + height.to_bytes(4) + data[24:29]
    return data[:12] + header + zlib.crc32(header).to_bytes(4) + data[33:]


# --- placing

@pytest.fixture
def wide(tmp_path: Path) -> art.Art:
    file = tmp_path / "wide.svg"
    body = '<rect width="10" height="20"/><rect x="90" width="10" height="50" fill="#fff" stroke="#010101"/>'
    file.write_bytes(svg(body, 'viewBox="0 0 100 50"'))
    return art.read_svg(file)


BOX = (10.0, 20.0, 200.0, 200.0)


@pytest.mark.parametrize(("align", "top"), [((0.5, 0.0), 20), ((0.5, 0.5), 70), ((0.5, 1.0), 120)])
def test_a_picture_fills_its_box_and_keeps_its_proportions(
    wide: art.Art, align: tuple[float, float], top: float
) -> None:
    use = art.place(wide, BOX, align=align)
    assert isinstance(use, Use)
    assert use.transform == Transform(2, 0, 0, 2, 10, top)


def test_black_becomes_the_colour_and_white_stays(wide: art.Art) -> None:
    use = art.place(wide, BOX, color=BLUE)
    assert isinstance(use, Use)
    first, second = paths(use.symbol.items)
    assert first.fill == BLUE
    assert second.fill == (255, 255, 255)
    assert second.stroke
    assert second.stroke.color == BLUE


def test_raster_pictures_are_placed_and_mirrored(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(png(Pillow.new("L", (1000, 500))))
    picture = art.read_raster(file)
    straight = art.place(picture, BOX)
    assert isinstance(straight, Image)
    assert (straight.x, straight.y, straight.width, straight.height) == (10, 70, 200, 100)
    flipped = art.place(picture, BOX, mirror=True)
    assert isinstance(flipped, Group)
    assert shapes.bounds([flipped]) == (10, 70, 210, 170)
    assert flipped.transform.a == -1
    (same,) = flipped.items
    assert isinstance(same, Image)
    assert same.picture is straight.picture


def test_what_areas_tell_is_grey_in_black_ink() -> None:
    drawing = read('<path d="M0 0H9V9H0Z" fill="#2050a0"/><path d="M3 3H6V6H3Z" fill="#fff"/>'
                   '<path d="M0 0H9V2H0Z" fill="#2b211c"/>')
    shown = art.place(art.sparing(drawing, Ink.BLACK, telling=True), (0, 0, 9, 9), ink=Ink.BLACK)
    assert isinstance(shown, Use)
    blue, white, dark = (one.fill for one in paths(shown.symbol.items))
    assert blue is not None
    assert blue[0] == blue[1] == blue[2]
    assert 100 < blue[0] < 180
    assert (white, dark) == (WHITE, BLACK)
