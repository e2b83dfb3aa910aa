"""The numbering of a map.

It has the numbers of the columns and rows, and the names that these numbers make.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from string import ascii_uppercase
from typing import Any, NamedTuple, Self

from printshop.schema import keys
from printshop.schema.keys import DataBlock, JsonSchemaWriter, data_block
from printshop.schema.reader import Reader
from printshop.source import ScalarNode

MAX_LETTERED = 2 * len(ascii_uppercase)  # columns or rows that have letters: A to Z, AA, BB ... ZZ
NO_NUMBERS = "none"
ORDERS = COLUMNS_FIRST, ROWS_FIRST = "columns first", "rows first"
ORIGINS = ("top left", "top right", "bottom left", "bottom right")
_FIRST_NAME = re.compile(r"([A-Z]{1,2}|\d{1,4})([.:/_-]?)([A-Z]{1,2}|\d{1,4})", re.ASCII)


class AxisNumbers(NamedTuple):
    """The numbers of the columns or rows of a map.

    `start` is the first number, `digits` the least number of digits. If `is_lettered` is true, the numbers are letters.
    """

    start: int
    digits: int
    is_lettered: bool

    def format_number(self, number: int) -> str:
        """Return a number as it is printed.

        A part of a hex before the first letter has a number.
        """
        repeated, letter = divmod(number - 1, len(ascii_uppercase))
        return (ascii_uppercase[letter] * (repeated + 1) if self.is_lettered and number > 0
                else f"{number:0{self.digits}}")


def _read_axis(text: str) -> AxisNumbers:
    if text.isdigit():
        return AxisNumbers(int(text), len(text), is_lettered=False)
    return AxisNumbers(ascii_uppercase.index(text[0]) + 1 + len(ascii_uppercase) * (len(text) - 1), 1, is_lettered=True)


@lru_cache(64)
def _split_name(name: str) -> tuple[AxisNumbers, AxisNumbers, str] | None:
    """Return the numbers of both parts of a name, and the separator between them. If the name is wrong, return None."""
    middle, match = len(name) // 2, _FIRST_NAME.fullmatch(name)
    if not match:
        return None
    first, separator, second = (name[:middle], "", name[middle:]) if name.isdecimal() else match.groups()
    lettered = first.isalpha() + second.isalpha()
    is_clear = lettered == 1 or (not lettered and (separator or len(first) == len(second)))
    if not is_clear or any(part.isalpha() and len({*part}) > 1 for part in (first, second)):
        return None
    return _read_axis(first), _read_axis(second), separator


@data_block
class MapNumbering(DataBlock):
    """The numbering of the hexes or squares of a map, given by the name of the first one."""

    first: str = keys.text(
        "the name of the first hex, as it is printed (default: \"0101\"). It gives the first column and the first row, "
        "their digits or letters, and the separator: \"0000\", \"1.1\", A1, A-07, 1A. The letters after Z are AA, BB "
        "... ZZ", label="Number of the first hex", default="0101")
    order: str = keys.choice(ORDERS, "the part of a name that comes first: `columns first` (the default: 0304 is the "
                                     "fourth hex of the third column) or `rows first`",
                                     label="First in a number", default=COLUMNS_FIRST)
    origin: str = keys.choice(ORIGINS, "the corner of the map where the numbers begin: `top left` (the default), `top "
                                       "right`, `bottom left` or `bottom right`",
                                       label="Numbers begin at the", default=ORIGINS[0])
    doubled: bool = keys.flag("whether the hexes of a rectangle are counted in steps of half a hex: 0102, 0104 and, in "
                              "the next column, 0201, 0203", label="Steps of half a hex", default=False)
    printed: bool = True

    def validate(self, reader: Reader) -> Self:
        if not _split_name(self.first):
            reader.add_problem("first", f"'first' of {reader.label} is '{self.first}', but must be the name of a hex",
                               "write a column and a row as they are printed, with the same number of digits or with "
                               "a separator: \"0101\", \"1.1\", \"A1\", \"A-07\"")
            return replace(self, first="0101")
        return self

    @property
    def _parts(self) -> tuple[AxisNumbers, AxisNumbers, str]:
        parts = _split_name(self.first)
        assert parts
        return parts

    @property
    def names_rows_first(self) -> bool:
        """Whether names begin with the row."""
        return self.order == ROWS_FIRST

    @property
    def separator(self) -> str:
        """The character between the two numbers of a name, or ""."""
        return self._parts[2]

    @property
    def begins_right(self) -> bool:
        """Whether columns are counted from the right."""
        return self.origin.endswith("right")

    @property
    def begins_at_bottom(self) -> bool:
        """Whether rows are counted from the bottom."""
        return self.origin.startswith("bottom")

    def find_axes(self, columns: int, rows: int) -> tuple[AxisNumbers, AxisNumbers]:
        """Return the numbers of the columns and the rows of a map.

        They have the digits of the first name, or more if the greatest number needs more. Numbers of one digit have no
        leading zeros, but two numbers without a separator have the same number of digits.
        """
        *parts, separator = self._parts
        axes: list[AxisNumbers] = parts[::-1] if self.names_rows_first else parts
        digit_counts = [0 if axis.is_lettered else len(str(axis.start + count - 1))
                        for axis, count in zip(axes, (columns, rows), strict=True)]
        if all(digit_counts) and not separator:
            digit_counts = [max(digit_counts)] * 2
        else:
            digit_counts = [count if axis.digits > 1 else 1 for axis, count in zip(axes, digit_counts, strict=True)]
        column, row = (axis._replace(digits=max(axis.digits, count))
                       for axis, count in zip(axes, digit_counts, strict=True))
        return column, row


DEFAULT_NUMBERING = MapNumbering()


def read_numbering(reader: Reader, name: str) -> MapNumbering:
    """Return the numbering at a key: a block, or the word none."""
    node = reader.get_node(name)
    if isinstance(node, ScalarNode) and node.text == NO_NUMBERS:
        return MapNumbering(printed=False)
    if isinstance(node, ScalarNode):
        reader.add_problem(name, f"'{name}' of {reader.label} must be a block or none, found '{node.text}'",
                           "write the name of the first hex, for example {first: \"0101\"} or {first: A1}")
    if node is None or isinstance(node, ScalarNode):
        return DEFAULT_NUMBERING
    block: MapNumbering = keys.read_block(MapNumbering, Reader(node, reader.problems, f"'{name}' of {reader.label}",
                                                               reader.context))
    return block


def make_numbering_schema(writer: JsonSchemaWriter) -> Any:
    """Return the JSON Schema of a numbering."""
    return {"anyOf": [{"const": NO_NUMBERS}, writer.make_block_schema(MapNumbering)]}
