"""Covers, pages of a pack one by one, and files of all kinds for the page."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
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
from printshop.output import FORMATS, OutputOptions, html, pdf, svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import make_error
from printshop.products import packs as packing
from printshop.products.product import Product, find_entries, find_game_scenario
from printshop.workshop import game_cache, user_units
from printshop.workshop.workspace import Plain, Workspace

if TYPE_CHECKING:
    from printshop.game.fleets import Fleet
    from printshop.game.model import Game

File = tuple[str, str, bytes]
"""A file's name, its type, and what it holds."""

COVER = 360.0  # points wide
PIXELS = 150  # of pictures, an inch
ZIP = "application/zip"
VASSAL = "vassal"
OUTPUT, ROSTERS = "output", "rosters"


def draw_game_cover(workspace: Workspace, game: str) -> str:
    """Return the picture of a game's covers as SVG, "" without one.

    A player's is drawn anew: of a stranger's file it has nothing but the shapes.
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
            ) -> Iterator[Plain]:
    """Give the pages of the pack of GAME/BATTLE as SVG, with their codes, one by one as they are made.

    Last come those in front of all others, which say how many there are. Raises PrintshopError.
    """
    loaded, battle, settings = _battle(workspace, what, theme), what.rpartition("/")[2], _printing(paper, ink)
    chosen, made_so_far = find_game_scenario(loaded, battle), list[packing.PackComponent]()
    for component in packing.build_pack_components(loaded, chosen, settings):
        made_so_far.append(component)
        for page in component.bound_pages:
            yield {"front": False, "of": component.product.name, "pages": _drawn((page,))}
    front = packing.assemble_pack(loaded, chosen, made_so_far, settings).cover
    yield {"front": True, "of": "", "pages": _drawn(front.pages if front else ())}


def _drawn(pages: Iterable[Page]) -> list[Plain]:
    return [{"code": page.label, "svg": svg.render_browser_svg(page)} for page in pages]


def _battle(workspace: Workspace, what: str, theme: str) -> Game:
    return game_cache.load_cached_game(workspace.resolve_game(what.rpartition("/")[0]), theme)


def _printing(paper: str, ink: str) -> PrintSettings:
    if ink not in [one.value for one in Ink]:
        raise make_error(f"'{ink[:60]}' is no ink", f"ask for {', '.join(one.value for one in Ink)}")
    return replace(PrintSettings(papers.choose_papers(paper, None, "")[0]), ink=Ink(ink))


def make_file(workspace: Workspace, what: str, kind: str = "pdf", product: str = "records", unit: str = "",
              paper: str = "universal", ink: str = "colour", theme: str = "", form: str = "", without: str = "",
              fillable: bool = False,
              fleet: str = "") -> File:
    """Return a file: a `product` of a game or file `what`, all of a fleet's, or of GAME/BATTLE the whole pack.

    Of a file it may be one `form` alone, also for the ships of a `fleet`, of a fleet `without` some products,
    "rosters,counters". Raises PrintshopError.
    """
    if kind not in (*FILES, VASSAL):
        raise make_error(f"'{kind[:60]}' is nothing that is made here", f"ask for {', '.join((*FILES, VASSAL))}")
    settings = _printing(paper, ink)
    game, asked = _asked(workspace, what, product, unit, settings, theme, form, without, fleet)
    if kind == VASSAL:
        return _module(game, asked.request, settings, asked.title)
    suffix, media, write = FILES[kind]
    return f"{asked.title}{suffix}", media, write(asked.document(), OutputOptions(dpi=PIXELS, fillable=fillable))


class _Asked(NamedTuple):
    """What is asked for: units or a battle, what its files are called, and how its pages are made."""

    request: PrintRequest
    title: str
    document: Callable[[], Document]


def _asked(workspace: Workspace, what: str, product: str, unit: str, settings: PrintSettings, theme: str,
           form: str = "", without: str = "", fleet: str = "") -> tuple[Game, _Asked]:
    named = what.endswith(".yaml")
    if named and fleet_files.is_fleet_file(workspace.resolve_yaml_file(what)):
        changes = game_paths.GameOverrides(theme=theme)
        game, of = fleet_files.load_fleet(workspace.resolve_yaml_file(what), FleetOptions(), changes=changes,
                                          load_cached=game_cache.load_cached_game)
        return game, _Asked(PrintRequest(units=tuple(ship.unit for ship in of.units)), of.key,
                            lambda: _fleet(game, of, settings, without.split(",")).document)
    name, _, battle = what.rpartition("/")
    if not named and name and battle:
        game = _battle(workspace, what, theme)
        scenario = find_game_scenario(game, battle)
        return game, _Asked(PrintRequest(scenario=scenario), f"{game.key}-{battle}", lambda: packing.assemble_pack(
            game, scenario, tuple(packing.build_pack_components(game, scenario, settings)), settings).document)
    path = workspace.resolve_yaml_file(what) if named else workspace.resolve_game(what)
    game = game_cache.load_cached_game(workspace.find_game_of_part(path), theme)
    units = (user_units.find_any_unit(workspace, path, game, unit),) if unit else ()
    request = PrintRequest(units=units, only_keys=(form,) if form else ())
    if form and fleet:
        _, mustered = fleet_files.load_fleet(workspace.resolve_yaml_file(fleet), FleetOptions(),
                                             load_cached=game_cache.load_cached_game)
        ships = tuple(ship.unit for ship in mustered.units if ship.unit.kind == game[FORMS][form].unit)
        if not ships:
            raise make_error("this fleet has nothing that the sheet is for", "choose another")
        request = replace(request, units=ships)
    maker = product_of(game, form) if form else products.find_product(product)
    return game, _Asked(request, f"{game.key}-{form or product}", lambda: maker.build(game, request, settings))


def _fleet(game: Game, fleet: Fleet, settings: PrintSettings, without: list[str]) -> packing.PrintedPack:
    made_of_it = tuple(one for one in packing.build_fleet_components(game, fleet, settings)
                       if one.product.name not in without)
    pack = packing.assemble_fleet(game, fleet, made_of_it, settings)
    if ROSTERS not in without:
        return pack
    return replace(pack, document=replace(pack.document, pages=tuple(packing.bind_pages(made_of_it))))


def parts(workspace: Workspace, file: str) -> Plain:
    """Return what is printed of a fleet: each product with its number of pages. Raises PrintshopError."""
    game, fleet = fleet_files.load_fleet(workspace.resolve_yaml_file(file), FleetOptions(),
                                         load_cached=game_cache.load_cached_game)
    return {"parts": [{"product": one.product.name, "pages": len(one.bound_pages)}
                      for one in _fleet(game, fleet, PrintSettings(), []).components]}


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


def tabletop(workspace: Workspace, what: str, product: str = "records", unit: str = "", paper: str = "universal",
             ink: str = "colour", theme: str = "") -> Plain:
    """Write a saved object for Tabletop Simulator below the folder, as it names its pictures by where they lie.

    Return that place, and what is worth telling. Raises PrintshopError.
    """
    from printshop.exports import write_virtual_table
    from printshop.exports.table_layout import ExportOptions

    settings = _printing(paper, ink)
    game, asked = _asked(workspace, what, product, unit, settings, theme)
    folder = workspace.folder / OUTPUT / f"{asked.title}-tts"
    with AtomicWrite(workspace.folder) as delivery:
        notes = write_virtual_table("tts", game, asked.request, settings, delivery,
                                    ExportOptions(str(folder), PIXELS, f"{folder.as_uri()}/"))
    return {"folder": workspace.name_of(folder), "notes": [*map(workspace.shorten, notes)]}


FILES: Mapping[str, tuple[str, str, Callable[[Document, OutputOptions], bytes]]] = {
    "pdf": (".pdf", "application/pdf", lambda document, options: pdf.render_pdf(document, fillable=options.fillable)),
    "html": (".html", "text/html; charset=utf-8", lambda document,
             options: html.render_html(document, options).encode()),
    "svg": ("-svg.zip", ZIP, _pages("svg")), "png": ("-png.zip", ZIP, _pages("png"))}
