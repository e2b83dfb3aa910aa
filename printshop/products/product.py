"""Base class of products: the declarations and hooks of one kind of printed thing.

Also the defaults if a request names no units, entries or scenario: all of the game, or what it adds to another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeVar

from printshop.drawing.display_list import Document, Page
from printshop.game.counters import MAX_PIECES
from printshop.game.model import Game, Unit, number_units
from printshop.game.units import find_unit_doubts
from printshop.layout.rectangles import Paper
from printshop.layout.zoom import enlarge_document
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import Span, make_error, suggest_name
from printshop.text_markup import strip_markup

if TYPE_CHECKING:
    from printshop.game.scenarios import Scenario

T = TypeVar("T")

BLANKS_PER_FORCE = 4  # blank forms in a pack for each force, if all units are still to be chosen


class ProductEntry(NamedTuple):
    """Title of an entry, its side if it is for one only, and whether it is printed by default."""

    title: str
    is_default: bool
    side: str = ""  # key of the only side that uses it


class PrintInstructions(NamedTuple):
    """Instructions for the pages of a product, as markup: material, copies and next step."""

    material: str
    copies: str
    hint: str

    def for_both_sides(self, flip_edge: str) -> PrintInstructions:
        """Return the instructions for pages printed on both sides and flipped over their long or short edge."""
        return self._replace(material=f"{self.material}, on both sides",
                             hint=f"Choose “both sides, flip on {flip_edge} edge”. {self.hint}") if flip_edge else self


class PrintedEntries(NamedTuple):
    """Entries of a product in a scenario's pack, by key, with their pages, if made, and the default instructions."""

    entries: Mapping[str, Any]
    scenario: Scenario
    pages: Sequence[Page]
    settings: PrintSettings
    default_instructions: PrintInstructions


class Product:
    """A kind of printed thing: a subclass for each, an instance of it in the `PRODUCTS` of its module."""

    name: ClassVar[str]
    build_function: ClassVar[str] = ""  # where its `build` is, or "module:function", below printshop.products
    material: ClassVar[str] = "paper"  # on a pack's cover: what to print it on,
    hint: ClassVar[str] = ""  # what to do then,
    copies: ClassVar[str] = "1"  # and how often
    # where its things are described: file or folder, and the key in `list_entries` of a scenario
    section: ClassVar[str]
    shown_sections: ClassVar[tuple[str, ...]]  # all sections that can be seen in it; `make` reads no others
    needs_units: ClassVar[bool] = False  # made of all units there are where none are named,
    per_copy: ClassVar[bool] = False  # of each as many as it says,
    counted_in_booklet: ClassVar[bool] = False  # and a booklet tells how many
    can_be_marked: ClassVar[bool] = False  # can have damage marked, or be blank
    is_cut_out: ClassVar[bool] = False  # goes into no book
    is_enlarged: ClassVar[bool] = False  # large print enlarges whole pages: `lay_out` gets smaller paper
    splits_files: ClassVar[bool] = False  # has several files where one would be too large
    only_refusal: ClassVar[str] = ""  # why `--only` can name nothing of what has no pieces
    own_options: ClassVar[tuple[tuple[str, str], ...]] = ()  # settings of no other product, and what others say of them

    def __init_subclass__(cls) -> None:
        cls.section = getattr(cls, "section", "") or getattr(cls, "name", "")
        cls.shown_sections = getattr(cls, "shown_sections", ()) or (cls.section,)

    def lay_out(self, game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
        """Return the requested pages, which may be made while they are read: the result of `build_function`."""
        module, _, function = self.build_function.partition(":")
        build: Callable[..., Document] = getattr(import_module(f"printshop.products.{module}"), function)
        return build(game, request, settings)

    def build(self, game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
        """Return what is asked for as pages. Raises PrintshopError, now or while they are walked, and no other."""
        from printshop.products.build import build_safely

        self.require_valid(game, request)
        lay_out = partial(self.lay_out, game, request)
        if not self.is_enlarged or settings.zoom == 1:
            return build_safely(self.name, lay_out, game, settings)
        return build_safely(self.name, lambda how: enlarge_document(lay_out(how)), game, settings.before_zoom())

    def find_entries(self, game: Game) -> Mapping[str, Any]:
        """Return what a game has of it, by key."""
        entries: Mapping[str, Any] = game.find_entries(self.section)
        return entries

    def list_entries(self, game: Game) -> dict[str, ProductEntry]:
        """Return titles and defaults of what a game has of it, by key."""
        entry_heads = ((key, getattr(entry, "head", entry)) for key, entry in self.find_entries(game).items())
        return {key: ProductEntry(head.title, getattr(head, "default", True),
                                  getattr(getattr(head, "side", None), "key", ""))
                for key, head in entry_heads}

    def find_scenario_keys(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        """Return the keys of what a scenario lists of it, or of what is usual: a side's own only where that fights."""
        pieces = self.list_entries(game)
        if scenario and self.section in scenario.pieces:
            return tuple(key for key in scenario.pieces[self.section] if key in pieces)
        game.broken.require(self.section)
        sides_taking_part = {"", *(
            side for force in scenario.forces for side in (force.side.key, *force.allies))} if scenario else {
            piece.side for piece in pieces.values()}
        return tuple(key for key, piece in pieces.items() if piece.is_default and piece.side in sides_taking_part)

    def find_keys_printed_elsewhere(self, game: Game, scenario: Scenario | None) -> Collection[str]:
        """Return the keys of what is printed with another product, of a scenario or of the whole game."""
        return ()

    def find_default_keys(self, game: Game, scenario: Scenario | None = None) -> tuple[str, ...]:
        """Return the keys of what belongs to a scenario, or is usual. Raises PrintshopError if something is wrong."""
        beside = self.find_keys_printed_elsewhere(game, scenario)
        return tuple(key for key in self.find_scenario_keys(game, scenario) if key not in beside)

    def find_all_keys(self, game: Game) -> tuple[str, ...]:
        """Return the keys of all that a game has of it, also of what is printed only when it is asked for."""
        game.broken.require(self.section, game.broken.list_names(self.section))
        beside = self.find_keys_printed_elsewhere(game, None)
        return tuple(key for key in self.list_entries(game) if key not in beside)

    def find_blank_keys(self, game: Game, keys: Iterable[str], *, in_scenario: bool) -> tuple[str, ...]:
        """Return those keys of which there are blank forms besides those of units; `in_scenario`: in a scenario."""
        return ()

    def require_valid(self, game: Game, request: PrintRequest) -> None:
        """Raise PrintshopError, with all that is wrong in the game's files, if a request needs something that is."""
        game.broken.require(self.section, request.only_keys)
        if self.needs_units and not (request.units or request.scenario or request.blank_forms):
            game.broken.require("units")

    def make_request(self, game: Game, scenario: str = "", only: tuple[str, ...] = ()) -> PrintRequest:
        """Return the request for it, or for what a scenario has of it. Raises PrintshopError if that has none."""
        if not scenario:
            return PrintRequest(only_keys=only)
        scenario_entry = find_game_scenario(game, scenario)
        if not self.only_refusal and not only:
            only = self.find_default_keys(game, scenario_entry)
            if not only:
                raise make_error(f"the scenario '{scenario_entry.key}' uses no {self.name}")
        return PrintRequest(scenario=scenario_entry, only_keys=only)

    def make_pack_request(self, game: Game, scenario: Scenario) -> PrintRequest | None:
        """Return what a scenario's pack has of it, if anything; forms are blank where all units are to be chosen."""
        from printshop.game.scenarios import muster_forces

        only, units = self.find_default_keys(game, scenario), tuple(unit for crew in muster_forces(game, scenario)
                                                                    for unit in crew)
        if not only:
            return None
        return PrintRequest(units=units, scenario=scenario, only_keys=() if self.only_refusal else only, in_pack=True,
                            blank_forms=BLANKS_PER_FORCE * len(scenario.forces) if self.can_be_marked and not units
                            else 0)

    def list_warnings(self, game: Game, request: PrintRequest) -> Iterator[str]:
        """Give what is odd about what it has been made of."""
        if self.needs_units and not request.blank_forms:
            yield from list_unit_warnings(game, find_requested_units(game, request))

    def list_advice(self, game: Game, request: PrintRequest, settings: PrintSettings,
                    load_papers: Callable[[], Mapping[str, Paper]]) -> Iterator[str]:
        """Give what could be done better with what has been made, on other `load_papers` that there are."""
        yield from ()

    def list_unused_options(self, options: Mapping[str, Any], printed_products: Collection[str]) -> Iterator[str]:
        """Yield a note on each option of its own that has no effect on these products."""
        yield from ()

    def needs_own_file(self, pages: Sequence[Page], settings: PrintSettings) -> bool:
        """Say whether its pages stay out of the one file of a pack."""
        return False

    def split_into_files(self, pages: tuple[Page, ...]) -> Iterator[tuple[str, tuple[Page, ...]]]:
        """Give the files that its pages make up: a title for each, "" for the usual one, and its pages."""
        yield "", pages

    def make_instructions(self, game: Game, scenario: Scenario, pages: Sequence[Page],
                          settings: PrintSettings) -> PrintInstructions:
        """Return what is done with its pages, in a scenario's pack; without pages, with what they would be."""
        usual = PrintInstructions(self.material, self.copies, self.hint)
        if pages and pages[0].bleed:
            backs = ", its back the next" if any(page.label.endswith("b") for page in pages) else ""
            return usual._replace(hint=f"Each page is a piece{backs}; its edges are cut off.")
        entries = self.find_entries(game)
        entries_to_print = {key: entries[key] for key in self.find_default_keys(game, scenario) if key in entries}
        return self.adapt_instructions(PrintedEntries(entries_to_print, scenario, pages, settings, usual))

    def adapt_instructions(self, printed: PrintedEntries) -> PrintInstructions:
        """Return what is done with pages of some of its things, where that is not the same with all."""
        return printed.default_instructions


def join_with_and(words: Iterable[str]) -> str:
    """Return words as a list: "a", "a and b", "a, b and c"."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def describe_cutting_out(backs: Iterable[str], *, with_tents: bool = False, cut_along: str = "") -> str:
    """Return how to cut out pieces whose backs are made by these methods (`Backs`), and strips that fold into tents."""
    back_methods = {*backs}
    steps = {"Cut out, score and fold the tents, and glue their flaps.": with_tents,
             "Cut off what has two faces, fold it between them, glue it, and cut it out when it is dry.":
                 "beside" in back_methods,
             "Fold the sheets with two halves, glue them, and cut out when they are dry.": "fold" in back_methods}
    sentences = [step for step, applies in steps.items() if applies]
    if back_methods - {"beside", "fold"}:
        sentences.append("Cut out the rest." if sentences else f"Cut {cut_along or 'from tick to tick'}.")
    return " ".join(sentences)


# --- defaults of requests that name nothing ---


def find_added_units(game: Game) -> list[Unit]:
    """Return the units that a game adds to the game that it extends; none if it extends none."""
    own_names = game.own_entries.get("units")
    return [unit for name, unit in game.units.items() if name in own_names] if own_names else []


def find_added_entries(game: Game, section: str, entries: Mapping[str, T]) -> dict[str, T]:
    """Return the entries that a game adds to a section ("forms", "maps" ...), and those for the units that it adds."""
    own_keys, kinds = game.own_entries.get(section, frozenset()), {unit.kind for unit in find_added_units(game)}
    return {key: entry for key, entry in entries.items() if key in own_keys or find_entry_unit_type(entry) in kinds}


def find_entry_unit_type(entry: object) -> str:
    """Return the unit type that a form or a counter is for, or ""."""
    return getattr(entry, "unit_type", "") or getattr(entry, "unit", "")


def find_added_or_all(game: Game, section: str, entries: Mapping[str, T]) -> dict[str, T]:
    """Return the default entries: those that a game adds to a section, or all if it adds none."""
    return find_added_entries(game, section, entries) or dict(entries)


def find_game_scenario(game: Game, key: str) -> Scenario:
    """Return a scenario of a game. Raises PrintshopError, with a suggestion, if there is none."""
    from printshop.game.scenarios import SCENARIOS

    if key not in game[SCENARIOS]:
        game.broken.require("scenarios", {key})
        fleets = [path.stem for path in game.fleets_folder.glob("*.*")]
        raise make_error(f"{game.title} has no scenario '{key}'",
                         f"this key is the name of a fleet: run printshop fleet {game.key}/{key}"
                         if key in fleets else suggest_name(key, game[SCENARIOS]))
    return game[SCENARIOS][key]


def find_requested_scenarios(game: Game, request: PrintRequest) -> tuple[Scenario, ...]:
    """Return the scenarios of a request, or the default ones."""
    from printshop.game.scenarios import SCENARIOS

    if request.scenario:
        return (request.scenario,)
    return tuple((game[SCENARIOS] if request.whole_game
                  else find_added_or_all(game, "scenarios", game[SCENARIOS])).values())


def list_overspent_warnings(scenarios: Iterable[Scenario]) -> Iterator[str]:
    """Yield the warnings of forces that cost more than their limit."""
    return (force.limit_warning for scenario in scenarios for force in scenario.forces if force.limit_warning)


def list_unit_warnings(game: Game, units: Iterable[Unit]) -> Iterator[str]:
    """Yield warnings and likely misspellings of a game's units; units from one place in the data are reported once."""
    messages_by_span: dict[Span | None, tuple[Unit, list[str]]] = {}
    for unit in units:
        if unit.span not in messages_by_span and (messages := [*map(strip_markup, unit.warnings),
                                                               *find_unit_doubts(game, unit)]):
            messages_by_span[unit.span] = unit, messages
    for unit, messages in messages_by_span.values():
        yield from (f"{unit.span}: {unit.title}: {warning}" for warning in messages)


def choose_entries(game: Game, entries: Mapping[str, T], request: PrintRequest, noun: str, file: str,
                   is_default: Callable[[T], bool] = lambda entry: getattr(entry, "default", True)) -> list[T]:
    """Return the entries that a request names, in its order, or the default entries.

    `noun` is the word for an entry, `file` where entries are described. Raises PrintshopError, with a suggestion, for
    an unknown name, and if there are no entries or no defaults.
    """
    section, dot, number = file.partition(".yaml")
    if not entries:
        inside = f"under {section}: in {game.root.name}{number}" if dot and not game.root.is_dir() else f"in {file}"
        writes = f", or create a form: printshop new form {game.key} \"My sheet\"" if section == "forms" else ""
        raise make_error(f"{game.title} has no {noun}s", f"describe a {noun} {inside}{writes}")
    for name in request.only_keys:
        if name not in entries:
            raise make_error(f"{game.title} has no {noun} '{name}'", suggest_name(name, entries))
    default_entries = {key: entry for key, entry in entries.items() if is_default(entry)}
    if not request.whole_game:
        default_entries = find_added_or_all(game, file.partition(".")[0], default_entries)
    selected = [entries[name] for name in request.only_keys] or list(default_entries.values())
    if not selected:
        names = ", ".join(list(entries)[:5])
        raise make_error(f"{game.title} has no {noun} that is printed by default",
                         f"choose one or more with --only: {names}")
    return selected


def find_requested_units(game: Game, request: PrintRequest, for_pieces: bool = False) -> tuple[Unit, ...]:
    """Return the units of a request: those it names, its scenario's, or all of the game, sorted by side.

    If nothing is named and the game adds units to another, only those are returned. For `for_pieces` to play with,
    units without a side are made for every side, and the units of the whole game in as many copies as they say.
    """
    if request.scenario and not request.units:
        from printshop.game.scenarios import muster_forces

        return tuple(unit for crew in muster_forces(game, request.scenario) for unit in crew)
    order = {key: place for place, key in enumerate(game.sides)}
    all_units = game.units.values() if request.whole_game else find_added_units(game) or game.units.values()
    units = request.units or sorted(all_units, key=lambda unit: order.get(unit.side.key, len(order)))
    if not for_pieces:
        return tuple(units)
    piece_units: Iterable[Unit] = units
    # units without a side, one for each side, sorted by side
    if game.sides and any(unit.has_no_side for unit in units):
        piece_units = (unit.assign_side(side) if unit.has_no_side else unit for side in game.sides.values()
                       for unit in units
                       if unit.has_no_side or unit.side.key == side.key)
    if not request.units:
        piece_units = (copy for unit in piece_units for copy in (
            (unit,) if unit.copies == 1 else map(unit.make_numbered_copy, range(1, unit.copies + 1))))
    printed = tuple(islice(piece_units, MAX_PIECES + 1))
    if len(printed) > MAX_PIECES:
        raise make_error(f"there are more than {MAX_PIECES:,} units with pieces, including copies",
                         "add the names of the units that you need")
    return number_units(printed)
