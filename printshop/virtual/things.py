"""What lies on a virtual table: every counter, marker and card as a drawing of its own, without a sheet.

Points, origin at the piece's top left corner, y down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING

from printshop import products
from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Group
from printshop.game.counters import COUNTERS, MARKERS
from printshop.game.scenarios import crews
from printshop.job import Request
from printshop.layout.backs import Backs
from printshop.problems import failure, suggestion
from printshop.products.counters import counters, cutouts, markers
from printshop.products.forms import cards
from printshop.products.forms.filling import Troubles
from printshop.products.selection import units_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item, Path
    from printshop.game.counters import CounterKind
    from printshop.game.forms.model import Form
    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Scenario
    from printshop.job import Settings
    from printshop.layout.pieces import Piece

MOST = 3000
"""Different pieces on one table: each is a picture or two."""

SECTIONS = ("counters", "markers", "cards")


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece: `front` and, if it has two faces, `back`, drawn upright.

    `section` is one of `SECTIONS`, `kind` the key of its kind there, `title` what that is called. `name` is what is
    printed on it, and no other's of its `group`: the side it belongs to, or the kind. `design` is what its unit is
    one of, "" where its name says so. `outline` is what is cut out, None for the whole rectangle; `shape` says it in
    a word. `heading` is the bearing that a unit's counter faces, upright; None for what faces nowhere. `unit` is the
    name of its unit, "" for none.
    """

    section: str
    kind: str
    title: str
    name: str
    group: str
    count: int
    width: float
    height: float
    front: tuple[Item, ...]
    back: tuple[Item, ...] = ()
    outline: Path | None = None
    shape: str = "rectangle"
    heading: float | None = None
    unit: str = ""
    design: str = ""

    @property
    def odd(self) -> bool:
        """Whether it has a shape of its own, neither round nor a rectangle."""
        return self.shape == "drawn" or self.shape.startswith("hex")

    @property
    def behind(self) -> Path | None:
        """The outline of its back: that of its front, turned over like the page of a book."""
        return shapes.transform_path(self.outline, Transform(a=-1, e=self.width)) if self.outline else None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is wanted on a table: of a scenario or of the whole game, perhaps some units or some kinds of piece only."""

    scenario: Scenario | None = None
    units: tuple[Unit, ...] = ()
    only: tuple[str, ...] = ()


def keys(game: Game, asked: Asked, section: str) -> tuple[str, ...]:
    """Return what is wanted of a section: "counters", "markers", "cards", "maps" or "charts"."""
    product = products.find(section)
    there = product.things(game)
    if asked.only:
        return tuple(key for key in asked.only if key in there)
    if asked.units and section not in ("counters", "cards"):
        return ()
    found = product.wanted(game, asked.scenario) if asked.scenario else product.usual(game)
    found = (*found, *product.beside(game, asked.scenario))
    return tuple(key for key in there if key in found)


def check(game: Game, asked: Asked) -> None:
    """Raise PrintshopError for something that `only` names and the game has not."""
    known = [key for section in (*SECTIONS, "maps", "charts") for key in products.find(section).things(game)]
    for key in asked.only:
        if key not in known:
            raise failure(f"{game.title} has no counter, marker, card, map or chart '{key}'", suggestion(key, known))


def gather(game: Game, asked: Asked, settings: Settings, *, flat: bool) -> tuple[Thing, ...]:
    """Return every piece that is wanted; on a `flat` table no tents stand, where there are other counters.

    Raises PrintshopError with everything that does not fit, and for too many pieces.
    """
    problems = Troubles()
    request = Request(asked.units, asked.scenario, whole=True)
    every = chain(_counters(game, asked, request, settings, problems, flat=flat),
                  _markers(game, asked, settings, problems), _cards(game, asked, request, settings, problems))
    found = tuple(islice(every, MOST + 1))
    problems.raise_if_any()
    if len(found) > MOST:
        raise failure(f"{game.title} has more than {MOST:,} different pieces, too many for one virtual table",
                      "name some of its units, or take a scenario")
    return found


# --- counters ---


def _counters(game: Game, asked: Asked, request: Request, settings: Settings, problems: Troubles, *,
              flat: bool) -> Iterator[Thing]:
    own = keys(game, asked, "counters")
    if not own or (asked.scenario and not any(crews(game, asked.scenario)) and not asked.units):
        return
    apart = replace(settings, backs=Backs.FOLD)  # a back of its own, which nothing keeps away from the cut
    units = units_of(game, request, pieces=True)
    kinds = _kinds(game, own, flat=flat, named=bool(asked.only))
    for kind in kinds:
        singles = counters.singly(kind, kinds, units, apart, problems)
        for unit, made in groupby(singles, key=lambda single: single[0]):
            # Those that look alike, one behind the other, are several of one; others have numbers in their names.
            looks = [replace(thing, count=len([*same]))
                     for thing, same in groupby(_counter(kind, unit, piece, apart) for _, piece in made)]
            for number, thing in enumerate(looks, 1):
                yield replace(thing, name=f"{thing.name}, {number} of {len(looks)}") if len(looks) > 1 else thing


def _kinds(game: Game, own: Sequence[str], *, flat: bool, named: bool) -> list[CounterKind]:
    """Return kinds of counter; where only tents are usual, the first flat kind for such units too, or instead."""
    kinds = [game[COUNTERS][key] for key in own]
    if named:
        return kinds
    lying = {kind.unit_type for kind in kinds if not kind.tent}
    for kind in game[COUNTERS].values():
        if not kind.tent and kind.unit_type not in lying and any(one.unit_type == kind.unit_type for one in kinds):
            kinds.append(kind)
            lying.add(kind.unit_type)
    return [kind for kind in kinds if not (flat and kind.tent and kind.unit_type in lying)]


def _counter(kind: CounterKind, unit: Unit, piece: Piece, settings: Settings) -> Thing:
    plain = Thing("counters", kind.key, kind.title, unit.known_as, _group(unit, kind), 1, piece.width, piece.height,
                  piece.items, piece.back, heading=90.0, unit=unit.name, design=_design(unit))
    if kind.tent:  # its two sides, the second and third panel of the strip, are the faces
        beam = piece.height / 4
        starboard = Group(piece.items, Transform(f=-2 * beam))
        port = Group(piece.items, Transform(-1, 0, 0, -1, piece.width, 2 * beam))
        return replace(plain, height=beam, front=(starboard,), back=(port,))
    outline, shape = _outline(piece, cutouts.cut(kind, settings).corners)
    return replace(plain, outline=outline, shape=shape, heading=0.0 if kind.up or kind.base else 90.0)


def _group(unit: Unit | None, kind: CounterKind | Form) -> str:
    return unit.side.name if unit and unit.side.name else kind.title


def _design(unit: Unit) -> str:
    """Return what a unit is one of: its class or, if it is known by a tag, its name in the data."""
    design = unit.class_name or unit.base or unit.name
    return "" if unit.known_as.startswith(design) else design


# --- markers and cards ---


def _markers(game: Game, asked: Asked, settings: Settings, problems: Troubles) -> Iterator[Thing]:
    apart = replace(settings, backs=Backs.FOLD)
    for key in keys(game, asked, "markers"):
        kind = game[MARKERS][key]
        corners = cutouts.cut(kind, apart).corners
        for piece, count in markers.singly(kind, apart, problems):
            outline, shape = _outline(piece, corners)
            yield Thing("markers", key, kind.title, piece.name, kind.title, count, piece.width, piece.height,
                        piece.items, piece.back, outline, shape)


def _cards(game: Game, asked: Asked, request: Request, settings: Settings, problems: Troubles) -> Iterator[Thing]:
    only = keys(game, asked, "cards")
    if not only:
        return
    apart = replace(settings, backs=Backs.LONG)  # it takes no room beside the card
    for form, unit, card, count in cards.singly(game, replace(request, only=only), apart, problems):
        if asked.units and not unit:
            continue
        assert form.size
        width, height = form.size[0].pt, form.size[1].pt
        corners = cutouts.cut(form.cutting, apart).corners
        outline = shapes.rounded_rect(0, 0, width, height, corners, fill=BLACK) if corners else None
        name, own, design = (unit.known_as, unit.name, _design(unit)) if unit else (form.title, "", "")
        yield Thing("cards", form.key, form.title, name, _group(unit, form), count, width, height, card.front,
                    card.back, outline, "rounded" if corners else "rectangle", unit=own, design=design)


def _outline(piece: Piece, corners: float) -> tuple[Path | None, str]:
    """Return what is cut out of a piece, filled with black, and what that is called; None for a plain rectangle."""
    width, height = piece.width, piece.height
    if piece.form:
        name = "hex" if len(piece.form.cells) == 1 else "hexes"
        return shapes.polygon(piece.form.cut, fill=BLACK), name
    if piece.outline:
        return replace(piece.outline, fill=BLACK), "drawn"
    if piece.round:
        return shapes.ellipse(width / 2, height / 2, width / 2, height / 2, fill=BLACK), "round"
    if corners:
        return shapes.rounded_rect(0, 0, width, height, corners, fill=BLACK), "rounded"
    return None, "rectangle"
