"""Figures in a cell: the boxes round a polygon, and pictures."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from printshop.drawing import art, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, mark, shade
from printshop.drawing.items import BLACK, Group, Item, Stroke
from printshop.drawing.shapes import arrow, line, polygon
from printshop.drawing.text import Style
from printshop.expressions import NOT_KNOWN
from printshop.game.values import Numbers
from printshop.layout import pips
from printshop.layout.rings import Rings, fitted
from printshop.products.cell_pips import Part
from printshop.products.form_plan import FormError
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from printshop.game.forms import Around, Picture
    from printshop.layout.boxes import Box

FOOT = 10.5  # points below the polygon for the names of its rings
LABEL = Style(size=7.5, bold=True)
NAMES = Style(size=7.0)
LEAST_DEPTH = 3.2 * MM
CLEAR = 0.4 * MM  # of the depth of a ring, between its edges and the pips


def rings(around: Around, place: Box) -> Rings:
    """Return the polygon of a cell. Raises FormError where there is too little room for boxes."""
    box = place.inset(1 * MM, 1 * MM, 1 * MM, FOOT + 0.5 * MM)
    found = fitted(box, len(around.keys), len(around.fields), pointed=around.pointed)
    if found.depth < LEAST_DEPTH:
        raise FormError(f"the boxes of {' and '.join(around.fields)} have too little room round a figure "
                        f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "make the row higher")
    return found


def outline(around: Around, place: Box, ink: Ink) -> Iterator[Item]:
    """Give what is the same for every unit: the polygon, its spokes, the names of its sides and rings."""
    made = rings(around, place)
    count = len(around.fields)
    for ring in range(count + 1):
        fill = shade(ink, 0.1) if ring % 2 and ring < count else shade(ink, 0.0)
        yield polygon(made.outline(ring), fill=fill, stroke=Stroke(BLACK, 0.9 if ring in (0, count) else 0.5))
    for outer, inner in zip(made.outline(0), made.outline(count), strict=True):
        yield line(*outer, *inner, Stroke(BLACK, 0.5))
    yield from _names(around, made)
    x, y = made.x, made.y
    yield arrow(x, y - made.core * 0.3, 0, made.core * 0.6, made.core * 0.42, fill=mark(ink, BLACK))
    named = " · ".join(f"{'outer' if ring == 0 else 'inner' if ring == count - 1 else 'next'}: {label}"
                       for ring, label in enumerate(around.labels)) if count > 1 else around.labels[0]
    yield from text.line(text.escape(named), NAMES, place.center[0], place.bottom - 4.0, "middle",
                         place.width, 6.0)


def _names(around: Around, made: Rings) -> Iterator[Item]:
    """Give the names of the sides, within the middle polygon: upright if they are short, else along their sides."""
    upright = max(text.measure(text.escape(key), LABEL) for key in around.keys) <= made.core * 0.6
    for side, key in enumerate(around.keys):
        x, y = made.inside(side, 0.74)
        if upright:
            yield from text.line(text.escape(key), LABEL, x, y + 2.7, "middle")
            continue
        turn = made.bearing(side) % 360
        there = Transform().translate(x, y).rotate(turn - 180 if 90 < turn < 270 else turn)
        width = made.cell(side, len(around.fields) - 1)[0].width * 0.75
        yield Group(text.line(text.escape(key), LABEL, 0.0, 2.7, "middle", width, 5.5), there)


def boxes(around: Around, place: Box, values: Mapping[str, object], damage: Mapping[str, int],
          ink: Ink) -> Iterator[Item]:
    """Give the boxes of a unit, side by side along every side of the polygon. Raises FormError.

    Those of a ring are of one size on all sides.
    """
    made = rings(around, place)
    for ring, field in enumerate(around.fields):
        numbers = values.get(field, NOT_KNOWN)
        known = dict(numbers.items()) if isinstance(numbers, Numbers) else {}
        none = NOT_KNOWN if numbers is NOT_KNOWN else 0
        parts = [_part(around, known.get(key, none), damage.get(f"{field}.{key}", 0)) for key in around.keys]
        most = max(part.count for part in parts)
        pitch = _stack(most, made, ring, pips.largest(around.shape)).pitch if most else 0.0
        for side, part in enumerate(parts):
            if part.count:
                own = _stack(part.count, made, ring, pitch, pitch)
                drawn = part.drawn(own, -own.widest(part.count) / 2, 0.0, ink)
                yield Group((drawn,), made.cell(side, ring)[1])


def _part(around: Around, count: object, damaged: int) -> Part:
    if not isinstance(count, int):
        return Part("", around.blank, (), 0, around.shape, "", ghost=True)
    return Part("", count, (), damaged, around.shape)


def _stack(count: int, made: Rings, ring: int, largest: float, pitch: float = 0.0) -> pips.Stack:
    try:
        return pips.stacked(count, partial(made.widths, ring), made.depth - CLEAR, largest, pitch)
    except pips.TooMany as error:
        raise FormError(f"{error} on one side", "make the row higher") from error


def picture(shown: Picture, place: Box, values: Mapping[str, object], own: Path | None, ink: Ink) -> tuple[Item, ...]:
    """Return the picture of a cell, as large as it can be. Raises FormError."""
    path = shown.folder / text.plain(shown.name.fill(values)) if shown.name else own  # type: ignore[arg-type]
    if path is None:
        return ()
    if ".." in path.parts:
        raise FormError(f"the picture '{path.name}' lies outside the folder art/", "put it there")
    try:
        return (art.place(art.read(path), place.inset(0.6 * MM), color=mark(ink, BLACK), plain=ink is Ink.BLACK),)
    except art.ArtError as error:
        where = f" (line {error.line}, column {error.column})" if error.line else ""
        raise FormError(f"the picture cannot be used: {error.message}{where}", error.hint) from error
