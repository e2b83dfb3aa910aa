"""Range sticks and rulers.

Sticks have bands along a strip, with ticks, distances and marks, and words at both ends. Rulers have a scale that
begins at their very edge, in any unit, with words at the distances that matter in a game.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, Self

from printshop.drawing import patterns, shapes, text
from printshop.drawing.display_list import BLACK, Item, Stroke, parse_color
from printshop.drawing.ink import Ink
from printshop.drawing.themes import current_theme
from printshop.game.model import Side
from printshop.layout.labels import draw_emblem
from printshop.lengths import POINTS_PER_UNIT, Length, parse_length
from printshop.products.templates import strips
from printshop.products.templates.strips import (
    FIGURES_BOTTOM,
    TEXT_CLEARANCE,
    BandedStrip,
    PartSpace,
    StripPart,
    StripSpan,
)
from printshop.products.templates.strokes import (
    BOLD_STYLE,
    BOUND_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    WORDS_STYLE,
    place_rotated,
)
from printshop.products.templates.template import TEMPLATE_KINDS, Template, TemplatePiece, TemplateSheet
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import ZERO_LENGTH, Reader, read_plain_text
from printshop.source import SequenceNode

MAX_TICKS, MAX_MARKS = 2000, 20

_BOUND_FIGURE_STYLE = text.Style("sans", 8.0, bold=True)
_FIGURE_BASELINE = 9.5  # the baseline of distances
_END_WORDS_STYLE = text.Style("sans", 7, bold=True, tracking=0.4)
_FIRST_LINE_DISTANCE = 8.2  # from the end of a stick to the first line of words across it
_LINE_SPACING = 9.0  # length of the stick taken by a line of words across it
# name of a side's stick; length taken by its emblem
_SIDE_NAME_STYLE, _EMBLEM_LENGTH = text.Style("display", 12, bold=True), 40.0
_MARK_STROKE = Stroke(BLACK, 1.4)
_MAX_MARK_WIDTH = 110.0  # largest width of a mark's label
# for sticks whose bands have strips of colour
_BOLD_NAME_STYLE = text.Style("sans", 10.5, bold=True)
_LARGE_STYLE, _LARGE_BOUND_STYLE = text.Style("sans", 10, bold=True), text.Style("sans", 11.5, bold=True)  # distances
_END_ARROW_LENGTH = 7.0  # length of the arrow at the end
_END_MARGIN = 6.0  # from the ends of a piece to its words
_LINE_MARGIN = 4.0  # from a line across the stick to words


@data_block
class DistanceMark(DataBlock):
    """A line across a stick or ruler, with words.

    `at` is the distance of the line from the start.
    """

    at: Length = keys.length("the distance of the line from the start", positive=True)
    label: str = keys.text("its words")


@TEMPLATE_KINDS.register("stick")
@data_block
class StickTemplate(BandedStrip, Template):
    """A range stick."""

    marks: tuple[DistanceMark, ...] = keys.block_list(
        DistanceMark,
        "a list of lines across the stick at distances that matter. Each line has `at`, the distance from the start of "
        "the stick, and a `label`", label="Lines across the stick",
        entry_label="mark", maximum=MAX_MARKS)
    ticks: Length = keys.length("the distance between the ticks (default: 1 in), a few words at the start, and a few "
                                "words at the end", default="1 in", positive=True)
    start: str = keys.text(default="")
    end: str = keys.text(default="")

    never_tiled = True
    has_codes = True

    @property
    def has_counted_bands(self) -> bool:
        """Whether each band is as long as the distance between two ticks, for example one hex."""
        return not self.has_colored_bands and all(
            band.to and band.to.points == number * self.ticks.points for number, band in enumerate(self.bands, 1))

    def validate(self, reader: Reader) -> Self | None:
        stick = super().validate(reader)
        if not stick:
            return None
        if 0 < stick.ticks.points * MAX_TICKS < stick.length.points:
            reader.add_problem("ticks",
                               f"{reader.label} would have more than {MAX_TICKS} ticks at a distance of "
                               f"{stick.ticks.text} on its "
                               f"length of {stick.length.text}",
                               "make the ticks farther apart, or make the stick shorter")
        for mark in stick.marks:
            if mark.at.points > stick.length.points > 0:
                reader.add_problem("marks",
                                   f"the mark '{mark.label}' of {reader.label} is at {mark.at.text}, but the stick "
                                   f"ends at {stick.length.text}", "move the mark, or make the stick longer")
        return stick

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the pieces of the stick, with their length across the page.

        The code of a piece begins with the letter of the sheet. Raises TooWideError or MissingGlyphError if words
        cannot be set.
        """
        width, stick_pieces = self.width.pt, []
        for part in self.divide_into_parts(max(sheet.content_rect.width, sheet.content_rect.height)):
            code = f"{sheet.code_letter}{part.number}" if part.part_count > 1 else ""
            stick_pieces.append(_StickPiece(self, part, code, f"{self.title}  **{code}**" if code else self.title,
                                            self.start if part.number == 1 else "",
                                            self.end.upper() if part.is_last else "",
                                            self.side if part.number == 1 else None))
        band_items = strips.draw_bands(self, [PartSpace(piece.part, tuple(piece.iter_occupied_spans()))
                                              for piece in stick_pieces], sheet.ink, sheet.words)
        for piece in stick_pieces:
            part = piece.part
            items = (*band_items[part.number], *piece.draw_scale(),
                     *(piece.draw_colored_end_words() if self.has_colored_bands else piece.draw_end_words()),
                     *piece.draw_side_emblem(sheet.ink),
                     *strips.draw_joints(width, part, f"{sheet.code_letter}{part.number + 1}", sheet.words))
            yield TemplatePiece(f"{self.title} {piece.code}".rstrip(), self.title, part.full_length, width,
                                strips.draw_part_outline(width, part),
                                items, self.span, part.part_count > 1)

    def divide_into_parts(self, max_length: float) -> tuple[StripPart, ...]:
        """Divide the stick into the fewest parts that are no longer than `max_length`.

        If possible, the stick is divided at positions where bands meet.
        """
        return strips.divide_strip(self.length.points, self.ticks.points, max_length, self.known_bounds,
                                   {mark.at.points for mark in self.marks})

    @property
    def figure_styles(self) -> tuple[text.Style, text.Style]:
        """The text styles of distances: the usual style, and the style at the ends of bands and at marks."""
        return (_LARGE_STYLE, _LARGE_BOUND_STYLE) if self.has_colored_bands else (WORDS_STYLE, _BOUND_FIGURE_STYLE)

    def format_distance(self, position: Fraction) -> str:
        """Return the distance of a position from the start as text, in the unit of the bands."""
        return f"{float(position / POINTS_PER_UNIT[self.length.unit]):g}"


class _PlacedMark(NamedTuple):
    """A mark that is `x` points from the start of a piece.

    `distance` is the mark's distance from the start of the stick, as text. If `words_left` is true, the words of the
    mark stand to its left. `span` is the stretch of the piece that the mark and its name need.
    """

    x: float
    distance: str
    words_left: bool
    name_items: tuple[Item, ...]
    span: StripSpan


@dataclass(frozen=True)
class _StickPiece:
    """A part of a stick. If there are several parts, each part has a code.

    `start_words` and `end_words` are the words at the start and at the end of the part. If the part is the first
    part, `side` is the side of the stick.
    """

    stick: StickTemplate
    part: StripPart
    code: str
    name: str
    start_words: str
    end_words: str
    side: Side | None

    @cached_property
    def placed_marks(self) -> tuple[_PlacedMark, ...]:
        """The marks on the piece.

        If a mark is at a joint, it is on the piece that begins at the joint. The words of a mark stand to its right, or
        to its left near the end of a piece. The words may reach to the end of the piece or to the next mark. Two marks
        whose words face each other share the space between them.
        """
        stick, part = self.stick, self.part

        def is_near_end(x: float) -> bool:
            return part.length - x < 60 < x

        on_part = [(mark, float(mark.at.points - part.start)) for mark in stick.marks
                   if part.start <= mark.at.points < part.end or (part.is_last and mark.at.points == part.end)]
        placed_marks = []
        for mark, x in on_part:
            words_left, distance = is_near_end(x), stick.format_distance(mark.at.points)
            free_width = x if words_left else part.length - x
            if next_positions := [position for _,
                                  position in on_part if (position < x if words_left else position > x)]:
                nearest = max(next_positions) if words_left else min(next_positions)
                free_width = min(free_width, abs(nearest - x) / (2 if is_near_end(nearest) != words_left else 1))
            # Above strips of colour the name stands beside its distance, else below it.
            offset, baseline, margin = (10 + text.measure_text(distance, stick.figure_styles[1]), _FIGURE_BASELINE,
                                        0) if stick.has_colored_bands else (
                4, 20.0 if stick.width.pt >= 30 else 17.0, 4)
            name_items = text.set_line(mark.label, BOLD_STYLE, x - offset if words_left else x + offset, baseline,
                                       "end" if words_left else "start",
                                       max_width=min(_MAX_MARK_WIDTH, free_width - offset - 4 - margin),
                                       min_size=MIN_TYPE_SIZE)
            start, _, end, _ = shapes.measure_bounds(name_items) if name_items else (x, 0, x, 0)
            placed_marks.append(_PlacedMark(x, distance, words_left, name_items, (min(start, x), max(end, x))))
        return tuple(placed_marks)

    def draw_scale(self) -> Iterator[Item]:
        """Yield the ticks, the shorter ticks half way between them, the distances and the marks.

        If the stick has strips of colour, ticks are only on the upper edge, otherwise on both edges. Distances are in
        the unit of the bands. They are larger at the end of a band and at marks. Distances stand to the right of
        their ticks, or to the left of the tick at the end of the piece. If a distance would overlap the name of a
        mark, it is left out.
        """
        stick, part = self.stick, self.part
        width, tick, half_tick = stick.width.pt, stick.ticks.points, stick.ticks.points / 2
        ticks = []
        for index in range(math.floor(part.start / half_tick) + 1, math.ceil(part.end / half_tick)):
            x, tick_length = float(index * half_tick - part.start), 4.0 if index % 2 else 7.0
            ticks += [(x, 0.0, x, tick_length), *([] if stick.has_colored_bands
                                                  else [(x, width, x, width - tick_length)])]
        yield shapes.lines(ticks, FINE_STROKE)
        name_spans = [mark.span for mark in self.placed_marks if stick.has_colored_bands and mark.name_items]
        mark_positions = {mark.at.points for mark in stick.marks}
        for index in range(math.floor(part.start / tick) + 1, math.floor(part.end / tick) + 1):
            position = index * tick
            x, style = float(position - part.start), stick.figure_styles[position in stick.known_bounds]
            if stick.has_counted_bands or any(left - 6 < x < right + 6 for left, right in name_spans):
                continue
            if position == part.end and not (part.is_last and (position in mark_positions
                                                               or (self.end_words and not stick.has_colored_bands))):
                yield from text.set_line(stick.format_distance(position), style, x - 6, _FIGURE_BASELINE, "end")
            elif position != part.end and position not in mark_positions:
                yield from text.set_line(stick.format_distance(position), style, x + 2, _FIGURE_BASELINE)
        for x, distance, left, name_items, _ in self.placed_marks:  # a line between two arrowheads
            yield shapes.line(x, 0, x, width, _MARK_STROKE)
            yield shapes.arrow(x, 6, 180, 6, 8, fill=BLACK)
            yield shapes.arrow(x, width - 6, 0, 6, 8, fill=BLACK)
            yield from text.set_line(distance, stick.figure_styles[1], x - 6 if left else x + 6, _FIGURE_BASELINE,
                                     "end" if left else "start")
            yield from name_items

    def iter_occupied_spans(self) -> Iterator[StripSpan]:
        """Yield the stretches of the piece in which the words of bands cannot stand."""
        length = self.part.length
        if self.stick.has_colored_bands:
            start_width = self._measure_start_width()
            yield 0.0, _END_MARGIN + min(start_width, max(text.measure_text(*line)
                                                          for line in self._get_start_lines())) + 2 * _LINE_MARGIN
            if self.end_words:
                end_width = max(text.measure_text(line, BOLD_STYLE) for line in self._get_end_lines())
                yield length - end_width - _END_ARROW_LENGTH - _END_MARGIN - 3 * _LINE_MARGIN, length
            yield from ((mark.x - _LINE_MARGIN, mark.x + _LINE_MARGIN) for mark in self.placed_marks)
            return
        yield 0.0, max([_FIRST_LINE_DISTANCE, _EMBLEM_LENGTH * bool(self.side),
                        *(column_x for column_x,
                          _ in self._find_name_columns())]) + _LINE_SPACING - _FIRST_LINE_DISTANCE
        if self.end_words:
            yield length - _LINE_SPACING, length
        yield from ((left - 4, right + 4) for left, right in (mark.span for mark in self.placed_marks))

    def draw_end_words(self) -> Iterator[Item]:
        """Yield the words at both ends, set across the stick, and the name and code of the piece.

        The name stands along the piece, before the first figure. If there is too little room before this figure, the
        name stands across the start of the piece.
        """
        width, columns = self.stick.width.pt, self._find_name_columns()

        def draw_across(string: str, style: text.Style, x: float) -> Item:
            line = text.set_line(string, style, 0, 0, "middle", max_width=width - 4, min_size=MIN_TYPE_SIZE)
            return place_rotated(line, x, width / 2, -90)

        if self.start_words:
            yield draw_across(self.start_words.upper(), _END_WORDS_STYLE, _FIRST_LINE_DISTANCE)
        if not columns:
            start, end = self._find_name_span()
            style, baseline_shift = (_SIDE_NAME_STYLE._replace(color=current_theme().ink),
                                     3.0) if self.stick.side else (WORDS_STYLE, 1.5)
            yield from text.set_line(self.name, style, start, _FIGURE_BASELINE + baseline_shift, max_width=end - start,
                                     min_size=MIN_TYPE_SIZE)
        yield from (draw_across(words, WORDS_STYLE, column_x) for column_x, words in columns)
        if self.end_words:
            yield draw_across(self.end_words, _END_WORDS_STYLE, self.part.length - 4)

    def draw_side_emblem(self, ink: Ink) -> Iterator[Item]:
        """Yield the colour and the emblem of the side, at the start."""
        if self.side:
            color, (x, y) = parse_color(self.side.color), (_EMBLEM_LENGTH / 2, self.stick.width.pt / 2)
            yield from patterns.fill_with_pattern(self.side.pattern, (0, 0, 2 * x, 2 * y), color, ink)
            yield from draw_emblem(self.side.emblem_path, (x, y), 0.43 * _EMBLEM_LENGTH, color,
                                   ink) if self.side.emblem_path else ()

    def _find_name_span(self) -> StripSpan:
        """Return the stretch for a name along the piece, up to a little before the first tick."""
        tick, part = self.stick.ticks.points, self.part
        return (_FIRST_LINE_DISTANCE + (_EMBLEM_LENGTH if self.side else 4 if self.start_words else 0),
                min(float((math.floor(part.start / tick) + 1) * tick - part.start), part.length) - 5)

    def _find_name_columns(self) -> list[tuple[float, str]]:
        """Return the lines of a name that stands across the piece, each with its position.

        If the name stands along the piece, there are no such lines.
        """
        start, end = self._find_name_span()
        name_width, max_width = text.measure_text(self.name, WORDS_STYLE), self.stick.width.pt - 12
        if name_width <= end - start:
            return []
        lines = [self.name]
        if name_width > max_width:
            try:
                lines = [line.string for line in text.wrap_text(self.stick.title, WORDS_STYLE, max_width)]
            except text.TooWideError:  # one word is longer than a line: the title stays whole and is made smaller
                lines = [self.stick.title]
            lines += [f"**{self.code}**"] if self.code else []
        first = max(start, _FIRST_LINE_DISTANCE + (_LINE_SPACING if self.start_words else 2 if self.part.number > 1
                                                   else 0))
        return [(first + index * _LINE_SPACING, line) for index, line in enumerate(lines)]

    # the same for sticks with strips of colour

    def draw_colored_end_words(self) -> Iterator[Item]:
        """Yield the words at both ends, below the figures, and an arrow after the words at the end.

        Raises TooWideError or MissingGlyphError if the words cannot be set.
        """
        stick, end = self.stick, self.part.length - _END_MARGIN
        second_baseline = min((FIGURES_BOTTOM + stick.text_bottom) / 2 + 7.2, stick.text_bottom - TEXT_CLEARANCE - 1.5)
        baselines, max_width = (second_baseline - 8.1, second_baseline), self._measure_start_width()
        for (words, style), baseline in zip(self._get_start_lines(), baselines, strict=False):
            yield from text.set_line(words, style, _END_MARGIN, baseline, max_width=max_width, min_size=MIN_TYPE_SIZE)
        for words, baseline in zip(self._get_end_lines(), baselines, strict=False) if self.end_words else ():
            yield from text.set_line(words, BOLD_STYLE, end - _END_ARROW_LENGTH - _LINE_MARGIN, baseline, "end",
                                     max_width, MIN_TYPE_SIZE)
        if self.end_words:
            yield shapes.arrow(end, (FIGURES_BOTTOM + stick.text_bottom) / 2, 90, _END_ARROW_LENGTH, 8, fill=BLACK)

    def _measure_start_width(self) -> float:
        """Return the greatest width of words at the start. Words may reach to the first mark."""
        return min([mark.x for mark in self.placed_marks if mark.x > 2 * _END_MARGIN]
                   + [self.part.length]) - _END_MARGIN - _LINE_MARGIN

    def _get_start_lines(self) -> tuple[tuple[str, text.Style], ...]:
        """Return the lines at the start: the name and the words of the start.

        If the name would touch a figure, it has a smaller size.
        """
        start_lines = ((f"**{self.start_words}**", WORDS_STYLE),) if self.start_words else ()
        share = (self.stick.ticks.points - 2 * _END_MARGIN) / text.measure_text(self.name, _BOLD_NAME_STYLE)
        return ((self.name, _BOLD_NAME_STYLE._replace(size=_BOLD_NAME_STYLE.size * min(max(float(share), 0.85), 1.0))),
                *start_lines)

    def _get_end_lines(self) -> tuple[str, ...]:
        """Return the words at the end of the stick.

        If one line would be longer than an eighth of the piece, the words are in two lines.
        """
        is_short = text.measure_text(self.end_words, BOLD_STYLE) <= self.part.length / 8
        return (self.end_words,) if is_short else _split_in_two(self.end_words, BOLD_STYLE)


def _split_in_two(string: str, style: text.Style) -> tuple[str, ...]:
    """Return words as two lines of about equal length. If there is only one word, return it as one line."""
    def measure_longest(lines: tuple[str, ...]) -> float:
        return max(text.measure_text(line, style) for line in lines)

    words = string.split(" ")
    splits = [(" ".join(words[:index]).strip(), " ".join(words[index:]).strip()) for index in range(1, len(words))]
    best = min((pair for pair in splits if all(pair)), key=measure_longest, default=(string,))
    return best if measure_longest(best) < measure_longest((string,)) else (string,)


# --- rulers ---

MAX_RULER_MARKS = 40  # marks with words on a ruler
MIN_TWO_SCALE_WIDTH = parse_length("19 mm")  # least width of a ruler with figures at both edges

_MARK_STYLE = text.Style("sans", 12.0, bold=True)
_WORDS_TOP = 15.5  # from the upper edge to the words of marks; the baseline of figures is 2 points higher
_TITLE_DISTANCE = 10.5  # from the baseline of the title to the lower edge, which leaves room for its ticks
_LOWER_FIGURES_HEIGHT = 9.5  # added to `_TITLE_DISTANCE` if the lower edge has figures
_HEAVY_STROKE = Stroke(BLACK, 1.2)
_FIGURE_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)

_MARK_LIST_KEY = keys.get_key(keys.block_list(DistanceMark, entry_label="mark", maximum=MAX_RULER_MARKS))

RulerMarks = tuple[tuple[Length, str], ...]


def _read_marks(reader: Reader, name: str) -> RulerMarks:
    """Return pairs of distance and words from a mapping or a list of marks, the nearest mark first."""
    if isinstance(reader.get_raw_node(name), SequenceNode):
        mark_list: tuple[DistanceMark, ...] = _MARK_LIST_KEY.read(reader, name)
        return tuple(sorted(((mark.at, mark.label) for mark in mark_list), key=lambda mark: mark[0].points))
    mark_reader = reader.open_mapping(name)
    marks: list[tuple[Length, str]] = []
    for key in mark_reader.list_keys() if mark_reader else ():
        node = mark_reader.get_node(key) if mark_reader else None
        try:
            position = parse_length(key)
        except ValueError as error:
            reader.problems.add(mark_reader.find_key_span(key) if mark_reader else None,
                                f"'{name}' of {reader.label}: {error}",
                                "write a distance and its words, for example 3 in: short")
            continue
        words = read_plain_text(node, f"the mark at {key} of {reader.label}", reader.problems) if node else None
        marks.append((position, words or ""))
    return tuple(sorted(reader.limit_entries(name, marks, MAX_RULER_MARKS), key=lambda mark: mark[0].points))


@TEMPLATE_KINDS.register("ruler")
@data_block
class RulerTemplate(Template):
    """A ruler."""

    material: str = keys.text("the material on which the ruler is printed (default: card)",
                              label="Printed on", default="card")
    length: Length | None = keys.length("the length of the ruler (default: the distance of "
                                        "its last mark)", default=None, positive=True)
    width: Length = keys.length(
        "the width of the ruler (default: 1 in). A ruler that is longer than the paper is divided into pieces with "
        "glue tabs", default="1 in",
        minimum="16 mm", positive=True, hint="make the ruler wider, so that its words can be read")
    every: Length = keys.length("the distance between the figures (default: 1 in), and the distance between the fine "
                                "ticks (default: half the distance between the figures)",
                                default="1 in", positive=True)
    ticks: Length | None = keys.length(default=None, positive=True)
    unit: Length | None = keys.length(
        "the length that counts as 1 in the figures, for example `10 mm`, or `2 in` for a unit of the game (default: "
        "the unit of `every`)", default=None, positive=True)
    other_edge: Length | None = keys.length(
        "the distance between the figures of the lower edge in another unit, for example `10 mm`. Without "
        "`other_edge`, the lower edge has the ticks of the upper edge and no figures", default=None, positive=True)
    marks: RulerMarks = keys.custom(
        _read_marks, lambda writer: {"anyOf": [
            {"type": "object", "additionalProperties": keys.TEXTS_SCHEMA["items"]},
                                               _MARK_LIST_KEY.make_schema(writer)]},
        "words by distance, for example `{3 in: short, 6 in: long}`, or a list with `at` and `label`. Each of the "
        "words has a line across the ruler", label="Words at distances",
        default=())

    never_tiled = True
    has_codes = True

    def validate(self, reader: Reader) -> Self | None:
        length = self.length or (self.marks[-1][0] if self.marks else None)
        if not length:
            if "marks" not in reader:
                reader.add_missing_key("length",
                                       "give the ruler a length or marks: without a length, the ruler ends at its last "
                                       "mark")
            return None
        for position, words in self.marks:
            if not 0 < position.points <= length.points and length.points:
                reader.add_problem("marks",
                                   f"the mark '{words}' of {reader.label} is at {position.text}, but must be at more "
                                   f"than 0 and at most {length.text}",
                                   "move the mark, or make the ruler longer")
        if self.other_edge and 0 < float(self.width) < MIN_TWO_SCALE_WIDTH.pt:
            reader.add_problem("width", f"{reader.label} is only {self.width.text} wide, but has figures at both edges",
                               f"make the ruler at least {MIN_TWO_SCALE_WIDTH.text} wide")
        ticks = self.ticks or self.every.multiply(Fraction(1, 2))
        for name, step in (("ticks" if self.ticks else "every", ticks), ("other_edge", self.other_edge or ZERO_LENGTH)):
            if 0 < step.points * MAX_TICKS < length.points:
                reader.add_problem(name,
                                   f"{reader.label} would have more than {MAX_TICKS} ticks at a distance of "
                                   f"{step.text} on its length of {length.text}",
                                   "make the ticks farther apart, or make the ruler shorter")
        if self.ticks and 0 < self.every.points < self.ticks.points:
            reader.add_problem("ticks",
                               f"the fine ticks of {reader.label} are {ticks.text} apart, but the figures are only "
                               f"{self.every.text} apart",
                               "put the fine ticks closer together than the figures")
        return replace(self, length=length, ticks=ticks) if length.points and self.every.points else None

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        assert self.length
        width = self.width.pt
        parts = strips.divide_strip(self.length.points, self.every.points,
                                    max(sheet.content_rect.width, sheet.content_rect.height),
                                    {position.points for position, _ in self.marks})
        for part in parts:
            code = f"{sheet.code_letter}{part.number}" if part.part_count > 1 else ""
            items = (*self._draw_scales(part), *self._draw_words(part,
                                                                 f"{self.title}  **{code}**" if code else self.title),
                     *strips.draw_joints(width, part, f"{sheet.code_letter}{part.number + 1}", sheet.words))
            yield TemplatePiece(f"{self.title} {code}".rstrip(), self.title, part.full_length, width,
                                strips.draw_part_outline(width, part), items,
                                self.span, part.part_count > 1)

    def _draw_scales(self, part: StripPart) -> Iterator[Item]:
        """Yield the ticks of both edges and the figures of the upper edge.

        If the lower edge is in another unit, also yield the figures of the lower edge.
        """
        assert self.ticks
        width, other_edge = self.width.pt, self.other_edge
        unit = self.unit.points if self.unit else POINTS_PER_UNIT[self.every.unit]
        for edge, direction in ((0.0, 1), (width, -1)):
            figure_distance, tick_distance = (other_edge.points,
                                              other_edge.points / 2) if other_edge and edge else (self.every.points,
                                                                                                  self.ticks.points)
            unit_points = POINTS_PER_UNIT[other_edge.unit] if other_edge and edge else unit
            for step, tick_length in ((tick_distance, 4.0), (figure_distance, 7.0)):
                ticks = [float(k * step - part.start) for k in _iter_multiples(part, step)]
                yield shapes.lines([(x, edge, x, edge + direction * tick_length) for x in ticks], FINE_STROKE)
            if edge and not other_edge:
                continue
            figures = {k: f"{float(k * figure_distance / unit_points):g}"
                       for k in _iter_multiples(part, figure_distance, include_end=True)}
            figure_width = max((text.measure_text(figure, WORDS_STYLE) for figure in figures.values()), default=0.0) + 4
            figure_step = next((step for step in _FIGURE_STEPS if step * float(figure_distance) >= figure_width),
                               _FIGURE_STEPS[-1])
            for index, figure in figures.items():
                x = float(index * figure_distance - part.start)
                if index % figure_step == 0 and x > figure_width - 2:
                    text_end = x - (2 if x < part.length or part.is_last else strips.JOINT_MARK_LENGTH)
                    yield from text.set_line(figure, WORDS_STYLE, text_end, _WORDS_TOP - 2 if not edge else width - 9,
                                             "end")

    def _draw_words(self, part: StripPart, title: str) -> Iterator[Item]:
        """Yield the marks of a piece, each with its words to the left of its line, and the title.

        The title stands in the first gap that is wide enough for it. If there is no such gap, it stands in the widest
        gap.
        """
        width, title_distance = self.width.pt, _TITLE_DISTANCE + (_LOWER_FIGURES_HEIGHT if self.other_edge else 0.0)
        marks = [(float(position.points - part.start), words) for position, words in self.marks
                 if part.start < position.points <= part.end]
        bounds = [0.0, *(x for x, _ in marks), *([part.length] if not marks or marks[-1][0] < part.length else [])]
        top, bottom = _WORDS_TOP, width - title_distance - 8
        size = min(_MARK_STYLE.size, bottom - top)
        for (x, words), left_bound in zip(marks, bounds, strict=False):
            if x < part.length or not part.is_last:
                yield shapes.line(x, 0, x, width, _HEAVY_STROKE if x < part.length else BOUND_STROKE)
            yield from text.set_line(words, _MARK_STYLE._replace(size=size), x - 5, (top + bottom) / 2 + 0.36 * size,
                                     "end",
                                     max_width=x - left_bound - 10, min_size=MIN_TYPE_SIZE)
        title_width = text.measure_text(title, WORDS_STYLE) + 10
        gaps = sorted(pairwise(bounds), key=lambda gap: gap[0] - gap[1])  # the broadest first
        left, right = min((gap for gap in gaps if gap[1] - gap[0] >= title_width), default=gaps[0])
        yield from text.set_line(title, WORDS_STYLE, left + 5, width - title_distance, max_width=right - left - 10,
                                 min_size=MIN_TYPE_SIZE)


def _iter_multiples(part: StripPart, step: Fraction, *, include_end: bool = False) -> range:
    """Return the multiples of a step inside a part, as whole numbers of steps from the start of the strip.

    If `include_end` is true, a multiple at the end of the part is included.
    """
    return range(math.floor(part.start / step) + 1, math.ceil(part.end / step) + (include_end and part.end % step == 0))
