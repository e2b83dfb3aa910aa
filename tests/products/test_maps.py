"""Hex maps on the page: every hex is there, every line once, nothing shrunk, the sheets go together."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from placed import outlines, words

from printshop.drawing import shapes
from printshop.drawing.ink import Ink
from printshop.drawing.items import Group, Item, Line, Move, Page, Text, Use
from printshop.drawing.items import Path as Path_
from printshop.game.maps import MAPS
from printshop.hexes import Orientation
from printshop.job import Request, Settings
from printshop.layout import furniture, tiling
from printshop.layout.boxes import PAPERS
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.products import find
from printshop.products.hexmaps import board
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
def test_every_hex_is_whole_on_exactly_one_sheet(tmp_path: Path, paper: str, orientation: str) -> None:
    """A sheet shows its hexes and a little beyond their edge, within its margins; the scissors go along their sides."""
    across = 25 * MM
    found = game(tmp_path, MANY.replace(", label: x", "").replace("flat-top", orientation))
    drawn = board.draw(found[MAPS]["pond"], Ink.COLOUR)
    grid, seen, cuts, strips = drawn.grid, Counter[str](), set(), set()
    for page in sheets(pages(found, paper)):
        shown = next(item for item in page.items if isinstance(item, Group) and item.clip)
        assert shown.clip
        corners = [(point.x, point.y) for point in shown.clip.segments if isinstance(point, Move | Line)]
        left, top, right, bottom = shapes.bounds([Group((shown.clip,), shown.transform)], stroked=False)
        x, y = shown.transform.e, shown.transform.f  # beyond the map there is nothing
        left, right, top, bottom = max(left, x), min(right, x + drawn.width), max(top, y), min(bottom, y + drawn.height)
        box = (PAPERS[paper] if page.height > page.width else PAPERS[paper].turned()).box
        assert box.x <= left
        assert right + 10 * MM - 2 <= box.right
        assert box.y + furniture.HEADER <= top
        assert bottom + 10 * MM + furniture.RIGHTS - 2 <= box.bottom
        names = found[MAPS]["pond"].board.names
        for name, cell in names.items():
            inside = [_within(point, corners) for point in grid.corners(cell, 3.0)]
            assert all(inside) or not any(inside)
            seen[name] += all(inside)
        lines = [group for group in page.items if isinstance(group, Group) and group.transform == shown.transform
                 and not group.clip]
        for path in (item for group in lines for item in group.items if isinstance(item, Path_) and item.stroke):
            assert path.stroke
            points = [(point.x, point.y) for point in path.segments if isinstance(point, Move | Line)]
            for one, other in zip(points[::2], points[1::2], strict=True):
                halves = round(2 * math.dist(one, other) / (across / math.sqrt(3)), 6)
                assert halves in {1, 2}  # of a side; half of one in the margin
                ends = tuple(sorted((round(x, 3), round(y, 3)) for x, y in (one, other)))
                (cuts if path.stroke.dash else strips).add(ends)
    assert seen == Counter(f"{column:02}{row:02}" for column in range(1, 31) for row in range(1, 23))
    assert cuts == strips  # the edge of one sheet comes to lie where the strip of the other begins


def _within(point: tuple[float, float], corners: list[tuple[float, float]]) -> bool:
    """Whether a point lies within a polygon."""
    x, y = point
    odd = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            odd = not odd
    return odd


@pytest.mark.parametrize("paper", ["universal", "a4", "letter"])
def test_seams_are_straight_where_whole_hexes_would_take_many_more_sheets(tmp_path: Path, paper: str) -> None:
    """Every number stands whole on one sheet all the same."""
    found = pages(game(tmp_path, LARGE), paper)
    seen: Counter[str] = Counter()
    for page in sheets(found):
        left, top, right, bottom = window(page)
        box = (PAPERS[paper] if page.height > page.width else PAPERS[paper].turned()).box
        assert box.x <= left
        assert right + 10 * MM <= box.right
        assert box.y + furniture.HEADER <= top
        assert bottom + 10 * MM + furniture.RIGHTS <= box.bottom
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


def _crosses(ends: tuple[tuple[float, float], ...], box: tuple[float, float, float, float]) -> bool:
    (x1, y1), (x2, y2) = ends
    points = [(x1 + (x2 - x1) * k / 40, y1 + (y2 - y1) * k / 40) for k in range(41)]
    return any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in points)


TWO = "{orientation: flat-top, across: 20 mm, columns: 2, rows: 2, labels: [{at: '0101', text: TEXT}]}"
LAND = ("{orientation: flat-top, across: 20 mm, columns: 9, rows: 9, numbers: none, "
        "terrain: {wood: {letter: L, hexes: ['0101']}}}")


@pytest.mark.parametrize(("text", "place", "said"), [
    ("{orientation: flat-top, across: 90 mm, columns: 80, rows: 80}", 3, "paper, the most are 400"),
    ("{orientation: flat-top, across: 5 mm, columns: 9, rows: 100}", 3, "the numbers of the hexes needs"),
    ("{orientation: pointy-top, across: 5.2 mm, columns: 100, rows: 1}", 3, "the numbers of the hexes needs"),
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
