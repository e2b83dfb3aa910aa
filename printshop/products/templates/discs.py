"""Round templates: firing arcs about a model, areas, and roses of numbered directions with an arrow."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.display_list import BLACK, WHITE, Item
from printshop.drawing.geometry import Point, Transform, cos_sin, move_point
from printshop.game.errata import Difference, NoteMarks
from printshop.game.model import SizeClass
from printshop.lengths import Length
from printshop.problems import Span, suggest_name
from printshop.products.templates.strokes import (
    BOUND_STROKE,
    CUT_STROKE,
    FINE_STROKE,
    MIN_TYPE_SIZE,
    TITLE_STYLE,
    WORDS_STYLE,
    draw_center_mark,
    draw_stack,
    measure_stack,
    place_rotated,
)
from printshop.products.templates.template import (
    TEMPLATE_KINDS,
    HoledTemplate,
    TemplatePiece,
    TemplateSheet,
    get_default_label,
    named_lengths,
)
from printshop.schema import keys
from printshop.schema.keys import DataBlock, data_block
from printshop.schema.reader import Reader
from printshop.words import Words

BY_SIZE_CLASS = "size classes"
DIAGONAL_ARCS = ("forward", "starboard", "aft", "port")
MAX_POINTS, MAX_SIDES = 36, 12
MAX_STROKES = 20_000  # in an area: enough for the largest one that 400 sheets of A0 hold

_CENTER_CLEARANCE = 9.0  # lines stop this far from the centre, so that the model's own centre stays visible
_BAND_SHARE = 0.14  # width of the band of slanting strokes in an area, as a share of its radius
_MIN_BANDED_DIAMETER = 120.0  # smallest diameter of an area with room for the band and its words
_ARC_NAME_STYLE = text.Style("sans", 9.0, bold=True, tracking=0.8)
_SHARED_LABEL_DISTANCE = 9.0  # bases whose edges are closer than this share one label


class FiringArc(NamedTuple):
    """A firing arc, which covers `sweep` degrees clockwise from the bearing `start`.

    Bearings are in degrees clockwise from dead ahead.
    """

    label: str
    notes: tuple[str, ...]
    start: float
    sweep: float


class FiringArcSet(NamedTuple):
    """The arcs of one piece, with the size classes that the piece serves (`bases`).

    `name` distinguishes the piece from the other pieces of its template, such as "3:2" or "square". If the template
    has only one piece, `name` is "".
    """

    name: str
    arcs: tuple[FiringArc, ...]
    bases: tuple[SizeClass, ...]


@data_block
class DiagonalArc(DataBlock):
    """An arc that is bounded by the diagonals of a base."""

    label: str = keys.text("its name", default=lambda reader: reader.context.words.name(get_default_label(reader)))
    notes: tuple[str, ...] = keys.texts("short lines")
    key: str = ""
    span: Span | None = None


@data_block
class BearingArc(DiagonalArc):
    """An arc that is bounded by two bearings."""

    label: str = keys.text("its name", default=get_default_label)
    from_: int = keys.integer("the bearings at which the arc begins and ends, clockwise from dead ahead", -360, 360)
    to: int = keys.integer("", -360, 720)


def _read_arcs(reader: Reader, name: str) -> tuple[DiagonalArc, ...]:
    kind = DiagonalArc if "of" in reader else BearingArc
    arcs = tuple(keys.read_block(kind, arc_reader, key=arc) for arc,
                 arc_reader in reader.open_named(name, "arc", required=True))
    if name in reader and not arcs:
        reader.add_problem(name, f"'{name}' of {reader.label} must have at least one arc")
    return arcs


@TEMPLATE_KINDS.register("arcs")
@data_block
class ArcsTemplate(HoledTemplate):
    """Arcs round a model, with one piece for each set of arcs."""

    diameter: Length = keys.length("the diameter of the disc", positive=True)
    of: str = keys.choice(
        (BY_SIZE_CLASS,),
        "`size classes` makes one piece for each ratio of length to width among the bases. The diagonals of the base "
        "bound the arcs", label="One for each", help_text="",
        default="")
    arcs: tuple[DiagonalArc, ...] = keys.custom(
        _read_arcs,
        lambda writer: {"type": "object", "additionalProperties": { **writer.make_block_schema(BearingArc),
                                                                   "required": []}},
        "the arcs by name. Each arc has the bearings `from` and `to`, clockwise from dead ahead, and may have a "
        "`label` and `notes`. With `of`, the names must be forward, starboard, aft and port, and the arcs have no "
        "bearings", adding="Add an arc", default=...)
    arc_sets: tuple[FiringArcSet, ...] = ()

    def validate(self, reader: Reader) -> Self | None:
        """Return the template with its sets of arcs. If `of` is not valid, return None."""
        if "of" not in reader:
            arcs = tuple(FiringArc(arc.label, arc.notes, float(arc.from_ % 360),
                                   float((arc.to - arc.from_) % 360 or 360))
                         for arc in self.arcs if isinstance(arc, BearingArc))
            return replace(self, arc_sets=(FiringArcSet("", arcs, ()),))
        if not self.of:
            return None
        arc_sets = self._make_diagonal_sets(reader)
        for base in (base for arcs in arc_sets for base in arcs.bases):
            diagonal = math.hypot(base.width.points, base.length.points)
            if self.diameter.points and self.diameter.pt <= diagonal:  # lines must reach beyond the base's corners
                reader.add_problem("diameter",
                                   f"'diameter' of {reader.label} is only {self.diameter.text}, but the base of "
                                   f"{base.name} is {diagonal / 72:.2f} in from corner to corner",
                                   "make the diameter larger, so that the arcs reach beyond every base")
        return replace(self, arc_sets=arc_sets)

    def _make_diagonal_sets(self, reader: Reader) -> tuple[FiringArcSet, ...]:
        """Return one set of arcs for each ratio of length to width among the game's bases.

        The set for the largest ratio comes first.
        """
        sizes: tuple[SizeClass, ...] = tuple(reader.context.sizes)
        declared_arcs = {arc.key: arc for arc in self.arcs}
        if not sizes:
            reader.add_problem("of",
                               f"{reader.label} needs the size classes of the game, but the game has no size classes",
                               "add size_classes to game.yaml, or leave out 'of' and give every arc the bearings "
                               "'from' and 'to'")
        for name, arc in declared_arcs.items():
            if name not in DIAGONAL_ARCS:
                reader.problems.add(arc.span, f"unknown arc '{name}' of {reader.label}",
                                    suggest_name(name, DIAGONAL_ARCS))
        for name in DIAGONAL_ARCS if declared_arcs else ():
            if name not in declared_arcs:
                reader.add_problem("arcs", f"the arc '{name}' is missing in 'arcs' of {reader.label}",
                                   "give all four arcs between the diagonals of a base: " + ", ".join(DIAGONAL_ARCS))
        arc_texts = [(declared_arcs[name].label, declared_arcs[name].notes) if name in declared_arcs else (name, ())
                     for name in DIAGONAL_ARCS]
        bases_by_ratio: dict[Fraction, list[SizeClass]] = {}
        for size in sizes:
            if size.width.points:
                bases_by_ratio.setdefault(size.length.points / size.width.points, []).append(size)
        arc_sets = []
        for ratio, bases in sorted(bases_by_ratio.items(), reverse=True):
            half_angle = math.degrees(math.atan2(1, float(ratio)))
            starts, sweeps = (-half_angle, half_angle, 180 - half_angle, 180 + half_angle), (2 * half_angle,
                                                                                             180 - 2 * half_angle) * 2
            arcs = tuple(FiringArc(*texts, start % 360, sweep)
                         for texts, start, sweep in zip(arc_texts, starts, sweeps, strict=True))
            name = "square" if ratio == 1 else f"{ratio.numerator}:{ratio.denominator}"
            arc_sets.append(FiringArcSet(name, arcs, tuple(bases)))
        return tuple(arc_sets)

    def add_note_marks(self, marks: NoteMarks) -> tuple[Self, tuple[Difference, ...]]:
        """Return the template with reference marks, and the notes of these marks.

        The marks stand after the title of the template and after the keys of size classes.
        """
        template, notes = super().add_note_marks(marks)
        notes += tuple(note for arcs in self.arc_sets for base in arcs.bases for note in base.differs)
        return replace(template, arc_sets=tuple(arcs._replace(bases=tuple(
            replace(base, key=base.key + marks.assign_marks(base.differs)) for base in arcs.bases))
                                                for arcs in self.arc_sets)), notes

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        for arcs in self.arc_sets:
            yield _make_round_piece(self, arcs.name, self.diameter.pt,
                                    tuple(_draw_arcs(arcs, self.title, self.diameter.pt / 2, sheet.words)))


@TEMPLATE_KINDS.register("disc")
@data_block
class DiscTemplate(HoledTemplate):
    """Round areas: one piece for each of the named diameters."""

    discs: tuple[tuple[str, Length], ...] = named_lengths(
        "the diameters of the discs, by name, for example `{Small: 3 in, "
        "Large: 5 in}`", example="{Small: 3 in}", name="diameters", default=...)
    notes: tuple[str, ...] = keys.texts("short lines of text below the centre")

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        for name, diameter in self.discs:
            size, radius = diameter.pt, diameter.pt / 2
            lines = [(self.title, TITLE_STYLE), (f"{name} · {diameter.text}", WORDS_STYLE),
                     *((note, WORDS_STYLE) for note in self.notes)]
            yield _make_round_piece(self, name, size, (
                *draw_center_mark(radius, radius), *(_draw_warning_band(radius) if size >= _MIN_BANDED_DIAMETER
                                                     else ()),
                *draw_stack(lines, radius, radius + 11 + measure_stack(lines) / 2, size * 0.7)))


def _draw_warning_band(radius: float) -> Iterator[Item]:
    """Yield a band of slanting strokes inside the rim of an area, and lines from the band towards the middle.

    The band makes the edge visible over a crowded table, so that players see whether a model is inside the area.
    """
    outer, inner = radius - 9.0, radius - 9.0 - _BAND_SHARE * radius
    strokes = min(max(round(math.tau * radius / 9), 24), MAX_STROKES)
    yield shapes.lines([(*move_point(index * 360 / strokes, inner, radius, radius),
                         *move_point((index + 1.2) * 360 / strokes, outer, radius, radius))
                        for index in range(strokes)], replace(BOUND_STROKE, width=0.6))
    yield shapes.circle(radius, radius, inner, stroke=FINE_STROKE)
    yield shapes.lines([(*move_point(angle, 0.42 * radius, radius, radius), *move_point(angle, inner, radius, radius))
                        for angle in (0, 45, 90, 135, 180, 225, 270, 315)], replace(FINE_STROKE, dash=(2.0, 2.5)))


def _make_round_piece(template: HoledTemplate, name: str, size: float, items: tuple[Item, ...]) -> TemplatePiece:
    edge = shapes.circle(size / 2, size / 2, size / 2, stroke=CUT_STROKE)
    return TemplatePiece(f"{template.title} {name}".strip(), template.title, size, size, edge, items, template.span)


def _draw_arcs(arcs: FiringArcSet, title: str, radius: float, words: Words) -> Iterator[Item]:
    bounds = sorted({round(edge % 360, 9) for arc in arcs.arcs for edge in (arc.start, arc.start + arc.sweep)})
    for angle in bounds:
        yield shapes.line(*move_point(angle, _CENTER_CLEARANCE, radius, radius),
                          *move_point(angle, radius, radius, radius), BOUND_STROKE)
    yield from draw_center_mark(radius, radius)
    yield shapes.arrow(radius, 9.5, 0, 8, 6, fill=BLACK)
    # the outlines of the bases, the smallest first, with their keys below the bow edge
    bases = sorted(arcs.bases, key=lambda base: base.length.points)
    shared_labels: list[str] = []
    for index, base in enumerate(bases):
        width, length = base.width.pt, base.length.pt
        yield shapes.rect(radius - width / 2, radius - length / 2, width, length, stroke=FINE_STROKE)
        shared_labels.append(text.escape_markup(base.key))
        if index + 1 == len(bases) or (bases[index + 1].length.pt - length) / 2 >= _SHARED_LABEL_DISTANCE:
            yield from text.set_line(", ".join(shared_labels), TITLE_STYLE, radius, radius - length / 2 + 7.8, "middle",
                                     max_width=max(width - 4, 20), min_size=MIN_TYPE_SIZE)
            shared_labels = []
    for arc in arcs.arcs:
        lines = [(arc.label.upper(), _ARC_NAME_STYLE), *((note, WORDS_STYLE) for note in arc.notes),
                 (words.number(f"{arc.sweep:.1f}".removesuffix(".0")) + "°", WORDS_STYLE)]
        # the bow arrow and the piece's name stand at the rim, dead ahead and dead astern
        is_fore_or_aft = abs(cos_sin(arc.start + arc.sweep / 2)[0]) > 0.7
        (x, y), half_width = _find_free_position(arc, arcs.bases, radius - (19 if is_fore_or_aft else 8),
                                                 measure_stack(lines) / 2)
        yield from draw_stack(lines, radius + x, radius + y, 2 * half_width)
    base_names = ", ".join(text.escape_markup(base.key) for base in arcs.bases)
    caption = words("arcs_for_bases", title=title, ratio=words.name(arcs.name),
                    bases=base_names) if base_names else f"**{title}**"
    yield from text.set_line(caption, WORDS_STYLE, radius, 2 * radius - 12.5, "middle",
                             max_width=2 * math.sqrt(25 * radius) * 0.8, min_size=MIN_TYPE_SIZE)


def _find_free_position(arc: FiringArc, bases: tuple[SizeClass, ...], max_distance: float,
                        half_height: float) -> tuple[Point, float]:
    """Return the position for words in an arc that has the most free width, and half that width.

    The position is relative to the centre. The words are 2 x `half_height` points tall. The search tries 39 positions
    along the arc's middle bearing, all of them beyond the bases. If none of these positions has more than 12 points
    free on either side, the search tries 39 positions that begin near the centre.
    """
    middle_bearing = arc.start + arc.sweep / 2
    cos, sin = (max(abs(component), 1e-12) for component in cos_sin(middle_bearing))
    base_distances = [min(base.width.pt / 2 / sin, base.length.pt / 2 / cos) for base in bases]
    for min_distance in (max(_CENTER_CLEARANCE, *base_distances, 0.0), _CENTER_CLEARANCE):
        positions = [move_point(middle_bearing, min_distance + (max_distance - min_distance) * index / 40)
                     for index in range(1, 40)]
        half_width, position = max((_measure_half_width(place, arc, (min_distance, max_distance), half_height), place)
                                   for place in positions)
        if half_width > 12:
            break
    return position, max(half_width, 1.0)


def _measure_half_width(position: Point, arc: FiringArc, distances: tuple[float, float], half_height: float) -> float:
    """Return half the free width at a position in an arc, between two distances from the centre."""
    (x, y), (inner, outer) = position, distances
    far_y = abs(y) + half_height
    limits = [math.sqrt(max(outer * outer - far_y * far_y, 0.0)) - abs(x)]
    if abs(x) >= abs(y):
        limits.append(abs(x) - inner - 3)
    elif abs(y) - half_height < inner + 2:
        return 0.0
    if arc.sweep < 180:
        for angle, side in ((arc.start, 1), (arc.start + arc.sweep, -1)):
            cos, sin = cos_sin(angle)
            clearance = side * (x * cos + y * sin) - abs(sin) * half_height - 4
            limits.append(clearance / abs(cos) if abs(cos) > 1e-9 else math.copysign(math.inf, clearance))
    return min(limits)


# --- roses

_LABEL_STYLE = text.Style("sans", 20.0, bold=True)
# Distances from the centre, as shares of the distance of the sides.
_STAR_SHARE, _NOTCH_SHARE, _LABELS_SHARE, _EDGE_SHARE = 0.52, 0.16, 0.68, 0.9
# the arrow's half width at the shaft and the head, and the head's length
_SHAFT_SHARE, _HEAD_SHARE, _BARB_SHARE = 0.09, 0.2, 0.42


@TEMPLATE_KINDS.register("rose")
@data_block
class RoseTemplate(HoledTemplate):
    """A rose of directions round a centre, with `labels` clockwise from the bearing `first`."""

    material: str = keys.text("the material on which the template is printed (default: card)",
                              label="Printed on", default="card")
    across: Length = keys.length("the width of the rose, from side to side", label="Width of the rose", positive=True,
                                 minimum="25 mm", hint="make the rose wider, so that its labels can be read")
    points: int = keys.integer("the number of directions", 3, MAX_POINTS)
    labels: tuple[str, ...] = keys.texts("the names of the directions (default: 1, 2, 3 ...)")
    first: int = keys.integer("the bearing of the first direction, clockwise from up the page (default: 0)", -360, 360,
                              default=0)
    shape: str = keys.choice(("sides", "round"),
                             "the outline: `sides` has one side for every direction, and `round` "
                             "is a circle", help_text="", default="")
    north: bool = keys.flag("whether a mark is printed at the top (default: true)", default=True)
    arrow: bool = keys.flag("whether an arrow to lay on the rose is printed (default: true)", default=True)

    def validate(self, reader: Reader) -> Self | None:
        """Return the rose with a label for every point, and with its shape."""
        labels = self.labels or tuple(str(number) for number in range(1, self.points + 1))
        if "labels" in reader and "points" in reader and len(labels) != self.points:
            reader.add_problem("labels", f"{reader.label} has {self.points} points, but {len(labels)} labels",
                               "give one label for each point")
        shape = self.shape or ("sides" if self.points <= MAX_SIDES else "round")
        if shape == "sides" and self.points > MAX_SIDES:
            reader.add_problem("shape",
                               f"{reader.label} has {self.points} points, but at most {MAX_SIDES} sides "
                               "can be cut", "write shape: round")
        return replace(self, labels=labels, shape=shape, first=self.first % 360)

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        radius, half_step = self.across.pt / 2, 180 / len(self.labels)
        edge = (
            shapes.circle(0, 0, radius, stroke=CUT_STROKE)
            if self.shape != "sides"
            else shapes.regular_polygon(
                0,
                0,
                radius / math.cos(math.radians(half_step)),
                len(self.labels),
                self.first + half_step,
                stroke=CUT_STROKE,
            )
        )
        left, top, right, bottom = shapes.measure_outline(edge.segments)
        edge = shapes.transform_path(edge, Transform(e=-left, f=-top))
        yield TemplatePiece(self.title, self.title, right - left, bottom - top, edge,
                            tuple(self._draw_rose(-left, -top, sheet.words)),
                            self.span, default_hole_position=(-left, -top))
        if self.arrow:
            yield self._draw_arrow()

    def _draw_rose(self, x: float, y: float, words: Words) -> Iterator[Item]:
        radius, step = self.across.pt / 2, 360 / len(self.labels)
        label_spacing = _LABELS_SHARE * radius * math.radians(step)
        style = _LABEL_STYLE._replace(size=min(_LABEL_STYLE.size, 0.24 * radius, 0.72 * label_spacing))
        for number, label in enumerate(self.labels):
            direction = self.first + number * step
            yield from draw_star_point(direction, step, radius, (x, y))
            left, baseline = move_point(direction, _LABELS_SHARE * radius, x, y)
            yield from text.set_line(label, style, left, baseline + 0.36 * style.size, "middle",
                                     min(0.95 * label_spacing, 0.5 * radius), MIN_TYPE_SIZE)
        yield from draw_center_mark(x, y)
        if self.north:
            yield shapes.arrow(x - 4.5, y - _EDGE_SHARE * radius - 3.5, 0, 7, 5, fill=BLACK)
            yield from text.set_line(words("north"), TITLE_STYLE, x + 0.5, y - _EDGE_SHARE * radius + 3.2)
        yield from text.set_line(self.title, TITLE_STYLE, x, y + _EDGE_SHARE * radius + 2.9, "middle", 0.9 * radius,
                                 MIN_TYPE_SIZE)

    def _draw_arrow(self) -> TemplatePiece:
        """Return the arrow, which points to the right and is 1.2 times as long as the radius of the rose."""
        radius = self.across.pt / 2
        length, half_shaft, half_head, head_length = (
            1.2 * radius,
            _SHAFT_SHARE * radius,
            _HEAD_SHARE * radius,
            _BARB_SHARE * radius,
        )
        corners = [(0.0, half_head - half_shaft), (length - head_length, half_head - half_shaft),
                   (length - head_length, 0.0), (length, half_head),
                   (length - head_length, 2 * half_head), (length - head_length, half_head + half_shaft),
                   (0.0, half_head + half_shaft)]
        head_corners = [(length - head_length + 2.4, 3.8), (length - 4.4, half_head),
                        (length - head_length + 2.4, 2 * half_head - 3.8)]
        size = min(8.0, 1.3 * half_shaft)
        title_items = text.set_line(self.title, TITLE_STYLE._replace(size=size), 0, 0.36 * size, "middle", 0.5 * length,
                                    MIN_TYPE_SIZE)
        items = (shapes.polygon(head_corners, fill=BLACK),
                 place_rotated(title_items, (length - head_length) / 2, half_head, 0) if title_items
                 else shapes.cross(length / 2, half_head, 5, FINE_STROKE))
        return TemplatePiece(f"{self.title} arrow", self.title, length, 2 * half_head,
                             shapes.polygon(corners, stroke=CUT_STROKE), items,
                             self.span)


def draw_star_point(direction: float, step: float, radius: float, center: Point) -> Iterator[Item]:
    """Yield one point of a compass star, with the right half of the point filled."""
    tip = move_point(direction, _STAR_SHARE * radius, *center)
    for side, fill in ((step / 2, BLACK), (-step / 2, WHITE)):
        corner = move_point(direction + side, _NOTCH_SHARE * radius, *center)
        yield shapes.polygon([center, tip, corner], fill=fill, stroke=FINE_STROKE)
