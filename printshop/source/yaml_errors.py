"""Explain errors of the YAML parser in a user's words, each with a correction."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import yaml

from printshop.source.tree import MAX_DEPTH

_MAX_QUOTED_LENGTH = 60  # characters of a line that a hint quotes
_CURLY_QUOTE_PATTERN = re.compile("[“”„‟]")
# a space at the beginning of a line, or behind a dash or the colon of a key
_STRANGE_SPACE_PATTERN = re.compile("^ *+(?:- ++)*+(?:[{] *+)?+(?:-|[\\w .-]++:)?+"
                                    "([\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000])")
_MISSING_KEY = "there is no key before this ':'", "write the key, or put the text in quotes"


class _Position(NamedTuple):
    """Line and column, from 1."""

    line: int = 0
    column: int = 0

    @classmethod
    def from_mark(cls, mark: Any) -> _Position:
        return cls(mark.line + 1, mark.column + 1) if mark else cls()


_Explanation: TypeAlias = tuple[_Position, str, str]  # position, message, hint


@dataclass(frozen=True, slots=True)
class _ParserError:
    """An error of the parser with the facts that explain it."""

    lines: Sequence[str]
    position: _Position  # where the parser stopped
    context_start: _Position  # where the value it was reading began
    is_list: bool  # whether that value is a list with dashes
    last_event: yaml.Event | None
    event_start: _Position  # of the last event, as `event_end`
    event_end: _Position

    def get_line(self, line: int) -> str:
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else ""

    @property
    def error_line(self) -> str:
        """The line in which the parser stopped."""
        return self.get_line(self.position.line)

    def measure_indent(self, line: int) -> int:
        """Return the column in which a line begins, counted from 1."""
        return len(self.get_line(line)) - len(self.get_line(line).lstrip()) + 1

    def get_character(self, position: _Position) -> str:
        return self.get_line(position.line)[position.column - 1 : position.column]

    @property
    def is_after_quoted_text(self) -> bool:
        """Whether the last value before the error is a text in quotes."""
        return isinstance(self.last_event, yaml.ScalarEvent) and self.last_event.style in ("'", '"')

    def find_line_above(self) -> int:
        """Return the number of the nearest line above that is neither blank nor a comment, or 0."""
        numbers = range(self.position.line - 1, 0, -1)
        return next((number for number in numbers if re.match(r"\s*[^\s#]", self.get_line(number))), 0)


def explain_yaml_error(error: yaml.MarkedYAMLError, lines: Sequence[str],
                       last_event: yaml.Event | None) -> tuple[int, int, str, str]:
    """Return the position, message and hint for a parser error.

    The position is a line and a column, both counted from 1. `lines` are the lines of the file, and `last_event`
    is the last event before the error.
    """
    position = _Position.from_mark(error.problem_mark or error.context_mark)
    complaint = f"{error.context}: {error.problem}"
    context_start = _Position.from_mark(error.context_mark) if error.context_mark else position
    start, end = (_Position.from_mark(getattr(last_event, mark, None)) for mark in ("start_mark", "end_mark"))
    case = _ParserError(lines, position, context_start, "block collection" in complaint, last_event, start, end)
    for pattern, rule in _RULES:
        if re.search(pattern, complaint) and (explanation := rule(case)):
            place, message, hint = explanation
            if _CURLY_QUOTE_PATTERN.search(case.get_line(place.line)):
                hint = "the quotes in this line are curly: write straight quotes, \""
            return (*place, message, hint)
    return (*position, f"not valid YAML: {error.problem}", f"{error.context}" if error.context else "")


def _quote_value(text: str, column: int = 0) -> str:
    """Return a line with its value in quotes, as an example.

    If the value begins in `column`, counted from 1, and is between { } or [ ], only this value is put in quotes. If
    the line is too long or already has quotes, return "".
    """
    before = re.sub(r"\"[^\"]*\"|'[^']*'", "", text[: max(column - 1, 0)])
    if sum(map(before.count, "{[")) > sum(map(before.count, "}]")):
        value = re.match(r"[^,\]}]*", text[column - 1 :])
        quoted = f'"{value[0].rstrip()}"' if value and not re.search(r"[\\\"]", value[0]) else ""
        line = f"{text[: column - 1]}{quoted}{text[column - 1 + len(quoted) - 2 :]}".strip()
        return quoted and f": {line if len(text) <= _MAX_QUOTED_LENGTH else quoted}"
    match = re.fullmatch(r"((?:- +)*(?:[^\s:'\"][^:'\"]*: +)?)([^'\"]*)", text.strip())
    if len(text) > _MAX_QUOTED_LENGTH or not match or not match[2]:
        return ""
    quote_mark = "'" if "\\" in match[2] else '"'
    return f": {match[1]}{quote_mark}{match[2]}{quote_mark}"


_QUOTED_TEXT = re.compile(r"(?<![^\s\[{,])(?:\"[^\"]*\"|'[^']*')")
_CLOSERS = {"[": "]", "{": "}"}


def _hide_quoted_texts(text: str) -> str:
    """Return a line with spaces in the place of texts in quotes, so that it keeps its columns."""
    return _QUOTED_TEXT.sub(lambda match: " " * len(match[0]), text)


def _list_missing_closers(text: str) -> str:
    """Return the brackets that close those that are open at the end of a text, or "" for none."""
    closers = ""
    for character in _hide_quoted_texts(text):
        if character in _CLOSERS:
            closers = _CLOSERS[character] + closers
        elif closers.startswith(character):
            closers = closers[1:]
    return closers


def _quote_line(advice: str, line: str) -> str:
    """Return advice with a corrected line as an example, if this is not too long. A long line lacks its comment."""
    if len(line.strip()) > _MAX_QUOTED_LENGTH:
        line = line[: len(_hide_quoted_texts(line).split(" #", 1)[0])]
    return f"{advice}: {line.strip()}" if len(line.strip()) <= _MAX_QUOTED_LENGTH else advice


def _append_to_line(text: str, ending: str) -> str:
    """Return a line with an ending in front of its comment, and in place of a comma."""
    end = len(_hide_quoted_texts(text).split(" #", 1)[0].rstrip())
    return f"{text[:end].rstrip(',')}{ending}{text[end:]}"


def _close_quote(text: str, column: int) -> str:
    """Return a line with a second quote behind the text that begins with a quote in a column, counted from 1."""
    is_in_brackets = bool(_list_missing_closers(text[: column - 1]))
    end = re.compile(r"\s*[,\]}]|\s+# |\s*$" if is_in_brackets else r"\s+# |\s*$").search(text, column)
    position = end.start() if end else len(text)
    return f"{text[:position]}{text[column - 1]}{text[position:]}"


def _change_quotes(text: str, column: int) -> str:
    """Return a line with quotes of the other kind round the text that begins with a quote in a column, or ""."""
    value, quote_mark = text[column - 1 :].rstrip(), text[column - 1]
    other = "'" if quote_mark == '"' else '"'
    if value.endswith(quote_mark) and value.count(quote_mark) > 2:
        value = value[1:-1]
    is_simple = other not in value and "\\" not in value and " #" not in value
    return f"{text[: column - 1]}{other}{value}{other}" if is_simple and not _list_missing_closers(
        text[: column - 1]) else ""


def _explain_tab(case: _ParserError) -> _Explanation | None:
    match = re.match(r" *\t", case.error_line)
    if not match and case.get_character(case.position) != "\t":
        return None
    tab_position = case.position._replace(column=match.end()) if match else case.position
    return tab_position, "there is a tab where spaces are needed", "indent with spaces, two for each level"


def _explain_strange_space(case: _ParserError) -> _Explanation | None:
    """Explain a special space before or behind a sign of YAML, which needs an ordinary space there."""
    for number in (case.position.line, case.context_start.line, case.find_line_above()):
        if match := _STRANGE_SPACE_PATTERN.search(case.get_line(number)):
            name = unicodedata.name(match[1])
            message = f"this space is not an ordinary one, but U+{ord(match[1]):04X}, {name}"
            hint = "delete it, and type a space; a web page or a word processor puts it in"
            return _Position(number, match.start(1) + 1), message, hint
    return None


def _explain_missing_quote(case: _ParserError) -> _Explanation | None:
    """Explain a missing quote, if the text before the error ends only at the next quote, on a later line."""
    if (
        not case.is_after_quoted_text
        or case.event_start.line == case.event_end.line
        or case.position.line != case.event_end.line
    ):
        return None
    return (case.event_start, f"the text that begins with this quote ends only on line {case.event_end.line}",
            _quote_line(f"if a quote is missing in line {case.event_start.line}, close the quote",
                        _close_quote(case.get_line(case.event_start.line), case.event_start.column)))


def _explain_escape(case: _ParserError) -> _Explanation:
    line, column = case.position
    start = case.error_line.rfind("\\", 0, column) + 1 or column
    if match := re.match(r"\\u[dD][89a-fA-F]..", case.error_line[start - 1 :]):
        hint = "write the character itself, or both halves, for example \\ud83d\\ude80"
        return _Position(line, start), f"'{match[0]}' is half of a character", hint
    return (_Position(line, start), f"'{case.error_line[start - 1:start + 1]}' is not a valid escape in double quotes",
            "use single quotes, or write \\\\ for a backslash")


def _explain_second_colon(case: _ParserError) -> _Explanation | None:
    text_before = re.sub(r"^\s*(- +)*", "", case.error_line[: case.position.column - 1])
    if ": " not in text_before:
        return None
    return (
        case.position,
        "there is a second ':' in this value",
        'a text that contains ": " needs quotes' + _quote_value(case.error_line),
    )


def _explain_deeper_line(case: _ParserError) -> _Explanation:
    """Explain a line that the parser reads as a continuation of the text above."""
    line, line_above = case.position.line, case.find_line_above()
    if not line_above:
        return case.position, "a ':' is not allowed here", ("put a text with a ':' in quotes, and write a key with at "
                                                            "most 1024 characters")
    text, column = case.get_line(line_above), case.measure_indent(line)
    if not re.search(r":(\s|$)", text) or re.match(r"\s*-[^\W\d_]", text):
        return _explain_missing_colon(case, _Position(line_above, case.measure_indent(line_above)))
    list_item = re.match(r"\s*+(?:- ++)++(?=([^\s:'\"{\[#][^:'\"{\[]*):(?:\s|$))", text)
    message = f"this line is indented deeper than line {line_above}, which already has a value"
    if list_item and column < list_item.end() + 1:
        message = f"this line belongs to '{list_item[1]}' in line {line_above}, but is indented less"
    hint = (f"begin the line in column {list_item.end() + 1}, under '{list_item[1]}'" if list_item else
            f"begin the line in column {case.measure_indent(line_above)}, like line {line_above}")
    return _Position(line, column), message, hint


def _explain_long_key(case: _ParserError) -> _Explanation:
    if case.position.line == case.context_start.line:
        return case.context_start, "this key is longer than 1024 characters", ""
    return _explain_missing_colon(case, case.context_start)


def _explain_missing_colon(case: _ParserError, position: _Position) -> _Explanation:
    text = case.get_line(position.line).strip()
    hint = "write key: value; if a text continues on the next line, indent that line deeper than the key"
    if match := re.fullmatch(r"([\w -]+):([^\s:/].*)", text):
        hint = f"put a space after the colon: {match[1]}: {match[2]}"
    elif match := re.fullmatch(r"-([^\s-].*)", text):
        hint = f"put a space after the dash: - {match[1]}"
    elif re.match(rf"{' ' * (position.column - 1)}- ", case.get_line(position.line - 1)):
        hint = f"begin the line with a dash, like line {position.line - 1}: - {text}"
    elif not re.search(r":\s*[^\s:]+", case.get_line(position.line - 1)) and (
            match := re.fullmatch(r"((?:- +)*\w+) +(\S.*)", text)):
        hint = f"if a colon is missing, write {match[1]}: {match[2]}"  # the line continues no text
    elif match := re.fullmatch(r"((?:- +)*\w+)(?: *= *(.+)| +(\S+)|)", text):
        hint = f"if a colon is missing, write {match[1]}: {match[2] or match[3] or ''}".rstrip()
    return position, "this line has no key", hint if len(text) <= _MAX_QUOTED_LENGTH else "write key: value"


def _explain_open_bracket(case: _ParserError) -> _Explanation:
    bracket, position = case.get_character(case.context_start), case.position
    partner, character = _CLOSERS.get(bracket, "]"), case.get_character(position)
    if position.line != case.context_start.line:
        return _explain_unclosed_bracket(case)
    if character == ":":
        hint, before = 'a text that contains ": " needs quotes', case.error_line[: position.column - 1]
        if match := re.fullmatch(r"(.*: *[-+]?\d[\w.,%]*) +(\w+)", before):
            hint = _quote_line("write the missing comma", f"{match[1]}, {match[2]}{case.error_line[len(before):]}")
        return position, "there is a second ':' in this value", hint
    if character in ("]", "}"):
        before, after = case.error_line[: position.column - 1], case.error_line[position.column - 1 :]
        is_inner = character in _list_missing_closers(before)
        return (position, f"the '{bracket}' in column {case.context_start.column} is not closed with '{character}'",
                _quote_line(f"write '{partner}' {'in front of' if is_inner else 'in place of'} '{character}'",
                            f"{before}{partner}{after[not is_inner:]}"))
    if isinstance(case.last_event, yaml.CollectionEndEvent) and case.event_end.line == position.line:
        value = case.error_line[: case.event_end.column - 1].rstrip("]}")
        opening_bracket = value[max(value.rfind("{"), value.rfind("[")) :][:1]
        return (position, "there is text after the end of a value",
                f"put quotes round all of a text that begins with \"{opening_bracket}\"")
    hint = (f"the '{bracket}' in column {case.context_start.column} is still open; put texts that contain commas in "
            "quotes")
    if case.is_after_quoted_text and case.event_end.line == position.line:
        hint = "write the comma, or put the whole text in quotes of the other kind"
        if character in ("'", '"'):
            hint = _quote_line("write the missing comma", f"{case.error_line[: case.event_end.column - 1]}, "
                                                          f"{case.error_line[position.column - 1 :]}")
    return position, f"',' or '{partner}' is missing here", hint


def _explain_unclosed_bracket(case: _ParserError) -> _Explanation:
    """Explain a bracket that is still open at the end of its value: at the next line that is not indented deeper."""
    start, error_text = case.context_start, _hide_quoted_texts(case.error_line)
    bracket, first_text = case.get_character(start), _hide_quoted_texts(case.get_line(start.line))
    partner, message = _CLOSERS.get(bracket, "]"), f"this '{bracket}' is not closed"
    comment = re.compile(r" #[^\s,\]}]*").search(first_text, start.column)
    if comment and (partner in first_text[comment.start() :] or comment[0] != " #"):
        intended_text = re.split(r"[,:\[\]{}\"']", first_text[start.column : comment.start()])[-1] + comment[0]
        hint = "everything after \" #\" is a comment: put a text that contains \" #\" in quotes, for example "
        return start, message, f'{hint}"{intended_text.strip()}"'
    if sum(map(error_text.count, "]}")) > sum(map(error_text.count, "[{")) and (last_line := case.find_line_above()):
        return start, message, _quote_line(f"write a comma at the end of line {last_line}",
                                           _append_to_line(case.get_line(last_line), ","))
    last_line = start.line
    for number in range(start.line + 1, case.position.line):
        if case.get_line(number).strip():
            if case.measure_indent(number) <= case.measure_indent(start.line):
                break
            last_line = number
    text = case.get_line(last_line)
    if last_line != start.line:
        return start, message, _quote_line(f"close the bracket at the end of line {last_line}",
                                           _append_to_line(text, partner))
    closed_line = _append_to_line(text, _list_missing_closers(text) or partner)
    return start, message, _quote_line("close the bracket", closed_line)


def _explain_missing_value(case: _ParserError) -> _Explanation:
    character = case.get_character(case.position)
    if character == ":":
        return case.position, *_MISSING_KEY
    if character and case.error_line[: case.position.column - 1].rstrip()[-1:] in (",", "[", "{"):
        return case.position, f"a value is missing before '{character}'", "write the value, or delete the ','"
    last_line = case.position.line if case.error_line.strip() else case.find_line_above()
    bracket = re.search(r"([\[{])[^\[{\]}]*$", case.get_line(last_line)) if not character and last_line else None
    if bracket:  # the text ends after it
        closed_line = _append_to_line(case.get_line(last_line), _list_missing_closers(case.get_line(last_line)))
        return (_Position(last_line, bracket.start() + 1), f"this '{bracket[1]}' is not closed",
                _quote_line("close the bracket", closed_line))
    return _explain_reserved_start(case, case.position)


def _explain_reserved_start(case: _ParserError, position: _Position) -> _Explanation:
    return (position, f"a text cannot begin with '{case.get_character(position)}'",
            f"put the text in quotes{_quote_value(case.get_line(position.line), position.column)}")


def _explain_trailing_text(case: _ParserError) -> _Explanation | None:
    """Explain text after a complete value: after a quoted text, a bracket or an alias."""
    if case.event_end.line != case.position.line or isinstance(case.last_event, yaml.DocumentEndEvent):
        return None
    character = case.get_character(case.position)
    if character in ("]", "}"):
        hint, text = "delete the bracket, or put the whole text in quotes", case.error_line
        if not text[case.position.column :].strip():
            hint = _quote_line("delete the bracket", text[: case.position.column - 1])
        return case.position, f"this '{character}' has no opening bracket", hint
    if case.is_after_quoted_text:
        line = _change_quotes(case.error_line, case.event_start.column)
        hint = "put the whole text in quotes of the other kind"
        return case.position, "there is text after the closing quote", _quote_line(hint, line) if line else hint
    is_ended = isinstance(case.last_event, (yaml.CollectionEndEvent, yaml.AliasEvent))
    if not is_ended or case.event_start == case.event_end:  # the end of a value by indentation has no width
        return None
    first_character = re.sub(r"^\s*(- +)*([^\s:'\"{\[][^:'\"]*: +)?", "", case.error_line)[:1]
    hint = (
        f'a text that begins with "{first_character}" needs quotes'
        if first_character in ("{", "[", "*")
        else "put the text in quotes"
    )
    return case.position, "there is text after the end of a value", hint + _quote_value(case.error_line)


def _explain_dash(case: _ParserError) -> _Explanation | None:
    """Explain a line of a list that lacks its dash, the space after it, or begins in another column."""
    line, text = case.position.line, case.error_line.strip()
    numbers = range(line - 1, 0, -1)
    if match := re.fullmatch(r"-([^\s-].*)", text):
        return case.position, "this line does not begin with a dash and a space", (
            f"put a space after the dash: - {match[1]}")
    if text.startswith("- ") and not case.is_list:
        number = next((number for number in numbers if re.match(r" *- ", case.get_line(number))), 0)
        return (case.position, f"this line does not begin in the same column as line {number}",
                f"begin the line in column {case.measure_indent(number)}, like line {number}") if (
            number > case.context_start.line) else None
    key = re.match(r"([^\s:'\"]+):", text)
    if not key or not case.is_list or case.measure_indent(line) != case.context_start.column:
        return None
    number = next((number for number in numbers if re.match(rf" *- +{re.escape(key[0])}", case.get_line(number))), 0)
    return (case.position, f"this line does not fit the list that began on line {case.context_start.line}",
            _quote_line(f"begin the line with a dash, like line {number}", f"- {text}")) if number else None


def _explain_indentation(case: _ParserError) -> _Explanation:
    line, column, character = (
        case.position.line,
        case.measure_indent(case.position.line),
        case.get_character(case.position),
    )
    if character == ":":
        return case.position, *_MISSING_KEY
    if column == case.context_start.column or character == "-":
        kind_name, expected = ("list", "'- '") if case.is_list else ("keys", "key: value")
        return (case.position, (f"this line does not fit the {kind_name} that began on line {case.context_start.line}"),
                f"begin the line with {expected}, or indent the line like the other lines of the value")
    indent_above = case.measure_indent(case.find_line_above())
    if column > indent_above:
        return _explain_deeper_line(case)
    columns = " or ".join(map(str, sorted({indent_above} if case.is_list else {indent_above,
                                                                               case.context_start.column})))
    return (_Position(line, column), f"this line begins in column {column}, but no line above begins there",
            f"begin the line in column {columns}, like a line above")


def _explain_outside_line(case: _ParserError) -> _Explanation:
    line = case.position.line
    first_line = next((number for number in range(1, line) if re.match(r"\s*[^\s#%]", case.get_line(number))), 1)
    column, first_indent = case.measure_indent(line), case.measure_indent(first_line)
    hint = f"begin the line in column {first_indent}, like line {first_line}"
    if column == first_indent:
        hint = "do not mix keys and lists, and write nothing after a line '...'"
    return _Position(line, column), f"this line does not belong to the value that began on line {first_line}", hint


_RULES: tuple[tuple[str, Callable[[_ParserError], _Explanation | None]], ...] = (
    (r"", _explain_tab),
    (r"", _explain_strange_space),
    (r"", _explain_missing_quote),
    (r"maximum nesting depth", lambda case: (  # a limit of PyYAML's since 6.0.4
        case.position, f"values are nested more than {MAX_DEPTH} levels deep", "")),
    (r"directive|incompatible YAML|duplicate %", lambda case: (
        case.position._replace(column=1), "a line cannot begin with '%'",
                                                               "delete the line, or put the text in quotes")),
    (r"quoted scalar: found unexpected (end|document)", lambda case: (
        case.context_start, "this quote is not closed",
        _quote_line("close the quote", _close_quote(case.get_line(case.context_start.line),
                                                    case.context_start.column)))),
    (r"escape|hexa?decimal|Unicode character", _explain_escape),
    (r"mapping values are not allowed", _explain_second_colon),
    (r"mapping values are not allowed", _explain_deeper_line),
    (r"could not find expected ':'", _explain_long_key),
    (r"sequence entries are not allowed", lambda case: (
        case.position, "a list cannot begin on the line of its key",
        'begin the list on the next line, or write [a, b]; a text that begins with "- " needs quotes')),
    (r"mapping keys are not allowed|cannot start any token", lambda case: _explain_reserved_start(case, case.position)),
    (r"expected ',' or", _explain_open_bracket),
    (r"node content", _explain_missing_value),
    (r"an alias|an anchor|a tag|tag handle|block scalar",
     lambda case: _explain_reserved_start(case, case.context_start)),
    (r"a block (mapping|collection):|'?<document start>", _explain_trailing_text),
    (r"a block (mapping|collection):", _explain_dash),
    (r"a block (mapping|collection):", _explain_indentation),
    (r"<document start>", _explain_outside_line),
)
