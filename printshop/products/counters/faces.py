"""The faces of counters and markers, drawn: the parts that the data lists, placed and filled in.

Points, origin at the face's top left corner, y down. A face is drawn with its bow to the right or to the
left, or up the page; the drawing of a ship is mirrored or turned for that, its words never are. The face of a piece of
hexes has its bow up the page; `printshop.products.counters.hexes` says where its parts go.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple

from printshop.drawing import art, patterns, shapes, text
from printshop.drawing.fonts import remembered
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, area, mark
from printshop.drawing.items import BLACK, Group, Item, Stroke, Use, parse_color
from printshop.drawing.shapes import silhouette
from printshop.expressions import NOT_KNOWN, FormulaError
from printshop.game.faces import SIDE, Arrow, Band, Border, Face, Ground, Picture, Pips, Spot, Text
from printshop.layout import pips
from printshop.layout.boxes import Box
from printshop.products.counters import hexes
from printshop.products.safely import art_of
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from printshop.drawing.items import Path as Outline
    from printshop.game.faces import Part
    from printshop.game.hexbases import HexBase
    from printshop.game.model import Side
    from printshop.game.values import Value

OPPOSITE = {"left": "right", "right": "left", "up": "bottom"}


class Bleed(NamedTuple):
    """How far colour that touches an edge of the face reaches over it, in points."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class Look:
    """How a face is shown, whatever it shows: `bow` is where the bow points.

    `base` are the hexes of a piece that covers hexes; its bow points up. Words and pictures stay `safe` points clear
    of the cut; colours do not. A piece that is `drawn` is cut along the outline of its picture.
    """

    ink: Ink
    side: Side | None = None
    bow: Literal["left", "right", "up"] = "right"
    round: bool = False
    base: HexBase | None = None
    safe: float = 0.0
    drawn: bool = False


class Shown(NamedTuple):
    """What a face shows: `values` fill the holes of its texts, `art` is the drawing of the unit.

    `art_bow` is where the bow points in it, "none" if nothing is to be mirrored or turned.
    """

    values: Mapping[str, Value]
    art: Path | None = None
    art_bow: str = "right"


class Painter:
    """Paints a face of one size in one look: its parts are placed once, what all units share of them is drawn once.

    What parts there are hangs on their conditions; each combination that units have of these is laid out by itself.
    """

    def __init__(self, face: Face, width: float, height: float, look: Look, bleed: Bleed) -> None:
        self._face, self._look, self._bleed = face, look, bleed
        self._whole = Box(0, 0, width, height)
        self._grounds = sum(1 for _ in takewhile(lambda part: isinstance(part, Ground), face))
        self._laid: dict[tuple[bool, ...], tuple[Callable[[Shown], tuple[Item, ...]], ...]] = {}
        self._drawings: dict[tuple[object, ...], tuple[Item, ...]] = {}

    def paint(self, shown: Shown) -> tuple[Item, ...]:
        """Return the face.

        Raises:
            TooWide, TooTall: words do not fit their place even at their smallest size.
            ArtError: a picture cannot be used.
            FormulaError: a formula of the face cannot be worked out.
            NoGlyph: no bundled font has a character.
        """
        there = self._there(shown)
        if there not in self._laid:
            self._laid[there] = tuple(self._steps(there))
        items = tuple(item for step in self._laid[there] for item in step(shown))
        base = self._look.base
        if base:
            items += (*hexes.zone_rim(base, self._look.ink), *hexes.facing_marks(base, items))
        return items

    def outline(self, shown: Shown) -> Outline | None:
        """Return what a piece that is `drawn` is cut along: the outline of the first picture on its face.

        Raises what `paint` raises, and ArtError for a picture without one.
        """
        for part, place in self._placed(self._there(shown)):
            if place and isinstance(part, Picture):
                items = self._picture(part, place, shown)
                if found := silhouette(items):
                    return found
                if items:
                    raise art.ArtError("it has no outline to cut along",
                                       "use an SVG drawing: its largest shape is cut out")
        return None

    def _there(self, shown: Shown) -> tuple[bool, ...]:
        """Say of each part with a condition whether it is there."""
        return tuple(bool(part.spot.only_if.evaluate(shown.values)) for part in self._face if part.spot.only_if)

    def _placed(self, there: tuple[bool, ...]) -> Iterator[tuple[Part, Box | None]]:
        """Give the parts of a face with their places, None for those that are not there."""
        look, shown = self._look, iter(there)
        frame = self._whole if look.base else self._whole.inset(look.safe)
        rooms = hexes.rooms(look.base, look.safe) if look.base else {0: frame}
        for part in self._face:
            if part.spot.only_if and not next(shown):
                yield part, None
                continue
            place, rooms[part.spot.cell] = _dock(part.spot, frame, rooms[part.spot.cell], look)
            yield part, place

    def _steps(self, there: tuple[bool, ...]) -> Iterator[Callable[[Shown], tuple[Item, ...]]]:
        """Give what draws each part in its place."""
        for number, (part, place) in enumerate(self._placed(there)):
            if number == self._grounds and self._look.base:
                yield _always(hexes.seams(self._look.base))
            match part:
                case _ if not place:
                    pass
                case Text():
                    yield partial(self._text, part, place, self._style(part))
                case Picture():
                    yield partial(self._picture, part, place)
                case Pips():
                    yield partial(self._pips, part, place)
                case _:
                    yield _always(tuple(self._fixed(part, place)))

    def _fixed(self, part: Part, place: Box) -> Iterable[Item]:
        """Return a part that looks the same for all units."""
        whole, look, bleed = self._whole, self._look, self._bleed
        match part:
            case Band():
                items = _band(part, _banded(part.spot, place, whole, look), look, whole, bleed)
                edge = shapes.polygon(hexes.coloured(look.base, max(bleed))) if look.base else None
                return (Group(items, clip=edge),) if edge else items
            case Arrow(ridge=True):
                return (_ridge_arrow(part, whole, look),)
            case Arrow():
                return (_arrow(part, self._inside(part, place, 1.0), look),)
            case Border():
                return _border(part, whole, look)
            case Ground():
                return (_ground(part, whole, look, bleed),)
        return ()

    def _inside(self, part: Part, place: Box, breadth: float) -> Box:
        """Return what of a place lies inside the outline of a piece of hexes: of a `breadth` in heights, 0 for any."""
        base = self._look.base
        return hexes.fitted(base, part.spot.cell, place, breadth, self._look.safe) if base else place

    def _indented(self, part: Part, place: Box, breadth: float = 0.0) -> Box:
        within = self._inside(part, place, breadth)
        return within.inset(part.spot.margin.of(within.width if self._look.base else self._whole.width), 0)

    def _style(self, part: Text) -> text.Style:
        family: Literal["sans", "serif"] = "serif" if part.family == "serif" else "sans"
        return text.Style(family, part.largest, color=mark(self._look.ink, parse_color(part.color)))

    def _text(self, part: Text, place: Box, style: text.Style, shown: Shown) -> tuple[Item, ...]:
        markup, look = part.wording.fill(shown.values), self._look
        breadth = 0.0
        if look.base and not part.wrap:
            breadth = text.measure(markup, style._replace(size=1)) / LINE / (1 - 2 * part.spot.margin.share)
        align = {"bow": look.bow, "stern": OPPOSITE[look.bow]}.get(part.align, part.align)
        return _set(markup, style, self._indented(part, place, breadth), align, part.smallest, part.wrap)

    def _picture(self, part: Picture, place: Box, shown: Shown) -> tuple[Item, ...]:
        key = id(part), place, _file(part, shown), shown.art_bow
        if key not in self._drawings:
            self._drawings[key] = tuple(self._drawn(part, place, shown))
        return self._drawings[key]

    def _drawn(self, part: Picture, place: Box, shown: Shown) -> Iterator[Item]:
        look = self._look
        with art_of(None if part.name else shown.art):
            if file := _file(part, shown):
                found, (mirror, turn) = art.read(file), _turns(part, look, shown)
                box = self._indented(part, place, 1 / found.breadth if turn % 180 else found.breadth)
                color = mark(look.ink, parse_color(part.color))
                yield art.place(found, box, mirror=mirror, turn=turn, color=color, ink=look.ink)

    def _pips(self, part: Pips, place: Box, shown: Shown) -> tuple[Item, ...]:
        """Draw as many pips as the formula says. Raises TooMany for more than there is room for."""
        count, box = part.count.evaluate(shown.values), self._indented(part, place)
        if count is NOT_KNOWN:  # a space to write in
            return text.line(str(count), text.Style("sans", min(6.0, box.height), color=BLACK),
                             box.center[0], box.center[1] + 2, "middle")
        if not count:
            return ()
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise FormulaError(f"'pips: {part.count.text}' gives {count}, not a number of circles")
        grid, x, y = pips.centered(count, box)
        drawn = pips.Look(part.shape, part.letter or "Q", self._look.ink)
        marks = tuple(range(1, count + 1)) if part.letter else ()
        return (Use(pips.symbol(count, marks, 0, grid, drawn), Transform(e=x, f=y)),)


def paint(face: Face, width: float, height: float, look: Look, bleed: Bleed, shown: Shown) -> tuple[Item, ...]:
    """Return a face that is painted once. Raises what `Painter.paint` raises."""
    return Painter(face, width, height, look, bleed).paint(shown)


def _always(items: tuple[Item, ...]) -> Callable[[Shown], tuple[Item, ...]]:
    return lambda _: items


def _dock(spot: Spot, whole: Box, left: Box, look: Look) -> tuple[Box, Box]:
    """Return the place of a part and what is left of the face."""
    edge = {"bow": "top" if look.bow == "up" else look.bow, "stern": OPPOSITE[look.bow]}.get(spot.edge, spot.edge)
    across, down = min(spot.take.of(whole.width), left.width), min(spot.take.of(whole.height), left.height)
    match edge:
        case "top":
            return Box(left.x, left.y, left.width, down), left.inset(0, down, 0, 0)
        case "bottom":
            return Box(left.x, left.bottom - down, left.width, down), left.inset(0, 0, 0, down)
        case "left":
            return Box(left.x, left.y, across, left.height), left.inset(across, 0, 0, 0)
        case "right":
            return Box(left.right - across, left.y, across, left.height), left.inset(0, 0, across, 0)
    return left, left


def _banded(spot: Spot, place: Box, whole: Box, look: Look) -> Box:
    """Return the place of a band: out to the edges of the piece that words have to stay clear of."""
    if look.base:
        return hexes.widened(hexes.rooms(look.base, look.safe)[0], place, whole)
    if look.safe:
        place = hexes.widened(whole.inset(look.safe), place, whole)
    return place.inset(spot.margin.of(whole.width), 0)


@remembered(4096)
def _set(markup: str, style: text.Style, box: Box, align: str, smallest: float, wrap: bool) -> tuple[Item, ...]:
    """Set words in a box, as large as they go there: in the middle of its height, aligned left, right or centred."""
    anchor: text.Anchor = "start" if align == "left" else "end" if align == "right" else "middle"
    if wrap:
        return text.block(markup, style, box, leading=1.12, align=anchor, valign="middle", min_size=smallest).items
    x = {"start": box.x, "middle": box.center[0], "end": box.right}[anchor]
    style = style._replace(size=min(style.size, max(box.height / LINE, smallest)))
    if smallest * CAPITALS > box.height:
        raise text.TooTall(text.plain(markup), smallest * CAPITALS, box.height)
    words = text.line(markup, style, x, 0.0, anchor, box.width, smallest)
    if not words:
        return ()
    size = words[0].size
    base = min(box.center[1] + style.face.cap_height * size / 2, box.bottom - DESCENT * size)
    return tuple(replace(word, y=base) for word in words)


LINE, CAPITALS, DESCENT = 1.2, 0.75, 0.31
"""Height of a line, of its capitals, and of what hangs below them, each with a little air, in sizes."""


def _turns(part: Picture, look: Look, shown: Shown) -> tuple[bool, int]:
    """Return whether a picture is mirrored, and by how many degrees it is turned, for its bow to point to the bow.

    A file of art/ that does not say where its bow is is a sign as often as a ship: it stands where the bow is up.
    """
    bow = part.art_bow or (shown.art_bow if part.name is None else "none" if look.bow == "up" else "right")
    if "up" in (bow, look.bow) and bow != "none":
        return False, WAYS[look.bow] - WAYS[bow]
    return bow == OPPOSITE[look.bow], 0


WAYS = {"up": 0, "right": 90, "left": 270}
"""Where a bow points, clockwise from up the page."""


def _file(part: Picture, shown: Shown) -> Path | None:
    """Return the file of a picture, None for a unit that has none or of which it is not known."""
    if part.name is None:
        return shown.art
    if any(hole.formula.evaluate(shown.values) is NOT_KNOWN for hole in part.name.holes):
        return None
    try:
        path: Path | None = part.pictures.path(text.plain(part.name.fill(shown.values)))
    except ValueError as error:
        raise art.ArtError(str(error), "put the picture there") from error
    return path


def _band(part: Band, box: Box, look: Look, whole: Box, bleed: Bleed) -> tuple[Item, ...]:
    if part.color:
        color, pattern = parse_color(part.color), part.pattern
    elif look.side:
        color, pattern = parse_color(look.side.color), look.side.pattern
    else:
        return ()
    reach = _reach(box, whole, bleed)
    if min(box.width, box.height) < 5 * KEYLINE:  # as thin as a rule: a line, not an area that takes ink
        return (shapes.rect(*reach, fill=mark(look.ink, color)),)
    filled = patterns.fill(pattern, reach, color, look.ink, pitch=PITCH, weight=WEIGHT, core=box)
    return *filled, *_keylines(box, reach, whole)


PITCH, WEIGHT = 2 * MM, 0.8
"""Distance and width of the lines in a band, on small counters and large ones alike."""

KEYLINE = 0.5
"""The line on every edge of a band that is not an edge of the face: some patterns have no edge of their own."""


def _keylines(box: Box, reach: Box, whole: Box) -> Iterator[Item]:
    """Draw the inner edges of a band; `reach` goes over the others."""
    left, top, right, bottom = reach.x, reach.y, reach.right, reach.bottom
    for inner, line in (
        (not _near(box.y, whole.y), (left, top + KEYLINE / 2, right, top + KEYLINE / 2)),
        (not _near(box.bottom, whole.bottom), (left, bottom - KEYLINE / 2, right, bottom - KEYLINE / 2)),
        (not _near(box.x, whole.x), (left + KEYLINE / 2, top, left + KEYLINE / 2, bottom)),
        (not _near(box.right, whole.right), (right - KEYLINE / 2, top, right - KEYLINE / 2, bottom)),
    ):
        if inner:
            yield shapes.line(*line, Stroke(BLACK, KEYLINE))


def _reach(box: Box, whole: Box, bleed: Bleed) -> Box:
    """Return a box that goes over those edges of the face that it touches."""
    return box.inset(
        -bleed.left if _near(box.x, whole.x) else 0.0,
        -bleed.top if _near(box.y, whole.y) else 0.0,
        -bleed.right if _near(box.right, whole.right) else 0.0,
        -bleed.bottom if _near(box.bottom, whole.bottom) else 0.0,
    )


def _near(one: float, other: float) -> bool:
    return abs(one - other) < 1e-6


CLEAR = 0.8 * MM
"""How far the tip of an arrow stays from the cut at least."""


def _arrow(part: Arrow, box: Box, look: Look) -> Item:
    """Draw a solid triangle in the middle of the box, its tip towards the bow."""
    length = min(box.width, box.height) * 0.8
    x, y = box.center
    if look.bow == "up":
        return shapes.arrow(x, y - length / 2, 0, length, length, fill=mark(look.ink, parse_color(part.color)))
    way = 1 if look.bow == "right" else -1
    return shapes.arrow(x + way * length / 2, y, 90 * way, length, length, fill=mark(look.ink, parse_color(part.color)))


def _ridge_arrow(part: Arrow, whole: Box, look: Look) -> Item:
    """Draw the near half of an arrowhead on the upper edge: the other face of the tent has its other half."""
    length, half = 0.22 * whole.height, 0.11 * whole.height
    way = 1 if look.bow == "right" else -1
    tip = (whole.right if way > 0 else whole.x) - way * max(0.03 * whole.height, CLEAR)
    back = tip - way * length
    return shapes.polygon([(tip, 0), (back, 0), (back, half)], fill=mark(look.ink, parse_color(part.color)))


def _border(part: Border, whole: Box, look: Look) -> Iterator[Item]:
    color = mark(look.ink, parse_color(part.color))
    rim = hexes.EDGE + hexes.broad(look.base) if look.base and look.base.zones else 0.0  # the zones hide it
    inset = max(part.spot.margin.of(whole.width), rim) + part.width / 2
    yield _outline(whole.inset(inset), look, Stroke(color, part.width))
    if part.double:
        yield _outline(whole.inset(inset + part.width * 2.2), look, Stroke(color, part.width * 0.5))


def _outline(box: Box, look: Look, stroke: Stroke) -> Item:
    if look.base:
        return shapes.polygon(hexes.inner(hexes.form_of(look.base), box.x), stroke=stroke)
    if look.round:
        return shapes.circle(*box.center, box.width / 2, stroke=stroke)
    return shapes.rect(*box, stroke=stroke)


def _ground(part: Ground, whole: Box, look: Look, bleed: Bleed) -> Item:
    color = look.side.color if part.color == SIDE and look.side else part.color
    fill = area(look.ink, parse_color(color))
    margin = part.spot.margin.of(whole.width)
    if part.disc:
        return shapes.circle(*whole.center, min(whole.width, whole.height) / 2 - margin, fill=fill)
    if look.base and margin:
        return shapes.polygon(hexes.inner(hexes.form_of(look.base), margin), fill=fill)
    if look.base:
        return shapes.polygon(hexes.coloured(look.base, max(bleed)), fill=fill)
    if margin:
        return shapes.rect(*whole.inset(margin), fill=fill)
    return shapes.rect(*_reach(whole, whole, bleed), fill=fill)
