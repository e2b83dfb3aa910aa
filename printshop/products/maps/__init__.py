"""Product `maps`: hex maps on one sheet, or on several sheets to join."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from printshop.drawing.display_list import Page
from printshop.game.model import Game
from printshop.layout.rectangles import Paper
from printshop.lengths import MM, typeset_fractions
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.product import PrintedEntries, PrintInstructions, Product

# most map sheets in a pack's one file; more have a file of their own, so that they are not printed by mistake
MAX_SHEETS_IN_PACK = 16
MAX_HOME_PAPER_WIDTH = 216 * MM  # wider sheets are for copy shops


def _list_advice(game: Game, request: PrintRequest, settings: PrintSettings,
                 load_papers: Callable[[], Mapping[str, Paper]]) -> Iterator[str]:
    """Yield advice on a paper that has room for whole maps.

    If no map was divided into several sheets, there is no advice.
    """
    from printshop.products.build import use_game_fonts
    from printshop.products.maps.build import find_single_sheet

    if settings.map_paper:
        return
    with use_game_fonts(game, settings):  # the theme sets the width of words
        large = find_single_sheet(game, request, settings, load_papers().values())
        small = large and find_single_sheet(game, request, settings, (settings.paper,))
    if large and not small:
        yield (f"to have each map printed on one sheet by a copy shop, use --paper {large.name}, or use --paper "
               "fit for a sheet of exactly the size "
               "of the map" if min(large.width, large.height) > MAX_HOME_PAPER_WIDTH else
               f"to print each map on one sheet, use --paper {large.name}")


def _list_unused_options(options: Mapping[str, Any], printed_products: Collection[str]) -> Iterator[str]:
    if options.get("map_paper") and "maps" not in printed_products:
        yield f"--map-paper {options['map_paper']} changes nothing: no maps are printed"
    if options.get("paper") == "fit" and {*printed_products} - {"maps"}:
        no_maps = "" if "maps" in printed_products else ", and no maps are printed"
        yield f"--paper fit is used for maps only: all other pages have the usual paper{no_maps}"


def _needs_own_file(pages: Sequence[Page], settings: PrintSettings) -> bool:
    """Return whether the pages stay out of a pack's one file.

    Pages stay out if there are more than `MAX_SHEETS_IN_PACK` pages, or if the pages are on other paper.
    """
    return len(pages) > MAX_SHEETS_IN_PACK or _on_other_paper(pages[0], settings)


def _split_into_files(pages: tuple[Page, ...]) -> Iterator[tuple[str, tuple[Page, ...]]]:
    """Yield the usual file, and a separate file for each map with more than `MAX_SHEETS_IN_PACK` sheets."""
    starts = [index for index, page in enumerate(pages) if page.bookmarks]
    if len(starts) < 2:
        yield "", pages
        return
    maps = [pages[start:end] for start, end in zip(starts, (*starts[1:], None), strict=True)]
    if small_maps := tuple(page for sheets in maps if len(sheets) <= MAX_SHEETS_IN_PACK for page in sheets):
        yield "", small_maps
    yield from ((sheets[0].bookmarks[0].title, sheets) for sheets in maps if len(sheets) > MAX_SHEETS_IN_PACK)


def _adapt_instructions(printed: PrintedEntries) -> PrintInstructions:
    from printshop.drawing.text import escape_markup

    maps, pages, default_instructions = printed.entries, printed.pages, printed.default_instructions
    words = printed.settings.words
    material = words.join(dict.fromkeys(words.name(hexmap.material) for hexmap in maps.values()))
    if pages and _on_other_paper(pages[0], printed.settings):
        sizes = dict.fromkeys(f"{page.width / MM:.0f} × {page.height / MM:.0f} mm" for page in pages)
        material += f", {words.join(sizes)}"
    if len(pages) <= len(maps):
        return default_instructions._replace(material=material,
                                             hint=words("lay_map") if pages else default_instructions.hint)
    plan = words("as_plan_shows", code=pages[0].label) if len(maps) == 1 else words("as_plans_show")
    if len(pages) > MAX_SHEETS_IN_PACK:
        hexes = words.join(dict.fromkeys(escape_markup(words.number(typeset_fractions(hexmap.across.text)))
                                            for hexmap in maps.values()))
        all_squares = all(hexmap.has_squares for hexmap in maps.values())
        hint = words("join_many_sheets_of_squares" if all_squares else "join_many_sheets", count=len(pages), plan=plan,
                     hexes=hexes)
        return default_instructions._replace(material=material, hint=hint)
    return default_instructions._replace(material=material, hint=words("join_sheets", plan=plan))


def _on_other_paper(page: Page, settings: PrintSettings) -> bool:
    page_sides, paper_sides = sorted((page.width, page.height)), sorted((settings.paper.width, settings.paper.height))
    return any(abs(page_side - paper_side) > MM for page_side, paper_side in zip(page_sides, paper_sides, strict=True))


PRODUCTS = (Product(
    "maps", "maps", "printshop.products.maps.build:build_maps",
    hint="maps_hint",
    splits_files=True, is_joined=True,
    own_options=(("map_paper", "--map-paper and --paper fit are allowed for maps only"),),
    find_implied_keys=lambda scenario: (scenario.map,) if scenario.map else (),
    list_advice=_list_advice,
    list_unused_options=_list_unused_options,
    needs_own_file=_needs_own_file,
    split_into_files=_split_into_files,
    adapt_instructions=_adapt_instructions,
),)
