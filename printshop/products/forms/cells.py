"""The cells of a form, drawn: what is the same on every record once, and a painter for each cell that differs."""

from __future__ import annotations

import contextlib
from dataclasses import replace
from operator import itemgetter
from typing import TYPE_CHECKING

from printshop.drawing.text import Style, line
from printshop.expressions import NOT_KNOWN
from printshop.game.forms.form_model import Cell
from printshop.game.formulas import marked
from printshop.game.values import Rows
from printshop.products.forms import audits, cell_figures, cell_pips
from printshop.products.forms.cell_blanks import band, room, to_fill_in
from printshop.products.forms.cell_text import words, wrapped
from printshop.products.forms.form_plan import FormError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from pathlib import Path

    from printshop.drawing.ink import Ink
    from printshop.drawing.items import Item
    from printshop.game.differences import Difference
    from printshop.game.model import Rules, Unit
    from printshop.products.forms.form_plan import Slot

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
        return (*cell_figures.outline(cell.around, place, ink, slot.hand),
                *cell_figures.boxes(cell.around, place, values, damage, (ink, slot.hand)))
    if cell.picture:
        return cell_figures.picture(cell.picture, place, values, art, ink)
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
    parts = [cell_pips.Part(said)] if said else []
    if cell.pips:
        own = cell_pips.part(cell.pips, values, damage.get(track_of(slot), 0) if damage else 0, cell.align)
        if own is None:
            return to_fill_in(slot, ink)
        parts.append(own.within(slot.hand))
    parts += [part for name in cell.notes for part in cell_pips.notes(values.get(name), damage or {}, slot.hand)]
    if cell.pips and not said and not cell.notes:
        if parts[0].count:
            return (cell_pips.alone(parts[0], slot.place, ink, cell.largest, slot.hand),)
        none = Cell(style="value", align=cell.align or "center", largest=slot.hand.words)
        return words("–", none, slot.place, slot.pad)
    sizes = (cell.largest or cell_pips.INLINE[0], cell.smallest or cell_pips.INLINE[1])
    return cell_pips.inline(tuple(parts), slot.place.inset(slot.pad, 0), ink, sizes, cell.align)


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

    def __init__(self, slot: Slot, ink: Ink, rules: Rules | None = None) -> None:
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
            return tuple(cell_figures.boxes(around, self.slot.place, values, damage, (self._ink, self.slot.hand)))
        return draw(self.slot, values, damage, self._ink, art)


def _marked(slot: Slot, values: Mapping[str, object], damage: Damage, ink: Ink, mark: str) -> tuple[Item, ...]:
    """Return the items of a cell with a mark: behind its text or, where it has none, in its upper corner."""
    cell, place = slot.cell, slot.place
    if cell.text and not (cell.around or cell.picture):
        text = replace(cell.text, pieces=(*cell.text.pieces, mark))
        return draw(slot._replace(cell=replace(cell, text=text)), values, damage, ink)
    corner = line(mark, MARK, place.right - max(slot.pad / 2, 1), place.y + MARK.size, "end")
    return (*draw(slot, values, damage, ink), *corner)


def _nothing(_: object) -> tuple[()]:
    return ()
