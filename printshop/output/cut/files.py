"""Files for cutting machines: SVG, DXF (for programs that cannot read SVG) and pictures of the printed fronts.

SVG and DXF files have a layer for each step. A layer has plain lines in the colour of the step and contains every
edge only once. One unit is a millimetre.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path as File

from printshop.drawing.clipping import flatten_outlines
from printshop.drawing.display_list import Document, Item, Page, PageLayer
from printshop.files import AtomicWrite
from printshop.lengths import MM
from printshop.output import FORMATS, OutputOptions, format_number
from printshop.output.cut import CUT_STEPS, STEP_LABELS, Cutter
from printshop.output.cut.paths import find_page_marks, list_printed_items, plan_page
from printshop.output.cut.registration import draw_registration_marks
from printshop.output.svg import SvgContent, SvgDefinitions, format_millimetres
from printshop.problems import make_error

FRONT_SUFFIX = "-front"
"""The text before the page number in the names of the pictures of printed fronts."""

DXF_VERSION = "R2010"
"""The version of DXF: old enough for every program, and new enough for colours outside AutoCAD's palette."""

_DECIMALS = 4  # decimals of a millimetre
_AUTOCAD_COLORS = {1: (255, 0, 0), 2: (255, 255, 0), 3: (0, 255, 0), 4: (0, 255, 255), 5: (0, 0, 255), 6: (255, 0, 255),
                   7: (0, 0, 0), 30: (255, 127, 0)}  # AutoCAD's numbers, for programs without true colours


def make_cut_svg_files(document: Document, options: OutputOptions) -> Iterator[str]:
    """Yield one SVG file for each page, written for `options.cutter`; see `printshop.output.FileFormat`."""
    assert options.cutter
    for page_number, page in enumerate(document.pages, 1):
        yield render_cut_svg(page, f"{document.title} – {page.label or page_number}", options.cutter, options.fit_page)


def make_cut_dxf_files(document: Document, options: OutputOptions) -> Iterator[str]:
    """Yield one DXF file for each page, written for `options.cutter`; see `printshop.output.FileFormat`."""
    assert options.cutter
    for page in document.pages:
        yield render_cut_dxf(page, options.cutter)


def _has_front(page: Page) -> bool:
    """Return whether a page is both printed and cut. Engraved pages are not printed."""
    marks = find_page_marks(page.items)
    return bool(marks.cuts and not marks.engraved)


def write_fronts(document: Document, target: File, delivery: AtomicWrite, options: OutputOptions,
                 suffix: str) -> Iterator[File]:
    """Write the pictures of printed fronts that are not in the cutter's files, and yield their paths.

    `suffix` is the suffix of the cutter's files. If there are no such files, `suffix` is "". Each page that is cut,
    and its back, gets a picture with the size and the number of the page. Pages with engraved pieces get no picture.
    Only the print is corrected for the printer; cuts have their true size.
    """
    from printshop.output import png

    cutter = options.cutter
    assert cutter
    if cutter.front == "picture" or (cutter.front == "layer" and suffix != ".svg"):
        previous_has_front, names = False, FORMATS["png"].list_names(document,
                                                                     target.with_name(target.name + FRONT_SUFFIX))
        for page, file in zip(document.pages, names, strict=False):
            has_front = _has_front(page)
            # SVG and DXF share pictures
            if (has_front or (previous_has_front and document.duplex)) and file not in delivery.list_targets():
                items = list_printed_items(page.items)
                if cutter.marks and has_front:
                    items += draw_registration_marks(page.width, page.height, cutter.marks)
                print_page = replace(options.fit_page(replace(page, items=items)), links=())
                (picture,) = png.make_png_files(replace(document, pages=(print_page,)), options)
                delivery.add_file(file).write_bytes(picture)
                yield file
            previous_has_front = has_front
    if options.notes and options.scale != (1.0, 1.0) and suffix and (
            cutter.front == "none" or not any(map(_has_front, document.pages))):
        options.notes.add("--printer corrects only pages with print: engravings, and cuts on pages without print, stay "
                          "unchanged")


def render_cut_svg(page: Page, title: str, cutter: Cutter, fit_page: Callable[[Page], Page] = lambda page: page) -> str:
    """Return a page as an SVG file for a cutter.

    If the cutter has nothing to do, return "". The file has the size of the page. Its description states the size that
    the cuts must have after import, because programs that assume 72 dots per inch enlarge the cuts by a third.
    """
    plan = plan_page(page, cutter)
    if not plan.steps:
        return ""
    layers: list[tuple[str, tuple[Item, ...]]] = [(STEP_LABELS[step], plan.steps.get(step, ())) for step in CUT_STEPS]
    if cutter.front == "layer" and not plan.steps.keys() & {"engrave", "lines"}:
        layers.insert(0, (PageLayer.PRINT.value, list_printed_items(fit_page(page).items)))
    content = SvgContent(SvgDefinitions())
    for name, items in layers:
        if items:
            content.draw_layer(name, items)
    size = format_millimetres(page.width), format_millimetres(page.height)
    sentences = [f"Page {size[0]} x {size[1]} mm."]
    if "cut" in plan.steps:
        left, top, right, bottom = (round(edge / MM, 2) for edge in plan.bounds)
        sentences.append(f"All cuts together measure {format_number(right - left, 2)} x "
                         f"{format_number(bottom - top, 2)} mm.")
    if plan.size_check:
        width, height = (round((plan.size_check[end] - plan.size_check[end - 2]) / MM) for end in (2, 3))
        sentences.append(f"The box on the layer 'size check' measures {width} x {height} mm: measure it, then hide it.")
    if cutter.kerf:
        sentences.append(f"Made for a kerf of {format_millimetres(cutter.kerf)} mm"
                         + ("; pieces that share cuts become smaller by the kerf." if plan.has_shared_cuts else "."))
    return content.format_file(title, " ".join(sentences), size)


def render_cut_dxf(page: Page, cutter: Cutter) -> str:
    """Return a page as a DXF file.

    If the cutter has nothing to do, return "". The y axis points up, and the origin is the lower left corner of the
    page. All lines are polylines of straight pieces, as close to curves as the outlines of `flatten_outlines`. Printed
    content is not in the file, but in the pictures of fronts. Raises PrintshopError if the package ezdxf is not
    installed.
    """
    steps = plan_page(page, cutter).steps
    if not steps:
        return ""
    try:
        from ezdxf import units
        from ezdxf._options import options
        from ezdxf.filemanagement import new
    except ImportError as error:
        raise make_error("DXF files need the package ezdxf, which is not installed",
                         terminal_hint="install the package: pip install \"printshop[dxf]\", or pip install ezdxf"
                         ) from error
    old_option, options.write_fixed_meta_data_for_testing = options.write_fixed_meta_data_for_testing, True
    try:  # without this option, files contain a date and a random number, and are not reproducible
        drawing = new(DXF_VERSION, units=units.MM)
        space = drawing.modelspace()
        for step in CUT_STEPS:
            if not steps.get(step):
                continue
            color = cutter.colors[step]
            layer = drawing.layers.add(STEP_LABELS[step], color=min(_AUTOCAD_COLORS, key=lambda index: sum(
                (channel - target) ** 2 for channel, target in zip(_AUTOCAD_COLORS[index], color, strict=True))))
            layer.rgb = color
            for contour in (contour for path in steps[step] for contour in flatten_outlines(path.segments)):
                points = [(round(x / MM, _DECIMALS), round((page.height - y) / MM, _DECIMALS)) for x,
                          y in contour.points]
                # No point twice in a row: some programs fail on sides without length.
                previous_points = [points[-1] if contour.closed else None, *points]
                space.add_lwpolyline([point for point,
                                      previous in zip(points, previous_points, strict=False) if point != previous],
                                     close=contour.closed, dxfattribs={"layer": STEP_LABELS[step]})
        drawing.header["$EXTMIN"] = (0.0, 0.0, 0.0)
        drawing.header["$EXTMAX"] = (page.width / MM, page.height / MM, 0.0)
        stream = StringIO()
        drawing.write(stream)
    finally:
        options.write_fixed_meta_data_for_testing = old_option
    return stream.getvalue()
