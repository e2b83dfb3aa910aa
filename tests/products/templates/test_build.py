"""Templates on their sheets: words stay on their template, nothing is scaled, and what does not fit is reported."""

from __future__ import annotations

import math
import shutil
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.pages import find_outlines, find_words
from helpers.paths import TOY
from helpers.problems import catch_problems
from helpers.template_pages import load_altered, make_sheets

from printshop.drawing.display_list import Group, Item, PageLayer
from printshop.drawing.shapes import measure_outline
from printshop.load_game import read_game

if TYPE_CHECKING:

    from printshop.game.model import Game


def cuts(items: tuple[Item, ...]) -> list[tuple[float, float, float, float]]:
    """The pieces of a page: the bounds of each edge that is cut."""
    (edges,) = [item for item in items if isinstance(item, Group) and item.layer is PageLayer.CUT]
    return [measure_outline(path.segments) for path in find_outlines((edges,))]


# --- on the display list


@pytest.mark.parametrize(("radius", "angles"), [("88 mm", (60, 45, 30)), ("60 mm", (15,)), ("60 mm", (10, 5)),
                                                ("70 mm", tuple(range(15, 91, 15)))])
def test_turns_by_small_angles_have_all_their_words(tmp_path: Path, radius: str, angles: tuple[int, ...]) -> None:
    """Along every ray stands who may turn so far; words keep clear of one another."""
    target = tmp_path / "toy"
    shutil.copytree(TOY, target)
    rows = ", ".join(f"row {k}: [{angle}]" for k, angle in enumerate(angles))
    (target / "templates.yaml").write_text(f"wheel: {{kind: turning, title: Wheel, radius: {radius}, moments: [now], "
                                           f"rows: {{{rows}}}}}\n", encoding="utf-8")
    (page,) = make_sheets(read_game(target), "wheel")
    words = [word.text for word in find_words(page.items)]
    assert [words.count(f"{angle}°") for angle in angles] == [1] * len(angles)
    assert {"Wheel", "BOW", *(f"row {k}" for k in range(len(angles)))} <= {word.strip() for word in words}
    places = sorted((word.x, word.y) for word in find_words(page.items) if word.text.startswith("row"))
    assert all(math.dist(one, two) > 6 for one, two in pairwise(places))


def test_words_are_inside_their_piece(iron_stars: Game, toy: Game) -> None:
    for page in (*make_sheets(iron_stars), *make_sheets(toy)):
        last = next(k for k, item in enumerate(page.items) if isinstance(item, Group) and item.layer is PageLayer.CUT)
        edges = cuts(page.items)
        pieces = page.items[last - len(edges) : last]
        for piece, (left, top, right, bottom) in zip(pieces, edges, strict=True):
            for word in find_words((piece,)):
                assert left < word.x < right
                assert top < word.y < bottom
                assert word.size >= 5


def catch_template_problems(game: Game, *only: str) -> list[tuple[str, str]]:
    problems = catch_problems(make_sheets, game, *only)
    result = problems
    assert all(problem.span is None or problem.span.file.endswith("templates.yaml") for problem in result)
    return [(problem.message, problem.hint) for problem in result]


ROOM = "universal paper has room for only 184 x 241 mm (7.24 x 9.48 in)"
LARGER = "a template is never scaled down: make the template smaller, or choose larger paper with --paper"


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("width: 15 mm", "width: 9 in",
     "'Sling S1' is 209 x 229 mm (8.23 x 9.00 in): " + ROOM, LARGER),
    ("ticks: 10 mm", "ticks: 40 cm",
     "'Sling' is 400 x 15 mm (15.75 x 0.59 in): " + ROOM, LARGER),
    ("label: snout", "label: " + "proboscis" * 8,
     "template 'Snouts': '" + "PROBOSCIS" * 8 + "' does not fit on the piece",
     "make the piece larger, or shorten the words"),
    ("radius: 55 mm", "radius: 15 mm", "template 'Pirouette': 'before heavy' does not fit on the piece",
     "make the piece larger, or shorten the words"),
    ("radius: 55 mm", "radius: 9000 ft",
     ("'Pirouette' is 2743200 x 5486400 mm (108000.00 x 216000.00 in): the piece needs 370034379 sheets of universal "
      "paper, but at most 400 are allowed"), LARGER),
    ("label: near", "label: 龍",
     "template 'Sling': no available font has '龍' (U+9F8D)",
     "add a font with the missing characters: write fonts: [FILE.ttf] in the game's file, or use --font FILE"),
])  # fmt: skip
def test_fit_problem_is_a_problem(old: str, new: str, message: str, hint: str, tmp_path: Path) -> None:
    assert catch_template_problems(load_altered(tmp_path, old, new)) == [(message, hint)]


def test_pieces_with_tabs_and_round_pieces_do_not_touch(iron_stars: Game) -> None:
    *_, page = make_sheets(iron_stars)  # on card: nothing but sticks, some of them in pieces
    lying = sorted(cuts(page.items))
    beside = [(one, other) for one, other in pairwise(lying) if other[0] > one[0] + 1]
    assert len(beside) >= 4
    assert all(other[0] - one[2] > 5 for one, other in beside)
    for film in make_sheets(iron_stars)[:-1]:
        for one, other in combinations(cuts(film.items), 2):
            across = max(one[0], other[0]) - min(one[2], other[2])
            down = max(one[1], other[1]) - min(one[3], other[3])
            assert max(across, down) > 5 or across < -5 > down  # apart, or one within the other
