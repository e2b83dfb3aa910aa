"""Templates larger than the paper, on several sheets with overlap: they are put together, then cut out as one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from printshop.drawing.items import Bookmark, Close, Group, Layer, Symbol, Text, Use
from printshop.layout import furniture, tile_marks, tiling
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item, Page
    from printshop.game.model import Game
    from printshop.layout.boxes import Box
    from printshop.layout.paper import Paper
    from printshop.products.product import Settings
    from printshop.products.templates.cut_pieces import Cutout


MARGIN = 2.0  # what lines on the edge of a piece reach beyond it


def plan(piece: Cutout, settings: Settings) -> tuple[Paper, tiling.Tiling]:
    """Return on which paper a piece goes and how it is divided, without sheets on which nothing of it stands."""
    paper, found = tiling.plan(piece.width, piece.height, settings.paper, _spared(piece))
    if found.count > tiling.MOST:
        return paper, found
    corners = [(part.x, part.y) for part in piece.edge.segments if not isinstance(part, Close)]
    empty = {(tile.column, tile.row) for tile in found.tiles() if not _meet(corners, tile.box)}
    return paper, replace(found, left_out=frozenset(empty))


def _meet(corners: Sequence[Point], box: Box) -> bool:
    """Say whether some of a polygon lies in a box."""
    if any(box.x <= x <= box.right and box.y <= y <= box.bottom for x, y in corners):
        return True
    sides = list(zip(corners, (*corners[1:], corners[0]), strict=True))
    if any(_crosses(side, box) for side in sides):
        return True
    x, y = box.center  # no side comes near: the box lies in the polygon, or outside it, as a whole
    above = [(a[1] > y) != (b[1] > y) and x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1]) for a, b in sides]
    return sum(above) % 2 == 1


def _crosses(side: tuple[Point, Point], box: Box) -> bool:
    """Say whether a straight line runs through a box (Liang and Barsky: what of it lies between each pair of edges)."""
    (x, y), (x2, y2) = side
    first, last = 0.0, 1.0
    for start, way, low, high in ((x, x2 - x, box.x, box.right), (y, y2 - y, box.y, box.bottom)):
        if not way:
            if not low <= start <= high:
                return False
            continue
        near, far = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, near), min(last, far)
    return first <= last


def _spared(piece: Cutout) -> tiling.Spared:
    """Return what seams should leave alone: the words, and the hex in the middle of the drawing."""
    found = list(_words(piece.items))
    return tiling.Spared(tuple((left, right) for left, _, right, _ in found),
                         tuple((top, bottom) for _, top, _, bottom in found))


def _words(items: Iterable[Item]) -> Iterator[tuple[float, float, float, float]]:
    """Give the place of every text of an upright drawing."""
    for item in items:
        if isinstance(item, Text):
            yield item.x - 1, item.y - 0.75 * item.size, item.x + item.width + 1, item.y + 1
        elif isinstance(item, Group):
            x, y = item.transform.e, item.transform.f
            yield from ((left + x, top + y, right + x, low + y) for left, top, right, low in _words(item.items))


def layer(settings: Settings) -> Layer | None:
    """Return the layer of what is drawn on pieces."""
    return Layer.ENGRAVE if settings.machine and settings.machine.engraves else None


def pages(piece: Cutout, material: str, game: Game, settings: Settings, first: int) -> Iterator[Page]:
    """Yield the sheets of a piece, the page code of the first of them being T-`first`."""
    paper, sheets = plan(piece, settings)
    if settings.machine and settings.notes and sheets.count > 1:
        settings.notes.say(f"{piece.name} is {piece.width / MM:.0f} x {piece.height / MM:.0f} mm and goes on "
                           f"{sheets.count} sheets, which no machine puts together: name a sheet that takes it with "
                           "--paper")
    bounds = (-MARGIN, -MARGIN, piece.width + MARGIN, piece.height + MARGIN)
    shared = Symbol(f"piece-{first}", piece.items, bounds)  # a file holds it once, however many sheets show it
    on = layer(settings)
    drawing = (Group((Use(shared),), layer=on) if on else Use(shared), Group((piece.edge,), layer=Layer.CUT))
    join = tile_marks.TAPE if "film" in material else tile_marks.GLUE
    for number, tile in enumerate(sheets.tiles()):
        if sheets.count > 1:
            title = f"{piece.name}, {sheets.numbered(tile)}"
            items = tile_marks.draw(sheets, tile, tile_marks.Shown(drawing), paper, join)
        else:
            title, items = piece.name, tile_marks.alone(drawing, (piece.width, piece.height), paper)
        yield furniture.page(
            paper, title, items, game_title=game.title, rights=game.rights,
            note=f"print on {material} at 100 %", label=f"T-{first + number}", slim=sheets.count > 1,
            bookmarks=(Bookmark(piece.name),) if number == 0 else (),
        )  # fmt: skip
