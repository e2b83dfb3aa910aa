"""Where the pictures of a game lie: in its folder art/, and in those of the games that it extends."""

from __future__ import annotations

import fnmatch
import glob
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from printshop.catalogue import is_file, visible
from printshop.files import LEADS_OUT, within
from printshop.problems import suggestion

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from printshop.game.wording import Wording
    from printshop.problems import Problems

ENDINGS = (".svg", ".png", ".jpg", ".jpeg")
"""What the files of pictures end in."""
OUTSIDE = "lies outside the folder art/", "put the picture there"
DEEPEST, MOST = 16, 10_000  # folders in one another, and files in them, that are looked through


@dataclass(frozen=True, slots=True)
class Pictures:
    """The folders of a game's pictures, its own first, then those of the games that it extends.

    No name is in two of them (`check` says so), so that each means one picture, whoever names it. `asked` takes down
    those that anything has asked for, `expected` patterns of the names that may still be asked for.
    """

    folders: tuple[Path, ...]
    asked: set[Path] = field(default_factory=set, compare=False, repr=False)
    expected: set[str] = field(default_factory=set, compare=False, repr=False)
    _known: dict[str, Path] = field(default_factory=dict, compare=False, repr=False)  # to follow links takes long

    def path(self, name: str) -> Path:
        """Return the file of a picture; of one that there is not, where it should be.

        Raises ValueError, with the reason as its text, for a name, or a link, that leads out of the folders.
        """
        if name in self._known:
            return self._known[name]
        if _leads_out(name):
            raise ValueError(f"'{Path(name).name}' {OUTSIDE[0]}")
        if not all(within(folder / name, folder.parent) for folder in self.folders):
            raise ValueError(f"'{Path(name).name}' {LEADS_OUT}")
        found = next((folder / name for folder in self.folders if (folder / name).is_file()), self.folders[0] / name)
        self.asked.add(found)
        if found.is_file():
            self._known[name] = found
        return found

    def expect(self, wording: Wording) -> None:
        """Take down that pictures are called by a name with holes, which other units may fill."""
        self.expected.add("".join(glob.escape(one) if isinstance(one, str) else "*" for one in wording.pieces))

    def idle(self) -> list[str]:
        """Return the names of the game's own pictures for which nothing asks."""
        asked, own = {os.path.realpath(path) for path in self.asked}, self.folders[0]
        expected = [re.compile(fnmatch.translate(pattern)) for pattern in self.expected]  # never tries a hole anew
        return sorted(name for name in _names(own) if os.path.realpath(own / name) not in asked
                      and not any(pattern.match(name) for pattern in expected))

    def names(self) -> list[str]:
        """Return the names of all pictures, those in folders of a folder with their path."""
        return sorted({name for folder in self.folders for name in _names(folder)})

    def trouble(self, name: str, also: Collection[str] = ()) -> tuple[str, str] | None:
        """Return why there is no such picture, and what to do; None if there is one.

        `also` are words that may stand instead of a file's name.
        """
        if _leads_out(name):
            return f"'{name}' {OUTSIDE[0]}", OUTSIDE[1]
        try:
            if self.path(name).is_file():
                return None
        except (OSError, ValueError) as error:  # no name that a file could have
            if str(error).endswith(LEADS_OUT):
                return str(error), OUTSIDE[1]
            return f"'{name}' cannot be the name of a file", "call the picture by a short name"
        known = self.names()
        hint = suggestion(name, [*known, *also]) if known else "put the picture there"
        game = self.folders[0].parent.name
        return f"there is no picture '{name}' in {f'{game}/art' if game else 'art/, beside the file'}", hint

    def check(self, problems: Problems) -> None:
        """Note every picture that has the name of one in another of the folders."""
        for number, own in enumerate(self.folders):
            for base in self.folders[number + 1 :]:
                if own.is_dir() and base.is_dir() and not own.samefile(base):
                    for name in sorted(_names(base)):
                        if (own / name).is_file():
                            problems.add(None, f"there are two pictures '{name}': {own / name} and {base / name}",
                                         "give yours another name: each name means one picture, whoever uses it")


def _leads_out(name: str) -> bool:
    return ".." in Path(name).parts or Path(name).is_absolute() or bool(re.match(r"[A-Za-z]:[\\/]|~", name))


def files_in(folder: Path) -> Iterator[Path]:
    """Give the pictures in a folder and those below it; what systems and editors leave there is nobody's.

    Links to other folders are not followed, and a picture outside the folder that `folder` lies in is none.
    """
    left, below = MOST, [(folder, 0)] if within(folder, folder.parent) else []
    while below and left > 0:
        place, deep = below.pop()
        there = visible(place)
        left -= len(there)
        for path in there:
            link = path.is_symlink()
            if path.suffix.lower() in ENDINGS and is_file(path) and (not link or within(path, folder.parent)):
                yield path
            elif not link and deep < DEEPEST and path.is_dir():
                below.append((path, deep + 1))


def _names(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in files_in(folder)]
