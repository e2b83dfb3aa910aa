"""Every key of two starters, at every depth, with nothing, an empty list, block or text, or `unknown` as its value."""

from __future__ import annotations

import json
import shutil
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from helpers.problems import check_whole_game, collect_problems

from printshop.game.scenarios import Scenario
from printshop.load_game import read_game
from printshop.problems import PrintshopError
from printshop.scaffold.yaml_writer import write_starter_game
from printshop.schema.keys import get_yaml_name, list_block_keys

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ODD: tuple[Any, ...] = ([], {}, None, "", "unknown")
Change = tuple[list[Any], Any]
"""The keys that lead to a place, and the value that is put there."""


def spots(data: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    """Give every value within a value: the names of the keys that lead to it, and the keys and places themselves."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        inner = (*path, key if isinstance(data, dict) else "-")
        yield inner, [key]
        yield from ((names, [key, *steps]) for names, steps in spots(value, inner))


def list_changes(entry: Any, occurrences: set[tuple[str, ...]]) -> Iterator[Change]:
    """Give the keys that lead to each place of an entry, with each odd value; no place like one of `occurrences`."""
    for names, steps in [*spots(entry)]:
        if names[-3:] not in occurrences:
            occurrences.add(names[-3:])
            yield from ((steps, odd) for odd in ODD)


def change_value(entry: Any, steps: list[Any], value: Any) -> Any:
    """Return a copy of an entry with another value in one place."""
    changed = inner = deepcopy(entry)
    for step in steps[:-1]:
        inner = inner[step]
    inner[steps[-1]] = value
    return changed


def variants(entry: Any, occurrences: set[tuple[str, ...]]) -> Iterator[Any]:
    """Give an entry with an odd value in one place after the other; not where one is like one of `occurrences`."""
    return (change_value(entry, steps, odd) for steps, odd in list_changes(entry, occurrences))


def group_changes(changes: list[Change]) -> Iterator[list[Change]]:
    """Give changes that can be made together: at places outside one another."""
    rest = changes
    while rest:
        group = list[Change]()
        for steps, odd in rest:
            if not any(one == steps[:len(one)] or steps == one[:len(steps)] for one, _ in group):
                group.append((steps, odd))
        yield group
        rest = [change for change in rest if change not in group]


def check_contents(folder: Path, path: Path, contents: Any) -> list[str]:
    """Return the problems of a game with changed contents of a file; its valid parts are all laid out."""
    path.write_text(json.dumps(contents), encoding="utf-8")
    try:
        check_whole_game(folder)
    except PrintshopError as error:
        return [problem.message for problem in error.problems]
    return []


@pytest.mark.slow
def test_odd_value_is_reported_or_printed(tmp_path: Path) -> None:
    """The entries of a section have no effect on one another: all variants of them are read and laid out at once."""
    occurrences = dict[str, set[tuple[str, ...]]]()
    total = sum(count_odd_problems(tmp_path / starter, occurrences) for starter in ("harbour", "hexes"))
    assert total > 100


def count_odd_problems(folder: Path, occurrences_by_file: dict[str, set[tuple[str, ...]]]) -> int:
    """Change all places of a starter that are not among those of a file yet, and return the number of problems."""
    write_starter_game(folder, folder.name)
    # most variants of game.yaml are refused without the other files, too, and sooner
    bare = folder.with_name("bare") / folder.name / "game.yaml"
    shutil.copytree(folder, bare.parent, ignore=lambda _, names: [
        name for name in names if name.endswith(".yaml") and name not in {"game.yaml", "maps.yaml", "counters.yaml"}])
    read_game(bare.parent)  # icons name terrain of maps, and maps name counters
    total = 0
    for path in sorted(folder.rglob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        occurrences = occurrences_by_file.setdefault(path.name, set())
        data = yaml.safe_load(text)
        if path.parent.name == "scenarios":
            left_out = [get_yaml_name(*one) for one in list_block_keys(Scenario).items()
                        if get_yaml_name(*one) not in data]
            others = [*variants(data, occurrences), *({**data, key: odd} for key in left_out for odd in ODD)]
            for number, other in enumerate(others):
                (path.parent / f"odd_{number}.yaml").write_text(json.dumps(other), encoding="utf-8")
            total += len(check_contents(folder, path, data))
            for number in range(len(others)):
                (path.parent / f"odd_{number}.yaml").unlink()
        elif path.name == "game.yaml":
            good = list[Change]()
            for number, (steps, odd) in enumerate(list_changes(data, occurrences)):
                if number % len(ODD) != number // len(ODD) % len(ODD):
                    continue  # each of these is read alone: one value for each place, each in turn
                bare.write_text(json.dumps(change_value(data, steps, odd)), encoding="utf-8")
                if collect_problems(read_game, bare.parent, skip_broken=True):
                    total += 1
                else:
                    good.append((steps, odd))
            for group in group_changes(good):
                changed = data
                for steps, odd in group:
                    changed = change_value(changed, steps, odd)
                total += len(check_contents(folder, path, changed))
        elif path.parent == folder:
            entries = [*(data.values() if isinstance(data, dict) else data)]
            others = [other for entry in entries for other in variants(entry, occurrences)]
            named = {f"odd_{number}": other for number, other in enumerate(others)}
            everything = {**data, **named} if isinstance(data, dict) else [*data, *others]
            total += len(check_contents(folder, path, everything))
        path.write_text(text, encoding="utf-8")
    return total
