"""Form fields of a page.

They are the circles, boxes and blanks that users mark or fill in, with names and rectangles. Fillable PDF files use
these fields. HTML files, which are filled in on a screen, also use them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from printshop.drawing.display_list import Group, Item, Page, RectTuple, SymbolUse
from printshop.drawing.geometry import IDENTITY, Transform

FieldKind = Literal["circle", "box", "step", "text"]


NO_LABEL = "sheet"  # the record of fields on a page without a label


class FormField(NamedTuple):
    """A field that users mark or fill in.

    It is a circle, a box to tick, a step of a track, or a blank to write in. The rectangle is in points, measured from
    the top left corner of the page. `record` is the name of the record that contains the field. If the document has
    several records with this name, a number follows the name. If the field is outside records, `record` is the label of
    the page. If the page has no label, `record` is `NO_LABEL`. `name` is the name of the track in damage. If the field
    is a blank, `name` is "", and `record` has no number: the blanks of a unit are numbered through all its records.
    `number` counts the fields with the same `record` and `name` in the document, starting at 1. If the field is printed
    as already marked, `is_marked` is true. `label` is the label of a blank on its record, or "".
    """

    record: str
    name: str
    number: int
    kind: FieldKind
    x: float
    y: float
    width: float
    height: float
    is_marked: bool = False
    label: str = ""

    @property
    def key(self) -> str:
        """The name of the field, which is unique in the document."""
        return f"{self.record}/{self.name or 'note'}/{self.number}"

    def measure_percentages(self, page: Page) -> list[float]:
        """Return left, top, width and height as percentages of the page, rounded to three decimals."""
        return [round(100 * value / page_length, 3) for value, page_length in (
            (self.x, page.width), (self.y, page.height), (self.width, page.width), (self.height, page.height))]


class FieldNumbering:
    """Numbering of the form fields of a document, which continues from page to page."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._records: Counter[str] = Counter()
        # Records of the last page: the name, the group and its place, and whether it stands within another record.
        self.record_groups: list[tuple[str, Group, Transform, bool]] = []

    def list_fields(self, page: Page) -> Iterator[FormField]:
        """Yield the fields of the next page, in drawing order."""
        self.record_groups = []
        yield from self._find_fields(page.items, IDENTITY, page.label or NO_LABEL, None)

    def _find_fields(self, items: Iterable[Item], transform: Transform, record: str,
                     names: dict[str, str] | None) -> Iterator[FormField]:
        """Yield the fields of items. `names` are the names of the records within the outermost record, by record.

        In a shared record, each cell of a row is a record of the unit of this row.
        """
        for item in items:
            if not isinstance(item, Group | SymbolUse):
                continue
            inner_transform, inner_record, inner_names = transform.compose(item.transform), record, names
            if isinstance(item, Group):
                if item.record:
                    inner_names = {} if names is None else names
                    if item.record not in inner_names:
                        self._records[item.record] += 1
                        copy = self._records[item.record]
                        inner_names[item.record] = item.record if copy == 1 else f"{item.record} ({copy})"
                    inner_record = inner_names[item.record]
                    self.record_groups.append((inner_record, item, inner_transform, names is not None))
                for blank in item.writing_areas:
                    yield self._make_field(item.record or inner_record, "", "text", blank[:4], inner_transform,
                                           label=blank.label)
            elif item.symbol.marks:
                marks = item.symbol.marks
                for number, rect in enumerate(marks.rectangles):
                    yield self._make_field(inner_record, item.track, marks.kind, rect, inner_transform,
                                           is_marked=number < marks.filled_count)
                continue
            yield from self._find_fields(item.items, inner_transform, inner_record, inner_names)

    def _make_field(self, record: str, name: str, kind: FieldKind, rect: RectTuple, transform: Transform, *,
                    is_marked: bool = False, label: str = "") -> FormField:
        self._counts[record, name] += 1
        x, y, width, height = rect
        corners = [transform.apply(x + share_x * width, y + share_y * height) for share_x in (0, 1)
                   for share_y in (0, 1)]
        left, top = (min(corner[axis] for corner in corners) for axis in (0, 1))
        right, bottom = (max(corner[axis] for corner in corners) for axis in (0, 1))
        return FormField(record, name, self._counts[record, name], kind, left, top, right - left, bottom - top,
                         is_marked, label)
