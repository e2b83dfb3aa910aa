"""Cells drawn: a class for each kind of cell, which says how it looks filled for a unit, and blank.

A kind is registered with `@paints(Kind)`. Points, in the coordinates of the record.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from operator import itemgetter
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from printshop.drawing import art, patterns, text
from printshop.drawing.ink import Ink
from printshop.drawing.ink import mark as in_ink
from printshop.drawing.items import BLACK, Item, Stroke, parse_color
from printshop.drawing.shapes import line, rect
from printshop.drawing.text import Style
from printshop.expressions import NOT_KNOWN
from printshop.game.differences import Difference
from printshop.game.forms.cells import SIDES, Audit, Band, Box, Cell, Count, Lines, Picture, Pips, Warnings
from printshop.game.formulas import marked
from printshop.game.model import UNDAMAGED, Side, Unit
from printshop.game.unit_types import UnitType
from printshop.game.values import Entries, Rows
from printshop.products.forms import audits, circles
from printshop.products.forms.plan import PAD, FormError, Slot
from printshop.products.forms.text import HINT, baseline, lowered, smallest, style_of, words, wrapped
from printshop.products.safely import UnitArtError, art_of
from printshop.units import MM

C = TypeVar("C", bound=Cell)
Damage = Mapping[str, int]
Items = tuple[Item, ...]

MOST = 5_000  # cells remembered: enough for a fleet, little enough to forget
NONE = "none"
MARK = Style("sans", 7.5, bold=True)
RULE = Stroke(width=0.4)  # a line to write on
FAINT = 4 * MM  # what a hand needs for one
LEAST = 6.0  # points: of what says what is to be written
LONGEST = 60 * MM  # words that are longer than that may as well be broken


class How(NamedTuple):
    """How cells are drawn: with how much ink, for which sides, by which rules; `anyone` if it is for no unit."""

    ink: Ink
    sides: tuple[Side, ...] = ()
    rules: UnitType | None = None
    anyone: bool = False


class Shown(NamedTuple):
    """What a cell shows: values by their names, the damage of circles by their tracks, and whose these are."""

    values: Mapping[str, object]
    damage: Damage = UNDAMAGED
    unit: Unit | None = None


class Painter(Generic[C]):
    """Draws one cell for one unit after the other; what it has drawn before it does not lay out again.

    Units of a fleet have most of their figures in common, so a cell is remembered by the values that it shows, but for
    one `of_unit`: that shows more of the unit. `compared` says whether it shows what may differ from the book.
    """

    of_unit: ClassVar[bool] = False
    compared: ClassVar[bool] = True
    keeps: ClassVar[bool] = False  # when it is blank, of its text all that has no holes

    def __init__(self, slot: Slot, how: How) -> None:
        self.slot, self.how = slot, how
        self.cell: C = slot.cell  # type: ignore[assignment]
        self.place, self.hand = slot.place, slot.hand
        self._key = itemgetter(*self.cell.names) if self.cell.names else _nothing
        self._drawn: dict[object, Items] = {}
        self._lines: dict[str, Items] = {}  # different values may read the same

    # What a kind of cell says of itself.

    def draw(self, shown: Shown) -> Items:
        """Return the items of the cell as it shows something.

        Raises FormError if something does not fit and FormulaError if a value cannot be worked out.
        """
        said = self.said(shown.values)
        if self.cell.notes:
            return self.inline([circles.Part(said)] if said else [], shown)
        if said not in self._lines:
            self._lines[said] = (self._empty(bare=True) if self._unknown(shown.values) else
                                 words(said, self.cell, self.place, self.slot.pad))
        return self._lines[said]

    def frame(self) -> Items:
        """Return the items that are the same on every record. Raises FormError."""
        if self.varies:
            return ()
        return self.blank() if self.slot.empty else self.draw(Shown(self.known))

    def blank(self) -> Items:
        """Return the cell that somebody has yet to fill in."""
        return self._empty(bare=False)

    def _empty(self, *, bare: bool) -> Items:
        """Return a small label and a line to write on where there are no rules.

        With `bare` there is a line even where no label says what it is for: a value that is lost, a row of a list.
        """
        slot, cell, inner = self.slot, self.cell, self.inner
        kept = self.kept
        circled = isinstance(cell.blank, int)  # it says how many pale circles there are, not what the space is for
        said = kept or ("" if circled else cell.blank)
        style = style_of(cell) if kept else self.hint
        style = lowered(style, min(LEAST, style.size), inner.height, said)
        y = inner.y + style.size + 1 if cell.wrap else baseline(self.place, style)
        label = text.line(said, style, inner.x, y, "start", inner.width, max(LEAST, self.hand.words)) if said else ()
        behind = label[-1].x + label[-1].width + PAD if label else self.place.x
        ghosts, right = self.ghosts(behind, inner.right)
        items: Items = (*label, *ghosts)
        if slot.pad or not (label or bare or slot.each):
            return items  # a cell between rules needs no line to write on
        if label:
            rule = line(behind, label[-1].y + 1.5, right, label[-1].y + 1.5, RULE)
            return (*items, rule) if right - behind > 10 * MM else items
        y = baseline(self.place, HINT) + 1.5
        return items if circled else (*items, line(inner.x, y, right, y, RULE))

    def ghosts(self, left: float, right: float) -> tuple[Items, float]:  # noqa: ARG002 - where they may begin
        """Return pale circles behind words that end at `left`, and where what is before them ends: here at `right`."""
        return (), right

    def widths(self, least: float, unit: Unit | None) -> tuple[float, float]:
        """Return how wide the cell must be, `least` if that is wide enough, and would better be."""
        values = self.filled(unit)
        if not (self.cell.text and self.hand.words and values is not None and {*self.cell.names} <= {*values}):
            return least, least  # words shrink instead
        wanted = text.measure(self.said(values), style_of(self.cell)) + 2 * self.slot.pad + 0.5
        return least, max(least, min(wanted, LONGEST))

    def tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        """Give the names by which damage knows the cell's circles, and how many there are of each."""
        for name in self.cell.notes:
            value = unit.values.get(name)
            yield from ((entry.key, entry.amount) for entry in (value.items if isinstance(value, Entries) else ()))

    # What all have in common.

    @property
    def known(self) -> dict[str, object]:
        """The values that are settled on every record: the number of its row, the names of that row's side."""
        slot = self.slot
        known: dict[str, object] = {"n": slot.number} if slot.number else {}
        if slot.each == SIDES and not slot.empty:
            side = self.how.sides[slot.entry]
            known |= {"name": side.name, "side": side.name, "adjective": side.adjective}
        return known

    @property
    def varies(self) -> bool:
        """Whether the cell is not the same on every record."""
        settled = self.slot.empty or self.how.anyone or (self.cell.fixed and {*self.cell.names} <= self.known.keys())
        return not settled

    def said(self, values: Mapping[str, object]) -> str:
        """Return the text of the cell, as markup."""
        return self.cell.text.fill(values) if self.cell.text else ""  # type: ignore[arg-type]

    @property
    def inner(self) -> Any:
        """The place of what is written by hand."""
        return self.place.inset(self.slot.pad, 0, self.slot.pad + self.slot.gap, 0)

    @property
    def hint(self) -> Style:
        """How the words look that say what is to be written."""
        return HINT._replace(size=max(min(HINT.size, self.cell.largest or HINT.size), self.hand.words))

    @property
    def kept(self) -> str:
        """What an empty cell keeps of its text: "Torpedoes" before circles, what stands before the first hole."""
        said = self.cell.text
        if not said:
            return ""
        if said.fixed or self.keeps or self.cell.notes:
            return "".join(piece for piece in said.pieces if isinstance(piece, str)).strip()
        ahead = said.pieces[0].strip() if isinstance(said.pieces[0], str) and not self.cell.blank else ""
        return ahead if ahead.count("*") % 2 == 0 and any(sign.isalpha() for sign in ahead) else ""

    def inline(self, parts: list[circles.Part], shown: Shown) -> Items:
        """Return words and circles, and the entries and notes of fields behind them, one after the other."""
        parts += (part for name in self.cell.notes for part in circles.notes(
            shown.values.get(name), shown.damage, self.hand))
        sizes = self.cell.largest or circles.INLINE[0], self.cell.smallest or circles.INLINE[1]
        return circles.inline(tuple(parts), self.place.inset(self.slot.pad, 0), self.how.ink, sizes, self.cell.align)

    def _unknown(self, values: Mapping[str, object]) -> bool:
        """Return whether a text tells only what is not known: a space to write it in, then, as on a blank form."""
        said = self.cell.text
        if not said or said.fixed:
            return False
        told = [hole.formula.evaluate(values) for hole in said.holes]
        if NOT_KNOWN not in told or not all(value is NOT_KNOWN or value is None or value == "" for value in told):
            return False
        behind = "".join(piece for piece in said.pieces[isinstance(said.pieces[0], str):] if isinstance(piece, str))
        return bool(self.cell.blank) or not any(sign.isalnum() for sign in behind)

    def values(self, unit: Unit) -> Mapping[str, object]:
        """Return the values that the cell shows, by name; those of its row hide those of the unit."""
        slot = self.slot
        if not slot.number:
            return unit.values
        listed = unit.values.get(slot.each) if slot.each else None
        own = {**(listed.rows[slot.entry] if isinstance(listed, Rows) else {}), "n": slot.number}
        return {name: own[name] if name in own else unit.values[name] for name in self.cell.names}

    def filled(self, unit: Unit | None) -> Mapping[str, object] | None:
        """Return the values that the cell shows; None where somebody has yet to fill it in."""
        if self.slot.empty or (unit is None and not self.how.anyone):
            return None
        return self.known if unit is None else self.values(unit)

    def open(self, unit: Unit | None) -> bool:
        """Return whether somebody has yet to write what the cell says: nobody knows it, or the form is blank."""
        cell = self.cell
        if cell.circled or not (cell.text or cell.blank):
            return False
        if not self.varies:
            return self.slot.empty
        values = self.filled(unit)
        return values is None or any(values.get(name) is NOT_KNOWN for name in cell.names)

    def shown(self, unit: Unit | None) -> object:
        """Return what the cell shows of a unit, or on a blank form: where that is equal, so is its drawing."""
        if unit is None or not self.varies:
            return self.slot.number, self.slot.entry, self.slot.empty, unit is None
        return unit.name if self.of_unit else self._key(self.values(unit))

    def differences(self, unit: Unit, told: Collection[str]) -> tuple[Difference, ...]:
        """Return the notes on what the cell shows of a unit otherwise than the book.

        Circles alone have no mark of what the texts of other cells have `told`.
        """
        if not (unit.differs and self.compared):
            return ()
        names = {*self.cell.names, *((self.slot.each,) if self.slot.entry == 0 else ())}
        names -= {*(() if self.cell.text else told)}
        return tuple(note for name, note in unit.differs.items() if name in names)

    def paint(self, unit: Unit, damage: Damage, mark: str = "") -> Items:
        """Return the items of a unit's cell that its frame does not have, with the `mark` of a note.

        Raises FormError if something does not fit and FormulaError if a value cannot be worked out.
        """
        values = self.values(unit) if self.slot.number else unit.values
        shown = Shown(values, damage, unit)
        if mark:
            return self._marked(shown, mark)
        if damage or self.of_unit:
            return self.draw(shown)
        key = self._key(values)
        items = self._drawn.get(key)
        if items is None:
            if len(self._drawn) > MOST:
                self._drawn.clear()
                self._lines.clear()
            items = self._drawn[key] = self.draw(shown)
        return items

    def _marked(self, shown: Shown, mark: str) -> Items:
        """Return the items with a mark: behind the text or, where there is none, in the upper corner."""
        cell, place = self.cell, self.place
        if cell.text and not cell.wordless:
            said = replace(cell.text, pieces=(*cell.text.pieces, mark))
            return painter(self.slot._replace(cell=replace(cell, text=said)), self.how).draw(shown)
        x = place.right - max(self.slot.pad / 2, 1)
        return (*self.draw(shown), *text.line(mark, MARK, x, place.y + MARK.size, "end"))


def _nothing(_: object) -> tuple[()]:
    return ()


_PAINTERS: dict[type[Cell], type[Painter[Any]]] = {Cell: Painter}


def paints(*kinds: type[Cell]) -> Callable[[type[Painter[Any]]], type[Painter[Any]]]:
    """Register what draws cells of some kinds."""
    def registered(cls: type[Painter[Any]]) -> type[Painter[Any]]:
        _PAINTERS.update(dict.fromkeys(kinds, cls))
        return cls
    return registered


def painter(slot: Slot, how: How) -> Painter[Any]:
    """Return what draws a cell in its place."""
    return _PAINTERS[type(slot.cell)](slot, how)


@paints(Lines)
class LinesPainter(Painter[Lines]):
    """Draws lines to write on, the text before the first."""

    keeps = True

    def draw(self, shown: Shown) -> Items:
        """Return the items of the cell as it shows some values."""
        return tuple(self._ruled(self.said(shown.values)))

    def blank(self) -> Items:
        """Return the cell that somebody has yet to fill in."""
        return tuple(self._ruled(self.kept))

    def _ruled(self, said: str) -> Iterator[Item]:
        cell, count = self.cell, self.cell.lines
        needed = count * max(FAINT, self.hand.room)
        if self.place.height < needed - 0.01:
            raise FormError(f"{count} line{'s' * (count > 1)} to write on take {needed / MM:.0f} mm, "
                            f"there are {self.place.height / MM:.1f} mm", "make the row higher, or 'lines' fewer")
        for number, band in enumerate(self.inner.rows([1] * count)):
            style = lowered(style_of(cell), smallest(cell), band.height, said)
            start, y = band.x, min(band.bottom - 1.2 * MM, baseline(band, style) + 1.5)
            if not number and said:
                label = text.line(said, style, band.x, y - 1.5, "start", band.width - 8 * MM, smallest(cell))
                yield from label
                start = label[-1].x + label[-1].width + PAD
            yield line(start, y, band.right, y, RULE)


@paints(Box)
class BoxPainter(Painter[Box]):
    """Draws a box to write in, the text in its corner."""

    keeps = True

    def draw(self, shown: Shown) -> Items:
        """Return the items of the cell as it shows some values."""
        return self._framed(self.said(shown.values))

    def blank(self) -> Items:
        """Return the cell that somebody has yet to fill in."""
        return self._framed(self.kept)

    def _framed(self, said: str) -> Items:
        pad, least = self.slot.pad, max(LEAST, self.hand.words)
        frame = self.place.inset(pad, 0.6 * MM, pad + self.slot.gap, 0.6 * MM)
        box = rect(*frame, stroke=Stroke(width=0.6 * self.hand.weight))
        if not said:
            return (box,)
        inside, style = frame.inset(1.0 * MM, 0.8 * MM), lowered(self.hint, least, frame.height, said)
        return box, *text.line(said, style, inside.x, inside.y + style.size * 0.8, "start", inside.width, least)


@paints(Warnings)
class WarningsPainter(Painter[Warnings]):
    """Sets what a unit breaks behind the text: line by line, else one behind the other, as many as fit."""

    def draw(self, shown: Shown) -> Items:
        """Return the items of the cell as it shows some values."""
        broken, lead = shown.values.get("warnings"), self.said(shown.values)
        told = [marked(one) for one in broken] if isinstance(broken, tuple) else []
        if not told:
            return self._wrapped(f"{lead} {NONE}".strip())
        try:
            return self._wrapped("\n".join([*([lead] if lead else []), *(f"• {one}" for one in told)]))
        except FormError as error:
            trouble = error
        for most in range(len(told), 0, -1):
            more = [f"and {len(told) - most} more"] if most < len(told) else []
            with contextlib.suppress(FormError):
                return self._wrapped(f"{lead} {'; '.join([*told[:most], *more])}".strip())
        raise trouble

    def _wrapped(self, said: str) -> Items:
        return wrapped(said, self.cell, self.place, self.slot.pad)


@paints(Audit)
class AuditPainter(Painter[Audit]):
    """Draws what the checks say of a unit."""

    of_unit = True
    compared = False

    def draw(self, shown: Shown) -> Items:
        """Return the items of the cell of a unit."""
        if not (shown.unit and self.how.rules):
            return super().draw(shown)
        return (audits.cell(shown.unit, self.how.rules, self.slot, self.how.ink),)


@paints(Band)
class BandPainter(Painter[Band]):
    """Draws the band of a side, in its colour and pattern; of no side, an empty frame to colour."""

    of_unit = True
    compared = False

    def draw(self, shown: Shown) -> Items:
        """Return the band of the row's side, or of the unit's."""
        if self.slot.each == SIDES:
            return self._band(self.how.sides[self.slot.entry])
        return self._band(shown.unit.side if shown.unit else None)

    def blank(self) -> Items:
        """Return the band of no side."""
        return self._band(None)

    def _band(self, side: Side | None) -> Items:
        frame = rect(*self.place, stroke=Stroke(width=0.5))
        if side is None or not side.color:
            return (frame,)
        return *patterns.fill(side.pattern, (*self.place,), parse_color(side.color), self.how.ink), frame


@paints(Picture)
class PicturePainter(Painter[Picture]):
    """Draws a picture as large as it can be."""

    of_unit = True

    def draw(self, shown: Shown) -> Items:
        """Return the picture. Raises FormError."""
        own = shown.unit.art if shown.unit and self.cell.of_unit else None
        try:
            path = own if self.cell.of_unit else self.cell.pictures.path(
                text.plain(self.cell.name.fill(shown.values)))  # type: ignore[union-attr, arg-type]
        except ValueError as error:
            raise FormError(f"the picture {error}", "put it there") from error
        if path is None:
            return ()
        try:
            with art_of(own):
                return (art.place(art.read(path), self.place.inset(0.6 * MM), color=in_ink(self.how.ink, BLACK),
                                  ink=self.how.ink),)
        except UnitArtError:
            raise
        except art.ArtError as error:
            where = f" (line {error.line}, column {error.column})" if error.line else ""
            raise FormError(f"the picture cannot be used: {error.message}{where}", error.hint) from error

    def blank(self) -> Items:
        """Return the picture, if it is that of nobody."""
        return () if self.cell.of_unit or self.cell.holes else self.draw(Shown({}))


@paints(Pips, Count)
class CirclesPainter(Painter[Count]):
    """Draws circles alone in the middle of their cell, or behind words."""

    keeps = True

    @property
    def track(self) -> str:
        """The name by which damage knows the circles: "hull", "weapons.2", "turn.7"."""
        track, each, numbers = self.cell.track, self.slot.each, ".".join(map(str, self.slot.path))
        if each:
            return f"{each}.{numbers}" + (f".{track}" if track not in ("", each) else "")
        return f"{track}.{numbers}" if numbers else track

    def draw(self, shown: Shown) -> Items:
        """Return the items of the cell as it shows some values."""
        cell, said = self.cell, self.said(shown.values)
        own = circles.part(cell, shown.values, shown.damage.get(self.track, 0))
        if own is None:
            return self.blank()
        part = own.within(self.hand)
        if said or cell.notes:
            return self.inline([*([circles.Part(said)] if said else []), part], shown)
        if part.count:
            return (circles.alone(part, self.place, self.how.ink, cell.largest, self.hand),)
        none = Cell(style="value", align=cell.align or "center", largest=self.hand.words)
        return words("–", none, self.place, self.slot.pad)

    def blank(self) -> Items:
        """Return the cell that somebody has yet to fill in: pale circles, behind a label."""
        if self.cell.text or not self.cell.blank:
            return super().blank()
        return (circles.alone(circles.ghost(self.cell, self.hand), self.place, self.how.ink, self.cell.largest,
                              self.hand),)

    def ghosts(self, left: float, right: float) -> tuple[Items, float]:
        """Return pale circles at the right of the cell, and where they begin: not before `left`."""
        if not self.cell.blank:
            return (), right
        ghosts, right = circles.at_the_end(circles.ghost(self.cell, self.hand), self.place, self.how.ink, left,
                                           self.hand)
        return (ghosts,), right

    def widths(self, least: float, unit: Unit | None) -> tuple[float, float]:
        """Return how wide the cell must be for a few circles to a line, and would better be for a group."""
        cell = self.cell
        if not cell.alone or cell.number:
            return super().widths(least, unit)
        values = self.filled(unit)
        count = cell.blank if values is None or not cell.count else cell.count.evaluate(values)
        count = count if isinstance(count, int) else cell.blank
        few, group = circles.breadths(cell, count, self.hand)
        return max(least, few), max(least, group)

    def tracks(self, unit: Unit) -> Iterator[tuple[str, int]]:
        """Give the names by which damage knows the cell's circles, and how many there are of each."""
        values, cell = self.values(unit), self.cell
        amount = cell.count.evaluate(values) if cell.count else 0
        crossed = cell.marked.evaluate(values) if cell.marked else 0
        yield self.track, amount - (crossed if isinstance(crossed, int) else 0) if isinstance(amount, int) else 0
        yield from super().tracks(unit)
