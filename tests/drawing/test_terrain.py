"""The terrain of one hex: patterns that can be seen, and the drawing of an icon in every ink."""

from __future__ import annotations

from pathlib import Path as File

import pytest

from printshop.drawing.display_list import BLACK, WHITE, Path, TextRun, parse_color, walk_with_transforms
from printshop.drawing.ink import Ink, choose_line_color, measure_contrast
from printshop.drawing.shapes import measure_bounds
from printshop.drawing.svg_elements import PictureError
from printshop.drawing.terrain import TerrainSample, choose_pattern_color, draw_terrain_icon
from printshop.hexes import Orientation

SAMPLE = TerrainSample("wood", "flat-top", "#eef0dc", "#cfe0b4", "dots", "", 0.5, "colour", "M0 0L1 0L1 1Z")


@pytest.mark.parametrize("ink", Ink)
def test_pattern_is_visible_on_every_ground_and_has_its_colour_if_legible(ink: Ink) -> None:
    colors = [parse_color(code) for code in ("#000000", "#ffffff", "#777777", "#d55e00", "#56b4e9", "#f0e442")]
    for color in colors:
        for ground in colors:
            result = choose_pattern_color(ink, color, ground)
            assert measure_contrast(result, ground) >= 1.8
            own = choose_line_color(ink, color)
            assert (result == own) == (measure_contrast(own, ground) >= 1.8)


@pytest.mark.parametrize("orientation", Orientation)
@pytest.mark.parametrize("ink", Ink)
def test_icon_is_a_cell_of_the_map_with_ground_pattern_letter_and_outline(orientation: Orientation, ink: Ink
                                                                          ) -> None:
    drawing = draw_terrain_icon(SAMPLE._replace(orientation=orientation.value, ink=ink.value))
    left, top, right, bottom = measure_bounds(drawing[-1:])
    assert measure_bounds(drawing) == (left, top, right, bottom)
    assert (right - left > bottom - top) == (orientation is Orientation.FLAT)
    leaves = [item for item, _ in walk_with_transforms(drawing)]
    assert not any(isinstance(item, TextRun) for item in leaves)
    plain = [item for item, _ in walk_with_transforms(draw_terrain_icon(
        SAMPLE._replace(pattern="", letter="", orientation=orientation.value, ink=ink.value)))]
    assert len(leaves) > len(plain) + 1
    colors = {color for item in leaves if isinstance(item, Path)
              for color in (item.fill, item.stroke and item.stroke.color) if color}
    assert (colors == {BLACK, WHITE}) == (ink is Ink.BLACK)
    assert (parse_color(SAMPLE.color) in colors) == (ink is Ink.COLOUR)


def test_photo_is_no_icon(tmp_path: File) -> None:
    with pytest.raises(PictureError, match="the picture of the terrain 'wood' is a photo"):
        draw_terrain_icon(SAMPLE._replace(picture=str(tmp_path / "wood.png")))
