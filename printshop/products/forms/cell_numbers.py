"""Figures instead of circles: a box to write how many are left in, or lost, and of how many.

What circles show besides - which carry a letter, where sections end - is said in words: nothing is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import text
from printshop.drawing.items import Group, Stroke
from printshop.drawing.shapes import rect
from printshop.drawing.text import Style
from printshop.layout.boxes import Box
from printshop.products.forms.cell_text import LEADING, baseline
from printshop.products.forms.form_plan import PAD, FormError
from printshop.units import MM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from printshop.drawing.items import Item
    from printshop.game.forms.form_model import Hand
    from printshop.products.forms.cell_pips import Part

LOWEST, HIGHEST = 3.2 * MM, 7 * MM  # of a box: what a hand needs, what looks like a box and not like a table
SHAPE = 1.5  # width of a box to its height: two figures
NEAR = 1.0 * MM  # between a box and the words behind it
FRAME = 0.8
UNKNOWN = "____"  # on a blank form: room to write of how many
LOWERED = (1.0, 0.85, 0.7, 0.6)  # of its height: how much lower a box may be for the sake of the words below it
SIZES = (9.0, 6.5)  # of the words: the largest and the smallest


class Figure(NamedTuple):
    """A box to write in: its height, what stands in it already, and what is said of it, the most important first."""

    height: float
    left: str
    weight: float
    of: str
    notes: tuple[str, ...]

    @property
    def width(self) -> float:
        """The width of the box."""
        return self.height * SHAPE

    def box(self, x: float, y: float) -> Iterator[Item]:
        """Give the box, its left edge and its middle at (x, y)."""
        frame = Box(x, y - self.height / 2, self.width, self.height)
        yield rect(*frame, stroke=Stroke(width=FRAME * self.weight))
        if self.left:
            style = Style(size=self.height * 0.75, bold=True)
            yield from text.line(self.left, style, frame.center[0], baseline(frame, style), "middle")


def figure(part: Part, room: float) -> Figure:
    """Return the figure that stands for circles where there are `room` points of height."""
    least = max(LOWEST, part.least)
    height = max(min(room - 0.8 * MM, max(HIGHEST, least)), least)
    gone = part.crossed + part.damaged
    notes = [f"{text.escape(part.letter)} at the {_list(part.marks, _ordinal)} hit"] if part.marks else []
    notes += [f"in sections of {_list(part.sections)}"] if part.sections else []
    said = f"of {UNKNOWN if part.ghost else part.count}{'' if part.lost else ' left'}"
    return Figure(height, str(gone if part.lost else part.count - gone) if gone else "", part.weight, said,
                  tuple(notes))


def _ordinal(number: int) -> str:
    """Return "1st", "12th", "23rd"."""
    last = number % 10 if number % 100 // 10 != 1 else 0
    return f"{number}{('th', 'st', 'nd', 'rd')[last] if last < 4 else 'th'}"


def _list(numbers: tuple[int, ...], said: Callable[[int], str] = str) -> str:
    *most, last = map(said, numbers)
    return f"{', '.join(most)} and {last}" if most else last


def alone(part: Part, place: Box, hand: Hand) -> Group:
    """Return a figure that has a cell to itself, as large as it can be. Raises FormError."""
    inner = place.inset(PAD if place.width > 12 * MM else 0.4 * MM, 0.8 * MM if part.least else 0.2 * MM)
    made = figure(part, inner.height)
    if made.height > inner.height + 0.01:
        raise FormError(f"a figure to be written takes {made.height / MM:.1f} mm, there are {inner.height / MM:.1f} mm",
                        "make the row higher")
    largest, least = (max(one, hand.words) for one in SIZES)
    sizes = [largest - step / 2 for step in range(int(2 * (largest - least)) + 1)]
    for height in _heights(made.height, max(LOWEST, part.least)):
        for size in sizes:
            for arranged in (_beside, _above, _below):
                items = arranged(made._replace(height=height), inner, Style(size=size), part.share)
                if items:
                    return Group(items)
    raise FormError(f"the figure '{' · '.join((made.of, *made.notes))}' is too large for its place, "
                    f"{place.width / MM:.0f} x {place.height / MM:.0f} mm", "give the cell more room in the form")


def _heights(high: float, low: float) -> list[float]:
    """Return the heights that a box may have, the largest first."""
    return [*(height for share in LOWERED if (height := high * share) > low), low]


def _beside(made: Figure, inner: Box, style: Style, share: float) -> tuple[Item, ...]:
    """Return the box with all that is said behind it on one line; nothing if that is too wide."""
    said = " · ".join((made.of, *made.notes))
    width = made.width + NEAR + text.measure(said, style)
    if width > inner.width or style.size > inner.height:
        return ()
    return tuple(_line(made, said, inner.x + (inner.width - width) * share, inner, style))


def _line(made: Figure, said: str, x: float, band: Box, style: Style) -> Iterator[Item]:
    yield from made.box(x, band.center[1])
    yield from text.line(said, style, x + made.width + NEAR, baseline(band, style))


def _above(made: Figure, inner: Box, style: Style, share: float) -> tuple[Item, ...]:
    """Return the box and of how many on one line, above the rest; nothing if that does not fit."""
    if not made.notes:
        return ()
    width = made.width + NEAR + text.measure(made.of, style)
    return _stacked(made, inner, style, (" · ".join(made.notes), width, share)) if width <= inner.width else ()


def _below(made: Figure, inner: Box, style: Style, share: float) -> tuple[Item, ...]:
    """Return the box above all that is said; nothing if that does not fit."""
    if made.width > inner.width:
        return ()
    return _stacked(made._replace(of=""), inner, style, ("\n".join((made.of, *made.notes)), made.width, share))


def _stacked(made: Figure, inner: Box, style: Style, below: tuple[str, float, float]) -> tuple[Item, ...]:
    """Return a box, and lines of words below it: the words, the width of the line of the box, its share aside."""
    words, width, share = below
    top = max(made.height, style.size * LEADING if made.of else 0.0)
    align = ("start", "middle", "end")[round(2 * share)]
    try:
        block = text.block(words, style, (inner.x, 0.0, inner.width, None), LEADING, align)  # type: ignore[arg-type]
    except text.TooWide:
        return ()
    height = top + 0.4 * MM + block.height
    if height > inner.height:
        return ()
    y = inner.y + (inner.height - height) / 2
    band = Box(inner.x, y, inner.width, top)
    x = inner.x + (inner.width - width) * share
    lowered = text.block(words, style, (inner.x, y + top + 0.4 * MM, inner.width, None), LEADING,
                         align)  # type: ignore[arg-type]
    return (*_line(made, made.of, x, band, style), *lowered.items) if made.of else (*made.box(x, band.center[1]),
                                                                                  *lowered.items)


def width(part: Part, style: Style, room: float) -> float:
    """Return the width of a figure on a line of words that is `room` points high."""
    made = figure(part, room)
    return made.width + NEAR + text.measure(" · ".join((made.of, *made.notes)), style)


def on_a_line(part: Part, x: float, band: Box, style: Style) -> Iterator[Item]:
    """Give a figure on a line of words, its left edge at x."""
    made = figure(part, band.height)
    yield from _line(made, " · ".join((made.of, *made.notes)), x, band, style)
