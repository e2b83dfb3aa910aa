"""Display list in, files out: one module is one format, and exports it as `RENDERER`.

Every module is one `match` over the kinds of item, closed with `assert_never`, in functions of the same
names: `_path`, `_text`, `_image`, `_use`, `_group`. The modules `cut_*` make SVG and DXF for machines that cut.
"""

from __future__ import annotations

from importlib import import_module

# Imported here and now: a module that is loaded later would put itself in the place of the function of its name.
from printshop.render.renderer import Renderer

__all__ = ["NAMES", "Renderer", "renderer"]

NAMES = ("pdf", "svg", "png", "dump")


def renderer(name: str) -> Renderer:
    """Return the renderer of a format. Raises ValueError for a name that is not one of `NAMES`."""
    if name not in NAMES:
        raise ValueError(f"'{name}' is not a format: use {', '.join(NAMES)}")
    found: Renderer = import_module(f"printshop.render.{name}").RENDERER
    return found
