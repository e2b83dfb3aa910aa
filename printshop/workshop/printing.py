"""What the page prints: covers, pages to look through as they are made, and files of all kinds."""

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
from printshop.files import AtomicWrite
from printshop.game.fleets import FleetOptions
from printshop.game.forms.model import FORMS
from printshop.layout.page_choice import PageChoice, choose_pages, parse_page_choice
from printshop.output import FORMATS, OutputOptions, html, pdf, svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.products import packs as packing
from printshop.products.product import Product, find_entries, find_game_scenario
from printshop.workshop import desk, kept, own
from printshop.workshop.desk import Plain

if TYPE_CHECKING:
    from printshop.game.fleets import Fleet
    from printshop.game.model import Game
    from printshop.game.scenarios import Scenario

File = tuple[str, str, bytes]
"""A file's name, its type, and what it holds."""

COVER = 360.0  # points wide
PIXELS = 150  # of pictures, an inch
ZIP = "application/zip"
VASSAL = "vassal"
OUTPUT, ROSTERS, COVER_PART = "output", "rosters", "cover"


def draw_game_cover(game: str) -> str:
    """Return the picture of a game's covers as SVG, "" without one.

    A player's is drawn anew: of a stranger's file it has nothing but the shapes.
    """
    loaded = kept.load_cached_game(desk.resolve_game(game))
    if loaded.cover is None:
        return ""
    if game in game_paths.find_shipped_games() and loaded.cover.suffix == ".svg":
        return loaded.cover.read_text(encoding="utf-8")
    picture = artwork.load_picture(loaded.cover)
    width, height = COVER, COVER / picture.aspect_ratio
    return svg.render_svg(Page(width, height, (artwork.place_picture(picture, (0.0, 0.0, width, height)),)),
                          loaded.title)


def preview(what: str, paper: str = "universal", ink: str = "colour", theme: str = "") -> Iterator[Plain]:
    """Give the pages of the pack of GAME/BATTLE as SVG, with their codes, one by one as they are made.

    Last come those in front of all others, which say how many there are. Raises PrintshopError.
    """
    loaded, battle, settings = _battle(what, theme), what.rpartition("/")[2], _printing(paper, ink)
    chosen, made_so_far = find_game_scenario(loaded, battle), list[packing.PackComponent]()
    for component in packing.build_pack_components(loaded, chosen, settings):
        made_so_far.append(component)
        for page in component.bound_pages:
            yield {"front": False, "of": component.product.name, "pages": _drawn((page,))}
    front = packing.assemble_pack(loaded, chosen, made_so_far, settings).cover
    yield {"front": True, "of": "", "pages": _drawn(front.pages if front else ())}


def _drawn(pages: Iterable[Page]) -> list[Plain]:
    return [{"code": page.label, "svg": svg.render_browser_svg(page)} for page in pages]


def _battle(what: str, theme: str) -> Game:
    return kept.load_cached_game(desk.resolve_game(what.rpartition("/")[0]), theme)


def _printing(paper: str, ink: str) -> PrintSettings:
    if ink not in [one.value for one in Ink]:
        raise make_error(f"'{ink[:60]}' is no ink", f"ask for {', '.join(one.value for one in Ink)}")
    return replace(PrintSettings(papers.choose_papers(paper, None, "")[0]), ink=Ink(ink))


def make_file(what: str, kind: str = "pdf", product: str = "records", unit: str = "", paper: str = "universal",
              ink: str = "colour", theme: str = "", form: str = "", without: str = "", fillable: bool = False,
              fleet: str = "", pages: str = "") -> File:
    """Return a file: a `product` of a game or file `what`, everything of a fleet, or the pack of GAME/BATTLE.

    A file of units can be printed in one `form` only, also for the units of a `fleet`. A fleet and a pack can be
    printed `without` some products ("rosters,counters"; "cover" is the front of a pack), and only in some `pages` of
    the preview ("B-1,C-2-C-4", or numbers). The pages keep their codes. Raises PrintshopError.
    """
    if kind not in (*FILES, VASSAL):
        raise make_error(f"'{kind[:60]}' is nothing that is made here", f"ask for {', '.join((*FILES, VASSAL))}")
    settings = _printing(paper, ink)
    game, asked = _asked(what, product, unit, settings, theme, form, without, fleet, _read_pages(pages))
    if kind == VASSAL:
        return _module(game, asked.request, settings, asked.title)
    suffix, media, write = FILES[kind]
    return f"{asked.title}{suffix}", media, write(asked.document(), OutputOptions(dpi=PIXELS, fillable=fillable))


def _read_pages(text: str) -> PageChoice | None:
    """Return the chosen pages, or None for all pages. Raises PrintshopError."""
    try:
        return parse_page_choice(text) if text else None
    except ValueError as error:
        raise make_error(f"the pages '{text[:60]}' cannot be printed: {error}") from error


class _Asked(NamedTuple):
    """What is asked for: units or a battle, what its files are called, and how its pages are made."""

    request: PrintRequest
    title: str
    document: Callable[[], Document]


def _asked(what: str, product: str, unit: str, settings: PrintSettings, theme: str,
           form: str = "", without: str = "", fleet: str = "", pages: PageChoice | None = None) -> tuple[Game, _Asked]:
    named, left_out = what.endswith(".yaml"), {*filter(None, without.split(","))}
    end = f"-{pages.file_stem}" if pages else ""
    if named and fleet_files.is_fleet_file(desk.resolve_yaml_file(what)):
        changes = game_paths.GameOverrides(theme=theme)
        game, of = fleet_files.load_fleet(desk.resolve_yaml_file(what), FleetOptions(), changes=changes,
                                          load_cached=kept.load_cached_game)
        return game, _Asked(PrintRequest(units=tuple(ship.unit for ship in of.units)), f"{of.key}{end}",
                            lambda: _choose(_fleet(game, of, settings, left_out), pages))
    name, _, battle = what.rpartition("/")
    if not named and name and battle:
        game = _battle(what, theme)
        scenario = find_game_scenario(game, battle)
        return game, _Asked(PrintRequest(scenario=scenario), f"{game.key}-{battle}{end}",
                            lambda: _choose(_pack(game, scenario, settings, left_out), pages))
    path = desk.resolve_yaml_file(what) if named else desk.resolve_game(what)
    game = kept.load_cached_game(game_paths.find_game_folder(path) or path, theme)
    request = PrintRequest(units=(own.found(path, game, unit),) if unit else (), only_keys=(form,) if form else ())
    if form and fleet:
        _, mustered = fleet_files.load_fleet(desk.resolve_yaml_file(fleet), FleetOptions(),
                                             load_cached=kept.load_cached_game)
        ships = tuple(ship.unit for ship in mustered.units if ship.unit.kind == game[FORMS][form].unit)
        if not ships:
            raise make_error("this fleet has nothing that the sheet is for", "choose another")
        request = replace(request, units=ships)
    maker = product_of(game, form) if form else products.find_product(product)
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
    return replace(pack, document=replace(pack.document, pages=tuple(packing.bind_pages(made_of_it))))


def parts(file: str) -> Plain:
    """Return what is printed of a fleet: each product with its number of pages. Raises PrintshopError."""
    game, fleet = fleet_files.load_fleet(desk.resolve_yaml_file(file), FleetOptions(),
                                         load_cached=kept.load_cached_game)
    return {"parts": [{"product": one.product.name, "pages": len(one.bound_pages)}
                      for one in _fleet(game, fleet, PrintSettings(), frozenset()).components]}


def product_of(game: Game, form: str) -> Product:
    """Return the product that a form is one of: records or cards. Raises PrintshopError."""
    found = next((one for one in products.list_products()
                  if one.needs_units and form in find_entries(one, game)), None)
    if found is None:
        raise make_error(f"there is no form '{form[:60]}' in {game.title}", "open it again")
    return found


def _pages(kind: str) -> Callable[[Document, OutputOptions], bytes]:
    def write(document: Document, options: OutputOptions) -> bytes:
        with TemporaryDirectory() as folder:
            with AtomicWrite() as delivery:
                FORMATS[kind].write_document(document, Path(folder) / "page", delivery, options)
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
                for path in sorted(Path(folder).rglob("*")):
                    if path.is_file():
                        packed.writestr(path.relative_to(folder).as_posix(), path.read_bytes())
            return buffer.getvalue()

    return write


def _module(game: Game, request: PrintRequest, settings: PrintSettings, title: str) -> File:
    """Return a module for VASSAL. Pixels need PDFium and Pillow, which a page without a server does not have."""
    from printshop.exports import write_virtual_table
    from printshop.exports.table_layout import ExportOptions

    with TemporaryDirectory() as folder:
        output = Path(folder) / f"{title}.vmod"
        with AtomicWrite() as delivery:
            write_virtual_table(VASSAL, game, request, settings, delivery, ExportOptions(str(output), PIXELS))
        return output.name, ZIP, output.read_bytes()


def tabletop(what: str, product: str = "records", unit: str = "", paper: str = "universal", ink: str = "colour",
             theme: str = "") -> Plain:
    """Write a saved object for Tabletop Simulator below the folder, as it names its pictures by where they lie.

    Return that place, and what is worth telling. Raises PrintshopError.
    """
    from printshop.exports import write_virtual_table
    from printshop.exports.table_layout import ExportOptions

    settings = _printing(paper, ink)
    game, asked = _asked(what, product, unit, settings, theme)
    folder = Path(OUTPUT) / f"{asked.title}-tts"
    with AtomicWrite() as delivery:
        notes = write_virtual_table("tts", game, asked.request, settings, delivery,
                                    ExportOptions(str(folder), PIXELS, f"{folder.resolve().as_uri()}/"))
    return {"folder": folder.as_posix(), "notes": list(notes)}


FILES: Mapping[str, tuple[str, str, Callable[[Document, OutputOptions], bytes]]] = {
    "pdf": (".pdf", "application/pdf", lambda document, options: pdf.render_pdf(document, fillable=options.fillable)),
    "html": (".html", "text/html; charset=utf-8", lambda document,
             options: html.render_html(document, options).encode()),
    "svg": ("-svg.zip", ZIP, _pages("svg")), "png": ("-png.zip", ZIP, _pages("png"))}
