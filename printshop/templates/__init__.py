"""True-scale templates, cut out and laid on the table: kinds, their keys and their drawing."""

from printshop.templates import boxes, discs, hexes, moves, sticks, turning, wedges  # noqa: F401 - kinds
from printshop.templates.template import TEMPLATE_KINDS, TEMPLATES, Template

__all__ = ["TEMPLATES", "TEMPLATE_KINDS", "Template"]
