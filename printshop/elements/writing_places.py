"""The elements `lines` and `box`: places where players write.

Lengths are in points, with the origin at the top left of the page, record or face and y down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from printshop.drawing import text
from printshop.drawing.display_list import BLACK, WHITE, Color, Item, Stroke
from printshop.drawing.shapes import line, rect
from printshop.elements.context import DrawContext, Items
from printshop.elements.texts import lower_style
from printshop.game.counters import TEXT_MARGIN
from printshop.game.elements import CHART, ELEMENTS, Element, ShownValues
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import PAD, RowHeights, find_baseline
from printshop.lengths import MM
from printshop.problems import CrowdedError, DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block

LEAST_PITCH, PITCH = 4 * MM, 7 * MM  # of lines to write on: the least and the usual distance
BOX_HEIGHTS = RowHeights(15 * MM, 8 * MM)
RULED_BOX_LINES = 3
LEAST_LABEL_SIZE = 6.0  # points: of the words in the corner of a box
LEAST_WIDTH = 2 * MM  # of a place to write in
LEAST_LINE = 8 * MM  # behind the words on a line
LABEL_COLOR = Color(110, 110, 110)  # of the words in the corner of a box
LINE_WIDTH = 0.4  # points
LEAST_NOTES, LARGEST_NOTES = 6.5, 10.0  # points: of a printed text in a place to write in


class WritingPlace(Element):
    """An element that players write in.

    In forms, the text of the cell is its label.
    """

    no_text = height_varies = False
    keeps_clear = holds_writing = is_fixed = True
    default_margin = TEXT_MARGIN


def _check_width(rectangle: Rect) -> None:
    """Raise DoesNotFitError if a place is too narrow to write in."""
    if rectangle.width < LEAST_WIDTH:
        raise DoesNotFitError(f"a place to write in must be {LEAST_WIDTH / MM:.0f} mm wide, but there is room for only "
                              f"{max(rectangle.width, 0.0) / MM:.1f} mm", "give it more room")


class WritingContent(NamedTuple):
    """The number of lines or, in a box, whether there are lines; and their distance in points where there is room."""

    number: int
    pitch: float


@ELEMENTS.register("lines")
@data_block
class WritingLines(WritingPlace):
    """Lines to write on."""

    lines: int = keys.integer("the number of lines to write on; in forms, the text of the cell is their label", 0, 100,
                              label="Lines to write on", help_text="For notes of the players", default=0, icon="lines",
                              new_values={"lines": 2})

    subject = "the lines to write on"

    def resolve(self, unit_values: ShownValues) -> WritingContent:
        """Return the number of lines and their distance."""
        return WritingContent(self.lines, max(PITCH, unit_values.variant.writing_height))

    def measure(self, content: WritingContent, width: float, context: DrawContext) -> float:
        """Return the natural height of the lines; on charts, it depends on the size of the text."""
        return content.number * context.line_pitch + 1 if self.container == CHART else content.number * content.pitch

    def measure_range(self, content: WritingContent, width: float, context: DrawContext) -> tuple[float, float | None]:
        """Return the natural and the least height of the lines."""
        least = content.pitch if content.pitch > PITCH else LEAST_PITCH
        return self.measure(content, width, context), content.number * least

    def draw(self, content: WritingContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the lines, the label before the first.

        Lines on a dark face are on white paper. Raises DoesNotFitError if the place is too low or too narrow.
        """
        if self.container == CHART:
            return context.draw_space(rectangle, "")
        _check_width(rectangle)
        count, label, items = content.number, context.words.before, list[Item]()
        if rectangle.height < count * LEAST_PITCH - 0.01:
            raise CrowdedError(f"{count} line{'s' * (count > 1)} to write on need {count * LEAST_PITCH / MM:.0f} mm, "
                               f"but the place is {rectangle.height / MM:.1f} mm high",
                               f"make the {'strip' if context.face else 'row'} higher, or make the number of 'lines' "
                               "smaller")
        if context.face and context.pen != BLACK:  # pencil marks cannot be seen on a dark ground
            items.append(rect(*rectangle, fill=WHITE))
            context = context._replace(pen=BLACK)
        least = min(context.words.sizes[1], context.words.size)
        for number, band in enumerate(_split_lines(count, rectangle, context)):
            style = lower_style(context.text_style, least, band.height, label)
            start, y = band.x, _find_writing_baseline(band, style)
            if not number and label:
                words = text.set_line(label, style, band.x, y - 1.5, "start", band.width - LEAST_LINE, least)
                items += words
                start = words[-1].x + words[-1].width + PAD
            items.append(line(start, y, band.right, y, Stroke(context.pen, LINE_WIDTH)))
        return tuple(items)

    def find_writing_places(self, content: WritingContent, rectangle: Rect, context: DrawContext) -> Iterator[Rect]:
        """Yield the places of all lines, behind the label of the first."""
        for number, band in enumerate(_split_lines(content.number, rectangle, context)):
            label = "" if number else context.words.before
            left = text.measure_text(label, context.text_style) + PAD if label else 0.0
            yield band.inset(min(left, 0.7 * band.width), 0, 0, 0)


def set_on_lines(words: str, places: Sequence[Rect], style: text.Style) -> Items:
    """Return a text on lines to write on.

    The text has the largest size in which all of it fits. If it does not fit, return no items.
    """
    size = min(style.size, LARGEST_NOTES)
    while places and size >= LEAST_NOTES:
        style = style._replace(size=size)
        with suppress(text.TooWideError):
            lines = text.wrap_text(words, style, min(place.width for place in places))
            if len(lines) <= len(places):
                return tuple(run for place, line in zip(places, lines, strict=False) for run in text.set_line(
                    text.escape_markup(line.string), style, place.x, _find_writing_baseline(place, style) - 1.5))
        size -= 0.5
    return ()


def set_in_box(words: str, place: Rect, style: text.Style) -> Items:
    """Return a text at the top of a box.

    The text has the largest size in which all of it fits. If it does not fit, return no items.
    """
    with suppress(text.TooWideError, text.TooTallError):
        return text.set_block(words, style._replace(size=min(style.size, LARGEST_NOTES)), place.inset(1 * MM, 0),
                              min_size=LEAST_NOTES).items
    return ()


def _find_writing_baseline(place: Rect, style: text.Style) -> float:
    """Return the y of a line to write on, which is a little below the base line of its words."""
    return min(place.bottom - 1.2 * MM, find_baseline(place, style) + 1.5)


def _split_lines(count: int, rectangle: Rect, context: DrawContext) -> tuple[Rect, ...]:
    """Return the places of lines, clear of the sides of their cell."""
    pad = context.words.pad
    return tuple(rectangle.inset(pad, 0, pad + context.words.gap, 0).split_rows([1] * count))


@ELEMENTS.register("box")
@data_block
class WritingBox(WritingPlace):
    """An empty box to write or draw in."""

    box: bool = keys.flag("`true` for an empty box; in forms, the text of the cell is its label", label="Empty box",
                          help_text="For numbers or drawings", icon="box", new_values={"box": True})
    ruled: bool = keys.flag("`true` for as many lines to write on as fit", label="Lines to write on",
                              help_text="As many as fit")

    subject = "the box"

    def resolve(self, unit_values: ShownValues) -> WritingContent:
        """Return the lines in the box."""
        return WritingContent(self.ruled, max(PITCH, unit_values.variant.writing_height))

    def measure(self, content: WritingContent, width: float, context: DrawContext) -> float:
        """Return the natural height of the box."""
        return (RULED_BOX_LINES + 1) * content.pitch if content.number else BOX_HEIGHTS.natural

    def measure_range(self, content: WritingContent, width: float, context: DrawContext) -> tuple[float, float | None]:
        """Return the natural and the least height of the box."""
        return self.measure(content, width, context), BOX_HEIGHTS.lowest

    def draw(self, content: WritingContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the box, on paper where the ground is dark, with its label in the corner. Raises DoesNotFitError."""
        _check_width(rectangle)
        pad = context.words.pad
        above = 0.6 * MM + min(context.margin, 0.8 * MM)  # on faces, the box keeps clear of the cut
        frame = rectangle.inset(pad, above, pad + context.words.gap, above)
        count = int((frame.height - 4 * MM) / content.pitch) if content.number else 0
        needs_paper = context.pen != BLACK or context.backings.find_backing(rectangle.center) is not None
        items: Items = (*((rect(*frame, fill=WHITE),) if needs_paper else ()),
                        *(line(frame.x + 2 * MM, y := frame.y + 2 * MM + number * content.pitch, frame.right - 2 * MM,
                               y, Stroke(width=LINE_WIDTH)) for number in range(1, count + 1)),
                        rect(*frame, stroke=Stroke(width=0.6 * context.line_weight)))
        label = context.words.before
        if not label:
            return items
        inner = frame.inset(1.0 * MM, 0.8 * MM)
        style = lower_style(context.label_style._replace(color=LABEL_COLOR), LEAST_LABEL_SIZE, frame.height, label)
        return *items, *text.set_line(label, style, inner.x, inner.y + style.size * 0.8, "start", inner.width,
                                      LEAST_LABEL_SIZE)

    def find_writing_places(self, content: WritingContent, rectangle: Rect, context: DrawContext) -> Iterator[Rect]:
        """Yield the place in the box below its label."""
        above = 1.2 * context.label_style.size if context.words.before else 0.0
        side_space = context.words.pad + 0.6 * MM
        yield rectangle.inset(side_space, min(1 * MM + above, rectangle.height / 2), side_space + context.words.gap,
                              0.8 * MM)
