"""Hex maps, measured in the written files by other programs: a hex is as wide as the data says."""

from __future__ import annotations

import math
import re
from functools import cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest
from helpers.cli import invoke
from helpers.map_games import GAME

if TYPE_CHECKING:
    from pathlib import Path

TOLERANCE = 0.05 / 300
MAPS = """\
wide: {orientation: flat-top, across: 5/8 in, columns: 24, rows: 20}
tall: {orientation: pointy-top, across: 40 mm, columns: 12, rows: 9, partial: true}
board: {shape: hexagon, orientation: flat-top, across: 22 mm, across_hexes: 9, edges: [A, B, C, D, E, F]}
"""
ACROSS = {"wide": 15.875, "tall": 40.0, "board": 22.0}


def mm(points: float) -> float:
    return points / 72 * 25.4


@pytest.fixture(scope="module")
def marsh_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    result = tmp_path_factory.mktemp("marsh")
    (result / "game.yaml").write_text(GAME, encoding="utf-8")
    (result / "maps.yaml").write_text(MAPS, encoding="utf-8")
    return result


@cache
def make_map_files(folder: Path, key: str, *options: str) -> list[Path]:
    out = folder / f"out-{key}-{'-'.join(options)}"
    result = invoke("make", "maps", folder, "--only", key, "-o", out, *options)
    assert result.exit_code == 0, result.output
    return sorted(path for path in out.rglob("*") if path.is_file())


def read_numbers(page: Any) -> dict[str, tuple[float, float]]:
    """Where the middle of each number is, in mm from the top left corner: below the head, which covers some."""
    words = page.filter(lambda thing: thing.get("top", 0) > 60).extract_words(keep_blank_chars=False, x_tolerance=1)
    return {word["text"]: (mm((word["x0"] + word["x1"]) / 2), mm(word["bottom"])) for word in words
            if word["text"].isdigit() and len(word["text"]) == 4}


@pytest.mark.slow
@pytest.mark.parametrize(("key", "paper"), [("tall", "a4"), ("board", "letter")])
def test_hexes_are_one_size_apart_over_a_whole_sheet(marsh_folder: Path, key: str, paper: str) -> None:
    across, reached = ACROSS[key], 0.0
    (file,) = make_map_files(marsh_folder, key, "--paper", paper)
    along = key == "tall"  # the hexes touch along the rows
    with pdfplumber.open(file) as document:
        for page in document.pages[-2:]:
            result = read_numbers(page)
            for name, (x, y) in result.items():
                for other, (u, v) in result.items():
                    same = (name[2:] == other[2:]) if along else (name[:2] == other[:2])
                    steps = int(other[:2]) - int(name[:2]) if along else int(other[2:]) - int(name[2:])
                    if same and steps > 1:
                        apart = math.hypot(u - x, v - y)
                        assert apart == pytest.approx(steps * across, abs=max(0.01, apart * TOLERANCE))
                        reached = max(reached, apart)
    assert reached > 120


@pytest.mark.parametrize(("key", "paper"), [("wide", "a4"), ("tall", "a4"), ("board", "letter")])
def test_sides_of_hexes_have_their_true_length(marsh_folder: Path, key: str, paper: str) -> None:
    (file,) = make_map_files(marsh_folder, key, "--paper", paper)
    with pdfplumber.open(file) as document:
        page = document.pages[-1]
        ends = [pair for one in (*page.lines, *page.curves) if abs(one["linewidth"] - 0.6) < 0.01
                for pair in pairwise(one["pts"])]
    lengths = [mm(math.dist(*pair)) for pair in ends]
    side = ACROSS[key] / math.sqrt(3)
    exact = [length for length in lengths if length == pytest.approx(side, abs=0.001)]
    assert len(exact) > 50


def test_svg_files_are_in_millimetres(marsh_folder: Path) -> None:
    files = make_map_files(marsh_folder, "board", "--format", "svg", "--text", "flat")
    last = files[-1].read_text(encoding="utf-8")
    size = re.search(r'width="([\d.]+)mm"[^>]*viewBox="0 0 ([\d.]+)|viewBox="0 0 ([\d.]+)[^>]*width="([\d.]+)mm"', last)
    assert size
    result = [part for part in size.groups() if part]
    assert result[0] == result[1]
    points = [tuple(map(float, pair)) for pair in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", last)]
    sides = [math.dist(one, other) for one, other in pairwise(points)]
    side = ACROSS["board"] / math.sqrt(3)
    assert sum(length == pytest.approx(side, abs=0.002) for length in sides) > 20


def test_cut_edge_of_a_sheet_meets_the_ticks_of_its_neighbour(marsh_folder: Path) -> None:
    (file,) = make_map_files(marsh_folder, "tall", "--paper", "a4")
    with pdfplumber.open(file) as document:
        sheets = [*islice((page for page in document.pages if ", sheet " in page.extract_text()[:40]), 2)]
        first, second = read_numbers(sheets[0]), read_numbers(sheets[1])
        ticks = [sorted({round(mm(line["x0"]), 3) for line in page.lines
                         if abs(line["linewidth"] - 0.5) < 0.01 and abs(line["x0"] - line["x1"]) < 0.01
                         and 7 < line["bottom"] - line["top"] < 9}) for page in sheets]
    inner, cut = ticks[0][-1], ticks[1][0]
    common = set(first) & set(second)
    assert common
    for name in common:
        assert second[name][0] - cut == pytest.approx(first[name][0] - inner, abs=0.01)
