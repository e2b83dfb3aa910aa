"""Packs with backs: fronts and backs on one sheet in every case, and a cover that says what to choose."""

from __future__ import annotations

import pytest
from helpers import pages as placed
from helpers.games import open_game

from printshop.drawing.display_list import Document, Page
from printshop.drawing.ink import Ink
from printshop.layout.duplex import BackMode
from printshop.print_settings import PrintSettings
from printshop.products import find_product, packs
from printshop.products.packs import PackComponent, PrintedPack, bind_pages, find_first_pages
from printshop.products.product import find_game_scenario


def make_pack(how: PrintSettings, game: str = "stellar_wars", scenario: str = "beginning") -> PrintedPack:
    loaded = open_game(game)
    chosen = find_game_scenario(loaded, scenario)
    return packs.assemble_pack(loaded, chosen, tuple(packs.build_pack_components(loaded, chosen, how)), how)


def component(count: int, edge: str) -> PackComponent:
    pages = tuple(Page(100, 100, (), label=f"X-{number}") for number in range(count))
    return PackComponent(find_product("counters"), Document("x", pages, duplex=edge), pages)  # type: ignore[arg-type]


@pytest.mark.parametrize(("parts", "first"), [
    ([(3, ""), (2, "long"), (1, "")], [2, 5, 7]),
    ([(2, ""), (2, "long"), (4, "short")], [2, 5, 7]),
    ([(2, "long")], [3]),
    ([(2, "")], [2]),
])
def test_components_with_backs_begin_on_the_front_of_a_sheet(parts: list[tuple[int, str]], first: list[int]) -> None:
    components = [component(*part) for part in parts]
    assert list(find_first_pages(components, 1)) == first
    pages = [None, *bind_pages(components, 1)]  # behind a cover
    for part, number in zip(components, first, strict=True):
        assert [page and page.label for page in pages[number - 1:number - 1 + len(part.pages)]] == [
            page.label for page in part.pages]
    empty = [page for page in pages if page and page.label == "empty"]
    assert len(pages) == 1 + len(empty) + sum(count for count, _ in parts)
    assert all("blank on purpose" in " ".join(word.text for word in placed.find_words(page.items)) for page in empty)


def test_pack_with_backs_has_each_back_behind_its_front() -> None:
    document = make_pack(PrintSettings(ink=Ink.LIGHT, backs=BackMode.LONG), "iron_guest", "two_captains")
    pages = list(document.document.pages)
    labels = [page.label for page in pages]
    fronts = [number for number, label in enumerate(labels) if label == "C-1"]
    assert fronts
    assert all(number % 2 == 0 and labels[number + 1] == f"{labels[number]}b" for number in fronts)
    cover = " ".join(word.text for word in placed.find_words(pages[1].items))
    assert "“both sides, flip on long edge”" in cover
    assert "on both sides" in cover
    assert "Pages without the words “both sides” are printed on one side." in cover
    first = labels.index("C-1") + 1
    assert f"{first} to {first + 1} (C-1 to C-1b)" in cover
    assert not document.document.duplex  # maps and film must not be printed on both sides
    assert {one.product.name for one in document.components if one.document.duplex} == {"counters"}
