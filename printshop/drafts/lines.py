"""Commented YAML: keys with their values below one another, and notes beside them or, where they are long, above."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDEST = 114  # characters of a line, what it is indented by not counted
FARTHEST = 50  # characters before a note


class Line(NamedTuple):
    """A key and its value, which is YAML on one line or a list of rows; with a note.

    One that is `off` is written as a comment: taking away its # puts it into force. With `more` to say, its note stands
    above it, and that below the note.
    """

    key: str
    value: str | tuple[str, ...]
    note: str = ""
    off: bool = False
    more: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[str, ...]:
        """The lines of the value below the key's own."""
        return () if isinstance(self.value, str) else tuple(f"  - {row}" for row in self.value)

    @property
    def head(self) -> str:
        """The key's own line, with what stands on it of the value."""
        return f"{'#' * self.off}{self.key}:" + (f" {self.value}" if isinstance(self.value, str) else "")


def column_of(lines: Iterable[Line]) -> int:
    """Return how many characters stand before the notes of lines."""
    heads = [len(line.head) for line in lines if not line.rows and len(line.head) <= FARTHEST]
    return max(heads, default=0) + 2


def laid_out(lines: Sequence[Line], column: int = 0) -> str:
    """Return lines as YAML, one behind the other, their notes in one column."""
    column = column or column_of(lines)
    return "".join(f"{text}".rstrip() + "\n" for line in lines for text in _written(line, column))


def _written(line: Line, column: int) -> Iterable[str]:
    beside = f"{line.head:{column - 2}}  # {line.note}" if line.note else line.head
    if line.more:
        yield from ("", *comment((f"{line.key}: {line.note}", *line.more)), line.head)
    elif len(beside) <= WIDEST and not line.rows:
        yield beside
    else:
        yield from (*comment((f"{line.key}: {line.note}",)), line.head)
    yield from (f"{'#' * line.off}{row}" for row in line.rows)


def comment(texts: Iterable[str], width: int = WIDEST) -> list[str]:
    """Return texts as lines of comment; those that are too long are wrapped, what follows being indented alike.

    They begin with two #: a line with one is a key that is switched off.
    """
    found = []
    for text in texts:
        inner = text.lstrip(" ")
        pad = " " * (len(text) - len(inner))
        found += textwrap.wrap(inner, width, initial_indent=f"## {pad}", subsequent_indent=f"## {pad}  ",
                               break_long_words=False, break_on_hyphens=False) or ["##"]
    return found


def as_item(text: str) -> str:
    r"""Return a block of keys as an entry of a list: a dash before its first line, the others below it.

    >>> as_item("name: Rat\nsteam: 4\n")
    '- name: Rat\n  steam: 4\n'
    """
    first, _, rest = text.partition("\n")
    return f"- {first}\n" + textwrap.indent(rest, "  ")
