"""The blocks of a booklet turned into flowables of reportlab's Platypus. Points."""

from __future__ import annotations

import math
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from printshop.drawing import text
from printshop.drawing.ink import Ink, shade
from printshop.drawing.items import BLACK
from printshop.layout import display, story
from printshop.layout.multicolumn import Plan, columns_class
from printshop.layout.paragraphs import Look, paragraph, reportlab_color
from printshop.layout.recorder import Placed, placed_class
from printshop.layout.tables import table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BODY = Look(text.Style("serif", 10.6), 13.8, after=5.5)
LEAD = Look(text.Style("serif", 12.2, italic=True), 16.0, after=8.0)
SMALL = Look(text.Style("serif", 9.2), 11.6, after=4.0)
ASIDE = Look(text.Style("sans", 9.0, bold=True), 11.5, after=2.0)
_PAD = 9.0  # round the text of an aside
_HOLD = 3 * BODY.leading  # of text that must fit below a heading
_UNITS = story.TableBlock | story.Figure | story.Aside | story.KeepTogether  # a heading stays with all of these


class Setting(NamedTuple):
    """What blocks are set in: a column of `width`, on pages of `height`; `entries` are for the contents.

    `breaks` says that Platypus breaks pages here: columns, asides and what is kept together do without.
    """

    width: float
    height: float
    tint: Ink
    entries: tuple[display.Entry, ...] = ()
    breaks: bool = True

    def flowables(self, blocks: Sequence[story.Block]) -> Iterator[Any]:
        """Yield the flowables of the blocks. Raises TooWide, TooLarge, NoGlyph and ValueError."""
        queue = list(blocks)
        while queue:
            if not isinstance(queue[0], story.Heading):
                yield from self._flowables(queue.pop(0))
                continue
            heads = list(takewhile(_introduces, queue))
            del queue[: len(heads)]
            if self.breaks:
                yield from self._headed(heads, [queue.pop(0)] if queue else [])
            else:
                yield from (self._head(head, keep=True) for head in heads)

    def _headed(self, heads: Sequence[story.Block], following: Sequence[story.Block]) -> Iterator[Any]:
        """Set headings and the block after them: with room for some lines of text, or all on one page."""
        from reportlab.platypus.flowables import CondPageBreak, KeepTogether

        if following and isinstance(following[0], _UNITS):
            yield KeepTogether(list(self._replace(breaks=False).flowables([*heads, *following])))
            return
        made = [self._head(head, keep=False) for head in heads]
        if following and isinstance(following[0], story.Columns):
            yield self._columns(following[0], made)
            return
        yield CondPageBreak(sum(_room(each) for each in made) + _HOLD)
        yield from made
        for block in following:
            yield from self._flowables(block)

    def _head(self, block: story.Block, *, keep: bool) -> Any:
        flowable = next(self._flowables(block))
        flowable.keepWithNext = int(keep)
        return flowable

    def _flowables(self, block: story.Block) -> Iterator[Any]:
        match block:
            case story.Para():
                yield paragraph(block.markup, LEAD if block.lead else SMALL if block.small else BODY)
            case story.Bullets():
                yield from _list(["•"] * len(block.items), block.items)
            case story.Numbered():
                yield from _list([f"{block.start + index}." for index in range(len(block.items))], block.items)
            case story.TableBlock():
                yield from table(block, self.width)
            case story.Columns() | story.Aside() | story.KeepTogether():
                yield from self._container(block)
            case story.Space() | story.PageBreak():
                yield _gap(block)
            case story.Title() | story.Heading() | story.Figure() | story.Contents() | story.Rule():
                yield from map(_flowable, self._drawings(block))
            case _:
                assert_never(block)

    def _drawings(
        self, block: story.Title | story.Heading | story.Figure | story.Contents | story.Rule
    ) -> Iterator[Placed]:
        match block:
            case story.Title():
                yield display.title(block, self.width)
            case story.Heading():
                yield display.heading(block, self.width)
            case story.Figure():
                yield display.figure(block, self.width, self.height)
            case story.Contents():
                yield from display.contents(block, self.entries, self.width)
            case story.Rule():
                yield display.rule(self.width)
            case _:
                assert_never(block)

    def _container(self, block: story.Columns | story.Aside | story.KeepTogether) -> Iterator[Any]:
        from reportlab.platypus.flowables import KeepTogether

        match block:
            case story.Columns():
                yield self._columns(block)
            case story.Aside():
                yield self._aside(block)
            case story.KeepTogether():
                inner = list(self._replace(breaks=False).flowables(block.blocks))
                if self.breaks:
                    yield KeepTogether(inner)
                    return
                for flowable in inner[:-1]:
                    flowable.keepWithNext = 1
                yield from inner
            case _:
                assert_never(block)

    def _columns(self, block: story.Columns, heads: Sequence[Any] = ()) -> Any:
        width = (self.width - block.gap * (block.count - 1)) / block.count
        inner = self._replace(width=width, breaks=False).flowables(block.blocks)
        return columns_class()(Plan(list(inner), block.count, width, block.gap, self.height, tuple(heads)))

    def _aside(self, block: story.Aside) -> Any:
        """Set the blocks as rows of a tinted table of one column: so the box can run over a page."""
        from reportlab.platypus.tables import Table

        inner = self._replace(width=self.width - 2 * _PAD, breaks=False)
        rows = [paragraph(block.title, ASIDE)] if block.title else []
        rows += inner.flowables(block.blocks)
        below = [row.getSpaceAfter() for row in rows[:-1]]
        black = reportlab_color(BLACK)
        style: list[Any] = [
            ("BACKGROUND", (0, 0), (-1, -1), reportlab_color(shade(self.tint, 0.07))),
            ("LINEABOVE", (0, 0), (-1, 0), 0.8, black), ("LINEBELOW", (0, -1), (-1, -1), 0.8, black),
            ("LEFTPADDING", (0, 0), (-1, -1), _PAD), ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
            ("TOPPADDING", (0, 0), (-1, -1), 0), ("TOPPADDING", (0, 0), (-1, 0), _PAD - 3),
            *(("BOTTOMPADDING", (0, row), (-1, row), space) for row, space in enumerate([*below, _PAD])),
            *(("NOSPLIT", (0, row), (0, row + 1)) for row, each in enumerate(rows[:-1]) if each.getKeepWithNext()),
        ]
        return Table([[row] for row in rows], [self.width], style=style, spaceBefore=6, spaceAfter=11)


def _introduces(block: story.Block) -> bool:
    return isinstance(block, story.Heading | story.Rule | story.Space)


def _room(flowable: Any) -> float:
    height: float = flowable.wrap(math.inf, math.inf)[1] + flowable.getSpaceBefore() + flowable.getSpaceAfter()
    return height


def _flowable(placed: Placed) -> Any:
    return placed_class()(placed)


def _gap(block: story.Space | story.PageBreak) -> Any:
    from reportlab.platypus.flowables import PageBreak, Spacer

    return Spacer(1, block.height) if isinstance(block, story.Space) else PageBreak()


def _list(labels: Sequence[str], items: Sequence[str]) -> Iterator[Any]:
    hang = max((text.measure(label, BODY.style) for label in labels), default=0.0) + 0.6 * BODY.style.size + 0.1
    for number, (label, markup) in enumerate(zip(labels, items, strict=True), 1):
        after = BODY.after if number == len(items) else 2.5
        shown = markup or "\u00a0"  # an empty point shows its label all the same
        yield paragraph(shown, BODY._replace(left=hang + 8, hang=hang, after=after), label)
