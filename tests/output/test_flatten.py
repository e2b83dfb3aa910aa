"""Files of single pages hold only what they show, repeated drawings once, and look the same."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from helpers import images
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.drawing import shapes as sh
from printshop.drawing.display_list import BLACK, Color, Group, Page, Path, Stroke, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.output import OutputOptions, svg
from printshop.output.flatten import Culler

if TYPE_CHECKING:
    from printshop.drawing.display_list import Item

RED, BLUE = Color(200, 30, 30), Color(30, 50, 180)
LINK = "{http://www.w3.org/1999/xlink}href"


def squares(pitch: float = 10.0, count: int = 30, stroke: Stroke | None = None) -> Path:
    """Return a chequered field, as one path."""
    parts = [part for row in range(count) for column in range(row % 2, count, 2)
             for part in sh.rect(column * pitch, row * pitch, pitch, pitch).segments]
    return Path(tuple(parts), None if stroke else BLUE, stroke)


def field() -> Symbol:
    """Return a map of 300 x 300 points: a chequered field, lines, a frame round all of it, small things."""
    items = (squares(), squares(15, 20, Stroke(RED, 3)), sh.rect(2, 2, 296, 296, stroke=Stroke(BLACK, 2)),
             *(sh.circle(x, 150, 6, fill=RED) for x in range(10, 300, 20)))
    return Symbol("field", items, (-3, -3, 303, 303))


def draw_whole(item: Item) -> images.Picture:
    """Return what an item looks like when nothing is left out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Culler, "cull", lambda _, items: tuple(items))
        return draw_items((item,))


def draw_items(items: tuple[Item, ...]) -> images.Picture:
    return images.draw_svg(svg.render_svg(Page(200, 200, items), "x"))


TURNS = st.builds(
    lambda turn, scale, x, y: Transform().translate(x, y).rotate(turn).scale(scale),
    st.sampled_from([0, 90, 180, 37.5]), st.sampled_from([1.0, 0.4, 2.5]), st.integers(-250, 250),
    st.integers(-250, 250))


@pytest.mark.slow
@settings(max_examples=5)
@given(TURNS, st.tuples(st.integers(0, 120), st.integers(0, 120), st.integers(1, 90), st.integers(1, 90)))
def test_clipped_group_looks_the_same(transform: Transform, box: tuple[int, int, int, int]) -> None:
    whole = Group((SymbolUse(field(), transform),), Transform(e=5, f=3), sh.rect(*box))
    visible_items = Culler().cull((whole,))
    assert images.count_off_color(draw_whole(whole), draw_items(visible_items), tolerance=40) == 0


def test_corner_of_a_map_has_the_weight_of_its_visible_part() -> None:
    one = field()
    whole = svg.render_svg(Page(400, 400, (SymbolUse(one),)), "x")
    corner = svg.render_svg(Page(400, 400, (Group((SymbolUse(one),), clip=sh.rect(-5, -5, 45, 45)),)), "x")
    assert len(corner) < len(whole) / 5
    nothing = svg.render_svg(Page(400, 400, (Group((SymbolUse(one),), clip=sh.rect(500, 0, 45, 45)),)), "x")
    assert "<path" not in nothing


def test_wholly_visible_or_light_symbols_remain_shared() -> None:
    one, light = field(), Symbol("dot", (sh.circle(0, 0, 4, fill=RED),), (-4, -4, 4, 4))
    whole = Group((SymbolUse(one), SymbolUse(light)), clip=sh.rect(-9, -9, 400, 400))
    cut = Group((SymbolUse(light), SymbolUse(light, Transform(e=9))), clip=sh.rect(0, 0, 10, 10))
    [first, second] = Culler().cull((whole, cut))
    assert first is whole
    assert second is cut


@pytest.mark.parametrize("text", ["outline", "live"])
def test_thousand_dots_become_one_path(text: str) -> None:
    dots = Path(tuple(part for x in range(40) for y in range(25)
                      for part in sh.circle(x * 4.7, y * 6.3, 1).segments), RED)
    svg_text = svg.render_svg(Page(200, 200, (dots,)), "x", OutputOptions(text=text))  # type: ignore[arg-type]
    root = ET.fromstring(svg_text)
    uses = [one for one in root.iter() if one.get(LINK)]
    assert len(uses) == 1000
    assert len({one.get(LINK) for one in uses}) == 1
    plain = svg.render_svg(Page(200, 200, (dots,)), "x", OutputOptions(text="flat"))
    assert "<use" not in plain
    assert len(svg_text) < len(plain) / 4
    assert images.count_off_color(images.draw_svg(svg_text), images.draw_svg(plain), tolerance=30) == 0


def test_holes_stay_holes() -> None:
    ring = [part for x in range(20) for y in range(20)
            for part in (*sh.circle(x * 10, y * 10, 4).segments, *make_reversed_circle(x * 10, y * 10))]
    for rings in (Path(tuple(ring), RED), Path(tuple(ring), RED, rule="evenodd"),
                  Path(squares(5, 40).segments * 2, BLUE, rule="evenodd"), squares(5, 40, Stroke(RED))):
        svg_text = svg.render_svg(Page(200, 200, (rings,)), "x")
        assert "<use" not in svg_text


def make_reversed_circle(x: float, y: float) -> tuple[object, ...]:
    return sh.transform_path(sh.circle(0, 0, 2), Transform(a=-1, e=x, f=y)).segments


def test_stroke_ink_inside_a_window_is_visible() -> None:
    lines = Path(tuple(part for x in range(100) for part in sh.line(x, 52, x, 90, Stroke()).segments), None,
                 Stroke(RED, 8, cap="square", join="round"))
    whole = Group((lines,), clip=sh.rect(0, 0, 100, 50))
    assert Culler().cull((whole,)) == (whole,)
    far = Group((lines,), clip=sh.rect(0, 0, 10, 4))
    assert Culler().cull((far,)) == ()
