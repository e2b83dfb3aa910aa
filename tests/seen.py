"""Pictures that tests look at."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from pathlib import Path


def picture(path: Path) -> Image.Image:
    """Return the picture of a file, which is closed again."""
    return Image.open(io.BytesIO(path.read_bytes()))
