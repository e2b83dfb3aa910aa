"""What all templates have: their keys, the piece to cut out that they are drawn on, and its holes.

A kind of template is a module: a block of keys, made a kind by `TEMPLATE_KINDS`, and its pieces.
"""

from __future__ import annotations

from dataclasses import field, replace
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform, bearing, inside
from printshop.drawing.items import BLACK, WHITE, Close, Curve, Group, Item, Path, Stroke
from printshop.game.differences import Difference, Marks
from printshop.language import keys
from printshop.language.keys import Block, Kinds, block
from printshop.language.reader import Reader, spoken
from printshop.language.sections import Section
from printshop.problems import Misfit
from printshop.source import Mapping as MappingNode
from printshop.source import Scalar
from printshop.source import Sequence as SequenceNode
from printshop.units import MM, Length

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from printshop.drawing.geometry import Point
    from printshop.drawing.ink import Ink
    from printshop.game.context import Context
    from printshop.game.model import Words
    from printshop.layout.boxes import Box
    from printshop.problems import Span
    from printshop.source import Node

MOST_COPIES, MOST_HOLES, MOST_NOTES = 100, 20, 40
LARGEST_HOLE = "100 mm"


@block
class Hole(Block):
    """A hole in every piece: `at` is how far its middle is from the left and the top, None for that of the piece."""

    diameter: Length = keys.length("how large it is", positive=True, most=LARGEST_HOLE)
    at: tuple[Length, Length] | None = keys.size(
        "how far its middle is from the left and the upper edge of the piece; without it, it is in the middle",
        default=None)


class Sheet(NamedTuple):
    """What pieces are made for: the `area` of a page, the ink, the game's words; `letter` begins codes of pieces."""

    area: Box
    ink: Ink
    words: Words
    letter: str = ""


@block
class Template(Block):
    """What all templates have. `places` are those of every text, and of every "key:" of the template itself."""

    title: str = keys.text("what it is called, also on the piece itself", default=lambda at: spoken(at.key))
    material: str = keys.text("what to print it on; templates for one material share their pages", default="clear film")
    copies: int = keys.whole("how many of it (1)", 1, MOST_COPIES, default=1)
    default: bool = keys.flag("whether it is printed when nothing else is asked for (true)", default=True)
    differs: tuple[Difference, ...] = keys.blocks(Difference, "what is [not as in the book](differs.md)", entry="note")
    key: str = ""
    span: Span | None = None
    places: Mapping[str, Span] = field(default_factory=dict)
    holes: tuple[Hole, ...] = ()

    whole: ClassVar[bool] = False  # whether it is never cut by seams: it has joints of its own, or none
    coded: ClassVar[bool] = False  # whether its pieces are glued together by codes
    smaller: ClassVar[str] = "make it smaller"

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield the pieces. Raises TooWide, TooTall, NoGlyph and Misfit."""
        raise NotImplementedError

    def marked(self, marks: Marks) -> tuple[Self, tuple[Difference, ...]]:
        """Return the template with the marks of its notes behind its title, and the notes."""
        return replace(self, title=self.title + marks.of(self.differs)), self.differs

    def place(self, *words: str) -> Span | None:
        """Return the place of the first of some texts, or "key:"s, that the template has, else of the template."""
        return next((self.places[one] for one in words if one in self.places), self.span)


@block
class Pierced(Template):
    """What all templates have whose pieces may have holes."""

    holes: tuple[Hole, ...] = keys.blocks(
        Hole,
        "for a pin, a rivet or a string: a list, each with its `diameter`, and `at`, how far its middle is from "
        "the left and the upper edge of the piece (`12 x 30 mm`); in its middle without that",
        entry="hole", most=MOST_HOLES)


TEMPLATE_KINDS = Kinds(Template)


def read(node: Node, context: Context) -> Mapping[str, Template]:
    """Return the templates of a game; what is wrong with them is noted in the context's problems."""
    templates: dict[str, Template] = {}
    for name, reader in Reader(node, context.problems, "the templates", context).each("template"):
        before = len(context.problems)
        template = TEMPLATE_KINDS.read(reader, key=name, places=dict(_places(reader)))
        if template is not None and len(context.problems) == before:
            templates[name] = template
    return templates


TEMPLATES = Section("templates", read, blocks=TEMPLATE_KINDS)


def _places(reader: Reader) -> Iterator[tuple[str, Span]]:
    """Give the place of every text, and of the value of every key; of equal ones, the first stands last."""
    nodes = [node for name in reader.keys() if (node := reader.peek(name))]  # noqa: SIM118
    texts: list[tuple[str, Span]] = []
    seen: set[int] = set()  # what is written once and stands in many places is walked once
    while nodes:
        node = nodes.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        if isinstance(node, Scalar):
            texts.append((node.text, node.span))
        nodes += node.entries.values() if isinstance(node, MappingNode) else ()
        nodes += node.items if isinstance(node, SequenceNode) else ()
    yield from texts
    yield from ((f"{name}:", span) for name in reader.keys() if (span := reader.span(name)))  # noqa: SIM118


def label(at: Reader) -> str:
    """Return what something under a name of the game's own is called where it has no label."""
    return at.key.replace("_", " ")


CUT = Stroke(BLACK, 0.9)
BOUND = Stroke(BLACK, 0.9)
FINE = Stroke(BLACK, 0.4)
GREY = WHITE.mix(BLACK, 0.65)

TITLE = text.Style("sans", 8.0, bold=True)
WORDS = text.Style("sans", 7.0)
SMALL = text.Style("sans", 6.0, color=GREY)
LEAST = 5.0  # the smallest type that can be read on film


# --- pieces


class Cutout(NamedTuple):
    """A piece to cut out along `edge`, `width` x `height` points; its origin is its top left corner.

    One that is `glued` is a part of something longer. `holes` are cut out of it; `middle` is where one goes whose place
    is not said, if that is not the middle of its box. `notes` stand at the foot of its page.
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


def center_mark(x: float, y: float) -> tuple[Path, ...]:
    """Return the dot and small cross that go over the middle of a model."""
    return shapes.cross(x, y, 12, FINE), shapes.circle(x, y, 1.4, fill=BLACK)


def rim(center: Point, radius: float, start: float, sweep: float, *, fine: int, coarse: int) -> Path:
    """Return ticks inside a rim, so that it is seen on clear film: every `fine`, longer every `coarse` degrees."""
    angles = range(round(start / fine) * fine, round(start + sweep) + 1, fine)
    ticks = [
        (*bearing(angle, radius, *center), *bearing(angle, radius - (7 if angle % coarse == 0 else 4), *center))
        for angle in angles
        if not (sweep >= 360 and angle >= start + 360)
    ]
    return shapes.lines(ticks, FINE)


def turned(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Group:
    """Return items turned clockwise about their origin, which comes to (x, y)."""
    return Group(items, Transform().translate(x, y).rotate(degrees))


def stack(
    lines: list[tuple[str, text.Style]], x: float, y: float, width: float
) -> tuple[Item, ...]:
    """Return centred lines, the middle of them all at (x, y), none wider than `width`. Raises TooWide."""
    heights = [style.size * 1.22 for _, style in lines]
    top = y - sum(heights) / 2
    items: list[Item] = []
    for (words, style), height in zip(lines, heights, strict=True):
        base = top + height * 0.5 + style.size * 0.35
        items += text.line(words, style, x, base, "middle", max_width=width, min_size=LEAST)
        top += height
    return tuple(items)


# --- holes


RIM = 1 * MM
"""What is left at least between a hole and the edge of a piece, or another hole."""

_STEPS = 12  # straight pieces of a curve, by which it is seen whether a hole fits


class Misplaced(Misfit):
    """A hole that a piece cannot have."""

    hint = "make it smaller, or say at: how far its middle is from the left and the upper edge, such as 12 x 30 mm"


def holed(piece: Cutout, holes: Sequence[Hole]) -> Cutout:
    """Return a piece with its holes. Raises Misplaced for one that does not lie within the piece, clear of others."""
    if not holes:
        return piece
    outline = list(_corners(piece.edge))
    middle = piece.middle or (piece.width / 2, piece.height / 2)
    places = [((hole.at[0].pt, hole.at[1].pt) if hole.at else middle, hole.diameter.pt / 2) for hole in holes]
    for hole, (at, radius) in zip(holes, places, strict=True):
        if not inside(at, outline) or _away(at, outline) < radius + RIM:
            raise Misplaced(f"a hole of {hole.diameter.text} does not lie inside '{piece.name}', 1 mm from its edge")
    for (one, radius), (other, more) in combinations(places, 2):
        if dist(one, other) < radius + more + RIM:
            raise Misplaced(f"two holes of '{piece.name}' are less than 1 mm apart")
    rings = tuple(shapes.circle(*at, radius, stroke=FINE) for at, radius in places)
    plates = tuple(shapes.circle(*at, radius, fill=WHITE) for at, radius in places)  # or it would be lost on black
    marks = tuple(shapes.cross(*at, min(radius, 6.0), FINE) for at, radius in places)
    return piece._replace(items=(*piece.items, *plates, *marks), holes=rings)


def _corners(path: Path) -> Iterator[Point]:
    x, y = 0.0, 0.0
    for segment in path.segments:
        if isinstance(segment, Close):
            continue
        if isinstance(segment, Curve):
            for k in range(1, _STEPS):
                t, u = k / _STEPS, 1 - k / _STEPS
                shares = u**3, 3 * u * u * t, 3 * u * t * t, t**3
                yield (sum(a * b for a, b in zip(shares, (x, segment.x1, segment.x2, segment.x), strict=True)),
                       sum(a * b for a, b in zip(shares, (y, segment.y1, segment.y2, segment.y), strict=True)))
        x, y = segment.x, segment.y
        yield x, y


def _away(point: Point, outline: Sequence[Point]) -> float:
    """Return how far a point is from the nearest side of an outline."""
    x, y = point
    return min(abs(complex(x - x1, y - y1) - complex(x2 - x1, y2 - y1) * _share(x - x1, y - y1, x2 - x1, y2 - y1))
               for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0]), strict=True))


def _share(x: float, y: float, along: float, down: float) -> float:
    """Return which part of a side, from 0 to 1, leads to the place on it that is nearest to a point."""
    square = along * along + down * down
    return min(1.0, max(0.0, (x * along + y * down) / square)) if square else 0.0
