"""Dials of two discs: their size, hole and window in every format, the window over the slot at the top."""

from __future__ import annotations

import re
from math import atan2, degrees, hypot
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.cut_files import read_cut_file
from helpers.problems import catch_problems
from hypothesis import given
from hypothesis import strategies as st
from pypdfium2 import PdfDocument
from pypdfium2 import raw as pdfium

from printshop.drawing import shapes
from printshop.elements import manoeuvres
from printshop.elements.tracks import TooManyStepsError, fit_ring
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.load_game import read_game

if TYPE_CHECKING:
    from printshop.game.model import Game

GAME = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      moves: {kind: list, of: {speed: {kind: whole}, bearing: {kind: text}}}
tugs:
  - {name: Rat, moves: [1 straight, 1 bank-left, 2 straight, 1 bank-right, 0 stop]}
counters:
"""
DIAL = "  dial: {shape: round, kind: flat, size: 50 mm, front: [{manoeuvres: moves, layout: dial}, {hole: 4 mm}]}\n"
COVER = "  cover: {shape: round, kind: flat, size: 50 mm, front: [{window: moves}, {hole: 4 mm}]}\n"


def load_dials(folder: Path, *kinds: str) -> Game:
    (folder / "harbour.yaml").write_text(GAME + "".join(kinds), encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def make_disc_file(folder: Path, kind: str, *options: str) -> Path:
    """Return the file with the discs of a kind."""
    load_dials(folder, DIAL, COVER)
    ran = invoke("make", "counters", folder / "harbour.yaml", "--only", kind, "-o",
                                    folder / "out", *options)
    assert ran.exit_code == 0, ran.output
    return next((folder / "out").glob(f"*{kind}*"))


def test_discs_and_holes_measure_true_in_a_pdf(tmp_path: Path) -> None:
    page = PdfDocument(make_disc_file(tmp_path, "dial"))[0]
    paths = [item.get_bounds() for item in page.get_objects(max_depth=15) if item.type == pdfium.FPDF_PAGEOBJ_PATH]
    sizes = [((right - left) / MM, (left + right) / 2, (top + bottom) / 2) for left, bottom, right, top in paths
             if abs((right - left) - (top - bottom)) < 0.01]
    [disc] = [size for size in sizes if abs(size[0] - 50) < 0.3]  # the line has a width
    [hole] = [size for size in sizes if abs(size[0] - 4) < 0.3]
    assert hole[1:] == pytest.approx(disc[1:], abs=0.01)


def test_cutters_cut_window_and_hole_before_the_outline(tmp_path: Path) -> None:
    file = read_cut_file(make_disc_file(tmp_path, "cover", "--cutter", "laser", "--format",
                                        "svg").read_text(encoding="utf-8"))
    [outer] = file.loops("cut")
    assert outer.size == pytest.approx((50, 50), abs=0.01)
    window, hole = file.loops("inner cut")
    assert hole.size == pytest.approx((4, 4), abs=0.01)
    x, y = (sum(values) / len(values) for values in zip(*outer.points, strict=True))
    assert all(hypot(px - x, py - y) < 22.5 and py < y - 10 for px, py in window.points)  # above the hole
    xs = [px - x for px, _ in window.points]
    assert min(xs) == pytest.approx(-max(xs), abs=0.01)
    assert [*file.layers].index("inner cut") < [*file.layers].index("cut")


@given(count=st.integers(1, 60), size=st.floats(30, 500), deep=st.sampled_from([0.0, 0.46]))
def test_window_shows_only_its_slot(count: int, size: float, deep: float) -> None:
    try:
        laid = fit_ring(Rect(5, 6, size, size), count, deep=deep)
    except TooManyStepsError:
        return
    left, top, right, bottom = shapes.measure_outline(manoeuvres.make_window_edge(laid).segments)
    assert (left + right) / 2 == pytest.approx(laid.x)
    assert top == pytest.approx(laid.y - laid.outer + manoeuvres.CLEAR, abs=0.01)
    assert bottom <= laid.y - (laid.inner + manoeuvres.CLEAR) * 0.86 + 0.01  # of a few slots it is a part
    if count > 6:
        slot = shapes.measure_outline(laid.draw_sector(0).segments)
        assert slot[0] < left
        assert right < slot[2]
        assert bottom < slot[3]


@pytest.mark.parametrize(("kind", "message"), [
    ("  a: {shape: round, kind: flat, size: 5 x 6 mm, front: [{hole: 2 mm}]}\n",
     "counter 'a' is round, so the width and the height must be equal"),
    ("  a: {shape: round, kind: flat, size: 9 mm, corners: 1 mm, front: [{hole: 2 mm}]}\n", "its pieces are round"),
    ("  a: {shape: round, size: 9 mm, profile: [{hole: 2 mm}], flap: [{hole: 2 mm}]}\n",
     "is a tent and must have the shape 'rectangle'"),
    ("  a: {shape: round, kind: flat, size: 9 mm, front: [{hole: 0.5 mm}]}\n", "but must be 1 mm to 50 mm"),
    ("  a: {shape: round, kind: flat, size: 9 mm, front: [{hole: 51 mm}]}\n", "but must be 1 mm to 50 mm"),
    ("  a: {shape: round, kind: flat, size: 9 mm, front: [{window: mooves}]}\n", "unknown name 'mooves'"),
])
def test_mistakes_in_a_disc_are_reported(tmp_path: Path, kind: str, message: str) -> None:
    problems = catch_problems(load_dials, tmp_path, kind)
    assert message in "\n".join(problem.message for problem in problems)


@pytest.mark.parametrize(("front", "message"), [
    ("{hole: 9 mm}", ", hole: a hole of 9 mm does not fit a face of 9 x 9 mm"),
    ("{window: moves}", ", window: 5 steps of 3.5 mm do not fit 8 x 9 mm"),
    ('{window: "1-90"}', ", window: 90 steps of 3.5 mm do not fit 8 x 9 mm"),
])
def test_fit_problems_on_a_disc_are_reported(tmp_path: Path, front: str, message: str) -> None:
    load_dials(tmp_path, f"  a: {{shape: round, kind: flat, size: 9 mm, front: [{front}]}}\n")
    ran = invoke("make", "counters", tmp_path / "harbour.yaml", "-o", tmp_path)
    assert message in ran.output


def test_slots_of_a_dial_are_at_their_angles(tmp_path: Path) -> None:
    """Five slots of 72 degrees, the first about the top, on a ring 45 mm wide: 5 % of the disc stay free all round."""
    text = make_disc_file(tmp_path, "dial", "--format", "svg").read_text(encoding="utf-8")
    places = [(float(x) - 25, float(y) - 25) for x, y in re.findall(r'd="M([\d.]+) ([\d.]+)C', text)]
    radius = 22.5 - 0.4 / MM
    corners = [place for place in places if hypot(*place) == pytest.approx(radius, abs=0.01)]  # where slots begin
    assert [degrees(atan2(x, -y)) % 360 for x, y in corners] == pytest.approx([324, 36, 108, 180, 252], abs=0.02)
