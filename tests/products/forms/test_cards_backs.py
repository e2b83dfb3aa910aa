"""Cards and sheets with backs, measured in the written file: every back lies behind its front, turned or folded."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, NamedTuple

import pdfplumber
import pytest
from helpers import pages as placed
from helpers.games import read_forms
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from printshop.layout.duplex import BackMode, list_page_codes
from printshop.layout.rectangles import PAPERS, Paper
from printshop.lengths import MM
from printshop.output import pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from printshop.drawing.display_list import Document

EXACT = 0.001 * MM
DUPLEX = (BackMode.LONG, BackMode.SHORT)
A3 = Paper("two of these", 297 * MM, 420 * MM)
# The frame of a face is a hollow box all over it; the word is at its top left, so that it tells which way up it is.
FORMS = """
front:
  size: SIZE
  copies: COUNT
  columns: 1
  rows: [{height: rest, cells: [{box: true, text: F}]}]
  back: behind
behind:
  size: SIZE
  columns: 1
  rows: [{height: rest, cells: [{box: true, text: B}]}]
"""


class Face(NamedTuple):
    """A frame on a page, and where its word is: the corner of the frame that is its top left one."""

    x0: float
    top: float
    x1: float
    bottom: float
    corner: tuple[float, float]


def make_cards(
    forms: str, how: PrintSettings, product: str = "cards", **request: object
) -> tuple[Document, Any]:
    document = find_product(product).build(read_forms(forms), PrintRequest(**request), how)  # type: ignore[arg-type]
    return document, pdfplumber.open(io.BytesIO(pdf.render_pdf(document)))


def faces(page: Any, letter: str, least: float = 30.0) -> list[Face]:
    results = []
    words = [char for char in page.chars if char["text"] == letter]
    for frame in page.rects:
        if frame["stroke"] and not frame["fill"] and frame["width"] > least and frame["height"] > least:
            x0, top, x1, bottom = (float(frame[key]) for key in ("x0", "top", "x1", "bottom"))
            for char in words:
                x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
                if x0 < x < x1 and top < y < bottom:
                    results.append(Face(x0, top, x1, bottom, (x0 if x - x0 < x1 - x else x1,
                                                              top if y - top < bottom - y else bottom)))
    return results


def mirror_face(face: Face, mirror: tuple[bool, float]) -> Face:
    """Return the mirror image of a face in an upright line at x, or a level one at y; the piece turns like a page.

    Behind the left edge of the front is the right one of the back: its top left corner is behind the top right one.
    """
    level, twice = mirror[0], 2 * mirror[1]
    x, y = face.corner
    lying = is_lying(face)
    # the top right corner of the front: along the top edge from its top left one
    right = (x, face.bottom + face.top - y) if lying else (face.x0 + face.x1 - x, y)
    if level:
        return Face(face.x0, twice - face.bottom, face.x1, twice - face.top, (right[0], twice - right[1]))
    return Face(twice - face.x1, face.top, twice - face.x0, face.bottom, (twice - right[0], right[1]))


def is_lying(face: Face) -> bool:
    """Whether a card lies on its left side: its word is then at the top right corner of its place."""
    return face.corner == (face.x1, face.top)


def assert_behind(fronts: list[Face], backs: list[Face], mirror: tuple[bool, float]) -> None:
    assert fronts
    expected = sorted(mirror_face(one, mirror) for one in fronts)
    for one, other in zip(expected, sorted(backs), strict=True):
        assert one[:4] == pytest.approx(other[:4], abs=EXACT)
        assert one.corner == pytest.approx(other.corner, abs=EXACT)


def find_mirror(page: Any, edge: BackMode) -> tuple[bool, float]:
    if (edge is BackMode.LONG) == (page.height >= page.width):
        return False, float(page.width) / 2
    return True, float(page.height) / 2


FEW = settings(max_examples=4, suppress_health_check=[HealthCheck.function_scoped_fixture])
sizes = st.sampled_from(["poker", "63 x 88 mm", "A7", "mini", "3 x 5 in", "5 x 3 in", "50 x 40 mm\n  gap: 3 mm",
                         "40 x 70 mm\n  gap: 1/8 in\n  bleed: 3 mm\n  corners: 3 mm"])


def fill_template(size: str, count: int) -> str:
    name = size.partition("\n")[0]
    front, _, behind = FORMS.partition("behind:\n")
    return (front.replace("SIZE", size) + "behind:\n" + behind.replace("SIZE", name)).replace("COUNT", str(count))


@pytest.mark.slow
@FEW
@given(size=sizes, count=st.integers(1, 14), edge=st.sampled_from(DUPLEX), paper=st.sampled_from(sorted(PAPERS)))
def test_every_card_has_its_back_behind_it(tmp_path_factory: pytest.TempPathFactory, size: str, count: int,
                                           edge: BackMode,
                                           paper: str) -> None:
    document, result = make_cards(fill_template(size, count),
                                  PrintSettings(PAPERS[paper], backs=edge))
    assert document.duplex == edge.value
    with result:
        total = 0
        for front, back in zip(result.pages[::2], result.pages[1::2], strict=True):
            fronts = faces(front, "F")
            assert_behind(fronts, faces(back, "B"), find_mirror(front, edge))
            total += len(fronts)
        assert total == count


def folds(page: Any) -> Iterator[Any]:
    """The dash-dotted line down or across the sheet."""
    return (one for one in page.lines if len((one.get("dash") or ([],))[0]) == 4)


@pytest.mark.slow
@FEW
@given(size=st.sampled_from(["poker", "mini", "5 x 3 in", "50 x 40 mm\n  gap: 3 mm"]), count=st.integers(1, 14),
       paper=st.sampled_from(sorted(PAPERS)))
def test_every_card_is_folded_onto_its_back(tmp_path_factory: pytest.TempPathFactory, size: str, count: int,
                                            paper: str) -> None:
    how = PrintSettings(PAPERS[paper], backs=BackMode.FOLD)
    document, result = make_cards(fill_template(size, count), how)
    assert not document.duplex
    with result:
        total = 0
        for page in result.pages:
            [fold] = folds(page)
            level = fold["width"] > fold["height"]
            fronts = faces(page, "F")
            assert_behind(fronts, faces(page, "B"), (level, float(fold["top"] if level else fold["x0"])))
            total += len(fronts)
        assert total == count


@pytest.mark.parametrize(("size", "pairs"), [("poker", 2), ("A7", 2), ("mini", 5), ("60 x 20 mm", 11)])
def test_card_beside_its_back_is_folded_onto_it(size: str, pairs: int) -> None:
    document, result = make_cards(fill_template(size, pairs), PrintSettings(backs=BackMode.BESIDE))
    with result:
        [page] = result.pages
        fronts, backs = faces(page, "F"), faces(page, "B")
        dashed = [one for one in page.lines if one.get("dash") and len(one["dash"][0]) == 2]
        assert len(fronts) == len(backs) == pairs
        assert sum(max(one["width"], one["height"]) > 12 for one in dashed) <= pairs  # and ticks at their ends
        for front in fronts:
            expected = [mirror_face(front, (True, float(one["top"])) if one["width"] > one["height"] else
                           (False, float(one["x0"]))) for one in dashed]
            assert any(one[:4] == pytest.approx(back[:4], abs=EXACT)
                       and one.corner == pytest.approx(back.corner, abs=EXACT) for one in expected for back in backs)
    assert not document.duplex


UNITS = """
dossier:
  unit: hero
  size: 60 x 40 mm
  columns: 1
  rows: [{height: 8 mm, cells: [{text: "{label}"}]}]
  backs: long
  back: BACK
secrets:
  unit: hero
  size: 60 x 40 mm
  columns: 1
  rows: [{height: 8 mm, cells: [{text: "behind {label}"}]}]
"""


def test_back_has_the_values_of_the_same_unit() -> None:
    game = read_forms(UNITS.replace("BACK", "secrets"))
    pages = list(find_product("cards").build(game, PrintRequest(), PrintSettings()).pages)
    names = [unit.title for unit in game.units.values() if unit.kind == "hero"]
    assert len(names) > 1
    for side, before in ((0, ""), (1, "behind ")):
        words = " ".join(word.text for page in pages[side::2] for word in placed.find_words(page.items))
        assert all(f"{before}{name}" in words for name in names)
        assert words.count("behind") == len(before and names)


def test_face_behind_a_card_has_the_colour_of_its_side_and_a_blank_face_has_none() -> None:
    forms = UNITS.replace("BACK", "side")
    document, result = make_cards(forms, PrintSettings())
    with result:
        back = result.pages[1]
        assert [one for one in back.rects if one["fill"] and min(one["height"], one["width"]) > 30 * MM]
        assert len(result.pages) % 2 == 0
    document, result = make_cards(forms, PrintSettings(), blank_forms=4)
    with result:
        assert [page.label for page in document.pages][:2] == ["KB-1", "KB-1b"]
        assert not [one for one in result.pages[1].rects if one["fill"] and min(one["height"], one["width"]) > 30 * MM]


SHEETS = """
record:
  unit: hero
  per_page: 4
  per_row: 2
  columns: 1
  rows: [{height: 40 mm, cells: [{box: true, text: F}]}]
  back: notes
  backs: long
notes:
  unit: hero
  per_page: 4
  per_row: 2
  columns: 1
  rows: [{height: 30 mm, cells: [{box: true, text: B}]}]
"""


@pytest.mark.parametrize(("edge", "lie", "paper"), [
    (DUPLEX[0], "upright", PAPERS["universal"]), (DUPLEX[1], "across", PAPERS["universal"]),
    (DUPLEX[1], "upright", A3), (DUPLEX[0], "across", A3)])
def test_record_has_its_notes_on_its_back(edge: BackMode, lie: str, paper: Paper) -> None:
    forms = SHEETS.replace("per_row: 2\n", f"per_row: 2\n  page: {lie}\n")
    document, result = make_cards(forms, PrintSettings(paper, backs=edge), "records", blank_forms=12)
    with result:
        assert len(result.pages) == (6 if paper.height < 400 * MM else 4)
        for front, back in zip(result.pages[::2], result.pages[1::2], strict=True):
            level, at = find_mirror(front, edge)
            assert (front.width > front.height) is ((lie == "across") is (paper.height < 400 * MM))
            expected = sorted(mirror_face(face, (level, at)) for face in faces(front, "F"))
            backs = sorted(faces(back, "B"))
            assert len(expected) == len(backs) > 1
            for one, other in zip(expected, backs, strict=True):
                assert (one.x0, one.x1) == pytest.approx((other.x0, other.x1), abs=EXACT)
                # both hang from their top edges, which lie behind each other
                assert one.corner == pytest.approx(other.corner, abs=EXACT)
        pages = list(document.pages)
        assert list_page_codes(pages[::2]) == ["SB-1", "SB-2", "SB-3"]
        assert list_page_codes(pages[1::2]) == ["SB-1b", "SB-2b", "SB-3b"]


def test_sheet_without_a_back_among_others_has_an_empty_one() -> None:
    log = "log:\n  columns: 1\n  rows: [{height: 9 mm, cells: [{text: log}]}]\n"
    document, result = make_cards(SHEETS + log, PrintSettings(), "records")
    with result:
        pages = list(document.pages)
        alone = next(number for number, page in enumerate(result.pages) if "log" in page.extract_text())
        assert alone % 2 == 0
        assert result.pages[alone + 1].extract_text() == f"blank on purpose: the back of {pages[alone].label}"
        assert pages[alone + 1].label == f"{pages[alone].label}b"
        assert "front of sheet" in result.pages[alone].extract_text()


@pytest.mark.parametrize("way", [BackMode.BESIDE, BackMode.FOLD])
def test_card_too_large_for_its_back_on_the_same_page_is_reported(way: BackMode) -> None:
    with pytest.raises(PrintshopError, match="do not fit the page with their backs") as error:
        make_cards(fill_template("A5", 2), PrintSettings(backs=way))
    assert "--backs long" in error.value.problems[0].hint
    document, result = make_cards(fill_template("A5", 2), PrintSettings(backs=BackMode.LONG))
    with result:
        assert [page.label for page in document.pages] == ["K-1", "K-1b", "K-2", "K-2b"]
