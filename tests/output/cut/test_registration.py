"""Registration marks on the written picture of the print: their places, and what comes near them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from helpers.cli import run
from PIL import Image

DPI = 254  # 10 pixels a millimetre
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


@pytest.mark.parametrize(("cutter", "inset", "length", "thickness"), [("sensor", 12, 20, 1),
                                                                      ("silhouette", 10, 12.7, 0.5)])
def test_marks_of_fronts_have_their_positions_and_free_space(
        settings: Path, cutter: str, inset: float, length: float, thickness: float) -> None:
    ink, back = read_inks(settings, cutter)
    height, width = ink.shape
    assert (width, height) == (2100, 2970)
    near, wide, far = round(10 * inset), round(10 * thickness), round(10 * length)
    expected = np.zeros_like(ink)
    expected[near:near + 50, near:near + 50] = True
    expected[near:near + wide, width - near - far:width - near] = True
    expected[near:near + far, width - near - wide:width - near] = True
    expected[height - near - wide:height - near, near:near + far] = True
    expected[height - near - far:height - near, near:near + wide] = True
    margin = np.ones_like(ink)
    edge = near + 50 + 20
    margin[edge:height - edge, edge:width - edge] = False
    assert int((ink[margin] != expected[margin]).sum()) <= 4 * 2 * far * 0.1  # a row of pixels on an edge
    assert ink[~margin].any()
    assert not back[:near + 50, :near + 50].any()
