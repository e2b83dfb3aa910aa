"""Templates larger than the paper, on several sheets with overlap: they are put together, then cut out as one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.items import Bookmark, Close, Curve, Group, Layer, Symbol, Text, Use, placed
from printshop.layout import furniture, polygons, tiling
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Page
    from printshop.game.model import Game
    from printshop.layout.paper import Paper
    from printshop.products.product import Settings
    from printshop.products.templates.cut_pieces import Cutout


ALONG = 8  # straight lines for a curve of an edge
MARGIN = 2.0  # what lines on the edge of a piece reach beyond it


def plan(piece: Cutout, settings: Settings) -> tuple[Paper, tiling.Tiling]:
    """Return on which paper a piece goes and how it is divided, without sheets on which nothing of it stands."""
    paper, found = tiling.plan(piece.width, piece.height, settings.paper, _spared(piece))
    if found.count > tiling.MOST:
        return paper, found
    corners = _corners(piece)
    empty = {(tile.column, tile.row) for tile in found.tiles() if not polygons.meets(corners, tile.box)}
    return paper, replace(found, left_out=frozenset(empty))


def _corners(piece: Cutout) -> list[Point]:
    found: list[Point] = []
    for part in piece.edge.segments:
        if isinstance(part, Curve):
            start = found[-1]
            found += [shapes.on_curve(start, part, k / ALONG) for k in range(1, ALONG)]
        if not isinstance(part, Close):
            found.append((part.x, part.y))
    return found


def _spared(piece: Cutout) -> tiling.Spared:
    """Return what seams should leave alone: the words, and the hex in the middle of the drawing."""
    found = [place.around((item.x - 1, item.y - 0.75 * item.size, item.x + item.width + 1, item.y + 1))
             for item, place in placed(piece.items) if isinstance(item, Text)]
    return tiling.Spared(tuple((left, right) for left, _, right, _ in found),
                         tuple((top, bottom) for _, top, _, bottom in found))


def layer(settings: Settings) -> Layer | None:
    """Return the layer of what is drawn on pieces."""
    return Layer.ENGRAVE if settings.machine and settings.machine.engraves else None


def pages(piece: Cutout, material: str, game: Game, settings: Settings, first: int) -> Iterator[Page]:
    """Yield the sheets of a piece, the page code of the first of them being T-`first`.

    If they are several a machine has nothing to do of them: it would cut open lines at the seams.
    """
    paper, sheets = plan(piece, settings)
    by_hand = settings.machine is not None and sheets.count > 1
    if by_hand and settings.notes:
        settings.notes.say(f"{piece.name} is {piece.width / MM:.0f} x {piece.height / MM:.0f} mm and goes on "
                           f"{sheets.count} sheets, which no machine puts together: it is left out; name a sheet that "
                           "takes it with --paper")
    bounds = (-MARGIN, -MARGIN, piece.width + MARGIN, piece.height + MARGIN)
    shared = Symbol(f"piece-{first}", piece.items, bounds)  # a file holds it once, however many sheets show it
    on, cut = (None, None) if by_hand else (layer(settings), Layer.CUT)
    drawing = (Group((Use(shared),), layer=on) if on else Use(shared), Group((piece.edge, *piece.holes), layer=cut))
    film = "film" in material
    join = tiling.TAPE if film else tiling.GLUE
    shown = tiling.Shown(drawing, drawing[1:] if film else (), tuple(_corners(piece)) if film else ())
    for number, tile in enumerate(sheets.tiles()):
        said = f"print on {material} at 100 %", *(() if number else piece.notes)
        if sheets.count > 1:
            title = f"{piece.name}, {sheets.numbered(tile)}"
            items = tiling.draw(sheets, tile, shown, paper, join)
        else:
            title, items = piece.name, tiling.alone(drawing, (piece.width, piece.height), paper)
        yield furniture.page(
            paper, title, items, game_title=game.title, rights=game.rights,
            note=" · ".join(said), label=f"T-{first + number}", slim=sheets.count > 1,
            bookmarks=(Bookmark(piece.name),) if number == 0 else (),
        )  # fmt: skip
