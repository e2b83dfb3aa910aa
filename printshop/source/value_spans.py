"""Read a YAML text and record where each value begins and ends, for edits of the text.

The text is read once, by the reader of all other files and within the limits of that reader. An alias counts as one
span, so that the spans never outgrow the text.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

import yaml

from printshop.problems import Problem, Problems
from printshop.source.tree import LINE_END, Node, SourceText
from printshop.source.yaml_reader import TreeBuilder, check_printable


@dataclass(slots=True, eq=False)
class ValueSpan:
    """The extent of one value in the text.

    `start` is the offset of the first character, including an anchor or tag. `end` is the offset after the last
    character. A list has `items`. A mapping has `keys`, and `items` with one value for each key. `is_flow` is
    true if the value is in brackets or braces.
    """

    start: int
    end: int
    kind: str  # "scalar", "alias", "list", "mapping"
    text: str = ""  # for a scalar
    is_flow: bool = False
    is_merge_key: bool = False  # it is the key <<, without quotes
    keys: list[ValueSpan] = field(default_factory=list)
    items: list[ValueSpan] = field(default_factory=list)
    target: ValueSpan | None = None  # for an alias: the piece with its anchor


@dataclass(slots=True, eq=False)
class ParsedText:
    """The result of reading a text.

    `node` is the tree, or None if the text cannot be read. `root` is the extent of the whole value.
    """

    node: Node | None
    root: ValueSpan | None
    problems: tuple[Problem, ...]
    line_starts: tuple[int, ...]  # the offset at which each line begins

    def find_offset(self, line: int, column: int) -> int:
        """Return the offset of a position. Line and column count from 1."""
        return self.line_starts[min(max(line, 1), len(self.line_starts)) - 1] + column - 1

    def find_position(self, offset: int) -> tuple[int, int]:
        """Return the line and column, counted from 1, of an offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1


def parse_with_spans(text: str, name: str = "") -> ParsedText:
    """Read a text and the extents of its values.

    `name` is the name of the text in messages. Offsets count from the start of the given text, including a byte order
    mark.
    """
    source, problems = SourceText(name, text.removeprefix("\ufeff")), Problems()
    recorder = _SpanRecorder(source, problems, len(text) - len(source.text))
    node = recorder.build() if check_printable(source, problems) else None
    line_starts = (0, *(line_end.end() for line_end in LINE_END.finditer(text)))
    return ParsedText(node, recorder.root if node else None, tuple(problems), line_starts)


class _SpanRecorder(TreeBuilder):
    """A builder that also records the extent of each value."""

    def __init__(self, source: SourceText, problems: Problems, offset: int) -> None:
        super().__init__(source, problems)
        self.root: ValueSpan | None = None
        # Characters before the text (a byte order mark); pieces that are still open.
        self._offset, self._open_spans = offset, list[ValueSpan]()
        self._anchored_spans: dict[str, ValueSpan] = {}  # by anchor

    def _record_span(self, event: yaml.NodeEvent, kind: str) -> ValueSpan:
        start, end = event.start_mark, event.end_mark
        assert start is not None
        assert end is not None
        span = ValueSpan(start.index + self._offset, end.index + self._offset, kind)
        if not self._open_spans:
            self.root = span
        elif self._open_spans[-1].kind == "mapping" and len(self._open_spans[-1].keys) == len(
            self._open_spans[-1].items
        ):
            self._open_spans[-1].keys.append(span)
        else:
            self._open_spans[-1].items.append(span)
        if kind != "alias" and event.anchor:
            self._anchored_spans[event.anchor] = span
        return span

    def _read_scalar(self, event: yaml.ScalarEvent) -> None:
        span = self._record_span(event, "scalar")
        span.text, span.is_merge_key = event.value, event.value == "<<" and not event.style
        super()._read_scalar(event)

    def _read_alias(self, event: yaml.AliasEvent) -> None:
        self._record_span(event, "alias").target = self._anchored_spans.get(event.anchor or "")
        super()._read_alias(event)

    def _begin_collection(self, event: yaml.CollectionStartEvent) -> None:
        span = self._record_span(event, "mapping" if isinstance(event, yaml.MappingStartEvent) else "list")
        span.is_flow = bool(event.flow_style)
        self._open_spans.append(span)
        super()._begin_collection(event)

    def _end_collection(self, event: yaml.CollectionEndEvent) -> None:
        assert event.end_mark is not None
        self._open_spans.pop().end = event.end_mark.index + self._offset
        super()._end_collection(event)
