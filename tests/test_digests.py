"""All pages of all games and starters, by their digests: no change of a figure or a look goes unseen.

Which pages have changed says the difference; `tests/compare.py` shows both beside each other. What is meant is kept
with `pytest tests/test_digests.py --renew-golden`.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from toys import TOY

import printshop
from printshop.catalogue import games
from printshop.drawing.ink import Ink
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.layout.backs import Backs
from printshop.layout.boxes import PAPERS
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.products import there_for
from printshop.products.pack import assemble, make
from printshop.render import dump

if TYPE_CHECKING:
    from collections.abc import Iterator

    from goldens import Goldens

    from printshop.drawing.items import Document
    from printshop.game.model import Game

STARTERS = Path(printshop.__file__).parent / "starters"
PLACES = {**games(), "toy": TOY, **{f"starter-{folder.name}": folder for folder in sorted(STARTERS.iterdir())}}
WAYS = {"usual": Settings(),
        "black": Settings(paper=PAPERS["letter"], ink=Ink.BLACK, variants=frozenset({"large"})),
        "light": Settings(paper=PAPERS["a4"], ink=Ink.LIGHT, backs=Backs.FOLD, variants=frozenset({"numbers"}))}


def digests(name: str, document: Document) -> Iterator[str]:
    """Give a line for each page, and one for what the document says of itself."""
    head, *pages = re.split(r"^page ", dump.to_text(document), flags=re.MULTILINE)
    for number, page in enumerate((head, *pages)):
        yield f"{name} {number}: {hashlib.sha256(page.encode()).hexdigest()[:10]}"


def everything(game: Game, way: str) -> Iterator[str]:
    """Give the digests of all products; maps, which take long, and booklets in the usual way only."""
    settings = WAYS[way]
    for product in there_for(game):
        if way != "usual" and product.name in ("maps", "booklet"):
            continue
        only = product.complete(game)
        blank = product.blanks(game, only, played=False) if product.filled else ()
        for name, request in ((product.name, Request(only=() if product.refuses_only else only)),
                              (f"blank {product.name}", Request(only=blank, blank=1))):
            if name != product.name and not blank:
                continue
            try:
                yield from digests(f"{way} {name}", product.build(game, request, settings))
            except PrintshopError as error:
                yield from (f"{way} {name} refused: {problem.message}" for problem in error.problems)
    for battle in [*game[SCENARIOS].values()][:1] if way == "usual" else ():
        if cover := assemble(game, battle, tuple(make(game, battle, settings)), settings).cover:
            yield from digests("cover", cover)


@pytest.mark.parametrize("name", PLACES)
def test_no_page_has_changed(name: str, golden: Goldens) -> None:
    game = load(PLACES[name])
    golden.check(f"digests-{name}", "".join(f"{line}\n" for way in WAYS for line in everything(game, way)))
