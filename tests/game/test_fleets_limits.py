"""Keys of fleets: a value just inside is accepted, one just outside is reported at its place."""

from __future__ import annotations

from fractions import Fraction

import pytest
from helpers.fleets import parse_fleet
from helpers.problems import catch_problems

from printshop.game.model import Game


@pytest.mark.parametrize(("text", "inside", "outside"), [
    ("units: [@]", "1 x Golem", "0 x Golem"),
    ("units: [@]", "1000 x Golem", "1001 x Golem"),
    ("^units: [600 x Golem, @]", "400 x Alpha", "401 x Alpha"),
    ("units: [{unit: Golem, count: @}]", "1", "0"),
    ("units: [{unit: Golem, count: @}]", "1000", "1001"),
    ("units: [{unit: Golem, name: @}]", "x" * 200, "x" * 201),
    ("units: [{unit: Golem, notes: @}]", "x" * 600, "x" * 601),
    ("units: [{unit: Golem, writing: {1: @}}]", "x" * 200, "x" * 201),
    ("units: [{unit: Golem, writing: {@: a}}]", "999", "1000"),
    ("units: [{unit: Golem, writing: {@: a}}]", "1", "0"),
    ("turn: @\nunits: [Golem]", "99", "100"),
    ("units: [{unit: Golem, damage: {hull: @}}]", "0", "-1"),
    ("units: [{unit: Golem, damage: {hull: @}}]", "9999", "10000"),
    ("units: [{unit: Golem, damage: @}]", "none", "some"),
    ("limit: @\nunits: [Golem]", "0", "-1"),
    ("limit: @\nunits: [Golem]", "1000000", "1000001"),
    ("units: [{unit: Golem, name: a, @}]", "notes: b", "names: ^b"),
    ("units: [{unit: 2 x Golem, @}]", "notes: b", "count: ^2"),
    ("units: [{unit: @, name: a}]", "Alpha", "Alpha-2"),
    ("units: [{unit: @, count: 1}]", "Alpha-2", "2 x Alpha-2"),
    ("units: [{unit: Golem, side: @}]", "britain", "russia"),
    ("side: britain\nunits: [Golem, @]", "Alpha", "Tsargrad"),
    ("without_forms: ^[@]\nunits: [Golem]", "record", "records"),
    ("side: britain\nallies: ^[russia, @]\nunits: [Golem, Tsargrad]", "russia", "rusia"),
])  # fmt: skip
def test_value_just_outside_is_reported_at_its_place(iron_stars: Game, text: str, inside: str, outside: str) -> None:
    accepted, refused = (text.replace("@", part) for part in (inside, outside))
    assert parse_fleet(iron_stars, accepted.replace("^", "")).units
    before = refused[:refused.index("^") if "^" in refused else text.index("@")]
    [problem] = catch_problems(parse_fleet, iron_stars, refused.replace("^", ""))
    assert problem.span
    assert (problem.span.line, problem.span.column) == (before.count("\n") + 1, len(before) - before.rfind("\n"))


@pytest.mark.parametrize(("limit", "left", "over"), [(44, 1, 0), (43, 0, 0), (42, -1, 1), (0, -43, 43)])
def test_fleet_exceeds_its_limit_only_at_a_higher_cost(iron_stars: Game, limit: int, left: int, over: int) -> None:
    """A Golem costs 43 points."""
    fleet = parse_fleet(iron_stars, f"limit: {limit}\nunits: [Golem]")
    [force] = fleet.forces
    assert (force.points_left, force.points_over) == (Fraction(left), Fraction(over))
    assert bool(list(fleet.warnings)) is (over > 0)


@pytest.mark.parametrize(("names", "count", "is_accepted"), [(1, 1, True), (2, 2, True), (2, 3, True), (3, 2, False)])
def test_line_has_at_most_one_name_for_each_unit(iron_stars: Game, names: int, count: int, is_accepted: bool) -> None:
    words = [f"N{k}" for k in range(names)]
    text = f"units: [{{unit: Golem, count: {count}, names: [{', '.join(words)}]}}]"
    if is_accepted:
        result = [ship.unit.name for ship in parse_fleet(iron_stars, text).units]
        assert (len(result), result[:names]) == (count, words)
    else:
        [problem] = catch_problems(parse_fleet, iron_stars, text)
        assert problem.span
        assert problem.span.column == text.index(words[count]) + 1
