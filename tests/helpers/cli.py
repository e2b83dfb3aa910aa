"""The program run as a player does, in the test's own process."""

from __future__ import annotations

from typing import TYPE_CHECKING

from click.testing import CliRunner

from printshop.cli import main

if TYPE_CHECKING:
    from pathlib import Path


def run(*words: str) -> tuple[int, str]:
    """Return the exit code of a command and what it says."""
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.output


def own(settings: Path, words: str) -> None:
    """Write services of the user's own."""
    settings.mkdir()
    (settings / "services.yaml").write_text(words, encoding="utf-8")
