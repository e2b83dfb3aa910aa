"""The parts of faces, their keys and their drawing; a painter, which puts them on the faces of pieces.

Points, origin at the face's top left corner, y down. A face is drawn with its bow to the right or to the left, or up
the page; the drawing of a ship is mirrored or turned for that, its words never are. The face of a piece of hexes has
its bow up the page; `printshop.parts.hexes` says where its parts go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from itertools import takewhile
from math import dist, sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from printshop.drawing import art, ornaments, patterns, shapes, text
from printshop.drawing.fonts import remembered
from printshop.drawing.geometry import Transform, inside
from printshop.drawing.ink import Ink, area, mark, text_on
from printshop.drawing.items import BLACK, WHITE, Color, Group, Item, Stroke, Use, parse_color
from printshop.drawing.items import Path as Outline
from printshop.expressions import NOT_KNOWN, Formula, FormulaError
from printshop.game.counters import EDGES, MEASURE, NONE, PARTS, SIDE, Face, Measure, Part, measure
from printshop.game.formulas import Wording, alike_key, between_key, each_key, each_wording, look, looks_of
from printshop.game.hexbases import HexBase
from printshop.game.model import Side
from printshop.game.pictures import ART_BOWS, Pictures
from printshop.game.values import Value
from printshop.language import keys
from printshop.language.keys import block
from printshop.language.reader import Reader
from printshop.layout import pips
from printshop.layout.boxes import Box
from printshop.naming import PATTERNS
from printshop.parts import hexes
from printshop.parts.backings import INK, Backing, Below, over
from printshop.problems import Misfit
from printshop.source import Scalar
from printshop.units import MM, Length, parse_length

Items = tuple[Item, ...]
Step = Callable[["Shown"], Items]

UNIT, EMBLEM = "unit", "emblem"
NEAR = 1e-6
INDENT = Measure(share=0.05)
BROADEST = 0.15  # of the shorter side of a face: what all lines of its border take together at most
REACHES = {"single": 1.0, "double": 2.95, "theme": 3.85}  # how far its lines reach inwards, in widths of the first
OPPOSITE = {"left": "right", "right": "left", "up": "bottom"}
WAYS = {"up": 0, "right": 90, "left": 270}  # where a bow points, clockwise from up the page


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

    def edge(self, name: str) -> str:
        """Return which edge of the face one is called by its place or by the bow."""
        return {"bow": "top" if self.bow == "up" else self.bow, "stern": OPPOSITE[self.bow]}.get(name, name)


class Shown(NamedTuple):
    """What a face shows: `values` fill the holes of its texts, `art` is the drawing of the unit.

    `art_bow` is where the bow points in it, "none" if nothing is to be mirrored or turned.
    """

    values: Mapping[str, Value]
    art: art.Source | None = None
    art_bow: str = "right"


class Painter:
    """Paints a face of one size in one look: its parts are placed once, what all units share of them is drawn once.

    What parts there are depends on their conditions, and what colour is behind them on the looks of grounds and bands;
    each combination that units have of these is laid out by itself.
    """

    def __init__(self, face: Face, width: float, height: float, look: Look, bleed: Bleed) -> None:
        self.look, self.bleed, self._face = look, bleed, face
        self.whole = Box(0, 0, width, height)
        self._grounds = sum(1 for _ in takewhile(lambda part: isinstance(part, Ground), face))
        self._by_formula = {number: looks for number, part in enumerate(face)
                            if isinstance(part, Ground | Band) and (looks := looks_of(part))}
        self.below = Below(look.ink, self.whole.center)  # what is behind the next part
        # By the parts that are there and their looks: at most one for each unit. A painter ends with the sheets that it
        # paints, and these keep more of each unit.
        self._laid: dict[tuple[object, ...], tuple[tuple[Step, ...], Color | None, Below]] = {}

    def paint(self, shown: Shown) -> Items:
        """Return the face.

        Raises:
            TooWide, TooTall: words do not fit their place even at their smallest size.
            ArtError: a picture cannot be used.
            FormulaError: a formula of the face cannot be worked out.
            NoGlyph: no bundled font has a character.
        """
        (steps, field, _), base = self._arranged(shown), self.look.base
        items = tuple([item for step in steps for item in step(shown)])
        if not base:
            return items
        return (*items, *hexes.zone_rim(base, self.look.ink, field),
                *hexes.facing_marks(base, items, field if base.zones else None))

    def behind(self, shown: Shown) -> Below:
        """Return what is behind something that covers the whole face, its strips included. Raises FormulaError."""
        return self._arranged(shown)[2]

    def _arranged(self, shown: Shown) -> tuple[tuple[Step, ...], Color | None, Below]:
        """Return what `_lay_out` does for the parts and the colours that a unit has. Raises FormulaError."""
        present = self._there(shown)
        colored = self._colored(present, shown) if self._by_formula else ()
        if (present, colored) not in self._laid:
            self._laid[present, colored] = self._lay_out(present, colored)
        return self._laid[present, colored]

    def _colored(self, present: tuple[bool, ...], shown: Shown) -> tuple[tuple[Any, ...], ...]:
        """Return the looks of the grounds and bands that formulas give; none of those that are not there."""
        there = dict(zip((number for number, part in enumerate(self._face) if part.only_if), present, strict=True))
        return tuple(tuple(look.of(shown.values) for look in looks.values()) if there.get(number, True) else ()
                     for number, looks in self._by_formula.items())

    def _lay_out(self, present: tuple[bool, ...], colored: tuple[tuple[Any, ...], ...]
                 ) -> tuple[tuple[Step, ...], Color | None, Below]:
        """Return what draws the parts of a face, the colour of the side that is behind them, and all that has colour.

        The parts after a band in a strip stand beside it: it is behind what covers the whole face alone.
        """
        on, steps, dressed = self, list[Step](), dict(zip(self._by_formula, colored, strict=True))
        behind = self.below
        for number, (plain, place) in enumerate(self._placed(present)):
            if not place:
                continue
            looks = zip(self._by_formula.get(number, ()), dressed.get(number, ()), strict=True)
            part = replace(plain, **dict(looks)) if number in dressed else plain
            steps.append(on._step(part, place))
            if isinstance(part, Ground | Band) and (backing := part.backing(place, on)):
                varies = number in dressed or bool(part.only_if)
                behind = behind.under(backing, varies=varies)
                if isinstance(part, Ground) or not part.edge:
                    below, on = on.below.under(backing, varies=varies), copy(on)
                    on.below = below
        if self.look.base and len(steps) > self._grounds:
            steps.insert(self._grounds, always(hexes.seams(self.look.base)))
        return tuple(steps), on.below.field, behind

    def outline(self, shown: Shown) -> Outline | None:
        """Return what a piece that is `drawn` is cut along: the outline of the first picture on its face.

        Raises what `paint` raises, and ArtError for a picture without one.
        """
        for part, place in self._placed(self._there(shown)):
            if place and part.outlined:
                items = self._step(part, place)(shown)
                if outline := shapes.silhouette(items):
                    return outline
                if items:
                    raise art.ArtError("it has no outline to cut along",
                                       "use an SVG drawing: its largest shape is cut out")
        return None

    def _step(self, part: Part, place: Box) -> Step:
        """Return what draws a part in its place; each of its looks is laid out once, where formulas give it several."""
        looks, drawn = looks_of(part), dict[tuple[object, ...], Step]()
        if not looks:
            return part.painting(place, self)  # type: ignore[no-any-return]

        def step(shown: Shown) -> Items:
            evaluated = tuple(look.of(shown.values) for look in looks.values())
            if evaluated not in drawn:
                drawn[evaluated] = replace(part, **dict(zip(looks, evaluated, strict=True))).painting(place, self)
            return drawn[evaluated](shown)

        return step

    def _there(self, shown: Shown) -> tuple[bool, ...]:
        """Say of each part with a condition whether it is there."""
        return tuple([bool(part.only_if.evaluate(shown.values)) for part in self._face if part.only_if])

    def _placed(self, present: tuple[bool, ...]) -> Iterator[tuple[Part, Box | None]]:
        """Give the parts of a face with their places, None for those that are not there.

        A strip comes off the edge of what is left; of pieces of hexes, of the hex that the part goes into.
        """
        look, shown = self.look, iter(present)
        frame = self.whole if look.base else self.whole.inset(look.safe)
        rooms = hexes.rooms(look.base, look.safe) if look.base else {0: frame}
        for part in self._face:
            if part.only_if and not next(shown):
                yield part, None
                continue
            left = place = rooms[part.cell]
            across, down = min(part.take.of(frame.width), left.width), min(part.take.of(frame.height), left.height)
            match look.edge(part.edge):
                case "top":
                    place, left = left._replace(height=down), left.inset(0, down, 0, 0)
                case "bottom":
                    place, left = left._replace(y=left.bottom - down, height=down), left.inset(0, 0, 0, down)
                case "left":
                    place, left = left._replace(width=across), left.inset(across, 0, 0, 0)
                case "right":
                    place, left = left._replace(x=left.right - across, width=across), left.inset(0, 0, across, 0)
            rooms[part.cell] = left
            yield part, place

    # what parts need to know of the face that they are on

    def within(self, part: Part, place: Box, breadth: float = 0.0) -> Box:
        """Return what of a place lies inside the outline of a piece of hexes: of a `breadth` in heights, 0 for any."""
        base = self.look.base
        return hexes.fitted(base, part.cell, place, breadth, self.look.safe) if base else place

    def indented(self, part: Part, place: Box, breadth: float = 0.0) -> Box:
        """Return the same without the part's margin."""
        inner = self.within(part, place, breadth)
        return inner.inset(part.margin.of(inner.width if self.look.base else self.whole.width), 0)

    def colored(self) -> tuple[tuple[float, float], ...]:
        """Return the outline of what colour may cover on a piece of hexes."""
        assert self.look.base
        return hexes.coloured(self.look.base, max(self.bleed))

    def reach(self, box: Box) -> Box:
        """Return a box that goes over those edges of the face that it touches."""
        return box.inset(*[-over * touches for over, touches in zip(self.bleed, self.touched(box), strict=True)])

    def touched(self, box: Box) -> tuple[bool, bool, bool, bool]:
        """Say of the left, top, right and bottom edge of a box whether it is one of the face."""
        ends, edges = ((place.x, place.y, place.right, place.bottom) for place in (box, self.whole))
        left, top, right, bottom = (abs(end - edge) < NEAR for end, edge in zip(ends, edges, strict=True))
        return left, top, right, bottom

    def ring(self, inset: float, stroke: Stroke) -> Item:
        """Return a line all round the face, so far inside its edge."""
        if self.look.base:
            return shapes.polygon(hexes.inner(hexes.form_of(self.look.base), inset), stroke=stroke)
        box = self.whole.inset(inset)
        return (shapes.circle(*box.center, box.width / 2, stroke=stroke) if self.look.round
                else shapes.rect(*box, stroke=stroke))


def paint(face: Face, width: float, height: float, look: Look, bleed: Bleed, shown: Shown) -> Items:
    """Return a face that is painted once. Raises what `Painter.paint` raises."""
    return Painter(face, width, height, look, bleed).paint(shown)


def always(items: Items) -> Step:
    """Return what draws the same for all units."""
    return lambda _: items


# --- the kinds of part


@PARTS.kind("text")
@block
class Text(Part):
    """Words on one line, or wrapped, as large as fits between `smallest` and `largest`."""

    wording: Wording = each_wording(
        "words with holes. They shrink to fit; what is too long at the smallest is reported, never cut off",
        name="text")
    each: str = each_key()
    between: str = between_key()
    alike: bool = alike_key()
    family: Literal["sans", "serif", "display"] = keys.choice(
        ("sans", "serif", "display"), "the family of the theme: `sans` for figures, `serif` for text, `display` for "
        "titles", default="sans")
    largest: Length = keys.length("its size, and how far it may shrink (14 pt, 5 pt)", default="14 pt", positive=True)
    smallest: Length = keys.length(default="5 pt", positive=True)
    align: str = keys.choice(
        ("middle", "left", "right", "bow", "stern"), "middle, left, right, bow or stern", default="middle")
    wrap: bool = keys.flag("whether it may take several lines (false)")
    color: str = look(keys.colour("of the words", default=INK, name="colour"))

    usual = INDENT

    @property
    def fixed(self) -> bool:
        return self.wording.fixed

    def settled(self, at: Reader) -> Self | None:
        if self.smallest.pt > self.largest.pt:
            at.fail("smallest", f"'smallest' of {at.what} is more than its largest size, {self.largest.pt:g} pt")
        return super().settled(at)

    def painting(self, place: Box, on: Painter) -> Step:
        """Set its words in the middle of the place's height."""
        style = text.Style(self.family, self.largest.pt, color=on.below.worded(self.color))
        align = {"bow": on.look.bow, "stern": OPPOSITE[on.look.bow]}.get(self.align, self.align)
        fixed = None if on.look.base and not self.wrap else on.indented(self, place)

        def words(shown: Shown) -> Items:
            markup = self.wording.fill(shown.values)
            if not (box := fixed):  # on hexes the box depends on how broad the words are
                breadth = text.measure(markup, style._replace(size=1)) / LINE / (1 - 2 * self.margin.share)
                box = on.indented(self, place, breadth)
            items = _set(markup, style, box, align, self.smallest.pt, self.wrap)
            if on.below.patchy and items:
                left, top, right, bottom = shapes.bounds(items)
                color = on.below.worded(self.color, ((left + right) / 2, (top + bottom) / 2))
                if color != style.color:
                    return _set(markup, style._replace(color=color), box, align, self.smallest.pt, self.wrap)
            return items

        return words


@remembered(4096)
def _set(markup: str, style: text.Style, box: Box, align: str, smallest: float, wrap: bool) -> Items:
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


@PARTS.kind("picture")
@block
class Picture(Part):
    """One of the game's pictures, the unit's own where `name` is None. `color` takes the place of a drawing's black.

    `art_bow` is where the bow points in the file: "" where the unit says so, or right.
    """

    name: Wording | None = keys.wording(
        "`unit` for the unit's own art, `emblem` for that of its side, or a file of art/ (holes allowed)",
        name="picture")
    color: str = look(keys.colour("replaces its black", default=INK, name="colour"))
    cover: bool = keys.flag("whether it covers the whole piece, and is cut off at its outline (false)")
    art_bow: str = keys.choice(
        ART_BOWS, "where the bow points in the file: `right`, `left`, `up`, or `none` for what never [turns with "
        "it](units.md#pictures)", default="")
    corner: Measure = keys.special(measure, MEASURE, "how large it is in the upper corner at the stern, its `margin` "
                                   "from the edges, where it takes no room from other parts", default=NONE)
    pictures: Any = None
    emblem: bool = False

    usual = INDENT
    outlined = turning = True

    @property
    def unit(self) -> str:
        """The unit's own art."""
        return f"picture: {EMBLEM if self.emblem else UNIT}" if self.name is None else ""

    @property
    def fixed(self) -> bool:
        return self.name is not None and self.name.fixed

    def settled(self, at: Reader) -> Self | None:
        """Return the picture; one that is not there is noted, names with holes when they are filled."""
        pictures: Pictures = at.context.pictures
        name, emblem = self.name, bool(self.name and self.name.text == EMBLEM)
        if name and name.fixed:
            name = None if name.text in (UNIT, EMBLEM) else name
            if name and (problem := pictures.trouble(name.text, [UNIT, EMBLEM])):
                at.fail("picture", *problem)
        elif name:
            pictures.expect(name)
        return super(Picture, replace(self, name=name, pictures=pictures, emblem=emblem)).settled(at)

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw it as large as it goes into the place; each file and way to lie once."""
        drawn: dict[tuple[art.Source, str], Items] = {}

        def picture(shown: Shown) -> Items:
            with art.of_unit(None if self.name or self.emblem else shown.art):
                if not (file := self._file(shown, on.look.side)):
                    return ()
                if (file, shown.art_bow) not in drawn:
                    drawn[file, shown.art_bow] = (self._placed(file, shown, place, on),)
                return drawn[file, shown.art_bow]

        return picture

    def _placed(self, file: art.Source, shown: Shown, place: Box, on: Painter) -> Item:
        """Return a picture, mirrored or turned so that its bow points to the bow.

        A file of art/ that does not say where its bow is is a sign as often as a ship: it stands where the bow is up.
        """
        look, drawing = on.look, art.read(file)
        if self.cover:
            outline = shapes.polygon(on.colored()) if look.base else shapes.rect(*on.whole)
            return Group((art.place(drawing, on.whole, ink=look.ink),), clip=outline)
        sign = self.emblem or (self.name is not None and look.bow == "up")
        bow = self.art_bow or ("none" if sign else shown.art_bow if self.name is None else "right")
        turned = "up" in (bow, look.bow) and bow != "none"
        turn = WAYS[look.bow] - WAYS[bow] if turned else 0
        box = on.indented(self, place, 1 / drawing.breadth if turn % 180 else drawing.breadth)
        if size := self.corner.of(on.whole.width):
            box = Box(box.right - size if look.bow == "left" else box.x, place.y + box.x - place.x, size, size)
        return art.place(drawing, box, mirror=not turned and bow == OPPOSITE[look.bow], turn=turn,
                         color=on.below.marked(self.color, box.center),
                         ground=(self.color == INK and on.below.hidden(box.center)) or on.below.field, ink=look.ink)

    def _file(self, shown: Shown, side: Side | None) -> art.Source | None:
        """Return the file, None for a unit or a side that has none or of which it is not known."""
        if self.emblem:
            return side.art if side else None
        if self.name is None:
            return shown.art
        if any(hole.formula.evaluate(shown.values) is NOT_KNOWN for hole in self.name.holes):
            return None
        try:
            path: Path | None = self.pictures.path(text.plain(self.name.fill(shown.values)))
        except ValueError as error:
            raise art.ArtError(str(error), "put the picture there") from error
        return path


def _side_or_color(at: Reader, name: str) -> str:
    node = at.peek(name)
    return at.text(name) if isinstance(node, Scalar) and node.text == SIDE else at.color(name)


RING = 1.1 * MM  # of the pattern of a side round a face in black ink
PITCH, WEIGHT = 2 * MM, 0.8  # distance and width of the lines in a band, on small counters and large ones alike
KEYLINE = 0.5  # on every edge of a band that is not an edge of the face: some patterns have no edge of their own


@PARTS.kind("band")
@block
class Band(Part):
    """Colour with a pattern; an empty `color` stands for those of the unit's side."""

    color: str = look(keys.special(
        _side_or_color, {"type": "string"},
        "`side` for the colour and pattern of the unit's side, or a colour; a fine line closes its inner edge. "
        "Along the foot of a tent's side it runs on over the fold", name="band", default=...))
    pattern: str = look(keys.choice(PATTERNS, "of a band with a colour of its own", default=""))

    plain = True

    @property
    def unit(self) -> str:
        """The colour of its side."""
        return "" if self.color else "band: side"

    def settled(self, at: Reader) -> Self | None:
        if self.color == SIDE and self.pattern:
            at.fail("pattern", f"{at.what} has the pattern of the unit's side", "leave 'pattern' out")
        band = replace(self, color="" if self.color == SIDE else self.color, pattern=self.pattern or "solid")
        return super(Band, band).settled(at)

    def backing(self, place: Box, on: Painter) -> Backing | None:
        """Return the colour behind what lies upon it, None without a side whose colour it could have."""
        shown = self if self.color not in ("", SIDE) else on.look.side
        if not shown:
            return None
        meant = parse_color(shown.color)
        drawn = BLACK if shown.pattern == "solid" and on.look.ink is Ink.BLACK else area(on.look.ink, meant)
        return Backing(meant, WHITE if shown.pattern == "plain" else drawn, shown is on.look.side,
                       over(place.inset(self.margin.of(on.whole.width), 0)))

    def painting(self, place: Box, on: Painter) -> Step:
        """Fill the place, out to the edges of the piece that words have to stay clear of."""
        look, whole = on.look, on.whole
        shown = self if self.color not in ("", SIDE) else look.side
        if not shown:
            return always(())
        if look.base or look.safe:
            room = hexes.rooms(look.base, look.safe)[0] if look.base else whole.inset(look.safe)
            place = hexes.widened(room, place, whole)
        place = place.inset(self.margin.of(whole.width), 0)
        reach, items = on.reach(place), tuple[Item, ...]()
        if min(place.width, place.height) < 5 * KEYLINE:  # as thin as a rule: a line, not an area that takes ink
            items = (shapes.rect(*reach, fill=mark(look.ink, parse_color(shown.color))),)
        else:
            filled = patterns.fill(shown.pattern, reach, parse_color(shown.color), look.ink, pitch=PITCH,
                                   weight=WEIGHT, core=place)
            (left, top, right, bottom), half = (reach.x, reach.y, reach.right, reach.bottom), KEYLINE / 2
            edges = {1: (left, top + half, right, top + half), 3: (left, bottom - half, right, bottom - half),
                     0: (left + half, top, left + half, bottom), 2: (right - half, top, right - half, bottom)}
            items = *filled, *(shapes.line(*line, Stroke(BLACK, KEYLINE))
                               for edge, line in edges.items() if not on.touched(place)[edge])
        return always((Group(items, clip=shapes.polygon(on.colored())),) if look.base else items)


CLEAR = 0.8 * MM  # how far the tip of an arrow stays from the cut at least


@PARTS.kind("arrow")
@block
class Arrow(Part):
    """A triangle that points to the bow, or, as `ridge`, the half of one on this side of a tent's ridge."""

    way: str = keys.choice(
        ("bow", "ridge"), "`bow` for a triangle that points to the bow, `ridge` for half of one on a tent's ridge",
        name="arrow")
    color: str = look(keys.colour("of it", default=INK, name="colour"))

    turning = True
    fixed = False  # without a unit there is no bow

    def settled(self, at: Reader) -> Self | None:
        if self.way == "ridge" and "edge" in at:
            at.fail("edge", f"the arrow along the ridge ({at.what}) has its own place", "leave 'edge' out")
        return super().settled(at)

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw a triangle in the middle of the place; on a ridge, half an arrowhead on the face's upper edge."""
        whole, up, way = on.whole, on.look.bow == "up", 1 if on.look.bow == "right" else -1
        color = on.below.marked(self.color, place.center)
        if self.way == "ridge":  # the other face of the tent has its other half
            tip = (whole.right if way > 0 else whole.x) - way * max(0.03 * whole.height, CLEAR)
            back = tip - way * 0.22 * whole.height
            return always((shapes.polygon([(tip, 0), (back, 0), (back, 0.11 * whole.height)], fill=color),))
        box = on.within(self, place, 1.0)
        length = min(box.width, box.height) * 0.8
        x, y = box.center
        tip, top, turn = (x, y - length / 2, 0) if up else (x + way * length / 2, y, 90 * way)
        return always((shapes.arrow(tip, top, turn, length, length, fill=color),))


@PARTS.kind("border")
@block
class Border(Part):
    """One or two lines around the face, its margin from its edge, or the frame of the theme."""

    lines: str = look(keys.choice(
        ("single", "double", "theme"), "`single` or `double`, or `theme` for the frame of the game's theme; its "
        "`margin` is its distance from the edge", name="border"))
    width: Length = keys.length(
        "of the line (0.6 pt); all lines of a border take 15 % of the shorter side of the face at most",
        default="0.6 pt")
    color: str = look(keys.colour("of the line", default=INK, name="colour"))

    usual = Measure(parse_length("1.5 mm").pt)

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw the lines, inside the zones of a piece of hexes, which would hide them."""
        base, width, whole = on.look.base, self.width.pt, on.whole
        reach = width * REACHES[self.lines]
        if reach > (most := BROADEST * min(whole.width, whole.height)):
            raise Misfit(f"the border reaches {reach / MM:.1f} mm into a face of {whole.width / MM:.0f} x "
                         f"{whole.height / MM:.0f} mm, at most {most / MM:.1f} mm leave room for what stands there",
                         "make its 'width' smaller")
        color = on.below.marked(self.color, (whole.x + self.margin.of(whole.width), whole.center[1]))
        if self.lines == "theme" and not (base or on.look.round):
            return always(tuple(ornaments.frame(on.whole.inset(self.margin.of(on.whole.width)), color, width)))
        rim = hexes.EDGE + hexes.broad(base) if base and base.zones else 0.0
        inset = max(self.margin.of(on.whole.width), rim) + width / 2
        second = (on.ring(inset + width * 2.2, Stroke(color, width * 0.5)),) if self.lines == "double" else ()
        return always((on.ring(inset, Stroke(color, width)), *second))


@PARTS.kind("ground")
@block
class Ground(Part):
    """A colour behind everything, `SIDE` for that of the unit's side."""

    color: str = look(keys.special(
        _side_or_color, {"type": "string"},
        "a colour behind everything, or `side`; `margin` is what stays free round it", name="ground", default=...))
    shape: str = look(keys.choice(("face", "disc"), "face or disc", default="face"))

    plain = True

    @property
    def unit(self) -> str:
        """The colour of its side."""
        return "ground: side" if self.color == SIDE else ""

    def backing(self, place: Box, on: Painter) -> Backing | None:
        """Return what the parts after it lie upon, None without a side whose colour it could have."""
        whole, look = on.whole, on.look
        if not (color := self._color(look)):
            return None
        margin, meant = self.margin.of(whole.width), parse_color(color)
        drawn, of_side = area(look.ink, meant), self.color == SIDE
        if self.shape == "disc":
            radius = min(whole.width, whole.height) / 2 - margin
            return Backing(meant, drawn, of_side, lambda at: dist(at, whole.center) <= radius)
        if not margin:
            return Backing(meant, drawn, of_side)
        if not look.base:
            return Backing(meant, drawn, of_side, over(whole.inset(margin)))
        outline = hexes.inner(hexes.form_of(look.base), margin)
        return Backing(meant, drawn, of_side, lambda at: inside(at, outline))

    def _color(self, look: Look) -> str:
        """Return the colour that is meant, "" for that of a side where there is none."""
        return (look.side.color if look.side else "") if self.color == SIDE else self.color

    def painting(self, place: Box, on: Painter) -> Step:
        """Fill the face, over its edges where there is no margin."""
        look, whole = on.look, on.whole
        if not (color := self._color(look)):
            return always(())
        margin, side = self.margin.of(whole.width), look.side if self.color == SIDE else None
        least, fill = min(whole.width, whole.height), area(look.ink, parse_color(color))

        def shape(margin: float) -> Outline:
            if self.shape == "disc":
                return shapes.circle(*whole.center, least / 2 - margin)
            if look.base:
                return shapes.polygon(hexes.inner(hexes.form_of(look.base), margin) if margin else on.colored())
            return shapes.rect(*(whole.inset(margin) if margin else on.reach(whole)))

        field = replace(shape(margin), fill=fill, stroke=None)
        if not side or side.pattern == "plain":
            return always((field,))
        if look.ink is Ink.BLACK:  # the pattern is a frame: nothing could be read upon it
            lines = patterns.fill(side.pattern, on.reach(whole), BLACK, look.ink, pitch=PITCH, weight=WEIGHT)
            bare = replace(shape(margin + min(0.07 * least, RING)), fill=WHITE, stroke=None)
            return always((Group(lines, clip=shape(margin)), bare))
        line = fill.mix(parse_color(side.color) if look.ink is Ink.LIGHT else text_on(fill), 0.1)
        lean, high = sqrt(2) if "hatch" in side.pattern else 1.0, whole.height
        step = min((whole.width / n for n in range(1, 99)), key=lambda step: (  # from piece to piece it runs on
            abs(step / lean / PITCH - 1.6) + 6 * abs(high / step - round(high / step))))
        drawn = patterns.marks(side.pattern, on.reach(whole), line, pitch=step / lean, weight=WEIGHT, core=whole)
        return always((field, *((Group(drawn, clip=shape(margin)),) if drawn else ())))


@PARTS.kind("pips")
@block
class Pips(Part):
    """So many circles, boxes or diamonds to mark, as a formula says; `letter` stands in each."""

    count: Formula = keys.formula(
        "a formula: how many circles. As in record sheets, what does not fit is an error", name="pips")
    shape: str = look(keys.choice(("circle", "box", "diamond"), "circle, box or diamond", default="circle"))
    color: str = look(keys.colour("of their lines", default=INK, name="colour"))
    letter: str = keys.text("stands in each", default="")

    usual = INDENT
    needs = "count"
    fixed = False  # they are counted for a unit

    def settled(self, at: Reader) -> Self | None:
        if len(self.letter) > 1:
            at.fail("letter", f"'letter' of {at.what} must be one letter: it stands in every circle")
        return super().settled(at)

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw as many as the formula says. Raises TooMany for more than there is room for."""
        box, look = on.indented(self, place), pips.Look(
            self.shape, self.letter or "Q", on.look.ink, color=on.below.marked(self.color, place.center))

        def drawn(shown: Shown) -> Items:
            count = self.count.evaluate(shown.values)
            if count is NOT_KNOWN:  # a space to write in
                style = text.Style("sans", min(6.0, box.height), color=on.below.worded(INK, place.center))
                return text.line(str(count), style, box.center[0], box.center[1] + 2, "middle")
            if not count:
                return ()
            if not isinstance(count, int) or isinstance(count, bool) or count < 0:
                raise FormulaError(f"'pips: {self.count.text}' gives {count}, not a number of circles")
            grid = pips.arrange(count, box.width, box.height)
            x, y = pips.middle(grid, box)
            marks = tuple(range(1, count + 1)) if self.letter else ()
            return (Use(pips.symbol(count, marks, 0, grid, look), Transform(e=x, f=y)),)

        return drawn


@PARTS.kind("space")
@block
class Space(Part):
    """Nothing: a strip that stays free."""

    kept: Measure = keys.special(measure, MEASURE, "how much stays free, with an `edge`", name="space", default=...)

    def settled(self, at: Reader) -> Self | None:
        if "edge" not in at and "take" in at:
            return super().settled(at)
        if "edge" not in at:
            at.fail("space", f"{at.what} needs an 'edge' to keep free", f"edge is one of {', '.join(EDGES)}")
        return replace(self, take=self.kept)

    def painting(self, place: Box, on: Painter) -> Step:
        """Draw nothing."""
        return always(())
