"""Colours, shapes and patterns that formulas give, on cells of forms and parts of faces; what they cannot give."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printshop.drawing.ink import Ink
from printshop.job import AS_USUAL, Settings
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.products import find
from printshop.render import dump

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
format: 1
title: Harbour
settings: {hot: {value: "#d62728"}, cold: {value: "#1f77b4"}}
unit_types:
  tug: {fields: {heat: {kind: whole}, rank: {kind: text, optional: true}}}
tugs:
  - {name: Rat, heat: 1}
  - {name: Sow, heat: 9, rank: hot}
"""


def pages(folder: Path, part: str, where: str, ink: Ink = Ink.COLOUR) -> str:
    """Return the dump of cards with a cell, or of counters with a part."""
    forms = f"forms: {{card: {{unit: tug, size: poker, rows: [{{height: 9 mm, cells: [{{{part}}}]}}]}}}}\n"
    counters = f"counters: {{tugs: {{kind: flat, units: tug, size: 1 x 1 in, front: [{{{part}}}]}}}}\n"
    (folder / "harbour.yaml").write_text(GAME + (forms if where == "cards" else counters), encoding="utf-8")
    game = load(folder / "harbour.yaml")
    return dump.to_text(find(where).build(game, AS_USUAL, Settings(ink=ink)))


def told(folder: Path, part: str, where: str) -> list[str]:
    with pytest.raises(PrintshopError) as caught:
        pages(folder, part, where)
    return [f"{problem.message} | {problem.hint}" for problem in caught.value.problems]


@pytest.mark.parametrize(("where", "part"), [
    ("cards", "text: x, ground: 'hot if heat > 5 else cold'"),
    ("cards", "pips: heat, colour: 'hot if heat > 5 else cold', blank: 3"),
    ("cards", "text: x, colour: 'hot if heat > 5 else cold'"),
    ("counters", "ground: 'hot if heat > 5 else cold'"),
    ("counters", "band: 'hot if heat > 5 else cold'"),
    ("counters", "text: x, colour: 'hot if heat > 5 else cold'"),
    ("counters", "border: single, colour: 'hot if heat > 5 else cold'"),
    ("counters", "arrow: bow, colour: 'hot if heat > 5 else cold'"),
    ("counters", "pips: heat, colour: 'hot if heat > 5 else cold'"),
])
def test_a_formula_gives_the_colour(tmp_path: Path, where: str, part: str) -> None:
    drawn = pages(tmp_path, part, where)
    assert "#d62728" in drawn
    assert "#1f77b4" in drawn


@pytest.mark.parametrize(("where", "part", "first", "second"), [
    ("counters", "band: {}", "side", '"#1f77b4"'),
    ("counters", "pips: heat, shape: {}", "box", "circle"),
    ("cards", "pips: heat, shape: {}, blank: 3", "box", "diamond"),
    ("cards", "text: x, ground: hot, pattern: {}", "hatch", "dots"),
])
def test_a_formula_gives_shape_pattern_or_side(tmp_path: Path, where: str, part: str, first: str, second: str) -> None:
    """One unit has the one look, the other the other: together they differ from both."""
    looks = (f"'\"{first}\" if heat > 5 else \"{second.strip(chr(34))}\"'", first, second)
    assert len({pages(tmp_path, part.format(look), where) for look in looks}) == 3


def test_what_is_in_a_cell_is_there_only_if_it_holds(tmp_path: Path) -> None:
    drawn = pages(tmp_path, "text: 'Boiling {name}', only_if: heat > 5", "cards")
    assert "Boiling Sow" in drawn
    assert "Boiling Rat" not in drawn


def test_words_on_a_dark_ground_are_white_and_black_ink_has_black_ones(tmp_path: Path) -> None:
    cell = "text: 'Hold {name}', ground: '\"#000044\" if heat > 5 else \"#ffffcc\"'"
    drawn = [line for line in pages(tmp_path, cell, "cards").splitlines() if "Hold" in line]
    assert ["#ffffff" in line for line in drawn] == [False, True]
    in_black = pages(tmp_path, cell, "cards", Ink.BLACK)
    assert "#000044" not in in_black
    assert all("#ffffff" not in line for line in in_black.splitlines() if "Hold" in line)


@pytest.mark.parametrize(("where", "part", "message", "hint"), [
    ("cards", "text: x, ground: red", "'ground' of cell 1 of row 1 of form 'card': 'red' is not a colour",
     'write "#rrggbb", in quotes, for instance "#0072b2"'),
    ("cards", "text: x, ground: 'hot if heet > 5 else cold'",
     "'ground' of cell 1 of row 1 of form 'card': unknown name 'heet'", "did you mean 'heat'?"),
    ("cards", "text: x, colour: '\"blue\" + \"ish\"'",
     "'colour' of cell 1 of row 1 of form 'card': 'blueish' is not a colour: so says '\"blue\" + \"ish\"'",
     'write "#rrggbb", in quotes, for instance "#0072b2"'),
    ("cards", "pips: heat, shape: '\"ball\" if heat else \"box\"', blank: 3",
     ("record of {}, cell 1 of row 1 of form 'card': 'shape' of cell 1 of row 1 of form 'card': 'ball' is not one of "
      "circle, box, diamond: so says '\"ball\" if heat else \"box\"'"), ""),
    ("counters", "text: x, colour: 'rank or \"red\"'",
     "Rat: 'colour' of part 1 of 'front' of counter 'tugs': 'red' is not a colour: so says 'rank or \"red\"'",
     'write "#rrggbb", in quotes, for instance "#0072b2"'),
])
def test_what_is_no_look(tmp_path: Path, where: str, part: str, message: str, hint: str) -> None:
    assert told(tmp_path, part, where)[0] == f"{message.format('Rat')} | {hint}"
