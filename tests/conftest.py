"""What all tests share."""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from helpers.golden_files import Goldens
from helpers.toy_game import open_game

from printshop.drafts.writing import write_game

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.game.model import Game


FIRST = ("test_site.py", "test_server.py", "test_html.py", "test_pdf_form.py", "test_form_fields.py", "test_digests.py")
# No tests and no examples in docstrings; plugins would register their kinds for all tests.
collect_ignore = ["benchmarks", "helpers", "plugins", "tools/page_quality.py", "tools/pictures.py",
                  "tools/single_faults.py"]

# How long a case takes depends on what else the machine does. In CI hypothesis draws the same cases in every run.
_usual = hypothesis.settings.get_profile("ci" if os.environ.get("CI") else "default")
hypothesis.settings.register_profile("untimed", _usual, deadline=None)
hypothesis.settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-golden", action="store_true", help="keep today's output as the golden files")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with what shares most and takes longest: workers that share out the rest take nothing of it apart."""
    items.sort(key=lambda item: FIRST.index(item.path.name) if item.path.name in FIRST else len(FIRST))


def pytest_collection_finish() -> None:
    """Let the collector look for garbage as seldom as in the command line, and not in what is there for all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)


@pytest.fixture(autouse=True)
def _settings_of_nobody(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have printers and papers of her own: they are not read."""
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path_factory.getbasetemp() / "settings-of-nobody"))


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user's settings, which is not there yet; the test runs in the folder above it."""
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path / "settings"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "settings"


@pytest.fixture(scope="session")
def toy() -> Game:
    """The game with invented words."""
    return open_game("toy")


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game that `printshop new game` writes, in the folder in which the test runs."""
    monkeypatch.chdir(tmp_path)
    write_game(Path("harbour"))
    return Path("harbour")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Goldens:
    """The golden files: `golden.check("name", text)`."""
    return Goldens(renew=request.config.getoption("--renew-golden"))


@pytest.fixture(scope="session")
def tool() -> Callable[[str], str]:
    """Find a program of the system: `tool("qpdf")`. Where it is missing the test is skipped, but never in CI."""

    def find(name: str) -> str:
        path = shutil.which(name)
        if path is None and os.environ.get("PRINTSHOP_REQUIRE_TOOLS"):
            pytest.fail(f"{name} is not installed")
        if path is None:
            pytest.skip(f"{name} is not installed")
        return path

    return find
