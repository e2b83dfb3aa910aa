"""Outlines of faces: the bleed of patterns."""

from __future__ import annotations

import pytest

from printshop.drawing.ink import Ink
from printshop.elements.face_outlines import Bleed, FaceOutline, FaceStyle
from printshop.layout.rectangles import Rect


@pytest.mark.parametrize(("ink", "pattern", "bleeds"), [
    (Ink.BLACK, "hatch", False), (Ink.BLACK, "solid", True), (Ink.BLACK, "plain", True), (Ink.COLOUR, "hatch", True)])
def test_lines_of_a_pattern_end_at_the_cut_only_on_white_paper(ink: Ink, pattern: str, bleeds: bool) -> None:
    face = FaceOutline(Rect(0, 0, 40, 40), FaceStyle(ink), Bleed(3, 3, 3, 3))
    reach = face.limit_bleed(pattern, ink).extend_over_edges(face.rectangle)
    assert (reach != face.rectangle) == bleeds
