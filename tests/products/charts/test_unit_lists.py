"""Orders of battle in charts: units by rule, in groups, with faces of counters, over several pages, and mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.pages import find_words
from helpers.problems import catch_problems

from printshop import build, load
from printshop.drawing.display_list import BLACK, WHITE, Group, Path, parse_color, walk_with_transforms
from printshop.drawing.ink import Ink
from printshop.print_settings import PrintSettings

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.drawing.display_list import Document

GAME = """
format: 1
title: Marches
sides: {{red: {{name: Reds, colour: "#d55e00"}}, blue: {{name: Blues, colour: "#0072b2", pattern: hatch}}}}
unit_types: {{corps: {{plural: corps, fields: {{formation: {{kind: text}}, strength: {{kind: whole}}}}}}}}
corps:
{units}
counters: {{corps: {{units: corps, kind: flat, size: 21 mm, front: [{{ground: side}}, {{text: "{{strength}}"}}]}}}}
charts: {{card: {{columns: 1, blocks: [{{title: Order, elements: [{{{element}}}]}}]}}}}
"""
UNITS = (("Ada", "red", "I"), ("Bea", "red", "II"), ("Cis", "red", "I"), ("Dot", "blue", "I"))


def write(folder: File, element: str, units: tuple[tuple[str, str, str], ...] = UNITS) -> File:
    lines = "\n".join(f"  - {{name: {name}, side: {side}, formation: {formation}, strength: {number}}}"
                      for number, (name, side, formation) in enumerate(units, 1))
    (folder / "game.yaml").write_text(GAME.format(units=lines, element=element), encoding="utf-8")
    return folder


def draw(folder: File, element: str, units: tuple[tuple[str, str, str], ...] = UNITS, ink: Ink = Ink.COLOUR
         ) -> Document:
    return build("charts", load(write(folder, element, units)), settings=PrintSettings(ink=ink))


@pytest.mark.parametrize(("element", "names", "headings"), [
    ("units: all", ["Ada", "Bea", "Cis", "Dot"], {"Reds", "Blues"}),
    ("units: all of red", ["Ada", "Bea", "Cis"], set()),
    ("units: all, group: formation", ["Ada", "Cis", "Bea", "Dot"], {"I · Reds", "II · Reds", "I · Blues"}),
    ("units: {where: strength > 2}, group: formation", ["Cis", "Dot"], {"I · Reds", "I · Blues"}),
    ("units: [Dot, 2 x Ada]", ["Dot", "2\u00a0×\u00a0Ada"], {"Reds", "Blues"}),
])
def test_units_are_in_groups_in_the_order_of_the_list(tmp_path: File, element: str, names: list[str],
                                                      headings: set[str]) -> None:
    [page] = draw(tmp_path, element).pages
    words = [word.text for word in find_words(page.items)]
    result = [word for word in words if any(name in word for name, _, _ in UNITS)]
    assert result == names
    assert headings <= {*words}


@pytest.mark.parametrize(("field", "values", "headings"), [
    ("{kind: whole}", ["10", "9", "-1", "9"], ["Comes in −1", "Comes in 9", "Comes in 10"]),
    ("{kind: whole, label: arrives}", ["7", "3"], ["Arrives 3", "Arrives 7"]),
    ("{kind: whole, optional: true}", ["7", "", "3"], ["U1", "Comes in 3", "Comes in 7"]),
    ("{kind: choice, options: [May, June, July]}", ["July", "May", "June"], ["May", "June", "July"]),
    ("{kind: text}", ["July", "May", "July", "June"], ["July", "May", "June"]),
])
def test_groups_are_sorted_and_numbers_have_their_label(tmp_path: File, field: str, values: list[str],
                                                        headings: list[str]) -> None:
    units = "\n".join(f"  - {{name: U{number}, side: red, formation: I, strength: 1{value and f', comes_in: {value}'}}}"
                      for number, value in enumerate(values))
    text = GAME.format(units=units, element="units: all, group: comes_in").replace(
        "strength: {kind: whole}", f"strength: {{kind: whole}}, comes_in: {field}")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    [page] = build("charts", load(tmp_path)).pages
    expected = {*headings, "U1"} if "U1" in headings else {*headings}
    assert [word.text for word in find_words(page.items) if word.text in expected] == headings


@pytest.mark.parametrize("ink", Ink)
def test_each_unit_has_the_face_of_its_counter_smaller_than_the_counter(tmp_path: File, ink: Ink) -> None:
    [page] = draw(tmp_path, "units: all", ink=ink).pages
    faces = [group for group in list_groups(page.items) if group.clip and 0.3 < group.transform.mean_scale < 0.8]
    assert len(faces) == len(UNITS)
    colors = {item.fill for face in faces for item, _ in walk_with_transforms(face.items)
              if isinstance(item, Path) and item.fill}
    assert ({parse_color("#d55e00"), parse_color("#0072b2")} <= colors) == (ink is Ink.COLOUR)
    assert (colors <= {BLACK, WHITE}) == (ink is Ink.BLACK)


def list_groups(items: tuple[object, ...]) -> list[Group]:
    groups = [item for item in items if isinstance(item, Group)]
    return groups + [inner for group in groups for inner in list_groups(group.items)]


def test_long_list_continues_on_further_pages_between_groups(tmp_path: File) -> None:
    units = tuple((f"N{number}", "red", f"F{number // 9}") for number in range(180))
    first, *others = draw(tmp_path, "units: all, group: formation", units).pages
    assert others
    words = [[word.text for word in find_words(page.items)] for page in (first, *others)]
    assert [word for page in words for word in page if word[0] == "N" and word[1:].isdigit()] == [name for name, _, _
                                                                                               in units]
    assert all(next(word for word in page if word[:1] in "FN" and word[1:].isdigit())[0] == "F" for page in words)


@pytest.mark.parametrize(("element", "message", "hint"), [
    ("units: all, group: formatoin", "'group: formatoin' is not a value of these units", "did you mean 'formation'?"),
    ("units: all of green", "there is no side 'green'", ""),
    ("units: [Adda]", "there is no unit named 'Adda'", "did you mean 'Ada'?"),
    ("units: {where: strength > 9}", "no unit matches 'strength > 9'", "values here: 1, 2, 3 and 1 more"),
])
def test_mistakes_are_reported_at_their_place(tmp_path: File, element: str, message: str, hint: str) -> None:
    [problem] = catch_problems(draw, tmp_path, element)
    assert problem.message == message
    assert hint in problem.hint
    assert problem.span
    assert problem.span.line == 12
    assert f"error: {message}" in invoke("check", tmp_path).output


SIGNS = """
tables:
  shades: {columns: [Formation, Colour, Note], rows: [[I, "#e58a7b", ""], [II, "#9FC0E0", ""], [III, "#112233", ""]]}
charts: {card: {columns: 1, blocks: [{title: Shades, table: {of: shades, values: [], colours: [2]}}]}}
"""


def test_in_black_ink_the_colours_of_a_table_have_the_patterns_of_counters(tmp_path: File) -> None:
    file = write(tmp_path, "units: all") / "game.yaml"
    text = file.read_text(encoding="utf-8").partition("charts:")[0].replace("{ground: side}", "{ground: shade}")
    derived = "derived: {shade: 'lookup(shades, formation, \"Colour\")'}"
    text = text.replace("strength: {kind: whole}}}", f"strength: {{kind: whole}}}}, {derived}}}")
    file.write_text(text + SIGNS, encoding="utf-8")
    [page] = build("charts", load(tmp_path), settings=PrintSettings(ink=Ink.BLACK)).pages
    words = {word.text for word in find_words(page.items)}
    assert "#112233" in words  # no counter has it
    assert not {"#e58a7b", "#9FC0E0"} & words
