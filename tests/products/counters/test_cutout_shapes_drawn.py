"""Pieces cut along the outline of their picture: on paper, by machines, on virtual tables, with backs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import cut_files
from helpers import pages as placed
from helpers.problems import catch_problems

from printshop.drawing.display_list import BLACK, CLOSE, Group, LineTo, MoveTo, PageLayer, Path, Stroke
from printshop.drawing.shapes import circle, find_silhouette, measure_outline, rect
from printshop.equipment import services
from printshop.exports.images import ImageView, gather_pieces, render_views
from printshop.layout.duplex import BackMode
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.output.cut.files import render_cut_svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.counters import build as counters_build

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path as File

    from printshop.drawing.display_list import Item
    from printshop.game.model import Game

ISLAND = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">
<circle cx="10" cy="10" r="2"/><path d="M10 5H55V35H30L10 20Z" fill="#f4ead0" stroke="black"/></svg>"""
GAME = """format: 1
title: Toy
rights: ours
unit_types: {ship: {fields: {}}}
"""
MARKERS = """island:
  size: 60 x 40 mm
  shape: drawn
  copies: 3
  front: [{picture: island.svg, margin: 0 mm}, {text: "{title}"}]
"""


@pytest.fixture
def island_game(tmp_path: File) -> File:
    (tmp_path / "toy" / "art").mkdir(parents=True)
    (tmp_path / "toy" / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "toy" / "markers.yaml").write_text(MARKERS, encoding="utf-8")
    (tmp_path / "toy" / "art" / "island.svg").write_text(ISLAND, encoding="utf-8")
    return tmp_path / "toy"


def cuts(items: Iterable[Item]) -> list[Path]:
    return [path for item in items if isinstance(item, Group) and item.layer is PageLayer.CUT
            for path in placed.find_outlines(item.items)]


def size(path: Path) -> tuple[float, float]:
    left, top, right, bottom = measure_outline(path.segments)
    return (right - left) / MM, (bottom - top) / MM


def find_cut_paths(game: Game, settings: PrintSettings | None = None) -> list[Path]:
    pages = counters_build.build_markers(game, PrintRequest(), settings or PrintSettings()).pages
    return [path for page in pages for path in cuts(page.items)]


def test_drawn_piece_is_cut_only_along_its_outline(island_game: File) -> None:
    paths = find_cut_paths(read_game(island_game))
    assert [size(path) for path in paths] == [pytest.approx((45, 30), abs=1e-3)] * 3
    assert all(path.segments[-1] == CLOSE for path in paths)
    page = next(iter(counters_build.build_markers(read_game(island_game), PrintRequest(), PrintSettings()).pages))
    words = " ".join(word.text for word in placed.find_words(page.items))
    assert "Drawn shapes: cut round each along its line." in words
    assert "tick to tick" not in words


def test_cutting_machine_follows_the_same_line(island_game: File) -> None:
    profile = services.find_cutter("cricut")
    page = next(iter(counters_build.build_markers(read_game(island_game), PrintRequest(),
                                                  PrintSettings(machine=profile.machine)).pages))
    lines = cut_files.read_cut_file(render_cut_svg(page, "x", profile.cutter)).loops("cut")
    assert [line.size for line in lines] == [pytest.approx((45, 30), abs=2e-3)] * 3
    assert [line.area for line in lines] == [pytest.approx(45 * 30 - 20 * 15 / 2, abs=0.1)] * 3


def test_back_beside_the_front_is_cut_in_mirror_image(island_game: File) -> None:
    (island_game / "markers.yaml").write_text(MARKERS.replace("copies: 3", "back: '#0072b2'"), encoding="utf-8")
    front, back = find_cut_paths(read_game(island_game))
    xs = [[segment.x for segment in path.segments if isinstance(segment, MoveTo | LineTo)] for path in (front, back)]
    offs = [[round(x - min(own), 2) for x in own] for own in xs]
    assert offs[1] == [round(max(offs[0]) - x, 2) for x in offs[0]]
    assert len(find_cut_paths(read_game(island_game), PrintSettings(backs=BackMode.LONG))) == 1


def test_virtual_tables_show_nothing_outside_the_outline(island_game: File) -> None:
    [thing] = gather_pieces(read_game(island_game), PrintRequest(), PrintSettings(), is_flat=True)
    # 10 pixels a millimetre
    [image] = render_views([ImageView(thing.width, thing.height, thing.front, thing.outline)], 254)
    assert thing.shape == "drawn"
    assert thing.is_irregular
    opaque = np.array(image)[:, :, 3] > 100
    assert opaque.sum() / 100 == pytest.approx(45 * 30 - 20 * 15 / 2, rel=0.01)
    assert not opaque[:, :95].any()  # the dot beside the island is gone


@pytest.mark.parametrize(("old", "new", "message"), [
    ("{picture: island.svg, margin: 0 mm}, ", "", "has 'shape: drawn', but its front has no picture to cut along"),
    ("copies: 3", "corners: 2 mm", "its pieces are cut along their drawing"),
    ("drawn", "drwan", "did you mean 'drawn'?"),
])
def test_mistakes_in_drawn_pieces_are_reported(island_game: File, old: str, new: str, message: str) -> None:
    (island_game / "markers.yaml").write_text(MARKERS.replace(old, new), encoding="utf-8")
    error = catch_problems(read_game, island_game)
    assert message in "\n".join(f"{one.message} {one.hint}" for one in error)


def test_drawing_of_lines_has_no_outline(island_game: File) -> None:
    (island_game / "art" / "island.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40"><path d="M0 0L60 40" stroke="black"/></svg>',
        encoding="utf-8")
    assert "no outline to cut along" in catch_problems(find_cut_paths, read_game(island_game))[0].message


def test_largest_shape_is_the_outline_in_any_order() -> None:
    small, large = rect(0, 0, 10, 10, fill=BLACK), circle(50, 50, 40, stroke=Stroke(BLACK, 1))
    open_line = Path((MoveTo(-900, 0), LineTo(900, 0), LineTo(0, 900)), None, Stroke(BLACK, 1))
    outline = find_silhouette((small, Group((large,)), open_line))
    assert outline
    assert measure_outline(outline.segments) == pytest.approx((10, 10, 90, 90), abs=0.1)
    assert find_silhouette((open_line,)) is None
