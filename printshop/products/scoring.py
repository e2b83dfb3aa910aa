"""What is filled in while a scenario is played: the turn track, and a score sheet for each force.

Everything draws at the origin in a given width and says how high it is. Points, origin top left, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, shade
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.patterns import fill
from printshop.game.model import escape
from printshop.game.wording import show
from printshop.products.blocks import Drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.game.model import Unit
    from printshop.game.scenarios import Force, Scenario, Score

ROW = 18.0
GAP = 16.0  # between two score sheets
BOX = 8.5  # a box to tick
MOST = 30  # units below each other

_HAIR = Stroke(BLACK, 0.35)
_RULE = Stroke(BLACK, 0.7)
_BODY = text.Style("sans", 9)
_BOLD = text.Style("sans", 9, bold=True)
_HEAD = text.Style("sans", 7.5, bold=True)
_TITLE = text.Style("serif", 11, bold=True)
_TRACK = text.Style("sans", 7.5)
_ABOVE = 5.5  # lines to write on stand so far above the foot of their row


def turn_track(scenario: Scenario, width: float, ink: Ink) -> Drawn:
    """Return a box for every turn, at most eight on a row, with what is noted down every turn.

    What ends in "side" (`Active side`) has a box to tick for each side, everything else a line.
    """
    across = min(scenario.turns, 8)
    cell = width / across
    rows = tuple(_track_rows(scenario, cell))
    height = 26.0 + 15 * len(rows)
    items: list[Item] = []
    for turn in range(scenario.turns):
        column, row = turn % across, turn // across
        box = tuple(_turn(turn + 1, rows, cell, height, ink))
        items.append(Group(box, Transform().translate(column * cell, row * height)))
    return Drawn(tuple(items), -(-scenario.turns // across) * height)


class _Row(NamedTuple):
    """A row below a turn's number: a label before a line, or without one, boxes to tick."""

    label: str
    boxes: tuple[str, ...] = ()


def _track_rows(scenario: Scenario, width: float) -> Iterator[_Row]:
    """Yield the rows of a turn; the sides' names stand on one row if there is room."""
    sides = tuple(escape(force.side.name) for force in scenario.forces)
    for label in scenario.track:
        if not label.casefold().endswith("side") or len(sides) < 2:
            yield _Row(label)
            continue
        yield _Row(f"{label}:", ())
        step = (width - 8) / len(sides)
        if all(text.measure(side, _TRACK) <= step - BOX - 6 for side in sides):
            yield _Row("", sides)
        else:
            yield from (_Row("", (side,)) for side in sides)


def _turn(number: int, rows: Sequence[_Row], width: float, height: float, ink: Ink) -> Iterator[Item]:
    yield shapes.rect(0, 0, width, 24, fill=shade(ink, 0.1))
    yield shapes.rect(0, 0, width, height, stroke=_RULE)
    yield from text.line(str(number), text.Style("serif", 17, bold=True), 7, 18)
    yield shapes.rect(width - BOX - 7, 12 - BOX / 2, BOX, BOX, fill=WHITE, stroke=_RULE)
    for place, row in enumerate(rows):
        y = 36 + 15 * place
        for column, side in enumerate(row.boxes):
            x = 5 + column * (width - 8) / len(row.boxes)
            yield shapes.rect(x, y - 6.6, BOX - 1, BOX - 1, fill=WHITE, stroke=_RULE)
            yield from text.line(side, _TRACK, x + BOX + 1.5, y, max_width=width - x - BOX - 3, min_size=5)
        if row.label:
            yield from text.line(row.label, _TRACK, 5, y, max_width=width - 10, min_size=5)
            start = 8 + text.measure(row.label, _TRACK)
            if start < width - 12 and not row.label.endswith(":"):
                yield shapes.line(start, y + 1.5, width - 6, y + 1.5, _HAIR)


def score_sheets(
    scenario: Scenario, crews: Sequence[tuple[Unit, ...]], width: float, ink: Ink
) -> Iterator[Drawn]:
    """Yield the forces' score sheets, two beside each other; `crews` are the units of each force.

    A force of more than `MOST` units goes on in the next drawing, so that none is taller than a page.
    """
    half = (width - GAP) / 2
    edges = _edges([unit for crew in crews for unit in crew], scenario.victory.score, half)
    pairs = list(zip(scenario.forces, crews, strict=True))
    for first in range(0, len(pairs), 2):
        beside = pairs[first : first + 2]
        for start in range(0, max(len(crew) for _, crew in beside), MOST):
            room = min(max(len(crew) for _, crew in beside) - start, MOST)
            parts = [_sheet(force, crew, (start, room), scenario.victory.score, edges, half, ink)
                     for force, crew in beside]
            items = tuple(Group(part.items, Transform().translate(column * (half + GAP), 0))
                          for column, part in enumerate(parts))
            yield Drawn(items, max(part.height for part in parts))


def _sheet(
    force: Force, crew: Sequence[Unit], part: tuple[int, int], scores: Sequence[Score], edges: list[float],
    width: float, ink: Ink,
) -> Drawn:
    """Return what the enemies of a force have won from it: a row for every unit, after the last one the total.

    `part` is the first unit and how many rows there is room for: totals beside each other stand on one line.
    """
    start, room = part
    rows = crew[start : start + MOST]
    if not rows:
        return Drawn((), 0.0)
    items: list[Item] = list(_head(force, scores, edges, width, ink))
    y = 34.0
    for number, unit in enumerate(rows):
        if number % 2:
            items.append(shapes.rect(0, y, width, ROW, fill=shade(ink, 0.06)))
        items += _row(unit, scores, edges, y, width)
        y += ROW
    items.append(shapes.line(0, y, width, y, _RULE))
    if start + MOST < len(crew):
        return Drawn(tuple(items), y + 4)
    y = 34.0 + ROW * room
    items += text.line("Total", _BOLD, 4, y + 14)
    items.append(shapes.rect(edges[-1] + 2, y + 3, width - edges[-1] - 2, 16, fill=WHITE, stroke=_RULE))
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


def _edges(crew: Sequence[Unit], scores: Sequence[Score], width: float) -> list[float]:
    """Return where the columns after the name begin: one for each score, then the one for the sum."""
    names = max(text.measure(unit.proper, _BODY) for unit in crew) + 16
    step = (width - names) / (len(scores) + 1)
    return [names + step * number for number in range(len(scores) + 1)]


def _head(
    force: Force, scores: Sequence[Score], edges: list[float], width: float, ink: Ink
) -> Iterator[Item]:
    color = parse_color(force.side.color)
    yield from fill(force.side.pattern, (0, 2, 13, 11), color, ink, pitch=3.2, weight=0.6)
    yield shapes.rect(0, 2, 13, 11, stroke=Stroke(BLACK, 0.5))
    words = f"Won from {escape(force.side.name)}"
    yield from text.line(words, _TITLE, 18, 11.5, max_width=width - 18, min_size=7)
    yield shapes.line(0, 18, width, 18, _RULE)
    for score, x in zip(scores, edges, strict=False):
        yield from text.line(score.title, _HEAD, x, 28.5, max_width=edges[1] - edges[0] - 4, min_size=5)
    yield from text.line("Scored", _HEAD, width - 2, 28.5, "end")
    yield shapes.line(0, 33, width, 33, Stroke(area(Ink.COLOUR, BLACK), 0.5))


def _never(unit: Unit, score: Score) -> bool:
    """Say whether a unit is gone before the score can be won even once: one hull hit, and it is destroyed."""
    most = unit.values.get(score.below) if score.below else None
    return isinstance(most, int) and most <= 1


def _row(
    unit: Unit, scores: Sequence[Score], edges: list[float], y: float, width: float
) -> Iterator[Item]:
    base = y + 12
    yield from text.line(unit.proper, _BODY, 4, base)
    for score, x in zip(scores, edges, strict=False):
        value = unit.values.get(score.value)
        if value is None or _never(unit, score):
            yield from text.line("–", _BODY, x + 4, base)
        elif score.each:
            yield shapes.line(x, y + ROW - _ABOVE, x + 18, y + ROW - _ABOVE, _HAIR)
            yield from text.line(f"× {show(value)}", _BOLD, x + 21, base)
        else:
            yield shapes.rect(x, y + (ROW - BOX) / 2, BOX, BOX, fill=WHITE, stroke=_RULE)
            yield from text.line(show(value), _BOLD, x + BOX + 4, base)
    yield shapes.line(edges[-1] + 2, y + ROW - _ABOVE, width, y + ROW - _ABOVE, _HAIR)
