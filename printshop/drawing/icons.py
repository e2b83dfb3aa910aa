"""Icons: drawings set in text as characters.

An icon is one character, or a stack of characters, one for each colour. The characters are in the last private plane of
Unicode, 64 for each icon. The first character has the whole drawing, for the colour of the text. Each other character
has the part of the drawing in one colour. If an icon has the text's colour, its white areas are holes. An icon is as
large as the maximum height and the maximum width allow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import artwork
from printshop.drawing.clipping import ClipWindow, flatten_outlines, make_polygons, outline_stroke, split_dashes
from printshop.drawing.display_list import WHITE, Color, Group, Item, Path, SymbolUse, parse_color
from printshop.drawing.geometry import Point, Transform, find_crossings, is_in_polygon, iter_sides, measure_signed_area
from printshop.drawing.military_figures import draw_symbol
from printshop.drawing.path_styles import PathSample, draw_path_icon
from printshop.drawing.shapes import measure_bounds, transform_segments
from printshop.drawing.svg_elements import PictureError
from printshop.drawing.terrain import TerrainSample, draw_terrain_icon
from printshop.drawing.user_fonts import ICON_FACE_PREFIX, OutlineFace
from printshop.military_symbols import MilitarySymbol

if TYPE_CHECKING:
    from fontTools.pens.recordingPen import RecordingPen

MAX_COLOURS = 48  # of one icon
MAX_CORNERS = 12_000  # of the outlines of one icon, its curves as chords

_FIRST_CODE = 0x100000
_CODES_PER_ICON = 64
_UNITS_PER_EM = 2000
_WORKING_SIZE = 100.0  # working size of a drawing in points, at which the chords of `flatten_outlines` are fine enough
# ems: greatest height and width, and the bottom, just below the baseline
_MAX_HEIGHT, _MAX_WIDTH, _BOTTOM = 0.82, 1.6, -0.06
MAX_LOOPS = 600  # of one shape
_MAX_CLIP_WORK = 40_000  # segments of a shape times sides of the window that clips it: the work is their product
_HOLE_SAMPLES = 24  # corners of a hole tested: whether the whole hole lies in the same areas
_SIMPLIFY_ADVICE = "simplify the drawing (Inkscape: Path > Simplify)"
_SYMBOL_LINE = 8.0  # the width of the lines of a military symbol, in its units: in texts it is small
_SIDE_BEARING = 0.04  # ems of space to the left and right

Loop = Sequence[Point]
ColorParts = tuple[tuple[tuple[Loop, ...], Color | None], ...]
IconSource = File | MilitarySymbol | PathSample | TerrainSample
_DRAWN_SOURCES = {kind.__name__: kind for kind in (MilitarySymbol, PathSample, TerrainSample)}


class TextIcon(NamedTuple):
    """The drawing that replaces `name` in texts.

    It is a file, a military symbol, a piece of a path, or a hex of a terrain. `color` is "" (the colour of the text),
    "own" (the colours of the drawing) or "#rrggbb".
    """

    name: str
    source: IconSource
    color: str = ""

    def check(self) -> None:
        """Convert the drawing to outlines. Raises PictureError if the drawing cannot be an icon."""
        _make_icon(self.source, *_read_stamp(self.source), own_colors=self.color == "own")


def make_icon_face_name(icons: Iterable[TextIcon]) -> str:
    """Return the name of the face for some icons.

    The name contains their files, modification times and file sizes. Raises PictureError if a file does not exist.
    """
    entries = [[name, str(source) if isinstance(source, File) else [type(source).__name__, *source],
                *_read_stamp(source), color] for name, source, color in icons]
    return ICON_FACE_PREFIX + json.dumps(entries)


def _read_stamp(source: IconSource) -> tuple[int, int]:
    file = File(source.picture) if isinstance(source, TerrainSample) and source.picture else source
    return artwork.read_file_stamp(file) if isinstance(file, File) else (0, 0)


def make_icon_character(index: int) -> str:
    """Return the first character of the icon at a position (from 0) among the icons."""
    return chr(_FIRST_CODE + _CODES_PER_ICON * index)


class IconFace(OutlineFace):
    """The face of a game's icons.

    Using a character raises PictureError if the drawing of the character cannot be an icon.
    """

    title = family = "Icons"
    units_per_em, ascent, descent = _UNITS_PER_EM, _BOTTOM + _MAX_HEIGHT, -_BOTTOM

    def __init__(self, name: str) -> None:
        entries = enumerate(json.loads(name.removeprefix(ICON_FACE_PREFIX)))
        self._drawings = {make_icon_character(index): _IconDrawing(
            word, File(source) if isinstance(source, str) else _DRAWN_SOURCES[source[0]](*source[1:]), *options)
                          for index, (word, source, *options) in entries}
        name_alternatives = "|".join(re.escape(drawing.name) for drawing in self._drawings.values())
        self._name_pattern = re.compile(rf"\\.|<({name_alternatives})>", re.IGNORECASE)
        self._characters = {drawing.name: char for char, drawing in self._drawings.items()}

    def replace_icon_names(self, markup: str) -> str:
        """Return markup with names of icons ("<hit>") replaced by characters.

        Upper and lower case make no difference. A name after a backslash is not replaced.
        """
        return self._name_pattern.sub(lambda mark: self._characters[mark[1].lower()] if mark[1] else mark[0], markup)

    def __getitem__(self, char: str) -> float:
        return self._find_drawing(char).width

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawings)

    def __len__(self) -> int:
        return len(self._drawings)

    def list_layers(self, char: str) -> tuple[tuple[str, Color | None], ...]:
        """Return the characters drawn for an icon, lowest first, each with its colour (None for the text's colour)."""
        drawing = self._find_drawing(char)
        return tuple((chr(ord(char) + bool(drawing.color) * layer), color)
                     for layer, (_, color) in enumerate(drawing.parts, 1))

    def restore_text(self, char: str) -> str:
        """Return the text for one character of an icon.

        The first character of an icon gives the icon's name. Each character on top of the first gives a zero-width
        space.
        """
        drawing = self._find_drawing(char)
        is_first = not (ord(char) - _FIRST_CODE) % _CODES_PER_ICON or (ord(char) - _FIRST_CODE) % _CODES_PER_ICON == 1
        return drawing.name if is_first else "\u200b"

    def record_outline(self, char: str) -> RecordingPen:
        """Return a pen with the outline of an icon, or with the outline of the icon's part in one colour."""
        from fontTools.pens.recordingPen import RecordingPen

        pen, drawing = RecordingPen(), self._find_drawing(char)
        for loop in drawing.parts[max((ord(char) - _FIRST_CODE) % _CODES_PER_ICON - 1, 0)][0]:
            (x, y), *other_points = loop
            pen.moveTo((x, y))
            for point in other_points:
                pen.lineTo(point)
            pen.closePath()
        return pen

    def _find_drawing(self, char: str) -> _IconDrawing:
        first = chr(ord(char) - (ord(char) - _FIRST_CODE) % _CODES_PER_ICON)
        if first not in self._drawings:
            raise KeyError(char)
        return self._drawings[first]


class _IconDrawing(NamedTuple):
    """The drawing of an icon, read when it is first used."""

    name: str
    source: IconSource
    modified_ns: int
    size: int
    color: str

    @property
    def width(self) -> float:
        """The advance width, in ems."""
        return _make_icon(self.source, self.modified_ns, self.size, own_colors=self.color == "own")[0]

    @property
    def parts(self) -> ColorParts:
        """The outlines in font units, grouped by colour.

        None stands for the colour of the text.
        """
        _, parts = _make_icon(self.source, self.modified_ns, self.size, own_colors=self.color == "own")
        return parts if self.color in {"", "own"} else tuple((loops, parse_color(self.color)) for loops, _ in parts)


@lru_cache(maxsize=1024)
def _make_icon(source: IconSource, _modified_ns: int, _size: int, *, own_colors: bool) -> tuple[float, ColorParts]:
    """Return the advance width of an icon, in ems, and its outlines by colour, in font units."""
    items = _draw_source(source, own_colors=own_colors)
    left, top, right, bottom = measure_bounds(items)  # never too small, perhaps too large at mitred corners
    scale = _WORKING_SIZE / max(bottom - top, right - left, 1e-9)
    parts: list[tuple[list[Loop], Color | None]] = []
    for loops, color in _iter_painted_areas(items, Transform(a=scale, d=scale)):
        is_white = color == WHITE
        if own_colors:
            if parts and parts[-1][1] == color:
                parts[-1][0].extend(loops)
            else:
                parts.append((loops, color))
        elif is_white and parts:
            parts = [(_cut_hole(parts[0][0], loops), None)]
        elif not is_white:
            parts = [([*(parts[0][0] if parts else ()), *loops], None)]
        if sum(len(loop) for loops, _ in parts for loop in loops) > MAX_CORNERS:
            raise PictureError(f"the drawing '{source.name}' has too much detail for an icon", _SIMPLIFY_ADVICE)
    if not any(loops for loops, _ in parts):
        raise PictureError("the icon would be invisible: all of the drawing "
                           f"'{source.name}' is white", "draw the icon in black, without a background")
    if len(parts) > MAX_COLOURS:
        raise PictureError(f"the drawing '{source.name}' has {len(parts)} layers of colour, but an icon may have at "
                           f"most {MAX_COLOURS}",
                           "put the shapes of each colour next to one another in the file, or remove 'colour: own' "
                           "from the icon")
    xs, ys = ([point[axis] for loops, _ in parts for loop in loops for point in loop] for axis in (0, 1))
    width, height = max(max(xs) - min(xs), 1e-9), max(max(ys) - min(ys), 1e-9)
    scale = min(_MAX_HEIGHT / height, _MAX_WIDTH / width)  # to ems; a wide icon is centred in the height
    left, baseline = _SIDE_BEARING - min(xs) * scale, _BOTTOM + (_MAX_HEIGHT - height * scale) / 2 + max(ys) * scale
    return width * scale + 2 * _SIDE_BEARING, tuple(
        (tuple([(round((left + x * scale) * _UNITS_PER_EM), round((baseline - y * scale) * _UNITS_PER_EM)) for x,
                y in loop] for loop in loops),
         color) for loops, color in parts)


def _draw_source(source: IconSource, *, own_colors: bool) -> Sequence[Item]:
    if isinstance(source, MilitarySymbol):
        return draw_symbol(source, parse_color(source.fill or "#ffffff") if own_colors else WHITE,
                           line_width=_SYMBOL_LINE)
    if isinstance(source, PathSample):
        return draw_path_icon(source)
    return draw_terrain_icon(source) if isinstance(source, TerrainSample) else _read_plain_items(source)


def _read_plain_items(source: File) -> tuple[Item, ...]:
    drawing = artwork.read_svg(source)
    if drawing.has_gradients:
        raise PictureError(f"the drawing '{source.name}' has a gradient, but an icon has plain colours only",
                           "fill the shapes with a plain colour instead of the gradient")
    return drawing.items


def _iter_painted_areas(items: Iterable[Item], transform: Transform, windows: tuple[ClipWindow, ...] = (),
                        ) -> Iterator[tuple[list[Loop], Color]]:
    """Yield the painted areas in drawing order, each as loops and a colour.

    The loops are filled by the nonzero rule. Outer loops have a positive area.
    """
    for item in items:
        if isinstance(item, Group | SymbolUse):
            inner_transform = transform.compose(item.transform)
            outline = item.clip if isinstance(item, Group) else None
            clip = outline and ClipWindow(replace(outline,
                                                  segments=transform_segments(outline.segments, inner_transform)))
            yield from _iter_painted_areas(item.items, inner_transform, (*windows, clip) if clip else windows)
        elif isinstance(item, Path):
            segments = transform_segments(item.segments, transform)
            if item.fill:
                yield _clip_loops(_make_fill_loops(Path(segments, rule=item.rule)), windows), item.fill
            if item.stroke:
                stroke = replace(item.stroke, width=item.stroke.width * transform.mean_scale,
                                 dash=tuple(length * transform.mean_scale for length in item.stroke.dash))
                segments = split_dashes(segments, stroke) if stroke.dash else segments
                loops = [loop for contour in flatten_outlines(segments) for loop in outline_stroke(contour, stroke)]
                yield _clip_loops([_orient_loop(loop, 1) for loop in loops], windows), item.stroke.color


def _make_fill_loops(path: Path) -> list[Loop]:
    loops: list[Loop] = [contour.points for contour in flatten_outlines(path.segments) if len(contour.points) > 2]
    if len(loops) > MAX_LOOPS or sum(map(len, loops)) > MAX_CORNERS:
        raise PictureError("a shape of the drawing has too much detail for an icon", _SIMPLIFY_ADVICE)
    if path.rule == "evenodd":
        return [_orient_loop(loop, -1 if sum(
            other is not loop and 2 * sum(is_in_polygon(corner, other) for corner in loop) > len(loop)
                                             for other in loops
        ) % 2 else 1)
                for loop in loops]
    largest = max((measure_signed_area(loop) for loop in loops), key=abs, default=1.0)
    return loops if largest > 0 else [loop[::-1] for loop in loops]


def _orient_loop(loop: Loop, direction: int) -> Loop:
    return loop if measure_signed_area(loop) * direction > 0 else loop[::-1]


def _clip_loops(loops: list[Loop], windows: tuple[ClipWindow, ...]) -> list[Loop]:
    """Return the parts of loops that are visible through all windows."""
    if not windows:
        return loops
    path = Path(make_polygons(loops))
    for window in windows:
        if len(path.segments) * window.side_count > _MAX_CLIP_WORK:
            raise PictureError("the drawing has too much detail for an icon where white shapes or clip paths cut other "
                               "shapes",
                               "subtract the white shapes from the other shapes (Inkscape: Path > Difference), or "
                               "simplify the shapes")
        path = window.clip_areas(path)
    return [contour.points for contour in flatten_outlines(path.segments)]


def _cut_hole(loops: list[Loop], hole: list[Loop]) -> list[Loop]:
    """Return the area of `loops` without the white area `hole`."""
    reversed_holes = []
    for loop in hole:
        winding_numbers = {max(sum(direction for other in loops
                                   for direction in find_crossings(corner, iter_sides(other))), 0)
                           # winding numbers of `loops` round the corners
                           for corner in loop[:: max(1, len(loop) // _HOLE_SAMPLES)]}
        if len(winding_numbers) > 1:
            return _clip_loops(loops, (ClipWindow(Path(make_polygons(hole)), inverted=True),))
        reversed_holes += [loop[::-1]] * winding_numbers.pop()
    return [*loops, *reversed_holes]


