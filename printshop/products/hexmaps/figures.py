"""Small map of a scenario for its booklet, with its zones and the facing of units in them.

Points, y down; the map's top left corner is the origin.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from printshop.drawing import art, shapes, text
from printshop.drawing.geometry import Point, Transform, bearing, halved
from printshop.drawing.ink import Ink
from printshop.drawing.items import BLACK, WHITE, Group, Item, Path, Stroke, Use, parse_color
from printshop.game.maps import CHART, UNNUMBERED, HexMap, Zone
from printshop.hexes import Grid, Orientation, to_axial
from printshop.layout import furniture, hexgrids, labels
from printshop.layout.boxes import Paper
from printshop.layout.flow import Figure
from printshop.products.hexmaps import board, charted, skins
from printshop.products.safely import reported
from printshop.units import INCH, MM, Length, set_fractions

HIGHEST = 250.0  # points
SHARE = 0.86  # of the column's width
LETTERED = 20.0  # points across flats: smaller hexes have no letters of terrain
BESIDE, ABOVE = 16.0, 10.0  # points: margins for numbers, at both sides and above
NUMBER = text.Style("sans", 7)
LINED = 4.0  # points across flats: lines of smaller hexes would merge to grey
PALE = {Ink.COLOUR: 0.35, Ink.LIGHT: 0.175}  # share of a side's colour in its zone
HEAD, REACH = 10.0, 20.0  # points: length of an arrow, distance of its tip from its point
SHIP, SHIPS, NAMED = 16.0, 1.45, 0.8  # length of a ship: least in points, usual in hexes; hexes to its name
NAME = text.Style("serif", 9.0, bold=True)
_EDGE, _TAG = text.Style("serif", 9.0), text.Style("sans", 7.0, bold=True)
SHOWN = " The units show one way to begin, the arrows how they may head."
BOWS = {"right": 90, "left": -90}  # bearing of a bow in a picture, if not up
_OFF = 4.0  # points: from the map to a name outside it
_TRIED = 60  # most hexes that are tried as the position of a name
_AROUND = 3.0  # points: margin of a name inside its zone


def figure(hexmap: HexMap, zones: tuple[Zone, ...], width: float, ink: Ink, share: float = 1.0) -> Figure:
    """Return a picture of a map, a `share` as large as the column allows, with its size in the caption.

    The `zones` are those of a scenario; without any, the map's own: tinted for their sides, with arrows for the facing
    of units, and numbers of columns and rows at their ends. Words that have no room are left out. Raises PrintshopError
    for a picture that cannot be used.
    """
    wide, high = _extent(hexmap)
    scale = min(SHARE * share * width / wide, share * HIGHEST / high, 1.0)
    picture = _figure(hexmap, zones or hexmap.zones, scale, ink)
    for _ in range(3):  # words beside the map do not shrink, and a smaller map may move more of them there
        if picture.width <= width + 1e-6:
            break
        scale = max(scale - (picture.width - width) / wide, 0.2 * scale)
        picture = _figure(hexmap, zones or hexmap.zones, scale, ink)
    return picture


def _figure(hexmap: HexMap, zones: tuple[Zone, ...], scale: float, ink: Ink) -> Figure:
    across = hexmap.across.pt * scale
    terrain = hexmap.terrain if across >= LETTERED else tuple(replace(kind, letter="") for kind in hexmap.terrain)

    def scaled(length: Length) -> Length:
        return Length(Fraction(length.pt * scale), f"{length.pt * scale:.1f} pt")

    small = replace(hexmap, key=f"{hexmap.key}-small", across=scaled(hexmap.across),
                    numbers=UNNUMBERED, dots=False, edges=(), terrain=terrain, labels=(), zones=zones, corners=(),
                    scenery=tuple(replace(piece, size=scaled(piece.size)) for piece in hexmap.scenery))
    drawn = board.draw(replace(small, zones=tuple(zone for zone in zones if zone.shaded and zone.pattern)), ink)
    grid = drawn.grid
    lines = [Use(chunk.lines) for chunk in drawn.chunks] if across >= LINED else []
    numbers = tuple(_numbers(small, grid)) if hexmap.numbered and not hexmap.board.radius else ()
    beside = (BESIDE, ABOVE) if numbers else (0.0, 0.0)
    inside, outside = names(small, hexmap.edges, grid, (drawn.width, drawn.height), beside)
    below, borders = grounds(small, grid, ink)
    left, top, right, bottom = shapes.bounds((*outside, shapes.rect(0, 0, drawn.width, drawn.height)))
    x, y = max(beside[0], -left, right - drawn.width), max(beside[1], -top)
    within = Group(below, clip=shapes.rect(0, 0, drawn.width, drawn.height))
    items = Group((*drawn.bare(lines=False), within, *lines, *borders, Use(drawn.frame),
                   *arrows(zones, grid, ink), *inside, *outside, *numbers), Transform(e=x, f=y))
    cells = hexmap.board
    count = f"{len(cells.cells)}" if cells.radius else f"{cells.columns} × {cells.rows}"
    caption = (f"*{hexmap.title}*: {count} hexes, {set_fractions(hexmap.across.text)} across flats; the whole map is "
               f"{measured(hexmap)}.{SHOWN if any(zone.crew for zone in zones) else ''}")
    return Figure((items,), drawn.width + 2 * x, max(bottom, drawn.height) + y, caption)


def _numbers(hexmap: HexMap, grid: Grid) -> Iterator[Item]:
    """Draw, outside the map, the numbers of its first and last column and row, and of those where zones end."""
    board = hexmap.board
    columns, rows = {1, board.columns}, {1, board.rows}
    for zone in hexmap.zones:
        for ends, places in zip((columns, rows), zip(*map(board.place, zone.hexes), strict=True), strict=False):
            ends.update((min(places), max(places)))
    for column in sorted(columns):
        x = grid.center(to_axial(column, 1, board.orientation, even_low=board.even_low))[0]
        yield from text.line(board.figures((column, 1))[0], NUMBER, x, -3.0, "middle")
    for row in sorted(rows):
        y = grid.center(to_axial(1, row, board.orientation, even_low=board.even_low))[1]
        yield from text.line(board.figures((1, row))[1], NUMBER, -4.0, y + 0.35 * NUMBER.size, "end")


def measured(hexmap: HexMap, paper: Paper | None = None) -> str:
    """Return the size of a whole map, in inches or millimetres like its hexes; on `paper`, with its chart frame."""
    unit, name, places = (INCH, "in", 1) if hexmap.across.unit in ("in", "ft") else (MM, "mm", 0)
    size, sheet = _extent(hexmap), furniture.content_box(paper, scale=False) if paper else None
    if sheet and hexmap.frame == CHART and charted.fits(*size, sheet):
        size = sheet.width, sheet.height
    width, height = (f"{length / unit:.{places}f}" for length in size)
    return f"{width} × {height} {name}"


def _extent(hexmap: HexMap) -> tuple[float, float]:
    return hexgrids.lay(hexmap.board.cells, hexmap.orientation, hexmap.across.pt)[1:]


def grounds(hexmap: HexMap, grid: Grid, ink: Ink) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the pale grounds of the sides' zones, with shared hexes divided between them, and the borders of all.

    Terrain in a zone stands on its ground, its own colour tinted as well. In black ink zones have wider borders and no
    ground, because units on it would be black on black.
    """
    below: list[Item] = []
    above: list[Item] = []
    whole = tuple(replace(zone, hexes=board.with_parts(hexmap, zone)) for zone in hexmap.zones)
    for number, zone in enumerate(hexmap.zones, 1):
        lined = board.outlines if zone.pattern and ink is Ink.BLACK else board.borders
        border = tuple(lined(replace(hexmap, zones=(zone,)), grid, ink))
        if not (zone.pattern and zone.hexes) or (zone.shaded and ink is not Ink.BLACK):  # the map itself has its tint
            above += border
            continue
        part, color = _part(whole[number - 1], whole, grid), parse_color(zone.color)
        above += [Group(border, clip=part)] if border else []
        if ink is Ink.BLACK:
            continue
        below.append(Path(part.segments, skins.tinted(hexmap, ink, color, PALE[ink]), None, "evenodd"))
        tinted = parse_color(hexmap.ground).mix(color, PALE[ink]).hex()
        below += _covered(replace(hexmap, key=f"{hexmap.key}-{number}", ground=tinted, zones=(zone,)), part, grid, ink)
    return tuple(below), tuple(above)


def _covered(hexmap: HexMap, part: Path, grid: Grid, ink: Ink) -> Iterator[Item]:
    """Draw the terrain in a map's only zone, tinted with the colour of the zone's side."""
    (zone,) = hexmap.zones
    for terrain in hexmap.terrain:
        if cells := frozenset(terrain.hexes) & frozenset(zone.hexes):
            own = parse_color(terrain.color).mix(parse_color(zone.color), PALE[ink]).hex() if terrain.color else ""
            drawn = board.terrain_hex(hexmap, replace(terrain, color=own), ink)
            placed = (Use(drawn, Transform().translate(*grid.center(cell))) for cell in sorted(cells))
            yield Group(tuple(placed), clip=part)


def _part(zone: Zone, zones: Sequence[Zone], grid: Grid) -> Path:
    """Return the area of a zone: its hexes, and of hexes shared with other sides the part nearest to it."""
    patterned = [other for other in zones if other.pattern and other is not zone]
    shared = {cell for other in patterned for cell in other.hexes} & set(zone.hexes)
    loops: list[Sequence[Point]] = list(grid.outline(cell for cell in zone.hexes if cell not in shared))
    center = board.middle_of(zone, grid)
    for cell in sorted(shared):
        (x, y), corners = grid.center(cell), list(grid.corners(cell))
        for other in patterned:
            if cell in other.hexes:
                other_center = board.middle_of(other, grid)
                way = center[0] - other_center[0], center[1] - other_center[1]
                corners = halved(corners, [(u - x) * way[0] + (v - y) * way[1] for u, v in corners])
        loops += [corners] if len(corners) > 2 else []
    return hexgrids.closed(loops)


def arrows(zones: Sequence[Zone], grid: Grid, ink: Ink) -> Iterator[Item]:
    """Draw arrows for the facing of units in zones, and the units that are shown, each at one of the facings."""
    for zone in zones:
        head = 0.7 * HEAD if zone.crew else HEAD
        for number, at in enumerate(places := _places(zone, grid)):
            for to in zone.facing:
                yield shapes.arrow(*_tip(zone, at, to, grid), to, head, 0.8 * head, notch=0.3, fill=WHITE,
                                   stroke=Stroke(BLACK, 0.8))
            if zone.crew:
                (picture, bow, called), long = zone.crew[number], max(SHIP, SHIPS * grid.across)
                to = zone.facing[(2 * number < len(places)) - len(zone.facing)] if zone.facing else 0
                own = parse_color(zone.color) if ink is Ink.COLOUR else None
                yield Group((art.place(art.read(picture), (-long / 2, -long / 2, long, long), ground=own, ink=ink),),
                            Transform().translate(*at).rotate(to - BOWS.get(bow, 0)))
                yield from labels.plate(called, _TAG, (at[0], at[1] + NAMED * grid.across), beside=3, high=1.15)


def _places(zone: Zone, grid: Grid) -> list[Point]:
    """Return the points where units of a zone are shown: evenly along it, or without units a fifth from each end."""
    if not (zone.facing or zone.crew) or not zone.hexes:
        return []
    left, top, right, bottom = grid.bounds(zone.hexes)
    shares = [(number + 0.5) / len(zone.crew) for number in range(len(zone.crew))] or [0.2, 0.8]
    wide, high = right - left, bottom - top
    spots = [(left + wide * (k if wide > high else 0.5), top + high * (0.5 if wide > high else k)) for k in shares]
    ahead = [[_tip(zone, at, to, grid) for to in zone.facing] or [at] for at in spots]  # near the zone's front
    return [min((sum(math.dist(cell, tip) for tip in tips), cell) for cell in map(grid.center, zone.hexes))[1]
            for tips in ahead] if zone.crew else spots


def _tip(zone: Zone, at: Point, to: float, grid: Grid) -> Point:
    return bearing(to, 0.5 * max(SHIP, SHIPS * grid.across) + 1.2 * HEAD if zone.crew else REACH, *at)


def names(hexmap: HexMap, edges: Sequence[str], grid: Grid, size: tuple[float, float], beside: Point
          ) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """Return the names of zones: in the middle of a zone if there is room; in a second tuple, those beside the map.

    A letter of the map's `edges` names the side there. `size` is the map's, `beside` the margins that numbers take.
    """
    inside: list[Item] = []
    outside: list[Item] = []
    owners = board.owners(replace(hexmap, edges=tuple(edges)), hexmap.zones) if edges else {}
    for number, letter in enumerate(edges):  # outside, at the middle of each edge
        row = hexmap.board.strip(number, 1)
        (x, y), (x2, y2) = grid.center(row[0]), grid.center(row[-1])
        way = (30.0 if hexmap.orientation is Orientation.FLAT else 0.0) + 60.0 * number
        at = bearing(way, grid.corner + _OFF, (x + x2) / 2, (y + y2) / 2)
        aside = at[0] - (x + x2) / 2
        anchor: text.Anchor = "middle" if abs(aside) < 1 else "start" if aside > 0 else "end"
        words = f"**{text.escape(letter)}** {owners[number].label if number in owners else ''}".strip()
        outside += text.line(words, _EDGE, at[0], at[1] + 0.35 * _EDGE.size, anchor)
    at_edges = [id(zone) for zone in owners.values()]
    for zone in hexmap.zones:
        if zone.label and zone.hexes and id(zone) not in at_edges:
            with reported(f"map '{hexmap.title}', a zone", zone.span, board.SHORTER):
                wide, high = text.measure(zone.label, NAME) + 6, 1.2 * NAME.size
                middle = _roomy(hexmap, zone, grid, (wide, high)) if zone.pattern else board.middle_of(zone, grid)
                if not middle:
                    outside += _outside(zone, grid, size, beside)
                elif wide < size[0]:
                    inside += labels.plate(zone.label, NAME, middle, beside=6, high=1.2)
    return tuple(inside), tuple(outside)


def _roomy(hexmap: HexMap, zone: Zone, grid: Grid, size: tuple[float, float]) -> Point | None:
    """Return the point nearest to a zone's middle at which a name lies in the zone and clear of arrows; or None.

    Points off its terrain are preferred. Of the hexes, only the `_TRIED` nearest to the middle are tried.
    """
    middle = board.middle_of(zone, grid)
    tips = [point for at in _places(zone, grid) for point in (at, *(_tip(zone, at, to, grid) for to in zone.facing))]
    near = sorted(map(grid.center, zone.hexes), key=lambda at: math.dist(at, middle))[:_TRIED]
    cells = frozenset(zone.hexes)
    for room in (cells.difference(*(terrain.hexes for terrain in hexmap.terrain)), cells):
        for at in (middle, *near):
            box = labels.about(at, size).inset(-_AROUND)
            clear = not any(box.x < u < box.right and box.y < v < box.bottom for u, v in tips)
            if clear and all(grid.at(box.x + box.width * k / 12, level) in room for k in range(13)
                             for level in (box.y, at[1], box.bottom)):
                return at
    return None


def _outside(zone: Zone, grid: Grid, size: tuple[float, float], beside: Point) -> Iterator[Item]:
    """Draw a name along the map's edge nearest to a zone, with a line to the zone if it is not at the edge."""
    left, top, right, bottom = grid.bounds(zone.hexes)
    upright = bottom - top > right - left
    if text.measure(zone.label, NAME) > size[1 if upright else 0]:
        return
    half = NAME.size / 2 + _OFF
    if upright:
        first = left <= size[0] - right
        at, turn = (-beside[0] - half if first else size[0] + half, (top + bottom) / 2), -90 if first else 90
        start, gap = (0.0 if first else size[0], at[1]), left if first else size[0] - right
    else:
        first = top <= size[1] - bottom
        at, turn = ((left + right) / 2, -beside[1] - half if first else size[1] + half), 0
        start, gap = (at[0], 0.0 if first else size[1]), top if first else size[1] - bottom
    if gap > grid.across / 2:
        end = min((grid.center(cell) for cell in zone.hexes), key=lambda center: math.dist(center, start))
        yield shapes.line(*start, *end, Stroke(WHITE, 1.8))
        yield shapes.line(*start, *end, Stroke(BLACK, 0.6))
        yield shapes.circle(*end, 1.6, fill=BLACK)
    yield Group(text.line(zone.label, NAME, 0, 0.35 * NAME.size, "middle"), Transform().translate(*at).rotate(turn))
