"""Kinds of values that their JSON types do not show. The types of the workshop's page follow from these."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

# In the order of the alphabet. "cells" is for the rows and the cells of forms, "counter" and "piece" for the keys of
# counters and of counters or markers, "figures" for a list of values of a unit, "length or word" for a length or one
# of a few words, "list field" for a field with several entries, "path kind" for a kind of lines on a map, "picture"
# for the names of pictures, "prose" for texts of several lines, "side" for the key of a side, "texts" for a list that
# is never a single text, "unit list" for all units of a type in a file, "unit name" for a name that is printed behind
# the prefix of its side.
ValueKind: TypeAlias = Literal["cells", "colour", "counter", "counter size", "figures", "flag", "formula", "length",
                               "length or word", "list field", "path kind", "pattern", "picture", "piece", "prose",
                               "share", "side", "side colour", "size", "table", "texts", "theme", "unit list",
                               "unit name", "unit type"]


class BatteryParts(TypedDict):
    """The parts of guns of one kind, written as count/die xdamage and traits, or as their count alone if `short`."""

    dice: list[str]  # [] for all dice
    lowest_damage: int
    highest_damage: int
    short: bool
    traits: dict[str, str]  # meanings by word


class FieldLimits(TypedDict):
    """The limits of the values of a field. A field of any text has none."""

    low: NotRequired[str]  # of numbers, of the count of guns or of the count of words; with a sign such as %
    high: NotRequired[str]
    each: NotRequired[bool]  # the limits are those of each of several numbers
    example: NotRequired[str]
    options: NotRequired[list[str]]  # words to choose from
    open: NotRequired[bool]  # another word is allowed, too
    rows: NotRequired[int]  # the largest number of rows
    guns: NotRequired[BatteryParts]
    words: NotRequired[str]  # a sentence, for a kind of field with limits of another kind
