"""A kind of cell of one's own: a ring to stamp something into. Nothing else knows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing.items import Stroke
from printshop.drawing.shapes import circle
from printshop.game.forms.cells import CELLS, Cell
from printshop.language import keys
from printshop.language.keys import block
from printshop.products.forms.painters import Painter, paints

if TYPE_CHECKING:
    from printshop.products.forms.painters import Items, Shown


@CELLS.kind("stamp")
@block
class Stamp(Cell):
    """A ring."""

    stamp: str = keys.text("what is stamped into it", default="")
    heavy: bool = keys.flag("whether its line is heavy", default=False)

    wordless = True


@paints(Stamp)
class StampPainter(Painter[Stamp]):
    """Draws the ring in the middle of its place."""

    def draw(self, shown: Shown) -> Items:
        """Return the ring."""
        radius = min(self.place.width, self.place.height) / 2
        return (circle(*self.place.center, radius, stroke=Stroke(width=2.0 if self.cell.heavy else 1.0)),)
