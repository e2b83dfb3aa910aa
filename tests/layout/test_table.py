"""Tables over several pages: every row once, heads on every page, sums carried forward, nothing outside its column."""

from __future__ import annotations

import pytest
from helpers.pages import Word, find_rows, find_words
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import text
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_bounds
from printshop.layout.rectangles import Rect
from printshop.layout.table import (
    LayoutTable,
    TableCell,
    TableColumn,
    TablePage,
    TableRow,
    make_ledger_style,
    paginate_tables,
)

BOX = Rect(30, 40, 500, 300)
COLUMNS = (TableColumn("Name", flexible=True), TableColumn("Hull", "end"), TableColumn("Points", "end"),
           TableColumn("Notes", flexible=True))


def section(count: int, note: str = "", group: int = 0) -> LayoutTable:
    """Return a table of units that cost 1, 2, 3 ... points, a title before every `group` of them."""
    results: list[TableRow] = []
    for number in range(1, count + 1):
        if group and (number - 1) % group == 0:
            results.append(TableRow((f"group {number}", "", "", ""), "group"))
        running = str(number * (number + 1) // 2)
        results.append(TableRow((f"unit {number}", "7", str(number), note), running_sum=running))
    return LayoutTable(COLUMNS, (*results, TableRow(("Total", "", str(count * (count + 1) // 2), ""), "total")),
                       sum_column=2)


def lines(sheet: TablePage) -> list[list[str]]:
    return [[word.text for word in line] for line in find_rows(sheet.items, 1.0)]


def set_in(*tables: LayoutTable, first: Rect = BOX, size: float = 9.0) -> tuple[TablePage, ...]:
    return paginate_tables(tables, first, BOX, make_ledger_style(size, Ink.COLOUR))


LONG = "a note of so many words that it takes two lines or three"


@settings(max_examples=12)
@given(st.integers(1, 80), st.sampled_from(["", "damaged", LONG]),
       st.sampled_from([0, 1, 4, 30]), st.floats(0, 240))
def test_every_row_occurs_once_and_sums_continue(count: int, note: str, group: int, used: float) -> None:
    sheets = set_in(section(count, note, group), first=BOX.inset(0, used, 0, 0))
    occurrences: list[int] = []
    for number, sheet in enumerate(sheets):
        texts = lines(sheet)
        if not texts:  # there is no room on the page that is begun
            assert number == 0
            continue
        assert ["Name", "Hull", "Points", "Notes"] in texts
        if occurrences:
            assert ["Brought forward", str(sum(occurrences))] in texts
        occurrences += [int(line[2]) for line in texts if line[0].startswith("unit ") and len(line) > 2]
        if sheet is not sheets[-1]:
            assert texts[-1] == ["Carried forward", str(sum(occurrences))]
        left, top, right, bottom = measure_bounds(sheet.items)
        assert left >= BOX.x - 0.5
        assert right <= BOX.right + 0.5
        assert top >= BOX.y - 0.5
        assert bottom <= BOX.bottom + 2.0
    assert occurrences == list(range(1, count + 1))
    assert ["Total", str(sum(occurrences))] in lines(sheets[-1])


def test_drawn_title_is_repeated_on_each_page_until_the_next() -> None:
    def title(name: str) -> TableRow:
        style = text.Style("sans", 9)
        cell = TableCell(draw_content=lambda box: text.set_line(name, style, box.x, box.y + 9))
        return TableRow((cell, "", "", ""), "group")

    rows = tuple(TableRow((f"unit {number}", "7", "1", "")) for number in range(60))
    sheets = set_in(LayoutTable(COLUMNS, (title("Mauve"), *rows[:30], title("Teal"), *rows[30:])))
    texts = [[line[0] for line in lines(sheet)] for sheet in sheets]
    assert len(sheets) > 2
    for page, names in zip(texts, [("Mauve",), ("Mauve", "Teal"), *[("Teal",)] * (len(sheets) - 2)], strict=True):
        assert tuple(name for name in page if name in ("Mauve", "Teal")) == names
    assert [name for page in texts for name in page if name.startswith("unit")] == [row.texts[0] for row in rows]


def test_title_is_on_the_page_of_its_first_row_and_sums_with_the_last() -> None:
    for count in range(15, 30):
        sheets = set_in(section(count, group=5))
        assert all(not lines(sheet)[-2][0].startswith("group") for sheet in sheets)
        assert lines(sheets[-1])[-2][0] == f"unit {count}"


def test_amounts_are_aligned_in_columns() -> None:
    words = [word for sheet in set_in(section(60)) for word in find_words(sheet.items)]
    right = {round(edge(word), 1) for word in words if word.text.isdecimal() and word.text != "7"}
    assert len(right) == 1


def edge(word: Word) -> float:
    style = text.Style("sans", word.size, bold="bold" in word.font)
    return word.x + text.measure_text(word.text, style) / 2


def test_row_has_the_height_of_its_highest_cell() -> None:
    note = "so many words that they take a few lines in a column that is not wide at all " * 3
    (sheet,) = set_in(LayoutTable(COLUMNS, (TableRow(("one", "1", "1", note)), TableRow(("two", "2", "2", ""))),
                                  sum_column=2))
    note_lines = [word.y for word in find_words(sheet.items) if word.text in note and " " in word.text]
    (below,) = [word.y for word in find_words(sheet.items) if word.text == "two"]
    assert len(note_lines) > 1
    assert max(note_lines) < below - 9


def test_content_too_wide_or_too_high_is_reported() -> None:
    word = "antidisestablishmentarianism" * 4
    with pytest.raises(text.TooWideError, match=r"the table 'Name \| Hull \| Points \| Notes' needs"):
        set_in(LayoutTable(COLUMNS, (TableRow((word, "1", "1", "")),)))
    with pytest.raises(text.TooTallError, match="one 1 1 many words"):
        set_in(LayoutTable(COLUMNS, (TableRow(("one", "1", "1", "many words " * 2000)),)))


def test_no_row_is_alone_at_the_foot_of_a_page() -> None:
    for used in range(150, 260, 5):
        sheets = set_in(section(3), first=BOX.inset(0, used, 0, 0))
        units = [sum(line[0].startswith("unit") for line in lines(sheet)) for sheet in sheets]
        assert sum(units) == 3
        assert units[0] != 1
