"""Hulls drawn from values: true length, symmetrical, and every value visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.page_digests import list_digests
from helpers.problems import catch_problems
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import artwork, hulls, shapes
from printshop.drawing.display_list import BLACK, WHITE, Document, Page, Path
from printshop.game.load import read_game
from printshop.lengths import MM
from printshop.silhouettes import MAX_FEATURES, SILHOUETTE_KINDS, UPRIGHT_KINDS, VIEWS, SilhouetteSpec

if TYPE_CHECKING:
    from pathlib import Path as File

    from helpers.golden_files import Goldens

NUMBERS = st.integers(0, MAX_FEATURES)
HULLS = st.builds(SilhouetteSpec, st.sampled_from(SILHOUETTE_KINDS), st.sampled_from([1.0, 1.25, 2.0, 4.0, 8.0]),
                  NUMBERS, NUMBERS, NUMBERS,
                  st.integers(1, MAX_FEATURES), st.sampled_from(VIEWS))


@given(HULLS)
def test_drawing_is_black_with_white_details_and_fills_its_box(hull: SilhouetteSpec) -> None:
    drawing = hulls.draw_hull(hull).finer_drawings[0][1]
    left, top, right, bottom = shapes.measure_bounds(drawing.items)
    assert min(left, top) == pytest.approx(1)
    assert (right, bottom) == (pytest.approx(drawing.width - 1), pytest.approx(drawing.height - 1))
    paths = [item for item in drawing.items if isinstance(item, Path)]
    assert len(paths) == len(drawing.items)
    colors = {path.fill for path in paths} | {path.stroke.color for path in paths if path.stroke}
    assert colors <= {BLACK, WHITE, None}
    assert artwork.load_picture(hull) is hulls.draw_hull(hull)


@pytest.mark.slow
@given(HULLS, st.sampled_from([10, 20, 40, 80]))
def test_larger_drawing_has_more_details_in_the_same_box(hull: SilhouetteSpec, length: int) -> None:
    drawing = hulls.draw_hull(hull)
    result = drawing.choose_detail(length * MM / max(drawing.width, drawing.height))
    assert (result.width, result.height) == (drawing.width, drawing.height)
    assert len(result.items) >= len(drawing.items)
    assert result.name != drawing.name or length == 10
    drawings = [drawing, *(finer for _, finer in reversed(drawing.finer_drawings))]
    assert result is drawings[{10: 0, 20: 1, 40: 1, 80: 2}[length]]


@pytest.mark.slow
@given(HULLS.filter(lambda hull: hull.kind not in UPRIGHT_KINDS and hull.view == VIEWS[0]))
def test_top_view_is_symmetric(hull: SilhouetteSpec) -> None:
    drawing = hulls.draw_hull(hull)
    middle = drawing.height / 2
    boxes = [shapes.measure_bounds([item]) for item in drawing.items]
    for left, top, right, bottom in boxes:
        assert any(abs(one[0] - left) < 0.01 and abs(one[2] - right) < 0.01
                   and abs(one[1] - (2 * middle - bottom)) < 0.01 for one in boxes), (left, top, right, bottom)


def test_side_view_differs_from_top_view() -> None:
    above, aside = (hulls.draw_hull(SilhouetteSpec("ship", turrets=2, masts=2, view=view)) for view in VIEWS)
    assert aside.height > above.height  # masts


@pytest.mark.parametrize("slender", [1.0, 2.5, 8.0])
def test_ship_has_its_stated_proportions(slender: float) -> None:
    drawing = hulls.draw_hull(SilhouetteSpec("ship", slender))
    assert (drawing.width - 2) / (drawing.height - 2) == pytest.approx(slender, rel=0.02)


@pytest.mark.parametrize(("kind", "key"), [("ship", "turrets"), ("ship", "masts"), ("ship", "engines"),
                                           ("sailing ship", "masts"), ("spacecraft", "turrets"),
                                           ("spacecraft", "engines"), ("aircraft", "engines"), ("vehicle", "turrets"),
                                           ("walker", "turrets"), ("squad", "figures"), ("squad", "turrets"),
                                           ("creature", "figures"), ("creature", "turrets"), ("creature", "engines")])
@pytest.mark.parametrize("view", VIEWS)
def test_every_number_changes_the_drawing(kind: str, key: str, view: str) -> None:
    few, more = (1, 3) if key == "engines" else (2, 4)
    one, other = (hulls.draw_hull(SilhouetteSpec(kind, 3.0, view=view, **{"figures": 4, key: many}))
                  for many in (few, more))  # type: ignore[arg-type]
    assert len(one.items) < len(other.items)
    assert one.name != other.name


GAME = """\
format: 1
title: Ponds
sides: {{reds: {{name: Reds, colour: "#aa0000"}}}}
unit_types:
  boat:
    plural: boats
    drawn: {{as: {look}}}
    fields: {{guns: {{kind: whole}}, crew: {{kind: whole, optional: true}}, points: {{kind: whole}}}}
boats:
- {{name: Ann, side: reds, guns: 3, points: 4}}
- {{name: Bob, side: reds, guns: unknown, points: 4, art: own.svg}}
- {{name: Cat, side: reds, guns: unknown, points: 4}}
- {{name: Dot, side: reds, guns: 99, points: 4}}
"""


def write_ponds(folder: File, look: str) -> File:
    (folder / "art").mkdir()
    (folder / "art" / "own.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path '
                                            'd="M1 1h7v7z"/></svg>', encoding="utf-8")
    (folder / "game.yaml").write_text(GAME.format(look=look), encoding="utf-8")
    return folder


def test_units_without_a_picture_are_drawn_from_their_figures(tmp_path: File) -> None:
    units = read_game(write_ponds(tmp_path, "ship, turrets: guns * 2, engines: crew")).units
    assert units["Ann"].art == SilhouetteSpec("ship", 4.0, 6)
    assert units["Bob"].art == tmp_path / "art" / "own.svg"
    assert units["Cat"].art == SilhouetteSpec("ship")  # what is not known is as usual
    assert units["Dot"].art == SilhouetteSpec("ship", 4.0, MAX_FEATURES)
    assert units["Ann"].art_bow == "right"


def test_unit_type_can_choose_the_side_view(tmp_path: File) -> None:
    units = read_game(write_ponds(tmp_path, "ship, seen: from the side")).units
    assert units["Ann"].art == SilhouetteSpec("ship", view="from the side")


def test_upright_figure_does_not_turn(tmp_path: File) -> None:
    assert read_game(write_ponds(tmp_path, "squad, figures: guns")).units["Ann"].art_bow == "none"


@pytest.mark.parametrize(("look", "message"), [
    ("shipp", "did you mean 'ship'?"), ("ship, turrets: gnus", "did you mean 'guns'?"),
    ("ship, turets: guns", "did you mean 'turrets'?"),
    ("ship, seen: from aside", "did you mean 'from the side'?")])
def test_mistakes_in_a_drawing_get_hints(tmp_path: File, look: str, message: str) -> None:
    problems = catch_problems(read_game, write_ponds(tmp_path, look))
    assert any(message in problem.hint and problem.span and problem.span.line == 7 for problem in problems)


def test_turrets_have_names_from_the_bow() -> None:
    drawing = hulls.draw_hull(SilhouetteSpec("ship", 5.0, turrets=3))
    names, xs, ys = zip(*drawing.named_points, strict=True)
    assert names == ("turret", "turret A", "turret", "turret B", "turret", "turret C")
    assert [*xs] == sorted(xs, reverse=True)
    assert [*ys] == pytest.approx([drawing.height / 2] * 6)
    discs = [bounds for path in drawing.items if isinstance(path, Path) and path.fill == WHITE
             for bounds in (shapes.measure_bounds([path]),)]
    middles = {round((left + right) / 2, 6) for left, _, right, _ in discs}
    assert {round(x, 6) for x in xs} <= middles
    for kind in SILHOUETTE_KINDS[1:]:
        assert hulls.draw_hull(SilhouetteSpec(kind, turrets=3)).named_points == ()


SPECS = [SilhouetteSpec(kind, slender, *figures, view=seen)
         for kind in SILHOUETTE_KINDS for seen in (VIEWS[:1] if kind in UPRIGHT_KINDS else VIEWS)
         for slender, figures in ((3.0, (0, 0, 0, 1)), (1.2, (3, 3, 2, 2)), (6.0, (7, 4, 5, 7)))]


def test_no_silhouette_has_changed(golden: Goldens) -> None:
    """A drawing has no rule but to look well: look at it (`tests/tools/pictures.py`) before you keep a change."""
    pages = list[Page]()
    for spec in SPECS:
        drawing = hulls.draw_hull(spec)
        pages += [Page(finer.width, finer.height, finer.items, label=finer.name)
                  for finer in (drawing, *(one for _, one in drawing.finer_drawings))]
    lines = list_digests("silhouette", Document("Silhouettes", tuple(pages)))
    golden.check("digests-silhouettes", "".join(
        f"{label} {line}\n" for label, line in zip(["head", *(page.label for page in pages)], lines, strict=True)))
