"""Second page of a pack: its components, how to print and build them, and the forces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from printshop.drawing import art, patterns, shapes, text
from printshop.drawing.art import Art, Raster
from printshop.drawing.ink import Ink, area, contrast, text_on
from printshop.drawing.items import BLACK, WHITE, Bookmark, Item, Layer, Page, Stroke, parse_color
from printshop.drawing.items import Group as ItemGroup
from printshop.drawing.text import Style, escape
from printshop.drawing.themes import BULLETS, worn
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import Force, Scenario, crews, figure, points_of
from printshop.job import Settings
from printshop.layout import furniture
from printshop.layout.boxes import Box, Paper
from printshop.layout.table import Column, Look, Row, Table, lay
from printshop.problems import failure
from printshop.products.booklets.scenes import called, large
from printshop.products.hexmaps.figures import measured
from printshop.products.product import listed
from printshop.products.safely import picture_of
from printshop.units import MM

BODY = Style("sans", 9.5)
SMALL = Style("sans", 8.5)
LABEL = Style("sans", 8, bold=True, tracking=0.3)
NAME, _CAPTION = Style("sans", 8.5, bold=True), Style("sans", 7.5)
GREY = WHITE.mix(BLACK, 0.65)
Rows = Sequence[tuple[str, ...]]
GAP = 8.0  # points: between the columns of the table
MOST_IN_LINE, FEW = 10, 5  # pictures of a force; copies drawn of its only picture
BETWEEN = 20.0  # points: between the parts of the page
HEADING = 9.0  # points: from the base line of a heading to the text below
BAR, BELOW_BAR, ABOVE_NAME = 20.0, 9.0, 3 * MM
NAMES = ABOVE_NAME + 2 * 9.5  # points: two lines of names below a picture
_LOW, _TALL = 20.0, 216.0  # points: least and greatest height of a picture; lower ones are left out
_NAMED = 52.0  # points: width for the name below a picture, if possible
_SHRUNK = 1.2  # a text may be so many times too wide; it is then set smaller
_SEEN = 4.0  # least contrast with paper of a colour to draw with


def page(game: Game, scenario: Scenario, rows: Rows, settings: Settings, *, two_sided: bool) -> Page:
    """Return the page. Raises Misfit, and PrintshopError if its contents are too long.

    Each of `rows` has a component's name, pages, material, copies and next step; `two_sided` if any is printed so.
    """
    box = furniture.content_box(settings.paper, scale=False).inset(0, 8, 0, 4)
    items = _parts(game, scenario, rows, box, settings, two_sided=two_sided)
    spare = box.bottom - shapes.bounds(items)[3]
    if spare < 0:
        raise failure(f"the front of '{scenario.title}' is {-spare / MM:.0f} mm too long for its page",
                      "shorten 'needs' in game.yaml", scenario.span)
    picture = art.read(scenario.parts) if scenario.parts else None
    low: tuple[Item, ...] = ()
    if picture and (high := box.width / picture.breadth) + BETWEEN < spare:
        low = (art.place(art.sparing(picture, settings.ink, telling=True),
                         (box.x, box.bottom - 6 - high, box.width, high), ink=settings.ink),)
        box, spare = box.inset(0, 0, 0, high + BETWEEN), spare - high - BETWEEN
    items = _parts(game, scenario, rows, box, settings, two_sided=two_sided, air=min(spare / 5, 1.5 * BETWEEN))
    return furniture.page(settings.paper, "Print and build", (*items, *low), game_title=game.title, rights=game.rights,
                          scale=False, label="Front", anchor="front", bookmarks=(Bookmark("Print and build"),))


def _parts(game: Game, scenario: Scenario, rows: Rows, box: Box, settings: Settings, *, two_sided: bool,
           air: float = 0.0) -> tuple[Item, ...]:
    """Draw the parts of the page from top to bottom, with `air` points added to the gaps between them."""
    table = tuple(_contents(rows, box, settings.ink, two_sided=two_sided))
    y = shapes.bounds(table)[3] + BETWEEN + air
    below = tuple(_below(game, scenario, box._replace(y=y), settings.paper))
    y = shapes.bounds(below)[3] + BETWEEN + air
    return *table, *below, *_fleets(game, scenario, Box(box.x, y, box.width, box.bottom - y), settings, 8.0 + air)


def _head(words: str, x: float, y: float) -> Iterator[Item]:
    yield from text.line(words, Style("display", worn().sizes.large, bold=True, color=worn().accent), x, y)


def _contents(rows: Rows, box: Box, ink: Ink, *, two_sided: bool) -> Iterator[Item]:
    yield from _head("What to print", box.x, box.y)
    headings = "Component", "Pages of this file", "Print on", "Copies", "And then"
    columns = [Column(words, free=True) for words in headings]
    columns[0], columns[-1] = columns[0]._replace(style=BODY), columns[-1]._replace(pad=(0, 0))
    places = box.columns([16, 21, 36, 9, 54], gap=GAP)
    widths = [right.x - left.x for left, right in pairwise(places)] + [places[-1].width]
    look = Look(SMALL, LABEL, ink, leading=1.2, pad=(0, GAP), down=3.9, air=11.0, drop=4.0, edge=None,
                between=Stroke(WHITE.mix(BLACK, 0.4), 0.35), below_head=Stroke(width=0.9))
    table = lay(Table(tuple(columns), tuple(map(Row, rows))), widths, look)
    yield from table.draw(box.x, box.y + 1)
    yield shapes.line(box.x, y := box.y + 1 + table.height, box.right, y, look.between)
    if two_sided:
        yield from text.line("All other pages are printed on one side.", SMALL, box.x, y + 12)


def _below(game: Game, scenario: Scenario, box: Box, paper: Paper) -> Iterator[Item]:
    """Draw the list of other needs and the scale check, with the outline of a bank card beside them."""
    wide, high, radius = furniture.CARD
    card = Box(box.right - wide, box.y - 8, wide, high)
    yield ItemGroup((shapes.rounded_rect(*card, radius, stroke=Stroke(width=0.6)),), layer=Layer.GUIDE)
    words = "A bank card laid on this outline covers it exactly.\n85.60 × 53.98 mm"
    yield from text.block(words, _CAPTION._replace(color=GREY), card.inset(16, 0), 1.4, "middle", "middle").items
    left = box._replace(width=box.width - wide - 22)
    needs = tuple(_needs(game, scenario, left, paper))
    top = shapes.bounds(needs)[3] + BETWEEN
    spare = card.bottom - shapes.bounds(tuple(_scale(left._replace(y=top))))[3]
    scale = tuple(_scale(left._replace(y=top + max(spare, 0.0))))  # directly above the ruler that it refers to
    yield from (*needs, *scale)
    y = max(shapes.bounds(scale)[3] + 12, card.bottom + 11)
    yield from furniture.ruler(box.x, y)


def _scale(box: Box) -> Iterator[Item]:
    yield from _head("Is the scale right?", box.x, box.y)
    words = ("Print every page at **100 %**, called “actual size” by some programs; never “fit to page”. Then measure "
             "the ruler below, **100 mm** and **4 in**, and lay a bank card on the outline beside this. Pages to cut "
             "from have such rulers both ways.")
    yield from text.block(words, SMALL, (box.x, box.y + HEADING - 3, box.width, None), 1.28).items


def _needs(game: Game, scenario: Scenario, box: Box, paper: Paper) -> Iterator[Item]:
    yield from _head("Also on the table", box.x, box.y)
    lines = [f"a playing area of {' × '.join(side.text for side in scenario.table)}"] if scenario.table else []
    lines += [f"room for the map, {measured(game[MAPS][scenario.map], paper)}"] if scenario.map else []
    y = box.y + HEADING - 3
    for line in (*lines, *game.needs):
        block = text.block(line, SMALL, (box.x + 9, y, box.width - 9, None), 1.28)
        yield from text.line(BULLETS[worn().bullet], SMALL._replace(color=worn().accent), box.x, y + 8.4)
        yield from block.items
        y += block.height + 2.5


# --- who fights ---


class _Shown(NamedTuple):
    """A picture in a force's row, drawn `times` times, and its units; `picture` is None for units without one.

    `width`, of all copies, and `height` are in a unit common to all forces.
    """

    picture: Art | Raster | None
    units: tuple[Unit, ...]
    width: float
    height: float
    times: int


class _Line(NamedTuple):
    """A force and its pictures."""

    force: Force
    shown: tuple[_Shown, ...]

    def scale(self, width: float) -> float:
        """Return the scale at which the pictures fill a width."""
        room = width - 8.0 * max(len(self.shown) - 1, 0)
        return room / max(sum(shown.width for shown in self.shown), 0.01)

    def spare(self, width: float, scale: float) -> float:
        """Return the free width for each picture, at a scale."""
        return (width - scale * sum(shown.width for shown in self.shown)) / max(len(self.shown), 1)

    def room(self, width: float, scale: float) -> float:
        """Return the width for the name below the narrowest picture, at a scale."""
        return self.spare(width, scale) + scale * min((shown.width for shown in self.shown), default=0.0)


def _fleets(game: Game, scenario: Scenario, box: Box, settings: Settings, apart: float) -> Iterator[Item]:
    """Draw the forces, each with its units in a row below its bar, all at one scale; nothing if there is no room."""
    fleets = [(force, crew) for force, crew in zip(scenario.forces, crews(game, scenario), strict=True) if crew]
    sized = all(unit.size for _, crew in fleets for unit in crew)
    lines = [_Line(force, tuple(_pictures(crew, sized=sized))) for force, crew in fleets]
    if not lines:
        return
    heights = [max((shown.height for shown in line.shown), default=0.0) for line in lines]
    ways = []
    for across in range(1, min(len(lines), 4) + 1):
        wide, down = (box.width - 14 * (across - 1)) / across, -(-len(lines) // across)
        rows = [max(heights[first : first + across]) for first in range(0, len(lines), across)]
        free = box.height - HEADING - apart * (down - 1) - down * (BAR + BELOW_BAR + NAMES)
        scale = min(free / max(sum(rows), 0.01), _TALL / max(*heights, 0.01), *(line.scale(wide) for line in lines))
        if free >= 0 and (scale * max(rows) >= _LOW or not max(rows)):
            named = min(line.room(wide, scale) for line in lines) >= _NAMED
            whole = 5 * (across * down - len(lines)) < across * down  # fewer than one place in five is empty
            ways.append((named, whole, scale, across))
    if not ways:
        return
    *_, scale, across = max(ways)
    yield from _head("Who fights", box.x, box.y)
    y = box.y + HEADING
    for first in range(0, len(lines), across):
        beside = lines[first : first + across]
        high = BAR + BELOW_BAR + NAMES + scale * max(heights[first : first + across])
        for place, line in zip(Box(box.x, y, box.width, high).columns([1] * across, gap=14), beside, strict=False):
            yield from _force(line.force, place._replace(height=BAR), settings.ink)
            yield from _in_line(game, line, place.inset(0, BAR + BELOW_BAR, 0, NAMES), scale, settings.ink)
        y += high + apart


def _pictures(crew: Sequence[Unit], *, sized: bool) -> Iterator[_Shown]:
    """Yield the pictures of a crew, each once; a few units that all have the same picture are all drawn.

    If all units of the scenario have bases (`sized`), pictures have the size of the bases; else all have one height,
    and those seen from above one beam.
    """
    alike: dict[object, list[Unit]] = {}
    for unit in crew:
        alike.setdefault(unit.art, []).append(unit)
    for units in list(alike.values())[:MOST_IN_LINE]:
        picture = picture_of(units[0])
        if picture is None:
            yield _Shown(None, tuple(units), 0.0, 0.0, 0)
            continue
        breadth, long, above = picture.breadth, large(units[0]), units[0].art_bow == "up"
        if sized and long:
            width, height = (long * breadth, long) if above else (long, long / breadth)
        else:
            width, height = (0.5, 0.5 / breadth) if above else (breadth, 1.0)
        times = len(units) if len(alike) == 1 and len(units) <= FEW else 1
        yield _Shown(picture, tuple(units), times * width, height, times)


def _in_line(game: Game, line: _Line, box: Box, scale: float, ink: Ink) -> Iterator[Item]:
    """Draw the pictures of a force in a row, with names, sizes and points below them."""
    usual = color = parse_color(line.force.side.color)
    while contrast(color, WHITE) < _SEEN:
        color = color.mix(BLACK, 0.12)
    spare, x = line.spare(box.width, scale), box.x
    for shown in line.shown:
        wide, high = scale * shown.width, scale * shown.height
        if shown.picture:
            for spot in Box(x + spare / 2, box.bottom - high, wide, high).columns([1] * shown.times):
                place = art.sharp(shown.picture, spot.inset(0.04 * spot.width * (shown.times > 1), 0))
                own = ink is not Ink.COLOUR or art.painted(shown.picture)
                yield art.place(shown.picture, place, ink=ink, color=None if own else color,
                                ground=area(ink, usual) if own else None, align=(0.5, 1.0))
        middle, room = x + (wide + spare) / 2, wide + spare - 4
        y = box.bottom + ABOVE_NAME + 6
        bases = Counter(escape(unit.base) if unit.numbered else unit.proper for unit in shown.units)
        names = [(f"{count} × " if count > 1 else "") + name for name, count in bases.items()]
        yield from text.line(called(names, room, NAME), NAME, middle, y, "middle", room, 5)
        if worth := _worth(game, shown.units, room):
            yield from text.line(worth, _CAPTION._replace(color=GREY), middle, y + 9.5, "middle", room, 5)
        x += wide + spare


def _worth(game: Game, units: Sequence[Unit], width: float) -> str:
    """Return the size and points of units with one picture, if these are the same for all and fit the width."""
    sizes = {unit.size.name for unit in units if unit.size}
    points = list(dict.fromkeys(points_of(unit, game.unit_types) for unit in units))
    size = escape(sizes.pop()) if len(sizes) == 1 else ""
    known = [figure(worth) for worth in points if worth]
    each = (f"{known[0]} points{' each' if len(units) > 1 else ''}" if len(known) == 1 == len(points) else
            f"{listed(known)} points" if len(known) == len(units) else "")  # one for each, in the order of the names
    told = (" · ".join(filter(None, words)) for words in ((size, each), (each,), (size,)))
    return next((words for words in told if text.measure(words, _CAPTION) <= _SHRUNK * width), "")


def _force(force: Force, box: Box, ink: Ink) -> Iterator[Item]:
    """Draw the bar of a force in its colour: emblem, pattern, name and points."""
    side: Side = force.side
    field = area(ink, parse_color(side.color))
    pattern = side.pattern if ink is Ink.BLACK or side.pattern != "solid" else ""
    points = f"{figure(force.total)} points" if force.total and force.complete else ""
    style, base = Style("sans", 9.5, bold=True, color=text_on(field)), box.center[1] + 3.3
    amount = text.line(points, style._replace(bold=False), box.right - 5, base, "end")
    yield shapes.rect(*box, fill=field)
    yield from amount
    right = amount[0].x - 6 if amount else box.right
    if pattern:
        right -= (end := min(30.0, 0.14 * box.width))
        yield from patterns.fill(pattern, (right, box.y, end, box.height), parse_color(side.color), ink)
    if ink is not Ink.COLOUR:
        yield shapes.rect(*box, stroke=Stroke(BLACK, 0.5))
    room = box.inset(4, 3, box.right - right + 5, 3)
    if side.art:
        yield art.place(art.read(side.art), room._replace(width=room.height), color=style.color, ground=field, ink=ink)
        room = room.inset(room.height + 5, 0, 0, 0)
    yield from text.line(escape(side.name), style, room.x, base, max_width=room.width, min_size=5)
