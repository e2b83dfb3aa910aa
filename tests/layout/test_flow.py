"""Flowing text: order of words, columns, tables, contents and headings."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from printshop.drawing import fonts, shapes, text
from printshop.drawing.display_list import BLACK, Group, Item, Path, Stroke, TextRun
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.layout import flow
from printshop.layout.flow import (
    BookletTitle,
    BulletList,
    ColumnBlock,
    Figure,
    Heading,
    KeepTogether,
    Paragraph,
    TableOfContents,
    VerticalSpace,
)
from printshop.layout.rectangles import Rect
from printshop.layout.table import LayoutTable, TableColumn, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

BOX = Rect(50, 60, 400, 500)
WORDS = "Each ship moves in the order of its *initiative*, the **slowest** first; HMES *Golem* fires → ☐ and ½ turns. "
TABLE = LayoutTable(
    (TableColumn("Class"), TableColumn("Hull", "end"), TableColumn("Remarks")),
    (*(TableRow((f"Class {n}", str(7 * n), WORDS)) for n in range(14)), TableRow(("All", "637", ""), "total")))
FIGURE = Figure((shapes.circle(30, 30, 29, stroke=Stroke(BLACK, 0.5)),), 60, 60, "Fig. 1. The *arcs*")
STORY = (
    BookletTitle("The battle of the moons", "A scenario for two fleets"), TableOfContents(),
         Heading(1, "The first part"),
    Paragraph(WORDS * 3, lead=True), Paragraph(WORDS * 4), BulletList(("one", WORDS * 2)), Heading(2, "Order of play"),
    BulletList((WORDS, "Firing", "Damage"), numbered=True), TABLE, FIGURE,
    ColumnBlock(2, (Paragraph(WORDS * 5), Heading(3, "Within"), Paragraph(WORDS * 2))), Heading(2, "Gunnery"),
         VerticalSpace(20),
    Paragraph(WORDS * 9, small=True), Heading(1, "The second part"), Paragraph("The end."),
)


def make_table(heads: tuple[str, ...], *rows: tuple[str, ...], shares: tuple[float, ...] = ()) -> LayoutTable:
    columns = [TableColumn(head, share=share) for head, share in zip(heads, shares or (0,) * len(heads), strict=True)]
    return LayoutTable(tuple(columns), tuple(map(TableRow, rows)))


def walk_flow(items: Sequence[Item], at: Transform = IDENTITY) -> Iterator[tuple[TextRun | Path, Transform]]:
    for item in items:
        if isinstance(item, Group):
            yield from walk_flow(item.items, at.compose(item.transform))
        else:
            assert isinstance(item, TextRun | Path)
            yield item, at


def find_text_items(page: flow.FlowPage) -> list[TextRun]:
    result = [(item, at.apply(item.x, item.y)) for item, at in walk_flow(page.items) if isinstance(item, TextRun)]
    return [TextRun(x, y, item.string, item.font, item.size, item.width, item.color, item.tracking)
            for item, (x, y) in result]


def read_flow(pages: Sequence[flow.FlowPage]) -> str:
    return " ".join(item.string for page in pages for item in find_text_items(page))


# --- any story ----------------------------------------------------------------------------------------------

vocabulary = st.sampled_from(["a", "ship", "*Golem*", "**moves**", "☐", "half-turn"])
plain = st.lists(vocabulary, min_size=1, max_size=60).map(" ".join)
short = plain.map(lambda marked: " ".join(marked.split()[:10]))
simple = st.one_of(
    st.builds(Paragraph, plain, st.booleans(), st.booleans()),
    st.builds(BulletList, st.lists(plain, min_size=1, max_size=4).map(tuple), st.booleans()),
    st.builds(Heading, st.sampled_from([2, 3]), st.just("part")),
)
leaves = simple | st.builds(
    lambda rows, last: replace(make_table(("x", "y"), *rows), rows=(*map(TableRow, rows), *last)),
    st.lists(st.tuples(short, short), min_size=1, max_size=8).map(tuple),
    st.sampled_from([(), (TableRow(("all", "of them"), "total"),)]),
)


def add_text(results: list[Any]) -> tuple[Any, ...]:
    """Let no container end with a heading: that would have nothing to stay with."""
    return (*results, Paragraph("end")) if isinstance(results[-1], Heading) else tuple(results)


many = st.lists(leaves, min_size=1, max_size=6).map(add_text)
blocks = st.one_of(
    leaves, st.builds(ColumnBlock, st.integers(2, 3), many), st.builds(KeepTogether, many),
)


def number_words(story: Sequence[flow.FlowBlock]) -> list[flow.FlowBlock]:
    """Give every word of the story a number: w1, w2, w3 ..."""
    count = 0

    def number(markup: str) -> str:
        nonlocal count
        result = []
        for word in markup.split():
            count += 1
            result.append(f"{word} w{count}")
        return " ".join(result)

    def renew(block: Any) -> Any:
        match block:
            case Paragraph():
                return Paragraph(number(block.markup), block.lead, block.small)
            case BulletList():
                return BulletList(tuple(map(number, block.items)), block.numbered)
            case Heading():
                return Heading(block.level, number(block.markup))
            case LayoutTable():
                return replace(block, rows=tuple(row._replace(cells=tuple(map(number, row.cells)))
                                                 for row in block.rows))
            case ColumnBlock():
                return ColumnBlock(block.count, tuple(map(renew, block.blocks)))
            case KeepTogether():
                return KeepTogether(tuple(map(renew, block.blocks)))
            case _:
                return block

    return [renew(block) for block in story]


@pytest.mark.slow
@settings(max_examples=8, phases=set(Phase) - {Phase.shrink})
@given(st.lists(blocks, min_size=1, max_size=10))
def test_all_words_are_in_order_inside_the_page_and_do_not_overlap(story: list[flow.FlowBlock]) -> None:
    story = number_words(story)
    box = Rect(40, 50, 640, 300)
    pages = flow.compose_pages(story, box)
    numbers = [
        int(match) for page in pages for item in find_text_items(page) for match in re.findall(r"\bw(\d+)", item.string)
    ]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == len(re.findall(r"\bw\d+", repr(story)))
    for page in pages:
        check_places(find_text_items(page), box)
        check_headings(find_text_items(page))


def measure_drawn_width(item: TextRun) -> float:
    return fonts.measure_string(item.string.rstrip(), item.font, item.size, item.tracking)


def check_places(results: list[TextRun], box: Rect) -> None:
    for item in results:
        assert box.x - 0.01 <= item.x
        assert item.x + measure_drawn_width(item) <= box.right + 0.01
        assert box.y + 0.6 * item.size <= item.y <= box.bottom
    for one, other in pairwise(sorted(results, key=lambda item: (round(item.y, 2), item.x))):
        if round(one.y, 2) == round(other.y, 2):
            assert one.x + measure_drawn_width(one) <= other.x + 0.01


def check_headings(results: list[TextRun]) -> None:
    """Check that the block after a heading in the story is below it."""
    for one, other in pairwise(results):
        if one.string.startswith("part") and "bold" in one.font:
            assert other.y > one.y


# --- what blocks look like ----------------------------------------------------------------------------------


def test_contents_have_pages_and_links_of_the_headings() -> None:
    pages = flow.compose_pages(STORY, BOX, name="book", label=lambda index: f"B-{index + 1}")
    assert [page.anchor for page in pages] == [f"book-{n + 1}" for n in range(len(pages))]
    where = {heading.title: page for page in pages for heading in page.headings}
    assert list(where) == ["The first part", "Order of play", "Within", "Gunnery", "The second part"]
    rows = [item.string for item in find_text_items(pages[0])]
    for title, link in zip(("The first part", "The second part"), pages[0].links, strict=True):
        anchor = where[title].anchor
        assert link.target == anchor
        after = rows[rows.index(title) :]
        assert next(string for string in after if string.startswith("B-")) == anchor.replace("book", "B")
        item = next(item for item in find_text_items(pages[0]) if item.string == title)
        assert link.x <= item.x <= link.x + link.width
        assert link.y <= item.y <= link.y + link.height
    assert where["The second part"] is pages[-1]


def test_first_page_can_have_less_space() -> None:
    assert flow.compose_pages((), BOX) == ()
    low = Rect(50, 300, 400, 260)
    lower, upper = flow.compose_pages((Paragraph(WORDS * 20),), BOX, first=low)[:2]
    assert min(item.y for item in find_text_items(lower)) > 300
    assert min(item.y for item in find_text_items(upper)) < 75
    with pytest.raises(ValueError, match="equally wide"):
        flow.compose_pages((Paragraph("one"),), BOX, first=Rect(0, 0, 10, 10))


def test_tables_repeat_their_header_and_align_their_columns() -> None:
    pages = flow.compose_pages((TABLE,), Rect(50, 60, 300, 200))
    assert len(pages) > 2
    for page in pages[:-1]:
        assert read_flow([page]).count("Remarks") == 1
    numbers = [item for page in pages for item in find_text_items(page) if re.fullmatch(r"\d+", item.string)]
    hulls = [item for item in numbers if int(item.string) > 6]
    assert len({round(item.x + item.width, 3) for item in hulls}) == 1
    assert {item.font for item in find_text_items(pages[-1]) if item.string in ("All", "637")} == {
        "plex-condensed-bold"
    }


def test_column_widths_are_shares_or_follow_the_text() -> None:
    def lefts(block: LayoutTable) -> list[float]:
        (page,) = flow.compose_pages((block,), BOX)
        return [item.x for item in find_text_items(page) if item.string in "abc"]

    heads, row = ("a", "b", "c"), ("1", "2", "3")
    one, two, three = lefts(make_table(heads, row, shares=(1, 2, 1)))
    assert (two - one, three - two) == pytest.approx((100, 200))
    one, two, three = lefts(make_table(heads, ("1", WORDS * 3, "3")))
    assert two - one < 30 < 200 < three - two
    one, two, three = lefts(make_table(heads, row))
    assert three - one < 60, "a small table is not stretched"


@pytest.mark.parametrize(
    ("block", "error", "message"),
    [
        (Paragraph("a " + "w" * 90), text.TooWideError,
         r"'w{57}\.\.\.' needs .* mm of width, but only 141\.1 mm are available"),
        (Heading(2, "w" * 90), text.TooWideError, r"'w{57}\.\.\.' needs"),
        (make_table(("w" * 80, "w" * 80)), text.TooWideError,
         r"the table 'w{57}.* needs .* only 141\.1 mm are available"),
        (make_table(("w" * 80, "x"), shares=(1, 9)), text.TooWideError,
         r"the table .* needs .* only 141\.1 mm are available"),
        (
            Figure((), 401, 10, "Wide"),
            text.TooWideError,
            r"the figure 'Wide' needs 141\.5 mm of width, but only 141\.1 mm are available",
        ),
        (Figure((), 10, 501), flow.TooTallForPageError, "a figure is 501 pt high, but a page has room for only 500 pt"),
        (
            make_table(("x",), ("\n".join("abc" * 20),)),
            flow.TooTallForPageError,
            "'x' is too tall for a page: a page has room for only 500 pt",
        ),
        (make_table(("x",), ("y", "z")), ValueError, "each row of a table needs one cell for each column"),
        (make_table(()), ValueError, "a table needs at least one row or heading"),
        (Paragraph("海軍"), fonts.MissingGlyphError, "'海'.*'軍'"),
        (BulletList(("a", "海")), fonts.MissingGlyphError, "海"),
        (make_table(("海",)), fonts.MissingGlyphError, "海"),
        (ColumnBlock(2, (Paragraph("w" * 40),)), text.TooWideError, r"only 67\.3 mm are available"),
        (
            KeepTogether((Heading(2, "Too long"), Paragraph("w" * 90))),
            text.TooWideError,
            r"^'w{57}\.\.\.' needs .* only 141\.1 mm are available$",
        ),
        (ColumnBlock(2, (KeepTogether((Figure((), 400, 10),)),)), text.TooWideError, r"only 67\.3 mm are available"),
    ],
)
def test_fit_problems_are_reported(block: flow.FlowBlock, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        flow.compose_pages((Paragraph("before"), block), BOX)


def test_heading_above_columns_moves_to_the_next_page_with_them() -> None:
    wide = make_table(("a", "b"), ("c", "\n".join("defghi")))
    story = (Paragraph(WORDS * 10), Heading(2, "Above"), ColumnBlock(2, (wide, wide)))
    room = {len(flow.compose_pages(story, Rect(0, 0, 400, height))): height for height in range(260, 180, -1)}
    first, second = flow.compose_pages(story, Rect(0, 0, 400, room[2]))
    assert "Above" in read_flow([second])
    assert "Above" not in read_flow([first])
    (heading,) = (item for item in find_text_items(second) if item.string == "Above")
    tops = [item for item in find_text_items(second) if item.string == "a"]
    assert heading.x == 0
    assert [item.y for item in tops] == [tops[0].y] * 2
    assert heading.y < tops[0].y


@pytest.mark.parametrize("some", ["", "*"])
def test_words_break_after_their_hyphens(some: str) -> None:
    message = f"Well-known ether-propellers of a Petrograd-class light-cruiser {some}Ether-Ship{some} in push-pull."
    story = (Heading(1, "A"), ColumnBlock(2, (Paragraph(message), Paragraph(message), Paragraph(message))))
    for width in range(110, 330, 9):
        printed_text = re.sub(r"\s", "", read_flow(flow.compose_pages(story, Rect(0, 0, width * 2, 160))))
        assert printed_text.count(re.sub(r"[\s*]", "", message)) == 3, width


def test_heading_is_never_the_last_part_of_a_page() -> None:
    story = (Paragraph(WORDS * 3), Heading(1, "Above"), flow.BulletList((WORDS * 2, WORDS * 2)))
    for height in range(140, 240, 3):
        for page in flow.compose_pages(story, Rect(0, 0, 300, height)):
            assert not page.parts[-1][0].heading, height


@pytest.mark.parametrize("width", [360, 400])
def test_short_and_long_paragraphs_of_a_leaf_are_equally_wide(width: int) -> None:
    story = (Paragraph(WORDS * 2), Paragraph(WORDS * 20))
    (page,) = flow.compose_pages(story, Rect(0, 0, width, 2000))
    words = find_text_items(page)
    ends = [max(word.x + word.width for word in words if word.y == y) for y in {word.y for word in words}]
    assert sum(end > width - 1 for end in ends) > 0.7 * len(ends)
