"""The start of the workshop in a page, where there is no Pillow."""

from __future__ import annotations

import os
from pathlib import Path


def begin(folder: str) -> None:
    """Make ready: files are those of a folder. A picture of pixels says, when it is read, that it needs Pillow."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    os.chdir(folder)
