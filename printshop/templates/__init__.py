"""True-scale templates, cut out and laid on the table: a module for every kind, its keys and its drawing."""

from printshop.templates import arcs, boxes, curves, hexes, overlays, paths, roses, sticks, turning  # noqa: F401 - kinds
from printshop.templates.template import TEMPLATE_KINDS, TEMPLATES, Template

__all__ = ["TEMPLATES", "TEMPLATE_KINDS", "Template"]
