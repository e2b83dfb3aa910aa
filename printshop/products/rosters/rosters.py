"""Product `rosters`: a fleet as a list with its sums, a summary, and room for the player's own words; or a blank one.

Without a fleet it is that of the units asked for, or of a scenario; or else a list of all that a game has, with what
everything costs. Points, origin at the top left of the page, y down.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from printshop import products as registry
from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK, Bookmark, Document, Group, Item, Page, Stroke
from printshop.game.fleets.fleets import Fleet, gather, priced
from printshop.game.forms.reading import FORMS
from printshop.game.model import NEUTRAL, key_of
from printshop.game.scenarios import crews, figure
from printshop.job import Request, Settings
from printshop.layout import furniture, table
from printshop.layout.boxes import Box
from printshop.layout.flow.compose import compose
from printshop.layout.flow.story import Heading, KeepTogether, Para
from printshop.layout.table import Column, Row, Table
from printshop.letters import escape
from printshop.products.booklets.forces import swatch
from printshop.products.forms.filling import Compiled, check_damage, track_hint
from printshop.products.rosters.tables import BLANK, WRITE, Plan, blank_section, sections, summary
from printshop.products.selection import units_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from printshop.game.fleets.fleets import Squadron, Vessel
    from printshop.game.model import Game, Side, Unit
    from printshop.job import Request, Settings
    from printshop.layout.flow.story import Block
    from printshop.layout.paper import Paper
    from printshop.problems import Problems, Span

    Tracks = Mapping[str, int]

ROSTER = "Roster"
SIZES = (8.8, 8.2, 7.6)  # points: the type of a roster, the first that all columns have room in
LARGE = (12.0, 11.0, 10.0)  # for weak eyes
LONGEST = 40  # letters of a fleet's title above the pages that follow the first
AIR = 12.0  # between the parts of a page
LEAST = 110.0  # of a page that is begun, so that it is gone on with
PITCH = 20.0  # of lines to write on
TITLE = text.Style("serif", 22, bold=True)
LONG = text.Style("serif", 14, bold=True)  # of a title that goes on in a second line
LEAST = 12.0  # points: of one on a single line
FIGURE = text.Style("serif", 22, bold=True)
BODY = text.Style("sans", 9.5)
BOLD = text.Style("sans", 9.5, bold=True)
LABEL = text.Style("sans", 7.5, bold=True)
HEAD = text.Style("serif", 11, bold=True)
SIGNED = (("Player", 3.0), ("Opponent", 3.0), ("Date", 1.4), ("Signed", 2.6))
TO_NAME = (("Fleet", 4.0), ("Side", 2.0), ("Player", 3.0), ("Date", 1.4))
LIMIT = (("Limit", 1.4),)
FEWEST, MOST = 3, 12  # lines for notes
FILLED = ("records", "cards")
ROOM = 10_000.0  # points: a place on which every form fits, as only the names of its circles are asked for


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
    title, manned = ROSTER, _by_side(game, request.units)
    if request.scenario and not request.units:
        forces = zip(request.scenario.forces, crews(game, request.scenario), strict=True)
        title, manned = request.scenario.title, [(force.side, list(crew)) for force, crew in forces if crew]
    refuse(game, [unit for _, crew in manned for unit in crew], request.damage)
    return gather(title, manned, game, request.damage)


def _by_side(game: Game, units: Sequence[Unit]) -> list[tuple[Side, list[Unit]]]:
    order = dict.fromkeys([*game.sides, *(unit.side.key for unit in units)])
    manned = [(game.sides.get(key, NEUTRAL), [unit for unit in units if unit.side.key == key]) for key in order]
    return [(side, crew) for side, crew in manned if crew]


def _pages(fleet: Fleet, plan: Plan, settings: Settings, parts: Sequence[tuple[str, str, str]],
           listed: bool = False) -> Iterator[Page]:
    """Give the pages; a roster that hardly goes over its first page is set in smaller type, if it then does not."""
    tables = tuple(sections(fleet, plan))
    paper, size = _fitting(tables, settings)
    head = Drawn((), 0.0) if listed else _head(fleet, plan, _room(paper))
    story = () if listed else tuple(_story(fleet, plan, parts))
    made = _composed(tables, head, story, paper, size, settings)
    for smaller in (one for one in SIZES if one < size):
        single = _composed(tables, head, story, paper, smaller, settings) if len(made[0]) == 2 else made
        made = single if len(single[0]) == 1 else made
    pages, bottom = made
    if not listed:
        box = _room(paper)
        room = Box(box.x, bottom + AIR, box.width, box.bottom - bottom - AIR)
        pages[-1] += _lines_for_notes(room, PITCH, headed=not fleet.notes)
    name, unnamed = fleet.title, fleet.title == ROSTER
    short = name if len(text.plain(name)) <= LONGEST else escape(text.plain(name)[:LONGEST].rstrip()) + "…"
    for number, items in enumerate(pages, 1):
        title = name if listed else ROSTER if number == 1 or unnamed else f"{ROSTER}: {short}"
        yield _page(items, title, plan.game, paper, f"F-{number}", (Bookmark(text.plain(name)),) if number == 1 else (),
                    plan.counted(fleet.ships) if listed else "")


def _room(paper: Paper) -> Box:
    return furniture.content_box(paper, scale=False).inset(0, 2, 0, 2)


def _composed(tables: Sequence[Table], head: Drawn, story: Sequence[Block], paper: Paper,
              size: float, settings: Settings) -> tuple[list[list[Item]], float]:
    box = _room(paper)
    first = box.inset(0, head.height + AIR, 0, 0) if head.items else box
    sheets = table.pages(tables, first, box, table.ledger(size, settings.ink))
    pages = [[*head.items, *sheets[0].items], *([*sheet.items] for sheet in sheets[1:])]
    bottom = sheets[-1].bottom
    return pages, _append(story, pages, box, bottom, settings) if story else bottom


def _page(items: Sequence[Item], title: str, game: Game, paper: Paper, label: str,
          bookmarks: tuple[Bookmark, ...] = (), note: str = "") -> Page:
    return furniture.page(paper, title, tuple(items), game_title=game.title, rights=game.rights, scale=False,
                          label=label, bookmarks=bookmarks, note=note)


def _fitting(tables: Sequence[Table], settings: Settings) -> tuple[Paper, float]:
    """Return the paper, upright if its columns have room enough there, and the largest type in which they have."""
    sizes = (*LARGE, *SIZES) if "large" in settings.variants else SIZES
    ways = [(sheet, size) for sheet in (settings.paper, settings.paper.turned()) for size in sizes]
    if "large" in settings.variants:  # the type goes before the paper
        ways.sort(key=lambda way: -way[1])
    for sheet, size in ways:
        width = furniture.content_box(sheet, scale=False).width
        if table.comfortable(tables, width, table.ledger(size, settings.ink)):
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
    yield from summary(fleet, plan)
    if parts:
        columns = Column("In this file", share=2.0), Column("Pages", share=1.4), Column("Print on", share=2.6)
        yield KeepTogether((Heading(2, "What to print on what"), Table(columns, tuple(map(Row, parts)))))
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
        box, look = _room(paper), table.ledger(size, settings.ink)
        to_name = (*TO_NAME, *(LIMIT if priced(game, (kind.key,)) else ()))
        head = Drawn(tuple(_to_write(to_name, box, box.y + 20)), 26)
        first = box.inset(0, head.height + AIR, 0, 0)
        used = table.pages([trial], first, box, look)[0].bottom
        rows = 1 + int((box.bottom - used) // WRITE)
        (sheet,) = table.pages([blank_section(kind, plan, rows)], first, box, look)
        what = f"{ROSTER}: {kind.plural}" if len(game.unit_types) > 1 else ROSTER
        for copy in range(copies):
            yield _page((*head.items, *sheet.items), what, game, paper, f"FB-{next(number)}",
                        () if copy else (Bookmark(what),))


# --- the head of a roster, and what is below its lines -----------------------------------------------------------


class Drawn(NamedTuple):
    """A drawing on the page, and how high it is."""

    items: tuple[Item, ...]
    height: float


def _head(fleet: Fleet, plan: Plan, box: Box) -> Drawn:
    alone = fleet.squadrons[0] if len(fleet.squadrons) == 1 else None
    items: list[Item] = []
    right = 0.0
    if alone and priced(plan.game):
        words = _points(alone, plan)
        items += text.line(words, FIGURE, box.right, box.y + 19, "end")
        right = text.measure(words, FIGURE) + 14
    heading = _title(fleet.title, box, box.width - right)
    items += heading.items
    y = box.y + 16 + heading.height
    for squadron in fleet.squadrons:
        items += _squadron(squadron, plan, box, y, alone=alone is not None)
        y += 14
    warnings = tuple(fleet.warnings)
    if warnings:
        broken = _broken(warnings, Box(box.x, y - 3, box.width, 0), plan)
        items += broken.items
        y += broken.height + 3
    items += _to_write(SIGNED, box, y + 10)
    return Drawn(tuple(items), y + 14 - box.y)


def _title(markup: str, box: Box, width: float) -> Drawn:
    """Return a fleet's name as large as it fits: on one line or, if that would be small, on two or three."""
    if text.measure(markup, TITLE) * LEAST / TITLE.size <= width:
        return Drawn(text.line(markup, TITLE, box.x, box.y + 19, max_width=width, min_size=LEAST), 19)
    block = text.block(markup, LONG, (box.x, box.y + 3, width, 3.6 * LONG.size), min_size=9)
    return Drawn(block.items, block.height + 3)


def _lines_for_notes(box: Box, pitch: float, *, headed: bool) -> Iterator[Item]:
    """Give lines for notes below all else, as many as there is room for; none if that is too little."""
    top = 12.0 if headed else 0.0
    count = min(int((box.height - top - 6) // pitch), MOST)
    if count >= FEWEST:
        yield from text.line("Notes", HEAD, box.x, box.y + 10) if headed else ()
        yield from table.ruled(Box(box.x, box.y + top, box.width, pitch * count + 0.1), pitch)


def _points(squadron: Squadron, plan: Plan) -> str:
    limit = "" if squadron.limit is None else f" of {figure(squadron.limit)}"
    return f"{plan.worth(squadron.ships)}{limit} points"


def _squadron(squadron: Squadron, plan: Plan, box: Box, y: float, *, alone: bool) -> Iterator[Item]:
    x, left = box.x, ""
    if squadron.limit is not None and squadron.over:
        left = f"{'at least ' if squadron.left is None else ''}{figure(squadron.over)} over the limit"
    elif squadron.limit is not None:
        left = f"{BLANK if squadron.left is None else figure(squadron.left)} left over"
    if squadron.side.name:
        yield Group(swatch(squadron.side, plan.ink), Transform().translate(x, y - 8))
        x += 19
    parts = [f"**{escape(squadron.side.name)}**"] if squadron.side.name else []
    parts.append(plan.counted(squadron.ships))
    parts += [_points(squadron, plan)] if priced(plan.game) and not alone else []
    words = " · ".join((*parts, *((left,) if not alone and left else ())))
    yield from text.line(words, BODY, x, y, max_width=box.right - x - (120 if alone and left else 0), min_size=6)
    if alone and left:
        yield from text.line(left, BOLD, box.right, y, "end")


def _broken(warnings: Sequence[str], box: Box, plan: Plan) -> Drawn:
    y, inner = box.y + 5, box.inset(8, 0)
    head = "This fleet breaks a rule" if len(warnings) == 1 else f"This fleet breaks {len(warnings)} rules"
    words: list[Item] = [*text.line(head, BOLD, inner.x, y + 9)]
    y += 13
    for warning in warnings:
        block = text.block(warning, BODY, (inner.x + 10, y, inner.width - 10, None), 1.25)
        words += [shapes.regular(inner.x + 3.5, y + 6.2, 2.2, 4, fill=BLACK), *block.items]
        y += block.height + 1
    y += 5
    frame = shapes.rect(box.x, box.y, box.width, y - box.y, fill=shade(plan.ink, 0.08), stroke=Stroke(BLACK, 1.2))
    return Drawn((frame, *words), y - box.y + 6)


def _to_write(fields: Sequence[tuple[str, float]], box: Box, base: float) -> Iterator[Item]:
    """Give labels before lines to write on, side by side, in shares of the width."""
    for (label, _), place in zip(fields, box.columns([share for _, share in fields], gap=10), strict=True):
        yield from text.line(label, LABEL, place.x, base)
        start = place.x + text.measure(label, LABEL) + 3
        yield shapes.line(start, base + 1.5, place.right, base + 1.5, table.FINE)


# --- damage, as records and cards name it ------------------------------------------------------------------------


def tracks_of(game: Game, units: Iterable[Unit], products: Iterable[str] = FILLED) -> dict[str, Tracks]:
    """Return how many circles every unit has on its usual records and cards, by track; the keys are `key_of` units."""
    forms = _compiled(game, products)
    return {key_of(unit): {track: circles for form in forms if form.form.unit == unit.kind
                           for track, circles in form.tracks(unit).items()} for unit in units}


def _compiled(game: Game, products: Iterable[str] = FILLED) -> list[Compiled]:
    """Return the usual forms for units, on a place where all of them fit."""
    keys = [key for product in products for key in registry.find(product).usual(game)]
    return [Compiled(game[FORMS][key], (), Ink.COLOUR, ROOM, ROOM) for key in keys if game[FORMS][key].unit]


def refuse(game: Game, units: Sequence[Unit], damage: Mapping[str, Tracks]) -> None:
    """Refuse damage that is on no record of the units. Raises PrintshopError."""
    check_damage([(form, tuple(unit for unit in units if unit.kind == form.form.unit)) for form in _compiled(game)],
                 damage)


def forgiven(fleet: Fleet, known: Mapping[str, Tracks]) -> Fleet:
    """Return the fleet with every track called as the records call it, which the file may write large or small."""
    squadrons = tuple(replace(one, ships=tuple(_called(ship, known[key_of(ship.unit)]) for ship in one.ships))
                      for one in fleet.squadrons)
    return replace(fleet, squadrons=squadrons)


def _called(ship: Vessel, tracks: Tracks) -> Vessel:
    folded = {_folded(track): track for track in tracks}
    named = {track: track if track in tracks else folded.get(_folded(track), track) for track in ship.damage}
    if len({*named.values()}) < len(named) or all(old == new for old, new in named.items()):
        return ship
    return replace(ship, damage={named[track]: marked for track, marked in ship.damage.items()},
                   places={named.get(track, track): place for track, place in ship.places.items()})


def _folded(track: str) -> str:
    return " ".join(track.replace("_", " ").split()).casefold()


def check(fleet: Fleet, known: Mapping[str, Tracks], problems: Problems) -> None:
    """Note damage that is not on the records of its ship, once for each line; what has no records may have any."""
    told: set[tuple[Span | None, str]] = set()
    for ship in fleet.ships:
        tracks = known[key_of(ship.unit)]
        for track, marked in ship.damage.items() if tracks else ():
            place = ship.places.get(track, ship.span)
            if (place, track) in told:
                continue
            told.add((place, track))
            if track not in tracks:
                problems.add(place, f"damage of {ship.unit.title}: its record has no '{track}'",
                             track_hint(track, tracks))
            elif marked > tracks[track]:
                problems.add(place, f"damage of {ship.unit.title}: {marked} of {track} are marked, "
                                    f"the record has {tracks[track]}")


def damage_of(fleet: Fleet, known: Mapping[str, Tracks]) -> dict[str, dict[str, int]]:
    """Return the damage of a fleet as records and cards take it; `known` are the circles that those have."""
    found = {}
    for ship in fleet.ships:
        key = key_of(ship.unit)
        own = {track: marked for track, marked in ship.damage.items() if track in known[key]}
        if own:
            found[key] = own
    return found
