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
from printshop.game.forms.forms import FORMS
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.products.forms import form_columns
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
CHECKS, UNLIMITED = ("Rule", "Figures", "Limit", "Verdict"), ("Rule", "Figures", "Verdict")
RECKONED = ("Worked out", "Value", "From")
CHECK_SHARES, RECKONED_SHARES = (4.3, 2.4, 1.3, 1.9), (3.5, 2.1, 4.7)
LEAST_FREE = 0.85  # of its share, what the widest column keeps for the sake of others
PARTS = (1.0, 0.85, 0.7, 0.55)  # of the width of a line without breaks, what the others have
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
    sheets = {form.unit for form in game[FORMS].values() if not form.size and form.default} if packed else set()
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
    return min(_ways(made, width, size, ink), key=lambda tables: _height(tables, width))


def _ways(made: Audit, width: float, size: float, ink: Ink) -> list[tuple[Table, ...]]:
    """Return the tables of a unit one above the other and, if there is room, side by side."""
    ways = [_in_columns(made, width, size, ink)]
    if made.findings and made.reckonings and width >= 2 * WIDE * size + ASIDE:
        ways.append(_in_columns(made, (width - ASIDE) / 2, size, ink))
    return ways


def _in_columns(made: Audit, own: float, size: float, ink: Ink) -> tuple[Table, ...]:
    found = []
    if made.findings:
        rows = [_told(finding) for finding in made.findings]
        limits = any(finding.limit for finding in made.findings)
        heads, shares = (CHECKS, CHECK_SHARES) if limits else (UNLIMITED, _without_limit(CHECK_SHARES))
        found.append(_table(heads, shares, rows, own, size, ink))
    if made.reckonings:
        derived = [(one.label, f"**{one.value}**", one.made_from) for one in made.reckonings]
        found.append(_table(RECKONED, RECKONED_SHARES, derived, own, size, ink))
    return tuple(found)


def _told(finding: Finding) -> tuple[str, ...]:
    """Return the cells of a check; without a limit its figures have that column, too."""
    demand = f"{finding.demand}\n**{finding.message}**" if finding.message else finding.demand
    verdict = f"{MARKS[finding.state]} {finding.state}"
    said = (finding.figures, finding.limit) if finding.limit else (finding.figures,)
    return demand, *said, f"**{verdict}**" if finding.message else verdict


def _table(head: Sequence[str], shares: tuple[float, ...], rows: Sequence[tuple[str, ...]], width: float, size: float,
           ink: Ink) -> Table:
    named = [f"**{title}**" if title else "" for title in head]
    shares = _wide_enough(shares, [named, *rows], width, size)
    titles = _row(named, shares, width, size)
    ground = rect(0, 0, width, titles.height, fill=shade(ink, 0.12))
    return Table(titles._replace(items=(ground, *titles.items)),
                 tuple(_row(row, shares, width, size) for row in rows), width)


def _wide_enough(shares: tuple[float, ...], rows: Sequence[Sequence[str]], width: float, size: float
                 ) -> tuple[float, ...]:
    """Return the shares of columns so that none but the widest breaks its lines, or they break them less often."""
    free = shares.index(max(shares))
    needed = [0.0] * len(shares)
    for row in rows:
        for column, markup in enumerate(row) if len(row) == len(shares) else ():
            needed[column] = max(needed[column], text.measure(markup, Style(size=size)) + PAD + 0.5)
    kept = LEAST_FREE * width * shares[free] / sum(shares)
    ways = ([part * one if column != free else kept for column, one in enumerate(needed)] for part in PARTS)
    return next((made for way in ways if (made := form_columns.shared(shares, way, width))), shares)


def _without_limit(shares: tuple[float, ...]) -> tuple[float, ...]:
    return (shares[0], shares[1] + shares[2], *shares[3:])


def _row(cells: Sequence[str], shares: tuple[float, ...], width: float, size: float) -> Row:
    blocks = []
    if len(cells) < len(shares):
        shares = _without_limit(shares)
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
            tables: tuple[Table, ...] = _ways(audit(unit, rules), width, self.size, self.ink)[-1]  # all units alike
            title = Style("serif", self.size + 4)
            top = title.size * 1.7
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
                              scale=False, label=label, bookmarks=(Bookmark("Audit"),) if first else ())


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
