"""Fonts: the characters of each face, their advance widths and their outlines.

The bundled faces are in `FACES`. Within `besides`, fonts of the user follow them: TrueType and OpenType files,
collections, and variable fonts.

Lengths of a face are in ems (1 = the font size); `width` returns points for a size in points. There is no kerning and
there are no ligatures: PDF, SVG and layout agree on the sum of the advances.

fontTools is imported when the first face is read (20 ms); each face then takes 1 to 2 ms, the symbols 8 ms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, wraps
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from printshop import letters
from printshop.drawing.icons import ICONS, IconFace
from printshop.drawing.items import Segment
from printshop.drawing.packed import OWN, DrawnFace, NoGlyph
from printshop.drawing.shapes import pen_segments
from printshop.drawing.themes import Theme, worn
from printshop.files import contents
from printshop.problems import Misfit

if TYPE_CHECKING:
    from fontTools.pens.recordingPen import RecordingPen

_FOLDER = Path(__file__).parent.parent / "fonts"

# Regular, bold, italic, bold italic. For a missing face the nearest stands in: bold italic Old Standard is its bold,
# because weight is more visible than slant. Display families have one face.
FAMILIES: Mapping[str, tuple[str, str, str, str]] = {
    family: (f"{stem}-{first}.ttf", f"{stem}-{bold}.ttf", f"{stem}-{italic}.ttf", f"{stem}-{both}.ttf")
    for family, stem, first, bold, italic, both in (
        ("plex-condensed", "IBMPlexSansCondensed", "Regular", "Bold", "Italic", "BoldItalic"),
        ("old-standard", "OldStandardTT", "Regular", "Bold", "Italic", "Bold"),
        ("alegreya", "Alegreya", "Regular", "Bold", "Italic", "BoldItalic"),
        ("barlow-condensed", "BarlowCondensed", "Regular", "Bold", "Italic", "BoldItalic"),
        ("chakra-petch", "ChakraPetch", "Regular", "Bold", "Italic", "BoldItalic"),
        ("cinzel", "Cinzel", "Bold", "Bold", "Bold", "Bold"),
        ("fell-small-capitals", "IMFellEnglishSC", "Regular", "Regular", "Regular", "Regular"),
        ("grenze-gotisch", "GrenzeGotisch", "Bold", "Bold", "Bold", "Bold"),
        ("libre-caslon", "LibreCaslonText", "Regular", "Bold", "Italic", "Bold"),
        ("orbitron", "Orbitron", "Bold", "Bold", "Bold", "Bold"),
        ("playfair", "PlayfairDisplay", "ExtraBold", "ExtraBold", "ExtraBoldItalic", "ExtraBoldItalic"),
        ("saira-condensed", "SairaCondensed", "Regular", "Bold", "Regular", "Bold"),
        ("source-serif", "SourceSerif4", "Regular", "Bold", "Italic", "BoldItalic"),
        ("ultra", "Ultra", "Regular", "Regular", "Regular", "Regular"),
        ("zilla-slab", "ZillaSlab", "Regular", "Bold", "Italic", "BoldItalic"),
    )}
"""The bundled families that a theme can name, each with the files of its four faces."""

FACES: Mapping[str, str] = {
    **{family + style: file for family, files in FAMILIES.items()
       for style, file in zip(("", "-bold", "-italic", "-bold-italic"), files, strict=True)},
    "symbols": "DejaVuSans.ttf", "symbols-bold": "DejaVuSans-Bold.ttf"}


_BESIDES: ContextVar[tuple[str, ...]] = ContextVar("own faces", default=())


@contextmanager
def besides(faces: tuple[str, ...]) -> Iterator[None]:
    """Use these faces of user fonts within the context, for characters that no bundled font has."""
    token = _BESIDES.set(faces)
    try:
        yield
    finally:
        _BESIDES.reset(token)


def around() -> tuple[tuple[str, ...], Theme]:
    """Return the context on which every layout depends: the faces of user fonts, and the theme in use."""
    return _BESIDES.get(), worn()


P = ParamSpec("P")
T = TypeVar("T")


def remembered(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache a function that sets text, as `lru_cache` does, for its latest `most` calls.

    The key includes the faces of user fonts and the theme in use.
    """

    def keeping(function: Callable[P, T]) -> Callable[P, T]:
        cached: Any = lru_cache(maxsize=most)(lambda _around, *args, **named: function(*args, **named))

        @wraps(function)
        def call(*args: P.args, **named: P.kwargs) -> T:
            result: T = cached(around(), *args, **named)
            return result

        return call

    return keeping


__all__ = ["FACES", "FAMILIES", "ICONS", "MAX_BYTES", "MAX_STEPS", "OWN", "Face", "FontError", "NoGlyph", "as_written",
           "besides", "drawn_face", "face", "faces", "icons", "outline", "remembered", "split", "styled", "width",
           "with_icons"]


def styled(role: str, bold: bool = False, italic: bool = False) -> str:
    """Return the name of the theme's face for a role: "display", "serif" for text, "sans" for figures.

    >>> styled("sans", bold=True), styled("symbols", italic=True)
    ('plex-condensed-bold', 'symbols')
    """
    return _styled(worn().family(role), bold, italic)


@cache
def _styled(family: str, bold: bool, italic: bool) -> str:
    if family.startswith(OWN):  # a user's font, whose weight may be variable
        return family.replace(f"{OWN}{REGULAR}:", f"{OWN}{BOLD}:", 1) if bold and _brought(family).varies else family
    return family + "-bold" * bold + "-italic" * (italic and family != "symbols")


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """The metrics of one font file, in ems. `descent` is positive too; `advances` has every character."""

    name: str
    path: Path
    units_per_em: int
    ascent: float
    descent: float
    cap_height: float
    x_height: float
    advances: Mapping[str, float]

    def has(self, char: str) -> bool:
        """Return whether the face has a character."""
        return char in self.advances

    def advance(self, char: str) -> float:
        """Return the advance width of a character in ems. Raises NoGlyph."""
        try:
            return self.advances[char]
        except KeyError:
            raise NoGlyph(char) from None


@cache
def face(name: str) -> Face:
    """Return a face by its name, from `FACES` or from `faces`, read on first use.

    Raises ValueError for any other name, FontError if the file of a user's font is missing.
    """
    if name.startswith(OWN):
        font = drawn_face(name)
        return Face(name, font.path, font.em, font.ascent, font.descent, 0.7, 0.5, font)
    if name not in FACES:
        raise ValueError(f"'{name}' is not a font: use one of {', '.join(FACES)}")
    file = _file(FACES[name])
    em, metrics, horizontal, glyphs = file["head"].unitsPerEm, file["OS/2"], file["hmtx"].metrics, file.getBestCmap()
    cap_height, x_height = (file["glyf"][glyphs[ord(char)]].yMax / em for char in "Hx")
    # Some fonts map control characters such as tab and newline by mistake.
    advances = {chr(code): horizontal[glyph][0] / em for code, glyph in glyphs.items()
                if unicodedata.category(chr(code)) != "Cc"}
    ascent, descent = metrics.sTypoAscender / em, -metrics.sTypoDescender / em
    # Capitals are then centred in their line in every family, however much room its metrics have for accents.
    if ascent + descent > _LINE_BOX:
        ascent, descent = _ABOVE + cap_height / 2, 1 - _ABOVE - cap_height / 2
    return Face(name, _FOLDER / FACES[name], em, ascent, descent, cap_height, x_height, advances)


_LINE_BOX = 1.02  # ems: the metrics of taller faces have room for accents on capitals
_ABOVE = 0.42  # ems from the middle of the capitals to the top of the line, for such faces


@cache
def _file(name: str) -> Any:
    from fontTools.ttLib import TTFont

    # From memory, so that no file stays open; lazily, so that only the tables in use are read.
    file = TTFont(BytesIO((_FOLDER / name).read_bytes()), lazy=True)
    # Real glyph names are slow to read and not needed.
    file.setGlyphOrder([f"glyph{number}" for number in range(file["maxp"].numGlyphs)])
    return file


@cache
def _glyphs(name: str) -> tuple[Any, Mapping[int, str]]:
    """Return the glyph set of a font file, and the glyph name of each character code."""
    file = _file(name)
    return file.getGlyphSet(), file.getBestCmap()


# Words recur on every sheet; the sum of advances depends on nothing but the string and the face.
@lru_cache(maxsize=65536)
def _ems(string: str, font: str) -> float:
    advances = face(font).advances
    try:
        return sum([advances[char] for char in string])
    except KeyError:
        raise NoGlyph(char for char in string if char not in advances) from None


def width(string: str, font: str, size: float, tracking: float = 0.0) -> float:
    """Return the advance width in points; `tracking` points follow every character, as in `items.Text`.

    Raises NoGlyph for characters that the face lacks: split the text with `split` first.
    """
    return _ems(string, font) * size + tracking * len(string)


def _icons() -> IconFace | None:
    name = next((name for name in _BESIDES.get() if name.startswith(ICONS)), "")
    return icons(name) if name else None


def with_icons(markup: str) -> str:
    """Return markup with the names of icons ("<hit>") replaced by their characters."""
    face = _icons() if "<" in markup else None
    return face.set(markup) if face else markup


def as_written(string: str) -> str:
    """Return a string with the characters of icons replaced by their names ("<hit>")."""
    face = _icons()
    return "".join(f"<{face.as_written(char)}>" if char in face else char for char in string) if face else string


@remembered(65536)
def split(string: str, font: str) -> tuple[tuple[str, str], ...]:
    """Split a string into runs (face name, substring), each in one face that has all its characters.

    A letter and its accents are in one face if any face has them all. The order of faces is: `font`, the symbols, the
    user's faces with those of matching weight and slant first. Raises NoGlyph with every character that no face has.

    >>> split("Move → ☐", "plex-condensed")
    (('plex-condensed', 'Move → '), ('symbols', '☐'))
    """
    advances = face(font).advances
    if advances.keys() >= {*string}:
        return ((font, string),) if string else ()
    bold, italic = "bold" in font, "italic" in font
    suiting = sorted(_BESIDES.get(), key=lambda name: (
        drawn_face(name).bold != bold, drawn_face(name).italic != italic))
    chain = dict.fromkeys((font, *(("symbols-bold", "symbols") if bold else ("symbols", "symbols-bold")), *suiting))

    def owner(part: str) -> str:  # the first face with all of its characters; "" if there is none, or a refused one
        if any(map(letters.refusal, part)):
            return ""
        return next((name for name in chain if all(map(face(name).has, part))), "")

    owned: list[tuple[str, str]] = []
    for part in _CLUSTER.findall(string):
        name = owner(part)
        owned += [(name, part)] if name or len(part) == 1 else [(owner(char), char) for char in part]
    if missing := [part for name, part in owned if not name]:
        raise NoGlyph(missing)
    runs = groupby(owned, key=lambda pair: pair[0])
    return tuple((name, "".join(part for _, part in run)) for name, run in runs)


_CLUSTER = re.compile(".[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u3099\u309a]*", re.DOTALL)
"""A character with the accents that follow it."""


@cache
def outline(font: str, char: str) -> tuple[Segment, ...]:
    """Return the outline of a character: ems, baseline at y = 0, y down, filled by the nonzero rule.

    It is empty for a space. Raises NoGlyph.
    """
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    if not face(font).has(char):
        raise NoGlyph(char)
    if font.startswith(OWN):
        pen = drawn_face(font).outline(char)
    else:
        glyphs, names = _glyphs(FACES[font])
        pen = DecomposingRecordingPen(glyphs)
        glyphs[names[ord(char)]].draw(pen)
    scale = 1 / face(font).units_per_em
    return tuple(pen_segments((command, [point and (point[0] * scale, 0.0 - point[1] * scale) for point in points])
                              for command, points in pen.value))


# --- fonts that users bring ----------------------------------------------------------------------------------
#
# HarfBuzz reads them: it opens a font of twenty megabytes at once, and is safe with hostile files. Of a font file, only
# the outlines and widths of the characters in use go into a document: `packed` makes a font of these. The name of a
# face has everything needed to load it: weight, index in the file, time of the file's last change, path.

MAX_BYTES = 100_000_000
_MAX_FACES = 64  # of one file
MAX_STEPS = 20_000  # pen commands in a character's outline
_MAX_REACH = 30_000  # font units from the origin: the limit of a font file is 32,767

REGULAR, BOLD = 400, 700
HEAVY = 600  # the least weight that counts as bold

_RESTRICTED = 0x0002  # "restricted licence embedding" in fsType of the OS/2 table
_ADVICE = {
    b"wOFF": "it is packed for web pages (WOFF): get the .ttf or .otf file of the same font",
    b"wOF2": "it is packed for web pages (WOFF2): get the .ttf or .otf file of the same font",
    b"%!PS": "it is an old PostScript font: get it as .ttf or .otf",
    b"\x80\x01": "it is an old PostScript font: get it as .ttf or .otf",
    b"PK": "it is an archive: unpack it, and name the font file in it",
}
_KINDS = (b"\x00\x01\x00\x00", b"OTTO", b"ttcf", b"true")


class FontError(Misfit):
    """A font file that cannot be used: the reason, and in `hint` what to do."""


def faces(path: Path, member: str = "") -> tuple[str, ...]:
    """Return the names of the faces of a font file, for `besides`: two if its weight can be varied.

    `member` selects a face of a collection by its position (from 1) or its name. Raises FontError.
    """
    return _faces(path, _stamp(path), member)


@lru_cache(maxsize=64)
def _faces(path: Path, stamp: int, member: str) -> tuple[str, ...]:
    blob = _blob(path, stamp)  # raises FontError if uharfbuzz is not installed
    import uharfbuzz

    count, index = min(uharfbuzz.Face(blob).count, _MAX_FACES), 0
    if member.isdecimal() and 1 <= int(member[:4]) <= count:
        index = int(member) - 1
    elif member:
        names = [_brought(f"{OWN}{REGULAR}:{place}:{stamp}:{path}").naming(4) for place in range(count)]
        folded = [name.casefold() for name in names]
        if member.casefold() not in folded:
            listed = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
            raise FontError(f"the font '{path.name}' has no face '{member}'", f"it has {listed}")
        index = folded.index(member.casefold())
    regular, bold = (f"{OWN}{weight}:{index}:{stamp}:{path}" for weight in (REGULAR, BOLD))
    if not _brought(regular).characters:
        raise FontError(f"the font '{path.name}' has no characters", "copy it again from where it came")
    return (regular, bold) if _brought(regular).varies else (regular,)


class OwnFont(DrawnFace):
    """One face of a user's font file at one weight; widths and outlines are read when they are asked for.

    It lacks characters whose glyph is empty though they should be visible.
    """

    def __init__(self, name: str) -> None:
        import uharfbuzz

        weight, index, stamp, path = name.removeprefix(OWN).split(":", 3)
        self.name, self.path = name, Path(path)
        self._face = uharfbuzz.Face(_blob(self.path, int(stamp)), int(index))
        self._hb = uharfbuzz.Font(self._face)
        self.em: int = self._face.upem
        self.varies = False
        for axis in self._face.axis_infos:
            if axis.tag == "wght":
                self.varies = axis.max_value >= HEAVY > axis.min_value
                self._hb.set_variations({"wght": min(max(int(weight), axis.min_value), axis.max_value)})
        value, tags = self._hb.get_style_value, uharfbuzz.StyleTag
        self.bold, self.italic = float(value(tags.WEIGHT)) >= HEAVY, bool(value(tags.ITALIC))
        self.family = self.naming(16) or self.naming(1) or self.path.stem
        plain = "".join(char for char in self.naming(6) or self.naming(4) or self.path.stem
                        if char.isascii() and (char.isalnum() or char == "-"))[:60] or "Font"
        # The font's name in characters allowed in PDF names, such as "NotoSansCJKjp-Regular".
        self.title = f"{plain.removesuffix('-Regular')}-Bold" if int(weight) == BOLD and self.varies else plain
        extents = self._hb.get_font_extents("ltr")
        self.ascent, self.descent = extents.ascender / self.em, -extents.descender / self.em
        self._widths: dict[str, float | None] = {}
        self._outlines: dict[str, RecordingPen] = {}

    @property
    def warning(self) -> str:
        """A warning if the font's licence forbids embedding, else ""."""
        table: bytes = self._face.reference_table("OS/2").data or b""
        if int.from_bytes(table[8:10], "big") & 0x000F != _RESTRICTED:
            return ""
        return (f"the maker of the font '{self.path.name}' does not permit embedding in other files: print your "
                "documents, and do not pass the files on")

    @cached_property
    def characters(self) -> Any:
        """The character codes for which the face has a glyph."""
        return self._face.unicodes

    def naming(self, entry: int) -> str:
        """Return an entry of the font's name table, "" if there is none.

        It has at most 100 characters, all of them printable, and no quotes or backslashes.
        """
        text = str(self._face.get_name(entry) or "")
        return "".join(char for char in text[:100] if char.isprintable() and char not in "'\"\\").strip()

    def __getitem__(self, char: str) -> float:
        if char not in self._widths:
            category = unicodedata.category(char)
            shown = (category not in {"Cc", "Cs", "Cn", "Zl", "Zp"} and ord(char) in self.characters
                     and (category in {"Zs", "Cf"} or bool(self.outline(char).value)))
            self._widths[char] = self._advance(char) / self.em if shown else None
        width = self._widths[char]
        if width is None:
            raise KeyError(char)
        return width

    def __iter__(self) -> Iterator[str]:
        return (char for char in map(chr, self.characters) if char in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _advance(self, char: str) -> float:
        """Return the advance width of a character in font units."""
        return float(self._hb.get_glyph_h_advance(self._hb.get_nominal_glyph(ord(char)) or 0))

    def outline(self, char: str) -> RecordingPen:
        """Return a pen with the outline of a character, empty if that is too long or too large. Raises NoGlyph."""
        from fontTools.pens.recordingPen import RecordingPen

        if char not in self._outlines:
            glyph = self._hb.get_nominal_glyph(ord(char))
            if glyph is None:
                raise NoGlyph(char)
            pen, advance = RecordingPen(), self._advance(char)
            self._hb.draw_glyph_with_pen(glyph, pen)
            points = [point for _, points in pen.value for point in points]
            # `packed` also stores the distance from the right edge to the advance: it has to fit into a font, too.
            right = max((x for x, _ in points), default=advance)
            sane = (len(pen.value) <= MAX_STEPS and abs(advance - right) <= _MAX_REACH
                    and all(abs(x) <= _MAX_REACH >= abs(y) for x, y in points))
            self._outlines[char] = pen if sane else RecordingPen()
        return self._outlines[char]


_brought = lru_cache(maxsize=64)(OwnFont)


def drawn_face(name: str) -> DrawnFace:
    """Return the face of a user's font, or of a game's icons, by its name. Raises FontError."""
    return icons(name) if name.startswith(ICONS) else _brought(name)


icons = lru_cache(maxsize=16)(IconFace)
"""Return the face of a game's icons by its name."""


def _stamp(path: Path) -> int:
    """Return the time when a file was changed, in nanoseconds. Raises FontError if there is no such file."""
    try:
        changed = path.stat().st_mtime_ns
    except (OSError, ValueError) as error:
        raise FontError(f"there is no font '{path.name}'", f"looked for {path}") from error
    if path.is_dir():
        raise FontError(f"'{path.name}' is a folder, not a font", "name a file in it")
    return changed


@lru_cache(maxsize=8)
def _blob(path: Path, _stamp: int) -> Any:
    """Return the content of a font file for HarfBuzz. Raises FontError if it cannot be used as a font."""
    try:
        import uharfbuzz
    except ImportError as error:
        raise FontError(f"the font '{path.name}' cannot be read without uharfbuzz", "pip install uharfbuzz") from error

    try:
        data = contents(path, MAX_BYTES)
    except OSError as error:
        raise FontError(f"cannot read the font '{path.name}': {(error.strerror or str(error)).lower()}") from error
    if len(data) > MAX_BYTES:
        raise FontError(f"the font '{path.name}' has more than {MAX_BYTES:,} bytes", "use one with fewer weights")
    if not data.startswith(_KINDS):
        advices = (advice for magic, advice in _ADVICE.items() if data.startswith(magic))
        raise FontError(f"'{path.name}' is not a font that can be used", next(advices, "use a .ttf or .otf file"))
    return uharfbuzz.Blob(data)
