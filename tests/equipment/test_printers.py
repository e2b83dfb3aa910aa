"""Printers that print at a slightly wrong size: their settings, and the measures of pages made for them."""

from __future__ import annotations

import math
import re
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pdfplumber
import pytest
from helpers import cut_files, documentation_files
from helpers.cli import run
from helpers.paths import TOY
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import shapes
from printshop.drawing.display_list import Page
from printshop.equipment import printers
from printshop.equipment.papers import read_palettes
from printshop.files import lock_file
from printshop.inspection.verify import verify_pdf
from printshop.lengths import MM
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from collections.abc import Callable


pytestmark = pytest.mark.usefixtures("settings")


@given(x=st.floats(97.1, 103), y=st.floats(97.1, 103))
def test_page_is_scaled_about_its_middle(x: float, y: float) -> None:
    page = Page(200, 300, (shapes.rect(50, 100, 100, 100),))
    result = shapes.measure_bounds(printers.scale_page(page, printers.Printer("p", x, y).scale).items,
                                   with_strokes=False)
    assert result == pytest.approx((100 - 5000 / x, 150 - 5000 / y, 100 + 5000 / x, 150 + 5000 / y))


def test_concurrent_measurements_are_all_saved(settings: Path) -> None:
    names = [f"printer_{number}" for number in range(12)]

    def measure(name: str) -> None:
        printers.save_measurements(name, 99.6, None, None)
        printers.save_measurements(name, None, 100.3, None)

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(measure, names))
    assert printers.read_printers() == {name: printers.Printer(name, 99.6, 100.3) for name in names}
    assert [path.name for path in settings.iterdir()] == ["printers.yaml"]


def test_long_wait_for_a_lock_is_reported(tmp_path: Path) -> None:
    with lock_file(tmp_path / "printers.yaml"), pytest.raises(PrintshopError,
                                                              match="another printshop process is writing it"), \
            lock_file(tmp_path / "printers.yaml", timeout=0):
        pass


def test_templates_for_a_printer_are_enlarged_by_its_error() -> None:
    run("calibrate", "--printer", "study", "--x", "99.6", "--y", "100.3")
    assert run("make", "templates", "iron_stars", "--printer", "study", "-o", "out")[0] == 0
    result = verify_pdf(Path("out/iron_stars-templates.pdf"))
    assert not result.findings
    lengths = {ruler.axis: round(ruler.metric, 3) for ruler in result.rulers}
    assert lengths == {"across": 100.402, "up": 99.701}
    assert "scaled to correct the errors of one printer" in str(result)


@pytest.mark.parametrize(("x", "why"), [
    ("91.3", "shrunk to fit within the printer's margins"), ("85.5", "A4 page was shrunk to fit on Letter"),
    ("3.94", "this length is in inches"), ("104", "enlarged to fill the sheet"),
    ("50", "no printer has such a large error"),
])
def test_wrong_measurement_is_reported_and_not_saved(x: str, why: str, settings: Path) -> None:
    code, output = run("calibrate", "--printer", "study", "--x", x)
    assert code == 1
    assert why in output
    assert "100 %" in output
    assert not settings.exists()


@given(st.floats(97.1, 103))
def test_plausible_error_of_a_printer_is_accepted(length: float) -> None:
    assert not printers.find_scale_problem(length)


@given(st.floats(1, 97) | st.floats(103.2, 1000))
def test_implausible_error_of_a_printer_is_refused(length: float) -> None:
    assert printers.find_scale_problem(length)


@pytest.mark.parametrize("measurements", [
    (math.nan, 100, 0, 0), (100, math.inf, 0, 0), (100, 100, math.nan, 0), (100, 100, 0, math.inf), (100, 100, 0)])
def test_measurements_that_no_printer_has_are_refused(measurements: tuple[float, ...]) -> None:
    with pytest.raises(PrintshopError):
        printers.make_printer(measurements)


def test_unknown_printers_are_reported() -> None:
    code, output = run("make", "records", "iron_stars", "--printer", "study")
    assert code == 1
    assert "measure the printer first" in output
    run("calibrate", "--printer", "study", "--x", "99.9")
    assert "did you mean 'study'?" in run("make", "records", "iron_stars", "--printer", "stud")[1]
    assert run("calibrate", "--x", "99.9")[0] == 2


@pytest.mark.parametrize("text", [
    "study: {x: 80}", "study: {x: 0}", "study: {x: -4}", "study: {z: 4}", "study: 4", "- 1", "study: {x: 99, x: 98}",
    "\0", "study: {right: 500}", "study: {down: -10.5}", "Study-2: {x: 99}\nstudy 2: {x: 98}",
])
def test_broken_printer_file_is_reported_with_its_place(text: str, settings: Path) -> None:
    settings.mkdir()
    (settings / "printers.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(PrintshopError) as error:
        printers.find_printer("study")
    assert re.search(r"printers\.yaml:[12]:", str(error.value))


@pytest.mark.parametrize("paper", ["universal", "a4", "letter"])
def test_page_for_measuring_has_true_sizes(paper: str) -> None:
    assert run("calibrate", "--paper", paper, "-o", "out")[0] == 0
    with pdfplumber.open(f"out/calibration-{paper}.pdf") as pdf:
        front, back = pdf.pages
        across = [line for line in front.lines if abs(line["width"] - 100 * MM) < 0.01]
        along = [line for line in front.lines if abs(line["height"] - 100 * MM) < 0.01]
        assert len(across) == len(along) == 1
        middle = next((line["x0"] + line["x1"]) / 2 for line in front.lines
                      if line["width"] < 0.01 and abs(line["height"] - 10 * MM) < 0.01)
        grid = sorted({round(line["x0"], 3) for line in back.lines if line["width"] < 0.01
                       and abs(line["height"] - 20 * MM) < 0.01})
        assert len(grid) == 21
        assert {round((right - left) / MM, 3) for left, right in pairwise(grid)} == {1.0}
        assert grid[10] == pytest.approx(float(front.width) - middle, abs=0.001)  # behind the cross


def test_back_moves_by_the_measured_offset() -> None:
    def grid(name: str) -> float:
        assert run("calibrate", *(("--printer", name) if name else ()), "-o", "out")[0] == 0
        with pdfplumber.open(f"out/calibration-universal{name and '-'}{name}.pdf") as pdf:
            return min(line["x0"] for line in pdf.pages[1].lines if line["width"] < 0.01)

    run("calibrate", "--printer", "study", "--back", "0.4,-0.6")
    assert (grid("study") - grid("")) / MM == pytest.approx(0.4, abs=0.001)


@pytest.mark.parametrize(("file", "is_read"), [
    ("printers.yaml", lambda: printers.find_printer("study").back_shift == (0.4, -0.6)),
    ("palettes.yaml", lambda: len(read_palettes()["club"]) == 3),
])
def test_examples_of_the_documentation_are_read(file: str, is_read: Callable[[], bool], settings: Path) -> None:
    [block] = [block for block in documentation_files.list_blocks() if block.file == f"settings/{file}"]
    settings.mkdir()
    (settings / file).write_text(block.text, encoding="utf-8")
    assert is_read()


def test_print_for_cutting_is_corrected_for_the_printer_and_cuts_are_not() -> None:
    """The print of the laser's file is larger than that of the usual one by what the printer misses; cuts are alike."""
    run("calibrate", "--printer", "study", "--x", "99.6", "--y", "100.3")
    for folder, more in (("true", ()), ("study", ("--printer", "study"))):
        code, output = run("make", "counters", TOY, "--cutter", "laser", "-o", folder, *more)
        assert code == 0, output
        assert "--printer corrects only pages with print" not in output
    true, larger = (cut_files.read_cut_file(Path(folder,
                                                 "toy-counters-01.svg").read_text(encoding="utf-8")).layers
                    for folder in ("true", "study"))
    same, other = ([name for name in true if like == (list(map(ET.tostring, true[name])) ==
                                                      list(map(ET.tostring, larger[name])))] for like in (True, False))
    assert "cut" in same
    assert other == ["print"]
    assert {node.get("transform", "")[:16] for node in larger["print"]} == {"matrix(1.0040160"}


def test_printer_option_without_print_is_reported() -> None:
    run("calibrate", "--printer", "study", "--x", "99.6")
    code, output = run("make", "templates", "iron_stars", "--only", "minefield", "--cutter", "laser",
                       "--printer", "study")
    assert code == 0, output
    assert "--printer corrects only pages with print" in output
