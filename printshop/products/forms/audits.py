"""What the checks of a unit say, and what its derived values are made from: in a cell, or on pages behind the records.

Points, origin at the top left, y down. Two tables side by side where there is room, else one above the other.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import shade
from printshop.drawing.items import Bookmark, Group, Stroke
from printshop.drawing.shapes import line, rect
from printshop.drawing.text import Style
from printshop.game.audit import BROKEN, HELD, OPEN, WARNING, audit
from printshop.game.forms.form_cells import cells_of
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.products.forms.cell_text import brief
from printshop.products.forms.form_plan import FormError
from printshop.products.forms.form_variants import hand_of
from printshop.products.trouble import reported
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.ink import Ink
    from printshop.drawing.items import Item, Page
    from printshop.game.audit import Audit, Finding
    from printshop.game.forms.form_model import Form
    from printshop.game.model import Game, Unit
    from printshop.game.unit_types import Rules
    from printshop.layout.paper import Paper
    from printshop.products.forms.form_plan import Slot
    from printshop.products.product import Settings

MARKS = {HELD: "✓", WARNING: "!", BROKEN: "✗", OPEN: "?"}
SIZE, LARGE, LEAST = 8.5, 12.0, 6.0
LEADING = 1.2
ASIDE, BELOW = 6 * MM, 6 * MM  # between tables side by side, between units
WIDE = 28.0  # sizes of type: a table that wide may stand beside another
CHECKS = ("", "Check", "Figures")
RECKONED = ("Worked out", "", "From")
CHECK_SHARES, RECKONED_SHARES = (0.5, 6.0, 3.5), (3.5, 2.2, 4.6)
PAD = 1.2 * MM
RULE, EDGE = Stroke(width=0.3), Stroke(width=0.8)


class Row(NamedTuple):
    """A row of a table, drawn with its top at y = 0."""

    items: tuple[Item, ...]
    height: float


class Table(NamedTuple):
    """A table as wide as its column: a head and rows."""

    head: Row
    rows: tuple[Row, ...]
    width: float

    @property
    def height(self) -> float:
        """The height of the table."""
        return self.head.height + sum(row.height for row in self.rows)

    def cut(self, height: float) -> tuple[Table, Table | None]:
        """Return as much of the table as is no higher than that, and the rest of it."""
        free, taken = height - self.head.height, 0
        for row in self.rows:
            free -= row.height
            if free < -0.01:
                break
            taken += 1
        rest = self._replace(rows=self.rows[taken:]) if taken < len(self.rows) else None
        return self._replace(rows=self.rows[:taken]), rest

    def drawn(self, x: float, y: float) -> Group:
        """Return the table with its top left corner at (x, y)."""
        items: list[Item] = []
        at = 0.0
        for row in (self.head, *self.rows):
            items.append(Group(row.items, Transform(f=at)))
            at += row.height
            items.append(line(0, at, self.width, at, RULE))
        items += [line(0, 0, self.width, 0, EDGE), line(0, at, self.width, at, EDGE)]
        return Group(tuple(items), Transform(e=x, f=y))


def behind(game: Game, forms: Sequence[Form], units: Sequence[Unit], settings: Settings, letters: str,
           number: Iterator[int], *, packed: bool = False) -> Iterator[Page]:
    """Give the pages of audits that come behind records: of units whose forms do not show one themselves.

    In a pack those behind the record sheets serve the cards, too. Raises PrintshopError.
    """
    shown = {form.unit for form in forms if any(cell.audit for cell, _ in cells_of(form.rows))}
    sheets = {form.unit for form in game.forms.values() if not form.size and form.default} if packed else set()
    kinds = {form.unit for form in forms} - shown - sheets
    size = max(SIZE, hand_of(settings.variants).words)
    yield from Sheet(game, settings.paper, settings.ink, size).pages([unit for unit in units if unit.kind in kinds],
                                                                     letters, number)


def cell(unit: Unit, rules: Rules, slot: Slot, ink: Ink) -> Group:
    """Return what the checks of a unit say in a cell of its record, as large as it can be. Raises FormError."""
    made, place = audit(unit, rules), slot.place.inset(0, 0.4 * MM)
    size = slot.cell.largest or SIZE
    least = min(slot.cell.smallest or LEAST, size)
    while size >= least - 0.01:
        try:
            tables = _tables(made, place.width, size, ink)
        except text.TooWide:
            tables = ()
        if not tables and not made.findings and not made.reckonings:
            return Group(text.line("There is nothing to check.", Style(size=size), place.x, place.y + size))
        if tables and _height(tables, place.width) <= place.height + 0.01:
            return Group(tuple(_placed(tables, place)))
        size -= 0.25
    raise FormError(f"what the checks say takes more than {place.width / MM:.0f} x {place.height / MM:.0f} mm, even at "
                    f"{least:g} pt", "give the cell more room; --audit prints it on pages of its own")


def _tables(made: Audit, width: float, size: float, ink: Ink) -> tuple[Table, ...]:
    """Return the tables of a unit: side by side if there is room and they are lower so. Raises TooWide for a word."""
    ways = [_in_columns(made, width, size, ink)]
    if made.findings and made.reckonings and width >= 2 * WIDE * size + ASIDE:
        ways.append(_in_columns(made, (width - ASIDE) / 2, size, ink))
    return min(ways, key=lambda tables: _height(tables, width))


def _in_columns(made: Audit, own: float, size: float, ink: Ink) -> tuple[Table, ...]:
    found = []
    if made.findings:
        rows = [_told(finding) for finding in made.findings]
        found.append(_table(CHECKS, CHECK_SHARES, rows, own, size, ink))
    if made.reckonings:
        derived = [(one.label, f"**{one.value}**", one.made_from) for one in made.reckonings]
        found.append(_table(RECKONED, RECKONED_SHARES, derived, own, size, ink))
    return tuple(found)


def _told(finding: Finding) -> tuple[str, str, str]:
    demand = f"{finding.demand}\n**{finding.message}**" if finding.message else finding.demand
    return f"**{MARKS[finding.state]}**", demand, finding.figures


def _table(head: Sequence[str], shares: tuple[float, ...], rows: Sequence[tuple[str, ...]], width: float, size: float,
           ink: Ink) -> Table:
    titles = _row([f"**{title}**" if title else "" for title in head], shares, width, size)
    ground = rect(0, 0, width, titles.height, fill=shade(ink, 0.12))
    return Table(titles._replace(items=(ground, *titles.items)),
                 tuple(_row(row, shares, width, size) for row in rows), width)


def _row(cells: Sequence[str], shares: tuple[float, ...], width: float, size: float) -> Row:
    blocks = []
    for markup, column in zip(cells, Box(0, 0, width, 0).columns(shares), strict=True):
        inner = column.inset(PAD / 2, 0)
        try:
            blocks.append(text.block(markup, Style(size=size), (inner.x, PAD / 2, inner.width, None), LEADING))
        except text.TooWide as error:
            raise text.TooWide(f"'{brief(markup)}'", error.needed, error.available, described=True) from error
    return Row(tuple(item for block in blocks for item in block.items), max(block.height for block in blocks) + PAD)


def _height(tables: Sequence[Table], width: float) -> float:
    """Return the height of tables: side by side where they are not as wide as their place."""
    if _beside(tables, width):
        return max(table.height for table in tables)
    return sum(table.height for table in tables) + max(0, len(tables) - 1) * PAD * 2


def _beside(tables: Sequence[Table], width: float) -> bool:
    return bool(tables) and all(table.width < width - 0.01 for table in tables)


def _placed(tables: Sequence[Table], place: Box) -> Iterator[Item]:
    x, y = place.x, place.y
    for table in tables:
        yield table.drawn(x, y)
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
            width, rules = self.area.width, self.game.rules[unit.kind]
            points = unit.values.get(rules.unit_type.points)
            worth = f", {_worth(rules.unit_type.points, points)}" if isinstance(points, int) else ""
            tables: tuple[Table, ...] = _tables(audit(unit, rules), width, self.size, self.ink)
            title = Style("serif", self.size + 4)
            top = title.size * 1.4
            while True:
                words = text.line(f"{unit.label}{worth}", title, 0, title.size, max_width=width, min_size=8.0)
                if not tables:
                    none = text.line("There is nothing to check.", Style(size=self.size), 0, top + self.size)
                    yield (*words, *none), top + self.size * LEADING
                    return
                now, rest = _cut(tables, width, self.area.height - top)
                yield ((*words, *_placed(now, Box(0, top, width, 0))), top + _height(now, width))
                if not rest:
                    return
                tables, worth = rest, ", continued"

    def _furnish(self, items: Sequence[Item], first: bool, label: str) -> Page:
        return furniture.page(self.paper, "Audit", tuple(items), game_title=self.game.title, rights=self.game.rights,
                              note="✓ held · ! a warning · ✗ broken · ? not known", scale=False, label=label,
                              bookmarks=(Bookmark("Audit"),) if first else ())


def _worth(name: str, points: int) -> str:
    """Return what a unit is worth in words: "38 points", "1 point", but "cost 38"."""
    said = text.escape(name.replace("_", " "))
    return f"{points} {said[:-1] if points == 1 else said}" if said.endswith("s") else f"{said} {points}"


def _cut(tables: Sequence[Table], width: float, height: float) -> tuple[tuple[Table, ...], tuple[Table, ...]]:
    """Return as much of some tables as goes on a page, and the rest."""
    now: list[Table] = []
    later: list[Table] = []
    free = height
    for table in tables:
        if not _beside(tables, width) and later:
            later.append(table)
            continue
        taken, rest = table.cut(free)
        if taken.rows:
            now.append(taken)
        if rest:
            later.append(rest)
        if not _beside(tables, width):
            free -= taken.height + PAD * 2
    if not now:
        raise FormError(f"a line of what the checks say is higher than the page, {height / MM:.0f} mm",
                        "shorten its 'label' or 'figures', or choose larger paper")
    return tuple(now), tuple(later)
