"""Notes at the foot of a page, or of a card: lines of small print, the last of them as low as there is room."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.drawing import fonts, shapes, text
from printshop.drawing.items import Stroke
from printshop.problems import failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from printshop.drawing.items import Item
    from printshop.layout.boxes import Box

SIZE, SMALL = 6.5, 6.0  # of the print; on a card
LEADING = 1.15
ABOVE = 2.5  # between what the notes are about and the first of them
_RULE = Stroke(width=0.3)
_SHORT = 36.0  # the length of the rule above them


class Foot(NamedTuple):
    """The notes in their place, and how much of the height they take, the air above them included."""

    items: tuple[Item, ...] = ()
    height: float = 0.0


def foot(lines: Sequence[str], place: Box, size: float = SIZE) -> Foot:
    """Return notes at the foot of a place, markup. Raises PrintshopError for characters that no font has."""
    if not lines:
        return Foot()
    style, whole = text.Style("sans", size), "\n".join(lines)
    try:
        high = text.block(whole, style, (place.x, 0.0, place.width, None), LEADING).height
        top = place.bottom - high
        set_ = text.block(whole, style, (place.x, top, place.width, None), LEADING)
    except (fonts.NoGlyph, text.TooWide) as error:
        raise failure(f"the note '{text.plain(whole)}': {error}", error.hint) from error
    rule = shapes.line(place.x, top - ABOVE / 2, place.x + min(_SHORT, place.width), top - ABOVE / 2, _RULE)
    return Foot((rule, *set_.items), high + ABOVE)
