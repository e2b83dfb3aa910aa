"""Overlays and paths of hexes: rays, templates of several sheets, patterns, and problems with their place."""

from __future__ import annotations

import io
import math
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest
from helpers.pages import find_outlines, find_words
from helpers.paths import TOY

from printshop.drawing.display_list import Group, Item, LineTo, MoveTo, Page, PageLayer
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_outline
from printshop.hexes import HexGrid, Orientation, count_hex_steps, list_hexes_within
from printshop.layout import hex_grid
from printshop.layout.rectangles import PAPERS
from printshop.lengths import INCH, MM
from printshop.load_game import read_game
from printshop.output import pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.templates import build as templates_build

if TYPE_CHECKING:
    from printshop.game.model import Game

Point = tuple[float, float]
YAML = """
arcs:
  kind: overlay
  title: Arcs
  across: 3/4 in
  radius: 4
  areas:
    F: {from: -30, to: 30}
    FR: {from: 30, to: 90}
    RR: {from: 90, to: 150}
    R: {from: 150, to: 210}
    RL: {from: 210, to: 270}
    FL: {from: 270, to: 330}
  dots: shared
  rays: [30, 90, 150, 210, 270, 330]
points:
  kind: overlay
  title: Points
  across: 3/4 in
  orientation: pointy-top
  radius: 3
  rays: [0, 60]
wide:
  kind: overlay
  title: Wide
  default: false
  across: 3/4 in
  radius: 16
  areas: {ahead: {from: -30, to: 30}}
  rays: [-30, 30]
huge: {kind: overlay, title: Huge, default: false, across: 300 mm, radius: 30}
turning:
  kind: path
  title: Turning
  across: 3/4 in
  strips:
    five: {sequence: [move 1, turn 1, move 2, turn 1, move 2, turn 1]}
wind: {kind: rose, title: Wind, across: 60 mm, points: 6}
foot: {kind: base, title: Foot, across: 40 mm, inset: 0.5 mm, orientation: pointy-top, zones: true}
"""
ACROSS = 0.75 * INCH


@pytest.fixture(scope="module")
def hex_game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return load_templates(tmp_path_factory.mktemp("hexes"), YAML)


def load_templates(folder: Path, yaml: str) -> Game:
    target = folder / "game"
    others = shutil.ignore_patterns("forms.yaml", "charts.yaml", "counters.yaml", "markers.yaml", "maps.yaml",
                                    "scenarios")
    shutil.copytree(TOY, target, ignore=others)
    (target / "templates.yaml").write_text(yaml, encoding="utf-8")
    return read_game(target)


def make_sheets(game: Game, *only: str, paper: str = "universal", ink: Ink = Ink.COLOUR) -> list[Page]:
    return list(templates_build.build_templates(game, PrintRequest(only_keys=only),
                                                PrintSettings(PAPERS[paper], ink)).pages)


def find_cut_corners(items: tuple[Item, ...]) -> list[list[Point]]:
    """The corners of every edge that is cut."""
    groups = [item for item in items if isinstance(item, Group) and item.layer is PageLayer.CUT]
    return [[(one.x, one.y) for one in path.segments if isinstance(one, MoveTo | LineTo)]
            for path in find_outlines(groups)]


def rays(items: tuple[Item, ...]) -> list[tuple[Point, Point]]:
    """The single lines of the width of rays."""
    return [((one.x, one.y), (two.x, two.y)) for path in find_outlines(items)
            if path.stroke and path.stroke.width == 0.9 and len(path.segments) == 2
            for one, two in [path.segments] if isinstance(one, MoveTo) and isinstance(two, LineTo)]


def bearing_of(one: Point, two: Point) -> float:
    return math.degrees(math.atan2(two[0] - one[0], one[1] - two[1])) % 360


# --- overlays


def test_ray_along_hexsides_and_through_corners_is_inside_the_piece() -> None:
    grid = HexGrid(Orientation.POINTY, 10.0)
    cells = [cell for cell in list_hexes_within(3) if cell not in {(1, -2), (0, -2), (-1, -1)}]
    ahead = hex_grid.find_line_spans(grid, cells, (0.0, 0.0), 0.0)
    corner = 10 / math.sqrt(3)
    # the way up leads through the ship's hex, along the side between (0, -1) and (1, -1), then into the gap (1, -2)
    assert ahead[0] == pytest.approx((0.0, 2 * corner), abs=1e-6)
    assert len(ahead) == 2
    assert ahead[1] == pytest.approx((4 * corner, 5 * corner), abs=1e-6)


def test_hexes_and_rays_measure_true_in_the_printed_file(hex_game: Game) -> None:
    """Hexes across flats, and the rays, read by a program that did not write them."""
    document = templates_build.build_templates(hex_game, PrintRequest(only_keys=("arcs",)), PrintSettings())
    with pdfplumber.open(io.BytesIO(pdf.render_pdf(document))) as pdf_file:
        (page,) = pdf_file.pages
        shapes = [*page.curves, *page.rects]
        (edge,) = [one for one in shapes if one["stroke"] and one["linewidth"] == pytest.approx(0.9)
                   and len(one["pts"]) > 50]
        lines = [one for one in page.lines if one["stroke"] and one["linewidth"] == pytest.approx(0.9)]
    assert edge["height"] / MM == pytest.approx(9 * 19.05, abs=0.02)
    assert edge["width"] / MM == pytest.approx((8 * 1.5 + 2) * 19.05 / math.sqrt(3), abs=0.02)
    result = sorted(pdf_bearing(one, edge) for one in lines)
    assert result == pytest.approx([30, 90, 150, 210, 270, 330], abs=0.01)


def pdf_bearing(line: Any, edge: Any) -> float:
    """The bearing of a line from the middle of an edge."""
    middle = (edge["x0"] + edge["x1"]) / 2, (edge["top"] + edge["bottom"]) / 2
    far = max(line["pts"], key=lambda point: math.dist(point, middle))
    return bearing_of(middle, far)


# --- larger than the paper

def test_large_overlay_is_divided_into_sheets_and_not_shrunk(hex_game: Game) -> None:
    plan, *pages = make_sheets(hex_game, "wide")
    assert len(pages) == 12
    assert [page.label for page in (plan, *pages)] == [f"T-{k}" for k in range(1, 14)]
    codes = {word.text for word in find_words(plan.items)}
    assert codes >= {f"{row}{column}" for row in "ABC" for column in range(1, 5)}
    assert (plan.material, {page.material for page in pages}) == ("paper", {"clear film"})
    assert "Wide, how the sheets go together" in codes
    grids = {edge_width(page) for page in pages}
    assert grids == {round((32 * 1.5 + 2) * ACROSS / math.sqrt(3), 4)}
    words = " ".join(word.text for page in pages for word in find_words(page.items))
    assert "Wide, sheet C4 (12 of 12)" in words
    assert "ahead" in words


def test_empty_sheets_are_omitted(tmp_path: Path) -> None:
    wedge = YAML.replace("radius: 16\n", "radius: 16\n  only_areas: true\n").replace(
        "title: Wide\n  default: false\n  across: 3/4 in", "title: Wide\n  default: false\n  across: 2 in")
    pages = make_sheets(load_templates(tmp_path, wedge), "wide")
    heads = [word.text for page in pages for word in find_words(page.items) if word.text.startswith("Wide, sheet ")]
    codes = [head.split()[2] for head in heads]
    assert codes == [f"{row}{column}" for row in "ABC" for column in range(1, 6)] + ["D2", "D3", "D4"]
    words = [word.text for page in pages for word in find_words(page.items)]
    assert not any("D1" in text or "D5" in text for text in words if not text.startswith("Wide"))
    assert any("C2" in text for text in words if "cut along" in text)


def edge_width(page: Page) -> float:
    edge, *again = [
        find_cut_corners((item,))
        for group in page.items
        if isinstance(group, Group)
        for item in group.items
        if isinstance(item, Group) and item.layer is PageLayer.CUT
    ]
    assert all(one == edge for one in again)  # in the strips, to match
    xs = [x for x, _ in edge[0]]
    return round(max(xs) - min(xs), 4)


# --- in other inks, on other papers, and what does not fit

@pytest.mark.parametrize(("old", "new", "place", "message"), [
    ("dots: shared", "dots: rays\n  rings: {2: gun}", "8:", ""),
    ("title: Points", "title: Points\n  rings: {1: gun}\n  dots: [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]]",
     "19:14", "'gun' does not fit"),
    ("title: Points", "title: Points\n  notes: [" + "a, " * 38 + "]", "19:10", "the title and 38 notes need 39 hexes"),
    ("R: {from: 150", f"R: {{label: {'wide' * 9}, from: 150", "11:16", "'widewide"),
    ("across: 3/4 in\n  radius: 16", "across: 290 mm\n  radius: 30", "28:11", "smaller 'radius'"),
])
def test_missing_space_is_reported_at_its_place(old: str, new: str, place: str, message: str, tmp_path: Path) -> None:
    changed = load_templates(tmp_path, YAML.replace(old, new))
    if not message:
        assert sum(word.text == "gun" for page in make_sheets(changed, "arcs") for word in find_words(page.items)) == 1
        return
    with pytest.raises(PrintshopError) as error:
        make_sheets(changed, "arcs", "points", "wide")
    assert message in str(error.value)
    assert f"templates.yaml:{place}" in str(error.value)


def test_pattern_is_drawn_only_if_visible(tmp_path: Path) -> None:
    (page,) = make_sheets(load_templates(tmp_path, """
near:
  kind: overlay
  across: 10 mm
  radius: 8
  areas: {all: {hexes: [HEXES], pattern: dots, colour: "#000000"}}
""".replace("HEXES", ", ".join(f"[{q}, {r}]" for q, r in list_hexes_within(6)))))
    grid = HexGrid(Orientation.FLAT, 10 * MM, *_middle_of(page))
    starts = [(one.x, one.y) for path in find_outlines(page.items) if path.fill and len(path.segments) > 500
              for one in path.segments if isinstance(one, MoveTo)]
    assert starts
    reached = {count_hex_steps(grid.find_hex(*one)) for one in starts}
    assert reached == {6, 7}


def _middle_of(page: Page) -> Point:
    ((left, top, right, bottom),) = [measure_outline(path.segments) for group in page.items
                                     if isinstance(group, Group) and group.layer is PageLayer.CUT
                                     for path in find_outlines((group,))]
    return (left + right) / 2, (top + bottom) / 2


# --- squares

YARD = "yard: {grid: square, across: 20 mm, columns: 9, rows: 9}\n"


def load_yard(folder: Path, yaml: str) -> Game:
    shutil.copytree(TOY, folder / "game", ignore=shutil.ignore_patterns("forms.yaml", "charts.yaml", "counters.yaml",
                                                                        "markers.yaml", "maps.yaml", "scenarios"))
    (folder / "game" / "maps.yaml").write_text(YARD, encoding="utf-8")
    (folder / "game" / "templates.yaml").write_text(yaml, encoding="utf-8")
    return read_game(folder / "game")


def test_overlay_on_squares_counts_diagonal_steps_as_one(tmp_path: Path) -> None:
    game = load_yard(tmp_path, "aim: {kind: overlay, map: yard, radius: 2, heading: 45, rings: [1], "
                               "areas: {front: {from: -45, to: 45, pattern: hatch}}}\n")
    [page] = make_sheets(game)
    [corners] = find_cut_corners(page.items)
    xs, ys = zip(*corners, strict=True)
    assert max(xs) - min(xs) == max(ys) - min(ys) == pytest.approx(5 * 20 * MM)
    ranges = [word.text for word in find_words(page.items) if word.text in {"1", "2"}]
    assert (ranges.count("1"), ranges.count("2")) == (8, 16)


@pytest.mark.parametrize(("template", "message"), [
    ("aim: {kind: path, map: yard, strips: {five: {sequence: [move 1]}}}", "is for hexes, but map 'Yard' has squares"),
    ("aim: {kind: overlay, map: yard, radius: 2, heading: 30}", "is 30, but must point to a side or a corner"),
    ("aim: {kind: overlay, map: yard, radius: 2, then: {heading: 60}}", "is 60, but must point to a side or a corner"),
])
def test_mistakes_on_squares_are_reported(tmp_path: Path, template: str, message: str) -> None:
    with pytest.raises(PrintshopError, match=message):
        load_yard(tmp_path, f"{template}\n")
