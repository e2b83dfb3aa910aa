"""Paths: how a ship may go, step by step, on hexes of the map's size; a gauge that is laid before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import bearing
from printshop.drawing.items import BLACK, WHITE, Stroke
from printshop.hexes import Hex, Orientation, add, directions
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe
from printshop.layout import hexgrids, pack
from printshop.source import Scalar
from printshop.source import Sequence as SequenceNode
from printshop.templates.hexes import OnHexes
from printshop.templates.pieces import BOUND, FINE, TITLE, WORDS, Cutout, Sheet
from printshop.templates.template import MOST_NOTES, TEMPLATE_KINDS, Template, label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Item
    from printshop.hexes import Grid
    from printshop.source import Node

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
        items = ()
    steps = tuple(step for item in items if (step := _step(item, at)))
    if steps and len(steps) == len(items) and not 0 < sum(step.moves for step in steps) <= MOST_MOVED:
        at.fail(name, f"'{name}' of {at.what} moves {sum(step.moves for step in steps)} hexes, it must move 1 to "
                f"{MOST_MOVED}")
    return steps


def _step(node: Node, at: Reader) -> Step | None:
    match = _STEP.fullmatch(node.text) if isinstance(node, Scalar) else None
    count = int(match[2]) if match else 0
    if match and match[1] == "move" and 0 < count <= MOST_MOVED:
        return Step(moves=count, marked=bool(match[3]))
    if match and match[1] == "turn" and 0 < abs(count) <= MOST_TURNED:
        return Step(turns=count, marked=bool(match[3]))
    if match:
        sides = f"1 to {MOST_TURNED} hexsides, or -1 to -{MOST_TURNED}"
        limits = f"1 to {MOST_MOVED} hexes" if match[1] == "move" else sides
        at.problems.add(node.span, f"a step of {at.what}, '{match[0]}', must be {limits}")
    else:
        at.problems.add(node.span, f"a step of {at.what} must be move or turn and a number, found "
        f"{describe(node)}", _HINT)
    return None


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

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """Which hands are drawn on each piece of a strip."""
        return HANDS[self.hands]

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces of all strips. Raises TooWide, TooTall and NoGlyph.

        Where both hands together are larger than the room of a page, they come apart.
        """
        for hands in self.sides:
            for strip in self.strips:
                piece = _piece(self, strip, hands, several=len(self.sides) > 1)
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


class _Way(NamedTuple):
    """A strip for one or two hands: its paths, the hex for its words, and its grid."""

    strip: Strip
    paths: tuple[tuple[Stop, ...], ...]
    handle: Hex
    grid: Grid


def _piece(template: PathTemplate, strip: Strip, hands: tuple[str, ...], *, several: bool) -> Cutout:
    """Return one piece; it is named by its hand where there are several of a strip."""
    orientation = template.size.orientation
    ways = tuple(walk(strip, hand, orientation, template.turn_costs) for hand in hands)
    used = {stop.cell for way in ways for stop in way}
    back = directions(orientation)[3:] + directions(orientation)[:3]
    handle = next((cell for step in back if (cell := add(_START, step)) not in used), None)
    if handle is None:
        raise text.TooTall(strip.label, 1, 0)
    cells = sorted({*used, handle})
    grid, width, height = hexgrids.lay(cells, orientation, template.size.across.pt)
    hand = hands[0] if several else ""
    items = tuple(_items(_Way(strip, ways, handle, grid), cells, template.title, hand))
    name = f"{template.title}: {strip.label} {hand}".rstrip()
    edge = hexgrids.edge(grid, cells, straight=True)
    return Cutout(name, template.title, width, height, edge, items, template.span)


def _items(way: _Way, cells: list[Hex], title: str, hand: str) -> Iterator[Item]:
    grid = way.grid
    yield hexgrids.grid_lines(grid, cells, _GRID, outer=True)
    for path in way.paths:
        for ends, stroke in ((_centers(grid, path, marked=False), _WAY), (_centers(grid, path, marked=True), _READ)):
            if len(ends) > 1:
                yield shapes.polyline(ends, stroke=stroke)
        for stop in path[:-1]:
            if stop.entered != stop.left:
                yield _turning(grid, stop)
        yield from _end(grid, path[-1])
    yield from _start(grid)
    yield from _spent(way)
    yield from _words(way, title, hand)


def _centers(grid: Grid, path: tuple[Stop, ...], *, marked: bool) -> list[Point]:
    """Return the middles of the hexes of a path up to what is marked, or from there on."""
    clear = sum(not stop.marked for stop in path)
    return [grid.center(stop.cell) for stop in (path[clear - 1 :] if marked else path[:clear])]


def _words(way: _Way, title: str, hand: str) -> tuple[Item, ...]:
    """Return the words behind the start; the steps, which the drawing shows as well, where there is room for them."""
    names = [(title, TITLE._replace(size=6.5)), (f"{way.strip.label} {hand}".strip(), _SPEED)]
    notes = [(note, _STEPS) for note in way.strip.notes]
    steps = (", ".join(_said(step) for step in way.strip.steps), _STEPS)
    place = hexgrids.box(way.grid, way.handle)
    try:
        return hexgrids.lines([*names, steps, *notes], place, _ROOMY)
    except (text.TooWide, text.TooTall):
        return hexgrids.lines([*names, *notes], place)


def _said(step: Step) -> str:
    return (f"move {step.moves}" if step.moves else f"turn {step.turns}") + "†" * step.marked


def _facing(grid: Grid, number: int) -> float:
    """Return the bearing of a facing."""
    return grid.orientation.tilt + 60.0 * number


def _turning(grid: Grid, stop: Stop) -> Item:
    """Return the arrow in a hex in which the facing changes: it points to the side that is faced afterwards."""
    at = _facing(grid, stop.left)
    return shapes.arrow(*bearing(at, 0.44 * grid.across, *grid.center(stop.cell)), at, 0.15 * grid.across, fill=BLACK)


def _end(grid: Grid, stop: Stop) -> Iterator[Item]:
    """Yield the ship at the end of its path, heading where it heads then."""
    at = _facing(grid, stop.left)
    x, y = grid.center(stop.cell)
    tip = bearing(at, 0.45 * grid.across, x, y)
    yield shapes.line(*bearing(at, 0.1 * grid.across, x, y), *bearing(at, 0.3 * grid.across, x, y), Stroke(BLACK, 2.2))
    yield shapes.arrow(*tip, at, 0.2 * grid.across, 0.26 * grid.across, fill=BLACK)


def _start(grid: Grid) -> Iterator[Item]:
    """Yield the outline of the ship in its first hex, which keeps the middle of the hex in sight."""
    x, y = grid.center(_START)
    at, long = _facing(grid, 0), 0.7 * grid.across
    yield shapes.arrow(*bearing(at, long / 2, x, y), at, long, 0.42 * grid.across, notch=0.16, fill=WHITE, stroke=BOUND)
    yield shapes.cross(x, y, 0.12 * grid.across, FINE)


def _spent(way: _Way) -> Iterator[Item]:
    """Yield what has been spent in every hex, in a ring on its middle; a hex entered twice has both figures."""
    spent: dict[Hex, list[int]] = {}
    marked = {(stop.cell, stop.spent) for path in way.paths for stop in path if stop.marked}
    for path in way.paths:
        for stop in path:
            spent.setdefault(stop.cell, []).append(stop.spent)
    for cell, figures in spent.items():
        if cell == _START and not any(figures):
            continue
        words = ", ".join(f"{figure}{'†' * ((cell, figure) in marked)}" for figure in sorted(set(figures) - {0}))
        x, y = way.grid.center(cell)
        radius = max(0.13 * way.grid.across, text.measure(words, _SPENT) / 2 + 2.0)
        yield shapes.circle(x, y, radius, fill=WHITE, stroke=_NODE)
        yield from text.line(words, _SPENT, x, y + 0.36 * _SPENT.size, "middle")
