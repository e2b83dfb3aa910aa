"""A kind of template as somebody else would add it: a right-angled wedge, with its keys and its piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.language import keys
from printshop.language.keys import block
from printshop.templates.pieces import CUT, TITLE, Cutout, Sheet
from printshop.templates.template import TEMPLATE_KINDS, Pierced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.units import Length


@TEMPLATE_KINDS.kind("wedge")
@block
class Wedge(Pierced):
    """A wedge with two sides of one length."""

    side: Length = keys.length("how long its two sides are", positive=True, least="20 mm", why="nobody could hold it")
    words: str = keys.text("what stands in it", default="")

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the wedge."""
        long = self.side.pt
        edge = shapes.polygon([(0, 0), (long, 0), (0, long)], stroke=CUT)
        words = text.line(self.words or self.title, TITLE, 6, 14, max_width=long - 20, min_size=5)
        yield Cutout(self.title, self.title, long, long, edge, words, self.span)
