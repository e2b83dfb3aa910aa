"""The forces of a scenario in its booklet: a table for each, the units and what they are worth, and the balance."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.items import BLACK, Stroke
from printshop.expressions import NOT_KNOWN, NotKnown
from printshop.game.model import escape, find
from printshop.game.scenarios import figure
from printshop.game.wording import show
from printshop.layout.story import Align, Block, Figure, Heading, KeepTogether, Para, Space, TableBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.game.model import Game, Unit
    from printshop.game.scenarios import Balance, Force, Listing, Scenario

ROOM = 6  # lines to write on for a force that is still to be chosen
LINE = 19.0
MISSING = "–"
BLANK = show(NOT_KNOWN)  # to write on


def blocks(game: Game, scenario: Scenario, width: float) -> Iterator[Block]:
    """Yield the forces, each kept together, and whether they are balanced; `width` is that of the column."""
    tables = {force.side.key: tuple(_rows(game, scenario, force)) for force in scenario.forces if force.listings}
    widths = _widths([row for rows in tables.values() for row in rows])
    for force in scenario.forces:
        above = (Heading(1, "Forces"),) if force is scenario.forces[0] else ()
        body = (_roster(game, scenario, force, tables[force.side.key], widths) if force.listings
                else _to_be_chosen(force, width))
        start = ", ".join(f"{label}: **{value}**" for label, value in force.start)
        below = (start, *force.notes) if start else force.notes
        yield KeepTogether((*above, Heading(2, escape(force.side.name)), *body, *map(Para, below)))
    if scenario.balance and all(force.complete for force in scenario.forces):
        yield Space(4)
        yield Para(_balance(scenario.balance, scenario))


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
    return (TableBlock(rows, widths, align=_aligns(game, scenario), total=int(_summed(scenario, force))),)


def _rows(game: Game, scenario: Scenario, force: Force) -> Iterator[tuple[str, ...]]:
    """Yield the rows of a force's table: heading, a row for each line of the roster, the total."""
    priced = _priced(scenario)
    shown = [label for label, _ in scenario.show]
    yield (_called(game, force).capitalize(), *shown, *(("Each", "Points") if priced else ()))
    for one in force.listings:
        yield _roster_row(game, scenario, one, priced)
    if _summed(scenario, force):
        total = figure(force.total) if force.complete else BLANK
        yield (counted(game, force.roster), *("" for _ in shown), "", total)


def _priced(scenario: Scenario) -> bool:
    """Return whether there are points to be shown: some that are known, of units that are given."""
    return any(one.total > 0 for force in scenario.forces for one in force.listings)


def _summed(scenario: Scenario, force: Force) -> bool:
    return _priced(scenario) and (force.total > 0 or not force.complete)


def _widths(rows: Sequence[tuple[str, ...]]) -> tuple[float, ...]:
    """Return the widths of the columns: the same for all forces, so that the eye can compare them."""
    style = text.Style("sans", 9, bold=True)
    return tuple(max(text.measure(cell, style) for cell in column) + 16 for column in zip(*rows, strict=True))


def _aligns(game: Game, scenario: Scenario) -> tuple[Align, ...]:
    """Return how the columns stand: names and words to the left, numbers to the right."""
    units = [find(game.units, name) for name, _ in scenario.roster]
    numbers = [all(isinstance(unit.values.get(value), int | Fraction | NotKnown) for unit in units)
               for _, value in scenario.show]
    shown: list[Align] = ["end" if number else "start" for number in numbers]
    return ("start", *shown, *(("end", "end") if _priced(scenario) else ()))


def _called(game: Game, force: Force) -> str:
    kinds = {find(game.units, one.unit).kind for one in force.listings}
    return game.unit_types[kinds.pop()].name if len(kinds) == 1 else "unit"


def _roster_row(game: Game, scenario: Scenario, listing: Listing, priced: bool) -> tuple[str, ...]:
    unit = find(game.units, listing.unit)
    name = unit.label if listing.count == 1 else f"{listing.count} × {unit.label}"
    values = (escape(_shown(unit, value)) for _, value in scenario.show)
    return (name, *values, *(_prices(listing) if priced else ()))


def _prices(listing: Listing) -> tuple[str, str]:
    if listing.points is None:
        return BLANK, BLANK
    return figure(listing.points), figure(listing.total)


def _shown(unit: Unit, value: str) -> str:
    found = unit.values.get(value)
    return show(found) if found not in (None, "") else MISSING


def _balance(balance: Balance, scenario: Scenario) -> str:
    assert scenario.share is not None
    percent = figure(scenario.share * 100)
    totals = " against ".join(figure(force.total) for force in scenario.forces)
    verdict = "so the forces are balanced" if balance.even else "so the forces are **not** balanced"
    return (f"**Is it fair?** {totals}: a difference of **{figure(balance.difference)}** points. Up to {percent} % "
            f"of the lesser total may lie between them, here **{figure(balance.limit)}**, {verdict}.")
