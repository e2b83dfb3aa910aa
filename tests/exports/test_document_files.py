"""A document becomes one file, or a zip with the files of its pages."""

from __future__ import annotations

import io
import zipfile

from helpers import sample_page

from printshop.exports.document_files import MEDIA_TYPES, ZIP, make_document_file
from printshop.exports.images import rasterize_with_pdfium
from printshop.output import OutputOptions


def test_each_format_is_one_file_with_its_media_type() -> None:
    starts = {"pdf": b"%PDF", "html": b"<!", "svg": b"PK", "png": b"PK"}
    for kind, media in MEDIA_TYPES.items():
        name, media_type, data = make_document_file(kind, sample_page.document(), "sample", rasterize_with_pdfium,
                                                    OutputOptions(dpi=20))
        assert (media_type, data[:len(starts[kind])]) == (media, starts[kind])
        assert name == (f"sample-{kind}.zip" if media == ZIP else f"sample.{kind}")
        if media == ZIP:
            with zipfile.ZipFile(io.BytesIO(data)) as pages:
                assert all(one.endswith(f".{kind}") for one in pages.namelist())
                assert pages.namelist()
