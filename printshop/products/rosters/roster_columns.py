"""What a roster shows of units: which values, by what they are parted into classes, what is added up.

A unit type says so itself (`roster` in game.yaml); what it leaves open follows from its fields.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from printshop.expressions import NOT_KNOWN, NotKnown
from printshop.game.fleets.roster import NONE, Shown, heading_of
from printshop.game.values import Battery, Entries, Numbers, Rows
from printshop.game.wording import marked, show
from printshop.markup import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from printshop.game.model import Game, Unit, UnitType

PLAIN = ("whole", "battery", "dice", "numbers", "length")  # kinds of field that a roster shows if nothing is said
LOST = ("whole", "battery", "numbers", "entries", "list")  # those that add up
MOST = 8  # columns, where nothing is said
BLANK = show(NOT_KNOWN)  # to write on


def columns_of(kind: UnitType) -> tuple[Shown, ...]:
    """Return the values that stand beside the names of units of a type; their points have a column of their own."""
    if kind.roster.columns:
        return kind.roster.columns
    fields = [key for key, field in kind.fields.items() if field.kind in PLAIN and key != kind.points]
    return tuple(Shown(heading_of(key, kind.fields), key) for key in fields[:MOST])


def by_of(game: Game, kind: UnitType) -> str:
    """Return the value that parts units of a type into classes: what it says, a choice, their size; or ""."""
    by = kind.roster.by
    if by is not None:
        return "" if by == NONE else by
    choices = [key for key, field in kind.fields.items() if field.kind == "choice"]
    return choices[0] if choices else "size_name" if game.sizes else ""


def by_heading(by: str, kind: UnitType) -> str:
    """Return what the value is called that parts units of a type into classes."""
    return "Size" if by == "size_name" else heading_of(by, kind.fields).removesuffix(" name")


def order_of(game: Game, kind: UnitType, by: str) -> tuple[str, ...]:
    """Return the classes in the order of the game where it has one: that of its sizes, or of what can be chosen."""
    if by == "size_name":
        return tuple(size.name for size in game.sizes)
    if by == "size":
        return tuple(size.key for size in game.sizes)
    return tuple(kind.fields[by].options) if by in kind.fields else ()


def class_of(unit: Unit, by: str) -> str:
    """Return the class that a unit belongs to, as text."""
    found = unit.values.get(by) if by else None
    return "" if found is None else "Unknown" if found is NOT_KNOWN else plain(marked(found))


def totals_of(kind: UnitType, tracks: Iterable[str]) -> tuple[Shown, ...]:
    """Return what is added up of units of a type: what it says, or the fields whose points are marked on records.

    `tracks` are the names of the tracks on those.
    """
    if kind.roster.totals:
        return kind.roster.totals
    marked = {stem(track) for track in tracks}
    return tuple(Shown(heading_of(key, kind.fields), key) for key, field in kind.fields.items()
                 if field.kind in LOST and key in marked)


def stem(track: str) -> str:
    """Return what a track belongs to: "shield" for "shield.bow"."""
    return track.partition(".")[0]


def amount(unit: Unit, value: str, tracks: Mapping[str, int]) -> Fraction | NotKnown | None:
    """Return how much a value of a unit adds to a sum: its circles on the record, or else its figure.

    None where it adds nothing because the unit has nothing of the kind.
    """
    found = unit.values.get(value)
    if found is NOT_KNOWN:
        return NOT_KNOWN
    own = [count for track, count in tracks.items() if stem(track) == value]
    if own:
        return Fraction(sum(own))
    if isinstance(found, Battery | Entries | Rows):
        return Fraction(found.count)
    if isinstance(found, Numbers):
        known = [number for number in found.numbers if isinstance(number, int)]
        return Fraction(sum(known)) if len(known) == len(found.numbers) else NOT_KNOWN
    return Fraction(found) if isinstance(found, int | Fraction) and not isinstance(found, bool) else None


def is_number(units: Iterable[Unit], value: str) -> bool:
    """Return whether a value is a number in all units, so that it stands to the right."""
    found = [unit.values.get(value) for unit in units]
    return all(one is None or isinstance(one, int | Fraction | NotKnown) for one in found)
