"""What templates of every kind have, and what reading them needs."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.differences import Difference, read_differences
from printshop.language.reader import NOTHING, Reader, is_unknown, spoken
from printshop.source import Mapping as MappingNode
from printshop.source import Scalar, Sequence
from printshop.units import parse_length

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from printshop.problems import Span
    from printshop.units import Length

MOST_COPIES = 100
MOST_NOTES = 40
MOST_HOLES, LARGEST = 20, parse_length("100 mm")


class Hole(NamedTuple):
    """A hole in every piece: `at` is how far its middle is from the left and the top, None for that of the piece."""

    diameter: Length
    at: tuple[Length, Length] | None


class Head(NamedTuple):
    """What all templates have; holes only those that are not made in parts."""

    key: str
    title: str
    material: str
    copies: int
    default: bool
    span: Span | None
    places: Mapping[str, Span] = MappingProxyType({})  # of every text, and of every "key:" of the template itself
    holes: tuple[Hole, ...] = ()
    differs: tuple[Difference, ...] = ()

    def place(self, *words: str) -> Span | None:
        """Return the place of the first of some texts, or "key:"s, that the template has, else of the template."""
        return next((self.places[one] for one in words if one in self.places), self.span)


def read_head(key: str, reader: Reader, material: str, *, holed: bool) -> Head:
    """Return what a template has whatever its kind: its usual `material`, and whether it can be `holed`."""
    return Head(key, reader.text("title", spoken(key)),
                reader.text("material", material), reader.whole("copies", 1, 1, MOST_COPIES),
                reader.flag("default", True), reader.place, dict(_places(reader)), _holes(reader) if holed else (),
                read_differences(reader))


def _holes(reader: Reader) -> tuple[Hole, ...]:
    found = []
    for one in reader.readers("holes", "hole"):
        diameter = positive(one, "diameter")
        if diameter.points > LARGEST.points:
            one.fail("diameter", f"'diameter' of {one.what} is {diameter.text}, at most {LARGEST.text} are possible")
        found.append(Hole(diameter, one.size("at", None)))
        one.done()
    if len(found) > MOST_HOLES:
        reader.fail("holes", f"'holes' of {reader.what} has {len(found)} entries, at most {MOST_HOLES} are possible")
    return tuple(found[:MOST_HOLES])


def _places(reader: Reader) -> Iterator[tuple[str, Span]]:
    """Give the place of every text, and of the value of every key; of equal ones, the first stands last."""
    nodes = [node for key in reader.keys() if (node := reader.peek(key))]  # noqa: SIM118
    found: list[tuple[str, Span]] = []
    seen: set[int] = set()  # what is written once and stands in many places is walked once
    while nodes:
        node = nodes.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Scalar):
            found.append((node.text, node.span))
        nodes += node.entries.values() if isinstance(node, MappingNode) else ()
        nodes += node.items if isinstance(node, Sequence) else ()
    yield from found
    yield from ((f"{key}:", span) for key in reader.keys() if (span := reader.span(key)))  # noqa: SIM118


def read_notes(reader: Reader) -> tuple[str, ...]:
    """Return the short texts at `notes`."""
    notes = reader.texts("notes")
    if len(notes) > MOST_NOTES:
        reader.fail("notes", f"'notes' of {reader.what} has {len(notes):,} entries, at most {MOST_NOTES} are possible")
        return ()
    return notes


def positive(reader: Reader, key: str, default: Length | None = None) -> Length:
    """Return a length that is more than nothing."""
    length = reader.length(key) if default is None else reader.length(key, default)
    if key in reader and not length.points and length is not NOTHING:
        reader.fail(key, f"'{key}' of {reader.what} must be more than 0")
    return length


def length_or_unknown(reader: Reader, key: str) -> Length | None:
    """Return a length that is more than nothing, None where `unknown` stands instead."""
    node = reader.node(key, required=True)
    if node is None:
        return NOTHING
    return None if is_unknown(node) else positive(reader, key)


def as_words(name: str) -> str:
    """Return what a key says as a label."""
    return name.replace("_", " ")
