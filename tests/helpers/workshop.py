"""Requests to the workshop, like those of its page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from printshop.workshop import games_api, units_api

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace


def open_wasp(workspace: Workspace) -> dict[str, Any]:
    """Write a new ship in a file of its own, and return the view of it."""
    made = games_api.new_unit(workspace, "iron_stars", "Wasp", like="Golem")
    assert made == {"file": "wasp.yaml", "unit": "Wasp", "path": ["ships", 0]}
    return units_api.open_file(workspace, "wasp.yaml", "0", "records")



def write_line(unit: str, **more: object) -> str:
    """Return a line of a fleet as the page sends it."""
    return json.dumps({"unit": unit, **more})
