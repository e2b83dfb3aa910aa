"""Styles of paths: their layers in each ink, smooth lines, and the uneven banks of rivers."""

from __future__ import annotations

from itertools import combinations

import pytest

from printshop.drawing.display_list import BLACK, WHITE, Path, parse_color
from printshop.drawing.ink import Ink, measure_contrast
from printshop.drawing.path_styles import _LAYERS, PathLine, PathLook, draw_path, draw_path_sample, smooth_line
from printshop.drawing.shapes import measure_bounds

LINE = PathLine([0j, 50 + 0j, 100 + 0j])


def list_inks(paths: list[Path]) -> list[tuple[object, ...]]:
    """Return what a reader sees of the layers of a path: the colours, the widths and the dashes."""
    return [(path.fill, path.stroke and (path.stroke.color, path.stroke.width, path.stroke.dash), len(path.segments))
            for path in paths]


def test_in_black_ink_every_style_is_black_and_white_and_unlike_the_others() -> None:
    drawing = {style: draw_path(PathLook(style, "#8fc3e3", 5, 50, Ink.BLACK), LINE) for style in _LAYERS}
    colors = {color for paths in drawing.values() for path in paths
              for color in (path.fill, path.stroke and path.stroke.color) if color}
    assert colors == {BLACK, WHITE}
    for one, other in combinations(drawing.values(), 2):
        assert list_inks(one) != list_inks(other)


@pytest.mark.parametrize("ground", ["#ffffff", "#101b3c", "#dbe2b2"])
def test_every_style_is_visible_on_the_ground(ground: str) -> None:
    color = parse_color(ground)
    for style in _LAYERS:
        drawing = draw_path(PathLook(style, "#2f2f2f", 5, 50, Ink.COLOUR, color), LINE)
        result = [path.fill or (path.stroke and path.stroke.color) for path in drawing]
        contrast = max(measure_contrast(one, color) for one in result if one)
        assert contrast >= (2.0 if len({*result}) == 1 else 1.05), style


@pytest.mark.parametrize("width", [1.0, 5.0, 20.0])
def test_layers_are_as_wide_as_the_path(width: float) -> None:
    casing, fill = (path.stroke for path in draw_path(PathLook("road", "#e6c98f", width, 50), LINE))
    assert casing
    assert fill
    assert casing.width == width
    assert 0.25 < fill.width < width


def test_smooth_line_runs_through_all_points() -> None:
    points = [0j, 30 + 0j, 45 + 26j, 30 + 52j, 60 + 52j]
    line = smooth_line(points)
    assert all(min(abs(point - other) for other in line) < 1e-9 for point in points)
    turns = [(after - here) / (here - before) for before, here, after in zip(line, line[1:], line[2:], strict=False)]
    assert min(turn.real / abs(turn) for turn in turns) > 0.5


def test_closed_smooth_line_has_no_corner_at_its_ends() -> None:
    line = smooth_line([0j, 30 + 0j, 30 + 30j, 30j, 0j])
    turn = (line[1] - line[0]) / (line[-1] - line[-2])
    assert abs(line[0] - line[-1]) < 1e-9
    assert turn.real / abs(turn) > 0.85


def test_banks_are_uneven_but_the_middle_of_the_river_is_its_line() -> None:
    outline = draw_path(PathLook("river", "#8fc3e3", 5, 50), PathLine([complex(4 * k, 0) for k in range(26)]))[1]
    points = [(segment[0], segment[1]) for segment in outline.segments[:-1]]
    left, right = points[:26], points[:25:-1]
    widths = [abs(above[1] - below[1]) for above, below in zip(left, right, strict=True)]
    assert len({round(width, 3) for width in widths}) > 10
    assert all(3.5 < width < 6.5 for width in widths)
    assert widths[0] == pytest.approx(5)


@pytest.mark.parametrize(("free_ends", "widths"), [((True, False), (2.0, 5.0)), ((False, True), (5.0, 2.0))])
def test_free_end_of_a_river_is_narrow(free_ends: tuple[bool, bool], widths: tuple[float, float]) -> None:
    line = PathLine([complex(4 * k, 0) for k in range(50)], free_ends)
    points = [segment[:2] for segment in draw_path(PathLook("river", "#8fc3e3", 5, 50), line)[1].segments[:-1]]
    result = [abs(points[at][1] - points[-1 - at][1]) for at in (0, 49)]
    assert result == pytest.approx(widths)


@pytest.mark.parametrize("style", _LAYERS)
def test_sample_is_inside_its_box(style: str) -> None:
    left, top, right, bottom = measure_bounds(draw_path_sample(PathLook(style, "#8fc3e3", 2, 30), (10, 20, 40, 30)),
                                              with_strokes=False)
    assert left > 9
    assert right < 51
    assert top > 20
    assert bottom < 50
