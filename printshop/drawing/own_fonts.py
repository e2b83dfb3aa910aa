"""Fonts that players bring: TrueType and OpenType files, collections of them, variable fonts.

HarfBuzz reads them: it takes a font of twenty megabytes in no time and a hostile one without harm. Nothing of a file
goes into what is printed but the outlines and widths of the characters in use: `packed` makes a font of those.

The name of a face says all that it takes to find it: which file, as it was when, which face of it, how bold.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from io import BytesIO
from pathlib import Path as File
from typing import TYPE_CHECKING, Any

from printshop.drawing.fonts import OWN, Face, NoGlyph, OwnFace
from printshop.drawing.misfit import Misfit
from printshop.files import contents

if TYPE_CHECKING:
    from collections.abc import Iterable

    from printshop.drawing.geometry import Point

    Command = tuple[str, tuple[Point, ...]]

MAX_BYTES = 100_000_000
MAX_FACES = 64  # in one file
MAX_STEPS = 20_000  # of a character's outline
MAX_REACH = 30_000  # units of the font: a font file holds no more than 32,767

REGULAR, BOLD = 400, 700
HEAVY = 600  # a face at least this heavy is a bold one

_RESTRICTED = 0x0002  # of the OS/2 table's fsType
_ADVICE = {
    b"wOFF": "it is packed for web pages (WOFF): get the .ttf or .otf file of the same font",
    b"wOF2": "it is packed for web pages (WOFF2): get the .ttf or .otf file of the same font",
    b"%!PS": "it is an old PostScript font: get it as .ttf or .otf",
    b"\x80\x01": "it is an old PostScript font: get it as .ttf or .otf",
    b"PK": "it is an archive: unpack it, and name the font file in it",
}
_KINDS = (b"\x00\x01\x00\x00", b"OTTO", b"ttcf", b"true")


class FontError(Misfit):
    """A font file that cannot be used: what is wrong, and in `hint` what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def faces(path: File, member: str = "") -> tuple[OwnFace, ...]:
    """Return the faces of a font file, for `fonts.besides`: two where its weight can be varied.

    `member` chooses from a collection, by its place (from 1) or its name. Raises FontError.
    """
    return _faces(path, _stamp(path), member)


@lru_cache(maxsize=64)
def _faces(path: File, stamp: int, member: str) -> tuple[OwnFace, ...]:
    index = _index(path, stamp, member)
    font = _font(_name(path, stamp, index, REGULAR))
    if not font.characters:
        raise FontError(f"the font '{path.name}' has no characters", "copy it again from where it came")
    weights = (REGULAR, BOLD) if font.varies else (REGULAR,)
    return tuple(_described(_name(path, stamp, index, weight)) for weight in weights)


def _described(name: str) -> OwnFace:
    font = _font(name)
    warning = ""
    if font.restricted:
        warning = (f"the maker of the font '{font.path.name}' does not permit it to be part of other files: print what "
                   "is made with it, and do not pass it on")
    return OwnFace(name, font.bold, font.italic, warning)


def face(name: str) -> Face:
    """Return a face by the name that `faces` gave it. Raises FontError if its file is gone."""
    font = _font(name)
    em = font.em
    extents = font.hb.get_font_extents("ltr")
    return Face(name, font.path, em, extents.ascender / em, -extents.descender / em, 0.7, 0.5, Advances(font))


def commands(name: str, char: str) -> tuple[Command, ...]:
    """Return the outline of a character in the units of the font, y up, as a pen of fontTools is told it."""
    return _font(name).outline(char)


def title(name: str) -> str:
    """Return what the font calls itself, in characters that are allowed in a PDF file: "NotoSansCJKjp-Regular"."""
    font = _font(name)
    own = font.naming(6) or font.naming(4) or font.path.stem
    plain = "".join(char for char in own if char.isascii() and (char.isalnum() or char == "-"))[:60] or "Font"
    return f"{plain.removesuffix('-Regular')}-Bold" if font.weight == BOLD and font.varies else plain


def family(name: str) -> str:
    """Return the name of the family that a face belongs to."""
    font = _font(name)
    return font.naming(16) or font.naming(1) or font.path.stem


def style(name: str) -> tuple[bool, bool]:
    """Return whether a face is bold, and whether it is italic."""
    font = _font(name)
    return font.bold, font.italic


def warning(name: str) -> str:
    """Return what is odd about a face, "" for most."""
    return _described(name).warning


def packed(name: str, characters: Iterable[str]) -> bytes:
    """Return a TrueType font of these characters only, in their order: glyph 1 is the first of them.

    Cubic curves become quadratic ones that are nowhere further off than a thousandth of the em.
    """
    from fontTools.fontBuilder import FontBuilder

    font = _font(name)
    glyphs = {".notdef": _glyph(font, "")} | {f"u{ord(char):04X}": _glyph(font, char) for char in characters}
    codes = {ord(char): f"u{ord(char):04X}" for char in characters}
    widths = {glyph: round(font.advance(chr(code))) for code, glyph in codes.items()}
    builder = FontBuilder(font.em, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap(codes)
    builder.setupGlyf(glyphs)
    table = builder.font["glyf"]
    builder.setupHorizontalMetrics({glyph: (widths.get(glyph, font.em), getattr(table[glyph], "xMin", 0))
                                    for glyph in glyphs})
    own = face(name)
    rise, fall = round(own.ascent * font.em), round(own.descent * font.em)
    builder.setupHorizontalHeader(ascent=rise, descent=-fall)
    builder.setupNameTable({"familyName": title(name), "styleName": "Regular", "psName": title(name)})
    builder.setupOS2(sTypoAscender=rise, sTypoDescender=-fall, usWinAscent=max(rise, 0), usWinDescent=max(fall, 0))
    builder.setupPost(keepGlyphNames=False)
    data = BytesIO()
    builder.save(data)
    return data.getvalue()


def _glyph(font: _Font, char: str) -> Any:
    from fontTools.pens.cu2quPen import Cu2QuPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    made = TTGlyphPen(None)
    pen = Cu2QuPen(made, font.em / 1000)
    for command, points in font.outline(char) if char else ():
        getattr(pen, command)(*points)
    return made.glyph()


class Advances(Mapping[str, float]):
    """The characters of a face with their widths in ems; each is looked up when it is asked for."""

    def __init__(self, font: _Font) -> None:
        self._font = font
        self._known: dict[str, float | None] = {}

    def __getitem__(self, char: str) -> float:
        if char not in self._known:
            self._known[char] = self._font.advance(char) / self._font.em if self._font.shows(char) else None
        found = self._known[char]
        if found is None:
            raise KeyError(char)
        return found

    def __iter__(self) -> Iterator[str]:
        return (char for char in map(chr, self._font.characters) if char in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class _Font:
    """One face of a file at one weight."""

    def __init__(self, path: File, stamp: int, index: int, weight: int) -> None:
        import uharfbuzz

        self.path, self.weight = path, weight
        self.face = uharfbuzz.Face(_blob(path, stamp), index)
        self.hb = uharfbuzz.Font(self.face)
        self.em: int = self.face.upem
        self.varies = False
        for axis in self.face.axis_infos:
            if axis.tag == "wght":
                self.varies = axis.max_value >= HEAVY > axis.min_value
                self.hb.set_variations({"wght": min(max(weight, axis.min_value), axis.max_value)})
        self._outlines: dict[str, tuple[Command, ...]] = {}

    @cached_property
    def characters(self) -> Any:
        """The code points for which the face has a glyph."""
        return self.face.unicodes

    @property
    def bold(self) -> bool:
        from uharfbuzz import StyleTag

        return float(self.hb.get_style_value(StyleTag.WEIGHT)) >= HEAVY

    @property
    def italic(self) -> bool:
        from uharfbuzz import StyleTag

        return bool(self.hb.get_style_value(StyleTag.ITALIC))

    @property
    def restricted(self) -> bool:
        """Whether the font's maker forbids that it becomes part of another file."""
        table: bytes = self.face.reference_table("OS/2").data or b""
        return int.from_bytes(table[8:10], "big") & 0x000F == _RESTRICTED

    def naming(self, entry: int) -> str:
        """Return an entry of the font's table of names, fit for any file; "" if it has none."""
        text = str(self.face.get_name(entry) or "")
        return "".join(char for char in text[:100] if char.isprintable() and char not in "'\"\\").strip()

    def shows(self, char: str) -> bool:
        """Say whether something is seen of a character, or nothing should be."""
        category = unicodedata.category(char)
        if category in {"Cc", "Cs", "Cn", "Zl", "Zp"} or ord(char) not in self.characters:
            return False
        return category in {"Zs", "Cf"} or bool(self.outline(char))

    def advance(self, char: str) -> float:
        return float(self.hb.get_glyph_h_advance(self.hb.get_nominal_glyph(ord(char)) or 0))

    def outline(self, char: str) -> tuple[Command, ...]:
        """Return the outline of a character, none for one without end or far out. Raises NoGlyph."""
        if char not in self._outlines:
            glyph = self.hb.get_nominal_glyph(ord(char))
            if glyph is None:
                raise NoGlyph(char)
            pen = _Pen()
            self.hb.draw_glyph_with_pen(glyph, pen)
            sane = len(pen.commands) <= MAX_STEPS and _near(pen.commands, self.advance(char))
            self._outlines[char] = tuple(pen.commands) if sane else ()
        return self._outlines[char]


def _near(commands: list[Command], advance: float) -> bool:
    """Say whether an outline reaches no farther than can be written into a font again, from its end, too."""
    points = [point for _, own in commands for point in own]
    right = max((x for x, _ in points), default=advance)
    return abs(advance - right) <= MAX_REACH and all(abs(x) <= MAX_REACH >= abs(y) for x, y in points)


class _Pen:
    """Takes down what HarfBuzz draws."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def moveTo(self, *points: Point) -> None:  # noqa: N802 - the names of fontTools' pens
        self.commands.append(("moveTo", points))

    def lineTo(self, *points: Point) -> None:  # noqa: N802
        self.commands.append(("lineTo", points))

    def curveTo(self, *points: Point) -> None:  # noqa: N802
        self.commands.append(("curveTo", points))

    def qCurveTo(self, *points: Point) -> None:  # noqa: N802
        self.commands.append(("qCurveTo", points))

    def closePath(self) -> None:  # noqa: N802
        self.commands.append(("closePath", ()))


# --- files and names ----------------------------------------------------------------------------------------


def _name(path: File, stamp: int, index: int, weight: int) -> str:
    return f"{OWN}{weight}:{index}:{stamp}:{path}"


@lru_cache(maxsize=64)
def _font(name: str) -> _Font:
    weight, index, stamp, path = name.removeprefix(OWN).split(":", 3)
    return _Font(File(path), int(stamp), int(index), int(weight))


def _stamp(path: File) -> int:
    """Return when a file was changed. Raises FontError if there is none."""
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError) as error:
        raise FontError(f"there is no font '{path.name}'", f"looked for {path}") from error
    if path.is_dir():
        raise FontError(f"'{path.name}' is a folder, not a font", "name a file in it")
    return changed


@lru_cache(maxsize=8)
def _blob(path: File, _stamp: int) -> Any:
    """Return a font file for HarfBuzz. Raises FontError for what is none."""
    import uharfbuzz

    try:
        data = contents(path, MAX_BYTES)
    except OSError as error:
        raise FontError(f"cannot read the font '{path.name}': {(error.strerror or str(error)).lower()}") from error
    if len(data) > MAX_BYTES:
        raise FontError(f"the font '{path.name}' has more than {MAX_BYTES:,} bytes", "take one of fewer weights")
    if not data.startswith(_KINDS):
        known = (advice for magic, advice in _ADVICE.items() if data.startswith(magic))
        raise FontError(f"'{path.name}' is not a font that can be used", next(known, "use a .ttf or .otf file"))
    return uharfbuzz.Blob(data)


def _index(path: File, stamp: int, member: str) -> int:
    """Return which face of a file is meant. Raises FontError."""
    import uharfbuzz

    blob = _blob(path, stamp)
    count = min(uharfbuzz.Face(blob).count, MAX_FACES)
    if not member:
        return 0
    known = [_Font(path, stamp, index, REGULAR).naming(4) for index in range(count)]
    if member.isdecimal() and 1 <= int(member[:4]) <= count:
        return int(member) - 1
    if member.casefold() in (own.casefold() for own in known):
        return [own.casefold() for own in known].index(member.casefold())
    listed = ", ".join(f"{place} {own}" for place, own in enumerate(known, 1))
    raise FontError(f"the font '{path.name}' has no face '{member}'", f"it has {listed}")
