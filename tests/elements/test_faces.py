"""Pictures on faces: they turn with the bow of the unit, and may stand in a corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pytest
from helpers.pages import find_outlines

from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_outline
from printshop.elements.faces import Bleed, FaceStyle, FaceValues, PictureElement, paint_face
from printshop.game.counters import NO_LENGTH, RelativeLength
from printshop.game.formula_keys import Wording
from printshop.game.pictures import Pictures

if TYPE_CHECKING:
    from pathlib import Path



# --- what is on them ---


PENNANT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30">
  <path d="M0 0h60v30h-60z" fill="#ffffff"/><path d="{}z"/></svg>"""
ENDS = {"right": "M56 13h4v4h-4", "left": "M0 13h4v4h-4", "up": "M28 0h4v4h-4"}


@pytest.mark.parametrize("own", ["of the unit", ""])
@pytest.mark.parametrize("in_file", ["right", "left", "up"])
@pytest.mark.parametrize("bow", ["right", "left", "up"])
def test_a_picture_turns_with_the_bow(tmp_path: Path, bow: Literal["right", "left", "up"], in_file: str, own: str
                                      ) -> None:
    """The black end of the pennant is its bow; a face of a unit, and a face that names a file and says its bow."""
    (tmp_path / "pennant.svg").write_text(PENNANT.format(ENDS[in_file]), encoding="utf-8")
    pictures = Pictures((tmp_path,))
    name = None if own else Wording("pennant.svg", ("pennant.svg",))
    part = PictureElement(pictures=pictures, own_margin=NO_LENGTH, name=name, art_bow="" if own else in_file)
    look, shown = FaceStyle(Ink.COLOUR, bow=bow), FaceValues({}, tmp_path / "pennant.svg", in_file if own else "right")
    ground, end = (measure_outline(one.segments)
                   for one in find_outlines(paint_face((part,), 40, 40, look, Bleed(), shown)))
    across, down = (((end[low] + end[low + 2]) - (ground[low] + ground[low + 2])) / 2 for low in (0, 1))
    assert (abs(across) > 1, abs(down) > 1) == ((False, True) if bow == "up" else (True, False))
    assert (across > 0) == (bow == "right") or bow == "up"
    assert down < -1 if bow == "up" else abs(down) < 1
    assert 0 <= ground[0] < ground[2] <= 40.001
    assert 0 <= ground[1] < ground[3] <= 40.001


def test_a_file_that_does_not_say_its_bow_and_one_that_has_none_stand_upright(tmp_path: Path) -> None:
    (tmp_path / "pennant.svg").write_text(PENNANT.format(ENDS["right"]), encoding="utf-8")
    pictures = Pictures((tmp_path,))
    for name, in_file in ((Wording("pennant.svg", ("pennant.svg",)), ""), (None, "none")):
        part = PictureElement(pictures=pictures, own_margin=NO_LENGTH, name=name, art_bow=in_file)
        look, shown = FaceStyle(Ink.COLOUR, bow="up"), FaceValues({}, tmp_path / "pennant.svg")
        ground, _ = (
            measure_outline(one.segments) for one in find_outlines(paint_face((part,), 40, 40, look, Bleed(), shown))
        )
        assert ground[2] - ground[0] == pytest.approx(40)


@pytest.mark.parametrize(("bow", "left"), [("right", 2), ("left", 28), ("up", 2)])
def test_a_picture_in_the_corner_stands_at_the_stern_and_takes_no_room(
        tmp_path: Path, bow: Literal["right", "left", "up"], left: float) -> None:
    (tmp_path / "pennant.svg").write_text(PENNANT.format(ENDS["right"]), encoding="utf-8")
    pictures = Pictures((tmp_path,))
    small, large = (PictureElement(name=None, pictures=pictures, art_bow="none", corner=RelativeLength(corner),
                                   own_margin=RelativeLength(margin))
                    for corner, margin in ((10, 2), (0, 0)))
    look, shown = FaceStyle(Ink.COLOUR, bow=bow), FaceValues({}, tmp_path / "pennant.svg")
    boxes = [measure_outline(one.segments) for one in find_outlines(paint_face((small, large), 40, 40, look, Bleed(),
                                                                               shown))]
    assert boxes[0][::2] == pytest.approx((left, left + 10))
    assert boxes[0][1] >= 2
    assert boxes[2][2] - boxes[2][0] == pytest.approx(40)
