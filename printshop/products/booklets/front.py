"""The page behind the cover of a pack: what to print on what, how to build it, and who fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from printshop.drawing import art, patterns, shapes, text
from printshop.drawing.ink import Ink, area, text_on
from printshop.drawing.items import BLACK, WHITE, Bookmark, Item, Layer, Page, Stroke, parse_color
from printshop.drawing.items import Group as ItemGroup
from printshop.drawing.text import Style, escape
from printshop.drawing.themes import BULLETS, worn
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import Force, Scenario, crews, figure
from printshop.job import Settings
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.layout.table import Column, Look, Row, Table, lay
from printshop.problems import failure
from printshop.products.hexmaps.figures import measured
from printshop.products.safely import picture_of
from printshop.units import MM

BODY = Style("sans", 9.5)
SMALL = Style("sans", 8.5)
LABEL = Style("sans", 8, bold=True, tracking=0.3)
_CAPTION = Style("sans", 7.5)
GREY = WHITE.mix(BLACK, 0.65)
Rows = Sequence[tuple[str, ...]]
LINEUP = (150.0, 120.0, 96.0, 72.0, 54.0, 40.0, 28.0, 18.0, 0.0)  # points: the heights of ships in line, the best first
GAP = 8.0  # between the columns of the table
MOST_IN_LINE = 10  # pictures of a side
_SHAPE = 150 / 190  # how high a picture is for its breadth, where there is room
_LONG = 1.5  # times as broad as high: a ship from the side
_STRIP = 34.0  # the height of the strip of facts


def page(game: Game, scenario: Scenario, rows: Rows, settings: Settings, *, two_sided: bool) -> Page:
    """Return what to print and build. Raises Misfit, and PrintshopError for what is too long for it.

    `rows` say of each component what it is, its pages, on what, how often and what then; some may be `two_sided`.
    """
    area_ = furniture.content_box(settings.paper, scale=True)
    area_ = area_.inset(0, 0, area_.x - settings.paper.box.x, 0)  # as far from the right edge as the ruler is broad
    for height in LINEUP:
        table = tuple(_contents(rows, Box(area_.x, area_.y + 14, area_.width, area_.height), settings.ink,
                                two_sided=two_sided))
        y = shapes.bounds(table)[3] + 22
        left, right = Box(area_.x, y, area_.width, area_.bottom - y).columns([0.88, 1], gap=18)
        below = (*_scale(right), *_needs(game, scenario, left))
        y = shapes.bounds(below)[3] + 20
        fleets = tuple(_fleets(game, scenario, Box(area_.x, y, area_.width, area_.bottom - y), settings, height))
        items = (*table, *below, *fleets)
        over = shapes.bounds(items)[3] - area_.bottom
        if over <= 0:
            break
    else:
        raise failure(f"the front of '{scenario.title}' is {over / MM:.0f} mm too long for its page",
                      "shorten 'needs' in game.yaml", scenario.span)
    return furniture.page(settings.paper, "Print and build", items, game_title=game.title, rights=game.rights,
                          scale=True, label="Front", anchor="front", bookmarks=(Bookmark("Print and build"),))


def _head(words: str, x: float, y: float) -> Iterator[Item]:
    yield from text.line(words, Style("display", worn().sizes.large, bold=True, color=worn().accent), x, y)


def _fleets(game: Game, scenario: Scenario, box: Box, settings: Settings, height: float) -> Iterator[Item]:
    """Give the forces: each on a bar of its colour with its emblem, its units in a line below; none if none is high."""
    fleets = [(force, crew) for force, crew in zip(scenario.forces, crews(game, scenario), strict=True) if crew]
    if not fleets or not height:
        return
    yield from _head("Who fights", box.x, box.y)
    pictures = [picture for _, crew in fleets for unit in crew if (picture := picture_of(unit))]
    long = max((picture.breadth for picture in pictures), default=0.0) > _LONG
    across = 1 if long else min(len(fleets), 2)  # long ships stand in lines as broad as the page
    for number, (force, crew) in enumerate(fleets):
        wide = (box.width - 16 * (across - 1)) / across
        x, y = box.x + number % across * (wide + 16), box.y + 8 + number // across * (height + 44)
        place = Box(x, y, wide, height + 38)
        yield from _force(force, place._replace(height=16.0), settings.ink)
        different = list({unit.art: unit for unit in crew if unit.art}.values())[:MOST_IN_LINE]
        shown = place.inset(0, 20, 0, 4)
        for unit, spot in zip(different, shown.columns([1] * len(different), gap=6) if different else (), strict=True):
            if portrait := picture_of(unit):
                yield art.place(portrait, art.sharp(portrait, (spot.x, spot.y, spot.width, height)), ink=settings.ink)
            yield from text.line(_called([other for other in crew if other.art == unit.art], spot.width + 4),
                                 _CAPTION, spot.center[0], spot.y + height + 10, "middle", spot.width + 4, 5)


def _called(alike: Sequence[Unit], width: float) -> str:
    """Return the names of units of one picture, as markup: "5 × Alpha", "Tern, Gull" or "Tern and 2 more"."""
    bases = Counter(unit.base if unit.numbered else unit.values["short"] for unit in alike)
    names = [(f"{count} × " if count > 1 else "") + escape(str(name)) for name, count in bases.items()]
    told = (", ".join(names[:shown]) + (f" and {len(names) - shown} more" if shown < len(names) else "")
            for shown in range(len(names), 1, -1))
    few = f"{names[0]} and {len(names) - 1} more" if len(names) > 1 else names[0]
    return next((words for words in told if text.measure(words, _CAPTION) <= width), few)


def _force(force: Force, box: Box, ink: Ink) -> Iterator[Item]:
    """Give the bar of a force: its emblem, its name and its points, on its colour."""
    side: Side = force.side
    field = area(ink, parse_color(side.color))
    color, x = text_on(field), box.x + 5
    yield shapes.rect(*box, fill=field, stroke=Stroke(BLACK, 0.5) if ink is not Ink.COLOUR else None)
    if ink is Ink.BLACK:
        yield from patterns.fill(side.pattern, (box.x, box.y, 22, box.height), BLACK, ink)
        x += 22
    elif side.art:
        yield art.place(art.read(side.art), (x, box.y + 2, box.height - 4, box.height - 4), color=color, ground=field)
        x += box.height
    points = f"{figure(force.total)} points" if force.total and force.complete else ""
    style = Style("sans", 9, bold=True, color=color)
    amount = text.line(points, style._replace(bold=False), box.right - 5, box.y + 11.3, "end")
    yield from amount
    room = (amount[0].x if amount else box.right) - x - 6
    yield from text.line(escape(side.name), style, x, box.y + 11.3, max_width=room, min_size=5)


def _contents(rows: Rows, box: Box, ink: Ink, *, two_sided: bool) -> Iterator[Item]:
    yield from _head("What to print", box.x, box.y)
    headings = "Component", "Pages of this file", "Print on", "Copies", "And then"
    columns = [Column(words, free=True) for words in headings]
    columns[0], columns[-1] = columns[0]._replace(style=BODY), columns[-1]._replace(pad=(0, 0))
    places = box.columns([16, 22, 26, 16, 56], gap=GAP)
    widths = [right.x - left.x for left, right in pairwise(places)] + [places[-1].width]
    look = Look(SMALL, LABEL, ink, leading=1.2, pad=(0, GAP), down=3.9, air=11.0, drop=4.0, edge=None,
                between=Stroke(WHITE.mix(BLACK, 0.4), 0.35), below_head=Stroke(width=0.9))
    table = lay(Table(tuple(columns), tuple(map(Row, rows))), widths, look)
    yield from table.draw(box.x, box.y + 1)
    y = box.y + 1 + table.height
    yield shapes.line(box.x, y, box.right, y, look.between)
    if two_sided:
        yield from text.line("All other pages are printed on one side.", SMALL, box.x, y + 12)


def _scale(box: Box) -> Iterator[Item]:
    """How to check the scale: the rulers of the page, and the outline of a card that everybody has."""
    yield from _head("Is the scale right?", box.x, box.y)
    words = ("Print every page at **100 %**, called “actual size” by some programs; never “fit to page”. Then "
             "measure the scale at the foot and the left of this page: **100 mm** and **4 in**, both ways. Or lay a "
             "bank card on this outline: it covers it exactly.")
    block = text.block(words, SMALL, (box.x, box.y + 6, box.width, None), 1.28)
    yield from block.items
    width, height, radius = furniture.CARD
    x, y = box.x + (box.width - width) / 2, box.y + 6 + block.height + 9
    yield ItemGroup((shapes.rounded_rect(x, y, width, height, radius, stroke=Stroke(width=0.6)),), layer=Layer.GUIDE)
    center = Style("sans", 7.5, color=GREY)
    yield from text.line("85.60 × 53.98 mm", center, x + width / 2, y + height / 2 + 2.6, anchor="middle")


def _needs(game: Game, scenario: Scenario, box: Box) -> Iterator[Item]:
    yield from _head("Also on the table", box.x, box.y)
    lines = [f"a playing area of {' × '.join(side.text for side in scenario.table)}"] if scenario.table else []
    lines += [f"room for the map, {measured(game[MAPS][scenario.map])}"] if scenario.map else []
    y = box.y + 6
    for line in (*lines, *game.needs):
        block = text.block(line, SMALL, (box.x + 9, y, box.width - 9, None), 1.28)
        yield from text.line(BULLETS[worn().bullet], SMALL._replace(color=worn().accent), box.x, y + 8.4)
        yield from block.items
        y += block.height + 2.5
