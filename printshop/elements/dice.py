"""The element `dice`: dice as they fell in an example of play. Points, origin at the top left, y down."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Item, Stroke
from printshop.elements.context import SMALLEST, DrawContext
from printshop.elements.typeset import LEADING, ElementDrawing, TypesetElement
from printshop.game.elements import ELEMENTS, FACE, FORM, ShownValues
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block

DIE_SIZE = 1.9  # of the size of the text: the height of a die
GAP = 3.0  # points: between dice and between lines
# by kind of die: the corners of its outline, the bearing of the first, and the drop of the number, in radii
_OUTLINES = {"d4": (3, 0, 0.14), "d6": (4, 45, 0.0), "d8": (4, 0, 0.0), "d10": (6, 0, 0.0), "d12": (5, 0, 0.03)}
_LINE = re.compile(r"(?P<before>.*?) ?(?P<die>d[0-9]+)(?P<rolls>(?: [0-9]+!?)+)(?: (?P<after>.*))?", re.DOTALL)


@ELEMENTS.register("dice")
@data_block
class DiceRolls(TypesetElement):
    """Dice with the numbers that they show, between words."""

    texts: tuple[str, ...] = keys.texts(
        "in charts, lines with dice as they fell: words, the kind of die, its numbers, and more words: `Golem fires. "
        "d8 3 8! 7! 1 two hits`. Dice with `!` are dark", name="dice")

    subject = "the dice"
    exceptions = ((FORM, "a record shows no rolls"), (FACE, "a counter shows no rolls"))
    required_attribute = "texts"

    def resolve(self, shown: ShownValues) -> tuple[tuple[str, ...], ...]:
        """Return the parts of each line. Raises DoesNotFitError if a line has no dice."""
        lines = [_LINE.fullmatch(line.strip()) or line for line in self.texts]
        for line in lines:
            if isinstance(line, str):
                raise DoesNotFitError(f"the line '{line}' has no dice", "write, for example, Golem fires. d8 3 8! 7! 1")
        return tuple(match.groups("") for match in lines if not isinstance(match, str))

    def typeset(self, content: tuple[tuple[str, ...], ...], width: float, context: DrawContext) -> ElementDrawing:
        """Return each line: words above the dice, and words behind them. Raises TooWideError."""
        style, size, items, y = context.body_style, DIE_SIZE * context.text_size, list[Item](), 0.0
        for before, die, rolls, after in content:
            if before:
                block = text.set_block(before, style, (0, y, width, None), LEADING)
                items += block.items
                y += block.height + GAP / 2
            base, x = y + size / 2 + 0.36 * style.size, text.measure_text(die, style) + GAP
            items += text.set_line(die, style, 0, base)
            for roll in rolls.split():
                items += _draw_die(die, roll, x + size / 2, y + size / 2, size / 2)
                x += size + GAP
            items += text.set_line(f"**{after}**", style, x, base, max_width=width - x,
                                   min_size=SMALLEST) if after else ()
            y += size + GAP
        return ElementDrawing(tuple(items), y - GAP)


def _draw_die(die: str, roll: str, x: float, y: float, radius: float) -> Iterator[Item]:
    corners, bearing, drop = _OUTLINES.get(die, (6, 30, 0.0))
    ground, color = (BLACK, WHITE) if roll.endswith("!") else (WHITE, BLACK)
    yield shapes.regular_polygon(x, y, radius, corners, bearing, fill=ground, stroke=Stroke(BLACK, 0.8, join="round"))
    style = text.Style("sans", radius, bold=True, color=color)
    yield from text.set_line(roll.rstrip("!"), style, x, y + (drop + 0.35) * radius, "middle")
