"""What a product is: the one thing that every module of this package exports as `PRODUCT`."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from printshop.drawing.ink import Ink
from printshop.game.counters import MOST_PIECES
from printshop.game.series import in_series
from printshop.layout.paper import HOME, PAPERS, Machine, Paper, Shop
from printshop.problems import failure, suggestion
from printshop.products import additions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from printshop.drawing.items import Document
    from printshop.drawing.notes import Notes
    from printshop.game.fonts import FontFile
    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Scenario
    from printshop.layout.backs import Backs


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Settings:
    """How things are printed: on which paper, with how much ink.

    `variants` are how forms are made for other eyes and other pens (`form_variants`); `audit` says that pages with
    what the checks say of each unit come behind its records. `fonts` are asked for characters that no bundled font
    has, before those of the game. `notes` takes down what is odd about pages as they are made.

    `backs` is how fronts and backs come together, None for what the data says of each piece. `back_offset` (points)
    moves all that stands on back pages to the right and down, by as much as the printer misses. `guides` asks for
    guides to cut by on all sheets; those with backs have them anyway. `map_paper` is another paper for maps; FIT is a
    sheet as large as each map. `leaf` is a page of booklets that are printed two by two on sheets to fold. With a
    `machine`, what is cut out has its whole outline on the cut layer, instead of lines for a knife. `shop` is what a
    print shop wants of the pages. `others` are the same on larger sheets, for what does not fit, smallest first.
    """

    paper: Paper = PAPERS["universal"]
    ink: Ink = Ink.COLOUR
    variants: frozenset[str] = frozenset()
    audit: bool = False
    fonts: tuple[FontFile, ...] = ()
    notes: Notes | None = field(default=None, compare=False)
    backs: Backs | None = None
    back_offset: tuple[float, float] = (0.0, 0.0)
    guides: bool = False
    map_paper: Paper | None = None
    leaf: Paper | None = None
    machine: Machine | None = None
    shop: Shop = HOME
    others: tuple[Settings, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked for.

    `units` are the units to print, in order, each copy named (empty: all the game's units, once each, or
    those of the scenario). `damage` is unit name -> track key -> boxes already marked. `only` names the
    pieces wanted of a product that has several (templates, markers, charts); empty means all. `blank` is how many
    blank forms are wanted. `packed` says that a cover comes with it, which tells what there is to print. `whole` says
    that of a game which extends another all is meant where nothing is named, not only what is its own.
    """

    units: tuple[Unit, ...] = ()
    scenario: Scenario | None = None
    damage: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    only: tuple[str, ...] = ()
    blank: int = 0
    packed: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of printed thing.

    `material`, `copies` and `hint` stand on a pack's cover: what to print it on, how often, and what to do then.
    """

    name: str
    summary: str
    material: str
    hint: str
    build: Callable[[Game, Request, Settings], Document]
    copies: str = "1"


def chosen(game: Game, things: Mapping[str, T], request: Request, noun: str, file: str,
           default: Callable[[T], bool] = lambda _: True) -> list[T]:
    """Return the things that a request names, in its order, or those that are made by default.

    `noun` is what one of them is called, `file` where they are described. Raises PrintshopError, with a
    suggestion, for a name that there is not, and where there are none at all or none by default.
    """
    if not things:
        raise failure(f"{game.title} has no {noun}s", _described(game, noun, file))
    for name in request.only:
        if name not in things:
            raise failure(f"{game.title} has no {noun} '{name}'", suggestion(name, things))
    usual = {key: one for key, one in things.items() if default(one)}
    if not request.whole:
        usual = additions.usual(game, file.partition(".")[0], usual)
    found = [things[name] for name in request.only] or list(usual.values())
    if not found:
        few = ", ".join(list(things)[:5])
        raise failure(f"no {noun} of {game.title} is printed unless it is asked for", f"--only names it: {few}")
    return found


def _described(game: Game, noun: str, file: str) -> str:
    """Return where the first of some things is to be described; of forms, what writes one."""
    name, dot, rest = file.partition(".yaml")
    inside = f"under {name}: in {game.root.name}{rest}" if dot and not game.root.is_dir() else f"in {file}"
    writes = f', or have one written: printshop new form {game.key} "My sheet"' if name == "forms" else ""
    return f"describe a {noun} {inside}{writes}"


def units_of(game: Game, request: Request, pieces: bool = False) -> tuple[Unit, ...]:
    """Return the units that a request is about: those it names, its scenario's, or all of the game, side by side.

    Of a game that extends another and adds units to it, only those are meant where none are named.
    `pieces` says that things to play with are made of them: what is anyone's is then made for every side, and of
    the whole game's units each in as many copies as it says.
    """
    if request.scenario and not request.units:
        return tuple(unit for crew in game.crews(request.scenario) for unit in crew)
    order = {key: place for place, key in enumerate(game.sides)}
    every = game.units.values() if request.whole else additions.units(game) or game.units.values()
    units = request.units or sorted(every, key=lambda unit: order.get(unit.side.key, len(order)))
    if not pieces:
        return tuple(units)
    served = _for_every_side(game, tuple(units))
    twins = served if request.units else (copy for unit in served for copy in _copies(unit))
    made = tuple(islice(twins, MOST_PIECES + 1))
    if len(made) > MOST_PIECES:
        raise failure(f"there are more than {MOST_PIECES:,} units to make pieces for, copies counted",
                      "name those that you need")
    return in_series(made)


def _copies(unit: Unit) -> Iterator[Unit]:
    if unit.copies == 1:
        yield unit
    else:
        yield from (unit.numbered_as(number) for number in range(1, unit.copies + 1))


def _for_every_side(game: Game, units: tuple[Unit, ...]) -> Iterator[Unit]:
    """Give the units as they are or, where some are anyone's, side by side with those of every side."""
    if not game.sides or not any(unit.anyones for unit in units):
        yield from units
        return
    for side in game.sides.values():
        for unit in units:
            if unit.anyones or unit.side.key == side.key:
                yield unit.serving(side) if unit.anyones else unit
