"""The games that come with printshop: sound data, settings at their limits, valid PDF of packs and products.

`test_digests` of each product lays out all pieces, and looks at their pages.
"""

from __future__ import annotations

import subprocess
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pikepdf
import pytest
from helpers.cli import invoke
from helpers.games import open_game

from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.layout.rectangles import PAPERS, Paper
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product, find_products_for, packs
from printshop.products.maps import MAX_SHEETS_IN_PACK
from printshop.scaffold.yaml_writer import DEFAULT_STARTER, STARTERS_FOLDER

if TYPE_CHECKING:
    from collections.abc import Callable

# Rules of a book that its printed ships break.
WARNED = {"stellar_wars": ["DN-A", "DN-B", "CA-A", "CA-B", "DD-B"]}


def test_only_known_ships_break_rules_of_their_book() -> None:
    broken = {key: [unit.name for unit in open_game(key).units.values() if unit.warnings]
              for key in find_shipped_games()}
    assert broken == {key: WARNED.get(key, []) for key in find_shipped_games()}


@pytest.mark.parametrize("key", ["iron_guest", "stellar_wars"])
def test_booklets_of_further_battles_print(key: str) -> None:
    """The digests have the pages of the first battle of each game, and of all other products."""
    game = open_game(key)
    for scenario in [*game[SCENARIOS].values()][1:]:
        assert [*find_product("booklet").build(game, PrintRequest(scenario=scenario), PrintSettings()).pages]


SET = [key for key in find_shipped_games() if any(any(setting.bound_texts)
                                                  for setting in open_game(key).settings.values())]


@pytest.mark.slow
@pytest.mark.parametrize(("key", "end"), [*((key, 1) for key in SET), ("stellar_wars", 0)])
def test_games_print_with_all_settings_at_a_limit(key: str, end: int) -> None:
    ends = {setting.key: setting.bound_texts[end] for setting in open_game(key).settings.values()
            if setting.bound_texts[end]}
    changed = read_game(find_shipped_games()[key], ends)
    # what may be too large or too small
    for product in {product.name for product in find_products_for(changed)} & {"counters", "markers", "templates"}:
        try:
            pages = [*find_product(product).build(changed, PrintRequest(), PrintSettings()).pages]
        except PrintshopError as error:
            if "choose larger paper with --paper" not in str(error):
                raise
            pages = [*find_product(product).build(changed, PrintRequest(),
                                                  PrintSettings(Paper("a2", 420 * MM, 594 * MM))).pages]
        assert pages


@pytest.mark.slow
def test_all_products_of_a_game_are_valid_pdf(tmp_path: Path, tool: Callable[[str], str]) -> None:
    game = STARTERS_FOLDER / DEFAULT_STARTER
    result = invoke("make", "all", game, "-o", tmp_path)
    assert result.exit_code == 0, result.output
    files = [Path(line) for line in result.output.splitlines()]
    parts = [part.name for part in packs.build_all_files(read_game(game), None, PrintSettings())]
    assert [path.name for path in files] == [f"{game.name}-{name}.pdf" for name in parts]
    assert_sound(files, tool)


@pytest.mark.slow
def test_pack_of_a_scenario_is_valid_pdf_with_all_pages(tmp_path: Path, tool: Callable[[str], str]) -> None:
    result = invoke("pack", "iron_guest/two_captains", "-o", tmp_path, "--paper", "a4", "--ink", "light")
    assert result.exit_code == 0, result.output
    (folder,) = tmp_path.iterdir()
    assert_sound([folder / f"{folder.name}.pdf"], tool)
    with pikepdf.open(folder / f"{folder.name}.pdf") as whole:
        labels = [page.label for page in whole.pages]
    # an empty page is before what begins on the front of a sheet; each player has some pages in the kit
    bound = Counter(label for label in labels if label != "empty")
    assert {*bound.values()} == {1, 2}
    assert {label[0] for label, count in bound.items() if count > 1} <= {"R", "B"}
    for number in (number for number, label in enumerate(labels) if label == "empty"):
        before, behind = labels[number - 1], labels[number + 1]
        assert number % 2
        assert behind.endswith("-1") or behind[0] != before[0]
    lengths = [_length(path) for path in folder.glob("*.pdf") if path.stem != folder.name]
    # but for maps of very many sheets
    assert len(bound) == packs.FRONT_PAGES + sum(length for length in lengths if length <= MAX_SHEETS_IN_PACK)
    pictures = sorted(folder.glob("svg/*"))
    assert len(pictures) == (packs.FRONT_PAGES + sum(lengths))
    full = [length / MM for length in sorted((PAPERS["a4"].width, PAPERS["a4"].height))]
    for picture in pictures:
        root = ET.parse(picture).getroot()
        size = sorted(float(root.get(side, "").removesuffix("mm")) for side in ("width", "height"))
        assert size == pytest.approx(full, abs=0.3)  # whole pixels, or browsers print an empty page behind it


def _length(path: Path) -> int:
    with pikepdf.open(path) as document:
        return len(document.pages)


def assert_sound(files: list[Path], tool: Callable[[str], str]) -> None:
    """Say that files are sound PDF and that their rulers measure what they say."""
    for path in files:
        process = subprocess.run([tool("qpdf"), "--check", path], capture_output=True, text=True, check=False)
        assert process.returncode == 0, process.stdout + process.stderr
    verified = invoke("verify", *files)
    assert verified.exit_code == 0, verified.output
