"""Reference cards: every figure of the rules in its place, on one page, large enough to read."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from placed import outlines, rows, words
from toys import opened

from printshop.catalogue import games
from printshop.drawing.ink import Ink
from printshop.drawing.items import Document, Item, Page
from printshop.drawing.shapes import bounds
from printshop.job import Request, Settings
from printshop.layout.boxes import Box
from printshop.layout.furniture import content_box
from printshop.layout.paper import PAPERS
from printshop.loading import load
from printshop.parts.charts import CHARTS, Block, Card, Items, Look, Say, block_of
from printshop.parts.figures import Ladder
from printshop.parts.tables import Grid, typeset
from printshop.problems import PrintshopError, Problems
from printshop.products.charts import charts
from printshop.render.dump import to_text
from printshop.source import Mapping, Scalar, Sequence, parse_text
from printshop.templates import TEMPLATES
from printshop.templates.sticks import StickTemplate

if TYPE_CHECKING:
    from goldens import Goldens

    from printshop.game.model import Game

TOY = Path(__file__).parent.parent / "games" / "toy"
GAME = opened("iron_stars")
CARD = GAME[CHARTS]["reference"]
SIZES = ["Very Small", "Small", "Medium", "Large", "Very Large"]


def composed(paper: str = "universal", ink: Ink = Ink.COLOUR) -> tuple[tuple[Item, ...], Box]:
    box = content_box(PAPERS[paper], scale=False)
    return charts.compose(CARD, box, ink), box


def block(title: str) -> tuple[Item, ...]:
    """Return one block as it is drawn, at the width of a column."""
    found = next(one for one in CARD.blocks if one.title == title)
    return block_of(found, 500 if found.across else 170, Look(9, 1, Ink.COLOUR)).items


def table(title: str) -> dict[str, list[str]]:
    """Return a block's lines of words by their first word."""
    return {line[0].text: [word.text for word in line[1:]] for line in rows(block(title))}


def prose(title: str) -> str:
    return " ".join(word.text for line in rows(block(title)) for word in line)


# The figures below are typed from the rules, not from charts.yaml.


def test_target_size_modifiers() -> None:
    found = table("Target size")
    assert found["Target"] == ["d4", "d6", "d8", "d10", "d12"]
    expected = [[0, 1, 2, 3, 4], [0, 0, 1, 2, 3], [0, 0, 0, 1, 2], [0, 0, 0, 0, 1], [0, 0, 0, 0, 0]]
    assert [found[size] for size in SIZES] == [[f"+{n}" if n else "0" for n in row] for row in expected]


def test_turning_by_size_class() -> None:
    found = table("Turning")
    assert found["Size"] == ["Start", "Middle", "End"]
    expected = [["135°", "180°", "180°"], ["90°", "135°", "180°"], ["45°", "90°", "135°"], ["–", "45°", "90°"],
                ["–", "–", "45°"]]
    assert [found[size] for size in SIZES] == expected


def test_guns_that_bear() -> None:
    found = table("Guns that bear")
    assert found["Battery"] == ["Fwd", "Aft", "Port", "Stbd"]
    assert found["Primary"] == ["½", "½", "all", "all"]
    assert found["Secondary"] == ["¼", "¼", "½", "½"]
    assert "round up" in prose("Guns that bear")
    assert "at most half of them, rounded up, into any one arc" in prose("Guns that bear")


def test_size_classes_and_bases() -> None:
    lines = [[word.text for word in line] for line in rows(block("Size classes"))[2:7]]
    assert lines == [["VS", "Very Small", "1–3", "½ × ¾ in"], ["S", "Small", "4–8", "¾ × 1⅛ in"],
                     ["M", "Medium", "9–15", "1 × 1½ in"], ["L", "Large", "16–24", "1½ × 1½ in†"],
                     ["VL", "Very Large", "25–35", "1½ × 2¼ in"]]


def test_range_modifiers_stand_between_their_distances() -> None:
    lines = rows(block("Range"))
    scale = [line for line in lines if any(word.text == "0" for word in line)]
    guns, bands, torpedoes = ([word for word in line if word.text[0] in "0123456789+"] for line in scale)
    assert [word.text for word in guns] == ["0", "5", "10", "15", "20", "25", "30", "35 in"]
    assert [word.text for word in torpedoes] == ["0", "2", "4", "6", "8", "10", "12", "14 in"]
    assert [word.text for word in bands] == ["0", "+1", "+2", "+3", "+4", "+5", "+6"]
    for index, band in enumerate(bands[:-1]):
        assert band.x == pytest.approx((guns[index].x + guns[index + 1].x) / 2, abs=0.1)
        assert band.x == pytest.approx((torpedoes[index].x + torpedoes[index + 1].x) / 2, abs=0.1)
    assert [word.x > bands[-1].x for line in lines for word in line if word.text == "out of range"] == [True]


def test_open_ended_rolls_are_maximum_plus_n_less_1() -> None:
    found = table("Open-ended rolls")
    assert found["Maximum rolls"] == ["2", "3", "4", "5", "n"]
    assert found["count as max."] == ["+1", "+2", "+3", "+4", "+n−1"]


def test_half_the_die() -> None:
    assert table("To hit with guns")["Half of it"] == [str(die // 2) for die in (4, 6, 8, 10, 12)]


def test_damage_goes_from_light_guns_to_the_hull() -> None:
    chain = [word.text for word in rows(block("Damage"))[1]]
    assert chain == ["Light guns", "Secondary", "Primary", "Thrust", "Armour", "Hull"]


@pytest.mark.parametrize(("title", "expected"), [
    ("The turn", ["Initiative", "d6", "Active movement", "Reactive movement", "Active combat", "Reactive combat",
                  "End"]),
    ("Movement", ["thrust + momentum", "half the distance moved last turn, rounded up", "at least the difference",
                  "90°", "not farther after it than before"]),
    ("To hit with guns", ["half the die + armour + range", "+1 for every full 5 in"]),
    ("To hit with torpedoes", ["half the die + half armour + range", "+1 for every full 2 in", "half of it, rounded up",
                               "any arc", "one target", "strike off", "d12s instead of d20s"]),
    ("Torpedo nets", ["Medium ships and larger", "+1", "port or starboard", "no turns"]),
    ("Damage", ["d20s", "2d4"]),
    ("Victory points", ["points", "hull victory points for each hull hit"]),
])
def test_the_rules_in_words(title: str, expected: list[str]) -> None:
    found = prose(title)
    for part in expected:
        assert part in found


def test_advanced_rules_are_marked() -> None:
    marked = {one.title for one in CARD.blocks if one.mark == "Advanced"}
    assert marked == {"Turning", "Going astern", "Target size", "Open-ended rolls", "Torpedo nets"}
    assert [word.text for word in words(composed()[0])].count("Advanced") == len(marked)


def test_the_card_and_the_templates_say_the_same() -> None:
    turning = vars_of("turning")
    angles = {key: ["–" if angle == 0 else f"{angle}°" for angle in row] for key, row in turning.items()}
    found = table("Turning")
    assert [angles[size.key] for size in GAME.sizes] == [found[size.name] for size in GAME.sizes]


def test_the_ladder_and_the_sticks_have_the_same_bands() -> None:
    ladder = next(part for one in CARD.blocks for part in one.parts if isinstance(part, Ladder))
    sticks = [template for template in GAME[TEMPLATES].values() if isinstance(template, StickTemplate)]
    assert len(sticks) == len(ladder.rulers) == 2
    for ruler, stick in zip(ladder.rulers, sticks, strict=True):
        assert ruler.label.rstrip("es") in f"{stick.title}s"
        assert [band.label for band in stick.bands] == list(ladder.bands)
        assert [band.to.points for band in stick.bands] == [
            ruler.every.points * number for number in range(1, len(ladder.bands) + 1)]


def vars_of(key: str) -> dict[str, tuple[int, ...]]:

    file = games()["iron_stars"] / "templates.yaml"
    root = parse_text(file.read_text(encoding="utf-8"), "templates.yaml", Problems())
    assert isinstance(root, Mapping)
    entry = root.entries[key]
    assert isinstance(entry, Mapping)
    table_of = entry.entries["rows"]
    assert isinstance(table_of, Mapping)
    return {name: tuple(int(cell.text) for cell in row.items if isinstance(cell, Scalar))
            for name, row in table_of.entries.items() if isinstance(row, Sequence)}


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("ink", list(Ink))
def test_one_full_page_that_can_be_read(paper: str, ink: Ink) -> None:
    items, box = composed(paper, ink)
    left, top, right, bottom = bounds(items, stroked=False)
    assert (left, top, right) == pytest.approx((box.x, box.y, box.right))
    assert bottom <= box.bottom + 0.01
    assert box.bottom - bottom < 4
    assert min(word.size for word in words(items)) >= 7.5


def test_blocks_do_not_touch_each_other() -> None:
    items, _ = composed()
    frames = [bounds(item.items[:1], stroked=False) for item in items]  # type: ignore[union-attr]
    placed = [(item.transform.e, item.transform.f, item.transform.e + right, item.transform.f + bottom)  # type: ignore[union-attr]
              for item, (_, _, right, bottom) in zip(items, frames, strict=True)]
    assert len(placed) == len(CARD.blocks)
    for number, (x1, y1, x2, y2) in enumerate(placed):
        for a1, b1, a2, b2 in placed[number + 1 :]:
            assert x2 <= a1 or a2 <= x1 or y2 <= b1 or b2 <= y1


def test_columns_end_on_one_line() -> None:
    items, _ = composed()
    lowest: dict[int, float] = {}
    for item in items[1:-1]:
        _, _, _, bottom = bounds(item.items, stroked=False)  # type: ignore[union-attr]
        x = round(item.transform.e)  # type: ignore[union-attr]
        lowest[x] = max(lowest.get(x, 0), item.transform.f + bottom)  # type: ignore[union-attr]
    assert len(lowest) == 3
    assert max(lowest.values()) - min(lowest.values()) < 0.1


def toy_with(folder: Path, text: str) -> Game:
    """Return the toy game with other charts."""
    toy = Path(shutil.copytree(TOY, folder / "toy", ignore=shutil.ignore_patterns("scenarios")))
    (toy / "charts.yaml").write_text(text, encoding="utf-8")
    return load(toy)


def test_a_card_too_long_for_its_page(tmp_path: Path) -> None:
    long = "".join(f"    - {{title: Block {number}, lines: 20}}\n" for number in range(9))
    toy = toy_with(tmp_path, f"crammed:\n  columns: 1\n  blocks:\n{long}")
    with pytest.raises(PrintshopError) as caught:
        charts.build(toy, Request(), Settings())
    (problem,) = caught.value.problems
    assert problem.message.startswith("the card 'Crammed' is ")
    assert problem.message.endswith(" pt too long for its page, even in 7.5 pt type")
    assert problem.hint == "move some of its blocks to another card"
    assert problem.span


def test_a_word_that_no_column_holds(tmp_path: Path) -> None:
    toy = toy_with(tmp_path, f"wide:\n  columns: 4\n  blocks: [{{title: Long, text: {'W' * 90}}}]\n")
    with pytest.raises(PrintshopError, match=r"the card 'Wide': 'W+\.\.\.' needs .* pt of width"):
        charts.build(toy, Request(), Settings())


TABLE = """\
odds:
  copies: one
  blocks:
    - title: Odds
      table: {columns: [Die, "1", "2", "3"], over: {roll: [2, 3], never: [4]}, rows: [[d4, "7", "8", "9"]]}
"""


def test_words_over_headings_stand_in_their_middle(tmp_path: Path) -> None:
    card = toy_with(tmp_path, TABLE)[CHARTS]["odds"]
    assert card.once
    found = {word.text: word for word in words(block_of(card.blocks[0], 240, Look(9, 0, Ink.COLOUR)).items)}
    assert found["roll"].x == pytest.approx((found["1"].x + found["2"].x) / 2)
    assert found["never"].x == pytest.approx(found["3"].x)
    assert found["roll"].y < found["1"].y < found["7"].y
    assert found["2"].x - found["1"].x == pytest.approx(found["3"].x - found["2"].x)  # equal columns


@pytest.mark.parametrize("over", [
    "{roll: [0, 2]}", "{roll: [3, 2]}", "{roll: [2, 9]}", "{roll: two}", "{roll: [2, 3], again: [3, 4]}",
])
def test_words_over_columns_that_there_are_not(tmp_path: Path, over: str) -> None:
    text = TABLE.replace("{roll: [2, 3], never: [4]}", over)
    with pytest.raises(PrintshopError, match="needs its first and its last column, 1 to 4"):
        toy_with(tmp_path, text)


def test_cards_are_chosen_by_name() -> None:
    toy = opened("toy")
    (page,) = charts.build(toy, Request(only=("wordless",)), Settings()).pages
    assert page.anchor == "card-wordless"
    assert [mark.title for mark in page.bookmarks] == ["Room for notes"]
    with pytest.raises(PrintshopError) as caught:
        charts.build(toy, Request(only=("wordles",)), Settings())
    assert str(caught.value.problems[0].hint) == "did you mean 'wordless'?"


WORDS = st.text("abcdefgh ijkl", min_size=1, max_size=40).filter(str.strip)
PARTS = st.one_of(
    st.builds(Say, st.tuples(WORDS), st.sampled_from(["text", "note", "big"])),
    st.builds(Items, st.lists(WORDS, min_size=1, max_size=5).map(tuple), st.booleans()),
    st.builds(lambda rows: Grid(("A", "B"), tuple(rows), frozenset({1})),
              st.lists(st.tuples(st.sampled_from(["one", "two"]), st.sampled_from(["1", "1/2", None])), max_size=4)),
)


@given(st.lists(st.builds(Block, title=st.sampled_from(["X", "Long title"]), mark=st.sampled_from(["", "M"]),
                          across=st.booleans(), differs=st.just(()), parts=st.lists(PARTS, max_size=3).map(tuple)),
                min_size=1, max_size=7), st.integers(1, 3))
@settings(max_examples=40)
def test_any_card_stays_within_its_page_or_is_refused(blocks: list[Block], columns: int) -> None:
    card, box = Card(key="k", title="K", columns=columns, blocks=tuple(blocks)), Box(10, 20, 500, 640)
    try:
        items = charts.compose(card, box, Ink.COLOUR)
    except PrintshopError as error:
        if "the card 'K'" not in str(error):
            raise
        return
    left, top, right, bottom = bounds(items, stroked=False)
    assert left >= 10 - 0.01
    assert top >= 20 - 0.01
    assert right <= 510 + 0.01
    assert bottom <= 660 + 0.01
    assert len(list(words(items))) + len(list(outlines(items))) > 0


@pytest.mark.parametrize(("text", "expected"), [
    ("1/2", "½"), ("1 1/8 in", "1⅛ in"), ("11/2", "11/2"), ("1/20", "1/20"), ("3 x 4", "3 × 4"), ("7-9", "7–9"),
    ("-", "-"),
])
def test_cells_are_set_as_a_printer_would(text: str, expected: str) -> None:
    assert typeset(text) == expected


def test_the_toy_card_has_not_changed(golden: Goldens) -> None:
    card = opened("toy")[CHARTS]["oddments"]
    items = charts.compose(card, Box(0, 0, 480, 600), Ink.COLOUR)
    golden.check("toy-card", to_text(Document("card", (Page(480, 600, items),))))
