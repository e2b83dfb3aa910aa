"""The only module that prints messages for people.

Messages appear on a terminal, in a log, or on the page of a server. Quoted text cannot move the cursor, change the
direction of text or begin a new line, because invisible characters are written as escapes.
"""

from __future__ import annotations

import errno
import os
import re
import sys
import traceback
from collections.abc import Iterable
from contextlib import suppress
from types import TracebackType
from typing import TextIO

import click

from printshop.problems import Problem, escape_controls, make_error, pluralize


def print_line(line: str = "", *, err: bool = False) -> None:
    """Print one line on standard output. If `err` is true, print it on standard error.

    Raises OSError if the line cannot be printed.
    """
    _write(f"{escape_controls(line)}\n", err=err)


def print_block(text: str, *, err: bool = False) -> None:
    """Print the lines of a text.

    Every line break in it must be intended: quoted text must have none.
    """
    for line in text.split("\n"):
        print_line(line, err=err)


def count(line: str) -> None:
    """Print a line on standard error in place of the line before, for counting.

    A line that ends with a line break is not replaced.
    """
    bare = line.removesuffix("\n")
    _write(f"\r{escape_controls(bare)}{line[len(bare):]}", err=True)


def give(data: str) -> None:
    """Write data to standard output, unchanged and in UTF-8.

    On a terminal, invisible characters become escapes. Raises OSError if the data cannot be written, and PrintshopError
    if standard output is closed.
    """
    if sys.stdout is None:
        raise make_error("cannot write to standard output: it is closed", "give the name of a file with -o")
    if sys.stdout.isatty():
        print_block("\n".join(re.split("\r?\n", data.rstrip("\r\n"))))
    else:
        _write(data.encode("utf-8"), err=False)


def on_a_terminal() -> bool:
    """Return whether standard error is a terminal, which a person may be watching."""
    return sys.stderr is not None and sys.stderr.isatty()


def _write(text: str | bytes, *, err: bool) -> None:
    stream: TextIO | None = sys.stderr if err else sys.stdout
    if stream is None:  # the program has no such stream
        return
    if isinstance(text, str):
        letters = getattr(stream, "encoding", None) or "utf-8"
        text = text.encode(letters, "backslashreplace").decode(letters)
    try:
        click.echo(text, nl=False, err=err)
    except OSError as error:
        # Output that is still in the buffer of a broken stream is discarded, also when the program ends.
        with suppress(OSError, ValueError):  # the stream has no file descriptor
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        # its reader has closed it; on Windows, the error is EINVAL
        if err or error.errno in (errno.EPIPE, errno.EINVAL):
            raise SystemExit(1) from error
        raise OSError(error.errno, error.strerror, "standard output") from error


def report(problems: Iterable[Problem], outcome: str = "", word: str = "error") -> None:
    """Print problems, their number and the outcome of the run on standard error."""
    problems = list(problems)
    for problem in problems:
        print_block(problem.format_message(word), err=True)
    print_line(f"{pluralize(len(problems), 'problem')}{outcome}", err=True)


def report_usage(error: click.ClickException) -> None:
    """Print a mistake in a command line, as click does.

    The message may quote words from the command line.
    """
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context and error.message == context.get_help():
        print_block(error.message, err=True)
        return
    if context:
        print_block(f"{context.get_usage()}\nTry '{context.command_path} --help' for help.\n", err=True)
    # a missing parameter lists choices, and quotes nothing
    show = print_block if isinstance(error, click.MissingParameter) else print_line
    show(f"Error: {error.format_message()}", err=True)


def report_crash(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Print the traceback of a mistake in the program. This function replaces `sys.excepthook`."""
    for part in traceback.format_exception(kind, error, trace):
        print_block(part.rstrip("\n"), err=True)
