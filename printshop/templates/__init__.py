"""True-scale templates to cut out and lay on the table: their kinds, keys and drawing."""

from printshop.templates import boxes, discs, hexes, moves, sticks, turning, wedges  # noqa: F401 - kinds
from printshop.templates.template import TEMPLATE_KINDS, TEMPLATES, Template

__all__ = ["TEMPLATES", "TEMPLATE_KINDS", "Template"]
