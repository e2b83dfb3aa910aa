"""Product `rosters`: a fleet as a list with totals, a summary and lines for notes; or a blank roster.

A request without a fleet gives the roster of its units or its scenario, or else a list of all units of the game with
their points. Points, origin at the top left of the page, y down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from printshop import products as registry
from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, Bookmark, Document, Group, Item, Page, Stroke
from printshop.game.fleets import Fleet, Squadron, Vessel, gather, priced
from printshop.game.forms.reading import FORMS
from printshop.game.model import NEUTRAL, Game, Side, Unit, key_of
from printshop.game.scenarios import crews, figure
from printshop.job import Request, Settings
from printshop.layout import furniture, table
from printshop.layout.boxes import Box, Paper
from printshop.layout.flow import Block, Heading, KeepTogether, Para, compose
from printshop.layout.table import Column, Row, Table
from printshop.letters import escape
from printshop.problems import Problems, Span
from printshop.products.booklets.forces import rules_of, swatch
from printshop.products.forms.filling import Compiled, check_damage, check_track
from printshop.products.forms.painters import How
from printshop.products.product import units_of
from printshop.products.rosters.tables import BLANK, WRITE, Plan, blank_section, sections, summary

Tracks = Mapping[str, int]

ROSTER = "Roster"
SIZES = (8.8, 8.2, 7.6)  # points: sizes of type; the first in which all columns fit
LARGE = (12.0, 11.0, 10.0)  # points: the same for the variant `large`
LONGEST = 40  # letters of the title on pages after the first
AIR = 12.0  # points: between the parts of a page
BEGUN = 12.0  # points: least height to begin the summary below the rows
PITCH = 20.0  # points: between lines to write on
TITLE = text.Style("display", 22, bold=True)
LONG = text.Style("display", 14, bold=True)  # a title of two or three lines
LEAST = 12.0  # points: least size of a title on one line
FIGURE = text.Style("serif", 22, bold=True)
BODY = text.Style("sans", 9.5)
BOLD = text.Style("sans", 9.5, bold=True)
LABEL = text.Style("sans", 7.5, bold=True)
HEAD = text.Style("display", 11, bold=True)
SIGNED = (("Player", 3.0), ("Opponent", 3.0), ("Date", 1.4), ("Signed", 2.6))
TO_NAME = (("Fleet", 4.0), ("Side", 2.0), ("Player", 3.0), ("Date", 1.4))
LIMIT = (("Limit", 1.4),)
FEWEST, MOST = 3, 12  # least and greatest number of lines for notes
FILLED = ("records", "cards")
ROOM = 10_000.0  # points: a space that every form fits, as only the names of its tracks are needed


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the roster that is requested. Raises PrintshopError, or Misfit for words too wide for the page."""
    if request.blank:
        return Document(f"{game.title}: blank rosters", tuple(_blank(game, request.blank, settings)),
                        subject="blank rosters", keywords=(game.title, "roster"))
    title, manned = ROSTER, _by_side(game, request.units)
    if request.scenario and not request.units:
        forces = zip(request.scenario.forces, crews(game, request.scenario), strict=True)
        title, manned = request.scenario.title, [(force.side, list(crew)) for force, crew in forces if crew]
    if request.scenario or request.units:
        units = [unit for _, crew in manned for unit in crew]
        check_damage([(form, tuple(unit for unit in units if unit.kind == form.form.unit))
                      for form in _compiled(game, FILLED)], request.damage)
        return document(game, gather(title, manned, game, request.damage), settings)
    squadrons = _by_side(game, units_of(game, request))
    fleet = gather("Units and their points" if priced(game) else "Units", squadrons, game, {}, judged=False)
    pages = _pages(fleet, Plan(game, {}, settings.ink, sums=False), settings, (), listed=True)
    return Document(f"{game.title}: units", tuple(pages), subject="list of units", keywords=(game.title, "units"))


def document(game: Game, fleet: Fleet, settings: Settings, parts: Sequence[tuple[str, str, str]] = ()) -> Document:
    """Return the roster of a fleet; `parts` lists the other components of its pack: name, pages, material."""
    plan, name = Plan(game, tracks_of(game, [ship.unit for ship in fleet.ships]), settings.ink), text.plain(fleet.title)
    return Document(f"{game.title}: {name}", tuple(_pages(fleet, plan, settings, parts)),
                    subject="roster", keywords=(game.title, "roster", name))


def _by_side(game: Game, units: Sequence[Unit]) -> list[tuple[Side, list[Unit]]]:
    order = dict.fromkeys([*game.sides, *(unit.side.key for unit in units)])
    manned = [(game.sides.get(key, NEUTRAL), [unit for unit in units if unit.side.key == key]) for key in order]
    return [(side, crew) for side, crew in manned if crew]


def _pages(fleet: Fleet, plan: Plan, settings: Settings, parts: Sequence[tuple[str, str, str]],
           listed: bool = False) -> Iterator[Page]:
    """Yield the pages; if a roster is only just over one page, it is set in smaller type to fit one."""
    tables = tuple(sections(fleet, plan))
    paper, size = _fitting(tables, settings)
    box = _room(paper)
    head, top = ((), box.y) if listed else _head(fleet, plan, box)
    story = () if listed else tuple(_story(fleet, plan, parts))

    def composed(size: float) -> tuple[list[list[Item]], float]:
        """Return the pages in type of a size, the story after the rows, and the lower end of the last page."""
        sheets = table.pages(tables, box.inset(0, top - box.y, 0, 0), box, table.ledger(size, settings.ink))
        pages, bottom = [[*sheet.items] for sheet in sheets], sheets[-1].bottom
        pages[0] = [*head, *pages[0]]
        if story:
            left = box.bottom - bottom - AIR
            first = Box(box.x, bottom + AIR, box.width, left) if left >= BEGUN else None
            flowing = compose(story, box, first=first)
            if first:
                pages[-1] += flowing[0].items
            pages += [[*sheet.items] for sheet in flowing[1 if first else 0:]]
            bottom = shapes.bounds(flowing[-1].items)[3] if flowing[-1].items else bottom
        return pages, bottom

    pages, bottom = composed(size)
    if len(pages) == 2:
        smaller = (composed(small) for small in SIZES if small < size)
        pages, bottom = next((single for single in smaller if len(single[0]) == 1), (pages, bottom))
    if not listed:  # lines for notes at the end, as many as there is room for; none if they are too few
        y, headed = bottom + AIR, 0.0 if fleet.notes else 12.0
        lines = min(int((box.bottom - y - headed - 6) // PITCH), MOST)
        if lines >= FEWEST:
            pages[-1] += [*(text.line("Notes", HEAD, box.x, y + 10) if headed else ()),
                          *table.ruled(Box(box.x, y + headed, box.width, PITCH * lines + 0.1), PITCH)]
    name = text.plain(fleet.title)
    short = fleet.title if len(name) <= LONGEST else escape(name[:LONGEST].rstrip()) + "…"
    for number, items in enumerate(pages, 1):
        title = ROSTER if number == 1 or fleet.title == ROSTER else f"{ROSTER}: {short}"
        yield _page(items, fleet.title if listed else title, plan.game, paper, f"F-{number}",
                    (Bookmark(name),) if number == 1 else (), plan.counted(fleet.ships) if listed else "")


def _room(paper: Paper) -> Box:
    return furniture.content_box(paper, scale=False).inset(0, 2, 0, 2)


def _page(items: Sequence[Item], title: str, game: Game, paper: Paper, label: str,
          bookmarks: tuple[Bookmark, ...] = (), note: str = "") -> Page:
    return furniture.page(paper, title, tuple(items), game_title=game.title, rights=game.rights, scale=False,
                          label=label, bookmarks=bookmarks, note=note)


def _fitting(tables: Sequence[Table], settings: Settings) -> tuple[Paper, float]:
    """Return the paper, upright if the columns fit it so, and the largest type in which they fit."""
    sizes = (*LARGE, *SIZES) if "large" in settings.variants else SIZES
    ways = [(sheet, size) for sheet in (settings.paper, settings.paper.turned()) for size in sizes]
    if "large" in settings.variants:  # large type matters more than upright paper
        ways.sort(key=lambda way: -way[1])
    return next((way for way in ways if table.comfortable(
        tables, furniture.content_box(way[0], scale=False).width, table.ledger(way[1], settings.ink))), ways[-1])


def _story(fleet: Fleet, plan: Plan, parts: Sequence[tuple[str, str, str]]) -> Iterator[Block]:
    yield from summary(fleet, plan)
    yield from rules_of(plan.game, [ship.unit for ship in fleet.ships], 2)
    if parts:
        columns = Column("In this file", share=2.0), Column("Pages", share=1.4), Column("Print on", share=2.6)
        yield KeepTogether((Heading(2, "What to print on what"), Table(columns, tuple(map(Row, parts)))))
    if fleet.notes:
        first, *paragraphs = map(Para, fleet.notes)
        yield KeepTogether((Heading(2, "Notes"), first))
        yield from paragraphs


def _blank(game: Game, copies: int, settings: Settings) -> Iterator[Page]:
    """Yield blank rosters to fill in by hand: `copies` pages for each type of unit."""
    number = count(1)
    for kind in game.unit_types.values():
        plan = Plan(game, {}, settings.ink)
        sample = blank_section(kind, plan, 1)
        paper, size = _fitting([sample], settings)
        box, look = _room(paper), table.ledger(size, settings.ink)
        to_name = (*TO_NAME, *(LIMIT if priced(game, (kind.key,)) else ()))
        first = box.inset(0, 26 + AIR, 0, 0)
        heading_bottom = table.pages([sample], first, box, look)[0].bottom
        rows = 1 + int((box.bottom - heading_bottom) // WRITE)
        (sheet,) = table.pages([blank_section(kind, plan, rows)], first, box, look)
        title = f"{ROSTER}: {kind.plural}" if len(game.unit_types) > 1 else ROSTER
        for copy in range(copies):
            yield _page((*_to_write(to_name, box, box.y + 20), *sheet.items), title, game, paper, f"FB-{next(number)}",
                        () if copy else (Bookmark(title),))


# --- the head of a roster ----------------------------------------------------------------------------------------


def _head(fleet: Fleet, plan: Plan, box: Box) -> tuple[tuple[Item, ...], float]:
    """Return the head above the rows, and the y below it: title, sides, broken rules, lines to sign on."""
    alone = fleet.squadrons[0] if len(fleet.squadrons) == 1 else None
    items: list[Item] = []
    width = box.width
    if alone and priced(plan.game):
        words = _points(alone, plan)
        items += text.line(words, FIGURE, box.right, box.y + 19, "end")
        width -= text.measure(words, FIGURE) + 14
    y = box.y + 35
    if text.measure(fleet.title, TITLE) * LEAST / TITLE.size <= width:
        items += text.line(fleet.title, TITLE, box.x, box.y + 19, max_width=width, min_size=LEAST)
    else:  # two or three lines rather than small type
        block = text.block(fleet.title, LONG, (box.x, box.y + 3, width, 3.6 * LONG.size), min_size=9)
        items += block.items
        y = box.y + 19 + block.height
    for squadron in fleet.squadrons:
        items += _squadron(squadron, plan, box, y, alone=alone is not None)
        y += 14
    if warnings := tuple(fleet.warnings):
        frame, inner, top = y - 3, box.inset(8, 0), y + 2
        head = "This fleet breaks a rule" if len(warnings) == 1 else f"This fleet breaks {len(warnings)} rules"
        words_of_rules: list[Item] = [*text.line(head, BOLD, inner.x, top + 9)]
        top += 13
        for warning in warnings:
            block = text.block(warning, BODY, (inner.x + 10, top, inner.width - 10, None), 1.25)
            words_of_rules += [shapes.regular(inner.x + 3.5, top + 6.2, 2.2, 4, fill=BLACK), *block.items]
            top += block.height + 1
        items += [shapes.rect(box.x, frame, box.width, top + 5 - frame, fill=shade(plan.ink, 0.08),
                              stroke=Stroke(BLACK, 1.2)), *words_of_rules]
        y = top + 17
    items += _to_write(SIGNED, box, y + 10)
    return tuple(items), y + 14 + AIR


def _points(squadron: Squadron, plan: Plan) -> str:
    limit = "" if squadron.limit is None else f" of {figure(squadron.limit)}"
    return f"{plan.worth(squadron.ships)}{limit} points"


def _squadron(squadron: Squadron, plan: Plan, box: Box, y: float, *, alone: bool) -> Iterator[Item]:
    x, left = box.x, ""
    if squadron.limit is not None:
        left = (f"{'at least ' if squadron.left is None else ''}{figure(squadron.over)} over the limit" if squadron.over
                else f"{BLANK if squadron.left is None else figure(squadron.left)} left over")
    if squadron.side.name:
        yield Group(swatch(squadron.side, plan.ink), Transform().translate(x, y - 8))
        x += 19
    parts = (f"**{escape(squadron.side.name)}**" if squadron.side.name else "", plan.counted(squadron.ships),
             _points(squadron, plan) if priced(plan.game) and not alone else "", "" if alone else left)
    yield from text.line(" · ".join(filter(None, parts)), BODY, x, y, min_size=6,
                         max_width=box.right - x - (120 if alone and left else 0))
    if alone and left:
        yield from text.line(left, BOLD, box.right, y, "end")


def _to_write(fields: Sequence[tuple[str, float]], box: Box, base: float) -> Iterator[Item]:
    """Draw labels before lines to write on, side by side, in shares of the width."""
    for (label, _), place in zip(fields, box.columns([share for _, share in fields], gap=10), strict=True):
        yield from text.line(label, LABEL, place.x, base)
        start = place.x + text.measure(label, LABEL) + 3
        yield shapes.line(start, base + 1.5, place.right, base + 1.5, table.FINE)


# --- damage, by the tracks of records and cards ---------------------------------------------------------------------


def tracks_of(game: Game, units: Iterable[Unit], products: Iterable[str] = FILLED) -> dict[str, Tracks]:
    """Return the circles of each unit on its default records and cards, by track; the keys are `key_of` units."""
    forms = _compiled(game, products)
    return {key_of(unit): {track: circles for form in forms if form.form.unit == unit.kind
                           for track, circles in form.tracks(unit).items()} for unit in units}


def _compiled(game: Game, products: Iterable[str]) -> list[Compiled]:
    """Return the default forms for units, laid out in a space that they all fit."""
    keys = [key for product in products for key in registry.find(product).wanted(game)]
    return [Compiled(game[FORMS][key], How(Ink.COLOUR), ROOM, ROOM) for key in keys if game[FORMS][key].unit]


def forgiven(fleet: Fleet, tracks_by_unit: Mapping[str, Tracks]) -> Fleet:
    """Return the fleet with its tracks named as on the records; the file may spell them in another case."""
    def folded(track: str) -> str:
        return " ".join(track.replace("_", " ").split()).casefold()

    def called(ship: Vessel) -> Vessel:
        tracks = tracks_by_unit[key_of(ship.unit)]
        names = {folded(track): track for track in tracks}
        named = {track: track if track in tracks else names.get(folded(track), track) for track in ship.damage}
        if len({*named.values()}) < len(named):
            return ship
        return replace(ship, damage={named[track]: marked for track, marked in ship.damage.items()},
                       places={named.get(track, track): place for track, place in ship.places.items()})

    return replace(fleet, squadrons=tuple(replace(squadron, ships=tuple(map(called, squadron.ships)))
                                          for squadron in fleet.squadrons))


def check(fleet: Fleet, tracks_by_unit: Mapping[str, Tracks], problems: Problems) -> None:
    """Report damage to tracks that are not on the ship's records, once a line; a ship without records may have any."""
    reported: set[tuple[Span | None, str]] = set()
    for ship in fleet.ships:
        tracks = tracks_by_unit[key_of(ship.unit)]
        for track, marked in ship.damage.items() if tracks else ():
            place = ship.places.get(track, ship.span)
            if (place, track) in reported:
                continue
            reported.add((place, track))
            check_track(ship.unit, tracks, (track, marked), problems, place)


def damage_of(fleet: Fleet, tracks_by_unit: Mapping[str, Tracks]) -> dict[str, dict[str, int]]:
    """Return the damage of a fleet by unit and track, limited to tracks that are in `tracks_by_unit`."""
    marked = {key: {track: marks for track, marks in ship.damage.items() if track in tracks_by_unit[key]}
              for ship in fleet.ships for key in (key_of(ship.unit),)}
    return {key: damage for key, damage in marked.items() if damage}
