"""Form fields of a page: the circles, boxes and blanks that users mark or fill in, with names and rectangles.

For fillable PDF files, and for sheets that are played on a screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.items import Group, Item, Page, Rect, Use

Kind = Literal["circle", "box", "step", "text"]


class Field(NamedTuple):
    """A circle, a box to tick, a step of a track, or a blank to write in; points from the page's top left corner.

    `record` is the name of its record, "" on a sheet for no unit; `name` is the track's name in damage, "" for a blank;
    `number`, from 1, counts fields of that name in all records of that name in the document. `filled` says that it is
    already marked.
    """

    record: str
    name: str
    number: int
    kind: Kind
    x: float
    y: float
    width: float
    height: float
    filled: bool = False

    @property
    def key(self) -> str:
        """The unique name of the field in the document."""
        return f"{self.record}/{self.name or 'note'}/{self.number}"

    def within(self, page: Page) -> list[float]:
        """Return left, top, width and height in percent of the page, to a thousandth."""
        return [round(100 * value / whole, 3) for value, whole in (
            (self.x, page.width), (self.y, page.height), (self.width, page.width), (self.height, page.height))]


class Names:
    """Numbering of a document's form fields; it continues from page to page."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._records: Counter[str] = Counter()

    def of(self, page: Page) -> Iterator[Field]:
        """Yield the fields of the next page, in drawing order."""
        sheet = page.label or "sheet"
        yield from self._within(page.items, IDENTITY, sheet, "")

    def _within(self, items: Iterable[Item], place: Transform, record: str, within: str) -> Iterator[Field]:
        for item in items:
            if not isinstance(item, Group | Use):
                continue
            inner, whose = place.then(item.transform), record
            if isinstance(item, Group):
                if item.record and item.record != within:  # a row of a shared record may have the same unit
                    self._records[item.record] += 1
                    copy = self._records[item.record]
                    whose = item.record if copy == 1 else f"{item.record} ({copy})"
                for blank in item.blanks:
                    yield self._numbered(whose, "", "text", blank, inner)
            elif item.symbol.marks:
                marks = item.symbol.marks
                for number, rect in enumerate(marks.places):
                    yield self._numbered(whose, item.track, marks.kind, rect, inner,
                                         filled=number < marks.filled)
                continue
            inside = item.record if isinstance(item, Group) and item.record else within
            yield from self._within(item.items, inner, whose, inside)

    def _numbered(self, record: str, name: str, kind: Kind, rect: Rect, place: Transform, *,
                  filled: bool = False) -> Field:
        self._counts[record, name] += 1
        x, y, width, height = rect
        corners = [place.apply(x + across * width, y + down * height) for across in (0, 1) for down in (0, 1)]
        left, top = (min(corner[way] for corner in corners) for way in (0, 1))
        right, bottom = (max(corner[way] for corner in corners) for way in (0, 1))
        return Field(record, name, self._counts[record, name], kind, left, top, right - left, bottom - top, filled)
