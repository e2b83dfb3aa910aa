"""Pictures in all containers. On faces, they turn with the bow of the unit, and may stand in a corner."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import pytest
from helpers.pages import find_outlines
from helpers.problems import catch_problems

from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_outline
from printshop.elements.face_outlines import Bleed, FaceStyle
from printshop.elements.faces import paint_face
from printshop.game.counters import FACE_ELEMENTS, NO_LENGTH, RelativeLength
from printshop.game.elements import ShownValues
from printshop.game.formula_keys import Wording
from printshop.game.pictures import UNIT, Pictures
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Color
    from printshop.game.model import Game


# --- what is on them ---


PENNANT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30">
  <path d="M0 0h60v30h-60z" fill="#ffffff"/><path d="{}z"/></svg>"""
ENDS = {"right": "M56 13h4v4h-4", "left": "M0 13h4v4h-4", "up": "M28 0h4v4h-4"}


def make_picture(name: str, **values: object) -> Any:
    kinds: Any = FACE_ELEMENTS.blocks
    return kinds["picture"](name=Wording(name, (name,)), **values)


@pytest.mark.parametrize("own", ["of the unit", ""])
@pytest.mark.parametrize("in_file", ["right", "left", "up"])
@pytest.mark.parametrize("bow", ["right", "left", "up"])
def test_picture_turns_with_the_bow(tmp_path: Path, bow: Literal["right", "left", "up"], in_file: str, own: str
                                    ) -> None:
    """The black end of the pennant is its bow; a face of a unit, and a face that names a file and says its bow."""
    (tmp_path / "pennant.svg").write_text(PENNANT.format(ENDS[in_file]), encoding="utf-8")
    pictures = Pictures((tmp_path,))
    name = UNIT if own else "pennant.svg"
    part = make_picture(pictures=pictures, own_margin=NO_LENGTH, name=name, art_bow="" if own else in_file)
    look = FaceStyle(Ink.COLOUR, bow=bow)
    values = ShownValues({}, art=tmp_path / "pennant.svg", art_bow=in_file if own else "right")
    ground, end = (measure_outline(one.segments)
                   for one in find_outlines(paint_face((part,), 40, 40, look, Bleed(), values)))
    across, down = (((end[low] + end[low + 2]) - (ground[low] + ground[low + 2])) / 2 for low in (0, 1))
    assert (abs(across) > 1, abs(down) > 1) == ((False, True) if bow == "up" else (True, False))
    assert (across > 0) == (bow == "right") or bow == "up"
    assert down < -1 if bow == "up" else abs(down) < 1
    assert 0 <= ground[0] < ground[2] <= 40.001
    assert 0 <= ground[1] < ground[3] <= 40.001


def test_picture_without_a_bow_stays_upright(tmp_path: Path) -> None:
    (tmp_path / "pennant.svg").write_text(PENNANT.format(ENDS["right"]), encoding="utf-8")
    pictures = Pictures((tmp_path,))
    for name, in_file in (("pennant.svg", ""), (UNIT, "none")):
        part = make_picture(pictures=pictures, own_margin=NO_LENGTH, name=name, art_bow=in_file)
        look, values = FaceStyle(Ink.COLOUR, bow="up"), ShownValues({}, art=tmp_path / "pennant.svg")
        ground, _ = (
            measure_outline(one.segments) for one in find_outlines(paint_face((part,), 40, 40, look, Bleed(), values))
        )
        assert ground[2] - ground[0] == pytest.approx(40)


@pytest.mark.parametrize(("bow", "left"), [("right", 2), ("left", 28), ("up", 2)])
def test_picture_in_the_corner_is_at_the_stern_and_takes_no_space(
        tmp_path: Path, bow: Literal["right", "left", "up"], left: float) -> None:
    (tmp_path / "pennant.svg").write_text(PENNANT.format(ENDS["right"]), encoding="utf-8")
    pictures = Pictures((tmp_path,))
    small, large = (make_picture(name=UNIT, pictures=pictures, art_bow="none", corner=RelativeLength(corner),
                                   own_margin=RelativeLength(margin))
                    for corner, margin in ((10, 2), (0, 0)))
    look, values = FaceStyle(Ink.COLOUR, bow=bow), ShownValues({}, art=tmp_path / "pennant.svg")
    boxes = [measure_outline(one.segments) for one in find_outlines(paint_face((small, large), 40, 40, look, Bleed(),
                                                                               values))]
    assert boxes[0][::2] == pytest.approx((left, left + 10))
    assert boxes[0][1] >= 2
    assert boxes[2][2] - boxes[2][0] == pytest.approx(40)


# --- the same in all containers ---

GAME = """\
format: 1
title: Harbour
sides: {ours: {name: Ours, colour: "#0072b2", emblem: sign.svg}}
unit_types: {tug: {fields: {hull: {kind: whole}}}}
tugs: [{name: Rat, hull: 7, side: ours, art: tug.svg}, {name: Sow, hull: unknown, side: ours}]
forms: {sheet: {unit: tug, rows: [{height: 50 mm, cells: [PART]}]}}
counters: {tugs: {kind: flat, units: tug, size: 40 x 60 mm, front: [FACE]}}
charts: {card: {columns: 1, blocks: [{title: Tugs, elements: [CHART]}]}}
"""
ART = {"tug.svg": "#000000", "sign.svg": "#00ff00", "7.svg": "#ff0000"}
GREEN, RED, BLUE, BLACK = (0, 255, 0), (255, 0, 0), (0, 114, 178), (0, 0, 0)


def load_harbour(folder: Path, part: str, chart: str = "{picture: tug.svg}") -> Game:
    (folder / "art").mkdir(exist_ok=True)
    for name, color in ART.items():
        (folder / "art" / name).write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30">'
                                           f'<path d="M0 0h60v30l-9 -1h-51z" fill="{color}"/></svg>', encoding="utf-8")
    text = GAME.replace("PART", part).replace("FACE", part).replace("CHART", chart)
    (folder / "harbour.yaml").write_text(text, encoding="utf-8")
    return read_game(folder / "harbour.yaml")


def find_pictures(game: Game, product: str, *names: str, **request: object) -> list[tuple[Color | None, float]]:
    """Return the colours and the widths of the pictures, in millimetres."""
    units = tuple(game.units[name] for name in names)
    document = find_product(product).build(game, PrintRequest(units=units, **request), PrintSettings())  # type: ignore[arg-type]
    result = [(path.fill, measure_outline(path.segments)) for page in document.pages
              for path in find_outlines(page.items) if len(path.segments) == 7 and path.fill and not path.stroke]
    return [(fill, round((right - left) / MM, 1)) for fill, (left, _, right, _) in result]


@pytest.mark.parametrize("product", ["records", "counters"])
@pytest.mark.parametrize(("part", "color"), [
    ("{picture: unit}", BLACK), ("{picture: emblem}", GREEN), ("{picture: '{hull}.svg'}", RED),
    ("{picture: unit, of_side: true}", BLUE),
])
def test_picture_comes_from_the_unit_the_side_or_a_file(tmp_path: Path, product: str, part: str,
                                                        color: tuple[int, int, int]) -> None:
    assert [fill for fill, _ in find_pictures(load_harbour(tmp_path, part), product, "Rat")] == [color]


@pytest.mark.parametrize("product", ["records", "counters"])
def test_unknown_file_is_no_picture(tmp_path: Path, product: str) -> None:
    game = load_harbour(tmp_path, "{picture: '{hull}.svg'}")
    assert not find_pictures(game, product, "Sow")


def test_blank_form_has_the_pictures_that_all_units_share(tmp_path: Path) -> None:
    for part, count in (("{picture: tug.svg}", 1), ("{picture: unit}", 0), ("{picture: '{hull}.svg'}", 0)):
        assert len(find_pictures(load_harbour(tmp_path, part), "records", blank_forms=1)) == count


@pytest.mark.parametrize("product", ["records", "counters", "charts"])
def test_length_of_a_picture_is_a_formula(tmp_path: Path, product: str) -> None:
    game = load_harbour(tmp_path, "{picture: tug.svg, long: hull * 3}", "{picture: tug.svg, long: 7 * 3}")
    assert find_pictures(game, product, *(() if product == "charts" else ("Rat",))) == [(BLACK, 21)]


def test_picture_on_a_chart_is_as_wide_as_the_block_or_60_mm_high(tmp_path: Path) -> None:
    game = load_harbour(tmp_path, "{picture: unit}", '{picture: tug.svg, colour: "#0072b2"}')
    assert find_pictures(game, "charts") == [(BLUE, 120)]


@pytest.mark.parametrize(("part", "chart", "message"), [
    ("{picture: unit}", "{picture: unit}", "shows the picture of a unit, but a chart has no unit | name a file"),
    ("{picture: unit, corner: 4 mm}", "{picture: tug.svg}", "only faces have corners for pictures | remove 'corner'"),
    ("{picture: unit}", "{picture: tug.svg, of_side: true}", "only units have sides | remove 'of_side'"),
    ("{picture: tog.svg}", "{picture: tug.svg}", "'picture' of part 1 of 'front' of counter 'tugs': "),
    ("{picture: unit, mounted: []}", "{picture: tug.svg}", "only forms have rows on pictures | remove 'mounted'"),
])
def test_mistakes_in_a_picture_have_messages(tmp_path: Path, part: str, chart: str, message: str) -> None:
    problems = catch_problems(load_harbour, tmp_path, part, chart)
    assert any(message in f"{problem.message} | {problem.hint}" for problem in problems), list(problems)
