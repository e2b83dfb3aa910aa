"""SVG: one file per page, at true scale in millimetres, with Inkscape layers.

Only the root element has sizes in millimetres; inside, one unit is one millimetre, y down, and all coordinates are
those of the page. An `@page` rule makes browsers print the file at its size. How letters are written is an option: see
`Options.text`. Repeated content is written once per file: symbols, glyphs, pictures and clips are definitions, with
names that are unique in the document.

Elements, attributes and text are made by svgwrite, which also writes the XML; only path data, transforms and style
sheets are made here. Importing svgwrite takes 50 ms: it is imported for the first page, so that commands without SVG do
not pay for it.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from itertools import count
from math import floor, inf
from re import finditer
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from printshop.drawing import fonts
from printshop.drawing.fonts import OWN, face, outline, width
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import (
    LETTERS,
    Close,
    Color,
    Curve,
    Document,
    Group,
    Image,
    Item,
    Line,
    Move,
    Page,
    Path,
    Picture,
    Segment,
    Stroke,
    Symbol,
    Text,
    Use,
)
from printshop.drawing.shapes import outlines
from printshop.render import Memo, Options, figures, number
from printshop.render.clip import Windows, flat
from printshop.units import MM

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

LEAST = 16
"""The fewest repetitions in a path that are worth a definition."""

LONG = 12  # segments from which an outline's numbers are formatted together, uncached
_FORMS = {Move: "M# # ", Line: "L# # ", Curve: "C# # # # # # ", Close: "Z"}
_EXACT = 3  # decimals of a point to which repeated outlines must agree: 0.0004 mm
# Usual characters: Latin, punctuation, arrows, signs and shapes. If a text has any others, the whole face is
# embedded.
_BLOCKS = (
    (0x20, 0x7F), (0xA0, 0x180), (0x2010, 0x205F), (0x2190, 0x2200),
    (0x2212, 0x2266), (0x25A0, 0x27C0),
)
_KEPT = frozenset(chr(code) for first, end in _BLOCKS for code in range(first, end))


def written(document: Document, options: Options) -> Iterator[str]:
    """Yield the contents of the files; see `printshop.render.Format`."""
    text = _writer(options)
    for place, page in enumerate(document.pages, 1):
        yield text(page, f"{document.title} – {page.label or place}")


def to_text(page: Page, title: str, options: Options | None = None) -> str:
    """Return one page as an SVG file. Raises ValueError if an item breaks the rules of its module."""
    return _writer(options or Options())(page, title)


def shown(page: Page) -> str:
    """Return one page as SVG for display in a browser, with fewer elements, which take most of its time."""
    return to_text(page, page.label, Options(text="joined"))


def _writer(options: Options) -> Callable[[Page, str], str]:
    """Return a function that writes a page of a document with a title."""
    plain, (across, along) = options.text == "flat", options.scale
    scaled = "" if across == along == 1 else f" It is scaled for a printer: {across:.6f} across, {along:.6f} along."
    library, windows = Library(options.text), Windows()

    def text(page: Page, title: str) -> str:
        width, height = millimetres(page.width), millimetres(page.height)
        # Chromium stretches an SVG to whole pixels of 1/96 in when it prints, which makes 300 mm 300.11 mm. So the
        # picture is rounded down to whole pixels, by less than 0.27 mm of a margin that no printer prints.
        across, down = (millimetres(floor(side * 96 / 72 + 1e-6) * 72 / 96) for side in (page.width, page.height))
        content, items = Content(library), windows.clipped(page.items)
        content.draw(flat(items) if plain else items)
        rule = f"@page{{size:{width}mm {height}mm;margin:0}}"
        return content.file(title, f"{width} x {height} mm. Print at 100 %.{scaled}", (across, down), rule)

    return text


def millimetres(points: float) -> str:
    """Return a length in points as text in millimetres. Raises ValueError unless it is finite."""
    return number(points / MM)


class Definition(NamedTuple):
    """A finished svgwrite element with its XML, made once for all pages, and the definitions that it refers to.

    `name` is its id, "" if nothing refers to it.
    """

    name: str
    xml: Element
    needs: tuple[Definition, ...] = ()

    def get_xml(self) -> Element:
        """Return the XML; svgwrite calls this method of its elements."""
        return self.xml


_RunKey = tuple[str, str, float]  # font, string, tracking in ems


class Run(NamedTuple):
    """The glyphs of a string: glyph definitions and the elements that place them, or one joined path.

    `single` is the glyph of a string that has only one, at its start.
    """

    parts: tuple[Definition, ...] = ()
    needs: Mapping[str, Definition] = MappingProxyType({})
    single: Definition | None = None
    data: str = ""


class Library:
    """Definitions and caches that the pages of one document share; `text` is that of the options."""

    def __init__(self, text: str = "flat") -> None:
        from svgwrite import Drawing
        from svgwrite.base import BaseElement

        self.live, self.joined, self.repeats = text == "live", text == "joined", text in ("outline", "live")
        self.factory = Drawing(debug=False)  # shares its parameters with its elements, which is faster
        self._element = BaseElement
        self.numbers: Memo[float, str] = Memo(millimetres)
        self.runs: Memo[_RunKey, Run] = Memo(self._run, 5_000)
        self.scales: Memo[tuple[str, float], str] = Memo(
            lambda key: number(key[1] / MM / face(key[0]).units_per_em, 9))  # scales of glyphs
        self.repeated: Memo[_RunKey, Definition] = Memo(self._repeated_run, inf)
        self.styles: Memo[tuple[Color | None, Stroke | None, str], dict[str, str]] = Memo(self._style)
        self.symbols: Memo[Symbol, Definition] = Memo(self._symbol, inf)
        self.images: Memo[tuple[Picture, float, float], Definition] = Memo(self._image, inf)
        self.fonts: Memo[tuple[str, str, str], Definition] = Memo(self._font, inf)
        self.glyphs: Memo[tuple[str, str], Definition | None] = Memo(
            lambda key: self._outline("l", data) if (data := _glyph(*key)) else None, inf)
        self.outlines: Memo[str, Definition] = Memo(lambda data: self._outline("o", data), inf)
        self.clips: Memo[tuple[str, str], Definition] = Memo(self._clip, inf)
        self._names = count(1)

    def element(self, name: str, attributes: dict[str, str]) -> Any:
        """Return an svgwrite element with finished attributes; empty ones are omitted.

        It has the base class of all svgwrite elements: their own constructors check and convert every attribute, which
        takes twice as long.
        """
        made = self._element(factory=self.factory)
        made.elementname, made.attribs = name, attributes
        return made

    def define(self, kind: str, element: Any, needs: Iterable[Definition] = ()) -> Definition:
        """Return an element as a definition with a new name: a letter for its kind, and a number.

        "g" is not used: Inkscape names groups without an id so, and would confuse them.
        """
        element.attribs["id"] = identity = f"{kind}{next(self._names)}"
        return Definition(identity, element.get_xml(), tuple(needs))

    def _outline(self, kind: str, data: str) -> Definition:
        return self.define(kind, self.element("path", {"d": data}))

    def _clip(self, key: tuple[str, str]) -> Definition:
        """Define a clip from path data and a fill rule."""
        data, rule = key
        clip = self.element("clipPath", {})
        clip.add(self.element("path", {"clip-rule": "evenodd" if rule == "evenodd" else "", "d": data}))
        return self.define("c", clip)

    def _symbol(self, symbol: Symbol) -> Definition:
        """Define a symbol: as a group, because the element `symbol` would clip its content."""
        content, group = Content(self), self.element("g", {})
        content.draw(symbol.items)
        group.elements = content.parts
        return self.define("s", group, content.needs.values())

    def _image(self, key: tuple[Picture, float, float]) -> Definition:
        """Define a picture with a width and height, its top left corner at the origin."""
        picture, width, height = key
        data = base64.b64encode(picture.data).decode("ascii")
        return self.define("p", self.element("image", {
            "height": self.numbers[height], "preserveAspectRatio": "none", "width": self.numbers[width],
            "xlink:href": f"data:image/{picture.format};base64,{data}"}))

    def _font(self, key: tuple[str, str, str]) -> Definition:
        """Define a font family: one character of a player's font, or a bundled face, whole or in part."""
        family, font, part = key
        bundled = font.startswith(OWN)
        kind, file = ("ttf", fonts.drawn_face(font).packed(part)) if bundled else _data(font, bool(part))
        source = f"data:font/{kind};base64,{base64.b64encode(file).decode('ascii')}"
        unicode_range = f";unicode-range:U+{ord(part):X}" if bundled else ""
        rule = f"@font-face{{font-family:{family};src:url({source}){unicode_range}}}"
        return self.define("f", self.factory.style(rule))

    def _run(self, key: _RunKey) -> Run:
        """Return the glyphs of a string in font units; tracking is in ems."""
        font, string, tracking = key
        em, advance = face(font).units_per_em, face(font).advance
        placed: list[tuple[str, Definition]] = []
        data, x = "", 0.0
        for char in string:
            if self.joined:
                data += (traced := _traced(font, char)) and f"M{number(x, 2)} 0{traced}"
            elif glyph := self.glyphs[font, char]:
                placed.append((number(x, 2) if x else "", glyph))
            x += (advance(char) + tracking) * em
        if len(placed) == 1 and not placed[0][0]:
            return Run(single=placed[0][1])
        parts = [Definition("", self.element("use", {"x": x, "xlink:href": f"#{glyph.name}"}).get_xml())
                 for x, glyph in placed]
        return Run(tuple(parts), {glyph.name: glyph for _, glyph in placed}, data=data)

    def _repeated_run(self, key: _RunKey) -> Definition:
        """Define the glyphs of a string that a page has more than once."""
        run, group = self.runs[key], self.element("g", {})
        group.elements = run.parts
        return self.define("r", group, run.needs.values())

    def _style(self, key: tuple[Color | None, Stroke | None, str]) -> dict[str, str]:
        (fill, stroke, rule), numbers = key, self.numbers
        return {
            "fill": fill.hex() if fill else "none", "fill-rule": "evenodd" if fill and rule == "evenodd" else "",
        } | ({} if not stroke else {
            "stroke": stroke.color.hex(),
            "stroke-dasharray": " ".join(numbers[length] for length in stroke.dash),
            "stroke-dashoffset": numbers[stroke.phase] if stroke.dash else "",
            "stroke-linecap": stroke.cap, "stroke-linejoin": stroke.join,
            "stroke-miterlimit": number(stroke.miter_limit) if stroke.join == "miter" else "",
            "stroke-width": numbers[stroke.width]})


@lru_cache(maxsize=4096)
def _glyph(font: str, char: str) -> str:
    em = face(font).units_per_em
    segments = outline(font, char)
    return _figures(segments, [value * em for part in segments for value in part], 1)


@lru_cache(maxsize=4096)
def _traced(font: str, char: str) -> str:
    """Return the outline of a glyph in relative coordinates, so that it can start anywhere."""
    said, here, begun = "", (0.0, 0.0), (0.0, 0.0)
    for part in outline(font, char):
        steps = [round(value * face(font).units_per_em - here[place % 2], 1) for place, value in enumerate(part)]
        said += LETTERS[type(part)].lower() + " ".join([number(step, 1) for step in steps])
        here = (here[0] + steps[-2], here[1] + steps[-1]) if steps else begun
        begun = here if isinstance(part, Move) else begun
    return said


class Content:
    """The elements of a page or a symbol, and the definitions that they need."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._numbers = library.numbers
        self._runs: dict[_RunKey, Any] = {}  # the element of a run's first use; None once the run is a definition
        self.parts: list[Any] = []
        self.needs: dict[str, Definition] = {}

    def file(self, title: str, description: str, size: tuple[str, str], rule: str = "") -> str:
        """Return the drawn content as an SVG file of a size in millimetres, with a title and a description.

        `rule` is a style sheet.
        """
        from xml.etree.ElementTree import tostring

        from svgwrite import Drawing

        drawing = Drawing(size=(f"{size[0]}mm", f"{size[1]}mm"), debug=False)
        drawing.attribs |= {"viewBox": f"0 0 {size[0]} {size[1]}",
                            "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape",
                            "xmlns:sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"}
        if rule:
            drawing.defs.add(drawing.style(rule))
        known: set[str] = set()

        def define(needs: Iterable[Definition]) -> None:  # each once, after those that it needs
            for definition in needs:
                if definition.name not in known:
                    known.add(definition.name)
                    define(definition.needs)
                    drawing.defs.add(definition)

        define(self.needs.values())
        drawing.elements += self.parts
        # XML has no way to write a control character.
        readable = "".join(char if char.isprintable() else " " for char in title)
        drawing.set_desc(readable, description)
        # Instead of `Drawing.write`, which encodes each piece separately and takes twice as long.
        return tostring(drawing.get_xml(), encoding="unicode", xml_declaration=True)

    def draw(self, items: Iterable[Item]) -> None:
        """Add the items, in order. Raises ValueError for a number that is not finite."""
        for item in items:
            match item:
                case Text():
                    self._live_text(item) if self._library.live else self._text(item)
                case Use():
                    self._refer(self._library.symbols[item.symbol], {"transform": self._transform(item.transform)})
                case Path():
                    self._path(item)
                case Group() if item.layer:
                    self.layer(item.layer.value, (replace(item, layer=None),))
                case Group():
                    self._group(item)
                case Image():
                    image = self._library.images[item.picture, item.width, item.height]
                    self._refer(image, {"x": self._numbers[item.x], "y": self._numbers[item.y]})
                case _:
                    assert_never(item)

    def _text(self, text: Text) -> None:
        library, key = self._library, (text.font, text.string, text.tracking / text.size)
        run = library.runs[key]
        if not any(run):
            return
        scale = library.scales[text.font, text.size]
        read = text.string
        if text.font.startswith(OWN):
            read = "".join(map(fonts.drawn_face(text.font).as_written, read))
        attributes = {"aria-label": read, "fill": text.color.hex(),
                      "transform": f"matrix({scale} 0 0 {scale} {self._numbers[text.x]} {self._numbers[text.y]})"}
        if run.data:
            self.parts.append(library.element("path", attributes | {"d": run.data}))
        elif run.single:
            self._refer(run.single, attributes)
        elif key in self._runs:
            shared = library.repeated[key]
            if first := self._runs[key]:
                first.elementname, first.elements, first.attribs["xlink:href"] = "use", (), f"#{shared.name}"
                self._runs[key] = None
            self._refer(shared, attributes)
        else:
            self._runs[key] = group = library.element("g", attributes)
            group.elements = run.parts
            self.needs.update(run.needs)
            self.parts.append(group)

    def _live_text(self, text: Text) -> None:
        """Write text that can be edited, searched and read aloud; only browsers show it in the embedded fonts.

        Each word has the position of the layout, so that a substitute font cannot spoil the line. The file contains
        subsets of the fonts; programs that ignore these use an installed font of the same name.
        """
        if text.font.startswith(OWN):  # embedded character by character: the font may have tens of thousands
            embedded, parts = f"printshop-{fonts.drawn_face(text.font).title}", tuple(dict.fromkeys(text.string))
        else:
            parts = ("" if _KEPT.issuperset(text.string) else "-whole",)
            embedded = f"printshop-{text.font}{parts[0]}"
        carried = (self._library.fonts[embedded, text.font, part] for part in parts)
        self.needs.update((font.name, font) for font in carried)
        family, bold, italic = _name(text.font)
        written = self._library.factory.text("", **{
            "font-family": f"{embedded}, '{family}'",
            "font-size": number(text.size / MM, 5),
            "fill": text.color.hex(),
            # The layout has neither kerning nor ligatures, and browsers must not embolden a bold face.
            "style": "font-kerning:none;font-variant-ligatures:none;font-synthesis:none",
            "font-weight": "bold" if bold else "",
            "font-style": "italic" if italic else "",
            "letter-spacing": number(text.tracking / MM, 5) if text.tracking else ""})
        for match in finditer(r"\S+", text.string):
            x = text.x + width(text.string[:match.start()], text.font, text.size, text.tracking)
            written.add(self._library.factory.tspan(match[0], x=[millimetres(x)], y=[millimetres(text.y)]))
        self.parts.append(written)

    def _refer(self, definition: Definition, attributes: dict[str, str]) -> None:
        self.needs[definition.name] = definition
        self.parts.append(self._library.element("use", attributes | {"xlink:href": f"#{definition.name}"}))

    def _path(self, path: Path) -> None:
        if not path.fill and not path.stroke:
            return
        library, numbers, style = self._library, self._numbers, self._library.styles[path.fill, path.stroke, path.rule]
        repeats = _repeats(path) if library.repeats else None
        if not repeats:
            self.parts.append(library.element("path", style | {"d": _path_data(path.segments, numbers)}))
            return
        shape, group = library.outlines[_path_data(repeats[0], numbers)], library.element("g", style)
        self.needs[shape.name] = shape
        group.elements = [library.element("use", {"x": numbers[x], "y": numbers[y], "xlink:href": f"#{shape.name}"})
                          for x, y in repeats[1]]
        self.parts.append(group)

    def layer(self, label: str, items: Iterable[Item]) -> None:
        """Draw items in a group that Inkscape shows as a layer; consecutive items on one layer share a group."""
        before = self.parts[-1].attribs if self.parts else {}
        if before.get("inkscape:label") != label:
            self.parts.append(self._library.element("g", {"inkscape:groupmode": "layer", "inkscape:label": label}))
        self._fill(self.parts[-1], items)

    def _fill(self, group: Any, items: Iterable[Item]) -> None:
        """Draw items as elements of a group."""
        parts, self.parts = self.parts, group.elements
        self.draw(items)
        self.parts = parts

    def _group(self, group: Group) -> None:
        attributes = {}
        if group.clip:
            clip = self._library.clips[_path_data(group.clip.segments, self._numbers), group.clip.rule]
            self.needs[clip.name] = clip
            attributes["clip-path"] = f"url(#{clip.name})"
        if place := self._transform(group.transform):
            attributes["transform"] = place
        if attributes:
            self.parts.append(self._library.element("g", attributes))
            self._fill(self.parts[-1], group.items)
        else:
            self.draw(group.items)

    def _transform(self, transform: Transform) -> str:
        if transform == IDENTITY:
            return ""
        a, b, c, d, e, f = transform
        x, y = self._numbers[e], self._numbers[f]
        if a == d == 1 and not b and not c:
            return f"translate({x} {y})"
        return f"matrix({' '.join([number(value, 8) for value in (a, b, c, d)])} {x} {y})"


def _path_data(segments: Sequence[Segment], text: Mapping[float, str]) -> str:
    """Return the path data of an outline in millimetres; `text` is a cache of formatted numbers."""
    if len(segments) < LONG:
        return "".join([LETTERS[type(part)] + " ".join([text[value] for value in part]) for part in segments])
    return _figures(segments, [value / MM for part in segments for value in part], 4)


def _figures(segments: Iterable[Segment], values: Sequence[float], places: int) -> str:
    """Return the path data of an outline, with `values` instead of its own numbers."""
    said = figures("".join([_FORMS[type(part)] for part in segments]), values, places)
    for letter in LETTERS.values():
        said = said.replace(f" {letter}", letter)
    return said.rstrip()


def _repeats(path: Path) -> tuple[list[Segment], list[Move]] | None:
    """Return the outline at the origin that a path repeats, and all its positions; None if it does not.

    For instance, a thousand dots. Only for paths with a fill and no stroke: all outlines have the same direction, so
    that none cancels another, and they can be filled one by one.
    """
    if path.stroke or not path.fill or path.rule != "nonzero" or len(path.segments) < 3 * LEAST:
        return None

    def moved(outline: list[Segment]) -> list[Segment]:
        x, y = list(outline[0])[:2]
        return [type(part)(*(value - (y if place % 2 else x) for place, value in enumerate(part))) for part in outline]

    def shape(outline: list[Segment]) -> list[tuple[type[Segment], list[float]]]:
        return [(type(part), [round(value, _EXACT) for value in part]) for part in moved(outline)]

    parts = list(outlines(path.segments))
    first = shape(parts[0])
    if len(parts) < LEAST or any(shape(part) != first for part in parts):
        return None
    return moved(parts[0]), [part[0] for part in parts if isinstance(part[0], Move)]


@cache
def _name(font: str) -> tuple[str, bool, bool]:
    from fontTools.ttLib import TTFont

    if font.startswith(OWN):
        bundled = fonts.drawn_face(font)
        return bundled.family, bundled.bold, bundled.italic
    with TTFont(face(font).path, lazy=True) as file:
        names, style = file["name"], file["OS/2"].fsSelection
        return names.getDebugName(16) or names.getDebugName(1), bool(style & 1 << 5), bool(style & 1)


@cache
def _data(font: str, whole: bool) -> tuple[str, bytes]:
    """Return the format and the bytes of a face: the whole, or only the usual characters."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    if whole:
        return "ttf", face(font).path.read_bytes()
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["meta", "FFTM"]  # fontTools would drop these, too, but with a warning
    with TTFont(face(font).path, recalcTimestamp=False, lazy=True) as file:  # reproducible files
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(sorted(_KEPT)))
        subsetter.subset(file)
        file.flavor = "woff"
        data = BytesIO()
        file.save(data, reorderTables=False)
    return "woff", data.getvalue()
