"""Paths on maps, and the kinds of paths.

Paths are roads, rivers, walls and other lines from hex to hex or along hexsides.

    path_kinds: {highway: {style: road, colour: "#d9534f", label: motorway}}
    paths:
      - {kind: highway, through: "0204 0304 0403 edge", name: Old Road}
      - {kind: river, along: "0901 NE SE, 0902 N"}

A path has links, which are pairs of neighbouring hexes, or hexsides, or both. A hexside is a pair (hex, number): the
number of the neighbour on the other side, clockwise from the first neighbour.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Any, Self

from printshop.hexes import Hex, HexGrid, Orientation, count_hex_steps, find_straight_line, hex_directions, step_hex
from printshop.problems import Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, make_title
from printshop.source import SequenceNode

if TYPE_CHECKING:
    from printshop.game.map_hexes import HexBoard, MapHexReader

MAX_PATH_KINDS, MAX_PATHS = 50, 1_000
MAX_PATH_STEPS = 20_000  # links and hexsides of all paths of a map
MIN_PATH_WIDTH, MAX_PATH_WIDTH = 0.5, 40  # per cent of a hex
_NO_LEGEND, _EDGE, _STRAIGHT = "none", "edge", ">"
_COMPASS_NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def _find_usual(attribute: str) -> Any:
    """Return a function for the default of an attribute of a kind: that of a known kind, or of the style."""
    def find(reader: Reader) -> Any:
        kinds = _list_kinds(reader)
        style = reader.get_raw_text("style")
        kind = PATH_STYLES.get(style) if style else kinds.get(reader.key)
        return getattr(kind, attribute) if kind else ... if attribute == "style" else None

    return find


@data_block
class PathKind(DataBlock):
    """A kind of path.

    `width` is in per cent of the size of a hex. `label` is "" if the legend leaves the kind out.
    """

    style: str = keys.choice(lambda: (*PATH_STYLES,),
                             "how the path is drawn. A kind with the name of a style has this style",
                             default=_find_usual("style"))
    color: str = keys.colour("the colour of the path. In black ink, the pattern of the line shows the kind",
                             help_text="",
                             default=_find_usual("color"), name="colour")
    width: Fraction = keys.number("the width of the path, in per cent of the size of a hex", MIN_PATH_WIDTH,
                                  MAX_PATH_WIDTH, default=_find_usual("width"))
    label: str = keys.text("the name of the kind in the legend, or `none` to leave the kind out of the legend",
                           default=lambda reader: make_title(reader.key))
    key: str = ""
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:  # noqa: ARG002
        return replace(self, label="" if self.label == _NO_LEGEND else self.label) if self.color else None

    @property
    def drawn_style(self) -> str:
        """The style in `drawing.path_styles`: in black ink, a ford with the style of bridges differs from them."""
        return "other bridge" if self.style == "bridge" != self.key else self.style


PATH_STYLES: Mapping[str, PathKind] = {
    style: PathKind(style=style, color=color, width=Fraction(width), label=make_title(style), key=style)
    for style, color, width in (
        ("river", "#8fc3e3", "10"), ("stream", "#3f86b8", "3"), ("border", "#b03a5b", "2.5"), ("wall", "#a39a8c", "7"),
        ("bridge", "#d9cdb4", "13"), ("track", "#7d5a2e", "2.5"), ("road", "#e6c98f", "7.5"),
        ("railway", "#2f2f2f", "2"))}
"""The styles of paths, the lowest first, as kinds that need no declaration. `drawing.path_styles` draws them."""


def _list_kinds(reader: Reader) -> Mapping[str, PathKind]:
    """Return the kinds that are known where a reader reads: the built-in kinds, those of the game and of the map."""
    return {**PATH_STYLES, **(reader.context.path_kinds if reader.context else {})}


def path_kinds_key(description: str) -> Any:
    """Declare a key for kinds of paths, each under its name."""
    return keys.named_blocks(PathKind, description, label="Kinds of roads and rivers",
                             entry_label="kind of path", maximum=MAX_PATH_KINDS)


def list_side_names(board: HexBoard) -> list[str]:
    """Return the compass names of the sides of a board's hexes, clockwise from the first neighbour."""
    return [_COMPASS_NAMES[round(bearing / 45)] for bearing in board.orientation.side_bearings]


def _read_links(reader: Reader, name: str) -> tuple[tuple[Hex, Hex], ...]:
    """Return the pairs of neighbours through which the runs of a path lead, in order."""
    links: list[tuple[Hex, Hex]] = []
    for text, span in reader.read_texts_with_spans(name):
        runs = [part.split() for part in text.replace(_STRAIGHT, f" {_STRAIGHT} ").split(",")]
        for run in runs if max(map(len, runs)) > 1 else [text.replace(",", " ").split()]:
            links += pairwise(_read_run(reader, run, span))
    return tuple(links)


def _read_run(reader: Reader, words: list[str], span: Span) -> list[Hex]:
    """Return the hexes of a run, with the hex outside the board that the run reaches through an exit at an end."""
    board: HexBoard = reader.context.map_hexes.board
    exits = {_EDGE, *list_side_names(board)}
    first_exit = words.pop(0) if words and words[0] in exits else ""
    last_exit = words.pop() if words and words[-1] in exits else ""
    cells = _read_cells(reader, words, span)
    if cells is None:
        return []
    if not cells or len(cells) + bool(first_exit + last_exit) < 2:
        reader.problems.add(span, f"{reader.label}: '{' '.join(words)}' is not a path: it needs at least two hexes",
                            f"write more hexes, or write '{_EDGE}' after the hex if the path leaves the map there")
        return []
    for start, end in pairwise(cells):
        if count_hex_steps(start, end, board.orientation) != 1:
            names = [*map(board.format_name, (start, end))]
            straight = (f", or a straight run: {f' {_STRAIGHT} '.join(names)}"
                        if find_straight_line(start, end, board.orientation) else "")
            reader.problems.add(span, f"{reader.label}: {' and '.join(names)} are not neighbours",
                                f"write the hexes between them{straight}")
    return [*_find_exit(reader, first_exit, cells[:2], span), *cells,
            *_find_exit(reader, last_exit, cells[:-3:-1], span)]


def _read_cells(reader: Reader, words: list[str], span: Span) -> list[Hex] | None:
    """Return the hexes of a run. If a hex is wrong, report this and return None.

    `>` between two hexes stands for all hexes between them in a straight line.
    """
    map_hexes: MapHexReader = reader.context.map_hexes
    board, cells, is_valid, before = map_hexes.board, list[Hex](), True, _STRAIGHT
    for word, after in pairwise([*words, _STRAIGHT]):
        if word == _STRAIGHT:
            if _STRAIGHT in (before, after):
                reader.problems.add(span, f"{reader.label}: '{_STRAIGHT}' must stand between two hexes",
                                    "write the first and the last hex of a straight run, one on each side of it")
                is_valid = False
        elif _is_block(word, map_hexes):
            reader.problems.add(span, f"{reader.label}: a path cannot run through the block '{word}'",
                                f"for a straight run, write {f' {_STRAIGHT} '.join(map_hexes.split_block(word))}")
            is_valid = False
        elif not (cell := map_hexes.read_hex(reader, word, span)):
            is_valid = False
        elif before == _STRAIGHT and cells:
            if map_hexes.has_too_many_names:
                return None
            line = find_straight_line(cells[-1], cell, board.orientation)
            if not line:
                names = " and ".join(map(board.format_name, (cells[-1], cell)))
                reader.problems.add(span, f"{reader.label}: {names} are not in a straight line of "
                                          f"{'squares' if board.orientation is Orientation.SQUARE else 'hexes'}",
                                    _suggest_bend(board, cells[-1], cell))
                is_valid = False
            cells += map_hexes.count_hexes(reader, "through", line[1:])
        else:
            cells.append(cell)
        before = word
    return cells if is_valid else None


def _is_block(word: str, map_hexes: MapHexReader) -> bool:
    """Return whether a word is a block of hexes such as "0101-0304"."""
    names = map_hexes.split_block(word)
    return len(names) == 2 and {*names} <= {*map_hexes.board.hexes_by_name}


def _suggest_bend(board: HexBoard, start: Hex, end: Hex) -> str:
    """Return the hint for two hexes that are not in a straight line: a hex where two straight runs meet."""
    names = {cell: name for name, cell in board.hexes_by_name.items()}
    bends = [cell for step in hex_directions(board.orientation)
             for times in range(1, count_hex_steps(start, end, board.orientation) + 1)
             if (cell := step_hex(start, step, times)) in names and find_straight_line(cell, end, board.orientation)]
    if not bends:
        return "write the hexes where the run bends"
    run = f" {_STRAIGHT} ".join(names[cell] for cell in (start, bends[0], end))
    return f"write the hexes where the run bends, for example {run}"


def _find_exit(reader: Reader, word: str, ends: list[Hex], span: Span) -> list[Hex]:
    """Return the hex that a run reaches through a side or through the edge of the board, or no hex.

    `ends` are the last hex and the hex before it. Through the edge, the run goes on as straight as possible.
    """
    board: HexBoard = reader.context.map_hexes.board
    grid, inner = HexGrid(board.orientation, 1.0), frozenset(board.whole_hexes)
    neighbors = zip(list_side_names(board), hex_directions(board.orientation), strict=True)
    outer = [cell for name, step in neighbors
             if name == word or (word == _EDGE and step_hex(ends[0], step) not in inner)
             for cell in (step_hex(ends[0], step),)]
    if word and not outer:
        reader.problems.add(span, f"{reader.label}: {board.format_name(ends[0])} is not at the edge of the map",
                            f"write the hexes up to the edge of the map, or remove '{_EDGE}'")
    return sorted(outer, key=lambda cell: dist(grid.find_center(cell), grid.find_center(ends[-1])))[-1:]


def _read_sides(reader: Reader, name: str) -> tuple[tuple[Hex, int], ...]:
    """Return the hexsides of a path, in order."""
    board: HexBoard = reader.context.map_hexes.board
    names, sides = list_side_names(board), list[tuple[Hex, int]]()
    for text, span in reader.read_texts_with_spans(name) if board.columns else ():
        for part in filter(None, map(str.split, text.replace(_STRAIGHT, f" {_STRAIGHT} ").split(","))):
            # the hex, or the hexes of a straight run; its sides follow
            length = len(part) - part[::-1].index(_STRAIGHT) + 1 if _STRAIGHT in part else 1
            cells, run = _read_cells(reader, part[:length], span) or [], " ".join(part[:length])
            for word in part[length:] or [""]:
                if word not in names:
                    kind = "squares" if board.orientation is Orientation.SQUARE else f"{board.orientation.value} hexes"
                    reader.problems.add(span, f"{reader.label}: '{word}' is not a side of {run}" if word else
                                        f"{reader.label}: {run} has no side",
                                        f"write its sides after the hex: {kind} have the sides {', '.join(names)}")
                else:
                    sides += ((cell, names.index(word)) for cell in cells)
    return tuple(sides)


def read_path_kind(reader: Reader, name: str) -> PathKind | None:
    """Return the kind of paths at a key, or under the name of the block.

    If there is no such kind, report this.
    """
    kinds, word = _list_kinds(reader), reader.read_text(name, reader.key or ...)
    if word and word not in kinds:
        reader.problems.add(reader.find_span(name) or reader.mapping_span,
                            f"{reader.label}: there is no kind of path '{word}'",
                            f"{suggest_name(word, kinds)}; declare other kinds in path_kinds")
    return kinds.get(word)


@data_block
class MapPath(DataBlock):
    """A path of a map. `links` and `sides` are empty if the path has none."""

    path_kind: PathKind = keys.custom(
        read_path_kind, {"type": "string", "examples": [*PATH_STYLES]},
        "the kind of the path: `river`, `stream`, `border`, `wall`, `bridge`, "
        "`track`, `road`, `railway` or a kind from `path_kinds`. A path under the name of a kind has this kind",
        kind="path kind", default=..., name="kind")
    links: tuple[tuple[Hex, Hex], ...] = keys.custom(
        _read_links, keys.TEXTS_SCHEMA,
        "the hexes through which the path runs, from neighbour to neighbour. Between two hexes, `>` stands for all "
        "hexes of a straight line: `0104 > 0108`. A list or commas divide several such "
        "runs. On squares, a run may also go diagonally: `A1 B2`. With `edge` or the name of a side at an end, the run "
        "goes on to the edge of the map. Runs that meet in a hex are joined. A `bridge` lies across the side between "
        "two hexes", label="Through the hexes", name="through")
    sides: tuple[tuple[Hex, int], ...] = keys.custom(
        _read_sides, keys.TEXTS_SCHEMA,
        "the hexsides along which the path runs: hexes, or straight runs of hexes (`0104 > 0108 NE`), each with its "
        "sides. Flat-top hexes have the sides N, NE, SE, S, SW and NW; pointy-top hexes have NE, E, SE, SW, W and NW; "
        "squares have N, E, S and W. Sides that meet are joined", label="Along the sides of hexes", name="along")
    name: str = keys.text("a name that is printed along the path: beside it, on its curve, or inside a broad road. No "
                          "name lies on another", default="")
    key: str = ""
    span: Span | None = None

    def validate(self, reader: Reader) -> Self | None:
        if "through" not in reader and "along" not in reader:
            reader.problems.add(reader.mapping_span, f"{reader.label} needs 'through' or 'along'",
                                "write the hexes of the path after through:, or hexes with their sides after along:")
        return self if self.path_kind and (self.links or self.sides) else None


def _read_paths(reader: Reader, name: str) -> tuple[MapPath, ...]:
    """Return the paths of a map: a list of blocks, or blocks under names. Report a map with too many steps."""
    readers = (reader.open_list(name, "path") if isinstance(reader.get_node(name), SequenceNode) else
               [inner for _, inner in reader.open_named(name, "path")])
    paths = [path for inner in reader.limit_entries(name, readers, MAX_PATHS)
             if (path := keys.read_block(MapPath, inner))]
    if sum(len(path.links) + len(path.sides) for path in paths) > MAX_PATH_STEPS:
        reader.add_problem(name, f"the paths of {reader.label} are too long: together they must not have more than "
                                 f"{MAX_PATH_STEPS:,} steps from hex to hex or along sides")
    return tuple(paths)


def paths_key() -> Any:
    """Declare the key for the paths of a map."""
    return keys.custom(
        _read_paths, lambda writer: {"type": ["array", "object"], "items": (block := writer.make_block_schema(MapPath)),
                                     "additionalProperties": block},
        "the roads, rivers, walls and other paths: a list of blocks, or blocks under names. See [below](#paths)",
        label="Roads, rivers, borders", default=())


def list_used_kinds(paths: tuple[MapPath, ...]) -> list[PathKind]:
    """Return the kinds of some paths, the lowest first.

    They are in the order of the styles, then of the paths.
    """
    return sorted(dict.fromkeys(path.path_kind for path in paths), key=lambda kind: [*PATH_STYLES].index(kind.style))
