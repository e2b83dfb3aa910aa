"""Games read again from the cache after any change equal games read without it."""

from __future__ import annotations

from functools import reduce
from itertools import permutations, product
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.load_game import read_game
from printshop.problems import PrintshopError, Problems
from printshop.source import MappingNode, parse_yaml, parse_yaml_file
from printshop.source.cache import LoadCache, splice_tree
from printshop.workshop import game_cache

if TYPE_CHECKING:
    from collections.abc import Callable

    from printshop.game.model import Game
    from printshop.source import Node

FILES = {
    "harbour/game.yaml": """\
format: 1
title: Harbour
settings: {speed: {value: 4}}
sides: {red: {name: Red, colour: "#aa0000"}, blue: {name: Blue, colour: "#0000aa"}}
icons: {hit: hit.svg}
unit_types:
  boat:
    plural: boats
    fields: {hull: {kind: whole, max: 9}, speed_: {kind: whole, optional: true}, note: {kind: text, optional: true}}
    derived: {points: {formula: hull * 2, label: points}}
    checks: [{that: hull < 8, message: too heavy, warning: true}, {that: hull != 6, message: unlucky}]
  squadron: {plural: squadrons, fields: {leader: {kind: unit, of: boat}}}
squadrons:
- {name: First, side: red, leader: Heron}
- name: Second
  side: blue
  leader: Egret
""",
    "harbour/boats.yaml": """\
# a note
- name: Heron
  side: red
  hull: 3
  speed_: $speed

- name: Stork   # another
  side: blue
  hull: 4
  note: >
    words
    on lines
  sisters: [Crane]
- {name: Egret, side: blue, hull: 5}
""",
    "harbour/boats/more.yaml": "- name: Coot\n  side: any\n  hull: 2\n- name: Rail\n  side: red\n  hull: 1\n",
    "harbour/forms.yaml": """\
boat: {unit: boat, title: Boats, rows: [{cells: [{text: '{name} {hull}'}]}]}
log:
  title: Log
  rows:
  - cells: [{steps: [1, 2, 3], counters: tide}]
""",
    "harbour/counters.yaml": """\
boats: {title: Boats, units: boat, size: 1 x 1 in, front: [{text: '{hull}'}]}
hulls: {title: Hulls, units: boat, size: 1 x 1 in, front: [{text: '{name}'}]}
""",
    "harbour/markers.yaml": """\
smoke: {title: Smoke, size: 1/2 x 1/2 in, front: [{text: Smoke}], copies: 3}
leak: {title: Leak, size: 1/2 x 1/2 in, with: boats, front: [{text: Leak}]}
""",
    "harbour/scenarios/first.yaml": """\
title: First
summary: The first.
table: 4 x 4 ft
setup: [As you like.]
victory: {text: Most points.}
forces:
  red: {units: [Heron]}
  blue:
    units:
    - Stork
    - 2 x Coot
""",
    "top.yaml": """\
extends: harbour
title: Top
boats:
- name: Heron
  changes: true
  hull: 7
- name: Teal
  side: red
  hull: 2
forms:
  tides: {title: Tides, rows: [{cells: [{steps: [1, 2, 3], counters: tide}, {text: $speed}]}]}
  boat:
    changes: true
    title: Our boats
scenarios:
  second:
    title: Second
    summary: The second.
    table: 4 x 4 ft
    setup: [As you like.]
    victory: {text: Most points.}
    forces:
      red: {units: [Teal]}
""",
}
ODD = ("", "- name: Ibis", "  hull: 9", "  hull: 6", "  hull: {", "  side: green", "  note: &a words", "  note: *a",
       "...", "---", "  note: 'open", "  speed_: $fast", "  note: a <hit> and a <miss>", "  note: |", "    text",
       "  - 3", "# - name: x", "  <<: {hull: 2}", "\thull: 3", "  sisters: [Rail]", "  replaces: true",
       "- {name: Grebe, hull: 1, side: any}")
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'
LINES = (*ODD, *sorted({line for text in FILES.values() for line in text.split("\n")}))
STEP = st.tuples(st.sampled_from(["boats", "boats", "boats", *FILES]), st.integers(0, 30),
                 st.sampled_from(["put", "put", "put", "digit", "digit", "out", "in", "back"]), st.sampled_from(LINES))


def change_text(text: str, at: int, how: str, line: str) -> str:
    lines = text.split("\n")
    at %= len(lines)
    if how == "digit":
        lines[at] = lines[at].translate(str.maketrans("1234567", "2345671"))
    else:
        lines[at:at + (how != "in")] = [] if how == "out" else [line]
    return "\n".join(lines)


def summarize(game: Game) -> object:
    sections = {name: {key: repr(entry) for key, entry in entries.items()} for name, entries in game.sections.items()}
    return game.units, game.broken, sections, game.own_entries, game.title, game.files


def load_afresh(path: Path) -> Game:
    return read_game(path, skip_broken=True)


def find_outcome(action: Callable[[Path], Game], path: Path) -> object:
    try:
        return summarize(action(path))
    except PrintshopError as error:
        return error.problems


@pytest.mark.slow
@settings(max_examples=2)
@given(steps=st.lists(STEP, min_size=4, max_size=8))
def test_changed_text_is_read_as_without_a_cache(steps: list[tuple[str, int, str, str]],
                                                 tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("kept")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        for file, text in FILES.items():
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(text)
        (folder / "harbour" / "art").mkdir()
        (folder / "harbour" / "art" / "hit.svg").write_text(DRAWING)
        for file, at, how, line in [("top.yaml", 0, "back", ""), *steps]:
            path = folder / ("harbour/boats.yaml" if file == "boats" else file)
            path.write_text(FILES[str(path.relative_to(folder))] if how == "back" else
                            change_text(path.read_text(), at, how, line))
            for game in ("harbour", "top.yaml"):
                assert find_outcome(game_cache.load_cached_game, folder / game) == find_outcome(load_afresh,
                                                                                                folder / game)


def test_unchanged_entries_of_all_sections_come_from_the_cache(tmp_path: Path) -> None:
    # these are made each time: the markers of a track, an entry with a setting, entries merged with those below
    result = (", counters: tide", ", {text: $speed}", "  boat:\n    changes: true\n    title: Our boats\n",
              "- name: Heron\n  changes: true\n  hull: 7\n")
    for file, text in FILES.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(reduce(lambda text_before, part: text_before.replace(part, ""), result, text))
    (tmp_path / "harbour" / "art").mkdir()
    (tmp_path / "harbour" / "art" / "hit.svg").write_text(DRAWING)
    top = tmp_path / "top.yaml"
    before = game_cache.load_cached_game(top)
    assert not before.broken.problems
    own = {("forms", "tides"): "title: Tides", ("scenarios", "second"): "title: Second"}
    for place, title in own.items():
        top.write_text(top.read_text().replace(title, "title: Another"))
        after = game_cache.load_cached_game(top)
        others = {(section, key) for section, entries in before.sections.items() for key, entry in entries.items()
                  if after.sections[section][key] is not entry}
        assert after.unit_types is before.unit_types
        # a marker gets the backs of its counters each time; markers and scenarios may use forms
        using = {("markers", "smoke"), ("scenarios", "first"), ("scenarios", "second")}
        assert others == {place, ("markers", "leak"), *(using if place[0] == "forms" else ())}
        before = after


ENDS = ("\n", "\r\n", "\r", "\u2028", "\u2029", "\x85")


@pytest.mark.slow
def test_line_ends_can_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Path("top.yaml")
    monkeypatch.chdir(tmp_path)
    for file, text in FILES.items():
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        Path(file).write_text(text)
    for end in (*ENDS, ENDS[0]):
        for file, text in FILES.items():
            Path(file).write_bytes(text.replace("\n", end).encode())
        assert find_outcome(game_cache.load_cached_game, game) == find_outcome(load_afresh, game)


@pytest.mark.parametrize("text", ["ships:\n  - {name: Wasp, hull: 3}\n  - {name: Bee, hull: 3}\n",
                                  "ships:\n  - name: Wasp\n    hull: 3\n    note: |\n      one\n      two\n",
                                  'ships:\n  - {name: "Wasp\n      x", hull: 3}\n  - {name: "Bee", hull: 3}\n'])
def test_ends_of_lines_in_an_entry_are_unchanged(text: str) -> None:
    for (before, after), places in product((*permutations(ENDS, 2), *zip(ENDS, ENDS, strict=True)),
                                           ([0], [1], [2], [3], [2, 3], range(5))):
        old, new = ("".join(line if number not in places else line.replace("\n", end) for number, line in enumerate(
            text.splitlines(keepends=True))) for end in (before, after))
        for one, other in ((old, new), (old, new.replace("3", "4", 1)), (new, old.replace("3", "4"))):
            tree = parse_yaml(one, "", problems := Problems())
            whole = parse_yaml(other, "", problems)
            if tree and whole and not problems and (shared := splice_tree(tree, other)):
                assert _shape(shared) == _shape(whole), (before, after)


def _shape(node: Node) -> object:
    return (type(node).__name__, node.line, node.column, node.text, node.span, [*map(_shape, node.items)],
            [(key, node.find_key_span(key) if isinstance(node, MappingNode) else None, _shape(value))
             for key, value in node.entries.items()])


@settings(max_examples=20)
@given(texts=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["put", "digit", "out", "in"]),
                                st.sampled_from(LINES)), min_size=1, max_size=6), file=st.sampled_from([*FILES]))
def test_file_loaded_again_equals_the_file_loaded_alone(texts: list[tuple[int, str, str]], file: str,
                                                        tmp_path_factory: pytest.TempPathFactory) -> None:
    cache, path, text = LoadCache(), tmp_path_factory.mktemp("kept") / "file.yaml", FILES[file]
    for at, how, line in [(0, "digit", ""), *texts]:
        text = change_text(text, at, how, line)
        path.write_text(text)
        loaded = cache.load_tree(path, Problems(), file, parse_yaml_file)
        whole = parse_yaml(text, file, Problems(), path)
        assert (loaded and (_shape(loaded), loaded.source.text)) == (whole and (_shape(whole), text))


@given(texts=st.lists(st.tuples(st.integers(0, 30), st.sampled_from(["put", "digit", "out"]), st.sampled_from(LINES)),
                      min_size=1, max_size=4), file=st.sampled_from([*FILES]))
def test_parts_of_a_text_are_read_like_the_whole(texts: list[tuple[int, str, str]], file: str) -> None:
    text, tree = FILES[file], None
    for at, how, line in [(0, "digit", ""), *texts]:
        text = change_text(text, at, how, line)
        whole = parse_yaml(text, file, problems := Problems())
        if tree and (shared := splice_tree(tree, text)):
            assert whole
            assert not problems
            assert (_shape(shared), shared.source.value_count) == (_shape(whole), whole.source.value_count)
        tree = whole if whole and not problems else tree
