"""What is filled in while a scenario is played: the turn track, and a score sheet for each force.

Everything draws at the origin in a given width and says how high it is. Points, origin top left, y down.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, shade
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.patterns import fill
from printshop.expressions import NOT_KNOWN
from printshop.game.wording import show
from printshop.markup import escape
from printshop.products.charts.blocks import Drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.game.model import Unit
    from printshop.game.scenarios import Force, Scenario, Score

ROW = 16.5
NARROWEST = 58.0  # a turn
TWO = 390.0  # a column that has room for two score sheets
HEAD, LINE = 22.0, 13.0  # of a turn: its number, what is noted below
GAP = 16.0  # between two score sheets
BOX = 8.5  # a box to tick
DONE = 15.0  # that of a turn
MOST = 30  # units below each other
OPEN = 24  # turns, where no number is set
CHOSEN = 8  # rows for the units of a force that is still to be chosen

_HAIR = Stroke(BLACK, 0.35)
_RULE = Stroke(BLACK, 0.7)
_BODY = text.Style("sans", 9)
_BOLD = text.Style("sans", 9, bold=True)
_HEAD = text.Style("sans", 7.5, bold=True)
_TITLE = text.Style("serif", 11, bold=True)
_TRACK = text.Style("sans", 7.5)
_ASIDE = re.compile(r"(?<! ) *\(side\)$", re.IGNORECASE)
_ARTICLE = re.compile(r"^The ")
_ABOVE = 4.5  # lines to write on stand so far above the foot of their row


def turn_track(scenario: Scenario, width: float, ink: Ink) -> Drawn:
    """Return a box for every turn, at most eight on a row (fewer in a narrow column), with what is noted every turn.

    What ends in "side" (`Active side`, `Goes first (side)`) has a box to tick for each side, everything else a line.
    Where no number of turns is set there are three rows.
    """
    turns = scenario.turns or OPEN
    across = min(turns, 8)
    if width < TWO:  # then in rows of equal length
        across = -(-turns // -(-turns // max(int(width / NARROWEST), 1)))
    cell = width / across
    rows = tuple(_track_rows(scenario, cell))
    height = HEAD + 2.0 + LINE * len(rows)
    items: list[Item] = []
    for turn in range(turns):
        column, row = turn % across, turn // across
        box = tuple(_turn(turn + 1, rows, cell, height, ink))
        items.append(Group(box, Transform().translate(column * cell, row * height)))
    return Drawn(tuple(items), -(-turns // across) * height)


class _Row(NamedTuple):
    """A row below a turn's number: a label before a line, or without one, boxes to tick."""

    label: str
    boxes: tuple[str, ...] = ()


def _track_rows(scenario: Scenario, width: float) -> Iterator[_Row]:
    """Yield the rows of a turn; the sides' names stand on one row if there is room."""
    sides = tuple(escape(force.side.name) for force in scenario.forces)
    for label in scenario.track:
        if not label.casefold().removesuffix(")").endswith("side") or len(sides) < 2:
            yield _Row(label)
            continue
        yield _Row(f"{_ASIDE.sub('', label)}:", ())
        step = (width - 8) / len(sides)
        if all(text.measure(side, _TRACK) <= step - BOX - 6 for side in sides):
            yield _Row("", sides)
        else:
            yield from (_Row("", (side,)) for side in sides)


def _turn(number: int, rows: Sequence[_Row], width: float, height: float, ink: Ink) -> Iterator[Item]:
    yield shapes.rect(0, 0, width, HEAD, fill=shade(ink, 0.1))
    yield shapes.rect(0, 0, width, height, stroke=_RULE)
    yield from text.line(str(number), text.Style("serif", 16, bold=True), 7, 17)
    yield shapes.rect(width - DONE - 4, (HEAD - DONE) / 2, DONE, DONE, fill=WHITE, stroke=_RULE)
    for place, row in enumerate(rows):
        y = HEAD + 11 + LINE * place
        for column, side in enumerate(row.boxes):
            x = 5 + column * (width - 8) / len(row.boxes)
            yield shapes.rect(x, y - 6.6, BOX - 1, BOX - 1, fill=WHITE, stroke=_RULE)
            yield from text.line(side, _TRACK, x + BOX + 1.5, y, max_width=width - x - BOX - 6.5, min_size=5)
        if row.label:
            yield from text.line(row.label, _TRACK, 5, y, max_width=width - 10, min_size=5)
            start = 8 + text.measure(row.label, _TRACK)
            if start < width - 12 and not row.label.endswith(":"):
                yield shapes.line(start, y + 1.5, width - 6, y + 1.5, _HAIR)


def score_sheets(
    scenario: Scenario, crews: Sequence[tuple[Unit, ...]], width: float, ink: Ink
) -> Iterator[Drawn]:
    """Yield the forces' score sheets, two beside each other where there is room; `crews` are the units of each force.

    A force of more than `MOST` units goes on in the next drawing, so that none is taller than a page. One that is
    still to be chosen has empty rows. Where there are more than two forces, it is noted who has won what.
    """
    abreast = 2 if width >= TWO else 1
    half = (width - GAP * (abreast - 1)) / abreast
    columns = _columns(scenario, [unit for crew in crews for unit in crew], half)
    pairs = [(force, crew or (None,) * CHOSEN) for force, crew in zip(scenario.forces, crews, strict=True)]
    for first in range(0, len(pairs), abreast):
        beside = pairs[first : first + abreast]
        for start in range(0, max(len(crew) for _, crew in beside), MOST):
            room = min(max(len(crew) for _, crew in beside) - start, MOST)
            parts = [_sheet(force, crew, (start, room), columns, half, ink) for force, crew in beside]
            items = tuple(Group(part.items, Transform().translate(column * (half + GAP), 0))
                          for column, part in enumerate(parts))
            yield Drawn(items, max(part.height for part in parts))


class _Columns(NamedTuple):
    """What stands behind a unit's name: a column for each score, who has won it (`by`), and the sum at the end."""

    scores: tuple[Score, ...]
    by: bool
    edges: tuple[float, ...]


def _columns(scenario: Scenario, units: Sequence[Unit], width: float) -> _Columns:
    """Return the columns of all sheets, each `width` points wide, their left edges behind the longest name."""
    by = len(scenario.forces) > 2
    names = max((text.measure(unit.known_proper, _BODY) for unit in units), default=width * 0.3) + 16
    count = len(scenario.victory.score) + by + 1
    step = (width - names) / count
    return _Columns(scenario.victory.score, by, tuple(names + step * number for number in range(count)))


def _sheet(
    force: Force, crew: Sequence[Unit | None], part: tuple[int, int], columns: _Columns, width: float, ink: Ink
) -> Drawn:
    """Return what the enemies of a force have won from it: a row for every unit, after the last one the total.

    `part` is the first unit and how many rows there is room for: totals beside each other stand on one line.
    """
    start, room = part
    rows = crew[start : start + MOST]
    if not rows:
        return Drawn((), 0.0)
    items: list[Item] = list(_head(force, columns, width, ink))
    y = 34.0
    for number, unit in enumerate(rows):
        if number % 2:
            items.append(shapes.rect(0, y, width, ROW, fill=shade(ink, 0.06)))
        items += _row(unit, columns, y, width)
        y += ROW
    items.append(shapes.line(0, y, width, y, _RULE))
    if start + MOST < len(crew):
        return Drawn(tuple(items), y + 4)
    y = 34.0 + ROW * room
    items += text.line("Total", _BOLD, 4, y + 14)
    last = columns.edges[-1] + 2
    items.append(shapes.rect(last, y + 3, width - last, 16, fill=WHITE, stroke=_RULE))
    return Drawn(tuple(items), y + 20)


def result_line(width: float) -> Drawn:
    """Return the line that says who has won, and by how much."""
    style, base = text.Style("sans", 9.5, bold=True), 18.0
    items: list[Item] = []
    x = 4.0
    for word, line in (("Winner", width * 0.42), ("by", width * 0.18), ("points", 0.0)):
        items += text.line(word, style, x, base)
        x += text.measure(word, style) + 6
        if line:
            items.append(shapes.line(x, base + 1.5, x + line, base + 1.5, _HAIR))
            x += line + 6
    return Drawn(tuple(items), base + 4)


def _head(force: Force, columns: _Columns, width: float, ink: Ink) -> Iterator[Item]:
    color = parse_color(force.side.color)
    yield from fill(force.side.pattern, (0, 2, 13, 11), color, ink, pitch=3.2, weight=0.6)
    yield shapes.rect(0, 2, 13, 11, stroke=Stroke(BLACK, 0.5))
    words = f"Won from {_ARTICLE.sub('the ', escape(force.side.name))}"
    yield from text.line(words, _TITLE, 18, 11.5, max_width=width - 18, min_size=7)
    yield shapes.line(0, 18, width, 18, _RULE)
    heads = [score.title for score in columns.scores] + ["Won by"] * columns.by
    for words, x in zip(heads, columns.edges, strict=False):
        room = columns.edges[1] - columns.edges[0] - 4
        yield from text.line(words, _HEAD, x, 28.5, max_width=room, min_size=5)
    yield from text.line("Scored", _HEAD, width - 2, 28.5, "end")
    yield shapes.line(0, 33, width, 33, Stroke(area(Ink.COLOUR, BLACK), 0.5))


def _never(unit: Unit, score: Score) -> bool:
    """Say whether a unit is gone before the score can be won even once: one hull hit, and it is destroyed."""
    most = unit.values.get(score.below) if score.below else None
    return isinstance(most, int) and most <= 1


def _row(unit: Unit | None, columns: _Columns, y: float, width: float) -> Iterator[Item]:
    edges, foot = columns.edges, y + ROW - _ABOVE
    if unit is None:
        yield shapes.line(4, foot, edges[0] - 8, foot, _HAIR)
    else:
        yield from text.line(unit.known_proper, _BODY, 4, y + 12)
    for score, x in zip(columns.scores, edges, strict=False):
        yield from _score(unit, score, x, y, edges[1] - edges[0])
    if columns.by:
        yield shapes.line(edges[-2] + 2, foot, edges[-1] - 4, foot, _HAIR)
    yield shapes.line(edges[-1] + 2, foot, width, foot, _HAIR)


def _score(unit: Unit | None, score: Score, x: float, y: float, width: float) -> Iterator[Item]:
    """Draw what a unit is worth: a box to tick before the figure, or a line for how many times the figure is won."""
    base, foot = y + 12, y + ROW - _ABOVE
    value = unit.values.get(score.value) if unit else NOT_KNOWN
    if value is None or (unit and _never(unit, score)):
        yield from text.line("–", _BODY, x + 4, base)
        return
    start = 21.0 if score.each else BOX + 4
    if score.each:
        yield shapes.line(x, foot, x + 18, foot, _HAIR)
    else:
        yield shapes.rect(x, y + (ROW - BOX) / 2, BOX, BOX, fill=WHITE, stroke=_RULE)
    if value is NOT_KNOWN:
        times = 9.0 if score.each else 0.0
        yield from text.line("×" if score.each else "", _BOLD, x + start, base)
        yield shapes.line(x + start + times, foot, x + width - 4, foot, _HAIR)
    else:
        yield from text.line(f"× {show(value)}" if score.each else show(value), _BOLD, x + start, base)
