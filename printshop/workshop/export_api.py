"""Covers, pages of a pack one by one, and files of all kinds for the page."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from printshop import fleet_files, game_paths, products
from printshop.drawing import artwork
from printshop.drawing.display_list import Document, Page
from printshop.drawing.ink import Ink
from printshop.equipment import papers
from printshop.exports import write_virtual_table
from printshop.exports.images import ImageView, Rasterize, rasterize_with_pdfium, request_picture
from printshop.exports.table_layout import ExportOptions
from printshop.files import AtomicWrite
from printshop.game.fleets import FleetOptions
from printshop.game.forms.model import FORMS
from printshop.layout.page_choice import PageChoice, choose_pages, parse_page_choice
from printshop.output import FORMATS, OutputOptions, html, pdf, svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.products import packs as packing
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
    from printshop.game.fleets import Fleet
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario

File = tuple[str, str, bytes]
"""A file's name, its type, and what it holds."""

COVER = 360.0  # points wide
PIXELS = 150  # of pictures, an inch
ZIP = "application/zip"
VASSAL, TABLETOP = "vassal", "tts"
ROSTERS, COVER_PART = "rosters", "cover"
# of Tabletop Simulator, which finds a picture by its bare name in the folder of its pictures
OBJECT_FOLDER, PICTURE_FOLDER = "Saves/Saved Objects", "Mods/Images"
TABLETOP_GUIDE = (
    "Unpack this zip into the folder 'Tabletop Simulator' (Windows: Documents/My Games, macOS: Library, Linux: "
    ".local/share). Then choose Objects > Saved Objects > {name} in the game. To play with others, upload the "
    "pictures first: Modding > Cloud Manager > Upload All Loaded Files.")


def draw_game_cover(workspace: Workspace, game: str) -> str:
    """Return the picture of a game's covers as SVG, "" without one.

    The SVG file of a player is read and written again, so that only shapes remain of a stranger's file.
    """
    loaded = game_cache.load_cached_game(workspace.resolve_game(game))
    if loaded.cover is None:
        return ""
    if game in game_paths.find_shipped_games() and loaded.cover.suffix == ".svg":
        return loaded.cover.read_text(encoding="utf-8")
    picture = artwork.load_picture(loaded.cover)
    width, height = COVER, COVER / picture.aspect_ratio
    return svg.render_svg(Page(width, height, (artwork.place_picture(picture, (0.0, 0.0, width, height)),)),
                          loaded.title)


def preview(workspace: Workspace, what: str, paper: str = "universal", ink: str = "colour", theme: str = ""
            ) -> Iterator[replies.PackPart]:
    """Yield the pages of the pack of GAME/BATTLE, or of a fleet, one by one as SVG, each with its part of the pack.

    The cover of a battle comes first. The other `front` pages, which count the pages of all parts, come last.
    Raises PrintshopError.
    """
    settings = _printing(paper, ink)
    if what.endswith(".yaml"):
        game, fleet = fleet_files.load_fleet(workspace.resolve_yaml_file(what), FleetOptions(),
                                             changes=game_paths.GameOverrides(theme=theme),
                                             load_cached=game_cache.load_cached_game)
        components = list[packing.PackComponent]()
        for component in packing.build_fleet_components(game, fleet, settings):
            components.append(component)
            yield from _draw_part(component, make_usual_instructions(component.product, game.words))
        roster = packing.assemble_fleet(game, fleet, components, settings).components[0]
        yield from _draw_part(roster, make_usual_instructions(roster.product, game.words), is_front=True)
        return
    game, components = _battle(workspace, what, theme), []
    scenario = find_game_scenario(game, what.rpartition("/")[2])
    part: replies.PackPart = {"front": True, "of": "cover", "title": game.words("cover"), "hint": "",
                              "duplex": False, "pages": []}
    stock = game.words.name("paper")
    yield {**part, "pages": [_draw_page(packing.draw_pack_cover(game, scenario, settings), stock)]}
    kits = (*scenario.players.kit_numbers,) if scenario.players else ()
    for component in packing.build_pack_components(game, scenario, settings):
        components.append(component)
        yield from _draw_part(component, make_instructions(component.product, game, scenario, component.pages,
                                                           settings), kits)
    front = packing.assemble_pack(game, scenario, components, settings).cover
    yield {**part, "pages": [_draw_page(page, stock) for page in (*front.pages,)[1:]] if front else []}


def _draw_part(component: packing.PackComponent, instructions: PrintInstructions, kits: Collection[int] = (), *,
               is_front: bool = False) -> Iterator[replies.PackPart]:
    """Yield each page of a component: what to print it on, how often, and what to do then.

    A page of the players' kits is printed once for each of the `kits` that has it.
    """
    for page in component.bound_pages:
        stock = component.words.name(page.material) or instructions.material
        in_file = len({*page.seats} & {*kits})
        copies = in_file or (1 if page.label in instructions.single_pages else instructions.copies)
        yield {"front": is_front, "of": component.product.name,
               "title": component.words.name(component.product.name), "hint": strip_markup(instructions.hint),
               "duplex": bool(component.document.duplex), "pages": [_draw_page(page, stock, copies, in_file or 1)]}


def _draw_page(page: Page, stock: str, copies: int = 1, in_file: int = 1) -> replies.PackPage:
    titles = [strip_markup(mark.title) for mark in page.bookmarks]
    return {"code": page.label, "title": ", ".join(titles[:3]), "stock": strip_markup(stock), "copies": copies,
            "in_file": in_file, "svg": svg.render_browser_svg(page)}


def _battle(workspace: Workspace, what: str, theme: str) -> Game:
    return game_cache.load_cached_game(workspace.resolve_game(what.rpartition("/")[0]), theme)


def _printing(paper: str, ink: str) -> PrintSettings:
    if ink not in [one.value for one in Ink]:
        raise make_error(f"'{ink[:60]}' is no ink", f"ask for {', '.join(one.value for one in Ink)}")
    return replace(PrintSettings(papers.choose_papers(paper, None, "")[0]), ink=Ink(ink))


def make_file(workspace: Workspace, what: str, kind: str = "pdf", product: str = "records", unit: str = "",
              paper: str = "universal", ink: str = "colour", theme: str = "", form: str = "", without: str = "",
              fillable: bool = False, fleet: str = "", pages: str = "", rasterize: Rasterize = rasterize_with_pdfium
              ) -> File:
    """Return a file: a `product` of a game or file `what`, everything of a fleet, or the pack of GAME/BATTLE.

    A file of units can be printed in one `form` only, also for the units of a `fleet`. With another `product` than
    records, `form` is the key of its only entry, such as a map. A fleet and a pack can be
    printed `without` some products ("rosters,counters"; "cover" is the front of a pack), and only in some `pages` of
    the preview ("B-1,C-2-C-4", or numbers). The pages keep their codes. `rasterize` draws the pictures. Raises
    PrintshopError.
    """
    kinds = (*FILES, VASSAL, TABLETOP)
    if kind not in kinds:
        raise make_error(f"'{kind[:60]}' is nothing that is made here", f"ask for {', '.join(kinds)}")
    settings = _printing(paper, ink)
    game, asked = _asked(workspace, what, product, unit, settings, theme, form, without, fleet, _read_pages(pages))
    if kind not in FILES:
        return _make_virtual_table(kind, game, asked.request, settings, asked.title, rasterize)
    suffix, media, write = FILES[kind]
    return f"{asked.title}{suffix}", media, write(asked.document(), rasterize, fillable)


def _read_pages(text: str) -> PageChoice | None:
    """Return the chosen pages with all their copies, or None for all pages. Raises PrintshopError."""
    try:
        return parse_page_choice(text)._replace(every_copy=True) if text else None
    except ValueError as error:
        raise make_error(f"the pages '{text[:60]}' cannot be printed: {error}") from error


class _Asked(NamedTuple):
    """What is asked for: units or a battle, what its files are called, and how its pages are made."""

    request: PrintRequest
    title: str
    document: Callable[[], Document]


def _asked(workspace: Workspace, what: str, product: str, unit: str, settings: PrintSettings, theme: str,
           form: str = "", without: str = "", fleet: str = "", pages: PageChoice | None = None) -> tuple[Game, _Asked]:
    named, left_out = what.endswith(".yaml"), {*filter(None, without.split(","))}
    end = f"-{pages.file_stem}" if pages else "-part" if left_out else ""
    if named and fleet_files.is_fleet_file(workspace.resolve_yaml_file(what)):
        changes = game_paths.GameOverrides(theme=theme)
        game, of = fleet_files.load_fleet(workspace.resolve_yaml_file(what), FleetOptions(), changes=changes,
                                          load_cached=game_cache.load_cached_game)
        return game, _Asked(PrintRequest(units=tuple(ship.unit for ship in of.units)), f"{of.key}{end}",
                            lambda: _choose(_fleet(game, of, settings, left_out), pages))
    name, _, battle = what.rpartition("/")
    if not named and name and battle:
        game = _battle(workspace, what, theme)
        scenario = find_game_scenario(game, battle)
        return game, _Asked(PrintRequest(scenario=scenario), f"{game.key}-{battle}{end}",
                            lambda: _choose(_pack(game, scenario, settings, left_out), pages))
    path = workspace.resolve_yaml_file(what) if named else workspace.resolve_game(what)
    game = game_cache.load_cached_game(workspace.find_game_of_part(path), theme)
    units = (user_units.find_any_unit(workspace, path, game, unit),) if unit else ()
    request = PrintRequest(units=units, only_keys=(form,) if form else ())
    if product in ("", "records") and not form:  # some games have cards or counters only
        product = next((name for name in ("records", "cards", "counters")
                        if find_entries(products.find_product(name), game)), product)
    maker = product_of(game, form) if form and product == "records" else products.find_product(product)
    if form and fleet:
        _, mustered = fleet_files.load_fleet(workspace.resolve_yaml_file(fleet), FleetOptions(),
                                             load_cached=game_cache.load_cached_game)
        kind = game[FORMS][form].unit if form in game[FORMS] else ""
        ships = tuple(ship.unit for ship in mustered.units if ship.unit.kind == kind)
        if not ships:
            raise make_error("this fleet has nothing that the sheet is for", "choose another")
        request = replace(request, units=ships)

    def build() -> Document:
        document = maker.build(game, request, settings)
        return choose_pages(document, pages) if pages else document

    return game, _Asked(request, f"{game.key}-{form or product}{end}", build)


def _choose(pack: packing.PrintedPack, pages: PageChoice | None) -> Document:
    """Return the document of a pack, with all pages or with the chosen ones. Raises PrintshopError."""
    return packing.choose_pack_pages(pack, pages) if pages else pack.document


def _without(components: Iterable[packing.PackComponent], names: Collection[str]
             ) -> tuple[packing.PackComponent, ...]:
    """Return the components of the other products. Raises PrintshopError if a name is not that of a product."""
    for name in {*names} - {COVER_PART}:
        products.find_product(name)
    return tuple(component for component in components if component.product.name not in names)


def _pack(game: Game, scenario: Scenario, settings: PrintSettings, without: Collection[str]) -> packing.PrintedPack:
    """Return the pack of a scenario without some products. Raises PrintshopError if nothing is left."""
    components = _without(packing.build_pack_components(game, scenario, settings), without)
    pack = packing.assemble_pack(game, scenario, components, settings)
    if COVER_PART not in without:
        return pack
    if not components:
        raise make_error("nothing of this pack is left to print", "choose at least one part")
    return replace(pack, document=packing.bind_part(pack.document.title, pack.parts), cover=None)


def _fleet(game: Game, fleet: Fleet, settings: PrintSettings, without: Collection[str]) -> packing.PrintedPack:
    made_of_it = _without(packing.build_fleet_components(game, fleet, settings), without)
    pack = packing.assemble_fleet(game, fleet, made_of_it, settings)
    if ROSTERS not in without:
        return pack
    if not made_of_it:
        raise make_error("nothing of this fleet is left to print", "choose at least one part")
    return replace(pack, document=replace(pack.document, pages=tuple(packing.bind_pages(made_of_it))))


def list_fleet_products(workspace: Workspace, file: str) -> replies.FleetProducts:
    """Return the products that are printed for a fleet, each with its number of pages. Raises PrintshopError."""
    game, fleet = fleet_files.load_fleet(workspace.resolve_yaml_file(file), FleetOptions(),
                                         load_cached=game_cache.load_cached_game)
    return {"parts": [{"product": one.product.name, "pages": len(one.bound_pages)}
                      for one in _fleet(game, fleet, PrintSettings(), frozenset()).components]}


def product_of(game: Game, form: str) -> Product:
    """Return the product that prints a form: records or cards. Raises PrintshopError."""
    found = next((one for one in products.list_products()
                  if one.needs_units and form in find_entries(one, game)), None)
    if found is None:
        raise make_error(f"there is no form '{form[:60]}' in {game.title}", "open it again")
    return found


def _make_page_pictures(document: Document, rasterize: Rasterize) -> bytes:
    """Return a zip with the pictures of all pages."""
    pages = tuple(document.pages)
    requests = (request_picture(ImageView(page.width, page.height, page.items), PIXELS) for page in pages)
    names = FORMATS["png"].list_names(replace(document, pages=pages), Path("page"))
    return zip_files(zip((name.name for name in names), rasterize(requests), strict=False))


def _make_page_drawings(document: Document) -> bytes:
    with TemporaryDirectory() as folder:
        with AtomicWrite() as delivery:
            FORMATS["svg"].write_document(document, Path(folder) / "page", delivery, OutputOptions(dpi=PIXELS))
        return zip_files((path.name, path.read_bytes()) for path in sorted(Path(folder).iterdir()))


def zip_files(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip with files in order, each with its path. Equal files give equal bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in files:
            archive.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _make_virtual_table(kind: str, game: Game, request: PrintRequest, settings: PrintSettings, title: str,
                        rasterize: Rasterize) -> File:
    """Return a module for VASSAL, or a zip to unpack into the folder of Tabletop Simulator."""
    with TemporaryDirectory() as folder:
        output = Path(folder) / (f"{title}.vmod" if kind == VASSAL else title)
        with AtomicWrite() as delivery:
            notes = write_virtual_table(kind, game, request, settings, delivery,
                                        ExportOptions(str(output), PIXELS, "", f"{title}-", rasterize))
        if kind == VASSAL:
            return output.name, ZIP, output.read_bytes()
        files = [(f"{PICTURE_FOLDER}/{path.name}" if path.suffix == ".png" else f"{OBJECT_FOLDER}/{title}{path.suffix}",
                  path.read_bytes()) for path in sorted(output.iterdir())]
        guide = TABLETOP_GUIDE.format(name=title)
    return f"{title}-tabletop-simulator.zip", ZIP, zip_files([
        ("READ ME.txt", "\n".join((guide, *notes, "")).encode()), *files])


FILES: Mapping[str, tuple[str, str, Callable[[Document, Rasterize, bool], bytes]]] = {
    "pdf": (".pdf", "application/pdf", lambda document, _, fillable: pdf.render_pdf(document, fillable=fillable)),
    "html": (".html", "text/html; charset=utf-8",
             lambda document, *_: html.render_html(document, OutputOptions(dpi=PIXELS)).encode()),
    "svg": ("-svg.zip", ZIP, lambda document, *_: _make_page_drawings(document)),
    "png": ("-png.zip", ZIP, lambda document, rasterize, _: _make_page_pictures(document, rasterize))}
