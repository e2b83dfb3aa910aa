"""What the page prints: covers, pages to look through as they are made, and files of all kinds."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from printshop import catalogue, products
from printshop.drawing import art
from printshop.drawing.ink import Ink
from printshop.drawing.items import Document, Page
from printshop.equipment import papers
from printshop.files import Delivery
from printshop.game.fleets import Asked
from printshop.game.forms.reading import FORMS
from printshop.job import Request, Settings
from printshop.problems import failure
from printshop.products import pack as packing
from printshop.products.product import Product, find_scenario
from printshop.render import FORMATS, Options, html, pdf, svg
from printshop.workshop import desk, fleets, kept, own
from printshop.workshop.desk import Plain

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


def cover(game: str) -> str:
    """Return the picture of a game's covers as SVG, "" without one.

    A player's is drawn anew: of a stranger's file it has nothing but the shapes.
    """
    loaded = kept.game(desk.game_at(game))
    if loaded.cover is None:
        return ""
    if game in catalogue.games() and loaded.cover.suffix == ".svg":
        return loaded.cover.read_text(encoding="utf-8")
    picture = art.read(loaded.cover)
    width, height = COVER, COVER / picture.breadth
    return svg.to_text(Page(width, height, (art.place(picture, (0.0, 0.0, width, height)),)), loaded.title)


def preview(what: str, paper: str = "universal", ink: str = "colour", theme: str = "") -> Iterator[Plain]:
    """Give the pages of the pack of GAME/BATTLE as SVG, with their codes, one by one as they are made.

    Last come those in front of all others, which say how many there are. Raises PrintshopError.
    """
    loaded, battle, settings = _battle(what, theme), what.rpartition("/")[2], _printing(paper, ink)
    chosen, made_so_far = find_scenario(loaded, battle), list[packing.Component]()
    for component in packing.make(loaded, chosen, settings):
        made_so_far.append(component)
        for page in component.bound:
            yield {"front": False, "of": component.product.name, "pages": _drawn((page,))}
    front = packing.assemble(loaded, chosen, made_so_far, settings).cover
    yield {"front": True, "of": "", "pages": _drawn(front.pages if front else ())}


def _drawn(pages: Iterable[Page]) -> list[Plain]:
    return [{"code": page.label, "svg": svg.shown(page)} for page in pages]


def _battle(what: str, theme: str) -> Game:
    return kept.game(desk.game_at(what.rpartition("/")[0]), theme)


def _printing(paper: str, ink: str) -> Settings:
    if ink not in [one.value for one in Ink]:
        raise failure(f"'{ink[:60]}' is no ink", f"ask for {', '.join(one.value for one in Ink)}")
    return replace(Settings(papers.sheets_for(paper, None, "")[0]), ink=Ink(ink))


def made(what: str, kind: str = "pdf", product: str = "records", unit: str = "", paper: str = "universal",
         ink: str = "colour", theme: str = "", form: str = "", without: str = "", fillable: bool = False,
         fleet: str = "") -> File:
    """Return a file: a `product` of a game or file `what`, all of a fleet's, or of GAME/BATTLE the whole pack.

    Of a file it may be one `form` alone, also for the ships of a `fleet`, of a fleet `without` some products,
    "rosters,counters". Raises PrintshopError.
    """
    if kind not in (*FILES, VASSAL):
        raise failure(f"'{kind[:60]}' is nothing that is made here", f"ask for {', '.join((*FILES, VASSAL))}")
    settings = _printing(paper, ink)
    game, asked = _asked(what, product, unit, settings, theme, form, without, fleet)
    if kind == VASSAL:
        return _module(game, asked.request, settings, asked.title)
    suffix, media, write = FILES[kind]
    return f"{asked.title}{suffix}", media, write(asked.document(), Options(dpi=PIXELS, fillable=fillable))


class _Asked(NamedTuple):
    """What is asked for: units or a battle, what its files are called, and how its pages are made."""

    request: Request
    title: str
    document: Callable[[], Document]


def _asked(what: str, product: str, unit: str, settings: Settings, theme: str,
           form: str = "", without: str = "", fleet: str = "") -> tuple[Game, _Asked]:
    named = what.endswith(".yaml")
    if named and fleets.is_fleet(desk.file_of(what)):
        changes = catalogue.Changes(theme=theme)
        game, of = fleets.open_fleet(desk.file_of(what), Asked(), changes=changes, kept=kept.game)
        return game, _Asked(Request(units=tuple(ship.unit for ship in of.ships)), of.key,
                            lambda: _fleet(game, of, settings, without.split(",")).document)
    name, _, battle = what.rpartition("/")
    if not named and name and battle:
        game = _battle(what, theme)
        scenario = find_scenario(game, battle)
        return game, _Asked(Request(scenario=scenario), f"{game.key}-{battle}", lambda: packing.assemble(
            game, scenario, tuple(packing.make(game, scenario, settings)), settings).document)
    path = desk.file_of(what) if named else desk.game_at(what)
    game = kept.game(catalogue.home_of(path) or path, theme)
    request = Request(units=(own.found(path, game, unit),) if unit else (), only=(form,) if form else ())
    if form and fleet:
        _, mustered = fleets.open_fleet(desk.file_of(fleet), Asked(), kept=kept.game)
        ships = tuple(ship.unit for ship in mustered.ships if ship.unit.kind == game[FORMS][form].unit)
        if not ships:
            raise failure("this fleet has nothing that the sheet is for", "choose another")
        request = replace(request, units=ships)
    maker = product_of(game, form) if form else products.find(product)
    return game, _Asked(request, f"{game.key}-{form or product}", lambda: maker.build(game, request, settings))


def _fleet(game: Game, fleet: Fleet, settings: Settings, without: list[str]) -> packing.Pack:
    made_of_it = tuple(one for one in packing.make_fleet(game, fleet, settings) if one.product.name not in without)
    pack = packing.assemble_fleet(game, fleet, made_of_it, settings)
    if ROSTERS not in without:
        return pack
    return replace(pack, document=replace(pack.document, pages=tuple(packing.chapters(made_of_it))))


def parts(file: str) -> Plain:
    """Return what is printed of a fleet: each product with its number of pages. Raises PrintshopError."""
    game, fleet = fleets.open_fleet(desk.file_of(file), Asked(), kept=kept.game)
    return {"parts": [{"product": one.product.name, "pages": len(one.bound)}
                      for one in _fleet(game, fleet, Settings(), []).components]}


def product_of(game: Game, form: str) -> Product:
    """Return the product that a form is one of: records or cards. Raises PrintshopError."""
    found = next((one for one in products.every() if one.of_units and form in one.entries(game)), None)
    if found is None:
        raise failure(f"there is no form '{form[:60]}' in {game.title}", "open it again")
    return found


def _pages(kind: str) -> Callable[[Document, Options], bytes]:
    def write(document: Document, options: Options) -> bytes:
        with TemporaryDirectory() as folder:
            with Delivery() as delivery:
                FORMATS[kind].write(document, Path(folder) / "page", delivery, options)
            buffer = io.BytesIO()
            with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
                for path in sorted(Path(folder).rglob("*")):
                    if path.is_file():
                        packed.writestr(path.relative_to(folder).as_posix(), path.read_bytes())
            return buffer.getvalue()

    return write


def _module(game: Game, request: Request, settings: Settings, title: str) -> File:
    """Return a module for VASSAL. Pixels need PDFium and Pillow, which a page without a server does not have."""
    from printshop.virtual import write
    from printshop.virtual.table import How

    with TemporaryDirectory() as folder:
        output = Path(folder) / f"{title}.vmod"
        with Delivery() as delivery:
            write(VASSAL, game, request, settings, delivery, How(str(output), PIXELS))
        return output.name, ZIP, output.read_bytes()


def tabletop(what: str, product: str = "records", unit: str = "", paper: str = "universal", ink: str = "colour",
             theme: str = "") -> Plain:
    """Write a saved object for Tabletop Simulator below the folder, as it names its pictures by where they lie.

    Return that place, and what is worth telling. Raises PrintshopError.
    """
    from printshop.virtual import write
    from printshop.virtual.table import How

    settings = _printing(paper, ink)
    game, asked = _asked(what, product, unit, settings, theme)
    folder = Path(OUTPUT) / f"{asked.title}-tts"
    with Delivery() as delivery:
        notes = write("tts", game, asked.request, settings, delivery,
                      How(str(folder), PIXELS, f"{folder.resolve().as_uri()}/"))
    return {"folder": folder.as_posix(), "notes": list(notes)}


FILES: Mapping[str, tuple[str, str, Callable[[Document, Options], bytes]]] = {
    "pdf": (".pdf", "application/pdf", lambda document, options: pdf.to_bytes(document, fillable=options.fillable)),
    "html": (".html", "text/html; charset=utf-8", lambda document, options: html.to_text(document, options).encode()),
    "svg": ("-svg.zip", ZIP, _pages("svg")), "png": ("-png.zip", ZIP, _pages("png"))}
