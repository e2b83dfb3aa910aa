"""The band of a side, drawn in a cell: its colour, its pattern and its sign. Points, in the record's coordinates."""

from __future__ import annotations

from printshop.drawing import artwork, patterns, text
from printshop.drawing.display_list import BLACK, WHITE, Stroke, parse_color
from printshop.drawing.ink import Ink, choose_area_color, choose_text_color
from printshop.drawing.shapes import circle, rect
from printshop.elements.mark_runs import LINE_GAP_FACTOR
from printshop.game.elements import ShownValues
from printshop.game.forms.cells import SIDES, BandCell
from printshop.game.model import Side
from printshop.layout.text_lines import PAD, RowHeights, find_baseline
from printshop.lengths import MM
from printshop.products.forms.cell_contents import Items, get_text_style, lower_style
from printshop.products.forms.painters import BAND_HEIGHTS, LEAST, CellPainter, register_painter

LEAST_SIGN_HEIGHT = 5 * MM  # a band as broad and as high has the sign of its side


@register_painter(BandCell)
class _BandPainter(CellPainter[BandCell]):
    """Draws the band of a side, in its colour and pattern; of no side, an empty frame to colour."""

    kind_attributes = ("side.key",)
    can_differ = False

    def draw(self, shown: ShownValues) -> Items:
        side = (
            self.options.sides[self.slot.entry] if self.slot.each == SIDES else shown.unit.side if shown.unit else None
        )
        if not self.cell.text and side:
            return self._plain(side)
        frame = rect(*self.place, stroke=Stroke(width=0.5))
        if side is None or not side.color:
            return (frame,)
        # words stand on the colour itself, with the side's sign, or its pattern where ink is black, before them
        place, field = self.place, choose_area_color(self.options.ink, parse_color(side.color))
        sign = place._replace(width=min(1.4 * place.height, 0.3 * place.width)).inset(0.1 * place.height)
        color = choose_text_color(field)
        first: Items = ()
        if self.options.ink is Ink.BLACK:
            first = patterns.fill_with_pattern(side.pattern, (*sign,), BLACK, self.options.ink)
        elif side.emblem_path:
            first = (artwork.place_picture(artwork.load_picture(side.emblem_path), sign, color=color, background=field,
                                           ink=self.options.ink),)
        style = get_text_style(self.cell)._replace(color=color)
        style = style._replace(size=min(style.size, place.height / LINE_GAP_FACTOR))
        inner = place.inset(sign.width + PAD if first else PAD, 0, PAD, 0)
        words = text.set_line(self.make_markup(shown.values), style, inner.x, find_baseline(place, style), "start",
                              inner.width, 5.5)
        return (rect(*place, fill=field), *first, *words, *((frame,) if self.options.ink is not Ink.COLOUR else ()))

    def _plain(self, side: Side) -> Items:
        """Return the band of a side without words on it."""
        return *(self._field(side) if side.color else ()), rect(*self.place, stroke=Stroke(width=0.5))

    def _field(self, side: Side) -> Items:
        """Return the side's colour with its sign, on a disc on the pattern where the band is higher than wide.

        On any other in black ink, and on one too small to tell a sign, the pattern says whose it is.
        """
        # bars stand as they do on counters, however high the band is
        (x, y), wide = self.place.center, self.place.width
        upright = self.place.height > wide
        core = (x - wide / 2, y - wide / 2, wide, wide) if upright else (*self.place,)
        pattern = patterns.fill_with_pattern(side.pattern, (*self.place,), parse_color(side.color), self.options.ink,
                                             core=core)
        if not side.emblem_path or min(self.place[2:]) < LEAST_SIGN_HEIGHT or (self.options.ink is Ink.BLACK
                                                                               and not upright):
            return pattern
        sign = artwork.load_picture(side.emblem_path)
        if upright:
            radius = 0.42 * wide
            box = (x - 0.7 * radius, y - 0.7 * radius, 1.4 * radius, 1.4 * radius)
            disc = circle(x, y, radius, fill=WHITE, stroke=Stroke(width=0.5))
            return *pattern, disc, artwork.place_picture(sign, box, ink=self.options.ink)
        field = choose_area_color(self.options.ink, parse_color(side.color))
        return rect(*self.place, fill=field), artwork.place_picture(sign, self.place.inset(0.1 * self.place.height),
                                                                    color=choose_text_color(field), background=field,
                                                                    ink=self.options.ink)

    def measure_filled(self, shown: ShownValues) -> RowHeights:
        return super().measure_filled(shown) if self.cell.text else BAND_HEIGHTS

    def measure_blank(self) -> RowHeights:
        return super().measure_blank() if self.cell.text else BAND_HEIGHTS

    def draw_blank(self) -> Items:
        """Return the frame, with what is to be written in it."""
        frame, label = rect(*self.place, stroke=Stroke(width=0.5)), str(self.cell.blank or "")
        if not label:
            return (frame,)
        style = lower_style(self.hint_style, min(LEAST, self.hint_style.size), self.place.height, label)
        inner = self.place.inset(PAD, 0)
        return frame, *text.set_line(label, style, inner.x, find_baseline(self.place, style), "start", inner.width,
                                     LEAST)
