"""The user's own fonts in written files: embedded, as wide as in the layout, searchable."""

from __future__ import annotations

import base64
import io
import re
from typing import TYPE_CHECKING

import pdfplumber
import pikepdf
import pytest
from fontTools.ttLib import TTFont
from helpers import sample_fonts
from helpers.images import count_stray, draw_pdf, draw_svg

from printshop.drawing import fonts, text
from printshop.drawing.display_list import Document, Group, Page, Symbol, SymbolUse
from printshop.output import OutputOptions, pdf, svg

if TYPE_CHECKING:
    from pathlib import Path

WORDS = "HMS 大和 **武蔵** 、日本 é"


@pytest.fixture(params=[False, True], ids=["glyf", "cff"])
def page(tmp_path: Path, request: pytest.FixtureRequest) -> Page:
    chain = (*fonts.read_face_names(sample_fonts.write(tmp_path / "a.ttf", cubic=request.param)),
             *fonts.read_face_names(sample_fonts.write(tmp_path / "b.ttf", bold=True, cubic=request.param)))
    with fonts.use_user_fonts(chain):
        words = text.set_line(WORDS, text.Style("serif", 12), 20, 40)
        within = text.set_line("春風大", text.Style("sans", 9, tracking=1.5), 0, 0)
    symbol = Symbol("s", within, (0, -10, 50, 5))
    return Page(260, 120, (*words, Group((SymbolUse(symbol),), clip=None), SymbolUse(symbol)), label="1")


def make_two_pages(page: Page) -> Document:
    return Document("大和", (page, page))


def test_fonts_are_embedded_and_the_text_can_be_searched(page: Page, tmp_path: Path) -> None:
    data = pdf.render_pdf(make_two_pages(page))
    with pdfplumber.open(io.BytesIO(data)) as file:
        chars = [char for char in file.pages[0].chars if char["text"] in sample_fonts.SIGNS]
        assert "".join(char["text"] for char in chars) == "大和武蔵、日本春風大春風大"
        assert file.pages[0].extract_text(x_tolerance=2).replace(" ", "").count("大和武蔵、日本") == 1
        unit = {item.string: (item.x, item.width) for item in page.items if hasattr(item, "string")}
        assert chars[0]["x0"] == pytest.approx(unit["大和"][0], abs=0.01)
        assert chars[1]["x1"] == pytest.approx(sum(unit["大和"]), abs=0.01)
    with pikepdf.open(io.BytesIO(data)) as file:
        assert not file.check_pdf_syntax()
        wide = [thing for thing in file.objects if isinstance(thing, pikepdf.Dictionary)
                and thing.get("/Subtype") == "/CIDFontType2"]
        assert sorted(str(one.BaseFont)[8:] for one in wide) == ["Signs-Bold", "Signs-Regular"]
        assert len({str(one.BaseFont)[:8] for one in wide}) == 2
        for one in wide:
            embedded = TTFont(io.BytesIO(one.FontDescriptor.FontFile2.read_bytes()))
            assert embedded["maxp"].numGlyphs == {"/Signs-Bold": 3}.get("/" + str(one.BaseFont)[8:], 8)
            assert [float(width) for width in one.W[1]] == [1000] * (embedded["maxp"].numGlyphs - 1)


@pytest.mark.parametrize("how", ["outline", "flat"])
def test_svg_looks_like_the_pdf(page: Page, how: str) -> None:
    mine = draw_pdf(pdf.render_pdf(Document("t", (page,))))
    theirs = draw_svg(svg.render_svg(page, "t", OutputOptions(text=how)))  # type: ignore[arg-type]
    assert count_stray(mine, theirs) + count_stray(theirs, mine) == 0


def test_live_text_embeds_the_letters_in_use(page: Page) -> None:
    result = svg.render_svg(page, "t", OutputOptions(text="live"))
    rules = re.findall(r"@font-face\{font-family:printshop-Signs-(\w+);src:url\(data:font/ttf;base64,([^)]*)\);"
                       r"unicode-range:U\+(\w+)\}", result)
    assert sorted((face, chr(int(code, 16))) for face, _, code in rules) == sorted(
        [("Regular", char) for char in "大和、日本春風"] + [("Bold", char) for char in "武蔵"])
    for _, data, code in rules:
        assert {*TTFont(io.BytesIO(base64.b64decode(data))).getBestCmap()} == {int(code, 16)}
    assert "font-synthesis:none" in result
    assert "大和" in result
