"""Charts: reference cards of titled blocks, one card a page.

The parts of a block are printed in the order in which they stand. A cell, or a whole table, that is `unknown` is
printed as a space to fill in by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from printshop.game.differences import Difference, Marks, set_marks
from printshop.game.hex_lists import HEX, RAYS, Ray, read_hexes, read_rays
from printshop.game.hexbases import ZONES
from printshop.game.maps import AREAS
from printshop.hexes import Hex, Orientation
from printshop.language import keys, patterns
from printshop.language.keys import Block as Declared
from printshop.language.keys import block
from printshop.language.reader import Reader, is_unknown, spoken
from printshop.language.sections import Section
from printshop.problems import Span, suggestion
from printshop.source import Node, Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.game.context import Context
    from printshop.game.model import SizeClass
    from printshop.units import Length

EACH, ONE = "each player", "one"  # copies of a card
MOST_CELLS = 400


@dataclass(frozen=True, slots=True)
class Say:
    """Paragraphs; `style` is text, note or big."""

    texts: tuple[str, ...]
    style: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered or with bullets."""

    texts: tuple[str, ...]
    numbered: bool


@dataclass(frozen=True, slots=True)
class Chain:
    """Things in a fixed order, one leading to the next."""

    links: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. None in place of a cell is a space to fill in; `values` are the columns of figures, from 0.

    `over` are words over several headings, with the first and the last of them.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    values: frozenset[int]
    over: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines to write on."""

    count: int


@block
class Ruler(Declared):
    """A distance that costs one band more each time."""

    label: str = keys.text("what it is called")
    every: Length = keys.length("how deep a band is")


@block
class Ladder(Declared):
    """Bands of distance, the same for every ruler but for their depth."""

    bands: tuple[str, ...] = keys.texts("the figures", default=..., least=1)
    beyond: str = keys.text("what stands behind the last", default="")
    rulers: tuple[Ruler, ...] = keys.blocks(
        Ruler,
        "distances: a list of `label` and `every`",
        entry="ruler", default=..., least=1)

    def settled(self, at: Reader) -> Self | None:  # noqa: ARG002
        """Return the ladder, None if it has no bands, or no rulers."""
        return self if self.bands and self.rulers else None


@block
class HexCell(Declared):
    """Hexes that look alike; `facing` is None where there is no arrow."""

    at: tuple[Hex, ...] = keys.special(
        lambda at, name: read_hexes(at, name, required=True), {"type": "array", "items": HEX}, "a list of hexes",
        default=...)
    label: str = keys.text("what stands in them", default="")
    shade_: Fraction = keys.number("how dark they are, 0 to 1", 0, 1, default=Fraction(0), name="shade")
    pattern: str = keys.choice(AREAS, "over them", default="")
    zone: str = keys.choice(tuple(ZONES), "that they are drawn as", default="")
    facing_: Fraction | None = keys.number("where an arrow points", -360, 360, default=None, name="facing")
    color: str = ""

    @property
    def shade(self) -> float:
        """How dark they are, 0 to 1."""
        return float(self.shade_)

    @property
    def facing(self) -> float | None:
        """Where an arrow points, in degrees clockwise from the top."""
        return None if self.facing_ is None else float(self.facing_)

    def settled(self, at: Reader) -> Self:
        """Return the hexes; those of a zone have its looks."""
        if not self.zone:
            return self
        for name in ("shade", "pattern"):
            if name in at:
                at.fail(name, f"{at.what} has both 'zone' and '{name}'", "keep one of the two")
        color, pattern = ZONES[self.zone]
        return replace(self, label=at.text("label", self.zone), pattern=pattern, color=color)


ORIENTATIONS = tuple(one.value for one in Orientation)


def _rays(at: Reader, name: str) -> tuple[Ray, ...]:
    node = at.peek("orientation")
    stands = Orientation(node.text) if isinstance(node, Scalar) and node.text in ORIENTATIONS else Orientation.FLAT
    return read_rays(at, name, ends=stands)


@block
class HexFigure(Declared):
    """A figure of hexes."""

    stands: str = keys.choice(ORIENTATIONS, "how its hexes stand", name="orientation")
    cells: tuple[HexCell, ...] = keys.blocks(HexCell, "what is in them", entry="cell", default=..., least=1)
    caption: str = keys.text("a few words below it", default="")
    lines: tuple[Ray, ...] = keys.special(
        _rays, RAYS,
        "lines across it: a list of `bearing`, `from` (a hex) and `dashed`; or, in place of `bearing`, `to` (a "
        "hex), where a line ends")

    @property
    def orientation(self) -> Orientation:
        """How its hexes stand."""
        return Orientation(self.stands)

    def settled(self, at: Reader) -> Self | None:
        """Return the figure, None if it has no hexes."""
        every = [cell for one in self.cells for cell in one.at]
        span = at.span("cells")
        if len(every) > MOST_CELLS:
            at.problems.add(span, f"{at.what} has {len(every)} hexes, at most {MOST_CELLS} are allowed")
        for cell in sorted({cell for cell in every if every.count(cell) > 1} if len(every) <= MOST_CELLS else ()):
            at.problems.add(span, f"the hex [{cell[0]}, {cell[1]}] stands twice in 'cells' of {at.what}")
        for q, r in (end for ray in self.lines for end in (ray.start, ray.end or ray.start) if end not in every):
            if every:
                at.fail("lines", f"'lines' of {at.what}: the hex [{q}, {r}] is not in 'cells'",
                        "lines begin and end in hexes that are drawn")
        return self if every else None


@dataclass(frozen=True, slots=True)
class HexFigures:
    """Figures beside each other."""

    figures: tuple[HexFigure, ...]


Part = Say | Items | Chain | Grid | HexFigures | Ladder | Blanks
PARTS: dict[str, keys.Key] = {}
"""The keys of parts, with what reads them; a kind of part is one more of them."""


def part(name: str, says: str, shape: Any) -> Callable[[Callable[[Reader, str], Part | None]], Any]:
    """Register what reads a part under its key, with the words of the reference and its JSON Schema."""
    def registered(read: Callable[[Reader, str], Part | None]) -> Callable[[Reader, str], Part | None]:
        PARTS[name] = keys.key(keys.special(read, shape, says))
        return read
    return registered


@block
class Block(Declared):
    """A titled part of a card."""

    title: str = keys.text("its heading")
    mark: str = keys.text("a word on the heading, for rules that not everybody uses: Advanced", default="")
    across: bool = keys.flag("whether the block goes across all columns (false)")
    differs: tuple[Difference, ...] = keys.blocks(
        Difference,
        "notes on what is [not as in the book](differs.md), printed at its end",
        entry="note")
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
        read = [one for name in at.keys() if name in PARTS and (one := PARTS[name].take(at, name))]  # noqa: SIM118
        notes = marks.fresh()
        return replace(self, title=f"{self.title}{placed}", mark=at.text("mark", "") if self.differs else self.mark,
                       parts=(*read, Say(notes, "note")) if notes else tuple(read))


@block
class Card(Declared):
    """A reference card: one page, for every player, or `once` for all."""

    title: str = keys.text("the name of the card", default=lambda at: spoken(at.key))
    subtitle: str = keys.text("a line beside it", default="")
    columns: int = keys.whole("how many columns the page has (3)", 1, 4, default=3)
    copies: str = keys.choice((EACH, ONE), "each player has one, or `one` is enough", default=EACH)
    blocks: tuple[Block, ...] = keys.blocks(
        Block,
        "its blocks in the order of reading, balanced over the columns",
        entry="block", default=..., least=1)
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


# --- the parts

TEXTS = {"type": ["array", *patterns.TEXT], "items": {"type": patterns.TEXT}}


@part("big", "", TEXTS)
@part("note", "", TEXTS)
@part("text", "paragraphs; in small print; a statement in large type", TEXTS)  # the last is registered first
def _say(at: Reader, name: str) -> Part | None:
    texts = tuple(" ".join(words.split()) for text in at.texts(name) for words in text.split("\n\n"))
    return Say(tuple(text for text in texts if text), name) if texts else None


@part("list", "", TEXTS)
@part("steps", "numbered, or with bullets; what stands before a colon is bold", TEXTS)
def _items(at: Reader, name: str) -> Part | None:
    texts = tuple(" ".join(text.split()) for text in at.texts(name))
    return Items(texts, name == "steps") if texts else None


@part("chain", "one -> two -> three", TEXTS)
def _chain(at: Reader, name: str) -> Part | None:
    links = at.texts(name)
    return Chain(links) if links else None


@part("lines", "so many empty lines to write on", {"type": ["integer", "string"], "minimum": 1, "maximum": 30})
def _blanks(at: Reader, name: str) -> Part:
    return Blanks(at.whole(name, 1, 1, 30))


def _table_shape(writer: Any) -> Any:
    names = writer.entries.get("tables")
    cells = {"type": "array", "items": {"type": ["array", *patterns.TEXT]}}
    keys_ = {"columns": TEXTS, "rows": cells, "values": TEXTS, "of": patterns.choice(names) if names else {},
             "over": {"type": "object", "additionalProperties": TEXTS}}
    name = patterns.choice((*names, "unknown")) if names else {"type": "string"}
    return {"anyOf": [name, {"type": "object", "properties": keys_, "additionalProperties": False}]}


@part("table", "`columns`, `rows` and `values` (which columns hold the figures that are looked for, from 1: all but "
"the first; "
      "texts in the others are wrapped where the table would be too wide); or the name of a game's table; or `of`, its "
      "name, with the `columns` of it that are wanted. `over` are words over several headings, with the first and the "
      "last "
      "column of them", _table_shape)
def _table(at: Reader, name: str) -> Part | None:
    node = at.node(name)
    if is_unknown(node):
        return Blanks(4)
    if isinstance(node, Scalar):
        return _game_table(at, name)
    inner = at.reader(name)
    assert inner is not None
    if "of" in inner:
        return _part_of_table(inner)
    columns = inner.texts("columns", ...)
    inner.filled("columns", "rows")
    grid = Grid(columns, inner.rows("rows", len(columns)), _values(inner, len(columns)), _over(inner, len(columns)))
    inner.done()
    return grid if columns else None


def _game_table(at: Reader, name: str) -> Grid | None:
    key, tables = at.text(name), at.context.tables
    if key not in tables and at.context.noted.has("tables", key):
        return None
    if key not in tables:
        at.fail(name, f"the game has no table '{key}'", suggestion(key, tables))
        return None
    table = tables[key]
    return Grid(table.columns, table.rows, frozenset(range(1, len(table.columns))))


def _part_of_table(at: Reader) -> Part | None:
    """Return some columns of a game's table, in the order in which they are asked for."""
    whole = _game_table(at, "of")
    known = whole.columns if whole else ()
    columns = at.texts("columns", known)
    at.filled("columns")
    for column in columns if whole else ():
        if column not in known:
            at.fail("columns", f"{at.what}: the table has no column '{column}'", suggestion(column, known))
    places = [known.index(name) for name in columns if name in known]
    values, over = _values(at, len(columns)), _over(at, len(columns))
    at.done()
    rows = tuple(tuple(row[place] for place in places) for row in (whole.rows if whole else ()))
    return Grid(columns, rows, values, over) if len(places) == len(columns) and places and whole else None


def _values(at: Reader, columns: int) -> frozenset[int]:
    texts = at.texts("values", tuple(str(number) for number in range(2, columns + 1)))
    good = [text for text in texts if text.isdigit() and 1 <= int(text) <= columns]
    for text in texts:
        if text not in good:
            at.fail("values", f"{at.what} has no column {text}", f"its columns are 1 to {columns}")
    return frozenset(int(text) - 1 for text in good)


def _over(at: Reader, columns: int) -> tuple[tuple[str, int, int], ...]:
    """Return the words over several columns, these from 0, from left to right."""
    inner = at.reader("over")
    found: list[tuple[str, int, int]] = []
    for words in inner.keys() if inner else ():
        assert inner is not None
        told = inner.texts(words)
        ends = [int(end) for end in told * (2 if len(told) == 1 else 1) if end.isdigit() and 1 <= int(end) <= columns]
        if len(ends) != 2 or ends[0] > ends[1] or (found and ends[0] - 1 <= found[-1][2]):
            inner.fail(words, f"'over' of {at.what}: '{words}' needs its first and its last column, "
                       f"1 to {columns}, behind those of the words before", f"write for instance [2, {columns}]")
            continue
        found.append((words, ends[0] - 1, ends[1] - 1))
    return tuple(found)


@block
class Headings(Declared):
    """The headings of the table of size classes, from the lowest number that there is."""

    key: str = keys.text("the headings", default="")
    name: str = keys.text("", default="Size")
    number: str = keys.text()
    base: str = keys.text("", default="Base")
    from_: int = keys.whole("the lowest number", 0, default=1)


@part("sizes", "the size classes: `key`, `name`, `number`, `base` give the headings, `from` the lowest number",
      lambda writer: writer.block(Headings))
def _sizes(at: Reader, name: str) -> Part | None:
    headings: Headings = keys.key(keys.inner(Headings)).take(at, name)
    low, rows = headings.from_, []
    for size in at.context.sizes:
        numbers = f"{low} and more" if size.up_to is None else f"{low}–{size.up_to}"
        rows.append((size.key, size.name, numbers, _base(size) + at.context.marks.of(size.differs)))
        low = (size.up_to or low) + 1
    if not rows:
        at.fail(name, "the game has no size classes", "write them as size_classes in game.yaml")
    return Grid((headings.key, headings.name, headings.number, headings.base), tuple(rows), frozenset({2}))


def _base(size: SizeClass) -> str:
    """Return a base as "1/2 x 3/4 in": the unit once if both sides have the same."""
    width, length = size.width, size.length
    return f"{width.amount if width.unit == length.unit else width.text} x {length.text}"


@part("ladder", "distances and what they cost: `bands`, `beyond`, and `rulers`, a list of `label` and `every`",
      lambda writer: writer.block(Ladder))
def _ladder(at: Reader, name: str) -> Part | None:
    ladder: Ladder | None = keys.key(keys.inner(Ladder)).take(at, name)
    return ladder


def _figures_shape(writer: Any) -> Any:
    return {**writer.block(HexFigure), "type": ["array", "object"], "items": writer.block(HexFigure)}


@part("hexes", "small figures of hexes, not to scale: one, or a list of them beside each other. Each has an "
"**`orientation`**, a "
      "`caption` and **`cells`**: a list of hexes (**`at`**: `[[0, 0], [1, -1]]`, as in templates) with a `label`, a "
      "`shade` "
      "(0 to 1), a `pattern`, and a `facing` (degrees, clockwise from up) for an arrow; or a `zone` (front, flank, "
      "rear, mixed), which has its name and the look of the zones of [pieces of hexes](counters.md#pieces-of-hexes); "
      "and perhaps `lines` across it, a list of `bearing`, `from` (a hex) and `dashed`; or, in place of `bearing`, "
      "`to` (a hex), where a line ends", _figures_shape)
def _hexes(at: Reader, name: str) -> Part | None:
    node = at.node(name)
    at.filled(name)
    figures = keys.key(keys.blocks(HexFigure, entry="figure")).take(at, name) if isinstance(node, Sequence) else (
        keys.key(keys.inner(HexFigure)).take(at, name),)
    drawn = tuple(figure for figure in figures if figure)
    return HexFigures(drawn) if drawn else None
