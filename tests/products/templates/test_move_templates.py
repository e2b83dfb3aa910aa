"""Straights, bends and rulers: their geometry, their limits, and their length in the written files."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pdfplumber
import pytest
from helpers import images
from helpers.cli import invoke
from helpers.pixels import DPI, INCH, Pixels, convert_to_mm, list_strokes
from helpers.template_pages import check_template_problem, list_corners, make_templates
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from printshop.problems import PrintshopError
from printshop.products.templates.move_templates import Course

if TYPE_CHECKING:
    import pathlib

GAME = "format: 1\ntitle: Toy\nrights: ours\nunit_types: {craft: {fields: {}}}\n"


# --- geometry

turns = st.floats(1, 180).flatmap(lambda angle: st.sampled_from((angle, -angle)))


@given(turns, st.floats(40, 600), st.floats(10, 60))
def test_bend_has_one_width_and_square_ends(angle: float, radius: float, width: float) -> None:
    course = Course(radius * math.radians(abs(angle)), angle)
    for share in (0.0, 0.3, 1.0):
        way = course.length * share
        port, middle, starboard = (course.find_point(way, off) for off in (-width / 2, 0, width / 2))
        assert math.dist(port, starboard) == pytest.approx(width)
        assert math.dist(port, middle) == pytest.approx(width / 2)
        heading = math.degrees(math.atan2(starboard[1] - port[1], starboard[0] - port[0]))
        assert math.cos(math.radians(heading - angle * share)) == pytest.approx(1)  # square to where it heads
    for point in list_corners(course.draw_outline(width)):
        assert abs(abs(math.dist(point, (course.radius, 0)) - radius) - width / 2) < 1e-3 * radius
    # laid from its end, it turns to the other hand
    back = course.make_transform(course.length).rotate(180)
    assert back.apply(*Course(course.length, -angle).find_point(course.length)) == pytest.approx((0, 0), abs=1e-6)


# --- messages

@pytest.mark.parametrize(("line", "message", "place"), [
    ("kind: bend, width: 20 mm, radius: 8 mm, angle: 90", "radius of only 8 mm, but is 20 mm wide", "8 mm"),
    ("kind: bend, width: 20 mm, radii: {a: 90 mm, b: 11 mm}, angle: 90",
     "radius of only 11 mm, but is 20 mm wide", "{a"),
    ("kind: bend, width: 20 mm, radius: 80 mm", "lacks 'angle'", "{kind"),
    ("kind: bend, width: 20 mm, radius: 80 mm, angle: 190", "at most 180", "190"),
    ("kind: bend, width: 20 mm, radius: 80 mm, angle: 0", "an angle of 0°, which is not a bend", "0}"),
    ("kind: bend, width: 20 mm, radius: 80 mm, angle: -45, side: both", "a negative angle", "-45"),
    ("kind: bend, width: 20 mm, radius: 80 mm, angles: [45, x]", "must be a list of angles", "x]"),
    ("kind: straight, length: 80 mm", "lacks 'width'", "{kind"),
    ("kind: straight, length: 80 mm, width: 20 mm, base: 40 x 40 mm", "both 'width' and 'base'", "20 mm"),
    ("kind: straight, length: 80 mm, lengths: {1: 9 mm}, width: 20 mm", "both 'length' and 'lengths'", "{1"),
    ("kind: straight, length: 80 mm, width: 20 mm, slot: 18 x 3 mm",
     "is 18 mm wide, but the piece is only 20 mm wide", "18 x"),
    ("kind: bend, width: 20 mm, radius: 30 mm, angle: 180, slot: 4 x 25 mm", "too near to the outer edge", "4 x"),
    ("kind: straight, lengths: {}, width: 20 mm", "must have at least one length", "{}"),
])
def test_wrong_values_are_reported_at_their_place(line: str, message: str, place: str) -> None:
    check_template_problem(line, message, place)


@pytest.mark.parametrize("line", [
    "kind: bend, width: 20 mm, radius: 80 mm, angle: 45, title: Loop of the longest name",
    "kind: straight, width: 20 mm, length: 12 mm, label: 1",
])
def test_words_too_wide_are_reported(line: str) -> None:
    with pytest.raises(PrintshopError, match="does not fit on the piece"):
        make_templates(f"t: {{{line}}}\n")


# --- in the files

BENDS = {"bank": (80.0, 45.0), "turn": (62.5, 90.0)}
WRITTEN = """\
bank: {kind: bend, width: 20 mm, side: both, angle: 45, radius: 80 mm, label: 1}
turn: {kind: bend, width: 20 mm, angle: 90, radius: 62.5 mm, label: 2}
ahead: {kind: straight, width: 20 mm, length: 120 mm, label: 3}
guns: {kind: wedge, half_angle: 40, length: 100 mm}
rule: {kind: ruler, every: 1 in, ticks: 1/8 in, other_edge: 10 mm, width: 1 in, length: 24 in, marks: {8 in: near}}
large: {kind: bend, width: 20 mm, side: both, angle: 60, radius: 400 mm, label: 9}
"""


@pytest.fixture(scope="module")
def template_folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    result = tmp_path_factory.mktemp("moves")
    (result / "game.yaml").write_text(GAME, encoding="utf-8")
    (result / "templates.yaml").write_text(WRITTEN, encoding="utf-8")
    return result


@cache
def make_template_files(folder: pathlib.Path, key: str, form: str = "pdf") -> list[pathlib.Path]:
    out = folder / f"out-{key}-{form}"
    arguments = ["make", "templates", str(folder), "--only", key, "--format", form, "-o", str(out)]
    result = invoke(*arguments, *(["--dpi", str(DPI)] if form == "png" else []))
    assert result.exit_code == 0, result.output
    return sorted(path for path in out.rglob("*") if path.is_file())


@cache
def edges(folder: pathlib.Path, key: str) -> list[Any]:
    """The outlines of the pieces in the PDF file, page by page."""
    [file] = make_template_files(folder, key)
    with pdfplumber.open(file) as pdf:
        return [max((one for one in list_strokes(page, 0.9) if len(one["pts"]) > 3),
                    key=lambda one: float(one["height"]))
                for page in pdf.pages]


def picture(folder: pathlib.Path, key: str, form: str) -> Pixels:
    [file] = make_template_files(folder, key, form)
    if form == "pdf":
        return Pixels(images.draw_pdf(file.read_bytes(), DPI))
    with Image.open(file) as image:
        return Pixels(np.asarray(image.convert("RGB")))


def measure_crossing(
    pixels: Pixels, middle: tuple[float, float], degrees: float, reach: float, *, ray: bool = False
) -> float:
    """How far from a place the stroke lies that crosses a bearing at about `reach` mm, or a ray's angle there."""
    way = math.radians(degrees)
    x, y = middle[0] + reach * math.sin(way), middle[1] - reach * math.cos(way)
    dx, dy = (math.cos(way), math.sin(way)) if ray else (math.sin(way), -math.cos(way))
    begin, end = pixels.stroke((x - dx, y - dy), (x + dx, y + dy))
    off = (begin + end) / 2 - 1
    return degrees + math.degrees(math.atan2(off, reach)) if ray else reach + off


@pytest.mark.slow
@pytest.mark.parametrize(("key", "form"), [("bank", "pdf"), ("turn", "png")])
def test_bend_has_its_radius_and_its_angle(template_folder: pathlib.Path, key: str, form: str) -> None:
    radius, angle = BENDS[key]
    [edge] = edges(template_folder, key)
    middle = convert_to_mm(edge["x0"]) + 10 + radius, convert_to_mm(edge["bottom"])
    pixels = picture(template_folder, key, form)
    for share in (0.1, 0.37, 0.63, 0.9):
        for off in (-10, 10):
            result = measure_crossing(pixels, middle, 270 + share * angle, radius + off)
            assert result == pytest.approx(radius + off, abs=0.05)
    for off in (-6, 6):
        result = measure_crossing(pixels, middle, 270 + angle, radius + off, ray=True)
        assert result == pytest.approx(270 + angle, abs=0.05)
        assert measure_crossing(pixels, middle, 270, radius + off, ray=True) == pytest.approx(270, abs=0.05)


def test_straights_and_wedges_have_their_stated_size(template_folder: pathlib.Path) -> None:
    [edge] = edges(template_folder, "ahead")
    assert (convert_to_mm(edge["width"]), convert_to_mm(edge["height"])) == pytest.approx((20, 120), abs=0.01)
    left, bottom = convert_to_mm(edge["x0"]), convert_to_mm(edge["bottom"])
    pixels = picture(template_folder, "ahead", "png")
    assert measure_crossing(pixels, (left + 4, bottom), 0, 120) == pytest.approx(120, abs=0.05)
    assert measure_crossing(pixels, (left, bottom - 25), 90, 20) == pytest.approx(20, abs=0.05)
    [edge] = edges(template_folder, "guns")
    point = convert_to_mm(edge["x0"] + edge["x1"]) / 2, convert_to_mm(edge["bottom"])
    pixels = picture(template_folder, "guns", "png")
    for degrees in (-37.5, -12.5, 2.5, 32.5):  # between the ticks of its rim
        assert measure_crossing(pixels, point, degrees, 100) == pytest.approx(100, abs=0.05)
    for degrees in (-40, 40):
        assert measure_crossing(pixels, point, degrees, 70, ray=True) == pytest.approx(degrees, abs=0.05)


def test_ruler_in_pieces_measures_true_from_its_edge(template_folder: pathlib.Path) -> None:
    [file] = make_template_files(template_folder, "rule")
    upper, lower, reach = set(), set(), 0.0
    with pdfplumber.open(file) as pdf:
        [page] = pdf.pages
        outlines = [one for one in list_strokes(page, 0.9) if len(one["pts"]) > 3 and one["height"] > 100]
        fine = [one for one in page.lines if abs(one["linewidth"] - 0.4) < 0.01]
        joints = [one for one in page.lines if one.get("dash") and one["dash"][0]]
        heavy = [one for one in page.lines if abs(one["linewidth"] - 1.2) < 0.01]
        for piece in sorted(outlines, key=lambda one: float(one["x0"])):
            def down(one: Any, piece: Any = piece) -> float:
                return convert_to_mm((one["top"] + one["bottom"]) / 2 - piece["top"])

            assert convert_to_mm(piece["width"]) == pytest.approx(INCH, abs=0.01)
            for one in fine:
                if one["height"] < 0.01:
                    upper |= {round(reach + down(one), 2)} if abs(one["x1"] - piece["x1"]) < 0.01 else set()
                    lower |= {round(reach + down(one), 2)} if abs(one["x0"] - piece["x0"]) < 0.01 else set()
            near = [reach + down(one) for one in heavy if piece["x0"] - 1 < one["x0"] < piece["x1"]]
            assert all(at == pytest.approx(8 * INCH, abs=0.02) for at in near)
            reach += next((down(one) for one in joints if piece["x0"] - 1 < one["x0"] < piece["x1"]),
                          convert_to_mm(piece["height"]))
    assert reach == pytest.approx(24 * INCH, abs=0.05)
    assert sorted(upper) == pytest.approx([k * INCH / 8 for k in range(1, 192) if k / 8 not in ends(reach, upper)],
                                          abs=0.02)
    assert all(at / 5 == pytest.approx(round(at / 5), abs=0.005) for at in lower)
    assert len(lower) > 110


def ends(reach: float, ticks: set[float]) -> set[float]:
    """The whole inches at which pieces are joined, so that no tick stands there."""
    return {inch for inch in range(1, round(reach / INCH))
            if not any(abs(tick - inch * INCH) < 0.03 for tick in ticks)}
