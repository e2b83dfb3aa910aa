"""The lines of a roster: a row for every ship, class by class, with the sums; sections for sides and kinds of unit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.drawing import shapes
from printshop.drawing.items import BLACK, Stroke, parse_color
from printshop.drawing.patterns import fill
from printshop.game.damage import key_of
from printshop.game.fleets.fleets import priced
from printshop.game.forces import figure
from printshop.game.values import Battery, Entries
from printshop.game.wording import MISSING, cell
from printshop.layout.table import Column, Row, Section
from printshop.markup import escape
from printshop.products.rosters.roster_columns import (
    BLANK,
    by_heading,
    by_of,
    class_of,
    columns_of,
    is_number,
    order_of,
    stem,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.drawing.ink import Ink
    from printshop.drawing.items import Item
    from printshop.game.fleets.fleets import Fleet, Squadron, Vessel
    from printshop.game.model import Game, Side, UnitType

    Tracks = Mapping[str, int]

NOTES = 62.0  # points: the least width of a column to write notes in
BY_HAND = {"name": 113.0, "class": 70.0, "number": 28.0, "value": 58.0, "points": 40.0, "notes": 96.0}
"""How wide columns are at least that are filled in by hand, in points: a figure takes 5 mm."""
WRITE = 21.0  # the height of a row to write in


@dataclass(frozen=True, slots=True)
class Plan:
    """What a roster shows: a game's units, whether with sums and notes.

    `tracks` are the circles on their records, by `key_of` units and by track.
    """

    game: Game
    tracks: Mapping[str, Tracks]
    ink: Ink
    sums: bool = True
    notes: bool = True


def sections(fleet: Fleet, plan: Plan) -> Iterator[Section]:
    """Give the sections of a fleet: one for each side and, within it, each kind of unit."""
    several = len(fleet.squadrons) > 1
    tables = {key: _Table([ship for ship in fleet.ships if ship.unit.kind == key], kind, plan)
              for key, kind in plan.game.unit_types.items()}
    for squadron in fleet.squadrons:
        ends = tuple(_ends(squadron, plan)) if plan.sums else ()
        kinds = [kind for kind in plan.game.unit_types if any(ship.unit.kind == kind for ship in squadron.ships)]
        before: list[Vessel] = []
        for number, kind in enumerate(kinds):
            ships = [ship for ship in squadron.ships if ship.unit.kind == kind]
            parts = [squadron.side.name or "for any side"] if several else []
            parts += [plan.game.unit_types[kind].plural] if len(kinds) > 1 else []
            title = ": ".join(parts)
            rows = tables[kind].rows(ships, before, whole=len(kinds) == 1)
            rows += ends if number == len(kinds) - 1 else ()
            mark = swatch(squadron.side, plan.ink) if several and squadron.side.name else ()
            yield Section(tables[kind].heads, rows, tables[kind].sums, escape(title[:1].upper() + title[1:]), mark)
            before += ships


def swatch(side: Side, ink: Ink) -> tuple[Item, ...]:
    """Return a sample of a side's colour and pattern, 13 x 9 points, its corner at the origin."""
    ground = fill(side.pattern, (0, 0, 13, 9), parse_color(side.color), ink, pitch=3.2, weight=0.6)
    return (*ground, shapes.rect(0, 0, 13, 9, stroke=Stroke(BLACK, 0.5)))


def grouped(ships: Sequence[Vessel], by: str, order: Sequence[str] = ()) -> dict[str, list[Vessel]]:
    """Return ships by their class, in an order of the classes or, for the others, as they first appear."""
    found: dict[str, list[Vessel]] = {}
    for ship in ships:
        found.setdefault(class_of(ship.unit, by), []).append(ship)
    return dict(sorted(found.items(), key=lambda one: order.index(one[0]) if one[0] in order else len(order)))


def counted(ships: Sequence[Vessel], game: Game) -> str:
    """Return how many ships there are, in the game's words: "17 ships"."""
    kinds = {ship.unit.kind for ship in ships}
    kind = game.unit_types[kinds.pop()] if len(kinds) == 1 else None
    one, more = (kind.name, kind.plural) if kind else ("unit", "units")
    return f"{len(ships)} {one if len(ships) == 1 else more}"


class _Table:
    """The columns of all ships of one kind: the same for every side, so that they stand below each other."""

    def __init__(self, ships: Sequence[Vessel], kind: UnitType, plan: Plan) -> None:
        self.kind, self.plan, self.by = kind, plan, by_of(plan.game, kind)
        self._order = order_of(plan.game, kind, self.by)
        self._values = [value for _, value in columns_of(kind)]
        # classes of a single ship each, on all sides, want no headings: they stand in a column
        alike = Counter((ship.unit.side.key, class_of(ship.unit, self.by)) for ship in ships)
        self._parted = max(alike.values(), default=0) > 1
        self._classes = any(self._class(ship) for ship in ships)
        self._damaged = any(ship.damage for ship in ships)
        own = self._parted or any(_class(ship, self.by) for ship in ships)  # else it is the value that parts them
        title = "Class" if own else escape(by_heading(self.by, kind))
        heads = [Column(kind.name.capitalize(), free=True), *([Column(title, free=True)] if self._classes else [])]
        units = [ship.unit for ship in ships]
        for heading, value in columns_of(kind):
            number = is_number(units, value)
            heads.append(Column(escape(heading), "end" if number else "start", free=not number))
        self.sums = len(heads) if priced(plan.game) else None
        heads += [Column("Points", "end")] if self.sums is not None else []
        heads += [Column("Damage", free=True, least=44.0)] if self._damaged else []
        self.heads = (*heads, *([Column("Notes", free=True, least=NOTES)] if plan.notes else []))

    def rows(self, ships: Sequence[Vessel], before: Sequence[Vessel], *, whole: bool) -> tuple[Row, ...]:
        """Return the rows of ships, class by class; `before` are those in tables above, `whole` that there are none."""
        rows, game, groups = list[Row](), self.plan.game, grouped(ships, self.by, self._order)
        running, open_ = _known(before), any(ship.points is None for ship in before)
        for name, own in groups.items():
            rows += [Row((escape(name) or MISSING, ""), "group")] if len(groups) > 1 and self._parted else []
            for ship in own:
                running, open_ = running + (ship.points or 0), open_ or ship.points is None
                shown = _amount(running, open_) if self.plan.sums and self.sums is not None else ""
                rows.append(Row(tuple(self._cells(ship)), running=shown))
            if self.plan.sums and len(groups) > 1 and len(own) > 1:
                rows.append(_sum(f"{escape(name) or MISSING}: {counted(own, game)}", own, game, rows[-1].running))
        if self.plan.sums and not whole and len(ships) > 1:
            rows.append(_sum(counted(ships, game), ships, game, rows[-1].running))
        return tuple(rows)

    def _cells(self, ship: Vessel) -> Iterator[str]:
        yield ship.unit.known_label
        if self._classes:
            yield escape(self._class(ship))
        yield from (cell(ship.unit.values.get(value)) for value in self._values)
        if self.sums is not None:
            priced_too = priced(self.plan.game, (self.kind.key,))
            yield MISSING if not priced_too else BLANK if ship.points is None else figure(ship.points)
        if self._damaged:
            yield _damage(ship, self.plan)
        if self.plan.notes:
            yield "; ".join(part for part in (*self._marked(ship), ship.notes) if part)

    def _class(self, ship: Vessel) -> str:
        own, shared = _class(ship, self.by), class_of(ship.unit, self.by)
        return own if self._parted else ", ".join(part for part in (own, shared) if part)

    def _marked(self, ship: Vessel) -> Iterator[str]:
        """Give what the marks mean behind what is shown of a ship, "*Lightning projectors", and what no column shows.

        That are the things that her record names with circles: "5 Congreve rockets".
        """
        shown = [ship.unit.values.get(value) for value in self._values]
        traits = [trait for value in shown if isinstance(value, Battery) for trait in value.traits]
        yield from dict.fromkeys(trait.said for trait in traits if trait.note)
        rest = (ship.unit.values.get(name) for name in self.kind.fields if name not in self._values)
        yield from (escape(str(value)) for value in rest if isinstance(value, Entries) and value.items)


def _class(ship: Vessel, by: str) -> str:
    """Return the name of a ship's class where that says something: not her own name, nor what parts the roster.

    What is known by a tag is of the class of its design.
    """
    name = ship.unit.class_name or (ship.base if ship.unit.tag else "")
    return "" if name in ("", ship.unit.known_as, class_of(ship.unit, by)) else name


def _damage(ship: Vessel, plan: Plan) -> str:
    """Return the damage of a ship: "hull 3/14", of how many if that is known."""
    tracks = plan.tracks.get(key_of(ship.unit), {})
    parts = [f"{track.replace('_', ' ').replace('.', ' ')}\u00a0{marked}"
             + (f"/{tracks[track]}" if track in tracks else "") for track, marked in ship.damage.items()]
    return escape(", ".join(parts))


def total(ships: Sequence[Vessel], game: Game) -> str:
    """Return what ships cost together; where that is not known of all, there is room to write the rest."""
    if not priced(game, {ship.unit.kind for ship in ships}):
        return MISSING
    return _amount(_known(ships), any(ship.points is None for ship in ships))


def _known(ships: Sequence[Vessel]) -> Fraction:
    return sum((ship.points for ship in ships if ship.points is not None), Fraction(0))


def _amount(known: Fraction, unknown: bool) -> str:
    """Return a sum as printed, with room to write the rest where some of it is not known."""
    if not unknown:
        return figure(known)
    return f"{figure(known)} + {BLANK}" if known else BLANK


def _sum(label: str, ships: Sequence[Vessel], game: Game, running: str) -> Row:
    return Row((label, total(ships, game)), "sum", running)


def _ends(squadron: Squadron, plan: Plan) -> Iterator[Row]:
    """Give what stands below the last ship: the sum, the limit, and what lies between them."""
    if priced(plan.game) or len(squadron.ships) > 1:
        label = f"Total: {counted(squadron.ships, plan.game)}"
        yield Row((label, total(squadron.ships, plan.game) if priced(plan.game) else ""), "total")
    if squadron.limit is not None:
        yield Row(("Limit", figure(squadron.limit)), "sum")
        left, over = squadron.left, squadron.over
        unknown = BLANK if not over else f"{figure(over)} + {BLANK}"
        yield Row(("Over the limit" if over else "Left over", unknown if left is None else figure(abs(left))), "sum")


def blank_section(kind: UnitType, plan: Plan, rows: int, title: str = "") -> Section:
    """Return a table to be filled in by hand: `rows` rows, then the sum, the limit and what is left over."""
    heads = [Column(kind.name.capitalize(), free=True, least=BY_HAND["name"]),
             Column("Class", free=True, least=BY_HAND["class"])]
    units = [unit for unit in plan.game.units.values() if unit.kind == kind.key]
    heads += [Column(escape(heading), "middle", least=BY_HAND["number" if is_number(units, value) else "value"])
              for heading, value in columns_of(kind)]
    sums = len(heads) if priced(plan.game, (kind.key,)) else None
    heads += [Column("Points", "middle", least=BY_HAND["points"])] if sums is not None else []
    heads += [Column("Damage, notes", free=True, least=BY_HAND["notes"])]
    lines = [Row(("",) * len(heads), height=WRITE) for _ in range(rows)]
    ends = [Row((words, ""), "total" if words == "Total" else "sum", height=WRITE)
            for words in ("Total", "Limit", "Left over")] if sums else []
    return Section(tuple(heads), (*lines, *ends), sums, title, grid=True)


__all__ = ["Plan", "blank_section", "counted", "grouped", "sections", "stem", "swatch", "total"]
