"""Manoeuvres of a unit, as a grid or as a ring for a dial.

The grid has speeds and bearings with drawn arrows. The moves are rows of a list field with the columns `speed`,
`bearing` and, if moves differ in that, `difficulty`. A bearing is written in words, in any order: "bank left",
"right-turn", "about". Lengths are in points, with the origin at the top left and y down.

A dial has two discs that turn on each other. The lower disc has a ring of slots with moves, or with the steps of a
track. The upper disc has a face of the same size with a window over the slot at the top. Both have a hole for the pin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.display_list import (
    BLACK,
    Color,
    CurveTo,
    Group,
    Item,
    LineTo,
    MoveTo,
    PageLayer,
    Path,
    Segment,
    Stroke,
    parse_color,
)
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Palette, choose_text_color
from printshop.drawing.text import Style
from printshop.elements import tracks
from printshop.elements.context import DrawContext
from printshop.elements.tracks import DialRing, Items, Track, TrackSteps, colours_key, fit_ring, resolve_color
from printshop.formulas import NOT_KNOWN, Formula, FormulaError
from printshop.game.counters import TEXT_MARGIN, RelativeLength
from printshop.game.elements import CHART, ELEMENTS, FORM, Element, ShownValues
from printshop.game.field_values import ListRows
from printshop.game.formula_keys import DynamicStyle
from printshop.layout.rectangles import Rect
from printshop.lengths import MM, Length
from printshop.problems import DoesNotFitError, pluralize, suggest_name
from printshop.schema import keys
from printshop.schema.keys import data_block

MAX_MOVES = 60
# of a square of the grid: smaller arrows cannot be seen, larger ones look like signs
LEAST, LARGEST = 4.0 * MM, 13 * MM
LABEL = 0.75  # of a square: the column of the speeds
# of a square: the width of the line of an arrow, the length of its head, the y of its end
SHAFT, HEAD, FOOT = 0.15, 0.36, 0.95
RULE = Color(150, 150, 150)
SPEED, BEARING, DIFFICULTY = "speed", "bearing", "difficulty"

M, L, C = MoveTo, LineTo, CurveTo
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
BEARING_WORDS = {"stall": STOP, "hold": STOP, "sideslip": "slip", "u": "about", "k": "about", "kturn": "about",
                 "uturn": "about", "face": "", "ahead": "straight", "reverse": "back", "hard": "turn", "soft": "bank"}
BEARINGS = (*ORDER, STOP)


class Manoeuvre(NamedTuple):
    """A speed, negative for a move backwards, and a bearing, one of `BEARINGS`. Each is None if it is unknown."""

    speed: int | None
    bearing: str | None
    difficulty: str = ""
    is_backwards: bool = False

    @property
    def column(self) -> str:
        """The column in a grid; a stop is in the column of straight moves."""
        return "straight" if self.bearing == STOP else self.bearing or ""


def parse_bearing(text: str) -> tuple[str, bool] | None:
    """Return the bearing that a text names, and whether the move goes backwards.

    Return None if the text names none.

    >>> parse_bearing("Left-Bank"), parse_bearing("reverse straight"), parse_bearing("up")
    (('bank left', False), ('straight', True), None)
    """
    words = {BEARING_WORDS.get(word, word) for word in re.split(r"[\W_]+", text.lower())} - {""}
    back, words = "back" in words, words - {"back"}
    words -= {"turn"} if "about" in words else set()
    name = " ".join(sorted(words, key=lambda word: word in ("left", "right"))) or ("straight" if back else "")
    return (name, back) if name in BEARINGS else None


Colors = tuple[tuple[str, str], ...]


class ManoeuvreContent(NamedTuple):
    """The moves, None if they are unknown, and the colour of each difficulty ("" for none)."""

    moves: tuple[Manoeuvre, ...] | None
    colors: Colors = ()


@ELEMENTS.register("manoeuvres")
@data_block
class Manoeuvres(Element):
    """The moves of a unit, in a grid or on a dial."""

    moves: Formula | None = keys.formula(
        "a list field of moves with the columns `speed`, `bearing` and, if moves differ in it, `difficulty`. A bearing "
        "is `straight`, `bank`, `turn`, `slip`, `loop` or `roll` to the `left` or `right`, `about` or `stop`, with "
        "`back` for moves backwards", label="Moves", default=None, name="manoeuvres")
    layout: str = keys.choice(("grid", "dial"),
                              "the layout: a `grid` of speeds and bearings, or a `dial` (a ring in the order of the "
                              "list, clockwise from the top)", default="grid")
    colours: tuple[tuple[str, Any], ...] = colours_key(
        "the colours of the arrows by difficulty, or formulas that give a colour: `{easy: \"#0072b2\", hard: "
        "\"#c0392b\"}`. Without colour, arrows of the first difficulty are hollow and those of the second stand on "
        "grey in a frame")

    subject = "the manoeuvres"
    default_margin = RelativeLength(share=0.05)
    required_attribute = "moves"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the list of moves and of colours."""
        looks = (color.formula for _, color in self.colours if isinstance(color, DynamicStyle))
        return (self.moves, *looks) if self.moves else ()

    def list_moves(self, values: Mapping[str, object]) -> tuple[Manoeuvre, ...] | None:
        """Return the manoeuvres of a unit, None if they are unknown.

        Raises FormulaError for a list of other values.
        """
        assert self.moves
        rows, subject = self.moves.evaluate(values), f"'manoeuvres: {self.moves.text}'"
        if rows is NOT_KNOWN:
            return None
        if rows is None:
            return ()
        if not isinstance(rows, ListRows):
            raise FormulaError(f"{subject} gives {rows}, which is not a list of moves",
                               hint="name a list field with the columns speed, bearing and difficulty")
        for column in (SPEED, BEARING):
            if rows.rows and column not in rows.columns:
                raise FormulaError(f"{subject}: the list has no column '{column}'",
                                   hint=suggest_name(column, rows.columns))
        if len(rows) > MAX_MOVES:
            raise FormulaError(f"{subject} gives {len(rows)} moves; at most {MAX_MOVES} fit in one place")
        moves = tuple(_make_manoeuvre(row, f"{subject}: row {number}") for number, row in enumerate(rows.rows, 1))
        if repeated_move := next((move for number, move in enumerate(moves) if move.bearing and move[:2] in
                                  [other[:2] for other in moves[:number]] and self.layout == "grid"), None):
            raise FormulaError(f"{subject} has {repeated_move.speed} {repeated_move.bearing} twice")
        return moves

    def resolve(self, unit_values: ShownValues) -> ManoeuvreContent:
        """Return the moves and their colours. Raises FormulaError and StyleError."""
        moves = self.list_moves(unit_values.values)
        return ManoeuvreContent(moves, tuple((word, resolve_color(color, unit_values.values))
                                             for word, color in self.colours) if moves else ())

    def draw(self, content: ManoeuvreContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the moves as large as their place allows. Raises TooManyMovesError and TooManyStepsError."""
        if content.moves is None:
            return context.draw_space(rectangle, "")
        if not content.moves:
            return ()
        colors = {word: (number, parse_color(color) if color else context.pen)
                  for number, (word, color) in enumerate(content.colors)}
        if self.layout == "dial":
            return tuple(_draw_dial(content.moves, fit_ring(rectangle, len(content.moves), LEAST, DEEP), colors,
                                    context))
        return tuple(_draw_grid(content.moves, MoveGrid.fit_rectangle(content.moves, rectangle), colors, context))

    def measure(self, content: ManoeuvreContent, width: float, context: DrawContext) -> float:
        """Return the height of a grid with squares of their largest size, or of a dial as high as it is wide."""
        if not content.moves:
            return 0.0
        if self.layout == "dial":
            return width
        grid = MoveGrid.fit_rectangle(content.moves, Rect(0, 0, width, MAX_MOVES * LARGEST))
        return grid.side * max(len(grid.speeds), 1)


def _make_manoeuvre(row: Mapping[str, object], subject: str) -> Manoeuvre:
    speed, bearing, difficulty = (row.get(name) for name in (SPEED, BEARING, DIFFICULTY))
    if speed is not NOT_KNOWN and (isinstance(speed, bool) or not isinstance(speed, int)):
        raise FormulaError(f"{subject}: the speed '{speed}' is not a whole number")
    parsed_bearing = parse_bearing(str(bearing)) if bearing is not NOT_KNOWN else (None, False)
    if parsed_bearing is None:
        raise FormulaError(f"{subject}: '{bearing}' is not a bearing", hint=suggest_name(str(bearing), BEARINGS))
    number = speed if isinstance(speed, int) else None
    back = parsed_bearing[1] or bool(number and number < 0)
    word = "" if difficulty in (None, NOT_KNOWN) else str(difficulty)
    return Manoeuvre(-abs(number) if number and back else number, parsed_bearing[0], word, back)  # in a row of its own


# --- drawing ---------------------------------------------------------------------------------------------------

Looks = Mapping[str, tuple[int, Color]]


class TooManyMovesError(DoesNotFitError):
    """Raised if there are too many speeds and bearings for their place."""

    hint = "give the manoeuvres more room"

    def __init__(self, rows: int, columns: int, place: Rect) -> None:
        super().__init__(f"{pluralize(rows, 'speed')} and {pluralize(columns, 'bearing')} of {LEAST / MM:g} mm do not "
                         f"fit {max(place.width, 0) / MM:.0f} x {max(place.height, 0) / MM:.0f} mm")


class MoveGrid(NamedTuple):
    """A grid of squares with `side` points: speeds from the highest down, bearings from the left."""

    x: float
    y: float
    side: float
    speeds: tuple[int, ...]
    columns: tuple[str, ...]

    @classmethod
    def fit_rectangle(cls, moves: tuple[Manoeuvre, ...], place: Rect) -> MoveGrid:
        """Return the largest grid of moves in a place. Raises TooManyMovesError."""
        speeds = tuple(sorted({move.speed for move in moves if move.speed is not None}, reverse=True))
        columns = tuple(name for name in ORDER if name in {move.column for move in moves})
        across, down = len(columns) + LABEL, max(len(speeds), 1)
        side = min(place.width / across, place.height / down, LARGEST)
        if side < LEAST:
            raise TooManyMovesError(len(speeds), len(columns), place)
        return cls(place.center[0] - across * side / 2, place.center[1] - down * side / 2, side, speeds, columns)

    def find_square(self, speed: int, column: str) -> Rect:
        """Return the square of a speed and a bearing."""
        return Rect(self.x + (LABEL + self.columns.index(column)) * self.side,
                    self.y + self.speeds.index(speed) * self.side, self.side, self.side)

    def find_label(self, speed: int) -> Rect:
        """Return the rectangle of the label of a speed."""
        return Rect(self.x, self.y + self.speeds.index(speed) * self.side, LABEL * self.side, self.side)


def _draw_grid(moves: tuple[Manoeuvre, ...], grid: MoveGrid, looks: Looks, context: DrawContext) -> Iterator[Item]:
    for move in moves:
        if move.speed is not None and move.bearing:
            yield from draw_move(move, grid.find_square(move.speed, move.column), looks, context)
    size = min(grid.side * 0.55, 13.0)
    left, right = grid.x, grid.x + (LABEL + len(grid.columns)) * grid.side
    for speed in grid.speeds:
        yield from _draw_speed(speed, *grid.find_label(speed).center, size, context.pen)
    ys = [grid.y + number * grid.side for number in range(len(grid.speeds) + 1)]
    xs = [left, *(left + (LABEL + number) * grid.side for number in range(len(grid.columns) + 1))]
    yield shapes.lines([*((left, y, right, y) for y in ys), *((x, ys[0], x, ys[-1]) for x in xs)], Stroke(RULE, 0.4))


def _draw_speed(speed: int | None, x: float, y: float, size: float, pen: Color) -> Items:
    style = Style(size=size, bold=True, color=pen)
    figure = "?" if speed is None else str(speed).replace("-", "−")
    return text.set_line(figure, style, x, y + style.face.cap_height * size / 2, "middle")


DEEP = 0.46  # of the radius of a dial: its slots


def _draw_dial(moves: tuple[Manoeuvre, ...], dial: DialRing, looks: Looks, context: DrawContext) -> Iterator[Item]:
    """Yield the slots of a dial: the arrow outside, the speed inside, upright when the slot is at the top."""
    width, depth = dial.sector_rectangle[0], dial.outer - dial.inner
    side = min(0.9 * width, 0.56 * depth)
    size = min(0.34 * depth, 0.85 * width, 16.0)
    if side < LEAST * 0.75:
        raise TooManyMovesError(1, len(moves), Rect(0, 0, 2 * dial.outer, 2 * dial.outer))
    for number, move in enumerate(moves):
        ground = _find_ground(move, looks, context.palette)
        yield dial.draw_sector(number, fill=ground, stroke=Stroke(context.pen, 0.5))
        slot_context = context._replace(pen=BLACK if ground else context.pen)
        items = [*_draw_speed(move.speed, 0.0, -dial.inner - 0.2 * depth, size, slot_context.pen)]
        if move.bearing:
            items += _draw_arrow(move, Rect(-side / 2, -dial.outer + 0.08 * depth, side, side), looks, slot_context)
        yield Group(tuple(items), Transform().translate(dial.x, dial.y).rotate(dial.find_bearing(number)))


def _find_ground(move: Manoeuvre, looks: Looks, palette: Palette) -> Color | None:
    number, _ = looks.get(move.difficulty, (-1, BLACK))
    return palette.choose_grey(0.1) if not palette.has_colors and number == 1 else None


def draw_move(move: Manoeuvre, box: Rect, looks: Looks, context: DrawContext) -> Iterator[Item]:
    """Yield the arrow of a move in a square, on the colour of its difficulty."""
    if ground := _find_ground(move, looks, context.palette):
        yield shapes.rect(*box.inset(box.width * 0.06), fill=ground, stroke=Stroke(BLACK, 0.9))
    arrow_context = context._replace(pen=BLACK) if ground else context
    yield from _draw_arrow(move, box.inset(box.width * 0.14), looks, arrow_context)


def _draw_arrow(move: Manoeuvre, box: Rect, looks: Looks, context: DrawContext) -> Iterator[Item]:
    number, color = looks.get(move.difficulty, (-1, context.pen))
    has_colors = context.palette.has_colors
    hollow, color = not has_colors and number == 0, color if has_colors else context.pen
    side = box.width
    if move.bearing == STOP:
        yield shapes.rect(*box.inset(0.22 * side), fill=choose_text_color(color) if hollow else color,
                          stroke=Stroke(color, 0.8))
        return
    name, _, direction = (move.bearing or "").partition(" ")
    line, (x, y, turn) = SHAPES[name]
    flip, down = direction == "left", move.is_backwards
    placing = Transform(-side if flip else side, 0, 0, -side if down else side,
                        box.right if flip else box.x, box.bottom if down else box.y)
    shaft = shapes.transform_path(Path(line), placing)
    head = shapes.transform_path(shapes.arrow(x, y, turn, HEAD, 1.3 * HEAD), placing)
    width = SHAFT * side
    yield Path(shaft.segments, None, Stroke(color, width))
    yield Path(head.segments, choose_text_color(color) if hollow else color, Stroke(color, 0.8) if hollow else None)
    if hollow:
        yield Path(shaft.segments, None, Stroke(choose_text_color(color), max(width - 1.6, 0.4)))
        foot = line[0].x  # type: ignore[union-attr]
        yield replace(shapes.transform_path(shapes.line(foot - SHAFT / 2, FOOT, foot + SHAFT / 2, FOOT), placing),
                      stroke=Stroke(color, 0.8))


# --- dials: a hole for the pin, and the window of the upper disc ---

CLEAR = 0.35 * MM  # from the edge of a window to that of its slot, so that lines of neighbours are not seen
WIDEST = 60.0  # degrees: of a window, if there are few slots


class _DialPart(Element):
    """A part that is cut out of a disc of a dial."""

    exceptions = ((FORM, "only pieces are cut out"), (CHART, "only pieces are cut out"))


@ELEMENTS.register("hole")
@data_block
class PinHole(_DialPart):
    """A round hole in the middle of a face, for the pin that joins two discs."""

    across: Length = keys.length("the width of a round hole to be cut out in the middle of the face. There a dial "
                                 "turns on a paper fastener (4 mm)",
                                 label="Hole in the middle", name="hole", minimum="1 mm", maximum="50 mm",
                                 written_default="4 mm")

    def resolve(self, unit_values: ShownValues) -> object:
        """Return the content, which is empty."""
        return ()

    def draw(self, content: object, rectangle: Rect, context: DrawContext) -> Items:
        """Return the edge of the hole.

        Raises DoesNotFitError if the hole is as wide as the face.
        """
        assert context.face
        face, radius = context.face.rectangle, self.across.pt / 2
        if 2 * radius >= min(face.width, face.height):
            raise DoesNotFitError(f"a hole of {self.across.text} does not fit a face of {face.width / MM:g} x "
                                  f"{face.height / MM:g} mm")
        return make_cut(shapes.circle(*face.center, radius))


class WindowContent(NamedTuple):
    """The number of slots of the lower disc, 0 if it is unknown.

    `has_moves` is true if they show manoeuvres.
    """

    slots: int
    has_moves: bool = False


@ELEMENTS.register("window")
@data_block
class DialWindow(_DialPart):
    """The window of a dial, cut out of the upper disc.

    The window shows the slot of the lower disc at the top.
    """

    slots: TrackSteps | None = keys.custom(
        tracks.read_track_steps, {"type": ["array", "string", "integer"]},
        "the window of a dial, to be cut out of the upper disc: it shows one of the `steps` or `manoeuvres` of the "
        "lower disc, which has the same size and `margin`", label="Window of the dial", name="window")

    default_margin = TEXT_MARGIN
    required_attribute = "slots"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formula of the slots, if there is one."""
        return (self.slots.formula,) if self.slots and self.slots.formula else ()

    def resolve(self, unit_values: ShownValues) -> WindowContent:
        """Return the number of slots. Raises FormulaError."""
        result = self.slots.formula.evaluate(unit_values.values) if self.slots and self.slots.formula else None
        if result is NOT_KNOWN:
            return WindowContent(0)
        if isinstance(result, ListRows) and BEARING in result.columns:
            return WindowContent(len(result.rows), has_moves=True)
        return WindowContent(len(Track(steps=self.slots).find_steps(unit_values.values) or ()))

    def draw(self, content: WindowContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the edge of the window. Raises the errors of the drawing of the dial."""
        if not content.slots:
            return ()
        ring = (fit_ring(rectangle, content.slots, deep=DEEP) if content.has_moves
                else fit_ring(rectangle, content.slots))
        return make_cut(make_window_edge(ring))


def make_window_edge(dial: DialRing) -> Path:
    """Return the edge of a window over the slot at the top, a little inside it."""
    inner, outer = dial.inner + CLEAR, dial.outer - CLEAR
    arcs = []
    for radius, sign in ((outer, 1), (inner, -1)):
        half_angle = min(180 / dial.count, WIDEST / 2) - CLEAR / radius * 57.29578
        arcs.append(shapes.arc(dial.x, dial.y, radius, -sign * half_angle, sign * 2 * half_angle))
    return shapes.join_paths(arcs)


def make_cut(line: Path) -> Items:
    """Return the items of a hole that is cut out along a line."""
    from printshop.layout.cut_lines import CUT_STROKE

    return (Group((Path(line.segments, None, CUT_STROKE),), layer=PageLayer.CUT),)
