"""Colours, shapes and patterns from formulas, on cells of forms and elements of faces, and wrong ones."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from helpers.problems import catch_problems, join_hints

from printshop.drawing.ink import Ink
from printshop.game.scenarios import SCENARIOS
from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import DEFAULT_REQUEST, PrintRequest, PrintSettings
from printshop.problems import PrintshopError, Problem
from printshop.products import find_product

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


def dump_part(folder: Path, part: str, where: str, ink: Ink = Ink.COLOUR, height: str = "9 mm") -> str:
    """Return the dump of cards with a cell, or of counters with a part."""
    forms = f"forms: {{card: {{unit: tug, size: poker, rows: [{{height: {height}, cells: [{{{part}}}]}}]}}}}\n"
    counters = f"counters: {{tugs: {{kind: flat, units: tug, size: 1 x 1 in, front: [{{{part}}}]}}}}\n"
    (folder / "harbour.yaml").write_text(GAME + (forms if where == "cards" else counters), encoding="utf-8")
    game = read_game(folder / "harbour.yaml")
    return dump.render_dump(find_product(where).build(game, DEFAULT_REQUEST, PrintSettings(ink=ink)))


def catch_part_problems(folder: Path, part: str, where: str) -> list[str]:
    return join_hints(catch_problems(dump_part, folder, part, where))


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
def test_formula_gives_the_colour(tmp_path: Path, where: str, part: str) -> None:
    dump_text = dump_part(tmp_path, part, where)
    assert "#d62728" in dump_text
    assert "#1f77b4" in dump_text


@pytest.mark.parametrize(("where", "part", "first", "second"), [
    ("counters", "band: {}", "side", '"#1f77b4"'),
    ("counters", "pips: heat, shape: {}", "box", "circle"),
    ("cards", "pips: heat, shape: {}, blank: 3", "box", "diamond"),
    ("cards", "text: x, ground: hot, pattern: {}", "hatch", "dots"),
])
def test_formula_gives_shape_pattern_or_side(tmp_path: Path, where: str, part: str, first: str, second: str) -> None:
    """One unit has the one look, the other the other: together they differ from both."""
    looks = (f"'\"{first}\" if heat > 5 else \"{second.strip(chr(34))}\"'", first, second)
    assert len({dump_part(tmp_path, part.format(look), where) for look in looks}) == 3


def test_words_on_a_dark_ground_are_white_and_black_ink_has_black_ones(tmp_path: Path) -> None:
    cell = "text: 'Hold {name}', ground: '\"#000044\" if heat > 5 else \"#ffffcc\"'"
    dump_text = [line for line in dump_part(tmp_path, cell, "cards").splitlines() if "Hold" in line]
    assert ["#ffffff" in line for line in dump_text] == [False, True]
    in_black = dump_part(tmp_path, cell, "cards", Ink.BLACK)
    assert "#000044" not in in_black
    assert all("#ffffff" not in line for line in in_black.splitlines() if "Hold" in line)


@pytest.mark.parametrize(("where", "part", "message", "hint"), [
    ("cards", "text: x, ground: red", "'ground' of cell 1 of row 1 of form 'card': 'red' is not a colour",
     'write "#rrggbb" in quotes, for example "#0072b2"'),
    ("cards", "text: x, ground: 'hot if heet > 5 else cold'",
     "'ground' of cell 1 of row 1 of form 'card': unknown name 'heet'", "did you mean 'heat'?"),
    ("cards", "text: x, colour: '\"blue\" + \"ish\"'",
     ("'colour' of cell 1 of row 1 of form 'card': 'blueish' is not a colour (result of the formula "
      "'\"blue\" + \"ish\"')"),
     'write "#rrggbb" in quotes, for example "#0072b2"'),
    ("cards", "pips: heat, shape: '\"ball\" if heat else \"box\"', blank: 3",
     ("records of Rat, Sow, 'shape' of cell 1 of row 1 of form 'card': 'ball' is not one of circle, box, diamond "
      "(result of the formula '\"ball\" if heat else \"box\"')"), "change the formula, or the values that it uses"),
    ("counters", "pips: heat, shape: '\"ball\" if heat else \"box\"'",
     ("Rat: 'shape' of part 1 of 'front' of counter 'tugs': 'ball' is not one of circle, box, diamond "
      "(result of the formula '\"ball\" if heat else \"box\"')"), "change the formula, or the values that it uses"),
    ("counters", "text: x, colour: 'rank or \"red\"'",
     ("Rat: 'colour' of part 1 of 'front' of counter 'tugs': 'red' is not a colour (result of the formula "
      "'rank or \"red\"')"),
     'write "#rrggbb" in quotes, for example "#0072b2"'),
])
def test_mistakes_in_styles_are_reported(tmp_path: Path, where: str, part: str, message: str, hint: str) -> None:
    assert catch_part_problems(tmp_path, part, where)[0] == f"{message} | {hint}"


# --- rows, steps, manoeuvres, charts -----------------------------------------------------------------------------

SHADED = """\
format: 1
title: Harbour
settings: {hot: {value: "#d62728"}, dark: {value: 0.5}}
unit_types:
  tug:
    fields:
      heat: {kind: whole}
      moves: {kind: list, of: {speed: {kind: whole}, bearing: {kind: text}, difficulty: {kind: text}}}
tugs:
  - {name: Rat, heat: 1, moves: [1 straight easy, 2 straight hard]}
  - {name: Sow, heat: 9, moves: [1 straight easy, 2 straight hard, 3 straight easy]}
"""


def dump_rows(folder: Path, row: str, product: str = "records", ink: Ink = Ink.COLOUR, more: str = "") -> str:
    """Return the dump of forms with a row, or of the texts in `more`."""
    forms = f"forms: {{sheet: {{unit: tug, per_page: 2, columns: 2, rows: [{{{row}}}]}}}}\n" if row else ""
    (folder / "harbour.yaml").write_text(f"{SHADED}{forms}{more}", encoding="utf-8")
    return dump.render_dump(find_product(product).build(read_game(folder / "harbour.yaml"), DEFAULT_REQUEST,
                                                        PrintSettings(ink=ink)))


def grey(drawn: str, fill: str) -> int:
    return drawn.count(f"fill {fill}")


def test_row_is_shaded_by_a_formula_as_by_a_number(tmp_path: Path) -> None:
    cells = "height: 9 mm, cells: [{text: A}, {text: B, only_if: heat > 100}]"
    plain = dump_rows(tmp_path, f"shade: 0, {cells}")
    for ink, fill in ((Ink.COLOUR, "#cccccc"), (Ink.BLACK, "#e6e6e6")):
        usual = grey(dump_rows(tmp_path, f"shade: 0, {cells}", ink=ink), fill)
        dump_text = dump_rows(tmp_path, f"shade: '0.2 if heat > 5 else 0', {cells}", ink=ink)
        assert grey(dump_text, fill) == usual + 2  # both cells of the one record, also the one that nothing stands in
        assert grey(dump_rows(tmp_path, "height: 9 mm, shade: '0.2 if heat > 5 else 0'", ink=ink), fill) == usual + 1
    assert grey(plain, "#cccccc") == 0


def test_style_can_depend_on_the_number_of_its_cell(tmp_path: Path) -> None:
    row = "height: 9 mm, cells: [{across: 1, repeat: 2, text: x, ground: 'hot if n == 2 else \"#ffffff\"'}]"
    assert grey(dump_rows(tmp_path, row), "#d62728") == 1  # on the frame that all records share


def test_steps_and_manoeuvres_are_coloured_by_formulas(tmp_path: Path) -> None:
    steps = "height: 20 mm, cells: [{across: 2, steps: 5, colours: {4: 'hot if heat > 5 else \"#00ff00\"'}}]"
    output = dump_rows(tmp_path, steps)
    assert (grey(output, "#d62728"), grey(output, "#00ff00")) == (2, 2)
    hot = "'hot if heat > 5 else \"#00ff00\"'"
    output = dump_rows(tmp_path, f"height: 60 mm, cells: [{{across: 2, manoeuvres: moves, colours: {{easy: {hot}}}}}]")
    assert output.count("#d62728") == 2 * output.count("#00ff00") > 0
    for part in ("steps: 5, colours: {1: %s}", "manoeuvres: moves, colours: {easy: %s}"):
        face = f"counters: {{c: {{kind: flat, units: tug, size: 60 x 60 mm, front: [{{{part % hot}}}]}}}}"
        assert {"#d62728", "#00ff00"} <= {*dump_rows(tmp_path, "", "counters", more=face).split()}


def test_styles_of_chart_blocks_can_use_settings(tmp_path: Path) -> None:
    charts = ("charts: {card: {title: C, blocks: [{title: Hot, colour: 'hot if dark > 0.4 else \"#0000ff\"', text: x}, "
              "{title: Hexes, hexes: {orientation: flat-top, cells: [{at: [[0, 0]], shade: dark / 2}]}}]}}\n")
    dump_text = dump_rows(tmp_path, "", "charts", more=charts)
    assert (grey(dump_text, "#d62728"), grey(dump_text, "#bfbfbf")) == (1, 1)
    assert grey(dump_rows(tmp_path, "", "charts", Ink.BLACK, charts), "#d62728") == 0
    with pytest.raises(PrintshopError, match="unknown name 'heat'"):
        dump_rows(tmp_path, "", "charts", more=charts.replace("dark > 0.4", "heat"))


@pytest.mark.parametrize(("row", "message"), [
    ("height: 9 mm, shade: heat, cells: [{text: A}, {}]",
     "is 9, but must be at least 0 and at most 1 (result of the formula 'heat')"),
    ("height: 9 mm, shade: heet, cells: [{text: A}, {}]", "must be a number, found the text 'heet'"),
    ("height: 9 mm, shade: heet / 2, cells: [{text: A}, {}]", "'shade' of row 1 of form 'sheet': unknown name 'heet'"),
    ("shade: heat, cells: [{rows: [{height: 9 mm, cells: [{}]}]}, {}]",
     ("'shade' of row 1 of form 'sheet' cannot be a formula, because its cells hold rows | give a 'shade' "
      "to these rows")),
    ("height: 20 mm, cells: [{across: 2, steps: 3, colours: {2: \"'red' if heat else ''\"}}]",
     "'red' is not a colour (result of the formula ''red' if heat else ''')"),
    ("height: 90 mm, cells: [{across: 2, manoeuvres: moves, colours: {easy: heat}}]", "is not a colour"),
])
def test_mistakes_in_styles_of_rows_steps_and_manoeuvres_are_reported(tmp_path: Path, row: str, message: str) -> None:
    problems = catch_problems(dump_rows, tmp_path, row)
    assert message in "\n".join(f"{problem.message} | {problem.hint}" for problem in problems)


# --- every key with a formula for a look, in every container -------------------------------------------------------

TUGS = """\
format: 1
title: Harbour
sides: {ours: {name: Ours, colour: "#0072b2"}}
settings: {pace: {value: 3}}
unit_types: {tug: {fields: {hull: {kind: whole}, steam: {kind: whole, optional: true}, note: {kind: text}}}}
tugs:
  - {name: Rat, hull: 4, steam: unknown, note: side, side: ours}
  - {name: Sow, hull: 3, note: steel, side: ours}
  - {name: Pup, hull: 5, steam: 2, note: bar, side: ours}
"""
HEXES = "hexes: {{orientation: flat-top, cells: [{{at: [[0, 0]], %s: {}}}]}}"
LOOKS = ("text: a, colour: {}", "band: {}", "band: '#112233', pattern: {}", "pips: 3, shape: {}", "pips: 3, colour: {}",
         "steps: 5, colours: {{2: {}}}", *(HEXES % key for key in ("shade", "pattern", "colour")))
FACE_LOOKS = ("ground: {}", "ground: '#112233', shape: {}", "border: {}", "border: single, colour: {}",
              "arrow: bow, colour: {}")
CELL_LOOKS = ("text: a, ground: {}", "text: a, ground: '#112233', pattern: {}", "stats: [hull], colour: {}",
              "box: true, ground: {}", "lines: 1, colour: {}")


def collect_look_problems(folder: Path, where: str, value: str) -> list[Problem]:
    """Return the problems of a game in which all keys for looks in a container have a value."""
    looks = LOOKS + {"records": CELL_LOOKS, "charts": (), "booklet": ()}.get(where, FACE_LOOKS)
    parts = [f"{{{look.format(value)}}}" for look in looks if where not in ("charts", "booklet") or "pips" not in look]
    rows = ", ".join(f"{{height: 20 mm, cells: [{part}]}}" for part in parts)
    kinds = {name: ", ".join(f"k{number}: {{{kind}, front: [{part}]}}" for number, part in enumerate(parts))
             for name, kind in (("counters", "kind: flat, units: tug, size: 40 x 40 mm"),
                                ("forms", "unit: tug, size: 63 x 88 mm, rows: [{text: a}]"))}
    blocks = f"[{{title: A, elements: [{', '.join(parts)}]}}]"
    more = {
        "records": f"forms: {{f: {{unit: tug, rows: [{rows}]}}}}",
        "charts": f"charts: {{c: {{blocks: {blocks}}}}}",
        "booklet": ("scenarios: {s: {title: S, summary: x, setup: [y], victory: {text: [z]}, table: 6 ft x 4 ft, "
                    f"forces: {{ours: {{units: [Rat]}}}}, boxes: {blocks}}}}}"),
        "counters": f"counters: {{{kinds['counters']}}}",
        "cards": f"forms: {{{kinds['forms']}}}",
    }[where]
    (folder / "harbour.yaml").write_text(f"{TUGS}{more}\n", encoding="utf-8")
    try:
        game = read_game(folder / "harbour.yaml")
        request = PrintRequest(scenario=next(iter(game[SCENARIOS].values()), None))
        for blanks in (0, 1) if where in ("records", "cards") else (0,):
            list(find_product(where).build(game, replace(request, blank_forms=blanks), PrintSettings()).pages)
    except PrintshopError as error:
        return [*error.problems]
    return []


CONTAINERS = ("records", "cards", "counters", "charts", "booklet")
VALUES = ("steam", "note", "nope", "hull / 0", "4 // (hull - 3)", "\"'side'\"", "\"'bar'\"", "7", "true", "unknown",
          "\"'#112233' if pace > 2 else '#445566'\"", "\"'#112233' if hull > 3 else 'side'\"")


@pytest.mark.parametrize(("where", "value"), [  # each value in two containers
    (CONTAINERS[number % 5], value) for place, value in enumerate(VALUES) for number in (place, place + 2)])
def test_each_style_is_printed_or_reported_at_its_place_with_advice(tmp_path: Path, where: str, value: str) -> None:
    error = collect_look_problems(tmp_path, where, value)
    assert [problem for problem in error if not (problem.span and problem.span.line and problem.hint)] == []
    positions = [problem.span for problem in error]
    assert len({*positions}) == len(positions)  # each once


def test_border_of_a_missing_value_has_its_usual_lines(tmp_path: Path) -> None:
    dump_text = dump_part(tmp_path, "border: none if heat else rank", "counters")
    assert dump_text == dump_part(tmp_path, "border: single", "counters")


def test_formulas_style_hexes_on_counters_and_forms(tmp_path: Path) -> None:
    part = "hexes: {orientation: flat-top, cells: [{at: [[0, 0]], colour: 'hot if heat > 5 else cold'}]}"
    for where in ("cards", "counters"):
        dump_text = dump_part(tmp_path, part, where, height="20 mm")
        assert "#d62728" in dump_text
        assert "#1f77b4" in dump_text
