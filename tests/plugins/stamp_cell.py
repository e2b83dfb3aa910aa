"""A kind of cell registered from outside: a ring to stamp something into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drawing.display_list import Stroke
from printshop.drawing.shapes import circle
from printshop.game.forms.cells import CELLS, Cell
from printshop.products.forms.painters import CellPainter, register_painter
from printshop.schema import keys
from printshop.schema.keys import data_block

if TYPE_CHECKING:
    from printshop.products.forms.painters import CellValues, Items


@CELLS.register("stamp")
@data_block
class Stamp(Cell):
    """A ring."""

    stamp: str = keys.text("what is stamped into it", default="")
    heavy: bool = keys.flag("whether its line is heavy", default=False)

    no_text = True


@register_painter(Stamp)
class StampPainter(CellPainter[Stamp]):
    """Draws the ring in the middle of its place."""

    def draw(self, shown: CellValues) -> Items:
        """Return the ring."""
        radius = min(self.place.width, self.place.height) / 2
        return (circle(*self.place.center, radius, stroke=Stroke(width=2.0 if self.cell.heavy else 1.0)),)
