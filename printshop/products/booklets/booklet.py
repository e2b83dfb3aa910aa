"""Product `booklet`: a scenario to read, set up, play and score, with its table or map drawn to scale."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from printshop import products
from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink
from printshop.drawing.items import Bookmark, Document, Group, Item, Page, Stroke
from printshop.drawing.themes import worn
from printshop.game.differences import SIGNS, Marks
from printshop.game.happenings import LETTERS, Objective
from printshop.game.maps import MAPS
from printshop.game.model import Game
from printshop.game.scenarios import MARKERS, Scenario, crews
from printshop.job import Request, Settings
from printshop.layout import flow, furniture
from printshop.layout.backs import bound, leaves_on
from printshop.layout.boxes import Box
from printshop.layout.flow import Block, Bullets, Columns, Contents, Figure, Heading, KeepTogether, Para, Space, Title
from printshop.layout.table import Column, Row, Table
from printshop.letters import escape
from printshop.problems import Misfit, failure
from printshop.products.booklets import deployment, forces, scenes
from printshop.products.booklets.deployment import NARROW
from printshop.products.hexmaps import figures
from printshop.products.product import scenarios as selected

WIDEST = 540.0  # points: widest text block; two columns of comfortable lines
SHORT, LONG = 8, 10  # pages that need no list of contents; beyond which layouts are not compared
SMALLER = (2.2, 1.9, 1.6, 1.3, 1.0, 0.92, 0.85, 0.7, 0.6, 0.5, 0.45)  # shares of the usual size of a map that are tried
GUTTER = 18.0  # points: between columns
FULL = 0.75  # share of the page height: a layout whose pages are all so full ends the search
TAIL = 0.13  # share of a page: if so much is free, it shows units in line
PROSE = 420  # letters: longer sections are set in two columns
FOOT = 11.0  # points: free above the rule at the foot
FEW = 4  # a zone of at most so many hexes is described by their numbers
LITTLE, CLOSE = 0.3, 0.55  # a last page less full than this is to be saved; gaps are then reduced to this share
SNUG = 0.72  # gaps are reduced to this share to keep the forces on one page
LEAST = 0.7  # least share of the usual size of a map, except on small pages

_OPEN = "No number of turns is set: cross the turns off, and go on as long as it takes."
_NOT_KNOWN = "The printed number of turns is not known. Agree on one and cross the turns off."


def build(game: Game, request: Request, settings: Settings) -> Document:
    """Return the booklet of a scenario or, if the request names none, of all scenarios (those the game adds, if any).

    Raises PrintshopError if the game has no scenario, or if part of one does not fit the page.
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
    """Position of a scenario in the document, and the options of its layout."""

    before: int  # pages before its first
    earlier: Mapping[str, str]  # by "map", "track" and "needed": title of an earlier scenario with the same
    packed: bool  # a cover lists the components
    alone: bool  # no other scenario in the document
    share: float = 1.0  # size of the map, as a share of the usual size
    together: bool = False  # the forces of all sides stay on one page
    beside: bool = False  # the map stands in a column of the text
    air: float = 1.0  # gaps between parts, as a share of the usual gaps
    strip: float = 0.0  # points: height of the cover strip below the title

    def label(self, index: int) -> str:
        """Return the code of a page of the scenario."""
        return f"B-{self.before + index + 1}"


def _pages(game: Game, scenario: Scenario, settings: Settings, place: _Place) -> Iterator[Page]:
    """Yield the pages of a scenario in the layout with the fewest pages and the least free space.

    If the last page is nearly empty, the parts move closer together when that saves it. Space left on the first page
    goes to the cover strip; pages with much space left show the units in line.
    """
    paper, title = settings.leaf or settings.paper, text.plain(scenario.title)
    small = furniture.slender(paper)
    box = furniture.content_box(paper, scale=False)
    side = max(0.0, (box.width - WIDEST) / 2)
    box = box.inset(side, 0, side, FOOT)
    pictured = ("map" not in place.earlier and _telling(game, scenario)) or scenario.deployment
    shares = [share for share in SMALLER if (share >= LEAST or small) and (share <= 1 or not (
        small or scenario.deployment))]
    strips = scenes.HEIGHTS if scenario.banner or scenario.cover or game.cover else ()
    place = place._replace(strip=scenes.LOWEST if strips and not small else 0.0)
    ways = [place._replace(share=share, together=together, beside=beside, air=air)
            for together, air in (((False, 1.0),) if small else ((True, 1.0), (True, SNUG), (False, 1.0)))
            for beside in ((False, True) if pictured and scenario.map and box.width > NARROW else (False,))
            for share in (shares if pictured else [1.0])]
    # Each candidate is laid out in full. The last one has the smallest map, so its number of pages is the goal; the
    # search stops at the first candidate with as few pages, all full enough. Long booklets take the first candidate.
    try:
        compose_as = _composer(game, scenario, box, settings.ink, place)
        sheets, way = compose_as(ways[-1]), ways[-1]
        if len(sheets) > LONG:
            sheets, way = compose_as(ways[0]), ways[0]
        else:
            fewest, best = len(sheets), (sys.maxsize, 1.0)
            for attempt in ways:
                tried = compose_as(attempt)
                # pages, plus two if forces may be split; then the free share of the emptiest page behind the first
                lowest = min(sheet.depth for sheet in tried[1:] or tried)
                empty = len(tried) + 2 * (not (attempt.together or small)), round(1 - lowest / box.height, 2)
                if empty < best:
                    sheets, way, best = tried, attempt, empty
                if best <= (fewest, 1 - FULL):
                    break
            if len(sheets) > 1 and sheets[-1].depth < LITTLE * box.height:
                tight = way._replace(share=ways[-1].share, air=CLOSE)
                closer = compose_as(tight)
                sheets, way = (closer, tight) if len(closer) < len(sheets) else (sheets, way)
        for strip in strips:  # the highest strip that adds no page
            wider = compose_as(way._replace(strip=strip))
            if len(wider) == len(sheets):
                sheets, way = wider, way._replace(strip=strip)
                break
        spare = min(box.height - sheets[0].depth - 2, scenes.HIGHEST - way.strip)
        if way.strip and spare > 0:
            wider = compose_as(way._replace(strip=way.strip + spare))
            sheets = wider if len(wider) == len(sheets) else sheets
        drawn = [sheet.items for sheet in sheets]
    except Misfit as error:
        hint = error.hint or ("print it on larger paper" if small else "")
        raise failure(f"the booklet of '{title}': {error}", hint, scenario.span) from error
    rooms = [box.inset(0, sheet.depth + 16, 0, 0) for sheet in sheets]
    lines = scenes.lineup(game, scenario, [room if room.height > TAIL * box.height else room._replace(height=0.0)
                                           for room in rooms], settings.ink)
    for index, (sheet, items, line) in enumerate(zip(sheets, drawn, lines, strict=True)):
        headings = tuple(Bookmark(heading.title, heading.level) for heading in sheet.headings)
        yield furniture.page(
            paper, scenario.title if index else "Scenario", (*items, *line), game_title=game.title,
            rights=game.rights, scale=False, label=place.label(index), anchor=sheet.anchor, links=sheet.links,
            bookmarks=headings if index else (Bookmark(title), *headings), rule=index > 0)


def _composer(game: Game, scenario: Scenario, box: Box, ink: Ink, place: _Place
              ) -> Callable[[_Place], tuple[flow.Composed, ...]]:
    """Return a function from layout options to pages, with a list of contents if they are many.

    Parts that all options share are made once.
    """
    parts, notes = _parts(game, scenario, box.width, ink, place)
    marks = [note.split(" ")[0] for note in notes]
    in_order = sorted(marks, key=lambda sign: (len(sign), SIGNS.index(sign[0])))

    def composed(way: _Place) -> tuple[flow.Composed, ...]:
        blocks = parts(way)
        if marks:
            words = " ".join((*(fact.text for fact in scenario.facts), *flow.texts(blocks)))
            found_marks = re.findall(_any(marks), words)
            signs = dict(zip(dict.fromkeys((*found_marks, *marks)), in_order, strict=True))
            if any(old != new for old, new in signs.items()):
                blocks = _signed(blocks, signs)
        compose = partial(flow.compose, box=box, name=f"scenario-{scenario.key}", air=way.air, label=way.label)
        sheets = compose(blocks)
        if len(sheets) > SHORT:
            opening = 1 + bool(scenario.facts) + len(scenario.summary)
            contents = Space(7), Columns(2, (Contents(),), gap=26)
            sheets = compose((*blocks[:opening], *contents, *blocks[opening:]))
        return sheets

    return composed


def _any(signs: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, signs), key=len, reverse=True))


def _signed(value: Any, signs: Mapping[str, str]) -> Any:
    """Return blocks with other marks in their texts, also in tuples, data classes and figures inside them."""
    if isinstance(value, Figure) and (draw := value.drawing):
        return replace(value, drawing=lambda: _signed(draw(), signs), caption=_signed(value.caption, signs))
    if isinstance(value, str):
        return re.sub(_any(signs), lambda match: signs[match[0]], value)
    if isinstance(value, tuple):
        items = [_signed(item, signs) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{part.name: _signed(getattr(value, part.name), signs) for part in fields(value)})
    return value


def _parts(game: Game, scenario: Scenario, width: float, ink: Ink, place: _Place
           ) -> tuple[Callable[[_Place], tuple[Block, ...]], tuple[str, ...]]:
    """Return a function from layout options to blocks in the order of use, and the notes with their marks.

    The set-up stays with its map, victory conditions stay with the score sheet; notes on the source stand at the end.
    """
    marks = Marks(scenario.differs)  # marks that the scenario's texts do not use
    armies = tuple(forces.blocks(game, scenario, width, ink, marks))
    notes = (*marks.fresh(), *scenario.differs)  # in the order of the page: forces first
    units = (unit for crew in crews(game, scenario) for unit in crew)
    opening = (*((_fact_strip(scenario, width),) if scenario.facts else ()),
               *(Para(paragraph, lead=True) for paragraph in scenario.summary),
               *_section("Background", scenario.background, width))
    rules = tuple(_section("Special rules", scenario.special_rules, width))
    middle: list[Block] = []
    if abilities := tuple(forces.rules_of(game, units, 1, columns=1)):
        middle += _columned(abilities[:1], abilities[1:], width)
    middle += _tables(game, scenario)
    if scenario.examples:
        shown = tuple(scenes.examples(scenario.examples, width, scenes.ABREAST if width > NARROW else 2, ink))
        middle += (KeepTogether((Heading(1, "In play"), shown[0])), *shown[1:])
    end = (*_section("Variant", scenario.variant, width), *(() if place.packed else _needs(game, scenario, place)),
           *_edition(scenario, notes, width))
    drawn_map = cache(partial(_map, game, scenario, ink))

    @cache
    def strip(height: float) -> tuple[Block, ...]:
        drawn = scenes.strip(game, scenario, width, height, ink) if height else None
        return (drawn,) if drawn else ()

    @cache
    def setting_up(share: float, beside: bool) -> tuple[Block, ...]:
        return tuple(_setting_up(game, scenario, width, ink, place._replace(share=share, beside=beside), drawn_map))

    @cache
    def scoring(beside: bool) -> tuple[Block, ...]:
        return tuple(_scoring(game, scenario, width, ink, place._replace(beside=beside)))

    def parts(way: _Place) -> tuple[Block, ...]:
        return (Title(scenario.title, scenario.subtitle), *strip(way.strip), *opening,
                *((KeepTogether(armies),) if way.together and armies else armies), *setting_up(way.share, way.beside),
                *(() if way.beside else rules), *middle, *scoring(way.beside), *end)

    return parts, notes


def _section(title: str, prose: Sequence[str] | None, width: float) -> Iterator[Block]:
    """Yield a section of paragraphs, in two columns if it is long; nothing if there are none."""
    if prose:
        yield from _columned((Heading(1, title),), tuple(map(Para, prose)), width)


def _columned(heads: tuple[Block, ...], prose: tuple[Block, ...], width: float) -> tuple[Block, ...]:
    long = width > NARROW and sum(map(len, flow.texts(prose))) > PROSE
    return (*heads, Columns(2, prose, GUTTER)) if long else (KeepTogether((*heads, *prose)),)


def _fact_strip(scenario: Scenario, width: float) -> Figure:
    """Draw the facts side by side, each below its label; in several rows if the column is narrow."""
    count = len(scenario.facts)
    across = count if width > NARROW else -(-count // -(-count // 3))
    step, label = width / across, text.Style("sans", 8, bold=True, tracking=0.3, color=worn().accent)
    drawn = [flow.evened(fact.text, text.Style("sans", 9.5), 0.0, step - 16, 1.15) for fact in scenario.facts]
    items: list[Item] = []
    top = 0.0
    for first in range(0, count, across):
        deepest = max(words.height for words in drawn[first : first + across])
        for number in range(first, min(first + across, count)):
            x = number % across * step
            items += text.line(scenario.facts[number].label.upper(), label, x + step / 2, top + 8, "middle",
                               step - 16, 6)
            items.append(Group(drawn[number].items, Transform(e=x + 8, f=top + 12.0)))
            if x:
                items.append(shapes.line(x, top + 1, x, top + 12 + deepest, Stroke(worn().accent, 0.5)))
        top += 12 + deepest + 8
    return Figure(tuple(items), width, top - 8)


def _setting_up(game: Game, scenario: Scenario, width: float, ink: Ink, place: _Place,
                drawn_map: Callable[[float, float], Figure]) -> Iterator[Block]:
    """Yield the set-up steps, kept with the figure of the table or map; or steps, rules and map in two columns.

    A paragraph after the steps says where the rules of play are.
    """
    heading = Heading(1, "Setting up")
    steps: list[Block] = [Bullets(tuple(
        f"**{step.title}.** {step.text}" if step.title else step.text for step in scenario.setup), numbered=True),
        ] if scenario.setup else []
    if cards := [product for product in products.there_for(game) if product.section == "charts"]:
        pieces = cards[0].pieces(game)
        if titles := [f"*{pieces[key].title}*" for key in cards[0].wanted(game, scenario)]:
            pages = {1: "page R-1", 2: "pages R-1 and R-2"}.get(len(titles), f"pages R-1 to R-{len(titles)}")
            steps.append(Para(f"**Rules of play.** The rulebook has them; to look up in play: {_listed(titles)} "
                              f"({pages})."))
    if not _telling(game, scenario):
        picture: tuple[Block, ...] = tuple(deployment.blocks(game, scenario, width, ink, place.share))
    elif earlier := place.earlier.get("map"):
        steps.append(Para(f"The map, and where the sides begin on it, are those of *{earlier}*."))
        picture = ()
    else:
        column = (width - GUTTER) / 2 if place.beside else width
        drawn = drawn_map(column, place.share)
        if place.beside:
            rules = ("Special rules", scenario.special_rules), *(
                () if _scored(scenario) else (("Victory", scenario.victory.text),))
            prose: list[Block] = []
            for title, texts in rules:
                prose += (Heading(2, title), *map(Para, texts)) if texts else ()
            yield KeepTogether((heading, Columns(2, (*steps, *prose, drawn), GUTTER)))
            return
        picture = (drawn,)
    if steps or picture:
        yield KeepTogether((*_columned((heading,), tuple(steps), width), *picture))


def _telling(game: Game, scenario: Scenario) -> bool:
    """Return whether the map shows more than hexes: deployment zones, objectives or terrain."""
    if not scenario.map:
        return False
    hexmap = game[MAPS][scenario.map]
    return bool(scenario.zones or scenario.objectives or hexmap.terrain or any(zone.pattern for zone in hexmap.zones))


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _map(game: Game, scenario: Scenario, ink: Ink, width: float, share: float) -> Figure:
    """Draw the map for a column `width` points wide, with its zones and the letters of objectives in them."""
    letters: dict[str, str] = {}
    for letter, goal in zip(LETTERS, scenario.objectives, strict=False):
        letters[goal.zone] = ", ".join(filter(None, (letters.get(goal.zone), letter)))
    zones = tuple(replace(zone, label=f"{letters[zone.key]}: {zone.label}" if zone.pattern else letters[zone.key])
                  if zone.key in letters else zone for zone in scenario.zones or game[MAPS][scenario.map].zones)
    crew = {force.side.key: tuple((unit.art, unit.art_bow, escape(unit.tag or unit.title)) for unit in units
                                  if isinstance(unit.art, Path))
            for force, units in zip(scenario.forces, crews(game, scenario), strict=True)}
    zones = tuple(replace(zone, crew=crew.get(zone.side, ())) if zone.units else zone for zone in zones)
    return figures.figure(game[MAPS][scenario.map], zones, width, ink, share)


def _tables(game: Game, scenario: Scenario) -> Iterator[Block]:
    """Yield the table of objectives, if any has a location, and the table of random events."""
    where = [_where(game, scenario, goal) for goal in scenario.objectives]
    if any(where):
        columns = Column("", share=0.25), Column("Objective", share=1.6), Column("Where", share=2), Column("Worth")
        rows = [Row((letter, goal.title, place, goal.worth))
                for letter, goal, place in zip(LETTERS, scenario.objectives, where, strict=False)]
        yield KeepTogether((Heading(1, "Objectives"), Table(columns, tuple(rows))))
    if events := scenario.events:
        rolls = (Row((escape(roll.replace("-", "–")), happens)) for roll, happens in events.results)
        yield KeepTogether((Heading(1, "Random events"), *((Para(events.when),) if events.when else ()), Table(
            (Column(events.dice, "middle", share=0.3), Column("What happens", share=4)), tuple(rolls))))


def _where(game: Game, scenario: Scenario, goal: Objective) -> str:
    """Return the location of an objective: its zone and few hexes, or its distance from two table edges."""
    if goal.zone:
        hexmap = game[MAPS][scenario.map]
        zone = next(zone for zone in scenario.zones or hexmap.zones if zone.key == goal.zone)
        hexes = ", ".join(map(hexmap.board.name, zone.hexes)) if len(zone.hexes) <= FEW else ""
        return ", ".join(filter(None, (escape(zone.label or zone.key), hexes and f"hex {hexes}")))
    return f"{goal.at[0].text} from the left, {goal.at[1].text} from the far edge" if goal.at else ""


def _scoring(game: Game, scenario: Scenario, width: float, ink: Ink, place: _Place) -> Iterator[Block]:
    """Yield the victory conditions, the turn track if turns are counted or noted, and the score sheets."""
    parts: list[Block] = [] if place.beside and not _scored(scenario) else [
        *_section("Victory", scenario.victory.text, width)]
    note = () if scenario.turns else (Para(_OPEN if scenario.turns == 0 else _NOT_KNOWN),)
    counted = scenario.turns != 0 or bool(scenario.track)
    if counted and (earlier := place.earlier.get("track")):
        parts.append(Para(f"The turn track is that of *{earlier}*."))
    elif counted:
        parts += (Heading(1, "Turn track"), *note, forces.turn_track(game, scenario, width, ink))
    sheets: list[Block] = []
    if scenario.victory.score:
        sheets += forces.score_sheets(scenario, crews(game, scenario), width, ink)
    if scenario.objectives:
        sheets.append(forces.objective_lines(scenario))
    if sheets:
        parts.append(KeepTogether((Heading(1, "Score sheet"), *sheets, forces.result_line(width))))
    if parts:
        yield from (KeepTogether(tuple(parts)),) if width > NARROW else parts
    if scenario.campaign:
        yield from forces.campaign_lines(scenario)


def _scored(scenario: Scenario) -> bool:
    """Return whether there is a turn track or a score sheet, beside which the victory conditions stand."""
    return bool(scenario.turns != 0 or scenario.track or scenario.victory.score or scenario.objectives)


def _edition(scenario: Scenario, marked: Sequence[str], width: float) -> Iterator[Block]:
    """Yield the notes on the source: the scenario's own, those with marks, and the parts that are no longer known."""
    lost = [name for name, prose in (("set-up", scenario.setup), ("special rules", scenario.special_rules),
                                     ("conditions of victory", scenario.victory.text)) if prose is None]
    notes = (*scenario.notes, *marked,
             *((f"Not known as printed: {', '.join(lost)}. Agree on them, or play without.",) if lost else ()))
    if notes:
        yield KeepTogether(_columned((Heading(1, "About this edition"),), tuple(Para(note, small=True)
                                                                                for note in notes), width))


def _needs(game: Game, scenario: Scenario, place: _Place) -> Iterator[Block]:
    """Yield the table of components to print and things to have, for a booklet without a cover that lists them."""
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
    """Yield a row for each product that the scenario needs: product, its entries, material.

    Markers that are printed on the counter sheets are listed with the counters.
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
