"""HTML: one file that works offline on a tablet or phone.

Users touch circles and fill in blanks. Each page is an SVG picture inside the file. HTML check boxes and text inputs
lie over the picture, and work with touch, mouse, keyboard and screen readers. The browser stores the marks under a key,
which is made from the title and the fields of the document. Users can save the marks to a file and load this file
again.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from printshop.drawing.geometry import merge_bounds
from printshop.drawing.shapes import measure_bounds
from printshop.output import OutputOptions, format_number, svg
from printshop.output.data_addresses import make_data_address
from printshop.output.form_fields import NO_LABEL, FieldNumbering, FormField

if TYPE_CHECKING:
    from printshop.drawing.display_list import Document, Page
    from printshop.drawing.geometry import Bounds

_POLICY = "default-src 'none'; img-src data:; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'"


def make_html_files(document: Document, options: OutputOptions) -> Iterator[str]:
    """Yield the content of the file; see `printshop.output.FileFormat`."""
    yield render_html(document, options)


def render_html(document: Document, options: OutputOptions | None = None) -> str:
    """Return the document as an HTML file.

    Raises ValueError if an item breaks the rules of `printshop.drawing.display_list`.
    """
    pages = tuple(document.pages)
    names, pictures = FieldNumbering(), svg.make_svg_files(replace(document, pages=pages), options or OutputOptions())
    fields, frames = [], []
    for page in pages:
        fields.append([*names.list_fields(page)])
        frames.append(_measure_records(names, page))
    counts = Counter((field.record, field.name) for page in fields for field in page)
    keys = (f"{field.key}{' marked' * field.is_marked}" for page in fields for field in page)
    digest = hashlib.sha256("\n".join((document.title, *keys)).encode())
    sheets = "\n".join(_render_sheet(page_number, page, picture, page_fields, page_frames, counts) for page_number,
                       (page, picture, page_fields, page_frames) in enumerate(
        zip(pages, pictures, fields, frames, strict=True), 1))
    folder = files("printshop.output")
    style, script = ((folder / f"sheet.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    digests = (base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script))
    width, height = (max(side) for side in zip(*((page.width, page.height) for page in pages), strict=True))
    return (folder / "sheet.html").read_text(encoding="utf-8").format(
        language=escape(document.language, quote=True), policy=_POLICY.format(*digests), style=style, script=script,
        title=escape(document.title), key=digest.hexdigest()[:16], sheets=sheets,
        marks=escape(options.marks if options else "", quote=True),
        size=f"{svg.format_millimetres(width)}mm {svg.format_millimetres(height)}mm",
        links="".join(f'<a href="#page{place}">{escape(words)}</a>'
                      for place, words in enumerate(_list_link_texts(pages), 1)))


def _list_link_texts(pages: tuple[Page, ...]) -> list[str]:
    """Return the text of the link to each page: its first top-level bookmark up to a colon, such as "Records".

    If several pages begin alike, return the part after the colon. If a page has no such bookmark, return its label.
    """
    parts = [next((mark.title.partition(": ") for mark in page.bookmarks if mark.level == 0), (page.label, "", ""))
             for page in pages]
    counts = Counter(part[0] for part in parts)
    return [(after if counts[before] > 1 and after else before) or str(number)
            for number, (before, _, after) in enumerate(parts, 1)]


def _measure_records(names: FieldNumbering, page: Page) -> dict[str, list[float]]:
    """Return left, top, right and bottom of each record of the page, in percent of the page.

    A record within another record, which is a row of it, is as wide as the other record.
    """
    frames: dict[str, Bounds] = {}
    outer_left = outer_right = 0.0
    for name, group, place, is_within in names.record_groups:
        try:
            left, top, right, bottom = place.map_bounds(measure_bounds(group.items, with_strokes=False))
        except ValueError:  # nothing is drawn
            continue
        if is_within:
            left, right = outer_left, outer_right
        else:
            outer_left, outer_right = left, right
        frame = left, top, right, bottom
        frames[name] = merge_bounds((frames[name], frame)) if name in frames else frame
    sizes = page.width, page.height, page.width, page.height
    return {name: [round(100 * value / size, 3) for value, size in zip(frame, sizes, strict=True)]
            for name, frame in frames.items()}


def _render_sheet(page_number: int, page: Page, picture: str, fields: list[FormField],
                  frames: dict[str, list[float]], counts: Counter[tuple[str, str]]) -> str:
    label = escape(page.label or str(page_number), quote=True)
    inner = "\n".join(_render_field(field, page, counts[field.record, field.name]) for field in fields)
    return (f'<section id="page{page_number}" aria-label="page {label}" '
            f'data-label="{escape(page.label or NO_LABEL, quote=True)}" data-width="{format_number(page.width)}" '
            f'data-height="{format_number(page.height)}" data-records="{escape(json.dumps(frames), quote=True)}">'
            f'<img alt="page {label}" src="{make_data_address("image/svg+xml", picture.encode())}">\n'
            f"{inner}</section>")


def _render_field(field: FormField, page: Page, count: int) -> str:
    position = " ".join(format_number(value, 3) for value in field.measure_percentages(page))
    attributes = f'data-key="{escape(field.key, quote=True)}" data-at="{position}"'
    if field.kind == "text":
        label = escape(f"{field.record}, note {field.number}", quote=True)
        return f'<input type="text" {attributes} placeholder=" " aria-label="{label}">'
    label = escape(f"{field.record}, {field.name or 'mark'} {field.number} of {count}", quote=True)
    kind, checked = (f"{field.kind} came", " checked") if field.is_marked else (field.kind, "")
    return f'<input type="checkbox" class="{kind}" {attributes} aria-label="{label}"{checked}>'
