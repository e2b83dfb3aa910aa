"""What records and cards share: which forms are printed, for which units, and pages made as they are asked for.

Twenty thousand records fit in memory that way. What is wrong with any of them is told behind the last.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from printshop import products
from printshop.drawing.items import Document, Stream
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.forms import FORMS
from printshop.layout.leaves import backed, edge_of
from printshop.problems import failure
from printshop.products.forms.form_sheets import Compiled
from printshop.products.forms.form_troubles import Troubles
from printshop.products.selection import chosen, units_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from printshop.drawing.items import Page
    from printshop.game.forms.forms import Form
    from printshop.game.model import Game, Side, Unit
    from printshop.job import Request, Settings
    from printshop.layout.backs import Backs
    from printshop.products.forms import form_layout


class Asked(NamedTuple):
    """The forms that are to be printed, each with its units, and all units that were asked for."""

    forms: tuple[tuple[Form, tuple[Unit, ...]], ...]
    units: tuple[Unit, ...]


def asked(game: Game, request: Request, product: str, noun: str, where: str) -> Asked:
    """Return what a request asks for of the forms of a product. Raises PrintshopError for what there is not.

    `noun` is what such a form is called in messages, `where` the file that it stands in.
    """
    units = _told(game, request, units_of(game, request))
    forms = chosen(game, forms_of(game, request, product), request, noun, where, lambda form: form.default)
    designs = tuple({unit.base or unit.name: game.units.get(unit.base, unit) for unit in units}.values())
    own = ((form, tuple(unit for unit in (designs if form.designs else units) if unit.kind == form.unit))
           for form in forms_to_print(forms, request))
    return Asked(tuple(own), units)


def _told(game: Game, request: Request, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Return units without those of which nothing is known but the name, if they are not asked for.

    Their records are blank ones, of which there can be any number.
    """
    if request.units or request.scenario or request.whole:
        return units
    return tuple(unit for unit in units if any(
        unit.values.get(name) not in (None, NOT_KNOWN) for name in game.unit_types[unit.kind].fields)) or units


def document(
    game: Game, request: Request, what: str, pages: Callable[[Troubles, count[int]], Iterator[Page]],
    behind: Callable[[count[int]], Iterator[Page]] | None, ways: Sequence[Backs],
) -> Document:
    """Return a document of pages, and of those `behind` them, if nothing is wrong with the first.

    `ways` are how its fronts and backs come together. Both number their pages on; blank forms have nothing behind them.
    """

    def walk() -> Iterator[Page]:
        problems, number = Troubles(), count(1)
        yield from pages(problems, number)
        problems.raise_if_any()
        if behind and not request.blank:
            yield from behind(number)

    subject = f"blank {what}s" if request.blank else f"{what}s"
    return Document(f"{game.title}: {subject}", Stream(walk), subject=subject, keywords=(game.title, what),
                    duplex=edge_of(ways), backed=backed(ways))


def forms_of(game: Game, request: Request, product: str) -> Mapping[str, Form]:
    """Return the forms of a product. Raises PrintshopError for one that is printed with another product."""
    own = {key: form for key, form in products.find(product).things(game).items() if key in game[FORMS]}
    other = "cards" if product == "records" else "records"
    for key in request.only:
        if key in game[FORMS] and key not in own:
            raise failure(f"the form '{key}' of {game.title} is one of the {other}",
                          f"write: printshop make {other} ... --only {key}")
    if game[FORMS] and not own:
        told = ("are all cards: they have a 'size'" if other == "cards" else "are all sheets: none has a 'size'")
        raise failure(f"the forms of {game.title} {told}", f"write: printshop make {other} ...")
    return {key: game[FORMS][key] for key in own}


def forms_to_print(forms: list[Form], request: Request) -> list[Form]:
    """Return the forms that a request is for: blank ones asked for need none of those that are blank anyway.

    Nor do units that are named. A scenario whose units are still to be chosen has them all; so has who names one.
    """
    if request.scenario or request.only:
        return forms
    if not request.blank:
        return [form for form in forms if form.unit or not request.units] or forms
    return [form for form in forms if form.unit and form.blanks] or forms


def blanks_of(form: Form, request: Request) -> int:
    """Return how many blank forms are asked for; of one for no unit 0, if it is not named: as many as it says."""
    return request.blank if form.unit or (form.key in request.only and not request.scenario) else 0


def pressed(game: Game, sides: tuple[Side, ...], settings: Settings) -> form_layout.Press:
    """Return what makes forms of a game ready to be filled."""

    def press(form: Form, width: float, height: float) -> Compiled:
        return Compiled(form, sides, settings.ink, width, height, game.rules.get(form.unit))

    return press


def in_variant(settings: Settings) -> str:
    """Return the words that name the variant of a form, for messages."""
    return f" (--variant {', '.join(sorted(settings.variants))})" if settings.variants else ""
