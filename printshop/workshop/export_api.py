"""Covers, pages of a pack one by one, and files of all kinds for the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from printshop import fleet_files, game_paths, products
from printshop.drawing import artwork
from printshop.drawing.display_list import Document, Page
from printshop.drawing.ink import Ink
from printshop.drawing.svg_elements import PictureError
from printshop.equipment import papers
from printshop.equipment.printers import compensate_document, make_printer
from printshop.exports import make_table_file
from printshop.exports.document_files import MEDIA_TYPES, ZIP, make_document_file
from printshop.exports.images import Rasterize, rasterize_with_pdfium
from printshop.exports.sheet_marks import mark_units, move_writing_to_fields, read_table_marks
from printshop.exports.table_layout import ExportOptions
from printshop.game.fleets import Fleet
from printshop.game.forms.model import FORMS
from printshop.layout.duplex import BackMode
from printshop.layout.page_choice import PageChoice, choose_pages, parse_page_choice
from printshop.layout.page_frame import make_calibration_sheet
from printshop.output import OutputOptions, svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.products import packs as packing
from printshop.products.booklets.cover import draw_game_picture
from printshop.products.pack_work import PrintedPart
from printshop.products.product import (
    PrintInstructions,
    Product,
    find_entries,
    find_game_scenario,
    make_instructions,
    make_usual_instructions,
)
from printshop.text_markup import strip_markup
from printshop.workshop import game_cache, replies, user_units
from printshop.workshop.workspace import Workspace

if TYPE_CHECKING:
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario

File = tuple[str, str, bytes]
"""A file's name, its media type, and its bytes."""

CALIBRATION = "calibration"
MOST_COPIES = 99  # of one unit
COVER = 360.0  # points wide
PIXELS = 150  # of pictures, an inch


def draw_game_cover(workspace: Workspace, game: str) -> str:
    """Return the picture of a game's covers as SVG.

    A game without such a picture gets a drawn one. The SVG file of a player is read and written again, so that a
    stranger's file brings in nothing but shapes.
    """
    loaded = game_cache.load_cached_game(workspace.resolve_game(game))
    if loaded.cover is None:
        return svg.render_svg(draw_game_picture(loaded), loaded.title)
    if game in game_paths.find_shipped_games() and loaded.cover.suffix == ".svg":
        return loaded.cover.read_text(encoding="utf-8")
    try:
        picture = artwork.load_picture(loaded.cover)
    except PictureError as error:
        raise make_error(f"{workspace.name_of(loaded.cover)}: {error.message}", error.hint) from error
    width, height = COVER, COVER / picture.aspect_ratio
    return svg.render_svg(Page(width, height, (artwork.place_picture(picture, (0.0, 0.0, width, height)),)),
                          loaded.title)


def preview_pack(workspace: Workspace, what: str, paper: str = "universal", ink: replies.InkMode = "colour",
                 theme: str = "", variant: replies.Variant = "", backs: replies.Backs = ""
                 ) -> Iterator[replies.PackPart]:
    """Yield the pages of the pack of GAME/BATTLE, or of a fleet, as SVG.

    They come one by one, each with its part of the pack. The cover of a battle comes first. The other `front` pages,
    which count the pages of all parts, come last, and then the order of all pages. Raises PrintshopError.
    """
    settings, components = _make_settings(paper, ink, variant, backs), list[packing.PackComponent]()
    game, contents = load_pack(workspace, what, theme)
    scenario = None if isinstance(contents, Fleet) else contents
    stock = game.words.name("paper")
    part: replies.PackPart = {"front": True, "of": packing.COVER_NAME, "title": game.words("cover"), "hint": "",
                              "duplex": False, "pages": [], "order": []}
    if scenario:
        yield {**part, "pages": [_draw_page(packing.draw_pack_cover(game, scenario, settings), stock)]}
    for component in packing.build_components(game, contents, settings):
        components.append(component)
        instructions = make_instructions(component.product, game, scenario, component.pages, settings)
        yield from _draw_part(component, instructions)
    pack = packing.assemble_components(game, contents, components, settings)
    if pack.cover:
        yield {**part, "pages": [_draw_page(page, stock) for page in (*pack.cover.pages,)[1:]]}
    else:
        roster = pack.components[0]
        yield from _draw_part(roster, make_usual_instructions(roster.product, game.words), is_front=True)
    yield {**part, "order": [page.label for page in pack.document.pages]}


def _draw_part(component: packing.PackComponent, instructions: PrintInstructions, *,
               is_front: bool = False) -> Iterator[replies.PackPart]:
    """Yield each page of a component, with its stock, its number of copies and the instructions for it."""
    printed = PrintedPart(component.product, component.document, component.bound_pages, instructions)
    for page in printed.pages:
        yield {"front": is_front, "of": component.product.name,
               "title": component.words.name(component.product.name), "hint": strip_markup(instructions.hint),
               "duplex": bool(component.document.duplex), "order": [], "pages": [_draw_page(
                   page, printed.describe_stock(page, component.words), printed.count_copies(page))]}


def _draw_page(page: Page, stock: str, copies: int = 1) -> replies.PackPage:
    titles = [strip_markup(mark.title) for mark in page.bookmarks if mark.level <= page.bookmarks[0].level]
    return {"code": page.label, "title": ", ".join(titles[:3]), "stock": strip_markup(stock), "copies": copies,
            "svg": svg.render_browser_svg(page)}


def load_pack(workspace: Workspace, target: str, theme: str = "") -> tuple[Game, Fleet | Scenario]:
    """Return the fleet of a file, or the scenario of GAME/BATTLE, and its game.

    Raises PrintshopError.
    """
    if target.endswith(".yaml"):
        return game_cache.load_cached_fleet(workspace.resolve_yaml_file(target), theme)
    name, _, battle = target.rpartition("/")
    game = game_cache.load_cached_game(workspace.resolve_game(name), theme)
    return game, find_game_scenario(game, battle)


def _make_settings(paper: str, ink: str, variant: str, backs: str) -> PrintSettings:
    return PrintSettings(papers.choose_papers(paper, None, "")[0], Ink(ink), frozenset({variant} - {""}),
                         backs=BackMode(backs) if backs else None)


def make_file(workspace: Workspace, what: str, kind: replies.PrintFormat = "pdf", product: str = "records",
              unit: str = "", paper: str = "universal", ink: replies.InkMode = "colour", theme: str = "",
              form: str = "", without: str = "", fillable: bool = False, fleet: str = "", pages: str = "",
              marks: dict[str, int | str] | None = None, variant: replies.Variant = "", backs: replies.Backs = "",
              count: int = 1, printer: list[float] | None = None, *,
              rasterize: Rasterize = rasterize_with_pdfium) -> File:
    """Return a file: a `product` of a game or file `what`, everything of a fleet, or the pack of GAME/BATTLE.

    A `unit` is printed `count` times; several copies are numbered. A file of units can be printed in one `form` only,
    also for the units of a `fleet`. With another `product` than records, `form` is the key of its only entry, such as a
    map. A fleet and a pack can be printed `without` some products ("rosters,counters"; "cover" is the front of a pack),
    and only in some `pages` of the preview ("B-1,C-2-C-4", or numbers). The pages keep their codes. Units have the
    `marks` of the table. `printer` has the measured errors of a printer, as for `make_printer`; the
    product `CALIBRATION` is the page to measure. `rasterize` draws the pictures. Raises PrintshopError.
    """
    measured, settings = make_printer(printer), _make_settings(paper, ink, variant, backs)
    settings = replace(settings, back_offset=measured.back_shift_points)
    first_marks, left_out, choice = "", {*filter(None, without.split(","))}, _read_pages(pages)
    file = workspace.resolve_yaml_file(what) if what.endswith(".yaml") else None
    document: Document | None
    if product == CALIBRATION:
        title, document = product, make_calibration_sheet(settings.paper, edges=False)
    elif fleet_files.is_fleet_file(file) if file else "/" in what.removeprefix("./").strip("/"):
        game, contents = load_pack(workspace, what, theme)
        if marks:
            contents = mark_units(game, contents, read_table_marks(game, contents, marks))
        if kind == "html" or fillable:
            contents, first_marks = move_writing_to_fields(game, contents)
        if isinstance(contents, Fleet):
            request, title = PrintRequest(units=tuple(ship.unit for ship in contents.units)), contents.key
        else:
            request, title = PrintRequest(scenario=contents), f"{game.key}-{contents.key}"
        document = packing.bind_pack(game, contents, packing.build_components(game, contents, settings), settings,
                                     left_out, choice) if kind in MEDIA_TYPES else None
    else:
        path = workspace.find_game_of_part(file or workspace.resolve_game(what))
        game = game_cache.load_cached_game(path, theme)
        maker, request = _choose_product(workspace, game, path, product, unit, count, form, fleet)
        title = f"{game.key}-{form or maker.name}"
        document = maker.build(game, request, settings) if kind in MEDIA_TYPES else None
        if document and choice:
            document = choose_pages(document, choice)
    title += (f"-{choice.file_stem}" if choice else "-part" if left_out else "") + "-fillable" * fillable
    if not document:
        options = ExportOptions("", PIXELS, rasterize=rasterize)
        name, data = make_table_file(kind, game, request, settings, title, options)
        return name, ZIP, data
    return make_document_file(kind, compensate_document(document, measured.scale), title, rasterize,
                              OutputOptions(dpi=PIXELS, fillable=fillable, marks=first_marks))


def _read_pages(text: str) -> PageChoice | None:
    """Return the chosen pages with all their copies, or None for all pages. Raises PrintshopError."""
    try:
        return parse_page_choice(text)._replace(every_copy=True) if text else None
    except ValueError as error:
        raise make_error(f"the pages '{text[:60]}' cannot be printed: {error}") from error


def _choose_product(workspace: Workspace, game: Game, path: Path, product: str, unit: str, count: int, form: str,
                    fleet: str) -> tuple[Product, PrintRequest]:
    """Return a product and what it prints: all its entries or one `form`, for all units, one, or those of a fleet.

    Raises PrintshopError.
    """
    units = [*game.expand_roster([(unit, min(count, MOST_COPIES))])] if count > 1 else [
        user_units.find_any_unit(workspace, path, game, unit)] if unit else []
    if product in ("", "records") and not form:  # some games have cards or counters only
        product = next((name for name in products.UNIT_PRODUCTS
                        if find_entries(products.find_product(name), game)), product)
    if form and fleet:
        _, mustered = game_cache.load_cached_fleet(workspace.resolve_yaml_file(fleet))
        kind = game[FORMS][form].unit if form in game[FORMS] else ""
        units = [ship.unit for ship in mustered.units if ship.unit.kind == kind]
        if not units:
            raise make_error("this fleet has nothing that the sheet is for", "choose another")
    maker = find_form_product(game, form) if form and product == "records" else products.find_product(product)
    return maker, PrintRequest(units=tuple(units), only_keys=(form,) if form else ())


def list_fleet_products(workspace: Workspace, file: str) -> replies.FleetProducts:
    """Return the products that are printed for a fleet, each with its number of pages, and the keys of their entries.

    Raises PrintshopError.
    """
    game, fleet = game_cache.load_cached_fleet(workspace.resolve_yaml_file(file))
    return {"parts": [{"product": component.product.name, "pages": len(component.bound_pages),
                       "entries": [*component.request.only_keys]}
                      for component in packing.make_pack(game, fleet, PrintSettings()).components]}


def find_form_product(game: Game, form: str) -> Product:
    """Return the product that prints a form: records or cards. Raises PrintshopError."""
    product = next((candidate for candidate in products.list_products()
                    if candidate.needs_units and form in find_entries(candidate, game)), None)
    if product is None:
        raise make_error(f"there is no form '{form[:60]}' in {game.title}", "open it again")
    return product
