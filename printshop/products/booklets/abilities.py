"""What all that serves in a fleet or a battle, and all that it carries, can do: so that nobody opens the book."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from printshop.game.formulas import MISSING
from printshop.game.model import Game, Unit
from printshop.game.values import Held
from printshop.layout.flow import Block, Columns, Heading, Para
from printshop.letters import escape

HEADING = "What they can do"


def rules_of(game: Game, units: Iterable[Unit], level: Literal[1, 2], columns: int = 2) -> Iterator[Block]:
    """Give a heading and the texts, type by type, each text once; nothing where there are none."""
    texts: dict[str, dict[str, dict[str, None]]] = {}  # of each type, and of whom each is said
    for unit in _with_what_they_name(game, units):
        wording = game.unit_types[unit.kind].rules
        words = wording.fill(unit.values).strip() if wording else ""
        if words not in {"", MISSING}:
            texts.setdefault(unit.kind, {}).setdefault(words, {})[unit.class_name or unit.base or unit.name] = None
    blocks: list[Block] = []
    for kind in game.unit_types.values():
        if kind.key in texts:
            blocks += [Heading(3, escape(kind.plural.capitalize()))] if len(texts) > 1 else []
            blocks += [Para(f"**{escape(', '.join(names))}.** {words}", small=True)
                       for words, names in texts[kind.key].items()]
    if blocks:
        yield Heading(level, HEADING)
        yield from (Columns(columns, tuple(blocks)),) if columns > 1 else blocks


def _with_what_they_name(game: Game, units: Iterable[Unit]) -> Iterator[Unit]:
    """Give units, each with those that it names, and that these name; those are given once."""
    if not any(kind.rules for kind in game.unit_types.values()):
        return
    named = set[str]()
    for served in units:
        queue = [served]
        while queue:
            unit = queue.pop()
            yield unit
            names = dict.fromkeys(name for value in unit.values.values() if isinstance(value, Held)
                                  for name in value.names if name not in named)
            queue += [game.units[name] for name in reversed(names)]
            named |= {*names}
