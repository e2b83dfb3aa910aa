"""Words in a cell: one line or several, made smaller down to a stated size, never cut off."""

from __future__ import annotations

from printshop.drawing import fonts, text
from printshop.drawing.items import Color, Text
from printshop.drawing.text import Style
from printshop.game.forms.cells import Cell
from printshop.layout.boxes import Box
from printshop.products.forms.plan import FormError
from printshop.units import MM

STYLES = {
    "title": Style(family="serif", size=16.0),
    "label": Style(size=8.0, bold=True),
    "value": Style(size=11.0),
    "body": Style(size=10.0),
    "small": Style(size=7.5),
}
SMALLEST = 6.5  # points: the least that is read at a table
GREY = Color(110, 110, 110)
HINT = Style(size=7.5, color=GREY)  # what stands where something is to be written
LEADING = 1.18
LINE = 0.9  # of the size of a line of text: how high its place must be
ABOVE = 0.6 * MM  # between the top of a cell and several lines of text
ANCHORS: dict[str, text.Anchor] = {"left": "start", "center": "middle", "right": "end"}
VALIGNS: dict[str, text.Valign] = {"top": "top", "middle": "middle", "bottom": "bottom"}


def style_of(cell: Cell) -> Style:
    """Return how a cell's text looks where there is room."""
    style = STYLES[cell.style]
    return style._replace(size=cell.largest) if cell.largest else style


def smallest(cell: Cell) -> float:
    """Return the size, in points, down to which a cell's text may shrink."""
    return min(cell.smallest or SMALLEST, style_of(cell).size)


def lowered(style: Style, least: float, height: float, said: str) -> Style:
    """Return a style that is no larger than a line of some height takes. Raises FormError below the least size."""
    fits = height / LINE
    if fits < least - 0.01:
        raise FormError(f"'{brief(said)}' is too high for its place: {least:g} pt take {least * LINE / MM:.1f} mm, "
                        f"there are {max(height, 0.0) / MM:.1f} mm", "make the row higher")
    return style._replace(size=min(style.size, fits))


def words(markup: str, cell: Cell, place: Box, pad: float) -> tuple[Text, ...]:
    """Set a cell's text. Raises FormError if it does not fit at its smallest size."""
    if not markup:
        return ()
    if cell.wrap:
        return wrapped(markup, cell, place, pad)
    least = smallest(cell)
    style = lowered(style_of(cell), least, place.height, markup)
    inner = place.inset(min(pad, 0.5 * MM) if cell.align == "center" else pad, 0)
    align = cell.align or "left"
    x = {"left": inner.x, "center": inner.center[0], "right": inner.right}[align]
    try:
        return text.line(markup, style, x, baseline(place, style), ANCHORS[align], inner.width, least)
    except text.TooWide as error:
        raise FormError(f"'{brief(markup)}' is too long for its place: at {least:g} pt it is "
                        f"{error.needed / MM:.1f} mm wide, there are {max(error.available, 0.0) / MM:.1f} mm",
                        "shorten it") from error
    except fonts.NoGlyph as error:
        raise no_glyph(markup, error) from error


def wrapped(markup: str, cell: Cell, place: Box, pad: float) -> tuple[Text, ...]:
    """Set a text in as many lines as it takes. Raises FormError."""
    least, inner = smallest(cell), place.inset(min(pad, 0.5 * MM) if cell.align == "center" else pad, ABOVE)
    align, valign = ANCHORS[cell.align or "left"], VALIGNS[cell.valign]
    try:
        return text.block(markup, style_of(cell), inner, LEADING, align, valign, least).items
    except (text.TooWide, text.TooTall) as error:
        size = f"{max(inner.width, 0.0) / MM:.0f} x {max(inner.height, 0.0) / MM:.0f} mm"
        raise FormError(f"'{brief(markup)}' is too long for its place: even at {least:g} pt it does not fit {size}",
                        "shorten it, or give the cell more room") from error
    except fonts.NoGlyph as error:
        raise no_glyph(markup, error) from error


def no_glyph(markup: str, error: fonts.NoGlyph) -> FormError:
    """Return what to say of characters that cannot be printed."""
    return FormError(f"'{brief(markup)}': {error}", error.hint)


def brief(markup: str) -> str:
    """Return the beginning of a text, for messages."""
    plain = text.plain(markup)
    return plain if len(plain) <= 60 else f"{plain[:57]}..."


def baseline(place: Box, style: Style) -> float:
    """Return the y at which text stands in the optical middle of a box."""
    face = fonts.face("serif-bold" if style.family == "serif" else "sans")
    return place.y + place.height / 2 + face.cap_height * style.size / 2
