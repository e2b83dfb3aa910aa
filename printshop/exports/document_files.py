"""A document as one file: files of single pages come in a zip."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from printshop.drawing.display_list import Document
from printshop.exports.images import ImageView, Rasterize, request_picture
from printshop.files import make_zip
from printshop.output import FORMATS, OutputOptions

ZIP = "application/zip"
MEDIA_TYPES = {"pdf": "application/pdf", "html": "text/html; charset=utf-8", "svg": ZIP, "png": ZIP}
"""The media types of files, by format."""


def make_document_file(kind: str, document: Document, title: str, rasterize: Rasterize, options: OutputOptions
                       ) -> tuple[str, str, bytes]:
    """Return a document in one of the formats `MEDIA_TYPES`: the file's name, its media type, and its bytes."""
    form = FORMATS[kind]
    if kind == "png":  # the site has its page draw pixels
        document = replace(document, pages=tuple(document.pages))
        requests = (request_picture(ImageView(page.width, page.height, page.items), options.dpi)
                    for page in document.pages)
        names = (path.name for path in form.list_names(document, Path("page")))
        return f"{title}-png.zip", ZIP, make_zip(zip(names, rasterize(requests), strict=False))
    files = [(path.name, data) for path, data in form.make_files(document, Path("page"), options)]
    if form.file_per_page:
        return f"{title}-{kind}.zip", ZIP, make_zip(files)
    return f"{title}{form.suffix}", MEDIA_TYPES[kind], files[0][1]
