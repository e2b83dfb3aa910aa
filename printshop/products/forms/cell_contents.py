"""The words of a cell: their look, and how they are set in their place.

Words are made smaller down to a stated size, never cut off. Points, in the coordinates of the record.
"""

from __future__ import annotations

from contextlib import suppress

from printshop.drawing import fonts, text
from printshop.drawing.display_list import BLACK, Color, Group, Item, TextRun, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.text import Style
from printshop.game.forms.cells import Cell
from printshop.layout.rectangles import Rect, turn_rect
from printshop.layout.text_lines import (
    ABOVE,
    AIR,
    ANCHORS,
    LEADING,
    LINE,
    SHARES,
    RowHeights,
    find_baseline,
    lower_style,
    measure_line,
    shorten_text,
)
from printshop.lengths import MM
from printshop.products.forms.grid import FormError

Items = tuple[Item, ...]

STYLES = {
    "title": Style(family="display", size=16.0),
    "label": Style(size=8.0, bold=True),
    "value": Style(size=11.0),
    "body": Style(size=10.0),
    "small": Style(size=7.5),
}
SMALLEST = 6.5  # points: the least that is read at a table
HINT = Style(size=7.5, color=Color(110, 110, 110))  # what stands where something is to be written
VALIGNS: dict[str, text.Valign] = {"top": "top", "middle": "middle", "bottom": "bottom"}




def get_text_style(cell: Cell) -> Style:
    """Return how a cell's text looks where there is room."""
    return STYLES[cell.style]._replace(color=get_text_color(cell), size=get_text_size(cell))


def get_text_size(cell: Cell) -> float:
    """Return the size, in points, of a cell's text where there is room, whatever formulas say of its colour."""
    return cell.largest or STYLES[cell.style].size


def get_text_color(cell: Cell) -> Color:
    """Return the colour of a cell's words and of the lines of its circles."""
    return parse_color(cell.colour) if cell.colour else BLACK


def get_least_text_size(cell: Cell) -> float:
    """Return the size, in points, down to which a cell's text may shrink."""
    return min(cell.smallest or SMALLEST, get_text_size(cell))


class CellText:
    """How the text of a cell is set in its `place`, with so much space, `pad`, at its sides."""

    def __init__(self, cell: Cell, place: Rect, pad: float) -> None:
        self._turn: Transform | None = None
        if cell.turn != "0":
            place, self._turn = turn_rect(place, int(cell.turn))
            pad = max(pad, ABOVE)  # the ends of the text would touch the rows above and below
        self._cell, self._place, self._align = cell, place, cell.align or "left"
        self._style, self._least = get_text_style(cell), get_least_text_size(cell)
        self._inner = place.inset(min(pad, 0.5 * MM) if self._align == "center" else pad, ABOVE if cell.wrap else 0)
        # of a text on one line
        self._is_too_low = place.height / LINE < self._least - 0.01
        self._lowered = self._style._replace(size=min(self._style.size, place.height / LINE))
        self._start = self._inner.x + self._inner.width * SHARES[self._align], find_baseline(place, self._lowered)

    def set_items(self, markup: str) -> Items:
        """Set a text on a line, or on as many as it takes. Raises FormError if it does not fit at its smallest."""
        if not markup:
            return ()
        words = self._set_words(markup)
        return (Group(words, self._turn),) if self._turn else words

    def _set_words(self, markup: str) -> tuple[TextRun, ...]:
        inner, least = self._inner, self._least
        try:
            if self._cell.wrap:
                return text.set_block(markup, self._style, inner, LEADING, ANCHORS[self._align],
                                      VALIGNS[self._cell.valign], least).items
            if self._is_too_low:
                lower_style(self._style, least, self._place.height, markup)  # raises
            return text.set_line(markup, self._lowered, *self._start, ANCHORS[self._align], inner.width, least)
        except fonts.MissingGlyphError as error:
            raise FormError(f"'{shorten_text(markup)}': {error}", error.hint) from error
        except (text.TooWideError, text.TooTallError) as error:
            if self._cell.wrap:
                size = f"{max(inner.width, 0.0) / MM:.0f} x {max(inner.height, 0.0) / MM:.0f} mm"
                raise FormError(f"'{shorten_text(markup)}' is too long for its place: even at {least:g} pt it does not "
                                f"fit {size}", "shorten it, or give the cell more room") from error
            raise FormError(f"'{shorten_text(markup)}' is too long for its place: at {least:g} pt it is "
                            f"{error.needed / MM:.1f} mm wide, but the place is {max(error.available, 0.0) / MM:.1f} "
                            "mm wide",
                            "shorten it") from error


def set_cell_text(markup: str, cell: Cell, place: Rect, pad: float) -> Items:
    """Set the text of a cell once; see `CellText`. Raises FormError if it does not fit at its smallest."""
    return CellText(cell, place, pad).set_items(markup) if markup else ()


def measure_block(markup: str, cell: Cell, width: float, pad: float) -> RowHeights:
    """Return the natural height of a text on as many lines as it takes, and the least in its smallest type."""
    style, least, heights = get_text_style(cell), get_least_text_size(cell), list[float]()
    for size in (style.size, least):
        with suppress(text.TooWideError, fonts.MissingGlyphError):  # reported where the text is drawn
            box = (0.0, 0.0, max(width - 2 * pad, 1.0), None)
            block = text.set_block(markup, style._replace(size=size), box, LEADING, min_size=least)
            heights.append(block.height + ABOVE)
    line = measure_line(style.size, pad)
    return RowHeights(max(line.usual, max(heights, default=0.0) + AIR), max(line.lowest, min(heights, default=0.0)))
