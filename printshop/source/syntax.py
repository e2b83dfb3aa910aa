"""Explain errors of the YAML parser in a user's words: what is wrong in the line and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import yaml

MAX_DEPTH = 64  # levels of nested values
_LONGEST = 60  # characters of a line that a hint quotes
_CURLY = re.compile("[“”„‟]")
_NO_KEY = "there is no key before this ':'", "write the key, or put the text in quotes"


class _Place(NamedTuple):
    """Line and column, from 1."""

    line: int = 0
    column: int = 0

    @classmethod
    def of(cls, mark: Any) -> _Place:
        return cls(mark.line + 1, mark.column + 1) if mark else cls()


_Finding: TypeAlias = tuple[_Place, str, str]  # position, message, hint


@dataclass(frozen=True, slots=True)
class _Case:
    """An error of the parser with the facts to explain it."""

    lines: Sequence[str]
    at: _Place  # where the parser stopped
    since: _Place  # where the value it was reading began
    listing: bool  # whether that value is a list with dashes
    last: yaml.Event | None
    start: _Place  # of the last event, as `end`
    end: _Place

    def text(self, line: int) -> str:
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else ""

    @property
    def here(self) -> str:
        """The line in which the parser stopped."""
        return self.text(self.at.line)

    def indent(self, line: int) -> int:
        """The column in which a line begins, from 1."""
        return len(self.text(line)) - len(self.text(line).lstrip()) + 1

    def character(self, place: _Place) -> str:
        return self.text(place.line)[place.column - 1 : place.column]

    @property
    def quoted(self) -> bool:
        """Whether the last value before the error is a text in quotes."""
        return isinstance(self.last, yaml.ScalarEvent) and self.last.style in ("'", '"')

    def above(self) -> int:
        """The number of the nearest line above that is neither blank nor a comment; 0 if there is none."""
        numbers = range(self.at.line - 1, 0, -1)
        return next((number for number in numbers if re.match(r"\s*[^\s#]", self.text(number))), 0)


def explain(error: yaml.MarkedYAMLError, lines: Sequence[str], last: yaml.Event | None) -> tuple[int, int, str, str]:
    """Return what is wrong with a file, given its lines and the last event before the error.

    That is a line and a column, from 1, what is wrong there, and what to write.
    """
    at = _Place.of(error.problem_mark or error.context_mark)
    complaint = f"{error.context}: {error.problem}"
    since = _Place.of(error.context_mark) if error.context_mark else at
    start, end = (_Place.of(getattr(last, mark, None)) for mark in ("start_mark", "end_mark"))
    case = _Case(lines, at, since, "block collection" in complaint, last, start, end)
    for pattern, rule in _RULES:
        if re.search(pattern, complaint) and (finding := rule(case)):
            place, message, hint = finding
            if _CURLY.search(case.text(place.line)):
                hint = 'the quotes in this line are curly: write straight ones, "'
            return (*place, message, hint)
    return (*at, f"not valid YAML: {error.problem}", f"{error.context}" if error.context else "")


def _in_quotes(text: str) -> str:
    """Return a line with its value in quotes, as an example; "" if it is too long or has quotes already."""
    match = re.fullmatch(r"((?:- +)*(?:[^\s:'\"][^:'\"]*: +)?)([^'\"]*)", text.strip())
    if len(text) > _LONGEST or not match or not match[2]:
        return ""
    mark = "'" if "\\" in match[2] else '"'
    return f": {match[1]}{mark}{match[2]}{mark}"


def _tab(case: _Case) -> _Finding | None:
    match = re.match(r" *\t", case.here)
    if not match and case.character(case.at) != "\t":
        return None
    place = case.at._replace(column=match.end()) if match else case.at
    return place, "a tab stands where spaces are needed", "indent with spaces, two a level"


def _long_quote(case: _Case) -> _Finding | None:
    """Explain a missing quote: then the next quote, lines below, ends the text."""
    if not case.quoted or case.start.line == case.end.line or case.at.line != case.end.line:
        return None
    return (case.start, f"the text that begins with this quote ends only on line {case.end.line}",
            f"is a quote missing at the end of line {case.start.line}?")


def _escape(case: _Case) -> _Finding:
    line, column = case.at
    start = case.here.rfind("\\", 0, column) + 1 or column
    return (_Place(line, start), f"'{case.here[start - 1 : start + 1]}' means nothing between double quotes",
            "use single quotes, or write \\\\ for a backslash")


def _second_colon(case: _Case) -> _Finding | None:
    before = re.sub(r"^\s*(- +)*", "", case.here[: case.at.column - 1])
    if ": " not in before:
        return None
    return case.at, "a second ':' in one value", 'a text that contains ": " needs quotes' + _in_quotes(case.here)


def _deeper(case: _Case) -> _Finding:
    """Explain a line that the parser takes for a continuation of the text above."""
    line, above = case.at.line, case.above()
    if not above:
        return case.at, "this ':' does not fit here", "a text with a ':' needs quotes; a key is short"
    text, column = case.text(above), case.indent(line)
    if not re.search(r":(\s|$)", text) or re.match(r"\s*-[^\W\d_]", text):
        return _no_colon(case, _Place(above, case.indent(above)))
    item = re.match(r"\s*+(?:- ++)++(?=([^\s:'\"{\[#][^:'\"{\[]*):(?:\s|$))", text)
    message = f"this line is indented deeper than line {above}, which has a value already"
    if item and column < item.end() + 1:
        message = f"this line is indented less than '{item[1]}' in line {above}, to which it belongs"
    hint = (f"begin it in column {item.end() + 1}, under '{item[1]}'" if item else
            f"begin it in column {case.indent(above)}, like line {above}")
    return _Place(line, column), message, hint


def _key(case: _Case) -> _Finding:
    if case.at.line == case.since.line:
        return case.since, "this key is longer than 1024 characters", ""
    return _no_colon(case, case.since)


def _no_colon(case: _Case, place: _Place) -> _Finding:
    text = case.text(place.line).strip()
    hint = "write key: value; a text that goes on in the next line is indented deeper than its key"
    if match := re.fullmatch(r"([\w -]+):([^\s:/].*)", text):
        hint = f"put a space after the colon: {match[1]}: {match[2]}"
    elif match := re.fullmatch(r"-([^\s-].*)", text):
        hint = f"put a space after the dash: - {match[1]}"
    elif match := re.fullmatch(r"((?:- +)*\w+)(?: *= *(.+)| +(\S+)|)", text):
        hint = f"is a colon missing? {match[1]}: {match[2] or match[3] or ''}".rstrip()
    return place, "this line has no key", hint if len(text) <= _LONGEST else "write key: value"


def _open_bracket(case: _Case) -> _Finding:
    bracket, at = case.character(case.since), case.at
    partner = "}" if bracket == "{" else "]"
    if at.line != case.since.line:
        hint = f"'{partner}' is missing before line {at.line}"
        if cut := re.search(r" #[^\s,\]}]*", rest := case.text(case.since.line)[case.since.column :]):
            meant = re.split(r"[,:\[\]{}\"']", rest[: cut.start()])[-1] + cut[0]
            hint = f'everything after " #" is a comment: what is meant as text needs quotes, "{meant.strip()}"'
        return case.since, f"this '{bracket}' is not closed", hint
    if case.character(at) == ":":
        return at, "a second ':' in one value", 'a text that contains ": " needs quotes'
    if isinstance(case.last, yaml.CollectionEndEvent) and case.end.line == at.line:
        first = case.here[: case.end.column - 1].rstrip("]}")
        opened = first[max(first.rfind("{"), first.rfind("[")) :][:1]
        return (at, "there is text after the end of a value",
                f'a text that begins with "{opened}" needs quotes round all of it')
    hint = f"the '{bracket}' in column {case.since.column} is still open; quote texts that have commas"
    if case.quoted and case.end.line == at.line and case.character(at) not in ("'", '"'):
        hint = "write the comma, or put quotes of the other kind round the whole text"
    return at, f"',' or '{partner}' is missing here", hint


def _no_value(case: _Case) -> _Finding:
    sign = case.character(case.at)
    if sign == ":":
        return case.at, *_NO_KEY
    if sign and case.here[: case.at.column - 1].rstrip()[-1:] in (",", "[", "{"):
        return case.at, f"a value is missing before '{sign}'", "write it, or delete the ','"
    return _cannot_begin(case, case.at)


def _cannot_begin(case: _Case, place: _Place) -> _Finding:
    return (place, f"a text cannot begin with '{case.character(place)}'",
            f"put it in quotes{_in_quotes(case.text(place.line))}")


def _after_the_end(case: _Case) -> _Finding | None:
    """Explain text behind a complete value: a quoted text, a bracket, an alias."""
    if case.end.line != case.at.line or isinstance(case.last, yaml.DocumentEndEvent):
        return None
    sign = case.character(case.at)
    if sign in ("]", "}"):
        return case.at, f"this '{sign}' closes nothing", "delete it, or put the whole text in quotes"
    if case.quoted:
        return (case.at, "there is text after the closing quote",
                "put quotes of the other kind round the whole text")
    ended = isinstance(case.last, (yaml.CollectionEndEvent, yaml.AliasEvent))
    if not ended or case.start == case.end:  # the end of a value by indentation has no width
        return None
    first = re.sub(r"^\s*(- +)*([^\s:'\"{\[][^:'\"]*: +)?", "", case.here)[:1]
    what = f'a text that begins with "{first}" needs quotes' if first in ("{", "[", "*") else "put it in quotes"
    return case.at, "there is text after the end of a value", what + _in_quotes(case.here)


def _indentation(case: _Case) -> _Finding:
    line, column, sign = case.at.line, case.indent(case.at.line), case.character(case.at)
    if sign == ":":
        return case.at, *_NO_KEY
    if column == case.since.column or sign == "-":
        kind, other = ("list", "'- '") if case.listing else ("keys", "key: value")
        return (case.at, f"this line does not go with the {kind} that began on line {case.since.line}",
                f"begin it with {other}, or indent it like what it belongs to")
    above = case.indent(case.above())
    if column > above:
        return _deeper(case)
    columns = " or ".join(map(str, sorted({above, case.since.column})))
    return (_Place(line, column), f"this line begins in column {column}, where nothing above does",
            f"the lines above begin in column {columns}: line it up with one of them")


def _outside(case: _Case) -> _Finding:
    line = case.at.line
    first = next((number for number in range(1, line) if re.match(r"\s*[^\s#%]", case.text(number))), 1)
    column, begins = case.indent(line), case.indent(first)
    hint = f"begin it in column {begins}, like line {first}"
    if column == begins:
        hint = "keys and lists cannot be mixed, and nothing can follow a line '...'"
    return _Place(line, column), f"this line does not belong to what began on line {first}", hint


_RULES: tuple[tuple[str, Callable[[_Case], _Finding | None]], ...] = (
    (r"", _tab),
    (r"", _long_quote),
    (r"maximum nesting depth", lambda case: (  # a limit of PyYAML's since 6.0.4
        case.at, f"values are nested more than {MAX_DEPTH} deep", "")),
    (r"directive|incompatible YAML|duplicate %", lambda case: (
        case.at._replace(column=1), "a line cannot begin with '%'", "delete the line, or put the text in quotes")),
    (r"quoted scalar: found unexpected (end|document)", lambda case: (
        case.since, "this quote is never closed", f"end the text with another {case.character(case.since)}")),
    (r"escape|hexa?decimal|Unicode character", _escape),
    (r"mapping values are not allowed", _second_colon),
    (r"mapping values are not allowed", _deeper),
    (r"could not find expected ':'", _key),
    (r"sequence entries are not allowed", lambda case: (
        case.at, "a list cannot begin on the line of its key",
        'begin the list on the next line, or write [a, b]; a text that begins with "- " needs quotes')),
    (r"mapping keys are not allowed|cannot start any token", lambda case: _cannot_begin(case, case.at)),
    (r"expected ',' or", _open_bracket),
    (r"node content", _no_value),
    (r"an alias|an anchor|a tag|tag handle|block scalar", lambda case: _cannot_begin(case, case.since)),
    (r"a block (mapping|collection):|'?<document start>", _after_the_end),
    (r"a block (mapping|collection):", _indentation),
    (r"<document start>", _outside),
)
