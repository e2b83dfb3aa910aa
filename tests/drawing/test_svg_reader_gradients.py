"""Gradients of SVG drawings: bands of colour beside a browser's picture, limits, masks of white shapes."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import numpy as np
import pytest
from helpers import images
from helpers.drawings import read_svg
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import artwork, shapes, svg_reader
from printshop.drawing.clipping import ClipWindow
from printshop.drawing.display_list import Color, Document, Group, Page, Path
from printshop.drawing.geometry import Transform
from printshop.drawing.svg_reader import MAX_BANDS, MAX_CHANNEL_STEP, MAX_REPETITIONS, Gradient, make_gradient_bands
from printshop.output import pdf

if TYPE_CHECKING:
    from collections.abc import Iterable

TWO = '<stop stop-color="#d62728"/><stop offset="1" stop-color="#1f77b4"/>'
THREE = ('<stop offset=".2" stop-color="gold"/><stop offset="50%" stop-color="#004"/>'
         '<stop offset=".5" stop-color="#fff"/>')
SPREADS = ("pad", "reflect", "repeat")
SHAPES = ('<rect x="5" y="15" width="90" height="70" {}/>', '<ellipse cx="50" cy="50" rx="45" ry="30" {}/>',
          '<path d="M5 90L50 5L95 90z" transform="rotate(10 50 50)" {}/>')
KINDS = ('linearGradient x1=".1" y1=".3" x2=".5" y2=".6"', 'radialGradient cx=".5" cy=".5" r=".3" fx=".4" fy=".45"',
         'linearGradient gradientUnits="userSpaceOnUse" x1="20" y1="30" x2="60" y2="55" gradientTransform="skewX(20)"',
         'radialGradient gradientUnits="userSpaceOnUse" cx="50" cy="40" r="30" gradientTransform="rotate(20 50 50)"')


def drawing(kind: str, spread: str, stops: str, shape: str, name: str = "g") -> str:
    tag = kind.partition(" ")[0]
    return (f'<{kind} id="{name}" spreadMethod="{spread}">{stops}</{tag}>' + shape.format(f'fill="url(#{name})"'))


@pytest.mark.slow
def test_gradients_look_like_those_of_another_program() -> None:
    """Every pixel is within a few levels of what resvg has there or near it: at edges PDFium softens less."""
    bodies = [drawing(*ways, SHAPES[place % 3], f"g{place}")
              for place, ways in enumerate(itertools.product(KINDS, SPREADS, (TWO, THREE)))]
    places = [(number % 6 * 100, number // 6 * 100) for number in range(len(bodies))]
    sheet = "".join(f'<g transform="translate({x} {y})">{body}</g>'
                    for (x, y), body in zip(places, bodies, strict=True))
    theirs = images.draw_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" '
                             f'height="400">{sheet}</svg>', dpi=96).astype(np.int16)
    items = tuple(artwork.place_picture(read_svg(body), (x, y, 100, 100)) for (x, y),
                  body in zip(places, bodies, strict=True))
    ours = images.draw_pdf(pdf.render_pdf(Document("gradients", (Page(600, 400, items),))), dpi=72).astype(np.int16)
    low, high = (images.spread_pixels(choose, theirs, 2) for choose in (np.minimum, np.maximum))
    off = np.maximum(low - ours, ours - high).max(axis=2)
    assert np.count_nonzero(off > 5) <= 0.001 * off.size
    assert np.count_nonzero(off > 40) <= 0.0001 * off.size


@pytest.mark.slow
@given(first=st.tuples(*[st.integers(0, 255)] * 3), last=st.tuples(*[st.integers(0, 255)] * 3),
       angle=st.floats(0, 360), spread=st.sampled_from(SPREADS), round_=st.booleans())
def test_neighbouring_bands_have_similar_colours(first: tuple[int, int, int], last: tuple[int, int, int], angle: float,
                                                 spread: str, round_: bool) -> None:
    end = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    points = ((0.0, 0.0), (0.0, 0.0)) if round_ else ((0.0, 0.0), end)
    gradient = Gradient(((0.0, Color(*first)), (1.0, Color(*last))), points, (0.0, 1.0) if round_ else None, spread,
                        Transform())
    bands = make_gradient_bands(gradient, (-0.7, -0.7, 0.7, 0.7))
    colors = [path.fill for path in bands]
    assert all(color is not None for color in colors)
    jumps = [max(abs(a - b) for a, b in zip(one, other, strict=True))
             for one, other in itertools.pairwise(colors) if one and other]
    ends = 2 if spread == "repeat" else 0  # where it begins again
    assert max(sorted(jumps)[:len(jumps) - ends], default=0) <= MAX_CHANNEL_STEP + 1
    left, top, right, bottom = shapes.measure_bounds(bands)
    assert (left, top) <= (-0.699, -0.699)
    assert (right, bottom) >= (0.699, 0.699)


@pytest.mark.parametrize(("body", "warning"), [
    (drawing(KINDS[0], "pad", TWO.replace("#1f77b4", "#1f77b4\" stop-opacity=\".5"), SHAPES[0]),
     "line 2: transparency is replaced by a paler colour"),
    (drawing('linearGradient x1="0" x2=".001"', "repeat", TWO, SHAPES[0]),
     f"line 2: a gradient is left out: it has more than {MAX_REPETITIONS} repetitions"),
    (drawing(KINDS[0], "pad", TWO * (svg_reader.MAX_STOPS // 2 + 1), SHAPES[0]),
     f"line 2: a gradient is left out: it has more than {svg_reader.MAX_STOPS} stops"),
    (drawing('linearGradient x1="0" x2=".03"', "repeat",
             "".join(f'<stop offset="{number / 90}" stop-color="{"#000" if number % 2 else "#fff"}"/>'
                     for number in range(90)), SHAPES[0]),
     f"line 2: a gradient is left out: it needs more than {MAX_BANDS:,} bands of plain colour"),
])
def test_unsupported_features_of_gradients_are_reported(body: str, warning: str) -> None:
    assert warning in read_svg(body).warnings


def test_gradients_inherit_from_others_with_a_limit() -> None:
    heir = read_svg(f'<linearGradient id="a" x2="0" y2="1">{TWO}</linearGradient><linearGradient id="g" href="#a"/>'
                    '<rect width="10" height="10" fill="url(#g)"/>')
    own = read_svg(drawing('linearGradient x2="0" y2="1"', "pad", TWO, '<rect width="10" height="10" {}/>'))
    assert heir.items == own.items
    loop = read_svg('<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/>'
                    '<rect width="9" height="9" fill="url(#g)"/><rect width="2" height="2"/>')
    assert len(loop.items) == 1  # of one without colours nothing is drawn


def test_silhouette_is_the_shape_and_not_its_bands() -> None:
    outline = shapes.find_silhouette(read_svg(drawing(KINDS[0], "pad", TWO, SHAPES[2])).items)
    assert outline
    assert shapes.measure_outline(outline.segments) == pytest.approx((-1.26, 5.68, 87.37, 97.21), abs=0.01)


@pytest.mark.parametrize(("inside", "expected"), [
    ('<rect x="20" y="20" width="30" height="30" fill="#fff"/>', True), ('<rect width="9" height="9"/>', False),
    ('<rect width="9" height="9" fill="#fff" opacity=".5"/>', False), ('<text fill="#fff">x</text>', False),
])
def test_masks_of_white_shapes_are_clips(inside: str, expected: bool) -> None:
    masked = read_svg(f'<mask id="m">{inside}</mask><rect width="90" height="90" mask="url(#m)"/>')
    (item,) = masked.items
    if expected:
        assert isinstance(item, Group)
        assert shapes.measure_bounds(masked.items) == (20, 20, 50, 50)
    else:
        assert isinstance(item, Path)
        assert "line 2: an unsupported mask is left out: the whole shape is drawn" in masked.warnings


# --- the bands

PERCENT = ((0.0, Color(0, 0, 0)), (1.0, Color(100, 0, 0)))  # the red is how far it is from the start to the end
Box = tuple[float, float, float, float]


def paint(gradient: Gradient, bounds: Box, places: list[tuple[float, float]]) -> list[int | None]:
    """The red of the uppermost band at each place."""
    bands = [(ClipWindow(path), path.fill) for path in reversed(make_gradient_bands(gradient, bounds)) if path.fill]
    return [next((fill.red for window, fill in bands if window.contains(place)), None) for place in places]


def line_gradient(spread: str = "pad", stops: tuple[tuple[float, Color], ...] = PERCENT) -> Gradient:
    return Gradient(stops, ((10.0, 0.0), (20.0, 0.0)), None, spread, Transform())


@pytest.mark.parametrize(("spread", "expected"), [
    ("pad", {2: 0, 12.5: 25, 17.5: 75, 25: 100, 38: 100}),
    ("repeat", {2.5: 25, 12.5: 25, 17.5: 75, 22.5: 25, 37.5: 75}),
    ("reflect", {2.5: 75, 12.5: 25, 17.5: 75, 22.5: 75, 37.5: 75, 32.5: 25})])
def test_gradient_follows_its_spread_method(spread: str, expected: dict[float, float]) -> None:
    reds = paint(line_gradient(spread), (0, 0, 40, 10), [(x, 5.03) for x in expected])
    assert reds == pytest.approx([*expected.values()], abs=2)


@pytest.mark.parametrize(("spread", "expected"), [
    ("pad", {0.1: 0, 2: 0, 7.5: 50, 9: 80, 12: 100, 14: 100}), ("repeat", {7.5: 50, 12.5: 50, 14: 80}),
    ("reflect", {7.5: 50, 12.5: 50, 14: 20})])
def test_round_gradient_runs_from_the_inner_to_the_outer_circle(spread: str, expected: dict[float, float]) -> None:
    gradient = Gradient(PERCENT, ((0.0, 0.0), (0.0, 0.0)), (5.0, 10.0), spread, Transform())
    places = [(radius * math.cos(math.radians(angle)), radius * math.sin(math.radians(angle)))
              for angle in (20, 200) for radius in expected]
    assert paint(gradient, (-14, -14, 14, 14), places) == pytest.approx([*expected.values()] * 2, abs=2)


def test_round_gradient_starts_at_its_focus() -> None:
    gradient = Gradient(PERCENT, ((4.0, 0.0), (0.0, 0.0)), (0.0, 10.0), "pad", Transform())
    result = {(4.1, 0.05): 2, (7, 0.05): 50, (-3, 0.05): 50, (9.7, 0.05): 95, (-9.3, 0.05): 95}
    assert paint(gradient, (-10, -10, 10, 10), [*result]) == pytest.approx([*result.values()], abs=3)


def test_stops_at_one_offset_make_an_edge() -> None:
    edge = line_gradient(stops=((0.0, Color(0, 0, 0)), (0.5, Color(0, 0, 0)), (0.5, Color(90, 0, 0)),
                                (1.0, Color(90, 0, 0))))
    assert paint(edge, (0, 0, 40, 10), [(x, 5.03) for x in (5, 14.9, 15.1, 30)]) == [0, 0, 90, 90]
    late = line_gradient(stops=((0.1, Color(40, 0, 0)), (0.9, Color(44, 0, 0))))
    assert paint(late, (0, 0, 40, 10), [(x, 5.03) for x in (10.5, 12, 18, 19.5)]) == [40, 41, 43, 44]


def test_bands_reach_a_little_below_the_next() -> None:
    """No seam is seen: each overlaps the next by sixteen of its widths, but by a twentieth of the whole at most."""
    bands = make_gradient_bands(line_gradient(), (10, 0, 30, 1))
    boxes = [shapes.measure_bounds([band]) for band in bands][1:]  # the first lies before the start
    assert all(one[0] < other[0] < one[2] for one, other in itertools.pairwise(boxes))
    starts = [left for left, *_ in boxes]
    assert [boxes[k][2] - starts[k + 1] for k in (3, 20)] == pytest.approx([0.05 * 10] * 2)
    fine = make_gradient_bands(line_gradient(stops=((0.0, Color(0, 0, 0)), (0.1, Color(100, 0, 0)),
                                                    (1.0, Color(100, 0, 0)))), (10, 0, 30, 1))
    first, second, *_ = (shapes.measure_bounds([band]) for band in fine[1:])
    assert first[2] - second[0] == pytest.approx(16 * 0.1 / 50 * 10)


def test_gradient_without_extent_is_not_drawn() -> None:
    flat = line_gradient()
    assert make_gradient_bands(flat._replace(transform=Transform(a=0)), (0, 0, 9, 9)) == ()
    assert make_gradient_bands(flat._replace(points=((1.0, 1.0), (1.0, 1.0))), (0, 0, 9, 9)) == ()
    assert make_gradient_bands(flat._replace(radii=(0.0, 0.0)), (0, 0, 9, 9)) == ()
    assert make_gradient_bands(flat._replace(transform=Transform(a=3)), (0, 0, 90, 9))


def test_repetitions_have_a_limit() -> None:
    two = line_gradient("repeat", ((0.0, Color(0, 0, 0)), (1.0, Color(2, 0, 0))))
    assert len(make_gradient_bands(two, (10, 0, 10 + 10 * MAX_REPETITIONS, 9))) == MAX_REPETITIONS
    with pytest.raises(ValueError, match="it has more than 50 repetitions"):
        make_gradient_bands(two, (10, 0, 11 + 10 * MAX_REPETITIONS, 9))


def read_gradient(gradient: str, places: Iterable[tuple[float, float]]) -> list[int]:
    """How far each place is from the start to the end of a gradient that fills a box of 100 x 50, in percent."""
    tag = gradient.split(maxsplit=1)[0]
    items = read_svg(f'<{gradient} id="g"><stop stop-color="#000"/><stop offset="1" stop-color="rgb(100,0,0)"/></{tag}>'
                     '<rect width="100" height="50" fill="url(#g)"/>')
    (group, _) = items.items
    assert isinstance(group, Group)
    bands = [(ClipWindow(path), path.fill) for path in reversed(group.items) if isinstance(path, Path) and path.fill]
    return [next(fill.red for window, fill in bands if window.contains(place)) for place in places]


@pytest.mark.parametrize(("gradient", "expected"), [
    ("linearGradient", {(25.1, 20): 25, (75, 20): 75}),
    ('linearGradient x1="100%" x2="0"', {(25.1, 20): 75}),
    ('linearGradient x2="0" y2="1"', {(20, 12.6): 25, (70, 12.6): 25}),
    ('linearGradient y1="1" x2="0"', {(20, 12.6): 75}),
    ('linearGradient gradientUnits="userSpaceOnUse" x1="20" x2="60"', {(10, 20): 0, (40.1, 20): 50, (70, 20): 100}),
    ('linearGradient gradientUnits="userSpaceOnUse" x1="20%" x2="60%"', {(10, 20): 0, (40.1, 20): 50, (70, 20): 100}),
    ('linearGradient gradientUnits="userSpaceOnUse"', {(50.1, 20): 50}),
    ('linearGradient gradientTransform="scale(.5 1)"', {(25.1, 20): 50, (60, 20): 100}),
    ("radialGradient", {(50.1, 25.1): 1, (75, 25.1): 50, (50.1, 37.5): 50, (97, 48): 100}),
    ('radialGradient cx="0" cy="0" r="1"', {(50, 0.1): 50, (0.1, 25): 50}),
    ('radialGradient cx="0" fx="0" cy="50%" r="1"', {(50, 25.1): 50}),
    ('radialGradient fr="25%"', {(50.1, 25.1): 0, (70, 25.1): 0, (87.5, 25.1): 50}),
    ('radialGradient fx="75%"', {(75.1, 25.1): 1, (50, 25.1): 33}),
    ('radialGradient fy="75%"', {(50.1, 37.6): 1, (50.1, 25): 33}),
    ('radialGradient gradientUnits="userSpaceOnUse" cx="20" cy="20" r="10"', {(20, 20.1): 2, (25, 20.1): 50,
                                                                              (31, 20): 100}),
    ('radialGradient gradientUnits="userSpaceOnUse" cx="20%" cy="20%" r="10%"', {(25, 20.1): 50, (31, 20): 100}),
])
def test_gradients_follow_their_attributes(gradient: str, expected: dict[tuple[float, float], float]) -> None:
    assert read_gradient(gradient, expected) == pytest.approx([*expected.values()], abs=2.5)


def test_focus_outside_the_circle_is_moved_inside() -> None:
    """At 0.99 of the radius the gradient is squeezed into what lies ahead of it, and runs slowly behind it."""
    sides = [(2.0, 25.1), (25, 25.1), (50.5, 25.1), (75, 25.1), (98, 25.1)]
    share = [(99.5 - x) / 99.5 for x, _ in sides]
    assert read_gradient('radialGradient cx=".5" r=".5" fx="3"', sides) == pytest.approx(
        [100 * one for one in share], abs=3)
    inner = read_gradient('radialGradient r=".5" fx="3" fr=".2"', sides)  # its circle touches the outer one
    assert inner[0] > inner[1] > inner[2]


def fill_of(stops: str, attributes: str = "", shape: str = "") -> svg_reader.Drawing:
    return read_svg(f'<linearGradient id="g">{stops}</linearGradient>'
                    f'<{shape or """rect width="50" height="50" """} fill="url(#g)" {attributes}/>')


def test_stops_have_their_colours_offsets_and_opacities() -> None:
    def ends(stops: str, attributes: str = "") -> tuple[int, int]:
        group = fill_of(stops, attributes).items[0]
        assert isinstance(group, Group)
        fills = [path.fill.red for path in group.items if isinstance(path, Path) and path.fill]
        return fills[0], fills[-1]

    black, white = '<stop stop-color="#000"/>', '<stop offset="1" style="stop-color:#fff"/>'
    assert ends(black + white) == (0, 255)
    assert ends('<stop/>' + white) == (0, 255)
    assert ends('<stop stop-opacity=".2"/>' + white) == (204, 255)
    assert ends('<stop stop-color="#00000080" stop-opacity=".4"/>' + white) == (204, 255)
    assert ends(black + white, 'fill-opacity=".2"') == (204, 255)
    assert ends(black + white, 'opacity=".5" fill-opacity=".4"') == (204, 255)
    back = fill_of('<stop offset=".8"/><stop offset=".2" stop-color="#fff"/>').items[0]  # no offset goes back
    assert isinstance(back, Group)
    assert {path.fill for path in back.items if isinstance(path, Path)} <= {Color(0, 0, 0), Color(255, 255, 255)} | {
        path.fill for path in back.items if isinstance(path, Path) and shapes.measure_bounds([path])[0] >= 39}


def test_one_stop_or_a_flat_shape_has_a_plain_colour() -> None:
    (plain,) = fill_of('<stop stop-color="#f00"/>').items
    assert isinstance(plain, Path)
    assert plain.fill == Color(255, 0, 0)
    two = '<stop stop-color="#f00"/><stop offset="1" stop-color="#fff"/>'
    for line in ('path d="M1 1H9" stroke="#000" ', 'path d="M1 1V9" stroke="#000" '):
        (flat,) = fill_of(two, shape=line).items
        assert isinstance(flat, Path)
        assert flat.fill == Color(255, 0, 0)
    assert len(fill_of(two, shape='path d="M0 0H9V1" ').items) == 2


def test_chain_of_references_has_at_most_eight_links() -> None:
    def chain(length: int) -> int:
        links = "".join(f'<linearGradient id="g{number}" href="#g{number + 1}"/>' for number in range(length - 1))
        drawings = read_svg(f'{links}<linearGradient id="g{length - 1}">{TWO}</linearGradient>'
                            '<rect width="9" height="9" fill="url(#g0)"/><rect width="1" height="1"/>')
        return len(drawings.items)

    assert (chain(8), chain(9)) == (3, 1)
