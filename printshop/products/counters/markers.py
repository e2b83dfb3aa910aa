"""Markers: what lies on the table besides the units, in as many copies as the data says."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from printshop import products
from printshop.drawing.items import Document, Symbol, Use
from printshop.game.faces import Ground
from printshop.layout.backs import Backs
from printshop.layout.combs import HexForm
from printshop.layout.pieces import Batch, Cut, Piece
from printshop.problems import Problems
from printshop.products.counters import cutouts, hexes, sheets
from printshop.products.counters.faces import Look, Shown
from printshop.products.counters.sheets import Stack
from printshop.products.selection import chosen
from printshop.units import set_fractions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from printshop.game.counters import MarkerKind
    from printshop.game.model import Game
    from printshop.job import Request, Settings
    from printshop.products.product import Product

TOO_LONG = "shorten the text, allow it a smaller size (smallest: 5 pt), or make the marker larger"
MOST_WORDS = 90  # letters that go above a block
# width, height, round, drawn, with a back, grounds, hexes, how it is cut
Shape = tuple[float, float, bool, bool, bool, tuple[str, ...], HexForm | None, Cut]


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the markers of a game: those of `only`, or those made by default and not on sheets of counters.

    Raises PrintshopError for a game without markers, an unknown one, and, all together, texts that do not
    fit, pictures that cannot be used and markers that are larger than the page.
    """
    problems, product = Problems(), products.find("markers")
    kinds = _kinds(product, game, request)
    note = f"to print on {product.material}"
    on: dict[str, list[MarkerKind]] = {}
    for kind in kinds:
        on.setdefault(kind.sheet or "Markers", []).append(kind)
    stacks = [Stack(title, tuple(batches(own, settings, problems)), note) for title, own in on.items()]
    problems.raise_if_any()
    return sheets.document("markers", "M", stacks, game, settings)


def _kinds(product: Product, game: Game, request: Request) -> list[MarkerKind]:
    own = product.usual(game)
    return chosen(game, product.things(game), request, "marker", "markers.yaml",
                  lambda kind: kind.default and (kind.key in own or not own))


def _shape(kind: MarkerKind, how: Cut) -> Shape:
    back = kind.back if how.backs is not Backs.NONE else ()
    grounds = tuple(part.color for part in (*kind.front, *back) if isinstance(part, Ground) and not part.disc)
    form = hexes.form_of(kind.base) if kind.base else None
    return kind.size[0].pt, kind.size[1].pt, kind.round, kind.drawn, bool(back), grounds, form, how


def batches(kinds: Iterable[MarkerKind], settings: Settings, problems: Problems) -> Iterator[Batch]:
    """Give a batch for each shape and ground: such markers are cut out of one grid, edge to edge."""
    shapes: dict[Shape, list[MarkerKind]] = {}
    for kind in kinds:
        shapes.setdefault(_shape(kind, cutouts.cut(kind.cutting, settings)), []).append(kind)
    for (*_, back, _, _, how), alike in shapes.items():
        pieces = tuple(piece for kind in alike for piece in _copies(kind, settings, problems))
        if pieces:
            faces = (face for kind in alike for face in (kind.front, kind.back if back else ()))
            apart = cutouts.differ(faces) and not alike[0].base
            yield Batch(_contents(alike), _written(alike[0]), pieces, "marker", apart, cut=how)


def _written(kind: MarkerKind) -> str:
    """Return the size of a marker in words."""
    if kind.base:
        return cutouts.hex_size(kind.base)
    width, height = kind.size
    return f"round, {set_fractions(width.text)}" if kind.round else cutouts.dimensions(width, height)


def _contents(kinds: list[MarkerKind]) -> str:
    """Return what a batch holds, or just that it is markers where that takes too many words."""
    named = ", ".join(kind.title for kind in kinds)
    return named if len(named) <= MOST_WORDS else "Markers"


def singly(kind: MarkerKind, settings: Settings, problems: Problems) -> Iterator[tuple[Piece, int]]:
    """Give each variant of a marker and how many there are of it; what does not fit is noted."""
    yield from Counter(_copies(kind, settings, problems)).items()


def _copies(kind: MarkerKind, settings: Settings, problems: Problems) -> Iterator[Piece]:
    """Give every copy of a marker; the copies of one variant are the same piece."""
    look, how = Look(settings.ink, round=kind.round, drawn=kind.drawn), cutouts.cut(kind.cutting, settings)
    if kind.base:
        make = cutouts.hexagonal(kind.base, kind.front, kind.back, look, how)
    else:
        make = cutouts.flat((kind.size[0].pt, kind.size[1].pt), kind.front, kind.back, look, how)
    for each, copies in zip(kind.each, kind.copies, strict=True):
        name = f"{kind.title} {each}".strip()
        shown = Shown({"title": kind.title, "each": each})
        if piece := cutouts.attempt(partial(make, name, shown, kind.span), name, kind.span, problems, TOO_LONG):
            yield from [_once(piece, kind.title, how.bleed)] * copies


def _once(piece: Piece, group: str, bleed: float) -> Piece:
    """Return a marker whose faces are symbols: they are in the file once, however many copies there are."""
    bounds = (-bleed, -bleed, piece.width + bleed, piece.height + bleed)
    return replace(piece, items=(Use(Symbol(piece.name, piece.items, bounds)),), group=group,
                   back=(Use(Symbol(f"{piece.name}, back", piece.back, bounds)),) if piece.back else ())
