"""The cover of a pack: what to print on what, how often, and how to see that the scale is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from printshop.drawing import art, patterns, shapes, text
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Bookmark, Item, Layer, Page, Stroke, parse_color
from printshop.drawing.items import Group as ItemGroup
from printshop.drawing.text import Style, escape
from printshop.game.maps import MAPS
from printshop.game.model import Game, Unit
from printshop.game.scenarios import Force, Scenario, crews, figure, points_of
from printshop.job import Settings
from printshop.layout import furniture
from printshop.layout.boxes import Box
from printshop.layout.table import Column, Look, Row, Table, lay
from printshop.problems import failure
from printshop.products.hexmaps.figures import measured
from printshop.products.safely import picture_of
from printshop.units import MM

TITLE = Style("display", 34, bold=True)
SCENARIO = Style("display", 20, bold=True)
SUBTITLE = Style("serif", 13, italic=True)
HEAD = Style("display", 12.5, bold=True)
BODY = Style("sans", 9.5)
SMALL = Style("sans", 8.5)
LABEL = Style("sans", 8, bold=True, tracking=0.3)
GREY = WHITE.mix(BLACK, 0.65)
Rows = Sequence[tuple[str, ...]]
PICTURES = (84.0, 60.0, 40.0, 0.0)  # points: the heights that a flagship may have, the best first
BESIDE = 3  # as many sides stand beside each other; more stand in several rows
GAP = 8.0  # between the columns of the table
SWATCH = 21.0  # a sample of a side's colour, and the air beside it


def page(game: Game, scenario: Scenario, rows: Rows, settings: Settings, *, two_sided: bool) -> Page:
    """Return the cover of a pack, its ships as large as may be. Raises Misfit, and PrintshopError if it is too long.

    `rows` say of each component what it is, its pages, on what, how often and what then; some may be `two_sided`.
    """
    area = furniture.content_box(settings.paper, scale=True)
    area = area.inset(0, 0, area.x - settings.paper.box.x, 0)  # as far from the right edge as the ruler is broad
    for picture in PICTURES:
        banner = tuple(_banner(game, scenario, area, settings, picture))
        y = shapes.bounds(banner)[3] + 20
        table = tuple(_contents(rows, Box(area.x, y, area.width, area.bottom - y), settings.ink, two_sided=two_sided))
        y = shapes.bounds(table)[3] + 22
        left, right = Box(area.x, y, area.width, area.bottom - y).columns([0.88, 1], gap=18)
        items = (*banner, *table, *_scale(right), *_needs(game, scenario, left))
        over = shapes.bounds(items)[3] - area.bottom
        if over <= 0:
            break
    else:
        raise failure(f"the cover of '{scenario.title}' is {over / MM:.0f} mm too long for its page",
                      "shorten 'needs' in game.yaml", scenario.span)
    return furniture.page(settings.paper, "Scenario pack", items, game_title="", rights=game.rights,
                          scale=True, label="Cover", anchor="cover", bookmarks=(Bookmark("Cover"),))


def _banner(game: Game, scenario: Scenario, area: Box, settings: Settings, picture: float) -> Iterator[Item]:
    """The titles above the fleets: the strongest ship of each side that has a picture, `picture` points high."""
    middle = area.center[0]
    y = area.y + 12
    for words, style, step, least in (
        (game.title, TITLE, 34, 18), (game.subtitle, SUBTITLE, 19, 8),
        (scenario.title, SCENARIO, 33, 12), (scenario.subtitle, SUBTITLE, 17, 8),
    ):
        if words:
            y += step
            yield from text.line(words, style, middle, y, anchor="middle", max_width=area.width, min_size=least)
    fleets = tuple(zip(scenario.forces, crews(game, scenario), strict=True))
    per_row = len(fleets) if len(fleets) <= BESIDE else min(-(-len(fleets) // 2), BESIDE)
    y += 16
    for first in range(0, len(fleets), per_row):
        row = fleets[first : first + per_row]
        ships = [_flagship(game, crew) for _, crew in row]
        height = picture if any(ships) else 0.0
        places = Box(area.x, y, area.width, height + 22).columns([1] * len(row), gap=24)
        for index, ((force, _), ship, place) in enumerate(zip(row, ships, places, strict=True)):
            if ship and height and (portrait := picture_of(ship)):
                box = art.sharp(portrait, (place.x, place.y, place.width, height))
                away = "right" if index % 2 else "left"  # they look at each other
                yield art.place(portrait, box, mirror=ship.art_bow == away, ink=settings.ink)
            yield from _force(force, place, settings)
        y = places[0].bottom
    y += 12
    yield shapes.line(area.x, y, area.right, y, Stroke(width=1.2))
    yield shapes.line(area.x, y + 2.4, area.right, y + 2.4, Stroke(width=0.4))


def _flagship(game: Game, crew: tuple[Unit, ...]) -> Unit | None:
    units = sorted(crew, key=lambda unit: points_of(unit, game.unit_types) or 0, reverse=True)
    return next((unit for unit in units if unit.art), None)


def _force(force: Force, place: Box, settings: Settings) -> Iterator[Item]:
    x, y = place.center[0], place.bottom - 2
    points = f" · {figure(force.total)} points" if force.total and force.complete else ""
    words = f"**{escape(force.side.name)}**{points}"
    items = text.line(words, SMALL, x, y, anchor="middle", max_width=place.width - 2 * SWATCH, min_size=5)
    yield from items
    half = min(text.measure(words, SMALL), place.width - 2 * SWATCH) / 2
    color = parse_color(force.side.color)
    for edge in (x - half - SWATCH, x + half + 7):
        yield from patterns.fill(force.side.pattern, (edge, y - 6.6, 14, 7.4), color, settings.ink)
        yield shapes.rect(edge, y - 6.6, 14, 7.4, stroke=Stroke(width=0.5))


def _contents(rows: Rows, box: Box, ink: Ink, *, two_sided: bool) -> Iterator[Item]:
    yield from text.line("What to print", HEAD, box.x, box.y)
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
    yield from text.line("Is the scale right?", HEAD, box.x, box.y)
    words = ("Print every page at **100 %**, called “actual size” by some programs; never “fit to page”. Then "
             "measure the rulers at the foot and the left of this page: **100 mm** and **4 in**, both ways. Or lay a "
             "bank card on this outline: it covers it exactly.")
    block = text.block(words, SMALL, (box.x, box.y + 6, box.width, None), 1.28)
    yield from block.items
    width, height, radius = furniture.CARD
    x, y = box.x + (box.width - width) / 2, box.y + 6 + block.height + 9
    yield ItemGroup((shapes.rounded_rect(x, y, width, height, radius, stroke=Stroke(width=0.6)),), layer=Layer.GUIDE)
    center = Style("sans", 7.5, color=GREY)
    yield from text.line("85.60 × 53.98 mm", center, x + width / 2, y + height / 2 + 2.6, anchor="middle")


def _needs(game: Game, scenario: Scenario, box: Box) -> Iterator[Item]:
    yield from text.line("Also on the table", HEAD, box.x, box.y)
    lines = [f"a playing area of {' × '.join(side.text for side in scenario.table)}"] if scenario.table else []
    lines += [f"room for the map, {measured(game[MAPS][scenario.map])}"] if scenario.map else []
    y = box.y + 6
    for line in (*lines, *game.needs):
        block = text.block(line, SMALL, (box.x + 9, y, box.width - 9, None), 1.28)
        yield shapes.circle(box.x + 2.5, y + 5.6, 1.2, fill=BLACK)
        yield from block.items
        y += block.height + 2.5
