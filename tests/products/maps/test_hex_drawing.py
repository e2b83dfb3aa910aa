"""Hex maps as drawn: every hex once and at its size, numbers within their hexes, words that can be read."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers.map_games import find_numbers, load_map_game, make_map_pages
from helpers.pages import find_outlines, find_words

from printshop.drawing import fonts
from printshop.drawing.display_list import BLACK, Group, Item, LineTo, MoveTo, Path, SymbolUse, TextRun, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_line_color
from printshop.drawing.shapes import measure_outline
from printshop.equipment.papers import read_papers
from printshop.game.maps import MAPS
from printshop.layout.rectangles import PAPERS
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.maps import hex_drawing

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path as File

    from printshop.game.model import Game


GRIDS = ("orientation: flat-top", "orientation: pointy-top", "grid: square")


def sides(items: tuple[Item, ...], width: float) -> Counter[tuple[tuple[float, float], ...]]:
    """The straight lines drawn with a pen of that width; none is as long as the rule below the heading."""
    results: Counter[tuple[tuple[float, float], ...]] = Counter()
    for path in find_outlines(items):
        if path.stroke and path.stroke.width == width:
            for before, after in zip(path.segments, path.segments[1:], strict=False):
                if isinstance(after, LineTo) and isinstance(before, MoveTo | LineTo) and math.dist(before, after) < 400:
                    results[tuple(sorted(((round(before.x, 2), round(before.y, 2)),
                                          (round(after.x, 2), round(after.y, 2)))))] += 1
    return results


@pytest.mark.parametrize("orientation", GRIDS)
def test_every_hex_is_drawn_once_at_its_size(tmp_path: File, orientation: str) -> None:
    (page,) = make_map_pages(
        load_map_game(tmp_path, f"{{{orientation}, across: 16 mm, columns: 10, rows: 11}}")
    )
    result = find_numbers(page.items)
    assert sorted(result) == sorted(f"{column:02}{row:02}" for column in range(1, 11) for row in range(1, 12))
    step = ("0101", "0102") if orientation != "orientation: pointy-top" else ("0101", "0201")
    assert math.dist(result[step[0]], result[step[1]]) == pytest.approx(16 * MM, abs=1e-6)
    marks = sides(page.items, 0.6)
    assert set(marks.values()) == {1}
    if orientation == "grid: square":
        assert math.dist(result["0101"], result["0201"]) == pytest.approx(16 * MM, abs=1e-6)
        assert len(marks) == 10 * 12 + 11 * 11
        assert [math.dist(*ends) for ends in marks] == pytest.approx([16 * MM] * len(marks), abs=0.02)
        return
    shared = 9 * 11 + 10 * 10 + 9 * 10
    assert len(marks) == 6 * 110 - shared
    assert {round(math.dist(*ends), 1) for ends in marks} == {round(16 * MM / math.sqrt(3), 1)}


@pytest.mark.parametrize("ink", Ink)
def test_numbers_are_inside_their_hexes_and_do_not_touch_lines(tmp_path: File, ink: Ink) -> None:
    for orientation in GRIDS:
        for across in ("12 mm", "16 mm", "40 mm"):
            text = f"{{{orientation}, across: {across}, columns: 4, rows: 4}}"
            (page,) = make_map_pages(load_map_game(tmp_path, text), "universal", ink)
            words = [word for word in find_words(page.items) if word.text.isdigit() and len(word.text) == 4]
            assert min(word.size for word in words) >= 5
            lines = sides(page.items, 0.4 if ink is Ink.BLACK else 0.6)
            reach = 4 * 0.6 * words[0].size / 2 * 0.8
            for word in words:
                boxes = (word.x - reach, word.y - 0.68 * word.size, word.x + reach, word.y)
                assert not any(is_crossed(ends, boxes) for ends in lines), (orientation, across, word)


@pytest.mark.parametrize(("orientation", "columns", "rows", "numbers"), [
    *((grid, 9, 9, "") for grid in GRIDS), *((GRIDS[0], *board) for board in (
        (40, 3, ""), (101, 2, ""), (2, 250, ""), (250, 2, "numbering: {order: rows first}"),
        (52, 3, "numbering: {first: A01}"), (2, 101, "numbering: {first: A01, doubled: true}"),
        (99, 2, "numbering: {doubled: true}"), (3, 60, "numbering: {doubled: true}"),
        (90, 2, "numbering: {first: '10.10'}"), (250, 2, "numbering: none")))])
def test_numbers_fit_small_hexes_or_the_map_is_refused_with_a_sufficient_size(
        tmp_path: File, orientation: str, columns: int, rows: int, numbers: str) -> None:
    def loaded(across: str) -> Game:
        board = f"{orientation}, columns: {columns}, rows: {rows}{', ' * bool(numbers)}{numbers}"
        return load_map_game(tmp_path, f"{{across: {across} mm, {board}}}")

    def made(across: str) -> None:
        """Make the map, and what `make` says of it."""
        result, product, settings = loaded(across), find_product("maps"), PrintSettings(PAPERS["a4"])
        product.build(result, PrintRequest(), settings)
        assert isinstance([*product.list_advice(result, PrintRequest(), settings, read_papers)], list)

    names = set[str]()
    for across in ("5", "7"):
        try:
            made(across)
        except PrintshopError as error:
            [problem] = error.problems
            assert problem.message.startswith(f"map 'Pond': hexes of {across} mm are too small for numbers such as ")
            assert numbers != "numbering: none"
            named = re.fullmatch(r"make the hexes ([\d.]+) mm or larger, or write numbering: none", problem.hint)
            assert named
            assert float(across) < float(named[1]) < 10
            if named[1] in names:
                continue
            names.add(named[1])
            made(named[1])
            with pytest.raises(PrintshopError):  # no size smaller than that
                made(f"{float(named[1]) - 0.2:.1f}")


def test_numbers_in_a_wide_type_become_smaller_in_large_hexes(tmp_path: File, monkeypatch: pytest.MonkeyPatch) -> None:
    width = fonts.measure_string
    monkeypatch.setattr(fonts, "measure_string", lambda *words: 2.2 * width(*words))
    for orientation in GRIDS:
        text = f"{{{orientation}, across: 20 mm, columns: 2, rows: 101}}"
        figures = hex_drawing.HexNumbers(load_map_game(tmp_path, text)[MAPS]["pond"])
        assert 5 <= figures.size < 0.15 * 20 * MM
        assert figures.width <= 20 * MM


def is_crossed(ends: tuple[tuple[float, float], ...], box: tuple[float, float, float, float]) -> bool:
    (x1, y1), (x2, y2) = ends
    points = [(x1 + (x2 - x1) * k / 40, y1 + (y2 - y1) * k / 40) for k in range(41)]
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)


def test_words_on_a_dark_map_are_legible_and_inside_it(tmp_path: File) -> None:
    text = ("{orientation: flat-top, across: 40 mm, columns: 3, rows: 3, ground: '#102040', terrain: {sand: "
            "{colour: '#f0e0a0', pattern: dots, hexes: ['0202']}}, labels: [{at: '0101', text: Deep, size: 60 pt}]}")
    colors: dict[str, str] = {}
    result = hex_drawing.draw_map(load_map_game(tmp_path, text)[MAPS]["pond"], Ink.COLOUR)
    for item in find_text_items(result.list_items()):
        colors[item.string] = item.color.to_hex()
        assert item.y - 0.7 * item.size > 0
    assert (colors["Deep"], colors["0101"]) == ("#ffffff", "#ffffff")
    assert colors["0202"] == "#404040"


@pytest.mark.parametrize("ink", [Ink.COLOUR, Ink.BLACK])
def test_label_on_coloured_terrain_has_a_halo_in_the_colour_of_its_hex(tmp_path: File, ink: Ink) -> None:
    text = ("{orientation: flat-top, across: 40 mm, columns: 3, rows: 3, ground: '#e9e6cf', terrain: {sea: "
            "{colour: '#a9cbe4', pattern: stripes, hexes: ['0202']}}, labels: [{at: '0101', text: Land}, "
            "{at: '0202', text: Sea, colour: '#204080'}]}")
    words = hex_drawing.draw_map(load_map_game(tmp_path, text)[MAPS]["pond"], ink).words.items
    ground, sea = (choose_area_color(ink, parse_color(color)) for color in ("#e9e6cf", "#a9cbe4"))
    assert [(item.fill, item.stroke and item.stroke.color) if isinstance(item, Path) else
            (item.string, item.color) for item in words if isinstance(item, Path | TextRun)] == [
        (ground, None), ("Land", BLACK), (None, sea), ("Sea", choose_line_color(ink, parse_color("#204080")))]


def find_text_items(items: tuple[Item, ...]) -> Iterator[TextRun]:
    for item in items:
        if isinstance(item, TextRun):
            yield item
        elif isinstance(item, SymbolUse):
            yield from find_text_items(item.symbol.items)
        elif isinstance(item, Group):
            yield from find_text_items(item.items)


def test_clear_terrain_is_the_ground_and_is_in_the_legend(tmp_path: File) -> None:
    text = ("{across: 20 mm, columns: 5, rows: 5, partial: true, numbering: none, terrain: "
            "{open: {hexes: rest, label: Open, colour: '#e8dfc0'}, reeds: {letter: r, hexes: ['0101']}}}")
    hexmap = load_map_game(tmp_path, text)[MAPS]["pond"]
    assert hexmap.ground == "#e8dfc0"
    [page] = make_map_pages(load_map_game(tmp_path, text))
    assert {"Open", "Reeds"} <= {word.text for word in find_words(page.items)}
    fills = {path.fill.to_hex() for path in find_outlines(page.items) if path.fill}
    assert "#e8dfc0" in fills


def test_terrain_of_the_remaining_hexes_with_a_pattern_is_in_every_other_hex(tmp_path: File) -> None:
    text = ("{grid: square, across: 20 mm, columns: 5, rows: 5, terrain: "
            "{reeds: {letter: r, hexes: ['0101-0505']}, sea: {hexes: rest, pattern: dots}}}")
    whole = load_map_game(tmp_path, text)[MAPS]["pond"]
    part = load_map_game(tmp_path, text.replace("-0505", "-0504"))[MAPS]["pond"]
    assert whole.terrain[1].hexes == ()
    assert sorted(map(part.board.format_name, part.terrain[1].hexes)) == ["0105", "0205", "0305", "0405", "0505"]


@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize(("size", "share"), [("", 0.56), (", size: 0.8", 0.8), (", size: 1", 1.0)])
def test_picture_of_terrain_has_its_stated_size(tmp_path: File, grid: str, size: str, share: float) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "wood.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0H4V4H0Z" fill="#336699"/></svg>')
    wood_keys = f"{{wood: {{picture: wood.svg{size}, hexes: ['0101']}}}}"
    text = f"{{{grid}, across: 40 mm, columns: 2, rows: 2, terrain: {wood_keys}}}"
    hexmap = load_map_game(tmp_path, text)[MAPS]["pond"]
    [wood] = [path for path in find_outlines(hex_drawing.draw_terrain_hex(hexmap, hexmap.terrain[0], Ink.COLOUR).items)
              if path.fill and path.fill.to_hex() == "#336699"]
    left, top, right, bottom = measure_outline(wood.segments)
    assert (right - left, bottom - top) == pytest.approx((share * 40 * MM,) * 2, rel=1e-3)
    assert left + right == pytest.approx(0, abs=1e-6)
    assert bottom <= 20 * MM * (2 / math.sqrt(3) if "pointy" in grid else 1) + 1e-6
