"""Templates: what follows from a game's bases and words, sticks in pieces; nothing is ever scaled."""

from __future__ import annotations

import math
import shutil
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from placed import outlines, words
from toys import opened

from printshop.drawing.ink import Ink
from printshop.drawing.items import Group, Item, Layer, Line, Move, Page, Text
from printshop.drawing.shapes import outline_bounds
from printshop.game.model import Words
from printshop.job import Request, Settings
from printshop.layout.boxes import PAPERS, Box, Paper
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.products.templates import templates
from printshop.templates import TEMPLATES
from printshop.templates.discs import MOST_STROKES, DiscTemplate
from printshop.templates.sticks import StickTemplate
from printshop.templates.strips import TAB, Band
from printshop.templates.template import Sheet
from printshop.units import INCH, MM, POINTS_PER, Length, parse_length

if TYPE_CHECKING:

    from printshop.game.model import Game

TOY = Path(__file__).parent.parent / "games" / "toy"


@pytest.fixture(scope="module")
def game() -> Game:
    return opened("iron_stars")


def sheets(game: Game, *only: str, ink: Ink = Ink.COLOUR, paper: Paper = PAPERS["universal"]) -> list[Page]:
    return list(templates.build(game, Request(only=only), Settings(paper, ink)).pages)


def cuts(items: tuple[Item, ...]) -> list[tuple[float, float, float, float]]:
    """The pieces of a page: the bounds of each edge that is cut."""
    (edges,) = [item for item in items if isinstance(item, Group) and item.layer is Layer.CUT]
    return [outline_bounds(path.segments) for path in outlines((edges,))]


def straight(items: tuple[Item, ...]) -> list[tuple[Move, Line, float]]:
    """The single straight lines of a page with their widths."""
    return [(one, two, path.stroke.width) for path in outlines(items) if path.stroke and len(path.segments) == 2
            for one, two in [path.segments] if isinstance(one, Move) and isinstance(two, Line)]


# --- on the display list


@pytest.mark.parametrize(("radius", "angles"), [("88 mm", (60, 45, 30)), ("60 mm", (15,)), ("60 mm", (10, 5)),
                                                ("70 mm", tuple(range(15, 91, 15)))])
def test_turning_by_small_angles_has_all_its_words(tmp_path: Path, radius: str, angles: tuple[int, ...]) -> None:
    """Along every ray stands who may turn so far; words keep clear of one another."""
    target = tmp_path / "toy"
    shutil.copytree(TOY, target)
    rows = ", ".join(f"row {k}: [{angle}]" for k, angle in enumerate(angles))
    (target / "templates.yaml").write_text(f"wheel: {{kind: turning, title: Wheel, radius: {radius}, moments: [now], "
                                           f"rows: {{{rows}}}}}\n", encoding="utf-8")
    (page,) = sheets(load(target), "wheel")
    said = [word.text for word in words(page.items)]
    assert [said.count(f"{angle}°") for angle in angles] == [1] * len(angles)
    assert {"Wheel", "BOW", *(f"row {k}" for k in range(len(angles)))} <= {word.strip() for word in said}
    places = sorted((word.x, word.y) for word in words(page.items) if word.text.startswith("row"))
    assert all(math.dist(one, two) > 6 for one, two in pairwise(places))


def test_words_stay_on_their_piece(game: Game, toy: Game) -> None:
    for page in (*sheets(game), *sheets(toy)):
        last = next(k for k, item in enumerate(page.items) if isinstance(item, Group) and item.layer is Layer.CUT)
        edges = cuts(page.items)
        pieces = page.items[last - len(edges) : last]
        for piece, (left, top, right, bottom) in zip(pieces, edges, strict=True):
            for word in words((piece,)):
                assert left < word.x < right
                assert top < word.y < bottom
                assert word.size >= 5


# --- sticks in pieces

MODEL = opened("toy")[TEMPLATES]["sling_stick"]


@given(st.integers(1, 400), st.sampled_from([Fraction(36), Fraction(72), Fraction(3600, 127)]),
       st.integers(1, 12), st.floats(250, 800))
def test_pieces_add_up_exactly_and_fit(ticks: int, tick: Fraction, bands: int, longest: float) -> None:
    total = tick * ticks
    assert isinstance(MODEL, StickTemplate)
    made = replace(MODEL, length=Length(total, "total"), ticks=Length(tick, "1 in"), bands=tuple(
        Band(to=Length(total * k / bands, f"{k} in"), label="x") for k in range(1, bands + 1)))
    parts = made.parts(longest)
    assert sum(part.end - part.start for part in parts) == total
    assert [part.start for part in parts[1:]] == [part.end for part in parts[:-1]]
    assert all(part.length + (0 if part.last else TAB) <= longest for part in parts)
    reach = math.floor((longest - TAB) / float(tick)) * tick
    assert len(parts) == (1 if float(total) <= longest else math.ceil(total / reach))


@pytest.mark.parametrize("key", ["iron_stars", "ironclads", "for_the_masses"])
def test_words_on_sticks_stand_clear_of_each_other_and_figures_behind_their_ticks(key: str) -> None:
    every = [one for one in opened(key)[TEMPLATES].values() if isinstance(one, StickTemplate)]
    assert every
    for template in every:
        marked = {float(mark.at.points) for mark in template.marks}
        for part, piece in zip(template.parts(700), template.pieces(
                Sheet(Box(0, 0, 100, 700), Ink.COLOUR, Words(), "A")), strict=True):
            said = [item for item in piece.items if isinstance(item, Text)]
            for one, other in combinations(said, 2):
                aside = max(one.x, other.x) - min(one.x + one.width, other.x + other.width)
                above = max(one.y - 0.72 * one.size, other.y - 0.72 * other.size) - min(one.y, other.y)
                assert aside > (1.0 if one.y != other.y else -0.01) or above > 1.0, (
                    template.title, one.string, other.string)  # a line may be several texts
            figures = [item for item in said if item.string.isdigit() and item.y == pytest.approx(9.5)]
            assert bool(figures) != template.counted  # hexes that are counted have no distances
            for figure in figures:
                place = float(figure.string) * float(POINTS_PER[template.length.unit]) - float(part.start)
                if place not in {at - float(part.start) for at in marked} and place < part.length - 1:
                    assert figure.x == pytest.approx(place + 2)


# --- what cannot be printed

def altered(folder: Path, old: str, new: str) -> Game:
    target = folder / "toy"
    shutil.copytree(TOY, target)
    text = (target / "templates.yaml").read_text(encoding="utf-8")
    assert old in text
    (target / "templates.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return load(target)


def problems(game: Game, *only: str) -> list[tuple[str, str]]:
    with pytest.raises(PrintshopError) as caught:
        sheets(game, *only)
    found = caught.value.problems
    assert all(problem.span is None or problem.span.file.endswith("templates.yaml") for problem in found)
    return [(problem.message, problem.hint) for problem in found]


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
            if any(part in word.text for part in parts for word in words(page.items))]
    assert len(made) >= 2
    for page in made:
        found = [outline_bounds(path.segments) for path in outlines(page.items)]
        assert any(bottom - top == pytest.approx(size) for _, top, _, bottom in found)


ROOM = "at most 184 x 241 mm (7.24 x 9.48 in) fit on universal paper"
LARGER = "it is never scaled down: make it smaller, or choose larger paper with --paper"


@pytest.mark.parametrize(("old", "new", "message", "hint"), [
    ("width: 15 mm", "width: 9 in",
     "'Sling S1' is 209 x 229 mm (8.23 x 9.00 in): " + ROOM, LARGER),
    ("ticks: 10 mm", "ticks: 40 cm",
     "'Sling' is 400 x 15 mm (15.75 x 0.59 in): " + ROOM, LARGER),
    ("label: snout", "label: " + "proboscis" * 8,
     "template 'Snouts': '" + "PROBOSCIS" * 8 + "' does not fit on the piece",
     "make the piece larger or the words shorter"),
    ("radius: 55 mm", "radius: 15 mm", "template 'Pirouette': 'before heavy' does not fit on the piece",
     "make the piece larger or the words shorter"),
    ("radius: 55 mm", "radius: 9000 ft",
     ("'Pirouette' is 2743200 x 5486400 mm (108000.00 x 216000.00 in): it would take 370034379 sheets of universal "
      "paper, the most are 400"), LARGER),
    ("label: near", "label: 龍",
     "template 'Sling': no font here has '龍' (U+9F8D)",
     "add a font that has it: fonts: [FILE.ttf] in the game's file, or --font FILE"),
])  # fmt: skip
def test_what_does_not_fit_is_a_problem(old: str, new: str, message: str, hint: str, tmp_path: Path) -> None:
    assert problems(altered(tmp_path, old, new)) == [(message, hint)]


def test_pieces_with_tabs_and_round_ones_stay_clear(game: Game) -> None:
    *_, page = sheets(game)  # on card: nothing but sticks, some of them in pieces
    lying = sorted(cuts(page.items))
    beside = [(one, other) for one, other in pairwise(lying) if other[0] > one[0] + 1]
    assert len(beside) >= 4
    assert all(other[0] - one[2] > 5 for one, other in beside)
    for film in sheets(game)[:-1]:
        for one, other in combinations(cuts(film.items), 2):
            across = max(one[0], other[0]) - min(one[2], other[2])
            down = max(one[1], other[1]) - min(one[3], other[3])
            assert max(across, down) > 5 or across < -5 > down  # apart, or one within the other


@pytest.mark.parametrize("notes", [(), ("Line of sight", "and range")])
@pytest.mark.parametrize("size", ["3 in", "1000 in", "20000 in", "100000 in"])
def test_a_disc_of_any_size_has_a_limited_number_of_strokes(size: str, notes: tuple[str, ...]) -> None:
    template = DiscTemplate(title="Area", discs=(("a", parse_length(size)),), notes=notes)
    (piece,) = template.pieces(Sheet(Box(0, 0, 500, 700), Ink.COLOUR, Words()))
    assert sum(len(path.segments) for path in outlines(piece.items)) <= 2 * MOST_STROKES + 100
