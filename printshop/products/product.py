"""Base class of products: the declarations and hooks of one kind of printed thing.

Also the defaults if a request names no units, entries or scenario: all of the game, or what it adds to another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from typing import Any, ClassVar, NamedTuple, TypeVar

from printshop.drawing.items import Document, Page
from printshop.game.counters import MOST_PIECES
from printshop.game.model import Game, Unit, in_series
from printshop.game.scenarios import SCENARIOS, Scenario, crews
from printshop.game.units import doubts
from printshop.job import Request, Settings
from printshop.layout.boxes import Paper
from printshop.letters import plain
from printshop.problems import Span, failure, suggestion

T = TypeVar("T")

BLANKS = 4  # blank forms in a pack for each force, if all units are still to be chosen


class Piece(NamedTuple):
    """Title of an entry, its side if it is for one only, and whether it is printed by default."""

    title: str
    default: bool
    side: str = ""  # key of the only side that uses it


class Handling(NamedTuple):
    """Instructions for the pages of a product, as markup: material, copies and next step."""

    material: str
    copies: str
    hint: str

    def sided(self, edge: str) -> Handling:
        """Return the instructions for pages printed on both sides and flipped over their long or short edge."""
        return self._replace(material=f"{self.material}, on both sides",
                             hint=f"Choose “both sides, flip on {edge} edge”. {self.hint}") if edge else self


class Printed(NamedTuple):
    """Entries of a product in a scenario's pack, by key, with their pages, if made, and the default instructions."""

    things: Mapping[str, Any]
    scenario: Scenario
    pages: Sequence[Page]
    settings: Settings
    usual: Handling


class Product:
    """A kind of printed thing: a subclass for each, an instance of it in the `PRODUCTS` of its module."""

    name: ClassVar[str]
    made_by: ClassVar[str] = ""  # where its `build` is, or "module:function", below printshop.products
    material: ClassVar[str] = "paper"  # on a pack's cover: what to print it on,
    hint: ClassVar[str] = ""  # what to do then,
    copies: ClassVar[str] = "1"  # and how often
    section: ClassVar[str]  # where its things are described: file or folder, and the key in `pieces` of a scenario
    shows: ClassVar[tuple[str, ...]]  # all sections that can be seen in it
    of_units: ClassVar[bool] = False  # made of all units there are where none are named,
    in_copies: ClassVar[bool] = False  # of each as many as it says,
    counted: ClassVar[bool] = False  # and a booklet tells how many
    filled: ClassVar[bool] = False  # can have damage marked, or be blank
    cut_out: ClassVar[bool] = False  # goes into no book
    numbered: ClassVar[bool] = False  # has several files where one would be too large
    refuses_only: ClassVar[str] = ""  # why `--only` can name nothing of what has no pieces
    options: ClassVar[tuple[tuple[str, str], ...]] = ()  # settings of no other product, and what others say of them

    def __init_subclass__(cls) -> None:
        cls.section = getattr(cls, "section", "") or getattr(cls, "name", "")
        cls.shows = getattr(cls, "shows", ()) or (cls.section,)

    def lay_out(self, game: Game, request: Request, settings: Settings) -> Document:
        """Return what is asked for of it as pages, which may be made as they are walked: what `made_by` builds."""
        module, _, function = self.made_by.partition(":")
        build: Callable[..., Document] = getattr(import_module(f"printshop.products.{module}"), function or "build")
        return build(game, request, settings)

    def build(self, game: Game, request: Request, settings: Settings) -> Document:
        """Return what is asked for as pages. Raises PrintshopError, now or while they are walked, and no other."""
        from printshop.products.safely import made_safely

        self.need(game, request)
        return made_safely(self.name, partial(self.lay_out, game, request), game, settings)

    def entries(self, game: Game) -> Mapping[str, Any]:
        """Return what a game has of it, by key."""
        entries: Mapping[str, Any] = game.entries(self.section)
        return entries

    def pieces(self, game: Game) -> dict[str, Piece]:
        """Return titles and defaults of what a game has of it, by key."""
        heads = ((key, getattr(entry, "head", entry)) for key, entry in self.entries(game).items())
        return {key: Piece(head.title, getattr(head, "default", True), getattr(getattr(head, "side", None), "key", ""))
                for key, head in heads}

    def named(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        """Return the keys of what a scenario lists of it, or of what is usual: a side's own only where that fights."""
        pieces = self.pieces(game)
        if scenario and self.section in scenario.pieces:
            return tuple(key for key in scenario.pieces[self.section] if key in pieces)
        game.apart.need(self.section)
        fighting = {"", *(
            side for force in scenario.forces for side in (force.side.key, *force.allies))} if scenario else {
            piece.side for piece in pieces.values()}
        return tuple(key for key, piece in pieces.items() if piece.default and piece.side in fighting)

    def beside(self, game: Game, scenario: Scenario | None) -> Collection[str]:
        """Return the keys of what is printed with another product, of a scenario or of the whole game."""
        return ()

    def wanted(self, game: Game, scenario: Scenario | None = None) -> tuple[str, ...]:
        """Return the keys of what belongs to a scenario, or is usual. Raises PrintshopError if something is wrong."""
        beside = self.beside(game, scenario)
        return tuple(key for key in self.named(game, scenario) if key not in beside)

    def complete(self, game: Game) -> tuple[str, ...]:
        """Return the keys of all that a game has of it, also of what is printed only when it is asked for."""
        game.apart.need(self.section, game.apart.names(self.section))
        beside = self.beside(game, None)
        return tuple(key for key in self.pieces(game) if key not in beside)

    def blanks(self, game: Game, keys: Iterable[str], *, played: bool) -> tuple[str, ...]:
        """Return those keys of which there are blank forms besides those of units; `played`: in a scenario."""
        return ()

    def need(self, game: Game, request: Request) -> None:
        """Raise PrintshopError, with all that is wrong in the game's files, if a request needs something that is."""
        game.apart.need(self.section, request.only)
        if self.of_units and not (request.units or request.scenario or request.blank):
            game.apart.need("units")

    def request(self, game: Game, scenario: str = "", only: tuple[str, ...] = ()) -> Request:
        """Return the request for it, or for what a scenario has of it. Raises PrintshopError if that has none."""
        if not scenario:
            return Request(only=only)
        chosen = find_scenario(game, scenario)
        if not self.refuses_only and not only:
            only = self.wanted(game, chosen)
            if not only:
                raise failure(f"the scenario '{chosen.key}' is played without {self.name}")
        return Request(scenario=chosen, only=only)

    def packed(self, game: Game, scenario: Scenario) -> Request | None:
        """Return what a scenario's pack has of it, if anything; forms are blank where all units are to be chosen."""
        only, units = self.wanted(game, scenario), tuple(unit for crew in crews(game, scenario) for unit in crew)
        if not only:
            return None
        return Request(units=units, scenario=scenario, only=() if self.refuses_only else only, packed=True,
                       blank=BLANKS * len(scenario.forces) if self.filled and not units else 0)

    def warnings(self, game: Game, request: Request) -> Iterator[str]:
        """Give what is odd about what it has been made of."""
        if self.of_units and not request.blank:
            yield from unit_warnings(game, units_of(game, request))

    def advice(self, game: Game, request: Request, settings: Settings,
               papers: Callable[[], Mapping[str, Paper]]) -> Iterator[str]:
        """Give what could be done better with what has been made, on other `papers` that there are."""
        yield from ()

    def unused(self, options: Mapping[str, Any], printed: Collection[str]) -> Iterator[str]:
        """Give a note on each of its `options` that has no effect, where these products have been `printed`."""
        yield from ()

    def apart(self, pages: Sequence[Page], settings: Settings) -> bool:
        """Say whether its pages stay out of the one file of a pack."""
        return False

    def files(self, pages: tuple[Page, ...]) -> Iterator[tuple[str, tuple[Page, ...]]]:
        """Give the files that its pages make up: a title for each, "" for the usual one, and its pages."""
        yield "", pages

    def handling(self, game: Game, scenario: Scenario, pages: Sequence[Page], settings: Settings) -> Handling:
        """Return what is done with its pages, in a scenario's pack; without pages, with what they would be."""
        usual = Handling(self.material, self.copies, self.hint)
        if pages and pages[0].bleed:
            backs = ", its back the next" if any(page.label.endswith("b") for page in pages) else ""
            return usual._replace(hint=f"Each page is a piece{backs}; its edges are cut off.")
        entries = self.entries(game)
        wanted = {key: entries[key] for key in self.wanted(game, scenario) if key in entries}
        return self.handled(Printed(wanted, scenario, pages, settings, usual))

    def handled(self, printed: Printed) -> Handling:
        """Return what is done with pages of some of its things, where that is not the same with all."""
        return printed.usual


def listed(words: Iterable[str]) -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def cutting_out(backs: Iterable[str], *, tents: bool = False, along: str = "") -> str:
    """Return how to cut out pieces whose backs are made by these methods (`Backs`), and strips that fold into tents."""
    ways = {*backs}
    steps = {"Cut out, score and fold the tents, and glue their flaps.": tents,
             "Cut off what has two faces, fold it between them, glue it, and cut it out when it is dry.":
                 "beside" in ways,
             "Fold the sheets with two halves, glue them, and cut out when they are dry.": "fold" in ways}
    sentences = [step for step, applies in steps.items() if applies]
    if ways - {"beside", "fold"}:
        sentences.append("Cut out the rest." if sentences else f"Cut {along or 'from tick to tick'}.")
    return " ".join(sentences)


# --- defaults of requests that name nothing ---


def added_units(game: Game) -> list[Unit]:
    """Return the units that a game adds to the game that it extends; none if it extends none."""
    own_names = game.own.get("units")
    return [unit for name, unit in game.units.items() if name in own_names] if own_names else []


def added(game: Game, section: str, entries: Mapping[str, T]) -> dict[str, T]:
    """Return the entries that a game adds to a section ("forms", "maps" ...), and those for the units that it adds."""
    own_keys, kinds = game.own.get(section, frozenset()), {unit.kind for unit in added_units(game)}
    return {key: entry for key, entry in entries.items() if key in own_keys or unit_type_of(entry) in kinds}


def unit_type_of(entry: object) -> str:
    """Return the unit type that a form or a counter is for, or ""."""
    return getattr(entry, "unit_type", "") or getattr(entry, "unit", "")


def added_or_all(game: Game, section: str, entries: Mapping[str, T]) -> dict[str, T]:
    """Return the default entries: those that a game adds to a section, or all if it adds none."""
    return added(game, section, entries) or dict(entries)


def find_scenario(game: Game, key: str) -> Scenario:
    """Return a scenario of a game. Raises PrintshopError, with a suggestion, if there is none."""
    if key not in game[SCENARIOS]:
        game.apart.need("scenarios", {key})
        fleets = [path.stem for path in game.fleets.glob("*.*")]
        raise failure(f"{game.title} has no scenario '{key}'", f"this is a fleet: printshop fleet {game.key}/{key}"
                      if key in fleets else suggestion(key, game[SCENARIOS]))
    return game[SCENARIOS][key]


def scenarios(game: Game, request: Request) -> tuple[Scenario, ...]:
    """Return the scenarios of a request, or the default ones."""
    if request.scenario:
        return (request.scenario,)
    return tuple((game[SCENARIOS] if request.whole else added_or_all(game, "scenarios", game[SCENARIOS])).values())


def overspent(scenarios: Iterable[Scenario]) -> Iterator[str]:
    """Yield the warnings of forces that cost more than their limit."""
    return (force.warning for scenario in scenarios for force in scenario.forces if force.warning)


def unit_warnings(game: Game, units: Iterable[Unit]) -> Iterator[str]:
    """Yield warnings and likely misspellings of a game's units; units from one place in the data are reported once."""
    odd: dict[Span | None, tuple[Unit, list[str]]] = {}
    for unit in units:
        if unit.span not in odd and (said := [*map(plain, unit.warnings), *doubts(game, unit)]):
            odd[unit.span] = unit, said
    for unit, said in odd.values():
        yield from (f"{unit.span}: {unit.title}: {warning}" for warning in said)


def chosen(game: Game, entries: Mapping[str, T], request: Request, noun: str, file: str,
           default: Callable[[T], bool] = lambda entry: getattr(entry, "default", True)) -> list[T]:
    """Return the entries that a request names, in its order, or the default entries.

    `noun` is the word for an entry, `file` where entries are described. Raises PrintshopError, with a suggestion, for
    an unknown name, and if there are no entries or no defaults.
    """
    section, dot, number = file.partition(".yaml")
    if not entries:
        inside = f"under {section}: in {game.root.name}{number}" if dot and not game.root.is_dir() else f"in {file}"
        writes = f', or have one written: printshop new form {game.key} "My sheet"' if section == "forms" else ""
        raise failure(f"{game.title} has no {noun}s", f"describe a {noun} {inside}{writes}")
    for name in request.only:
        if name not in entries:
            raise failure(f"{game.title} has no {noun} '{name}'", suggestion(name, entries))
    usual = {key: entry for key, entry in entries.items() if default(entry)}
    if not request.whole:
        usual = added_or_all(game, file.partition(".")[0], usual)
    selected = [entries[name] for name in request.only] or list(usual.values())
    if not selected:
        names = ", ".join(list(entries)[:5])
        raise failure(f"no {noun} of {game.title} is printed unless it is asked for", f"--only names it: {names}")
    return selected


def units_of(game: Game, request: Request, pieces: bool = False) -> tuple[Unit, ...]:
    """Return the units of a request: those it names, its scenario's, or all of the game, sorted by side.

    If nothing is named and the game adds units to another, only those are returned. For `pieces` to play with, units
    without a side are made for every side, and the units of the whole game in as many copies as they say.
    """
    if request.scenario and not request.units:
        return tuple(unit for crew in crews(game, request.scenario) for unit in crew)
    order = {key: place for place, key in enumerate(game.sides)}
    all_units = game.units.values() if request.whole else added_units(game) or game.units.values()
    units = request.units or sorted(all_units, key=lambda unit: order.get(unit.side.key, len(order)))
    if not pieces:
        return tuple(units)
    served: Iterable[Unit] = units
    if game.sides and any(unit.anyones for unit in units):  # units without a side, one for each side, sorted by side
        served = (unit.serving(side) if unit.anyones else unit for side in game.sides.values() for unit in units
                  if unit.anyones or unit.side.key == side.key)
    if not request.units:
        served = (copy for unit in served for copy in (
            (unit,) if unit.copies == 1 else map(unit.numbered_as, range(1, unit.copies + 1))))
    printed = tuple(islice(served, MOST_PIECES + 1))
    if len(printed) > MOST_PIECES:
        raise failure(f"there are more than {MOST_PIECES:,} units to make pieces for, copies counted",
                      "name those that you need")
    return in_series(printed)
