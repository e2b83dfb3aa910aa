"""The YAML parser's complaints in a player's words: what is wrong in the line and what to write instead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_LONGEST = 60  # characters of a line that a hint repeats


_CURLY = re.compile("[“”„‟]")
_CURLY_HINT = 'the quotes in this line are curly: write straight ones, "'


class Finding(NamedTuple):
    """What to tell; line and column count from 1."""

    line: int
    column: int
    message: str
    hint: str = ""


class _Place(NamedTuple):
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class _Case:
    """A complaint with what is needed to explain it."""

    lines: Sequence[str]
    at: _Place  # where the parser stopped
    since: _Place  # where what it was reading began
    listing: bool  # whether that is a list with dashes
    last: yaml.Event | None

    def text(self, line: int) -> str:
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else ""

    def character(self, place: _Place) -> str:
        return self.text(place.line)[place.column - 1 : place.column]

    def before(self, line: int) -> int:
        """The number of the nearest line above that says something; 0 if there is none."""
        above = range(line - 1, 0, -1)
        return next((number for number in above if re.match(r"\s*[^\s#]", self.text(number))), 0)

    def last_start(self) -> _Place:
        return _place(self.last.start_mark) if self.last else _Place(0, 0)

    def last_end(self) -> _Place:
        return _place(self.last.end_mark) if self.last else _Place(0, 0)


def explain(error: yaml.MarkedYAMLError, lines: Sequence[str], last: yaml.Event | None) -> Finding:
    """Return what is wrong with a file, given its lines and the last event before the error."""
    at = _place(error.problem_mark or error.context_mark)
    since = _place(error.context_mark) if error.context_mark else at
    told = f"{error.context}: {error.problem}"
    case = _Case(lines, at, since, "block collection" in told, last)
    for pattern, rule in _RULES:
        if re.search(pattern, told):
            finding = rule(case)
            if finding:
                return finding._replace(hint=_CURLY_HINT) if _CURLY.search(case.text(finding.line)) else finding
    return Finding(*at, f"not valid YAML: {error.problem}", f"{error.context}" if error.context else "")


def _place(mark: object) -> _Place:
    return _Place(getattr(mark, "line", 0) + 1, getattr(mark, "column", 0) + 1)


def _indent(text: str) -> int:
    """The column in which a line begins."""
    return len(text) - len(text.lstrip()) + 1


def _quoted(text: str) -> str:
    """The line with its value in quotes, as an example; "" if it is too long or has quotes already."""
    if len(text) > _LONGEST:
        return ""
    match = re.fullmatch(r"((?:- +)*(?:[^\s:'\"][^:'\"]*: +)?)([^'\"]*)", text.strip())
    if not match or not match[2]:
        return ""
    mark = "'" if "\\" in match[2] else '"'
    return f": {match[1]}{mark}{match[2]}{mark}"


def _tab(case: _Case) -> Finding | None:
    match = re.match(r" *\t", case.text(case.at.line))
    if not match and case.character(case.at) != "\t":
        return None
    column = match.end() if match else case.at.column
    return Finding(
        case.at.line, column, "a tab stands where spaces are needed", "indent with spaces, two a level"
    )


def _long_quote(case: _Case) -> Finding | None:
    """A quote that was forgotten makes the next one, lines below, end the text."""
    if not isinstance(case.last, yaml.ScalarEvent) or case.last.style not in ("'", '"'):
        return None
    start, end = case.last_start(), case.last_end()
    if start.line == end.line or case.at.line != end.line:
        return None
    message = f"the text that begins with this quote ends only on line {end.line}"
    return Finding(*start, message, f"is a quote missing at the end of line {start.line}?")


def _open_quote(case: _Case) -> Finding:
    quote = case.character(case.since)
    return Finding(*case.since, "this quote is never closed", f"end the text with another {quote}")


def _escape(case: _Case) -> Finding:
    line, column = case.at
    text = case.text(line)
    start = text.rfind("\\", 0, column) + 1 or column
    message = f"'{text[start - 1 : start + 1]}' means nothing between double quotes"
    return Finding(line, start, message, "use single quotes, or write \\\\ for a backslash")


def _second_colon(case: _Case) -> Finding | None:
    before = re.sub(r"^\s*(- +)*", "", case.text(case.at.line)[: case.at.column - 1])
    if ": " not in before:
        return None
    hint = 'a text that contains ": " needs quotes'
    return Finding(*case.at, "a second ':' in one value", hint + _quoted(case.text(case.at.line)))


def _deeper(case: _Case) -> Finding:
    """A line that the parser takes for more of the text above it."""
    line = case.at.line
    column = _indent(case.text(line))
    above = case.before(line)
    if not above:
        return Finding(
            *case.at, "this ':' does not fit here", "a text with a ':' needs quotes; a key is short"
        )
    if not re.search(r":(\s|$)", case.text(above)) or re.match(r"\s*-[^\W\d_]", case.text(above)):
        return _no_colon(case, _Place(above, _indent(case.text(above))))
    item = re.match(r"\s*+(?:- ++)++(?=([^\s:'\"{\[#][^:'\"{\[]*):(?:\s|$))", case.text(above))
    if item and column < item.end() + 1:
        message = f"this line is indented less than '{item[1]}' in line {above}, to which it belongs"
    else:
        message = f"this line is indented deeper than line {above}, which has a value already"
    if item:
        hint = f"begin it in column {item.end() + 1}, under '{item[1]}'"
    else:
        hint = f"begin it in column {_indent(case.text(above))}, like line {above}"
    return Finding(line, column, message, hint)


def _key(case: _Case) -> Finding:
    if case.at.line == case.since.line:
        return Finding(*case.since, "this key is longer than 1024 characters")
    return _no_colon(case, case.since)


def _no_colon(case: _Case, place: _Place) -> Finding:
    text = case.text(place.line).strip()
    hint = "write key: value; a text that goes on in the next line is indented deeper than its key"
    if match := re.fullmatch(r"([\w -]+):([^\s:/].*)", text):
        hint = f"put a space after the colon: {match[1]}: {match[2]}"
    elif match := re.fullmatch(r"-([^\s-].*)", text):
        hint = f"put a space after the dash: - {match[1]}"
    elif match := re.fullmatch(r"((?:- +)*\w+)(?: *= *(.+)| +(\S+)|)", text):
        hint = f"is a colon missing? {match[1]}: {match[2] or match[3] or ''}".rstrip()
    return Finding(*place, "this line has no key", hint if len(text) <= _LONGEST else "write key: value")


def _list_on_key(case: _Case) -> Finding:
    hint = 'begin the list on the next line, or write [a, b]; a text that begins with "- " needs quotes'
    return Finding(*case.at, "a list cannot begin on the line of its key", hint)


def _open_bracket(case: _Case) -> Finding:
    bracket = case.character(case.since)
    partner = {"[": "]", "{": "}"}.get(bracket, "]")
    if case.at.line != case.since.line:
        hint = f"'{partner}' is missing before line {case.at.line}"
        if cut := re.search(r" #[^\s,\]}]*", rest := case.text(case.since.line)[case.since.column :]):
            meant = re.split(r"[,:\[\]{}\"']", rest[: cut.start()])[-1] + cut[0]
            hint = f'everything after " #" is a comment: what is meant as text needs quotes, "{meant.strip()}"'
        return Finding(*case.since, f"this '{bracket}' is not closed", hint)
    if case.character(case.at) == ":":
        return Finding(*case.at, "a second ':' in one value", 'a text that contains ": " needs quotes')
    if isinstance(case.last, yaml.CollectionEndEvent) and case.last_end().line == case.at.line:
        first = case.text(case.at.line)[: case.last_end().column - 1].rstrip("]}")
        opened = first[max(first.rfind("{"), first.rfind("[")) :][:1]
        return Finding(*case.at, "there is text after the end of a value", f'a text that begins with "{opened}" needs '
                       "quotes round all of it")
    hint = f"the '{bracket}' in column {case.since.column} is still open; quote texts that have commas"
    quoted = isinstance(case.last, yaml.ScalarEvent) and case.last.style in ("'", '"')
    if quoted and case.last_end().line == case.at.line and case.character(case.at) not in ("'", '"'):
        hint = "write the comma, or put quotes of the other kind round the whole text"
    return Finding(*case.at, f"',' or '{partner}' is missing here", hint)


def _keyless(case: _Case) -> Finding:
    return Finding(*case.at, "there is no key before this ':'", "write the key, or put the text in quotes")


def _no_value(case: _Case) -> Finding:
    found = case.character(case.at)
    before = case.text(case.at.line)[: case.at.column - 1].rstrip()
    if found == ":":
        return _keyless(case)
    if found and before[-1:] in (",", "[", "{"):
        return Finding(*case.at, f"a value is missing before '{found}'", "write it, or delete the ','")
    return _cannot_begin(case)


def _cannot_begin(case: _Case, place: _Place | None = None) -> Finding:
    place = place or case.at
    found = case.character(place)
    return Finding(
        *place, f"a text cannot begin with '{found}'", f"put it in quotes{_quoted(case.text(place.line))}"
    )


def _began_badly(case: _Case) -> Finding:
    return _cannot_begin(case, case.since)


def _after_the_end(case: _Case) -> Finding | None:
    """Text after what looked like a whole value: a quoted text, a bracket, an alias."""
    if case.last_end().line != case.at.line or isinstance(case.last, yaml.DocumentEndEvent):
        return None
    found = case.character(case.at)
    if found in ("]", "}"):
        return Finding(
            *case.at, f"this '{found}' closes nothing", "delete it, or put the whole text in quotes"
        )
    if isinstance(case.last, yaml.ScalarEvent):
        if case.last.style not in ("'", '"'):
            return None
        hint = "put quotes of the other kind round the whole text"
        return Finding(*case.at, "there is text after the closing quote", hint)
    ended = isinstance(case.last, (yaml.CollectionEndEvent, yaml.AliasEvent))
    if not ended or case.last_start() == case.last_end():  # an end by indentation alone has no width
        return None
    first = re.sub(r"^\s*(- +)*([^\s:'\"{\[][^:'\"]*: +)?", "", case.text(case.at.line))[:1]
    slip = first in ("{", "[", "*")
    what = f'a text that begins with "{first}" needs quotes' if slip else "put it in quotes"
    hint = what + _quoted(case.text(case.at.line))
    return Finding(*case.at, "there is text after the end of a value", hint)


def _indentation(case: _Case) -> Finding:
    line = case.at.line
    column = _indent(case.text(line))
    found = case.character(case.at)
    if found == ":":
        return Finding(
            *case.at, "there is no key before this ':'", "write the key, or put the text in quotes"
        )
    if column == case.since.column or found == "-":
        kind, other = ("list", "'- '") if case.listing else ("keys", "key: value")
        message = f"this line does not go with the {kind} that began on line {case.since.line}"
        return Finding(*case.at, message, f"begin it with {other}, or indent it like what it belongs to")
    above = case.before(line)
    if column > _indent(case.text(above)):
        return _deeper(case)
    columns = sorted({_indent(case.text(above)), case.since.column})
    hint = f"the lines above begin in column {' or '.join(map(str, columns))}: line it up with one of them"
    return Finding(line, column, f"this line begins in column {column}, where nothing above does", hint)


def _outside(case: _Case) -> Finding:
    line = case.at.line
    first = next((number for number in range(1, line) if re.match(r"\s*[^\s#%]", case.text(number))), 1)
    column, begins = _indent(case.text(line)), _indent(case.text(first))
    hint = f"begin it in column {begins}, like line {first}"
    if column == begins:
        hint = "keys and lists cannot be mixed, and nothing can follow a line '...'"
    return Finding(line, column, f"this line does not belong to what began on line {first}", hint)


def _directive(case: _Case) -> Finding:
    return Finding(
        case.at.line, 1, "a line cannot begin with '%'", "delete the line, or put the text in quotes"
    )


_RULES: tuple[tuple[str, Callable[[_Case], Finding | None]], ...] = (
    (r"", _tab),
    (r"", _long_quote),
    (r"directive|incompatible YAML|duplicate %", _directive),
    (r"quoted scalar: found unexpected (end|document)", _open_quote),
    (r"escape|hexa?decimal|Unicode character", _escape),
    (r"mapping values are not allowed", _second_colon),
    (r"mapping values are not allowed", _deeper),
    (r"could not find expected ':'", _key),
    (r"sequence entries are not allowed", _list_on_key),
    (r"mapping keys are not allowed|cannot start any token", _cannot_begin),
    (r"expected ',' or", _open_bracket),
    (r"node content", _no_value),
    (r"an alias|an anchor|a tag|tag handle|block scalar", _began_badly),
    (r"a block (mapping|collection):|'?<document start>", _after_the_end),
    (r"a block (mapping|collection):", _indentation),
    (r"<document start>", _outside),
)
