"""Start of printshop in Pyodide, which has no Pillow: reportlab imports Pillow, but draws our pages without it."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from printshop.workshop.workspace import Workspace


def begin(folder: str) -> Workspace:
    """Return the workspace of a folder. A picture of pixels reports that it needs Pillow when it is read."""
    if "PIL" not in sys.modules and find_spec("PIL") is None:
        pillow, image = ModuleType("PIL"), ModuleType("PIL.Image")
        vars(image)["Image"] = type("Image", (), {})
        vars(pillow)["Image"] = image
        sys.modules |= {"PIL": pillow, "PIL.Image": image}
    from printshop.workshop.workspace import Workspace  # late: it needs the modules above

    Path(folder).mkdir(parents=True, exist_ok=True)
    return Workspace(Path(folder))
