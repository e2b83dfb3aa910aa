"""Paths: how a ship may go, step by step, on hexes of the map's size; a gauge that is laid before it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import bearing
from printshop.drawing.items import BLACK, WHITE, Item, Stroke
from printshop.hexes import Grid, Hex, Orientation, add, directions
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe
from printshop.layout import hexgrids, pack
from printshop.layout.boxes import Box
from printshop.source import Scalar
from printshop.source import Sequence as SequenceNode
from printshop.templates.hexes import OnHexes
from printshop.templates.pieces import BOUND, FINE, TITLE, WORDS, Cutout, Sheet
from printshop.templates.template import MOST_NOTES, TEMPLATE_KINDS, Template, label

HANDS = {"together": (("right", "left"),), "apart": (("right",), ("left",)), "right": (("right",),),
         "left": (("left",),)}
MOST_STRIPS, MOST_STEPS, MOST_MOVED, MOST_TURNED = 24, 40, 30, 5
_STEP = re.compile(r"(move|turn) +(-?\d{1,3})( *†)?")
_HINT = "write move 2 for two hexes, turn 1 for one hexside"


class Step(NamedTuple):
    """So many hexes ahead, or a turn by so many hexsides, clockwise for the right hand; `marked` with a dagger."""

    moves: int = 0
    turns: int = 0
    marked: bool = False


def _read_steps(at: Reader, name: str) -> tuple[Step, ...]:
    node = at.node(name, required=True)
    items = node.items if isinstance(node, SequenceNode) else ()
    if node is not None and not 0 < len(items) <= MOST_STEPS:
        at.fail(name, f"'{name}' of {at.what} must be a list of 1 to {MOST_STEPS} steps", _HINT)
        return ()
    steps = []
    for item in items:
        match = _STEP.fullmatch(item.text) if isinstance(item, Scalar) else None
        if match is None:
            at.problems.add(item.span, f"a step of {at.what} must be move or turn and a number, found "
                            f"{describe(item)}", _HINT)
            continue
        count, marked = int(match[2]), bool(match[3])
        if match[1] == "move" and 0 < count <= MOST_MOVED:
            steps.append(Step(moves=count, marked=marked))
        elif match[1] == "turn" and 0 < abs(count) <= MOST_TURNED:
            steps.append(Step(turns=count, marked=marked))
        else:
            limits = (f"1 to {MOST_MOVED} hexes" if match[1] == "move" else
                      f"1 to {MOST_TURNED} hexsides, or -1 to -{MOST_TURNED}")
            at.problems.add(item.span, f"a step of {at.what}, '{match[0]}', must be {limits}")
    moved = sum(step.moves for step in steps)
    if steps and len(steps) == len(items) and not 0 < moved <= MOST_MOVED:
        at.fail(name, f"'{name}' of {at.what} moves {moved} hexes, it must move 1 to {MOST_MOVED}")
    return tuple(steps)


@block
class Strip(Block):
    """One way to go."""

    label: str = keys.text("what it is called", default=label)
    steps: tuple[Step, ...] = keys.special(
        _read_steps, {"type": "array", "items": {"type": "string"}},
        "a list of `move 2` (hexes) and `turn 1` (hexsides; `turn -1` to the other hand)",
        default=..., name="sequence")
    notes: tuple[str, ...] = keys.texts("short lines", most=MOST_NOTES)
    key: str = ""


class Stop(NamedTuple):
    """A hex of a path: what has been spent there, the facing on entering it and on leaving it (or at the end).

    Facings are numbers of `printshop.hexes.directions`; the path begins with facing 0.
    """

    cell: Hex
    spent: int
    entered: int
    left: int
    marked: bool = False


@TEMPLATE_KINDS.kind("path")
@block
class PathTemplate(OnHexes, Template):
    """Paths on hexes."""

    strips: tuple[Strip, ...] = keys.named(
        Strip,
        "ways to go, by name: `label`, `notes` and `sequence`, a list of `move 2` (hexes) and `turn 1` (hexsides). "
        "A step with a † is a reading of the rules: from there on the path is dashed, its figures have the †",
        entry="strip", default=..., least=1, most=MOST_STRIPS)
    hands: str = keys.choice(
        tuple(HANDS),
        "to the right and to the left `together` on one piece, `apart`, or one of them: `right`, `left`",
        default="together")
    turn_costs: int = keys.whole("what a turn by a hexside adds to the figures in the hexes (0)", 0, 10, default=0)

    smaller = "give it fewer moves, or hands: apart"

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces of all strips. Raises TooWide, TooTall and NoGlyph.

        Where both hands together are larger than the room of a page, they come apart.
        """
        several = len(HANDS[self.hands]) > 1
        for hands in HANDS[self.hands]:
            for strip in self.strips:
                piece = _piece(self, strip, hands, several=several)
                if len(hands) == 1 or pack.fits((piece.width, piece.height), (sheet.area.width, sheet.area.height)):
                    yield piece
                else:
                    yield from (_piece(self, strip, (hand,), several=True) for hand in hands)


def walk(strip: Strip, hand: str, orientation: Orientation, turn_costs: int = 0) -> tuple[Stop, ...]:
    """Return the hexes of a path, the start included, in which (0, 0) is the start and facing 0 the first."""
    sign = 1 if hand == "right" else -1
    stops = [Stop((0, 0), 0, 0, 0)]
    for step in strip.steps:
        here = stops[-1]
        if step.turns:
            spent = here.spent + turn_costs * abs(step.turns)
            stops[-1] = here._replace(left=(here.left + sign * step.turns) % 6, spent=spent)
        for _ in range(step.moves):
            here = stops[-1]
            cell = add(here.cell, directions(orientation)[here.left])
            stops.append(Stop(cell, here.spent + 1, here.left, here.left, here.marked or step.marked))
    return tuple(stops)


# --- drawing

_START = (0, 0)
_GRID = Stroke(WHITE.mix(BLACK, 0.7), 0.4)
_WAY = Stroke(BLACK, 1.1)
_READ = Stroke(BLACK, 1.1, dash=(3.0, 2.0))
_NODE = Stroke(BLACK, 0.7)
_SPENT = text.Style("sans", 8.0, bold=True)
_SPEED = text.Style("sans", 10.0, bold=True)
_STEPS = WORDS._replace(size=6.5)
_ROOMY = 6.0  # the steps in words are left out where they would be smaller


def _piece(template: PathTemplate, strip: Strip, hands: tuple[str, ...], *, several: bool) -> Cutout:
    """Return one piece; it is named by its hand where there are several of a strip."""
    orientation = template.size.orientation
    paths = tuple(walk(strip, hand, orientation, template.turn_costs) for hand in hands)
    used = {stop.cell for path in paths for stop in path}
    back = directions(orientation)[3:] + directions(orientation)[:3]
    handle = next((cell for step in back if (cell := add(_START, step)) not in used), None)
    if handle is None:
        raise text.TooTall(strip.label, 1, 0)
    cells = sorted({*used, handle})
    grid, width, height = hexgrids.lay(cells, orientation, template.size.across.pt)
    label = f"{strip.label} {hands[0] if several else ''}".strip()
    items = (hexgrids.grid_lines(grid, cells, _GRID, outer=True), *_ways(paths, grid), *_spent(paths, grid),
             *_words(strip, template.title, label, hexgrids.box(grid, handle)))
    edge = hexgrids.edge(grid, cells, straight=True)
    return Cutout(f"{template.title}: {label}", template.title, width, height, edge, items, template.span)


def _ways(paths: tuple[tuple[Stop, ...], ...], grid: Grid) -> Iterator[Item]:
    """Yield the lines of paths, dashed from where they are marked, arrows, and the ships at their ends and start.

    An arrow in a hex in which the facing changes points to the side that is faced afterwards. The outline of the ship
    in its first hex keeps the middle of the hex in sight.
    """
    across = grid.across
    facings = [grid.orientation.tilt + 60.0 * number for number in range(6)]
    for path in paths:
        middles = [grid.center(stop.cell) for stop in path]
        clear = sum(not stop.marked for stop in path)
        for ends, stroke in ((middles[:clear], _WAY), (middles[clear - 1:], _READ)):
            if len(ends) > 1:
                yield shapes.polyline(ends, stroke=stroke)
        for stop, middle in zip(path[:-1], middles, strict=False):
            if stop.entered != stop.left:
                at = facings[stop.left]
                yield shapes.arrow(*bearing(at, 0.44 * across, *middle), at, 0.15 * across, fill=BLACK)
        at, middle = facings[path[-1].left], middles[-1]
        yield shapes.line(*bearing(at, 0.1 * across, *middle), *bearing(at, 0.3 * across, *middle), Stroke(BLACK, 2.2))
        yield shapes.arrow(*bearing(at, 0.45 * across, *middle), at, 0.2 * across, 0.26 * across, fill=BLACK)
    at, long, start = facings[0], 0.7 * across, grid.center(_START)
    yield shapes.arrow(*bearing(at, long / 2, *start), at, long, 0.42 * across, notch=0.16, fill=WHITE, stroke=BOUND)
    yield shapes.cross(*start, 0.12 * across, FINE)


def _spent(paths: tuple[tuple[Stop, ...], ...], grid: Grid) -> Iterator[Item]:
    """Yield what has been spent in every hex, in a ring on its middle; a hex entered twice has both figures."""
    spent: dict[Hex, set[int]] = {}
    marked = {(stop.cell, stop.spent) for path in paths for stop in path if stop.marked}
    for path in paths:
        for stop in path:
            spent.setdefault(stop.cell, set()).add(stop.spent)
    for cell, figures in spent.items():
        if cell == _START and not any(figures):
            continue
        words = ", ".join(f"{figure}{'†' * ((cell, figure) in marked)}" for figure in sorted(figures - {0}))
        x, y = grid.center(cell)
        radius = max(0.13 * grid.across, text.measure(words, _SPENT) / 2 + 2.0)
        yield shapes.circle(x, y, radius, fill=WHITE, stroke=_NODE)
        yield from text.line(words, _SPENT, x, y + 0.36 * _SPENT.size, "middle")


def _words(strip: Strip, title: str, label: str, place: Box) -> tuple[Item, ...]:
    """Return the words behind the start; the steps, which the drawing shows as well, where there is room for them."""
    names = [(title, TITLE._replace(size=6.5)), (label, _SPEED)]
    notes = [(note, _STEPS) for note in strip.notes]
    steps = ", ".join((f"move {step.moves}" if step.moves else f"turn {step.turns}") + "†" * step.marked
                      for step in strip.steps)
    try:
        return hexgrids.lines([*names, (steps, _STEPS), *notes], place, _ROOMY)
    except (text.TooWide, text.TooTall):
        return hexgrids.lines([*names, *notes], place)
