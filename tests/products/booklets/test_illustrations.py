"""Illustrations of booklets: units at one scale, and strips of the cover."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import read_text
from PIL import Image

from printshop.drawing.display_list import Page, Path, SymbolUse, walk_items, walk_with_transforms
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds, transform_path
from printshop.game.scenarios import SCENARIOS
from printshop.layout.rectangles import Rect
from printshop.print_settings import PrintSettings
from printshop.products.booklets import illustrations, print_guide
from printshop.products.build import use_game_fonts

if TYPE_CHECKING:
    from pathlib import Path as File

GAME = open_game("iron_stars")
BATTLE = GAME[SCENARIOS]["meeting_engagement"]
ROWS = (("**Booklet**", "3", "paper", "1", "Read it."),)


def pictures(page: Page) -> list[tuple[float, float, float, float]]:
    """The boxes of all drawings on a page: left, top, right, bottom, without regard to clips."""
    results: list[tuple[float, float, float, float]] = []

    def within(item: object, place: object) -> object:
        whole = place.compose(item.transform)  # type: ignore[attr-defined]
        if isinstance(item, SymbolUse):
            left, top, right, bottom = item.symbol.bounds
            results.append((*whole.apply(left, top), *whole.apply(right, bottom)))
        return whole

    list(walk_items(page.items, IDENTITY, within))  # type: ignore[arg-type]
    return results


def test_banner_replaces_a_strip_of_the_cover(tmp_path: File) -> None:
    Image.new("RGB", (1900, 200), "teal").save(tmp_path / "banner.png")
    battles = BATTLE, replace(BATTLE, banner=tmp_path / "banner.png")
    strips = [illustrations.draw_cover_strip(GAME, battle, 475.0, 120.0, Ink.COLOUR) for battle in battles]
    assert [strip and strip.height for strip in strips] == [120.0, pytest.approx(50.0)]  # no more than there is of it


def test_units_have_the_scale_of_their_bases() -> None:
    """A battlecruiser has a base of 1 1/2 x 1 1/2 in, a cruiser of 1 x 1 1/2, the smallest of 1/2 x 3/4."""
    with use_game_fonts(GAME, PrintSettings()):
        page = print_guide.draw_print_guide(GAME, BATTLE, ROWS, PrintSettings(), work=())
    wide = sorted({round(right - left, 2) for left, _, right, _ in pictures(page)}, reverse=True)
    assert wide[1] / wide[0] == pytest.approx((1.0 * 1.5 / 1.5 ** 2) ** 0.5, abs=0.03)
    bottoms = {round(bottom) for left, _, right, bottom in pictures(page) if right - left > 40}
    assert len(bottoms) <= 4


def test_units_without_a_picture_are_named() -> None:
    crew = [replace(unit, art=None) for unit in list(GAME.units.values())[:2]]
    result = tuple(print_guide._group_pictures(crew, at_base_size=False))
    assert [(line.picture, len(line.units)) for line in result] == [(None, 2)]


@pytest.mark.parametrize(("bands", "left", "across"), [
    ((50,), 0.0, 100.0), ((20, 70), 20.0, 50.0),
    ((50, 50), 0.0, 100.0)])  # no distance between them: the whole width
def test_strip_is_between_the_two_places_named_band(
        bands: tuple[int, ...], left: float, across: float, tmp_path: File) -> None:
    marks = "".join(f'<circle data-at="band" cx="{x}" cy="60" r="1" fill="none"/>' for x in bands)
    (tmp_path / "sky.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
                                      f'<path d="M0 0h100v100h-100z" fill="#204060"/>{marks}</svg>', encoding="utf-8")
    figure = illustrations.draw_cover_strip(GAME, replace(BATTLE, cover=tmp_path / "sky.svg"), 500.0, 120.0, Ink.COLOUR)
    assert figure is not None
    (sky, place), scale = next(walk_with_transforms(figure.items)), 500.0 / across
    assert isinstance(sky, Path)
    x, y, right, bottom = measure_bounds([transform_path(sky, place)])
    assert (x, right - x, bottom - y) == pytest.approx((-left * scale, 100 * scale, 100 * scale))
    assert y == pytest.approx(60 - 60 * scale)


@pytest.mark.parametrize(("heights", "expected"), [
    ((80.0, 200.0), [1]),
    ((100.0, 100.0), []),  # a side alone is not drawn
])
def test_all_sides_are_in_line_together(heights: tuple[float, ...], expected: list[int]) -> None:
    with use_game_fonts(GAME, PrintSettings()):
        lines = illustrations.draw_lineup(GAME, BATTLE, [Rect(0, 0, 500, height) for height in heights], Ink.COLOUR)
    assert [number for number, items in enumerate(lines) if items] == expected
    assert all("Gauntlet" in read_text(items) and "Tsargrad" in read_text(items) for items in lines if items)


def test_strip_with_too_little_content_is_omitted() -> None:
    assert illustrations.draw_cover_strip(GAME, BATTLE, 475.0, 90.0, Ink.COLOUR) is None
