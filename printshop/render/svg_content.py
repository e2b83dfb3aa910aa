"""Display list to SVG elements: millimetres, y down, every coordinate as it stands on the page.

What is used many times is written once a file: symbols, glyphs, pictures and clips are definitions, each with
a name that is its own throughout the document. svgwrite makes the elements; runs of glyphs, of which a page
has a thousand, are made as bare XML, which svgwrite takes as it is.
"""

from __future__ import annotations

import base64
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, assert_never
from xml.etree import ElementTree as ET

from printshop.drawing.fonts import face, outline
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import (
    Curve,
    Group,
    Image,
    Layer,
    Line,
    Move,
    Path,
    Text,
    Use,
)
from printshop.render import Memo, number
from printshop.render.svg_repeats import Repeats, repeated
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from printshop.drawing.geometry import Transform
    from printshop.drawing.items import Item, Segment, Symbol


class Element(Protocol):
    """An element of svgwrite."""

    attribs: Mapping[str, object]
    elements: Sequence[Element]

    def add(self, element: Element) -> Element:
        """Append a child and return it."""

    def get_xml(self) -> ET.Element:
        """Return the element as XML."""


class Ready:
    """Finished XML that svgwrite takes for an element of its own; it can stand in many files."""

    attribs: Mapping[str, object] = {}
    elements: Sequence[Element] = ()

    def __init__(self, xml: ET.Element) -> None:
        self._xml = xml

    def add(self, element: Element) -> Element:
        """Append a child and return it."""
        self._xml.append(element.get_xml())
        return element

    def get_xml(self) -> ET.Element:
        """Return the XML, the same each time."""
        return self._xml


class Definition(NamedTuple):
    """A named piece, and the others that it refers to."""

    name: str
    element: Ready
    needs: tuple[Definition, ...] = ()


class Run(NamedTuple):
    """The glyphs of a string in font units, and their definitions."""

    uses: tuple[ET.Element, ...]
    needs: tuple[Definition, ...]


def millimetres(points: float) -> str:
    """Return a length in points as text in millimetres. Raises ValueError unless it is finite."""
    return number(points / MM)


class Library:
    """What the pages of one document share. `content` is the way in which symbols are drawn.

    With `repeats`, what a path says many times is a definition.
    """

    def __init__(self, content: Callable[[Library], Content], *, repeats: bool = False) -> None:
        from svgwrite import Drawing

        self.repeats = repeats

        self.make = Drawing(debug=False)
        self.numbers: Memo[float, str] = Memo(millimetres)
        self.runs: Memo[tuple[str, str, float], Run] = Memo(lambda key: self._run(*key), 5_000)
        self.content = content
        self._known: dict[Hashable, Definition] = {}
        self._count = 0

    def define(self, kind: str, element: Element, needs: Iterable[Definition] = ()) -> Definition:
        """Return an element as a definition of a new name: the kind, one letter, and a number.

        "g" is no kind: Inkscape gives such names to groups that have none, and takes them for these.
        """
        self._count += 1
        xml = element.get_xml()
        xml.set("id", f"{kind}{self._count}")
        return Definition(f"{kind}{self._count}", Ready(xml), tuple(needs))

    def once(self, key: Hashable, make: Callable[[], Definition]) -> Definition:
        """Return the definition known by a key; made when it is asked for first."""
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def symbol(self, symbol: Symbol) -> Definition:
        """Return the definition of a symbol: a group, because the element `symbol` would clip."""
        return self.once(symbol, lambda: self._symbol(symbol))

    def _symbol(self, symbol: Symbol) -> Definition:
        group = self.make.g()
        content = self.content(self)
        content.draw(symbol.items, group)
        return self.define("s", group, content.needs.values())

    def image(self, image: Image) -> Definition:
        """Return the definition of a picture at the size of the image, its top left corner at the origin."""
        return self.once((image.picture, image.width, image.height), lambda: self._image(image))

    def _image(self, image: Image) -> Definition:
        data = base64.b64encode(image.picture.data).decode("ascii")
        size = self.numbers[image.width], self.numbers[image.height]
        element = self.make.image(f"data:image/{image.picture.format};base64,{data}", size=size)
        element.stretch()
        return self.define("p", element)

    def _run(self, font: str, string: str, tracking: float) -> Run:
        """Return the glyphs of a string; `tracking` is in ems."""
        em, advance = face(font).units_per_em, face(font).advance
        uses, needs, x = [], {}, 0.0
        for char in string:
            if outline(font, char):
                glyph = self.once((font, char), partial(self._glyph, font, char))
                uses.append(ET.Element("use", {"x": number(x, 2), "xlink:href": f"#{glyph.name}"}))
                needs[glyph.name] = glyph
            x += (advance(char) + tracking) * em
        return Run(tuple(uses), tuple(needs.values()))

    def _glyph(self, font: str, char: str) -> Definition:
        em = face(font).units_per_em
        data = path_data(outline(font, char), lambda value: number(value * em, 1))
        return self.define("l", self.make.path(data))


class Content:
    """The elements of a page or a symbol, and the definitions that they need."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._make = library.make
        self._numbers = library.numbers
        self.needs: dict[str, Definition] = {}

    def draw(self, items: Iterable[Item], parent: Element) -> None:
        """Add the items to an element, in their order. Raises ValueError for a number that is not finite."""
        for item in items:
            match item:
                case Text():
                    self._text(item, parent)
                case Use():
                    self._use(item, parent)
                case Path():
                    self._path(item, parent)
                case Group():
                    self._group(item, parent)
                case Image():
                    self._image(item, parent)
                case _:
                    assert_never(item)

    def _text(self, text: Text, parent: Element) -> None:
        run = self._library.runs[text.font, text.string, text.tracking / text.size]
        if not run.uses:
            return
        for glyph in run.needs:
            self.needs[glyph.name] = glyph
        scale = number(text.size / MM / face(text.font).units_per_em, 9)
        place = f"matrix({scale} 0 0 {scale} {self._numbers[text.x]} {self._numbers[text.y]})"
        xml = ET.Element("g", {"transform": place, "fill": text.color.hex(), "aria-label": text.string})
        xml.extend(run.uses)
        parent.add(Ready(xml))

    def _use(self, use: Use, parent: Element) -> None:
        parent.add(self._refer(self._library.symbol(use.symbol), **self._transform(use.transform)))

    def _refer(self, definition: Definition, **attributes: str) -> Element:
        self.needs[definition.name] = definition
        element: Element = self._make.use(f"#{definition.name}", **attributes)
        return element

    def _path(self, path: Path, parent: Element) -> None:
        same = repeated(path) if self._library.repeats else None
        if same:
            parent.add(self._repeats(same, path))
        elif path.fill or path.stroke:
            data = path_data(path.segments, self._numbers.__getitem__)
            parent.add(self._make.path(data, **self._style(path)))

    def _repeats(self, same: Repeats, path: Path) -> Element:
        """Return a group of a path's outlines, all of which are one."""
        data = path_data(same.outline, self._numbers.__getitem__)
        shape = self._library.once(data, lambda: self._library.define("o", self._make.path(data)))
        self.needs[shape.name] = shape
        xml, numbers = ET.Element("g", self._style(path)), self._numbers
        for x, y in same.places:
            ET.SubElement(xml, "use", {"x": numbers[x], "y": numbers[y], "xlink:href": f"#{shape.name}"})
        return Ready(xml)

    def _style(self, path: Path) -> dict[str, str]:
        style = {"fill": path.fill.hex() if path.fill else "none"}
        if path.fill and path.rule == "evenodd":
            style["fill-rule"] = "evenodd"
        stroke, numbers = path.stroke, self._numbers
        if stroke:
            style |= {"stroke": stroke.color.hex(), "stroke-width": numbers[stroke.width]}
            style |= {"stroke-linecap": stroke.cap, "stroke-linejoin": stroke.join}
            if stroke.join == "miter":
                style["stroke-miterlimit"] = number(stroke.miter_limit)
            if stroke.dash:
                style["stroke-dasharray"] = " ".join(numbers[length] for length in stroke.dash)
                style["stroke-dashoffset"] = numbers[stroke.phase]
        return style

    def _image(self, image: Image, parent: Element) -> None:
        definition = self._library.image(image)
        parent.add(self._refer(definition, x=self._numbers[image.x], y=self._numbers[image.y]))

    def _group(self, group: Group, parent: Element) -> None:
        holder = self._layer(group.layer, parent) if group.layer else parent
        attributes = self._transform(group.transform)
        if group.clip:
            attributes["clip-path"] = f"url(#{self._clip(group.clip)})"
        self.draw(group.items, holder.add(self._make.g(**attributes)) if attributes else holder)

    def _layer(self, layer: Layer, parent: Element) -> Element:
        """Return the group that Inkscape shows as a layer; neighbours on the same layer share one."""
        from svgwrite.extensions import Inkscape

        last = parent.elements[-1] if parent.elements else None
        if last and last.attribs.get("inkscape:label") == layer.value:
            return last
        return parent.add(Inkscape(self._make).layer(label=layer.value))

    def _clip(self, clip: Path) -> str:
        element = self._make.clipPath()
        rule = {"clip-rule": "evenodd"} if clip.rule == "evenodd" else {}
        element.add(self._make.path(path_data(clip.segments, self._numbers.__getitem__), **rule))
        definition = self._library.define("c", element)
        self.needs[definition.name] = definition
        return definition.name

    def _transform(self, transform: Transform) -> dict[str, str]:
        if transform == IDENTITY:
            return {}
        a, b, c, d, e, f = transform
        x, y = self._numbers[e], self._numbers[f]
        if a == d == 1 and not b and not c:
            return {"transform": f"translate({x} {y})"}
        turn = " ".join(number(value, 8) for value in (a, b, c, d))
        return {"transform": f"matrix({turn} {x} {y})"}


def path_data(segments: Iterable[Segment], text: Callable[[float], str]) -> str:
    """Return the segments as SVG path data, each number turned into text by `text`."""
    parts = []
    for segment in segments:
        if isinstance(segment, Line):
            parts.append(f"L{text(segment.x)} {text(segment.y)}")
        elif isinstance(segment, Curve):
            parts.append("C" + " ".join([text(value) for value in segment]))
        elif isinstance(segment, Move):
            parts.append(f"M{text(segment.x)} {text(segment.y)}")
        else:
            parts.append("Z")
    return "".join(parts)


def closure(definitions: Iterable[Definition]) -> tuple[Definition, ...]:
    """Return the definitions with all that they refer to, each once and after what it needs."""
    found: dict[str, Definition] = {}

    def visit(definition: Definition) -> None:
        if definition.name not in found:
            for need in definition.needs:
                visit(need)
            found[definition.name] = definition

    for definition in definitions:
        visit(definition)
    return tuple(found.values())
