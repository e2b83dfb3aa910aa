"""What a player wants otherwise of a game, for one run."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class Changes(NamedTuple):
    """Other values, as text, for settings of a game, by key; and other colours, "#rrggbb", for its sides in turn."""

    settings: Mapping[str, str] = MappingProxyType({})
    palette: tuple[str, ...] = ()


AS_IT_IS = Changes()
