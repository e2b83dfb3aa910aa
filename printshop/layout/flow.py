"""Booklet text: blocks in, finished pages out. Points, origin at the top left, y down.

A booklet is a list of the small frozen blocks below; texts are markup (`printshop.markup`). `compose`
breaks them into lines and pages with reportlab's Platypus, drawn on a canvas that yields display-list items.
Header and footer are the caller's (`printshop.layout.furniture`).
"""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from printshop.drawing import text
from printshop.drawing.ink import Ink
from printshop.drawing.misfit import Misfit
from printshop.layout.display import Entry
from printshop.layout.recorder import Found, Sheet, canvas_class
from printshop.layout.story import (
    Align,
    Aside,
    Block,
    Bullets,
    Columns,
    Contents,
    Figure,
    Heading,
    KeepTogether,
    Numbered,
    PageBreak,
    Para,
    Rule,
    Space,
    TableBlock,
    Title,
    TooLarge,
    headings,
    walk,
    with_numbers,
)
from printshop.layout.typeset import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from printshop.drawing.items import Item, Link
    from printshop.layout.boxes import Box

__all__ = [
    "Align", "Aside", "Block", "Bullets", "Columns", "Composed", "Contents", "Figure", "Found", "Heading",
    "KeepTogether", "Numbered", "PageBreak", "Para", "Rule", "Space", "TableBlock", "Title", "TooLarge", "compose",
]


class Composed(NamedTuple):
    """A finished page's content. Give the page `anchor` as its own: the links of the contents lead there."""

    items: tuple[Item, ...]
    links: tuple[Link, ...]
    headings: tuple[Found, ...]
    anchor: str


def compose(
    blocks: Sequence[Block],
    box: Box,
    *,
    first: Box | None = None,
    columns: int = 1,
    gap: float = 18.0,
    ink: Ink = Ink.COLOUR,
    numbered: bool = False,
    name: str = "page",
    label: Callable[[int], str] = lambda index: str(index + 1),
) -> tuple[Composed, ...]:
    """Set the blocks on as many pages as they take.

    Args:
        blocks: the text.
        box: where it may stand on a page.
        first: where it may stand on the first page, if that is different; as wide as `box`.
        columns: how many columns a page has; text fills one after the other.
        gap: between the columns.
        ink: how dark the tinted boxes may be.
        numbered: whether headings of levels 1 and 2 are numbered 1, 1.1 ...
        name: what the pages' anchors start with: "name-1", "name-2" ...
        label: the number printed on the page with this index (from 0), for the contents.

    Raises:
        TooWide: a word, a table or a figure is wider than its column.
        TooLarge: a figure, a table's row or the like is taller than the page.
        NoGlyph: no font has some of the characters.
        ValueError: a table's rows are of different lengths, or the like.
    """
    story = with_numbers(blocks) if numbered else tuple(blocks)
    first = first or box
    if abs(first.width - box.width) > 1e-6:
        raise ValueError("all pages must be equally wide")

    def run(pages: Sequence[int]) -> list[Sheet]:
        entries = [Entry(heading.title, heading.level, label(page), _anchor(name, page))
                   for heading, page in zip(headings(story), pages, strict=True)]
        return _run(story, (first, box), columns, gap, ink, entries)

    return tuple(
        Composed(tuple(sheet.items), tuple(sheet.links), tuple(sheet.found), _anchor(name, page))
        for page, sheet in enumerate(_settled(story, run))
    )


def _settled(story: Sequence[Block], run: Callable[[Sequence[int]], list[Sheet]]) -> list[Sheet]:
    """Return the pages once the contents name those on which the headings stand; `run` sets them for such a guess."""
    pages = [0 for _ in headings(story)]
    for _ in range(3 if any(isinstance(block, Contents) for block in walk(story)) else 1):
        sheets = run(pages)
        known, pages = pages, [page for page, sheet in enumerate(sheets) for _ in sheet.found]
        if known == pages:
            break
    return sheets


def _anchor(name: str, page: int) -> str:
    return f"{name}-{page + 1}"


def _run(
    blocks: Sequence[Block],
    boxes: tuple[Box, Box],
    columns: int,
    gap: float,
    ink: Ink,
    entries: Sequence[Entry],
) -> list[Sheet]:
    """Let Platypus set the blocks once; `boxes` are the first page's and the others'."""
    from reportlab.platypus.doctemplate import LayoutError

    if not blocks:
        return []
    width = (boxes[1].width - gap * (columns - 1)) / columns
    setting = Setting(width, min(box.height for box in boxes), ink, tuple(entries))
    story = list(setting.flowables(blocks))
    canvas: Any = None

    def maker(*args: Any, **named: Any) -> Any:
        nonlocal canvas
        canvas = canvas_class()(*args, **named)
        return canvas

    try:
        _template(boxes, columns, gap).build(story, canvasmaker=maker)
    except text.TooWide as error:  # without what reportlab adds to the message
        raise text.TooWide(error.text, error.needed, error.available, described=error.described) from None
    except (Misfit, TypeError) as error:  # within a block that stays together reportlab makes the error anew
        raise _first(error) from None
    except LayoutError as error:
        raise TooLarge(f"{_culprit(str(error))} is taller than a page has room: {setting.height:.0f} pt") from None
    sheets: list[Sheet] = canvas.sheets
    return sheets


def _first(error: Exception) -> Exception:
    """Return the misfit that an error came from, or the error itself."""
    found, cause = error, error.__context__
    while cause is not None:
        found, cause = (cause if isinstance(cause, Misfit) else found), cause.__context__
    return found


def _culprit(message: str) -> str:
    """Find in reportlab's message the words of what does not fit."""
    begins = re.search(r"containing\s{1,9}'(?:<[^>]{0,200}>)?(.{1,200}?)'", message, re.DOTALL)
    return f"the part that begins '{' '.join(begins[1].split())}'" if begins else "a part of the text"


def _template(boxes: tuple[Box, Box], columns: int, gap: float) -> Any:
    from reportlab.platypus.doctemplate import BaseDocTemplate, PageTemplate
    from reportlab.platypus.frames import Frame

    size = max(box.right for box in boxes), max(box.bottom for box in boxes)
    template = BaseDocTemplate(BytesIO(), pagesize=size, allowSplitting=1)
    for name, box in zip(("first", "later"), boxes, strict=True):
        frames = [
            Frame(part.x, size[1] - part.bottom, part.width, part.height, 0, 0, 0, 0, id=f"{name} {number}")
            for number, part in enumerate(box.columns([1] * columns, gap))
        ]
        template.addPageTemplates(PageTemplate(name, frames, pagesize=size, autoNextPageTemplate="later"))
    return template
