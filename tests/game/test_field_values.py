"""Values of fields: their parts in formulas, and rows of tables."""

from __future__ import annotations

import pytest
from helpers.formula_values import work_out
from hypothesis import given
from hypothesis import strategies as st

from printshop.formulas import FormulaError, FormulaNames, compile_formula
from printshop.game.field_values import LookupTable


@pytest.mark.parametrize(("text", "value"), [
    ("sum(shield)", 4), ("max(shield)", 3), ("count(shield)", 3), ("item(shield, 2)", 1),
    ('lookup(shield, "bow") * hull', 12), ("share_out(8, shield)", (6, 2, 0)),
    ("count(guns)", 3), ("wage * hull", 12),
    ('count(guns, "side", "bow")', 2), ('count(guns, "side", "top")', 0), ('count(guns, "spare")', 1),
    ('total(guns, "cost")', 7), ('total(nothing, "cost")', 0), ('count(nothing, "cost")', 0),
    ('lookup(prices, "rum")', 12), ('lookup(prices, "coal") * 4', 2), ('lookup(prices, "tea")', "dear"),
    ('lookup(hits, 1, "stern")', 6), ('lookup(hits, 3, "bow")', 7), ('lookup(hits, 500, "bow")', -1),
    ('lookup(hits, "2-4", "bow")', 7),
    ('column(guns, "gun")', ("mortar", "swivel", "swivel")), ('column(nothing, "gun")', ()),
])  # fmt: skip
def test_formulas_read_values_of_tables(text: str, value: object) -> None:
    assert work_out(text) == value


@pytest.mark.parametrize(("text", "message"), [
    ('lookup(prices, "rumm")', "lookup: the table 'prices' has no row 'rumm': did you mean 'rum'?"),
    ('lookup(hits, 1, "bough")', "lookup: the table 'hits' has no column 'bough': known here: bow, roll, stern"),
    ("lookup(hits, 1)",
     "lookup: the table 'hits' has 3 columns: add the heading of one column, as in lookup(hits, row, \"stern\")"),
    ("lookup(hits, 0, 'bow')", "lookup: the table 'hits' has no row '0': known here: 1, 2-4, 5+"),
    ("lookup(hull, 1)", "lookup: cannot look up a name in the number 4"),
    ("lookup(prices, [1])", "lookup: the name to look up must be a text or a number, not a list"),
    ('lookup(shield, "top")', "lookup: there is no 'top' among bow, port, stern"),
    ('lookup(shield, "bow", "x")', "lookup: a field with several numbers has no columns: write lookup(field, name)"),
    ('column(guns, "kost")', "column: the list has no column 'kost': did you mean 'cost'?"),
    ('total(guns, "kost")', "total: the list has no column 'kost': did you mean 'cost'?"),
    ('count(guns, "x", 1)', "count: the list has no column 'x': known here: cost, gun, side, spare"),
    ('total(hull, "cost")', "total: needs a list field and the name of a column in quotes, not the number 4"),
    ("total(guns, 3)", "total: needs a list field and the name of a column in quotes, not the number 3"),
    ('total(guns, "gun")', "total: a number is needed, not the text 'mortar'"),
    ("lookup(prices)", "lookup does not accept 1 value"),
    ("prices + 1", "'+' needs numbers, but prices is the value 'table prices'"),
])  # fmt: skip
def test_failed_lookup_is_an_error(text: str, message: str) -> None:
    with pytest.raises(FormulaError) as error:
        work_out(text)
    assert error.value.message == message


@given(st.dictionaries(st.text("abc", min_size=1, max_size=3), st.integers(-99, 99), min_size=1), st.integers(0, 99))
def test_every_row_of_a_table_can_be_found(rows: dict[str, int], other: int) -> None:
    table = LookupTable(key="t", title="", columns=("key", "x", "y"),
                        rows=tuple((key, str(value), str(other)) for key, value in rows.items()))
    for key, value in rows.items():
        formula = compile_formula(f'lookup(t, "{key}", "x") - lookup(t, "{key}", "y")', FormulaNames((), {"t": table}))
        assert formula.evaluate({}) == value - other
