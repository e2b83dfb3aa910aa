"""Products: each package is for one kind of printed material, such as counters, maps or records.

The `__init__` of a package declares its products and imports no drawing code. The other modules of the package make
the pages. They are imported only when they are needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from printshop.problems import make_error, suggest_name

if TYPE_CHECKING:
    from printshop.game.model import Game
    from printshop.products.product import Product

# By name, in the order of a pack (players read the first ones first): the module whose `PRODUCTS` has the product.
PRODUCT_MODULES = {
    "booklet": "printshop.products.booklets",
    "walkthrough": "printshop.products.booklets",
    "charts": "printshop.products.charts",
    "maps": "printshop.products.maps",
    "records": "printshop.products.forms",
    "cards": "printshop.products.forms",
    "counters": "printshop.products.counters",
    "markers": "printshop.products.counters",
    "templates": "printshop.products.templates",
    "rosters": "printshop.products.rosters",
}
ALL_PRODUCTS = "all"  # stands for every product on the command line
UNIT_PRODUCTS = ("records", "cards", "counters")
"""The products that can show a single unit, the usual one first."""


def list_product_names() -> tuple[str, ...]:
    """Return the names of all products, in the order of a pack, without importing any product."""
    return tuple(PRODUCT_MODULES)


def find_product(name: str) -> Product:
    """Return a product by its name.

    If the name is unknown, raises PrintshopError with a suggestion.
    """
    if name not in PRODUCT_MODULES:
        raise make_error(f"there is no product named '{name}'", suggest_name(name, PRODUCT_MODULES))
    products: tuple[Product, ...] = import_module(PRODUCT_MODULES[name]).PRODUCTS
    return next(product for product in products if product.name == name)


def list_products() -> tuple[Product, ...]:
    """Return all products, in the order of a pack."""
    return tuple(map(find_product, PRODUCT_MODULES))


def find_products_for(game: Game) -> tuple[Product, ...]:
    """Return the products for which a game has data, in the order of a pack.

    If data for a product have been removed because of mistakes, the product is included.
    """
    from printshop.products.product import find_entries

    return tuple(product for product in list_products() if find_entries(product, game)
                 or game.broken.lacks(product.section))
