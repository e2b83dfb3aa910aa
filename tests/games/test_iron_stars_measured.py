"""The pack of Iron Stars, measured by other programs: templates and pieces are as long as the rules say.

Every value here is typed in from the rules (inches) or from the promises of the program (points, millimetres); none
is taken from the data or from the program's own units.
"""

from __future__ import annotations

import math
import shutil
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pdfplumber
import pikepdf
import pytest
from helpers.cli import read_output
from helpers.paths import DATA
from helpers.pixels import DPI, INCH, PAPER, Pixels, convert_to_mm, list_strokes
from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.slow  # a whole pack is made for all of them

Shape = dict[str, Any]

TOLERANCE = 0.05  # mm in 300 mm
DEGREES = 0.05

# base length, beam and how many tents of the scenario's ships, in inches, from the size table
BRITISH = {(1.5, 1.5): 1, (1.5, 1.0): 1, (1.125, 0.75): 1, (0.75, 0.5): 5}
RUSSIAN = {(1.5, 1.0): 1, (1.125, 0.75): 3, (0.75, 0.5): 5}


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the pack without what is only read, with the templates as PNG in a folder beside it."""
    folder = tmp_path_factory.mktemp("pack")
    read_output("pack", "iron_stars/meeting_engagement", "--format", "pdf", "-o", folder,
                "--without", "booklet", "--without", "records", "--without", "charts")
    read_output("make", "templates", "iron_stars", "--format", "png", "--dpi", str(DPI), "-o", folder / "png")
    return folder


@cache
def open_part(pack: Path, name: str) -> list[Any]:
    """Return the pages of a part: "front", "counters" or "templates"."""
    with pdfplumber.open(pack / "iron_stars-meeting_engagement-part.pdf") as pdf:
        places = {"front": slice(1, 2), "counters": slice(2, 4), "templates": slice(4, 7)}
        return [page for page in pdf.pages[places[name]] if page.objects]  # read while the file is open


@pytest.fixture(scope="module")
def cover(pack: Path) -> Any:
    """The page behind the cover: on it, too, a player measures."""
    return open_part(pack, "front")[0]


def is_dashed(shape: Shape) -> bool:
    return bool(shape.get("dash") and shape["dash"][0])


# --- in the PDF

def pieces(page: Any) -> list[Shape]:
    """The pieces of the sticks from the left: 3/4 inch wide outlines."""
    result = [one for one in list_strokes(page, 0.9) if len(one["pts"]) > 2
              and abs(convert_to_mm(one["width"]) - 0.75 * INCH) < 0.01]
    return sorted(result, key=lambda one: float(one["x0"]))


def tents(page: Any) -> dict[tuple[float, float], int]:
    """How many strips there are of each base: (length, beam) in inches, from the cuts and the folds.

    The cuts between strips are drawn on the flaps alone: the two panels between them are in the colour of the side.
    """
    cuts = [one for one in page.lines if abs(one["linewidth"] - 0.4) < 0.01 and not is_dashed(one)]
    upright = {(round(one["x0"], 1), round(one["top"], 1), round(one["bottom"], 1)) for one in cuts
               if one["width"] < 0.01}
    ends = [(one["x0"], one["x1"], one["top"]) for one in cuts if one["height"] < 0.01 and one["width"] > 30]
    folds = [one for one in page.lines if is_dashed(one) and one["height"] < 0.01 and one["width"] > 30]
    results: dict[tuple[float, float], int] = {}
    for first, last, bottom in ends:  # a cut may be the lower end of one row and the upper end of the next
        above = [end for left, right, end in ends if left < first + 0.04 and right > last - 0.04 and end < bottom - 72]
        edges = sorted(x for x, start, end in upright
                       if first - 0.2 < x < last + 0.2 and start < bottom - 1 and end > bottom - 0.2)
        if not above or not edges:  # it is the upper end, or no strip's
            continue
        top = max(above)
        assert edges == sorted(x for x, start, end in upright
                               if first - 0.2 < x < last + 0.2 and start < top + 0.2 and end > top + 1)
        assert (edges[0], edges[-1]) == pytest.approx((first, last), abs=0.06)
        beam = (bottom - top) / 4
        across = [one for one in folds if top < one["top"] < bottom and one["x0"] < last and one["x1"] > first]
        assert sorted(one["top"] - top for one in across) == pytest.approx([beam, 2 * beam, 3 * beam], abs=0.02)
        assert all((one["x0"], one["x1"]) == pytest.approx((first, last), abs=0.02) for one in across)
        lengths = [right - left for left, right in pairwise(edges)]
        assert lengths == pytest.approx([(last - first) / len(lengths)] * len(lengths), abs=0.11)
        base = round((last - first) / len(lengths) / 72, 3), round(beam / 72, 3)
        results[base] = results.get(base, 0) + len(lengths)
    return results


def test_tents_are_four_panels_of_the_exact_base(pack: Path) -> None:
    britain, russia = open_part(pack, "counters")
    assert tents(britain) == BRITISH
    assert tents(russia) == RUSSIAN


def test_hull_of_thirty_has_the_largest_base(tmp_path: Path) -> None:
    game = tmp_path / "copy"
    shutil.copytree(DATA / "iron_stars", game)
    ships = game / "ships" / "britain.yaml"
    text = ships.read_text(encoding="utf-8")
    assert text.count("hull: 19") == 1
    ships.write_text(text.replace("hull: 19", "hull: 30"), encoding="utf-8")
    read_output("make", "counters", game, "Gauntlet", "-o", tmp_path)
    with pdfplumber.open(tmp_path / "copy-counters.pdf") as pdf:
        assert tents(pdf.pages[0]) == {(2.25, 1.5): 1}


def rulers(page: Any) -> list[float]:
    """The lengths of the ruler lines along one edge: 100 mm and 4 in, across and up."""
    return sorted(round(convert_to_mm(max(one["width"], one["height"])), 3) for one in list_strokes(page, 0.5)
                  if 99 < convert_to_mm(max(one["width"], one["height"])) < 103
                  and min(one["width"], one["height"]) < 0.01)


def test_every_page_with_cuts_has_both_rulers(pack: Path, cover: Any) -> None:
    """The markers lie on the sheets of the counters."""
    pages = [page for name in ("counters", "templates") for page in open_part(pack, name)]
    assert len(pages) == 5
    assert "19 markers" in pages[1].extract_text()
    for page in pages:
        assert rulers(page) == pytest.approx([100, 100, 101.6, 101.6], abs=0.005)
    assert rulers(cover) == pytest.approx([100, 101.6], abs=0.005)  # nobody cuts that one


def test_bank_card_covers_its_outline(cover: Any) -> None:
    sizes = [(convert_to_mm(one["width"]), convert_to_mm(one["height"]))
             for one in list_strokes(cover, 0.6 * 1.08)]  # the page is enlarged
    assert any(size == pytest.approx((85.60, 53.98), abs=0.005) for size in sizes)


def type_size(char: Shape) -> float:
    """The size of a character, however it is turned, from the box that pdfminer puts round it."""
    a, b, c, d = char["matrix"][:4]
    sine, cosine = abs(c) / math.hypot(c, d), abs(d) / math.hypot(c, d)
    advance = char["adv"] * math.hypot(a, b)
    high, wide = char["bottom"] - char["top"], char["x1"] - char["x0"]
    return float((high - advance * sine) / cosine if cosine > sine else (wide - advance * cosine) / sine)


@pytest.mark.parametrize("name", ["counters", "templates"])
def test_no_text_is_too_small(pack: Path, name: str) -> None:
    """The tests of digests look at the sizes on all pages before they are written."""
    sizes = [type_size(char) for page in open_part(pack, name) for char in page.chars if char["text"].strip()]
    assert len(sizes) > 300
    assert min(sizes) > 5 - 0.01


def test_every_font_is_embedded_and_no_page_may_be_scaled(pack: Path) -> None:
    (file,) = pack.glob("*.pdf")
    with pikepdf.open(file) as pdf:
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        known = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary)]
        fonts = [one for one in known if one.get("/Type") == "/Font"]
        assert fonts
        for font in fonts:
            assert any(key in font.FontDescriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))
        for page in pdf.pages:
            size = [convert_to_mm(float(number)) for number in page.mediabox]
            assert size == pytest.approx([0, 0, *PAPER], abs=0.001)


# --- as pixels: the PNG as it was written

@pytest.fixture(scope="module")
def pixels(pack: Path) -> Callable[[str, int], Pixels]:
    @cache
    def page(name: str, number: int) -> Pixels:
        (file,) = (pack / "png").glob(f"*{name}*-{number:02}.png")
        with Image.open(file) as image:
            assert image.info["dpi"] == pytest.approx((DPI, DPI), abs=0.01)
            return Pixels(np.asarray(image.convert("RGB")))

    return page


PEN = 0.9 / 72 * INCH  # mm


def test_discs_measure_true_in_pixels(pixels: Callable[[str, int], Pixels], pack: Path) -> None:
    picture = pixels("templates", 2)
    discs = [one for one in list_strokes(open_part(pack, "templates")[1], 0.9) if one["width"] > 60
             and len(one["pts"]) > 4]
    for disc, inches in zip(sorted(discs, key=lambda one: float(one["width"])), (3, 4, 5), strict=True):
        x, y = convert_to_mm(disc["x0"] + disc["x1"]) / 2, convert_to_mm(disc["top"] + disc["bottom"]) / 2
        radius = inches * INCH / 2
        results = []
        for degrees in range(24):  # between the ticks, which stand at every fifth degree
            way = math.radians(7.5 + 15 * degrees)
            dx, dy = math.sin(way), -math.cos(way)
            begin, end = picture.stroke((x + dx * (radius - 1), y + dy * (radius - 1)),
                                        (x + dx * (radius + 1), y + dy * (radius + 1)))
            results.append(radius - 1 + (begin + end) / 2)
        across = [one + other for one, other in zip(results[:12], results[12:], strict=True)]
        assert across == pytest.approx([2 * radius] * 12, abs=TOLERANCE)


@pytest.mark.slow
def test_arcs_measure_true_in_pixels(pixels: Callable[[str, int], Pixels], pack: Path) -> None:
    picture = pixels("templates", 1)
    discs = [one for one in list_strokes(open_part(pack, "templates")[0], 0.9)
             if convert_to_mm(one["width"]) == pytest.approx(4.5 * INCH, abs=0.01) and len(one["pts"]) > 4]
    halves = []
    for disc in sorted(discs, key=lambda one: float(one["top"])):
        x, y = convert_to_mm(disc["x0"] + disc["x1"]) / 2, convert_to_mm(disc["top"] + disc["bottom"]) / 2
        angles = []
        for half in (33.69, 45.0):
            for expected in (half, 180 - half, 180 + half, 360 - half):
                way = math.radians(expected)
                px, py = x + 46 * math.sin(way), y - 46 * math.cos(way)
                ox, oy = 0.9 * math.cos(way), 0.9 * math.sin(way)  # across the ray, clockwise
                _, dark = picture.along((px - ox, py - oy), (px + ox, py + oy))
                if dark.max() > 0.6:
                    begin, end = picture.stroke((px - ox, py - oy), (px + ox, py + oy))
                    angles.append((expected + math.degrees(math.atan(((begin + end) / 2 - 0.9) / 46))) % 360)
        halves.append(angles)
    oblong = math.degrees(math.atan2(2, 3))
    for angles, half in zip(halves, (oblong, 45.0), strict=True):
        assert angles == pytest.approx([half, 180 - half, 180 + half, 360 - half], abs=DEGREES)


@pytest.mark.slow
def test_sticks_measure_true_in_pixels(pixels: Callable[[str, int], Pixels], pack: Path) -> None:
    picture = pixels("templates", 3)
    for piece in pieces(open_part(pack, "templates")[2]):
        left, top, right, bottom = (convert_to_mm(piece[key]) for key in ("x0", "top", "x1", "bottom"))
        middle = (left + right) / 2
        above, _ = picture.stroke((middle, top - 1), (middle, top + 1))
        below, _ = picture.stroke((middle, bottom + 1), (middle, bottom - 1))
        long = (bottom + 1 - below) - (top - 1 + above) - PEN
        assert long == pytest.approx(convert_to_mm(piece["height"]), abs=TOLERANCE)
        height = top + 70.3
        # sticks share their cuts: two lines upon each other are a little broader, so their middles count
        ends = ((left - 0.9, left + 0.9), (right + 0.9, right - 0.9))
        before, after = (sum(picture.stroke((start, height), (end, height))) / 2 for start, end in ends)
        assert (right + 0.9 - after) - (left - 0.9 + before) == pytest.approx(0.75 * INCH, abs=TOLERANCE)
