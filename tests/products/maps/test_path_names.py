"""Names along paths: straight or on a curve, beside a path or inside a broad road, and never on another name."""

from __future__ import annotations

from cmath import phase, rect
from itertools import combinations, pairwise
from math import degrees, radians
from typing import TYPE_CHECKING

import pytest
from helpers.figures import draw_map_figure
from helpers.map_games import load_map_game, make_map_pages
from helpers.pages import find_words
from helpers.problems import catch_problems

from printshop.drawing.display_list import Group, Path, TextRun
from printshop.drawing.ink import Ink
from printshop.game.maps import MAPS, HexMap
from printshop.products.maps.hex_drawing import draw_map, lay_out_map
from printshop.products.maps.path_drawing import join_path_lines
from printshop.words import load_words

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.drawing.path_styles import PathLine

BOARD = "orientation: flat-top, across: 20 mm, columns: 7, rows: 6"
SQUARES = "grid: square, across: 22 mm, columns: 7, rows: 5, path_kinds: {road: {width: 34}}"


def read_map(folder: File, paths: str, board: str = BOARD) -> HexMap:
    return load_map_game(folder, f"{{{board}, paths: {paths}}}")[MAPS]["pond"]


def join(hexmap: HexMap) -> list[PathLine]:
    return [*join_path_lines(hexmap.paths, hexmap, lay_out_map(hexmap, Ink.COLOUR)[0])]


def find_letters(hexmap: HexMap, ink: Ink = Ink.COLOUR) -> list[tuple[str, complex, float, float]]:
    """Return each run of the names of paths: its text, its middle, its turn in degrees and its size."""
    results = list[tuple[str, complex, float, float]]()

    def walk(group: Group) -> None:
        for item in group.items:
            if isinstance(item, Group):
                walk(item)
            elif isinstance(item, TextRun):
                x, y = group.transform.apply(item.x + item.width / 2, item.y)
                turn = complex(group.transform.a, group.transform.b)
                results.append((item.string, complex(x, y), degrees(phase(turn)), item.size))

    for item in draw_map(hexmap, ink).words.items:
        if isinstance(item, Group):
            walk(item)
    return results


def find_name(hexmap: HexMap, word: str) -> tuple[TextRun, Group]:
    groups = [item.items[0] for item in draw_map(hexmap, Ink.COLOUR).words.items if isinstance(item, Group)]
    return next((item, group) for group in groups if isinstance(group, Group) for item in group.items
                if isinstance(item, TextRun) and item.string == word)


@pytest.mark.parametrize("through", ["0203 0303 0402 0502 0601", "0601 0502 0402 0303 0203",
                                     "0305 0304 0303 0302 0301", "0301 0302 0303 0304 0305"])
def test_name_reads_from_the_left_or_upwards_and_has_a_halo(tmp_path: File, through: str) -> None:
    run, group = find_name(read_map(tmp_path, f'[{{kind: road, through: "{through}", name: Mill}}]'), "Mill")
    assert group.transform.a >= -0.2
    assert isinstance(group.items[0], Path)
    assert group.items[0].stroke
    assert group.items[0].stroke.width == pytest.approx(0.4 * run.size)


def test_name_is_beside_its_path_and_does_not_touch_numbers(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: road, through: "0203 0303 0402 0502 0601", name: Mill}]')
    run, group = find_name(hexmap, "Mill")
    left, right = (complex(*group.transform.apply(x, 0)) for x in (run.x, run.x + run.width))
    [line] = join(hexmap)
    assert min(abs(point - (left + right) / 2) for point in line.points) < 20
    numbers = [complex(word.x, word.y) for word in find_words(draw_map(hexmap, Ink.COLOUR).list_items())
               if word.text.isdigit()]
    assert min(abs(number - (left + right) / 2) for number in numbers) > run.size


def test_name_longer_than_its_path_is_reported_at_its_place(tmp_path: File) -> None:
    name = "The Great Northern and Southern Railway"
    game = load_map_game(tmp_path, f'{{{BOARD}, paths: [{{kind: road, through: 0303 0304, name: {name}}}]}}')
    [problem] = catch_problems(lambda: make_map_pages(game))
    assert f"a path of map 'Pond': '{name}' needs" in problem.message
    assert problem.span
    assert problem.span.line == 2


def test_name_on_a_curve_follows_it_letter_by_letter(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: track, through: "0206 > 0203 0303 0402 0502 0602 > 0605", '
                                "name: The Great Western Drove of the Marsh}]")
    letters = find_letters(hexmap)
    assert "".join(letter for letter, *_ in letters) == "TheGreatWesternDroveoftheMarsh"
    turns = [turn for _, _, turn, _ in letters]
    assert max(turns) - min(turns) > 5
    assert max(abs(turn - before) for before, turn in pairwise(turns)) < 15
    [line] = join(hexmap)
    for _, middle, _, size in letters:
        assert 0.2 * size < min(abs(point - middle) for point in line.points) < 2.5 * size


def test_name_on_a_straight_path_is_one_text_run(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: railway, through: "0301 > 0306", name: Main Line}]')
    [(name, _, turn, _)] = find_letters(hexmap)
    assert name == "Main Line"
    assert abs(turn) == pytest.approx(90)


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("paths", [
    '[{kind: road, through: "0401 > 0405", name: North Row}, {kind: road, through: "0103 > 0703", name: West Row}]',
    '[{kind: river, along: "0303 E, 0302 E, 0304 E", name: Brook}, {kind: wall, along: "0303 E, 0302 E", name: Dyke}]',
    '[{kind: track, through: "0103 > 0403", name: Lane A}, {kind: track, through: "0103 > 0403", name: Lane B}]',
])
def test_names_do_not_overlap(tmp_path: File, paths: str, ink: Ink) -> None:
    letters = find_letters(read_map(tmp_path, paths, SQUARES.replace("road: {width: 34}", "road: {width: 9}")), ink)
    names = list[set[complex]]()
    for name, middle, turn, size in letters:
        along = rect(1.0, radians(turn))
        half = 0.24 * size * len(name)
        names.append({middle + along * half * share for share in (-1, -0.5, 0, 0.5, 1)})
    assert len(names) == 2
    for one, other in combinations(names, 2):
        assert min(abs(a - b) for a in one for b in other) > 7


def test_broad_road_has_its_name_inside(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: road, through: "0103 > 0703", name: Bell Street}]', SQUARES)
    [(_, middle, _, size)] = find_letters(hexmap)
    [line] = join(hexmap)
    assert abs(middle.imag - 0.34 * size - line.points[0].imag) < 1


def test_name_beside_a_road_does_not_touch_it(tmp_path: File) -> None:
    board = SQUARES.replace("34", "14")
    hexmap = read_map(tmp_path, '[{kind: road, through: "0103 > 0703", name: Bell}]', board)
    [(_, middle, _, size)] = find_letters(hexmap)
    away = middle.imag - join(hexmap)[0].points[0].imag
    half = 0.07 * hexmap.across.pt
    assert away <= -half - 0.25 * size or away >= half + 0.75 * size


def test_name_without_a_free_place_is_an_error(tmp_path: File) -> None:
    paths = ", ".join(["{kind: track, through: 0303 0403, name: Millway}"] * 12)
    [problem, *_] = catch_problems(lambda: make_map_pages(load_map_game(tmp_path, f"{{{SQUARES}, paths: [{paths}]}}")))
    assert "'Millway' has no place that is clear of other names" in problem.message


def test_map_of_a_booklet_has_no_names_of_paths(tmp_path: File) -> None:
    hexmap = read_map(tmp_path, '[{kind: road, through: "0203 0303 0402", name: The Long Mill Road}]')
    figure = draw_map_figure(hexmap, (), 60, Ink.COLOUR, load_words())
    assert "Mill" not in " ".join(word.text for word in find_words(figure.items))
