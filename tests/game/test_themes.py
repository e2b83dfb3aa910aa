"""Themes: readable in every ink, every product fits in each, and the problems of wrong ones."""

from __future__ import annotations

import shutil
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from helpers.all_themes import NAMES, open_theme
from helpers.cli import run
from helpers.games import TOY, change_file, open_game, read_forms
from helpers.pages import find_outlines, find_words

from printshop import load_game
from printshop.drawing import themes
from printshop.drawing.display_list import BLACK, WHITE
from printshop.drawing.ink import Ink
from printshop.game.themes import load_themes as all_themes
from printshop.game_paths import find_shipped_games
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.model import Game


def make_items(game: Game, product: str, ink: Ink = Ink.COLOUR, **arguments: object) -> list[object]:
    return [page.items for page in find_product(product).build(game, PrintRequest(**arguments),
                                                               PrintSettings(ink=ink)).pages]  # type: ignore[arg-type]


@pytest.fixture
def toy_copy(tmp_path: Path) -> Path:
    """A copy of the game, whose theme is the default."""
    return shutil.copytree(TOY, tmp_path / "toy")


GENERAL = ("classic", "fantasy", "naval", "space", "standard")

# --- what themes are ---


def test_every_game_has_a_theme_and_five_themes_are_general() -> None:
    assert {game.theme and game.theme.title for game in map(open_game, find_shipped_games())} == {
        all_themes()[name].title for name in ("admiralty", "broadside", "captains_log", "tactical", "heraldry")}
    assert {*GENERAL} < {*NAMES}


@pytest.mark.parametrize(("key", "name"), [*zip(sorted(find_shipped_games()), GENERAL, strict=True)])
def test_content_that_fits_one_theme_fits_all(key: str, name: str) -> None:
    """A theme of no game prints the charts of a shipped game, the fullest pages."""
    assert make_items(load_game.read_game(find_shipped_games()[key], theme=name, only_sections=("charts",)), "charts")


def test_extended_theme_states_its_changes() -> None:
    space, tactical = open_theme("space"), open_theme("tactical")
    assert (space.display, space.text, space.figures) == ("orbitron", tactical.text, tactical.figures)
    assert space.ink != tactical.ink
    assert open_theme("classic") is themes.CLASSIC is themes.current_theme()


# --- which one a game has ---


def faces(game: Game) -> set[str]:
    return {word.font for items in make_items(game, "charts") for word in find_words(items)}  # type: ignore[arg-type]


def test_theme_of_the_command_overrides_that_of_the_game(toy_copy: Path) -> None:
    assert "source-serif-bold" in faces(load_game.read_game(toy_copy)) or "barlow-condensed" in faces(
        load_game.read_game(toy_copy)
    )
    change_file(toy_copy / "game.yaml", ("title: ", "theme: {extends: naval, figures: saira-condensed}\ntitle: "))
    assert "saira-condensed" in faces(load_game.read_game(toy_copy))
    assert not {face for face in faces(load_game.read_game(toy_copy, theme="classic")) if "saira" in face
                or "caslon" in face}


def test_user_font_can_be_a_family(toy_copy: Path) -> None:
    shutil.copy(TOY.parents[2] / "printshop" / "fonts" / "Cinzel-Bold.ttf", toy_copy / "Own.ttf")
    change_file(toy_copy / "game.yaml", ("title: ", "theme: {extends: naval, figures: Own.ttf}\ntitle: "))
    assert any("Own.ttf" in face for face in faces(load_game.read_game(toy_copy)))


@pytest.mark.parametrize(("theme", "message"), [
    ("navel", "there is no theme 'navel' to extend"),
    ("{extends: naval, accent: '#ffd0d0'}", "the colour 'accent' is too pale on white paper: its contrast is 1.4 : 1"),
    ("{extends: naval, tint: '#333333'}", "the colour 'tint' is too dark to be the background of black text"),
    ("{display: comic}", "'display' of the theme: 'comic' is not one of"),
    ("{text: Lost.ttf}", "there is no font 'Lost.ttf'"),
    ("{frame: gilt}", "'frame' of the theme: 'gilt' is not one of"),
    ("{sizes: [9, 8, 7, 6, 5, 4, 3]}", "'sizes' of the theme must be seven sizes from 6 to 60 points, smallest first"),
    ("{sizes: [small]}", "'small' in 'sizes' of the theme must be a number of points"),
    ("{colour: red}", "unknown key 'colour' of the theme"),
])
def test_mistakes_in_a_theme_are_reported_at_their_place(toy_copy: Path, theme: str, message: str) -> None:
    change_file(toy_copy / "game.yaml", ("title: ", f"theme: {theme}\ntitle: "))
    with pytest.raises(PrintshopError) as error:
        make_items(load_game.read_game(toy_copy, only_sections=("charts",)), "charts")
    assert [problem.span and problem.span.file.endswith("game.yaml") for problem in error.value.problems] == [True]
    assert message in str(error.value)


def test_unknown_theme_on_the_command_line_is_reported_with_the_nearest(tmp_path: Path) -> None:
    code, output = run("make", "charts", str(TOY), "--theme", "navl", "-o", str(tmp_path))
    assert code == 1
    assert "there is no theme 'navl'" in output
    assert "did you mean 'naval'?" in output


# --- what they do on the page ---


def test_cell_can_have_a_ground_of_the_theme_with_a_shape() -> None:
    game = read_forms("""
sheet:
  columns: [1, 1, 1]
  rows:
    - height: 12 mm
      cells: [{text: A, ground: bar}, {text: B, ground: accent, plate: shield}, {text: C, ground: tint, plate: disc}]
    - {height: 6 mm, shade: 0.1, rules: true, cells: [{text: a head, style: label}, {text: b, style: label}, {}]}
""")
    standard = open_theme("standard")
    (items,) = make_items(game, "records")
    fills = Counter(path.fill for path in find_outlines(items) if path.fill)  # type: ignore[arg-type]
    assert fills[standard.accent] == fills[standard.tint] == 1
    assert fills[standard.bar] == 5  # the cell, three of the row of headings, the code of the page
    (items,) = make_items(game, "records", Ink.BLACK)
    assert {path.fill for path in find_outlines(items) if path.fill} == {BLACK, WHITE}  # type: ignore[arg-type]
