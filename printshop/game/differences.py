"""Where a game differs from its book: what is printed there, what is played here, and why.

The key `differs` stands beside the value: of a unit it is a mapping from a field, or a derived value, to its note;
elsewhere a list of notes. Where `[1]`, `[2]` ... stand in the texts beside the list, there the marks of its notes are
printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import count

from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.problems import suggestion
from printshop.source import MappingNode, Node, Scalar, SequenceNode

KEY = "differs"
SIGNS = "†‡§¶"
NONE = "none"
_PLACE = re.compile(r"\[([1-9])\]")


@block
class Difference(Block):
    """A value that is not as the book prints it; `printed` and `played` are what stands there and here."""

    printed: str = keys.text("what the book says; `nothing` with the place where one would look for it, if it is "
                             "silent")
    played: str = keys.text("what is played here; left out where the value itself says it", default="")
    why: str = keys.text('what goes on behind "because"')

    def settled(self, at: Reader) -> Difference:  # noqa: ARG002
        """Return the note, its texts in one line each and without a full stop."""
        return Difference(**{name: " ".join(text.split()).rstrip(".") for name, text in vars(self).items()})

    @property
    def told(self) -> str:
        """The note without its mark.

        >>> Difference(printed="3 in", played="4 in", why="the table on its page 9 says so").told
        'Book: 3 in. Here: 4 in, because the table on its page 9 says so.'
        """
        here = f"Here: {self.played}" if self.played else "Not so here"
        return f"Book: {self.printed}. {here}, because {self.why}."


class Marks:
    """The marks of the notes on one page, in the order in which they are met; equal notes have the same.

    `taken` are texts of the page, which are looked at for the first note: a sign that stands there means something
    else.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        words = " ".join(taken)
        self._signs = (sign * times for times in count(1) for sign in SIGNS if times > 1 or sign not in words)
        self._given: dict[str, str] = {}
        self._told = 0  # how many of them have been asked for

    def of(self, notes: Iterable[Difference]) -> str:
        """Return the marks of some notes, "" for none."""
        lines = dict.fromkeys(note.told for note in notes)
        return "".join(self._given.get(note) or self._given.setdefault(note, next(self._signs)) for note in lines)

    def lines(self, notes: Iterable[Difference]) -> tuple[str, ...]:
        """Return the lines of some notes, each behind its mark."""
        return tuple(f"{self.of((note,))} {note.told}" for note in dict.fromkeys(notes))

    def fresh(self) -> tuple[str, ...]:
        """Return the lines, marks and notes, that nobody has asked for yet."""
        lines = [f"{mark} {line}" for line, mark in self._given.items()][self._told:]
        self._told = len(self._given)
        return tuple(lines)


def read_differences(reader: Reader) -> tuple[Difference, ...]:
    """Return the list of notes beside the values of a reader."""
    return tuple(keys.read(Difference, note) for note in reader.readers(KEY, "note"))


def read_by_name(reader: Reader, known: Collection[str]) -> dict[str, Difference]:
    """Return the notes on the values of a unit, by name; `known` are the names that it may have."""
    notes: dict[str, Difference] = {}
    reader.node(KEY)
    inner = None if reader.word(KEY) == NONE else reader.reader(KEY)
    for name in inner.keys() if inner else ():
        assert inner
        if name not in known:
            reader.problems.add(inner.key_span(name),
                                f"'{name}' in '{KEY}' of {reader.what} is no field, and not derived",
                                suggestion(name, known))
        elif inner.word(name) != NONE and (note := inner.reader(name)):
            notes[name] = keys.read(Difference, note)
    return notes


def set_marks(reader: Reader, notes: tuple[Difference, ...], marks: Marks) -> str:
    """Put the marks of notes into the texts of a reader; return those of the notes that no text has a place for."""
    placed: set[int] = set()

    def mark(match: re.Match[str]) -> str:
        number = int(match[1])
        if number > len(notes):
            return match[0]
        placed.add(number)
        return marks.of(notes[number - 1 : number])

    if notes:
        reader.reword(lambda node: _reworded(node, mark), (KEY, "title"))
    return marks.of(note for number, note in enumerate(notes, 1) if number not in placed)


def _reworded(node: Node, mark: Callable[[re.Match[str]], str]) -> Node:
    """Return a node with marks in its texts."""
    match node:
        case Scalar():
            return Scalar(node.source, node.line, node.column, _PLACE.sub(mark, node.text), node.plain)
        case SequenceNode():
            return SequenceNode(node.source, node.line, node.column,
                                tuple(_reworded(inner, mark) for inner in node.items))
        case MappingNode():
            return node.having({key: _reworded(inner, mark) for key, inner in node.entries.items()})
    return node
