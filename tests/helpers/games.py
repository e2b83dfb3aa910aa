"""Games that tests open, and copies of them that are changed."""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from helpers.paths import TOY

from printshop.game import load
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.source.cache import LoadCache

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from printshop.game.model import Game
    from printshop.problems import PrintshopError


# All games of tests have the same hash: a change of the data of a game must not change the digests of all its pages.
# It is set here, because test modules open games while they are imported.
SAME_FINGERPRINT = "fedcbafe"  # no number, so that no test takes it for one
REAL_FINGERPRINT = load.make_fingerprint
load.make_fingerprint = lambda *_: SAME_FINGERPRINT


@cache
def open_game(key: str) -> Game:
    """Return a game that comes with printshop, or "toy", read once for all tests."""
    return read_game(TOY if key == "toy" else find_shipped_games()[key])


def change_file(path: Path, *changes: tuple[str, str]) -> Path:
    """Change a file of a copy: the first place where each of some texts stands."""
    text = path.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return path


WITHOUT_PIECES = ("counters.yaml", "markers.yaml", "maps.yaml", "templates.yaml", "picnic.yaml", "rummage.yaml")
"""Files of the toy game that need no forms, and battles that are fought with those."""
PIECES = ("game", "towers", "counters", "markers")
"""Files of the toy game with counters and markers."""


copies_folder = Path()
"""A folder for copies of games that tests share; `conftest.py` sets it."""


class ChangedGame:
    """A copy of a game of which tests change files. The others are read once, as the workshop reads them."""

    def __init__(self, source: Path, folder: Path, file: str, without: Sequence[str] = ()) -> None:
        self.folder = Path(shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns(*without)))
        self.path = self.folder / file
        self.text = self.path.read_text(encoding="utf-8")
        self._cache = LoadCache(changed_files={str(path) for path in self.folder.rglob("*.yaml")})

    def read(self, *changes: tuple[str, str]) -> Game:
        """Return the game with the first place of each text in the file changed."""
        self.path.write_text(self.text, encoding="utf-8")
        change_file(self.path, *changes)
        return read_game(self.folder, cache=self._cache)

    def read_with(self, **texts: str) -> Game:
        """Return the game with other texts in some of its files, such as `forms="..."`."""
        for name, text in texts.items():
            (self.folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        return read_game(self.folder, cache=self._cache)


@cache
def open_toy_copy(name: str, without: Sequence[str] = ()) -> ChangedGame:
    """Return a copy of the toy game that tests share; they write each file that any of them changes."""
    return ChangedGame(TOY, copies_folder / name, "game.yaml", without)


def read_forms(forms: str) -> Game:
    """Return the toy game with other forms, and no pieces, in a folder that tests share."""
    return open_toy_copy("forms", WITHOUT_PIECES).read_with(forms=forms)


def read_markers(markers: str, counters: str = "{}\n") -> Game:
    """Return the towers of the toy game with other markers and counters and nothing else, in a folder of tests."""
    others = tuple(path.name for path in TOY.rglob("*.yaml") if path.stem not in PIECES)
    return open_toy_copy("pieces", others).read_with(markers=markers, counters=counters)


def load_forms(folder: Path, forms: str) -> Game:
    """Return a copy of the game with other forms, and no pieces, in a folder of its own below `folder`."""
    shutil.copytree(TOY, folder / "toy", ignore=shutil.ignore_patterns(*WITHOUT_PIECES), dirs_exist_ok=True)
    (folder / "toy" / "forms.yaml").write_text(forms, encoding="utf-8")
    return read_game(folder / "toy")


def load_markers(folder: Path, markers: str, counters: str = "") -> Game:
    """Return the game's towers with other markers and counters and nothing else, in a folder of its own."""
    target = folder / "pieces"
    others = shutil.ignore_patterns("*.yaml")
    shutil.copytree(TOY, target, ignore=others, dirs_exist_ok=True)
    for name in ("game.yaml", "towers.yaml"):
        shutil.copy(TOY / name, target / name)
    (target / "markers.yaml").write_text(markers, encoding="utf-8")
    if counters:
        (target / "counters.yaml").write_text(counters, encoding="utf-8")
    return read_game(target)


def load_variants(file: Path, game: str, section: str, usual: Mapping[str, str], variants: Mapping[str, Sequence[str]]
                  ) -> Game:
    """Return a game with a unit of its own, a line each, for each of the values that a field of the usual one has."""
    units = [usual | {key: value} for key, values in variants.items() for value in values]
    lines = [f"- {{name: Own {number}, {', '.join(f'{name}: {value}' for name, value in unit.items())}}}"
             for number, unit in enumerate(units)]
    file.write_text("\n".join([f"extends: {game}", f"{section}:", *lines, ""]), encoding="utf-8")
    return read_game(file)


def list_problem_lines(error: PrintshopError) -> set[int]:
    """Return the lines of a file that has problems."""
    return {problem.span.line for problem in error.problems if problem.span}


def list_unit_lines(variants: Mapping[str, Sequence[str]]) -> set[int]:
    """Return the lines of the units of `load_variants`."""
    return set(range(3, 3 + sum(map(len, variants.values()))))




@cache
def open_masses(hexes: str = "40 mm") -> Game:
    """Return For the Masses with hexes of a size."""
    return read_game(find_shipped_games()["for_the_masses"], {"hex": hexes})




def write_file(name: str, text: str) -> Path:
    """Write a text without its indent, and return the path of the file."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(dedent(text), encoding="utf-8")
    return path


def write_own_game(text: str) -> Game:
    """Return a game in one file that extends the harbour."""
    return read_game(write_file("mine.yaml", f"extends: harbour\n{dedent(text)}"))
