"""Products: one module makes one printed thing and exports it as `PRODUCT`.

A module is imported when its product is wanted, so that the list of products costs nothing.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from printshop.problems import failure, suggestion

if TYPE_CHECKING:
    from printshop.products.product import Product

# In the order in which they stand in a pack, what is read first comes first; with the package of each module.
_PACKAGES = {"booklet": "booklets", "charts": "charts", "maps": "hexmaps", "records": "forms", "cards": "forms",
             "counters": "counters", "markers": "counters", "templates": "", "rosters": "rosters"}
NAMES = tuple(_PACKAGES)
TAKES_UNITS = ("records", "cards", "counters", "rosters")
"""Products that are made of units: of all there are, where none are named."""
ALL = "all"
"""What stands instead of a product for every one of them."""


def find(name: str) -> Product:
    """Return a product by its name. Raises PrintshopError, with a suggestion, if there is none."""
    if name not in NAMES:
        raise failure(f"there is no product called '{name}'", suggestion(name, NAMES))
    from printshop.products.trouble import safe

    found: Product = import_module(".".join(filter(None, ("printshop.products", _PACKAGES[name], name)))).PRODUCT
    return replace(found, build=safe(name, found.build))
