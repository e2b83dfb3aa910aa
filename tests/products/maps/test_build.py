"""Hex maps on their sheets: seams, overlaps, plans, rulers and legends; nothing is scaled."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers.figures import draw_map_figure
from helpers.map_games import find_numbers, load_map_game, make_map_pages
from helpers.pages import find_outlines, find_words, walk_items

from printshop.drawing import shapes, text
from printshop.drawing.display_list import WHITE, Group, LineTo, MoveTo, Page, TextRun
from printshop.drawing.display_list import Path as Path_
from printshop.drawing.ink import Ink
from printshop.game.maps import MAPS
from printshop.layout import page_frame, tiling
from printshop.layout.rectangles import PAPERS, Paper, Rect
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.maps import build as maps_build
from printshop.products.maps import hex_drawing
from printshop.words import load_words

if TYPE_CHECKING:
    from pathlib import Path



def find_sheets(items: tuple[Page, ...]) -> list[Page]:
    """The sheets of a map that takes several, without the plan."""
    return [page for page in items if any(isinstance(item, Group) and item.clip for item in page.items)]


def window(page: Page) -> tuple[float, float, float, float]:
    """Where the map shows on a sheet, without what is printed beyond the cut."""
    group = next(item for item in page.items if isinstance(item, Group) and item.clip)
    assert group.clip
    left, top, *_ = shapes.measure_bounds([Group((group.clip,), group.transform)], with_strokes=False)
    paper = next(one for one in PAPERS.values() if {one.width, one.height} == {page.width, page.height})
    area = tiling._find_window_area(paper if paper.width == page.width else paper.rotate())
    return left + 1.5, top + 1.5, area.right, area.bottom


MANY = "{orientation: flat-top, across: 25 mm, columns: 30, rows: 22, dots: true, label: x}"
LARGE = "{orientation: flat-top, across: 95 mm, columns: 8, rows: 7}"


@pytest.mark.parametrize("orientation", ["orientation: flat-top", "orientation: pointy-top", "grid: square"])
@pytest.mark.parametrize("paper", ["universal", "a4", "letter"])
def test_seams_cut_neither_numbers_nor_middles_of_hexes(tmp_path: Path, paper: str, orientation: str) -> None:
    keys = MANY.replace(", label: x", "").replace("orientation: flat-top", orientation)
    hexmap = load_map_game(tmp_path, keys)[MAPS]["pond"]
    drawing, figures = hex_drawing.draw_map(hexmap, Ink.COLOUR), hex_drawing.HexNumbers(hexmap)
    _, result = tiling.plan_tiling(drawing.width, drawing.height, PAPERS[paper],
                                   maps_build.find_seam_obstacles(hexmap, drawing))
    assert len(result.column_starts) > 1
    assert len(result.row_starts) > 1
    for x, y in map(drawing.grid.find_center, hexmap.board.whole_hexes):
        assert all(abs(seam - x) > max(1.0, figures.width / 2) for seam in result.column_starts[1:])
        assert all(abs(seam - y) > 1.0 and not y + figures.baseline - 0.7 * figures.size < seam < y + figures.baseline
                   for seam in result.row_starts[1:])


def test_seams_do_not_cut_words(tmp_path: Path) -> None:
    """Words stand on a seam and on both sides of it: with them, the seam goes between two of them."""
    bare = "{orientation: flat-top, across: 25 mm, columns: 30, rows: 22, numbering: none}"
    hexmap = load_map_game(tmp_path, bare)[MAPS]["pond"]
    items = hex_drawing.draw_map(hexmap, Ink.COLOUR)
    before = tiling.plan_tiling(items.width, items.height, PAPERS["a4"], maps_build.find_seam_obstacles(hexmap, items))[
        1
    ].column_starts[1]
    cells = sorted(hexmap.board.whole_hexes, key=lambda cell: abs(items.grid.find_center(cell)[0] - before))
    columns = {hexmap.board.find_coordinates(cell)[0]: cell for cell in reversed(cells[:3 * 22])}
    labels = ", ".join(f"{{at: '{hexmap.board.format_name(cell)}', text: Water}}" for cell in columns.values())
    hexmap = load_map_game(tmp_path, bare.replace("none}", f"none, labels: [{labels}]}}"))[MAPS]["pond"]
    items = hex_drawing.draw_map(hexmap, Ink.COLOUR)
    words = [(item.x, item.x + item.width) for item in items.words.items if isinstance(item, TextRun)]
    assert len(words) == 3
    assert [left < before < right for left, right in words].count(True) == 1
    spared = maps_build.find_seam_obstacles(hexmap, items)
    assert all(any(start < left and right < end for start, end in spared.horizontal) for left, right in words)
    result = tiling.plan_tiling(items.width, items.height, PAPERS["a4"], spared)[1]
    assert not [seam for seam in result.column_starts for left, right in words if left < seam < right]


def test_board_has_no_cut_lines(tmp_path: Path) -> None:
    """It would be seen when the sheets are joined: ticks stand outside the window, or in the strips."""
    for page in find_sheets(make_map_pages(load_map_game(tmp_path, MANY.replace(", label: x", "")))):
        left, top, right, bottom = window(page)
        for item in page.items:
            for path in item.items if isinstance(item, Group) and not item.clip else (item,):
                if isinstance(path, Path_) and path.stroke and not path.fill:
                    points = [(at.x, at.y) for at in path.segments if isinstance(at, MoveTo | LineTo)]
                    assert not any(left + 2 < x < right - 2 and top + 2 < y < bottom - 2 for x, y in points)


def test_first_sheet_has_the_rulers_and_hatched_overlaps(tmp_path: Path) -> None:
    result = make_map_pages(
        load_map_game(tmp_path, "{title: Pond, orientation: pointy-top, across: 40 mm, columns: 8, rows: 12}")
    )
    first, *others = find_sheets(result)
    assert "100 mm" in {word.text for word in find_words(first.items)}
    assert all("100 mm" not in {word.text for word in find_words(page.items)} for page in others)
    hatched = [sum(path.stroke is not None and path.stroke.color == WHITE and len(path.segments) > 12
                   for path in find_outlines(page.items)) for page in (first, *others)]
    assert hatched[0] == 2  # at its right and its foot
    assert hatched[-1] == 0


@pytest.mark.parametrize("paper", ["universal", "a4", "letter"])
def test_every_number_of_large_hexes_is_complete_on_one_sheet(tmp_path: Path, paper: str) -> None:
    result = make_map_pages(load_map_game(tmp_path, LARGE), paper)
    occurrences: Counter[str] = Counter()
    for page in find_sheets(result):
        left, top, right, bottom = window(page)
        box = (PAPERS[paper] if page.height > page.width else PAPERS[paper].rotate()).printable
        assert box.x <= left
        assert right + 10 * MM <= box.right
        assert box.y + page_frame.HEADER_HEIGHT <= top
        assert bottom + 10 * MM + page_frame.FOOTER_HEIGHT <= box.bottom
        for name, (x, y) in find_numbers(page.items).items():
            occurrences[name] += left + 12 < x < right - 12 and top + 6 < y < bottom
    assert occurrences == Counter(f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 8))


def test_sheets_show_the_same_map_in_the_overlaps(tmp_path: Path) -> None:
    """A hex that two sheets show stands on both where it must, for the cut edge to lie on the edge of the strip."""
    result = find_sheets(make_map_pages(load_map_game(tmp_path, LARGE)))
    first, second = result[0], result[1]
    (_, _, right, _), (left, _, _, _) = window(first), window(second)
    here, there = find_numbers(first.items), find_numbers(second.items)
    common = set(here) & set(there)
    assert common
    for name in common:
        assert there[name][0] - left == pytest.approx(here[name][0] - right, abs=1e-6)
        assert there[name][1] == pytest.approx(here[name][1], abs=1e-6)


def test_plan_shows_every_sheet_and_comes_first(tmp_path: Path) -> None:
    result = make_map_pages(load_map_game(tmp_path, MANY.replace(", label: x", "")))
    codes = {word.text for word in find_words(result[0].items)}
    parts = find_sheets(result)
    assert len(parts) == len(result) - 1 > 4
    for page in parts:
        title = next(word.text for word in find_words(page.items) if ", sheet " in word.text)
        assert title.split(", sheet ")[1].split(" (")[0] in codes
    assert [any(word.text.startswith("1.") for word in find_words(page.items)) for page in result].count(True) == 1


TWO = "{orientation: flat-top, across: 20 mm, columns: 2, rows: 2, labels: [{at: '0101', text: TEXT}]}"
LAND = ("{orientation: flat-top, across: 20 mm, columns: 9, rows: 9, numbering: none, "
        "terrain: {wood: {letter: L, hexes: ['0101']}}}")


@pytest.mark.parametrize(("text", "place", "message"), [
    ("{orientation: flat-top, across: 90 mm, columns: 80, rows: 80}", 3, "paper, but at most 400 are allowed"),
    ("{orientation: flat-top, across: 5 mm, columns: 9, rows: 100}", 3, "are too small for numbers such as 00"),
    ("{orientation: pointy-top, across: 5.2 mm, columns: 100, rows: 1}", 3, "are too small for numbers such as"),
    (TWO.replace("TEXT", 12 * "too long "), 91, "'too lo"),
    (TWO.replace("TEXT", "港"), 91, "no available font has"),
    (TWO.replace("TEXT", "tall, size: 144 pt").replace("20 mm", "16 mm"), 91, "'tall' needs"),
    (LAND.replace("letter: L", "letter: WWW").replace("20 mm", "5 mm"), 95,
     "the terrain 'Wood' of map 'Pond': 'WWW' needs"),
    (LAND.replace("letter: L", "letter: 港"), 96, "the terrain 'Wood'"),
    (LAND.replace("letter: L", "letter: L, label: " + 99 * "so long "), 96, "the legend of map 'Pond'"),
])
def test_unprintable_map_is_a_problem_at_its_place(tmp_path: Path, text: str, place: int, message: str) -> None:
    with pytest.raises(PrintshopError) as error:
        make_map_pages(load_map_game(tmp_path, text))
    assert message in str(error.value)
    assert f"maps.yaml:2:{place}:" in str(error.value)


def test_long_legend_continues_on_further_pages(tmp_path: Path) -> None:
    names = [f"terrain with a very long description of what it is and does, number {k}" for k in range(40)]
    kinds = ", ".join(f"t{k}: {{label: '{name}', letter: A, hexes: ['0101']}}" for k, name in enumerate(names))
    text = f"{{orientation: flat-top, across: 20 mm, columns: 6, rows: 6, terrain: {{{kinds}}}}}"
    result = make_map_pages(load_map_game(tmp_path, text))
    words = [word.text for page in result for word in find_words(page.items) if word.text in names]
    assert sorted(words) == sorted(names)
    for page in result:
        area = page_frame.find_content_rect(PAPERS["universal"], true_scale=False)
        ys = [word.y for word in find_words(page.items) if word.text in names]
        assert not ys or (area.y < min(ys) and max(ys) < area.bottom)


@pytest.mark.parametrize(("label", "words"), [
    ("", ["Reeds", "River"]), (", label: tall reeds", ["tall reeds", "river"]),
    (", label: The Reeds", ["The Reeds", "River"]),
])  # fmt: skip
def test_entries_of_a_legend_are_aligned(tmp_path: Path, label: str, words: list[str]) -> None:
    text = (f"{{orientation: flat-top, across: 20 mm, columns: 6, rows: 6, terrain: {{reeds: {{letter: A, hexes: "
            f"['0101']{label}}}}}, paths: [{{kind: river, through: 0101 0102}}]}}")
    hexmap = load_map_game(tmp_path, text)[MAPS]["pond"]
    items = maps_build.draw_legend(hexmap, Rect(50, 100, 300, 300), Ink.COLOUR)
    assert [item.string for item in items if isinstance(item, TextRun)] == words


def test_legend_has_as_many_columns_as_fit(tmp_path: Path) -> None:
    kinds = ", ".join(f"t{k}: {{label: Reeds, letter: A, hexes: ['0101']}}" for k in range(3))
    board = f"{{orientation: flat-top, across: 20 mm, columns: 6, rows: 6, terrain: {{{kinds}}}"
    hexmap, line = load_map_game(tmp_path, board + "}")[MAPS]["pond"], maps_build.LEGEND_LINE_HEIGHT
    entry = maps_build.SAMPLE_HEIGHT + 4 + text.measure_text("Reeds", text.Style("sans", 9.0))
    for count, lines in ((3, 1), (2, 2), (1, 3)):
        width = count * entry + (count - 1) * 14
        assert maps_build.measure_legend(hexmap, width + 0.1) == lines * line
        assert maps_build.measure_legend(hexmap, width - 0.1) == min(lines + 1, 3) * line
        items = tuple(maps_build.draw_legend(hexmap, Rect(50, 100, width + 0.1, 300), Ink.COLOUR))
        words = [item for item in items if isinstance(item, TextRun)]
        assert len({item.y for item in words}) == lines
        assert max(item.x + item.width for item in words) == pytest.approx(50 + width, abs=0.1)
    assert maps_build.measure_legend(load_map_game(tmp_path, board + ", legend: false}")[MAPS]["pond"], 500) == 0


LARGER = {name: Paper(name, width * MM, height * MM)
          for name, width, height in (("a1", 594, 841), ("a3", 297, 420), ("a2", 420, 594))}


@pytest.mark.parametrize(("columns", "paper", "is_for_copy_shop"), [
    (5, "", False), (11, "a3", True), (18, "a2", True), (26, "a1", True), (120, "", False)])
def test_smallest_sufficient_paper_is_advised(tmp_path: Path, columns: int, paper: str,
                                              is_for_copy_shop: bool) -> None:
    game = load_map_game(tmp_path, f"{{orientation: flat-top, across: 25 mm, columns: {columns}, rows: 9}}")
    product, a4 = find_product("maps"), PAPERS["a4"]
    papers = {**LARGER, "a4": a4}
    result = [*product.list_advice(game, PrintRequest(), PrintSettings(a4), lambda: papers)]
    assert [f"--paper {paper}" in advice for advice in result] == [True] * bool(paper)
    assert [("--paper fit" in advice) for advice in result] == [is_for_copy_shop] * bool(paper)
    for other, sheet in papers.items():
        fits = maps_build.find_single_sheet(game, PrintRequest(), PrintSettings(a4), [sheet]) is not None
        assert fits == (columns == 5 or (bool(paper) and other <= paper))
    assert not [*product.list_advice(game, PrintRequest(), PrintSettings(a4, map_paper=LARGER["a2"]), lambda: papers)]


def test_unprinted_zone_is_on_the_map_of_the_booklet_only(tmp_path: Path) -> None:
    game = load_map_game(tmp_path, "{across: 20 mm, columns: 6, rows: 6, zones: {a: {edge: top, side: frogs, printed: "
                                   "false, label: Hidden}, b: {edge: bottom, side: frogs, label: Shown}}}")
    words = {word.text for page in make_map_pages(game) for word in find_words(page.items)}
    assert "Shown" in words
    assert "Hidden" not in words
    figure = draw_map_figure(game[MAPS]["pond"], (), 300, Ink.COLOUR, load_words())
    assert {"Shown", "Hidden"} <= {word.text for word in find_words(figure.items)}


def test_legend_on_the_plan_is_inside_its_frame(tmp_path: Path) -> None:
    area = page_frame.find_content_rect(PAPERS["universal"], true_scale=False)
    for count in range(3, 12):
        kinds = ", ".join(f"t{k}: {{label: a wide label, letter: A, hexes: ['01{k:02}']}}" for k in range(1, count))
        text = f"{{orientation: flat-top, across: 25 mm, columns: 12, rows: 12, terrain: {{{kinds}}}}}"
        words = [placed_words for placed_words in walk_items(make_map_pages(load_map_game(tmp_path, text))[0].items)
                 if isinstance(placed_words.item, TextRun) and placed_words.item.string == "a wide label"]
        assert len(words) == count - 1
        for item, transform, _ in words:
            assert isinstance(item, TextRun)
            left, right = (transform.apply(item.x + shift, item.y)[0] for shift in (0, item.width))
            assert area.x + 10 < left < right < area.right - 10


def test_legend_has_only_the_terrain_on_the_map(tmp_path: Path) -> None:
    terrain = "{reeds: {letter: R, hexes: ['0101']}, mud: {letter: M, hexes: []}}"
    board = f"{{orientation: flat-top, across: 20 mm, columns: 6, rows: 6, terrain: {terrain}}}"
    items = maps_build.draw_legend(load_map_game(tmp_path, board)[MAPS]["pond"], Rect(0, 0, 300, 300), Ink.COLOUR)
    assert [item.string for item in items if isinstance(item, TextRun)] == ["Reeds"]
