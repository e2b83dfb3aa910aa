"""Paragraphs for Platypus: how they look, and our markup in reportlab's."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from printshop import letters
from printshop.drawing import fonts, text
from printshop.layout.recorder import font, paragraph_class
from printshop.markup import runs

if TYPE_CHECKING:
    from printshop.drawing.items import Color


class Look(NamedTuple):
    """How a paragraph is set. All in points: `leading`, the space `before` and `after`, the indent `left`.

    A label stands `hang` to the left of the indent. `keep` holds the paragraph together with what follows.
    """

    style: text.Style
    leading: float
    align: Literal["start", "middle", "end"] = "start"
    before: float = 0.0
    after: float = 0.0
    left: float = 0.0
    hang: float = 0.0
    keep: bool = False


def paragraph(markup: str, look: Look, label: str = "") -> Any:
    """Return a flowable; `label` stands before its first line. Raises NoGlyph."""
    xml = _xml(markup, look.style)
    # reportlab loses hyphens when it joins a word again that has several runs about it; and a hyphen that must
    # not break is drawn as any other
    parts = "<" not in xml and text.NO_BREAK_HYPHEN not in markup
    made = paragraph_class()(xml, _style(look, parts), bulletText=label or None)
    made.keepWithNext = int(look.keep)
    return made


def reportlab_color(color: Color) -> Any:
    """Return a colour as reportlab wants it."""
    from reportlab.lib.colors import Color as ReportlabColor

    return ReportlabColor(*(channel / 255 for channel in color))


@cache
def _style(look: Look, hyphens: bool) -> Any:
    from reportlab.lib.enums import TA_CENTER, TA_LEFT, TA_RIGHT
    from reportlab.lib.styles import ParagraphStyle

    sides: dict[str, Literal[0, 1, 2]] = {"start": TA_LEFT, "middle": TA_CENTER, "end": TA_RIGHT}
    size, name, color = look.style.size, font(look.style.face.name), reportlab_color(look.style.color)
    return ParagraphStyle(
        "look",
        fontName=name,
        fontSize=size,
        leading=look.leading,
        textColor=color,
        alignment=sides[look.align],
        spaceBefore=look.before,
        spaceAfter=look.after,
        leftIndent=look.left,
        bulletIndent=look.left - look.hang,
        bulletFontName=name,
        bulletFontSize=size,
        bulletColor=color,
        allowWidows=0,
        allowOrphans=0,
        splitLongWords=0,
        embeddedHyphenation=int(hyphens),  # lines break after the hyphen of a compound word
        shaping=0,
    )


def _xml(markup: str, style: text.Style) -> str:
    """Write our markup in reportlab's: each run in a face that has its characters, line breaks kept."""
    parts = []
    shown = runs(markup.strip("\n").replace(letters.ZERO_SPACE, ""))
    breaks = frozenset(letters.breaks("".join(run.string for run in shown)))
    base = style._replace(family="symbols") if text.of_one_face(markup, style.family) == "symbols" else style
    place = 0
    for run in shown:
        face = base._replace(bold=style.bold or run.bold, italic=style.italic != run.italic).face.name
        for number, line in enumerate(run.string.split("\n")):
            parts.append("<br/>" if number else "")
            place += bool(number)
            for own, string in fonts.split(line.replace(text.NO_BREAK_HYPHEN, "-"), face):
                parts.append(_run(_parted(string, place, breaks) if own.startswith(fonts.OWN) else string, own, style))
                place += len(string)
    return "".join(parts)


def _parted(string: str, place: int, breaks: frozenset[int]) -> str:
    """Put spaces where a line may break between ideographs: for reportlab those of players' fonts have no width."""
    spaced = "".join(f" {char}" if place + index in breaks else char for index, char in enumerate(string))
    return f"{spaced} " if place + len(string) in breaks else spaced


def _run(string: str, face: str, style: text.Style) -> str:
    shown = escape(string)
    return shown if face == style.face.name else f"<font name={quoteattr(font(face))}>{shown}</font>"
