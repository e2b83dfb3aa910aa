"""The ticks of a rim lie within it."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing.display_list import LineTo
from printshop.products.templates.strokes import draw_rim_ticks


@given(st.floats(-360, 360), st.floats(5, 350), st.sampled_from([5, 10]))
def test_ticks_of_a_rim_are_inside_it(start: float, sweep: float, fine: int) -> None:
    ticks = [one for one in draw_rim_ticks((0, 0), 100, start, sweep, fine_step=fine, coarse_step=30).segments
             if isinstance(one, LineTo)]
    assert len(ticks) in {math.floor(sweep / fine), math.floor(sweep / fine) + 1}
    assert all((math.degrees(math.atan2(one.x, -one.y)) - start + 1e-6) % 360 <= sweep + 2e-6 for one in ticks)
