"""The figure of a deployment: no line through a word, every name beside its ship, and a limited size."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import Word, find_outlines, find_words

from printshop.drawing.display_list import Document, Page
from printshop.drawing.display_list import Path as Path_
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.scenarios import SCENARIOS
from printshop.layout import labels
from printshop.layout.zoom import ZOOM
from printshop.output.dump import render_dump
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products.booklets import build as booklets_build
from printshop.products.booklets import deployment

if TYPE_CHECKING:
    from helpers.golden_files import Goldens
GAME = open_game("iron_stars")
SCENARIO = GAME[SCENARIOS]["meeting_engagement"]


# --- the figure -----------------------------------------------------------------------------------------


def figure(ink: Ink = Ink.COLOUR) -> deployment.Figure:
    assert SCENARIO.deployment
    return deployment.draw_deployment(SCENARIO.deployment, False, ink)


def crossings(items: deployment.Figure, word: Word, half: tuple[float, float]) -> list[tuple[float, float]]:
    """Return where a line comes into the box about a word after the last plate that lies below the word."""
    across, up = half
    paths = list(find_outlines(items.items))
    plates = [
        number for number, path in enumerate(paths) if path.fill and not path.stroke and is_covered(path, word, half)
    ]
    later = [path for path in paths[max(plates, default=0) :] if path.stroke]
    return [(mark.x, mark.y) for mark in labels.sample_lines(later, 1)
            if abs(mark.x - word.x) < across and word.y - up < mark.y < word.y]


def is_covered(path: Path_, word: Word, half: tuple[float, float]) -> bool:
    left, top, right, bottom = measure_bounds([path], with_strokes=False)
    return (left <= word.x - half[0] and right >= word.x + half[0] and top <= word.y - half[1] and bottom >= word.y
            and right - left < 120)


def test_figure_has_its_scale_on_an_enlarged_page() -> None:
    assert SCENARIO.deployment
    usual, large = (next(deployment.build_deployment_blocks(GAME, SCENARIO, width, Ink.COLOUR, zoom=zoom))
                    for width, zoom in ((540.0, 1.0), (540.0 / ZOOM, ZOOM)))
    assert isinstance(usual, deployment.Figure)
    assert isinstance(large, deployment.Figure)
    margins = deployment.LEFT_MARGIN + deployment.RIGHT_MARGIN
    (scale,) = re.findall(r"Scale 1:(\d+)\.", large.caption)
    table_width = SCENARIO.deployment.width
    assert (usual.width - margins) * SCENARIO.deployment.scale == pytest.approx(table_width)
    assert ZOOM * (large.width - margins) * int(scale) == pytest.approx(table_width)


@pytest.mark.parametrize("ink", list(Ink))
def test_no_line_crosses_a_word(ink: Ink) -> None:
    result = figure(ink)
    inside = [word for word in find_words(result.items) if not word.text.split()[0].isdigit() or "in" in word.text]
    assert len(inside) == 17 + 2 + 1 + 3  # ships, edges, the depth of the strip, ranges
    for word in inside:
        assert crossings(result, word, (len(word.text) * word.size * 0.18, word.size * 0.5)) == [], word


def test_every_name_is_nearest_to_its_ship() -> None:
    plan = SCENARIO.deployment
    assert plan
    ships = {place.unit.name: (deployment.LEFT_MARGIN + place.x / plan.scale,
                               deployment.TOP_MARGIN + place.y / plan.scale)
             for place in plan.places.values()}
    names = [word for word in find_words(figure(Ink.COLOUR).items) if word.text in ships]
    assert len(names) == len(ships) == 17
    for word in names:
        half = len(word.text) * word.size * 0.22, word.size * 0.35
        gaps = {name: math.hypot(max(abs(word.x - x) - half[0], 0), max(abs(word.y - half[1] - y) - half[1], 0))
                for name, (x, y) in ships.items()}
        own = gaps.pop(word.text)
        assert own < 12
        assert min(gaps.values()) > own + (8 if word.text[-1].isdigit() else 4), word  # ships of one kind look alike


def test_toy_figure_has_not_changed(golden: Goldens) -> None:
    duel = open_game("toy")[SCENARIOS]["duel"]
    assert duel.deployment
    drawing = deployment.draw_deployment(duel.deployment, True, Ink.LIGHT)
    golden.check("toy-deployment", render_dump(Document("duel", (Page(drawing.width, drawing.height, drawing.items),))))


def test_table_wider_than_the_page_is_drawn_at_a_smaller_scale() -> None:
    assert SCENARIO.deployment
    wide = replace(SCENARIO, deployment=replace(SCENARIO.deployment, scale=2))
    (figure, *_) = deployment.build_deployment_blocks(GAME, wide, 430, Ink.COLOUR)
    assert "Scale 1:" in str(figure)
    assert "Scale 1:2." not in str(figure)


def test_table_too_large_to_draw_is_refused_before_it_is_drawn() -> None:
    assert SCENARIO.deployment
    vast = replace(SCENARIO, deployment=replace(SCENARIO.deployment, width=1e12))
    with pytest.raises(PrintshopError, match="too wide for the page, even at 1:150"):
        booklets_build.build_booklet(GAME, PrintRequest(scenario=vast), PrintSettings())
