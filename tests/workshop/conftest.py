"""Fixtures of the tests of the workshop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from printshop.workshop import desk

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def fleet_file(working_folder: Path) -> str:
    """The file of a new fleet in the folder in which the test runs."""
    return str(desk.begun("fleet", "iron_stars", "Home Fleet", side="britain")["file"])
