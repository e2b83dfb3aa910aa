"""Base class of all templates, with their common keys, pieces and holes.

The module also reads a game's templates. A kind of template is a block of keys that draws the pieces of the template.
Kinds are registered in `TEMPLATE_KINDS`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations
from math import dist
from typing import Any, ClassVar, NamedTuple, Self

from printshop.drawing import shapes
from printshop.drawing.display_list import WHITE, ClosePath, CurveTo, Item, Path
from printshop.drawing.geometry import Point, is_in_polygon, iter_sides
from printshop.drawing.ink import Ink
from printshop.game.errata import Difference, NoteMarks
from printshop.game.model import ReadContext
from printshop.layout.rectangles import Rect
from printshop.lengths import MM, Length
from printshop.problems import DoesNotFitError, Span
from printshop.products.templates.strokes import FINE_STROKE
from printshop.schema import keys
from printshop.schema.keys import BlockKinds, DataBlock, data_block
from printshop.schema.reader import Reader, make_title
from printshop.schema.sections import Section
from printshop.source import Node, ScalarNode
from printshop.words import Words

MAX_COPIES, MAX_HOLES, MAX_NOTES, MAX_LENGTHS = 100, 20, 40, 60
MAX_HOLE_DIAMETER = "100 mm"
MIN_HOLE_DISTANCE = 1 * MM  # least distance of a hole from the edge of its piece and from other holes


class TemplateSheet(NamedTuple):
    """Settings for drawing pieces: the page's `content_rect`, the ink, the words, and the letter of codes."""

    content_rect: Rect
    ink: Ink
    words: Words
    code_letter: str = ""


class TemplateError(DoesNotFitError):
    """An error in a template that is reported at the value of one of the template's keys.

    `problem_key` is the name of that key with a colon, such as "holes:".
    """

    problem_key: ClassVar[str]


class TemplatePiece(NamedTuple):
    """A piece to cut out along `edge`, `width` x `height` points.

    The origin is the top left corner of the piece. If `is_glued` is true, the piece is a part of something longer.
    `holes` are cut out of the piece. If a hole has no position, it is at `default_hole_position`. If
    `default_hole_position` is None, the hole is in the middle of the piece's rectangle. `notes` stand at the bottom of
    the page.
    """

    name: str
    title: str
    width: float
    height: float
    edge: Path
    items: tuple[Item, ...]
    span: Span | None
    is_glued: bool = False
    holes: tuple[Path, ...] = ()
    default_hole_position: Point | None = None
    notes: tuple[str, ...] = ()

    def iter_corners(self) -> Iterator[Point]:
        """Yield the corners of the edge, with each curve divided into twelve chords."""
        position = (0.0, 0.0)
        for segment in self.edge.segments:
            if isinstance(segment, CurveTo):
                yield from (shapes.evaluate_curve(position, segment, index / 12) for index in range(1, 12))
            if not isinstance(segment, ClosePath):
                position = segment.x, segment.y
                yield position


@data_block
class Template(DataBlock):
    """A template with the keys that all kinds of templates have.

    `places` has the positions of the template's texts, by text. It also has the positions of the values of the
    template's keys, by key with a colon, such as "holes:".
    """

    title: str = keys.text("the name of the template, also printed "
                           "on the piece", help_text="", default=lambda reader: make_title(reader.key))
    material: str = keys.text("the material on which the template is printed (default: clear film). Templates for the "
                              "same material share pages", label="Printed on", default="clear film")
    copies: int = keys.integer("the number of copies (default: 1)", 1, MAX_COPIES, default=1)
    default: bool = keys.flag("whether the template is printed if neither you nor the scenario lists templates "
                              "(default: true)", label="Printed by default",
                              default=True)
    use: str = keys.text("instructions for use, which are printed at the bottom edge of the page",
                         label="Instructions for use", default="")
    differs: tuple[Difference, ...] = keys.block_list(Difference, "notes on what is [not as in the book](differs.md)",
                                                      label="Differences from the book",
                                                      entry_label="note")
    key: str = ""
    span: Span | None = None
    places: Mapping[str, Span] = field(default_factory=dict)

    never_tiled: ClassVar[bool] = False  # never divided by seams: it has joints of its own, or must stay in one piece
    has_codes: ClassVar[bool] = False  # its pieces are glued together by codes
    shrink_hint: ClassVar[str] = "make the template smaller"

    def draw_pieces(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the pieces, without holes.

        Raises TooWideError, TooTallError or MissingGlyphError if words cannot be set, and DoesNotFitError for
        other reasons.
        """
        raise NotImplementedError

    def draw_pieces_with_holes(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the pieces with their holes. Raises the same errors as `draw_pieces`."""
        return self.draw_pieces(sheet)

    def add_note_marks(self, marks: NoteMarks) -> tuple[Self, tuple[Difference, ...]]:
        """Return the template with the reference marks of its notes after its title, and the notes."""
        return replace(self, title=self.title + marks.assign_marks(self.differs)), self.differs

    def find_span(self, *texts: str) -> Span | None:
        """Return the position of the first of `texts` that the template has.

        If the template has none of them, return the position of the template. A text with a colon, such as "holes:",
        stands for the value of a key.
        """
        return next((self.places[text] for text in texts if text in self.places), self.span)


@data_block
class TemplateHole(DataBlock):
    """A hole in every piece.

    `at` is the distances of the hole's middle from the left and upper edges of the piece. If `at` is None, the hole
    is at the default position of holes in the piece, which is usually the middle.
    """

    diameter: Length = keys.length("its diameter", positive=True, maximum=MAX_HOLE_DIAMETER)
    at: tuple[Length, Length] | None = keys.size(
        "the distances of the middle of the hole from the left and upper edges of the piece. Without `at`, the hole is "
        "in the middle of the piece, but in a cone it is below the words",
        default=None)


@data_block
class HoledTemplate(Template):
    """Base class of templates whose pieces may have holes."""

    holes: tuple[TemplateHole, ...] = keys.block_list(
        TemplateHole,
        "a list of holes for a pin, a rivet or a string. Each hole has a `diameter` and may have `at`, the distances "
        "of the middle of the hole from the left and upper edges of the piece, for example `12 x 30 mm`. Without `at`, "
        "the hole is in the middle of the piece, but in a cone it is below the words",
        entry_label="hole", maximum=MAX_HOLES)

    def draw_pieces_with_holes(self, sheet: TemplateSheet) -> Iterator[TemplatePiece]:
        """Yield the pieces with their holes.

        Raises the errors of `draw_pieces`, and MisplacedHoleError if a hole does not fit its piece.
        """
        return (cut_holes(piece, self.holes) for piece in self.draw_pieces(sheet))


TEMPLATE_KINDS = BlockKinds(Template)


def read_templates(node: Node, context: ReadContext) -> Mapping[str, Template]:
    """Return the templates of a game that have no problems, by name.

    Problems of templates are added to the problems of the context.
    """
    readers = Reader(node, context.problems, "the templates", context).open_entries("template")
    templates = context.read_entries("templates", readers, lambda name, reader: TEMPLATE_KINDS.read_kind(
        reader, key=name, places=dict(_list_text_spans(reader))))
    return {name: template for name, reader, template in templates if template is not None and reader.is_valid}


TEMPLATES = Section("templates", read_templates, entry_block=TEMPLATE_KINDS, label="Rulers and templates",
                    adding="Add a ruler or template")


def _list_text_spans(reader: Reader) -> Iterator[tuple[str, Span]]:
    """Yield the position of every text, then the position of every key's value.

    If several texts are equal, the first of them comes last, so that a mapping keeps the position of this text.
    """
    key_nodes = [(name, node) for name in reader.list_keys() if (node := reader.get_raw_node(name))]
    nodes = [node for _, node in key_nodes]
    visited: set[int] = set()  # a YAML anchor with many aliases is walked once
    while nodes:
        node = nodes.pop()
        if id(node) in visited:
            continue
        visited.add(id(node))
        if isinstance(node, ScalarNode):
            yield node.text, node.span
        nodes += (*node.entries.values(), *node.items)
    yield from ((f"{name}:", node.span) for name, node in key_nodes)


def named_lengths(help_text: str, *, example: str, name: str = "", default: Any = (),
                  maximum: int = MAX_LENGTHS) -> Any:
    """Declare a key with 1 to `maximum` lengths, by names that the game chooses.

    Messages show the `example`.
    """
    length_key = keys.get_key(keys.length(positive=True))

    def read_lengths(reader: Reader, name: str) -> tuple[tuple[str, Length], ...]:
        mapping_reader = reader.open_mapping(name, required=default is ...)
        lengths = tuple((key, length_key.read(mapping_reader, key))
                        for key in mapping_reader.list_keys()) if mapping_reader else ()
        if mapping_reader and not lengths:
            reader.add_problem(name,
                               f"'{name}' of {reader.label} must have at "
                               "least one length", f"write, for example, {example}")
        return reader.limit_entries(name, lengths, maximum)

    return keys.custom(read_lengths, {"type": "object", "additionalProperties": keys.LENGTH_SCHEMA}, help_text,
                       name=name,
                       default=default)


def get_default_label(reader: Reader) -> str:
    """Return the default label of an entry: its name, with spaces in place of underscores."""
    return reader.key.replace("_", " ")


class MisplacedHoleError(TemplateError):
    """A hole lies outside its piece, or too near to the edge of the piece or to another hole."""

    problem_key = "holes:"
    hint = ("make the hole smaller, or move it with 'at', the distances of the middle of the hole from the left and "
            "upper edges of the piece, for example 12 x 30 mm")


def cut_holes(piece: TemplatePiece, holes: Sequence[TemplateHole]) -> TemplatePiece:
    """Return a piece with its holes.

    Raises MisplacedHoleError if a hole lies outside the piece, or too near to the edge of the piece or to another
    hole.
    """
    if not holes:
        return piece
    outline = list(piece.iter_corners())
    default_position = piece.default_hole_position or (piece.width / 2, piece.height / 2)
    circles = [((hole.at[0].pt, hole.at[1].pt) if hole.at else default_position, hole.diameter.pt / 2)
               for hole in holes]
    for hole, (center, radius) in zip(holes, circles, strict=True):
        if not is_in_polygon(center, outline) or _measure_edge_distance(center, outline) < radius + MIN_HOLE_DISTANCE:
            raise MisplacedHoleError(f"a hole of {hole.diameter.text} must lie inside '{piece.name}', at least 1 mm "
                                     "from the edge of the piece")
    if any(dist(hole_center, other_center) < radius + other_radius + MIN_HOLE_DISTANCE for (hole_center, radius),
           (other_center, other_radius) in combinations(circles, 2)):
        raise MisplacedHoleError(f"two holes of '{piece.name}' must be at least 1 mm apart")
    rings = tuple(shapes.circle(*hole_center, radius, stroke=FINE_STROKE) for hole_center, radius in circles)
    # visible on black
    backgrounds = tuple(shapes.circle(*hole_center, radius, fill=WHITE) for hole_center, radius in circles)
    crosses = tuple(shapes.cross(*hole_center, min(radius, 6.0), FINE_STROKE) for hole_center, radius in circles)
    return piece._replace(items=(*piece.items, *backgrounds, *crosses), holes=rings)


def _measure_edge_distance(point: Point, outline: Sequence[Point]) -> float:
    """Return the distance of a point from the nearest side of an outline."""
    position, corners = complex(*point), [complex(*corner) for corner in outline]
    distance = math.inf
    for start, end in iter_sides(corners):
        vector, offset = end - start, position - start
        fraction = (offset * vector.conjugate()).real / abs(vector) ** 2 if vector else 0.0
        distance = min(distance, abs(offset - vector * min(max(fraction, 0.0), 1.0)))
    return distance
