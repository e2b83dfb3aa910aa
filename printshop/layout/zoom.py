"""Large print: pages laid out on smaller paper, and enlarged to the real paper."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from printshop.drawing.display_list import Document, Group, Link, Page, PageStream
from printshop.drawing.geometry import Transform
from printshop.layout.rectangles import Paper

ZOOM = 1.4
"""The factor of large print: type of 8.5 pt becomes 12 pt, and circles of 3.4 mm become 4.8 mm."""


def shrink_paper(paper: Paper, zoom: float = ZOOM) -> Paper:
    """Return the paper that has the size of `paper` after it is enlarged."""
    return replace(paper, width=paper.width / zoom, height=paper.height / zoom, margin=paper.margin / zoom)


def enlarge_document(document: Document, zoom: float = ZOOM) -> Document:
    """Return a document with all pages enlarged.

    Pages that are made while they are read stay so.
    """
    pages = document.pages
    if isinstance(pages, tuple):
        return replace(document, pages=tuple(enlarge_page(page, zoom) for page in pages))
    return replace(document, pages=PageStream(lambda: map(partial(enlarge_page, zoom=zoom), pages)))


def enlarge_page(page: Page, zoom: float = ZOOM) -> Page:
    """Return a page with everything on it enlarged, its size included.

    Only pages without true-scale pieces may be enlarged: their rulers would be wrong.
    """
    if zoom == 1:
        return page
    bleed = None if page.vertical_bleed is None else page.vertical_bleed * zoom
    return replace(page, width=page.width * zoom, height=page.height * zoom, bleed=page.bleed * zoom,
                   vertical_bleed=bleed, items=(Group(page.items, Transform(a=zoom, d=zoom)),),
                   links=tuple(Link(link.x * zoom, link.y * zoom, link.width * zoom, link.height * zoom, link.target)
                               for link in page.links))
