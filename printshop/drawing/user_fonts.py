"""The base class of faces that are written into a new font for the document, and the error for missing characters."""

from __future__ import annotations

import unicodedata
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from printshop import text_markup
from printshop.problems import DoesNotFitError

if TYPE_CHECKING:
    from fontTools.pens.recordingPen import RecordingPen

USER_FONT_PREFIX = "own:"
"""The prefix of the names of faces of a user's fonts."""
ICON_FACE_PREFIX = f"{USER_FONT_PREFIX}icons:"
"""The prefix of the name of a face with a game's icons."""

MAX_NAMED_CHARACTERS = 6  # the most characters that a message lists

# The date in fonts made here: 2000, in seconds since 1904; fixed, so that equal documents have equal bytes.
_CREATION_DATE = 3_029_529_600


class MissingGlyphError(DoesNotFitError):
    """The error for `characters` that cannot be set.

    No font has these characters, or their script cannot be set letter by letter.
    """

    def __init__(self, characters: Iterable[str]) -> None:
        self.characters = "".join(dict.fromkeys("".join(characters)))
        refused = "".join(filter(text_markup.explain_unsupported, self.characters))
        reported_characters = refused or self.characters
        codes = ((char, f"U+{ord(char):04X} {unicodedata.name(char, '')}".partition(" CJK ")[0].strip())
                 for char in reported_characters[:MAX_NAMED_CHARACTERS])
        description = ", ".join(f"'{char}' ({code})" if char.isprintable() else code for char, code in codes)
        unnamed_count = len(reported_characters) - MAX_NAMED_CHARACTERS
        description += f" and {unnamed_count} others" if unnamed_count > 0 else ""
        super().__init__(f"{text_markup.explain_unsupported(refused[0])}: {description}" if refused
                         else f"no available font has {description}")
        if refused:
            self.hint = "write the text in Latin letters or another simple script, or show a picture of the text"
        elif any(map(text_markup.is_pictorial, self.characters)):
            self.hint = ("an emoji is a coloured picture: show the emoji as a picture in art/, or add a font with "
                         "black-and-white emoji, such as Noto Emoji, under 'fonts:' or with --font FILE")
        elif all(char.isprintable() for char in self.characters):
            self.hint = ("add a font with the missing characters: write fonts: [FILE.ttf] in the game's file, or use "
                         "--font FILE")
        else:
            self.hint = "delete the invisible characters from the text"


class OutlineFace(Mapping[str, float]):
    """A face, as a mapping from its characters to their advance widths in ems.

    The outlines have `units_per_em` units to the em. `ascent` and `descent` are in ems. `title` is the font's
    name in PDF files.
    """

    title: str
    family: str
    units_per_em: int
    ascent: float
    descent: float
    path = Path()
    bold = italic = False

    @property
    def warning(self) -> str:
        """A warning about the font's licence. If there is no warning, the text is empty."""
        return ""

    def restore_text(self, char: str) -> str:
        """Return the text that a reader gets by copying the character from a document."""
        return char

    @abstractmethod
    def record_outline(self, char: str) -> RecordingPen:
        """Return a pen with the outline of a character, in font units, y up.

        Raises MissingGlyphError if the face lacks the character.
        """

    def build_subset(self, characters: Iterable[str]) -> bytes:
        """Return a TrueType font that has only the given characters, in their order.

        Glyph 1 is the first character. Cubic curves become quadratic curves, with an error of at most a thousandth of
        the em.
        """
        from fontTools.fontBuilder import FontBuilder
        from fontTools.pens.cu2quPen import Cu2QuPen
        from fontTools.pens.ttGlyphPen import TTGlyphPen

        codes = {ord(char): f"u{ord(char):04X}" for char in characters}
        glyphs, widths = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": self.units_per_em}
        for code, glyph in codes.items():
            pen = TTGlyphPen(None)
            self.record_outline(chr(code)).replay(Cu2QuPen(pen, self.units_per_em / 1000))
            glyphs[glyph], widths[glyph] = pen.glyph(), round(self[chr(code)] * self.units_per_em)
        builder = FontBuilder(self.units_per_em, isTTF=True)
        builder.setupGlyphOrder(list(glyphs))
        builder.setupCharacterMap(codes)
        builder.setupGlyf(glyphs)
        table = builder.font["glyf"]
        builder.setupHorizontalMetrics({glyph: (widths[glyph], getattr(table[glyph], "xMin", 0)) for glyph in glyphs})
        ascent, descent = round(self.ascent * self.units_per_em), round(self.descent * self.units_per_em)
        builder.setupHorizontalHeader(ascent=ascent, descent=-descent)
        builder.setupNameTable({"familyName": self.title, "styleName": "Regular", "psName": self.title})
        builder.setupOS2(sTypoAscender=ascent, sTypoDescender=-descent, usWinAscent=max(ascent, 0),
                         usWinDescent=max(descent, 0))
        builder.setupPost(keepGlyphNames=False)
        builder.updateHead(created=_CREATION_DATE, modified=_CREATION_DATE)
        data = BytesIO()
        builder.save(data)
        return data.getvalue()
