"""printshop as a library: three functions, one error."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import printshop
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_game_gives_files(tmp_path: Path) -> None:
    game = printshop.load("iron_stars")
    files = printshop.write(printshop.build("charts", game), tmp_path / "card", ("pdf", "svg"))
    assert [path.name for path in files] == ["card.pdf", *(f"card-0{number}.svg" for number in range(1, 4))]
    assert files[0].read_bytes().startswith(b"%PDF-1.7")


def test_unknown_game_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(PrintshopError, match="did you mean 'iron_stars'"):
        printshop.load("ironstars")


def test_module_runs_as_a_program() -> None:
    done = subprocess.run([sys.executable, "-m", "printshop", "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"printshop, version {printshop.__version__}"
