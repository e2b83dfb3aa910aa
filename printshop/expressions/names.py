"""What formulas may name, and the value that stands for a figure nobody knows any more."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from collections.abc import Set as AbstractSet
    from typing import Self


class NotKnown(Enum):
    """The one value of a figure that is lost. Whatever is reckoned from it is not known either; it is no truth.

    As a text it is a space to write in.
    """

    NOT_KNOWN = "unknown"

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "____"


NOT_KNOWN: Final = NotKnown.NOT_KNOWN


class Unsettled(Exception):  # noqa: N818 - not an error: a function met a value that is not known
    """What a function raises when the answer hangs on a figure that is not known."""


class Names(frozenset[str]):
    """The names that a formula may use. Those in `constants` have one value wherever they stand.

    A name that is added with `|` hides a constant of the same name, as the unit's own fields hide a table.

    >>> sorted((Names({"hull"}, {"price": 2}) | {"n"}).constants)
    ['price']
    """

    __slots__ = ("constants",)
    constants: Mapping[str, object]

    def __new__(cls, names: Iterable[str] = (), constants: Mapping[str, object] | None = None) -> Self:
        """Return the names, those of the constants among them."""
        own = frozenset(names)
        made = super().__new__(cls, (*own, *(constants or ())))
        made.constants = {name: value for name, value in (constants or {}).items() if name not in own}
        return made

    def __or__(self, other: AbstractSet[object]) -> Names:
        """Return these names and others."""
        added = Names(map(str, other)) if not isinstance(other, Names) else other
        constants = {name: value for name, value in self.constants.items() if name not in added}
        plain = (*self.difference(self.constants), *added.difference(added.constants))
        return Names(plain, {**constants, **added.constants})
