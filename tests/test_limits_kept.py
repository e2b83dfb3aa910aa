"""What is as large as a limit allows is taken, one more is told; and what is within the limits takes no long time."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest

import printshop
from printshop import arguments, problems
from printshop.drafts.starting import write_game
from printshop.game import all_units, apart, layers, load
from printshop.problems import PrintshopError, Problems, suggestion
from printshop.source import parse_text, reading
from printshop.source.reading import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


class Limit(NamedTuple):
    """A limit, a file of the game of the starter with `{}` for what is limited, and what is said of one more."""

    most: int
    file: str
    text: str
    many: Callable[[int], str]
    said: str


def _words(count: int) -> str:
    return ", ".join(f"w{number}" for number in range(count))


def _blocks(count: int) -> str:
    return ", ".join(f"w{number}: 1" for number in range(count))


def _times(word: str) -> Callable[[int], str]:
    return lambda count: ", ".join([word] * count)


UNIT = "- {{name: Bat, side: docks, planks: 4, steam: 4, points: 4, {}}}\n"
FIELD = "      more: {{{{optional: true, kind: {}}}}}\n"
DERIVED = "    derived: {{{}}}\n"
SCENARIO = "{}\n"
MARKER = "m: {{size: 1 in, front: [{{text: x}}], {}}}\n"
ARCS = "arcs: {{kind: overlay, across: 40 mm, radius: 1, dots: shared, {}}}\n"
STICK = "stick: {{kind: stick, width: 1 in, length: 4 in, every: 4 in, labels: [a], {}}}\n"
LIMITS = {
    "rows of a table": Limit(1_000, "game.yaml", "tables: {{t: {{columns: [a], rows: [{}]}}}}\n",
                             lambda count: ", ".join(f"[{number}]" for number in range(count)), "at most 1000"),
    "derived values": Limit(200, "game.yaml", DERIVED, _blocks, "at most 200"),
    "names of numbers": Limit(100, "game.yaml", FIELD.format("numbers, of: [{}]"), _words, "up to 100 names"),
    "rows of a list": Limit(1_000, "game.yaml", FIELD.format("list, most: {}, of: {{w: {{kind: whole}}}}"), str,
                            "the largest allowed is 1000"),
    "a formula": Limit(500, "game.yaml", DERIVED, lambda count: f"a: '1+{' ' * (count - 3)}1'",
                       "more than 500 characters"),
    "a list": Limit(1_000, "game.yaml", DERIVED, lambda count: f"a: '[spread({count - 2}, 9), 1]'",
                    "more than 1,000 values"),
    "lists in one another": Limit(10, "game.yaml", DERIVED, lambda count: f"a: '{'[' * count}1{']' * count}'",
                                  "more than 10 deep"),
    "copies of a unit": Limit(200, "tugs.yaml", UNIT, "copies: {}".format, "the largest allowed is 200"),
    "each of a marker": Limit(500, "markers.yaml", MARKER, lambda count: f"each: [{_words(count)}]", "at most 500"),
    "copies of a marker": Limit(500, "markers.yaml", MARKER, "copies: {}".format, "the largest allowed is 500"),
    "markers": Limit(10_000, "markers.yaml", MARKER,
                     lambda count: f"each: 1-40, copies: [{'250, ' * 39}{count - 9_750}]", "more than 10,000 markers"),
    "facts": Limit(60, "scenarios/first_light.yaml", SCENARIO, lambda count: f"facts: {{{_blocks(count)}}}",
                   "at most 60"),
    "paragraphs": Limit(100, "scenarios/first_light.yaml", SCENARIO, lambda count: f"notes: [{_words(count)}]",
                        "at most 100"),
    "copies of a template": Limit(100, "templates.yaml", STICK, "copies: {}".format, "the largest allowed is 100"),
    "notes of a template": Limit(40, "templates.yaml", ARCS, lambda count: f"notes: [{_words(count)}]", "at most 40"),
    "fonts": Limit(20, "game.yaml", "fonts: [{}]\n", _times("DejaVuSans.ttf"), "at most 20"),
    "characters of a key": Limit(60, "templates.yaml", f"{{}}{STICK[5:-7]}}}}}\n",
                                 lambda count: "k" * count, "more than 60 characters"),
    "characters of a text": Limit(50_000, "markers.yaml", MARKER, lambda count: f"title: {'t' * count}",
                                  "the most are 50,000"),
    "nesting": Limit(62, "markers.yaml", MARKER, lambda count: f"each: {'[' * count}{']' * count}",
                     "more than 64 deep"),
}


def said(folder: Path) -> str:
    """Return all that is wrong with a game."""
    try:
        load.load(folder)
    except PrintshopError as error:
        return str(error)
    return ""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    write_game(tmp_path / "harbour")
    return tmp_path / "harbour"


def _put(game: Path, limit: Limit, count: int) -> None:
    path = game / limit.file
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    path.write_text(before + limit.text.format(limit.many(count)), encoding="utf-8")


@pytest.mark.parametrize("what", LIMITS)
def test_as_much_as_a_limit_allows_is_taken(game: Path, what: str) -> None:
    _put(game, LIMITS[what], LIMITS[what].most)
    assert LIMITS[what].said not in said(game)
    assert what == "nesting" or said(game) == ""


@pytest.mark.parametrize("what", LIMITS)
def test_one_more_than_a_limit_allows_is_told(game: Path, what: str) -> None:
    _put(game, LIMITS[what], LIMITS[what].most + 1)
    assert LIMITS[what].said in said(game)


def test_the_values_and_battles_of_a_game(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    values = 0
    for path in game.rglob("*.yaml"):
        node = parse(path, Problems())
        assert node
        values += node.source.values
    monkeypatch.setattr(layers, "MAX_VALUES", values)
    assert said(game) == ""
    monkeypatch.setattr(layers, "MAX_VALUES", values - 1)
    assert "with this file the game holds more than" in said(game)
    monkeypatch.setattr(layers, "MAX_VALUES", 2 * values)
    monkeypatch.setattr(layers, "MOST_SCENARIOS", 1)
    monkeypatch.setattr(load, "MOST_SCENARIOS", 1)
    assert said(game) == ""
    battle = (game / "scenarios/first_light.yaml").read_text(encoding="utf-8")
    for name in ("two", "three"):
        (game / f"scenarios/{name}.yaml").write_text(battle, encoding="utf-8")
    assert "there are more than 1 scenarios" in said(game)


def test_units_their_rows_and_what_is_derived(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = game / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "      cargo: {kind: list, optional: true, of: {w: {kind: "
                    "whole}}, derived: {a: w, b: w}}\n    derived: {c: planks, d: planks, e: planks}\n",
                    encoding="utf-8")
    units = (game / "tugs.yaml").read_text(encoding="utf-8")
    (game / "tugs.yaml").write_text(units + UNIT.format("cargo: [1, 2, 3, 4], sisters: [Cat]"), encoding="utf-8")
    count = len(load.load(game).units)
    for name, most, what in (("MOST_UNITS", count, "units"), ("MOST_LISTED", 8, "rows of lists"),
                             ("MOST_WORKED_OUT", 3 * count + 16, "derived values of units")):
        with monkeypatch.context() as patched:
            patched.setattr(all_units, name, most)
            assert said(game) == ""
            patched.setattr(all_units, name, most - 1)
            assert f"tugs.yaml:5:3: error: there are more than {most - 1} {what}, sisters counted" in said(game)


def test_a_large_game_is_not_read_again(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (game / "tugs.yaml").write_text((game / "tugs.yaml").read_text(encoding="utf-8") + "- {name: Bat, steam: x}\n",
                                    encoding="utf-8")
    assert [part.names for part in load.load_sound(game).apart.parts] == [("Bat",)]
    monkeypatch.setattr(apart, "LARGE", 100)
    with pytest.raises(PrintshopError, match="steam of Bat must be a whole number"):
        load.load_sound(game)


def test_values_and_bytes_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, text = tmp_path / "x.yaml", "".join(f"k{number}: 1\n" for number in range(1_000))
    path.write_text(text, encoding="utf-8")
    for name, most, what in (("MAX_VALUES", 1_001, "more than 1000 values"), ("MAX_BYTES", len(text), "larger than")):
        for fewer in (0, 1):
            monkeypatch.setattr(reading, name, most - fewer)
            found = Problems()
            parse(path, found)
            assert bool(found) == bool(fewer)
            assert all(what in one.message for one in found)
        monkeypatch.setattr(reading, name, 10**9)


def test_problems_of_a_run() -> None:
    found = Problems()
    for number in range(problems.MOST):
        found.add(None, f"no. {number}")
    with pytest.raises(PrintshopError, match="there are more than 1,000 problems"):
        found.add(None, "one more")


def test_units_that_a_command_names(game: Path) -> None:
    loaded = load.load(game)
    assert len(arguments.muster(loaded, ("Rat*1000",))) == arguments.MOST_UNITS
    for words in (("Rat*99999",), ("Rat*1000", "Vigilant")):
        with pytest.raises(PrintshopError, match="at most 1,000 are made at once"):
            arguments.muster(loaded, words)


def test_pieces_that_are_made_at_once(game: Path) -> None:
    def build(units: int, counters: int) -> str:
        (game / "tugs/more.yaml").write_text(UNIT.format(f"sisters: [{_words(49)}], copies: {units}"), encoding="utf-8")
        path = game / "counters.yaml"
        text = path.read_text(encoding="utf-8").partition("  copies:")[0]
        path.write_text(f"{text}  copies: {counters}\n", encoding="utf-8")
        try:
            printshop.build("counters", load.load(game))
        except PrintshopError as error:
            return str(error)
        return ""

    (game / "tugs").mkdir()
    (game / "tugs.yaml").unlink()
    (game / "scenarios/first_light.yaml").unlink()
    assert "more than 10,000" not in build(200, 0)
    assert "more than 10,000 counters 'tugs'" in build(200, 2)
    (game / "tugs/yet.yaml").write_text(UNIT.format("").replace("Bat", "Cat"), encoding="utf-8")
    assert "more than 10,000 units to make pieces for" in build(200, 0)


# --- cost

@contextmanager
def _no_longer(than: float, before: float) -> Iterator[None]:
    start = time.process_time()
    yield
    assert time.process_time() - start < than * before + 1


def test_lists_of_lists_do_not_grow_without_end(game: Path) -> None:
    growing = "".join(f"      a{number}: '[a{number - 1}, a{number - 1}, a{number - 1}]'\n" for number in range(1, 150))
    path = game / "game.yaml"
    path.write_text(f"{path.read_text(encoding='utf-8')}    derived:\n      a0: '[planks, planks]'\n{growing}",
                    encoding="utf-8")
    with _no_longer(1, 1):
        assert "a6 of Rat: a list gets more than 1,000 values" in said(game)


def test_rows_derive_so_many_values(game: Path) -> None:
    path = game / "game.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "      cargo: {kind: list, most: 1000, optional: true, of: {w: {"
                    "kind: whole}}, derived: {a: w, b: w, c: w, d: w, e: w}}\n", encoding="utf-8")
    units = (game / "tugs.yaml").read_text(encoding="utf-8")
    (game / "tugs.yaml").write_text(units + UNIT.format(f"cargo: [{'1, ' * 1_000}]"), encoding="utf-8")
    assert said(game) == ""
    path.write_text(path.read_text(encoding="utf-8").replace("e: w}", "e: '[w]'}"), encoding="utf-8")
    assert "cargo derives more than 5,000 values" in said(game)


def test_a_misspelt_name_is_compared_with_so_many() -> None:
    names = [f"Vessel {number:06}" for number in range(200_000)]
    few, start = names[:2_000], time.process_time()
    for _ in range(20):
        suggestion("Vassel 000123", few)
    with _no_longer(2, time.process_time() - start):
        for _ in range(20):
            assert suggestion("Vassel 000123", names) == "did you mean 'Vessel 000123'?"
    assert suggestion("x", names[1_999:2_000] * 2) == "known here: Vessel 001999"
    assert len(suggestion("x", names)) < problems.MESSAGE + 100


def test_a_key_that_is_given_often_is_looked_up_once() -> None:
    text = "".join(f"k{number}: 1\n" for number in range(50_000))
    start = time.process_time()
    parse_text(text, "x.yaml", Problems())
    found = Problems()
    with _no_longer(2, time.process_time() - start):
        parse_text(text + "k49999: 1\n" * 400, "x.yaml", found)
    assert {one.hint for one in found} == {"first given on line 50000"}


def test_an_alias_among_many_names() -> None:
    found = Problems()
    text = "".join(f"- &name{number} 1\n" for number in range(20_000)) + "- *nome1\n" * 50
    with _no_longer(1, 4):
        parse_text(text, "x.yaml", found)
    assert len(found) == 50
