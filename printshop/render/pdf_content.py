"""Display list to PDF operators: one content stream for a page or a symbol.

A page's stream starts by turning the y axis, so that every coordinate of the display list stands in the file
as it is; text alone is turned back. Symbols become forms, written once. State (colours, line style, font) is
written when it changes; a form knows nothing of its caller's state and sets its own.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, assert_never

from printshop.drawing.fonts import OWN
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import (
    Color,
    Curve,
    Group,
    Image,
    Layer,
    Line,
    Move,
    Path,
    Stroke,
    Symbol,
    Text,
    Use,
)
from printshop.render import Memo, number
from printshop.render.pdf_fonts import OwnFonts
from printshop.render.pdf_objects import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from printshop.drawing.geometry import Transform
    from printshop.drawing.items import Item, Picture
    from printshop.render.pdf_objects import Objects

_State = tuple[Color | None, Stroke | None, str, float, float]
_UNKNOWN: _State = (None, None, "", 0.0, -1.0)
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}


class Store:
    """What the content streams of one document share: numbers, strings, forms, pictures, layers."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects
        self.numbers: Memo[float, str] = Memo(number)
        self.own_fonts = OwnFonts(objects)
        self.strings: Memo[tuple[str, str], tuple[tuple[str, str], ...]] = Memo(lambda key: self._encoded(*key), 5_000)
        self.forms: dict[Symbol, str] = {}
        self.pictures: dict[Picture, str] = {}
        self.layers: dict[Layer, str] = {}
        self.references: dict[str, str] = {}
        self.fill_color: Callable[[Color], str] = fill_color
        self.stroke_color: Callable[[Color], str] = stroke_color
        self._fonts = objects.reference("BasicFonts")

    def content(self) -> Content:
        """Return an empty content stream."""
        return Content(self)

    def _encoded(self, font: str, string: str) -> tuple[tuple[str, str], ...]:
        """Return a string as (font resource, show operator). Raises NoGlyph."""
        if font.startswith(OWN):
            return (self.own_fonts.show(font, string),)
        return encode(self.objects.document, font, string)

    def form(self, symbol: Symbol) -> str:
        """Return the resource name of a symbol's form; the first call writes it."""
        if symbol not in self.forms:
            reference = self.written(symbol, self.content())
            name = f"S{len(self.forms) + 1}"
            self.references[name] = reference
            self.forms[symbol] = name
        return self.forms[symbol]

    def written(self, symbol: Symbol, content: Content) -> str:
        """Write the form of a symbol with an empty content stream; return what refers to it."""
        content.draw(symbol.items)
        head = f"/Type /XObject /Subtype /Form /BBox [{self._box(symbol)}] /Resources {self.resources(content.used)}"
        return self.objects.stream(content.operators(), head)

    def _box(self, symbol: Symbol) -> str:
        # PDF clips a form to its box and SVG does not clip: leave room for every spike of a mitre join.
        left, top, right, bottom = symbol.bounds
        room = 72 + max(right - left, bottom - top)
        return " ".join(number(value) for value in (left - room, top - room, right + room, bottom + room))

    def picture(self, picture: Picture) -> str:
        """Return the resource name of a picture; the first call writes it."""
        if picture not in self.pictures:
            name = f"P{len(self.pictures) + 1}"
            self.references[name] = self.objects.picture(picture)
            self.pictures[picture] = name
        return self.pictures[picture]

    def layer(self, layer: Layer) -> str:
        """Return the resource name of a layer; the first call writes its optional content group."""
        if layer not in self.layers:
            group = f"<</Type /OCG /Name ({layer.value})>>"
            self.references[layer.value] = self.objects.add(group.encode())
            self.layers[layer] = layer.value
        return self.layers[layer]

    def resources(self, used: Iterable[str]) -> str:
        """Return the resource dictionary with all fonts and the things of these names."""
        layers = {layer.value for layer in self.layers}
        drawn = [f"/{name} {self.references[name]}" for name in used if name not in layers]
        marked = [f"/{name} {self.references[name]}" for name in used if name in layers]
        objects = f" /XObject <<{' '.join(drawn)}>>" if drawn else ""
        properties = f" /Properties <<{' '.join(marked)}>>" if marked else ""
        return f"<</Font {self._fonts}{objects}{properties}>>"


class Content:
    """The operators of one content stream, and the names of what they use."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers = store.numbers
        self._fill_color, self._stroke_color = store.fill_color, store.stroke_color
        self._out: list[str] = []
        self._in_text = False
        self._fill, self._stroke, self._font, self._size, self._tracking = _UNKNOWN
        self.used: dict[str, None] = {}

    def operators(self) -> bytes:
        """Return the finished stream."""
        self._end_text()
        return "\n".join(self._out).encode("latin-1")

    def turn(self, height: float) -> None:
        """Put the origin at the top left of a page of this height, with y down."""
        self._out.append(f"1 0 0 -1 0 {number(height, 6)} cm")

    def draw(self, items: Iterable[Item]) -> None:
        """Write the items, in their order. Raises ValueError for a number that is not finite."""
        for item in items:
            match item:
                case Text():
                    self._text(item)
                case Use():
                    self._use(item)
                case Path():
                    self._path(item)
                case Group():
                    self._group(item)
                case Image():
                    self._image(item)
                case _:
                    assert_never(item)

    def _text(self, text: Text) -> None:
        out, numbers = self._out, self._numbers
        if not self._in_text:
            self._in_text = True
            out.append("BT")
        if text.color != self._fill:
            self._fill = text.color
            out.append(self._fill_color(text.color))
        if text.tracking != self._tracking:
            self._tracking = text.tracking
            out.append(f"{numbers[text.tracking]} Tc")
        out.append(f"1 0 0 -1 {numbers[text.x]} {numbers[text.y]} Tm")
        size = text.size
        for font, show in self._store.strings[text.font, text.string]:
            if font != self._font or size != self._size:
                self._font, self._size = font, size
                out.append(f"{font} {numbers[size]} Tf")
            out.append(show)

    def _end_text(self) -> None:
        if self._in_text:
            self._in_text = False
            self._out.append("ET")

    def _use(self, use: Use) -> None:
        self._end_text()
        name = self._store.form(use.symbol)
        self.used[name] = None
        move = self._matrix(use.transform)
        self._out.append(f"q {move}/{name} Do Q" if move else f"/{name} Do")

    def _path(self, path: Path) -> None:
        if not path.fill and not path.stroke:
            return
        self._end_text()
        out = self._out
        if path.fill and path.fill != self._fill:
            self._fill = path.fill
            out.append(self._fill_color(path.fill))
        if path.stroke and path.stroke != self._stroke:
            out.append(_stroke_style(self._stroke, path.stroke, self._stroke_color))
            self._stroke = path.stroke
        self._outline(path)
        star = "*" if path.fill and path.rule == "evenodd" else ""
        out.append(f"B{star}" if path.fill and path.stroke else f"f{star}" if path.fill else "S")

    def _outline(self, path: Path) -> None:
        out, numbers = self._out, self._numbers
        for segment in path.segments:
            if isinstance(segment, Line):
                x, y = segment
                out.append(f"{numbers[x]} {numbers[y]} l")
            elif isinstance(segment, Curve):
                x1, y1, x2, y2, x, y = segment
                out.append(
                    f"{numbers[x1]} {numbers[y1]} {numbers[x2]} {numbers[y2]} {numbers[x]} {numbers[y]} c"
                )
            elif isinstance(segment, Move):
                x, y = segment
                out.append(f"{numbers[x]} {numbers[y]} m")
            else:
                out.append("h")

    def _image(self, image: Image) -> None:
        self._end_text()
        name = self._store.picture(image.picture)
        self.used[name] = None
        left, bottom, width, height = (
            self._numbers[value] for value in (image.x, image.y + image.height, image.width, -image.height)
        )
        self._out.append(f"q {width} 0 0 {height} {left} {bottom} cm /{name} Do Q")

    def _group(self, group: Group) -> None:
        self._end_text()
        if group.layer:
            name = self._store.layer(group.layer)
            self.used[name] = None
            self._out.append(f"/OC /{name} BDC")
        if group.clip or group.transform != IDENTITY:
            self._nested(group)
        else:
            self.draw(group.items)
            self._end_text()
        if group.layer:
            self._out.append("EMC")

    def _nested(self, group: Group) -> None:
        state = self._fill, self._stroke, self._font, self._size, self._tracking
        self._out.append(f"q {self._matrix(group.transform)}".rstrip())
        if group.clip:
            self._outline(group.clip)
            self._out.append("W* n" if group.clip.rule == "evenodd" else "W n")
        self.draw(group.items)
        self._end_text()
        self._out.append("Q")
        self._fill, self._stroke, self._font, self._size, self._tracking = state

    def _matrix(self, transform: Transform) -> str:
        a, b, c, d, e, f = transform
        numbers = self._numbers
        if a == d == 1 and not b and not c:
            return f"1 0 0 1 {numbers[e]} {numbers[f]} cm " if e or f else ""
        turn = " ".join(number(value, 8) for value in (a, b, c, d))
        return f"{turn} {numbers[e]} {numbers[f]} cm "


def _color(color: Color, grey: str, rgb: str) -> str:
    # Grey as grey: a laser printer then takes its black toner alone, and text has no coloured fringe.
    if color.red == color.green == color.blue:
        return f"{number(color.red / 255)} {grey}"
    return " ".join(number(value / 255) for value in color) + f" {rgb}"


@cache
def fill_color(color: Color) -> str:
    """Return the operator that makes a colour that of areas and text."""
    return _color(color, "g", "rg")


def stroke_color(color: Color) -> str:
    """Return the operator that makes a colour that of lines."""
    return _color(color, "G", "RG")


def _stroke_style(old: Stroke | None, new: Stroke, colored: Callable[[Color], str]) -> str:
    """Return the operators for what differs between two line styles."""
    parts = []
    if not old or old.color != new.color:
        parts.append(colored(new.color))
    if not old or old.width != new.width:
        parts.append(f"{number(new.width)} w")
    if not old or old.cap != new.cap:
        parts.append(f"{_CAPS[new.cap]} J")
    if not old or old.join != new.join:
        parts.append(f"{_JOINS[new.join]} j")
    if not old or old.miter_limit != new.miter_limit:
        parts.append(f"{number(new.miter_limit)} M")
    if not old or (old.dash, old.phase) != (new.dash, new.phase):
        parts.append(f"[{' '.join(map(number, new.dash))}] {number(new.phase)} d")
    return " ".join(parts)
