"""Each card, counter and marker on a page of its own, front and back in turn: what services print from.

A page is as large as the piece and the bleed round it. Points, origin at the top left, y down.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Bookmark, Document, Group, Layer, Page
from printshop.layout.cutlines import CUT, FOLD, RIDGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item
    from printshop.game.model import Game
    from printshop.layout.pieces import Cut, Piece
    from printshop.layout.sheets import Batch
    from printshop.products.counters.cut_pages import Stack
    from printshop.products.product import Settings


def document(what: str, code: str, stacks: Sequence[Stack], game: Game, settings: Settings) -> Document:
    """Return the pieces as pages, A-1, A-1b, A-2 ... with the code A; if any has a back, all have."""
    pieces = [piece for stack in stacks for batch in stack.batches for piece in batch.pieces if piece]
    backs = any(piece.back for piece in pieces)
    if settings.notes and not settings.shop.die and any(piece.line or piece.form for piece in pieces):
        settings.notes.say("cut to rectangles, with white corners beside what is a hex or round: no line to cut by is "
                           "sent to this service", what)
    number = count(1)
    found = tuple(page for stack in stacks for page in _stack(stack, code, number, settings, backs=backs))
    return Document(f"{game.title}: {what}", found, subject=what, keywords=(game.title, what))


def _stack(stack: Stack, code: str, number: Iterator[int], settings: Settings, *, backs: bool) -> Iterator[Page]:
    found = [page for batch in stack.batches for page in _batch(batch, code, number, settings, backs=backs)]
    if found:
        yield replace(found[0], bookmarks=(Bookmark(text.plain(stack.heading)),))
        yield from found[1:]


def _batch(batch: Batch, code: str, number: Iterator[int], settings: Settings, *, backs: bool) -> Iterator[Page]:
    for piece in batch.pieces:
        if piece:
            yield from pages(piece, batch.cut, f"{code}-{next(number)}", settings, backs=backs)


def pages(piece: Piece, cut: Cut, label: str, settings: Settings, *, backs: bool) -> Iterator[Page]:
    """Give the page of a piece and, if there are `backs`, the one behind it; it is empty if this piece has none."""
    off, (dx, dy) = settings.shop.bleed, settings.back_offset
    size = piece.width + 2 * off, piece.height + 2 * off
    place = IDENTITY.translate(off, off)
    lines = (Group((line,), place, layer=layer) for layer, line in _lines(piece, cut, die=settings.shop.die))
    yield Page(*size, (Group(piece.items, place), *lines), label, bleed=off)
    if backs:
        behind = (Group(piece.back, IDENTITY.translate(off + dx, off + dy)),) if piece.back else ()
        yield Page(*size, behind, f"{label}b", bleed=off)


def _lines(piece: Piece, cut: Cut, *, die: bool) -> Iterator[tuple[Layer, Item]]:
    """Give the folds of a piece, and its outline for a die unless that is the edge of the page."""
    for fold in piece.folds:
        yield Layer.SCORE, shapes.line(0, fold.at, piece.width, fold.at, RIDGE if fold.ridge else FOLD)
    if not die:
        return
    if piece.line:
        yield Layer.CUT, replace(piece.line, stroke=CUT)
    elif piece.form:
        yield Layer.CUT, shapes.polygon(piece.form.cut, stroke=CUT)
    elif cut.corners:
        yield Layer.CUT, shapes.rounded_rect(0, 0, piece.width, piece.height, cut.corners, stroke=CUT)


__all__ = ["document", "pages"]
