"""Box gauges: rows of numbered boxes with a line over their middle.

They are strips, or have the shape of an L or a T. A die decides which of the boxes a shot passes over, or in which box
the shot lands. An arm (a row of boxes) is drawn along x from its start, with its name in a strip above the boxes. The
stem of an L or a T is turned clockwise, so that the stem begins at the bar.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Self

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, Group, Item, LineTo, MoveTo, Stroke
from printshop.drawing.geometry import Transform
from printshop.layout import packing
from printshop.lengths import POINTS_PER_UNIT, Length, typeset_fractions
from printshop.products.templates import strips
from printshop.products.templates.strips import StripPart
from printshop.products.templates.strokes import (
    BOLD_STYLE,
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    WORDS_STYLE,
    place_rotated,
)
from printshop.products.templates.template import (
    TEMPLATE_KINDS,
    Template,
    TemplatePiece,
    TemplateSheet,
    get_default_label,
)
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.words import Words

BOX_SHAPES = ("strips", "L", "T")
MAX_ARMS = 12
MAX_BOXES = 40
MAX_BLANK_LENGTH = "3 ft"


@data_block
class BoxArm(DataBlock):
    """A row of boxes with the texts of `order`.

    `box` is the length of one box. If this length is unknown, `box` is None, and the boxes are drawn `example` long,
    which is a house size. If there is no `example` either, the arm is left empty and is `blank_length` long. `before`
    and `after` are words for the space beyond the start and the end of the arm.
    """

    order: tuple[str, ...] = keys.texts("the texts in the boxes, along the arm", default=..., minimum=1,
                                        maximum=MAX_BOXES)
    box: Length | None = keys.length("the length of a box", positive=True, unknown=True)
    example: Length | None = keys.length("the length of each drawn box if "
                                         "`box` is `unknown`", default=None, positive=True)
    blank_length: Length = keys.length(
        "the length of an empty arm (default: 6 in). An arm is empty if `box` is `unknown` and there is no `example`",
        default="6 in", name="length", positive=True, maximum=MAX_BLANK_LENGTH)
    label: str = keys.text("its name", default=get_default_label)
    before: str = keys.text("words for the space before the start of the arm, and words for the space after the end of "
                            "the arm", default="")
    after: str = keys.text(default="")
    note: str = keys.text("instructions for placing the arm", default="")
    key: str = ""

    @property
    def drawn_length(self) -> Length | None:
        """The length of a box as drawn.

        If no boxes are drawn, the value is None.
        """
        return self.box or self.example

    @property
    def length(self) -> Length:
        """The length of the arm."""
        return self.drawn_length.multiply(len(self.order)) if self.drawn_length else self.blank_length

    @property
    def unit(self) -> str:
        """The unit in which the boxes of a blank arm are measured: mm, cm or in."""
        return self.blank_length.unit if self.blank_length.unit in ("mm", "cm") else "in"

    def validate(self, reader: Reader) -> Self:
        for name, is_redundant in (("example", self.box is not None),
                                   ("length", self.box is not None or self.example is not None)):
            if name in reader and is_redundant:
                reader.add_problem(name, f"{reader.label} has both '{'box' if self.box else 'example'}' and '{name}'",
                                   "keep one of the two: the boxes set the length of the arm" if name == "length"
                                   else
                                   "leave out 'example', or write box: unknown")
        return self


@TEMPLATE_KINDS.register("boxes")
@data_block
class BoxesTemplate(Template):
    """A box gauge.

    `shape` decides whether its arms are separate strips or are joined to an L or a T.
    """

    arms: tuple[BoxArm, ...] = keys.named_blocks(
        BoxArm,
        "arms (rows of boxes) by name. Each arm has `order`, the texts in the boxes along the arm, and `box`, the "
        "length of a box. It may have a `label`. If `box` is `unknown`, the boxes have the length of `example` and are "
        "marked as a house size. If `example` is missing too, the arm is empty and has marks for drawing the boxes by "
        "hand; its length is `length` (default: 6 in). `before` and `after` are words for the space before the start "
        "of the arm and for the space after the end of the arm. `note` has instructions for "
        "placing the arm", entry_label="arm", default=..., minimum=1, maximum=MAX_ARMS)
    width: Length = keys.length(
        "the width of the arms (default: 3/4 in)", default="3/4 in", positive=True, minimum="12 mm",
        hint="make the arms wider, so that their words can be read")
    shape: str = keys.choice(
        BOX_SHAPES,
        "`strips` for separate arms (the default), or `L` or `T` for two arms in one piece, the bar first. A gauge "
        "that is longer than the paper is divided into pieces with glue tabs", help_text="",
        choice_words={"strips": "Separate strips", "L": "L: two arms", "T": "T: two arms"}, default=BOX_SHAPES[0])

    never_tiled = True
    has_codes = True

    def validate(self, reader: Reader) -> Self | None:
        article = "an L" if self.shape == "L" else f"a {self.shape}"
        if self.shape != BOX_SHAPES[0] and len(self.arms) != 2:
            reader.add_problem("shape", f"{reader.label} is {article} and needs 2 arms, but has {len(self.arms)}",
                               "give the gauge two arms, or write shape: strips")
        elif self.shape != BOX_SHAPES[0] and 0 < self.arms[0].length.points < self.width.points:
            reader.add_problem("shape",
                               f"the bar of {reader.label} is only {self.arms[0].length.text} long, but "
                               f"{self.width.text} wide",
                               f"put the longer arm of {article} first, or make the bar longer than it is wide")
        return self if self.arms else None

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield one piece for an L or a T that fits the paper.

        Otherwise yield strips. Raises TooWideError, TooTallError or MissingGlyphError if words cannot be set.
        """
        is_joined, area, code_count = self.shape != BOX_SHAPES[0], sheet.content_rect, 0
        if is_joined:
            joined_piece = self._draw_joined_piece(sheet.words)
            if packing.fits_page((joined_piece.width, joined_piece.height), (area.width, area.height)):
                yield joined_piece
                return
        for index, arm in enumerate(self.arms):
            for piece in self._draw_strips(arm, sheet, code_count, max(area.width, area.height),
                                           is_stem=is_joined and index > 0):
                code_count += 1
                yield piece

    def _draw_joined_piece(self, words: Words) -> TemplatePiece:
        """Return an L or a T in one piece."""
        bar, stem = self.arms
        width, length, height = self.width.pt, bar.length.pt, self.width.pt + stem.length.pt
        left = 0.0 if self.shape == "L" else length / 2 - width / 2
        bar_part, stem_part = (StripPart(1, 1, Fraction(0), arm.length.points) for arm in self.arms)
        stem_group = Group(tuple(_draw_arm(self, stem, stem_part, "", words, upright_figures=True)),
                           Transform(e=left + width, f=width).rotate(90))
        items = (*_draw_arm(self, bar, bar_part, "", words), stem_group,
                 shapes.line(left, width, left + width, width, BOUND_STROKE))
        corners = [(0.0, 0.0), (length, 0.0), (length, width), (left + width, width), (left + width, height),
                   (left, height)]
        edge = shapes.polygon([*corners, *([(left, width), (0.0, width)] if left else [])], stroke=CUT_STROKE)
        return TemplatePiece(self.title, self.title, length, height, edge, items, self.span)

    def _draw_strips(self, arm: BoxArm, sheet: TemplateSheet, code_count: int, max_length: float, *,
                     is_stem: bool) -> Iterator[TemplatePiece]:
        """Yield the pieces of an arm, with codes numbered after `code_count` earlier pieces.

        If `is_stem` is true, the arm is the stem of an L or a T, and its first piece is glued under the bar.
        """
        words, code_letter = sheet.words, sheet.code_letter
        arm_width, glue_length = self.width.pt, self.width.pt if is_stem else 0.0
        parts = strips.divide_strip(arm.length.points, (arm.drawn_length or arm.blank_length).points,
                                    max_length - glue_length,
                                    avoided=(arm.length.points / 2,))
        for part in parts:
            code = f"{code_letter}{code_count + part.number}" if len(parts) > 1 or is_stem else ""
            items = (*_draw_arm(self, arm, part, code, words),
                     *strips.draw_joints(arm_width, part, f"{code_letter}{code_count + part.number + 1}", words))
            edge, width = strips.draw_part_outline(arm_width, part), part.full_length
            if is_stem and part.number == 1:  # a square end is added at its left, which says where to glue it
                glue_text = text.set_block(words("glue_under_start" if self.shape == "L" else "glue_under_middle"),
                                           WORDS_STYLE,
                                           (3, 0, arm_width - 6, arm_width), 1.2, "middle",
                                           "middle", MIN_TYPE_SIZE)
                items = (Group(items, Transform(e=glue_length)),
                         shapes.line(arm_width, 0, arm_width, arm_width, _GLUE_STROKE), *glue_text.items)
                moved_segments = shapes.transform_path(edge, Transform(e=glue_length)).segments
                edge = shapes.polygon([(0.0 if corner.x <= glue_length else corner.x, corner.y)
                                       for corner in moved_segments
                                       if isinstance(corner, MoveTo | LineTo)], stroke=CUT_STROKE)
                width += glue_length
            yield TemplatePiece(f"{self.title} {code or arm.label}", self.title, width, arm_width, edge, items,
                                self.span,
                                self.shape != BOX_SHAPES[0] or len(parts) > 1)


# --- drawing

# Of an arm's width, in points.
CAPTION_HEIGHT = 11.0  # its name, above the boxes
_LINE_SPACING = 8.6  # each further line
_GAP_ABOVE_BOXES = 1.4  # from the last of these to the boxes
_FIGURE_STYLE = text.Style("sans", 28.0, bold=True)
_MIDDLE_STROKE = Stroke(BLACK, 1.4)
_FRAME_STROKE = Stroke(BLACK, 1.6)
_FRAME_INSET = 2.8  # from a middle box to the frame in it
_ARROW_LENGTH = 6.0  # length of the arrowheads on the middle line
_GLUE_STROKE = Stroke(BLACK, 0.5, dash=(3.0, 2.0))
_WRITE_IN_LENGTH = 40.0  # the length of a line to write on


# --- items of an arm


def _draw_arm(template: BoxesTemplate, arm: BoxArm, part: StripPart, code: str, words: Words, *,
              upright_figures: bool = False) -> Iterator[Item]:
    """Yield all items of a piece of an arm.

    If `upright_figures` is true, the figures are turned, so that they stand upright when the arm is turned clockwise.
    """
    # all pieces leave room for as many lines of a note as the first, so that boxes are equally high on all
    width = arm.length.pt if part.part_count == 1 else arm.length.pt / part.part_count * 0.75
    note_lines = text.wrap_text(arm.note, WORDS_STYLE, width - 8) if arm.note else ()
    has_ends = bool(arm.before or arm.after)
    line_count = has_ends + len(note_lines)
    bottom, top = template.width.pt, CAPTION_HEIGHT + _LINE_SPACING * line_count + (_GAP_ABOVE_BOXES if line_count
                                                                                    else 0.0)
    yield shapes.line(0, top, part.length, top, FINE_STROKE)
    yield from _draw_boxes(arm, part, (top, bottom),
                           upright_figures=upright_figures) if arm.drawn_length else _draw_blank_scale(arm, part,
                                                                                                       (top, bottom))
    middle_x = arm.length.pt / 2 - float(part.start)
    is_on_part = 0 <= middle_x <= part.length
    if is_on_part:  # a line over the middle, interrupted for words; only its ends if it falls in a box
        if not arm.drawn_length or len(arm.order) % 2 == 0:
            for mark_top, mark_bottom in ((0.0, CAPTION_HEIGHT),
                                          (top, bottom)) if top > CAPTION_HEIGHT else ((0.0, bottom),):
                yield shapes.line(middle_x, mark_top, middle_x, mark_bottom, _MIDDLE_STROKE)
        yield shapes.arrow(middle_x, _ARROW_LENGTH, 180, _ARROW_LENGTH, 8, fill=BLACK)
        yield shapes.arrow(middle_x, bottom - _ARROW_LENGTH, 0, _ARROW_LENGTH, 8, fill=BLACK)
    title = "" if upright_figures else f"**{template.title}** {code}".rstrip()  # a stem is named by its bar
    yield from _draw_caption(title, arm, middle_x if is_on_part else 0.0, part, words)
    baseline = CAPTION_HEIGHT + 6.6
    max_width = part.length / 2 - 14
    if part.number == 1 and arm.before:
        yield shapes.arrow(4, baseline - 2.3, 270, 4, 5, fill=BLACK)
        yield from text.set_line(arm.before, BOLD_STYLE, 10, baseline, max_width=max_width, min_size=MIN_TYPE_SIZE)
    if part.is_last and arm.after:
        yield shapes.arrow(part.length - 4, baseline - 2.3, 90, 4, 5, fill=BLACK)
        yield from text.set_line(arm.after, BOLD_STYLE, part.length - 10, baseline, "end", max_width=max_width,
                                 min_size=MIN_TYPE_SIZE)
    for index, line in enumerate(note_lines if part.number == 1 else (), has_ends):
        yield from text.set_line(line.string, WORDS_STYLE, 4, baseline + index * _LINE_SPACING)


def _draw_boxes(arm: BoxArm, part: StripPart, vertical_span: tuple[float, float], *,
                upright_figures: bool) -> Iterator[Item]:
    """Yield the boxes of a piece.

    `vertical_span` has the y of the boxes' upper edge and the y of their lower edge.
    """
    assert arm.drawn_length
    box_length, (top, bottom) = arm.drawn_length.pt, vertical_span
    start, count, height = float(part.start), len(arm.order), bottom - top
    first, last = round(start / box_length), round(float(part.end) / box_length)
    yield shapes.lines([(k * box_length - start, top, k * box_length - start, bottom) for k in range(first + 1, last)],
                       BOUND_STROKE)
    text_width, text_height = (height, box_length) if upright_figures else (box_length, height)
    style = _FIGURE_STYLE._replace(size=min(_FIGURE_STYLE.size, (text_height - 4 * _FRAME_INSET) / 0.75))
    for index in range(first, last):
        x, label = index * box_length - start, arm.order[index]
        if index in ((count - 1) // 2, count // 2):
            yield shapes.rect(x + _FRAME_INSET, top + _FRAME_INSET, box_length - 2 * _FRAME_INSET,
                              height - 2 * _FRAME_INSET, stroke=_FRAME_STROKE)
        if style.size < MIN_TYPE_SIZE:
            raise text.TooTallError(label, MIN_TYPE_SIZE, text_height - 4 * _FRAME_INSET)
        line = text.set_line(label, style, 0, 0, "middle", max_width=text_width - 4 * _FRAME_INSET,
                             min_size=MIN_TYPE_SIZE)
        baseline = 0.36 * max((item.size for item in line), default=0.0)
        x, y = x + box_length / 2, top + height / 2
        yield place_rotated(line, x + baseline, y, -90) if upright_figures else Group(line,
                                                                                      Transform(e=x, f=y + baseline))


def _draw_blank_scale(arm: BoxArm, part: StripPart, vertical_span: tuple[float, float]) -> Iterator[Item]:
    """Yield marks, numbered outwards from the middle of an empty arm, for boxes that are drawn by hand."""
    top, bottom = vertical_span
    step, long_mark_every = (POINTS_PER_UNIT["in"] / 4, 4) if arm.unit == "in" else (POINTS_PER_UNIT["mm"] * 5, 2)
    middle = float(arm.length.points) / 2
    mark_count = math.ceil(middle / float(step)) - 1
    marks = []
    for index in (*range(-mark_count, 0), *range(1, mark_count + 1)):
        x, mark_height = middle + index * float(step) - float(part.start), 3.5 if index % long_mark_every else 6.5
        if 0 < x < part.length:
            marks += [(x, top, x, top + mark_height), (x, bottom, x, bottom - mark_height)]
            if index % long_mark_every == 0 and part.length - x > 4 < x:
                figure = f"{float(abs(index) * step / POINTS_PER_UNIT[arm.unit]):g}"
                yield from text.set_line(figure, WORDS_STYLE, x, top + 12.5, "middle")
    yield shapes.lines(marks, FINE_STROKE)


def _draw_caption(title: str, arm: BoxArm, middle_x: float, part: StripPart, words: Words) -> Iterator[Item]:
    """Yield the name of an arm, to the left of the arm's middle, and the length of its boxes, to the right.

    If the name or the length is too long for its half, or if the middle is on another piece, both stand in the longer
    half. Pieces after the first piece then have only the name.
    """
    name, is_blank = f"{title} {arm.label}".strip(), not arm.drawn_length
    size_text = (words("box_size", size=words.number(typeset_fractions(arm.box.text))) if arm.box
                 else words("house_size", size=words.number(typeset_fractions(arm.example.text)))
                 if arm.example else words("box_is", order=" ".join(arm.order)))
    write_in_width = _WRITE_IN_LENGTH + 14 if is_blank else 0.0  # a line to write a figure on, and its unit
    (start, end), (left, right) = (4.0, middle_x - _ARROW_LENGTH), (middle_x + _ARROW_LENGTH, part.length - 4)
    min_size_width = text.measure_text(size_text, WORDS_STYLE) * MIN_TYPE_SIZE / WORDS_STYLE.size + write_in_width
    shows_size = True
    if (
        not middle_x
        or min_size_width > right - left
        or text.measure_text(name, WORDS_STYLE) * MIN_TYPE_SIZE / 7 > end - start
    ):
        start, end = max((start, end), (left, right), key=lambda room: room[1] - room[0])
        shows_size = part.number == 1
        if shows_size:
            left, right = start + (end - start) * 0.55, end
            end = left - 6
    yield from text.set_line(name, WORDS_STYLE, start, 8, max_width=end - start, min_size=MIN_TYPE_SIZE)
    if shows_size:
        yield from text.set_line(size_text, WORDS_STYLE, right - write_in_width, 8, "end",
                                 max_width=right - write_in_width - left, min_size=MIN_TYPE_SIZE)
        if is_blank:
            yield shapes.line(right - write_in_width + 3, 9, right - 11, 9, FINE_STROKE)
            yield from text.set_line(arm.unit, WORDS_STYLE, right, 8, "end")
