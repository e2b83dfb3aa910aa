"""PDF for a press: inks instead of screen colours, die lines in inks of their own, nothing transparent, no layers.

Forms are written as for the screen. A die line is overprinted: it leaves no gap in what it lies on.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf, sqrt
from typing import TYPE_CHECKING

from printshop.drawing.fonts import OWN, face, outline
from printshop.drawing.geometry import Transform
from printshop.drawing.items import WHITE, Group, Layer, Path, Use
from printshop.render import Memo, number
from printshop.render.pdf_content import Content, Store
from printshop.render.press_pictures import on_white, separated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from printshop.drawing.items import Color, Item, Picture, Symbol, Text
    from printshop.render.pdf_objects import Objects
    from printshop.render.press import Press

OVERPRINT = "Overprint"
_STATE = "<</Type /ExtGState /OP true /op true /OPM 1>>"
# How the lines look where all inks are shown or printed: solid magenta and solid cyan.
_SHOWN = {Layer.CUT: "0 1 0 0", Layer.SCORE: "1 0 0 0"}
_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}


class PressStore(Store):
    """What the content streams of a document for a press share."""

    def __init__(self, objects: Objects, press: Press) -> None:
        super().__init__(objects)
        self.press = press
        self._drawn: dict[tuple[Symbol, str, float], str] = {}
        self._finest: Memo[Symbol, float] = Memo(lambda symbol: finest(symbol.items, self._finest.__getitem__))
        self._inks: dict[str, str] = {}
        if press.space == "cmyk":
            fills: Memo[Color, str] = Memo(lambda color: _mixed(press, color, "k"))
            strokes: Memo[Color, str] = Memo(lambda color: _mixed(press, color, "K"))
            self.fill_color, self.stroke_color = fills.__getitem__, strokes.__getitem__

    def content(self) -> Content:
        """Return an empty content stream for a page."""
        return PressContent(self, "", 1.0)

    def spot(self, layer: Layer | None) -> str:
        """Return the resource name of the ink that the lines of a layer have, "" if they are printed as they are."""
        ink = self.press.spots.get(layer) if layer else None
        if not ink or not layer:
            return ""
        name = f"Spot{layer.value.capitalize()}"
        if name not in self._inks:
            shown = f"<</FunctionType 2 /Domain [0 1] /C0 [0 0 0 0] /C1 [{_SHOWN[layer]}] /N 1>>"
            escaped = ink.replace(" ", "#20")
            space = f"[/Separation /{escaped} /DeviceCMYK {shown}]"
            self.references[name] = self._inks[name] = self.objects.add(space.encode())
            self.references.setdefault(OVERPRINT, self.objects.add(_STATE.encode()))
        return name

    def form_in(self, symbol: Symbol, spot: str, scale: float) -> str:
        """Return the resource name of a symbol's form, drawn in one ink if `spot` names one.

        A symbol with lines that are too thin at a `scale` has a form of its own for that, in which they are broader.
        """
        key = symbol, spot, round(scale, 4) if self._finest[symbol] * scale < self.press.thinnest else inf
        if key not in self._drawn:
            reference = self.written(symbol, PressContent(self, *key[1:]))
            name = self._drawn[key] = f"{spot or 'S'}{len(self._drawn) + 1}"
            self.references[name] = reference
        return self._drawn[key]

    def picture(self, picture: Picture) -> str:
        """Return the resource name of a picture; the first call writes it, flat and in the inks of the press."""
        if picture not in self.pictures:
            name = f"P{len(self.pictures) + 1}"
            flat = on_white(picture)
            if flat.mode == "RGB" and self.press.space == "cmyk":
                flat = separated(flat, self.press.limit)
            head = (f"/Type /XObject /Subtype /Image /Width {flat.width} /Height {flat.height} "
                    f"/ColorSpace {_SPACES[flat.mode]} /BitsPerComponent 8")
            self.references[name] = self.objects.stream(flat.tobytes(), head)
            self.pictures[picture] = name
        return self.pictures[picture]

    def resources(self, used: Iterable[str]) -> str:
        """Return the resource dictionary with all fonts and the things of these names."""
        names = [*used]
        drawn = super().resources(name for name in names if name not in self._inks and name != OVERPRINT)
        inks = " ".join(f"/{name} {self.references[name]}" for name in names if name in self._inks)
        if not inks:
            return drawn
        states = f"/ExtGState <</{OVERPRINT} {self.references[OVERPRINT]}>>"
        return f"{drawn.removesuffix('>>')} /ColorSpace <<{inks}>> {states}>>"


class PressContent(Content):
    """The operators of one content stream; with a `spot`, all of it is in that ink.

    What is drawn comes out larger by `scale`, infinitely so where that does not matter: lines that would be thinner
    than the press can print are as broad as it can.
    """

    def __init__(self, store: PressStore, spot: str, scale: float) -> None:
        super().__init__(store)
        self._press = store
        self._spot = spot
        self._scale = scale
        if spot:
            self.used[spot] = self.used[OVERPRINT] = None
            self._fill_color, self._stroke_color = _alone(spot)

    def _text(self, text: Text) -> None:
        if self._press.press.plain_fonts and text.font.startswith(OWN):
            self._shapes(text)
        else:
            super()._text(text)

    def _shapes(self, text: Text) -> None:
        """Draw text whose font would have codes of two bytes."""
        x = text.x
        for char in text.string:
            if shape := outline(text.font, char):
                place = Transform(text.size, 0.0, 0.0, text.size, x, text.y)
                super()._group(Group((Path(shape, fill=text.color),), place))
            x += face(text.font).advance(char) * text.size + text.tracking

    def _use(self, use: Use) -> None:
        self._end_text()
        name = self._press.form_in(use.symbol, self._spot, self._scale * _size(use.transform))
        self.used[name] = None
        move = self._matrix(use.transform)
        self._out.append(f"q {move}/{name} Do Q" if move else f"/{name} Do")

    def _path(self, path: Path) -> None:
        if self._spot:  # areas are no lines, and what is white is there to set lines off
            lines = path.stroke if path.stroke and path.stroke.color != WHITE else None
            path = replace(path, fill=None, stroke=lines)
        least = self._press.press.thinnest / self._scale
        if path.stroke and path.stroke.width < least:
            path = replace(path, stroke=replace(path.stroke, width=least))
        super()._path(path)

    def _nested(self, group: Group) -> None:
        scale, self._scale = self._scale, self._scale * _size(group.transform)
        super()._nested(group)
        self._scale = scale

    def _group(self, group: Group) -> None:
        spot = "" if self._spot else self._press.spot(group.layer)
        bare = replace(group, layer=None)
        if not spot:
            super()._group(bare)
            return
        self._end_text()
        self.used[spot] = self.used[OVERPRINT] = None
        colors, state = (self._fill_color, self._stroke_color), (self._fill, self._stroke)
        font = self._font, self._size, self._tracking
        self._out.append(f"q /{OVERPRINT} gs")
        self._spot, (self._fill_color, self._stroke_color) = spot, _alone(spot)
        self._fill = self._stroke = None
        super()._group(bare)
        self._out.append("Q")
        self._spot, (self._fill_color, self._stroke_color) = "", colors
        self._fill, self._stroke = state
        self._font, self._size, self._tracking = font


def _size(place: Transform) -> float:
    """Return by how much a transform makes lines broader."""
    return sqrt(abs(place.a * place.d - place.b * place.c)) or 1.0


def finest(items: Iterable[Item], of_symbol: Callable[[Symbol], float]) -> float:
    """Return how broad the thinnest line of some items is, infinitely so where there is none."""
    found = inf
    for item in items:
        if isinstance(item, Path) and item.stroke:
            found = min(found, item.stroke.width)
        elif isinstance(item, Group):
            found = min(found, finest(item.items, of_symbol) * _size(item.transform))
        elif isinstance(item, Use):
            found = min(found, of_symbol(item.symbol) * _size(item.transform))
    return found


def _mixed(press: Press, color: Color, operator: str) -> str:
    return f"{' '.join(number(ink) for ink in press.mix(color))} {operator}"


def _alone(spot: str) -> tuple[Callable[[Color], str], Callable[[Color], str]]:
    """Return what writes the colour of areas and of lines where there is only one ink, solid."""
    return (lambda _: f"/{spot} cs 1 scn"), (lambda _: f"/{spot} CS 1 SCN")
