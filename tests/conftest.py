"""Fixtures, options and the order of all tests."""

from __future__ import annotations

import gc
import os
import shutil
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest
from helpers import documentation_files, games
from helpers.fleets import HOME_FLEET
from helpers.games import open_game
from helpers.golden_files import Goldens
from helpers.paths import TOY

from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER, write_starter_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from printshop.game.model import Game


# What runs first: digests, which notice most; then the longest files, whose tests share a browser or a server; then
# files with tests of ten seconds: one of them at the end would keep one worker busy while the others wait.
FIRST = ("test_digests.py", "test_packs_digests.py", "test_site.py", "test_server_views.py", "test_server.py",
         "test_html.py", "test_pdf_form.py", "test_form_fields.py", "test_odd_values.py", "test_all_games.py",
         "test_combinations.py", "test_virtual_tables.py", "test_markup_everywhere.py")
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # Python that tests start would compile all modules again, 0.35 s each

gc.disable()  # a fixture looks for garbage at the end of each file: most objects live as long as their test

# How long a case takes depends on what else the machine does. In CI hypothesis draws the same cases in every run. 40
# find nearly all that its usual 100 find.
_usual = hypothesis.settings.get_profile("ci" if os.environ.get("CI") else "default")
hypothesis.settings.register_profile("untimed", _usual, deadline=None, max_examples=40)
hypothesis.settings.load_profile("untimed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew-golden", action="store_true", help="keep today's output as the golden files")


def pytest_xdist_auto_num_workers() -> int:
    """One worker more than processors: some tests wait for a browser or a server."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)  # what -m and -k leave out is gone
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with the page digests, on one worker of xdist, and with the longest files, on all of them.

    `--dist worksteal` gives each worker a stretch of the list and lets idle ones take from the ends of the others. So
    each stretch begins with its share of what runs first; cases of one module stay together.
    """
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    groups: dict[tuple[int, Path], list[pytest.Item]] = {}
    for item in items:
        if item.path.name in FIRST:
            is_digest = item.path.name.endswith("digests.py")  # on one worker: they lay out the same words
            key = (0, Path()) if is_digest else (FIRST.index(item.path.name), item.path)
            groups.setdefault(key, []).append(item)
    shares: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for key in sorted(groups):
        min(shares, key=len).extend(groups[key])
    rest = iter([item for item in items if item.path.name not in FIRST])
    count, items[:] = len(items), []
    for place, share in enumerate(shares):
        stretch = (count - len(items)) // (workers - place)
        items += [*share, *islice(rest, max(stretch - len(share), 0))]
    items += rest


def pytest_collection_finish() -> None:
    """Do not look for garbage in what is there for all tests."""
    gc.freeze()


@pytest.fixture(scope="module", autouse=True)
def _no_garbage() -> Iterator[None]:
    """Look for garbage at the end of each file, only in what its tests have left. pytest reports unclosed files."""
    yield
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _files_without_sync() -> Iterator[None]:
    """Do not wait until the disk has the files that tests write: no test outlives a power failure."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda _descriptor: None)
        yield


@pytest.fixture(scope="session", autouse=True)
def _settings_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Do not read the printers and papers of the user who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PRINTSHOP_CONFIG", str(tmp_path_factory.getbasetemp() / "settings-of-nobody"))
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.getbasetemp() / "state-of-nobody"))
        yield


@pytest.fixture(scope="session", autouse=True)
def _folder_of_copies(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Have a folder for copies of games that tests share."""
    games.copies_folder = tmp_path_factory.mktemp("copies")


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


@pytest.fixture(scope="session")
def iron_stars() -> Game:
    """Iron Stars, as it comes with printshop."""
    return open_game("iron_stars")


@pytest.fixture(scope="session")
def stellar_wars() -> Game:
    """Stellar Wars, as it comes with printshop."""
    return open_game("stellar_wars")


@pytest.fixture
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in which the test runs."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def harbour(working_folder: Path) -> Path:
    """The game that `printshop new game` writes, as a path relative to the folder in which the test runs."""
    write_starter_game(Path("harbour"))
    return Path("harbour")


@pytest.fixture
def harbour_folder(working_folder: Path) -> Path:
    """The folder in which the test runs, with a copy of the usual starter as the game `harbour`."""
    shutil.copytree(STARTERS_FOLDER / DEFAULT_STARTER, working_folder / "harbour")
    return working_folder


@pytest.fixture
def toy_folder(working_folder: Path) -> Path:
    """The folder in which the test runs, with a copy of the game with invented words in it."""
    shutil.copytree(TOY, working_folder / "toy")
    return working_folder


@pytest.fixture
def home_fleet_folder(working_folder: Path) -> Path:
    """The folder in which the test runs, with a fleet in the file `home.yaml`."""
    (working_folder / "home.yaml").write_text(HOME_FLEET, encoding="utf-8")
    return working_folder


@pytest.fixture(scope="session")
def all_examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all files of the documentation, the game `harbour` among them."""
    folder = tmp_path_factory.mktemp("examples")
    documentation_files.write_blocks(folder, [block for block in documentation_files.list_blocks() if block.how])
    return folder


@pytest.fixture
def example_harbour(tmp_path: Path) -> Path:
    """The example game of the documentation: its whole files."""
    return documentation_files.write_blocks(tmp_path, [block for block in documentation_files.list_blocks()
                                                       if block.how == "file"])


@pytest.fixture
def full_example_harbour(home_fleet_folder: Path, all_examples: Path) -> Path:
    """The example game of the documentation with all that its pages add to it, beside the fleet `home.yaml`."""
    shutil.copytree(all_examples, home_fleet_folder, dirs_exist_ok=True)
    return home_fleet_folder / "harbour"


@pytest.fixture(scope="module")
def browser(tool: Callable[[str], str]) -> Iterator[Browser]:
    """Chromium, without the windows of a desktop if that build is installed: it needs a quarter less time."""
    from helpers import browsers  # Playwright is large

    with browsers.open_chromium(shutil.which("chromium-headless-shell") or tool("chromium")) as chromium:
        yield chromium


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
