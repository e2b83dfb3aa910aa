"""Box gauges larger than the paper are made in parts."""

from __future__ import annotations

import pytest
from helpers.pages import read_texts
from helpers.template_pages import find_pieces

from printshop.lengths import INCH, MM
from printshop.products.templates import strips

BOXES = """gauge:
  kind: boxes
  title: Gauge
  shape: L
  width: 20 mm
  arms:
    drift: {label: Sideways, order: [5, 3, 1, 2, 4, 6], box: 1/2 in}
    climb: {label: Along, order: [5, 3, 1, 2, 4, 6], box: unknown, example: 1 in}
"""


# --- box gauges


def test_gauge_larger_than_the_paper_is_divided() -> None:
    result = find_pieces(BOXES.replace("example: 1 in", "example: 2 in"))
    assert len(result) == 3
    bar, first, last = (items for items, _ in result)
    assert "start of the bar" in read_texts(first)
    assert [word for word in read_texts(bar) if word.isdigit()] == ["5", "3", "1", "2", "4", "6"]
    assert [word for word in (*read_texts(first), *read_texts(last)) if word.isdigit()] == [
        "5",
        "3",
        "1",
        "2",
        "4",
        "6",
    ]
    lengths = [max(size) for _, size in result]
    assert sum(lengths) == pytest.approx(3 * INCH + 12 * INCH + 20 * MM + strips.TAB_LENGTH)
    assert {"G2 Along", "G3"} <= set(read_texts(first))  # its own code, and the next piece's on the tab
    assert "G3 Along" in read_texts(last)
