"""What can be wrong with the input, told so that a player can mend it.

A `Problem` says where, what and what to write instead. `Problems` collects all of a run; `PrintshopError`
carries them to the caller. The library raises; only the command line prints.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A place in an input file: line and column count from 1; `text` is the whole line, for the message."""

    file: str
    line: int = 0
    column: int = 0
    text: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to mend. `span` is None when no file is at fault (an output folder, a command's argument)."""

    span: Span | None
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """The message as a compiler would print it: place, what is wrong, the line itself, what to write."""
        lines = [f"{self.span}: error: {self.message}" if self.span else f"error: {self.message}"]
        if self.span and self.span.text:
            number = f"{self.span.line:5}"
            lines += [f"{number} | {self.span.text}", f"{'':5} | {' ' * (self.span.column - 1)}^"]
        if self.hint:
            lines.append(f"{'':5} = {self.hint}")
        return "\n".join(lines)


class PrintshopError(Exception):
    """The root of all errors that printshop raises on purpose; `problems` is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def failure(message: str, hint: str = "", span: Span | None = None) -> PrintshopError:
    """Return an error that consists of one problem, ready to be raised."""
    return PrintshopError([Problem(span, message, hint)])


class Problems:
    """All problems of a run, each once, given out sorted by place."""

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}

    def __bool__(self) -> bool:
        return bool(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._found, key=_place))

    def add(self, span: Span | None, message: str, hint: str = "") -> None:
        """Note one problem; the same problem at the same place is kept once."""
        self._found[Problem(span, message, hint)] = None

    def extend(self, problems: Iterable[Problem]) -> None:
        """Note the problems that a `PrintshopError` brought."""
        self._found.update(dict.fromkeys(problems))

    def raise_if_any(self) -> None:
        """Raise `PrintshopError` with everything found so far, if anything was."""
        if self._found:
            raise PrintshopError(self)


def _place(problem: Problem) -> tuple[bool, Span, str]:
    return (problem.span is None, problem.span or Span(""), problem.message)


def suggestion(word: str, known: Iterable[str]) -> str:
    """Return the hint for a misspelt word: the nearest known one, else the list of what there is.

    >>> suggestion("hul", ["hull", "armour"])
    "did you mean 'hull'?"
    >>> suggestion("x", ["hull", "armour"])
    'known here: armour, hull'
    """
    choices = sorted(set(known))
    near = difflib.get_close_matches(word, choices, n=1, cutoff=0.6)
    if not near:
        folded = {choice.casefold(): choice for choice in choices}
        near = [folded[word.casefold()]] if word.casefold() in folded else []
    if near:
        return f"did you mean '{near[0]}'?"
    return f"known here: {', '.join(choices)}" if choices else "nothing is defined here"
