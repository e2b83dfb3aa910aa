"""Where a part of a form stands while it is read: for which units, among which names and columns."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields
from itertools import count
from typing import Any

from printshop.game.model import Context
from printshop.game.themes import GROUNDS
from printshop.game.unit_types import UnitType
from printshop.language import keys
from printshop.language.reader import Reader
from printshop.source import SequenceNode

MOST_PARTS = 4_000  # rows and cells of a form, all in all
MOST_COLUMNS = 100


TOGETHER = "together"  # what a row stands for each of, on a record for several units of one design


@dataclass(frozen=True, kw_only=True)
class Scope(Context):
    """Where a row or cell stands, the context of its reader: for which unit type, among which names and columns.

    `each` says in a row for each entry of what, `together` whether rows may stand for units of one design, `deep` in
    how many cells with rows of their own, `mounted` in rows on a picture. `parts` counts the rows and cells of the
    form, so that it ends however often a part of the file is repeated.
    """

    unit_type: UnitType | None = None
    each: str = ""
    together: bool = False
    deep: int = 0
    mounted: bool = False
    columns: tuple[float, ...] = (1.0,)
    parts: Iterator[int] = field(default_factory=lambda: count(1))

    @classmethod
    def of(cls, context: Context, unit_type: UnitType | None, columns: tuple[float, ...]) -> Scope:
        """Return the scope of a form for units of a type, whose names its formulas may use."""
        within = {attribute.name: getattr(context, attribute.name) for attribute in fields(Context)}
        named = {"own": unit_type.names} if unit_type else {}
        return cls(**{**within, **named}, unit_type=unit_type, columns=columns)

    @property
    def fields(self) -> Mapping[str, Any]:
        """The fields of the unit type, none without one."""
        return self.unit_type.fields if self.unit_type else {}

    @property
    def listed(self) -> str:
        """The list that circles stand in a row for each entry of; on a record of several units they are a unit's."""
        return "" if self.each == TOGETHER else self.each

    @property
    def lists(self) -> Mapping[str, frozenset[str]]:
        """The names of the entries of everything that rows may stand once for each entry of."""
        unit = self.unit_type
        lists = {key: names() for key, names in unit.members.items()} if unit else {}
        return lists | ({TOGETHER: frozenset(unit.names)} if unit and self.together else {})

    def goes_on(self, at: Reader) -> bool:
        """Return whether the form has not yet had more rows and cells than go on paper."""
        number = next(self.parts)
        if number == MOST_PARTS + 1:
            at.problems.add(at.place, f"{at.what}: the form has more than {MOST_PARTS} rows and cells",
                            "make several forms of it")
        return number <= MOST_PARTS


def goes_with(at: Reader, name: str, wanted: Collection[str]) -> None:
    """Report a key that says nothing without any of others, and take it as read."""
    if at.node(name) is not None and not any(key in at for key in wanted):
        at.fail(name, f"'{name}' of {at.what} goes with {' or '.join(map(repr, wanted))}, which it does not have")


def shares(at: Reader, usual: tuple[float, ...] = (1.0,)) -> tuple[float, ...]:
    """Return the widths of columns: shares, or so many equal ones. None at all are wrong ones, which are noted."""
    before, name, node = len(at.problems), "columns", at.node("columns")
    if node is None:
        return usual
    if isinstance(node.value, int) and not isinstance(node.value, bool):
        return (1.0,) * at.whole(name, 1, 1, MOST_COLUMNS)
    if isinstance(node, SequenceNode) and len(node.items) > MOST_COLUMNS:
        at.fail(name, f"{at.what} has {len(node.items)} columns, at most {MOST_COLUMNS} go on paper")
        return (1.0,)
    at.filled(name)
    shares = []
    for text in at.texts(name):
        try:
            shares.append(float(text))
        except ValueError:
            shares.append(0.0)
        if not 0 < shares[-1] < 1000:
            at.fail(name, f"'{text}' in 'columns' of {at.what} is not a width", "write shares, such as [2, 1, 1]")
    return tuple(shares) if len(at.problems) == before else ()


def columns_key(says: str) -> Any:
    """Declare the columns of rows, which a block has put into its scope before: its rows and cells go by them."""
    return keys.special(lambda at, _: at.context.columns, {"type": ["array", "integer", "string"]}, says, default=())


def points(most: float, wrong: str, says: str = "") -> Any:
    """Declare a length of 5 to `most` points, read as points; 0 where nothing is said."""
    def read(at: Reader, name: str) -> float:
        length = at.length(name, None)
        if length is not None and not 5 <= length.pt <= most:
            at.fail(name, f"'{name}' of {at.what} " + wrong.format(length.text))
            return 0.0
        return length.pt if length else 0.0

    return keys.special(read, keys.MEASURE, says, default=0.0, always=False)


PLATES = ("rectangle", "disc", "shield", "hexagon", "banner")


def read_ground(at: Reader, name: str) -> str:
    """Return a colour or the name of one of the theme's grounds."""
    return at.word(name) if at.word(name) in GROUNDS and at.node(name) else at.color(name, "")
