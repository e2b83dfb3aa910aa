"""The theme sampler: listed, printed in every theme, and refused on paper that is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.all_themes import open_theme
from helpers.cli import run
from helpers.pages import find_outlines

from printshop.drawing.display_list import TextRun, walk_with_transforms
from printshop.drawing.ink import Ink
from printshop.equipment import papers
from printshop.game.themes import load_themes as all_themes
from printshop.products import theme_sampler

if TYPE_CHECKING:
    from pathlib import Path


def test_themes_are_listed_and_printed(tmp_path: Path) -> None:
    code, output = run("list", "--themes")
    assert code == 0
    assert [line.split()[0] for line in output.splitlines()] == [*all_themes()]
    assert run("specimen", "naval", "space", "-o", str(tmp_path)) == (0, f"{tmp_path / 'specimens.pdf'}\n")


@pytest.mark.parametrize("paper", ["a6", "a5", "a5 across", "100 x 140 mm", "140 x 100 mm", "a4 across",
                                   "100 x 900 mm"])
def test_paper_too_small_for_the_specimens_is_reported_with_a_sufficient_one(tmp_path: Path, paper: str) -> None:
    code, output = run("specimen", "--paper", paper, "-o", str(tmp_path / "out"))
    assert code == 1
    named = papers.find_paper(paper).name
    for theme in all_themes():
        assert f"the specimen of the theme '{theme}' does not fit {named} paper: " in output
    assert "use upright a4 or letter paper" in output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("paper", ["a4", "letter", "universal", "a3 across"])
def test_specimens_of_all_themes_fit_the_paper_named_by_messages(tmp_path: Path, paper: str) -> None:
    assert run("specimen", "--paper", paper, "-o", str(tmp_path))[0] == 0


def test_specimens_in_black_ink_have_no_colour() -> None:
    looks = [(name, "", open_theme(name)) for name in all_themes()]
    for page in theme_sampler.make_theme_samples(looks, papers.find_paper("a4"), Ink.BLACK).pages:
        colors = {item.color for item, _ in walk_with_transforms(page.items) if isinstance(item, TextRun)}
        for path in find_outlines(page.items):
            colors |= {color for color in (path.fill, path.stroke and path.stroke.color) if color}
        assert not {color for color in colors if len({*color}) > 1}, page.label


def test_paper_made_to_fit_is_refused_for_specimens(tmp_path: Path) -> None:
    code, output = run("specimen", "--paper", "fit", "-o", str(tmp_path))
    assert (code, "--paper fit is only for maps" in output) == (2, True)
