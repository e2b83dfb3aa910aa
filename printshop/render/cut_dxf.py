"""DXF for machines that cut, for programs that read no SVG: a layer for every step, every edge once.

One unit is a millimetre, y goes up, and the origin is the lower left corner of the page. Everything is a polyline of
straight pieces, which lie no farther off a curve than those of `svg_clip`. What is printed is in the pictures.
"""

from __future__ import annotations

from io import StringIO
from typing import TYPE_CHECKING

from printshop.problems import failure
from printshop.render.cut_plan import whole
from printshop.render.cut_svg import written
from printshop.render.cutter import LABELS, STEPS
from printshop.render.svg_clip import contours_of
from printshop.units import MM

if TYPE_CHECKING:
    from pathlib import Path as File

    from printshop.drawing.geometry import Point
    from printshop.drawing.items import Color, Document, Page
    from printshop.files import Delivery
    from printshop.render import Options
    from printshop.render.cutter import Cutter
    from printshop.render.svg_clip import Contour

VERSION = "R2010"
"""Old enough for every program, new enough for colours that are not of AutoCAD's palette."""

_PLACES = 4  # decimals of a millimetre
_PALETTE = {1: (255, 0, 0), 2: (255, 255, 0), 3: (0, 255, 0), 4: (0, 255, 255), 5: (0, 0, 255), 6: (255, 0, 255),
            7: (0, 0, 0), 30: (255, 127, 0)}  # for programs that know no others


def to_text(page: Page, cutter: Cutter) -> str:
    """Return a page as a DXF file, "" if there is nothing to do for a cutter. Raises PrintshopError without ezdxf."""
    steps = whole(page, cutter).steps
    if not steps:
        return ""
    try:
        from ezdxf import units
        from ezdxf._options import options
        from ezdxf.filemanagement import new
    except ImportError as error:
        raise failure("DXF needs the package ezdxf, which is not there",
                      'install it: pip install "printshop[dxf]", or pip install ezdxf') from error
    fixed, options.write_fixed_meta_data_for_testing = options.write_fixed_meta_data_for_testing, True
    try:  # the same page is the same file: without it there are a date and a number in it that nobody needs
        drawing = new(VERSION, units=units.MM)
        space = drawing.modelspace()
        for step in STEPS:
            if not steps.get(step):
                continue
            layer = drawing.layers.add(LABELS[step], color=_nearest(cutter.colors[step]))
            layer.rgb = cutter.colors[step]
            for contour in (contour for path in steps[step] for contour in contours_of(path.segments)):
                space.add_lwpolyline(_points(contour, page.height), close=contour.closed,
                                     dxfattribs={"layer": LABELS[step]})
        drawing.header["$EXTMIN"] = (0.0, 0.0, 0.0)
        drawing.header["$EXTMAX"] = (page.width / MM, page.height / MM, 0.0)
        stream = StringIO()
        drawing.write(stream)
    finally:
        options.write_fixed_meta_data_for_testing = fixed
    return stream.getvalue()


def _points(contour: Contour, high: float) -> list[Point]:
    """Return the corners of an outline, none twice in a row: some programs trip over a side without length."""
    points = [(round(x / MM, _PLACES), round((high - y) / MM, _PLACES)) for x, y in contour.points]
    before = [points[-1] if contour.closed else None, *points]
    return [point for point, last in zip(points, before, strict=False) if point != last]


def _nearest(color: Color) -> int:
    return min(_PALETTE, key=lambda index: sum((one - other) ** 2
                                               for one, other in zip(_PALETTE[index], color, strict=True)))


def write(document: Document, target: File, delivery: Delivery, options: Options) -> tuple[File, ...]:
    """Write what `options.cutter` does of a document; see `printshop.render.Format.write`."""
    cutter = options.cutter
    assert cutter
    return written(document, target, delivery, options, ".dxf", lambda page, _: to_text(page, cutter))
