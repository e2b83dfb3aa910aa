"""What a press wants to find in a PDF file besides its pages: a standard's names, the output condition, metadata.

The file names its output condition as the ICC's registry does and holds no profile. It follows the standard's rules as
far as they are known here; nobody has certified it.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pikepdf import Pdf

    from printshop.drawing.items import Document
    from printshop.render.press import Press

REGISTRY = "http://www.color.org"
DATE = "2000-01-01T00:00:00+00:00"  # as in the file's information: the same input gives the same bytes


def finished(data: bytes, document: Document, press: Press) -> bytes:
    """Return a PDF file with all that the press asks for."""
    import pikepdf

    made = BytesIO()
    with pikepdf.open(BytesIO(data)) as pdf:
        if not press.links:
            for key in ("/Outlines", "/PageMode"):
                if key in pdf.Root:
                    del pdf.Root[key]
        pdf.docinfo["/Trapped"] = pikepdf.Name("/False")
        for key, value in press.marks.items():
            pdf.docinfo[f"/{key}"] = value
        if press.condition:
            pdf.Root.OutputIntents = _intent(press)
        _describe(pdf, document, press)
        pdf.save(made, force_version=press.version, object_stream_mode=pikepdf.ObjectStreamMode.disable,
                 deterministic_id=True)
    return made.getvalue()


def _intent(press: Press) -> object:
    from pikepdf import Array, Dictionary, Name

    assert press.condition
    return Array([Dictionary(
        Type=Name("/OutputIntent"), S=Name("/GTS_PDFX"), OutputConditionIdentifier=press.condition.name,
        OutputCondition=press.condition.title or press.condition.name, RegistryName=REGISTRY,
        Info=press.condition.title or press.condition.name)])


def _describe(pdf: Pdf, document: Document, press: Press) -> None:
    """Say in XMP what the file's information says."""
    said = {"dc:title": document.title, "dc:creator": [document.author], "dc:format": "application/pdf",
            "xmp:CreatorTool": "printshop", "xmp:CreateDate": DATE, "xmp:ModifyDate": DATE,
            "pdf:Producer": str(pdf.docinfo.get("/Producer", "")), "pdf:Trapped": "False"}
    said |= {f"pdfx:{key}": value for key, value in press.marks.items()}
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        for key, value in said.items():
            metadata[key] = value
