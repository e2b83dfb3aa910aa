"""Strips: their division into parts with glue tabs and marks at the joints, and the bands along them.

The words of bands stand below the figures of the ticks. If bands have strips of colour, the strips of colour lie
along the lower edge, without a break from start to end. All words then stand above the strips of colour in two lines.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple, Self

from printshop.drawing import patterns, shapes, text, themes
from printshop.drawing.display_list import BLACK, WHITE, Color, Item, Path, Stroke, parse_color
from printshop.drawing.ink import Ink, choose_grey_fill, choose_text_color
from printshop.file_names import PATTERNS
from printshop.game.model import Side
from printshop.layout.labels import draw_text_plate
from printshop.lengths import MM, Length, typeset_fractions
from printshop.products.templates.strokes import (
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    WORDS_STYLE,
    place_rotated,
)
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.words import Words

MAX_BANDS = 60
TAB_LENGTH = 9 * MM
JOINT_MARK_LENGTH = 8.5  # length of the strip taken by the marks at a joint, with some space
_TAB_TAPER = 3.0
_JOINT_STROKE = Stroke(BLACK, 0.5, dash=(3.0, 2.0))

StripSpan = tuple[float, float]


class StripPart(NamedTuple):
    """Part `number` of `part_count` of a strip, exactly from `start` to `end`, in points along the strip."""

    number: int
    part_count: int
    start: Fraction
    end: Fraction

    @property
    def length(self) -> float:
        """The length of the part without its tab, in points."""
        return float(self.end - self.start)

    @property
    def full_length(self) -> float:
        """The length of the part with its tab, in points."""
        return self.length + (0 if self.is_last else TAB_LENGTH)

    @property
    def is_last(self) -> bool:
        """Whether the strip ends with this part."""
        return self.number == self.part_count


def divide_strip(
    total: Fraction, tick: Fraction, max_length: float,
    preferred: Collection[Fraction] = (), avoided: Collection[Fraction] = (),
) -> tuple[StripPart, ...]:
    """Divide a strip into the fewest parts that are no longer than `max_length` points, glue tabs included.

    The strip is divided at multiples of `tick`. If possible, it is divided at `preferred` positions, otherwise into
    about equal parts. It is divided at an `avoided` position only if there is no other position. If the ticks are
    farther apart than the paper is long, the strip is returned as one part, which does not fit the paper.
    """
    max_part = math.floor((max_length - TAB_LENGTH) / float(tick)) * tick
    if float(total) <= max_length or max_part <= 0:
        return (StripPart(1, 1, Fraction(0), total),)
    count = math.ceil(total / max_part)
    positions = [Fraction(0)]
    for index in range(1, count):
        lowest, highest, ideal = total - (count - index) * max_part, positions[-1] + max_part, total * index / count
        choices = [step * tick for step in range(math.ceil(max(lowest, tick) / tick), math.floor(highest / tick) + 1)]
        positions.append(min(choices, key=lambda reader: (reader in avoided, reader not in preferred,
                                                          abs(reader - ideal), reader)))
    return tuple(StripPart(k, count, *ends) for k, ends in enumerate(pairwise((*positions, total)), 1))


def draw_part_outline(width: float, part: StripPart) -> Path:
    """Return the outline of a part, with its length across the page and its tab at the right."""
    length = part.length
    tab = [] if part.is_last else [
        (length, 1.0), (length + TAB_LENGTH, 1.0 + _TAB_TAPER), (length + TAB_LENGTH, width - 1.0 - _TAB_TAPER),
                                   (length, width - 1.0)]
    return shapes.polygon([(0.0, 0.0), (length, 0.0), *tab, (length, width), (0.0, width)], stroke=CUT_STROKE)


def draw_joints(width: float, part: StripPart, next_code: str, words: Words) -> Iterator[Item]:
    """Yield the marks at which a part meets its neighbours, and the words on its tab.

    The marks are half diamonds; the other halves of the diamonds are on the neighbouring part. `next_code` is the
    code of the next part.
    """
    length = part.length
    for is_joined, x, direction in ((part.number > 1, 3.4, 90), (not part.is_last, length - 3.4, 270)):
        for share in (0.3, 0.7) if is_joined else ():
            yield shapes.arrow(x, share * width, direction, 3.4, 6.0, fill=BLACK)
    if not part.is_last:
        yield shapes.line(length, 1, length, width - 1, _JOINT_STROKE)
        tab_width = width - 2 * (1.0 + _TAB_TAPER)
        tab_text = text.set_block(words("glue_under_next", code=next_code), WORDS_STYLE,
                                  (-tab_width / 2, 1.5, tab_width, TAB_LENGTH - 2.5), 1.1, "middle", "middle",
                                  MIN_TYPE_SIZE)
        yield place_rotated(tab_text.items, length, width / 2, -90)


# --- bands


@data_block
class StickBand(DataBlock):
    """A stretch of a strip that ends at `to`, measured from the strip's start.

    If the end is unknown, `to` is None. `pattern` is the pattern of the band's strip of colour. If the band has no
    strip of colour, `pattern` is "".
    """

    to: Length | None = keys.length(
        "the distance from the start of the stick to the end of the band. `unknown` prints a space "
        "for this distance", positive=True, unknown=True)
    label: str = keys.text("its words")
    pattern: str = keys.choice(PATTERNS, "the pattern of a strip of colour along one edge", default="")
    colour: str = keys.colour("the colour of the strip along this edge", default="#d0d0d0")
    note: str = keys.text("a few words below the label", default="")

    def validate(self, reader: Reader) -> Self:
        if "colour" in reader and not self.pattern:
            reader.add_problem("colour", f"{reader.label} has a 'colour', but no 'pattern'",
                               "add a pattern, for example pattern: solid")
        return self


def _read_bands(reader: Reader, name: str) -> tuple[StickBand, ...]:
    """Return the bands of a list.

    If the bands are not in order, the nearest first, a problem is reported.
    """
    bands: list[StickBand] = []
    previous_end: Length | None = None
    for band_reader in reader.open_list(name, "band"):
        band: StickBand = keys.read_block(StickBand, band_reader)
        if previous_end and band.to and 0 < band.to.points <= previous_end.points:
            band_reader.add_problem("to",
                                    f"{band_reader.label} ends at {band.to.text}, but the band before it ends at "
                                    f"{previous_end.text}",
                                    "list the bands from the nearest to the farthest")
        previous_end = band.to or previous_end
        bands.append(band)
    return tuple(bands)


@data_block
class BandedStrip(DataBlock):
    """The keys of strips with bands.

    The strip ends with its last band. If the end of that band is unknown, the strip is `length` long.
    """

    width: Length = keys.length(
        "the width of the stick. A stick that is longer than the paper is divided into pieces with glue tabs, and is "
        "never scaled down",
        positive=True, minimum="12 mm", hint="make the stick wider, so that its words can be read")
    length: Length = keys.length(
        "the length of all bands together (default: the length of one band times the number of labels), the length of "
        "one band, and the words of each band",
        default=None, positive=True)
    every: Length | None = keys.length(default=None, positive=True)
    labels: tuple[str, ...] = keys.texts()
    bands: tuple[StickBand, ...] = keys.custom(
        _read_bands, lambda writer: {"type": "array", "items": writer.make_block_schema(StickBand)},
        "bands of different lengths, from the nearest to the farthest, instead of `every` and `labels`. Each band has "
        "`to`, the distance of its end from the start of the stick, and a `label`. It may have a `note`, which is "
        "printed below the label. A band with a `pattern`, and perhaps a `colour`, has a strip of colour along one "
        "edge, and the words of the band are printed beside that strip. `to: unknown` prints a space for the distance. "
        "If the last band has `to: unknown`, the stick is `length` long", label="Ranges")
    tinted: bool = keys.flag("whether every other band is shaded (default: false). Use the shading on card, "
                             "not on film")
    side: Side | None = keys.custom(
        lambda reader, name: reader.context.sides.get(reader.read_choice(name, [*reader.context.sides]))
                                    if name in reader else None,
        lambda writer: writer.make_entry_schema("sides"), "the side whose colour and emblem the stick has",
                                    default=None)
    reach: int = keys.integer("the number of bands without extra cost. The labels of all later bands are printed on a "
                              "bar in the theme's colour for bars", 1, MAX_BANDS, default=MAX_BANDS)

    @property
    def has_colored_bands(self) -> bool:
        """Whether any band has a strip of colour."""
        return any(band.pattern for band in self.bands)

    @property
    def has_counted_bands(self) -> bool:
        """Whether the bands are counted, not measured. If so, the strip shows no distances."""
        return False

    @property
    def text_bottom(self) -> float:
        """The lowest y of words, in points: the top of the strip of colour, or the top of the ticks."""
        return self.width.pt * (1 - _COLOR_STRIP_SHARE) if self.has_colored_bands else self.width.pt - _TICK_HEIGHT

    def get_tint(self, ink: Ink) -> Color:
        """Return the fill of every other band of a tinted strip."""
        tint_color = WHITE.mix(parse_color(self.side.color),
                               _SIDE_COLOR_SHARE) if self.side else themes.choose_background_color("tint", ink)
        return tint_color if ink is Ink.COLOUR else choose_grey_fill(ink, 0.12)

    @property
    def known_bounds(self) -> frozenset[Fraction]:
        """The known ends of the bands, in points from the start of the strip."""
        return frozenset(band.to.points for band in self.bands if band.to)

    def validate(self, reader: Reader) -> Self | None:
        bands: tuple[StickBand, ...] = self.bands
        length: Length | None = self.length
        last = bands[-1].to if bands else None
        if "bands" not in reader:
            bands, length = self._make_equal_bands(reader)
        elif not 0 < len(bands) <= MAX_BANDS:
            reader.add_problem("bands", f"'bands' of {reader.label} must have 1 to {MAX_BANDS} entries")
            return None
        else:
            for name in ("every", "labels") if last is None else ("length", "every", "labels"):
                if name in reader:
                    reader.add_problem(name, f"{reader.label} has both 'bands' and '{name}'", "keep one of the two")
            if last is None and length is None:
                reader.add_missing_key("length")
            length = last or length
        if not bands or not length:
            return None
        for band in bands[:-1] if length.points and bands[-1].to is None else ():
            if band.to and band.to.points >= length.points:
                reader.add_problem("length",
                                   f"'length' of {reader.label} is {length.text}, but its band '{band.label}' ends at "
                                   f"{band.to.text}", "make the stick longer than its bands with known ends")
        return replace(self, bands=bands, length=length)

    def _make_equal_bands(self, reader: Reader) -> tuple[tuple[StickBand, ...], Length | None]:
        """Return bands of equal length, one for each label."""
        for name in ("every", "labels"):
            if name not in reader:
                reader.add_missing_key(name)
        step, labels = self.every, self.labels
        if not step or not step.points or not labels:
            return (), None
        length = step.multiply(len(labels)) if self.length is None else self.length
        count = length.points / step.points
        if not count:
            return (), None
        if count.denominator != 1:
            reader.add_problem("length", f"'length' of {reader.label} is {length.text}, which is not a whole number of "
                                         f"bands of {step.text}", "make the length a multiple of 'every'")
        elif count > MAX_BANDS:
            reader.add_problem("every", f"{reader.label} has {count} bands, but at most {MAX_BANDS} are allowed")
        elif count != len(labels):
            reader.add_problem("labels",
                               f"{reader.label} has {count} bands of {step.text} in {length.text}, but {len(labels)} "
                               "labels",
                               "give one label for each band, from the nearest band to the farthest")
        else:
            return tuple(StickBand(to=step.multiply(index), label=words) for index,
                         words in enumerate(labels, 1)), length
        return (), None

# --- items of bands

FIGURES_BOTTOM = 11.5  # how far the figures of the ticks reach from the upper edge
TEXT_CLEARANCE = 2.8  # from words beside a strip of colour to the items above and below them
_TICK_HEIGHT = 7.0  # length of the ticks at the lower edge
_SIDE_COLOR_SHARE = 0.36  # share of the side's colour in the tint of a strip
_COLOR_STRIP_SHARE = 0.36  # width of a strip of colour, as a share of the stick's width
_LABEL_STYLE = text.Style("sans", 24.0, bold=True)
# a label of more letters is a word: its largest size is smaller than that of a figure
_MAX_FIGURE_LETTERS, _MAX_WORD_SIZE = 3, 14.0
_SPAN_STYLE = text.Style("sans", 8.0)
_MIN_SPAN_WIDTH = 40.0  # a strip narrower than this shows only the labels of its bands
_TWO_LINES_HEIGHT = 18.5  # height of two lines that ask for a band's end
_ASCENDER_SHARE = 0.78  # height of letters above the baseline, as a share of their size
_DESCENDING_LETTERS = frozenset("gjpqy")
_QUESTION_STYLE = text.Style("sans", 11.0, bold=True)
_WRITE_IN_LENGTH = 44.0  # the length of a line to write a distance on


class PartSpace(NamedTuple):
    """A part of a strip, and the stretches of the part in which words cannot stand."""

    part: StripPart
    occupied: tuple[StripSpan, ...]

    def find_free_spans(self, span: StripSpan | None) -> list[StripSpan]:
        """Return the free stretches within a stretch of the part."""
        if span is None:
            return []
        left, right = span
        free_spans = []
        for start, end in sorted(self.occupied):
            if end > left and start < right:
                free_spans.append((left, start))
                left = max(left, end)
        return [(gap_start, gap_end) for gap_start, gap_end in (*free_spans, (left, right)) if gap_end > gap_start]


class _BandGroup(NamedTuple):
    """The bands between two neighbouring known ends of bands.

    A group is one band, or several bands if the ends between them are unknown. `number` is the number of the last
    band, counted from 0. If the end of the last band of a strip is unknown, the last group ends with the strip.
    """

    number: int
    start: Fraction
    end: Fraction
    bands: tuple[StickBand, ...]
    span_text: str

    @property
    def is_known(self) -> bool:
        return len(self.bands) == 1 and self.bands[0].to is not None

    def find_span(self, part: StripPart) -> StripSpan | None:
        """Return the stretch of the group on a part.

        If the group is not on that part, return None.
        """
        left, right = max(self.start, part.start) - part.start, min(self.end, part.end) - part.start
        return (float(left), float(right)) if right > left else None

    def find_widest_span(self, part_space: PartSpace) -> StripSpan:
        """Return the longest free stretch of the group on a part."""
        return max(part_space.find_free_spans(self.find_span(part_space.part)), key=_measure_width, default=(0.0, 0.0))


def _measure_width(span: StripSpan) -> float:
    return span[1] - span[0]


def draw_bands(strip: BandedStrip, part_spaces: Sequence[PartSpace], ink: Ink, words: Words) -> dict[int, list[Item]]:
    """Return the items of the bands, by the number of the part on which they are.

    Raises TooWideError or MissingGlyphError if words cannot be set.
    """
    groups: list[_BandGroup] = []
    group_start, start_text = Fraction(0), "0"
    group_bands: tuple[StickBand, ...] = ()
    for number, band in enumerate(strip.bands):
        group_bands = (*group_bands, band)
        if band.to:
            span_text = typeset_fractions(f"{start_text}–{band.to.text}")
            groups.append(_BandGroup(number, group_start, band.to.points, group_bands, span_text))
            group_start, start_text, group_bands = band.to.points, band.to.amount, ()
    if group_bands:
        groups.append(_BandGroup(len(strip.bands) - 1, group_start, strip.length.points, group_bands, ""))
    items_by_part: dict[int, list[Item]] = {}
    width, text_bottom = strip.width.pt, strip.text_bottom
    for part_space in part_spaces:  # bands with known ends: fill, bound, label, distances
        placed_groups = [(stretch, position) for stretch in groups if (position := stretch.find_span(part_space.part))]
        items: list[Item] = [shapes.rect(left, 0, right - left, width, fill=strip.get_tint(ink)) for stretch,
                             (left, right)
                             in placed_groups if strip.tinted and stretch.is_known and stretch.number % 2]
        for group, position in placed_groups:
            band, (left, right) = group.bands[0], position
            if group.is_known and strip.has_colored_bands:
                if band.pattern:
                    items += patterns.fill_with_pattern(band.pattern,
                                                        (left, text_bottom, right - left, width - text_bottom),
                                                        parse_color(band.colour), ink, pitch=6.0, weight=0.6)
                    items.append(shapes.line(left, text_bottom, right, text_bottom, FINE_STROKE))
                items += _draw_two_lines(strip, group, part_spaces, part_space)
            elif group.is_known and (len(groups) > 1 or part_space.part.number == 1):  # a single band is named once
                free_span = max(part_space.find_free_spans(position), key=_measure_width, default=position)
                inset = max(free_span[0] - left, right - free_span[1])
                if strip.has_counted_bands and right - left > 2 * inset + _LABEL_STYLE.size:  # centred in the band
                    free_span = left + inset, right - inset
                items += _draw_label(strip, group, free_span, ink)
        items_by_part[part_space.part.number] = [*items, *(shapes.line(left, 0, left, width, BOUND_STROKE) for _,
                                                           (left, _) in placed_groups[1:])]
    for group in groups:
        for number, questions in () if group.is_known else _draw_questions(strip, group, part_spaces, words):
            items_by_part[number] += questions
    return items_by_part


def _draw_two_lines(strip: BandedStrip, group: _BandGroup, part_spaces: Sequence[PartSpace],
                    part_space: PartSpace) -> Iterator[Item]:
    """Yield the two lines of words of a band with a strip of colour.

    The first line has the label, and the second line has the note and the distances. If the lines do not fit a part
    in full size and another part has more room, the lines are left out on this part.
    """
    height = strip.text_bottom - FIGURES_BOTTOM
    label_size, note_size = min(0.44 * height, 16.0), min(0.35 * height, 12.0)
    baselines = FIGURES_BOTTOM + 2 + 0.72 * label_size, strip.text_bottom - TEXT_CLEARANCE - 0.22 * note_size
    band = group.bands[0]
    styled_lines = ((band.label, text.Style("sans", label_size, bold=True)),
                    (f"**{band.note}** · {group.span_text}" if band.note else group.span_text,
                     text.Style("sans", note_size)))
    left, right = group.find_widest_span(part_space)
    text_width = max(text.measure_text(line, style) for line, style in styled_lines)
    if right - left < text_width and part_space != max(part_spaces,
                                                       key=lambda other: _measure_width(group.find_widest_span(other))):
        return
    for (line, style), baseline in zip(styled_lines, baselines, strict=True):
        yield from text.set_line(line, style, (left + right) / 2, baseline, "middle", max_width=right - left,
                                 min_size=MIN_TYPE_SIZE)


def _draw_label(strip: BandedStrip, group: _BandGroup, position: StripSpan, ink: Ink) -> Iterator[Item]:
    """Yield the label of a band.

    If the strip is wide enough, also yield the distances at the start and end of the band.
    """
    (left, right), height = position, strip.width.pt
    label, middle, width = group.bands[0].label, (left + right) / 2, right - left - 6
    shows_span = height >= _MIN_SPAN_WIDTH and not strip.has_counted_bands
    max_size = _LABEL_STYLE.size if len(text.strip_markup(label)) <= _MAX_FIGURE_LETTERS else _MAX_WORD_SIZE
    baseline = (height + 0.7 * max_size) / 2 if strip.has_counted_bands else height - (20.5 if shows_span else 9)
    # descenders of large letters would touch the next line
    baseline -= 3.0 if baseline > 30 and _DESCENDING_LETTERS & set(label) else 0.0
    style = _LABEL_STYLE._replace(size=min(max_size, (baseline - FIGURES_BOTTOM - 1.5) / _ASCENDER_SHARE))
    if group.number < strip.reach:
        yield from text.set_line(label, style, middle, baseline, "middle", max_width=width, min_size=7)
    else:
        fill = themes.choose_background_color("bar", ink)
        yield from draw_text_plate(label, style._replace(color=choose_text_color(fill)),
                                   (middle, baseline - 0.35 * style.size), padding=18,
                                   height=2.1, fill=fill, max_width=width, min_size=7)
    if shows_span:
        yield from text.set_line(group.span_text, _SPAN_STYLE, middle, height - 10.5, "middle", max_width=width,
                                 min_size=MIN_TYPE_SIZE)


def _draw_question(band: StickBand, unit: str, x: float, baseline: float, words: Words, *, two_lines: bool
                   ) -> tuple[list[Item], float]:
    """Return the items that ask for the end of a band, drawn from `x` on, and the x of their right end.

    The items are the label of the band, and its end or a space for writing the end. If `two_lines` is true, the items
    stand in two lines, otherwise in one line. `baseline` is the baseline of the last line.
    """
    label_width, end_text = text.measure_text(band.label,
                                              _QUESTION_STYLE), (
        words("band_to", end=band.to.text) if band.to else words("band_ends_at"))
    right = x if two_lines else x + label_width + 4
    items: list[Item] = [*text.set_line(band.label, _QUESTION_STYLE, x, baseline - (12 if two_lines else 0)),
                         *text.set_line(end_text, _SPAN_STYLE, right, baseline)]
    right += text.measure_text(end_text, _SPAN_STYLE)
    if not band.to:
        items += (shapes.line(right + 3, baseline + 1.5, right + 3 + _WRITE_IN_LENGTH, baseline + 1.5, FINE_STROKE),
                  *text.set_line(unit, _SPAN_STYLE, right + _WRITE_IN_LENGTH + 6, baseline))
        right += 6 + _WRITE_IN_LENGTH + text.measure_text(unit, _SPAN_STYLE)
    return items, max(x + label_width, right)


def _draw_questions(strip: BandedStrip, group: _BandGroup,
                    part_spaces: Sequence[PartSpace], words: Words) -> Iterator[tuple[int, list[Item]]]:
    """Yield the number of each part and its questions about a group, in order and spread over the group.

    Raises TooWideError if the questions have no room.
    """
    unit, bands = strip.length.unit, group.bands
    free_spans = [(part_space.part, span) for part_space in part_spaces
                  for span in part_space.find_free_spans(group.find_span(part_space.part))]
    for two_lines in (False, True) if strip.text_bottom - FIGURES_BOTTOM >= _TWO_LINES_HEIGHT else (False,):
        widths = [_draw_question(band, unit, 0, 0, words, two_lines=two_lines)[1] for band in bands]
        positions = _spread_questions(widths, free_spans, group)
        if positions:
            break
    else:
        raise text.TooWideError(" / ".join(band.label for band in bands), sum(width + 8 for width in widths),
                           float(group.end - group.start))
    baseline = (FIGURES_BOTTOM + strip.text_bottom) / 2 + (9 if two_lines else 4)
    for number, part_questions in groupby(zip(bands, widths, positions, strict=True), key=lambda placed: placed[2][0]):
        yield number, [item for band, width, (_, middle) in part_questions
                       for item in _draw_question(band, unit, middle - width / 2, baseline, words,
                                                   two_lines=two_lines)[0]]


def _spread_questions(
    widths: Sequence[float], free_spans: Sequence[tuple[StripPart, StripSpan]], group: _BandGroup
) -> list[tuple[int, float]]:
    """Return the part number and the middle of every question.

    Each question is as near as possible to the middle of its share of the group. If there is no room, return an empty
    list.
    """
    positions: list[tuple[int, float]] = []
    previous_end = 0.0  # along the whole strip
    for index, width in enumerate(widths):
        half_width = width / 2 + 4
        ideal = float(group.start + (group.end - group.start) * (2 * index + 1) / (2 * len(widths)))
        choices = []
        for part, (left, right) in free_spans:
            lowest, highest = max(float(part.start) + left,
                                  previous_end) + half_width, float(part.start) + right - half_width
            if lowest <= highest:
                choices.append((part, min(max(ideal, lowest), highest)))
        if not choices:
            return []
        part, position = min(choices, key=lambda choice: abs(choice[1] - ideal))
        positions.append((part.number, position - float(part.start)))
        previous_end = position + half_width
    return positions
