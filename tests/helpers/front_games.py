"""Small games with a map of hexes or squares: all styles of paths, terrain, military symbols and colours of formations.

A board has a grid, a size, a skin and a numbering; the names of its hexes are those that printshop gives them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from printshop.game.map_paths import PATH_STYLES
from printshop.game.maps import MAPS
from printshop.game.themes import SKINS
from printshop.hexes import Orientation, hex_directions, step_hex
from printshop.load_game import read_game

if TYPE_CHECKING:
    from pathlib import Path

    from printshop.game.map_hexes import HexBoard

GRIDS = {"flat": "columns: 8, rows: 6, orientation: flat-top", "pointy": "columns: 8, rows: 6, orientation: pointy-top",
         "partial": "columns: 8, rows: 6, orientation: flat-top, partial: true",
         "hexagon": "shape: hexagon, across_hexes: 7, orientation: flat-top",
         "square": "columns: 8, rows: 6, grid: square"}
ACROSS = ("10 mm", "19 mm", "38 mm")
NUMBERINGS = {"columns": '{first: "0101"}', "letters": "{first: A1, origin: bottom left}",
              "dots": '{first: "1.1", order: rows first, origin: top right}', "dashes": "{first: A-07}"}
ARMS = ("infantry", "cavalry", "artillery", "engineers", "armour", "headquarters")


class Front(NamedTuple):
    """The board of a game."""

    grid: str = "flat"
    across: str = "19 mm"
    skin: str = "plain"
    numbering: str = "columns"


DIMENSIONS = {"grid": tuple(GRIDS), "across": ACROSS, "skin": SKINS, "numbering": tuple(NUMBERINGS)}

GAME = """\
format: 1
title: The Front
sides:
  west: {{name: The West, colour: "#3b5b92", pattern: solid}}
  east: {{name: The East, colour: "#a5492f", pattern: hatch}}
unit_types:
  corps:
    plural: corps
    fields: {{arm: {{kind: text}}, shade: {{kind: text}}, strength: {{kind: whole}}, start: {{kind: text}}}}
    derived: {{points: strength}}
corps: [{units}]
icons: {{road: {{path: road}}, wall: {{path: wall}}, foot: {{symbol: infantry, size: XX, fill: "#9db5dc"}}}}
path_kinds: {{canal: {{style: river, colour: "#3f7fa6", label: canal}}}}
maps:
  front:
    title: The Front
    across: {across}
    {grid}
    skin: {skin}
    numbering: {numbering}
    counters: corps
    terrain:
      open: {{hexes: rest, colour: "#eef0dc", label: open}}
      wood: {{hexes: ["{cells[9]}", "{cells[10]}"], colour: "#b9cfa0", pattern: dots, label: wood}}
      town: {{hexes: ["{cells[20]}"], colour: "#e2c6b0", letter: T, label: town}}
    paths: [{paths}]
    labels: [{{text: Oxley, at: "{cells[20]}", place: below}}]
counters:
  corps:
    units: corps
    kind: flat
    size: 15 mm
    bow: up
    front: [{{ground: shade}}, {{band: side, edge: top, take: 10 %}},
      {{text: "**{{strength}}**", edge: bottom, take: 30 %}},
      {{text: "{{short}}", edge: left, take: 18 %, largest: 6 pt, smallest: 4 pt, turn: -90}},
      {{symbol: "{{arm}}", size: XX, fill: side}}]
    back: [{{ground: side}}, {{symbol: "{{arm}}", size: XX, fill: shade}}]
charts:
  signs: {{title: Signs, blocks: [{{title: Signs, text: "A <road>, a <wall> and <foot> on the map."}}]}}
forms:
  roll: {{unit: corps, rows: [{{height: 10 mm, cells: [{{band: true, text: "{{name}}"}}]}},
    {{height: 14 mm, cells: [{{symbol: "{{arm}}", size: XX, fill: side}}, {{text: "{{start}}"}}, {{pips: strength}}]}}
    ]}}
scenarios:
  stand: {{title: The Stand, summary: A stand at the front., map: front, turns: 3, setup: [Set up as on the map.],
    forces: {{west: {{units: all}}, east: {{units: all}}}}, victory: {{text: Hold out.}},
    zones: {{w: {{side: west, label: The West, units: {{by: start}}}},
      e: {{side: east, label: The East, units: {{by: start}}}}}}}}
"""


def write_front(folder: Path, front: Front) -> Path:
    """Write a game with a board into a folder, and return the folder."""
    folder.mkdir(parents=True)
    values = {"grid": GRIDS[front.grid].replace(", ", "\n    "), "across": front.across, "skin": front.skin,
              "numbering": NUMBERINGS[front.numbering], "units": "", "paths": "", "cells": ["01"] * 99}
    file, bare = folder / "game.yaml", GAME.split("    counters:", maxsplit=1)[0]
    file.write_text(bare.format(**values).replace("corps: []", ""), encoding="utf-8")
    board = read_game(folder)[MAPS]["front"].board
    cells = [*map(board.format_name, board.whole_hexes)]
    shades = ("#e58a7b", "#9fc0e0", "#d9c36a", "#8fd0c8")
    units = ", ".join(f'{{name: {arm.title()} {side}, short: {arm[:3].title()}, side: {side}, arm: {arm}, '
                      f'shade: "{shades[number % 4]}", strength: {number + 1}, start: "{cells[3 * number + half]}"}}'
                      for half, side in ((0, "west"), (len(cells) // 2, "east")) for number, arm in enumerate(ARMS))
    file.write_text(GAME.format(**values | {"units": units, "cells": cells, "paths": ", ".join(_write_paths(board))}),
                    encoding="utf-8")
    return folder


def _write_paths(board: HexBoard) -> list[str]:
    """Return a path of each style: those along sides and those through hexes that run across the board."""
    name, whole = board.format_name, set(board.whole_hexes)
    side = {Orientation.FLAT: "NE SE", Orientation.POINTY: "E SE", Orientation.SQUARE: "E S"}[board.orientation]
    ends = sorted(whole)
    along = dict(zip(("river", "stream", "border", "wall", "canal"), ends[8::6], strict=False))
    result = [f'{{kind: {style}, along: "{name(cell)} {side}", name: Ob}}' for style, cell in along.items()]
    steps = hex_directions(board.orientation)
    for number, style in enumerate(("track", "road", "railway")):
        cell = ends[3 + 5 * number]
        run = [cell]
        while (step := next((to for to in (step_hex(run[-1], one) for one in steps) if to in whole and to > run[-1]
                             and to not in run), None)):
            run.append(step)
        result.append(f'{{kind: {style}, through: "{" ".join(map(name, run))}", name: Old {style}}}')
    result.append(f'{{kind: bridge, through: "{name(ends[8])} {name(step_hex(ends[8], steps[1]))}"}}')
    assert {*PATH_STYLES} <= {*along, "track", "road", "railway", "bridge"}
    return result
