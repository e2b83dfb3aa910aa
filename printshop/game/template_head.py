"""What templates of every kind have, and what reading them needs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.game.schema import NOTHING, Reader, is_unknown, spoken

if TYPE_CHECKING:
    from printshop.problems import Span
    from printshop.units import Length

MOST_COPIES = 100


class Head(NamedTuple):
    """What all templates have."""

    key: str
    title: str
    material: str
    copies: int
    default: bool
    span: Span | None


def read_head(key: str, reader: Reader, material: str) -> Head:
    """Return what a template has whatever its kind; `material` is what it is usually made of."""
    return Head(key, reader.text("title", spoken(key)),
                reader.text("material", material), reader.whole("copies", 1, 1, MOST_COPIES),
                reader.flag("default", True), reader.place)


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
