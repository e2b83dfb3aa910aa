"""Values and texts of this edition that are not in the book, and notes on differences from the book.

The mark † is the same in every game: it stands behind a value or text that is a reading or an addition of this
edition. In texts it is written by hand. Units list such values under the key `ours`, and a field can say it for all
units. Each page with a † has the line `ours` of the game at its foot (`printshop.layout.page_frame`).

A note on a difference has the printed value, the value in the game, and the reason. The key `differs` stands beside
the value. In a unit, `differs` is a mapping from the name of a field or derived value to a note. Elsewhere, `differs`
is a list of notes. If the texts beside this list contain `[1]`, `[2]` ..., these numbers are replaced by the reference
marks of the notes (‡, §, ¶).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from itertools import count

from printshop.problems import Span, suggest_name
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.source import MappingNode, Node, ScalarNode, SequenceNode
from printshop.words import Words

DIFFERS_KEY = "differs"
MARK_SIGNS = "‡§¶"
OURS_KEY = "ours"
ALL_OURS = "all"
NO_NOTE = "none"
_NOTE_NUMBER = re.compile(r"\[([1-9])\]")


@data_block
class Difference(DataBlock):
    """A value that differs from the book.

    `printed` is the value in the book, and `played` is the value in the game.
    """

    printed: str = keys.text("the text of the book. If the book has no such text, write `nothing` and the place where "
                             "players would look for the text", label="In the book")
    played: str = keys.text("the rule or value in the game. If the value itself shows the difference, this key may be "
                            "left out", label="In the game", default="")
    why: str = keys.text("the reason, in a form that can follow the word \"because\"", label="Reason")

    def validate(self, reader: Reader) -> Difference:  # noqa: ARG002
        """Return the note with each text on one line and without a full stop."""
        return Difference(**{name: " ".join(text.split()).rstrip(".") for name, text in vars(self).items()})

    def format_note(self, words: Words) -> str:
        """Return the text of the note, without its mark.

        >>> from printshop.words import load_words
        >>> Difference(printed="3 in", played="4 in", why="its table says so").format_note(load_words())
        'Book: 3 in. Here: 4 in, because its table says so.'
        """
        return words("differs_played" if self.played else "differs", printed=self.printed, played=self.played,
                     why=self.why)


class NoteMarks:
    """The reference marks (‡, §, ¶) of the notes on one page, in the order of their first use.

    Equal notes share a mark. `page_texts` are the texts of the page, which are searched when the first mark is
    assigned. A mark that these texts contain has another meaning on the page, and is not used alone.
    """

    def __init__(self, page_texts: Iterable[str] = ()) -> None:
        words = " ".join(page_texts)
        self._signs = (sign * times for times in count(1) for sign in MARK_SIGNS if times > 1 or sign not in words)
        self._marks_by_note: dict[Difference, str] = {}
        self._reported_count = 0  # number of notes that `take_new_notes` has returned

    def assign_marks(self, notes: Iterable[Difference]) -> str:
        """Return the reference marks of notes as one string.

        Return "" if there are no notes.
        """
        return "".join(self._marks_by_note.get(note) or self._marks_by_note.setdefault(note, next(self._signs))
                       for note in dict.fromkeys(notes))

    def format_notes(self, differences: Iterable[Difference], words: Words) -> tuple[str, ...]:
        """Return the texts of notes, each after its reference mark."""
        return tuple(f"{self.assign_marks((note,))} {note.format_note(words)}" for note in dict.fromkeys(differences))

    def take_new_notes(self, words: Words) -> tuple[str, ...]:
        """Return the lines (each with a mark and a note) that earlier calls have not returned."""
        lines = [f"{mark} {note.format_note(words)}" for note,
                 mark in self._marks_by_note.items()][self._reported_count:]
        self._reported_count = len(self._marks_by_note)
        return tuple(lines)


def read_differences(reader: Reader) -> tuple[Difference, ...]:
    """Return the list of notes in the mapping of a reader."""
    return tuple(keys.read_block(Difference, note) for note in reader.open_list(DIFFERS_KEY, "note"))


def read_named_differences(reader: Reader, value_names: Collection[str]) -> dict[str, Difference]:
    """Return the notes on the values of a unit, by the name of the value.

    `value_names` are the allowed names.
    """
    notes: dict[str, Difference] = {}
    reader.get_node(DIFFERS_KEY)
    notes_reader = None if reader.get_raw_text(DIFFERS_KEY) == NO_NOTE else reader.open_mapping(DIFFERS_KEY)
    for name in notes_reader.list_keys() if notes_reader else ():
        assert notes_reader
        if name not in value_names:
            reader.problems.add(notes_reader.find_key_span(name),
                                f"'{name}' in '{DIFFERS_KEY}' of {reader.label} is neither a field nor a derived value",
                                suggest_name(name, value_names))
        elif notes_reader.get_raw_text(name) != NO_NOTE and (note := notes_reader.open_mapping(name)):
            notes[name] = keys.read_block(Difference, note)
    return notes


def check_ours(names_with_spans: Iterable[tuple[str, Span]], reader: Reader, field_names: Collection[str],
               derived_names: Collection[str]) -> frozenset[str]:
    """Return the names of the values under `ours` in a unit, and report names that are not those of values."""
    names = set[str]()
    for name, span in names_with_spans:
        if name == ALL_OURS:
            names.update(field_names)
        elif name in field_names or name in derived_names:
            names.add(name)
        else:
            reader.problems.add(span,
                                f"'{name}' in '{OURS_KEY}' of {reader.label} is neither a field nor a derived value",
                                suggest_name(name, (ALL_OURS, *field_names, *derived_names))
                                or f"write {OURS_KEY}: {ALL_OURS} if all values of the unit are ours")
    return frozenset(names)


def place_note_marks(reader: Reader, notes: tuple[Difference, ...], note_marks: NoteMarks) -> str:
    """Insert the reference marks of notes into the texts that `reader` reads.

    Return the marks of the notes whose numbers stand in no text.
    """
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
    """Return a node with the numbers of notes in its texts replaced by reference marks."""
    match node:
        case ScalarNode():
            return ScalarNode(node.source, node.line, node.column, _NOTE_NUMBER.sub(assign_mark, node.text),
                              node.is_plain)
        case SequenceNode():
            return SequenceNode(node.source, node.line, node.column,
                                tuple(_add_marks(inner, assign_mark) for inner in node.items))
        case MappingNode():
            return node.copy_with_entries({key: _add_marks(inner, assign_mark) for key, inner in node.entries.items()})
    return node
