"""Files for cutting machines from the command line and of every game, measured by other programs."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from shutil import rmtree

import numpy as np
import pytest
import resvg_py
from helpers import cut_files, documentation_files
from helpers.cli import run
from helpers.games import open_game
from PIL import Image

import printshop
from printshop.drawing.display_list import Page
from printshop.equipment import services
from printshop.game.counters import COUNTERS, MARKERS
from printshop.game.forms.model import FORMS
from printshop.layout.rectangles import MachineLayout
from printshop.lengths import MM
from printshop.output.cut.files import render_cut_svg
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError
from printshop.products.templates.kinds import TEMPLATES

CUT_OUT = ("counters", "markers", "cards", "templates")
PROFILES = ("laser", "lightburn", "glowforge", "cricut", "silhouette", "plotter")


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path / "settings"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "settings").mkdir()
    return tmp_path / "settings"


@cache
def make_cut_pages(key: str, product: str, machine: MachineLayout | None) -> tuple[Page, ...]:
    return tuple(printshop.build(product, open_game(key), None, PrintSettings(machine=machine)).pages)


def files(key: str, product: str, profile: services.CutterProfile, most: int | None = None) -> list[cut_files.CutFile]:
    pages = make_cut_pages(key, product, profile.machine)[:most]
    texts = [render_cut_svg(page, "x", profile.cutter) for page in pages]
    return [cut_files.read_cut_file(text) for text in texts if text]


def kinds(key: str) -> list[str]:
    game = open_game(key)
    there = {"counters": game[COUNTERS], "markers": game[MARKERS], "templates": game[TEMPLATES],
             "cards": [form for form in game[FORMS].values() if form.size]}
    return [name for name in CUT_OUT if there[name]]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "profile"), [("toy", "laser"), ("stellar_wars", "laser"), ("ironclads", "cricut")])
def test_all_cutouts_of_a_game_are_cut_once(key: str, profile: str) -> None:
    result = services.find_cutter(profile)
    result = result._replace(machine=result.machine._replace(engraves=key == "stellar_wars" and profile == "laser"))
    for product in kinds(key):
        pages = files(key, product, result)
        assert pages
        for file in pages:
            lines = file.loops("cut", "inner cut")
            assert lines
            assert not cut_files.find_duplicates([*lines, *file.loops("score")]), product
            if profile == "cricut":  # where nothing is shared
                assert all(line.closed for line in lines), product
            assert not find_loose_ends(lines), product
            colors = {color.to_hex() for color in result.cutter.colors.values()}
            assert {path.attrib[key] for layer in file.layers.keys() - {"print"} for path in file.layers[layer]
                    for key in ("fill", "stroke") if key in path.attrib} <= {"none", *colors}
            _is_clear(file, lines)


def find_loose_ends(lines: list[cut_files.Loop]) -> list[cut_files.Point]:
    """Return where cuts end in nothing: what is cut out is not cut off there."""
    ends = [end for line in lines if not line.closed for end in (line.points[0], line.points[-1])]
    sides = np.array([side for line in lines
                      for side in pairwise([*line.points, *(line.points[:1] if line.closed else [])])])
    starts, ways = sides[:, 0], sides[:, 1] - sides[:, 0]
    squares = np.maximum((ways ** 2).sum(axis=1), 1e-12)

    def count_near(end: cut_files.Point) -> int:
        shares = np.clip(((end - starts) * ways).sum(axis=1) / squares, 0, 1)
        return int((np.hypot(*(starts + shares[:, None] * ways - end).T) < 0.005).sum())

    return [end for end in ends if count_near(end) < 2]


def _is_clear(file: cut_files.CutFile, lines: list[cut_files.Loop]) -> None:
    """Check that the size is checked by something as large as the file says, on the page and beside all pieces."""
    square = file.loops("size check")[0]
    message = re.search(r"size check' measures (\d+) x (\d+) mm", file.said)
    assert message
    assert square.size == pytest.approx(tuple(map(float, message.groups())), abs=0.002)
    xs, ys = zip(*square.points, strict=True)
    assert min(xs) > 0
    assert min(ys) > 0
    assert max(xs) < float(file.size[0].removesuffix("mm"))
    assert max(ys) < float(file.size[1].removesuffix("mm"))
    for line in lines:
        across, down = zip(*line.points, strict=True)
        assert (max(across) < min(xs) or min(across) > max(xs) or max(down) < min(ys) or min(down) > max(ys))


@pytest.mark.parametrize("profile", PROFILES)
def test_files_have_layers_in_order_and_no_other_colours(profile: str) -> None:
    result = services.find_cutter(profile)
    order = ["print", "engrave", "engrave lines", "score", "inner cut", "cut", "size check"]
    declared = {color.to_hex() for color in result.cutter.colors.values()}
    for product in ("counters", "templates"):
        for file in files("iron_stars", product, result, 2):
            assert sorted(file.layers, key=order.index) == list(file.layers)
            assert ("print" in file.layers) == (profile == "laser" and product == "counters")
            assert ("engrave" in file.layers) == (product == "templates" and result.cutter.engraves)
            for layer in file.layers.keys() - {"print"}:
                for path in file.layers[layer]:
                    assert path.tag.endswith("}path")
                    assert "style" not in path.attrib
                    assert "class" not in path.attrib
                    assert {path.attrib[key] for key in ("fill", "stroke") if key in path.attrib} - {"none"} <= declared
                    if layer in ("score", "inner cut", "cut"):
                        assert path.attrib["fill"] == "none"
                        assert path.attrib["stroke-width"] == ("0.1" if profile == "plotter" else "0.01")


def test_size_check_and_cuts_have_true_sizes() -> None:
    profile = services.find_cutter("laser")
    page = make_cut_pages("iron_stars", "templates", profile.machine)[0]
    text = render_cut_svg(page, "x", profile.cutter)
    wide, high = map(float, re.search(r"cuts together measure ([\d.]+) x ([\d.]+) mm", text).groups())  # type: ignore[union-attr]
    check = tuple(map(float, re.search(r"check' measures (\d+) x (\d+) mm", text).groups()))  # type: ignore[union-attr]
    for color, size in (("#f36926", check), ("#ff0000", (wide, high))):
        alone = re.sub(rf'<path (?![^>]*stroke="{color}")[^>]*/>', "", text).replace('width="0.01"', 'width="0.2"')
        data = bytes(resvg_py.svg_to_bytes(svg_string=alone, dpi=127))  # 5 pixels a millimetre
        ink = np.array(Image.open(BytesIO(data)))[:, :, 3] > 100
        sizes = [np.ptp(np.flatnonzero(ink.any(axis=axis))) + 1 for axis in (0, 1)]
        assert [length / 5 - 0.2 for length in sizes] == pytest.approx(size, abs=0.3)


@pytest.mark.slow
def test_picture_of_the_print_has_the_size_of_the_page_and_no_registration_marks() -> None:
    code, output = run("make", "markers", "iron_guest", "--cutter", "cricut", "--dpi", "100", "-o", "out")
    assert code == 0, output
    sheets = range(1, 1 + len([*Path("out").glob("*.svg")]))
    names = [f"iron_guest-markers{end}" for k in sheets for end in (f"-0{k}.svg", f"-front-0{k}.png")]
    assert {path.name for path in Path("out").iterdir()} == {*names}
    with Image.open("out/iron_guest-markers-front-01.png") as picture:
        assert picture.size == (round(210 / 25.4 * 100), round(279.4 / 25.4 * 100))
        assert np.asarray(picture.convert("L"))[:60, :60].min() > 128  # 15 mm
    file = cut_files.read_cut_file(Path("out/iron_guest-markers-01.svg").read_text(encoding="utf-8"))
    frame = file.loops("size check")[1]
    assert frame.size == pytest.approx((210, 279.4), abs=0.001)


def test_backs_of_cutouts_have_pictures() -> None:
    assert run("make", "markers", "iron_guest", "--cutter", "silhouette", "--backs", "long", "--dpi", "72",
               "-o", "out")[0] == 0
    names = sorted(path.name for path in Path("out").iterdir())
    assert [name for name in names if name.endswith(".svg")] == ["iron_guest-markers-01.svg"]
    assert all("front" in name for name in names if name.endswith(".png"))


@pytest.mark.parametrize("words", [("make", "all", "game"), ("make", "charts", "game", "--format", "pdf"),
                                   ("pack", "game/walk")])
def test_missing_cuts_are_reported_for_a_whole_game(words: tuple[str, ...]) -> None:
    Path("game").mkdir()
    Path("game/game.yaml").write_text(
        "format: 1\ntitle: Paper\nsides: {teal: {colour: '#008080'}}\n"
        "unit_types: {ship: {fields: {hull: {kind: whole}}}}\n"
        "charts: {sums: {title: Sums, blocks: [{title: One, text: and one is two}]}}\n"
        "scenarios: {walk: {title: Walk, forces: {teal: {units: [Ada]}}, turns: 3, table: 4 x 4 ft, setup: [Walk.], "
        "special_rules: none, victory: {text: Come back.}, variant: none, summary: They walk.}}\n", encoding="utf-8")
    Path("game/ships.yaml").write_text("- {name: Ada, side: teal, hull: 3}\n", encoding="utf-8")
    code, output = run(*words, "--cutter", "laser", "-o", "out")
    assert code == 1, output
    assert "nothing to cut on these pages" in output
    assert not Path("out").exists()


@pytest.mark.slow
def test_template_in_parts_is_reported_and_fits_a_larger_sheet() -> None:
    words = ("make", "templates", "stellar_wars", "--only", "one_arc", "--cutter", "laser", "-o", "out")
    code, output = run(*words)
    assert code == 1
    assert "nothing to cut" in output
    assert "a cutout that is larger than the sheet is left out" in output
    code, output = run("make", "templates", "stellar_wars", "--cutter", "laser", "-o", "out")
    assert code == 0
    assert re.search(r" is left out: it is \d+ x \d+ mm and needs 2 sheets, but a machine cannot join sheets", output)
    rmtree("out")
    code, output = run(*words, "--paper", "600 x 400 mm")
    assert "warning" not in output
    [path] = Path("out").glob("*-01.svg")
    [outline] = cut_files.read_cut_file(path.read_text(encoding="utf-8")).loops("cut")
    assert outline.closed


def test_tabs_to_glue_are_reported_and_a_larger_sheet_needs_none() -> None:
    words = ("make", "templates", "iron_stars", "--only", "gun_stick", "--cutter", "laser", "-o", "out")
    code, output = run(*words)
    assert code == 0
    assert "warning: 'Gun range': too long for one sheet, so divided into pieces with glue tabs" in output
    assert "warning" not in run(*words, "--paper", "1000 x 500 mm")[1]
    assert "warning" not in run(*(word for word in words if word not in ("--cutter", "laser")))[1]


@pytest.mark.slow
def test_user_cutters_are_added_to_the_known_cutters(settings: Path) -> None:
    (settings / "cutters.yaml").write_text(
        'laser: {changes: true, kerf: 0.2 mm, cut: "#ff00ff", engrave: none, lines: none}\n'
        'Attic: {title: ours, cut: "#123456"}\n', encoding="utf-8")
    laser, attic = services.find_cutter("laser"), services.find_cutter("attic")
    assert laser.machine == MachineLayout(engraves=False, gap=services.KERF_GAP)
    assert laser.cutter.colors["cut"].to_hex() == "#ff00ff"
    assert {step: color.to_hex() for step, color in attic.cutter.colors.items()} == {"inner": "#123456",
                                                                                     "cut": "#123456"}
    tents = files("iron_stars", "counters", laser)[0]
    assert "kerf of 0.2 mm." in tents.said
    assert {38.3, 28.775, 19.25} <= {round(loop.size[0], 3) for loop in tents.loops("cut")}
    assert all(loop.closed for loop in tents.loops("cut"))


def test_cutters_of_the_documentation_are_valid(settings: Path) -> None:
    [block] = [block for block in documentation_files.list_blocks() if block.file == "settings/cutters.yaml"]
    (settings / "cutters.yaml").write_text(block.text, encoding="utf-8")
    town, laser = services.find_cutter("makerspace"), services.find_cutter("laser")
    assert town.cutter.kerf == pytest.approx(0.15 * MM)
    assert town.machine == pytest.approx((True, 4 * MM, 19 * MM))
    assert not laser.cutter.engraves


def test_cuts_are_not_shared_with_a_kerf(settings: Path) -> None:
    (settings / "cutters.yaml").write_text("plotter: {changes: true, kerf: 0.15 mm}\n", encoding="utf-8")
    for product in kinds("stellar_wars"):
        for file in files("stellar_wars", product, services.find_cutter("plotter")):
            assert "become smaller" not in file.said


@pytest.mark.parametrize(("text", "message"), [
    ('mine: {kerf: 0.1 mm}', "lacks 'cut'"),
    ('mine: {cut: "#f00", score: "#ff0000"}', "'cut' of cutter 'mine' must not have the same colour as 'score'"),
    ('mine: {cut: red}', "'red' is not a colour"),
    ('mine: {cut: "#f00", kerf: 5 mm}', "but must be at most 1 mm"),
    ('mine: {cut: "#f00", kerf: 0.1}', "has no unit"),
    ('mine: {cut: "#f00", line: 0 mm}', "but must be 0.001 mm to 1 mm"),
    ('mine: {cut: "#f00", kerf: 0.1 mm, gap: 0.1 mm}', "'gap' of cutter 'mine' must be greater than 'kerf'"),
    ('mine: {cut: "#f00", front: behind}', "front"),
    ('mine: {cut: "#f00", speed: 9}', "unknown key 'speed'"),
    ('mine: {cut: "#f00", marks: {inset: 1 mm}}', "is 1 mm, but must be 5 mm to 30 mm"),
    ('laser: {cut: "#f00"}', "laser"),
    ("- a list", "must be a block of keys"),
])
def test_mistakes_in_cutters_are_reported(text: str, message: str, settings: Path) -> None:
    (settings / "cutters.yaml").write_text(text + "\n", encoding="utf-8")
    with pytest.raises(PrintshopError) as error:
        services.find_cutter("mine")
    assert message in str(error.value)
    assert "cutters.yaml:1:" in str(error.value)
