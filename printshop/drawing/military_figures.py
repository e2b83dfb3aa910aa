"""Military map symbols.

A symbol is a frame with the figures of branches in it, and the sign of a size on it. A symbol is drawn round the middle
of its frame, y down. The frame of a friend is 150 units wide and 100 units high. The figures follow the proportions of
APP-6. Those that reach the frame depend on its shape.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, Path, Stroke
from printshop.drawing.geometry import Bounds, Transform
from printshop.drawing.shapes import transform_path
from printshop.drawing.svg_elements import parse_path_data
from printshop.military_symbols import MilitarySymbol, read_table

LINE_WIDTH = 5.0  # of the frame and the figures of a symbol that is not small
SIGN_HEIGHT, SIGN_GAP = 22.0, 9.0


class _Frame(NamedTuple):
    """The path of a frame, and the places at which figures reach it: they are lengths from its middle.

    (`x`, `y`) is the corner of a diagonal, `side` the middle of the right side, `top` that of the upper side, and `bar`
    the end of a line at the height of 20.
    """

    path: str
    x: float
    y: float
    side: float
    top: float
    bar: float


_WIDE = _Frame("M-75-50H75V50H-75Z", 75, 50, 75, 50, 75)
_FRAMES = {
    "friend": _WIDE, "none": _WIDE._replace(path=""),
    "hostile": _Frame("M0-72L72 0 0 72-72 0Z", 40, 32, 72, 72, 52),
    "neutral": _Frame("M-55-55H55V55H-55Z", 55, 55, 55, 55, 55),
    "unknown": _Frame("M-37-37C-37-80 37-80 37-37C80-37 80 37 37 37C37 80-37 80-37 37C-80 37-80-37-37-37Z",
                      37, 37, 69.2, 69.2, 64.6)}
_FIGURES = read_table("""\
cross: M-{x}-{y}L{x} {y}M-{x} {y}L{x}-{y}
slash: M-{x} {y}L{x}-{y}
upright: M0-{top}V{top}
level: M-{side} 0H{side}
bar: M-{bar} 20H{bar}
tent: M-{x} {y}L0-{top} {x} {y}
dome: M-{x} {y}C-{x}-18 {x}-18 {x} {y}
lightning: M-{x}-{y}L0 12V-12L{x} {y}
oval: M25-20C50-20 50 20 25 20H-25C-50 20-50-20-25-20Z
rockets: M-15-17L0-29 15-17M-15-27L0-39 15-27
mortar: M-8 22A8 8 0 1 1 8 22A8 8 0 1 1-8 22ZM0 14V-34M-11-22L0-34 11-22
prongs: M-35 18V-18H35V18M0-18V18
wings: M-24 40C-24 26 0 26 0 40C0 26 24 26 24 40
vee: M-15 27L0 42 15 27
anchor: M0-34V38M-14-23H14M-29 14C-25 32-12 38 0 38C12 38 25 32 29 14
gun: M0 30V-32M-11-20L0-32 11-20M-14 30H14
wheel: M-24 0A24 24 0 1 1 24 0A24 24 0 1 1-24 0ZH24M0-24V24M-17-17L17 17M17-17L-17 17
HQ: M-34 18V-18M-34 0H-8M-8-18V18M6 0C6-24 34-24 34 0C34 24 6 24 6 0ZM22 7L35 20
MP: M-36 18V-18L-22 6-8-18V18M10 18V-18H20C35-18 35 3 20 3H10
P: M-10 20V-20H2C18-20 18 4 2 4H-10
SF: M-8-15C-14-20-32-20-32-8C-32 4-8-3-8 9C-8 20-28 20-33 14M8 18V-18H30M8-1H26
F: M-7-18V-40H9M-7-30H6
B: M-8-18V-40H1C11-40 11-29 1-29H-8M1-29C13-29 13-18 1-18H-8
disc: M-13 0A13 13 0 1 1 13 0A13 13 0 1 1-13 0Z
peak: M-17 45L0 20 17 45Z
propeller: M0 0L28-12C45-12 45 12 28 12L0 0-28 12C-45 12-45-12-28-12Z
rotor: M0 0L38-17V17L0 0-38 17V-17Z
""")
_SIGNS = {"I": "M0-11V11", "X": "M-8-11L8 11M-8 11L8-11", "Ø": "M-9 0A9 9 0 1 1 9 0A9 9 0 1 1-9 0ZM-11 11L11-11",
          "•": "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1-6 0Z"}
_SIGN_WIDTHS = {"I": 13.0, "X": 22.0, "Ø": 24.0, "•": 17.0}
_FILLED = frozenset(("disc", "peak", "propeller", "rotor", "•"))


def measure_symbol(symbol: MilitarySymbol) -> Bounds:
    """Return the bounds of a symbol, with its lines: left, top, right and bottom."""
    frame = _FRAMES[symbol.frame]
    side, top = frame.side + LINE_WIDTH, frame.top + LINE_WIDTH  # a corner reaches farther than half a line
    above = SIGN_HEIGHT + SIGN_GAP if symbol.sign or symbol.keeps_room else 0.0
    return -side, -top - above, side, top


@lru_cache(maxsize=1024)
def draw_symbol(symbol: MilitarySymbol, fill: Color = WHITE, line: Color = BLACK, outside: Color = BLACK,
                line_width: float = LINE_WIDTH, pattern: tuple[Item, ...] = ()) -> tuple[Item, ...]:
    """Return a symbol with the colours of its parts.

    These are the colours of the area in the frame, of the lines on it, and of the sign outside. A `pattern` lies on the
    area. The frame has the colour `outside` if the lines are white.
    """
    frame = _FRAMES[symbol.frame]
    outline = Path(parse_path_data(frame.path))
    items: list[Item] = [_trace(name, _FIGURES[name].format(**frame._asdict()), Stroke(line, line_width))
                         for name in symbol.figures]
    if outline.segments:
        edge = Stroke(outside if line == WHITE else line, line_width)
        inside = Group(pattern, clip=outline)
        items = [replace(outline, fill=fill), *([inside] if pattern else []), *items, replace(outline, stroke=edge)]
    x, y = -sum(map(_SIGN_WIDTHS.__getitem__, symbol.sign)) / 2, -frame.top - SIGN_GAP - SIGN_HEIGHT / 2
    for letter in symbol.sign:
        place = Transform().translate(x + _SIGN_WIDTHS[letter] / 2, y)
        items.append(transform_path(_trace(letter, _SIGNS[letter], Stroke(outside, line_width)), place))
        x += _SIGN_WIDTHS[letter]
    return tuple(items)


def _trace(name: str, path: str, stroke: Stroke) -> Path:
    segments = parse_path_data(path)
    return Path(segments, stroke.color) if name in _FILLED else Path(segments, stroke=stroke)
