"""Cover of a pack: a panel that fills the printable area, with a picture, the title and the sides.

All measures are for a panel of 190 mm and grow with the sheet. In colour the panel is dark (the theme's bar) with pale
letters; with less ink it is white in a frame, and the picture paler or without colours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal, NamedTuple

from printshop.drawing import art, patterns, shapes, text, themes
from printshop.drawing.art import Art, Raster
from printshop.drawing.geometry import Transform, bearing
from printshop.drawing.ink import Ink, area, contrast, text_on
from printshop.drawing.items import BLACK, WHITE, Bookmark, Color, Group, Item, Page, Stroke, parse_color
from printshop.drawing.text import Style, escape
from printshop.drawing.themes import READABLE, titled, worn
from printshop.game.maps import MAPS
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import Scenario, crews, points_of
from printshop.job import Settings
from printshop.layout.boxes import Box, Paper
from printshop.products.hexmaps.figures import measured
from printshop.products.safely import picture_of
from printshop.units import MM

BROAD = 190 * MM  # the panel size that all measures are for
TITLE, NARROWER = 72.0, 46.0  # points: size of the title; below the second size it is broken into two lines
KEPT = 0.62  # least visible share of a picture; if more would be lost, nothing is cut off
SPOT = "title"  # name of the spot in a drawing for the title
MOST_FACTS = 5
_RAYS, _SUN = 36, 0.34  # rays and relative radius of the sun behind the ships, if there is no cover picture


class _Dress(NamedTuple):
    """Colours of a cover, and its size as a multiple of the usual size (`unit`)."""

    ground: Color
    pale: Color  # letters
    quiet: Color  # labels
    ink: Ink
    unit: float

    @property
    def dark(self) -> bool:
        """Whether letters are pale on a dark ground."""
        return self.ink is Ink.COLOUR

    def style(self, role: Literal["sans", "serif", "display"], size: float, *, bold: bool = False,
              italic: bool = False) -> Style:
        """Return a text style in the cover's size and colour."""
        return Style(role, size * self.unit, bold=bold, italic=italic, color=self.pale)


class _Lines(NamedTuple):
    """Items set below one another from y = 0, and their total height."""

    items: tuple[Item, ...]
    height: float

    def at(self, y: float) -> Group:
        """Return the items with their upper edge at `y`."""
        return Group(self.items, Transform(f=y))


def page(game: Game, scenario: Scenario, settings: Settings) -> Page:
    """Return the cover of a scenario. Raises Misfit for words that are too long, PrintshopError for pictures."""
    panel = settings.paper.box
    dress = _dress(settings.ink, min(panel.width / BROAD, panel.height / BROAD))
    foot, head = _foot(game, scenario, panel, dress, settings.paper), _head(game, panel, dress)
    below = Box(panel.x, panel.bottom - foot.height, panel.width, foot.height)
    above = Box(panel.x, panel.y, panel.width, panel.height - foot.height)
    path = scenario.cover or game.cover
    picture = art.read(path) if path else None
    title_at = _spot(picture, above, head.height) if isinstance(picture, Art) and dress.dark else None
    room = above if title_at is not None else above.inset(0, head.height, 0, 0)
    drawn = _placed(picture, room, settings.ink) if picture else _muster(game, scenario, room, dress)
    items = (
        Group(tuple(drawn), clip=shapes.rect(*room)), shapes.rect(*below, fill=dress.ground),
        *((shapes.rect(*panel[:3], head.height, fill=dress.ground),) if title_at is None else ()),
        *(_edge(room, dress) if title_at is None else ()), *_edge(Box(*below[:3], 0), dress),
        head.at(panel.y if title_at is None else title_at), foot.at(below.y),
        *(() if dress.dark else (shapes.rect(*panel.inset(0.7), stroke=Stroke(dress.pale, 1.4 * dress.unit)),)))
    return Page(settings.paper.width, settings.paper.height, items, "Cover", "cover", (Bookmark("Cover"),))


def _dress(ink: Ink, unit: float) -> _Dress:
    """Return the colours that the theme gives a cover: pale on its bar, or its ink on white paper."""
    theme = worn()
    if ink is not Ink.COLOUR:
        return _Dress(WHITE, themes.drawn(ink), theme.accent, ink, unit)
    ground = theme.bar
    pale = theme.tint if contrast(theme.tint, ground) >= READABLE else text_on(ground)
    quiet = next((color for share in (0.5, 0.35, 0.2) if contrast(color := pale.mix(theme.accent, share), ground)
                  >= READABLE), pale)
    return _Dress(ground, pale, quiet, ink, unit)


# --- the title ---


def _head(game: Game, panel: Box, dress: _Dress) -> _Lines:
    """Set the title and the line below it."""
    width, x, unit = 0.84 * panel.width, panel.center[0], dress.unit
    y, items = 15.0 * unit, list[Item]()
    lines, size = _broken(titled(game.title), dress.style("display", TITLE, bold=True), width)
    style = dress.style("display", size / unit, bold=True)
    for number, words in enumerate(lines):
        y += (0.98 if number else 0.86) * size
        items += text.line(words, style, x, y, "middle", width, 16)
    y += 0.08 * size
    if game.subtitle:
        y += 19.0 * unit
        items += text.line(game.subtitle, dress.style("serif", 15, italic=True), x, y, "middle", width, 7)
    return _Lines(tuple(items), y + 14.0 * unit)


def _broken(words: str, style: Style, width: float) -> tuple[tuple[str, ...], float]:
    """Return the lines of a title and their size: one line, or two if one line would be small."""
    def size(*lines: str) -> float:
        return style.size * min(1.0, width / max(text.measure(line, style) for line in lines))

    cuts = [place for place, sign in enumerate(words) if sign == " "] if "*" not in words else []
    ways = ((words[:cut], words[cut + 1:]) for cut in cuts)
    whole = size(words)
    if whole >= NARROWER / TITLE * style.size or not cuts:
        return (words,), whole
    halves = max(ways, key=lambda lines: size(*lines))
    return halves, size(*halves)


def _spot(picture: Art, room: Box, high: float) -> float | None:
    """Return the top of a title `high` points high on a picture with a spot for it; None if that spot is not seen."""
    at = next((y for name, _, y in picture.spots if name == SPOT), None)
    if at is None:
        return None
    box = _framed(picture, room)
    y = box.y + at * box.height / picture.height - high / 2
    return max(y, room.y) if y > room.y - high / 4 else None


def _edge(box: Box, dress: _Dress) -> Iterator[Item]:
    """Draw lines along the upper and lower edges of a box."""
    for y in dict.fromkeys((box.y, box.bottom)):
        yield shapes.line(box.x, y, box.right, y, Stroke(dress.pale, 1.6 * dress.unit))


# --- the picture ---


def _framed(picture: Art | Raster, room: Box) -> Box:
    """Return the rectangle of a picture: it covers the room unless too much of it would be cut off.

    A picture with a spot for the title is cut at the top.
    """
    small, large = sorted((room.width, room.height * picture.breadth))
    wide = large if small >= KEPT * large else small
    high = wide / picture.breadth
    return Box(room.center[0] - wide / 2, room.bottom - high if _poster(picture) else room.center[1] - high / 2,
               wide, high)


def _poster(picture: Art | Raster) -> bool:
    """Return whether a picture is a drawing with a spot for a title."""
    return isinstance(picture, Art) and any(name == SPOT for name, *_ in picture.spots)


def _placed(picture: Art | Raster, room: Box, ink: Ink) -> Iterator[Item]:
    """Draw the picture of the cover, on a paper tint if it does not cover the room."""
    box = _framed(picture, room)
    if min(box.width / room.width, box.height / room.height) < 1 or not _poster(picture):
        yield shapes.rect(*room, fill=themes.ground("tint", ink) if ink is Ink.COLOUR else WHITE)
    yield art.place(art.sparing(picture, ink), box, ink=ink)


def _muster(game: Game, scenario: Scenario, room: Box, dress: _Dress) -> Iterator[Item]:
    """Draw the ships of the battle before a sun: the strongest of each side, with others behind it."""
    near, far = (dress.ground.mix(dress.pale, share) if dress.dark else WHITE.mix(BLACK, share / 2)
                 for share in (0.16, 0.08))
    middle, reach = room.center, room.width + room.height
    yield shapes.rect(*room, fill=far if dress.dark else WHITE)
    turn = 360 / _RAYS
    for ray in range(_RAYS):
        yield shapes.polygon([middle, *(bearing((ray + side) * turn, reach, *middle) for side in (-0.25, 0.25))],
                             fill=near)
    sun = _SUN * min(room.width, room.height)
    yield shapes.circle(*middle, 1.16 * sun, fill=near)
    yield shapes.circle(*middle, sun, fill=area(dress.ink, worn().accent), stroke=Stroke(dress.pale, 1.6 * dress.unit))
    sides = tuple(zip(scenario.forces, crews(game, scenario), strict=True))
    across = 1 if len(sides) < 4 else 2
    down = -(-len(sides) // across)
    for number, (force, crew) in enumerate(sides):
        place = room.inset(0.05 * room.width, 0.05 * room.height).rows([1] * down)[number // across].columns(
            [1] * across)[number % across]
        yield from _squadron(game, force.side, crew, place, dress, mirrored=number % 2 == 1)


def _squadron(game: Game, side: Side, crew: Sequence[Unit], box: Box, dress: _Dress, *, mirrored: bool
              ) -> Iterator[Item]:
    """Draw up to three ships of a side, the strongest largest; if none has a picture, the side's emblem or name."""
    ranked = sorted(crew, key=lambda unit: points_of(unit, game.unit_types) or 0, reverse=True)
    ships = tuple(islice({unit.art: unit for unit in ranked if unit.art}.values(), 3))
    box = box.inset(0, 0.06 * box.height)
    color, ground = (dress.pale, dress.ground) if dress.dark else (BLACK, WHITE)
    if not ships:
        if side.art:
            yield art.place(art.read(side.art), box, color=color, ground=ground, ink=dress.ink)
        else:
            yield from text.line(escape(side.name), dress.style("display", 34, bold=True), *box.center, "middle",
                                 box.width, 8)
        return
    flagship, escorts = box.columns([64, 36]) if len(ships) > 1 else (box.inset(0.14 * box.width, 0), box)
    places = flagship, *escorts.inset(0, 0.06 * box.height).rows([1] * max(len(ships) - 1, 1), gap=14)
    for ship, place in zip(ships, places, strict=False):
        spot = place._replace(x=box.x + box.right - place.right) if mirrored else place
        portrait = picture_of(ship)
        if portrait:
            flat = ship.art_bow == "up" and spot.width > spot.height
            turn = (270 if mirrored else 90) if flat else 0
            yield art.place(portrait, art.sharp(portrait, spot), color=color, ground=ground, ink=dress.ink, turn=turn,
                            mirror=not flat and ship.art_bow == ("right" if mirrored else "left"))


# --- the foot ---


def _foot(game: Game, scenario: Scenario, panel: Box, dress: _Dress, paper: Paper) -> _Lines:
    """Set the scenario's title, its sides, its facts side by side, and the rights of the game."""
    x, unit, width = panel.center[0], dress.unit, panel.width - 20 * MM * dress.unit
    y, items = 11.0 * unit, list[Item]()
    for words, style, step, least in (
        (scenario.title, dress.style("display", 27, bold=True), 21.0, 10),
        (scenario.subtitle, dress.style("serif", 12.5, italic=True), 17.0, 7),
    ):
        if words:
            y += step * unit
            items += text.line(words, style, x, y, "middle", width, least)
    y += 14.0 * unit
    items += _sides(scenario, Box(panel.x + (panel.width - width) / 2, y, width, 20.0 * unit), dress)
    y += 34.0 * unit
    facts = _facts(game, scenario, Box(panel.x, y, panel.width, 0.0).inset(8 * MM * unit, 0), dress, paper)
    items += facts.items
    y += facts.height + 13.0 * unit
    if game.rights:
        style = dress.style("sans", 7)._replace(color=dress.pale.mix(dress.ground, 0.2))
        rights = text.block(game.rights, style, (panel.x + 10, y, panel.width - 20, None), 1.2, "middle")
        items += rights.items
        y += rights.height
    return _Lines(tuple(items), y + 8.0 * unit)


def _sides(scenario: Scenario, box: Box, dress: _Dress) -> Iterator[Item]:
    """Draw the sides in a row: the emblem of each on its colour, and its name."""
    sides = [force.side for force in scenario.forces]
    style = dress.style("sans", 12, bold=True)
    chip, gap, between = box.height, 7.0 * dress.unit, 26.0 * dress.unit
    names = [text.measure(escape(side.name), style) for side in sides]
    fixed = len(sides) * (chip + gap) + (len(sides) - 1) * between
    share = min(1.0, (box.width - fixed) / max(sum(names), 1.0))
    x = box.center[0] - (fixed + share * sum(names)) / 2
    for side, wide in zip(sides, names, strict=True):
        yield from badge(side, Box(x, box.y, chip, chip), dress.ink, dress.pale)
        x += chip + gap
        yield from text.line(escape(side.name), style, x, box.center[1] + 0.35 * style.size,
                             max_width=share * wide + 0.1, min_size=5)
        x += share * wide + between


def badge(side: Side, box: Box, ink: Ink, edge: Color = BLACK) -> Iterator[Item]:
    """Draw the badge of a side: its emblem on its colour, or its pattern if it has no emblem."""
    radius, color = 0.14 * box.height, parse_color(side.color)
    if side.art:
        field = area(ink, color)
        sign = art.place(art.read(side.art), box.inset(radius), color=text_on(field), ground=field, ink=ink)
        yield Group((shapes.rect(*box, fill=field), sign), clip=shapes.rounded_rect(*box, radius))
    else:
        yield Group(patterns.fill(side.pattern, box, color, ink), clip=shapes.rounded_rect(*box, radius))
    yield shapes.rounded_rect(*box, radius, stroke=Stroke(edge, 0.9))


def _facts(game: Game, scenario: Scenario, box: Box, dress: _Dress, paper: Paper) -> _Lines:
    """Set the facts in equal columns, each below its label, with thin lines between them."""
    facts = [(fact.label, fact.text) for fact in scenario.facts]
    if not facts:
        facts += [("Turns", str(scenario.turns))] if scenario.turns else []
        facts += [("Table", " × ".join(side.text for side in scenario.table))] if scenario.table else []
        facts += [("Map", measured(game[MAPS][scenario.map], paper))] if scenario.map else []
    facts = facts[:MOST_FACTS]
    if not facts:
        return _Lines((), 0.0)
    unit, columns = dress.unit, box.columns([1] * len(facts))
    label = dress.style("sans", 7.5, bold=True)._replace(color=dress.quiet, tracking=0.4 * unit)
    items, deepest = list[Item](), 0.0
    for (name, words), column in zip(facts, columns, strict=True):
        room = column.inset(9 * unit, 0)
        items += text.line(escape(name.upper()), label, room.center[0], box.y + 7.5 * unit, "middle", room.width, 5)
        block = text.block(words, dress.style("serif", 10.5), (room.x, box.y + 11.0 * unit, room.width, None), 1.15,
                           "middle")
        items += block.items
        deepest = max(deepest, 11.0 * unit + block.height)
    items += (shapes.line(column.x, box.y + 1, column.x, box.y + deepest, Stroke(dress.quiet, 0.5))
              for column in columns[1:])
    return _Lines(tuple(items), deepest)
