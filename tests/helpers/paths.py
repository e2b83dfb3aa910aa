"""Paths of the repository that tests read."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent
PACKAGE = ROOT / "printshop"
DATA = ROOT / "data"
TOY = TESTS / "games" / "toy"
"""The game with invented words."""
