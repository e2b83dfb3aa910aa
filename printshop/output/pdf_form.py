"""The AcroForm of a fillable PDF file, with check boxes at circles and text fields at blanks.

If a field is not marked, it draws nothing, so that the file prints like a file without a form. The names of fields
come from `printshop.output.form_fields`, with raised dots instead of dots, because a dot in PDF separates levels of
names.
"""

from __future__ import annotations

from collections.abc import Mapping

from printshop.drawing.display_list import Page
from printshop.output import BoundedCache, format_number
from printshop.output.form_fields import FieldNumbering, FormField
from printshop.output.pdf_objects import PdfObjects

PRINT_FLAG, MULTILINE_FLAG = 4, 4096  # flags of an annotation and of a text field
MULTILINE_HEIGHT = 26.0  # points: a higher field has several lines
# maximum size of typed text, in points and as a share of the field's height
MAX_TEXT_SIZE, TEXT_HEIGHT_SHARE = 11.0, 0.68
_HANDLE_LENGTH = 0.5523  # length of the control handles of a quarter circle of radius 1


class PdfForm:
    """The form fields of a file, which are added page by page."""

    def __init__(self, objects: PdfObjects, texts: Mapping[str, object]) -> None:
        """`texts` are the texts of blanks at the start, by the keys of their fields."""
        self._objects, self._numbering, self._references, self._texts = objects, FieldNumbering(), list[str](), texts
        self._drawings: BoundedCache[tuple[str, float, float],
                                     tuple[str, str]] = BoundedCache(lambda key: self._write_drawings(*key))

    def add_page(self, page: Page, page_reference: str) -> tuple[str, ...]:
        """Write the fields of the next page and return their references.

        Marks that are already filled in on the printed page get no field.
        """
        references = tuple(self._objects.write_object(self._format_widget(field, page, page_reference))
                           for field in self._numbering.list_fields(page) if not field.is_marked)
        self._references += references
        return references

    def format_dictionary(self) -> str:
        """Return the dictionary of the form. If there are no fields, return ""."""
        if not self._references:
            return ""
        font = self._objects.write_object("<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding "
                                          "/WinAnsiEncoding>>")
        return (f"<</Fields [{' '.join(self._references)}] /DA (/Helv 0 Tf 0 g) "
                f"{'/NeedAppearances true ' if self._texts else ''}/DR <</Font <</Helv {font}>>>>>>")

    def _format_widget(self, field: FormField, page: Page, page_reference: str) -> str:
        bottom = page.height - field.y - field.height
        rect = " ".join(map(format_number, (field.x, bottom, field.x + field.width, bottom + field.height)))
        description = f"{field.record}: {field.name or 'note'} {field.number}"
        head = (f"/Type /Annot /Subtype /Widget /Rect [{rect}] /P {page_reference} /F {PRINT_FLAG} "
                f"/T {_format_pdf_string(field.key.replace('.', '·'))} /TU {_format_pdf_string(description)}")
        if field.kind == "text":
            size = format_number(min(MAX_TEXT_SIZE, TEXT_HEIGHT_SHARE * min(field.height, MULTILINE_HEIGHT)), 1)
            flags = MULTILINE_FLAG if field.height > MULTILINE_HEIGHT else 0
            words = self._texts.get(field.key)
            head += f" /V {_format_pdf_string(words)}" if isinstance(words, str) else ""
            return f"<<{head} /FT /Tx /Ff {flags} /DA (/Helv {size} Tf 0 g)>>"
        marked, unmarked = self._drawings[field.kind, round(field.width, 2), round(field.height, 2)]
        return f"<<{head} /FT /Btn /V /Off /AS /Off /MK <<>> /AP <</N <</On {marked} /Off {unmarked}>>>>>>"

    def _write_drawings(self, kind: str, width: float, height: float) -> tuple[str, str]:
        """Return references to the drawings of a marked and an unmarked field."""
        head = f"/Type /XObject /Subtype /Form /BBox [0 0 {format_number(width)} {format_number(height)}]"
        if kind == "step":  # crossed out: its text stays legible
            width_text, height_text = format_number(width), format_number(height)
            shape = f"0 G 1.2 w 0 0 m {width_text} {height_text} l 0 {height_text} m {width_text} 0 l S"
        elif kind == "box":
            shape = f"0 0 {format_number(width)} {format_number(height)} re f"
        else:
            x, y = width / 2, height / 2
            handle_x, handle_y = _HANDLE_LENGTH * x, _HANDLE_LENGTH * y
            points = ((2 * x, y), (2 * x, y + handle_y, x + handle_x, 2 * y, x, 2 * y),
                      (x - handle_x, 2 * y, 0, y + handle_y, 0, y),
                      (0, y - handle_y, x - handle_x, 0, x, 0), (x + handle_x, 0, 2 * x, y - handle_y, 2 * x, y))
            start, *curves = (" ".join(map(format_number, point)) for point in points)
            shape = f"{start} m {' '.join(f'{curve} c' for curve in curves)} f"
        return self._objects.write_stream(f"0 g {shape}".encode(), head), self._objects.write_stream(b"", head)


def _format_pdf_string(text: str) -> str:
    """Return a text in any script as a PDF string (UTF-16)."""
    return f"<feff{text.encode('utf-16-be').hex()}>"
