"""Product `templates`: arcs, sticks, gauges, overlays, bases and boxes at true scale."""

from __future__ import annotations

from printshop.products.product import Handling, Printed, Product, listed


class Templates(Product):
    """Firing arcs, areas, range sticks and turning templates at true scale."""

    name = "templates"
    made_by = "templates.templates"
    material = "clear film or card, as each page says"
    hint = "Cut along the outlines."
    cut_out = True

    def handled(self, printed: Printed) -> Handling:
        materials = list(dict.fromkeys(template.material for template in printed.things.values()))
        several = ", as each page says" if len(materials) > 1 else ""
        return printed.usual._replace(material=f"{listed(materials)}{several}")


PRODUCTS = (Templates(),)
