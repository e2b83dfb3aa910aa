"""Discs: the number of their strokes is limited, and those larger than the paper come in parts."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words
from helpers.paths import TOY
from helpers.toy_game import open_game

from printshop.drawing.ink import Ink
from printshop.drawing.items import Page
from printshop.drawing.shapes import outline_bounds
from printshop.game.model import Words
from printshop.job import Request, Settings
from printshop.layout.boxes import PAPERS, Box, Paper
from printshop.loading import load
from printshop.products.templates import templates
from printshop.templates.discs import MOST_STROKES, DiscTemplate
from printshop.templates.template import Sheet
from printshop.units import INCH, MM, parse_length

if TYPE_CHECKING:

    from printshop.game.model import Game



@pytest.fixture(scope="module")
def game() -> Game:
    return open_game("iron_stars")


def sheets(game: Game, *only: str, ink: Ink = Ink.COLOUR, paper: Paper = PAPERS["universal"]) -> list[Page]:
    return list(templates.build(game, Request(only=only), Settings(paper, ink)).pages)


# --- what cannot be printed

def altered(folder: Path, old: str, new: str) -> Game:
    target = folder / "toy"
    shutil.copytree(TOY, target)
    text = (target / "templates.yaml").read_text(encoding="utf-8")
    assert old in text
    (target / "templates.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return load(target)


@pytest.mark.parametrize(("old", "new", "name", "size"), [
    ("Deep: 2 1/2 in", "Deep: 12 in", "Puddle Deep", 12 * INCH),
    ("diameter: 90 mm", "diameter: 250 mm", "Gaze", 250 * MM),
    ("radius: 55 mm", "radius: 130 mm", "Pirouette", 260 * MM),
])
def test_round_pieces_larger_than_the_paper_come_in_pieces(old: str, new: str, name: str, size: float, tmp_path: Path
                                                           ) -> None:
    """Every sheet shows all of the piece through its own window; together they show it once, with its words."""
    parts = f"{name}, sheet ", f"{name}, upper half", f"{name}, lower half"
    made = [page for page in sheets(altered(tmp_path, old, new))
            if any(part in word.text for part in parts for word in find_words(page.items))]
    assert len(made) >= 2
    for page in made:
        found = [outline_bounds(path.segments) for path in find_outlines(page.items)]
        assert any(bottom - top == pytest.approx(size) for _, top, _, bottom in found)


@pytest.mark.parametrize("notes", [(), ("Line of sight", "and range")])
@pytest.mark.parametrize("size", ["3 in", "1000 in", "20000 in", "100000 in"])
def test_a_disc_of_any_size_has_a_limited_number_of_strokes(size: str, notes: tuple[str, ...]) -> None:
    template = DiscTemplate(title="Area", discs=(("a", parse_length(size)),), notes=notes)
    (piece,) = template.pieces(Sheet(Box(0, 0, 500, 700), Ink.COLOUR, Words()))
    assert sum(len(path.segments) for path in find_outlines(piece.items)) <= 2 * MOST_STROKES + 100
