"""The pages of booklets: what stands together on one, what is wrapped where, names that nothing lies on."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from placed import outlines, rows, words
from toys import opened

from printshop.drawing import text
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, Group, Item, Page, Text
from printshop.drawing.shapes import bounds
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.layout import furniture
from printshop.layout.paper import PAPERS, Paper
from printshop.products.booklets import booklet, deployment
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

GAME = opened("iron_stars")
SCENARIO = GAME[SCENARIOS]["meeting_engagement"]


def text_of(page: Page) -> str:
    return " ".join(word.text for line in rows(page.items) for word in line)


@pytest.mark.parametrize(("key", "scenario", "paper"), [
    ("iron_stars", "meeting_engagement", "universal"), ("iron_stars", "meeting_engagement", "a4"),
    ("iron_stars", "meeting_engagement", "letter"), ("ironclads", "catfish_bar", "a4")])
def test_the_forces_stand_on_one_page(key: str, scenario: str, paper: str) -> None:
    game = opened(key)
    battle = game[SCENARIOS][scenario]
    pages = booklet.build(game, Request(scenario=battle), Settings(PAPERS[paper])).pages
    where = [[mark.title for mark in page.bookmarks] for page in pages]
    (forces,) = [titles for titles in where if "Forces" in titles]
    assert {text.plain(force.side.name) for force in battle.forces} <= set(forces)


def test_a_map_is_smaller_where_that_saves_a_page_on_any_paper() -> None:
    game = opened("stellar_wars")
    asked = Request(scenario=game[SCENARIOS]["beginning"], packed=True)
    assert len(list(booklet.build(game, asked, Settings()).pages)) == 2


def test_the_score_sheets_of_a_leaf_stand_on_one_page() -> None:
    sheet = Paper("half-letter", 139.7 * MM, 215.9 * MM)
    pages = list(booklet.build(GAME, Request(scenario=SCENARIO), Settings(sheet)).pages)
    (page,) = [one for one in pages if "Won from Britain" in text_of(one)]
    assert "Won from Russia" in text_of(page)
    assert "Winner" in text_of(page)


def test_a_number_stays_with_what_it_counts() -> None:
    game = opened("stellar_wars")
    sheet = Paper("half-letter", 139.7 * MM, 215.9 * MM)
    found = [word.text for page in booklet.build(game, Request(), Settings(sheet)).pages for word in words(page.items)]
    assert any("2\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}Beam" in word for word in found)
    assert not [word for word in found if re.search(r"\d × [A-Z]", word)]


def test_an_article_in_the_line_is_small() -> None:
    game = opened("ironclads")
    pages = booklet.build(game, Request(scenario=game[SCENARIOS]["catfish_bar"]), Settings()).pages
    said = " ".join(text_of(page) for page in pages)
    assert "Won from the Upper River Squadron" in said
    assert "Won from The" not in said


@pytest.mark.parametrize("scale", [12, 17, 24])
def test_no_name_lies_on_the_arrow_of_a_course_or_on_a_ship(scale: int) -> None:
    assert SCENARIO.deployment
    plan = replace(SCENARIO.deployment, scale=scale)
    small = deployment.draw(plan, False, Ink.COLOUR)
    names = {place.unit.known_proper.strip("*") for place in plan.places.values()}
    found = [item for item in flat(small.items) if isinstance(item, Text) and item.string in names]
    assert {item.string for item in found} == names
    heads = [path for path in outlines(small.items) if path.fill == BLACK and not path.stroke]
    assert len(heads) >= 4
    for item in found:
        for head in heads:
            left, top, right, bottom = bounds((head,))
            low, high = item.x + 0.5, item.x + item.width - 0.5
            assert right <= low or left >= high or bottom <= item.y - 0.6 * item.size or top >= item.y, item.string


def flat(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        if isinstance(item, Group):
            yield from flat(item.items)
        else:
            yield item


def test_the_head_of_a_leaf_stands_on_one_line_if_it_can() -> None:
    sheet = Paper("half-letter", 139.7 * MM, 215.9 * MM)
    for note, expected in (("", 1), ("a note", 2)):
        page = furniture.page(sheet, "Title", (), game_title="A game", rights="", note=note, scale=False)
        lines = {round(word.y) for word in words(page.items) if word.text in ("Title", "A game")}
        assert len(lines) == expected
    long = furniture.page(sheet, "Title " * 11, (), game_title="A game", rights="", scale=False)
    assert len({round(word.y) for word in words(long.items) if "Title" in word.text or word.text == "A game"}) == 2
