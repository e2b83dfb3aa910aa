"""Deployments: the example of the book keeps its rules; a position that breaks a rule is reported."""

from __future__ import annotations

import math
import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from helpers.games import ChangedGame, open_game
from helpers.problems import catch_problems
from hypothesis import given, settings
from hypothesis import strategies as st

from printshop.game.deployment import ARCS, Escort, PlacedUnit, find_arcs
from printshop.game.scenarios import SCENARIOS
from printshop.game_paths import find_shipped_games
from printshop.lengths import parse_length
from printshop.load_game import read_game
from printshop.problems import PrintshopError, Span

IRON = find_shipped_games()["iron_stars"]
GAME = open_game("iron_stars")
FILE = "scenarios/meeting_engagement.yaml"
GOOD = (IRON / FILE).read_text(encoding="utf-8")
INCH = 72.0
SCENARIO = "the scenario 'meeting_engagement'"


def test_example_follows_the_setup_rules() -> None:
    """Typed again from the rules, without the checks of the reader."""
    deployment = GAME[SCENARIOS]["meeting_engagement"].deployment
    assert deployment
    at = {name: (place.x / INCH, place.y / INCH) for name, place in deployment.places.items()}
    british = ["Gauntlet", "Golem", "Sycorax"]
    russian = ["Tsargrad", "Petrograd", "Kaliningrad", "Ekaterinburg"]
    assert len(at) == 17
    assert all(0 <= x <= 72 and 0 <= y <= 48 for x, y in at.values())
    assert at["Tsargrad"][1] <= 12
    assert 24 <= math.dist(at["Tsargrad"], at["Gauntlet"]) <= 36
    for line in (british, russian):
        assert all(math.dist(at[one], at[other]) <= 6 for one, other in pairwise(line))
    for escorts, line in ((["Alpha"], british), (["Volga"], russian)):
        for name in (f"{escorts[0]}-{number}" for number in range(1, 6)):
            near = [big for big in line if math.dist(at[name], at[big]) <= 6]
            assert [big for big in near if set(find_arcs(deployment.places[big], deployment.places[name]))
                    & {"port", "starboard"}], name
    enemies = [math.dist(at[one], at[other]) for one in at for other in at
               if one in british or one.startswith("Alpha") if not (other in british or other.startswith("Alpha"))]
    assert len(enemies) == 72
    assert min(enemies) >= 24


def test_unit_at_the_allowed_distance_escorts() -> None:
    leader = GAME[SCENARIOS]["meeting_engagement"].deployment.places["Gauntlet"]  # type: ignore[union-attr]
    six = leader._replace(x=leader.x + 6 * INCH)
    within = parse_length("6 in")
    assert not [*Escort(units=(six,), of=(leader,), within=within, arcs=ARCS).find_violations()]
    farther = six._replace(x=six.x + 0.1 * INCH)
    assert len([*Escort(units=(farther,), of=(leader,), within=within, arcs=ARCS).find_violations()]) == 1


@pytest.fixture(scope="module")
def iron_stars_copy(tmp_path_factory: pytest.TempPathFactory) -> ChangedGame:
    return ChangedGame(IRON, tmp_path_factory.mktemp("copy"), FILE)


@pytest.mark.parametrize(("old", "new", "message"), [
    ("Alpha-2: {at: 39.4 in x 45.2 in", "Alpha-2: {at: 48 in x 45.2 in",
     "Alpha-2 stands 10.8 in from Gauntlet, the nearest escorted unit; at most 6 in is allowed"),
    ("Alpha-2: {at: 39.4 in x 45.2 in", "Alpha-2: {at: 42 in x 40 in",
     "Alpha-2 is in the forward arc of Gauntlet, but the arc must be port or starboard"),
    ("Sycorax: {at: 28.4 in x 43.6 in", "Sycorax: {at: 26.4 in x 43.6 in",
     "Sycorax stands 6.9 in from Golem, the unit ahead in the line; at most 6 in is allowed"),
    ("Sycorax: {at: 28.4 in x 43.6 in", "Sycorax: {at: 33.2 in x 46 in",
     "Sycorax is not in the aft arc of Golem, the neighbouring unit in the line"),
    ("Tsargrad: {at: 42 in x 8.4 in", "Tsargrad: {at: 42 in x 13 in",
     "Tsargrad must stand within 12 in of the far edge"),
    ("Gauntlet: {at: 38 in x 41 in", "Gauntlet: {at: 38 in x 45 in",
     "Gauntlet stands 36.8 in from Tsargrad, but the distance must be 24 in to 36 in"),
    ("Alpha-1: {at: 36.6 in x 37 in", "Alpha-1: {at: 36.6 in x 35.2 in",
     "Alpha-1 stands 23.6 in from Volga-3; enemies must be at least 24 in apart"),
    ("Alpha-1: {at: 36.6 in x 37 in", "Alpha-1: {at: 73 in x 37 in",
     "Alpha-1 must stand on the table, which is 6 ft x 4 ft"),
    ("    Alpha-5: {at", "    Alpha-6: {at", "'Alpha-6' does not take part in the scenario"),
    ("    Alpha-5: {at", "    Alpha-6: {at", "no position is given for Alpha-5"),
    ("of: [Gauntlet, Golem, Sycorax]", "of: [Gauntlet, Golem, Sycorx]", "'Sycorx' has no position"),
    ("arcs: [port, starboard]", "arcs: [port, larboard]", "'larboard' is not an arc"),
    ('  scale: "1:10"', '  scenery: [{at: 71 in x 8 in, size: 4 x 3 in}]\n  scale: "1:10"',
     f"scenery 1 of 'deployment' of {SCENARIO} must lie wholly on the table, which is 6 ft x 4 ft"),
    ('scale: "1:10"', "scale: twelve", "'twelve' is not a scale"),
    ("edge: near", "edge: south",
     f"'edge' of zone 2 of 'deployment' of {SCENARIO}: 'south' is not one of near, far, left, right"),
])
def test_position_against_a_rule_is_reported(iron_stars_copy: ChangedGame, old: str, new: str, message: str) -> None:
    messages = {problem.message: problem.span for problem in catch_problems(iron_stars_copy.read, (old, new))}
    assert message in messages
    span = messages[message]
    assert span
    assert new.strip().split(":")[0] in span.text or "positions" in message or "no position" in message


@given(st.floats(0, 359.9), st.floats(-179.9, 179.9))
@settings(max_examples=100)
def test_arcs_follow_the_diagonals_of_the_base(heading: float, bearing: float) -> None:
    """A 3:2 base has 67.38 degrees ahead and astern; the ship's own heading does not matter."""
    ship = PlacedUnit(GAME.units["Golem"], 0, 0, heading, Span(""))
    angle = math.radians(heading + bearing)
    other = PlacedUnit(GAME.units["Nike"], 300 * math.sin(angle), -300 * math.cos(angle), 0, Span(""))
    half = math.degrees(math.atan(1 / 1.5))
    if min(abs(abs(bearing) - half), abs(abs(bearing) - 180 + half)) < 1e-3:
        return
    if abs(bearing) < half:
        expected = "forward"
    elif abs(bearing) > 180 - half:
        expected = "aft"
    else:
        expected = "starboard" if bearing > 0 else "port"
    assert find_arcs(ship, other) == (expected,)


def test_only_units_with_a_counter_or_a_base_need_a_position(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(IRON, tmp_path / "iron"))
    for file, words in (("game.yaml", "  crew:\n    plural: crews\n    fields: {}\n"),
                        ("crews.yaml", "- {name: Stokers, side: britain}\n")):
        path = folder / file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        path.write_text(text.replace("unit_types:\n", f"unit_types:\n{words}", 1) if text else words, encoding="utf-8")
    (folder / FILE).write_text(GOOD.replace("Sycorax, 5 x", "Sycorax, Stokers, 5 x"), encoding="utf-8")
    assert "Stokers" in (folder / FILE).read_text(encoding="utf-8")
    deployment = read_game(folder)[SCENARIOS]["meeting_engagement"].deployment
    assert deployment
    assert "Stokers" not in deployment.places
    counters = "crews: {title: Crews, kind: flat, units: crew, size: 1 x 1 in, front: [{text: '{name}'}]}\n"
    with (folder / "counters.yaml").open("a", encoding="utf-8") as file:
        file.write(counters)
    with pytest.raises(PrintshopError, match="no position is given for Stokers"):
        read_game(folder)
