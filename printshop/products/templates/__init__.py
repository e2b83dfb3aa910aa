"""Templates at true scale: arcs, sticks, gauges, overlays, bases and boxes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from printshop.drawing.items import Page
from printshop.game.scenarios import Scenario
from printshop.job import Settings
from printshop.products.product import Handling, Product, listed


class Templates(Product):
    """Firing arcs, areas, range sticks and turning templates at true scale."""

    name = "templates"
    made_by = "templates.templates"
    material = "clear film or card, as each page says"
    hint = "Measure the rulers, then cut along the outlines."
    cut_out = True

    def handled(self, templates: Mapping[str, Any], scenario: Scenario, pages: Sequence[Page], settings: Settings,
                usual: Handling) -> Handling:
        materials = list(dict.fromkeys(template.material for template in templates.values()))
        return usual._replace(material=listed(materials) + (", as each page says" if len(materials) > 1 else ""))


PRODUCTS = (Templates(),)
