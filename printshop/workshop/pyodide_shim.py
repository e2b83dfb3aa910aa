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
    """Return the workspace of a folder.

    Reading a picture of pixels reports that Pillow is missing. A page is drawn here, because the browser stores the
    memory of Python after this call: on the next visit, the modules and fonts for pages are loaded already.
    """
    if "PIL" not in sys.modules and find_spec("PIL") is None:
        pillow, image = ModuleType("PIL"), ModuleType("PIL.Image")
        vars(image)["Image"] = type("Image", (), {})
        vars(pillow)["Image"] = image
        sys.modules |= {"PIL": pillow, "PIL.Image": image}
    from printshop.drawing import text  # late: they need the modules above
    from printshop.drawing.display_list import Page
    from printshop.workshop import drawings
    from printshop.workshop.workspace import Workspace

    drawings.draw_svg(Page(9, 9, text.set_line("A", text.Style("sans", 9), 0, 9)))
    Path(folder).mkdir(parents=True, exist_ok=True)
    return Workspace(Path(folder))
