"""The forces of a scenario in its booklet: a table for each, the units and what they are worth, and the balance."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, Stroke, parse_color
from printshop.drawing.patterns import fill
from printshop.expressions import NOT_KNOWN, NotKnown
from printshop.game.model import find
from printshop.game.scenarios import figure
from printshop.game.wording import MISSING, cell, marked, show
from printshop.layout.flow.story import Align, Block, Figure, Heading, KeepTogether, Para, Space, TableBlock
from printshop.markup import escape

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.drawing.ink import Ink
    from printshop.drawing.items import Item
    from printshop.game.differences import Marks
    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Balance, Force, Listing, Scenario

ROOM = 6  # lines to write on for a force that is still to be chosen
LINE = 19.0
CLOSE = 9.0  # what is left between the columns of a narrow table
BLANK = show(NOT_KNOWN)  # to write on


def blocks(game: Game, scenario: Scenario, width: float, ink: Ink, signs: Marks) -> Iterator[Block]:
    """Yield the forces and whether they are balanced; `width` is that of the column, `signs` stand at what differs.

    Each has a table of its own; those of a single kind of unit, with nothing more to say, are rows of one.
    """
    if _alike(scenario):
        yield KeepTogether((Heading(1, "Forces"), _together(game, scenario, width, signs)))
    else:
        yield from _apart(game, scenario, width, ink, signs)
    if scenario.balance and all(force.complete for force in scenario.forces):
        yield Space(4)
        yield Para(_balance(scenario.balance, scenario))


def _apart(game: Game, scenario: Scenario, width: float, ink: Ink, signs: Marks) -> Iterator[Block]:
    tables = {force.side.key: tuple(_rows(game, scenario, force, signs))
              for force in scenario.forces if force.listings}
    widths = _widths([row for rows in tables.values() for row in rows], width)
    for force in scenario.forces:
        above = (Heading(1, "Forces"),) if force is scenario.forces[0] else ()
        body = (_roster(game, scenario, force, tables[force.side.key], widths) if force.listings
                else _to_be_chosen(force, width))
        start = ", ".join(f"{label}: **{value}**" for label, value in force.start)
        flags = tuple(_flags(game, force))
        noted = f"**Noted:** {'; '.join(flags)}." if flags else ""
        below = (*(one for one in (start, noted) if one), *force.notes)
        head = Heading(2, escape(force.side.name), mark=swatch(force, ink))
        yield KeepTogether((*above, head, *body, *map(Para, below)))


def _flags(game: Game, force: Force) -> Iterator[str]:
    """Give what is odd about the units of a force, each once."""
    for name in dict.fromkeys(one.unit for one in force.listings):
        unit = find(game.units, name)
        if unit.warnings:
            yield f"{unit.label}: {', '.join(unit.warnings)}"


def swatch(force: Force, ink: Ink) -> tuple[Item, ...]:
    """Return a sample of a side's colour and pattern, 13 x 9 points, its corner at the origin."""
    ground = fill(force.side.pattern, (0, 0, 13, 9), parse_color(force.side.color), ink, pitch=3.2, weight=0.6)
    return (*ground, shapes.rect(0, 0, 13, 9, stroke=Stroke(BLACK, 0.5)))


def _alike(scenario: Scenario) -> bool:
    """Return whether all forces are of one kind of unit each, without points, notes or units of different values."""
    labels = {tuple(label for label, _ in force.start) for force in scenario.forces}
    return (len(scenario.forces) > 1 and len(labels) == 1 and not _priced(scenario)
            and all(len(force.listings) == 1 and not force.notes for force in scenario.forces))


def _together(game: Game, scenario: Scenario, width: float, signs: Marks) -> Block:
    """Return one table for all forces: a row for each, with what it begins with."""
    heads = ("Side", "Units", *(label for label, _ in scenario.show),
             *(label for label, _ in scenario.forces[0].start))
    rows = [heads]
    for force, crew in zip(scenario.forces, game.crews(scenario), strict=True):
        (row,) = (_roster_row(game, scenario, one, crew, (False, False), signs) for one in force.listings)
        rows.append((escape(force.side.name), *row, *(value for _, value in force.start)))
    rest: list[Align] = ["middle"] * (len(heads) - 2)
    return TableBlock(tuple(rows), _widths(rows, width), align=("start", "start", *rest))


def counted(game: Game, roster: Iterable[tuple[str, int]]) -> str:
    """Return how many units a roster has, in the game's words: "17 ships"."""
    lines = tuple(roster)
    count = sum(number for _, number in lines)
    kinds = {find(game.units, name).kind for name, _ in lines}
    if len(kinds) != 1:
        return f"{count} units"
    kind = game.unit_types[kinds.pop()]
    return f"{count} {kind.name if count == 1 else kind.plural}"


def _to_be_chosen(force: Force, width: float) -> tuple[Block, ...]:
    """Return what stands where a player chooses the units: what may be spent, and lines to write them on."""
    limit = f", for {figure(force.total)} points" if force.stated else ""
    lines = [(0.0, LINE * line, width, LINE * line) for line in range(1, ROOM + 1)]
    return (Para(f"Its player chooses the units{limit}:"),
            Figure((shapes.lines(lines, Stroke(BLACK, 0.35)),), width, LINE * ROOM + 1))


def _roster(game: Game, scenario: Scenario, force: Force, rows: tuple[tuple[str, ...], ...],
            widths: tuple[float, ...]) -> tuple[Block, ...]:
    return (TableBlock(rows, widths, align=_aligns(game, scenario), total=len(rows) - 1 - len(force.listings)),)


def _rows(game: Game, scenario: Scenario, force: Force, signs: Marks) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a force's table: heading, a row for each line of the roster, the total."""
    priced = _priced(scenario), _several(scenario)
    shown = [label for label, _ in scenario.show]
    kind = _called(game, force)
    yield (kind.capitalize(), *shown, *_of_prices(priced, f"Each {kind}", "Points"))
    crew = game.muster(force.roster, force.side)
    for one in force.listings:
        yield _roster_row(game, scenario, one, crew, priced, signs)
        crew = crew[one.count:]
    if _summed(scenario, force):
        total = figure(force.total) if force.complete else BLANK
        yield (counted(game, force.roster), *("" for _ in shown), *_of_prices(priced, "", total))
        if force.left is not None and force.limit is not None:
            found = f"{figure(abs(force.left))} {'over' if force.left < 0 else 'left'}"
            yield (f"Limit {figure(force.limit)}", *("" for _ in shown), *_of_prices(priced, "", found))


def _of_prices(priced: tuple[bool, bool], each: str, total: str) -> tuple[str, ...]:
    """Return the cells of the columns of points: a unit's, where some are there several times, and the line's."""
    points, several = priced
    return (*((each,) if several else ()), total) if points else ()


def _several(scenario: Scenario) -> bool:
    return any(one.count > 1 for force in scenario.forces for one in force.listings)


def _priced(scenario: Scenario) -> bool:
    """Return whether there are points to be shown: some that are known, of units that are given."""
    return any(one.total > 0 for force in scenario.forces for one in force.listings)


def _summed(scenario: Scenario, force: Force) -> bool:
    return _priced(scenario) and (force.total > 0 or not force.complete)


def _widths(rows: Sequence[tuple[str, ...]], width: float) -> tuple[float, ...]:
    """Return the widths of the columns: the same for all forces, so that the eye can compare them.

    Where they are too wide together, headings of several words are wrapped, and then the widest column is.
    """
    style = text.Style("sans", 9, bold=True)
    columns = list(zip(*rows, strict=True))
    found = [max(text.measure(cell, style) for cell in column) + 16 for column in columns]
    if sum(found) > width:
        found = [max(text.measure(cell, style) for cell in (*head.split(), *cells)) + CLOSE for head, *cells in columns]
    over = sum(found) - width
    if over > 0:
        widest = found.index(max(found))
        found[widest] = max(found[widest] - over, 60.0)
    return tuple(found)


def _aligns(game: Game, scenario: Scenario) -> tuple[Align, ...]:
    """Return how the columns stand: names and words to the left, numbers to the right."""
    units = [find(game.units, name) for name, _ in scenario.roster]
    numbers = [all(isinstance(unit.values.get(value), int | Fraction | NotKnown) for unit in units)
               and value != "serial" for _, value in scenario.show]
    shown: list[Align] = ["end" if number else "start" for number in numbers]
    ends: list[Align] = ["end"] * len(_of_prices((_priced(scenario), _several(scenario)), "", ""))
    return ("start", *shown, *ends)


def _called(game: Game, force: Force) -> str:
    kinds = {find(game.units, one.unit).kind for one in force.listings}
    return game.unit_types[kinds.pop()].name if len(kinds) == 1 else "unit"


def _roster_row(
    game: Game, scenario: Scenario, listing: Listing, crew: Sequence[Unit], priced: tuple[bool, bool],
    signs: Marks,
) -> tuple[str, ...]:
    """Return a line of a roster; `crew` begins with its units."""
    own = crew[: listing.count]
    label = find(game.units, listing.unit).label
    name = label if listing.count == 1 else f"{listing.count} × {label}"
    differs = own[0].differs
    values = (_counter(own) if value == "serial" else
              cell(own[0].values.get(value)) + signs.of([differs[value]] if value in differs else ())
              for _, value in scenario.show)
    each = figure(listing.points) if listing.points is not None else BLANK
    total = figure(listing.total) if listing.points is not None else BLANK
    return (name, *values, *_of_prices(priced, each, total))


def _counter(units: Sequence[Unit]) -> str:
    """Return what the counters of some units say: the field that they are numbered by, and their numbers."""
    first, last = units[0], units[-1]
    kind = first.values.get(first.serial) if first.serial else None
    numbers = [str(unit.values["serial"]) for unit in (first, last) if unit.values.get("serial")]
    return " ".join((*((marked(kind),) if kind else ()), "–".join(dict.fromkeys(numbers)))) or MISSING


def _balance(balance: Balance, scenario: Scenario) -> str:
    assert scenario.share is not None
    percent = figure(scenario.share * 100)
    totals = " against ".join(figure(force.total) for force in scenario.forces)
    verdict = "so the forces are balanced" if balance.even else "so the forces are **not** balanced"
    return (f"**Is it fair?** {totals}: a difference of **{figure(balance.difference)}** points. Up to {percent} % "
            f"of the lesser total may lie between them, here **{figure(balance.limit)}**, {verdict}.")
