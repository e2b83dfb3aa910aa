"""Icons: drawings set in text as characters, one for each icon, or one on top of another for each of its colours.

The characters are in the last private plane of Unicode, sixteen for each icon: the first has the whole drawing, for the
colour of the text; each of the others has the part in one colour. Where an icon has the text's colour, white is a hole.
An icon is as large as the greatest height above the baseline and the greatest width allow.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as File
from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import art
from printshop.drawing.clipping import Window, contours_of, polygons, stroked
from printshop.drawing.geometry import Point, Transform, area, crossings, inside, sides
from printshop.drawing.items import WHITE, Color, Group, Item, Path, parse_color
from printshop.drawing.packed import OWN, DrawnFace
from printshop.drawing.shapes import bounds, transform_segments
from printshop.drawing.svg_elements import ArtError

if TYPE_CHECKING:
    from fontTools.pens.recordingPen import RecordingPen

ICONS = f"{OWN}icons:"
"""The prefix of the name of the face that has a game's icons."""
MAX_COLOURS = 8  # of one icon
MAX_CORNERS = 12_000  # of the outlines of one icon, its curves as chords

_FIRST = 0x100000
_EACH = 16
_EM = 2000
_FINE = 100.0  # working size of a drawing in points, at which the chords of `contours_of` are fine enough
_TALL, _BROAD, _FOOT = 0.82, 1.6, -0.06  # ems: greatest height and width, and the bottom, just below the baseline
MAX_LOOPS = 600  # of one shape
_MAX_CUT = 40_000  # segments of a shape times sides of the window that clips it: the work is their product
_SAMPLES = 24  # corners of a hole tested: whether the whole hole lies in the same areas
_SIMPLER = "simplify it (Inkscape: Path > Simplify)"
_SIDE = 0.04  # ems of space to the left and right

Loop = Sequence[Point]
Parts = tuple[tuple[tuple[Loop, ...], Color | None], ...]


class Icon(NamedTuple):
    """The drawing for a `name` in texts; `color` is "" (the text's colour), "own" (the drawing's) or "#rrggbb"."""

    name: str
    file: File
    color: str = ""

    def check(self) -> None:
        """Convert the drawing to outlines. Raises ArtError for a drawing that cannot be an icon."""
        _made(self.file, *art.stamp(self.file), own=self.color == "own")


def face_of(icons: Iterable[Icon]) -> str:
    """Return the name of the face that has some icons; it holds their files and the files' states. Raises ArtError."""
    listed = [[name, str(file), *art.stamp(file), color] for name, file, color in icons]
    return ICONS + json.dumps(listed)


def character(place: int) -> str:
    """Return the first character of an icon, by its position among the icons."""
    return chr(_FIRST + _EACH * place)


class IconFace(DrawnFace):
    """The face of a game's icons. Using a character raises ArtError if its drawing cannot be an icon."""

    title = family = "Icons"
    em, ascent, descent = _EM, _FOOT + _TALL, -_FOOT

    def __init__(self, name: str) -> None:
        self._drawings = {character(place): _Drawing(word, File(file), changed, size, color) for place, (
            word, file, changed, size, color) in enumerate(json.loads(name.removeprefix(ICONS)))}
        called = "|".join(re.escape(drawing.name) for drawing in self._drawings.values())
        self._marks = re.compile(rf"\\.|<({called})>", re.IGNORECASE)
        self._called = {drawing.name: char for char, drawing in self._drawings.items()}

    def set(self, markup: str) -> str:
        """Return markup with names of icons ("<hit>") replaced by characters.

        Upper and lower case count the same; a name after a backslash stays.
        """
        return self._marks.sub(lambda mark: self._called[mark[1].lower()] if mark[1] else mark[0], markup)

    def __getitem__(self, char: str) -> float:
        return self._drawing(char).width

    def __iter__(self) -> Iterator[str]:
        return iter(self._drawings)

    def __len__(self) -> int:
        return len(self._drawings)

    def layers(self, char: str) -> tuple[tuple[str, Color | None], ...]:
        """Return the characters drawn for an icon, lowest first, with their colours (None for the text's colour)."""
        drawing = self._drawing(char)
        return tuple((chr(ord(char) + bool(drawing.color) * place), color)
                     for place, (_, color) in enumerate(drawing.parts, 1))

    def as_written(self, char: str) -> str:
        """Return an icon's name for the first of its characters, a zero-width space for those drawn on top of it."""
        drawing = self._drawing(char)
        first = not (ord(char) - _FIRST) % _EACH or (ord(char) - _FIRST) % _EACH == 1
        return drawing.name if first else "\u200b"

    def outline(self, char: str) -> RecordingPen:
        """Return a pen with the outline of an icon, or of its part in one colour."""
        from fontTools.pens.recordingPen import RecordingPen

        pen, drawing = RecordingPen(), self._drawing(char)
        for loop in drawing.parts[max((ord(char) - _FIRST) % _EACH - 1, 0)][0]:
            (x, y), *others = loop
            pen.moveTo((x, y))
            for point in others:
                pen.lineTo(point)
            pen.closePath()
        return pen

    def _drawing(self, char: str) -> _Drawing:
        first = chr(ord(char) - (ord(char) - _FIRST) % _EACH)
        if first not in self._drawings:
            raise KeyError(char)
        return self._drawings[first]


class _Drawing(NamedTuple):
    """The drawing of an icon, read when it is first used."""

    name: str
    file: File
    changed: int
    size: int
    color: str

    @property
    def width(self) -> float:
        """The advance width, in ems."""
        return _made(self.file, self.changed, self.size, own=self.color == "own")[0]

    @property
    def parts(self) -> Parts:
        """The outlines in font units, by colour; the colour None is that of the text."""
        _, parts = _made(self.file, self.changed, self.size, own=self.color == "own")
        return parts if self.color in {"", "own"} else tuple((loops, parse_color(self.color)) for loops, _ in parts)


@lru_cache(maxsize=1024)
def _made(file: File, _changed: int, _size: int, *, own: bool) -> tuple[float, Parts]:
    """Return the advance width of an icon, in ems, and its outlines by colour, in font units."""
    drawing = art.read_svg(file)
    left, top, right, bottom = bounds(drawing.items)  # never too small, perhaps too large at mitred corners
    scale = _FINE / max(bottom - top, right - left, 1e-9)
    parts: list[tuple[list[Loop], Color | None]] = []
    for loops, color in _painted(drawing.items, Transform(a=scale, d=scale)):
        paper = color == WHITE
        if own:
            if parts and parts[-1][1] == color:
                parts[-1][0].extend(loops)
            else:
                parts.append((loops, color))
        elif paper and parts:
            parts = [(_holed(parts[0][0], loops), None)]
        elif not paper:
            parts = [([*(parts[0][0] if parts else ()), *loops], None)]
        if sum(len(loop) for loops, _ in parts for loop in loops) > MAX_CORNERS:
            raise ArtError(f"the drawing '{file.name}' has too much detail for an icon",
                           _SIMPLER)
    if not any(loops for loops, _ in parts):
        raise ArtError(f"all of the drawing '{file.name}' is white", "draw icons in black on nothing")
    if len(parts) > MAX_COLOURS:
        raise ArtError(f"the colours of the drawing '{file.name}' change {len(parts)} times, an icon has "
                       f"{MAX_COLOURS} at most", "draw what is of one colour together, or leave out its colour: own")
    xs, ys = ([point[axis] for loops, _ in parts for loop in loops for point in loop] for axis in (0, 1))
    wide, high = max(max(xs) - min(xs), 1e-9), max(max(ys) - min(ys), 1e-9)
    scale = min(_TALL / high, _BROAD / wide)  # to ems; a wide icon is centred in the height
    left, low = _SIDE - min(xs) * scale, _FOOT + (_TALL - high * scale) / 2 + max(ys) * scale
    return wide * scale + 2 * _SIDE, tuple(
        (tuple([(round((left + x * scale) * _EM), round((low - y * scale) * _EM)) for x, y in loop] for loop in loops),
         color) for loops, color in parts)


def _painted(items: Iterable[Item], place: Transform, windows: tuple[Window, ...] = (),
             ) -> Iterator[tuple[list[Loop], Color]]:
    """Yield the painted areas in order: loops for the nonzero rule, outer ones of positive area, and a colour."""
    for item in items:
        if isinstance(item, Group):
            within = place.then(item.transform)
            clip = item.clip and Window(replace(item.clip, segments=transform_segments(item.clip.segments, within)))
            yield from _painted(item.items, within, (*windows, clip) if clip else windows)
        elif isinstance(item, Path):
            segments = transform_segments(item.segments, place)
            if item.fill:
                yield _visible(_filled(Path(segments, rule=item.rule)), windows), item.fill
            if item.stroke:
                line = replace(item.stroke, width=item.stroke.width * place.breadth)
                loops = [loop for contour in contours_of(segments) for loop in stroked(contour, line)]
                yield _visible([_turned(loop, 1) for loop in loops], windows), item.stroke.color


def _filled(path: Path) -> list[Loop]:
    loops: list[Loop] = [contour.points for contour in contours_of(path.segments) if len(contour.points) > 2]
    if len(loops) > MAX_LOOPS or sum(map(len, loops)) > MAX_CORNERS:
        raise ArtError("a shape of the drawing has too much detail for an icon", _SIMPLER)
    if path.rule == "evenodd":
        return [_turned(loop, -1 if sum(
            other is not loop and 2 * sum(inside(corner, other) for corner in loop) > len(loop) for other in loops
        ) % 2 else 1)
                for loop in loops]
    largest = max((area(loop) for loop in loops), key=abs, default=1.0)
    return loops if largest > 0 else [loop[::-1] for loop in loops]


def _turned(loop: Loop, way: int) -> Loop:
    return loop if area(loop) * way > 0 else loop[::-1]


def _visible(loops: list[Loop], windows: tuple[Window, ...]) -> list[Loop]:
    """Return the parts of loops that are visible through all windows."""
    if not windows:
        return loops
    path = Path(polygons(loops))
    for window in windows:
        if len(path.segments) * window.sides > _MAX_CUT:
            raise ArtError("white or clipped shapes of the drawing cut others in too much detail for an icon",
                           "subtract them from these (Inkscape: Path > Difference), or simplify them")
        path = window.areas(path)
    return [contour.points for contour in contours_of(path.segments)]


def _holed(loops: list[Loop], hole: list[Loop]) -> list[Loop]:
    """Return the area of `loops` minus the area of `hole`, which is white."""
    left = []
    for loop in hole:
        turns = {max(sum(way for other in loops for way in crossings(corner, sides(other))), 0)
                 for corner in loop[:: max(1, len(loop) // _SAMPLES)]}  # winding numbers of `loops` round the corners
        if len(turns) > 1:
            return _visible(loops, (Window(Path(polygons(hole)), beside=True),))
        left += [loop[::-1]] * turns.pop()
    return [*loops, *left]


