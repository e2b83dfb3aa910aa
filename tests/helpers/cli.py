"""Run commands of printshop in the process of the test."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from click.testing import CliRunner, Result

from printshop.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def invoke(*words: object) -> Result:
    """Run a command and return all that click knows of the run; exceptions are in it."""
    return CliRunner().invoke(main, [str(word) for word in words])


def run(*words: object) -> tuple[int, str]:
    """Run a command and return its exit code and its output."""
    result = invoke(*words)
    return result.exit_code, result.output


def read_output(*words: object, code: int = 0) -> str:
    """Run a command that must end with an exit code, and return its output."""
    result = invoke(*words)
    assert result.exit_code == code, result.output
    return result.output


def run_example(command: str) -> None:
    """Run a command of the documentation, which must succeed; pages are written as dumps, which is quicker."""
    words = shlex.split(command)[1:]
    read_output(*words, *(["--format", "dump"] if words[0] in {"make", "pack", "fleet"} else []))


def write_services(settings: Path, words: str) -> None:
    """Write services of the user's own."""
    settings.mkdir()
    (settings / "services.yaml").write_text(words, encoding="utf-8")
