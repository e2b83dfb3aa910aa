"""One mistake in the data of a game is reported at its place, and brings no other problems."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest
import yaml
from helpers.games import ChangedGame
from helpers.mark_counts import FOLDERS
from helpers.problems import collect_problems

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from printshop.problems import Problem

FEW = 2  # spoilt values for each game
ODD = "[[7]]"  # no value anywhere


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ChangedGame]:
    """A copy of each game."""
    return {key: ChangedGame(source, tmp_path_factory.mktemp("copy"), "game.yaml") for key, source in FOLDERS.items()}


@pytest.fixture
def game_copy(request: pytest.FixtureRequest, copies: dict[str, ChangedGame]) -> ChangedGame:
    """A copy of the game that the test is for."""
    return copies[request.getfixturevalue("key")]


def find_problems(game: ChangedGame, path: Path, text: str) -> tuple[Problem, ...]:
    """Return the problems of a game with another text in one of its files."""
    sound = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")
    problems = collect_problems(game.read_with)
    path.write_text(sound, encoding="utf-8")
    return problems


@pytest.mark.parametrize("key", FOLDERS)
def test_unreadable_file_causes_no_further_problems(key: str, game_copy: ChangedGame) -> None:
    """A quote without an end hides a whole file; references to its entries can be correct."""
    for path in sorted(game_copy.folder.rglob("*.yaml"))[[*FOLDERS].index(key)::6]:
        problems = find_problems(game_copy, path, path.read_text(encoding="utf-8") + '\n"\n')
        assert problems, path
        assert {problem.span.file if problem.span else "" for problem in problems} == {str(path)}, problems


class Spot(NamedTuple):
    """A value in a file: its place, and the lines within which its problems can be reported."""

    path: Path
    start: int
    end: int
    line: int
    first: int
    last: int


def spots(path: Path) -> Iterator[Spot]:
    """Give the single values of a file, those left out that other places refer to."""
    text = path.read_text(encoding="utf-8")
    root = yaml.compose(text, yaml.CSafeLoader)
    parts = [value for _, value in root.value] if isinstance(root, yaml.MappingNode) else root.value
    for part in parts:
        for one in scalars(part):
            start, end = one.start_mark.index, one.end_mark.index
            if "&" not in text[max(start - 20, 0):start].rpartition("\n")[2] and text[start:end].strip():
                yield Spot(path, start, start + len(text[start:end].rstrip()), one.start_mark.line + 1,
                           part.start_mark.line, part.end_mark.line + 1)


def scalars(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    if isinstance(node, yaml.ScalarNode):
        yield node
    for child in node.value if isinstance(node, yaml.CollectionNode) else ():
        for one in child[1:] if isinstance(child, tuple) else (child,):
            yield from scalars(one)


@pytest.mark.slow
@pytest.mark.parametrize("key", FOLDERS)
def test_wrong_value_is_reported_only_at_its_place(key: str, game_copy: ChangedGame) -> None:
    paths = [path for path in sorted(game_copy.folder.rglob("*.yaml")) if path.name != "game.yaml"]
    every = [spot for path in paths for spot in spots(path)]
    for spot in Random(key).sample(every, FEW):
        text = spot.path.read_text(encoding="utf-8")
        problems = find_problems(game_copy, spot.path, text[:spot.start] + ODD + text[spot.end:])
        if not problems:
            continue  # a list of words may have one more
        places = [problem.span for problem in problems if problem.span]
        assert {(place.file, place.line) for place in places} >= {(str(spot.path), spot.line)}, problems
        others = [place for place in places if place.file != str(spot.path)]
        assert not others, (spot, problems)


@pytest.mark.parametrize(("key", "file", "old", "new", "message"), [
    ("iron_stars", "game.yaml", "\nsides:", "\nside:", "unknown key 'side' of the game"),
    ("iron_stars", "game.yaml", "    fields:", "    feilds:", "unknown key 'feilds' of unit type 'ship'"),
    ("iron_stars", "game.yaml", "damage: 1, short", "damage: one, short",
     "'one' in field 'light_guns' is neither a number"),
    ("iron_stars", "ships/britain.yaml", "side: britain", "side: brittain", "refers to an unknown side 'brittain'"),
    ("stellar_wars", "game.yaml", "value: 3/4 in", "value: [3/4 in]", "'value' of setting 'hex' must be a number"),
    ("stellar_wars", "game.yaml", "[Laser, 2]", "[Laser]", "row 1 of table 'prices' has 1 cells"),
    ("stellar_wars", "maps.yaml", "orientation: flat-top", "orientation: flat", "'flat' is not one of flat-top"),
    ("for_the_masses", "counters.yaml", "shape: hex", "shape: hecks", "'hecks' is not one of rectangle, round"),
    ("for_the_masses", "forms.yaml", "    columns: [", "    columns: [x, ", "'x' in 'columns' of"),
])
def test_mistake_in_a_central_key_is_one_problem(key: str, game_copy: ChangedGame, file: str, old: str, new: str,
                                                 message: str) -> None:
    path = game_copy.folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    problems = find_problems(game_copy, path, text.replace(old, new, 1))
    assert any(message in problem.message for problem in problems), problems
    assert len(problems) <= 2, problems
    assert {problem.span.file if problem.span else "" for problem in problems} == {str(path)}
