"""Registration marks on the written picture of the print: their places, and what comes near them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.cli import run
from PIL import Image

from printshop.equipment.services import find_cutter
from printshop.lengths import MM

DPI = 127  # 5 pixels a millimetre
MARKS = "sensor: {cut: '#f00', front: picture, gap: 3 mm, marks: {inset: 12 mm, length: 20 mm, thickness: 1 mm}}\n"


def read_inks(settings: Path, cutter: str) -> list[np.ndarray]:
    """Return which pixels of the pictures, of a front and of a back, are dark, by row and column."""
    settings.mkdir(exist_ok=True)
    (settings / "cutters.yaml").write_text(MARKS, encoding="utf-8")
    code, message = run("make", "counters", "iron_guest", "--paper", "a4", "--cutter", cutter, "--backs", "long",
                        "--dpi", str(DPI), "-o", "out")
    assert code == 0, message
    inks = []
    for path in sorted(Path("out").glob("*-front-*.png")):
        with Image.open(path) as picture:
            inks.append(np.asarray(picture.convert("L")) < 128)
    return inks


def test_marks_of_fronts_have_their_positions_and_free_space(settings: Path) -> None:
    ink, back = read_inks(settings, "sensor")
    height, width = ink.shape
    assert (width, height) == (1050, 1485)
    near, wide, far = 60, 5, 100
    expected = np.zeros_like(ink)
    expected[near:near + 25, near:near + 25] = True
    expected[near:near + wide, width - near - far:width - near] = True
    expected[near:near + far, width - near - wide:width - near] = True
    expected[height - near - wide:height - near, near:near + far] = True
    expected[height - near - far:height - near, near:near + wide] = True
    margin = np.ones_like(ink)
    edge = near + 25 + 10
    margin[edge:height - edge, edge:width - edge] = False
    assert int((ink[margin] != expected[margin]).sum()) <= 4 * 2 * far * 0.1  # a row of pixels on an edge
    assert ink[~margin].any()
    assert not back[:near + 25, :near + 25].any()


def test_marks_of_a_known_cutter_have_the_sizes_that_its_program_expects() -> None:
    assert find_cutter("silhouette").cutter.marks == pytest.approx((10 * MM, 12.7 * MM, 0.5 * MM))
