"""Callouts: rows of a form at places of a picture, the ends of their lines, and their problems."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import pytest
from helpers import pages
from helpers.games import WITHOUT_PIECES, ChangedGame, open_toy_copy
from helpers.problems import catch_problems
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import hulls, svg_reader
from printshop.drawing.display_list import BLACK, WHITE, Page
from printshop.drawing.shapes import measure_outline
from printshop.lengths import MM
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product
from printshop.products.forms.callouts import FRAME_GAP, _spread_starts
from printshop.silhouettes import SilhouetteSpec

if TYPE_CHECKING:
    from printshop.drawing.geometry import Bounds, Point
    from printshop.game.model import Game

PLAN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 40"><path d="M2 2H98V38H2Z"/>
<g transform="translate(10 0)" fill="none"><circle data-at="F" cx="80" cy="14" r="1"/>
<circle data-at="F" cx="80" cy="26" r="2"/><circle data-at="r" cx="40" cy="4" r="1"/></g></svg>"""
FORM = """
deck:
  unit: kite
  columns: 1
  rows:
    - height: 60 mm
      cells:
        - picture: plan.svg
          wide: 30 mm
          mounted:
            - {height: 6 mm, each: tails, at: "{end}", blank: 4, columns: [2, 1],
               cells: [{text: "{what}"}, {pips: "1", shape: box}]}
            - {height: 6 mm, at: nowhere, only_if: string > 10, columns: [2, 1],
               cells: [{text: string}, {pips: "2", track: knots}]}
"""


@cache
def open_copy(picture: str) -> ChangedGame:
    copy = open_toy_copy("plan" if picture is PLAN else "doll", WITHOUT_PIECES)
    (copy.folder / "art").mkdir()
    (copy.folder / "art" / "plan.svg").write_text(picture)
    return copy


def read_forms_with(picture: str, forms: str) -> Game:
    """Return the toy game with a picture and other forms, and no pieces."""
    return open_copy(picture).read_with(forms=forms)


def make_deck(*names: str, form: str = FORM, **request: object) -> list[Page]:
    game = read_forms_with(PLAN, form)
    units = game.expand_roster([(name, 1) for name in names])
    return list(find_product("records").build(game, PrintRequest(units=units, only_keys=("deck",), **request),  # type: ignore[arg-type]
                                              PrintSettings()).pages)


def rows_and_dots(page: Page) -> tuple[list[Bounds], list[Point]]:
    """Return the frames of the rows, and where the lines to places end."""
    paths = [*pages.find_outlines(page.items)]
    frames = [box for path in paths if path.fill == WHITE and path.stroke and path.stroke.width == 0.5
              and abs((box := measure_outline(path.segments))[2] - box[0] - 30 * MM) < 0.1]
    dots = [((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for path in paths if path.stroke
            and path.stroke.width == 0.6 and (box := measure_outline(path.segments)) and box[2] - box[0] < 4]
    return frames, dots


def test_rows_are_round_the_picture_with_lines_to_their_places() -> None:
    (page,) = make_deck("Buffeter")
    frames, dots = rows_and_dots(page)
    assert len(frames) == 4  # three tails, and the string
    assert len(dots) == 3  # for 'nowhere' is no place in the picture
    for one, other in combinations(frames, 2):
        assert one[2] < other[0] or other[2] < one[0] or one[3] < other[1] or other[3] < one[1]
    (outline,) = [box for path in pages.find_outlines(page.items)
                  if (box := measure_outline(path.segments))[3] - box[1] > 40 and box[2] < 560
                  and box[2] - box[0] == pytest.approx((box[3] - box[1]) * 96 / 36)]
    unit = (outline[2] - outline[0]) / 96
    expected = [(outline[0] + (x - 2) * unit, outline[1] + (y - 2) * unit) for x, y in ((90, 14), (50, 4), (90, 26))]
    for dot, spot in zip(sorted(dots), sorted(expected), strict=True):
        assert dot == pytest.approx(spot, abs=0.01)
    assert all(frame[3] < outline[1] or frame[1] > outline[3] or frame[0] > outline[2] for frame in frames)


def test_circles_of_callouts_take_damage_by_the_entry() -> None:
    (page,) = make_deck("Buffeter", damage={"Buffeter": {"tails.2": 1, "knots": 2}})
    pips = [path for path in pages.find_outlines(page.items) if path.stroke and path.stroke.width in (0.4, 0.7)
            and (box := measure_outline(path.segments))[2] - box[0] == pytest.approx(box[3] - box[1])]
    assert sorted(path.fill == BLACK for path in pips) == [False, False, True, True, True]
    with pytest.raises(PrintshopError, match=r"2 marks of tails\.2 are asked for, but the record has only 1"):
        make_deck("Buffeter", damage={"Buffeter": {"tails.2": 2}})


def test_row_for_other_units_is_omitted_and_blank_rows_are_pale() -> None:
    (page,) = make_deck("Droop")
    assert rows_and_dots(page) == ([], [])
    (page,) = make_deck(blank_forms=True)
    frames, dots = rows_and_dots(page)
    assert len(frames) == 5
    assert len(dots) == 0


@pytest.mark.parametrize(("old", "new", "message"), [
    ("at: nowhere, ", "", "is 'mounted' on a picture and needs the name of its place"),
    ("    - height: 60 mm\n", "    - height: 60 mm\n      at: bow\n",
     "is only for rows that are 'mounted' on a picture"),
    ("{height: 6 mm, at", "{height: rest, at", "cannot take the rest of the height"),
    ("{height: 6 mm, at: nowhere", "{height: 6 mm, fill_shape: true, at: nowhere",
     "fills a shape and cannot have 'height'"),
    ("{height: 6 mm, at: nowhere", "{fill_shape: true, at: nowhere", "must have a single cell with 'pips'"),
    ("{height: 6 mm, at: nowhere, only_if: string > 10, columns: [2, 1],\n               cells: [{text: string}, ",
     "{fill_shape: true, at: nowhere,\n               cells: [", "has 'fill_shape', but the rows stand round"),
    ("    - height: 60 mm\n", "    - height: 60 mm\n      wide: 6 mm\n", "'wide' of row 1 of form 'deck' is only for"),
    ("mounted:", "mounted: []\n          rows:", "has 'rows' and 'picture'"),
    ("height: 60 mm", "height: 7 mm", "4 rows round a picture have too little room"),
    ("wide: 30 mm", "wide: 160 mm", "a row round a picture must be 5 to 400 pt wide"),
])
def test_mistakes_in_callouts_are_reported(old: str, new: str, message: str) -> None:
    assert old in FORM
    with pytest.raises(PrintshopError, match=message):
        make_deck("Buffeter", form=FORM.replace(old, new, 1))


def test_picture_without_space_is_omitted_and_its_rows_are_not() -> None:
    (page,) = make_deck("Buffeter", form=FORM.replace("60 mm", "20 mm"))
    frames, dots = rows_and_dots(page)
    assert (len(frames), len(dots)) == (4, 0)


def test_wide_is_allowed_with_mounted_only() -> None:
    form = FORM[:FORM.index("          mounted:")]
    with pytest.raises(PrintshopError, match=r"'wide' of .* needs 'mounted', which is missing"):
        make_deck("Buffeter", form=form)


def test_pictures_have_their_stated_length_and_are_centred() -> None:
    (page,) = make_deck("Buffeter", form=FORM.replace("wide: 30 mm", 'wide: 30 mm\n          long: "25 + 5"'))
    (outline,) = [box for path in pages.find_outlines(page.items)
                  if (box := measure_outline(path.segments))[2] - box[0] == pytest.approx(0.96 * 30 * MM)]
    frames, _ = rows_and_dots(page)
    assert frames
    assert (outline[0] + outline[2]) / 2 == pytest.approx(page.width / 2, abs=0.5)


def test_rows_at_one_place_share_a_frame_and_a_line() -> None:
    form = FORM.replace("at: nowhere, only_if: string > 10", "at: r")  # where a tail is, too
    (page,) = make_deck("Buffeter", form=form)
    frames, dots = rows_and_dots(page)
    assert (len(frames), len(dots)) == (3, 3)
    heights = sorted(frame[3] - frame[1] for frame in frames)
    assert heights[2] == pytest.approx(2 * heights[0])


def test_row_can_have_a_width_and_cells_with_rows() -> None:
    form = FORM.replace("{height: 6 mm, at: nowhere, only_if: string > 10, columns: [2, 1],\n"
                        "               cells: [{text: string}, {pips: \"2\", track: knots}]}",
                        "{at: nowhere, wide: 22 mm, cells: [{rows: [{height: 5 mm, cells: [{text: Knots}]},"
                        " {height: 6 mm, cells: [{pips: string - 18, track: knots}]}]}]}")
    (page,) = make_deck("Buffeter", form=form, damage={"Buffeter": {"knots": 3}})
    frames = {round((box[2] - box[0]) / MM): round((box[3] - box[1]) / MM) for path in pages.find_outlines(page.items)
              if path.fill == WHITE and path.stroke and path.stroke.width == 0.5
              and (box := measure_outline(path.segments))}
    assert frames == {30: 11, 22: 11}  # rows round a picture are all as high as the highest
    words = [word.text for word in pages.find_words(page.items)]
    assert "Knots" in words
    pips = [path for path in pages.find_outlines(page.items) if path.stroke and path.stroke.width == 0.7]
    assert sum(path.fill == BLACK for path in pips) == 3


DOLL = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g fill="none" stroke="black">
<rect data-at="left" x="2" y="2" width="30" height="96"/><ellipse data-at="right" cx="70" cy="50" rx="25" ry="40"/>
</g></svg>"""
DOLL_FORM = """
deck:
  unit: kite
  columns: 1
  rows:
    - height: 60 mm
      cells:
        - picture: plan.svg
          pointer: false
          mounted:
            - {fill_shape: true, at: left, cells: [{pips: string}]}
            - {fill_shape: true, at: Right, cells: [{pips: "7", track: knots, shape: box}]}
            - {at: right, height: 4 mm, wide: 12 mm, cells: [{text: Knots}]}
"""


def make_doll(form: str = DOLL_FORM, *names: str, **request: object) -> list[Page]:
    game = read_forms_with(DOLL, form)
    units = game.expand_roster([(name, 1) for name in names or ("Buffeter",)])
    return list(find_product("records").build(game, PrintRequest(units=units, only_keys=("deck",), **request),  # type: ignore[arg-type]
                                              PrintSettings()).pages)


def test_circles_fill_the_shape_at_their_place() -> None:
    (page,) = make_doll(damage={"Buffeter": {"knots": 2}})
    outlines = [*pages.find_outlines(page.items)]
    marks = [(measure_outline(path.segments), path.fill) for path in outlines
             if path.stroke and path.stroke.width == 0.7]
    paths = sorted(box for path in outlines if (box := measure_outline(path.segments))[3] - box[1] > 40 * MM
                   and box[2] - box[0] < 40 * MM)
    (left, right), (word,) = paths, [word for word in pages.find_words(page.items) if word.text == "Knots"]
    in_left = [box for box, _ in marks if left[0] < box[0] and box[2] < left[2] and left[1] < box[1] < box[3] < left[3]]
    in_right = [box for box, _ in marks if right[0] < box[0] and right[1] < box[1] < box[3] < right[3]]
    assert (len(in_left), len(in_right)) == (23, 7)
    assert sum(fill == BLACK for _, fill in marks) == 2
    assert not any(box[0] - 3 * MM < word.x < box[2] + 3 * MM and box[1] < word.y < box[3] + word.size
                   for box in in_right)  # the row at the same place is kept free


def test_blank_form_has_numbered_rows_at_the_named_places() -> None:
    form = DOLL_FORM[:DOLL_FORM.index("            - {fill")] + """\
            - {each: panels, at: "{'left' if name == 'upper' else 'right'}", fill_shape: true,
               cells: [{pips: figure, blank: 5}]}
"""
    pages_of = [make_doll(form), make_doll(form, blank_forms=1)]
    sides = [[box[0] > page.width / 2 for path in pages.find_outlines(page.items)
              if path.stroke and (box := measure_outline(path.segments))[2] - box[0] == pytest.approx(box[3] - box[1])
              and 2 * MM < box[2] - box[0] < 5 * MM] for (page,) in pages_of]
    assert [sum(sides[1]), len(sides[1])] == [10, 15]
    assert any(sides[0]) and not all(sides[0])  # noqa: PT018 - one fact


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("height: 60 mm", "height: 25 mm",
     r"the row at 'left' \(cell 1 of row 1 of cell 1 of row 1 of form 'deck'\): 23 circles do not fit: there is room f",
     r"make the shape \d+ % larger"),
    ("at: Right", "at: Rihgt", "the picture has no shape 'Rihgt'", "did you mean 'right'"),
    ("- {at: right, height: 4 mm, wide: 12 mm,",
     "- {at: bow, wide: 30 mm, height: 4 mm, cells: [{}]}\n            - {at: right, height: 9 mm, wide: 30 mm,",
     "the rows at 'bow' and 'right' overlap by [0-9.]+ x 4 mm",
     r"make both [0-9.]+ mm narrower \('wide'\), or move their places in the picture apart"),
    ("[{text: Knots}]", "[{rows: [{height: 7 mm, cells: [{}]}]}]", "the row at 'right'.* are 7.0 mm high",
     "make the rows 3.0 mm lower"),
    ("[{text: Knots}]", "[{text: Knots and bends and hitches}]", "the row at 'right'.*'Knots.*hitches' is too long",
     r"it fits if the cell is \d+ mm wider"),
])
def test_fit_problems_in_a_picture_are_reported_at_the_row_of_the_form(old: str, new: str, message: str,
                                                                       hint: str) -> None:
    assert old in DOLL_FORM
    problems = catch_problems(make_doll, DOLL_FORM.replace(old, new, 1))
    messages = [problem for problem in problems if re.search(message, problem.message)]
    assert len(messages) == 1
    assert re.search(hint, messages[0].hint)
    assert messages[0].span
    assert messages[0].span.file.endswith("forms.yaml")


def test_all_fit_problems_of_a_form_are_reported_in_one_run() -> None:
    form = DOLL_FORM.replace("text: Knots", "text: Knots and bends and hitches").replace("60 mm", "25 mm")
    form += ("    - {height: 8 mm, columns: 40, cells: [{text: Quantity}, {text: Consciousness}, "
             "{pips: string, across: 38}]}\n    - {height: 2 mm, cells: [{pips: string}]}\n")
    problems = catch_problems(make_doll, form)
    assert [problem.span and problem.span.line for problem in problems] == [11, 13, 14, 14, 15]


def test_rows_in_the_picture_are_centred_at_their_places() -> None:
    form = FORM.replace("wide: 30 mm", "wide: 12 mm\n          pointer: false").replace("columns: [2, 1],", "").replace(
        '{text: "{what}"}, ', "").replace("{text: string}, ", "")
    (page,) = make_deck("Buffeter", form=form)
    boxes = [box for path in pages.find_outlines(page.items) if path.stroke
             and (box := measure_outline(path.segments))[2] - box[0] == pytest.approx(box[3] - box[1])
             and 5 < box[2] - box[0] < 20]
    middles = sorted(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for box in boxes)
    assert len({round(x) for x, _ in middles}) == 4  # two F in one column, r, two knots side by side
    assert middles[-1][1] - middles[-2][1] == pytest.approx(12 * (middles[-1][0] - middles[0][0]) / 40, rel=0.05)


def test_file_gives_its_places() -> None:
    art = svg_reader.read_drawing(b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 20 80 40"><g '
                                  b'transform="scale(2)">'
                                  b'<rect data-at="gun" x="10" y="12" width="4" height="2"/></g>'
                                  b'<path d="M10 20h9v9z" data-at=" "/></svg>')
    assert art.named_points == (("gun", pytest.approx(14), pytest.approx(6)),)


def test_drawn_ships_have_their_turrets_from_the_bow() -> None:
    art = hulls.draw_hull(SilhouetteSpec("ship", turrets=3))
    ahead = [x for name, x, _ in art.named_points if name != "turret"]
    assert [name for name, *_ in art.named_points if name != "turret"] == ["turret A", "turret B", "turret C"]
    assert ahead == sorted(ahead, reverse=True)
    assert all(y == pytest.approx(art.height / 2) for *_, y in art.named_points)


@given(st.lists(st.floats(-50, 500), max_size=12), st.floats(1, 40))
def test_rows_in_a_line_have_a_fixed_order_and_distance(expected: list[float], pitch: float) -> None:
    lengths = [pitch * (1 + number % 3) for number in range(len(expected))]
    least, most = 0.0, sum(lengths) + FRAME_GAP * len(lengths) + 30
    starts = _spread_starts(sorted(expected), lengths, (least, most))
    assert all(later - start >= long + FRAME_GAP - 1e-6
               for (start, later), long in zip(pairwise(starts), lengths, strict=False))
    assert all(least - 1e-6 <= start <= most - long + 1e-6 for start, long in zip(starts, lengths, strict=True))
