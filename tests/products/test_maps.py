"""Hex maps on the page: every hex is there, every line once, nothing shrunk, the sheets go together."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from placed import outlines, words

from printshop.drawing import fonts, shapes
from printshop.drawing.ink import Ink
from printshop.drawing.items import WHITE, Group, Item, Line, Move, Page, Text, Use
from printshop.drawing.items import Path as Path_
from printshop.equipment.papers import papers
from printshop.game.maps import MAPS
from printshop.hexes import Orientation
from printshop.job import Request, Settings
from printshop.layout import furniture, tiling
from printshop.layout.boxes import PAPERS
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.products import find
from printshop.products.hexmaps import board, maps, skins
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.model import Game

GAME = """\
format: 1
title: Marsh
sides: {frogs: {colour: "#009e73", pattern: dots}}
unit_types: {frog: {plural: frogs, fields: {hops: {kind: whole}}}}
"""


def game(folder: Path, text: str) -> Game:
    (folder / "game.yaml").write_text(GAME, encoding="utf-8")
    (folder / "maps.yaml").write_text(f"pond:\n  {text}\n", encoding="utf-8")
    return load(folder)


def pages(found: Game, paper: str = "universal", ink: Ink = Ink.COLOUR, *only: str) -> tuple[Page, ...]:
    return tuple(find("maps").build(found, Request(only=only), Settings(PAPERS[paper], ink)).pages)


def sheets(found: tuple[Page, ...]) -> list[Page]:
    """The sheets of a map that takes several, without the plan."""
    return [page for page in found if any(isinstance(item, Group) and item.clip for item in page.items)]


def window(page: Page) -> tuple[float, float, float, float]:
    """Where the map shows on a sheet, without what is printed beyond the cut."""
    group = next(item for item in page.items if isinstance(item, Group) and item.clip)
    assert group.clip
    left, top, *_ = shapes.bounds([Group((group.clip,), group.transform)], stroked=False)
    paper = next(one for one in PAPERS.values() if {one.width, one.height} == {page.width, page.height})
    area = tiling._region(paper if paper.width == page.width else paper.turned())
    return left + 1.5, top + 1.5, area.right, area.bottom


def numbers(items: tuple[Item, ...]) -> dict[str, tuple[float, float]]:
    """The hexes' numbers and where they stand."""
    return {word.text: (word.x, word.y) for word in words(items) if word.text.isdigit() and len(word.text) >= 4}


def sides(items: tuple[Item, ...], width: float) -> Counter[tuple[tuple[float, float], ...]]:
    """The straight lines drawn with a pen of that width; none is as long as the rule below the heading."""
    found: Counter[tuple[tuple[float, float], ...]] = Counter()
    for path in outlines(items):
        if path.stroke and path.stroke.width == width:
            for before, after in zip(path.segments, path.segments[1:], strict=False):
                if isinstance(after, Line) and isinstance(before, Move | Line) and math.dist(before, after) < 400:
                    found[tuple(sorted(((round(before.x, 2), round(before.y, 2)),
                                        (round(after.x, 2), round(after.y, 2)))))] += 1
    return found


@pytest.mark.parametrize("orientation", [one.value for one in Orientation])
def test_every_hex_is_drawn_once_and_at_its_size(tmp_path: Path, orientation: str) -> None:
    (page,) = pages(game(tmp_path, f"{{orientation: {orientation}, across: 16 mm, columns: 10, rows: 11}}"))
    found = numbers(page.items)
    assert sorted(found) == sorted(f"{column:02}{row:02}" for column in range(1, 11) for row in range(1, 12))
    step = ("0101", "0102") if orientation == "flat-top" else ("0101", "0201")
    assert math.dist(found[step[0]], found[step[1]]) == pytest.approx(16 * MM, abs=1e-6)
    drawn = sides(page.items, 0.6)
    assert set(drawn.values()) == {1}
    shared = 9 * 11 + 10 * 10 + 9 * 10
    assert len(drawn) == 6 * 110 - shared
    assert {round(math.dist(*ends), 1) for ends in drawn} == {round(16 * MM / math.sqrt(3), 1)}


MANY = "{orientation: flat-top, across: 25 mm, columns: 30, rows: 22, dots: true, label: x}"
LARGE = "{orientation: flat-top, across: 95 mm, columns: 8, rows: 7}"


@pytest.mark.parametrize("orientation", [one.value for one in Orientation])
@pytest.mark.parametrize("paper", ["universal", "a4", "letter"])
def test_seams_cut_neither_numbers_nor_middles_of_hexes(tmp_path: Path, paper: str, orientation: str) -> None:
    hexmap = game(tmp_path, MANY.replace(", label: x", "").replace("flat-top", orientation))[MAPS]["pond"]
    drawn, figures = board.draw(hexmap, Ink.COLOUR), board.Figures(hexmap)
    _, found = tiling.plan(drawn.width, drawn.height, PAPERS[paper], maps.spared(hexmap, drawn))
    assert len(found.across) > 1
    assert len(found.down) > 1
    for x, y in map(drawn.grid.center, hexmap.board.cells):
        assert all(abs(seam - x) > max(1.0, figures.width / 2) for seam in found.across[1:])
        assert all(abs(seam - y) > 1.0 and not y + figures.base - 0.7 * figures.size < seam < y + figures.base
                   for seam in found.down[1:])


def test_no_line_on_a_board_says_where_to_cut(tmp_path: Path) -> None:
    """It would be seen when the sheets are joined: ticks stand outside the window, or in the strips."""
    for page in sheets(pages(game(tmp_path, MANY.replace(", label: x", "")))):
        left, top, right, bottom = window(page)
        for item in page.items:
            for path in item.items if isinstance(item, Group) and not item.clip else (item,):
                if isinstance(path, Path_) and path.stroke and not path.fill:
                    points = [(at.x, at.y) for at in path.segments if isinstance(at, Move | Line)]
                    assert not any(left + 2 < x < right - 2 and top + 2 < y < bottom - 2 for x, y in points)


def test_the_first_sheet_has_the_rulers_and_what_neighbours_cover_is_hatched(tmp_path: Path) -> None:
    found = pages(game(tmp_path, "{title: Pond, orientation: pointy-top, across: 40 mm, columns: 8, rows: 12}"))
    first, *others = sheets(found)
    assert "100 mm" in {word.text for word in words(first.items)}
    assert all("100 mm" not in {word.text for word in words(page.items)} for page in others)
    hatched = [sum(path.stroke is not None and path.stroke.color == WHITE and len(path.segments) > 12
                   for path in outlines(page.items)) for page in (first, *others)]
    assert hatched[0] == 2  # at its right and its foot
    assert hatched[-1] == 0


@pytest.mark.parametrize("paper", ["universal", "a4", "letter"])
def test_every_number_of_large_hexes_is_whole_on_one_sheet(tmp_path: Path, paper: str) -> None:
    found = pages(game(tmp_path, LARGE), paper)
    seen: Counter[str] = Counter()
    for page in sheets(found):
        left, top, right, bottom = window(page)
        box = (PAPERS[paper] if page.height > page.width else PAPERS[paper].turned()).box
        assert box.x <= left
        assert right + 10 * MM <= box.right
        assert box.y + furniture.HEADER <= top
        assert bottom + 10 * MM + furniture.FOOTER <= box.bottom
        for name, (x, y) in numbers(page.items).items():
            seen[name] += left + 12 < x < right - 12 and top + 6 < y < bottom
    assert seen == Counter(f"{column:02}{row:02}" for column in range(1, 9) for row in range(1, 8))


def test_the_sheets_show_the_same_map_in_the_overlaps(tmp_path: Path) -> None:
    """A hex that two sheets show stands on both where it must, for the cut edge to lie on the edge of the strip."""
    found = sheets(pages(game(tmp_path, LARGE)))
    first, second = found[0], found[1]
    (_, _, right, _), (left, _, _, _) = window(first), window(second)
    here, there = numbers(first.items), numbers(second.items)
    common = set(here) & set(there)
    assert common
    for name in common:
        assert there[name][0] - left == pytest.approx(here[name][0] - right, abs=1e-6)
        assert there[name][1] == pytest.approx(here[name][1], abs=1e-6)


def test_the_plan_shows_every_sheet_and_comes_first(tmp_path: Path) -> None:
    found = pages(game(tmp_path, MANY.replace(", label: x", "")))
    codes = {word.text for word in words(found[0].items)}
    parts = sheets(found)
    assert len(parts) == len(found) - 1 > 4
    for page in parts:
        title = next(word.text for word in words(page.items) if ", sheet " in word.text)
        assert title.split(", sheet ")[1].split(" (")[0] in codes
    assert [any(word.text.startswith("1.") for word in words(page.items)) for page in found].count(True) == 1


@pytest.mark.parametrize("ink", Ink)
def test_numbers_lie_within_their_hexes_and_off_the_lines(tmp_path: Path, ink: Ink) -> None:
    for orientation in Orientation:
        for across in ("12 mm", "16 mm", "40 mm"):
            text = f"{{orientation: {orientation.value}, across: {across}, columns: 4, rows: 4}}"
            (page,) = pages(game(tmp_path, text), "universal", ink)
            placed = [word for word in words(page.items) if word.text.isdigit() and len(word.text) == 4]
            assert min(word.size for word in placed) >= 5
            lines = sides(page.items, 0.4 if ink is Ink.BLACK else 0.6)
            reach = 4 * 0.6 * placed[0].size / 2 * 0.8
            for word in placed:
                boxes = (word.x - reach, word.y - 0.68 * word.size, word.x + reach, word.y)
                assert not any(_crosses(ends, boxes) for ends in lines), (orientation, across, word)


@pytest.mark.parametrize("orientation", [one.value for one in Orientation])
@pytest.mark.parametrize(("columns", "rows", "numbers"), [
    (9, 9, ""), (40, 3, ""), (101, 2, ""), (2, 250, ""), (250, 2, "numbers: rows first"), (52, 3, "numbers: letters"),
    (26, 101, "numbers: letters, doubled: true"), (99, 2, "doubled: true"), (3, 60, "doubled: true"),
    (250, 2, "numbers: none")])
def test_numbers_fit_small_hexes_or_the_map_is_refused_with_a_size_that_would_do(
        tmp_path: Path, orientation: str, columns: int, rows: int, numbers: str) -> None:
    def loaded(across: str) -> Game:
        board = f"orientation: {orientation}, columns: {columns}, rows: {rows}{', ' * bool(numbers)}{numbers}"
        return game(tmp_path, f"{{across: {across} mm, {board}}}")

    def made(across: str) -> None:
        """Make the map, and what `make` says of it."""
        found, product, settings = loaded(across), find("maps"), Settings(PAPERS["a4"])
        product.build(found, Request(), settings)
        assert isinstance([*product.advice(found, Request(), settings, papers)], list)

    for across in ("5", "6", "7", "8"):
        try:
            made(across)
        except PrintshopError as error:
            [problem] = error.problems
            assert problem.message.startswith(f"map 'Pond': hexes of {across} mm have no room for their numbers")
            assert numbers != "numbers: none"
            named = re.fullmatch(r"make them ([\d.]+) mm or larger, or write numbers: none", problem.hint)
            assert named
            assert float(across) < float(named[1]) < 10
            made(named[1])
            with pytest.raises(PrintshopError):  # no size smaller than that
                made(f"{float(named[1]) - 0.2:.1f}")


def test_numbers_in_a_wide_type_become_smaller_in_large_hexes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    width = fonts.width
    monkeypatch.setattr(fonts, "width", lambda *words: 2.2 * width(*words))
    for orientation in Orientation:
        text = f"{{orientation: {orientation.value}, across: 20 mm, columns: 2, rows: 101}}"
        figures = board.Figures(game(tmp_path, text)[MAPS]["pond"])
        assert 5 <= figures.size < 0.15 * 20 * MM
        assert figures.width <= 20 * MM


def _crosses(ends: tuple[tuple[float, float], ...], box: tuple[float, float, float, float]) -> bool:
    (x1, y1), (x2, y2) = ends
    points = [(x1 + (x2 - x1) * k / 40, y1 + (y2 - y1) * k / 40) for k in range(41)]
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)


TWO = "{orientation: flat-top, across: 20 mm, columns: 2, rows: 2, labels: [{at: '0101', text: TEXT}]}"
LAND = ("{orientation: flat-top, across: 20 mm, columns: 9, rows: 9, numbers: none, "
        "terrain: {wood: {letter: L, hexes: ['0101']}}}")


@pytest.mark.parametrize(("text", "place", "said"), [
    ("{orientation: flat-top, across: 90 mm, columns: 80, rows: 80}", 3, "paper, the most are 400"),
    ("{orientation: flat-top, across: 5 mm, columns: 9, rows: 100}", 3, "no room for their numbers, such as 00"),
    ("{orientation: pointy-top, across: 5.2 mm, columns: 100, rows: 1}", 3, "no room for their numbers, such as"),
    (TWO.replace("TEXT", "a name that is far too long for this"), 91, "'a name that is far too long for this' needs"),
    (TWO.replace("TEXT", "港"), 91, "no font here has"),
    (TWO.replace("TEXT", "tall, size: 144 pt").replace("20 mm", "16 mm"), 91, "'tall' needs"),
    (LAND.replace("letter: L", "letter: WWW").replace("20 mm", "5 mm"), 93, "the terrain 'Wood': 'WWW' needs"),
    (LAND.replace("letter: L", "letter: 港"), 94, "the terrain 'Wood'"),
    (LAND.replace("letter: L", "letter: L, label: " + 99 * "so long "), 94, "the legend of map 'Pond'"),
])
def test_what_cannot_be_printed_is_a_problem_at_its_place(tmp_path: Path, text: str, place: int, said: str) -> None:
    with pytest.raises(PrintshopError) as caught:
        pages(game(tmp_path, text))
    assert said in str(caught.value)
    assert f"maps.yaml:2:{place}:" in str(caught.value)


def test_words_are_read_on_a_dark_map_and_stay_on_it(tmp_path: Path) -> None:
    text = ("{orientation: flat-top, across: 40 mm, columns: 3, rows: 3, ground: '#102040', terrain: {sand: "
            "{colour: '#f0e0a0', pattern: dots, hexes: ['0202']}}, labels: [{at: '0101', text: Deep, size: 60 pt}]}")
    colors: dict[str, str] = {}
    found = board.draw(game(tmp_path, text)[MAPS]["pond"], Ink.COLOUR)
    for item in _texts(found.items()):
        colors[item.string] = item.color.hex()
        assert item.y - 0.7 * item.size > 0
    assert (colors["Deep"], colors["0101"]) == ("#ffffff", "#ffffff")
    assert colors["0202"] == "#404040"


def _texts(items: tuple[Item, ...]) -> Iterator[Text]:
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Use):
            yield from _texts(item.symbol.items)
        elif isinstance(item, Group):
            yield from _texts(item.items)


def test_a_long_legend_goes_on_further_pages(tmp_path: Path) -> None:
    names = [f"terrain with a very long description of what it is and does, number {k}" for k in range(40)]
    kinds = ", ".join(f"t{k}: {{label: '{name}', letter: A, hexes: ['0101']}}" for k, name in enumerate(names))
    text = f"{{orientation: flat-top, across: 20 mm, columns: 6, rows: 6, terrain: {{{kinds}}}}}"
    found = pages(game(tmp_path, text))
    seen = [word.text for page in found for word in words(page.items) if word.text in names]
    assert sorted(seen) == sorted(names)
    for page in found:
        area = furniture.content_box(PAPERS["universal"], scale=False)
        ys = [word.y for word in words(page.items) if word.text in names]
        assert not ys or (area.y < min(ys) and max(ys) < area.bottom)


STARRY = "{orientation: flat-top, across: 20 mm, columns: 8, rows: 7, dots: true, skin: night}"


def test_no_star_is_near_the_middle_of_a_hex_or_its_number(tmp_path: Path) -> None:
    hexmap = game(tmp_path, STARRY)[MAPS]["pond"]
    grid, figures = board.draw(hexmap, Ink.COLOUR).grid, board.Figures(hexmap)
    strewn = skins.strewn("night", hexmap.board.cells, grid, Ink.COLOUR, clear=True)
    places = [(at.x, at.y) for path in strewn if isinstance(path, Path_) for at in path.segments
              if isinstance(at, Move | Line)]
    assert len(places) > 40
    for x, y in places:
        middle = grid.center(grid.at(x, y))
        assert math.dist((x, y), middle) > 2 * MM
        assert abs(x - middle[0]) > figures.width / 2 or y > middle[1] + figures.base


def test_a_night_is_a_pale_sky_where_ink_is_saved_and_plain_in_black(tmp_path: Path) -> None:
    hexmap = game(tmp_path, STARRY)[MAPS]["pond"]
    assert [skins.skin_of(hexmap, ink) for ink in (Ink.COLOUR, Ink.LIGHT, Ink.BLACK)] == ["night", "stars", "plain"]


def test_scenery_lies_below_the_lines_of_the_sheets_that_show_it(tmp_path: Path) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / "moon.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2"><path d="M0 0H4V2H0Z" fill="#336699"/></svg>')
    starry = STARRY.replace("}", ', scenery: [{picture: moon.svg, at: "0403", size: 60 mm}]}')
    hexmap = game(tmp_path, starry)[MAPS]["pond"]
    drawn = board.draw(hexmap, Ink.COLOUR)
    ((box, _),) = drawn.scenery
    assert (box.width, box.height) == pytest.approx((60 * MM, 30 * MM))
    assert box.center == pytest.approx(drawn.grid.center(hexmap.board.names["0403"]))
    beyond = box._replace(x=box.right + 100)
    assert len(drawn.bare(window=box)) == len(drawn.bare(window=beyond)) + 1
    colors = {path.fill.hex() for path in outlines(drawn.bare()) if path.fill}
    faint = {path.fill.hex() for path in outlines(board.draw(hexmap, Ink.LIGHT).bare()) if path.fill}
    assert "#336699" in colors - faint
    assert not board.draw(hexmap, Ink.BLACK).scenery


MEADOW = "{orientation: pointy-top, across: 40 mm, columns: 6, rows: 5, skin: field}"


def test_a_field_has_its_frame_outside_the_hexes(tmp_path: Path) -> None:
    hexmap = game(tmp_path, MEADOW)[MAPS]["pond"]
    drawn = board.draw(hexmap, Ink.COLOUR)
    left, top, right, bottom = drawn.grid.bounds(hexmap.board.cells)
    margins = (left, top, drawn.width - right, drawn.height - bottom)
    assert margins == pytest.approx([0.075 * 40 * MM] * 4)
    assert min(margins) > board.NEAT + board.BORDER


def test_spots_of_a_field_go_on_in_the_hexes_beside_it(tmp_path: Path) -> None:
    """What two parts of a map draw of a spot is the same: each draws it whole, and cuts it at its own hexes."""
    hexmap = game(tmp_path, MEADOW)[MAPS]["pond"]
    grid, cells = board.draw(hexmap, Ink.COLOUR).grid, hexmap.board.cells
    first, second, whole = ([{path.segments[number : number + 11] for number in range(0, len(path.segments), 11)}
                             for path in skins.mottled(some, grid, WHITE) if isinstance(path, Path_)]
                            for some in (cells[:15], cells[15:], cells))
    assert [one | other for one, other in zip(first, second, strict=True)] == whole
    assert any(one & other for one, other in zip(first, second, strict=True))
