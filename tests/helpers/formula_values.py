"""Values of fields as formulas see them."""

from __future__ import annotations

from printshop.formulas import NOT_KNOWN, FormulaNames, compile_formula
from printshop.game.field_values import ListRows, LookupTable, NamedNumbers

SHIELD = NamedNumbers(("bow", "port", "stern"), (3, 1, 0))
TORN = NamedNumbers(("bow", "port", "stern"), (3, NOT_KNOWN, 0))
ROWS = ListRows.from_rows(("gun", "side", "cost", "spare"), (
    {"gun": "mortar", "side": "bow", "cost": 5, "spare": None},
    {"gun": "swivel", "side": "bow", "cost": 2, "spare": True},
    {"gun": "swivel", "side": "port", "cost": None, "spare": False},
))
LOST = ListRows.from_rows(("gun", "cost"), ({"gun": "mortar", "cost": NOT_KNOWN},))
PRICES = LookupTable(key="prices", title="", columns=("what", "price"),
                     rows=(("rum", "12"), ("coal", "0.5"), ("gold", None), ("tea", "dear")))
HITS = LookupTable(key="hits", title="Hits", columns=("roll", "bow", "stern"),
                   rows=(("1", "5", "6"), ("2-4", "7", "8"), ("5+", "-1", "x")))
VALUES = {"shield": SHIELD, "torn": TORN, "guns": ROWS, "lost": LOST, "hull": 4, "gone": NOT_KNOWN, "nothing": None}
NAMES = FormulaNames(VALUES, {"prices": PRICES, "hits": HITS, "wage": 3})


def work_out(text: str) -> object:
    """Return the value of a formula."""
    return compile_formula(text, NAMES).evaluate(VALUES)
