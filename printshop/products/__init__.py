"""Products: each is one kind of printed thing, and answers for itself.

What a product is says the `__init__` of its package, light enough to be asked without drawing anything; how its pages
are made say the modules beside it, which are imported when they are wanted.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from printshop.problems import failure, suggestion

if TYPE_CHECKING:
    from printshop.game.model import Game
    from printshop.products.product import Product

# In the order in which they stand in a pack, what is read first comes first: where each is, a module with `PRODUCTS`.
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
ALL = "all"  # what stands instead of a product for every one of them


def names() -> tuple[str, ...]:
    """Return the names of all products, in the order of a pack; none of them is imported for it."""
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
    """Return the products that a game's data is enough for, in the order of a pack."""
    return tuple(product for product in every() if product.entries(game) or game.apart.lacks(product.section))
