"""Turn gauges: half discs with angles that are laid along a model, and paths on hexes.

A turning template is turned over for turns to the other side. A gauge with a path is laid before the ship.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, CLOSE, WHITE, Group, Item, Path, Stroke
from printshop.drawing.geometry import Point, Transform, cos_sin, move_point
from printshop.hexes import Hex, HexGrid, Orientation, hex_directions, step_hex
from printshop.layout import hex_grid, packing
from printshop.lengths import Length
from printshop.problems import suggest_name
from printshop.products.templates.discs import BY_SIZE_CLASS
from printshop.products.templates.hex_templates import HexTemplate
from printshop.products.templates.strokes import (
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    TITLE_STYLE,
    WORDS_STYLE,
    draw_rim_ticks,
    place_rotated,
)
from printshop.products.templates.template import (
    MAX_NOTES,
    TEMPLATE_KINDS,
    HoledTemplate,
    Template,
    TemplatePiece,
    TemplateSheet,
    get_default_label,
)
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, describe_node, read_integer
from printshop.source import SequenceNode


class TurningRow(NamedTuple):
    """A row of a turning template.

    `angles` has the angle for each moment. The angle is 0 where the model must not turn. `key` is the short
    name of the row.
    """

    key: str
    name: str
    angles: tuple[int, ...]


def _read_rows(reader: Reader, name: str) -> tuple[TurningRow, ...]:
    """Return the rows, each with as many angles as the template has `moments`."""
    count = len(reader.read_texts("moments"))
    classes = {size.key: size.name for size in reader.context.sizes}
    has_size_classes = reader.get_raw_text("by") == BY_SIZE_CLASS
    row_reader = reader.open_mapping(name, required=True)
    if row_reader is None:
        return ()
    rows = []
    for row in row_reader.list_keys():
        if has_size_classes and row not in classes:
            row_reader.problems.add(row_reader.find_key_span(row), f"'{row}' in {row_reader.label} is not a size class",
                                    suggest_name(row, classes))
        node = row_reader.get_node(row)
        angles = (0,) * count
        if isinstance(node, SequenceNode) and len(node.items) == count:
            subject = f"an angle of '{row}' in {row_reader.label}"
            angles = tuple(read_integer(item, subject, reader.problems, 0, 180) or 0 for item in node.items)
        else:
            description = (
                f"{len(node.items)}" if isinstance(node, SequenceNode) else describe_node(node) if node else "nothing"
            )
            row_reader.add_problem(row,
                                   f"'{row}' in {row_reader.label} must be a list of {count} angles, one for each "
                                   f"moment, found {description}", "write 0 for a moment when no turn is allowed")
        rows.append(TurningRow(row, classes.get(row, row) if has_size_classes else row, angles))
    if not any(angle for row in rows for angle in row.angles):
        reader.add_problem(name, f"'{name}' of {reader.label} must have at least one angle other than 0")
    return tuple(rows)


@TEMPLATE_KINDS.register("turning")
@data_block
class TurningTemplate(HoledTemplate):
    """Half a disc with the angles by which models may turn.

    The words along each line list the models that may turn by this angle, and the moments of these turns.
    """

    radius: Length = keys.length("the radius of the half disc", positive=True)
    moments: tuple[str, ...] = keys.texts("the moments when a model may turn", default=...)
    rows: tuple[TurningRow, ...] = keys.custom(
        _read_rows, {"type": "object", "additionalProperties": {"type": "array", "items": {
            "type": ["integer", "string"], "minimum": 0, "maximum": 180}}},
        "rows by name. Each row is a list with one angle for each moment; the angle 0 allows no turn. With `by: size "
        "classes`, the names of the rows are keys of size classes",
        default=...)
    by: str = keys.choice((BY_SIZE_CLASS,), default="")

    @property
    def angles(self) -> tuple[int, ...]:
        """All angles of the rows except 0, the smallest first."""
        return tuple(sorted({angle for row in self.rows for angle in row.angles if angle}))

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        radius = self.radius.pt
        bow = text.set_line(sheet.words("bow").upper(), _ANGLE_STYLE._replace(size=7.0, tracking=0.8), 0, 0, "end")
        items = (
            draw_rim_ticks((0, radius), radius, 0, 180, fine_step=5, coarse_step=15),
            Path((*shapes.arc(0, radius, 4, 0, 180).segments, CLOSE), stroke=FINE_STROKE),
            shapes.arrow(4.2, 11, 0, 9, 5.6, fill=BLACK), place_rotated(bow, 7.0, 24, -90),
            *(item for angle in self.angles for item in self._draw_ray(angle, radius)),
                 *_draw_title_and_instructions(self, radius, sheet.words("turn_gauge_steps")),
        )
        edge = Path((*shapes.arc(0, radius, radius, 0, 180).segments, CLOSE), stroke=CUT_STROKE)
        yield TemplatePiece(self.title, self.title, radius, 2 * radius, edge, items, self.span)

    def _draw_ray(self, angle: int, radius: float) -> Iterator[Item]:
        """Yield the line of an angle, with words along the line.

        The words are the moments and models for which that angle is allowed.
        """
        if angle < 180:
            yield shapes.line(*move_point(angle, _CENTER_CLEARANCE, 0, radius), *move_point(angle, radius, 0, radius),
                              BOUND_STROKE)
        rows = [(moment, ", ".join(text.escape_markup(row.key) for row in self.rows if row.angles[column] == angle))
                for column, moment in enumerate(self.moments)]
        moments = " · ".join(f"{moment} **{keys}**" for moment, keys in rows if keys)
        previous_gap = angle - max((other for other in self.angles if other < angle), default=0)
        beside_bow = previous_gap == angle and radius * math.sin(math.radians(min(angle, 90))) < _BOW_MARK_WIDTH
        figure = text.set_line(f"{angle}°", _ANGLE_STYLE, radius - (_BOW_MARK_END if beside_bow else 9), -3.0, "end")
        # where two rays are far enough apart
        start = max(16.0, _RAY_TEXT_HEIGHT / math.tan(math.radians(min(previous_gap, 60))))
        word_items = text.set_line(moments, _MODELS_STYLE, start, -3.0,
                                   max_width=shapes.measure_bounds(figure)[0] - start - 6, min_size=MIN_TYPE_SIZE)
        yield place_rotated((*figure, *word_items), 0, radius, angle - 90)


_CENTER_CLEARANCE = 7.0
_ANGLE_STYLE = text.Style("sans", 9.0, bold=True)
_MODELS_STYLE = text.Style("sans", 9.0)
# width of the mark at the bow with a figure beside it, and where the mark ends
_BOW_MARK_WIDTH, _BOW_MARK_END = 24.0, 40.0
_RAY_TEXT_HEIGHT = 8.0  # height of words along a ray, with the space below them
_SEARCH_STEP = 3  # step of the search for a free position, in points
# width and size of type: the first pair that fits
_INSTRUCTION_SIZES = ((98.0, 8.5), (84.0, 7.0), (74.0, 6.2), (66.0, MIN_TYPE_SIZE))


@lru_cache(maxsize=1024)
def _find_free_middle(ray_angles: tuple[int, int], radius: float, width: float, height: float) -> Point | None:
    """Return the middle of a rectangle placed as far as possible from two rays and the rim.

    If the rectangle does not fit, return None. The position is relative to the centre of the disc. The search tries
    positions on a square grid, which is coarser for pieces larger than any paper. The result is cached by all
    arguments, so that a template that is drawn again needs no search.
    """
    fine_step = max(_SEARCH_STEP, int(radius) // 150)
    (cos_a, sin_a), (cos_b, sin_b) = (cos_sin(angle) for angle in ray_angles)
    # The distance of the rectangle's middle from each ray at which they would touch, and the space to keep free.
    first_clearance = (abs(cos_a) * width + abs(sin_a) * height) / 2 + (14.0 if ray_angles[0] == 0 else 3.0)
    second_clearance = (abs(cos_b) * width + abs(sin_b) * height) / 2 + 11.5# the words of the second ray
    best_clearance, position = 0.0, None
    for step in (4 * fine_step, fine_step):  # a coarse search first: the fine one skips positions that are worse
        grid = range(-int(radius), int(radius), step)
        best_clearance = max(best_clearance - 1e-6, 0.0)
        for x in range(0, int(radius), step):
            # The rim limits the position upwards and downwards, the first ray upwards, the second downwards.
            rim_limit = math.sqrt(max((radius - 9 - best_clearance) ** 2 - (x + width / 2) ** 2, 0.0)) - height / 2
            highest = max(-rim_limit, (best_clearance + first_clearance - x * cos_a) / max(sin_a, 1e-9))
            lowest = min(rim_limit, (-x * cos_b - second_clearance - best_clearance) / max(sin_b, 1e-9))
            for y in grid[max(0, int((highest + radius) / step) - 1):max(0, int((lowest + radius) / step) + 2)]:
                clearance = min(x * cos_a + y * sin_a - first_clearance, -x * cos_b - y * sin_b - second_clearance,
                                radius - 9 - math.hypot(x + width / 2, abs(y) + height / 2))
                if clearance > best_clearance:
                    best_clearance, position = clearance, (float(x), float(y))
    return position


def _draw_title_and_instructions(template: TurningTemplate, radius: float, instructions: str) -> tuple[Item, ...]:
    """Return the title and the instructions, in the largest type for which a sector has room.

    Sectors near the middle of the piece are preferred. Raises TooWideError if no sector has room.
    """
    # the sectors between neighbouring rays, those in the middle of the piece first
    gaps = sorted(pairwise(sorted({0, *template.angles, 180})), key=lambda gap: abs(sum(gap) / 2 - 100))
    if title_items := _draw_title(template.title, instructions, gaps, radius):
        return title_items
    raise text.TooWideError(template.title, text.measure_text(template.title, TITLE_STYLE), radius)


def _draw_title(title: str, instructions: str, gaps: Sequence[tuple[int, int]], radius: float) -> tuple[Item, ...]:
    for width, size in _INSTRUCTION_SIZES:
        note = text.set_block(instructions, WORDS_STYLE._replace(size=size), (0, 0, width, None), 1.15, "middle")
        height = note.height + 10
        for gap in gaps:
            if position := _find_free_middle(gap, radius, max(width, text.measure_text(title, TITLE_STYLE)), height):
                x, y = position[0], position[1] + radius - height / 2
                return (*text.set_line(title, TITLE_STYLE, x, y + 7, "middle"),
                        Group(note.items, Transform().translate(x - width / 2, y + 10)))
    return ()


# --- paths on hexes

PATH_HANDS = {"together": (("right", "left"),), "apart": (("right",), ("left",)), "right": (("right",),),
              "left": (("left",),)}
MAX_STRIPS, MAX_STEPS, MAX_MOVED_HEXES, MAX_TURNED_SIDES = 24, 40, 30, 5
_STEP_PATTERN = re.compile(r"(move|turn) +(-?\d{1,3})( *†)?")
_STEP_HINT = "write move 2 for two hexes, or turn 1 for one hexside"


class PathStep(NamedTuple):
    """A step of a path: `moves` hexes ahead, or a turn by `turns` hexsides.

    On a path for the right hand, positive turns are clockwise. If `is_marked` is true, the step has a dagger.
    """

    moves: int = 0
    turns: int = 0
    is_marked: bool = False


def _read_steps(reader: Reader, name: str) -> tuple[PathStep, ...]:
    node = reader.get_node(name, required=True)
    items = node.items if node else ()
    if node is not None and not 0 < len(items) <= MAX_STEPS:
        reader.add_problem(name, f"'{name}' of {reader.label} must be a list of 1 to {MAX_STEPS} steps", _STEP_HINT)
        return ()
    steps = []
    for item in items:
        match = _STEP_PATTERN.fullmatch(item.text)
        if match is None:
            reader.problems.add(item.span,
                                f"a step of {reader.label} must be 'move' or 'turn' and a number, found "
                                f"{describe_node(item)}", _STEP_HINT)
            continue
        count, is_marked = int(match[2]), bool(match[3])
        if match[1] == "move" and 0 < count <= MAX_MOVED_HEXES:
            steps.append(PathStep(moves=count, is_marked=is_marked))
        elif match[1] == "turn" and 0 < abs(count) <= MAX_TURNED_SIDES:
            steps.append(PathStep(turns=count, is_marked=is_marked))
        else:
            limits = (f"1 to {MAX_MOVED_HEXES} hexes" if match[1] == "move" else
                      f"1 to {MAX_TURNED_SIDES} hexsides, or -1 to -{MAX_TURNED_SIDES}")
            reader.problems.add(item.span,
                                f"the number in the step '{match[0]}' of {reader.label} is out of range: it must be "
                                f"{limits}")
    hex_count = sum(step.moves for step in steps)
    if steps and len(steps) == len(items) and not 0 < hex_count <= MAX_MOVED_HEXES:
        reader.add_problem(name,
                           f"'{name}' of {reader.label} moves {hex_count} hexes, but must move 1 to {MAX_MOVED_HEXES} "
                           "hexes")
    return tuple(steps)


@data_block
class PathStrip(DataBlock):
    """A path with its steps."""

    label: str = keys.text("its name", default=get_default_label)
    steps: tuple[PathStep, ...] = keys.custom(
        _read_steps, {"type": "array", "items": {"type": "string"}},
        "a list of steps: `move 2` (two hexes), `turn 1` (one hexside) or `turn -1` (one hexside to "
        "the other side)", default=..., name="sequence")
    notes: tuple[str, ...] = keys.texts("short lines", maximum=MAX_NOTES)
    key: str = ""


class PathStop(NamedTuple):
    """A hex of a path.

    It has the cost up to this hex and the facings on entering and on leaving it. The last hex has the facing at the end
    of the path instead of a facing on leaving. Facings are the numbers of `printshop.hexes.hex_directions`. The path
    begins with facing 0.
    """

    cell: Hex
    cost: int
    entry_facing: int
    exit_facing: int
    is_marked: bool = False


def trace_path(strip: PathStrip, hand: str, orientation: Orientation, turn_costs: int = 0) -> tuple[PathStop, ...]:
    """Return the hexes of a path, the start included.

    The path starts in (0, 0) with facing 0.
    """
    sign = 1 if hand == "right" else -1
    stops = [PathStop((0, 0), 0, 0, 0)]
    for step in strip.steps:
        stop = stops[-1]
        if step.turns:
            cost = stop.cost + turn_costs * abs(step.turns)
            stops[-1] = stop._replace(exit_facing=(stop.exit_facing + sign * step.turns) % 6, cost=cost)
        for _ in range(step.moves):
            stop = stops[-1]
            cell = step_hex(stop.cell, hex_directions(orientation)[stop.exit_facing])
            stops.append(PathStop(cell, stop.cost + 1, stop.exit_facing, stop.exit_facing,
                                  stop.is_marked or step.is_marked))
    return tuple(stops)


@TEMPLATE_KINDS.register("path")
@data_block
class PathTemplate(HexTemplate, Template):
    """Paths on hexes."""

    strips: tuple[PathStrip, ...] = keys.named_blocks(
        PathStrip,
        "paths by name. Each path has a `sequence`, which is a list of steps such as `move 2` (two hexes) and `turn 1` "
        "(one hexside). It may have a `label` and `notes`. A † after a step marks an interpretation of the rules. From "
        "this step on, the path is dashed and its numbers have a †",
        entry_label="strip", default=..., minimum=1, maximum=MAX_STRIPS)
    hands: str = keys.choice(
        tuple(PATH_HANDS),
        "the turns that are drawn: `together` has the turns to the right and left on one piece (the default), `apart` "
        "has them on two pieces, and `right` or `left` has only the turns to that side",
        default="together")
    turn_costs: int = keys.integer("the number that a turn by one hexside adds to the numbers in the "
                                   "hexes (default: 0)", 0, 10,
                                   default=0)

    shrink_hint = "give the template fewer moves, or write hands: apart"

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the pieces of all strips.

        If both hands together are too large for a page, each hand becomes a separate piece. Raises TooWideError,
        TooTallError or MissingGlyphError if words cannot be set.
        """
        has_several_hands = len(PATH_HANDS[self.hands]) > 1
        for hands in PATH_HANDS[self.hands]:
            for strip in self.strips:
                piece = self._draw_piece(strip, hands, has_several_hands=has_several_hands)
                if len(hands) == 1 or packing.fits_page((piece.width, piece.height),
                                                        (sheet.content_rect.width, sheet.content_rect.height)):
                    yield piece
                else:
                    yield from (self._draw_piece(strip, (hand,), has_several_hands=True) for hand in hands)

    def _draw_piece(self, strip: PathStrip, hands: tuple[str, ...], *, has_several_hands: bool) -> TemplatePiece:
        """Return the piece of a strip for one hand or for both hands. The words stand in a hex behind the start.

        If the strip has several pieces (`has_several_hands`), the name of the piece includes the hand.
        """
        orientation = self.hex_size.orientation
        paths = [trace_path(strip, hand, orientation, self.turn_costs) for hand in hands]
        covered = {stop.cell for path in paths for stop in path}
        cells_behind = hex_directions(orientation)[3:] + hex_directions(orientation)[:3]
        text_cell = next((cell for cell in cells_behind if cell not in covered), None)
        if text_cell is None:
            raise text.TooTallError(strip.label, 1, 0)
        cells = sorted({*covered, text_cell})
        grid, width, height = hex_grid.place_hexes(cells, orientation, self.hex_size.across.pt)
        strip_name = f"{strip.label} {hands[0] if has_several_hands else ''}".strip()
        parts = [(self.title, _TITLE_STYLE), (strip_name, _STRIP_NAME_STYLE),
                 *((note, _NOTE_STYLE) for note in strip.notes)]
        text_items = hex_grid.set_stacked_texts(parts, hex_grid.find_text_rect(grid, text_cell))
        items = (hex_grid.draw_grid_lines(grid, cells, _GRID_STROKE, outer=True), *_draw_paths(paths, grid),
                 *_draw_costs(paths, grid), *text_items)
        edge = hex_grid.draw_cut_outline(grid, cells, convex=True)
        return TemplatePiece(f"{self.title}: {strip_name}", self.title, width, height, edge, items, self.span)


_START_HEX = (0, 0)
_GRID_STROKE = Stroke(WHITE.mix(BLACK, 0.75), 0.7)
_PATH_STROKE = Stroke(BLACK, 1.6)
_MARKED_STROKE = Stroke(BLACK, 1.6, dash=(3.0, 2.0))
_COST_STROKE = Stroke(BLACK, 1.0)
_STRIP_NAME_STYLE = text.Style("sans", 10.0, bold=True)
_TITLE_STYLE, _NOTE_STYLE = TITLE_STYLE._replace(size=7), WORDS_STYLE._replace(size=7)


def _draw_paths(paths: Sequence[tuple[PathStop, ...]], grid: HexGrid) -> Iterator[Item]:
    """Yield the lines of paths, with arrows, and the ships at start and ends.

    From the first marked hex on, lines are dashed. If the facing changes in a hex, an arrow points to the hexside
    that the ship faces after the change. The ship at the start is an outline, so that the middle of its hex stays
    visible.
    """
    across = grid.across_flats
    facings = [grid.orientation.first_bearing + 60.0 * number for number in range(6)]
    for path in paths:
        middles = [grid.find_center(stop.cell) for stop in path]
        unmarked_count = sum(not stop.is_marked for stop in path)
        for points, stroke in ((middles[:unmarked_count], _PATH_STROKE),
                               (middles[unmarked_count - 1:], _MARKED_STROKE)):
            if len(points) > 1:
                yield shapes.polyline(points, stroke=stroke)
        for stop, middle in zip(path[:-1], middles, strict=False):
            if stop.entry_facing != stop.exit_facing:
                facing = facings[stop.exit_facing]
                yield shapes.arrow(*move_point(facing, 0.44 * across, *middle), facing, 0.15 * across, fill=BLACK)
        facing, middle = facings[path[-1].exit_facing], middles[-1]
        yield shapes.line(*move_point(facing, 0.1 * across, *middle), *move_point(facing, 0.3 * across, *middle),
                          Stroke(BLACK, 2.2))
        yield shapes.arrow(*move_point(facing, 0.45 * across, *middle), facing, 0.2 * across, 0.26 * across, fill=BLACK)
    facing, ship_length, start = facings[0], 0.7 * across, grid.find_center(_START_HEX)
    yield shapes.arrow(*move_point(facing, ship_length / 2, *start), facing, ship_length, 0.42 * across, notch=0.16,
                       fill=WHITE, stroke=BOUND_STROKE)
    yield shapes.cross(*start, 0.12 * across, FINE_STROKE)


def _draw_costs(paths: Sequence[tuple[PathStop, ...]], grid: HexGrid) -> Iterator[Item]:
    """Yield the cost up to each hex, in a ring on the middle of the hex.

    If a path enters a hex twice, the hex has both costs.
    """
    figures_by_cell: dict[Hex, dict[int, str]] = {}
    for stop in (stop for path in paths for stop in path):
        figures = figures_by_cell.setdefault(stop.cell, {})
        figures[stop.cost] = "†" if stop.is_marked else figures.get(stop.cost, "")
    for cell, figures in figures_by_cell.items():
        if cell == _START_HEX and not any(figures):
            continue
        label = ", ".join(f"{figure}{figures[figure]}" for figure in sorted({*figures} - {0}))
        x, y = grid.find_center(cell)
        radius = max(0.13 * grid.across_flats, text.measure_text(label, TITLE_STYLE) / 2 + 2.0)
        yield shapes.circle(x, y, radius, fill=WHITE, stroke=_COST_STROKE)
        yield from text.set_line(label, TITLE_STYLE, x, y + 0.36 * TITLE_STYLE.size, "middle")
