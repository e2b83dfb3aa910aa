"""Kinds of values that their JSON types do not show. The types of the workshop's page follow from these."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

# In the order of the alphabet. "length or word" is for values of which some are lengths, "picture" for the names of
# pictures, "prose" for texts of several lines.
ValueKind: TypeAlias = Literal["colour", "counter size", "flag", "length", "length or word", "picture", "prose",
                               "share", "side colour", "size"]


class BatteryParts(TypedDict):
    """The parts of guns of one kind, written as count/die xdamage and traits, or as their count alone if `short`."""

    dice: list[str]  # [] for all dice
    lowest_damage: int
    highest_damage: int
    short: bool
    traits: dict[str, str]  # meanings by word
