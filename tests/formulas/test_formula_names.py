"""Names in formulas: unknown values, names with one value everywhere, and parts of values."""

from __future__ import annotations

import pytest
from helpers.formula_values import work_out

from printshop.formulas import NOT_KNOWN


def test_result_of_an_unknown_value_is_unknown() -> None:
    texts = [
    "gone", "gone + 1", "-gone", "1 / gone", "hull > gone", "gone == gone", "gone != 4", "2 < hull < gone", "not gone",
    "gone and 1", "1 and gone", "0 or gone", "gone or 0", "1 if gone else 2", "count(gone)", "sum([1, gone])",
    "min(gone, 1)",
    "sum(torn)", 'lookup(torn, "port")', 'total(lost, "cost")', 'column(lost, "cost")',
    'lookup(prices, "gold")', "lookup(prices, gone)",
    "gone in [1, 2]", "ranges([gone, 2])", "item([1, 2], gone)", "share_out(gone, [1])", "spread(3, gone)",
    'count(lost, "cost", 5)', "round_half_up(gone)", "hull + gone * 2 - 1",
]  # fmt: skip
    assert {text: work_out(text) for text in texts} == dict.fromkeys(texts, NOT_KNOWN)


@pytest.mark.parametrize(("text", "value"), [
    ("0 and gone", 0), ("gone and 0", 0), ("1 or gone", 1), ("gone or 1", 1), ("5 < hull < gone", False),
    ("1 if hull else gone", 1), ('lookup(torn, "bow")', 3), ("item([gone, 2], 2)", 2),
    ('count(lost, "gun", "mortar")', 1),
])  # fmt: skip
def test_result_independent_of_an_unknown_value_is_known(text: str, value: object) -> None:
    assert work_out(text) == value
