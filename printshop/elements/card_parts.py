"""The elements of reference cards: `list`, `chain`, `ladder`, `hexes` and `dice`.

Lengths are in points, with the origin at the top left and y down.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from printshop.drawing import shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Item, Stroke
from printshop.drawing.ink import choose_text_color
from printshop.elements.context import SMALLEST, DrawContext
from printshop.elements.typeset import LEADING, RULE, ElementDrawing, TypesetElement, set_paragraph, shift_items
from printshop.game.elements import ELEMENTS, FACE, FORM, ShownValues
from printshop.layout.rectangles import Rect, balance_columns
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import JsonSchemaWriter, data_block
from printshop.schema.reader import Reader

if TYPE_CHECKING:
    from printshop.elements.hex_figures import DistanceLadder, HexFigureRow
    from printshop.formulas import Formula

COLUMN_GAP = 12.0  # between the columns of a list
_LEAST_LINK = 5.0  # points: the smallest text in a link of a chain
DIE_SIZE = 1.9  # of the size of the text: the height of a die
DIE_GAP = 3.0  # points: between dice and between lines
# by kind of die: the corners of its outline, the bearing of the first, and the drop of the number, in radii
_OUTLINES = {"d4": (3, 0, 0.1), "d6": (4, 45, 0.0), "d8": (4, 0, 0.0), "d10": (6, 0, 0.0), "d12": (5, 0, 0.03)}
_DICE_LINE = re.compile(r"(?P<before>.*?) ?(?P<die>d[0-9]+)(?P<rolls>(?: [0-9]+!?)+)(?: (?P<after>.*))?", re.DOTALL)
_LEAD = re.compile(r"(?P<lead>[^:*]{1,28}): (?P<rest>.+)", re.DOTALL)


def embolden_lead(markup: str) -> str:
    """Return a text that begins "Word: rest" with the word and its colon in bold.

    >>> embolden_lead("Range: +1 for every full 5 in.")
    '**Range:** +1 for every full 5 in.'
    """
    match = _LEAD.fullmatch(markup)
    return f"**{match['lead']}:** {match['rest']}" if match else markup


@ELEMENTS.register("list")
@data_block
class TextList(TypesetElement):
    """A list of texts with numbers or bullets."""

    texts: tuple[str, ...] = keys.texts("items with bullets; the words before a colon are bold",
                                        help_text="Items with bullets", name="list", icon="list",
                                        new_values={"list": ["First item"]})
    numbered: bool = keys.flag("whether the items have numbers in place of bullets (false)")

    subject = "the list"
    exceptions = ((FORM, "there, `list` prints the entries of a field as a table"),)
    required_attribute = "texts"

    def resolve(self, unit_values: ShownValues) -> tuple[str, ...]:
        """Return the items as markup."""
        return tuple(embolden_lead(re.sub(r"[ \n]+", " ", words.strip())) for words in self.texts)

    def typeset(self, content: tuple[str, ...], width: float, context: DrawContext) -> ElementDrawing:
        """Return the list in balanced columns: a line across the whole page is too long to read."""
        style, columns = context.body_style, context.columns
        size, face = style.size, style.face
        wide = (width + COLUMN_GAP) / columns - COLUMN_GAP
        gap, indent = 1.2 + context.row_gap * 0.8, size * (1.4 if self.numbered else 0.85)
        heights = [set_paragraph(words, style, indent, 0, wide - indent).height for words in content]
        items: list[Item] = []
        high = 0.0
        for column, numbers in enumerate(balance_columns(heights, columns, gap)):
            y, column_items = 0.0, list[Item]()
            for number in numbers:
                y += gap if number > numbers.start else 0.0
                base = y + size * (0.085 + face.ascent)
                column_items += set_paragraph(content[number], style, indent, y, wide - indent).items
                middle = base - size * face.x_height / 2
                column_items += (
                    _draw_number(number + 1, 0.5 * size, middle - 0.06 * size, context) if self.numbered else
                    (shapes.regular_polygon(size * 0.26, middle, size * 0.21, 4, fill=BLACK),))
                y += heights[number]
            items.append(shift_items(column_items, column * (wide + COLUMN_GAP), 0))
            high = max(high, y)
        return ElementDrawing(tuple(items), high, len(content))


def _draw_number(number: int, x: float, y: float, context: DrawContext) -> Iterator[Item]:
    """Yield the number of an item on a disc about (x, y)."""
    ground = themes.choose_background_color("bar", context.ink)
    style = text.Style("sans", max(context.smallest, 0.9 * context.text_size), bold=True,
                       color=choose_text_color(ground))
    yield shapes.circle(x, y, 0.6 * context.text_size, fill=ground)
    yield from text.set_line(str(number), style, x, y + style.size * style.face.cap_height / 2, "middle")


@ELEMENTS.register("chain")
@data_block
class TextChain(TypesetElement):
    """Things in a fixed order, one leading to the next."""

    links: tuple[str, ...] = keys.texts("one -> two -> three", label="Steps with arrows", name="chain")

    subject = "the chain"
    required_attribute = "links"

    def resolve(self, unit_values: ShownValues) -> tuple[str, ...]:
        """Return the things as markup."""
        return self.links

    def typeset(self, content: tuple[str, ...], width: float, context: DrawContext) -> ElementDrawing:
        """Return the links in boxes with arrows between them, on one row or, read like text, on several."""
        full, gap = context.text_size, context.row_gap
        style = text.Style("sans", full, bold=True)
        widest = max(text.measure_text(link, style) for link in content)
        arrow, height = full * 1.1, full * 1.7
        for rows in range(1, len(content) + 1):
            across = -(-len(content) // rows)
            cell = (width + (arrow if rows == 1 else 0)) / across - arrow
            size = min(full, full * (cell - 5) / widest)
            if size >= max(context.smallest, full * 0.85):
                break
        if size < _LEAST_LINK:
            raise text.TooWideError(self.subject, _LEAST_LINK * widest / full, cell - 5, described=True)
        pitch, style = height + 3 + gap, style._replace(size=size)
        items: list[Item] = []
        for number, link in enumerate(content):
            box = Rect(number % across * (cell + arrow), number // across * pitch, cell, height)
            base = box.center[1] + size * style.face.cap_height / 2
            items += (shapes.rounded_rect(*box, 3, fill=WHITE, stroke=RULE),
                      *text.set_line(link, style, box.center[0], base, "middle",
                                     box.width - 4, context.smallest))
            if number < len(content) - 1:
                items.append(shapes.arrow(box.right + arrow * 0.82, box.center[1], 90, arrow * 0.62, arrow * 0.62,
                                          fill=BLACK))
        return ElementDrawing(tuple(items), pitch * (rows - 1) + height, rows - 1)


# --- ladders of distance, and figures of hexes: the module with their contents is imported when one is read


def _read_ladder(reader: Reader, name: str) -> DistanceLadder | None:
    from printshop.elements.hex_figures import DistanceLadder

    inner = reader.open_mapping(name)
    return keys.read_block(DistanceLadder, inner) if inner else None


def _make_ladder_schema(writer: JsonSchemaWriter) -> Any:
    from printshop.elements.hex_figures import DistanceLadder

    return writer.make_block_schema(DistanceLadder)


@ELEMENTS.register("ladder")
@data_block
class LadderFigure(TypesetElement):
    """Bands of distance with their costs, and rulers over them."""

    ladder: DistanceLadder | None = keys.custom(
        _read_ladder, _make_ladder_schema,
        "distances and their costs: `bands`, `beyond`, and `rulers`, a list of `label` and `every`",
        label="Costs of distances",
        read_if_missing=False)

    subject = "the ladder"
    required_attribute = "ladder"

    def resolve(self, unit_values: ShownValues) -> DistanceLadder:
        """Return the ladder, which depends on no values."""
        assert self.ladder
        return self.ladder


def _read_figures(reader: Reader, name: str) -> HexFigureRow | None:
    from printshop.elements.hex_figures import read_figures

    return read_figures(reader, name)


def _make_figures_schema(writer: JsonSchemaWriter) -> Any:
    from printshop.elements.hex_figures import make_figures_schema

    return make_figures_schema(writer)


@ELEMENTS.register("hexes")
@data_block
class HexFigures(TypesetElement):
    """Figures beside each other."""

    row: HexFigureRow | None = keys.custom(
        _read_figures, _make_figures_schema,
        "small figures of hexes, not to scale: one figure, or a list of figures that stand side by side. Each has an "
        "`orientation` (default: flat-top) or `grid: square`, a `caption` and **`cells`**, a list of hexes. An entry "
        "of `cells` has its hexes (**`at`**: `[[0, 0], [1, -1]]`, as in templates), a `label`, a `shade` (0 to 1), a "
        "`pattern`, and a `facing` (degrees, "
        "clockwise from up) for an arrow or for the `picture` in its place; `ghost: true` marks an earlier position, "
        "`turn` the turn from there. A `zone` (front, flank, rear, mixed) gives the hexes its name and the look of the "
        "zones of [pieces of hexes](counters.md#pieces-of-hexes). `lines` across the figure are a list of `bearing`, "
        "`from` (a hex) and `dashed`; in place of `bearing`, `to` names the hex where a line ends",
        read_if_missing=False, name="hexes")

    subject = "the figure of hexes"
    required_attribute = "row"

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """The formulas of the looks of hexes."""
        return self.row.formulas if self.row else ()

    def resolve(self, unit_values: ShownValues) -> HexFigureRow:
        """Return the figures as they look for a unit."""
        assert self.row
        return self.row.resolve(unit_values.values)

    def measure_hexes(self, content: HexFigureRow, width: float, context: DrawContext) -> float:
        return content.measure_hexes(width, context)


@ELEMENTS.register("dice")
@data_block
class DiceRolls(TypesetElement):
    """Dice with the numbers that they show, between words."""

    texts: tuple[str, ...] = keys.texts(
        "in charts, lines with dice as they fell: words, the kind of die, its numbers, and more words: `The tug fires. "
        "d8 3 8! 7! 1 two hits`. Dice with `!` are dark", name="dice")

    subject = "the dice"
    exceptions = ((FORM, "a record shows no rolls"), (FACE, "a counter shows no rolls"))
    required_attribute = "texts"

    def resolve(self, unit_values: ShownValues) -> tuple[tuple[str, ...], ...]:
        """Return the parts of each line. Raises DoesNotFitError if a line has no dice."""
        lines = [_DICE_LINE.fullmatch(line.strip()) or line for line in self.texts]
        for line in lines:
            if isinstance(line, str):
                raise DoesNotFitError(f"the line '{line}' has no dice", "write, for example, Rat fires. d8 3 8! 1")
        return tuple(match.groups("") for match in lines if not isinstance(match, str))

    def typeset(self, content: tuple[tuple[str, ...], ...], width: float, context: DrawContext) -> ElementDrawing:
        """Return each line: words before the dice or above them, the dice, and more words.

        Raises TooWideError.
        """
        style, size, items, y = context.body_style, DIE_SIZE * context.text_size, list[Item](), 0.0
        for before, die, rolls, after in content:
            words, roll_list = f"{before} {die}".strip(), rolls.split()
            x = text.measure_text(words, style) + DIE_GAP
            if before and x + (size + DIE_GAP) * len(roll_list) + text.measure_text(f"**{after}**", style) > width:
                block = text.set_block(before, style, (0, y, width, None), LEADING)
                items, y = [*items, *block.items], y + block.height + DIE_GAP / 2
                words, x = die, text.measure_text(die, style) + DIE_GAP
            base = y + size / 2 + 0.36 * style.size
            items += text.set_line(words, style, 0, base)
            for roll in roll_list:
                items += _draw_die(die, roll, x + size / 2, y + size / 2, size / 2)
                x += size + DIE_GAP
            items += text.set_line(f"**{after}**", style, x, base, max_width=width - x,
                                   min_size=SMALLEST) if after else ()
            y += size + DIE_GAP
        return ElementDrawing(tuple(items), y - DIE_GAP)


def _draw_die(die: str, roll: str, x: float, y: float, radius: float) -> Iterator[Item]:
    corners, bearing, drop = _OUTLINES.get(die, (6, 30, 0.0))
    ground, color = (BLACK, WHITE) if roll.endswith("!") else (WHITE, BLACK)
    style = text.Style("sans", radius if corners > 3 else 0.8 * radius, bold=True, color=color)
    yield shapes.regular_polygon(x, y, radius if corners > 3 else 1.15 * radius, corners, bearing, fill=ground,
                                 stroke=Stroke(BLACK, 0.8, join="round"))
    yield from text.set_line(roll.rstrip("!"), style, x, y + drop * radius + 0.35 * style.size, "middle")
