"""Patterns of sides: different without colour, visible on their ground, black and white in black ink."""

from __future__ import annotations

import pytest

from printshop.drawing import patterns, shapes
from printshop.drawing.display_list import BLACK, WHITE, Group, Path, parse_color
from printshop.drawing.ink import Ink, measure_contrast
from printshop.file_names import PATTERNS

BOX = (10.0, 20.0, 60.0, 12.0)
COLORS = [parse_color(text) for text in ("#0072b2", "#f0e442", "#56b4e9", "#d55e00", "#000000", "#ffffff")]


def test_the_data_knows_every_pattern() -> None:
    assert [pattern for pattern in PATTERNS if not patterns.draw_pattern_marks(pattern, BOX, BLACK)] == ["plain",
                                                                                                         "solid"]


@pytest.mark.parametrize("ink", Ink)
def test_patterns_differ_without_their_colours(ink: Ink) -> None:
    drawn = {patterns.fill_with_pattern(pattern, BOX, COLORS[0], ink) for pattern in PATTERNS}
    assert len(drawn) == len(PATTERNS)


@pytest.mark.parametrize("ink", Ink)
@pytest.mark.parametrize("color", COLORS[:5])
def test_lines_are_seen_on_their_ground(color: tuple[int, int, int], ink: Ink) -> None:
    ground, lines = patterns.fill_with_pattern("hatch", BOX, color, ink)  # type: ignore[arg-type]
    assert isinstance(ground, Path)
    assert isinstance(lines, Group)
    drawn = lines.items[0]
    assert isinstance(drawn, Path)
    assert drawn.stroke
    assert ground.fill
    assert measure_contrast(drawn.stroke.color, ground.fill) >= 2


def test_black_ink_is_black_and_white() -> None:
    for pattern in PATTERNS:
        for item in patterns.fill_with_pattern(pattern, BOX, COLORS[1], Ink.BLACK):
            paths = item.items if isinstance(item, Group) else (item,)
            for path in paths:
                assert isinstance(path, Path)
                assert {path.fill, path.stroke and path.stroke.color} <= {None, BLACK, WHITE}


@pytest.mark.parametrize("pattern", ["bars", "stripes"])
@pytest.mark.parametrize("box", [(0.0, 0.0, 60.0, 12.0), (0.0, 0.0, 12.0, 60.0)])
def test_no_line_runs_along_a_band(pattern: str, box: tuple[float, float, float, float]) -> None:
    _, group = patterns.fill_with_pattern(pattern, box, COLORS[0])
    assert isinstance(group, Group)
    for part in group.items:
        assert isinstance(part, Path)
        ends = [(segment.x, segment.y) for segment in part.segments]  # type: ignore[union-attr]
        for (x1, y1), (x2, y2) in zip(ends[::2], ends[1::2], strict=True):
            assert (x1 == x2) is (box[2] > box[3])
            assert (y1 == y2) is (box[3] > box[2])


@pytest.mark.parametrize("pattern", PATTERNS[2:])
def test_a_pattern_goes_on_over_its_core(pattern: str) -> None:
    def points(box: tuple[float, float, float, float]) -> set[tuple[float, float]]:
        _, group = patterns.fill_with_pattern(pattern, box, COLORS[0], core=(0, 0, 60, 12))
        assert isinstance(group, Group)
        assert shapes.measure_bounds([group])[2] <= box[0] + box[2] + 1e-6
        found = (part for path in group.items if isinstance(path, Path) for part in path.segments)
        return {(round(part.x, 6), round(part.y, 6)) for part in found if hasattr(part, "x")}

    assert points((0, 0, 60, 12)) <= points((-20, 0, 100, 12))


def test_an_unknown_pattern_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown pattern 'paisley': use one of plain, solid, hatch"):
        patterns.fill_with_pattern("paisley", BOX, BLACK)
