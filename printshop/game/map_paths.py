"""Paths on maps: roads, rivers, walls and other lines from hex to hex or along hexsides, and the kinds of paths.

    path_kinds: {highway: {style: road, colour: "#d9534f", label: motorway}}
    paths:
      - {kind: highway, through: "0204 0304 0403 edge", name: Old Road}
      - {kind: river, along: "0901 NE SE, 0902 N"}

A path has either links, which are pairs of neighbouring hexes, or hexsides, or both. A hexside is a pair (hex, number):
the number of the neighbour on the other side, clockwise from the first neighbour.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Self

from printshop.hexes import Hex, HexGrid, hex_directions, step_hex
from printshop.problems import Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, make_title
from printshop.source import SequenceNode

if TYPE_CHECKING:
    from printshop.game.map_hexes import HexBoard

MAX_PATH_KINDS, MAX_PATHS = 50, 1_000
MIN_PATH_WIDTH, MAX_PATH_WIDTH = 0.5, 40  # per cent of a hex
MAX_PATH_STEPS = 20_000  # links and hexsides of all paths of a map
BRIDGE, NO_LEGEND, EDGE = "bridge", "none", "edge"
_COMPASS_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_MAX_HINT_HEXES = 12  # hexes between two others that a hint lists
_SCATTERED_STYLES = frozenset({"wall", "border", BRIDGE})  # their sides need not meet
Side = tuple[Hex, int]


class PathStyle(NamedTuple):
    """The usual colour of a style of paths, and its usual width in per cent of the size of a hex."""

    color: str
    width: Fraction


PATH_STYLES: Mapping[str, PathStyle] = {
    "river": PathStyle("#8fc3e3", Fraction(10)), "stream": PathStyle("#3f86b8", Fraction(3)),
    "border": PathStyle("#b03a5b", Fraction(5, 2)), "wall": PathStyle("#a39a8c", Fraction(7)),
    BRIDGE: PathStyle("#d9cdb4", Fraction(13)), "track": PathStyle("#7d5a2e", Fraction(5, 2)),
    "road": PathStyle("#e6c98f", Fraction(15, 2)), "railway": PathStyle("#2f2f2f", Fraction(2)),
}
"""The styles of paths, the lowest first. `printshop.drawing.path_styles` draws them."""


@data_block
class PathKind(DataBlock):
    """A kind of path. `width` is in per cent of the size of a hex. `label` is "" if the legend leaves the kind out."""

    style: str = keys.choice(tuple(PATH_STYLES),
                             "how the path is drawn. A kind with the name of a style has this style", default="")
    color: str = keys.colour("the colour of the path. In black ink, the pattern of the line shows the kind", default="",
                             name="colour")
    width: Fraction = keys.number("the width of the path, in per cent of the size of a hex", MIN_PATH_WIDTH,
                                  MAX_PATH_WIDTH, default=Fraction(0))
    label: str = keys.text("the name of the kind in the legend, or `none` to leave the kind out of the legend",
                           default="")
    key: str = ""
    span: Span | None = None

    def validate(self, reader: Reader) -> Self:
        usual_kind = _list_kinds(reader).get(self.key)
        style = self.style or (usual_kind.style if usual_kind else "")
        if style not in PATH_STYLES:
            if "style" not in reader:
                reader.add_missing_key("style", f"write the style in which it is drawn: {', '.join(PATH_STYLES)}")
            style = next(iter(PATH_STYLES))
        if usual_kind is None or usual_kind.style != style:
            usual_kind = PathKind(style=style, color=PATH_STYLES[style].color, width=PATH_STYLES[style].width,
                                  label=make_title(self.key), key=self.key)
        label = self.label or usual_kind.label
        return replace(self, style=style, color=self.color or usual_kind.color, width=self.width or usual_kind.width,
                       label="" if label == NO_LEGEND else label)


BUILT_IN_KINDS: Mapping[str, PathKind] = {
    style: PathKind(style=style, color=color, width=width, label=make_title(style), key=style)
    for style, (color, width) in PATH_STYLES.items()}
"""The kinds of paths that need no declaration."""


def _list_kinds(reader: Reader) -> Mapping[str, PathKind]:
    """Return the kinds that are known where a reader reads: those of the map, of the game, and the built-in kinds."""
    return {**BUILT_IN_KINDS, **(reader.context.path_kinds if reader.context else {})}


def path_kinds_key(description: str) -> tuple[PathKind, ...]:
    """Declare a key for kinds of paths, each under its name."""
    kinds: tuple[PathKind, ...] = keys.named_blocks(PathKind, description, entry_label="kind of path",
                                                    maximum=MAX_PATH_KINDS)
    return kinds


def list_side_names(board: HexBoard) -> tuple[str, ...]:
    """Return the compass names of the sides of a board's hexes, clockwise from the first neighbour."""
    grid = HexGrid(board.orientation, 1.0)
    (x0, y0), steps = grid.find_center((0, 0)), hex_directions(board.orientation)
    bearings = [math.degrees(math.atan2(x - x0, y0 - y)) for x, y in map(grid.find_center, steps)]
    return tuple(_COMPASS_NAMES[round(bearing / 45) % 8] for bearing in bearings)


def _split_words(text: str) -> list[str]:
    return [word for word in re.split(r"[\s,]+", text) if word]


def _read_links(reader: Reader, name: str) -> tuple[tuple[Hex, Hex], ...]:
    """Return the pairs of neighbours through which the runs of a path lead, in order."""
    links: list[tuple[Hex, Hex]] = []
    for text, span in reader.read_texts_with_spans(name):
        runs = [words for part in text.split(",") if (words := _split_words(part))]
        if all(len(run) == 1 for run in runs):  # commas between hexes, not between runs
            runs = [[word for run in runs for word in run]]
        for run in runs:
            links += pairwise(_read_run(reader, run, span))
    return tuple(links)


def _read_run(reader: Reader, words: list[str], span: Span) -> list[Hex]:
    """Return the hexes of a run. If the run leaves the board, the hex outside the board is included.

    If the run has mistakes, report them and return no hexes.
    """
    board: HexBoard = reader.context.map_hexes.board
    exits = {EDGE, *list_side_names(board)}
    first_exit = words.pop(0) if words and words[0] in exits else ""
    last_exit = words.pop() if words and words[-1] in exits else ""
    named = [reader.context.map_hexes.read_hex(reader, word, span) for word in words]
    if not all(named) or not board.columns:
        return []
    cells: list[Hex] = [cell for cell in named if cell]
    if len(cells) + bool(first_exit) + bool(last_exit) < 2 or not cells:
        reader.problems.add(span, f"{reader.label}: '{' '.join(words)}' is not a path, because it has only one hex",
                            f"write at least two hexes, or write {EDGE} after the hex if the path leaves the map there")
        return []
    steps, is_right = hex_directions(board.orientation), True
    for (start, end), names in zip(pairwise(cells), pairwise(words), strict=True):
        if (end[0] - start[0], end[1] - start[1]) not in steps:
            reader.problems.add(span, f"{reader.label}: {names[0]} and {names[1]} are not neighbours",
                                _name_hexes_between(board, start, end))
            is_right = False
    exits_and_ends = ((first_exit, cells[:2]), (last_exit, cells[:-3:-1]))
    outer_cells = [[_find_exit(board, word, end[0], end[-1])] if word else [] for word, end in exits_and_ends]
    for (_, last_cells), outer in zip(exits_and_ends, outer_cells, strict=True):
        if outer == [None]:
            name = board.format_name(last_cells[0])
            reader.problems.add(span, f"{reader.label}: {name} is not at the edge of the map",
                                f"write the hexes up to the edge of the map before '{EDGE}', or remove '{EDGE}'")
            is_right = False
    return [cell for cell in (*outer_cells[0], *cells, *outer_cells[1]) if cell] if is_right else []


def _name_hexes_between(board: HexBoard, start: Hex, end: Hex) -> str:
    """Return the advice for two hexes of a run that are not neighbours. The advice names the hexes between them."""
    if start == end:
        return "remove one of the two"
    grid = HexGrid(board.orientation, 1.0)
    (x1, y1), (x2, y2) = grid.find_center(start), grid.find_center(end)
    count = max(2, round(math.dist((x1, y1), (x2, y2)) * 4))
    # a little aside of the straight line, which may run exactly between two hexes
    between = dict.fromkeys(grid.find_hex(x1 + (x2 - x1) * k / count + 1e-6, y1 + (y2 - y1) * k / count + 2e-6)
                            for k in range(count + 1))
    names = " ".join(map(board.format_name, between)) if len(between) <= _MAX_HINT_HEXES else ""
    return f"write the hexes between them{names and f': {names}'}"


def _find_exit(board: HexBoard, word: str, end: Hex, before: Hex) -> Hex | None:
    """Return the hex that a run reaches from its last hex `end` through a side, or through the edge of the board.

    Through the edge of the board, the run goes on as straight as possible from the hex `before`. If `end` has no side
    at the edge, return None.
    """
    steps, grid = hex_directions(board.orientation), HexGrid(board.orientation, 1.0)
    if word != EDGE:
        return step_hex(end, steps[list_side_names(board).index(word)])
    (x0, y0), (x1, y1), inner = grid.find_center(before), grid.find_center(end), frozenset(board.whole_hexes)
    outer = [(cell, grid.find_center(cell)) for step in steps if (cell := step_hex(end, step)) not in inner]
    return max(outer, key=lambda pair: (pair[1][0] - x1) * (x1 - x0) + (pair[1][1] - y1) * (y1 - y0),
               default=(None, None))[0]


def _read_sides(reader: Reader, name: str) -> tuple[Side, ...]:
    """Return the hexsides of a path, in order. "0901 NE-S" are the sides from NE clockwise to S."""
    sides: dict[Side, None] = {}
    board: HexBoard = reader.context.map_hexes.board
    side_names, kind = list_side_names(board), _list_kinds(reader).get(reader.get_raw_text("kind") or reader.key)
    for text, span in reader.read_texts_with_spans(name) if board.columns else ():
        added: dict[Side, None] = {}
        # a hex and the words of its sides
        groups: list[tuple[str, list[str]]] = []
        for word in _split_words(text):
            if not all(end.isalpha() for end in word.split("-")):
                groups.append((word, []))
            elif groups:
                groups[-1][1].append(word)
            else:
                reader.problems.add(span, f"{reader.label}: the side '{word}' has no hex",
                                    f"write the hex before its sides: {board.name_range[0]} {word}")
        for hex_word, side_words in groups:
            cell = reader.context.map_hexes.read_hex(reader, hex_word, span)
            if cell and not side_words:
                reader.problems.add(span, f"{reader.label}: the hex {hex_word} has no side",
                                    f"write its sides after the hex: {hex_word} {side_names[0]}; for a line from hex "
                                    "to hex write through: in place of along:")
            for word in side_words:
                ends = word.upper().split("-")
                if not {*ends} <= {*side_names} or len(ends) > 2:
                    reader.problems.add(span, f"{reader.label}: '{word}' is not a side",
                                        f"{board.orientation.value} hexes have the sides {', '.join(side_names)}")
                elif cell:
                    first, last = side_names.index(ends[0]), side_names.index(ends[-1])
                    added.update(((cell, (first + turn) % len(side_names)), None)
                                 for turn in range((last - first) % len(side_names) + 1))
        if kind and kind.style not in _SCATTERED_STYLES and (gap := _find_gap(board, tuple(added))):
            names = " and ".join(f"{board.format_name(cell)} {side_names[number]}" for cell, number in gap)
            reader.problems.add(span, f"{reader.label}: {names} do not meet",
                                "write the sides between them, or write a list of two texts: "
                                f"{name}: [\"...\", \"...\"]")
        sides.update(added)
    return tuple(sides)


def _find_gap(board: HexBoard, sides: tuple[Side, ...]) -> tuple[Side, Side] | None:
    """Return the first side that is not joined to the first of some sides, and the side before it.

    If all sides are joined, in any order, return None.
    """
    grid = HexGrid(board.orientation, 1.0)
    corners = {side: {(round(x * 1000), round(y * 1000)) for x, y in grid.find_side(*side)} for side in sides}
    sides_by_corner: dict[tuple[int, int], list[Side]] = {}
    for side, ends in corners.items():
        for end in ends:
            sides_by_corner.setdefault(end, []).append(side)
    joined, waiting = {*sides[:1]}, [*sides[:1]]
    while waiting:
        neighbors = {other for end in corners[waiting.pop()] for other in sides_by_corner[end]} - joined
        joined |= neighbors
        waiting += neighbors
    return next(((before, side) for before, side in pairwise(sides) if side not in joined), None)


def read_path_kind(reader: Reader, name: str) -> PathKind:
    """Return the kind of paths at a key, or under the name of the block. If there is no such kind, report this."""
    kinds = _list_kinds(reader)
    word = reader.read_text(name, reader.key or ...)
    if word and word not in kinds:
        span = reader.find_span(name) or reader.mapping_span
        reader.problems.add(span, f"{reader.label}: there is no kind of path '{word}'",
                            f"{suggest_name(word, kinds)}; declare other kinds in path_kinds")
    return kinds.get(word, next(iter(BUILT_IN_KINDS.values())))


@data_block
class MapPath(DataBlock):
    """A path of a map. `links` and `sides` are empty if the path has none."""

    path_kind: PathKind = keys.custom(read_path_kind, {"type": "string"},
                                 "the kind of the path: " + ", ".join(f"`{style}`" for style in PATH_STYLES)
                                 + " or a kind from `path_kinds`. A path under the name of a kind has this kind",
                                 default=..., name="kind")
    links: tuple[tuple[Hex, Hex], ...] = keys.custom(
        _read_links, keys.TEXTS_SCHEMA,
        "the hexes through which the path runs, from neighbour to neighbour, or a list of several such runs. With "
        "`edge` or the name of a side at an end, the run goes on to the edge of the map. Runs that meet in a hex are "
        "joined. A `bridge` lies across the side between each two hexes", name="through")
    sides: tuple[Side, ...] = keys.custom(
        _read_sides, keys.TEXTS_SCHEMA,
        "the hexsides along which the path runs: hexes, each with its sides. `0901 NE` is one side, and `0901 NE-S` "
        "are the sides from NE clockwise to S. Flat-top hexes have the sides N, NE, SE, S, SW and NW; pointy-top hexes "
        "have NE, E, SE, SW, W and NW", name="along")
    name: str = keys.text("a name that is printed along the path", default="")
    key: str = ""
    span: Span | None = None

    def validate(self, reader: Reader) -> Self:
        if not {"through", "along"} & {*reader.list_keys()}:
            reader.problems.add(reader.mapping_span, f"{reader.label} needs 'through' or 'along'",
                                "write the hexes of the path after through:, or hexes with their sides after along:")
        path = replace(self, span=reader.find_span("name") or self.span)
        if self.path_kind.style != BRIDGE or not self.links:
            return path
        steps = hex_directions(reader.context.map_hexes.board.orientation)
        crossed = ((start, steps.index((end[0] - start[0], end[1] - start[1]))) for start, end in self.links)
        return replace(path, links=(), sides=(*self.sides, *crossed))


def read_map_paths(reader: Reader, name: str) -> tuple[MapPath, ...]:
    """Return the paths of a map: a list of blocks, or blocks under names. Report a map with too many steps."""
    is_list = isinstance(reader.get_node(name), SequenceNode)
    readers = reader.open_list(name, "path") if is_list else [inner for _, inner in reader.open_named(name, "path")]
    paths = [keys.read_block(MapPath, inner) for inner in reader.limit_entries(name, readers, MAX_PATHS)]
    if (count := sum(len(path.links) + len(path.sides) for path in paths)) > MAX_PATH_STEPS:
        reader.add_problem(name, f"the paths of {reader.label} have {count:,} steps from hex to hex or along sides; at "
                                 f"most {MAX_PATH_STEPS:,} are allowed")
        return ()
    return tuple(paths)


def paths_key() -> tuple[MapPath, ...]:
    """Declare the key for the paths of a map."""
    paths: tuple[MapPath, ...] = keys.custom(
        read_map_paths, lambda writer: {"anyOf": [
            {"type": "array", "items": writer.make_block_schema(MapPath)},
            {"type": "object", "additionalProperties": writer.make_block_schema(MapPath)}]},
        "the roads, rivers, walls and other paths: a list of blocks, or blocks under names. See [below](#paths)",
        default=())
    return paths


def list_used_kinds(paths: tuple[MapPath, ...]) -> tuple[PathKind, ...]:
    """Return the kinds of some paths, the lowest first: in the order of the styles, then of the paths."""
    kinds = dict.fromkeys(path.path_kind for path in paths)
    return tuple(sorted(kinds, key=lambda kind: [*PATH_STYLES].index(kind.style)))
