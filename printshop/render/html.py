"""HTML: one file for a tablet or phone, with circles to touch and blanks to fill in; it works offline.

Each page is a picture (SVG) inside the file. The fields lie over it as HTML check boxes and inputs: they work with
touch, mouse and keys, and with screen readers. Marks are kept in the browser, under a key made from the document's
fields, and can be saved to a file and loaded again.
"""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from printshop.render import Options, number, svg
from printshop.render.fields import Field, Names

if TYPE_CHECKING:
    from printshop.drawing.items import Document, Page

_POLICY = "default-src 'none'; img-src data:; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'"


def written(document: Document, options: Options) -> Iterator[str]:
    """Yield the content of the file; see `printshop.render.Format`."""
    yield to_text(document, options)


def to_text(document: Document, options: Options | None = None) -> str:
    """Return the document as an HTML file. Raises ValueError if an item breaks the rules of its module."""
    pages = tuple(document.pages)
    names, pictures = Names(), svg.written(replace(document, pages=pages), options or Options())
    fields = [[*names.of(page)] for page in pages]
    counts = Counter((field.record, field.name) for page in fields for field in page)
    known = hashlib.sha256("\n".join((document.title, *(field.key for page in fields for field in page))).encode())
    sheets = "\n".join(_sheet(place, page, picture, found, counts) for place, (page, picture, found) in enumerate(
        zip(pages, pictures, fields, strict=True), 1))
    folder = files("printshop.render")
    style, script = ((folder / f"sheet.{kind}").read_text(encoding="utf-8") for kind in ("css", "js"))
    digests = (base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for part in (style, script))
    width, height = (max(side) for side in zip(*((page.width, page.height) for page in pages), strict=True))
    return (folder / "sheet.html").read_text(encoding="utf-8").format(
        language=escape(document.language, quote=True), policy=_POLICY.format(*digests), style=style, script=script,
        title=escape(document.title), key=known.hexdigest()[:16], sheets=sheets,
        size=f"{svg.millimetres(width)}mm {svg.millimetres(height)}mm",
        links="".join(f'<a href="#page{place}">{escape(_called(page) or str(place))}</a>'
                      for place, page in enumerate(pages, 1)))


def _called(page: Page) -> str:
    """Return the text of the link to a page: "Records" on the first page of these, else its code."""
    return next((mark.title.partition(":")[0] for mark in page.bookmarks if mark.level == 0), page.label)


def _sheet(place: int, page: Page, picture: str, fields: list[Field], counts: Counter[tuple[str, str]]) -> str:
    data = base64.b64encode(picture.encode()).decode()
    label = escape(page.label or str(place), quote=True)
    inner = "\n".join(_field(field, page, counts[field.record, field.name]) for field in fields)
    return (f'<section id="page{place}" aria-label="page {label}" data-width="{number(page.width)}" '
            f'data-height="{number(page.height)}"><img alt="page {label}" src="data:image/svg+xml;base64,{data}">\n'
            f"{inner}</section>")


def _field(field: Field, page: Page, count: int) -> str:
    place = " ".join(number(value, 3) for value in field.within(page))
    named = f'data-key="{escape(field.key, quote=True)}" data-at="{place}"'
    if field.kind == "text":
        return f'<input type="text" {named} aria-label="{escape(f"{field.record}, note {field.number}", quote=True)}">'
    label = escape(f"{field.record}, {field.name or 'mark'} {field.number} of {count}", quote=True)
    kind, came = (f"{field.kind} came", " checked") if field.filled else (field.kind, "")
    return f'<input type="checkbox" class="{kind}" {named} aria-label="{label}"{came}>'
