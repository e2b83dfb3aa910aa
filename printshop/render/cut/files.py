"""Files for cutting machines: SVG, DXF for programs that cannot read SVG, and pictures of the printed fronts.

SVG and DXF have a layer for each step, with plain lines in its colour and every edge once; one unit is a millimetre.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path as File

from printshop.drawing.clipping import contours_of
from printshop.drawing.items import Document, Item, Layer, Page
from printshop.files import Delivery
from printshop.problems import failure
from printshop.render import FORMATS, Options, number
from printshop.render.cut import LABELS, STEPS, Cutter
from printshop.render.cut.plan import find, printed, whole
from printshop.render.svg import Content, Library, millimetres
from printshop.units import MM

FRONT = "-front"
"""End of the names of pictures of fronts, before the page number."""

VERSION = "R2010"
"""Version of DXF: old enough for every program, new enough for colours outside AutoCAD's palette."""

_PLACES = 4  # decimals of a millimetre
_PALETTE = {1: (255, 0, 0), 2: (255, 255, 0), 3: (0, 255, 0), 4: (0, 255, 255), 5: (0, 0, 255), 6: (255, 0, 255),
            7: (0, 0, 0), 30: (255, 127, 0)}  # AutoCAD's numbers, for programs without true colours


def as_svg(document: Document, options: Options) -> Iterator[str]:
    """Yield an SVG file for `options.cutter` for each page; see `printshop.render.Format`."""
    assert options.cutter
    for place, page in enumerate(document.pages, 1):
        yield to_svg(page, f"{document.title} – {page.label or place}", options.cutter, options.fitted)


def as_dxf(document: Document, options: Options) -> Iterator[str]:
    """Yield a DXF file for `options.cutter` for each page; see `printshop.render.Format`."""
    assert options.cutter
    for page in document.pages:
        yield to_dxf(page, options.cutter)


def _has_front(page: Page) -> bool:
    """Return whether a page is both printed and cut: engraved pages are not printed."""
    drawn = find(page.items)
    return bool(drawn.cuts and not drawn.engraved)


def write_fronts(document: Document, target: File, delivery: Delivery, options: Options,
                 suffix: str) -> Iterator[File]:
    """Write pictures of printed fronts that are not in the cutter's files; `suffix` is of these, "" if there are none.

    There is one for each page that is cut, and for its back, of the size of the page, with its number; none for
    engraved pieces. Only the print is corrected for the printer: cuts have their true size.
    """
    from printshop.render import png

    cutter = options.cutter
    assert cutter
    if cutter.front == "picture" or (cutter.front == "layer" and suffix != ".svg"):
        before, names = False, FORMATS["png"].names(document, target.with_name(target.name + FRONT))
        for page, file in zip(document.pages, names, strict=False):
            front = _has_front(page)
            if (front or (before and document.duplex)) and file not in delivery.targets():  # SVG and DXF share pictures
                shown = replace(page, items=printed(options.fitted(page).items), links=())
                (picture,) = png.written(replace(document, pages=(shown,)), options)
                delivery.place(file).write_bytes(picture)
                yield file
            before = front
    if options.notes and options.scale != (1.0, 1.0) and suffix and (
            cutter.front == "none" or not any(map(_has_front, document.pages))):
        options.notes.say("--printer does not change what a machine engraves, or cuts without print")


def to_svg(page: Page, title: str, cutter: Cutter, fitted: Callable[[Page], Page] = lambda page: page) -> str:
    """Return a page as an SVG file for a cutter, "" if the cutter has nothing to do.

    The file has the size of the page. Its description gives the size that the cuts must have after import: programs
    that assume 72 dots an inch make them a third larger.
    """
    plan = whole(page, cutter)
    if not plan.steps:
        return ""
    layers: list[tuple[str, tuple[Item, ...]]] = [(LABELS[step], plan.steps.get(step, ())) for step in STEPS]
    if cutter.front == "layer" and not plan.steps.keys() & {"engrave", "lines"}:
        layers.insert(0, (Layer.PRINT.value, printed(fitted(page).items)))
    content = Content(Library())
    for name, items in layers:
        if items:
            content.layer(name, items)
    size = millimetres(page.width), millimetres(page.height)
    sentences = [f"Page {size[0]} x {size[1]} mm."]
    if "cut" in plan.steps:
        left, top, right, bottom = (round(edge / MM, 2) for edge in plan.bounds)
        sentences.append(f"What is cut measures {number(right - left, 2)} x {number(bottom - top, 2)} mm.")
    if plan.square:
        width, height = (round((plan.square[end] - plan.square[end - 2]) / MM) for end in (2, 3))
        sentences.append(f"The box on the layer 'size check' measures {width} x {height} mm: measure it, then hide it.")
    if cutter.kerf:
        sentences.append(f"Made for a kerf of {millimetres(cutter.kerf)} mm"
                         + ("; pieces that share cuts come out smaller by it." if plan.shared else "."))
    return content.file(title, " ".join(sentences), size)


def to_dxf(page: Page, cutter: Cutter) -> str:
    """Return a page as a DXF file, "" if the cutter has nothing to do. Raises PrintshopError without ezdxf.

    y goes up, and the origin is the lower left corner of the page. All lines are polylines of straight pieces, as close
    to curves as those of `contours_of`. Printed content is in the pictures.
    """
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
    try:  # without this option, files contain a date and a random number, and are not reproducible
        drawing = new(VERSION, units=units.MM)
        space = drawing.modelspace()
        for step in STEPS:
            if not steps.get(step):
                continue
            color = cutter.colors[step]
            layer = drawing.layers.add(LABELS[step], color=min(_PALETTE, key=lambda index: sum(
                (one - other) ** 2 for one, other in zip(_PALETTE[index], color, strict=True))))
            layer.rgb = color
            for contour in (contour for path in steps[step] for contour in contours_of(path.segments)):
                points = [(round(x / MM, _PLACES), round((page.height - y) / MM, _PLACES)) for x, y in contour.points]
                # No point twice in a row: some programs fail on sides without length.
                before = [points[-1] if contour.closed else None, *points]
                space.add_lwpolyline([point for point, last in zip(points, before, strict=False) if point != last],
                                     close=contour.closed, dxfattribs={"layer": LABELS[step]})
        drawing.header["$EXTMIN"] = (0.0, 0.0, 0.0)
        drawing.header["$EXTMAX"] = (page.width / MM, page.height / MM, 0.0)
        stream = StringIO()
        drawing.write(stream)
    finally:
        options.write_fixed_meta_data_for_testing = fixed
    return stream.getvalue()
