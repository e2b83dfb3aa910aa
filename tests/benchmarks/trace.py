"""The files and functions of printshop that a command enters, in their order: the way from a ship to its record.

    python tests/benchmarks/trace.py [make records iron_stars Golem]

Functions count if they are called at least once. Code that runs while a module is imported does not count.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import printshop
from printshop.cli import main

if TYPE_CHECKING:
    from types import FrameType

PACKAGE_PREFIX = f"{Path(printshop.__file__).parent}/"
MAX_FUNCTIONS = 9  # functions of a file


def trace(*words: str) -> dict[str, list[str]]:
    """Run a command of printshop, and return the functions that it enters, by file."""
    entered: dict[str, dict[str, None]] = {}

    def enter(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event != "call" or not code.co_filename.startswith(PACKAGE_PREFIX) or _is_nameless(code.co_name):
            return
        functions = entered.get(code.co_filename.removeprefix(PACKAGE_PREFIX), {})
        if code.co_qualname not in functions and not _is_importing(frame):
            entered.setdefault(code.co_filename.removeprefix(PACKAGE_PREFIX), functions)[code.co_qualname] = None

    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        sys.setprofile(enter)
        try:
            main([*words, "-o", folder], standalone_mode=False)
        finally:
            sys.setprofile(None)
    return {file: list(functions) for file, functions in entered.items()}


def _is_nameless(name: str) -> bool:
    """Return whether code is the body of a module or a class, or has no name."""
    return name.startswith("<") or name[:1].isupper()


def _is_importing(frame: FrameType | None) -> bool:
    while frame:
        if frame.f_code.co_name == "<module>" and frame.f_code.co_filename.startswith(PACKAGE_PREFIX):
            return True
        frame = frame.f_back
    return False


if __name__ == "__main__":
    files = trace(*(sys.argv[1:] or ("make", "records", "iron_stars", "Golem")))
    for number, (file, functions) in enumerate(files.items(), 1):
        more = " ..." if len(functions) > MAX_FUNCTIONS else ""
        print(f"{number:3} {file} ({len(functions)}): {', '.join(functions[:MAX_FUNCTIONS])}{more}")
    print(f"{len(files)} files, {sum(map(len, files.values()))} functions")
