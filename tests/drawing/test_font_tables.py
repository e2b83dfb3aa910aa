"""The metrics of font files: those that fontTools reads."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from printshop.drawing import fonts
from printshop.drawing.font_tables import read_font_metrics

FOLDER = Path(fonts.__file__).parent.parent / "fonts"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ttf")), ids=lambda path: path.stem)
def test_metrics_are_those_that_font_tools_reads(path: Path) -> None:
    data = path.read_bytes()
    metrics, file = read_font_metrics(data), TTFont(BytesIO(data), lazy=True)
    glyphs, widths, outlines = file.getBestCmap(), file["hmtx"].metrics, file["glyf"]
    assert metrics.advances == {chr(code): widths[glyph][0] for code, glyph in glyphs.items()}
    assert metrics[:5] == (file["head"].unitsPerEm, file["OS/2"].sTypoAscender, file["OS/2"].sTypoDescender,
                           *(outlines[glyphs[ord(char)]].yMax for char in "Hx"))
