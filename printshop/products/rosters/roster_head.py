"""What stands above and below the lines of a roster: the fleet's name, the rules that it breaks, who signs it.

Points, origin at the top left of the page, y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import shade
from printshop.drawing.items import BLACK, Group, Item, Stroke
from printshop.game.fleets.fleets import priced
from printshop.game.forces import figure
from printshop.layout.boxes import Box
from printshop.layout.table import ruled
from printshop.markup import escape
from printshop.products.rosters.roster_columns import BLANK
from printshop.products.rosters.roster_lines import counted, swatch, total

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.game.fleets.fleets import Fleet, Squadron
    from printshop.game.model import Game, UnitType
    from printshop.products.rosters.roster_lines import Plan

TITLE = text.Style("serif", 22, bold=True)
LONG = text.Style("serif", 14, bold=True)  # of a title that goes on in a second line
LEAST = 12.0  # points: of one on a single line
FIGURE = text.Style("serif", 22, bold=True)
BODY = text.Style("sans", 9.5)
BOLD = text.Style("sans", 9.5, bold=True)
LABEL = text.Style("sans", 7.5, bold=True)
HEAD = text.Style("serif", 11, bold=True)
_LINE = Stroke(BLACK, 0.35)
SIGNED = (("Player", 3.0), ("Opponent", 3.0), ("Date", 1.4), ("Signed", 2.6))
TO_NAME = (("Fleet", 4.0), ("Side", 2.0), ("Player", 3.0), ("Date", 1.4))
FEWEST, MOST = 3, 12  # lines for notes


class Drawn(NamedTuple):
    """A drawing on the page, and how high it is."""

    items: tuple[Item, ...]
    height: float


def fleet(fleet: Fleet, plan: Plan, box: Box) -> Drawn:
    """Return the head of a fleet's roster: its name, its sides and points, what it breaks, and lines to sign."""
    alone = fleet.squadrons[0] if len(fleet.squadrons) == 1 else None
    items: list[Item] = []
    right = 0.0
    if alone and priced(plan.game):
        words = _points(alone, plan.game)
        items += text.line(words, FIGURE, box.right, box.y + 19, "end")
        right = text.measure(words, FIGURE) + 14
    heading = _title(fleet.title, box, box.width - right)
    items += heading.items
    y = box.y + 16 + heading.height
    for squadron in fleet.squadrons:
        items += _squadron(squadron, plan, box, y, alone=alone is not None)
        y += 14
    warnings = tuple(fleet.warnings)
    if warnings:
        broken = _broken(warnings, Box(box.x, y - 3, box.width, 0), plan)
        items += broken.items
        y += broken.height + 3
    items += _to_write(SIGNED, box, y + 10)
    return Drawn(tuple(items), y + 14 - box.y)


def _title(markup: str, box: Box, width: float) -> Drawn:
    """Return a fleet's name as large as it fits: on one line or, if that would be small, on two or three."""
    if text.measure(markup, TITLE) * LEAST / TITLE.size <= width:
        return Drawn(text.line(markup, TITLE, box.x, box.y + 19, max_width=width, min_size=LEAST), 19)
    block = text.block(markup, LONG, (box.x, box.y + 3, width, 3.6 * LONG.size), min_size=9)
    return Drawn(block.items, block.height + 3)


def blank(kind: UnitType, plan: Plan, box: Box) -> Drawn:
    """Return the head of a roster that is filled in by hand, for units of a type."""
    priced_too = (("Limit", 1.4),) if priced(plan.game, (kind.key,)) else ()
    return Drawn(tuple(_to_write((*TO_NAME, *priced_too), box, box.y + 20)), 26)


def notes(box: Box, pitch: float, *, headed: bool) -> Iterator[Item]:
    """Give lines for notes below all else, as many as there is room for; none if that is too little."""
    top = 12.0 if headed else 0.0
    count = min(int((box.height - top - 6) // pitch), MOST)
    if count >= FEWEST:
        yield from text.line("Notes", HEAD, box.x, box.y + 10) if headed else ()
        yield from ruled(Box(box.x, box.y + top, box.width, pitch * count + 0.1), pitch)


def _points(squadron: Squadron, game: Game) -> str:
    """Return what a squadron costs, and of how many points."""
    if squadron.limit is None:
        return f"{total(squadron.ships, game)} points"
    return f"{total(squadron.ships, game)} of {figure(squadron.limit)} points"


def _squadron(squadron: Squadron, plan: Plan, box: Box, y: float, *, alone: bool) -> Iterator[Item]:
    """Give a line about the ships of a side; of several sides with what they cost."""
    x = box.x
    if squadron.side.name:
        yield Group(swatch(squadron.side, plan.ink), Transform().translate(x, y - 8))
        x += 19
    parts = [f"**{escape(squadron.side.name)}**"] if squadron.side.name else []
    parts.append(counted(squadron.ships, plan.game))
    parts += [_points(squadron, plan.game)] if priced(plan.game) and not alone else []
    left = _left(squadron)
    words = " · ".join((*parts, *((left,) if not alone and left else ())))
    yield from text.line(words, BODY, x, y, max_width=box.right - x - (120 if alone and left else 0), min_size=6)
    if alone and left:
        yield from text.line(left, BOLD, box.right, y, "end")


def _left(squadron: Squadron) -> str:
    """Return what is left of the limit, or by how much it is broken."""
    if squadron.limit is None:
        return ""
    left = squadron.left
    if squadron.over:
        return f"{'at least ' if left is None else ''}{figure(squadron.over)} over the limit"
    return f"{BLANK if left is None else figure(left)} left over"


def _broken(warnings: Sequence[str], box: Box, plan: Plan) -> Drawn:
    """Return a framed box with the rules that are broken."""
    y, inner = box.y + 5, box.inset(8, 0)
    head = "This fleet breaks a rule" if len(warnings) == 1 else f"This fleet breaks {len(warnings)} rules"
    words: list[Item] = [*text.line(head, BOLD, inner.x, y + 9)]
    y += 13
    for warning in warnings:
        block = text.block(warning, BODY, (inner.x + 10, y, inner.width - 10, None), 1.25)
        words += [shapes.regular(inner.x + 3.5, y + 6.2, 2.2, 4, fill=BLACK), *block.items]
        y += block.height + 1
    y += 5
    frame = shapes.rect(box.x, box.y, box.width, y - box.y, fill=shade(plan.ink, 0.08), stroke=Stroke(BLACK, 1.2))
    return Drawn((frame, *words), y - box.y + 6)


def _to_write(fields: Sequence[tuple[str, float]], box: Box, base: float) -> Iterator[Item]:
    """Give labels before lines to write on, side by side, in shares of the width."""
    for (label, _), place in zip(fields, box.columns([share for _, share in fields], gap=10), strict=True):
        yield from text.line(label, LABEL, place.x, base)
        start = place.x + text.measure(label, LABEL) + 3
        yield shapes.line(start, base + 1.5, place.right, base + 1.5, _LINE)
