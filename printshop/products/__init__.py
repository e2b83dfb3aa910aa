"""Products: each package is one kind of printed thing, such as counters, maps or records.

The `__init__` of a package declares its products and imports no drawing code; the modules beside it make the pages and
are imported when needed.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from printshop.problems import failure, suggestion

if TYPE_CHECKING:
    from printshop.game.model import Game
    from printshop.products.product import Product

# By name, in the order of a pack (what is read first comes first): the module whose `PRODUCTS` has the product.
REGISTERED = {
    "booklet": "printshop.products.booklets",
    "charts": "printshop.products.charts",
    "maps": "printshop.products.hexmaps",
    "records": "printshop.products.forms",
    "cards": "printshop.products.forms",
    "counters": "printshop.products.counters",
    "markers": "printshop.products.counters",
    "templates": "printshop.products.templates",
    "rosters": "printshop.products.rosters",
}
ALL = "all"  # stands for every product on the command line


def names() -> tuple[str, ...]:
    """Return the names of all products, in the order of a pack, without importing any product."""
    return tuple(REGISTERED)


def find(name: str) -> Product:
    """Return a product by its name. Raises PrintshopError, with a suggestion, if there is none."""
    if name not in REGISTERED:
        raise failure(f"there is no product called '{name}'", suggestion(name, REGISTERED))
    products: tuple[Product, ...] = import_module(REGISTERED[name]).PRODUCTS
    return next(product for product in products if product.name == name)


def every() -> tuple[Product, ...]:
    """Return all products, in the order of a pack."""
    return tuple(map(find, REGISTERED))


def there_for(game: Game) -> tuple[Product, ...]:
    """Return the products that a game has data for, in the order of a pack."""
    return tuple(product for product in every() if product.entries(game) or game.apart.lacks(product.section))
