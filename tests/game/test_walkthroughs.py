"""Walkthroughs as data: steps with scenes, dice and marks, and mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers.problems import catch_problems, list_messages
from helpers.walkthroughs import add_walkthrough

from printshop.game.scenarios import SCENARIOS
from printshop.game.walkthroughs import MarkedRecord, Scene
from printshop.load_game import read_game


def test_step_has_its_parts_in_the_order_of_the_file(harbour: Path) -> None:
    scenario = read_game(add_walkthrough(harbour))[SCENARIOS]["first_light"]
    scene, dice, record = scenario.walkthrough[0].blocks[0].parts
    assert isinstance(scene, Scene)
    assert [(place.name, len(place.course), place.label) for place in scene.places.values()] == [
        ("Mary Gloster", 2, "hit"), ("Vigilant", 0, "")]
    assert dice.texts == ("d6 5!",)
    assert isinstance(record, MarkedRecord)
    assert (record.unit.name, record.marks) == ("Mary Gloster", {"planks": 1})


@pytest.mark.parametrize(("old", "new", "expected"), [
    ("arcs: [Vigilant]", "arcs: [Vigilante]", "'Vigilante' has no position"),
    ("at: 6 x 5 in", "at: 6 x 7 in", "Vigilant must stand on the table, which is 10 in x 6 in"),
    ("Vigilant: {at", "Tern: {at", "'Tern' does not take part in the scenario"),
    ("table: 10 x 6 in", "scale: '1:4'", "lacks 'table'"),
    ("label: 4 in}", "label: 4 in, width: 3}", "width"),
    ("[d6 5!]", "[a five]", "the line 'a five' has no dice"),
    ("{Mary Gloster: {planks", "{Mary: {planks", "'Mary' does not take part in the scenario"),
    ("planks: 1", "planks: 0", "'planks' of the marks of 'Mary Gloster' is 0, but must be at least 1"),
])
def test_mistakes_are_reported(harbour: Path, old: str, new: str, expected: str) -> None:
    problems = catch_problems(lambda: read_game(add_walkthrough(harbour, old, new)))
    assert any(expected in message for message in list_messages(problems)), list_messages(problems)
    assert all(problem.span and problem.span.file.endswith("first_light.yaml") for problem in problems)
