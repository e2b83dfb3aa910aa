"""A walkthrough for the game of the starter."""

from __future__ import annotations

from pathlib import Path

WALKTHROUGH = """
walkthrough:
  - title: The first turn
    steps:
      - title: A shot
        scene:
          table: 10 x 6 in
          arcs: [Vigilant]
          shots: [{from: Vigilant, to: Mary Gloster, label: 4 in}]
          positions:
            Mary Gloster: {at: 7 x 2 in, heading: 90, from: 2 x 2 in, by: 4 x 2 in, label: hit}
            Vigilant: {at: 6 x 5 in, heading: 0}
        dice: [d6 5!]
        marks: {Mary Gloster: {planks: 1}}
"""


def add_walkthrough(harbour: Path, old: str = "", new: str = "") -> Path:
    """Add a walkthrough to the scenario, with a text replaced, and return the folder of the game."""
    assert old in WALKTHROUGH
    file = harbour / "scenarios" / "first_light.yaml"
    file.write_text(file.read_text(encoding="utf-8") + WALKTHROUGH.replace(old, new, 1), encoding="utf-8")
    return harbour
