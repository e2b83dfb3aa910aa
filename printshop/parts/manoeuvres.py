"""Manoeuvres of a unit: a grid of speeds and bearings with drawn arrows, or a ring of them for a dial.

They stand in a list field with the columns `speed`, `bearing` and, if moves differ in that, `difficulty`. A bearing is
said in words, in any order: "bank left", "right-turn", "about". Points, origin top left, y down.

Two discs turn on each other as a dial: the lower one has a ring of slots, of moves or of the steps of a track; the
upper one, over a face of the same size, a window over the slot at the top, and both a hole for the pin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade, text_on
from printshop.drawing.items import (
    BLACK,
    Color,
    Curve,
    Group,
    Item,
    Layer,
    Line,
    Move,
    Path,
    Segment,
    Stroke,
    parse_color,
)
from printshop.drawing.text import Style
from printshop.expressions import NOT_KNOWN, Formula, FormulaError
from printshop.game.counters import PARTS, Part
from printshop.game.forms.cells import CELLS, Cell
from printshop.game.formulas import Look as ByFormula
from printshop.game.values import Rows
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.layout.boxes import Box
from printshop.layout.cuts import CUT
from printshop.parts import tracks
from printshop.parts.backings import INK
from printshop.parts.faces import INDENT, Painter, Shown, Step, always
from printshop.parts.tracks import Items, Ring, Scale, Track, coloured, colours_key, ring
from printshop.problems import Misfit, some, suggestion
from printshop.units import MM, Length

MOST = 60
LEAST, LARGEST = 4.0 * MM, 13 * MM  # of a square of the grid: an arrow that is seen; one that looks like a sign
LABEL = 0.75  # of a square: the column of the speeds
SHAFT, HEAD, FOOT = 0.15, 0.36, 0.95  # of a square: how broad the line of an arrow is, how long its head, its end
RULE = Color(150, 150, 150)
SPEED, BEARING, DIFFICULTY = "speed", "bearing", "difficulty"

M, L, C = Move, Line, Curve
Shape = tuple[tuple[Segment, ...], tuple[float, float, float]]
SHAPES: dict[str, Shape] = {  # to the right, on a square of 1: the line, and the tip of the head with its bearing
    "straight": ((M(.5, .95), L(.5, .38)), (.5, .04, 0)),
    "bank": ((M(.3, .95), L(.3, .78), C(.3, .58, .4, .47, .6, .31)), (.86, .09, 48)),
    "turn": ((M(.24, .95), L(.24, .56), C(.24, .36, .34, .27, .52, .27), L(.62, .27)), (.97, .27, 90)),
    "about": ((M(.27, .95), L(.27, .36), C(.27, .02, .72, .02, .72, .36), L(.72, .5)), (.72, .86, 180)),
    "loop": ((M(.2, .95), L(.2, .8), C(.2, .2, .68, .02, .78, .3), C(.8, .38, .78, .45, .75, .52)), (.62, .86, 200)),
    "roll": ((M(.22, .95), L(.22, .18), L(.74, .18), L(.74, .5)), (.74, .86, 180)),
    "slip": ((M(.26, .95), L(.26, .84), C(.26, .58, .72, .74, .72, .46), L(.72, .38)), (.72, .04, 0)),
}
STOP = "stop"
ORDER = ("loop left", "roll left", "slip left", "turn left", "bank left", "straight", "bank right", "turn right",
         "slip right", "roll right", "loop right", "about")
MEANT = {"stall": STOP, "hold": STOP, "sideslip": "slip", "u": "about", "k": "about", "kturn": "about",
         "uturn": "about", "face": "", "ahead": "straight", "reverse": "back", "hard": "turn", "soft": "bank"}
KNOWN = (*ORDER, STOP)


class Manoeuvre(NamedTuple):
    """A speed, below 0 `back`wards, and a bearing, one of `KNOWN`; None for a speed or a bearing that is unknown."""

    speed: int | None
    bearing: str | None
    difficulty: str = ""
    back: bool = False

    @property
    def column(self) -> str:
        """Where it stands in a grid: a stop below what goes straight."""
        return "straight" if self.bearing == STOP else self.bearing or ""


def bearing_of(text: str) -> tuple[str, bool] | None:
    """Return what is meant with a bearing, and whether that is backwards; None for what is no bearing.

    >>> bearing_of("Left-Bank"), bearing_of("reverse straight"), bearing_of("up")
    (('bank left', False), ('straight', True), None)
    """
    words = {MEANT.get(word, word) for word in re.split(r"[\W_]+", text.lower())} - {""}
    back, words = "back" in words, words - {"back"}
    words -= {"turn"} if "about" in words else set()
    name = " ".join(sorted(words, key=lambda word: word in ("left", "right"))) or ("straight" if back else "")
    return (name, back) if name in KNOWN else None


@block
class Manoeuvres(Block):
    """The keys of manoeuvres."""

    moves: Formula | None = keys.formula(
        "a list field of moves, with the columns `speed`, `bearing` and, if they differ in that, `difficulty`. A "
        "bearing is `straight`, `bank`, `turn`, `slip`, `loop` or `roll` to the `left` or `right`, `about` or `stop`, "
        "with `back` backwards", default=None, name="manoeuvres")
    layout: str = keys.choice(("grid", "dial"), "a `grid` of speeds and bearings, or a `dial`, a ring in the order of "
                              "the list, clockwise from the top", default="grid")
    colours: tuple[tuple[str, Any], ...] = colours_key(
        "of the arrows, by the word of their difficulty, or formulas that give one: `{easy: \"#0072b2\", hard: "
        "\"#c0392b\"}`. Without colour the first are hollow, the second stand on grey in a frame")

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the list that they stand in, and of colours."""
        looks = (color.formula for _, color in self.colours if isinstance(color, ByFormula))
        return (self.moves, *looks) if self.moves else ()

    def listed(self, values: Mapping[str, object]) -> tuple[Manoeuvre, ...] | None:
        """Return the manoeuvres of a unit, None if they are not known. Raises FormulaError for what are none."""
        assert self.moves
        rows, subject = self.moves.evaluate(values), f"'manoeuvres: {self.moves.text}'"
        if rows is NOT_KNOWN:
            return None
        if rows is None:
            return ()
        if not isinstance(rows, Rows):
            raise FormulaError(f"{subject} gives {rows}, which is no list of moves",
                               hint="name a list field with the columns speed, bearing and difficulty")
        for column in (SPEED, BEARING):
            if rows.rows and column not in rows.columns:
                raise FormulaError(f"{subject}: the list has no column '{column}'",
                                   hint=suggestion(column, rows.columns))
        if len(rows) > MOST:
            raise FormulaError(f"{subject} gives {len(rows)} moves, at most {MOST} go in one place")
        moves = tuple(_move(row, f"{subject}: row {number}") for number, row in enumerate(rows.rows, 1))
        if twice := next((move for number, move in enumerate(moves) if move.bearing and move[:2] in
                          [other[:2] for other in moves[:number]] and self.layout == "grid"), None):
            raise FormulaError(f"{subject} has {twice.speed} {twice.bearing} twice")
        return moves

    def drawn(self, values: Mapping[str, object], place: Box, ink: Ink, pen: Color = BLACK) -> Items:
        """Return the manoeuvres of a unit in their place, what has no colour drawn by a `pen`.

        Raises TooManyMoves, TooManySteps, OddLook, FormulaError.
        """
        moves = self.listed(values)
        if not moves:
            return ()
        looks = {word: (number, parse_color(given) if (given := coloured(color, values)) else pen)
                 for number, (word, color) in enumerate(self.colours)}
        if self.layout == "dial":
            return tuple(_dial(moves, ring(place, len(moves), LEAST, DEEP), looks, ink, pen))
        return tuple(_grid(moves, Grid.of(moves, place), looks, ink, pen))


def _move(row: Mapping[str, object], subject: str) -> Manoeuvre:
    speed, bearing, difficulty = (row.get(name) for name in (SPEED, BEARING, DIFFICULTY))
    if speed is not NOT_KNOWN and (isinstance(speed, bool) or not isinstance(speed, int)):
        raise FormulaError(f"{subject}: the speed '{speed}' is no whole number")
    meant = bearing_of(str(bearing)) if bearing is not NOT_KNOWN else (None, False)
    if meant is None:
        raise FormulaError(f"{subject}: '{bearing}' is no bearing", hint=suggestion(str(bearing), KNOWN))
    number = speed if isinstance(speed, int) else None
    back = meant[1] or bool(number and number < 0)
    word = "" if difficulty in (None, NOT_KNOWN) else str(difficulty)
    return Manoeuvre(-abs(number) if number and back else number, meant[0], word, back)  # in a row of its own


@CELLS.kind("manoeuvres")
@block
class ManoeuvreCell(Manoeuvres, Cell):
    """Manoeuvres in a cell."""

    wordless = True
    fixed = False


@PARTS.kind("manoeuvres")
@block
class ManoeuvrePart(Manoeuvres, Part):
    """Manoeuvres on a face."""

    usual = INDENT
    needs = "moves"
    fixed = False

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw them as large as they go into the place."""
        box, ink = on.indented(self, place), on.look.ink
        pen = on.below.worded(INK, box.center)
        return lambda shown: self.drawn(shown.values, box, ink, pen)


# --- drawing ---------------------------------------------------------------------------------------------------

Looks = Mapping[str, tuple[int, Color]]


class TooManyMoves(Misfit):
    """So many speeds and bearings do not fit their place."""

    hint = "give the manoeuvres more room"

    def __init__(self, rows: int, columns: int, place: Box) -> None:
        super().__init__(f"{some(rows, 'speed')} and {some(columns, 'bearing')} of {LEAST / MM:g} mm do not fit "
                         f"{max(place.width, 0) / MM:.0f} x {max(place.height, 0) / MM:.0f} mm")


class Grid(NamedTuple):
    """A grid of squares with `side` points: speeds from the highest down, bearings from the left."""

    x: float
    y: float
    side: float
    speeds: tuple[int, ...]
    columns: tuple[str, ...]

    @classmethod
    def of(cls, moves: tuple[Manoeuvre, ...], place: Box) -> Grid:
        """Return the largest grid of moves in a place. Raises TooManyMoves."""
        speeds = tuple(sorted({move.speed for move in moves if move.speed is not None}, reverse=True))
        columns = tuple(name for name in ORDER if name in {move.column for move in moves})
        across, down = len(columns) + LABEL, max(len(speeds), 1)
        side = min(place.width / across, place.height / down, LARGEST)
        if side < LEAST:
            raise TooManyMoves(len(speeds), len(columns), place)
        return cls(place.center[0] - across * side / 2, place.center[1] - down * side / 2, side, speeds, columns)

    def square(self, speed: int, column: str) -> Box:
        """Return the square of a speed and a bearing."""
        return Box(self.x + (LABEL + self.columns.index(column)) * self.side,
                   self.y + self.speeds.index(speed) * self.side, self.side, self.side)

    def label(self, speed: int) -> Box:
        """Return where a speed stands."""
        return Box(self.x, self.y + self.speeds.index(speed) * self.side, LABEL * self.side, self.side)


def _grid(moves: tuple[Manoeuvre, ...], grid: Grid, looks: Looks, ink: Ink, pen: Color = BLACK) -> Iterator[Item]:
    for move in moves:
        if move.speed is not None and move.bearing:
            yield from sign(move, grid.square(move.speed, move.column), looks, ink, pen)
    size = min(grid.side * 0.55, 13.0)
    left, right = grid.x, grid.x + (LABEL + len(grid.columns)) * grid.side
    for speed in grid.speeds:
        yield from _figure(speed, *grid.label(speed).center, size, pen)
    ys = [grid.y + number * grid.side for number in range(len(grid.speeds) + 1)]
    xs = [left, *(left + (LABEL + number) * grid.side for number in range(len(grid.columns) + 1))]
    yield shapes.lines([*((left, y, right, y) for y in ys), *((x, ys[0], x, ys[-1]) for x in xs)], Stroke(RULE, 0.4))


def _figure(speed: int | None, x: float, y: float, size: float, pen: Color) -> Items:
    style = Style(size=size, bold=True, color=pen)
    figure = "?" if speed is None else str(speed).replace("-", "−")
    return text.line(figure, style, x, y + style.face.cap_height * size / 2, "middle")


DEEP = 0.46  # of the radius of a dial: its slots


def _dial(moves: tuple[Manoeuvre, ...], dial: Ring, looks: Looks, ink: Ink, pen: Color = BLACK) -> Iterator[Item]:
    """Give the slots of a dial: the arrow outside, the speed inside, upright when the slot is at the top."""
    width, depth = dial.room[0], dial.outer - dial.inner
    side = min(0.9 * width, 0.56 * depth)
    size = min(0.34 * depth, 0.85 * width, 16.0)
    if side < LEAST * 0.75:
        raise TooManyMoves(1, len(moves), Box(0, 0, 2 * dial.outer, 2 * dial.outer))
    for number, move in enumerate(moves):
        ground = _ground(move, looks, ink)
        yield dial.sector(number, fill=ground, stroke=Stroke(pen, 0.5))
        color = BLACK if ground else pen
        items = [*_figure(move.speed, 0.0, -dial.inner - 0.2 * depth, size, color)]
        if move.bearing:
            items += _arrow(move, Box(-side / 2, -dial.outer + 0.08 * depth, side, side), looks, ink, color)
        yield Group(tuple(items), Transform().translate(dial.x, dial.y).rotate(dial.turn(number)))


def _ground(move: Manoeuvre, looks: Looks, ink: Ink) -> Color | None:
    number, _ = looks.get(move.difficulty, (-1, BLACK))
    return shade(ink, 0.1) if ink is Ink.BLACK and number == 1 else None


def sign(move: Manoeuvre, box: Box, looks: Looks, ink: Ink, pen: Color = BLACK) -> Iterator[Item]:
    """Give the arrow of a move in a square, on the ground of its difficulty."""
    if ground := _ground(move, looks, ink):
        yield shapes.rect(*box.inset(box.width * 0.06), fill=ground, stroke=Stroke(BLACK, 0.9))
    yield from _arrow(move, box.inset(box.width * 0.14), looks, ink, BLACK if ground else pen)


def _arrow(move: Manoeuvre, box: Box, looks: Looks, ink: Ink, pen: Color = BLACK) -> Iterator[Item]:
    number, color = looks.get(move.difficulty, (-1, pen))
    hollow, color = ink is Ink.BLACK and number == 0, pen if ink is Ink.BLACK else color
    side = box.width
    if move.bearing == STOP:
        yield shapes.rect(*box.inset(0.22 * side), fill=text_on(color) if hollow else color, stroke=Stroke(color, 0.8))
        return
    name, _, way = (move.bearing or "").partition(" ")
    line, (x, y, turn) = SHAPES[name]
    flip, down = way == "left", move.back
    placing = Transform(-side if flip else side, 0, 0, -side if down else side,
                        box.right if flip else box.x, box.bottom if down else box.y)
    shaft = shapes.transform_path(Path(line), placing)
    head = shapes.transform_path(shapes.arrow(x, y, turn, HEAD, 1.3 * HEAD), placing)
    width = SHAFT * side
    yield Path(shaft.segments, None, Stroke(color, width))
    yield Path(head.segments, text_on(color) if hollow else color, Stroke(color, 0.8) if hollow else None)
    if hollow:
        yield Path(shaft.segments, None, Stroke(text_on(color), max(width - 1.6, 0.4)))
        foot = line[0].x  # type: ignore[union-attr]
        yield replace(shapes.transform_path(shapes.line(foot - SHAFT / 2, FOOT, foot + SHAFT / 2, FOOT), placing),
                      stroke=Stroke(color, 0.8))


# --- dials: a hole for the pin, and the window of the upper disc ---

CLEAR = 0.35 * MM  # how far the edge of a window stays inside its slot: no line of a neighbour is seen
WIDEST = 60.0  # degrees: of a window over one of few slots


@PARTS.kind("hole")
@block
class Hole(Part):
    """A round hole in the middle of a face, cut out: for the pin that holds two discs together."""

    across: Length = keys.length("a round hole in the middle of the face, to be cut out: how wide. A dial turns on a "
                                 "paper fastener in it (4 mm)", name="hole", least="1 mm", most="50 mm")

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw its edge in the middle of the face. Raises Misfit for one as wide as the face."""
        face, radius = on.whole, self.across.pt / 2
        if 2 * radius >= min(face.width, face.height):
            raise Misfit(f"a hole of {self.across.text} does not go into {face.width / MM:g} x {face.height / MM:g} mm")
        return always(cut(shapes.circle(*face.center, radius)))


@PARTS.kind("window")
@block
class Window(Part):
    """The window of a dial, cut out of the disc on top: what the lower disc shows at the top is seen through it."""

    slots: Scale | None = keys.special(
        tracks.read_steps, {"type": ["array", "string", "integer"]},
        "the window of a dial, to be cut out of the disc that lies on top: what stands at `steps` or `manoeuvres` of "
        "the lower disc, whose size and `margin` it has", name="window")

    usual = INDENT
    needs = "slots"

    @property
    def fixed(self) -> bool:
        return bool(self.slots and not self.slots.formula)

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw its edge. Raises what the drawing of the dial raises, and FormulaError."""
        box, track = on.indented(self, place), Track(steps=self.slots)

        def opened(shown: Shown) -> Items:
            formula = self.slots.formula if self.slots else None
            content = formula.evaluate(shown.values) if formula else None
            if content is NOT_KNOWN:
                return ()
            if isinstance(content, Rows) and BEARING in content.columns:
                return cut(edge(ring(box, len(content), deep=DEEP))) if content.rows else ()
            stages = track.stages(shown.values)
            return cut(edge(ring(box, len(stages)))) if stages else ()

        return always(opened(Shown({}))) if self.fixed else opened


def edge(dial: Ring) -> Path:
    """Return the edge of a window over the slot at the top, a little inside it."""
    inner, outer = dial.inner + CLEAR, dial.outer - CLEAR
    ways = []
    for radius, way in ((outer, 1), (inner, -1)):
        half = min(180 / dial.count, WIDEST / 2) - CLEAR / radius * 57.29578
        ways.append(shapes.arc(dial.x, dial.y, radius, -way * half, way * 2 * half))
    return shapes.joined(ways)


def cut(line: Path) -> Items:
    """Return what is cut out along a line."""
    return (Group((Path(line.segments, None, CUT),), layer=Layer.CUT),)
