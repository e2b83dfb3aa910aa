"""The dump, and through it the sample page itself, is kept as a golden file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helpers import sample_page

from printshop.drawing import shapes as sh
from printshop.drawing.display_list import Document, Page, Symbol, SymbolUse
from printshop.drawing.geometry import Transform
from printshop.output import dump

if TYPE_CHECKING:
    from helpers.golden_files import Goldens


def test_sample_page_has_its_dump(golden: Goldens) -> None:
    golden.check("star", dump.render_dump(sample_page.document()))


def test_symbol_is_written_out_once_for_all_pages() -> None:
    dot, other = (Symbol("dot", (sh.rect(0, 0, 1, 1, fill=sample_page.RED),), (0, 0, 1, 1)) for _ in range(2))
    pages = (Page(10, 20, (SymbolUse(dot, Transform(e=1.23456)),)), Page(10, 20, (SymbolUse(dot), SymbolUse(other))))
    assert dump.render_dump(Document("dots", pages)) == (
        "document 'dots' by 'printshop' in en-GB\n"
        "page 1: 10 20\n"
        "  use 'dot' at 1.235 0\n"
        "    symbol 'dot' bounds 0 0 1 1\n"
        "      path fill #c81e1e nonzero: M 0 0 L 1 0 L 1 1 L 0 1 Z\n"
        "page 2: 10 20\n"
        "  use 'dot'\n"
        "  use 'dot' (2)\n"
        "    symbol 'dot' (2) bounds 0 0 1 1\n"
        "      path fill #c81e1e nonzero: M 0 0 L 1 0 L 1 1 L 0 1 Z\n"
    )
