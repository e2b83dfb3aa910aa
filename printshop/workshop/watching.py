"""`printshop watch`: find the files to watch, poll them, and rebuild what they change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from printshop import catalogue, products
from printshop.catalogue import AS_IT_IS, MAIN, Changes, home_of
from printshop.drawing.notes import Notes
from printshop.drawing.text import plain
from printshop.files import Delivery
from printshop.game.fleets import Asked
from printshop.game.model import Game, Unit
from printshop.game.pictures import ENDINGS, files_in
from printshop.game.scenarios import SCENARIOS
from printshop.job import Request, Settings
from printshop.language import sections
from printshop.loading import load
from printshop.problems import PrintshopError, Problem, Problems, few, some
from printshop.products import pack
from printshop.products.product import Product, added_units, find_scenario, unit_type_of
from printshop.publishing import write, write_pack
from printshop.source import workbooks
from printshop.workshop.fleets import TABLES, find_fleet, game_of, is_fleet, open_fleet

Task = tuple[str, Product, Request]  # file name without suffix, product, request
Snapshot = Mapping[Path, tuple[int, int, int]]  # time of writing (ns), size (bytes), inode

POLL = 0.1  # seconds between two snapshots
SETTLE = 0.06  # seconds without a change after which a file counts as saved: editors write in several steps
MOST_FILES = 20_000  # of one game: a folder with more is probably no game
MANY = 60  # units: of more units only the changed ones are made again, to be quick
EVERYTHING = ("game", "art")  # roles of files that affect all products
_DATA = (".yaml", ".yml", *workbooks.TABLES)
_MOST_TOLD, _MOST_WARNINGS = 40, 10  # problems and warnings that are printed


@dataclass(frozen=True, slots=True)
class Target:
    """What `printshop watch` watches: a game, a scenario, a fleet, or some units of a game."""

    name: str
    game: Path = Path()  # a folder or a file
    scenario: str = ""
    fleet: Path | None = None
    game_key: str = ""  # the game of a fleet, if the player names it
    units: Path | None = None  # a file of units, if only these are watched
    section: str = ""  # the named file of the game ("forms"): products that show it are made first


def find_target(name: str, game_key: str = "") -> Target:  # noqa: PLR0911 - one for each thing that may be meant
    """Return the target that a name means; `game_key` is the game of a fleet. Raises PrintshopError."""
    path, home = Path(name), home_of(Path(name))
    if is_fleet(path):
        if path.suffix.lower() in TABLES:
            game_of(path, None, game_key, Problems())  # a table cannot name it: fail now
        return Target(name, fleet=path, game_key=game_key)
    game = catalogue.game_at(name)
    if home and not game and catalogue.is_file(path) and path.name != MAIN:
        inside = path.resolve().parent == home.resolve()
        if path.parent.name == "scenarios" and not inside:
            return Target(name, home, path.stem)
        if path.stem in sections.names() and inside:
            return Target(name, home, section=path.stem)
        return Target(name, home, units=path if path.suffix in _DATA else None)
    if game:
        return Target(name, game)
    where, key = catalogue.split_scenario(name)
    game = catalogue.game_at(where) if where else None
    if game is None:
        return Target(name, catalogue.find_game(name))
    try:
        return Target(name, fleet=find_fleet(name), game_key=game_key)
    except PrintshopError:
        loaded = None
        with suppress(PrintshopError):  # a broken game may have the scenario once it is mended
            loaded = load(game)
        if loaded:
            find_scenario(loaded, key)
        return Target(name, game, key)


def places(target: Target, game: Game | None, wrong: Iterable[Problem] = ()) -> tuple[Path, ...]:
    """Return the files and folders that a target is read from, with those of the games it extends.

    For a broken game the places of the problems, `wrong`, are used.
    """
    sources = [target.fleet or target.game]
    if game is not None:
        sources += [home_of(path) or path for path in game.files]
        sources += [*game.pictures.folders, *(font.path for font in game.fonts)]
    for path in dict.fromkeys(Path(problem.span.file) for problem in wrong if problem.span):
        home = home_of(path)
        sources += [home] if home else [path, path.parent / "art"]
    return tuple(dict.fromkeys(sources))


def look(sources: Iterable[Path]) -> Snapshot:
    """Return the time, size and inode of all files in some places."""
    stamps: dict[Path, tuple[int, int, int]] = {}
    for path in islice(chain.from_iterable(map(_files_in, sources)), MOST_FILES):
        with suppress(OSError):  # deleted meanwhile
            status = path.stat()
            stamps[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return stamps


def _files_in(place: Path, *, deep: bool = True) -> Iterator[Path]:
    """Yield the files of a game's folder: data in it and one folder down, pictures at any depth; no hidden files."""
    if not place.is_dir():
        yield place
        return
    entries: list[Path] = []
    with suppress(OSError):
        entries = catalogue.visible(place)
    pictures = deep and place.name == "art"
    for path in entries:
        if path.suffix.lower() in (ENDINGS if pictures else _DATA):
            yield path
        elif deep and not path.suffix and path.is_dir():
            yield from files_in(path) if pictures or path.name == "art" else _files_in(path, deep=False)


def changes(see: Callable[[], Snapshot], pause: Callable[[float], None]) -> Iterator[frozenset[Path]]:
    """Yield the files that were written, added or removed, whenever there are any; never ends."""
    before = see()
    while True:
        pause(POLL)
        now = see()
        while now != before:  # many editors write a new file and rename it
            pause(SETTLE)
            later = see()
            if later == now:
                break
            now = later
        changed = frozenset(path for path in before.keys() | now.keys() if before.get(path) != now.get(path))
        before = now
        if changed:
            yield changed


class Outcome(NamedTuple):
    """The result of a rebuild: lines for the player, and whether it succeeded."""

    lines: tuple[str, ...]
    good: bool = True


@dataclass
class Rebuilder:
    """Builds the products of a target, and rebuilds those that a change affects."""

    target: Target
    products: tuple[str, ...]  # named by the player; if empty, those that show the changed file
    how: Settings
    changes: Changes = AS_IT_IS
    clock: Callable[[], float] = time.perf_counter  # in seconds
    game: Game | None = None  # as last built
    written: tuple[Path, ...] = ()
    places: tuple[Path, ...] = ()  # folders and files to watch
    _printed: tuple[str, ...] = ()
    _waiting: frozenset[Path] = frozenset()  # files that changed since the last success

    def make(self, changed: frozenset[Path] = frozenset()) -> Outcome:
        """Build the products that show the changed files; without any, the first products."""
        begin, changed, notes = self.clock(), changed | self._waiting, Notes()
        how = replace(self.how, notes=notes)
        try:
            game, printed, targets = (self._make_fleet if self.target.fleet else self._make_game)(changed, how)
        except PrintshopError as error:
            self._waiting = changed
            self.places = tuple(dict.fromkeys((*self.places, *places(self.target, None, error.problems))))
            named = self.target.fleet or self.target.units or self.target.game
            stay = "stays as it was" if len(self.written) == 1 else "stay as they were"
            kept = [f"{few([*map(str, self.written)])} {stay}"] if self.written else []
            if not named.exists():
                return Outcome((f"{named} is gone; waiting for it", *kept), good=False)
            return Outcome((*_brief(error.problems), "; ".join((some(len(error.problems), "problem"), *kept))),
                           good=False)
        self._waiting = frozenset()
        units = self._changed(game, changed)
        news = few([unit.name for unit in units]) or few(sorted({path.name for path in changed})) or self.target.name
        self.game = game
        self.written = tuple(dict.fromkeys((*self.written, *targets)))
        if not printed:
            return Outcome((f"{news}: no problems; no product made here shows it",))
        self._printed = tuple(dict.fromkeys((*self._printed, *printed)))
        odd = [f"{unit.title}: {plain(warning)}" for unit in units or self._scope(game) or ()
               for warning in unit.warnings]
        odd += notes
        remainder = [f"  ... and {len(odd) - _MOST_WARNINGS} more warnings"] if len(odd) > _MOST_WARNINGS else []
        return Outcome((f"{news}: {', '.join(printed)} in {self.clock() - begin:.2f} s -> {few([*map(str, targets)])}",
                        *(f"  warning: {warning}" for warning in odd[:_MOST_WARNINGS]), *remainder,
                        *(f"  warning: {problem}" for problem in _brief(game.apart.problems))))

    def _make_game(self, changed: frozenset[Path], how: Settings) -> tuple[Game, tuple[str, ...], tuple[Path, ...]]:
        game, problems = load(self.target.game, *self.changes, sound=True), Problems()
        self._demand(game, changed)
        self.places = places(self.target, game)
        tasks = self._tasks(game, changed)
        with Delivery(how.output) as delivery:
            for stem, product, request in tasks:
                try:
                    write(product.build(game, request, how), how.output / stem, how, delivery)
                except PrintshopError as error:
                    problems.extend(error.problems)
            problems.raise_if_any()
        return game, tuple(dict.fromkeys(product.name for _, product, _ in tasks)), delivery.targets()

    def _make_fleet(self, changed: frozenset[Path], how: Settings) -> tuple[Game, tuple[str, ...], tuple[Path, ...]]:
        assert self.target.fleet
        game, fleet = open_fleet(self.target.fleet, Asked("", None), self.target.game_key, self.changes)
        self._demand(game, changed)
        self.places = (*places(self.target, game), *(font.path for font in fleet.fonts))
        components = tuple(pack.make_fleet(game, fleet, how))
        whole = pack.assemble_fleet(game, fleet, components, how)
        with Delivery(how.output) as delivery:
            write_pack(whole, how.output / fleet.key, how, delivery)
        return game, ("roster", *(component.product.name for component in components)), delivery.targets()[:1]

    def _demand(self, game: Game, changed: frozenset[Path]) -> None:
        """Raise PrintshopError with the problems of the game if one of them is in a watched or changed file."""
        written = {path.resolve() for path in (*changed, self.target.game, self.target.units) if path}
        if written & {Path(problem.span.file).resolve() for problem in game.apart.problems if problem.span}:
            raise PrintshopError(game.apart.problems)

    def _tasks(self, game: Game, changed: frozenset[Path]) -> list[Task]:
        """Return the tasks: the products that the player names, else those that show the changed parts."""
        target, offered, shown = self.target, products.there_for(game), {
            "fleets", *(section for product in products.every() for section in product.shows)}
        files = [(path, _role(path, shown)) for path in changed]
        roles = {role for _, role in files}
        # Of many units only the changed ones are made again.
        chosen, stem = self._scope(game), target.units.stem if target.units else game.key
        many = roles == {"units"} and len(game.units if chosen is None else chosen) > MANY
        if many and (again := self._changed(game, changed)):
            chosen, stem = again, f"{stem}-changed"

        def tasks(shown_by: Iterable[Product]) -> Iterator[Task]:
            for product in shown_by:
                if chosen is not None and product.of_units and product.entries(game):
                    if request := _request(game, product, chosen):
                        yield f"{stem}-{product.name}", product, request
                    continue
                keys = [target.scenario]  # as `printshop make` does; of booklets only the changed ones
                if "scenarios" in product.shows and not target.scenario:
                    keys = sorted({path.stem for path, role in files if role == "scenarios"} & {*game[SCENARIOS]})
                for key in keys or [""]:
                    yield "-".join(filter(None, (game.key, key, product.name))), product, product.request(game, key)

        if self.products:
            return [*tasks(offered if self.products == (products.ALL,) else map(products.find, self.products))]
        if target.scenario:
            affected = [product for product in products.every() if "scenarios" in product.shows]
        else:
            parts = roles or ({target.section} if target.section else set())
            units, all_shown = bool(parts - shown), not parts or bool(parts & {*EVERYTHING})
            affected = [product for product in offered if parts & {*product.shows}
                        or ((units or (all_shown and not self._printed)) and product.filled)
                        or (all_shown and product.name in self._printed)]
        first = [*tasks(affected)]
        if first or roles - {"units", *EVERYTHING}:
            return first
        return [*tasks(product for product in products.every() if product.in_copies)]  # units without a form

    def _scope(self, game: Game) -> tuple[Unit, ...] | None:
        """Return the units of the watched file, or those that a game adds to another; None for all units."""
        if not self.target.units:
            return tuple(added_units(game)) or None
        path = self.target.units.resolve()
        return tuple(unit for unit in game.units.values() if unit.span and Path(unit.span.file).resolve() == path)

    def _changed(self, game: Game, changed: frozenset[Path]) -> tuple[Unit, ...]:
        """Return the units that differ from the last build, or whose picture has changed."""
        before = self.game.units if self.game else game.units
        return tuple(unit for name, unit in game.units.items() if self.game and (
            name not in before or replace(unit, span=None) != replace(before[name], span=None)
            or (unit.art and unit.art in changed)))


def _role(path: Path, shown: set[str]) -> str:
    """Return the role of a file: one of the sections in `shown`, "units", or one of EVERYTHING."""
    home = home_of(path)
    if home is None or path.name == MAIN:
        return "game"
    if any(folder.name == "art" for folder in path.parents if folder != home and home in folder.parents):
        return "art"
    part = path.stem if path.parent == home else path.parent.name
    return part if part in shown else "units"


def _request(game: Game, product: Product, units: tuple[Unit, ...]) -> Request | None:
    """Return the request to print some units with a product, or None if it prints nothing of them.

    Each counter is made as often as the unit's copies.
    """
    kinds = {unit.kind for unit in units}
    types = {key: unit_type_of(entry) for key, entry in product.entries(game).items()}
    only = tuple(key for key, kind in types.items() if kind in kinds)
    only = tuple(key for key in only if key in product.wanted(game)) or only
    shown = tuple(unit for unit in units if unit.kind in {types[key] for key in only})
    if product.in_copies:
        shown = game.muster([(unit.name, unit.copies) for unit in shown if unit.copies])
    return Request(units=shown, only=only) if shown else None


def _brief(problems: tuple[Problem, ...]) -> Iterator[str]:
    for problem in problems[:_MOST_TOLD]:
        yield str(problem).splitlines()[0] + (f" = {' '.join(problem.hint.split())}" if problem.hint else "")
    if len(problems) > _MOST_TOLD:
        yield f"... and {len(problems) - _MOST_TOLD} more"
