"""The pack of all of a game: maps of several sheets have files of their own."""

from __future__ import annotations

import pytest

from printshop.drawing.display_list import Bookmark, Document, Page
from printshop.products import find_product
from printshop.products.maps import MAX_SHEETS_IN_PACK
from printshop.products.packs import PackComponent, split_files


def component(*counts: int) -> PackComponent:
    """Return a component of maps with the given numbers of pages."""
    pages = tuple(Page(595, 842, (), f"H-{number}", bookmarks=() if page else (Bookmark(f"Map {which}"),))
                  for which, count in enumerate(counts, 1)
                  for page, number in ((page, sum(counts[: which - 1]) + page + 1) for page in range(count)))
    return PackComponent(find_product("maps"), Document("Game: maps", pages), pages)


@pytest.mark.parametrize(("counts", "expected"), [
    ((4,), {"maps": 4}),
    ((MAX_SHEETS_IN_PACK + 30,), {"maps": MAX_SHEETS_IN_PACK + 30}),
    ((MAX_SHEETS_IN_PACK, 4, 3), {"maps": MAX_SHEETS_IN_PACK + 7}),
    ((4, MAX_SHEETS_IN_PACK + 1, 3, 50), {"maps": 7, "maps-1": MAX_SHEETS_IN_PACK + 1, "maps-2": 50}),
    ((MAX_SHEETS_IN_PACK + 1, 50), {"maps-1": MAX_SHEETS_IN_PACK + 1, "maps-2": 50}),
])
def test_map_of_many_sheets_has_a_separate_file(counts: tuple[int, ...], expected: dict[str, int]) -> None:
    made = component(*counts)
    files = {part.name: tuple(part.document.pages) for part in split_files(made)}
    assert {name: len(pages) for name, pages in files.items()} == expected
    assert sorted(page.label for pages in files.values() for page in pages) == sorted(page.label for page in made.pages)
    assert all(pages[0].bookmarks for pages in files.values())


def test_file_of_a_map_names_the_map() -> None:
    titles = [part.document.title for part in split_files(component(2, 40))]
    assert titles == ["Game: maps", "Game: maps: Map 2"]
