"""Box gauges: rows of numbered boxes with a line over their middle, as strips or as an L or a T.

A die decides over which of the boxes a shot passes, or in which it lands. An arm is drawn along x from its start, with
its name in a strip above the boxes; the stem of an L or a T is turned clockwise, so that it begins at the bar.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Self

from printshop.drawing import shapes, text
from printshop.drawing.geometry import Transform
from printshop.drawing.items import BLACK, Group, Item, Line, Move, Stroke
from printshop.language import keys
from printshop.language.keys import Block, block
from printshop.language.reader import Reader
from printshop.layout import pack
from printshop.templates import strips
from printshop.templates.pieces import BOLD, BOUND, CUT, FINE, LEAST, WORDS, turned
from printshop.templates.strips import Part
from printshop.templates.template import TEMPLATE_KINDS, Cutout, Sheet, Template, label
from printshop.units import POINTS_PER, Length, set_fractions

SHAPES = ("strips", "L", "T")
MOST_ARMS = 12
MOST_BOXES = 40
LONGEST_BLANK = "3 ft"


@block
class Arm(Block):
    """A row of boxes with the texts of `order`, each `box` long, or None if that length is unknown.

    For boxes of unknown length, `example` is a house size; without it, `blank` is the length of the empty arm. `before`
    and `after` name what lies beyond its ends.
    """

    order: tuple[str, ...] = keys.texts("the texts in the boxes, along the arm", default=..., least=1, most=MOST_BOXES)
    box: Length | None = keys.length("the length of a box", positive=True, unknown=True)
    example: Length | None = keys.length("the length drawn for boxes of `unknown` length", default=None, positive=True)
    blank: Length = keys.length(
        "the length of an arm that is left blank, without an example (6 in)",
        default="6 in", name="length", positive=True, most=LONGEST_BLANK)
    label: str = keys.text("its name", default=label)
    before: str = keys.text("words for what lies beyond its ends", default="")
    after: str = keys.text(default="")
    note: str = keys.text("how to lay it", default="")
    key: str = ""

    @property
    def drawn(self) -> Length | None:
        """The length of a box as drawn, None if no boxes are drawn."""
        return self.box or self.example

    @property
    def length(self) -> Length:
        """The length of the arm."""
        return self.drawn.times(len(self.order)) if self.drawn else self.blank

    @property
    def unit(self) -> str:
        """The unit in which the boxes of a blank arm are measured: mm, cm or in."""
        return self.blank.unit if self.blank.unit in ("mm", "cm") else "in"

    def settled(self, at: Reader) -> Self:
        for name, needless in (("example", self.box is not None),
                               ("length", self.box is not None or self.example is not None)):
            if name in at and needless:
                at.fail(name, f"{at.what} has both '{'box' if self.box else 'example'}' and '{name}'",
                        "keep one of the two: the boxes make the arm as long as it is" if name == "length" else
                        "an example is for a box that is unknown")
        return self


@TEMPLATE_KINDS.kind("boxes")
@block
class BoxesTemplate(Template):
    """A box gauge: its arms, as separate pieces or joined as `shape` says."""

    arms: tuple[Arm, ...] = keys.named(
        Arm,
        "rows of numbered boxes by name: `order` (their texts, along the arm), `box` (the length of one), `label`. "
        "A `box: unknown` is drawn as long as its `example` and marked as a house size; without an example the arm "
        "is left blank, `length` long (6 in), with marks to draw the boxes by. `before` and `after` name what lies "
        "beyond its ends, `note` says how to lay it", entry="arm", default=..., least=1, most=MOST_ARMS)
    width: Length = keys.length(
        "of the arms (3/4 in)", default="3/4 in", positive=True, least="12 mm",
        why="its words would be too small to read")
    shape: str = keys.choice(
        SHAPES,
        "`strips`; or `L` or `T`, two arms in one piece, the bar first. A gauge that is longer than the paper comes in "
        "pieces with glue tabs", default=SHAPES[0])

    whole = True
    coded = True

    def settled(self, at: Reader) -> Self | None:
        article = "an L" if self.shape == "L" else f"a {self.shape}"
        if self.shape != SHAPES[0] and len(self.arms) != 2:
            at.fail("shape", f"{at.what} is {article} and has {len(self.arms)} arms",
                    "an L and a T have two arms; for any other number use shape: strips")
        elif self.shape != SHAPES[0] and 0 < self.arms[0].length.points < self.width.points:
            at.fail("shape", f"the bar of {at.what} is {self.arms[0].length.text} long and {self.width.text} wide",
                    f"{article} needs a bar that is longer than wide; put the longer arm first")
        return self if self.arms else None

    def pieces(self, sheet: Sheet) -> Iterator[Cutout]:
        """Yield one piece for an L or T that fits the paper, else strips. Raises TooWide and NoGlyph."""
        joined, area, number = self.shape != SHAPES[0], sheet.area, 0
        if joined:
            whole = self._joined()
            if pack.fits((whole.width, whole.height), (area.width, area.height)):
                yield whole
                return
        for k, arm in enumerate(self.arms):
            for piece in self._strips(arm, sheet.letter, number, max(area.width, area.height), stem=joined and k > 0):
                number += 1
                yield piece

    def _joined(self) -> Cutout:
        """Return an L or a T in one piece."""
        bar, stem = self.arms
        wide, long, high = self.width.pt, bar.length.pt, self.width.pt + stem.length.pt
        left = 0.0 if self.shape == "L" else long / 2 - wide / 2
        along, down = (Part(1, 1, Fraction(0), arm.length.points) for arm in self.arms)
        upright = Group(tuple(_row(self, stem, down, "", upright=True)), Transform(e=left + wide, f=wide).rotate(90))
        items = (*_row(self, bar, along, ""), upright, shapes.line(left, wide, left + wide, wide, BOUND))
        corners = [(0.0, 0.0), (long, 0.0), (long, wide), (left + wide, wide), (left + wide, high), (left, high)]
        edge = shapes.polygon([*corners, *([(left, wide), (0.0, wide)] if left else [])], stroke=CUT)
        return Cutout(self.title, self.title, long, high, edge, items, self.span)

    def _strips(self, arm: Arm, letter: str, before: int, longest: float, *, stem: bool) -> Iterator[Cutout]:
        """Yield the pieces of an arm, after `before` others with codes.

        A `stem` is glued under the bar of its L or T.
        """
        wide, extra = self.width.pt, self.width.pt if stem else 0.0
        parts = strips.divide(arm.length.points, (arm.drawn or arm.blank).points, longest - extra,
                              spared=(arm.length.points / 2,))
        for part in parts:
            code = f"{letter}{before + part.number}" if len(parts) > 1 or stem else ""
            items = (*_row(self, arm, part, code), *strips.joints(wide, part, f"{letter}{before + part.number + 1}"))
            edge, width = strips.edge(wide, part), part.width
            if stem and part.number == 1:  # a square end is added at its left, which says where to glue it
                where = "the start" if self.shape == "L" else "the middle"
                words = text.block(f"glue under {where} of the bar", WORDS, (3, 0, wide - 6, wide), 1.2, "middle",
                                   "middle", LEAST)
                items = (Group(items, Transform(e=extra)), shapes.line(wide, 0, wide, wide, _UNDER), *words.items)
                moved = shapes.transform_path(edge, Transform(e=extra)).segments
                edge = shapes.polygon([(0.0 if corner.x <= extra else corner.x, corner.y) for corner in moved
                                       if isinstance(corner, Move | Line)], stroke=CUT)
                width += extra
            yield Cutout(f"{self.title} {code or arm.label}", self.title, width, wide, edge, items, self.span,
                         self.shape != SHAPES[0] or len(parts) > 1)


# --- drawing

# Of an arm's width, in points.
CAPTION = 11.0  # its name, above the boxes
_LINE = 8.6  # each further line
_BELOW = 1.4  # from the last of these to the boxes
_FIGURE = text.Style("sans", 28.0, bold=True)
_MIDDLE = Stroke(BLACK, 1.4)
_PAIR = Stroke(BLACK, 1.6)
_INSET = 2.8  # from a middle box to the frame in it
_HEAD = 6.0  # length of the arrowheads on the middle line
_UNDER = Stroke(BLACK, 0.5, dash=(3.0, 2.0))
_SPACE = 40.0  # the length of a line to write on


# --- items of an arm


def _row(template: BoxesTemplate, arm: Arm, part: Part, code: str, *, upright: bool = False) -> Iterator[Item]:
    """Yield all items of a piece of an arm; `upright` figures stand upright once the arm is turned clockwise."""
    # all pieces leave room for as many lines of a note as the first, so that boxes are equally high on all
    width = arm.length.pt if part.of == 1 else arm.length.pt / part.of * 0.75
    note = text.wrap(arm.note, WORDS, width - 8) if arm.note else ()
    beyond = bool(arm.before or arm.after)
    lines = beyond + len(note)
    wide, top = template.width.pt, CAPTION + _LINE * lines + (_BELOW if lines else 0.0)
    yield shapes.line(0, top, part.length, top, FINE)
    yield from _boxes(arm, part, (top, wide), upright=upright) if arm.drawn else _blank(arm, part, (top, wide))
    middle = arm.length.pt / 2 - float(part.start)
    on_part = 0 <= middle <= part.length
    if on_part:  # a line over the middle, interrupted for words; only its ends if it falls in a box
        if not arm.drawn or len(arm.order) % 2 == 0:
            for high, low in ((0.0, CAPTION), (top, wide)) if top > CAPTION else ((0.0, wide),):
                yield shapes.line(middle, high, middle, low, _MIDDLE)
        yield shapes.arrow(middle, _HEAD, 180, _HEAD, 8, fill=BLACK)
        yield shapes.arrow(middle, wide - _HEAD, 0, _HEAD, 8, fill=BLACK)
    title = "" if upright else f"**{template.title}** {code}".rstrip()  # a stem is named by its bar
    yield from _caption(title, arm, middle if on_part else 0.0, part)
    base = CAPTION + 6.6
    room = part.length / 2 - 14
    if part.number == 1 and arm.before:
        yield shapes.arrow(4, base - 2.3, 270, 4, 5, fill=BLACK)
        yield from text.line(arm.before, BOLD, 10, base, max_width=room, min_size=LEAST)
    if part.last and arm.after:
        yield shapes.arrow(part.length - 4, base - 2.3, 90, 4, 5, fill=BLACK)
        yield from text.line(arm.after, BOLD, part.length - 10, base, "end", max_width=room, min_size=LEAST)
    for k, line in enumerate(note if part.number == 1 else (), beyond):
        yield from text.line(line.string, WORDS, 4, base + k * _LINE)


def _boxes(arm: Arm, part: Part, rows: tuple[float, float], *, upright: bool) -> Iterator[Item]:
    """Yield the boxes of a piece; `rows` are the y of their upper and lower edges."""
    assert arm.drawn
    box, (top, wide) = arm.drawn.pt, rows
    start, count, high = float(part.start), len(arm.order), wide - top
    first, last = round(start / box), round(float(part.end) / box)
    yield shapes.lines([(k * box - start, top, k * box - start, wide) for k in range(first + 1, last)], BOUND)
    across, along = (high, box) if upright else (box, high)
    style = _FIGURE._replace(size=min(_FIGURE.size, (along - 4 * _INSET) / 0.75))
    for k in range(first, last):
        x, words = k * box - start, arm.order[k]
        if k in ((count - 1) // 2, count // 2):
            yield shapes.rect(x + _INSET, top + _INSET, box - 2 * _INSET, high - 2 * _INSET, stroke=_PAIR)
        if style.size < LEAST:
            raise text.TooTall(words, LEAST, along - 4 * _INSET)
        line = text.line(words, style, 0, 0, "middle", max_width=across - 4 * _INSET, min_size=LEAST)
        base = 0.36 * max((item.size for item in line), default=0.0)
        x, y = x + box / 2, top + high / 2
        yield turned(line, x + base, y, -90) if upright else Group(line, Transform(e=x, f=y + base))


def _blank(arm: Arm, part: Part, rows: tuple[float, float]) -> Iterator[Item]:
    """Yield marks outwards from the middle of an arm, to draw its boxes by hand; `rows` are the y of their edges."""
    top, wide = rows
    step, longer = (POINTS_PER["in"] / 4, 4) if arm.unit == "in" else (POINTS_PER["mm"] * 5, 2)
    middle = float(arm.length.points) / 2
    most = math.ceil(middle / float(step)) - 1
    marks = []
    for k in (*range(-most, 0), *range(1, most + 1)):
        x, high = middle + k * float(step) - float(part.start), 3.5 if k % longer else 6.5
        if 0 < x < part.length:
            marks += [(x, top, x, top + high), (x, wide, x, wide - high)]
            if k % longer == 0 and part.length - x > 4 < x:
                figure = f"{float(abs(k) * step / POINTS_PER[arm.unit]):g}"
                yield from text.line(figure, WORDS, x, top + 12.5, "middle")
    yield shapes.lines(marks, FINE)


def _caption(title: str, arm: Arm, middle: float, part: Part) -> Iterator[Item]:
    """Yield the arm's name, left of its middle, and the length of its boxes, right of it.

    If either is too long for its half, both stand in the longer half; later pieces then have the name alone.
    """
    name, blank = f"{title} {arm.label}".strip(), not arm.drawn
    size = (f"box {set_fractions(arm.box.text)}" if arm.box else f"house size {set_fractions(arm.example.text)}"
            if arm.example else f"{' '.join(arm.order)}: a box is")
    space = _SPACE + 14 if blank else 0.0  # a line to write a figure on, and its unit
    (start, end), (left, right) = (4.0, middle - _HEAD), (middle + _HEAD, part.length - 4)
    least = text.measure(size, WORDS) * LEAST / WORDS.size + space
    sized = True
    if not middle or least > right - left or text.measure(name, WORDS) * LEAST / 7 > end - start:
        start, end = max((start, end), (left, right), key=lambda room: room[1] - room[0])
        sized = part.number == 1
        if sized:
            left, right = start + (end - start) * 0.55, end
            end = left - 6
    yield from text.line(name, WORDS, start, 8, max_width=end - start, min_size=LEAST)
    if sized:
        yield from text.line(size, WORDS, right - space, 8, "end", max_width=right - space - left, min_size=LEAST)
        if blank:
            yield shapes.line(right - space + 3, 9, right - 11, 9, FINE)
            yield from text.line(arm.unit, WORDS, right, 8, "end")
