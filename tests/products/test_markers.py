"""Markers: as many as the data says, with what to do beside them, or on the sheets of their counters."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from toys import opened

from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Layer, Page, Text, Use, parse_color
from printshop.drawing.items import Path as Outline
from printshop.drawing.shapes import outline_bounds
from printshop.game.counters import MARKERS
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.layout.paper import PAPERS, Paper
from printshop.problems import PrintshopError
from printshop.products.counters import MARKERS as PRODUCT
from printshop.products.counters import counters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.game.model import Game


@pytest.fixture(scope="module")
def game() -> Game:
    return opened("iron_stars")


def sheets(game: Game, *only: str, ink: Ink = Ink.COLOUR, paper: Paper = PAPERS["universal"]) -> list[Page]:
    return list(counters.build_markers(game, Request(only=only), Settings(paper, ink)).pages)


def walk(items: tuple[Item, ...], layer: Layer | None = None) -> Iterator[tuple[Text | Outline | Use, Layer | None]]:
    for item in items:
        match item:
            case Group():
                yield from walk(item.items, item.layer or layer)
            case Use():
                yield item, layer
                yield from walk(item.symbol.items, layer)
            case Text() | Outline():
                yield item, layer


def texts(page: Page) -> Counter[str]:
    return Counter(item.string for item, _ in walk(page.items) if isinstance(item, Text))


def test_there_are_as_many_as_the_data_says(game: Game) -> None:
    [page] = sheets(game, "momentum")
    kind = game[MARKERS]["momentum"]
    uses = [item for item, _ in walk(page.items) if isinstance(item, Use)]
    assert len(uses) == sum(kind.copies)
    # The rulers carry numbers, too, in another face.
    words = [item for item, _ in walk(page.items) if isinstance(item, Text)]
    numbers = Counter(item.string for item in words if item.font == "serif-bold")
    assert {each: numbers[each] for each in kind.each} == dict(zip(kind.each, kind.copies, strict=True))
    assert kind.each == tuple(str(number) for number in range(11))
    lined = {use.symbol.name.split()[-1] for use in uses
             if any(isinstance(item, Outline) and item.fill and outline_bounds(item.segments)[3] < 45
                    and item.fill == parse_color("#1c3557") for item in use.symbol.items)}
    assert lined == {"6", "9"}  # which is which


def test_black_ink_is_black(game: Game) -> None:
    for page in sheets(game, ink=Ink.BLACK):
        colors: set[Color | None] = set()
        for item, _ in walk(page.items):
            if isinstance(item, Use) and item.symbol.name.startswith("Momentum"):
                colors |= {one.fill if isinstance(one, Outline) else one.color for one, _ in walk(item.symbol.items)
                           if isinstance(one, Outline | Text)}
        assert colors <= {BLACK, WHITE, None}


def test_words_that_do_not_fit_are_said_for_each_marker(game: Game) -> None:
    long = {key: replace(game[MARKERS][key], each=("WWWWWWWWWWWWWWW",), copies=(1,)) for key in ("momentum", "turn")}
    with pytest.raises(PrintshopError) as caught:
        sheets(replace(game, sections={**game.sections, "markers": long}))
    assert len(caught.value.problems) == 2
    assert "markers.yaml" in str(caught.value)
    assert "smallest: 5 pt" in str(caught.value)


def test_a_picture_that_is_not_there_is_said(game: Game) -> None:
    rock = replace(game[MARKERS]["asteroids"], each=("9",), copies=(1,))
    with pytest.raises(PrintshopError, match=r"Asteroids 9: .*no picture 'marker-asteroid-9.svg'"):
        sheets(replace(game, sections={**game.sections, "markers": {"asteroids": rock}}))
    away = replace(rock, each=("/../../x",))
    with pytest.raises(PrintshopError, match="lies outside the folder"):
        sheets(replace(game, sections={**game.sections, "markers": {"asteroids": away}}))


def test_a_marker_larger_than_the_page_is_said(game: Game) -> None:
    with pytest.raises(PrintshopError, match="stamp paper is too small for what is at true scale"):
        sheets(game, paper=Paper("stamp", 220, 220))


def test_an_unknown_marker_is_said_with_a_suggestion(game: Game) -> None:
    with pytest.raises(PrintshopError, match="did you mean 'nets'"):
        sheets(game, "net")
    with pytest.raises(PrintshopError, match="has no markers"):
        sheets(replace(game, sections={**game.sections, "markers": {}}))


def test_what_to_do_is_said_of_what_is_on_the_page(game: Game) -> None:
    for only, said, unsaid in ((("momentum",), "tick to tick", ("circle", "fold")),
                               (("turn",), "circle", ("tick to tick", "fold")),
                               (("initiative",), "fold", ("circle", "tick to tick"))):
        [page] = sheets(game, *only)
        words = " ".join(item.string for item, _ in walk(page.items) if isinstance(item, Text))
        assert said in words
        assert not any(word in words for word in unsaid)
        assert "to print on card" in words


def test_markers_that_go_with_counters_lie_on_their_sheets_only() -> None:
    game = opened("stellar_wars")
    battle = game[SCENARIOS]["beginning"]
    [page] = counters.build(game, Request(scenario=battle), Settings()).pages
    assert texts(page)["START"] == 3  # two, and their label
    assert not PRODUCT.wanted(game, battle)
    assert PRODUCT.beside(game, battle) == ("start",)
    alone = game.muster([("SC-A", 1)])
    assert not any(texts(one)["START"] for one in counters.build(game, Request(units=alone), Settings()).pages)


def test_without_their_counters_they_have_sheets_of_their_own() -> None:
    game = opened("stellar_wars")
    battle = replace(game[SCENARIOS]["beginning"], pieces={"markers": ("start",), "counters": ()})
    assert PRODUCT.wanted(game, battle) == ("start",)
    [page] = sheets(game, *PRODUCT.wanted(game, battle))
    assert texts(page)["START"] == 3


def test_a_sheet_has_the_name_that_its_markers_ask_for() -> None:
    pages = sheets(opened("toy"))
    assert [page.bookmarks[0].title for page in pages if page.bookmarks] == ["Markers", "Weather"]
    assert [page.label for page in pages] == [f"M-{number}" for number in range(1, len(pages) + 1)]
