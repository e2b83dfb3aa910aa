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
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, shade, text_on
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.themes import titled, worn
from printshop.game.differences import Difference, Marks, set_marks
from printshop.game.formulas import look
from printshop.game.model import Context
from printshop.language import keys
from printshop.language.keys import Block as Declared
from printshop.language.keys import block
from printshop.language.reader import Reader, spoken
from printshop.language.sections import Section
from printshop.layout.boxes import Box, balance
from printshop.layout.table import ruled
from printshop.problems import Span
from printshop.source import Node, Scalar

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


class Look(NamedTuple):
    """How a block is set: its text, the air between its rows, its ink, its title (0: 1.12), the most for hexes."""

    size: float
    air: float
    ink: Ink
    title: float = 0.0
    hexes: float = inf

    @property
    def small(self) -> float:
        """The size of small print."""
        return max(SMALLEST, self.size - 0.8)

    @property
    def body(self) -> text.Style:
        """The style of running text."""
        return text.Style("sans", self.size)


class Drawing(NamedTuple):
    """A drawing at the origin, and how far down it goes."""

    items: tuple[Item, ...]
    height: float


class Part:
    """What a block is made of."""

    @classmethod
    def of(cls, value: Any, name: str) -> Part | None:  # noqa: ARG003
        """Return the part that what stands at a key makes, None if it is of no use."""
        return value if isinstance(value, Part) else cls(value)  # type: ignore[call-arg]

    def hexes(self, width: float, look: Look) -> float:
        """Return how large its hexes would be across flats, if it has some."""
        return inf

    def drawn(self, width: float, look: Look, columns: int) -> Drawing:
        """Return the part; a list may take so many `columns`. Raises TooWide."""
        raise NotImplementedError


P = TypeVar("P", bound=Part)
PARTS: dict[str, keys.Key] = {}
"""The keys of parts, with what reads them; a kind of part is one more of them."""


def part(name: str, declared: Any) -> Callable[[type[P]], type[P]]:
    """Register a part under a key, as which it is declared: what stands there makes the part, nothing makes none."""
    key = keys.key(declared)

    def registered(kind: type[P]) -> type[P]:
        def read(at: Reader, name: str, default: Any) -> Part | None:
            value = key.reader(at, name, default)
            return kind.of(value, name) if value else None

        PARTS[name] = replace(key, reader=read, default=None)
        return kind
    return registered


@block
class Block(Declared):
    """A titled part of a card."""

    title: str = keys.text("its heading")
    mark: str = keys.text("a word on the heading, for rules that not everybody uses: Advanced", default="")
    color: str = look(keys.colour("of its heading: a colour, or a formula over settings", default="", name="colour"))
    across: bool = keys.flag("whether the block goes across all columns (false)")
    differs: tuple[Difference, ...] = keys.blocks(
        Difference, "notes on what is [not as in the book](differs.md), printed at its end", entry="note")
    parts: tuple[Part, ...] = ()

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Let messages call the block by its title."""
        title = at.peek("title")
        at.what = f"block '{title.text}'" if isinstance(title, Scalar) and title.text else at.what

    @classmethod
    def more(cls) -> Mapping[str, keys.Key]:
        """Return the keys of its parts."""
        return PARTS

    def settled(self, at: Reader) -> Self:
        """Return the block with its parts, in the order of the file, and the marks of its notes."""
        marks = at.context.marks
        placed = set_marks(at, self.differs, marks)
        parts = [part for name in at.keys() if name in PARTS and (part := PARTS[name].take(at, name))]  # noqa: SIM118
        notes = marks.fresh()
        return replace(self, title=f"{self.title}{placed}", mark=at.text("mark", "") if self.differs else self.mark,
                       parts=(*parts, Say(notes, "note")) if notes else tuple(parts))

    def hexes(self, width: float, look: Look) -> float:
        """Return how large the smallest hexes of its figures would be."""
        return min((part.hexes(width - 2 * PADDING, look) for part in self.parts), default=inf)

    def title_size(self, width: float, look: Look) -> float:
        """Return the size in which the title fits, at most what goes with its text."""
        size, free = look.size * HEADING, self._sides(width, look)[1]
        wide = text.measure(titled(self.title), self._style(size, free))
        return max(min(size, size * free / (wide or 1)), SMALLEST)

    def _sides(self, width: float, look: Look) -> tuple[text.Style, float]:
        """Return the style of the mark at the right of the heading, and how wide the title may be."""
        style = text.Style("serif", look.small, italic=True)
        return style, width - 2 * PADDING - (text.measure(self.mark, style) + 6 if self.mark else 0)

    def _style(self, size: float, free: float) -> text.Style:
        """Return how the title is set: in the family of figures, which is narrow, where that of titles has no room."""
        tracking = 0.06 * worn().capitals  # letters of capitals stand apart
        least = text.Style("display", SMALLEST, bold=True, tracking=SMALLEST * tracking)
        family: Literal["sans", "display"] = "display" if text.measure(titled(self.title), least) <= free else "sans"
        return text.Style(family, size, bold=True, tracking=size * tracking)

    def heading(self, width: float, look: Look) -> Drawing:
        """Return the heading: white on black; for a marked block, and where ink is saved, black on a tint."""
        size = look.size * HEADING
        height = size * 1.62
        dark = not self.mark and look.ink is Ink.COLOUR
        ground = worn().bar if dark else shade(look.ink, 0.2 if self.mark else 0.1)
        if self.mark and look.ink is Ink.COLOUR:
            ground = worn().tint.mix(worn().bar, 0.2)
        color = text_on(ground) if dark else BLACK
        if self.color and look.ink is not Ink.BLACK:
            ground = area(look.ink, parse_color(self.color))
            color = text_on(ground)
        style, free = self._sides(width, look)
        base = height / 2 + size * self._style(size, free).face.cap_height / 2
        mark = text.line(self.mark, style._replace(color=color), width - PADDING, base, "end")
        size = look.title or self.title_size(width, look)
        style = self._style(size, free)._replace(color=color)
        title = text.line(titled(self.title), style, PADDING, base, max_width=free, min_size=SMALLEST)
        return Drawing((shapes.rect(0, 0, width, height, fill=ground, stroke=RULE), *title, *mark), height)


@fonts.remembered(256)
def block_of(block: Block, width: float, look: Look) -> Drawing:
    """Return a whole block: its frame, the heading on it, its parts below each other. Raises TooWide."""
    heading = block.heading(width, look)
    items: list[Item] = []
    y = heading.height + PADDING * 0.9 + look.air
    for number, part in enumerate(block.parts):
        y += (2.5 + look.air) if number else 0.0
        drawn = part.drawn(width - 2 * PADDING, look, 3 if block.across else 1)
        items.append(moved(drawn.items, PADDING, y))
        y += drawn.height
    height = y + PADDING * 0.8 + look.air
    ground = WHITE.mix(themes.ground("tint", look.ink), 0.6) if block.mark else WHITE
    frame = shapes.rect(0, 0, width, height, fill=ground, stroke=RULE)
    return Drawing((frame, *heading.items, *items), height)


@block
class Card(Declared):
    """A reference card: one page, for every player, or `once` for all."""

    title: str = keys.text("the name of the card", default=lambda at: spoken(at.key))
    subtitle: str = keys.text("a line beside it", default="")
    columns: int = keys.whole("how many columns the page has (3)", 1, 4, default=3)
    copies: str = keys.choice((EACH, ONE), "each player has one, or `one` is enough", default=EACH)
    blocks: tuple[Block, ...] = keys.blocks(
        Block, "its blocks in the order of reading, balanced over the columns", entry="block", default=..., least=1)
    key: str = ""
    span: Span | None = None

    @property
    def once(self) -> bool:
        """Whether one is enough for all."""
        return self.copies == ONE

    @classmethod
    def begin(cls, at: Reader) -> None:
        """Give the card marks of its own for its notes."""
        at.context = replace(at.context, marks=Marks(at.written()))


def read(node: Node, context: Context) -> dict[str, Card]:
    """Return the cards of a game's section `charts`; what is wrong is noted in the context's problems."""
    section = Reader(node, context.problems, "the charts", context)
    return {key: keys.read(Card, reader, key=key) for key, reader in section.each("card")}


CHARTS = Section("charts", read, blocks=Card)


# --- what parts are drawn with


def moved(items: Sequence[Item], x: float, y: float) -> Group:
    """Return a drawing shifted by x and y."""
    return Group(tuple(items), Transform().translate(x, y))


def run_in(markup: str) -> str:
    """Return a text that begins "Word: rest" with the word and its colon in bold.

    >>> run_in("Range: +1 for every full 5 in.")
    '**Range:** +1 for every full 5 in.'
    """
    match = _LEAD.fullmatch(markup)
    return f"**{match['lead']}:** {match['rest']}" if match else markup


def paragraph(markup: str, style: text.Style, x: float, y: float, width: float) -> text.Block:
    """Return a paragraph; where its last line would be a word alone, the lines above it are a little shorter."""
    def lost(line: text.Line) -> bool:
        return line.width(style) < _SHORT * width or " " not in line.string

    lines, narrow = text.wrap(markup, style, width), width
    if "\n" not in markup and len(lines) > 1 and lost(lines[-1]):
        with suppress(text.TooWide):
            for step in range(1, 7):
                tried = width * (1 - (1 - _NARROWER) * step / 6)
                shorter = text.wrap(markup, style, tried)
                if len(shorter) > len(lines):
                    break
                if not lost(shorter[-1]):
                    narrow = tried
                    break
    return text.block(markup, style, (x, y, narrow, None), LEADING)


# --- kinds of part


@part("big", keys.texts())
@part("note", keys.texts())
@part("text", keys.texts("paragraphs; in small print; a statement in large type"))  # the last is registered first
@dataclass(frozen=True, slots=True)
class Say(Part):
    """Paragraphs; `style` is text, note or big."""

    texts: tuple[str, ...]
    style: str

    @classmethod
    def of(cls, value: Any, name: str) -> Part | None:
        """Return what is said; empty lines part paragraphs."""
        texts = (" ".join(words.split()) for text in value for words in text.split("\n\n"))
        return cls(tuple(filter(None, texts)), name)

    def drawn(self, width: float, look: Look, columns: int) -> Drawing:
        items, y = list[Item](), 0.0
        if self.style == "big":
            size = look.size * 1.5
            style = text.Style("serif", size, bold=True)
            for number, words in enumerate(self.texts):
                base = size * (number * 1.25 + 0.86)
                items += text.line(words, style, width / 2, base, "middle", width, look.size)
            return Drawing(tuple(items), size * 1.25 * len(self.texts))
        style = text.Style("sans", look.small if self.style == "note" else look.size)
        for words in self.texts:
            y += 2 + look.air if items else 0.0
            block = paragraph(words, style, 0, 0, width)
            items.append(moved(block.items, 0, y))
            y += block.height
        return Drawing(tuple(items), y)


@part("list", keys.texts())
@part("steps", keys.texts("numbered, or with bullets; what stands before a colon is bold"))
@dataclass(frozen=True, slots=True)
class Items(Part):
    """A list, numbered or with bullets."""

    texts: tuple[str, ...]
    numbered: bool

    @classmethod
    def of(cls, value: Any, name: str) -> Part | None:
        """Return the list."""
        return cls(tuple(re.sub(r"[ \n]+", " ", text.strip()) for text in value), name == "steps")

    def drawn(self, width: float, look: Look, columns: int) -> Drawing:
        """Return the list in balanced columns: a line across the whole page is too long to read."""
        size, face = look.size, look.body.face
        wide = (width + COLUMN_GAP) / columns - COLUMN_GAP
        gap, indent = 1.2 + look.air * 0.8, size * (1.4 if self.numbered else 0.85)
        texts = [paragraph(run_in(words), look.body, indent, 0, wide - indent) for words in self.texts]
        items: list[Item] = []
        high = 0.0
        for column, numbers in enumerate(balance([words.height for words in texts], columns, gap)):
            y, rule = 0.0, list[Item]()
            for number in numbers:
                y += gap if number > numbers.start else 0.0
                base = y + size * (0.085 + face.ascent)
                rule += paragraph(run_in(self.texts[number]), look.body, indent, y, wide - indent).items
                middle = base - size * face.x_height / 2
                rule += _numeral(number + 1, 0.5 * size, middle - 0.06 * size, look) if self.numbered else (
                    shapes.regular(size * 0.26, middle, size * 0.21, 4, fill=BLACK),)
                y += texts[number].height
            items.append(moved(rule, column * (wide + COLUMN_GAP), 0))
            high = max(high, y)
        return Drawing(tuple(items), high)


def _numeral(number: int, x: float, y: float, look: Look) -> Iterator[Item]:
    """Give the number of a step on a disc about (x, y)."""
    ground = themes.ground("bar", look.ink)
    style = text.Style("sans", max(SMALLEST, 0.9 * look.size), bold=True, color=text_on(ground))
    yield shapes.circle(x, y, 0.6 * look.size, fill=ground)
    yield from text.line(str(number), style, x, y + style.size * style.face.cap_height / 2, "middle")


@part("chain", keys.texts("one -> two -> three"))
@dataclass(frozen=True, slots=True)
class Chain(Part):
    """Things in a fixed order, one leading to the next."""

    links: tuple[str, ...]

    def drawn(self, width: float, look: Look, columns: int) -> Drawing:
        """Return the links in boxes with arrows between them, on one row or, read like text, on several."""
        style = text.Style("sans", look.size, bold=True)
        widest = max(text.measure(link, style) for link in self.links)
        arrow, height = look.size * 1.1, look.size * 1.7
        for rows in range(1, len(self.links) + 1):
            across = -(-len(self.links) // rows)
            cell = (width + (arrow if rows == 1 else 0)) / across - arrow
            size = min(look.size, look.size * (cell - 5) / widest)
            if size >= max(SMALLEST, look.size * 0.85):
                break
        pitch, style = height + 3 + look.air, style._replace(size=size)
        items: list[Item] = []
        for number, link in enumerate(self.links):
            box = Box(number % across * (cell + arrow), number // across * pitch, cell, height)
            base = box.center[1] + size * style.face.cap_height / 2
            items += (shapes.rounded_rect(*box, 3, fill=WHITE, stroke=RULE),
                      *text.line(link, style, box.center[0], base, "middle",
                                 box.width - 4, SMALLEST))
            if number < len(self.links) - 1:
                items.append(shapes.arrow(box.right + arrow * 0.82, box.center[1], 90, arrow * 0.62, arrow * 0.62,
                                          fill=BLACK))
        return Drawing(tuple(items), pitch * (rows - 1) + height)


@part("lines", keys.whole("so many empty lines to write on", 1, 30, default=1))
@dataclass(frozen=True, slots=True)
class Blanks(Part):
    """Lines to write on."""

    count: int

    def drawn(self, width: float, look: Look, columns: int) -> Drawing:
        pitch = look.size * 1.9 + look.air
        return Drawing(tuple(ruled(Box(0, 0, width, pitch * self.count + 0.1), pitch)), pitch * self.count + 1)
