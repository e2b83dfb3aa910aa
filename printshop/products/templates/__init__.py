"""Product `templates`: arcs, sticks, gauges, overlays, bases and boxes at true scale."""

from __future__ import annotations

from printshop.products.product import PrintedEntries, PrintInstructions, Product, join_with_and


class TemplatesProduct(Product):
    """Firing arcs, areas, range sticks and turning templates at true scale."""

    name = "templates"
    build_function = "templates.build:build_templates"
    material = "clear film or card, as each page says"
    hint = "Cut along the outlines."
    is_cut_out = True

    def adapt_instructions(self, printed: PrintedEntries) -> PrintInstructions:
        materials = list(dict.fromkeys(template.material for template in printed.entries.values()))
        several = ", as each page says" if len(materials) > 1 else ""
        return printed.default_instructions._replace(material=f"{join_with_and(materials)}{several}")


PRODUCTS = (TemplatesProduct(),)
