"""Icons of a game: their problems, all in one run, and their printed texts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.problems import catch_problems

from printshop import build, load
from printshop.drawing.display_list import BLACK, TextRun, parse_color, walk_with_transforms
from printshop.drawing.icons import ICON_FACE_PREFIX
from printshop.drawing.ink import Ink
from printshop.game.map_paths import PATH_STYLES
from printshop.game.pictures import MAX_ICONS
from printshop.print_settings import PrintSettings
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from pathlib import Path

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><path fill="#c00" d="M0 0H9V9Z"/><path d="M0 0H4V4Z"/></svg>'
GAME = """
format: 1
title: Guns <hit>
{icons}
sides:
  reds: {{name: Reds, colour: "#d55e00"}}
unit_types:
  ship:
    plural: ships
    fields: {{hull: {{kind: whole, min: 1}}, rules: {{kind: text, optional: true}}}}
forms:
  card:
    title: Cards
    unit: ship
    size: poker
    columns: 1
    rows:
      - {{height: 8 mm, cells: [{{text: "{{label}} <crit>", style: title}}]}}
      - {{height: rest, cells: [{{text: "{{rules}}", wrap: true}}]}}
maps:
  hills: {{across: 20 mm, columns: 3, rows: 3, terrain: {{wood: {{hexes: ["0101"], colour: "#9bbf7a", letter: W}}}}}}
ships:
  - {{name: Wasp, side: reds, hull: 2, rules: {rules}}}
"""


def write(folder: Path, icons: str = "{hit: burst.svg, crit: {art: burst.svg, colour: own}}",
          rules: str = "takes a <hit> now") -> Path:
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / "burst.svg").write_text(DRAWING, encoding="utf-8")
    (folder / "art" / "photo.png").write_bytes(b"\x89PNG")
    (folder / "game.yaml").write_text(GAME.format(icons=icons and f"icons: {icons}", rules=rules), encoding="utf-8")
    return folder


@pytest.mark.parametrize(("ink", "colored"), [(Ink.COLOUR, True), (Ink.BLACK, False)])
def test_texts_and_their_values_have_icons(tmp_path: Path, ink: Ink, colored: bool) -> None:
    document = build("cards", load(write(tmp_path)), settings=PrintSettings(ink=ink))
    items = [item for page in document.pages for item,
             _ in walk_with_transforms(page.items) if isinstance(item, TextRun)]
    assert ("#cc0000" in {item.color.to_hex() for item in items if item.font.startswith(ICON_FACE_PREFIX)}) == colored
    assert sum(item.string == "\U00100000" for item in items) >= 2  # in the head of the page, in the unit's own text


@pytest.mark.parametrize(("icons", "rules", "message", "hint"), [
    ("{hit: burts.svg, crit: burst.svg}", "x", "icon 'hit': there is no picture 'burts.svg' in", "did you mean 'burst"),
    ("{hit: photo.png, crit: burst.svg}", "x", "icon 'hit': 'photo.png' must be an SVG file",
     "save the drawing as an SVG file"),
    ("{hit: burst.svg, crit: {colour: own}}", "x", "icon 'crit' lacks 'art'", ""),
    ("{hit: burst.svg, crit: {art: burst.svg, colour: red}}", "x", "'colour' of icon 'crit'", ""),
    ("{hit: burst.svg, crit: {art: burst.svg, color: own}}", "x", "unknown key 'color' of icon 'crit'", ""),
    ("{hit: burst.svg, crit: burst.svg, 1st: burst.svg}", "x", "an icon cannot be named '1st'",
     "write a name of up to 40 characters"),
    ("{hit: burst.svg, crit: {path: rode}}", "x", "icon 'crit': there is no kind of path 'rode'",
     "did you mean 'road'"),
    ("{hit: burst.svg, crit: {path: road, art: burst.svg}}", "x", "'art' of icon 'crit' cannot stand beside 'path'",
     "remove 'art'"),
    ("{hit: burst.svg, crit: {terrain: wod}}", "x", "icon 'crit': no map has the terrain 'wod'", "did you mean 'wood'"),
    ("{hit: burst.svg, crit: {terrain: wood, path: road}}", "x", "'terrain' of icon 'crit' cannot stand beside 'path'",
     "remove 'terrain'"),
    ("[hit]", "x", "'icons' of the game must be a block of keys", ""),
    ("{hit: burst.svg, crit: burst.svg}", "a <hitt> and 1 < 2 > 0", "there is no icon 'hitt'", "did you mean 'hit'"),
    ("{hit: [a], crit: burst.svg}", "x", "icon 'hit' must be a block of keys, found a list", ""),
])  # fmt: skip
def test_mistakes_are_reported_at_their_place(tmp_path: Path, icons: str, rules: str, message: str, hint: str) -> None:
    problems = catch_problems(load, write(tmp_path, icons, rules))
    problem = next(problem for problem in problems if problem.message.startswith(message))
    assert problem.hint.startswith(hint)
    assert problem.span
    assert problem.span.line == (4 if rules == "x" else 23)


@pytest.mark.parametrize(("ink", "colors"), [
    (Ink.COLOUR, {PATH_STYLES["road"].color, parse_color(PATH_STYLES["road"].color).mix(BLACK, 0.6).to_hex()}),
    (Ink.BLACK, {"#000000", "#ffffff"})])
def test_icon_can_show_a_kind_of_path(tmp_path: Path, ink: Ink, colors: set[str]) -> None:
    document = build("cards", load(write(tmp_path, "{hit: {path: road}, crit: {path: road}}")),
                     settings=PrintSettings(ink=ink))
    items = [item for page in document.pages for item, _ in walk_with_transforms(page.items)
             if isinstance(item, TextRun) and item.font.startswith(ICON_FACE_PREFIX)]
    assert {item.color.to_hex() for item in items} == colors


@pytest.mark.parametrize(("ink", "colors"), [(Ink.COLOUR, {"#9bbf7a", "#000000"}),
                                             (Ink.BLACK, {"#ffffff", "#000000"})])
def test_icon_can_show_a_terrain_even_if_maps_are_not_read(tmp_path: Path, ink: Ink, colors: set[str]) -> None:
    path = write(tmp_path, "{hit: {terrain: wood}, crit: {terrain: wood}}")
    document = build("cards", load(path), settings=PrintSettings(ink=ink))
    items = [item for page in document.pages for item, _ in walk_with_transforms(page.items)
             if isinstance(item, TextRun) and item.font.startswith(ICON_FACE_PREFIX)]
    assert {item.color.to_hex() for item in items} == colors
    assert invoke("make", "cards", path, "-o", tmp_path / "out").exit_code == 0


def test_broken_map_is_the_only_problem_of_an_icon_with_its_terrain(tmp_path: Path) -> None:
    path = write(tmp_path, "{hit: {terrain: wood}, crit: {terrain: wood}}")
    file = path / "game.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("rows: 3", "rows: 0"), encoding="utf-8")
    [problem] = catch_problems(load, path)
    assert "'rows' of map 'hills'" in problem.message
    assert invoke("make", "cards", path, "-o", tmp_path / "out").exit_code == 0


def test_game_has_at_most_a_hundred_icons(tmp_path: Path) -> None:
    icons = ["hit: burst.svg", "crit: burst.svg", *(f"i{place}: burst.svg" for place in range(98))]
    assert len(load(write(tmp_path, f"{{{', '.join(icons)}}}")).icons) == MAX_ICONS
    with pytest.raises(PrintshopError, match="the game has 101 icons; at most 100 are allowed"):
        load(write(tmp_path, f"{{{', '.join((*icons, 'more: burst.svg'))}}}"))


def test_drawing_mistakes_are_reported_at_the_icon(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "art" / "burst.svg").write_text("<svg><path d='M'/></svg>", encoding="utf-8")
    output = invoke("make", "cards", tmp_path, "-o", tmp_path / "out")
    assert output.exit_code == 1
    assert "game.yaml:4:14: error: icon 'hit': " in output.output
    assert "icon 'crit': " in output.output
