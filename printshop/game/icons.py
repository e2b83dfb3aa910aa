"""The icons of a game: drawings of its folder art/ that stand in its texts, `<hit>`.

icons: {hit: burst.svg, evade: {art: evade.svg, colour: own}}
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection
from pathlib import Path
from typing import Self

from printshop.game.pictures import Pictures
from printshop.language import keys, patterns
from printshop.language.keys import Block, Writer, block
from printshop.language.patterns import Schema
from printshop.language.reader import Reader
from printshop.problems import Problems, Span, suggestion
from printshop.source import Mapping, Node, Scalar
from printshop.source.nodes import scalars

MOST_ICONS = 100
OWN = "own"
_NAME = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_MARK = re.compile(r"(?<!\\)<([^\W\d_][\w-]*)>")


def _art(at: Reader, name: str) -> Path:
    text = at.text(name)
    if trouble := at.context.trouble(text) if text else None:
        at.fail(name, f"{at.what}: {trouble[0]}", trouble[1])
    elif text and not text.lower().endswith(".svg"):
        at.fail(name, f"{at.what}: '{text}' is no drawing", "save it as SVG: what it is made of becomes a letter")
    elif text:
        path: Path = at.context.path(text)
        return path
    return Path()


def _colour(at: Reader, name: str) -> str:
    return OWN if getattr(at.peek(name), "text", "") == OWN and at.node(name) else at.color(name, "")


_COLOUR = {"anyOf": [{"const": OWN}, {"type": "string", "pattern": patterns.stand_in(patterns.COLOUR)}]}


@block
class Icon(Block):
    """A drawing that texts call by its name, its `key`; `color` is "own", "#rrggbb" or "" for that of the text."""

    art: Path = keys.special(_art, {"type": "string"}, "the drawing, an SVG file of the game's folder `art/`",
                             default=...)
    color: str = keys.special(_colour, _COLOUR, "`own` for the colours that the drawing has, or one for all of it: "
                              "`\"#c03030\"`; that of the text if not given", default="", name="colour")
    key: str = ""
    span: Span | None = None

    def settled(self, at: Reader) -> Self | None:
        """Return the icon, if texts can call it."""
        if not _NAME.fullmatch(self.key):
            at.problems.add(at.place, f"an icon cannot be called '{self.key[:50]}'",
                            "a name is up to 40 small letters a to z, digits, - and _, and begins with a letter")
        return self if at.sound else None


def _shape(writer: Writer) -> Schema:
    return {"type": "object", "additionalProperties": {"anyOf": [{"type": "string"}, writer.block(Icon)]}}


def _icons(at: Reader, name: str) -> tuple[Icon, ...]:
    found = at.reader(name)
    if found is None:
        return ()
    if len(found.keys()) > MOST_ICONS:
        at.fail(name, f"there are {len(found.keys())} icons, at most {MOST_ICONS} are allowed")
    # A text alone is the drawing.
    found.reword(lambda node: Mapping(node.source, node.line, node.column, {"art": node}, array("l"))
                 if isinstance(node, Scalar) else node, ())
    read = [keys.read(Icon, inner) for _, inner in found.each("icon")[:MOST_ICONS]]
    return tuple(icon for icon in read if icon)


ICONS = keys.key(keys.special(_icons, _shape, "drawings that stand in texts, by what they are called there: see "
                              "[below](#icons)", default=()))


def read_icons(reader: Reader, pictures: Pictures) -> tuple[Icon, ...]:
    """Return a game's icons; everything wrong is noted."""
    around, reader.context = reader.context, pictures
    icons: tuple[Icon, ...] = ICONS.take(reader, "icons")
    reader.context = around
    return icons


def check_marks(node: Node, names: Collection[str], problems: Problems) -> None:
    """Note what stands in texts as icons do and is none; `names` are those that there are."""
    for text in scalars(node) if names else ():
        for mark in _MARK.finditer(text.text):
            if mark[1].lower() not in names:
                problems.add(text.span, f"there is no icon '{mark[1]}'", f"{suggestion(mark[1].lower(), names)}; write "
                             f"\\<{mark[1]}> if no icon is meant")
