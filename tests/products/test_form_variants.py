"""How forms give way in their variants: wider columns, blocks below one another, pages, larger cards."""

from __future__ import annotations

import re
import shutil
from itertools import pairwise
from typing import TYPE_CHECKING

import placed
import pytest
from hypothesis import given
from hypothesis import strategies as st
from toys import load_forms

from printshop.catalogue import games
from printshop.drawing.items import Group, Layer
from printshop.drawing.shapes import bounds, outline_bounds
from printshop.game.forms.reading import FORMS
from printshop.job import Request, Settings
from printshop.layout.paper import PAPERS
from printshop.layout.table import in_proportion
from printshop.loading import load
from printshop.problems import PrintshopError
from printshop.products import find
from printshop.products.forms.layout import Demand, least
from printshop.units import MM

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.drawing.items import Page
    from printshop.game.model import Game

LARGE, ERASE = frozenset({"large"}), frozenset({"erase"})


def pages(game: Game, form: str, variants: frozenset[str] = LARGE, **request: object) -> list[Page]:
    product = "cards" if game[FORMS][form].size else "records"
    wanted = Request(only=(form,), **request)  # type: ignore[arg-type]
    return list(find(product).build(game, wanted, Settings(variants=variants)).pages)


def sheet(folder: Path, rows: str, head: str = "unit: kite", variants: frozenset[str] = LARGE) -> list[Page]:
    game = load_forms(folder, f"sheet:\n  {head}\n  rows:\n{rows}")
    units = game.muster([("Buffeter", 1)]) if "unit" in head else ()
    return pages(game, "sheet", variants, units=units)


def texts(page: Page) -> list[str]:
    return [word.text for word in placed.words(page.items) if word.text]


@given(columns=st.lists(st.floats(0.1, 10), min_size=1, max_size=8), data=st.data())
def test_columns_have_what_they_need_and_fill_the_width(columns: list[float], data: st.DataObject) -> None:
    demands = []
    for _ in range(data.draw(st.integers(0, 6))):
        first = data.draw(st.integers(0, len(columns) - 1))
        across = data.draw(st.integers(1, len(columns) - first))
        demands.append(Demand(first, across, data.draw(st.floats(0, 80))))
    needed = least(columns, demands)
    found = in_proportion(columns, needed, 300)
    if found is None:
        assert sum(needed) > 300
        return
    assert sum(found) == pytest.approx(300)
    for demand in demands:
        assert sum(found[demand.first:demand.first + demand.across]) >= demand.width - 0.01
    if all(own >= need for own, need in zip((300 * one / sum(columns) for one in columns), needed, strict=True)):
        assert found == pytest.approx([300 * one / sum(columns) for one in columns])  # as the form says


def test_columns_that_are_too_narrow_take_from_the_others(tmp_path: Path) -> None:
    (page,) = sheet(tmp_path, """\
    - {height: 5 mm, rules: true, columns: [1, 30], cells: [{text: Stupendous, style: label}, {text: wide}]}
""")
    (word,) = [word for word in placed.words(page.items) if word.text == "Stupendous"]
    assert word.size >= 12
    sides = sorted({round(left, 2) for left, top, right, bottom in
                    (outline_bounds(one.segments) for one in placed.outlines(page.items))
                    if right - left < 0.01 < bottom - top < 40 * MM and left > 40})
    assert word.x > 10 * MM
    assert sides[0] > word.x  # the line behind the word


def test_blocks_that_are_too_wide_go_below_one_another(tmp_path: Path) -> None:
    block = "{rows: [{height: 5 mm, rules: true, columns: 6, cells: [{repeat: 6, text: %s}]}]}"
    row = f"    - columns: [1, 1]\n      cells:\n        - {block % 'Mandolin'}\n        - {block % 'Tambourin'}\n"
    (usual,) = sheet(tmp_path, row, variants=frozenset())
    (large,) = sheet(tmp_path, row)
    for page, below in ((usual, False), (large, True)):
        (first, *_), (second, *_) = ([word for word in placed.words(page.items) if word.text.startswith(name)]
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
    (large,) = sheet(tmp_path, rows)
    assert [words in texts(large) for words in ("on the charts too", "later hours")] == left
    boxes = [one for one in placed.outlines(large.items) if len(one.segments) == 5]
    (same,) = sheet(tmp_path, rows.replace("100 mm", "10 mm").replace("60 mm", "10 mm"), variants=frozenset())
    assert len(boxes) == len([one for one in placed.outlines(same.items) if len(one.segments) == 5]) > 0


def test_a_record_that_is_higher_than_a_page_goes_on_on_the_next(tmp_path: Path) -> None:
    (usual,) = sheet(tmp_path, LONG, variants=frozenset())
    assert texts(usual).count("Hour") == 1
    first, second = sheet(tmp_path, LONG.replace('text: "hour {n}"', 'text: "hour {n}", write: true'))
    told = [[word for word in texts(page) if word.startswith("hour ")] for page in (first, second)]
    assert told[0] + told[1] == [f"hour {number}" for number in range(1, 31)]  # each once, in order
    assert told[1]
    assert [texts(page).count("Hour") for page in (first, second)] == [1, 1]  # the headings stand again
    assert "Kite sheets" not in texts(first)
    assert any("1 of 2" in word for word in texts(first))
    assert any("2 of 2" in word for word in texts(second))
    assert any("Buffeter" in word for word in texts(second))


def test_damage_is_marked_on_whichever_page_its_circles_are(tmp_path: Path) -> None:
    rows = LONG.replace("6 mm, rules: true, r", "9 mm, rules: true, r")
    game = load_forms(tmp_path, f"sheet:\n  unit: kite\n  rows:\n{rows}")
    units = game.muster([("Buffeter", 1)])
    made = pages(game, "sheet", LARGE, units=units, damage={"Buffeter": {"string": 2}})
    filled = [one for page in made for one in placed.outlines(page.items)
              if one.fill and max(one.fill) == 0 and one.stroke and outline_bounds(one.segments)[2] > 0
              and outline_bounds(one.segments)[2] - outline_bounds(one.segments)[0] > 5 * MM]
    assert len(filled) == 2


def test_a_row_that_is_higher_than_a_page_is_told(tmp_path: Path) -> None:
    with pytest.raises(PrintshopError, match=r"sheet' \(--variant large\): .* the page has 24\d\.\d mm"):
        sheet(tmp_path, "    - {height: 9 mm, each: tails, cells: [{rows: [{height: 80 mm, cells: [{text: x}]},"
                        " {height: 80 mm, cells: [{text: y}]}]}]}\n    - {height: 4 mm, cells: [{}]}\n"
                        .replace("height: 9 mm, each", "each"))


def test_a_page_is_turned_where_columns_need_it(tmp_path: Path) -> None:
    row = "    - {height: 6 mm, rules: true, columns: 17, cells: [{repeat: 17, text: Bottle}]}\n"
    (page,) = sheet(tmp_path, row)
    assert page.width > page.height
    with pytest.raises(PrintshopError, match=r"needs \d+ mm, the columns of its row \d+ mm, there are 190 mm"):
        sheet(tmp_path, row.replace("17", "40"))


def test_the_cards_of_a_form_all_take_the_next_size_that_holds_them(toy: Game) -> None:
    usual = card_size(pages(toy, "kite_card", frozenset(), units=toy.muster([("Buffeter", 1)]))[0])
    assert usual == (pytest.approx(63.5, abs=0.01), pytest.approx(88.9, abs=0.01))
    sizes = {card_size(page) for roster in (["Buffeter"], ["Droop"]) for page in
             pages(toy, "kite_card", LARGE, units=toy.muster([(name, 1) for name in roster]))}
    sizes |= {card_size(page) for page in pages(toy, "kite_card", LARGE, blank=1)}
    assert len(sizes) == 1  # a card that is printed by itself fits the sleeve of the others
    (width, height), = sizes
    assert width * height > 63.5 * 88.9
    assert (width, height) in {(70, 120), (76.2, 127), (74, 105), (105, 148), (88, 116), (116, 176), (148, 210)}


def card_size(page: Page) -> tuple[float, float]:
    """The distance of the cuts of a sheet, the shorter side first, in mm."""
    groups = [one for one in page.items if isinstance(one, Group) and one.layer is Layer.CUT]
    cuts = [bounds((one,)) for group in groups for one in group.items]
    down = sorted({round(left, 3) for left, top, right, bottom in cuts if bottom - top > right - left})
    over = sorted({round(top, 3) for left, top, right, bottom in cuts if bottom - top < right - left})
    sides = sorted(round((second - first) / MM, 2) for first, second in (down[:2], over[:2]))
    return sides[0], sides[1]


@pytest.mark.parametrize("shade", ["0.3", "0.3 if string else 0"])  # of a row, or of each of its two cells
def test_there_is_no_tint_where_somebody_writes(tmp_path: Path, shade: str) -> None:
    rows = """\
    - {height: 6 mm, rules: true, shade: 0.3, cells: [{text: Head, style: label}, {text: Other, style: label}]}
    - {height: 6 mm, rules: true, shade: 0.3, cells: [{text: "**Sum**"}, {}]}
    - {height: 6 mm, rules: true, shade: 0.3, cells: [{pips: string, track: a}, {text: x, style: label}]}
    - {height: 6 mm, rules: true, shade: 0.3, cells: [{text: x, style: value}, {text: y}]}
""".replace("0.3", shade)
    tinted = {variants: sum(1 for page in sheet(tmp_path, rows, "unit: kite\n  columns: 2", variants)
                            for one in placed.outlines(page.items)
                            if one.fill and not one.stroke and 0 < one.fill[0] < 255)
              for variants in (frozenset(), ERASE)}
    assert tinted == ({frozenset(): 4, ERASE: 2} if shade == "0.3" else {frozenset(): 8, ERASE: 4})


def test_room_to_write_is_as_high_as_a_pen_needs(tmp_path: Path) -> None:
    rows = """\
    - {height: 6 mm, rules: true, columns: 2, cells: [{text: Speed}, {}]}
    - {height: 6 mm, rules: true, columns: 2, cells: [{text: "{n}", write: true, repeat: 2}]}
    - {height: 9 mm, cells: [{text: Notes, lines: 2}]}
    - {height: 9 mm, cells: [{text: Sketch, box: true}]}
    - {height: 6 mm, rules: true, columns: 2, cells: [{text: printed}, {text: only}]}
"""
    (page,) = sheet(tmp_path, rows, variants=ERASE)
    across = sorted({round(top, 2) for left, top, right, bottom in
                     (outline_bounds(one.segments) for one in placed.outlines(page.items))
                     if bottom - top < 0.01 and right - left > 180 * MM and 50 < top < page.height - 60})
    heights = [(second - first) / MM for first, second in pairwise(across)]
    assert heights[:2] == pytest.approx([10, 10], abs=0.01)
    assert heights[-1] == pytest.approx(6, abs=0.01)
    boxes = [outline_bounds(one.segments) for one in placed.outlines(page.items)]
    lines = sorted(top for left, top, right, bottom in boxes
                   if bottom - top < 0.01 and right - left > 100 * MM and across[2] < top < across[-2])
    assert max(second - first for first, second in pairwise(lines)) >= 10 * MM - 0.01


def test_half_a_page_and_a_quarter_fit_any_paper(tmp_path: Path) -> None:
    for name, count in (("half", 2), ("half upright", 2), ("quarter", 4), ("quarter across", 4), ("poker across", 4)):
        game = load_forms(tmp_path, f"card:\n  size: {name}\n  copies: {count}\n  rows:\n"
                                    "    - {height: rest, cells: [{box: true}]}\n")
        for paper in PAPERS.values():
            made = list(find("cards").build(game, Request(only=("card",)), Settings(paper)).pages)
            assert len(made) == 1, (name, paper.name)


def test_blocks_stay_side_by_side_where_a_page_would_not_hold_them_else(tmp_path: Path) -> None:
    """What is too wide to be as wide as it would better be, and too high one below the other."""
    block = "{rows: [{height: 6 mm, repeat: 20, rules: true, columns: 2, cells: [{repeat: 2, text: %s}]}]}"
    words = [f"{name} tambourin and mandolin" for name in ("Left", "Right")]
    rows = f"    - columns: 2\n      cells:\n        - {block % words[0]}\n        - {block % words[1]}\n"
    (page,) = sheet(tmp_path, rows)
    left, right = ([word for word in placed.words(page.items) if word.text.startswith(name)]
                   for name in ("Left", "Right"))
    assert len(left) == len(right) == 40
    assert page.width < page.height  # the page is not turned for that
    assert [word.y for word in left] == pytest.approx([word.y for word in right])


def test_a_record_that_is_lower_than_the_others_takes_fewer_pages(tmp_path: Path) -> None:
    """A ship with a cloak has two more rows than a page holds, the others have not."""
    folder = tmp_path / "own"
    shutil.copytree(games()["stellar_wars"], folder)
    forms = folder / "forms.yaml"
    kept = re.sub(r"(\n *|, )spare: \d", "", forms.read_text(encoding="utf-8"))  # fifty turns
    forms.write_text(kept, encoding="utf-8")
    game, told = load(folder), {}
    for names in (["DN-B"], ["CA-A"], ["DN-B", "CA-A", "DN-A"]):
        made = pages(game, "control", ERASE, units=game.muster([(name, 1) for name in names]))
        told[tuple(names)] = len(made)
    assert told["DN-B",] == 1 < told["CA-A",]
    assert told["DN-B", "CA-A", "DN-A"] == 2 * told["DN-B",] + told["CA-A",]
    titles = [mark.title for page in made for mark in page.bookmarks]
    assert not any("*" in title for title in titles)
