"""The element `band`: a colour with its pattern, most often those of a side.

Lengths are in points, with the origin at the top left of the page, record or face and y down.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple, Self

from printshop.drawing import artwork, patterns, shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Group, Item, Stroke, parse_color
from printshop.drawing.ink import Ink, choose_text_color
from printshop.elements import hexes
from printshop.elements.context import DrawContext, Items
from printshop.elements.face_outlines import FaceOutline
from printshop.elements.texts import lower_style
from printshop.elements.word_colors import Backing, make_inside_test
from printshop.file_names import PATTERNS
from printshop.game.counters import SIDE
from printshop.game.elements import CHART, ELEMENTS, FACE, FORM, Element, ShownValues
from printshop.game.forms.cells import SIDES
from printshop.game.formula_keys import Wording, dynamic_style
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import PAD, find_baseline, measure_line
from printshop.lengths import MM
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader
from printshop.source import ScalarNode

PITCH, WEIGHT = 2 * MM, 0.8  # distance and width of the lines of a pattern, on small pieces and large ones alike
KEYLINE = 0.5  # points: a line on each edge of a band inside the face, because some patterns have no visible edge
FRAME = Stroke(width=0.5)
LEAST_EMBLEM_HEIGHT = 5 * MM  # least width and height of a band with the emblem of its side
LEAST_SIZE = 5.5  # points: of the words on a band
LEAST_LABEL_SIZE = 6.0  # points
LINE_HEIGHT = 1.2  # of the size of the words: the least height of their band
HEIGHTS = 2.5 * MM, 1.5 * MM  # without words
BLANK_HEIGHTS = 5.5 * MM, 4 * MM  # with words that are not known


class BandContent(NamedTuple):
    """The colour and the pattern of a band.

    `color` is "" without a side, and if players fill in the band. `is_side` is true for the colour of a side, which may
    have an `emblem`. `words` are the markup on the band, None if it has no text. `is_blank` is true on a blank form.
    """

    color: str = ""
    pattern: str = "solid"
    is_side: bool = False
    emblem: Path | None = None
    words: str | None = None
    is_blank: bool = False


def _read_band(reader: Reader, name: str) -> str:
    """Return SIDE or a colour. `true` is SIDE, too, and `false` is ""."""
    node = reader.get_raw_node(name)
    if isinstance(node, ScalarNode) and isinstance(node.value, bool):
        return SIDE if reader.read_flag(name) else ""
    return read_side_or_color(reader, name)


def read_side_or_color(reader: Reader, name: str) -> str:
    """Return SIDE or a colour."""
    node = reader.get_raw_node(name)
    return reader.read_text(name) if isinstance(node, ScalarNode) and node.text == SIDE else reader.read_color(name)


def has_side(container: str, reader: Reader) -> bool:
    """Return whether an element in a container shows a unit or a side."""
    return container == FACE or (container == FORM and bool(reader.context.unit_type or reader.context.each == SIDES))


@ELEMENTS.register("band")
@data_block
class Band(Element):
    """A band: `color` is a colour or SIDE."""

    color: str = dynamic_style(keys.custom(
        _read_band, {"type": ["string", "boolean"]},
        "`side` or `true` for the colour and pattern of the unit's side (in rows of `each: sides`, of the row's side), "
        "or a colour. On a face, a fine line closes the inner edge. Along the foot of a tent's side the band continues "
        "over the fold. In a form, a `text` stands on the colour, behind the side's emblem; a cell that is higher than "
        "it is wide has the emblem in its middle", kind="side colour", help_text="A strip of colour along an edge",
        name="band", default="", icon="minus",
        new_values={"band": "#5b5b5b", "edge": "bottom", "take": "15 %"}))
    pattern: str = dynamic_style(keys.choice(PATTERNS, "the pattern of a band that has a colour of its own",
                                             default=""))

    subject = "the band"
    no_text = False
    shared_attributes = frozenset({"pattern"})
    unit_attributes = ("side.key",)
    keeps_clear = keeps_margin = is_plain = True

    @property
    def unit_dependency(self) -> str:
        """The colour of a side."""
        return "band: side" if self.color == SIDE else ""

    @property
    def height_varies(self) -> bool:
        """False: a band is as high as a line of words, or less."""
        return False

    def validate(self, reader: Reader) -> Self | None:
        if self.color == SIDE:
            if self.pattern and not getattr(self, "ground", ""):
                reader.add_problem("pattern", f"{reader.label} already has the pattern of the unit's side",
                                   "remove 'pattern'")
            if not has_side(self.container, reader):
                place, hint = (("a chart", "write a colour") if self.container == CHART
                               else ("its form", "give the form a 'unit'"))
                reader.add_problem("band", f"{reader.label} shows the band of a side, but {place} has no unit", hint)
        return super().validate(reader)

    def resolve(self, unit_values: ShownValues) -> BandContent:
        """Return the colour and the pattern."""
        wording: Wording | None = getattr(self, "text", None)  # a key of cells of forms
        words = wording.fill(unit_values.values).rstrip() if wording else None  # type: ignore[arg-type]
        if self.color != SIDE:
            return BandContent(self.color, self.pattern or _choose_pattern(self.color), words=words)
        side = unit_values.side
        if unit_values.is_blank or not side:
            return BandContent(words=words, is_blank=unit_values.is_blank)
        return BandContent(side.color, side.pattern, True, side.emblem_path, words)

    def _find_sign(self, content: BandContent, context: DrawContext) -> patterns.ColorSign:
        return context.find_color_sign(content.color, content.pattern if content.is_side else self.pattern,
                                       _choose_pattern(content.color) if context.ink is Ink.BLACK else "solid")

    def measure(self, content: BandContent, width: float, context: DrawContext) -> float:
        """Return the height of a line of words, or of a band without words."""
        return self.measure_range(content, width, context)[0]

    def measure_range(self, content: BandContent, width: float,
                      context: DrawContext) -> tuple[float, float]:
        """Return the natural and the least height."""
        if content.words is None:
            return HEIGHTS
        line = measure_line(context.text_style.size, context.words.pad)
        return max(line, BLANK_HEIGHTS) if content.is_blank else line

    def make_backing(self, content: BandContent, rectangle: Rect, context: DrawContext) -> Backing | None:
        """Return the colour behind the parts of a face that lie on the band.

        Return None without a side.
        """
        if not content.color:
            return None
        intended_color, palette = parse_color(content.color), context.palette
        sign, printed_color = self._find_sign(content, context), palette.choose_area(intended_color)
        if palette.ink is Ink.BLACK and sign.pattern == "solid":
            printed_color = BLACK
        elif sign.field or sign.pattern == "plain":
            printed_color = sign.field or WHITE
        return Backing(intended_color, printed_color, content.is_side,
                       make_inside_test(rectangle.inset(context.margin, 0)))

    def draw(self, content: BandContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the band.

        Raises DoesNotFitError for words that do not fit, and PictureError for an emblem.
        """
        if context.face:
            return _draw_strip(content, self._find_sign(content, context), rectangle, context, context.face
                               ) if content.color else ()
        frame = shapes.rect(*rectangle, stroke=FRAME)
        if content.is_blank or not content.color:
            words = context.words.before if content.is_blank else content.words or ""
            return (frame, *_draw_label(words, rectangle, context))
        if content.words is not None:
            framed = context.palette.ink is not Ink.COLOUR
            return (*_draw_words(content, rectangle, context), *((frame,) if framed else ()))
        return (*_draw_field(content, rectangle, context), frame)


def _choose_pattern(color: str) -> str:
    """Return the pattern of a band without a pattern of its own: white stays white in black ink, too."""
    return "plain" if color and parse_color(color) == WHITE else "solid"


def _draw_strip(content: BandContent, sign: patterns.ColorSign, rectangle: Rect, context: DrawContext,
                face: FaceOutline) -> Items:
    """Return a band on a face. It reaches the edges of the piece, beyond the margin for words."""
    style, palette, color = face.style, context.palette, parse_color(content.color)
    face = face.limit_bleed(sign.pattern, palette.ink)
    if style.hex_base or style.safe_margin:
        rectangle = hexes.widen_band(face.text_rectangle, rectangle, face.rectangle)
    rectangle = rectangle.inset(context.margin, 0)
    reach, items = face.extend_over_edges(rectangle), tuple[Item, ...]()
    # as thin as a rule: a line, not an area that takes ink
    if min(rectangle.width, rectangle.height) < 5 * KEYLINE:
        is_white = color == WHITE and palette.ink is Ink.BLACK
        items = (shapes.rect(*reach, fill=WHITE if is_white else palette.choose_line(color)),)
    else:
        filled = patterns.fill_with_pattern(sign.pattern, reach, color, palette.ink, pitch=PITCH, weight=WEIGHT,
                                            core=rectangle, field=sign.field)
        (left, top, right, bottom), half_width = (reach.x, reach.y, reach.right, reach.bottom), KEYLINE / 2
        edges = {1: (left, top + half_width, right, top + half_width),
                 3: (left, bottom - half_width, right, bottom - half_width),
                 0: (left + half_width, top, left + half_width, bottom),
                 2: (right - half_width, top, right - half_width, bottom)}
        touched = face.find_touched_edges(rectangle)
        items = *filled, *(shapes.line(*line, Stroke(BLACK, KEYLINE))
                           for edge, line in edges.items() if not touched[edge])
    return (Group(items, clip=shapes.polygon(face.coloured_outline)),) if style.hex_base else items


def _draw_words(content: BandContent, rectangle: Rect, context: DrawContext) -> Items:
    """Return words on the colour itself, after the emblem. In black ink, the pattern is at the end."""
    ink, field = context.palette.ink, context.palette.choose_area(parse_color(content.color))
    sign = rectangle._replace(width=min(1.4 * rectangle.height, 0.3 * rectangle.width)).inset(0.1 * rectangle.height)
    color = choose_text_color(field)
    first, end, clear = Items(), Items(), PAD
    if content.emblem:
        first = (artwork.place_picture(artwork.load_picture(content.emblem), sign, color=color, background=field,
                                       ink=ink),)
    if ink is Ink.BLACK:
        clear += sign.width
        end = patterns.fill_with_pattern(content.pattern, sign._replace(x=rectangle.right - clear), BLACK, ink)
    style = context.text_style._replace(color=color, size=min(context.text_style.size, rectangle.height / LINE_HEIGHT))
    inner = rectangle.inset(sign.width + PAD if first else PAD, 0, clear, 0)
    words = text.set_line(content.words or "", style, inner.x, find_baseline(rectangle, style), "start", inner.width,
                          LEAST_SIZE)
    return (shapes.rect(*rectangle, fill=field), *first, *words, *end)


def _draw_field(content: BandContent, rectangle: Rect, context: DrawContext) -> Items:
    """Return the colour with the emblem, which is on a disc in black ink and if the band is higher than wide.

    The disc is black on solid black. On a band that is too small for an emblem, the pattern identifies the side.
    """
    # bars have the same direction as on counters, for every height of the band
    (x, y), wide, ink = rectangle.center, min(rectangle.width, rectangle.height), context.palette.ink
    upright = rectangle.height > rectangle.width
    core = (x - wide / 2, y - wide / 2, wide, wide) if upright else (*rectangle,)
    pattern = patterns.fill_with_pattern(content.pattern, (*rectangle,), parse_color(content.color), ink, core=core)
    if not content.emblem or wide < LEAST_EMBLEM_HEIGHT:
        return pattern
    emblem = artwork.load_picture(content.emblem)
    if upright or ink is Ink.BLACK:
        radius, ground = 0.42 * wide, BLACK if ink is Ink.BLACK and content.pattern == "solid" else WHITE
        box = (x - 0.7 * radius, y - 0.7 * radius, 1.4 * radius, 1.4 * radius)
        disc = shapes.circle(x, y, radius, fill=ground, stroke=FRAME)
        return *pattern, disc, artwork.place_picture(emblem, box, color=choose_text_color(ground), background=ground,
                                                     ink=ink)
    field = context.palette.choose_area(parse_color(content.color))
    return shapes.rect(*rectangle, fill=field), artwork.place_picture(
        emblem, rectangle.inset(0.1 * rectangle.height), color=choose_text_color(field), background=field, ink=ink)


def _draw_label(words: str, rectangle: Rect, context: DrawContext) -> Items:
    """Return the known words, or the label of a band to fill in."""
    label, style = (words, context.text_style) if words else (context.label, context.label_style)
    if not label:
        return ()
    style = lower_style(style, min(LEAST_LABEL_SIZE, style.size), rectangle.height, label)
    inner = rectangle.inset(PAD, 0)
    return text.set_line(label, style, inner.x, find_baseline(rectangle, style), "start", inner.width,
                         LEAST_LABEL_SIZE)
