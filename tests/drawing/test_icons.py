"""Icons in texts: measured in the display list, read back from PDF and SVG, and refused where they cannot be icons."""

from __future__ import annotations

from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import fonts, text
from printshop.drawing import icons as icon_module
from printshop.drawing.display_list import Color, Document, Page
from printshop.drawing.icons import (
    ICON_FACE_PREFIX,
    MAX_COLOURS,
    TextIcon,
    make_icon_character,
    make_icon_face_name,
)
from printshop.drawing.shapes import measure_bounds
from printshop.drawing.svg_elements import PictureError
from printshop.drawing.text import Style
from printshop.output import OutputOptions, pdf, svg
from printshop.output.flatten import flatten

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SQUARE = '<path d="M0 0H10V10H0Z"/>'
RING = '<path fill-rule="evenodd" d="M0 0H10V10H0Z M2 2H8V8H2Z"/>'
HOLE = f'{SQUARE}<path fill="#fff" d="M2 2H8V8H2Z"/>'
LINE = '<path d="M2 2H8V8H2Z" fill="none" stroke="#000" stroke-width="4"/>'
BAR = '<path d="M0 0H40V4H0Z"/>'
FLAG = '<path fill="#0000ff" d="M0 0H10V10H0Z"/><path fill="#ff0000" d="M0 0H5V5H0Z"/>'


@contextmanager
def icons(folder: Path, **drawings: str) -> Iterator[str]:
    """Lay out within with icons; the colour of one stands behind a | after its drawing."""
    listed = []
    for name, drawing in drawings.items():
        shapes, _, color = drawing.partition("|")
        file = folder / f"{name}.svg"
        file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{shapes}</svg>', encoding="utf-8")
        listed.append(TextIcon(name, file, color))
    for icon in listed:
        icon.check()
    face = make_icon_face_name(listed)
    with fonts.use_user_fonts((face,)):
        yield face


def test_icon_is_on_the_base_line_in_the_colour_of_its_text(tmp_path: Path) -> None:
    with icons(tmp_path, hit=SQUARE, dash=BAR):
        style = Style(size=10, color=Color(9, 9, 9))
        before, icon, behind = text.set_line("one <hit> <HIT>", style, 0, 0)[:3]
        assert (before.string, behind.string) == ("one ", " ")
        assert (icon.color, icon.size, icon.width) == (style.color, 10, pytest.approx(9.0))
        left, top, right, low = measure_bounds(flatten([icon]))
        assert (right - left, low - top, low) == tuple(map(pytest.approx, (8.2, 8.2, 0.6)))
        assert left - icon.x == pytest.approx(0.4)
        (bar,) = text.set_line("<dash>", style, 0, 0)
        left, top, right, low = measure_bounds(flatten([bar]))
        assert (right - left, low - top) == (pytest.approx(16), pytest.approx(1.6))  # broad ones are not so tall
        assert (top + low) / 2 == pytest.approx(-3.5)


@pytest.mark.parametrize("drawing", [RING, HOLE, LINE.replace("2 2H8V8H2Z", "1 1H9V9H1Z").replace('"4"', '"2"')])
def test_holes_white_and_lines_are_the_same_ink(tmp_path: Path, drawing: str) -> None:
    def is_covered(x: float, y: float) -> bool:  # by the nonzero rule
        turns = 0
        for start, end in zip(points, [*points[1:], None], strict=True):
            if start and end and (start[1] > y) != (end[1] > y):
                across = start[0] + (end[0] - start[0]) * (y - start[1]) / (end[1] - start[1])
                turns += (1 if end[1] > start[1] else -1) * (x < across)
        return turns != 0

    with icons(tmp_path, hit=drawing) as face:
        points: list[tuple[float, float] | None] = []
        first = None
        for command, places in (
            fonts.load_outline_face(face).record_outline(next(iter(fonts.load_outline_face(face)))).value
        ):
            first = places[0] if command == "moveTo" else first
            points += [None, *places] if command == "moveTo" else places or [first]
        cells = {(column, row): is_covered(80 + 164 * (column + 0.5), -120 + 164 * (row + 0.5))
                 for column in range(10) for row in range(10)}
    assert {cell for cell, ink in cells.items() if not ink} == {(x, y) for x in range(2, 8) for y in range(2, 8)}


def test_colours_are_layered_and_read_once(tmp_path: Path) -> None:
    with icons(tmp_path, flag=f"{FLAG}|own", red=f"{SQUARE}|#cc0000", hit=SQUARE):
        items = text.set_line("a <flag> b <red><hit> <hit>", Style(size=12), 10, 30)
        assert [(item.string, item.color) for item in items if item.font.startswith(ICON_FACE_PREFIX)] == [
            ("\U00100001", Color(0, 0, 255)), ("\U00100002", Color(255, 0, 0)), ("\U00100041", Color(204, 0, 0)),
            ("\U00100080", Color(0, 0, 0)), ("\U00100080", Color(0, 0, 0))]
        flags = [item for item in items if item.string in "\U00100001\U00100002"]
        assert flags[0].x == flags[1].x
        document = Document("Icons", (Page(200, 60, items),))
        with pdfplumber.open(BytesIO(pdf.render_pdf(document))) as file:
            result = "".join(char["text"] for char in file.pages[0].chars)
        assert result.replace("\u200b", "") == "a flag b redhit hit"
        for kind in ("outline", "live", "flat"):
            svg_text = svg.render_svg(document.pages[0], "Icons", OutputOptions(text=kind))
            assert "#0000ff" in svg_text
            assert ("flag" in svg_text) == (kind == "outline")


@pytest.mark.slow
@given(st.lists(st.sampled_from(["word", "<hit>", "**<hit>**", "a<hit>b", "*x* <hit>"]), min_size=1, max_size=30),
       st.floats(60, 300))
def test_blocks_hold_their_icons_within_the_width(tmp_path_factory: pytest.TempPathFactory, words: list[str],
                                                  width: float) -> None:
    with icons(tmp_path_factory.mktemp("art"), hit=SQUARE):
        markup = " ".join(words)
        block = text.set_block(markup, Style(size=9), (0, 0, width, None))
        assert all(item.x + item.width <= width + 1e-6 for item in block.items)
        assert sum(item.font.startswith(ICON_FACE_PREFIX) for item in block.items) == markup.count("<hit>")
        assert block.height == pytest.approx(round(block.height / 10.8) * 10.8)  # no line is higher for them
        total = sum(text.measure_text(word, Style(size=9)) for word in words)
        assert text.measure_text(markup, Style(size=9)) == pytest.approx(
            total + (len(words) - 1) * text.measure_text("a a",
                                                         Style(size=9)) - 2 * (len(words) - 1) * text.measure_text(
                "a", Style(size=9)))


@pytest.mark.parametrize(("drawing", "message"), [
    ('<path fill="#fff" d="M0 0H9V9Z"/>', "is white"),
    ("".join(f'<path fill="#{place % 2}00" d="M0 0H9V{place + 1}Z"/>' for place in range(MAX_COLOURS + 1)) + "|own",
     f"has {MAX_COLOURS + 1} layers of colour"),
    ('<path d="' + "M0 0H9V9Z" * 601 + '"/>', "too much detail"),
    ('<path d="M0 0' + "L9 1L9 9" * 6_001 + 'Z"/>', "too much detail"),
    (SQUARE * 20 + '<path fill="#fff" d="' + "M5 1H12V2Z" * 500 + '"/>', "white shapes or clip paths"),
])  # fmt: skip
def test_drawings_that_cannot_be_icons_are_reported(tmp_path: Path, drawing: str, message: str) -> None:
    with pytest.raises(PictureError, match=message), icons(tmp_path, hit=drawing):
        pass


def measure_ink(face: str, number: int = 0) -> float:
    """The area of an icon in square ems, holes counted off."""
    pen, area, first = fonts.load_outline_face(face).record_outline(make_icon_character(number)), 0.0, None
    for command, points in pen.value:
        if command == "moveTo":
            first = here = points[0]
        else:
            end = points[0] if points else first
            area += (here[0] * end[1] - end[0] * here[1]) / 2
            here = end
    return abs(area) / 2000**2


UNIT = 0.082**2  # square ems of a square unit of a drawing that is 10 high


@pytest.mark.parametrize(("drawing", "area"), [
    (SQUARE, 100), (RING, 64), (HOLE, 64), ('<path d="M0 0V10H10V0Z"/>', 100),
    ('<path fill-rule="evenodd" d="M0 0H10V10H0Z M2 2H8V8H2Z M4 4H6V6H4Z"/>', 64 + 4),  # a square in the hole
    ('<path fill-rule="evenodd" d="M0 0H10V10H0Z M2 2V8H8V2Z"/>', 64),  # whichever way it turns
    ('<path d="M0 0H10V10H0Z M2 2V8H8V2Z"/>', 64), ('<path d="M0 0V10H10V0Z M2 2H8V8H2Z"/>', 64),
    (f'{SQUARE}<path fill="#fff" d="M5 5H15V15H5Z"/>', 75), (f'{SQUARE}<path fill="#fff" d="M5 15H15V5H5Z"/>', 75),
    (f'{SQUARE}<path fill="#fff" d="M2 2H8V8H2Z"/><path d="M4 4H6V6H4Z"/>', 68),
    (f'<path fill="#fff" d="M0 0H10V10H0Z"/>{SQUARE}', 100),  # white below is nothing
    (f'<clipPath id="c"><path d="M0 0H5V10H0Z"/></clipPath><g clip-path="url(#c)">{SQUARE}</g>', 50),
    ('<path d="M2 0V10" stroke="#000" stroke-width="4" fill="none"/>', 40),
    (f'<g transform="scale(3)">{SQUARE}</g>', 100),
    ('<g transform="scale(3)"><path d="M2 0V10" stroke="#000" stroke-width="4" fill="none"/></g>', 40),
])
def test_ink_of_an_icon_is_that_of_its_drawing(tmp_path: Path, drawing: str, area: float) -> None:
    with icons(tmp_path, hit=drawing) as face:
        assert measure_ink(face) == pytest.approx(area * UNIT, rel=0.01)


def test_white_hole_cut_twice_leaves_no_ink(tmp_path: Path) -> None:
    twice = f'{SQUARE}{SQUARE}<path fill="#fff" d="M2 2H8V8H2Z"/>'
    with icons(tmp_path, hit=twice) as face:
        pen = fonts.load_outline_face(face).record_outline(make_icon_character(0))
        assert sum(command == "closePath" for command, _ in pen.value) == 4  # a hole for each


def test_icon_is_copied_as_its_name(tmp_path: Path) -> None:
    with icons(tmp_path, hit=SQUARE, flag=f"{FLAG}|own", red=f"{SQUARE}|#cc0000") as name:
        face = fonts.load_icon_face(name)
        first = make_icon_character(1)
        assert [face.restore_text(chr(ord(first) + layer)) for layer in range(3)] == ["flag", "flag", "\u200b"]
        assert [*face] == [make_icon_character(number) for number in range(3)]
        assert len(face) == 3
        assert face.list_layers(make_icon_character(0)) == ((make_icon_character(0), None),)
        assert face.list_layers(first) == ((chr(ord(first) + 1), Color(0, 0, 255)),
                                           (chr(ord(first) + 2), Color(255, 0, 0)))
        red = make_icon_character(2)
        assert face.list_layers(red) == ((chr(ord(red) + 1), Color(204, 0, 0)),)
        assert make_icon_character(3) not in face
        sizes = [len(face.record_outline(chr(ord(first) + layer)).value) for layer in range(3)]
        assert sizes[0] == sizes[1]
        assert face.record_outline(first).value != face.record_outline(chr(ord(first) + 2)).value
        with pytest.raises(KeyError):
            face[make_icon_character(3)]
        assert fonts.restore_icon_names(f"a{first}b") == "a<flag>b"


def test_names_of_icons_ignore_case_and_stay_text_after_a_backslash(tmp_path: Path) -> None:
    with icons(tmp_path, hit=SQUARE):
        char = make_icon_character(0)
        assert fonts.insert_icons(r"<hit><HIT> <miss> \<hit>") == rf"{char}{char} <miss> \<hit>"


def test_layers_of_colour_have_a_limit(tmp_path: Path) -> None:
    layers = [f'<path fill="#{place % 2}00" d="M0 0H9V{place + 1}Z"/>' for place in range(MAX_COLOURS)]
    with icons(tmp_path, hit="".join(layers) + "|own") as face:
        assert len(fonts.load_icon_face(face).list_layers(make_icon_character(0))) == MAX_COLOURS
    with icons(tmp_path, hit="".join([layers[0]] * 20) + "|own") as face:  # neighbours of one colour are one
        assert len(fonts.load_icon_face(face).list_layers(make_icon_character(0))) == 1


def test_detail_of_shapes_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with icons(tmp_path, hit='<path d="' + "M0 0H9V9Z" * 600 + '"/>'):
        pass
    corners = '<path d="M0 0H9V9H0Z"/>' * 3  # the way back to the start has a corner of its own
    for limit, number in ((15, 1), (14, 2)):
        monkeypatch.setattr(icon_module, "MAX_CORNERS", limit)
        folder = tmp_path / str(number)
        folder.mkdir()
        if number == 1:
            with icons(folder, hit=corners):
                continue
        with pytest.raises(PictureError, match="too much detail"), icons(folder, hit=corners):
            pass


def test_flat_icon_has_a_limited_width(tmp_path: Path) -> None:
    with icons(tmp_path, hit='<path d="M0 0H400V4H0Z"/>', tall='<path d="M0 0H4V400H0Z"/>') as name:
        face = fonts.load_icon_face(name)
        assert face[make_icon_character(0)] == pytest.approx(1.6 + 0.08)
        assert face[make_icon_character(1)] == pytest.approx(0.0082 + 0.08)
        assert (face.ascent, face.descent) == pytest.approx((0.76, 0.06))
