"""Products: the declaration of one kind of printed thing, and the functions that all products share.

If a request names no units, entries or scenario, the defaults are those of the game, or those that the game adds to
another one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from itertools import chain, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from printshop.drawing.display_list import Document, Page
from printshop.game.counters import MAX_PIECES
from printshop.game.model import Game, Unit, fold_name, number_units
from printshop.game.units import find_unit_doubts
from printshop.layout.rectangles import Paper
from printshop.layout.zoom import enlarge_document
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Span, make_error, suggest_name
from printshop.text_markup import strip_markup
from printshop.words import Words

if TYPE_CHECKING:
    from printshop.game.forms.model import Form
    from printshop.game.scenarios import Scenario

T = TypeVar("T")

BLANKS_PER_FORCE = 4  # blank forms in a pack for each force, if all units are still to be chosen


class ProductEntry(NamedTuple):
    """Title of an entry, its side if it is for one only, and whether it is printed by default."""

    title: str
    is_default: bool
    side: str = ""  # key of the only side that uses it
    is_replaced: bool = False  # a marker for which players use another thing, such as a die


class PrintInstructions(NamedTuple):
    """Instructions for the pages of a product: the material and the next step as markup, and the number of copies.

    `single_pages` are the codes of pages that are printed only once.
    """

    material: str
    copies: int
    hint: str
    single_pages: tuple[str, ...] = ()

    def format_copies(self, words: Words) -> str:
        """Return the number of copies, and the pages with one copy only, for example "2; R-2: 1"."""
        if not self.single_pages or self.copies == 1:
            return str(self.copies)
        return f"{self.copies}; {words.join(self.single_pages)}: 1"

    def for_both_sides(self, flip_edge: str, words: Words) -> PrintInstructions:
        """Return the instructions for pages printed on both sides and flipped over their long or short edge."""
        return self._replace(material=words("on_both_sides", material=self.material),
                             hint=f"{words(f'choose_{flip_edge}_edge')} {self.hint}") if flip_edge else self


class PrintedEntries(NamedTuple):
    """Entries of a product in a scenario's pack, by key, with their pages, if made, and the default instructions."""

    entries: Mapping[str, Any]
    scenario: Scenario
    pages: Sequence[Page]
    settings: PrintSettings
    default_instructions: PrintInstructions


def list_nothing(*_: object) -> tuple[()]:
    """Return nothing: the value of a function of `Product` that a product does not need."""
    return ()


@dataclass(frozen=True, slots=True)
class Product:
    """A kind of printed thing, declared in the `PRODUCTS` of its module.

    A default stands for the usual case, so a product gives only the values and functions in which it differs.
    """

    name: str
    section: str  # the key of the section with its entries; "" if it has none
    build_function: str  # "module:function": from game, request and settings to a document
    material: str = "paper"  # on a pack's cover: what to print it on, in English or as a key of words,
    hint: str = ""  # what to do then, in the same way,
    copies: int = 1  # and how often
    other_sections: tuple[str, ...] = ()  # further sections that can be seen in it; `make` reads no others
    needs_units: bool = False  # printed for units: for all units if a request names none
    per_copy: bool = False  # printed once for each copy of a unit
    counted_in_booklet: bool = False  # the booklet states the number of units
    can_be_marked: bool = False  # has marks for damage, and blank forms
    is_cut_out: bool = False  # its pages go into no book
    is_joined: bool = False  # several pages are trimmed and joined to one thing
    is_enlarged: bool = False  # large print enlarges whole pages: `build_function` gets smaller paper
    is_for_learning: bool = False  # a pack has it only with `--learn`
    splits_files: bool = False  # has several files if one file is too large
    only_refusal: str = ""  # the error for `--only`, if the product has no entries to choose
    own_options: tuple[tuple[str, str], ...] = ()  # settings for this product only, each with the error for others

    # the entries of a game by key, if they are not all entries of the section
    select_entries: Callable[[Game], Mapping[str, Any]] | None = None
    # the keys for a scenario that lists no entries of the section, if they are not the default keys
    find_implied_keys: Callable[[Scenario], tuple[str, ...]] | None = None
    # the keys of entries that are printed with another product, in a scenario or in the whole game
    find_keys_printed_elsewhere: Callable[[Game, Scenario | None], Collection[str]] = list_nothing
    # those of the given keys that have blank forms, in a scenario or in the whole game
    find_blank_keys: Callable[[Game, Iterable[str], Scenario | None], tuple[str, ...]] = list_nothing
    # the names of pieces that are no units
    list_own_pieces: Callable[[Game, PrintRequest], Iterable[str]] = list_nothing
    # warnings that are not about units
    list_own_warnings: Callable[[Game, PrintRequest], Iterable[str]] = list_nothing
    # advice on better papers; the last argument loads all papers
    list_advice: Callable[[Game, PrintRequest, PrintSettings, Callable[[], Mapping[str, Paper]]],
                          Iterable[str]] = list_nothing
    # notes on own options that have no effect on the products with these names
    list_unused_options: Callable[[Mapping[str, Any], Collection[str]], Iterable[str]] = list_nothing
    # whether pages stay out of the one file of a pack
    needs_own_file: Callable[[Sequence[Page], PrintSettings], bool] = lambda *_: False
    # the files of pages: a title for each, "" for the usual file, and its pages
    split_into_files: Callable[[tuple[Page, ...]],
                               Iterable[tuple[str, tuple[Page, ...]]]] = lambda pages: (("", pages),)
    # instructions for some of its entries, if they differ from the default instructions
    adapt_instructions: Callable[[PrintedEntries], PrintInstructions] = attrgetter("default_instructions")

    @property
    def shown_sections(self) -> tuple[str, ...]:
        """All sections that can be seen in the product."""
        return (self.section, *self.other_sections) if self.section else self.other_sections

    def build(self, game: Game, request: PrintRequest, settings: PrintSettings) -> Document:
        """Return the requested pages. Only PrintshopError is raised, now or while the pages are read."""
        from printshop.products.build import build_safely

        require_valid(self, game, request)
        settings = replace(settings, words=game.words)
        module, _, function = self.build_function.partition(":")
        lay_out: Callable[[PrintSettings], Document] = partial(getattr(import_module(module), function), game, request)
        if not self.is_enlarged or settings.zoom == 1:
            return build_safely(self.name, lay_out, game, settings)
        return build_safely(self.name, lambda build_settings: enlarge_document(lay_out(build_settings)), game,
                            settings.before_zoom())


def find_entries(product: Product, game: Game) -> Mapping[str, Any]:
    """Return the entries of a product in a game, by key."""
    return product.select_entries(game) if product.select_entries else game.find_entries(product.section)


def list_entries(product: Product, game: Game) -> dict[str, ProductEntry]:
    """Return the titles and defaults of a product's entries in a game, by key."""
    heads = ((key, getattr(entry, "head", entry)) for key, entry in find_entries(product, game).items())
    return {key: ProductEntry(head.title, getattr(head, "default", True),
                              getattr(getattr(head, "side", None), "key", ""), getattr(head, "is_replaced", False))
            for key, head in heads}


def _list_printed_entries(product: Product, game: Game, scenario: Scenario | None) -> dict[str, ProductEntry]:
    """Return the entries without markers that are replaced by other things, by key.

    Without a scenario, markers of a side are not included either if no value of any unit of this side is known.
    """
    entries = {key: entry for key, entry in list_entries(product, game).items() if not entry.is_replaced}
    if scenario or not any(entry.side for entry in entries.values()):
        return entries
    sides = set[str]()
    for unit in game.units.values():
        if unit.side.key in game.sides and unit.side.key not in sides and game.has_known_values(unit):
            sides.add(unit.side.key)
    return {key: entry for key, entry in entries.items() if not (entry.side and sides) or entry.side in sides}


def find_scenario_keys(product: Product, game: Game, scenario: Scenario | None, *,
                       on_screen: bool = False) -> tuple[str, ...]:
    """Return the keys that a scenario lists, or the default keys.

    Entries of a side are included only if the side takes part. Markers that are replaced by other things are included
    only if the game is played `on_screen`, without cutting out.
    """
    entries = list_entries(product, game) if on_screen else _list_printed_entries(product, game, scenario)
    if scenario and product.section in scenario.pieces:
        return tuple(key for key in scenario.pieces[product.section] if key in entries)
    if scenario and product.find_implied_keys:
        return product.find_implied_keys(scenario)
    game.broken.require(product.section)
    sides_taking_part = {"", *(
        side for force in scenario.forces for side in (force.side.key, *force.allies))} if scenario else {
        entry.side for entry in entries.values()}
    return tuple(key for key, entry in entries.items() if entry.is_default and entry.side in sides_taking_part)


def find_default_keys(product: Product, game: Game, scenario: Scenario | None = None) -> tuple[str, ...]:
    """Return the keys for a scenario, or the default keys.

    Raises PrintshopError if a needed entry is broken.
    """
    keys_elsewhere = product.find_keys_printed_elsewhere(game, scenario)
    return tuple(key for key in find_scenario_keys(product, game, scenario) if key not in keys_elsewhere)


def find_all_keys(product: Product, game: Game) -> tuple[str, ...]:
    """Return the keys of all entries, also of those that are not printed by default.

    Maps that no scenario uses are not included.
    """
    from printshop.game.scenarios import SCENARIOS

    game.broken.require(product.section, game.broken.list_names(product.section))
    keys_elsewhere = product.find_keys_printed_elsewhere(game, None)
    used = {key for scenario in game[SCENARIOS].values() for key in find_scenario_keys(product, game, scenario)
            } if product.is_joined else ()
    return tuple(key for key in _list_printed_entries(product, game, None)
                 if key not in keys_elsewhere and (not used or key in used))


def require_valid(product: Product, game: Game, request: PrintRequest) -> None:
    """Raise PrintshopError, with all problems of the game's files, if a request needs a broken entry."""
    game.broken.require(product.section, (request.scenario.key,) if request.scenario and product.section == "scenarios"
                        else request.only_keys)
    if product.needs_units and not (request.units or request.scenario or request.blank_forms):
        game.broken.require("units")


def make_request(product: Product, game: Game, scenario: str = "", only: tuple[str, ...] = ()) -> PrintRequest:
    """Return the request for a product, or for its entries in a scenario.

    Raises PrintshopError if there are none.
    """
    if not scenario:
        return PrintRequest(only_keys=only)
    scenario_entry = find_game_scenario(game, scenario)
    if not product.only_refusal and not only:
        only = find_default_keys(product, game, scenario_entry)
        if not only:
            raise make_error(f"the scenario '{scenario_entry.key}' uses no {product.name}")
    return PrintRequest(scenario=scenario_entry, only_keys=only)


def choose_pieces(product: Product, game: Game, request: PrintRequest, words: Collection[str]
                  ) -> tuple[PrintRequest, frozenset[str]]:
    """Return a request for the named entries and pieces only, and the words that name any of them.

    A word is the key or the title of an entry, or the name that is printed on a piece. Capitals make no difference. Of
    the named entries, only the named pieces are requested. If no entry is named, all entries with such pieces are
    requested. Outside a scenario, a numbered unit may have any number.
    """
    entries = find_entries(product, game)
    allowed_keys = request.only_keys if request.in_pack else tuple(entries)
    # the title of a marker is the name of its pieces
    keys_by_title = {fold_name(strip_markup(entry.title)): key for key, entry in list_entries(product, game).items()
                     if key in allowed_keys} if product.list_own_pieces is list_nothing else {}
    keys = {word: word if word in allowed_keys else keys_by_title.get(fold_name(word), "") for word in words}
    keys = {word: key for word, key in keys.items() if key}
    names = {word: fold_name(word) for word in words if word not in keys}
    only_keys = tuple(dict.fromkeys(keys.values()))
    if not names:
        return replace(request, only_keys=only_keys), frozenset(keys)
    defaults = request.only_keys or (find_default_keys(product, game) if product.needs_units else allowed_keys)
    request = replace(request, whole_game=not request.scenario, only_keys=only_keys or tuple(
        key for key in defaults
        if not product.needs_units or (key in entries and find_entry_unit_type(entries[key]))))
    units = _find_piece_units(product, game, request)
    known_names = {*chain.from_iterable(unit.printed_names for unit in units),
                   *map(fold_name, product.list_own_pieces(game, request))}
    if product.needs_units and not (request.scenario or request.units or request.blank_forms):
        numbered = {word: unit for word, name in names.items()
                    if name not in known_names and (unit := _find_unit_or_none(game, word))}
        if numbered:
            units = (*(unit for unit in units if unit.printed_names & {*names.values()}), *numbered.values())
            request, known_names = replace(request, units=units), known_names | {names[word] for word in numbered}
    names_by_word = {word: name for word, name in names.items() if name in known_names and request.only_keys}
    return replace(request, piece_names=frozenset(names_by_word.values())), frozenset({*keys, *names_by_word})


def _find_piece_units(product: Product, game: Game, request: PrintRequest) -> tuple[Unit, ...]:
    """Return the units that have pieces in a product, or none if the product has no pieces of units."""
    has_units = product.needs_units and not (product.only_refusal or request.blank_forms)
    units = find_requested_units(game, request, product.per_copy) if has_units else ()
    return units + find_deck_units(game, request) if product.can_be_marked else units


def _find_unit_or_none(game: Game, name: str) -> Unit | None:
    with suppress(PrintshopError):
        return game.find_unit(name)
    return None


def list_names_to_choose(product: Product, game: Game, request: PrintRequest) -> tuple[str, ...]:
    """Return the names that `choose_pieces` accepts, without repetitions: keys of entries, and names of pieces."""
    keys = request.only_keys if request.in_pack else tuple(find_entries(product, game))
    request = replace(request, only_keys=keys, whole_game=not request.scenario)
    units = _find_piece_units(product, game, request)
    unit_names = chain.from_iterable((unit.name, unit.title) for unit in units)
    return tuple(dict.fromkeys((*keys, *unit_names, *product.list_own_pieces(game, request))))


def make_pack_request(product: Product, game: Game, scenario: Scenario) -> PrintRequest | None:
    """Return the request for a scenario's pack.

    If the pack has no pages of the product, return None. If players still choose all units, forms are blank, and other
    products of units have no pages.
    """
    from printshop.game.scenarios import muster_forces

    units = tuple(unit for crew in muster_forces(game, scenario) for unit in crew)
    if product.needs_units and not product.can_be_marked and not units:
        return None
    only = find_default_keys(product, game, scenario)
    if not only:
        return None
    return PrintRequest(units=units, scenario=scenario, only_keys=() if product.only_refusal else only, in_pack=True,
                        blank_forms=BLANKS_PER_FORCE * len(scenario.forces) if product.can_be_marked and not units
                        else 0)


def list_warnings(product: Product, game: Game, request: PrintRequest) -> Iterator[str]:
    """Yield warnings about the entries and units of a request."""
    yield from product.list_own_warnings(game, request)
    if product.needs_units and not request.blank_forms:
        yield from list_unit_warnings(game, find_requested_units(game, request))


def make_usual_instructions(product: Product, words: Words) -> PrintInstructions:
    """Return the instructions that a product has by default."""
    return PrintInstructions(words.name(product.material), product.copies, words.name(product.hint))


def make_instructions(product: Product, game: Game, scenario: Scenario | None, pages: Sequence[Page],
                      settings: PrintSettings) -> PrintInstructions:
    """Return the instructions for pages in a scenario's pack, or without pages, for the pages that it would have.

    Without a scenario, as for a fleet, return the usual instructions.
    """
    words, settings = game.words, replace(settings, words=game.words)
    usual_instructions = make_usual_instructions(product, words)
    if scenario is None:
        return usual_instructions
    if pages and pages[0].bleed:
        has_backs = any(page.label.endswith("b") for page in pages)
        return usual_instructions._replace(hint=words("pieces_as_pages_with_backs" if has_backs else "pieces_as_pages"))
    entries = find_entries(product, game)
    entries_to_print = {key: entries[key] for key in find_default_keys(product, game, scenario) if key in entries}
    return product.adapt_instructions(PrintedEntries(entries_to_print, scenario, pages, settings, usual_instructions))


def describe_cutting_out(backs: Iterable[str], words: Words, *, with_tents: bool = False, along_lines: bool = False
                         ) -> str:
    """Return how to cut out pieces whose backs are made by these methods (`Backs`), and strips that fold into tents."""
    back_methods = {*backs}
    steps = {"make_tents": with_tents, "make_pairs": "beside" in back_methods, "make_halves": "fold" in back_methods}
    sentences = [words(step) for step, applies in steps.items() if applies]
    if back_methods - {"beside", "fold"}:
        sentences.append(words("cut_rest" if sentences else "cut_along_lines" if along_lines
                               else "cut_between_tick_marks"))
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
                         if key in fleets else suggest_name(key, game[SCENARIOS]), code="unknown battle")
    return game[SCENARIOS][key]


def find_requested_scenarios(game: Game, request: PrintRequest) -> tuple[Scenario, ...]:
    """Return the scenarios of a request, or the default ones."""
    from printshop.game.scenarios import SCENARIOS

    if request.scenario:
        return (request.scenario,)
    return tuple((game[SCENARIOS] if request.whole_game
                  else find_added_or_all(game, "scenarios", game[SCENARIOS])).values())


def list_scenario_warnings(game: Game, scenarios: Iterable[Scenario]) -> Iterator[str]:
    """Yield warnings of forces that cost more than their limit, and of forms whose units no force has."""
    for scenario in scenarios:
        yield from (force.limit_warning for force in scenario.forces if force.limit_warning)
        # if the players choose all units, forms are blank
        for form in _list_forms_of_no_force(game, scenario) if any(force.roster for force in scenario.forces) else ():
            if not form.shared:
                yield (f"{scenario.spans.get('forms', scenario.span)}: the scenario '{scenario.key}' prints nothing "
                       f"of the form '{form.key}', because no force has units of the type '{form.unit}': write "
                       "'shared: true' in the form to print all of them as one deck")


def list_unit_warnings(game: Game, units: Iterable[Unit]) -> Iterator[str]:
    """Yield warnings and likely misspellings of a game's units; units from one place in the data are reported once.

    Warnings about the files of the game come first.
    """
    yield from game.notes
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
    If the request names pieces, only their units are returned, with the numbers that they have among all units.
    """
    units = _find_all_requested_units(game, request, for_pieces)
    return tuple(unit for unit in units if unit.printed_names & request.piece_names) if request.piece_names else units


def _list_forms_of_no_force(game: Game, scenario: Scenario) -> list[Form]:
    """Return the forms that a scenario names in its `pieces`, and whose unit type no force has."""
    from printshop.game.forms.model import FORMS
    from printshop.game.scenarios import muster_forces

    forms = [game[FORMS][key] for key in scenario.pieces.get("forms", ()) if key in game[FORMS]]
    kinds = {"", *(unit.kind for crew in muster_forces(game, scenario) for unit in crew)} if forms else {}
    return [form for form in forms if form.unit not in kinds]


def find_deck_units(game: Game, request: PrintRequest) -> tuple[Unit, ...]:
    """Return the units of a scenario's decks: those of its shared forms, if no force has units of their type.

    If the request names pieces, only their units are returned. Blank forms outside a pack have no decks.
    """
    scenario = request.scenario
    if not scenario or (request.blank_forms and not request.in_pack):
        return ()
    kinds = {form.unit for form in _list_forms_of_no_force(game, scenario) if form.shared}
    return tuple(unit for unit in game.units.values() if unit.kind in kinds
                 and (not request.piece_names or unit.printed_names & request.piece_names))


def _find_all_requested_units(game: Game, request: PrintRequest, for_pieces: bool) -> tuple[Unit, ...]:
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
