"""Small PDF and SVG files that would take gigabytes and hours to measure."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import pikepdf
from pikepdf import Array, Dictionary, Name

if TYPE_CHECKING:
    from pathlib import Path

MANY = 1_000_000


def _drawing(content: bytes, filters: object = Name.FlateDecode) -> pikepdf.Pdf:
    pdf = pikepdf.new()
    page = pdf.add_blank_page(page_size=(100, 100))
    page.obj.Contents = pdf.make_stream(b"")
    page.obj.Contents.write(zlib.compress(content, 1), filter=filters)
    page.obj.Resources = Dictionary(XObject=Dictionary(), ColorSpace=Dictionary(), Properties=Dictionary())
    return pdf


def _twice() -> pikepdf.Pdf:
    opened = _drawing(b"")
    inner = zlib.compress(b"0 g " * MANY * 8, 9)
    opened.pages[0].obj.Contents.write(zlib.compress(inner, 9), filter=Array([Name.FlateDecode, Name.FlateDecode]))
    return opened


def _picture() -> pikepdf.Pdf:
    opened = _drawing(b"q 9 0 0 9 0 0 cm /I Do Q " * 20)
    picture = opened.make_stream(b"", Type=Name.XObject, Subtype=Name.Image, ColorSpace=Name.DeviceCMYK,
                                 BitsPerComponent=8, Width=20_000, Height=1_000)
    picture.write(zlib.compress(bytes(80_000_000), 1), filter=Name.FlateDecode)
    opened.pages[0].obj.Resources.XObject.I = picture
    return opened


def _forms() -> pikepdf.Pdf:
    """Return a file with forms that each draw all other forms, at different sizes."""
    opened = _drawing(b"/F0 Do")
    names = [f"/F{number}" for number in range(30)]
    content = b" ".join(b"q 1.%d 0 0 1 0 0 cm %s Do Q" % (place, name.encode()) for place, name in enumerate(names))
    forms = [opened.make_stream(content, Dictionary(Type=Name.XObject, Subtype=Name.Form, BBox=Array([0, 0, 9, 9])))
             for _ in names]
    shared = Dictionary(dict(zip(names, forms, strict=True)))
    for form in forms:
        form.Resources = Dictionary(XObject=shared)
    opened.pages[0].obj.Resources.XObject.F0 = forms[0]
    return opened


def _space() -> pikepdf.Pdf:
    opened = _drawing(b"/S cs 0 sc")
    opened.pages[0].obj.Resources.ColorSpace.S = Array([Name.Indexed, Name.S, 1, pikepdf.String("aa")])
    own = opened.make_indirect(Array([Name.Indexed, 0, 1, pikepdf.String("aa")]))
    own[1] = own
    opened.pages[0].obj.Resources.ColorSpace.S = own
    return opened


def _guides() -> pikepdf.Pdf:
    lines = b"".join(b"0 %d.%02d m 300 %d.%02d l S " % (2 * (y // 100,  y % 100)) for y in range(20_000))
    longer = lines.replace(b"300", b"304.8")
    opened = _drawing(b"/OC /g BDC " + lines + longer + b"EMC")
    opened.pages[0].obj.Resources.Properties.g = Dictionary(Name=pikepdf.String("guide"))
    return opened


def _pages() -> pikepdf.Pdf:
    opened = _drawing(b"0 g")
    opened.Root.Pages.Kids = Array([opened.pages[0].obj] * 150_000)
    return opened


def _endless() -> bytes:
    """Return a file of streams without ends: the search for each end goes through the rest of the file."""
    parts, places = [b"%PDF-1.7\n"], []
    for content in (b"/Type/Catalog/Pages 2 0 R", b"/Type/Pages/Count 1/Kids[3 0 R]",
                    b"/Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<<>>",
                    *[b"/Filter/FlateDecode/Length 9"] * 900):
        places.append(sum(map(len, parts)))
        parts.append(b"%d 0 obj<<%s>>%s\nendobj\n" % (len(places), content, b"stream\nx\n" * (len(places) > 3)))
    parts.append(b" " * MANY * 20)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    parts.append(b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(places) + 1, table, len(places) + 1, sum(map(len, parts))))
    return b"".join(parts)


PDFS = {
    "operators": lambda: _drawing(b"0 g " * MANY),
    "an array": lambda: _drawing(b"[" + b"1 " * MANY * 4 + b"] 0 d S"),
    "arrays in arrays": lambda: _drawing(b"[" * MANY * 2),
    "q": lambda: _drawing(b"q " * 3_000_000),
    "marks": lambda: _drawing(b"/OC /g BDC " * 1_000_000),
    "strings": lambda: _drawing(b"(" * MANY * 2),
    "hexadecimal strings": lambda: _drawing(b"<" * MANY * 2),
    "an inline picture": lambda: _drawing(b"BI ID " * MANY),
    "packed twice": _twice,
    "a picture": _picture,
    "forms": _forms,
    "a colour space that is made of itself": _space,
    "guides": _guides,
    "pages": _pages,
}
HEAD = ('<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="i" width="9mm" height="9mm" viewBox="0 0 9 9">'
        '<g inkscape:label="guide">')
LINES = "".join(f"M0 {y / 1000}H{{0}}" for y in range(12_000))
SVGS = {
    "lines": f'<path d="{LINES.format(100)}{LINES.format(101.6)}"/>',
    "a path": f'<path d="M0 0{"l1 1" * MANY}"/>',
    "labels": "".join(f'<g inkscape:label="{number}"/>' for number in range(100_000)),
    "a transform": f'<g transform="{" " * 250_000}!"/>',
    "transforms": "".join(f'<g transform="{"scale(1)" * 1_000}{number}"/>' for number in range(500)),
    "elements": "<g/>" * MANY * 2,
    "words": "</g><desc>" + "\n&#10;" * MANY + "</desc><g>",
}


def write(folder: Path) -> list[Path]:
    """Write all hostile files, and return their paths."""
    for name, make in PDFS.items():
        with make() as opened:
            opened.save(folder / f"{name}.pdf")
    more = " ".join(f"a{number} CDATA 'x'" for number in range(100_000))
    (folder / "a document type.svg").write_text(f"<!DOCTYPE svg [<!ATTLIST g {more}>]><svg>{'<g/>' * 1_000}</svg>")
    (folder / "endless streams.pdf").write_bytes(_endless())
    for name, body in SVGS.items():
        (folder / f"{name}.svg").write_text(f"{HEAD}{body}</g></svg>", encoding="utf-8")
    return sorted(folder.iterdir())
