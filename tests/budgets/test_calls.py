"""No workload needs more calls than its budget: what makes bulk work slower is noticed on the day that it comes."""

from __future__ import annotations

import json
import sys

import pytest
from budgets import calls

BUDGET = json.loads(calls.BUDGET.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.skipif(sys.version_info[:2] != calls.VERSION, reason="another Python makes other calls: the budget is "
                    "for 3.11")
@pytest.mark.parametrize("name", calls.WORKLOADS)
def test_workload_keeps_its_budget(name: str) -> None:
    assert calls.find_excess(calls.count_calls(name), BUDGET) == []


def test_too_many_calls_are_reported_with_advice() -> None:
    budget = {"records": 1_000, "counters": 1_000, "check": 1_000, "pack": 1_000}
    more, faster, new = calls.find_excess({"records": 1_040, "counters": 1_029, "check": 960, "pack": 971, "cards": 5},
                                          budget)
    assert more.startswith("records: 1,040 calls, +4.0% of the 1,000 in the budget")
    assert more.endswith(f"write: {calls.RENEW}")
    assert faster.startswith("check: 960 calls, -4.0% of the 1,000 in the budget. It has become faster")
    assert new.startswith("cards: 5 calls")
