"""What the checks of a unit say, and what its derived values are made from: in a cell, or on pages behind the records.

Points, origin at the top left, y down. Two tables side by side where there is room, else one above the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from printshop.drawing import text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import Bookmark, Group, Item, Page, Stroke
from printshop.drawing.text import Style
from printshop.game.audit import BROKEN, HELD, OPEN, WARNING, Audit, Finding, audit
from printshop.game.forms.cells import Audit as AuditCell
from printshop.game.forms.cells import cells_of
from printshop.game.forms.reading import FORMS, Form
from printshop.game.model import Game, Unit
from printshop.game.unit_types import UnitType
from printshop.job import Settings
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.layout.paper import Paper
from printshop.layout.table import Cell, Column, Laid, Look, Row, Table, lay, widths
from printshop.products.forms.plan import FormError, Slot
from printshop.products.forms.variants import hand_of
from printshop.products.safely import reported
from printshop.units import MM

MARKS = {HELD: "✓", WARNING: "!", BROKEN: "✗", OPEN: "?"}
SIZE, LARGE, LEAST = 8.5, 12.0, 6.0
LEADING = 1.2
ASIDE, BELOW = 6 * MM, 6 * MM  # between tables side by side, between units
WIDE = 28.0  # sizes of type: a table that wide may stand beside another
CHECKS = (Column("Rule", share=4.3), Column("Figures", share=2.4), Column("Limit", share=1.3),
          Column("Verdict", share=1.9))
UNLIMITED = CHECKS[0], Column("Figures", share=3.7), CHECKS[3]
RECKONED = Column("Worked out", share=3.5), Column("Value", share=2.1), Column("From", share=4.7)
PAD = 1.2 * MM
NOTHING = "There is nothing to check."


def look(size: float, ink: Ink) -> Look:
    """Return the look of the tables of an audit, in type of `size` points."""
    return Look(Style(size=size), Style(size=size, bold=True), ink, leading=1.2, pad=(PAD / 2, PAD / 2), down=PAD / 2,
                between=Stroke(width=0.3), below_head=Stroke(width=0.3), edge=Stroke(width=0.8),
                ground=shade(ink, 0.12))


def behind(game: Game, forms: Sequence[Form], units: Sequence[Unit], settings: Settings, letters: str,
           number: Iterator[int], *, packed: bool = False) -> Iterator[Page]:
    """Give the pages of audits that come behind records: of units whose forms do not show one themselves.

    In a pack those behind the record sheets serve the cards, too. Raises PrintshopError.
    """
    shown = {form.unit for form in forms if any(isinstance(cell, AuditCell) for cell, _ in cells_of(form.rows))}
    sheets = {form.unit for form in game[FORMS].values() if not form.size and form.default} if packed else set()
    kinds = {form.unit for form in forms} - shown - sheets
    size = max(SIZE, hand_of(settings.variants).words)
    yield from Sheet(game, settings.paper, settings.ink, size).pages([unit for unit in units if unit.kind in kinds],
                                                                     letters, number)


def cell(unit: Unit, unit_type: UnitType, slot: Slot, ink: Ink) -> Group:
    """Return what the checks of a unit say in a cell of its record, as large as it can be. Raises FormError."""
    checked, place = audit(unit, unit_type), slot.place.inset(0, 0.4 * MM)
    size = slot.cell.largest or SIZE
    least = min(slot.cell.smallest or LEAST, size)
    if not checked.findings and not checked.reckonings:
        return Group(text.line(NOTHING, Style(size=size), place.x, place.y + size))
    while size >= least - 0.01:
        with suppress(text.TooWide):
            tables = min(_ways(checked, place.width, size, ink), key=lambda tables: _height(tables, place.width))
            if _height(tables, place.width) <= place.height + 0.01:
                return Group(tuple(_placed(tables, place)))
        size -= 0.25
    raise FormError(f"what the checks say takes more than {place.width / MM:.0f} x {place.height / MM:.0f} mm, even at "
                    f"{least:g} pt", "give the cell more room; --audit prints it on pages of its own")


def _ways(checked: Audit, width: float, size: float, ink: Ink) -> list[tuple[Laid, ...]]:
    """Return the tables of a unit one above the other and, if there is room, side by side. Raises TooWide."""
    tables = []
    if checked.findings:
        columns = CHECKS if any(finding.limit for finding in checked.findings) else UNLIMITED
        tables.append(Table(columns, tuple(_check(finding, columns) for finding in checked.findings)))
    if checked.reckonings:
        tables.append(Table(RECKONED, tuple(Row((derived.label, f"**{derived.value}**", derived.made_from))
                                            for derived in checked.reckonings)))
    in_ink = look(size, ink)
    rooms = [width]
    if len(tables) == 2 and width >= 2 * WIDE * size + ASIDE:
        rooms.append((width - ASIDE) / 2)
    return [tuple(lay(table, widths(table, room, in_ink), in_ink) for table in tables) for room in rooms]


def _check(finding: Finding, columns: Sequence[Column]) -> Row:
    """Return the row of a check; without a limit its figures have that column, too."""
    demand = f"{finding.demand}\n**{finding.message}**" if finding.message else finding.demand
    verdict = f"{MARKS[finding.state]} {finding.state}"
    figures = ((finding.figures, finding.limit) if finding.limit else
               (Cell(finding.figures, across=len(columns) - 2),))
    return Row((demand, *figures, f"**{verdict}**" if finding.message else verdict))


def _height(tables: Sequence[Laid], width: float) -> float:
    if _beside(tables, width):
        return max(table.height for table in tables)
    return sum(table.height for table in tables) + max(0, len(tables) - 1) * PAD * 2


def _beside(tables: Sequence[Laid], width: float) -> bool:
    return bool(tables) and all(table.width < width - 0.01 for table in tables)


def _placed(tables: Sequence[Laid], place: Box) -> Iterator[Item]:
    x, y = place.x, place.y
    for table in tables:
        yield from table.draw(x, y)
        if _beside(tables, place.width):
            x += table.width + ASIDE
        else:
            y += table.height + PAD * 2


class Sheet(NamedTuple):
    """How pages of audits are made: for which game, on which paper, with how much ink, in which size of type."""

    game: Game
    paper: Paper
    ink: Ink
    size: float = SIZE

    @property
    def area(self) -> Box:
        """The room between header and footer."""
        return furniture.content_box(self.paper, scale=False)

    def pages(self, units: Sequence[Unit], letters: str, number: Iterator[int] | None = None) -> Iterator[Page]:
        """Give pages with what the checks of units say, as many units on each as fit. Raises PrintshopError."""
        number = number or count(1)
        filled: list[Item] = []
        y, first = self.area.y, True
        for unit in units:
            for block, height in self._blocks(unit):
                if filled and y + height > self.area.bottom + 0.01:
                    yield self._furnish(filled, first, f"{letters}-{next(number)}")
                    filled, y, first = [], self.area.y, False
                filled.append(Group(block, Transform(e=self.area.x, f=y)))
                y += height + BELOW
        if filled:
            yield self._furnish(filled, first, f"{letters}-{next(number)}")

    def _blocks(self, unit: Unit) -> Iterator[tuple[tuple[Item, ...], float]]:
        """Give what there is to say of a unit in blocks that are no higher than a page, each with its height."""
        with reported(f"what the checks say of {unit.title}", unit.span):
            width, unit_type = self.area.width, self.game.unit_types[unit.kind]
            points = unit.values.get(unit_type.points)
            worth = f", {_worth(unit_type.points, points)}" if isinstance(points, int) else ""
            tables: tuple[Laid, ...] = _ways(audit(unit, unit_type), width, self.size, self.ink)[-1]  # all units alike
            title = Style("serif", self.size + 4)
            top = title.size * 1.7
            while True:
                words = text.line(f"{unit.label}{worth}", title, 0, title.size, max_width=width, min_size=8.0)
                if not tables:
                    none = text.line(NOTHING, Style(size=self.size), 0, top + self.size)
                    yield (*words, *none), top + self.size * 1.2
                    return
                now, rest = _cut(tables, width, self.area.height - top)
                yield ((*words, *_placed(now, Box(0, top, width, 0))), top + _height(now, width))
                if not rest:
                    return
                tables, worth = rest, ", continued"

    def _furnish(self, items: Sequence[Item], first: bool, label: str) -> Page:
        return furniture.page(self.paper, "Audit", tuple(items), game_title=self.game.title, rights=self.game.rights,
                              scale=False, label=label, bookmarks=(Bookmark("Audit"),) if first else ())


def _worth(name: str, points: int) -> str:
    """Return what a unit is worth in words: "38 points", "1 point", but "cost 38"."""
    said = text.escape(name.replace("_", " "))
    return f"{points} {said[:-1] if points == 1 else said}" if said.endswith("s") else f"{said} {points}"


def _cut(tables: Sequence[Laid], width: float, height: float) -> tuple[tuple[Laid, ...], tuple[Laid, ...]]:
    now: list[Laid] = []
    later: list[Laid] = []
    free = height
    for table in tables:
        if not _beside(tables, width) and later:
            later.append(table)
            continue
        taken, rest = table.cut(free)
        if taken.strips:
            now.append(taken)
        if rest:
            later.append(rest)
        if not _beside(tables, width):
            free -= taken.height + PAD * 2
    if not now:
        raise FormError(f"a line of what the checks say is higher than the page, {height / MM:.0f} mm",
                        "shorten its 'label' or 'figures', or choose larger paper")
    return tuple(now), tuple(later)
