"""Deployments: a unit just inside a rule is accepted, one just outside is reported at its position."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.game_limits import check_battle_limit
from helpers.template_pages import repeat

from printshop.game.deployment import DeploymentZone
from printshop.game.model import NEUTRAL_SIDE
from printshop.lengths import parse_length

if TYPE_CHECKING:
    from pathlib import Path

CAT = "Cat: {at: 24 in x 20 in, heading: 0}"


@pytest.mark.parametrize(("rules", "inside", "outside"), [
    ("zones: [{side: red, edge: near, depth: 12 in, units: [Rat]}]", "10 in x 24 in", "10 in x 23.9 in"),
    ("zones: [{side: red, edge: far, depth: 12 in, units: [Rat]}]", "10 in x 12 in", "10 in x 12.1 in"),
    ("zones: [{side: red, edge: left, depth: 12 in, units: [Rat]}]", "12 in x 24 in", "12.1 in x 24 in"),
    ("zones: [{side: red, edge: right, depth: 12 in, units: [Rat]}]", "36 in x 24 in", "35.9 in x 24 in"),
    ("ranges: [{from: Cat, to: Rat, at_least: 6 in, at_most: 8 in}]", "24 in x 14 in", "24 in x 14.1 in"),
    ("ranges: [{from: Cat, to: Rat, at_least: 6 in, at_most: 8 in}]", "16 in x 20 in", "15.9 in x 20 in"),
    ("lines: [{units: [Cat, Rat], within: 4 in}]", "24 in x 24 in", "24 in x 24.1 in"),
    ("escorts: [{units: [Rat], of: [Cat], within: 4 in}]", "28 in x 20 in", "28.1 in x 20 in"),
    ("escorts: [{units: [Rat], of: [Cat], within: 4 in, arcs: [port]}]", "22 in x 20 in", "26 in x 20 in"),
    ("escorts: [{units: [Rat], of: [Cat], within: 4 in, arcs: [forward]}]", "24 in x 18 in", "24 in x 22 in"),
    ("apart: 6 in", "24 in x 26 in", "24 in x 25.9 in"),
    ("apart: 5 in", "27 in x 24 in", "27 in x 23.9 in"),
])  # fmt: skip
def test_unit_just_outside_a_rule_is_reported_at_its_position(tmp_path: Path, rules: str, inside: str,
                                                              outside: str) -> None:
    """Cat stands in the middle of the table and faces the far edge. The later of two enemies has to move."""
    check_battle_limit(tmp_path, f"deployment: {{{rules}, positions: {{{CAT}, Rat: ^{{at: @, heading: 0}}}}}}",
                       inside, outside)


@pytest.mark.parametrize(("keys", "inside", "outside"), [
    ("positions: {Rat: {heading: 0, at: @}}", "0 in x 0 in", "48.1 in x 0 in"),
    ("positions: {Rat: {heading: 0, at: @}}", "48 in x 36 in", "48 in x 36.1 in"),
    ("positions: {Rat: {at: 1 in x 1 in, heading: @}}", "0", "-1"),
    ("positions: {Rat: {at: 1 in x 1 in, heading: @}}", "360", "361"),
    ("positions: {Rat: {at: 1 in x 1 in, heading: 0}@}", "", ", Rats: ^{at: 2 in x 2 in, heading: 0}"),
    ("positions: {}, scenery: [{size: 2 x 4 in, at: @}]", "1 in x 2 in", "0.9 in x 2 in"),
    ("positions: {}, scenery: [{size: 2 x 4 in, at: @}]", "1 in x 2 in", "1 in x 1.9 in"),
    ("positions: {}, scenery: [{size: 2 x 4 in, at: @}]", "47 in x 34 in", "47.1 in x 34 in"),
    ("positions: {}, scenery: [{size: 2 x 4 in, at: @}]", "47 in x 34 in", "47 in x 34.1 in"),
    ("positions: {}, zones: @", repeat("{side: red, edge: far}", 12), repeat("{side: red, edge: far}", 13)),
    ("positions: {}, scenery: @", repeat("{at: 1 x 1 in, size: 1 x 1 in}", 60),
     repeat("{at: 1 x 1 in, size: 1 x 1 in}", 61)),
    ("positions: {Rat: {at: 1 in x 1 in, heading: 0}}, escorts: [{units: Rat, of: Rat, within: 1 in, arcs: @}]",
     "[forward, aft, port, starboard]", "[forward, ahead]"),
    ("positions: {}, scale: @", "1:1", "1:0"),
    ("positions: {}, scale: @", "1:1000", "1:1001"),
    ("positions: {}, scale: @", "'1 : 12'", "'2:12'"),
    ("positions: {}, zones: [{edge: near, side: @}]", "red", "green"),
    ("positions: {Rat: {at: 1 in x 1 in, heading: 0}}, zones: [{edge: far, side: red, units: ^[Rat]@}]",
     ", depth: 2 in", ""),
    ("positions: {Rat: {at: 1 in x 1 in, heading: 0}}, zones: [{edge: far, side: red, depth: 2 in, units: @}]",
     "[Rat]", "[Cat]"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(tmp_path: Path, keys: str, inside: str, outside: str) -> None:
    check_battle_limit(tmp_path, f"deployment: {{{keys}}}", inside, outside)


@pytest.mark.parametrize(("edge", "rectangle"), [
    ("far", (0, 0, 400, 72)), ("near", (0, 228, 400, 72)), ("left", (0, 0, 72, 300)), ("right", (328, 0, 72, 300))])
def test_strip_follows_its_whole_edge(edge: str, rectangle: tuple[float, ...]) -> None:
    zone = DeploymentZone(side=NEUTRAL_SIDE, edge=edge, depth=parse_length("1 in"), units=())
    assert zone.find_rectangle(400, 300) == rectangle
