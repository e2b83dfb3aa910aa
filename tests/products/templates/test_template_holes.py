"""Holes in templates: a ring on paper, cut before the outline by a machine, or refused with the reason."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from helpers import cut_files
from helpers.problems import catch_problems

from printshop.drawing import shapes
from printshop.drawing.geometry import move_point
from printshop.equipment import services
from printshop.lengths import Length
from printshop.load_game import read_game
from printshop.output.cut.files import render_cut_svg
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products.templates import build as templates_build
from printshop.products.templates.template import (
    MIN_HOLE_DISTANCE,
    MisplacedHoleError,
    TemplateHole,
    TemplatePiece,
    cut_holes,
)

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Page

TEMPLATES = """wind: {kind: rose, across: 60 mm, points: 5, holes: [{diameter: 3 mm}]}
tag: {kind: disc, diameters: {small: 40 mm}, holes: [{diameter: 4 mm, at: 20 x 6 mm}, {diameter: 2 mm}]}
"""


def make_holed_pages(folder: Path, text: str, settings: PrintSettings | None = None) -> tuple[Page, ...]:
    (folder / "game.yaml").write_text("format: 1\ntitle: Toy\nrights: ours\nunit_types: {ship: {fields: {}}}\n",
                                      encoding="utf-8")
    (folder / "templates.yaml").write_text(text, encoding="utf-8")
    return tuple(templates_build.build_templates(read_game(folder), PrintRequest(), settings or PrintSettings()).pages)


def test_machine_cuts_holes_before_the_outline_at_their_positions(tmp_path: Path) -> None:
    laser = services.find_cutter("laser")
    files = [cut_files.read_cut_file(render_cut_svg(page, "x", laser.cutter))
             for page in make_holed_pages(tmp_path, TEMPLATES, PrintSettings(machine=laser.machine))]
    inner = [loop for file in files for loop in file.loops("inner cut")]
    sizes = sorted(loop.size[0] for loop in inner)
    assert sizes == pytest.approx([2, 3, 3, 4], abs=0.01)  # a rose and its arrow have one each
    for file in files:
        assert not cut_files.find_duplicates(file.loops("cut", "inner cut"))
        assert [*file.layers].index("inner cut") < [*file.layers].index("cut")
    [disc] = [loop for file in files for loop in file.loops("cut") if loop.size == pytest.approx((40, 40), abs=0.01)]
    left, top = (min(at[k] for at in disc.points) for k in (0, 1))
    middles = {round(loop.size[0]): (_middle(loop, 0) - left, _middle(loop, 1) - top) for loop in inner}
    assert middles[4] == pytest.approx((20, 6), abs=0.02)
    assert middles[2] == pytest.approx((20, 20), abs=0.02)


def _middle(loop: cut_files.Loop, k: int) -> float:
    ends = [at[k] for at in loop.points]
    return (min(ends) + max(ends)) / 2


@pytest.mark.parametrize(("holes", "message"), [
    ("[{diameter: 39 mm}]",
     ("'Tag small', at least 1 mm from the edge of the piece | make the hole smaller, or move it with 'at', the "
      "distances")),
    ("[{diameter: 4 mm, at: 2 x 20 mm}]", "must lie inside"),
    ("[{diameter: 4 mm, at: 200 x 20 mm}]", "must lie inside"),
    ("[{diameter: 4 mm}, {diameter: 3 mm, at: 20 x 23 mm}]", "must be at least 1 mm apart"),
    ("[{diameter: 0 mm}]", "must be more than 0"),
    ("[{diameter: 4}]", "has no unit"),
    ("[{diameter: 120 mm}]", "but must be at most 100 mm"),
    ("[{size: 4 mm}]", "lacks 'diameter'"),
])
def test_mistakes_in_holes_are_reported(tmp_path: Path, holes: str, message: str) -> None:
    error = catch_problems(
        make_holed_pages, tmp_path, f"tag: {{kind: disc, diameters: {{small: 40 mm}}, holes: {holes}}}\n"
    )
    assert message in "\n".join(f"{one.message} | {one.hint}" for one in error)


@pytest.mark.parametrize("at", [0.0, 3.0, 5.0, 7.5])
def test_hole_does_not_touch_inward_corners(at: float) -> None:
    tip, left, right = move_point(at, 30.0, 60, 60), move_point(at - 2, 55.0, 60, 60), move_point(at + 2, 55.0, 60, 60)
    rim = [move_point(angle, 55.0, 60, 60) for angle in range(10, 360, 10)]
    piece = TemplatePiece("star", "", 120, 120, shapes.polygon([left, tip, right, *rim]), (), None)
    for radius, fits in ((30 - MIN_HOLE_DISTANCE - 0.01, True), (30 - MIN_HOLE_DISTANCE + 0.01, False)):
        hole = TemplateHole(diameter=Length(Fraction(2 * radius), "wide"))
        if fits:
            assert len(cut_holes(piece, [hole]).holes) == 1
        else:
            with pytest.raises(MisplacedHoleError):
                cut_holes(piece, [hole])


def test_holes_have_a_rim_between_them() -> None:
    piece = TemplatePiece("plate", "", 200, 100, shapes.rect(0, 0, 200, 100), (), None)
    for gap, fits in ((MIN_HOLE_DISTANCE + 0.01, True), (MIN_HOLE_DISTANCE - 0.01, False)):
        places = [(Length(Fraction(x), ""), Length(Fraction(50), "")) for x in (50.0, 70.0 + gap)]
        holes = [TemplateHole(diameter=Length(Fraction(20), "20"), at=place) for place in places]
        if fits:
            assert len(cut_holes(piece, holes).holes) == 2
        else:
            with pytest.raises(MisplacedHoleError):
                cut_holes(piece, holes)
