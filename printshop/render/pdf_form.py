"""The AcroForm of a fillable PDF file: check boxes at circles, text fields at blanks.

Unmarked fields draw nothing: the file prints like one without a form. Names are those of `printshop.render.fields`,
with raised dots, because a dot in PDF separates levels of names.
"""

from __future__ import annotations

from printshop.drawing.items import Page
from printshop.render import Memo, number
from printshop.render.fields import Field, Names
from printshop.render.pdf_objects import Objects

PRINTED, SEVERAL_LINES = 4, 4096  # flags of an annotation and of a text field
HIGH = 26.0  # points: a higher field has several lines
LARGEST, SHARE = 11.0, 0.68  # maximum size of typed text, in points and as a share of the field's height
_CURVE = 0.5523  # length of the control handles of a quarter circle of radius 1


class Form:
    """The fields of a file, added page by page."""

    def __init__(self, objects: Objects) -> None:
        self._objects, self._names, self._all = objects, Names(), list[str]()
        self._marks: Memo[tuple[str, float, float], tuple[str, str]] = Memo(lambda key: self._drawn(*key))

    def widgets(self, page: Page, page_reference: str) -> tuple[str, ...]:
        """Write the fields of the next page and return their references; marks that are printed filled get none."""
        made = tuple(self._objects.add(self._widget(field, page, page_reference))
                     for field in self._names.of(page) if not field.filled)
        self._all += made
        return made

    def finished(self) -> str:
        """Return the dictionary of the form, "" without fields."""
        if not self._all:
            return ""
        font = self._objects.add("<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>")
        return (f"<</Fields [{' '.join(self._all)}] /DA (/Helv 0 Tf 0 g) /DR <</Font <</Helv {font}>>>>>>")

    def _widget(self, field: Field, page: Page, page_reference: str) -> str:
        low = page.height - field.y - field.height
        rect = " ".join(map(number, (field.x, low, field.x + field.width, low + field.height)))
        said = f"{field.record}: {field.name or 'note'} {field.number}"
        head = (f"/Type /Annot /Subtype /Widget /Rect [{rect}] /P {page_reference} /F {PRINTED} "
                f"/T {_string(field.key.replace('.', '·'))} /TU {_string(said)}")
        if field.kind == "text":
            size = number(min(LARGEST, SHARE * min(field.height, HIGH)), 1)
            flags = SEVERAL_LINES if field.height > HIGH else 0
            return f"<<{head} /FT /Tx /Ff {flags} /DA (/Helv {size} Tf 0 g)>>"
        marked, bare = self._marks[field.kind, round(field.width, 2), round(field.height, 2)]
        return f"<<{head} /FT /Btn /V /Off /AS /Off /MK <<>> /AP <</N <</On {marked} /Off {bare}>>>>>>"

    def _drawn(self, kind: str, width: float, height: float) -> tuple[str, str]:
        """Return references to the drawings of a marked and an unmarked field."""
        head = f"/Type /XObject /Subtype /Form /BBox [0 0 {number(width)} {number(height)}]"
        if kind == "step":  # crossed out: its text stays legible
            wide, high = number(width), number(height)
            shape = f"0 G 1.2 w 0 0 m {wide} {high} l 0 {high} m {wide} 0 l S"
        elif kind == "box":
            shape = f"0 0 {number(width)} {number(height)} re f"
        else:
            x, y = width / 2, height / 2
            across, up = _CURVE * x, _CURVE * y
            points = ((2 * x, y), (2 * x, y + up, x + across, 2 * y, x, 2 * y), (x - across, 2 * y, 0, y + up, 0, y),
                      (0, y - up, x - across, 0, x, 0), (x + across, 0, 2 * x, y - up, 2 * x, y))
            start, *curves = (" ".join(map(number, point)) for point in points)
            shape = f"{start} m {' '.join(f'{curve} c' for curve in curves)} f"
        return self._objects.stream(f"0 g {shape}".encode(), head), self._objects.stream(b"", head)


def _string(text: str) -> str:
    """Return a text as a PDF string (UTF-16), in any script."""
    return f"<feff{text.encode('utf-16-be').hex()}>"
