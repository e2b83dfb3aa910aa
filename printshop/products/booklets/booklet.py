"""Product `booklet`: a scenario to read, set up, play and score, with a figure of the table to scale."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple

from printshop import products
from printshop.drawing import art, shapes, text
from printshop.drawing.ink import Ink
from printshop.drawing.items import Bookmark, Document, Item, Page
from printshop.drawing.themes import worn
from printshop.game.differences import SIGNS, Marks
from printshop.game.happenings import LETTERS, Objective
from printshop.game.maps import MAPS
from printshop.game.model import Game, Unit
from printshop.game.scenarios import MARKERS, Scenario, crews, points_of
from printshop.job import Request, Settings
from printshop.layout import flow, furniture
from printshop.layout.backs import bound, leaves_on
from printshop.layout.boxes import Box
from printshop.layout.flow import Block, Bullets, Columns, Contents, Figure, Heading, KeepTogether, Para, Space, Title
from printshop.layout.table import FINE, Column, Row, Table
from printshop.letters import escape
from printshop.problems import Misfit, failure
from printshop.products.booklets import deployment, forces
from printshop.products.booklets.deployment import NARROW
from printshop.products.hexmaps import figures
from printshop.products.product import scenarios as selected
from printshop.products.safely import picture_of

WIDEST = 540.0  # points: two columns of lines that are read with ease
SHORT, LONG = 8, 10  # pages that need no list of contents; pages of which it is no matter if there is one more
SMALLER = (2.2, 1.9, 1.6, 1.3, 1.0, 0.85, 0.7, 0.6, 0.5, 0.45)  # how large a map is, if that saves a page or fills it
GUTTER = 18.0  # points: between two columns
FULL = 0.7  # so full all pages but the last are in a layout that is good enough
TAIL, TAILPIECE = 0.18, 190.0  # the share of a page that, left free, has a picture; how high that is at the most
FEW = 4  # hexes of a zone that are named
LITTLE, CLOSE = 0.3, 0.55  # how full a page is that is to be saved; the share of the air that is left then
LEAST = 0.7  # so large it is at least on a page of the usual size

_OPEN = "No number of turns is set: cross the turns off, and go on as long as it takes."
_NOT_KNOWN = "The printed number of turns is not known. Agree on one and cross the turns off."


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the booklet of a scenario, or of every scenario of the game (its own, if any) if none is named.

    Raises PrintshopError if the game has no scenario, or something of it does not fit the page.
    """
    scenarios = selected(game, request)
    if not scenarios:
        raise failure(f"{game.title} has no scenarios", "write one: scenarios/NAME.yaml")
    pages: list[Page] = []
    paper = settings.paper
    shared = not settings.leaf and leaves_on(paper).places > 1
    if shared:
        settings = replace(settings, paper=leaves_on(paper).page)
    titles: dict[object, str] = {}
    for scenario in scenarios:
        sides = tuple(force.side.key for force in scenario.forces) if scenario.track else ()
        coming = tuple((force.side.key, later.turn) for force in scenario.forces for later in force.reinforcements)
        goals = tuple(goal.zone for goal in scenario.objectives)
        shared_parts = {"map": (scenario.map, scenario.zones, *goals),
                        "track": (scenario.turns, scenario.track, sides, coming),
                        "needed": tuple(_pieces(game, scenario, counted=False))}
        told = {what: titles[what, part] for what, part in shared_parts.items() if (what, part) in titles}
        pages += _pages(game, scenario, settings, _Place(len(pages), told, request.packed, len(scenarios) == 1))
        for part in shared_parts.items():
            titles.setdefault(part, scenario.title)
    name = text.plain(scenarios[0].title) if len(scenarios) == 1 else "scenarios"
    sheets = bound(pages, paper) if shared else tuple(pages)
    return Document(f"{game.title}: {name}", sheets, subject="Scenario booklet",
                    keywords=(game.title, "scenario"), folded=settings.leaf is not None)


class _Place(NamedTuple):
    """Where a scenario stands, and how it may be laid out."""

    before: int  # pages
    earlier: Mapping[str, str]  # scenarios that have told its map, track and needs, by title
    packed: bool  # a cover tells what there is to print
    alone: bool  # the document has no other scenario
    share: float = 1.0  # of their room that pictures of maps take
    together: bool = False  # the forces of all sides are on one page
    beside: bool = False  # the map is in a column of the text
    air: float = 1.0  # the share that is left of the room between its parts

    def label(self, index: int) -> str:
        """Return the code of a page of the scenario."""
        return f"B-{self.before + index + 1}"


def _pages(game: Game, scenario: Scenario, settings: Settings, place: _Place) -> Iterator[Page]:
    """Yield the pages of a scenario in the first of some ways that takes no more of them than the last.

    Where little is left for the last page, its parts stand closer together if that saves it.
    """
    paper, title = settings.leaf or settings.paper, text.plain(scenario.title)
    small = furniture.slender(paper)
    box = furniture.content_box(paper, scale=False)
    side = max(0.0, (box.width - WIDEST) / 2)
    box = box.inset(side, 0, side, 0)
    shares = [share for share in SMALLER if (share >= LEAST or small) and (share <= 1 or not small)]
    ways = [place._replace(share=share, together=together, beside=beside)
            for together in ((False,) if small else (True, False))
            for beside in ((False, True) if scenario.map and box.width > NARROW else (False,))
            for share in (shares if scenario.map else [1.0])]
    compose_as = partial(_composed, game, scenario, box, settings.ink)
    try:
        sheets = compose_as(ways[-1])
        if len(sheets) > LONG:
            sheets = compose_as(ways[0])
        else:
            best = _emptiness(sheets, box)
            for way in ways[:-1]:
                if best <= (len(sheets), 1 - FULL):
                    break
                attempt = compose_as(way)
                if (empty := _emptiness(attempt, box)) < best:
                    sheets, best = attempt, empty
            if len(sheets) > 1 and sheets[-1].depth < LITTLE * box.height:
                closer = compose_as(ways[-1]._replace(air=CLOSE))
                sheets = closer if len(closer) < len(sheets) else sheets
    except Misfit as error:
        hint = error.hint or ("print it on larger paper" if small else "")
        raise failure(f"the booklet of '{title}': {error}", hint, scenario.span) from error
    portraits = _portraits(game, scenario)
    for index, sheet in enumerate(sheets):
        headings = tuple(Bookmark(heading.title, heading.level) for heading in sheet.headings)
        tail = tuple(_tailpiece(portraits, index, box.inset(0, sheet.depth, 0, 0), settings.ink)
                     if portraits and sheet.depth < (1 - TAIL) * box.height else ())
        yield furniture.page(
            paper, scenario.title if index else "Scenario", (*sheet.items, *tail), game_title=game.title,
            rights=game.rights, scale=False, label=place.label(index), anchor=sheet.anchor, links=sheet.links,
            bookmarks=headings if index else (Bookmark(title), *headings), rule=index > 0)


def _emptiness(sheets: Sequence[flow.Composed], box: Box) -> tuple[int, float]:
    """Return how many pages there are, and which share of the emptiest is free."""
    return len(sheets), round(1 - min(sheet.depth for sheet in sheets) / box.height, 2)


def _portraits(game: Game, scenario: Scenario) -> tuple[Unit, ...]:
    """Return a unit for each picture that units of the scenario have, by turns of its sides, the strongest first."""
    ranked = (sorted(crew, key=lambda unit: points_of(unit, game.unit_types) or 0, reverse=True)
              for crew in crews(game, scenario))
    by_turns = (unit for row in zip_longest(*ranked) for unit in row if unit and unit.art)
    return tuple({unit.art: unit for unit in by_turns}.values())


def _tailpiece(portraits: Sequence[Unit], index: int, room: Box, ink: Ink) -> Iterator[Item]:
    """Give a picture of a unit with its name in the middle of the room that a page has left."""
    unit = portraits[index % len(portraits)]
    if portrait := picture_of(unit):
        high = min(0.62 * room.height, TAILPIECE)
        place = art.sharp(portrait, (room.x + 0.2 * room.width, room.center[1] - high / 2, 0.6 * room.width, high))
        yield art.place(portrait, place, ink=ink, turn=90 if unit.art_bow == "up" else 0,
                        mirror=unit.art_bow == "right" and index % 2 == 1)
        yield from text.line(unit.label, text.Style("serif", worn().sizes.small, italic=True), room.center[0],
                             place[1] + place[3] + 14, "middle", room.width)


def _composed(game: Game, scenario: Scenario, box: Box, ink: Ink, place: _Place) -> tuple[flow.Composed, ...]:
    """Return the pages of a scenario, notes marked in their order; with a list of contents if it is long."""
    blocks, notes = _parts(game, scenario, box.width, ink, place)
    marks = [note.split(" ")[0] for note in notes]
    words = " ".join((*(fact.text for fact in scenario.facts), *flow.texts(blocks)))
    found_marks = re.findall(_any(marks), words) if marks else ()
    in_order = sorted(marks, key=lambda sign: (len(sign), SIGNS.index(sign[0])))
    signs = dict(zip(dict.fromkeys((*found_marks, *marks)), in_order, strict=True))
    if any(old != new for old, new in signs.items()):
        blocks = _signed(blocks, signs)
    compose = partial(flow.compose, box=box, name=f"scenario-{scenario.key}", air=place.air, label=place.label)
    sheets = compose(blocks)
    if len(sheets) > SHORT:
        opening = 1 + bool(scenario.facts) + len(scenario.summary)
        contents = Space(7), Columns(2, (Contents(),), gap=26)
        sheets = compose((*blocks[:opening], *contents, *blocks[opening:]))
    return sheets


def _any(signs: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, signs), key=len, reverse=True))


def _signed(value: Any, signs: Mapping[str, str]) -> Any:
    """Return blocks, or what stands or is drawn in them, with other marks in their texts."""
    if isinstance(value, str):
        return re.sub(_any(signs), lambda match: signs[match[0]], value)
    if isinstance(value, tuple):
        items = [_signed(item, signs) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{part.name: _signed(getattr(value, part.name), signs) for part in fields(value)})
    return value


def _parts(game: Game, scenario: Scenario, width: float, ink: Ink, place: _Place
           ) -> tuple[tuple[Block, ...], tuple[str, ...]]:
    """Return the parts of a booklet, behind the first that has the mark of a note the note, others at the end.

    The notes are returned, too. A set-up stays with its map, and so the short rules come before it. What is prose
    stands in two columns.
    """
    marks = Marks(scenario.differs)  # other than those of the scenario
    armies = tuple(forces.blocks(game, scenario, width, ink, marks))
    notes = (*scenario.differs, *marks.fresh())
    units = (unit for crew in crews(game, scenario) for unit in crew)
    wide = width > NARROW
    column = (width - GUTTER) / 2 if wide and place.beside else width
    setting_up, picture = _setting_up(game, scenario, column, ink, place)
    rules = (*_rules(scenario), *_closing(scenario))
    abilities = tuple(forces.rules_of(game, units, 1, columns=1))
    first, then = ((*setting_up, *picture), rules) if place.beside or not picture else (rules, setting_up)
    below = () if place.beside else picture
    blocks: list[Block] = []
    columns: list[Block] = []  # what stands in two
    unplaced = list(notes)
    for part, prose in (
        (tuple(_opening(scenario, width)), False), (armies, False), (first, wide), (then, wide), (abilities, wide),
        ((*below, *deployment.blocks(scenario, width, ink), *_tables(game, scenario)), False),
        (tuple(_scoring(game, scenario, width, ink, place)), False),
        (() if place.packed else tuple(_needs(game, scenario, place)), False),
    ):
        words = " ".join(flow.texts(part)) if unplaced else ""
        placed = [note for note in unplaced if note.split(" ")[0] in words]
        unplaced = [note for note in unplaced if note not in placed]
        noted = (*part, *(Para(note, small=True) for note in placed))
        columns += noted if prose else ()
        if not prose and part:
            blocks += (Columns(2, tuple(columns), GUTTER),) if columns else ()
            columns = []
            blocks += (KeepTogether(noted),) if part is armies and place.together else noted
    blocks += (Columns(2, tuple(columns), GUTTER),) if columns else ()
    return (*blocks, *(Para(note, small=True) for note in unplaced)), notes


def _opening(scenario: Scenario, width: float) -> Iterator[Block]:
    yield Title(scenario.title, scenario.subtitle)
    if scenario.facts:
        yield _fact_strip(scenario, width)
    yield from (Para(paragraph, lead=True) for paragraph in scenario.summary)
    if scenario.background:
        yield Heading(1, "Background")
        prose = tuple(Para(paragraph) for paragraph in scenario.background)
        yield from (Columns(2, prose),) if width > NARROW else prose


def _fact_strip(scenario: Scenario, width: float) -> Figure:
    """Return the facts side by side, each below its label; in a narrow column, in several rows."""
    count = len(scenario.facts)
    across = count if width > NARROW else -(-count // -(-count // 3))
    step, label = width / across, text.Style("sans", 7.5, bold=True, tracking=0.4)
    items: list[Item] = []
    for number, fact in enumerate(scenario.facts):
        column, top = number % across, number // across * 46.0
        x = column * step + (8 if column else 0)
        items += text.line(fact.label.upper(), label, x, top + 9)
        place = (x, top + 12.0, step - 16, 30.0)
        items += text.block(fact.text, text.Style("serif", 10.5), place, 1.15, min_size=8).items
        if column:
            items.append(shapes.line(column * step - 2, top + 2, column * step - 2, top + 40, FINE))
    return Figure(tuple(items), width, -(-count // across) * 46.0 - 4)


def _setting_up(game: Game, scenario: Scenario, width: float, ink: Ink, place: _Place
                ) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Return the steps, and the map if there is one, drawn for a column so wide."""
    heading = Heading(1, "Setting up")
    steps: tuple[Block, ...] = (heading, Bullets(tuple(
        f"**{step.title}.** {step.text}" if step.title else step.text for step in scenario.setup), numbered=True),
        ) if scenario.setup else ()
    if not scenario.map:
        return steps, ()
    if earlier := place.earlier.get("map"):
        told = Para(f"The map, and where the sides begin on it, are those of *{earlier}*.")
        return (*(steps or (heading,)), told), ()
    letters: dict[str, str] = {}
    for letter, goal in zip(LETTERS, scenario.objectives, strict=False):
        letters[goal.zone] = ", ".join(filter(None, (letters.get(goal.zone), letter)))
    zones = tuple(replace(zone, label=f"{letters[zone.key]}: {zone.label}" if zone.pattern else letters[zone.key])
                  if zone.key in letters else zone for zone in scenario.zones or game[MAPS][scenario.map].zones)
    picture = figures.figure(game[MAPS][scenario.map], zones, width, ink, place.share)
    return steps, (KeepTogether((Heading(2, "The map"), picture)),)


def _rules(scenario: Scenario) -> Iterator[Block]:
    """Yield special rules and victory; where there are none, nothing."""
    if scenario.special_rules:
        yield Heading(1, "Special rules")
        yield from map(Para, scenario.special_rules)
    if scenario.victory.text:
        yield Heading(1, "Victory")
        yield from map(Para, scenario.victory.text)


def _tables(game: Game, scenario: Scenario) -> Iterator[Block]:
    """Yield the objectives, and what may happen."""
    if scenario.objectives:
        where = [_where(game, scenario, goal) for goal in scenario.objectives]
        columns = (Column("", share=0.25), Column("Objective", share=1.6), *([Column("Where", share=2)] if any(where)
                                                                             else []), Column("Worth"))
        rows = [Row((letter, goal.title, *([place] if any(where) else []), goal.worth))
                for letter, goal, place in zip(LETTERS, scenario.objectives, where, strict=False)]
        yield KeepTogether((Heading(2, "Objectives"), Table(columns, tuple(rows))))
    if events := scenario.events:
        rolls = (Row((escape(roll.replace("-", "–")), happens)) for roll, happens in events.results)
        yield KeepTogether((Heading(1, "Random events"), *((Para(events.when),) if events.when else ()), Table(
            (Column(events.dice, "middle", share=0.3), Column("What happens", share=4)), tuple(rolls))))


def _where(game: Game, scenario: Scenario, goal: Objective) -> str:
    """Return where an objective lies: in a zone of the map, by its few hexes, or so far from two edges of the table."""
    if goal.zone:
        hexmap = game[MAPS][scenario.map]
        zone = next(zone for zone in scenario.zones or hexmap.zones if zone.key == goal.zone)
        hexes = ", ".join(map(hexmap.board.name, zone.hexes)) if len(zone.hexes) <= FEW else ""
        return ", ".join(filter(None, (escape(zone.label or zone.key), hexes and f"hex {hexes}")))
    return f"{goal.at[0].text} from the left, {goal.at[1].text} from the far edge" if goal.at else ""


def _scoring(game: Game, scenario: Scenario, width: float, ink: Ink, place: _Place) -> Iterator[Block]:
    """Yield the turn track, if turns are counted or noted, and what is scored: of each force, of objectives."""
    track = forces.turn_track(scenario, width, ink)
    note = () if scenario.turns else (Para(_OPEN if scenario.turns == 0 else _NOT_KNOWN),)
    counted = scenario.turns != 0 or scenario.track
    tracked: tuple[Block, ...] = ()
    if counted and (earlier := place.earlier.get("track")):
        yield Para(f"The turn track is that of *{earlier}*.")
    elif counted:
        tracked = (KeepTogether((Heading(1, "Turn track"), *note, track)),)
    sheets: list[Block] = []
    if scenario.victory.score:
        sheets += forces.score_sheets(scenario, crews(game, scenario), width, ink)
    if scenario.objectives:
        sheets.append(forces.objective_lines(scenario))
    if sheets:
        tracked = (*tracked, KeepTogether((Heading(1, "Score sheet"), *sheets, forces.result_line(width))))
    if tracked:
        yield from (KeepTogether(tracked),) if width > NARROW else tracked
    if scenario.campaign:
        yield from forces.campaign_lines(scenario)


def _closing(scenario: Scenario) -> Iterator[Block]:
    """Yield a variant and notes, among these what one needs to play and nobody knows any more."""
    if scenario.variant:
        yield Heading(1, "Variant")
        yield from map(Para, scenario.variant)
    lost = [name for name, prose in (("set-up", scenario.setup), ("special rules", scenario.special_rules),
                                     ("conditions of victory", scenario.victory.text))
            if prose is None]
    if scenario.notes or lost:
        yield Heading(1, "Notes")
        yield from map(Para, scenario.notes)
        if lost:
            yield Para(f"Not known as printed: {', '.join(lost)}. Agree on them, or play without.")


def _needs(game: Game, scenario: Scenario, place: _Place) -> Iterator[Block]:
    """Yield what there is to print and to have, for a booklet that has no cover to say so."""
    if earlier := place.earlier.get("needed"):
        yield Para(f"What you need is the same as for *{earlier}*.")
        return
    rows = tuple(map(Row, _pieces(game, scenario, counted=place.alone)))
    besides = Para(f"Besides these: {'; '.join(game.needs)}.")
    table = Table((Column("To print", share=1.1), Column("Which", share=3.2), Column("On", share=1.9)), rows)
    if rows or game.needs:
        yield KeepTogether((Heading(1, "What you need"), *((table,) if rows else ()),
                            *((besides,) if game.needs else ())))


def _pieces(game: Game, scenario: Scenario, *, counted: bool) -> Iterator[tuple[str, str, str]]:
    """Yield a row for every kind of piece that the scenario is played with: kind, which, on what.

    Markers that lie on the sheets of counters are told with these.
    """
    units = f": {forces.roster_counted(game, scenario.roster)}" if scenario.roster and counted else ""
    markers = products.find(MARKERS)
    titles = markers.pieces(game)
    beside = "".join(f", {titles[key].title}" for key in markers.beside(game, scenario))
    for product in products.there_for(game):
        titles = product.pieces(game)
        counts = scenario.counts if product.section == MARKERS else {}
        words = ", ".join(f"{counts[key] * len(product.entries(game)[key].each)} × {titles[key].title}"
                          if key in counts else titles[key].title for key in product.wanted(game, scenario))
        if words and not product.refuses_only:
            material = product.handling(game, scenario, (), Settings()).material
            also = beside if product.section == "counters" else ""
            yield product.name.capitalize(), f"{words}{units if product.counted else ''}{also}", material
