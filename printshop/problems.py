"""Problems in the input, each with its position, a message and a correction.

The library raises them as errors.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from heapq import nlargest
from itertools import islice
from typing import Any, Literal, Self

_EXCERPT_LENGTH = 100  # characters of a long line that a message shows
_MAX_LISTED_NAMES = 3  # names that a message lists
_MAX_CHOICES, _LISTED_CHOICES = 24, 5  # known names that a hint lists as a whole; if there are more, the most similar
MAX_PROBLEMS = 1_000  # problems in one run
# Known names: those considered for a misspelt one, and those compared closely, as difflib is slow.
MAX_KNOWN_NAMES, _MAX_COMPARED_NAMES = 2_000, 200
# A misspelt word has at least this many letters, and this similarity to the right one (difflib's ratio).
_MIN_MISSPELT_LENGTH, _MIN_SIMILARITY = 4, 0.8
_MIN_SHORT_FORM = 3  # letters of a name that a longer word begins with
MAX_MESSAGE_LENGTH = 600  # characters of a message or hint, which may quote a file
_TAB_SPACES = "    "
_CONSONANT_SOUNDS = ("uni", "use", "eu", "one")  # begin with a vowel but take "a": a unit, a European
_JOINER_SIGNS = "\u200c\u200d"  # zero-width (non-)joiners, which some alphabets need


ProblemCode = Literal["", "missing file", "missing key", "records too high", "unknown battle", "unknown game",
                      "unknown key", "unknown unit"]
"""The kinds of problems that callers distinguish. All other problems have no code."""

CELL_HINT = "the cell is at {}"
"""The end of the hint of a problem that stands at a unit and has its cause in a cell."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A position in an input file.

    Line and column count from 1. `text` is the whole line, for the message.
    """

    file: str
    line: int = 0
    column: int = 0
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class NameHint(str):
    """A hint for an unknown name.

    `similar_name` is the known name that is probably meant, "" for none. If `is_in_formula` is true, the name stands in
    a formula.
    """

    __slots__ = ("is_in_formula", "similar_name", "unknown_name")
    unknown_name: str
    similar_name: str
    is_in_formula: bool

    def __new__(cls, hint: str, unknown_name: str = "", similar_name: str = "", *, is_in_formula: bool = False) -> Self:
        """Return a hint with the names that it is about."""
        self = super().__new__(cls, hint)
        self.unknown_name, self.similar_name, self.is_in_formula = unknown_name, similar_name, is_in_formula
        return self


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake to correct.

    `span` is None if the mistake is not in a file but, say, in a command's argument. For records, `cause` has the cell
    that is too small, and `unit_spans` the places of the units whose records do not fit. They are equal in two runs,
    although the messages may name the units in other words. `name` is the name of the key or unit that `code` is about.
    `subject` is the beginning of the message if it names a value, such as "points of Rat". `terminal_hint` replaces
    the hint in a terminal: it has commands to type. If records are too high, `fitting_counts` are the numbers of
    records that fit a page, the largest first.
    """

    span: Span | None
    message: str
    hint: str = ""
    cause: object = field(default=None, compare=False)
    unit_spans: frozenset[Span | None] = field(default=frozenset(), compare=False)
    code: ProblemCode = field(default="", compare=False)
    name: str = field(default="", compare=False)
    subject: str = field(default="", compare=False)
    terminal_hint: str = field(default="", compare=False)
    fitting_counts: tuple[int, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.format_message()

    @property
    def full_text(self) -> str:
        """The message with the hint."""
        return f"{self.message}: {self.hint}" if self.hint else self.message

    def move_to_cause(self) -> Problem:
        """Return the problem at the cell or form that is too small, and not at the unit whose record does not fit."""
        match self.cause:
            case (Span() as span, *_):
                return replace(self, span=span, hint=self.hint_without_cell, name="")
        return self

    @property
    def suggestion(self) -> str:
        """The name that is probably meant in place of an unknown one; "" if there is none."""
        return self.hint.similar_name if isinstance(self.hint, NameHint) else ""

    @property
    def hint_without_cell(self) -> str:
        """The hint without the place of the cell that is too small."""
        return self.hint.split(CELL_HINT.format(""))[0].removesuffix("; ")

    def format_message(self, severity: str = "error") -> str:
        """Return the message in the style of a compiler: position, message, source line and correction."""
        message = f"{severity}: {format_for_terminal(self.message)}"
        lines = [f"{escape_controls(str(self.span))}: {message}" if self.span else message]
        if self.span and self.span.text:
            text, columns_before = self.span.text, max(0, self.span.column - 1)
            start = max(0, columns_before - _EXCERPT_LENGTH // 2) if len(text) > _EXCERPT_LENGTH else 0
            end = start + _EXCERPT_LENGTH
            excerpt = escape_controls(text[start:end].replace("\t", _TAB_SPACES))
            padding = "".join(map(_make_blank, text[start : min(columns_before, end)].ljust(columns_before - start)))
            ellipsis = "..." if start else ""
            lines += [f"{self.span.line:5} | {ellipsis}{excerpt}{'...' if end < len(text) else ''}",
                      f"{'':5} | {' ' * len(ellipsis)}{padding}^"]
        if hint := self.terminal_hint or self.hint:
            lines.append(f"{'':5} = {format_for_terminal(hint)}")
        return "\n".join(lines)


def escape_controls(text: str) -> str:
    """Return a text as one line that cannot control a terminal: invisible characters become escapes."""
    return text if text.isprintable() else "".join(map(_escape_control, text))


def _escape_control(character: str) -> str:
    if character.isprintable() or character in _JOINER_SIGNS or unicodedata.category(character) == "Zs":
        return character
    if "\udc80" <= character <= "\udcff":  # a byte of a file name that is not UTF-8, as Python decodes it
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")


def _make_blank(character: str) -> str:
    """Return spaces for the width of a character on a terminal: none for an accent, two for a wide character."""
    if character == "\t":
        return _TAB_SPACES
    if unicodedata.combining(character) or character in _JOINER_SIGNS:
        return ""
    return " " * (2 if unicodedata.east_asian_width(character) in "WF" else len(_escape_control(character)))


def _shorten_message(message: str) -> str:
    return (
        message
        if len(message) <= MAX_MESSAGE_LENGTH
        else f"{message[: MAX_MESSAGE_LENGTH // 2]} ... {message[-MAX_MESSAGE_LENGTH // 2 :]}"
    )


def format_for_terminal(message: str) -> str:
    """Return a message for a terminal, shortened and without control characters.

    A message may quote megabytes of a file.
    """
    return escape_controls(_shorten_message(message))


class PrintshopError(Exception):
    """The base class of all errors that printshop raises on purpose. `problems` is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))

    @property
    def first_problem(self) -> Problem:
        """The first problem."""
        return self.problems[0]


class DoesNotFitError(ValueError):
    """An error for data that does not fit the available space or cannot be drawn.

    `hint` is a correction or "". `span` is the position of the part that cannot be drawn, if it is known.
    """

    hint = ""
    span: Span | None = None

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint or self.hint  # else the hint of the class


class CrowdedError(DoesNotFitError):
    """An error for a place that is too small for marks or for lines. It is reported at the place, not at the data."""


def make_error(message: str, hint: str = "", span: Span | None = None, **details: Any) -> PrintshopError:
    """Return an error with one problem, for the caller to raise. `details` are further attributes of the problem."""
    return PrintshopError([Problem(span, message, hint, **details)])


class Problems:
    """All problems of a run, without duplicates. Iteration is sorted by position.

    `subject` is the name of the value that is being read. Messages about this value begin with it.
    """

    subject = ""

    def __init__(self) -> None:
        self._problems: dict[Problem, None] = {}
        self._final_spans: set[Span | None] = set()
        self._failures: dict[Span | None, tuple[Problem, dict[str, None]]] = {}
        self._suppressed_count = 0

    def __bool__(self) -> bool:
        return bool(self._problems)

    def __len__(self) -> int:
        """Return the number of mistakes, both reported and suppressed. Each new mistake increases it."""
        return len(self._problems) + self._suppressed_count

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._problems, key=lambda problem: (
            problem.span is None, problem.span or Span(""), problem.message)))

    def add(self, span: Span | None, message: str, hint: str = "", **details: Any) -> None:
        """Add a problem if it is new. `details` are further attributes of the problem.

        Raises PrintshopError with all problems if there are more than `MAX_PROBLEMS`.
        """
        subject = self.subject if message.startswith(self.subject) else ""
        self.add_problem(Problem(span, message, hint, subject=subject, **details))

    def add_problem(self, problem: Problem) -> None:
        """Do the same as `add`."""
        if problem.span in self._final_spans:
            self._suppressed_count += 1
            return
        self._suppressed_count += problem in self._problems
        self._problems[problem] = None
        if len(self._problems) > MAX_PROBLEMS:
            self._problems[Problem(None, f"there are more than {MAX_PROBLEMS:,} problems",
                                   "correct these problems first")] = None
            raise PrintshopError(self)

    def add_failure(self, formula_span: Span | None, begin: str, unit: str, problem: Problem) -> None:
        """Add the problem that a formula fails for a unit.

        Its message is `begin`, the name of the unit, and the message of `problem`. If a formula fails for several
        units, there is one problem at the formula, with the message of the first unit.
        """
        first, units = self._failures.setdefault(formula_span or problem.span, (problem, {}))

        def describe() -> Problem:
            return replace(first, span=formula_span if len(units) > 1 else first.span,
                           message=f"{begin}{join_first_names([*units])}: {first.message}")

        if units:
            self._problems.pop(describe(), None)
            self._suppressed_count += 1
        units[unit] = None
        self.add_problem(describe())

    def remove(self, span: Span | None, message: str) -> None:
        """Remove a problem that is only the result of another, newer problem. It still counts as a mistake."""
        for problem in [problem for problem in self._problems if (problem.span, problem.message) == (span, message)]:
            del self._problems[problem]
            self._suppressed_count += 1

    def add_final(self, span: Span, message: str = "", hint: str = "") -> None:
        """Add a problem and ignore all later problems at its position, because they would only follow from it.

        Without a message, add nothing, but still ignore the later problems.
        """
        if message:
            self.add(span, message, hint)
        else:
            self._suppressed_count += 1
        self._final_spans.add(span)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add the problems of a `PrintshopError`."""
        self._problems.update(dict.fromkeys(problems))

    def raise_if_any(self) -> None:
        """Raise `PrintshopError` with all problems, if there are any."""
        if self._problems:
            raise PrintshopError(self)


def pluralize(count: int, singular: str, plural: str = "") -> str:
    """Return a number and its noun in the singular or plural: "1 page", "2 pages"."""
    return f"{count} {singular if count == 1 else plural or f'{singular}s'}"


def add_article(name: str) -> str:
    """Return a name with "a" or "an" before it, depending on its first letters. Stars of markup are no letters.

    >>> add_article("Escort"), add_article("Scout"), add_article("unit")
    ('an Escort', 'a Scout', 'a unit')
    """
    start = name.casefold().lstrip("*")
    begins_with_vowel_sound = start.startswith(tuple("aeiou")) and not start.startswith(_CONSONANT_SOUNDS)
    return f"an {name}" if begins_with_vowel_sound else f"a {name}"


def describe_os_error(error: OSError) -> str:
    """Return the reason why the system refused an operation, for the end of a message."""
    return (error.strerror or str(error)).lower()


def join_first_names(names: Sequence[str]) -> str:
    """Return the first few names, separated by commas, and the number of the remaining names."""
    return ", ".join(names[:_MAX_LISTED_NAMES]) + (f" and {len(names) - _MAX_LISTED_NAMES} more"
                                                   if len(names) > _MAX_LISTED_NAMES else "")


def join_with_and(words: Iterable[str]) -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def suggest_name(word: str, known_names: Iterable[str], *, is_in_formula: bool = False) -> NameHint:
    """Return a hint for an unknown word: the most similar known name.

    If none is similar, list all known names, or the most similar ones if there are many.
    """
    nearest, hint = _find_hint(word, known_names)
    return NameHint(hint, word, nearest, is_in_formula=is_in_formula)


def _find_hint(word: str, known_names: Iterable[str]) -> tuple[str, str]:
    """Return the most similar known name, or "", and the hint."""
    if isinstance(known_names, set | frozenset) and len(known_names) > MAX_KNOWN_NAMES:
        return "", ""  # a set has no order: the names considered would differ from run to run
    choices = _select_comparable(word, known_names)
    if nearest := _find_nearest(word, choices):
        return nearest, f"did you mean '{nearest}'?"
    if len(choices) > _MAX_CHOICES:
        nearest_names = difflib.get_close_matches(word[:100], choices, n=_LISTED_CHOICES, cutoff=0.0)
        return "", f"similar names here: {_shorten_message(', '.join(nearest_names))}"
    return "", f"known here: {_shorten_message(', '.join(choices))}" if choices else "no names are defined here"


def correct_spelling(word: str, known_names: Iterable[str]) -> str:
    """Return the known name that a given name probably misspells, or "".

    In a misspelling, either each word is similar to the word at the same place in the known name, or the names
    differ only in capitals, spaces and hyphens. So "turret C" is not a misspelling of "turret A", nor "Armoured
    Cruiser" of "Armoured Frigate", although they share many letters.
    """
    nearest = _find_nearest(word, _select_comparable(word, known_names))
    word_parts, nearest_parts = (_fold_case_and_accents(name).replace("-", " ").split() for name in (word, nearest))
    if len(word_parts) == len(nearest_parts) and all(map(is_similar_word, word_parts, nearest_parts)):
        return nearest
    return nearest if _letters_and_digits(word) == _letters_and_digits(nearest) else ""


def is_similar_word(word: str, other: str) -> bool:
    """Return whether two words are equal, or differ by only a letter or two.

    Short words and words with digits must be equal.
    """
    comparable = min(len(word), len(other)) >= _MIN_MISSPELT_LENGTH and word.isalpha() and other.isalpha()
    return word == other or (comparable and difflib.SequenceMatcher(None, word, other).ratio() >= _MIN_SIMILARITY)


def _select_comparable(word: str, known_names: Iterable[str]) -> list[str]:
    """Return the known names to compare closely with a word.

    Close comparison is slow, so among many names only those that share the most letters with the word are
    returned.
    """
    choices = sorted(set(islice(known_names, MAX_KNOWN_NAMES)))
    if len(choices) > _MAX_COMPARED_NAMES:
        letters = {*word.casefold()}
        choices = sorted(nlargest(_MAX_COMPARED_NAMES, choices, lambda name: (
            len(letters & {*name.casefold()}) - abs(len(name) - len(word)))))
    return choices


def _find_nearest(word: str, choices: Sequence[str]) -> str:
    """Return the choice that is most similar to a word. Return "" if none is similar."""
    cutoff = 0.6 if len(word) <= 4 else 0.7  # a longer word must be more similar: "colour" is not "columns"
    matches = difflib.get_close_matches(word[:100], choices, n=1, cutoff=cutoff)
    if not matches:
        folded = {_fold_case_and_accents(choice): choice for choice in choices}
        matches = [folded[match] for match in difflib.get_close_matches(_fold_case_and_accents(word[:100]), folded, n=1,
                                                                        cutoff=0.8)]
    if not matches and word.isalpha() and len(word) >= _MIN_MISSPELT_LENGTH:  # a key may be the short form: min
        short_forms = [choice for choice in choices if len(choice) >= _MIN_SHORT_FORM and word.startswith(choice)]
        matches = short_forms if len(short_forms) == 1 else []
    return matches[0] if matches else ""


def _letters_and_digits(word: str) -> str:
    return "".join([letter for letter in _fold_case_and_accents(word) if letter.isalnum()])


def _fold_case_and_accents(word: str) -> str:
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join([letter for letter in decomposed if not unicodedata.combining(letter)])
