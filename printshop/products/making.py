"""What is done with the sheets of a pack: what they are printed on, how often, and what comes then.

All of it follows from the pieces that are really there: nobody is told to fold what has no fold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.game.charts import CHARTS
from printshop.game.counters import COUNTERS, MARKERS
from printshop.game.forms.forms import FORMS
from printshop.game.maps import MAPS
from printshop.layout.backs import Backs
from printshop.layout.leaves import codes
from printshop.layout.paper import HOME
from printshop.products import contents, find
from printshop.products.counters.cutouts import cut
from printshop.products.forms import cards
from printshop.products.product import Settings
from printshop.templates import TEMPLATES
from printshop.units import MM, set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from printshop.drawing.items import Page
    from printshop.game.faces import Face
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario

MANY = 16
"""Sheets of maps that a pack holds; more stay in a file of their own, so that nobody prints them unawares."""


class Making(NamedTuple):
    """What the cover says of a component; for readers, markup."""

    material: str
    copies: str
    hint: str

    def sided(self, edge: str) -> Making:
        """Return what is done with pages that are printed on both sides and turned over their long or short edge."""
        if not edge:
            return self
        return self._replace(material=f"{self.material}, on both sides",
                             hint=f"Choose “both sides, flip on {edge} edge”. {self.hint}")


def apart(name: str, pages: Sequence[Page], settings: Settings) -> bool:
    """Say whether the pages of a product stay out of the one file of a pack: many maps, or maps on other paper."""
    return name == "maps" and (len(pages) > MANY or _other(pages[0], settings))


def _other(page: Page, settings: Settings) -> bool:
    """Say whether a page is on other paper than most."""
    own, usual = sorted((page.width, page.height)), sorted((settings.paper.width, settings.paper.height))
    return any(abs(one - other) > MM for one, other in zip(own, usual, strict=True))


def making(game: Game, scenario: Scenario, name: str, pages: Sequence[Page] = (),
           settings: Settings | None = None) -> Making:
    """Return what is done with the pages of a product of a scenario's pack."""
    settings = settings or Settings()
    keys, product = contents.wanted(game, scenario, name), find(name)
    made = Making(product.material, product.copies, product.hint)
    if pages and pages[0].bleed:
        backs = ", its back the next" if any(page.label.endswith("b") for page in pages) else ""
        return made._replace(hint=f"Each page is a piece{backs}; its edges are cut off.")
    if name == "booklet" and settings.leaf and settings.shop == HOME:  # a shop folds by itself
        made = made._replace(material=f"{made.material}, on both sides",
                             hint="Print the file that ends in “booklet-print”; choose “both sides, flip on short "
                                  "edge”. Fold its sheets together and staple them in the fold.")
    elif name == "charts":
        made = _charts(game, keys, pages, made)
    elif name == "maps":
        made = _maps(game, keys, pages, made, settings)
    elif name == "records":
        made = _records(game, scenario, keys, pages, made)
    elif name == "counters":
        kinds = [game[COUNTERS][key] for key in keys]
        faces = [(kind.faces.get("back", ()), cut(kind.cutting, settings).backs) for kind in kinds if not kind.tent]
        made = made._replace(hint=_cut(faces, tents=any(kind.tent for kind in kinds)))
    elif name == "markers":
        markers = [game[MARKERS][key] for key in keys]
        made = made._replace(hint=_cut([(kind.back, cut(kind.cutting, settings).backs) for kind in markers]))
    elif name == "cards":
        ways = [cards.how(game[FORMS][key], settings) for key in keys]
        folds = [f"{cards.folding(way).capitalize()}." for way in ways if way.backs in (Backs.BESIDE, Backs.FOLD)]
        made = made._replace(hint=" ".join(dict.fromkeys(folds)) or made.hint)
    elif name == "templates":
        made = _templates(game, keys, made)
    return made


def _cut(faces: Sequence[tuple[Face, Backs]], *, tents: bool = False) -> str:
    """Return how pieces with such backs are cut out, and strips that are folded into tents."""
    ways = {way if back else Backs.NONE for back, way in faces}
    steps = []
    if tents:
        steps.append("Cut out, score and fold the tents, and glue their flaps.")
    if Backs.BESIDE in ways:
        steps.append("Cut off what has two faces, fold it between them, glue it, and cut it out when it is dry.")
    if Backs.FOLD in ways:
        steps.append("Fold the sheets with two halves, glue them, and cut out when they are dry.")
    if ways - {Backs.BESIDE, Backs.FOLD}:
        steps.append("Cut out the rest." if steps else "Cut out along the lines.")
    return " ".join(steps)


def _charts(game: Game, keys: Sequence[str], pages: Sequence[Page], made: Making) -> Making:
    once = [key for key in keys if game[CHARTS][key].once]
    labels = dict(zip(keys, (page.label for page in pages), strict=False))
    copies = made.copies
    if once and len(once) < len(keys) and labels:
        copies = f"{copies}, {_and([labels[key] for key in once])} once"
    elif once:
        copies = "1"
    pair = len(keys) - len(once) == 2
    hint = "Keep them beside the table" if len(keys) > 1 else "Keep it beside the table"
    first = [labels[key] for key in keys if key not in once] if labels else []
    back = f"; {_and(first)} may go back to back on one sheet" if pair and first else ""
    return made._replace(copies=copies, hint=f"{hint}{back}.")


def _maps(game: Game, keys: Sequence[str], pages: Sequence[Page], made: Making, settings: Settings) -> Making:
    material = _and(dict.fromkeys(game[MAPS][key].material for key in keys))
    if pages and _other(pages[0], settings):
        sizes = dict.fromkeys(f"{page.width / MM:.0f} × {page.height / MM:.0f} mm" for page in pages)
        material += f", {_and(sizes)}"
    if len(pages) <= len(keys):
        return made._replace(material=material, hint="Measure the rulers." if pages else made.hint)
    plan = f" as {pages[0].label} shows" if len(keys) == 1 else " as their plans show"
    if len(pages) > MANY:
        hexes = _and(dict.fromkeys(text.escape(set_fractions(game[MAPS][key].across.text)) for key in keys))
        return made._replace(material=material, hint=f"{len(pages)} pages: trim the sheets and join them{plan}. "
                             f"Or play on any mat with hexes of {hexes} across flats.")
    return made._replace(material=material, hint=f"Measure the rulers, trim the sheets and join them{plan}.")


def _records(game: Game, scenario: Scenario, keys: Sequence[str], pages: Sequence[Page], made: Making) -> Making:
    sides, hidden = len(scenario.forces), [key for key in keys if game[FORMS][key].hidden]
    known = codes(pages)
    secret = known[len(known) - sides * len(hidden):] if hidden and pages else []
    shared = len(known) - len(secret) < sides
    hint = "Share it, and a pencil for each player." if shared and pages else made.hint
    if secret:
        hint += f" {_and(secret)}: one for each side, kept from the other."
    return made._replace(hint=hint)


def _templates(game: Game, keys: Sequence[str], made: Making) -> Making:
    materials = list(dict.fromkeys(game[TEMPLATES][key].material for key in keys))
    which = ", as each page says" if len(materials) > 1 else ""
    return made._replace(material=f"{_and(materials)}{which}")


def _and(words: Iterable[str]) -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
