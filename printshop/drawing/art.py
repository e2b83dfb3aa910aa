"""Pictures for counters, cards and records: SVG silhouettes, PNG and JPEG files, read safely and placed.

A drawing becomes a symbol that every counter shares. Black is the colour that a caller may replace by another:
one silhouette serves every side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from printshop.drawing import kinds, shapes
from printshop.drawing.art_tree import MAX_BYTES, ArtError
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Color, Group, Image, Item, Path, Symbol, Use, remade
from printshop.drawing.rasters import GOOD, Raster, contents, read_raster, stamp

if TYPE_CHECKING:
    from pathlib import Path as File

__all__ = ["Art", "ArtError", "Raster", "place", "read", "read_raster", "read_svg", "sharp"]

Rectangle = tuple[float, float, float, float]

# Drawing programs write near-blacks (#231f20, #010101) for black: all of them count as black.
_DARK = 0x30
_GREYISH = 12  # how far the channels of a grey may be apart

_CENTER = (0.5, 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class Art:
    """A drawing in its own units, its view box at (0, 0), `width` x `height`.

    `points` is the size in points that the file asks for, if it asks. `warnings` says what was left out.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    warnings: tuple[str, ...] = ()
    points: tuple[float, float] | None = None

    @property
    def breadth(self) -> float:
        """How many times as broad as it is high the drawing is."""
        return self.width / self.height


def read(path: File) -> Art | Raster:
    """Read a picture by what its name ends in: .svg, .png, .jpg or .jpeg. Raises ArtError."""
    kind = path.suffix.lower()
    if kind == ".svg":
        return read_svg(path)
    if kind in {".png", ".jpg", ".jpeg"}:
        return read_raster(path)
    raise ArtError(f"'{path.name}' is not a kind of picture that can be used", "use an SVG, PNG or JPEG file")


def read_svg(path: File) -> Art:
    """Read an SVG file; the same file is read once.

    Raises:
        ArtError: the file is missing, not an SVG, hostile or beyond the limits. It says on which line.
    """
    return _read_svg(path, *stamp(path))


@lru_cache(maxsize=256)
def _read_svg(path: File, _changed: int, _size: int) -> Art:
    from printshop.drawing import art_svg  # expat and colours are not needed without art

    data = contents(path, MAX_BYTES)
    kinds.check(path, data, kinds.SVG)
    drawing = art_svg.read(data)
    try:
        shapes.bounds(drawing.items)
    except ValueError:
        hint = "move the drawing onto its page, or fit the page to the drawing"
        raise ArtError(f"nothing of the drawing {path.name} lies on its page", hint) from None
    return Art(path.stem, drawing.width, drawing.height, drawing.items, drawing.warnings, drawing.points)


def sharp(art: Art | Raster, box: Rectangle) -> Rectangle:
    """Return a box (x, y, width, height), or its middle as large as pixels are not seen in, standing on its bottom."""
    if isinstance(art, Art):
        return box
    x, y, width, height = box
    share = min(1.0, max(art.pixel_width * 72 / GOOD / width, art.pixel_height * 72 / GOOD / height))
    return x + width * (1 - share) / 2, y + height * (1 - share), width * share, height * share


def place(
    art: Art | Raster,
    box: Rectangle,
    *,
    mirror: bool = False,
    turn: int = 0,
    color: Color | None = None,
    ink: Ink = Ink.COLOUR,
    align: tuple[float, float] = _CENTER,
) -> Item:
    """Return the picture as large as the box (x, y, width, height) allows, its proportions kept.

    Args:
        art: what to show.
        box: where, in points.
        mirror: whether left and right are swapped: a ship's other side.
        turn: by how many degrees it is turned clockwise, a multiple of 90; it stands in the middle of the box.
        color: what black in a drawing becomes; photos and the like keep their colours.
        ink: in black ink the colours of a drawing become white, those of its lines black, and photos grey; photos are
            paler where ink is saved.
        align: where in a box of other proportions: (0, 0) top left, (0.5, 0.5) the middle.

    Raises ArtError for a photo that has too few pixels for its size.
    """
    x, y, across, down = box
    if turn:
        lying = (x + (across - down) / 2, y + (down - across) / 2, down, across)
        upright = place(art, lying, mirror=mirror, color=color, ink=ink)
        return Group((upright,), IDENTITY.rotate(turn, x + across / 2, y + down / 2))
    width, height = (art.width, art.height) if isinstance(art, Art) else (art.pixel_width, art.pixel_height)
    scale = min(across / width, down / height)
    left = x + (across - scale * width) * align[0]
    top = y + (down - scale * height) * align[1]
    if isinstance(art, Raster):
        picture = art.picture(scale * width, ink)
        shown = Image(0.0 if mirror else left, 0.0 if mirror else top, scale * width, scale * height, picture)
        turned = Transform(a=-1.0, e=left + scale * width, f=top)
        return Group((shown,), turned) if mirror else shown
    flip = Transform(a=-1.0, e=width) if mirror else Transform()
    return Use(_symbol(art, color, ink is Ink.BLACK), Transform(a=scale, d=scale, e=left, f=top).then(flip))


@lru_cache(maxsize=1024)
def _symbol(art: Art, color: Color | None, plain: bool) -> Symbol:
    """Return the drawing as a symbol, black replaced by the colour: one symbol for each art and way to colour it."""
    items = art.items if color in {None, BLACK} else remade(art.items, lambda item: (_recolored(item, color),))
    items = remade(items, lambda item: (_plain(item),)) if plain else items
    name = f"{art.name}-{color.hex()[1:]}" if color else art.name
    notes = tuple(f"{art.name}.svg: {warning}" for warning in art.warnings)
    return Symbol(f"{name}-plain" if plain and items != art.items else name, items, shapes.bounds(items), notes)


def _plain(item: Item) -> Item:
    """Return an item without colours; greys stay."""
    if not isinstance(item, Path):
        return item
    line = replace(item.stroke, color=BLACK) if item.stroke and _colorful(item.stroke.color) else item.stroke
    return replace(item, fill=WHITE if item.fill and _colorful(item.fill) else item.fill, stroke=line)


def _colorful(color: Color) -> bool:
    return max(color) - min(color) > _GREYISH


def _recolored(item: Item, color: Color | None) -> Item:
    if not isinstance(item, Path):
        return item
    line = item.stroke and replace(item.stroke, color=_instead(item.stroke.color, color))
    return replace(item, fill=item.fill and _instead(item.fill, color), stroke=line)


def _instead(own: Color, color: Color | None) -> Color:
    return color if color and max(own) < _DARK else own
