"""Forms: record sheets laid out in rows and columns of cells, filled for a unit or printed blank.

A form (`forms.yaml`, one key a form):

| key      | what it says                                                                     |
|----------|----------------------------------------------------------------------------------|
| title    | the name of the sheet                                                            |
| unit     | the unit type that it is for                                                     |
| per_page | how many records stand on a page                                                 |
| apart    | a text with holes: where it changes, a new page begins; it stands in the heading |
| note     | a few words beside the heading of every page: what stands where                  |
| columns  | the widths of the columns, as shares                                             |
| rows     | the rows, from the top                                                           |

A row: `height`, `shade` (0 to 1, how dark its ground is), `rules` (lines between its cells), `cells`.

A cell:

| key     | what it says                                                                      |
|---------|-----------------------------------------------------------------------------------|
| across  | how many columns it covers (1)                                                    |
| text    | a text with holes                                                                 |
| style   | title, label, value, body or small: how the text looks                            |
| align   | left, center or right                                                             |
| pips    | a formula: how many circles; with `text`, they follow it on the line              |
| marks   | a formula: the positions of the circles that carry the `letter`                   |
| shape   | circle, box or diamond                                                            |
| track   | the name that --damage knows the circles by (default: the one name in the formula)|
| notes   | list and battery fields: their entries with circles, the notes of their traits    |
| blank   | on a blank form: a text that labels the space, or how many pale circles           |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from printshop.game.schema import Reader, spoken
from printshop.game.units import read_formula
from printshop.problems import Span, suggestion

if TYPE_CHECKING:
    from collections.abc import Mapping

    from printshop.expressions import Formula
    from printshop.game.context import Context
    from printshop.game.model import UnitType
    from printshop.game.wording import Wording
    from printshop.source import Node

STYLES = ("title", "label", "value", "body", "small")
ALIGNS = ("left", "center", "right")
SHAPES = ("circle", "box", "diamond")


@dataclass(frozen=True, slots=True)
class Pips:
    """A group of circles: how many, which carry a letter, and by which name damage marks them."""

    count: Formula
    marks: Formula | None
    letter: str
    shape: str
    track: str
    blank: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a row; what it does not have is None or empty."""

    across: int
    text: Wording | None
    style: str
    align: str
    pips: Pips | None
    notes: tuple[str, ...]
    blank: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells, `height` points high."""

    height: float
    shade: float
    rules: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A record sheet."""

    key: str
    title: str
    unit: str
    per_page: int
    apart: Wording | None
    note: str
    columns: tuple[float, ...]
    rows: tuple[Row, ...]
    span: Span | None

    @property
    def height(self) -> float:
        """The height of one record, in points."""
        return sum(row.height for row in self.rows)


def read(node: Node, context: Context) -> Mapping[str, Form]:
    """Return the forms of a game."""
    forms = {}
    for key, reader in Reader(node, context.problems, "forms").each("form"):
        form = _read_form(key, reader, context)
        if form:
            forms[key] = form
    return forms


def _read_form(key: str, reader: Reader, context: Context) -> Form | None:
    unit = reader.choice("unit", tuple(context.unit_types))
    unit_type = context.unit_types.get(unit)
    if unit_type is None:
        return None
    apart = reader.node("apart")
    columns = _shares(reader)
    given = reader.readers("rows", "row", required=True)
    rows = tuple(_read_row(one, unit_type, len(columns), context) for one in given)
    form = Form(key, reader.text("title", spoken(key)), unit,
                reader.whole("per_page", 1, 1, 20),
                context.wording(apart, f"'apart' of {reader.what}", unit_type.names) if apart else None,
                reader.text("note", ""), columns, rows, reader.place)
    reader.done()
    return form


def _shares(reader: Reader) -> tuple[float, ...]:
    shares = []
    for text in reader.texts("columns", ("1",)):
        try:
            shares.append(float(text))
        except ValueError:
            shares.append(0.0)
        if not 0 < shares[-1] < 1000:
            reader.fail("columns", f"'{text}' in 'columns' of {reader.what} is not a width",
                        "write shares, such as [2, 1, 1]")
            shares[-1] = 1.0
    return tuple(shares)


def _read_row(reader: Reader, unit_type: UnitType, columns: int, context: Context) -> Row:
    cells = tuple(_read_cell(one, unit_type, context) for one in reader.readers("cells", "cell", required=True))
    row = Row(reader.length("height").pt, float(reader.number("shade", 0, 0, 1)), reader.flag("rules"), cells)
    across = sum(cell.across for cell in cells)
    if cells and across != columns:
        reader.fail("cells", f"the cells of {reader.what} cover {across} columns, the form has {columns}",
                    "say how many columns a cell covers with 'across'")
    reader.done()
    return row


def _read_cell(reader: Reader, unit_type: UnitType, context: Context) -> Cell:
    text = reader.node("text")
    notes = reader.texts("notes")
    noted = [key for key, one in unit_type.fields.items() if one.kind in ("battery", "entries")]
    for name in notes:
        if name not in noted:
            reader.fail("notes", f"'{name}' in 'notes' of {reader.what} is no list or battery field "
                        f"of a {unit_type.name}", suggestion(name, noted))
    pips = _read_pips(reader, unit_type, context)
    blank = "" if pips else reader.text("blank", "")
    cell = Cell(reader.whole("across", 1, 1, 100),
                context.wording(text, f"'text' of {reader.what}", unit_type.names) if text else None,
                reader.choice("style", STYLES, "body"), reader.choice("align", ALIGNS, "left"),
                pips, tuple(name for name in notes if name in unit_type.fields), blank, reader.place)
    reader.done(("pips", "marks", "letter", "shape", "track"))
    return cell


def _read_pips(reader: Reader, unit_type: UnitType, context: Context) -> Pips | None:
    node = reader.node("pips")
    if node is None:
        return None
    count = read_formula(node, f"'pips' of {reader.what}", unit_type.names, context.problems)
    marks = reader.node("marks")
    positions = read_formula(marks, f"'marks' of {reader.what}", unit_type.names, context.problems) if marks else None
    track = reader.text("track", next(iter(count.names)) if count and len(count.names) == 1 else None)
    if track is None and count:
        reader.fail("pips", f"the circles of {reader.what} have no name that damage can be marked by",
                    "add 'track: name'")
    letter, shape = reader.text("letter", "Q"), reader.choice("shape", SHAPES, "circle")
    blank = reader.whole("blank", 0, 0, 200)
    return Pips(count, positions, letter, shape, track or "", blank) if count else None
