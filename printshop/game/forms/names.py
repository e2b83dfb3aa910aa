"""The context in which a part of a form is read.

It has the unit type, the allowed names, and the columns.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any

from printshop.file_names import PATTERNS
from printshop.game.model import ReadContext
from printshop.game.themes import GROUNDS
from printshop.game.unit_types import UnitType
from printshop.lengths import MM
from printshop.schema import keys
from printshop.schema.reader import Reader
from printshop.source import SequenceNode

MAX_ROWS_AND_CELLS = 4_000  # rows and cells of a form together
MAX_COLUMNS = 100


TOGETHER_KEY = "together"  # `each: together` is a row for each unit of a record for several units of one design


@dataclass(frozen=True, kw_only=True)
class FormContext(ReadContext):
    """The context of a row or cell: its unit type, the allowed names, and the columns.

    `each` is the list of a row that stands for each entry, "" outside of such rows. `is_together` is true if rows may
    stand for units of one design. `depth` is the number of cells with rows around the part. `is_mounted` is true in
    rows on a picture. `space` is the usual space between rows and between blocks, in points. `part_numbers` counts the
    rows and cells of the form: this limits a file that repeats a part by anchors.
    """

    unit_type: UnitType | None = None
    each: str = ""
    is_together: bool = False
    depth: int = 0
    is_mounted: bool = False
    columns: tuple[float, ...] = (1.0,)
    space: float = 0.0
    part_numbers: Iterator[int] = field(default_factory=lambda: count(1))

    @classmethod
    def for_unit_type(cls, context: ReadContext, unit_type: UnitType | None, columns: tuple[float, ...]) -> FormContext:
        """Return the context of a form for units of a type. Its formulas may use the names of this type."""
        context_values = {attribute.name: getattr(context, attribute.name) for attribute in fields(ReadContext)}
        type_values = {"local_names": unit_type.value_names} if unit_type else {}
        return cls(**{**context_values, **type_values}, unit_type=unit_type, columns=columns)

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of the unit type, none without one."""
        return self.unit_type.fields if self.unit_type else {}

    @property
    def list_name(self) -> str:
        """The list whose entries have rows with marks, "" for rows of units of a record for several units."""
        return "" if self.each == TOGETHER_KEY else self.each

    @property
    def entry_names(self) -> Mapping[str, frozenset[str]]:
        """The names that cells may use in a row for each entry, by the possible values of `each`."""
        unit = self.unit_type
        lists = {key: names() for key, names in unit.members.items()} if unit else {}
        return lists | ({TOGETHER_KEY: frozenset(unit.value_names)} if unit and self.is_together else {})

    def has_room(self, reader: Reader) -> bool:
        """Count a row or cell, and return whether the form is within the limit.

        The first one above it is reported.
        """
        number = next(self.part_numbers)
        if number == MAX_ROWS_AND_CELLS + 1:
            reader.problems.add(reader.mapping_span,
                                f"{reader.label}: the form has more than {MAX_ROWS_AND_CELLS} rows and cells",
                                "divide it into several forms")
        return number <= MAX_ROWS_AND_CELLS


def require_another_key(reader: Reader, name: str, other_keys: Collection[str]) -> None:
    """Report a key that has no meaning without one of some other keys, and mark it as read."""
    if reader.get_node(name) is not None and not any(key in reader for key in other_keys):
        reader.add_problem(name,
                           f"'{name}' of {reader.label} needs {' or '.join(map(repr, other_keys))}, which is missing",
                           f"add '{next(iter(other_keys))}', or leave out '{name}'")


UNSTATED_COLUMNS = (0.5,)
"""The columns of a block that does not state them: its cells are equally wide."""


def read_column_shares(reader: Reader, default: tuple[float, ...] = UNSTATED_COLUMNS) -> tuple[float, ...]:
    """Return the shares of columns, equal ones for a number.

    Wrong values are reported, and the result is ().
    """
    before, name, node = len(reader.problems), "columns", reader.get_node("columns")
    if node is None:
        return default
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        count = reader.read_integer(name, 1, 1, MAX_COLUMNS)
        return (1.0,) * count if len(reader.problems) == before else ()
    if isinstance(node, SequenceNode) and len(node.items) > MAX_COLUMNS:
        reader.add_problem(name, f"{reader.label} has {len(node.items)} columns; at most {MAX_COLUMNS} are allowed")
        return ()
    reader.reject_empty_lists(name)
    shares = []
    for text in reader.read_texts(name):
        try:
            shares.append(float(text))
        except ValueError:
            shares.append(0.0)
        if not 0 < shares[-1] < 1000:
            reader.add_problem(name, f"'{text}' in 'columns' of {reader.label} is not a width",
                               "write shares, for example [2, 1, 1]")
    return tuple(shares) if len(reader.problems) == before else ()


def columns_key(says: str) -> Any:
    """Declare the columns of rows.

    A block has read them into its context before, because its rows use them.
    """
    return keys.custom(lambda reader, _: reader.context.columns, {"type": ["array", "integer", "string"]}, says,
                       default=())


MAX_SPACE = 100 * MM


def read_space(reader: Reader, name: str, default: float) -> float:
    """Return a space between parts of a form in points; `default` if the key is missing or wrong."""
    length = reader.read_length(name, None)
    if length is not None and not 0 <= length.pt <= MAX_SPACE:
        reader.add_problem(name, f"'{name}' of {reader.label} is {length.text}, but must be 0 to 100 mm")
        return default
    return default if length is None else length.pt


def space_key(says: str, written_default: str | None = None, label: str = "") -> Any:
    """Declare the space between rows.

    A block has read it into its context before, because its rows use it.
    """
    return keys.custom(lambda reader, _: reader.context.space, keys.LENGTH_SCHEMA, says, default=0.0,
                       written_default=written_default, label=label)


def points_key(largest: float, message: str, description: str = "", **options: Any) -> Any:
    """Declare a length of 5 to `largest` points, read as points; 0 for a missing key."""
    def read(reader: Reader, name: str) -> float:
        length = reader.read_length(name, None)
        if length is not None and not 5 <= length.pt <= largest:
            reader.add_problem(name, f"'{name}' of {reader.label} " + message.format(length.text))
            return 0.0
        return length.pt if length else 0.0

    return keys.custom(read, keys.LENGTH_SCHEMA, description, default=0.0, read_if_missing=False, **options)


PLATES = ("rectangle", "disc", "shield", "hexagon", "banner")


SIDE_COLOUR = "side"


def read_cell_color(reader: Reader, name: str) -> str:
    """Return a colour, or SIDE_COLOUR for the side of the unit or, in rows for each side, for that side."""
    return _read_side(reader, name) if _is_side(reader, name) else reader.read_color(name, "")


def read_pattern(reader: Reader, name: str) -> str:
    """Return the name of a pattern, or SIDE_COLOUR for the pattern of the side."""
    return _read_side(reader, name) if _is_side(reader, name) else reader.read_choice(name, PATTERNS, "")


def _is_side(reader: Reader, name: str) -> bool:
    return reader.get_raw_text(name) == SIDE_COLOUR and reader.get_node(name) is not None


def _read_side(reader: Reader, name: str) -> str:
    """Return SIDE_COLOUR; without a side, report this and return ""."""
    if reader.context.unit_type or reader.context.each:
        return SIDE_COLOUR
    reader.add_problem(name, f"'{name}: side' of {reader.label} needs a unit, but its form has none",
                       "give the form a 'unit', or the row 'each: sides'")
    return ""


def read_ground_color(reader: Reader, name: str) -> str:
    """Return a colour, SIDE_COLOUR for the colour of the side, or the name of one of the theme's grounds."""
    return (
        reader.get_raw_text(name)
        if reader.get_raw_text(name) in GROUNDS and reader.get_node(name)
        else read_cell_color(reader, name)
    )
