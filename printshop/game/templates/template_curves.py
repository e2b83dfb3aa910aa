"""Turning gauges for free movement: arcs along which a model moves, a tick for every inch of the way.

`curves`: all arcs begin at one point, in the direction of the model; the gauge is turned over for the other hand.

=========== ==================================================================================================
`rows`      the arcs by name, such as a speed: each with its `radius`, and perhaps a `label` and a `sweep` of its own.
            Where a `radius` is `unknown`, the gauge has a space to write it in, and:
`grid`      the arcs drawn for radii that are unknown: `from`, `to`, `step` (2 in, 6 in, 1 in)
`every`     the distance of the ticks along the arcs (1 in)
`sweep`     how far round the arcs go, 10 to 180 degrees (90)
`hands`     `turn over` (one gauge) or `both` (a gauge for either hand, for card)
=========== ==================================================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.templates.template_head import Head, as_words, length_or_unknown, positive
from printshop.units import POINTS_PER, Length, parse_length

if TYPE_CHECKING:
    from printshop.game.context import Context
    from printshop.language.reader import Reader

HANDS = ("turn over", "both")
MOST_ROWS = 24
MOST_TICKS = 1000
INCH = parse_length("1 in")
GRID = (parse_length("2 in"), parse_length("6 in"))


class Curve(NamedTuple):
    """An arc: its radius, None where that is not known, and how many degrees it goes round."""

    label: str
    radius: Length | None
    sweep: int


@dataclass(frozen=True, slots=True)
class CurvesTemplate:
    """A turning gauge; `grid` are the radii of the arcs that serve where a radius is not known."""

    head: Head
    rows: tuple[Curve, ...]
    grid: tuple[Length, ...]
    every: Length
    sweep: int
    both: bool

    @property
    def arcs(self) -> tuple[Curve, ...]:
        """The arcs that are drawn, the widest first; those of the grid have no label."""
        known = [row for row in self.rows if row.radius]
        unnamed = [Curve("", radius, self.sweep) for radius in self.grid]
        return tuple(sorted(known + unnamed, key=lambda one: -one.radius.points if one.radius else 0))


def read_curves(head: Head, reader: Reader, _: Context) -> CurvesTemplate | None:
    """Return a turning gauge, None if it has no rows."""
    every = positive(reader, "every", INCH)
    sweep = reader.whole("sweep", 90, 10, 180)
    rows = tuple(_row(name, one, sweep) for name, one in reader.named("rows", "row", required=True))
    both = reader.choice("hands", HANDS, HANDS[0]) == HANDS[1]
    if "rows" in reader and not 1 <= len(rows) <= MOST_ROWS:
        reader.fail("rows", f"'rows' of {reader.what} must have 1 to {MOST_ROWS} entries")
    if "grid" in reader and rows and all(row.radius for row in rows):
        reader.fail("grid", f"{reader.what} has a 'grid', and every radius is known",
                    "the grid is for a radius that is unknown")
        reader.node("grid")
        return None
    grid = _grid(reader) if any(row.radius is None for row in rows) else ()
    template = CurvesTemplate(head, rows, grid, every, sweep, both)
    way = sum(float(arc.radius.points) * arc.sweep * pi / 180 for arc in template.arcs if arc.radius)
    if every.points and way / every.pt > MOST_TICKS:
        reader.fail("every", f"the arcs of {reader.what} have more than {MOST_TICKS} ticks, {every.text} apart",
                    "make them farther apart, or the radii shorter")
    return template if rows else None


def _row(name: str, reader: Reader, sweep: int) -> Curve:
    row = Curve(reader.text("label", as_words(name)), length_or_unknown(reader, "radius"),
                reader.whole("sweep", sweep, 10, 180))
    reader.done()
    return row


def _grid(reader: Reader) -> tuple[Length, ...]:
    """Return the radii of a grid, the smallest first."""
    inner = reader.reader("grid")
    first, last, step = GRID[0], GRID[1], INCH
    if inner:
        first, last, step = positive(inner, "from", first), positive(inner, "to", last), positive(inner, "step", step)
        inner.done()
    if not (first.points and last.points and step.points):
        return ()
    count = (last.points - first.points) // step.points + 1
    if inner and not 1 <= count <= MOST_ROWS:
        inner.fail("to", f"{inner.what} has {max(count, 0)} arcs, from {first.text} to {last.text} every {step.text}",
                   f"1 to {MOST_ROWS} are possible")
        return ()
    return tuple(_plus(first, step, k) for k in range(count))


def _plus(first: Length, step: Length, times: int) -> Length:
    """Return a length and so many steps, in the unit of the length."""
    points = first.points + step.points * times
    return Length(points, f"{float(points / POINTS_PER[first.unit]):g} {first.unit}")
