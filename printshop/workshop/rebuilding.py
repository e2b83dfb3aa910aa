"""Making again what has changed, for `printshop watch`: what is made of which file, and what is said of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from printshop.game.changes import AS_IT_IS, Changes
from printshop.loading import load_sound
from printshop.problems import PrintshopError, Problems, few, some
from printshop.products import ALL, contents, find
from printshop.products.additions import made_of
from printshop.products.additions import units as added
from printshop.products.product import Request
from printshop.workshop.watching import home_of, places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from printshop.files import Delivery
    from printshop.game.model import Game, Unit
    from printshop.problems import Problem
    from printshop.products.product import Settings
    from printshop.publishing import Printing
    from printshop.workshop.watching import Target

FORMS = ("records", "cards")
MADE_OF = {  # which products show what stands in which file of a game; all others hold units
    "forms": FORMS, "counters": ("counters",), "markers": ("markers", "counters"), "templates": ("templates",),
    "charts": ("charts",), "maps": ("maps",), "scenarios": ("booklet",), "fleets": (),
}
EVERYTHING = ("game", "art")  # what shows in all that is made
MANY = 60  # units: of a larger fleet only the changed ones are made again
MOST_TOLD = 40  # problems of which each has its line
MOST_WARNINGS = 10


class Job(NamedTuple):
    """One file to write: the name that it has without its suffix, of which product, and of what."""

    stem: str
    product: str
    request: Request


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
    printing: Printing
    changes: Changes = AS_IT_IS
    clock: Callable[[], float] = time.perf_counter
    game: Game | None = None  # as it was last made
    written: tuple[Path, ...] = ()
    _places: tuple[Path, ...] = ()
    _made: tuple[str, ...] = ()
    _waiting: frozenset[Path] = frozenset()  # files that changed while something was wrong

    @property
    def places(self) -> tuple[Path, ...]:
        """The folders and files that all of this is read from."""
        return self._places

    def make(self, changed: frozenset[Path] = frozenset()) -> Outcome:
        """Make what shows the files that have changed; without any, what is made first."""
        begin = self.clock()
        changed |= self._waiting
        printing = replace(self.printing, settings=_with_notes(self.printing.settings))
        try:
            make = self._fleet if self.target.fleet else self._game
            game, products, targets = make(changed, printing)
        except PrintshopError as error:
            self._waiting = changed
            self._places = tuple(dict.fromkeys((*self._places, *places(self.target, None, error.problems))))
            named = self.target.fleet or self.target.units or self.target.game
            if not named.exists():
                return Outcome((f"{named} is gone; waiting for it", *self._kept_only()), good=False)
            return Outcome((*_told(error.problems), self._kept(len(error.problems))), good=False)
        self._waiting = frozenset()
        units = self._units(game, changed)
        what = _names(units) or few(sorted({path.name for path in changed})) or self.target.name
        self.game = game
        self.written = tuple(dict.fromkeys((*self.written, *targets)))
        if not products:
            return Outcome((f"{what}: no problems; nothing that is made here shows it",))
        self._made = tuple(dict.fromkeys((*self._made, *products)))
        line = f"{what}: {', '.join(products)} in {self.clock() - begin:.2f} s -> {_files(targets)}"
        aside = (f"  warning: {one}" for one in _told(game.apart.problems))
        return Outcome((line, *_warnings(units or (self._scope(game) or ()), printing.settings), *aside))

    def _game(self, changed: frozenset[Path], printing: Printing) -> tuple[Game, tuple[str, ...], tuple[Path, ...]]:
        from printshop.files import Delivery

        game = load_sound(self.target.game, *self.changes)
        self._demand(game, changed)
        self._places = places(self.target, game)
        jobs = self._jobs(game, changed)
        problems = Problems()
        with Delivery(printing.output) as delivery:
            for job in jobs:
                try:
                    _write(job, game, printing, delivery)
                except PrintshopError as error:
                    problems.extend(error.problems)
            problems.raise_if_any()
        return game, tuple(dict.fromkeys(job.product for job in jobs)), delivery.targets()

    def _demand(self, game: Game, changed: frozenset[Path]) -> None:
        """Raise PrintshopError with what is wrong in a game if any of it stands in a file that is being written."""
        written = {path.resolve() for path in (*changed, self.target.game, self.target.units) if path}
        if written & {Path(one.span.file).resolve() for one in game.apart.problems if one.span}:
            raise PrintshopError(game.apart.problems)

    def _fleet(self, changed: frozenset[Path], printing: Printing) -> tuple[Game, tuple[str, ...], tuple[Path, ...]]:
        from printshop.files import Delivery
        from printshop.game.fleets.fleets import Asked
        from printshop.products import fleet_pack
        from printshop.publishing import write_pack
        from printshop.workshop.fleet_files import open_fleet

        assert self.target.fleet
        opened = open_fleet(self.target.fleet, Asked("", None), self.target.asked, self.changes)
        self._demand(opened.game, changed)
        self._places = (*places(self.target, opened.game), *(font.path for font in opened.fleet.fonts))
        components = tuple(fleet_pack.make(opened.game, opened.fleet, printing.settings))
        made = fleet_pack.assemble(opened.game, opened.fleet, list(components), printing.settings)
        with Delivery(printing.output) as delivery:
            write_pack(made, printing.output / opened.fleet.key, printing.formats, delivery, printing.options)
        return opened.game, ("roster", *(one.product.name for one in components)), delivery.targets()[:1]

    def _jobs(self, game: Game, changed: frozenset[Path]) -> list[Job]:
        scope, roles = self._scope(game), {self._role(path) for path in changed}
        few = self._few(game, changed, scope) if roles == {"units"} else None
        wanted = self._wanted(game, roles)
        jobs = [job for product in wanted for job in self._of(game, product, changed, scope, few)]
        if jobs or self.products or roles - {"units", *EVERYTHING}:
            return jobs
        return [*self._of(game, "counters", changed, scope, few)]  # of units that no form is for

    def _of(self, game: Game, product: str, changed: frozenset[Path], scope: tuple[Unit, ...] | None,
            few: tuple[Unit, ...] | None) -> Iterator[Job]:
        """Give what is to be made of a product: all of it, or what is made of some units."""
        chosen = few if few is not None else scope
        if chosen is None or product not in (*FORMS, "counters"):
            yield from self._whole(game, product, changed)
        elif request := _request(game, product, chosen):
            stem = f"{self._stem(game)}-changed" if few is not None else self._stem(game)
            yield Job(f"{stem}-{product}", product, request)

    def _stem(self, game: Game) -> str:
        return self.target.units.stem if self.target.units else game.key

    def _whole(self, game: Game, product: str, changed: frozenset[Path]) -> Iterator[Job]:
        """Give the jobs for a product as `printshop make` would make it; of booklets, those that have changed."""
        keys = [self.target.scenario]
        if product == "booklet" and not keys[0]:
            named = (path.stem for path in changed if self._role(path) == "scenarios")
            keys = sorted(key for key in named if key in game.scenarios)
        for key in keys or [""]:
            request = contents.request(game, product, key)
            yield Job("-".join(part for part in (game.key, key, product) if part), product, request)

    def _wanted(self, game: Game, roles: set[str]) -> tuple[str, ...]:
        """Return the products to make: those that are asked for, else what shows the parts that have changed."""
        there = contents.products(game)
        if self.products:
            return there if self.products == (ALL,) else self.products
        if self.target.scenario:
            return ("booklet",)
        roles = roles or ({self.target.section} if self.target.section else set())
        shown = {product for role in roles for product in MADE_OF.get(role, FORMS)}
        if not roles or roles & set(EVERYTHING):
            shown |= {*self._made} or {*FORMS}
        return tuple(product for product in there if product in shown)

    def _role(self, path: Path) -> str:
        """Return what a file holds: a section, "scenarios", "units", or "game" or "art", which show everywhere."""
        home = home_of(path)
        if home is None or path.name == "game.yaml":
            return "game"
        if any(folder.name == "art" for folder in path.parents if folder != home and home in folder.parents):
            return "art"
        part = path.stem if path.parent == home else path.parent.name
        return part if part in MADE_OF else "units"

    def _scope(self, game: Game) -> tuple[Unit, ...] | None:
        """Return the units that are meant: of the file of units that is watched, or that a game adds to another.

        None is all of them.
        """
        if not self.target.units:
            return tuple(added(game)) or None
        own = self.target.units.resolve()
        return tuple(unit for unit in game.units.values() if unit.span and Path(unit.span.file).resolve() == own)

    def _few(self, game: Game, changed: frozenset[Path], scope: tuple[Unit, ...] | None) -> tuple[Unit, ...] | None:
        """Return the units that have changed, where there are too many to make all of them again."""
        every = scope if scope is not None else tuple(game.units.values())
        return self._units(game, changed) or None if len(every) > MANY else None

    def _units(self, game: Game, changed: frozenset[Path]) -> tuple[Unit, ...]:
        """Return the units that are new or not what they were when they were made."""
        if self.game is None:
            return ()
        before = self.game.units
        return tuple(unit for name, unit in game.units.items()
                     if name not in before or replace(unit, span=None) != replace(before[name], span=None)
                     or (unit.art and unit.art in changed))

    def _kept(self, problems: int) -> str:
        return "; ".join((some(problems, "problem"), *self._kept_only()))

    def _kept_only(self) -> tuple[str, ...]:
        """Return what is said of the files that stay."""
        stay = "stays as it was" if len(self.written) == 1 else "stay as they were"
        return (f"{_files(self.written)} {stay}",) if self.written else ()


def _with_notes(settings: Settings) -> Settings:
    from printshop.drawing.notes import Notes

    return replace(settings, notes=Notes())


def _request(game: Game, product: str, units: tuple[Unit, ...]) -> Request | None:
    """Return what is printed of some units by a product, each counter as often as it is made; None if nothing is."""
    kinds = {unit.kind for unit in units}
    only = tuple(key for key, thing in contents.things(game, product).items() if made_of(thing) in kinds)
    usual = tuple(key for key in only if key in contents.usual(game, product))
    printed = {made_of(contents.things(game, product)[key]) for key in usual or only}
    own = tuple(unit for unit in units if unit.kind in printed)
    if product == "counters":
        own = game.muster([(unit.name, unit.copies) for unit in own if unit.copies])
    return Request(units=own, only=usual or only) if own else None


def _write(job: Job, game: Game, printing: Printing, delivery: Delivery) -> None:
    from printshop.publishing import write

    document = find(job.product).build(game, job.request, printing.settings)
    write(document, printing.output / job.stem, printing.formats, delivery, printing.options)


def _told(problems: tuple[Problem, ...]) -> Iterator[str]:
    """Give each problem on one line: where it is, what is wrong, what to write."""
    for problem in problems[:MOST_TOLD]:
        lines = str(problem).splitlines()
        yield lines[0] + (f" = {' '.join(problem.hint.split())}" if problem.hint else "")
    if len(problems) > MOST_TOLD:
        yield f"... and {len(problems) - MOST_TOLD} more"


def _warnings(units: tuple[Unit, ...], settings: Settings) -> Iterator[str]:
    """Give what is odd about units and what has been drawn of them."""
    from printshop.drawing.text import plain

    said = [f"{unit.title}: {plain(warning)}" for unit in units for warning in unit.warnings]
    said += list(settings.notes or ())
    yield from (f"  warning: {one}" for one in said[:MOST_WARNINGS])
    if len(said) > MOST_WARNINGS:
        yield f"  ... and {len(said) - MOST_WARNINGS} more warnings"


def _names(units: tuple[Unit, ...]) -> str:
    return few([unit.name for unit in units])


def _files(paths: tuple[Path, ...]) -> str:
    return few([str(path) for path in paths])
