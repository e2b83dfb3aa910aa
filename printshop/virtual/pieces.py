"""Pieces of a virtual table: every counter, marker and card as a drawing without a sheet, and as pixels.

Points, origin at the piece's top left corner, y down.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, groupby, islice
from typing import TYPE_CHECKING, NamedTuple

from printshop import products
from printshop.drawing import shapes
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Document, Group, Item, Page, Path
from printshop.game.counters import COUNTERS, MARKERS, CounterKind, MarkerKind
from printshop.game.model import Game, Unit
from printshop.game.scenarios import crews
from printshop.job import Request, Settings
from printshop.layout.backs import Backs
from printshop.layout.pieces import Piece
from printshop.naming import Names
from printshop.problems import failure, suggestion
from printshop.products.counters import counters, cutouts
from printshop.products.forms import cards
from printshop.products.forms.filling import Troubles
from printshop.products.product import units_of

if TYPE_CHECKING:
    from PIL.Image import Image
    from pypdfium2 import PdfPage

MOST = 3000  # different pieces on one table: each has one or two pictures
SECTIONS = ("counters", "markers", "cards")


# --- rendering of faces, transparent outside their outlines ---


class View(NamedTuple):
    """A drawing to render, in points; outside the `outline` it is transparent.

    With `clear`, there is no paper below it: everything that is not drawn is transparent.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    outline: Path | None = None
    clear: bool = False


def shots(views: Iterable[View], dpi: int) -> Iterator[Image]:
    """Yield the picture of every view at `dpi` pixels an inch, width and height rounded to whole pixels."""
    from PIL import ImageOps
    from pypdfium2 import PdfDocument

    from printshop.render import pdf
    from printshop.render.png import picture

    def pixels(page: PdfPage, *, clear: bool = False) -> Image:
        with closing(page):  # there may be thousands of pages
            return picture(page, dpi, clear=clear)

    views = list(views)
    if not views:
        return
    drawn = tuple(Page(view.width, view.height, items) for view in views
                  for items in (view.items, *([(view.outline,)] if view.outline else [])))  # mask, black inside
    with PdfDocument(pdf.to_bytes(Document("pictures", drawn))) as pages:
        numbers = iter(range(len(pages)))
        for view in views:
            face = pixels(pages[next(numbers)], clear=view.clear)
            if view.outline:
                face.putalpha(ImageOps.invert(pixels(pages[next(numbers)]).convert("L")))
            yield face


# --- pieces ---


@dataclass(frozen=True, slots=True)
class TablePiece:
    """A piece of a virtual table: its faces `front` and perhaps `back`, drawn upright, its names and its shape.

    `section` is one of `SECTIONS`, `kind` the key of its kind there, `title` the title of that kind. `name` is printed
    on it, and unique in its `group`: its side, or its kind. `design` is the class of its unit, "" if its name says so.
    `outline` is its edge, None for the whole rectangle; `shape` is a word for that. `heading` is the bearing that a
    unit's counter faces when upright, None for a piece that faces nowhere. `unit` is the name of its unit, "" for none.
    `label` is its name for the players on the table: with its group, if several groups have pieces of that name.
    `pictures` are the names of the pictures of its faces, without a suffix.
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
    label: str = ""
    pictures: tuple[str, ...] = ()

    @property
    def irregular(self) -> bool:
        """Whether its shape is neither round nor a rectangle."""
        return self.shape == "drawn" or self.shape.startswith("hex")

    @property
    def faces(self) -> tuple[tuple[str, View], ...]:
        """The name and the view of each picture; a back has the mirrored outline, like a page that is turned."""
        views = [View(self.width, self.height, self.front, self.outline)]
        if self.back:
            behind = shapes.transform_path(self.outline, Transform(a=-1, e=self.width)) if self.outline else None
            views.append(View(self.width, self.height, self.back, behind))
        return tuple(zip(self.pictures, views, strict=True))

    def of(self, unit: Unit | None) -> TablePiece:
        """Return it as a piece of a unit; `design` is its class or, for a unit known by a tag, its name in the data."""
        if unit is None:
            return self
        design = unit.class_name or unit.base or unit.name
        return replace(self, name=unit.known_as, group=unit.side.name or self.group, unit=unit.name,
                       design="" if unit.known_as.startswith(design) else design)


def keys(game: Game, request: Request, section: str) -> tuple[str, ...]:
    """Return the requested keys of a section: "counters", "markers", "cards", "maps" or "charts"."""
    product = products.find(section)
    entries = product.entries(game)
    if request.only:
        return tuple(key for key in request.only if key in entries)
    if request.units and section not in ("counters", "cards"):
        return ()
    wanted = (*product.wanted(game, request.scenario), *product.beside(game, request.scenario))
    return tuple(key for key in entries if key in wanted)


def gather(game: Game, request: Request, settings: Settings, *, flat: bool) -> tuple[TablePiece, ...]:
    """Return all requested pieces; a `flat` table has no tents, if there are other counters of the unit type.

    Raises PrintshopError for a key of `only` that the game does not have, with everything that does not fit, and for
    too many pieces.
    """
    valid = [key for section in (*SECTIONS, "maps", "charts") for key in products.find(section).entries(game)]
    for key in request.only:
        if key not in valid:
            raise failure(f"{game.title} has no counter, marker, card, map or chart '{key}'", suggestion(key, valid))
    problems = Troubles()
    folded = replace(settings, backs=Backs.FOLD)  # a back for each piece, drawn up to its edge
    request = replace(request, whole=True)
    wanted = chain(_counters(game, request, folded, problems, flat=flat), _markers(game, request, folded, problems),
                  _cards(game, request, replace(settings, backs=Backs.LONG), problems))  # backs not beside fronts
    pieces = tuple(islice(wanted, MOST + 1))
    problems.raise_if_any()
    if len(pieces) > MOST:
        raise failure(f"{game.title} has more than {MOST:,} different pieces, too many for one virtual table",
                      "name some of its units, or take a scenario")
    return tuple(_named(pieces))


def _counters(game: Game, request: Request, settings: Settings, problems: Troubles, *, flat: bool
              ) -> Iterator[TablePiece]:
    wanted = keys(game, request, "counters")
    if not wanted or (request.scenario and not any(crews(game, request.scenario)) and not request.units):
        return
    kinds = [game[COUNTERS][key] for key in wanted]
    if not request.only:  # unit types with tents alone get their first flat kind too, or on a flat table instead
        lying = {kind.unit_type for kind in kinds if not kind.tent}
        for kind in game[COUNTERS].values():
            if not kind.tent and kind.unit_type in {other.unit_type for other in kinds} - lying:
                kinds.append(kind)
                lying.add(kind.unit_type)
        kinds = [kind for kind in kinds if not (flat and kind.tent and kind.unit_type in lying)]
    units = units_of(game, request, pieces=True)
    for kind in kinds:
        singles = counters.singly(kind, kinds, units, settings, problems)
        for unit, pieces in groupby(singles, key=lambda single: single[0]):
            copies = (_standing(piece, kind) if kind.tent else
                      replace(_lying(piece, "counters", kind, settings), heading=0.0 if kind.up or kind.base else 90.0)
                      for _, piece in pieces)
            # Equal pieces in succession are one piece with a count; different ones have numbers in their names.
            looks = [replace(piece, count=len([*same])) for piece, same in groupby(piece.of(unit) for piece in copies)]
            for number, piece in enumerate(looks, 1):
                yield replace(piece, name=f"{piece.name}, {number} of {len(looks)}") if len(looks) > 1 else piece


def _standing(piece: Piece, kind: CounterKind) -> TablePiece:
    """Return a tent, whose faces are the second and third panels of its strip."""
    beam = piece.height / 4
    starboard = Group(piece.items, Transform(f=-2 * beam))
    port = Group(piece.items, Transform(-1, 0, 0, -1, piece.width, 2 * beam))
    return TablePiece("counters", kind.key, kind.title, piece.name, kind.title, 1, piece.width, beam, (starboard,),
                      (port,), heading=90.0)


def _lying(piece: Piece, section: str, kind: CounterKind | MarkerKind, settings: Settings, count: int = 1
           ) -> TablePiece:
    """Return a flat piece; its outline is filled with black."""
    outline, shape = None, "rectangle"
    width, height = piece.width, piece.height
    if piece.form:
        outline, shape = shapes.polygon(piece.form.cut, fill=BLACK), "hex" if len(piece.form.cells) == 1 else "hexes"
    elif piece.outline:
        outline, shape = replace(piece.outline, fill=BLACK), "drawn"
    elif piece.round:
        outline, shape = shapes.ellipse(width / 2, height / 2, width / 2, height / 2, fill=BLACK), "round"
    elif corners := cutouts.cut(kind, settings).corners:
        outline, shape = shapes.rounded_rect(0, 0, width, height, corners, fill=BLACK), "rounded"
    return TablePiece(section, kind.key, kind.title, piece.name, kind.title, count, width, height, piece.items,
                      piece.back, outline, shape)


def _markers(game: Game, request: Request, settings: Settings, problems: Troubles) -> Iterator[TablePiece]:
    for key in keys(game, request, "markers"):
        kind = counters.in_number(game[MARKERS][key], request)
        for piece, count in Counter(counters.marker_copies(kind, settings, problems)).items():
            yield _lying(piece, "markers", kind, settings, count)


def _cards(game: Game, request: Request, settings: Settings, problems: Troubles) -> Iterator[TablePiece]:
    if not (only := keys(game, request, "cards")):
        return
    for form, unit, card, count in cards.singly(game, replace(request, only=only), settings, problems):
        if unit or not request.units:
            assert form.size
            width, height = form.size[0].pt, form.size[1].pt
            corners = cutouts.cut(form, settings).corners
            outline = shapes.rounded_rect(0, 0, width, height, corners, fill=BLACK) if corners else None
            yield TablePiece("cards", form.key, form.title, form.title, form.title, count, width, height, card.front,
                             card.back, outline, "rounded" if corners else "rectangle").of(unit)


def _named(pieces: Sequence[TablePiece]) -> Iterator[TablePiece]:
    """Yield the pieces with names for their pictures, which include kind and group where names would not be unique."""
    names = {section: Names() for section in SECTIONS}
    kinds, groups = defaultdict[str, set[str]](set), defaultdict[tuple[str, str], set[str]](set)
    for piece in pieces:
        kinds[piece.section].add(piece.kind)
        groups[piece.section, piece.name].add(piece.group)
    shared = {section for (section, _), members in groups.items() if len(members) > 1}
    for piece in pieces:
        words = [piece.kind] if len(kinds[piece.section]) > 1 and piece.section != "markers" else []
        words += [piece.group] if piece.section in shared else []
        endings = ("-front", "-back") if piece.back else ("",)
        name = names[piece.section].give(*words, piece.name, endings=endings)
        label = f"{piece.group} {piece.name}" if piece.section in shared else piece.name
        yield replace(piece, label=label, pictures=tuple(name + ending for ending in endings))
