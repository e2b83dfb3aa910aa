"""Discs: the number of their strokes is limited, and those larger than the paper come in parts."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.pages import find_outlines, find_words
from helpers.template_pages import load_altered, make_sheets

from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_outline
from printshop.layout.rectangles import Rect
from printshop.lengths import INCH, MM, parse_length
from printshop.products.templates.discs import MAX_STROKES, DiscTemplate
from printshop.products.templates.template import TemplateSheet
from printshop.words import load_words


@pytest.mark.parametrize(("old", "new", "name", "size"), [
    ("Deep: 2 1/2 in", "Deep: 12 in", "Puddle Deep", 12 * INCH),
    ("diameter: 90 mm", "diameter: 250 mm", "Gaze", 250 * MM),
    ("radius: 55 mm", "radius: 130 mm", "Pirouette", 260 * MM),
])
def test_round_pieces_larger_than_the_paper_are_divided(old: str, new: str, name: str, size: float, tmp_path: Path
                                                        ) -> None:
    """Every sheet shows all of the piece through its own window; together they show it once, with its words."""
    parts = f"{name}, sheet ", f"{name}, upper half", f"{name}, lower half"
    result = [page for page in make_sheets(load_altered(tmp_path, old, new))
              if any(part in word.text for part in parts for word in find_words(page.items))]
    assert len(result) >= 2
    for page in result:
        results = [measure_outline(path.segments) for path in find_outlines(page.items)]
        assert any(bottom - top == pytest.approx(size) for _, top, _, bottom in results)


@pytest.mark.parametrize(("size", "notes"), [
    ("3 in", ()), ("1000 in", ("Line of sight", "and range")), ("20000 in", ()),
    ("100000 in", ("Line of sight", "and range"))])
def test_disc_of_any_size_has_a_limited_number_of_strokes(size: str, notes: tuple[str, ...]) -> None:
    template = DiscTemplate(title="Area", discs=(("a", parse_length(size)),), notes=notes)
    (piece,) = template.draw_pieces(TemplateSheet(Rect(0, 0, 500, 700), Ink.COLOUR, load_words()))
    assert sum(len(path.segments) for path in find_outlines(piece.items)) <= 2 * MAX_STROKES + 100
