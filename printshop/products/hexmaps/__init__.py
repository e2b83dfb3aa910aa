"""Product `maps`: hex maps on one sheet or on several to join; also the small map in a booklet."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from printshop.drawing.items import Page
from printshop.game.model import Game
from printshop.game.scenarios import Scenario
from printshop.job import Request, Settings
from printshop.layout.boxes import Paper
from printshop.products.product import Handling, Printed, Product, listed
from printshop.units import MM, set_fractions

MANY = 16  # most map sheets in a pack's one file; more have a file of their own, so that nobody prints them by mistake
HOME = 216 * MM  # wider sheets are for copy shops


class Maps(Product):
    """Hex maps at true scale, on several sheets if they are larger than the paper."""

    name = "maps"
    made_by = "hexmaps.maps"
    hint = "Lay it on the table; several sheets are glued as their margins say."
    numbered = True
    options = (("map_paper", "--map-paper and --paper fit are for maps"),)

    def named(self, game: Game, scenario: Scenario | None) -> tuple[str, ...]:
        """Return the maps that a scenario lists; if it lists none, the one that it is played on."""
        if scenario and self.section not in scenario.pieces:
            return (scenario.map,) if scenario.map else ()
        return super().named(game, scenario)

    def advice(self, game: Game, request: Request, settings: Settings,
               papers: Callable[[], Mapping[str, Paper]]) -> Iterator[str]:
        """Yield advice on a paper that has room for the whole of maps that were made on several sheets."""
        from printshop.products.hexmaps.maps import one_sheet
        from printshop.products.safely import setting

        if settings.map_paper:
            return
        with setting(game, settings):  # the theme sets the width of words
            large = one_sheet(game, request, settings, papers().values())
            small = large and one_sheet(game, request, settings, (settings.paper,))
        if large and not small:
            yield (f"a copy shop can print it on one sheet: --paper {large.name}, or --paper fit for one that has just "
                   "its size" if min(large.width, large.height) > HOME else
                   f"it is whole on one sheet with --paper {large.name}")

    def unused(self, options: Mapping[str, Any], printed: Collection[str]) -> Iterator[str]:
        if options.get("map_paper") and self.name not in printed:
            yield f"--map-paper {options['map_paper']} changes nothing: there are no maps"
        if options.get("paper") == "fit" and {*printed} - {self.name}:
            yield "--paper fit is for maps: all else is on the usual paper" + ("" if self.name in printed else
                                                                            ", and there are no maps")

    def apart(self, pages: Sequence[Page], settings: Settings) -> bool:
        """Return whether pages stay out of the one file of a pack: they are many, or on other paper."""
        return len(pages) > MANY or _on_other_paper(pages[0], settings)

    def files(self, pages: tuple[Page, ...]) -> Iterator[tuple[str, tuple[Page, ...]]]:
        """Yield the usual file, and a file for each map with so many sheets that a pack keeps it separate."""
        starts = [index for index, page in enumerate(pages) if page.bookmarks]
        if len(starts) < 2:
            yield "", pages
            return
        maps = [pages[start:end] for start, end in zip(starts, (*starts[1:], None), strict=True)]
        if small_maps := tuple(page for sheets in maps if len(sheets) <= MANY for page in sheets):
            yield "", small_maps
        yield from ((sheets[0].bookmarks[0].title, sheets) for sheets in maps if len(sheets) > MANY)

    def handled(self, printed: Printed) -> Handling:
        from printshop.drawing.text import escape

        maps, pages, usual = printed.things, printed.pages, printed.usual
        material = listed(dict.fromkeys(hexmap.material for hexmap in maps.values()))
        if pages and _on_other_paper(pages[0], printed.settings):
            sizes = dict.fromkeys(f"{page.width / MM:.0f} × {page.height / MM:.0f} mm" for page in pages)
            material += f", {listed(sizes)}"
        if len(pages) <= len(maps):
            return usual._replace(material=material, hint="Lay it on the table." if pages else usual.hint)
        plan = f" as {pages[0].label} shows" if len(maps) == 1 else " as their plans show"
        if len(pages) > MANY:
            hexes = listed(dict.fromkeys(escape(set_fractions(hexmap.across.text)) for hexmap in maps.values()))
            return usual._replace(material=material, hint=f"{len(pages)} pages: trim the sheets and join them{plan}. "
                                  f"Or play on any mat with hexes of {hexes} across flats.")
        return usual._replace(material=material, hint=f"Trim the sheets and join them{plan}.")


def _on_other_paper(page: Page, settings: Settings) -> bool:
    page_sides, paper_sides = sorted((page.width, page.height)), sorted((settings.paper.width, settings.paper.height))
    return any(abs(page_side - paper_side) > MM for page_side, paper_side in zip(page_sides, paper_sides, strict=True))


PRODUCTS = (Maps(),)
