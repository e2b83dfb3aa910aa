"""The cells of a form, drawn: what is the same on every record once, and a painter for each cell that differs."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from printshop.drawing import art, patterns, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, mark, shade
from printshop.drawing.items import BLACK, Group, Item, Stroke, Text, parse_color
from printshop.drawing.shapes import arrow, line, polygon, rect
from printshop.drawing.text import Style
from printshop.drawing.text import line as text_line
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.model import Cell
from printshop.game.formulas import marked
from printshop.game.values import Numbers, Rows
from printshop.layout import pips
from printshop.layout.boxes import Rings, fitted
from printshop.products.forms import audits, circles
from printshop.products.forms.circles import Part
from printshop.products.forms.plan import PAD, FormError, Slot
from printshop.products.forms.text import HINT, baseline, lowered, smallest, style_of, words, wrapped
from printshop.products.safely import UnitArtError, art_of
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from pathlib import Path

    from printshop.game.differences import Difference
    from printshop.game.forms.model import Around, Hand, Picture
    from printshop.game.model import Side, Unit
    from printshop.game.unit_types import UnitType
    from printshop.layout.boxes import Box
    Damage = Mapping[str, int]

MOST = 5_000  # cells remembered: enough for a fleet, little enough to forget
NONE = "none"
MARK = Style("sans", 7.5, bold=True)


def names_of(cell: Cell) -> tuple[str, ...]:
    """Return the names of the values that a cell shows, in a fixed order."""
    formulas = [hole.formula for hole in cell.holes]
    formulas += cell.pips.formulas if cell.pips else ()
    found = {name for formula in formulas for name in formula.names} | set(cell.notes)
    found |= set(cell.around.fields) if cell.around else set()
    found |= {"warnings"} if cell.warnings else set()
    return tuple(sorted(found))


def is_fixed(slot: Slot, known: Mapping[str, object], *, anyone: bool) -> bool:
    """Return whether a cell is the same on every record.

    `known` are the names whose values are settled; `anyone` says that the form is for no unit in particular.
    """
    cell = slot.cell
    if slot.empty or anyone:
        return True
    if cell.band or cell.notes or cell.around or cell.warnings or cell.audit or cell.pips:
        return False
    if cell.picture and not cell.picture.name:
        return False
    return set(names_of(cell)) <= set(known)


def draw(slot: Slot, values: Mapping[str, object], damage: Damage, ink: Ink, art: Path | None = None
         ) -> tuple[Item, ...]:
    """Return the items of a cell that shows the values given.

    Raises FormError if something does not fit and FormulaError if a value cannot be worked out.
    """
    cell, place = slot.cell, slot.place
    if cell.around:
        return (*outline(cell.around, place, ink, slot.hand),
                *boxes(cell.around, place, values, damage, (ink, slot.hand)))
    if cell.picture:
        return picture(cell.picture, place, values, art, ink)
    return _written(slot, values, damage, ink)


def _written(slot: Slot, values: Mapping[str, object], damage: Damage, ink: Ink) -> tuple[Item, ...]:
    """Return the items of a cell with words, circles or room to write."""
    cell = slot.cell
    if cell.warnings:
        return _warnings(slot, values)
    if not (cell.lines or cell.box or cell.pips or cell.notes) and _unknown(cell, values):
        return to_fill_in(slot, ink, bare=True)
    said = cell.text.fill(values) if cell.text else ""  # type: ignore[arg-type]
    if cell.lines or cell.box:
        return tuple(room(slot, said))
    if cell.pips or cell.notes:
        return _circles(slot, values, said, damage, ink)
    return words(said, cell, slot.place, slot.pad)


def _unknown(cell: Cell, values: Mapping[str, object]) -> bool:
    """Return whether a text tells only what is not known: a space to write it in, then, as on a blank form."""
    if not cell.text or cell.text.fixed:
        return False
    told = [hole.formula.evaluate(values) for hole in cell.text.holes]
    if NOT_KNOWN not in told or not all(one is NOT_KNOWN or one is None or one == "" for one in told):
        return False
    ahead = isinstance(cell.text.pieces[0], str)
    behind = "".join(piece for piece in cell.text.pieces[ahead:] if isinstance(piece, str))
    return bool(cell.blank) or not any(one.isalnum() for one in behind)


def _circles(slot: Slot, values: Mapping[str, object], said: str, damage: Damage, ink: Ink) -> tuple[Item, ...]:
    cell = slot.cell
    parts = [circles.Part(said)] if said else []
    if cell.pips:
        own = circles.part(cell.pips, values, damage.get(track_of(slot), 0) if damage else 0, cell.align)
        if own is None:
            return to_fill_in(slot, ink)
        parts.append(own.within(slot.hand))
    parts += [part for name in cell.notes for part in circles.notes(values.get(name), damage or {}, slot.hand)]
    if cell.pips and not said and not cell.notes:
        if parts[0].count:
            return (circles.alone(parts[0], slot.place, ink, cell.largest, slot.hand),)
        none = Cell(style="value", align=cell.align or "center", largest=slot.hand.words)
        return words("–", none, slot.place, slot.pad)
    sizes = (cell.largest or circles.INLINE[0], cell.smallest or circles.INLINE[1])
    return circles.inline(tuple(parts), slot.place.inset(slot.pad, 0), ink, sizes, cell.align)


def track_of(slot: Slot) -> str:
    """Return the name by which damage knows the circles of a cell: "hull", "weapons.2", "turn.7"."""
    track = slot.cell.pips.track if slot.cell.pips else ""
    numbers = ".".join(str(number) for number in slot.path)
    if slot.each:
        return f"{slot.each}.{numbers}" + (f".{track}" if track not in ("", slot.each) else "")
    return f"{track}.{numbers}" if numbers else track


def _warnings(slot: Slot, values: Mapping[str, object]) -> tuple[Item, ...]:
    """Set what a unit breaks behind the text of the cell: line by line, else one behind the other, as many as fit."""
    found = values.get("warnings")
    told = [marked(one) for one in found] if isinstance(found, tuple) else []
    lead = slot.cell.text.fill(values) if slot.cell.text else ""  # type: ignore[arg-type]
    if not told:
        return wrapped(f"{lead} {NONE}".strip(), slot.cell, slot.place, slot.pad)
    try:
        return wrapped("\n".join([*([lead] if lead else []), *(f"• {one}" for one in told)]), slot.cell, slot.place,
                       slot.pad)
    except FormError as error:
        trouble = error
    for shown in range(len(told), 0, -1):
        more = [f"and {len(told) - shown} more"] if shown < len(told) else []
        with contextlib.suppress(FormError):
            return wrapped(f"{lead} {'; '.join([*told[:shown], *more])}".strip(), slot.cell, slot.place, slot.pad)
    raise trouble


class Painter:
    """Draws one cell for one unit after the other; what it has drawn before it does not lay out again.

    Units of a fleet have most of their figures in common, so a cell is remembered by the values that it shows.
    """

    def __init__(self, slot: Slot, ink: Ink, rules: UnitType | None = None) -> None:
        self.slot, self._ink, self._rules = slot, ink, rules
        cell = slot.cell
        self._names = names_of(cell)
        self._key = itemgetter(*self._names) if self._names else _nothing
        self._pictured = bool(cell.picture)
        self._words = bool(cell.text) and not (cell.pips or cell.notes or cell.around or cell.picture
                                               or cell.warnings or cell.lines or cell.box)
        self._seen: dict[object, tuple[Item, ...]] = {}
        self._lines: dict[str, tuple[Item, ...]] = {}  # different values may read the same

    def values(self, unit: Unit) -> Mapping[str, object]:
        """Return the values that the cell shows, by name; those of its row hide those of the unit."""
        if not self.slot.number:
            return unit.values
        entry: Mapping[str, object] = {}
        rows = unit.values.get(self.slot.each) if self.slot.each else None
        if isinstance(rows, Rows):
            entry = rows.rows[self.slot.entry]
        own = {**entry, "n": self.slot.number}
        return {name: own[name] if name in own else unit.values[name] for name in self._names}

    def shown(self, unit: Unit) -> object:
        """Return what the cell shows of a unit: two units of which that is equal have the same cell."""
        cell = self.slot.cell
        return unit.name if self._pictured or cell.audit or cell.band else self._key(self.values(unit))

    def differences(self, unit: Unit, told: Collection[str]) -> tuple[Difference, ...]:
        """Return the notes on what the cell shows of a unit otherwise than the book.

        Circles alone have no mark of what the texts of other cells have `told`.
        """
        if not unit.differs or self.slot.cell.band or self.slot.cell.audit:
            return ()
        names = {*self._names, *((self.slot.each,) if self.slot.entry == 0 else ())} - {*(
            () if self.slot.cell.text else told)}
        return tuple(note for name, note in unit.differs.items() if name in names)

    def paint(self, unit: Unit, damage: Damage, mark: str = "") -> tuple[Item, ...]:
        """Return the items of a unit's cell, in the coordinates of its record, with the `mark` of a note.

        Raises FormError if something does not fit and FormulaError if a value cannot be worked out.
        """
        values = self.values(unit) if self.slot.number else unit.values
        if self.slot.cell.band:
            return band(self.slot, unit.side, self._ink)
        if self.slot.cell.audit and self._rules:
            return (audits.cell(unit, self._rules, self.slot, self._ink),)
        if mark:
            return _marked(self.slot, values, damage, self._ink, mark)
        if damage or self._pictured:
            return self._drawn(values, damage, unit.art)
        key = self._key(values)
        found = self._seen.get(key)
        if found is None:
            found = self._said(values) if self._words else self._drawn(values, {}, None)
            if len(self._seen) > MOST:
                self._seen.clear()
                self._lines.clear()
            self._seen[key] = found
        return found

    def _said(self, values: Mapping[str, object]) -> tuple[Item, ...]:
        cell = self.slot.cell
        said = cell.text.fill(values) if cell.text else ""  # type: ignore[arg-type]
        found = self._lines.get(said)
        if found is None:
            found = self._lines[said] = self._drawn(values, {}, None)
        return found

    def _drawn(self, values: Mapping[str, object], damage: Damage, art: Path | None) -> tuple[Item, ...]:
        around = self.slot.cell.around
        if around:  # the polygon itself is the same on every record
            return tuple(boxes(around, self.slot.place, values, damage, (self._ink, self.slot.hand)))
        return draw(self.slot, values, damage, self._ink, art)


def _marked(slot: Slot, values: Mapping[str, object], damage: Damage, ink: Ink, mark: str) -> tuple[Item, ...]:
    """Return the items of a cell with a mark: behind its text or, where it has none, in its upper corner."""
    cell, place = slot.cell, slot.place
    if cell.text and not (cell.around or cell.picture):
        text = replace(cell.text, pieces=(*cell.text.pieces, mark))
        return draw(slot._replace(cell=replace(cell, text=text)), values, damage, ink)
    corner = text_line(mark, MARK, place.right - max(slot.pad / 2, 1), place.y + MARK.size, "end")
    return (*draw(slot, values, damage, ink), *corner)


def _nothing(_: object) -> tuple[()]:
    return ()


RULE = Stroke(width=0.4)  # a line to write on
FAINT = 4 * MM  # what a hand needs for one
LEAST = 6.0  # points: of what says what is to be written


def room(slot: Slot, said: str) -> Iterator[Item]:
    """Give the lines or the box of a cell, with the text that says what is to be written there."""
    cell, place = slot.cell, slot.place
    if cell.box:
        frame = place.inset(slot.pad, 0.6 * MM, slot.pad + slot.gap, 0.6 * MM)
        yield rect(*frame, stroke=Stroke(width=0.6 * slot.hand.weight))
        if said:
            inside = frame.inset(1.0 * MM, 0.8 * MM)
            style = lowered(_hint(slot), max(LEAST, slot.hand.words), frame.height, said)
            yield from text_line(said, style, inside.x, inside.y + style.size * 0.8, "start", inside.width,
                                 max(LEAST, slot.hand.words))
        return
    inner = place.inset(slot.pad, 0, slot.pad + slot.gap, 0)
    needed = cell.lines * max(FAINT, slot.hand.room)
    if place.height < needed - 0.01:
        raise FormError(f"{cell.lines} line{'s' * (cell.lines > 1)} to write on take {needed / MM:.0f} mm, "
                        f"there are {place.height / MM:.1f} mm", "make the row higher, or 'lines' fewer")
    for number, band in enumerate(inner.rows([1] * cell.lines)):
        style = lowered(style_of(cell), smallest(cell), band.height, said)
        start, y = band.x, min(band.bottom - 1.2 * MM, baseline(band, style) + 1.5)
        if not number and said:
            label = text_line(said, style, band.x, y - 1.5, "start", band.width - 8 * MM, smallest(cell))
            yield from label
            start = label[-1].x + label[-1].width + PAD
        yield line(start, y, band.right, y, RULE)


def _hint(slot: Slot) -> Style:
    """Return how the words look that say what is to be written."""
    return HINT._replace(size=max(min(HINT.size, slot.cell.largest or HINT.size), slot.hand.words))


def band(slot: Slot, side: Side | None, ink: Ink) -> tuple[Item, ...]:
    """Return the band of a side, in its colour and pattern; of no side, an empty frame to colour."""
    box = slot.place
    frame = rect(*box, stroke=Stroke(width=0.5))
    if side is None or not side.color:
        return (frame,)
    return (*patterns.fill(side.pattern, (box.x, box.y, box.width, box.height), parse_color(side.color), ink), frame)


def to_fill_in(slot: Slot, ink: Ink, *, bare: bool = False) -> tuple[Item, ...]:
    """Return a cell that somebody has yet to fill in: a small label, pale circles, a line where there are no rules.

    With `bare` there is a line even where no label says what it is for: a value that is lost, a row of a list.
    """
    cell, inner = slot.cell, slot.place.inset(slot.pad, 0, slot.pad + slot.gap, 0)
    if cell.band:
        return band(slot, None, ink)
    if cell.lines or cell.box:
        return tuple(room(slot, _kept(cell)))
    if cell.around:
        return (*outline(cell.around, slot.place, ink, slot.hand),
                *boxes(cell.around, slot.place, {}, {}, (ink, slot.hand)))
    if cell.picture:
        whose = cell.picture.name is None or cell.holes
        return () if whose else picture(cell.picture, slot.place, {}, None, ink)
    if cell.pips and not cell.text and cell.pips.blank:
        return (circles.ghosts(cell, slot, ink),)
    return tuple(_labelled(slot, inner, ink, bare=bare or bool(slot.each)))


def _labelled(slot: Slot, inner: Box, ink: Ink, *, bare: bool) -> Iterator[Item]:
    cell = slot.cell
    kept = _kept(cell)
    style = style_of(cell) if kept else _hint(slot)
    label: tuple[Text, ...] = ()
    style = lowered(style, min(LEAST, style.size), inner.height, kept or cell.blank)
    if said := kept or cell.blank:
        y = inner.y + style.size + 1 if cell.wrap or cell.warnings else baseline(slot.place, style)
        label = text_line(said, style, inner.x, y, "start", inner.width, max(LEAST, slot.hand.words))
        yield from label
    right = inner.right
    if cell.pips and cell.pips.blank:
        left = label[-1].x + label[-1].width + PAD if label else slot.place.x
        ghosts, right = circles.ghosts_at_the_end(cell.pips, slot, ink, left)
        yield ghosts
    if label or bare:
        yield from _to_write_on(slot, inner, label, right)


def _to_write_on(slot: Slot, inner: Box, label: tuple[Text, ...], right: float) -> Iterator[Item]:
    """A line to write on, from behind a label to the edge of its cell; a cell between rules needs none of its own."""
    if label and not slot.pad:
        start, y = label[-1].x + label[-1].width + PAD, label[-1].y + 1.5
        if right - start > 10 * MM:
            yield line(start, y, right, y, RULE)
    elif not label and not slot.pad and not slot.cell.pips:
        y = baseline(slot.place, HINT) + 1.5
        yield line(inner.x, y, right, y, RULE)


def _kept(cell: Cell) -> str:
    """Return what an empty cell keeps of its text: "Torpedoes" before circles, what stands before the first hole."""
    if not cell.text:
        return ""
    if cell.text.fixed or cell.pips or cell.notes or cell.lines or cell.box:
        return "".join(piece for piece in cell.text.pieces if isinstance(piece, str)).strip()
    first = cell.text.pieces[0]
    ahead = first.strip() if isinstance(first, str) and not cell.blank else ""
    return ahead if ahead.count("*") % 2 == 0 and any(one.isalpha() for one in ahead) else ""


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
                drawn = part.drawn(own, -own.width / 2, 0.0, ink)
                yield Group((drawn,), made.cell(side, ring)[1])


def _figure(part: Part, made: Rings, where: tuple[int, int], hand: Hand) -> Group:
    """Return a figure to be written on a side of a ring; on the lower sides it is turned, to be read."""
    place, there = made.cell(*where)
    turned = 90 < made.bearing(where[0]) % 360 < 270
    return Group((circles.lone_figure(part, place, hand),), there.rotate(180) if turned else there)


def _part(around: Around, count: object, damaged: int) -> Part:
    if not isinstance(count, int):
        return Part("", around.blank, (), 0, around.shape, "", ghost=True)
    return Part("", count, (), damaged, around.shape)


def _stack(count: int, made: Rings, ring: int, pitches: tuple[float, float]) -> pips.Layout:
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
