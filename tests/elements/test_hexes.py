"""Hex pieces: outlines at true scale, zones at their sides, words inside."""

from __future__ import annotations

import io
import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest
from helpers import pages as placed
from helpers.games import open_game
from helpers.paths import TOY

from printshop.drawing import shapes
from printshop.drawing.display_list import WHITE, Group, Item, Page, TextRun
from printshop.drawing.ink import Ink
from printshop.elements import hexes
from printshop.game.hex_bases import HexBase, HexBaseZone
from printshop.layout.rectangles import PAPERS
from printshop.lengths import MM, parse_length
from printshop.load_game import read_game
from printshop.output import pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.counters import build as counters_build

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TOLERANCE = 0.01  # mm
# Corners in mm from the middle of hex (0, 0), worked out by hand for hexes of 40 mm that stand on a point.
ONE = ((0, 0),)
TRIANGLE = ((0, 0), (-1, 1), (0, 1))
WEDGE = ((0, 0), (1, 0), (0, 1))
DIAMOND = ((0, 0), (-1, 1), (0, 1), (-1, 2))
OUTLINES = {
    ONE: [(0, -23.09), (20, -11.55), (20, 11.55), (0, 23.09), (-20, 11.55), (-20, -11.55)],
    TRIANGLE: [(0, -23.09), (20, -11.55), (20, 11.55), (40, 23.09), (40, 46.19), (20, 57.74), (0, 46.19),
               (-20, 57.74), (-40, 46.19), (-40, 23.09), (-20, 11.55), (-20, -11.55)],
    WEDGE: [(0, -23.09), (20, -11.55), (40, -23.09), (60, -11.55), (60, 11.55), (40, 23.09), (40, 46.19), (20, 57.74),
            (0, 46.19), (0, 23.09), (-20, 11.55), (-20, -11.55)],
    DIAMOND: [(0, -23.09), (20, -11.55), (20, 11.55), (40, 23.09), (40, 46.19), (20, 57.74), (20, 80.83), (0, 92.38),
              (-20, 80.83), (-20, 57.74), (-40, 46.19), (-40, 23.09), (-20, 11.55), (-20, -11.55)],
}
SHEETS = """
piece:
  units: hero
  shape: hex
  across: 40 mm
  orientation: pointy-top
  pages: together
  inset: INSET
  cells: CELLS
  zones: true
  only_if: name == "Ogg"
  front:
    - {text: "**{short}**", edge: top, take: 20 %, largest: 9 pt}
    - {pips: 7, edge: bottom, take: 32 %, shape: box}
    - {text: "{girth}", largest: 20 pt}
"""


def write_game_with(folder: Path, text: str, name: str = "counters") -> Path:
    target = folder / "game"
    shutil.copytree(TOY, target, ignore=shutil.ignore_patterns("forms.yaml", "charts.yaml", "templates.yaml",
                                                               "counters.yaml", "markers.yaml", "maps.yaml",
                                                               "scenarios"))
    (target / f"{name}.yaml").write_text(text, encoding="utf-8")
    return target


def make_counters(folder: Path, text: str, ink: Ink = Ink.COLOUR) -> list[Page]:
    return list(counters_build.build_counters(read_game(write_game_with(folder, text)), PrintRequest(),
                                              PrintSettings(PAPERS["a4"], ink)).pages)


def piece_of(inset: str, cells: Iterable[tuple[int, int]]) -> str:
    return SHEETS.replace("INSET", inset).replace("CELLS", str([list(cell) for cell in cells]))


def read_pdf_pages(folder: Path, text: str, name: str = "counters") -> list[Any]:
    """The pages of the PDF, as another program reads them."""
    game = read_game(write_game_with(folder, text, name))
    build = counters_build.build_counters if name == "counters" else counters_build.build_markers
    document = build(game, PrintRequest(), PrintSettings(PAPERS["a4"]))
    stream = io.BytesIO()
    stream.write(pdf.render_pdf(document))
    stream.seek(0)
    with pdfplumber.open(stream) as pdf_file:
        return [page for page in pdf_file.pages if page.objects]


def cut_lines(page: Any) -> list[list[tuple[float, float]]]:
    """The lines to cut along, in mm."""
    paths = (*page.lines, *page.curves, *page.rects)
    return [[(x / MM, y / MM) for x, y in one["pts"]] for one in paths
            if one["stroke"] and abs(one["linewidth"] - 0.4) < 0.01 and len(one["pts"]) > 4]


@pytest.mark.parametrize(("inset", "size"), [("0.5 mm", (39, 45.03)), ("1 mm", (38, 43.88)), ("0 mm", (40, 46.19))])
def test_inset_makes_the_piece_smaller_on_all_sides(tmp_path: Path, inset: str, size: tuple[float, float]) -> None:
    [page] = read_pdf_pages(tmp_path, piece_of(inset, ONE))
    [line] = cut_lines(page)
    xs, ys = [x for x, _ in line], [y for _, y in line]
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx(size, abs=TOLERANCE)


def base(cells: tuple[tuple[int, int], ...], *, facing: bool = True, zones: bool = True) -> HexBase:
    given = (HexBaseZone("front", (0, 5), "#ffffff", "plain"), HexBaseZone("flank", (1, 4), "#e69f00", "hatch"),
             HexBaseZone("rear", (2, 3), "#d55e00", "solid")) if zones else ()
    return HexBase(across=parse_length("40 mm"), orientation_name="pointy-top", inset=parse_length("0.5 mm"),
                   cells=cells, facing=facing, zones=given)


def corners_of(word: TextRun, x: float, y: float) -> list[tuple[float, float]]:
    return [(x + dx, y + dy) for dx in (0, word.width) for dy in (0, -0.65 * word.size)]


def find_upright_words(items: Iterable[Item], x: float = 0.0, y: float = 0.0) -> list[tuple[TextRun, float, float]]:
    """Upright words with the place of their left end."""
    results = []
    for item in items:
        if isinstance(item, TextRun):
            results.append((item, x + item.x, y + item.y))
        elif isinstance(item, Group) and item.transform[:4] == (1, 0, 0, 1):
            results += find_upright_words(item.items, x + item.transform.e, y + item.transform.f)
    return results


def is_inside(point: tuple[float, float], outline: tuple[tuple[float, float], ...]) -> bool:
    """Whether a point lies within a clockwise convex or notched outline (ray casting)."""
    x, y = point
    hits = 0
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (y1 <= y) != (y2 <= y) and x < x1 + (x2 - x1) * (y - y1) / (y2 - y1):
            hits += 1
    return hits % 2 == 1


@pytest.mark.parametrize("cells", OUTLINES)
def test_words_stay_inside_the_outline(tmp_path: Path, cells: tuple[tuple[int, int], ...]) -> None:
    [page] = make_counters(tmp_path, piece_of("0.5 mm", cells))
    form = hexes.make_hex_form(base(cells))
    [clipped] = [item for group in page.items if isinstance(group, Group) and not group.layer
                 for item in group.items if isinstance(item, Group) and item.clip]
    own = find_upright_words(clipped.items)
    assert {word.string for word, _, _ in own} >= {"Ogg"}
    outline = hexes.inset_outline(form, hexes.EDGE + hexes.RIM)
    assert all(is_inside(corner, outline) for word, x, y in own for corner in corners_of(word, x, y))
    assert all(word.size >= 5 for word, _, _ in own)


@pytest.mark.parametrize("only", ["girth > 2", "girth < 2"])
def test_unit_with_unknown_values_is_printed(tmp_path: Path, only: str) -> None:
    text = piece_of("0.5 mm", ONE).replace('name == "Ogg"', only).replace("pips: 7", "pips: girth")
    folder = write_game_with(tmp_path, text)
    [file] = (folder / "heroes").glob("*.yaml")
    assert "girth: " in file.read_text(encoding="utf-8")
    file.write_text(re.sub(r"girth: \w+", "girth: unknown", file.read_text(encoding="utf-8")), encoding="utf-8")
    pages = counters_build.build_counters(read_game(folder), PrintRequest(), PrintSettings()).pages
    words = Counter(word.text for page in pages for word in placed.find_words(page.items))
    assert words["Ogg"] == 1
    assert words["____"] >= 2 * words["Ogg"]  # its girth, and the boxes for it


@pytest.mark.parametrize(("copies", "message"), [
    ("copies: girth / 3 + 0.5", "must be a whole number from 0 to 500, not"),
    ("copies: 0 - girth", "must be a whole number"),
    ("copies: girth * 1000", "0 to 500"), ("copies: 1 // 0", "zero"), ("only_if: 1 // 0 > 1", "zero"),
    ("copies: name", "must be a whole number"),
])
def test_invalid_results_of_formulas_are_reported(tmp_path: Path, copies: str, message: str) -> None:
    text = piece_of("0.5 mm", ONE).replace('only_if: name == "Ogg"', copies)
    with pytest.raises(PrintshopError, match=message) as error:
        make_counters(tmp_path, text)
    assert "counters.yaml" in str(error.value)


@pytest.mark.parametrize(("old", "new", "message"), [
    ("pips: 7", "pips: 400", "400 circles do not fit"),
    ("pips: 7", "pips: girth / 7", "not a number of circles"),
    ('"{girth}"', f'"{"Rumpelstiltskin the Unpronounceably Large " * 2}"', "narrowest typeface"),
    ("across: 40 mm", "across: 300 mm", r"but the page has room for only [\d.]+ x [\d.]+ mm"),
])
def test_fit_problems_are_reported(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(PrintshopError, match=message):
        make_counters(tmp_path, piece_of("0.5 mm", ONE).replace(old, new))


def test_front_mark_is_white_on_dark_grounds() -> None:
    masses = open_game("for_the_masses")
    [one, *_] = [unit for unit in masses.units.values() if unit.values["type"] == "Personality"]
    for ink, key, white in ((Ink.COLOUR, "orcs", True), (Ink.COLOUR, "alvernans", True), (Ink.COLOUR, "boreal", False),
                            (Ink.BLACK, "orcs", False)):
        own = replace(one, side=masses.sides[key])
        [page] = counters_build.build_counters(masses, PrintRequest(units=(own,), only_keys=("elements",)),
                                               PrintSettings(ink=ink)).pages
        marks = [path for path in placed.find_outlines(page.items) if path.stroke == hexes.OUTLINE and path.fill]
        assert [path.fill for path in marks] == [WHITE] * white


def test_picture_may_cover_a_piece_up_to_its_outline() -> None:
    masses = open_game("for_the_masses")
    [page] = counters_build.build_markers(masses, PrintRequest(only_keys=("hill_cluster",)), PrintSettings()).pages
    [clip] = {group.clip for group in find_groups(page.items) if group.clip and len(group.clip.segments) > 10}
    left, top, right, bottom = shapes.measure_bounds([clip])
    assert right - left > 80 * MM
    assert bottom - top > 115 * MM


def find_groups(items: Iterable[Item]) -> Iterator[Group]:
    for item in items:
        if isinstance(item, Group):
            yield item
            yield from find_groups(item.items)
