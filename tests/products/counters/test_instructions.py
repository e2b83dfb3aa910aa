"""Instructions at the foot of a sheet of pieces fit the pieces on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from helpers.counter_sheets import make_markers, walk_with_symbols
from helpers.pages import find_outlines, find_words, read_texts

from printshop.drawing import shapes
from printshop.drawing.display_list import BLACK, WHITE, Color, TextRun
from printshop.drawing.ink import Ink
from printshop.drawing.shapes import measure_outline
from printshop.layout.cutouts import DEFAULT_CUT, Cutout, CutoutBatch, PieceFold
from printshop.layout.duplex import BackMode
from printshop.layout.rectangles import Rect
from printshop.products.counters.instructions import draw_instructions, measure_instructions

if TYPE_CHECKING:
    from printshop.game.model import Game

RED = Color(200, 20, 20)


def test_instructions_match_the_pieces_of_the_page(iron_stars: Game) -> None:
    for only, message, unsaid in ((("momentum_britain",), "tick to tick", ("circle", "fold")),
                                  (("turn",), "circle", ("tick to tick", "fold")),
                                  (("initiative_britain",), "fold", ("circle", "tick to tick"))):
        [page] = make_markers(iron_stars, *only)
        words = " ".join(item.string for item, _ in walk_with_symbols(page.items) if isinstance(item, TextRun))
        assert message in words
        assert not any(word in words for word in unsaid)
        assert "to print on card" in words


def make_batch(count: int = 4, *, side: float = 60, back_mode: BackMode = BackMode.NONE, **form: Any) -> CutoutBatch:
    """Return a batch of red squares, or of other pieces."""
    items = (shapes.rect(0, 0, side, side, fill=RED),)
    back = items if back_mode is not BackMode.NONE else ()
    piece = Cutout("Piece", side, side, items, back=back, **form)
    return CutoutBatch("Pieces", "", (piece,) * count, cut=DEFAULT_CUT._replace(back_mode=back_mode))


FORMS = {
    "single": make_batch(),
    "round": make_batch(is_round=True),
    "outlined": make_batch(outline=shapes.rect(0, 0, 60, 60)),
    "tent": make_batch(folds=(PieceFold(15), PieceFold(30, ridge=True), PieceFold(45))),
    "folded pair": make_batch(folds=(PieceFold(30),)),
    "long edge": make_batch(back_mode=BackMode.LONG),
    "short edge": make_batch(back_mode=BackMode.SHORT),
    "halves": make_batch(back_mode=BackMode.FOLD),
}
BOX = Rect(30, 500, 500, 200)


@pytest.mark.parametrize("names", [(one,) for one in FORMS] + [("single", "tent"), ("tent", "folded pair"),
                                                              ("round", "outlined", "tent"), ("single", "long edge")],
                         ids=", ".join)
def test_instructions_are_inside_their_reserved_space(names: tuple[str, ...]) -> None:
    batches = [FORMS[name] for name in names]
    height = measure_instructions(batches)
    for item in find_outlines(draw_instructions(BOX._replace(height=height), batches)):
        left, top, right, bottom = measure_outline(item.segments)
        assert left >= BOX.x - 1
        assert right <= BOX.right + 1
        assert top >= BOX.y
        assert bottom <= BOX.y + height + 1


@pytest.mark.parametrize("name", FORMS)
def test_several_steps_are_numbered_from_one(name: str) -> None:
    texts = [word.text for word in find_words(draw_instructions(BOX, [FORMS[name]]))]
    numbers = [text for text in texts if text.isdecimal()]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert len(numbers) != 1


def test_no_pieces_need_no_instructions() -> None:
    assert measure_instructions([]) == 0
    assert draw_instructions(BOX, []) == ()


@pytest.mark.parametrize(("name", "message", "left_out"), [
    ("single", "", "Cut"), ("round", "", "Cut"), ("tent", "Glue the outer flap", "cut the strips out"),
    ("long edge", "flip on long edge", "ut along"), ("short edge", "flip on short edge", "ut along"),
    ("halves", "Score the fold", "ut along"),
])
def test_steps_of_cutting_are_omitted_for_a_machine(name: str, message: str, left_out: str) -> None:
    by_hand, by_machine = (" ".join(read_texts(draw_instructions(BOX, [FORMS[name]], by_hand=by_hand)))
                           for by_hand in (True, False))
    assert left_out in by_hand
    assert left_out not in by_machine
    assert message in by_hand
    assert message in by_machine
    assert draw_instructions(BOX, [FORMS[name]]) == draw_instructions(BOX, [FORMS[name]], by_hand=True)


def test_pictures_have_the_colour_of_the_pieces_except_in_black_ink() -> None:
    colours = {item.fill for item in find_outlines(draw_instructions(BOX, [FORMS["single"]]))}
    assert RED in colours
    black = {item.fill for item in find_outlines(draw_instructions(BOX, [FORMS["single"]], ink=Ink.BLACK))}
    assert black <= {None, BLACK, WHITE}
    assert WHITE in black


def test_separation_of_blocks_comes_before_that_of_rows() -> None:
    assert "whole rows first" in " ".join(read_texts(draw_instructions(BOX, [FORMS["single"]])))
    assert "blocks first" in " ".join(read_texts(draw_instructions(BOX, [FORMS["single"], make_batch(side=40)])))
