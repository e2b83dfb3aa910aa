"""Problems of the input: a `Problem` says where, what is wrong, and what to write instead. The library raises them."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import nlargest
from itertools import islice

_EXCERPT = 100  # characters of a long line that a message shows
_NAMED = 3  # names that a message lists
MOST = 1_000  # problems in one run
# Known names: those considered for a misspelt one, and those compared closely, as difflib is slow.
MOST_LOOKED_AT, _MOST_COMPARED = 2_000, 200
# A misspelt word has at least this many letters, and this similarity to the right one (difflib's ratio).
_SHORTEST_MISSPELT, _MISSPELT = 4, 0.8
MESSAGE = 600  # characters of a message or hint, which may quote a file
_TAB = "    "
_JOINERS = "\u200c\u200d"  # zero-width (non-)joiners, which some alphabets need


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A position in an input file; line and column count from 1, `text` is the whole line for the message."""

    file: str
    line: int = 0
    column: int = 0
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend. `span` is None when no file is at fault (an output folder, an argument of a command)."""

    span: Span | None
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return self.formatted()

    def formatted(self, word: str = "error") -> str:
        """Return the message in the form of a compiler's: position, what is wrong, the line, what to write."""
        message = f"{word}: {shown(self.message)}"
        lines = [f"{visible(str(self.span))}: {message}" if self.span else message]
        if self.span and self.span.text:
            text, before = self.span.text, max(0, self.span.column - 1)
            start = max(0, before - _EXCERPT // 2) if len(text) > _EXCERPT else 0
            end = start + _EXCERPT
            excerpt = visible(text[start:end].replace("\t", _TAB))
            pad = "".join(map(_blank, text[start : min(before, end)].ljust(before - start)))
            head = "..." if start else ""
            lines += [f"{self.span.line:5} | {head}{excerpt}{'...' if end < len(text) else ''}",
                      f"{'':5} | {' ' * len(head)}{pad}^"]
        if self.hint:
            lines.append(f"{'':5} = {shown(self.hint)}")
        return "\n".join(lines)


def visible(text: str) -> str:
    """Return a text as one line without effect on a terminal: characters that cannot be seen become escapes."""
    return text if text.isprintable() else "".join(map(_visible_sign, text))


def _visible_sign(sign: str) -> str:
    if sign.isprintable() or sign in _JOINERS or unicodedata.category(sign) == "Zs":
        return sign
    if "\udc80" <= sign <= "\udcff":  # a byte of a file name that is not UTF-8, as Python decodes it
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape").decode("ascii")


def _blank(sign: str) -> str:
    """Return spaces as wide as a character on a terminal: none for an accent, two for a wide character."""
    if sign == "\t":
        return _TAB
    if unicodedata.combining(sign) or sign in _JOINERS:
        return ""
    return " " * (2 if unicodedata.east_asian_width(sign) in "WF" else len(_visible_sign(sign)))


def _cut(message: str) -> str:
    return message if len(message) <= MESSAGE else f"{message[: MESSAGE // 2]} ... {message[-MESSAGE // 2 :]}"


def shown(message: str) -> str:
    """Return a message for a terminal, short and without control characters: it may quote megabytes of a file."""
    return visible(_cut(message))


class PrintshopError(Exception):
    """The base class of all errors that printshop raises on purpose; `problems` is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(map(str, self.problems)))


class Misfit(ValueError):  # noqa: N818 - it says what is wrong
    """Something in the data does not fit its place, or cannot be drawn; `hint` is what to do, or ""."""

    hint = ""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint or self.hint  # else the hint of the class


def failure(message: str, hint: str = "", span: Span | None = None) -> PrintshopError:
    """Return an error with one problem, to be raised by the caller."""
    return PrintshopError([Problem(span, message, hint)])


class Problems:
    """All problems of a run, without duplicates; iteration is sorted by position."""

    def __init__(self) -> None:
        self._problems: dict[Problem, None] = {}
        self._settled: set[Span | None] = set()
        self._silent = 0

    def __bool__(self) -> bool:
        return bool(self._problems)

    def __len__(self) -> int:
        """Return the number of mistakes, reported or suppressed: it grows with every mistake."""
        return len(self._problems) + self._silent

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._problems, key=lambda problem: (
            problem.span is None, problem.span or Span(""), problem.message)))

    def add(self, span: Span | None, message: str, hint: str = "") -> None:
        """Add a problem if it is new. Raises PrintshopError, with all problems, beyond `MOST` of them."""
        if span in self._settled:
            self._silent += 1
            return
        problem = Problem(span, message, hint)
        self._silent += problem in self._problems
        self._problems[problem] = None
        if len(self._problems) > MOST:
            self._problems[Problem(None, f"there are more than {MOST:,} problems", "mend these first")] = None
            raise PrintshopError(self)

    def withdraw(self, span: Span | None, message: str) -> None:
        """Remove a problem that follows from another one, added now. It still counts as a mistake."""
        for problem in [problem for problem in self._problems if (problem.span, problem.message) == (span, message)]:
            del self._problems[problem]
            self._silent += 1

    def settle(self, span: Span, message: str = "", hint: str = "") -> None:
        """Add the last problem of a position, or none without a message: more would only follow from it."""
        if message:
            self.add(span, message, hint)
        else:
            self._silent += 1
        self._settled.add(span)

    def extend(self, problems: Iterable[Problem]) -> None:
        """Add the problems of a `PrintshopError`."""
        self._problems.update(dict.fromkeys(problems))

    def raise_if_any(self) -> None:
        """Raise `PrintshopError` with all problems, if there are any."""
        if self._problems:
            raise PrintshopError(self)


def some(count: int, word: str, plural: str = "") -> str:
    """Return a number with its noun, singular or plural: "1 page", "2 pages"."""
    return f"{count} {word if count == 1 else plural or f'{word}s'}"


def reason(error: OSError) -> str:
    """Return why the system refused an operation, as the end of a message."""
    return (error.strerror or str(error)).lower()


def few(names: Sequence[str]) -> str:
    """Return the first names, separated by commas, and the number of the others."""
    return ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")


def suggestion(word: str, words: Iterable[str]) -> str:
    """Return a hint for an unknown word: the most similar known word, or else the list of all."""
    if isinstance(words, set | frozenset) and len(words) > MOST_LOOKED_AT:
        return ""  # a set has no order: the names considered would differ from run to run
    choices = _compared(word, words)
    if near := _nearest(word, choices):
        return f"did you mean '{near}'?"
    return f"known here: {_cut(', '.join(choices))}" if choices else "nothing is defined here"


def misspelt(word: str, words: Iterable[str]) -> str:
    """Return the known name that a name probably misspells, or "".

    Each of its words is similar to that of the known name, or only capitals, spaces and hyphens differ. So "turret C"
    is no misspelling of "turret A", nor "Armoured Cruiser" of "Armoured Frigate", however many letters they share.
    """
    near = _nearest(word, _compared(word, words))
    here, there = (_folded(name).replace("-", " ").split() for name in (word, near))
    if len(here) == len(there) and all(map(_is_like, here, there)):
        return near
    return near if _letters(word) == _letters(near) else ""


def _is_like(word: str, other: str) -> bool:
    """Return whether two words differ by a letter or two at most; short words, and numbers, must be the same."""
    long = min(len(word), len(other)) >= _SHORTEST_MISSPELT and word.isalpha() and other.isalpha()
    return word == other or (long and difflib.SequenceMatcher(None, word, other).ratio() >= _MISSPELT)


def _compared(word: str, words: Iterable[str]) -> list[str]:
    """Return the words to compare with a word. Close comparison is slow: of many, those that share most letters."""
    choices = sorted(set(islice(words, MOST_LOOKED_AT)))
    if len(choices) > _MOST_COMPARED:
        letters = {*word.casefold()}
        choices = sorted(nlargest(_MOST_COMPARED, choices, lambda name: (
            len(letters & {*name.casefold()}) - abs(len(name) - len(word)))))
    return choices


def _nearest(word: str, choices: Sequence[str]) -> str:
    """Return the choice that is most similar to a word, "" if none is similar."""
    cutoff = 0.6 if len(word) <= 4 else 0.7  # a longer word must be more similar: "colour" is not "columns"
    near = difflib.get_close_matches(word[:100], choices, n=1, cutoff=cutoff)
    if not near:
        folded = {_folded(choice): choice for choice in choices}
        near = [folded[like] for like in difflib.get_close_matches(_folded(word[:100]), folded, n=1, cutoff=0.8)]
    return near[0] if near else ""


def _letters(word: str) -> str:
    return "".join([letter for letter in _folded(word) if letter.isalnum()])


def _folded(word: str) -> str:
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join([letter for letter in parts if not unicodedata.combining(letter)])
