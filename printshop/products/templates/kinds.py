"""Import of all modules that register kinds of templates.

Import `TEMPLATE_KINDS` from this module, because it then contains every kind.
"""

from printshop.products.templates import box_gauges, discs, hex_templates, move_templates, sticks, turn_gauges, wedges  # noqa: F401 - kinds
from printshop.products.templates.template import TEMPLATE_KINDS, TEMPLATES, Template

__all__ = ["TEMPLATES", "TEMPLATE_KINDS", "Template"]
