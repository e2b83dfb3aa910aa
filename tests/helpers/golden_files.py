"""Golden files: dumps are compared with stored dumps, whose pages a developer has looked at."""

from __future__ import annotations

import difflib
from pathlib import Path

import pytest
from helpers.paths import TESTS

FOLDER = TESTS / "golden"
_MAX_LINES = 40


class Goldens:
    """Compares texts with the files of a folder, or renews these."""

    def __init__(self, folder: Path = FOLDER, renew: bool = False) -> None:
        self._folder = folder
        self._renew = renew

    def check(self, name: str, text: str) -> None:
        """Fail the test unless the text is that of the golden file."""
        file = self._folder / f"{name}.txt"
        if self._renew:
            file.write_text(text, encoding="utf-8", newline="\n")
            return
        if not file.exists():
            pytest.fail(f"{file} does not exist: look at the output, then run pytest --renew-golden")
        old_text = file.read_text(encoding="utf-8")
        if text != old_text:
            old, new = old_text.splitlines(), text.splitlines()
            changes = list(difflib.unified_diff(old, new, "golden", "now", lineterm="", n=1))
            if len(changes) > _MAX_LINES:
                changes[_MAX_LINES:] = [f"... {len(changes) - _MAX_LINES} more lines"]
            pytest.fail("\n".join([f"{name} has changed (pytest --renew-golden keeps it so):", *changes]))
