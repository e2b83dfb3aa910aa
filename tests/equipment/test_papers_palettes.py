"""Palettes: colours of sides that all eyes, patterns and grey tell apart, and palettes of the user."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from helpers.cli import invoke
from helpers.color_vision import convert_to_lab, find_least_distance, measure_distance
from helpers.games import open_game

from printshop.drawing.display_list import parse_color
from printshop.drawing.ink import choose_text_color, measure_contrast
from printshop.equipment import papers, services
from printshop.equipment.papers import find_palette, read_palettes
from printshop.game_paths import find_shipped_games
from printshop.load_game import read_game
from printshop.problems import PrintshopError

if TYPE_CHECKING:
    from collections.abc import Callable

# How far apart the colours of a palette are, the first two to six of them: for the worst eyes, CIEDE2000.
APART = {2: 35.0, 3: 14.0, 4: 9.5, 5: 9.0, 6: 7.5}


@pytest.mark.parametrize(("one", "other", "expected"), [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ((50, 2.5, 0), (73, 25, -18), 27.1492), ((50, 2.5, 0), (58, 24, 15), 19.4535), ((50, 0, 0), (50, -1, 2), 2.3669),
])  # fmt: skip
def test_colour_distance_equals_that_of_its_authors(
    one: tuple[float, float, float], other: tuple[float, float, float], expected: float
) -> None:
    assert measure_distance(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("name", read_palettes())
def test_first_colours_of_a_palette_differ_for_all_eyes(name: str) -> None:
    colors = [parse_color(color) for color in read_palettes()[name]]
    for count, apart in APART.items():
        assert min(find_least_distance(*pair) for pair in combinations(colors[:count], 2)) >= apart
    first, second = (convert_to_lab(color)[0] for color in colors[:2])
    assert abs(first - second) >= 15  # in grey, too


@pytest.mark.parametrize("name", find_shipped_games())
def test_sides_of_a_game_differ_for_all_eyes_and_without_colours(name: str) -> None:
    sides = open_game(name).sides.values()
    assert len({side.pattern for side in sides}) == len(sides)
    for one, other in combinations(sides, 2):
        assert find_least_distance(parse_color(one.color), parse_color(other.color)) >= 10, (one.name, other.name)


def test_words_on_a_colour_are_legible() -> None:
    for color in {color for colors in read_palettes().values() for color in colors}:
        assert measure_contrast(choose_text_color(parse_color(color)), parse_color(color)) >= 4.5, color


def test_palette_colours_the_sides_in_their_order_and_leaves_their_patterns() -> None:
    before, after = (read_game(find_shipped_games()["iron_stars"], palette=colors).sides
                     for colors in ((), find_palette("bold")))
    assert [side.color for side in after.values()] == list(read_palettes()["bold"][:4])
    assert [side.pattern for side in after.values()] == [side.pattern for side in before.values()]


@pytest.mark.parametrize(("words", "message"), [
    (("--palette", "gray"), "did you mean 'grey'?"), (("--palette", "#123456, red"), "'red' is not a colour"),
    (("--palette", "#ffffff"), "has 1 colour, but the game has 4 sides"),
    (("--set", "palette=#ffffff"), "there is no setting 'palette'"),
])
def test_invalid_palette_is_reported(words: tuple[str, ...], message: str, tmp_path: Path) -> None:
    result = invoke("make", "counters", "iron_stars", *words, "-o", tmp_path)
    assert result.exit_code == 1
    assert message in result.output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("find", [find_palette, papers.find_paper, services.find_cutter, services.find_service])
def test_names_are_found_in_any_spelling(find: Callable[[str], object]) -> None:
    name = {find_palette: "bold", papers.find_paper: "tabloid", services.find_cutter: "laser",
            services.find_service: "print_shop"}[find]
    assert find(f" {name.replace('_', '-').title()} ") == find(name)
    with pytest.raises(PrintshopError, match=f"did you mean '{name}'"):
        find(f"{name}x")


def test_game_can_have_a_setting_named_palette(tmp_path: Path) -> None:
    settings = "settings: {palette: {value: 3}}\nsides: {one: {colour: '#aa0000'}, two: {colour: '#0000aa'}}\n"
    (tmp_path / "mine.yaml").write_text(f"format: 1\ntitle: Mine\n{settings}unit_types: {{tug: {{fields: {{}}}}}}\n",
                                        encoding="utf-8")
    game = read_game(tmp_path / "mine.yaml", {"palette": "4"}, ("#111111", "#222222"))
    assert game.settings["palette"].value == 4
    assert [side.color for side in game.sides.values()] == ["#111111", "#222222"]


def test_sides_named_after_colours_have_these_colours(tmp_path: Path) -> None:
    result = invoke("make", "counters", "iron_guest", "--palette", "clear", "-o", tmp_path)
    assert result.exit_code == 1
    assert ("the sides of The Iron Guest cannot have other colours, because the sides are named after their colours"
            in result.output)
    assert not list(tmp_path.iterdir())


def test_user_palettes_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRINTSHOP_CONFIG", str(tmp_path))
    Path(tmp_path / "palettes.yaml").write_text('mine: {colours: ["#000000", "#ffffff"]}\n', encoding="utf-8")
    assert find_palette("mine") == find_palette("#000000 #ffffff") == ("#000000", "#ffffff")
    Path(tmp_path / "palettes.yaml").write_text("bold: {colours: [red]}\n", encoding="utf-8")
    with pytest.raises(PrintshopError) as error:
        read_palettes()
    assert "there is already a palette 'bold'" in str(error.value)
    assert "'red' of palette 'bold' is not a colour" in str(error.value)
