"""Charts: reference cards of titled blocks, one card a page.

Section `charts` (charts.yaml), one key a card. The keys of a card:

    title      the name of the card
    subtitle   a line beside it (optional)
    columns    how many columns the page has, 1 to 4 (3)
    copies     `each player` has one (the default), or `one` is enough
    blocks     the blocks in reading order; printshop balances the columns

The keys of a block. Those after `across` are its parts: they are printed in the order in which they stand.

    title      its heading
    mark       a word on the heading, for rules that not everybody uses: Advanced (optional)
    across     true: the block goes across all columns
    text       paragraphs
    note       the same in small print
    big        a statement in large type
    steps      a numbered list
    list       a list with bullets; "Word: rest" prints the word in bold, as it does in steps
    chain      a list printed as one -> two -> three
    table      {columns, rows, values, over}: `columns` are the headings; `values` says which columns hold the
               figures that are looked for, by number from 1 (all but the first), `over` words that stand
               over several headings, {words: [first, last]}; or a game table's name; or
               {of: NAME, columns, values, over} for some columns of a game's table
    sizes      the game's size classes as a table: {key, name, number, base} give the headings; `from` is the
               lowest number there is (1)
    ladder     distances and what they cost: {bands, beyond, rulers}; `bands` are the figures, `beyond` stands
               behind the last, `rulers` is a list of {label, every: 5 in}
    hexes      a figure of hexes, or several, see printshop.game.chart_hexes
    lines      empty lines to write on: how many
    differs    notes on what is not as in the book, printed at the end, see printshop.game.differences

A cell, or a whole table, that is `unknown` is printed as a space to fill in by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from printshop.game.chart_hexes import HexFigures, read_figures
from printshop.game.differences import Marks, read_differences, set_marks
from printshop.language.reader import Reader, spoken
from printshop.language.sections import Section
from printshop.problems import Span, suggestion
from printshop.source import UNKNOWN, Node, Scalar

if TYPE_CHECKING:
    import collections.abc

    from printshop.game.context import Context
    from printshop.game.model import SizeClass
    from printshop.units import Length

EACH, ONE = "each player", "one"  # copies of a card


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
class Ruler:
    """A distance that costs one band more each time."""

    label: str
    every: Length


@dataclass(frozen=True, slots=True)
class Ladder:
    """Bands of distance, the same for every ruler but for their depth."""

    bands: tuple[str, ...]
    beyond: str
    rulers: tuple[Ruler, ...]


@dataclass(frozen=True, slots=True)
class Blanks:
    """Lines to write on."""

    count: int


Part: TypeAlias = Say | Items | Chain | Grid | HexFigures | Ladder | Blanks


@dataclass(frozen=True, slots=True)
class Block:
    """A titled part of a card."""

    title: str
    mark: str
    across: bool
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A reference card: one page, for every player, or `once` for all."""

    key: str
    title: str
    subtitle: str
    columns: int
    blocks: tuple[Block, ...]
    span: Span | None
    once: bool = False


def read(node: Node, context: Context) -> dict[str, Card]:
    """Return the cards of a game's section `charts`; what is wrong is noted in the context's problems."""
    section = Reader(node, context.problems, "the charts")
    return {key: _card(key, reader, context) for key, reader in section.each("card")}


def _card(key: str, reader: Reader, context: Context) -> Card:
    title = reader.text("title", spoken(key))
    context = replace(context, marks=Marks(reader.written()))
    blocks = tuple(_block(one, context) for one in reader.readers("blocks", "block", required=True))
    reader.filled("blocks")
    card = Card(key, title, reader.text("subtitle", ""), reader.whole("columns", 3, 1, 4), blocks,
                reader.place, reader.choice("copies", (EACH, ONE), EACH) == ONE)
    reader.done()
    return card


def _block(reader: Reader, context: Context) -> Block:
    title = reader.text("title")
    reader.what = f"block '{title}'" if title else reader.what
    marks = set_marks(reader, read_differences(reader), context.marks)
    parts = tuple(_parts(reader, context))
    notes = context.marks.fresh()
    block = Block(f"{title}{marks}", reader.text("mark", ""), reader.flag("across"),
                  (*parts, Say(notes, "note")) if notes else parts)
    reader.done(_PARTS)
    return block


def _parts(reader: Reader, context: Context) -> collections.abc.Iterator[Part]:
    for key in reader.keys():  # noqa: SIM118 - a Reader is no mapping
        read_part = _PARTS.get(key)
        part = read_part(reader, key, context) if read_part else None
        if part is not None:
            yield part


def _say(reader: Reader, key: str, _: Context) -> Part | None:
    texts = tuple(" ".join(part.split()) for text in reader.texts(key) for part in text.split("\n\n"))
    return Say(tuple(text for text in texts if text), key) if texts else None


def _items(reader: Reader, key: str, _: Context) -> Part | None:
    texts = tuple(" ".join(text.split()) for text in reader.texts(key))
    return Items(texts, key == "steps") if texts else None


def _chain(reader: Reader, key: str, _: Context) -> Part | None:
    links = reader.texts(key)
    return Chain(links) if links else None


def _blanks(reader: Reader, key: str, _: Context) -> Part:
    return Blanks(reader.whole(key, 1, 1, 30))


def _table(reader: Reader, key: str, context: Context) -> Part | None:
    node = reader.node(key)
    if isinstance(node, Scalar) and node.plain and node.text == UNKNOWN:
        return Blanks(4)
    if isinstance(node, Scalar):
        return _game_table(reader, key, context)
    inner = reader.reader(key)
    assert inner is not None
    if "of" in inner:
        return _part_of_table(inner, context)
    columns = inner.texts("columns", ...)
    inner.filled("columns", "rows")
    grid = Grid(columns, inner.rows("rows", len(columns)), _values(inner, len(columns)), _over(inner, len(columns)))
    inner.done()
    return grid if columns else None


def _game_table(reader: Reader, key: str, context: Context) -> Grid | None:
    name = reader.text(key)
    if name not in context.tables and context.noted.has("tables", name):
        return None
    if name not in context.tables:
        reader.fail(key, f"the game has no table '{name}'", suggestion(name, context.tables))
        return None
    table = context.tables[name]
    return Grid(table.columns, table.rows, frozenset(range(1, len(table.columns))))


def _part_of_table(reader: Reader, context: Context) -> Part | None:
    """Return some columns of a game's table, in the order in which they are asked for."""
    whole = _game_table(reader, "of", context)
    known = whole.columns if whole else ()
    columns = reader.texts("columns", known)
    reader.filled("columns")
    for name in columns if whole else ():
        if name not in known:
            reader.fail("columns", f"{reader.what}: the table has no column '{name}'", suggestion(name, known))
    places = [known.index(name) for name in columns if name in known]
    values, over = _values(reader, len(columns)), _over(reader, len(columns))
    reader.done()
    rows = tuple(tuple(row[place] for place in places) for row in (whole.rows if whole else ()))
    return Grid(columns, rows, values, over) if len(places) == len(columns) and places and whole else None


def _values(reader: Reader, columns: int) -> frozenset[int]:
    texts = reader.texts("values", tuple(str(number) for number in range(2, columns + 1)))
    good = [text for text in texts if text.isdigit() and 1 <= int(text) <= columns]
    for text in texts:
        if text not in good:
            reader.fail("values", f"{reader.what} has no column {text}", f"its columns are 1 to {columns}")
    return frozenset(int(text) - 1 for text in good)


def _over(reader: Reader, columns: int) -> tuple[tuple[str, int, int], ...]:
    """Return the words over several columns, these from 0, from left to right."""
    inner = reader.reader("over")
    found: list[tuple[str, int, int]] = []
    for words in inner.keys() if inner else ():
        assert inner is not None
        told = inner.texts(words)
        ends = [int(end) for end in told * (2 if len(told) == 1 else 1) if end.isdigit() and 1 <= int(end) <= columns]
        if len(ends) != 2 or ends[0] > ends[1] or (found and ends[0] - 1 <= found[-1][2]):
            inner.fail(words, f"'over' of {reader.what}: '{words}' needs its first and its last column, "
                       f"1 to {columns}, behind those of the words before", f"write for instance [2, {columns}]")
            continue
        found.append((words, ends[0] - 1, ends[1] - 1))
    return tuple(found)


def _sizes(reader: Reader, key: str, context: Context) -> Part | None:
    inner = reader.reader(key)
    assert inner is not None
    headings = (inner.text("key", ""), inner.text("name", "Size"), inner.text("number"),
                inner.text("base", "Base"))
    low, rows = inner.whole("from", 1, 0), []
    inner.done()
    for size in context.sizes:
        numbers = f"{low} and more" if size.up_to is None else f"{low}–{size.up_to}"
        rows.append((size.key, size.name, numbers, _base(size) + context.marks.of(size.differs)))
        low = (size.up_to or low) + 1
    if not rows:
        reader.fail(key, "the game has no size classes", "write them as size_classes in game.yaml")
    return Grid(headings, tuple(rows), frozenset({2}))


def _base(size: SizeClass) -> str:
    """Return a base as "1/2 x 3/4 in": the unit once if both sides have the same."""
    width, length = size.width, size.length
    return f"{width.amount if width.unit == length.unit else width.text} x {length.text}"


def _ladder(reader: Reader, key: str, _: Context) -> Part | None:
    inner = reader.reader(key)
    assert inner is not None
    rulers = []
    for one in inner.readers("rulers", "ruler", required=True):
        rulers.append(Ruler(one.text("label"), one.length("every")))
        one.done()
    ladder = Ladder(inner.texts("bands", ...), inner.text("beyond", ""), tuple(rulers))
    inner.filled("rulers", "bands")
    inner.done()
    return ladder if ladder.bands and ladder.rulers else None


def _hexes(reader: Reader, key: str, _: Context) -> Part | None:
    return read_figures(reader, key)


_PARTS: dict[str, collections.abc.Callable[[Reader, str, Context], Part | None]] = {
    "text": _say, "note": _say, "big": _say, "steps": _items, "list": _items, "chain": _chain,
    "table": _table, "sizes": _sizes, "ladder": _ladder, "hexes": _hexes,
    "lines": _blanks,
}


CHARTS = Section("charts", read)
