"""Requests to the workshop, like those of its page."""

from __future__ import annotations

import json
from typing import Any

from printshop.workshop import desk


def open_wasp() -> dict[str, Any]:
    """Write a new ship in a file of its own, and return the view of it."""
    made = desk.new_unit("iron_stars", "Wasp", like="Golem")
    assert made == {"file": "wasp.yaml", "unit": "Wasp", "path": ["ships", 0]}
    return desk.open_file("wasp.yaml", "0", "records")




def write_line(unit: str, **more: object) -> str:
    """Return a line of a fleet as the page sends it."""
    return json.dumps({"unit": unit, **more})
