"""Elements registered from outside: one class has the keys, the description and the drawing of each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from helpers import reference_tables
from helpers.cli import invoke
from helpers.games import TOY
from helpers.pages import find_outlines, find_words
from helpers.problems import catch_problems
from jsonschema import Draft7Validator

from printshop.elements import charts
from printshop.game.counters import FACE_ELEMENTS
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.game.model import Game

MARKERS = 'wax: {size: 20 mm, front: [{seal: Q, colour: "#0072b2", margin: 2 mm}]}\n'
CHARTS = "sea: {blocks: [{title: Sea, wave: 3}]}\n"


@pytest.fixture(autouse=True)
def seals(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register a part of each new kind, for one test."""
    monkeypatch.setattr(FACE_ELEMENTS, "blocks", dict(FACE_ELEMENTS.blocks))
    known = dict(charts.CHART_ELEMENTS)
    from plugins import seal_part

    FACE_ELEMENTS.register("seal")(seal_part.Seal)
    charts.register_element("wave", seal_part.WAVES)(seal_part.Wave)
    yield
    charts.CHART_ELEMENTS.clear()
    charts.CHART_ELEMENTS.update(known)


def load_with_plugins(folder: Path, markers: str = MARKERS, cards: str = CHARTS) -> Game:
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_bytes((TOY / "game.yaml").read_bytes())
    (folder / "markers.yaml").write_text(markers, encoding="utf-8")
    (folder / "charts.yaml").write_text(cards, encoding="utf-8")
    return read_game(folder)


def test_they_are_drawn(tmp_path: Path) -> None:
    toy = load_with_plugins(tmp_path / "toy")
    (page,) = find_product("markers").build(toy, PrintRequest(), PrintSettings()).pages
    assert "Q" in {word.text for word in find_words(page.items)}
    assert [path for path in find_outlines(page.items) if path.stroke and path.stroke.color == (0, 114, 178)]
    (page,) = find_product("charts").build(toy, PrintRequest(), PrintSettings()).pages
    assert any(len(path.segments) == 7 for path in find_outlines(page.items))


@pytest.mark.parametrize(("markers", "cards", "told"), [
    (MARKERS.replace("seal: Q", "sael: Q"), CHARTS, "did you mean 'seal'?"),
    (MARKERS.replace("Q", "true"), CHARTS, "'seal' of part 1 of 'front' of marker 'wax' must be a text"),
    (MARKERS, CHARTS.replace("3", "13"), "'wave' of block 'Sea' is 13, but must be at most 9"),
    (MARKERS, CHARTS.replace("wave", "wawe"), "did you mean 'wave'?"),
])
def test_their_mistakes_are_told_as_those_of_others(tmp_path: Path, markers: str, cards: str, told: str) -> None:
    caught = catch_problems(load_with_plugins, tmp_path / "toy", markers, cards)
    assert any(told in f"{problem.message} {problem.hint}" for problem in caught), caught


def test_the_editor_and_the_reference_know_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load_with_plugins(tmp_path / "toy")
    monkeypatch.chdir(tmp_path)
    assert invoke("schema", "toy").exit_code == 0
    for name, good in (("markers", {"wax": {"size": "2 in", "front": [{"seal": "Q", "edge": "top", "take": "20 %"}]}}),
                       ("charts", {"sea": {"blocks": [{"title": "Sea", "wave": 3}]}})):
        (file,) = tmp_path.rglob(f"*{name}.schema.json")
        check = Draft7Validator(json.loads(file.read_text(encoding="utf-8")))
        assert check.is_valid(good)
        bad = json.dumps(good).replace('"wave": 3', '"wave": 30').replace('"edge"', '"egde"')
        assert not check.is_valid(json.loads(bad))
    assert "| `seal` | | what stands in it |" in reference_tables.table(FACE_ELEMENTS, "seal",
                                                                        head=FACE_ELEMENTS.base_block)
