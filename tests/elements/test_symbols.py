"""Military symbols on counters, forms and charts and as icons in texts: places, colours in every ink, and mistakes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest
from helpers.pages import make_pages, walk_items
from helpers.problems import catch_problems

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, Group, Path, TextRun, parse_color
from printshop.drawing.ink import Ink, Palette
from printshop.elements.context import DrawContext
from printshop.elements.symbols import UnitSymbol
from printshop.game.counters import COUNTERS
from printshop.game.elements import ShownValues
from printshop.layout.rectangles import Rect
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.output.pdf import render_pdf
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.drawing.display_list import Document
    from printshop.game.model import Game

GAME = """\
format: 1
title: Corps
sides:
  blue: {name: Blue, colour: "#1d3f7a", pattern: hatch}
  red: {name: Red, colour: "#e0a080", pattern: solid}
unit_types:
  corps:
    plural: corps
    fields: {arm: {kind: choice, options: [infantry, armour]}, level: {kind: text, optional: true}}
corps:
  - {name: First, side: blue, arm: infantry, level: XX}
  - {name: Second, side: red, arm: armour}
icons: {ICONS}
counters: {corps: {kind: flat, units: corps, size: 5/8 in, bow: up, front: [FACE]}}
forms: {sheet: {unit: corps, rows: [{height: 11 mm, cells: [CELL]}]}}
charts: {card: {blocks: [{title: Signs, PART}]}}
"""
SYMBOL = '{symbol: "{arm}", size: "{level}", fill: side}'
BLUE = parse_color("#1d3f7a")


def load(folder: File, face: str = SYMBOL, cell: str = SYMBOL, part: str = "symbol: mountain infantry",
         icons: str = "inf: {symbol: infantry}") -> Game:
    words = GAME.replace("FACE", face).replace("CELL", cell).replace("PART", part).replace("ICONS", icons)
    (folder / "corps.yaml").write_text(words, encoding="utf-8")
    return read_game(folder / "corps.yaml")


def build(game: Game, product: str, ink: Ink = Ink.COLOUR) -> Document:
    return find_product(product).build(game, PrintRequest(), PrintSettings(ink=ink))


def draw(game: Game, *, ink: Ink = Ink.COLOUR, place: Rect = Rect(0, 0, 7 * MM, 7 * MM),  # noqa: B008
         unit: str = "First") -> Group:
    part, shown = game[COUNTERS]["corps"].front[0], game.units[unit]
    assert isinstance(part, UnitSymbol)
    content = part.resolve(ShownValues({"arm": shown.values["arm"], "level": shown.values["level"]}, side=shown.side))
    (group,) = part.draw(content, place, DrawContext(Palette(ink)))
    assert isinstance(group, Group)
    return group


def test_symbol_fills_its_rectangle_and_is_centred(tmp_path: File) -> None:
    left, top, right, bottom = shapes.measure_bounds([draw(load(tmp_path))], with_strokes=False)
    assert left == pytest.approx(7 * MM - right, abs=0.01)
    assert 6.5 * MM < right - left <= 7 * MM
    assert top >= 0
    assert bottom <= 7 * MM


def test_margin_on_a_face_is_free_on_all_sides(tmp_path: File) -> None:
    game = load(tmp_path, face="{symbol: infantry, frame: hostile, margin: 30 %}")
    (part,) = game[COUNTERS]["corps"].front
    content = part.resolve(ShownValues({}))  # type: ignore[attr-defined]
    items = part.draw(content, Rect(12, 0, 16, 40), DrawContext(margin=12.0))  # type: ignore[attr-defined]
    _, top, _, bottom = shapes.measure_bounds(items, with_strokes=False)
    assert top >= 12
    assert bottom <= 28


def test_lines_have_at_least_the_printable_width(tmp_path: File) -> None:
    group = draw(load(tmp_path), place=Rect(0, 0, 6 * MM, 5 * MM))
    widths = {path.stroke.width * group.transform.mean_scale for path in group.items
              if isinstance(path, Path) and path.stroke}
    assert min(widths) == pytest.approx(0.6)


@pytest.mark.parametrize(("ink", "unit", "fill", "line"), [
    (Ink.COLOUR, "First", BLUE, WHITE), (Ink.COLOUR, "Second", parse_color("#e0a080"), BLACK),
    (Ink.LIGHT, "First", WHITE.mix(BLUE, 0.2), BLACK), (Ink.BLACK, "First", WHITE, BLACK),
    (Ink.BLACK, "Second", WHITE, BLACK)])
def test_colours_of_a_side_have_a_form_in_every_ink(tmp_path: File, ink: Ink, unit: str, fill: Color,
                                                    line: Color) -> None:
    area, *others = draw(load(tmp_path), ink=ink, unit=unit).items
    assert isinstance(area, Path)
    assert area.fill == fill
    figures = [path for path in others if isinstance(path, Path)]
    assert figures[0].stroke
    assert figures[0].stroke.color == line
    patterns = [item for item in others if isinstance(item, Group)]
    assert len(patterns) == (ink is Ink.BLACK)
    for item, _, _ in walk_items(patterns):  # pale: black figures stand on it
        assert isinstance(item, Path)
        assert min(item.fill or item.stroke.color) >= 150  # type: ignore[union-attr]


@pytest.mark.parametrize("product", ["counters", "records", "charts"])
@pytest.mark.parametrize("ink", list(Ink))
def test_symbols_are_on_all_products_in_every_ink(tmp_path: File, product: str, ink: Ink) -> None:
    document = build(load(tmp_path), product, ink)
    strokes = [item for page in document.pages for item, _, _ in walk_items(page.items)
               if isinstance(item, Path) and item.stroke and len(item.segments) == 4 and not item.fill]
    assert strokes  # the diagonals of infantry


def test_symbol_in_a_pdf_file_has_its_size(tmp_path: File) -> None:
    """In a row of 11 mm, the symbol is as high as the row; its frame is 150 by 100 units."""
    game = load(tmp_path, cell="{symbol: infantry}")
    with pdfplumber.open(io.BytesIO(render_pdf(build(game, "records")))) as pdf:
        frame = next(one for one in pdf.pages[0].rects if 10 < one["height"] < 40 and one["stroke"])
        lines = pdf.pages[0].curves + pdf.pages[0].lines
        cross = [one for one in lines if one["width"] > 30 and one["height"] > 20]
    assert frame["height"] == pytest.approx(11 * MM * 100 / 110, abs=0.1 * MM)
    assert frame["width"] == pytest.approx(1.5 * frame["height"], abs=0.1 * MM)
    assert [(one["x0"], one["x1"]) for one in cross][:1] == [pytest.approx((frame["x0"], frame["x1"]), abs=0.1 * MM)]


def test_icons_of_symbols_are_allowed_in_texts(tmp_path: File) -> None:
    icons = 'inf: {symbol: infantry}, xx: {symbol: armour, size: XX, frame: hostile, fill: "#c03030"}'
    game = load(tmp_path, face="{text: '<inf>'}", part='text: "The <inf> and <xx>."', icons=icons)
    for ink, colors in ((Ink.COLOUR, {parse_color("#c03030"), BLACK}), (Ink.BLACK, {BLACK})):
        runs = [item for page in build(game, "charts", ink).pages for item, _, _ in walk_items(page.items)
                if isinstance(item, TextRun) and "symbol" not in item.string and ord(item.string[0]) >= 0x100000]
        assert {run.color for run in runs} == colors
        assert len(runs) == 1 + len(colors)


@pytest.mark.parametrize(("change", "message"), [
    ({"face": "{symbol: infentry}"}, "there is no branch 'infentry' of a military symbol | did you mean 'infantry'?"),
    ({"face": "{symbol: infantry, size: huge}"}, "there is no size 'huge' of a military symbol | write one of: team"),
    ({"face": "{symbol: infantry, frame: round}"}, "'round' | "),
    ({"part": "elements: [{symbol: infantry, fill: side}]"}, "but no unit is shown here | write a colour"),
    ({"icons": "a: {symbol: fnord}"}, "there is no branch 'fnord' of a military symbol | "),
    ({"icons": "a: {symbol: infantry, art: x.svg}"}, "'art' of icon 'a' cannot stand beside 'symbol' | remove 'art'"),
    ({"icons": "a: {symbol: infantry, size: tiny}"}, "there is no size 'tiny' of a military symbol | "),
    ({"icons": "a: {art: x.svg, fill: '#ffffff'}"}, "'fill' of icon 'a' needs the key 'symbol' | remove 'fill'")])
def test_mistakes_in_symbols_are_reported(tmp_path: File, change: dict[str, Any], message: str) -> None:
    problems = [f"{problem.message} | {problem.hint}" for problem in catch_problems(load, tmp_path, **change)]
    assert any(all(piece in problem for piece in message.split(" | ")) for problem in problems), problems


def test_wrong_branch_of_a_unit_is_reported_with_the_unit_and_the_part(tmp_path: File) -> None:
    game = load(tmp_path, face='{symbol: "{name}"}')
    problems = catch_problems(make_pages, "counters", game)
    assert [problem.message for problem in problems] == [
        f"{name}: part 1 of the front, symbol: there is no branch '{name}' of a military symbol"
        for name in ("First", "Second")]
    assert all(problem.span for problem in problems)


def test_too_little_space_is_reported(tmp_path: File) -> None:
    game = load(tmp_path, face="{symbol: infantry, edge: top, take: 1.5 mm}")
    problems = catch_problems(make_pages, "counters", game)
    assert problems
    assert all(problem.message.endswith("part 1 of the front, symbol: the symbol would be only 0.2 mm wide")
               for problem in problems), problems[0].message
    assert all("more room" in problem.hint for problem in problems)


def test_unknown_branch_is_no_symbol(tmp_path: File) -> None:
    part = load(tmp_path)[COUNTERS]["corps"].front[0]
    assert isinstance(part, UnitSymbol)
    content = part.resolve(ShownValues({"arm": None, "level": None}))
    assert part.draw(content, Rect(0, 0, 50, 50), DrawContext()) == ()
