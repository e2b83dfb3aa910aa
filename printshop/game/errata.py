"""Where a game differs from its book: what is printed there, what is played here, and why.

The key `differs` stands beside the value: of a unit it is a mapping from a field, or a derived value, to its note;
elsewhere a list of notes. Where `[1]`, `[2]` ... stand in the texts beside the list, there the marks of its notes are
printed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import count

from printshop.problems import suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode

DIFFERS_KEY = "differs"
MARK_SIGNS = "†‡§¶"
NO_NOTE = "none"
_NOTE_NUMBER = re.compile(r"\[([1-9])\]")


@data_block
class Difference(DataBlock):
    """A value that is not as the book prints it; `printed` and `played` are what stands there and here."""

    printed: str = keys.text("what the book says; `nothing` with the place where one would look for it, if it is "
                             "silent")
    played: str = keys.text("what is played here; left out where the value itself says it", default="")
    why: str = keys.text('what goes on behind "because"')

    def validate(self, reader: Reader) -> Difference:  # noqa: ARG002
        """Return the note, its texts in one line each and without a full stop."""
        return Difference(**{name: " ".join(text.split()).rstrip(".") for name, text in vars(self).items()})

    @property
    def note_text(self) -> str:
        """The note without its mark.

        >>> Difference(printed="3 in", played="4 in", why="the table on its page 9 says so").told
        'Book: 3 in. Here: 4 in, because the table on its page 9 says so.'
        """
        played_text = f"Here: {self.played}" if self.played else "Not so here"
        return f"Book: {self.printed}. {played_text}, because {self.why}."


class NoteMarks:
    """The marks of the notes on one page, in the order in which they are met; equal notes have the same.

    `page_texts` are texts of the page, which are looked at for the first note: a sign that stands there means something
    else.
    """

    def __init__(self, page_texts: Iterable[str] = ()) -> None:
        words = " ".join(page_texts)
        self._signs = (sign * times for times in count(1) for sign in MARK_SIGNS if times > 1 or sign not in words)
        self._marks_by_note: dict[str, str] = {}
        self._reported_count = 0  # how many of them have been asked for

    def assign_marks(self, notes: Iterable[Difference]) -> str:
        """Return the marks of some notes, "" for none."""
        lines = dict.fromkeys(note.note_text for note in notes)
        return "".join(self._marks_by_note.get(note) or self._marks_by_note.setdefault(note, next(self._signs))
                       for note in lines)

    def format_notes(self, differences: Iterable[Difference]) -> tuple[str, ...]:
        """Return the lines of some notes, each behind its mark."""
        return tuple(f"{self.assign_marks((note,))} {note.note_text}" for note in dict.fromkeys(differences))

    def take_new_notes(self) -> tuple[str, ...]:
        """Return the lines, marks and notes, that nobody has asked for yet."""
        lines = [f"{mark} {line}" for line, mark in self._marks_by_note.items()][self._reported_count:]
        self._reported_count = len(self._marks_by_note)
        return tuple(lines)


def read_differences(reader: Reader) -> tuple[Difference, ...]:
    """Return the list of notes beside the values of a reader."""
    return tuple(keys.read_block(Difference, note) for note in reader.open_list(DIFFERS_KEY, "note"))


def read_named_differences(reader: Reader, value_names: Collection[str]) -> dict[str, Difference]:
    """Return the notes on the values of a unit, by name; `value_names` are the names that it may have."""
    notes: dict[str, Difference] = {}
    reader.get_node(DIFFERS_KEY)
    notes_reader = None if reader.get_raw_text(DIFFERS_KEY) == NO_NOTE else reader.open_mapping(DIFFERS_KEY)
    for name in notes_reader.list_keys() if notes_reader else ():
        assert notes_reader
        if name not in value_names:
            reader.problems.add(notes_reader.find_key_span(name),
                                f"'{name}' in '{DIFFERS_KEY}' of {reader.label} is no field, and not derived",
                                suggest_name(name, value_names))
        elif notes_reader.get_raw_text(name) != NO_NOTE and (note := notes_reader.open_mapping(name)):
            notes[name] = keys.read_block(Difference, note)
    return notes


def place_note_marks(reader: Reader, notes: tuple[Difference, ...], note_marks: NoteMarks) -> str:
    """Put the marks of notes into the texts of a reader; return those of the notes that no text has a place for."""
    placed: set[int] = set()

    def assign_mark(match: re.Match[str]) -> str:
        number = int(match[1])
        if number > len(notes):
            return match[0]
        placed.add(number)
        return note_marks.assign_marks(notes[number - 1 : number])

    if notes:
        reader.replace_values(lambda node: _add_marks(node, assign_mark), (DIFFERS_KEY, "title"))
    return note_marks.assign_marks(note for number, note in enumerate(notes, 1) if number not in placed)


def _add_marks(node: Node, assign_mark: Callable[[re.Match[str]], str]) -> Node:
    """Return a node with marks in its texts."""
    match node:
        case ScalarNode():
            return ScalarNode(node.source, node.line, node.column, _NOTE_NUMBER.sub(assign_mark, node.text), node.plain)
        case SequenceNode():
            return SequenceNode(node.source, node.line, node.column,
                                tuple(_add_marks(inner, assign_mark) for inner in node.items))
        case MappingNode():
            return node.copy_with_entries({key: _add_marks(inner, assign_mark) for key, inner in node.entries.items()})
    return node
