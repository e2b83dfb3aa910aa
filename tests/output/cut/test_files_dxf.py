"""DXF files for cutting machines, read by ezdxf: the same lines as the SVG, to scale and upright."""

from __future__ import annotations

import sys
from functools import cache
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from ezdxf import bbox, units
from ezdxf._options import options
from ezdxf.filemanagement import read
from helpers import cut_files
from helpers.cli import invoke
from helpers.games import open_game

import printshop
from printshop.equipment import services
from printshop.lengths import MM
from printshop.output.cut.files import render_cut_dxf, render_cut_svg
from printshop.print_settings import PrintSettings

if TYPE_CHECKING:
    from ezdxf.document import Drawing

    from printshop.drawing.display_list import Page


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path))
    monkeypatch.chdir(tmp_path)


@cache
def make_cut_pages(key: str, product: str = "templates") -> tuple[Page, ...]:
    settings = PrintSettings(machine=services.find_cutter("laser").machine)
    return tuple(printshop.build(product, open_game(key), None, settings).pages)


def read_dxf(page: Page, name: str = "laser") -> Drawing:
    return read(StringIO(render_cut_dxf(page, services.find_cutter(name).cutter)))


def svg(page: Page, name: str = "laser") -> cut_files.CutFile:
    return cut_files.read_cut_file(render_cut_svg(page, "x", services.find_cutter(name).cutter))


@pytest.mark.parametrize("key", ["iron_stars", "for_the_masses", "stellar_wars"])  # tents, discs, hexes
def test_dxf_has_the_contents_of_the_svg(key: str) -> None:
    page = make_cut_pages(key, "counters")[0]
    result, like, high = read_dxf(page), svg(page), page.height / MM
    assert result.header["$INSUNITS"] == units.MM
    assert result.header["$MEASUREMENT"] == 1
    assert not result.audit().has_errors
    for layer in ("score", "inner cut", "cut", "size check"):
        lines = result.modelspace().query(f'LWPOLYLINE[layer=="{layer}"]')
        loops = like.loops(layer)
        assert len(lines) == len(loops)
        if not loops:
            continue
        xs, ys = zip(*(at for loop in loops for at in loop.points), strict=True)
        box = bbox.extents(lines)
        assert (box.extmin.x, box.extmin.y, box.extmax.x, box.extmax.y) == pytest.approx(
            (min(xs), high - max(ys), max(xs), high - min(ys)), abs=0.02)
        assert [bool(line.dxf.flags & 1) for line in lines] == [loop.closed for loop in loops]
        assert len({entity.dxftype() for entity in result.modelspace()}) == 1


@pytest.mark.slow
def test_layers_have_the_names_and_colours_of_the_machine() -> None:
    result = read_dxf(make_cut_pages("iron_stars")[0], "lightburn")
    colors = {layer.dxf.name: layer.rgb for layer in result.layers if layer.rgb}
    assert colors == {"engrave": (0, 0, 0), "engrave lines": (255, 128, 0), "cut": (255, 0, 0),
                      "size check": (243, 105, 38)}
    numbers = {layer.dxf.name: layer.color for layer in result.layers if layer.rgb}
    assert numbers == {"engrave": 7, "engrave lines": 30, "cut": 1, "size check": 30}


def test_discs_have_true_sizes() -> None:
    discs = read_dxf(make_cut_pages("iron_stars")[1])
    sizes = sorted(bbox.extents([line]).size.x for line in discs.modelspace().query('*[layer=="cut"]'))
    assert sizes == pytest.approx([76.2, 101.6, 127.0], abs=0.01)
    for line in discs.modelspace().query("LWPOLYLINE"):
        points = [(x, y) for x, y, *_ in line]  # type: ignore[attr-defined]
        assert all(one != other for one, other in pairwise([*points, points[0]])), "a side without length"


def test_same_page_gives_the_same_file() -> None:
    page, cutter = make_cut_pages("iron_stars")[1], services.find_cutter("laser").cutter
    assert render_cut_dxf(page, cutter) == render_cut_dxf(page, cutter)
    assert not options.write_fixed_meta_data_for_testing


@pytest.mark.slow
def test_drawings_are_written_with_or_without_svg() -> None:
    words = ("make", "markers", "iron_guest", "--cutter", "laser", "--dpi", "72", "-o", "out", "--format")
    for formats, suffixes in (("dxf", {".dxf", ".png"}), ("svg,dxf", {".dxf", ".png", ".svg"})):
        result = invoke(*words, formats)
        assert result.exit_code == 0, result.output
        assert {path.suffix for path in Path("out").iterdir()} == suffixes


def test_dxf_needs_a_machine() -> None:
    result = invoke("make", "counters", "iron_stars", "--format", "dxf", "-o", "out")
    assert result.exit_code != 0
    assert "--cutter laser" in result.output


def test_missing_ezdxf_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    result = invoke("make", "markers", "iron_guest", "--cutter", "laser", "--format", "dxf",
                                       "-o", "out")
    assert result.exit_code == 1
    assert 'pip install "printshop[dxf]"' in result.output
    assert not Path("out").exists()
