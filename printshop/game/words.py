"""What a game calls the ends and sides of its models, wherever a page says so: a ship's bow, an aeroplane's nose."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from printshop.language.reader import Reader

LONGEST = 20  # letters


class Words(NamedTuple):
    """What the ends, the sides and the line from end to end of a model are called."""

    bow: str = "bow"
    stern: str = "stern"
    port: str = "port"
    starboard: str = "starboard"
    keel: str = "keel"

    def of(self, name: str) -> str:
        """Return what the game calls something that has one of these names; anything else stays as it is."""
        return dict(zip(self._fields, self, strict=True)).get(name, name)


def read_words(reader: Reader) -> Words:
    """Return the words at `words`; those that are not given are a ship's."""
    inner = reader.reader("words")
    if inner is None:
        return Words()
    found = Words(*(inner.text(name, name) for name in Words._fields))
    for name, word in zip(Words._fields, found, strict=True):
        if len(word) > LONGEST:
            inner.fail(name, f"'{name}' of {inner.what} has {len(word)} letters, at most {LONGEST} fit on a gauge")
    inner.done()
    return found
