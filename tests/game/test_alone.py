"""One unit read again, checked and drawn alone: what an editor does while the rest of the game stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from toys import TOY, opened

from printshop.catalogue import games
from printshop.game.model import Game, Unit
from printshop.game.units import read_alone
from printshop.problems import Problems
from printshop.source import MappingNode, Node, Scalar, parse, written


def written_units(folder: Path, game: Game) -> dict[str, tuple[Node, str]]:
    """Return the units of a game's lists by their names, with their types, as they stand in the files."""
    found = {}
    for unit_type in game.unit_types.values():
        for path in (*folder.glob(f"{unit_type.stem}.yaml"), *folder.glob(f"{unit_type.stem}/*.yaml")):
            root = parse(path, Problems())
            for item in getattr(root, "items", ()):
                assert isinstance(item, MappingNode)
                name = item.entries["name"]
                assert isinstance(name, Scalar)
                found[name.text] = item, unit_type.key
    return found


def again(game: Game, item: Node, kind: str, text: str = "") -> tuple[tuple[Unit, ...], Problems]:
    """Read a unit again in its file, in which another text may stand in its place."""
    whole = item.source.text.replace(written(item), text) if text else item.source.text
    return read_alone(game, game.unit_types[kind], whole, item.source.name, item.line)


@pytest.mark.parametrize("key", [*games(), "toy"])
def test_it_is_the_unit_that_it_was(key: str) -> None:
    game, folder = opened(key), TOY if key == "toy" else games()[key]
    units = written_units(folder, game)
    assert units.keys() <= game.units.keys()
    for name, (item, kind) in units.items():
        found, problems = again(game, item, kind)
        assert not problems
        assert [(unit.values, unit.span and (unit.span.line, unit.span.column)) for unit in found] == [
            (game.units[one].values, (item.line, item.column)) for one in (name, *game.units[name].sisters)]


def test_what_is_wrong_is_told_at_its_place_in_the_file() -> None:
    game = opened("iron_stars")
    item, kind = next(iter(written_units(games()["iron_stars"], game).values()))
    found, problems = again(game, item, kind, written(item) + "\n  hulls: 3")
    lines = written(item).count("\n") + 1
    assert [(problem.span and (problem.span.line, problem.span.column), problem.message.split(" of ")[0])
            for problem in problems] == [((item.line + lines, 3), "unknown key 'hulls'")]
    assert found
