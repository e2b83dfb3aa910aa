"""Covers of packs: a panel within the printable area, its picture and its title."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

import pytest
from helpers.games import open_game
from helpers.pages import find_words
from PIL import Image

from printshop.drawing import artwork
from printshop.drawing.display_list import WHITE, Color, Page, Path, SymbolUse, walk_items, walk_with_transforms
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.scenarios import SCENARIOS
from printshop.layout.rectangles import PAPERS, Paper
from printshop.lengths import MM
from printshop.print_settings import PrintSettings
from printshop.products.booklets import cover
from printshop.products.build import use_game_fonts

if TYPE_CHECKING:
    from pathlib import Path as File

GAME = open_game("iron_stars")
BATTLE = GAME[SCENARIOS]["meeting_engagement"]
A5 = Paper("a5", 148 * MM, 210 * MM)


def draw_cover(settings: PrintSettings, **changed: object) -> Page:
    game = replace(GAME, **changed)  # type: ignore[arg-type]
    with use_game_fonts(game, settings):
        return cover.draw_cover(game, BATTLE, settings)


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


@pytest.mark.parametrize("paper", [*PAPERS.values(), A5, A5.rotate()], ids=lambda paper: f"{paper.width:.0f}")
def test_cover_fills_the_printable_area(paper: Paper) -> None:
    for ink, pictured in product(Ink, (True, False)):
        page = draw_cover(PrintSettings(paper, ink), **({} if pictured else {"cover": None}))
        left, top, right, bottom = measure_bounds(page.items, with_strokes=False)
        assert (left, top) == pytest.approx((paper.printable.x, paper.printable.y), abs=0.9), (ink, pictured)
        assert (right, bottom) == pytest.approx((paper.printable.right, paper.printable.bottom), abs=0.9), ink


def title(page: Page) -> float:
    return next(word.y for word in find_words(page.items) if word.text.startswith("IRON"))


def test_title_is_on_a_drawing_with_space_for_it_unless_ink_is_saved() -> None:
    for ink, upon in ((Ink.COLOUR, True), (Ink.LIGHT, False), (Ink.BLACK, False)):
        page = draw_cover(PrintSettings(ink=ink))
        top = max(pictures(page), key=lambda box: box[3] - box[1])[1]
        clip = next(item.clip for item in page.items if getattr(item, "clip", None))
        assert (title(page) > measure_bounds((clip,))[1]) == upon
        assert top <= measure_bounds((clip,))[1] + 0.01


@pytest.mark.parametrize(("size", "whole"), [((1900, 1500), False), ((1500, 1600), False), ((3000, 800), True),
                                             ((900, 2400), True)])
def test_picture_fills_its_area_unless_too_much_would_be_cropped(tmp_path: File, size: tuple[int, int],
                                                                 whole: bool) -> None:
    Image.new("RGB", size, "teal").save(tmp_path / "sea.png")
    picture = artwork.load_picture(tmp_path / "sea.png")
    page = draw_cover(PrintSettings(), cover=tmp_path / "sea.png")
    room = measure_bounds((next(item.clip for item in page.items if getattr(item, "clip", None)),))
    wide, high = room[2] - room[0], room[3] - room[1]
    box = cover._fit_cover_picture(picture, cover.Rect(room[0], room[1], wide, high))
    assert (box.width <= wide + 0.01 and box.height <= high + 0.01) == whole
    assert box.width / box.height == pytest.approx(size[0] / size[1])
    assert box.center == pytest.approx((room[0] + wide / 2, room[1] + high / 2))


def test_long_title_takes_two_lines() -> None:
    page = draw_cover(PrintSettings(), title="A Very Long Story of Brass and Ether Told at Length")
    large = max(word.size for word in find_words(page.items))
    assert len({round(word.y) for word in find_words(page.items) if word.size > large - 0.01}) == 2


def list_fills(page: Page) -> list[Color]:
    return [item.fill for item, _ in walk_with_transforms(page.items) if isinstance(item, Path) and item.fill]


def test_cover_in_light_ink_is_paler() -> None:
    assert GAME.cover
    pale = artwork.save_picture_ink(artwork.read_svg(GAME.cover), Ink.LIGHT)
    assert all(min(item.fill) >= 127 for item, _ in walk_with_transforms(pale.items) if isinstance(item, Path)
               and item.fill)
    grounds = {ink: list_fills(draw_cover(PrintSettings(ink=ink), cover=None))[0] for ink in Ink}
    assert sum(grounds[Ink.COLOUR]) < 255
    assert grounds[Ink.LIGHT] == grounds[Ink.BLACK] == WHITE


def test_game_without_a_cover_is_drawn_with_its_units_in_the_colours_of_its_printed_cover() -> None:
    page = cover.draw_game_picture(GAME)
    assert len(pictures(page)) == 2
    assert {*list_fills(page)} <= {*list_fills(draw_cover(PrintSettings(), cover=None))}
    assert not pictures(cover.draw_game_picture(replace(GAME, units={})))
