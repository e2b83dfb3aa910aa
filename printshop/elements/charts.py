"""Charts: reference cards of titled blocks, one card a page; what blocks are made of, the keys and the drawing of each.

The parts of a block are printed in the order in which they stand. Everything here draws at the origin, downwards, in a
given width, and says how high it has become: points, origin top left, y down. `printshop.products.charts` makes pages
of cards. A kind of part is a class under `@part`; tables and figures of hexes have rooms of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Any, Literal, NamedTuple, Self, TypeVar

from printshop.drawing import fonts, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, Palette, choose_area_color, choose_grey_fill, choose_text_color
from printshop.drawing.themes import current_theme, format_title
from printshop.elements.context import DrawContext
from printshop.elements.word_colors import DEFAULT_INK
from printshop.formulas import FormulaError
from printshop.game.elements import CHART, ELEMENTS, Element, ShownValues
from printshop.game.errata import Difference, NoteMarks, place_note_marks
from printshop.game.formula_keys import dynamic_style
from printshop.game.model import ReadContext
from printshop.layout.rectangles import Rect, balance_columns
from printshop.layout.table import draw_writing_lines
from printshop.problems import DoesNotFitError, Span
from printshop.schema import keys
from printshop.schema.keys import BlockKindsByKey, JsonSchemaWriter, data_block
from printshop.schema.keys import DataBlock as Declared
from printshop.schema.reader import Reader, make_title
from printshop.schema.sections import Section
from printshop.source import Node, ScalarNode

EACH, ONE = "each player", "one"  # copies of a card
SMALLEST = 7.5  # points: nobody reads less across a table
PADDING = 5.5
COLUMN_GAP = 12.0  # between the columns of a list
HEADING = 1.12  # of the size of the text: a title
LEADING = 1.17  # of the lines of a text
RULE = Stroke(BLACK, 0.7)
_LEAD = re.compile(r"(?P<lead>[^:*]{1,28}): (?P<rest>.+)", re.DOTALL)
_SHORT = 0.2  # a last line that takes less of the width than this looks lost, as a single word does
_NARROWER = 0.7  # a text is set no narrower than this share to fill its last line


class BlockStyle(NamedTuple):
    """How a block is set: its text, the air between its rows, its ink, its title (0: 1.12), the most for hexes."""

    size: float
    row_gap: float
    ink: Ink
    title_factor: float = 0.0
    largest_hex: float = inf

    @property
    def small_size(self) -> float:
        """The size of small print."""
        return max(SMALLEST, self.size - 0.8)

    @property
    def body_style(self) -> text.Style:
        """The style of running text."""
        return text.Style("sans", self.size)


class ElementDrawing(NamedTuple):
    """A drawing at the origin, and how far down it goes."""

    items: tuple[Item, ...]
    height: float


class ChartElement:
    """What a block is made of."""

    @classmethod
    def from_value(cls, value: Any, name: str) -> ChartElement | None:  # noqa: ARG003
        """Return the part that what stands at a key makes, None if it is of no use."""
        return value if isinstance(value, ChartElement) else cls(value)  # type: ignore[call-arg]

    def measure_hexes(self, width: float, look: BlockStyle) -> float:
        """Return how large its hexes would be across flats, if it has some."""
        return inf

    def draw(self, width: float, look: BlockStyle, columns: int) -> ElementDrawing:
        """Return the part; a list may take so many `columns`. Raises TooWideError."""
        raise NotImplementedError


P = TypeVar("P", bound=ChartElement)
CHART_ELEMENTS: dict[str, keys.Key] = {}
"""The keys of parts, with what reads them; a kind of part is one more of them."""


def register_element(name: str, declared: Any) -> Callable[[type[P]], type[P]]:
    """Register a part under a key, as which it is declared: what stands there makes the part, nothing makes none."""
    key = keys.get_key(declared)

    def registered(kind: type[P]) -> type[P]:
        def read(reader: Reader, name: str, default: Any) -> ChartElement | None:
            value = key.read_value(reader, name, default)
            return kind.from_value(value, name) if value else None

        CHART_ELEMENTS[name] = replace(key, read_value=read, default=None)
        return kind
    return registered


@data_block
class ChartBlock(Declared):
    """A titled part of a card."""

    title: str = keys.text("its heading")
    mark: str = keys.text("a word on the heading that marks rules which not every group uses: Advanced", default="")
    color: str = dynamic_style(keys.colour("the colour of the heading: a colour, or a "
                                           "formula over settings", default="",
                                           name="colour"))
    across: bool = keys.flag("whether the block covers all columns (false)")
    differs: tuple[Difference, ...] = keys.block_list(
        Difference,
        "notes on what is [not as in the book](differs.md), printed at the end of the block", entry_label="note")
    parts: tuple[ChartElement, ...] = ()

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Let messages call the block by its title."""
        title = reader.get_raw_node("title")
        reader.label = f"block '{title.text}'" if isinstance(title, ScalarNode) and title.text else reader.label

    @classmethod
    def list_extra_keys(cls) -> Mapping[str, keys.Key]:
        """Return the keys of its parts."""
        return CHART_ELEMENTS

    def validate(self, reader: Reader) -> Self:
        """Return the block with its parts, in the order of the file, and the marks of its notes."""
        marks = reader.context.note_marks
        placed = place_note_marks(reader, self.differs, marks)
        parts = [part for name in reader.list_keys() if name in CHART_ELEMENTS
                 and (part := CHART_ELEMENTS[name].read(reader, name))]
        notes = marks.take_new_notes()
        return replace(self, title=f"{self.title}{placed}",
                       mark=reader.read_text("mark", "") if self.differs else self.mark,
                       parts=(*parts, ChartText(notes, "note")) if notes else tuple(parts))

    def measure_hexes(self, width: float, look: BlockStyle) -> float:
        """Return how large the smallest hexes of its figures would be."""
        return min((part.measure_hexes(width - 2 * PADDING, look) for part in self.parts), default=inf)

    def measure_title(self, width: float, look: BlockStyle) -> float:
        """Return the size in which the title fits, at most what goes with its text."""
        size, free = look.size * HEADING, self._sides(width, look)[1]
        wide = text.measure_text(format_title(self.title), self._style(size, free))
        return max(min(size, size * free / (wide or 1)), SMALLEST)

    def _sides(self, width: float, look: BlockStyle) -> tuple[text.Style, float]:
        """Return the style of the mark at the right of the heading, and how wide the title may be."""
        style = text.Style("serif", look.small_size, italic=True)
        return style, width - 2 * PADDING - (text.measure_text(self.mark, style) + 6 if self.mark else 0)

    def _style(self, size: float, free: float) -> text.Style:
        """Return how the title is set: in the family of figures, which is narrow, where that of titles has no room."""
        tracking = 0.06 * current_theme().capitals  # letters of capitals stand apart
        least = text.Style("display", SMALLEST, bold=True, tracking=SMALLEST * tracking)
        family: Literal["sans", "display"] = "display" if text.measure_text(format_title(self.title),
                                                                            least) <= free else "sans"
        return text.Style(family, size, bold=True, tracking=size * tracking)

    def draw_heading(self, width: float, look: BlockStyle) -> ElementDrawing:
        """Return the heading: white on black; for a marked block, and where ink is saved, black on a tint."""
        size = look.size * HEADING
        height = size * 1.62
        dark = not self.mark and look.ink is Ink.COLOUR
        ground = current_theme().bar if dark else choose_grey_fill(look.ink, 0.2 if self.mark else 0.1)
        if self.mark and look.ink is Ink.COLOUR:
            ground = current_theme().tint.mix(current_theme().bar, 0.2)
        color = choose_text_color(ground) if dark else BLACK
        if self.color and look.ink is not Ink.BLACK:
            ground = choose_area_color(look.ink, parse_color(self.color))
            color = choose_text_color(ground)
        style, free = self._sides(width, look)
        base = height / 2 + size * self._style(size, free).face.cap_height / 2
        mark = text.set_line(self.mark, style._replace(color=color), width - PADDING, base, "end")
        size = look.title_factor or self.measure_title(width, look)
        style = self._style(size, free)._replace(color=color)
        title = text.set_line(format_title(self.title), style, PADDING, base, max_width=free, min_size=SMALLEST)
        return ElementDrawing((shapes.rect(0, 0, width, height, fill=ground, stroke=RULE), *title, *mark), height)


@fonts.cache_layout(256)
def draw_block(block: ChartBlock, width: float, look: BlockStyle) -> ElementDrawing:
    """Return a whole block: its frame, the heading on it, its parts below each other. Raises TooWideError."""
    heading = block.draw_heading(width, look)
    items: list[Item] = []
    y = heading.height + PADDING * 0.9 + look.row_gap
    for number, part in enumerate(block.parts):
        y += (2.5 + look.row_gap) if number else 0.0
        drawn = part.draw(width - 2 * PADDING, look, 3 if block.across else 1)
        items.append(shift_items(drawn.items, PADDING, y))
        y += drawn.height
    height = y + PADDING * 0.8 + look.row_gap
    ground = WHITE.mix(themes.choose_background_color("tint", look.ink), 0.6) if block.mark else WHITE
    frame = shapes.rect(0, 0, width, height, fill=ground, stroke=RULE)
    return ElementDrawing((frame, *heading.items, *items), height)


@data_block
class ChartCard(Declared):
    """A reference card: one page, for every player, or `is_shared` for all."""

    title: str = keys.text("the name of the card", default=lambda reader: make_title(reader.key))
    subtitle: str = keys.text("a line beside the name", default="")
    columns: int = keys.integer("the number of columns of the page (3)", 1, 4, default=3)
    copies: str = keys.choice((EACH, ONE), "`each`: every player has one; `one`: one is enough for all", default=EACH)
    blocks: tuple[ChartBlock, ...] = keys.block_list(
        ChartBlock, "the blocks in the order of reading, balanced over the columns", entry_label="block", default=...,
                                                     minimum=1)
    key: str = ""
    span: Span | None = None

    @property
    def is_shared(self) -> bool:
        """Whether one is enough for all."""
        return self.copies == ONE

    @classmethod
    def prepare_reader(cls, reader: Reader) -> None:
        """Give the card marks of its own for its notes."""
        reader.context = replace(reader.context, note_marks=NoteMarks(reader.iterate_texts()))


def read_charts(node: Node, context: ReadContext) -> dict[str, ChartCard]:
    """Return the cards of a game's section `charts`; what is wrong is noted in the context's problems."""
    section = Reader(node, context.problems, "the charts", context)
    return {key: keys.read_block(ChartCard, reader, key=key) for key, reader in section.open_entries("card")}


CHARTS = Section("charts", read_charts, entry_block=ChartCard)


# --- what parts are drawn with


def shift_items(items: Sequence[Item], x: float, y: float) -> Group:
    """Return a drawing shifted by x and y."""
    return Group(tuple(items), Transform().translate(x, y))


def embolden_lead(markup: str) -> str:
    """Return a text that begins "Word: rest" with the word and its colon in bold.

    >>> embolden_lead("Range: +1 for every full 5 in.")
    '**Range:** +1 for every full 5 in.'
    """
    match = _LEAD.fullmatch(markup)
    return f"**{match['lead']}:** {match['rest']}" if match else markup


def set_paragraph(markup: str, style: text.Style, x: float, y: float, width: float) -> text.TextBlock:
    """Return a paragraph; where its last line would be a word alone, the lines above it are a little shorter."""
    def lost(line: text.TextLine) -> bool:
        return line.measure_width(style) < _SHORT * width or " " not in line.string

    lines, narrow = text.wrap_text(markup, style, width), width
    if "\n" not in markup and len(lines) > 1 and lost(lines[-1]):
        with suppress(text.TooWideError):
            for step in range(1, 7):
                tried = width * (1 - (1 - _NARROWER) * step / 6)
                shorter = text.wrap_text(markup, style, tried)
                if len(shorter) > len(lines):
                    break
                if not lost(shorter[-1]):
                    narrow = tried
                    break
    return text.set_block(markup, style, (x, y, narrow, None), LEADING)


# --- kinds of part


@data_block
class ChartPart(Declared):
    """The place of an element in a block of a chart. Its formulas may use the settings and tables of the game."""

    def validate(self, reader: Reader) -> Self | None:
        part = super().validate(reader)
        if isinstance(part, Element):
            if part.required_attribute and getattr(part, part.required_attribute) is None:
                return None
            try:
                content = part.resolve(ShownValues({}))
            except (FormulaError, DoesNotFitError) as error:
                reader.problems.add(reader.mapping_span, f"{reader.label}: {error}", error.hint)
                return None
            return part if content is not None else None
        return part


CHART_PARTS: BlockKindsByKey[ChartPart] = BlockKindsByKey(ChartPart, "an element can have only one of these keys",
                                                          "write a separate element for each of these keys")
ELEMENTS.add_container(CHART, CHART_PARTS)


def _get_track_schema(writer: JsonSchemaWriter) -> Any:
    return writer.make_block_schema(CHART_PARTS.blocks["steps"])


def _read_track(reader: Reader, name: str) -> Any:
    node = reader.get_node(name, required=True)
    inner = Reader(node, reader.problems, f"'{name}' of {reader.label}", reader.context) if node else None
    return keys.read_block(CHART_PARTS.blocks["steps"], inner) if inner else None


@register_element("track", keys.custom(
    _read_track, _get_track_schema,
    "the keys of a [track](forms.md#tracks) except `track`; boxes are 8 mm wide unless `step_size` gives another size",
    read_if_missing=False))
@register_element("elements", keys.block_list(
    CHART_PARTS, "a list of elements: [tracks](forms.md#tracks) (`steps`) and [manoeuvres](forms.md#manoeuvres), "
    "written as in the cells of a form", entry_label="element"))
@dataclass(frozen=True, slots=True)
class ElementColumn(ChartElement):
    """Elements below one another."""

    elements: tuple[Any, ...]

    @classmethod
    def from_value(cls, value: Any, name: str) -> ChartElement | None:  # noqa: ARG003 - as other parts
        return cls(value if isinstance(value, tuple) else (value,))

    def draw(self, width: float, look: BlockStyle, columns: int) -> ElementDrawing:
        usual, items, y = DrawContext(Palette(look.ink), text_size=look.size, align="left"), list[Item](), 0.0
        for number, element in enumerate(self.elements):
            y += 2.5 + look.row_gap if number else 0.0
            content = element.resolve(ShownValues({}))
            color = usual.palette.choose_line(parse_color(getattr(element, "colour", "") or DEFAULT_INK))
            context = usual._replace(color=color)
            height = element.measure(content, width, context)
            items += element.draw(content, Rect(0, y, width, height), context)
            y += height
        return ElementDrawing(tuple(items), y)



@register_element("big", keys.texts())
@register_element("note", keys.texts())
# the last is registered first
@register_element("text", keys.texts("paragraphs; in small print; a statement in large type"))
@dataclass(frozen=True, slots=True)
class ChartText(ChartElement):
    """Paragraphs; `style` is text, note or big."""

    texts: tuple[str, ...]
    style: str

    @classmethod
    def from_value(cls, value: Any, name: str) -> ChartElement | None:
        """Return what is said; empty lines part paragraphs."""
        texts = (" ".join(words.split()) for text in value for words in text.split("\n\n"))
        return cls(tuple(filter(None, texts)), name)

    def draw(self, width: float, look: BlockStyle, columns: int) -> ElementDrawing:
        items, y = list[Item](), 0.0
        if self.style == "big":
            size = look.size * 1.5
            style = text.Style("serif", size, bold=True)
            for number, words in enumerate(self.texts):
                base = size * (number * 1.25 + 0.86)
                items += text.set_line(words, style, width / 2, base, "middle", width, look.size)
            return ElementDrawing(tuple(items), size * 1.25 * len(self.texts))
        style = text.Style("sans", look.small_size if self.style == "note" else look.size)
        for words in self.texts:
            y += 2 + look.row_gap if items else 0.0
            block = set_paragraph(words, style, 0, 0, width)
            items.append(shift_items(block.items, 0, y))
            y += block.height
        return ElementDrawing(tuple(items), y)


@register_element("list", keys.texts())
@register_element("steps", keys.texts("items with numbers or bullets; the words before a colon are bold"))
@dataclass(frozen=True, slots=True)
class ChartList(ChartElement):
    """A list, numbered or with bullets."""

    texts: tuple[str, ...]
    numbered: bool

    @classmethod
    def from_value(cls, value: Any, name: str) -> ChartElement | None:
        """Return the list."""
        return cls(tuple(re.sub(r"[ \n]+", " ", text.strip()) for text in value), name == "steps")

    def draw(self, width: float, look: BlockStyle, columns: int) -> ElementDrawing:
        """Return the list in balanced columns: a line across the whole page is too long to read."""
        size, face = look.size, look.body_style.face
        wide = (width + COLUMN_GAP) / columns - COLUMN_GAP
        gap, indent = 1.2 + look.row_gap * 0.8, size * (1.4 if self.numbered else 0.85)
        texts = [set_paragraph(embolden_lead(words), look.body_style, indent, 0, wide - indent) for words in self.texts]
        items: list[Item] = []
        high = 0.0
        for column, numbers in enumerate(balance_columns([words.height for words in texts], columns, gap)):
            y, rule = 0.0, list[Item]()
            for number in numbers:
                y += gap if number > numbers.start else 0.0
                base = y + size * (0.085 + face.ascent)
                rule += set_paragraph(embolden_lead(self.texts[number]), look.body_style, indent, y,
                                      wide - indent).items
                middle = base - size * face.x_height / 2
                rule += _numeral(number + 1, 0.5 * size, middle - 0.06 * size, look) if self.numbered else (
                    shapes.regular_polygon(size * 0.26, middle, size * 0.21, 4, fill=BLACK),)
                y += texts[number].height
            items.append(shift_items(rule, column * (wide + COLUMN_GAP), 0))
            high = max(high, y)
        return ElementDrawing(tuple(items), high)


def _numeral(number: int, x: float, y: float, look: BlockStyle) -> Iterator[Item]:
    """Give the number of a step on a disc about (x, y)."""
    ground = themes.choose_background_color("bar", look.ink)
    style = text.Style("sans", max(SMALLEST, 0.9 * look.size), bold=True, color=choose_text_color(ground))
    yield shapes.circle(x, y, 0.6 * look.size, fill=ground)
    yield from text.set_line(str(number), style, x, y + style.size * style.face.cap_height / 2, "middle")


@register_element("chain", keys.texts("one -> two -> three"))
@dataclass(frozen=True, slots=True)
class ChartChain(ChartElement):
    """Things in a fixed order, one leading to the next."""

    links: tuple[str, ...]

    def draw(self, width: float, look: BlockStyle, columns: int) -> ElementDrawing:
        """Return the links in boxes with arrows between them, on one row or, read like text, on several."""
        style = text.Style("sans", look.size, bold=True)
        widest = max(text.measure_text(link, style) for link in self.links)
        arrow, height = look.size * 1.1, look.size * 1.7
        for rows in range(1, len(self.links) + 1):
            across = -(-len(self.links) // rows)
            cell = (width + (arrow if rows == 1 else 0)) / across - arrow
            size = min(look.size, look.size * (cell - 5) / widest)
            if size >= max(SMALLEST, look.size * 0.85):
                break
        pitch, style = height + 3 + look.row_gap, style._replace(size=size)
        items: list[Item] = []
        for number, link in enumerate(self.links):
            box = Rect(number % across * (cell + arrow), number // across * pitch, cell, height)
            base = box.center[1] + size * style.face.cap_height / 2
            items += (shapes.rounded_rect(*box, 3, fill=WHITE, stroke=RULE),
                      *text.set_line(link, style, box.center[0], base, "middle",
                                     box.width - 4, SMALLEST))
            if number < len(self.links) - 1:
                items.append(shapes.arrow(box.right + arrow * 0.82, box.center[1], 90, arrow * 0.62, arrow * 0.62,
                                          fill=BLACK))
        return ElementDrawing(tuple(items), pitch * (rows - 1) + height)


@register_element("lines", keys.integer("the number of empty lines to write on", 1, 30, default=1))
@dataclass(frozen=True, slots=True)
class ChartLines(ChartElement):
    """Lines to write on."""

    count: int

    def draw(self, width: float, look: BlockStyle, columns: int) -> ElementDrawing:
        pitch = look.size * 1.9 + look.row_gap
        return ElementDrawing(tuple(draw_writing_lines(Rect(0, 0, width, pitch * self.count + 0.1), pitch)),
                              pitch * self.count + 1)
