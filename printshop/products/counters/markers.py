"""Markers: what lies on the table besides the units, in as many copies as the data says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from printshop import products
from printshop.drawing.items import Document, Symbol, Use
from printshop.game.counters import MarkerKind
from printshop.game.model import Game
from printshop.job import Request, Settings
from printshop.layout.backs import Backs
from printshop.layout.pieces import Batch, Piece
from printshop.parts import hexes
from printshop.parts.faces import Ground, Look, Shown
from printshop.problems import Problems
from printshop.products.counters import cutouts, sheets
from printshop.products.counters.sheets import Stack
from printshop.products.selection import chosen
from printshop.units import set_fractions

TOO_LONG = "shorten the text, allow it a smaller size (smallest: 5 pt), or make the marker larger"
_LONGEST = 90  # letters that go above a block


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the markers of a game: those of `only`, or those made by default and not on sheets of counters.

    Raises PrintshopError for a game without markers, an unknown one, and, all together, texts that do not
    fit, pictures that cannot be used and markers that are larger than the page.
    """
    problems, product = Problems(), products.find("markers")
    usual, on = product.wanted(game), dict[str, list[MarkerKind]]()
    for kind in chosen(game, product.entries(game), request, "marker", "markers.yaml",
                       lambda kind: kind.default and (kind.key in usual or not usual)):
        on.setdefault(kind.sheet or "Markers", []).append(in_number(kind, request))
    stacks = [Stack(title, tuple(batches(kinds, settings, problems)), f"to print on {product.material}")
              for title, kinds in on.items()]
    problems.raise_if_any()
    return sheets.document("markers", "M", stacks, game, settings)


def in_number(kind: MarkerKind, request: Request) -> MarkerKind:
    """Return a kind of marker in as many copies as the scenario needs, if it says how many."""
    count = request.scenario.counts.get(kind.key) if request.scenario else None
    return replace(kind, copies=(count,) * len(kind.each)) if count else kind


def batches(kinds: Iterable[MarkerKind], settings: Settings, problems: Problems) -> Iterator[Batch]:
    """Give a batch for each shape and ground: such markers are cut out of one grid, edge to edge."""
    alike: dict[object, list[MarkerKind]] = {}
    for kind in kinds:
        how = cutouts.cut(kind, settings)
        back = kind.back if how.backs is not Backs.NONE else ()
        grounds = tuple(part.color for part in (*kind.front, *back)
                        if isinstance(part, Ground) and part.shape == "face")
        form = hexes.form_of(kind.base) if kind.base else None
        width, height = kind.size
        alike.setdefault((width.pt, height.pt, kind.shape, bool(back), grounds, form, how), []).append(kind)
    for group in alike.values():
        first, how = group[0], cutouts.cut(group[0], settings)
        if pieces := tuple(piece for kind in group for piece in _copies(kind, settings, problems)):
            faces = [face for kind in group for face in (kind.front, *([kind.back] * (how.backs is not Backs.NONE)))]
            size = (cutouts.hex_size(first.base) if first.base else
                    f"round, {set_fractions(first.size[0].text)}" if first.round else cutouts.dimensions(*first.size))
            named = ", ".join(kind.title for kind in group)
            yield Batch(named if len(named) <= _LONGEST else "Markers", size, pieces, "marker",
                        cutouts.differ(faces) and not first.base, cut=how)


def singly(kind: MarkerKind, settings: Settings, problems: Problems) -> Iterator[tuple[Piece, int]]:
    """Give each variant of a marker and how many there are of it; what does not fit is noted."""
    yield from Counter(_copies(kind, settings, problems)).items()


def _copies(kind: MarkerKind, settings: Settings, problems: Problems) -> Iterator[Piece]:
    """Give every copy of a marker; its faces are symbols: they are in the file once, however many copies there are."""
    look, how = Look(settings.ink, round=kind.round, drawn=kind.drawn), cutouts.cut(kind, settings)
    make = (cutouts.hexagonal(kind.base, kind.front, kind.back, look, how) if kind.base else
            cutouts.flat((kind.size[0].pt, kind.size[1].pt), kind.front, kind.back, look, how))
    for label, copies in zip(kind.each, kind.copies, strict=True):
        name, shown = f"{kind.title} {label}".strip(), Shown({"title": kind.title, "each": label})
        if piece := cutouts.attempt(partial(make, name, shown, kind.span), name, kind.span, problems, TOO_LONG):
            bounds = (-how.bleed, -how.bleed, piece.width + how.bleed, piece.height + how.bleed)
            back = (Use(Symbol(f"{piece.name}, back", piece.back, bounds)),) if piece.back else ()
            front = (Use(Symbol(piece.name, piece.items, bounds)),)
            yield from [replace(piece, items=front, group=kind.title, back=back)] * copies
