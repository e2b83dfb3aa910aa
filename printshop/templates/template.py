"""Base class of all templates, with their common keys, pieces and holes; reading of a game's templates.

A kind of template is a module: a block of keys, registered in `TEMPLATE_KINDS`, that draws its pieces.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from itertools import combinations
from math import dist
from typing import Any, ClassVar, NamedTuple, Self

from printshop.drawing import shapes
from printshop.drawing.geometry import Point, inside, sides
from printshop.drawing.ink import Ink
from printshop.drawing.items import WHITE, Close, Curve, Item, Path
from printshop.game.differences import Difference, Marks
from printshop.game.model import Context, Words
from printshop.language import keys
from printshop.language.keys import Block, Kinds, block
from printshop.language.reader import Reader, spoken
from printshop.language.sections import Section
from printshop.layout.boxes import Box
from printshop.problems import Misfit, Span
from printshop.source import Node, Scalar
from printshop.templates.pieces import FINE
from printshop.units import MM, Length

MOST_COPIES, MOST_HOLES, MOST_NOTES, MOST_LENGTHS = 100, 20, 40, 60
LARGEST_HOLE = "100 mm"
RIM = 1 * MM  # least distance of a hole from the edge of its piece and from other holes


class Sheet(NamedTuple):
    """Settings for drawing pieces: `area` of a page, ink, the game's words; `letter` begins codes of pieces."""

    area: Box
    ink: Ink
    words: Words
    letter: str = ""


class Unfit(Misfit):
    """Something that a template cannot have, reported at one of its keys: `key` is written as "holes:"."""

    key: ClassVar[str]


class Cutout(NamedTuple):
    """A piece to cut out along `edge`, `width` x `height` points; its origin is its top left corner.

    A `glued` piece is a part of something longer. `holes` are cut out of it. A hole without a position is at `middle`,
    or, if that is None, in the middle of the piece's rectangle. `notes` stand at the foot of its page.
    """

    name: str
    title: str
    width: float
    height: float
    edge: Path
    items: tuple[Item, ...]
    span: Span | None
    glued: bool = False
    holes: tuple[Path, ...] = ()
    middle: Point | None = None
    notes: tuple[str, ...] = ()

    def corners(self) -> Iterator[Point]:
        """Yield the corners of the edge, each of its curves as twelve chords."""
        position = (0.0, 0.0)
        for segment in self.edge.segments:
            if isinstance(segment, Curve):
                yield from (shapes.on_curve(position, segment, k / 12) for k in range(1, 12))
            if not isinstance(segment, Close):
                position = segment.x, segment.y
                yield position


@block
class Template(Block):
    """A template with the keys that all kinds have; `places` are the positions of its texts and its keys' values.

    The position of a value has the name of its key with a colon, such as "holes:".
    """

    title: str = keys.text("its name, also printed on the piece", default=lambda at: spoken(at.key))
    material: str = keys.text("what to print it on; templates for one material share their pages", default="clear film")
    copies: int = keys.whole("number of copies (1)", 1, MOST_COPIES, default=1)
    default: bool = keys.flag("whether it is printed when neither you nor the scenario names templates (true)",
                              default=True)
    use: str = keys.text("instructions for use, printed at the foot of its page", default="")
    differs: tuple[Difference, ...] = keys.blocks(Difference, "what is [not as in the book](differs.md)", entry="note")
    key: str = ""
    span: Span | None = None
    places: Mapping[str, Span] = field(default_factory=dict)

    whole: ClassVar[bool] = False  # never divided by seams: it has joints of its own, or must stay in one piece
    coded: ClassVar[bool] = False  # its pieces are glued together by codes
    smaller: ClassVar[str] = "make it smaller"

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces, without holes. Raises TooWide, TooTall, NoGlyph and Misfit."""
        raise NotImplementedError

    def finished(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces with their holes. Raises the same errors as `pieces`."""
        return self.pieces(sheet)

    def marked(self, marks: Marks) -> tuple[Self, tuple[Difference, ...]]:
        """Return the template with the marks of its notes behind its title, and the notes."""
        return replace(self, title=self.title + marks.of(self.differs)), self.differs

    def place(self, *words: str) -> Span | None:
        """Return the position of the first of some texts or "key:"s in the template, else of the template."""
        return next((self.places[word] for word in words if word in self.places), self.span)


@block
class Hole(Block):
    """A hole in every piece; `at` is how far its middle is from the left and upper edges, None for the middle."""

    diameter: Length = keys.length("its diameter", positive=True, most=LARGEST_HOLE)
    at: tuple[Length, Length] | None = keys.size(
        "how far its middle is from the left and upper edges of the piece (the middle of the piece)",
        default=None)


@block
class Pierced(Template):
    """Base class of templates whose pieces may have holes."""

    holes: tuple[Hole, ...] = keys.blocks(
        Hole, "a list of holes for a pin, a rivet or a string, each with its `diameter` and perhaps `at`, how far its "
        "middle is from the left and upper edges of the piece (`12 x 30 mm`); without it, in the middle",
        entry="hole", most=MOST_HOLES)

    def finished(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces with their holes. Raises also Misplaced."""
        return (holed(piece, self.holes) for piece in self.pieces(sheet))


TEMPLATE_KINDS = Kinds(Template)


def read(node: Node, context: Context) -> Mapping[str, Template]:
    """Return the templates of a game without errors; problems are added to those of the context."""
    templates: dict[str, Template] = {}
    for name, reader in Reader(node, context.problems, "the templates", context).each("template"):
        before = len(context.problems)
        template = TEMPLATE_KINDS.read(reader, key=name, places=dict(_places(reader)))
        if template is not None and len(context.problems) == before:
            templates[name] = template
    return templates


TEMPLATES = Section("templates", read, blocks=TEMPLATE_KINDS)


def _places(reader: Reader) -> Iterator[tuple[str, Span]]:
    """Yield the position of every text, then of every key's value; the first of equal texts comes last, and wins."""
    values = [(name, node) for name in reader.keys() if (node := reader.peek(name))]  # noqa: SIM118
    nodes = [node for _, node in values]
    walked: set[int] = set()  # a YAML anchor with many aliases is walked once
    while nodes:
        node = nodes.pop()
        if id(node) in walked:
            continue
        walked.add(id(node))
        if isinstance(node, Scalar):
            yield node.text, node.span
        nodes += (*node.entries.values(), *node.items)
    yield from ((f"{name}:", node.span) for name, node in values)


def named_lengths(help_text: str, *, example: str, name: str = "", default: Any = (), most: int = MOST_LENGTHS) -> Any:
    """Declare a key of lengths by names of the game's choice, 1 to `most` of them; messages give the `example`."""
    measure = keys.key(keys.length(positive=True))

    def take(at: Reader, name: str) -> tuple[tuple[str, Length], ...]:
        inner = at.reader(name, required=default is ...)
        lengths = tuple((key, measure.take(inner, key)) for key in inner.keys()) if inner else ()  # noqa: SIM118
        if inner and not lengths:
            at.fail(name, f"'{name}' of {at.what} is empty", f"for instance {example}")
        return at.at_most(name, lengths, most)

    return keys.special(take, {"type": "object", "additionalProperties": keys.MEASURE}, help_text, name=name,
                        default=default)


def label(at: Reader) -> str:
    """Return the default label of an entry: its name with spaces for underscores."""
    return at.key.replace("_", " ")


class Misplaced(Unfit):
    """A hole that lies outside its piece, or too near to its edge or another hole."""

    key = "holes:"
    hint = "make it smaller, or say at: how far its middle is from the left and upper edges, such as 12 x 30 mm"


def holed(piece: Cutout, holes: Sequence[Hole]) -> Cutout:
    """Return a piece with its holes. Raises Misplaced for a hole not inside it, `RIM` from its edge and other holes."""
    if not holes:
        return piece
    outline = list(piece.corners())
    middle = piece.middle or (piece.width / 2, piece.height / 2)
    places = [((hole.at[0].pt, hole.at[1].pt) if hole.at else middle, hole.diameter.pt / 2) for hole in holes]
    for hole, (at, radius) in zip(holes, places, strict=True):
        if not inside(at, outline) or _away(at, outline) < radius + RIM:
            raise Misplaced(f"a hole of {hole.diameter.text} does not lie inside '{piece.name}', 1 mm from its edge")
    if any(dist(at, other) < radius + radius2 + RIM for (at, radius), (other, radius2) in combinations(places, 2)):
        raise Misplaced(f"two holes of '{piece.name}' are less than 1 mm apart")
    rings = tuple(shapes.circle(*at, radius, stroke=FINE) for at, radius in places)
    plates = tuple(shapes.circle(*at, radius, fill=WHITE) for at, radius in places)# visible on black
    marks = tuple(shapes.cross(*at, min(radius, 6.0), FINE) for at, radius in places)
    return piece._replace(items=(*piece.items, *plates, *marks), holes=rings)


def _away(point: Point, outline: Sequence[Point]) -> float:
    """Return the distance of a point from the nearest side of an outline."""
    place, corners = complex(*point), [complex(*corner) for corner in outline]
    far = math.inf
    for start, end in sides(corners):
        side, offset = end - start, place - start
        share = (offset * side.conjugate()).real / abs(side) ** 2 if side else 0.0
        far = min(far, abs(offset - side * min(max(share, 0.0), 1.0)))
    return far
