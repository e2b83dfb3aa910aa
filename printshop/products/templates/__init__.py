"""Product `templates`: arcs, sticks, gauges, overlays, bases and boxes at true scale."""

from __future__ import annotations

from printshop.problems import join_with_and
from printshop.products.product import PrintedEntries, PrintInstructions, Product


def _adapt_instructions(printed: PrintedEntries) -> PrintInstructions:
    materials = list(dict.fromkeys(template.material for template in printed.entries.values()))
    several = ", as each page says" if len(materials) > 1 else ""
    return printed.default_instructions._replace(material=f"{join_with_and(materials)}{several}")


PRODUCTS = (Product("templates", "templates", "printshop.products.templates.build:build_templates",
                    material="clear film or card, as each page says", hint="Cut along the outlines.",
                    is_cut_out=True, adapt_instructions=_adapt_instructions),)
