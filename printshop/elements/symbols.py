"""The element `symbol`: a military map symbol, with the branch and the size of a unit.

Lengths are in points, with the origin at the top left of the page, record or face and y down.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple, Self

from printshop.drawing import patterns
from printshop.drawing.display_list import BLACK, WHITE, Group, parse_color
from printshop.drawing.geometry import Transform
from printshop.drawing.ink import Ink, choose_text_color, measure_contrast
from printshop.drawing.military_figures import LINE_WIDTH, draw_symbol, measure_symbol
from printshop.drawing.themes import MIN_TEXT_CONTRAST
from printshop.elements.bands import PITCH, WEIGHT, has_side, read_side_or_color
from printshop.elements.context import DrawContext, Items
from printshop.elements.word_colors import DEFAULT_INK
from printshop.formulas import NOT_KNOWN
from printshop.game.counters import SIDE, TEXT_MARGIN
from printshop.game.elements import ELEMENTS, Element, ShownValues
from printshop.game.formula_keys import Wording, dynamic_style
from printshop.game.pictures import check_symbol_name
from printshop.layout.rectangles import Rect
from printshop.layout.text_lines import SHARES
from printshop.lengths import MM
from printshop.military_symbols import FRAMES, MilitarySymbol, find_branches, find_sign
from printshop.problems import DoesNotFitError
from printshop.schema import keys
from printshop.schema.keys import data_block
from printshop.schema.reader import Reader

HEIGHTS = 10 * MM, 4 * MM  # of a row of a form: the natural and the least height; charts have the natural height
LEAST_WIDTH = 2.5 * MM  # figures in a smaller frame cannot be distinguished
LEAST_LINE, MOST_UNITS = 0.6, 9.0  # least width of lines in points, greatest width in the units of a symbol
PATTERN_TONE = 0.4  # share of black of the pattern of a side in a frame: black figures stand on it


class SymbolContent(NamedTuple):
    """A symbol, None if its branch is unknown, and the pattern of the side whose colour fills the frame."""

    symbol: MilitarySymbol | None
    pattern: str = ""


@ELEMENTS.register("symbol")
@data_block
class UnitSymbol(Element):
    """A military map symbol."""

    name: Wording | None = keys.formula_text(
        "the [branch](#military-symbols) of a unit, for example `infantry` (holes allowed: `\"{arm}\"`)", default=None,
        name="symbol")
    size: Wording | None = keys.formula_text(
        "the size of the unit: a name such as `division`, or its sign, `XX` (holes allowed)", default=None)
    frame: str = dynamic_style(keys.choice(
        FRAMES, "`friend` (a rectangle), `hostile` (a diamond), `neutral` (a square), `unknown` (four arcs) or `none`",
        default=FRAMES[0]))
    fill: str = dynamic_style(keys.custom(
        read_side_or_color, {"type": "string"},
        "the colour in the frame, or `side` (white). In black ink, the frame has a pale pattern of the side, or a "
        "[sign of the colour](#colours-of-formations-in-black-ink) that a formula gives", kind="colour",
        default="", read_if_missing=False))
    colour: str = dynamic_style(keys.colour("the colour of the lines (black, or white on a dark `fill`)",
                                            default=DEFAULT_INK))

    subject = "the symbol"
    shared_attributes = frozenset({"colour"})
    unit_attributes = ("side.key",)
    default_margin = TEXT_MARGIN
    required_attribute = "name"
    height_varies = False
    keeps_clear = True

    @property
    def unit_dependency(self) -> str:
        """The colour of a side."""
        return "fill: side" if self.fill == SIDE else ""

    def validate(self, reader: Reader) -> Self | None:
        """Return the symbol. A name with holes is checked when its holes are filled."""
        wrong: dict[str, Any] = {}
        for key, attribute, find in (("symbol", "name", find_branches), ("size", "size", find_sign)):
            wording = getattr(self, attribute)
            if wording and wording.is_fixed and not check_symbol_name(reader, key, wording.text, find):
                wrong[attribute] = None
        if self.fill == SIDE and not has_side(self.container, reader):
            reader.add_problem("fill", f"{reader.label} has the colour of a side, but no unit is shown here",
                               "write a colour")
        return super(UnitSymbol, replace(self, **wrong)).validate(reader)

    def resolve(self, unit_values: ShownValues) -> SymbolContent:
        """Return the symbol and its look.

        Raises FormulaError, and DoesNotFitError for an unknown branch or size.
        """
        texts = list[str]()
        for wording in (self.name, self.size):
            unknown = wording and any(hole.evaluate(unit_values.values) in (NOT_KNOWN, None) for hole in wording.holes)
            texts.append(wording.fill_plain(unit_values.values)  # type: ignore[arg-type]
                         if wording and not unknown else "")
        name, sign = find_branches(texts[0]), find_sign(texts[1])
        side = unit_values.side if self.fill == SIDE else None
        fill = self.fill if self.fill != SIDE else side.color if side else ""
        symbol = MilitarySymbol(name, sign, self.frame, fill, bool(self.size)) if name else None
        return SymbolContent(symbol, side.pattern if side else "")

    def find_aspect_ratio(self, content: SymbolContent) -> float:
        """Return the width of the symbol divided by its height."""
        return 1.2

    def measure(self, content: SymbolContent, width: float, context: DrawContext) -> float:
        """Return the natural height."""
        return HEIGHTS[0]

    def measure_range(self, content: SymbolContent, width: float, context: DrawContext) -> tuple[float, float]:
        """Return the natural and the least height."""
        return HEIGHTS

    def draw(self, content: SymbolContent, rectangle: Rect, context: DrawContext) -> Items:
        """Return the symbol as large as its place allows."""
        symbol = content.symbol
        if symbol is None:
            return context.draw_space(rectangle, "")
        left, top, right, bottom = measure_symbol(symbol)
        rectangle = rectangle.inset(0, min(context.margin, 0.45 * rectangle.height))
        scale = min(rectangle.width / (right - left), rectangle.height / (bottom - top))
        if (wide := scale * (right - left)) < LEAST_WIDTH:
            raise DoesNotFitError(f"the symbol would be only {max(wide, 0.0) / MM:.1f} mm wide",
                                  "give the part more room, or make its margin smaller")
        x = rectangle.x + (rectangle.width - wide) * SHARES[context.align or "center"] - left * scale
        y = rectangle.center[1] - (top + bottom) / 2 * scale
        sign = context.find_color_sign(symbol.fill, content.pattern, "")
        fill = sign.field or context.palette.choose_area(parse_color(symbol.fill or "#ffffff"))
        outside = line = (context.backings.choose_line_color(self.colour, (x, y + (top + LINE_WIDTH) * scale))
                          if context.face else context.color)
        is_usual = line in (BLACK, WHITE) or measure_contrast(line, fill) < MIN_TEXT_CONTRAST
        if is_usual and symbol.frame != "none":
            line = choose_text_color(fill)
        pattern = () if not sign.pattern or context.ink is not Ink.BLACK else patterns.fill_with_pattern(
            sign.pattern, (left, top, right - left, bottom - top), fill.mix(BLACK, PATTERN_TONE), Ink.LIGHT,
            pitch=PITCH / scale, weight=WEIGHT / scale, field=sign.field)
        width = max(LINE_WIDTH, min(LEAST_LINE / scale, MOST_UNITS))
        items = draw_symbol(symbol, fill, line, outside, width, pattern)
        return (Group(items, Transform().translate(x, y).scale(scale)),)
