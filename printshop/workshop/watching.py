"""`printshop watch`: what to watch, when it has changed, what is made again then, and what is said of it.

Files are looked at several times a second, which also works on a network drive. Looking costs a third of a millisecond
for a game that comes with printshop; a library that has the system tell of changes would be no quicker for a person,
and knows nothing of files that another computer writes.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop import catalogue, products
from printshop.catalogue import AS_IT_IS, Changes
from printshop.game.pictures import ENDINGS, files_in
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request
from printshop.language import sections
from printshop.loading import load, load_sound
from printshop.problems import PrintshopError, Problems, few, some
from printshop.products.selection import added_units, find_scenario, unit_type_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from printshop.game.model import Game, Unit
    from printshop.job import Job, Settings
    from printshop.problems import Problem
    from printshop.products.product import Product

    Task = tuple[str, Product, Request]
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
    from printshop.workshop.fleets import TABLES, find_fleet, game_of, is_fleet

    path, home = Path(name), home_of(Path(name))
    if is_fleet(path):
        if path.suffix.lower() in TABLES:
            game_of(path, None, asked, Problems())  # a table cannot say it, however often it is saved
        return Target(name, fleet=path, asked=asked)
    game = catalogue.game_at(name)
    if home and not game and catalogue.is_file(path) and path.name != catalogue.MAIN:
        return _part(name, path, home)
    if game:
        return Target(name, game)
    where, key = catalogue.split_scenario(name)
    game = catalogue.game_at(where) if where else None
    if game is None:
        return Target(name, catalogue.find_game(name))
    try:
        return Target(name, fleet=find_fleet(name), asked=asked)
    except PrintshopError:
        loaded = None
        with suppress(PrintshopError):  # of a game that cannot be read yet, nobody knows what scenarios it has
            loaded = load(game)
        if loaded:
            find_scenario(loaded, key)
        return Target(name, game, key)


def _part(name: str, path: Path, home: Path) -> Target:
    """Return what a file of a game's folder stands for."""
    inside = path.resolve().parent == home.resolve()
    if path.parent.name == "scenarios" and not inside:
        return Target(name, home, path.stem)
    if path.stem in sections.names() and inside:
        return Target(name, home, section=path.stem)
    return Target(name, home, units=path if path.suffix in DATA else None)


def home_of(path: Path) -> Path | None:
    """Return the folder of the game that a file lies in, at most two folders up; None if there is none."""
    return next((folder for folder in path.parents[:3] if (folder / catalogue.MAIN).is_file()), None)


def part_of(name: str) -> Path | None:
    """Return the game of which a file is a part, None for one that is none, or a game itself."""
    path = Path(name)
    part = catalogue.is_file(path) and path.name != catalogue.MAIN and not catalogue.is_game(path)
    return home_of(path) if part else None


def places(target: Target, game: Game | None, wrong: Iterable[Problem] = ()) -> tuple[Path, ...]:
    """Return the folders and files that a target is read from: all of the games that it extends, too.

    Of a game that could not be read, those in which something is `wrong`.
    """
    found = [target.fleet or target.game]
    if game is not None:
        found += [home_of(path) or path for path in game.files]
        found += [*(game.pictures.folders if game.pictures else ()), *(font.path for font in game.fonts)]
    for path in dict.fromkeys(Path(problem.span.file) for problem in wrong if problem.span):
        home = home_of(path)
        found += [home] if home else [path, path.parent / "art"]
    return tuple(dict.fromkeys(found))


def look(there: Iterable[Path]) -> Snapshot:
    """Return what can be seen of the files in some places: what changes when one is written."""
    found: dict[Path, tuple[int, int, int]] = {}
    for path in islice(chain.from_iterable(map(_files_in, there)), MOST_FILES):
        with suppress(OSError):  # gone since
            seen = path.stat()
            found[path] = (seen.st_mtime_ns, seen.st_size, seen.st_ino)
    return found


def _files_in(place: Path) -> Iterator[Path]:
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
            yield from files_in(path) if art else (file for file in _entries(path) if file.suffix.lower() in DATA)


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


EVERYTHING = ("game", "art")  # what shows in all that is made
MANY = 60  # units: of a larger fleet only the changed ones are made again
MOST_TOLD = 40  # problems of which each has its line
MOST_WARNINGS = 10


class Outcome(NamedTuple):
    """What came of a change: lines for the player, and whether all is well."""

    lines: tuple[str, ...]
    good: bool = True


@dataclass
class Rebuilder:
    """Makes what a target needs, and later what has changed of it.

    `products` are those that the player names; without any it is what shows the file that has changed. `clock` tells
    the time in seconds.
    """

    target: Target
    products: tuple[str, ...]
    job: Job
    changes: Changes = AS_IT_IS
    clock: Callable[[], float] = time.perf_counter
    game: Game | None = None  # as it was last made
    written: tuple[Path, ...] = ()
    places: tuple[Path, ...] = ()  # the folders and files that all of this is read from
    _made: tuple[str, ...] = ()
    _waiting: frozenset[Path] = frozenset()  # files that changed while something was wrong

    def make(self, changed: frozenset[Path] = frozenset()) -> Outcome:
        """Make what shows the files that have changed; without any, what is made first."""
        from printshop.drawing.notes import Notes

        begin = self.clock()
        changed |= self._waiting
        job = replace(self.job, settings=replace(self.job.settings, notes=Notes()))
        try:
            game, made, targets = self._fleet(changed, job) if self.target.fleet else self._game(changed, job)
        except PrintshopError as error:
            self._waiting = changed
            self.places = tuple(dict.fromkeys((*self.places, *places(self.target, None, error.problems))))
            named = self.target.fleet or self.target.units or self.target.game
            stay = "stays as it was" if len(self.written) == 1 else "stay as they were"
            kept = (f"{_files(self.written)} {stay}",) if self.written else ()
            if not named.exists():
                return Outcome((f"{named} is gone; waiting for it", *kept), good=False)
            last = "; ".join((some(len(error.problems), "problem"), *kept))
            return Outcome((*_told(error.problems), last), good=False)
        self._waiting = frozenset()
        units = self._units(game, changed)
        what = few([unit.name for unit in units]) or few(sorted({path.name for path in changed})) or self.target.name
        self.game = game
        self.written = tuple(dict.fromkeys((*self.written, *targets)))
        if not made:
            return Outcome((f"{what}: no problems; nothing that is made here shows it",))
        self._made = tuple(dict.fromkeys((*self._made, *made)))
        line = f"{what}: {', '.join(made)} in {self.clock() - begin:.2f} s -> {_files(targets)}"
        aside = (f"  warning: {problem}" for problem in _told(game.apart.problems))
        return Outcome((line, *_warnings(units or (self._scope(game) or ()), job.settings), *aside))

    def _game(self, changed: frozenset[Path], job: Job) -> tuple[Game, tuple[str, ...], tuple[Path, ...]]:
        from printshop.files import Delivery
        from printshop.publishing import write

        game = load_sound(self.target.game, *self.changes)
        self._demand(game, changed)
        self.places = places(self.target, game)
        tasks = self._tasks(game, changed)
        problems = Problems()
        with Delivery(job.output) as delivery:
            for stem, product, request in tasks:
                try:
                    document = product.build(game, request, job.settings)
                    write(document, job.output / stem, job, delivery)
                except PrintshopError as error:
                    problems.extend(error.problems)
            problems.raise_if_any()
        return game, tuple(dict.fromkeys(product.name for _, product, _ in tasks)), delivery.targets()

    def _fleet(self, changed: frozenset[Path], job: Job) -> tuple[Game, tuple[str, ...], tuple[Path, ...]]:
        from printshop.files import Delivery
        from printshop.game.fleets.fleets import Asked
        from printshop.products import pack
        from printshop.publishing import write_pack
        from printshop.workshop.fleets import open_fleet

        assert self.target.fleet
        game, fleet = open_fleet(self.target.fleet, Asked("", None), self.target.asked, self.changes)
        self._demand(game, changed)
        self.places = (*places(self.target, game), *(font.path for font in fleet.fonts))
        components = tuple(pack.make_fleet(game, fleet, job.settings))
        whole = pack.assemble_fleet(game, fleet, components, job.settings)
        with Delivery(job.output) as delivery:
            write_pack(whole, job.output / fleet.key, job, delivery)
        return game, ("roster", *(component.product.name for component in components)), delivery.targets()[:1]

    def _demand(self, game: Game, changed: frozenset[Path]) -> None:
        """Raise PrintshopError with what is wrong in a game if any of it stands in a file that is being written."""
        written = {path.resolve() for path in (*changed, self.target.game, self.target.units) if path}
        if written & {Path(problem.span.file).resolve() for problem in game.apart.problems if problem.span}:
            raise PrintshopError(game.apart.problems)

    def _tasks(self, game: Game, changed: frozenset[Path]) -> list[Task]:
        """Return what is to be made: the file without its suffix, of which product, and of what."""
        scope, roles = self._scope(game), {self._role(path) for path in changed}
        # Of very many units only those are made again that have changed.
        many = roles == {"units"} and len(game.units if scope is None else scope) > MANY
        again = (self._units(game, changed) or None) if many else None
        chosen = again if again is not None else scope
        stem = (self.target.units.stem if self.target.units else game.key) + ("-changed" if again is not None else "")

        def tasks(wanted: Iterable[Product]) -> Iterator[Task]:
            for product in wanted:
                if chosen is None or not (product.of_units and product.things(game)):
                    yield from self._whole(game, product, changed)
                elif request := _request(game, product, chosen):
                    yield f"{stem}-{product.name}", product, request

        first = [*tasks(self._wanted(game, roles))]
        if first or self.products or roles - {"units", *EVERYTHING}:
            return first
        return [*tasks(product for product in products.every() if product.in_copies)]  # of units that no form is for

    def _whole(self, game: Game, product: Product, changed: frozenset[Path]) -> Iterator[Task]:
        """Give the tasks for a product as `printshop make` would make it; of booklets, those that have changed."""
        keys = [self.target.scenario]
        if "scenarios" in product.shows and not keys[0]:
            named = {path.stem for path in changed if self._role(path) == "scenarios"}
            keys = sorted(named & {*game[SCENARIOS]})
        for key in keys or [""]:
            yield "-".join(filter(None, (game.key, key, product.name))), product, product.request(game, key)

    def _wanted(self, game: Game, roles: set[str]) -> tuple[Product, ...]:
        """Return the products to make: those that are asked for, else what shows the parts that have changed.

        Units are shown by their forms; what shows everywhere, by all that has been made.
        """
        there = products.there_for(game)
        if self.products:
            return there if self.products == (products.ALL,) else tuple(map(products.find, self.products))
        if self.target.scenario:
            return tuple(product for product in products.every() if "scenarios" in product.shows)
        roles = roles or ({self.target.section} if self.target.section else set())
        units, everything = bool(roles - _sections()), not roles or bool(roles & {*EVERYTHING})
        return tuple(product for product in there if roles & {*product.shows}
                     or ((units or (everything and not self._made)) and product.filled)
                     or (everything and product.name in self._made))

    def _role(self, path: Path) -> str:
        """Return what a file holds: a section, "scenarios", "units", or "game" or "art", which show everywhere."""
        home = home_of(path)
        if home is None or path.name == catalogue.MAIN:
            return "game"
        if any(folder.name == "art" for folder in path.parents if folder != home and home in folder.parents):
            return "art"
        part = path.stem if path.parent == home else path.parent.name
        return part if part in _sections() else "units"

    def _scope(self, game: Game) -> tuple[Unit, ...] | None:
        """Return the units that are meant: of the file of units that is watched, or that a game adds to another.

        None is all of them.
        """
        if not self.target.units:
            return tuple(added_units(game)) or None
        own = self.target.units.resolve()
        return tuple(unit for unit in game.units.values() if unit.span and Path(unit.span.file).resolve() == own)

    def _units(self, game: Game, changed: frozenset[Path]) -> tuple[Unit, ...]:
        """Return the units that are others than when the game was last made."""
        if self.game is None:
            return ()
        before = self.game.units
        return tuple(unit for name, unit in game.units.items()
                     if name not in before or replace(unit, span=None) != replace(before[name], span=None)
                     or (unit.art and unit.art in changed))


def _sections() -> set[str]:
    return {"fleets", *(section for product in products.every() for section in product.shows)}


def _request(game: Game, product: Product, units: tuple[Unit, ...]) -> Request | None:
    """Return what is printed of some units by a product, each counter as often as it is made; None if nothing is."""
    kinds = {unit.kind for unit in units}
    types = {key: unit_type_of(thing) for key, thing in product.things(game).items()}
    only = tuple(key for key, kind in types.items() if kind in kinds)
    only = tuple(key for key in only if key in product.wanted(game)) or only
    own = tuple(unit for unit in units if unit.kind in {types[key] for key in only})
    if product.in_copies:
        own = game.muster([(unit.name, unit.copies) for unit in own if unit.copies])
    return Request(units=own, only=only) if own else None


def _told(problems: tuple[Problem, ...]) -> Iterator[str]:
    """Give each problem on one line: where it is, what is wrong, what to write."""
    for problem in problems[:MOST_TOLD]:
        yield str(problem).splitlines()[0] + (f" = {' '.join(problem.hint.split())}" if problem.hint else "")
    if len(problems) > MOST_TOLD:
        yield f"... and {len(problems) - MOST_TOLD} more"


def _warnings(units: tuple[Unit, ...], settings: Settings) -> Iterator[str]:
    from printshop.drawing.text import plain

    said = [f"{unit.title}: {plain(warning)}" for unit in units for warning in unit.warnings]
    said += list(settings.notes or ())
    yield from (f"  warning: {warning}" for warning in said[:MOST_WARNINGS])
    if len(said) > MOST_WARNINGS:
        yield f"  ... and {len(said) - MOST_WARNINGS} more warnings"


def _files(paths: tuple[Path, ...]) -> str:
    return few([str(path) for path in paths])
