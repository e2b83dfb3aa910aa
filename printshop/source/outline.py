"""Read a YAML text and record the first and the last character of each value, for edits of the text.

The reader of all other files reads the text once, within its limits. An alias counts as one piece of text, so that an
outline is never larger than its text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

import yaml

from printshop.problems import Problem, Problems
from printshop.source.nodes import LINE_END, Node, Source
from printshop.source.reading import Builder, printable


@dataclass(slots=True, eq=False)
class Piece:
    """The extent of one value in the text.

    `start` is the offset of its first character, anchor and tag included, `end` that behind its last. A list has
    `items`, a mapping `keys` and `items`, one for each key. `flow`: it stands between brackets or braces.
    """

    start: int
    end: int
    kind: str  # "scalar", "alias", "list", "mapping"
    text: str = ""  # for a scalar
    flow: bool = False
    merges: bool = False  # it is the key <<, without quotes
    keys: list[Piece] = field(default_factory=list)
    items: list[Piece] = field(default_factory=list)
    target: Piece | None = None  # for an alias: the piece with its anchor


@dataclass(slots=True, eq=False)
class Outline:
    """A parsed text: its tree `node`, None if it cannot be read, the extent `root` of its value, and its problems."""

    node: Node | None
    root: Piece | None
    problems: tuple[Problem, ...]
    lines: tuple[int, ...]  # the offset at which each line begins

    def offset(self, line: int, column: int) -> int:
        """Return the offset of a line and a column, which count from 1."""
        return self.lines[min(max(line, 1), len(self.lines)) - 1] + column - 1

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both from 1."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1


def outline(text: str, name: str = "") -> Outline:
    """Read a text and the extents of its values; `name` is the name in messages. Offsets count in the given text."""
    source, problems = Source(name, text.removeprefix("\ufeff")), Problems()
    builder = _Outliner(source, problems, len(text) - len(source.text))
    node = builder.build() if printable(source, problems) else None
    lines = (0, *(end.end() for end in LINE_END.finditer(text)))
    return Outline(node, builder.root if node else None, tuple(problems), lines)


class _Outliner(Builder):
    """A builder that records the extent of each value while it is read."""

    def __init__(self, source: Source, problems: Problems, before: int) -> None:
        super().__init__(source, problems)
        self.root: Piece | None = None
        # Characters before the text (a byte order mark); pieces that are still open.
        self._before, self._open = before, list[Piece]()
        self._named: dict[str, Piece] = {}  # by anchor

    def _note(self, event: yaml.NodeEvent, kind: str) -> Piece:
        start, end = event.start_mark, event.end_mark
        assert start is not None
        assert end is not None
        piece = Piece(start.index + self._before, end.index + self._before, kind)
        if not self._open:
            self.root = piece
        elif self._open[-1].kind == "mapping" and len(self._open[-1].keys) == len(self._open[-1].items):
            self._open[-1].keys.append(piece)
        else:
            self._open[-1].items.append(piece)
        if kind != "alias" and event.anchor:
            self._named[event.anchor] = piece
        return piece

    def _scalar(self, event: yaml.ScalarEvent) -> None:
        piece = self._note(event, "scalar")
        piece.text, piece.merges = event.value, event.value == "<<" and not event.style
        super()._scalar(event)

    def _alias(self, event: yaml.AliasEvent) -> None:
        self._note(event, "alias").target = self._named.get(event.anchor or "")
        super()._alias(event)

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        piece = self._note(event, "mapping" if isinstance(event, yaml.MappingStartEvent) else "list")
        piece.flow = bool(event.flow_style)
        self._open.append(piece)
        super()._begin(event)

    def _end(self, event: yaml.CollectionEndEvent) -> None:
        assert event.end_mark is not None
        self._open.pop().end = event.end_mark.index + self._before
        super()._end(event)
