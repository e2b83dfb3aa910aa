"""SVG: one file per page, at true scale in millimetres, with Inkscape layers.

Only the root element has sizes in millimetres. Inside it, one unit is one millimetre, y points down, and all
coordinates are those of the page. An `@page` rule makes browsers print the file at its true size.
`OutputOptions.text` sets how letters are written. Repeated content (symbols, glyphs, pictures and clips) is written
once per file, as definitions with names that are unique in the document.

svgwrite makes elements, attributes and text, and their XML; this module makes only path data, transforms and style
sheets. Importing svgwrite takes 50 ms. It is imported for the first page, because commands that write no SVG should
not take this time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from io import BytesIO
from itertools import count
from math import floor, inf
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never
from zlib import crc32

from printshop.drawing import fonts
from printshop.drawing.display_list import (
    SEGMENT_LETTERS,
    ClosePath,
    Color,
    CurveTo,
    Document,
    Group,
    Image,
    ImageData,
    Item,
    LineTo,
    MoveTo,
    Page,
    Path,
    Segment,
    Stroke,
    Symbol,
    SymbolUse,
    TextRun,
)
from printshop.drawing.fonts import USER_FONT_PREFIX, load_face, measure_string, read_glyph_outline
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.shapes import split_outlines
from printshop.imports import LateModule, hide_module
from printshop.lengths import MM
from printshop.output import BoundedCache, OutputOptions, format_number, format_numbers
from printshop.output.data_addresses import make_data_address
from printshop.output.flatten import Culler, flatten

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SYMBOL_USE = re.compile(r'(<use( transform="[^"]*")? xlink:href="#(s\w+)" />)')
MIN_REPEATS = 16
"""The least number of repetitions in a path for which a definition is worthwhile."""

MAX_SHARED_PAGES = 100
LONG_OUTLINE = 12  # segments from which an outline's numbers are formatted together, uncached
_TEMPLATES = {MoveTo: "M# # ", LineTo: "L# # ", CurveTo: "C# # # # # # ", ClosePath: "Z"}
_REPEAT_DECIMALS = 3  # decimals of a point to which repeated outlines must agree: 0.0004 mm
# Usual characters: Latin, punctuation, arrows, signs and shapes. If a text has any others, the whole face is
# embedded.
_USUAL_RANGES = (
    (0x20, 0x7F), (0xA0, 0x180), (0x2010, 0x205F), (0x2190, 0x2200),
    (0x2212, 0x2266), (0x25A0, 0x27C0),
)
_USUAL_CHARACTERS = frozenset(chr(code) for first, end in _USUAL_RANGES for code in range(first, end))


def make_svg_files(document: Document, options: OutputOptions) -> Iterator[str]:
    """Yield the contents of the files; see `printshop.output.FileFormat`."""
    write_page = _make_page_writer(options)
    for page_number, page in enumerate(document.pages, 1):
        yield write_page(page, f"{document.title} – {page.label or page_number}")


def render_svg(page: Page, title: str, options: OutputOptions | None = None) -> str:
    """Return one page as an SVG file.

    Raises ValueError if an item breaks the rules of `printshop.drawing.display_list`.
    """
    return _make_page_writer(options or OutputOptions())(page, title)


def render_browser_svg(page: Page) -> str:
    """Return one page as SVG for display in a browser.

    The file has fewer elements, because elements take most of the browser's time. Definitions are named after their
    content: two drawings of a page differ only where the page has changed, and the browser reads only that again.
    """
    return render_svg(page, page.label, OutputOptions(text="joined"))


def make_browser_writer() -> Callable[[Page], str]:
    """Return a function with the result of `render_browser_svg` that formats the shared parts of pages only once.

    While a user types, all pages have the same frames. After `MAX_SHARED_PAGES` pages, all is formatted again, so that
    the memory for the frames of earlier pages is free.
    """
    writers, numbers = BoundedCache[int, Callable[[Page, str], str]](
        lambda _: _make_page_writer(OutputOptions(text="joined")), 1), count()
    return lambda page: writers[next(numbers) // MAX_SHARED_PAGES](page, page.label)


def _make_page_writer(options: OutputOptions) -> Callable[[Page, str], str]:
    """Return a function that writes a page with a title as an SVG file."""
    is_flat, (scale_across, scale_along) = options.text == "flat", options.scale
    scale_note = (
        ""
        if scale_across == scale_along == 1
        else f" It is scaled for a printer: {scale_across:.6f} across, {scale_along:.6f} along."
    )
    library, culler = SvgDefinitions(options.text), Culler()

    def write_page(page: Page, title: str) -> str:
        width, height = format_millimetres(page.width), format_millimetres(page.height)
        # Chromium stretches an SVG to whole pixels of 1/96 in when it prints, which makes 300 mm 300.11 mm. So the
        # picture is rounded down to whole pixels, by less than 0.27 mm of a margin that no printer prints.
        svg_width, svg_height = (format_millimetres(floor(side * 96 / 72 + 1e-6) * 72 / 96)
                                 for side in (page.width, page.height))
        content, items = SvgContent(library), culler.cull(page.items)
        content.draw_items(flatten(items) if is_flat else items)
        rule = f"@page{{size:{width}mm {height}mm;margin:0}}"
        return content.format_file(title, f"{width} x {height} mm. Print at 100 %.{scale_note}",
                                   (svg_width, svg_height), rule)

    return write_page


def format_millimetres(points: float) -> str:
    """Return a length in points as text in millimetres.

    Raises ValueError if the length is not finite.
    """
    return format_number(points / MM)


class SvgDefinition(NamedTuple):
    """The text of an element with an id, written once for all pages, and the definitions to which it refers."""

    name: str
    text: str
    needs: tuple[SvgDefinition, ...] = ()


class FinishedElement(NamedTuple):
    """The XML of an svgwrite element, made once for all pages."""

    xml: Element

    def get_xml(self) -> Element:
        """Return the XML. svgwrite calls this method for all elements that it writes."""
        return self.xml


_RunKey = tuple[str, str, float]  # font, string, tracking in ems


class GlyphRun(NamedTuple):
    """The glyphs of a string, either as elements that refer to glyph definitions or as one joined path.

    If the string has only one glyph, at the start of the string, `single` is this glyph.
    """

    parts: tuple[FinishedElement, ...] = ()
    needs: Mapping[str, SvgDefinition] = MappingProxyType({})
    single: SvgDefinition | None = None
    data: str = ""


def _write_element(element: Any, *, xml_declaration: bool = False) -> str:
    """Return an svgwrite element as text.

    `Drawing.write` would encode each piece separately and take twice as long.
    """
    from xml.etree.ElementTree import tostring

    return tostring(element.get_xml(), encoding="unicode", xml_declaration=xml_declaration)


def _expand_single_uses(body: str, definitions: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the text of a page with the symbols that it has once in their places, and the other definitions.

    A browser copies a symbol at each use, and copies it again after each change. A group in place is read once, and the
    page of the workshop can change a part of it.
    """
    texts = {**definitions, "": body}  # each stands after those that it needs
    counts = Counter(map(itemgetter(2), _SYMBOL_USE.findall("".join(texts.values()))))
    for key, text in texts.items():
        pieces = _SYMBOL_USE.split(text)
        for place in range(1, len(pieces), 4):
            transform, name = pieces[place + 1:place + 3]
            if counts[name] == 1:
                pieces[place] = texts[name].replace(f' id="{name}"', transform or "", 1)
            pieces[place + 1:place + 3] = "", ""
        texts[key] = "".join(pieces)
    return texts[""], {name: texts[name] for name in definitions if counts[name] != 1}


class SvgDefinitions:
    """Definitions and caches that the pages of one document share. `text` is `OutputOptions.text`."""

    def __init__(self, text: str = "flat") -> None:
        # svgwrite would import all protocols of the Internet for fonts in the web
        with hide_module("urllib.request", LateModule("urllib.request", "urlopen")):
            from svgwrite import Drawing
            from svgwrite.base import BaseElement

        self.is_live, self.is_joined, self.finds_repeats = text == "live", text == "joined", text in ("outline", "live")
        self.factory = Drawing(debug=False)  # shares its parameters with its elements, which is faster
        self._element_class = BaseElement
        self.numbers: BoundedCache[float, str] = BoundedCache(format_millimetres)
        self.runs: BoundedCache[_RunKey, GlyphRun] = BoundedCache(self._make_run, 5_000)
        self.scales: BoundedCache[tuple[str, float], str] = BoundedCache(
            lambda key: format_number(key[1] / MM / load_face(key[0]).units_per_em, 9))  # scales of glyphs
        self.repeated: BoundedCache[_RunKey, SvgDefinition] = BoundedCache(self._define_run, inf)
        self.styles: BoundedCache[tuple[Color | None, Stroke | None, str],
                                  dict[str, str]] = BoundedCache(self._make_style)
        self.symbols: BoundedCache[Symbol, SvgDefinition] = BoundedCache(self._define_symbol, inf)
        self.images: BoundedCache[tuple[ImageData, float, float], SvgDefinition] = BoundedCache(self._define_image, inf)
        self.fonts: BoundedCache[tuple[str, str, str], SvgDefinition] = BoundedCache(self._define_font, inf)
        self.glyphs: BoundedCache[tuple[str, str], SvgDefinition | None] = BoundedCache(
            lambda key: self._define_outline("l", data) if (data := _format_glyph(*key)) else None, inf)
        self.outlines: BoundedCache[str, SvgDefinition] = BoundedCache(lambda data: self._define_outline("o", data),
                                                                       inf)
        self.clips: BoundedCache[tuple[str, str], SvgDefinition] = BoundedCache(self._define_clip, inf)
        self._texts: dict[str, str] = {}

    def make_element(self, name: str, attributes: dict[str, str]) -> Any:
        """Return an svgwrite element with finished attributes. Empty attributes are omitted.

        The element is an instance of the base class of all svgwrite elements. The constructors of the other classes
        check and convert every attribute, and therefore take twice as long.
        """
        element = self._element_class(factory=self.factory)
        element.elementname, element.attribs = name, attributes
        return element

    def define(self, kind: str, element: Any, needs: Iterable[SvgDefinition] = ()) -> SvgDefinition:
        """Return an element as a definition. Its name is a letter for its kind, and a number.

        The number is a checksum of its text in drawings for a browser, else that of the definition in the document. The
        letter must not be "g": Inkscape gives names with "g" to groups without an id, and would confuse them.
        """
        element.attribs["id"] = kind
        text = _write_element(element)
        name = f"{kind}{crc32(text.encode()):08x}" if self.is_joined else ""
        if not name or self._texts.setdefault(name, text) != text:  # two texts can have the same checksum
            name = f"{kind}{len(self._texts) + 1}"
            self._texts[name] = text
        return SvgDefinition(name, text.replace(f' id="{kind}"', f' id="{name}"', 1), tuple(needs))

    def _define_outline(self, kind: str, data: str) -> SvgDefinition:
        return self.define(kind, self.make_element("path", {"d": data}))

    def _define_clip(self, key: tuple[str, str]) -> SvgDefinition:
        """Define a clip from path data and a fill rule."""
        data, rule = key
        clip = self.make_element("clipPath", {})
        clip.add(self.make_element("path", {"clip-rule": "evenodd" if rule == "evenodd" else "", "d": data}))
        return self.define("c", clip)

    def _define_symbol(self, symbol: Symbol) -> SvgDefinition:
        """Define a symbol as a group, because the element `symbol` would clip its content."""
        content, group = SvgContent(self), self.make_element("g", {})
        content.draw_items(symbol.items)
        group.elements = content.parts
        return self.define("s", group, content.needs.values())

    def _define_image(self, key: tuple[ImageData, float, float]) -> SvgDefinition:
        """Define a picture of a width and height, with its top left corner at the origin."""
        picture, width, height = key
        return self.define("p", self.make_element("image", {
            "height": self.numbers[height], "preserveAspectRatio": "none", "width": self.numbers[width],
            "xlink:href": make_data_address(f"image/{picture.format}", picture.data)}))

    def _define_font(self, key: tuple[str, str, str]) -> SvgDefinition:
        """Define a font family from one character of a player's font, or from a bundled face.

        The bundled face is defined as a whole or only with the usual characters.
        """
        family, font, part = key
        is_user_font = font.startswith(USER_FONT_PREFIX)
        kind, file = ("ttf", fonts.load_outline_face(font).build_subset(part)) if is_user_font else _load_font_data(
            font, bool(part))
        source = make_data_address(f"font/{kind}", file)
        unicode_range = f";unicode-range:U+{ord(part):X}" if is_user_font else ""
        rule = f"@font-face{{font-family:{family};src:url({source}){unicode_range}}}"
        return self.define("f", self.factory.style(rule))

    def _make_run(self, key: _RunKey) -> GlyphRun:
        """Return the glyphs of a string in font units. Tracking is in ems."""
        font, string, tracking = key
        em, advance = load_face(font).units_per_em, load_face(font).measure_advance
        placed_glyphs: list[tuple[str, SvgDefinition]] = []
        data, x = "", 0.0
        for char in string:
            if self.is_joined:
                data += (glyph_data := _format_relative_glyph(font, char)) and f"M{format_number(x, 2)} 0{glyph_data}"
            elif glyph := self.glyphs[font, char]:
                placed_glyphs.append((format_number(x, 2) if x else "", glyph))
            x += (advance(char) + tracking) * em
        if len(placed_glyphs) == 1 and not placed_glyphs[0][0]:
            return GlyphRun(single=placed_glyphs[0][1])
        parts = [FinishedElement(self.make_element("use", {"x": x, "xlink:href": f"#{glyph.name}"}).get_xml())
                 for x, glyph in placed_glyphs]
        return GlyphRun(tuple(parts), {glyph.name: glyph for _, glyph in placed_glyphs}, data=data)

    def _define_run(self, key: _RunKey) -> SvgDefinition:
        """Define the glyphs of a string that a page has more than once."""
        run, group = self.runs[key], self.make_element("g", {})
        group.elements = run.parts
        return self.define("r", group, run.needs.values())

    def _make_style(self, key: tuple[Color | None, Stroke | None, str]) -> dict[str, str]:
        (fill, stroke, rule), numbers = key, self.numbers
        return {
            "fill": fill.to_hex() if fill else "none", "fill-rule": "evenodd" if fill and rule == "evenodd" else "",
        } | ({} if not stroke else {
            "stroke": stroke.color.to_hex(),
            "stroke-dasharray": " ".join(numbers[length] for length in stroke.dash),
            "stroke-dashoffset": numbers[stroke.phase] if stroke.dash else "",
            "stroke-linecap": stroke.cap, "stroke-linejoin": stroke.join,
            "stroke-miterlimit": format_number(stroke.miter_limit) if stroke.join == "miter" else "",
            "stroke-width": numbers[stroke.width]})


@lru_cache(maxsize=4096)
def _format_glyph(font: str, char: str) -> str:
    em = load_face(font).units_per_em
    segments = read_glyph_outline(font, char)
    return _format_outline(segments, [value * em for part in segments for value in part], 1)


@lru_cache(maxsize=4096)
def _format_relative_glyph(font: str, char: str) -> str:
    """Return the outline of a glyph in relative coordinates, so that the outline can start anywhere.

    The coordinates are whole font units, usually a thousandth of the size: a browser reads fewer digits faster.
    """
    data, position, start = "", (0, 0), (0, 0)
    for part in read_glyph_outline(font, char):
        steps = [round(value * load_face(font).units_per_em) - position[index % 2] for index, value in enumerate(part)]
        data += SEGMENT_LETTERS[type(part)].lower() + " ".join(map(str, steps)).replace(" -", "-")
        position = (position[0] + steps[-2], position[1] + steps[-1]) if steps else start
        start = position if isinstance(part, MoveTo) else start
    return data


class SvgContent:
    """The elements of a page or a symbol, and the definitions that they need."""

    def __init__(self, library: SvgDefinitions) -> None:
        self._library = library
        self._numbers = library.numbers
        self._runs: dict[_RunKey, Any] = {}  # the element of a run's first use; None once the run is a definition
        self.parts: list[Any] = []
        self.needs: dict[str, SvgDefinition] = {}

    def format_file(self, title: str, description: str, size: tuple[str, str], rule: str = "") -> str:
        """Return the drawn content as an SVG file of a size in millimetres, with a title and a description.

        `rule` is a style sheet.
        """
        from svgwrite import Drawing

        drawing = Drawing(size=(f"{size[0]}mm", f"{size[1]}mm"), debug=False)
        drawing.attribs |= {"viewBox": f"0 0 {size[0]} {size[1]}",
                            "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape",
                            "xmlns:sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"}
        if rule:
            drawing.defs.add(drawing.style(rule))
        texts: dict[str, str] = {}

        def add_definitions(needs: Iterable[SvgDefinition]) -> None:  # each once, after those that it needs
            for definition in needs:
                if definition.name not in texts:
                    add_definitions(definition.needs)
                    texts[definition.name] = definition.text

        add_definitions(self.needs.values())
        place = self._library.make_element("g", {"id": "definitions"})
        if texts:
            drawing.defs.add(place)
        drawing.elements += self.parts
        # XML has no way to write a control character.
        printable_title = "".join(char if char.isprintable() else " " for char in title)
        drawing.set_desc(printable_title, description)
        body, mark = _write_element(drawing, xml_declaration=True), _write_element(place)
        if self._library.is_joined:
            body, texts = _expand_single_uses(body, texts)
        return body.replace(mark, "".join(texts.values()), 1)

    def draw_items(self, items: Iterable[Item]) -> None:
        """Add the items, in order. Raises ValueError if a number is not finite."""
        for item in items:
            match item:
                case TextRun():
                    self._draw_live_text(item) if self._library.is_live else self._draw_text(item)
                case SymbolUse():
                    self._add_reference(self._library.symbols[item.symbol],
                                        {"transform": self._format_transform(item.transform)})
                case Path():
                    self._draw_path(item)
                case Group() if item.layer:
                    self.draw_layer(item.layer.value, (replace(item, layer=None),))
                case Group():
                    self._draw_group(item)
                case Image():
                    image = self._library.images[item.picture, item.width, item.height]
                    self._add_reference(image, {"x": self._numbers[item.x], "y": self._numbers[item.y]})
                case _:
                    assert_never(item)

    def _draw_text(self, text: TextRun) -> None:
        library, key = self._library, (text.font, text.string, text.tracking / text.size)
        run = library.runs[key]
        if not any(run):
            return
        scale = library.scales[text.font, text.size]
        readable = text.string
        if text.font.startswith(USER_FONT_PREFIX):
            readable = "".join(map(fonts.load_outline_face(text.font).restore_text, readable))
        attributes = {"aria-label": readable, "fill": text.color.to_hex(),
                      "transform": f"matrix({scale} 0 0 {scale} {self._numbers[text.x]} {self._numbers[text.y]})"}
        if run.data:
            self.parts.append(library.make_element("path", attributes | {"d": run.data}))
        elif run.single:
            self._add_reference(run.single, attributes)
        elif key in self._runs:
            shared = library.repeated[key]
            if first_element := self._runs[key]:
                first_element.elementname, first_element.elements, first_element.attribs["xlink:href"] = (
                    "use",
                    (),
                    f"#{shared.name}",
                )
                self._runs[key] = None
            self._add_reference(shared, attributes)
        else:
            self._runs[key] = group = library.make_element("g", attributes)
            group.elements = run.parts
            self.needs.update(run.needs)
            self.parts.append(group)

    def _draw_live_text(self, text: TextRun) -> None:
        """Write text that can be edited, searched and read aloud.

        Each word has its position from the layout, so that a substitute font cannot spoil the line. The file contains
        subsets of the fonts, but only browsers use these subsets. Other programs use an installed font of the same
        name.
        """
        # embedded character by character: the font may have tens of thousands
        if text.font.startswith(USER_FONT_PREFIX):
            embedded_family, parts = (
                f"printshop-{fonts.load_outline_face(text.font).title}",
                tuple(dict.fromkeys(text.string)),
            )
        else:
            parts = ("" if _USUAL_CHARACTERS.issuperset(text.string) else "-whole",)
            embedded_family = f"printshop-{text.font}{parts[0]}"
        definitions = (self._library.fonts[embedded_family, text.font, part] for part in parts)
        self.needs.update((font.name, font) for font in definitions)
        family, bold, italic = _find_family(text.font)
        element = self._library.factory.text("", **{
            "font-family": f"{embedded_family}, '{family}'",
            "font-size": format_number(text.size / MM, 5),
            "fill": text.color.to_hex(),
            # The layout has neither kerning nor ligatures, and browsers must not embolden a bold face.
            "style": "font-kerning:none;font-variant-ligatures:none;font-synthesis:none",
            "font-weight": "bold" if bold else "",
            "font-style": "italic" if italic else "",
            "letter-spacing": format_number(text.tracking / MM, 5) if text.tracking else ""})
        for match in re.finditer(r"\S+", text.string):
            x = text.x + measure_string(text.string[:match.start()], text.font, text.size, text.tracking)
            element.add(self._library.factory.tspan(match[0], x=[format_millimetres(x)],
                                                    y=[format_millimetres(text.y)]))
        self.parts.append(element)

    def _add_reference(self, definition: SvgDefinition, attributes: dict[str, str]) -> None:
        self.needs[definition.name] = definition
        self.parts.append(self._library.make_element("use", attributes | {"xlink:href": f"#{definition.name}"}))

    def _draw_path(self, path: Path) -> None:
        if not path.fill and not path.stroke:
            return
        library, numbers, style = self._library, self._numbers, self._library.styles[path.fill, path.stroke, path.rule]
        repeats = _find_repeats(path) if library.finds_repeats else None
        if not repeats:
            self.parts.append(library.make_element("path", style | {"d": _format_path(path.segments, numbers)}))
            return
        shape, group = library.outlines[_format_path(repeats[0], numbers)], library.make_element("g", style)
        self.needs[shape.name] = shape
        group.elements = [library.make_element("use",
                                               {"x": numbers[x], "y": numbers[y], "xlink:href": f"#{shape.name}"})
                          for x, y in repeats[1]]
        self.parts.append(group)

    def draw_layer(self, label: str, items: Iterable[Item]) -> None:
        """Draw items in a group that Inkscape shows as a layer.

        Consecutive items on one layer share a group.
        """
        last_attributes = self.parts[-1].attribs if self.parts else {}
        if last_attributes.get("inkscape:label") != label:
            self.parts.append(self._library.make_element("g", {"inkscape:groupmode": "layer", "inkscape:label": label}))
        self._fill_group(self.parts[-1], items)

    def _fill_group(self, group: Any, items: Iterable[Item]) -> None:
        """Draw items as elements of a group."""
        parts, self.parts = self.parts, group.elements
        self.draw_items(items)
        self.parts = parts

    def _draw_group(self, group: Group) -> None:
        attributes = {}
        if group.clip:
            clip = self._library.clips[_format_path(group.clip.segments, self._numbers), group.clip.rule]
            self.needs[clip.name] = clip
            attributes["clip-path"] = f"url(#{clip.name})"
        if transform := self._format_transform(group.transform):
            attributes["transform"] = transform
        if attributes:
            self.parts.append(self._library.make_element("g", attributes))
            self._fill_group(self.parts[-1], group.items)
        else:
            self.draw_items(group.items)

    def _format_transform(self, transform: Transform) -> str:
        if transform == IDENTITY:
            return ""
        a, b, c, d, e, f = transform
        x, y = self._numbers[e], self._numbers[f]
        if a == d == 1 and not b and not c:
            return f"translate({x} {y})"
        return f"matrix({' '.join([format_number(value, 8) for value in (a, b, c, d)])} {x} {y})"


def _format_path(segments: Sequence[Segment], number_texts: Mapping[float, str]) -> str:
    """Return the path data of an outline in millimetres.

    `number_texts` is a cache of formatted numbers.
    """
    if len(segments) < LONG_OUTLINE:
        return "".join([SEGMENT_LETTERS[type(part)] + " ".join([number_texts[value] for value in part])
                        for part in segments])
    return _format_outline(segments, [value / MM for part in segments for value in part], 4)


def _format_outline(segments: Iterable[Segment], values: Sequence[float], decimals: int) -> str:
    """Return the path data of an outline, with `values` instead of the coordinates of its segments."""
    data = format_numbers("".join([_TEMPLATES[type(part)] for part in segments]), values, decimals)
    for letter in SEGMENT_LETTERS.values():
        data = data.replace(f" {letter}", letter)
    return data.rstrip()


def _find_repeats(path: Path) -> tuple[list[Segment], list[MoveTo]] | None:
    """Return the outline that a path repeats, moved to the origin, and all its positions.

    If the path does not repeat one outline at least `MIN_REPEATS` times, as a thousand dots do, return None. Only
    paths with a fill and no stroke are searched. All outlines of such a path have the same direction, so that no
    outline cancels another, and the outlines can be filled one by one.
    """
    if path.stroke or not path.fill or path.rule != "nonzero" or len(path.segments) < 3 * MIN_REPEATS:
        return None

    def move_to_origin(outline: list[Segment]) -> list[Segment]:
        x, y = list(outline[0])[:2]
        return [type(part)(*(value - (y if index % 2 else x) for index, value in enumerate(part))) for part in outline]

    def round_shape(outline: list[Segment]) -> list[tuple[type[Segment], list[float]]]:
        return [(type(part), [round(value, _REPEAT_DECIMALS) for value in part]) for part in move_to_origin(outline)]

    parts = list(split_outlines(path.segments))
    first = round_shape(parts[0])
    if len(parts) < MIN_REPEATS or any(round_shape(part) != first for part in parts):
        return None
    return move_to_origin(parts[0]), [part[0] for part in parts if isinstance(part[0], MoveTo)]


@cache
def _find_family(font: str) -> tuple[str, bool, bool]:
    from fontTools.ttLib import TTFont

    if font.startswith(USER_FONT_PREFIX):
        face = fonts.load_outline_face(font)
        return face.family, face.bold, face.italic
    with TTFont(load_face(font).path, lazy=True) as file:
        names, style = file["name"], file["OS/2"].fsSelection
        return names.getDebugName(16) or names.getDebugName(1), bool(style & 1 << 5), bool(style & 1)


@cache
def _load_font_data(font: str, complete: bool) -> tuple[str, bytes]:
    """Return the format and the bytes of a face, either whole or with only the usual characters."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    if complete:
        return "ttf", load_face(font).path.read_bytes()
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["meta", "FFTM"]  # fontTools would drop these, too, but with a warning
    # reproducible files; the bounds of the whole font are kept, so that no outline is decoded
    with TTFont(load_face(font).path, recalcTimestamp=False, recalcBBoxes=False, lazy=True) as file:
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(sorted(_USUAL_CHARACTERS)))
        subsetter.subset(file)
        file.flavor = "woff"
        data = BytesIO()
        file.save(data, reorderTables=False)
    return "woff", data.getvalue()
