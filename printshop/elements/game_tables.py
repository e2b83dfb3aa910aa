"""The element `table`: a table of the game, or a table written in place, in forms, faces and charts.

Points, origin at the top left of the page, record or face, y down.
"""

from __future__ import annotations

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group
from printshop.drawing.geometry import Transform
from printshop.elements.charts import SMALLEST, BlockStyle
from printshop.elements.context import DrawContext, Items
from printshop.elements.tables import ChartTable, make_table_schema, read_table
from printshop.game.elements import ELEMENTS, Element, ShownValues
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block

LARGEST = 10.0  # points: the size of the text where there is room
PAPER_EDGE = 1.0  # points: the edge of the white paper under a table on a dark ground
STEP = 0.25  # between the sizes that are tried
MIN_ROW_AIR, MAX_ROW_AIR = 0.4, 4.0  # points: least and greatest space between rows


@ELEMENTS.register("table")
@data_block
class GameTable(Element):
    """A table that is the same for all units."""

    table: ChartTable | None = keys.custom(
        read_table, make_table_schema,
        "a table of the game by name, or a table as in [charts](charts.md), without its title. The text is as large as "
        "the place allows, from 7.5 to 10 pt; figures in columns of `values` are up to 1.3 times, and "
        "those of the row `main` up to 1.9 times as large", default=None, read_if_missing=False)

    subject = "the table"
    required_attribute = "table"
    is_fixed = True

    def resolve(self, shown: ShownValues) -> ChartTable:
        """Return the table, which depends on no values."""
        assert self.table
        return self.table

    def measure(self, content: ChartTable, width: float, context: DrawContext) -> float:
        """Return the height of the table in the size of running text. Raises TooWideError."""
        return content.draw(width, self._make_style(context.text_size or LARGEST, context), 1).height

    def draw(self, content: ChartTable, rectangle: Rect, context: DrawContext) -> Items:
        """Return the table in the largest size that fits, found by trying smaller and smaller sizes.

        The space between rows grows to fill the height. Raises DoesNotFitError if even the smallest size is too large.
        """
        size = context.text_size or LARGEST
        needed = 0.0
        while size >= SMALLEST - 1e-6:
            style = self._make_style(size, context)
            try:
                drawn = content.draw(rectangle.width, style, 1)
            except text.TooWideError as error:
                misfit: DoesNotFitError = error
            else:
                if drawn.height <= rectangle.height + 1e-6:
                    spare = (rectangle.height - drawn.height) / (len(content.rows) + 1)
                    air = min(MIN_ROW_AIR + spare, MAX_ROW_AIR)
                    drawn = content.draw(rectangle.width, style._replace(row_gap=air), 1)
                    paper = () if context.pen == BLACK else (shapes.rect(*rectangle.inset(-PAPER_EDGE), fill=WHITE),)
                    return (*paper, Group(drawn.items, Transform(e=rectangle.x, f=rectangle.y)))
                needed = drawn.height
                misfit = DoesNotFitError(
                    f"the table is {needed / MM:.1f} mm high, but there is room for only "
                    f"{rectangle.height / MM:.1f} mm")
                misfit.hint = f"make the row {(needed - rectangle.height) / MM:.1f} mm higher"
            size -= STEP
        raise misfit

    def _make_style(self, size: float, context: DrawContext) -> BlockStyle:
        return BlockStyle(size, MIN_ROW_AIR, context.palette.ink)
