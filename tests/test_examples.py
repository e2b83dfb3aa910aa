"""Small functions by example: what each makes of a few words, places or lengths."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from printshop.catalogue import split_scenario
from printshop.commands import copies
from printshop.commands.printing import marks
from printshop.drafts import writing
from printshop.hexes import Orientation, add, bearing, distance, mirrored, to_axial, to_place, within
from printshop.letters import escape, plain, runs
from printshop.naming import distinct, sized, slug, unfit
from printshop.problems import few, some, suggestion, visible
from printshop.units import MM, set_fractions
from printshop.workshop import exporting

FLAT, POINTY = Orientation

EXAMPLES: list[tuple[Callable[..., Any], list[tuple[tuple[Any, ...], Any]]]] = [
    (unfit, [(("大和",), ""), (("../evil",), "has a '/'"), ((".a",), "begins or ends with a dot")]),
    (slug, [(("HMS Téméraire", "front"), "hms-temeraire-front"), (("../大和;",), "x"), (("con",), "con-x")]),
    (sized, [((63.5 * MM, 88.9 * MM), "-63.5x88.9mm")]),
    (distinct, [((["-5x7mm", "-5x7mm", "-5x8mm"],), ("-5x7mm", "-5x7mm-2", "-5x8mm"))]),
    (set_fractions, [(("3/4 x 1 1/8 in, 3/16 in",), "¾ x 1⅛ in, 3/16 in")]),
    (add, [(((1, 1), (2, -1), 2), (5, -1))]),
    (distance, [(((1, -2),), 2)]),
    (mirrored, [(((1, -1), FLAT), (-1, 0)), (((1, 0), POINTY), (-1, 0))]),
    (lambda *given: len(within(*given)), [((4,), 61)]),
    (to_axial, [((1, 1, FLAT), (0, 0)), ((2, 1, FLAT), (1, 0)), ((3, 1, FLAT), (2, -1))]),
    (to_place, [(((2, -1), FLAT), (3, 1))]),
    (bearing, [(((2, -1), FLAT), 90.0), (((1, 0), POINTY), 90.0)]),
    (escape, [(("d8*",), r"d8\*")]),
    (plain, [((r"the *Kestrel* has 2 \* d6",), "the Kestrel has 2 * d6")]),
    (visible, [(("Rat\x1b[2J",), r"Rat\x1b[2J"), (("one\ntwo",), r"one\ntwo"), (("\u202etxt.exe",), r"\u202etxt.exe"),
               (("caf\udce9",), r"caf\xe9")]),
    (some, [((1, "box", "boxes"), "1 box"), ((3, "column"), "3 columns")]),
    (few, [((["Rat", "Vigilant"],), "Rat, Vigilant"),
           ((["Rat", "Vigilant", "Diligent", "Otter", "Wasp"],), "Rat, Vigilant, Diligent and 2 more")]),
    (suggestion, [(("hul", ["hull", "armour"]), "did you mean 'hull'?"),
                  (("epee", ["Épée", "Hawk"]), "did you mean 'Épée'?"),
                  (("x", ["hull", "armour"]), "known here: armour, hull"),
                  (("colour", ["cells", "columns"]), "known here: cells, columns")]),
    (copies, [(("5 x Kestrel",), ("Kestrel", 5)), (("Kestrel*5",), ("Kestrel", 5)), (("Red Kite",), ("Red Kite", 1))]),
    (marks, [((("Kestrel:hull=3, left wing=1", "Kestrel:sails=2"),),
              {"Kestrel": {"hull": 3, "left wing": 1, "sails": 2}})]),
    (runs, [(("the *Kestrel*",), (("the ", False, False), ("Kestrel", False, True)))]),
    (split_scenario, [(("my/games/boats/first_battle",), ("my/games/boats", "first_battle"))]),
    (exporting._data, [((Fraction(5, 2),), 2.5), ((Fraction(4),), 4), ((Fraction(1, 3),), "1/3")]),
    (exporting._cell, [((Fraction(5, 2), True), "2,5"), ((-2, True), "-2")]),
    (writing.stem, [(("CON", ""), "con_"), (("a/b\\c", ""), "a_b_c"), (("...", "tug"), "tug"),
                    (("X" * 99, ""), "x" * 60), (("É t", ""), "é_t"), (("日本", ""), "日本"),
                    (("H.M.S. Þór — 2", "tug"), "h_m_s_þór_2")]),
    (writing.as_word, [(("Wasp",), "Wasp"), (("Mary Celeste",), '"Mary Celeste"'), (('The "Rat"',), "'The \"Rat\"'")]),
    (writing.below, [(("tugs", "- name: Rat\n"), "tugs:\n  - name: Rat\n")]),
    (writing._title, [(("harbour",), "Harbour"), (("bay_of-pigs",), "Bay of pigs"), (("1904",), '"1904"'),
                      (("true",), '"True"')]),
]


@pytest.mark.parametrize(("function", "given", "expected"), [
    (function, *example) for function, examples in EXAMPLES for example in examples])
def test_example(function: Callable[..., Any], given: tuple[Any, ...], expected: object) -> None:
    assert function(*given) == expected
