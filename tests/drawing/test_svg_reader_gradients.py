"""Gradients of SVG drawings: bands of colour beside a browser's picture, limits, masks of white shapes."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from helpers import images
from helpers.drawings import read_svg
from hypothesis import given
from hypothesis import strategies as st

from printshop.drawing import artwork, shapes, svg_reader
from printshop.drawing.display_list import Color, Document, Group, Page, Path
from printshop.drawing.geometry import Transform
from printshop.drawing.svg_reader import MAX_BANDS, MAX_CHANNEL_STEP, MAX_REPETITIONS, Gradient, make_gradient_bands
from printshop.output import pdf

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
def test_they_look_as_another_program_draws_them() -> None:
    """Every pixel is within a few levels of what resvg has there or near it: at edges PDFium softens less."""
    bodies = [drawing(*ways, SHAPES[place % 3], f"g{place}")
              for place, ways in enumerate(itertools.product(KINDS, SPREADS, (TWO, THREE)))]
    places = [(number % 6 * 100, number // 6 * 100) for number in range(len(bodies))]
    sheet = "".join(f'<g transform="translate({x} {y})">{body}</g>'
                    for (x, y), body in zip(places, bodies, strict=True))
    theirs = images.draw_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="600" '
                             f'height="400">{sheet}</svg>', dpi=192).astype(int)
    items = tuple(artwork.place_picture(read_svg(body), (x, y, 100, 100)) for (x, y),
                  body in zip(places, bodies, strict=True))
    ours = images.draw_pdf(pdf.render_pdf(Document("gradients", (Page(600, 400, items),))), dpi=144).astype(int)
    around = np.stack([np.roll(theirs, (down, across), (0, 1))
                       for down in range(-2, 3) for across in range(-2, 3)])
    off = np.maximum(around.min(axis=0) - ours, ours - around.max(axis=0)).max(axis=2)
    assert np.count_nonzero(off > 5) <= 0.001 * off.size
    assert np.count_nonzero(off > 40) <= 0.0001 * off.size


@pytest.mark.slow
@given(first=st.tuples(*[st.integers(0, 255)] * 3), last=st.tuples(*[st.integers(0, 255)] * 3),
       angle=st.floats(0, 360), spread=st.sampled_from(SPREADS), round_=st.booleans())
def test_neighbouring_bands_are_hardly_told_apart(first: tuple[int, int, int], last: tuple[int, int, int], angle: float,
                                                  spread: str, round_: bool) -> None:
    end = (math.cos(math.radians(angle)), math.sin(math.radians(angle)))
    points = ((0.0, 0.0), (0.0, 0.0)) if round_ else ((0.0, 0.0), end)
    gradient = Gradient(((0.0, Color(*first)), (1.0, Color(*last))), points, (0.0, 1.0) if round_ else None, spread,
                        Transform())
    drawn = make_gradient_bands(gradient, (-0.7, -0.7, 0.7, 0.7))
    colors = [path.fill for path in drawn]
    assert all(color is not None for color in colors)
    jumps = [max(abs(a - b) for a, b in zip(one, other, strict=True))
             for one, other in itertools.pairwise(colors) if one and other]
    ends = 2 if spread == "repeat" else 0  # where it begins again
    assert max(sorted(jumps)[:len(jumps) - ends], default=0) <= MAX_CHANNEL_STEP + 1
    left, top, right, bottom = shapes.measure_bounds(drawn)
    assert (left, top) <= (-0.699, -0.699)
    assert (right, bottom) >= (0.699, 0.699)


@pytest.mark.parametrize(("body", "warning"), [
    (drawing(KINDS[0], "pad", TWO.replace("#1f77b4", "#1f77b4\" stop-opacity=\".5"), SHAPES[0]),
     "line 2: transparency is replaced by a paler colour"),
    (drawing('linearGradient x1="0" x2=".001"', "repeat", TWO, SHAPES[0]),
     f"line 2: a gradient is left out: more than {MAX_REPETITIONS} repetitions"),
    (drawing(KINDS[0], "pad", TWO * (svg_reader.MAX_STOPS // 2 + 1), SHAPES[0]),
     f"line 2: a gradient is left out: more than {svg_reader.MAX_STOPS} stops"),
    (drawing('linearGradient x1="0" x2=".03"', "repeat",
             "".join(f'<stop offset="{number / 90}" stop-color="{"#000" if number % 2 else "#fff"}"/>'
                     for number in range(90)), SHAPES[0]),
     f"line 2: a gradient is left out: more than {MAX_BANDS:,} bands of plain colour are needed"),
])
def test_what_of_them_is_left_out_is_said(body: str, warning: str) -> None:
    assert warning in read_svg(body).warnings


def test_gradients_take_what_they_lack_from_others_and_not_for_ever() -> None:
    heir = read_svg(f'<linearGradient id="a" x2="0" y2="1">{TWO}</linearGradient><linearGradient id="g" href="#a"/>'
                    '<rect width="10" height="10" fill="url(#g)"/>')
    own = read_svg(drawing('linearGradient x2="0" y2="1"', "pad", TWO, '<rect width="10" height="10" {}/>'))
    assert heir.items == own.items
    loop = read_svg('<linearGradient id="g" href="#h"/><linearGradient id="h" href="#g"/>'
                    '<rect width="9" height="9" fill="url(#g)"/><rect width="2" height="2"/>')
    assert len(loop.items) == 1  # of one without colours nothing is drawn


def test_what_is_cut_out_is_the_shape_and_not_its_bands() -> None:
    outline = shapes.find_silhouette(read_svg(drawing(KINDS[0], "pad", TWO, SHAPES[2])).items)
    assert outline
    assert shapes.measure_outline(outline.segments) == pytest.approx((-1.26, 5.68, 87.37, 97.21), abs=0.01)


@pytest.mark.parametrize(("inside", "shown"), [
    ('<rect x="20" y="20" width="30" height="30" fill="#fff"/>', True), ('<rect width="9" height="9"/>', False),
    ('<rect width="9" height="9" fill="#fff" opacity=".5"/>', False), ('<text fill="#fff">x</text>', False),
])
def test_masks_of_white_shapes_are_clips(inside: str, shown: bool) -> None:
    masked = read_svg(f'<mask id="m">{inside}</mask><rect width="90" height="90" mask="url(#m)"/>')
    (item,) = masked.items
    if shown:
        assert isinstance(item, Group)
        assert shapes.measure_bounds(masked.items) == (20, 20, 50, 50)
    else:
        assert isinstance(item, Path)
        assert "line 2: an unsupported mask is left out: the whole shape is drawn" in masked.warnings
