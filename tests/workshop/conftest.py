"""Fixtures of the tests of the workshop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from helpers.workshop import create_entry

from printshop.workshop.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """The folder of the test as a workspace."""
    return Workspace(tmp_path)


@pytest.fixture
def fleet_file(workspace: Workspace, working_folder: Path) -> str:
    """The file of a new fleet in the folder in which the test runs."""
    return str(create_entry(workspace, "fleet", "iron_stars", "Home Fleet", side="britain")["file"])
