"""SVG: one file a page, at true scale in millimetres, layers as Inkscape shows them.

Sizes are given in millimetres on the root alone; inside, one unit is one millimetre, y down, every coordinate as it
stands on the page. An `@page` rule makes a browser print the file at its size. How letters are written is an option:
see `Options.text`. What is used many times is written once a file: symbols, glyphs, pictures and clips are definitions,
each with a name that is its own throughout the document.
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
from typing import NamedTuple, assert_never

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

LEAST = 16
"""As often a path has to say the same, or that is not worth a name."""

LONG = 12  # parts of an outline whose numbers are written all at once
_FORMS = {Move: "M# # ", Line: "L# # ", Curve: "C# # # # # # ", Close: "Z"}
_EXACT = 3  # decimals of a point by which outlines are the same: 0.0004 mm
# Latin, punctuation, arrows, signs and shapes: what pages are made of. A face that is used for anything else
# is carried whole.
_BLOCKS = (
    (0x20, 0x7F), (0xA0, 0x180), (0x2010, 0x205F), (0x2190, 0x2200),
    (0x2212, 0x2266), (0x25A0, 0x27C0),
)
_KEPT = frozenset(chr(code) for first, end in _BLOCKS for code in range(first, end))
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;", "\n": "&#10;",
                          "\t": "&#09;"})


def written(document: Document, options: Options) -> Iterator[str]:
    """Give the files; see `printshop.render.Format`."""
    text = _writer(options)
    for place, page in enumerate(document.pages, 1):
        yield text(page, f"{document.title} – {page.label or place}")


def to_text(page: Page, title: str, options: Options | None = None) -> str:
    """Return one page as an SVG file. Raises ValueError when an item breaks the contract of its module."""
    return _writer(options or Options())(page, title)


def shown(page: Page) -> str:
    """Return one page as SVG for a browser to show: of fewer elements, as these take most of its time."""
    return to_text(page, page.label, Options(text="joined"))


def _writer(options: Options) -> Callable[[Page, str], str]:
    """Return what writes the pages of a document, of which each has a title."""
    plain, (across, along) = options.text == "flat", options.scale
    scaled = "" if across == along == 1 else f" It is scaled for a printer: {across:.6f} across, {along:.6f} along."
    library, windows = Library(options.text), Windows()

    def text(page: Page, title: str) -> str:
        width, height = millimetres(page.width), millimetres(page.height)
        # Chromium stretches an SVG to whole pixels of 1/96 in when it prints it, and 300 mm would become 300.11: the
        # picture is so much smaller that they are whole, under 0.27 mm of a margin that no printer prints.
        across, down = (millimetres(floor(side * 96 / 72 + 1e-6) * 72 / 96) for side in (page.width, page.height))
        content, items = Content(library), windows.clipped(page.items)
        content.draw(flat(items) if plain else items)
        rule = element("style", {"type": "text/css"}, f"<![CDATA[@page{{size:{width}mm {height}mm;margin:0}}]]>")
        return content.file(title, f"{width} x {height} mm. Print at 100 %.{scaled}", (across, down), rule)

    return text


def millimetres(points: float) -> str:
    """Return a length in points as text in millimetres. Raises ValueError unless it is finite."""
    return number(points / MM)


def element(name: str, attributes: Mapping[str, str], inside: str = "") -> str:
    """Return an element with finished attributes, of which empty ones are left out."""
    return f"<{name}{_said(attributes)}>{inside}</{name}>" if inside else f"<{name}{_said(attributes)} />"


def _said(attributes: Mapping[str, str]) -> str:
    return "".join([f' {key}="{value}"' for key, value in attributes.items() if value])


class Definition(NamedTuple):
    """A named piece, and the others that it refers to."""

    name: str
    text: str
    needs: tuple[Definition, ...] = ()


class Library:
    """What the pages of one document share: with `text` as the options say."""

    def __init__(self, text: str = "flat") -> None:
        self.live, self.joined, self.repeats = text == "live", text == "joined", text in ("outline", "live")
        self.numbers: Memo[float, str] = Memo(millimetres)
        self.runs: Memo[tuple[str, str, float], tuple[str, dict[str, Definition]]] = Memo(self._run, 5_000)
        self.styles: Memo[tuple[Color | None, Stroke | None, str], str] = Memo(self._style)
        self.symbols: Memo[Symbol, Definition] = Memo(self._symbol, inf)
        self.images: Memo[tuple[Picture, float, float], Definition] = Memo(self._image, inf)
        self.fonts: Memo[tuple[str, str, str], Definition] = Memo(self._font, inf)
        self.glyphs: Memo[tuple[str, str], Definition] = Memo(
            lambda key: self.define("l", "path", {"d": _glyph(*key)}), inf)
        self.outlines: Memo[str, Definition] = Memo(lambda data: self.define("o", "path", {"d": data}), inf)
        self._names = count(1)

    def define(self, kind: str, name: str, attributes: Mapping[str, str], inside: str = "",
               needs: Iterable[Definition] = ()) -> Definition:
        """Return an element as a definition of a new name: the kind, one letter, and a number.

        "g" is no kind: Inkscape gives such names to groups that have none, and takes them for these.
        """
        identity = f"{kind}{next(self._names)}"
        return Definition(identity, element(name, {**attributes, "id": identity}, inside), tuple(needs))

    def _symbol(self, symbol: Symbol) -> Definition:
        """Define a symbol: as a group, because the element `symbol` would clip."""
        content = Content(self)
        content.draw(symbol.items)
        return self.define("s", "g", {}, "".join(content.parts), content.needs.values())

    def _image(self, key: tuple[Picture, float, float]) -> Definition:
        """Define a picture of a width and height, its top left corner at the origin."""
        picture, width, height = key
        data = base64.b64encode(picture.data).decode("ascii")
        return self.define("p", "image", {
            "height": self.numbers[height], "preserveAspectRatio": "none", "width": self.numbers[width],
            "xlink:href": f"data:image/{picture.format};base64,{data}"})

    def _font(self, key: tuple[str, str, str]) -> Definition:
        """Define a family by a part of a face: a character of a player's own, or the whole of one of ours."""
        family, font, part = key
        bundled = font.startswith(OWN)
        kind, file = ("ttf", fonts.drawn_face(font).packed(part)) if bundled else _data(font, bool(part))
        source = f"data:font/{kind};base64,{base64.b64encode(file).decode('ascii')}"
        unicode_range = f";unicode-range:U+{ord(part):X}" if bundled else ""
        rule = f"@font-face{{font-family:{family};src:url({source}){unicode_range}}}"
        return self.define("f", "style", {"type": "text/css"}, f"<![CDATA[{rule}]]>")

    def _run(self, key: tuple[str, str, float]) -> tuple[str, dict[str, Definition]]:
        """Return the glyphs of a font and a string in font units, and their definitions; tracking is in ems."""
        font, string, tracking = key
        em, advance = face(font).units_per_em, face(font).advance
        uses, needs, x = "", {}, 0.0
        for char in string:
            if self.joined:
                uses += (traced := _traced(font, char)) and f"M{number(x, 2)} 0{traced}"
            elif _glyph(font, char):
                glyph = self.glyphs[font, char]
                uses += f'<use x="{number(x, 2)}" xlink:href="#{glyph.name}" />'
                needs[glyph.name] = glyph
            x += (advance(char) + tracking) * em
        return element("path", {"d": uses}) if self.joined and uses else uses, needs

    def _style(self, key: tuple[Color | None, Stroke | None, str]) -> str:
        (fill, stroke, rule), numbers = key, self.numbers
        return _said({
            "fill": fill.hex() if fill else "none", "fill-rule": "evenodd" if fill and rule == "evenodd" else "",
        } | ({} if not stroke else {
            "stroke": stroke.color.hex(),
            "stroke-dasharray": " ".join(numbers[length] for length in stroke.dash),
            "stroke-dashoffset": numbers[stroke.phase] if stroke.dash else "",
            "stroke-linecap": stroke.cap, "stroke-linejoin": stroke.join,
            "stroke-miterlimit": number(stroke.miter_limit) if stroke.join == "miter" else "",
            "stroke-width": numbers[stroke.width]}))


@lru_cache(maxsize=4096)
def _glyph(font: str, char: str) -> str:
    em = face(font).units_per_em
    segments = outline(font, char)
    return _figures(segments, [value * em for part in segments for value in part], 1)


@lru_cache(maxsize=4096)
def _traced(font: str, char: str) -> str:
    """Return the outline of a glyph in relative steps, so that it may begin anywhere."""
    said, here, begun = "", (0.0, 0.0), (0.0, 0.0)
    for part in outline(font, char):
        steps = [round(value * face(font).units_per_em - here[place % 2], 1) for place, value in enumerate(part)]
        said += LETTERS[type(part)].lower() + " ".join([number(step, 1) for step in steps])
        here = (here[0] + steps[-2], here[1] + steps[-1]) if steps else begun
        begun = here if isinstance(part, Move) else begun
    return said


class Content:
    """The elements of a page or a symbol as text, and the definitions that they need."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._numbers = library.numbers
        self._layer = 0, "", ""  # how many parts there were when a layer ended, its name, and what is in it
        self.parts: list[str] = []
        self.needs: dict[str, Definition] = {}

    def file(self, title: str, description: str, size: tuple[str, str], rule: str = "") -> str:
        """Return all that was drawn as a file of a size in millimetres, with its title and what it says of itself."""
        definitions: dict[str, str] = {}

        def visit(needs: Iterable[Definition]) -> None:  # each once and after what it needs
            for definition in needs:
                if definition.name not in definitions:
                    visit(definition.needs)
                    definitions[definition.name] = definition.text

        visit(self.needs.values())
        # XML has no way to write a control character.
        readable = "".join(char if char.isprintable() else " " for char in title)
        inside = (element("title", {}, _escaped(readable)), element("desc", {}, _escaped(description)),
                  element("defs", {}, "".join((rule, *definitions.values()))), *self.parts)
        root = element("svg", {
            "baseProfile": "full", "height": f"{size[1]}mm", "version": "1.1", "viewBox": f"0 0 {size[0]} {size[1]}",
            "width": f"{size[0]}mm", "xmlns": "http://www.w3.org/2000/svg",
            "xmlns:ev": "http://www.w3.org/2001/xml-events",
            "xmlns:inkscape": "http://www.inkscape.org/namespaces/inkscape",
            "xmlns:sodipodi": "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
            "xmlns:xlink": "http://www.w3.org/1999/xlink"}, "".join(inside))
        return f'<?xml version="1.0" encoding="utf-8" ?>\n{root}'

    def draw(self, items: Iterable[Item]) -> None:
        """Add the items, in their order. Raises ValueError for a number that is not finite."""
        for item in items:
            match item:
                case Text():
                    self._live_text(item) if self._library.live else self._text(item)
                case Use():
                    self._refer(self._library.symbols[item.symbol], transform=self._transform(item.transform))
                case Path():
                    self._path(item)
                case Group() if item.layer:
                    self.layer(item.layer.value, (replace(item, layer=None),))
                case Group():
                    self._group(item)
                case Image():
                    image = self._library.images[item.picture, item.width, item.height]
                    self._refer(image, x=self._numbers[item.x], y=self._numbers[item.y])
                case _:
                    assert_never(item)

    def _text(self, text: Text) -> None:
        uses, needs = self._library.runs[text.font, text.string, text.tracking / text.size]
        if not uses:
            return
        self.needs.update(needs)
        scale = number(text.size / MM / face(text.font).units_per_em, 9)
        place = f"matrix({scale} 0 0 {scale} {self._numbers[text.x]} {self._numbers[text.y]})"
        read = text.string
        if text.font.startswith(OWN):
            read = "".join(map(fonts.drawn_face(text.font).as_written, read))
        self.parts.append(f'<g transform="{place}" fill="{text.color.hex()}" aria-label="{_escaped(read)}">'
                          f"{uses}</g>")

    def _live_text(self, text: Text) -> None:
        """Write text that can be edited, searched and read aloud; only a browser shows it in our fonts.

        Each word stands where the layout put it, so that a substitute font cannot spoil the line. The fonts travel in
        the file as subsets; programs that ignore these take a font of the same name if it is installed.
        """
        if text.font.startswith(OWN):  # carried letter by letter: it may have tens of thousands
            embedded, parts = f"printshop-{fonts.drawn_face(text.font).title}", tuple(dict.fromkeys(text.string))
        else:
            parts = ("" if _KEPT.issuperset(text.string) else "-whole",)
            embedded = f"printshop-{text.font}{parts[0]}"
        carried = (self._library.fonts[embedded, text.font, part] for part in parts)
        self.needs.update((font.name, font) for font in carried)
        family, bold, italic = _name(text.font)
        words = [element("tspan", {"x": millimetres(text.x + width(
            text.string[:match.start()], text.font, text.size, text.tracking)), "y": millimetres(text.y)},
            match[0].translate({code: entity for code, entity in _ESCAPES.items() if code != ord('"')}))
            for match in finditer(r"\S+", text.string)]
        self.parts.append(element("text", {
            "font-family": _escaped(f"{embedded}, '{family}'"),
            "font-size": number(text.size / MM, 5),
            "fill": text.color.hex(),
            # The layout knows neither kerning nor ligatures, and a bold face is not to be made bolder.
            "style": "font-kerning:none;font-variant-ligatures:none;font-synthesis:none",
            "font-weight": "bold" if bold else "",
            "font-style": "italic" if italic else "",
            "letter-spacing": number(text.tracking / MM, 5) if text.tracking else "",
        }, "".join(words)))

    def _refer(self, definition: Definition, **place: str) -> None:
        self.needs[definition.name] = definition
        self.parts.append(element("use", dict(sorted({**place, "xlink:href": f"#{definition.name}"}.items()))))

    def _path(self, path: Path) -> None:
        if not path.fill and not path.stroke:
            return
        numbers, style = self._numbers, self._library.styles[path.fill, path.stroke, path.rule]
        repeats = _repeats(path) if self._library.repeats else None
        if not repeats:
            data = _path_data(path.segments, numbers)
            self.parts.append(f'<path d="{data}"{style} />' if data else f"<path{style} />")
            return
        shape = self._library.outlines[_path_data(repeats[0], numbers)]
        self.needs[shape.name] = shape
        uses = (f'<use x="{numbers[x]}" y="{numbers[y]}" xlink:href="#{shape.name}" />' for x, y in repeats[1])
        self.parts.append(f"<g{style}>{''.join(uses)}</g>")

    def layer(self, label: str, items: Iterable[Item]) -> None:
        """Draw items in the group that Inkscape shows as a layer; neighbours on the same layer share one."""
        *last, before = self._layer
        again = last == [len(self.parts), label]
        inside = before * again + self._inside(items)
        if again:
            self.parts.pop()
        self.parts.append(element("g", {"inkscape:groupmode": "layer", "inkscape:label": label}, inside))
        self._layer = len(self.parts), label, inside

    def _inside(self, items: Iterable[Item]) -> str:
        """Return items as elements that stand in another one."""
        parts, self.parts, self._layer = self.parts, [], (0, "", "")
        self.draw(items)
        inside, self.parts, self._layer = "".join(self.parts), parts, (0, "", "")
        return inside

    def _group(self, group: Group) -> None:
        attributes = {}
        if group.clip:
            shape = element("path", {"clip-rule": "evenodd" if group.clip.rule == "evenodd" else "",
                                     "d": _path_data(group.clip.segments, self._numbers)})
            clip = self._library.define("c", "clipPath", {}, shape)
            self.needs[clip.name] = clip
            attributes["clip-path"] = f"url(#{clip.name})"
        if place := self._transform(group.transform):
            attributes["transform"] = place
        if attributes:
            self.parts.append(element("g", attributes, self._inside(group.items)))
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


def _escaped(words: str) -> str:
    return words.translate(_ESCAPES)


def _path_data(segments: Sequence[Segment], text: Mapping[float, str]) -> str:
    """Return an outline in millimetres; `text` are numbers that are known already."""
    if len(segments) < LONG:
        return "".join([LETTERS[type(part)] + " ".join([text[value] for value in part]) for part in segments])
    return _figures(segments, [value / MM for part in segments for value in part], 4)


def _figures(segments: Iterable[Segment], values: Sequence[float], places: int) -> str:
    """Return an outline with these numbers in the place of its own."""
    said = figures("".join([_FORMS[type(part)] for part in segments]), values, places)
    for letter in LETTERS.values():
        said = said.replace(f" {letter}", letter)
    return said.rstrip()


def _repeats(path: Path) -> tuple[list[Segment], list[Move]] | None:
    """Return the outline, from the origin on, of which alone a path consists, and its many places; or None.

    A thousand dots say the same. Only of what is filled and nothing more: all outlines turn the same way round, so that
    nothing cancels out, and they can be filled one by one.
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
    """Return the format and the bytes of a face: of the whole, or of what is usual of it."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    if whole:
        return "ttf", face(font).path.read_bytes()
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["meta"]  # it would be dropped with a warning
    with TTFont(face(font).path, recalcTimestamp=False, lazy=True) as file:  # the same page is the same file
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(sorted(_KEPT)))
        subsetter.subset(file)
        file.flavor = "woff"
        data = BytesIO()
        file.save(data, reorderTables=False)
    return "woff", data.getvalue()
