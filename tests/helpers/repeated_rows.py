"""A game with rows that are repeated for entries of a field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printshop.load_game import read_game
from printshop.output import dump
from printshop.print_settings import DEFAULT_REQUEST, PrintRequest, PrintSettings
from printshop.products import find_product

if TYPE_CHECKING:
    from pathlib import Path


GAME = """\
format: 1
title: Harbour
unit_types:
  tug:
    fields:
      sides: {kind: numbers, of: [bow, stern], optional: true}
      kit: {kind: entries, of: {flare: {}, rope: {}}, optional: true}
      cargo: {kind: list, optional: true, of: {cask: {kind: text}, casks: {kind: whole}}, derived: {twice: casks * 2}}
      crew: {kind: units, of: [hand], optional: true}
    derived:
      {armour: sum(sides.figure), load: sum(cargo.casks), most: "max(cargo.twice) if cargo else 0",
       things: sum(kit.amount)}
  hand: {fields: {trade: {kind: text}}}
tugs:
  - {name: Rat, sides: [3, 1], kit: {flare: 2, rope: 1}, cargo: [rum 3, coal 4], crew: [Jo, Meg]}
  - {name: Sow}
hands: [{name: Jo, trade: stoker}, {name: Meg, trade: diver}]
"""


def dump_row(folder: Path, part: str, where: str = "cards", request: PrintRequest = DEFAULT_REQUEST) -> str:
    """Return the dump of cards with a row, or of counters with it."""
    forms = f"forms: {{card: {{unit: tug, size: poker, columns: [1, 1], rows: [{part}]}}}}\n"
    counters = f"counters: {{tugs: {{kind: flat, units: tug, size: 2 x 2 in, front: [{part}]}}}}\n"
    (folder / "harbour.yaml").write_text(GAME + (forms if where == "cards" else counters), encoding="utf-8")
    return dump.render_dump(find_product(where).build(read_game(folder / "harbour.yaml"), request, PrintSettings()))
