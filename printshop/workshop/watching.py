"""What to watch, and when it has changed: files looked at several times a second, which also works on a network drive.

Looking costs a third of a millisecond for a game that comes with printshop; a library that has the system tell of
changes would be no quicker for a person, and knows nothing of files that another computer writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from printshop import catalogue
from printshop.game.pictures import ENDINGS, files_in
from printshop.language import sections
from printshop.problems import PrintshopError, Problems

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from printshop.game.model import Game
    from printshop.problems import Problem

    Snapshot = Mapping[Path, tuple[int, int, int]]  # when written (ns), how large (bytes), which file on its disk

POLL = 0.1  # seconds between two looks
SETTLE = 0.06  # seconds for which nothing may change before a file counts as saved: editors write in several steps
DATA = (".yaml", ".yml", ".csv", ".tsv")
MOST_FILES = 20_000  # of one game: more is a folder of something else


@dataclass(frozen=True, slots=True)
class Target:
    """What a player asks to watch: a game, a scenario of one, a fleet, or some of a game's units.

    `game` is a folder or a single file; `asked` is the game that a fleet is said to be of; `units` is a file of units,
    when only these are meant; `section` is the file of the game that was named ("forms"), which says what is made
    first.
    """

    name: str
    game: Path = Path()
    scenario: str = ""
    fleet: Path | None = None
    asked: str = ""
    units: Path | None = None
    section: str = ""


def find_target(name: str, asked: str = "") -> Target:
    """Return what a player means: a game, a part of one, GAME/SCENARIO or a fleet, of the game that is `asked` for.

    Raises PrintshopError.
    """
    from printshop.workshop.fleet_files import TABLES, find_fleet, game_of, is_fleet

    path = Path(name)
    if is_fleet(path):
        if path.suffix.lower() in TABLES:
            game_of(path, None, asked, Problems())  # a table cannot say it, however often it is saved
        return Target(name, fleet=path, asked=asked)
    if catalogue.is_file(path) and not catalogue.game_at(name) and (part := _part(name, path)):
        return part
    if found := catalogue.game_at(name):
        return Target(name, found)
    where, key = catalogue.split_scenario(name)
    game = catalogue.game_at(where) if where else None
    if game is None:
        return Target(name, catalogue.find_game(name))
    try:
        return Target(name, fleet=find_fleet(name), asked=asked)
    except PrintshopError:
        _check_scenario(game, key)
        return Target(name, game, key)


def _check_scenario(game: Path, key: str) -> None:
    """Raise PrintshopError for a scenario that a game has not; of one that cannot be read yet, nobody knows."""
    from printshop.loading import load
    from printshop.products.contents import find_scenario

    try:
        loaded = load(game)
    except PrintshopError:
        return
    find_scenario(loaded, key)


def _part(name: str, path: Path) -> Target | None:
    """Return what the file of a game's folder stands for, None if it lies in none."""
    home = home_of(path)
    if home is None or path.name == catalogue.MAIN:
        return None
    if path.parent.name == "scenarios" and path.resolve().parent != home.resolve():
        return Target(name, home, path.stem)
    if path.stem in sections.names() and path.resolve().parent == home.resolve():
        return Target(name, home, section=path.stem)
    return Target(name, home, units=path) if path.suffix in DATA else Target(name, home)


def home_of(path: Path) -> Path | None:
    """Return the folder of the game that a file lies in, at most two folders up; None if there is none."""
    return next((one for one in path.parents[:3] if (one / catalogue.MAIN).is_file()), None)


def part_of(name: str) -> Path | None:
    """Return the game of which a file is a part, None for one that is none, or a game itself."""
    path = Path(name)
    part = catalogue.is_file(path) and path.name != catalogue.MAIN and not catalogue.is_game(path)
    return home_of(path) if part else None


def places(target: Target, game: Game | None, wrong: Iterable[Problem] = ()) -> tuple[Path, ...]:
    """Return the folders and files that a target is read from: all of the games that it extends, too.

    Of a game that could not be read, those in which something is `wrong`.
    """
    if game is not None:
        found = [home_of(path) or path for path in game.files]
        found += [*(game.pictures.folders if game.pictures else ()), *(font.path for font in game.fonts)]
    else:
        files = dict.fromkeys(Path(problem.span.file) for problem in wrong if problem.span)
        found = [place for path in files for place in _around(path)]
    named = target.fleet or target.game
    return tuple(dict.fromkeys((named, *found)))


def _around(path: Path) -> tuple[Path, ...]:
    """Return the folder of the game that a file lies in, or the file and the pictures beside it."""
    home = home_of(path)
    return (home,) if home else (path, path.parent / "art")


def look(there: Iterable[Path]) -> Snapshot:
    """Return what can be seen of the files in some places: what changes when one is written."""
    found: dict[Path, tuple[int, int, int]] = {}
    for place in there:
        for path in _files(place):
            try:
                seen = path.stat()
            except OSError:  # gone since
                continue
            found[path] = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
            if len(found) >= MOST_FILES:
                return found
    return found


def _files(place: Path) -> Iterator[Path]:
    """Give the files of a game's folder: data in it and one folder down, pictures however deep; hidden ones never."""
    if not place.is_dir():
        yield place
        return
    pictures = place.name == "art"
    for path in _entries(place):
        if path.suffix.lower() in (ENDINGS if pictures else DATA):
            yield path
        elif not path.suffix and path.is_dir():
            art = pictures or path.name == "art"
            yield from files_in(path) if art else (one for one in _entries(path) if one.suffix.lower() in DATA)


def _entries(folder: Path) -> list[Path]:
    try:
        return catalogue.visible(folder)
    except OSError:
        return []


def changes(see: Callable[[], Snapshot], pause: Callable[[float], None]) -> Iterator[frozenset[Path]]:
    """Give the files that have been written, added or removed, each time that there are some, for ever.

    A save is over when nothing has changed for a moment: many editors write another file and give it the name of the
    first. `see` looks at the files, `pause` waits so many seconds.
    """
    known = see()
    while True:
        pause(POLL)
        now = see()
        while now != known:
            pause(SETTLE)
            later = see()
            if later == now:
                break
            now = later
        changed = frozenset(path for path in known.keys() | now.keys() if known.get(path) != now.get(path))
        known = now
        if changed:
            yield changed
