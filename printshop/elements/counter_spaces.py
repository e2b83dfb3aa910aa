"""The element `spaces`: boxes as large as counters, to lay the counters on.

Lengths are in points, with the origin at the top left of the page, record or face and y down.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.display_list import Item, Stroke
from printshop.elements.context import DrawContext, Items
from printshop.formulas import NOT_KNOWN, Formula, FormulaError
from printshop.game.counters import COUNTERS, Size
from printshop.game.elements import ELEMENTS, FACE, Element, ShownValues
from printshop.game.formula_keys import Wording
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.problems import DoesNotFitError, pluralize, suggest_name
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader

MAX_SPACES = 200
CLEARANCE = 0.5 * MM  # on each side of a counter, because no counter is cut exactly
GAP = 1 * MM  # between boxes
LABEL_SIZES = 8.0, 6.0  # points: the largest and the smallest size of a label


class SpacesContent(NamedTuple):
    """The number of boxes, None if it is unknown, and the label of each box as markup."""

    number: int | None
    labels: tuple[str, ...] = ()


def _read_size(reader: Reader, name: str) -> Size | None:
    """Return the size of the boxes: a width and a height, one length for a square, or the size of counters."""
    word = reader.get_raw_text(name)
    if reader.get_node(name, required=True) is None:
        return None
    if word in reader.context[COUNTERS]:
        kind = reader.context[COUNTERS][word]
        if kind.size is None or kind.hex_base:
            reader.add_problem(name, f"'{name}' of {reader.label}: the counters '{word}' have several sizes or cover "
                                     "hexes", "write a size, for example 5/8 in")
        return kind.size  # type: ignore[no-any-return]
    if word.isidentifier():
        reader.add_problem(name, f"'{name}' of {reader.label}: there are no counters '{word}'",
                           suggest_name(word, reader.context[COUNTERS]) or "write a size, for example 5/8 in")
        return None
    side = reader.read_length(name, None) if word and not set("x×") & set(word) else None
    size = (side, side) if side else reader.read_size(name, None)
    if size and min(length.points for length in size) <= 0:
        reader.add_problem(name, f"the width and the height in '{name}' of {reader.label} must be more than 0")
    return size


@ELEMENTS.register("spaces")
@data_block
class CounterSpaces(Element):
    """Boxes for counters, in rows."""

    spaces: Formula | None = keys.formula("a formula for the number of boxes, 200 at most",
                                          label="Boxes for counters", default=None)
    counter: Size | None = keys.custom(
        _read_size, {"type": "string"},
        "the size of the counters that lie on the boxes: the name of a kind of counters, or a size (`5/8 in`, `20 x 30 "
        "mm`). Each box is 1 mm wider and higher than a counter", default=...)
    caption: Wording | None = keys.formula_text(
        "a text with holes that is printed in every box; `{n}` is the number of the box", default=None)

    subject = "the spaces for counters"
    exceptions = ((FACE, "a counter has no room for other counters"),)
    own_names = frozenset({"n"})
    required_attribute = "spaces"

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let the label use the number of the box."""
        super().prepare_reader(reader)
        reader.context = reader.context.with_names(cls.own_names)

    def validate(self, reader: Reader) -> Self | None:
        return super().validate(reader) if self.counter else None

    def resolve(self, unit_values: ShownValues) -> SpacesContent:
        """Return the number of boxes and their labels.

        Raises FormulaError for a result that is not a number.
        """
        assert self.spaces
        count = self.spaces.evaluate(unit_values.values)
        if count is NOT_KNOWN:
            return SpacesContent(None)
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= MAX_SPACES:
            raise FormulaError(f"'spaces: {self.spaces.text}' gives {count}; it must give a whole number from 0 to "
                               f"{MAX_SPACES}")
        labels = tuple(self.caption.fill({**unit_values.values, "n": number})  # type: ignore[dict-item]
                       for number in range(1, count + 1)) if self.caption else ()
        return SpacesContent(count, labels)

    def measure(self, content: SpacesContent, width: float, context: DrawContext) -> float:
        """Return the height of all rows of boxes.

        Raises DoesNotFitError if not even one box is narrow enough.
        """
        _, box_height = self._measure_box()
        across = self._count_across(width)
        rows = ceil((content.number or 0) / across)
        return max(rows * (box_height + GAP) - GAP, 0.0)

    def draw(self, content: SpacesContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the boxes in rows, from the top left. Raises DoesNotFitError."""
        if content.number is None:
            return context.draw_space(rectangle, "")
        height = self.measure(content, rectangle.width, context)
        if height > rectangle.height + 0.01:
            fit_problem = DoesNotFitError(f"{pluralize(content.number, 'space')} for counters need {height / MM:.1f} "
                                          f"mm, but the place is {rectangle.height / MM:.1f} mm high")
            fit_problem.hint = f"make the row {(height - rectangle.height) / MM:.1f} mm higher"
            raise fit_problem
        box_width, box_height = self._measure_box()
        across, items = self._count_across(rectangle.width), list[Item]()
        for number in range(content.number):
            row, column = divmod(number, across)
            box = Rect(rectangle.x + column * (box_width + GAP), rectangle.y + row * (box_height + GAP), box_width,
                       box_height)
            items.append(shapes.rect(*box, stroke=Stroke(context.pen, 0.6 * context.line_weight)))
            if content.labels:
                largest, smallest = LABEL_SIZES
                style = text.Style(size=largest, color=context.pen)
                items += text.set_block(content.labels[number], style, box.inset(CLEARANCE), 1.1, "middle", "top",
                                        smallest).items
        return tuple(items)

    def _measure_box(self) -> tuple[float, float]:
        assert self.counter
        width, height = self.counter
        return width.pt + 2 * CLEARANCE, height.pt + 2 * CLEARANCE

    def _count_across(self, width: float) -> int:
        box_width = self._measure_box()[0]
        across = int((width + GAP + 0.01) / (box_width + GAP))
        if not across:
            raise DoesNotFitError(f"a space for counters is {box_width / MM:.1f} mm wide, but the place is "
                                  f"{width / MM:.1f} mm wide")
        return across
