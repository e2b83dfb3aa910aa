"""Tables of a game, that charts print and formulas look into."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN, NotKnown
from printshop.problems import suggestion

if TYPE_CHECKING:
    from printshop.problems import Span

_NUMBER = re.compile(r"[-−]?\d{1,15}(?:\.\d{1,15})?")
_SPAN = re.compile(r"(\d{1,9})(?: *[-–] *(\d{1,9})|(\+))")


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the game: texts, row by row; None is a cell that is unknown.

    Formulas look into it: a row is found by its first cell, which may be a range, "3-5" or "6+".
    """

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | None, ...], ...]
    span: Span | None = None
    known: dict[str, tuple[str | None, ...]] = field(default_factory=dict, compare=False, repr=False)

    def lookup(self, row: str, column: str | None = None) -> int | Fraction | str | NotKnown:
        """Return a cell, a number where it is one. Raises ValueError if the table has no such row or column."""
        cell = self._row(row)[self._place(column)]
        if cell is None:
            return NOT_KNOWN
        if not _NUMBER.fullmatch(cell):
            return cell
        number = Fraction(cell.replace("−", "-"))
        return number.numerator if number.denominator == 1 else number

    def _place(self, column: str | None) -> int:
        if column is None and len(self.columns) != 2:
            raise ValueError(f"the table '{self.key}' has {len(self.columns)} columns: say which, "
                             f'lookup({self.key}, row, "{self.columns[-1]}")')
        if column is not None and column not in self.columns:
            raise ValueError(f"the table '{self.key}' has no column '{column}': {suggestion(column, self.columns)}")
        return 1 if column is None else self.columns.index(column)

    def _row(self, key: str) -> tuple[str | None, ...]:
        if not self.known:
            for row in self.rows:
                if row and row[0] is not None:
                    self.known[row[0]] = () if row[0] in self.known else row
        fitting = [key] if key in self.known else []
        if not fitting and key.isdecimal():
            fitting = [first for first in self.known if _within(int(key), first)]
        found = self.known[fitting[0]] if fitting else None
        if len(fitting) > 1 or found == ():
            raise ValueError(f"the table '{self.key}' has more than one row for '{key}'")
        if found is None:
            raise ValueError(f"the table '{self.key}' has no row '{key}': {suggestion(key, self.known)}")
        return found

    def __str__(self) -> str:
        return f"table {self.key}"


def _within(number: int, text: str) -> bool:
    """Return whether a number lies in a range as tables print it: "3-5", "6+".

    >>> _within(4, "3-5"), _within(6, "3-5"), _within(9, "6+")
    (True, False, True)
    """
    match = _SPAN.fullmatch(text)
    return bool(match and int(match[1]) <= number and (match[3] or number <= int(match[2])))
