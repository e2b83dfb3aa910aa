"""Python where there is no Pillow, as in a page: reportlab asks for it at once, and needs none of it for our pages."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType


def begin(folder: str) -> None:
    """Make ready: files are those of a folder. A picture of pixels says, when it is read, that it needs Pillow."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
    if "PIL" not in sys.modules and find_spec("PIL") is None:
        pillow, image = ModuleType("PIL"), ModuleType("PIL.Image")
        vars(image)["Image"] = type("Image", (), {})
        vars(pillow)["Image"] = image
        sys.modules |= {"PIL": pillow, "PIL.Image": image}
