"""The metrics of TrueType files, read from their tables: importing and using fontTools takes ten times as long.

Positions and formats are those of the OpenType specification, chapters head, hhea, maxp, OS/2, hmtx, loca and cmap.
Of cmap, a subtable for Windows is read: all characters (platform 3, encoding 10, format 12) or else those of the Basic
Multilingual Plane (encoding 1, format 4). Every bundled font has one of them.
"""

from __future__ import annotations

from struct import unpack_from
from typing import NamedTuple


class FontMetrics(NamedTuple):
    """The metrics of a font file in units of the font: `units_per_em` of them are one em.

    `descender` is negative. `cap_top` and `x_top` are the largest y of "H" and "x". `advances` has all characters.
    """

    units_per_em: int
    ascender: int
    descender: int
    cap_top: int
    x_top: int
    advances: dict[str, int]


def read_font_metrics(data: bytes) -> FontMetrics:
    """Return the metrics of a TrueType file."""
    (table_count,) = unpack_from(">H", data, 4)
    records = (unpack_from(">4s4xI", data, 12 + 16 * number) for number in range(table_count))
    places: dict[bytes, int] = dict(records)
    (units_per_em,) = unpack_from(">H", data, places[b"head"] + 18)
    (long_offsets,) = unpack_from(">h", data, places[b"head"] + 50)
    (glyph_count,) = unpack_from(">H", data, places[b"maxp"] + 4)
    (metric_count,) = unpack_from(">H", data, places[b"hhea"] + 34)
    widths = unpack_from(f">{2 * metric_count}H", data, places[b"hmtx"])[::2]
    widths += widths[-1:] * (glyph_count - metric_count)  # the last width is that of all further glyphs
    glyphs = _read_glyphs(data, places[b"cmap"])

    def read_top(char: str) -> int:
        place = glyphs[ord(char)]
        (offset,) = (unpack_from(">I", data, places[b"loca"] + 4 * place) if long_offsets
                     else (2 * unpack_from(">H", data, places[b"loca"] + 2 * place)[0],))
        (top,) = unpack_from(">h", data, places[b"glyf"] + offset + 8)
        return int(top)

    ascender, descender = unpack_from(">hh", data, places[b"OS/2"] + 68)
    return FontMetrics(units_per_em, ascender, descender, read_top("H"), read_top("x"),
                       {chr(code): widths[glyph] for code, glyph in glyphs.items()})


def _read_glyphs(data: bytes, place: int) -> dict[int, int]:
    """Return the number of the glyph of each character code. `place` is that of the table cmap."""
    (count,) = unpack_from(">H", data, place + 2)
    offsets = {(platform, encoding): offset for platform, encoding, offset
               in (unpack_from(">HHI", data, place + 4 + 8 * number) for number in range(count))}
    if (3, 10) in offsets:
        return _read_groups(data, place + offsets[3, 10])
    return _read_segments(data, place + offsets[3, 1])


def _read_groups(data: bytes, place: int) -> dict[int, int]:
    glyphs: dict[int, int] = {}
    (count,) = unpack_from(">I", data, place + 12)
    for group in range(count):
        first, last, glyph = unpack_from(">3I", data, place + 16 + 12 * group)
        glyphs.update(zip(range(first, last + 1), range(glyph, glyph + last + 1 - first), strict=True))
    return glyphs


def _read_segments(data: bytes, place: int) -> dict[int, int]:
    glyphs: dict[int, int] = {}
    length, _, double_count = unpack_from(">3H", data, place + 2)
    words = unpack_from(f">{length // 2}H", data, place)
    count = double_count // 2
    lasts, firsts, deltas, offsets = (words[start:start + count] for start in (7, 8 + count, 8 + 2 * count,
                                                                               8 + 3 * count))
    for segment, (last, first, delta, offset) in enumerate(zip(lasts, firsts, deltas, offsets, strict=True)):
        # an offset leads from its own place to the glyphs of the segment
        start = 8 + 3 * count + segment + offset // 2 - first
        for code in range(first, last + 1):
            glyph = words[start + code] if offset else code
            if (glyph or not offset) and (number := (glyph + delta) & 0xFFFF):
                glyphs[code] = number
    return glyphs
