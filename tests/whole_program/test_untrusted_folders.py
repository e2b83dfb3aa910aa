"""Untrusted folders: no object in place of a file makes printshop hang, and no outside file is read or quoted."""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.paths import PACKAGE

from printshop.files import open_regular_file
from printshop.fleet_files import find_fleet_file, list_fleet_files, load_fleet
from printshop.game.fleets import FleetOptions
from printshop.game.pictures import MAX_DEPTH, Pictures
from printshop.game_paths import find_game
from printshop.json_schemas import update_schemas
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import write_starter_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click.testing import Result

SECRET = "password: hunter2\n"
pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")


@pytest.fixture(autouse=True)
def alarm() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise TimeoutError("this hangs")

    signal.signal(signal.SIGALRM, ring)
    signal.alarm(20)
    yield
    signal.alarm(0)


@pytest.fixture
def untrusted_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small game that has a file of every kind, in a folder of its own, and a secret two folders up."""
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path / "config"))
    place = tmp_path / "upload" / "place"
    place.mkdir(parents=True)
    (tmp_path / "config").mkdir()
    (tmp_path / "secret.yaml").write_text(SECRET, encoding="utf-8")
    monkeypatch.chdir(place)
    write_starter_game(place / "harbour")
    for name, text in (("markers.yaml", "{}\n"), ("tugs/more.yaml", "[]\n"), ("fleets/own.yaml", "units: [Rat]\n"),
                       ("fleets/own.csv", "unit\nRat\n"), ("art/rat.svg", ""), ("fonts/own.ttf", "")):
        (place / "harbour" / name).parent.mkdir(exist_ok=True)
        (place / "harbour" / name).write_text(text, encoding="utf-8")
    append_text(place / "harbour/game.yaml", "fonts: [fonts/own.ttf]\n")
    units = (place / "harbour/tugs.yaml").read_text(encoding="utf-8")
    units = units.replace("{name: Rat,", "{name: Rat, art: rat.svg,")
    (place / "harbour/tugs.yaml").write_text(units, encoding="utf-8")
    (place / "harbour/art/rat.svg").write_bytes((PACKAGE.parent / "data/iron_guest/art/ship-0.svg").read_bytes())
    shutil.copy(PACKAGE / "fonts/OldStandardTT-Regular.ttf", place / "harbour/fonts/own.ttf")
    (place / "wasp.yaml").write_text("extends: harbour\n", encoding="utf-8")
    return place / "harbour"


def append_text(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)


def run_without_leak(*words: object) -> Result:
    result = invoke(*words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "hunter2" not in result.output
    return result


def read_all_problems(name: str | Path = "harbour") -> str:
    """Return all problems of a game and its fleets as text, "" for none."""
    try:
        game = read_game(find_game(str(name)))
        for fleet in list_fleet_files(game.fleets_folder):
            load_fleet(find_fleet_file(str(fleet)), FleetOptions())
    except PrintshopError as error:
        message = str(error)
    else:
        message = ""
    assert "hunter2" not in message
    return message


# --- pipes, devices, folders and links to themselves in the place of files

def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.mkdir()


def _ring(path: Path) -> None:
    path.symlink_to(path.name)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


PLACES = ("game.yaml", "markers.yaml", "tugs.yaml", "tugs/more.yaml", "scenarios/first_light.yaml", "fleets/own.yaml",
          "fleets/own.csv", "art/rat.svg", "fonts/own.ttf")


@pytest.mark.parametrize("name", PLACES)
def test_object_of_another_kind_in_place_of_a_file_is_reported(untrusted_game: Path, name: str) -> None:
    """A pipe in each place, and each other object in a third of the places."""
    for put in (_pipe, (_folder, _ring, _device)[PLACES.index(name) % 3]):
        path = untrusted_game / name
        path.unlink()
        put(path)
        assert Path(name).stem in read_all_problems()


def test_untrusted_game_has_no_problems(untrusted_game: Path) -> None:
    assert read_all_problems() == ""


@pytest.mark.parametrize("put", [_pipe, _folder, _ring, _device])
def test_files_of_the_user_must_be_regular_files(untrusted_game: Path, put: Callable[[Path], None],
                                                 tmp_path: Path) -> None:
    for ending in ("yaml", "csv", "pdf", "svg"):
        put(untrusted_game.parent / f"mine.{ending}")
        for words in (("fleet", "--game", "harbour"), ("check",), ("verify",), ("watch",)):
            assert run_without_leak(*words, f"mine.{ending}").exit_code in (1, 2)
    put(tmp_path / "config/papers.yaml")
    result = run_without_leak("make", "records", "harbour", "-o", "out", "--paper", "a4")
    assert result.exit_code == 1
    assert "papers.yaml: error: cannot read the file" in result.output


def test_folders_of_another_kind_are_reported(untrusted_game: Path) -> None:
    """Not as if there were no scenarios and no units of that kind."""
    for name in ("scenarios", "tugs"):
        shutil.rmtree(untrusted_game / name)
        _ring(untrusted_game / name)
    result = read_all_problems()
    assert "harbour/scenarios: error: cannot read the folder: too many levels of symbolic links" in result
    assert "harbour/tugs: error: cannot read the folder" in result


def test_names_that_differ_only_by_case_are_reported(untrusted_game: Path) -> None:
    for old, new in (("markers.yaml", "Markers.YAML"), ("scenarios", "Scenarios"), ("art", "ART")):
        (untrusted_game / old).rename(untrusted_game / new)
    result = read_all_problems()
    assert "harbour/Markers.YAML: error: the names of a game's files must end in .yaml" in result
    assert "harbour/Scenarios: error: " in result
    assert "harbour/ART: error: " in result
    for name in ("markers.yaml", "scenarios", "art"):
        assert f"= change the name to {name}" in result


def test_hints_give_advice(untrusted_game: Path) -> None:
    (untrusted_game / "game.yaml").unlink()
    _pipe(untrusted_game / "game.yaml")
    result = read_all_problems()
    assert "error: cannot read harbour/game.yaml: it is a pipe, not a file" in result
    assert "change the name" not in result


# --- links, and names, that lead out of the game

@pytest.mark.parametrize("name", [name for name in PLACES if "fleets" not in name])
def test_link_out_of_the_game_is_not_followed(untrusted_game: Path, tmp_path: Path, name: str) -> None:
    (untrusted_game / name).rename(tmp_path / "secret")
    (untrusted_game / name).symlink_to(tmp_path / "secret")
    result = read_all_problems()
    assert "is a link to a place outside the folder of the game" in result or name.startswith("fonts")
    (tmp_path / "secret").unlink()
    assert read_all_problems() == result, "it says whether there is such a file"


@pytest.mark.parametrize("name", PLACES)
def test_outside_files_are_not_quoted(untrusted_game: Path, tmp_path: Path, name: str) -> None:
    (untrusted_game / name).unlink()
    (untrusted_game / name).symlink_to(tmp_path / "secret.yaml")
    assert read_all_problems()  # which looks for the secret


@pytest.mark.parametrize("name", ["tugs", "scenarios", "art", "fleets"])
def test_folder_behind_a_link_out_of_the_game_is_not_searched(
    untrusted_game: Path, tmp_path: Path, name: str
) -> None:
    shutil.rmtree(untrusted_game / name)
    (tmp_path / "other").mkdir()
    for suffix in ("yaml", "csv", "svg"):
        (tmp_path / "other" / f"secret.{suffix}").write_text(SECRET, encoding="utf-8")
    (untrusted_game / name).symlink_to(tmp_path / "other")
    result = read_all_problems()
    assert "is a link to a place outside the folder of the game" in result
    assert "secret" not in result


def test_link_inside_the_game_is_followed(untrusted_game: Path) -> None:
    (untrusted_game / "tugs.yaml").rename(untrusted_game / "art/tugs.txt")
    (untrusted_game / "tugs.yaml").symlink_to("art/tugs.txt")
    assert read_all_problems() == ""


@pytest.mark.parametrize("base", ["{tmp}/secret.yaml", "../../secret.yaml", "../../secret", "{tmp}", "~/secret.yaml",
                                  "link", "/etc/passwd", "../../no_such.yaml", "{tmp}/config/deep"])
@pytest.mark.parametrize("main_file", ["harbour/game.yaml", "wasp.yaml", "harbour/fleets/own.yaml"])
def test_file_cannot_refer_to_a_game_outside(untrusted_game: Path, tmp_path: Path, base: str, main_file: str) -> None:
    write_starter_game(tmp_path / "config/deep")
    (untrusted_game.parent / "link").symlink_to(tmp_path / "config/deep")
    path, base = untrusted_game.parent / main_file, base.format(tmp=tmp_path)
    text = f"game: {base}\nunits: [Rat]\n" if "fleets" in main_file else f"extends: {base}\n"
    path.write_text(text, encoding="utf-8")
    assert f"there is no game named '{base}'" in read_all_problems(
        "wasp.yaml" if main_file == "wasp.yaml" else "harbour"
    )


def test_file_outside_the_folder_has_no_effect(untrusted_game: Path) -> None:
    (untrusted_game / "game.yaml").write_text("extends: ../secret.yaml\n", encoding="utf-8")
    before = read_all_problems()
    (untrusted_game.parent / "secret.yaml").write_text(SECRET, encoding="utf-8")
    assert read_all_problems() == before
    (untrusted_game.parent / "secret.yaml").unlink()
    (untrusted_game.parent / "secret.yaml").mkdir()
    assert read_all_problems() == before


@pytest.mark.parametrize("font", ["/etc/passwd", "{tmp}/secret.yaml", "../../../secret.yaml", "~/.profile", "link.ttf",
                                  "/no/such/font.ttf", "{tmp}/secret.yaml#2", "link.ttf#2"])
def test_font_is_in_the_folder_or_installed(untrusted_game: Path, tmp_path: Path, font: str) -> None:
    (untrusted_game / "link.ttf").symlink_to(tmp_path / "secret.yaml")
    text = (untrusted_game / "game.yaml").read_text(encoding="utf-8")
    (untrusted_game / "game.yaml").write_text(
        text.replace("fonts/own.ttf", font.format(tmp=tmp_path)), encoding="utf-8"
    )
    assert ("error: a font must be installed on the computer, or be in the folder of the YAML file that lists the "
            "font") in read_all_problems()


# --- folders of pictures

def test_pictures_are_found_in_deep_folders(untrusted_game: Path) -> None:
    (untrusted_game / "art/ring").symlink_to(".")
    for deep in (MAX_DEPTH, MAX_DEPTH + 1):
        folder = untrusted_game.joinpath("art", *"d" * deep)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"bat{deep}.svg").touch()
    bat = "- {name: Bat, side: docks, planks: 4, steam: 4, points: 4, art: rot.svg}\n"
    (untrusted_game / "tugs/more.yaml").write_text(bat, encoding="utf-8")
    assert sorted(Path(one).name for one in Pictures((untrusted_game / "art",)).list_names()) == [
        f"bat{MAX_DEPTH}.svg",
        "rat.svg",
    ]
    assert "did you mean 'rat.svg'?" in read_all_problems()


# --- writing

@pytest.mark.parametrize("name", [".printshop", "tugs"])
def test_no_file_is_written_through_a_link_out_of_the_game(untrusted_game: Path, tmp_path: Path, name: str) -> None:
    shutil.rmtree(untrusted_game / name, ignore_errors=True)
    (tmp_path / "other").mkdir()
    (untrusted_game / name).symlink_to(tmp_path / "other")
    for words in (("new", "unit", "harbour", "Wasp"), ("schema", "harbour")):
        run_without_leak(*words)
    with contextlib.suppress(PrintshopError):
        update_schemas(read_game(untrusted_game))
    assert not list((tmp_path / "other").iterdir())


# --- one way in

OTHER_WAYS = {  # what is opened here is never a user's, or has been read before
    "files.py": "the one way in, and files of our own that are locked or being written",
    "scaffold/yaml_writer.py": "comes with printshop",
    "game_paths.py": "comes with printshop", "drawing/fonts.py": "comes with printshop",
    "drawing/artwork.py": "bytes", "output/pdf_objects.py": "bytes",
    "output/imposition.py": "bytes", "output/pdf.py": "bytes",
    "terminal.py": "the null device", "inspection/pdf_operators.py": "the system's",
    "inspection/verify.py": "a file that is open", "inspection/preflight.py": "a stream of a file that is open",
    "drawing/text.py": "comes with pyphen", "exports/__init__.py": "made here",
    "drawing/prepared_pictures.py": "made here",
    "output/svg.py": "comes with printshop", "output/html.py": "comes with printshop",
    "workshop/export_api.py": "made here", "workshop/worker.py": "the null device",
    "workshop/server.py": "comes with printshop", "workshop/site.py": "comes with printshop",
    "words/__init__.py": "comes with printshop",
}


def is_of_reader(function: ast.expr) -> bool:
    """Return whether a method is one of a `Reader`, which reads keys of parsed YAML and opens no file."""
    owner = ast.unparse(function.value) if isinstance(function, ast.Attribute) else ""
    return owner.rpartition(".")[2].endswith("reader") or owner.startswith("Reader(")


@pytest.mark.slow
def test_files_of_users_are_opened_in_one_module() -> None:
    results, ways = set(), {"open", "read_text", "read_bytes", "fdopen", "TTFont"}
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if any(f"{way}(" in text for way in ways) else ():
            name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
            if name == "read_text" and is_of_reader(node.func):
                continue
            if name in ways:
                results.add(str(path.relative_to(PACKAGE)))
    assert results == OTHER_WAYS.keys()


def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    _pipe(tmp_path / "pipe")
    for path, what in ((tmp_path / "pipe", "pipe"), (tmp_path, "folder"), (Path("/dev/zero"), "device")):
        with pytest.raises(OSError, match=f"it is a {what}, not a file"):
            open_regular_file(path)
