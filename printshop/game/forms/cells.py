"""Reading the rows, cells, circles and polygons of a form. `printshop.game.forms.reading` tells the keys."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING

from printshop.expressions.functions import article
from printshop.game.forms.model import Around, Cell, Picture, Pips, Row
from printshop.game.formulas import read_formula
from printshop.language.reader import NOTHING
from printshop.problems import some, suggestion
from printshop.source import Scalar, Sequence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from printshop.expressions import Formula
    from printshop.game.context import Context
    from printshop.game.formulas import Wording
    from printshop.game.unit_types import UnitType
    from printshop.language.reader import Reader

STYLES = ("title", "label", "value", "body", "small")
ALIGNS = ("left", "center", "right")
VALIGNS = ("top", "middle", "bottom")
SIDES = "sides"
SIDE_NAMES = ("name", "adjective", "side")
BLANK_ROWS = 6
MOST_SPARE = 9
MOST_ROWS, MOST_DEEP = 200, 6
MOST_CELLS, MOST_PARTS = 100, 4_000  # in a row; rows and cells of a form, all in all


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a cell stands: for which unit type, among which names, in a row for each entry of what, how deep.

    `parts` counts the rows and cells of the form, so that it ends however often a part of the file is repeated.
    """

    context: Context
    unit_type: UnitType | None
    names: frozenset[str]
    each: str = ""
    deep: int = 0
    parts: Iterator[int] = field(default_factory=lambda: count(1))

    def within(self, each: str, more: frozenset[str]) -> Scope:
        """Return the scope of rows that know more names."""
        return replace(self, names=self.names | more, each=each or self.each)

    def wording(self, reader: Reader, key: str) -> Wording | None:
        """Return the text with holes at a key, or None."""
        node = reader.node(key)
        return self.context.wording(node, f"'{key}' of {reader.what}", self.names) if node else None

    def formula(self, reader: Reader, key: str) -> Formula | None:
        """Return the formula at a key, or None."""
        node = reader.node(key)
        return read_formula(node, f"'{key}' of {reader.what}", self.names, self.context.problems) if node else None


def shares(reader: Reader, default: tuple[str, ...] = ("1",)) -> tuple[float, ...]:
    """Return the widths of columns: shares, or so many equal ones. None at all are wrong ones, which are noted."""
    before, node = len(reader.problems), reader.node("columns")
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return (1.0,) * reader.whole("columns", 1, 1, 100)
    if isinstance(node, Sequence) and len(node.items) > 100:
        reader.fail("columns", f"{reader.what} has {len(node.items)} columns, at most 100 go on paper")
        return (1.0,)
    found = []
    for text in reader.texts("columns", default):
        try:
            found.append(float(text))
        except ValueError:
            found.append(0.0)
        if not 0 < found[-1] < 1000:
            reader.fail("columns", f"'{text}' in 'columns' of {reader.what} is not a width",
                        "write shares, such as [2, 1, 1]")
    return tuple(found) if len(reader.problems) == before else ()


def read_rows(reader: Reader, columns: tuple[float, ...], scope: Scope) -> tuple[Row, ...]:
    """Return the rows of a form, or of a cell."""
    given = reader.readers("rows", "row", required=True)
    if len(given) > MOST_ROWS:
        reader.fail("rows", f"{reader.what} has {len(given)} rows, at most {MOST_ROWS} go on paper")
        return ()
    if not given:
        reader.fail("rows", f"{reader.what} has no rows", "write at least one, such as: "
                    "- {height: 8 mm, cells: [{text: Notes}]}")
    return tuple(_read_row(one, columns, scope) for one in given if _goes_on(one, scope))


def _goes_on(reader: Reader, scope: Scope) -> bool:
    """Return whether a form has not yet had more rows and cells than go on paper."""
    number = next(scope.parts)
    if number == MOST_PARTS + 1:
        scope.context.problems.add(reader.place, f"{reader.what}: the form has more than {MOST_PARTS} rows and cells",
                                   "make several forms of it")
    return number <= MOST_PARTS


def _read_row(reader: Reader, columns: tuple[float, ...], scope: Scope) -> Row:
    own = shares(reader) if "columns" in reader else columns
    each, names = _each(reader, scope)
    repeat = reader.whole("repeat", 1, 0, MOST_ROWS)
    if each and repeat > 1:
        reader.fail("repeat", f"{reader.what} has both 'each' and 'repeat'", "keep one of the two")
    inner = scope.within(reader.text("each", ""), names | ({"n"} if each or "repeat" in reader else frozenset()))
    cells = tuple(_read_cell(one, inner) for one in _cell_readers(reader) if _goes_on(one, scope))
    height, rest = _height(reader, cells)
    if rest and (each or repeat > 1):
        reader.fail("height", f"{reader.what} stands several times and cannot take the rest of the height",
                    "give it a height")
    at_least = reader.whole("at_least", 0, 0, MOST_ROWS) if each else 0
    blank = reader.whole("blank", (at_least or BLANK_ROWS) if each else -1, 0, MOST_ROWS)
    least = reader.length("least", None)
    if least is not None and not 0 < least.pt <= (1_000 if rest else height):
        reader.fail("least", f"'least' of {reader.what} is not below its 'height'", "it is how low the row may become")
        least = None
    row = Row(height=height, shade=float(reader.number("shade", 0, 0, 1)), rules=reader.flag("rules"), cells=cells,
              columns=own, rest=rest, each=each, at_least=at_least, blank=blank, repeat=repeat,
              numbered=bool(each) or "repeat" in reader,
              least=least.pt if least else 0.0, only_if=_only_if(reader, scope, each=bool(each)),
              spare=_spare(reader, cells))
    across = sum(cell.across * cell.repeat for cell in cells)
    if cells and own and across != len(own):
        holder = "it" if "columns" in reader else "the form" if not scope.deep else "its block"
        reader.fail("cells", f"the cells of {reader.what} cover {some(across, 'column')}, {holder} has {len(own)}",
                    "say how many columns a cell covers with 'across'")
    _goes_with(reader, ("each",), ("at_least",))
    reader.done(elsewhere="that goes into one of its 'cells'", there=OF_CELLS)
    return row


def _cell_readers(reader: Reader) -> list[Reader]:
    given = reader.readers("cells", "cell", required=True)
    if len(given) > MOST_CELLS:
        reader.fail("cells", f"{reader.what} has {len(given)} cells, at most {MOST_CELLS} go on paper")
        return []
    return given


def _only_if(reader: Reader, scope: Scope, *, each: bool) -> Formula | None:
    """Return what must be true of a unit for a row to stand on its record."""
    if "only_if" not in reader:
        return None
    if scope.unit_type is None or each:
        reader.fail("only_if", f"'only_if' of {reader.what} is for rows that a unit has or has not",
                    "leave 'each' out" if each else "give the form a 'unit'")
    return scope.formula(reader, "only_if")


def _spare(reader: Reader, cells: tuple[Cell, ...]) -> int:
    """Return whether a record can do without a row, and which goes first: not if there are circles in it."""
    spare = reader.whole("spare", 0, 1, MOST_SPARE) if "spare" in reader else 0
    if spare and any(one.pips or one.around or one.notes for one in (*cells, *(cell for cell, _ in cells_of(
            tuple(row for cell in cells for row in cell.rows))))):
        reader.fail("spare", f"{reader.what} has circles, and is 'spare': no circle is ever left out",
                    "leave 'spare' out")
    return spare


def _goes_with(reader: Reader, wanted: tuple[str, ...], keys: tuple[str, ...]) -> None:
    """Report keys that say nothing without any of others, and take them as read."""
    there = any(key in reader for key in wanted)
    for key in keys:
        if reader.node(key) is not None and not there:
            reader.fail(key, f"'{key}' of {reader.what} goes with {' or '.join(repr(one) for one in wanted)}, "
                        "which it does not have")


def _height(reader: Reader, cells: tuple[Cell, ...]) -> tuple[float, bool]:
    """Return the height of a row in points, and whether it takes what is left."""
    node = reader.node("height")
    if isinstance(node, Scalar) and node.text == "rest":
        return 0.0, True
    if node is None and any(cell.rows for cell in cells):
        return 0.0, False
    height = reader.length("height")
    if height is not NOTHING and height.pt <= 0:
        reader.fail("height", f"'height' of {reader.what} is {height.text}, a row has some height", "such as 6 mm")
    return height.pt, False


def _each(reader: Reader, scope: Scope) -> tuple[str, frozenset[str]]:
    """Return what a row stands once for, and the names that its cells may use for that."""
    key = reader.text("each", "")
    if not key:
        return "", frozenset()
    if scope.each:
        reader.fail("each", f"{reader.what} stands within a row for each of '{scope.each}'", "one 'each' is enough")
        return "", _any_names(scope)
    if key == SIDES and scope.unit_type is None:
        return SIDES, frozenset(SIDE_NAMES)
    lists = lists_of(scope.unit_type)
    if key not in lists:
        unit = scope.unit_type
        whose = f"a list field of {article(unit.name)}" if unit else "'sides', and there is no unit"
        reader.fail("each", f"'{key}' in 'each' of {reader.what} is not {whose}",
                    suggestion(key, lists) if scope.unit_type else "write sides, or give the form a 'unit'")
        return "", _any_names(scope)
    return key, lists[key]


def _any_names(scope: Scope) -> frozenset[str]:
    """Return whatever the cells of a row may name whose 'each' is wrong: that is told once."""
    return frozenset(("n", *SIDE_NAMES)).union(*lists_of(scope.unit_type).values())


def lists_of(unit_type: UnitType | None) -> dict[str, frozenset[str]]:
    """Return the list fields of a unit type, with the names that their entries have."""
    fields = unit_type.fields if unit_type else {}
    return {key: frozenset(field.columns) for key, field in fields.items() if field.columns}


_TOGETHER = (
    (("pips", "count"), ("marks", "letter", "track", "sections", "marked", "counts")),
    (("pips",), ("group", "size")),
    (("pips", "around"), ("shape",)),
    (("around",), ("clockwise", "orientation")),
    (("rows",), ("columns",)),
    (("wrap", "warnings"), ("valign",)),
    (("text", "blank"), ("write",)),
)
"""Keys of a cell that say nothing without one of others."""

_CONTENTS = ("pips", "count", "lines", "box", "around", "picture", "warnings", "audit", "band", "rows")
OF_ROWS = ("height", "shade", "rules", "least", "only_if", "spare", "each", "at_least", "cells")
OF_CELLS = (*_CONTENTS, "text", "style", "align", "wrap", "valign", "largest", "smallest", "notes", "track", "across")
"""Keys that only a row has, and that only a cell has."""
_WORDLESS = ("around", "picture", "band", "rows")  # fill their cell: no words beside them


def _read_cell(reader: Reader, scope: Scope) -> Cell:
    repeat = reader.whole("repeat", 1, 1, 100)
    if "repeat" in reader:
        scope = scope.within("", frozenset({"n"}))
    given = [key for key in _CONTENTS if key in reader]
    if len(given) > 1:
        reader.fail(given[1], f"{reader.what} has '{given[0]}' and '{given[1]}', a cell shows one thing",
                    "make two cells of it, or put rows of cells into it")
    for key in ("text", "notes"):
        if key in reader and given and given[0] in _WORDLESS:
            reader.fail(key, f"'{key}' of {reader.what} would not be printed: the cell shows '{given[0]}'",
                        "give it a cell of its own, such as one in a row above")
    pips = next((read_pips(reader, scope, key) for key in ("pips", "count") if key in reader), None)
    columns, rows = _nested(reader, scope)
    around = read_around(reader, scope) if "around" in reader else None
    blank = "" if pips or around else reader.text("blank", "")
    largest, smallest = _sizes(reader)
    cell = Cell(
        across=reader.whole("across", 1, 1, 100), repeat=repeat, numbered="repeat" in reader,
        text=scope.wording(reader, "text"), style=reader.choice("style", STYLES, "body"),
        align=reader.choice("align", ALIGNS, ""), wrap=reader.flag("wrap"),
        valign=reader.choice("valign", VALIGNS, VALIGNS[0]), largest=largest, smallest=smallest,
        pips=pips, notes=_notes(reader, scope), blank=blank, lines=reader.whole("lines", 0, 0, 100),
        box=reader.flag("box"), around=around, picture=_picture(reader, scope),
        warnings=_of_unit(reader, scope, "warnings"), audit=_of_unit(reader, scope, "audit"),
        write=reader.flag("write"), band=_of_unit(reader, scope, "band"), rows=rows, columns=columns,
        what=reader.what, span=reader.place)
    for wanted, keys in _TOGETHER:
        _goes_with(reader, wanted, keys)
    reader.done(("rows", "around", "pips", "count"), elsewhere="that goes on the row, beside its 'cells'",
                there=OF_ROWS)
    return cell


def _sizes(reader: Reader) -> tuple[float, float]:
    """Return the largest and the smallest size of a cell's text in points; 0 where nothing is said."""
    found = []
    for key, low in (("largest", 5.0), ("smallest", 5.0)):
        size = reader.length(key, None)
        if size is not None and not low <= size.pt <= 200:
            reader.fail(key, f"'{key}' of {reader.what} must be 5 to 200 pt")
            size = None
        found.append(size.pt if size else 0.0)
    if 0 < found[0] < found[1]:
        reader.fail("smallest", f"'smallest' of {reader.what} is larger than 'largest'", "exchange the two")
    return found[0], found[1]


def _nested(reader: Reader, scope: Scope) -> tuple[tuple[float, ...], tuple[Row, ...]]:
    """Return the columns and rows within a cell."""
    if "rows" not in reader:
        return (), ()
    if scope.deep >= MOST_DEEP:
        reader.fail("rows", f"{reader.what} stands in cells within cells, {MOST_DEEP} deep: that is enough")
        return (), ()
    columns = shares(reader)
    return columns, read_rows(reader, columns, replace(scope, deep=scope.deep + 1))


def _of_unit(reader: Reader, scope: Scope, key: str) -> bool:
    """Return a flag for what only units have."""
    wanted = reader.flag(key)
    if key == "band" and scope.each == SIDES:  # that of the row's side
        return wanted
    if wanted and scope.unit_type is None:
        shown = {"warnings": "warnings", "audit": "what the checks say"}.get(key, "the band of a side")
        reader.fail(key, f"{reader.what} shows {shown}, and its form is for no unit", "give the form a 'unit'")
        return False
    return wanted


def _picture(reader: Reader, scope: Scope) -> Picture | None:
    name = reader.text("picture", None)
    pictures = scope.context.pictures
    if name is None:
        return None
    if name == "unit":
        if scope.unit_type is None:
            reader.fail("picture", f"{reader.what} shows the picture of a unit, and its form is for none",
                        "name a file of art/")
        return Picture(None, pictures)
    wording = scope.wording(reader, "picture")
    if wording and wording.fixed and (trouble := pictures.trouble(name, ("unit",))):
        reader.fail("picture", f"'picture' of {reader.what}: {trouble[0]}", trouble[1])
        return None
    if wording:
        pictures.expect(wording)
    return Picture(wording, pictures)


def _notes(reader: Reader, scope: Scope) -> tuple[str, ...]:
    names = reader.texts("notes")
    fields = scope.unit_type.fields if scope.unit_type else {}
    noted = [key for key, one in fields.items() if one.kind in ("battery", "entries")]
    for name in names:
        if name not in noted:
            whose = f" of {article(scope.unit_type.name)}" if scope.unit_type else ""
            reader.fail("notes", f"'{name}' in 'notes' of {reader.what} is no list or battery field{whose}",
                        suggestion(name, noted))
    return tuple(name for name in names if name in fields)


def cells_of(rows: tuple[Row, ...]) -> Iterator[tuple[Cell, Row]]:
    """Give every cell of rows, those within cells too, each with its row."""
    for row in rows:
        for cell in row.cells:
            yield cell, row
            yield from cells_of(cell.rows)


COUNTS = ("left", "lost")
SHAPES = ("circle", "box", "diamond")
ORIENTATIONS = ("flat-top", "pointy-top")
_LOOKUP = re.compile(r" *lookup\( *(\w+) *, *[\"'](.+?)[\"'] *\) *")


def read_pips(reader: Reader, scope: Scope, kind: str) -> Pips | None:
    """Return the circles of a cell, or, where `kind` is count, what is counted instead."""
    count = scope.formula(reader, kind)
    pips = {key: scope.formula(reader, key) for key in ("marks", "sections", "marked")}
    track = reader.text("track", "")
    if {"{", "}"} & {*track}:
        reader.fail("track", f"'track' of {reader.what} is a name, and has no holes: '{track}'",
                    "leave out what is in braces: what stands several times is numbered, gun.1, gun.2")
    if count and not track:
        track = _track(count, scope)
        if not track and scope.unit_type:
            reader.fail(kind, f"{'the circles' if kind == 'pips' else 'what is counted'} of {reader.what} "
                        f"ha{'ve' if kind == 'pips' else 's'} no name that damage can be marked by",
                        "add 'track: name'")
    letter, shape = reader.text("letter", "Q"), reader.choice("shape", SHAPES, "circle")
    if len(letter) > 2:
        reader.fail("letter", f"'letter' of {reader.what} is '{letter}': one or two letters go in a circle")
    blank = reader.whole("blank", 1 if kind == "count" else 0, 0, 200)
    size = reader.length("size", None)
    if size is not None and not 5 <= size.pt <= 72:
        reader.fail("size", f"'size' of {reader.what} is {size.text}: a circle can be 2 mm to 1 in wide")
        size = None
    group = reader.whole("group", 5, 1, 100)
    lost = reader.choice("counts", COUNTS, COUNTS[0]) == COUNTS[1]
    return Pips(count, pips["marks"], letter, shape, track, blank, pips["sections"], pips["marked"], group,
                size.pt if size else 0.0, kind == "count", lost, _value(count, scope)) if count else None


def _track(count: Formula, scope: Scope) -> str:
    """Return the name of circles that are given none: "hull" of `hull`, "shield.F" of `lookup(shield, "F")`.

    In a row for each entry of a list they need none: they are called by the list and the number of the row.
    """
    looked_up = _LOOKUP.fullmatch(count.text)
    if looked_up:
        return f"{looked_up[1]}.{looked_up[2]}"
    own = set(scope.unit_type.names if scope.unit_type else ()) & count.names
    if scope.each:
        return scope.each
    return next(iter(own)) if len(own) == 1 and len(count.names) == 1 else ""


def _value(count: Formula, scope: Scope) -> str:
    """Return what circles are of, where a formula is nothing but that: "hull", "shield.F", "cargo.casks" in a list."""
    if _LOOKUP.fullmatch(count.text):
        return _track(count, scope)
    bare = count.text.strip()
    own = scope.unit_type and (bare in scope.unit_type.names or scope.each)
    return ".".join(part for part in (scope.each, bare) if part) if own and {bare} == count.names else ""


def read_around(reader: Reader, scope: Scope) -> Around | None:
    """Return the boxes round a polygon, or None after noting what is wrong with them."""
    names = reader.texts("around")
    if not names and isinstance(reader.node("around"), Sequence):
        reader.fail("around", f"'around' of {reader.what} names no field", "such as: around: [shield]")
    fields = scope.unit_type.fields if scope.unit_type else {}
    numbers = {key: one for key, one in fields.items() if one.kind == "numbers"}
    for name in names:
        if name not in numbers:
            reader.fail("around", f"'{name}' in 'around' of {reader.what} is not a numbers field",
                        suggestion(name, numbers))
    rings = tuple(numbers[name] for name in names if name in numbers)
    keys = rings[0].options if rings else ()
    if any(one.options != keys for one in rings):
        reader.fail("around", f"the fields in 'around' of {reader.what} do not have the same sides in the same order",
                    "give both the same 'of'")
        return None
    if rings and not 3 <= len(keys) <= 12:
        reader.fail("around", f"{reader.what} has {some(len(keys), 'side')} to draw, it can be 3 to 12")
        return None
    order = reader.texts("clockwise", keys)
    if sorted(order) != sorted(keys):
        reader.fail("clockwise", f"'clockwise' of {reader.what} names {', '.join(order)}",
                    f"it must name each of {', '.join(keys)} once")
        order = keys
    turned = reader.choice("orientation", ORIENTATIONS, ORIENTATIONS[0])
    shape, blank = reader.choice("shape", SHAPES, "box"), reader.whole("blank", 0, 0, 60)
    return Around(tuple(one.key for one in rings), tuple(one.label for one in rings), order,
                  turned == ORIENTATIONS[1], shape, blank) if rings else None
