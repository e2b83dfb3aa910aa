"""Digests of the pages of a product, for all games and starters, which show each change of a value or of the look.

The tests of each product have them in `test_digests.py`. The difference names the pages that have changed;
`tests/tools/compare.py` shows old and new pages side by side. `pytest -k digests --renew-golden` accepts an
intended change.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.games import TOY, open_game
from helpers.pages import find_words

import printshop
from printshop.drawing.display_list import Group
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.layout import page_frame
from printshop.layout.duplex import BackMode
from printshop.layout.rectangles import PAPERS, Paper
from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import PRODUCT_MODULES, find_product, find_products_for
from printshop.products.packs import assemble_pack, build_pack_components
from printshop.products.product import find_all_keys
from printshop.text_markup import OURS_MARK

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from helpers.golden_files import Goldens
    from helpers.pages import Word

    from printshop.drawing.display_list import Document, Item, Page
    from printshop.game.model import Game
    from printshop.products.product import Product

STARTERS = Path(printshop.__file__).parent / "starters"
PLACES = {**find_shipped_games(), "toy": TOY, **{f"starter-{folder.name}": folder
                                                 for folder in sorted(STARTERS.iterdir())}}
# the only game whose set-up map and order of battle show the faces of counters
GAME_WITH_FACES = "starter-hexes"
SETTINGS = {"usual": PrintSettings(),
            "black": PrintSettings(paper=PAPERS["letter"], ink=Ink.BLACK, variants=frozenset({"large"})),
            "light": PrintSettings(paper=PAPERS["a4"], ink=Ink.LIGHT, backs=BackMode.FOLD,
                                   variants=frozenset({"numbers"}))}

# Points: the smallest type on pages to read, and on pieces that are held in the hand and beside rulers.
PAGE_TYPE, PIECE_TYPE, OURS_LINE_TYPE = 6.0, 5.0, 7.5
PIECES = ("counters", "markers", "templates")
SLACK = 3.0  # points: text and symbols are bounded on the safe side
TIGHT_GAMES = ("toy",)  # the toy is made to be tight


@cache
def _open_place(place: str) -> Game:
    return read_game(PLACES[place]) if place.startswith("starter-") else open_game(place)


def list_digests(name: str, document: Document) -> Iterator[str]:
    """Yield a line for the title and metadata of a document, and one for each page."""
    head, *pages = re.split(r"^page ", dump.render_dump(document), flags=re.MULTILINE)
    for number, page in enumerate((head, *pages)):
        yield f"{name} {number}: {hashlib.sha256(page.encode()).hexdigest()[:10]}"


def find_page_faults(product: str, page: Page, words: Sequence[Word], sheet: Paper, *, has_faces: bool
                     ) -> Iterator[str]:
    """Yield the faults of a page with its words: a wrong size, items outside its margins, type that is too small.

    If `has_faces` is true, the page may show the faces of counters.
    """
    if sorted((page.width, page.height)) != pytest.approx(sorted((sheet.width, sheet.height))):
        yield f"{product} {page.label}: {page.width} x {page.height}"
    left, top, right, bottom = measure_bounds(page.items)
    if (least := min(left, top, page.width - right, page.height - bottom)) < sheet.margin - SLACK:
        yield f"{product} {page.label}: {least} from the edge"
    inside = page_frame.find_content_rect(Paper("", page.width, page.height))
    for word in find_words(_drop_small_faces(page.items)) if has_faces else words:
        is_ruler = word.x < inside.x or word.y > inside.bottom  # which is no text to read
        if word.text and word.size < (PIECE_TYPE if product in PIECES or is_ruler else PAGE_TYPE) - 1e-6:
            yield f"{product} {page.label}: {word}"


def find_ours_faults(name: str, page: Page, words: Sequence[Word], ours_line: str) -> Iterator[str]:
    """Yield a fault if a page with the mark † does not have the line on this mark exactly once and legible.

    `words` are all words of the page. A page without the mark must not have the line.
    """
    lines = [word for word in words if word.text == ours_line]
    has_mark = any(OURS_MARK in word.text for word in words if word not in lines)
    if len(lines) != has_mark:
        yield f"{name} {page.label}: {len(lines)} times the line of what is ours, mark: {has_mark}"
    if any(line.size < OURS_LINE_TYPE for line in lines):
        yield f"{name} {page.label}: the line of what is ours is too small"


def _drop_small_faces(items: Sequence[Item]) -> Iterator[Item]:
    """Yield items without the faces of counters on maps, which are pictures and not to be read."""
    for item in items:
        if isinstance(item, Group) and not (item.clip and item.transform.a < 1):
            yield replace(item, items=tuple(_drop_small_faces(item.items)))
        elif not isinstance(item, Group):
            yield item


def has_turn(place: str, product: str, name: str) -> bool:
    """Return whether a product is made with settings: always the usual ones, and one of the others for each game."""
    if product in ("maps", "booklet"):  # which take long
        return name == "usual"
    turn = [*PRODUCT_MODULES][::-1].index(product) + [*PLACES].index(place)
    return name in ("usual", ("black", "light")[turn % 2])


def _list_documents(game: Game, product: Product, name: str) -> Iterator[tuple[str, PrintRequest]]:
    """Yield the documents of a product: a name, and the request."""
    only = find_all_keys(product, game)
    yield f"{name} {product.name}", PrintRequest(only_keys=() if product.only_refusal else only)
    blank = product.find_blank_keys(game, only, None) if product.can_be_marked else ()
    if blank:
        yield f"{name} blank {product.name}", PrintRequest(only_keys=blank, blank_forms=1)


def check_pages(package: str, golden: Goldens) -> None:
    """Check the pages of the products of a package, such as "maps", and compare their digests with the golden file."""
    digests, faults = list[str](), list[str]()
    for place in PLACES:
        game = _open_place(place)
        # rosters have no entries in a game
        products = [product for product in (*find_products_for(game), find_product("rosters"))
                    if PRODUCT_MODULES[product.name] == f"printshop.products.{package}"]
        for name, settings in SETTINGS.items():
            for product in (product for product in products if has_turn(place, product.name, name)):
                for title, request in _list_documents(game, product, name):
                    try:
                        document = product.build(game, request, settings)
                        document = replace(document, pages=tuple(document.pages))
                    except PrintshopError as error:
                        digests += (f"{place} {title} refused: {problem.message}" for problem in error.problems)
                        continue
                    digests += (f"{place} {line}" for line in list_digests(title, document))
                    has_faces = product.name in ("booklet", "charts") and place == GAME_WITH_FACES
                    for page in document.pages if place not in TIGHT_GAMES else ():
                        words = list(find_words(page.items))
                        faults += (f"{place} {fault}" for fault in (
                            *find_page_faults(product.name, page, words, settings.paper, has_faces=has_faces),
                            *find_ours_faults(title, page, words, game.ours)))
    assert faults == []
    golden.check(f"digests-{package}", "".join(f"{line}\n" for line in digests))


def check_covers(golden: Goldens) -> None:
    """Compare the digests of the cover of a pack of each game with the golden file."""
    digests, faults, settings = list[str](), list[str](), SETTINGS["usual"]
    for place in PLACES:
        game = _open_place(place)
        for scenario in [*game[SCENARIOS].values()][:1]:
            if cover := assemble_pack(game, scenario, tuple(build_pack_components(game, scenario, settings)),
                                      settings).cover:
                digests += (f"{place} {line}" for line in list_digests("cover", cover))
                faults += (f"{place} {fault}" for page in cover.pages
                           for fault in find_ours_faults("cover", page, list(find_words(page.items)), game.ours))
    assert faults == []
    golden.check("digests-packs", "".join(f"{line}\n" for line in digests))
