"""Turn gauges: half discs with angles, laid along a model, and paths on hexes, step by step.

A turning template is turned over for the other side; a gauge with a path is laid before the ship.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Point, Transform, bearing, cos_sin
from printshop.drawing.items import BLACK, CLOSE, WHITE, Group, Item, Path, Stroke
from printshop.hexes import Grid, Hex, Orientation, add, directions
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader, describe, whole_number
from printshop.layout import hexgrids, pack
from printshop.problems import suggestion
from printshop.source import SequenceNode
from printshop.templates.discs import BY_CLASS
from printshop.templates.hexes import OnHexes
from printshop.templates.pieces import BOUND, CUT, FINE, LEAST, TITLE, WORDS, rim, turned
from printshop.templates.template import MOST_NOTES, TEMPLATE_KINDS, Cutout, Pierced, Sheet, Template, label
from printshop.units import Length


class Turns(NamedTuple):
    """A row of a turning template: the angle for each moment, 0 for no turn; `key` is its short name."""

    key: str
    name: str
    angles: tuple[int, ...]


def _read_rows(at: Reader, name: str) -> tuple[Turns, ...]:
    """Return the rows, each with as many angles as there are moments, which are read from the reader's other keys."""
    count = len(at.texts("moments"))
    classes = {size.key: size.name for size in at.context.sizes}
    named = at.word("by") == BY_CLASS
    inner = at.reader(name, required=True)
    if inner is None:
        return ()
    rows = []
    for row in inner.keys():  # noqa: SIM118
        if named and row not in classes:
            inner.problems.add(inner.key_span(row), f"'{row}' in {inner.what} is not a size class",
                               suggestion(row, classes))
        node = inner.node(row)
        angles = (0,) * count
        if isinstance(node, SequenceNode) and len(node.items) == count:
            subject = f"an angle of '{row}' in {inner.what}"
            angles = tuple(whole_number(item, subject, at.problems, 0, 180) or 0 for item in node.items)
        else:
            found = f"{len(node.items)}" if isinstance(node, SequenceNode) else describe(node) if node else "nothing"
            inner.fail(row, f"'{row}' in {inner.what} must be a list of {count} angles, one for each of the moments, "
                       f"found {found}", "write 0 where no turn is allowed")
        rows.append(Turns(row, classes.get(row, row) if named else row, angles))
    if not any(angle for row in rows for angle in row.angles):
        at.fail(name, f"'{name}' of {at.what} has no angle other than 0")
    return tuple(rows)


@TEMPLATE_KINDS.kind("turning")
@block
class TurningTemplate(Pierced):
    """Half a disc with the angles by which models may turn; the words along each line say which models, and when."""

    radius: Length = keys.length("of the half disc", positive=True)
    moments: tuple[str, ...] = keys.texts("when a model may turn", default=...)
    rows: tuple[Turns, ...] = keys.special(
        _read_rows, {"type": "object", "additionalProperties": {"type": "array", "items": {
            "type": ["integer", "string"], "minimum": 0, "maximum": 180}}},
        "one angle for each moment, 0 for no turn; with `by: size classes` the names of rows are keys of size classes",
        default=...)
    by: str = keys.choice((BY_CLASS,), default="")

    @property
    def angles(self) -> tuple[int, ...]:
        """All angles of the rows but 0, smallest first."""
        return tuple(sorted({angle for row in self.rows for angle in row.angles if angle}))

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        radius = self.radius.pt
        bow = text.line(sheet.words.bow.upper(), _ANGLE._replace(size=7.0, tracking=0.8), 0, 0, "end")
        items = (
            rim((0, radius), radius, 0, 180, fine=5, coarse=15),
            Path((*shapes.arc(0, radius, 4, 0, 180).segments, CLOSE), stroke=FINE),
            shapes.arrow(4.2, 11, 0, 9, 5.6, fill=BLACK), turned(bow, 7.0, 24, -90),
            *(item for angle in self.angles for item in self._ray(angle, radius)), *_words(self, radius),
        )
        edge = Path((*shapes.arc(0, radius, radius, 0, 180).segments, CLOSE), stroke=CUT)
        yield Cutout(self.title, self.title, radius, 2 * radius, edge, items, self.span)

    def _ray(self, angle: int, radius: float) -> Iterator[Item]:
        """Yield the line of an angle and, along it, the moments and models for which that angle is allowed."""
        if angle < 180:
            yield shapes.line(*bearing(angle, _CLEAR, 0, radius), *bearing(angle, radius, 0, radius), BOUND)
        rows = [(moment, ", ".join(text.escape(row.key) for row in self.rows if row.angles[column] == angle))
                for column, moment in enumerate(self.moments)]
        moments = " · ".join(f"{moment} **{keys}**" for moment, keys in rows if keys)
        before = angle - max((other for other in self.angles if other < angle), default=0)
        beside_bow = before == angle and radius * math.sin(math.radians(min(angle, 90))) < _BROAD
        figure = text.line(f"{angle}°", _ANGLE, radius - (_BOW_ENDS if beside_bow else 9), -3.0, "end")
        start = max(16.0, _HIGH / math.tan(math.radians(min(before, 60))))  # where two rays are far enough apart
        words = text.line(moments, _WHO, start, -3.0, max_width=shapes.bounds(figure)[0] - start - 6, min_size=LEAST)
        yield turned((*figure, *words), 0, radius, angle - 90)


_CLEAR = 7.0
_ANGLE = text.Style("sans", 9.0, bold=True)
_WHO = text.Style("sans", 9.0)
_BROAD, _BOW_ENDS = 24.0, 40.0  # width of the mark at the bow with a figure beside it, and where the mark ends
_HIGH = 8.0  # height of words along a ray, with the space below them
_TRIED = 3  # step of the search for a free position, in points
_HINT = "Straight edge along the model, mark at its centre. Turn over for the other side."
_HINTS = ((98.0, 8.5), (84.0, 7.0), (74.0, 6.2), (66.0, LEAST))  # width and size of type: the first pair that fits


@lru_cache(maxsize=1024)
def _middle(gap: tuple[int, int], radius: float, width: float, height: float) -> Point | None:
    """Return the middle of a rectangle placed as far as possible from two rays and the rim; None if it does not fit.

    The position is relative to the centre of the disc. The search tries positions on a square grid, coarser for pieces
    larger than any paper. The key of the cache is all arguments: a template that is drawn again needs no search.
    """
    finest = max(_TRIED, int(radius) // 150)
    (cos_a, sin_a), (cos_b, sin_b) = (cos_sin(angle) for angle in gap)
    # The distance of the rectangle's middle from each ray at which they would touch, and the space to keep free.
    after = (abs(cos_a) * width + abs(sin_a) * height) / 2 + (14.0 if gap[0] == 0 else 3.0)
    before = (abs(cos_b) * width + abs(sin_b) * height) / 2 + 11.5# the words of the second ray
    best, place = 0.0, None
    for step in (4 * finest, finest):  # a coarse search first: the fine one skips positions that are worse
        grid = range(-int(radius), int(radius), step)
        best = max(best - 1e-6, 0.0)
        for x in range(0, int(radius), step):
            # The rim limits the position upwards and downwards, the first ray upwards, the second downwards.
            reach = math.sqrt(max((radius - 9 - best) ** 2 - (x + width / 2) ** 2, 0.0)) - height / 2
            highest = max(-reach, (best + after - x * cos_a) / max(sin_a, 1e-9))
            lowest = min(reach, (-x * cos_b - before - best) / max(sin_b, 1e-9))
            for y in grid[max(0, int((highest + radius) / step) - 1):max(0, int((lowest + radius) / step) + 2)]:
                free = min(x * cos_a + y * sin_a - after, -x * cos_b - y * sin_b - before,
                           radius - 9 - math.hypot(x + width / 2, abs(y) + height / 2))
                if free > best:
                    best, place = free, (float(x), float(y))
    return place


def _words(template: TurningTemplate, radius: float) -> tuple[Item, ...]:
    """Return the title and the instructions, in the sector with most room. Raises TooWide."""
    # the sectors between neighbouring rays, those in the middle of the piece first
    gaps = sorted(pairwise(sorted({0, *template.angles, 180})), key=lambda gap: abs(sum(gap) / 2 - 100))
    if title := _title(template.title, gaps, radius):
        return title
    raise text.TooWide(template.title, text.measure(template.title, TITLE), radius)


def _title(title: str, gaps: Sequence[tuple[int, int]], radius: float) -> tuple[Item, ...]:
    for wide, size in _HINTS:
        note = text.block(_HINT, WORDS._replace(size=size), (0, 0, wide, None), 1.15, "middle")
        height = note.height + 10
        for gap in gaps:
            if place := _middle(gap, radius, max(wide, text.measure(title, TITLE)), height):
                x, y = place[0], place[1] + radius - height / 2
                hint = Group(note.items, Transform().translate(x - wide / 2, y + 10))
                return (*text.line(title, TITLE, x, y + 7, "middle"), hint)
    return ()


# --- paths on hexes

HANDS = {"together": (("right", "left"),), "apart": (("right",), ("left",)), "right": (("right",),),
         "left": (("left",),)}
MOST_STRIPS, MOST_STEPS, MOST_MOVED, MOST_TURNED = 24, 40, 30, 5
_STEP = re.compile(r"(move|turn) +(-?\d{1,3})( *†)?")
_HOW = "write move 2 for two hexes, turn 1 for one hexside"


class Step(NamedTuple):
    """A step of a path: hexes ahead, or hexsides turned, clockwise for the right hand; `marked` with a dagger."""

    moves: int = 0
    turns: int = 0
    marked: bool = False


def _read_steps(at: Reader, name: str) -> tuple[Step, ...]:
    node = at.node(name, required=True)
    items = node.items if node else ()
    if node is not None and not 0 < len(items) <= MOST_STEPS:
        at.fail(name, f"'{name}' of {at.what} must be a list of 1 to {MOST_STEPS} steps", _HOW)
        return ()
    steps = []
    for item in items:
        match = _STEP.fullmatch(item.text)
        if match is None:
            at.problems.add(item.span, f"a step of {at.what} must be move or turn and a number, found "
                            f"{describe(item)}", _HOW)
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
    """A path with its steps."""

    label: str = keys.text("its name", default=label)
    steps: tuple[Step, ...] = keys.special(
        _read_steps, {"type": "array", "items": {"type": "string"}},
        "a list of `move 2` (hexes) and `turn 1` (hexsides; `turn -1` to the other side)", default=..., name="sequence")
    notes: tuple[str, ...] = keys.texts("short lines", most=MOST_NOTES)
    key: str = ""


class Stop(NamedTuple):
    """A hex of a path: the cost up to it, the facing on entering it and on leaving it (or at the end).

    Facings are numbers of `printshop.hexes.directions`; the path begins with facing 0.
    """

    cell: Hex
    spent: int
    entered: int
    left: int
    marked: bool = False


def walk(strip: Strip, hand: str, orientation: Orientation, turn_costs: int = 0) -> tuple[Stop, ...]:
    """Return the hexes of a path, the start included; (0, 0) is the start, and facing 0 the first."""
    sign = 1 if hand == "right" else -1
    stops = [Stop((0, 0), 0, 0, 0)]
    for step in strip.steps:
        stop = stops[-1]
        if step.turns:
            spent = stop.spent + turn_costs * abs(step.turns)
            stops[-1] = stop._replace(left=(stop.left + sign * step.turns) % 6, spent=spent)
        for _ in range(step.moves):
            stop = stops[-1]
            cell = add(stop.cell, directions(orientation)[stop.left])
            stops.append(Stop(cell, stop.spent + 1, stop.left, stop.left, stop.marked or step.marked))
    return tuple(stops)


@TEMPLATE_KINDS.kind("path")
@block
class PathTemplate(OnHexes, Template):
    """Paths on hexes."""

    strips: tuple[Strip, ...] = keys.named(
        Strip,
        "paths by name: `label`, `notes` and `sequence`, a list of `move 2` (hexes) and `turn 1` (hexsides). "
        "A step with a † is an interpretation of the rules: from there on the path is dashed, its figures have the †",
        entry="strip", default=..., least=1, most=MOST_STRIPS)
    hands: str = keys.choice(
        tuple(HANDS), "turns to the right and left `together` on one piece, or `apart`, or only one: `right`, `left`",
        default="together")
    turn_costs: int = keys.whole("the number that a turn by a hexside adds to the figures in the hexes (0)", 0, 10,
                                 default=0)

    smaller = "give it fewer moves, or hands: apart"

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces of all strips. Raises TooWide, TooTall and NoGlyph.

        If both hands together are too large for a page, each becomes a piece of its own.
        """
        several = len(HANDS[self.hands]) > 1
        for hands in HANDS[self.hands]:
            for strip in self.strips:
                piece = self._piece(strip, hands, several=several)
                if len(hands) == 1 or pack.fits((piece.width, piece.height), (sheet.area.width, sheet.area.height)):
                    yield piece
                else:
                    yield from (self._piece(strip, (hand,), several=True) for hand in hands)

    def _piece(self, strip: Strip, hands: tuple[str, ...], *, several: bool) -> Cutout:
        """Return one piece, named by its hand if there are several of a strip.

        Its words stand in a hex behind the start.
        """
        orientation = self.size.orientation
        paths = [walk(strip, hand, orientation, self.turn_costs) for hand in hands]
        covered = {stop.cell for path in paths for stop in path}
        behind = directions(orientation)[3:] + directions(orientation)[:3]
        handle = next((cell for cell in behind if cell not in covered), None)
        if handle is None:
            raise text.TooTall(strip.label, 1, 0)
        cells = sorted({*covered, handle})
        grid, width, height = hexgrids.lay(cells, orientation, self.size.across.pt)
        called = f"{strip.label} {hands[0] if several else ''}".strip()
        parts = [(self.title, _NAME), (called, _SPEED), *((note, _SMALL) for note in strip.notes)]
        words = hexgrids.lines(parts, hexgrids.box(grid, handle))
        items = (hexgrids.grid_lines(grid, cells, _GRID, outer=True), *_ways(paths, grid), *_spent(paths, grid), *words)
        edge = hexgrids.edge(grid, cells, straight=True)
        return Cutout(f"{self.title}: {called}", self.title, width, height, edge, items, self.span)


_START = (0, 0)
_GRID = Stroke(WHITE.mix(BLACK, 0.75), 0.7)
_WAY = Stroke(BLACK, 1.6)
_READ = Stroke(BLACK, 1.6, dash=(3.0, 2.0))
_NODE = Stroke(BLACK, 1.0)
_SPEED = text.Style("sans", 10.0, bold=True)
_NAME, _SMALL = TITLE._replace(size=7), WORDS._replace(size=7)


def _ways(paths: Sequence[tuple[Stop, ...]], grid: Grid) -> Iterator[Item]:
    """Yield the lines of paths, dashed from the first marked hex, with arrows, and the ships at their ends and start.

    An arrow in a hex where the facing changes points to the side that is faced afterwards. The ship at the start is an
    outline, so that the middle of its hex stays visible.
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


def _spent(paths: Sequence[tuple[Stop, ...]], grid: Grid) -> Iterator[Item]:
    """Yield the cost up to each hex, in a ring on its middle; a hex entered twice has both figures."""
    spent: dict[Hex, dict[int, str]] = {}
    for stop in (stop for path in paths for stop in path):
        figures = spent.setdefault(stop.cell, {})
        figures[stop.spent] = "†" if stop.marked else figures.get(stop.spent, "")
    for cell, figures in spent.items():
        if cell == _START and not any(figures):
            continue
        words = ", ".join(f"{figure}{figures[figure]}" for figure in sorted({*figures} - {0}))
        x, y = grid.center(cell)
        radius = max(0.13 * grid.across, text.measure(words, TITLE) / 2 + 2.0)
        yield shapes.circle(x, y, radius, fill=WHITE, stroke=_NODE)
        yield from text.line(words, TITLE, x, y + 0.36 * TITLE.size, "middle")
