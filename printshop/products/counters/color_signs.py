"""Signs of colours in black ink.

There is a pattern for each colour that formulas give to the units of a game. Without them, counters of different
formations would look alike in black ink.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from printshop.drawing.display_list import WHITE, parse_color
from printshop.drawing.ink import Ink
from printshop.drawing.patterns import COLOR_SIGNS, DARK_SIGN, ColorSign
from printshop.formulas import FormulaError
from printshop.game.counters import COUNTERS, SIDE, FaceElement
from printshop.game.formula_keys import DynamicStyle, StyleError
from printshop.game.model import Game
from printshop.print_settings import PrintSettings

_COLOR_ATTRIBUTES = {"ground": "color", "band": "color", "symbol": "fill"}  # by kind of element


def find_color_signs(game: Game, settings: PrintSettings) -> dict[str, ColorSign]:
    """Return the sign of each colour that formulas give to grounds, bands and symbols of counters, by colour.

    The result is empty unless the ink is black. A `pattern` of a part is the sign of the part's colour, and the colour
    of a side has the side's pattern. The other colours have signs that no side and no `pattern` has, in the order of
    the units. If there are too few signs, signs are used again, with a warning.
    """
    if settings.ink is not Ink.BLACK:
        return {}
    pattern_by_color = dict(_list_colors(game))
    if not pattern_by_color:
        return {}
    signs = {side.color: ColorSign(side.pattern) for side in game.sides.values()}
    signs |= {color: DARK_SIGN if pattern == "solid" else ColorSign(pattern)
              for color, pattern in pattern_by_color.items() if pattern}
    used = {DARK_SIGN if sign.pattern == "solid" else sign for sign in signs.values()}
    open_colors = [color for color in pattern_by_color if color not in signs]
    free = [sign for sign in COLOR_SIGNS if sign not in used] or COLOR_SIGNS
    if len(open_colors) > len(free) and settings.page_warnings:
        settings.page_warnings.add(
            f"units on counters have {len(open_colors)} colours without a pattern, but black ink has only {len(free)} "
            "signs for them, so some colours have the same sign: give grounds and bands a 'pattern', or use fewer "
            "colours")
    return signs | {color: free[number % len(free)] for number, color in enumerate(open_colors)}


def _list_colors(game: Game) -> Iterator[tuple[str, str]]:
    """Yield each colour that a formula gives to a unit, with its own pattern or ""; white is no colour.

    Colours with a pattern come last.
    """
    plain_colors, patterned = list[tuple[str, str]](), list[tuple[str, str]]()
    for kind in game[COUNTERS].values():
        parts = [part for face in kind.faces.values() for part in face
                 if isinstance(getattr(part, _COLOR_ATTRIBUTES.get(part.kind, ""), None), DynamicStyle)]
        for unit in game.units.values() if parts else ():
            if unit.kind == kind.unit_type:
                for part in parts:
                    with suppress(FormulaError, StyleError):  # reported when the counter is drawn
                        color = getattr(part, _COLOR_ATTRIBUTES[part.kind]).evaluate(unit.values)
                        if color not in ("", SIDE) and parse_color(color) != WHITE:
                            pattern = _find_pattern(part, unit.values)
                            (patterned if pattern else plain_colors).append((color, pattern))
    yield from dict.fromkeys(plain_colors)
    yield from dict.fromkeys(patterned)


def _find_pattern(part: FaceElement, values: Mapping[str, object]) -> str:
    """Return the pattern that a part has for a unit, "" without one."""
    pattern = getattr(part, "pattern", "")
    return pattern.evaluate(values) if isinstance(pattern, DynamicStyle) else pattern
