"""SVG: one file a page, at true scale in millimetres, layers as Inkscape shows them.

Sizes are given in millimetres on the root alone; inside, one unit is one millimetre, y down, every coordinate as it
stands on the page. An `@page` rule makes a browser print the file at its size. How letters are written is an option:
see `Options.text`. What is used many times is written once a file: symbols, glyphs, pictures and clips are definitions,
each with a name that is its own throughout the document.
"""

from __future__ import annotations

import base64
from functools import cache, partial
from io import BytesIO
from math import floor
from re import finditer
from typing import TYPE_CHECKING, NamedTuple, assert_never

from printshop.drawing import fonts
from printshop.drawing.fonts import OWN, face, outline, width
from printshop.drawing.geometry import IDENTITY
from printshop.drawing.items import Close, Curve, Group, Image, Line, Move, Path, Stroke, Text, Use
from printshop.render import Memo, Options, number, page_names
from printshop.render.clip import Windows, flat, outlines
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
    from pathlib import Path as FilePath

    from printshop.drawing.geometry import Point, Transform
    from printshop.drawing.items import Color, Document, Item, Page, Segment, Symbol
    from printshop.files import Delivery

LEAST = 16
"""As often a path has to say the same, or that is not worth a name."""

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


def write(document: Document, target: FilePath, delivery: Delivery, options: Options) -> tuple[FilePath, ...]:
    """Write a document; see `printshop.render.Format.write`."""
    writer = _Writer(options)
    written: list[FilePath] = []
    for page, file in zip(document.pages, page_names(target, ".svg", document), strict=False):
        title = f"{document.title} – {page.label or len(written) + 1}"
        delivery.place(file).write_text(writer.text(page, title), encoding="utf-8", newline="\n")
        written.append(file)
    return tuple(written)


def to_text(page: Page, title: str, options: Options | None = None) -> str:
    """Return one page as an SVG file. Raises ValueError when an item breaks the contract of its module."""
    return _Writer(options or Options()).text(page, title)


class _Writer:
    def __init__(self, options: Options) -> None:
        self._flat = options.text == "flat"
        across, along = options.scale
        self._scaled = "" if across == along == 1 else (
            f" It is scaled for a printer: {across:.6f} across, {along:.6f} along.")
        self._library = Library(LiveContent if options.text == "live" else Content, repeats=not self._flat)
        self._windows = Windows()

    def text(self, page: Page, title: str) -> str:
        size = millimetres(page.width), millimetres(page.height)
        content = self._library.content(self._library)
        items = self._windows.seen(page.items)
        content.draw(flat(items) if self._flat else items)
        rule = element("style", {"type": "text/css"},
                       f"<![CDATA[@page{{size:{size[0]}mm {size[1]}mm;margin:0}}]]>")
        return content.file(title, f"{size[0]} x {size[1]} mm. Print at 100 %.{self._scaled}",
                            (_whole_pixels(page.width), _whole_pixels(page.height)), rule)


def _whole_pixels(points: float) -> str:
    """Return a side of the picture in millimetres, less what is not a whole CSS pixel (1/96 in): under 0.27 mm.

    Chromium stretches an SVG to whole pixels when it prints it, and 300 mm would become 300.11. What is cut
    off is margin, which no printer prints; the page itself keeps its size.
    """
    return millimetres(floor(points * 96 / 72 + 1e-6) * 72 / 96)


def millimetres(points: float) -> str:
    """Return a length in points as text in millimetres. Raises ValueError unless it is finite."""
    return number(points / MM)


def element(name: str, attributes: Mapping[str, str], inside: str = "") -> str:
    """Return an element with finished attributes, of which empty ones are left out."""
    said = "".join([f' {key}="{value}"' for key, value in attributes.items() if value])
    return f"<{name}{said}>{inside}</{name}>" if inside else f"<{name}{said} />"


class Definition(NamedTuple):
    """A named piece, and the others that it refers to."""

    name: str
    text: str
    needs: tuple[Definition, ...] = ()


class Library:
    """What the pages of one document share. `content` is the way in which symbols are drawn.

    With `repeats`, what a path says many times is a definition.
    """

    def __init__(self, content: Callable[[Library], Content], *, repeats: bool = False) -> None:
        self.repeats = repeats
        self.numbers: Memo[float, str] = Memo(millimetres)
        self.runs: Memo[tuple[str, str, float], tuple[str, dict[str, Definition]]] = Memo(
            lambda key: self._run(*key), 5_000)
        self.styles: Memo[tuple[Color | None, Stroke | None, str], str] = Memo(lambda key: self._style(*key))
        self.content = content
        self._known: dict[Hashable, Definition] = {}
        self._count = 0

    def define(self, kind: str, name: str, attributes: Mapping[str, str], inside: str = "",
               needs: Iterable[Definition] = ()) -> Definition:
        """Return an element as a definition of a new name: the kind, one letter, and a number.

        "g" is no kind: Inkscape gives such names to groups that have none, and takes them for these.
        """
        self._count += 1
        own = f"{kind}{self._count}"
        return Definition(own, element(name, {**attributes, "id": own}, inside), tuple(needs))

    def once(self, key: Hashable, make: Callable[[], Definition]) -> Definition:
        """Return the definition known by a key; made when it is asked for first."""
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]

    def symbol(self, symbol: Symbol) -> Definition:
        """Return the definition of a symbol: a group, because the element `symbol` would clip."""
        def made() -> Definition:
            content = self.content(self)
            content.draw(symbol.items)
            return self.define("s", "g", {}, "".join(content.parts), content.needs.values())

        return self.once(symbol, made)

    def image(self, image: Image) -> Definition:
        """Return the definition of a picture at the size of the image, its top left corner at the origin."""
        def made() -> Definition:
            data = base64.b64encode(image.picture.data).decode("ascii")
            return self.define("p", "image", {
                "height": self.numbers[image.height], "preserveAspectRatio": "none", "width": self.numbers[image.width],
                "xlink:href": f"data:image/{image.picture.format};base64,{data}"})

        return self.once((image.picture, image.width, image.height), made)

    def _run(self, font: str, string: str, tracking: float) -> tuple[str, dict[str, Definition]]:
        """Return the glyphs of a string in font units, and their definitions; `tracking` is in ems."""
        em, advance = face(font).units_per_em, face(font).advance
        uses, needs, x = [], {}, 0.0
        for char in string:
            if shape := outline(font, char):
                glyph = self.once((font, char), lambda shape=shape: self.define(  # type: ignore[misc]
                    "l", "path", {"d": _path_data(shape, lambda value: number(value * em, 1))}))
                uses.append(f'<use x="{number(x, 2)}" xlink:href="#{glyph.name}" />')
                needs[glyph.name] = glyph
            x += (advance(char) + tracking) * em
        return "".join(uses), needs

    def _style(self, fill: Color | None, stroke: Stroke | None, rule: str) -> str:
        said = f' fill="{fill.hex() if fill else "none"}"'
        if fill and rule == "evenodd":
            said += ' fill-rule="evenodd"'
        if stroke:
            numbers = self.numbers
            said += f' stroke="{stroke.color.hex()}"'
            if stroke.dash:
                dashes = " ".join(numbers[length] for length in stroke.dash)
                said += f' stroke-dasharray="{dashes}" stroke-dashoffset="{numbers[stroke.phase]}"'
            said += f' stroke-linecap="{stroke.cap}" stroke-linejoin="{stroke.join}"'
            if stroke.join == "miter":
                said += f' stroke-miterlimit="{number(stroke.miter_limit)}"'
            said += f' stroke-width="{numbers[stroke.width]}"'
        return said


class Content:
    """The elements of a page or a symbol as text, and the definitions that they need."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._numbers = library.numbers
        self._ended = 0, ""  # how many parts there were when a layer ended, and how that begins
        self.parts: list[str] = []
        self.needs: dict[str, Definition] = {}

    def file(self, title: str, said: str, size: tuple[str, str], rule: str = "") -> str:
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
        inside = (element("title", {}, _escaped(readable)), element("desc", {}, _escaped(said)),
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
                    self._text(item)
                case Use():
                    self._refer(self._library.symbol(item.symbol), self._transform(item.transform), "")
                case Path():
                    self._path(item)
                case Group() if item.layer:
                    self.layer(item.layer.value, partial(self._inner, item))
                case Group():
                    self._inner(item)
                case Image():
                    x, y = self._numbers[item.x], self._numbers[item.y]
                    self._refer(self._library.image(item), f' x="{x}"', f' y="{y}"')
                case _:
                    assert_never(item)

    def _text(self, text: Text) -> None:
        uses, needs = self._library.runs[text.font, text.string, text.tracking / text.size]
        if not uses:
            return
        self.needs.update(needs)
        scale = number(text.size / MM / face(text.font).units_per_em, 9)
        place = f"matrix({scale} 0 0 {scale} {self._numbers[text.x]} {self._numbers[text.y]})"
        self.parts.append(f'<g transform="{place}" fill="{text.color.hex()}" aria-label="{_escaped(text.string)}">'
                          f"{uses}</g>")

    def _refer(self, definition: Definition, before: str, behind: str) -> None:
        self.needs[definition.name] = definition
        self.parts.append(f'<use{before} xlink:href="#{definition.name}"{behind} />')

    def _path(self, path: Path) -> None:
        if not path.fill and not path.stroke:
            return
        numbers, style = self._numbers, self._library.styles[path.fill, path.stroke, path.rule]
        repeats = _repeats(path) if self._library.repeats else None
        if not repeats:
            data = _path_data(path.segments, numbers.__getitem__)
            self.parts.append(f'<path d="{data}"{style} />' if data else f"<path{style} />")
            return
        data = _path_data(repeats[0], numbers.__getitem__)
        shape = self._library.once(data, lambda: self._library.define("o", "path", {"d": data}))
        self.needs[shape.name] = shape
        uses = (f'<use x="{numbers[x]}" y="{numbers[y]}" xlink:href="#{shape.name}" />' for x, y in repeats[1])
        self.parts.append(f"<g{style}>{''.join(uses)}</g>")

    def layer(self, label: str, draw: Callable[[], None]) -> None:
        """Draw in the group that Inkscape shows as a layer; neighbours on the same layer share one."""
        start = f'<g inkscape:groupmode="layer" inkscape:label="{label}">'
        again = self._ended == (len(self.parts), start)
        if not again:
            self.parts.append(start)
        elif self.parts[-1] == "</g>":
            self.parts.pop()
        else:
            self.parts[-1] = start
        self._end(start, draw, begun=not again or self.parts[-1] == start)
        self._ended = len(self.parts), start

    def _end(self, start: str, draw: Callable[[], None], *, begun: bool) -> None:
        """Draw what stands in a group, the last part if it has just `begun`, and end it."""
        count = len(self.parts)
        draw()
        if begun and len(self.parts) == count:
            self.parts[-1] = f"{start[:-1]} />"
        else:
            self.parts.append("</g>")

    def _inner(self, group: Group) -> None:
        place = self._transform(group.transform)
        if group.clip:
            rule = {"clip-rule": "evenodd"} if group.clip.rule == "evenodd" else {}
            shape = element("path", {**rule, "d": _path_data(group.clip.segments, self._numbers.__getitem__)})
            clip = self._library.define("c", "clipPath", {}, shape)
            self.needs[clip.name] = clip
            place = f' clip-path="url(#{clip.name})"{place}'
        if not place:
            self.draw(group.items)
            return
        self.parts.append(f"<g{place}>")
        self._end(f"<g{place}>", lambda: self.draw(group.items), begun=True)

    def _transform(self, transform: Transform) -> str:
        if transform == IDENTITY:
            return ""
        a, b, c, d, e, f = transform
        x, y = self._numbers[e], self._numbers[f]
        if a == d == 1 and not b and not c:
            return f' transform="translate({x} {y})"'
        turn = " ".join([number(value, 8) for value in (a, b, c, d)])
        return f' transform="matrix({turn} {x} {y})"'


def _escaped(words: str) -> str:
    return words.translate(_ESCAPES)


def _path_data(segments: Iterable[Segment], text: Callable[[float], str]) -> str:
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


# --- paths that say the same again and again, such as a thousand dots ---


def _repeats(path: Path) -> tuple[list[Segment], list[Point]] | None:
    """Return the outline, from the origin on, of which alone a path consists, and its many places; or None.

    Only of what is filled and nothing more: all outlines turn the same way round, so that nothing cancels out, and they
    can be filled one by one.
    """
    if path.stroke or not path.fill or path.rule != "nonzero" or len(path.segments) < 3 * LEAST:
        return None
    parts = outlines(path.segments)
    shape = _shape(parts[0])
    if len(parts) < LEAST or any(_shape(part) != shape for part in parts):
        return None
    return _moved(parts[0]), [(part[0].x, part[0].y) for part in parts if not isinstance(part[0], Close)]


def _moved(outline: Sequence[Segment]) -> list[Segment]:
    first = outline[0]
    assert isinstance(first, Move)
    return [type(part)(*(value - (first.y if place % 2 else first.x) for place, value in enumerate(part)))
            for part in outline]


def _shape(outline: Sequence[Segment]) -> list[tuple[type[Segment], tuple[float, ...]]]:
    return [(type(part), tuple(round(value, _EXACT) for value in part)) for part in _moved(outline)]


# --- text that stays text ---


class LiveContent(Content):
    """Elements with live text, which can be edited, searched and read aloud; only a browser shows it in our fonts.

    Each word stands where the layout put it, so that a substitute font cannot spoil the line. The fonts travel in
    the file as subsets; programs that ignore these take a font of the same name if it is installed.
    """

    def _text(self, text: Text) -> None:
        embedded = self._own(text) if text.font.startswith(OWN) else self._bundled(text)
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

    def _bundled(self, text: Text) -> str:
        whole = not _KEPT.issuperset(text.string)
        family = f"printshop-{text.font}-whole" if whole else f"printshop-{text.font}"
        self._carry(family, family, lambda: _data(text.font, whole))
        return family

    def _own(self, text: Text) -> str:
        """Do the same for a player's font, which is carried letter by letter: it may have tens of thousands."""
        family = f"printshop-{fonts.title(text.font)}"
        for char in dict.fromkeys(text.string):
            self._carry((text.font, char), family, lambda char=char: (  # type: ignore[misc]
                f"ttf;base64,{base64.b64encode(fonts.packed(text.font, char)).decode('ascii')}"),
                f";unicode-range:U+{ord(char):X}")
        return family

    def _carry(self, key: Hashable, family: str, data: Callable[[], str], more: str = "") -> None:
        font = self._library.once(key, lambda: self._library.define(
            "f", "style", {"type": "text/css"},
            f"<![CDATA[@font-face{{font-family:{family};src:url(data:font/{data()}){more}}}]]>"))
        self.needs[font.name] = font


@cache
def _name(font: str) -> tuple[str, bool, bool]:
    from fontTools.ttLib import TTFont

    if font.startswith(OWN):
        return (fonts.family(font), *fonts.style(font))
    with TTFont(face(font).path, lazy=True) as file:
        names, style = file["name"], file["OS/2"].fsSelection
        return names.getDebugName(16) or names.getDebugName(1), bool(style & 1 << 5), bool(style & 1)


@cache
def _data(font: str, whole: bool) -> str:
    """Return a face as the rest of a data URI: the whole, or what is usual of it."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    if whole:
        return f"ttf;base64,{base64.b64encode(face(font).path.read_bytes()).decode('ascii')}"
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["meta"]  # it would be dropped with a warning
    with TTFont(face(font).path, recalcTimestamp=False) as file:  # the same page is the same file
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(sorted(_KEPT)))
        subsetter.subset(file)
        file.flavor = "woff"
        data = BytesIO()
        file.save(data, reorderTables=False)
    return f"woff;base64,{base64.b64encode(data.getvalue()).decode('ascii')}"
