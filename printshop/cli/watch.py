"""The command `printshop watch`. It finds the files to watch, polls them, and rebuilds the affected products."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import NamedTuple

from printshop import game_paths, products, source
from printshop.drawing.page_warnings import PageWarnings
from printshop.drawing.text import strip_markup
from printshop.files import AtomicWrite, read_file_status
from printshop.fleet_files import TABLE_SUFFIXES, find_fleet_file, find_fleet_game, is_fleet_file, load_fleet
from printshop.game.fleets import FleetOptions
from printshop.game.model import Game, Unit
from printshop.game.pictures import PICTURE_SUFFIXES, find_pictures
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import MAIN_FILE, NO_OVERRIDES, GameOverrides, find_game_folder
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problem, Problems, join_first_names, pluralize
from printshop.products import packs
from printshop.products.product import (
    Product,
    find_added_units,
    find_default_keys,
    find_entries,
    find_entry_unit_type,
    find_game_scenario,
    make_request,
)
from printshop.schema import sections
from printshop.write_documents import write_document, write_pack

Task = tuple[str, Product, PrintRequest]  # file name without suffix, product, request
Snapshot = Mapping[Path, tuple[int, ...]]  # the status of each file

POLL_SECONDS = 0.1  # seconds between two snapshots
SETTLE_SECONDS = 0.06  # seconds without a change after which a file counts as saved: editors write in several steps
MAX_FILES = 20_000  # of one game: a folder with more is probably no game
LARGE_UNIT_COUNT = 60  # units: of more units only the changed ones are made again, to be quick
SHARED_ROLES = ("game", "art")  # roles of files that affect all products
_DATA_SUFFIXES = (".yaml", ".yml", *source.TABLE_SUFFIXES)
_MAX_PROBLEMS, _MAX_WARNINGS = 40, 10  # problems and warnings that are printed


@dataclass(frozen=True, slots=True)
class WatchTarget:
    """The target of `printshop watch`: a game, a scenario, a fleet, or some units of a game."""

    name: str
    game: Path = Path()  # a folder or a file
    scenario: str = ""
    fleet: Path | None = None
    game_key: str = ""  # the game of a fleet, if the player names it
    units: Path | None = None  # a file of units, if only these are watched
    section: str = ""  # the named file of the game ("forms"): products that show it are made first


def find_watch_target(name: str, game_key: str = "") -> WatchTarget:  # noqa: PLR0911 - one for each thing that may be meant
    """Return the target with the given name.

    For a fleet, `game_key` is its game. Raises PrintshopError.
    """
    path, home = Path(name), find_game_folder(Path(name))
    if is_fleet_file(path):
        if path.suffix.lower() in TABLE_SUFFIXES:
            find_fleet_game(path, None, game_key, Problems())  # a table cannot name it: fail now
        return WatchTarget(name, fleet=path, game_key=game_key)
    game = game_paths.find_game_or_none(name)
    if home and not game and game_paths.is_file(path) and path.name != MAIN_FILE:
        is_in_game = path.resolve().parent == home.resolve()
        if path.parent.name == "scenarios" and not is_in_game:
            return WatchTarget(name, home, path.stem)
        if path.stem in sections.list_section_keys() and is_in_game:
            return WatchTarget(name, home, section=path.stem)
        return WatchTarget(name, home, units=path if path.suffix in _DATA_SUFFIXES else None)
    if game:
        return WatchTarget(name, game)
    game_name, key = game_paths.split_scenario(name)
    game = game_paths.find_game_or_none(game_name) if game_name else None
    if game is None:
        return WatchTarget(name, game_paths.find_game(name))
    try:
        return WatchTarget(name, fleet=find_fleet_file(name), game_key=game_key)
    except PrintshopError:
        loaded_game = None
        with suppress(PrintshopError):  # a broken game may have the scenario once it is mended
            loaded_game = read_game(game)
        if loaded_game:
            find_game_scenario(loaded_game, key)
        return WatchTarget(name, game, key)


def find_sources(target: WatchTarget, game: Game | None, problems: Iterable[Problem] = ()) -> tuple[Path, ...]:
    """Return the files and folders from which a target is read, including those of extended games.

    If the game is broken, they are found from the positions of `problems`.
    """
    sources = [target.fleet or target.game]
    if game is not None:
        sources += [find_game_folder(path) or path for path in game.files]
        sources += [*game.pictures.folders, *(font.path for font in game.fonts)]
    for path in dict.fromkeys(Path(problem.span.file) for problem in problems if problem.span):
        home = find_game_folder(path)
        sources += [home] if home else [path, path.parent / "art"]
    return tuple(dict.fromkeys(sources))


def take_snapshot(sources: Iterable[Path]) -> Snapshot:
    """Return the status of all files in the given files and folders."""
    snapshot: dict[Path, tuple[int, ...]] = {}
    for path in islice(chain.from_iterable(map(_find_data_files, sources)), MAX_FILES):
        with suppress(OSError):  # deleted meanwhile
            snapshot[path] = read_file_status(str(path))
    return snapshot


def _find_data_files(source: Path, *, recursive: bool = True) -> Iterator[Path]:
    """Yield the files of a game's folder, without hidden files.

    These are data files in the folder and one folder below, and pictures at any depth.
    """
    if not source.is_dir():
        yield source
        return
    entries: list[Path] = []
    with suppress(OSError):
        entries = game_paths.list_visible(source)
    pictures = recursive and source.name == "art"
    for path in entries:
        if path.suffix.lower() in (PICTURE_SUFFIXES if pictures else _DATA_SUFFIXES):
            yield path
        elif recursive and not path.suffix and path.is_dir():
            yield from find_pictures(path) if pictures or path.name == "art" else _find_data_files(path,
                                                                                                   recursive=False)


def watch_changes(read_snapshot: Callable[[], Snapshot], pause: Callable[[float], None]) -> Iterator[frozenset[Path]]:
    """Yield, after each change, the files that were written, added or removed. This never ends."""
    previous = read_snapshot()
    while True:
        pause(POLL_SECONDS)
        current = read_snapshot()
        while current != previous:  # many editors write a new file and rename it
            pause(SETTLE_SECONDS)
            settled_snapshot = read_snapshot()
            if settled_snapshot == current:
                break
            current = settled_snapshot
        changed = frozenset(path for path in previous.keys() | current.keys()
                            if previous.get(path) != current.get(path))
        previous = current
        if changed:
            yield changed


class WatchResult(NamedTuple):
    """The result of a rebuild: lines for the player, and a flag for success."""

    lines: tuple[str, ...]
    succeeded: bool = True


@dataclass
class Rebuilder:
    """A builder that makes the products of a target, and makes products again after a change."""

    target: WatchTarget
    products: tuple[str, ...]  # named by the player; if empty, those that show the changed file
    settings: PrintSettings
    changes: GameOverrides = NO_OVERRIDES
    clock: Callable[[], float] = time.perf_counter  # in seconds
    game: Game | None = None  # as last built
    written_files: tuple[Path, ...] = ()
    sources: tuple[Path, ...] = ()  # folders and files to watch
    _printed_products: tuple[str, ...] = ()
    _pending_files: frozenset[Path] = frozenset()  # files that changed since the last success

    def rebuild(self, changed: frozenset[Path] = frozenset()) -> WatchResult:
        """Build the products that show the changed files.

        If no files are given, build the first products.
        """
        start_time, changed, notes = self.clock(), changed | self._pending_files, PageWarnings()
        settings = replace(self.settings, page_warnings=notes)
        try:
            game, product_names, output_files = (self._make_fleet if self.target.fleet else self._make_game)(changed,
                                                                                                             settings)
        except PrintshopError as error:
            self._pending_files = changed
            self.sources = tuple(dict.fromkeys((*self.sources, *find_sources(self.target, None, error.problems))))
            watched_file = self.target.fleet or self.target.units or self.target.game
            ending = "is unchanged" if len(self.written_files) == 1 else "are unchanged"
            kept_lines = [f"{join_first_names([*map(str, self.written_files)])} {ending}"] if self.written_files else []
            if not watched_file.exists():
                return WatchResult(((f"{watched_file} no longer exists; waiting until the "
                                     "file exists again"), *kept_lines), succeeded=False)
            return WatchResult((*_shorten_problems(error.problems),
                                "; ".join((pluralize(len(error.problems), "problem"), *kept_lines))),
                               succeeded=False)
        self._pending_files = frozenset()
        units = self._find_changed_units(game, changed)
        subject = (
            join_first_names([unit.name for unit in units])
            or join_first_names(sorted({path.name for path in changed}))
            or self.target.name
        )
        self.game = game
        self.written_files = tuple(dict.fromkeys((*self.written_files, *output_files)))
        if not product_names:
            return WatchResult((f"{subject}: no problems; the change does not affect any of the products",))
        self._printed_products = tuple(dict.fromkeys((*self._printed_products, *product_names)))
        warnings = [f"{unit.title}: {strip_markup(warning)}" for unit in units or self._select_units(game) or ()
                    for warning in unit.warnings]
        warnings += notes
        remainder = (
            [f"  ... and {len(warnings) - _MAX_WARNINGS} more warnings"] if len(warnings) > _MAX_WARNINGS else []
        )
        return WatchResult(((f"{subject}: {', '.join(product_names)} in {self.clock() - start_time:.2f} s -> "
                            f"{join_first_names([*map(str, output_files)])}"),
                            *(f"  warning: {warning}" for warning in warnings[:_MAX_WARNINGS]), *remainder,
                            *(f"  warning: {problem}" for problem in _shorten_problems(game.broken.problems))))

    def _make_game(self, changed: frozenset[Path], settings: PrintSettings) -> tuple[Game, tuple[str, ...],
                                                                                     tuple[Path, ...]]:
        game, problems = read_game(self.target.game, *self.changes, skip_broken=True), Problems()
        self._require_valid_files(game, changed)
        self.sources = find_sources(self.target, game)
        tasks = self._list_tasks(game, changed)
        with AtomicWrite(settings.output) as delivery:
            for stem, product, request in tasks:
                try:
                    write_document(product.build(game, request, settings), settings.output / stem, settings, delivery)
                except PrintshopError as error:
                    problems.extend(error.problems)
            problems.raise_if_any()
        return game, tuple(dict.fromkeys(product.name for _, product, _ in tasks)), delivery.list_targets()

    def _make_fleet(self, changed: frozenset[Path], settings: PrintSettings) -> tuple[Game, tuple[str, ...],
                                                                                      tuple[Path, ...]]:
        assert self.target.fleet
        game, fleet = load_fleet(self.target.fleet, FleetOptions("", None), self.target.game_key, self.changes)
        self._require_valid_files(game, changed)
        self.sources = (*find_sources(self.target, game), *(font.path for font in fleet.fonts))
        pack = packs.make_pack(game, fleet, settings)
        with AtomicWrite(settings.output) as delivery:
            write_pack(pack, settings.output / fleet.key, settings, delivery)
        names = tuple(component.product.name for component in pack.components[1:])
        return game, ("roster", *names), delivery.list_targets()[:1]

    def _require_valid_files(self, game: Game, changed: frozenset[Path]) -> None:
        """Raise PrintshopError with all problems of the game if a watched or changed file has a problem."""
        watched_files = {path.resolve() for path in (*changed, self.target.game, self.target.units) if path}
        if watched_files & {Path(problem.span.file).resolve() for problem in game.broken.problems if problem.span}:
            raise PrintshopError(game.broken.problems)

    def _list_tasks(self, game: Game, changed: frozenset[Path]) -> list[Task]:
        """Return the tasks for the products that the player names.

        If the player names none, return the tasks for the products that show the changed files.
        """
        target, offered_products, shown_roles = self.target, products.find_products_for(game), {
            "fleets", *(section for product in products.list_products() for section in product.shown_sections)}
        files = [(path, _find_role(path, shown_roles)) for path in changed]
        roles = {role for _, role in files}
        # Of many units only the changed ones are made again.
        selected_units, stem = self._select_units(game), target.units.stem if target.units else game.key
        is_large = roles == {"units"} and len(game.units if selected_units is None
                                              else selected_units) > LARGE_UNIT_COUNT
        if is_large and (changed_units := self._find_changed_units(game, changed)):
            selected_units, stem = changed_units, f"{stem}-changed"

        def make_tasks(shown_by: Iterable[Product]) -> Iterator[Task]:
            for product in shown_by:
                if selected_units is not None and product.needs_units and find_entries(product, game):
                    if request := _make_request(game, product, selected_units):
                        yield f"{stem}-{product.name}", product, request
                    continue
                keys = [target.scenario]  # as `printshop make` does; of booklets only the changed ones
                if "scenarios" in product.shown_sections and not target.scenario:
                    keys = sorted({path.stem for path, role in files if role == "scenarios"} & {*game[SCENARIOS]})
                for key in keys or [""]:
                    stem_with_key = "-".join(filter(None, (game.key, key, product.name)))
                    yield stem_with_key, product, make_request(product, game, key)

        if self.products:
            return [*make_tasks(offered_products if self.products == (products.ALL_PRODUCTS,)
                                else map(products.find_product, self.products))]
        if target.scenario:
            affected = [product for product in offered_products if "scenarios" in product.shown_sections]
        else:
            changed_roles = roles or ({target.section} if target.section else set())
            units, all_shown = (
                bool(changed_roles - shown_roles),
                not changed_roles or bool(changed_roles & {*SHARED_ROLES}),
            )
            affected = [product for product in offered_products if changed_roles & {*product.shown_sections}
                        or ((units or (all_shown and not self._printed_products)) and product.can_be_marked)
                        or (all_shown and product.name in self._printed_products)]
        tasks_to_do = [*make_tasks(affected)]
        if tasks_to_do or roles - {"units", *SHARED_ROLES}:
            return tasks_to_do
        # units without a form
        return [*make_tasks(product for product in products.list_products() if product.per_copy)]

    def _select_units(self, game: Game) -> tuple[Unit, ...] | None:
        """Return the units of the watched file. None means all units.

        If no file of units is watched, return the units that the game adds to the game below.
        """
        if not self.target.units:
            return tuple(find_added_units(game)) or None
        path = self.target.units.resolve()
        return tuple(unit for unit in game.units.values() if unit.span and Path(unit.span.file).resolve() == path)

    def _find_changed_units(self, game: Game, changed: frozenset[Path]) -> tuple[Unit, ...]:
        """Return the units that are not the same as in the last build, or whose picture has changed."""
        previous_units = self.game.units if self.game else game.units
        return tuple(unit for name, unit in game.units.items() if self.game and (
            name not in previous_units or replace(unit, span=None) != replace(previous_units[name], span=None)
            or (unit.art and unit.art in changed)))


def _find_role(path: Path, shown_roles: set[str]) -> str:
    """Return the role of a file: a section in `shown_roles`, "units", or one of `SHARED_ROLES`."""
    home = find_game_folder(path)
    if home is None or path.name == MAIN_FILE:
        return "game"
    if any(folder.name == "art" for folder in path.parents if folder != home and home in folder.parents):
        return "art"
    folder_or_stem = path.stem if path.parent == home else path.parent.name
    return folder_or_stem if folder_or_stem in shown_roles else "units"


def _make_request(game: Game, product: Product, units: tuple[Unit, ...]) -> PrintRequest | None:
    """Return a request to print some units with a product. Return None if the product has nothing for these units.

    Each counter is printed as many times as the unit has copies.
    """
    kinds = {unit.kind for unit in units}
    types = {key: find_entry_unit_type(entry) for key, entry in find_entries(product, game).items()}
    entry_keys = tuple(key for key, kind in types.items() if kind in kinds)
    entry_keys = tuple(key for key in entry_keys if key in find_default_keys(product, game)) or entry_keys
    shown_units = tuple(unit for unit in units if unit.kind in {types[key] for key in entry_keys})
    if product.per_copy:
        shown_units = game.expand_roster([(unit.name, unit.copies) for unit in shown_units if unit.copies])
    return PrintRequest(units=shown_units, only_keys=entry_keys) if shown_units else None


def _shorten_problems(problems: tuple[Problem, ...]) -> Iterator[str]:
    for problem in problems[:_MAX_PROBLEMS]:
        hint = " ".join((problem.terminal_hint or problem.hint).split())
        yield str(problem).splitlines()[0] + (f" = {hint}" if hint else "")
    if len(problems) > _MAX_PROBLEMS:
        yield f"... and {len(problems) - _MAX_PROBLEMS} more"
