"""Players' own fonts in a PDF file: of each the characters in use, as a composite font with codes of two bytes.

The codes are the places of the characters in the order of their first use, which are the glyphs of the font that is
embedded; a table says which characters they are, so that text can be searched and copied.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from printshop.drawing import own_fonts
from printshop.drawing.fonts import face
from printshop.render import number

if TYPE_CHECKING:
    from printshop.render.pdf_objects import Objects

_FLAGS = 4  # symbolic: the codes are the font's own
_AT_ONCE = 100  # entries that a block of a character map may have
_MAP = """/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
{blocks}
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""


class OwnFonts:
    """The players' fonts of one document."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._codes: dict[str, dict[str, int]] = {}
        self._names: dict[str, str] = {}

    def show(self, font: str, string: str) -> tuple[str, str]:
        """Return the resource name of a font and the operator that shows a string in it. Raises NoGlyph."""
        known = self._codes.setdefault(font, {})
        for char in string:
            face(font).advance(char)  # which says so if there is no such character
            known.setdefault(char, len(known) + 1)
        self._names.setdefault(font, self._objects.reserve())
        codes = "".join(f"{known[char]:04X}" for char in string)
        return f"/{self._tag(font)}", f"<{codes}> Tj"

    def _tag(self, font: str) -> str:
        return f"O{list(self._codes).index(font) + 1}"

    def finish(self) -> None:
        """Write the fonts, of all characters that have been shown."""
        for font, name in self._names.items():
            self._objects.fill(name, self._composite(font).encode())
            self._objects.add_font(self._tag(font), name)

    def _composite(self, font: str) -> str:
        characters = tuple(self._codes[font])
        data = own_fonts.packed(font, characters)
        title = f"{_prefix(data)}+{own_fonts.title(font)}"
        widths = " ".join(number(1000 * face(font).advance(char), 3) for char in characters)
        inner = self._objects.add(
            f"<</Type /Font /Subtype /CIDFontType2 /BaseFont /{title} /CIDSystemInfo <</Registry (Adobe) "
            f"/Ordering (Identity) /Supplement 0>> /CIDToGIDMap /Identity /DW 1000 /W [1 [{widths}]] "
            f"/FontDescriptor {self._descriptor(font, title, data)}>>".encode()
        )
        readable = self._objects.stream(_readable(characters).encode("ascii"))
        return (f"<</Type /Font /Subtype /Type0 /BaseFont /{title} /Encoding /Identity-H "
                f"/DescendantFonts [{inner}] /ToUnicode {readable}>>")

    def _descriptor(self, font: str, title: str, data: bytes) -> str:
        own = face(font)
        rise, fall = round(1000 * own.ascent), round(-1000 * own.descent)
        file = self._objects.stream(data, f"/Length1 {len(data)}")
        return self._objects.add(
            f"<</Type /FontDescriptor /FontName /{title} /Flags {_FLAGS} /FontBBox [0 {fall} 1000 {rise}] "
            f"/ItalicAngle 0 /Ascent {rise} /Descent {fall} /CapHeight {rise} /StemV 80 /FontFile2 {file}>>".encode()
        )


def _prefix(data: bytes) -> str:
    """Return six letters that tell this selection of characters from any other."""
    digest = hashlib.md5(data, usedforsecurity=False).digest()
    return "".join(chr(ord("A") + byte % 26) for byte in digest[:6])


def _readable(characters: tuple[str, ...]) -> str:
    """Return the table of what the codes from 1 stand for."""
    lines = [f"<{code:04X}> <{char.encode('utf-16-be').hex().upper()}>" for code, char in enumerate(characters, 1)]
    blocks = [lines[start:start + _AT_ONCE] for start in range(0, len(lines), _AT_ONCE)]
    return _MAP.format(blocks="\n".join(
        "\n".join((f"{len(block)} beginbfchar", *block, "endbfchar")) for block in blocks))
