"""The digests of all pages of all games and starters: no change of a value or of the looks goes unnoticed.

The difference names the pages that have changed; `tests/tools/compare.py` shows both beside each other. Keep an
intended change with `pytest tests/whole_program/test_digests.py --renew-golden`.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from helpers.games import TOY
from helpers.pages import find_words

import printshop
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
from printshop.products import PRODUCT_MODULES, find_products_for
from printshop.products.packs import assemble_pack, build_pack_components

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.golden_files import Goldens

    from printshop.drawing.display_list import Document, Page
    from printshop.game.model import Game

ORDER = [*PRODUCT_MODULES]
STARTERS = Path(printshop.__file__).parent / "starters"
PLACES = {**find_shipped_games(), "toy": TOY, **{f"starter-{folder.name}": folder
                                                 for folder in sorted(STARTERS.iterdir())}}
WAYS = {"usual": PrintSettings(),
        "black": PrintSettings(paper=PAPERS["letter"], ink=Ink.BLACK, variants=frozenset({"large"})),
        "light": PrintSettings(paper=PAPERS["a4"], ink=Ink.LIGHT, backs=BackMode.FOLD, variants=frozenset({"numbers"}))}


# Points: the smallest type on paper to read, and on pieces that are held in the hand and beside rulers.
PAPER, PIECE = 6.0, 5.0
SMALL = ("counters", "markers", "templates")
SLACK = 3.0  # points: text and symbols are bounded on the safe side


class Seen(NamedTuple):
    """What is seen of all pages of a game: their digests, and what lies outside a margin or is too small to read."""

    name: str
    digests: list[str]
    faults: list[str]


def digests(name: str, document: Document) -> Iterator[str]:
    """Give a line for each page, and one for what the document says of itself."""
    head, *pages = re.split(r"^page ", dump.render_dump(document), flags=re.MULTILINE)
    for number, page in enumerate((head, *pages)):
        yield f"{name} {number}: {hashlib.sha256(page.encode()).hexdigest()[:10]}"


def faults(product: str, page: Page, sheet: Paper) -> Iterator[str]:
    """Tell what is wrong with a page: its size, what lies outside its margins, the smallest type."""
    if sorted((page.width, page.height)) != pytest.approx(sorted((sheet.width, sheet.height))):
        yield f"{product} {page.label}: {page.width} x {page.height}"
    left, top, right, bottom = measure_bounds(page.items)
    if (least := min(left, top, page.width - right, page.height - bottom)) < sheet.margin - SLACK:
        yield f"{product} {page.label}: {least} from the edge"
    inside = page_frame.find_content_rect(Paper("", page.width, page.height))
    for word in find_words(page.items):
        ruler = word.x < inside.x or word.y > inside.bottom  # which is no text to read
        if word.text and word.size < (PIECE if product in SMALL or ruler else PAPER) - 1e-6:
            yield f"{product} {page.label}: {word}"


def is_turn(game: str, product: str, way: str) -> bool:
    """Say whether products are made in a way: each as usual, and in one of the others, which changes with the game."""
    if product in ("maps", "booklet"):  # which take long
        return way == "usual"
    return way in ("usual", ("black", "light")[(ORDER.index(product) + [*PLACES].index(game)) % 2])


def look(game: Game, way: str, seen: Seen) -> None:
    """Look at all products that are made in this way."""
    settings = WAYS[way]
    for product in find_products_for(game):
        if not is_turn(seen.name, product.name, way):
            continue
        only = product.find_all_keys(game)
        blank = product.find_blank_keys(game, only, in_scenario=False) if product.can_be_marked else ()
        for what, request in ((product.name, PrintRequest(only_keys=() if product.only_refusal else only)),
                              (f"blank {product.name}", PrintRequest(only_keys=blank, blank_forms=1))):
            if what != product.name and not blank:
                continue
            try:
                document = product.build(game, request, settings)
                document = replace(document, pages=tuple(document.pages))
            except PrintshopError as error:
                seen.digests.extend(f"{way} {what} refused: {problem.message}" for problem in error.problems)
                continue
            seen.digests.extend(digests(f"{way} {what}", document))
            seen.faults.extend(told for page in document.pages for told in faults(product.name, page, settings.paper))
    for battle in [*game[SCENARIOS].values()][:1] if way == "usual" else ():
        if cover := assemble_pack(game, battle, tuple(build_pack_components(game, battle, settings)), settings).cover:
            seen.digests.extend(digests("cover", cover))


@pytest.fixture(scope="module")
def seen(request: pytest.FixtureRequest) -> Seen:
    """All pages of a place, made once for all tests."""
    game, found = read_game(PLACES[request.param]), Seen(request.param, [], [])
    for way in WAYS:
        look(game, way, found)
    return found


@pytest.mark.parametrize("seen", PLACES, indirect=True)
def test_no_page_has_changed(seen: Seen, golden: Goldens) -> None:
    golden.check(f"digests-{seen.name}", "".join(f"{line}\n" for line in seen.digests))


# The toy is made to be tight; on the starter's counters of 15 mm there are names of 4.7 points.
@pytest.mark.parametrize("seen", [name for name in PLACES if name not in ("toy", "starter-hexes")], indirect=True)
def test_every_page_lies_within_its_margins_in_type_that_can_be_read(seen: Seen) -> None:
    assert seen.faults == []
