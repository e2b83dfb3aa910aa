"""Pictures of a booklet: the cover strip, the units in line where a page has room, and illustrated examples.

Points, origin top left, y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from printshop.drawing import art, patterns, shapes, text, themes
from printshop.drawing.art import Art, Raster
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, text_on
from printshop.drawing.items import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.game.formulas import MISSING, cell
from printshop.game.model import Game, Side, Unit
from printshop.game.scenarios import Example, Scenario, crews, points_of
from printshop.game.values import Battery, Entries
from printshop.layout.boxes import Box
from printshop.layout.flow import Block, Columns, Figure, KeepTogether, Para
from printshop.letters import escape
from printshop.products.safely import picture_of

LOWEST, HIGHEST = 90.0, 300.0  # points: least and greatest height of a cover strip
HEIGHTS = (190.0, 150.0, 120.0)  # points: heights of a strip that are tried, if that adds no page
SPOT = "band"  # name of the spot in a drawing that the strip is centred on, or of its two ends
ROW, ROWS, APART = 70.0, 125.0, 8.0  # points: least and greatest height of a row of units; gap between rows
MOST, FEW = 7, 3  # most pictures in a row; with fewer different pictures than this there is no line-up
ABREAST, TALLEST = 3, 156.0  # examples in a row; points: greatest height of a picture
EDGE, FIELD = 30.0, 0.14  # points: width of the side's field; share of its colour in the tint below the units
TOLD, LINE, LINES, WIDE = 150.0, 9.7, 8, 130.0  # rows this high have figures: line height, most lines, width
_NAME, _FIGURE = text.Style("sans", 8.5), text.Style("sans", 8)
_BELOW = 8.5  # points: from the keel to the name below it, less the height of its letters


def strip(game: Game, scenario: Scenario, width: float, height: float, ink: Ink) -> Figure | None:
    """Draw a strip cut from the banner or cover picture; return None if there is neither, or if ink is saved.

    The strip is `width` wide and at most `height` high.
    """
    if not (path := scenario.banner or scenario.cover or game.cover) or ink is not Ink.COLOUR:
        return None
    picture = art.read(path)
    spots = [(x / picture.width, y / picture.height) for name, x, y in picture.spots if name == SPOT] if isinstance(
        picture, Art) else []
    left, across = (min(spots)[0], max(spots)[0] - min(spots)[0]) if len(spots) > 1 else (0.0, 1.0)
    height = min(height, high := (wide := width / across) / picture.breadth)
    top = min(max((spots[0][1] if spots else 0.5) * high - height / 2, 0.0), high - height)
    drawn = art.place(picture, (-left * wide, -top, wide, high), ink=ink)
    edge = shapes.rect(0.5, 0.5, width - 1, height - 1, stroke=Stroke(themes.drawn(ink), 1.0))
    return Figure((Group((drawn,), clip=shapes.rect(0, 0, width, height)), edge), width, height)


class _Shown(NamedTuple):
    """A picture in line, perhaps on its side: names, width by height (`breadth`), and relative length (`long`)."""

    unit: Unit
    picture: Art | Raster
    names: tuple[str, ...]
    breadth: float
    long: float
    turned: bool


def large(unit: Unit) -> float:
    """Return the side of a square with the area of the unit's base, in points; 0 without a base."""
    return sqrt(unit.size.base[0].pt * unit.size.base[1].pt) if unit.size else 0.0


def lineup(game: Game, scenario: Scenario, rooms: Sequence[Box], ink: Ink) -> list[list[Item]]:
    """Return for each page the units in its free box, in line at one scale, on the tints of their sides.

    All sides go on the page with most room. If they do not fit there, or if two pages have much room, each side goes on
    a page of its own.
    """
    rows = [(force.side, shown) for force, crew in zip(scenario.forces, crews(game, scenario), strict=True)
            if (shown := _shown(game, crew))]
    lines: list[list[Item]] = [[] for _ in rooms]
    if len({one.unit.art for _, shown in rows for one in shown}) < FEW:
        return lines
    roomy = sorted((page for page, room in enumerate(rooms) if room.height >= ROW),
                   key=lambda page: -rooms[page].height)
    wide = len(roomy) > 1 and rooms[roomy[1]].height > 2 * ROW  # a second page has much room
    if roomy and not wide and rooms[roomy[0]].height >= ROW * len(rows) + APART * (len(rows) - 1):
        lines[roomy[0]] += _lined_up(game, rows, rooms[roomy[0]], ink)
    else:
        for row, page in zip(rows, sorted(roomy[: len(rows)]), strict=False):
            lines[page] += _lined_up(game, [row], rooms[page], ink)
    return lines


def _lined_up(game: Game, rows: Sequence[tuple[Side, list[_Shown]]], room: Box, ink: Ink) -> Iterator[Item]:
    """Draw rows of units as high as the room allows; if there is much room, with figures below them."""
    free, high = room.width - EDGE - 24, room.height - APART * (len(rows) - 1)
    many = [max(len(_figures(game, one.unit, WIDE)) for one in shown) for _, shown in rows]
    told = [LINE * count * (high > TOLD * len(rows)) for count in many]
    high = min((high - sum(told)) / len(rows), ROWS)
    scale = min(*((free - 14 * (len(shown) - 1)) / sum(one.long for one in shown) for _, shown in rows),
                *((high - 34) * one.breadth / one.long for _, shown in rows for one in shown))
    high = min(high, max(scale * one.long / one.breadth for _, shown in rows for one in shown) + 68)
    for number, ((side, shown), below) in enumerate(zip(rows, told, strict=True)):
        place = Box(room.x, room.y + number * (high + APART) + sum(told[:number]), room.width, high + below)
        yield from _row(side, shown, place, scale, below, game if below else None, ink)


def _shown(game: Game, crew: Sequence[Unit]) -> list[_Shown]:
    """Return the pictures of a force, units of most points first, as long as their bases, or else of one height."""
    ranked = sorted(crew, key=lambda unit: points_of(unit, game.unit_types) or 0, reverse=True)
    alike: dict[object, list[Unit]] = {}
    for unit in ranked:
        if unit.art:
            alike.setdefault(unit.art, []).append(unit)
    found = []
    for units in list(alike.values())[:MOST]:
        if picture := picture_of(units[0]):
            turned = units[0].art_bow == "up" and picture.breadth < 1
            breadth = 1 / picture.breadth if turned else picture.breadth
            bases = tuple(dict.fromkeys(escape(unit.base) if unit.numbered else unit.proper for unit in units))
            names = (f"{len(units)}\u00a0×\u00a0{bases[0]}",) if len(bases) == 1 and len(units) > 1 else bases
            found.append(_Shown(units[0], picture, names, breadth, large(units[0]) or 60.0 * breadth, turned))
    return found


def _row(side: Side, shown: Sequence[_Shown], box: Box, scale: float, below: float, game: Game | None, ink: Ink
         ) -> Iterator[Item]:
    """Draw a row of units with their names, behind a field with their side's emblem; with `game`, also figures."""
    color = parse_color(side.color)
    yield shapes.rect(*box, fill=WHITE if ink is Ink.BLACK else WHITE.mix(color, FIELD))
    yield from patterns.fill(side.pattern, (box.x, box.y, EDGE, box.height), color, ink, pitch=6.0, weight=1.0)
    field = area(ink, color) if ink is Ink.COLOUR else WHITE
    if side.art:
        x, y = box.x + EDGE / 2, box.center[1]
        yield shapes.circle(x, y, 11.5, fill=field, stroke=Stroke(BLACK, 0.6))
        yield art.place(art.read(side.art), (x - 7.5, y - 7.5, 15, 15), color=text_on(field), ground=field)
    yield shapes.rect(*box, stroke=Stroke(themes.drawn(ink), 0.8))
    keel = box.center[1] + (scale * max(one.long / one.breadth for one in shown) - 20 - below) / 2
    mean, longest = scale * sum(one.long for one in shown) / len(shown), scale * max(one.long for one in shown)
    spare = (box.width - EDGE - 24) / len(shown) - mean
    even = min(0.6, (spare - 8) / max(longest - mean, 1.0)) if game and spare > 8 else 0.0  # small ones get a share
    x = box.x + EDGE + 12
    for one in shown:
        long = scale * one.long
        wide, high = long + spare + even * (mean - long), long / one.breadth
        place = (x + (wide - long) / 2, keel - high, long, high)
        yield art.place(one.picture, art.sharp(one.picture, place), ink=ink, turn=90 if one.turned else 0)
        names, y = called(one.names, wide - 4), keel + _BELOW + 6
        yield from text.line(names, _NAME._replace(bold=bool(game)), x + wide / 2, y, "middle", wide - 4, 5.5)
        for number, line in enumerate(_figures(game, one.unit, wide - 4) if game else (), 1):
            yield from text.line(line, _FIGURE, x + wide / 2, y + number * LINE, "middle", wide - 4, 6.0)
        x += wide


def _figures(game: Game, unit: Unit, room: float) -> list[str]:
    """Return a unit's roster values as lines of markup: its class, the figures that fit, the meaning of its marks."""
    roster = game.unit_types[unit.kind].roster
    classed = [cell(unit.values.get(roster.by))] if roster.by and roster.by in unit.values else []
    values = [(heading, unit.values.get(value)) for heading, value in roster.columns if value != roster.by]
    told = [f"{heading}\u00a0**{said}**" for heading, value in values if (said := cell(value)) != MISSING]
    told += dict.fromkeys(trait.said for _, value in values if isinstance(value, Battery) for trait in value.traits
                          if trait.note)
    told += (f"{str(entry)[:1].upper()}{str(entry)[1:]}" for value in unit.values.values()
             if isinstance(value, Entries) for entry in value.items)
    lines: list[str] = []
    for words in told:
        joined = f"{lines[-1]}  ·  {words}" if lines else words
        lines[-1:] = [joined] if text.measure(joined, _FIGURE) <= min(room, WIDE) else [*lines[-1:], words]
    return [line for line in (*classed, *lines) if 0.8 * text.measure(line, _FIGURE) < room][:LINES]


def called(names: Sequence[str], room: float, style: text.Style = _NAME) -> str:
    """Return the names that fit and the number of the others: "Tern, Gull" or "Tern and 2 more"."""
    told = [", ".join(names[:count]) + (f" and {len(names) - count} more" if count < len(names) else "")
            for count in range(len(names), 0, -1)]
    return next((words for words in told if text.measure(words, style) <= room), told[-1])


def examples(shown: Sequence[Example], width: float, abreast: int, ink: Ink) -> Iterator[Block]:
    """Yield examples, each a picture above its text, side by side in rows of about equal length."""
    if not shown:
        return
    count = -(-len(shown) // -(-len(shown) // min(abreast, len(shown))))
    wide = (width - 18.0 * (count - 1)) / count
    for first in range(0, len(shown), count):
        blocks = tuple(KeepTogether(tuple(_example(example, wide, ink))) for example in shown[first : first + count])
        yield Columns(count, blocks) if count > 1 else blocks[0]


def _example(example: Example, width: float, ink: Ink) -> Iterator[Block]:
    if example.picture:
        picture = art.read(example.picture)
        high = (wide := min(width, TALLEST * picture.breadth)) / picture.breadth
        drawn = art.place(art.sparing(picture, ink, telling=True), (0, 0, wide, high), ink=ink)
        yield Figure((Group((drawn,), Transform()),), wide, high)
    yield Para(f"**{example.title}.** {example.text}" if example.title else example.text, small=True)
