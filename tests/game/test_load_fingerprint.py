"""The hash of a game at the feet of its pages: what changes it, what does not, and that every foot has it."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest
from helpers.cli import read_output
from helpers.games import REAL_FINGERPRINT, change_file, open_game
from helpers.pages import find_words, make_pages
from helpers.paths import TOY

from printshop.drawing.display_list import TextRun, walk_with_transforms
from printshop.game import load
from printshop.layout.page_frame import make_framed_page
from printshop.layout.rectangles import PAPERS, Paper
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.source.cache import LoadCache
from printshop.words import load_words

if TYPE_CHECKING:
    from pathlib import Path

HASH = re.compile(r"[0-9a-f]{8}")


@pytest.fixture(autouse=True)
def _real_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "make_fingerprint", REAL_FINGERPRINT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return shutil.copytree(TOY, tmp_path / "toy")


def test_copy_has_the_same_hash_for_every_selection_of_sections(folder: Path) -> None:
    whole = read_game(TOY).fingerprint
    assert HASH.fullmatch(whole)
    assert read_game(folder).fingerprint == whole
    for sections in ((), ("counters",)):
        assert read_game(folder, only_sections=sections).fingerprint == whole
    assert read_game(folder, date="2026-11-27").fingerprint == whole


def test_each_file_changes_the_hash(folder: Path) -> None:
    files = [file for file in sorted(folder.rglob("*.yaml")) if "fleets" not in file.parts]
    cache = LoadCache({*map(str, files)})
    hashes = {read_game(folder, only_sections=(), cache=cache).fingerprint}
    assert len(files) > 5
    for file in files:
        file.write_text(f"{file.read_text(encoding='utf-8')}\n# changed\n", encoding="utf-8")
        hashes.add(read_game(folder, only_sections=(), cache=cache).fingerprint)
    assert len(hashes) == len(files) + 1


def test_settings_palette_and_theme_change_the_hash() -> None:
    read = partial(read_game, TOY, only_sections=())
    game = read()
    name, setting = next(iter(game.settings.items()))
    assert read({name: setting.text}).fingerprint == game.fingerprint
    assert read(theme="space").fingerprint != game.fingerprint
    assert read(palette=("#004488", "#ddaa33", "#bb5566", "#000000")).fingerprint != game.fingerprint


def test_every_foot_has_version_hash_and_date(folder: Path) -> None:
    change_file(folder / "game.yaml", ("format: 1\n", "format: 1\nversion: 1.2\n"))
    game = read_game(folder, date="2026-11-27")
    foot = f"v1.2 · {game.fingerprint} · 2026-11-27"
    assert game.edition[0] == foot
    for product in ("counters", "markers", "records", "charts", "templates", "maps", "rosters", "booklet"):
        for page in make_pages(product, game):
            words = [word for word in find_words(page.items) if word.text == foot]
            assert [word.size >= 6.5 for word in words] == [True], (product, page.label)


def test_layout_of_a_foot_does_not_depend_on_the_hash() -> None:
    game, feet = open_game("toy"), set()
    for digits in ("00000000", "dddddddd", "11111111", "ffffffff"):
        page = make_framed_page(Paper("a5", 148 * MM, 210 * MM), "Toy", (), game_title="Toy", words=load_words(),
                                rights="Free. " * 12,
                                edition=replace(game, fingerprint=digits).edition, label="C-1")
        runs = [item for item, _ in walk_with_transforms(page.items) if isinstance(item, TextRun)]
        edition, code = (next(run for run in runs if run.string == words) for words in (digits, "C-1"))
        assert edition.x + edition.width < code.x
        feet.add(tuple((run.x, run.y, run.size) for run in runs))
    assert len(feet) == 1


def test_long_rights_hide_the_edition() -> None:
    page = make_framed_page(PAPERS["a4"], "Toy", (), game_title="Toy", words=load_words(), rights="m" * 122,
                            edition=("3fa4c21b", "dddddddd"), true_scale=False, label="C-1")
    assert "3fa4c21b" not in {word.text for word in find_words(page.items)}


def test_invalid_date_is_refused() -> None:
    assert "is not a date" in read_output("make", "counters", "toy", "--date", "tomorrow", code=2)
