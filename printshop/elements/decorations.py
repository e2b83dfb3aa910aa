"""Elements of faces without a content of their own.

These are a ground, a border, an arrow to the bow, and a free strip. Lengths are in points, with the origin at the
face's top left corner and y down.
"""

from __future__ import annotations

from dataclasses import replace
from math import dist, sqrt
from typing import NamedTuple, Self

from printshop.drawing import ornaments, patterns, shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Path, Stroke, parse_color
from printshop.drawing.geometry import is_in_polygon
from printshop.drawing.ink import Ink, choose_text_color
from printshop.elements import hexes
from printshop.elements.bands import PITCH, WEIGHT, read_side_or_color
from printshop.elements.context import DrawContext, Items
from printshop.elements.face_outlines import FaceOutline
from printshop.elements.word_colors import DEFAULT_INK, Backing, make_inside_test
from printshop.file_names import PATTERNS
from printshop.game.counters import EDGES, RELATIVE_LENGTH_SCHEMA, SIDE, RelativeLength, read_relative_length
from printshop.game.elements import CHART, ELEMENTS, FORM, Element, ShownValues
from printshop.game.formula_keys import dynamic_style
from printshop.layout.rectangles import Rect
from printshop.lengths import MM, Length, parse_length
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader

BLACK_TONE = 0.3  # share of black of the lines on a ground with a colour of its own: words stand on them
PATTERN_RING = 1.1 * MM  # of the pattern of a side round a face in black ink
CLEAR = 0.8 * MM  # least distance of the tip of an arrow from the cut
LEAST_BREADTH = 0.15  # of the shorter side of a face: greatest width of all lines of its border together
# how far its lines reach inwards, in widths of the first
BORDER_REACHES = {"single": 1.0, "double": 2.95, "theme": 3.85}


class FaceDecoration(Element):
    """An element that looks the same for all units of a side."""

    keeps_margin = True

    def resolve(self, unit_values: ShownValues) -> object:
        """Return the content, which is empty."""
        return ()


@ELEMENTS.register("arrow")
@data_block
class BowArrow(FaceDecoration):
    """A triangle that points to the bow.

    With `ridge`, it is the half of a triangle on one side of a tent's ridge.
    """

    way: str = keys.choice(
        ("bow", "ridge"), "`bow` for a triangle that points to the bow, `ridge` for half of one on a tent's ridge",
        name="arrow")
    colour: str = dynamic_style(keys.colour("of it", default=DEFAULT_INK))

    exceptions = ((FORM, "a cell has no bow"), (CHART, "a block of a chart has no bow"))
    turns_with_bow = True
    is_fixed = False  # without a unit there is no bow

    def validate(self, reader: Reader) -> Self | None:
        if self.way == "ridge" and "edge" in reader:
            reader.add_problem("edge",
                               f"the arrow along the ridge ({reader.label}) has a fixed place and cannot "
                               "have an 'edge'",
                               "remove 'edge'")
        return super().validate(reader)

    def draw(self, content: object, rectangle: Rect, context: DrawContext) -> Items:
        """Return a triangle in the middle of the place; on a ridge, half an arrowhead on the face's upper edge."""
        face = _get_face(context)
        whole, up, sign = face.rectangle, face.style.bow == "up", 1 if face.style.bow == "right" else -1
        color = context.choose_line_color(self.colour, rectangle.center)
        if self.way == "ridge":  # the other half is on the other face of the tent
            tip = (whole.right if sign > 0 else whole.x) - sign * max(0.03 * whole.height, CLEAR)
            back = tip - sign * 0.22 * whole.height
            return (shapes.polygon([(tip, 0), (back, 0), (back, 0.11 * whole.height)], fill=color),)
        box = context.fit_inside(rectangle, 1.0)
        length = min(box.width, box.height) * 0.8
        x, y = box.center
        tip, top, turn = (x, y - length / 2, 0) if up else (x + sign * length / 2, y, 90 * sign)
        return (shapes.arrow(tip, top, turn, length, length, fill=color),)


@ELEMENTS.register("border")
@data_block
class FaceBorder(FaceDecoration):
    """One or two lines around the face, inside its margin, or the frame of the theme."""

    lines: str = dynamic_style(keys.choice(
        ("single", "double", "theme"),
        "`single` or `double`, or `theme` for the frame of the game's theme; `margin` is the distance "
        "from the edge", help_text="A line round the face",
        name="border", icon="border", new_values={"border": "single"}), unknown="single")
    width: Length = keys.length(
        "the width of the line (0.6 pt); all lines of a border together take at most 15 % of the shorter side of the "
        "face",
        default="0.6 pt")
    colour: str = dynamic_style(keys.colour("the colour of the line", default=DEFAULT_INK))

    exceptions = ((FORM, "rows have `rules`, and a cell may be a `box`"), (CHART, "every block of a chart has a frame"))
    default_margin = RelativeLength(parse_length("1.5 mm").pt)

    def draw(self, content: object, rectangle: Rect, context: DrawContext) -> Items:
        """Return the lines.

        On a piece of hexes, they are inside the zones of the rim. Raises DoesNotFitError.
        """
        face = _get_face(context)
        base, width, whole = face.style.hex_base, self.width.pt, face.rectangle
        reach = width * BORDER_REACHES[self.lines]
        if reach > (most := LEAST_BREADTH * min(whole.width, whole.height)):
            raise DoesNotFitError(f"the border reaches {reach / MM:.1f} mm into a face of {whole.width / MM:.0f} x "
                                  f"{whole.height / MM:.0f} mm; at most {most / MM:.1f} mm leave room for the other "
                                  "parts",
                                  "make 'width' of the border smaller")
        color = context.choose_line_color(self.colour, (whole.x + context.margin, whole.center[1]))
        if self.lines == "theme" and not (base or face.style.is_round):
            return tuple(ornaments.draw_frame(whole.inset(context.margin), color, width))
        rim = hexes.EDGE + hexes.measure_rim(base) if base and base.zones else 0.0
        inset = max(context.margin, rim) + width / 2
        second = (face.draw_border_line(inset + width * 2.2,
                                        Stroke(color, width * 0.5)),) if self.lines == "double" else ()
        return (face.draw_border_line(inset, Stroke(color, width)), *second)


class GroundContent(NamedTuple):
    """The colour of a ground, "" without a side, and its pattern.

    `is_side` is true for the colour of a side.
    """

    color: str
    pattern: str = "plain"
    is_side: bool = False


@ELEMENTS.register("ground")
@data_block
class FaceGround(FaceDecoration):
    """A colour behind everything, `SIDE` for that of the unit's side."""

    color: str = dynamic_style(keys.custom(
        read_side_or_color, {"type": "string"},
        "a colour behind all other parts, or `side`; `margin` is the width of the free "
        "edge round it", kind="side colour", help_text="A colour behind all other layers", name="ground", default=...,
        icon="fill", new_values={"ground": "#fbf8ee"}), unknown="")
    pattern: str = dynamic_style(keys.choice(PATTERNS, "the pattern of a ground that has a colour of its own: faint on "
                                                       "the colour, grey in black ink", default=""))
    shape: str = dynamic_style(keys.choice(("face", "disc"), "face or disc", default="face"))

    exceptions = ((FORM, "every cell has the key `ground`"), (CHART, "a block of a chart has a ground of its own"))
    is_plain = True

    @property
    def unit_dependency(self) -> str:
        """The colour of its side."""
        return "ground: side" if self.color == SIDE else ""

    def resolve(self, unit_values: ShownValues) -> GroundContent:
        """Return the colour and the pattern."""
        if self.color != SIDE:
            return GroundContent(self.color, self.pattern or "plain")
        side = unit_values.side
        return GroundContent(side.color, side.pattern, True) if side else GroundContent("")

    def make_backing(self, content: GroundContent, rectangle: Rect, context: DrawContext) -> Backing | None:
        """Return the colour behind the parts after the ground, None without a side."""
        if not content.color:
            return None
        face, margin, intended_color = _get_face(context), context.margin, parse_color(content.color)
        whole = face.rectangle
        _, printed_color = self._find_look(content, context)
        if self.shape == "disc":
            radius = min(whole.width, whole.height) / 2 - margin
            return Backing(intended_color, printed_color, content.is_side,
                           lambda point: dist(point, whole.center) <= radius)
        if not margin:
            return Backing(intended_color, printed_color, content.is_side)
        if not face.style.hex_base:
            return Backing(intended_color, printed_color, content.is_side, make_inside_test(whole.inset(margin)))
        outline = hexes.inset_outline(hexes.make_hex_form(face.style.hex_base), margin)
        return Backing(intended_color, printed_color, content.is_side, lambda point: is_in_polygon(point, outline))

    def draw(self, content: GroundContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the colour on the face.

        Without a margin, it reaches over the edges of the face.
        """
        if not content.color:
            return ()
        margin, ink, (pattern, fill) = context.margin, context.palette.ink, self._find_look(content, context)
        face = _get_face(context)
        face = face.limit_bleed(pattern, ink) if content.is_side else face
        whole = face.rectangle
        least = min(whole.width, whole.height)
        field = replace(self._draw_outline(face, margin), fill=fill, stroke=None)
        if pattern == "plain":
            return (field,)
        if ink is Ink.BLACK and content.is_side:  # the pattern is only a frame: words could not be read on it
            lines = patterns.fill_with_pattern(pattern, face.extend_over_edges(whole), BLACK, ink, pitch=PITCH,
                                               weight=WEIGHT)
            inner = self._find_rim(face, margin) + min(0.07 * least, PATTERN_RING)
            bare = replace(self._draw_outline(face, inner), fill=WHITE, stroke=Stroke(BLACK, WEIGHT / 2))
            framed = pattern != "solid" or self.shape == "disc"
            edge = (replace(field, fill=None, stroke=bare.stroke),) if framed else ()
            return (Group(lines, clip=self._draw_outline(face, margin)), *edge, bare)
        line = fill.mix(parse_color(content.color) if ink is Ink.LIGHT else choose_text_color(fill),
                        BLACK_TONE if ink is Ink.BLACK else 0.1)
        lean, high = sqrt(2) if "hatch" in pattern else 1.0, whole.height
        # the pattern continues from piece to piece
        step = min((whole.width / n for n in range(1, 99)), key=lambda step: (
            abs(step / lean / PITCH - 1.6) + 6 * abs(high / step - round(high / step))))
        marks = patterns.draw_pattern_marks(pattern, face.extend_over_edges(whole), line, pitch=step / lean,
                                            weight=WEIGHT, core=whole)
        return (field, *((Group(marks, clip=self._draw_outline(face, margin)),) if marks else ()))

    def _find_look(self, content: GroundContent, context: DrawContext) -> tuple[str, Color]:
        """Return the pattern and the printed colour of the ground."""
        pattern, field = context.find_color_sign(content.color, content.pattern if content.is_side else self.pattern,
                                                 "plain")
        if pattern == "solid" and context.ink is Ink.BLACK and not content.is_side:
            field = patterns.DARK_SIGN.field
        return pattern, field or context.palette.choose_area(parse_color(content.color))

    def _find_rim(self, face: FaceOutline, margin: float) -> float:
        """Return the distance of the ground from the edge of the face, in points: 0, or the width of a rim of zones."""
        base = face.style.hex_base
        return max(margin, hexes.measure_color_depth(base)) if base and self.shape == "face" else margin

    def _draw_outline(self, face: FaceOutline, margin: float) -> Path:
        """Return the outline of the ground, `margin` points inside the edge of the face."""
        whole, base = face.rectangle, face.style.hex_base
        if self.shape == "disc":
            return shapes.circle(*whole.center, min(whole.width, whole.height) / 2 - margin)
        if base:
            return shapes.polygon(hexes.inset_outline(hexes.make_hex_form(base), margin) if margin
                                  else face.coloured_outline)
        return shapes.rect(*(whole.inset(margin) if margin else face.extend_over_edges(whole)))


@ELEMENTS.register("space")
@data_block
class FreeStrip(FaceDecoration):
    """An empty strip that no other part uses."""

    space: RelativeLength = keys.custom(read_relative_length, RELATIVE_LENGTH_SCHEMA,
                                        "the width that stays free along `edge`", label="Free space", default=...)

    exceptions = ((FORM, "rows have the keys `gap` and `space`"), (CHART, "nothing stands beside a block's elements"))

    def validate(self, reader: Reader) -> Self | None:
        if "edge" not in reader and "take" in reader:
            return super().validate(reader)
        if "edge" not in reader:
            reader.add_problem("space", f"{reader.label} needs an 'edge' along which it stays free",
                               f"write one of these as 'edge': {', '.join(EDGES)}")
        place = {"take": self.space}
        return replace(self, **place)

    def draw(self, content: object, rectangle: Rect, context: DrawContext) -> Items:
        """Return nothing."""
        return ()


def _get_face(context: DrawContext) -> FaceOutline:
    """Return the face, on which these elements always stand."""
    assert context.face
    return context.face
