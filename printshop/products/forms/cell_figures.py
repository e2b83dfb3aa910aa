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
from printshop.layout.polygons import Rings, fitted
from printshop.products.forms import cell_numbers
from printshop.products.forms.cell_pips import Part
from printshop.products.forms.form_plan import FormError
from printshop.products.safely import UnitArtError, art_of
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from printshop.game.forms.form_model import Around, Hand, Picture
    from printshop.layout.boxes import Box

FOOT = 1.5  # of the size of the names of the rings: the room for them below the polygon
LABEL = Style(size=7.5, bold=True)
NAMES = Style(size=7.0)
LEAST_DEPTH = 3.2 * MM
ROOMY = 1.4  # how much larger than a pen needs them pips may be, in a figure that has the room
CLEAR = 0.4 * MM  # of the depth of a ring, between its edges and the pips


def rings(around: Around, place: Box, hand: Hand) -> Rings:
    """Return the polygon of a cell. Raises FormError where there is too little room for boxes."""
    box = place.inset(1 * MM, 1 * MM, 1 * MM, FOOT * max(NAMES.size, hand.words) + 0.5 * MM)
    found = fitted(box, len(around.keys), len(around.fields), pointed=around.pointed)
    if found.depth < max(LEAST_DEPTH, hand.circle / pips.share(around.shape) + CLEAR):
        raise FormError(f"the boxes of {' and '.join(around.fields)} have too little room round a figure "
                        f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "make the row higher")
    return found


def outline(around: Around, place: Box, ink: Ink, hand: Hand) -> Iterator[Item]:
    """Give what is the same for every unit: the polygon, its spokes, the names of its sides and rings."""
    made = rings(around, place, hand)
    count = len(around.fields)
    for ring in range(count + 1):
        fill = shade(ink, 0.1) if ring % 2 and ring < count and hand.weight == 1 else shade(ink, 0.0)
        yield polygon(made.outline(ring), fill=fill, stroke=Stroke(BLACK, 0.9 if ring in (0, count) else 0.5))
    for outer, inner in zip(made.outline(0), made.outline(count), strict=True):
        yield line(*outer, *inner, Stroke(BLACK, 0.5))
    yield from _names(around, made, LABEL._replace(size=max(LABEL.size, hand.words)))
    x, y = made.x, made.y
    yield arrow(x, y - made.core * 0.3, 0, made.core * 0.6, made.core * 0.42, fill=mark(ink, BLACK))
    named = " · ".join(f"{'outer' if ring == 0 else 'inner' if ring == count - 1 else 'next'}: {label}"
                       for ring, label in enumerate(around.labels)) if count > 1 else around.labels[0]
    names = NAMES._replace(size=max(NAMES.size, hand.words))
    foot = min(max(y for _, y in made.outline(0)) + 1.2 * names.size, place.bottom - 4.0)  # it hangs on the figure
    yield from text.line(text.escape(named), names, place.center[0], foot, "middle", place.width, max(6.0, hand.words))


def _names(around: Around, made: Rings, style: Style) -> Iterator[Item]:
    """Give the names of the sides, within the middle polygon: upright if they are short, else along their sides."""
    upright = max(text.measure(text.escape(key), style) for key in around.keys) <= made.core * 0.6
    for side, key in enumerate(around.keys):
        x, y = made.inside(side, 0.74)
        if upright:
            yield from text.line(text.escape(key), style, x, y + style.size * 0.36, "middle")
            continue
        turn = made.bearing(side) % 360
        there = Transform().translate(x, y).rotate(turn - 180 if 90 < turn < 270 else turn)
        width = made.cell(side, len(around.fields) - 1)[0].width * 0.75
        least = 5.5 if style.size == LABEL.size else style.size
        yield Group(text.line(text.escape(key), style, 0.0, style.size * 0.36, "middle", width, least), there)


def boxes(around: Around, place: Box, values: Mapping[str, object], damage: Mapping[str, int],
          look: tuple[Ink, Hand]) -> Iterator[Item]:
    """Give the boxes of a unit, side by side along every side of the polygon. Raises FormError.

    Those of a ring are of one size on all sides.
    """
    ink, hand = look
    made = rings(around, place, hand)
    for ring, field in enumerate(around.fields):
        numbers = values.get(field, NOT_KNOWN)
        known = dict(numbers.items()) if isinstance(numbers, Numbers) else {}
        none = NOT_KNOWN if numbers is NOT_KNOWN else 0
        parts = [_part(around, known.get(key, none), damage.get(f"{field}.{key}", 0)).within(hand)
                 for key in around.keys]
        most = max(part.count for part in parts)
        circled = [part.count for part in parts if not part.number]
        roomy = ROOMY * hand.circle / pips.share(around.shape)
        pitch = _stack(most, made, ring, parts[0].pitches(roomy)).pitch if most and circled else 0.0
        for side, part in enumerate(parts):
            if part.number:
                yield _figure(part, made, (side, ring), hand)
            elif part.count:
                own = _stack(part.count, made, ring, (pitch, pitch))
                drawn = part.drawn(own, -own.widest(part.count) / 2, 0.0, ink)
                yield Group((drawn,), made.cell(side, ring)[1])


def _figure(part: Part, made: Rings, where: tuple[int, int], hand: Hand) -> Group:
    """Return a figure to be written on a side of a ring; on the lower sides it is turned, to be read."""
    place, there = made.cell(*where)
    turned = 90 < made.bearing(where[0]) % 360 < 270
    return Group((cell_numbers.alone(part, place, hand),), there.rotate(180) if turned else there)


def _part(around: Around, count: object, damaged: int) -> Part:
    if not isinstance(count, int):
        return Part("", around.blank, (), 0, around.shape, "", ghost=True)
    return Part("", count, (), damaged, around.shape)


def _stack(count: int, made: Rings, ring: int, pitches: tuple[float, float]) -> pips.Stack:
    try:
        return pips.stacked(count, partial(made.widths, ring), made.depth - CLEAR, pitches)
    except pips.TooMany as error:
        raise FormError(f"{error} on one side", "make the row higher") from error


def picture(shown: Picture, place: Box, values: Mapping[str, object], own: Path | None, ink: Ink) -> tuple[Item, ...]:
    """Return the picture of a cell, as large as it can be. Raises FormError."""
    try:
        path = shown.pictures.path(text.plain(shown.name.fill(values))) if shown.name else own  # type: ignore[arg-type]
    except ValueError as error:
        raise FormError(f"the picture {error}", "put it there") from error
    if path is None:
        return ()
    try:
        with art_of(None if shown.name else own):
            return (art.place(art.read(path), place.inset(0.6 * MM), color=mark(ink, BLACK), ink=ink),)
    except UnitArtError:
        raise
    except art.ArtError as error:
        where = f" (line {error.line}, column {error.column})" if error.line else ""
        raise FormError(f"the picture cannot be used: {error.message}{where}", error.hint) from error
