"""Reading templates: every mistake is found, placed and explained; arcs follow the bases."""

from __future__ import annotations

import math
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from toys import opened

from printshop.catalogue import games
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.templates import TEMPLATES
from printshop.templates.discs import ArcsTemplate, DiscTemplate
from printshop.templates.sticks import StickTemplate
from printshop.templates.turning import TurningTemplate

if TYPE_CHECKING:
    from printshop.game.model import Game

TOY = Path(__file__).parent.parent / "games" / "toy"
DISC = "puddle: {kind: disc, diameters: {Damp: 40 mm}}\n"
ARCS = """
arcs:
  kind: arcs
  of: size classes
  diameter: 60 mm
  arcs: {forward: {}, starboard: {}, aft: {}, port: {}}
"""
STICK = """
stick:
  kind: stick
  width: 15 mm
  length: 6 in
  every: 2 in
  labels: [a, b, c]
"""
BANDS = """
stick:
  kind: stick
  width: 15 mm
  bands:
    - {to: 5 cm, label: near}
    - {to: 9 cm, label: far}
"""
TURNING = """
turn:
  kind: turning
  radius: 50 mm
  by: size classes
  moments: [first, last]
  rows:
    tiny: [90, 60]
    vast: [30, 0]
"""

# all that there is, in the order in which the message tells it
KINDS = ("arcs", "base", "boxes", "curves", "disc", "overlay", "path", "rose", "stick", "turning")


def read(folder: Path, templates: str, sizes: bool = True) -> Game:
    target = folder / "game"
    others = shutil.ignore_patterns("forms.yaml", "charts.yaml", "counters.yaml", "markers.yaml", "maps.yaml",
                                    "scenarios")
    shutil.copytree(TOY, target, ignore=others)
    (target / "templates.yaml").write_text(templates, encoding="utf-8")
    if not sizes:
        lines = (target / "game.yaml").read_text(encoding="utf-8").splitlines()
        start = next(k for k, line in enumerate(lines) if line.startswith("size_classes"))
        end = next(k for k, line in enumerate(lines) if k > start and not line.startswith(" "))
        (target / "game.yaml").write_text("\n".join(lines[:start] + lines[end:]), encoding="utf-8")
    return load(target)


def with_base(folder: Path, game: str, old: str, new: str) -> Game:
    target = folder / game
    shutil.copytree(games()[game], target)
    text = (target / "game.yaml").read_text(encoding="utf-8")
    assert old in text
    (target / "game.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return load(target)


def test_arcs_are_those_of_the_diagonals(tmp_path: Path) -> None:
    arcs = opened("iron_stars")[TEMPLATES]["firing_arcs"]
    assert isinstance(arcs, ArcsTemplate)
    assert [(one.name, [base.key for base in one.bases]) for one in arcs.sets] == [
        ("3:2", ["VS", "S", "M", "VL"]), ("square", ["L"])]
    long, square = arcs.sets
    assert [arc.label for arc in long.arcs] == ["forward", "starboard", "aft", "port"]
    half = math.degrees(math.atan(2 / 3))
    assert half == pytest.approx(33.69, abs=0.01)
    assert [arc.sweep for arc in long.arcs] == pytest.approx([2 * half, 180 - 2 * half] * 2)
    assert [arc.start for arc in long.arcs] == pytest.approx([360 - half, half, 180 - half, 180 + half])
    assert [arc.sweep for arc in square.arcs] == pytest.approx([90] * 4)


def test_a_base_changed_in_one_line_changes_the_arcs(tmp_path: Path) -> None:
    game = with_base(tmp_path, "iron_stars", "{value: 1 1/2 x 1 1/2 in,", "{value: 1 1/4 x 1 7/8 in,")
    arcs = game[TEMPLATES]["firing_arcs"]
    assert isinstance(arcs, ArcsTemplate)
    assert [(one.name, len(one.bases)) for one in arcs.sets] == [("3:2", 5)]


def test_the_figures_of_the_shipped_templates() -> None:
    templates = opened("iron_stars")[TEMPLATES]
    mines, guns, torpedoes, turns = (templates[key] for key in
                                     ("minefield", "gun_stick", "torpedo_stick", "turning"))
    assert isinstance(mines, DiscTemplate)
    assert [(name, length.pt / 72) for name, length in mines.discs] == [("Small", 3), ("Medium", 4), ("Large", 5)]
    for stick, step in ((guns, 5), (torpedoes, 2)):
        assert isinstance(stick, StickTemplate)
        assert [(band.to.text, band.label) for band in stick.bands] == [
            (f"{step * k} in", label) for k, label in enumerate(["0", "+1", "+2", "+3", "+4", "+5", "+6"], 1)]
        assert stick.length.points == 7 * step * 72
    assert isinstance(turns, TurningTemplate)
    assert {row.name: row.angles for row in turns.rows} == {
        "Very Small": (135, 180, 180), "Small": (90, 135, 180), "Medium": (45, 90, 135),
        "Large": (0, 45, 90), "Very Large": (0, 0, 45)}
    assert turns.angles == (45, 90, 135, 180)


def test_bearings_may_be_given_instead_of_bases(tmp_path: Path) -> None:
    arcs = read(tmp_path, "a: {kind: arcs, diameter: 9 cm, arcs: {bow: {from: 330, to: 30}, "
                          "left_side: {from: 180, to: 330}, all: {from: 10, to: 10}}}\n")[TEMPLATES]["a"]
    assert isinstance(arcs, ArcsTemplate)
    assert [(arc.label, arc.start, arc.sweep) for arc in arcs.sets[0].arcs] == [
        ("bow", 330, 60), ("left side", 180, 150), ("all", 10, 360)]


def test_bands_may_differ_in_length_and_units(tmp_path: Path) -> None:
    stick = read(tmp_path, BANDS)[TEMPLATES]["stick"]
    assert isinstance(stick, StickTemplate)
    assert [(float(band.to) * 25.4 / 72, band.label) for band in stick.bands] == [
        (pytest.approx(50), "near"), (pytest.approx(90), "far")]
    assert stick.ticks.text == "1 in"


def test_what_is_not_said_has_a_default(tmp_path: Path) -> None:
    head = read(tmp_path, DISC)[TEMPLATES]["puddle"]
    assert (head.title, head.material, head.copies, head.default) == ("Puddle", "clear film", 1, True)


FOUR = "the diagonals of a base make four arcs: forward, starboard, aft, port"


@pytest.mark.parametrize(("yaml", "wrong"), [
    (DISC.replace("disc", "disk"),
     [f"1:16: error: 'kind' of template 'puddle': 'disk' is not one of {', '.join(KINDS)}",
      "did you mean 'disc'?"]),
    ("puddle: {diameters: {Damp: 40 mm}}\n", ["1:9: error: template 'puddle' lacks 'kind'"]),
    (DISC.replace("diameters", "diameter"),
     ["1:22: error: unknown key 'diameter' of template 'puddle'", "did you mean 'diameters'?"]),
    (DISC.replace("40 mm", "40"),
     ["1:40: error: 'Damp' of 'diameters' of template 'puddle': the length '40' has no unit", "write 40 mm or 40 in"]),
    (DISC.replace("40 mm", "0 mm"), ["1:40: error: 'Damp' of 'diameters' of template 'puddle' must be more than 0"]),
    (DISC.replace("Damp: 40 mm", ""), ["1:33: error: 'diameters' of template 'puddle' is empty",
                                       "for instance {Small: 3 in}"]),
    (DISC.replace("disc,", "disc, copies: 0,"),
     ["1:30: error: 'copies' of template 'puddle' is 0, the smallest allowed is 1"]),
    (ARCS.replace("port: {}", "prot: {}"),
     ["6:9: error: 'arcs' of template 'arcs' lacks 'port'", FOUR,
      "6:53: error: unknown arc 'prot' of template 'arcs'", "did you mean 'port'?"]),
    (ARCS.replace("60 mm", "40 mm"),
     ["5:13: error: 'diameter' of template 'arcs' is 40 mm: the base of Vast is 1.76 in from corner to corner",
      "the arcs must reach beyond every base: make the diameter larger"]),
    (ARCS.replace("  of: size classes\n", "").replace("{forward: {}, starboard: {}, aft: {}, port: {}}", "{}"),
     ["5:9: error: 'arcs' of template 'arcs' is empty"]),
    (ARCS.replace("  of: size classes\n", "").replace(", starboard: {}, aft: {}, port: {}", ""),
     ["5:19: error: arc 'forward' lacks 'from'", "5:19: error: arc 'forward' lacks 'to'"]),
    (ARCS.replace("size classes", "size class"),
     ["4:7: error: 'of' of template 'arcs': 'size class' is not one of size classes", "did you mean 'size classes'?"]),
    (STICK.replace("6 in", "7 in"),
     ["5:11: error: 'length' of template 'stick' is 7 in, which is not a whole number of bands of 2 in",
      "end the stick where a band ends"]),
    (STICK.replace("a, b, c", "a, b"),
     ["7:11: error: template 'stick' has 3 bands of 2 in in 6 in, and 2 labels",
      "give one label for each band, the nearest first"]),
    (STICK.replace("15 mm", "11 mm"),
     ["4:10: error: 'width' of template 'stick' is 11 mm, the smallest allowed is 12 mm",
      "its words would be too small to read"]),
    (STICK.replace("2 in", "1/16 in"),
     ["6:10: error: template 'stick' has 96 bands, at most 60 are possible"]),
    (STICK + "  ticks: 0.01 mm\n",
     ["8:10: error: the ticks of template 'stick', 0.01 mm apart, are more than 2000 in 6 in",
      "make them farther apart, or the stick shorter"]),
    (BANDS.replace("9 cm", "4 cm"),
     ["7:12: error: band 2 of template 'stick' ends at 4 cm, the band before it at 5 cm",
      "list the bands from the nearest to the farthest"]),
    (BANDS + "  length: 9 cm\n",
     ["8:11: error: template 'stick' has both 'bands' and 'length'", "keep one of the two"]),
    (BANDS.replace("    - {to: 5 cm, label: near}\n    - {to: 9 cm, label: far}\n", "    []\n"),
     ["6:5: error: 'bands' of template 'stick' must have 1 to 60 entries"]),
    (TURNING.replace("vast", "vats"),
     ["9:5: error: 'vats' in 'rows' of template 'turn' is not a size class", "did you mean 'vast'?"]),
    (TURNING.replace("[90, 60]", "[90]"),
     [("8:11: error: 'tiny' in 'rows' of template 'turn' must be a list of 2 angles, one for each of the moments, "
       "found 1"), "write 0 where no turn is allowed"]),
    (TURNING.replace("90, 60", "200, 60"),
     ["8:12: error: an angle of 'tiny' in 'rows' of template 'turn' is 200, the largest allowed is 180"]),
    (TURNING.replace("90, 60", "0, 0").replace("30", "0"),
     ["8:5: error: 'rows' of template 'turn' has no angle other than 0"]),
])  # fmt: skip
def test_bad_templates_are_explained(yaml: str, wrong: list[str], tmp_path: Path) -> None:
    with pytest.raises(PrintshopError) as caught:
        read(tmp_path, yaml)
    said = []
    for problem in caught.value.problems:
        assert problem.span
        assert problem.span.file.endswith("templates.yaml")
        said.append(f"{problem.span.line}:{problem.span.column}: error: {problem.message}")
        said += [problem.hint] if problem.hint else []
    assert said == wrong


def test_arcs_of_sizes_need_sizes(tmp_path: Path) -> None:
    with pytest.raises(PrintshopError, match="template 'arcs' is made of size classes, and the game has none"):
        read(tmp_path, ARCS, sizes=False)
