"""What all templates have: their keys, and how those of a game are read.

A kind of template is a module: a block of keys, made a kind by `TEMPLATE_KINDS`, and its pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import ClassVar, Self

from printshop.game.context import Context
from printshop.game.differences import Difference, Marks
from printshop.language import keys
from printshop.language.keys import Block, Kinds, block
from printshop.language.reader import Reader, spoken
from printshop.language.sections import Section
from printshop.problems import Span
from printshop.source import Mapping as MappingNode
from printshop.source import Node, Scalar
from printshop.source import Sequence as SequenceNode
from printshop.templates.pieces import Cutout, Hole, Sheet

MOST_COPIES, MOST_HOLES, MOST_NOTES = 100, 20, 40


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
