"""What a fleet comes to: how many of each class and size, their points and share of them, and what adds up."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN
from printshop.game.damage import key_of
from printshop.game.fleets.fleets import priced
from printshop.game.forces import figure
from printshop.game.wording import MISSING
from printshop.layout.flow.story import Align, Block, Bullets, Heading, KeepTogether, TableBlock
from printshop.markup import escape
from printshop.products.rosters.roster_columns import BLANK, amount, by_heading, by_of, order_of, stem, totals_of
from printshop.products.rosters.roster_lines import counted, grouped, swatch, total

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.game.fleets.fleets import Fleet, Squadron, Vessel
    from printshop.game.fleets.roster import Shown
    from printshop.game.model import UnitType
    from printshop.products.rosters.roster_lines import Plan

UNSIZED = "No size class"


def blocks(fleet: Fleet, plan: Plan) -> Iterator[Block]:
    """Yield the summary, unless there is but a single ship, and what is odd about units."""
    if len(fleet.ships) > 1:
        yield from _squadrons(fleet, plan)
    odd = {ship.base: f"{plan.game.units[ship.base].label}: {', '.join(ship.unit.warnings)}" for ship in fleet.ships
           if ship.unit.warnings}
    if odd:
        yield KeepTogether((Heading(2, "Noted about the designs"), Bullets(tuple(odd.values()))))


def _squadrons(fleet: Fleet, plan: Plan) -> Iterator[Block]:
    """Yield the tables of every side, below its name if there are several."""
    above: list[Block] = [Heading(2, "Force summary")]
    for squadron in fleet.squadrons:
        tables = tuple(_tables(squadron, plan))
        if not tables:
            continue
        if len(fleet.squadrons) > 1 and squadron.side.name:
            above.append(Heading(3, escape(squadron.side.name), mark=swatch(squadron.side, plan.ink)))
        yield KeepTogether((*above, tables[0]))
        yield from tables[1:]
        above = []


def _tables(squadron: Squadron, plan: Plan) -> Iterator[Block]:
    """Yield a table for every kind of unit by its classes, and one by sizes; none that only repeats the head."""
    kinds = [kind for kind in plan.game.unit_types if any(ship.unit.kind == kind for ship in squadron.ships)]
    by_size, points = bool(plan.game.sizes), Fraction(0) if squadron.unpriced else squadron.points
    for key in kinds:
        ships = [ship for ship in squadron.ships if ship.unit.kind == key]
        by = by_of(plan.game, plan.game.unit_types[key])
        by_size = by_size and by not in ("size", "size_name")
        table = _table(ships, by, plan.game.unit_types[key], plan, points)
        if len(table.rows) > 2 or len(table.rows[0]) > 1 + len(_heads(plan, points)):
            yield table
    sizes = grouped(squadron.ships, "size_name", [size.name for size in plan.game.sizes])
    if by_size and len(sizes) > 1:
        rows = [(escape(name) or UNSIZED, *own) for name, own in zip(sizes, _rows(sizes, plan, points), strict=True)]
        yield KeepTogether((TableBlock((("Size", *_heads(plan, points)), *rows), align=_aligns(len(rows[0]))),))


def _table(ships: Sequence[Vessel], by: str, kind: UnitType, plan: Plan, points: Fraction) -> TableBlock:
    tracks = [track for ship in ships for track in plan.tracks.get(key_of(ship.unit), {})]
    shown = totals_of(kind, tracks)
    heads = (*_heads(plan, points), *(escape(heading) for heading, _ in shown))
    classes = grouped(ships, by, order_of(plan.game, kind, by)) if by else {}
    rows = [(escape(name) or MISSING, *shares, *_totals(own, shown, plan))
            for (name, own), shares in zip(classes.items(), _rows(classes, plan, points), strict=True)]
    rows = rows if len(rows) > 1 else []
    label = kind.plural.capitalize()
    if rows:
        label = by_heading(by, kind)
    heads = (escape(label), *heads)
    whole = "Total" if rows else counted(ships, plan.game)
    last = [(whole, *_shares(ships, plan, points), *_totals(ships, shown, plan))]
    last += _lost(ships, shown, plan, len(heads) - len(shown))
    return TableBlock((heads, *rows, *last), align=_aligns(len(heads)), total=len(last))


def _aligns(count: int) -> tuple[Align, ...]:
    ends: list[Align] = ["end"] * (count - 1)
    return ("start", *ends)


def _heads(plan: Plan, points: Fraction) -> tuple[str, ...]:
    if not priced(plan.game):
        return ("Number",)
    return ("Number", "Points", "Share") if points else ("Number", "Points")


def _rows(classes: Mapping[str, Sequence[Vessel]], plan: Plan, points: Fraction) -> Iterator[tuple[str, ...]]:
    """Give the shares of classes; they add up to that of all."""
    above: list[Vessel] = []
    for ships in classes.values():
        yield _shares(ships, plan, points, above)
        above += ships


def _shares(ships: Sequence[Vessel], plan: Plan, points: Fraction, above: Sequence[Vessel] = ()) -> tuple[str, ...]:
    """Return how many ships there are, what they cost, and which part that is of all `points`, unless these are 0.

    The part is rounded with those `above` it: the parts of a table then make just what is written below them.
    """
    if not priced(plan.game):
        return (str(len(ships)),)
    worth = total(ships, plan.game)
    if not points:
        return str(len(ships)), worth
    before, upto = (int(sum((ship.points or 0 for ship in some), Fraction(0)) * 100 / points + Fraction(1, 2))
                    for some in (above, (*above, *ships)))
    return str(len(ships)), worth, MISSING if worth == MISSING else f"{upto - before} %"


def _totals(ships: Sequence[Vessel], shown: Sequence[Shown], plan: Plan) -> tuple[str, ...]:
    return tuple(_added([amount(ship.unit, value, plan.tracks.get(key_of(ship.unit), {})) for ship in ships])
                 for _, value in shown)


def _added(amounts: Sequence[object]) -> str:
    """Return a sum as printed; what is not known of it is left to be written."""
    known = sum((one for one in amounts if isinstance(one, Fraction)), Fraction(0))
    if any(one is NOT_KNOWN for one in amounts):
        return f"{figure(known)} + {BLANK}" if known else BLANK
    return figure(known) if any(isinstance(one, Fraction) for one in amounts) else MISSING


def _lost(ships: Sequence[Vessel], shown: Sequence[Shown], plan: Plan, before: int) -> list[tuple[str, ...]]:
    """Return two rows, what damage has taken of each total and what is left; none without such damage."""
    gone = [sum(marked for ship in ships for track, marked in ship.damage.items() if stem(track) == value)
            for _, value in shown]
    if not any(gone):
        return []
    tracked = {stem(track) for ship in ships for track in plan.tracks.get(key_of(ship.unit), {})}
    whole = [_added([amount(ship.unit, value, plan.tracks.get(key_of(ship.unit), {})) for ship in ships])
             for _, value in shown]
    lost = [str(one or MISSING) if value in tracked else "" for one, (_, value) in zip(gone, shown, strict=True)]
    left = [str(int(one) - own) if value in tracked and one.isdecimal() else ""
            for one, own, (_, value) in zip(whole, gone, shown, strict=True)]
    free = ("",) * (before - 1)
    return [("Lost to damage", *free, *lost), ("Left", *free, *left)]
