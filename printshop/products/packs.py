"""Packs of a scenario with a cover, packs of a fleet with its roster, and files of everything in a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

from printshop import products
from printshop.drawing.display_list import Bookmark, Document, Group, Page, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.text import measure_text, strip_markup
from printshop.game.fleets import Fleet
from printshop.game.model import Game, make_unique_name
from printshop.game.scenarios import Scenario
from printshop.game.seats import Seat
from printshop.layout.duplex import find_page_grid, list_page_codes, make_empty_page
from printshop.layout.page_choice import PageChoice, choose_sheets, group_sheets
from printshop.layout.page_frame import HEADER_GAP, find_content_rect
from printshop.layout.zoom import enlarge_document, shrink_paper
from printshop.print_settings import DEFAULT_REQUEST, PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problems, make_error, suggest_name
from printshop.products.build import report_errors, use_game_fonts
from printshop.products.forms.written_texts import TextWriter
from printshop.products.pack_work import PrintedPart, describe_ink, describe_work
from printshop.products.product import (
    PrintInstructions,
    Product,
    choose_pieces,
    find_added_entries,
    find_all_keys,
    find_default_keys,
    find_entries,
    find_entry_unit_type,
    find_requested_units,
    list_names_to_choose,
    make_instructions,
    make_pack_request,
)
from printshop.words import Words, load_words

MIN_CODES_IN_RANGE = 4
TAB_SCALE, TAB_RISE = 0.7, 1.5  # size of a tab, as a share of the bar of a side; points: top above the rule
TAB_ENDS = 60.0  # points: of a bar of a side beside its words
FRONT_PAGES = 2
"""The number of pages before the first component: the cover and the print guide."""
COVER_NAME, ROSTERS_NAME = "cover", "rosters"


@dataclass(frozen=True, slots=True)
class PackComponent:
    """A component of a pack, with its pages and its request.

    If `in_own_file` is true, the component has a separate file. If the pages are part of a player's kit, `player`
    names the player.
    """

    product: Product
    document: Document
    pages: tuple[Page, ...]
    request: PrintRequest = DEFAULT_REQUEST
    in_own_file: bool = False
    player: str = ""
    words: Words = field(default_factory=load_words)  # of the game

    @property
    def bound_pages(self) -> tuple[Page, ...]:
        """The pages of the component in the one file of the pack.

        If the component is a booklet to fold, or has a separate file (such as a map of very many sheets), there are
        no such pages.
        """
        return () if self.document.is_booklet or self.in_own_file else self.pages


@dataclass(frozen=True, slots=True)
class PrintedPack:
    """The pack of a scenario or of a fleet: the document with all bound pages, the cover, and the components.

    `parts` are the components in the order of the document; the components of kits are divided among the players. The
    pack of a fleet has no cover. The first component of such a pack is the roster.
    """

    document: Document
    cover: Document | None
    components: tuple[PackComponent, ...]
    parts: tuple[PackComponent, ...]


class OutputFile(NamedTuple):
    """One of the files with everything that a game can print.

    `name` is, for example, "maps", "blank-records" or "maps-2".
    """

    name: str
    document: Document


def _build_requested(game: Game, requests: Iterable[tuple[Product, PrintRequest | None]], settings: PrintSettings
                      ) -> Iterator[PackComponent]:
    """Yield each requested component that has pages, as soon as it is built.

    If components have problems, raises PrintshopError with all problems after the last component.
    """
    problems, texts = Problems(), TextWriter()
    for product, request in requests:
        if request is None:
            continue
        try:
            document = product.build(game, request, settings)
            pages = tuple(document.pages)
            if [unit for unit in request.units if unit.writing]:
                with use_game_fonts(game, settings):
                    pages = texts.write_on(pages, request.units)
        except PrintshopError as error:
            problems.extend(error.problems)
            continue
        if pages:
            yield PackComponent(product, replace(document, pages=pages), pages, request,
                                product.needs_own_file(pages, settings), words=game.words)
    problems.raise_if_any()


def build_pack_components(game: Game, scenario: Scenario, settings: PrintSettings, only: Collection[str] = (),
                          *, learn: bool = False, only_marked: bool = False) -> Iterator[PackComponent]:
    """Yield each component of a scenario as soon as it is built, or only the entries and pieces in `only`.

    If `learn` is true, the walkthrough of the scenario is one of the components. If `only_marked` is true, only
    components that can show damage are included.

    If components have problems, raises PrintshopError after the last component. Raises PrintshopError if a word of
    `only` names nothing in the pack.
    """
    requests = ((product, _select_damage(game, product, make_pack_request(product, game, scenario)))
                for product in products.list_products()
                if (learn or not product.is_for_learning) and (product.can_be_marked or not only_marked))
    return _build_requested(game, _choose_from_pack(game, scenario, requests, only) if only else requests, settings)


def _select_damage(game: Game, product: Product, request: PrintRequest | None) -> PrintRequest | None:
    """Return a request without damage to tracks that only other products have. Tracks that no product has stay."""
    if not (request and product.can_be_marked and any(unit.damage for unit in request.units)):
        return request
    from printshop.products.rosters.build import count_marks

    all_tracks, product_tracks = count_marks(game, request.units), count_marks(game, request.units, (product.name,))
    return replace(request, units=tuple(
        replace(unit, damage={track: amount for track, amount in unit.damage.items()
                              if track in product_tracks[key] or track not in all_tracks[key]})
        for unit in request.units for key in (make_unique_name(unit),)))


def _choose_from_pack(game: Game, scenario: Scenario, requests: Iterable[tuple[Product, PrintRequest | None]],
                      words: Collection[str]) -> list[tuple[Product, PrintRequest | None]]:
    """Return the requests for the named entries and pieces. Raises PrintshopError if a word names nothing."""
    chosen, all_found, known_names = list[tuple[Product, PrintRequest | None]](), set[str](), dict[str, None]()
    for product, request in requests:
        if not request or product.only_refusal:
            continue
        part, found_words = choose_pieces(product, game, request, words)
        chosen += [(product, part)] if found_words else []
        all_found |= found_words
        known_names |= dict.fromkeys(list_names_to_choose(product, game, request))
    problems = Problems()
    for word in words:
        if word not in all_found:
            problems.add(None, f"the pack of '{scenario.key}' has no entry or piece with the key or name '{word}'",
                         suggest_name(word, known_names))
    problems.raise_if_any()
    return chosen


def choose_pack_pages(pack: PrintedPack, choice: PageChoice) -> Document:
    """Return a document with the chosen pages of a pack.

    Pages have their numbers in the PDF of the pack. Pages that are not bound into this PDF can be chosen only by their
    codes. Raises PrintshopError if a page does not exist.
    """
    front = tuple(pack.cover.pages) if pack.cover else ()
    sheets: list[tuple[range, tuple[Page, ...]]] = [(range(number, number + 1), (page,))
                                                    for number, page in enumerate(front, 1)]
    for component, first in zip(pack.parts, find_first_pages(pack.parts, len(front)), strict=True):
        number = first if component.bound_pages else -len(component.pages)
        for pages in group_sheets(component.document):
            sheets.append((range(number, number + len(pages)), pages))
            number += len(pages)
    chosen = {*map(id, choose_sheets(sheets, choice, pack.document.title))}
    parts = [replace(component, pages=pages) for component in pack.parts
             if (pages := tuple(page for page in component.pages if id(page) in chosen))]
    return replace(bind_part(pack.document.title, parts, tuple(page for page in front if id(page) in chosen)),
                   language=pack.document.language)


def bind_part(title: str, components: Sequence[PackComponent], front: tuple[Page, ...] = ()) -> Document:
    """Return one document with all pages of some components of a pack, behind the pages `front`.

    The pages of booklets and of maps in their own files are included.
    """
    if len(components) == 1 and not front:
        return replace(components[0].document, pages=components[0].pages, is_booklet=False)
    parts = [replace(component, document=replace(component.document, is_booklet=False), in_own_file=False)
             for component in components]
    document = Document(title, (*front, *bind_pages(parts, len(front))))
    return replace(document, language=components[0].words("language")) if components else document


def _arrange_kits(game: Game, scenario: Scenario, components: Sequence[PackComponent],
                 settings: PrintSettings) -> tuple[PackComponent, ...]:
    """Return the components in the order of the pack: what all players share, a kit for each player, cutouts.

    A component of a kit has only the pages of its player. Pages of several players are drawn as one symbol, so that a
    file contains the drawing once. Without `players` in the scenario, the order is that of the components.
    """
    if not scenario.players:
        return tuple(components)
    seats = scenario.players.kits
    drawings = {id(page): (SymbolUse(Symbol(page.label, page.items, (0.0, 0.0, page.width, page.height))),)
                for component in components for page in component.pages if len(page.seats) > 1}

    def choose_pages(component: PackComponent, number: int) -> PackComponent:
        pages = tuple(page for page in component.pages if (number in page.seats if number else not page.seats))
        seat = seats[number - 1]
        if number and not component.product.is_cut_out:
            pages = tuple(replace(page, items=(*drawings.get(id(page), page.items),
                                               *_draw_tab(page, game, seat, settings))) for page in pages)
        return replace(component, document=replace(component.document, pages=pages), pages=pages,
                       player=seat.title if number else "")

    shared = [choose_pages(component, 0) for component in components]
    # in the order of use: records and cards, charts, and the score sheet, which is a page of the booklet
    kits = [choose_pages(component, number) for number in scenario.players.kit_numbers
            for component in reversed(components)]
    return tuple(part for part in (*(part for part in shared if not part.product.is_cut_out), *kits,
                                   *(part for part in shared if part.product.is_cut_out)) if part.pages)


def _draw_tab(page: Page, game: Game, seat: Seat, settings: PrintSettings) -> tuple[Group, ...]:
    """Draw the name of a player on the colour of the side, below the header at the right of a page."""
    from printshop.products.booklets.force_lists import BAR_STYLE, draw_side_bar

    paper = replace(settings.paper, width=page.width, height=page.height)
    if find_page_grid(paper).capacity > 1:
        return ()
    box, width = find_content_rect(shrink_paper(paper, settings.zoom), true_scale=False), TAB_ENDS + measure_text(
        seat.title, BAR_STYLE)
    scale = TAB_SCALE * settings.zoom
    return (Group(draw_side_bar(game.sides[seat.side], seat.title, width, settings.ink),
                  Transform(a=scale, d=scale, e=settings.zoom * box.right - scale * width,
                            f=settings.zoom * (box.y - HEADER_GAP - TAB_RISE))),)


def draw_pack_cover(game: Game, scenario: Scenario, settings: PrintSettings) -> Page:
    """Return the cover of a scenario's pack.

    Raises PrintshopError if it does not fit its page.
    """
    from printshop.products.booklets import cover

    with report_errors(f"the cover of '{scenario.title}'", scenario.span, "use larger paper"), use_game_fonts(
            game, settings):
        return cover.draw_cover(game, scenario, settings)


def assemble_pack(game: Game, scenario: Scenario, components: Sequence[PackComponent],
                  settings: PrintSettings) -> PrintedPack:
    """Return the pack of a scenario: cover and print guide, and then the pages of each component.

    Raises PrintshopError if the cover does not fit its page, or if the print guide does not fit its page.
    """
    from printshop.products.booklets import print_guide

    words, title, subject = game.words, f"{game.title}: {scenario.title}", f"the cover of '{scenario.title}'"
    with report_errors(subject, scenario.span, "use larger paper"), use_game_fonts(game, settings):
        arranged = _arrange_kits(game, scenario, components, settings)
        handlings = [make_instructions(part.product, game, scenario, part.pages, settings) for part in arranged]
        work = [PrintedPart(part.product, part.document, part.pages, handling)
                for part, handling in zip(arranged, handlings, strict=True)]
        rows = tuple(_list_rows(arranged, handlings, words))
        front = draw_pack_cover(game, scenario, settings)
        ink_line = (describe_ink([[front], *(part.pages for part in components)], words)
                    if settings.ink is Ink.COLOUR else ())
        notes = *_describe_kits(scenario, words), *describe_work(work, words, FRONT_PAGES), *ink_line
        guide = print_guide.draw_print_guide(game, scenario, rows, settings, work=notes)
        opening = Document(f"{title}: {words('cover').lower()}", (front, guide), language=words("language"))
        all_pages = (*opening.pages, *bind_pages(arranged, FRONT_PAGES))
    document = Document(title, all_pages, subject=words("scenario_pack"), language=words("language"),
                        keywords=(game.title, scenario.title, words("wargame")))
    return PrintedPack(document, opening, tuple(components), arranged)


def _describe_kits(scenario: Scenario, words: Words) -> Iterator[str]:
    """Yield the line of the print guide on kits for more players, if the scenario is for more."""
    players = scenario.players
    if players and (more := [str(number) for number in range(len(players.kits) + 1, len(players.seats) + 1)]):
        yield words("more_players", number=len(players.kits), numbers=words.join(more, "either"), most=more[-1])


def _list_rows(parts: Sequence[PackComponent], handlings: Sequence[PrintInstructions], words: Words
               ) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the print guide, one for each component and for each kit. Kits that are alike have one row.

    A row has the component, the pages, the material, the number of copies and the next step.
    """
    numbered = zip(parts, find_first_pages(parts, FRONT_PAGES), handlings, strict=True)
    are_equal = len({_format_codes(part, words) for part in parts if part.player}) == 1

    def name_row(row: tuple[PackComponent, int, PrintInstructions]) -> str:
        if not row[0].player:
            return words.name(row[0].product.name)
        return words("each_player") if are_equal else row[0].player

    for player, group in groupby(numbered, key=name_row):
        members = [*group]
        (part, first, handling), (last_part, last, _) = members[0], members[-1]
        last += len(last_part.bound_pages) - 1
        codes = ", ".join(dict.fromkeys(filter(None, (_format_codes(member, words) for member, *_ in members))))
        pages = (words("codes", first=first, last=last) if last > first else f"{first}" if part.bound_pages
                 else words("own_file"))
        instructions = handling.for_both_sides(part.document.duplex, words)
        materials = dict.fromkeys(instructions.material if member_instructions.material == handling.material
                                  else f"{_format_codes(member, words)}: {member_instructions.material}"
                                  for member, _, member_instructions in members)
        yield (f"**{player[:1].upper()}{player[1:]}**", f"{pages} ({codes})" if codes else pages, "; ".join(materials),
               "1" if part.player else instructions.format_copies(words),
               words("kit_hint") if part.player else instructions.hint)


def _format_codes(component: PackComponent, words: Words) -> str:
    """Return the page codes of a component, such as "C-1 to C-4". In a kit, codes may be missing between others."""
    labels = [code for code in list_page_codes(component.pages) if code]
    if component.player and len(labels) < MIN_CODES_IN_RANGE:
        return ", ".join(labels)
    return words("codes", first=labels[0], last=labels[-1]) if len(labels) > 1 else "".join(labels)


def build_fleet_components(game: Game, fleet: Fleet, settings: PrintSettings, *,
                           only_marked: bool = False) -> Iterator[PackComponent]:
    """Yield the components of a fleet, except its roster.

    If `only_marked` is true, only components that can show damage are included. If components have problems, raises
    PrintshopError after the last component.
    """
    requests = ((product, make_fleet_request(game, fleet, product)) for product in products.list_products()
                if product.needs_units and (product.can_be_marked or not only_marked))
    for component in _build_requested(game, requests, settings):
        title = f"{game.title}: {strip_markup(fleet.title)}, {game.words.name(component.product.name)}"
        yield replace(component, document=replace(component.document, title=title))


def make_fleet_request(game: Game, fleet: Fleet, product: Product) -> PrintRequest | None:
    """Return the request for a product of a fleet.

    Forms that the fleet leaves out are not requested. If the product has no other default entries for the units of the
    fleet, return None. If the product can show damage, the request includes the damage of the fleet.
    """
    from printshop.products.rosters.build import count_marks, find_fleet_damage

    units, entries = tuple(replace(ship.unit, notes=ship.notes) if ship.notes else ship.unit
                           for ship in fleet.units), find_entries(product, game)
    kinds = {unit.kind for unit in units}
    only = tuple(key for key in find_default_keys(product, game) if key in entries
                 and find_entry_unit_type(entries[key]) in kinds
                 and not (product.section == "forms" and key in fleet.without_forms))
    if not only:
        return None
    damage = find_fleet_damage(fleet, count_marks(game, units, (product.name,))) if product.can_be_marked else {}
    return PrintRequest(units=units, damage=damage, only_keys=only)


def assemble_fleet(game: Game, fleet: Fleet, components: Sequence[PackComponent],
                   settings: PrintSettings) -> PrintedPack:
    """Return the pack of a fleet and its components.

    Raises PrintshopError if the roster does not fit its page.
    """
    from printshop.products.rosters import build as rosters_build

    title = f"{game.title}: {strip_markup(fleet.title)}"
    words, roster_rows = game.words, []  # rows in the roster: component, page codes, material
    for component in components:
        material, edge = words.name(component.product.material), component.document.duplex
        roster_rows.append((words.name(component.product.name).capitalize(), _format_codes(component, words),
                            words(f"material_flip_{edge}", material=material) if edge else material))
    with report_errors(f"the roster of '{strip_markup(fleet.title)}'", fleet.span), use_game_fonts(game, settings):
        document = enlarge_document(rosters_build.make_fleet_roster(game, fleet, settings.before_zoom(), roster_rows),
                                    settings.zoom)
        pages = tuple(document.pages)
        all_components = (PackComponent(products.find_product("rosters"), replace(document, pages=pages), pages,
                                        words=words),
                          *components)
        pack_document = Document(title, tuple(bind_pages(all_components)), subject=words("fleet"),
                                 language=words("language"),
                                 keywords=(game.title, strip_markup(fleet.title), words("fleet").lower()))
    return PrintedPack(pack_document, None, all_components, all_components)


def build_components(game: Game, contents: Scenario | Fleet, settings: PrintSettings, *,
                     only_marked: bool = False) -> Iterator[PackComponent]:
    """Yield the components of a scenario or fleet, as `build_pack_components` and `build_fleet_components` do."""
    if isinstance(contents, Fleet):
        return build_fleet_components(game, contents, settings, only_marked=only_marked)
    return build_pack_components(game, contents, settings, only_marked=only_marked)


def assemble_components(game: Game, contents: Scenario | Fleet, components: Sequence[PackComponent],
                        settings: PrintSettings) -> PrintedPack:
    """Return the pack of a scenario or fleet, as `assemble_pack` and `assemble_fleet` do."""
    if isinstance(contents, Fleet):
        return assemble_fleet(game, contents, components, settings)
    return assemble_pack(game, contents, components, settings)


def make_pack(game: Game, contents: Scenario | Fleet, settings: PrintSettings) -> PrintedPack:
    """Return the pack of a scenario or fleet with all its components. Raises PrintshopError."""
    return assemble_components(game, contents, tuple(build_components(game, contents, settings)), settings)


def build_all_files(game: Game, scenario: Scenario | None, settings: PrintSettings) -> Iterator[OutputFile]:
    """Yield the files of all products.

    If the game adds entries to the game that it extends, only the added entries are printed. If products have
    problems, raises PrintshopError after the last file. Raises PrintshopError if there is no file.
    """
    output_file = None
    for component in _build_requested(game, _list_all_requests(game, scenario), settings):
        for output_file in split_files(component):
            yield output_file
    if output_file:
        return
    if game.unit_types and not any(find_entries(product, game) for product in products.list_products()
                                   if product.needs_units):
        raise make_error(f"{game.title} has nothing to print yet",
                         f"make a record sheet for its units: printshop new form {game.key} \"My sheet\"")
    raise make_error(f"{game.title} has no entries that are printed by default",
                     "list all entries with printshop list GAME, and choose some of them with --only")


def split_files(component: PackComponent) -> Iterator[OutputFile]:
    """Yield the files of a component.

    Usually there is one file, with the name of the product.
    """
    name = f"blank-{component.product.name}" if component.request.blank_forms else component.product.name
    number = 0
    for title, pages in component.product.split_into_files(component.pages):
        number += bool(title)
        document = replace(component.document, pages=pages)
        yield OutputFile(f"{name}-{number}", replace(document,
                                                     title=f"{document.title}: {title}")) if title else OutputFile(
            name, document)


def _list_all_requests(game: Game, scenario: Scenario | None) -> Iterator[tuple[Product, PrintRequest]]:
    """Yield the requests for all products. Forms are requested both filled and blank."""
    keys_by_product = {product: find_default_keys(product, game, scenario) if scenario
                       else find_all_keys(product, game)
                       for product in products.find_products_for(game)}
    added_keys_by_product = {product: tuple(find_added_entries(
        game, product.section, {key: find_entries(product, game)[key] for key in keys}))
        for product, keys in keys_by_product.items()} if not scenario else {}
    for product, only in (added_keys_by_product if any(added_keys_by_product.values()) else keys_by_product).items():
        if not only:
            continue
        request = PrintRequest(scenario=scenario, only_keys=() if product.only_refusal else only)
        yield product, request
        if blank_keys := product.find_blank_keys(game, only, scenario):
            yield product, replace(request, only_keys=blank_keys, blank_forms=1)
    # rosters have no entries; a list of one unit, or of none, has no use
    request = PrintRequest(scenario=scenario)
    if any(keys_by_product.values()) and len(units := find_requested_units(game, request)) > 1 and (
            scenario or not game.base_name or units[0].name in game.own_entries["units"]):
        yield products.find_product("rosters"), request
        yield products.find_product("rosters"), replace(request, blank_forms=1)


def bind_pages(components: Iterable[PackComponent], pages_before: int = 0) -> Iterator[Page]:
    """Yield the pages of components, with their bookmarks moved one level down.

    `pages_before` is the number of pages before the first component. If a component is printed on both sides, it
    begins on the front of a sheet, so that its fronts and backs match.
    """
    for component, number in zip(components, find_first_pages(components, pages_before), strict=True):
        if number > pages_before + 1:
            yield make_empty_page(component.pages[0].width, component.pages[0].height, component.words)
        name = component.words.name(component.product.name).capitalize()
        component_bookmark: tuple[Bookmark, ...] = (
            Bookmark(f"{strip_markup(component.player)}: {name}" if component.player else name),)
        for page in component.bound_pages:
            yield replace(page, bookmarks=(*component_bookmark,
                                           *(mark._replace(level=mark.level + 1) for mark in page.bookmarks)))
            component_bookmark = ()
        pages_before = number + len(component.bound_pages) - 1


def find_first_pages(components: Iterable[PackComponent], pages_before: int = 0) -> tuple[int, ...]:
    """Return the number of the first page of each component.

    `pages_before` is the number of pages before the first component.
    """
    numbers = []
    for component in components:
        number = pages_before + 1 + bool(component.document.duplex and component.bound_pages and pages_before % 2)
        numbers.append(number)
        pages_before = number + len(component.bound_pages) - 1
    return tuple(numbers)


def bind_pack(game: Game, contents: Scenario | Fleet, components: Iterable[PackComponent], settings: PrintSettings,
              without: Collection[str] = (), pages: PageChoice | None = None) -> Document:
    """Return the pack of a scenario or fleet without some products, with all pages or with the chosen ones.

    "cover" in `without` means the cover of a scenario; the front of a fleet is the product `rosters`. Raises
    PrintshopError if nothing is left, or if a name is not that of a product.
    """
    for name in {*without} - {COVER_NAME}:
        products.find_product(name)
    included = tuple(component for component in components if component.product.name not in without)
    pack = assemble_components(game, contents, included, settings)
    if (ROSTERS_NAME if isinstance(contents, Fleet) else COVER_NAME) in without:
        if not included:
            raise make_error("nothing is left to print", "choose at least one part")
        parts = [part for part in pack.parts if part.product.name != ROSTERS_NAME]
        pack = replace(pack, document=bind_part(pack.document.title, parts), cover=None)
    return choose_pack_pages(pack, pages) if pages else pack.document
