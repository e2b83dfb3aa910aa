"""What is done with the sheets of a pack: what they are printed on, how often, and what comes then.

All of it follows from the pieces that are really there: nobody is told to fold what has no fold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.products import contents, find

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from printshop.drawing.items import Page
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario

class Making(NamedTuple):
    """What the cover says of a component; for readers, markup."""

    material: str
    copies: str
    hint: str


def making(game: Game, scenario: Scenario, name: str, pages: Sequence[Page] = ()) -> Making:
    """Return what is done with the pages of a product of a scenario's pack."""
    keys, product = contents.wanted(game, scenario, name), find(name)
    made = Making(product.material, product.copies, product.hint)
    if name == "charts":
        made = _charts(game, keys, pages, made)
    elif name == "maps":
        made = _maps(game, keys, pages, made)
    elif name == "records":
        made = _records(game, scenario, keys, pages, made)
    elif name == "counters":
        made = _counters(game, keys, made)
    elif name == "markers":
        backs = [bool(game.markers[key].back) for key in keys]
        made = made._replace(hint=_cut(tents=False, doubles=any(backs), singles=not all(backs)))
    elif name == "templates":
        made = _templates(game, keys, made)
    return made


def _counters(game: Game, keys: Sequence[str], made: Making) -> Making:
    kinds = [game.counters[key] for key in keys]
    backs = [bool(kind.faces.get("back")) for kind in kinds if not kind.tent]
    return made._replace(hint=_cut(tents=any(kind.tent for kind in kinds), doubles=any(backs), singles=not all(backs)))


def _cut(*, tents: bool, doubles: bool, singles: bool) -> str:
    """Return how pieces are cut out: strips that are folded into tents, pairs of faces, and single ones."""
    steps = []
    if tents:
        steps.append("Cut out, score and fold the tents, and glue their flaps.")
    if doubles:
        steps.append("Cut off what has two faces, fold it between them, glue it, and cut it out when it is dry.")
    if singles:
        steps.append("Cut out the rest." if steps else "Cut out along the lines.")
    return " ".join(steps)


def _charts(game: Game, keys: Sequence[str], pages: Sequence[Page], made: Making) -> Making:
    once = [key for key in keys if game.charts[key].once]
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


def _maps(game: Game, keys: Sequence[str], pages: Sequence[Page], made: Making) -> Making:
    material = _and(dict.fromkeys(game.maps[key].material for key in keys))
    if len(pages) <= len(keys):
        return made._replace(material=material, hint="Measure the rulers." if pages else made.hint)
    plan = f" as {pages[0].label} shows" if len(keys) == 1 else " as their plans show"
    return made._replace(material=material, hint=f"Measure the rulers, trim the sheets and join them{plan}.")


def _records(game: Game, scenario: Scenario, keys: Sequence[str], pages: Sequence[Page], made: Making) -> Making:
    sides, hidden = len(scenario.forces), [key for key in keys if game.forms[key].hidden]
    secret = [page.label for page in pages[len(pages) - sides * len(hidden):]] if hidden and pages else []
    shared = len(pages) - len(secret) < sides
    hint = "Share it, and a pencil for each player." if shared and pages else made.hint
    if secret:
        hint += f" {_and(secret)}: one for each side, kept from the other."
    return made._replace(hint=hint)


def _templates(game: Game, keys: Sequence[str], made: Making) -> Making:
    materials = list(dict.fromkeys(game.templates[key].head.material for key in keys))
    which = ", as each page says" if len(materials) > 1 else ""
    return made._replace(material=f"{_and(materials)}{which}")


def _and(words: Iterable[str]) -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
