"""Product `rosters`: a fleet as a list with its sums, a summary, and room for the player's own words; or a blank one.

Without a fleet it is that of the units asked for, or of a scenario; or else a list of all that a game has, with what
everything costs.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from printshop.drawing import shapes, text
from printshop.drawing.items import Bookmark, Document, Page
from printshop.game.fleets.fleets import Fleet, gather, priced
from printshop.game.model import NEUTRAL
from printshop.layout import furniture, table
from printshop.layout.boxes import Box
from printshop.layout.flow.compose import compose
from printshop.layout.flow.story import Heading, KeepTogether, Para, TableBlock
from printshop.markup import escape
from printshop.products.product import Product, Request, Settings, units_of
from printshop.products.rosters import force_summary, roster_head
from printshop.products.rosters.fleet_marks import refuse, tracks_of
from printshop.products.rosters.roster_lines import WRITE, Plan, blank_section, counted, sections

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from printshop.drawing.items import Item
    from printshop.game.model import Game, Side, Unit
    from printshop.layout.flow.story import Block
    from printshop.layout.paper import Paper

ROSTER = "Roster"
SIZES = (8.8, 8.2, 7.6)  # points: the type of a roster, the first that all columns have room in
LARGE = (12.0, 11.0, 10.0)  # for weak eyes
LONGEST = 40  # letters of a fleet's title above the pages that follow the first
AIR = 12.0  # between the parts of a page
LEAST = 110.0  # of a page that is begun, so that it is gone on with
PITCH = 20.0  # of lines to write on


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the roster that a request is for. Raises PrintshopError, or Misfit for what is too wide for the page."""
    if request.blank:
        return Document(f"{game.title}: blank rosters", tuple(_blank(game, request.blank, settings)),
                        subject="blank rosters", keywords=(game.title, "roster"))
    if request.units or request.scenario:
        return document(game, _asked(game, request), settings)
    crews = _by_side(game, units_of(game, request))
    fleet = gather("Units and their points" if priced(game) else "Units", crews, game, {}, judged=False)
    plan = Plan(game, {}, settings.ink, sums=False)
    pages = _pages(fleet, plan, settings, (), listed=True)
    return Document(f"{game.title}: units", tuple(pages), subject="list of units", keywords=(game.title, "units"))


def document(game: Game, fleet: Fleet, settings: Settings, parts: Sequence[tuple[str, str, str]] = ()) -> Document:
    """Return the roster of a fleet; `parts` are the others that are printed with it: what, which pages, on what."""
    plan = Plan(game, tracks_of(game, [ship.unit for ship in fleet.ships]), settings.ink)
    return Document(f"{game.title}: {text.plain(fleet.title)}", tuple(_pages(fleet, plan, settings, parts)),
                    subject="roster", keywords=(game.title, "roster", text.plain(fleet.title)))


def _asked(game: Game, request: Request) -> Fleet:
    """Return the units that are asked for as a fleet: those of a scenario force by force."""
    if request.scenario and not request.units:
        forces = zip(request.scenario.forces, game.crews(request.scenario), strict=True)
        crews = [(force.side, crew) for force, crew in forces if crew]
        refuse(game, [unit for _, crew in crews for unit in crew], request.damage)
        return gather(request.scenario.title, crews, game, request.damage)
    refuse(game, request.units, request.damage)
    return gather(ROSTER, _by_side(game, request.units), game, request.damage)


def _by_side(game: Game, units: Sequence[Unit]) -> list[tuple[Side, list[Unit]]]:
    order = dict.fromkeys([*game.sides, *(unit.side.key for unit in units)])
    crews = [(game.sides.get(key, NEUTRAL), [unit for unit in units if unit.side.key == key]) for key in order]
    return [(side, crew) for side, crew in crews if crew]


def _pages(fleet: Fleet, plan: Plan, settings: Settings, parts: Sequence[tuple[str, str, str]],
           listed: bool = False) -> Iterator[Page]:
    """Give the pages; a roster that hardly goes over its first page is set in smaller type, if it then does not."""
    tables = tuple(sections(fleet, plan))
    paper, size = _fitting(tables, settings)
    head = roster_head.Drawn((), 0.0) if listed else roster_head.fleet(fleet, plan, _room(paper))
    story = () if listed else tuple(_story(fleet, plan, parts))
    made = _composed(tables, head, story, paper, size, settings)
    for smaller in (one for one in SIZES if one < size):
        single = _composed(tables, head, story, paper, smaller, settings) if len(made[0]) == 2 else made
        made = single if len(single[0]) == 1 else made
    pages, bottom = made
    if not listed:
        box = _room(paper)
        room = Box(box.x, bottom + AIR, box.width, box.bottom - bottom - AIR)
        pages[-1] += roster_head.notes(room, PITCH, headed=not fleet.notes)
    name, unnamed = fleet.title, fleet.title == ROSTER
    short = name if len(text.plain(name)) <= LONGEST else escape(text.plain(name)[:LONGEST].rstrip()) + "…"
    for number, items in enumerate(pages, 1):
        title = name if listed else ROSTER if number == 1 or unnamed else f"{ROSTER}: {short}"
        yield _page(items, title, plan.game, paper, f"F-{number}", (Bookmark(text.plain(name)),) if number == 1 else (),
                    counted(fleet.ships, plan.game) if listed else "")


def _room(paper: Paper) -> Box:
    return furniture.content_box(paper, scale=False).inset(0, 2, 0, 2)


def _composed(tables: Sequence[table.Section], head: roster_head.Drawn, story: Sequence[Block], paper: Paper,
              size: float, settings: Settings) -> tuple[list[list[Item]], float]:
    """Return what stands on each page, the lines in type of `size` points, and how far down the last page goes."""
    box = _room(paper)
    first = box.inset(0, head.height + AIR, 0, 0) if head.items else box
    sheets = table.pages(tables, first, box, size, settings.ink)
    pages = [[*head.items, *sheets[0].items], *([*sheet.items] for sheet in sheets[1:])]
    bottom = sheets[-1].bottom
    return pages, _append(story, pages, box, bottom, settings) if story else bottom


def _page(items: Sequence[Item], title: str, game: Game, paper: Paper, label: str,
          bookmarks: tuple[Bookmark, ...] = (), note: str = "") -> Page:
    return furniture.page(paper, title, tuple(items), game_title=game.title, rights=game.rights, scale=False,
                          label=label, bookmarks=bookmarks, note=note)


def _fitting(tables: Sequence[table.Section], settings: Settings) -> tuple[Paper, float]:
    """Return the paper, upright if its columns have room enough there, and the largest type in which they have."""
    sizes = (*LARGE, *SIZES) if "large" in settings.variants else SIZES
    ways = [(sheet, size) for sheet in (settings.paper, settings.paper.turned()) for size in sizes]
    if "large" in settings.variants:  # the type goes before the paper
        ways.sort(key=lambda way: -way[1])
    for sheet, size in ways:
        width = furniture.content_box(sheet, scale=False).width
        if table.comfortable(tables, width, size):
            return sheet, size
    return ways[-1]


def _append(story: Sequence[Block], pages: list[list[Item]], box: Box, bottom: float, settings: Settings) -> float:
    """Set blocks behind what is on the last page, on as many more as it takes; return how far down the last goes."""
    left = box.bottom - bottom - AIR
    first = Box(box.x, bottom + AIR, box.width, left) if left >= LEAST else None
    made = compose(story, box, first=first, ink=settings.ink)
    for number, sheet in enumerate(made):
        if number == 0 and first:
            pages[-1] += sheet.items
        else:
            pages.append([*sheet.items])
    return shapes.bounds(made[-1].items)[3] if made[-1].items else bottom


def _story(fleet: Fleet, plan: Plan, parts: Sequence[tuple[str, str, str]]) -> Iterator[Block]:
    yield from force_summary.blocks(fleet, plan)
    if parts:
        table = TableBlock((("In this file", "Pages", "Print on"), *parts), widths=(2.0, 1.4, 2.6))
        yield KeepTogether((Heading(2, "What to print on what"), table))
    if fleet.notes:
        first, *others = map(Para, fleet.notes)
        yield KeepTogether((Heading(2, "Notes"), first))
        yield from others


def _blank(game: Game, copies: int, settings: Settings) -> Iterator[Page]:
    """Give rosters to be filled in by hand: `copies` pages for every kind of unit."""
    number = count(1)
    for kind in game.unit_types.values():
        plan = Plan(game, {}, settings.ink)
        trial = blank_section(kind, plan, 1)
        paper, size = _fitting([trial], settings)
        box = furniture.content_box(paper, scale=False).inset(0, 2, 0, 2)
        head = roster_head.blank(kind, plan, box)
        first = box.inset(0, head.height + AIR, 0, 0)
        used = table.pages([trial], first, box, size, settings.ink)[0].bottom
        rows = 1 + int((box.bottom - used) // WRITE)
        (sheet,) = table.pages([blank_section(kind, plan, rows)], first, box, size, settings.ink)
        what = f"{ROSTER}: {kind.plural}" if len(game.unit_types) > 1 else ROSTER
        for copy in range(copies):
            yield _page((*head.items, *sheet.items), what, game, paper, f"FB-{next(number)}",
                        () if copy else (Bookmark(what),))


PRODUCT = Product(
    name="rosters",
    summary="Fleets as lists with their sums, limits and a summary; blank ones; lists of units and what they cost.",
    material="paper",
    hint="One for each player, and one for the opponent.",
    build=build,
)
