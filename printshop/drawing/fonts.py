"""Fonts: the characters of each face, their advance widths and their outlines.

The bundled faces are in `FACES`. Within `use_user_fonts`, the faces of user fonts follow the bundled faces.
User fonts are TrueType and OpenType files, collections, and variable fonts.

Lengths of a face are in ems (1 = the font size); `measure_string` returns points for a size in points.
There is no kerning and there are no ligatures, so that PDF, SVG and layout agree on the sum of the
advances.

fontTools is imported when the first face is read, and the import takes 20 ms. Reading a face then takes 1
to 2 ms, or 8 ms for the symbols.
"""

from __future__ import annotations

import re
import struct
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

from printshop import text_markup
from printshop.drawing.display_list import Segment
from printshop.drawing.shapes import read_pen_segments
from printshop.drawing.themes import Theme, current_theme
from printshop.drawing.user_fonts import ICON_FACE_PREFIX, USER_FONT_PREFIX, MissingGlyphError, OutlineFace
from printshop.files import read_up_to
from printshop.problems import DoesNotFitError

if TYPE_CHECKING:
    from fontTools.pens.recordingPen import RecordingPen

    from printshop.drawing.icons import IconFace

_FOLDER = Path(__file__).parent.parent / "fonts"

# Regular, bold, italic, bold italic. For a missing face the nearest stands in: bold italic Old Standard is its bold,
# because weight is more visible than slant. Display families have one face.
# The file of Grenze Gotisch has the plain forms of A, L, X, Y and Z (its stylistic set 1): its broken A is read as R.
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
"""The bundled families that a theme can use, each with the files of its four faces."""

FACES: Mapping[str, str] = {
    **{family + style: file for family, files in FAMILIES.items()
       for style, file in zip(("", "-bold", "-italic", "-bold-italic"), files, strict=True)},
    "symbols": "DejaVuSans.ttf", "symbols-bold": "DejaVuSans-Bold.ttf"}


_USER_FACES: ContextVar[tuple[str, ...]] = ContextVar("own faces", default=())


@contextmanager
def use_user_fonts(face_names: tuple[str, ...]) -> Iterator[None]:
    """Use faces of user fonts within the context, for characters that no bundled font has."""
    token = _USER_FACES.set(face_names)
    try:
        yield
    finally:
        _USER_FACES.reset(token)


def get_font_context() -> tuple[tuple[str, ...], Theme]:
    """Return the context on which every layout depends.

    It has the names of the user's faces, and the theme in use.
    """
    return _USER_FACES.get(), current_theme()


P = ParamSpec("P")
T = TypeVar("T")


def cache_layout(max_entries: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache the results of a function that sets text, for its latest `max_entries` calls, as `lru_cache` does.

    The key includes the faces of user fonts and the theme in use.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        cached: Any = lru_cache(maxsize=max_entries)(lambda _around, *args, **kwargs: function(*args, **kwargs))

        @wraps(function)
        def call_cached(*args: P.args, **kwargs: P.kwargs) -> T:
            result: T = cached(get_font_context(), *args, **kwargs)
            return result

        return call_cached

    return decorate


__all__ = [
    "FACES",
    "FAMILIES",
    "ICON_FACE_PREFIX",
    "MAX_BYTES",
    "MAX_PEN_COMMANDS",
    "USER_FONT_PREFIX",
    "Face",
    "FontError",
    "MissingGlyphError",
    "cache_layout",
    "find_face_name",
    "insert_icons",
    "load_face",
    "load_icon_face",
    "load_outline_face",
    "measure_string",
    "read_face_names",
    "read_glyph_outline",
    "restore_icon_names",
    "split_by_face",
    "use_user_fonts",
]


def find_face_name(role: str, bold: bool = False, italic: bool = False) -> str:
    """Return the name of the theme's face for a role.

    Roles are "display", "serif" for text, and "sans" for numbers and labels.

    >>> find_face_name("sans", bold=True), find_face_name("symbols", italic=True)
    ('plex-condensed-bold', 'symbols')
    """
    return _find_family_face_name(current_theme().find_family(role), bold, italic)


@cache
def _find_family_face_name(family: str, bold: bool, italic: bool) -> str:
    if family.startswith(USER_FONT_PREFIX):  # a user's font, whose weight may be variable
        return family.replace(f"{USER_FONT_PREFIX}{REGULAR_WEIGHT}:", f"{USER_FONT_PREFIX}{BOLD_WEIGHT}:",
                              1) if bold and _load_user_font(family).varies else family
    return family + "-bold" * bold + "-italic" * (italic and family != "symbols")


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """The metrics of one font file, in ems.

    `descent` is positive, like `ascent`. `advances` has every character.
    """

    name: str
    path: Path
    units_per_em: int
    ascent: float
    descent: float
    cap_height: float
    x_height: float
    advances: Mapping[str, float]

    def has_character(self, char: str) -> bool:
        """Return whether the face has a character."""
        return char in self.advances

    def measure_advance(self, char: str) -> float:
        """Return the advance width of a character in ems.

        Raises MissingGlyphError if the face lacks the character.
        """
        try:
            return self.advances[char]
        except KeyError:
            raise MissingGlyphError(char) from None


@cache
def load_face(name: str) -> Face:
    """Return a face by its name, from `FACES` or from `read_face_names`. Each face is read on first use.

    Raises ValueError for any other name, and FontError if the file of a user's font is missing.
    """
    if name.startswith(USER_FONT_PREFIX):
        font = load_outline_face(name)
        return Face(name, font.path, font.units_per_em, font.ascent, font.descent, 0.7, 0.5, font)
    if name not in FACES:
        raise ValueError(f"'{name}' is not a font: use one of {', '.join(FACES)}")
    font_file = _load_font_file(FACES[name])
    em, metrics, advance_table, glyphs = (
        font_file["head"].unitsPerEm,
        font_file["OS/2"],
        font_file["hmtx"].metrics,
        font_file.getBestCmap(),
    )
    cap_height, x_height = (_read_glyph_top(font_file, glyphs[ord(char)]) / em for char in "Hx")
    # Some fonts map control characters such as tab and newline by mistake.
    advances = {chr(code): advance_table[glyph][0] / em for code, glyph in glyphs.items()
                if code >= 0xA0 or 0x20 <= code < 0x7F}
    ascent, descent = metrics.sTypoAscender / em, -metrics.sTypoDescender / em
    # Capitals are then centred in their line in every family, however much room its metrics have for accents.
    if ascent + descent > _MAX_LINE_HEIGHT:
        ascent, descent = _LINE_TOP + cap_height / 2, 1 - _LINE_TOP - cap_height / 2
    return Face(name, _FOLDER / FACES[name], em, ascent, descent, cap_height, x_height, advances)


_MAX_LINE_HEIGHT = 1.02  # ems: the metrics of taller faces have room for accents on capitals
_LINE_TOP = 0.42  # ems from the middle of the capitals to the top of the line, for such faces


def _read_glyph_top(font_file: Any, glyph: str) -> int:
    """Return the largest y of a glyph, in units of the font, from its header: fontTools would read all glyphs."""
    (top,) = struct.unpack_from(">h", font_file.reader["glyf"], font_file["loca"][font_file.getGlyphID(glyph)] + 8)
    return int(top)


@cache
def _load_font_file(name: str) -> Any:
    from fontTools.ttLib import TTFont

    # From memory, so that no file stays open; lazily, so that only the tables in use are read.
    file = TTFont(BytesIO((_FOLDER / name).read_bytes()), lazy=True)
    # Real glyph names are slow to read and not needed.
    file.setGlyphOrder([f"glyph{number}" for number in range(file["maxp"].numGlyphs)])
    return file


@cache
def _load_glyphs(name: str) -> tuple[Any, Mapping[int, str]]:
    """Return the glyph set of a font file, and the glyph name of each character code."""
    file = _load_font_file(name)
    return file.getGlyphSet(), file.getBestCmap()


# Words recur on every sheet; the sum of advances depends on nothing but the string and the face. Larger caches of texts
# would keep each name of twenty thousand units, which is some ten MB for each cache.
@lru_cache(maxsize=4096)
def _measure_ems(string: str, font: str) -> float:
    advances = load_face(font).advances
    try:
        return sum([advances[char] for char in string])
    except KeyError:
        raise MissingGlyphError(char for char in string if char not in advances) from None


def measure_string(string: str, font: str, size: float, tracking: float = 0.0) -> float:
    """Return the advance width of a string in points.

    `tracking` points follow every character, as in `TextRun`. Raises MissingGlyphError for characters that the face
    lacks. To avoid this error, split the text with `split_by_face` first.
    """
    return _measure_ems(string, font) * size + tracking * len(string)


def _find_icon_face() -> IconFace | None:
    name = next((name for name in _USER_FACES.get() if name.startswith(ICON_FACE_PREFIX)), "")
    return load_icon_face(name) if name else None


def insert_icons(markup: str) -> str:
    """Return markup in which characters replace the names of icons ("<hit>")."""
    face = _find_icon_face() if "<" in markup else None
    return face.replace_icon_names(markup) if face else markup


def restore_icon_names(string: str) -> str:
    """Return a string in which the names of icons ("<hit>") replace the characters of the icons."""
    face = _find_icon_face()
    return "".join(f"<{face.restore_text(char)}>" if char in face else char for char in string) if face else string


@cache_layout(4096)
def split_by_face(string: str, font: str) -> tuple[tuple[str, str], ...]:
    """Split a string into runs (face name, substring), each in one face that has all characters of the run.

    If any face has both a letter and its accents, the letter and the accents are in one face. Faces are tried
    in this order: `font`, the symbols, the user's faces. Of the user's faces, faces of matching weight and
    slant come first. Raises MissingGlyphError with every character that no face has.

    >>> split_by_face("Move → ☐", "plex-condensed")
    (('plex-condensed', 'Move → '), ('symbols', '☐'))
    """
    advances = load_face(font).advances
    if advances.keys() >= {*string}:
        return ((font, string),) if string else ()
    bold, italic = "bold" in font, "italic" in font
    user_faces = sorted(_USER_FACES.get(), key=lambda name: (
        load_outline_face(name).bold != bold, load_outline_face(name).italic != italic))
    candidates = dict.fromkeys((font, *(("symbols-bold", "symbols") if bold else ("symbols", "symbols-bold")),
                                *user_faces))

    # the first face with all of its characters; "" if there is none, or a refused one
    def find_owner(characters: str) -> str:
        if any(map(text_markup.explain_unsupported, characters)):
            return ""
        return next((name for name in candidates if all(map(load_face(name).has_character, characters))), "")

    parts_with_face: list[tuple[str, str]] = []
    for part in _CLUSTER.findall(string):
        name = find_owner(part)
        parts_with_face += [(name, part)] if name or len(part) == 1 else [(find_owner(char), char) for char in part]
    if missing := [part for name, part in parts_with_face if not name]:
        raise MissingGlyphError(missing)
    runs = groupby(parts_with_face, key=lambda pair: pair[0])
    return tuple((name, "".join(part for _, part in run)) for name, run in runs)


_CLUSTER = re.compile(".[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u3099\u309a]*", re.DOTALL)
"""A character with the accents that follow it."""


@cache
def read_glyph_outline(font: str, char: str) -> tuple[Segment, ...]:
    """Return the outline of a character in ems, with the baseline at y = 0 and y down.

    The outline is filled by the nonzero rule. The outline of a space is empty. Raises MissingGlyphError if the face
    lacks the character.
    """
    from fontTools.pens.recordingPen import DecomposingRecordingPen

    if not load_face(font).has_character(char):
        raise MissingGlyphError(char)
    if font.startswith(USER_FONT_PREFIX):
        pen = load_outline_face(font).record_outline(char)
    else:
        glyphs, names = _load_glyphs(FACES[font])
        pen = DecomposingRecordingPen(glyphs)
        glyphs[names[ord(char)]].draw(pen)
    scale = 1 / load_face(font).units_per_em
    return tuple(read_pen_segments((command, [point and (point[0] * scale, 0.0 - point[1] * scale) for point in points])
                                   for command, points in pen.value))


# --- fonts that users bring ----------------------------------------------------------------------------------
#
# HarfBuzz reads them: it opens a font of twenty megabytes at once, and is safe with hostile files. Of a font file, only
# the outlines and widths of the characters in use go into a document: `packed` makes a font of these. The name of a
# face has everything needed to load it: weight, index in the file, time of the file's last change, path.

MAX_BYTES = 100_000_000
_MAX_FACES = 64  # of one file
MAX_PEN_COMMANDS = 20_000  # pen commands in a character's outline
_MAX_COORDINATE = 30_000  # font units from the origin: the limit of a font file is 32,767

REGULAR_WEIGHT, BOLD_WEIGHT = 400, 700
MIN_BOLD_WEIGHT = 600  # the least weight that counts as bold

_RESTRICTED = 0x0002  # "restricted licence embedding" in fsType of the OS/2 table
_FORMAT_ADVICE = {
    b"wOFF": "this is a font for web pages (WOFF): use the .ttf or .otf file of the same font",
    b"wOF2": "this is a font for web pages (WOFF2): use the .ttf or .otf file of the same font",
    b"%!PS": "this is an old PostScript font: use a .ttf or .otf file of the same font",
    b"\x80\x01": "this is an old PostScript font: use a .ttf or .otf file of the same font",
    b"PK": "this is an archive: unpack the archive and use the font file in it",
}
_FONT_SIGNATURES = (b"\x00\x01\x00\x00", b"OTTO", b"ttcf", b"true")


class FontError(DoesNotFitError):
    """An error for a font file that cannot be used, with the reason.

    `hint` is advice for the user.
    """


def read_face_names(path: Path, member: str = "") -> tuple[str, ...]:
    """Return the names of the faces of a font file, for `use_user_fonts`.

    If the weight is variable, there are two names. `member` selects a face of a collection by its position
    (from 1) or its name. Raises FontError if the file cannot be used or has no such face.
    """
    return _load_face_names(path, _read_change_time(path), member)


@lru_cache(maxsize=64)
def _load_face_names(path: Path, modified_ns: int, member: str) -> tuple[str, ...]:
    blob = _load_blob(path, modified_ns)  # raises FontError if uharfbuzz is not installed
    import uharfbuzz

    count, index = min(uharfbuzz.Face(blob).count, _MAX_FACES), 0
    if member.isdecimal() and 1 <= int(member[:4]) <= count:
        index = int(member) - 1
    elif member:
        names = [_load_user_font(f"{USER_FONT_PREFIX}{REGULAR_WEIGHT}:{position}:{modified_ns}:{path}").read_name(4)
                 for position in range(count)]
        folded = [name.casefold() for name in names]
        if member.casefold() not in folded:
            choices = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
            raise FontError(f"the font '{path.name}' has no face '{member}'", f"choose one of its faces: {choices}")
        index = folded.index(member.casefold())
    regular, bold = (f"{USER_FONT_PREFIX}{weight}:{index}:{modified_ns}:{path}"
                     for weight in (REGULAR_WEIGHT, BOLD_WEIGHT))
    if not _load_user_font(regular).characters:
        raise FontError(f"the font '{path.name}' has no characters", "copy the file again from its source")
    return (regular, bold) if _load_user_font(regular).varies else (regular,)


class UserFont(OutlineFace):
    """One face of a user's font file at one weight.

    Widths and outlines are read on first use. A character with an empty glyph counts as missing, unless the character
    is a space or a format character.
    """

    def __init__(self, name: str) -> None:
        import uharfbuzz

        weight, index, modified_ns, path = name.removeprefix(USER_FONT_PREFIX).split(":", 3)
        self.name, self.path = name, Path(path)
        self._face = uharfbuzz.Face(_load_blob(self.path, int(modified_ns)), int(index))
        self._font = uharfbuzz.Font(self._face)
        self.units_per_em: int = self._face.upem
        self.varies = False
        for axis in self._face.axis_infos:
            if axis.tag == "wght":
                self.varies = axis.max_value >= MIN_BOLD_WEIGHT > axis.min_value
                self._font.set_variations({"wght": min(max(int(weight), axis.min_value), axis.max_value)})
        read_style, style_tags = self._font.get_style_value, uharfbuzz.StyleTag
        self.bold, self.italic = (
            float(read_style(style_tags.WEIGHT)) >= MIN_BOLD_WEIGHT,
            bool(read_style(style_tags.ITALIC)),
        )
        self.family = self.read_name(16) or self.read_name(1) or self.path.stem
        ascii_name = "".join(char for char in self.read_name(6) or self.read_name(4) or self.path.stem
                             if char.isascii() and (char.isalnum() or char == "-"))[:60] or "Font"
        # The font's name in characters allowed in PDF names, such as "NotoSansCJKjp-Regular".
        self.title = (
            f"{ascii_name.removesuffix('-Regular')}-Bold" if int(weight) == BOLD_WEIGHT and self.varies else ascii_name
        )
        extents = self._font.get_font_extents("ltr")
        self.ascent, self.descent = extents.ascender / self.units_per_em, -extents.descender / self.units_per_em
        self._widths: dict[str, float | None] = {}
        self._outlines: dict[str, RecordingPen] = {}

    @property
    def warning(self) -> str:
        """A warning that the font's licence forbids embedding.

        If there is no warning, the text is empty.
        """
        table: bytes = self._face.reference_table("OS/2").data or b""
        if int.from_bytes(table[8:10], "big") & 0x000F != _RESTRICTED:
            return ""
        return (f"the licence of the font '{self.path.name}' forbids embedding the font in other files: print your "
                "documents, but do not share the files")

    @cached_property
    def characters(self) -> Any:
        """The character codes that have a glyph in the face."""
        return self._face.unicodes

    def read_name(self, entry: int) -> str:
        """Return an entry of the font's name table.

        If the table lacks the entry, return "". The returned text has at most 100 characters, all of them printable,
        without quotes and backslashes.
        """
        text = str(self._face.get_name(entry) or "")
        return "".join(char for char in text[:100] if char.isprintable() and char not in "'\"\\").strip()

    def __getitem__(self, char: str) -> float:
        if char not in self._widths:
            category = unicodedata.category(char)
            is_usable = (category not in {"Cc", "Cs", "Cn", "Zl", "Zp"} and ord(char) in self.characters
                         and (category in {"Zs", "Cf"} or bool(self.record_outline(char).value)))
            self._widths[char] = self._measure_advance(char) / self.units_per_em if is_usable else None
        width = self._widths[char]
        if width is None:
            raise KeyError(char)
        return width

    def __iter__(self) -> Iterator[str]:
        return (char for char in map(chr, self.characters) if char in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _measure_advance(self, char: str) -> float:
        """Return the advance width of a character in font units."""
        return float(self._font.get_glyph_h_advance(self._font.get_nominal_glyph(ord(char)) or 0))

    def record_outline(self, char: str) -> RecordingPen:
        """Return a pen with the outline of a character.

        The pen is empty if the outline is too long or too large. Raises MissingGlyphError if the font lacks the
        character.
        """
        from fontTools.pens.recordingPen import RecordingPen

        if char not in self._outlines:
            glyph = self._font.get_nominal_glyph(ord(char))
            if glyph is None:
                raise MissingGlyphError(char)
            pen, advance = RecordingPen(), self._measure_advance(char)
            self._font.draw_glyph_with_pen(glyph, pen)
            points = [point for _, points in pen.value for point in points]
            # `build_subset` also stores the distance from the right edge to the advance: it has to fit into a font,
            # too.
            right = max((x for x, _ in points), default=advance)
            is_sane = (len(pen.value) <= MAX_PEN_COMMANDS and abs(advance - right) <= _MAX_COORDINATE
                       and all(abs(x) <= _MAX_COORDINATE >= abs(y) for x, y in points))
            self._outlines[char] = pen if is_sane else RecordingPen()
        return self._outlines[char]


_load_user_font = lru_cache(maxsize=64)(UserFont)


def load_outline_face(name: str) -> OutlineFace:
    """Return the face of a user's font or of a game's icons, by its name.

    Raises FontError if the file of the font cannot be used.
    """
    return load_icon_face(name) if name.startswith(ICON_FACE_PREFIX) else _load_user_font(name)


@lru_cache(maxsize=16)
def load_icon_face(name: str) -> IconFace:
    """Return the face of a game's icons by its name."""
    from printshop.drawing.icons import IconFace  # imported late: few games have icons

    return IconFace(name)


def _read_change_time(path: Path) -> int:
    """Return the modification time of a file, in nanoseconds.

    Raises FontError if the file does not exist, or if `path` is a folder.
    """
    try:
        modified_ns = path.stat().st_mtime_ns
    except (OSError, ValueError) as error:
        raise FontError(f"there is no font '{path.name}'", f"check that {path} exists") from error
    if path.is_dir():
        raise FontError(f"'{path.name}' is a folder, not a font", "give the name of a font file in the folder")
    return modified_ns


@lru_cache(maxsize=8)
def _load_blob(path: Path, _modified_ns: int) -> Any:
    """Return the content of a font file for HarfBuzz. Raises FontError if the file cannot be used as a font."""
    try:
        import uharfbuzz
    except ImportError as error:
        raise FontError(f"the font '{path.name}' cannot be read without uharfbuzz",
                        "run 'pip install uharfbuzz'") from error

    try:
        data = read_up_to(path, MAX_BYTES)
    except OSError as error:
        raise FontError(f"cannot read the font '{path.name}': {(error.strerror or str(error)).lower()}") from error
    if len(data) > MAX_BYTES:
        raise FontError(f"the font '{path.name}' is too large: more than {MAX_BYTES:,} bytes",
                        "use a font file with fewer weights")
    if not data.startswith(_FONT_SIGNATURES):
        advices = (advice for magic, advice in _FORMAT_ADVICE.items() if data.startswith(magic))
        raise FontError(f"'{path.name}' is not a supported kind of font", next(advices, "use a .ttf or .otf file"))
    return uharfbuzz.Blob(data)
