"""A kind of template registered from outside: a set square, with its keys, their rules, and its drawing."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Self

from printshop.drawing import shapes, text
from printshop.drawing.display_list import Item
from printshop.lengths import Length
from printshop.products.templates.strips import StickBand
from printshop.products.templates.strokes import (
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    TITLE_STYLE,
    WORDS_STYLE,
    place_rotated,
)
from printshop.products.templates.template import TEMPLATE_KINDS, HoledTemplate, TemplatePiece, TemplateSheet
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader

MOST_TICKS = 500


@TEMPLATE_KINDS.register("square")
@data_block
class Square(HoledTemplate):
    """A set square with two sides of one length, a scale along one of them and bands of distances below it."""

    side: Length = keys.length("how long its two sides are", positive=True, minimum="20 mm",
                               hint="nobody could hold it")
    ticks: Length = keys.length("distance of the ticks along the upper side", default="1/4 in", positive=True)
    bands: tuple[StickBand, ...] = keys.block_list(StickBand, "distances with a name: a list of `to` and `label`",
                                                   entry_label="band")
    words: str = keys.text("what stands along the left side", default="")

    shrink_hint = "give it a shorter 'side'"  # what a message advises where it is larger than the paper

    def validate(self, reader: Reader) -> Self | None:
        """Return the square; what its keys mean together is checked here, each mistake at its key."""
        if self.ticks.points and self.side.points > MOST_TICKS * self.ticks.points:
            reader.add_problem("ticks", f"{reader.label} has more than {MOST_TICKS} ticks, {self.ticks.text} apart",
                               "make them farther apart")
        for band in self.bands:
            if band.to and band.to.points > self.side.points > 0:
                reader.add_problem("bands", f"the band '{band.label}' of {reader.label} ends at {band.to.text}, its "
                                            "side is "
                                   f"{self.side.text}", "make the side longer")
        return self

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the square. Raises TooWideError and MissingGlyphError, which become messages at the words that do not
        fit.
        """
        long = self.side.pt
        edge = shapes.polygon([(0, 0), (long, 0), (0, long)], stroke=CUT_STROKE)
        named = text.set_line(self.words or self.title, TITLE_STYLE, 0, 0, "middle", max_width=0.6 * long,
                              min_size=MIN_TYPE_SIZE)
        items = (*self._scale(long), place_rotated(named, 12, 0.4 * long, -90))
        yield TemplatePiece(self.title, self.title, long, long, edge, items, self.span)

    def _scale(self, long: float) -> Iterator[Item]:
        places = [k * self.ticks.pt for k in range(1, math.ceil(long / self.ticks.pt))]
        yield shapes.lines([(x, 0, x, min(5.0, long - x)) for x in places], FINE_STROKE)
        near = 0.0
        for band in self.bands:
            far = band.to.pt if band.to else long
            yield shapes.line(far, 0, far, min(16.0, long - far), BOUND_STROKE)
            yield from text.set_line(band.label, WORDS_STYLE, (near + far) / 2, 14, "middle", far - near - 4,
                                     MIN_TYPE_SIZE)
            near = far
