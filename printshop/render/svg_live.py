"""Text that stays text: it can be edited, searched and read aloud; only a browser shows it in our fonts.

Each word stands where the layout put it, so that a substitute font cannot spoil the line. The fonts travel in
the file as subsets; programs that ignore these take a font of the same name if it is installed.
"""

from __future__ import annotations

import base64
from functools import cache, partial
from io import BytesIO
from re import finditer
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

from printshop.drawing import own_fonts
from printshop.drawing.fonts import OWN, face, width
from printshop.render import number
from printshop.render.svg_content import Content, Definition, Element, Ready, millimetres
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.drawing.items import Text

# Latin, punctuation, arrows, signs and shapes: what pages are made of. A face that is used for anything else
# is carried whole.
_BLOCKS = (
    (0x20, 0x7F), (0xA0, 0x180), (0x2010, 0x205F), (0x2190, 0x2200),
    (0x2212, 0x2266), (0x25A0, 0x27C0),
)
_KEPT = frozenset(chr(code) for first, end in _BLOCKS for code in range(first, end))


class LiveContent(Content):
    """Elements with live text."""

    def _text(self, text: Text, parent: Element) -> None:
        family = self._own(text) if text.font.startswith(OWN) else self._bundled(text)
        xml = ET.Element("text", _attributes(text, family))
        for x, word in _words(text):
            ET.SubElement(xml, "tspan", {"x": millimetres(x), "y": millimetres(text.y)}).text = word
        parent.add(Ready(xml))

    def _bundled(self, text: Text) -> str:
        """Return the family of a text's font, and see to it that the file has it."""
        whole = not _KEPT.issuperset(text.string)
        family = f"printshop-{text.font}-whole" if whole else f"printshop-{text.font}"
        font = self._library.once(family, lambda: self._font(family, _data(text.font, whole)))
        self.needs[font.name] = font
        return family

    def _own(self, text: Text) -> str:
        """Do the same for a player's font, which is carried letter by letter: it may have tens of thousands."""
        family = f"printshop-{own_fonts.title(text.font)}"
        for char in dict.fromkeys(text.string):
            font = self._library.once((text.font, char), partial(self._letter, family, text.font, char))
            self.needs[font.name] = font
        return family

    def _letter(self, family: str, font: str, char: str) -> Definition:
        data = base64.b64encode(own_fonts.packed(font, char)).decode("ascii")
        return self._font(family, f"ttf;base64,{data}", f";unicode-range:U+{ord(char):X}")

    def _font(self, family: str, data: str, more: str = "") -> Definition:
        rule = f"@font-face{{font-family:{family};src:url(data:font/{data}){more}}}"
        return self._library.define("f", self._make.style(rule))


def _words(text: Text) -> Iterable[tuple[float, str]]:
    for match in finditer(r"\S+", text.string):
        before = text.string[: match.start()]
        yield text.x + width(before, text.font, text.size, text.tracking), match[0]


def _attributes(text: Text, embedded: str) -> dict[str, str]:
    name = _name(text.font)
    attributes = {
        "font-family": f"{embedded}, '{name.family}'",
        "font-size": number(text.size / MM, 5),
        "fill": text.color.hex(),
        # The layout knows neither kerning nor ligatures, and a bold face is not to be made bolder.
        "style": "font-kerning:none;font-variant-ligatures:none;font-synthesis:none",
    }
    if name.bold:
        attributes["font-weight"] = "bold"
    if name.italic:
        attributes["font-style"] = "italic"
    if text.tracking:
        attributes["letter-spacing"] = number(text.tracking / MM, 5)
    return attributes


class _Name(NamedTuple):
    family: str
    bold: bool
    italic: bool


@cache
def _name(font: str) -> _Name:
    from fontTools.ttLib import TTFont

    if font.startswith(OWN):
        return _Name(own_fonts.family(font), *own_fonts.style(font))
    with TTFont(face(font).path, lazy=True) as file:
        names, style = file["name"], file["OS/2"].fsSelection
        family = names.getDebugName(16) or names.getDebugName(1)
        return _Name(family, bool(style & 1 << 5), bool(style & 1))


@cache
def _data(font: str, whole: bool) -> str:
    """Return a face as the rest of a data URI: the whole, or what is usual of it."""
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    if whole:
        return f"ttf;base64,{base64.b64encode(face(font).path.read_bytes()).decode('ascii')}"
    options = Options(layout_features=[], hinting=False, notdef_outline=True)
    options.drop_tables += ["meta"]  # it would be dropped with a warning
    with TTFont(face(font).path, recalcTimestamp=False) as file:  # the same bytes tomorrow
        subsetter = Subsetter(options)
        subsetter.populate(text="".join(sorted(_KEPT)))
        subsetter.subset(file)
        file.flavor = "woff"
        data = BytesIO()
        file.save(data, reorderTables=False)
    return f"woff;base64,{base64.b64encode(data.getvalue()).decode('ascii')}"
