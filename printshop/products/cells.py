"""The cells of a form, drawn: static frame once, and for each cell a painter that gives the items of a unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import itemgetter

from printshop.drawing import fonts, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import Color, Item, Stroke, Symbol, Text, Use
from printshop.drawing.misfit import Misfit
from printshop.drawing.shapes import line, rect
from printshop.drawing.text import Style
from printshop.game.forms import Cell, Form, Pips
from printshop.game.model import Battery, Entries, Unit, escape
from printshop.layout import pips
from printshop.layout.boxes import Box
from printshop.units import MM

STYLES = {
    "title": Style(family="serif", size=16.0),
    "label": Style(size=8.0, bold=True),
    "value": Style(size=11.0),
    "body": Style(size=10.0),
    "small": Style(size=7.5),
}
SMALLEST = 6.5  # points: the least that is read at a table
PAD = 1.4 * MM
GREY = Color(110, 110, 110)
MOST = 5_000  # cells remembered: enough for a fleet, little enough to forget
Damage = Mapping[str, int]


class CellError(Misfit):
    """A unit's data does not fit a cell."""

    def __init__(self, message: str, hint: str = "") -> None:
        self.hint = hint
        super().__init__(message)


def layout(form: Form, box: Box) -> Iterator[tuple[Cell, Box, float]]:
    """Give every cell of a form with its place in the box of one record and the space within its sides.

    Only cells between rules need that space: the others stand flush with the edges of the form.
    """
    columns = box.columns(form.columns)
    y = box.y
    for row in form.rows:
        first = 0
        for cell in row.cells:
            last = columns[first + cell.across - 1]
            pad = PAD if row.rules else 0.0
            yield cell, Box(columns[first].x, y, last.right - columns[first].x, row.height), pad
            first += cell.across
        y += row.height


def frame(form: Form, box: Box, ink: Ink) -> Symbol:
    """Return what is the same on every record: grounds, rules, and texts without holes."""
    items: list[Item] = []
    y = box.y
    for row in form.rows:
        if row.shade:
            items.append(rect(box.x, y, box.width, row.height, fill=shade(ink, row.shade)))
        y += row.height
    items += _rules(form, box)
    for cell, place, pad in layout(form, box):
        if cell.text and cell.text.fixed and not cell.pips and not cell.notes:
            items += _words(cell.text.fill({}), cell, place, pad)
    return Symbol(f"frame-{form.key}", tuple(items), (box.x, box.y, box.right, box.bottom))


def _rules(form: Form, box: Box) -> Iterator[Item]:
    """Thin lines between the cells of ruled rows, a strong one above and below each block of them."""
    thin, strong = Stroke(width=0.4), Stroke(width=1.0, cap="square")
    y, above = box.y, False
    for index, row in enumerate(form.rows):
        if row.rules:
            below = index + 1 < len(form.rows) and form.rows[index + 1].rules
            if not above:
                yield line(box.x, y, box.right, y, strong)
            bottom = y + row.height
            yield line(box.x, bottom, box.right, bottom, thin if below else strong)
        above, y = row.rules, y + row.height
    for _, place, pad in layout(form, box):
        if pad:
            yield line(place.x, place.y, place.x, place.bottom, strong if place.x == box.x else thin)
            if abs(place.right - box.right) < 0.01:
                yield line(place.right, place.y, place.right, place.bottom, strong)


def _words(markup: str, cell: Cell, place: Box, pad: float) -> tuple[Text, ...]:
    """Set one line of text in a cell, shrunk to `SMALLEST` if need be. Raises CellError if it still does not fit."""
    style = STYLES[cell.style]
    inner = place.inset(min(pad, 0.5 * MM) if cell.align == "center" else pad, 0)
    places: dict[str, tuple[float, text.Anchor]] = {
        "left": (inner.x, "start"), "center": (inner.center[0], "middle"), "right": (inner.right, "end")}
    x, anchor = places[cell.align]
    y = baseline(place, style)
    try:
        return text.line(markup, style, x, y, anchor=anchor, max_width=inner.width, min_size=SMALLEST)
    except text.TooWide as error:
        raise CellError(f"'{text.plain(markup)}' is too long for its place: at {SMALLEST} pt it is "
                        f"{error.needed / MM:.1f} mm wide, there are {error.available / MM:.1f} mm",
                        "shorten it") from error
    except fonts.NoGlyph as error:
        raise CellError(f"'{text.plain(markup)}' has characters that no font here has: {' '.join(error.characters)}",
                        "write it with others") from error


def baseline(place: Box, style: Style) -> float:
    """Return the y at which text stands in the optical middle of a box."""
    face = fonts.face("serif-bold" if style.family == "serif" else "sans")
    return place.y + place.height / 2 + face.cap_height * style.size / 2


class Painter:
    """Draws one cell for one unit after the other; what it has drawn before it does not lay out again.

    Units of a fleet have most of their figures in common, so a cell is remembered by the values that it shows.
    """

    def __init__(self, cell: Cell, place: Box, pad: float, ink: Ink) -> None:
        self.cell, self.place, self.pad, self.ink = cell, place, pad, ink
        self._values_of = itemgetter(*sorted(_names(cell)))
        self._seen: dict[object, tuple[Item, ...]] = {}
        self._lines: dict[str, tuple[Item, ...]] = {}  # different values may read the same

    def paint(self, unit: Unit, damage: Damage) -> tuple[Item, ...]:
        """Return the items of a unit's cell, in the coordinates of its record.

        Raises CellError if something does not fit and FormulaError if a value cannot be worked out.
        """
        if damage:
            return self._draw(unit, damage)
        key = self._values_of(unit.values)
        found = self._seen.get(key)
        if found is None:
            found = self._draw(unit, damage)
            if len(self._seen) > MOST:
                self._seen.clear()
                self._lines.clear()
            self._seen[key] = found
        return found

    def _draw(self, unit: Unit, damage: Damage) -> tuple[Item, ...]:
        cell = self.cell
        words = cell.text.fill(unit.values) if cell.text else ""
        if not cell.pips and not cell.notes:
            found = self._lines.get(words)
            if found is None:
                found = self._lines[words] = _words(words, cell, self.place, self.pad)
            return found
        parts = [_Part(words, 0, (), 0, "circle", "")] if words else []
        if cell.pips:
            parts.append(self._pips(cell.pips, unit, damage))
        parts += [part for name in cell.notes for part in _notes(unit.values.get(name), damage)]
        if cell.pips and not words and not cell.notes:
            return self._grid(parts[0])
        return _inline(tuple(parts), self.place.inset(self.pad, 0), self.ink)

    @staticmethod
    def _pips(spec: Pips, unit: Unit, damage: Damage) -> _Part:
        count = spec.count.evaluate(unit.values)
        marks = spec.marks.evaluate(unit.values) if spec.marks else ()
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise CellError(f"'pips: {spec.count.text}' of the form gives {count}, which is no number of circles",
                            f"write 'pips: count({spec.count.text})' in the form")
        positions = tuple(mark for mark in marks if isinstance(mark, int)) if isinstance(marks, tuple) else ()
        if len(set(positions)) < len(positions) or not all(1 <= place <= count for place in positions):
            places = ", ".join(str(place) for place in positions)
            raise CellError(f"the {spec.letter} circles would be {places}, of {count} circles",
                            "each needs a circle of its own")
        return _Part("", count, positions, damage.get(spec.track, 0), spec.shape, spec.letter)

    def _grid(self, part: _Part) -> tuple[Item, ...]:
        if not part.count:
            return _words("–", Cell(1, None, "value", "center", None, (), "", None), self.place, self.pad)
        try:
            grid, x, y = pips.centered(part.count, self.place.inset(PAD, 0.5 * MM))
        except pips.TooMany as error:
            raise CellError(str(error), "give the column more room in the form") from error
        return (Use(pips.symbol(part.count, part.marks, part.damaged, grid, part.look(self.ink)), Transform(e=x, f=y)),)

    def blank(self) -> tuple[Item, ...]:
        """Return the items of the cell on a blank form: a small label, pale circles to choose from, or nothing."""
        cell = self.cell
        if cell.pips and not cell.text:
            grid, x, y = pips.centered(cell.pips.blank, self.place.inset(PAD, 0.5 * MM))
            look = pips.Look(cell.pips.shape, cell.pips.letter, self.ink, ghost=True)
            return (Use(pips.symbol(cell.pips.blank, (), 0, grid, look), Transform(e=x, f=y)),)
        words = _without_holes(cell) or cell.blank
        if not words or (cell.text and cell.text.fixed and not cell.pips and not cell.notes):
            return ()
        style = STYLES["body"] if cell.pips or cell.notes else Style(size=7.5, color=GREY)
        inner = self.place.inset(self.pad, 0)
        label = text.line(words, style, inner.x, baseline(self.place, style))
        if not (cell.pips and cell.pips.blank):
            return (*label, *self._write_in(inner, label))
        count = cell.pips.blank
        grid = pips.arrange(count, self.place.width, self.place.height, largest=4.0 * MM)
        look = pips.Look(cell.pips.shape, cell.pips.letter, self.ink, ghost=True)
        x = self.place.right - 2 * PAD - grid.width(count)
        circles = Use(pips.symbol(count, (), 0, grid, look), Transform(e=x, f=self.place.center[1]))
        return (*label, *self._write_in(Box(inner.x, inner.y, x - inner.x, inner.height), label), circles)

    @staticmethod
    def _write_in(inner: Box, label: tuple[Text, ...]) -> Iterator[Item]:
        """A line to write on, from behind a label to the edge of its cell; a cell between rules needs none."""
        start, y = label[-1].x + label[-1].width + PAD, label[-1].y + 1.5
        if inner.right - start > 10 * MM:
            yield line(start, y, inner.right, y, Stroke(width=0.4))


def _without_holes(cell: Cell) -> str:
    """Return what a blank form keeps of a text that stands before circles or notes: "Torpedoes"."""
    if not cell.text or not (cell.pips or cell.notes):
        return ""
    return "".join(piece for piece in cell.text.pieces if isinstance(piece, str)).strip()


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of a line: words, then circles."""

    words: str
    count: int
    marks: tuple[int, ...]
    damaged: int
    shape: str
    letter: str

    def look(self, ink: Ink) -> pips.Look:
        return pips.Look(self.shape, self.letter, ink)


def _notes(value: object, damage: Damage) -> Iterator[_Part]:
    if isinstance(value, Battery):
        for trait in value.traits:
            yield _Part(f"{escape(trait.mark)}{escape(trait.note)}", 0, (), 0, "circle", "")
    if isinstance(value, Entries):
        for entry in value.items:
            words = str(entry)
            yield _Part(escape(words[:1].upper() + words[1:]), entry.amount, (), damage.get(entry.key, 0), "circle", "")


def _inline(parts: tuple[_Part, ...], place: Box, ink: Ink) -> tuple[Item, ...]:
    """Set words and circles one after the other: on one line, else smaller on two. Raises CellError."""
    for size, lines in ((10.0, 1), (8.5, 1), (7.5, 2), (SMALLEST, 2)):
        style, pitch = Style(size=size), min(3.9 * MM, place.height / lines, size * 1.12)
        try:
            rows = _break(parts, style, pitch, place.width)
        except fonts.NoGlyph as error:
            raise CellError(f"the notes have characters that no font here has: {' '.join(error.characters)}",
                            "write them with others") from error
        if len(rows) <= lines:
            bands = place.rows([1] * len(rows))
            return tuple(item for row, band in zip(rows, bands, strict=True)
                         for item in _row(row, band, style, pitch, ink))
    words = "; ".join(text.plain(part.words) for part in parts)
    raise CellError(f"'{words}' is too long for its place, {place.width / MM:.0f} mm wide, even at {SMALLEST} pt",
                    "shorten it, or give the cell more columns")


_SPACE = 2.2 * MM  # between the pieces of a line
_NEAR = 1.0 * MM  # between words and their circles


def _extent(part: _Part, style: Style, pitch: float) -> float:
    circles = pips.Grid(pitch, max(part.count, 1), 1).width(part.count)
    words = text.measure(part.words, style) if part.words else 0.0
    return words + (_NEAR if part.count and part.words else 0) + circles


def _break(parts: tuple[_Part, ...], style: Style, pitch: float, width: float) -> list[list[_Part]]:
    rows: list[list[_Part]] = [[]]
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


def _row(parts: list[_Part], band: Box, style: Style, pitch: float, ink: Ink) -> Iterator[Item]:
    x = band.x
    for part in parts:
        if part.words:
            yield from text.line(part.words, style, x, baseline(band, style))
        if part.count:
            grid = pips.Grid(pitch, part.count, 1)
            start = x + _extent(part, style, pitch) - grid.width(part.count)
            drawing = pips.symbol(part.count, part.marks, part.damaged, grid, part.look(ink))
            yield Use(drawing, Transform(e=start, f=band.center[1]))
        x += _extent(part, style, pitch) + _SPACE


def _names(cell: Cell) -> set[str]:
    """Return the names of the values that a cell shows."""
    formulas = [piece.formula for piece in cell.text.pieces if not isinstance(piece, str)] if cell.text else []
    if cell.pips:
        formulas += [one for one in (cell.pips.count, cell.pips.marks) if one]
    return {name for formula in formulas for name in formula.names} | set(cell.notes) or {"name"}


def painters(form: Form, box: Box, ink: Ink) -> tuple[Painter, ...]:
    """Return a painter for every cell whose content differs from unit to unit."""
    return tuple(Painter(cell, place, pad, ink) for cell, place, pad in layout(form, box)
                 if cell.pips or cell.notes or (cell.text and not cell.text.fixed))
