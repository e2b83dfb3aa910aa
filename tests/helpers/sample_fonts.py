"""Small fonts made for tests: TrueType and CFF outlines, collections, a variable one, and odd ones.

Every character is a box, 1000 units broad and 600 high with a notch that is the broader the later it comes; the em is
1000.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

if TYPE_CHECKING:
    from pathlib import Path

SIGNS = "大和武蔵鎮遠春風日本海戦艦隊第三、。「」ー・ァかがきッ"
EM = 1000


def build(signs: str = SIGNS, family: str = "Signs", *, cubic: bool = False, bold: bool = False,
          fs_type: int = 0, varies: bool = False, advance: int = EM) -> TTFont:
    """Return a font of these characters."""
    names = {char: f"u{ord(char):04X}" for char in signs}
    order = [".notdef", *names.values()]
    builder = FontBuilder(EM, isTTF=not cubic)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap({ord(char): name for char, name in names.items()})
    glyphs = {name: _draw_glyph(number, cubic, empty=name.removeprefix("u") in {"0020", "3000"})
              for number, name in enumerate(order)}
    if cubic:
        builder.setupCFF(f"{family}-Regular", {"FullName": family}, glyphs, {})
    else:
        builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics(dict.fromkeys(order, (advance, 0)))
    builder.setupHorizontalHeader(ascent=880, descent=-120)
    style = "Bold" if bold else "Regular"
    builder.setupNameTable({"familyName": family, "styleName": style, "fullName": f"{family} {style}",
                            "psName": f"{family.replace(' ', '')}-{style}"})
    builder.setupOS2(sTypoAscender=880, sTypoDescender=-120, fsType=fs_type, usWeightClass=700 if bold else 400)
    builder.setupPost()
    if varies:
        builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
        wider = {name: [TupleVariation({"wght": (0, 1, 1)}, [(0, 0)] * 6 + [(0, 0), (80, 0), (0, 0), (0, 0)])]
                 for name in order}
        builder.setupGvar(wider)
    return builder.font


def _draw_glyph(number: int, cubic: bool, *, empty: bool) -> Any:
    pen: Any = T2CharStringPen(EM, None) if cubic else TTGlyphPen(None)
    if not empty:
        pen.moveTo((0, 0))
        for x, y in ((EM, 0), (EM, 600), (100 + 10 * number, 600)):
            pen.lineTo((x, y))
        if cubic:
            pen.curveTo((90, 600), (0, 510), (0, 420))
        else:
            pen.qCurveTo((0, 600), (0, 420))
        pen.closePath()
    return pen.getCharString() if cubic else pen.glyph()


def data(font: TTFont) -> bytes:
    """Return a font's file."""
    buffer = BytesIO()
    font.save(buffer)
    return buffer.getvalue()


def write(path: Path, signs: str = SIGNS, family: str = "Signs", **kind: Any) -> Path:
    """Write a font to a file and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data(build(signs, family, **kind)))
    return path


def write_collection(path: Path, *families: str) -> Path:
    """Write a collection of fonts, each of another family with one character more than the one before."""
    collection = TTCollection()
    collection.fonts = [build(SIGNS[: number + 1], family) for number, family in enumerate(families)]
    collection.save(path)
    return path
