"""Words have contrast with the ground below them: all kinds of grounds, patterns, colours and inks."""

from __future__ import annotations

import json
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml
from helpers import combinations
from helpers.images import draw_svg
from helpers.pages import make_pages

from printshop.drawing.display_list import WHITE, Color, Group, Item, MoveTo, Path, SymbolUse, TextRun
from printshop.drawing.geometry import IDENTITY, Transform, is_in_polygon
from printshop.drawing.ink import Ink, measure_contrast
from printshop.drawing.shapes import transform_path
from printshop.drawing.themes import MIN_TEXT_CONTRAST
from printshop.file_names import PATTERNS
from printshop.lengths import MM
from printshop.load_game import read_game
from printshop.output import svg
from printshop.print_settings import DEFAULT_REQUEST, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    import pathlib
    from collections.abc import Iterable, Iterator, Sequence

    from printshop.game.model import Game

COLOURS = ("#202020", "#1f3f77", "#0072b2", "#777777", "#c0392b", "#e69f00", "#f0e442", "#ffffff")


def choose_looks(number: int) -> list[tuple[str, str]]:
    """Return all patterns, each with a colour, and all colours; eight numbers make every pattern with every colour.

    All 80 pairs for every ground would take eight times as long.
    """
    return [(pattern, COLOURS[(row + number) % len(COLOURS)]) for row, pattern in enumerate(PATTERNS)]


def choose_colors(part: object) -> list[tuple[str, str]]:
    """Return the looks for a part that no pattern of a side is below: all colours if it has the unit's, else one."""
    return [("", color) for color in COLOURS] if "hue" in str(part) else [("", COLOURS[0])]


COUNT = len(choose_looks(0))


class Word(NamedTuple):
    """A run of text, its colour, that of the ground below it, and the middle of its letters on the page.

    A line has no text; of a line round an area that is filled, that is the ground.
    """

    text: str
    color: Color
    ground: Color
    middle: tuple[float, float]


class Area:
    """A path as a polygon; its bounds are kept, for thousands of words are compared with thousands of areas."""

    def __init__(self, path: Path) -> None:
        self.points = [(part[-2], part[-1]) for part in path.segments if len(part) > 1]
        xs, ys = zip(*self.points, strict=True)
        self.left, self.top, self.right, self.bottom = min(xs), min(ys), max(xs), max(ys)

    def covers(self, point: tuple[float, float]) -> bool:
        x, y = point
        return self.left <= x <= self.right and self.top <= y <= self.bottom and is_in_polygon(point, self.points)


def find_words_on_grounds(items: Iterable[Item]) -> list[Word]:
    """Return all runs of text, and all lines of records; lines and patterns of many parts are no ground."""
    results, grounds = list[Word](), list[tuple[tuple[Area, ...], Color]]()

    def ground(middle: tuple[float, float]) -> Color:
        below = (color for areas, color in reversed(grounds) if all(area.covers(middle) for area in areas))
        return next(below, WHITE)

    def walk(items: Iterable[Item], place: Transform, clips: tuple[Area, ...], *, record: bool) -> None:
        for item in items:
            match item:
                case TextRun():
                    middle = place.apply(item.x + item.width / 2, item.y - item.size / 3)
                    results.append(Word(item.string.strip(), item.color, ground(middle), middle))
                case Path() if sum(isinstance(part, MoveTo) for part in item.segments) == 1:
                    if item.fill:
                        grounds.append(((Area(transform_path(item, place)), *clips), item.fill))
                    if item.stroke and record:
                        (x, y), (u, v) = [(part[-2], part[-1]) for part in item.segments if len(part) > 1][:2]
                        middle = place.apply((x + u) / 2, (y + v) / 2)
                        results.append(Word("", item.stroke.color, item.fill or ground(middle), middle))
                case Group():
                    inner = place.compose(item.transform)
                    walk(item.items, inner, (*clips, Area(transform_path(item.clip, inner))) if item.clip else clips,
                         record=record or bool(item.record))
                case SymbolUse():
                    walk(item.items, place.compose(item.transform), clips, record=record)

    walk(items, IDENTITY, (), record=False)
    return results


def load_patterned(folder: pathlib.Path, looks: Sequence[tuple[str, str]], more: dict[str, object]) -> Game:
    """Return a game with a unit for each look, whose side has its pattern and colour; `hue` is the colour."""
    sides = {f"s{number}": {"name": f"S{number}", "colour": colour, **({"pattern": pattern} if pattern else {})}
             for number, (pattern, colour) in enumerate(looks)}
    units = [{"name": f"Zed{number}", "side": f"s{number}", "att": 6, "hue": colour,
              "moves": ["1 straight", "2 bank left"]}
             for number, (_, colour) in enumerate(looks)]
    moves = {"kind": "list", "of": {"speed": {"kind": "whole"}, "bearing": {"kind": "text"}}}
    fields = {"att": {"kind": "whole"}, "hue": {"kind": "text"}, "moves": moves}
    game = {"format": 1, "title": "G", "sides": sides, "unit_types": {"unit": {"fields": fields}}, "units": units}
    (folder / "g.yaml").write_text(json.dumps({**game, **more}), encoding="utf-8")
    return read_game(folder / "g.yaml")


def find_marked_words(game: Game, name: str, ink: Ink, variants: tuple[str, ...] = ()) -> Iterator[Word]:
    document = find_product(name).build(game, DEFAULT_REQUEST, PrintSettings(ink=ink, variants=frozenset(variants)))
    return (
        word for page in document.pages for word in find_words_on_grounds(page.items) if word.text.startswith("Zed")
    )


def find_lost(game: Game, name: str, ink: Ink, least: int, variants: tuple[str, ...] = ()) -> list[str]:
    """Return the words, figures and lines on records or cards of a game that are not seen on what is below them."""
    document = find_product(name).build(game, DEFAULT_REQUEST,
                                        PrintSettings(ink=ink, variants=frozenset(variants), guides=False))
    return find_unreadable((word for page in document.pages for word in find_words_on_grounds(page.items)), least)


def find_unreadable(words: Iterable[Word], least: int) -> list[str]:
    """Return the words with too little contrast; there are `least` of them at least."""
    result = [*words]
    assert len(result) >= least
    return [f"{word.text}: {word.color.to_hex()} on {word.ground.to_hex()}" for word in result
            if measure_contrast(word.color, word.ground) < MIN_TEXT_CONTRAST]


GROUNDS = (
    "[{ground: side}]", "[{ground: side, only_if: att > 1}]", "[{ground: side, only_if: att > 9}]", "[{ground: hue}]",
    "[{ground: hue, only_if: att > 1}]", "[{ground: hue, only_if: att > 9}]",
    "[{ground: '\"side\" if att > 1 else hue'}]", "[{ground: side, margin: 25 %}]", "[{ground: hue, margin: 25 %}]",
    "[{ground: hue, margin: 25 %, only_if: att > 1}]", "[{ground: side, shape: disc}]",
    "[{ground: hue, shape: disc, margin: 5 %}]", "[{ground: side}, {ground: '#fffdf6', margin: 25 %}]",
    "[{ground: '#fffdf6'}, {ground: hue, margin: 25 %}]", "[{ground: '#202020'}]", "[{ground: '#c0392b'}]",
    "[{band: side}]", "[{band: side, only_if: att > 1}]", "[{band: hue}]", "[{band: hue, margin: 10 %}]",
    "[{band: side, edge: left, take: 20 %}]",
)
TEXTS = '{text: "{name}", edge: top, take: 20 %, largest: 5 pt, smallest: 3 pt}, {text: "{name}", largest: 8 pt}'


@pytest.mark.parametrize(("number", "grounds"), [*enumerate(GROUNDS)])
def test_words_of_faces_are_legible_on_their_ground(tmp_path: pathlib.Path, number: int, grounds: str) -> None:
    """On fronts and backs, which lie on the other side of the sheet, and on the backs of cards, in an ink each."""
    parts = yaml.safe_load(f"{grounds[:-1]}, {TEXTS}]")
    counters = {"c": {"kind": "flat", "units": "unit", "size": "1 in", "backs": "long", "front": parts, "back": parts}}
    forms = {"f": {"unit": "unit", "size": "poker", "back": parts, "backs": "long", "rows": [
        {"height": "9 mm", "cells": [{"text": "x"}]}]}}
    looks = choose_looks(number) if "side" in grounds else choose_colors(grounds)
    game = load_patterned(tmp_path, looks, {"counters": counters, "forms": forms})
    *inks, other = ([*Ink] * 2)[number % 3:][:3]
    for name, ink, least in (*(("counters", ink, 4) for ink in inks), ("cards", other, 2)):
        assert find_unreadable(find_marked_words(game, name, ink), least * len(looks)) == [], (name, ink)


CELLS = [{"text": "Zed {name}"}, {"text": "Zed", "pips": "att"}, {"pips": "att"}, {"text": "Zed", "lines": 1},
         {"box": True}, {"text": "Zed", "count": "att"}]
ROWS = [{"height": "12 mm", "rules": rules, "cells": cells}
        for rules in (False, True) for cells in (CELLS[:3], CELLS[3:])]
FRONTS = (
    "side", "'#1d3a5f'", "[{ground: hue}]", "[{ground: 'hue if att > 1 else \"#ffffff\"'}]", "[{band: side}]",
    "[{band: hue, margin: 20 %}]", "[{ground: hue, shape: disc}]", "[{band: side, edge: top, take: 14 mm}]",
    "[{ground: side}, {ground: '#fffdf6', margin: 25 %}]",
)


@pytest.mark.parametrize(("number", "front"), [*enumerate(FRONTS)])
def test_content_of_card_rows_is_visible_on_the_front(
    tmp_path: pathlib.Path, number: int, front: str
) -> None:
    """Words, circles, figures, lines and boxes, between rules and without them."""
    card = {"unit": "unit", "size": "poker", "front": yaml.safe_load(front), "columns": [1] * 3, "rows": ROWS}
    looks = choose_looks(number) if "side" in front else choose_colors(front)
    game = load_patterned(tmp_path, looks, {"forms": {"card": card}})
    for ink in ([*Ink] * 2)[number % 3:][:2]:
        assert find_lost(game, "cards", ink, 20 * len(looks)) == [], ink


PARTS = (
    '{steps: "0-5", at: 2}', "{steps: '0-5', way: round, at: 2, effects: {2: slow}}", "{steps: '0-5', way: dial}",
    "{steps: [0, 1, 2], effects: {2: slow}}", "{manoeuvres: moves}", "{manoeuvres: moves, layout: dial}",
)


@pytest.mark.parametrize("part", PARTS)
def test_numbers_of_parts_are_legible_on_their_ground(tmp_path: pathlib.Path, part: str) -> None:
    """Names of steps, what they do, and speeds of manoeuvres."""
    front = yaml.safe_load(f"[{{ground: hue}}, {part}]")
    game = load_patterned(tmp_path, choose_colors("hue"), {
        "counters": {"c": {"kind": "flat", "units": "unit", "size": "40 mm", "front": front}}})
    for ink in Ink:
        assert find_lost(game, "counters", ink, len(COLOURS)) == [], ink


@pytest.mark.parametrize("cell", [
    {"ground": "hue"}, {"ground": 'hue if att > 1 else "#ffffff"'}, {"ground": "hue", "pattern": "solid"},
    {"ground": "hue", "plate": "disc", "align": "center"}, {"ground": "bar"}, {"ground": "bar", "colour": "#ffffff"},
    {"ground": "#2f5f5c", "colour": "#f3e6c8"}, {"band": True},
])
def test_words_of_cells_are_legible_on_their_ground(tmp_path: pathlib.Path, cell: dict[str, object]) -> None:
    rows, looks = [{"height": "9 mm", "cells": [{"text": "{name}", **cell}]}], choose_colors(cell)
    game = load_patterned(tmp_path, looks, {"forms": {"card": {"unit": "unit", "size": "poker", "rows": rows},
                                        "record": {"unit": "unit", "per_page": 10, "per_row": 2, "rows": rows}}})
    for ink, name in product(Ink, ("cards", "records")):
        assert find_unreadable(find_marked_words(game, name, ink), len(looks)) == [], (ink, name)


@pytest.mark.parametrize(("number", "ground"), [*enumerate((
    {"ground": "#112233"}, {"ground": "bar"}, {"ground": "hue"}, {"ground": 'hue if att > 1 else "#ffffff"'},
    {"ground": "#112233", "colour": "#f3e6c8"}, {"ground": "#112233", "pattern": "solid"},
    {"ground": "#112233", "pattern": "hatch"}, {"ground": "#0072b2", "pattern": "dots", "colour": "#f3e6c8"},
    {"ground": "hue", "pattern": "checks"},
    {"ground": "bar", "pattern": "hatch"}, {"ground": "#112233", "pattern": "plain"},
))])
def test_content_of_cells_is_visible_on_its_ground(tmp_path: pathlib.Path, number: int, ground: dict[str, str]) -> None:
    """Words, circles, figures, lines and boxes, in all variants; a wipeable record has no ground below circles."""
    rows = [{"height": "14 mm", "cells": [{**cell, **ground} for cell in cells]} for cells in (CELLS[:3], CELLS[3:])]
    looks = choose_colors(ground)
    game = load_patterned(tmp_path, looks, {
        "forms": {"record": {"unit": "unit", "per_page": 4, "columns": [1] * 3, "rows": rows}}})
    variants: tuple[tuple[str, ...], ...] = ((), ("large", "erase"), ("numbers",))
    for row, ink in enumerate(Ink):
        assert find_lost(game, "records", ink, 9 * len(looks), variants[(number + row) % 3]) == [], (ink, variants)


@pytest.mark.slow
def test_another_program_finds_the_words_on_a_ground_of_some_units(tmp_path: pathlib.Path) -> None:
    """Within each word, the palest pixels stand out from the darkest."""
    front = [{"ground": "hue", "only_if": "att > 1"}, {"text": "**{name}**", "largest": "14 pt"}]
    counters = {"c": {"kind": "flat", "units": "unit", "size": "1 in", "front": front}}
    game = load_patterned(tmp_path, choose_looks(0), {"counters": counters})
    [first, *_] = find_product("counters").build(game, DEFAULT_REQUEST, PrintSettings()).pages
    picture = draw_svg(svg.render_svg(first, "G"), 200)
    words = [word for word in find_words_on_grounds(first.items) if word.text.startswith("Zed")]
    assert len(words) == COUNT
    for word in words:
        x, y = (round(along * 200 / 72) for along in word.middle)
        around = [Color(*map(int, pixel)) for row in picture[y - 8:y + 8, x - 30:x + 30] for pixel in row]
        pale, dark = max(around, key=sum), min(around, key=sum)
        assert measure_contrast(pale, dark) >= MIN_TEXT_CONTRAST, word


@pytest.mark.parametrize("name", ["Al", "Bartholomew of Wells"])
def test_words_on_a_light_ground_stay_clear_of_the_dark_edge(tmp_path: pathlib.Path, name: str) -> None:
    (tmp_path / "game.yaml").write_text(
        "format: 1\ntitle: T\nsides: {a: {name: A, colour: '#5c1a2b'}}\nunit_types: {man: {plural: men, fields: {}}}\n"
        f"men: [{{name: {name}, side: a}}]\ncounters: {{c: {{units: man, kind: flat, size: 24 mm, front: [{{ground: "
        "side}, {ground: '#ffffff', margin: 4 mm}, {text: '{name}', largest: 12 pt, smallest: 4 pt}]}}\n",
        encoding="utf-8")
    [page] = make_pages("counters", read_game(tmp_path))
    assert not combinations.find_faint_words([page], frozenset())
    words = [run for run, _ in combinations.find_runs(page, frozenset()) if run.string == name]
    assert words
    assert all(run.width <= 16 * MM for run in words)
