"""The values that the fields of units can have, and the tables in which formulas look up values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Self

from printshop.formulas import NOT_KNOWN, UnknownFigure
from printshop.lengths import Length
from printshop.problems import Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader, make_title
from printshop.text_markup import escape_markup


@data_block
class BatteryTrait(DataBlock):
    """A trait of a battery: its word in the data (`key`), the mark in the cell, the note and the rules."""

    mark: str = keys.text("the mark that is printed after the battery (default: a star)", default="*")
    note: str = keys.text("the meaning of the trait")
    rules: str = keys.text("the rules of the trait, for the rosters of units with this trait", default="")
    key: str = ""

    @property
    def legend(self) -> str:
        r"""The mark and the note of the trait as markup, for example "\*wakes everybody" or "s: fires through"."""
        return f"{escape_markup(self.mark)}{': ' if self.mark[-1:].isalnum() else ''}{self.note}"


@dataclass(frozen=True, slots=True)
class Battery:
    """Guns of one kind.

    The value has the number of guns, the die of each gun, the damage of a hit, and the traits.
    """

    count: int
    die: int
    damage: int
    traits: tuple[BatteryTrait, ...] = ()

    def __str__(self) -> str:
        """Return the battery as it is printed: count/die (damage), then the marks of the traits."""
        marks = "".join(trait.mark for trait in self.traits)
        return f"{self.count}/d{self.die} (x{self.damage}){marks}"

    def write(self, *, is_short: bool = False) -> str:
        """Return the guns as in a file: count, die, damage and keys of traits. `is_short` leaves out a damage of 1."""
        damage = [] if is_short and self.damage == 1 else [f"x{self.damage}"]
        return " ".join((f"{self.count}/d{self.die}", *damage, *(trait.key for trait in self.traits)))


@dataclass(frozen=True, slots=True)
class DiceRoll:
    """A roll of dice plus a number, for example "2d6+1"."""

    count: int
    die: int
    modifier: int = 0

    def __str__(self) -> str:
        return f"{self.count}d{self.die}" + (f"{self.modifier:+d}" if self.modifier else "")


class Percent(Fraction):
    """A percentage. 75 is printed with the sign, as "75%".

    In formulas it is the plain number 75.
    """

    sign = "%"


class Degrees(Fraction):
    """An angle in degrees. 60 is printed with the sign, as "60°".

    In formulas it is the plain number 60.
    """

    sign = "°"


@dataclass(frozen=True, slots=True)
class FieldEntry:
    """One entry of an entries field: `amount` things of one kind, which count as `piece_count` pieces."""

    key: str
    name: str
    amount: int
    piece_count: int

    def __str__(self) -> str:
        return self.name if self.amount == 1 and self.piece_count == 1 else f"{self.amount} {self.name}"


ENTRY_NAMES = {"entries": ("key", "name", "amount"), "numbers": ("name", "figure")}
"""The names of the values in one entry, by kind of field. Kinds whose entries are rows of a list are left out."""


class ListValue:
    """A value with several entries. A text can be repeated for each entry.

    `rows` are the entries, each as a mapping from names to values.
    """

    __slots__ = ()
    rows: tuple[Mapping[str, FieldValue], ...]

    def member(self, name: str) -> FieldValue:
        """Return the value with the given name from every entry that has such a value."""
        return tuple(row[name] for row in self.rows if row.get(name) is not None)


@dataclass(frozen=True, slots=True)
class FieldEntries(ListValue):
    """The value of an entries field.

    Formulas use the number of pieces, `count`, as in count(equipment).
    """

    items: tuple[FieldEntry, ...] = ()

    @property
    def count(self) -> int:
        """The number of pieces of all entries."""
        return sum(entry.piece_count for entry in self.items)

    @property
    def rows(self) -> tuple[Mapping[str, FieldValue], ...]:  # type: ignore[override]
        """The entries as mappings from the names in `ENTRY_NAMES` to values."""
        return tuple({"key": entry.key, "name": entry.name, "amount": entry.amount} for entry in self.items)

    def __str__(self) -> str:
        return ", ".join(str(entry) for entry in self.items)


@dataclass(frozen=True, slots=True)
class NamedNumbers(ListValue):
    """A number for each of several names, in order, for example the shield of each side.

    Formulas may apply the functions sum, max and lookup to it.
    """

    names: tuple[str, ...]
    numbers: tuple[int | UnknownFigure, ...]

    @property
    def count(self) -> int:
        """The number of names."""
        return len(self.numbers)

    def items(self) -> tuple[tuple[str, int | UnknownFigure], ...]:
        """Return each name with its number."""
        return tuple(zip(self.names, self.numbers, strict=True))

    @property
    def rows(self) -> tuple[Mapping[str, FieldValue], ...]:  # type: ignore[override]
        """The names and numbers as mappings from the names in `ENTRY_NAMES` to values."""
        return tuple({"name": name, "figure": number} for name, number in self.items())

    def lookup(self, name: str, column: str | None = None) -> int | UnknownFigure:
        """Return the number for the given name.

        Raises ValueError if there is no such name, or if a `column` is given.
        """
        if column is not None:
            raise ValueError("a field with several numbers has no columns: write lookup(field, name)")
        if name not in self.names:
            raise ValueError(f"there is no '{name}' among {', '.join(self.names)}")
        return self.numbers[self.names.index(name)]

    def __str__(self) -> str:
        return ", ".join(f"{name} {number}" for name, number in self.items())


@dataclass(frozen=True, slots=True)
class ListRows(ListValue):
    """The value of a list field: rows of cells below named columns.

    The last `derived_count` columns are derived values. `rows` has each row as a mapping from names to values. In
    this mapping, the name `n` is the number of the row, counted from 1. Formulas may apply the functions count
    and total to the value.
    """

    columns: tuple[str, ...]
    cells: tuple[tuple[FieldValue, ...], ...]
    rows: tuple[Mapping[str, FieldValue], ...] = field(default=(), compare=False, repr=False)
    derived_count: int = 0

    @classmethod
    def from_rows(cls, columns: tuple[str, ...], rows: tuple[Mapping[str, FieldValue], ...],
                  derived_count: int = 0) -> ListRows:
        """Return the value whose rows are mappings from names to values."""
        return cls(columns, tuple(tuple(row[name] for name in columns) for row in rows), rows, derived_count)

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.cells)

    def __len__(self) -> int:
        return len(self.cells)

    def column(self, name: str) -> tuple[FieldValue, ...]:
        """Return a column from top to bottom.

        Raises ValueError if there is no column with this name.
        """
        if name not in self.columns:
            raise ValueError(f"the list has no column '{name}': {suggest_name(name, self.columns)}")
        index = self.columns.index(name)
        return tuple(row[index] for row in self.cells)

    def __str__(self) -> str:
        """Return the rows as text: the words of each row in order, without derived values.

        A flag that is true is the name of the flag; a flag that is false is left out.
        """
        column_names = self.columns[: len(self.columns) - self.derived_count]
        texts = (" ".join(name if row[name] is True else str(row[name]) for name in column_names
                          if row[name] is not None and row[name] is not False) for row in self.rows)
        return ", ".join(texts)


@dataclass(frozen=True, slots=True)
class HeldUnits(ListRows):
    """The value of a field that names other units. It has a row for each of these units, with all values of the unit.

    `names` has the name of each unit, repeated if the field gives it several times. If `is_single` is true, the
    field names at most one unit. If such a field names no unit, the values in `empty_values` are known, and all
    other values are unknown. Formulas use the value like the value of a list field. They can also use a dot, as
    in `pilot.skill`.
    """

    names: tuple[str, ...] = ()
    is_single: bool = False
    empty_values: Mapping[str, FieldValue] = field(default_factory=dict, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash(self.names)

    def member(self, name: str) -> FieldValue:
        """Return the value with the given name of the unit that the field names.

        If the field may name several units, return the values of all units that have this value.
        """
        if not self.is_single:
            return ListValue.member(self, name)
        return self.rows[0].get(name) if self.rows else self.empty_values.get(name, NOT_KNOWN)

    def list_counted_names(self, times_sign: str) -> list[str]:
        """Return each name once.

        If a name is given several times, put its number in front: "2 x Bomb".
        """
        return [name if number == 1 else f"{number}{times_sign}{name}" for name, number in Counter(self.names).items()]

    def __str__(self) -> str:
        return ", ".join(self.list_counted_names(" × ")) or "–"


FieldValue = (int | Fraction | str | bool | Length | Battery | DiceRoll | FieldEntries | NamedNumbers | ListRows
              | UnknownFigure
              | tuple["FieldValue", ...] | None)


MAX_TABLE_ROWS = 1_000  # of a table: a lookup may compare a range in each of them
_NUMBER_PATTERN = re.compile(r"[-−]?\d{1,15}(?:\.\d{1,15})?")
_RANGE_PATTERN = re.compile(r"(\d{1,9})(?: *[-–] *(\d{1,9})|(\+))")  # as tables print it: "3-5", "6+"


@data_block
class LookupTable(DataBlock):
    """A table of the game. Its cells are texts, row by row; None is an unknown cell.

    Formulas look up a row by its first cell, which may be a range such as "3-5" or "6+". If `is_valid` is false,
    the contents of the table are unknown to formulas.
    """

    title: str = keys.text("the title of the table", default=lambda reader: make_title(reader.key))
    columns: tuple[str, ...] = keys.texts("the headings of the columns", default=..., minimum=1)
    rows: tuple[tuple[str | None, ...], ...] = keys.custom(
        lambda reader, name: reader.read_rows(name, len(reader.read_texts("columns"))), {"type": "array"},
                                                           "the rows, each as a list of cells",
        default=...)
    key: str = ""
    span: Span | None = None
    is_valid: bool = True
    by_first_cell: dict[str, tuple[str | None, ...]] = field(default_factory=dict, compare=False, repr=False)

    def validate(self, reader: Reader) -> Self:
        reader.reject_empty_lists("rows")
        if len(self.rows) > MAX_TABLE_ROWS:
            reader.add_problem("rows",
                               f"{reader.label} has {len(self.rows)} rows; at most {MAX_TABLE_ROWS} are allowed")
        return replace(self, rows=self.rows[:MAX_TABLE_ROWS], is_valid=reader.is_valid and bool(reader.list_keys()))

    def lookup(self, row: str, column: str | None = None) -> int | Fraction | str | UnknownFigure:
        """Return a cell. If its text is a number, return the number.

        Raises ValueError if the table has no such row or column.
        """
        cells = self._find_row(row)
        if column is None and len(self.columns) != 2:
            raise ValueError(f"the table '{self.key}' has {len(self.columns)} columns: add the heading of one column, "
                             f"as in lookup({self.key}, row, \"{self.columns[-1]}\")")
        if column is not None and column not in self.columns:
            raise ValueError(f"the table '{self.key}' has no column '{column}': {suggest_name(column, self.columns)}")
        cell = cells[1 if column is None else self.columns.index(column)]
        if cell is None:
            return NOT_KNOWN
        if not _NUMBER_PATTERN.fullmatch(cell):
            return cell
        number = Fraction(cell.replace("−", "-"))
        return number.numerator if number.denominator == 1 else number

    def _find_row(self, key: str) -> tuple[str | None, ...]:
        if not self.by_first_cell:
            for row in self.rows:
                if row and row[0] is not None:
                    is_duplicate = row[0] in self.by_first_cell  # () marks it as ambiguous
                    self.by_first_cell[row[0]] = () if is_duplicate else row
        matching_keys = [key] if key in self.by_first_cell else [
            first_cell for first_cell in self.by_first_cell if key.isdecimal()
                                                                 and (span := _RANGE_PATTERN.fullmatch(first_cell))
            and int(span[1]) <= int(key) and (span[3] or int(key) <= int(span[2]))]
        cells = self.by_first_cell[matching_keys[0]] if matching_keys else None
        if len(matching_keys) > 1 or cells == ():
            raise ValueError(f"the table '{self.key}' has more than one row for '{key}'")
        if cells is None:
            raise ValueError(f"the table '{self.key}' has no row '{key}': {suggest_name(key, self.by_first_cell)}")
        return cells

    def __str__(self) -> str:
        return f"table {self.key}"
