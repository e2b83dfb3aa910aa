"""A unit tried out in memory: whether the game would take it, before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.drafts.examples import Faults
from printshop.game.units import Surroundings, read_unit
from printshop.problems import Problems
from printshop.source import Sequence, parse_text

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from printshop.game.model import Game, Unit, UnitType


def tried(game: Game, unit_type: UnitType, text: str) -> tuple[tuple[Unit, ...], Problems]:
    """Return the units that a list of them means to a game, and what is wrong with them."""
    problems = Problems()
    node = parse_text(text, "the new file", problems)
    assert game.pictures is not None
    around = Surroundings(problems, game.pictures, game.sides, game.sizes, game.size_by, game.settings)
    items = node.items if isinstance(node, Sequence) else ()
    rules = game.rules[unit_type.key]
    return tuple(unit for item in items for unit in read_unit(item, rules, around)), problems


def remarks(game: Game, unit_type: UnitType, side: str, fields: Mapping[str, str],
            examples: Mapping[str, str]) -> dict[str, str]:
    """Return, by field, what the game says when an optional one is put in (as in `examples`), or left out.

    `fields` are those of a legal unit as YAML, "" for one that is left out.
    """
    found = {}
    for key in examples:
        _, problems = tried(game, unit_type, _entry(side, {**fields, key: "" if fields[key] else examples[key]}))
        if problems:
            found[key] = next(iter(problems)).message.removeprefix("X: ")
    return found


def _entry(side: str, fields: Mapping[str, str]) -> str:
    keys = [f"  {key}: {value}\n" for key, value in fields.items() if value]
    return f"- name: X\n  side: {side}\n{''.join(keys)}"


def faults(game: Game, unit_type: UnitType, side: str) -> Callable[[Mapping[str, str]], Faults]:
    """Return what tells the faults of fields, given as YAML, of a unit of a side."""
    def told(fields: Mapping[str, str]) -> Faults:
        units, problems = tried(game, unit_type, _entry(side, fields))
        return Faults(len(problems), sum(len(unit.warnings) for unit in units))

    return told
