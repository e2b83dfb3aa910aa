"""Variants of forms: wider columns, blocks below one another, more pages, larger cards."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from helpers import pages as placed
from helpers.games import load_forms
from helpers.pages import read_texts

from printshop.drawing.shapes import measure_outline
from printshop.game.forms.model import FORMS
from printshop.game_paths import find_shipped_games
from printshop.layout.rectangles import PAPERS
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.print_settings import PrintRequest, PrintSettings
from printshop.problems import PrintshopError
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.display_list import Page
    from printshop.game.model import Game

LARGE, ERASE = frozenset({"large"}), frozenset({"erase"})


def make_form_pages(game: Game, form: str, variants: frozenset[str] = LARGE, **request: object) -> list[Page]:
    product = "cards" if game[FORMS][form].size else "records"
    wanted = PrintRequest(only_keys=(form,), **request)  # type: ignore[arg-type]
    return list(find_product(product).build(game, wanted, PrintSettings(variants=variants)).pages)


def make_sheet(folder: Path, rows: str, head: str = "unit: kite", variants: frozenset[str] = LARGE) -> list[Page]:
    game = load_forms(folder, f"sheet:\n  {head}\n  rows:\n{rows}")
    units = game.expand_roster([("Buffeter", 1)]) if "unit" in head else ()
    return make_form_pages(game, "sheet", variants, units=units)


def test_blocks_that_are_too_wide_go_below_one_another(tmp_path: Path) -> None:
    block = "{rows: [{height: 5 mm, rules: true, columns: 6, cells: [{repeat: 6, text: %s}]}]}"
    row = f"    - columns: [1, 1]\n      cells:\n        - {block % 'Mandolin'}\n        - {block % 'Tambourin'}\n"
    (usual,) = make_sheet(tmp_path, row, variants=frozenset())
    (large,) = make_sheet(tmp_path, row)
    for page, below in ((usual, False), (large, True)):
        (first, *_), (second, *_) = ([word for word in placed.find_words(page.items) if word.text.startswith(name)]
                                     for name in ("Mando", "Tambo"))
        assert (second.y > first.y + 3 * MM) is below
        assert (second.x > first.x + 50 * MM) is not below


LONG = """\
    - {height: 9 mm, cells: [{text: "{label}", style: title}]}
    - {height: 6 mm, rules: true, shade: 0.1, cells: [{text: Hour, style: label}]}
    - {height: 6 mm, rules: true, repeat: 30, cells: [{text: "hour {n}"}]}
    - {height: 9 mm, cells: [{pips: string, shape: box}]}
"""


SPARE = """\
    - {height: 120 mm, cells: [{text: "{label}", style: title}]}
    - {height: 100 mm, spare: 2, cells: [{text: on the charts too}]}
    - {height: 60 mm, spare: 1, cells: [{text: later hours}]}
    - {height: 9 mm, cells: [{pips: string, shape: box}]}
"""


@pytest.mark.parametrize(("high", "left"), [(20, [True, True]), (100, [True, False]), (200, [False, False])])
def test_what_a_record_can_do_without_goes_before_it_takes_two_pages(tmp_path: Path, high: int, left: list[bool]
                                                                     ) -> None:
    rows = SPARE.replace("120 mm", f"{high} mm")
    (large,) = make_sheet(tmp_path, rows)
    assert [words in read_texts(large.items) for words in ("on the charts too", "later hours")] == left
    boxes = [one for one in placed.find_outlines(large.items) if len(one.segments) == 5]
    (same,) = make_sheet(tmp_path, rows.replace("100 mm", "10 mm").replace("60 mm", "10 mm"), variants=frozenset())
    assert len(boxes) == len([one for one in placed.find_outlines(same.items) if len(one.segments) == 5]) > 0


def test_a_record_that_is_higher_than_a_page_goes_on_on_the_next(tmp_path: Path) -> None:
    (usual,) = make_sheet(tmp_path, LONG, variants=frozenset())
    assert read_texts(usual.items).count("Hour") == 1
    first, second = make_sheet(tmp_path, LONG.replace('text: "hour {n}"', 'text: "hour {n}", write: true'))
    told = [[word for word in read_texts(page.items) if word.startswith("hour ")] for page in (first, second)]
    assert told[0] + told[1] == [f"hour {number}" for number in range(1, 31)]  # each once, in order
    assert told[1]
    assert [read_texts(page.items).count("Hour") for page in (first, second)] == [1, 1]  # the headings stand again
    assert "Kite sheets" not in read_texts(first.items)
    assert any("1 of 2" in word for word in read_texts(first.items))
    assert any("2 of 2" in word for word in read_texts(second.items))
    assert any("Buffeter" in word for word in read_texts(second.items))


def test_damage_is_marked_on_whichever_page_its_circles_are(tmp_path: Path) -> None:
    rows = LONG.replace("6 mm, rules: true, r", "9 mm, rules: true, r")
    game = load_forms(tmp_path, f"sheet:\n  unit: kite\n  rows:\n{rows}")
    units = game.expand_roster([("Buffeter", 1)])
    made = make_form_pages(game, "sheet", LARGE, units=units, damage={"Buffeter": {"string": 2}})
    filled = [one for page in made for one in placed.find_outlines(page.items)
              if one.fill and max(one.fill) == 0 and one.stroke and measure_outline(one.segments)[2] > 0
              and measure_outline(one.segments)[2] - measure_outline(one.segments)[0] > 5 * MM]
    assert len(filled) == 2


def test_a_page_is_turned_where_columns_need_it(tmp_path: Path) -> None:
    row = "    - {height: 6 mm, rules: true, columns: 17, cells: [{repeat: 17, text: Bottle}]}\n"
    (page,) = make_sheet(tmp_path, row)
    assert page.width > page.height
    with pytest.raises(PrintshopError, match=r"needs \d+ mm, and the columns of its row need \d+ mm, but there is "
                                              r"room for only 190 mm"):
        make_sheet(tmp_path, row.replace("17", "40"))


def test_room_to_write_is_as_high_as_a_pen_needs(tmp_path: Path) -> None:
    rows = """\
    - {height: 6 mm, rules: true, columns: 2, cells: [{text: Speed}, {}]}
    - {height: 6 mm, rules: true, columns: 2, cells: [{text: "{n}", write: true, repeat: 2}]}
    - {height: 9 mm, cells: [{text: Notes, lines: 2}]}
    - {height: 9 mm, cells: [{text: Sketch, box: true}]}
    - {height: 6 mm, rules: true, columns: 2, cells: [{text: printed}, {text: only}]}
"""
    (page,) = make_sheet(tmp_path, rows, variants=ERASE)
    across = sorted({round(top, 2) for left, top, right, bottom in
                     (measure_outline(one.segments) for one in placed.find_outlines(page.items))
                     if bottom - top < 0.01 and right - left > 180 * MM and 50 < top < page.height - 60})
    heights = [(second - first) / MM for first, second in pairwise(across)]
    assert heights[:2] == pytest.approx([10, 10], abs=0.01)
    assert heights[-1] == pytest.approx(6, abs=0.01)
    boxes = [measure_outline(one.segments) for one in placed.find_outlines(page.items)]
    lines = sorted(top for left, top, right, bottom in boxes
                   if bottom - top < 0.01 and right - left > 100 * MM and across[2] < top < across[-2])
    assert max(second - first for first, second in pairwise(lines)) >= 10 * MM - 0.01


def test_half_a_page_and_a_quarter_fit_any_paper(tmp_path: Path) -> None:
    for name, count in (("half", 2), ("half upright", 2), ("quarter", 4), ("quarter across", 4), ("poker across", 4)):
        game = load_forms(tmp_path, f"card:\n  size: {name}\n  copies: {count}\n  rows:\n"
                                    "    - {height: rest, cells: [{box: true}]}\n")
        for paper in PAPERS.values():
            made = list(find_product("cards").build(game, PrintRequest(only_keys=("card",)),
                                                    PrintSettings(paper)).pages)
            assert len(made) == 1, (name, paper.name)


@pytest.mark.slow
def test_a_record_that_is_lower_than_the_others_takes_fewer_pages(tmp_path: Path) -> None:
    """A ship without racks has a row more than a page holds, the others have not."""
    folder = tmp_path / "own"
    shutil.copytree(find_shipped_games()["stellar_wars"], folder)
    forms = folder / "forms.yaml"
    kept = re.sub(r"(\n *|, )spare: \d", "", forms.read_text(encoding="utf-8"))
    before, data, after = kept.partition("\ndata:\n")
    more = "\n    - {height: 60 mm, only_if: not racks, cells: [{}]}\n"
    forms.write_text(before + more + data + after, encoding="utf-8")
    game, told = read_game(folder), {}
    for names in (["DN-B"], ["CA-A"], ["DN-B", "CA-A", "DN-A"]):
        made = make_form_pages(game, "control", ERASE, units=game.expand_roster([(name, 1) for name in names]))
        told[tuple(names)] = len(made)
    assert told["DN-B",] == 1 < told["CA-A",]
    assert told["DN-B", "CA-A", "DN-A"] == 2 * told["DN-B",] + told["CA-A",]
    titles = [mark.title for page in made for mark in page.bookmarks]
    assert not any("*" in title for title in titles)
