"""Circles in a cell: alone in its middle, or behind words on a line or two."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.drawing import fonts, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import Use
from printshop.drawing.text import Style
from printshop.expressions import NOT_KNOWN
from printshop.game.model import escape
from printshop.game.values import Battery, Entries
from printshop.layout import pips
from printshop.products.cell_text import LINE, SMALLEST, baseline, brief
from printshop.products.form_plan import PAD, FormError
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.drawing.ink import Ink
    from printshop.drawing.items import Item
    from printshop.game.forms import Pips
    from printshop.layout.boxes import Box

MOST = 1_000  # circles in one place: more is a slip, not a ship


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line: words, then circles."""

    words: str = ""
    count: int = 0
    marks: tuple[int, ...] = ()
    damaged: int = 0
    shape: str = "circle"
    letter: str = ""
    sections: tuple[int, ...] = ()
    crossed: int = 0
    group: int = pips.GROUP
    size: float = 0.0
    ghost: bool = False
    share: float = 0.5

    def look(self, ink: Ink) -> pips.Look:
        """Return how the circles look."""
        return pips.Look(self.shape, self.letter, ink, self.ghost)

    def pitches(self, largest: float = 0.0) -> tuple[float, float]:
        """Return the largest and the smallest distance of the circles."""
        exact = self.size / pips.share(self.shape)
        return (exact, exact) if exact else (largest or pips.largest(self.shape), pips.SMALLEST)

    def drawn(self, layout: pips.Layout, x: float, y: float, ink: Ink) -> Use:
        """Return the circles, their left edge and their middle at (x, y)."""
        drawing = pips.symbol(self.count, self.marks, self.damaged, layout, self.look(ink), self.crossed)
        return Use(drawing, Transform(e=x, f=y))

    def on_a_line(self, pitch: float) -> pips.Layout:
        """Return the circles arranged on one line."""
        pitch = self.pitches(pitch)[0]
        if self.sections:
            return pips.in_sections(self.sections, 1e6, pitch, pitch, self.group, pitch)
        return pips.Grid(pitch, max(self.count, 1), 1, self.group)


SHARES = {"left": 0.0, "center": 0.5, "right": 1.0}


def part(spec: Pips, values: Mapping[str, object], damaged: int, align: str = "") -> Part | None:
    """Return the circles of a cell, None if it is not known how many. Raises FormError for what is no number."""
    count = spec.count.evaluate(values)
    if count is NOT_KNOWN:
        return None
    if count is None:  # an optional field that is left out: there are none
        count = 0
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        way = "floor" if isinstance(count, Fraction) else "max" if isinstance(count, int) else "count"
        mended = f"{way}({spec.count.text}{', 0' if way == 'max' else ''})"
        raise FormError(f"'pips: {spec.count.text}' of the form gives {count}, which is no number of circles",
                        f"write 'pips: {mended}' in the form")
    if count > MOST:
        raise FormError(f"'pips: {spec.count.text}' of the form gives {count} circles, at most {MOST} go in one place")
    crossed = spec.marked.evaluate(values) if spec.marked else 0
    crossed = crossed if isinstance(crossed, int) and not isinstance(crossed, bool) else 0
    if not 0 <= crossed <= count:
        raise FormError(f"{crossed} of {count} circles would be crossed out", "mend 'marked' in the form")
    return Part("", count, _marks(spec, values, count), min(damaged, count - crossed), spec.shape, spec.letter,
                _sections(spec, values, count), crossed, spec.group, spec.size, share=SHARES.get(align, 0.5))


def _marks(spec: Pips, values: Mapping[str, object], count: int) -> tuple[int, ...]:
    marks = spec.marks.evaluate(values) if spec.marks else ()
    positions = tuple(mark for mark in marks if isinstance(mark, int)) if isinstance(marks, tuple) else ()
    if len(set(positions)) < len(positions) or not all(1 <= place <= count for place in positions):
        places = ", ".join(str(place) for place in positions)
        raise FormError(f"the {spec.letter} circles would be {places}, of {count} circles",
                        "each needs a circle of its own")
    return positions


def _sections(spec: Pips, values: Mapping[str, object], count: int) -> tuple[int, ...]:
    found = spec.sections.evaluate(values) if spec.sections else ()
    sizes = tuple(one for one in found if isinstance(one, int) and one > 0) if isinstance(found, tuple) else ()
    if spec.sections and found is not NOT_KNOWN and sum(sizes) != count:
        shown = ", ".join(str(one) for one in sizes) or "none"
        raise FormError(f"the sections ({shown}) make {sum(sizes)} circles, 'pips: {spec.count.text}' gives {count}",
                        "mend 'sections' in the form")
    return sizes if len(sizes) > 1 else ()


def ghosts(spec: Pips, ink: Ink, box: Box, align: str = "", largest: float = 0.0) -> Use:
    """Return the pale circles of a blank form, in the middle of their place."""
    return alone(replace(_ghost(spec), share=SHARES.get(align, 0.5)), box, ink, largest)


def _ghost(spec: Pips) -> Part:
    return Part("", spec.blank, (), 0, spec.shape, spec.letter, (), 0, spec.group, spec.size, ghost=True)


def ghosts_at_the_end(spec: Pips, box: Box, ink: Ink, left: float) -> tuple[Use, float]:
    """Return the pale circles of a blank form at the right of their place, and where they begin: not before `left`.

    Raises FormError if they do not fit there.
    """
    ghost = _ghost(spec)
    largest, least = ghost.pitches(4.0 * MM)
    try:
        grid = pips.arrange(ghost.count, box.right - 2 * PAD - left, box.height, largest, ghost.group, least)
    except pips.TooMany as error:
        raise FormError(f"{error} behind the words of the blank form", "give the cell more room in the form, or "
                        "make 'blank' smaller") from error
    x = box.right - 2 * PAD - grid.widest(ghost.count)
    return ghost.drawn(grid, x, box.center[1], ink), x


def alone(part: Part, place: Box, ink: Ink, largest: float = 0.0) -> Use:
    """Return circles that have a cell to themselves, at most `largest` points wide. Raises FormError."""
    aside = PAD if part.count > 1 or part.share != SHARES["center"] else 0.0
    inner = place.inset(aside, 0.0 if part.shape == "box" else 0.5 * MM)
    largest, least = part.pitches(largest / pips.share(part.shape))
    layout: pips.Layout
    try:
        if part.sections:
            layout = pips.in_sections(part.sections, inner.width, inner.height, largest, part.group, least)
        else:
            layout = pips.arrange(part.count, inner.width, inner.height, largest, part.group, least)
    except pips.TooMany as error:
        raise FormError(str(error), "give the column more room in the form") from error
    return part.drawn(layout, *pips.middle(layout, part.count, inner, part.share), ink)


def notes(value: object, damage: Mapping[str, int]) -> Iterator[Part]:
    """Give what there is to say of a field: the entries of a list with their circles, the notes of traits."""
    if isinstance(value, Battery):
        for trait in value.traits:
            yield Part(f"{escape(trait.mark)}{escape(trait.note)}")
    if isinstance(value, Entries):
        for entry in value.items:
            said = str(entry)
            yield Part(escape(said[:1].upper() + said[1:]), entry.amount, (), damage.get(entry.key, 0))


def inline(parts: tuple[Part, ...], place: Box, ink: Ink, sizes: tuple[float, float]) -> tuple[Item, ...]:
    """Set words and circles one after the other: on one line, else smaller on two. Raises FormError.

    `sizes` are the largest and the smallest that the words may have, in points.
    """
    largest, least = sizes
    for size, lines in ((largest, 1), (0.85 * largest, 1), (0.75 * largest, 2), (least, 2), (least, 1)):
        if size < least or not _low_enough(parts, size, place.height / lines):
            continue
        style, pitch = Style(size=size), min(3.9 * MM, place.height / lines, max(size * 1.12, pips.SMALLEST))
        try:
            rows = _break(parts, style, pitch, place.width)
        except fonts.NoGlyph as error:
            raise FormError(f"the notes have characters that no font here has: {' '.join(error.characters)}",
                            "write them with others") from error
        if len(rows) <= lines:
            bands = place.rows([1] * len(rows))
            return tuple(item for row, band in zip(rows, bands, strict=True)
                         for item in _row(row, band, style, pitch, ink))
    said = brief("; ".join(part.words for part in parts))
    if not _low_enough(parts, least, place.height):
        raise FormError(f"'{said}' and its circles are too high for their place: there are {place.height / MM:.1f} mm",
                        "make the row higher")
    raise FormError(f"'{said}' is too long for its place, {place.width / MM:.0f} mm wide, even at {least:g} pt",
                    "shorten it, or give the cell more columns")


def _low_enough(parts: tuple[Part, ...], size: float, height: float) -> bool:
    """Return whether words of a size, and circles that a pen can fill, are no higher than their line."""
    pitches = [part.pitches(pips.SMALLEST)[0] for part in parts if part.count]
    return max(size * LINE, *pitches, 0.0) <= height + 0.01


INLINE = (10.0, SMALLEST)
_SPACE = 2.2 * MM  # between the pieces of a line
_NEAR = 1.0 * MM  # between words and their circles


def _circles(part: Part, pitch: float) -> float:
    return part.on_a_line(pitch).widest(part.count) if part.count else 0.0


def _extent(part: Part, style: Style, pitch: float) -> float:
    words = text.measure(part.words, style) if part.words else 0.0
    return words + (_NEAR if part.count and part.words else 0) + _circles(part, pitch)


def _break(parts: tuple[Part, ...], style: Style, pitch: float, width: float) -> list[list[Part]]:
    rows: list[list[Part]] = [[]]
    x = 0.0
    for part in parts:
        extent = _extent(part, style, pitch)
        if rows[-1] and x + extent > width:
            rows.append([])
            x = 0.0
        if extent > width:  # too long for any line: say so by asking for more lines than there can be
            rows += [[], [], []]
        rows[-1].append(part)
        x += extent + _SPACE
    return rows


def _row(parts: list[Part], band: Box, style: Style, pitch: float, ink: Ink) -> Iterator[Item]:
    x = band.x
    for part in parts:
        if part.words:
            yield from text.line(part.words, style, x, baseline(band, style))
        if part.count:
            start = x + _extent(part, style, pitch) - _circles(part, pitch)
            yield part.drawn(part.on_a_line(pitch), start, band.center[1], ink)
        x += _extent(part, style, pitch) + _SPACE
