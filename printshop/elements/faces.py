"""The parts of faces, their keys and their drawing; a painter, which puts them on the faces of pieces.

Points, origin at the face's top left corner, y down. A face is drawn with its bow to the right or to the left, or up
the page; the drawing of a ship is mirrored or turned for that, its words never are. The face of a piece of hexes has
its bow up the page; `printshop.elements.hexes` says where its parts go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from itertools import takewhile
from math import dist, sqrt
from typing import Any, Literal, NamedTuple, Self

from printshop.drawing import artwork, ornaments, patterns, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, JoinedItems, Stroke, parse_color
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.fonts import MissingGlyphError, cache_layout
from printshop.drawing.geometry import is_in_polygon
from printshop.drawing.ink import Ink, Palette, choose_area_color, choose_line_color, choose_text_color
from printshop.elements import hexes
from printshop.elements.context import DrawContext
from printshop.elements.face_outlines import OPPOSITE, Bleed, FaceOutline, FaceStyle
from printshop.elements.word_colors import DEFAULT_INK, Backing, BackingStack, make_inside_test
from printshop.file_names import PATTERNS
from printshop.game.counters import (
    EDGES,
    FACE_ELEMENTS,
    RELATIVE_LENGTH_SCHEMA,
    SIDE,
    TEXT_MARGIN,
    Face,
    FaceElement,
    RelativeLength,
    read_relative_length,
)
from printshop.game.elements import Element, ShownValues
from printshop.game.formula_keys import (
    StyleError,
    Wording,
    alike_key,
    between_key,
    dynamic_style,
    each_key,
    each_wording,
    find_dynamic_styles,
    turn_key,
)
from printshop.layout.rectangles import Rect, turn_rect
from printshop.lengths import MM, Length, parse_length
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader
from printshop.source import ScalarNode

Items = tuple[Item, ...]
DrawFunction = Callable[["ShownValues"], Items]

MAX_CACHED = 1_000  # values for which a face keeps what it shows
LEAST_BREADTH = 0.15  # of the shorter side of a face: what all lines of its border take together at most
# how far its lines reach inwards, in widths of the first
BORDER_REACHES = {"single": 1.0, "double": 2.95, "theme": 3.85}


class FaceMisfit(NamedTuple):
    """What does not fit on a face: the name of the face, the number of the part, the part and the error.

    Words on the face keep `clear` points inside the cut.
    """

    face: str
    number: int
    part: FaceElement
    clear: float
    error: DoesNotFitError

    @property
    def place(self) -> str:
        """The face and the part, for messages: "part 2 of the front, text '{name}'"."""
        words = f" '{self.part.wording.text}'" if isinstance(self.part, TextElement) else ""
        return f"part {self.number}{f' of the {self.face}' if self.face else ''}, {self.part.kind}{words}"

    @property
    def introduction(self) -> str:
        """The place and a colon; nothing if the error itself says which key of which part is wrong."""
        return "" if isinstance(self.error, StyleError) else f"{self.place}: "


class FaceError(DoesNotFitError):
    """Some parts do not fit on their faces. `misfits` are all of these."""

    def __init__(self, misfits: Sequence[FaceMisfit]) -> None:
        self.misfits = tuple({(misfit.place, str(misfit.error)): misfit for misfit in misfits}.values())
        super().__init__("; ".join(f"{misfit.introduction}{misfit.error}" for misfit in self.misfits),
                         misfits[0].error.hint)


class _Step(NamedTuple):
    """What draws a part; without a part, what all units share."""

    draw: DrawFunction
    number: int = 0
    part: FaceElement | None = None


class FacePainter:
    """Paints a face of one size in one look: its parts are placed once, what all units share of them is drawn once.

    What parts there are depends on their conditions, and what colour is behind them on the looks of grounds and bands;
    each combination that units have of these is laid out by itself. `name` is that of the face, for messages.
    """

    def __init__(self, face: Face, width: float, height: float, look: FaceStyle, bleed: Bleed, name: str = "") -> None:
        self.style, self._face, self._name = look, face, name
        self.face_rectangle = Rect(0, 0, width, height)
        self.outline = FaceOutline(self.face_rectangle, look, bleed)
        self._grounds = sum(1 for _ in takewhile(lambda part: isinstance(part, GroundElement), face))
        self._by_formula = {number: looks for number, part in enumerate(face)
                            if isinstance(part, GroundElement | BandElement) and (looks := find_dynamic_styles(part))}
        self.backings = BackingStack(look.ink, self.face_rectangle.center)  # what is behind the next part
        formulas = [part.only_if for part in face if part.only_if]
        formulas += [look.formula for looks in self._by_formula.values() for look in looks.values()]
        self._deciding = tuple(sorted({name for formula in formulas for name in formula.names}))
        # The parts that are there and their looks, by the values that decide these, at most MAX_CACHED.
        self._decided: dict[tuple[object, ...], tuple[tuple[bool, ...], tuple[tuple[Any, ...], ...]]] = {}
        # By the parts that are there and their looks: at most one for each unit. A painter ends with the sheets that it
        # paints, and these keep more of each unit.
        self._laid: dict[tuple[object, ...], tuple[tuple[_Step, ...], Color | None, BackingStack]] = {}

    def paint(self, shown: ShownValues) -> Items:
        """Return the face. Words that are too wide in a family of the theme are set in the narrowest family.

        Raises:
            FaceError: parts do not fit; words not even at their smallest size in the narrowest family.
            PictureError: a picture cannot be used.
            FormulaError: a formula of the face cannot be worked out.
            MissingGlyphError: no bundled font has a character.
        """
        (steps, field, _), base = self._arranged(shown), self.style.hex_base
        drawn, misfits = list[Items](), list[FaceMisfit]()
        for step in steps:
            try:
                drawn.append(step.draw(shown))
            except DoesNotFitError as error:
                drawn.append(self._draw_narrow(step, shown, error, misfits))
        if misfits:
            raise FaceError(misfits)
        items = JoinedItems(drawn)
        if not base:
            return items
        return (*items, *hexes.draw_zone_rim(base, self.style.ink, field),
                *hexes.draw_facing_marks(base, items, field if base.zones else None))

    def find_backings(self, shown: ShownValues) -> BackingStack:
        """Return what is behind something that covers the whole face, its strips included. Raises FormulaError."""
        return self._arranged(shown)[2]

    def _draw_narrow(self, step: _Step, shown: ShownValues, error: DoesNotFitError, misfits: list[FaceMisfit]) -> Items:
        """Return a part with its words in the narrowest family; if it does not fit there either, note that."""
        if isinstance(error, text.TooWideError | text.TooTallError):
            try:
                with themes.use_theme(themes.narrow_theme(themes.current_theme())):
                    return step.draw(shown)
            except (text.TooWideError, text.TooTallError) as narrow_error:
                error = narrow_error
        if step.part is None or isinstance(error, artwork.PictureError | MissingGlyphError):
            raise error
        misfits.append(FaceMisfit(self._name, step.number, step.part, self.style.safe_margin, error))
        return ()

    def _arranged(self, shown: ShownValues) -> tuple[tuple[_Step, ...], Color | None, BackingStack]:
        """Return what `_lay_out` does for the parts and the colours that a unit has. Raises FormulaError."""
        values = tuple([shown.values.get(name, Ellipsis) for name in self._deciding])
        decided = self._decided.get(values)
        if decided is None:
            present = self._there(shown)
            if len(self._decided) >= MAX_CACHED:
                self._decided.clear()
            decided = self._decided[values] = present, self._colored(present, shown) if self._by_formula else ()
        if decided not in self._laid:
            self._laid[decided] = self._lay_out(*decided)
        return self._laid[decided]

    def _colored(self, present: tuple[bool, ...], shown: ShownValues) -> tuple[tuple[Any, ...], ...]:
        """Return the looks of the grounds and bands that formulas give; none of those that are not there."""
        there = dict(zip((number for number, part in enumerate(self._face) if part.only_if), present, strict=True))
        return tuple(tuple(look.evaluate(shown.values) for look in looks.values()) if there.get(number, True) else ()
                     for number, looks in self._by_formula.items())

    def _lay_out(self, present: tuple[bool, ...], colored: tuple[tuple[Any, ...], ...]
                 ) -> tuple[tuple[_Step, ...], Color | None, BackingStack]:
        """Return what draws the parts of a face, the colour of the side that is behind them, and all that has colour.

        The parts after a band in a strip stand beside it: it is behind what covers the whole face alone.
        """
        on, steps, dressed = self, list[_Step](), dict(zip(self._by_formula, colored, strict=True))
        behind = self.backings
        for number, (plain, place) in enumerate(self._placed(present)):
            if not place:
                continue
            looks = zip(self._by_formula.get(number, ()), dressed.get(number, ()), strict=True)
            part = replace(plain, **dict(looks)) if number in dressed else plain
            try:
                draw = on._step(part, place)
            except DoesNotFitError:  # reported where it is drawn
                draw = partial(_draw_later, on._step, part, place)
            steps.append(_Step(draw, number + 1, part))
            if isinstance(part, GroundElement | BandElement) and (backing := part.make_backing(place, on)):
                varies = number in dressed or bool(part.only_if)
                behind = behind.with_backing(backing, varies=varies)
                if isinstance(part, GroundElement) or not part.edge:
                    below, on = on.backings.with_backing(backing, varies=varies), copy(on)
                    on.backings = below
        if self.style.hex_base and len(steps) > self._grounds:
            steps.insert(self._grounds, _Step(make_constant(hexes.draw_seams(self.style.hex_base))))
        return tuple(steps), on.backings.side_color, behind

    def find_outline(self, shown: ShownValues) -> Outline | None:
        """Return what a piece that is `drawn` is cut along: the outline of the first picture on its face.

        Raises what `paint_face` raises, and PictureError for a picture without one.
        """
        for part, place in self._placed(self._there(shown)):
            if place and part.has_outline:
                items = self._step(part, place)(shown)
                if outline := shapes.find_silhouette(items):
                    return outline
                if items:
                    raise artwork.PictureError("it has no outline to cut along",
                                               "use an SVG drawing: its largest shape is cut out")
        return None

    def _step(self, part: FaceElement, place: Rect) -> DrawFunction:
        """Return what draws a part in its place; each of its looks is laid out once, where formulas give it several."""
        looks, drawn = find_dynamic_styles(part), dict[tuple[object, ...], DrawFunction]()
        if not looks:
            return self._make_draw_function(part, place)

        def step(shown: ShownValues) -> Items:
            evaluated = tuple(look.evaluate(shown.values) for look in looks.values())
            if evaluated not in drawn:
                drawn[evaluated] = self._make_draw_function(replace(part, **dict(zip(looks, evaluated, strict=True))),
                                                            place)
            return drawn[evaluated](shown)

        return step

    def _make_draw_function(self, element: Any, place: Rect) -> DrawFunction:
        """Return a function that draws a part in its place, each content of an element once."""
        if not isinstance(element, Element):
            return element.make_draw_function(place, self)  # type: ignore[no-any-return]
        part: Any = element
        box = place if element.keeps_margin else self.fit_without_margin(part, place, element.aspect_ratio)
        context = DrawContext(Palette(self.style.ink), self.backings.choose_text_color(DEFAULT_INK, box.center),
                              face=self.outline, backings=self.backings,
                              margin=part.margin.to_points(self.face_rectangle.width),
                              color=self.backings.choose_line_color(getattr(part, "colour", "") or DEFAULT_INK,
                                                                    box.center),
                              fit_inside=partial(self.fit_without_margin, part))
        drawn = dict[object, Items]()

        def draw(shown: ShownValues) -> Items:
            content = element.resolve(shown)
            if content not in drawn:
                drawn[content] = tuple(element.draw(content, box, context))
            return drawn[content]

        return draw

    def _there(self, shown: ShownValues) -> tuple[bool, ...]:
        """Say of each part with a condition whether it is there."""
        return tuple([bool(part.only_if.evaluate(shown.values)) for part in self._face if part.only_if])

    def _placed(self, present: tuple[bool, ...]) -> Iterator[tuple[FaceElement, Rect | None]]:
        """Give the parts of a face with their places, None for those that are not there.

        A strip comes off the edge of what is left; of pieces of hexes, of the hex that the part goes into.
        """
        look, shown = self.style, iter(present)
        frame = self.face_rectangle if look.hex_base else self.face_rectangle.inset(look.safe_margin)
        rooms = hexes.find_text_rectangles(look.hex_base, look.safe_margin) if look.hex_base else {0: frame}
        for part in self._face:
            if part.only_if and not next(shown):
                yield part, None
                continue
            left = place = rooms[part.cell]
            across, down = min(part.take.to_points(frame.width), left.width), min(part.take.to_points(frame.height),
                                                                                  left.height)
            match look.find_edge(part.edge):
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

    def fit_inside(self, part: FaceElement, place: Rect, breadth: float = 0.0) -> Rect:
        """Return what of a place lies inside the outline of a piece of hexes: of a `breadth` in heights, 0 for any."""
        base = self.style.hex_base
        return hexes.fit_rectangle(base, part.cell, place, breadth, self.style.safe_margin) if base else place

    def fit_without_margin(self, part: FaceElement, place: Rect, breadth: float = 0.0) -> Rect:
        """Return the same without the part's margin."""
        inner = self.fit_inside(part, place, breadth)
        margin = part.margin.to_points(inner.width if self.style.hex_base else self.face_rectangle.width)
        is_turned = getattr(part, "turn", "0") != "0"  # the margin is free before and after the words
        return inner.inset(0, margin) if is_turned else inner.inset(margin, 0)


def paint_face(face: Face, width: float, height: float, look: FaceStyle, bleed: Bleed, shown: ShownValues) -> Items:
    """Return a face that is painted once. Raises what `FacePainter.paint` raises."""
    return FacePainter(face, width, height, look, bleed).paint(shown)


def paint_faces(painters: Sequence[FacePainter], shown: ShownValues) -> list[Items]:
    """Return the faces of a piece. Raises what `FacePainter.paint` raises; a FaceError has the misfits of all faces."""
    painted, misfits = list[Items](), list[FaceMisfit]()
    for painter in painters:
        try:
            painted.append(painter.paint(shown))
        except FaceError as error:
            misfits += error.misfits
    if misfits:
        raise FaceError(misfits)
    return painted


def _draw_later(make: Callable[[FaceElement, Rect], DrawFunction], part: FaceElement, place: Rect,
                shown: ShownValues) -> Items:
    return make(part, place)(shown)


def make_constant(items: Items) -> DrawFunction:
    """Return what draws the same for all units."""
    return lambda _: items


# --- the kinds of part


@FACE_ELEMENTS.register("text")
@data_block
class TextElement(FaceElement):
    """Words on one line, or wrapped, as large as fits between `smallest` and `largest`."""

    wording: Wording = each_wording(
        "words with holes. They shrink to fit; words that are too long at the smallest size are set in the narrowest "
        "typeface. Words that are too long even then are reported, never cut off",
        name="text")
    each: str = each_key()
    between: str = between_key()
    alike: bool = alike_key()
    family: Literal["sans", "serif", "display"] = keys.choice(
        ("sans", "serif", "display"), "the family of the theme: `sans` for figures, `serif` for text, `display` for "
        "titles", default="sans")
    largest: Length = keys.length("the size of the words, and the size to which they may shrink (14 "
                                  "pt, 5 pt)", default="14 pt", positive=True)
    smallest: Length = keys.length(default="5 pt", positive=True)
    align: str = keys.choice(
        ("middle", "left", "right", "bow", "stern"), "middle, left, right, bow or stern", default="middle")
    wrap: bool = keys.flag("whether the words may take several lines (false)")
    turn: str = turn_key()
    color: str = dynamic_style(keys.colour("of the words", default=DEFAULT_INK, name="colour"))

    default_margin = TEXT_MARGIN

    @property
    def is_fixed(self) -> bool:
        return self.wording.is_fixed

    def validate(self, reader: Reader) -> Self | None:
        if self.smallest.pt > self.largest.pt:
            reader.add_problem("smallest", f"'smallest' of {reader.label} is more than its largest size, "
                                           f"{self.largest.pt:g} pt")
        return super().validate(reader)

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Set its words in the middle of the place's height."""
        style = text.Style(self.family, self.largest.pt, color=painter.backings.choose_text_color(self.color))
        align = {"bow": painter.style.bow, "stern": OPPOSITE[painter.style.bow]}.get(self.align, self.align)
        fixed = None if painter.style.hex_base and not self.wrap else painter.fit_without_margin(self, rectangle)

        def words(shown: ShownValues) -> Items:
            markup = self.wording.fill(shown.values)  # type: ignore[arg-type]
            if not (box := fixed):  # on hexes the box depends on how broad the words are
                breadth = text.measure_text(markup, style._replace(size=1)) / LINE / (1 - 2 * self.margin.share)
                breadth = 1 / max(breadth, 0.01) if self.turn != "0" else breadth
                box = painter.fit_without_margin(self, rectangle, breadth)
            items = _set(markup, style, box, align, self.smallest.pt, self.wrap, int(self.turn))
            if painter.backings.is_patchy and items:
                left, top, right, bottom = shapes.measure_bounds(items)
                color = painter.backings.choose_text_color(self.color, ((left + right) / 2, (top + bottom) / 2))
                if color != style.color:
                    return _set(markup, style._replace(color=color), box, align, self.smallest.pt, self.wrap,
                                int(self.turn))
            return items

        return words


@cache_layout(4096)
def _set(markup: str, style: text.Style, box: Rect, align: str, smallest: float, wrap: bool, turn: int) -> Items:
    """Set words in a box, as large as they go there: in the middle of its height, aligned left, right or centred.

    If `turn` is not 0, the words and these directions are turned clockwise by so many degrees.
    """
    if turn:
        upright, turning = turn_rect(box, turn)
        words = _set(markup, style, upright, align, smallest, wrap, 0)
        return (Group(words, turning),) if words else ()
    anchor: text.Anchor = "start" if align == "left" else "end" if align == "right" else "middle"
    if wrap:
        return text.set_block(markup, style, box, leading=1.12, align=anchor, valign="middle", min_size=smallest).items
    x = {"start": box.x, "middle": box.center[0], "end": box.right}[anchor]
    style = style._replace(size=min(style.size, max(box.height / LINE, smallest)))
    if smallest * CAPITALS > box.height:
        raise text.TooTallError(text.strip_markup(markup), smallest * CAPITALS, box.height)
    words = text.set_line(markup, style, x, 0.0, anchor, box.width, smallest)
    if not words:
        return ()
    size = words[0].size
    base = min(box.center[1] + style.face.cap_height * size / 2, box.bottom - DESCENT * size)
    return tuple(replace(word, y=base) for word in words)


LINE, CAPITALS, DESCENT = 1.2, 0.75, 0.31
"""Height of a line, of its capitals, and of what hangs below them, each with a little air, in sizes."""


def _side_or_color(reader: Reader, name: str) -> str:
    node = reader.get_raw_node(name)
    return reader.read_text(name) if isinstance(node, ScalarNode) and node.text == SIDE else reader.read_color(name)


PATTERN_RING = 1.1 * MM  # of the pattern of a side round a face in black ink
PITCH, WEIGHT = 2 * MM, 0.8  # distance and width of the lines in a band, on small counters and large ones alike
KEYLINE = 0.5  # on every edge of a band that is not an edge of the face: some patterns have no edge of their own


@FACE_ELEMENTS.register("band")
@data_block
class BandElement(FaceElement):
    """Colour with a pattern; an empty `color` stands for those of the unit's side."""

    color: str = dynamic_style(keys.custom(
        _side_or_color, {"type": "string"},
        "`side` for the colour and pattern of the unit's side, or a colour. A fine line closes the inner edge. Along "
        "the foot of a tent's side the band continues over the fold", name="band", default=...))
    pattern: str = dynamic_style(keys.choice(PATTERNS,
                                             "the pattern of a band that has a colour of its own", default=""))

    is_plain = True

    @property
    def unit_dependency(self) -> str:
        """The colour of its side."""
        return "" if self.color else "band: side"

    def validate(self, reader: Reader) -> Self | None:
        if self.color == SIDE and self.pattern:
            reader.add_problem("pattern",
                               f"{reader.label} already has the pattern of the unit's side", "remove 'pattern'")
        band = replace(self, color="" if self.color == SIDE else self.color, pattern=self.pattern or "solid")
        return super(BandElement, band).validate(reader)

    def make_backing(self, place: Rect, on: FacePainter) -> Backing | None:
        """Return the colour behind what lies upon it, None without a side whose colour it could have."""
        shown = self if self.color not in ("", SIDE) else on.style.side
        if not shown:
            return None
        meant = parse_color(shown.color)
        drawn = BLACK if shown.pattern == "solid" and on.style.ink is Ink.BLACK else choose_area_color(on.style.ink,
                                                                                                       meant)
        return Backing(meant, WHITE if shown.pattern == "plain" else drawn, shown is on.style.side,
                       make_inside_test(place.inset(self.margin.to_points(on.face_rectangle.width), 0)))

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Fill the place, out to the edges of the piece that words have to stay clear of."""
        look, whole = painter.style, painter.face_rectangle
        shown = self if self.color not in ("", SIDE) else look.side
        if not shown:
            return make_constant(())
        if look.hex_base or look.safe_margin:
            room = hexes.find_text_rectangles(look.hex_base,
                                              look.safe_margin)[0] if look.hex_base else whole.inset(look.safe_margin)
            rectangle = hexes.widen_band(room, rectangle, whole)
        rectangle = rectangle.inset(self.margin.to_points(whole.width), 0)
        reach, items = painter.outline.extend_over_edges(rectangle), tuple[Item, ...]()
        # as thin as a rule: a line, not an area that takes ink
        if min(rectangle.width, rectangle.height) < 5 * KEYLINE:
            items = (shapes.rect(*reach, fill=choose_line_color(look.ink, parse_color(shown.color))),)
        else:
            filled = patterns.fill_with_pattern(shown.pattern, reach, parse_color(shown.color), look.ink, pitch=PITCH,
                                                weight=WEIGHT, core=rectangle)
            (left, top, right, bottom), half = (reach.x, reach.y, reach.right, reach.bottom), KEYLINE / 2
            edges = {1: (left, top + half, right, top + half), 3: (left, bottom - half, right, bottom - half),
                     0: (left + half, top, left + half, bottom), 2: (right - half, top, right - half, bottom)}
            touched = painter.outline.find_touched_edges(rectangle)
            items = *filled, *(shapes.line(*line, Stroke(BLACK, KEYLINE))
                               for edge, line in edges.items() if not touched[edge])
        return make_constant((Group(items, clip=shapes.polygon(painter.outline.coloured_outline)),) if look.hex_base
                             else items)


CLEAR = 0.8 * MM  # how far the tip of an arrow stays from the cut at least


@FACE_ELEMENTS.register("arrow")
@data_block
class ArrowElement(FaceElement):
    """A triangle that points to the bow, or, as `ridge`, the half of one on this side of a tent's ridge."""

    way: str = keys.choice(
        ("bow", "ridge"), "`bow` for a triangle that points to the bow, `ridge` for half of one on a tent's ridge",
        name="arrow")
    color: str = dynamic_style(keys.colour("of it", default=DEFAULT_INK, name="colour"))

    turns_with_bow = True
    is_fixed = False  # without a unit there is no bow

    def validate(self, reader: Reader) -> Self | None:
        if self.way == "ridge" and "edge" in reader:
            reader.add_problem("edge",
                               f"the arrow along the ridge ({reader.label}) has a fixed place and cannot "
                               "have an 'edge'",
                               "remove 'edge'")
        return super().validate(reader)

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Draw a triangle in the middle of the place; on a ridge, half an arrowhead on the face's upper edge."""
        whole, up, way = painter.face_rectangle, painter.style.bow == "up", 1 if painter.style.bow == "right" else -1
        color = painter.backings.choose_line_color(self.color, rectangle.center)
        if self.way == "ridge":  # the other face of the tent has its other half
            tip = (whole.right if way > 0 else whole.x) - way * max(0.03 * whole.height, CLEAR)
            back = tip - way * 0.22 * whole.height
            return make_constant((shapes.polygon([(tip, 0), (back, 0), (back, 0.11 * whole.height)], fill=color),))
        box = painter.fit_inside(self, rectangle, 1.0)
        length = min(box.width, box.height) * 0.8
        x, y = box.center
        tip, top, turn = (x, y - length / 2, 0) if up else (x + way * length / 2, y, 90 * way)
        return make_constant((shapes.arrow(tip, top, turn, length, length, fill=color),))


@FACE_ELEMENTS.register("border")
@data_block
class BorderElement(FaceElement):
    """One or two lines around the face, its margin from its edge, or the frame of the theme."""

    lines: str = dynamic_style(keys.choice(
        ("single", "double", "theme"),
        "`single` or `double`, or `theme` for the frame of the game's theme; `margin` is the distance "
        "from the edge", name="border"))
    width: Length = keys.length(
        "the width of the line (0.6 pt); all lines of a border together take at most 15 % of the shorter side of the "
        "face",
        default="0.6 pt")
    color: str = dynamic_style(keys.colour("the colour of the line", default=DEFAULT_INK, name="colour"))

    default_margin = RelativeLength(parse_length("1.5 mm").pt)

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Draw the lines, inside the zones of a piece of hexes, which would hide them."""
        base, width, whole = painter.style.hex_base, self.width.pt, painter.face_rectangle
        reach = width * BORDER_REACHES[self.lines]
        if reach > (most := LEAST_BREADTH * min(whole.width, whole.height)):
            raise DoesNotFitError(f"the border reaches {reach / MM:.1f} mm into a face of {whole.width / MM:.0f} x "
                                  f"{whole.height / MM:.0f} mm; at most {most / MM:.1f} mm leave room for the other "
                                  "parts",
                                  "make 'width' of the border smaller")
        color = painter.backings.choose_line_color(self.color,
                                                   (whole.x + self.margin.to_points(whole.width), whole.center[1]))
        if self.lines == "theme" and not (base or painter.style.is_round):
            return make_constant(
                tuple(
                    ornaments.draw_frame(
                        painter.face_rectangle.inset(self.margin.to_points(painter.face_rectangle.width)), color, width
                    )
                )
            )
        rim = hexes.EDGE + hexes.measure_rim(base) if base and base.zones else 0.0
        inset = max(self.margin.to_points(painter.face_rectangle.width), rim) + width / 2
        second = (painter.outline.draw_border_line(inset + width * 2.2,
                                           Stroke(color, width * 0.5)),) if self.lines == "double" else ()
        return make_constant((painter.outline.draw_border_line(inset, Stroke(color, width)), *second))


@FACE_ELEMENTS.register("ground")
@data_block
class GroundElement(FaceElement):
    """A colour behind everything, `SIDE` for that of the unit's side."""

    color: str = dynamic_style(keys.custom(
        _side_or_color, {"type": "string"},
        "a colour behind all other parts, or `side`; `margin` is the width of the free "
        "edge round it", name="ground", default=...))
    shape: str = dynamic_style(keys.choice(("face", "disc"), "face or disc", default="face"))

    is_plain = True

    @property
    def unit_dependency(self) -> str:
        """The colour of its side."""
        return "ground: side" if self.color == SIDE else ""

    def make_backing(self, place: Rect, on: FacePainter) -> Backing | None:
        """Return what the parts after it lie upon, None without a side whose colour it could have."""
        whole, look = on.face_rectangle, on.style
        if not (color := self._color(look)):
            return None
        margin, meant = self.margin.to_points(whole.width), parse_color(color)
        drawn, of_side = choose_area_color(look.ink, meant), self.color == SIDE
        if self.shape == "disc":
            radius = min(whole.width, whole.height) / 2 - margin
            return Backing(meant, drawn, of_side, lambda reader: dist(reader, whole.center) <= radius)
        if not margin:
            return Backing(meant, drawn, of_side)
        if not look.hex_base:
            return Backing(meant, drawn, of_side, make_inside_test(whole.inset(margin)))
        outline = hexes.inset_outline(hexes.make_hex_form(look.hex_base), margin)
        return Backing(meant, drawn, of_side, lambda reader: is_in_polygon(reader, outline))

    def _color(self, look: FaceStyle) -> str:
        """Return the colour that is meant, "" for that of a side where there is none."""
        return (look.side.color if look.side else "") if self.color == SIDE else self.color

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Fill the face, over its edges where there is no margin."""
        look, whole = painter.style, painter.face_rectangle
        if not (color := self._color(look)):
            return make_constant(())
        margin, side = self.margin.to_points(whole.width), look.side if self.color == SIDE else None
        least, fill = min(whole.width, whole.height), choose_area_color(look.ink, parse_color(color))

        def shape(margin: float) -> Outline:
            if self.shape == "disc":
                return shapes.circle(*whole.center, least / 2 - margin)
            if look.hex_base:
                return shapes.polygon(hexes.inset_outline(hexes.make_hex_form(look.hex_base), margin) if margin
                                      else painter.outline.coloured_outline)
            return shapes.rect(*(whole.inset(margin) if margin else painter.outline.extend_over_edges(whole)))

        field = replace(shape(margin), fill=fill, stroke=None)
        if not side or side.pattern == "plain":
            return make_constant((field,))
        if look.ink is Ink.BLACK:  # the pattern is a frame: nothing could be read upon it
            lines = patterns.fill_with_pattern(side.pattern, painter.outline.extend_over_edges(whole), BLACK, look.ink,
                                               pitch=PITCH, weight=WEIGHT)
            bare = replace(shape(margin + min(0.07 * least, PATTERN_RING)), fill=WHITE, stroke=None)
            return make_constant((Group(lines, clip=shape(margin)), bare))
        line = fill.mix(parse_color(side.color) if look.ink is Ink.LIGHT else choose_text_color(fill), 0.1)
        lean, high = sqrt(2) if "hatch" in side.pattern else 1.0, whole.height
        step = min((whole.width / n for n in range(1, 99)), key=lambda step: (  # from piece to piece it runs on
            abs(step / lean / PITCH - 1.6) + 6 * abs(high / step - round(high / step))))
        drawn = patterns.draw_pattern_marks(side.pattern, painter.outline.extend_over_edges(whole), line,
                                            pitch=step / lean, weight=WEIGHT, core=whole)
        return make_constant((field, *((Group(drawn, clip=shape(margin)),) if drawn else ())))


@FACE_ELEMENTS.register("space")
@data_block
class SpaceElement(FaceElement):
    """Nothing: a strip that stays free."""

    kept: RelativeLength = keys.custom(read_relative_length, RELATIVE_LENGTH_SCHEMA,
                                       "the width that stays free along `edge`", name="space", default=...)

    def validate(self, reader: Reader) -> Self | None:
        if "edge" not in reader and "take" in reader:
            return super().validate(reader)
        if "edge" not in reader:
            reader.add_problem("space", f"{reader.label} needs an 'edge' along which it stays free",
                               f"write one of these as 'edge': {', '.join(EDGES)}")
        return replace(self, take=self.kept)

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Draw nothing."""
        return make_constant(())
