"""Product `templates`: arcs, sticks, gauges, overlays, bases and boxes at true scale."""

from __future__ import annotations

from printshop.products.product import PrintedEntries, PrintInstructions, Product


def _adapt_instructions(printed: PrintedEntries) -> PrintInstructions:
    materials = list(dict.fromkeys(template.material for template in printed.entries.values()))
    words = printed.settings.words
    material = words.join(map(words.name, materials))
    return printed.default_instructions._replace(
        material=words("as_pages_say", material=material) if len(materials) > 1 else material)


PRODUCTS = (Product("templates", "templates", "printshop.products.templates.build:build_templates",
                    material="clear film or card, as each page says", hint="templates_hint",
                    is_cut_out=True, adapt_instructions=_adapt_instructions),)
