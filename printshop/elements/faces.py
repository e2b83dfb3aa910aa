"""The parts of faces, their keys and their drawing; a painter, which puts them on the faces of pieces.

Points, origin at the face's top left corner, y down. A face is drawn with its bow to the right or to the left, or up
the page; the drawing of a ship is mirrored or turned for that, its words never are. The face of a piece of hexes has
its bow up the page; `printshop.elements.hexes` says where its parts go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from math import dist, sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple, Self

from printshop.drawing import artwork, ornaments, patterns, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Item, JoinedItems, Stroke, parse_color
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.fonts import MissingGlyphError
from printshop.drawing.geometry import is_in_polygon
from printshop.drawing.ink import Ink, Palette, choose_area_color, choose_line_color, choose_text_color
from printshop.elements import hexes
from printshop.elements.context import DrawContext
from printshop.elements.texts import FaceText, draw_in_narrow_family
from printshop.elements.word_colors import DEFAULT_INK, Backing, BackingStack, make_inside_test
from printshop.file_names import PATTERNS
from printshop.formulas import NOT_KNOWN
from printshop.game.counters import (
    EDGES,
    FACE_ELEMENTS,
    NO_LENGTH,
    RELATIVE_LENGTH_SCHEMA,
    SIDE,
    TEXT_MARGIN,
    Face,
    FaceElement,
    RelativeLength,
    read_relative_length,
)
from printshop.game.elements import Element, ShownValues
from printshop.game.field_values import FieldValue
from printshop.game.formula_keys import (
    StyleError,
    Wording,
    dynamic_style,
    find_dynamic_styles,
)
from printshop.game.hex_bases import HexBase
from printshop.game.model import Side
from printshop.game.pictures import ART_BOWS, Pictures
from printshop.layout.rectangles import Rect
from printshop.lengths import MM, Length, parse_length
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader
from printshop.source import ScalarNode

Items = tuple[Item, ...]
DrawFunction = Callable[["FaceValues"], Items]

MAX_CACHED = 1_000  # values for which a face keeps what it shows
UNIT, EMBLEM = "unit", "emblem"
NEAR = 1e-6
LEAST_BREADTH = 0.15  # of the shorter side of a face: what all lines of its border take together at most
# how far its lines reach inwards, in widths of the first
BORDER_REACHES = {"single": 1.0, "double": 2.95, "theme": 3.85}
OPPOSITE = {"left": "right", "right": "left", "up": "bottom"}
BOW_ANGLES = {"up": 0, "right": 90, "left": 270}  # where a bow points, clockwise from up the page


class Bleed(NamedTuple):
    """How far colour that touches an edge of the face reaches over it, in points."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """How a face is shown, whatever it shows: `bow` is where the bow points.

    `hex_base` are the hexes of a piece that covers hexes; its bow points up. Words and pictures stay `safe_margin`
    points clear of the cut; colours do not. A piece that is `follows_picture` is cut along the outline of its
    picture.
    """

    ink: Ink
    side: Side | None = None
    bow: Literal["left", "right", "up"] = "right"
    is_round: bool = False
    hex_base: HexBase | None = None
    safe_margin: float = 0.0
    follows_picture: bool = False

    def find_edge(self, name: str) -> str:
        """Return which edge of the face one is called by its place or by the bow."""
        return {"bow": "top" if self.bow == "up" else self.bow, "stern": OPPOSITE[self.bow]}.get(name, name)


class FaceValues(NamedTuple):
    """What a face shows: `values` fill the holes of its texts, `art` is the drawing of the unit.

    `art_bow` is where the bow points in it, "none" if nothing is to be mirrored or turned.
    """

    values: Mapping[str, FieldValue]
    art: artwork.PictureSource | None = None
    art_bow: str = "right"


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
        words = f" '{self.part.text.text}'" if isinstance(self.part, FaceText) else ""
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
        self.style, self.bleed, self._face, self._name = look, bleed, face, name
        self.face_rectangle = Rect(0, 0, width, height)
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

    def paint(self, shown: FaceValues) -> Items:
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

    def find_backings(self, shown: FaceValues) -> BackingStack:
        """Return what is behind something that covers the whole face, its strips included. Raises FormulaError."""
        return self._arranged(shown)[2]

    def _draw_narrow(self, step: _Step, shown: FaceValues, error: DoesNotFitError, misfits: list[FaceMisfit]) -> Items:
        """Return a part with its words in the narrowest family; if it does not fit there either, note that."""
        items, last_error = draw_in_narrow_family(partial(step.draw, shown), error)
        if items is not None:
            return items
        if step.part is None or isinstance(last_error, artwork.PictureError | MissingGlyphError):
            raise last_error
        misfits.append(FaceMisfit(self._name, step.number, step.part, self.style.safe_margin, last_error))
        return ()

    def _arranged(self, shown: FaceValues) -> tuple[tuple[_Step, ...], Color | None, BackingStack]:
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

    def _colored(self, present: tuple[bool, ...], shown: FaceValues) -> tuple[tuple[Any, ...], ...]:
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

    def find_outline(self, shown: FaceValues) -> Outline | None:
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

        def step(shown: FaceValues) -> Items:
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
        # on hexes the box depends on the shape of the content
        fixed = None if self.style.hex_base else self.fit_without_margin(part, place)
        context = DrawContext(Palette(self.style.ink), bow=self.style.bow, backings=self.backings)
        context = self._add_colors(context, part, fixed) if fixed else context
        drawn = dict[object, Items]()

        def draw(shown: FaceValues) -> Items:
            content = element.resolve(ShownValues(shown.values))
            if content not in drawn:
                box = fixed or self._fit_content(part, content, place)
                drawn[content] = tuple(element.draw(
                    content, box, context if fixed else self._add_colors(context, part, box)))
            return drawn[content]

        return draw

    def _add_colors(self, context: DrawContext, part: Any, box: Rect) -> DrawContext:
        """Return the context with the colours of words and lines in a box."""
        return context._replace(pen=self.backings.choose_text_color(part.pen_color or DEFAULT_INK, box.center),
                                color=self.backings.choose_line_color(getattr(part, "colour", "") or DEFAULT_INK,
                                                                      box.center))

    def _fit_content(self, part: Any, content: object, place: Rect) -> Rect:
        """Return the box of a content on a piece of hexes, whose shape with the margin fits inside the outline."""
        ratio, share = part.find_aspect_ratio(content), 1 - 2 * part.margin.share
        is_turned = getattr(part, "turn", "0") != "0"
        return self.fit_without_margin(part, place, ratio * share if is_turned else ratio / share)

    def _there(self, shown: FaceValues) -> tuple[bool, ...]:
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

    def find_colored_outline(self) -> tuple[tuple[float, float], ...]:
        """Return the outline of what colour may cover on a piece of hexes."""
        assert self.style.hex_base
        return hexes.make_colored_outline(self.style.hex_base, max(self.bleed))

    def extend_over_edges(self, box: Rect) -> Rect:
        """Return a box that goes over those edges of the face that it touches."""
        return box.inset(*[-over * touches for over,
                           touches in zip(self.bleed, self.find_touched_edges(box), strict=True)])

    def find_touched_edges(self, box: Rect) -> tuple[bool, bool, bool, bool]:
        """Say of the left, top, right and bottom edge of a box whether it is one of the face."""
        ends, edges = ((place.x, place.y, place.right, place.bottom) for place in (box, self.face_rectangle))
        left, top, right, bottom = (abs(end - edge) < NEAR for end, edge in zip(ends, edges, strict=True))
        return left, top, right, bottom

    def draw_border_line(self, inset: float, stroke: Stroke) -> Item:
        """Return a line all round the face, so far inside its edge."""
        if self.style.hex_base:
            return shapes.polygon(hexes.inset_outline(hexes.make_hex_form(self.style.hex_base), inset), stroke=stroke)
        box = self.face_rectangle.inset(inset)
        return (shapes.circle(*box.center, box.width / 2, stroke=stroke) if self.style.is_round
                else shapes.rect(*box, stroke=stroke))


def paint_face(face: Face, width: float, height: float, look: FaceStyle, bleed: Bleed, shown: FaceValues) -> Items:
    """Return a face that is painted once. Raises what `FacePainter.paint` raises."""
    return FacePainter(face, width, height, look, bleed).paint(shown)


def paint_faces(painters: Sequence[FacePainter], shown: FaceValues) -> list[Items]:
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
                shown: FaceValues) -> Items:
    return make(part, place)(shown)


def make_constant(items: Items) -> DrawFunction:
    """Return what draws the same for all units."""
    return lambda _: items


# --- the kinds of part


@FACE_ELEMENTS.register("picture")
@data_block
class PictureElement(FaceElement):
    """One of the game's pictures, the unit's own where `name` is None. `color` takes the place of a drawing's black.

    `art_bow` is where the bow points in the file: "" where the unit says so, or right.
    """

    name: Wording | None = keys.formula_text(
        "`unit` for the unit's own art, `emblem` for the emblem of the unit's side, or a file of art/ (holes allowed)",
        name="picture")
    color: str = dynamic_style(keys.colour("the colour that replaces black "
                                           "in the picture", default=DEFAULT_INK, name="colour"))
    cover: bool = keys.flag("whether the picture covers the whole piece and is cut off at its outline (false)")
    art_bow: str = keys.choice(
        ART_BOWS,
        "where the bow points in the file: `right`, `left`, `up`, or `none` for a picture that never [turns with the "
        "piece](units.md#pictures)", default="")
    corner: RelativeLength = keys.custom(read_relative_length, RELATIVE_LENGTH_SCHEMA,
                                         "the size of the picture in the upper corner at the stern, at the distance "
                                         "`margin` from the edges; there it takes no room "
                                         "from other parts", default=NO_LENGTH)
    pictures: Any = None
    is_emblem: bool = False

    default_margin = TEXT_MARGIN
    has_outline = turns_with_bow = True

    @property
    def unit_dependency(self) -> str:
        """The unit's own art."""
        return f"picture: {EMBLEM if self.is_emblem else UNIT}" if self.name is None else ""

    @property
    def is_fixed(self) -> bool:
        return self.name is not None and self.name.is_fixed

    def validate(self, reader: Reader) -> Self | None:
        """Return the picture; one that is not there is noted, names with holes when they are filled."""
        pictures: Pictures = reader.context.pictures
        name, emblem = self.name, bool(self.name and self.name.text == EMBLEM)
        if name and name.is_fixed:
            name = None if name.text in (UNIT, EMBLEM) else name
            if name and (problem := pictures.find_problem(name.text, [UNIT, EMBLEM])):
                reader.add_problem("picture", *problem)
        elif name:
            pictures.expect_names(name)
        return super(PictureElement, replace(self, name=name, pictures=pictures, is_emblem=emblem)).validate(reader)

    def make_draw_function(self, rectangle: Rect, painter: FacePainter) -> DrawFunction:
        """Draw it as large as it goes into the place; each file and way to lie once."""
        drawn: dict[tuple[artwork.PictureSource, str], Items] = {}

        def picture(shown: FaceValues) -> Items:
            with artwork.mark_unit_errors(None if self.name or self.is_emblem else shown.art):
                if not (file := self._file(shown, painter.style.side)):
                    return ()
                if (file, shown.art_bow) not in drawn:
                    drawn[file, shown.art_bow] = (self._placed(file, shown, rectangle, painter),)
                return drawn[file, shown.art_bow]

        return picture

    def _placed(self, file: artwork.PictureSource, shown: FaceValues, place: Rect, on: FacePainter) -> Item:
        """Return a picture, mirrored or turned so that its bow points to the bow.

        A file of art/ that does not say where its bow is is a sign as often as a ship: it stands where the bow is up.
        """
        look, drawing = on.style, artwork.load_picture(file)
        if self.cover:
            outline = shapes.polygon(on.find_colored_outline()) if look.hex_base else shapes.rect(*on.face_rectangle)
            return Group((artwork.place_picture(drawing, on.face_rectangle, ink=look.ink),), clip=outline)
        sign = self.is_emblem or (self.name is not None and look.bow == "up")
        bow = self.art_bow or ("none" if sign else shown.art_bow if self.name is None else "right")
        turned = "up" in (bow, look.bow) and bow != "none"
        turn = BOW_ANGLES[look.bow] - BOW_ANGLES[bow] if turned else 0
        box = on.fit_without_margin(self, place, 1 / drawing.aspect_ratio if turn % 180 else drawing.aspect_ratio)
        if size := self.corner.to_points(on.face_rectangle.width):
            box = Rect(box.right - size if look.bow == "left" else box.x, place.y + box.x - place.x, size, size)
        return artwork.place_picture(drawing, box, mirror=not turned and bow == OPPOSITE[look.bow], rotation=turn,
                                     color=on.backings.choose_line_color(self.color, box.center),
                                     background=(self.color == DEFAULT_INK
                                                 and on.backings.find_hiding_color(box.center))
                                     or on.backings.side_color, ink=look.ink)

    def _file(self, shown: FaceValues, side: Side | None) -> artwork.PictureSource | None:
        """Return the file, None for a unit or a side that has none or of which it is not known."""
        if self.is_emblem:
            return side.emblem_path if side else None
        if self.name is None:
            return shown.art
        if any(hole.formula.evaluate(shown.values) is NOT_KNOWN for hole in self.name.holes):
            return None
        try:
            path: Path | None = self.pictures.find_path(text.strip_markup(self.name.fill(shown.values)))
        except ValueError as error:
            raise artwork.PictureError(str(error), "put the picture there") from error
        return path


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
        reach, items = painter.extend_over_edges(rectangle), tuple[Item, ...]()
        # as thin as a rule: a line, not an area that takes ink
        if min(rectangle.width, rectangle.height) < 5 * KEYLINE:
            items = (shapes.rect(*reach, fill=choose_line_color(look.ink, parse_color(shown.color))),)
        else:
            filled = patterns.fill_with_pattern(shown.pattern, reach, parse_color(shown.color), look.ink, pitch=PITCH,
                                                weight=WEIGHT, core=rectangle)
            (left, top, right, bottom), half = (reach.x, reach.y, reach.right, reach.bottom), KEYLINE / 2
            edges = {1: (left, top + half, right, top + half), 3: (left, bottom - half, right, bottom - half),
                     0: (left + half, top, left + half, bottom), 2: (right - half, top, right - half, bottom)}
            items = *filled, *(shapes.line(*line, Stroke(BLACK, KEYLINE))
                               for edge, line in edges.items() if not painter.find_touched_edges(rectangle)[edge])
        return make_constant((Group(items, clip=shapes.polygon(painter.find_colored_outline())),) if look.hex_base
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
        second = (painter.draw_border_line(inset + width * 2.2,
                                           Stroke(color, width * 0.5)),) if self.lines == "double" else ()
        return make_constant((painter.draw_border_line(inset, Stroke(color, width)), *second))


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
                                      else painter.find_colored_outline())
            return shapes.rect(*(whole.inset(margin) if margin else painter.extend_over_edges(whole)))

        field = replace(shape(margin), fill=fill, stroke=None)
        if not side or side.pattern == "plain":
            return make_constant((field,))
        if look.ink is Ink.BLACK:  # the pattern is a frame: nothing could be read upon it
            lines = patterns.fill_with_pattern(side.pattern, painter.extend_over_edges(whole), BLACK, look.ink,
                                               pitch=PITCH, weight=WEIGHT)
            bare = replace(shape(margin + min(0.07 * least, PATTERN_RING)), fill=WHITE, stroke=None)
            return make_constant((Group(lines, clip=shape(margin)), bare))
        line = fill.mix(parse_color(side.color) if look.ink is Ink.LIGHT else choose_text_color(fill), 0.1)
        lean, high = sqrt(2) if "hatch" in side.pattern else 1.0, whole.height
        step = min((whole.width / n for n in range(1, 99)), key=lambda step: (  # from piece to piece it runs on
            abs(step / lean / PITCH - 1.6) + 6 * abs(high / step - round(high / step))))
        drawn = patterns.draw_pattern_marks(side.pattern, painter.extend_over_edges(whole), line, pitch=step / lean,
                                            weight=WEIGHT, core=whole)
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
