"""Tables of a roster: a row for each ship, by class, with totals; and the summary of a fleet.

A unit type sets the values shown, the value that divides its units into classes, and the totals (`roster` in
game.yaml); defaults follow from its fields.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Literal

from printshop.drawing import art
from printshop.drawing.ink import Ink
from printshop.drawing.items import Item
from printshop.expressions import NOT_KNOWN, NotKnown
from printshop.game.fleets import Fleet, Squadron, Vessel, priced
from printshop.game.formulas import MISSING, cell, marked, show
from printshop.game.model import Game, Unit, key_of
from printshop.game.scenarios import figure
from printshop.game.unit_types import NONE, Shown, UnitType, heading_of
from printshop.game.values import Battery, Entries, Numbers, Rows
from printshop.layout.boxes import Box
from printshop.layout.flow import Block, Bullets, Heading, KeepTogether
from printshop.layout.table import Cell, Column, Row, Table, summed
from printshop.letters import escape, plain
from printshop.products.booklets.forces import counted, swatch
from printshop.products.safely import picture_of

Tracks = Mapping[str, int]

LOST = ("whole", "battery", "numbers", "entries", "list")  # kinds of fields that have totals
BLANK = show(NOT_KNOWN)  # a blank to fill in
UNSIZED = "No size class"
SIZED = ("size", "size_name")
NOTES = 62.0  # points: least width of a column for notes
BY_HAND = {"name": 113.0, "class": 70.0, "number": 28.0, "value": 58.0, "points": 40.0, "notes": 96.0}
"""Least widths of columns that are filled in by hand, in points: a figure takes 5 mm."""
THUMBNAIL = 46.0, 17.0  # points: width of the column of pictures, height of a row with a picture
WRITE = 21.0  # points: height of a row to write in


@dataclass(frozen=True, slots=True)
class Plan:
    """Options of a roster's tables: the game, and whether they have sums and notes.

    `tracks` has the number of circles on the units' records, by `key_of` units and by track.
    """

    game: Game
    tracks: Mapping[str, Tracks]
    ink: Ink
    sums: bool = True
    notes: bool = True

    def counted(self, ships: Sequence[Vessel]) -> str:
        """Return the number of ships with the game's word for them: "17 ships"."""
        return counted(self.game, [ship.unit.kind for ship in ships])

    def worth(self, ships: Sequence[Vessel]) -> str:
        """Return the points of ships together; if some are not known, with a blank for the rest."""
        if not priced(self.game, {ship.unit.kind for ship in ships}):
            return MISSING
        return _added([NOT_KNOWN if ship.points is None else Fraction(ship.points) for ship in ships])

    def added(self, ships: Sequence[Vessel], value: str) -> str:
        """Return the total of a value over ships: of the circles on their records, or else of the figures."""
        return _added([_amount(ship.unit, value, self.tracks.get(key_of(ship.unit), {})) for ship in ships])


# --- values and classes ---------------------------------------------------------------------------------------------


def _by_of(game: Game, kind: UnitType) -> str:
    """Return the value that divides units of a type into classes: the one it sets, a choice, the size; or ""."""
    if kind.roster.by is not None:
        return "" if kind.roster.by == NONE else kind.roster.by
    choices = (key for key, field in kind.fields.items() if field.kind == "choice")
    return next(choices, "size_name" if game.sizes else "")


def _by_heading(by: str, kind: UnitType) -> str:
    return escape("Size" if by == "size_name" else heading_of(by, kind.fields).removesuffix(" name"))


def _class_of(unit: Unit, by: str) -> str:
    value = unit.values.get(by) if by else None
    return "" if value is None else "Unknown" if value is NOT_KNOWN else plain(marked(value))


def _by_class(ships: Sequence[Vessel], by: str, game: Game, kind: UnitType | None = None) -> dict[str, list[Vessel]]:
    """Return ships by class, in the order of the game's sizes or of a choice's options, else in the order given."""
    order: Sequence[str] = tuple(kind.fields[by].options) if kind and by in kind.fields else ()
    if by in SIZED:
        order = tuple(size.key if by == "size" else size.name for size in game.sizes)
    classes: dict[str, list[Vessel]] = {}
    for ship in ships:
        classes.setdefault(_class_of(ship.unit, by), []).append(ship)
    return dict(sorted(classes.items(), key=lambda item: order.index(item[0]) if item[0] in order else len(order)))


def _stem(track: str) -> str:
    """Return the field of a track: "shield" for "shield.bow"."""
    return track.partition(".")[0]


def _amount(unit: Unit, value: str, tracks: Tracks) -> Fraction | NotKnown | None:
    """Return the amount that a unit's value adds to a total; None if the unit has no such value."""
    figures = unit.values.get(value)
    circles = [count for track, count in tracks.items() if _stem(track) == value]
    match figures:
        case NotKnown():
            return NOT_KNOWN
        case _ if circles:
            return Fraction(sum(circles))
        case Battery() | Entries() | Rows():
            return Fraction(figures.count)
        case Numbers():
            numbers = [number for number in figures.numbers if isinstance(number, int)]
            return Fraction(sum(numbers)) if len(numbers) == len(figures.numbers) else NOT_KNOWN
        case int() | Fraction() if not isinstance(figures, bool):
            return Fraction(figures)
    return None


def _added(amounts: Sequence[Fraction | NotKnown | None]) -> str:
    """Return a sum as printed, with a blank for amounts that are not known."""
    summands = [amount for amount in amounts if isinstance(amount, Fraction)]
    if summands or not amounts or NOT_KNOWN in amounts:
        return _printed(sum(summands, Fraction(0)), NOT_KNOWN in amounts)
    return MISSING


def _printed(total: Fraction, unknown: bool) -> str:
    return figure(total) if not unknown else f"{figure(total)} + {BLANK}" if total else BLANK


def _is_number(units: Iterable[Unit], value: str) -> bool:
    """Return whether a value is a number in all units, and so is set right."""
    return all(isinstance(unit.values.get(value), int | Fraction | NotKnown | None) for unit in units)


# --- rows of ships ---------------------------------------------------------------------------------------------


def sections(fleet: Fleet, plan: Plan) -> Iterator[Table]:
    """Yield the tables of a fleet: one for each side and, within a side, for each type of unit."""
    several = len(fleet.squadrons) > 1
    kinds = {key: _Kind([ship for ship in fleet.ships if ship.unit.kind == key], kind, plan)
             for key, kind in plan.game.unit_types.items()}
    for squadron in fleet.squadrons:
        groups = {key: ships for key in kinds if (ships := [ship for ship in squadron.ships if ship.unit.kind == key])}
        before: list[Vessel] = []
        for key, ships in groups.items():
            title = ": ".join((*((squadron.side.name or "for any side",) if several else ()),
                               *((plan.game.unit_types[key].plural,) if len(groups) > 1 else ())))
            rows = [*kinds[key].rows(ships, before, whole=len(groups) == 1),
                    *(kinds[key].ends(squadron) if plan.sums and key == [*groups][-1] else ())]
            yield Table(kinds[key].columns, tuple(rows), escape(title[:1].upper() + title[1:]), sums=kinds[key].sums,
                        mark=swatch(squadron.side, plan.ink) if several and squadron.side.name else ())
            before += ships


class _Kind:
    """Columns for all ships of one type, the same for every side, so that they line up between tables."""

    def __init__(self, ships: Sequence[Vessel], kind: UnitType, plan: Plan) -> None:
        self.kind, self.plan, self.by, self.shown = kind, plan, _by_of(plan.game, kind), kind.columns
        # classes of fewer than two ships on average have no headings: they are named in a column
        alike = Counter((ship.unit.side.key, _class_of(ship.unit, self.by)) for ship in ships)
        self.parted = len(ships) >= 2 * len(alike)
        self.pictured = any(ship.unit.art for ship in ships)
        self.classes = any(self.class_of(ship) for ship in ships)
        self.damaged = any(ship.damage for ship in ships)
        named = self.parted or any(self.named(ship) for ship in ships)  # else only the class value is shown
        columns = [Column(least=THUMBNAIL[0], pad=(0, 4))] if self.pictured else []
        columns += [Column(kind.name.capitalize(), free=True)]
        if self.classes:
            columns.append(Column("Class" if named else _by_heading(self.by, kind), free=True))
        for heading, value in self.shown:
            number = _is_number([ship.unit for ship in ships], value)
            columns.append(Column(escape(heading), "end" if number else "start", free=not number))
        self.sums = len(columns) if priced(plan.game) else None
        columns += [Column("Points", "end")] if self.sums is not None else []
        columns += [Column("Damage", free=True, least=44.0)] if self.damaged else []
        self.columns = (*columns, *([Column("Equipment, notes", free=True, least=NOTES)] if plan.notes else []))

    def named(self, ship: Vessel) -> str:
        """Return the name of a ship's class, or "" if it repeats the ship's name or the value that divides the roster.

        A ship known by a tag has its design as its class.
        """
        name = ship.unit.class_name or (ship.base if ship.unit.tag else "")
        return "" if name in ("", ship.unit.known_as, _class_of(ship.unit, self.by)) else name

    def class_of(self, ship: Vessel) -> str:
        named, shared = self.named(ship), "" if self.parted else _class_of(ship.unit, self.by)
        return ", ".join(filter(None, (named, shared)))

    def rows(self, ships: Sequence[Vessel], before: Sequence[Vessel], *, whole: bool) -> Iterator[Row]:
        """Yield the rows of ships by class; `before` has the ships of tables above, `whole`: the side has one table."""
        plan, classes = self.plan, _by_class(ships, self.by, self.plan.game, self.kind)
        running_total = sum((ship.points for ship in before if ship.points is not None), Fraction(0))
        unknown, running = any(ship.points is None for ship in before), ""
        for name, group in classes.items():
            if len(classes) > 1 and self.parted:
                yield self._across(escape(name) or MISSING, "", "group")
            for ship in group:
                running_total, unknown = running_total + (ship.points or 0), unknown or ship.points is None
                running = _printed(running_total, unknown) if plan.sums and self.sums is not None else ""
                yield Row(tuple(self._cells(ship)), running=running, height=THUMBNAIL[1] if self.pictured else 0.0)
            if plan.sums and self.parted and len(classes) > 1 and len(group) > 1:
                label = f"{escape(name) or MISSING}: {plan.counted(group)}"
                yield self._across(label, plan.worth(group), "sum", running)
        if plan.sums and not whole and len(ships) > 1:
            yield self._across(plan.counted(ships), plan.worth(ships), "sum", running)

    def ends(self, squadron: Squadron) -> Iterator[Row]:
        """Yield the rows below the last ship: the total, the limit, and the difference between them."""
        plan = self.plan
        if priced(plan.game) or len(squadron.ships) > 1:
            yield self._across(f"Total: {plan.counted(squadron.ships)}", plan.worth(squadron.ships), "total")
        if squadron.limit is not None:
            yield self._across("Limit", figure(squadron.limit), "sum")
            left = abs(squadron.limit - squadron.points) if squadron.over or not squadron.unpriced else Fraction(0)
            yield self._across("Over the limit" if squadron.over else "Left over",
                               _printed(left, bool(squadron.unpriced)), "sum")

    def _across(self, label: str, amount: str, kind: Literal["group", "sum", "total"], running: str = "") -> Row:
        return summed(len(self.columns), self.sums, label, amount, kind)._replace(running=running)

    def _cells(self, ship: Vessel) -> Iterator[str | Cell]:
        if self.pictured:
            yield Cell(drawn=partial(_thumbnail, ship.unit, self.plan.ink))
        yield ship.unit.known_label
        if self.classes:
            yield escape(self.class_of(ship))
        values = [value for _, value in self.shown]
        shown = [ship.unit.values.get(value) for value in values]
        yield from map(cell, shown)
        if self.sums is not None:
            priced_too = priced(self.plan.game, (self.kind.key,))
            yield MISSING if not priced_too else BLANK if ship.points is None else figure(ship.points)
        if self.damaged:  # "hull 3/14", with the number of circles if it is known
            tracks = self.plan.tracks.get(key_of(ship.unit), {})
            yield escape(", ".join(f"{track.replace('_', ' ').replace('.', ' ')}\u00a0{marked}"
                                   + (f"/{tracks[track]}" if track in tracks else "")
                                   for track, marked in ship.damage.items()))
        if self.plan.notes:  # "*Lightning projectors", "5 rockets" that have no column, the ship's notes
            traits = [trait for value in shown if isinstance(value, Battery) for trait in value.traits]
            values_left = [escape(str(value)) for name in self.kind.fields if name not in values
                           if isinstance(value := ship.unit.values.get(name), Entries) and value.items]
            notes = dict.fromkeys(trait.said for trait in traits if trait.note)
            yield "; ".join(filter(None, (*notes, *values_left, ship.notes)))


def _thumbnail(unit: Unit, ink: Ink, box: Box) -> Iterator[Item]:
    """Draw the picture of a unit in the middle of its cell."""
    if portrait := picture_of(unit):
        turn = 90 if unit.art_bow == "up" else 0
        yield art.place(portrait, art.sharp(portrait, box.inset(0, 1.5)), ink=ink, turn=turn)


def blank_section(kind: UnitType, plan: Plan, rows: int) -> Table:
    """Return a table to fill in by hand: `rows` rows, then the total, the limit and what is left over."""
    units = [unit for unit in plan.game.units.values() if unit.kind == kind.key]
    columns = [Column(kind.name.capitalize(), free=True, least=BY_HAND["name"]),
               Column("Class", free=True, least=BY_HAND["class"]),
               *(Column(escape(heading), "middle", least=BY_HAND["number" if _is_number(units, value) else "value"])
                 for heading, value in kind.columns)]
    sums = len(columns) if priced(plan.game, (kind.key,)) else None
    columns += [Column("Points", "middle", least=BY_HAND["points"])] if sums is not None else []
    columns += [Column("Damage, notes", free=True, least=BY_HAND["notes"])]
    lines = [Row(("",) * len(columns), height=WRITE)] * rows
    ends: tuple[tuple[str, Literal["sum", "total"]], ...] = (("Total", "total"), ("Limit", "sum"), ("Left over", "sum"))
    lines += [summed(len(columns), sums, words, "", how)._replace(height=WRITE) for words, how in ends if sums]
    return Table(tuple(columns), tuple(lines), sums=sums, grid=True)


# --- summary -----------------------------------------------------------------------------------------


def summary(fleet: Fleet, plan: Plan) -> Iterator[Block]:
    """Yield the summary tables of each side, below its name if there are several, and warnings about units.

    A fleet of a single ship has no tables.
    """
    above: list[Block] = [Heading(2, "Force summary")]
    for squadron in fleet.squadrons if len(fleet.ships) > 1 else ():
        tables = tuple(_summaries(squadron, plan))
        if not tables:
            continue
        if len(fleet.squadrons) > 1 and squadron.side.name:
            above.append(Heading(3, escape(squadron.side.name), mark=swatch(squadron.side, plan.ink)))
        yield KeepTogether((*above, tables[0]))
        yield from tables[1:]
        above = []
    odd = {ship.base: f"{plan.game.units[ship.base].label}: {', '.join(ship.unit.warnings)}" for ship in fleet.ships
           if ship.unit.warnings}
    if odd:
        yield KeepTogether((Heading(2, "Noted about the designs"), Bullets(tuple(odd.values()))))


def _summaries(squadron: Squadron, plan: Plan) -> Iterator[Block]:
    """Yield a table by class for each type of unit, and one by size; leave out tables that only repeat the head."""
    shares = _Shares(plan, Fraction(0) if squadron.unpriced else squadron.points)
    by_size = bool(plan.game.sizes)
    for key, kind in plan.game.unit_types.items():
        if ships := [ship for ship in squadron.ships if ship.unit.kind == key]:
            by = _by_of(plan.game, kind)
            by_size = by_size and by not in SIZED
            table = _by_classes(ships, by, kind, shares)
            if len(table.rows) > 1 or len(table.columns) > 1 + len(shares.heads):
                yield table
    sizes = _by_class(squadron.ships, "size_name", plan.game)
    if by_size and len(sizes) > 1:
        rows = [(escape(name) or UNSIZED, *cells)
                for name, cells in zip(sizes, shares.of_each(sizes.values()), strict=True)]
        yield KeepTogether((_summary(("Size", *shares.heads), rows),))


def _summary(heads: Sequence[str], rows: Iterable[tuple[str, ...]], last: Iterable[tuple[str, ...]] = ()) -> Table:
    columns = [Column(head, "end" if number else "start") for number, head in enumerate(heads)]
    return Table(tuple(columns), (*map(Row, rows), *(Row(cells, "total") for cells in last)))


def _by_classes(ships: Sequence[Vessel], by: str, kind: UnitType, shares: _Shares) -> Table:
    plan = shares.plan
    tracks = {_stem(track) for ship in ships for track in plan.tracks.get(key_of(ship.unit), {})}
    # totals of the values that the type sets, or of the fields with circles on records
    shown = kind.roster.totals or tuple(Shown(heading_of(key, kind.fields), key) for key, field in kind.fields.items()
                                        if field.kind in LOST and key in tracks)

    def totals(group: Sequence[Vessel]) -> tuple[str, ...]:
        return tuple(plan.added(group, value) for _, value in shown)

    classes = _by_class(ships, by, plan.game, kind) if by else {}
    rows = [(escape(name) or MISSING, *cells, *totals(group))
            for (name, group), cells in zip(classes.items(), shares.of_each(classes.values()), strict=True)]
    parted = len(rows) > 1
    last = [("Total" if parted else plan.counted(ships), *shares.of(ships), *totals(ships))]
    gone = [sum(marked for ship in ships for track, marked in ship.damage.items() if _stem(track) == value)
            for _, value in shown]
    if any(gone):  # rows for the damage to each total, and the rest
        free = ("",) * len(shares.heads)
        lost = [str(hits or MISSING) if value in tracks else "" for hits, (_, value) in zip(gone, shown, strict=True)]
        left = [str(int(whole) - taken) if value in tracks and whole.isdecimal() else ""
                for whole, taken, (_, value) in zip(totals(ships), gone, shown, strict=True)]
        last += [("Lost to damage", *free, *lost), ("Left", *free, *left)]
    label = _by_heading(by, kind) if parted else escape(kind.plural.capitalize())
    return _summary((label, *shares.heads, *(escape(heading) for heading, _ in shown)), rows if parted else (), last)


@dataclass(frozen=True, slots=True)
class _Shares:
    """Number of ships, their points, and their share of all `points`; no share if `points` is 0."""

    plan: Plan
    points: Fraction

    @property
    def heads(self) -> tuple[str, ...]:
        if not priced(self.plan.game):
            return ("Number",)
        return ("Number", "Points", "Share") if self.points else ("Number", "Points")

    def of(self, ships: Sequence[Vessel], above: Sequence[Vessel] = ()) -> tuple[str, ...]:
        """Return the cells of some ships; their share is rounded together with the ships `above`."""
        worth = self.plan.worth(ships)
        before, upto = (int(sum((ship.points or 0 for ship in vessels), Fraction(0)) * 100 / (self.points or 1)
                                + Fraction(1, 2)) for vessels in (above, (*above, *ships)))
        return (str(len(ships)), worth, MISSING if worth == MISSING else f"{upto - before} %")[:len(self.heads)]

    def of_each(self, groups: Iterable[Sequence[Vessel]]) -> Iterator[tuple[str, ...]]:
        """Yield the cells of groups below one another; their rounded shares add up to the share of all."""
        above: list[Vessel] = []
        for ships in groups:
            yield self.of(ships, above)
            above += ships
