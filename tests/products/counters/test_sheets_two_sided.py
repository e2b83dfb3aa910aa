"""Fronts and backs, measured on their pages: every back behind its front, to the hundredth of a millimetre.

Each face has a frame of its own colour and a word that names its unit. The marks found on a front page are turned over,
or folded, like paper, and compared with those on the back.
"""

from __future__ import annotations

import io
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import pdfplumber
import pytest
from helpers.games import read_markers
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printshop.drawing.display_list import Color, Document, Group, Item, Page, TextRun, walk_with_transforms
from printshop.drawing.display_list import Path as Outline
from printshop.drawing.geometry import IDENTITY, Transform
from printshop.drawing.shapes import measure_outline, transform_path
from printshop.layout.duplex import BackMode
from printshop.layout.rectangles import PAPERS
from printshop.lengths import MM
from printshop.output import pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


FRONT, BACK = Color(0x11, 0x22, 0x33), Color(0x44, 0x55, 0x66)
EXACT = 0.001 * MM
DUPLEX = (BackMode.LONG, BackMode.SHORT)


class Face(NamedTuple):
    """A frame on a page: its place, and whether its word stands upright."""

    x0: float
    top: float
    x1: float
    bottom: float
    upright: bool


def marker(key: str, count: int, more: str) -> str:
    """A kind of marker whose faces carry frames and names: F-a-1 in front of B-a-1."""
    faces = "".join(
        f'\n  {name}: [{{ground: "#{"".join(f"{one:02x}" for one in color)}", margin: 0.4 mm}}, '
        f'{{text: "{letter}-{key}-{{each}}", largest: 6 pt, colour: "#ffffff"}}]'
        for name, letter, color in (("front", "F", FRONT), ("back", "B", BACK)))
    return f"{key}:\n  each: 1-{count}\n  {more}{faces}\n"


def make_markers(markers: str, how: PrintSettings) -> Document:
    return find_product("markers").build(read_markers(markers), PrintRequest(), how)


def open_pdf(document: Document) -> Any:
    return pdfplumber.open(io.BytesIO(pdf.render_pdf(document)))


def faces(page: Page, color: Color) -> dict[str, Face]:
    """The frames of a colour by the words in them, without their first letter."""
    items, results = list(walk_with_transforms(page.items)), dict[str, Face]()
    texts = [(*way.apply(item.x + item.width / 2, item.y), way.a > 0, item.string)
             for item, way in items if isinstance(item, TextRun)]
    for item, way in items:
        if isinstance(item, Outline) and item.fill == color:
            left, top, right, bottom = way.map_bounds(measure_outline(item.segments))
            inside = [word[2:] for word in texts if left < word[0] < right and top < word[1] < bottom]
            if not inside:  # a picture of what to do
                continue
            [(upright, word)] = inside
            assert word[2:] not in results
            results[word[2:]] = Face(left, top, right, bottom, upright)
    return results


def turn_face(front: Face, page: Page, edge: BackMode) -> Face:
    """Where on the other side of the sheet what lies behind a frame is, read as the printer puts it there.

    Once the counter is turned over like a page of a book, its back must be upright.
    """
    if (edge is BackMode.LONG) == (page.height >= page.width):  # turned over an upright edge
        return Face(page.width - front.x1, front.top, page.width - front.x0, front.bottom, True)
    return Face(front.x0, page.height - front.bottom, front.x1, page.height - front.top, False)


def find_fold(page: Page) -> tuple[float, float, float, float]:
    """The line that a sheet is folded along."""
    dashed = [way.map_bounds(measure_outline(item.segments)) for item, way in walk_with_transforms(page.items)
              if isinstance(item, Outline) and item.stroke and len(item.stroke.dash) == 4]
    return max(dashed, key=lambda box: max(box[2] - box[0], box[3] - box[1]))


def fold_face(front: Face, page: Page) -> Face:
    """Where on the other half of the sheet what comes to lie behind a frame is."""
    x, y, right, _ = find_fold(page)
    if right > x:
        return Face(front.x0, 2 * y - front.bottom, front.x1, 2 * y - front.top, False)
    return Face(2 * x - front.x1, front.top, 2 * x - front.x0, front.bottom, True)


def assert_behind(fronts: dict[str, Face], backs: dict[str, Face], expected: Iterable[Face]) -> None:
    assert fronts
    assert set(fronts) == set(backs)
    for name, there in zip(fronts, expected, strict=True):
        assert backs[name][:4] == pytest.approx(there[:4], abs=EXACT)
        assert backs[name].upright == there.upright


SHAPES = ("size: {0} x {1} mm", "size: {0} mm\n  shape: round", "shape: hex\n  across: {0} mm",
          "shape: hex\n  across: {0} mm\n  orientation: pointy-top", "size: {0} x {1} mm\n  gap: 3.175 mm",
          "size: {0} x {1} mm\n  gap: 2 mm\n  bleed: 3 mm\n  corners: 2 mm",
          "shape: hex\n  across: {0} mm\n  cells: [[0, 0], [1, 0], [0, 1]]",
          "shape: hex\n  across: {0} mm\n  gap: 1 mm")
kinds = st.lists(st.tuples(st.sampled_from(SHAPES), st.integers(16, 40), st.integers(16, 50), st.integers(1, 45)),
                 min_size=1, max_size=2)
FEW = settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])


def write_markers(arguments: list[tuple[str, int, int, int]]) -> str:
    return "".join(marker(f"k{number}", count, shape.format(width, height))
                   for number, (shape, width, height, count) in enumerate(arguments))


@FEW
@given(asked=kinds, edge=st.sampled_from(DUPLEX), paper=st.sampled_from(sorted(PAPERS)))
def test_every_back_is_behind_its_front(asked: list[tuple[str, int, int, int]], edge: BackMode, paper: str) -> None:
    pages = list(make_markers(write_markers(asked), PrintSettings(PAPERS[paper], backs=edge)).pages)
    assert len(pages) % 2 == 0
    names = set()
    for front, back in zip(pages[::2], pages[1::2], strict=True):
        fronts = faces(front, FRONT)
        assert not faces(front, BACK)
        assert_behind(fronts, faces(back, BACK), [turn_face(one, front, edge) for one in fronts.values()])
        names |= set(fronts)
    assert len(names) == sum(count for *_, count in asked)


@pytest.mark.slow
@FEW
@given(asked=kinds, paper=st.sampled_from(sorted(PAPERS)))
def test_every_back_is_behind_its_front_on_a_folded_sheet(asked: list[tuple[str, int, int, int]], paper: str) -> None:
    document = make_markers(write_markers(asked), PrintSettings(PAPERS[paper], backs=BackMode.FOLD))
    assert not document.duplex
    for page in document.pages:
        fronts = faces(page, FRONT)
        assert_behind(fronts, faces(page, BACK), [fold_face(one, page) for one in fronts.values()])


@pytest.mark.parametrize(("shape", "across"), [("size: 20 x 110 mm", False), ("size: 150 x 20 mm", True)])
def test_sheet_is_folded_in_the_direction_with_fewer_sheets(shape: str, across: bool) -> None:
    [page] = make_markers(marker("k", 3, shape), PrintSettings(backs=BackMode.FOLD)).pages
    left, top, right, _ = find_fold(page)
    assert (right > left) is across
    fronts = faces(page, FRONT)
    assert_behind(fronts, faces(page, BACK), [fold_face(one, page) for one in fronts.values()])
    strip = min(abs(one.bottom - top) if across else abs(one.x1 - left)
                for one in (*fronts.values(), *faces(page, BACK).values()))
    assert strip > 2 * MM  # white on either side of the fold


# --- what is on the pages


def test_one_face_is_printed_without_backs_and_two_with_backs_beside() -> None:
    def count(how: BackMode, more: str) -> list[int]:
        pages = make_markers(marker("k", 9, more), PrintSettings(backs=how)).pages
        return [sum(len(faces(page, color)) for page in pages) for color in (FRONT, BACK)]

    assert count(BackMode.NONE, "size: 24 x 20 mm") == [9, 0]
    assert count(BackMode.BESIDE, "size: 24 x 20 mm") == [9, 9]
    assert count(BackMode.BESIDE, "size: 24 mm\n  shape: round") == [9, 9]
    assert count(BackMode.BESIDE, "shape: hex\n  across: 24 mm\n  cells: [[0, 0], [1, 0], [0, 1]]") == [9, 9]


@pytest.mark.parametrize("edge", DUPLEX)
def test_backs_have_crosses_behind_the_cuts_of_the_front_and_no_cut_lines(edge: BackMode) -> None:
    document = make_markers(marker("k", 30, "size: 24 x 20 mm"), PrintSettings(backs=edge))
    with open_pdf(document) as pdf_file:
        front, back = pdf_file.pages

        def crosses(page: Any) -> list[tuple[float, float]]:
            arms = [one for one in page.lines if abs(max(one["width"], one["height"]) - 2 * MM) < EXACT]
            middles = sorted((round((one["x0"] + one["x1"]) / 2, 2), round((one["top"] + one["bottom"]) / 2, 2))
                             for one in arms)
            return [one for one, other in pairwise(middles) if one == other]

        assert len(crosses(front)) == 4
        there = [turn_face(Face(x, y, x, y, True), front, edge)[:2] for x, y in crosses(front)]
        assert sorted((round(x, 1), round(y, 1)) for x, y in there) == [
            (round(x, 1), round(y, 1)) for x, y in crosses(back)]
        assert [one for one in front.lines if abs(one["linewidth"] - 0.4) < 0.01]
        assert not [one for one in back.lines if abs(one["linewidth"] - 0.4) < 0.01]


def test_words_on_a_back_are_inside_the_cut_and_colour_bleeds_over_it() -> None:
    markers = """
k:
  size: 22 x 18 mm
  each: 1-12
  bleed: 2.5 mm
  front: [{text: front}]
  back:
    - {ground: "#445566"}
    - {text: "top of {each}, far up", edge: top, take: 30 %, margin: 0 %, colour: "#ffffff"}
    - {text: "left", edge: left, take: 36 %, align: left, margin: 0 %, colour: "#ffffff"}
    - {text: "the foot of it", edge: bottom, take: 40 %, margin: 0 %, colour: "#ffffff"}
    - {text: "right", align: right, margin: 0 %, colour: "#ffffff"}
"""
    document = make_markers(markers, PrintSettings(backs=BackMode.LONG))
    with open_pdf(document) as pdf_file:
        front, back = pdf_file.pages
        uprights = sorted({round(float(one["x0"]), 3) for one in front.lines if abs(one["linewidth"] - 0.4) < 0.01
                           and one["width"] < 0.01 and one["height"] > 30})
        levels = sorted({round(float(one["top"]), 3) for one in front.lines if abs(one["linewidth"] - 0.4) < 0.01
                         and one["height"] < 0.01 and one["width"] > 40 and one["top"] < 500})
        letters = [char for char in back.chars if set(char["non_stroking_color"]) == {1} and char["text"].strip()
                   and char["bottom"] < back.height - 40]  # the code of the page stands on a bar
        assert len(letters) > 200
        for char in letters:
            x = [float(back.width - char["x1"]), float(back.width - char["x0"])]
            left = max(one for one in uprights if one < x[0])
            right = min(one for one in uprights if one > x[1])
            assert x[0] - left > 2 * MM - 0.01
            assert right - x[1] > 2 * MM - 0.01
            base, capitals = float(char["bottom"]), 0.72 * float(char["size"])
            top = max(one for one in levels if one < base)
            low = min(one for one in levels if one > base - capitals)
            assert base - capitals - top > 2 * MM - 0.8  # the box of a character is higher than its capitals
            assert low - base > 2 * MM - 3  # and lower than its foot
    clips = [group.clip for item in list(document.pages)[1].items for group in getattr(item, "items", ())
             if getattr(group, "clip", None)]
    reach = {round(edge, 2) for clip in clips for edge in measure_outline(clip.segments)}
    assert min(reach) == pytest.approx(-2.5 * MM, abs=0.01)
    assert max(reach) == pytest.approx((22 + 2.5) * MM, abs=0.01)


def find_clips(items: Iterable[Item], way: Transform = IDENTITY) -> list[tuple[float, ...]]:
    """The rectangles round all that pieces show on a page."""
    results = []
    for item in items:
        if isinstance(item, Group) and item.clip:
            results.append(measure_outline(transform_path(item.clip, way.compose(item.transform)).segments))
        elif isinstance(item, Group):
            results += find_clips(item.items, way.compose(item.transform))
    return results
